"""A held position is searched with some of its root moves, beside the match's own search."""

from __future__ import annotations

import numpy as np
import pytest

from engines import games
from lab.live.crew import ASIDE, MATCH
from lab.live.limit import NOT_HELD, Limit
from lab.live.session import Session
from lab.match import prepare
from search import algorithms
from tests.lab.toys import Open, until

LISTS = ((0, (2, 6)),)


def held(opened: Open) -> Session:
    """A held first position of tic-tac-toe, its search begun."""
    prepare.load(games()["tictactoe"](), algorithms()["uct"])
    session = opened("uct", "uct:c=2", game="tictactoe")
    session.hold(True)
    until(session, lambda: (t := session.thought(0)) is not None and t.snapshot.iterations > 50)
    return session


def actions(session: Session) -> list[int]:
    thought = session.thought(0)
    return [] if thought is None or not thought.agents else thought.agents[0].stats.actions.tolist()


def test_only_the_listed_moves_are_searched_until_all_are_again(opened: Open) -> None:
    session = held(opened)
    own = session.view.workers[0, MATCH]
    session.limit(Limit(0, LISTS))
    until(session, lambda: actions(session) == [2, 6])
    thought = session.thought(0)
    assert thought is not None and thought.limits == ((0, 2, 9),)
    assert session.view.workers[0, MATCH] is own, "the match's search rests"
    session.limit(Limit(0, ((0, (4,)),)))
    until(session, lambda: actions(session) == [4])
    session.limit(None)
    until(session, lambda: actions(session) == list(range(9)))
    assert session.view.workers[0, MATCH] is own and (0, ASIDE) not in session.view.workers
    assert session.thought(0).limits == ()


def test_the_match_is_played_by_its_own_search(opened: Open) -> None:
    """A limit leaves no trace in the match: its decision is that of a match without one."""
    plain = opened("uct:budget=200it", "uct:budget=200it", game="tictactoe", seed=5)
    plain.step()
    until(plain, lambda: len(plain.frames) == 2)
    session = opened("uct:budget=200it", "uct:budget=200it", game="tictactoe", seed=5)
    session.hold(True)
    worst = int(np.argmin(plain.turns[0].decisions[0].snapshot.agents[0].visits))
    session.limit(Limit(0, ((0, (worst,)),)))
    until(session, lambda: actions(session) == [worst])
    session.step()
    until(session, lambda: len(session.frames) == 2)
    assert session.turns[0].joint[0] != worst
    assert session.turns[0].decisions[0].snapshot.agents[0].actions.size != 1


@pytest.mark.parametrize(
    ("lists", "words"),
    [
        (((0, (2, 9)),), "Action 9 of agent 0 is not legal in this position."),
        (((1, (2,)),), "Agent 1 has no choice now, so its actions cannot be limited."),
    ],
)
def test_a_wrong_list_is_refused_in_a_sentence(opened: Open, lists: object, words: str) -> None:
    session = held(opened)
    session.limit(Limit(0, lists))
    until(session, lambda: words in session.status.notes)
    assert actions(session) == list(range(9)) and session.status.failure is None


def test_a_limit_needs_a_held_position_and_ends_with_it(opened: Open) -> None:
    session = held(opened)
    session.limit(Limit(0, LISTS))
    until(session, lambda: actions(session) == [2, 6])
    session.hold(False)
    session.limit(Limit(0, LISTS))
    until(session, lambda: NOT_HELD in session.status.notes)
    session.hold(True)
    until(session, lambda: actions(session) == list(range(9)))
