"""Looks at the arena on show: a newer view whenever anything was written, by this window or by
anybody else.
"""

from __future__ import annotations

import time

from PySide6.QtCore import QObject, Signal

from lab.experiments.arena.pool import Arena
from lab.experiments.arena.question import ArenaQuestion
from lab.experiments.arena.view import standing
from lab.experiments.keeping import RunStep
from lab.store.store import Store
from lab.ui.arena.records import ArenaView
from lab.ui.control import arena_work as work
from lab.ui.control.arena_desk import StoreDesk
from lab.ui.control.arena_play import ArenaPlay


class ArenaLook(QObject):
    """One look at a time, in the desk's thread. `seen` carries a newer view, `took` the seconds of
    a look, `failed` why the store could not be read, `changed` that another version of the rules is
    on show, `outdated` that somebody else has changed the arena, as a command line can. `question`
    is that of the latest run, `complete` whether it has played all that it asked for.
    """

    seen = Signal(object)
    took = Signal(float)
    failed = Signal(str)
    changed = Signal()
    outdated = Signal()

    def __init__(self, desk: StoreDesk, play: ArenaPlay, parent: QObject) -> None:
        super().__init__(parent)
        self._desk, self._play = desk, play
        self.question: ArenaQuestion | None = None
        self.complete = False
        self.view = ArenaView()  # the latest one
        self._now: Arena | None = None
        self._past: Arena | None = None  # under earlier rules, while that is on show
        self._stamp, self._looking = -1, False

    @property
    def arena(self) -> Arena | None:
        """The arena on show, perhaps as it was under earlier rules."""
        return self._past or self._now

    @property
    def is_past(self) -> bool:
        """Whether that is so."""
        return self._past is not None

    def show(self, arena: Arena | None) -> None:
        """From now on looks at this arena under the rules of now."""
        self._now, self._past, self._stamp, self.complete = arena, None, -1, False
        name = arena.name if arena is not None else ""
        if name != self.view.standing.arena:  # until it is read, nothing is known of it
            self.take(ArenaView())

    def choose_rules(self, source: str) -> None:
        """Looks at the arena under the rules with the digest `source`; what is played goes on."""
        arena = self._now
        if arena is not None and source == arena.kept.condition.source:
            self._show_past(None)
        elif arena is not None:
            self._desk.look(work.past(arena.name, source), self._show_past)

    def _show_past(self, past: Arena | None) -> None:
        self._past = past
        self.changed.emit()
        self.again()

    def again(self) -> None:
        """Looks, also where nothing was written since."""
        self._stamp = -1
        self.look()

    def look(self) -> None:
        """A newer view soon, if anything was written."""
        arena = self.arena
        if self._looking or arena is None:
            return
        self._looking, began = True, time.monotonic()
        question, step = self.question, self._play.step if self._play.running else None
        self._desk.look(
            lambda store: self._read(store, arena, question, step),
            lambda found: self._looked(arena, *found, began),
            self._unread,
        )

    def _read(
        self, store: Store, arena: Arena, question: ArenaQuestion | None, step: RunStep | None
    ) -> tuple[ArenaView | None, bool]:
        """In the desk's thread: the arena now, None where nothing was written since, and whether it
        is still made as it was.
        """
        stamp, preparing = store.stamp(), self._play.preparing
        known = self.view.running == (step is not None) and self.view.preparing == preparing
        if stamp == self._stamp and known:
            return None, True
        self._stamp = stamp
        same = store.arenas(arena.name) == [arena.now]
        past = arena.kept is not arena.now
        found = standing(store, arena, *(() if past else (question, step)))
        running, seats = step is not None, arena.game.seats
        return ArenaView(found, running, preparing, seats, self.complete), same

    def _looked(self, arena: Arena, view: ArenaView | None, same: bool, began: float) -> None:
        self._looking = False
        self.took.emit(time.monotonic() - began)
        if arena is not self.arena:  # another one by now, of which nothing was read
            self.again()
        elif view is not None:
            self.take(view)
            if not same:
                self.outdated.emit()

    def _unread(self, sentence: str) -> None:
        self._looking = False
        self.failed.emit(sentence)

    def take(self, view: ArenaView) -> None:
        """This is the latest view."""
        self.view = view
        self.seen.emit(view)
