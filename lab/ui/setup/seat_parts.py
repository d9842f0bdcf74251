"""Parts of a seat's block in Set-up: the marks of its agents, the amount of its budget, and its
presets.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QLineEdit, QMenu, QPushButton, QWidget

from lab.match.budget import ITERATIONS, MOST
from lab.ui.parts import theme
from lab.ui.parts.guard import guarded
from lab.ui.parts.layout import row
from lab.ui.parts.marks import marks_of, paint_seat, seat_width
from lab.ui.parts.number_boxes import CountBox

# what the menu's actions do
CHOOSE, DELETE, SAVE, COPY, DEFAULTS = "choose", "delete", "save", "copy", "defaults"


class SeatMarks(QWidget):
    """The marks of a seat's agents."""

    def __init__(self, seat: int, owner: tuple[int, ...], kind: str) -> None:
        super().__init__()
        self._seat, self._kind, self._marks = seat, kind, marks_of(owner)
        self._agents = [a for a, s in enumerate(owner) if s == seat]
        theme.follow(self._redress)

    def _redress(self) -> None:
        self.setFixedSize(
            seat_width(theme.current(), self._agents, self._kind) + 2, theme.current().px(20)
        )
        self.update()

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            paint_seat(
                painter,
                self._marks,
                theme.current(),
                self._seat,
                self._agents,
                self._kind,
                QRectF(self.rect()).adjusted(1, 0, 0, 0),
            )


class PresetName(QWidget):
    """A line for the name of a preset; `named` carries it."""

    named = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.text, self.save = QLineEdit(), QPushButton("Save")
        self.text.setPlaceholderText("Name of the preset")
        self.text.setAccessibleName("Name of the preset")
        row((self.text, 1), self.save, of=self, margins=(0, 4, 0, 4), gap=8)
        self.text.returnPressed.connect(self._done)
        self.save.clicked.connect(self._done)
        self.hide()

    def ask(self) -> None:
        """Shows the line, empty, with the focus."""
        self.text.clear()
        self.show()
        self.text.setFocus()

    def _done(self) -> None:
        name = self.text.text().strip()
        if name:
            self.hide()
            self.named.emit(name)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.hide()
        else:
            event.ignore()


class AmountBox(CountBox):
    """The amount of a budget, of any size."""

    def __init__(self, name: str) -> None:
        super().__init__(name, 1, int(MOST[ITERATIONS]), 1, 60)


class PresetMenu(QMenu):
    """Built-in settings and the user's own; `asked` carries what to do and the preset's name."""

    asked = Signal(str, str)  # CHOOSE, DELETE, SAVE, COPY or DEFAULTS; the name, "" for none

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._ready: tuple[str, ...] = ()
        self._own: tuple[str, ...] = ()
        self.aboutToShow.connect(self._fill)
        self.triggered.connect(self._chosen)

    def set_presets(self, ready: Sequence[str], own: Sequence[str] = ()) -> None:
        """The algorithm's presets and the user's own."""
        self._ready, self._own = tuple(ready), tuple(own)

    def _fill(self) -> None:
        self.clear()
        for name in (*self._ready, *self._own):
            self.addAction(name).setData((CHOOSE, name))
        if self._ready or self._own:
            self.addSeparator()
        self.addAction("Back to the defaults").setData((DEFAULTS, ""))
        self.addAction("Save as a preset ...").setData((SAVE, ""))
        if self._own:
            away = self.addMenu("Delete a preset")
            for name in self._own:
                away.addAction(name).setData((DELETE, name))
        self.addSeparator()
        self.addAction("Copy as a command line").setData((COPY, ""))

    def _chosen(self, action: QAction) -> None:
        self.asked.emit(*action.data())
