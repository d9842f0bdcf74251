"""Games as facts that can be compared, kept and sent as JSON: who plays (`Entrant`), under which
rules (`Condition`), who against whom (`LineUp`), and what came of it (`GameRecord`).

A *group* is one seed with all seatings of a line-up: for two sides in two seats a pair of games.
Games of a group share their luck, so the group is the unit of evidence everywhere. In seating k the
seat s is played by side (s + k) mod n, n being the number of sides: two sides share the seats of a
bigger game in turn, A B A B, then B A B A; four sides rotate.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cached_property
from types import SimpleNamespace
from typing import Any, Literal, Self

from lab.match.openings import Openings
from lab.words.numerals import several
from lab.words.scored import compared

Clock = Literal["it", "nodes", "cpu", "wall"]
# how a decision is limited; games of the first two repeat to the bit
CLOCKS: tuple[Clock, ...] = ("it", "nodes", "cpu", "wall")
REPEATS: tuple[Clock, ...] = ("it", "nodes")


def canonical(value: object) -> str:
    """JSON with sorted keys and no spaces: equal values have equal texts."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


@dataclass(frozen=True)
class Condition:
    """The rules under which games are compared: only games of one condition ever are."""

    game: str  # its name
    options: str  # canonical JSON of every option, defaults written out
    source: str  # digest of the sources of the rules; "" if unknown
    clock: Clock
    # "" for the game's own starts, else positions as a job has them, with spaces, or "random:2-4"
    start: str = ""

    @cached_property
    def starts(self) -> tuple[str, ...]:
        """The positions that games begin in; none where each seed has one of its own."""
        return () if self.openings else tuple(self.start.split())

    @cached_property
    def openings(self) -> Openings | None:
        """The random plies that games begin with, if any."""
        return Openings.read(self.start)

    @property
    def round(self) -> int:
        """Seeds after which the positions begin again; 1 without any."""
        return max(1, len(self.starts))

    def start_of(self, seed: int) -> str:
        """What a job of a seed begins with: seed k has the k-th position, in turn."""
        return self.starts[(seed - 1) % self.round] if self.starts else self.start

    @property
    def origin(self) -> str:
        """For people, after how it is played: ", from 3 positions", ", after 2 random plies" or
        "".
        """
        if self.openings:
            return f", {self.openings.words}"
        return f", from {several(len(self.starts), 'position')}" if self.starts else ""


@dataclass(frozen=True)
class Entrant:
    """A player: an algorithm with every value written out, or a program. Never changes."""

    kind: Literal["search", "program"]
    text: str  # as --seat takes it
    algorithm: str = ""
    params: str = "{}"  # canonical JSON, every knob
    weights: str = "{}"  # canonical JSON, every evaluation weight
    budget: str = ""  # "2000it"; "" for a program
    source: str = ""  # digest of the sources that it is compiled from; "" if unknown
    program: str = ""  # its command
    program_digest: str = ""  # of its files

    @cached_property
    def repeats(self) -> bool:
        """Whether it does the same on the same seed: no program, and no threads in one tree."""
        knobs = json.loads(self.params)
        if self.kind != "search" or knobs.get("threads", 1) == 1:
            return self.kind == "search"
        # here, because a process that only keeps games loads no search
        from search.parallel.crew import repeats

        return repeats(SimpleNamespace(**knobs))

    @cached_property
    def digest(self) -> str:
        """What it is known by: equal players have equal digests, however they are written."""
        facts = asdict(self)
        del facts["text"]
        return hashlib.sha256(canonical(facts).encode()).hexdigest()


@dataclass(frozen=True)
class LineUp:
    """Who plays whom under one condition: the players by side. One player may have many sides."""

    condition: Condition
    sides: tuple[Entrant, ...]

    @property
    def seatings(self) -> int:
        """Games in a group."""
        return len(self.sides)

    @property
    def repeats(self) -> bool:
        """Whether playing a game again gives the same game."""
        return self.condition.clock in REPEATS and all(side.repeats for side in self.sides)


@dataclass(frozen=True)
class GroupJob:
    """Some seatings of one line-up on one seed, to be played by one worker one after the other.

    `expects` is the digest that the worker's own sources must have ("" for any), `programs` are
    those of the sides' programs ("" for a search; () for any), `tape` asks for the actions, `start`
    is a position in place of the seed's, as hexadecimal bytes of the record, or the random plies
    that the seed begins with ("random:2-4"). `replays` is a folder where each game is written as a
    replay, "" for none.
    """

    game: str  # as --game takes it, with its options
    sides: tuple[str, ...]  # texts of seats
    clock: Clock
    seed: int
    seatings: tuple[int, ...]
    budget: str = ""  # of sides that name none
    start: str = ""
    expects: str = ""
    programs: tuple[str, ...] = ()
    tape: bool = False
    replays: str = ""

    @property
    def line(self) -> dict[str, Any]:
        """As JSON."""
        return asdict(self)

    @classmethod
    def read(cls, line: Mapping[str, Any]) -> Self:
        """The job from its JSON."""
        return cls(
            **{
                **line,
                "sides": tuple(line["sides"]),
                "seatings": tuple(line["seatings"]),
                "programs": tuple(line.get("programs", ())),
            }
        )


