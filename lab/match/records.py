"""What the lab shows, as frozen records: the thoughts of a search while it runs, and the frames of
a match.

Everything here is plain data made in a worker thread and read in the window's thread; nothing is
changed after it was made. Shapes: [T] samples of a trail, [K] root actions, [P] plies.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from engines.knobs import HasFields
from engines.scene import Event, Point, Scene
from lab.match.seat import SeatSpec
from search.base import AgentStats, Floats, Ints, Snapshot


@dataclass(frozen=True)
class Trail:
    """How root actions fared during one search: sampled after chunks, at most some hundred samples.

    `marks` are the iterations at which a knob was turned, with what was turned ("c 0.3 to 0.5").
    """

    iterations: Ints  # [T]
    share: Floats  # [T, K] share of visits
    mean: Floats  # [T, K]
    marks: tuple[tuple[int, str], ...] = ()


@dataclass(frozen=True)
class AgentThought:
    """One agent's tree in words and pictures."""

    stats: AgentStats
    name: str  # "Pod 1"
    seat: int  # the seat that owns the agent
    labels: tuple[str, ...]  # [K] root actions in words
    pv: tuple[str, ...]  # [P] the principal variation in words
    trail: Trail
    path: tuple[Point, ...] = ()  # where the principal variation leads, from here on, world units
    # [K] where each root action, then its own best line, would lead
    branches: tuple[tuple[Point, ...], ...] = ()
    # [K] each root action, then its own best line, in words
    lines: tuple[tuple[str, ...], ...] = ()
    # [P] who moves at each ply where a common tree's line alternates; empty: the agent itself
    movers: tuple[int, ...] = ()


@dataclass(frozen=True)
class Thought:
    """One seat's search at one moment."""

    seat: int
    turn: int
    algorithm: str  # title
    snapshot: Snapshot
    agents: tuple[AgentThought, ...]  # as snapshot.agents
    cpu_s: float  # CPU seconds spent in `advance`
    live: bool  # the search is still running
    budget: str = ""  # "4,000 iterations"
    overrun_ms: float = 0.0
    # per agent of another seat: share of turns in which this seat's prediction of its move came
    # true
    foreseen: tuple[float, ...] = ()
    iteration_word: str = "iteration"  # what one iteration of this algorithm is

    @property
    def iterations_per_s(self) -> float:
        return self.snapshot.iterations / self.cpu_s if self.cpu_s > 0 else 0.0

    @property
    def turns_per_s(self) -> float:
        """Simulated turns a second."""
        return self.snapshot.turns / self.cpu_s if self.cpu_s > 0 else 0.0


@dataclass(frozen=True)
class ProgramSaid:
    """What a program answered in one turn, how long that took, and what it wrote to its standard
    error since its last answer.
    """

    turn: int  # turns played with this one
    lines: tuple[str, ...]
    stderr: str
    error: str  # what was wrong, a sentence; "" if nothing was
    seconds: float
    limit_ms: float  # 0 where it is not known
    overrun_ms: float


@dataclass(frozen=True)
class Frame:
    """The match after `turn` turns; frame 0 is the start. `joint` and `events` belong to the turn
    that led here.
    """

    turn: int
    state: Any  # the game's state record; never changed
    scene: Scene
    joint: tuple[int, ...] = ()
    labels: tuple[str, ...] = ()  # the joint action in words, "" for who only waited
    # per seat, as its own search (else the game's evaluation) sees it, in [-1, 1]
    values: tuple[float, ...] = ()
    standings: tuple[str, ...] = ()  # per seat: "lap 2 of 3, 4 checkpoints"
    events: tuple[Event, ...] = ()
    # per seat: the finished search that chose this turn's actions
    thoughts: tuple[Thought | None, ...] = ()
    outcome: tuple[float, ...] = ()  # per seat in [-1, 1]; empty while the match goes on
    reason: str = ""
    errors: tuple[str, ...] = ()  # what went wrong in this turn, in sentences
    # per seat: what its program answered in this turn; empty where no program was asked
    said: tuple[ProgramSaid | None, ...] = ()


# what a session is doing, as `Status.activity`
PREPARING = "preparing"  # kernels are being compiled in another process
SEARCHING = "searching"
WAITING = "waiting"  # paused, or between turns
PERSON = "person"  # a person is to move
OVER = "over"
FAILED = "failed"  # a search stopped with an error; the match is held


@dataclass(frozen=True)
class Failure:
    """An error in a search: what stopped, where, and the whole text to copy."""

    seat: int
    turn: int
    iteration: int
    sentence: str
    details: str
    asks: str = ""  # the command that may be started once a person has confirmed it


@dataclass(frozen=True)
class Status:
    """What the session is doing now."""

    activity: str
    playing: bool  # turns follow one another by themselves
    holding: bool = False  # "think on": the position is held and the search goes on
    to_move: tuple[int, ...] = ()  # agents whose person is to move
    searching: tuple[int, ...] = ()  # seats whose search is running
    progress: float = 0.0  # of the preparation, 0..1
    seconds: float = 0.0  # of the preparation so far
    preparing: str = ""  # "Smitsimax for this game"
    failure: Failure | None = None
    # sentences for the status bar ("budget overrun by 12 ms")
    notes: tuple[str, ...] = field(default_factory=tuple)
    # per seat: what is to be known about its program; empty while none runs
    program_notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Setup:
    """Everything that decides a match: with the same setup and iteration budgets it repeats, turn
    for turn.
    """

    game: str
    options: HasFields | None
    seats: tuple[SeatSpec, ...]
    seed: int
