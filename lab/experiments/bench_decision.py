"""What a decision costs in matches that nobody watches: CPU time in all, and that of its iterations
alone. The rest is views, kept trees, choices and turns.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping
from dataclasses import replace

from engines.game import Game
from engines.knobs import KnobError, Value
from lab.experiments.bench import BenchResult, stopped_in
from lab.experiments.portions import Tell
from lab.files.codec import values_of
from lab.match.budget import ITERATIONS, Budget
from lab.match.decide import Decision
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
    about = {
        "bench": "decision",
        "game": game.spec,
        "algorithm": algorithm.name,
        "params": values_of(spec.params),
        "seed": seed,
        "matches": len(spent),
        "decisions": len(decisions),
        "iterations": iterations,
        "cpu_us": 1e6 * cpu_s / made,
        "iterations_us": 1e6 * searched_s / made,
        "around_us": 1e6 * (cpu_s - searched_s) / made,
    }
    return about | stopped


def _searched(search: Search, decisions: Iterable[Decision]) -> float:
    """CPU seconds of the iterations of all these decisions, each made in one call."""
    spent = 0.0
    for decision in decisions:
        search.start(decision.view, decision.seat)
        began = time.process_time()
        search.advance(decision.iterations)
        spent += time.process_time() - began
    return spent
