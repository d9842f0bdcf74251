"""The right dock of the lesson of decoupled selection."""

from __future__ import annotations

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from lab.lesson.code import CodeLine
from lab.lesson.decoupled import LISTINGS, SIDES, DuelLesson, DuelRound, heads
from lab.ui.lessons.docks import LessonReasons, inset
from lab.ui.lessons.grid import StepGrid
from lab.ui.lessons.parts import Code, Facts
from lab.ui.parts import theme
from lab.ui.parts.band import Band
from lab.ui.parts.layout import SlimScroll
from lab.ui.parts.messages import label
from lab.ui.parts.painted import text_width

CODE = {
    rule: tuple(CodeLine(str(k), text) for k, text in enumerate(lines))
    for rule, lines in LISTINGS.items()
}
AROUND = 24  # pixels at 100 % beside a table: margins and the scroll bar
TIGHT = 10  # pixels at 100 % around the texts of a column

Cells = tuple[str, ...]


class DuelReasons(LessonReasons):
    """Why, the statistics of both sides, the numbers beside them, and the rule in code."""

    def __init__(self) -> None:
        super().__init__()
        self._shown: tuple[DuelLesson, DuelRound] | None = None
        self.grids = tuple(StepGrid(who, 0, room=TIGHT) for who in SIDES)
        self.facts, self.code, page = Facts(), Code(), QWidget()
        self.equilibria = label("")
        inner = QVBoxLayout(page)
        inner.setContentsMargins(0, 0, 0, 4)
        inner.setSpacing(4)
        for who, grid in zip(SIDES, self.grids, strict=True):
            _add_band(inner, f"{who} after this round", grid, 8)
        _add_band(inner, "Numbers", self.facts, 12)
        self._theory = inset(self.equilibria, 12)
        inner.addWidget(self._theory)
        _add_band(inner, "In code", self.code, 12)
        inner.addStretch(1)
        self.column.addWidget(SlimScroll(page, whole=True), 1)

    def show_round(self, lesson: DuelLesson, each: DuelRound) -> None:
        """Shows what a round left."""
        self._shown = lesson, each
        rule = lesson.question.rule
        for grid, side, chosen in zip(self.grids, each.after, each.chosen, strict=True):
            grid.set_rows(*self._fitting(heads(rule), [row.cells(rule) for row in side]))
            grid.mark(chosen)
        self.facts.set_rows(lesson.facts(each))
        self._tell_equilibria(lesson.equilibria)
        self.code.set_code(CODE[rule])

    def _tell_equilibria(self, words: Cells) -> None:
        """Those of a table that is not zero-sum."""
        self.equilibria.setText("\n".join(words))
        self._theory.setVisible(bool(words))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._shown is not None:
            self.show_round(*self._shown)

    def _fitting(self, head: Cells, rows: list[Cells]) -> tuple[Cells, list[Cells]]:
        """A side's table without its last column, the equilibrium, where there is no room for it:
        the bars mark it as well.
        """
        look = theme.current()
        widths = (
            max(text_width(text, theme.TABLE, True) for text in texts) + look.px(TIGHT)
            for texts in zip(head, *rows, strict=True)
        )
        if sum(widths) + look.px(AROUND) <= self.width():
            return head, rows
        return head[:-1], [row[:-1] for row in rows]

    def say(self, head: str, text: str = "") -> None:
        super().say(head, text)
        self._shown = None
        for grid in self.grids:
            grid.set_rows((), ())
        self.facts.set_rows([])
        self._tell_equilibria(())
        self.code.set_code(())


def _add_band(column: QVBoxLayout, name: str, part: QWidget, left: int) -> None:
    band = Band(name, inset(part, left))
    for each in (band, part):
        each.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
    column.addWidget(band)
