"""The effect of turning a knob, tried for each knob of each algorithm on games of the lab.

Two settings must give different statistics: a knob that does not reach its kernel is found here.
Mid-search the change must do what the knob declares: keep all statistics, restart, or wait for the
next decision. Nothing is compiled: `test_knobs_act.py` runs this module as a program with
NUMBA_DISABLE_JIT=1, which prints what is wrong with each knob as JSON.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import numpy as np

from engines import games
from engines.game import PASS, Game, State
from engines.knobs import CONTINUE, NEXT, RESCALE, RESTART, Knob, Value, make, replace
from search import algorithms
from search.base import AgentStats, Search, Snapshot, generator
from tests.matches import legal, movers, random_match
from tests.records import quicken

Settings = Mapping[str, Value]
SEED = 3


@dataclass(frozen=True)
class Case:
    """Where a knob is tried: `base` holds the other settings it needs to act, `value` the other
    setting (None: each choice, or an end of the range).
    """

    game: str = "connect_four"
    base: Settings = field(default_factory=dict)
    value: Value | None = None
    iterations: int = 60  # before the change, and again after it
    later: int = 0  # iterations of the next decision, 0 = as many
    turns: int = 0  # played at random before the search
    options: Settings = field(default_factory=dict)


# the model of the others; trials of a plan for them would use up the iterations
PLANLESS: Settings = {"opponent": "scripted"}
SHALLOW: Settings = {"playout_depth": 2, "playout": "random"}
AT_ONCE: Settings = {"playout_depth": 0}
REGRET: Settings = {"rule": "regret", "playout_depth": 2}
WIDE: Settings = {"widening": True}
FROZEN: Settings = PLANLESS | {"cooling": 60, "hot": 2.0}
NARROW: Settings = {"width": 4, "opponent": "none"}
ALONE: Settings = {"opponent": "none"}
UNLIMITED: Settings = ALONE | {"width": 1 << 17}
LEARNED: dict[str, Settings] = {
    "playout_pick": {},
    "playout_heat": {},
    "playout_epsilon": {"playout_pick": "greedy"},
}
# a node each iteration, then a playout of some of the cards: all of them say nothing of any
ONE: Settings = {"expansion": "one", "depth": 3}
EXPLORING: Settings = {"c": 2.0}  # visits say little then: another action has the best mean

SEQUENCES = ("annealing", "genetic", "shooting")
DEPTH_FIRST = ("alphabeta", "expectimax", "maxn", "minimax", "paranoid")
LITTLE = 4096  # the least memory, in nodes

USUAL: dict[str, Case] = {
    "smitsimax": Case("goofspiel"),
    "joint": Case("goofspiel", iterations=80),
    "greedy": Case("brew", iterations=40),
    "beam": Case("goofspiel", iterations=100),
    **dict.fromkeys(DEPTH_FIRST, Case("goofspiel", iterations=80)),
    "genetic": Case("goofspiel", PLANLESS | {"population": 8}, iterations=40),
    "annealing": Case("goofspiel", PLANLESS, iterations=40),
    "shooting": Case("goofspiel", PLANLESS, iterations=40),
}

SPECIAL: dict[tuple[str, str], Case] = {
    **{(a, "unit"): Case(base={"depth": 2}, iterations=80) for a in DEPTH_FIRST},
    **{(a, "ordering"): Case(turns=8, iterations=200) for a in DEPTH_FIRST},
    **{(a, "evaluation"): Case(base={"depth": 2}, iterations=80) for a in DEPTH_FIRST},
    **{(a, "opponent"): Case("brew", {"opponent": "random"}, iterations=20) for a in SEQUENCES},
    **{(a, "opponent_trials"): Case("goofspiel", value=10, iterations=30) for a in SEQUENCES},
    **{
        (a, "repeats"): Case(
            "goofspiel", {"opponent": "random"}, 4, 40, options={"prizes": "random"}
        )
        for a in SEQUENCES
    },
    ("annealing", "hot"): Case("goofspiel", PLANLESS | {"cooling": 60}, value=2.0, iterations=40),
    ("annealing", "cold"): Case("goofspiel", FROZEN, value=1.0, iterations=50),
    ("greedy", "others"): Case("xmasrush", iterations=60),
    ("expectimax", "share"): Case("goofspiel", {"weights": "ranked"}, iterations=80),
    ("expectimax", "temperature"): Case("goofspiel", {"weights": "softmax"}, iterations=80),
    ("flat_mc", "c"): Case(base={"allocation": "ucb1"}, value=5.0),
    ("flat_mc", "unknown"): Case("brew", SHALLOW),
    **{
        (a, knob): Case(base={"playout": "mast"} | more)
        for a in ("uct", "duct")
        for knob, more in LEARNED.items()
    },
    **{
        ("smitsimax", knob): Case("goofspiel", ONE | {"playout": "mast"} | more)
        for knob, more in LEARNED.items()
    },
    ("smitsimax", "playout"): Case("goofspiel", ONE),
    ("uct", "c"): Case(value=5.0),
    ("uct", "evaluation"): Case("uttt", iterations=20),
    ("uct", "rising"): Case(base={"evaluation": "network", "c": 0.1}, value=1, iterations=20),
    ("uct", "second"): Case("goofspiel"),
    ("uct", "urgency"): Case(base={"first_play": True}, value=0.0),
    ("uct", "widen_factor"): Case(base=WIDE, value=0.5),
    ("uct", "widen_power"): Case(base=WIDE, value=0.1),
    ("uct", "final"): Case(iterations=50),
    ("uct", "memory"): Case(base=AT_ONCE, value=LITTLE, later=2000),
    ("uct", "threads"): Case(value=2),
    ("smitsimax", "deeper"): Case("goofspiel", {"depth": 2}, value=3, iterations=2100),
    ("smitsimax", "threads"): Case("goofspiel", value=2),
    ("smitsimax", "actions"): Case("kutulu", {"depth": 3, "random_visits": 2}),
    ("duct", "c"): Case(value=5.0),
    ("duct", "evaluation"): Case(),
    ("duct", "table"): Case("goofspiel", REGRET, value=0),
    ("duct", "floor"): Case("goofspiel", REGRET, value=1.0),
    ("duct", "scaling"): Case(base={"playout_depth": 1}),
    ("duct", "children"): Case("goofspiel", options={"prizes": "random"}),
    ("duct", "hidden"): Case("brew", SHALLOW),
    ("duct", "final"): Case("tictactoe", EXPLORING, iterations=30),
    ("duct", "memory"): Case(base=AT_ONCE, value=LITTLE, later=4300),
    ("smitsimax", "scale"): Case("csb", {"scaling": "fixed"}, value=50_000.0, iterations=40),
    ("smitsimax", "scaling"): Case("csb", {"scale": 50_000.0}, iterations=40),
    ("smitsimax", "final"): Case("goofspiel", EXPLORING, iterations=10),
    ("smitsimax", "memory"): Case("csb", value=LITTLE, iterations=20, later=60),
    ("beam", "depth"): Case(base=NARROW, value=2),
    ("beam", "evaluation"): Case(base=ALONE),
    ("beam", "width"): Case(base=ALONE, value=4),
    ("beam", "stop"): Case("tictactoe", ALONE, turns=4),
    ("beam", "variant"): Case(base=NARROW | {"stack_depth": 3}, iterations=150),
    ("beam", "opponent_depth"): Case("csb", iterations=150),
    ("beam", "discount"): Case("brew", ALONE, value=0.5),
    ("beam", "lasting_discounted"): Case("brew", ALONE, value=1.0),
    ("beam", "lasting_kept"): Case("brew", ALONE, value=0.0),
    ("beam", "stack_depth"): Case(base=NARROW | {"variant": "stack"}, value=3, iterations=150),
    ("beam", "vote"): Case(base=ALONE | {"width": 20}, value=10, iterations=120, game="goofspiel"),
    ("beam", "joint"): Case("csb", ALONE, value=4),
    ("beam", "memory"): Case("marslander", UNLIMITED, value=LITTLE, later=1600),
    ("joint", "below"): Case("brew", {"depth": 2}, iterations=40),
    ("joint", "rule"): Case("brew", turns=5, iterations=150),
    ("joint", "unknown"): Case("brew", iterations=900),
}

WEIGHTS: dict[str, Settings] = {
    "connect_four": {"threat": 0.01, "centre": 0.9},
    "csb": {"progress": 0.1, "heading": 0.0, "engine": 400.0},
    "brew": {"spells": 5.0, "tier3": 0.0, "ingredients": 0.0},
}
WEIGHED: dict[str, Case] = {
    "uct": Case(base={"playout_depth": 1}),
    "duct": Case(base={"playout_depth": 1}),
    "flat_mc": Case(base={"playout_depth": 6}),
    "smitsimax": Case("csb"),
    "joint": Case("brew", {"depth": 1}, iterations=300),
    "greedy": Case("connect_four"),
    "beam": Case(base=ALONE),
    **dict.fromkeys(SEQUENCES, Case(base=PLANLESS)),
    **dict.fromkeys(DEPTH_FIRST, Case(base={"depth": 3})),
}

# (algorithm, knob): why no game of the lab can show a difference, or none that repeats
EXEMPT: dict[tuple[str, str], str] = {
    **{
        (a, "quiescence"): "No game of the lab says which of its positions are quiet."
        for a in ("alphabeta", "paranoid")
    },
    **{
        (a, "parallel"): "Threads that grow one tree never find the same; see test_parallel.py."
        for a in ("smitsimax", "uct", "duct")
    },
    **{
        (a, "network"): "It names a file; see test_valued.py and test_networked.py."
        for a in ("uct", "duct", "beam", "smitsimax", *DEPTH_FIRST)
    },
    ("smitsimax", "evaluation"): "No game that it plays comes with a network.",
}


def case_of(algorithm: str, knob: str) -> Case:
    """Where the knob is tried."""
    return SPECIAL.get((algorithm, knob)) or USUAL.get(algorithm) or first_case(algorithm)


def first_case(algorithm: str) -> Case:
    """The default case of an algorithm: the first of a few games that it plays."""
    tried = ("connect_four", "csb", "brew", *games())
    return Case(next(g for g in tried if algorithms()[algorithm].supports(played(g, ())) is None))


@cache
def played(name: str, options: tuple[tuple[str, Value], ...]) -> Game:
    """The game with these options."""
    return games()[name].configure(**dict(options))


class Trial:
    """A knob and the searches in which it is turned."""

    def __init__(self, algorithm: str, knob: str) -> None:
        self.cls = algorithms()[algorithm]
        self.case = case_of(algorithm, knob)
        self.game = played(self.case.game, tuple(self.case.options.items()))
        self.knob: Knob = next(k for k in self.cls.knobs(self.game) if k.name == knob)
        self.base = make(self.cls.Params, self.case.base)
        self.n = self.case.iterations

    @property
    def values(self) -> list[Value]:
        """The other settings that are tried."""
        default = getattr(self.base, self.knob.name)
        if self.case.value is not None:
            return [self.case.value]
        if self.knob.kind == "choice":
            return [v for v in self.knob.choices if v != default]
        if self.knob.kind == "switch":
            return [not default]
        return [self.knob.low if self.knob.low != default else self.knob.high]

    def begun(self, params: Any) -> Search:
        """A search at the case's position."""
        search = self.cls(self.game, params, seed=SEED)
        search.start(self.position, 0)
        return search

    @property
    def position(self) -> State:
        """The case's position."""
        states = [after for _, _, after in random_match(self.game, SEED, self.case.turns)]
        return states[-1] if states else self.game.bench_position()

    def next_decision(self, search: Search) -> list[Any]:
        """What it finds in its seat's next turn, after it played its choice and all others their
        first action.
        """
        game, state = self.game, self.position
        own = dict(zip(game.agents_of(0), search.choice().tolist(), strict=True))
        while True:
            last = np.full(game.agents, PASS, np.int64)
            for agent in movers(game, state):
                action = own.get(agent, PASS)
                chosen = legal(game, state, agent)[0] if action == PASS else action
                last[agent] = game.resolve(state, agent, chosen)
            game.rules.step(state, last, generator(SEED), None)
            if set(movers(game, state)) & set(own):
                break
        search.start(state, 0, last)
        return statistics(self.advanced(search, self.case.later))

    def advanced(self, search: Search, n: int = 0) -> Search:
        """`search` with `n` more iterations, the case's number if 0."""
        with np.errstate(all="ignore"):
            search.advance(n or self.n)
        return search

    def complaints(self) -> Iterator[str]:
        """What is wrong with the knob, in sentences."""
        for value in self.values:
            params = replace(self.base, self.knob.name, value)
            for complaint in self.turned(params):
                yield f"{self.knob.name}={value} {complaint}."

    def turned(self, params: Any) -> Iterator[str]:
        """What is wrong with this setting, in words that follow its name."""
        usual, fresh = self.advanced(self.begun(self.base)), self.advanced(self.begun(params))
        effect, found, other = self.knob.effect, statistics(usual), statistics(fresh)
        search = self.advanced(self.begun(self.base))
        before = search.snapshot()
        search.update(params)
        after = search.snapshot()
        if effect != NEXT and not differ(found, other):
            yield "gives the same statistics"
        if (after.generation > before.generation) != (effect == RESTART):
            yield f"is declared to {effect}: generation {before.generation}, {after.generation}"
        if effect == RESTART and after.iterations:
            yield f"kept {after.iterations} iterations of another question"
        if effect != RESTART and kept(after) != kept(before):
            yield "lost statistics"
        at_once = search.choice().tolist() != usual.choice().tolist()
        found = statistics(self.advanced(search))
        if effect == RESTART and differ(found, other):
            yield "turned in mid-search is not the search that begins with it"
        if effect == RESTART:
            return
        acted = differ(found, statistics(self.advanced(usual)))
        if effect in (CONTINUE, RESCALE) and not (at_once or acted):
            yield "turned in mid-search changes nothing"
        if effect == NEXT and acted:
            yield "did not wait for the next decision"
        if effect == NEXT and not differ(self.next_decision(search), self.next_decision(usual)):
            yield "changes nothing in the next decision"


