"""The question whether one player is better than another, as plain texts and as line-ups.

Two players meet on every seed in all seatings; in games of three and four they share the seats, in
turn or in every order (`seatings`). With a pool, and in games for one, they do not meet: both play
the same seeds against the same members of the pool, and each seed compares what the two scored
there.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from engines.knobs import KnobError
from lab.batch.entrants import entrant
from lab.batch.games import Entrant, LineUp, canonical
from lab.experiments.plans import ComparedPlan
from lab.experiments.seatings import ALL, ROTATIONS, SEATINGS, Seatings, orders
from lab.experiments.sequential import SequentialTest
from lab.experiments.stats import CLOSE
from lab.experiments.verdicts import EVEN
from lab.match.budget import Budget
from lab.match.seats import parse_seat
from lab.words.asked import asked_as, line_of, option, option_of
from lab.words.numerals import enumerated

BUDGET = "2000it"
SEATED = "; ".join(f"{name}: {said}" for name, said in SEATINGS.items())


@dataclass(frozen=True)
class BetterPlan(ComparedPlan):
    """Texts of `seat`, the candidate, of `than`, and of the members of the pool. `bounds` are the
    scores compared and `risks` those of a false "better" and of a false "not better".
    """

    kind = "test"

    seat: str = option(
        "the candidate: an algorithm as uct:c=0.3, or a program as 'cmd:./bot'", metavar="A"
    )
    than: str = option("the player that it should be better than", metavar="B")
    pool: tuple[str, ...] = ()
    budget: str = option("for each decision; milliseconds are CPU time", BUDGET)
    bounds: tuple[float, float] = option_of(SequentialTest, "bounds")
    risks: tuple[float, float] = option_of(SequentialTest, "risks")
    careful: bool = option_of(SequentialTest, "careful")
    seed: int = option("of the first group", 1, high=1 << 62)
    # 0 is never: it stops without a verdict
    most: int = option(
        "stop after so many groups (pairs, where there are two seats)",
        0,
        usual="never",
        flag="--groups",
        metavar="GROUPS",
        low=1,
        high=1_000_000,
    )
    seatings: Seatings = option(
        f"of each seed in games of three and four; {SEATED}", ROTATIONS, choices=tuple(SEATINGS)
    )
    each: bool = option("with a pool: better only if it is worse against none of them", False)
    starts: tuple[str, ...] = ()  # as `packed_starts` has them: seed k has the k-th, in turn

    def __post_init__(self) -> None:
        if self.players[0].digest == self.players[1].digest:
            raise KnobError(f"{self.seat} and {self.than} are one and the same player.")
        self.check_clocks()
        assert self.test.limits
        if self.each and not self.pool:
            raise KnobError("--each is about the players of a pool: name one with --pool.")
        others = self.configured.seats - 1
        different = len({player.digest for player in self.everyone}) == len(self.everyone)
        if self.seatings == ALL and self.apart and not (others <= len(self.pool) and different):
            raise KnobError(
                f"In all seatings each seat has a player of its own: name {others} or more in the "
                "pool, all different."
            )

    @cached_property
    def test(self) -> SequentialTest:
        """The sequential test; KnobError if it is none."""
        try:
            return asked_as(SequentialTest, self)
        except ValueError as error:
            raise KnobError(str(error)) from None

    @property
    def no_worse(self) -> SequentialTest:
        """The test that is asked of each player of a pool: not worse, or worse by CLOSE."""
        return replace(self.test, bounds=(EVEN - CLOSE, EVEN))

    @cached_property
    def everyone(self) -> tuple[Entrant, ...]:
        """Candidate, the other one, and the pool."""
        game, budget = self.configured, Budget.parse(self.budget)
        texts = (self.seat, self.than, *self.pool)
        return tuple(entrant(game, parse_seat(text, game, budget)) for text in texts)

    @property
    def players(self) -> tuple[Entrant, ...]:
        """Candidate and the other one."""
        return self.everyone[:2]

    @property
    def start(self) -> str:
        return " ".join(self.starts)

    @property
    def apart(self) -> bool:
        """Whether the two play others, or alone, instead of one another."""
        return bool(self.pool) or self.configured.seats == 1

    @property
    def round(self) -> int:
        """Observations after which the positions begin again; 1 without any."""
        return self.condition.round

    def opponents(self, number: int) -> str:
        """Whom the two play in the `number`-th observation, for people; "" for one another."""
        sides = self.lineups(number)[0].sides[1:] if self.pool else ()
        return enumerated(list(dict.fromkeys(side.text for side in sides)))

    def lineups(self, number: int) -> tuple[LineUp, ...]:
        """Who plays in the `number`-th observation: one line-up, or one for each player."""
        if not self.apart:
            return (LineUp(self.condition, self.players),)
        others, pool = self.configured.seats - 1, self.everyone[2:]
        mates = tuple(pool[(number * others + k) % len(pool)] for k in range(others))
        return tuple(LineUp(self.condition, (player, *mates)) for player in self.players)

    def asks(self, number: int) -> tuple[tuple[int, LineUp], ...]:
        """What is played for the `number`-th observation: for which of the two, and who meets."""
        seats = self.configured.seats
        return tuple(
            (which, LineUp(own.condition, sides))
            for which, own in enumerate(self.lineups(number))
            for sides in orders(own.sides, seats, self.seatings)
        )

    @property
    def unit(self) -> str:
        """What people call one observation."""
        return "pair" if not self.apart and self.configured.seats == 2 else "group"

    @property
    def name(self) -> str:
        """Of the experiment in the store: the same question goes on where it stopped."""
        first, second = (side.text for side in self.players)
        words = f"test {self.configured.spec}: {first} than {second}"
        words += f", {len(self.pool)} in the pool" * bool(self.pool)
        words += ", each" * self.each
        words += ", all seatings" * (self.seatings == ALL)
        if self.condition.openings:
            words += self.condition.origin
        elif self.starts:
            mark = hashlib.sha256(canonical(self.starts).encode()).hexdigest()[:7]
            words += f"{self.condition.origin} {mark}"
        return words + f", seeds from {self.seed}" * (self.seed != 1)

    @property
    def file(self) -> str:
        """All that results depend on, as JSON."""
        return canonical({"test": self.question})

    @property
    def question(self) -> dict[str, Any]:
        """All that results depend on, as an object."""
        return (
            line_of(self, ("most", *["each"] * (not self.each)))
            | {"pool": list(self.pool)}
            | ({"starts": list(self.starts)} if self.starts else {})
        )
