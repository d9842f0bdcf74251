"""What a result is: won, drawn or lost by comparison alone, and what it pays beside that."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.game import Game
from lab.batch.games import (
    Clock,
    GameRecord,
    SeatRecord,
    decided,
    places_of,
    points_of,
    ranked,
    side_points,
    sides_of,
)
from lab.batch.scoring import seat_records
from lab.experiments import verdicts as looks
from lab.experiments.claims import verdicts as claims
from lab.experiments.crowds import Meeting, turned
from lab.experiments.importing.taking import OldGame, old_game
from lab.experiments.ledger import write_lines
from lab.experiments.robin import question as lines
from lab.experiments.robin.question import table_points
from lab.experiments.series import Series, played
from lab.experiments.stats import Z, interval, interval_of, payoff, result_of, score
from lab.experiments.sweep.question import played_of
from lab.experiments.tuner.answer import Belief, band, belief
from lab.experiments.verdicts import LEAD, leads
from lab.export.match_rows import FROM_FILE, Part
from lab.files.codec import decode_value
from lab.files.replay import load, save
from lab.match.play import MatchResult, play
from lab.match.seats import parse_game
from lab.rulebook import glossary
from lab.words import numerals
from lab.words.scored import score_words
from search.equilibrium import EXPLOITABILITY, exploitability
from search.measure import Kind, ValueKind, final_value

GAMES = (
    "tictactoe",
    "tron:players=4",
    "matrix",
    "matrix:matrix=biased_rps",
    "matrix:matrix=biased_rps,rounds=3",
    "goofspiel:cards=4,payoff=difference",
    "goofspiel:cards=3",
    "textbook",
    "marslander",
)
OUTCOMES = st.lists(
    st.sampled_from([-1.0, -0.5, -1e-9, 0.0, 1e-9, 0.25, 0.5, 1.0]), min_size=1, max_size=4
)


def word_of(outcome: Sequence[float], seat: int) -> str:
    """Recomputed plainly: first alone, first with somebody, or beaten."""
    better = [x for k, x in enumerate(outcome) if k != seat and x > outcome[seat]]
    equal = [x for k, x in enumerate(outcome) if k != seat and x == outcome[seat]]
    return "lost" if better else "drawn" if equal else "won"


@given(OUTCOMES)
def test_who_has_won_is_compared_and_not_measured(outcome: list[float]) -> None:
    points = side_points(outcome, range(len(outcome)))
    for seat in range(len(outcome)):
        found = {1: "won", 0: "drawn", -1: "lost"}[result_of(points, seat)]
        if len(outcome) > 1:
            assert found == word_of(outcome, seat)
            assert (places_of(outcome)[seat] == 1) == (found != "lost")
    doubled = [3 * x for x in outcome]
    if len(outcome) > 1:  # how much is paid changes nothing
        assert points == side_points(doubled, range(len(outcome)))
        assert decided(points) == points and sum(points) == pytest.approx(len(outcome) / 2)
        assert ranked(ranked(outcome)) == pytest.approx(ranked(outcome))


@pytest.mark.parametrize("spec", GAMES)
def test_every_way_counts_the_same_games_alike(spec: str) -> None:
    """`match`, sweep, table and the store's records of the same matches."""
    game = parse_game(spec)
    seats = game.seats
    matches = [(seed, turn) for seed in range(1, 7) for turn in range(seats)]
    results = [play(spec, ["random"] * seats, seed=seed * 10 + turn) for seed, turn in matches]
    sides = [sides_of(seats, seats, turn) for _, turn in matches]
    series = Series(
        results[0].setup.seats,
        tuple(played(*each) for each in zip(results, sides, strict=True)),
        game.worth(results[0].initial),
    )
    for side in range(seats):
        own = [order.index(side) for order in sides]
        counts = Counter(word_of(r.outcome, seat) for r, seat in zip(results, own, strict=True))
        told = series.score(side)
        expected = tuple(counts[word] for word in ("won", "drawn", "lost"))
        assert told.counts == (expected if seats > 1 else (None, None, None))
        assert (told.elo == (None, None, None)) or seats == 2
        paid = series.payoff(side)
        assert paid is not None and paid.ends[0] <= paid.low <= paid.mean <= paid.high
        outcomes = [r.outcome[seat] for r, seat in zip(results, own, strict=True)]
        assert paid.mean == pytest.approx(series.worth * sum(outcomes) / len(outcomes))
    for result, order in zip(results, sides, strict=True):
        record = _record(game, result, order)
        points = tuple(record.points(side) for side in range(seats))
        assert played(result, order).points == points
        assert played_of(record).points == points
        if seats <= 2:
            assert table_points(result.outcome, order) == points


