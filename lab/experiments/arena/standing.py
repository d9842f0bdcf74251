"""What an arena and the list of its games show, as plain records: command line, reports and window
show the same ones.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from lab.batch.faults import NONE, Faults
from lab.batch.games import SeatScore, sides_of
from lab.experiments.arena.pool import Arena
from lab.store.kept import Ended, KeptGame
from lab.store.listing import GameFilter
from lab.store.store import Store

Role = Literal["candidate", "benchmark", "retired"]
ROLES: tuple[Role, ...] = ("candidate", "benchmark", "retired")


@dataclass(frozen=True)
class StandingRow:
    """One bot in the order of ratings. Ratings are Elo points around the mean of the arena's bots;
    None before its first finished group, and for a bot that nothing connects to the others.
    """

    place: int  # 1 for the highest rating
    name: str
    role: Role
    player: str  # as --seat takes it
    rating: float | None = None
    half: float | None = None  # half the width of the 95 % interval
    bound: str = ""  # "at least" for a bot that won every game, "at most" for one that lost all
    # probability that it is better than the next one; the lower one with and without spoiled games
    better: float | None = None
    games: int = 0  # finished ones
    faults: Faults = NONE
    cpu_ms: float | None = None  # a decision, mean
    worst_ms: float | None = None  # the longest decision
    seats: tuple[SeatScore, ...] = ()  # what it scored in each seat, over finished games


@dataclass(frozen=True)
class CrossCell:
    """What the row's bot scored against the column's, over whole groups."""

    points: float  # mean, in [0, 1]
    low: float  # of its 95 % interval
    high: float
    groups: int
    games: int

    @property
    def half(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2


@dataclass(frozen=True)
class TestBar:
    """How far one question "is it better?" has come. `low` and `high` are the ends of the
    log-likelihood ratio: at `low` the answer is "not better", at `high` "better".
    """

    __test__ = False  # a record, and no class of tests

    candidate: str
    than: str
    bounds: tuple[float, float]  # scores in [0, 1]
    risks: tuple[float, float]  # of a false "better", of a false "not better"
    low: float
    high: float
    curve: tuple[float, ...]  # the ratio after each group, in order
    word: str  # "better", "not better", "open"
    sentence: str  # the verdict for people
    detail: str  # score with interval, groups, what may come
    bins: tuple[tuple[float, int], ...] = ()  # groups by the candidate's mean points in [0, 1]
    score: tuple[float, float, float] | None = None  # mean and 95 % interval, in [0, 1]
    elo: tuple[float | None, float | None, float | None] = (None, None, None)
    groups: int = 0
    more: int | None = None  # groups that may settle it, from 30 groups on
    cpu_ms: tuple[float | None, float | None] = (None, None)  # a decision: candidate, other
    block: str = ""  # as fastchess prints it; "" where the groups are no pairs
    values: tuple[float, ...] = ()  # the candidate's mean points in each group, in order

    @property
    def ratio(self) -> float:
        """The log-likelihood ratio now."""
        return self.curve[-1] if self.curve else 0.0


@dataclass(frozen=True)
class NextMeeting:
    """What is played next, and why, as one sentence."""

    names: tuple[str, ...]
    sentence: str


@dataclass(frozen=True)
class ArenaProgress:
    """How many of the games that a run asks for are there; `total` 0 where there is no end. The
    arena has `played` games, perhaps also others.
    """

    done: int = 0
    total: int = 0
    per_minute: float = 0.0
    left_s: float | None = None
    note: str = ""
    played: int = 0


@dataclass(frozen=True)
class GameRow:
    """One finished or failed game, as the list of games shows it."""

    number: int  # by which `arena watch` finds it; from 1 in the order of the store
    seed: int
    seating: int
    bots: tuple[str, ...]  # by seat
    outcome: tuple[float, ...]  # by seat, in [-1, 1]; empty for a failed game
    reason: str
    turns: int
    started: float  # seconds since 1970
    seconds: float
    host: str = ""
    late: tuple[int, ...] = ()  # by seat
    error: str = ""  # why it failed; then it is no evidence


@dataclass(frozen=True)
class Standing:
    """An arena at one moment."""

    arena: str
    game: str  # as --game takes it
    title: str  # of the game
    budget: str  # in words
    rows: tuple[StandingRow, ...] = ()  # those without a rating last; retired ones included
    # by names of row and column; a pair that has not met is missing
    crosstable: Mapping[tuple[str, str], CrossCell] = field(default_factory=dict)
    note: str = ""  # "9 bots, 5,402 games; 0 is the mean of all"
    rules: str = ""  # "version 2 of the rules (1b39378)", where there is more than one
    remarks: tuple[str, ...] = ()  # bots that beat a higher one for sure, hosts, versions
    next: NextMeeting | None = None
    verdict: TestBar | None = None
    progress: ArenaProgress = field(default_factory=ArenaProgress)
    starts: tuple[str, ...] = ()  # the positions that games begin in: seed k has the k-th, in turn


def games(
    store: Store,
    arena: Arena,
    bot: str = "",
    ended: Ended | None = None,
    late: bool = False,
    seed: int | None = None,
    failed: bool | None = None,
    last: int | None = 50,
) -> list[GameRow]:
    """The games that the arena asked for, the latest first; of one bot, those that it won, drew or
    lost, with late answers, of one seed, finished or failed ones; all under its rules.
    """
    wanted = GameFilter(
        bot=arena.bot(bot).entrant if bot else None,
        ended=ended,
        late=late or None,
        seeds=None if seed is None else (seed,),
        failed=failed,
        condition=arena.kept.condition,
    )
    names = {each.entrant.digest: each.name for each in arena.bots}
    return [row_of(kept, names) for kept in store.listed(arena.experiment, wanted, last)]


def row_of(kept: KeptGame, names: dict[str, str]) -> GameRow:
    """A game as a row; `names` are those of bots by their player's digest."""
    record = kept.record
    sides = [names.get(side.digest, side.text) for side in kept.lineup.sides]
    by_seat = [seat.side for seat in record.seats]
    by_seat = by_seat or list(sides_of(len(sides), len(sides), record.seating))
    return GameRow(
        number=kept.number,
        seed=record.seed,
        seating=record.seating,
        bots=tuple(sides[side] for side in by_seat),
        outcome=tuple(seat.outcome for seat in record.seats),
        reason=record.reason,
        turns=record.turns,
        started=record.started,
        seconds=record.seconds,
        host=record.host,
        late=tuple(seat.late for seat in record.seats),
        error=record.error,
    )
