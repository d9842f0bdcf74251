"""The file of an experiment: what it says in words, or its text to be edited, with what is wrong in
a sentence; and how much of it is played next, and where, which `smitsilab experiment run` has as
options.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from PySide6.QtCore import QSignalBlocker, QTimer, Signal
from PySide6.QtWidgets import QLabel, QLineEdit, QPlainTextEdit, QPushButton, QWidget

from lab.batch.workplace import Workplace
from lab.experiments.claims.rows import ExperimentTable
from lab.experiments.claims.words import RunAsked, budget_words
from lab.ui.parts import theme
from lab.ui.parts.band import Band
from lab.ui.parts.combos import Combo, Entry
from lab.ui.parts.layout import column, row
from lab.ui.parts.messages import label
from lab.ui.parts.number_boxes import CountBox
from lab.ui.setup.side_panel import HandsBox

EVERY, CLAIMED = "every", "claimed"
ALL = "all"
GROUPS_TIP = "Of each row at most; rows that settle stop earlier"


@dataclass(frozen=True)
class RunForm(RunAsked):
    """The same, and where it is played."""

    workplace: Workplace = field(default_factory=Workplace)


class RunOptions(QWidget):
    """Folded below a line that says how much is played; `changed` carries a `RunForm`."""

    changed = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.budget, self.rows = Combo("Budgets to play"), Combo("Rows to play")
        self.groups = CountBox("Seeds of each row", 1, 1, 1, 72)
        self._rows_word = QLabel("Rows")
        rows = (("Budgets", self.budget), ("Seeds", self.groups), (self._rows_word, self.rows))
        self.hands = HandsBox(above=rows)
        body = QWidget()
        column(self.hands, of=body, margins=8)
        self.fold = Band("Settings", body, "settings").follow_detail()
        self._table: ExperimentTable | None = None
        self._lay_out()
        for combo in (self.budget, self.rows):
            combo.picked.connect(self._edited)
        self.groups.valueChanged.connect(self._edited)
        self.hands.changed.connect(self._edited)
        self._show()

    def _lay_out(self) -> None:
        self.groups.setToolTip(GROUPS_TIP)
        column(self.fold, of=self)

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
        with QSignalBlocker(self.groups):
            self.groups.setRange(1, table.file.groups)
            self.groups.setValue(table.file.groups)
        self._show()

    def form(self) -> RunForm:
        """What is in the boxes."""
        table, groups, budget = self._table, self.groups.value(), self.budget.name
        if table is None:
            return RunForm("")
        quick = budget == table.budgets[0].text
        return RunForm(
            table.file.name,
            quick,
            "" if quick or budget == ALL else budget,
            self.rows.name == CLAIMED,
            0 if groups == table.file.groups else groups,
            Workplace() if table.measures else self.hands.workplace,
        )

    def _show(self) -> None:
        form = self.form()
        parts = (
            [self.budget.currentText().removesuffix(", quick")] if form.quick or form.budget else []
        )
        parts += ["rows with claims"] * form.claims
        parts += [f"{form.groups:,} seeds"] if form.groups else []
        parts += ["on a cluster"] if form.workplace.address else []
        self.fold.set_hint(", ".join(parts) or "all of it")

    def _edited(self, _value: object = None) -> None:
        self._show()
        self.changed.emit(self.form())


PAUSE_MS = 300  # between the last letter and a look at what was written
FINE = "This is an experiment."
LEAST = 5  # lines of the text


class FileBox(QWidget):
    """`check_asked` carries name and text while they are edited, `save_asked` both to be kept."""

    check_asked = Signal(str, str)
    save_asked = Signal(str, str)
    left = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.name, self.text = QLineEdit(), QPlainTextEdit()
        self.said = label("", "note", self)
        self.save, self.cancel = QPushButton("Save as mine"), QPushButton("Cancel")
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(PAUSE_MS)
        self._shown = ""
        self.edits = False
        self._lay_out()
        self._pause.timeout.connect(self._check)
        self.text.textChanged.connect(self._typed)
        self.name.textChanged.connect(self._typed)
        self.save.clicked.connect(lambda: self.save_asked.emit(*self._written))
        self.cancel.clicked.connect(self.leave)
        theme.follow(self._redress)
        self.show_file("")

    def _lay_out(self) -> None:
        self.name.setAccessibleName("Name of the experiment")
        self.name.setPlaceholderText("name, such as my-parts")
        self.name.setTextMargins(5, 0, 2, 0)
        self.text.setAccessibleName("The file of the experiment")
        self.text.setTabChangesFocus(True)
        self.said.setAccessibleName("Whether the file is right")
        self._buttons = QWidget()
        row(self.save, self.cancel, 1, of=self._buttons, gap=8)
        box = column(of=self, margins=(12, 2, 12, 8), gap=6)
        for part in (self.name, self.text, self.said, self._buttons):
            box.addWidget(part, 100 if part is self.text else 0)
        box.addStretch(1)

    def _redress(self) -> None:
        look = theme.current()
        edge, field = look.colour("edge").name(), look.colour("field").name()
        self.text.setStyleSheet(
            f"QPlainTextEdit {{ border: 1px solid {edge}; border-radius: 4px; background: {field};"
            f" color: {look.colour('ink').name()}; }}"
        )
        self._set_font()
        line = self.text.fontMetrics().lineSpacing()
        self.text.setMinimumHeight(LEAST * line)

    def _set_font(self) -> None:
        """Words are wrapped; a text that is edited has its own lines."""
        look, wraps = theme.current(), QPlainTextEdit.LineWrapMode
        self.text.setFont(look.fixed_font(theme.TABLE) if self.edits else look.font(theme.TABLE))
        self.text.setLineWrapMode(wraps.NoWrap if self.edits else wraps.WidgetWidth)

    # -- setters -----------------------------------------------------------------------------------

    def show_file(self, text: str) -> None:
        """Shows what a file says; what is being edited stays."""
        if self.edits:
            return
        self._shown = text
        if self.text.toPlainText() != text:
            self.text.setPlainText(text)
        self._show()

    def edit(self, name: str, text: str, new: bool) -> None:
        """Begins to edit a text; a `new` one under a name to choose."""
        self.edits = True
        self.text.setPlainText(text)
        self.name.setText(name)
        self.name.setToolTip("" if new else "Another name renames the experiment")
        self.save.setText("Save as mine" if new else "Save")
        self._show()
        (self.text if name else self.name).setFocus()
        self._check()

    def leave(self) -> None:
        """Back to the file on show."""
        self.edits = False
        self._pause.stop()
        self.show_file(self._shown)
        self.left.emit()

    def set_said(self, problem: str, of: tuple[str, str]) -> None:
        """What is wrong with a name and a text, "" for nothing; late news about others is left
        out.
        """
        if not self.edits or of != self._written:
            return
        self.said.setText(problem or FINE)
        role = "error" if problem else "ok"
        self.said.setStyleSheet(f"color: {theme.current().colour(role).name()};")
        self.save.setEnabled(not problem)

    def _show(self) -> None:
        self.text.setReadOnly(not self.edits)
        self._set_font()
        for part in (self.name, self.said, self._buttons):
            part.setVisible(self.edits)
        self.said.setText("")

    # -- the user ----------------------------------------------------------------------------------

    def _typed(self) -> None:
        if self.edits:
            self.save.setEnabled(False)
            self._pause.start()

    @property
    def _written(self) -> tuple[str, str]:
        """Name and text."""
        return self.name.text().strip(), self.text.toPlainText()

    def _check(self) -> None:
        self.check_asked.emit(*self._written)
