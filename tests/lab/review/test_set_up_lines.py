"""Lines in which a position was set up by hand: the moves before and after it are reviewed."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest

from engines.game import same
from engines.knobs import KnobError
from lab.files.replay import Replay
from lab.match.play import Turn, set_up, step
from lab.review.plan import read_plan
from lab.review.run import ReviewRun, order
from tests.lab.review.exact import game_named, numbered, planned, replayed, reviewed

TEXT = "XX./OO./... X 1 1"  # X wins at once in the last cell of the first row


def played(replay: Replay, turns: tuple[Turn, ...], *cells: int) -> tuple[Turn, ...]:
    """The turns and these moves after them, by X and O in turn."""
    game, found = replay.game, list(turns)
    for k, cell in enumerate(cells):
        joint = (cell, -1) if k % 2 == 0 else (-1, cell)
        state, _ = step(game, found[-1].state, np.array(joint, np.int64), 0, len(found))
        found.append(replace(turns[0], turn=len(found) + 1, state=state, joint=joint))
    return tuple(found)


@pytest.fixture(scope="module")
def branched() -> Replay:
    """Two turns, then a position in which X could win, misses it and lets O win."""
    replay = replayed(game_named("tictactoe"), 4)
    editing = replay.game.editing()
    assert editing is not None
    state = editing.read(replay.turns[1].state, TEXT)
    turns = played(replay, (*replay.turns[:2], set_up(replay.game, state, 2)), 8, 5)
    return replace(replay, turns=turns, lines=tuple({} for _ in turns), outcome=(), reason="")


def test_moves_around_the_position_are_judged(branched: Replay) -> None:
    plan = planned(branched, budget="2000it")
    assert order(plan) == [(5, 1), (4, 0), (2, 1), (1, 0)]
    moves = dict(numbered(plan, reviewed(plan)))
    assert sorted(moves) == [1, 2, 4, 5]
    assert moves[4].played == (8,) and moves[4].best == (2,) and moves[4].lost == 100
    assert moves[5].played == (5,) and moves[5].lost == 0
    assert moves[4].line[0] == (2, -1)


def test_moves_before_it_are_judged_as_without_it(branched: Replay) -> None:
    """The value after the last of them is that of the position that it led to."""
    alone = replace(branched, turns=branched.turns[:2], lines=branched.lines[:2])
    whole, short = (planned(each, budget="200it", turns=[1, 2]) for each in (branched, alone))
    assert reviewed(whole) == reviewed(short)


def test_a_worker_has_the_position_too(branched: Replay) -> None:
    plan = planned(branched, budget="200it")
    line = read_plan(json.loads(json.dumps(plan.as_line))).line
    assert line.joints == plan.line.joints and len(line.states) == 6
    assert all(same(a, b) for a, b in zip(line.states, plan.line.states, strict=True))
    assert ReviewRun(plan, {}, 0).total == 4


def test_the_turn_in_which_nobody_moved_is_named(branched: Replay) -> None:
    with pytest.raises(KnobError, match=r"Nobody moved in move 3: its position was set up"):
        planned(branched, turns=[3])
