"""The left dock of the lesson: the table that is played, the rule, and the search's numbers."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from engines.knobs import Knob
from lab.lesson.decoupled import MOST_ROUNDS, RULES, TABLES, DuelQuestion
from lab.ui.lessons.choice import DECOUPLED, LessonChoice
from lab.ui.parts import theme
from lab.ui.parts.combos import Combo, Entry
from lab.ui.parts.messages import label
from lab.ui.parts.scroll import SlimScroll
from lab.ui.parts.slider import ParamSlider
from lab.ui.setup.dock import TITLE_LINE, hairline

USUAL = DuelQuestion()
C = Knob(
    "c", "number", USUAL.c, "Exploration c", "Weight of the bonus.", low=0.01, high=10.0, log=True
)
ROUNDS = Knob(
    "rounds", "integer", USUAL.rounds, "Rounds", "How many are played.", low=1, high=MOST_ROUNDS
)
SEED = Knob(
    "seed", "integer", USUAL.seed, "Seed", "Of all that is drawn by chance.", low=0, high=100
)
TRY = (
    "Under UCB1 both sides look for one best action, and walk in step: their shares stay away from "
    "the equilibrium. Regret matching learns how to mix. Two killers shows it with eight actions."
)


class DuelPanel(QWidget):
    """`changed` reports another question."""

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Set-up of the lesson")
        self.choice, self.table, self.rule = LessonChoice(DECOUPLED), Combo("Table"), Combo("Rule")
        self.c, self.rounds, self.seed = ParamSlider(C), ParamSlider(ROUNDS), ParamSlider(SEED)
        self._top = QWidget()
        self._lay_out()
        self.table.set_entries([Entry(name, title) for name, title in TABLES.items()])
        self.rule.set_entries([Entry(name, title) for name, title in RULES.items()])
        self.table.choose(USUAL.table)
        self.rule.choose(USUAL.rule)
        for combo in (self.table, self.rule):
            combo.picked.connect(self._picked)
        for knob in (self.c, self.rounds, self.seed):
            knob.changed.connect(self._turned)
        theme.changed.connect(self._restyled)
        self._restyled()

    def _lay_out(self) -> None:
        whole, page = QVBoxLayout(self), QWidget()
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        heading, top = QLabel("Set-up"), QHBoxLayout(self._top)
        heading.setProperty("look", "title")
        top.setContentsMargins(12, 6, 6, 0)
        top.addWidget(heading)
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        blocks: tuple[tuple[QWidget, ...], ...] = (
            (self.choice,),
            (_named("Table", self.table), self.table, _named("Rule", self.rule), self.rule),
            (self.c, self.rounds, self.seed),
            (label("Try it", "strong"), label(TRY, "note")),
        )
        for parts in blocks:
            if column.count():
                column.addWidget(hairline())
            box = QVBoxLayout()
            box.setContentsMargins(12, 6, 12, 10)
            box.setSpacing(6)
            for part in parts:
                box.addWidget(part)
            column.addLayout(box)
        column.addStretch(1)
        whole.addWidget(self._top)
        whole.addWidget(SlimScroll(page), 1)

    def _restyled(self, _theme: object = None) -> None:
        self._top.setFixedHeight(theme.current().px(TITLE_LINE))

    @property
    def question(self) -> DuelQuestion:
        """The lesson to ask for."""
        numbers = int(self.rounds.value), int(self.seed.value), float(self.c.value)
        return DuelQuestion(self.table.name, self.rule.name, *numbers)

    def choose(self, table: str, rule: str) -> None:
        """Sets the table and the rule, as if the user had."""
        self.table.choose(table)
        self.rule.choose(rule)
        self.changed.emit()

    def _picked(self, _name: str) -> None:
        self.changed.emit()

    def _turned(self, _name: str, _value: object) -> None:
        self.changed.emit()


def _named(text: str, part: QWidget) -> QLabel:
    out = QLabel(text)
    out.setProperty("look", "note")
    out.setBuddy(part)
    return out
