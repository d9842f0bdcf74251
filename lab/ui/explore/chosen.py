"""The line below the map: the chosen point with the buttons that load it into a seat."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QWidget


class ChosenLine(QWidget):
    """A point in words, and a button for each seat; `load_asked` carries the seat."""

    load_asked = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words, self._buttons = QLabel(self), QWidget(self)
        self._words.setProperty("look", "soft")
        self._words.setTextFormat(Qt.TextFormat.PlainText)
        row, buttons = QHBoxLayout(self), QHBoxLayout(self._buttons)
        for layout in (row, buttons):
            layout.setContentsMargins(0, 0, 0, 0)
        buttons.setSpacing(8)
        row.addWidget(self._words, 1)
        row.addWidget(self._buttons)
        self._buttons.hide()

    def text(self) -> str:
        """The words on show."""
        return self._words.text()

    def set_point(self, words: str, seats: int = 0) -> None:
        """Words, and how many seats the point can be loaded into; 0 where none is chosen."""
        self._words.setText(words)
        self._buttons.setVisible(seats > 0)
        if seats:
            self._set_buttons(seats)

    def _set_buttons(self, seats: int) -> None:
        row = self._buttons.layout()
        assert isinstance(row, QHBoxLayout)
        while row.count() > seats and (item := row.takeAt(row.count() - 1)) is not None:
            old = item.widget()
            if old is not None:
                old.hide()
                old.deleteLater()
        for seat in range(row.count(), seats):
            title = f"Load into seat {seat + 1}"
            button = QPushButton(title)
            button.setToolTip(
                f"<div><b>{title}</b></div><div>Begins a match with this player in seat "
                f"{seat + 1}.</div>"
            )
            button.clicked.connect(lambda _=False, seat=seat: self.load_asked.emit(seat))
            row.addWidget(button)
