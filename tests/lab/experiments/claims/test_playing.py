"""Playing experiments: which games are asked for, when rows stop, and what is read from them."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

import numpy as np
import pytest

from lab.batch.games import GameRecord, GroupJob, LineUp, SeatRecord
from lab.experiments.claims.file import read
from lab.experiments.claims.question import ClaimQuestion
from lab.experiments.claims.result import ExperimentResult, lineup_of, parts, read_cell, together
from lab.experiments.claims.rows import ExperimentTable
from lab.experiments.claims.verdicts import ClaimAnswer, RowFinding, bounds, looks, quantile
from lab.experiments.claims.view import played_budget
from lab.experiments.keeping import RunStep
from lab.experiments.running import LAG, Run
from lab.experiments.stats import Z
from lab.store.kept import EarlierRun
from tests.lab.experiments.fake_hands import MemoryStore, Shuffled

TEXT = """
[experiment]
question = "Who is stronger?"
kind = "test"
game = "tictactoe"
seat = "uct"
budget = ["20it", "40it"]
rivals = ["random", "uct:c=0.5", "flat_mc"]
groups = 80
seed = 7

[claim."random"]
below = 0.5
at = "20it"
"""


class GroupStore(MemoryStore):
    """A store in memory that gives whole groups."""

    def groups(
        self, lineup: LineUp, seeds: Iterable[int] | None = None, experiment: str = ""
    ) -> Mapping[int, Sequence[GameRecord]]:
        """The games of each seed that was played in every seating."""
        found: dict[int, dict[int, GameRecord]] = {}
        for game in self.games(lineup):
            found.setdefault(game.seed, {})[game.seating] = game
        wanted = None if seeds is None else set(seeds)
        return {
            seed: list(group.values())
            for seed, group in found.items()
            if len(group) == lineup.seatings and (wanted is None or seed in wanted)
        }

    def failures(self, lineup: LineUp, experiment: str = "") -> Sequence[GameRecord]:
        """The games that were not finished."""
        return [game for game in self.kept.get(lineup, []) if game.error]

    def other_versions(self, lineup: LineUp) -> Sequence[EarlierRun]:
        """Nothing."""
        return ()


def table(text: str = TEXT) -> ExperimentTable:
    return ExperimentTable(read("small", text))


def game(
    seed: int, seating: int, first: float, turns: int = 9, iterations: tuple[int, int] = (100, 200)
) -> GameRecord:
    """A game of two sides in which side 0 scores `first`; `iterations` are those of the sides."""
    seats = tuple(
        SeatRecord(
            seat,
            side := (seat + seating) % 2,
            0.0,
            first if side == 0 else 1 - first,
            1,
            decisions=5 - seat,
            iterations=iterations[side],
        )
        for seat in range(2)
    )
    return GameRecord(seed, seating, seats, turns=turns, reason="three in a row")


def pair(seed: int, points: tuple[float, float], turns: int = 9) -> tuple[GameRecord, ...]:
    return tuple(game(seed, k, x, turns + k) for k, x in enumerate(points))


class Killed(Exception):
    """The process ends here."""


def played(size: int, seed: int, store: GroupStore, until: int = 10**9) -> ClaimQuestion:
    """The experiment played by so many processes, and killed after so many steps."""
    hands, question, steps = Shuffled(size, seed), ClaimQuestion(table()), 0

    def on_step(step: RunStep) -> None:
        nonlocal steps
        steps += 1
        if steps > until:
            raise Killed
        hands.step()

    with contextlib.suppress(Killed):
        Run("small", question, store, hands, on_step).play()
    return question


def counts(store: GroupStore) -> list[int]:
    return [len(store.groups(part.lineup)) for part in parts(table())]


def test_rows_stop_when_they_are_settled_whoever_plays() -> None:
    store = GroupStore()
    question = played(1, 1, store)
    assert question.ended
    asked = counts(store)
    result = ExperimentResult(table(), store)
    for cell, groups in zip(result.cells, asked, strict=True):
        assert cell.settled or groups == 80
        assert cell.evidence.count == groups and cell.evidence.games == 2 * groups
    assert min(asked) < 80 and len(set(asked)) > 1
    assert question.total >= 2 * sum(asked)
    killed = GroupStore()
    played(3, 5, killed, until=60)
    assert 0 < sum(counts(killed)) < sum(asked)
    played(2, 9, killed)
    again = ExperimentResult(table(), killed)
    assert [c.words for c in again.cells] == [c.words for c in result.cells]


def test_the_smallest_budget_is_played_first_and_alone_if_wanted() -> None:
    store = GroupStore()
    played(1, 1, store, until=20)
    asked = counts(store)
    assert sum(asked[:3]) and not sum(asked[3:])
    assert max(asked[:3]) - min(asked[:3]) <= 1  # rows take turns
    quick, hands = GroupStore(), Shuffled(1, 1)
    question = ClaimQuestion(table(), 2, parts(table())[:3])
    Run("small", question, quick, hands, lambda step: hands.step()).play()
    assert counts(quick) == [2, 2, 2, 0, 0, 0] and question.ended
    assert {x.seed for games in quick.kept.values() for x in games} == {7, 8}
    result = ExperimentResult(table(), quick)
    assert [cell.words for cell in result.at(table().budgets[0])] == ["not settled"] * 3
    assert result.sentence == "The claim is open."


# half of the points in the first 20 groups, none in those after
FALLING = {seed: pair(seed, (1.0, 0.0) if seed < 27 else (0.0, 0.0), seed) for seed in range(7, 87)}


def first(groups: int) -> dict[int, tuple[GameRecord, ...]]:
    return {seed: FALLING[seed] for seed in range(7, 7 + groups)}


def test_between_two_looks_the_verdict_is_that_of_the_last_one() -> None:
    """Whoever looked after every group would see 39 of them settle it."""
    found = table()
    row = parts(found)[0]
    for groups, looked, next_look in ((9, 0, 10), (10, 10, 20), (20, 20, 40), (39, 20, 40)):
        cell = read_cell(found, row, first(groups), 1)
        assert (cell.looked, cell.next_look) == (looked, next_look)
        assert cell.words == "not settled" and not cell.settled
        assert cell.verdict == f"not settled, next look at {next_look}"
        assert cell.evidence.count == groups
    assert cell.evidence.high < 0.5  # what all groups say
    assert [a for _, a in cell.answers] == [ClaimAnswer.OPEN]
    cell = read_cell(found, row, first(40), 1)
    assert (cell.words, cell.verdict, cell.next_look) == ("weaker", "weaker", 0)
    assert [a for _, a in cell.answers] == [ClaimAnswer.HOLDS]
    assert read_cell(found, row, first(79), 1).looked == 40


def test_a_gap_waits_and_a_failed_group_does_not() -> None:
    """Groups end in any order; the look is at the first ones that were asked for."""
    found, store = table(), GroupStore()
    row = parts(found)[0]
    some = first(45)
    del some[16]
    assert read_cell(found, row, some, 1).looked == 0
    store.kept[row.lineup] = [game for group in some.values() for game in group]
    assert ExperimentResult(found, store).cells[0].looked == 0
    store.kept[row.lineup] += [GameRecord(16, k, error="its process died") for k in (0, 1)]
    cell = ExperimentResult(found, store).cells[0]
    assert (cell.looked, cell.words) == (40, "weaker") and cell.evidence.count == 44


class Falling(Shuffled):
    """Games whose side 0 loses all, but for the first twenty groups."""

    def _play(self, job: GroupJob, seating: int) -> GameRecord:
        return FALLING[job.seed][seating]


def test_playing_stops_at_looks_and_what_is_shown_says_the_same() -> None:
    store, hands = GroupStore(), Falling(1, 1)
    question = ClaimQuestion(table(), wanted=parts(table())[:1])
    Run("small", question, store, hands, lambda step: hands.step()).play()
    cell = ExperimentResult(table(), store).cells[0]
    assert question.ended and cell.settled and cell.looked == 40
    assert 40 <= cell.evidence.count <= 40 + LAG


class Turning(Shuffled):
    """Side 0 loses twenty groups, wins twenty, and then half of the games."""

    def _play(self, job: GroupJob, seating: int) -> GameRecord:
        points = (0.0, 0.0) if job.seed < 27 else (1.0, 1.0) if job.seed < 47 else (1.0, 0.0)
        return pair(job.seed, points, job.seed)[seating]


def test_a_row_that_games_played_ahead_open_again_goes_on() -> None:
    """Its run ended at the look that settled it; the next run does not leave it open for ever."""
    store = GroupStore()
    for looked in (40, 80):
        hands = Turning(8, 1)
        question = ClaimQuestion(table(), wanted=parts(table())[:1])
        Run("small", question, store, hands, lambda step, hands=hands: hands.step()).play()
        cell = ExperimentResult(table(), store).cells[0]
        assert question.ended and cell.looked == looked and not cell.settled
    assert cell.evidence.count == 80


class Twins(Shuffled):
    """Both players always do the same: seat 0 wins after a number of turns that the seed says."""

    def _play(self, job: GroupJob, seating: int) -> GameRecord:
        seed = job.seed
        return game(seed, seating, float(seating == 0), 5 + seed % 4, (50, 50))


def test_players_that_never_differ_are_stopped_at_once() -> None:
    store, hands = GroupStore(), Twins(1, 1)
    question = ClaimQuestion(table())
    Run("small", question, store, hands, lambda step: hands.step()).play()
    asked = counts(store)
    assert max(asked) <= 3 + LAG and sum(asked) < 6 * 20
    result = ExperimentResult(table(), store)
    assert {cell.finding for cell in result.cells} == {RowFinding.ALIKE}
    assert result.answers[0][2] is ClaimAnswer.FAILS


def test_games_that_repeat_are_one_group_and_say_so() -> None:
    found = table()
    first = parts(found)[0]
    again = {seed: pair(seed, (1.0, 1.0)) for seed in range(7, 47)}
    assert read_cell(found, first, again, 1).evidence.count == 40  # they may only look alike
    taped = {s: tuple(replace(x, tape="AAAA") for x in group) for s, group in again.items()}
    cell = read_cell(found, first, taped, 1)
    assert cell.evidence.count == 1 and cell.finding is RowFinding.OPEN
    assert cell.note.startswith("Both play without chance")


def test_a_cell_reads_side_0_and_the_seeds_of_the_file_only() -> None:
    found = table()
    first = parts(found)[0]
    groups = {seed: pair(seed, (0.0, 0.5), seed) for seed in range(7, 47)}
    other = {seed: pair(seed, (1.0, 1.0), seed) for seed in (6, 87)}
    cell = read_cell(found, first, groups | other, 1)
    assert cell.evidence.mean == 0.25 and cell.evidence.count == 40
    assert cell.effort == pytest.approx((100 / 4.5, 200 / 4.5))
    assert [a for _, a in cell.answers] == [ClaimAnswer.HOLDS]
    assert cell.words == "weaker"


def test_line_ups_have_the_rows_player_first() -> None:
    found = table()
    twice = lineup_of(found, found.rows[1], found.budgets[1])
    assert [side.text for side in twice.sides] == ["uct:c=0.5,budget=40it", "uct:budget=40it"]
    assert twice.condition.clock == "it" and not twice.condition.start


def test_rows_that_were_played_hold_together() -> None:
    """A row alone is surer than among others, and rows that nobody has played do not count."""
    found, store = table(), GroupStore()
    first, second, *_ = parts(found)
    few = [x for seed in range(7, 47) for x in pair(seed, (0.0, 1.0), seed)]
    store.kept[first.lineup] = few
    alone = ExperimentResult(found, store).cells[0].evidence
    assert together(found, store) == {found.budgets[0]: 1}
    assert together(found, store, [second]) == {found.budgets[0]: 2}
    store.kept[second.lineup] = few
    both = ExperimentResult(found, store).cells[0].evidence
    assert both.low < alone.low < 0.5 < alone.high < both.high
    later = ExperimentResult(found, store).cells[3].evidence
    assert later.mean is None


def test_looks_double_up_to_the_end() -> None:
    assert looks(400) == (12, 25, 50, 100, 200, 400)
    assert looks(12) == (12,)
    assert quantile(12, 12, 1) == pytest.approx(2.2414, abs=1e-4)  # 2.5 % in both tails together
    assert quantile(400, 400, 1) == quantile(12, 12, 1)
    assert quantile(399, 400, 1) == quantile(200, 400, 1) > quantile(400, 400, 1)
    assert quantile(1, 400, 1) == quantile(12, 400, 1)
    assert quantile(400, 400, 4) > quantile(400, 400, 1) > Z


def test_equal_players_seldom_look_different_at_any_look() -> None:
    """Four rows of equals, each stopped at the first look at which it seems settled: in at most
    5 % of the tables one does. 2 standard errors of 600 tables are 1.8 points.
    """
    draws = np.random.default_rng(3)
    wrong = 0
    for _ in range(600):
        values = draws.choice([0.0, 0.25, 0.5, 0.75, 1.0], (4, 160), p=[0.2, 0.15, 0.3, 0.15, 0.2])
        wrong += any(
            not low <= 0.5 <= high
            for row in values
            for low, high in (bounds(row[:n].tolist(), 160, 4) for n in looks(160))
        )
    assert wrong <= 0.068 * 600


def test_the_budget_that_is_shown_first_is_one_with_a_claim() -> None:
    """The claim is at 20 iterations; 40, the larger one, was played too."""
    found, store = table(), GroupStore()
    wanted = list(parts(found))
    for part in wanted:
        for seed in range(7, 17):
            store.add_later("small", 0, part.lineup, [game(seed, k, 1.0) for k in (0, 1)])
    claimed = played_budget(ExperimentResult(found, store))
    assert claimed is not None and claimed.text == "20it"
    free = table(TEXT.partition("[claim")[0])
    largest = played_budget(ExperimentResult(free, store))
    assert largest is not None and largest.text == "40it"
