"""A seat's program in a running match, where a person may go back, pause and branch, which a
program knows nothing of.

A program cannot be rewound. So when the match goes on from another turn than the one that its
program has reached, the program is started again and told the turns so far, one by one and with the
contest's time for each; what it answers to them is not played, but its memory is then that of a
program that has played up to there. (Starting it in the middle would be quicker, but many programs
keep what they cannot read again: the whole board where only the last move is told, what was bought,
how long a shelter lasts.) If it answers another move than was played, because it draws numbers or
another player sat there, its memory may be of another match, and `note` says so.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from itertools import pairwise

from engines.game import Game
from engines.knobs import KnobError
from lab.live.trust import Trust
from lab.match.decide import Decision
from lab.match.play import deciding
from lab.match.program_player import ProgramPlayer
from lab.match.records import Frame
from lab.programs.spec import Program


class Left(Exception):
    """The question is not of interest any more: the program was closed while it was asked."""


class RunningProgram:
    """One program from its start to its end. It is asked in one thread after another; `close` may
    come from any. `program` may be replaced by the same one with other patience.
    """

    def __init__(self, game: Game, seat: int, program: Program, trust: Trust) -> None:
        self.game, self.seat, self.program, self._trust = game, seat, program, trust
        self.note = ""
        self._player: ProgramPlayer | None = None
        self._told = 0  # turns it has heard of
        self._lock = threading.Lock()
        self._closed = False

    def ask(self, past: Sequence[Frame]) -> Decision:
        """Its answer in the position of the last of these frames, which begin with the start of the
        match. Left if it was closed, Strange if nobody here has wanted it to be started.
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
                raise Left from None
            raise
        if self._closed:
            raise Left
        return decision

    def _started(self) -> ProgramPlayer:
        with self._lock:
            if self._closed:
                raise Left
            if self._player is None:
                self._trust.demand(self.program.command)
                self._player = ProgramPlayer(self.game, self.seat, self.program)
            return self._player

    def _tell(self, player: ProgramPlayer, past: Sequence[Frame]) -> None:
        """Tells a new program the turns so far."""
        who, word, other = f"The program of seat {self.seat + 1}", self.game.turn_word, 0
        for turn, (frame, following) in enumerate(pairwise(past), 1):
            if self._closed:
                raise Left
            if self.seat not in deciding(self.game, frame.state):
                continue
            self.note = f"{who} is told the {word}s so far: {turn} of {len(past) - 1}."
            player.begin(frame.state, turn - 1)
            answer = player.decide()
            if player.stopped:
                self.note = f"{who} was told the {word}s so far and stopped. {answer.error}"
                return
            if not other and answer.choice != tuple(
                following.joint[a] for a in self.game.agents_of(self.seat)
            ):
                other = turn
        drift = (
            f"{who} now answered {word} {other} otherwise than it was played: what it remembers "
            "may be of another match."
        )
        self.note = drift if other else ""

    def close(self) -> None:
        """Ends the program; a question that waits for its answer is left."""
        self._closed = True
        with self._lock:
            player = self._player
        if player is not None:
            player.close()
