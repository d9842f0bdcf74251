"""What a round robin plays, as plain texts that fit a command line and a file's first line, and as
parsed.

Time is CPU time: a budget of milliseconds is the CPU time of the thread for the iterations of a
decision, so that other programs on the same cores disadvantage no player. Preparing a decision
(Python, clearing tables) is not counted: it costs up to 5 ms, little at a contest's 50 or 100 ms,
but most of the short budgets at which thousands of matches can be played. A number of iterations,
measured once for each algorithm and then fixed, would repeat to the bit, but an iteration's cost
changes by factors in the course of a match (playouts grow short, trees grow deep), so in most turns
the time would not be equal at all.

Two players share the seats in turn, first A B A B, then on the same seed B A B A. In a game for one
every player plays alone, and two are compared by their results on each seed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Self

from engines.game import Game
from engines.knobs import KnobError
from lab.experiments.plans import GamesPlan, random_starts, refuse_people
from lab.match.budget import Budget
from lab.match.openings import Openings
from lab.match.records import Setup
from lab.match.seats import make_setup, parse_seat
from lab.programs.spec import program_of
from lab.words.asked import line_of, option, read_line
from search import algorithms

SCRIPTED = "scripted"  # the player that all others meet first
MATCHES, BUDGET = 40, "5ms"
Pair = tuple[str, ...]  # two players; one in a game for one
Key = tuple[Pair, int]  # the pair, and the number of the match


@dataclass(frozen=True)
class RobinPlan(GamesPlan):
    """The players as texts of seats; every pair plays `matches` matches, the first two on `seed`,
    the next two on the next seed.
    """

    kind = "table"

    players: tuple[str, ...] = option(
        "who plays: uct:c=0.3, or a program as 'cmd:./bot'; repeatable; default all algorithms "
        "that fit",
        (),
        flag="--player",
        metavar="SPEC",
    )
    matches: int = option("a pair", MATCHES, low=1, high=1_000_000, always=True)
    budget: str = option("for each decision; milliseconds are CPU time", BUDGET, always=True)
    seed: int = option("of the first pair of matches", 1, high=1 << 62)
    starts: str = random_starts()

    def __post_init__(self) -> None:
        game, budget = self.configured, Budget.parse(self.budget)
        assert self.openings or not self.starts
        said = "A person cannot play in a table; name algorithms and programs."
        refuse_people(self.players, said)
        for text in self.players:
            parse_seat(text, game, budget)
        if len(set(self.players)) < len(self.players) or len(self.players) < 2:
            raise KnobError("A table needs at least two players, each named once.")
        if self.matches % self.seatings or self.matches < 1:
            raise KnobError(
                f"The matches a pair ({self.matches}) should be even: each seed is played "
                "from both sides."
            )

    @property
    def openings(self) -> Openings | None:
        """What matches begin with, if it is not the game's own start."""
        return Openings.named(self.starts) if self.starts else None

    @property
    def start(self) -> str:
        """Where games begin, as `Condition.start`."""
        return self.openings.text if self.openings else ""

    @property
    def programs(self) -> bool:
        """Whether programs are among the players."""
        return any(map(program_of, self.players))

    @property
    def seatings(self) -> int:
        """Matches on one seed."""
        return min(2, self.configured.seats)

    @property
    def pairs(self) -> list[Pair]:
        """All pairs that meet, each in a fixed order whatever the order of the players; in a game
        for one each player by itself.
        """
        if self.configured.seats == 1:
            return [(player,) for player in self.players]
        return list(combinations(sorted(self.players), 2))

    def schedule(self) -> Iterator[Key]:
        """All matches, in the order in which they are played: those of `scripted` first, then all
        other pairs seed by seed.
        """
        for scripted in (True, False):
            pairs = [pair for pair in self.pairs if (SCRIPTED in pair) == scripted]
            for first in range(0, self.matches, self.seatings):
                for pair in pairs:
                    yield from ((pair, first + k) for k in range(self.seatings))

    @property
    def total(self) -> int:
        """How many matches there are."""
        return len(self.pairs) * self.matches

    def setup(self, key: Key) -> tuple[Setup, tuple[int, ...]]:
        """One match, and which of the pair sits in each seat."""
        (pair, match), game = key, self.configured
        sides = tuple((seat + match) % self.seatings for seat in range(game.seats))
        seats = [pair[side] for side in sides]
        return make_setup(game, seats, self.named(*key)[1], self.budget), sides

    def named(self, pair: Pair, match: int) -> tuple[str, int]:
        """The name of a match, and its seed."""
        return " against ".join(pair), self.seed + match // self.seatings

    @property
    def line(self) -> dict[str, Any]:
        """The whole plan, as `read` takes it."""
        return {"table": line_of(self)}

    @property
    def question(self) -> dict[str, Any]:
        """All that results depend on; a file holds the matches of one question. Players and matches
        may be added to it.
        """
        return line_of(self, ("players", "matches", *["starts"] * (not self.starts)))

    @classmethod
    def answering(cls, question: Mapping[str, Any], players: Iterable[str]) -> Self:
        """The plan of a `question` that has these players; KeyError, TypeError or ValueError where
        the line is none.
        """
        needed = {name: question[name] for name in ("game", "budget", "seed")}
        return cls(**read_line(cls, needed | dict(question) | {"players": sorted(set(players))}))

    @property
    def unsaid(self) -> tuple[str, ...]:
        """The players where they are the usual ones."""
        return ("players",) * (list(self.players) == usual_players(self.configured))

    @classmethod
    def read(cls, line: Mapping[str, Any]) -> Self:
        """The plan from its line."""
        return cls(**read_line(cls, line["table"]))


def usual_players(game: Game) -> list[str]:
    """Every algorithm that fits the game."""
    return sorted(
        name for name, algorithm in algorithms().items() if algorithm.supports(game) is None
    )
