"""Plays the games of one job in this process; workers of every kind call it.

Kernels are loaded before the first game begins, so that neither clocks nor CPU figures contain
their loading. A game that fails is a record with a sentence; a job that cannot be played at all
raises BatchError.

A computer that sleeps, or a process that is stopped, must not decide a game that is played by the
clock: a `Pulse` tells. Replays are written by the process that plays.
"""

from __future__ import annotations

import hashlib
import platform
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any, Self

from engines.game import Game, State
from lab.batch.about import current_digest
from lab.batch.entrants import condition, entrant, program_digest
from lab.batch.errors import BatchError
from lab.batch.games import REPEATS, GameRecord, GroupJob, canonical, sides_of
from lab.batch.scoring import metrics_of, seat_records
from lab.batch.serve import clause, warm
from lab.batch.tape import packed
from lab.files.placing import Place
from lab.files.replay import save
from lab.match.budget import TIME, Budget
from lab.match.openings import Openings
from lab.match.play import MatchResult, Turn, fingerprint, play_setup
from lab.match.records import Setup
from lab.match.seat import ProgramSeat, SeatSpec
from lab.match.seats import make_setup, parse_game, parse_seat

NAMED = 16  # hex digits of who played under which rules


def written_replay(job: GroupJob, seating: int, result: MatchResult) -> str:
    """Writes a game into the folder of its job; returns the name of the file, which is the same
    whenever this game is played. OSError where it cannot be written.
    """
    path = Path(job.replays, f"{_meeting(job)}-{job.seed}-{seating}.jsonl.gz")
    path.parent.mkdir(parents=True, exist_ok=True)
    with Place(path, replaces=True) as place:
        save(place.draft, result)
    return path.name


def _meeting(job: GroupJob) -> str:
    """A digest of all of a job but its seed and seatings."""
    facts = (job.game, job.sides, job.clock, job.budget, job.start, job.expects, job.programs)
    return hashlib.sha256(canonical(facts).encode()).hexdigest()[:NAMED]


BEAT_S = 1.0
ASLEEP_S = 5.0  # a longer gap between two beats spoils a game


def _now() -> float:
    """Seconds of a clock that also counts while the computer sleeps, where there is one."""
    clock = getattr(time, "CLOCK_BOOTTIME", None)
    return time.clock_gettime(clock) if clock is not None else time.monotonic()


class Pulse:
    """Beats in a thread of its own within a `with` block; `gap` is the longest time in seconds by
    which a beat came late.
    """

    def __init__(self, now: Callable[[], float] = _now) -> None:
        self._now, self._last, self.gap = now, now(), 0.0
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="pulse", daemon=True)

    def beat(self) -> None:
        """Compares the clock with that of the last beat."""
        now = self._now()
        self.gap, self._last = max(self.gap, now - self._last - BEAT_S), now

    @property
    def asleep(self) -> str:
        """What spoiled a game, as a sentence; "" if nothing did."""
        if self.gap <= ASLEEP_S:
            return ""
        return f"The computer slept, or the process stood still, for {self.gap:,.0f} s."

    def _run(self) -> None:
        while not self._ended.wait(BEAT_S):
            self.beat()

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._thread.join()
        self.beat()


OnTurn = Callable[[int, Turn], Any]
_warm: set[tuple[str, str]] = set()


@dataclass(frozen=True)
class GroupOrder:
    """A job whose texts have been read."""

    job: GroupJob
    game: Game
    sides: tuple[SeatSpec, ...]
    start: State | None

    @classmethod
    def read(cls, job: GroupJob) -> GroupOrder:
        """The order of a job; KnobError if a text is wrong."""
        game = _game_of(job.game)
        budget = Budget.parse(job.budget) if job.budget else None
        sides = tuple(parse_seat(text, game, budget) for text in job.sides)
        for side, text in zip(sides, job.sides, strict=True):
            timed = side.budget is not None and side.budget.kind == TIME
            if timed and job.clock in REPEATS:
                raise BatchError(f"{text} has a budget of time, but these games have none.")
        return cls(job, game, sides, position_of(game, job))

    def setup(self, seating: int) -> tuple[Setup, tuple[int, ...]]:
        """The match of a seating, and the side in each seat."""
        sides = sides_of(self.game.seats, len(self.sides), seating)
        return make_setup(self.game, [self.sides[s] for s in sides], self.job.seed), sides


@lru_cache(maxsize=16)
def _game_of(text: str) -> Game:
    """The game written `text`; each game made loads its compiled rules again."""
    return parse_game(text)


