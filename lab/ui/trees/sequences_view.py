"""The sequences that a search keeps: one row each, best on top, one cell for each turn, darker
where the fitness is higher. The agents of the seat have strips of their own, side by side.

A search over sequences in the view Tree: what it keeps, and the chosen sequence in words.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from engines.game import PASS
from lab.match.records import NamedSequences, Thought
from lab.ui.parts import theme
from lab.ui.parts.guard import guarded
from lab.ui.parts.layout import column
from lab.ui.parts.marks import Marks, marks_of
from lab.ui.parts.messages import label
from lab.ui.parts.painted import fits, put
from lab.ui.parts.tips import refresh_tooltip, show_tip
from lab.ui.trees.form_head import FormHead, listed, shade, waiting
from lab.words import numerals
from lab.words.columns import Column

GUTTER, MARGIN, GAP, HEAD = 92, 12, 14, 20  # pixels at 100 %
FIRST, MOST, LEAST, SPACE = 34, 22, 5, 8  # heights of the first row and of others; between them
WIDEST, WORDY = 210, 24  # of a cell; from which it has words
READABLE = 12  # the height of a row from which it has words


class SequencesPage(QWidget):
    """One seat's sequences."""

    selected = Signal(int, int)  # agent, action index

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.head, self.view = FormHead(self), SequencesView(self)
        self.words = label("", "note", self)
        self._thought: Thought | None = None
        self.words.setContentsMargins(12, 0, 12, 6)
        column(self.head, (self.view, 1), self.words, of=self, gap=4)
        self.view.chosen.connect(self._choose)

    def show_thought(
        self, thought: Thought, columns: Sequence[Column], marks: Marks, turn_word: str
    ) -> None:
        """Newer sequences of the same or another search."""
        self._thought, named = thought, thought.kept
        filled = isinstance(named, NamedSequences) and bool(named.words)
        self.view.setVisible(filled)
        if not isinstance(named, NamedSequences) or not filled:
            title = named.sequences.title if isinstance(named, NamedSequences) else ""
            self.head.set_words(columns, marks, "", "")
            self.words.setText(f"{title}." if title else waiting(thought))
            return
        kept = named.sequences
        listed = len(named.words) - 1
        part = f"; the best {listed} of them are listed" if listed < kept.total else ""
        plays = " · ".join(c.would_play for c in columns if c.number in kept.agents)
        self.head.set_words(columns, marks, kept.title + part, f"Would play {plays}")
        together = sum(kept.actions[0, 0] != -1) > 1 or len(kept.agents) > 1
        self.view.set_sequences(named, marks, turn_word, together)
        self.words.setText(self.view.sentence(self.view.selected))

    def _choose(self, row: int) -> None:
        self.view.select(row)
        named, thought = self.view.named, self._thought
        if named is None or thought is None:
            return
        self.words.setText(self.view.sentence(self.view.selected))
        for agent in thought.agents:
            number, actions = agent.stats.agent, agent.stats.actions.tolist()
            action = int(named.sequences.actions[row, 0, number])
            if number in named.sequences.agents and action in actions:
                self.selected.emit(number, actions.index(action))
                break


