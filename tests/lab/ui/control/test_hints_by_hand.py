"""A hint that a person can trust: it has a reason, says its number in the right words, and gives
way to the person's own aim.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import Qt

from lab.match.records import AgentThought, Thought
from lab.ui.control.hinting import is_founded, why
from search.measure import Kind
from tests.lab.ui.control.test_by_hand import press
from tests.lab.ui.control.test_person import asked, click
from tests.lab.ui.lab_window import opened, until
from tests.lab.ui.thoughts import pods

pytestmark = pytest.mark.usefixtures("toy")


def with_stats(thought: Thought, **changes: object) -> Thought:
    """The same search, of which each tree counts something else."""
    agents = tuple(replace(a, stats=replace(a.stats, **changes)) for a in thought.agents)
    return replace(thought, agents=agents)


def of_seat(thought: Thought, seat: int) -> list[AgentThought]:
    return [a for a in thought.agents if a.seat == seat]


def test_a_search_that_has_just_begun_gives_no_hint():
    running = replace(pods(0), live=True)
    begun = with_stats(running, visits=np.zeros(7, np.int64))
    assert is_founded(running, of_seat(running, 0))
    assert not is_founded(begun, of_seat(begun, 0))
    assert is_founded(replace(begun, live=False), of_seat(begun, 0)), "more will not come"


def test_the_best_score_behind_a_move_is_not_called_a_mean():
    thought = with_stats(pods(0), kind=Kind.BEST, counted="sequence")
    alone = replace(thought, agents=thought.agents[:1])
    tree = alone.agents[0]
    best = tree.stats.best
    mean = np.full(7, -1.0)
    mean[best] = 13398.4321
    said = why(with_stats(alone, mean=mean), 0)
    assert "of its sequences; the best reaches 13,398 (game's units)." in said
    assert "mean" not in said


def test_who_steers_after_a_hint_sends_the_own_aim(tmp_path):
    """Pod 1 is steered after the hint, pod 2 is not."""
    with opened(tmp_path, "csb", "human", "toy:budget=50it") as lab:
        row = lab.window.centre.messages
        asked(lab, 0)
        lab.do("hint")
        until(lab, lambda: "Pod 2" in row.hint._move.text())
        hinted = dict(lab.person._hints.orders)
        state, game = lab.moment.head.state, lab.moment.game
        for _ in range(5):
            press(lab, Qt.Key.Key_Left)
        own = lab.person._aiming.order(0)
        press(lab, Qt.Key.Key_Return)
        press(lab, Qt.Key.Key_Return)
        asked(lab, 1)
        wanted = game.resolve(state, 1, hinted[1])
        assert lab.moment.frames[1].joint[:2] == (own, wanted)
        assert own != game.resolve(state, 0, hinted[0])


def test_shares_on_the_board_are_of_what_the_search_counts(tmp_path):
    with opened(tmp_path, "tictactoe", "human", "toy:budget=50it") as lab:
        row, board = lab.window.centre.messages, lab.window.centre.board
        asked(lab, 0)
        until(lab, lambda: any(t and t.agents for t in lab.moment.thoughts()))
        thought = next(t for t in lab.moment.thoughts() if t is not None)
        lab.timer.stop()
        lab.person.show_thoughts([with_stats(thought, counted="sequence")])
        assert "the share of the search's sequences, not" in row._note
        assert board._counted == "sequence"


def test_swapping_sides_after_the_end_begins_the_match_again(tmp_path):
    """Else who lost would read that they have won."""
    with opened(tmp_path, "tictactoe", "human", "toy:budget=50it") as lab:
        asked(lab, 0)
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
        lab.do("swap")
        until(lab, lambda: lab.moment.people == (1,) and not lab.moment.head.outcome)
        asked(lab, 1)
        assert not lab.window.centre.messages._ended


def test_in_mid_match_sides_are_swapped_where_it_is(tmp_path):
    with opened(tmp_path, "tictactoe", "human", "toy:budget=50it") as lab:
        asked(lab, 0)
        click(lab.window.centre.board, 0.5, 0.5)
        asked(lab, 2)
        lab.do("swap")
        until(lab, lambda: lab.moment.people == (1,))
        asked(lab, 3)
        assert lab.moment.frames[1].labels[0] == "0 0"


def test_the_board_is_not_framed_while_an_opponent_is_about_to_move(tmp_path):
    """The frame would flash at every move; a click ends what the keyboard had begun."""
    with opened(tmp_path, "tictactoe", "human", "toy:budget=50it") as lab:
        board = lab.window.centre.board
        asked(lab, 0)
        press(lab, Qt.Key.Key_Left)
        assert board._keyboard
        board.set_waiting(True)
        board.set_targets((), playable=False)
        assert not board.shows_focus
        board.set_waiting(False)
        assert board.shows_focus
        click(board, 0.5, 0.5)
        assert not board._keyboard and not board.shows_focus


def test_real_time_is_not_held_up_by_the_speed_of_watched_matches(tmp_path):
    """Searches spread their budget over a turn of a second where people watch."""
    with opened(tmp_path, "csb", "human", "toy:budget=50it", speed=1.0) as lab:
        asked(lab, 0)
        conductor = lab.session._conductor
        assert conductor.pace_s == 1.0
        lab.window.setup.clock_chosen.emit(0, "contest")
        until(lab, lambda: conductor.pace_s == 0.0)
        lab.do("restart")
        asked(lab, 0)
        lab.window.setup.clock_chosen.emit(0, "none")
        until(lab, lambda: conductor.pace_s == 1.0)
