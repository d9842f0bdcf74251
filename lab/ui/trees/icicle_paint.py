"""Painting icicles: heads, cells with their words, tails of rare actions, the legend, and over them
the selection.
"""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QPainter, QPen

from lab.ui.parts import detail, theme
from lab.ui.parts.glyphs import paint_glyph
from lab.ui.parts.painted import fits, put, put_centred, text_width
from lab.ui.trees.icicle_layout import HEAD, IcicleLayout, paint_cuts, paint_dash, paint_step
from lab.ui.trees.icicle_tints import tints
from lab.ui.trees.tree_parts import Tint, TreePart, paint_agent
from lab.words import numerals

# the least widths of a cell with full words, with shortened ones, with a few characters
WORDY, BRIEF, TINY = 64, 26, 13
ROOMY = 170  # the least width of a head with all its words
THIN = 0.5  # pixels below which a cell is not drawn
FEWEST = 4  # letters of a shortened word


def paint_icicles(painter: QPainter, layout: IcicleLayout) -> None:
    """Everything that stays until the numbers change."""
    if not layout.view.trees:
        room = QRectF(0, 0, layout.width, layout.height)
        room.setLeft(theme.current().px(12))
        put(painter, room, layout.view.empty, theme.TABLE, "ink2")
        return
    _paint_gutter(painter, layout)
    for place in range(len(layout.view.trees)):
        _paint_head(painter, layout, place)
        _paint_cells(painter, layout, place)
    _paint_legend(painter, layout)


def _paint_gutter(painter: QPainter, layout: IcicleLayout) -> None:
    """How far ahead each level is, and who chooses there if it is one agent."""
    view, look = layout.view, theme.current()
    part = view.trees[0].part
    for depth in range(1, layout.levels + 1):
        box = layout.gutter(depth)
        words = numerals.ahead(depth - 1 + len(part.focus), view.turn_word)
        movers = np.unique(part.mover[part.depth == depth])
        if part.common and movers.size == 1:
            at = QPointF(box.left() + look.px(8), box.center().y())
            paint_agent(painter, view.marks, view.kinds, int(movers[0]), at)
            box.setLeft(box.left() + look.px(18))
            words = f"+{depth + len(part.focus)}"
        put(painter, box, words, theme.TABLE, "ink2")


def _paint_head(painter: QPainter, layout: IcicleLayout, place: int) -> None:
    """The agent, its nodes, and what it would play with its share of visits."""
    look, tree, column = theme.current(), layout.view.trees[place], layout.column(place)
    line = HEAD / 2 * look.scale
    upper = QRectF(column.left(), 0, column.width(), line)
    nodes = f"{numerals.count(tree.nodes)} nodes" if tree.nodes and detail.is_full() else ""
    needed = text_width(tree.name, theme.TABLE, True) + text_width(nodes, theme.TABLE)
    if needed + look.px(28) > upper.width():
        nodes = ""
    put(painter, upper, nodes, theme.TABLE, "ink2", right=True)
    if not tree.part.common:
        at = QPointF(upper.left() + look.px(6), upper.center().y())
        paint_agent(painter, layout.view.marks, layout.view.kinds, tree.part.agent, at)
        upper.setLeft(upper.left() + look.px(17))
    upper.setRight(upper.right() - text_width(nodes, theme.TABLE) - look.px(8))
    put(painter, upper, tree.name, theme.TABLE, bold=True)
    best = tree.part.along(tree.line[: len(tree.part.focus) + 1])
    if best.size:
        lower = QRectF(column.left(), line, column.width(), line)
        share = numerals.percent(tree.share(int(best[0])))
        if lower.width() >= look.px(ROOMY):
            share += f" of {tree.counted}"
        put(painter, lower, share, theme.TABLE, "ink2", right=True)
        lower.setRight(lower.right() - text_width(share, theme.TABLE) - look.px(8))
        put(painter, lower, tree.word(int(best[0])), theme.TABLE, bold=True)


