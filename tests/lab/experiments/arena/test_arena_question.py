"""Which games an arena asks for."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from lab.batch.entrants import condition, entrant
from lab.experiments.arena.pool import Arena, ArenaFile, add_bot, arena_named, ask, new_arena
from lab.experiments.arena.question import USUAL, ArenaQuestion
from lab.experiments.arena.view import verdict
from lab.experiments.running import AHEAD, Run
from lab.experiments.sequential import SequentialTest
from lab.match.seats import parse_game, parse_seat
from lab.store.kept import KeptArena, KeptBot, Role
from lab.store.store import Store
from tests.lab.experiments.fake_hands import Here, MemoryStore, Shuffled

SEATS = {"uct": "uct:c=1", "random": "random", "weak": "uct:c=0.1", "old": "uct:c=2"}


def arena(names: str, game: str = "tictactoe", **changes: object) -> Arena:
    """An arena with these bots; "old" is retired."""
    rules = parse_game(game)
    bots = []
    for since, name in enumerate(names.split()):
        role: Role = "retired" if name == "old" else "candidate"
        seat = parse_seat(SEATS[name] + ",budget=20it" * (name != "random"), rules)
        bots.append(KeptBot(name, entrant(rules, seat), role, float(since), None))
    kept = KeptArena("a", condition(rules, "it"), 0.0, "", tuple(bots))
    return Arena(kept, replace(ArenaFile(game, "20it"), **changes))  # type: ignore[arg-type]


def played(
    question: ArenaQuestion, size: int = 1, seed: int = 1
) -> list[tuple[tuple[str, ...], int]]:
    """Who met on which seed, in order."""
    hands = Shuffled(size, seed)
    run = Run("arena a", question, MemoryStore(), hands, lambda step: hands.step())
    run.play()
    names = {bot.entrant.digest: bot.name for bot in question.arena.bots}
    return [
        (tuple(names[side.digest] for side in ask.lineup.sides), ask.seed)
        for ask in run.course.asks
    ]


def test_all_meet_as_often_and_each_meeting_counts_its_seeds_from_1() -> None:
    question = ArenaQuestion(arena("uct random old weak"), "evenly", games=14)
    found = played(question)
    assert question.total == 14 and len(found) == 7
    assert found[:3] == [(("uct", "random"), 1), (("uct", "weak"), 1), (("random", "weak"), 1)]
    assert found[3:6] == [(names, 2) for names, _ in found[:3]]
    assert not any("old" in names for names, _ in found)  # who is retired


def test_without_a_number_every_meeting_gets_as_many() -> None:
    question = ArenaQuestion(arena("uct random weak"), "evenly")
    found = played(question)
    assert question.total == 6 * USUAL == 2 * len(found)
    assert set(dict(found).values()) == {USUAL}


def test_three_play_together_in_a_game_of_three_and_two_share_its_seats() -> None:
    three = played(ArenaQuestion(arena("uct random weak", "tron:players=3"), games=9))
    assert {names for names, _ in three} == {("uct", "random", "weak")} and len(three) == 3
    two = played(ArenaQuestion(arena("uct random", "tron:players=3"), games=4))
    assert {names for names, _ in two} == {("uct", "random")} and len(two) == 2


@pytest.mark.parametrize("names", ["", "uct", "uct old"])
def test_nobody_and_one_bot_have_no_game(names: str) -> None:
    question = ArenaQuestion(arena(names))
    assert played(question) == [] and question.total == 0


def test_the_candidate_meets_the_other_one_until_that_is_clear_and_then_all() -> None:
    asked = arena("uct random weak", candidate="weak", than="random")
    question = ArenaQuestion(asked)
    assert question.total == 0
    found = played(question)
    first = [names for names, _ in found]
    clear = next(k for k, names in enumerate(first) if names != ("weak", "random"))
    settled = question.evidence.count
    assert settled <= clear <= settled + AHEAD and set(first[:clear]) == {("weak", "random")}
    assert first[clear] == ("weak", "uct")  # which has fewer groups by now
    groups = {(names, seed) for names, seed in found}
    assert abs(first.count(("weak", "uct")) - sum(n == first[0] for n, _ in groups)) < 2
    assert question.evidence.word != "open" and question.total == 2 * len(groups)
    other = ArenaQuestion(asked)
    again = played(other, 3, 9)
    assert other.evidence == question.evidence and other.next_meeting == question.next_meeting
    after = next(k for k, (names, _) in enumerate(again) if names != first[0])
    assert again[after:] == found[clear:]


def test_where_it_helps_is_the_same_sequence_for_any_number_of_processes() -> None:
    found = played(ArenaQuestion(arena("uct random weak"), games=160))
    assert len(found) == 80 and len({names for names, _ in found}) == 3
    counts = sorted(sum(names == each for names, _ in found) for each, _ in found[:3])
    assert counts[0] < counts[-1] - 1  # no round robin
    assert played(ArenaQuestion(arena("uct random weak"), games=160), 3, 5) == found


def test_without_a_question_the_candidate_meets_each() -> None:
    found = played(ArenaQuestion(arena("uct random weak", candidate="weak"), games=8))
    assert {names for names, _ in found} == {("weak", "uct"), ("weak", "random")}


def test_games_that_repeat_are_one_observation_and_no_verdict(tmp_path: Path) -> None:
    """Two players without chance: the same two games for ever, and one of them wins both."""
    with Store(tmp_path / "games.db") as store:
        new_arena(store, "a", "tictactoe", "200n")
        for name, depth in (("deep", 6), ("flat", 1)):
            kept = arena_named(store, "a")
            add_bot(store, kept, name, f"alphabeta:depth={depth}", "benchmark")
        asked = ask(store, arena_named(store, "a"), "deep", "flat", SequentialTest())
        question = ArenaQuestion(asked, games=8)
        run = Run(asked.experiment, question, store, Here())
        run.play()
        found = verdict(store, asked)
        assert found is not None and found.groups == 1 and found.word == "open"
        assert "more games would repeat these two" in found.detail
