"""The layers of a beam: a column for each depth, in it a band for each first action, as high as its
share of the surviving nodes; below them the scores of each layer, and the words of one sequence.

Bands keep their order in every layer, so what dies out is seen to.

Beam search in the view Tree: its layers, and in words the band that is chosen.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from lab.match.records import NamedLayers, Thought
from lab.ui.parts import theme
from lab.ui.parts.guard import guarded
from lab.ui.parts.layout import column
from lab.ui.parts.marks import Marks, marks_of
from lab.ui.parts.messages import label
from lab.ui.parts.painted import fits, put, text_width
from lab.ui.parts.tips import refresh_tooltip, show_tip
from lab.ui.trees.form_head import FormHead, listed, shade, waiting
from lab.words import numerals
from lab.words.columns import Column
from search.branches import BeamBand
from search.forms import Floats

HELP = "Click a band, or use the arrow keys, to see the best sequence that ends in it."
GUTTER, MARGIN, LINE = 76, 12, 17  # pixels at 100 %
WIDEST = 170  # of a column with the way to the next
SCORES = 0.26  # of the height is for the scores
WAY = 0.3  # of a column leads to the next one, where columns are at least `APART` wide
APART, WORDY, FRAMED = 14, 44, 6  # widths from which there are ways, words, frames


class LayersPage(QWidget):
    """One seat's beam."""

    banded = Signal(int, object)  # seat, Band whose sequence is wanted; None: the best of all
    selected = Signal(int, int)  # agent, action index

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.head, self.view, self.words = FormHead(self), LayersView(self), label("", "note", self)
        self._thought: Thought | None = None
        self.words.setContentsMargins(12, 0, 12, 6)
        column(self.head, (self.view, 1), self.words, of=self, gap=4)
        self.view.chosen.connect(self._choose)

    def show_thought(
        self, thought: Thought, columns: Sequence[Column], marks: Marks, turn_word: str
    ) -> None:
        """Newer layers of the same or another search."""
        self._thought, named = thought, thought.kept
        filled = isinstance(named, NamedLayers) and len(named.layers.kept) > 0
        self.view.setVisible(filled)
        if not isinstance(named, NamedLayers) or not filled:
            self.head.set_words(columns, marks, "", "")
            self.words.setText(waiting(thought))
            return
        layers = named.layers
        depth, nodes = len(layers.kept), numerals.count(int(layers.nodes.sum()))
        size = f"{depth} {'layer' if depth == 1 else 'layers'} of up to {layers.width:,}"
        self.head.set_words(columns, marks, f"{size}, {nodes} nodes", "Would play " + (
            named.firsts[layers.chosen] if layers.chosen >= 0 else numerals.NOTHING))  # fmt: skip
        self.view.set_layers(named, marks)
        self.words.setText(self._sentences(named))

    def _sentences(self, named: NamedLayers) -> str:
        line = listed(named.line)
        band = named.layers.band
        if band is None:
            return f"The best sequence: {line}.\n{HELP}"
        return f"{self.view.sentence(*band)}\nThe best sequence that ends there: {line}."

    def _choose(self, place: tuple[int, int] | None) -> None:
        thought, named = self._thought, self.view.named
        if thought is None or named is None:
            return
        if place is None or not named.layers.kept[place]:
            self.banded.emit(thought.seat, None)
            return
        self.banded.emit(thought.seat, band_of(named, thought.seat, place))
        for agent in thought.agents:
            number = agent.stats.agent
            if number in named.layers.agents:
                action = named.layers.firsts[place[1], named.layers.agents.index(number)]
                self.selected.emit(number, agent.stats.actions.tolist().index(action))
                break


