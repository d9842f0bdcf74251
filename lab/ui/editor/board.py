"""The board as an editor: handles that can be dragged, cells that can be painted.

Setters come in, signals go out; it knows no game.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QWidget

from engines.editing import CLEAR, Handle, Paint, PaintCell, Parts
from engines.scene import AnyItem, Glyph, Target
from lab.ui.board import overlay
from lab.ui.board.painter import ItemPainter
from lab.ui.board.pointing import ARROWS
from lab.ui.board.scene_view import SceneView
from lab.ui.editor.handles import NEAR, paint_handles, paint_words
from lab.ui.parts import spoken
from lab.ui.parts.focus_ring import by_key

NOTHING = Parts(())
ERASE = (Qt.Key.Key_Delete, Qt.Key.Key_Backspace)
SHIFT, ALT = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.AltModifier
TEN = 10


class EditorBoard(SceneView):
    """A Scene whose parts can be changed.

    dragged(part, x, y) comes while a handle is dragged and released() at its end; nudged(part, dx,
    dy) counts steps of arrow keys and turned(part, steps) those with Alt; painted(cell, value) puts
    a paint into a cell, moved(from, to) takes one from cell to cell; chosen(part) is another
    handle.
    """

    chosen = Signal(str)
    dragged = Signal(str, float, float)
    released = Signal()
    nudged = Signal(str, int, int)
    turned = Signal(str, int)
    painted = Signal(str, int)
    moved = Signal(str, str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._parts = NOTHING
        self._part = ""  # the handle that keys move
        self._cursor = ""  # the cell of the keyboard
        self._hover: PaintCell | None = None
        self._paint_value: int | None = None
        self._drag: Handle | PaintCell | None = None
        self._off = (0.0, 0.0)  # from the pointer to the handle that is dragged
        self._stroke: int | None = None  # what the stroke that is drawn puts into cells
        self._keyboard = self.snaps = False
        self._on_cells = (
            True  # whether arrow keys move the cursor, where there are cells and handles
        )
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName("Board of the editor")

    # -- setters -----------------------------------------------------------------------------------

    def set_parts(self, parts: Parts) -> None:
        """What can be changed, where it is now."""
        self._parts = parts
        if self._hover is not None:
            self._hover = parts.cell(self._hover.part)
        self._describe()
        self.update()

    def choose(self, part: str) -> None:
        """The handle that keys move; "" for none."""
        if part != self._part:
            self._part = part
            self._describe()
            self.update()

    def set_paint(self, value: int | None) -> None:
        """The paint that a click puts into a cell."""
        self._paint_value = value
        self.update()

    @property
    def paints(self) -> tuple[Paint, ...]:
        """What can be put into cells."""
        return self._parts.paints

    @property
    def part(self) -> str:
        """The handle that keys move."""
        return self._part

    @property
    def words(self) -> str:
        """What is under the keyboard or the pointer, in words."""
        handle = self._parts.handle(self._part)
        by_key = self._parts.cell(self._cursor) if self._on_cells else None
        cell = by_key if self._keyboard else self._hover
        if cell is not None:
            return f"{cell.title}, {self._held(cell.paint)}"
        return f"{handle.group}: {handle.words}" if handle is not None else ""

    def _held(self, value: int) -> str:
        """What a cell holds, in words."""
        held = next((paint for paint in self._parts.paints if paint.value == value), None)
        return "empty" if held is None or held.title == CLEAR else held.spoken

    def _describe(self) -> None:
        spoken.describe(self, self.words)

    # -- painting ----------------------------------------------------------------------------------

    def _paint_choice(self, brush: ItemPainter, items: Sequence[AnyItem]) -> None:
        handle = self._parts.handle(self._part)
        group = handle.group if handle is not None else ""
        paint_handles(brush, self._parts.handles, self._part, group)
        if self._hover is not None and self._drag is None:
            self._paint_coming(brush, self._hover)
        cursor = self._parts.cell(self._cursor)
        if cursor is not None and self._keyboard and self._on_cells:
            overlay.paint_cell(brush, _target(cursor), "ink", 2.0)

    def _paint_coming(self, brush: ItemPainter, cell: PaintCell) -> None:
        """The cell under the pointer, with a pale picture of what a click would put there."""
        overlay.paint_cell(brush, _target(cell), "mark_edge", 1.5, 3.0)
        coming = next((p for p in self._parts.paints if p.value == self._paint_value), None)
        if coming is not None and coming.mark and cell.paint != coming.value:
            x, y = cell.x + cell.w / 2, cell.y + cell.h / 2
            brush.paint([Glyph(x, y, coming.mark, coming.role, cell.w, alpha=0.45)])

    def _paint_frame(self, brush: ItemPainter) -> None:
        handle = self._parts.handle(self._part)
        if handle is not None:
            paint_words(brush, handle, QRectF(self.rect()))
        if self._keyboard and not self._parts.cells:
            overlay.paint_focus(brush)

    # -- mouse -------------------------------------------------------------------------------------

    def handle_at(self, spot: QPointF) -> Handle | None:
        """The handle at a pixel: the chosen group's first, small ones before large ones."""
        chosen = self._parts.handle(self._part)
        x, y = self._view.world(spot)
        found = []
        for handle in self._parts.handles:
            near = math.hypot(x - handle.x, y - handle.y)
            within = near * self._view.scale <= NEAR or near <= handle.radius
            if within:
                mine = chosen is not None and handle.group == chosen.group
                found.append((handle.radius, not mine, near, handle))
        return min(found, key=lambda each: each[:3])[3] if found else None

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._keyboard = False
        x, y = self._view.world(event.position())
        cell, handle = self._parts.cell_at(x, y), self.handle_at(event.position())
        if handle is not None and event.button() == Qt.MouseButton.LeftButton:
            self._drag, self._off = handle, (handle.x - x, handle.y - y)
            self._take(handle)
        elif cell is not None and event.button() == Qt.MouseButton.LeftButton:
            self._drag, self._on_cells = cell, True
            if self._strokes:
                self._stroke = self._coming(cell)
                self._draw(cell)
        elif cell is not None and event.button() == Qt.MouseButton.RightButton:
            self.painted.emit(cell.part, self._other() if cell.aside is None else cell.aside)
        self.update()

    def _coming(self, cell: PaintCell) -> int | None:
        """What a click puts into a cell: the chosen paint, or what clears that one."""
        if cell.paint != self._paint_value:
            return self._paint_value
        return self._parts.paints[-1].value if cell.aside is None else cell.aside

    def _take(self, handle: Handle) -> None:
        self._on_cells = False
        if handle.part != self._part:
            self.choose(handle.part)
            self.chosen.emit(handle.part)

    def _other(self) -> int:
        """The mark after the chosen one."""
        marks = [paint.value for paint in self._parts.paints if paint.mark]
        now = self._paint_value
        if not marks:
            return self._parts.paints[-1].value
        return marks[(marks.index(now) + 1) % len(marks)] if now in marks else marks[0]

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        x, y = self._view.world(event.position())
        if isinstance(self._drag, Handle):
            x, y = x + self._off[0], y + self._off[1]
            if self.snaps and self._drag.grid:
                x, y = (round(v / self._drag.grid) * self._drag.grid for v in (x, y))
            self.dragged.emit(self._drag.part, x, y)
        hover = self._parts.cell_at(x, y)
        if isinstance(self._drag, PaintCell) and self._strokes and hover is not None:
            self._draw(hover)
        if hover is not self._hover:
            self._hover = hover
            self.update()
        over = (self._parts.cells and hover) or self.handle_at(event.position())
        self.setCursor(Qt.CursorShape.PointingHandCursor if over else Qt.CursorShape.ArrowCursor)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        drag, self._drag = self._drag, None
        if isinstance(drag, Handle) or (drag is not None and self._strokes):
            self.released.emit()
        elif drag is not None and event.button() == Qt.MouseButton.LeftButton:
            cell = self._parts.cell_at(*self._view.world(event.position()))
            if cell is not None and cell.part != drag.part:
                self.moved.emit(drag.part, cell.part)
            elif cell is not None:
                self._put(cell)
        self.update()

    @property
    def _strokes(self) -> bool:
        """Whether dragging paints: marks are moved instead."""
        return not any(paint.mark for paint in self._parts.paints)

    def _draw(self, cell: PaintCell) -> None:
        """One cell of a stroke."""
        if self._stroke is not None and cell.paint != self._stroke:
            self.painted.emit(cell.part, self._stroke)

    def _put(self, cell: PaintCell) -> None:
        """Puts the chosen paint into a cell; a second click clears it."""
        coming = self._coming(cell)
        if coming is not None:
            self.painted.emit(cell.part, coming)

    def leaveEvent(self, event: QEvent) -> None:
        self._hover = None
        self.update()

    # -- keyboard ----------------------------------------------------------------------------------

    def event(self, event: QEvent) -> bool:
        """Takes the keys of the board before the page's shortcuts do."""
        if (
            event.type() == QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and self._means(event)
        ):
            event.accept()
            return True
        return super().event(event)

    def _means(self, event: QKeyEvent) -> bool:
        """Whether a key means something here."""
        if event.modifiers() & (
            Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.MetaModifier
        ):
            return False
        if event.key() in ARROWS:
            return bool(self._parts.cells or self._parts.handle(self._part))
        return bool(self._parts.cells) and (
            event.key() in (*ERASE, Qt.Key.Key_Space) or self._keyed(event.text()) is not None
        )

    def _keyed(self, text: str) -> Paint | None:
        """The paint of a key."""
        sign = text.upper()
        return next((p for p in self._parts.paints if sign and p.key == sign), None)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self._means(event):
            event.ignore()
            return
        self._keyboard = True
        if event.key() in ARROWS:
            self._arrow(*ARROWS[Qt.Key(event.key())], event)
        else:
            self._press(event)
        self._describe()
        spoken.announce(self, self.words)
        self.update()

    def _press(self, event: QKeyEvent) -> None:
        cell = self._parts.cell(self._cursor) or self._parts.cells[0]
        self._on_cells = True
        self._cursor, paint = cell.part, self._keyed(event.text())
        if event.key() in ERASE:
            self.painted.emit(cell.part, self._parts.paints[-1].value)
        elif paint is not None:
            self.painted.emit(cell.part, paint.value)
        else:
            self._put(cell)

    def _arrow(self, dx: int, dy: int, event: QKeyEvent) -> None:
        """Moves the chosen handle, or the cursor from cell to cell."""
        handle = self._parts.handle(self._part)
        if self._parts.cells and (self._on_cells or handle is None):
            self._cursor = self._next_cell(dx, dy)
            return
        if handle is None:
            return
        times = TEN if event.modifiers() & SHIFT else 1
        if (event.modifiers() & ALT or handle.round) and handle.turn:
            self.turned.emit(handle.part, times * (dx or dy))
        else:
            self.nudged.emit(handle.part, times * dx, times * dy)

    def _next_cell(self, dx: int, dy: int) -> str:
        """The nearest cell in a direction; at the edge the same one."""
        here = self._parts.cell(self._cursor)
        if here is None:
            return self._parts.cells[len(self._parts.cells) // 2].part
        ahead = [
            (abs(along) + 4 * abs(aside), cell.part)
            for cell in self._parts.cells
            for x, y in [(cell.x - here.x, cell.y - here.y)]
            for along, aside in [(x * dx + y * dy, x * dy - y * dx)]
            if along > 0
        ]
        return min(ahead)[1] if ahead else here.part

    def focusNextPrevChild(self, on: bool) -> bool:
        """Tab goes through the handles before it leaves the board."""
        parts = [handle.part for handle in self._parts.handles]
        order = parts if on else parts[::-1]
        here = "" if self._parts.cells and self._on_cells else self._part
        if not order or here == order[-1] or (here and here not in order):
            self._on_cells = True
            return super().focusNextPrevChild(on)
        following = order[order.index(here) + 1 if here else 0]
        self._keyboard, self._on_cells = True, False
        self.choose(following)
        self.chosen.emit(following)
        spoken.announce(self, self.words)
        return True

    def focusInEvent(self, event: QFocusEvent) -> None:
        self._keyboard = by_key(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self._keyboard = False
        self.update()


def _target(cell: PaintCell) -> Target:
    return Target(0, cell.x, cell.y, cell.w, cell.h)
