"""Curves, axes and words of the seats' values."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from engines.scene import Scene
from lab.files.codec import rounded
from lab.match.records import Frame
from lab.words.values import (
    BRIEF,
    MatchValues,
    axis_ends,
    axis_words,
    caption_words,
    loss_words,
    meaning,
    number_words,
    place_words,
    title_of,
    tracks_of,
    value_words,
)
from search.measure import SeatValue, ValueKind

PROBABILITY, SCORE, EVALUATION = ValueKind.PROBABILITY, ValueKind.SCORE, ValueKind.EVALUATION
UNKNOWN = ValueKind.UNKNOWN
NAMES = ("UCT", "Beam search")


def score(x: float, view: int | None = 0) -> SeatValue:
    return SeatValue(x, SCORE, view=view)


def judged(x: float, view: int | None = 1, most: float = 20_200.0) -> SeatValue:
    return SeatValue(x, EVALUATION, -most, most, view)


def frames(*values: tuple[SeatValue, ...], outcome: tuple[float, ...] = ()) -> list[Frame]:
    """A match with these values turn by turn; the outcome is of the last turn."""
    found: list[Frame] = []
    for turn, each in enumerate(values):
        ended = outcome if turn == len(values) - 1 else ()
        scene: Any = Scene(0.0, 0.0, 1.0, 1.0)
        found.append(Frame(turn, None, scene, values=each, outcome=ended))
    return found


def test_two_seats_with_other_kinds_have_an_axis_each() -> None:
    """UCT expects a score, beam search an evaluation of some dozens in a range of thousands."""
    match = frames(
        (judged(0.0, None), judged(0.0, None)),
        (score(0.5), judged(12.0)),
        (score(0.75), judged(-36.0)),
        (SeatValue(1.0, SCORE, proven="win"), SeatValue(0.0, SCORE, proven="loss")),
        outcome=(1.0, -1.0),
    )
    first, second = tracks_of(match, 2)
    assert first.kind is SCORE and second.kind is EVALUATION
    np.testing.assert_allclose(first.places, [math.nan, 0.0, 0.5, 1.0])
    np.testing.assert_allclose(second.numbers, [math.nan, 12.0, -36.0, math.nan])
    assert (second.low, second.high) == (-40.0, 40.0)
    assert axis_words((first, second)) == ("high", "", "low")
    assert title_of((first, second), match, NAMES) == "Value of each seat, each on its own scale"
    assert [number_words(v) for v in match[-1].values] == ["won", "lost"]


@pytest.mark.parametrize(
    ("kind", "axis", "title"),
    [
        (PROBABILITY, ("100 %", "50", "0"), "Chance to win, as UCT sees it"),
        (SCORE, ("1", "0.5", "0"), "Expected score (a draw counts half), as UCT sees it"),
    ],
)
def test_only_a_probability_is_a_chance_to_win(
    kind: ValueKind, axis: tuple[str, str, str], title: str
) -> None:
    """The search of seat 1 sees both; the other player has none."""
    value = SeatValue(0.625, kind, view=0)
    match = frames((value, value.mirrored()))
    tracks = tracks_of(match, 2)
    assert axis_words(tracks) == axis and title_of(tracks, match, NAMES) == title
    assert [t.numbers.tolist() for t in tracks] == [[0.625], [0.375]]


def test_seats_with_searches_of_their_own_share_a_title_and_no_view() -> None:
    match = frames((judged(0.164, 0, 1.0), judged(-0.02, 1, 1.0)))
    tracks = tracks_of(match, 2)
    assert title_of(tracks, match, NAMES) == "Evaluation (game units)"
    assert axis_words(tracks) == ("+0.2", "0", "−0.2")
    alone = frames((judged(0.1, None, 1.0), judged(-0.1, None, 1.0)))
    assert title_of(tracks_of(alone, 2), alone, NAMES) == ("The game's own evaluation of each seat")


def test_the_game_speaks_until_a_search_has() -> None:
    """A person of seat 1 against a search, which has said nothing in the first two turns."""
    gap = SeatValue(math.nan)
    match = frames(
        (judged(0.0, None),) * 2, (judged(0.0, None), gap), (score(0.4, 1), score(0.6, 1))
    )
    titles = [title_of(tracks_of(m, 2), m, NAMES, True) for m in (match[:1], match[:2], match)]
    assert titles == [
        "The game's own evaluation, until a search has one",
        "The game's own evaluation, until a search has one",
        "Expected score (a draw counts half), as Beam search sees it",
    ]


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (SeatValue(0.7, PROBABILITY), "9 percentage points"),
        (SeatValue(0.7, SCORE), "0.09"),
        (judged(0.3, 0, 1.0), "0.18"),
        (judged(12.0, 0, 50.0), "9"),
    ],
)
def test_a_loss_has_the_units_of_the_axis(value: SeatValue, words: str) -> None:
    assert loss_words(value, 0.09) == words


def test_words_say_what_it_is_and_who_says_so() -> None:
    assert value_words(judged(-36.5), NAMES) == (
        "−36.50, evaluation in the game's units, −20,200 to 20,200, as Beam search sees it"
    )
    assert value_words(judged(0.164, None, 1.0), NAMES) == (
        "+0.164, the game's own evaluation in the game's units, −1 to 1"
    )
    proved = SeatValue(1.0, SCORE, view=0, proven="win")
    assert value_words(proved, NAMES) == (
        "1.00 (a proved win), expected score (a draw counts half), as UCT sees it"
    )
    old = SeatValue(0.25, UNKNOWN, -1.0, 1.0)
    assert "does not say what it is" in meaning(old, NAMES) and number_words(old) == "+0.250"
    assert (
        value_words(judged(math.nan), NAMES) == "no value" and number_words(judged(math.nan)) == "–"
    )


def test_a_win_far_beyond_all_does_not_flatten_an_axis() -> None:
    """Beam search sees the end of the match in the last turn, worth 20,000 more than all others."""
    numbers = np.array([*np.linspace(-30.0, 38.0, 40), 20_030.0])
    assert axis_ends(numbers, True) == (-40.0, 40.0)
    assert axis_ends(np.array([3.0, 4.5]), False) == (3.0, 4.5)
    low, high = axis_ends(np.array([7.0]), False)
    assert low <= 7.0 <= high and low < high
    assert axis_ends(np.zeros(3), True)[1] > 0


def test_the_second_of_four_reads_its_place_and_no_score() -> None:
    ends = (SeatValue(1.0, SCORE, proven="win"), score(1 / 3, None), score(2 / 3, None))
    last = (*ends, SeatValue(0.0, SCORE, proven="loss"))
    match = frames((judged(0.1),) * 4, last, outcome=(1.0, -1 / 3, 1 / 3, -1.0))
    said = MatchValues(match, [f"Seat {k}" for k in range(1, 5)])
    assert [said.number(1, seat) for seat in range(4)] == ["won", "3rd", "2nd", "lost"]
    assert said.words(1, 2) == "2nd" and said.number(0, 2) == "+0.100"
    assert place_words((1.0, 0.5, 0.5, -1.0), 2) == "2nd", "equal seats share a place"
    assert [place_words((1.0, -1.0), seat) for seat in (0, 1)] == ["", ""]
    assert place_words((0.0, 0.0, 0.0), 1) == ""


def test_values_of_different_turns_say_of_which_they_are() -> None:
    """Two searches that move in turn: each seat's value is as old as its last move."""
    first, second, third = score(0.5, 0), score(0.4, 1), score(0.7, 0)
    match = frames((judged(0.0, None),) * 2, (first, judged(0.0, None)), (first, second))
    match += frames(*[(third, second)] * 4)[3:]
    said = MatchValues(match, ["X", "O"], turn_word="move")
    assert [said.number(2, seat) for seat in (0, 1)] == ["0.50 (move 1)", "0.40"]
    assert [said.number(3, seat) for seat in (0, 1)] == ["0.70", "0.40 (move 2)"]
    one = frames((judged(0.0, None),) * 2, (first, first.mirrored()), (first, first.mirrored()))
    same = MatchValues(one, ["X", "O"])
    assert [same.number(2, seat) for seat in (0, 1)] == ["0.50", "0.50"]


