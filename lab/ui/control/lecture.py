"""Lecture mode: the whole screen, large text, and only the lesson, or the board and the trees,
without docks and bars; afterwards everything is as it was. A lecture may hide what its lessons say
until it is asked for.
"""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QWidget

from lab.ui.control.appearance import AppearanceControl
from lab.ui.parts import theme
from lab.ui.parts.spoken import announce
from lab.ui.parts.tips import WIDEST, Bubble
from lab.ui.shell.window import Window
from lab.ui.shell.workspaces import WorkspacePage

WORDS = "Lecture mode. Esc or {} leaves it."
HIDDEN = "Lessons hide their answers: Space or Page Down shows them."
SHOWN = "Lessons show their answers."


@dataclass(frozen=True)
class Regions:
    """The regions of the match, as they were before a lecture."""

    setup: bool  # whether Set-up was on show
    widths: list[int]  # as a person chose them


class LectureControl(QObject):
    """Turns lecture mode on and off."""

    def __init__(self, window: Window, appearance: AppearanceControl, parent: QObject) -> None:
        super().__init__(parent)
        self._window, self._appearance = window, appearance
        self.is_on = self.hides = False
        self._before = Qt.WindowState.WindowNoState  # what the window has to get back
        self._regions: Regions | None = None  # what the match has to get back
        self._is_bare = False  # whether the match is in lecture mode
        self._pages = list[WorkspacePage]()  # that are in lecture mode
        self._bubble = Bubble(window)
        theme.wear(self._bubble)
        window.workspace_changed.connect(self._follow)
        window.closing.connect(self.leave)

    def toggle(self) -> None:
        """On or off."""
        if self.is_on:
            self.leave()
        else:
            self._enter()

    def toggle_hiding(self) -> None:
        """Whether lessons hide their answers; without a lecture, one begins."""
        self.hides = not self.hides
        if not self.is_on:
            self._enter()
            return
        for page in self._pages:
            page.set_lecture(True, self.hides)
        self._say(HIDDEN if self.hides else SHOWN)

    def _enter(self) -> None:
        window, focus = self._window, QApplication.focusWidget()
        self.is_on = True
        self._before = window.windowState()
        if self._regions is None:
            self._regions = Regions(window.setup_shown, window.widths())
        self._bars(False)
        window.showFullScreen()
        self._follow()
        self._appearance.set_lecture(True)
        self._return_to(focus)
        app = QApplication.instance()
        if app is not None:
            app.installEventFilter(self)
        words = WORDS.format(window.key_text("lecture") or "the menu")
        self._say(f"{words} {HIDDEN}" if self.hides else words)

    def _say(self, words: str) -> None:
        window = self._window
        window.actions_.set("quiz", self.hides)
        room = window.screen().size()  # the window fills it in a moment
        left = (room.width() - theme.current().px(WIDEST)) // 2
        self._bubble.say(words, QPoint(max(0, left), room.height()))
        announce(window, words)

    def leave(self) -> None:
        """Everything as it was before the lecture."""
        if not self.is_on:
            return
        self.is_on = self.hides = False
        app = QApplication.instance()
        if app is not None:
            app.removeEventFilter(self)
        self._bubble.hide()
        focus = QApplication.focusWidget()
        self._appearance.set_lecture(False)
        for page in self._pages:
            page.set_lecture(False)
        self._pages.clear()
        self._window.setWindowState(self._before)
        self._follow()
        self._bars(True)
        self._return_to(focus)

    def _follow(self, _name: str = "") -> None:
        """Applies the choice, or leaves everything unchanged."""
        page = self._window.page
        if not self.is_on:
            self._restore()
        elif page is None:
            self._strip()
        elif page not in self._pages:
            self._pages.append(page)
            page.set_lecture(True, self.hides)

    def _strip(self) -> None:
        """The match without Set-up and timeline."""
        if not self._is_bare:
            self._is_bare = True
            if self._window.setup_shown:
                self._window.toggle_setup(False)
            self._window.centre.set_lecture(True)

    def _restore(self) -> None:
        """The match as it was; sizes are exact only once it is on show."""
        before, window = self._regions, self._window
        if before is None:
            return
        if self._is_bare and window.page is None:
            self._is_bare = False
            window.centre.set_lecture(False)
            if before.setup != window.setup_shown:
                window.toggle_setup(before.setup)
        window.set_widths(before.widths)
        if window.page is None:
            self._regions = None

    def _bars(self, on: bool) -> None:
        self._window.menuBar().setVisible(on)
        self._window.view_row.setVisible(on)
        self._window.status.setVisible(on)
        self._window.actions_.set("lecture", not on)
        self._window.actions_.set("quiz", self.hides)

    def _return_to(self, focus: QWidget | None) -> None:
        """Gives the keys back to a part that is on show, else to what is taught."""
        page = self._window.page
        if focus is not None and focus.isVisible():
            focus.setFocus(Qt.FocusReason.OtherFocusReason)
        elif page is None:
            self._window.centre.board.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            page.take_focus()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Esc leaves, whatever has the keys, unless something is open that it closes first."""
        keys = (QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress)
        if event.type() not in keys or not isinstance(event, QKeyEvent):
            return False
        opened = QApplication.activePopupWidget() or QApplication.activeModalWidget()
        if event.key() != Qt.Key.Key_Escape or opened is not None or not self._is_ours(watched):
            return False
        event.accept()
        if event.type() == QEvent.Type.KeyPress:
            self.leave()
        return True

    def _is_ours(self, watched: QObject) -> bool:
        return isinstance(watched, QWidget) and watched.window() is self._window
