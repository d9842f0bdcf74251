"""Searches over sequences: they find the best there is, chunking leaves no trace, and each knob
does what it says.
"""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.game import PASS, Game
from engines.knobs import make
from engines.marslander import MarsLander
from engines.marslander.rules import LANDED
from lab.match.budget import Budget
from lab.match.decide import Player, think
from lab.match.lines import follow
from lab.match.seats import parse_game, parse_seat
from search import algorithms
from search.base import Search
from search.genetic import BARS, distribution
from search.measure import evaluation
from search.sequences import LONGEST
from search.sequences.trial import PLANNED, TRIED
from tests import clock

NAMES = ("genetic", "annealing", "shooting")


def started(name: str, game: Game, seed: int = 3, **values: object) -> Search:
    kind = algorithms()[name]
    search = kind(game, make(kind.Params, values), seed=seed)  # type: ignore[arg-type]
    state = game.bench_position()
    search.start(state, 0)
    return search


def everything(search: Search) -> list[object]:
    """All that a search knows."""
    room = search._room  # type: ignore[attr-defined]
    return [np.asarray(room[name]).tobytes() for name in room.dtype.names]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("game", ["csb", "connect_four"])  # at once, and in turn
def test_chunks_leave_no_trace(name: str, game: str) -> None:
    played = parse_game(game)
    whole, parts = started(name, played), started(name, played)
    whole.advance(900)
    for n in (1, 2, 37, 160, 256, 443, 1):  # what one trial forgets is not found again
        parts.advance(n)
    assert everything(whole) == everything(parts)
    assert whole.choice().tolist() == parts.choice().tolist()
    assert (
        whole.snapshot().series["Best fitness"].y.tolist()
        == parts.snapshot().series["Best fitness"].y.tolist()
    )


@pytest.mark.parametrize("name", NAMES)
def test_the_shown_line_is_worth_the_best_fitness(name: str) -> None:
    """Played out against the plans that it assumed, the principal variation gives the fitness it
    promises.
    """
    game = parse_game("csb")
    search = started(name, game, opponent="rest", depth=5)
    search.advance(1500)
    snapshot = search.snapshot()
    line = search._line()  # type: ignore[attr-defined]
    state = search._root[0].copy()  # type: ignore[attr-defined]
    for joint in line:
        game.rules.step(state, joint, None, None)
    out = np.zeros(game.agents)
    game.rules.value(state, game.weights(), out)
    assert np.mean(out[[0, 1]]) == pytest.approx(snapshot.scalars["best fitness"], abs=1e-9)
    assert [stats.agent for stats in snapshot.agents] == [0, 1, 2, 3]
    for stats in snapshot.agents:
        assert stats.pv.tolist() == line[:, stats.agent].tolist()
        assert stats.actions[stats.best] == line[0, stats.agent]
        assert stats.visits.any() == (stats.agent < 2), "nothing is counted for the others"
    assert snapshot.value == evaluation(game, snapshot.scalars["best fitness"])
    assert follow(game, search._root[0], snapshot.agents).joints == tuple(map(tuple, line.tolist()))  # type: ignore[attr-defined]


def test_value_and_statistics_are_the_own_seats() -> None:
    """A search counts for its own pods and shows what it takes the others to do."""
    game, numbers = parse_game("csb"), []
    for seat in range(2):
        search = started("genetic", game, opponent="rest")
        search.start(game.bench_position(), seat)
        assert search.snapshot().value is None
        search.advance(400)
        snapshot = search.snapshot()
        own = [stats for stats in snapshot.agents if stats.visits.any()]
        assert [stats.agent for stats in own] == list(game.agents_of(seat))
        assert sorted(stats.agent for stats in snapshot.agents) == [0, 1, 2, 3]
        best = float(np.nanmax(own[0].highest))
        assert snapshot.value == evaluation(game, best) and own[0].high == best
        for stats in own:
            assert stats.counted == "sequence" and not stats.sampled and np.isnan(stats.error).all()
            assert stats.capacity == 0 and not stats.depth.size
        numbers.append(best)
    assert numbers[0] != numbers[1]


