"""Measuring searches, and rules alone in one compiled loop of random playouts: CPU seconds of the
process, compiling excluded, and a signature that changes when play changes. Ctrl-C ends a
measurement; what was done up to then is its result.
"""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import numpy as np

from engines.game import Game, State
from engines.jit import kernel
from engines.knobs import KnobError, Value
from engines.records import records
from lab.experiments.estimate import Measured, Tell
from lab.match.decide import seen
from lab.match.seat import SearchSeat
from lab.match.seats import make_seat
from lab.signals import undisturbed
from lab.words.asked import values_of
from search.base import Floats, Search, Snapshot, generator
from search.playout import build_chance, build_playout


class Playouts:
    """Playouts of one position, every agent drawing its actions at random. `turns` are those of all
    playouts, `outcomes` is per seat the sum of their outcomes weighted by their numbers: it changes
    when play changes.
    """

    def __init__(self, game: Game, start: State, longest: int, seed: int) -> None:
        self._compiled = kernel(
            partial(_build, game),
            f"playouts.{game.kernel_key[0]}",
            (*game.kernel_key, "playouts"),
            type(game).__module__,
            __name__,
        )
        self._room = records(2, game.dtype)
        self._room[1] = start
        self.outcomes: Floats = np.zeros(game.seats)
        self._scratch = (
            np.zeros(game.agents, np.int64),
            np.zeros(game.max_actions, np.int64),
            np.zeros(game.seats),
        )
        self._longest, self._rng = longest, generator(seed)
        self.done = self.turns = 0

    def advance(self, count: int) -> None:
        """Plays so many more, each of `longest` turns at most."""
        last = self.done + count
        scratch = (self._room, *self._scratch, self.outcomes)
        self.turns += int(self._compiled(*scratch, self.done, last, self._longest, self._rng))
        self.done = last


def _build(game: Game) -> Callable[..., int]:
    seats, outcome, play = game.seats, game.rules.outcome, build_playout(game, build_chance(game))

    def playouts(
        room: Any,
        joint: Any,
        actions: Any,
        result: Any,
        sums: Any,
        done: int,
        last: int,
        longest: int,
        rng: Any,
    ) -> int:
        """Plays the playouts from number `done` to before `last` in room[0] from room[1]; modifies
        `sums` in place; returns the turns played.
        """
        turns = 0
        for number in range(done, last):
            room[0] = room[1]
            turns += play(room[0], joint, actions, rng, longest)
            outcome(room[0], result)
            for seat in range(seats):
                sums[seat] += result[seat] * (number + 1)
        return turns

    return playouts


BenchResult = dict[str, Any]
FIRST = 100  # playouts or iterations before the speed is known


def bench_rules(
    game: Game,
    playouts: int,
    longest: int | None = None,
    seed: int = 1,
    position: State | None = None,
    tell: Tell = lambda done: None,
) -> BenchResult:
    """Random playouts from a position, by default the start, each of `longest` turns at most (None:
    to the end). `tell` gets how many are done.
    """
    start = game.initial(seed) if position is None else position
    limit = longest or game.most_turns
    Playouts(game, start, limit, seed).advance(1)  # compiles or loads
    run, measured = Playouts(game, start, limit, seed), Measured(tell)
    stopped = stopped_in(lambda: measured.work(playouts, FIRST, run.advance))
    signature = zlib.crc32(run.outcomes.tobytes(), run.turns & 0xFFFFFFFF)
    about = {"bench": "rules", "game": game.spec, "seed": seed, "longest": limit}
    counted = rates(run.done, run.turns, 0, 0, measured.cpu_s)
    return about | counted | {"signature": signature} | stopped


def bench_search(
    game: Game,
    algorithm: type[Search],
    values: Mapping[str, Value],
    iterations: int,
    seed: int = 1,
    position: State | None = None,
    positions: int = 1,
    tell: Tell = lambda done: None,
) -> BenchResult:
    """One search of a position, by default the game's bench position; `values` are as in a seat's
    text. With more `positions`, that many starts of the game (match seeds from 1) are searched one
    after the other in the same arrays, which a search before the first one has touched. `tell` gets
    how many iterations are done, with those of that search.
    """
    if not algorithm.searches:
        raise KnobError(f"{algorithm.title} does not search, so there is nothing to measure.")
    refusal = algorithm.supports(game)
    if refusal:
        raise KnobError(f"{algorithm.title} does not fit {game.title}: {refusal}")
    spec = make_seat(algorithm, game, values)
    starts = [game.bench_position() if position is None else position]
    if positions > 1:
        starts = [game.initial(match) for match in range(1, positions + 1)]
    _compile(algorithm(game, spec.params, spec.weights, seed), starts[0], seed)
    search = algorithm(game, spec.params, spec.weights, seed)
    before = iterations if positions > 1 else 0
    if before:
        _search_on(search, starts[0], before, seed, Measured(tell))
    measured = Measured(lambda done: tell(before + done))
    counts, signatures = Counter[str](), list[int]()
    stopped: BenchResult = {}
    for start in starts:
        stopped = stopped_in(partial(_search_on, search, start, iterations, seed, measured))
        last = search.snapshot()
        counts.update(iterations=last.iterations, turns=last.turns, nodes=last.nodes)
        signatures.append(signature(last, tuple(int(a) for a in search.choice())))
        if stopped:
            break
    about = about_search("search", game, spec, seed) | {"positions": len(signatures)}
    memory = last.memory_bytes * counts["nodes"] // last.nodes if last.nodes else 0
    counted = rates(counts["iterations"], counts["turns"], counts["nodes"], memory, measured.cpu_s)
    together = signatures[0] if positions == 1 else zlib.crc32(repr(signatures).encode())
    return about | counted | {"signature": together} | stopped


def _compile(search: Search, start: State, seed: int) -> None:
    """Compiles or loads what the search needs, which Ctrl-C ends at once."""
    search.start(*_view(search, start, seed))
    search.advance(2)


def _search_on(
    search: Search, start: State, iterations: int, seed: int, measured: Measured
) -> None:
    """Searches a position for the seat that moves there."""
    view = _view(search, start, seed)
    with undisturbed():  # else the position before it would be taken for this one
        search.start(*view)
    measured.work(iterations, FIRST, search.advance)


def _view(search: Search, start: State, seed: int) -> tuple[State, int]:
    """What the seat that moves sees of a position, and that seat."""
    game = search.game
    seat = max(0, game.owner[max(0, int(game.rules.to_move(start)))])
    return seen(game, start, seat, seed, 0), seat


def about_search(bench: str, game: Game, spec: SearchSeat, seed: int) -> BenchResult:
    """What was measured."""
    about = {"bench": bench, "game": game.spec, "algorithm": spec.name}
    return about | {"params": values_of(spec.params), "seed": seed}


def stopped_in(work: Callable[[], object]) -> BenchResult:
    """Works; `{"stopped": True}` if it was ended by Ctrl-C, else nothing."""
    try:
        work()
    except KeyboardInterrupt:
        return {"stopped": True}
    return {}


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
