"""What a person at the board relies on: real time that never stops, orders that are drawn, hints
that Enter plays, a board that stays where it is, results in plain words.
"""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from engines import games
from engines.csb.moves import unpack
from engines.scene import Event, Scene
from lab.match.prepare import Kernels
from lab.match.records import PERSON, Frame
from lab.match.seats import parse_game, parse_seat
from lab.ui.control.clock import clock_entries
from lab.ui.control.event_words import moves_words, position_words, result_words
from tests.lab.ui.control.test_person import asked, click
from tests.lab.ui.lab_window import opened, until

pytestmark = pytest.mark.usefixtures("toy")


def press(lab, key):
    """A key as the window gets it: the board may take it from the shortcuts."""
    board = lab.window.centre.board
    lab.window.activateWindow()
    board.setFocus()
    taken = QKeyEvent(QEvent.Type.ShortcutOverride, key, Qt.KeyboardModifier.NoModifier)
    taken.ignore()
    QApplication.sendEvent(board, taken)
    assert taken.isAccepted(), f"the window would take {key}"
    QTest.keyClick(board, key)


# -- clocks ----------------------------------------------------------------------------------------


def test_real_time_is_offered_only_where_agents_are_aimed():
    titles = {name: [e.title for e in clock_entries(games()[name]())] for name in ("tron", "csb")}
    plain = ["no clock", "1 minute", "5 minutes", "10 minutes"]
    assert titles["tron"] == plain
    assert titles["csb"] == [*plain, "real time, 1 s", "real time, contest"]


def test_each_game_keeps_its_own_clock(tmp_path):
    """Real time chosen in one game does not let the lander of another fall."""
    with opened(tmp_path, "csb", "human", "random", clocks={"csb": "contest"}) as lab:
        asked(lab, 0)
        assert lab.person.clocks.is_real_time
        lab.setup.choose_game("tictactoe")
        until(lab, lambda: lab.moment.game.name == "tictactoe")
        assert not lab.person.clocks.is_real_time
        assert lab.person.clocks.clock.name == "none"


def test_the_steered_pod_stays_in_turn_while_the_orders_of_a_turn_are_sent(tmp_path):
    """They are sent one by one: for a moment only the other pod seems to be asked."""
    with opened(tmp_path, "csb", "human", "random", clocks={"csb": "contest"}) as lab:
        asked(lab, 0)
        lab.timer.stop()
        lab.person.choose_agent(1)
        lab.person.choose_agent(0)
        whole = lab.moment.status
        for to_move in ((1,), (0, 1)):
            lab.moment.status = replace(whole, to_move=to_move)
            lab.person.tick()
        assert lab.person.agent == 0


def test_real_time_begins_with_the_first_click_and_asks_for_both_pods(tmp_path):
    said = []
    with opened(tmp_path, "csb", "human", "random", clocks={"csb": "contest"}) as lab:
        lab.person.told.connect(said.append)
        board = lab.window.centre.board
        asked(lab, 0)
        QTest.qWait(200)
        assert lab.moment.head.turn == 0 and "first click" in lab.person.title()[1]
        click(board, 9000, 2000)
        assert lab.person.agent == 1, "the next click is for the other pod"
        click(board, 3000, 7000)
        until(lab, lambda: lab.moment.head.turn >= 4 and lab.person.agent is not None)
        click(board, 9000, 2000)
        agent = lab.person.agent
        turn = lab.moment.head.turn
        until(lab, lambda: lab.moment.head.turn >= turn + 3 and lab.person.agent is not None)
        assert lab.person.agent == agent, "the pod that is being aimed stays in turn"
        first, second = (unpack(int(lab.moment.frames[3].joint[pod])) for pod in (0, 1))
        assert abs(first[0] - 9000) < 60 and abs(second[0] - 3000) < 60
    assert not said


def test_the_lander_falls_on_while_the_pointer_is_outside_the_zone(tmp_path):
    with opened(tmp_path, "marslander", "human", clocks={"marslander": "contest"}) as lab:
        asked(lab, 0)
        until(lab, lambda: lab.window.centre.transport.swap_sides.isHidden())  # with whom?
        click(lab.window.centre.board, 3000, 500)
        turn = lab.moment.head.turn
        lab.window.centre.board.hovered.emit(-500.0, 9000.0)
        until(lab, lambda: lab.moment.head.turn >= turn + 4)


