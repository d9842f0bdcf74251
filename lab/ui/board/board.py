"""The board: shows a Scene, what searches think of it, and takes a person's moves by mouse and
keyboard.

Everything below the agents is cached in pixmaps: the still part of a Scene, and on it the items of
the turn. Between two turns items with equal ids move for at most 150 ms. Signals go out, plain
setters come in.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence

from PySide6.QtCore import QElapsedTimer, QEvent, QPointF, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QSizePolicy, QStyle, QWidget

from engines.scene import AnyItem, Dial, Point, Scene, Target
from lab.ui.board import overlay
from lab.ui.board.overlay import Aim, Path, Wake
from lab.ui.board.painter import ItemPainter, Tween, Viewport, fit, outline
from lab.ui.board.pointing import ARROWS, Typing, agent_at, next_cell, path_at, target_at
from lab.ui.parts import theme
from lab.ui.parts.bubble import Bubble
from lab.ui.parts.focus_ring import by_key
from lab.ui.parts.layers import Layers
from lab.ui.parts.marks import marks_of

MOTION_MS, FRAME_MS = 150, 16
WHEEL_NOTCH = 120
EMPTY = Scene(0.0, 0.0, 16.0, 9.0)


class BoardView(QWidget):
    """A Scene, letterboxed to its own ratio.

    clicked(x, y) and hovered(x, y) are in world units; cursor_played(action) comes from the
    keyboard; agent_clicked(agent) and path_clicked(Path) select; path_hovered(Path or None)
    previews; wheeled(steps) turns the dial and dial_key(key) presses one of its keys.
    """

    clicked = Signal(float, float)
    hovered = Signal(float, float)
    left = Signal()
    cursor_played = Signal(int)
    agent_clicked = Signal(int)
    path_clicked = Signal(object)
    path_hovered = Signal(object)
    wheeled = Signal(int)
    dial_key = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._scene, self._marks = EMPTY, marks_of((0, 1))
        self._view = fit(EMPTY, QRectF(0, 0, 16, 9))
        self._tween: Tween | None = None
        self._layers = Layers(self)
        self._paths: tuple[Path, ...] = ()
        self._wakes: tuple[Wake, ...] = ()
        self._aim: Aim | None = None
        self._agent: int | None = None
        self._action: int | None = None
        self._targets: tuple[Target, ...] = ()
        self._stands: Point | None = None
        self._open: frozenset[int] = frozenset()
        self._typing = Typing({})
        self._shares: Mapping[int, float] = {}
        self._dial: Dial | None = None
        self._result = ("", "")
        self._hover: Target | None = None
        self._near: Path | None = None
        self._cursor: int | None = None
        self._hidden: frozenset[str] = frozenset()
        self._keyboard = False  # the focus came by keyboard, so a ring is shown
        self._playable, self._motion, self._wheel = False, True, 0
        self._clock, self._timer, self._bubble = QElapsedTimer(), QTimer(self), Bubble(self)
        self._timer.setInterval(FRAME_MS)
        self._timer.timeout.connect(self._move_on)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName("Board")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(240, 160)
        theme.changed.connect(self._redress)

    # -- setters -----------------------------------------------------------------------------------

    def set_owner(self, owner: Sequence[int]) -> None:
        """The seat of each agent (`game.owner`), which decides shapes and hues."""
        self._marks = marks_of(tuple(owner))
        self._redress()

    def set_scene(self, scene: Scene, smooth: bool = True) -> None:
        """Shows a position; `smooth` lets items with equal ids move there."""
        before, self._scene = self._scene, scene
        self._layers.forget(still=scene.still != before.still or outline(scene) != outline(before))
        self._place()
        self._tween = None
        if (
            smooth
            and self._moving_allowed()
            and self.isVisible()
            and outline(scene) == outline(before)
        ):
            tween = Tween(before, scene)
            if tween.moves:
                self._tween = tween
                self._clock.restart()
                self._timer.start()
        self.update()

    def set_paths(self, paths: Sequence[Path]) -> None:
        """Lines ahead of the agents: predicted, branches, the selected one, what the other seat
        expects.
        """
        if tuple(paths) != self._paths:
            self._paths = tuple(paths)
            self._near = None
            self.update()

    def set_wakes(self, wakes: Sequence[Wake]) -> None:
        """Where the agents have been."""
        self._wakes = tuple(w for w in wakes if len(w.points) > 1)
        self._layers.forget(still=False)
        self.update()

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
        self._targets = tuple(targets)
        self._playable = playable
        self._stands = stands
        self._open = frozenset(legal)
        self._typing = Typing(labels or {})
        known = {t.action for t in targets}
        self._cursor = self._cursor if self._cursor in known else None
        self._hover = None
        self.update()

    def set_thoughts(self, shares: Mapping[int, float]) -> None:
        """The share of visits of each action, written into its cell; empty to hide."""
        self._shares = shares
        self.update()

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

    def set_result(self, title: str, detail: str = "") -> None:
        """Who won and how, over the board; "" removes it."""
        self._result = (title, detail)
        self.update()

    def set_motion(self, on: bool) -> None:
        """Whether items move between turns; they never do if the desktop turns animations off."""
        self._motion = on

    def _moving_allowed(self) -> bool:
        return (
            self._motion
            and self.style().styleHint(QStyle.StyleHint.SH_Widget_Animation_Duration) > 0
        )

    def show_paths(self, on: bool) -> None:
        """Shows or hides the paths ahead of the agents."""
        self._toggle("paths", on)

    def show_names(self, on: bool) -> None:
        """Shows or hides the agents' names."""
        self._toggle("names", on)

    def _toggle(self, group: str, on: bool) -> None:
        self._hidden = self._hidden - {group} if on else self._hidden | {group}
        self._redress()

    def refuse(self, text: str, at: QPointF | None = None) -> None:
        """Says at the pointer (or at pixel `at`) why a click did nothing; "" removes the bubble."""
        if text:
            self._bubble.say(
                text, at.toPoint() if at is not None else self.mapFromGlobal(self.cursor().pos())
            )
        else:
            self._bubble.hide()

    # -- facts -------------------------------------------------------------------------------------

    @property
    def scene(self) -> Scene:
        """The Scene on show."""
        return self._scene

    @property
    def lines(self) -> tuple[tuple[Wake, ...], tuple[Path, ...]]:
        """Where the agents have been, and the lines ahead of them."""
        return self._wakes, self._paths

    @property
    def view(self) -> Viewport:
        """The mapping between world units and the widget's pixels."""
        return self._view

    def sizeHint(self) -> QSize:
        return QSize(592, 334)

    # -- painting ----------------------------------------------------------------------------------

    def _redress(self, _theme: object = None) -> None:
        self._layers.forget()
        self.update()

    def _place(self) -> None:
        self._view = fit(
            self._scene, QRectF(0, 0, self.width(), self.height()).adjusted(1, 1, -1, -1)
        )

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._place()
        self._layers.forget()
        self._bubble.hide()

    def _move_on(self) -> None:
        if self._clock.elapsed() >= MOTION_MS or not self.isVisible():
            self._timer.stop()
            self._tween = None
        self.update()

    def _brush(self, painter: QPainter) -> ItemPainter:
        return ItemPainter(painter, self._view, theme.current(), self._marks, self._hidden)

    def _paint_still(self, painter: QPainter) -> None:
        brush = self._brush(painter)
        brush.backdrop(self._scene)
        brush.paint(self._scene.still)

    def _paint_ground(self, painter: QPainter) -> None:
        brush = self._brush(painter)
        painter.setClipRect(self._view.frame)
        overlay.paint_wakes(brush, self._wakes)
        brush.paint(self._scene.items[: overlay.split(self._scene.items)])

    def _items(self) -> Sequence[AnyItem]:
        if self._tween is None:
            return self._scene.items
        t = min(1.0, self._clock.elapsed() / MOTION_MS)
        return list(self._tween.at(t * t * (3 - 2 * t)))

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            self._paint(painter)

    def _paint(self, painter: QPainter) -> None:
        brush, items = self._brush(painter), self._items()
        agents = overlay.split(items)
        if self._tween is None:
            painter.drawPixmap(0, 0, self._layers.ground(self._paint_still, self._paint_ground))
        else:
            painter.drawPixmap(0, 0, self._layers.still(self._paint_still))
            painter.setClipRect(self._view.frame)
            overlay.paint_wakes(brush, self._wakes)
            brush.paint(items[:agents])
        painter.setClipRect(self._view.frame)
        if "paths" not in self._hidden:
            overlay.paint_paths(
                brush,
                self._paths if self._near is None else (*self._paths, overlay.preview(self._near)),
            )
        brush.paint(items[agents:])
        self._paint_choice(brush, items)
        painter.setClipping(False)
        if self._result[0]:
            overlay.paint_result(brush, *self._result)
        if self._keyboard and not self._playable:
            overlay.paint_focus(brush)

    def _paint_choice(self, brush: ItemPainter, items: Sequence[AnyItem]) -> None:
        """Selection, thoughts, hover and keyboard cursor."""
        overlay.paint_rings(brush, items, self._agent)
        overlay.paint_open(
            brush,
            [t for t in self._targets if t.action in self._open and t.action not in self._shares],
        )
        overlay.paint_thoughts(brush, self._targets, self._shares, self._action)
        if self._hover is not None and self._playable:
            overlay.paint_cell(brush, self._hover, "edge", 1.0, 3.0)
        cursor = self._target(self._cursor)
        if cursor is not None and self._playable and self._keyboard:
            overlay.paint_cell(brush, cursor, "ink", 2.0)
        if self._aim is not None:
            overlay.paint_aim(brush, self._aim)

    # -- mouse -------------------------------------------------------------------------------------

    def _target(self, action: int | None) -> Target | None:
        return next((t for t in self._targets if t.action == action), None)

    def _path_at(self, spot: QPointF) -> Path | None:
        return None if "paths" in self._hidden else path_at(self._paths, self._view, spot)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton:
            event.ignore()
            return
        self._bubble.hide()
        x, y = self._view.world(event.position())
        target = target_at(self._targets, x, y) if self._playable else None
        if target is not None:
            self._cursor = target.action
        elif not (self._dial and self._playable) and self._select_at(event.position(), x, y):
            return
        self.clicked.emit(x, y)

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
        hover = target_at(self._targets, x, y)
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

    # -- keyboard ----------------------------------------------------------------------------------

    def event(self, event: QEvent) -> bool:
        """Handles the keys of a person to move before the window's shortcuts do."""
        if (
            event.type() == QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and self._wants(event)
        ):
            event.accept()
            return True
        return super().event(event)

    def _wants(self, event: QKeyEvent) -> bool:
        if not self._playable or event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            return False
        if self._dial is not None:
            return event.text().upper() in {key for key, _ in self._dial.keys}
        on_cursor = (
            event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self._cursor is not None
        )
        return bool(self._targets) and (
            event.key() in ARROWS or on_cursor or (event.text().isdigit() and bool(self._typing))
        )

    def keyPressEvent(self, event: QKeyEvent) -> None:
        self._keyboard = True
        if event.key() == Qt.Key.Key_Escape and self._bubble.isVisible():
            self._bubble.hide()
        elif not self._wants(event):
            event.ignore()
        elif self._dial is not None:
            self.dial_key.emit(event.text().upper())
        elif event.key() in ARROWS:
            self._move_cursor(*ARROWS[Qt.Key(event.key())])
        elif event.text().isdigit():
            self._type(event.text())
        elif self._cursor is not None:
            self.cursor_played.emit(self._cursor)

    def _move_cursor(self, dx: int, dy: int) -> None:
        """To the nearest open cell in that direction; the first time from where the agent is,
        or to the middle of the board.
        """
        middle = (self._scene.x + self._scene.width / 2, self._scene.y + self._scene.height / 2)
        cursor = self._target(self._cursor)
        found = next_cell(self._targets, cursor.middle if cursor else self._stands, middle, dx, dy)
        if found is not None:
            self._cursor = found
            self.update()

    def _type(self, digit: str) -> None:
        found = self._typing.add(digit)
        if isinstance(found, str):
            self.refuse(found, self._view.frame.center())
        elif found is not None:
            self._cursor = found
            self.update()

    def focusInEvent(self, event: QFocusEvent) -> None:
        self._keyboard = by_key(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self._keyboard = False
        self.update()
