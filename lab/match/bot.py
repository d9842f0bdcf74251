"""A search as a contest program: it reads the contest's input, thinks as a seat of a match does,
and answers in the contest's format.

With the same seed and a budget of iterations its moves are those of the lab's own match: what a
search sees, and every random number, is derived from the input (the seat, the turn, the position as
the seat may see it) and the seed.

It never quits a running match: if it does not understand its input it reports that, plays the
game's scripted action, and reads on.

Legal actions when no search can give one: from the game's script, in a known or an expected
position.

A referee's lines, as they arrive.

They are read in a separate thread, so that after a line that is not understood the rest of its turn
can be skipped: what has already arrived, and what follows immediately.
"""

from __future__ import annotations

import queue
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import chain, repeat
from typing import IO

import numpy as np

from engines.game import PASS, Game, Heard, Read, State
from engines.knobs import KnobError
from engines.reading import Reader
from lab.match.budget import TIME, Budget
from lab.match.decide import Decision, Player, movers, seen, think
from lab.match.play import deciding, joint_of, resolved, step
from lab.match.seat import SearchSeat
from lab.match.seats import parse_search, parse_seat
from search.base import generator

LONGEST_LINE = 1 << 16
SETTLE_S = 0.02  # lines of one turn arrive within this gap
SILENT_S = 1.0  # a turn that is silent for this long is taken to be incomplete
BRIEF = Budget(TIME, 2)
ROUNDS = 3  # turns of a rehearsal: in the third a tree is reused for the second time
LEAST_MS = 1.0
Note = Callable[[Heard, Decision, Sequence[str]], None]  # called with every answer
Say = Callable[[str], None]  # called with a sentence on anything wrong


class Silence(ValueError):
    """A turn that seems incomplete, but no more lines arrive; carries a sentence."""


class Inlet:
    """Returns the next line when called; EOFError after the last, Silence if a turn does not
    continue. `at` counts the lines. A terminal has no time limit.
    """

    def __init__(self, source: IO[bytes]) -> None:
        self.at = 0
        self._amid = False  # a turn has begun
        self._patience_s = None if source.isatty() else SILENT_S
        self._ended = False
        self._lines: deque[str] = deque()
        self._pieces: queue.SimpleQueue[list[str] | None] = queue.SimpleQueue()
        # unbuffered: a waiting thread holds no buffer lock at interpreter shutdown
        source = getattr(source, "raw", source)
        threading.Thread(target=self._read, args=(source,), name="inlet", daemon=True).start()

    def __call__(self) -> str:
        try:
            while not self._lines:
                self._take(self._patience_s if self._amid else None)
        except queue.Empty:
            raise Silence("The turn seems to go on, but no more of it comes.") from None
        self.at += 1
        self._amid = True
        return self._lines.popleft()

    def begin(self) -> None:
        """The next line is the first of a turn, which may take any time to arrive."""
        self._amid = False

    def skip(self) -> None:
        """Skips all lines that have arrived, until none arrives for a moment."""
        try:
            while True:
                self.at += len(self._lines)
                self._lines.clear()
                self._take(SETTLE_S)
        except (EOFError, queue.Empty):
            return

    def _take(self, wait_s: float | None) -> None:
        """The next chunk; EOFError at the end, queue.Empty on a timeout."""
        piece = None if self._ended else self._pieces.get(timeout=wait_s)
        if piece is None:
            self._ended = True
            raise EOFError(f"The text ends after line {self.at}.")
        self._lines.extend(piece)

    def _read(self, source: IO[bytes]) -> None:
        rest = b""
        try:
            while piece := source.read(LONGEST_LINE):
                *whole, rest = (rest + piece).split(b"\n")
                if len(rest) > LONGEST_LINE:
                    whole, rest = [*whole, rest], b""
                self._pieces.put([_decoded(line) for line in whole])
        finally:
            if rest:
                self._pieces.put([_decoded(rest)])
            self._pieces.put(None)


def _decoded(line: bytes) -> str:
    return line.decode(errors="replace").rstrip()


def scripted(game: Game, state: State, agent: int, seed: int) -> int:
    """The game's scripted action, else the first legal one; PASS for an agent that has none."""
    actions = np.zeros(game.max_actions, np.int64)
    if agent not in movers(game, state) or not game.rules.legal(state, agent, actions):
        return PASS
    if game.rules.policy is None:
        return int(actions[0])
    return int(game.rules.policy(state, agent, generator(seed, agent)))


