"""The page of the joint-action map: the choice of two agents, means, visits or a table, and the
numbers of one cell.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, QRectF, Signal
from PySide6.QtGui import QPainter, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from lab.match.records import Thought
from lab.ui.parts import theme
from lab.ui.parts.combos import Combo, Entry
from lab.ui.parts.fields import Field
from lab.ui.parts.marks import Marks
from lab.ui.parts.messages import label, one_line
from lab.ui.parts.painted import Pair
from lab.ui.parts.segments import Choice, Segments
from lab.ui.parts.table import FieldTable
from lab.ui.trees.heat import HeatMap
from lab.ui.trees.heat_paint import MEAN, VISITS
from lab.words import numerals
from lab.words.joint_data import JointData, MapCell, joint_of

TABLE = "table"
POINT = "Point at a cell, or move there with the arrow keys, for its numbers and the best replies."


class JointTable(FieldTable[int]):
    """The same numbers as text: rows and columns are root actions, a cell is its mean and its
    visits.
    """

    went = Signal(object)  # to a cell

    def __init__(self, parent: QWidget) -> None:
        self.joint: JointData | None = None
        super().__init__("Joint actions, as a table", parent)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectItems)
        self.verticalHeader().show()
        self.selectionModel().currentChanged.connect(self._went)

    def set_data(self, data: JointData | None) -> None:
        """Newer numbers; rows keep their place where the actions are the same."""
        self.joint = data
        self.set_rows(range(data.shape[0]) if data is not None else ())
        self.verticalHeader().viewport().update()

    def fields(self) -> Sequence[Field[int]]:
        return (
            tuple(map(self._against, range(self.joint.shape[1]))) if self.joint is not None else ()
        )

    def _against(self, column: int) -> Field[int]:
        """All rows against one action."""
        data = self.joint
        assert data is not None

        def text(row: int) -> str:
            seen = int(data.visits[row, column])
            mean = data.mean_words((row, column))
            return f"{mean}  ({numerals.count(seen)})" if seen else numerals.NOTHING

        def words(row: int) -> str:
            return "\n".join(data.describe((row, column)))

        return Field(data.columns.labels[column], text, right=True, words=words)

    def side_words(self, at: int) -> str:
        return self.joint.rows.labels[at] if self.joint is not None else ""

    def is_marked(self, row: int) -> bool:
        return False

    def draw(self, painter: QPainter, box: QRectF, row: int, column: int) -> None:
        here = self.currentIndex()
        if (here.row(), here.column()) == (row, column):
            painter.fillRect(box, theme.current().colour("mark"))
        super().draw(painter, box, row, column)

    def _went(self, now: QModelIndex, _before: QModelIndex) -> None:
        if now.isValid():
            self.viewport().update()
            self.went.emit((now.row(), now.column()))


class JointPage(QWidget):
    """Setters in, signals out."""

    selected = Signal(int, int)  # agent, place of the action among its root actions
    hovered = Signal(int, int)
    watched = Signal(int, int)  # the agents of rows and columns

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.data: JointData | None = None
        self.map, self.table = HeatMap(self), JointTable(self)
        self.first = Combo("Rows: whose root actions", self)
        self.second = Combo("Columns: whose root actions", self)
        self.what = Segments("Shown", (), parent=self)
        self.note, self.facts = label("", "note", self), label("", "note", self)
        self.title, self.numbers = label("", "strong", self), label(POINT, "note", self)
        self._stack = QStackedWidget(self)
        self._lay_out()
        self._wire()
        theme.follow(self._restyled)

    def _lay_out(self) -> None:
        self.what.set_choices(
            (
                Choice(MEAN, "Mean", "Mean\nHow well the row agent did, as colour"),
                Choice(VISITS, "Visits", "Visits\nHow often the two actions met, as colour"),
                Choice(
                    TABLE,
                    "Numbers",
                    "Numbers\nBoth as a table, for the keyboard and screen readers",
                ),
            )
        )
        top, page = QHBoxLayout(), QVBoxLayout(self)
        top.setSpacing(8)
        for text, combo in (("Rows", self.first), ("Columns", self.second)):
            word = one_line(text, "note", self)
            word.setBuddy(combo)
            top.addWidget(word)
            top.addWidget(combo, 1)
        top.addStretch(1)
        top.addWidget(self.what)
        page.setContentsMargins(0, 4, 0, 8)
        page.setSpacing(6)
        self._margins = [self._padded(top), *(self._padded(part) for part in (self.note,))]
        page.addLayout(self._margins[0])
        page.addLayout(self._margins[1])
        self._stack.addWidget(self.map)
        self._stack.addWidget(self.table)
        page.addWidget(self._stack, 100)
        self._margins += [self._padded(part) for part in (self.title, self.numbers, self.facts)]
        for row in self._margins[2:]:
            page.addLayout(row)
        page.addStretch(1)

    def _padded(self, part: QWidget | QHBoxLayout) -> QHBoxLayout:
        row = QHBoxLayout()
        if isinstance(part, QWidget):
            row.addWidget(part)
        else:
            row.addLayout(part)
        return row

    def _wire(self) -> None:
        self.map.pointed.connect(self._pointed)
        self.map.chosen.connect(self._cell_chosen)
        self.map.row_chosen.connect(self._row_chosen)
        self.map.column_chosen.connect(self._column_chosen)
        self.first.picked.connect(self._picked)
        self.second.picked.connect(self._picked)
        self.what.chosen.connect(self.set_what)
        self.table.went.connect(self.map.move_to)

    def _restyled(self) -> None:
        look = theme.current()
        for row in self._margins:
            row.setContentsMargins(look.px(12), 0, look.px(12), 0)

    # -- setters -----------------------------------------------------------------------------------

    def set_what(self, what: object) -> None:
        """Colours for means or for visits, or the table."""
        self.what.set_value(str(what))
        self._stack.setCurrentWidget(self.table if what == TABLE else self.map)
        self.map.what = VISITS if what == VISITS else MEAN
        self._show()

    def set_thought(self, thought: Thought | None, marks: Marks, selection: Pair | None) -> None:
        """The search whose map is shown, and the selected agent and action."""
        self.data = joint_of(thought) if thought is not None else None
        self.map.marks = marks
        self._show_agents(thought)
        self.map.set_data(self.data, self.map.what, self._places(selection))
        self._show()

    def _show_agents(self, thought: Thought | None) -> None:
        if thought is None or self.data is None:
            return
        entries = [Entry(str(a.stats.agent), a.name, f"seat {a.seat + 1}") for a in thought.agents]
        for combo, agent in (
            (self.first, self.data.rows.agent),
            (self.second, self.data.columns.agent),
        ):
            combo.set_entries(entries)
            combo.choose(str(agent))

    def _places(self, selection: Pair | None) -> tuple[int, int]:
        """The row and the column of the selected action, -1 for none."""
        if self.data is None or selection is None:
            return -1, -1
        agent, action = selection
        found = [
            s.places.index(action) if s.agent == agent and action in s.places else -1
            for s in (self.data.rows, self.data.columns)
        ]
        return found[0], found[1]

    def _show(self) -> None:
        data = self.data
        if data is None:
            return
        if self._stack.currentWidget() is self.table:
            self.table.set_data(data)
        self._fit()
        hidden = [
            f"{s.hidden} rarely chosen actions of {s.name} are left out"
            for s in (data.rows, data.columns)
            if s.hidden
        ]
        said = [data.note, f"{' and '.join(hidden)}." if hidden else ""]
        self.note.setText(" ".join(t for t in said if t))
        self.note.setVisible(bool(self.note.text()))
        facts = "\n".join(filter(None, (data.exploited, data.equilibrium)))
        self.facts.setVisible(bool(facts))
        self.facts.setText(facts)
        self._describe()

    def _fit(self) -> None:
        """Makes the map no taller than its cells."""
        at_map = self._stack.currentWidget() is self.map
        self._stack.setMaximumHeight(self.map.tallest() if at_map else 16_777_215)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _describe(self) -> None:
        cell = self.map.hover_cell or self.map.cursor_cell
        if self.data is None or cell is None:
            self.title.setText("No cell chosen")
            self.numbers.setText(POINT + "\n")
            return
        title, numbers, replies = self.data.describe(cell)
        self.title.setText(title)
        self.numbers.setText(f"{numbers}\n{replies}")
        self.map.setAccessibleDescription(f"{title}. {numbers} {replies}")

    # -- what the user did -------------------------------------------------------------------------

    def _pointed(self, cell: MapCell | None) -> None:
        self._describe()
        if self.data is not None:
            self.hovered.emit(
                *(
                    (self.data.rows.agent, self.data.rows.places[cell[0]])
                    if cell is not None
                    else (-1, -1)
                )
            )

    def _cell_chosen(self, cell: MapCell) -> None:
        self._describe()
        self._row_chosen(cell[0])

    def _row_chosen(self, row: int) -> None:
        if self.data is not None:
            self.selected.emit(self.data.rows.agent, self.data.rows.places[row])

    def _column_chosen(self, column: int) -> None:
        if self.data is not None:
            self.selected.emit(self.data.columns.agent, self.data.columns.places[column])

    def _picked(self, _name: str) -> None:
        """Another agent; picking the other side's agent swaps the two."""
        if self.data is None:
            return
        first, second = int(self.first.name), int(self.second.name)
        if first == second:
            first, second = self.data.columns.agent, self.data.rows.agent
        self.watched.emit(first, second)
