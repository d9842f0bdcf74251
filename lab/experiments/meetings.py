"""What two players scored against each other, over any number of groups."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from lab.experiments.stats import Z, interval_of


@dataclass(frozen=True)
class Meeting:
    """What two players scored against each other: the number of groups, and the sum and the sum of
    squares of the first player's means over them, each in [0, 1].
    """

    first: str
    second: str
    groups: int
    total: float
    squares: float

    @classmethod
    def of(cls, first: str, second: str, means: Sequence[float]) -> Meeting:
        """The meeting from the first player's mean in each group."""
        return cls(first, second, len(means), sum(means), sum(x * x for x in means))

    @property
    def mean(self) -> float:
        """The first player's score."""
        return self.total / self.groups

    @property
    def interval(self) -> tuple[float, float]:
        """The score's 95 % interval."""
        return self.within(Z)

    def within(self, z: float) -> tuple[float, float]:
        """The score's interval of so many standard deviations."""
        return interval_of(self.groups, self.total, self.squares, z)

    def around(self, expected: float) -> float:
        """The sum over groups of the squared difference from an expected score."""
        return self.squares - 2 * expected * self.total + self.groups * expected**2


def turned(meeting: Meeting) -> Meeting:
    """The same meeting from the other side."""
    n, total = meeting.groups, meeting.total
    return Meeting(meeting.second, meeting.first, n, n - total, n - 2 * total + meeting.squares)


def merged(meetings: Iterable[Meeting]) -> tuple[Meeting, ...]:
    """One meeting of every two players, sorted, and the two in order of their names: the result
    does not depend on how they came. Meetings without groups are left out.
    """
    found: dict[tuple[str, str], Meeting] = {}
    same = (m if m.first < m.second else turned(m) for m in meetings if m.groups)
    for each in sorted(same, key=lambda m: (m.first, m.second, m.groups, m.total, m.squares)):
        key = each.first, each.second
        found[key] = _sum(found[key], each) if key in found else each
    return tuple(found.values())


def _sum(one: Meeting, more: Meeting) -> Meeting:
    return Meeting(
        one.first,
        one.second,
        one.groups + more.groups,
        one.total + more.total,
        one.squares + more.squares,
    )
