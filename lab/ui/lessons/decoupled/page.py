"""The lesson of decoupled selection: the table, the rule and the search's numbers at the left; in
the centre the round with the cell that was played, the strategies of both sides as bars with the
equilibrium's shares as marks, and the curve; reasons and statistics of both sides at the right.
"""

from __future__ import annotations

import math

import numpy as np
from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from engines.knobs import KnobError
from lab.lesson.code import CodeLine
from lab.lesson.decoupled import (
    LISTINGS,
    MIXED,
    OWN,
    SIDES,
    TABLES,
    DuelLesson,
    DuelQuestion,
    DuelRound,
    Side,
    heads,
    lines_of,
    payoffs_of,
    read_table,
)
from lab.ui.lessons.decoupled.curve import DistanceCurve
from lab.ui.lessons.docks import GrowingText, LessonReasons, LessonSetup, inset, named
from lab.ui.lessons.grid import StepGrid
from lab.ui.lessons.lesson_page import LessonPage
from lab.ui.lessons.parts import Facts, centred
from lab.ui.lessons.picture import StepPicture
from lab.ui.lessons.transport import Steps, surprise
from lab.ui.parts import theme
from lab.ui.parts.band import Band
from lab.ui.parts.combos import Combo, Entry
from lab.ui.parts.messages import ErrorTitle, label
from lab.ui.parts.painted import put, text_line, text_width
from lab.words.numerals import percent

CELL, LINE, BAR = (68, 26), 20, 10  # pixels at 100 %
TITLE, BOTH = "What Row gains", "What Row gains / Column gains"
MANY, THIN = 16, 14  # actions of both sides above which lines are so high
NOTE = "0 to 100 %; mark: equilibrium, where there is only one"
ROLES = ("hue0", "hue2")


