"""What the set-up of an arena shows and asks for, as plain records."""

from __future__ import annotations

from dataclasses import dataclass, field

from lab.batch.workplace import Workplace
from lab.experiments.arena.standing import Role
from lab.experiments.pairing import Rule

CANDIDATE: Role = "candidate"
BENCHMARK: Role = "benchmark"
RETIRED: Role = "retired"

CPU, ITERATIONS, NODES, WALL = "cpu", "it", "nodes", "wall"  # clocks of a budget


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
    amount: float = 1000.0
    clock: str = ITERATIONS
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
    def budget(self) -> str:
        """Of a decision, as --budget takes it."""
        return f"{self.amount:g}{({ITERATIONS: 'it', NODES: 'n'}).get(self.clock, 'ms')}"

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
