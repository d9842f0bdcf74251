"""Frozen records of what the lab shows: the thoughts of a running search and the frames of a match.

Plain data, made in a worker thread and read in the window's thread; nothing changes after it is
made. Shapes: [T] samples of a trail, [K] root actions, [P] plies.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from engines.game import FORFEIT, PASS, Game, State
from engines.knobs import HasFields
from engines.scene import Event, Point, Scene
from lab.match.node_line import DrawnLines, NodeLine
from lab.match.seat import ProgramSeat, SearchSeat, SeatSpec
from search.base import AgentStats, Floats, Ints, Snapshot
from search.branches import Branches, Path
from search.forms import Form, Layers, Sequences
from search.measure import SeatValue


@dataclass(frozen=True)
class Trail:
    """How root actions fared during one search: sampled after chunks, a few hundred samples at
    most.

    `marks` are the iterations at which a knob was turned, with the change ("c 0.3 to 0.5").
    """

    iterations: Ints  # [T]
    share: Floats  # [T, K] share of visits
    mean: Floats  # [T, K]
    marks: tuple[tuple[int, str], ...] = ()

    def before(self, iterations: int) -> str:
        """The settings with which all `iterations` were searched ("c 0.3"), where others have been
        set since; else "".
        """
        turned: dict[str, tuple[str, str]] = {}
        for part in ", ".join(what for at, what in self.marks if at >= iterations > 0).split(", "):
            name, _, values = part.partition(" ")
            old, _, new = values.partition(" to ")
            turned[name] = (turned.get(name, (old,))[0], new)
        return ", ".join(f"{name} {old}" for name, (old, new) in turned.items() if old != new)


@dataclass(frozen=True)
class Ply:
    """One action of a predicted line: who plays it, and what it is called."""

    agent: int
    words: str


@dataclass(frozen=True)
class AgentThought:
    """One agent's tree in words and pictures."""

    stats: AgentStats
    name: str  # "Pod 1"
    seat: int  # the seat that owns the agent
    labels: tuple[str, ...]  # [K] root actions in words
    pv: tuple[Ply, ...]  # [P] the principal variation
    trail: Trail
    path: tuple[Point, ...] = ()  # where the principal variation leads from here, in world units
    # [K] where each root action, then its own best line, would lead
    branches: tuple[tuple[Point, ...], ...] = ()
    # [K] each root action, then its own best line
    lines: tuple[tuple[Ply, ...], ...] = ()
    # one tree in which the agents move in turn: its lines hold everybody's actions
    shared: bool = False


@dataclass(frozen=True)
class NamedBranches:
    """A part of a tree, and what its nodes' actions are called, by path; some may not be named
    yet.
    """

    part: Branches
    words: Mapping[Path, str]
    # the same in at most three characters, for small cells
    briefs: Mapping[Path, str] = field(default_factory=dict)


@dataclass(frozen=True)
class NamedLayers:
    """The layers of a beam in words."""

    layers: Layers
    firsts: tuple[str, ...]  # [F] what the seat's agents do first
    line: tuple[str, ...]  # [P] what they do in each action of the line


@dataclass(frozen=True)
class NamedSequences:
    """The sequences that a search keeps, and what their actions are called."""

    sequences: Sequences
    words: tuple[tuple[tuple[str, ...], ...], ...]  # [R, P, A]; "" for one that is not named yet


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
    # per agent of another seat: share of turns in which this seat predicted its move correctly
    foreseen: tuple[float, ...] = ()
    iteration_word: str = "iteration"  # what this algorithm calls one iteration
    form: Form = Form.NONE  # what there is to see besides the root actions
    trees: tuple[NamedBranches, ...] = ()  # what was asked for of its trees
    node: NodeLine | None = None  # the positions that lead to the node asked for
    kept: NamedLayers | NamedSequences | None = None  # what it keeps instead of a tree
    drawn: DrawnLines | None = None  # joint lines, where they were asked for
    # (agent, root actions on its list, all that are legal), where the search keeps to lists
    limits: tuple[tuple[int, int, int], ...] = ()

    @property
    def iterations_per_s(self) -> float:
        return self.snapshot.iterations / self.cpu_s if self.cpu_s > 0 else 0.0

    @property
    def turns_per_s(self) -> float:
        """Simulated turns per second."""
        return self.snapshot.turns / self.cpu_s if self.cpu_s > 0 else 0.0


