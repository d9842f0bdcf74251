"""What a sweep plays, as plain texts that fit a command line and a file's first line, and as
parsed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any, Self

from engines.editing import EditError, nearby
from engines.game import State
from engines.knobs import KnobError, Value
from lab.experiments.plans import GamesPlan, refuse_people
from lab.experiments.series import schedule
from lab.experiments.sweep.grid import (
    GridAxis,
    parse_argument,
    parse_axis,
    points,
    settings_text,
    varied,
    word,
)
from lab.files.replay_position import positions_in
from lab.match.budget import Budget
from lab.match.openings import Openings
from lab.match.records import Setup
from lab.match.seat import SeatSpec
from lab.match.seats import format_seat, make_setup, parse_algorithm, parse_game, parse_seat
from lab.programs.spec import program_of
from lab.words.asked import line_of, option, read_line
from lab.words.numerals import plural

EVEN, DECIDE, SETTLE = "even", "decide", "settle"
RULES = {
    EVEN: "the same number of matches at every point",
    DECIDE: "more matches where they help to settle which point is best",
    SETTLE: "one setting, nothing varied, until it is settled who is better",
}
MATCHES = 40


@dataclass(frozen=True)
class SweepPlan(GamesPlan):
    """A sweep: `seat` is played at every combination of the `vary` texts against the `against`
    seats; where `rule` is "settle" nothing is varied.

    `matches` is the number of matches per point, on average where `rule` is "decide", at most where
    it is "settle". `budget` applies to every seat without its own. A single text in `against`
    stands for every other seat. `start` is a replay in whose position after `turn` turns (None: the
    last one) every match begins, "" for the game's own starts; with `shake` they begin in so many
    positions near it, one after the other.
    """

    kind = "sweep"

    seat: str = option(
        "the player whose parameters are varied: smitsimax:depth=6, or a program with the varied "
        "ones in braces: 'cmd:./mybot {depth}'",
        metavar="SPEC",
    )
    vary: tuple[str, ...] = option(
        "c=0.05:2:8 (low, high, how many), c=0.05:2:8:log, final=visits|mean, w.NAME=0:1:3 for an "
        "evaluation weight; repeatable",
        (),
        metavar="NAME=VALUES",
    )
    against: tuple[str, ...] = option(
        "the benchmark: one for all other seats, or one for each", (), metavar="SPEC"
    )
    matches: int = option(
        "a point, on average",
        MATCHES,
        usual=f"{MATCHES} or the next multiple of the seats",
        low=1,
        high=1_000_000,
        always=True,
    )
    budget: str = option(
        "for each decision: 20ms, 2s, 2000it or 50000n (nodes)", "2000it", always=True
    )
    seed: int = option("of the first match of every point", 1, high=1 << 62, always=True)
    rule: str = option(
        "; ".join(f"{name}: {words}" for name, words in RULES.items()),
        DECIDE,
        flag="--plan",
        choices=tuple(RULES),
    )
    start: str = option(
        "begin every match in the last position of this replay, or in that after --turn; or in a "
        "position that the editor keeps; or random:2-4, after two to four random plies, those of "
        "the seed in every seating",
        "",
        flag="--from",
        metavar="FILE",
        key="from",
    )
    turn: int | None = option("turns played before that position", None, high=100_000)
    shake: int = option(
        "begin in N positions near that of --from, one after the other, in place of it",
        0,
        low=1,
        high=1000,
        metavar="N",
    )

    def __post_init__(self) -> None:
        for name in ("vary", "against"):
            object.__setattr__(self, name, tuple(getattr(self, name)))

    @cached_property
    def grid(self) -> SweepGrid:
        """The plan read and checked; KnobError says what is wrong."""
        return SweepGrid(self)

    def with_usual_matches(self) -> Self:
        """The plan with the usual number of matches per point, every seed in every seating."""
        seats = parse_game(self.game).seats
        return replace(self, matches=-(-MATCHES // seats) * seats)

    @property
    def line(self) -> dict[str, Any]:
        """The whole plan, as `read` takes it."""
        return {"plan": self.question | {"matches": self.matches, "rule": self.rule}}

    @property
    def question(self) -> dict[str, Any]:
        """All that results depend on; a file holds the matches of one question. More matches may be
        added to it.
        """
        place = [*["start", "turn"] * (not self.start), *["shake"] * (not self.shake)]
        return line_of(self, ("matches", "rule", *place))

    @classmethod
    def read(cls, line: Mapping[str, Any]) -> Self:
        """The plan from a file's first line; KeyError, TypeError or ValueError where that line is
        not a plan.
        """
        about = line["plan"]
        texts = ("vary", "against", "budget", "matches", "seed", "rule")
        return cls(**read_line(cls, {name: about[name] for name in texts} | dict(about)))


class SweepGrid:
    """A plan's game, axes and points. Point k has the values `points[k]`; `itself` lists the points
    that equal the benchmark.
    """

    def __init__(self, plan: SweepPlan) -> None:
        self.plan = plan
        self.game = plan.configured
        self.budget = Budget.parse(plan.budget)
        said = "A person cannot play a sweep; name algorithms."
        refuse_people((plan.seat, *plan.against), said)
        self._refuse_shaking()
        self._base = parse_seat(plan.seat, self.game, self.budget)
        if bool(plan.vary) == (plan.rule == SETTLE):
            raise KnobError(
                "With --plan settle nothing is varied: leave --vary out."
                if plan.vary
                else "Name at least one parameter to vary, as in --vary c=0.05:2:8:log."
            )
        self.axes = tuple(self._axis(text) for text in plan.vary)
        if len({axis.name for axis in self.axes}) < len(self.axes):
            raise KnobError("Each parameter can be varied only once.")
        self.points: tuple[tuple[Value, ...], ...] = tuple(points(self.axes))
        self.seats = tuple(self._seat(values) for values in self.points)
        self.against = self._opponents()
        self.rounds = self._rounds()
        self.itself = frozenset(
            k
            for k, seat in enumerate(self.seats)
            if self.against and all(seat == other for other in self.against)
        )
        self.played = tuple(k for k in range(len(self.points)) if k not in self.itself)
        if not self.played:
            raise KnobError(
                "The only point is the benchmark itself; vary more values."
                if plan.vary
                else "Both players are the same: there is nothing to settle."
            )

    def _refuse_shaking(self) -> None:
        if self.plan.shake and not self.plan.start:
            raise KnobError("--shake draws positions near that of --from: name it.")
        if Openings.read(self.plan.start) and (self.plan.shake or self.plan.turn is not None):
            raise KnobError("--from random:2-4 has a position for each seed: name no other.")
        editing = self.game.editing()
        if self.plan.shake and (editing is None or not editing.shakes):
            raise KnobError(f"Positions of {self.game.title} cannot be shaken.")

    def _axis(self, text: str) -> GridAxis:
        if command := program_of(self.plan.seat):
            return parse_argument(text, command)
        return parse_axis(text, parse_algorithm(self.plan.seat.partition(":")[0]), self.game)

    def _seat(self, values: tuple[Value, ...]) -> SeatSpec:
        if not self.axes:
            return self._base
        program, text = program_of(self.plan.seat), varied(self.plan.seat, self._named(values))
        return parse_seat(text, self.game, None if program else self.budget)

    def _named(self, values: tuple[Value, ...]) -> dict[str, Value]:
        return dict(zip((axis.name for axis in self.axes), values, strict=True))

    def _opponents(self) -> tuple[SeatSpec, ...]:
        others = self.game.seats - 1
        texts = (
            self.plan.against * others
            if others and len(self.plan.against) == 1
            else self.plan.against
        )
        if len(texts) != others:
            wanted = f"{others} other {plural(others, 'seat')}"
            raise KnobError(
                f"{self.game.title} has {wanted}: name who plays with --against, one for "
                "all or one for each."
            )
        return make_setup(self.game, [self._base, *texts], self.plan.seed, self.budget).seats[1:]

    def _rounds(self) -> int:
        """Groups of matches per point; a group plays one seed with every rotation of the seats."""
        seats = self.game.seats
        if self.plan.matches < seats or self.plan.matches % seats:
            raise KnobError(
                f"The matches a point ({self.plan.matches}) should be a multiple of "
                f"{seats}: each seed is played in every seating."
            )
        if self.plan.rule not in RULES:
            raise KnobError(f"The plan {self.plan.rule} is not one of: {', '.join(RULES)}.")
        return self.plan.matches // seats

    def text(self, values: tuple[Value, ...]) -> str:
        """A point as it is typed: "c=0.143,depth=6"."""
        return settings_text(self._named(values))

    def words(self, point: int) -> str:
        """A point in words: "c 0.143, depth 6"; the player where nothing is varied."""
        if not self.axes:
            return self.seat_text(point)
        return ", ".join(
            f"{axis.name} {word(v)}" for axis, v in zip(self.axes, self.points[point], strict=True)
        )

    def seat_text(self, point: int) -> str:
        """The point's player as `--seat` takes it."""
        return format_seat(
            self.seats[point], self.game, with_budget=self.seats[point].budget != self.budget
        )

    def setup(self, point: int, match: int) -> tuple[Setup, tuple[int, ...]]:
        """The `match`-th match of a point, and the side in each seat; side 0 is the point. Every
        point plays the same seeds.
        """
        turn, (_, seed) = match % self.game.seats, self.named(point, match)
        setup = Setup(self.game.name, self.game.options, (self.seats[point], *self.against), seed)
        return schedule(setup, turn + 1)[turn]

    def named(self, point: int, match: int) -> tuple[str, int]:
        """The name of a match, and its seed."""
        name = self.text(self.points[point]) or self.seat_text(point)
        return name, self.plan.seed + match // self.game.seats

    def start(self, match: int) -> State | None:
        """The position in which the `match`-th match of a point begins, None for the game's own
        start; it is the same in every seating.
        """
        if not self.plan.start:
            return None
        if openings := Openings.read(self.plan.start):
            return openings.position(self.game, self.named(0, match)[1])
        return self._starts[match // self.game.seats % len(self._starts)]

    @cached_property
    def _starts(self) -> tuple[State, ...]:
        """The position of the file, or those near it."""
        state = positions_in(Path(self.plan.start), self.plan.turn, self.game)[-1]
        editing = self.game.editing()
        if not self.plan.shake or editing is None:
            return (state,)
        try:
            return nearby(editing, state, self.plan.shake)
        except EditError as error:
            raise KnobError(str(error)) from None

    @cached_property
    def settings(self) -> list[SeatSpec]:
        """Every player that may need its own kernels: each value of each axis once, and the
        opponents.
        """
        middle = [values[0] for values in (axis.values for axis in self.axes)]
        found = [
            self._seat(tuple([*middle[:i], v, *middle[i + 1 :]]))
            for i, axis in enumerate(self.axes)
            for v in axis.values
        ] or list(self.seats)
        return list(dict.fromkeys([*found, *self.against]))

    @property
    def total(self) -> int:
        """Most matches that are played."""
        return self.rounds * self.game.seats * len(self.played)
