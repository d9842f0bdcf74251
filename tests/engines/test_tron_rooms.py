"""Rooms of Tron against a plain reference that removes one cell after another, and riders that plan
alone once they are apart.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.game import PASS, State
from engines.knobs import make
from engines.tron import Tron
from engines.tron import rules as r
from engines.tron.flooding import FOLD, HALF, NO_FLOOD, flood
from engines.tron.rooms import fillable
from engines.tron.rules import DOWN, HEIGHT, LEFT, RIGHT, UP, WIDTH
from lab.check.matches import position
from lab.match.seat import SearchSeat
from lab.match.seats import parse_seat
from search.alphabeta import AlphaBeta
from search.depth_first.params import Cutting
from tests.matches import outcome

Cell = tuple[int, int]
Way = tuple[int, int, bool]  # cells, free neighbours, contested
GAME = Tron()
WEIGHTS = GAME.weights(make(GAME.EvalParams, {"territory": 0.0, "exits": 0.0, "rooms": 1.0}))
EDGES = 0.8731  # no two pairs of cells and free neighbours are worth the same


def next_to(cell: Cell) -> list[Cell]:
    x, y = cell
    return [(x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y)]


def reached(start: Cell, cells: set[Cell]) -> set[Cell]:
    """The cells that a way from `start` leads to."""
    found, todo = set[Cell](), [start]
    while todo:
        for cell in next_to(todo.pop()):
            if cell in cells and cell not in found:
                found.add(cell)
                todo.append(cell)
    return found


class Plain:
    """The best ways from a cell by recursion: a room holds what no other cell cuts off."""

    def __init__(self, free: set[Cell], front: set[Cell], share: float) -> None:
        self.free, self.front, self.share = free, front, share

    def worth(self, way: Way) -> float:
        return (1.0 - self.share) * way[0] + 0.25 * self.share * way[1]

    def ways(self, start: Cell, cells: set[Cell]) -> set[Way]:
        """All best ones; several where they are worth the same."""
        found, rest = set[Way](), cells & reached(start, cells)
        while rest:
            part = reached(next(iter(rest)), rest) | {next(iter(rest))}
            rest = rest - part
            found |= set(self.through(start, part))
        return self.best(found) or {(0, 0, False)}

    def best(self, ways: set[Way]) -> set[Way]:
        most = max(map(self.worth, ways), default=0.0)
        return {way for way in ways if self.worth(way) > most - 1e-9}

    def through(self, start: Cell, part: set[Cell]) -> Iterator[Way]:
        behind = {cell: part - {cell} - reached(start, part - {cell}) for cell in part}
        room = part - set().union(*behind.values())
        colour = sum(start) % 2
        same = sum(sum(cell) % 2 == colour for cell in room)
        other = len(room) - same
        edges = sum(cell in self.free for each in room for cell in next_to(each))
        near = bool(room & self.front)
        yield 2 * min(same, other) + (other > same), edges, near
        for door in room:
            for cells, more, contested in self.ways(door, behind[door]) if behind[door] else ():
                if contested:
                    far = abs(door[0] - start[0]) + abs(door[1] - start[1])
                    yield cells + far, more, True
                elif sum(door) % 2 == colour:
                    yield cells + 2 * min(same, other), more + edges, near
                else:
                    yield cells + 2 * min(same, other - 1) + 1, more + edges, near


def cells_of(words: np.ndarray) -> set[Cell]:
    """The cells of ten words."""
    return {
        (bit - 1, k + FOLD * half)
        for k, word in enumerate(words.tolist())
        for half in range(2)
        for bit in range(HALF)
        if word >> half * HALF + bit & 1
    }


def agrees(state: State, p: int) -> bool:
    """Whether a rider's rooms are those of the reference."""
    c = NO_FLOOD.copy()[0]
    flood(state, c)
    found, near = fillable(state, c, p, EDGES)
    claims = [cells_of(c.claim[FOLD * q : FOLD * (q + 1)]) for q in range(state.players)]
    heads = [(int(state.x[q]), int(state.y[q])) for q in range(state.players)]
    rivals = [q for q in range(state.players) if q != p and state.place[q] == 0]
    entered = set().union(*(claims[q] for q in rivals))
    touched = entered | {heads[q] for q in rivals}
    front = {cell for cell in claims[p] if touched & set(next_to(cell))}
    front |= {heads[p]} if entered & set(next_to(heads[p])) else set()
    assert near == bool(front)
    plain = Plain(cells_of(c.free), front, EDGES if front else 0.0)
    return any(abs(found - plain.worth(way)) < 1e-6 for way in plain.ways(heads[p], claims[p]))


