"""How much of an experiment is played next, and where: what `smitsilab experiment run` has as
options.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from lab.batch.workplace import Workplace
from lab.experiments.claims.rows import ExperimentTable
from lab.experiments.claims.words import budget_words
from lab.ui.parts.combos import Combo, Entry
from lab.ui.parts.fold import Fold
from lab.ui.parts.number_boxes import CountBox
from lab.ui.setup.side_panel import HandsBox

EVERY, CLAIMED = "every", "claimed"
ALL = "all"
GROUPS_TIP = "Of each row at most; rows that settle stop earlier"


@dataclass(frozen=True)
class RunForm:
    """A `budget` as its text, "" for all; at most so many `groups` of each row, 0 for as many as
    the file says.
    """

    budget: str = ""
    claims: bool = False
    groups: int = 0
    workplace: Workplace = field(default_factory=Workplace)

    def options(self, table: ExperimentTable) -> dict[str, object]:
        """The same on a command line."""
        quick = self.budget == table.budgets[0].text
        return {
            "quick": quick,
            "budget": "" if quick else self.budget,
            "claims": self.claims,
            "groups": self.groups,
            **self.workplace.options,
        }


class RunOptions(QWidget):
    """Folded below a line that says how much is played; `changed` carries a `RunForm`."""

    changed = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.budget, self.rows = Combo("Budgets to play"), Combo("Rows to play")
        self.groups = CountBox("Seeds of each row", 1, 1, 1, 72)
        self._rows_word = QLabel("Rows")
        rows = (("Budgets", self.budget), ("Seeds", self.groups), (self._rows_word, self.rows))
        self.hands = HandsBox(above=rows)
        self.fold = Fold(self.hands)
        self._table: ExperimentTable | None = None
        self._lay_out()
        for combo in (self.budget, self.rows):
            combo.picked.connect(self._edited)
        self.groups.valueChanged.connect(self._edited)
        self.hands.changed.connect(self._edited)
        self._show()

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        self.groups.setToolTip(GROUPS_TIP)
        column.addWidget(self.fold)
        column.addWidget(self.hands)

    def set_table(self, table: ExperimentTable) -> None:
        """The choices of an experiment; another one begins with all of it."""
        if self._table is not None and table.file.text == self._table.file.text:
            return
        self._table = table
        budgets = [Entry(b.text, budget_words(table.file, b)) for b in table.budgets]
        quick = [
            Entry(e.name, f"{e.title}, quick" if k == 0 else e.title) for k, e in enumerate(budgets)
        ]
        self.budget.set_entries([Entry(ALL, "all"), *(quick if len(budgets) > 1 else ())])
        self.budget.choose(ALL)
        claims = bool(table.file.claims)
        entries = [Entry(EVERY, "all"), Entry(CLAIMED, "those with claims")]
        self.rows.set_entries(entries if claims else entries[:1])
        self.rows.choose(EVERY)
        for part in (self.rows, self._rows_word):
            part.setVisible(claims)
        self.hands.set_offered(not table.measures)  # those are worked out in this process
        self.groups.blockSignals(True)
        self.groups.setRange(1, table.file.groups)
        self.groups.setValue(table.file.groups)
        self.groups.blockSignals(False)
        self._show()

    def form(self) -> RunForm:
        """What is in the boxes."""
        groups = self.groups.value()
        table, hands = self._table, self.hands
        whole = table is None or groups == table.file.groups
        alone = table is not None and table.measures
        return RunForm(
            "" if self.budget.name in ("", ALL) else self.budget.name,
            self.rows.name == CLAIMED,
            0 if whole else groups,
            Workplace() if alone else hands.workplace,
        )

    def _show(self) -> None:
        form = self.form()
        parts = [self.budget.currentText().removesuffix(", quick")] if form.budget else []
        parts += ["rows with claims"] * form.claims
        parts += [f"{form.groups:,} seeds"] if form.groups else []
        parts += ["on a cluster"] if form.workplace.address else []
        words = f"Run plays {', '.join(parts) or 'all of it'}"
        self.fold.set_captions(words, words)

    def _edited(self, _value: object = None) -> None:
        self._show()
        self.changed.emit(self.form())
