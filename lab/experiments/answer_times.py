"""How long programs took to answer, and how close they came to their limit.

An answer is one that came, in time or late; a program that crashed or was stopped gives none.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from lab.match.decide import Decision
from lab.match.play import MatchResult


@dataclass(frozen=True)
class AnswerTimes:
    """The answers of one side. `margin_ms` is the time that was left at the answer which came
    closest to its limit, negative if it was late; the first answer has a limit of its own.
    """

    count: int
    total_ms: float
    worst_ms: float
    margin_ms: float

    @property
    def mean_ms(self) -> float:
        """The mean time of an answer."""
        return self.total_ms / self.count

    @property
    def text(self) -> str:
        """For people: "203 answers: 3.1 ms on average, 48.2 ms at worst, at least 51.8 ms before
        the limit".
        """
        if self.margin_ms < 0:
            margin = f"up to {-self.margin_ms:,.1f} ms after the limit"
        else:
            margin = f"at least {self.margin_ms:,.1f} ms before the limit"
        return (
            f"{self.count:,} answer{'' if self.count == 1 else 's'}: {self.mean_ms:,.1f} ms on "
            f"average, {self.worst_ms:,.1f} ms at worst, {margin}"
        )


def joined(times: Iterable[AnswerTimes | None]) -> AnswerTimes | None:
    """All of them together; None without answers."""
    known = [each for each in times if each is not None]
    if not known:
        return None
    return AnswerTimes(
        sum(each.count for each in known),
        sum(each.total_ms for each in known),
        max(each.worst_ms for each in known),
        min(each.margin_ms for each in known),
    )


def answer_times(result: MatchResult, sides: tuple[int, ...]) -> tuple[AnswerTimes | None, ...]:
    """Per side; None for searches, and for programs that never answered."""
    made = [d for turn in result.turns for d in turn.decisions if d is not None and _answered(d)]
    return tuple(
        joined(_one(d) for d in made if sides[d.seat] == side) for side in range(max(sides) + 1)
    )


def _answered(decision: Decision) -> bool:
    return decision.limit_ms > 0 and bool(decision.lines or decision.overrun_ms)


def _one(decision: Decision) -> AnswerTimes:
    ms = 1000 * decision.seconds
    return AnswerTimes(1, ms, ms, decision.limit_ms - ms)
