"""The boxes at the top of the Arena page: which arena (F2 and Delete act on it), where its games
begin, and its question: which bot may be better than which, by how much, and how sure the answer
has to be. `changed` reports any edit; setters are silent.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent
from PySide6.QtWidgets import (
    QFileDialog,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QMenu,
    QPushButton,
    QWidget,
)

from lab.experiments.pairing import CANDIDATE as FIRST
from lab.experiments.pairing import EVENLY, HELPS, RULES, Rule
from lab.ui.parts.combos import Combo, Entry
from lab.ui.parts.layout import column, row
from lab.ui.parts.messages import label
from lab.ui.parts.number_boxes import NumberBox
from lab.words.numerals import several

NEW = "\n"  # the entry for a new arena; no arena has this name
TIP = "Rename it: F2\nDelete it: Del"


class ArenaChoice(Combo):
    """`rename_asked` and `delete_asked` carry the arena on show."""

    rename_asked = Signal(str)
    delete_asked = Signal(str)

    def __init__(self) -> None:
        super().__init__("Arena")

    def set_arenas(self, names: Sequence[str], shown: str) -> None:
        """The arenas to choose from; `shown` is "" for a new one."""
        self.set_entries([*(Entry(name, name) for name in names), Entry(NEW, "New arena")])
        self.choose(shown or NEW)
        self.setToolTip(TIP if shown else "")

    @property
    def shown(self) -> str:
        """The arena on show, "" for a new one."""
        return self.name if self.name != NEW else ""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        asked = {Qt.Key.Key_F2: self.rename_asked, Qt.Key.Key_Delete: self.delete_asked}
        signal = asked.get(Qt.Key(event.key())) if self.shown else None
        if signal is not None:
            signal.emit(self.shown)
        else:
            super().keyPressEvent(event)

    def menu(self) -> QMenu:
        """What can be done with the arena on show."""
        menu, name = QMenu(self), self.shown
        menu.addAction("Rename\tF2", lambda: self.rename_asked.emit(name))
        menu.addAction("Delete …\tDel", lambda: self.delete_asked.emit(name))
        return menu

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        if self.shown:
            self.menu().exec(event.globalPos())


NONE = Entry("", "nobody", "only the standing")
SCORES = (1.0, 99.0)
RISKS = (0.1, 49.0)  # per cent


class QuestionBox(QWidget):
    """Two bots, two scores, two risks."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.candidate, self.than = Combo("Candidate"), Combo("Better than")
        self.low, self.high = NumberBox("Score, lower", 52), NumberBox("Score, upper", 52)
        self.yes, self.no = (
            NumberBox("Wrong yes at most", 52),
            NumberBox("Wrong no at most", 52),
        )
        self.note, self.wrong = label("", "note", self), label("", "note", self)
        self.terms = QWidget()  # by how much, and how sure: its place is elsewhere
        for box, ends, value in (
            (self.low, SCORES, 50.0),
            (self.high, SCORES, 55.0),
            (self.yes, RISKS, 5.0),
            (self.no, RISKS, 10.0),
        ):
            box.setDecimals(1)
            box.setRange(*ends)
            box.setValue(value)
            box.setSuffix(" %" if box is self.high else "")
            box.valueChanged.connect(self._edited)
        self.candidate.picked.connect(self._pick)
        self.than.picked.connect(self._edited)
        self._bots: tuple[str, ...] = ()
        self._lay_out()
        self._say()

    def _lay_out(self) -> None:
        words = [QLabel("Is"), QLabel("better than")]
        column(words[0], self.candidate, words[1], self.than, self.wrong, of=self, gap=6)
        grid = QGridLayout()
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(8)
        rows = ("Between", (self.low, "and", self.high)), ("Wrong yes", (self.yes, "no", self.no))
        for k, (name, parts) in enumerate(rows):
            grid.addWidget(QLabel(name), k, 0)
            grid.addLayout(_row(*parts), k, 1)
        grid.setColumnStretch(1, 1)
        column(grid, self.note, of=self.terms, gap=6)

    def _pick(self, candidate: str) -> None:
        """A candidate is compared with somebody: at first with the first other bot."""
        if self.than.name in ("", candidate):
            others = (bot for bot in self._bots if bot != candidate)
            self.than.choose(next(others, "") if candidate else "")
        self._edited()

    def _edited(self, _value: object = None) -> None:
        self._say()
        self.changed.emit()

    def _say(self) -> None:
        yes, no = (f"{box.value():.3g} %" for box in (self.yes, self.no))
        self.wrong.setText(self.problem)
        self.wrong.setVisible(bool(self.problem))
        self.note.setText(f"False positive at most {yes}, false negative at most {no}.")
        for part in (self.than, self.low, self.high, self.yes, self.no):
            part.setEnabled(bool(self.candidate.name))

    @property
    def problem(self) -> str:
        """What is wrong in the boxes; "" for nothing."""
        if self.candidate.name and self.candidate.name == self.than.name:
            return "A bot is not better than itself: choose two."
        if self.low.value() >= self.high.value():
            return "The second score should be the higher one."
        return ""

    @property
    def hint(self) -> str:
        """The terms in a few words."""
        yes, no = (f"{box.value():.3g} %" for box in (self.yes, self.no))
        return f"risks {yes}, {no}"

    @property
    def bounds(self) -> tuple[float, float]:
        """The two scores, in [0, 1]."""
        return round(self.low.value() / 100, 6), round(self.high.value() / 100, 6)

    @property
    def risks(self) -> tuple[float, float]:
        """The risks of a false yes and of a false no."""
        return round(self.yes.value() / 100, 6), round(self.no.value() / 100, 6)

    def set_question(
        self,
        bots: Sequence[str],
        candidate: str,
        than: str,
        bounds: tuple[float, float],
        risks: tuple[float, float],
    ) -> None:
        """Shows a question."""
        self._bots = tuple(bots)
        entries = [Entry(bot, bot) for bot in bots]
        for combo, name in ((self.candidate, candidate), (self.than, than)):
            combo.set_entries([NONE, *entries] if combo is self.candidate else entries)
            combo.choose(name)
        boxes = (self.low, self.high, self.yes, self.no)
        for box, value in zip(boxes, (*bounds, *risks), strict=True):
            with QSignalBlocker(box):
                box.setValue(100 * value)
        self._say()