def _paint_cells(painter: QPainter, layout: IcicleLayout, place: int) -> None:
    view, look = layout.view, theme.current()
    tree, column = view.trees[place], layout.column(place)
    cells, tall = layout.cells[place], layout.tall
    colours = tints(tree, view.marks, view.tint)
    left = column.left() + column.width() * cells.left
    wide = column.width() * (cells.right - cells.left)
    deepest = int(tree.part.depth.max(initial=0)) + 1
    tops = np.array([layout.top(depth) for depth in range(deepest)])[tree.part.depth]
    painter.fillRect(layout.cell(place, 0), look.colour("line"))
    tiny = look.px(TINY)
    drawn = (wide >= THIN) & (tree.part.depth <= layout.levels)
    for row in np.flatnonzero(drawn)[1:].tolist():
        size = wide[row] - 1.0 if wide[row] > 3 else wide[row]
        painter.fillRect(QRectF(left[row], tops[row], size, tall - 1), colours[row])
        if wide[row] >= tiny:
            paint_words(painter, tree, row, QRectF(left[row], tops[row], wide[row], tall - 1))
    _paint_tails(painter, layout, place)
    paint_cuts(painter, layout, place)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(look.colour("ink"), 1.4))
    for row in sorted(row for row in tree.on_line if layout.shows(place, row)):
        painter.drawRect(layout.cell(place, row).adjusted(0.7, 0.7, -1.7, -0.7))


def paint_words(painter: QPainter, tree: TreePart, row: int, cell: QRectF) -> None:
    """What a cell has room for: the action, and its numbers below."""
    look = theme.current()
    word = tree.word(row)
    brief = tree.brief(row) if cell.width() < look.px(WORDY) else ""
    if brief and text_width(brief, theme.TABLE, True) <= cell.width() - 2:
        put_centred(painter, cell, brief, theme.TABLE, bold=True)
        return
    if cell.width() < look.px(BRIEF) or not word:
        return
    box = cell.adjusted(look.px(4), 0, -look.px(4), 0)
    line = look.px(15)
    two = detail.is_full() and cell.width() >= look.px(WORDY) and cell.height() >= 2 * line
    if two:
        box.setHeight(cell.height() / 2)
    shown = fits(word, box.width(), theme.TABLE, True)
    if shown == word or (detail.is_full() and len(shown) > FEWEST):
        put(painter, box, shown, theme.TABLE, bold=True)
    if two:
        box.translate(0, cell.height() / 2 - 1)
        put(painter, box, _numbers(tree, row, box.width()), theme.TABLE, "ink2")


def _numbers(tree: TreePart, row: int, room: float) -> str:
    """As many of visits, share and mean as fit."""
    part = tree.part
    value = numerals.real(float(part.mean[row]), 2)
    if part.ledger is not None:
        value = tree.value(row, 2)
    parts = [numerals.percent(tree.share(row)), value]
    whole = "  ".join((numerals.count(int(part.visits[row])), *parts))
    if text_width(whole, theme.TABLE) <= room:
        return whole
    both = "  ".join(parts)
    shortest = parts[0] if part.ledger is None else parts[1]
    return both if text_width(both, theme.TABLE) <= room else shortest


def _paint_tails(painter: QPainter, layout: IcicleLayout, place: int) -> None:
    """Hatches the room of actions that are too rare to draw."""
    part, cells = layout.view.trees[place].part, layout.cells[place]
    column = layout.column(place)
    brush = QBrush(theme.current().colour("line2"), Qt.BrushStyle.BDiagPattern)
    for row in np.flatnonzero(cells.right - cells.tail > 2.0 / max(1.0, column.width())):
        depth = int(part.depth[row]) + 1
        if depth > layout.levels:
            continue
        left = column.left() + column.width() * float(cells.tail[row])
        right = column.left() + column.width() * float(cells.right[row])
        painter.fillRect(QRectF(left, layout.top(depth), right - left, layout.tall - 1), brush)


