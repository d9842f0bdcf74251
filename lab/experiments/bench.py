"""Measuring rules and searches: CPU seconds of the process, compiling excluded, and a signature
that changes when play changes.
"""

from __future__ import annotations

import time
import zlib
from collections.abc import Mapping
from typing import Any

from engines.game import Game, State
from engines.knobs import KnobError, Value
from lab.experiments.playouts import runner
from lab.files.codec import values_of
from lab.match.decide import seen
from lab.match.seats import make_seat
from search.base import Search, Snapshot

BenchResult = dict[str, Any]


def bench_rules(
    game: Game,
    playouts: int,
    longest: int | None = None,
    seed: int = 1,
    position: State | None = None,
) -> BenchResult:
    """Random playouts from a position, by default the start, each of `longest` turns at most (None:
    to the end).
    """
    start = game.initial(seed) if position is None else position
    run, limit = runner(game), longest or game.longest
    run(start, 1, limit, seed)
    began = time.process_time()
    done = run(start, playouts, limit, seed)
    cpu_s = time.process_time() - began
    signature = zlib.crc32(done.outcomes.tobytes(), done.turns & 0xFFFFFFFF)
    about = {"bench": "rules", "game": game.spec, "seed": seed, "longest": limit}
    return about | rates(playouts, done.turns, 0, 0, cpu_s) | {"signature": signature}


def bench_search(
    game: Game,
    algorithm: type[Search],
    values: Mapping[str, Value],
    iterations: int,
    seed: int = 1,
    position: State | None = None,
) -> BenchResult:
    """One search of a position, by default the game's bench position; `values` are as in a seat's
    text.
    """
    if not algorithm.searches:
        raise KnobError(f"{algorithm.title} does not search, so there is nothing to measure.")
    refusal = algorithm.supports(game)
    if refusal:
        raise KnobError(f"{algorithm.title} does not fit {game.title}: {refusal}")
    spec = make_seat(algorithm, game, values)
    state = game.bench_position() if position is None else position
    seat = max(0, game.owner[max(0, int(game.rules.to_move(state)))])
    view = seen(game, state, seat, seed, 0)
    for count in (2, iterations):  # the first compiles or loads the kernel
        search = algorithm(game, spec.params, spec.weights, seed)
        search.start(view, seat)
        began = time.process_time()
        search.advance(count)
        cpu_s = time.process_time() - began
    last = search.snapshot()
    about = {
        "bench": "search",
        "game": game.spec,
        "algorithm": algorithm.name,
        "params": values_of(spec.params),
        "seed": seed,
    }
    counted = rates(last.iterations, last.turns, last.nodes, last.memory_bytes, cpu_s)
    return about | counted | {"signature": signature(last, tuple(int(a) for a in search.choice()))}


def rates(iterations: int, turns: int, nodes: int, memory_bytes: int, cpu_s: float) -> BenchResult:
    """Counts, and each per CPU second; null where the time was too short to measure."""

    def a_second(count: int) -> float | None:
        return count / cpu_s if cpu_s > 0 else None

    return {
        "iterations": iterations,
        "cpu_s": cpu_s,
        "iterations_per_s": a_second(iterations),
        "turns": turns,
        "turns_per_s": a_second(turns),
        "nodes": nodes,
        "nodes_per_s": a_second(nodes),
        "bytes_per_node": memory_bytes / nodes if nodes else None,
    }


def signature(snapshot: Snapshot, choice: tuple[int, ...]) -> int:
    """One number from the choice, the counts and every tree's root visits."""
    crc = zlib.crc32(repr((choice, snapshot.iterations, snapshot.turns, snapshot.nodes)).encode())
    for stats in snapshot.agents:
        crc = zlib.crc32(
            repr(
                (stats.agent, stats.actions.tolist(), stats.visits.tolist(), stats.pv.tolist())
            ).encode(),
            crc,
        )
    return crc
