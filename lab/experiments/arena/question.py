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
from lab.experiments.seatings import games_of, joined
from lab.experiments.sequential import Evidence, counted
from lab.experiments.verdicts import OPEN, SAME, repeats, says_nothing

USUAL = 40  # groups of each meeting where nobody says how many games there should be


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
        self._games = self._choices = 0  # that were asked for
        self._extra = 0  # groups that were asked for because of the question
        self._queue: list[Ask] = []  # the rest of the group that was chosen last
        self._size: dict[int, int] = {}  # line-ups of the groups that are not taken, by number
        self._parts: list[Answered] = []  # what came of the next group to be taken
        self._heard = 0  # line-ups whose results were looked at
        self._asked: dict[tuple[str, ...], int] = {}
        self._results: list[GroupResult] = []
        self._values: list[float] = []  # of the question, as far as the next choice may know
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
        return self._games + self._left * games_of(max(1, self._sides), seats, file.seatings)

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
        return max(0, USUAL * meetings + self._extra - self._choices)

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
        if self._queue:
            return self._queue.pop(0)
        until = course.until()
        if until is None:
            return None
        for group in course.groups[self._heard : until]:
            self._hear(group)
        self._heard = max(self._heard, until)
        endless = self._first and not self._goal
        self._next = self._choice(self._choices) if self._left or endless else None
        if self._next is None:
            return None
        names = self._next.names
        self._extra += bool(self._first) and not self._goal
        seed = self._asked[names] = self._asked.get(names, 0) + 1
        lineups = self.arena.lineups(names)
        self._size[self._choices] = len(lineups)
        self._choices += 1
        self._games += sum(lineup.seatings for lineup in lineups)
        self._queue = [Ask(0, lineup, seed, tape=seed <= SAME) for lineup in lineups]
        return self._queue.pop(0)

    def _hear(self, part: Answered) -> None:
        """Takes a group once all its line-ups are known."""
        self._parts.append(part)
        number = len(self._results)
        if len(self._parts) == self._size[number]:
            del self._size[number]
            players = tuple(dict.fromkeys(part.ask.lineup.sides))
            parts, self._parts = self._parts, []
            self._take(joined(parts, players))

    def _choice(self, number: int) -> NextGroup | None:
        if self._pairing is not None:
            return self._pairing.next(self._results, self._first)
        names = [name for name in self._names if name not in self._alike]
        return NextGroup((names[number % len(names)],), "each plays the same seeds alone")

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
        """Those whose first groups are the same games are asked for no more."""
        first = self._first_groups.setdefault(names, [])
        if len(first) == SAME:
            return
        first.append(games)
        if len(first) < SAME or not repeats(first):
            return
        if self._pairing is None:
            self._alike |= set(names)
            self._over = self._alike >= set(self._names)
        else:
            self._pairing.bar(names)
            self._over = self._pairing.exhausted
