"""Beam search: the class that the lab drives.

Shapes: [K] root actions, [P] turns of a sequence.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import ClassVar

import numpy as np

from engines.game import PASS, SIMULTANEOUS, Game, Joint, State
from engines.knobs import RESTART, HasFields, Value, knobs
from engines.records import records
from search.base import AgentStats, Curve, Ints, Snapshot, generator, restarts
from search.beam.bands import Bands
from search.beam.beam import Beam, BeamSettings
from search.beam.kernel import compiled
from search.beam.layout import DEEPEST, FULL
from search.beam.model import MODES, PLAN, resting
from search.beam.params import OPEN, UNLIMITED, Params
from search.branches import Wish
from search.forms import Form, Layers
from search.formulas import BEAM_SCORE
from search.measure import Kind, SeatValue, evaluation
from search.networked import NetworkSearch
from search.only import Only

FIRST_ROUND = 128  # expansions in the first round, in which the beams take turns
NO_LIMIT = 1 << 62
NOBODY = -1  # no joint action of the root


class BeamSearch(NetworkSearch):
    """Only the best few hundred sequences of own actions survive from one depth to the next; the
    best of the last finished depth is played.

    The others are first given a fast beam of their own, in which this seat rests, and are then
    assumed to follow the plan it found.
    """

    name = "beam"
    title = "Beam search"
    note = "the best sequences, layer by layer"
    iteration_word = "expansion"
    usual_iterations = 20_000
    form = Form.LAYERS
    Params = Params
    formulas = (BEAM_SCORE,)
    presets: ClassVar[Mapping[str, Mapping[str, Value]]] = {
        "write-up": {},
        "no opponent": {"opponent": "none"},
        "one beam per first action": {"variant": "first"},
        "vote of ten": {"vote": 10},
        "beam stack search": {"variant": "stack"},
    }

    def __init__(
        self,
        game: Game,
        params: HasFields | None = None,
        eval_params: HasFields | None = None,
        seed: int = 0,
    ) -> None:
        super().__init__(game, params, eval_params, seed)
        self._given, self._root = (records(1, game.dtype) for _ in range(2))

    def _compile(self) -> None:
        self._kernel = compiled(self.game)
        self._beams: dict[int, Beam] = {}  # by seat

    # -- the decision ------------------------------------------------------------------------------

    def start(
        self, state: State, seat: int, last_joint: Joint | None = None, only: Only | None = None
    ) -> None:
        self._limit_to(only, state, seat)
        self.seat = seat
        self._given[0] = self._root[0] = state
        self._over = bool(self.game.rules.is_over(state))
        mover = self.game.rules.to_move(self._root[0])
        self._movers = [a for a in self.game.agents_of(seat) if mover in (SIMULTANEOUS, a)]
        self._restart()

    def _restart(self) -> None:
        self.generation += 1
        self._root[0] = self._given[0]
        if self.game.rules.prepare is not None:
            self.game.rules.prepare(self._root[0], self.weights)
        modelled = self.params.opponent == "beam" and not self._idle
        seats = [seat for seat in range(self.game.seats) if seat != self.seat] if modelled else []
        self._rivals = [self._begun(seat) for seat in seats]
        self.own, self._bands = self._begun(self.seat), Bands()
        # own beams under older plans: expansions, simulated turns, the choice of the last one
        self._earlier = (0, 0, NOBODY)
        self._plan: list[Ints] = [rival.sequence() for rival in self._rivals]
        self._timed = False
        self._round = FIRST_ROUND

    @property
    def _idle(self) -> bool:
        return self._over or not self._movers

    def _settings(self) -> BeamSettings:
        p = self.params
        depth = DEEPEST if p.depth == OPEN else p.depth
        return BeamSettings(
            width=p.memory if p.width == UNLIMITED else p.width,
            depth=min(depth, p.stack_depth) if p.variant == "stack" else depth,
            discount=p.discount,
            discounted=p.lasting_discounted,
            kept=p.lasting_kept,
            mode=MODES[p.opponent],
            by_first=p.variant == "first",
            by_stack=p.variant == "stack",
            distinct=p.duplicates,
            stop=p.stop,
            joint=p.joint,
            memory=p.memory,
        )

    def _begun(self, seat: int) -> Beam:
        """The seat's beam at the root, in the arrays of the last decision."""
        settings, p = self._settings(), self.params
        if seat != self.seat:
            settings = replace(
                settings,
                width=p.opponent_width,
                depth=p.opponent_depth,
                mode=PLAN,
                by_first=False,
                by_stack=False,
            )
        if seat not in self._beams or not self._beams[seat].fits(settings):
            self._beams[seat] = Beam(self.game, self._kernel, seat, settings)
        only = self.only if seat == self.seat else {}
        self._beams[seat].begin(self._root, self.weights, settings, self.seed, only)
        return self._beams[seat]

    # -- running -----------------------------------------------------------------------------------

    def advance(self, n: int, spent: float = 0.0) -> bool:
        """As in `Search`; one iteration is one expansion, of the own beam or of a rival's."""
        if self._idle:
            return True
        self._timed |= spent > 0
        left = n
        while left > 0:
            turn = self._next_rival(spent)
            if turn is not None:
                rival, room = turn
                left -= rival.run(min(left, room))
                continue
            self._follow()
            left -= self.own.run(min(left, self._own_room()))
            if left > 0 and not self._next_round():
                break
        return not self.own.running and not self._waiting()

    def _next_rival(self, spent: float) -> tuple[Beam, int] | None:
        """The rival to expand next, and for how many expansions; None when it is the own beam's
        turn.
        """
        share = self.params.opponent_share / max(1, len(self._rivals))
        for k, rival in enumerate(self._rivals):
            room = NO_LIMIT if self._timed else int(share * self._round) - rival.expansions
            if rival.running and room > 0 and not (self._timed and spent >= share * (k + 1)):
                return rival, room
        return None

    def _own_room(self) -> int:
        """Expansions left to the own beam in this round."""
        return (
            int((1 - self.params.opponent_share) * self._round) - self.own.expansions
            if self._waiting()
            else NO_LIMIT
        )

    def _waiting(self) -> bool:
        """Whether rivals continue in a later round."""
        return not self._timed and any(rival.running for rival in self._rivals)

    def _next_round(self) -> bool:
        """Doubles the round where there is one to come."""
        self._round *= 2
        return self._waiting()

    def _follow(self) -> None:
        """Restarts the own beam if the rivals have found a better plan than the one it assumes."""
        plan = [rival.sequence() for rival in self._rivals]
        if all(np.array_equal(new, old) for new, old in zip(plan, self._plan, strict=True)):
            return
        expansions, turns, _ = self._earlier
        self._earlier = (expansions + self.own.expansions, turns + self.own.turns, self._first())
        self._plan = plan
        self.own, self._bands = self._begun(self.seat), Bands()
        self.own.follow(self._rivals)

    def update(self, params: HasFields) -> str | None:
        if refusal := self._take_network(params):
            return refusal
        old, self.params = self.params, params
        if restarts(old, params, *(knob.name for knob in knobs(params) if knob.effect == RESTART)):
            self._restart()
        elif restarts(old, params, "depth", "stop"):
            self.own.change(self._settings())
        return None

    def weigh(self, eval_params: HasFields) -> None:
        super().weigh(eval_params)
        self._restart()

    # -- the answer --------------------------------------------------------------------------------

    def choice(self) -> Ints:
        agents, first = self.game.agents_of(self.seat), NOBODY if self._idle else self._first()
        if first != NOBODY:
            return self.own.actions(first)
        rng = generator(self.seed)
        return np.array([self._rest(agent, rng) for agent in agents], np.int64)

    def _rest(self, agent: int, rng: np.random.Generator) -> int:
        """What the agent plays where nothing has been tried."""
        if self._over or agent not in self._movers:
            return PASS
        action, listed = resting(self.game, self._root[0], agent, rng), self.only.get(agent)
        return action if listed is None or action in listed else int(listed[0])

    def _first(self) -> int:
        """The number of the root's joint action to be played, NOBODY if none has been tried."""
        if self.own.depth == 0:
            early = self.own.early()
            return early if early != NOBODY else self._earlier[2]
        return self.own.best_first if self.params.vote == 1 else self._elected()

    def _elected(self) -> int:
        """The first action of most of the best sequences; ties go to the better sequence."""
        firsts, scores, _ = self.own.last_layer()
        voters = firsts[np.argsort(-scores, kind="stable")[: self.params.vote]]
        if not voters.size:
            return self.own.best_first
        votes = np.bincount(voters)
        return int(next(first for first in voters if votes[first] == votes.max()))

    def line(self, agent: int, action: int) -> Ints:
        for beam in (self.own, *self._rivals):
            if agent in self.game.agents_of(beam.seat):
                found = beam.line_behind(agent, action)
                return found if found.size else np.array([action], np.int64)
        return np.array([action], np.int64)

    # -- what it knows -----------------------------------------------------------------------------

    def snapshot(self) -> Snapshot:
        own, beams = self.own, [self.own, *self._rivals]
        expansions, turns, _ = self._earlier
        shown = (
            []
            if self._idle
            else [own, *(rival for rival in self._rivals if rival.depth and self.game.simultaneous)]
        )
        best, kept, repeats = own.levels
        depths = np.arange(1.0, own.depth + 1)
        return Snapshot(
            generation=self.generation,
            seat=self.seat,
            iterations=expansions + sum(beam.expansions for beam in beams),
            turns=turns + sum(beam.turns for beam in beams),
            nodes=own.nodes,
            memory_bytes=sum(beam.memory_bytes for beam in beams),
            agents=tuple(stats for beam in shown for stats in self._stats_of(beam)),
            full=own.status == FULL,
            waits="plans the opponent's moves first" if self._rivals and not own.depth else "",
            value=None if self._idle else self._value(),
            scalars=self._scalars(),
            series={
                "Best score by depth": Curve(depths, best, "depth, own turns", "discounted gain")
            },
            histograms={
                "Kept by depth": Curve(depths, kept.astype(float), "depth, own turns", "nodes"),
                "Duplicates by depth": Curve(
                    depths, repeats.astype(float), "depth, own turns", "children"
                ),
            },
        )

    def _value(self) -> SeatValue | None:
        """The root's evaluation and what the best sequence behind the chosen action gains,
        discounted.
        """
        own = self.own
        firsts, scores, _ = own.last_layer()
        behind = scores[firsts == self._first()]
        if not own.depth or not behind.size:
            return None
        best = own.score if self._first() == own.best_first else float(behind.max())
        return evaluation(self.game, own.root_value + best)

    def _scalars(self) -> dict[str, float]:
        own = self.own
        found = {
            "Depth": float(own.depth),
            "Best score": own.score if own.depth else float("nan"),
            "Kept": float(own.nodes - 1),
            "Expansions": float(own.expansions),
            "Duplicates": float(own.repeats),
        }
        if self._rivals:
            found["Opponent's depth"] = float(min(rival.depth for rival in self._rivals))
            found["Opponent's expansions"] = float(sum(rival.expansions for rival in self._rivals))
        return found

    def _stats_of(self, beam: Beam) -> list[AgentStats]:
        """One column for each agent of the beam's seat that moves now; an agent that is out has no
        choice.
        """
        own = beam.seat == self.seat
        first = self._first() if own else beam.best_first
        chosen = self.choice() if own else beam.actions(first)
        columns = enumerate(zip(self.game.agents_of(beam.seat), chosen, strict=True))
        moving = [
            (k, agent, int(action))
            for k, (agent, action) in columns
            if action != PASS and self._listed(agent).size
        ]
        return [self._agent_stats(beam, k, agent, action) for k, agent, action in moving]

    def _listed(self, agent: int) -> Ints:
        """The agent's root actions."""
        return self._choices(self._root[0], agent)

    def _agent_stats(self, beam: Beam, column: int, agent: int, chosen: int) -> AgentStats:
        """The agent's root actions: how many nodes of the last finished layer descend from each,
        and the best score among them.
        """
        actions = self._listed(agent)
        firsts, scores, _ = beam.last_layer()
        behind = beam.firsts(column)[firsts]
        groups = [scores[behind == action] for action in actions]
        visits = np.array([group.size for group in groups], np.int64)
        mean = np.array([group.max() if group.size else np.nan for group in groups])
        _, kept, _ = beam.levels
        return AgentStats(
            agent=agent,
            actions=actions,
            visits=visits,
            mean=mean,
            lowest=np.array([group.min() if group.size else np.nan for group in groups]),
            highest=mean.copy(),
            bound=mean.copy(),
            # a script's action need not be one that searches enumerate
            best=int(np.argmax(actions == chosen)),
            pv=self._variation(beam, column, chosen),
            depth=kept,
            nodes=beam.nodes,
            capacity=int(self.params.memory),
            kind=Kind.BEST,
            counted="sequence",
        )

    def kept(self, wish: Wish) -> Layers:
        self._bands.count(*self.own.layers, again=self.params.variant == "stack")
        first = NOBODY if self._idle else self._first()
        band = self._bands.place_of(self.own, wish.band_of(self.seat))
        line = self._bands.line(self.own, band)
        return Layers(
            agents=self.own.own,
            generation=self.generation,
            iterations=self.own.expansions,
            width=self.own.width,
            firsts=self.own.actions(self._bands.firsts),
            kept=self._bands.kept,
            best=self._bands.best,
            spread=self._bands.spread,
            chosen=self._bands.place(first),
            band=band,
            line=line.actions,
            scores=line.scores,
            places=line.places,
            turns=line.turns,
            plan=self.own.plan(1 + int(line.turns.max(initial=0))),
        )

    def _variation(self, beam: Beam, column: int, chosen: int) -> Ints:
        """The agent's part of the best sequence that begins with what it would play."""
        best = beam.sequence()[:, column]
        if best.size and best[0] == chosen:
            return best[best != PASS]
        return self.line(beam.own[column], chosen)
