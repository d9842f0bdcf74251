"""Parts of a seat's block in Set-up: the marks of its agents, the amount of its budget, and its
presets.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent, QPainter, QPaintEvent, QWheelEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLineEdit,
    QMenu,
    QPushButton,
    QSpinBox,
    QWidget,
)

from lab.match.budget import ITERATIONS, MOST
from lab.ui.parts import theme
from lab.ui.parts.guard import guarded
from lab.ui.parts.marks import marks_of, paint_seat, seat_width

# what the menu's actions do
CHOOSE, DELETE, SAVE, COPY, DEFAULTS = "choose", "delete", "save", "copy", "defaults"


class SeatMarks(QWidget):
    """The marks of a seat's agents."""

    def __init__(self, seat: int, owner: tuple[int, ...], kind: str) -> None:
        super().__init__()
        self._seat, self._kind, self._marks = seat, kind, marks_of(owner)
        self._agents = [a for a, s in enumerate(owner) if s == seat]
        theme.changed.connect(self._redress)
        self._redress()

    def _redress(self, _theme: object = None) -> None:
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


class NameLine(QWidget):
    """A line for the name of a preset; `named` carries it."""

    named = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.text, self.save = QLineEdit(), QPushButton("Save")
        self.text.setPlaceholderText("Name of the preset")
        self.text.setAccessibleName("Name of the preset")
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 4, 0, 4)
        row.setSpacing(8)
        row.addWidget(self.text, 1)
        row.addWidget(self.save)
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


class AmountBox(QSpinBox):
    """A whole number of any size in a narrow box; the wheel changes it only while it has the
    focus.
    """

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.setGroupSeparatorShown(True)
        self.setKeyboardTracking(False)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setRange(1, int(MOST[ITERATIONS]))

    def sizeHint(self) -> QSize:
        return self.minimumSizeHint()

    def minimumSizeHint(self) -> QSize:
        digits = len(str(self.value()))
        return QSize(
            theme.current().px(60 if digits < 5 else 28 + 8 * digits),
            super().minimumSizeHint().height(),
        )

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()


class PresetMenu(QMenu):
    """Built-in settings and the user's own; `asked` carries what to do and the preset's name."""

    asked = Signal(str, str)  # CHOOSE, DELETE, SAVE, COPY or DEFAULTS; the name, "" for none

    def __init__(self, parent: QWidget | None = None) -> None:
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
