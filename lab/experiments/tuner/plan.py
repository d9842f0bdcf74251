"""What a tuning plays, as plain texts that fit a command line, and as parsed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Self

from engines.knobs import KnobError, Value
from lab.batch.entrants import entrant
from lab.batch.games import Entrant, LineUp, canonical
from lab.experiments.better.plan import BetterPlan
from lab.experiments.plans import ComparedPlan, GamesPlan, random_starts, refuse_people
from lab.experiments.sweep.grid import varied
from lab.experiments.tuner.course import Book, Hunt, Sums
from lab.experiments.tuner.methods import METHODS, USUAL_METHOD, method_named
from lab.experiments.tuner.space import Setting, Space, knobs_of
from lab.match.budget import Budget
from lab.match.openings import Openings
from lab.match.seat import SeatSpec
from lab.match.seats import format_seat, parse_seat
from lab.programs.spec import program_of
from lab.words.asked import line_of, option, read_line

BUDGET = "2000it"
GAMES = 1000
FRESH = 1_000_000  # seeds from the first one of a tuning to the first one of its test


@dataclass(frozen=True)
class Remembered:
    """The finished groups of one setting, by the names of its knobs."""

    values: tuple[tuple[str, Value], ...]
    sums: Sums


@dataclass(frozen=True)
class PlayedSettings:
    """All settings that were played before, and the number of the first new group."""

    settings: tuple[Remembered, ...] = ()
    begin: int = 0

    @property
    def groups(self) -> int:
        """Finished groups."""
        return sum(each.sums.groups for each in self.settings)

    def book(self, space: Space) -> Book:
        """What is known of the settings inside the ranges."""
        found = ((space.read(dict(each.values)), each.sums) for each in self.settings)
        return {setting: sums for setting, sums in found if setting is not None and sums.groups}

    def outside(self, space: Space) -> tuple[Remembered, ...]:
        """Those that are outside the ranges."""
        return tuple(each for each in self.settings if space.read(dict(each.values)) is None)

    @property
    def line(self) -> dict[str, Any]:
        """As JSON."""
        known = [
            [dict(s.values), s.sums.groups, s.sums.total, s.sums.squares] for s in self.settings
        ]
        return {"settings": known, "begin": self.begin}

    @classmethod
    def read(cls, line: Mapping[str, Any]) -> Self:
        """The past from its JSON."""
        known = ((tuple(values.items()), Sums(*sums)) for values, *sums in line["settings"])
        return cls(tuple(Remembered(values, sums) for values, sums in known), line["begin"])


NOTHING = PlayedSettings()


@dataclass(frozen=True)
class TuneAsked(GamesPlan):
    """What a tuning asks for, right or wrong: the values of `knobs` that make `seat` score best
    against the `against` players, each met equally often; nobody in games for one.
    """

    kind = "tune"

    seat: str = option(
        "the player that is tuned: smitsimax:depth=6, or a program with the tuned arguments in "
        "braces: 'cmd:./mybot {depth}'",
        metavar="SPEC",
    )
    against: tuple[str, ...] = option(
        "a benchmark; with several, each is met equally often, which guards against a setting that "
        "beats one player only",
        (),
        metavar="SPEC",
    )
    knobs: tuple[str, ...] = option(
        "c=0.05:2:log, depth=3:12, final=visits|mean, w.NAME=0:3 for an evaluation weight, or a "
        "name alone for its whole range; repeatable",
        (),
        flag="--knob",
        metavar="NAME=RANGE",
    )
    games: int = option(
        "in all, earlier ones of the same player included",
        GAMES,
        low=1,
        high=1_000_000,
        always=True,
    )
    method: str = option(
        "; ".join(f"{name}: {method.help}" for name, method in METHODS.items()), USUAL_METHOD
    )
    budget: str = option("for each decision; milliseconds are CPU time", BUDGET)
    # the method draws from it too
    seed: int = option("of the first group", 1, high=1 << 62)
    starts: str = random_starts()


@dataclass(frozen=True)
class TunePlan(TuneAsked, ComparedPlan):
    """A tuning that can be played. `games` is the number of games in all, those of `past` among
    them: what was played with other ranges, or towards another number of games.
    """

    past: PlayedSettings = NOTHING

    def __post_init__(self) -> None:
        if self.configured.seats > 1 and not self.against:
            raise KnobError("Name at least one benchmark with --against.")
        if self.configured.seats == 1 and self.against:
            raise KnobError(f"{self.configured.title} is a game for one: leave --against out.")
        refuse_people([self.seat], "A person cannot be tuned; name an algorithm or a program.")
        if self.groups < max(1, len(self.against)):
            played = self.seatings * self.past.groups
            raise KnobError(
                f"{self.games:,} games are too few: {played:,} have been played already, and each "
                f"benchmark needs {self.seatings}."
            )
        self.check_clocks()
        assert self.condition
        method_named(self.method).check(self.hunt)

    @property
    def program(self) -> str:
        """The command that is tuned; "" for an algorithm."""
        return program_of(self.seat)

    @cached_property
    def space(self) -> Space:
        """The knobs and their ranges; KnobError says what is wrong."""
        return Space(knobs_of(self.configured, self.seat, self.knobs))

    @property
    def seatings(self) -> int:
        """Games in a group."""
        return 2 if self.against else 1

    @property
    def groups(self) -> int:
        """Groups that remain for the method."""
        return self.games // self.seatings - self.past.groups

    @cached_property
    def hunt(self) -> Hunt:
        """What the method is given."""
        pool = max(1, len(self.against))
        earlier = self.past.book(self.space)
        return Hunt(self.space, self.groups, self.seed, pool, earlier, self.past.begin, self.even)

    @cached_property
    def even(self) -> frozenset[Setting]:
        """The usual setting, if it is the only benchmark itself."""
        alike = len({side.digest for side in self.everyone}) == 1 and bool(self.benchmarks)
        return frozenset([self.space.usual] * alike)

    @property
    def start(self) -> str:
        return Openings.named(self.starts).text if self.starts else ""

    # who plays

    def seat_text(self, setting: Setting) -> str:
        """A setting as `--seat` takes it."""
        text = varied(self.seat, self.space.named(setting))
        return (
            text
            if self.program
            else format_seat(parse_seat(text, self.configured), self.configured)
        )

    def player(self, setting: Setting) -> Entrant:
        """The player of a setting; made once, since each of its groups asks for it."""
        if setting not in self._players:
            self._players[setting] = self._entrant(self.seat_text(setting))
        return self._players[setting]

    @cached_property
    def _players(self) -> dict[Setting, Entrant]:
        return {}

    def _entrant(self, text: str) -> Entrant:
        return entrant(self.configured, self._spec(text))

    def _spec(self, text: str) -> SeatSpec:
        return parse_seat(text, self.configured, Budget.parse(self.budget))

    @cached_property
    def benchmarks(self) -> tuple[Entrant, ...]:
        """The players that settings are measured against."""
        return tuple(self._entrant(text) for text in self.against)

    @cached_property
    def everyone(self) -> tuple[Entrant, ...]:
        """The player at its usual setting, and the benchmarks."""
        return (self.player(self.space.usual), *self.benchmarks)

    def meeting(self, setting: Setting, number: int, rival: Setting | None) -> tuple[LineUp, int]:
        """Who plays in the `number`-th group of a setting, and its seed."""
        player = self.player(setting)
        if rival is not None:
            return LineUp(self.condition, (player, self.player(rival))), self.seed + number
        if not self.benchmarks:
            return LineUp(self.condition, (player,)), self.seed + number
        turn, which = divmod(number, len(self.benchmarks))
        return LineUp(self.condition, (player, self.benchmarks[which])), self.seed + turn

    # how it is named and kept

    @property
    def unit(self) -> str:
        """What people call one group."""
        return "pair" if self.configured.seats == 2 else "group"

    @property
    def name(self) -> str:
        """Of the experiment in the store, whatever its ranges, games and method."""
        words = f"tune {self.configured.spec}: {self.seat}"
        words += f" against {', '.join(self.against)}" if self.against else ""
        words += f", {self.budget}" * (self.budget != BUDGET) + self.condition.origin
        return words + f", seeds from {self.seed}" * (self.seed != 1)

    @property
    def question(self) -> dict[str, Any]:
        """All that results depend on."""
        return line_of(self)

    @property
    def file(self) -> str:
        """The question and what was known before, as JSON."""
        line = {"tune": self.question, "past": self.past.line, "sources": self.sources}
        return canonical(line)

    @property
    def sources(self) -> list[str]:
        """Digests of what the games are compiled from."""
        sides = [side.source or side.program_digest for side in self.everyone]
        return [self.condition.source, *sides]

    @classmethod
    def read(cls, line: Mapping[str, Any]) -> Self:
        """The plan from its file, read as JSON."""
        return cls(**read_line(cls, line["tune"]), past=PlayedSettings.read(line["past"]))

    def test(self, setting: Setting) -> BetterPlan:
        """Whether a setting is better than the player as it is, on seeds that no tuning uses. Two
        that were tuned against others play against these. A program has no usual setting, so there
        the benchmark takes its place.
        """
        than = self.against[0] if self.program and self.against else self.seat
        direct = (
            len(self.benchmarks) == 1 and self._entrant(than).digest == self.benchmarks[0].digest
        )
        return BetterPlan(
            game=self.game,
            seat=self.seat_text(setting),
            than=than,
            pool=() if direct else self.against,
            budget=self.budget,
            seed=self.seed + FRESH,
            starts=(self.start,) if self.start else (),
            each=not direct and len(self.against) > 1,
        )
