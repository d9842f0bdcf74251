"""Where the layers of a beam are: a column for each, its nodes below one another."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QRectF

from lab.lesson.beam import BeamChild, BeamLesson, BeamStep
from lab.lesson.beam.steps import BEST, CUT_OFF, EXPAND

ROW, GAP = 32.0, 26.0  # pixels at 100 %: the pitch of rows, the room between two columns
SHARE = 0.03  # of the width, for the room between two columns
STUB = 6.0  # the pitch of those that died out in earlier layers
WIDEST, LEAST = 104.0, 14.0  # of a node
FIRST = 24.0  # the root's column


@dataclass(frozen=True, eq=False)
class BeamShown:
    """What is on the picture: a step, or the question which child is the last to survive."""

    lesson: BeamLesson
    step: BeamStep
    asks: bool = False
    selected: int = -1  # the child whose way is on the board, by its number; -1 for none

    @property
    def children(self) -> tuple[BeamChild, ...]:
        """The children on show, from the top."""
        if self.step.part == BEST:
            return self.lesson.layer(self.step).ranked
        found = self.lesson.children(self.step)
        return tuple(sorted(found, key=lambda c: c.number)) if self.asks else found

    @property
    def is_cut(self) -> bool:
        """Whether it is known who survives."""
        return self.step.part in (CUT_OFF, BEST)

    @property
    def chosen(self) -> BeamChild | None:
        """The selected child."""
        children = self.lesson.layer(self.step).children
        return children[self.selected] if 0 <= self.selected < len(children) else None

    def lives(self, child: BeamChild) -> bool:
        """Whether the child is not known to die out."""
        return not self.is_cut or child in self.lesson.layer(self.step).kept

    def usual(self) -> int:
        """The child that is selected before anybody selects one: the one that is lost, or the
        best.
        """
        layer = self.lesson.layer(self.step)
        if self.step.part == CUT_OFF and layer.lost is not None:
            return layer.lost.number
        found = layer.of(self.step.parent) if self.step.part == EXPAND else layer.children
        found = tuple(c for c in found if c.place) or found
        return -1 if self.asks else max(found, key=lambda c: (c.score, -c.number)).number


class BeamLayout:
    """Boxes of all nodes at a step; a node is (layer, number of the child)."""

    def __init__(self, shown: BeamShown, room: QRectF, scale: float) -> None:
        layers = shown.lesson.layers
        depth, now = len(layers), shown.step.round
        self.first, gap = FIRST * scale, min(GAP * scale, SHARE * room.width())
        free = room.width() - self.first - depth * gap
        own = min(WIDEST * scale, max(0.35 * free, free / depth))
        rest = (free - own) / max(1, depth - 1)
        self.node_width = max(LEAST * scale, min(WIDEST * scale, rest))
        self.own_width = own
        self.room, self.boxes = room, dict[tuple[int, int], QRectF]()
        self.stubs: dict[tuple[int, int], QRectF] = {}
        x = room.left() + self.first + gap
        self.columns: list[tuple[float, float]] = []
        for layer in layers:
            wide = own if layer.depth == now else self.node_width
            self.columns.append((x, wide))
            if layer.depth == now:
                self._place([(now, c.number) for c in shown.children], [], x, wide, scale)
            elif layer.depth < now:
                dead = [c for c in layer.ranked if c not in layer.kept]
                nodes, stubs = (
                    [(layer.depth, c.number) for c in some] for some in (layer.kept, dead)
                )
                self._place(nodes, stubs, x, wide, scale)
            x += wide + gap
        middle = room.center().y()
        side = self.first
        self.root = QRectF(room.left(), middle - side / 2, side, side)

    def _place(
        self,
        nodes: list[tuple[int, int]],
        stubs: list[tuple[int, int]],
        x: float,
        wide: float,
        scale: float,
    ) -> None:
        """Nodes below one another in the middle of the room, and below them the dead as stubs."""
        high = self.room.height() / max(1, len(nodes))
        pitch = min(ROW * scale, high)
        top = self.room.center().y() - pitch * len(nodes) / 2
        box = max(2.0, pitch - min(6.0 * scale, 0.25 * pitch))
        for k, node in enumerate(nodes):
            self.boxes[node] = QRectF(x, top + k * pitch + (pitch - box) / 2, wide, box)
        end = top + pitch * len(nodes)
        stub = min(STUB * scale, (self.room.bottom() - end) / max(1, len(stubs)))
        for k, node in enumerate(stubs):
            self.stubs[node] = QRectF(x, end + k * stub, wide, max(1.0, 0.6 * stub))

    def at(self, layer: int, x: float, y: float) -> int:
        """The child of a layer at a point, -1 for none."""
        for (depth, number), box in self.boxes.items():
            if depth == layer and box.adjusted(-2, -2, 2, 2).contains(x, y):
                return number
        return -1