class SequencesView(QWidget):
    """Paints one search's sequences; a click chooses a row."""

    chosen = Signal(int)  # row; -1 for none

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAccessibleName("Sequences kept")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.named: NamedSequences | None = None
        self.selected = 0
        self._strips: tuple[tuple[int, ...], ...] = ()  # the agents whose actions a strip shows
        self._marks, self._turn_word = marks_of((0, 1)), "turn"
        theme.changed.connect(self.update)

    def set_sequences(
        self, named: NamedSequences, marks: Marks, turn_word: str, together: bool
    ) -> None:
        """Shows newer sequences; `together` where the agents move at the same time, else one strip
        holds everybody's actions.
        """
        self.named, self._marks, self._turn_word = named, marks, turn_word
        everyone = tuple(range(named.sequences.actions.shape[2]))
        self._strips = tuple((a,) for a in named.sequences.agents) if together else (everyone,)
        self.select(min(self.selected, len(named.words) - 1))
        refresh_tooltip(self)

    def select(self, row: int) -> None:
        """Marks a row."""
        self.selected = max(0, row)
        if self.named is not None and self.named.words:
            self.setAccessibleDescription(self.sentence(self.selected))
        self.update()

    # -- where things are --------------------------------------------------------------------------

    @property
    def shown(self) -> int:
        """How many rows have room."""
        assert self.named is not None
        look = theme.current()
        room = self.height() - look.px(HEAD + FIRST + SPACE) - look.px(2)
        return min(len(self.named.words), 1 + max(0, math.floor(room / look.px(LEAST))))

    @property
    def _tall(self) -> float:
        """The height of every row but the first."""
        look = theme.current()
        room = self.height() - look.px(HEAD + FIRST + SPACE) - look.px(2)
        return min(float(look.px(MOST)), room / max(1, self.shown - 1))

    def _row(self, row: int) -> tuple[float, float]:
        """The top and the height of a row."""
        look = theme.current()
        if row == 0:
            return float(look.px(HEAD)), float(look.px(FIRST))
        return look.px(HEAD + FIRST + SPACE) + (row - 1) * self._tall, self._tall

    def _wide(self) -> tuple[float, float]:
        """The widths of a strip and of its cells."""
        assert self.named is not None
        look, count = theme.current(), max(1, len(self._strips))
        strip = (self.width() - look.px(GUTTER + MARGIN) - (count - 1) * look.px(GAP)) / count
        turns = max(1, self.named.sequences.actions.shape[1])
        return strip, min(float(look.px(WIDEST)), strip / turns)

    def cell(self, row: int, strip: int, turn: int) -> QRectF:
        """The rectangle of a turn."""
        look, (top, tall), (whole, wide) = theme.current(), self._row(row), self._wide()
        left = look.px(GUTTER) + strip * (whole + look.px(GAP)) + turn * wide
        return QRectF(left, top, wide, tall)

    def row_at(self, y: float) -> int:
        """The row at a height; -1 for none."""
        if self.named is None:
            return -1
        for row in range(self.shown):
            top, tall = self._row(row)
            if top <= y < top + tall:
                return row
        return -1

    # -- painting ----------------------------------------------------------------------------------

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), theme.current().colour("panel"))
            if self.named is not None and self.named.words:
                self._paint_turns(painter)
                for row in range(self.shown):
                    self._paint_row(painter, row)
                self._paint_selected(painter)

    def _paint_turns(self, painter: QPainter) -> None:
        assert self.named is not None
        line = float(theme.current().px(HEAD))
        for strip in range(len(self._strips)):
            for turn in range(self.named.sequences.actions.shape[1]):
                cell = self.cell(0, strip, turn)
                words = numerals.ahead(turn, self._turn_word)
                short = words if fits(words, cell.width() - 4, theme.TABLE) == words else f"+{turn}"
                short = "now" if short == "+0" else short
                if fits(short, cell.width(), theme.TABLE) == short:
                    box = QRectF(cell.left() + 2, 0, cell.width() - 2, line)
                    put(painter, box, short, theme.TABLE, "ink2")

    def _tint(self, row: int) -> float:
        """The fitness between the lowest and the highest on show, from 0 to 1."""
        assert self.named is not None
        fitness = self.named.sequences.fitness
        low, high = float(np.nanmin(fitness)), float(np.nanmax(fitness))
        return (float(fitness[row]) - low) / (high - low) if high > low else 1.0

    def _paint_row(self, painter: QPainter, row: int) -> None:
        assert self.named is not None
        look, kept = theme.current(), self.named.sequences
        self._paint_name(painter, row)
        tried = math.isfinite(kept.fitness[row])
        ground = look.colour("panel")
        for strip, agents in enumerate(self._strips):
            for turn in range(int(kept.lengths[row])):
                moving = [a for a in agents if kept.actions[row, turn, a] != PASS]
                if not moving:
                    continue
                cell = self.cell(row, strip, turn).adjusted(0, 0, -1.5, -1)
                hue = self._marks.colour(look, moving[0])
                if tried:
                    painter.fillRect(cell, shade(hue, ground, self._tint(row)))
                else:
                    painter.setPen(QPen(look.colour("line2"), 1))
                    painter.setBrush(Qt.BrushStyle.NoBrush)
                    painter.drawRect(cell.adjusted(0.5, 0.5, -0.5, -0.5))
                self._paint_words(painter, self.named.words[row][turn][moving[0]], row, cell)

    def _paint_words(self, painter: QPainter, words: str, row: int, cell: QRectF) -> None:
        look = theme.current()
        if cell.height() < look.px(READABLE) or cell.width() < look.px(WORDY):
            return
        box = cell.adjusted(look.px(4), 0, -look.px(2), 0)
        for each in (words, initials(words)):
            if fits(each, box.width(), theme.TABLE, row == 0) == each:
                put(painter, box, each, theme.TABLE, bold=row == 0)
                return

    def _paint_name(self, painter: QPainter, row: int) -> None:
        """The name of a row and its fitness, in the gutter."""
        assert self.named is not None
        look, (top, tall) = theme.current(), self._row(row)
        if tall < look.px(READABLE):
            return
        kept = self.named.sequences
        box = QRectF(look.px(MARGIN), top, look.px(GUTTER - MARGIN - 8), tall)
        fitness = float(kept.fitness[row])
        spread = float(np.nanmax(kept.fitness) - np.nanmin(kept.fitness))
        words = numerals.value(fitness, numerals.digits(spread)) if math.isfinite(fitness) else ""
        put(painter, box, words or "untried", theme.TABLE, "ink2", right=True)
        put(painter, box, kept.names[row], theme.TABLE, bold=row == 0)

    def _paint_selected(self, painter: QPainter) -> None:
        """The frame of what would be played, and of the selected row."""
        assert self.named is not None
        look, length = theme.current(), self.named.sequences.lengths
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for row, role in ((0, "ink"), (self.selected, "mark_edge")):
            if row >= self.shown or not length[row]:
                continue
            painter.setPen(QPen(look.colour(role), 1.6))
            for strip in range(len(self._strips)):
                last = self.cell(row, strip, int(length[row]) - 1)
                whole = self.cell(row, strip, 0).united(last)
                painter.drawRect(whole.adjusted(-0.8, -0.8, -0.7, -0.2))

    # -- pointer, keys and words -------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        row = self.row_at(event.position().y())
        if event.button() == Qt.MouseButton.LeftButton and row >= 0:
            self.chosen.emit(row)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}
        key = Qt.Key(event.key())
        if self.named is None or key not in steps:
            super().keyPressEvent(event)
        else:
            self.chosen.emit(max(0, min(self.shown - 1, self.selected + steps[key])))

    def sentence(self, row: int) -> str:
        """A row in words."""
        assert self.named is not None
        kept, turns = self.named.sequences, self.named.words[row]
        name = kept.names[row].capitalize() or f"Number {row}"
        fitness = float(kept.fitness[row])
        worth = f"fitness {numerals.value(fitness, 3)}" if math.isfinite(fitness) else "not tried"
        agents = {a for strip in self._strips for a in strip}
        cells = [" · ".join(w for a, w in enumerate(t) if w and a in agents) for t in turns]
        return f"{name}, {worth}: {listed([cell or '…' for cell in cells])}."

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent):
            row = self.row_at(QPointF(event.pos()).y())
            show_tip(event.globalPos(), self.sentence(row) if row >= 0 else "", self)
            return True
        return super().event(event)

    sizeHint = theme.sized(480, 420)
    minimumSizeHint = theme.sized(240, HEAD + FIRST + SPACE + 20 * LEAST)


def initials(words: str) -> str:
    """The first letters of an action's words: "Lf" for "Left, full"; all of numbers alone."""
    return "".join(word[0] for word in words.split() if word[0].isalpha()) or words
