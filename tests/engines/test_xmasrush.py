"""Xmas Rush: recorded matches, the referee's deal, floods and paths against plain ones, and what is
hidden.
"""

from __future__ import annotations

import gzip
import json
from collections import deque
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.game import FORFEIT, State, same
from engines.xmasrush import XmasRush
from engines.xmasrush import rules as r
from engines.xmasrush.board import DELTA, STAY, path_of, path_to, spread, steps_of
from engines.xmasrush.conform import start
from engines.xmasrush.deal import digits_of, lay
from engines.xmasrush.picture import destination, middle
from engines.xmasrush.state import CELLS, DOWN, LEFT, NAMES, NOTHING, RIGHT, SIDE, UP
from engines.xmasrush.text import quests_of
from lab.check.matches import position
from tests.hidden import compiled, decision, plain, players, run_plain
from tests.matches import generator, legal, outcome, random_match

ROOT = Path(__file__).parents[2]
OWN = sorted((ROOT / "tests" / "traces" / "xmasrush").glob("*.jsonl.gz"))
ALL = sorted((ROOT.parent / "shared" / "traces" / "xmasrush").glob("*.jsonl.gz"))
SEEDS = st.integers(0, 10**6)
SHARES = st.floats(0, 0.99)
CROSS = ["1111"] * (CELLS + 2)


def read(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in gzip.decompress(path.read_bytes()).splitlines()]


@pytest.mark.parametrize("path", ALL or OWN, ids=lambda p: p.name.partition(".")[0])
def test_recorded_match(path: Path) -> None:
    records = read(path)
    assert list(XmasRush().conform(records)) == [None] * len(records[1:-1])


def test_own_recordings_cover_what_happens() -> None:
    records = [read(path) for path in OWN]
    assert {match[-1]["reason"] for match in records} == {
        "all_quests",
        "max_turns",
        "deadlock",
        "disqualification",
    }
    assert {match[0]["league"] for match in records} >= {1, 2, 3, 5, 6}


@pytest.mark.parametrize("path", OWN, ids=lambda p: p.name.partition(".")[0])
def test_a_seed_gives_the_referees_start(path: Path) -> None:
    header = read(path)[0]
    league = "4" if header["league"] == 5 else str(header["league"])
    game = XmasRush.configure(league=league)
    assert same(game.initial(header["seed"]), start(game, header))


def laid(
    tiles: Sequence[str] = CROSS,
    items: Sequence[tuple[str, int, int]] = (),
    order: str = "KEY",
    shown: int = 3,
) -> State:
    """A start of our own: items as (name, owner, place), quests in order of their cards."""
    state = XmasRush().initial(1)
    state.roads[:] = 0
    lay(
        state,
        tiles,
        [(NAMES.index(name), owner, place) for name, owner, place in items],
        list(map(NAMES.index, order.split())),
        shown,
    )
    return state


def play(state: State, *joints: tuple[int, int]) -> State:
    for joint in joints:
        XmasRush.rules.step(state, np.array(joint, np.int64), None, None)
    return state


def push(way: int, line: int) -> int:
    return SIDE * way + line


# -- the maze --------------------------------------------------------------------------------------


def joints(state: State) -> tuple[int, int]:
    return r.joints_across(state), r.joints_below(state)


def plain_paths(state: State, begin: int) -> dict[int, list[int]]:
    """The shortest path to every cell, the earliest in up, right, down, left, by a queue of
    cells.
    """
    tiles = [digits_of(kind) for kind in state.kind[state.tile]]
    found, queue = {begin: list[int]()}, deque([begin])
    while queue:
        cell = queue.popleft()
        for way in range(4):
            x, y = cell % SIDE + (0, 1, 0, -1)[way], cell // SIDE + (-1, 0, 1, 0)[way]
            to = SIDE * y + x
            if (
                0 <= x < SIDE
                and 0 <= y < SIDE
                and to not in found
                and tiles[cell][way] == tiles[to][(way + 2) % 4] == "1"
            ):
                found[to] = [*found[cell], way]
                queue.append(to)
    return found