def _row(*parts: QWidget | str) -> QHBoxLayout:
    """Fields, and the words between them."""
    row = QHBoxLayout()
    row.setSpacing(6)
    for part in parts:
        if isinstance(part, QWidget):
            row.addWidget(part, 1)
        else:
            between = QLabel(part)
            between.setProperty("look", "soft")
            row.addWidget(between)
    return row


TITLES: dict[Rule, str] = {
    HELPS: "where it helps",
    EVENLY: "evenly",
    FIRST: "candidate first",
}
RULE_TIP = "<div><b>Next pair</b></div>" + "".join(
    f"<div>{TITLES[name].capitalize()}: {words}.</div>" for name, words in RULES.items()
)

LINE_TIP = (
    "A file of positions that games begin in, in turn, each in every seating: one a line, as the "
    "editor shows or keeps it. Or random:2-4: each seed has random plies of its own. Empty: each "
    "seed has the game's own start."
)


class StartLine(QWidget):
    """`changed` reports another file."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.line, self.file = QLineEdit(), QPushButton("File")
        self.line.setAccessibleName("File of start positions")
        self.line.setPlaceholderText("the game's own")
        self.line.setTextMargins(5, 0, 2, 0)
        self.line.setToolTip(LINE_TIP)
        self.file.setToolTip("Choose a file of start positions")
        row((self.line, 1), self.file, of=self, gap=6)
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
