"""Where the nodes of a lesson's tree are: the walk with all siblings large, elsewhere only visited
nodes, small.

Rows are depths. A row that is too wide drops the families off the walk, then shrinks.
"""

from __future__ import annotations

from dataclasses import dataclass

from lab.lesson.mcts.steps import TreeIteration

ROOT, FIRST, LARGE, SMALL = 64, 56, 48, 33  # sides of nodes, pixels at 100 %
LABEL, LABEL_SMALL = 40, 32  # below a node
RISE, LEAST_RISE, MOST_RISE = 40, 20, 54  # between a label and the next row
GAP, APART, EDGE = 8, 14, 12  # between siblings, families, and to the frame
GUTTER = 76  # at the left, for the names of the rows, where the picture is WIDE
WIDE = 480
CELL, CELL_SMALL = 74, 48  # a child on the walk with its bound, another with its points
LEAST_FIT, LEAST_SQUEEZE = 0.7, 0.85
OPEN_ROWS = 3  # rows below the root with nodes off the walk


@dataclass(frozen=True)
class Placed:
    """One node: its middle and side in pixels."""

    node: int
    x: float
    y: float
    side: float
    on_walk: bool  # one of the children of a node on the walk
    cell: float  # the room for its label
    note: str  # what is not shown below it: "3 untried"


@dataclass(frozen=True)
class Family:
    """The shown children of one node."""

    parent: int
    nodes: tuple[int, ...]
    on_walk: bool


