"""Joint enumeration: the class that the lab drives.

Shapes: [K] root actions of one agent, [R] rows and [C] columns of the table.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

import numpy as np

from engines.game import PASS, Game, Joint, State
from engines.knobs import HasFields, Value
from engines.records import fields, records, wipe
from search.base import AgentStats, Floats, Ints, JointMap, Search, Snapshot, generator
from search.equilibrium import EXPLOITABILITY, SECURED, unseen_words
from search.forms import Form
from search.formulas import JOINT_RULES
from search.joint.kernel import compiled, scratch_dtype
from search.joint.params import BELOW, DEEPEST, RULES, SAME, Params
from search.joint.table import (
    NOT_OPPOSED,
    PayoffTable,
    Solution,
    drawn,
    fold,
    warning,
)
from search.measure import Kind, SeatValue, evaluation
from search.nash import known_gains
from search.only import Only
from search.playout import redraws

MOST = 200_000  # cells of a table
SHOWN = 1000  # most cells for which a pure action's exploitability is shown
STALE = 1.1  # growth of the number of results after which a shown equilibrium is computed again
ENDLESS = np.iinfo(np.int64).max


class JointEnumeration(Search):
    """Plays out every combination of what its own agents and all others may do in this turn, and
    judges its actions by the whole table.

    The rule is the best average, the best worst case, the lowest best result for the opponent, or
    the best best case; or the mixture of actions that secures most whatever the others do, as
    theory recommends.
    """

    name = "joint"
    title = "Joint enumeration"
    note = "every combination of a turn"
    iteration_word = "joint result"
    joint = True
    everyone = True
    form = Form.JOINT
    Params = Params
    formulas = JOINT_RULES
    presets: ClassVar[Mapping[str, Mapping[str, Value]]] = {
        "equilibrium": {"rule": "mixed"},
        "one turn, then a script": {"depth": 4, "below": "scripted"},
    }

    @classmethod
    def supports(cls, game: Game) -> str | None:
        if not game.simultaneous:
            return "Players move in turn, so there are no joint actions to enumerate."
        most = float(game.max_actions) ** game.agents
        if most > MOST:
            return f"A turn has up to {most:,.0f} joint actions; {MOST:,} can be enumerated."
        return None

    def __init__(
        self,
        game: Game,
        params: HasFields | None = None,
        eval_params: HasFields | None = None,
        seed: int = 0,
    ) -> None:
        super().__init__(game, params, eval_params, seed)
        self._kernel = compiled(game)
        self._room = records(1, scratch_dtype(game))
        self._given, self._root = (records(1, game.dtype) for _ in range(2))
        self._stack = records(DEEPEST + 1, game.dtype)
        self.scratch = fields(self._room)
        self._watched: tuple[int, int] | None = None

    def start(
        self, state: State, seat: int, last_joint: Joint | None = None, only: Only | None = None
    ) -> None:
        self._limit_to(only, state, seat)
        self.seat = seat
        self._given[0] = state
        self._restart()

    def _restart(self) -> None:
        """An empty table of the root position."""
        rules, game = self.game.rules, self.game
        self.generation += 1
        self.rng = generator(self.seed)
        self._root[0] = self._given[0]
        state = self._root[0]
        if rules.prepare is not None:
            rules.prepare(state, self.weights)
        self._redraw = self.params.unknown == "each" and redraws(game, state, self.seat)
        if self._redraw and rules.observe is not None:
            rules.observe(state, self.seat)
        self._stack[0] = state
        wipe(self._room)
        listed = {
            a: actions for a in range(game.agents) if (actions := self._choices(state, a)).size
        }
        own = {a: listed[a] for a in listed if game.owner[a] == self.seat}
        self._table = PayoffTable(own, {a: listed[a] for a in listed if a not in own}, self.rng)
        widest = game.max_actions ** max(len(own), game.agents - len(own))
        self._inner = np.zeros((DEEPEST, game.max_actions**game.agents))
        self._mixing = np.zeros((6, widest))
        self._solved: tuple[int, Solution | None] = (0, None)

    @property
    def _repeats(self) -> bool:
        """Whether trying a combination again may give another result."""
        follows = self.params.depth > 1 and (
            self.params.below in ("scripted", "random")
            or (self.params.below == "rest" and self.game.rules.rest is None)
        )
        return self.game.chance or self._redraw or follows

    def advance(self, n: int, spent: float = 0.0) -> bool:
        table, p = self._table, self.params
        if not table.cells:
            return True
        stop = ENDLESS if self._repeats else table.cells
        self._kernel(
            *(
                self._room,
                self._stack,
                self._root,
                table.own,
                table.others,
                table.rows,
                table.columns,
                table.sums,
            ),
            *(self._inner, self._mixing, self.weights, self.rng, n, stop, self.seat, p.depth),
            *(
                list(RULES).index(p.rule),
                list(BELOW).index(p.below) if p.depth > 1 else SAME,
                self._redraw,
            ),
        )
        table.done = int(self.scratch.cells[0])
        return table.done >= stop

    def update(self, params: HasFields) -> str | None:
        self.params = params
        self._restart()
        return None

    def weigh(self, eval_params: HasFields) -> None:
        super().weigh(eval_params)
        self._restart()

    def watch(self, first: int, second: int) -> None:
        self._watched = first, second

    # -- the decision ------------------------------------------------------------------------------

    def _solution(self, exact: bool) -> Solution | None:
        """The equilibrium of what is known; for display a slightly older one will do."""
        done, known = self._solved
        now = self._table.done
        if now != done and (
            exact
            or known is None
            or now >= STALE * done
            or (self._table.full and done < self._table.cells)
        ):
            self._solved = now, self._table.solve()
        return self._solved[1]

    def _judged(self, exact: bool) -> tuple[Floats, Solution | None]:
        """The score of each row [R], and the equilibrium where the rule is mixed; before a column
        is full a mixed rule averages.
        """
        solution = self._solution(exact) if self.params.rule == "mixed" else None
        return self._table.scores(self.params.rule, solution), solution

    def choice(self) -> Ints:
        played = dict.fromkeys(self.game.agents_of(self.seat), PASS)
        if self._table.cells:
            scores, solution = self._judged(exact=True)
            row = (
                int(np.argmax(scores))
                if solution is None
                else drawn(solution.row, generator(self.seed, self.seat))
            )
            played |= {
                int(a): int(action)
                for a, action in zip(self._table.own, self._table.rows[row], strict=True)
            }
        return np.array(list(played.values()), np.int64)

    # -- what it knows -----------------------------------------------------------------------------

    def snapshot(self) -> Snapshot:
        s, table = self.scratch, self._table
        if not table.cells:
            return Snapshot(self.generation, self.seat, 0, 0, 0, 0)
        scores, solution = self._judged(exact=False)
        row = int(np.argmax(scores if solution is None else solution.row))
        reply = self._reply(row, solution)
        return Snapshot(
            generation=self.generation,
            seat=self.seat,
            iterations=int(s.iterations[0]),
            turns=int(s.turns[0]),
            nodes=min(table.done, table.cells),
            memory_bytes=table.sums.nbytes + table.rows.nbytes + table.columns.nbytes,
            agents=(
                *(self._own_stats(k, row, scores, solution) for k in range(table.own.size)),
                *(self._other_stats(k, reply, solution) for k in range(table.others.size)),
            ),
            value=self._value(row, scores, solution),
            scalars=self._scalars(row, solution),
            joint=self._map(),
            trace_values=tuple(float(v) for v in s.values),
        )

    def _reply(self, row: int, solution: Solution | None) -> int:
        """The column that the rule expects against `row`: the likeliest, the best case, the worst
        case, or the worst on average.
        """
        if solution is not None:
            return int(np.argmax(solution.column))
        means = self._table.means
        results = fold("average", means, (0,)) if self.params.rule == "average" else means[row]
        toward = results if self.params.rule == "hopeful" else -results
        return int(np.argmax(np.nan_to_num(toward, nan=-np.inf)))

    def _value(self, row: int, scores: Floats, solution: Solution | None) -> SeatValue | None:
        """What its rule expects of the row it would play; spoiling a game that is not zero-sum says
        nothing about its own value.
        """
        if self.params.rule == "spoil" and not self.game.zero_sum:
            return None
        number = float(scores[row]) if solution is None else solution.value
        return evaluation(self.game, number) if np.isfinite(number) else None

    def _scalars(self, row: int, solution: Solution | None) -> dict[str, float]:
        table = self._table
        found = {"Share of the table seen": min(1.0, table.done / table.cells)}
        if not table.full or (solution is None and table.cells > SHOWN):
            return found
        if not self.game.zero_sum:
            return found if solution is None else found | {SECURED: solution.value}
        known = solution or self._solution(exact=False)
        assert known is not None  # the table is full
        strategy = known.row if solution is not None else np.eye(len(table.rows))[row]
        return found | {
            "Value of the table": known.value,
            EXPLOITABILITY: max(0.0, table.exploitability(strategy, known)),
        }

    def _unmeasured(self) -> str:
        """Why there is no exploitability."""
        table = self._table
        if not self.game.zero_sum:
            return NOT_OPPOSED
        if not table.full:
            return unseen_words(table.cells - table.done, table.cells)
        pure = self.params.rule != "mixed" and table.cells > SHOWN
        return f"the table has more than {SHOWN:,} cells" if pure else ""

    def _own_stats(self, k: int, row: int, scores: Floats, solution: Solution | None) -> AgentStats:
        """The k-th own agent: each action by the best row that contains it."""
        table = self._table
        agent, mates = int(table.own[k]), tuple(i for i in range(table.own.size) if i != k)
        mean = table.of_agent(agent, np.where(scores > -np.inf, scores, np.nan))
        low, high = (
            table.of_agent(agent, fold(rule, table.means, (1,))) for rule in ("careful", "hopeful")
        )
        policy = (
            table.of_agent(agent, solution.row).sum(axis=mates) if solution is not None else None
        )
        visits = table.of_agent(agent, table.visits.sum(axis=1)).sum(axis=mates)
        best = int(np.flatnonzero(table.actions[agent] == table.rows[row, k])[0])
        return self._stats(
            agent,
            visits,
            fold("hopeful", mean, mates),
            fold("careful", low, mates),
            fold("hopeful", high, mates),
            best,
            policy,
            self._kind,
        )

    def _other_stats(self, k: int, reply: int, solution: Solution | None) -> AgentStats:
        """The k-th other agent: each action by the seat's average result against it, from the other
        agent's view.
        """
        table = self._table
        agent, mates = int(table.others[k]), tuple(i for i in range(table.others.size) if i != k)
        worst, best_for_it = (
            table.of_agent(agent, 0.0 - fold(rule, table.means, (0,)))
            for rule in ("hopeful", "careful")
        )
        mean = fold(
            "average", table.of_agent(agent, 0.0 - fold("average", table.means, (0,))), mates
        )
        policy = (
            table.of_agent(agent, solution.column).sum(axis=mates) if solution is not None else None
        )
        visits = table.of_agent(agent, table.visits.sum(axis=0)).sum(axis=mates)
        best = int(np.flatnonzero(table.actions[agent] == table.columns[reply, k])[0])
        return self._stats(
            agent,
            visits,
            mean,
            fold("careful", worst, mates),
            fold("hopeful", best_for_it, mates),
            best,
            policy,
            self._against,
        )

    def _stats(
        self,
        agent: int,
        visits: Ints,
        mean: Floats,
        low: Floats,
        high: Floats,
        best: int,
        policy: Floats | None,
        kind: Kind,
    ) -> AgentStats:
        actions = self._table.actions[agent]
        return AgentStats(
            agent=agent,
            actions=actions.copy(),
            visits=visits.astype(np.int64),
            mean=np.where(visits > 0, mean, np.nan),
            lowest=np.where(visits > 0, low, np.nan),
            highest=np.where(visits > 0, high, np.nan),
            best=best,
            mean_depth=float(self.params.depth),
            kind=kind,
            policy=policy,
            drawn=policy is not None,
            counted="result",
        )

    @property
    def _kind(self) -> Kind:
        return Kind.SPOILED if self.params.rule == "spoil" else Kind.VALUE

    @property
    def _against(self) -> Kind:
        """What the means of the other side's actions measure."""
        if self.game.zero_sum:
            return self._kind
        return Kind.VALUE if self.params.rule == "spoil" else Kind.AGAINST

    def _map(self) -> JointMap | None:
        """The two watched agents against each other; by default the first agent that chooses on
        each side, where interests are not opposed with the seat's own in rows.
        """
        table = self._table
        if not table.others.size:
            return None
        pair = self._watched or (
            (int(table.own[0]), int(table.others[0]))
            if self.seat == 0 or not self.game.zero_sum
            else (int(table.others[0]), int(table.own[0]))
        )
        first, second = pair
        if first == second or first not in table.actions or second not in table.actions:
            return None
        visits, mean = table.between(first, second, self.params.rule)
        rows, columns = table.actions[first].copy(), table.actions[second].copy()
        own = first in table.own
        return JointMap(
            pair,
            rows,
            columns,
            visits,
            mean if own else 0.0 - mean,
            self._kind if own else self._against,
            equilibrium=warning(self.params.rule, self.game.zero_sum),
            unmeasured=self._unmeasured(),
            zero_sum=self.game.zero_sum,
            gains=known_gains(self.game, self._given[0], pair, rows, columns),
        )
