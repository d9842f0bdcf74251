"""Looks at the arena on show: a newer view whenever anything was written, by this window or by
anybody else.
"""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtCore import QObject, Signal

from lab.experiments.arena.pool import Arena
from lab.experiments.arena.question import ArenaQuestion
from lab.experiments.arena.view import standing
from lab.experiments.keeping import RunStep
from lab.store.store import Store
from lab.ui.arena import work
from lab.ui.arena.records import ArenaView
from lab.ui.control.run_page import RunControl


class Seen(NamedTuple):
    """The store's stamp, a view of the arena, None where nothing was written since, and whether it
    is still made as it was.
    """

    stamp: int
    view: ArenaView | None
    same: bool


class StandingWatcher(QObject):
    """`seen` carries a newer view, `changed` that another version of the rules is on show,
    `outdated` that somebody else has changed the arena, as a command line can. `question` is that
    of the latest run, `complete` whether it has played all that it asked for.
    """

    seen = Signal(object)
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
        if arena is not None:
            given = arena, self.question, step, self._stamp
            self._looks.look(self._round, self._read, *given, then=self._looked)

    def _read(
        self,
        store: Store,
        arena: Arena,
        question: ArenaQuestion | None,
        step: RunStep | None,
        before: int,
    ) -> Seen:
        """In the store's thread: the arena now."""
        stamp, preparing, running = store.stamp(), self._play.preparing, step is not None
        if stamp == before and (self.view.running, self.view.preparing) == (running, preparing):
            return Seen(stamp, None, True)
        same = store.arenas(arena.name) == [arena.now]
        past = arena.kept is not arena.now
        found = standing(store, arena, *(() if past else (question, step)))
        view = ArenaView(found, running, preparing, arena.game.seats, self.complete)
        return Seen(stamp, view, same)

    def _looked(self, found: Seen) -> None:
        self._stamp = found.stamp
        if found.view is not None:
            self.show(found.view)
            if not found.same:
                self.outdated.emit()

    def show(self, view: ArenaView) -> None:
        """This is the latest view."""
        self.view = view
        self.seen.emit(view)
