"""Bots whose games repeat: what they say is counted once, and no more of them are asked for."""

from __future__ import annotations

import base64
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest

from lab.batch.games import GameRecord, GroupJob
from lab.experiments.arena.pool import Arena, add_bot, arena_named, new_arena
from lab.experiments.arena.question import ArenaQuestion
from lab.experiments.arena.scores import history, scores
from lab.experiments.arena.view import standing
from lab.experiments.pairing import Pairing
from lab.experiments.running import Run
from lab.experiments.seatings import ALL, ROTATIONS, Seatings
from lab.experiments.verdicts import repeats
from lab.store.store import Store
from tests.lab.experiments.fake_hands import Here, Shuffled
from tests.lab.store.facts import game

BOTS = {"deep": "alphabeta:depth=6", "flat": "alphabeta:depth=1", "dice": "random"}


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """A store with the arena "a": two bots without chance, and one that only guesses."""
    with Store(tmp_path / "games.db") as found:
        new_arena(found, "a", "tictactoe", "60n")
        for name, seat in BOTS.items():
            add_bot(found, arena_named(found, "a"), name, seat, "benchmark")
        yield found


def play(store: Store, games: int) -> ArenaQuestion:
    arena = arena_named(store, "a")
    question = ArenaQuestion(arena, "evenly", games)
    Run(arena.experiment, question, store, Here()).play()
    return question


def kept(store: Store, *names: str) -> int:
    """How many groups of these two are in the store."""
    return len(store.groups(arena_named(store, "a").lineup(names)))


def add(store: Store, arena: Arena, groups: int, **changes: object) -> None:
    """More groups of deep and flat, like the first one but for the changes."""
    lineup = arena.lineup(("deep", "flat"))
    first = store.groups(lineup)[1]
    for seed in range(101, 101 + groups):
        store.add(arena.experiment, 0, lineup, [replace(g, seed=seed, **changes) for g in first])  # type: ignore[arg-type] # fields of a record


def test_a_game_that_repeats_is_one_observation_of_ratings(store: Store) -> None:
    play(store, 18)
    arena = arena_named(store, "a")
    before = scores(store, arena)
    met = before.meeting("deep", "flat")
    assert kept(store, "deep", "flat") == 3 and met is not None and met.groups == 1
    others = before.meeting("flat", "dice")
    assert others is not None and others.groups == kept(store, "flat", "dice") >= 3
    add(store, arena, 40, tape="")  # later groups keep no actions
    after = scores(store, arena)
    assert after.ratings.rating("deep") == before.ratings.rating("deep")
    assert after.ratings.half_width("deep") == before.ratings.half_width("deep")
    assert after.games["deep"] == before.games["deep"] + 80  # they were played all the same
    shown = standing(store, arena)
    assert shown.crosstable["deep", "flat"].groups == 1
    assert shown.crosstable["deep", "flat"].games == 86
    assert (
        "deep and flat both play without chance: more games would repeat these two."
        in shown.remarks
    )
    assert not any("dice" in each for each in shown.remarks)


def test_one_game_that_is_another_makes_all_count(store: Store) -> None:
    play(store, 18)
    arena = arena_named(store, "a")
    add(store, arena, 4, tape="", turns=99)
    met = scores(store, arena).meeting("deep", "flat")
    assert met is not None and met.groups == 7
    assert not any("without chance" in each for each in standing(store, arena).remarks)


def test_the_history_of_a_rating_ends_at_the_standing(store: Store) -> None:
    play(store, 18)
    arena = arena_named(store, "a")
    add(store, arena, 5, tape="")
    (row,) = [row for row in standing(store, arena).rows if row.name == "flat"]
    last = history(store, arena, "flat")[-1]
    assert last.games == row.games
    assert (last.rating, last.half) == (pytest.approx(row.rating), pytest.approx(row.half))


def test_a_meeting_that_repeats_is_asked_for_no_more(store: Store) -> None:
    """The others go on, and a pool that only repeats comes to an end."""
    play(store, 160)
    pairs = combinations(BOTS, 2)
    counts = {pair: kept(store, *pair) for pair in pairs}
    assert counts["deep", "flat"] < 20 < counts["deep", "dice"] and sum(counts.values()) == 80
    store.set_role("a", "dice", "retired")
    question = play(store, 4000)
    assert question.total < 100 and kept(store, "deep", "flat") == question.total // 2


