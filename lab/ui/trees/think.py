"""Thinking on: the iteration bar (one iteration, a hundred, run on) and the table of the last
iteration, turn by turn.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QRectF, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from lab.match.records import Thought
from lab.ui.parts import theme
from lab.ui.parts.band import Band
from lab.ui.parts.guard import guarded
from lab.ui.parts.layout import column, row
from lab.ui.parts.marks import Marks, marks_of
from lab.ui.parts.messages import one_line
from lab.ui.parts.painted import ColumnsView, Painted, put, put_mark, text_line, text_width
from lab.ui.parts.segments import KeyButton
from lab.words import numerals

HEIGHT = 44
ROOMY = 460  # pixels at 100 % from which on the buttons say what they count
MOST_TURNS = 8  # rows of the table; deeper ones are only counted
FIRST_COLUMN = 78  # pixels at 100 %

Labeller = Callable[[int, int], str]  # (agent, action) -> words


class IterationBar(QWidget):
    """How far the search is, and three ways to continue."""

    step = Signal(int)  # iterations
    run_toggled = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Iterations")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._word, self._done = "iteration", "0"
        self._count, self._state = (
            one_line("Iteration 0", "strong", self),
            one_line("", "note", self),
        )
        self.one = KeyButton(
            "1 iteration", "step", ".", "One walk from the root down and back.", self
        )
        self.hundred = KeyButton("100", "step", "Shift .", "A hundred iterations.", self)
        self.hundred.setAccessibleName("100 iterations")
        tip = "Searches this position without a limit."
        self.run = KeyButton("Run on", "play", "Enter", tip, self)
        self.run.other = "Pause"
        self.run.setProperty("look", "primary")
        row(
            self._count, self._state, 1, self.one, self.hundred, self.run, of=self, margins=0, gap=6
        )
        self.one.clicked.connect(lambda: self.step.emit(1))
        self.hundred.clicked.connect(lambda: self.step.emit(100))
        self.run.clicked.connect(lambda: self.run_toggled.emit())
        theme.follow(self._restyled)

    def set_state(
        self, iterations: int, running: bool, note: str = "", word: str = "iteration"
    ) -> None:
        """The iterations done, in the search's own word, and whether it keeps running; `note` takes
        the place of "paused".
        """
        self._done, self._word = numerals.count(iterations), word
        self._show_one()
        self.hundred.setAccessibleName(f"100 {word}s")
        self._state.setText(note or ("running" if running else "paused"))
        self.run.set_face("Pause" if running else "Run on", "pause" if running else "play")
        for button in (self.one, self.hundred):
            button.setEnabled(not running)
        self._show_count()

    def _show_count(self) -> None:
        """How far the search is, in as many words as there is room for beside the buttons."""
        self._count.setText(f"{self._word.capitalize()} {self._done}")
        buttons = (self.one, self.hundred, self.run)
        room = self.width() - 24 - sum(button.sizeHint().width() + 6 for button in buttons)
        whole = self._count.sizeHint().width()
        self._state.setVisible(whole + 6 + self._state.sizeHint().width() <= room)
        if whole > room:
            self._count.setText(self._done)

    def _show_one(self) -> None:
        """The button of one iteration, without its word where room is short."""
        roomy = self.width() >= ROOMY * theme.current().scale
        self.one.set_face(f"1 {self._word}" if roomy else "1", "step")
        self.one.setAccessibleName(f"1 {self._word}")

    def _restyled(self) -> None:
        self.setFixedHeight(theme.current().px(HEIGHT))

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._show_one()
        caps = self.width() >= 520 * theme.current().scale
        for button in (self.one, self.hundred, self.run):
            button.set_compact(not caps, False)
        self._show_count()

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        look = theme.current()
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), look.colour("chrome"))
            for y in (0, self.height() - 1):
                painter.fillRect(0, y, self.width(), 1, look.colour("line"))


class LastIteration(Painted):
    """One row a turn ahead, one column an agent: what each tree chose and how, and below them the
    values that were backed up.
    """

    def __init__(self, parent: QWidget) -> None:
        super().__init__("The last iteration, turn by turn", parent)
        self._thought: Thought | None = None
        self._names: list[dict[int, str]] = []  # of each agent's root actions
        self._label: Labeller | None = None
        self._turn_word = "turn"

    def set_marks(self, marks: Marks, turn_word: str = "turn") -> None:
        """The marks of the column heads."""
        self.view = ColumnsView(marks=marks)
        self._turn_word = turn_word
        self.update()

    def set_thought(self, thought: Thought | None, label: Labeller | None = None) -> None:
        """The search whose last iteration is shown; `label` names actions that are not among the
        root's.
        """
        if thought is not self._thought:
            self._thought, self._label = thought, label
            self._names = [
                dict(zip(a.stats.actions.tolist(), a.labels, strict=True))
                for a in (thought.agents if thought is not None else ())
            ]
            self._resized()
            self.update()

    def turns(self) -> int:
        """Rows shown."""
        return min(MOST_TURNS, len(self._thought.snapshot.trace)) if self._thought else 0

    def content_height(self) -> float:
        return (self.turns() + 2) * text_line(theme.TABLE, 6) + 6

    def cell(self, turn: int, agent: int) -> tuple[str, str]:
        """The action in words and how it was chosen; two dashes where an agent had none."""
        assert self._thought is not None
        row = self._thought.snapshot.trace[turn]
        if agent >= len(row) or row[agent][0] < 0:
            return numerals.NOTHING, ""
        action, how = row[agent]
        known = self._names[agent].get(action)
        if self._label is not None:
            return known or self._label(self._thought.agents[agent].stats.agent, action), how
        return str(action) if known is None else known, how

    def lines(self) -> list[str]:
        if self._thought is None:
            return []
        agents = range(len(self._thought.agents))
        out = []
        for turn in range(len(self._thought.snapshot.trace)):
            said = [
                f"{self._thought.agents[a].name} {' by '.join(t for t in self.cell(turn, a) if t)}"
                for a in agents
            ]
            out.append(f"{numerals.ahead(turn, self._turn_word)}: {', '.join(said)}.")
        values = [
            f"{a.name} {numerals.real(v)}"
            for a, v in zip(self._thought.agents, self._thought.snapshot.trace_values, strict=False)
        ]
        return [*out, f"Value: {', '.join(values)}."] if values else out

    def paint(self, painter: QPainter) -> None:
        if self._thought is None:
            return
        look, line = theme.current(), text_line(theme.TABLE, 6)
        margin, count = look.px(12), max(1, len(self._thought.agents))
        left = margin + look.px(FIRST_COLUMN)
        step = (self.width() - left - margin) / count
        put(
            painter,
            QRectF(margin, 0, left - margin, line),
            f"{self._turn_word.capitalize()} ahead",
            role="ink2",
        )
        for a, agent in enumerate(self._thought.agents):
            x = left + a * step
            put_mark(painter, self.view, agent.stats.agent, x + look.px(5), line / 2, 9.0)
            put(
                painter,
                QRectF(x + look.px(14), 0, step - look.px(16), line),
                agent.name,
                role="ink2",
            )
        painter.fillRect(QRectF(4, line, self.width() - 8, 1), look.colour("line2"))
        for turn in range(self.turns()):
            self._paint_turn(painter, turn, (turn + 1) * line + 1, left, step)
        self._paint_values(painter, (self.turns() + 1) * line + 2, left, step)

    def _paint_turn(self, painter: QPainter, turn: int, y: float, left: float, step: float) -> None:
        look, line = theme.current(), text_line(theme.TABLE, 6)
        assert self._thought is not None
        gap = look.px(4)
        deeper = len(self._thought.snapshot.trace) - MOST_TURNS
        name = numerals.ahead(0, self._turn_word) if turn == 0 else f"+{turn}"
        if turn == MOST_TURNS - 1 and deeper > 0:
            name += f", {deeper} more"
        put(painter, QRectF(look.px(12), y, left - look.px(12), line), name, role="ink2")
        for a in range(len(self._thought.agents)):
            text, how = self.cell(turn, a)
            x = left + a * step
            put(painter, QRectF(x, y, step - 4, line), text)
            after = text_width(text) + gap
            if text_width(how, theme.TABLE) <= step - after - 2:
                put(painter, QRectF(x + after, y, step - after, line), how, theme.TABLE, "ink2")

    def _paint_values(self, painter: QPainter, y: float, left: float, step: float) -> None:
        look, line = theme.current(), text_line(theme.TABLE, 6)
        assert self._thought is not None
        painter.fillRect(QRectF(4, y, self.width() - 8, 1), look.colour("line2"))
        put(painter, QRectF(look.px(12), y, left, line), "Value", role="ink2")
        for a, value in enumerate(self._thought.snapshot.trace_values[: len(self._thought.agents)]):
            put(
                painter, QRectF(left + a * step, y, step - 4, line), numerals.real(value), bold=True
            )


class ThinkPanel(QWidget):
    """The iteration bar over the table of the last iteration."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.bar, self.table = IterationBar(self), LastIteration(self)
        self._brief = self._has_trace = False
        self.step, self.run_toggled = self.bar.step, self.bar.run_toggled
        self.band = Band("The last iteration, turn by turn", self.table, parent=self)
        self.band.set_hint("one row a turn; how each tree chose its action")
        column(self.bar, self.band, of=self, gap=0)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.set_marks(marks_of((0, 1)))

    def set_marks(self, marks: Marks, turn_word: str = "turn") -> None:
        """A game's marks and its word for a turn."""
        self.table.set_marks(marks, turn_word)
        self.band.set_hint(f"one row a {turn_word}; how each tree chose its action")

    def set_thought(
        self, thought: Thought | None, running: bool, label: Labeller | None = None
    ) -> None:
        """The search that thinks on; without a trace the table goes away."""
        self.table.set_thought(thought, label)
        self.bar.set_state(
            thought.snapshot.iterations if thought else 0,
            running,
            word=thought.iteration_word if thought else "iteration",
        )
        self._has_trace = bool(thought and thought.snapshot.trace)
        self.band.setVisible(self._has_trace and not self._brief)

    def set_brief(self, brief: bool) -> None:
        """The bar alone, where room is short."""
        self._brief = brief
        self.band.setVisible(self._has_trace and not brief)