@settings(max_examples=15)
@given(seed=SEEDS, share=SHARES)
def test_paths_are_the_first_shortest_ones(seed: int, share: float) -> None:
    state = position(XmasRush(), seed, share)
    h, v = joints(state)
    for begin in (int(state.pos[0]), 24):
        paths = plain_paths(state, begin)
        got = {cell: int(path_to(h, v, begin, cell)) for cell in range(CELLS)}
        assert {cell: steps_of(path) for cell, path in got.items() if path >= 0} == {
            c: p for c, p in paths.items() if len(p) <= 20
        }
        assert int(spread(h, v, np.int64(1) << begin, CELLS)) == sum(1 << cell for cell in paths)


@settings(max_examples=15)
@given(seed=SEEDS)
def test_pushes_move_whole_tiles(seed: int) -> None:
    """The boards of bits say the same as the tiles, which are where they are said to are; what is
    on a tile stays on it.
    """
    game = XmasRush()
    for before, _, state in random_match(game, seed, 30):
        assert [state.where[tile] for tile in state.tile] == [*range(CELLS + 2)]
        for cell in range(CELLS):
            assert [int(state.roads[way]) >> cell & 1 for way in range(4)] == [
                int(d) for d in digits_of(state.kind[state.tile[cell]])
            ]
        assert all(
            state.home[p, name] in (before.home[p, name], -1)
            for p in (0, 1)
            for name in range(len(NAMES))
        )


def test_rows_go_before_columns_and_players_go_along() -> None:
    state = laid(["1010"] * CELLS + ["0111", "1101"])
    play(state, (push(RIGHT, 0), push(UP, 0)))
    assert state.pos.tolist() == [1, 48]
    assert state.tile[0] == 7 and state.tile[42] == 50 and state.tile[CELLS + 1] == 49, (
        "the row's new tile went up and out at once"
    )
    assert state.tile[CELLS] == 6
    state = play(laid(), (push(LEFT, 0), push(DOWN, 6)))
    assert state.pos.tolist() == [13, 6], (
        "the first wrapped with its row, then fell with the column in which the second wrapped"
    )


def test_the_same_line_twice_moves_nothing_and_ten_times_ends_it() -> None:
    both = (push(LEFT, 3), push(RIGHT, 3))
    state = laid(items=[("KEY", 0, 20)])
    play(state, both, (STAY, STAY))
    assert state.clashes == 1 and state.tile.tolist() == [*range(CELLS + 2)]
    play(state, (push(LEFT, 3), push(UP, 3)), (STAY, STAY))
    assert state.clashes == 0, "a row and a column of one number are two lines"
    play(state, *[both, (STAY, STAY)] * 9, both)
    assert XmasRush().reason(state) == "both pushed the same line 10 times in a row; both have 0"
    free = XmasRush.configure(deadlock=False).initial(1)
    play(free, *[both, (STAY, STAY)] * 10)
    assert free.clashes == 10 and not free.over


def test_a_blocked_step_drops_the_rest() -> None:
    state = laid(["0101"] * (CELLS + 2))
    play(state, (push(UP, 3), push(UP, 2)), (path_of([RIGHT, DOWN, RIGHT]), path_of([LEFT])))
    assert state.pos.tolist() == [1, 47]


def test_quests_on_the_way_are_done_and_new_ones_turned_up_after_the_turn() -> None:
    items = [
        ("KEY", 0, 1),
        ("BOOK", 0, 2),
        ("MASK", 0, 3),
        ("KEY", 1, 30),
        ("BOOK", 1, 31),
        ("MASK", 1, 32),
    ]
    state = laid(items=items, order="KEY BOOK MASK", shown=2)
    play(state, (push(UP, 5), push(UP, 4)), (path_of([RIGHT] * 3), STAY))
    assert state.score.tolist() == [2, 0] and quests_of(state, 0) == [NAMES.index("MASK")]
    assert state.pos[0] == 3, "the card was turned up when he stood on its item already"
    play(state, (push(UP, 5), push(UP, 4)))
    assert (
        state.score.tolist() == [3, 0]
        and XmasRush().reason(state) == "Player 1 has done all quests, 3 to 0"
    )


