"""The half of the page about settings: which two parameters, the map of each agent, and after how
many iterations.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout, QLabel, QPushButton, QWidget

from engines.knobs import Knob
from lab.maps.settings import SettingsAnswers
from lab.ui.maps.agent_map import AgentMap, AgentMapView
from lab.ui.maps.part import NoteLine
from lab.ui.parts import theme
from lab.ui.parts.choices import Choices
from lab.ui.parts.combos import Combo, Entry
from lab.ui.parts.layout import column, row
from lab.ui.parts.messages import Empty, one_line
from lab.ui.parts.segments import Choice, Segments
from lab.words import numerals

MOST_MAPS = 4
LEGEND = (
    "A cell is a whole search of this position. Sign: the action it would play. Tint: its share "
    "of the visits. Lines: where the action changes. Frame: the setting that plays."
)
NARROW = 520  # pixels at 100 %: below, the maps are in one column


class HangPanel(QWidget):
    """Setters are silent. `asked` wants the searches again; `axes_chosen` carries the names of both
    parameters, `most_chosen` the iterations of each search, `mark_chosen` the mark on show,
    `seat_chosen` whose search is varied, `picked` the cell to open.
    """

    asked = Signal()
    axes_chosen = Signal(str, str)
    most_chosen = Signal(int)
    mark_chosen = Signal(int)
    seat_chosen = Signal(int)
    picked = Signal(int, int)

    def __init__(self) -> None:
        super().__init__()
        self.title, self.note = one_line("What the choice hangs on", "title"), NoteLine()
        self.again = QPushButton("Again")
        self.seats = Segments("Whose search")
        self.across, self.up = Combo("Across"), Combo("Up")
        for combo in (self.across, self.up):
            combo.setSizeAdjustPolicy(Combo.SizeAdjustPolicy.AdjustToContents)
        self.most, self.marks = Segments("Iterations of each search"), Segments("After")
        self.legend = one_line(LEGEND, "caption")
        self.legend.setWordWrap(True)
        self.empty = Empty()
        self.maps = tuple(AgentMap() for _ in range(MOST_MAPS))
        self._build()
        self._wire()

    def _build(self) -> None:
        box = column(row(self.title, self.note, 1, self.again, margins=8, gap=10), of=self, gap=0)
        words = QLabel("across"), QLabel("up")
        for label in words:
            label.setProperty("look", "caption")
        box.addLayout(row(words[0], self.across, words[1], self.up, 1, margins=0, gap=10))
        self.choices = Choices(self.seats, self.most, 1, self.marks)
        box.addLayout(row(self.choices, margins=6, gap=10))
        box.addLayout(row(self.legend, margins=2, gap=10))
        box.addWidget(self.empty, 1)
        self._field = QWidget()
        self._grid = QGridLayout(self._field)
        self._grid.setContentsMargins(12, 4, 12, 8)
        self._grid.setSpacing(12)
        box.addWidget(self._field, 8)

    def _wire(self) -> None:
        self.again.clicked.connect(self.asked)
        self.across.picked.connect(lambda _name: self._axes())
        self.up.picked.connect(lambda _name: self._axes())
        self.most.chosen.connect(lambda n: self.most_chosen.emit(int(str(n))))
        self.marks.chosen.connect(lambda n: self.mark_chosen.emit(int(str(n))))
        self.seats.chosen.connect(lambda seat: self.seat_chosen.emit(int(str(seat))))
        for each in self.maps:
            each.chart.picked.connect(self.picked)

    def _axes(self) -> None:
        self.axes_chosen.emit(self.across.name, self.up.name)

    # -- setters -----------------------------------------------------------------------------------

    def set_choices(self, varied: Sequence[Knob], names: tuple[str, str], most: int) -> None:
        """The parameters that can be varied, those that are, and the iterations of each search."""
        first, second = names
        for combo, name, other in ((self.across, first, second), (self.up, second, first)):
            entries = [
                Entry(knob.name, knob.title, "", "the other axis" if knob.name == other else "")
                for knob in varied
            ]
            combo.set_entries(entries)
            combo.choose(name)
        amounts = sorted({1000, 4000, 20_000, most})
        self.most.set_choices([Choice(n, numerals.count(n), f"{n:,} each") for n in amounts])
        self.most.set_value(most)

    def set_seats(self, seats: Sequence[int], seat: int) -> None:
        """Whose search may be varied; a single one needs no choice."""
        self.seats.set_choices([Choice(s, f"Seat {s + 1}") for s in seats])
        self.seats.set_value(seat)
        self.seats.setVisible(len(seats) > 1)

    def set_answers(self, views: Sequence[AgentMapView], marks: Sequence[int], mark: int) -> None:
        """Shows a map for each agent, after `marks[mark]` iterations."""
        shown = list(views)[:MOST_MAPS]
        for each, view in zip(self.maps, shown, strict=False):
            each.set_view(view)
        self._lay_out(len(shown))
        self.empty.setVisible(not shown)
        self._field.setVisible(bool(shown))
        self.marks.set_choices(
            [
                Choice(i, numerals.count(n), f"after {n:,}")
                for i, n in enumerate(marks)
                if _on(i, marks)
            ]
        )
        self.marks.set_value(mark)

    def show_words(self, why: str, help: str = "") -> None:
        """Says why there is no map."""
        self.set_answers((), (), 0)
        self.empty.set_words(why, help)

    def set_state(self, words: str, answers: SettingsAnswers | None, running: bool) -> None:
        """What is going on."""
        self.note.setText(words)
        self.again.setText("Stop" if running else "Again")
        self.again.setEnabled(running or answers is not None)

    # -- room --------------------------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._lay_out(sum(not each.isHidden() for each in self.maps))

    def _lay_out(self, count: int) -> None:
        """One or two columns."""
        wide = count > 1 and self.width() >= theme.current().px(NARROW)
        for number, each in enumerate(self.maps):
            each.setVisible(number < count)
            place = divmod(number, 2) if wide else (number, 0)
            if self._grid.indexOf(each) < 0 or self._place(each) != place:
                self._grid.removeWidget(each)
                self._grid.addWidget(each, *place)

    def _place(self, each: QWidget) -> tuple[int, int]:
        at = self._grid.getItemPosition(self._grid.indexOf(each))
        assert isinstance(at, tuple)  # row, column and their spans
        return int(at[0]), int(at[1])


def _on(number: int, marks: Sequence[int]) -> bool:
    """Whether a mark has a button: powers of ten and the last."""
    return number == len(marks) - 1 or str(marks[number]).strip("0") == "1"
