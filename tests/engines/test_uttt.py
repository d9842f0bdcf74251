"""Ultimate Tic-Tac-Toe: recorded matches, move counts, tie-breaks, and the words of the window."""

from __future__ import annotations

import copy
import gzip
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engines.game import FORFEIT, PASS, State
from engines.scene import Glyph, Rect
from engines.uttt import UltimateTicTacToe
from engines.uttt.board import action_at, place_of
from tests.matches import generator, legal, outcome, random_match
from tests.perft import perft

ROOT = Path(__file__).parents[2]
OWN = sorted((ROOT / "tests" / "traces" / "uttt").glob("*.jsonl.gz"))
ALL = sorted((ROOT.parent / "shared" / "traces" / "uttt").glob("*.jsonl.gz"))

Records = list[dict[str, Any]]


def read(path: Path) -> Records:
    return [json.loads(line) for line in gzip.decompress(path.read_bytes()).splitlines()]


@pytest.fixture(scope="module")
def game() -> UltimateTicTacToe:
    return UltimateTicTacToe()


def played(game: UltimateTicTacToe, *moves: str) -> State:
    """The position after these moves, each `row col`."""
    state = game.initial(0)
    for move in moves:
        joint = np.full(2, PASS, np.int64)
        seat = int(state.mover)
        joint[seat] = game.parse(state, seat, [move]).actions[0]
        assert joint[seat] != FORFEIT
        game.rules.step(state, joint, None, None)
    return state


@pytest.mark.parametrize("path", OWN + ALL, ids=lambda p: p.name.partition(".")[0])
def test_recorded_match(game: UltimateTicTacToe, path: Path) -> None:
    records = read(path)
    assert list(game.conform(records)) == [None] * records[-1]["turns"]


def test_own_recordings_cover_every_end() -> None:
    ends = [read(path) for path in OWN]
    assert {records[-1]["reason"] for records in ends} == {
        "line",
        "most_boards",
        "draw",
        "invalid_or_timeout",
    }
    assert {records[0]["first_player"] for records in ends} == {0, 1}
    assert any(records[-2]["timeout"] for records in ends)


@pytest.mark.parametrize("field", ["cells", "small", "forced_board", "scores", "boards_won"])
def test_a_changed_state_is_noticed(game: UltimateTicTacToe, field: str) -> None:
    records = copy.deepcopy(read(OWN[0]))
    records[9]["state"][field] = records[30]["state"][field]
    found = list(game.conform(records))
    assert found[:-1] == [None] * 8
    assert found[-1] is not None and (found[-1].turn, found[-1].field) == (8, field)


def test_a_changed_result_is_noticed(game: UltimateTicTacToe) -> None:
    records = copy.deepcopy(read(OWN[0]))
    records[-1]["winner"] = 1 - records[-1]["winner"]
    last = list(game.conform(records))[-1]
    assert last is not None and last.field == "winner"


def test_perft(game: UltimateTicTacToe) -> None:
    assert perft(game, 4) == [81, 720, 6336, 55080]


def test_places_and_actions_are_one_to_one() -> None:
    assert sorted(action_at(row, col) for row in range(9) for col in range(9)) == [
        b * 16 + c for b in range(9) for c in range(9)
    ]
    assert all(place_of(action_at(row, col)) == (row, col) for row in range(9) for col in range(9))


def test_without_a_line_the_tie_break_decides(game: UltimateTicTacToe) -> None:
    """Matches that end differently under the two rules differ in nothing else."""
    other, decided = UltimateTicTacToe.configure(tie_break="draw"), 0
    for seed in range(40):
        end, same = (list(random_match(g, seed))[-1][2] for g in (game, other))
        assert bytes(end.cells) == bytes(same.cells)
        lead = int(end.won[0]).bit_count() - int(end.won[1]).bit_count()
        if "three boards" in game.reason(end):
            assert outcome(game, end) == outcome(other, same)
        else:
            decided += 1
            assert outcome(game, end)[0] == np.sign(lead) and outcome(other, same) == [0.0, 0.0]
    assert decided > 5


def test_random_action_is_uniform(game: UltimateTicTacToe) -> None:
    """In a free position with boards of different room, by a chi-square far from chance."""
    state = next(
        before for before, _, _ in random_match(game, 3) if before.forced < 0 and before.room < 40
    )
    actions, rng, n = legal(game, state, int(state.mover)), generator(1), 20_000
    draw = game.rules.random_action
    assert draw is not None
    counts = np.unique([draw(state, int(state.mover), rng) for _ in range(n)], return_counts=True)
    assert counts[0].tolist() == sorted(actions)
    expected = n / len(actions)
    assert ((counts[1] - expected) ** 2 / expected).sum() < 2 * len(actions)


def test_policy_beats_random_play(game: UltimateTicTacToe) -> None:
    won = 0.0
    policy, draw = game.rules.policy, game.rules.random_action
    assert policy is not None and draw is not None
    for seed in range(20):
        state, rng = game.initial(seed), generator(seed)
        while not game.rules.is_over(state):
            mover = int(state.mover)
            joint = np.full(2, PASS, np.int64)
            joint[mover] = (policy if mover == seed % 2 else draw)(state, mover, rng)
            game.rules.step(state, joint, rng, None)
        won += outcome(game, state)[seed % 2]
    assert won > 15


def test_words(game: UltimateTicTacToe) -> None:
    state = played(game, "4 4", "3 3", "1 1")
    assert game.prompt(state, 1) == "play in the middle board; 7 cells are open"
    left = (
        "This cell is in the left board. X played the middle cell of its board, so you play in the "
        "middle board."
    )
    assert game.explain(state, 1, action_at(5, 1)) == left
    assert game.explain(state, 1, action_at(3, 3)) == "This cell is taken."
    assert game.explain(state, 0, action_at(5, 5)) == "It is O's move."
    assert game.prompt(game.initial(0), 0) == "play in any open board; 81 cells are open"
    assert game.label(state, 1, action_at(5, 4)) == "5 4"


def test_a_won_board_is_shown_and_closed(game: UltimateTicTacToe) -> None:
    # O wins the top left board by its middle column
    state = played(game, "0 0", "1 1", "3 3", "0 1", "0 3", "2 1")
    assert game.standing(state, 1) == "1 board won"
    assert not any(
        place_of(action)[0] < 3 and place_of(action)[1] < 3 for action in legal(game, state, 0)
    )
    big = [item for item in game.scene(state).items if isinstance(item, Glyph) and item.size == 3.0]
    assert [(item.kind, item.role, item.x, item.y) for item in big] == [("ring", "seat1", 1.5, 1.5)]
    faded = [item for item in game.scene(state).items if isinstance(item, Glyph) and item.alpha < 1]
    assert len(faded) == 4


def test_the_forced_board_is_framed_in_ink(game: UltimateTicTacToe) -> None:
    frames = [
        i
        for i in game.scene(played(game, "4 4")).items
        if isinstance(i, Rect) and i.stroke == "ink"
    ]
    assert [(round(f.x, 2), round(f.y, 2)) for f in frames] == [(3.13, 3.13)]
    assert not any(
        isinstance(i, Rect) and i.stroke == "ink" for i in game.scene(game.initial(0)).items
    )


def test_clicks(game: UltimateTicTacToe) -> None:
    state = game.initial(0)
    assert game.cell(state, 0, 0.5, 0.5) == action_at(0, 0)
    assert game.cell(state, 0, 3.3, 8.9) == action_at(8, 3)
    assert game.cell(state, 0, 3.1, 0.5) is None
    assert game.cell(state, 0, -0.4, 0.5) is None
