"""The first look at a search: how its visits are shared among the root actions, all columns on one
scale from 0 to 100 %, the action that it would play in colour. Figures are in the tips.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from lab.ui.parts import theme
from lab.ui.parts.painted import put, text_line, text_width
from lab.ui.trees.bars import LABELLED, VisitBars
from lab.words import numerals
from lab.words.columns import Column, Geometry, iteration_word
from lab.words.lead import LEANING, SURE, UNDECIDED, certainty

PITCH, BAR = 24, 10  # pixels at 100 %: from row to row, the height of a bar
LABELS = 0.4  # of the width, at most, for the labels of a single column


def certainty_words(columns: Sequence[Column]) -> str:
    """Who has made up its mind: "Pod 2 is sure. Pod 1 and Pod 3 are undecided."."""
    sentences, several = [], len(columns) > 1
    for word in (SURE, LEANING, UNDECIDED):
        names = [c.agent.name for c in columns if certainty(c.agent.stats) == word]
        if several and len(names) == len(columns):
            return f"All are {word}."
        if names:
            are = "is" if len(names) == 1 else "are"
            sentences.append(f"{numerals.enumerated(names)} {are} {word}.")
    return " ".join(sentences)


def certain_count(columns: Sequence[Column]) -> str:
    """How many of them are sure: "2 sure"."""
    words = [certainty(c.agent.stats) for c in columns]
    return f"{words.count(SURE) or 'none'} sure" if any(words) and len(words) > 1 else ""


def depth_words(columns: Sequence[Column], turn_word: str) -> str:
    """How deep the deepest of the trees is: "6 turns deep"."""
    depths = [np.flatnonzero(c.agent.stats.depth) for c in columns]
    deepest = max((int(each[-1]) + 1 for each in depths if each.size), default=0)
    return f"{numerals.several(deepest, turn_word)} deep" if deepest else ""


def iterations_words(columns: Sequence[Column]) -> str:
    """How much has been searched: "4,000 iterations"."""
    done = [c.thought.snapshot.iterations for c in columns]
    return numerals.several(max(done), iteration_word(tuple(columns))) if done else ""


def speed_words(columns: Sequence[Column]) -> str:
    """What the searches on show do together in a second: "122 k iterations a second"."""
    shown = {id(c.thought): c.thought for c in columns}.values()
    speed = sum(each.iterations_per_s for each in shown)
    return f"{numerals.count(speed)} {iteration_word(tuple(columns))}s a second" if speed else ""


class ShareBars(VisitBars):
    """A bar is the action's share of its search's visits; nothing else is drawn."""

    @property
    def pitch(self) -> float:
        return round((PITCH + (0 if self.view.shared else LABELLED)) * theme.current().scale)

    @property
    def geometry_of_columns(self) -> Geometry:
        several = len(self.view.columns) > 1
        return Geometry(self.width(), len(self.view.columns), theme.current().scale, several)

    def _paint_labels(self, painter: QPainter) -> None:
        if len(self.view.columns) > 1:
            super()._paint_labels(painter)

    def paint_separators(self, painter: QPainter, below: float = 4.0) -> None:
        """Bars stand on a line of their own."""

    def _paint_column(self, painter: QPainter, i: int, column: Column) -> None:
        if column.empty:
            return
        look, place, view = theme.current(), self.geometry_of_columns, self.view
        left, right, high = place.left(i), place.right(i), look.px(BAR)
        single = len(view.columns) == 1
        if single:
            widest = max(text_width(row.label, theme.TABLE, True) for row in view.own_rows[i])
            left += min(LABELS * (right - left), widest + look.px(12))
            right -= look.px(48)  # for its figure
        for j, (row, cell) in enumerate(zip(view.own_rows[i], view.cells[i], strict=True)):
            top = j * self.pitch
            best = row.single is not None and row.single == column.agent.stats.best
            if single:
                box = QRectF(place.margin, top, left - place.margin - look.px(6), self.pitch)
                put(painter, box, row.label, bold=best)
            elif not view.shared:
                box = QRectF(left, top + 1, right - left, text_line(theme.TABLE))
                put(painter, box, row.label, bold=best)
                top += look.px(LABELLED)
            middle = top + (self.pitch - (top - j * self.pitch)) / 2
            painter.fillRect(QRectF(left, middle - high, 1, 2 * high), look.colour("line2"))
            wide = (right - left) * min(1.0, max(0.0, cell.share))
            colour = view.hue(column) if best else look.colour("cut" if look.dark else "line2")
            if cell.visits > 0:
                bar = QRectF(left, middle - high / 2, max(1.0, wide), high)
                painter.fillRect(bar, colour)
            if single:
                box = QRectF(right, top, look.px(48), self.pitch)
                share = numerals.percent(cell.share)
                put(painter, box, share, role="ink" if best else "ink2", bold=best, right=True)
