"""The board: shows a Scene, what searches think of it, and takes a person's moves by mouse and
keyboard.

Signals go out, plain setters come in.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QFocusEvent,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QWidget

from engines.knobs import digits
from engines.scene import AnyItem, Dial, Point, Target
from lab.ui.board import overlay
from lab.ui.board.hand import target_at
from lab.ui.board.overlay import Aim, Path
from lab.ui.board.painter import ItemPainter
from lab.ui.board.pointing import ARROWS, Cursor, agent_at, path_at, unmarked, wants
from lab.ui.board.scene_view import SceneView
from lab.ui.parts import spoken
from lab.ui.parts.focus_ring import by_key
from lab.ui.parts.tips import Bubble, show_tip

WHEEL_NOTCH = 120


class BoardView(SceneView):
    """A Scene with which a person plays.

    clicked(x, y) and hovered(x, y) are in world units; cursor_played(action) comes from the
    keyboard, and from the second click of a move from one cell to another; blocked(x, y) is where
    the cursor cannot go; agent_clicked(agent) and path_clicked(Path) select, path_hovered(Path or
    None) previews; wheeled(steps) turns the dial, dial_key(key) presses its keys, steered(steps)
    turns the aim and ordered() sends it.

    Actions are 64 bits wide, so they travel as objects: an `int` of a signal has 32.
    """

    clicked = Signal(float, float)
    hovered = Signal(float, float)
    left = Signal()
    cursor_played = Signal(object)
    blocked = Signal(float, float)
    agent_clicked = Signal(int)
    path_clicked = Signal(object)
    path_hovered = Signal(object)
    wheeled = Signal(int)
    dial_key = Signal(str)
    steered = Signal(int)
    ordered = Signal()
    menu_asked = Signal(QPoint)  # where on the screen

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._aim: Aim | None = None
        self._agent: int | None = None
        self._action: int | None = None
        self._orders: tuple[Aim, ...] = ()
        self._hinted: tuple[Path, ...] = ()
        self._keys = Cursor()
        self._open: frozenset[int] = frozenset()
        self._shares: Mapping[int, float] = {}
        self._counted = "visit"
        self._dial: Dial | None = None
        self._position_words = self._veil = ""
        self._hover: Target | None = None
        self._keyboard = False  # the focus came by keyboard, so a ring is shown
        self._playable, self._waits, self._wheel = False, False, 0
        self._bubble = Bubble(self)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName("Board")

    # -- setters -----------------------------------------------------------------------------------

    def set_selection(self, agent: int | None, action: int | None = None) -> None:
        """The selected agent, ringed in ink, and the selected action, whose cell is marked."""
        if (agent, action) != (self._agent, self._action):
            self._agent, self._action = agent, action
            self.update()

    def set_targets(
        self,
        targets: Sequence[Target],
        labels: Mapping[int, str] | None = None,
        playable: bool = True,
        stands: Point | None = None,
        legal: Collection[int] = (),
    ) -> None:
        """The choices: cells, the `legal` ones, and digits for them ("4 4"); whether a person may
        play them (`playable`), and where that person's agent `is`.
        """
        self._keys.set_targets(targets, labels or {}, stands)
        self._playable = playable
        self._open = frozenset(legal)
        self._hover = None
        self._describe()
        self.update()

    def set_waiting(self, on: bool) -> None:
        """Whether a person's opponent is to move: keys that move the cursor then do nothing."""
        self._waits = on

    @property
    def shows_focus(self) -> bool:
        """Whether the board is framed: it has the keyboard, and nobody is asked or about to be;
        else the cursor shows the focus, and the frame would flash at every move of the opponent.
        """
        return self._keyboard and not self._playable and not self._waits

    @property
    def cursor_action(self) -> int | None:
        """The choice under the keyboard's cursor."""
        return self._keys.action

    @property
    def in_parts(self) -> bool:
        """Whether a move is chosen piece first."""
        return self._keys.hand.in_parts

    def offer(self, action: int) -> None:
        """Puts the keyboard's cursor on a choice, so that Enter plays it."""
        if self._keys.offer(action):
            self._keyboard = True
            self._describe()
            self.update()

    def set_thoughts(self, shares: Mapping[int, float], counted: str = "visit") -> None:
        """The share of each action in what the search has `counted`, written into its cell; empty
        to hide.
        """
        self._shares, self._counted = shares, counted
        self.update()

    @property
    def writes_shares(self) -> bool:
        """Whether any cell has room for its share of visits."""
        targets, shares = self._keys.targets, self._keys.hand.shares(self._shares)
        return any(t.action in shares and overlay.has_room(self._view, t) for t in targets)

    def set_dial(self, dial: Dial | None) -> None:
        """The quantity on the wheel and its keys while a person aims with the mouse; None
        otherwise.
        """
        self._dial = dial
        self.setCursor(Qt.CursorShape.CrossCursor if dial else Qt.CursorShape.ArrowCursor)

    def set_aim(self, aim: Aim | None) -> None:
        """The line from the person's agent to the pointer."""
        self._aim = aim
        self.update()

    def set_orders(self, orders: Sequence[Aim]) -> None:
        """The orders that a person has already given for this turn."""
        self._orders = tuple(orders)
        self.update()

    def set_hinted(self, paths: Sequence[Path]) -> None:
        """Where a hint leads."""
        self._hinted = tuple(paths)
        self.update()

    def set_veil(self, text: str) -> None:
        """Dims the board and says what is loaded in its place; "" for the board itself."""
        if text != self._veil:
            self._veil = text
            self.update()

    def set_position_words(self, text: str) -> None:
        """The position in words, for screen readers."""
        self._position_words = text
        self._describe()

    def _describe(self) -> None:
        cursor = f"The cursor is on {self._keys.words}." if self._keys.words else ""
        refusal = self._bubble.text() if not self._bubble.isHidden() else ""
        parts = (refusal, cursor, self._position_words)
        spoken.describe(self, " ".join(part for part in parts if part))

    def refuse(self, text: str, at: QPointF | None = None) -> None:
        """Says at the pointer (or at pixel `at`) why a click did nothing; "" removes the bubble."""
        if text:
            self._bubble.say(
                text, at.toPoint() if at is not None else self.mapFromGlobal(self.cursor().pos())
            )
            spoken.announce(self, text)
        else:
            self._bubble.hide()
        self._describe()

    # -- painting ----------------------------------------------------------------------------------

    def _resized(self) -> None:
        self._bubble.hide()

    def _paint_frame(self, brush: ItemPainter) -> None:
        if self._veil:
            overlay.paint_veil(brush, self._veil)
        if self.shows_focus:
            overlay.paint_focus(brush)

    def _paint_choice(self, brush: ItemPainter, items: Sequence[AnyItem]) -> None:
        """Selection, thoughts, hover and keyboard cursor."""
        overlay.paint_rings(brush, items, self._agent)
        hand, targets = self._keys.hand, self._keys.targets
        shares, chosen = hand.shares(self._shares), hand.key_of(self._action)
        overlay.paint_held(brush, hand.marked, targets)
        overlay.paint_open(brush, unmarked(self._view, self._keys, self._open, shares))
        overlay.paint_thoughts(brush, targets, shares, chosen)
        if self._hover is not None and self._playable:
            overlay.paint_cell(brush, self._hover, "edge", 1.0, 3.0)
        cursor = self._keys.cell
        if cursor is not None and self._playable and self._keyboard:
            overlay.paint_cell(brush, cursor, "ink", 2.0)
        overlay.paint_paths(brush, self._hinted)
        for order in self._orders:
            overlay.paint_order(brush, order)
        if self._aim is not None:
            overlay.paint_aim(brush, self._aim)

    # -- mouse -------------------------------------------------------------------------------------

    def _path_at(self, spot: QPointF) -> Path | None:
        return None if "paths" in self._hidden else path_at(self._paths, self._view, spot)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton or self._veil:
            event.ignore()
            return
        self._keyboard = False
        self._bubble.hide()
        x, y = self._view.world(event.position())
        if self._playable and self.in_parts:
            return self._take(self._keys.hand.at(x, y))
        target = target_at(self._keys.targets, x, y) if self._playable else None
        if target is not None:
            self._keys.action = target.action
        elif not (self._dial and self._playable) and self._select_at(event.position(), x, y):
            return
        self.clicked.emit(x, y)

    def _take(self, key: int | None) -> None:
        """A place of a move that has several: the next one, or None to let go."""
        self._hover = None
        if key is None:
            self._keys.let_go()
        elif (action := self._keys.choose(key)) is not None:
            self.cursor_played.emit(action)
        self._describe()
        self.update()

    def _select_at(self, spot: QPointF, x: float, y: float) -> bool:
        """Whether the click hit an agent or a path; if so, reports it."""
        agent = agent_at(self._scene, x, y)
        path = self._path_at(spot)
        if agent is not None:
            self.agent_clicked.emit(agent)
        elif path is not None:
            self.path_clicked.emit(path)
        return agent is not None or path is not None

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        x, y = self._view.world(event.position())
        self._hover_at(event.position(), x, y)
        self.hovered.emit(x, y)

    def _hover_at(self, spot: QPointF, x: float, y: float) -> None:
        hover = target_at(self._keys.targets, x, y)
        near = None if hover or self._dial else self._path_at(spot)
        if hover == self._hover and near == self._near:
            return
        if near != self._near:
            self.path_hovered.emit(near)
        self._hover, self._near = hover, near
        if self._dial is None:
            hand = (hover is not None and self._playable) or near is not None
            self.setCursor(
                Qt.CursorShape.PointingHandCursor if hand else Qt.CursorShape.ArrowCursor
            )
        self.update()

    def leaveEvent(self, event: QEvent) -> None:
        if self._near is not None:
            self.path_hovered.emit(None)
        self._hover = self._near = None
        self.left.emit()
        self.update()

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self._dial is None:
            event.ignore()
            return
        self._wheel += event.angleDelta().y()
        steps = int(self._wheel / WHEEL_NOTCH)
        self._wheel = int(math.fmod(self._wheel, WHEEL_NOTCH))
        if steps:
            self.wheeled.emit(steps)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        self.menu_asked.emit(event.globalPos())

    # -- keyboard ----------------------------------------------------------------------------------

    def event(self, event: QEvent) -> bool:
        """Handles the keys of a person to move before the window's shortcuts do, and says what a
        share in a cell is.
        """
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            self._explain(event)
            return True
        if (
            event.type() == QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and self.wants(event)
        ):
            event.accept()
            return True
        return super().event(event)

    def _explain(self, event: QHelpEvent) -> None:
        text = self._keys.tip(self._hover, self._shares, self._counted)
        show_tip(event.globalPos(), text, self)

    def wants(self, event: QKeyEvent) -> bool:
        """Whether a key is for whom the board waits."""
        if event.key() == Qt.Key.Key_Escape:
            return self._bubble.isVisible() or bool(self._keys.hand.held)
        if self._veil or not self._playable:
            return self._waits and event.key() in ARROWS
        return wants(event, self._keys, self._dial)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        self._keyboard = True
        if not self.wants(event):
            event.ignore()
            return
        if event.isAutoRepeat() and event.key() not in ARROWS:
            return  # a key held down plays one move, not several
        if event.key() == Qt.Key.Key_Escape and not self._bubble.isVisible():
            self._take(None)
        self.refuse("")
        if self._playable and event.key() != Qt.Key.Key_Escape:
            self._press(Qt.Key(event.key()), event.text())
            self._describe()
            self.update()

    def _press(self, key: Qt.Key, text: str) -> None:
        """A key of a person who is to move."""
        if self._dial is not None:
            self._steer(key, text)
        elif key in ARROWS:
            self._move_cursor(*ARROWS[key])
        elif digits(text) is not None:
            self.refuse(self._keys.type(text), self._view.frame.center())
        elif self._keys.action is not None:
            self._take(self._keys.action)
        elif self._keys.settle():
            spoken.announce(self, self._keys.words)
        else:
            self.refuse("Choose with the arrow keys first.", self._view.frame.center())

    def _steer(self, key: Qt.Key, text: str) -> None:
        """Left and right turn the aim, up and down the dial; Enter sends the order."""
        dx, dy = ARROWS.get(key, (0, 0))
        if dx:
            self.steered.emit(dx)
        elif dy:
            self.wheeled.emit(-dy)
        elif text.strip():
            self.dial_key.emit(text.upper())
        else:
            self.ordered.emit()

    def _move_cursor(self, dx: int, dy: int) -> None:
        middle = (self._scene.x + self._scene.width / 2, self._scene.y + self._scene.height / 2)
        wall = self._keys.move(dx, dy, middle)
        if wall is not None:
            self.blocked.emit(*wall)
        else:
            spoken.announce(self, self._keys.words)

    def focusInEvent(self, event: QFocusEvent) -> None:
        self._keyboard = by_key(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self._keyboard = False
        self.update()