@pytest.mark.usefixtures("uncompiled")
@settings(max_examples=4, deadline=None)
@given(players=st.integers(2, 4), seed=st.integers(0, 10**6), share=st.floats(0.4, 0.99))
def test_rooms_of_matches(players: int, seed: int, share: float) -> None:
    state = position(Tron.configure(players=players), seed, share)
    for p in range(players):
        assert state.place[p] or agrees(state, p)


@pytest.mark.usefixtures("uncompiled")
@settings(max_examples=12, deadline=None)
@given(seed=st.integers(0, 10**6), density=st.floats(0.02, 0.1))
def test_rooms_of_mazes(seed: int, density: float) -> None:
    """Random walls make many doors."""
    state = maze(seed, density)
    assert agrees(state, 0) and agrees(state, 1)


def test_a_region_in_very_many_pieces_is_one_room() -> None:
    state = maze(0, 0.25)
    assert not agrees(state, 0) and agrees(state, 1)


def maze(seed: int, density: float) -> State:
    """A start among random walls."""
    state, rng = GAME.initial(seed), np.random.Generator(np.random.SFC64(seed))
    for y in range(HEIGHT):
        state.taken[y + 1] |= sum(
            1 << int(x) + 1 for x in np.flatnonzero(rng.random(WIDTH) < density)
        )
    return state


def divided(left: int = 9) -> State:
    """Riders with `left` columns and the rest, behind a wall that belongs to the first one."""
    state = GAME.blank()
    r.clear(state, 2)
    r.place_on(state, 0, left, 0)
    r.place_on(state, 1, WIDTH - 1, 0)
    for y in range(1, HEIGHT):
        r.enter(state, 0, left, y, DOWN)
    r.enter(state, 0, left - 1, HEIGHT - 1, LEFT)
    return state


def ride(state: State, *actions: int) -> State:
    for action in actions:
        joint = np.full(2, PASS, np.int64)
        joint[int(state.mover)] = action
        GAME.rules.step(state, joint, None, None)
    return state


@pytest.mark.usefixtures("uncompiled")
def test_who_is_apart_plans_alone() -> None:
    """The other rides on along one way in the tree; all of it is legal by the rules."""
    state = divided()
    root = state.copy()
    GAME.rules.prepare(root, GAME.weights())
    assert root.place.tolist() == [0, 0, 0, 0], "only with a weight for rooms"
    GAME.rules.prepare(root, WEIGHTS)
    assert root.place[0] == 0 > root.place[1]
    assert -1 - root.place[1] == 2 * (20 * HEIGHT - 1) + 1, "all its cells, and then it goes out"
    actions = np.zeros(4, np.int64)
    for _ in range(60):
        count = GAME.rules.legal(root, int(root.mover), actions)
        assert root.mover == 0 or count == 1
        assert GAME.rules.is_legal(state, int(state.mover), int(actions[0]))
        ride(state, int(actions[0]))
        ride(root, int(actions[0]))
    again = root.copy()
    GAME.rules.prepare(again, WEIGHTS)
    assert again.tobytes() == root.tobytes()


