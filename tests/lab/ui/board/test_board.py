"""The board under the mouse, and what it shows."""

import gc
import weakref
from html import unescape

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, Qt
from PySide6.QtGui import QColor, QHelpEvent, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolTip

from engines.scene import Circle, Dial, Mark, Scene, Target
from lab.ui.board.board import BoardView
from lab.ui.board.legend import PathLegend, PathName
from lab.ui.board.overlay import BRANCH, EXPECTED, SELECTED, Aim, Path, Wake
from lab.ui.board.painter import ItemPainter
from lab.ui.parts import spoken, theme


def pixel(board: BoardView, x: float, y: float) -> QPoint:
    return board.view.point(x, y).toPoint()


def test_a_click_is_told_in_world_units(board, qtbot):
    with qtbot.waitSignal(board.clicked) as told:
        qtbot.mouseClick(board, Qt.MouseButton.LeftButton, pos=pixel(board, 1.5, 0.5))
    assert told.args == pytest.approx([1.5, 0.5], abs=0.02)


def test_only_open_cells_have_the_hand(board, qtbot):
    qtbot.mouseMove(board, pixel(board, 1.5, 0.5))
    assert board.cursor().shape() == Qt.CursorShape.PointingHandCursor
    qtbot.mouseMove(board, pixel(board, -0.3, -0.3))
    assert board.cursor().shape() == Qt.CursorShape.ArrowCursor


def test_where_a_person_may_move_is_marked(board):
    """A dot in the middle of an open cell, unless its share of visits is there, and nothing in
    one that is not open.
    """
    places, dot = {t.action: t.middle for t in board._keys.targets}, theme.current().colour("ink3")
    board.set_targets(board._keys.targets, legal=[0, 4])

    def marked(action):
        x, y = places[action]
        at = board._view.point(x, y)
        return board.grab().toImage().pixelColor(int(at.x()), int(at.y())) == dot

    assert [a for a in range(9) if marked(a)] == [0, 4]
    board.set_thoughts({4: 0.75})
    assert [a for a in (0, 4) if marked(a)] == [0] and board.writes_shares
    board.resize(240, 160)  # too small for a share
    assert [a for a in (0, 4) if marked(a)] == [0, 4] and not board.writes_shares


def test_a_share_stands_below_the_face_of_a_card(board):
    """The middle of a place where something is drawn stays as it is, and so do its neighbours."""
    board.set_targets([Target(4, 1, 1, 1, 1, taken=True)])
    before = board.grab().toImage()
    board.set_thoughts({4: 0.75})
    after = board.grab().toImage()
    box = board._view.rect(1, 1, 1, 1).toRect()
    middle = box.adjusted(4, 4, -4, -16)
    assert before.copy(middle) == after.copy(middle) and before.copy(box) != after.copy(box)
    below = box.translated(0, box.height())
    assert before.copy(below) == after.copy(below)


def test_a_refusal_stays_inside_the_board_and_goes_with_the_next_click(board, qtbot):
    board.refuse(
        "This cell is in the left board. O played cell 4, so you play in the middle board.",
        QPointF(350, 350),
    )
    bubble = board._bubble
    assert bubble.isVisible() and board.rect().contains(bubble.geometry())
    qtbot.mouseClick(board, Qt.MouseButton.LeftButton, pos=QPoint(100, 100))
    assert not bubble.isVisible()


def test_thoughts_are_written_only_into_large_cells(board):
    def inked() -> int:
        image = board.grab().toImage()
        box = board.view.rect(0, 0, 1, 1).toRect().adjusted(3, 3, -3, -3)
        return sum(
            image.pixelColor(x, y) != QColor("#FAFAF8")
            for x in range(box.left(), box.right())
            for y in range(box.top(), box.bottom())
        )

    assert inked() == 0
    board.set_thoughts({0: 0.52, 1: 0.48})
    assert inked() > 50
    board.resize(240, 160)
    assert inked() == 0


def test_the_selected_cell_is_marked(board):
    board.set_selection(None, 4)
    at = pixel(board, 1.1, 1.1)
    assert board.grab().toImage().pixelColor(at) == theme.current().colour("mark")


POSITION = Scene(
    0, 0, 100, 100, items=(Circle(20, 20, 5, fill="panel"), Mark(50, 50, 0, radius=6, id="pod"))
)
AHEAD = Path(0, ((50.0, 50.0), (80.0, 50.0), (90.0, 90.0)), BRANCH, 3)


def test_agents_and_paths_are_selected_by_a_click(board, qtbot):
    board.set_targets(())
    board.set_scene(POSITION, smooth=False)
    board.set_paths([AHEAD])
    with qtbot.waitSignal(board.agent_clicked) as told:
        qtbot.mouseClick(board, Qt.MouseButton.LeftButton, pos=pixel(board, 51, 51))
    assert told.args == [0]
    with qtbot.waitSignal(board.path_clicked) as told:
        qtbot.mouseClick(board, Qt.MouseButton.LeftButton, pos=pixel(board, 70, 51))
    assert told.args == [AHEAD]
    with qtbot.waitSignal(board.path_hovered):
        qtbot.mouseMove(board, pixel(board, 85, 70))
    board.show_paths(False)
    with qtbot.assertNotEmitted(board.path_clicked):
        qtbot.mouseClick(board, Qt.MouseButton.LeftButton, pos=pixel(board, 70, 51))


