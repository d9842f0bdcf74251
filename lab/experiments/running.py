"""Plays what an experiment asks for: one loop for every kind of experiment.

A `Question` names the next group of games from the groups that have finished. It sees them in the
order in which it asked for them, never in the order in which they ended, and a choice that depends
on results looks at least `LAG` groups back (`Course.until`). So the sequence of groups is the same
for any number of processes, and after any interruption: what was finished is found in the store,
and what was running is played again. There is no queue that would have to be restored.

A finished game is on disk before it counts. A game that failed is tried once more; then its group
is set aside for this run and is no evidence.
"""

from __future__ import annotations

import contextlib
import queue
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future, wait
from dataclasses import dataclass, field
from typing import Any, Protocol

from lab.batch.errors import BatchError, SeatRefused
from lab.batch.games import GameRecord, GroupJob, LineUp
from lab.experiments.jobs import game_text, job_of, records_of, words_of
from lab.experiments.keeping import HOPELESS, OnStep, PlayedInVain, RunStep
from lab.words import numerals

LAG = 32  # groups that may be unfinished when a choice is made
AHEAD = 2  # jobs for each process that are handed out
TRIES = 2  # of a group in one run
POLL_S = 0.1
WRITTEN_S = 0.5  # for the last games to reach the disk
FINISHING = "The running games are finished, then this stops; the same again stops at once."
RATED_S = 2.0  # before, the rate would count games that were played while others were compiled


@dataclass(frozen=True)
class Ask:
    """One group of games: part `part` of the experiment (a point, a variant, a trial, 0 where it
    has no parts) wants all seatings of a line-up on one seed, with the actions where `tape` is
    asked for.
    """

    part: int
    lineup: LineUp
    seed: int
    tape: bool = False

    @property
    def meeting(self) -> tuple[LineUp, int]:
        """What is played."""
        return self.lineup, self.seed


@dataclass(frozen=True)
class Answered:
    """What came of a group: its games in order of seating, or why there is no evidence."""

    ask: Ask
    games: tuple[GameRecord, ...]
    failed: str = ""

    def points(self, side: int = 0) -> float:
        """The mean points of a side, in [0, 1]."""
        return sum(game.points(side) for game in self.games) / len(self.games)


@dataclass
class Course:
    """The groups asked for, in order, and what came of them: `groups` has the finished ones from
    the first on, without a gap.
    """

    asks: list[Ask] = field(default_factory=list)
    groups: list[Answered] = field(default_factory=list)
    _came: dict[int, Answered] = field(default_factory=dict)

    @property
    def pending(self) -> int:
        """Groups asked for that are not among `groups`."""
        return len(self.asks) - len(self.groups)

    def until(self, lag: int = LAG) -> int | None:
        """How many of the first groups the next choice may depend on; None while one of them is
        unfinished.
        """
        count = max(0, len(self.asks) - lag + 1)
        return count if count <= len(self.groups) else None

    def ask(self, ask: Ask) -> int:
        """Adds a group that was asked for; returns its number."""
        self.asks.append(ask)
        return len(self.asks) - 1

    def answer(self, number: int, games: tuple[GameRecord, ...], failed: str = "") -> None:
        """Takes what came of group `number`."""
        self._came[number] = Answered(self.asks[number], games, failed)
        while len(self.groups) in self._came:
            self.groups.append(self._came.pop(len(self.groups)))


class Question(Protocol):
    """What an experiment asks for."""

    @property
    def ended(self) -> bool:
        """Whether nothing more is needed, not even what is still running. Valid after `next`."""

    @property
    def total(self) -> int:
        """Most games that it may ask for, 0 where nobody can say."""

    @property
    def note(self) -> str:
        """How far it has come in words, for the progress line, or ""."""

    def next(self, course: Course) -> Ask | None:
        """The next group, None where it waits for results and at the end. It may depend on the
        course only, and on results only as far back as `Course.until` says. Called again after
        every result, so that it may end early.
        """


class PlaysGames(Protocol):
    """What plays the games: `lab.batch.hands.Hands`."""

    @property
    def size(self) -> int:
        """How many jobs are played at the same time."""

    def submit(self, job: GroupJob) -> Future[tuple[GameRecord, ...]]:
        """Plays a job; a game that could not be finished has an error."""

    def prepare(self, game: str, seats: Sequence[str], tell: Callable[[str], object]) -> None:
        """Compiles what the seats need."""


class KeepsGames(Protocol):
    """What keeps the games: `lab.store.Store`."""

    def games(
        self, lineup: LineUp, seeds: Iterable[int] | None = None, experiment: str = ""
    ) -> Sequence[GameRecord]:
        """The finished games of a line-up that this experiment may use."""

    def adopt(
        self, experiment: str, part: int, lineup: LineUp, seeds: Iterable[int]
    ) -> Sequence[GameRecord]:
        """Notes that finished games are asked for by this experiment too."""

    def add_later(
        self, experiment: str, part: int, lineup: LineUp, records: Sequence[GameRecord]
    ) -> Future[None]:
        """Keeps games; the future is done when they are on disk."""

    def event(self, experiment: str, what: str, detail: str = "") -> None:
        """Notes that something happened to the experiment."""


