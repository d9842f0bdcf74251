"""A person at the board: clicks, keys, refusals, hints, undo, pods by mouse, clocks."""

from __future__ import annotations

from contextlib import contextmanager

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from engines import games
from engines.csb.moves import BOOST, SHIELD, unpack
from lab.match.records import PERSON
from lab.ui.control.hinting import moves_of
from tests.lab.ui import thoughts
from tests.lab.ui.lab_window import opened, until

pytestmark = pytest.mark.usefixtures("toy")


def click(board, x, y):
    QTest.mouseClick(board, Qt.MouseButton.LeftButton, pos=board.view.point(x, y).toPoint())


def asked(lab, turn):
    until(
        lab,
        lambda: (
            lab.moment.status.activity == PERSON
            and lab.moment.head.turn >= turn
            and lab.person.agent is not None
        ),
    )


@contextmanager
def middle_taken(folder):
    """A match in which the person has clicked the middle cell and has been answered."""
    with opened(folder, "tictactoe", "human", "toy:budget=50it") as lab:
        asked(lab, 0)
        click(lab.window.centre.board, 1.5, 1.5)
        asked(lab, 2)
        yield lab


def test_cells_are_clicked_and_what_is_illegal_is_explained(tmp_path):
    with middle_taken(tmp_path) as lab:
        board = lab.window.centre.board
        assert lab.moment.frames[1].joint[0] == 4
        click(board, 1.5, 1.5)
        assert board._bubble.isVisible() and "taken" in board._bubble.text()
        assert lab.moment.head.turn == 2


@pytest.mark.parametrize(
    ("game", "words"),
    [
        ("tictactoe", "Click a cell, or type row and column"),
        ("goofspiel", "Click a choice, or type its number"),
    ],
)
def test_the_status_bar_says_what_a_person_can_do(game, words, tmp_path):
    with opened(tmp_path, game, "human", "toy:budget=50it") as lab:
        asked(lab, 0)
        until(lab, lambda: lab.person.state_words().startswith(words))


def test_the_cards_follow_who_sits_where(tmp_path):
    """The match hears of another player a moment after the window does."""
    with opened(tmp_path, "tictactoe", "toy:budget=50it", "toy:budget=50it") as lab:
        clocks = lab.window.centre.clocks
        for seat, names in ((1, ["Toy", "You"]), (0, ["Seat 1", "Seat 2"])):
            lab.setup.choose(seat, "human")
            until(lab, lambda names=names: [p.name for p in clocks._players] == names)


def test_a_program_is_called_by_its_name_also_beside_a_person(tmp_path):
    with opened(tmp_path, "uttt", "human", "cmd:sleep 99,patience=999") as lab:
        until(lab, lambda: [p.name for p in lab.window.centre.clocks._players] == ["You", "sleep"])


def test_a_person_sees_what_the_other_expects(tmp_path):
    """Of its own it has no expectation; one that was still would mark the wrong moves as
    mistakes.
    """
    with middle_taken(tmp_path) as lab:
        until(lab, lambda: len(lab.moment.frames) > 2)
        before, after = (frame.values for frame in lab.moment.frames[1:3])
        assert before[0].view is None and not before[1].known, "nobody has thought yet"
        assert after[0] == after[1].mirrored() and after[1].number == 0.625
        assert (after[0].view, after[1].view) == (1, 1)


def test_a_click_on_an_earlier_turn_says_how_to_play_from_there(tmp_path):
    with middle_taken(tmp_path) as lab:
        board = lab.window.centre.board
        lab.do("first")
        until(lab, lambda: lab.person.agent is None)
        click(board, 0.5, 0.5)
        assert board._bubble.isVisible() and "You are viewing move 0." in board._bubble.text()
        assert lab.moment.head.turn == 2


