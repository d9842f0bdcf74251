"""Two recorded matches: the first turn that is different, and how each ended."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from engines.game import Game, same
from lab.files.replay import Replay
from lab.match.play import play_setup, set_up
from lab.match.seats import make_setup
from lab.review.asking import MoveAsked
from lab.review.matches import matches_apart
from lab.review.positions import reviewer
from lab.review.run import ReviewRun, answer
from lab.review.searching import Finding, SearchQuestion, finding_of
from tests.lab.review.exact import game_named, numbered, planned, replayed, reviewed


@pytest.fixture(scope="module")
def match() -> Replay:
    return replayed(game_named("tictactoe"), 4)


def test_the_same_twice(match: Replay) -> None:
    found = matches_apart(match, match)
    assert found.turn is None and found.sentences[0] == (
        f"All {len(match.turns)} moves are the same."
    )
    assert [each.split(":")[0] for each in found.sentences[1:]] == ["First", "Second"]


def test_the_first_different_turn_and_both_positions(match: Replay) -> None:
    game, other = match.game, replayed(match.game, 5)
    turn = next(k for k, t in enumerate(match.turns) if t.joint != other.turns[k].joint)
    mixed = replace(other, turns=(*match.turns[:turn], *other.turns[turn:]))
    found = matches_apart(match, mixed)
    assert found.turn == turn + 1
    assert same(found.states[0], match.turns[turn].state)
    assert same(found.states[1], other.turns[turn].state)
    before = match.turns[turn - 1].state if turn else match.initial
    for each in (match, mixed):
        joint = each.turns[turn].joint
        (label,) = [game.label(before, k, a) for k, a in enumerate(joint) if a >= 0]
        assert label in found.sentences[0]


def test_one_goes_on(match: Replay) -> None:
    short = replace(match, turns=match.turns[:3], lines=match.lines[:3], outcome=(), reason="")
    found = matches_apart(short, match)
    assert found.turn == 4 and "only the second goes on" in found.sentences[0]
    assert found.sentences[1].endswith("3 moves; interrupted.")
    assert same(found.states[0], short.turns[-1].state)


def test_positions_games_and_set_up_turns(match: Replay) -> None:
    hand = set_up(match.game, match.turns[3].state, 1)
    edited = replace(match, turns=(match.turns[0], hand), lines=match.lines[:2])
    assert "the second has a position set up by hand" in matches_apart(match, edited).sentences[0]
    begun = replace(match, initial=match.turns[0].state)
    assert "begin in different positions" in matches_apart(match, begun).sentences[0]
    other = replayed(game_named("connect_four"), 1)
    assert "different games" in matches_apart(match, other).sentences[0]


# -- at once --------------------------------------------------------------------------------------


TURNS = 4


@pytest.fixture(scope="module")
def race() -> Replay:
    """The first turns of a race: a search against the script, which sends commands of its own."""
    game = game_named("csb")
    game.longest = TURNS
    setup = make_setup(game, ["smitsimax:budget=40it", "scripted"], 3)
    found = play_setup(setup, game=game)
    lines = tuple({} for _ in found.turns)
    return Replay(setup, game, found.initial, found.turns, (), "", lines=lines)


def listed(game: Game, replay: Replay, turn: int, agent: int) -> list[int]:
    """The actions that the rules list for an agent before a turn."""
    state = replay.turns[turn - 2].state if turn > 1 else replay.initial
    out = np.zeros(game.max_actions, np.int64)
    return out[: game.rules.legal(state, agent, out)].tolist()


def test_both_seats_are_judged_in_each_turn(race: Replay) -> None:
    plan = planned(race, "smitsimax", "60it", turns=[2, 3])
    moves = numbered(plan, reviewed(plan))
    assert [(turn, move.seat) for turn, move in moves] == [(2, 0), (2, 1), (3, 0), (3, 1)]
    for turn, move in moves:
        assert len(move.played) == len(move.best) == len(move.shares) == 2
        for agent, action in zip(race.game.agents_of(move.seat), move.best, strict=True):
            assert action in listed(race.game, race, turn, agent)
        assert move.agrees or (move.lost >= 0 and move.hindsight >= 0)


def test_a_search_s_own_commands_are_those_of_its_list(race: Replay) -> None:
    plan = planned(race, "smitsimax", "60it", turns=[2])
    moves = {move.seat: move for _, move in numbered(plan, reviewed(plan))}
    assert moves[0].nearest == ()
    near = moves[1].nearest
    assert near, "the script aims freely"
    for agent, action in zip(race.game.agents_of(1), near, strict=True):
        assert action in listed(race.game, race, 2, agent)


def test_the_searches_are_bound_to_the_moves(race: Replay) -> None:
    """Position, best move and played move; then both with the others' real actions."""
    plan = planned(race, "smitsimax", "60it")
    asked, known = MoveAsked(plan, 2, 1), dict[SearchQuestion, Finding]()
    order = []
    while True:
        left = [q for q in asked.needs(known.get) if q not in known]
        if not left:
            break
        order.append(left[0])
        known[left[0]] = finding_of(answer(plan, left[0].job), race.game.seats)
    first = known[order[0]]
    pods = race.game.agents_of(1)
    assert order[0] == SearchQuestion(1, 1)
    assert dict(order[1].only) == dict(zip(pods, first.choice, strict=True))
    assert dict(order[2].only) == dict(zip(pods, first.listed, strict=True))
    best, real = order[3:]
    assert real == SearchQuestion(2, 1)
    assert best.joint[:2] == race.turns[1].joint[:2] and best.joint[2:] == first.sent
    for question in order[1:3]:
        shares = known[question].shares
        assert {a: list(each) for a, each in shares.items()} == {a: [x] for a, x in question.only}


def test_stopped_and_gone_on_the_same_as_well(race: Replay) -> None:
    plan = planned(race, "smitsimax", "30it")
    whole = reviewed(plan)
    begun = reviewed(plan, most=3)
    rest = reviewed(plan, {(m.turn, m.seat): m for m in begun})
    pairs = zip([*begun, *rest], whole, strict=True)
    assert all(repr(one) == repr(other) for one, other in pairs)


def test_the_last_of_a_cut_match_is_judged_too(race: Replay) -> None:
    plan = planned(race, "smitsimax", "30it", turns=[TURNS], seats=[0])
    run = ReviewRun(plan, {}, 0)
    (move,) = (move for step in run.steps() for move in step.moves)
    assert move.is_judged and run.searches >= 1


def test_the_usual_reviewer_suits_the_game() -> None:
    names = {name: reviewer(game_named(name)).name for name in ("csb", "tictactoe", "uttt")}
    assert names == {"csb": "smitsimax", "tictactoe": "uct", "uttt": "uct"}