@pytest.mark.parametrize("name", ["genetic", "annealing"])
def test_learning_beats_drawing(name: str) -> None:
    """With as many trials, over ten seeds, its best sequence is better than that of random shooting
    on average.
    """
    game = parse_game("csb")
    best = {}
    for each in (name, "shooting"):
        found = []
        for seed in range(10):
            search = started(each, game, seed, opponent="rest", depth=10)
            search.advance(2000)
            found.append(search.snapshot().scalars["best fitness"])
        best[each] = float(np.mean(found))
    assert best[name] > best["shooting"]


@pytest.mark.parametrize("name", NAMES)
def test_more_trials_are_never_worse(name: str) -> None:
    search = started(name, parse_game("csb"), opponent="scripted")
    seen = []
    for _ in range(8):
        search.advance(200)
        seen.append(search.snapshot().scalars["best fitness"])
    assert seen == sorted(seen)


@pytest.mark.parametrize("name", NAMES)
def test_a_warm_start_is_the_last_sequence_one_turn_on(name: str) -> None:
    game = parse_game("marslander:map=easy")
    search = started(name, game, depth=20)
    search.advance(600)
    before = search.scratch.best.copy()  # type: ignore[attr-defined]
    state = game.bench_position()
    game.rules.step(state, search.choice(), None, None)
    search.start(state, 0)
    search.advance(1)
    tried = search.scratch.trial  # type: ignore[attr-defined]
    assert tried[0, : LONGEST - 1].tolist() == before[0, 1:].tolist()


@pytest.mark.parametrize("name", NAMES)
def test_others_plan_first(name: str) -> None:
    """Trials of the others' plans come first and are not counted in the own statistics."""
    game = parse_game("csb")
    search = started(name, game, opponent="search", opponent_trials=100)
    search.advance(90)
    assert not search.snapshot().agents and all(a != PASS for a in search.choice())
    search.advance(60)
    counted = {a.agent: int(a.visits.sum()) for a in search.snapshot().agents}
    assert counted == {0: 50, 1: 50, 2: 0, 3: 0}


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("budget", ["120it", "20ms"])
def test_others_plans_leave_time_for_the_own(
    name: str, budget: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock.given(monkeypatch)
    game = parse_game("connect_four")
    player = Player(game, 0, parse_seat(f"{name}:opponent_trials=20000", game), seed=2)
    player.begin(game.initial(1), 0)
    think(player, Budget.parse(budget))
    search = player.search
    assert player.decide().iterations == search.snapshot().iterations
    assert 0 < search.snapshot().scalars["others' trials"] < 0.6 * search.snapshot().iterations
    assert {int(m) for m in search.scratch.mode} == {TRIED, PLANNED}  # type: ignore[attr-defined]


def test_temperature_falls_and_acceptance_with_it() -> None:
    search = started("annealing", parse_game("csb"), cooling=1000, opponent="rest")
    search.advance(100)
    hot = search.snapshot().scalars["temperature"]
    search.advance(890)
    assert search.snapshot().scalars["temperature"] < 0.2 * hot


def test_elite_lives_on() -> None:
    search = started("genetic", parse_game("csb"), opponent="rest", elite=1, population=20)
    search.advance(20 * 10)
    s = search.scratch  # type: ignore[attr-defined]
    assert s.breeds[0] == 10 and s.population[0].tolist() == s.best.tolist()


def test_the_lander_lands() -> None:
    """On the easiest ground, evolving a little each second, it lands safely."""
    game = MarsLander.configure(map="example")
    kind = algorithms()["genetic"]
    search = kind(game, make(kind.Params, {"depth": 40, "population": 40}), seed=5)
    state = game.initial(0)
    while not game.rules.is_over(state):
        search.start(state, 0)
        search.advance(600)
        game.rules.step(state, search.choice(), None, None)
    assert state.status == LANDED


VALUES = st.floats(-1e12, 1e12)


@given(values=st.lists(VALUES, max_size=60), base=VALUES, steps=st.lists(st.integers(0, 60)))
def test_a_distribution_counts_every_value(
    values: list[float], base: float, steps: list[int]
) -> None:
    """Also where they differ by some last bits only, which no twenty ranges can hold apart."""
    close = [base + step * float(np.spacing(abs(base))) for step in steps]
    for given_ in (values, close):
        middles, heights = distribution(np.array(given_))
        assert heights.sum() == len(given_) and middles.size == heights.size == BARS
        assert (np.diff(middles) > 0).all()
        without = distribution(np.array([np.nan, *given_]))
        assert (without[0] == middles).all() and (without[1] == heights).all()