def test_bad_answers_end_it_after_the_first_frame() -> None:
    state = play(laid(items=[("KEY", 0, 20)]), (FORFEIT, push(UP, 6)))
    assert (
        state.score.tolist() == [-1, 0]
        and state.pos.tolist() == [0, 41]
        and outcome(XmasRush(), state) == [-1, 1]
    )
    state = play(laid(items=[("KEY", 0, 20)]), (3, 4), (path_of([RIGHT, RIGHT]), 5))
    assert state.pos[0] == 1 and XmasRush().reason(state) == "Player 2 sent a bad answer or none"
    carried = play(laid(items=[("KEY", 0, CELLS + 1)]), (FORFEIT, push(UP, 0)))
    assert carried.pos[0] == 42 and carried.score.tolist() == [0, 0], (
        "he was carried onto the tile that came in"
    )
    assert XmasRush().standing(carried, 0) == "disqualified"


# -- what a search may do --------------------------------------------------------------------------


def test_many_cells_within_reach() -> None:
    """The nearest ones are kept, and those of quests."""
    game, state = XmasRush(), laid(items=[("KEY", 0, 34), ("BOOK", 0, 41)], order="KEY BOOK")
    play(state, (push(UP, 5), push(UP, 5)))
    cells = [destination(state, 0, action) for action in legal(game, state, 0)]
    far = [len(steps_of(action)) for action in legal(game, state, 0)]
    assert len(set(cells)) == 28 and far == sorted(far) and {34, 41} < set(cells)
    assert {cell for cell in range(CELLS) if sum(divmod(cell, SIDE)) <= 5} < set(cells) and max(
        far[:-2]
    ) == 6
    assert all(
        game.rules.is_legal(state, 0, path_of(ways)) for ways in ([UP] * 20, [RIGHT, LEFT, DOWN])
    )
    assert not any(
        game.rules.is_legal(state, 0, action)
        for action in (3, STAY + 1, path_of([UP] * 21), 1 << 47, FORFEIT)
    )


def test_the_way_to_a_cell_is_shown() -> None:
    """From where the player is, one step after the other, to the cell."""
    game, state = XmasRush(), laid()
    play(state, (push(UP, 5), push(UP, 5)))
    for target in game.targets(state, 0):
        first, last = target.way[0], target.way[-1]
        assert first == middle(int(state.pos[0])) and last == (target.x + 0.5, target.y + 0.5)
        assert all(abs(x - u) + abs(y - v) == 1 for (x, y), (u, v) in pairwise(target.way))
        assert len(target.way) == 1 + len(steps_of(target.action))


@settings(max_examples=10)
@given(seed=SEEDS, share=SHARES)
def test_the_script_walks_to_all_quests_within_reach(seed: int, share: float) -> None:
    game = XmasRush.configure(tries=28)
    state = position(game, seed, share)
    assert game.rules.policy is not None
    joint = np.array([game.rules.policy(state, p, generator(seed, p)) for p in (0, 1)])
    if not r.is_push_turn(state):
        for p in (0, 1):
            reach, steps = plain_paths(state, int(state.pos[p])), steps_of(int(joint[p]))
            cells = [
                int(state.pos[p]) + sum(int(DELTA[way]) for way in steps[:k])
                for k in range(len(steps) + 1)
            ]
            quests = [int(state.where[state.home[p, name]]) for name in quests_of(state, p)]
            assert all(cell in cells for cell in quests if cell in reach) or len(steps) > 8
    before = state.copy()
    game.rules.step(state, joint, None, None)
    assert not state.lost and (state.score >= before.score).all()


