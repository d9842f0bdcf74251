"""What a decision costs in matches that nobody watches: CPU time in all, and that of its iterations
alone (the rest is views, kept trees, choices and turns); and how a search's speed changes while its
tree grows: iterations a CPU second up to 1,000 nodes, 10,000, and so on.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from engines.game import Game
from engines.knobs import KnobError, Value
from lab.experiments.bench import FIRST, BenchResult, about_search, signature, stopped_in
from lab.experiments.estimate import Measured, Tell
from lab.match.budget import ITERATIONS, Budget
from lab.match.decide import Decision, seen
from lab.match.play import play_setup
from lab.match.seats import make_seat, make_setup
from search.base import Search


def bench_decision(
    game: Game,
    algorithm: type[Search],
    values: Mapping[str, Value],
    iterations: int,
    matches: int,
    seed: int = 1,
    tell: Tell = lambda done: None,
) -> BenchResult:
    """Matches of the search against itself from `seed` on, in microseconds of CPU time a decision;
    its iterations are measured once more from the same positions, with an empty tree. `tell` gets
    the matches that are played. KnobError if it does not search, or not in this game.
    """
    refusal = algorithm.supports(game)
    if not algorithm.searches or refusal:
        raise KnobError(f"{algorithm.title} cannot be measured here. {refusal or ''}".rstrip())
    spec = make_seat(algorithm, game, values, Budget(ITERATIONS, iterations))
    setup = make_setup(game, [spec] * game.seats, seed)
    play_setup(setup, log_events=False, game=game, watched=False)  # compiles or loads
    decisions, spent = list[Decision](), list[float]()

    def play_all() -> None:
        for number in range(matches):
            began = time.process_time()
            each = replace(setup, seed=seed + number)
            result = play_setup(each, log_events=False, game=game, watched=False)
            spent.append(time.process_time() - began)
            decisions.extend(d for turn in result.turns for d in turn.decisions if d is not None)
            tell(len(spent))

    stopped, cpu_s = stopped_in(play_all), sum(spent)
    search = algorithm(game, spec.params, spec.weights, seed)
    searched_s = _searched(search, decisions)
    made = max(1, len(decisions))
    found = {
        "matches": len(spent),
        "decisions": len(decisions),
        "iterations": iterations,
        "cpu_us": 1e6 * cpu_s / made,
        "iterations_us": 1e6 * searched_s / made,
        "around_us": 1e6 * (cpu_s - searched_s) / made,
    }
    return about_search("decision", game, spec, seed) | found | stopped


def _searched(search: Search, decisions: Iterable[Decision]) -> float:
    """CPU seconds of the iterations of all these decisions, each made in one call."""
    spent = 0.0
    for decision in decisions:
        search.start(decision.view, decision.seat)
        began = time.process_time()
        search.advance(decision.iterations)
        spent += time.process_time() - began
    return spent


FIRST_MARK = 1000  # nodes
PARTS = 50  # in which the way to the next mark is gone
STALE = 20  # iterations for each node after which a tree does not grow any more


def bench_growth(
    game: Game,
    algorithm: type[Search],
    values: Mapping[str, Value],
    most: int,
    seed: int = 1,
    tell: Tell = lambda done: None,
) -> BenchResult:
    """Searches the game's bench position until the tree has `most` nodes, twice in the same arrays:
    the first time touches the memory, the second is measured; `tell` gets the nodes of both
    together. KnobError if its tree ends earlier.
    """
    spec = make_seat(algorithm, game, dict(values) | {"memory": most + most // 4})
    search, state = algorithm(game, spec.params, spec.weights, seed), game.bench_position()
    seat = max(0, game.owner[max(0, int(game.rules.to_move(state)))])
    view = seen(game, state, seat, seed, 0)
    search.start(view, seat)
    counts = list(_counted(search, most, tell))
    search.start(view, seat)
    rows: list[dict[str, Any]] = []
    measured = Measured(lambda done: tell(most + most * done // counts[-1]))
    stopped = stopped_in(lambda: rows.extend(_measured(search, counts, measured)))
    last = search.snapshot()
    known = signature(last, tuple(int(a) for a in search.choice()))
    about = about_search("growth", game, spec, seed) | {"growth": rows, "signature": known}
    return about | stopped


def _counted(search: Search, most: int, tell: Tell) -> Iterator[int]:
    """After how many iterations the tree has 1,000 nodes, 10,000, and so on."""
    mark, last = FIRST_MARK, search.snapshot()
    while mark <= most:
        left = (mark - last.nodes) * max(1, last.iterations) // max(1, last.nodes)
        search.advance(max(1, left // PARTS))
        before, last = last, search.snapshot()
        ended = last.iterations == before.iterations or last.full
        if ended or last.iterations > STALE * (FIRST_MARK + last.nodes):
            raise KnobError(f"The tree has {last.nodes:,} nodes and does not grow to {mark:,}.")
        tell(min(most, last.nodes))
        while mark <= min(most, last.nodes):
            yield last.iterations
            mark *= 10


def _measured(
    search: Search, counts: Iterable[int], measured: Measured
) -> Iterator[dict[str, Any]]:
    """A row for each number of iterations: nodes, and iterations a CPU second since the start."""
    for count in counts:
        measured.work(count - measured.done, FIRST, search.advance)
        nodes = search.snapshot().nodes
        rate = count / measured.cpu_s if measured.cpu_s > 0 else None
        yield {"nodes": nodes, "iterations": count, "iterations_per_s": rate}