@dataclass
class _Group:
    """A group that is being played: the places in the sequence that wait for it, and its games."""

    ask: Ask
    numbers: list[int]
    games: dict[int, GameRecord]  # finished ones by seating
    tries: int = 0
    error: str = ""  # of the last game that failed

    @property
    def missing(self) -> tuple[int, ...]:
        return tuple(k for k in range(self.ask.lineup.seatings) if k not in self.games)


class Run:
    """One run of an experiment. `course` may be looked at any time, also after an interruption."""

    def __init__(
        self,
        name: str,
        question: Question,
        store: KeepsGames,
        hands: PlaysGames,
        on_step: OnStep = lambda step: None,
    ) -> None:
        self.name, self.question, self.course = name, question, Course()
        self._store, self._hands, self._on_step = store, hands, on_step
        self._inbox: queue.SimpleQueue[tuple[Future[Any], Callable[[], str]]] = queue.SimpleQueue()
        self._open: dict[tuple[LineUp, int], _Group] = {}  # groups that are being played
        self._known: dict[LineUp, dict[int, dict[int, GameRecord]]] = {}  # by seed and seating
        self._found: dict[tuple[int, LineUp], list[int]] = {}  # seeds to be adopted
        self._ready: set[tuple[str, str]] = set()  # seats that are compiled, with their game
        self._refused: dict[tuple[str, str], str] = {}  # those that nobody here can play, and why
        self._playing: set[Future[Any]] = set()
        self._writing: dict[Future[None], _Group] = {}  # whose games are on their way to the disk
        self._began = time.monotonic()
        self.done, self.fresh = 0, 0  # games that count, and those of them played in this run
        self.failures: list[str] = []  # sentences
        self._vain = PlayedInVain()
        self._counted: set[tuple[LineUp, int]] = set()
        self._told_finishing = False
        self.finishing = False  # whether no game is begun any more
        self._idle = 0  # groups that nobody here can play, while nothing else is being played

    def finish(self) -> bool:
        """Has the games that are running played to their end, and none begun any more; whether
        there are any. For any thread, and for a handler of signals.
        """
        self.finishing = True
        return any(each.running() or each.done() for each in tuple(self._playing))

    def play(self) -> None:
        """Plays until the question has ended or asks for nothing more, or until `finish`.

        KeyboardInterrupt passes through; nothing finished is lost. BatchError if nothing can be
        played; OSError if nothing can be kept.
        """
        self._store.event(self.name, "started")
        how = "stopped"
        try:
            self._ask()
            self._began = time.monotonic()
            while self._open and not self.question.ended:
                self._hear()
                if self.finishing:
                    self._call_off()
                else:
                    self._ask()
                self._vain.check(self.done, endless=not self.question.total)
            if self._refused and not self.done:
                raise BatchError(next(iter(self._refused.values())))
            how = "stopped" if self.finishing else "ended"
        finally:
            for future in self._playing:  # what has been played is written to its end
                future.cancel()
            self._count_written()
            with contextlib.suppress(OSError):  # the reason is on its way up already
                self._store.event(self.name, how, numerals.several(self.done, "game"))

    def _call_off(self) -> None:
        """Ends the groups that wait to be played, and tells so once."""
        waiting = [playing for playing in self._playing if playing.cancel()]
        if not self._told_finishing:
            self._told_finishing = True
            self._on_step(self._step(FINISHING))
        self._playing.difference_update(waiting)

    def _count_written(self) -> None:
        """Counts the games that are on their way to the disk when the run ends, so that it says as
        many as the store then has.
        """
        done, _ = wait(list(self._writing), WRITTEN_S)
        for writing in done:
            group = self._writing.pop(writing)
            if writing.exception() is None:
                self._count(group, fresh=True)

    # -- what comes next ---------------------------------------------------------------------------

    def _ask(self) -> None:
        self._hand_out()
        for (part, lineup), seeds in self._found.items():
            self._store.adopt(self.name, part, lineup, seeds)
        self._found.clear()

    def _hand_out(self) -> None:
        """Asks until enough is being played."""
        ahead = AHEAD * self._hands.size
        while len(self._open) < ahead and self.course.pending < max(LAG, ahead):
            ask = self.question.next(self.course)
            if ask is None or self.question.ended:
                return
            number = self.course.ask(ask)
            if ask.meeting in self._open:
                self._open[ask.meeting].numbers.append(number)
            else:
                self._begin(_Group(ask, [number], self._finished(ask)))

    def _finished(self, ask: Ask) -> dict[int, GameRecord]:
        """The games of a group that are in the store, by seating."""
        if ask.lineup not in self._known:
            seeds = self._known[ask.lineup] = {}
            for game in self._store.games(ask.lineup, None, self.name):
                seeds.setdefault(game.seed, {})[game.seating] = game
        found = self._known[ask.lineup].setdefault(ask.seed, {})
        if ask.tape and not all(game.tape for game in found.values()):
            found = self._known[ask.lineup][ask.seed] = {}
        return found

    def _begin(self, group: _Group) -> None:
        """Plays what is missing of a group, or counts it if nothing is."""
        if not group.missing:
            self._found.setdefault((group.ask.part, group.ask.lineup), []).append(group.ask.seed)
            self._count(group)
            return
        ask = group.ask
        self._prepare(ask.lineup)
        group.error = self._refusal(ask.lineup)
        if group.error:
            self._refuse(group)
            return
        self._open[ask.meeting] = group
        group.tries += 1
        job = job_of(ask.lineup, ask.seed, group.missing, ask.tape)
        playing = self._hands.submit(job)
        self._playing.add(playing)
        self._send(playing, lambda: self._played(group, playing))

    def _prepare(self, lineup: LineUp) -> None:
        game = game_text(lineup)
        seats = [side.text for side in lineup.sides if (game, side.text) not in self._ready]
        for seat in seats:
            try:
                self._hands.prepare(game, [seat], lambda note: self._on_step(self._step(note=note)))
            except BatchError as error:  # others may play; its own games will fail
                if isinstance(error, SeatRefused):
                    self._refused[game, seat] = str(error)
                    self.failures.append(str(error))
                self._on_step(self._step(told=str(error)))
            self._ready.add((game, seat))

    def _refuse(self, group: _Group) -> None:
        """Ends a group that nobody here can play; BatchError where nothing else is asked for."""
        self._count(group)
        self._idle = 0 if self._open else self._idle + 1
        if self._idle >= HOPELESS and not self.question.total:
            raise BatchError(group.error)

    def _refusal(self, lineup: LineUp) -> str:
        """Why nobody here can play this line-up, "" if somebody can."""
        game = game_text(lineup) if self._refused else ""
        sides = ((game, side.text) for side in lineup.sides)
        return next((self._refused[side] for side in sides if side in self._refused), "")

    def _send(self, future: Future[Any], then: Callable[[], str]) -> None:
        """Calls `then` in the thread of `play` when the future is done."""
        future.add_done_callback(lambda done: self._inbox.put((done, then)))

    # -- what came ---------------------------------------------------------------------------------

    def _hear(self) -> None:
        """Takes one answer of the hands or of the store; returns after POLL_S without one."""
        told = ""
        with contextlib.suppress(queue.Empty):
            future, then = self._inbox.get(timeout=POLL_S)
            self._playing.discard(future)
            told = then()
        self._on_step(self._step(told))

    def _played(self, group: _Group, future: Future[tuple[GameRecord, ...]]) -> str:
        """Hands the games of a job to the store; returns sentences about those that failed."""
        ask = group.ask
        if self.finishing and future.cancelled():
            del self._open[ask.meeting]
            return ""
        records = records_of(future, ask.lineup, ask.seed, group.missing)
        group.games.update({game.seating: game for game in records if not game.error})
        errors = [game.error.rstrip(".") for game in records if game.error]
        group.error = errors[-1] if errors else ""
        words = words_of(ask.lineup)
        told = [f"A game of {words}, seed {ask.seed}, failed ({error})." for error in errors]
        self.failures += told
        self._vain.failed(told, len(records))
        writing = self._store.add_later(self.name, ask.part, ask.lineup, records)
        self._writing[writing] = group
        self._send(writing, lambda: self._kept(group, writing))
        return " ".join(told)

    def _kept(self, group: _Group, writing: Future[None]) -> str:
        """The games of a group are on disk: they count, or the missing ones are played again."""
        del self._writing[writing]
        writing.result()
        if group.missing and group.tries < TRIES and not self.finishing:
            self._begin(group)
        else:
            del self._open[group.ask.meeting]
            self._count(group, fresh=True)
        return ""

    def _count(self, group: _Group, fresh: bool = False) -> None:
        games = tuple(group.games[k] for k in sorted(group.games))
        for number in group.numbers:
            self.course.answer(number, games, group.error if group.missing else "")
        self.done += len(games) * (group.ask.meeting not in self._counted)
        self._counted.add(group.ask.meeting)
        self.fresh += len(games) * fresh
        self._vain.finished(games if fresh else ())

    def _step(self, told: str = "", note: str = "") -> RunStep:
        total = self.question.total
        elapsed = time.monotonic() - self._began
        rate = self.fresh / elapsed if elapsed > RATED_S else 0.0
        left = max(0, total - self.done) / rate if rate and total else None
        words = f"{self.done:,} of {total:,} games" if total else f"{self.done:,} games"
        words += f", {60 * rate:,.0f} a minute" if rate else ""
        words += f", {numerals.duration(left)} left" if left is not None else ""
        words += f"; {self.question.note}" if self.question.note else ""
        return RunStep(self.done, total, note or words, told, 60 * rate, left)