def test_an_order_that_the_rules_refuse_does_not_stop_real_time(tmp_path, monkeypatch):
    monkeypatch.setattr(games()["marslander"], "aim", lambda *a: None)
    with opened(tmp_path, "marslander", "human", clocks={"marslander": "contest"}) as lab:
        asked(lab, 0)
        lab.person.clocks.runs = True
        until(lab, lambda: lab.moment.head.turn >= 3)


def test_a_clock_that_has_run_out_says_what_is_true(tmp_path):
    said = []
    with opened(
        tmp_path, "tictactoe", "human", "toy:budget=50it", clocks={"tictactoe": "1min"}
    ) as lab:
        lab.person.told.connect(said.append)
        asked(lab, 0)
        lab.person.clocks._used[0] = 61.0
        until(lab, lambda: said)
        assert said == ["Your time is over. Play on: nothing is lost by it here."]
        assert lab.person.clocks.left_s(0) is None and lab.person.clocks.left_s(1) is not None
        click(lab.window.centre.board, 1.5, 1.5)
        asked(lab, 2)
        assert len(said) == 1


# -- aiming ----------------------------------------------------------------------------------------


def test_orders_already_given_are_drawn_until_the_turn_is_played(tmp_path):
    with opened(tmp_path, "csb", "human", "random") as lab:
        board = lab.window.centre.board
        asked(lab, 0)
        click(board, 9000, 2000)
        (order,) = board._orders
        assert order.agent == 0 and order.text == "thrust 200"
        assert abs(order.end[0] - 9000) < 60
        click(board, 9000, 7000)
        asked(lab, 1)
        assert board._orders == ()


def test_pods_are_steered_by_keys_alone(tmp_path):
    with opened(tmp_path, "csb", "human", "random") as lab:
        asked(lab, 0)
        state = lab.moment.head.state
        press(lab, Qt.Key.Key_Down)
        press(lab, Qt.Key.Key_Return)
        assert lab.person.agent == 1
        for _ in range(5):
            press(lab, Qt.Key.Key_Right)
        press(lab, Qt.Key.Key_Return)
        asked(lab, 1)
        first, second = (unpack(int(code)) for code in lab.moment.frames[1].joint[:2])
        goal = (int(state.cx[1]), int(state.cy[1]))
        assert first[:2] == goal and first[2] == 190, "its next checkpoint, a notch weaker"
        way, turned = (
            np.arctan2(y - float(state.y[1]), x - float(state.x[1])) for x, y in (goal, second[:2])
        )
        assert np.degrees((turned - way) % (2 * np.pi)) == pytest.approx(30, abs=0.1)


# -- hints and the board ---------------------------------------------------------------------------


def test_enter_plays_the_hint_and_nothing_moves_the_board(tmp_path):
    with opened(tmp_path, "tictactoe", "human", "toy:budget=50it") as lab:
        board, row = lab.window.centre.board, lab.window.centre.messages
        asked(lab, 0)
        lab.tick()
        place = board.geometry(), board.view.frame
        lab.do("hint")
        assert row._stack.currentWidget() is row.hint
        until(lab, lambda: "of its visits" in row.hint._why.text())
        assert (board.geometry(), board.view.frame) == place
        hinted = row.hint._move.text()
        assert lab.selection.pair is not None
        press(lab, Qt.Key.Key_Return)
        asked(lab, 2)
        assert hinted == f"Hint: {lab.moment.frames[1].labels[0]}."
        assert lab.selection.pair is None, "the next turn must not look as if it had a hint"
        assert row._stack.currentWidget() is row.moves
        assert row.moves.text().startswith("Move 2. You: ")
        assert (board.geometry(), board.view.frame) == place


def test_a_result_covers_nothing_and_moves_nothing(tmp_path):
    """The person takes the first open cell until the match is over."""
    with opened(tmp_path, "tictactoe", "human", "toy:budget=50it") as lab:
        board, row = lab.window.centre.board, lab.window.centre.messages
        asked(lab, 0)
        place = board.geometry(), board.view.frame
        while not lab.moment.head.outcome:
            turn = lab.moment.head.turn
            lab.person._send(min(lab.person._labels))
            until(
                lab,
                lambda turn=turn: (
                    lab.moment.head.outcome
                    or (lab.person.agent is not None and lab.moment.head.turn > turn)
                ),
            )
        until(lab, lambda: row._stack.currentWidget() is row.result)
        title = lab.window.centre.headline.answer
        assert title in ("You win", "Toy wins, you lose", "A draw")
        assert row.result._title.text() == f"{title}."
        assert (board.geometry(), board.view.frame) == place
        assert title in board.accessibleDescription()