def test_keys_move_the_cursor_and_play(tmp_path):
    with opened(tmp_path, "tictactoe", "human", "toy:budget=50it") as lab:
        board = lab.window.centre.board
        asked(lab, 0)
        lab.window.activateWindow()
        board.setFocus()
        QTest.keyClicks(board, "02")
        QTest.keyClick(board, Qt.Key.Key_Return)
        asked(lab, 2)
        assert lab.moment.frames[1].labels[0] == "0 2"


def test_hint_undo_redo_swap_and_restart(tmp_path):
    with opened(tmp_path, "tictactoe", "human", "toy:budget=50it") as lab:
        board = lab.window.centre.board
        asked(lab, 0)
        lab.do("hint")
        until(lab, lambda: "of its visits" in lab.window.centre.messages.hint._why.text())
        click(board, 0.5, 0.5)
        asked(lab, 2)
        assert not lab.window.centre.messages._hinted
        lab.do("undo")
        until(lab, lambda: lab.moment.head.turn == 0)
        lab.do("redo")
        asked(lab, 2)
        lab.do("swap")
        until(lab, lambda: lab.moment.people == (1,))
        lab.do("restart")
        asked(lab, 1)
        assert lab.moment.frames[1].labels[0] != ""


def test_pods_are_aimed_one_after_the_other(tmp_path):
    with opened(tmp_path, "csb", "human", "random", speed=10.0) as lab:
        board = lab.window.centre.board
        asked(lab, 0)
        assert lab.person.agent == 0
        turn_wheel(board, -3)
        click(board, 9000, 2000)
        assert lab.person.agent == 1
        lab.window.activateWindow()
        board.setFocus()
        QTest.keyClick(board, Qt.Key.Key_S)
        asked(lab, 1)
        first, second = lab.moment.frames[1].joint[:2]
        x, y, thrust = unpack(int(first))
        assert abs(x - 9000) < 60 and abs(y - 2000) < 60 and thrust == 170
        assert unpack(int(second))[2] == SHIELD != BOOST


def turn_wheel(board, notches):
    middle = QPointF(board.rect().center())
    for _ in range(abs(notches)):
        delta = QPoint(0, 120 if notches > 0 else -120)
        buttons = Qt.MouseButton.NoButton
        modifiers = Qt.KeyboardModifier.NoModifier
        phase = Qt.ScrollPhase.NoScrollPhase
        event = QWheelEvent(
            middle, board.mapToGlobal(middle), QPoint(), delta, buttons, modifiers, phase, False
        )
        QApplication.sendEvent(board, event)


def test_clocks_run_only_while_their_seat_thinks(tmp_path):
    with opened(
        tmp_path, "tictactoe", "human", "toy:budget=50it", clocks={"tictactoe": "5min"}
    ) as lab:
        asked(lab, 0)
        QTest.qWait(300)
        left = [lab.person.clocks.left_s(seat) for seat in (0, 1)]
        assert 290 < left[0] < 299.9 and left[1] > 299


def test_the_clock_of_a_person_who_joins_begins_then(tmp_path):
    with opened(
        tmp_path, "tictactoe", "toy:budget=50it", "toy:budget=50it", clocks={"tictactoe": "5min"}
    ) as lab:
        lab.person.clocks._ticked_at -= 250.0  # nobody has looked at the clock for minutes
        lab.setup.choose(0, "human")
        asked(lab, 0)
        assert lab.person.clocks.left_s(0) > 200


def test_a_hint_for_several_agents_names_each() -> None:
    labels = (("Ahead, full", "Right, full"), ("Ahead, coast", "Left, full"))
    game = games()["csb"]()
    pods = [
        thoughts.agent(
            k,
            0,
            np.array([10 * k + 3, 9]),  # the second is visited most by Pod 1, the first by Pod 2
            np.array([0.4, 0.6]),
            np.array([2, 5]),
            labels[k],
            f"Pod {k + 1}",
        )
        for k in range(2)
    ]
    assert moves_of(pods, game) == "Pod 1 right, full thrust; Pod 2 ahead, coast"
    assert moves_of(pods[1:], game) == "Ahead, coast"
