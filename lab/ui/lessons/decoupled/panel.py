"""The left dock of the lesson: the table that is played, the rule, and the search's numbers."""

from __future__ import annotations

from engines.knobs import Knob
from lab.lesson.decoupled import MOST_ROUNDS, RULES, TABLES, DuelQuestion
from lab.ui.lessons.choice import DECOUPLED
from lab.ui.lessons.docks import LessonSetup, named
from lab.ui.parts.combos import Combo, Entry
from lab.ui.parts.messages import label
from lab.ui.parts.slider import ParamSlider

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


class DuelPanel(LessonSetup):
    """The table, the rule and the numbers of the search."""

    def __init__(self) -> None:
        super().__init__(DECOUPLED)
        self.table, self.rule = Combo("Table"), Combo("Rule")
        self.c, self.rounds, self.seed = ParamSlider(C), ParamSlider(ROUNDS), ParamSlider(SEED)
        self.block(named("Table", self.table), self.table, named("Rule", self.rule), self.rule)
        self.block(self.c, self.rounds, self.seed)
        self.block(label("Try it", "strong"), label(TRY, "note"))
        self.table.set_entries([Entry(name, title) for name, title in TABLES.items()])
        self.rule.set_entries([Entry(name, title) for name, title in RULES.items()])
        self.table.choose(USUAL.table)
        self.rule.choose(USUAL.rule)
        for combo in (self.table, self.rule):
            combo.picked.connect(self.report)
        for knob in (self.c, self.rounds, self.seed):
            knob.changed.connect(self.report)

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
