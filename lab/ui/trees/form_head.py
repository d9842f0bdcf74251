"""The head over what a search without a tree keeps: its agents, what it keeps, what it would
play.

Hues laid over the panel, so that words stay readable on them.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from lab.match.records import Thought
from lab.ui.parts import theme
from lab.ui.parts.guard import guarded
from lab.ui.parts.marks import Marks, marks_of, paint_mark
from lab.ui.parts.painted import put, text_width
from lab.words.columns import Column

STRONG = 0.56  # of the hue in the darkest cell
FAINT = 0.06
LINE, MARGIN = 20, 12  # pixels at 100 %
LISTED = 8  # turns of a sequence that are written out


def shade(hue: QColor, ground: QColor, strength: float) -> QColor:
    """The hue over a ground: faint at a strength of 0, as strong as words allow at 1."""
    strength = strength if math.isfinite(strength) else 0.0
    share = FAINT + (STRONG - FAINT) * min(1.0, max(0.0, strength))
    grounds, hues = ((c.red(), c.green(), c.blue()) for c in (ground, hue))
    mixed = (round(a + (b - a) * share) for a, b in zip(grounds, hues, strict=True))
    return QColor(*mixed)


class FormHead(QWidget):
    """Three lines of words with the agents' marks."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._marks = marks_of((0, 1))
        self._agents: tuple[tuple[int, str], ...] = ()
        self.title = self.kept = self.plays = ""
        theme.changed.connect(self.updateGeometry)

    def set_words(self, columns: Sequence[Column], marks: Marks, kept: str, plays: str) -> None:
        """The agents whose columns are on show, what the search keeps, what it would play."""
        self._marks, self.kept, self.plays = marks, kept, plays
        self._agents = tuple((column.number, column.agent.name) for column in columns)
        self.title = columns[0].thought.algorithm if columns else ""
        self.setAccessibleName(f"{self.title}: {kept}. {plays}")
        self.update()

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        look = theme.current()
        with QPainter(self) as painter:
            line, x = float(look.px(LINE)), float(look.px(MARGIN))
            right = self.width() - x
            painter.setFont(look.font(theme.TABLE, True))
            for agent, name in self._agents:
                colour = self._marks.colour(look, agent)
                spot = QPointF(x + look.px(6), line / 2)
                paint_mark(painter, self._marks.agent(agent), spot, 11 * look.scale, colour)
                x += look.px(18)
                put(painter, QRectF(x, 0, right - x, line), name, bold=True)
                x += text_width(name, theme.TABLE, True) + look.px(14)
            put(painter, QRectF(x, 0, max(0.0, right - x), line), self.title, theme.TABLE, "ink2")
            for row, (words, bold) in enumerate(((self.plays, True), (self.kept, False)), 1):
                box = QRectF(look.px(MARGIN), row * line, right - look.px(MARGIN), line)
                size, role = (theme.TABLE, "ink") if bold else (theme.TABLE, "ink2")
                put(painter, box, words, size, role, bold=bold)

    def sizeHint(self) -> QSize:
        look = theme.current()
        return QSize(look.px(240), 3 * look.px(LINE))

    def minimumSizeHint(self) -> QSize:
        return QSize(theme.current().px(120), 3 * theme.current().px(LINE))


def waiting(thought: Thought) -> str:
    """Why there is nothing to see yet, or any more."""
    if thought.snapshot.waits:
        return f"{thought.algorithm} {thought.snapshot.waits}."
    if thought.kept is None and not thought.live:
        return (
            "What a search kept is not recorded with a past turn. Think on (T) searches it again."
        )
    return "Nothing is finished yet."


def listed(turns: Sequence[str]) -> str:
    """What is done in the first turns of a sequence, and how many there are beyond."""
    words = ", then ".join(turns[:LISTED])
    beyond = len(turns) - LISTED
    return f"{words}, and {beyond} more" if beyond > 0 else words
