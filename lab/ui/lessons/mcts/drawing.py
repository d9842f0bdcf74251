"""One painting of one step: branches, nodes, their numbers and bounds."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from lab.lesson.mcts import MoveRow, TreeLesson, TreeStep
from lab.lesson.mcts.steps import (
    BACKPROPAGATION,
    EXPANSION,
    TreeIteration,
    plain,
    points_of,
    rows_below,
)
from lab.ui.lessons.mcts.layout import Placed, WalkLayout
from lab.ui.lessons.parts import SmallBoards, centred
from lab.ui.parts import theme
from lab.ui.parts.painted import put, text_line, text_width
from search.tree import Tree

MOST_OVER = 1.08  # how much wider than its room a text may be; wider ones are left out


@dataclass(frozen=True, eq=False)
class WalkShown:
    """What is on the picture: a step, or the question which child comes next."""

    lesson: TreeLesson
    iteration: TreeIteration
    step: TreeStep
    asks: bool = False  # the person is to guess, so nothing gives the answer away

    @property
    def tree(self) -> Tree:
        """The tree with the numbers of this step."""
        back = self.step.part == BACKPROPAGATION
        return self.iteration.after if back else self.iteration.before

    @property
    def walked(self) -> tuple[int, ...]:
        """The way so far."""
        return self.step.walked[:-1] if self.asks else self.step.walked

    @property
    def path(self) -> tuple[int, ...]:
        """The walk that decides what is drawn large."""
        return self.walked if self.asks else self.iteration.path

    def visits(self, node: int) -> int:
        """Visits at this step."""
        return int(self.tree.visits[node]) if node < self.tree.size else 0

    def rows(self, node: int) -> dict[int, MoveRow]:
        """The bounds below a node, by child; none while one is untried."""
        if node >= self.tree.size or not self.tree.first_child[node] or self.asks:
            return {}
        rows = rows_below(self.tree, node, self.lesson.question.c, self.lesson.names)
        return {row.node: row for row in rows} if all(row.visits for row in rows) else {}

    def words(self, node: int) -> str:
        """A node in words, for a screen reader and the pointer."""
        each, visits = self.lesson.nodes[node], self.visits(node)
        name = "Root" if each.parent < 0 else each.move[:1].upper() + each.move[1:]
        if not visits:
            return f"{name}: untried"
        points = "" if each.parent < 0 else f", {plain(points_of(self.tree, node))} points"
        bound = self.rows(each.parent).get(node) if each.parent >= 0 else None
        more = f", bound {bound.bound:.3f}" if bound is not None else ""
        here = ", on the walk" if node in self.walked else ""
        return f"{name}: {visits} visit{'' if visits == 1 else 's'}{points}{more}{here}"


class WalkDrawing:
    """Paints one step into a layout."""

    def __init__(
        self,
        painter: QPainter,
        layout: WalkLayout,
        shown: WalkShown,
        boards: SmallBoards | None,
        bounds: bool,
    ) -> None:
        self.painter, self.layout, self.shown, self.boards = painter, layout, shown, boards
        self.look, self.walked, self._bounds = theme.current(), set(shown.walked), bounds
        self._changed = {change.node: change for change in shown.step.changes}

    # -- branches ----------------------------------------------------------------------------------

    def edges(self) -> None:
        """Branches, the walk's last and marked."""
        nodes = self.shown.lesson.nodes
        below = [each for each in self.layout.placed.values() if nodes[each.node].parent >= 0]
        for each in below:
            if each.node not in self.walked:
                tried = bool(self.shown.visits(each.node))
                self._line(each, "edge" if tried else "line2", 1.0, dashed=not tried)
        for role, width in (("mark", 9.0), ("ink", 2.0)):
            for each in below:
                if each.node in self.walked:
                    self._line(each, role, width)

    def _line(self, each: Placed, role: str, width: float, dashed: bool = False) -> None:
        above = self.layout.placed[self.shown.lesson.nodes[each.node].parent]
        pen = QPen(self.look.colour(role), width * self.look.scale)
        if dashed:
            pen.setDashPattern([3, 3])
        self.painter.setPen(pen)
        start = QPointF(above.x, above.y + above.side / 2 + self._foot(above))
        self.painter.drawLine(start, QPointF(each.x, each.y - each.side / 2))

    def _foot(self, each: Placed) -> float:
        """How far a node's label reaches below it."""
        if self.shown.lesson.nodes[each.node].parent < 0:
            return 0.0
        lines = 1 + bool(self._chip(each)) + bool(each.note)
        return lines * text_line(theme.TABLE, 3) + 3 * self.look.scale

    # -- nodes -------------------------------------------------------------------------------------

    def nodes(self) -> None:
        """Boxes with what is in them, and the numbers below."""
        for each in self.layout.placed.values():
            self._box(each)
            if self.shown.lesson.nodes[each.node].parent < 0:
                self._root(each)
            else:
                self._label(each)

    def _box(self, each: Placed) -> None:
        box = QRectF(each.x - each.side / 2, each.y - each.side / 2, each.side, each.side)
        tried, walked = bool(self.shown.visits(each.node)), each.node in self.walked
        role = "ink" if walked else "edge" if tried else "line2"
        pen = QPen(self.look.colour(role), (2.0 if walked else 1.0) * self.look.scale)
        if not tried and not walked:
            pen.setDashPattern([3, 3])
        self.painter.setPen(pen)
        self.painter.setBrush(self.look.colour("field"))
        self.painter.drawRoundedRect(box, 4 * self.look.scale, 4 * self.look.scale)
        self.painter.setBrush(Qt.BrushStyle.NoBrush)
        inner = box.adjusted(*(d * 4 * self.look.scale for d in (1, 1, -1, -1)))
        self.painter.setOpacity(1.0 if tried or walked else 0.35)
        picture = self.shown.lesson.nodes[each.node].picture
        if self.boards is not None or isinstance(picture, str):
            (self.boards or SmallBoards()).paint(self.painter, each.node, picture, inner)
        elif tried:
            centred(self.painter, inner, self._mean(each.node), theme.TABLE, "ink", bold=walked)
        self.painter.setOpacity(1.0)

    def _mean(self, node: int) -> str:
        visits = self.shown.visits(node)
        if self.shown.lesson.nodes[node].parent < 0:
            return str(visits)
        return f"{points_of(self.shown.tree, node) / visits:.2f}"

    def _root(self, each: Placed) -> None:
        """The root's visits at its right; the bounds of its children use those before the step."""
        x, line = each.x + each.side / 2 + 8 * self.look.scale, text_line(theme.TABLE, 3)
        visits = self.shown.visits(each.node)
        lines = [f"{visits} visit{'' if visits == 1 else 's'}"]
        rows = self.shown.rows(each.node)
        if rows:
            row = next(iter(rows.values()))
            lines.append(f"ln {row.parent_visits} = {row.log:.2f}")
        for k, text in enumerate(lines):
            box = QRectF(x, each.y - line + k * line, self.look.px(140), line)
            put(self.painter, box, text, theme.TABLE, "ink2" if k else "ink", bold=not k)

    # -- numbers -----------------------------------------------------------------------------------

    def _label(self, each: Placed) -> None:
        lines = [self._points(each), self._chip(each), (each.note, "ink2", False, False)]
        y = each.y + each.side / 2 + 2 * self.look.scale
        high = text_line(theme.TABLE, 3)
        for text, role, bold, boxed in filter(None, lines):
            if not text or text_width(text, theme.TABLE) > MOST_OVER * each.cell:
                continue
            box = QRectF(each.x - each.cell / 2, y, each.cell, high)
            if boxed:
                self._frame(box, text, role == "mark", bold)
            centred(self.painter, box, text, theme.TABLE, "ink" if boxed else role, bold=bold)
            y += high + (1.0 * self.look.scale if boxed else 0.0)

    def _points(self, each: Placed) -> tuple[str, str, bool, bool]:
        visits, coming = self.shown.visits(each.node), each.node in self.walked
        if not visits:
            words = "untried" if each.cell >= text_width("untried", theme.TABLE) else ""
            return (words, "ink" if coming else "ink3", coming, False)
        text = f"{plain(points_of(self.shown.tree, each.node))} of {visits}"
        changed = each.node in self._changed
        return (text, "mark" if changed else "ink", each.on_walk, changed)

    def _chip(self, each: Placed) -> tuple[str, str, bool, bool] | None:
        """The bound of a child on the walk; after backpropagation what its numbers were."""
        change = self._changed.get(each.node)
        if change is not None:
            return (f"was {plain(change.points[0])} of {change.visits[0]}", "ink2", False, False)
        if not self._bounds or not each.on_walk or self.shown.step.part == EXPANSION:
            return None
        row = self.shown.rows(self.shown.lesson.nodes[each.node].parent).get(each.node)
        if row is None or self.shown.step.part == BACKPROPAGATION:
            return None
        chosen = each.node in self.walked
        text = f"bound {row.bound:.2f}"
        if text_width(text, theme.TABLE, chosen) > each.cell - 6 * self.look.scale:
            text = f"{row.bound:.2f}"
        return (text, "mark" if chosen else "field", chosen, True)

    def _frame(self, box: QRectF, text: str, marked: bool, bold: bool) -> None:
        wide = min(box.width() - 1, text_width(text, theme.TABLE, bold) + 10 * self.look.scale)
        frame = QRectF(box.center().x() - wide / 2, box.top(), wide, box.height() - 1)
        edge = "mark_edge" if marked else "line2"
        self.painter.setPen(QPen(self.look.colour(edge), 1))
        self.painter.setBrush(self.look.colour("mark" if marked else "field"))
        self.painter.drawRoundedRect(frame, 3, 3)
        self.painter.setBrush(Qt.BrushStyle.NoBrush)

    # -- the question and the rows -----------------------------------------------------------------

    def question(self) -> None:
        """A number at each child that can be guessed."""
        family = [row.node for row in self.shown.step.rows]
        for k, node in enumerate(family, 1):
            each = self.layout.placed.get(node)
            if each is not None:
                side = text_line(theme.TABLE, 4)
                left, top = each.x - each.side / 2 - side * 0.4, each.y - each.side / 2 - side * 0.4
                box = QRectF(left, top, side, side)
                self.painter.setPen(QPen(self.look.colour("mark_edge"), 1))
                self.painter.setBrush(self.look.colour("mark"))
                self.painter.drawEllipse(box)
                self.painter.setBrush(Qt.BrushStyle.NoBrush)
                centred(self.painter, box, str(k), theme.TABLE, "ink", bold=True)

    def row_names(self) -> None:
        """Who chooses between one row and the next, where there is room at the left."""
        if not self.layout.gutter:
            return
        nodes = self.shown.lesson.nodes
        for depth in range(1, len(self.layout.rows)):
            node = next(
                (n for n in self.layout.placed if self._depth(n) == depth - 1 and nodes[n].mover), 0
            )
            middle = (self.layout.rows[depth - 1] + self.layout.rows[depth]) / 2
            line = text_line(theme.TABLE, 2)
            box = QRectF(self.look.px(8), middle - line / 2, self.layout.gutter, line)
            put(self.painter, box, f"{nodes[node].mover} chooses", theme.TABLE, "ink2")

    def _depth(self, node: int) -> int:
        depth, nodes = 0, self.shown.lesson.nodes
        while nodes[node].parent >= 0:
            node, depth = nodes[node].parent, depth + 1
        return depth