def opening(game: Game, seed: int) -> Heard:
    """What the first seat knows at the start of the match with this seed."""
    return _heard(game, 0, 0, game.initial(seed))


def expected(last: Heard, sent: Sequence[int], seed: int) -> Heard:
    """What would be known by now if everyone had played by the script since the last turn received,
    which was answered by `sent`; that turn itself if the match would be over.
    """
    game = last.game
    own = dict(zip(game.agents_of(last.seat), sent, strict=False))
    state = seen(game, last.state, last.seat, seed, last.turn)
    for turn in range(last.turn, last.turn + game.agents):
        actions = [
            own[a] if a in own else game.resolve(state, a, scripted(game, state, a, seed))
            for a in range(game.agents)
        ]
        state, _ = step(game, state, np.array(actions), seed, turn, log_events=False)
        own = {}
        if game.rules.is_over(state):
            return last
        if last.seat in deciding(game, state):
            found = _heard(game, last.seat, turn + 1, state)
            return last if game.check(found.state) else found
    return last


def _heard(game: Game, seat: int, turn: int, state: State) -> Heard:
    view = state.copy()
    if game.rules.observe is not None:
        game.rules.observe(view, seat)
    return Heard(game, seat, turn, view)


class NotUnderstood(ValueError):
    """A turn's text that is not understood, as a sentence; how much of it is still unread is
    unknown.
    """


class ImpossiblePosition(ValueError):
    """A turn's text that describes an impossible position, as a sentence; it was read to its
    end.
    """


class Bot:
    """One seat's player that knows only its input. KnobError if the algorithm does not fit the
    game.
    """

    def __init__(
        self, game: Game, algorithm: str, budget: Budget, seed: int, note: Note | None = None
    ) -> None:
        spec = parse_seat(algorithm, game, budget)
        if not isinstance(spec, SearchSeat):
            raise KnobError("A bot plays by an algorithm (smitsilab list algorithms).")
        self.game, self.budget = game, spec.budget or budget
        self._algorithm, self._seed, self._note = algorithm, seed, note
        self._player: Player | None = None
        self._intro: Sequence[str] = ()
        self._heard: Heard | None = None  # what is known of the last turn, or guessed
        self._due = False  # that turn is still unanswered
        self._sent: tuple[int, ...] = ()

    def listen(self, read: Read) -> None:
        """Reads the input that is sent once; NotUnderstood if it is not in the contest's format."""
        try:
            self._intro = self.game.listen(read)
        except EOFError:
            raise
        except Exception as error:
            self._intro = self.game.intro(self.game.initial(self._seed), 0)
            raise NotUnderstood(_sentence(error)) from error

    def answer(self, read: Read) -> list[str]:
        """Reads one turn and answers it. NotUnderstood or another error with a sentence if
        something is wrong; `stand_in` then gives an answer.
        """
        clock = AnswerClock(read)
        heard = self._heard = self._hear(clock.read)
        self._due = True
        if heard.seat not in deciding(heard.game, heard.state):
            raise ValueError("In this position there is nothing to answer.")
        lines = self._choose(heard, clock)
        self._due = False
        return lines

    def _hear(self, read: Read) -> Heard:
        """The position from the text and earlier knowledge, or from the text alone if they
        conflict; safe to give to rules and searches.
        """
        told = RewindableLines(read)
        try:
            return _possible(self.game.heard(self._intro, told, self._heard, self._sent))
        except (EOFError, Silence):
            raise
        except Exception as error:
            refusal = (
                error if isinstance(error, ImpossiblePosition) else NotUnderstood(_sentence(error))
            )
        try:
            told.rewind()
            return _possible(self.game.heard(self._intro, told))
        except (EOFError, Silence):
            raise
        except Exception:
            raise refusal from None

    def _choose(self, heard: Heard, clock: AnswerClock) -> list[str]:
        player = self._seated(heard)
        self._player = None  # a failed search is not used again
        player.begin(heard.state, heard.turn, heard.joint)
        think(player, self.left(clock.ms))
        decision = player.decide()
        self._sent = resolved(heard.game, player.view, heard.seat, decision.choice)
        self._player = player
        lines = heard.game.send(heard.state, heard.seat, self._sent)
        if self._note is not None:
            self._note(heard, decision, lines)
        return lines

    def _seated(self, heard: Heard) -> Player:
        """The player for the game and the seat given in the text."""
        player = self._player
        if player is None or (player.game.spec, player.seat) != (heard.game.spec, heard.seat):
            self.game = heard.game
            player = Player(
                heard.game, heard.seat, parse_search(self._algorithm, heard.game), self._seed
            )
        return player

    def stand_in(self) -> list[str]:
        """A legal answer without a search: from the game's script, in the position received, or in
        the likely successor of the last one.
        """
        heard = self._heard
        if heard is None:
            heard = opening(self.game, self._seed)
        elif not self._due:
            heard = expected(heard, self._sent, self._seed)
        self._heard, self._due = heard, False
        game, state = heard.game, heard.state
        actions = [scripted(game, state, a, self._seed) for a in game.agents_of(heard.seat)]
        self._sent = resolved(game, state, heard.seat, actions)
        return game.send(state, heard.seat, self._sent)

    def left(self, used_ms: float) -> Budget:
        """The part of a time budget that is left after reading."""
        timed = self.budget.kind == TIME
        return (
            replace(self.budget, amount=max(LEAST_MS, self.budget.amount - used_ms))
            if timed
            else self.budget
        )


