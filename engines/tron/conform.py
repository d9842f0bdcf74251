"""Recorded Tron matches against the rules: every line a player read, whether it survived, and the
grid after each move.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from engines.game import PASS, Difference, Game, State
from engines.tron.rules import HEIGHT, MOST, WIDTH, clear, place_on


def replay(game: Game, records: Sequence[Mapping[str, Any]]) -> Iterator[Difference | None]:
    """Plays a recording again, a round at a time; moves after the end, which one referee still asks
    for, are left out.
    """
    header, end = records[0], records[-1]
    state = start(game, header)
    for record in records[1:-1]:
        for move in record["moves"]:
            if move["after_end"]:
                continue
            difference = _move(game, state, record["turn"], move)
            if difference is not None:
                yield difference
                return
        yield None
    ranking = sorted(range(header["players"]), key=lambda p: max(1, int(state.place[p])))
    yield from _first(
        end["turns"],
        {"ranking": end["ranking"], "over": True},
        {"ranking": ranking, "over": bool(state.alive <= 1)},
    )


def start(game: Game, header: Mapping[str, Any]) -> State:
    """The recorded start."""
    state = game.blank()
    clear(state, header["players"])
    for player, (x, y) in header["start"].items():
        place_on(state, int(player), x, y)
    return state


def grid(state: State) -> str:
    """The grid row by row: a digit for a player's cell, a point for a free one."""
    cells = np.full((HEIGHT, WIDTH), ".", "U1")
    for p in range(MOST):
        cells[(state.ribbon[p, 1 : HEIGHT + 1, None] >> np.arange(1, WIDTH + 1)) & 1 == 1] = str(p)
    return "".join(cells.ravel())


def _move(game: Game, state: State, turn: int, move: Mapping[str, Any]) -> Difference | None:
    p = move["p"]
    riding = [q for q in range(game.seats) if not state.place[q]]
    expected = {"p": p, "in": move["in"], "alive_before": move["alive_before"]}
    got = {"p": int(state.mover), "in": game.view(state, p), "alive_before": riding}
    before = next(_first(turn, expected, got), None)
    if before is not None:
        return before
    joint = np.full(game.agents, PASS, np.int64)
    joint[p] = game.parse(state, p, move["out"]).actions[0]
    game.rules.step(state, joint, None, None)
    after = {"survived": not state.place[p], "grid": grid(state)}
    return next(_first(turn, {name: move[name] for name in after}, after), None)


def _first(turn: int, wanted: Mapping[str, Any], got: Mapping[str, Any]) -> Iterator[Difference]:
    for name in wanted:
        if wanted[name] != got[name]:
            yield Difference(turn, name, wanted[name], got[name])
            return
