"""What Full has on a page and Simple leaves to the menu Show: switches and small choices."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QAbstractButton, QMenu, QWidget

from lab.ui.parts import detail
from lab.ui.parts.layout import row
from lab.ui.parts.segments import Segments


class Choices(QWidget):
    """Parts side by side, all of them hidden in Simple; `actions_now` says the same as entries of a
    menu. A part that is hidden by itself is in neither.
    """

    def __init__(self, *parts: QWidget | int, gap: int = 10) -> None:
        super().__init__()
        self._made = list[QObject]()  # the entries of the last time
        self._parts = [part for part in parts if isinstance(part, QWidget)]
        self._row = row(*parts, of=self, gap=gap)
        detail.changed.connect(self._change_detail)
        if not detail.is_full():
            self.hide()

    def _change_detail(self) -> None:
        # one that stands nowhere, only in the menu, would be a window
        self.setVisible(detail.is_full() and self.parentWidget() is not None)

    def add(self, part: QWidget) -> None:
        """One more part, at the end."""
        self._parts.append(part)
        self._row.addWidget(part)

    def actions_now(self) -> list[QAction]:
        """An entry for each part that makes sense now; those of the last time are gone."""
        for old in self._made:
            old.deleteLater()
        self._made = list[QObject]()
        shown = [part for part in self._parts if not part.isHidden()]
        return [made for part in shown if (made := self._entry(part)) is not None]

    def _entry(self, part: QWidget) -> QAction | None:
        if isinstance(part, QAbstractButton):
            action = QAction(part.text(), self)
            action.setCheckable(part.isCheckable())
            action.setChecked(part.isChecked())
            action.setEnabled(part.isEnabled())
            action.triggered.connect(part.click)
            self._made.append(action)
            return action
        if not isinstance(part, Segments):
            return None
        menu = QMenu(part.accessibleName(), self)
        group = QActionGroup(menu)
        for choice in part.choices:
            action = menu.addAction(choice.text, partial(part.choose, choice.value))
            action.setCheckable(True)
            action.setChecked(choice.value == part.value())
            group.addAction(action)
        self._made.append(menu)
        return menu.menuAction()
