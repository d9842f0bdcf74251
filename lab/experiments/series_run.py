"""Plays a series of matches in several processes.

The first line that a worker gets is the plan, `{"warm": side}` compiles, `{"match": k}` plays.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any, ClassVar

from engines.game import Game, State
from lab.batch.errors import BatchError
from lab.batch.faults import Faults
from lab.batch.processes import JobAnswer, Pool
from lab.batch.serve import warm
from lab.experiments.seatings import ROTATIONS, Seatings
from lab.experiments.series import AnswerTimes, Played, played, schedule
from lab.match.play import play_setup
from lab.match.records import Setup
from lab.match.seats import format_seat, make_setup, parse_game, parse_seat, title_of


@dataclass(frozen=True)
class SeriesPlan:
    """A series as workers read it; `start` is a position as hexadecimal bytes, "" for none."""

    game: str
    seats: tuple[str, ...]
    seed: int
    matches: int
    swap: bool
    by_cpu: bool
    start: str = ""
    seatings: Seatings = ROTATIONS
    worker: ClassVar[str] = "lab.experiments.series_run"

    @classmethod
    def of(
        cls,
        game: Game,
        setup: Setup,
        matches: int,
        swap: bool,
        by_cpu: bool,
        start: State | None,
        seatings: Seatings = ROTATIONS,
    ) -> SeriesPlan:
        """The plan of the series that begins with this setup."""
        seats = tuple(format_seat(seat, game) for seat in setup.seats)
        position = "" if start is None else start.tobytes().hex()
        return cls(game.spec, seats, setup.seed, matches, swap, by_cpu, position, seatings)

    @property
    def line(self) -> dict[str, Any]:
        """As JSON."""
        return asdict(self)

    @cached_property
    def configured(self) -> Game:
        """The game."""
        return parse_game(self.game)

    @cached_property
    def setup(self) -> Setup:
        """The first match."""
        seats = [parse_seat(text, self.configured) for text in self.seats]
        return make_setup(self.configured, seats, self.seed)

    @cached_property
    def position(self) -> State | None:
        """Where every match begins; None for the start of its seed."""
        if not self.start:
            return None
        return self.configured.checked(self.configured.load(bytes.fromhex(self.start)))

    def warm(self, side: int) -> None:
        """Compiles what a side needs, or loads it."""
        warm(self.configured, self.setup.seats[side], self.seed)


def play_apart(
    plan: SeriesPlan, pool: Pool, done: list[Played], on_note: Callable[[str], object]
) -> None:
    """Plays all matches of a plan in a pool for it and puts each into `done` as it ends, which is
    in the order of the series only after the last one. BatchError if one cannot be played.
    """
    found: dict[int, Played] = {}
    for side in range(len(plan.seats)):
        on_note(f"preparing {title_of(plan.seats[side])} ({side + 1} of {len(plan.seats)})")
        _checked(pool.ask({"warm": side}))
    for answer in pool.answers(_jobs(plan)):
        if answer is None or answer.again:
            continue
        _checked(answer)
        found[int(answer.job["match"])] = read(answer.line)
        done[:] = [found[k] for k in sorted(found)]
        on_note(f"{len(done):,} of {plan.matches:,} matches")


def _jobs(plan: SeriesPlan) -> Iterator[dict[str, Any]]:
    return ({"match": k} for k in range(plan.matches))


def _checked(answer: JobAnswer) -> None:
    if answer.died:
        raise BatchError(f"The process that played was {answer.died}.")
    if "error" in answer.line:
        raise BatchError(f"{answer.line['error']}.")


def read(line: Mapping[str, Any]) -> Played:
    """A match from its JSON."""
    lists = {name: tuple(line[name]) for name in ("sides", "points", "errors", "outcome")}
    times = tuple(each and AnswerTimes(**each) for each in line["times"])
    faults = tuple(Faults(**each) for each in line["faults"])
    return Played(**{**line, **lists, "times": times, "faults": faults})


class SeriesWorker:
    """Plays the matches of a plan, after it has loaded every side's kernels once."""

    def __init__(self, plan: SeriesPlan) -> None:
        self.plan = plan
        self._ready: set[int] = set()

    def answer(self, job: Mapping[str, Any]) -> dict[str, Any]:
        """Does one job."""
        for side in [job["warm"]] if "warm" in job else range(len(self.plan.seats)):
            if side not in self._ready:
                self.plan.warm(side)
                self._ready.add(side)
        return asdict(self.match(job["match"])) if "match" in job else {}

    def match(self, number: int) -> Played:
        """Plays one match."""
        plan = self.plan
        setup, sides = schedule(plan.setup, plan.matches, plan.swap, plan.seatings)[number]
        result = play_setup(
            setup,
            log_events=False,
            game=plan.configured,
            by_cpu=plan.by_cpu,
            start=plan.position,
            watched=False,
        )
        return played(result, sides)


def begin(line: Mapping[str, Any]) -> Callable[[Mapping[str, Any]], dict[str, Any]]:
    """In a worker process: what plays the matches of a plan."""
    plan = SeriesPlan(**{**line, "seats": tuple(line["seats"])})
    return SeriesWorker(plan).answer
