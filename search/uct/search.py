"""UCT: the class that the lab drives.

Shapes: [K] root actions, [P] plies of the principal variation.

What UCT keeps of one decision for the next: the part of the tree below what was played, copied
into a second arena.

Two arenas are used in turn, so that a decision writes to memory that is there already.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, ClassVar, NamedTuple

import numpy as np

from engines.game import PASS, Game, Joint, State, same
from engines.jit import inlined, keep, rule, settled
from engines.knobs import HasFields, Value
from engines.records import fields, records
from search.base import Ints, generator, restarts, turn_generator
from search.forms import Form
from search.formulas import CAPPED, TUNED, UCB1, UCT_OPTIONS, UNIT
from search.learned_moves import FORMULAS, forgotten, new_moves, set_knobs
from search.network import NO_NET, Network, NetworkError, network_for
from search.only import Only
from search.parallel.crew import ROOT
from search.parallel.hands import ThreadTeam
from search.tree import (
    Tree,
    descend,
    new_tree,
    plant,
    root_logs,
    transplant,
)
from search.uct.growth import (
    Features,
    UctGrowth,
    emptied,
    features,
    implicit_refusal,
    lineage,
    new_growth,
    solver_refusal,
    valued_refusal,
)
from search.uct.kernel import compiled, scratch_dtype
from search.uct.line import compiled_follow
from search.uct.params import Params
from search.uct.proofs import UNKNOWN, judged, proven_among
from search.uct.report import UctReport
from search.uct.shared import compiled_shared
from search.uct.valued import compiled_valued, new_scratch


class UctArena(NamedTuple):
    """The nodes, and the arrays of the optional features."""

    tree: Tree
    growth: UctGrowth


def other_arena(spare: UctArena, now: UctArena, size: int, game: Game, f: Features) -> UctArena:
    """An arena for `size` nodes beside `now`: the `spare` one, or where that is none or has another
    size, a new one.
    """
    if spare.tree is now.tree or spare.tree.size != size:
        return UctArena(new_tree(size), new_growth(game, f, size))
    return UctArena(spare.tree, emptied(spare.growth, game, f, size))


@inlined
def copied(old: Any, new: Any, source: Any) -> None:
    """Writes the nodes `source` [N] of `old` into the front of `new`."""
    _copied(old.proof, new.proof, source)
    _copied(old.implicit, new.implicit, source)
    _copied(old.amaf_visits, new.amaf_visits, source)
    _copied(old.amaf_total, new.amaf_total, source)
    _copied(old.squares, new.squares, source)
    _copied(old.wish, new.wish, source)
    _copied(old.chooser, new.chooser, source)


@inlined
def _copied(before: Any, after: Any, source: Any) -> None:
    if after.size > 1:
        for k in range(source.size):
            after[k] = before[source[k]]


@rule
def copy_below(old: Any, new: Any, kept: int, solver: bool, depth_nodes: Any) -> tuple[int, int]:
    """Copies the nodes below `kept` to `new`, where it is the root, and adds to `depth_nodes`;
    returns how many there are, and how many of them are proven.
    """
    tree, proof = new.tree, new.growth.proof
    used = transplant(old.tree, tree, kept, depth_nodes)
    first, count = tree.first_child[0], tree.child_count[0]
    # the playout from the node itself, when it was a leaf, chose no child
    tree.visits[0] = 0
    for child in range(first, first + count):
        tree.visits[0] += tree.visits[child]
    source = np.empty(used, np.int64)
    lineage(old.tree, tree, kept, source)
    copied(old.growth, new.growth, source)
    if not solver:
        return used, 0
    proof[0] = judged(proof, first, count) if count else UNKNOWN
    return used, proven_among(proof, used)


keep(settled(copy_below), "uct.copy_below", ("uct", "copy_below"), __name__)


# knobs after which the tree starts again
FEATURES = ("solver", "implicit", "rave", "first_play", "widening", "selection")
WORTH = ("evaluation", "network", "playout_depth", "playout")
RESTARTING = (*WORTH, "second", "threads", "parallel", *FEATURES)


class UCT(UctReport):
    """One tree for all agents, grown in each iteration by one node where the statistics look most
    promising, followed by a playout.

    Simultaneous turns are serialised, so one side knows what the other has chosen: the tree may
    rely on a reply to a choice that could not be known.
    """

    name = "uct"
    title = "UCT"
    note = "one tree for all agents"
    joint = True
    form = Form.TREE
    usual_iterations = 20_000
    Params = Params
    _lent: Network | None = None  # one that `use` gave
    presets: ClassVar[Mapping[str, Mapping[str, Value]]] = {
        # the constant of UCB1 for results from 0 to 1
        "textbook": {"c": round(math.sqrt(2), 3), "reuse": False},
        "evaluation at once": {"playout_depth": 0},
        # for matches of hundreds of turns, such as Coders Strike Back
        "short playouts": {"c": 0.3, "playout_depth": 6},
        "solver": {"solver": True},
        "few moves first": {"widening": True},
        "two threads": {"threads": 2},
    }
    apart: ClassVar[Mapping[str, Mapping[str, Value]]] = {
        **UctReport.apart,
        "network": {"evaluation": "network", "implicit": 0.5},
        "options": {"widening": True},  # all of them are in one kernel
    }
    formulas = (
        UCB1.at("selection", "ucb1", f"{UNIT} {CAPPED[:-1]}, unless an option below is on."),
        TUNED.at("selection", "tuned"),
        *UCT_OPTIONS,
        *FORMULAS,
    )

    def __init__(
        self,
        game: Game,
        params: HasFields | None = None,
        eval_params: HasFields | None = None,
        seed: int = 0,
    ) -> None:
        super().__init__(game, params, eval_params, seed)
        self._plain = compiled(game, False)
        self._shared = compiled_shared(game)
        self._grown = compiled(game, True)
        self._follow = compiled_follow(game)
        self._room = records(1, scratch_dtype(game))
        self.scratch = fields(self._room)
        self._learn()
        self.growth = new_growth(game, self._features, self.tree.size)
        self._moves = new_moves(game, self.params)
        # where the next decision's nodes are copied to
        self._spare = UctArena(self.tree, self.growth)
        self._clear()
        self._started = False
        self._reused = 0

    def renew(self) -> bool:
        self._started, self._walked = False, None
        return super().renew()

    @classmethod
    def needs(cls, game: Game, params: Any) -> Mapping[str, str]:
        if params.evaluation != "network":
            return {}
        if refusal := valued_refusal(game):
            raise NetworkError(refusal)
        return {"network": network_for(game, params.network).digest}

    @classmethod
    def apart_for(cls, params: Any) -> str:
        if params is None:
            return ""
        if params.evaluation == "network":
            return "network"
        return super().apart_for(params) or ("options" if params.grows else "")

    def _learn(self) -> None:
        """Takes what the knobs ask for, and the network; NetworkError if there is none."""
        self._features = features(self.game, self.params)
        self.network: Network | None = None
        if self._features.valued:
            self.network = self._lent or network_for(self.game, self.params.network)
            self._valued, self._scratch = compiled_valued(self.game), new_scratch(self.game)

    def use(self, network: Network, params: HasFields) -> None:
        """Has this network evaluate, whatever file the knobs name."""
        self._lent = network
        self.update(params)

    def _need(self) -> int:
        return int(self.game.agents * self.game.max_actions)

    @property
    def _form(self) -> str:
        return ROOT if super()._form and features(self.game, self.params).grown else super()._form

    def _run(self, n: int, may_grow: bool) -> int:
        if self._hands is not None:
            return self._run_shared(self._hands, n, may_grow)
        p = self.params
        position = self.tree, self._room, self._buffer, self._root
        if self._features.valued:
            net = self.network.net if self.network is not None else NO_NET
            states, *scratch = self._scratch
            where = self.tree, self._room, states, self._root, root_logs(), net, *scratch
            limits = self.rng, n, may_grow, p.c, p.rising, self._features.alpha
            return int(self._valued(*where, *limits, self._met, self._gain, self.growth))
        kernel = self._grown if self._features.grown else self._plain
        knobs = p.c, p.playout_depth, p.playout == "scripted"
        notes = *self._pair, self._met, self._gain, self.growth, self._features, self._moves
        done = kernel(*position, root_logs(), self.weights, self.rng, n, may_grow, *knobs, *notes)
        return int(done)

    def _run_shared(self, hands: ThreadTeam, n: int, may_grow: bool) -> int:
        p, size = self.params, self.tree.size
        hands.furnish(size, self.game.max_actions)
        most_used = size - hands.count * max(hands.lot, self._need()) if may_grow else size

        def work(k: int) -> int:
            shared = self.tree, self.growth.chooser, hands.counters, self._room
            own = hands.rooms[k], hands.own[k], hands.lent[k], hands.buffers[k]
            rest = self._root, root_logs(), self.weights, hands.generators[k]
            limits = n, hands.count, most_used
            knobs = p.c, p.playout_depth, p.playout == "scripted"
            notes = *self._pair, hands.met[k], hands.gain[k]
            return int(self._shared(*shared, *own, *rest, *limits, *knobs, *notes))

        done = self._run_threads(hands, n, work)
        self._note_best(int(self.growth.chooser[0]), 0)
        return done

    @property
    def _finished(self) -> bool:
        return self._over or bool(self._features.solver and self.growth.proof[0])

    def _grow(self, size: int) -> None:
        super()._grow(size)
        old, self.growth = self.growth, new_growth(self.game, self._features, size)
        arrays: list[tuple[Any, Any]] = list(zip(old[:-1], self.growth[:-1], strict=True))
        for before, after in arrays:
            after[: self.used] = before[: self.used]
        self.growth.played[:] = old.played

    # -- the decision ------------------------------------------------------------------------------

    def start(
        self, state: State, seat: int, last_joint: Joint | None = None, only: Only | None = None
    ) -> None:
        again = self._started and seat == self.seat and not only
        played = self.choice() if again and self._grove is not None else None
        kept = self._kept(state, last_joint) if again and played is None else -1
        self._limit_to(only, state, seat)
        self.seat, self._started = seat, True
        self._take(state)
        self._restart(kept)
        self._lead(state, last_joint, played)
        self._reused += sum(each._reused for each in self._singles)

    def _restart(self, kept: int = -1) -> None:
        """Begins with an empty tree, or with the part of the old one below node `kept`."""
        self.generation += 1
        self.rng = generator(self.seed)
        ranges, used = (
            [self.scratch.low.copy(), self.scratch.high.copy(), self.scratch.scale.copy()],
            self.used,
        )
        self._clear()
        self._threads_restart()
        self._forget_pair()
        if kept < 0 or used > int(self.params.memory):
            self._empty_arena()
            self.growth = emptied(self.growth, self.game, self._features, self.tree.size)
            self._moves = forgotten(self._moves, self.game, self.params)
            plant(self.tree, 0)
            self._reused = 0
            return
        self._limit = int(self.params.memory)
        old, size = UctArena(self.tree, self.growth), min(self._limit, self.tree.size)
        new = other_arena(self._spare, old, size, self.game, self._features)
        kept_nodes = copy_below(old, new, kept, self._features.solver, self.scratch.depth_nodes)
        self.scratch.used[0], self.scratch.proven[0] = kept_nodes
        self.scratch.low[:], self.scratch.high[:], self.scratch.scale[:] = ranges
        self._spare, (self.tree, self.growth) = old, new
        self._reused = int(self.tree.visits[0])
        if self._features.valued and self.tree.child_count[0]:
            first = int(self.tree.first_child[0])
            below = slice(first, first + int(self.tree.child_count[0]))
            self.growth.implicit[0] = self.growth.implicit[below].max()

    def rehearse(self) -> None:
        """Copies its tree as if the same position came again, after nobody had moved."""
        nobody = np.full(self.game.agents, PASS, np.int64)
        self._restart(descend(self.tree, 0, self.scratch.order, nobody))

    def _fill(self) -> None:
        own = self.game.agents_of(self.seat)
        others = [a for a in range(self.game.agents) if a not in own]
        s = self.scratch
        s.used[0] = 1
        s.order[:] = [*own, *others] if self.params.second == "others" else [*others, *own]

    def _kept(self, state: State, last: Joint | None) -> int:
        """The node that stands for `state`, reached from the old root by what was played since; -1
        if there is none.

        In a simultaneous game that is the last joint action, in a sequential one the own choice and
        the reply to it.
        """
        if not self.params.reuse or last is None or self.game.chance or self.game.hidden:
            return -1
        node, then = 0, self.game.copy(self._root[0])
        rng = turn_generator(self.game, self.seed)
        for joint in (last,) if self.game.simultaneous else (self._own_joint(), last):
            node = descend(self.tree, node, self.scratch.order, joint)
            if node < 0:
                return -1
            self.game.rules.step(then, joint, rng, None)
        return node if same(then, state) else -1

    def _own_joint(self) -> Joint:
        """What the seat chose last, as a joint action in which the others waited."""
        joint = [PASS] * self.game.agents
        chosen = self.played if self.played is not None else self.choice()
        for agent, action in zip(self.game.agents_of(self.seat), chosen.tolist(), strict=True):
            joint[agent] = action
        return np.array(joint, np.int64)

    def update(self, params: HasFields) -> str | None:
        again = restarts(self.params, params, *RESTARTING)
        had = self.params
        self.params = params
        try:
            self._learn()
        except NetworkError as error:
            self.params, self._features = had, features(self.game, had)
            return str(error)
        set_knobs(self._moves, params)
        self._pass_on()
        if again:
            self._restart()
        if self.params.solver and not had.solver and (refusal := solver_refusal(self.game)):
            return refusal
        if self.params.evaluation == "network" != had.evaluation and not self._features.valued:
            return valued_refusal(self.game)
        return (
            implicit_refusal(self.game) if self.params.implicit > 0 and not had.implicit else None
        )

    def choice(self) -> Ints:
        """The best path down the tree for the agents of the first turn; any action where the tree
        ends early.
        """
        self._add_up()
        first: dict[int, int] = {}
        for agent, action in self._variation():
            if agent in first or (first and not self.game.simultaneous):
                break  # the next turn
            first[agent] = action
        return np.array(
            [
                first[a] if a in first else self._any_action(a)
                for a in self.game.agents_of(self.seat)
            ],
            np.int64,
        )
