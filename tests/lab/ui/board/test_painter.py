"""The painter of Scenes, and the pictures it makes."""

import math

import numpy as np
import pytest
from PIL import Image
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QImage, QPainter

from engines.scene import Circle, Glyph, Line, Mark, Rect, Scene, Text
from engines.tictactoe import TicTacToe
from lab.match.records import Frame
from lab.ui.board import painter as board_painter
from lab.ui.board import scene_view as export
from lab.ui.board.overlay import BRANCH, EXPECTED, SELECTED, Path, Wake, paint_paths, split
from lab.ui.board.painter import ItemPainter, Tween, fit, paint_scene
from lab.ui.export.match_film import write_gif
from lab.ui.parts import theme
from lab.ui.parts.marks import marks_of

EVERYTHING = Scene(
    0,
    0,
    100,
    50,
    still=(
        Rect(10, 10, 20, 10, fill="track", stroke="edge", rounding=3),
        Line(((0, 25), (100, 25)), "line2", dash=True),
    ),
    items=(
        Circle(50, 25, 5, fill="panel", stroke="edge"),
        Text(50, 25, "0", "ink2", 6, world=True),
        Mark(70, 25, 0, radius=5, heading_rad=0.5, id="a"),
        Mark(85, 25, 1, hollow=True),
        Glyph(20, 35, "cross", "seat0", 10),
        Glyph(35, 35, "ring", "seat1", 10, width=8),
        Text(70, 18, "Name", bold=True, anchor="above", group="names", id="n"),
        Line(((5, 5), (9, 5), (9, 9)), "ink", closed=True, fill="mark"),
    ),
    scale_bar=(20.0, "20 units"),
)


def picture(
    scene: Scene, width: int = 400, height: int = 200, name: str = "light", **options
) -> QImage:
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(QColor("#FF00FF"))
    with QPainter(image) as painter:
        paint_scene(
            painter,
            scene,
            QRectF(0, 0, width, height),
            theme.make(name),
            marks_of((0, 1)),
            **options,
        )
    return image


def colours(image: QImage) -> set[str]:
    return {
        image.pixelColor(x, y).name() for x in range(image.width()) for y in range(image.height())
    }


@pytest.mark.parametrize("name", ["light", "dark"])
def test_every_primitive_is_painted_in_its_role(qapp, name):
    seen, look = colours(picture(EVERYTHING, name=name)), theme.make(name)
    for role in ("field", "track", "panel", "mark", "hue0", "hue2"):
        assert look.colour(role).name() in seen, role


def test_hidden_groups_are_left_out(qapp):
    with_names, without = picture(EVERYTHING), picture(EVERYTHING, hidden=frozenset({"names"}))
    assert with_names != without
    box = [(x, y) for x in range(250, 310) for y in range(52, 66)]
    assert all(without.pixelColor(x, y) == QColor("#FFFFFF") for x, y in box)


def test_the_label_of_a_short_scale_bar_ends_with_it(qapp):
    """The bar ends 13 pixels from the edge; its label is much wider."""
    image = picture(Scene(0, 0, 100, 50, scale_bar=(2.0, "2,000 units")))
    assert len({image.pixelColor(x, 180).name() for x in range(300, 387)}) > 1
    clear = {image.pixelColor(x, y).name() for x in range(390, 398) for y in range(150, 198)}
    assert clear == {theme.make("light").colour("field").name()}


def test_the_scene_is_letterboxed_and_mapped_both_ways():
    view = fit(EVERYTHING, QRectF(0, 0, 400, 400))
    assert view.frame == QRectF(0, 100, 400, 200)
    assert view.point(50, 25) == QPointF(200, 200)
    assert view.world(view.point(12.5, 40)) == pytest.approx((12.5, 40))


def test_thin_straight_lines_lie_on_whole_pixels(qapp):
    image = picture(Scene(0, 0, 10, 10, still=(Line(((3.3, 0), (3.3, 10)), "ink"),)), 100, 100)
    row = [image.pixelColor(x, 50).name() for x in range(100)]
    assert row.count("#1c1f22") == 1 and row.count("#ff00ff") == 99


def test_names_are_kept_inside_the_board(qapp):
    scene = Scene(0, 0, 100, 50, items=(Text(99, 25, "A long name", group="names"),))
    image = picture(scene)
    assert any(image.pixelColor(x, 100) != QColor("#FF00FF") for x in range(300, 399))
    assert all(image.pixelColor(399, y) == QColor("#FF00FF") for y in range(200))


