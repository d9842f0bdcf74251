"""How the choices of a match formed: which turns are searched, and what is counted of them."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from engines import games
from engines.game import PASS
from lab.maps.decisions import (
    MatchDecisions,
    decision_marks,
    decision_questions,
    enough,
    late,
    parts_of,
    together,
    turns_of,
    value_of_time,
)
from lab.maps.question import AgentAnswer, MapAnswer, MapsPlan, answered
from lab.maps.run import Key
from lab.match.decide import Player
from lab.match.records import Frame
from lab.match.seat import SearchSeat
from lab.match.seats import parse_seat
from search.base import generator

MARKS = (10, 25, 50, 100)


def decisions(*turns: tuple[str, str]) -> MatchDecisions:
    """Two own agents, 2 and 3; each turn their favourites at the marks, as letters."""
    known: dict[Key, MapAnswer] = {}
    for place, (first, second) in enumerate(turns):
        shares = (0.1, 0.2, 0.3, 0.4)
        agents = (
            AgentAnswer(0, tuple("wxyz"), shares),  # another seat's, which always changes
            AgentAnswer(2, tuple(first), shares),
            AgentAnswer(3, tuple(second), shares),
        )
        on_line = tuple(0.01 * (place + 1) * s for s in range(1, 5))
        lost = (float(place), 0.0 if place < 2 else 3.0)  # at a half, at a quarter
        known[place, 0] = MapAnswer(agents, on_line, lost, "points")
    numbers = tuple(range(1, 2 * len(turns) + 4, 2))
    return MatchDecisions(1, (2, 3), numbers, MARKS, known)


def test_only_the_own_agents_count_and_any_of_them_changes_a_turn() -> None:
    found = decisions(("aaaa", "bbbb"), ("abab", "bbbb"), ("aaaa", "cbbb"), ("aaab", "cccc"))
    assert found.answered == [0, 1, 2, 3], "two turns are not answered yet"
    assert found.changed(0) == [3, 5, 7] and found.changed(1) == [7]
    assert found.changed(2) == [3, 7] and found.changed(3) == []
    assert [found.same(mark) for mark in range(4)] == [0.25, 0.75, 0.5, 1.0]
    assert [found.settled(place, 2) for place in range(5)] == [0, 3, 0, 3, None]
    assert found.on_line(3) == [
        pytest.approx((turn, 0.04 * (place + 1))) for place, turn in enumerate((1, 3, 5, 7))
    ]


def test_the_value_of_time_in_words() -> None:
    found = decisions(("aaaa", "bbbb"), ("abab", "bbbb"), ("aaaa", "cbbb"), ("aaab", "cccc"))
    assert found.lost(2) == [(1, 0.0), (3, 1.0), (5, 2.0), (7, 3.0)]
    assert found.lost(4) == [(1, 0.0), (3, 0.0), (5, 3.0), (7, 3.0)]
    assert value_of_time(found, "turn", "iteration") == (
        "Half of 100 iterations plays something else in 2 of 4 turns and loses 1.50 points a turn; "
        "a quarter of 100 iterations plays something else in 1 of 4 turns and loses 1.50 points a "
        "turn, judged like a review. 25 iterations are enough until turn 3."
    )
    assert enough(found, "turn", "iteration") == (
        "No smaller number of iterations plays the same in 90 % of the turns."
    )
    assert late(found, "turn") == "Still changing between the last two marks: turn 3, 7."
    assert together(found, "turn") == "On average 10 %; least 4 %, in turn 1."
    calm = decisions(("baaa", "bbbb"))
    assert enough(calm, "move", "node") == "25 nodes play the same in 100 % of the moves."
    assert late(calm, "move") == ""
    none = decisions()
    assert value_of_time(none, "turn", "iteration") == enough(none, "turn", "iteration") == ""
    assert math.isnan(none.same(0)) and together(none, "turn") == ""


def test_turns_without_a_value_do_not_count() -> None:
    found = decisions(("aaaa", "bbbb"), ("abab", "bbbb"))
    known = {**found.known, (0, 0): MapAnswer(found.known[0, 0].agents, (), (math.nan, 1.0))}
    partly = replace(found, known=known)
    assert partly.lost(2) == [(3, 1.0)] and partly.lost(4) == [(1, 1.0), (3, 0.0)]
    assert (
        value_of_time(partly, "turn", "iteration").endswith(
            "judged like a review. 25 iterations are enough in all turns."
        )
        is False
    )
    assert parts_of((3,)) == [] and parts_of((2, 5, 10)) == [2, 4]


def test_halves_and_quarters_are_marks() -> None:
    marks = decision_marks(3000)
    assert {1500, 750, 3000} <= set(marks) and list(marks) == sorted(marks)
    assert decision_marks(10) == (2, 5, 10)


def test_every_turn_of_a_seat_is_searched_from_its_own_position() -> None:
    game = games()["tictactoe"]()
    state, frames = game.initial(0), []
    joint: tuple[int, ...] = ()
    for turn, cell in enumerate((4, 0, 8, 2, 1)):
        frames.append(Frame(turn, state.copy(), game.scene(state), joint))
        mover = turn % 2
        joint = tuple(cell if agent == mover else PASS for agent in range(2))
        game.rules.step(state, np.array(joint), generator(0), None)
    assert turns_of(game, tuple(frames), 0) == (0, 2, 4)
    assert turns_of(game, tuple(frames), 1) == (1, 3)
    spec = parse_seat("uct:c=0.3", game)
    assert isinstance(spec, SearchSeat)
    asked = decision_questions(tuple(frames), (1, 3), 1, spec, (5, 40))
    assert sorted(key for key, _ in asked) == [(0, 0), (1, 0)]
    plan = MapsPlan(game.spec, 9)
    known = {key: MapAnswer.read(answered(plan, q.job(game))) for key, q in asked}
    found = MatchDecisions(1, (1,), (1, 3), (5, 40), known)
    for place, turn in enumerate((1, 3)):
        last = np.array(frames[turn].joint, np.int64)
        alone = Player(game, 1, spec, 9)
        alone.begin(frames[turn].state, turn, last)
        alone.advance(40)
        (choice,) = alone.search.choice()
        words = found.favourites(place, 1)
        assert words is not None and words[-1] == game.label(frames[turn].state, 1, int(choice))
        assert found.shares(place, 1)[-1] == pytest.approx(
            alone.search.snapshot().agents[0].share.max(), abs=1e-5
        )
