"""The Search interface that every algorithm implements for the lab.

A search knows nothing of clocks, threads, signals or callbacks: the caller owns time and calls
`advance` with as many iterations as fit. Everything is resumable after any `advance`, so pausing,
single steps, live sliders and exact repetition need no further code. Shapes: [K] root actions of
one agent, [D] depths, [P] plies of the principal variation.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from engines.game import Game, Joint, State
from engines.knobs import HasFields, Knob, NoParams, Value, knobs, make
from engines.seeding import SeededGenerator, seeded
from search.branches import Branches, Wish
from search.forms import Form, Layers, Sequences
from search.formulas import Formula
from search.measure import Kind, SeatValue, ends_of, unit_words
from search.only import Only, legal_now, limited

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


SAMPLES = ("visit", "playout", "trial")  # of what `AgentStats.counted` names
_NOT_GIVEN: Any = np.zeros(0)  # filled in by `AgentStats`


def _not_given() -> Any:
    return _NOT_GIVEN


@dataclass(frozen=True)
class AgentStats:
    """One agent's tree, or its share of a common tree, as copied arrays in the order of `actions`.

    A search must give `agent`, `actions`, `visits` and `mean`; the other fields default to NaN or
    are derived from these. `counted` says what one of the visits is, `kind` what `mean`, `lowest`,
    `highest` and `bound` measure; `low` and `high` are the ends of their axis. `error` is the
    standard error of the mean, NaN where a mean is no sample. All are NaN where there are no
    visits.
    """

    agent: int
    actions: Ints  # [K]
    visits: Ints  # [K]
    mean: Floats  # [K]
    error: Floats = field(default_factory=_not_given)  # [K]
    lowest: Floats = field(default_factory=_not_given)  # [K] lowest value seen behind the action
    highest: Floats = field(default_factory=_not_given)  # [K]
    bound: Floats = field(default_factory=_not_given)  # [K] the number the selection rule compares
    best: int = -1  # index of the action it would play now; not given: the most visited
    # [P] principal variation: the agent's own actions ahead, in the common tree of a sequential
    # game every agent's in turn; not given: the best action alone
    pv: Ints = field(default_factory=_not_given)
    # [D] nodes at each depth, 1 = root actions; not given: empty, where no tree grows
    depth: Ints = field(default_factory=_not_given)
    nodes: int = -1  # not given: the sum over `depth`, or the root actions where no tree grows
    capacity: int = 0  # most nodes that the tree's memory holds; 0 where nothing can fill
    mean_depth: float = -1.0  # not given: of the nodes; 1 where no tree grows
    scale: float = 1.0  # what values are divided by, 1 where nothing is scaled
    kind: Kind = Kind.VALUE
    low: float = float("nan")  # not given: what the kind has; NaN where it has none
    high: float = float("nan")
    counted: str = "visit"  # "node", "sequence", "playout": what `visits` counts
    # share of the last tenth of the iterations during which another action was best; NaN where not
    # counted
    unsettled: float = float("nan")
    # [K] the mixed strategy this search would play, where it keeps one
    policy: Floats | None = None
    # whether what is played is drawn from it; `best` is what was drawn now
    drawn: bool = False
    # [K] WIN, LOSS or DRAW for the agent's seat where that is proved, else ""; () where nothing is
    # ever proved
    proven: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        k = self.actions.size
        floats = ("error", "lowest", "highest", "bound")
        given = {name for name in floats if getattr(self, name) is not _NOT_GIVEN}
        made: dict[str, Any] = {name: np.full(k, np.nan) for name in floats if name not in given}
        best = made["best"] = (
            self.best if self.best != -1 else most_visited(self.visits) if k else 0
        )
        if self.pv is _NOT_GIVEN:
            made["pv"] = self.actions[best : best + 1].copy()
        depth = made["depth"] = np.zeros(0, np.int64) if self.depth is _NOT_GIVEN else self.depth
        if self.nodes < 0:
            made["nodes"] = int(depth.sum()) if depth.size else k
        if self.mean_depth < 0:
            plies = np.arange(1, depth.size + 1)
            made["mean_depth"] = float((depth * plies).sum() / depth.sum()) if depth.any() else 1.0
        made["low"], made["high"] = ends_of(self.kind, self.low, self.high)
        for name, value in made.items():
            object.__setattr__(self, name, value)

    @property
    def unit(self) -> str:
        """What a mean measures, in words."""
        return unit_words(self.kind, self.low, self.high)

    @property
    def sampled(self) -> bool:
        """Whether means are samples, which have standard errors, and not values of a search."""
        return self.counted in SAMPLES

    @property
    def lead(self) -> float:
        """How many joint standard errors the best action's mean is above the best other mean;
        infinite where they differ and neither has an error, NaN where that is meaningless.
        """
        others = np.delete(self.mean, self.best)
        if not np.isfinite(others).any() or not np.isfinite(self.mean[self.best]):
            return float("nan")
        rival = int(
            np.nanargmax(np.where(np.arange(self.mean.size) == self.best, np.nan, self.mean))
        )
        joint = float(np.hypot(self.error[self.best], self.error[rival]))
        ahead = float(self.mean[self.best] - self.mean[rival])
        return ahead / joint if joint != 0.0 else math.copysign(math.inf, ahead) if ahead else 0.0

    @property
    def share(self) -> Floats:
        """Visits as a share of all visits of the root, [K]."""
        return self.visits / max(1, int(self.visits.sum()))


WIN, LOSS, DRAW = "win", "loss", "draw"


@dataclass(frozen=True)
class Curve:
    """A named line or row of bars that an algorithm shows: y against x, both [N]; `x_name` and
    `y_name` carry the units.
    """

    x: Floats
    y: Floats
    x_name: str
    y_name: str


@dataclass(frozen=True)
class JointMap:
    """How the root actions of two agents fared against each other; means are the first agent's, NaN
    where unseen. `kind`, `low` and `high` are those of its `AgentStats`.

    In a game that is not `zero_sum` they say nothing of the second agent; `gains` [2, R, C] are
    what both gain, where the rules say it at the root.
    """

    agents: tuple[int, int]  # rows, columns
    rows: Ints  # [R] the first agent's root actions
    columns: Ints  # [C] the second's
    visits: Ints  # [R, C]
    mean: Floats  # [R, C]
    kind: Kind = Kind.VALUE
    low: float = float("nan")
    high: float = float("nan")
    # a warning where the map could be mistaken for one: "UCB1 does not converge to an equilibrium."
    equilibrium: str = ""
    unmeasured: str = ""  # why the exploitability is not known, without its full stop; "" elsewhere
    zero_sum: bool = True
    gains: Floats | None = None

    def __post_init__(self) -> None:
        low, high = ends_of(self.kind, self.low, self.high)
        object.__setattr__(self, "low", low)
        object.__setattr__(self, "high", high)

    @property
    def unit(self) -> str:
        """What a mean measures, in words."""
        return unit_words(self.kind, self.low, self.high)


@dataclass(frozen=True)
class Snapshot:
    """What a search knows at one moment; safe to pass to another thread. `generation` grows with
    every `start` and restart of the tree.
    """

    generation: int
    seat: int
    iterations: int
    turns: int  # simulated turns: calls of `step`
    nodes: int
    memory_bytes: int
    agents: tuple[AgentStats, ...] = ()
    reused: int = 0  # visits kept from the last decision's tree
    full: bool = False  # the arena is full: the search goes on without new nodes
    waits: str = ""  # what comes before the seat's own tree: "plans the opponent's moves first"
    # what the root is worth for the seat, by the action it would play; None before it knows
    value: SeatValue | None = None
    # whether the agents' principal variations, played together, lead every tree along its own
    # variation
    agreed: bool | None = None
    # what else this algorithm counts, by its shown name
    scalars: Mapping[str, float] = field(default_factory=dict)
    # lines that this algorithm shows, by their title
    series: Mapping[str, Curve] = field(default_factory=dict)
    histograms: Mapping[str, Curve] = field(default_factory=dict)  # the same drawn as bars
    joint: JointMap | None = None  # root actions of the two watched agents against each other
    # the last iteration: per turn ahead, per agent in `agents` (action, how)
    trace: tuple[tuple[tuple[int, str], ...], ...] = ()
    trace_values: tuple[float, ...] = ()  # the values that went back


class Search(ABC):
    """One seat's search. Same seed and same calls give the same tree, bit for bit.

    Subclasses give `name`, `title`, `Params`, and a docstring whose first sentences the lab shows.
    """

    name: ClassVar[str]
    title: ClassVar[str]
    note: ClassVar[str] = ""  # next to the name in the list: "one tree for each pod"
    Params: ClassVar[type[HasFields]] = NoParams
    presets: ClassVar[Mapping[str, Mapping[str, Value]]] = {}
    # settings with kernels of their own, which are compiled only where they are used, by name
    apart: ClassVar[Mapping[str, Mapping[str, Value]]] = {}
    formulas: ClassVar[tuple[Formula, ...]] = ()  # behind its knobs, with their sources
    # False for players that have nothing to show (random, scripted)
    searches: ClassVar[bool] = True
    # whether snapshots of simultaneous games carry a joint-action map
    joint: ClassVar[bool] = False
    # whether it chooses for other seats' agents too, so that their root actions can be limited
    everyone: ClassVar[bool] = False
    # whether `advance` may heed the share of the budget that is spent
    divides: ClassVar[bool] = True
    # what there is to see of it besides its root actions
    form: ClassVar[Form] = Form.NONE
    # what users call one iteration of `advance`: "node", "expansion"
    iteration_word: ClassVar[str] = "iteration"
    # what a seat may think in the window where no budget was chosen
    usual_iterations: ClassVar[int] = 4000

    def __init__(
        self,
        game: Game,
        params: HasFields | None = None,
        eval_params: HasFields | None = None,
        seed: int = 0,
    ) -> None:
        self.game = game
        self.params: Any = params if params is not None else self.usual(game)
        self.weights: Floats = game.weights(eval_params)
        self.seed = seed
        self.seat = 0
        self.generation = 0
        self.only: dict[int, Ints] = {}  # lists that root actions are limited to, by agent

    @classmethod
    def usual(cls, game: Game | type[Game]) -> HasFields:
        """This algorithm's default parameters in `game`."""
        return make(cls.Params, game.defaults.get(cls.name, {}))

    @classmethod
    def knobs(cls, game: Game | type[Game]) -> tuple[Knob, ...]:
        """Its parameters, with the defaults they have in `game`."""
        return knobs(cls.Params, game.defaults.get(cls.name))

    @classmethod
    def apart_for(cls, params: HasFields | None) -> str:
        """The name in `apart` of the kernels that these knobs need beside the usual ones, or ""."""
        return ""

    @classmethod
    def supports(cls, game: Game) -> str | None:
        """None, or one sentence saying why this algorithm cannot play this game."""
        return None

    @classmethod
    def needs(cls, game: Game, params: HasFields) -> Mapping[str, str]:
        """Digests of what play needs besides the sources, by name; KnobError if it is missing."""
        return {}

    @abstractmethod
    def start(
        self, state: State, seat: int, last_joint: Joint | None = None, only: Only | None = None
    ) -> None:
        """Begins the decision for `seat` in `state`, from which the caller has already hidden what
        the seat may not see. `only` lists the root actions of some agents: it searches no others.
        ValueError, before anything is changed, if one of them cannot be played.
        """

    def _limit_to(self, only: Only | None, state: State, seat: int) -> None:
        """Keeps the lists of `only`, checked; every `start` calls it first."""
        every = self.everyone and not self.game.hidden
        agents = tuple(range(self.game.agents)) if every else self.game.agents_of(seat)
        self.only = limited(self.game, state, agents, only)

    def _choices(self, state: State, agent: int) -> Ints:
        """The agent's root actions in `state`: those on its list, else all that are legal; none
        where it waits. [K]
        """
        found = self.only.get(agent)
        return legal_now(self.game, state, agent) if found is None else found.copy()

    @abstractmethod
    def advance(self, n: int, spent: float = 0.0) -> bool:
        """Runs up to `n` iterations; `spent` is the share of the budget used so far. True when more
        would change nothing.
        """

    def renew(self) -> bool:
        """Makes it like a new one with the same parameters and weights; False if it cannot."""
        return False

    def update(self, params: HasFields) -> str | None:
        """Applies changed parameters to the running search; returns a sentence if refused."""
        self.params = params
        return None

    def weigh(self, eval_params: HasFields) -> None:
        """Applies changed evaluation weights; the tree restarts, since its values used the old
        weights.
        """
        self.weights = self.game.weights(eval_params)

    @abstractmethod
    def choice(self) -> Ints:
        """The action for each agent of the seat, in the order of `game.agents_of(seat)`; PASS where
        an agent only waits.
        """

    def line(self, agent: int, action: int) -> Ints:
        """The best line known after one of the agent's root actions, that action first: the agent's
        own actions, or every agent's in the common tree of a sequential game, as in
        `AgentStats.pv`. [P]
        """
        return np.array([action], np.int64)

    def rehearse(self) -> None:  # noqa: B027 - only searches that keep a tree have more to compile
        """Calls what only a later decision of a match calls, so that it is compiled before."""

    @property
    def helped_s(self) -> float:
        """CPU seconds that other threads have worked for it, in all decisions together."""
        return 0.0

    def watch(self, first: int, second: int) -> None:  # noqa: B027 - only searches with a joint-action map listen
        """Chooses the two agents of the joint-action map and restarts its counts. By default they
        are the first agents of seats 0 and 1.
        """

    @abstractmethod
    def snapshot(self) -> Snapshot:
        """Statistics as they are now, copied."""

    def counts(self) -> Snapshot:
        """The same; searches whose statistics take time leave out all but iterations, turns, nodes,
        memory and what else a budget asks for.
        """
        return self.snapshot()

    def branches(self, wish: Wish) -> tuple[Branches, ...]:
        """The wanted part of each agent's tree as it is now, copied; () without such a tree."""
        return ()

    def kept(self, wish: Wish) -> Layers | Sequences | None:
        """What it keeps instead of a tree as it is now, copied; None for other forms."""
        return None


def most_visited(visits: Ints) -> int:
    """The first of the most visited actions. `np.argmax` lets go of Python's lock, and to take it
    back a search in the window waits for milliseconds.
    """
    counts = visits.tolist()
    return counts.index(max(counts))


def generator(*seeds: int) -> np.random.Generator:
    """The generator seeded by these numbers; searches and matches use no other."""
    return seeded(seeds)


def turn_generator(game: Game, *seeds: int) -> np.random.Generator:
    """The generator for turns of `game`. Where nothing is left to chance it is always the same one,
    from which no rule draws: to seed another takes as long as to play the turn.
    """
    return generator(*seeds) if game.chance else _UNUSED


_UNUSED = SeededGenerator(np.random.SFC64(0))


def restarts(old: HasFields, new: HasFields, *names: str) -> bool:
    """Whether one of the named fields differs."""
    return any(getattr(old, n) != getattr(new, n) for n in names)
