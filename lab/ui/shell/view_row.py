"""The second row of the window: the views of the page on show at the left, after a line those
within the view, and at the right what can be done with it and what it shows.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QMenu, QToolButton, QWidget

from lab.ui.parts import theme
from lab.ui.parts.glyphs import icon
from lab.ui.parts.guard import guarded
from lab.ui.parts.layout import row
from lab.ui.parts.segments import Choice, Segments, Tabs
from lab.ui.shell.actions import Actions
from lab.ui.shell.menus import ROW_ACTIONS, SHOWN, put

HIGH, SIDE = 40, 12  # pixels at 100 %


class ViewRow(QWidget):
    """`chosen` carries the view that the user picked, `own_chosen` the one within it."""

    chosen = Signal(str)
    own_chosen = Signal(str)

    def __init__(self, actions: Actions, parent: QWidget) -> None:
        super().__init__(parent)
        self._actions, self._view = actions, ""
        self._own: dict[str, Sequence[QAction]] = {}
        self.setAccessibleName("Views")
        self.views, self.show_button = Tabs("View", parent=self), QToolButton(self)
        self.own, self._between = Segments("View within", parent=self), QFrame(self)
        self.buttons: list[QToolButton] = []
        self.menu = QMenu(self)
        self.show_button.setText("Show")
        self.show_button.setAccessibleName("Show")
        self.show_button.setToolTip("What this page shows, and how much of it")
        self.show_button.setProperty("look", "flat")
        self.show_button.setIcon(icon("down", "ink2"))
        self.show_button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.show_button.setLayoutDirection(Qt.LayoutDirection.RightToLeft)  # the icon at the end
        self.show_button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.menu.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        self.show_button.setMenu(self.menu)
        self.menu.aboutToShow.connect(self._fill)
        left = (self.views, self._between, self.own)
        self._row = row(*left, 1, self.show_button, of=self, margins=(SIDE, 0, SIDE, 0), gap=8)
        self._is_own = False
        self.views.chosen.connect(
            lambda name: (self.own_chosen if self._is_own else self.chosen).emit(str(name))
        )
        self.own.chosen.connect(lambda name: self.own_chosen.emit(str(name)))
        theme.follow(self._restyled)

    def _restyled(self) -> None:
        look = theme.current()
        self.setFixedHeight(look.px(HIGH))
        self._between.setFixedSize(1, look.px(HIGH // 2))
        self._between.setStyleSheet(f"background: {look.colour('line').name()};")

    def set_views(
        self,
        choices: Sequence[Choice],
        name: str,
        own: Sequence[Choice] = (),
        own_name: str = "",
        own_actions: Sequence[QAction] = (),
    ) -> None:
        """The views to choose from, and the one on show; likewise its `own`, and what only it can
        do. A single one needs no choice, and leaves its place to what is within it.
        """
        self._view, self._is_own = name, len(choices) < 2
        if self._is_own:
            choices, name, own = own, own_name, ()
        for tabs, offered, shown in ((self.views, choices, name), (self.own, own, own_name)):
            tabs.set_choices(offered)
            tabs.set_value(shown)
            tabs.setVisible(len(offered) > 1)
        self._between.setVisible(len(choices) > 1 and len(own) > 1)
        for button in self.buttons:
            self._row.removeWidget(button)
            button.hide()
            button.deleteLater()
        commands = [self._actions.by_name[each] for each in ROW_ACTIONS.get(self._view, ())]
        self.buttons = [self._button(action) for action in (*commands, *own_actions)]
        self._fill()

    def _button(self, action: QAction) -> QToolButton:
        button = QToolButton(self)
        button.setDefaultAction(action)
        button.setProperty("look", "flat")
        self._row.insertWidget(self._row.count() - 1, button)
        button.show()
        return button

    def set_shown(self, view: str, actions: Sequence[QAction]) -> None:
        """What a view can show or hide besides what commands do: entries of its menu Show."""
        self._own[view] = tuple(actions)
        self._fill()

    def _fill(self) -> None:
        """The menu Show of the view."""
        for within in self.menu.findChildren(QMenu):
            within.deleteLater()
        self.menu.clear()
        put(self.menu, SHOWN.get(self._view, ()), self._actions)
        self.menu.addSeparator()
        self.menu.addActions(self._own.get(self._view, ()))
        self.menu.addSeparator()
        put(self.menu, ("detail",), self._actions)

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), theme.current().colour("panel"))
            for y in (0, self.height() - 1):
                painter.fillRect(0, y, self.width(), 1, theme.current().colour("line"))