def _record(game: Game, result: MatchResult, sides: Sequence[int]) -> GameRecord:
    clock: Clock = "iterations"
    return GameRecord(1, 0, seat_records(game, result, sides, clock))


def test_a_ledger_that_kept_shares_of_a_payoff_is_counted_again(tmp_path: Path) -> None:
    line = {"seed": 1, "sides": [1, 0], "points": [0.75, 0.25], "turns": 1, "reason": ""}
    line |= {"pair": ["greedy", "random"], "match": 0, "cpu_ms": [1, 1], "iterations": [1, 1]}
    head = lines.HEAD | {"game": "matrix", "budget": "1ms", "seed": 1}
    write_lines(tmp_path / "f", [head, line])
    assert [met.points for met in lines.read(tmp_path / "f").met.values()] == [(1.0, 0.0)]
    old = OldGame(1, 0, (0, 1), (0.25, 0.75), 1, "", {})
    assert old_game(old.record).points == (0.0, 1.0)
    seats = tuple(SeatRecord(k, k % 2, 0.0, x, 1) for k, x in enumerate((0.7, 0.3, 0.7, 0.3)))
    assert old_game(GameRecord(1, 0, seats)).points == (0.7, 0.3)  # places of more seats stay


def test_one_side_alone_has_neither_counts_nor_elo() -> None:
    alone, crowd = score([[0.2], [0.9]], 1), score([[1.0], [0.5]] * 4, 4, [1, -1] * 4)
    assert alone.counts == (None, None, None) and alone.elo == (None, None, None)
    assert alone.counted == "" and alone.elo_text == crowd.elo_text == ""
    assert crowd.counts == (4, 0, 4) and crowd.counted == ": 4 won, 0 drawn, 4 lost"


@settings(max_examples=60)
@given(
    st.lists(st.lists(st.floats(-1, 1), min_size=1, max_size=3), min_size=1, max_size=8),
    st.sampled_from([1.0, 6.0, 50.0]),
)
def test_a_mean_payoff_is_in_the_games_units_and_range(
    groups: list[list[float]], worth: float
) -> None:
    found = payoff(groups, worth)
    assert found is not None and found.ends == (-worth, worth)
    assert -worth <= found.low <= found.mean + 1e-9 and found.mean - 1e-9 <= found.high <= worth


def test_a_result_of_a_graded_game_says_its_payoff() -> None:
    game = parse_game("matrix:matrix=biased_rps")
    state = game.initial(1)
    value = final_value(game, state, 0.5)
    assert (value.number, value.low, value.high) == (25.0, -50.0, 50.0)
    assert value.proven == "win" and value.settled == ""
    assert value.mirrored().number == -25.0
    assert points_of([0.5, -0.5], (0, 1)) == (1.0, 0.0)


@given(OUTCOMES)
def test_a_result_is_written_as_it_counts(outcome: list[float]) -> None:
    words = [float(word) for word in score_words(outcome)]
    expected = points_of(outcome, range(len(outcome))) if len(outcome) > 1 else outcome
    assert words == pytest.approx(expected, abs=1e-5)


SHARES = st.lists(st.floats(0, 1), min_size=1, max_size=12)


