"""Which games the question "is it better?" asks for, and when they end."""

from __future__ import annotations

from lab.batch.games import GameRecord
from lab.batch.tape import moves
from lab.experiments.better.plan import BetterPlan
from lab.experiments.running import Answered, Ask, Course
from lab.experiments.seatings import joined
from lab.experiments.sequential import Evidence, counted
from lab.experiments.verdicts import (
    BETTER,
    NEVER_DIFFERED,
    NOT_BETTER,
    OPEN,
    SAME,
    Word,
    never_differed,
    repeated,
    spoils,
)
from lab.words import numerals
from lab.words.scored import compared


class BetterQuestion:
    """Asks for the same groups in the same order whatever comes of them; the verdict is that of the
    first groups that carry one, so what had been played ahead does not count.
    """

    def __init__(self, plan: BetterPlan) -> None:
        self.plan = plan
        self._each = 2 if plan.apart else 1  # groups of one observation
        asks = plan.asks(0)
        self._parts = len(asks) // self._each  # line-ups of a group
        self._games = sum(lineup.seatings for _, lineup in asks)
        self.values: list[float] = []  # one for each observation that counts
        self.spoiled: list[bool] = []  # whether somebody lost a turn in it by an answer
        self.counting: list[Answered] = []  # their groups
        self._opponents: list[str] = []  # of each, where they are asked about
        self.stopped = ""  # why there will be no verdict, as half a sentence
        self.ended = False
        self._taken = 0

    @property
    def total(self) -> int:
        """Most games, 0 where there is no end."""
        return self.plan.most * self._games

    @property
    def evidence(self) -> Evidence:
        """What is known so far."""
        spoiled = (x for x, bad in zip(self.values, self.spoiled, strict=True) if bad)
        return self.plan.test.of(counted(self.values), self._games, counted(spoiled))

    @property
    def against(self) -> dict[str, Evidence]:
        """What is known against each player of the pool, where each is asked about: whether the
        candidate is "better" than worse, that is not worse.
        """
        found: dict[str, list[int]] = {}
        for place, name in enumerate(self._opponents[: len(self.values)]):
            found.setdefault(name, []).append(place)
        return {
            name: self.plan.no_worse.of(
                counted(self.values[k] for k in places),
                self._games,
                counted(self.values[k] for k in places if self.spoiled[k]),
            )
            for name, places in found.items()
        }

    @property
    def word(self) -> Word:
        """The verdict. Where each player of the pool is asked about, "better" is not worse against
        any, and "not better" also worse against one.
        """
        said = self.evidence.word
        each = {evidence.word for evidence in self.against.values()}
        if NOT_BETTER in each:
            return NOT_BETTER
        return OPEN if said == BETTER and OPEN in each else said

    @property
    def note(self) -> str:
        """Score, ratio and forecast: "54 % (51 to 58 %), ratio +1.20 of −2.25 to +2.89; about 300
        more may settle it".
        """
        evidence, (low, high) = self.evidence, self.plan.test.limits
        if not self.values:
            return ""
        ratio, ends = numerals.signed(evidence.ratio), map(numerals.signed, (low, high))
        return f"{evidence.score.text}, ratio {ratio} of {' to '.join(ends)}{evidence.forecast}"

    def next(self, course: Course) -> Ask | None:
        """The next seed."""
        self._take(course)
        number, place = divmod(len(course.asks), self._each * self._parts)
        if self.ended or (self.plan.most and number >= self.plan.most):
            return None
        which, lineup = self.plan.asks(number)[place]
        tape = number < self.plan.round + SAME - 1
        return Ask(which, lineup, self.plan.seed + number, tape=tape)

    def _take(self, course: Course) -> None:
        """Counts the observations that have become complete, until they carry a verdict."""
        parts, whole = self._parts, self._parts * self._each
        while not self.ended and len(course.groups) >= self._taken + whole:
            found = course.groups[self._taken : self._taken + whole]
            own = self.plan.lineups(self._taken // whole)
            groups = [joined(found[k * parts :][:parts], each.sides) for k, each in enumerate(own)]
            self._taken += whole
            if any(group.failed for group in groups):
                continue
            self.counting += groups
            if self.plan.each:
                self._opponents.append(self.plan.opponents(self._taken // whole - 1))
            self.values.append(value_of(groups, self.plan.configured.seats == 1))
            self.spoiled.append(any(spoils(each.games) for each in groups))
            self._look()

    def _look(self) -> None:
        once = self.plan.round
        if len(self.values) == once + SAME - 1:
            self.stopped = self._hopeless()
            if self.stopped and self.stopped != NEVER_DIFFERED:  # one observation for ever
                del self.values[once:], self.spoiled[once:], self.counting[once * self._each :]
        self.ended = bool(self.stopped) or self._settled

    @property
    def _settled(self) -> bool:
        """Whether more groups are not needed; a "better" waits for each player of the pool."""
        waits = self.evidence.word == BETTER and self.word == OPEN
        return self.word == NOT_BETTER or (self.evidence.ended and not waits)

    def _hopeless(self) -> str:
        """Why more games cannot say anything, or ""."""
        games, once = [group.games for group in self.counting], self.plan.round
        if self._each == 1:
            same = all(never_differed(games[k:]) for k in range(once))
            return NEVER_DIFFERED * same or repeated(games, once)
        pairs = [(first, second) for first, second in zip(games[::2], games[1::2], strict=True)]
        swapped = [[*a, *b] for a, b in pairs]
        same = all([_facts(x) for x in a] == [_facts(x) for x in b] for a, b in pairs)
        return NEVER_DIFFERED * same or repeated(swapped, once)


def value_of(groups: list[Answered], alone: bool = False) -> float:
    """What an observation says, in [0, 1]: the candidate's mean points; where two play apart, half
    of what the candidate has more than the other, above 1/2; in a game for one (`alone`) whether it
    has more. Exact to 1/1440, the finest that shares of four seats need, so that equal observations
    are equal numbers.
    """
    points = [group.points(0) for group in groups]
    if alone:
        return compared(*points)
    value = points[0] if len(points) == 1 else (1 + points[0] - points[1]) / 2
    return round(1440 * value) / 1440


def _facts(game: GameRecord) -> tuple[object, ...]:
    """What is equal in two games that were played alike by seat."""
    outcomes = tuple(seat.outcome for seat in game.seats)
    return (game.turns, game.reason, moves(game.tape), outcomes)