def test_a_dial_takes_wheel_and_keys(board, qtbot):
    board.set_scene(POSITION, smooth=False)
    board.set_targets((), playable=True)
    board.set_dial(Dial("Thrust", 0, 100, 10, 100, (("S", "shield"),)))
    with qtbot.waitSignal(board.wheeled) as told:
        at = QPointF(100, 100)
        spin = QWheelEvent(
            at,
            at,
            QPoint(),
            QPoint(0, -240),
            Qt.MouseButton.NoButton,
            Qt.KeyboardModifier.NoModifier,
            Qt.ScrollPhase.NoScrollPhase,
            False,
        )
        QApplication.sendEvent(board, spin)
    assert told.args == [-2]
    with qtbot.waitSignal(board.dial_key) as told:
        qtbot.keyClick(board, Qt.Key.Key_S)
    assert told.args == ["S"]
    board.set_aim(Aim(0, (50, 50), (80, 20), "thrust 100"))
    board.grab()


def test_items_move_and_come_to_rest(board, qtbot, game, monkeypatch):
    board.set_targets(())
    board.set_scene(POSITION, smooth=False)
    moved = Scene(0, 0, 100, 100, items=(POSITION.items[0], Mark(60, 50, 0, radius=6, id="pod")))
    board.set_scene(moved)
    assert board._tween is not None
    qtbot.waitUntil(lambda: board._tween is None)
    monkeypatch.setattr(board, "_moving_allowed", lambda: False)
    board.set_scene(POSITION)
    assert board._tween is None


def test_what_lies_under_the_agents_is_kept_until_it_changes(board):
    board.set_targets(())
    board.set_scene(POSITION, smooth=False)
    board.set_wakes([Wake(0, ((10.0, 10.0), (50.0, 50.0)))])
    board.grab()
    kept = board._layers._ground
    board.set_paths([AHEAD])
    board.grab()
    assert board._layers._ground is kept
    board.resize(300, 300)
    board.grab()
    assert board._layers._ground is not kept


def test_the_theme_leaves_no_stale_colour(board, qapp):
    board.grab()
    theme.apply(qapp, "dark")
    image = board.grab().toImage()
    assert image.pixelColor(1, 1) == theme.make("dark").colour("panel")
    theme.apply(qapp, "light")


def test_a_closed_board_is_freed(qtbot, qapp):
    view = BoardView()
    view.show()
    view.set_targets([Target(0, 0, 0, 1, 1)])
    gone = weakref.ref(view)
    view.close()
    view.deleteLater()
    del view
    qapp.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    gc.collect()
    assert gone() is None


def test_the_legend_names_the_paths_that_find_room(qtbot):
    legend = PathLegend()
    qtbot.addWidget(legend)
    legend.resize(500, 20)
    names = [
        PathName(SELECTED, "Ahead, full", 2),
        PathName(BRANCH, "the other six", 2),
        PathName(EXPECTED, "where seat 1 expects Pod 3", 2),
    ]
    legend.set_paths(names, (0, 0, 1, 1))
    assert legend.accessibleName() == "Ahead, full, the other six, where seat 1 expects Pod 3"
    image = legend.grab().toImage()
    assert image.pixelColor(10, 13) == theme.current().colour("mark")
    assert image.pixelColor(10, 10) == theme.make("light").colour("hue2")
    legend.resize(60, 20)
    assert legend.grab().toImage().pixelColor(10, 13) != theme.current().colour("mark")


def test_an_agent_outside_the_picture_has_an_arrow_at_the_edge(board):
    def hued(scene: Scene) -> set[str]:
        """The sides of the picture that have a pixel in the agent's colour."""
        board.set_scene(scene, smooth=False)
        image, box = board.grab().toImage(), board.view.frame.toRect()
        hue = theme.current().colour("hue0")
        strips = {
            "left": QRect(box.left(), box.top(), 30, box.height()),
            "right": QRect(box.right() - 30, box.top(), 30, box.height()),
        }
        return {
            side
            for side, strip in strips.items()
            for x in range(strip.left(), strip.right())
            for y in range(strip.top(), strip.bottom(), 2)
            if image.pixelColor(x, y) == hue
        }

    board.set_targets(())
    inside, outside = (Scene(0, 0, 100, 100, items=(Mark(x, 50, 0, radius=6),)) for x in (50, 140))
    assert hued(inside) == set() and hued(outside) == {"right"}


def test_a_screen_reader_is_given_cursor_refusal_and_position(board, monkeypatch):
    heard: list[str] = []
    monkeypatch.setattr(spoken, "announce", lambda widget, text: heard.append(text))
    board.set_position_words("X has played 0 0. Your move: play any of the 8 open cells.")
    QTest.keyClick(board, Qt.Key.Key_Right)
    assert board.accessibleDescription() == (
        "The cursor is on 1 1. X has played 0 0. Your move: play any of the 8 open cells."
    )
    board.refuse("This cell is taken.", QPointF(50, 50))
    assert board.accessibleDescription().startswith("This cell is taken. The cursor is on 1 1.")
    assert heard == ["1 1", "This cell is taken."]


@pytest.mark.parametrize(("share", "said"), [(0.75, "75 %"), (0.004, "<1 %"), (0.996, ">99 %")])
def test_a_share_in_a_cell_is_written_and_explained_alike(share, said, board, monkeypatch):
    written: list[str] = []
    monkeypatch.setattr(ItemPainter, "words", lambda brush, at, text, *_: written.append(text))
    board.set_thoughts({4: share})
    board.grab()
    assert said in written
    at = pixel(board, 1.5, 1.5)
    for place in (at - QPoint(1, 1), at):
        QTest.mouseMove(board, place)
    QApplication.sendEvent(board, QHelpEvent(QEvent.Type.ToolTip, at, board.mapToGlobal(at)))
    said += " of the search's visits, not its chance to win."
    assert said in unescape(QToolTip.text())  # it is rich text where it has a "<"
    QToolTip.hideText()