class LayersView(QWidget):
    """Paints one beam; a click on a band chooses it."""

    chosen = Signal(object)  # (layer, place in `firsts`); None for the best sequence

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAccessibleName("Layers of the beam")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.named: NamedLayers | None = None
        self._marks: Marks = marks_of((0, 1))
        self._ends = np.zeros((0, 0))  # [D, F + 1] where bands begin and end, from 0 to 1
        theme.changed.connect(self.update)

    def set_layers(self, named: NamedLayers, marks: Marks) -> None:
        """Shows newer layers."""
        self.named, self._marks = named, marks
        kept = named.layers.kept
        ends = np.cumsum(kept, axis=1) / np.maximum(1, kept.sum(axis=1, keepdims=True))
        self._ends = np.concatenate([np.zeros((len(kept), 1)), ends], axis=1)
        if named.layers.band is not None:
            self.setAccessibleDescription(self.sentence(*named.layers.band))
        self.update()
        refresh_tooltip(self)

    # -- where things are --------------------------------------------------------------------------

    @property
    def _bands(self) -> QRectF:
        """The room of the bands."""
        look = theme.current()
        left, top = look.px(GUTTER), look.px(4)
        below = 3 * look.px(LINE) + self._score_room
        wide = self.width() - left - look.px(MARGIN)
        return QRectF(left, top, wide, max(1.0, self.height() - top - below))

    @property
    def _score_room(self) -> float:
        return SCORES * self.height()

    @property
    def _pitch(self) -> float:
        """From one column to the next."""
        widest = float(theme.current().px(WIDEST))
        return min(widest, self._bands.width() / max(1, len(self._ends)))

    def _column(self, layer: int) -> tuple[float, float]:
        """The left end and the width of a layer's column."""
        pitch = self._pitch
        way = WAY * pitch if pitch >= theme.current().px(APART) else 0.0
        return self._bands.left() + layer * pitch, pitch - way

    def cell(self, layer: int, first: int) -> QRectF:
        """The rectangle of a band in one layer."""
        room, (left, wide) = self._bands, self._column(layer)
        top, bottom = self._ends[layer, first : first + 2] * room.height()
        return QRectF(left, room.top() + top, wide, bottom - top)

    def at(self, point: QPointF) -> tuple[int, int] | None:
        """The (layer, place in `firsts`) at a point."""
        room = self._bands
        layer = math.floor((point.x() - room.left()) / self._pitch)
        y = (point.y() - room.top()) / room.height()
        if not (0 <= layer < len(self._ends) and 0 <= y < 1):
            return None
        first = int(np.searchsorted(self._ends[layer, 1:], y, side="right"))
        return (layer, first) if first < self._ends.shape[1] - 1 else None  # one that keeps nothing

    # -- painting ----------------------------------------------------------------------------------

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), theme.current().colour("panel"))
            if self.named is not None and len(self._ends):
                self._paint_ways(painter)
                for layer in range(len(self._ends)):
                    self._paint_layer(painter, layer)
                self._paint_axis(painter)
                self._paint_scores(painter)

    def _tint(self, layer: int, first: int) -> float:
        """How good the best node of a band is among the nodes of its layer, from 0 to 1."""
        assert self.named is not None
        low, high = self.named.layers.spread[layer, [0, -1]]
        best = float(self.named.layers.best[layer, first])
        return (best - low) / (high - low) if high > low else 1.0

    def _alive(self, layer: int) -> list[int]:
        assert self.named is not None
        return [int(k) for k in np.flatnonzero(self.named.layers.kept[layer])]

    def _paint_layer(self, painter: QPainter, layer: int) -> None:
        assert self.named is not None
        look, layers = theme.current(), self.named.layers
        hue, ground = self._marks.colour(look, layers.agents[0]), look.colour("panel")
        for first in self._alive(layer):
            cell = self.cell(layer, first)
            gap = 1.0 if cell.height() > 3 else 0.0
            cell.setHeight(max(0.5, cell.height() - gap))
            chosen = layers.band == (layer, first)
            fill = look.colour("mark") if chosen else shade(hue, ground, self._tint(layer, first))
            painter.fillRect(cell, fill)
            if chosen or (first == layers.chosen and cell.width() >= look.px(FRAMED)):
                painter.setPen(QPen(look.colour("mark_edge" if chosen else "ink"), 1.6))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawRect(cell.adjusted(0.8, 0.8, -0.8, -0.8))
            self._paint_words(painter, layer, first, cell)

    def _paint_words(self, painter: QPainter, layer: int, first: int, cell: QRectF) -> None:
        """The first action, and with room for two lines the nodes and their share."""
        assert self.named is not None
        look = theme.current()
        line = float(look.px(15))
        if cell.width() < look.px(WORDY) or cell.height() < line - 2:
            return
        box = cell.adjusted(look.px(5), 0, -look.px(4), 0)
        two = box.height() >= 2 * line
        box.setTop(box.top() + (box.height() - (2 if two else 1) * line) / 2)
        box.setHeight(line)
        if len(fits(self.named.firsts[first], box.width(), theme.TABLE, two)) > 2:
            put(painter, box, self.named.firsts[first], theme.TABLE, bold=two)
        if two:
            box.translate(0, line)
            put(painter, box, self._share(layer, first, box.width()), theme.TABLE, "ink2")

    def _share(self, layer: int, first: int, room: float) -> str:
        assert self.named is not None
        kept = self.named.layers.kept[layer]
        share = numerals.percent(float(kept[first]) / float(kept.sum()))
        count = int(kept[first])
        whole = f"{numerals.count(count)} {'node' if count == 1 else 'nodes'}  {share}"
        return whole if text_width(whole, theme.TABLE) <= room else share

    def _paint_ways(self, painter: QPainter) -> None:
        """From a band to itself in the next layer; it ends in a point where it dies out."""
        assert self.named is not None
        look, layers = theme.current(), self.named.layers
        if self._pitch < look.px(APART):
            return
        hue, ground = self._marks.colour(look, layers.agents[0]), look.colour("panel")
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        for layer in range(len(self._ends) - 1):
            for first in self._alive(layer):
                near, far = self.cell(layer, first), self.cell(layer + 1, first)
                corners = (near.topRight(), far.topLeft(), far.bottomLeft(), near.bottomRight())
                painter.setBrush(shade(hue, ground, 0.4 * self._tint(layer, first)))
                painter.drawPolygon(QPolygonF(corners))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)

    def _paint_axis(self, painter: QPainter) -> None:
        """Depth, nodes and the words of the line under each column that has room for them."""
        assert self.named is not None
        look, layers = theme.current(), self.named.layers
        line, top = float(look.px(LINE)), self._bands.bottom() + look.px(2)
        for row, title in enumerate(("depth", "nodes", "sequence")):
            box = QRectF(look.px(MARGIN), top + row * line, look.px(GUTTER - MARGIN), line)
            put(painter, box, title, theme.TABLE, "ink2")
        widest = text_width(f"{len(self._ends)}000", theme.TABLE)
        every = max(1, math.ceil(widest / self._pitch))
        for layer in range(0, len(self._ends), every):
            left, _ = self._column(layer)
            box = QRectF(left, top, max(self._pitch * every - 4, widest), line)
            put(painter, box, str(layer + 1), theme.TABLE, "ink2")
            box.translate(0, line)
            put(painter, box, numerals.count(int(layers.nodes[layer])), theme.TABLE, "ink2")
        if self._pitch >= look.px(APART):
            for layer, words in enumerate(self.named.line[: len(self._ends)]):
                box = QRectF(self._column(layer)[0], top + 2 * line, self._pitch - 6, line)
                if len(fits(words, box.width(), theme.TABLE)) > 2:
                    put(painter, box, words, theme.TABLE)

    # -- scores ------------------------------------------------------------------------------------

    def _heights(self, scores: Floats) -> Floats:
        """The heights in pixels that scores have on the axis of all layers."""
        assert self.named is not None
        spread, look = self.named.layers.spread, theme.current()
        low, high = float(np.nanmin(spread)), float(np.nanmax(spread))
        bottom = self.height() - look.px(8)
        room = self._score_room - look.px(8 + LINE)
        return bottom - room * (scores - low) / ((high - low) or 1.0)

    def _paint_scores(self, painter: QPainter) -> None:
        """For each layer from the lowest to the highest score, thick the middle half."""
        assert self.named is not None
        look, layers = theme.current(), self.named.layers
        self._paint_score_axis(painter)
        heights = self._heights(layers.spread)
        hue = self._marks.colour(look, layers.agents[0])
        for layer, (low, quarter, middle, upper, high) in enumerate(heights.tolist()):
            left, wide = self._column(layer)
            thin = max(1.0, min(float(look.px(14)), wide))
            painter.fillRect(
                QRectF(left + thin / 2 - 0.5, high, 1, low - high), look.colour("edge")
            )
            box = QRectF(left, upper, thin, max(1.0, quarter - upper))
            painter.fillRect(box, shade(hue, look.colour("panel"), 0.8))
            painter.fillRect(QRectF(left, middle - 0.5, thin, 1.5), look.colour("ink"))
        self._paint_line(painter)

    def _paint_score_axis(self, painter: QPainter) -> None:
        assert self.named is not None
        look, spread = theme.current(), self.named.layers.spread
        line, low, high = float(look.px(LINE)), float(np.nanmin(spread)), float(np.nanmax(spread))
        digits = numerals.digits(high - low)
        for score in (low, high):
            y = float(self._heights(np.array(score)))
            box = QRectF(look.px(MARGIN), y - line / 2, look.px(GUTTER - MARGIN - 8), line)
            put(painter, box, numerals.value(score, digits), theme.TABLE, "ink2", right=True)
            painter.fillRect(QRectF(self._bands.left(), y, self._bands.width(), 1),
                             look.colour("line"))  # fmt: skip
            if high == low:
                break

    def _paint_line(self, painter: QPainter) -> None:
        """The scores of the sequence on show."""
        assert self.named is not None
        look, layers = theme.current(), self.named.layers
        known = layers.scores[np.isfinite(layers.scores)]
        half = max(1.0, min(float(look.px(14)), self._column(0)[1])) / 2
        points = [
            QPointF(self._column(layer)[0] + half, y)
            for layer, y in enumerate(self._heights(known).tolist())
        ]
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        role = "ink" if layers.band is None else "mark_edge"
        painter.setPen(QPen(look.colour(role), 1.6))
        painter.drawPolyline(QPolygonF(points))
        if self._pitch >= look.px(APART):
            painter.setBrush(look.colour(role))
            for point in points:
                painter.drawEllipse(point, 3 * look.scale, 3 * look.scale)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)

    # -- pointer, keys and words -------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and self.named is not None:
            self.chosen.emit(self.at(event.position()))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        to = self._step(Qt.Key(event.key()))
        if to is None:
            super().keyPressEvent(event)
        else:
            self.chosen.emit(to)

    def _step(self, key: Qt.Key) -> tuple[int, int] | None:
        """The band that an arrow key leads to: the same one a layer on, the next one alive."""
        steps = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}
        if self.named is None or key not in steps or not len(self._ends):
            return None
        layers = self.named.layers
        layer, first = layers.band or (0, max(0, layers.chosen))
        if layers.band is None:
            return layer, first
        if key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            to = layer + steps[key]
            lives = 0 <= to < len(self._ends) and layers.kept[to, first] > 0
            return (to, first) if lives else (layer, first)
        there = [k for k in self._alive(layer) if (k - first) * steps[key] > 0]
        return layer, min(there, key=lambda k: abs(k - first), default=first)

    def sentence(self, layer: int, first: int) -> str:
        """A band in words."""
        assert self.named is not None
        layers = self.named.layers
        kept, total = int(layers.kept[layer, first]), int(layers.nodes[layer])
        if not kept:
            return f"Depth {layer + 1}, {self.named.firsts[first]}: no node is left."
        best = numerals.value(float(layers.best[layer, first]), 3)
        nodes = "nodes begins" if kept == 1 else "nodes begin"
        return (
            f"Depth {layer + 1}: {kept:,} of {total:,} {nodes} with {self.named.firsts[first]} "
            f"({numerals.percent(kept / total)}), best score {best}."
        )

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent):
            found = self.at(QPointF(event.pos()))
            show_tip(event.globalPos(), self.sentence(*found) if found else "", self)
            return True
        return super().event(event)

    sizeHint = theme.sized(480, 420)
    minimumSizeHint = theme.sized(240, 200)


def band_of(named: NamedLayers, seat: int, place: tuple[int, int]) -> BeamBand:
    """The band at (layer, place in `firsts`), by its actions."""
    return BeamBand(seat, place[0], tuple(named.layers.firsts[place[1]].tolist()))