@dataclass(frozen=True)
class ProgramSaid:
    """What a program was sent in one turn, its answer, how long it took, and what it has written to
    standard error since its last answer.
    """

    turn: int  # turns played, including this one
    lines: tuple[str, ...]
    stderr: str
    error: str  # what was wrong, a sentence; "" if nothing was
    seconds: float
    limit_ms: float  # 0 if unknown
    overrun_ms: float
    received: tuple[str, ...] = ()  # the lines that it was sent


@dataclass(frozen=True)
class Frame:
    """The match after `turn` turns; frame 0 is the start. `joint` and `events` belong to the turn
    that led here.
    """

    turn: int
    state: Any  # the game's state record; never changed
    scene: Scene
    joint: tuple[int, ...] = ()
    labels: tuple[str, ...] = ()  # the joint action in words, "" for an agent that only waited
    values: tuple[SeatValue, ...] = ()  # per seat, as in `lab.match.values`
    standings: tuple[str, ...] = ()  # per seat: "lap 2 of 3, 4 checkpoints"
    events: tuple[Event, ...] = ()
    # per seat: the finished search that chose this turn's actions
    thoughts: tuple[Thought | None, ...] = ()
    outcome: tuple[float, ...] = ()  # per seat in [-1, 1]; empty while the match goes on
    reason: str = ""
    errors: tuple[str, ...] = ()  # sentences on what went wrong in this turn
    # per seat: its program's answer in this turn; empty if no program was asked
    said: tuple[ProgramSaid | None, ...] = ()


# what a session is doing, as `Status.activity`
PREPARING = "preparing"  # kernels are being compiled in another process
SEARCHING = "searching"
WAITING = "waiting"  # paused, or between turns
PERSON = "person"  # waiting for a person's move
OVER = "over"
FAILED = "failed"  # a search failed; the match is paused
STOPPED = "The match stopped"  # how the sentence of a failure begins that is of no search


@dataclass(frozen=True)
class Failure:
    """An error in a search: what stopped, where, and the full text to copy."""

    seat: int
    turn: int
    iteration: int
    sentence: str
    details: str
    asks: str = ""  # a command waiting for a person's permission to start


@dataclass(frozen=True)
class Status:
    """What the session is doing now."""

    activity: str
    playing: bool  # turns are played automatically
    holding: bool = False  # "think on": the search continues in the same position
    to_move: tuple[int, ...] = ()  # agents a person has to move now
    searching: tuple[int, ...] = ()  # seats whose search is running
    progress: float = 0.0  # of the preparation, 0..1
    seconds: float = 0.0  # of the preparation so far
    preparing: str = ""  # "Smitsimax for this game"
    leads_in: bool = False  # a recorded match is on the board meanwhile
    failure: Failure | None = None
    # sentences for the status bar ("budget overrun by 12 ms")
    notes: tuple[str, ...] = field(default_factory=tuple)
    # per seat: the state of its program; empty while none runs
    program_notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Setup:
    """Everything that determines a match: with iteration budgets, the same setup gives the same
    match, turn for turn.
    """

    game: str
    options: HasFields | None
    seats: tuple[SeatSpec, ...]
    seed: int


Contesting = ProgramSeat | SearchSeat


@dataclass(frozen=True, eq=False)
class Contender:
    """A side, for a seat in the position after `turn` turns: the newest thought of its search, or
    the answer of its program, an action for each agent that moves.
    """

    spec: Contesting
    seat: int
    turn: int
    thought: Thought | None = None
    answer: tuple[Ply, ...] = ()
    finished: bool = False
    failure: Failure | None = None


def answer_words(game: Game, state: State, seat: int, choice: Sequence[int]) -> tuple[Ply, ...]:
    """The actions that a program sent for its seat's agents, in words; none for an agent that only
    waits.
    """
    return tuple(
        Ply(agent, "no valid move" if action == FORFEIT else game.label(state, agent, action))
        for agent, action in zip(game.agents_of(seat), choice, strict=True)
        if action != PASS
    )
