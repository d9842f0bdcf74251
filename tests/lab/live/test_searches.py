"""Which searches are shown for a position: its own, those recorded, else the turn before's; and
what a match keeps of the lines that it left.
"""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from engines import games
from lab.live.crew import ASIDE, FIRST, HINT, MATCH
from lab.live.searches import Searches, read
from lab.match.records import Thought
from lab.match.seat import SearchSeat
from tests.lab.toys import Open, play_out, until
from tests.lab.ui.thoughts import pods

pytestmark = pytest.mark.usefixtures("toy")


def at(seat: int, turn: int) -> Thought:
    return replace(pods(seat), turn=turn)


def frame(*thoughts: Thought | None) -> Any:
    return SimpleNamespace(thoughts=thoughts)


def worker(turn: int, thought: Thought | None, searches: bool = True, failed: bool = False) -> Any:
    return SimpleNamespace(
        turn=turn, thought=thought, searches=searches, failure="broken" if failed else None
    )


def view(workers: dict[Any, Any], frames: list[Any], ahead: Any = None, game: str = "csb") -> Any:
    for turn, each in enumerate(frames):
        each.turn = turn
    seats = (SearchSeat("uct"), SearchSeat("beam"))
    setup = SimpleNamespace(seats=seats)
    return SimpleNamespace(
        game=games()[game](), workers=workers, frames=frames, ahead=ahead, setup=setup
    )


PAST = (at(0, 1), at(1, 1))


def past() -> list[Any]:
    """Two turns were played; both seats searched each."""
    return [frame(), frame(at(0, 0), at(1, 0)), frame(*PAST)]


def test_both_seats_own_searches_are_shown_once_both_have_something() -> None:
    mine, other = at(0, 2), at(1, 2)
    both = {(0, MATCH): worker(2, mine), (1, MATCH): worker(2, other)}
    found = read(view(both, past()), 2)
    assert found.thoughts == (mine, other) and found.turn == 2 and found.count == 2
    assert not found.recorded and not found.awaited
    both[1, MATCH] = worker(2, None)
    found = read(view(both, past()), 2)
    assert found.thoughts == PAST and found.turn == 1 and found.recorded


def test_the_first_search_is_shown_with_a_place_for_the_other() -> None:
    mine = at(0, 0)
    both = {(0, MATCH): worker(0, mine), (1, MATCH): worker(0, None)}
    found = read(view(both, [frame()]), 0)
    assert found.thoughts == (mine, None) and [t.seat for t in found.awaited] == [1]
    assert not found.recorded


def test_a_search_that_still_plans_for_others_has_nothing_to_show() -> None:
    """Else columns go and come back at every turn of a genetic algorithm."""
    mine, planning = at(0, 2), replace(at(1, 2), agents=(), live=True)
    both = {(0, MATCH): worker(2, mine), (1, MATCH): worker(2, planning)}
    assert read(view(both, past()), 2).thoughts == PAST
    found = read(view(both, [frame(), frame(), frame()]), 2)
    assert found.thoughts == (mine, None) and [t.seat for t in found.awaited] == [1]
    rests = replace(planning, live=False)
    both[1, MATCH] = worker(2, rests)
    assert read(view(both, past()), 2).thoughts == (mine, rests), "it never had a choice"


def test_a_search_of_another_turn_a_program_and_a_broken_one_do_not_count() -> None:
    """The match rests at turn 2; turn 1 is held, where a program plays seat 2."""
    held, resting = at(0, 1), at(0, 2)
    found = {
        (0, ASIDE): worker(1, held),
        (0, MATCH): worker(2, resting),
        (1, ASIDE): worker(1, None, searches=False),
        (1, MATCH): worker(2, None, failed=True),
    }
    assert read(view(found, past()), 1).thoughts == (held, None)
    assert read(view(found, past()), 2).thoughts == (resting, None)
    assert read(view({}, past()), 1).thoughts == PAST, "recorded with the turn that they chose"


def test_after_undo_the_search_that_was_taken_back_is_of_its_position() -> None:
    back = at(0, 2), at(1, 2)
    found = read(view({}, past(), ahead=frame(*back)), 2)
    assert (found.thoughts, found.turn, found.recorded, found.count) == (back, 2, True, 0)
    assert read(view({}, past()), 2).thoughts == PAST


def test_an_old_search_is_not_dug_up() -> None:
    """Nobody searched the last two turns."""
    frames = [frame(), frame(at(0, 0)), frame(None, None), frame(None, None)]
    found = read(view({}, frames), 3)
    assert not any(found.thoughts) and found.turn == 3 and not found.recorded


def test_in_games_of_turns_there_is_one_search() -> None:
    mine = at(1, 2)
    found = read(view({(1, MATCH): worker(2, mine)}, past(), game="tictactoe"), 2)
    assert found.thoughts == (mine,) and found.count == 1


def test_a_comparison_is_none_of_the_matchs_searches_and_a_hint_belongs_to_its_position() -> None:
    own, rival, hint = at(0, 1), at(0, 1), at(1, 2)
    workers = {
        (0, ASIDE): worker(1, own),
        (0, FIRST): worker(1, rival),
        (1, HINT): worker(2, hint),
    }
    found = read(view(workers, past()), 1)
    assert found.thoughts[0] is own and found.hint is hint and found.count == 1


def test_the_same_thoughts_are_the_same_record() -> None:
    first, second = at(0, 2), at(0, 2)
    assert Searches(2, (first, None)).is_as(Searches(2, (first, None)))
    assert not Searches(2, (first, None)).is_as(Searches(2, (second, None)))
    assert not Searches(2, (first, None)).is_as(Searches(2, (first, None), recorded=True))


def test_a_finished_match_is_not_held(opened: Open) -> None:
    session = opened("toy", "toy")
    play_out(session)
    session.hold(True)
    until(session, lambda: any("nothing to think about" in note for note in session.status.notes))
    assert not session.status.holding
    session.hold(True, session.frames[-1].turn - 1)
    until(session, lambda: session.status.holding)
