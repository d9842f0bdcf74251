"""The benchmarks of a tuning: one or several, each met equally often."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from lab.ui.explore.players import PlayerBox
from lab.ui.parts.combos import Entry

MOST = 6
ANOTHER = "Another benchmark: a setting that beats one player only is of little use"


class Rivals(QWidget):
    """A box for each benchmark; `changed` reports any edit, setters are silent."""

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.boxes: list[PlayerBox] = []
        self._entries: tuple[Entry, ...] = ()
        self.more, self.fewer = QPushButton("Add another"), QPushButton("Remove")
        self._column, row = QVBoxLayout(), QHBoxLayout()
        whole = QVBoxLayout(self)
        for layout in (whole, self._column, row):
            layout.setContentsMargins(0, 0, 0, 0)
            layout.setSpacing(8)
        for button in (self.more, self.fewer):
            button.setProperty("look", "fold")
            button.setFlat(True)
            row.addWidget(button)
        row.addStretch(1)
        whole.addLayout(self._column)
        whole.addLayout(row)
        self.more.setToolTip(ANOTHER)
        self.fewer.setToolTip("Removes the last benchmark")
        self.more.clicked.connect(self._add)
        self.fewer.clicked.connect(self._remove)

    @property
    def texts(self) -> tuple[str, ...]:
        """The benchmarks as --against takes them; none in a game for one."""
        return () if self.isHidden() else tuple(box.text for box in self.boxes)

    def set_texts(self, texts: Sequence[str], entries: Sequence[Entry]) -> None:
        """Shows benchmarks; `entries` may be chosen."""
        self._entries = tuple(entries)
        self._match(max(1, len(texts)))
        for box, text in zip(self.boxes, texts, strict=False):
            box.set_players(entries)
            if box.text != text:
                box.choose(*player_of(text))

    def _match(self, count: int) -> None:
        while len(self.boxes) > count:
            box = self.boxes.pop()
            self._column.removeWidget(box)
            box.hide()
            box.deleteLater()
        while len(self.boxes) < count:
            name = f"Benchmark {len(self.boxes) + 1}" if self.boxes else "Benchmark"
            box = PlayerBox(name, "c=0.3", word="against" if not self.boxes else "and")
            box.set_players(self._entries)
            box.chosen.connect(lambda _name: self.changed.emit())
            box.changed.connect(self.changed)
            self.boxes.append(box)
            self._column.addWidget(box)
        self.more.setEnabled(count < MOST)
        self.fewer.setVisible(count > 1)

    def _add(self) -> None:
        texts = self.texts
        known = {text.partition(":")[0] for text in texts}
        able = [entry.name for entry in self._entries if not entry.reason]
        new = next((name for name in able if name not in known), able[0] if able else "")
        self.set_texts((*texts, new), self._entries)
        self.changed.emit()

    def _remove(self) -> None:
        self._match(len(self.boxes) - 1)
        self.changed.emit()


def player_of(text: str) -> tuple[str, str]:
    """The name of a player, and its settings or its command."""
    name, _, settings = text.partition(":")
    return name, settings
