"""The board under the keyboard."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from engines.scene import Dial, Target
from lab.ui.board.board import BoardView
from lab.ui.board.pointing import Typing


def pressed(board: BoardView, key: Qt.Key) -> bool:
    """Whether the board takes a key from the window's shortcuts; it then gets it."""
    event = QKeyEvent(QEvent.Type.ShortcutOverride, key, Qt.KeyboardModifier.NoModifier)
    event.ignore()
    QApplication.sendEvent(board, event)
    if event.isAccepted():
        QTest.keyClick(board, key)
    return event.isAccepted()


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


def test_without_a_person_to_move_keys_belong_to_the_window(board, qtbot):
    board.set_targets(board._keys.targets, playable=False)
    with qtbot.assertNotEmitted(board.cursor_played):
        qtbot.keyClick(board, Qt.Key.Key_Right)
        qtbot.keyClick(board, Qt.Key.Key_Return)


def test_actions_of_64_bits_are_played_by_keyboard(board, qtbot):
    code = 71_468_255_805_442  # a walk in Xmas Rush
    board.set_targets([Target(code, 0, 0, 1, 1)], {code: "walk"})
    pressed(board, Qt.Key.Key_Right)
    with qtbot.waitSignal(board.cursor_played) as told:
        pressed(board, Qt.Key.Key_Return)
    assert told.args == [code]


def test_enter_without_a_choice_and_a_step_into_a_wall_are_answered(board, qtbot):
    """Neither goes to the window, whose Enter lets a held search run on."""
    board.set_targets(board._keys.targets[1:], stands=(0.5, 0.5))
    with qtbot.assertNotEmitted(board.cursor_played):
        assert pressed(board, Qt.Key.Key_Return)
    assert board._bubble.text() == "Choose with the arrow keys first."
    with qtbot.waitSignal(board.blocked) as told:
        assert pressed(board, Qt.Key.Key_Left)
    assert told.args == [-0.5, 0.5]


def test_enter_reaches_the_only_choice_and_the_agents_own_cell(board, qtbot):
    """No arrow leads there: held by a yell, an explorer of Kutulu can only wait where it is."""
    here = Target(7, 1, 1, 1, 1)
    for targets in ([here], [Target(3, 0, 1, 1, 1), here]):
        board.set_targets([])
        board.set_targets(targets, {3: "Left", 7: "Wait"}, stands=(1.5, 1.5))
        with qtbot.assertNotEmitted(board.cursor_played):
            pressed(board, Qt.Key.Key_Return)
        assert board.cursor_action == 7
        with qtbot.waitSignal(board.cursor_played) as told:
            pressed(board, Qt.Key.Key_Return)
        assert told.args == [7]


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
