"""Which is better: a button that plays A against B from the position, and what came out."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QWidget

from lab.compare.contest import MATCHES
from lab.ui.parts.combos import Combo, Entry
from lab.ui.parts.layout import column, row
from lab.ui.parts.messages import label

SHAKES = (0, 10, 50, 100)  # positions near this one that the matches begin in; 0: in this one
PLAY, STOP = f"Play {MATCHES} matches of A against B", "Stop"


class ContestBox(QWidget):
    """`asked` is the button's: True plays, False stops; `shaken` carries another of SHAKES."""

    asked = Signal(bool)
    shaken = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName("Which is better?")
        self.button, self.note = QPushButton(PLAY, self), label("", "note", self)
        self.verdict, self.facts = label("", "strong", self), label("", "note", self)
        self.button.setProperty("look", "primary")
        self.starts = Combo("Where the matches begin", self)
        self.starts.set_entries([Entry(str(count), _start_words(count)) for count in SHAKES])
        self._running = False
        box = row(self.button, self.starts, 1, gap=12)
        around = column(box, self.note, of=self, margins=(12, 4, 12, 10), gap=6)
        for part in (self.verdict, self.facts):
            part.hide()
            around.addWidget(part)
        self.button.clicked.connect(self._clicked)
        self.starts.picked.connect(lambda count: self.shaken.emit(int(count)))

    def set_state(self, running: bool, note: str, refusal: str = "") -> None:
        """Whether matches are being played, and a note next to the button; a refusal says why they
        cannot be.
        """
        self._running = running
        self.button.setText(STOP if running else PLAY)
        self.button.setEnabled(running or not refusal)
        self.note.setText(refusal or note)

    def set_shakes(self, possible: bool, count: int) -> None:
        """Whether positions near this one can be drawn, and how many are."""
        self.starts.setVisible(possible)
        self.starts.choose(str(count))

    def set_result(self, verdict: str, facts: str) -> None:
        """What the matches say; "" for nothing yet."""
        self.verdict.setText(verdict)
        self.facts.setText(facts)
        self.verdict.setVisible(bool(verdict))
        self.facts.setVisible(bool(facts))
        self.setAccessibleDescription(f"{verdict} {facts}".strip())

    def _clicked(self) -> None:
        self.asked.emit(not self._running)


def _start_words(count: int) -> str:
    return f"from {count} shaken ones" if count else "from this position"
