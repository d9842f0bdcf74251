"""The value of each seat over a match, as curves with their axis, and in words.

Window and command line write the same number in the same words; what it is says
`search.measure.ValueKind`. Shapes: [T] turns of the match, frame 0 included.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from lab.match.records import Frame
from lab.words import numerals
from search.base import Floats
from search.measure import SeatValue, ValueKind

NAMES = {
    ValueKind.PROBABILITY: "chance to win",
    ValueKind.SCORE: "expected score (a draw counts half)",
    ValueKind.PAYOFF: "mean payoff",
    ValueKind.PART: "payoff from 0 lowest to 1 highest",
    ValueKind.EVALUATION: "evaluation in the game's units",
    ValueKind.UNKNOWN: "value of an older version, which does not say what it is",
}
TITLES = {
    ValueKind.PROBABILITY: "Chance to win",
    ValueKind.SCORE: "Expected score (a draw counts half)",
    ValueKind.PAYOFF: "Mean payoff",
    ValueKind.PART: "Payoff, 0 lowest to 1 highest",
    ValueKind.EVALUATION: "Evaluation (game units)",
    ValueKind.UNKNOWN: "Value of each seat, from an older version",
}
BRIEF = {  # before numbers in a caption
    ValueKind.PROBABILITY: "chance to win",
    ValueKind.SCORE: "expected score",
    ValueKind.PAYOFF: "mean payoff",
    ValueKind.PART: "payoff, 0 to 1",
    ValueKind.EVALUATION: "evaluation (game units)",
    ValueKind.UNKNOWN: "value of an older version",
}
OWN = "The game's own evaluation"
MIXED = "Value of each seat, each on its own scale"
UNITS = {  # of losses; chances and scores lose points
    ValueKind.EVALUATION: "of the evaluation",
    ValueKind.UNKNOWN: "of the value",
    ValueKind.PAYOFF: "of the payoff",
    ValueKind.PART: "of the payoff's range",
}
RESULTS = {"win": "won", "loss": "lost", "draw": "drawn"}
PLACES = ("1st", "2nd", "3rd")  # of a finished match; then "4th"
FAR = 10.0  # how many times larger than nine of ten values one is that does not set the axis
SURE = {ValueKind.PROBABILITY: ("100 %", "50", "0"), ValueKind.SCORE: ("1", "0.5", "0")}


@dataclass(frozen=True, eq=False)
class ValueTrack:
    """One seat's values as a curve: its numbers of one kind [T], NaN where there is none of that
    kind, and the ends of its axis.
    """

    kind: ValueKind
    numbers: Floats
    low: float
    high: float

    @property
    def places(self) -> Floats:
        """Where the numbers are between the ends of the axis, -1 to 1, [T]."""
        return np.clip(2 * (self.numbers - self.low) / (self.high - self.low) - 1, -1.0, 1.0)


class MatchValues:
    """The values of a match as a chart shows them. `seats` are the seats' names, `players` what
    plays them ("UCT"), as far as known; `searched`: one of them is a search.
    """

    def __init__(
        self,
        frames: Sequence[Frame] = (),
        seats: Sequence[str] = (),
        players: Sequence[str] = (),
        searched: bool = False,
        turn_word: str = "turn",
    ) -> None:
        self._frames, self._word = frames, turn_word
        self._values = [frame.values for frame in frames]
        self._outcomes = [frame.outcome for frame in frames]
        self._names = (*players, *seats[len(players) :])
        self.tracks = tracks_of(frames, len(seats))
        # whether each curve is what its own seat's search expects
        self.rated = {track.kind for track in self.tracks} == {ValueKind.EVALUATION}
        self.title = title_of(self.tracks, frames, self._names, searched) if seats else ""
        self.axis = axis_words(self.tracks) if seats else ("", "", "")

    @property
    def places(self) -> Floats:
        """Where the numbers are on their axes, -1 to 1, [T, S]."""
        shape = len(self.tracks), len(self._values)
        return np.reshape([track.places for track in self.tracks], shape).T

    def number(self, turn: int, seat: int) -> str:
        """A seat's number after a turn, or its place in the end; a dash where there is none."""
        values, outcome = self._values[turn], self._outcomes[turn]
        if seat >= len(values):
            return numerals.NOTHING
        known = place_words(outcome, seat) or number_words(values[seat])
        since = [self._since(turn, each) for each in range(len(values))]
        older = not outcome and since[seat] < max(since)
        return f"{known} ({self._word} {since[seat]})" if older else known

    def _since(self, turn: int, seat: int) -> int:
        """The turn whose search said what a seat's value still is: of seats that move in turn each
        is seen by a search of another turn.
        """
        value = self._values[turn][seat]
        while turn > 0 and value.view is not None and not self._chose(turn, value.view):
            if self._values[turn - 1][seat : seat + 1] != (value,):
                break
            turn -= 1
        return turn

    def _chose(self, turn: int, seat: int) -> bool:
        """Whether the seat's search chose in that turn."""
        thoughts = self._frames[turn].thoughts
        return seat < len(thoughts) and thoughts[seat] is not None

    def words(self, turn: int, seat: int) -> str:
        """The same with what it is and who says so."""
        values, outcome = self._values[turn], self._outcomes[turn]
        if seat >= len(values):
            return "no value"
        return place_words(outcome, seat) or value_words(values[seat], self._names)