def test_an_order_is_hinted_for_every_pod_and_played_by_enter(tmp_path):
    with opened(tmp_path, "csb", "human", "toy:budget=50it") as lab:
        board, row = lab.window.centre.board, lab.window.centre.messages
        asked(lab, 0)
        lab.do("hint")
        until(lab, lambda: "Pod 1" in row.hint._move.text())
        assert "; Pod 2" in row.hint._move.text() and not board._shares
        orders = dict(lab.person._hints.orders)
        state, game = lab.moment.head.state, lab.moment.game
        press(lab, Qt.Key.Key_Return)
        press(lab, Qt.Key.Key_Return)
        asked(lab, 1)
        wanted = tuple(game.resolve(state, pod, orders[pod]) for pod in (0, 1))
        assert lab.moment.frames[1].joint[:2] == wanted


def test_a_step_into_a_wall_is_explained_by_the_rules(tmp_path):
    with opened(tmp_path, "tron", "human", "random") as lab:
        board = lab.window.centre.board
        asked(lab, 0)
        state, agent = lab.moment.head.state, lab.person.agent
        game = lab.moment.game
        open_ways = {t.action for t in game.targets(state, agent)}
        keys = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Left, Qt.Key.Key_Right)
        turn = 0
        while len(open_ways) == 4:  # after one step its own trail is behind it
            lab.person._send(next(iter(open_ways)))
            turn += 1
            asked(lab, turn)
            open_ways = {t.action for t in game.targets(lab.moment.head.state, agent)}
        for key in keys:
            board.refuse("")
            board._keys.action = None
            press(lab, key)
            assert (board._keys.action is None) == board._bubble.isVisible()
        assert not board._bubble.isVisible() or board._bubble.text()


def test_a_paused_match_says_how_it_goes_on(tmp_path):
    """Space while the opponent thinks: there is no button for it in a person's match."""
    with opened(tmp_path, "tictactoe", "toy:budget=1000000it", "human") as lab:
        until(lab, lambda: lab.moment.status.searching)
        lab.do("play")
        until(lab, lambda: lab.window.centre.headline.answer == "Paused")
        assert lab.window.centre.headline.support == "Space goes on"
        lab.do("play")
        until(lab, lambda: lab.window.centre.headline.answer == "Toy thinks")


# -- preparing -------------------------------------------------------------------------------------


def test_a_person_may_move_while_the_search_is_being_prepared(tmp_path, monkeypatch):
    """The rules are compiled, the opponent is not: the move is on the board, and the opponent's
    waits.
    """
    ready = []
    usual = Kernels.ready
    monkeypatch.setattr(Kernels, "ready", lambda self, names: bool(ready) and usual(self, names))
    shown = SimpleNamespace(progress=0.3, seconds=4.0, title="Toy for this game")
    preparing = property(lambda self: None if ready else shown)
    monkeypatch.setattr(Kernels, "shown", preparing)
    with opened(tmp_path, "connect_four", "human", "toy:budget=50it") as lab:
        until(lab, lambda: lab.moment.status.preparing)
        asked(lab, 0)
        assert lab.person.title()[0] == "Your move"
        until(lab, lambda: not lab.window.centre.preparing.isHidden())
        lab.person._send(3)
        until(lab, lambda: lab.moment.head.turn == 1)
        assert lab.person.title()[0] == "Preparing Toy for this game"
        assert lab.moment.frames[1].joint[0] == 3 and not lab.moment.status.to_move
        ready.append(True)
        lab.session.play()
        asked(lab, 2)


def test_a_seat_taken_while_preparing_is_the_persons(tmp_path, monkeypatch):
    ready = []
    usual = Kernels.ready
    monkeypatch.setattr(Kernels, "ready", lambda self, names: bool(ready) and usual(self, names))
    with opened(tmp_path, "matrix", "toy:budget=50it", "toy:budget=50it") as lab:
        lab.setup.choose(0, "human")
        until(lab, lambda: lab.moment.people == (0,))
        ready.append(True)
        lab.session.play()
        asked(lab, 0)
        assert lab.moment.head.turn == 0 and lab.moment.status.activity == PERSON


