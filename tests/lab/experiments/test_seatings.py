"""All orders of the players around the board, as groups of games that the store knows."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import permutations
from math import comb
from pathlib import Path

import pytest

from engines.knobs import KnobError
from lab.batch.games import GameRecord, GroupJob, LineUp, sides_of
from lab.experiments.arena.pool import ArenaFile, add_bot, arena_named, new_arena
from lab.experiments.arena.question import ArenaQuestion
from lab.experiments.arena.scores import scores
from lab.experiments.better.question import BetterQuestion
from lab.experiments.running import Ask, Course, Run
from lab.experiments.seatings import ALL, ROTATIONS, as_sides, games_of, orders
from lab.experiments.series import schedule
from lab.match.seats import make_setup, parse_game
from lab.store.store import Store
from tests.lab.experiments.fake_hands import MemoryStore, Shuffled
from tests.lab.experiments.test_better import PLAN, game

FOUR = replace(PLAN, game="tron:players=4", seat="random", than="scripted", seatings=ALL)


def seated(players: str, seats: int, how: str = ALL) -> Counter[str]:
    """Who sits where, and how often, over all games of a group."""
    return Counter(
        "".join(order[side] for side in sides_of(seats, len(order), seating))
        for order in orders(players, seats, ALL if how == ALL else ROTATIONS)
        for seating in range(len(order))
    )


@pytest.mark.parametrize(
    ("players", "games"), [("ab", 2), ("abc", 6), ("abcd", 24), ("abcde", 120)]
)
def test_as_many_players_as_seats_sit_in_every_order_once(players: str, games: int) -> None:
    found = seated(players, len(players))
    assert found == Counter("".join(each) for each in permutations(players))
    assert games_of(len(players), len(players), ALL) == games == sum(found.values())
    assert sum(seated(players, len(players), ROTATIONS).values()) == len(players)


@pytest.mark.parametrize(
    ("players", "seats", "games"), [("ab", 3, 6), ("ab", 4, comb(4, 2)), ("abc", 4, 36)]
)
def test_fewer_players_share_the_seats_in_every_order_once(
    players: str, seats: int, games: int
) -> None:
    found = seated(players, seats)
    assert len(found) == games and set(found.values()) == {1}
    assert all(len(set(where)) == len(players) for where in found)
    for seat in range(seats):  # everybody sits everywhere as often
        assert len(set(Counter(where[seat] for where in found).values())) == 1


def test_the_points_of_one_who_had_two_sides_are_those_against_others() -> None:
    lineup = LineUp(FOUR.lineups(0)[0].condition, (*FOUR.players, *FOUR.players[::-1]))  # A B B A
    played = game(lineup, 1, 1, (0.25, -1.0, 1.0, -0.5))  # B B A A
    (found,) = as_sides([played], lineup.sides, FOUR.players)
    assert [seat.side for seat in found.seats] == [1, 1, 0, 0]
    assert [seat.points for seat in found.seats] == [0.5, 0.0, 1.0, 0.5]
    assert found.points(0) == 0.75


def test_one_observation_of_a_test_is_all_seatings_of_a_seed() -> None:
    """The first player wins alone, wherever it sits: in the first seat of its own that counts."""
    question, course = BetterQuestion(FOUR), Course()
    asks = list[Ask]()
    for _ in range(5):
        ask = question.next(course)
        assert ask is not None
        asks.append(ask)
        course.answer(course.ask(ask), tuple(_won(ask, k) for k in range(ask.lineup.seatings)))
    assert [(ask.seed, ask.lineup.seatings) for ask in asks] == [
        *[(1, 2), (1, 4)],
        *[(2, 2), (2, 4)],
        (3, 2),
    ]
    assert question.values == [0.75, 0.75][: len(question.values)] and len(question.values) == 2
    assert [len(group.games) for group in question.counting] == [6, 6]
    assert question.total == 0 and BetterQuestion(replace(FOUR, most=7)).total == 42
    assert FOUR.name != replace(FOUR, seatings=ROTATIONS).name
    assert FOUR.command().count("--seatings all") == 1


def _won(ask: Ask, seating: int) -> GameRecord:
    """The first seat of the candidate wins, all others lose alike."""
    own = ask.lineup.sides.index(FOUR.players[0])
    sides = sides_of(4, ask.lineup.seatings, seating)
    first = sides.index(own)
    outcome = tuple(1.0 if seat == first else -1.0 for seat in range(4))
    return game(ask.lineup, ask.seed, seating, outcome)


def test_a_pool_of_too_few_is_refused_and_others_sit_in_every_order() -> None:
    pool = ("uct:c=7", "uct:c=8", "uct:c=9")
    plan = replace(FOUR, pool=pool)
    assert [which for which, _ in plan.asks(0)] == [0] * 6 + [1] * 6
    assert {len(lineup.sides) for _, lineup in plan.asks(0)} == {4}
    for few in (pool[:2], (*pool, "random")):
        with pytest.raises(KnobError, match="name 3 or more in the pool, all different"):
            replace(FOUR, pool=few)


def test_in_a_game_for_two_nothing_is_another() -> None:
    both = [replace(PLAN, seatings=how) for how in (ROTATIONS, ALL)]
    assert both[0].asks(3) == both[1].asks(3)
    assert both[0].name == both[1].name.removesuffix(", all seatings")


class Taped(Shuffled):
    """Hands whose games have their actions, which those of the first seeds must have."""

    def _play(self, job: GroupJob, seating: int) -> GameRecord:
        return replace(super()._play(job, seating), tape="AAE=")


BOTS = ("weak", "fair", "good", "best")


def four(store: Store, how: str = ALL) -> None:
    """An arena of four bots in a game for four."""
    new_arena(store, "a", "tron:players=4", "20it", ALL if how == ALL else ROTATIONS)
    for k, name in enumerate(BOTS):
        add_bot(store, arena_named(store, "a"), name, f"uct:c={k + 1}", "benchmark")


def play(store: Store, games: int, hands: Shuffled) -> Run:
    arena = arena_named(store, "a")
    question = ArenaQuestion(arena, "evenly", games)
    run = Run(arena.experiment, question, store, hands, lambda step: hands.step())
    run.play()
    return run


def test_an_arena_plays_all_seatings_of_a_seed_and_counts_them_as_one_group(tmp_path: Path) -> None:
    with Store(tmp_path / "games.db") as store:
        four(store)
        hands = Shuffled(2, 1)
        run = play(store, 60, hands)
        assert run.question.total == run.done == 72  # whole groups
        assert [job.seed for job in hands.jobs] == [1] * 6 + [2] * 6 + [3] * 6
        assert len({job.sides for job in hands.jobs}) == 6
        known = scores(store, arena_named(store, "a"))
        assert known.total == 72 and set(known.games.values()) == {72}
        assert {met.groups for met in known.meetings.values()} == {3}
        means = [met.mean for met in known.meetings.values()]
        assert len(known.meetings) == 6 and all(0 <= mean <= 1 for mean in means)


def test_games_of_rotations_are_not_played_again_and_keep_their_meaning(tmp_path: Path) -> None:
    with Store(tmp_path / "games.db") as store:
        four(store, ROTATIONS)
        before = play(store, 12, Taped(1, 1)).done
        assert before == 12
        arena = arena_named(store, "a")
        rated = scores(store, arena).ratings
        asked = replace(arena.file, seatings=ALL)
        store.experiment(arena.experiment, "arena", asked.text)
        hands = Taped(1, 1)
        play(store, 72, hands)
        fresh = sum(len(job.seatings) for job in hands.jobs)
        assert fresh == 60 and scores(store, arena_named(store, "a")).total == 72
        assert rated.players and ArenaFile.read(arena.file.text).seatings == ROTATIONS


def test_the_sequence_of_all_seatings_does_not_depend_on_processes(tmp_path: Path) -> None:
    with Store(tmp_path / "games.db") as store:
        four(store)
        add_bot(store, arena_named(store, "a"), "odd", "uct:c=9", "benchmark")
        arena, found = arena_named(store, "a"), []
        for size, seed in ((1, 1), (3, 7)):
            hands = Shuffled(size, seed)
            run = Run(
                "arena a",
                ArenaQuestion(arena, "helps", 24 * 50),
                MemoryStore(),
                hands,
                lambda step, hands=hands: hands.step(),  # type: ignore[misc] # bound
            )
            run.play()
            found.append([(ask.lineup, ask.seed) for ask in run.course.asks])
        assert found[0] == found[1] and len(found[0]) == 300


def test_a_match_plays_each_seed_in_every_order_of_its_seats() -> None:
    setup = make_setup(parse_game("tron:players=3"), ["random", "scripted", "greedy"], 5, "9it")
    turns = [sides for _, sides in schedule(setup, 7)]
    every = [(each.seed, sides) for each, sides in schedule(setup, 7, seatings=ALL)]
    assert turns[:4] == [(0, 1, 2), (1, 2, 0), (2, 0, 1), (0, 1, 2)]
    assert every[:3] == [(5, sides) for sides in turns[:3]]  # those first
    assert {sides for _, sides in every[:6]} == set(permutations(range(3)))
    assert every[6] == (6, (0, 1, 2))
    for each, sides in schedule(setup, 6, seatings=ALL):
        assert each.seats == tuple(setup.seats[side] for side in sides)
