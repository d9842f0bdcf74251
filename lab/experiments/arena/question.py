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
from lab.experiments.running import LAG, Answered, Ask, Course
from lab.experiments.seatings import games_of, joined
from lab.experiments.sequential import Evidence, counted
from lab.experiments.verdicts import SAME, repeats, says_nothing, spoils

USUAL = 40  # groups of each meeting where nobody says how many games there should be, or more:
# each position as often as the others


class ArenaQuestion:
    """Asks for meetings of the bots that are not retired, until there are enough groups: `games`
    games, or USUAL groups a meeting besides those of the arena's question. The n-th group of a
    meeting has the n-th seed. Bots whose games are the same on every seed are asked for no more
    than it takes to know that.
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
        self._goal = games  # 0 for the usual number
        self._once = arena.kept.condition.round
        self._games = self._choices = 0  # that were asked for, and count
        self._extra = 0  # groups that were asked for because of the question
        self._queue: list[Ask] = []  # the rest of the group that was chosen last
        self._sizes: list[int] = []  # line-ups of the groups that are not known
        self._parts: list[Answered] = []  # what came of the next group to be taken
        self._heard = 0  # line-ups whose results were looked at
        self._arrived: list[Answered] = []  # the groups that are known
        self._farthest = 0  # seed that was asked for because of the question
        self._beyond = 0  # groups on their way that were asked for before the question was settled
        self._asked: dict[tuple[str, ...], int] = {}
        self._results: list[GroupResult] = []
        self._values: list[float] = []  # of the question
        self._met: list[tuple[GameRecord, ...]] = []  # the groups that they are of
        self._first_groups: dict[tuple[str, ...], list[tuple[GameRecord, ...]]] = {}
        self._alike: set[str] = set()  # who alone plays the same game on every seed
        self._over = False  # all meetings repeat
        self._next: NextGroup | None = None

    @property
    def total(self) -> int:
        """Most games; 0 while the question is open, which may take any number."""
        if self._first and not self._goal:
            return 0
        file, seats = self.arena.file, self.arena.game.seats
        left = self._left * games_of(max(1, self._sides), seats, file.seatings)
        return self._games + self._spare + left

    @property
    def _left(self) -> int:
        """Groups that will still be chosen, if the question is not open."""
        alone = self._pairing is None
        if self._over or not self._names or (alone and self.arena.game.seats > 1):
            return 0
        if self._goal:
            sides, seats = self._sides, self.arena.game.seats
            left = self._goal - self._games
            return max(0, -(-left // games_of(sides, seats, self.arena.file.seatings)))
        own = self.rule == CANDIDATE and not alone
        meetings = comb(len(self._names) - own, self._sides - own)
        usual = -(-USUAL // self._once) * self._once
        return max(0, usual * meetings + self._extra - self._choices)

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
    def _group(self) -> int:
        """Games in a group of the question."""
        return sum(each.seatings for each in self.arena.lineups(self._tested))

    @property
    def _spare(self) -> int:
        """Games that were asked for beyond the end of the question, and by nobody else since."""
        beyond = max(0, self._farthest - self._asked.get(self._tested, 0))
        return beyond * self._group if beyond else 0

    @property
    def evidence(self) -> Evidence:
        """What the first groups of the arena's question say, up to the one that settled it."""
        bad = counted(x for x, games in zip(self._values, self._met, strict=True) if spoils(games))
        return self.arena.file.test.of(counted(self._values), spoiled=bad)

    def next(self, course: Course) -> Ask | None:
        """The next meeting."""
        if self._queue:
            return self._queue.pop(0)
        for part in course.groups[self._heard :]:
            self._heard += 1
            self._hear(part)
        if not self._asks_on and not self._take_until(self._choices - LAG + 1):
            return None  # it waits for results
        self._next = self._choice() if self._left or (self._first and not self._goal) else None
        if self._next is None:
            return None
        names = self._next.names
        self._extra += bool(self._first) and not self._goal
        seed = self._asked[names] = self._asked.get(names, 0) + 1
        lineups = self.arena.lineups(names)
        self._sizes.append(len(lineups))
        self._choices += 1
        self._games += sum(lineup.seatings for lineup in lineups)
        self._queue = [Ask(0, lineup, seed, tape=seed < self._once + SAME) for lineup in lineups]
        return self._queue.pop(0)

    @property
    def _asks_on(self) -> bool:
        """Whether the arena's question is open, so that its two players meet whatever came."""
        return bool(self._first) and self._pairing is not None

    def _hear(self, part: Answered) -> None:
        """Keeps a group once all its line-ups are known, unless its question was settled before."""
        self._parts.append(part)
        if len(self._parts) < self._sizes[0]:
            return
        del self._sizes[0]
        parts, self._parts = self._parts, []
        if self._beyond:
            self._beyond -= 1
            return
        group = joined(parts, tuple(dict.fromkeys(part.ask.lineup.sides)))
        self._arrived.append(group)
        if self._asks_on and not group.failed:
            self._values.append(value_of([group]))
            self._met.append(group.games)
            if self.evidence.ended or says_nothing(self._met, self._once):
                self._settle()

    def _settle(self) -> None:
        """The question is settled by the group that came last. What was asked for beyond it, to
        keep processes busy, is no part of the sequence, which is so the same for any number of
        them; it waits in the store for those who meet later.
        """
        beyond = self._choices - len(self._arrived)
        self._beyond += beyond
        self._choices -= beyond
        self._extra -= beyond * (not self._goal)
        self._farthest = self._asked[self._first]
        self._asked[self._first] -= beyond
        self._games -= beyond * self._group
        if self._pairing is not None:
            self._pairing.begin(self._first, len(self._arrived))
        self._first = ()

    def _choice(self) -> NextGroup | None:
        if self._asks_on:
            return NextGroup(self._first, "until it is clear which is better")
        if self._pairing is not None:
            return self._pairing.next(self._results)
        names = [name for name in self._names if name not in self._alike]
        found = names[self._choices % len(names)]
        return NextGroup((found,), "each plays the same seeds alone")

    def _take_until(self, count: int) -> bool:
        """Lets choices depend on the first `count` groups; whether they are all known."""
        for group in self._arrived[len(self._results) : max(0, count)]:
            self._take(group)
        return len(self._arrived) >= count

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

    def _bar_if_it_repeats(self, names: tuple[str, ...], games: tuple[GameRecord, ...]) -> None:
        """Those whose first groups are the same games are asked for no more."""
        first = self._first_groups.setdefault(names, [])
        enough = self._once + SAME - 1
        if len(first) == enough:
            return
        first.append(games)
        if len(first) < enough or not repeats(first, self._once):
            return
        if self._pairing is None:
            self._alike |= set(names)
            self._over = self._alike >= set(self._names)
        else:
            self._pairing.bar(names, self._once)
            self._over = self._pairing.exhausted
