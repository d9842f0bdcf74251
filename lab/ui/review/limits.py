"""The boxes of the review: from how many points lost on a move is a slip, a mistake or a blunder;
by which algorithm, how deep and whether only the marked moves are searched again; and how each
seat played.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPointF, QRectF, QSignalBlocker, Signal
from PySide6.QtGui import QHelpEvent, QPainter
from PySide6.QtWidgets import QCheckBox, QFrame, QLabel, QPushButton

from lab.review.judging import BLUNDER, MISTAKE, SLIP, USUAL, Thresholds
from lab.review.words import seat_lines, thirds_words
from lab.ui.parts import theme
from lab.ui.parts.combos import Combo, Entry
from lab.ui.parts.layout import column, row
from lab.ui.parts.number_boxes import NumberBox
from lab.ui.parts.painted import clauses_that_fit, put, text_line, text_width
from lab.ui.parts.part import ViewPart
from lab.ui.parts.tips import show_tip
from lab.ui.review.view import MARGIN, ReviewView, put_player
from lab.ui.setup.seat_parts import AmountBox
from lab.words.numerals import capitalised

DEEPER = 4  # times as many iterations as before


class AgainSheet(QFrame):
    """`asked` carries the algorithm, the iterations of each search, and whether only marked moves
    are searched; another algorithm than before gives a second opinion.
    """

    asked = Signal(str, int, bool)

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("look", "message")
        self.setAccessibleName("Search again")
        self.algorithm = Combo("Reviewed by")
        self.amount = AmountBox("Iterations of each search")
        self.marked = QCheckBox("Marked moves only")
        self.start = QPushButton("Search")
        self.start.setProperty("look", "primary")
        self.start.clicked.connect(self._ask)
        by, of = QLabel("Search again by"), QLabel("iterations")
        what = row(by, self.algorithm, QLabel("with"), self.amount, of, 1, gap=10)
        how = row(self.marked, 1, self.start, gap=10)
        column(what, how, of=self, margins=6, gap=4)
        theme.follow(self._restyled)
        self.hide()

    def _restyled(self) -> None:
        self.amount.setMinimumWidth(theme.current().px(96))

    def offer(self, entries: Sequence[Entry], name: str, iterations: int, marked: bool) -> None:
        """The algorithms to choose from, and what the review had: it is offered deeper."""
        self.algorithm.set_entries(entries)
        self.algorithm.choose(name)
        self.amount.setValue(DEEPER * iterations)
        self.marked.setChecked(marked)
        self.marked.setEnabled(marked)

    def _ask(self) -> None:
        self.hide()
        self.asked.emit(self.algorithm.name, self.amount.value(), self.marked.isChecked())


NAMES = (SLIP, MISTAKE, BLUNDER)  # the lightest first
LEAST, MOST = 0.5, 100.0  # points


class LimitsSheet(QFrame):
    """`changed` carries thresholds that a person has set; a graver mark never begins below a
    lighter one.
    """

    changed = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("look", "message")
        self.setAccessibleName("Marks")
        self.boxes = {name: self._box(name) for name in NAMES}
        self.usual = QPushButton("Usual")
        self.usual.setToolTip("The thresholds that the lab has by default")
        self.usual.clicked.connect(lambda: self._take(USUAL))
        around = row(of=self, margins=6, gap=10)
        for name, box in self.boxes.items():
            around.addWidget(QLabel(f"{name.capitalize()} from"))
            around.addWidget(box)
        around.addWidget(QLabel("points lost"))
        around.addStretch(1)
        around.addWidget(self.usual)
        theme.follow(self._restyled)
        self.hide()

    def _box(self, name: str) -> NumberBox:
        box = NumberBox(f"{name.capitalize()}: points lost")
        box.setRange(LEAST, MOST)
        box.setDecimals(1)
        box.setToolTip(
            "Points are hundredths of the chance to win; with evaluations, of the graph's axis."
        )
        box.valueChanged.connect(lambda _value: self._moved(name))
        return box

    def _restyled(self) -> None:
        for box in self.boxes.values():
            box.setMinimumWidth(theme.current().px(70))

    @property
    def value(self) -> Thresholds:
        """The thresholds on show."""
        return Thresholds(**{name: box.value() for name, box in self.boxes.items()})

    def set_value(self, limits: Thresholds) -> None:
        """Shows thresholds."""
        for grade in limits.grades:
            box = self.boxes[grade.name]
            with QSignalBlocker(box):
                box.setValue(grade.points)
        self.usual.setEnabled(limits != USUAL)

    def _moved(self, name: str) -> None:
        """The others make room for the one that was moved."""
        at, points = NAMES.index(name), self.boxes[name].value()
        kept = {
            other: max(box.value(), points) if k > at else min(box.value(), points)
            for k, (other, box) in enumerate(self.boxes.items())
        }
        self._take(Thresholds(**kept))

    def _take(self, limits: Thresholds) -> None:
        self.set_value(limits)
        self.changed.emit(limits)


NARROW = 300  # pixels at 100 % below which the name has a line of its own


class Summaries(ViewPart[ReviewView]):
    """A column for each seat."""

    def __init__(self) -> None:
        super().__init__("How each seat played")

    @property
    def _narrow(self) -> bool:
        seats = max(1, len(self.view.summaries) if self.view is not None else 2)
        return self.width() / seats < theme.current().px(2 * NARROW - 160)

    def content_height(self) -> float:
        lines = 3 if self._narrow else 2
        return theme.current().px(10) + lines * text_line(theme.TABLE, 4)

    def _seat(self, x: float) -> int:
        assert self.view is not None
        return min(
            len(self.view.summaries) - 1, int(x * len(self.view.summaries) / max(1, self.width()))
        )

    def paint_view(self, painter: QPainter, view: ReviewView) -> None:
        look, count = theme.current(), len(view.summaries)
        wide, line = self.width() / max(1, count), text_line(theme.TABLE, 4)
        for k, summary in enumerate(view.summaries):
            left, top = k * wide + look.px(MARGIN), float(look.px(3))
            if k:
                painter.fillRect(
                    QRectF(k * wide, look.px(3), 1, self.height() - look.px(8)),
                    look.colour("line"),
                )
            agent = view.game.agents_of(summary.seat)[0]
            put_player(painter, view, agent, QPointF(left + look.px(6), top + line / 2))
            name = f"Seat {summary.seat + 1}, {view.players[summary.seat]}"
            start, room = left + look.px(18), wide - look.px(18 + 2 * MARGIN)
            narrow = self._narrow
            side = min(text_width(name, theme.TABLE, True), room * 0.45)
            put(painter, QRectF(start, top, room if narrow else side + 4, line), name, bold=True)
            at = start if narrow else start + side + look.px(24)
            room = k * wide + wide - at - look.px(MARGIN)
            top += line if narrow else 0
            first, second = seat_lines(summary)
            put(painter, QRectF(at, top, room, line), first)
            fitting = clauses_that_fit(second, room, theme.TABLE)
            put(painter, QRectF(at, top + line, room, line), fitting, theme.TABLE, "ink2")
        painter.fillRect(QRectF(0, self.height() - 1, self.width(), 1), look.colour("line"))

    def lines(self) -> list[str]:
        if self.view is None:
            return []
        return [
            f"Seat {s.seat + 1}, {self.view.players[s.seat]}: {', '.join(seat_lines(s))}; "
            f"{thirds_words(s)}."
            for s in self.view.summaries
        ]

    def event(self, event: QEvent) -> bool:
        """A pointer that rests learns how it went over the match."""
        if isinstance(event, QHelpEvent) and self.view is not None and self.view.summaries:
            summary = self.view.summaries[self._seat(event.pos().x())]
            words = thirds_words(summary) if summary.moves else ""
            show_tip(event.globalPos(), capitalised(words), self)
            return True
        return super().event(event)