@dataclass(frozen=True, slots=True)
class SeatRecord:
    """What one seat did in a game. `outcome` is the game's, in [-1, 1]; `points` its share in
    [0, 1] of the seats of other sides that it beat, ties half (alone: the outcome on that scale).
    """

    seat: int
    side: int
    outcome: float
    points: float
    place: int  # 1 for the best; equal outcomes share a place
    cpu_s: float = 0.0  # of all its decisions
    worst_ms: float = 0.0  # the longest decision, by the clock that limits it
    decisions: int = 0
    iterations: int = 0
    nodes: int = 0
    late: int = 0  # answers after the limit; a search's only where it is 1 ms or more
    errors: int = 0  # answers that were no valid moves, or none at all
    fault: str = ""  # what first went wrong where it lost a turn by that, with its last words
    warned: int = 0  # late answers of a program that counted all the same

    @property
    def never_moved(self) -> bool:
        """Whether it never gave a valid move in time."""
        return bool(self.fault) and self.late - self.warned + self.errors >= self.decisions


@dataclass(frozen=True)
class SeatScore:
    """A player's mean points in one seat, over so many games."""

    seat: int  # 1 for the first
    points: float
    games: int

    @property
    def text(self) -> str:
        """For people: "54 % as seat 1"."""
        return f"{100 * self.points:.0f} % as seat {self.seat}"


@dataclass(frozen=True, slots=True)
class GameRecord:
    """One finished game, or with `error` one that could not be finished: no evidence then."""

    seed: int
    seating: int
    seats: tuple[SeatRecord, ...] = ()
    started: float = 0.0  # seconds since 1970
    seconds: float = 0.0
    turns: int = 0
    reason: str = ""
    error: str = ""  # one sentence
    tape: str = ""  # base64 of what repeats the game where searching again would not
    host: str = ""
    replay: str = ""  # the name of its file, where one was written
    moves: str = ""  # what is equal in games of the same positions and actions; "" if unknown
    # figures that programs reported, by (seat or None for the match) and name
    metrics: tuple[tuple[int | None, str, float], ...] = field(default=())

    @property
    def line(self) -> dict[str, Any]:
        """As JSON."""
        return asdict(self)

    @classmethod
    def read(cls, line: Mapping[str, Any]) -> Self:
        """The game from its JSON; keys that are not known are skipped."""
        known = {name: line[name] for name in cls.__dataclass_fields__ if name in line}
        seats = tuple(SeatRecord(**seat) for seat in line.get("seats", ()))
        metrics = tuple((seat, str(key), float(value)) for seat, key, value in line["metrics"])
        return cls(**known | {"seats": seats, "metrics": metrics})

    @property
    def spoiled(self) -> bool:
        """Whether somebody lost a turn by a late or bad answer."""
        return any(seat.fault for seat in self.seats)

    def points(self, side: int) -> float:
        """The mean points of a side's seats."""
        total, count = 0.0, 0
        for seat in self.seats:
            if seat.side == side:
                total, count = total + seat.points, count + 1
        return total / count


def sides_of(seats: int, sides: int, seating: int) -> tuple[int, ...]:
    """The side in each seat."""
    return tuple((seat + seating) % sides for seat in range(seats))


def points_of(outcome: Sequence[float], sides: Sequence[int]) -> tuple[float, ...]:
    """The points of each seat from the game's outcome per seat; see `SeatRecord`."""
    found = []
    for seat, own in enumerate(outcome):
        others = [x for other, x in enumerate(outcome) if sides[other] != sides[seat]]
        beaten = [compared(own, x) for x in others]
        found.append(sum(beaten) / len(beaten) if beaten else (own + 1) / 2)
    return tuple(found)


def side_points(outcome: Sequence[float], sides: Sequence[int]) -> tuple[float, ...]:
    """The points of each side: the mean of its seats'."""
    return by_side(points_of(outcome, sides), sides)


def decided(points: Sequence[float]) -> tuple[float, ...]:
    """The points of sides of one seat each, also from a ledger of an older version, which kept
    shares of a payoff where there was one; a game for one has these still.
    """
    return points_of([2 * x - 1 for x in points], range(len(points)))


def by_side(numbers: Sequence[float], sides: Sequence[int]) -> tuple[float, ...]:
    """The mean of each side over its seats."""
    own: list[list[float]] = [[] for _ in range(max(sides) + 1)]
    for number, side in zip(numbers, sides, strict=True):
        own[side].append(number)
    return tuple(sum(each) / len(each) for each in own)


def ranked(outcome: Sequence[float]) -> tuple[float, ...]:
    """The outcome by places alone, from 1 for the first to -1 for the last; that of a game for one
    as it is. Two seats have won, drawn or lost, whatever was paid.
    """
    return tuple(2 * x - 1 for x in points_of(outcome, range(len(outcome))))


def places_of(outcome: Sequence[float]) -> tuple[int, ...]:
    """The place of each seat; equal outcomes share one."""
    return tuple(1 + sum(x > own for x in outcome) for own in outcome)