def test_equal_ids_move_and_new_ones_fade_in():
    before = Scene(
        0, 0, 10, 10, items=(Mark(0, 0, 0, id="a", heading_rad=3.0), Text(1, 1, "x", id="t"))
    )
    after = Scene(
        0,
        0,
        10,
        10,
        items=(Mark(4, 2, 0, id="a", heading_rad=-3.0), Circle(5, 5, 1, id="new"), Circle(6, 6, 1)),
    )
    moved, new, plain = Tween(before, after).at(0.25)
    assert (moved.x, moved.y) == (1.0, 0.5)
    assert math.remainder(moved.heading_rad - 3.0, math.tau) == pytest.approx(
        0.25 * (math.tau - 6.0)
    )
    assert new.alpha == 0.25 and plain is after.items[2]
    assert next(Tween(before, after).at(1.0)).x == 4
    assert Tween(before, after).moves and not Tween(after, after).moves


def test_lines_with_equal_ids_move_their_points():
    before, after = (
        Scene(0, 0, 1, 1, items=(Line(((x, 0.0), (x, 1.0)), id="l"),)) for x in (0.0, 1.0)
    )
    (line,) = Tween(before, after).at(0.5)
    assert line.points == ((0.5, 0.0), (0.5, 1.0))


def test_agents_stand_over_the_paths():
    assert split(EVERYTHING.items) == 2 and split(()) == 0


def test_paths_have_a_band_only_where_selected(qapp):
    def seen(*paths: Path) -> set[str]:
        image = QImage(200, 100, QImage.Format.Format_RGB32)
        image.fill(QColor("white"))
        with QPainter(image) as painter:
            look = theme.make("light")
            paint_paths(
                ItemPainter(
                    painter, fit(EVERYTHING, QRectF(0, 0, 200, 100)), look, marks_of((0, 1))
                ),
                paths,
            )
        return colours(image)

    points = ((10.0, 10.0), (30.0, 20.0), (50.0, 20.0))
    assert {"#0072b2"} <= seen(Path(0, points)) and "#fff3b8" not in seen(Path(0, points))
    assert {"#0072b2", "#fff3b8"} <= seen(Path(0, points, SELECTED, 2), Path(0, points, BRANCH, 1))
    assert "#0072b2" not in seen(Path(0, points, EXPECTED))
    assert seen(Path(0, points[:1])) == {"#ffffff"}


@pytest.fixture
def match():
    game = TicTacToe.configure()
    state, frames = game.initial(0), []
    for turn, cell in enumerate((4, 0, 2, 6, 3)):
        frames.append(Frame(turn, state.copy(), game.scene(state)))
        joint = np.full(2, -1, np.int64)
        joint[game.rules.to_move(state)] = cell
        game.rules.step(state, joint, None, None)
    return game, frames


def test_a_picture_of_a_position_has_the_size_and_the_colours_asked_for(qapp, match):
    game, frames = match
    image = QImage(export.size_of(frames[-1].scene, 300), QImage.Format.Format_RGB32)
    with QPainter(image) as painter:
        wakes, paths = [Wake(0, ((0, 0), (1, 1)))], [Path(1, ((0, 0), (2, 2)))]
        look, marks = theme.make("dark"), marks_of(tuple(game.owner))
        export.draw(painter, frames[-1].scene, QRectF(image.rect()), look, marks, wakes, paths)
    assert (image.width(), image.height()) == (300, 300) and "#202326" in colours(image)


def test_gif_of_a_match_moves_between_turns_and_keeps_its_size(qapp, tmp_path, match):
    game, frames = match
    size = write_gif(tmp_path / "a.gif", game, frames, theme.make("light"), 200)
    with Image.open(tmp_path / "a.gif") as picture_of:
        assert picture_of.n_frames > len(frames) and picture_of.size[0] == 200
    smaller = write_gif(
        tmp_path / "b.gif", game, frames, theme.make("light"), 200, largest=size - 1
    )
    assert smaller < size


def test_a_gif_needs_turns(tmp_path, match):
    with pytest.raises(ValueError, match="play a match first"):
        write_gif(tmp_path / "a.gif", match[0], [], theme.make("light"))


@pytest.mark.parametrize(("radius", "size"), [(40.0, 40.0), (12.0, 14.0), (6.0, 8.4), (0.0, 14.0)])
def test_a_shape_stays_within_its_ring_on_a_small_board(qapp, monkeypatch, radius, size):
    """A ring of 6 pixels around a mark of 14 would be covered by it."""
    found = []
    monkeypatch.setattr(
        board_painter, "paint_mark", lambda _painter, _mark, _at, wide, *_: found.append(wide)
    )
    theme.apply(qapp, "light", 100)
    picture(Scene(0, 0, 100, 50, items=(Mark(50, 25, 0, radius),)), 100, 50)
    assert found == [pytest.approx(size)]
