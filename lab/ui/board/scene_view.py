"""A Scene in a widget: its picture with wakes and paths, items moving from one turn to the next.

Everything below the agents is cached in pixmaps: the still part of a Scene, and on it the items of
the turn. Between two turns items with equal ids move for at most 150 ms.

Pictures of a Scene: on any painter, and as a PNG file. Works without a screen
(QT_QPA_PLATFORM=offscreen).
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QElapsedTimer, QRectF, QSize, QTimer
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QStyle, QWidget

from engines.scene import AnyItem, Scene
from lab.ui.board import overlay
from lab.ui.board.overlay import Path, Wake, paint_paths, paint_wakes, split
from lab.ui.board.painter import EVERYTHING, ItemPainter, Tween, Viewport, fit, outline
from lab.ui.parts import theme
from lab.ui.parts.guard import guarded
from lab.ui.parts.marks import Marks, marks_of
from lab.ui.parts.pictures import PictureLayers
from lab.ui.parts.theme import Theme

MOTION_MS, FRAME_MS = 150, 16
EMPTY = Scene(0.0, 0.0, 16.0, 9.0)


class SceneView(QWidget):
    """A Scene, letterboxed to its own ratio. Subclasses paint over it in `_paint_choice`."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._scene, self._marks = EMPTY, marks_of((0, 1))
        self._view = fit(EMPTY, QRectF(0, 0, 16, 9))
        self._tween: Tween | None = None
        self._layers = PictureLayers(self)
        self._paths: tuple[Path, ...] = ()
        self._wakes: tuple[Wake, ...] = ()
        self._near: Path | None = None  # the path under the pointer
        self._hidden: frozenset[str] = frozenset()
        self._clock, self._timer = QElapsedTimer(), QTimer(self)
        self._timer.setInterval(FRAME_MS)
        self._timer.timeout.connect(self._move_on)
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

    def _moving_allowed(self) -> bool:
        """Items do not move between turns where the desktop turns animations off."""
        return self.style().styleHint(QStyle.StyleHint.SH_Widget_Animation_Duration) > 0

    def show_paths(self, on: bool) -> None:
        """Shows or hides the paths ahead of the agents."""
        self._toggle("paths", on)

    def show_names(self, on: bool) -> None:
        """Shows or hides the agents' names."""
        self._toggle("names", on)

    def _toggle(self, group: str, on: bool) -> None:
        self._hidden = self._hidden - {group} if on else self._hidden | {group}
        self._redress()

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

    def _redress(self) -> None:
        self._layers.forget()
        self.update()

    def _place(self) -> None:
        self._view = fit(
            self._scene, QRectF(0, 0, self.width(), self.height()).adjusted(1, 1, -1, -1)
        )

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._place()
        self._layers.forget()
        self._resized()

    def _resized(self) -> None:
        """The widget has another size."""

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

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            self._paint(painter)

    def _paint(self, painter: QPainter) -> None:
        brush, items = self._brush(painter), self._items()
        agents = overlay.split(items)
        if self._tween is None:
            self._layers.paint_ground(painter, self._paint_still, self._paint_ground)
        else:
            self._layers.paint_still(painter, self._paint_still)
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
        overlay.paint_strays(brush, items)
        painter.setClipping(False)
        self._paint_frame(brush)

    def _paint_choice(self, brush: ItemPainter, items: Sequence[AnyItem]) -> None:
        """What is over the picture."""

    def _paint_frame(self, brush: ItemPainter) -> None:
        """What is round the picture."""


DRAWN_FOR = 640.0  # the width at which line widths and text have their own size, pixels


def draw(
    painter: QPainter,
    scene: Scene,
    rect: QRectF,
    theme: Theme,
    marks: Marks,
    wakes: Sequence[Wake] = (),
    paths: Sequence[Path] = (),
    hidden: frozenset[str] = EVERYTHING,
) -> None:
    """Draws a Scene with the wakes and paths of its agents, without the items of `hidden` groups;
    line widths and text are in proportion to the width of `rect`.
    """
    painter.fillRect(rect, theme.colour("panel"))
    brush = ItemPainter(
        painter,
        fit(scene, rect.adjusted(1, 1, -1, -1)),
        theme,
        marks,
        hidden,
        zoom=max(0.5, rect.width() / DRAWN_FOR),
    )
    agents = split(scene.items)
    brush.backdrop(scene)
    brush.paint(scene.still)
    paint_wakes(brush, wakes)
    brush.paint(scene.items[:agents])
    paint_paths(brush, paths)
    brush.paint(scene.items[agents:])


def size_of(scene: Scene, width: int) -> QSize:
    """Even pixels at the Scene's ratio."""
    return QSize(width, max(2, round(width * scene.height / scene.width / 2) * 2))