def tracks_of(frames: Sequence[Frame], seats: int) -> tuple[ValueTrack, ...]:
    """A curve for each seat; evaluations share the ends of their axis."""
    rows = [[f.values[k] if k < len(f.values) else None for f in frames] for k in range(seats)]
    leaders = [leading(row) for row in rows]
    curves = [_numbers(row, leader) for row, leader in zip(rows, leaders, strict=True)]
    judged = [n for n, v in zip(curves, leaders, strict=True) if v.kind is ValueKind.EVALUATION]
    ranges = {
        (v.low, v.high)
        for row in rows
        for v in row
        if v and v.kind is ValueKind.EVALUATION and v.known
    }
    around_zero = all(low == -high for low, high in ranges)
    ends = axis_ends(np.concatenate(judged) if judged else np.zeros(0), around_zero)
    given = {ValueKind.UNKNOWN: (-1.0, 1.0), ValueKind.EVALUATION: ends}
    return tuple(
        ValueTrack(v.kind, n, *given.get(v.kind, (v.low, v.high)))
        for v, n in zip(leaders, curves, strict=True)
    )


def leading(values: Sequence[SeatValue | None]) -> SeatValue:
    """The seat's latest number that is not a result, a search's before the game's own: the curve
    shows those of the same kind and view.
    """
    found = [v for v in values if v is not None and v.known]
    unsettled = [v for v in found if v.view is not None or not v.proven] or found
    seen = [v for v in unsettled if v.view is not None] or unsettled
    return seen[-1] if seen else SeatValue(math.nan)


def _numbers(values: Sequence[SeatValue | None], leader: SeatValue) -> Floats:
    """The numbers of the leader's kind and view, and the result where it is of that kind; NaN
    elsewhere, [T].
    """
    return np.array([v.number if v and _same(v, leader) else math.nan for v in values])


def _same(value: SeatValue, leader: SeatValue) -> bool:
    result = value.view is None and bool(value.proven)
    return value.known and value.kind is leader.kind and (result or value.view == leader.view)


def axis_ends(numbers: Floats, around_zero: bool) -> tuple[float, float]:
    """Round ends for evaluations; a few that are far beyond all others do not set them."""
    seen = numbers[np.isfinite(numbers)]
    if not seen.size:
        return -1.0, 1.0
    usual = float(np.quantile(np.abs(seen), 0.9))
    seen = seen[np.abs(seen) <= FAR * usual] if usual > 0 else seen
    if around_zero:
        most = numerals.nice_ceiling(float(np.abs(seen).max()))
        return -most, most
    low, high = float(seen.min()), float(seen.max())
    step = numerals.nice_step(high - low, 4) if high > low else max(abs(high), 1.0)
    bottom = math.floor(low / step) * step
    return bottom, max(math.ceil(high / step) * step, bottom + step)


def axis_words(tracks: Sequence[ValueTrack]) -> tuple[str, str, str]:
    """What is written at the top, the middle and the bottom of the axis."""
    kinds = {track.kind for track in tracks}
    if len(kinds) != 1:
        return "high", "", "low"
    track = tracks[0]
    if track.kind in SURE:
        return SURE[track.kind]
    middle = (track.low + track.high) / 2
    ends = (track.high, middle, track.low)
    top, between, bottom = (numerals.plus(numerals.short(x, 3)) for x in ends)
    return top, between, bottom