def weighed(algorithm: str) -> Iterator[str]:
    """What is wrong when the evaluation weights change mid-search."""
    cls, case = algorithms()[algorithm], WEIGHED.get(algorithm) or first_case(algorithm)
    game = played(case.game, ())
    state, params = game.bench_position(), make(cls.Params, case.base)
    weights = make(game.EvalParams, WEIGHTS.get(case.game, {}))

    def found(*searches: Search) -> list[list[Any]]:
        for search in searches:
            with np.errstate(all="ignore"):
                search.advance(case.iterations)
        return [statistics(search) for search in searches]

    usual, other = cls(game, params, seed=SEED), cls(game, params, weights, seed=SEED)
    usual.start(state, 0)
    other.start(state, 0)
    one, two = found(usual, other)
    if not differ(one, two):
        yield "Other weights give the same statistics."
    before = usual.generation
    usual.weigh(weights)
    if usual.generation == before or usual.snapshot().iterations:
        yield "Values of other weights are kept."
    if differ(found(usual)[0], two):
        yield "Weights turned in mid-search are not those of a search that begins with them."


def statistics(search: Search) -> list[Any]:
    """What a search found: counts first, then means; nothing that is computed from its knobs."""
    s = search.snapshot()
    counts = [s.iterations, s.turns, s.nodes, s.full, s.reused, search.choice().tolist()]
    return [*counts, *(_agent(each) for each in s.agents)]


