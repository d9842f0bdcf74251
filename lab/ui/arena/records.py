"""What the Arena page shows beside the records of `lab.experiments.arena.standing`, and what its
set-up asks for. One `ArenaView` feeds the whole page, so that no two of its parts show different
moments; the games being played come apart, several times a second.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from engines.scene import Scene
from lab.batch.workplace import Workplace
from lab.experiments.arena.standing import CrossCell, Role, Standing, StandingRow, TestBar
from lab.experiments.pairing import Rule
from search.measure import SeatValue

CANDIDATE: Role = "candidate"
BENCHMARK: Role = "benchmark"
RETIRED: Role = "retired"


@dataclass(frozen=True)
class PoolBot:
    """A bot of the pool: `text` as --seat takes it; a retired one is not asked to play."""

    name: str
    role: str
    text: str = ""


@dataclass(frozen=True)
class ArenaForm:
    """Everything in the boxes. Bounds and risks are shares in [0, 1]."""

    name: str = ""  # "" for a new arena
    game: str = ""
    budget: str = "1000it"  # of a decision
    following: Rule | None = None  # says who plays next; None for the usual rule
    workplace: Workplace = field(default_factory=Workplace)
    candidate: str = ""
    than: str = ""
    bounds: tuple[float, float] = (0.50, 0.55)
    risks: tuple[float, float] = (0.05, 0.10)
    pool: tuple[PoolBot, ...] = field(default=())
    new_name: str = ""  # typed for a new one
    starts: str = ""  # the file of a new arena's positions, "" for the game's own starts
    count: int = 0  # positions of one that is there

    @property
    def playing(self) -> tuple[str, ...]:
        """The bots that are asked to play."""
        return tuple(bot.name for bot in self.pool if bot.role != "retired")


@dataclass(frozen=True)
class NewBot:
    """A bot to add: its name, and the player as --seat takes it; `typed` a command was written
    here.
    """

    name: str
    text: str
    role: str
    typed: bool = True


CellOf = tuple[int, int]  # row and column of the crosstable, by standing
NOTHING = Standing("", "", "", "")


@dataclass(frozen=True, eq=False)
class LiveGame:
    """A game on a small board. `values` are those of the seats; `marked` belongs to the test,
    `ended` has gone on since, and is over; `tape` has its turns where searching again would not
    bring them back.
    """

    key: object
    scene: Scene
    owner: tuple[int, ...]
    seats: tuple[str, ...]  # bots
    turn: int
    seed: int
    values: tuple[SeatValue, ...] = ()
    marked: bool = False
    ended: bool = False
    turn_word: str = "turn"
    tape: str = ""


@dataclass(frozen=True, eq=False)
class ArenaView:
    """Everything that is known at one moment: the standing, whether games are being played, what is
    being prepared, the seats of the game, and whether a run has just played all that it asked for.
    """

    standing: Standing = NOTHING
    running: bool = False
    preparing: str = ""
    seats: int = 2
    complete: bool = False

    @property
    def rows(self) -> tuple[StandingRow, ...]:
        """The bots in the order of their ratings."""
        return self.standing.rows

    @property
    def test(self) -> TestBar | None:
        """The question, if one is asked."""
        return self.standing.verdict

    @property
    def games(self) -> int:
        """Finished games, of all who asked for them."""
        return self.standing.progress.played

    @property
    def group_word(self) -> str:
        """What all seatings on one seed are called."""
        return "pair" if self.seats == 2 else "group"

    @property
    def candidate(self) -> int:
        """The row of the candidate of the test, else of the only candidate; -1 for none."""
        wanted = self.test.candidate if self.test is not None else ""
        asked = (k for k, row in enumerate(self.rows) if row.name == wanted)
        new = [k for k, row in enumerate(self.rows) if row.role == "candidate"]
        return next(asked, new[0] if len(new) == 1 else -1)

    @property
    def tested(self) -> CellOf | None:
        """The cell of the running test."""
        places = {row.name: k for k, row in enumerate(self.rows)}
        if self.test is None or not {self.test.candidate, self.test.than} <= set(places):
            return None
        return places[self.test.candidate], places[self.test.than]

    def cell(self, at: CellOf) -> CrossCell | None:
        """What the bot of a row scored against that of a column; None if they have not met."""
        return self.standing.crosstable.get((self.rows[at[0]].name, self.rows[at[1]].name))


def ends_of(row: StandingRow) -> tuple[float, float] | None:
    """The 95 % interval of a rating; None without one."""
    if row.rating is None or row.half is None or row.bound:
        return None
    return row.rating - row.half, row.rating + row.half