def test_the_script_pushes_to_reach_a_quest() -> None:
    tiles = ["1010"] * (CELLS + 2)
    tiles[1], tiles[0] = "0101", "0101"
    state = laid(tiles, items=[("KEY", 0, CELLS)])
    state.tries = 28
    policy = XmasRush.rules.policy
    assert policy is not None
    state.kind[CELLS] = 0b1010
    action = policy(state, 0, generator(1))
    after = play(state.copy(), (action, push(UP, 3)))
    assert r.wanted(after, 0) & spread(*joints(after), np.int64(1) << np.int64(after.pos[0]), 20)


def test_values_are_the_seeds() -> None:
    game, out = XmasRush(), np.zeros(2)
    state = laid(["1010"] * (CELLS + 2), items=[("KEY", 0, 14), ("BOOK", 1, 20)], order="KEY BOOK")
    game.rules.value(state, game.weights(), out)
    assert out.tolist() == [0, 0], "seven cells each"
    state.turn, state.score[0] = 1, 1
    game.rules.value(state, game.weights(), out)
    assert out[0] == pytest.approx(0.1)
    state.open[1] = 0
    game.rules.value(state, game.weights(), out)
    assert out[0] == pytest.approx(0.2), "before a move, quests within reach count as done"
    state.clashes = 5
    game.rules.value(state, game.weights(), out)
    assert out[0] == pytest.approx(0.25), "half of the way to a deadlock"


# -- what is hidden --------------------------------------------------------------------------------


@settings(max_examples=15)
@given(seed=SEEDS, share=SHARES)
def test_what_one_has_turned_up_the_other_knows(seed: int, share: float) -> None:
    """Both decks have one order, so cards that either has seen are no secret; the others are a
    shuffle of the names that are left.
    """
    game = XmasRush()
    state = position(game, seed, share)
    shared = int(max(state.seen))
    for seat in (0, 1):
        drawn = hidden(game, state, seat, seed)
        cards, known = ([int(s.deck) >> 4 * k & 15 for k in range(12)] for s in (drawn, state))
        assert cards[:shared] == known[:shared] and sorted(cards) == sorted(known)


def hidden(game: XmasRush, state: State, seat: int, seed: int) -> State:
    """The state with all that the seat cannot see redrawn."""
    drawn = state.copy()
    assert game.rules.observe is not None and game.rules.sample is not None
    game.rules.observe(drawn, seat)
    game.rules.sample(drawn, seat, generator(seed, 9))
    return drawn


def test_nobody_knows_which_of_two_equal_tiles_is_which() -> None:
    """Two equal tiles without items change places: the seats see the same as before."""
    game = XmasRush()
    state = position(game, 3, 0.4)
    pair = next(
        (a, b)
        for a in range(51)
        for b in range(a)
        if state.kind[a] == state.kind[b] and state.carried[a] == state.carried[b] == NOTHING
    )
    other = state.copy()
    for mine, theirs in (pair, pair[::-1]):
        other.where[mine], other.tile[state.where[mine]] = state.where[theirs], theirs
    assert not same(state, other) and game.view(state, 0) == game.view(other, 0)
    for seen in (state, other):
        game.rules.observe(seen, 0)  # type: ignore[misc]
    assert same(state, other)


@compiled
def test_no_decision_of_any_algorithm_depends_on_it() -> None:
    run_plain(__file__, XmasRush())


@plain
@pytest.mark.parametrize("name", players(XmasRush()))
def test_no_decision_depends_on_what_is_hidden(name: str) -> None:
    game = XmasRush()
    state = position(game, 3, 0.4)
    others = [hidden(game, state, 0, seed) for seed in range(2)]
    assert len({int(s.deck) for s in (state, *others)}) == 3
    assert all(game.view(other, 0) == game.view(state, 0) for other in others)
    decided = decision(game, name, state, iterations=60)
    assert [decision(game, name, other, iterations=60) for other in others] == [decided, decided]
