"""What is known of each computer of a cluster: what it has prepared, what it cannot play, and how
fast it is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from lab.batch.about import Host
from lab.batch.cluster.tasks import prepared, probed
from lab.batch.games import GroupJob
from lab.batch.processes import TRIES

SLOWEST = 0.9  # of the fastest: below it, budgets of CPU time are not the same everywhere


@dataclass(frozen=True)
class Chore:
    """What one worker of each computer does before games are played there: compile what a seat
    needs, or with no seat, measure the speed. `own` is the answer of this computer.
    """

    game: str = ""
    seat: str = ""
    digest: str = ""
    own: tuple[tuple[str, str], ...] = ()

    @property
    def call(self) -> tuple[Callable[..., dict[str, Any]], tuple[str, ...]]:
        """The function that a worker runs, and its arguments."""
        return (prepared, (self.game, self.seat, self.digest)) if self.seat else (probed, ())

    @property
    def words(self) -> str:
        """What is done, for people."""
        return self.seat or "measuring its speed"

    def difference(self, answer: Mapping[str, Any]) -> str:
        """Why the computer cannot play this seat, as a clause; "" if it can."""
        if "error" in answer:
            return str(answer["error"])
        other = [name for name, value in self.own if answer.get(name) != value]
        return f"its {' and '.join(other)} are not the same as here" if other else ""


@dataclass
class Site:
    """A computer."""

    host: Host
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
        if not chore.seat:
            self.cpu_s = float(answer.get("cpu_s", 0.0))
            return ""
        why = chore.difference(answer)
        if why:
            self.cannot[chore.game, chore.seat] = why
        return why

    def lose(self, address: str, chore: Chore | None) -> None:
        """A worker is lost; one that did a chore may have been killed by it."""
        if self.at == address:
            self.at, self.losses = "", self.losses + 1
            if self.losses >= TRIES and chore is not None:
                self.finish(chore, {"error": "the process that prepared it was killed twice"})


def speeds(sites: Sequence[Site]) -> list[Host]:
    """The computers with their speeds, relative to the fastest."""
    best = min((site.cpu_s for site in sites if site.cpu_s), default=0.0)
    return [
        replace(site.host, speed=round(best / site.cpu_s, 2) if site.cpu_s else 0.0)
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
