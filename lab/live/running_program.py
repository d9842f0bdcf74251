"""A seat's program in a running match, where a person may go back, pause and branch, which a
program cannot follow.

A program cannot be rewound. So when the match continues from a different turn than the one its
program has reached, the program is restarted and sent the turns so far, one by one and with the
contest's time for each. Its answers to them are not played, but its memory is then that of a
program that has played up to there. (Starting it in the middle would be quicker, but many programs
keep what they cannot read again: the whole board where only the last move is sent, what was bought,
how long a shelter lasts.) If it answers a move other than the one played, because it uses random
numbers or another player held the seat, its memory may belong to a different match, and `note` says
so.

A thread that asks a program one question and waits for the answer.
"""

from __future__ import annotations

import threading
import traceback
from collections.abc import Callable, Sequence
from itertools import pairwise

from engines.game import Game
from engines.knobs import KnobError
from lab.live.trust import Trust, UntrustedCommand
from lab.live.worker import Worker
from lab.match.decide import Decision
from lab.match.play import deciding
from lab.match.program_player import ProgramPlayer
from lab.match.records import Failure, Frame, Ply, answer_words
from lab.programs.spec import Program


class ProgramWorker(Worker):
    """Asks the program in the position of the last frame; `past` begins with the start of the
    match.

    If the program may not be started, the worker fails with a sentence that says so.
    """

    def __init__(
        self, seat: RunningProgram, past: Sequence[Frame], report: Callable[[], None]
    ) -> None:
        super().__init__(f"program of seat {seat.seat + 1}", past[-1].turn, report)
        self.seat, self._past = seat, past
        self._decision: Decision | None = None
        self.answer: tuple[Ply, ...] = ()  # what it plays, in words, for each agent that moves

    def run(self) -> None:
        """The thread's main function."""
        try:
            decision = self.seat.ask(self._past)
            game, state = self.seat.game, self._past[-1].state
            self.answer = answer_words(game, state, self.seat.seat, decision.choice)
            self._decision = decision
        except ProgramClosed:
            return
        except UntrustedCommand as error:
            self._fail(str(error), "", error.command)
        except KnobError as error:
            self._fail(str(error), "")
        except Exception as error:
            self._fail(
                f"The program could not be asked: {str(error) or type(error).__name__}",
                traceback.format_exc(),
            )
        self._report()

    def _fail(self, sentence: str, details: str, asks: str = "") -> None:
        self.failure = Failure(self.seat.seat, self.turn, 0, sentence, details, asks)

    @property
    def finished(self) -> bool:
        return self._decision is not None

    def decide(self) -> Decision:
        if self._decision is None:
            raise RuntimeError(f"The program of seat {self.seat.seat + 1} has not answered.")
        return self._decision


class ProgramClosed(Exception):
    """The question is obsolete: the program was closed while it was being asked."""


class RunningProgram:
    """One program from its start to its end. It is used by one thread at a time; `close` may be
    called from any. `program` may be replaced by the same program with a different patience.
    """

    def __init__(self, game: Game, seat: int, program: Program, trust: Trust) -> None:
        self.game, self.seat, self.program, self._trust = game, seat, program, trust
        self.note = ""
        self._player: ProgramPlayer | None = None
        self._told = 0  # turns it has been sent
        self._lock = threading.Lock()
        self._closed = False

    def ask(self, past: Sequence[Frame]) -> Decision:
        """Its answer in the position of the last of these frames, which begin with the start of the
        match. ProgramClosed if it was closed, UntrustedCommand if nobody here has allowed it to
        start.
        """
        try:
            player = self._started()
            turn = len(past) - 1
            if turn > 0 and self._told == 0:
                self._tell(player, past)
            player.program = self.program  # with its patience from this question on
            self._told = turn + 1
            player.begin(past[turn].state, turn)
            decision = player.decide()
        except KnobError:
            if self._closed:
                raise ProgramClosed from None
            raise
        if self._closed:
            raise ProgramClosed
        return decision

    def _started(self) -> ProgramPlayer:
        with self._lock:
            if self._closed:
                raise ProgramClosed
            if self._player is None:
                self._trust.demand(self.program.command)
                self._player = ProgramPlayer(self.game, self.seat, self.program)
            return self._player

    def _tell(self, player: ProgramPlayer, past: Sequence[Frame]) -> None:
        """Sends a new program the turns so far."""
        who, word, other = f"The program of seat {self.seat + 1}", self.game.turn_word, 0
        for turn, (frame, following) in enumerate(pairwise(past), 1):
            if self._closed:
                raise ProgramClosed
            if self.seat not in deciding(self.game, frame.state) or not following.joint:
                continue
            self.note = f"{who} receives the {word}s so far: {turn} of {len(past) - 1}."
            player.begin(frame.state, turn - 1)
            answer = player.decide()
            if player.stopped:
                self.note = f"{who} received the {word}s so far and stopped. {answer.error}"
                return
            if not other and answer.choice != tuple(
                following.joint[a] for a in self.game.agents_of(self.seat)
            ):
                other = turn
        drift = (
            f"{who} answered {word} {other} differently from the record, so its memory may not fit "
            "this match."
        )
        self.note = drift if other else ""

    def close(self) -> None:
        """Ends the program; a question still waiting for its answer raises ProgramClosed."""
        self._closed = True
        with self._lock:
            player = self._player
        if player is not None:
            player.close()