def title_of(
    tracks: Sequence[ValueTrack],
    frames: Sequence[Frame],
    names: Sequence[str],
    searched: bool = False,
) -> str:
    """The title over the curves; whose view it is where all numbers are of one seat's search.
    `names` are the players'; `searched`: one of them is a search.
    """
    kinds = {track.kind for track in tracks}
    title = TITLES[kinds.pop()] if len(kinds) == 1 else MIXED
    last = next((f.values for f in reversed(frames) if f.values and not f.outcome), ())
    views = {v.view for v in last}
    view = views.pop() if len(views) == 1 and len(last) > 1 else None
    if view is not None:
        return f"{title}, as {names[view]} sees it"
    game = all(v.view is None for v in last) and last and last[0].kind is ValueKind.EVALUATION
    if not game:
        return title
    return f"{OWN}, until a search has one" if searched else f"{OWN} of each seat"


def number_words(value: SeatValue) -> str:
    """The number alone: "54 %", "0.54", "+0.164", and of a finished match "won"."""
    if value.view is None and value.settled:
        return RESULTS[value.settled]
    # as files keep it: rounded twice it would say another thing when the match comes back
    number = float(f"{value.number:.6g}")
    if value.kind is ValueKind.PROBABILITY:
        return numerals.percent(number)
    if value.kind in (ValueKind.SCORE, ValueKind.PART):
        return numerals.real(number)
    # digits enough to tell small evaluations apart, as many in each of them: "+0.164", "+0.190"
    write = numerals.short if value.kind is ValueKind.PAYOFF else numerals.value
    return numerals.plus(write(number, 3))


def caption_words(values: Sequence[SeatValue]) -> str:
    """The numbers of all seats, each kind by its name: "evaluation (game units) +0.115 : +0.086",
    "evaluation (game units) +0.115, expected score 0.61", "won : lost".
    """
    said = []
    for name, found in itertools.groupby(values, _caption_name):
        numbers = " : ".join(number_words(v) if v.known else numerals.NOTHING for v in found)
        said.append(f"{name} {numbers}".strip())
    return ", ".join(said)


def _caption_name(value: SeatValue) -> str:
    is_result = not value.known or (value.view is None and bool(value.settled))
    return "" if is_result else BRIEF[value.kind]


def place_words(outcome: Sequence[float], seat: int) -> str:
    """The place of a seat between the first and the last of a finished match: "2nd"; "" for those,
    and during the match.
    """
    if len(outcome) < 3 or outcome[seat] in (min(outcome), max(outcome)):
        return ""
    better = sum(other > outcome[seat] for other in outcome)
    return PLACES[better] if better < len(PLACES) else f"{better + 1}th"


def loss_words(value: SeatValue, share: float) -> str:
    """A share of the range of values of that kind, in the units of their axis: "9 percentage
    points", "0.09", "0.18".
    """
    if value.kind is ValueKind.PROBABILITY:
        return f"{round(100 * share)} percentage points"
    return numerals.short(share * (value.high - value.low))


def value_words(value: SeatValue, names: Sequence[str]) -> str:
    """The number with what it is and who says so: "0.54, expected score (a draw counts half), as
    UCT sees it".
    """
    if not value.known:
        return "no value"
    if value.view is None and value.settled:
        return RESULTS[value.settled]
    proven = f" (a proved {value.proven})" if value.proven else ""
    return f"{number_words(value)}{proven}, {meaning(value, names)}"


def meaning(value: SeatValue, names: Sequence[str]) -> str:
    """What a value is and who says so, without its number; "" for a result or a gap."""
    if not value.known or (value.view is None and value.settled):
        return ""
    words = NAMES[value.kind]
    if value.kind in (ValueKind.EVALUATION, ValueKind.PAYOFF):
        ends = f"{numerals.short(value.low)} to {numerals.short(value.high)}"
        game = value.kind is ValueKind.EVALUATION and value.view is None
        whose = "the game's own " if game else ""
        words = f"{whose}{words}, {ends}"
    return f"{words}, as {names[value.view]} sees it" if value.view is not None else words