def _possible(heard: Heard) -> Heard:
    """The position received, if it is safe to give to the rules."""
    refusal = heard.game.check(heard.state)
    if refusal:
        raise ImpossiblePosition(f"The position is impossible ({refusal}).")
    return heard


def _sentence(error: Exception) -> str:
    """What is wrong, as a sentence; for an internal Python error, its name."""
    text = str(error) if isinstance(error, ValueError) else f"{type(error).__name__}: {error}"
    return text if text.endswith((".", "?")) else f"{text}."


class RewindableLines:
    """Reads lines, and after `rewind` the same ones first."""

    def __init__(self, read: Read) -> None:
        self._read, self._lines, self._at = read, list[str](), 0

    def __call__(self) -> str:
        if self._at == len(self._lines):
            self._lines.append(self._read())
        self._at += 1
        return self._lines[self._at - 1]

    def rewind(self) -> None:
        """Starts again from the first line."""
        self._at = 0


class AnswerClock:
    """Reads lines and knows how long ago the first of them came."""

    def __init__(self, read: Read) -> None:
        self._read, self._came = read, 0.0

    def read(self) -> str:
        """The next line."""
        line = self._read()
        self._came = self._came or time.perf_counter()
        return line

    @property
    def ms(self) -> float:
        """Milliseconds since the first line."""
        return (time.perf_counter() - self._came) * 1000


def serve(bot: Bot, source: IO[bytes], sink: IO[bytes], say: Say) -> int:
    """Answers turn after turn until the input ends; returns the number of turns with faults, each
    of which was reported. ValueError with a sentence if the input ends in the middle of a turn.
    """
    read, whole, faults = Inlet(source), 0, 0  # `whole`: lines up to the end of a turn
    hears: chain[Callable[[Inlet], list[str] | None]] = chain([bot.listen], repeat(bot.answer))
    for hear in hears:
        read.begin()
        try:
            answer = hear(read)
        except EOFError:
            break
        except Exception as error:
            faults += 1
            say(f"Line {read.at}: {_sentence(error)} The game's script answers.")
            if isinstance(error, NotUnderstood | Silence):
                read.skip()
            answer = bot.stand_in()
        sink.write("".join(f"{line}\n" for line in answer or ()).encode())
        sink.flush()
        whole = read.at
    if read.at > whole:
        raise ValueError(f"The text ends after line {read.at} in the middle of a turn.")
    return faults


def rehearse(game: Game, algorithm: str, budget: Budget, seed: int) -> None:
    """Has such bots play the first rounds of a match against each other, so that kernels are
    compiled or loaded before any clock runs.
    """
    Bot(game, algorithm, budget, seed).stand_in()
    bots = [Bot(game, algorithm, budget, seed) for _ in range(game.seats)]
    state = game.initial(seed)
    begun = set[int]()
    for turn in range(ROUNDS if game.simultaneous else ROUNDS * game.seats):
        if game.rules.is_over(state):
            return
        actions = {}
        for seat in deciding(game, state):
            bots[seat].budget = BRIEF
            if seat not in begun:
                bots[seat].listen(Reader(game.intro(state, seat)))
            begun.add(seat)
            answer = bots[seat].answer(Reader(game.view(state, seat)))
            actions[seat] = game.parse(state, seat, answer).actions
        state, _ = step(
            game, state, joint_of(game, state, actions)[0], seed, turn, log_events=False
        )
