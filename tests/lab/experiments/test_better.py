"""The question "is it better?": which groups it asks for and which of them count."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engines.knobs import KnobError
from lab.batch.games import GameRecord, LineUp, SeatRecord, places_of, points_of, sides_of
from lab.experiments.better.plan import BetterPlan
from lab.experiments.better.question import BetterQuestion
from lab.experiments.better.result import as_json, bar, block, seats_of
from lab.experiments.running import Course
from lab.experiments.verdicts import NEVER_DIFFERED

PLAN = BetterPlan("tictactoe", "uct:c=0.5", "uct:c=1.5", budget="30it")


def game(
    lineup: LineUp, seed: int, seating: int, outcome: tuple[float, ...], tape: str = ""
) -> GameRecord:
    """A game with that outcome by seat; side k of it used k + 1 ms for each of 10 decisions."""
    sides = sides_of(len(outcome), lineup.seatings, seating)
    points, places = points_of(outcome, sides), places_of(outcome)
    seats = tuple(
        SeatRecord(k, side, outcome[k], points[k], places[k], cpu_s=0.01 * (side + 1), decisions=10)
        for k, side in enumerate(sides)
    )
    return GameRecord(seed, seating, seats, turns=9, tape=tape or f"{seed} {seating}")


def answered(plan: BetterPlan, *outcomes: tuple[tuple[float, ...], ...]) -> BetterQuestion:
    """The question after groups with these outcomes, one for each seating."""
    question, course = BetterQuestion(plan), Course()
    for group in outcomes:
        ask = question.next(course)
        if ask is None:
            break
        number = course.ask(ask)
        course.answer(number, tuple(game(ask.lineup, ask.seed, k, x) for k, x in enumerate(group)))
    question.next(course)
    return question


WON, LOST, SPLIT = (
    ((1.0, -1.0), (-1.0, 1.0)),
    ((-1.0, 1.0), (1.0, -1.0)),
    ((1.0, -1.0), (1.0, -1.0)),
)


def test_seat_0_of_a_pair_is_the_candidate_first_and_then_the_other() -> None:
    assert answered(PLAN, WON).values == [1.0]
    assert answered(PLAN, LOST).values == [0.0]
    assert answered(PLAN, SPLIT).values == [0.5]
    assert answered(PLAN, ((0.0, 0.0), (-1.0, 1.0))).values == [0.75]


def test_it_ends_with_the_first_groups_that_carry_a_verdict_and_counts_no_others() -> None:
    question = answered(PLAN, *[WON] * 40)
    assert question.ended and question.evidence.word == "better"
    count = len(question.values)
    assert 5 < count < 40 and PLAN.test.ended(question.values) == count
    course = Course()
    ahead = BetterQuestion(PLAN)
    for _ in range(count + 7):  # asked for ahead of all results
        ask = ahead.next(course)
        assert ask is not None
        course.ask(ask)
    for number, ask in enumerate(course.asks):
        course.answer(number, tuple(game(ask.lineup, ask.seed, k, WON[k]) for k in (0, 1)))
    assert ahead.next(course) is None
    assert ahead.values == question.values and len(ahead.counting) == count


def test_a_group_that_failed_is_no_evidence() -> None:
    question, course = BetterQuestion(PLAN), Course()
    for failed in ("", "its process was killed", ""):
        ask = question.next(course)
        assert ask is not None
        games = tuple(game(ask.lineup, ask.seed, k, WON[k]) for k in (0, 1))
        course.answer(course.ask(ask), () if failed else games, failed)
    question.next(course)
    assert question.values == [1.0, 1.0]
    assert [group.ask.seed for group in question.counting] == [1, 3]


def test_players_that_do_the_same_never_made_a_difference() -> None:
    question, course = BetterQuestion(PLAN), Course()
    for _ in range(3):
        ask = question.next(course)
        assert ask is not None and ask.tape
        games = [game(ask.lineup, ask.seed, k, (1.0, -1.0), f"moves of {ask.seed}") for k in (0, 1)]
        course.answer(course.ask(ask), tuple(games))
    assert question.next(course) is None and question.ended
    assert question.stopped == NEVER_DIFFERED and question.values == [0.5] * 3
    shown = bar(question, ("v7", "v6"))
    assert shown.sentence == "v7 and v6 never made a difference."
    assert shown.detail == "They played the same moves in the first 3 pairs."


def test_the_same_games_on_every_seed_count_once() -> None:
    question, course = BetterQuestion(PLAN), Course()
    for _ in range(3):
        ask = question.next(course)
        assert ask is not None
        games = [game(ask.lineup, ask.seed, k, x, f"moves {k}") for k, x in enumerate(WON)]
        course.answer(course.ask(ask), tuple(games))
    assert question.next(course) is None and question.ended
    assert question.values == [1.0] and len(question.counting) == 1
    shown = bar(question, ("v7", "v6"))
    assert shown.sentence == "v7 against v6: undecided." and shown.word == "open"
    assert shown.detail.startswith(
        "Both play without chance: more games would repeat these two. 100 %"
    )


def test_with_a_pool_a_seed_compares_what_both_score_against_the_same_members() -> None:
    plan = replace(PLAN, pool=("random", "uct:c=9"), seed=5)
    question, course = BetterQuestion(plan), Course()
    asks = []
    for outcomes in (WON, SPLIT, SPLIT, LOST):
        ask = question.next(course)
        assert ask is not None
        asks.append(ask)
        course.answer(
            course.ask(ask),
            tuple(game(ask.lineup, ask.seed, k, x) for k, x in enumerate(outcomes)),
        )
    question.next(course)
    texts = [[side.text.partition(",")[0] for side in ask.lineup.sides] for ask in asks]
    assert [(ask.seed, ask.part) for ask in asks] == [(5, 0), (5, 1), (6, 0), (6, 1)]
    assert texts[0] == ["uct:c=0.5", "random"] and texts[1] == ["uct:c=1.5", "random"]
    assert [words[1] for words in texts[2:]] == ["uct:c=9.0", "uct:c=9.0"]
    assert question.values == [0.75, 0.75]  # a whole and a half point ahead, twice
    assert len(list(seats_of(question, 1))) == 4  # its seats, and not those of the pool


def test_of_four_seats_each_player_has_two() -> None:
    plan = replace(PLAN, game="tron:players=4", seat="random", than="scripted")
    question = answered(plan, ((1.0, -1.0, -0.5, 0.5), (-1.0, 1.0, 0.5, -0.5)))
    assert [len(group.ask.lineup.sides) for group in question.counting] == [2]
    assert question.values == [0.75]  # one seat beats both others, one beats one of them


def test_alone_two_players_are_compared_seed_by_seed() -> None:
    plan = replace(PLAN, game="marslander", seat="random", than="scripted")
    assert plan.apart and [len(x.sides) for x in plan.lineups(0)] == [1, 1]


def test_the_bar_has_the_numbers_of_the_groups_that_count() -> None:
    shown = bar(answered(PLAN, WON, SPLIT, LOST, WON), ("v7", "v6"))
    assert shown.groups == 4 and shown.bins == ((0.0, 1), (0.5, 1), (1.0, 2))
    assert len(shown.curve) == 4 and shown.ratio == shown.curve[-1]
    assert shown.score is not None and shown.score[0] == 0.625
    assert shown.cpu_ms == pytest.approx((1.0, 2.0))  # whose: the candidate's first
    assert shown.sentence == "v7 against v6: undecided."


def test_json_and_the_block_of_fastchess() -> None:
    question = answered(PLAN, WON, SPLIT, LOST, WON)
    found = as_json(question, ["one failed"])
    assert found["verdict"] == "open" and found["games"] == 8 and found["groups"] == 4
    assert found["points"] == {"0": 1, "0.5": 1, "1": 2} and found["failures"] == ["one failed"]
    assert found["command"] == (
        "smitsilab test tictactoe --seat uct:c=0.5 --than uct:c=1.5 --budget 30it"
    )
    assert "Wins: 5, Losses: 3, Draws: 0" in block(question, ("v7", "v6"))
    assert "[1, 0, 1, 0, 2]" in block(question, ("v7", "v6"))


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"than": "uct:c=0.5,budget=30it"}, "one and the same player"),
        ({"than": "uct:budget=3ms"}, "budgets of the same kind"),
        ({"bounds": (0.55, 0.5)}, "the lower first"),
        ({"seat": "human"}, "person"),
    ],
)
def test_what_cannot_be_compared_is_refused(changes: dict[str, str], words: str) -> None:
    with pytest.raises(KnobError, match=words):
        replace(PLAN, **changes)  # type: ignore[arg-type]


def test_the_progress_says_how_many_more_may_settle_it_once_that_can_be_said() -> None:
    few, some = (answered(PLAN, *[WON, LOST, SPLIT] * times) for times in (9, 12))
    assert few.evidence.count == 27 and "may settle it" not in few.note
    assert some.evidence.left is not None and not some.ended
    assert some.note.endswith(f"{some.evidence.forecast}") and "; about " in some.note
    assert some.note.startswith(f"{some.evidence.score.text}, ratio −")


def repeating(count: int) -> BetterQuestion:
    """The question after so many pairs, of which every third one is played again and again."""
    question, course = BetterQuestion(PLAN), Course()
    for number in range(count):
        ask = question.next(course)
        assert ask is not None
        games = (game(ask.lineup, ask.seed, k, SPLIT[k], f"{number} {k}") for k in (0, 1))
        line = number if number % 3 else 0
        found = tuple(replace(each, moves=f"line {line} {k}") for k, each in enumerate(games))
        course.answer(course.ask(ask), found)
    question.next(course)
    return question


def test_a_verdict_on_repeated_lines_says_so() -> None:
    question = repeating(9)
    shown = bar(question, ("v7", "v6"))
    assert "Only 14 of 18 games are distinct: the interval is one of these lines" in shown.detail
    assert as_json(question, [])["distinct"] == 14
    assert "distinct" not in bar(repeating(3), ("v7", "v6")).detail


POOL = replace(PLAN, pool=("random", "uct:c=9"), each=True)
AHEAD, BEHIND, MORE = (WON, LOST), (SPLIT, WON), (WON, SPLIT)  # of the candidate and of the other


def met(plan: BetterPlan, count: int, *second: tuple[object, object]) -> BetterQuestion:
    """The question after so many observations: the candidate is ahead against the first of the
    pool, and does `second` in turn against the other one.
    """
    each = [second[k // 2 % len(second)] if k % 2 else AHEAD for k in range(count)]
    return answered(plan, *(group for pair in each for group in pair))  # type: ignore[misc]


def test_with_each_a_setting_that_is_worse_against_one_is_not_better() -> None:
    """However well it does against the other one; without `each` it would be adopted."""
    question = met(POOL, 100, BEHIND)
    assert question.word == "not better" and question.ended
    shown = bar(question, ("v7", "v6"))
    assert shown.sentence.startswith("v7 is worse than v6 against uct:c=9")
    assert "Against random" in shown.detail and shown.word == "not better"
    assert as_json(question, [])["against"]["random"]["verdict"] == "open"
    assert met(replace(POOL, each=False), 100, BEHIND).evidence.word == "better"


def test_with_each_better_waits_for_every_one_of_the_pool() -> None:
    few, many = met(POOL, 60, BEHIND, MORE), met(POOL, 400, BEHIND, MORE)
    assert few.evidence.word == "better" and few.word == "open" and not few.ended
    assert "on the whole; against uct:c=9" in bar(few, ("v7", "v6")).sentence
    assert many.word == "better" and many.ended
    assert bar(many, ("v7", "v6")).sentence == "v7 is better than v6, and worse against none."


def test_each_needs_a_pool() -> None:
    with pytest.raises(KnobError, match="name one with --pool"):
        replace(PLAN, each=True)