@pytest.mark.usefixtures("uncompiled")
def test_who_goes_out_later_wins_and_the_loser_fills_what_it_can() -> None:
    """Left with 2 x 20 cells, the first rider loses to 27 columns and wins against none; its value
    grows with each cell that it can fill all the same.
    """
    values = []
    for left in (2, 5):
        root = divided(left)
        GAME.rules.prepare(root, WEIGHTS)
        out = np.zeros(2)
        GAME.rules.value(root, WEIGHTS, out)
        values.append(out[0])
        assert out[0] == -out[1] < 0
    assert values[0] < values[1]
    lost, won = divided(2), divided(2)
    won.taken[1 : HEIGHT + 1] |= ((1 << 24) - 1) << 6  # two columns are left
    ends = []
    for root in (lost, won):
        GAME.rules.prepare(root, WEIGHTS)
        assert root.place[1] < 0
        while not GAME.rules.is_over(root):
            mover = int(root.mover)
            ride(root, r.along(root, mover) if mover or root is won else UP)
        ends.append(outcome(GAME, root))
    assert ends[0] == [-1.0, 1.0] and ends[1] in ([-1.0, 1.0], [1.0, -1.0])


def test_a_lone_rider_fills_its_part() -> None:
    """Alpha-beta with few nodes a move, in a part with rooms: nearly all of what is possible."""
    state = divided()
    for x, y in ((4, 3), (4, 4), (5, 4), (2, 9), (3, 9), (6, 12), (6, 13), (7, 13)):
        state.taken[y + 1] |= 1 << x + 1
    c = NO_FLOOD.copy()[0]
    flood(state, c)
    possible, near = fillable(state, c, 0, 0.9)
    weights = make(GAME.EvalParams, {"territory": 0.0, "exits": 0.0, "rooms": 1.0})
    search, filled = AlphaBeta(GAME, Cutting(), weights), 0
    while not near:
        search.start(state, 0)
        search.advance(600)
        before = state.copy()
        ride(state, int(search.choice()[0]))
        if state.place[0]:
            break
        filled += 1
        ride(state, r.along(state, 1))
        assert state.alive == 2 and before.turn + 2 == state.turn
    assert filled >= 0.95 * possible


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_match_opens_with_riders_that_see_rooms(players: int) -> None:
    """By a search that plays so many."""
    game = Tron.configure(players=players)
    seat = parse_seat(game.opens_with, game)
    assert isinstance(seat, SearchSeat) and seat.kind is not None
    assert seat.kind.supports(game) is None
    assert seat.weights == make(GAME.EvalParams, {"territory": 0.0, "exits": 0.0, "rooms": 1.0})


def test_old_weights_judge_by_territory_alone() -> None:
    state = ride(GAME.initial(4), RIGHT, LEFT)
    out, other = np.zeros((2, 2))
    GAME.rules.value(state, GAME.weights(), out)
    changed = GAME.weights(make(GAME.EvalParams, {"edges": 0.1, "sure": 1.0}))
    GAME.rules.value(state, changed, other)
    assert out.tolist() == other.tolist()


@pytest.mark.usefixtures("uncompiled")
def test_cells_of_rooms_count_without_their_edges() -> None:
    state = ride(GAME.initial(4), RIGHT, LEFT)
    out, told = np.zeros(2), []
    for rooms in (0.0, 1.0):
        weights = {"territory": 0.0, "exits": 0.0, "rooms": rooms, "edges": 0.0}
        GAME.rules.value(state, GAME.weights(make(GAME.EvalParams, weights)), out)
        told.append(out[0] - out[1])
    assert told[0] == 0.0 != told[1]


@pytest.mark.usefixtures("uncompiled")
def test_three_and_four_expect_places() -> None:
    """Values of all sum to 0; who has gone out has its place, and the others share what is left."""
    game = Tron.configure(players=4, starts="mirrored")
    state, out = game.initial(4), np.zeros(4)
    game.rules.value(state, WEIGHTS, out)
    assert abs(out.sum()) < 1e-9 and np.abs(out).max() < 1.0
    r.leave(state, 0)
    state.mover = 1
    game.rules.value(state, WEIGHTS, out)
    assert out[0] == -1.0 and abs(out.sum()) < 1e-9
    assert (out[1:] > -1.0 / 3.0).all()
