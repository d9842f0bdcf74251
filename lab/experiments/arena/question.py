"""Which games an arena asks for."""

from __future__ import annotations

from itertools import combinations

from lab.experiments.arena.pool import Arena
from lab.experiments.arena.standing import NextMeeting
from lab.experiments.better.question import value_of
from lab.experiments.running import Ask, Course
from lab.experiments.sequential import Evidence, counted
from lab.experiments.verdicts import OPEN

USUAL = 40  # groups of each meeting where nobody says how many games there should be
EVENLY, CANDIDATE = "evenly", "candidate"
RULES = {
    EVENLY: "each meeting as often as the others",
    CANDIDATE: "only the candidate: against the one that it should be better than until that is "
    "clear, then against all",
}


class ArenaQuestion:
    """Asks for meetings of the bots that are not retired, until there are enough groups: `games`
    games, or USUAL groups of each meeting. The n-th group of a meeting has the n-th seed.
    """

    def __init__(self, arena: Arena, rule: str = "", games: int = 0) -> None:
        self.arena, self.file = arena, arena.file
        self.names = [bot.name for bot in arena.playing]
        self._test = arena.file.test
        self.tested = (arena.file.candidate, arena.file.than) if arena.file.than else None
        self.rule = rule or (CANDIDATE if arena.file.candidate else EVENLY)
        self.meetings = self._meetings()
        self._size = len(self.meetings[0]) if self.meetings else 1
        self._most = -(-games // self._size)  # groups, 0 for USUAL of each meeting
        self._asked = dict.fromkeys([*self.meetings, *filter(None, [self.tested])], 0)
        self._values: list[float] = []  # of the test, as far as the next choice may know
        self._settled = self.tested is None
        self._seen = 0
        self._next: tuple[str, ...] = ()

    def _meetings(self) -> list[tuple[str, ...]]:
        sides = min(self.arena.game.seats, len(self.names))
        if len(self.names) < 2:
            return []
        found = list(combinations(self.names, sides))
        if self.rule == CANDIDATE:
            own = self.file.candidate
            found = [(own, *(n for n in names if n != own)) for names in found if own in names]
        return found

    @property
    def ended(self) -> bool:
        """Never before all games are finished."""
        return False

    @property
    def total(self) -> int:
        """Most games; 0 while the question is open, which may take any number."""
        if self._most or not self.meetings:
            return self._size * self._most
        if self._first:
            return 0
        return self._size * sum(max(USUAL, self._asked[each]) for each in self.meetings)

    @property
    def _first(self) -> bool:
        """Whether the question comes before all other games."""
        return self.rule == CANDIDATE and self.tested is not None and not self._settled

    @property
    def note(self) -> str:
        """Who plays next."""
        return f"next {' against '.join(self._next)}" if self._next else ""

    @property
    def next_meeting(self) -> NextMeeting | None:
        """Who plays next, and why."""
        if not self._next:
            return None
        who = " against ".join(self._next)
        if self._first and self._next == self.tested:
            return NextMeeting(self._next, f"Next: {who}, until it is clear which is better.")
        return NextMeeting(self._next, f"Next: {who}, the meeting with the fewest games.")

    @property
    def evidence(self) -> Evidence:
        """What the test's games say, as far as the next choice may know."""
        return self._test.of(counted(self._values))

    def next(self, course: Course) -> Ask | None:
        """The next meeting."""
        until = course.until()
        if until is None:
            return None
        self._take(course, until)
        self._next = self._choice(course)
        if not self._next:
            return None
        number = self._asked[self._next]
        self._asked[self._next] += 1
        return Ask(0, self.arena.lineup(self._next), number + 1)

    def _take(self, course: Course, until: int) -> None:
        tested = self.arena.lineup(self.tested) if self.tested else None
        for group in course.groups[self._seen : until]:
            if group.ask.lineup == tested and not group.failed and not self._settled:
                self._values.append(value_of([group]))
                self._settled = self.evidence.word != OPEN
        self._seen = max(self._seen, until)

    def _choice(self, course: Course) -> tuple[str, ...]:
        if not self.meetings or (self._most and len(course.asks) >= self._most):
            return ()
        if self._first and self.tested:
            return self.tested
        fewest = min(self.meetings, key=self._asked.__getitem__)
        return fewest if self._most or self._asked[fewest] < USUAL else ()