def _paint_legend(painter: QPainter, layout: IcicleLayout) -> None:
    """What frames and hatching mean, as far as there is room."""
    look, room, trees = theme.current(), layout.foot, layout.view.trees
    if not detail.is_full():
        what = trees[0].counted if trees else "visits"
        words = f"A cell is an action: the wider, the more {what}. Framed: the best line."
        put(painter, room, words, theme.TABLE, "ink2")
        return
    alone = layout.view.tint is Tint.APART
    own = not alone and any(not tree.part.common for tree in trees)
    entries = [
        ("line", "best line"),
        ("chosen", "selected, and what the others play with it" if own else "selected"),
        ("rare", "actions too rare to draw"),
    ]
    if any(tree.part.cuts for tree in trees):
        entries.insert(1, ("cut", "refuted, the rest of its replies cut"))
    if any(tree.part.ledger is not None for tree in trees):
        entries.insert(1, ("open", "searching now"))
    x, side = room.left(), float(look.px(12))
    for kind, words in entries:
        wide = side + look.px(6) + text_width(words, theme.TABLE)
        if x + wide > room.right():
            break
        box = QRectF(x, round(room.center().y() - side / 2) + 0.5, side, side)
        if kind == "line":
            painter.fillRect(QRectF(x, room.center().y() - 1, side, 2), look.colour("ink"))
        elif kind == "chosen":
            painter.fillRect(box, look.colour("mark"))
            painter.setPen(QPen(look.colour("mark_edge"), 1.4))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(box)
        elif kind == "rare":
            painter.fillRect(box, QBrush(look.colour("ink3"), Qt.BrushStyle.BDiagPattern))
        else:
            (paint_dash if kind == "cut" else paint_step)(painter, box)
        box = QRectF(x + side + look.px(6), room.top(), wide, room.height())
        put(painter, box, words, theme.TABLE, "ink2")
        x += wide + look.px(22)


def paint_chosen(painter: QPainter, layout: IcicleLayout) -> None:
    """The selected node and its ancestors, and the cells that the other agents play with it."""
    look, view = theme.current(), layout.view
    for place, tree in enumerate(view.trees):
        for agent, path in view.played:
            row = tree.row_at(path) if tree.part.agent == agent else None
            if row and layout.shows(place, row):
                _paint_frame(painter, layout.cell(place, row))
        for agent, path in view.marked:
            row = tree.row_at(path) if tree.part.agent == agent else None
            if row and layout.shows(place, row):
                _paint_check(painter, layout.cell(place, row))
        if view.selected is None or view.selected[0] != tree.part.agent:
            continue
        path = view.selected[1]
        rows = tree.part.along(path[: len(tree.part.focus) + layout.levels])
        for row in rows[:-1].tolist():
            cell = layout.cell(place, row)
            below = QRectF(cell.left(), cell.bottom() - 3, cell.width() - 1, 3)
            painter.fillRect(below, look.colour("mark_edge"))
        if rows.size and int(rows.size) == len(path) - len(tree.part.focus):
            _paint_mark(painter, layout, place, int(rows[-1]))


def _paint_mark(painter: QPainter, layout: IcicleLayout, place: int, row: int) -> None:
    look, cell = theme.current(), layout.cell(place, row)
    tree = layout.view.trees[place]
    wide = QRectF(cell.left(), cell.top(), max(3.0, cell.width() - 1), cell.height())
    painter.fillRect(wide, look.colour("mark"))
    _paint_frame(painter, cell)
    paint_words(painter, tree, row, cell)
    painter.fillRect(
        QRectF(0, layout.top(int(tree.part.depth[row])), look.px(3), layout.tall - 1),
        look.colour("mark_edge"),
    )


def _paint_check(painter: QPainter, cell: QRectF) -> None:
    """A root move that is marked for a search of its own."""
    look = theme.current()
    side = float(look.px(14))
    box = QRectF(max(cell.left(), cell.right() - side - 3), cell.top() + 3, side, side)
    painter.fillRect(box, look.colour("mark"))
    paint_glyph(painter, box, "check", look.colour("mark_edge"))
    _paint_frame(painter, cell)


def _paint_frame(painter: QPainter, cell: QRectF) -> None:
    wide = QRectF(cell.left(), cell.top(), max(3.0, cell.width() - 1), cell.height())
    painter.setPen(QPen(theme.current().colour("mark_edge"), 2.0))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(wide.adjusted(1, 1, -1, -1))


def paint_under(painter: QPainter, layout: IcicleLayout, under: tuple[int, int]) -> None:
    """The cell under the pointer."""
    painter.setPen(QPen(theme.current().colour("ink2"), 1.0))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(layout.cell(*under).adjusted(0.5, 0.5, -1.0, -0.5))