def position_of(game: Game, job: GroupJob) -> State | None:
    """The start position of a job, None for the game's own. One from outside is checked: compiled
    rules do not check their input.
    """
    if not job.start:
        return None
    if openings := Openings.read(job.start):
        return openings.position(game, job.seed)
    try:
        return game.checked(game.load(bytes.fromhex(job.start)))
    except ValueError as error:
        raise BatchError(f"The start of these games cannot be read: {error}") from None


def play(
    line: Mapping[str, Any],
    on_turn: OnTurn = lambda seating, turn: None,
    watched: Callable[[], bool] = lambda: False,
) -> dict[str, Any]:
    """Plays a `GroupJob` from its JSON; `games` are the `GameRecord`s, one for each seating, as
    JSON. `on_turn` is called with the seating after each turn, which has values of searches while
    the job is `watched`.
    """
    job = GroupJob.read(line)
    check_sources(job.expects)
    order = GroupOrder.read(job)
    _check_programs(order)
    for side in order.sides:
        prepare(order.game, side)
    return {"games": [_game(order, seating, on_turn, watched).line for seating in job.seatings]}


def check_sources(expected: str) -> None:
    """BatchError if this process has other sources than `expected`; "" is any."""
    if expected and expected != current_digest():
        raise BatchError(
            "The sources of Smitsilab have changed since these games were asked for. Start again."
        )


def _check_programs(order: GroupOrder) -> None:
    """BatchError if a program's files are not those that were asked for."""
    for side, expected in zip(order.sides, order.job.programs, strict=False):
        if isinstance(side, ProgramSeat) and expected != program_digest(side.program):
            raise BatchError(
                f"The program {side.program.command} is not the one these games were asked for: "
                "its files have changed."
            )


def prepare(game: Game, side: SeatSpec) -> None:
    """Loads the kernels of a side, and compiles them where they are missing."""
    key = (game.spec, entrant(game, side).digest)
    if key not in _warm:
        warm(game, side, 0)
        _warm.add(key)


def prepared(game: str, seat: str, expected: str = "") -> dict[str, str]:
    """Prepares the seat written `seat`, and says what it is made of here."""
    check_sources(expected)
    chosen = parse_game(game)
    prepare(chosen, parse_seat(seat, chosen))
    return made_of(game, seat)


def made_of(game: str, seat: str) -> dict[str, str]:
    """Digests of the rules and of the player, by which computers are compared."""
    chosen = parse_game(game)
    player = entrant(chosen, parse_seat(seat, chosen))
    return {"rules": condition(chosen, "it").source, "player": player.digest}


def _game(
    order: GroupOrder, seating: int, on_turn: OnTurn, watched: Callable[[], bool]
) -> GameRecord:
    """One game; a record with `error` if it could not be played to its end."""
    begun, clock = time.time(), time.perf_counter()
    record = GameRecord(order.job.seed, seating, started=begun, host=platform.node())
    try:
        record = _finished(order, record, on_turn, watched)
        _check_programs(order)
    except Exception as error:  # whatever a game or an algorithm raises
        record = replace(record, seats=(), error=f"{clause(error)}.")
    return replace(record, seconds=round(time.perf_counter() - clock, 3))


def _finished(
    order: GroupOrder, record: GameRecord, on_turn: OnTurn, watched: Callable[[], bool]
) -> GameRecord:
    job = order.job
    setup, sides = order.setup(record.seating)
    with ExitStack() as stack:
        pulse = stack.enter_context(Pulse()) if job.clock == "wall" else None
        result = play_setup(
            setup,
            on_turn=lambda turn: on_turn(record.seating, turn),
            log_events=False,
            game=order.game,
            by_cpu=job.clock == "cpu",
            start=order.start,
            watched=(lambda: True) if job.replays else watched,
        )
    if pulse is not None and pulse.asleep:
        raise BatchError(pulse.asleep)
    written = written_replay(order.job, record.seating, result) if job.replays else ""
    return replace(_record(order, record, result, sides), replay=written)


def _record(
    order: GroupOrder, record: GameRecord, result: MatchResult, sides: tuple[int, ...]
) -> GameRecord:
    return replace(
        record,
        seats=seat_records(order.game, result, sides, order.job.clock),
        turns=len(result.turns),
        reason=result.reason,
        tape=packed(result.turns) if order.job.tape else "",
        metrics=metrics_of(result.turns),
        moves=moves_of(result),
    )


def moves_of(result: MatchResult) -> str:
    """A digest of where a match began and ended and what was played."""
    ends = (result.initial, *(turn.state for turn in result.turns[-1:]))
    facts = canonical([*map(fingerprint, ends), *(turn.joint for turn in result.turns)])
    return hashlib.sha256(facts.encode()).hexdigest()[:NAMED]