def test_pairs_that_are_barred_are_not_chosen() -> None:
    pairing = Pairing(["a", "b", "c"], "evenly")
    pairing.bar(("b", "a"))
    chosen = [pairing.next([]) for _ in range(4)]
    assert [found.names for found in chosen if found] == [("a", "c"), ("b", "c")] * 2
    assert not pairing.exhausted
    own = Pairing(["a", "b"], "candidate", candidate="b")
    own.bar(("b", "a"))
    assert own.exhausted and own.next([]) is None


class Same(Shuffled):
    """Hands for which each seed is the same game, unless "dice" plays."""

    def _play(self, job: GroupJob, seating: int) -> GameRecord:
        seed = job.seed if "random" in job.sides else 1
        own = replace(super()._play(replace(job, seed=seed), seating), seed=job.seed)
        return replace(own, tape=base64.b64encode(f"{seed} {seating}".encode()).decode())


@pytest.mark.parametrize("how", [ROTATIONS, ALL])
def test_three_whose_games_repeat_are_asked_for_no_more(tmp_path: Path, how: Seatings) -> None:
    seats = {"a": "uct:c=1", "b": "uct:c=2", "c": "uct:c=3", "d": "uct:c=4", "dice": "random"}
    with Store(tmp_path / "games.db") as store:
        new_arena(store, "a", "tron:players=3", "20it", how)
        for name, seat in seats.items():
            add_bot(store, arena_named(store, "a"), name, seat, "benchmark")
        runs = []
        for retired, games in (("", 1800), ("dice", 100_000)):
            if retired:
                store.set_role("a", retired, "retired")
            arena, hands = arena_named(store, "a"), Same(2, 1)
            question = ArenaQuestion(arena, "evenly", games)
            step = lambda step, hands=hands: hands.step()  # noqa: E731 # bound
            runs.append(Run(arena.experiment, question, store, hands, step))
            runs[-1].play()
        mixed, same = (Counter(ask.lineup.sides for ask in run.course.asks) for run in runs)
        dull = [n for sides, n in mixed.items() if "random" not in [x.text for x in sides]]
        lively = [n for sides, n in mixed.items() if "random" in [x.text for x in sides]]
        assert max(dull) < 25 < min(lively)
        assert len(same) == 4 * (2 if how == ALL else 1) and runs[1].done < 400
        assert runs[1].question.total == runs[1].done
        said = standing(store, arena_named(store, "a")).remarks
        games = "these 6" if how == ALL else "these three"
        assert f"a, b and c all play without chance: more games would repeat {games}." in said


def test_alone_too_the_same_game_is_asked_for_no_more(tmp_path: Path) -> None:
    with Store(tmp_path / "games.db") as store:
        new_arena(store, "a", "marslander", "20it")
        for name, seat in {"a": "uct:c=1", "b": "uct:c=2", "dice": "random"}.items():
            add_bot(store, arena_named(store, "a"), name, seat, "benchmark")
        arena, hands = arena_named(store, "a"), Same(1, 1)
        question = ArenaQuestion(arena, "evenly", 300)
        Run(arena.experiment, question, store, hands, lambda step: hands.step()).play()
        played = Counter(job.sides[0] for job in hands.jobs)
        assert played.pop("random") > 240 and max(played.values()) < 30


def group(seed: int, **changes: object) -> tuple[GameRecord, ...]:
    """A pair of games that are alike for every seed, but for the changes."""
    pair = (game(1, 0), game(1, 1))
    return tuple(replace(each, seed=seed, **changes) for each in pair)  # type: ignore[arg-type] # fields


@pytest.mark.parametrize(
    ("groups", "same"),
    [
        ([], False),
        ([group(1)], False),
        ([group(1), group(2)], True),
        ([group(1), group(2, tape="")], False),  # nobody knows its actions
        ([group(1), group(2, tape="AAE=")], False),
        ([group(4, tape=""), group(1), group(2), group(3)], True),
        ([group(4, tape=""), group(1), group(2)], False),
        ([group(1), group(2), group(3), group(4, tape="", turns=8)], False),
        ([group(1), group(2), group(3), group(4, reason="another")], False),
    ],
)
def test_games_repeat_where_nothing_is_another(
    groups: list[tuple[GameRecord, ...]], same: bool
) -> None:
    assert repeats(groups) is same