def test_a_payoff_is_in_its_games_units() -> None:
    value = SeatValue(3.0, ValueKind.PAYOFF, -6.0, 6.0, view=0)
    assert value_words(value, ["UCT"]) == "+3, mean payoff, −6 to 6, as UCT sees it"
    ended = SeatValue(3.0, ValueKind.PAYOFF, -6.0, 6.0, proven="win")
    assert number_words(ended) == "+3"
    track = MatchValues(frames((value, value.mirrored())), ["Row", "Column"]).tracks[0]
    assert (track.low, track.high) == (-6.0, 6.0)


def test_a_caption_says_what_each_number_is() -> None:
    mixed = caption_words((judged(0.115), score(0.61)))
    assert mixed.startswith(f"{BRIEF[EVALUATION]} +0.115")
    assert mixed.endswith(f"{BRIEF[SCORE]} 0.61")
    alike = caption_words((score(0.4), score(0.6)))
    assert alike.count(BRIEF[SCORE]) == 1 and alike.endswith("0.40 : 0.60")
    ended = (SeatValue(1.0, SCORE, proven="win"), SeatValue(0.0, SCORE, proven="loss"))
    assert caption_words(ended) == "won : lost"


def test_a_number_reads_the_same_when_it_comes_back_from_a_file() -> None:
    """Files keep six digits: rounded to those and then to three, 0.43749999 would become 0.438."""
    for number in (0.43749999, -0.0625000001, 0.12449996):
        kept = judged(float(rounded(number)))
        assert number_words(judged(number)) == number_words(kept)


def test_evaluations_of_one_list_have_equally_many_digits() -> None:
    said = [number_words(judged(x, most=1.0)) for x in (0.19, -0.1, 0.1885, 0.0)]
    assert said == ["+0.190", "−0.100", "+0.189", "0.000"]
