"""What workers of a cluster are asked to do: importable functions that answer with plain values.
A worker gets their names only, so it needs the same package.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engines.game import Game
from lab.batch import work
from lab.batch.about import this_host
from lab.batch.serve import tried
from lab.match.budget import DEFAULT_BUDGET
from lab.match.decide import Player, think
from lab.match.play import deciding
from lab.match.seat import SearchSeat
from lab.match.seats import parse_game, parse_search

_PROBES = (1, 2, 3)  # seeds of the starts whose first decision is timed


def about() -> dict[str, Any]:
    """The computer of this worker and the digest of its sources."""
    return this_host().line


def prepared(game: str, seat: str, expected: str) -> dict[str, Any]:
    """Compiles what a seat needs, and says what it is made of; or `error`."""
    return tried(work.prepared, game, seat, expected)


def played(jobs: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Plays jobs one after the other."""
    return [tried(work.play, job) for job in jobs]


def probed(game: str, seat: str) -> dict[str, Any]:
    """The CPU seconds of some fixed decisions of a search."""
    return tried(_probe, game, seat)


def _probe(game: str, seat: str) -> dict[str, Any]:
    chosen = parse_game(game)
    spec = parse_search(seat, chosen)
    work.prepare(chosen, spec)
    return {"cpu_s": sum(_decided(chosen, spec, seed) for seed in _PROBES)}


def _decided(game: Game, spec: SearchSeat, seed: int) -> float:
    state = game.initial(seed)
    player = Player(game, deciding(game, state)[0], spec, seed)
    player.begin(state, 0)
    think(player, DEFAULT_BUDGET)
    return player.cpu_s
