"""The trees of a search as icicles, side by side on one axis of turns: children hang below their
parent, as wide as their visits.

Siblings keep their places while a search runs. Words come with the parts: this view knows no
rules.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from PySide6.QtCore import QEvent, QPointF, Qt, Signal, SignalInstance
from PySide6.QtGui import (
    QContextMenuEvent,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPixmap,
    QResizeEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from lab.ui.parts import detail, pictures, theme
from lab.ui.parts.guard import guarded
from lab.ui.parts.tips import refresh_tooltip, show_tip
from lab.ui.trees.icicle_layout import FOOT, HEAD, ROOT, SMALL, TALL, IcicleLayout, paint_open
from lab.ui.trees.icicle_paint import paint_chosen, paint_icicles, paint_under
from lab.ui.trees.tree_parts import TreePart, TreesView, takes
from lab.words import numerals
from lab.words.icicle import Icicle, Width, icicle
from lab.words.known import value_words
from search.branches import Path

LEVELS = 6  # there is always room for so many, so that the outline does not jump


class Icicles(QWidget):
    """Up to four icicles. The picture is kept until the numbers change; the pointer and the
    selection are painted over it.
    """

    chosen = Signal(int, object)  # agent, path
    zoomed = Signal(int, object)  # agent, path of the new focus
    hovered = Signal(int, object)  # agent, path; -1, () for none
    marked = Signal(int, object)  # agent, path of a node whose root move is to be marked, or not
    menu_asked = Signal(int, object, object)  # agent, path, place on the screen

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Trees")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.view = TreesView()
        self._cells: tuple[Icicle, ...] = ()
        self._levels = 1  # below the root
        self._picture: QPixmap | None = None
        self._pointer: QPointF | None = None
        self._under: tuple[int, int] | None = None  # (column, row) under the pointer
        theme.changed.connect(self._forget_picture)
        detail.changed.connect(self._forget_picture)

    def set_view(self, view: TreesView) -> None:
        """Shows other numbers, or the same with another selection."""
        if view == self.view:
            return
        chosen, played, marked = view.selected, view.played, view.marked
        before = replace(self.view, selected=chosen, played=played, marked=marked)
        same = view == before
        wide = view.width is Width.LINE and view.selected != self.view.selected
        self.view = view
        if not same or wide:
            self._cells = tuple(
                icicle(tree.part, view.width, self._line_of(tree)) for tree in view.trees
            )
            deepest = [int(tree.part.depth.max(initial=0)) for tree in view.trees]
            self._levels = max(1, *deepest, 0)
            look = theme.current()
            tallest = HEAD + ROOT + TALL * max(LEVELS, self._levels) + FOOT + 4
            self.setMaximumHeight(look.px(tallest))
            self._picture = None
            self._under = self.layout_.at(self._pointer) if self._pointer is not None else None
        self._speak()
        self.update()
        refresh_tooltip(self)

    def _line_of(self, tree: TreePart) -> Path:
        """The line that stays wide: through the selected node, else the principal variation."""
        chosen = self.view.selected
        if chosen is None or chosen[0] != tree.part.agent:
            return tree.line
        path = chosen[1]
        return tree.line if tree.line[: len(path)] == path else path

    @property
    def layout_(self) -> IcicleLayout:
        """Where everything is now; levels for which there is no room are not shown."""
        look = theme.current()
        room = self.height() - look.px(HEAD + ROOT + FOOT)
        fit = max(1, min(self._levels, room // look.px(SMALL)))
        return IcicleLayout(self.width(), self.height(), self.view, self._cells, fit)

    # -- painting ----------------------------------------------------------------------------------

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        layout = self.layout_
        with QPainter(self) as painter:
            if pictures.is_drawing():
                paint_icicles(painter, layout)
            else:
                painter.drawPixmap(0, 0, self._kept())
            paint_chosen(painter, layout)
            paint_open(painter, layout)
            if self._under is not None:
                paint_under(painter, layout, self._under)

    def _kept(self) -> QPixmap:
        """The picture for the pixels of the screen, or of the picture that is being taken."""
        ratio = pictures.ratio_of(self)
        if self._picture is None or self._picture.devicePixelRatio() != ratio:
            self._picture = self._drawn(ratio)
        return self._picture

    def _drawn(self, ratio: float) -> QPixmap:
        picture = QPixmap((self.size().toSizeF() * ratio).toSize())
        picture.setDevicePixelRatio(ratio)
        picture.fill(theme.current().colour("panel"))
        with QPainter(picture) as painter:
            paint_icicles(painter, self.layout_)
        return picture

    # -- pointer and keys --------------------------------------------------------------------------

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._pointer = event.position()
        self._hover(self.layout_.at(event.position()))

    def leaveEvent(self, event: QEvent) -> None:
        self._pointer = None
        self._hover(None)

    def _hover(self, under: tuple[int, int] | None) -> None:
        if under == self._under:
            return
        self._under = under
        if under is None:
            self.hovered.emit(-1, ())
        else:
            tree = self.view.trees[under[0]]
            self.hovered.emit(tree.part.agent, tree.part.path(under[1]))
        self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        found = self.layout_.at(event.position())
        if event.button() == Qt.MouseButton.LeftButton and found is not None:
            ctrl = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
            self._choose(*found, self.marked if ctrl else self.chosen)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        found = self.layout_.at(event.position())
        if found is not None:
            tree = self.view.trees[found[0]]
            self.zoomed.emit(tree.part.agent, tree.part.path(found[1]))

    def _choose(self, place: int, row: int, signal: SignalInstance | None = None) -> None:
        tree = self.view.trees[place]
        (signal or self.chosen).emit(tree.part.agent, tree.part.path(row))

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        by_key = event.reason() == QContextMenuEvent.Reason.Keyboard
        found = self._selected_cell() if by_key else self.layout_.at(QPointF(event.pos()))
        if found is not None and self.view.trees:
            tree, at = self.view.trees[found[0]], event.globalPos()
            if by_key:
                at = self.mapToGlobal(self.layout_.cell(*found).center().toPoint())
            self.menu_asked.emit(tree.part.agent, tree.part.path(found[1]), at)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not (self.view.trees and self._act(Qt.Key(event.key()))):
            super().keyPressEvent(event)

    def _act(self, key: Qt.Key) -> bool:
        """What a key does in the tree of the selection; whether it does anything."""
        place, row = self._selected_cell()
        tree = self.view.trees[place]
        agent, part = tree.part.agent, tree.part
        if key == Qt.Key.Key_Backspace and part.focus:
            self.zoomed.emit(agent, part.focus[:-1])
        elif key == Qt.Key.Key_Z and row:
            self.zoomed.emit(agent, part.path(row))
        elif key == Qt.Key.Key_X and row:
            self.marked.emit(agent, part.path(row))
        elif key == Qt.Key.Key_Home and tree.line:
            self.chosen.emit(agent, tree.line[: len(part.focus) + 1])
        elif (to := self._beside(place, row, key)) is not None:
            self._choose(place, to)
        else:
            return False
        return True

    def _selected_cell(self) -> tuple[int, int]:
        """(column, row) of the selection, the focus of the first tree without one."""
        chosen = self.view.selected
        for place, tree in enumerate(self.view.trees):
            if chosen is not None and tree.part.agent == chosen[0]:
                rows = tree.part.along(chosen[1])
                return place, int(rows[-1]) if rows.size else 0
        return 0, 0

    def _beside(self, place: int, row: int, key: Qt.Key) -> int | None:
        """The row that an arrow key leads to: the widest child, the parent, a sibling."""
        part, cells = self.view.trees[place].part, self._cells[place]
        if key == Qt.Key.Key_Down:
            below = part.children(row)
            return int(below[np.argmax((cells.right - cells.left)[below])]) if below.size else None
        if key == Qt.Key.Key_Up and row and part.parent[row] > 0:
            return int(part.parent[row])
        if key in (Qt.Key.Key_Left, Qt.Key.Key_Right) and row:
            family = part.children(int(part.parent[row])).tolist()
            to = family.index(row) + (1 if key == Qt.Key.Key_Right else -1)
            return family[to] if 0 <= to < len(family) else None
        return None

    # -- words -------------------------------------------------------------------------------------

    def sentence(self, place: int, row: int) -> str:
        """A node in words, as the screen reader and the tip say it."""
        tree = self.view.trees[place]
        part = tree.part
        if row == 0 and not part.focus:
            return f"{tree.name}, root: {int(part.visits[0]):,} {tree.counted}."
        ahead = numerals.ahead(int(part.depth[row]) - 1 + len(part.focus), self.view.turn_word)
        rank = tree.rank(row)
        value = f"{value_words(part, row)}, " if part.ledger is not None else ""
        return (
            f"{tree.name}, {ahead}, {tree.name_of(row)}: "
            f"{int(part.visits[row]):,} {tree.counted}, {numerals.percent(tree.share(row))}, "
            f"{value}number {rank.place} of {rank.of}."
        )

    def _speak(self) -> None:
        if self.view.trees and self.view.selected is not None:
            self.setAccessibleDescription(self.sentence(*self._selected_cell()))

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent):
            found = self.layout_.at(QPointF(event.pos()))
            show_tip(event.globalPos(), self.sentence(*found) if found else "", self)
            return True
        return takes(event) or super().event(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._forget_picture()

    def _forget_picture(self) -> None:
        self._picture = None
        self.update()

    sizeHint = theme.sized(480, HEAD + ROOT + TALL * LEVELS + FOOT)
    minimumSizeHint = theme.sized(240, HEAD + ROOT + SMALL * 3 + FOOT)