def _agent(stats: AgentStats) -> tuple[Any, ...]:
    counts = (stats.agent, stats.visits.tolist(), stats.pv.tolist(), stats.depth.tolist())
    policy = () if stats.policy is None else tuple(np.round(stats.policy, 9).tolist())
    return *counts, stats.best, policy, stats.unit, np.round(stats.mean, 9).tolist()


def differ(one: list[Any], other: list[Any]) -> bool:
    """Whether statistics differ; means in different units are not compared."""
    return repr(_comparable(one, other)) != repr(_comparable(other, one))


def _comparable(one: list[Any], other: list[Any]) -> list[Any]:
    units = [[a[-2] for a in x if isinstance(a, tuple)] for x in (one, other)]
    if units[0] == units[1]:
        return one
    return [a[:-2] if isinstance(a, tuple) else a for a in one]


def kept(s: Snapshot) -> list[Any]:
    """What a change that keeps the statistics must not touch."""
    return [s.iterations, s.turns, s.nodes, [a.visits.tolist() for a in s.agents]]


def knobs_of_all() -> list[tuple[str, str]]:
    """(algorithm, knob) for each knob of each algorithm."""
    return [(a, k) for a in algorithms() for k in algorithms()[a].Params.__dataclass_fields__]


def main() -> None:
    """Prints the complaints about each knob, or about those of the algorithms and knobs named."""
    quicken()
    found = {
        f"{a} {k}": list(Trial(a, k).complaints())
        for a, k in knobs_of_all()
        if (a, k) not in EXEMPT and (len(sys.argv) == 1 or a in sys.argv or k in sys.argv)
    }
    for name, cls in algorithms().items():
        if cls.searches and (len(sys.argv) == 1 or name in sys.argv or "weights" in sys.argv):
            found[f"{name} weights of the evaluation"] = list(weighed(name))
    print(json.dumps(found, indent=1))


if __name__ == "__main__":
    main()
