"""What workers of a cluster are asked to do: importable functions that answer with plain values.
A worker gets their names only, so it needs the same package.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from lab.batch import work
from lab.batch.about import this_host
from lab.batch.games import GroupJob
from lab.batch.serve import tried

# three games of a search that works in the processor's caches and in memory
_PROBES = [
    GroupJob("connect_four", ("uct:budget=2000it",), "it", seed, (0,)).line for seed in (1, 2, 3)
]


def about() -> dict[str, Any]:
    """The computer of this worker and the digest of its sources."""
    return this_host().line


def prepared(game: str, seat: str, expected: str) -> dict[str, Any]:
    """Compiles what a seat needs, and says what it is made of; or `error`."""
    return tried(work.prepared, game, seat, expected)


def played(jobs: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Plays jobs one after the other."""
    return [tried(work.play, job) for job in jobs]


def probed() -> dict[str, Any]:
    """The CPU seconds of some fixed games."""
    return tried(_probe)


def _probe() -> dict[str, Any]:
    work.play(_PROBES[0])  # loads the kernels
    games = [game for job in _PROBES for game in work.play(job)["games"]]
    return {"cpu_s": sum(seat["cpu_s"] for game in games for seat in game["seats"])}