def test_the_old_board_is_dimmed_until_the_chosen_game_is_there(tmp_path, monkeypatch):
    """The session is slow to begin it: its thread gets the command later."""
    with opened(tmp_path, "tictactoe", "human", "toy:budget=50it") as lab:
        board = lab.window.centre.board
        asked(lab, 0)
        held = []
        post = lab.session._loop.post
        monkeypatch.setattr(lab.session._loop, "post", lambda *what: held.append(what))
        lab.setup.choose_game("connect_four")
        lab.tick()
        assert board._veil == "Loading Connect Four"
        click(board, 1.5, 1.5)
        commands = [what[0].func.__name__ for what in held]
        assert "new" in commands and "act" not in commands
        monkeypatch.undo()
        for what in held:
            post(*what)
        until(lab, lambda: lab.moment.game.name == "connect_four" and not board._veil)


# -- words -----------------------------------------------------------------------------------------


def moment(game: str, seats: tuple[str, ...], *frames: Frame) -> SimpleNamespace:
    """As much of a moment as words need."""
    kind = parse_game(game)
    specs = [parse_seat(text, kind) for text in seats]
    people = tuple(seat for seat, text in enumerate(seats) if text == "human")
    return SimpleNamespace(
        game=kind,
        setup=SimpleNamespace(seats=specs),
        people=people,
        frames=frames,
        frame=frames[-1],
    )


SCENE = Scene(0.0, 0.0, 1.0, 1.0)
START = Frame(0, None, SCENE)


@pytest.mark.parametrize(
    ("seats", "outcome", "title"),
    [
        (("human", "uct"), (1.0, -1.0), "You win"),
        (("human", "uct"), (-1.0, 1.0), "UCT wins, you lose"),
        (("minimax", "uct"), (-1.0, 1.0), "UCT wins"),
        (("uct", "uct"), (-1.0, 1.0), "UCT (seat 2) wins"),
        (("human", "human"), (-1.0, 1.0), "Seat 2 wins"),
        (("human", "uct"), (0.0, 0.0), "A draw"),
    ],
)
def test_a_result_names_the_winner(seats, outcome, title):
    end = replace(START, turn=9, outcome=outcome, reason="so it is")
    assert result_words(moment("tictactoe", seats, end)) == (title, "so it is")
    assert result_words(moment("tictactoe", seats, START)) == ("", "")


def test_the_result_of_a_single_seat_is_how_it_ended():
    end = replace(START, outcome=(-1.0,), reason="crashed at 60 m/s")
    assert result_words(moment("marslander", ("human",), end)) == ("Crashed at 60 m/s", "")


def test_where_nobody_can_win_the_result_is_what_was_gained():
    end = replace(START, outcome=(1.0, 0.0), reason="Row has gained 5, Column 0")
    now = moment("matrix:matrix=prisoners_dilemma", ("human", "uct"), end)
    assert result_words(now) == ("Row has gained 5, Column 0", "")


def test_several_winners_are_named():
    end = replace(START, outcome=(1.0, -1.0, 1.0, -1.0))
    players = ("human", "uct", "random", "uct")
    assert result_words(moment("kutulu", players, end))[0] == "You and Random win"
    end = replace(START, outcome=(-1.0, -1.0, -1.0, 1.0))
    assert result_words(moment("kutulu", players, end))[0] == "UCT (seat 4) wins, you lose"


def test_the_position_is_told_in_words():
    first = replace(START, turn=1, labels=("0 2", ""))
    second = replace(
        START, turn=2, labels=("", "1 1"), events=(Event("board", 1, "O wins the top board"),)
    )
    now = moment("tictactoe", ("human", "uct"), START, first, second)
    assert moves_words(now) == "Move 2. You: 0 2. UCT: 1 1. O wins the top board."
    assert position_words(now) == (
        "Tic-tac-toe, move 2. X has played 0 2. O has played 1 1. "
        "Move 2. You: 0 2. UCT: 1 1. "
        "O wins the top board."
    )
