"""The board under mouse and keyboard."""

import gc
import weakref

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, Qt
from PySide6.QtGui import QColor, QHelpEvent, QKeyEvent, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolTip

from engines.scene import Circle, Dial, Mark, Scene, Target
from engines.tictactoe import TicTacToe
from lab.ui.board.board import BoardView
from lab.ui.board.legend import PathLegend, PathName
from lab.ui.board.overlay import BRANCH, EXPECTED, SELECTED, Aim, Path, Wake
from lab.ui.board.pointing import Typing
from lab.ui.parts import spoken, theme


@pytest.fixture
def game():
    return TicTacToe.configure()


@pytest.fixture
def board(qtbot, qapp, game):
    theme.apply(qapp, "light", 100)
    view = BoardView()
    qtbot.addWidget(view)
    view.resize(360, 360)
    state = game.initial(0)
    view.set_owner(game.owner)
    view.set_scene(game.scene(state))
    targets = game.targets(state, 0)
    view.set_targets(targets, {t.action: game.label(state, 0, t.action) for t in targets})
    view.show()
    return view


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


def test_arrows_move_the_cursor_and_enter_plays(board, qtbot):
    board.setFocus()
    qtbot.keyClick(board, Qt.Key.Key_Right)
    with qtbot.waitSignal(board.cursor_played) as told:
        qtbot.keyClick(board, Qt.Key.Key_Return)
    assert told.args == [4]
    for key, action in (
        (Qt.Key.Key_Right, 5),
        (Qt.Key.Key_Up, 2),
        (Qt.Key.Key_Left, 1),
        (Qt.Key.Key_Down, 4),
    ):
        qtbot.keyClick(board, key)
        with qtbot.waitSignal(board.cursor_played) as told:
            qtbot.keyClick(board, Qt.Key.Key_Enter)
        assert told.args == [action]


def test_arrows_begin_where_the_agent_stands(board, qtbot):
    board.set_targets(board._keys.targets, stands=(0.5, 0.5))
    qtbot.keyClick(board, Qt.Key.Key_Right)
    with qtbot.waitSignal(board.cursor_played) as told:
        qtbot.keyClick(board, Qt.Key.Key_Enter)
    assert told.args == [1]


def test_digits_type_row_and_column(board, qtbot):
    qtbot.keyClicks(board, "21")
    with qtbot.waitSignal(board.cursor_played) as told:
        qtbot.keyClick(board, Qt.Key.Key_Return)
    assert told.args == [7]
    qtbot.keyClicks(board, "99")
    assert board._bubble.isVisible() and board._bubble.text() == "9 9 is not an open cell."
    qtbot.keyClick(board, Qt.Key.Key_Escape)
    assert not board._bubble.isVisible()


def test_numbers_are_typed_and_other_names_are_not():
    cards = Typing({k: str(k) for k in (1, 2, 11, 13)})
    assert [cards.add(d) for d in "112"] == [1, 11, 2] and cards.words == "its number"
    assert cards.add("9") is None and cards.add("9") == "9 9 is not an open cell."
    assert Typing({4: "1 1", 5: "1 2"}).words == "row and column"
    for names in (("PUSH 3 UP", "PUSH 3 DOWN"), ("Cast +2 0 0 0", "Rest"), ("1 11", "11 1"), ()):
        typing = Typing(dict(enumerate(names)))
        assert not typing and not typing.words


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
    assert [a for a in (0, 4) if marked(a)] == [0]


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


def test_without_a_person_to_move_keys_belong_to_the_window(board, qtbot):
    board.set_targets(board._keys.targets, playable=False)
    with qtbot.assertNotEmitted(board.cursor_played):
        qtbot.keyClick(board, Qt.Key.Key_Right)
        qtbot.keyClick(board, Qt.Key.Key_Return)


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


def test_items_move_and_come_to_rest(board, qtbot, game):
    board.set_targets(())
    board.set_scene(POSITION, smooth=False)
    moved = Scene(0, 0, 100, 100, items=(POSITION.items[0], Mark(60, 50, 0, radius=6, id="pod")))
    board.set_scene(moved)
    assert board._tween is not None
    qtbot.waitUntil(lambda: board._tween is None)
    board.set_motion(False)
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


