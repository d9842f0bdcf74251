"""What the Arena page shows of games: looks whether the arena on show has changed, by this window
or by anybody else, and makes small boards from the frames of games that are being played.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from PySide6.QtCore import QObject, Signal

from engines.game import Game
from lab.batch.entrants import entrant
from lab.batch.frames import LiveFrame
from lab.batch.games import REPEATS, GroupJob, sides_of
from lab.experiments.arena.pool import Arena
from lab.experiments.arena.question import ArenaQuestion
from lab.experiments.arena.view import standing
from lab.experiments.keeping import RunStep
from lab.match.seats import parse_game, parse_seat
from lab.store.store import Store
from lab.ui.arena import work
from lab.ui.arena.boards import COUNT
from lab.ui.arena.records import ArenaView, LiveGame
from lab.ui.control.run_page import RunControl

SIDES = 256  # whose games are known to repeat or not
BoardKey = tuple[GroupJob, int]  # a job and a seating


class LiveBoards:
    """The latest frame of each game on show; where games are short, also of some that have ended.
    `choose` and `seen` are called in threads of those who play, the rest in the window's: scenes
    are drawn up there, where rules may be loaded.
    """

    def __init__(self, named: Callable[[str], str]) -> None:
        self._named = named  # the bot of a seat's text
        self._lock = threading.Lock()
        self._games: dict[GroupJob, LiveGame] = {}
        self._game: tuple[str, Game] | None = None
        self.tested: tuple[str, str] = ("", "")

    def choose(self, running: Sequence[GroupJob]) -> tuple[GroupJob, ...]:
        """The jobs to watch: those on show as long as they run, then others; the test's first."""
        with self._lock:
            before = [job for job in self._games if job in running]
            self._games = {
                job: found if job in running else replace(found, ended=True)
                for job, found in self._games.items()
            }
        others = [job for job in running if job not in before]
        tests = [job for job in others if self._is_test(job)]
        return tuple((*before, *tests, *(job for job in others if job not in tests)))[:COUNT]

    def _is_test(self, job: GroupJob) -> bool:
        return {self._named(text) for text in job.sides} == set(self.tested)

    def seen(self, frame: LiveFrame) -> None:
        """Takes a newer frame."""
        job = frame.job
        if self._game is None or self._game[0] != job.game:
            self._game = job.game, parse_game(job.game)
        game = self._game[1]
        try:
            state = game.checked(game.load(frame.state))  # it may come from another computer
        except ValueError:
            return
        sides = sides_of(game.seats, len(job.sides), frame.seating)
        found = LiveGame(
            (job, frame.seating),
            game.scene(state),
            tuple(game.owner),
            tuple(self._named(job.sides[side]) for side in sides),
            frame.turn,
            job.seed,
            frame.values,
            marked=self._is_test(job),
            turn_word=game.turn_word,
            tape="" if _repeats(job) else frame.tape,
        )
        with self._lock:
            self._games[job] = found
            ended = [job for job, each in self._games.items() if each.ended]
            for job in ended[: max(0, len(self._games) - COUNT)]:
                del self._games[job]

    def games(self) -> tuple[LiveGame, ...]:
        """What is on show now."""
        with self._lock:
            return tuple(self._games.values())

    def told_of(self, key: BoardKey) -> tuple[str, tuple[str, ...]]:
        """The turns so far of a game on show, "" where searching again brings them back; and its
        bots, by seat.
        """
        return next(((game.tape, game.seats) for game in self.games() if game.key == key), ("", ()))

    def clear(self) -> None:
        """Nothing is played any more."""
        with self._lock:
            self._games = {}


def _repeats(job: GroupJob) -> bool:
    """Whether searching again is the same game."""
    return job.clock in REPEATS and all(_side_repeats(job.game, text) for text in job.sides)


@lru_cache(SIDES)
def _side_repeats(game: str, text: str) -> bool:
    configured = parse_game(game)
    return entrant(configured, parse_seat(text, configured)).repeats


class Seen(NamedTuple):
    """The store's stamp, the names of all arenas and a view of the one on show, both None where
    nothing was written since, and whether it is still made as it was.
    """

    stamp: int
    names: tuple[str, ...] | None
    view: ArenaView | None
    same: bool


class StandingWatcher(QObject):
    """`seen` carries a newer view, `listed` the names of all arenas, `changed` that another version
    of the rules is on show, `outdated` that somebody else has changed the arena, as a command line
    can. `question` is that of the latest run, `complete` whether it has played all that it asked
    for.
    """

    seen = Signal(object)
    listed = Signal(object)
    changed = Signal()
    outdated = Signal()

    def __init__(self, control: RunControl) -> None:
        super().__init__(control)
        self._store, self._looks, self._play = control.store, control.looks, control.play
        self.question: ArenaQuestion | None = None
        self.complete = False
        self.view = ArenaView()  # the latest one
        self._now: Arena | None = None
        self._past: Arena | None = None  # under earlier rules, while that is on show
        self._stamp, self._round = -1, 0  # looks of an earlier round are about something else

    @property
    def arena(self) -> Arena | None:
        """The arena on show, perhaps as it was under earlier rules."""
        return self._past or self._now

    @property
    def is_past(self) -> bool:
        """Whether that is so."""
        return self._past is not None

    def watch(self, arena: Arena | None) -> None:
        """Watches this arena under its current rules."""
        self._now, self._past, self.complete = arena, None, False
        self._begin_round()
        name = arena.name if arena is not None else ""
        if name != self.view.standing.arena:  # until it is read, nothing is known of it
            self.show(ArenaView())

    def choose_rules(self, source: str) -> None:
        """Looks at the arena under the rules with the digest `source`; what is played goes on."""
        arena = self._now
        if arena is not None and source == arena.kept.condition.source:
            self._show_past(None)
        elif arena is not None:
            self._store.look(work.past, arena.name, source, then=self._show_past)

    def _show_past(self, past: Arena | None) -> None:
        self._past = past
        self.changed.emit()
        self.force()

    def _begin_round(self) -> None:
        self._stamp, self._round = -1, self._round + 1
        self._looks.drop()

    def force(self) -> None:
        """Looks, also where nothing was written since."""
        self._begin_round()
        self.poll()

    def poll(self) -> None:
        """A newer view soon, if anything was written."""
        arena, step = self.arena, self._play.step if self._play.running else None
        given = arena, self.question, step, self._stamp
        self._looks.look(self._round, self._read, *given, then=self._looked)

    def _read(
        self,
        store: Store,
        arena: Arena | None,
        question: ArenaQuestion | None,
        step: RunStep | None,
        before: int,
    ) -> Seen:
        """In the store's thread: the arena now."""
        stamp, preparing, running = store.stamp(), self._play.preparing, step is not None
        if stamp == before and (self.view.running, self.view.preparing) == (running, preparing):
            return Seen(stamp, None, None, True)
        names = tuple(each.name for each in store.arenas())
        if arena is None:
            return Seen(stamp, names, None, True)
        same = store.arenas(arena.name) == [arena.now]
        past = arena.kept is not arena.now
        found = standing(store, arena, *(() if past else (question, step)))
        view = ArenaView(found, running, preparing, arena.game.seats, self.complete)
        return Seen(stamp, names, view, same)

    def _looked(self, found: Seen) -> None:
        self._stamp = found.stamp
        if found.names is not None:
            self.listed.emit(found.names)
        if found.view is not None:
            self.show(found.view)
            if not found.same:
                self.outdated.emit()

    def show(self, view: ArenaView) -> None:
        """This is the latest view."""
        self.view = view
        self.seen.emit(view)
