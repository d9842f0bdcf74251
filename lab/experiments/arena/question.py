"""Which games an arena asks for."""

from __future__ import annotations

from itertools import combinations
from math import comb

from lab.batch.games import GameRecord
from lab.experiments.arena.pool import Arena
from lab.experiments.arena.standing import NextMeeting
from lab.experiments.better.question import value_of
from lab.experiments.crowds import duel_points
from lab.experiments.pairing import CANDIDATE, HELPS, GroupResult, NextGroup, Pairing, Rule
from lab.experiments.running import Answered, Ask, Course
from lab.experiments.sequential import Evidence, counted
from lab.experiments.verdicts import OPEN, SAME, repeats, says_nothing

USUAL = 40  # groups of each meeting where nobody says how many games there should be


class ArenaQuestion:
    """Asks for meetings of the bots that are not retired, until there are enough groups: `games`
    games, or USUAL groups a meeting besides those of the arena's question. The n-th group of a
    meeting has the n-th seed. Two bots whose games are the same on every seed are asked for no
    more than it takes to know that.
    """

    ended = False  # never before all games are finished

    def __init__(self, arena: Arena, rule: Rule | None = None, games: int = 0) -> None:
        candidate, than = arena.file.candidate, arena.file.than
        usual = CANDIDATE if candidate else HELPS
        self.arena, self.rule = arena, usual if rule == CANDIDATE else rule or usual
        self._tested = (candidate, than) if than else ()
        self._first = self._tested if self.rule == CANDIDATE else ()  # until it is settled
        self._names = [bot.name for bot in arena.playing]
        self._sides = min(arena.game.seats, len(self._names))
        meets = self._sides > 1
        self._pairing = Pairing(self._names, self.rule, self._sides, candidate) if meets else None
        self._most = -(-games // max(1, self._sides))  # groups, 0 for the usual number
        self._extra = 0  # groups that were asked for because of the question
        self._asked: dict[tuple[str, ...], int] = {}
        self._results: list[GroupResult] = []
        self._values: list[float] = []  # of the question, as far as the next choice may know
        self._met: list[tuple[GameRecord, ...]] = []  # the groups that they are of
        self._first_groups: dict[tuple[str, ...], list[tuple[GameRecord, ...]]] = {}
        self._over = False  # all meetings repeat
        self._next: NextGroup | None = None

    @property
    def total(self) -> int:
        """Most games; 0 while the question is open, which may take any number."""
        return self._sides * self._groups

    @property
    def _groups(self) -> int:
        if self._over:
            return sum(self._asked.values())
        if self._most or self._first or not self._names:
            return self._most * bool(self._names)
        own = self.rule == CANDIDATE and self._pairing is not None
        meetings = comb(len(self._names) - own, self._sides - own)
        return USUAL * meetings * (self._sides > 1 or self.arena.game.seats == 1) + self._extra

    @property
    def note(self) -> str:
        """Who plays next."""
        return f"next {' against '.join(self._next.names)}" if self._next else ""

    @property
    def next_meeting(self) -> NextMeeting | None:
        """Who plays next, and why."""
        if self._next is None:
            return None
        who = " against ".join(self._next.names)
        return NextMeeting(self._next.names, f"Next: {who}, {self._next.why}.")

    @property
    def evidence(self) -> Evidence:
        """What the games of the arena's question say, as far as the next choice may know."""
        return self.arena.file.test.of(counted(self._values))

    def next(self, course: Course) -> Ask | None:
        """The next meeting."""
        until = course.until()
        if until is None:
            return None
        for group in course.groups[len(self._results) : until]:
            self._take(group)
        enough = len(course.asks) >= self._groups and not (self._first and not self._most)
        self._next = None if enough else self._choice(len(course.asks))
        if self._next is None:
            return None
        names = self._next.names
        self._extra += bool(self._first) and not self._most
        self._asked[names] = self._asked.get(names, 0) + 1
        number = self._asked[names]
        return Ask(0, self.arena.lineup(names), number, tape=number <= SAME)

    def _choice(self, number: int) -> NextGroup | None:
        if self._pairing is not None:
            return self._pairing.next(self._results, self._first)
        name = self._names[number % len(self._names)]
        return NextGroup((name,), "each plays the same seeds alone")

    def _take(self, group: Answered) -> None:
        """A result that choices may depend on from now on."""
        sides = group.ask.lineup.sides
        names = {bot.entrant.digest: bot.name for bot in self.arena.bots}
        own = tuple(names[side.digest] for side in sides)
        pairs = combinations(range(len(sides)), 2) if not group.failed else ()
        duels = tuple(duel_points(group.games, i, j) for i, j in pairs)
        self._results.append(GroupResult(own, duels))
        if not group.failed:
            self._bar_if_it_repeats(own, group.games)
        if own == self._tested and not group.failed:
            self._values.append(value_of([group]))
            self._met.append(group.games)
            if self.evidence.word != OPEN or says_nothing(self._met):
                self._first = ()

    def _bar_if_it_repeats(self, names: tuple[str, ...], games: tuple[GameRecord, ...]) -> None:
        """Two whose first groups are the same games are asked for no more."""
        first = self._first_groups.setdefault(names, [])
        if self._pairing is None or self._sides > 2 or len(first) == SAME:
            return
        first.append(games)
        if len(first) == SAME and repeats(first):
            self._pairing.bar(names)
            self._over = self._pairing.exhausted