class WalkLayout:
    """The places of one iteration's nodes for the walk `path`, the same for all its steps."""

    def __init__(
        self,
        iteration: TreeIteration,
        path: tuple[int, ...],
        width: float,
        height: float,
        scale: float,
    ) -> None:
        self._tree, self._path = iteration.after, path
        self._width, self._scale = width, scale
        self.placed: dict[int, Placed] = {}
        self.rows: list[float] = []  # the middle of each row
        self.height = height
        self._lay_out()

    # -- what is shown -----------------------------------------------------------------------------

    def _children(self, node: int) -> range:
        first = int(self._tree.first_child[node])
        return range(first, first + (int(self._tree.child_count[node]) if first else 0))

    def _family(self, node: int, depth: int) -> Family:
        """The children to show: all on the walk, else those with visits."""
        if node in self._path:
            return Family(node, tuple(self._children(node)), True)
        seen = [n for n in self._children(node) if self._tree.visits[n]]
        return Family(node, tuple(seen) if depth < OPEN_ROWS else (), False)

    def _note(self, node: int, shown: bool) -> str:
        """What of a node's children is not on the picture."""
        children = self._children(node)
        if not children or node in self._path:
            return ""
        tried = sum(bool(self._tree.visits[n]) for n in children)
        if not shown:
            return f"{tried} of {len(children)} tried"
        return f"{len(children) - tried} untried" if tried < len(children) else ""

    # -- where it is -------------------------------------------------------------------------------

    def _lay_out(self) -> None:
        levels: list[list[Family]] = []
        above = [0]
        while above:
            families = [self._family(node, len(levels)) for node in above]
            families = self._fitting([each for each in families if each.nodes], len(levels) + 1)
            if not families:
                break
            levels.append(families)
            above = [node for family in families for node in family.nodes]
        fit, rise = self._vertical(len(levels))
        y, side = EDGE * self._scale, ROOT * fit * self._scale
        shown = {family.parent for families in levels for family in families}
        self._place(0, self._left + self._room / 2, y + side / 2, side, True, self._width, shown)
        self.rows.append(y + side / 2)
        y += side + rise
        for depth, families in enumerate(levels, 1):
            y = self._row(families, depth, y, fit, shown) + rise
        self.height = y - rise + EDGE * self._scale

    def _side(self, depth: int, on_walk: bool) -> float:
        side = FIRST if depth == 1 else LARGE if on_walk else SMALL
        return side * self._scale

    def _cell(self, family: Family, depth: int) -> float:
        gap = GAP * self._scale
        least = (CELL if family.on_walk else CELL_SMALL) * self._scale
        return max(self._side(depth, family.on_walk) + gap, least)

    def _wide(self, families: list[Family], depth: int) -> float:
        apart = APART * self._scale * max(0, len(families) - 1)
        return sum(len(each.nodes) * self._cell(each, depth) for each in families) + apart

    @property
    def gutter(self) -> float:
        """The room at the left, 0 where the rows have no names."""
        return GUTTER * self._scale if self._width > WIDE * self._scale else 0.0

    @property
    def _left(self) -> float:
        return max(self.gutter, EDGE * self._scale)

    @property
    def _room(self) -> float:
        return self._width - self._left - EDGE * self._scale

    def _fitting(self, families: list[Family], depth: int) -> list[Family]:
        """The families that fit into a row: all, else only the walk's."""
        if self._wide(families, depth) * LEAST_SQUEEZE <= self._room:
            return families
        return [each for each in families if each.on_walk]

    def _vertical(self, levels: int) -> tuple[float, float]:
        """How much nodes shrink, and the distance between rows, so that all rows fit."""
        sides = ROOT + FIRST + max(0, levels - 1) * LARGE
        labels = levels * LABEL + 2 * EDGE
        room = self.height / self._scale
        fit = min(1.0, max(LEAST_FIT, (room - labels - levels * LEAST_RISE) / max(1, sides)))
        rise = (room - labels - fit * sides) / max(1, levels)
        return fit, min(MOST_RISE, max(LEAST_RISE, rise)) * self._scale

    def _row(
        self, families: list[Family], depth: int, top: float, fit: float, shown: set[int]
    ) -> float:
        """Places one row below `top`; returns its lower end."""
        squeeze = min(1.0, self._room / max(1.0, self._wide(families, depth)))
        lowest = top
        sides = [self._side(depth, each.on_walk) * fit for each in families]
        self.rows.append(top + max(sides) / 2)
        for family, cells, side in zip(
            families, self._columns(families, depth, squeeze), sides, strict=True
        ):
            for node, (x, cell) in zip(family.nodes, cells, strict=True):
                least = min(side, cell - 4 * self._scale)
                self._place(node, x, top + side / 2, least, family.on_walk, cell, shown)
            label = LABEL if family.on_walk else LABEL_SMALL
            lowest = max(lowest, top + side + label * self._scale)
        return lowest

    def _columns(
        self, families: list[Family], depth: int, squeeze: float
    ) -> list[list[tuple[float, float]]]:
        """The middle and the room of each node of a row."""
        if depth == 1:
            return [self._first_row(families[0])]
        out = []
        for family, start in zip(families, self._starts(families, depth, squeeze), strict=True):
            cell = self._cell(family, depth) * squeeze
            out.append([(start + (k + 0.5) * cell, cell) for k in range(len(family.nodes))])
        return out

    def _first_row(self, family: Family) -> list[tuple[float, float]]:
        """The root's children, each with the room that its own children need, as far as there is
        any.
        """
        least = self._cell(family, 1)
        below = [self._family(node, 1) for node in family.nodes]
        wants = [max(least, self._wide([each], 2) + APART * self._scale) for each in below]
        if sum(wants) > self._room:
            wants = [least] * len(wants)
        share = min(1.0, self._room / sum(wants))
        more = min(least / 2, max(0.0, self._room - sum(wants)) / len(wants))
        cells = [want * share + more for want in wants]
        x, out = self._left + (self._room - sum(cells)) / 2, []
        for cell in cells:
            out.append((x + cell / 2, min(cell, 2 * least)))
            x += cell
        return out

    def _starts(self, families: list[Family], depth: int, squeeze: float) -> list[float]:
        """The left ends of families, each below its parent as far as there is room."""
        apart, edge = APART * self._scale * squeeze, self._left
        wides = [len(each.nodes) * self._cell(each, depth) * squeeze for each in families]
        starts, end = list[float](), edge
        for family, wide in zip(families, wides, strict=True):
            starts.append(max(end, self.placed[family.parent].x - wide / 2))
            end = starts[-1] + wide + apart
        end = self._width - EDGE * self._scale
        for k in reversed(range(len(starts))):
            starts[k] = min(starts[k], end - wides[k])
            end = starts[k] - apart
        return starts

    def _place(
        self,
        node: int,
        x: float,
        y: float,
        side: float,
        on_walk: bool,
        cell: float,
        shown: set[int],
    ) -> None:
        note = self._note(node, node in shown)
        self.placed[node] = Placed(node, x, y, side, on_walk, cell, note)

    def at(self, x: float, y: float) -> int:
        """The node at a point, -1 for none."""
        for each in self.placed.values():
            if abs(x - each.x) <= each.side / 2 and abs(y - each.y) <= each.side / 2:
                return each.node
        return -1