@given(SHARES, st.sampled_from([1.0, Z, 3.0, 30.0]))
def test_no_interval_of_a_score_leaves_its_range(shares: list[float], z: float) -> None:
    """All that make intervals: of series, of looks, of meetings, of claims, of models."""
    mean = sum(shares) / len(shares)
    met = Meeting.of("a", "b", shares)
    back = turned(met)
    squares = sum(x * x for x in shares)
    ends = [
        interval(shares, z),
        interval_of(len(shares), sum(shares), squares, z),
        looks.bounds(shares),
        claims.bounds(shares, 400, 3),
        met.within(z),
        tuple(1 - x for x in reversed(back.within(z))),
    ]
    for low, high in ends:
        assert 0.0 <= low <= mean + 1e-9 and mean - 1e-9 <= high <= 1.0
    assert ends[-1] == pytest.approx(ends[-2])
    for half in (0.01, 0.4, 3.0):
        middle, low, high = (float(x) for x in band(np.array(3 * mean - 1), np.array(half)))
        assert 0.0 <= low <= middle <= high <= 1.0
        assert belief(3 * mean - 1, half) == Belief(middle, low, high)
    low, high = interval(shares)
    said = numerals.uncertain(mean, low, high)
    if said.startswith("±"):
        assert 100 * mean - float(said[1:]) >= 0 and 100 * mean + float(said[1:]) <= 100
        assert abs((mean - low) - (high - mean)) < 0.021
    else:
        ends_said = [float(x) for x in said.split("–")]
        assert ends_said == pytest.approx([100 * low, 100 * high], abs=0.5)


def test_nobody_leads_before_the_numbers_carry_it() -> None:
    assert not leads(None) and not leads(0.61) and not leads(LEAD - 1e-6) and leads(LEAD)
    assert LEAD == 0.95 and "95 %" in glossary_of("Leads")


def glossary_of(title: str) -> str:
    found = next(passage for passage in glossary().passages if passage.title == title)
    return str(found)


MIXED = "duct:rule=regret,final=sample"


@pytest.mark.usefixtures("uncompiled")
def test_a_mixture_and_its_exploitability_are_kept_and_told(tmp_path: Path) -> None:
    """What is played is drawn from the mixture: it is not the share of the visits."""
    seats = [MIXED, "duct"]
    result = play("matrix:matrix=biased_rps", seats, seed=2, budget="400it")
    save(tmp_path / "m", result)
    replay = load(tmp_path / "m")
    (turn,), (kept,) = result.turns, replay.turns
    for said, read in zip(turn.decisions, kept.decisions, strict=True):
        assert said is not None and read is not None
        for before, after in zip(said.snapshot.agents, read.snapshot.agents, strict=True):
            assert after.policy == pytest.approx(before.policy, abs=1e-5)
            assert (after.drawn, after.kind) == (before.drawn, Kind.PAYOFF)
            assert (after.low, after.high) == (-50.0, 50.0)
    mixed, plain = (d.snapshot for d in turn.decisions if d is not None)
    policies = [stats.policy for stats in mixed.agents]
    table = parse_game("matrix:matrix=biased_rps").payoffs  # type: ignore[attr-defined]
    told = mixed.scalars[EXPLOITABILITY]
    assert told == pytest.approx(exploitability(table, *policies), rel=1e-6)
    assert mixed.joint is not None and mixed.joint.unmeasured == ""
    unseen = int((plain.joint.visits == 0).sum()) if plain.joint is not None else 0
    assert plain.joint is not None and EXPLOITABILITY not in plain.scalars
    assert plain.joint.unmeasured.startswith(f"{unseen} of 9 cells")
    assert [a.drawn for d in kept.decisions if d for a in d.snapshot.agents] == [True] * 2 + [
        False
    ] * 2
    rows = list(FROM_FILE["actions"](replay, Part()))
    mixture = [row["mixed"] for row in rows[:3]]
    assert sum(mixture) == pytest.approx(1.0) and mixture != [row["share"] for row in rows[:3]]
    made = list(FROM_FILE["decisions"](replay, Part()))
    assert made[0]["exploitability"] == pytest.approx(told, rel=1e-3)
    assert made[1]["exploitability"] is None


def test_an_older_file_called_payoffs_scores_and_is_marked() -> None:
    line = {"number": 0.75, "kind": "score", "low": 0.0, "high": 1.0, "view": 0}
    assert decode_value(line, 2).kind is ValueKind.SCORE
    older = decode_value(line, 2, graded=True)
    assert older.kind is ValueKind.PART and older.mirrored().number == 0.25
