"""The left dock of the lesson: the table that is played, the rule, and the search's numbers."""

from __future__ import annotations

from PySide6.QtWidgets import QPlainTextEdit

from engines.knobs import KnobError
from lab.lesson.decoupled import (
    MIXED,
    OWN,
    TABLES,
    DuelQuestion,
    lines_of,
    payoffs_of,
    read_table,
)
from lab.ui.lessons.docks import LessonSetup, named
from lab.ui.parts import theme
from lab.ui.parts.combos import Combo, Entry
from lab.ui.parts.messages import ErrorTitle, label

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
        self.table, self.text = Combo("Table"), QPlainTextEdit()
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
        self.text.setAccessibleName("Payoffs as text")
        self.text.setTabChangesFocus(True)
        self.set_table(DuelQuestion.table)
        self.table.picked.connect(self._picked)
        self.text.textChanged.connect(self._written)
        theme.changed.connect(self._fit)
        self._fit()

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
        self._fit()
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

    def _fit(self, _theme: object = None) -> None:
        self.text.setFont(theme.current().fixed_font(theme.TABLE))
        lines = max(LINES[0], min(LINES[1], self.text.document().lineCount()))
        around = 2 * round(self.text.document().documentMargin()) + 10
        self.text.setFixedHeight(lines * self.text.fontMetrics().lineSpacing() + around)
