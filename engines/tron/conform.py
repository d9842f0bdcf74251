"""Recorded Tron matches against the rules: every line a player read, whether it survived, and the
grid after each move.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from engines.difference import Difference, Pair, first_difference
from engines.game import PASS, Game, State
from engines.tron.rules import HEIGHT, MOST, WIDTH, clear, place_on


def replay(game: Game, records: Sequence[Mapping[str, Any]]) -> Iterator[Difference | None]:
    """Replays a recording round by round; moves after the end, which one referee still requests,
    are ignored.
    """
    header, end = records[0], records[-1]
    game = type(game).configure(players=header["players"])
    state = start(game, header)
    for record in records[1:-1]:
        for move in record["moves"]:
            if move["after_end"]:
                continue
            difference = first_difference(record["turn"], _move(game, state, move))
            if difference is not None:
                yield difference
                return
        yield None
    ranking = sorted(range(header["players"]), key=lambda p: max(1, int(state.place[p])))
    pairs = [("ranking", end["ranking"], ranking), ("over", True, bool(state.alive <= 1))]
    difference = first_difference(end["turns"], pairs)
    if difference is not None:
        yield difference


def start(game: Game, header: Mapping[str, Any]) -> State:
    """The recorded start."""
    state = game.blank()
    clear(state, header["players"])
    for player, (x, y) in header["start"].items():
        place_on(state, int(player), x, y)
    return game.checked(state)


def grid(state: State) -> str:
    """The grid row by row: a digit for a player's cell, a dot for a free one."""
    cells = np.full((HEIGHT, WIDTH), ".", "U1")
    for p in range(MOST):
        cells[(state.ribbon[p, 1 : HEIGHT + 1, None] >> np.arange(1, WIDTH + 1)) & 1 == 1] = str(p)
    return "".join(cells.ravel())


def _move(game: Game, state: State, move: Mapping[str, Any]) -> Iterator[Pair]:
    """Compares what the player read before the move, and the result; plays the move in between."""
    p = move["p"]
    yield "p", p, int(state.mover)
    yield "in", move["in"], game.view(state, p)
    yield "alive_before", move["alive_before"], [q for q in range(game.seats) if not state.place[q]]
    joint = np.full(game.agents, PASS, np.int64)
    joint[p] = game.parse(state, p, move["out"]).actions[0]
    game.rules.step(state, joint, None, None)
    yield "survived", move["survived"], not state.place[p]
    yield "grid", move["grid"], grid(state)
