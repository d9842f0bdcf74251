"""DUCT: the class that the lab drives.

Shapes: [A] agents, [K] root actions, [P] turns of the principal variation.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np

from engines.game import Game, State
from engines.knobs import HasFields, Value
from engines.records import fields, records
from search.arena import FIRST_SIZE
from search.base import Ints, generator, restarts
from search.duct.kernel import compiled
from search.duct.layout import DuctSettings, code_base, scratch_dtype
from search.duct.nodes import emptied, grown, new_nodes, roomier
from search.duct.outcomes import covered
from search.duct.params import TO_THE_END, Params
from search.duct.report import DuctReport
from search.duct.selection import NUMBER
from search.duct.shared import compiled_shared, links_of
from search.duct.unfolding import Numbers
from search.evaluation import NETWORK
from search.forms import Form
from search.formulas import CAPPED, EXP3, PUCT, REGRET, SPREAD, TUNED_SPREAD, UCB1
from search.learned_moves import FORMULAS, LEARNING, forgotten, new_moves, set_knobs
from search.networked import NetworkSearch
from search.parallel.crew import ROOT
from search.parallel.hands import ThreadTeam, note_best
from search.tree import root_logs

# knobs after which the tree starts again
WORTH = ("evaluation", "network", "playout_depth", "playout")
RESTARTING = (*WORTH, "rule", "table", "children", "hidden", "threads", "parallel")

RULED = "selection rules"  # names the kernels that have others than UCB1
_RULED: dict[str, Value] = {"rule": "regret"}
_BESIDES: dict[str, Mapping[str, Value]] = {LEARNING: {"playout": "mast"}, **NetworkSearch.apart}


class DUCT(NetworkSearch, DuctReport):
    """One tree for all agents, in which everybody chooses at the same time: a node keeps each
    agent's own statistics, as if the others were part of the weather, and one child for each joint
    action that was played.

    No agent knows what the others choose this turn, but every agent saw what they chose the turn
    before. Only regret matching and Exp3 learn how often to play what; UCB1's shares are no
    equilibrium.
    """

    name = "duct"
    title = "DUCT"
    note = "one tree, decoupled choices"
    joint = True
    form = Form.TREE
    Params = Params
    presets: ClassVar[Mapping[str, Mapping[str, Value]]] = {
        "Xmas Rush": {"c": 0.05, "playout_depth": 0, "playout": "scripted", "scaling": "own"},
        "equilibrium": {"rule": "regret", "final": "sample"},
        "evaluation at once": {"playout_depth": 0},
        "short playouts": {"playout_depth": 6},
        "two threads": {"threads": 2},
    }
    apart: ClassVar = {
        **DuctReport.apart,
        **_BESIDES,
        RULED: _RULED,
        **{f"{name}, {RULED}": {**knobs, **_RULED} for name, knobs in _BESIDES.items()},
    }
    formulas = (
        UCB1.at("rule", "ucb1", f"{SPREAD} {CAPPED}"),
        TUNED_SPREAD.at("rule", "ucb1_tuned"),
        PUCT.at("rule", "puct"),
        EXP3.at("rule", "exp3"),
        REGRET.at("rule", "regret"),
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
        self._base = code_base(game)
        self._room = records(1, scratch_dtype(game))
        self.scratch = fields(self._room)
        self._known = records(1, game.dtype)
        self._content = self._buffer.view(np.uint8).view(np.ndarray)
        self._counted = covered(game.dtype)
        self._numbers = Numbers()
        self._moves = new_moves(game, self.params)
        # what enlarges the table is loaded with the other kernels, not in the middle of a decision
        self.tree = roomier(self.tree)
        self._clear()

    def _compile(self) -> None:
        self._kernel = compiled(self.game, self.params.learns, self.params.rule != "ucb1")
        self._shared = compiled_shared(self.game)

    @classmethod
    def apart_for(cls, params: HasFields | None) -> str:
        found = LEARNING if getattr(params, "learns", False) else super().apart_for(params)
        if getattr(params, "rule", "ucb1") != "ucb1":  # with it each thread has its own tree
            return f"{found}, {RULED}" if found in _BESIDES else RULED
        return found

    def renew(self) -> bool:
        self._numbers = Numbers()
        return super().renew()

    def _new_arena(self, size: int) -> Any:
        return new_nodes(size, self.game.agents, self.game.max_actions, self._table > 0)

    def _grow(self, size: int) -> None:
        s = self.scratch
        if self.used < self.tree.size and 2 * self.used >= self.tree.entries.size:
            self.tree = roomier(self.tree)
            return
        self.tree = grown(
            self.tree, int(s.inner[0]), int(s.slots[0]), int(s.cells[0]), self._new_arena(size)
        )

    @property
    def _table(self) -> int:
        """Most joint actions of a node that keeps a joint table."""
        return int(self.params.table) if self.params.rule == "regret" else 0

    def _need(self) -> int:
        return 1

    @property
    def _form(self) -> str:
        p = self.params
        valued = p.evaluation == NETWORK  # its kernel is made for one thread, and moves are kept so
        alone = valued or p.learns or self.game.chance or self.game.hidden
        plain = p.rule == "ucb1" and not alone
        return super()._form if plain or not super()._form else ROOT

    def _run(self, n: int, may_grow: bool) -> int:
        if self._hands is not None:
            return self._run_shared(self._hands, n, may_grow)
        return self._kernel(
            *(self.tree, self._room, self._buffer, self._content, self._counted, self._known),
            *(root_logs(), self.weights, self.rng, n, may_grow, self._settings, self._moves),
        )

    def _run_shared(self, hands: ThreadTeam, n: int, may_grow: bool) -> int:
        alone = 0
        if not self.scratch.inner[0]:  # one thread makes the root
            alone = self._run_hands(hands, 1, may_grow)
        if alone == n or not self.scratch.inner[0]:
            return alone
        return alone + self._run_hands(hands, n - alone, may_grow)

    def _run_hands(self, hands: ThreadTeam, n: int, may_grow: bool) -> int:
        knobs, links = self._settings, links_of(self.tree)
        hands.furnish(self.tree.visits.size, self.game.max_actions, self.tree.size)

        def work(k: int) -> int:
            shared = self.tree, links, hands.counters, self._room
            counts = hands.own[k], hands.of_nodes[k]
            own = hands.rooms[k], *counts, hands.lent[k], hands.buffers[k]
            rest = self._known, root_logs(), self.weights, hands.generators[k]
            mine = knobs._replace(met=hands.met[k], gain=hands.gain[k])
            return int(self._shared(*shared, *own, *rest, n, hands.count, may_grow, mine))

        done = self._run_threads(hands, n, work)
        for agent in range(self.game.agents):
            slots = self.slots(agent)
            if slots.stop > slots.start:
                note_best(self.scratch, agent, slots.start, self.tree.visits[slots])
        return done

    @property
    def _settings(self) -> DuctSettings:
        """The knobs as the kernels read them."""
        p = self.params
        return DuctSettings(
            float(p.c),
            NUMBER[p.rule],
            int(p.turns_below),
            p.playout == "scripted",
            self._table,
            float(p.floor),
            p.scaling == "running",
            p.children == "outcome" and (self.game.chance or self.game.hidden),
            p.hidden == "each",
            p.ties == "lowest",
            self.seat,
            self._pair,
            self._rows,
            self._columns,
            self._met,
            self._gain,
        )

    # -- the decision ------------------------------------------------------------------------------

    def _take(self, state: State) -> None:
        super()._take(state)
        self._known[0] = self._root[0]
        if (
            self.params.hidden == "each"
            and self.game.rules.sample is not None
            and self.game.rules.observe is not None
        ):
            # every iteration draws the hidden part again
            self.game.rules.observe(self._known[0], self.seat)

    def _restart(self) -> None:
        self.generation += 1
        self.rng = generator(self.seed)
        self._limit = int(self.params.memory)
        fits = self.tree.size <= self._limit and (self.tree.met.size > 1) == (self._table > 0)
        first = min(FIRST_SIZE, self._limit)
        self.tree = emptied(self.tree if fits else self._new_arena(first))
        self._moves = forgotten(self._moves, self.game, self.params)
        self._clear()
        self._summed = None
        self._threads_restart()
        self._forget_pair()

    def _fill(self) -> None:
        s, rule = self.scratch, self.params.rule
        s.used[0], s.learns[0], s.priors[0] = 1, rule != "ucb1", rule == "puct"

    def update(self, params: HasFields) -> str | None:
        if refusal := self._take_network(params):
            return refusal
        again = restarts(self.params, params, *RESTARTING)
        self.params = params
        self._compile()
        set_knobs(self._moves, params)
        self._pass_on()
        if again and self._given is not None:
            self._take(self._given)
            self._restart()
        else:
            self._rescale()
        return None

    def _rescale(self) -> None:
        if self.params.turns_below >= TO_THE_END:
            return
        spread = self.scratch.high - self.scratch.low
        self.scratch.scale[:] = np.where(
            (self.params.scaling == "running") & (spread > 0) & np.isfinite(spread),
            0.5 * spread,
            1.0,
        )

    def choice(self) -> Ints:
        self._add_up()
        return np.array([self._chosen(a) for a in self.game.agents_of(self.seat)], np.int64)

    def _chosen(self, agent: int) -> int:
        """The legal action picked by the final-choice rule; any legal one where nothing was
        tried.
        """
        actions, visits, total = self.block(agent)
        allowed = set(self.root_actions(agent).tolist())
        known = zip(actions.tolist(), visits.tolist(), total.tolist(), strict=True)
        tried = {a: (n, x / n) for a, n, x in known if n > 0 and a in allowed}
        if not tried:
            return self._any_action(agent)
        if self.params.final == "sample":
            legal = [action in tried for action in actions.tolist()]
            odds = np.where(legal, self.policy_of(agent), 0.0)
            draw = generator(self.seed, agent, int(self.scratch.iterations[0])).random()
            place = int(np.searchsorted(np.cumsum(odds) / odds.sum(), draw, "right"))
            return int(actions[min(place, actions.size - 1)])
        if self.params.final == "mean":
            return int(max(tried, key=lambda action: tried[action][1]))
        return int(max(reversed(tried), key=tried.__getitem__))  # the last of equal ones
