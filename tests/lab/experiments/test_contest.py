"""A against B from one position: where it begins, when it stops, and what it may say."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from engines import games
from engines.knobs import KnobError
from engines.records import packed
from lab.compare.contest import contest
from lab.experiments.playing import play_here
from lab.experiments.stats import score
from lab.experiments.sweep import SweepPlan, sweep
from lab.experiments.sweep.question import Allocator, SweepQuestion
from lab.experiments.sweep.result import Results, SweepResult
from lab.experiments.verdicts import LOOKS, is_settled, looks, series_words
from lab.files.codec import checksum
from lab.files.replay import ReplayWriter
from lab.files.replay_position import keep_position, positions_in
from lab.match.openings import Openings
from lab.match.play import play
from lab.match.records import Setup
from lab.match.seats import parse_seat

GAME = games()["tictactoe"]()
EQUALS = 400  # series of equal players


@pytest.fixture
def start(tmp_path: Path) -> Path:
    """X in a corner, O at an edge; X is to move."""
    played = play("tictactoe", ["random", "random"], seed=3)
    return keep_position(tmp_path, played.setup, played.turns[1].state)


def plan(start: Path, first: str = "uct:budget=60it", second: str = "random") -> SweepPlan:
    return contest(GAME, parse_seat(first, GAME), parse_seat(second, GAME), start, 40)


def test_a_plan_is_the_same_from_its_line_and_its_command(start: Path) -> None:
    made = plan(start)
    assert (made.matches, made.rule, made.vary, made.start) == (40, "settle", (), str(start))
    assert SweepPlan.read(made.line) == made
    assert f"--plan settle --from {start}" in made.command()


def test_every_match_begins_in_the_position_with_sides_swapped(start: Path) -> None:
    grid = plan(start).grid
    state = positions_in(start, None, GAME)[-1]
    starts = [grid.start(number) for number in range(4)]
    assert all(each is not None and checksum(each) == checksum(state) for each in starts)
    question = SweepQuestion(replace(plan(start), matches=2))
    play_here(question, "sweep", "", processes=1)
    first, second = (question.results.played[0, number] for number in (0, 1))
    assert (first.sides, second.sides) == ((0, 1), (1, 0))
    assert first.seed == second.seed and max(first.turns, second.turns) <= 7


def test_shaken_starts_are_near_and_the_same_in_every_seating(tmp_path: Path) -> None:
    game = games()["csb"]()
    pair = parse_seat("random", game), parse_seat("greedy", game)
    state = game.bench_position()
    setup = Setup("csb", game.options, pair, 1)
    file = keep_position(tmp_path, setup, state)
    made = contest(game, *pair, file, 40, shake=3)
    assert SweepPlan.read(made.line) == made and "--shake 3" in made.command()
    starts = [made.grid.start(number) for number in range(8)]
    marks = [checksum(each) for each in starts if each is not None]
    assert marks[0::2] == marks[1::2], "one start for both seatings"
    assert len(set(marks)) == 3 and marks[6:] == marks[:2] and checksum(state) not in marks
    assert all(game.check(each) == "" for each in starts if each is not None)
    assert all(np.abs(each.x - state.x).max() <= 301 for each in starts if each is not None)


def test_what_cannot_be_shaken_says_so(start: Path) -> None:
    pair = parse_seat("uct:budget=60it", GAME), parse_seat("random", GAME)
    with pytest.raises(KnobError, match="Positions of Tic-tac-toe cannot be shaken"):
        _ = contest(GAME, *pair, start, 40, shake=3).grid
    with pytest.raises(KnobError, match="--shake draws positions near that of --from"):
        _ = SweepPlan("csb", "greedy", (), ("random",), rule="settle", shake=3).grid


def test_a_position_of_another_game_or_turn_is_refused(start: Path) -> None:
    with pytest.raises(KnobError, match="is a match of tictactoe, not of uttt"):
        positions_in(start, None, games()["uttt"]())
    with pytest.raises(KnobError, match="ends after 0 moves; there is no move 3"):
        positions_in(start, 3, GAME)
    with pytest.raises(KnobError, match="cannot be read"):
        positions_in(start.parent / "nothing.jsonl", None, GAME)


def test_the_same_players_settle_nothing(start: Path) -> None:
    with pytest.raises(KnobError, match="Both players are the same"):
        _ = plan(start, "uct", "uct").grid
    with pytest.raises(KnobError, match="nothing is varied"):
        _ = SweepPlan("tictactoe", "uct", ("c=1|2",), ("random",), 40, rule="settle").grid


def test_equals_are_told_apart_in_no_more_than_a_twentieth_of_series() -> None:
    """Looked at four times: a plain interval would err in about an eighth of them."""
    rng, wrong = np.random.default_rng(5), 0
    for _ in range(EQUALS):
        results = rng.choice([0.0, 0.5, 1.0], 100, p=[0.25, 0.5, 0.25])
        wrong += any(
            is_settled(n, float(results[:n].sum()), float((results[:n] ** 2).sum()))
            for n in looks(100)
        )
    assert wrong <= 0.05 * EQUALS + 3 * (EQUALS * 0.05 * 0.95) ** 0.5
    assert len(looks(100)) == LOOKS and looks(8) == (6, 8)


@pytest.mark.parametrize(("mean", "groups"), [(1.0, 10), (0.0, 10), (0.5, 20)])
def test_it_stops_at_the_first_look_that_settles_it(start: Path, mean: float, groups: int) -> None:
    allocator = Allocator(plan(start).grid)
    done: list[tuple[int, int]] = []
    while not allocator.ended:
        group = allocator.next(lambda group: mean if group in done else None)
        if group is not None:
            done.append(group)
        elif not allocator.ended:
            raise AssertionError("it waits for results that are there")
    assert len(done) == groups or (mean != 0.5 and 5 < len(done) <= groups)


def test_a_look_waits_for_every_result(start: Path) -> None:
    allocator = Allocator(plan(start).grid)
    asked = [allocator.next(lambda group: None) for _ in range(15)]
    first = asked.index(None)
    assert first in looks(20) and not any(asked[first:]) and not allocator.ended


def test_the_verdict_names_the_better_side_whichever_it_is() -> None:
    better = [1.0, 0.5, 1.0, 1.0, 1.0, 0.5] * 2
    worse = [1 - x for x in better]
    for means, name in ((better, "A"), (worse, "B")):
        said, facts = series_words(means, score([[m, m] for m in means]), "A", "B")
        assert said == f"{name} is stronger."
        assert facts.startswith(f"A scores {100 * sum(means) / 12:.0f} % (")
    assert series_words(better[:3], score([[1.0, 1.0]] * 3), "A", "B")[0].startswith("Too few")
    assert series_words([], score([]), "A", "B")[0] == "No match is finished yet."


def test_one_match_played_again_and_again_proves_nothing(start: Path, tmp_path: Path) -> None:
    made = plan(start, "minimax:budget=20it", "alphabeta:budget=500it")
    result = sweep(made, processes=1)
    words, facts = result.series("A", "B")
    assert result.alike and words == "All matches went alike." and "no interval holds" in facts


def test_a_contest_is_played_and_said(start: Path, tmp_path: Path) -> None:
    made = plan(start)
    result = sweep(made, processes=1)
    assert result.points[0].score.mean is not None and result.points[0].score.mean > 0.6
    assert result.verdict[0] == "uct:budget=60it is stronger."
    assert 12 <= result.matches <= 40 and not result.alike
    again = SweepResult(made.grid, Results(made))
    assert again.verdict[0] == "No match is finished yet."


def test_a_kept_position_is_a_replay_without_turns(tmp_path: Path) -> None:
    state = GAME.initial(1)
    setup = Setup("tictactoe", GAME.options, (parse_seat("uct", GAME),) * 2, 9)
    path = keep_position(tmp_path / "new", setup, state)
    assert keep_position(tmp_path / "new", setup, state) == path
    assert list(map(checksum, positions_in(path, 0, GAME))) == [checksum(state)]


def test_a_branch_of_a_replay_has_positions_of_its_own(tmp_path: Path) -> None:
    """The main line is the one written last; branch A is what was taken back."""
    played = play("tictactoe", ["random", "random"], seed=3)
    other = play("tictactoe", ["random", "random"], seed=8)
    path = tmp_path / "match.jsonl"
    with ReplayWriter(path, played.setup, played.initial) as writer:
        for turn in played.turns[:3]:
            writer.turn(turn)
        writer.back_to(0)
        for turn in other.turns[:2]:
            writer.turn(turn)
    main, branch = positions_in(path, 1, GAME), positions_in(path, 3, GAME, "a")
    assert checksum(main[-1]) == checksum(other.turns[0].state)
    assert checksum(branch[-1]) == checksum(played.turns[2].state) and len(branch) == 4
    with pytest.raises(KnobError, match="There is no branch Z"):
        positions_in(path, None, GAME, "Z")


def test_a_sweep_begins_after_the_random_plies_of_each_seed() -> None:
    made = SweepPlan("tictactoe", "uct", ("c=0.5:1:2",), ("random",), 8, start="random:2", seed=5)
    starts = [made.grid.start(match) for match in range(4)]
    wanted = [Openings(2, 2).position(made.grid.game, seed) for seed in (5, 5, 6, 6)]
    assert [packed(s) for s in starts if s is not None] == [packed(each) for each in wanted]
    assert SweepPlan.read(made.line) == made
    with pytest.raises(KnobError, match="name no other"):
        assert replace(made, shake=3).grid
