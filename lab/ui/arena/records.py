"""What the Arena page shows beside the records of `lab.experiments.arena.standing`. One `ArenaView`
feeds the whole page, so that no two of its parts show different moments; the games being played
come apart, several times a second.
"""

from __future__ import annotations

from dataclasses import dataclass

from engines.scene import Scene
from lab.experiments.arena.standing import CrossCell, Standing, StandingRow, TestBar
from search.measure import SeatValue

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