class DuelView(StepPicture[DuelRound], QWidget):
    """Shows one round, or a sentence instead."""

    def __init__(self) -> None:
        super().__init__()
        self._lesson: DuelLesson | None = None
        self.begin("Round", 190)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_round(self, lesson: DuelLesson, shown: DuelRound) -> None:
        """The table and the strategies after a round."""
        self._lesson = lesson
        self.show_step(shown)
        self.updateGeometry()

    def lines(self) -> list[str]:
        """The strategies in words."""
        if self.shown is None:
            return []
        return [
            f"{who} {row.action}: {percent(row.strategy, 1)}"
            + (f", equilibrium {percent(e, 1)}" if math.isfinite(e := row.equilibrium) else "")
            for who, side in zip(SIDES, self.shown.after, strict=True)
            for row in side
        ]

    # -- sizes -------------------------------------------------------------------------------------

    @property
    def _actions(self) -> tuple[int, ...]:
        return (3, 3) if self._lesson is None else self._lesson.payoffs.shape[-2:]

    @property
    def _line(self) -> float:
        return theme.current().px(LINE if sum(self._actions) <= MANY else THIN)

    def sizeHint(self) -> QSize:
        look, actions = theme.current(), self._actions
        table = look.px((actions[0] + 2) * CELL[1] + 24)
        heads = 2 * (text_line(theme.TABLE, 4) + look.px(8)) + text_line(theme.TABLE, 3)
        bars = round(sum(actions) * self._line + heads + look.px(24))
        return QSize(look.px(600), max(table, bars, look.px(self.high)))

    def minimumSizeHint(self) -> QSize:
        return QSize(theme.current().px(240), self.sizeHint().height())

    # -- painting ----------------------------------------------------------------------------------

    def paint_step(self, painter: QPainter, shown: DuelRound) -> None:
        look = theme.current()
        assert self._lesson is not None
        frame = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        room = frame.adjusted(look.px(14), look.px(10), -look.px(14), -look.px(8))
        left = self._paint_table(painter, room, self._lesson, shown)
        self._paint_sides(painter, room.adjusted(left, 0, 0, 0), shown)

    def _paint_table(
        self, painter: QPainter, room: QRectF, lesson: DuelLesson, shown: DuelRound
    ) -> float:
        """Paints the payoffs; returns the room they take."""
        look, line = theme.current(), text_line(theme.TABLE, 4)
        names, columns = lesson.names
        side = max(text_width(name, theme.TABLE, True) for name in names) + look.px(8)
        cells = {(i, j): lesson.cell(i, j) for i, j in np.ndindex(*lesson.payoffs.shape[-2:])}
        widest = max(text_width(words, theme.TABLE, True) for words in cells.values())
        half = (room.width() / 2 - side) / len(columns)  # the bars get the other one
        usual = min(look.px(CELL[0] * 3 / max(3, len(columns))), half)
        wide = max(usual, look.px(30), widest + look.px(8))
        high = look.px(CELL[1])
        put(
            painter,
            QRectF(room.left(), room.top(), room.width(), line),
            TITLE if lesson.zero_sum else BOTH,
            theme.TABLE,
            bold=True,
        )
        top = room.top() + line + look.px(4)
        brief = any(text_width(name, theme.TABLE, True) > wide - 2 for name in columns)
        for j, name in enumerate(columns):
            box = QRectF(room.left() + side + j * wide, top, wide - 2, high)
            text = name.split()[-1] if brief else name
            centred(painter, box, text, theme.TABLE, "ink", bold=j == shown.chosen[1])
        for i, name in enumerate(names):
            y = top + (i + 1) * high
            mine = i == shown.chosen[0]
            put(painter, QRectF(room.left(), y, side, high), name, theme.TABLE, bold=mine)
            for j in range(len(columns)):
                box = QRectF(room.left() + side + j * wide, y, wide, high)
                self._cell(painter, box, cells[i, j], (i, j) == shown.chosen)
        return float(side + len(columns) * wide + look.px(28))

    def _cell(self, painter: QPainter, box: QRectF, words: str, played: bool) -> None:
        look = theme.current()
        painter.fillRect(box, look.colour("mark" if played else "field"))
        painter.setPen(QPen(look.colour("mark_edge" if played else "line2"), 2 if played else 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(box.adjusted(1, 1, -1, -1) if played else box)
        centred(painter, box, words, theme.TABLE, "ink", bold=played)

    def _paint_sides(self, painter: QPainter, room: QRectF, shown: DuelRound) -> None:
        look, y = theme.current(), room.top()
        for seat, (who, side) in enumerate(zip(SIDES, shown.after, strict=True)):
            line = text_line(theme.TABLE, 4)
            put(painter, QRectF(room.left(), y, room.width(), line), who, theme.TABLE, bold=True)
            y += line + look.px(2)
            y = self._paint_bars(
                painter, QRectF(room.left(), y, room.width(), 0), side, seat, shown
            )
            y += look.px(6)
        foot = QRectF(room.left(), y, room.width(), text_line(theme.TABLE, 3))
        put(painter, foot, NOTE, theme.TABLE, "ink2")

    def _paint_bars(
        self, painter: QPainter, room: QRectF, side: Side, seat: int, shown: DuelRound
    ) -> float:
        """Paints one side's strategy; returns where it ends."""
        look = theme.current()
        names = max(text_width(row.action, theme.TABLE, True) for row in side) + look.px(10)
        wide = max(10.0, room.width() - names - look.px(60))
        y, high = room.top(), self._line
        for k, row in enumerate(side):
            line = QRectF(room.left(), y, names, high)
            chosen = k == shown.chosen[seat]
            put(painter, line, row.action, theme.TABLE, bold=chosen)
            bar = QRectF(room.left() + names, y + (high - look.px(BAR)) / 2, wide, look.px(BAR))
            painter.fillRect(bar, look.colour("track"))
            x = bar.left() + wide * row.equilibrium
            bar.setWidth(wide * row.strategy)
            painter.fillRect(bar, look.colour(ROLES[seat]))
            if math.isfinite(x):
                mark = QRectF(x - 1.5, bar.top() - 3, 3, bar.height() + 6)
                painter.fillRect(mark, look.colour("ink"))
            share = QRectF(room.left() + names + wide, y, look.px(60), high)
            put(painter, share, percent(row.strategy, 1), theme.TABLE, right=True, bold=chosen)
            y += high
        return y


CODE = {
    rule: tuple(CodeLine(str(k), text) for k, text in enumerate(lines))
    for rule, lines in LISTINGS.items()
}

Cells = tuple[str, ...]


class DuelReasons(LessonReasons):
    """Why, the statistics of both sides, the numbers beside them, and the rule in code."""

    def __init__(self) -> None:
        super().__init__()
        # the bars mark the equilibrium as well as the last column does
        self.grids = tuple(StepGrid(who, 0, drops=True) for who in SIDES)
        self.facts, self.equilibria = Facts(), label("")
        self._theory = inset(self.equilibria, 12)
        sides = zip(SIDES, self.grids, strict=True)
        bands = [Band(f"{who} after this round", inset(grid, 8)) for who, grid in sides]
        numbers = Band("Numbers", inset(self.facts, 12))
        self.add_pages(self.banded(*bands, numbers, self._theory, self.in_code()))

    def show_round(self, lesson: DuelLesson, each: DuelRound) -> None:
        """Shows what a round left."""
        rule = lesson.question.rule
        for grid, side, chosen in zip(self.grids, each.after, each.chosen, strict=True):
            grid.show_rows(heads(rule), [row.cells(rule) for row in side])
            grid.mark(chosen)
        self.facts.set_rows(lesson.facts(each))
        self._tell_equilibria(lesson.equilibria)
        self.code.set_code(CODE[rule])

    def _tell_equilibria(self, words: Cells) -> None:
        """Those of a table that is not zero-sum."""
        self.equilibria.setText("\n".join(words))
        self._theory.setVisible(bool(words))

    def say(self, head: str, text: str = "") -> None:
        super().say(head, text)
        self.facts.set_rows([])
        self._tell_equilibria(())


LINES = 3, 8  # of the text, at least and at most
TRY = (
    "Under UCB1 both sides look for one best action, and walk in step: their shares stay away from "
    "the equilibrium. Regret matching learns how to mix. Two killers shows it with eight actions. "
    "In chicken rules end in different equilibria, and in Shapley's game none settles."
)


class DuelPanel(LessonSetup):
    """The table, the rule and the numbers of the search; `changed` also reports that the text is
    now wrong.
    """

    def __init__(self) -> None:
        super().__init__(DuelQuestion, own=("table",))
        self.table, self.text = Combo("Table"), GrowingText("Payoffs as text", *LINES)
        self.wrong, self.problem = ErrorTitle(), ""
        self.block(
            *(named("Table", self.table), self.table),
            *(named("What Row gains, or both: 3/-1", self.text), self.text, self.wrong),
        )
        self.block(*(self.rows[name] for name in ("rule", "c", "rounds", "seed")))
        self.block(label("Try it", "strong"), label(TRY, "note"))
        self.table.set_entries(
            [
                *(Entry(name, title[0].upper() + title[1:]) for name, title in TABLES.items()),
                Entry(OWN, "One of my own"),
            ]
        )
        self.set_table(DuelQuestion.table)
        self.table.picked.connect(self._picked)
        self.text.textChanged.connect(self._written)

    @property
    def question(self) -> DuelQuestion:
        table = self.table.name if self.table.name in TABLES else self._table_text
        return DuelQuestion(table, **self.values)

    @property
    def _table_text(self) -> str:
        """The text on one line."""
        return "; ".join(filter(str.strip, self.text.toPlainText().splitlines()))

    def choose(self, table: str, rule: str) -> None:
        """Sets the table and the rule, as if the user had."""
        self.rows["rule"].set_value(rule)
        self.set_table(table)

    def set_table(self, table: str) -> None:
        """Sets a table by its name or its text, as if the user had."""
        self.text.setPlainText(lines_of(table))
        self._written()

    def report(self, *_what: object) -> None:
        self.rows["c"].setEnabled(self.rows["rule"].value not in MIXED)
        super().report()

    def _picked(self, table: str) -> None:
        if table == OWN:
            self.text.setFocus()
        else:
            self.set_table(table)

    def _written(self) -> None:
        self.problem, name = "", OWN
        try:
            found = read_table(self._table_text).tolist()
            name = next((name for name in TABLES if payoffs_of(name).tolist() == found), OWN)
        except KnobError as error:
            self.problem = str(error)
        self.wrong.text.setText(self.problem)
        self.wrong.setVisible(bool(self.problem))
        self.table.choose(name)
        self.report()


SURPRISE = surprise("The next round in which a choice has not the best mean.")


class DuelPage(LessonPage):
    """Shows the rounds of one search."""

    not_yet = "The text is not a table yet"
    side_widths = (300, 350, 400, 424, 460)
    panel: DuelPanel
    side: DuelReasons
    lesson: DuelLesson | None

    def __init__(self) -> None:
        steps = Steps(SURPRISE, "Round")
        super().__init__(DuelPanel(), steps, DuelReasons())
        self.round, self.curve = DuelView(), DistanceCurve()
        self.view = self.round
        self.inner.setSpacing(8)
        self.inner.addWidget(self.round)
        self.inner.addWidget(self.curve, 1)
        self.inner.addWidget(self.steps)
        self.bind()
        self.set_stops(self.round, self.curve, self.steps)
        self.begin()

    def show_nothing(self) -> None:
        self.steps.set_lesson(0, [])
        self.curve.show_round(None)

    def begin_lesson(self, lesson: DuelLesson) -> None:
        self.steps.set_lesson(len(lesson.steps), lesson.surprises)

    def titled(self, step: DuelRound) -> str:
        return f"Round {step.number}"

    def show_picture(self, step: DuelRound, asks: bool) -> None:
        assert self.lesson is not None
        self.round.show_round(self.lesson, step)
        self.curve.show_round(self.lesson, step.number)
        self.side.show_round(self.lesson, step)
