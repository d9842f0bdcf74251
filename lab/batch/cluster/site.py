"""What is known of each computer of a cluster: what it has prepared, what it cannot play, and how
fast it is; and what its workers are asked to do: importable functions that answer with plain
values. A worker gets their names only, so it needs the same package.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from engines.game import Game
from lab.batch import work
from lab.batch.about import Host, current_digest, this_host
from lab.batch.frames import WorkerGame
from lab.batch.games import GroupJob
from lab.batch.processes import TRIES
from lab.batch.serve import tried
from lab.batch.work import made_of
from lab.match.budget import DEFAULT_BUDGET
from lab.match.decide import Player, think
from lab.match.play import deciding
from lab.match.seat import SearchSeat
from lab.match.seats import parse_game, parse_search, parse_seat, title_of
from lab.programs.spec import PROGRAM

_tables: dict[str, WorkerGame] = {}  # of the workers in this process, by address
_PROBES = (1, 2, 3)  # seeds of the starts whose first decision is timed


def about() -> dict[str, Any]:
    """The computer of this worker, the digest of its sources, and its `folder`."""
    return {**this_host().line, "folder": os.getcwd()}


def prepared(game: str, seat: str, expected: str) -> dict[str, Any]:
    """Compiles what a seat needs, and says what it is made of; or `error`."""
    return tried(work.prepared, game, seat, expected)


def played(jobs: Sequence[dict[str, Any]], at: str = "") -> list[dict[str, Any]]:
    """Plays jobs one after the other on the worker with the address `at`."""
    table = _tables.setdefault(at, WorkerGame())
    return [tried(table.play, job) for job in jobs]


def shown(dask_worker: Any) -> dict[str, Any] | None:
    """What a worker plays at this moment, with its job; Dask hands the worker over by the name of
    the argument. Runs beside the task that plays.
    """
    table = _tables.get(dask_worker.address)
    return table.frame_with_job() if table is not None else None


def probed(game: str, seat: str) -> dict[str, Any]:
    """The CPU seconds of some fixed decisions of a search."""
    return tried(_probe, game, seat)


def _probe(game: str, seat: str) -> dict[str, Any]:
    chosen = parse_game(game)
    spec = parse_search(seat, chosen)
    work.prepare(chosen, spec)
    return {"cpu_s": sum(_decided(chosen, spec, seed) for seed in _PROBES)}


def _decided(game: Game, spec: SearchSeat, seed: int) -> float:
    state = game.initial(seed)
    player = Player(game, deciding(game, state)[0], spec, seed)
    player.begin(state, 0)
    think(player, DEFAULT_BUDGET)
    return player.cpu_s


SLOWEST = 0.9  # of the fastest: below it, budgets of CPU time are not the same everywhere


@dataclass(frozen=True)
class Chore:
    """What one worker of each computer does before games are played there: compile what a seat
    needs, or with `measures`, time its first decisions. `own` is what it is made of here.
    """

    game: str
    seat: str
    digest: str = ""
    own: tuple[tuple[str, str], ...] = ()
    measures: bool = False

    @property
    def call(self) -> tuple[Callable[..., dict[str, Any]], tuple[str, ...]]:
        """The function that a worker runs, and its arguments."""
        if self.measures:
            return probed, (self.game, self.seat)
        return prepared, (self.game, self.seat, self.digest)

    @property
    def words(self) -> str:
        """What is done, for people."""
        title = title_of(self.seat)
        return f"measuring its speed with {title}" if self.measures else title

    def difference(self, answer: Mapping[str, Any]) -> str:
        """Why the computer cannot play this seat, as a clause; "" if it can."""
        if "error" in answer:
            return str(answer["error"])
        other = [name for name, value in self.own if answer.get(name) != value]
        if other == ["player"] and self.seat.startswith(f"{PROGRAM}:"):
            return "the program is not there, or its files are not those of this computer"
        return f"its {' and '.join(other)} are not the same as here" if other else ""

    def replaces(self, other: Chore) -> bool:
        """Whether the other one is about the same, perhaps with older files."""
        same = (self.game, self.seat) == (other.game, other.seat)
        return self.measures == other.measures and (same or self.measures)


def chores_of(game: str, seats: Sequence[str]) -> list[Chore]:
    """What these seats need: each prepared, and the speed measured with the first that searches.
    KnobError if a text is wrong.
    """
    digest, chosen = current_digest(), parse_game(game)
    chores = [Chore(game, seat, digest, tuple(made_of(game, seat).items())) for seat in seats]
    thinkers = [seat for seat in seats if parse_seat(seat, chosen).searches]
    return chores + [Chore(game, seat, measures=True) for seat in thinkers[:1]]


@dataclass
class ClusterSite:
    """A computer, or one folder of it."""

    host: Host
    folder: str = ""  # in which its workers look for programs
    done: set[Chore] = field(default_factory=set)
    cannot: dict[tuple[str, str], str] = field(default_factory=dict)
    cpu_s: float = 0.0  # of the games that measure its speed; 0 if they have not been played
    at: str = ""  # the worker that does a chore now
    losses: int = 0  # workers lost in the chore

    def plays(self, job: GroupJob) -> bool:
        """Whether it can play all sides of a job."""
        return not any((job.game, side) in self.cannot for side in job.sides)

    def finish(self, chore: Chore, answer: Mapping[str, Any]) -> str:
        """Notes what came of a chore; returns why the seat cannot be played here, or ""."""
        self.done.add(chore)
        self.at, self.losses = "", 0
        if chore.measures:
            self.cpu_s = float(answer.get("cpu_s", 0.0))
            return ""
        why = chore.difference(answer)
        if why:
            self.cannot[chore.game, chore.seat] = why
        else:
            self.cannot.pop((chore.game, chore.seat), None)
        return why

    def forget(self, job: GroupJob) -> bool:
        """The sides of a job have to be prepared again; whether any of them had been."""
        old = {c for c in self.done if c.game == job.game and c.seat in job.sides}
        old = {chore for chore in old if not chore.measures}
        self.done -= old
        return bool(old)

    def lose(self, address: str, chore: Chore | None) -> None:
        """A worker is lost; one that did a chore may have been killed by it."""
        if self.at == address:
            self.at, self.losses = "", self.losses + 1
            if self.losses >= TRIES and chore is not None:
                self.finish(chore, {"error": "the process that prepared it was killed twice"})


def speeds(sites: Sequence[ClusterSite]) -> list[Host]:
    """The computers with their speeds, relative to the fastest."""
    best = min((site.cpu_s for site in sites if site.cpu_s), default=0.0)
    return [
        replace(site.host, speed=max(0.01, round(best / site.cpu_s, 2)) if site.cpu_s else 0.0)
        for site in sites
    ]


def mixed(hosts: Sequence[Host]) -> str:
    """Why CPU time is not the same on these computers, as a sentence; "" if it is."""
    known = sorted((host.speed for host in hosts if host.speed), reverse=True)
    if not known or known[-1] >= SLOWEST * known[0]:
        return ""
    return (
        f"These {len(hosts)} machines have speeds {', '.join(f'{speed:.2f}' for speed in known)}: "
        "the same CPU time is not the same thinking. Use a budget of iterations or nodes, or "
        "--mixed-speeds."
    )