def pressed(board: BoardView, key: Qt.Key) -> bool:
    """Whether the board takes a key from the window's shortcuts; it then gets it."""
    event = QKeyEvent(QEvent.Type.ShortcutOverride, key, Qt.KeyboardModifier.NoModifier)
    event.ignore()
    QApplication.sendEvent(board, event)
    if event.isAccepted():
        QTest.keyClick(board, key)
    return event.isAccepted()


def test_actions_of_64_bits_are_played_by_keyboard(board, qtbot):
    code = 71_468_255_805_442  # a walk in Xmas Rush
    board.set_targets([Target(code, 0, 0, 1, 1)], {code: "walk"})
    pressed(board, Qt.Key.Key_Right)
    with qtbot.waitSignal(board.cursor_played) as told:
        pressed(board, Qt.Key.Key_Return)
    assert told.args == [code]


def test_enter_without_a_choice_and_a_step_into_a_wall_are_answered(board, qtbot):
    """Neither goes to the window, whose Enter lets a held search run on."""
    board.set_targets(board._keys.targets, stands=(0.5, 0.5))
    with qtbot.assertNotEmitted(board.cursor_played):
        assert pressed(board, Qt.Key.Key_Return)
    assert board._bubble.text() == "Choose with the arrow keys first."
    with qtbot.waitSignal(board.blocked) as told:
        assert pressed(board, Qt.Key.Key_Left)
    assert told.args == [-0.5, 0.5]


def test_a_key_held_down_plays_one_move(board, qtbot):
    board.offer(5)
    held = QKeyEvent(
        QEvent.Type.KeyPress, Qt.Key.Key_Return, Qt.KeyboardModifier.NoModifier, "\r", True
    )
    with qtbot.assertNotEmitted(board.cursor_played):
        QApplication.sendEvent(board, held)
    pressed(board, Qt.Key.Key_Up)
    assert board.cursor_action == 2


def test_arrows_rest_while_the_opponent_of_a_person_thinks(board):
    """They would choose actions of the search in one moment and move the cursor in the next."""
    board.set_targets((), playable=False)
    assert not pressed(board, Qt.Key.Key_Up)
    board.set_waiting(True)
    assert pressed(board, Qt.Key.Key_Up) and not pressed(board, Qt.Key.Key_Return)


def test_an_offered_choice_is_played_by_enter_alone(board, qtbot):
    board.offer(5)
    with qtbot.waitSignal(board.cursor_played) as told:
        pressed(board, Qt.Key.Key_Return)
    assert told.args == [5]
    board.offer(99)  # no choice here
    with qtbot.waitSignal(board.cursor_played) as told:
        pressed(board, Qt.Key.Key_Return)
    assert told.args == [5]


def test_arrows_aim_where_there_are_no_cells(board, qtbot):
    board.set_targets((), playable=True)
    board.set_dial(Dial("Thrust", 0, 100, 10, 100, (("S", "shield"),)))
    for key, signal, value in (
        (Qt.Key.Key_Left, board.steered, -1),
        (Qt.Key.Key_Right, board.steered, 1),
        (Qt.Key.Key_Up, board.wheeled, 1),
        (Qt.Key.Key_Down, board.wheeled, -1),
    ):
        with qtbot.waitSignal(signal) as told:
            assert pressed(board, key)
        assert told.args == [value]
    with qtbot.waitSignal(board.ordered):
        assert pressed(board, Qt.Key.Key_Return)


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
    pressed(board, Qt.Key.Key_Right)
    assert board.accessibleDescription() == (
        "The cursor is on 1 1. X has played 0 0. Your move: play any of the 8 open cells."
    )
    board.refuse("This cell is taken.", QPointF(50, 50))
    assert board.accessibleDescription().startswith("This cell is taken. The cursor is on 1 1.")
    assert heard == ["1 1", "This cell is taken."]


def test_a_share_in_a_cell_is_explained(board):
    board.set_thoughts({4: 0.75})
    at = pixel(board, 1.5, 1.5)
    QTest.mouseMove(board, at)
    QApplication.sendEvent(board, QHelpEvent(QEvent.Type.ToolTip, at, board.mapToGlobal(at)))
    assert QToolTip.text() == "75 % of the search's visits, not its chance to win."
    QToolTip.hideText()
