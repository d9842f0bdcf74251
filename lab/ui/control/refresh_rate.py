"""Lets the window rest: while nothing changes, it looks less often and draws almost nothing."""

from __future__ import annotations

import time

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication

from lab.live.session import Session
from lab.match.records import Thought
from lab.ui.control.moment import Moment

RESTS_AFTER_S = 2.0
LOOK_MS, TICK_MS = 100, 16  # between two looks, at rest and awake
DRAW_S, CLOCK_S = 2.0, 0.1  # between two drawings at rest; with a person, whose clock may run
WAKES = frozenset(
    {
        QEvent.Type.KeyPress,
        QEvent.Type.MouseButtonPress,
        QEvent.Type.MouseButtonRelease,
        QEvent.Type.MouseMove,
        QEvent.Type.Wheel,
        QEvent.Type.Shortcut,
        QEvent.Type.Resize,
        QEvent.Type.FocusIn,
        QEvent.Type.WindowActivate,
        QEvent.Type.Drop,
    }
)


class RefreshRate(QObject):
    """Says at each look whether there is anything to draw. Any input wakes it.

    It listens to the application's events only while it rests: a filter in Python for every event
    costs too much while a match runs.
    """

    def __init__(self, session: Session, moment: Moment, parent: QObject) -> None:
        super().__init__(parent)
        self._session, self._moment = session, moment
        self._seen: tuple[object, ...] = ()
        self._changed_at = self._drawn_at = time.monotonic()
        self.rests = False

    @property
    def interval_ms(self) -> int:
        """How long until the next look."""
        return LOOK_MS if self.rests else TICK_MS

    def wake(self) -> None:
        """Something was asked for: draws at each look again."""
        self._changed_at = time.monotonic()
        self._rest(False)

    def has_news(self) -> bool:
        """Whether to draw now."""
        now, state = time.monotonic(), self._state()
        view = self._session.view
        if view.status.searching or len(state) != len(self._seen) or self._differs(state):
            self._seen, self._changed_at = state, now
        self._rest(now - self._changed_at > RESTS_AFTER_S)
        every = CLOCK_S if view.status.to_move else DRAW_S
        if self.rests and now - self._drawn_at < every:
            return False
        self._drawn_at = now
        return True

    def _state(self) -> tuple[object, ...]:
        """What the window shows of the session: compared by identity, so it is kept alive here."""
        view = self._session.view
        thoughts: list[Thought | None] = [w.thought for w in view.workers.values()]
        return (view, self._moment.cursor, *thoughts)

    def _differs(self, state: tuple[object, ...]) -> bool:
        return any(a is not b for a, b in zip(state, self._seen, strict=True))

    def _rest(self, on: bool) -> None:
        app = QApplication.instance()
        if on == self.rests or app is None:
            return
        self.rests = on
        if on:
            app.installEventFilter(self)
        else:
            app.removeEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in WAKES:
            self.wake()
        return False
