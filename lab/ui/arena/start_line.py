"""The file of positions that a new arena's games begin in, as a line to write in and a button that
asks for it; of an arena that is there how many positions it has.
"""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QLabel, QLineEdit, QPushButton, QWidget

from lab.words.numerals import several

TIP = (
    "A file of positions that games begin in, in turn, each in every seating: one a line, as the "
    "editor shows or keeps it. Empty: each seed has the game's own start."
)


class StartLine(QWidget):
    """`changed` reports another file."""

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.line, self.file = QLineEdit(), QPushButton("File …")
        self.line.setAccessibleName("File of start positions")
        self.line.setPlaceholderText("the game's own")
        self.line.setTextMargins(5, 0, 2, 0)
        self.line.setToolTip(TIP)
        self.file.setToolTip("Choose a file of start positions")
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(6)
        row.addWidget(QLabel("Starts"))
        row.addWidget(self.line, 1)
        row.addWidget(self.file)
        self.line.textEdited.connect(lambda text: self.changed.emit())
        self.file.clicked.connect(self._browse)

    @property
    def path(self) -> str:
        """What was written, "" without a file."""
        return self.line.text().strip()

    def show_starts(self, new: bool, count: int, path: str) -> None:
        """For a new arena the file; for another one how many positions it has, if any."""
        self.setVisible(new or count > 0)
        self.file.setVisible(new)
        self.line.setEnabled(new)
        text = path if new else several(count, "position")
        if text != self.line.text():
            self.line.setText(text)

    def _browse(self) -> None:
        path, _ = QFileDialog.getOpenFileName(self.window(), "Start positions")
        if path:
            self.choose_file(path)

    def choose_file(self, path: str) -> None:
        """Takes a file."""
        self.line.setText(path)
        self.changed.emit()
