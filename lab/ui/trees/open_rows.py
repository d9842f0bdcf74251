"""Where a depth-first search is at the moment: the nodes that it has entered and not finished, root
first, with alpha, beta and the child that it is searching.
"""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from lab.ui.parts import theme
from lab.ui.parts.guard import guarded
from lab.ui.parts.marks import Marks, marks_of
from lab.ui.parts.painted import put, text_width
from lab.ui.trees.tree_parts import TreePart, paint_agent
from lab.words import numerals
from lab.words.known import place_words, window_words
from search.branches import Path

LINE = 20  # pixels at 100 %
ROWS = 7  # below the title
NUMBER = 62  # of a column of numbers
HEADS = ("child", "α", "β")


class OpenStep(NamedTuple):
    """One open node."""

    where: str  # "root", then how far ahead the action is that led there
    mover: int  # who chose it, -1 at the root, CHANCE for an outcome
    name: str  # of the action
    numbers: tuple[str, ...]  # which child is being searched; alpha and beta, if it has a window


class OpenNodes(NamedTuple):
    """What the rows show."""

    title: str = ""
    tip: str = ""
    steps: tuple[OpenStep, ...] = ()


def open_nodes(tree: TreePart | None, turn_word: str) -> OpenNodes:
    """The open nodes of a tree; none where nothing is being searched."""
    ledger = tree.part.ledger if tree is not None else None
    if tree is None or ledger is None or not ledger.open:
        return OpenNodes()
    steps = list[OpenStep]()
    path: Path = ()
    for ply, node in enumerate(ledger.open):
        path = (*path, node.action) if ply else ()
        where = numerals.ahead(ply - 1, turn_word) if ply else "root"
        name = (tree.words.get(path) or str(node.action)) if ply else ""
        numbers = (place_words(node), *(window_words(node) if tree.part.cuts else ()))
        steps.append(OpenStep(where, node.mover, name, numbers))
    tip = f"α: what seat {tree.seat + 1} is sure of. β: what the others can hold it to."
    title = f"Searching now: depth {ledger.searching}"
    return OpenNodes(title, tip * tree.part.cuts, tuple(steps))


class OpenRows(QWidget):
    """The first open nodes, and how many are deeper. There is always room for as many, so nothing
    jumps while a search runs.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Searching now")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.hide()
        self.shown = OpenNodes()
        self._marks, self._kinds = marks_of((0, 1)), tuple[str, ...]()
        theme.changed.connect(self.updateGeometry)

    def set_nodes(self, shown: OpenNodes, marks: Marks, kinds: tuple[str, ...]) -> None:
        """The nodes that are open now."""
        self._marks, self._kinds = marks, kinds
        if shown != self.shown:
            self.shown = shown
            self.setVisible(bool(shown.steps))
            self.setToolTip(shown.tip)
            self.setAccessibleDescription(
                ". ".join((shown.title, *map(spoken, shown.steps))) if shown.steps else ""
            )
            self.update()

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        look = theme.current()
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            high = look.px(LINE)
            steps = self.shown.steps
            kept = steps if len(steps) <= ROWS else steps[: ROWS - 1]
            self._paint_title(painter, high)
            for place, step in enumerate(kept):
                self._paint_step(painter, step, (place + 1) * high, high)
            if len(kept) < len(steps):
                box = QRectF(look.px(12), (len(kept) + 1) * high, self.width(), high)
                put(painter, box, f"and {len(steps) - len(kept)} deeper", theme.TABLE, "ink2")

    def _paint_title(self, painter: QPainter, high: float) -> None:
        look = theme.current()
        title = QRectF(0, 0, self.width() - 3 * look.px(NUMBER), high)
        put(painter, title, self.shown.title, theme.TABLE, bold=True)
        heads = HEADS[: len(self.shown.steps[0].numbers)] if self.shown.steps else ()
        self._paint_numbers(painter, heads, 0, high, "ink2")

    def _paint_numbers(
        self, painter: QPainter, numbers: tuple[str, ...], top: float, high: float, role: str
    ) -> None:
        look, right = theme.current(), float(self.width())
        for text in reversed(numbers):
            box = QRectF(right - look.px(NUMBER), top, look.px(NUMBER), high)
            put(painter, box, text, theme.TABLE, role, right=True)
            right -= look.px(NUMBER)

    def _paint_step(self, painter: QPainter, step: OpenStep, top: float, high: float) -> None:
        look = theme.current()
        painter.fillRect(QRectF(0, top, look.px(2), high), look.colour("ink"))
        line = QRectF(look.px(12), top, self.width() - look.px(12), high)
        put(painter, line, step.where, theme.TABLE, "ink2")
        x = line.left() + max(text_width(s.where) for s in self.shown.steps) + look.px(18)
        if step.name:
            paint_agent(painter, self._marks, self._kinds, step.mover, QPointF(x, top + high / 2))
        x += look.px(11)
        end = self.width() - 3 * look.px(NUMBER)
        put(painter, QRectF(x, top, max(0.0, end - x), high), step.name, theme.TABLE)
        self._paint_numbers(painter, step.numbers, top, high, "ink")

    def sizeHint(self) -> QSize:
        return QSize(200, (ROWS + 1) * theme.current().px(LINE))

    minimumSizeHint = sizeHint


def spoken(step: OpenStep) -> str:
    """A row in words."""
    name = f" {step.name}" if step.name else ""
    numbers = zip(("child", "alpha", "beta"), step.numbers, strict=False)
    return f"{step.where}{name}: " + ", ".join(f"{word} {number}" for word, number in numbers)
