"""What a network sees of a game that does not say itself what there is to see: its state's cells.

A cell is one integer of the state's record, a number by itself or a place of an array. One that may
have few values (`Game.bounds`, at most FEW) has a row for each, and the row of the value it has is
active. Of any other, a mask or a large number, each bit has a row, which is active while the bit is
set. Where a game declares no bounds they are found in random matches. Cells and bits that never
change in these have no rows; neither have keys (a range of whole words) and broken numbers. Each
seat has rows of its own for the same cells, so nothing has to be known of what they mean.

Shapes: [E] cells of a field, [N] positions, [B] bits.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from itertools import islice
from typing import Any, NamedTuple

import numpy as np

from engines.checking import WORD, Bounds
from engines.game import PASS, Game, State
from engines.jit import inlined, plain, rule
from engines.records import records
from search.base import Ints, generator
from search.only import legal_now

FEW = 32
MATCHES, POSITIONS = 16, 2000  # played at random, and at most looked at
BITS = 64
# the powers of two differ in what remains of them after a division by this
PRIME = 67
PLACE = np.zeros(PRIME, np.int64)
PLACE[[(1 << k) % PRIME for k in range(BITS)]] = np.arange(BITS)


class CellField(NamedTuple):
    """The cells of a field that change."""

    name: str
    at: Ints  # [E, dimensions] where they are
    low: int  # the value of the first row of a cell
    values: int  # rows of each cell; 0: its bits have rows
    rows: Ints  # [E] the first row, or [E, B] of each bit; -1 for none

    @property
    def most(self) -> int:
        """How many rows may change at once."""
        return 2 * len(self.at) if self.values else int((self.rows >= 0).sum())


def fields_of(game: Game) -> tuple[list[CellField], int]:
    """The fields that have rows, and how many rows there are in all."""
    states, bounds = sampled(game), declared(game)
    rows, found = 0, list[CellField]()
    for name in game.dtype.names or ():
        kind = game.dtype[name]
        values = states[name].reshape(len(states), -1)  # [N, E]
        if kind.base.kind not in "iu" or bounds.get(name) == WORD:
            continue
        changing = np.flatnonzero((values != values[0]).any(axis=0))
        if not changing.size:
            continue
        values = values[:, changing]
        low, high = map(int, bounds.get(name, (values.min(), values.max())))
        at = np.argwhere(np.ones(kind.shape, bool))[changing]
        few = high - low < FEW
        if few:
            own = rows + (high - low + 1) * np.arange(changing.size)
            rows += (high - low + 1) * changing.size
        else:
            words, each = values.astype(np.int64).view(np.uint64), np.arange(BITS, dtype=np.uint64)
            change = np.bitwise_or.reduce(words ^ words[0], axis=0)  # [E]
            changes = (change[:, None] >> each & np.uint64(1)).astype(bool)
            own = np.full(changes.shape, -1, np.int64)
            own[changes] = rows + np.arange(changes.sum())
            rows += int(changes.sum())
        found.append(CellField(name, at, low, high - low + 1 if few else 0, own))
    return found, rows


def declared(game: Game) -> Bounds:
    """The bounds that a game declares; none where it does not."""
    try:
        return game.bounds()
    except NotImplementedError:
        return {}


def sampled(game: Game) -> Any:
    """Positions of random matches; [N]. With the usual options, as far as these have the same
    bounds, so that other ways to begin see the same.
    """
    usual = type(game)()
    if usual.dtype == game.dtype and declared(usual) == declared(game):
        game = usual
    rng, found = generator(1), list[Any]()
    with plain():
        for match in range(MATCHES):
            found += islice(random_positions(game, match, rng), POSITIONS // MATCHES)
    out = records(len(found), game.dtype)
    for k, state in enumerate(found):
        out[k] = state
    return out


def random_positions(game: Game, seed: int, rng: np.random.Generator) -> Iterator[State]:
    """The positions of a random match, its end too."""
    rules, state = game.rules, game.initial(seed)
    while not rules.is_over(state):
        joint = np.full(game.agents, PASS, np.int64)
        for agent in range(game.agents):
            actions = legal_now(game, state, agent)
            if actions.size:
                joint[agent] = actions[int(rng.integers(actions.size))]
        after = game.copy(state)
        rules.step(after, joint, rng, None)
        yield state
        state = after
    yield state


def build_cells(game: Game) -> tuple[Any, Any, int, int]:
    """The rules `features` and `changes` of such a game, how many rows there are, and how many of
    them are listed at most.
    """
    fields, rows = fields_of(game)
    if not fields:
        raise ValueError("nothing in a position changes that could be a cell")
    pairs = [_field(field) for field in fields]
    look = reduce(_joined, (seen for seen, _ in pairs))
    compare = reduce(_joined_changes, (changed for _, changed in pairs))
    to_move = game.rules.to_move

    @rule
    def features(s: Any, seat: int, out: Any) -> int:
        return look(s, seat * rows, out, 0)

    @rule
    def changes(before: Any, after: Any, action: int, out: Any) -> int:
        return compare(before, after, to_move(after) * rows, out, 0)

    return features, changes, 2 * rows, max(1, sum(field.most for field in fields))


# -- one field -------------------------------------------------------------------------------------


def _cell(field: CellField) -> Any:
    """The jitted (s, e) -> cell e."""
    name, at = field.name, field.at

    @inlined
    def alone(s: Any, e: int) -> Any:
        return np.int64(s[name])

    @inlined
    def in_row(s: Any, e: int) -> Any:
        return np.int64(s[name][at[e, 0]])

    @inlined
    def in_grid(s: Any, e: int) -> Any:
        return np.int64(s[name][at[e, 0], at[e, 1]])

    @inlined
    def in_space(s: Any, e: int) -> Any:
        return np.int64(s[name][at[e, 0], at[e, 1], at[e, 2]])

    return (alone, in_row, in_grid, in_space)[at.shape[1]]


@inlined
def _lowest(word: Any) -> int:
    """The place of the lowest bit that is set."""
    alone = np.uint64(word) & (~np.uint64(word) + np.uint64(1))
    return PLACE[alone % np.uint64(PRIME)]


def _field(field: CellField) -> tuple[Any, Any]:
    """The jitted (s, start, out, n) -> n that adds the active rows of a field's cells to the `n` in
    `out`, and (before, after, start, out, n) -> n that adds what changes.
    """
    cell, count, rows, low, values = (
        _cell(field),
        len(field.at),
        field.rows,
        field.low,
        field.values,
    )

    @rule
    def numbers(s: Any, start: int, out: Any, n: int) -> int:
        for e in range(count):
            value = cell(s, e) - low
            if 0 <= value < values:
                out[n] = start + rows[e] + value
                n += 1
        return n

    @rule
    def other_numbers(before: Any, after: Any, start: int, out: Any, n: int) -> int:
        for e in range(count):
            old, new = cell(before, e) - low, cell(after, e) - low
            if old != new and 0 <= old < values:
                out[n] = -1 - (start + rows[e] + old)
                n += 1
            if old != new and 0 <= new < values:
                out[n] = 1 + (start + rows[e] + new)
                n += 1
        return n

    @rule
    def bits(s: Any, start: int, out: Any, n: int) -> int:
        for e in range(count):
            word = np.uint64(cell(s, e))
            while word != np.uint64(0):
                row = rows[e, _lowest(word)]
                word &= word - np.uint64(1)
                if row >= 0:
                    out[n] = start + row
                    n += 1
        return n

    @rule
    def other_bits(before: Any, after: Any, start: int, out: Any, n: int) -> int:
        for e in range(count):
            now = np.uint64(cell(after, e))
            word = now ^ np.uint64(cell(before, e))
            while word != np.uint64(0):
                place = _lowest(word)
                row = rows[e, place]
                word &= word - np.uint64(1)
                if row >= 0:
                    is_set = now >> np.uint64(place) & np.uint64(1) != np.uint64(0)
                    out[n] = 1 + (start + row) if is_set else -1 - (start + row)
                    n += 1
        return n

    return (numbers, other_numbers) if values else (bits, other_bits)


def _joined(first: Any, then: Any) -> Any:
    """Both of two rules that add rows."""

    @rule
    def both(s: Any, start: int, out: Any, n: int) -> int:
        return then(s, start, out, first(s, start, out, n))

    return both


def _joined_changes(first: Any, then: Any) -> Any:
    """Both of two rules that add changes."""

    @rule
    def both(before: Any, after: Any, start: int, out: Any, n: int) -> int:
        return then(before, after, start, out, first(before, after, start, out, n))

    return both
