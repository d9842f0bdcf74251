"""The second row of the window: the views of the page on show at the left, what can be done with it
and what it shows at the right.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction, QPainter, QPaintEvent
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from lab.ui.parts import theme
from lab.ui.parts.guard import guarded
from lab.ui.parts.layout import row
from lab.ui.parts.segments import Choice, Tabs

HIGH, SIDE = 40, 12  # pixels at 100 %


class ViewRow(QWidget):
    """`chosen` carries the view that the user picked."""

    chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Views")
        self.views, self.show_button = Tabs("View", parent=self), QToolButton(self)
        self.buttons: list[QToolButton] = []
        self.menu = QMenu(self)
        self.show_button.setText("Show")
        self.show_button.setAccessibleName("Show")
        self.show_button.setToolTip("What this page shows, and how much of it")
        self.show_button.setProperty("look", "flat")
        self.show_button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.show_button.setMenu(self.menu)
        self._row = row(self.views, 1, self.show_button, of=self, margins=(SIDE, 0, SIDE, 0), gap=8)
        self.views.chosen.connect(lambda name: self.chosen.emit(str(name)))
        theme.changed.connect(self._restyled)
        self._restyled()

    def _restyled(self, _theme: object = None) -> None:
        self.setFixedHeight(theme.current().px(HIGH))

    def set_views(self, choices: Sequence[Choice], name: str) -> None:
        """The views to choose from, and the one on show; a single one needs no choice."""
        self.views.set_choices(choices)
        self.views.set_value(name)
        self.views.setVisible(len(choices) > 1)

    def set_actions(self, actions: Sequence[QAction]) -> None:
        """What can be done with the page, as buttons before Show."""
        for button in self.buttons:
            self._row.removeWidget(button)
            button.hide()
            button.deleteLater()
        self.buttons = [self._button(action) for action in actions]

    def _button(self, action: QAction) -> QToolButton:
        button = QToolButton(self)
        button.setDefaultAction(action)
        button.setProperty("look", "flat")
        self._row.insertWidget(self._row.count() - 1, button)
        button.show()
        return button

    def set_shown(self, actions: Sequence[QAction | None]) -> None:
        """What the page can show, as the entries of the menu; None is a line."""
        self.menu.clear()
        for action in actions:
            if action is None:
                self.menu.addSeparator()
            else:
                self.menu.addAction(action)
        self.show_button.setVisible(bool(actions))

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), theme.current().colour("panel"))
            painter.fillRect(0, self.height() - 1, self.width(), 1, theme.current().colour("line"))
