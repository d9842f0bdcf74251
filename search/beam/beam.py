"""One seat's beam: the arrays around the kernel, how they grow, and the results read from them.

Shapes: [K] root actions of one agent, [P] turns of a sequence, [D] depths, [N] nodes of the last
finished layer, [O] agents of the seat.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from engines.game import PASS, Game, State
from engines.records import columns, fields, records
from search.base import Floats, Ints, generator
from search.beam.kernel import uses_chance
from search.beam.layers import begin_layer
from search.beam.layout import (
    AT_DEPTH,
    BEST,
    DEEPEST,
    ENDED,
    ENTRY,
    FLOOR,
    LEVEL,
    RUNNING,
    STREAMS,
    WON,
    LayerStore,
    field_masks,
    inner_state,
    layers_of,
    link_dtype,
    longer,
    most_joint,
    node_dtype,
    powers,
    scratch_dtype,
    seat_agents,
    table_size,
    wider,
    words_of,
)
from search.beam.model import resting
from search.only import Only, confine

FIRST_SLOTS = 1 << 10  # of a layer
NOBODY = -1
FIRST_LINKS = 1 << 12
PLANNED = 512  # turns that a plan of the others can hold


@dataclass(frozen=True)
class BeamSettings:
    """The settings of one beam."""

    width: int
    depth: int
    discount: float
    discounted: float
    kept: float
    mode: int
    by_first: bool
    by_stack: bool
    distinct: bool
    stop: bool
    joint: int
    memory: int


def layers_for(settings: BeamSettings) -> int:
    """How many layers are held: two, or all of them with beam stack search."""
    return settings.depth + 1 if settings.by_stack else 2


class Beam:
    """A beam for one seat; `begin` sets the position and reuses the arrays of the last decision."""

    def __init__(
        self, game: Game, kernel: Callable[..., int], seat: int, settings: BeamSettings
    ) -> None:
        self.game, self.seat, self.settings, self._kernel = game, seat, settings, kernel
        self.own = game.agents_of(seat)
        self.store = self._arrays()
        self._look()

    def fits(self, settings: BeamSettings) -> bool:
        """Whether its arrays also fit these settings."""
        same = layers_for(self.settings), self.settings.joint
        fits = same == (layers_for(settings), settings.joint)
        return fits and self.store.links.shape[0] <= settings.memory

    def begin(
        self, root: Any, weights: Floats, settings: BeamSettings, seed: int, only: Only
    ) -> None:
        """Starts at `root`, a structured array with one record, which is not changed."""
        self._weights, self.settings, self._rng = weights, settings, generator(seed)
        streams = self._rng.integers(
            1 << 63, size=(STREAMS if uses_chance(self.game) else 1, 4), dtype=np.uint64
        )
        self.store = self.store._replace(
            memory=inner_state(self._rng), streams=streams, factors=powers(settings.discount)
        )
        self._plant(self.store, root)
        confine(self.scratch, only)

    def _arrays(self) -> LayerStore:
        game, layers = self.game, layers_for(self.settings)
        masks, own = field_masks(game.dtype), seat_agents(game)
        states = records(layers * FIRST_SLOTS, game.dtype)
        return LayerStore(
            room=records(1, scratch_dtype(game)),
            states=states,
            words=words_of(states, masks),
            masks=masks,
            nodes=records(layers * FIRST_SLOTS, node_dtype(game)),
            order=np.arange(layers * FIRST_SLOTS),
            floors=records(layers, FLOOR),
            table=records(table_size(FIRST_SLOTS), ENTRY),
            links=records(FIRST_LINKS, link_dtype(game)),
            levels=records(DEEPEST, LEVEL),
            lines=np.full((2, DEEPEST, own + 1), PASS, np.int64),
            roots=np.full((most_joint(game, self.settings.joint), own), PASS, np.int64),
            own=np.array(self.own, np.int64),
            mine=np.isin(np.arange(game.agents), self.own),
            plan=np.full((game.agents, PLANNED), PASS, np.int64),
            buffer=records(1, game.dtype),
            memory=np.zeros(4, np.uint64),
            streams=np.zeros((1, 4), np.uint64),
            factors=powers(1.0),
        )

    def _look(self) -> None:
        """Caches views of the fields: reading a record by name is far slower."""
        self.scratch = fields(self.store.room)
        self._levels = fields(self.store.levels)
        self._links = self.store.links

    def _plant(self, store: LayerStore, root: Any) -> None:
        """Makes the root the only node of layer 0, after any turns that the others have first."""
        s, p, epoch = self.scratch, self.settings, int(self.scratch.epoch[0])
        store.room.view(np.uint8)[:] = 0
        store.floors.view(np.uint8)[:] = 0
        self._levels.best[:] = -np.inf
        store.plan[:] = PASS
        first = int(store.order[0])
        store.states[first] = root[0]
        node, state = store.nodes[first], store.states[first]
        node.when, node.score = self._others_first(store, state), 0.0
        self._links["when"][0] = node.when
        node.value = self.root_value = self._judged(self.game.rules.value, state)
        node.lasting = self._judged(self.game.rules.lasting, state)
        self._links["parent"][0] = self._links["first"][0] = NOBODY
        store.floors[0].kept = s.linked[0] = 1
        s.epoch[0] = epoch + 1
        s.width[0] = max(1, min(p.width, p.memory // 4 // (len(store.roots) if p.by_first else 1)))
        s.mode[0], s.by_first[0], s.by_stack[0], s.distinct[0], s.most[0] = (
            p.mode,
            p.by_first,
            p.by_stack,
            p.distinct,
            len(store.roots),
        )
        s.discounted[0], s.kept[0] = p.discounted, p.kept
        s.best_first[0], s.best_score[0], s.ended_score[0] = NOBODY, -np.inf, -np.inf
        self.change(p)
        begin_layer(store.room[0], store.floors, store.factors, True)
        self._over = bool(self.game.rules.is_over(state))

    def change(self, settings: BeamSettings) -> None:
        """Changes the depth and whether a win stops the search; a beam stopped by either
        resumes.
        """
        self.settings = settings
        self.scratch.deepest[0], self.scratch.stop[0] = settings.depth, settings.stop
        if self.status in (AT_DEPTH, WON) and not (self.status == WON and settings.stop):
            self.scratch.status[0] = RUNNING

    def _judged(self, rule: Any, state: State) -> float:
        values = np.zeros(self.game.agents)
        if rule is not None:
            rule(state, self._weights, values)
        return float(values[list(self.own)].mean())

    def _others_first(self, store: LayerStore, state: State) -> int:
        """Lets the others rest until the seat has to move; returns the turns taken."""
        rules, turns = self.game.rules, 0
        while (
            not self.game.simultaneous
            and not rules.is_over(state)
            and not store.mine[rules.to_move(state)]
        ):
            joint = np.full(self.game.agents, PASS, np.int64)
            joint[rules.to_move(state)] = resting(self.game, state, rules.to_move(state), self._rng)
            rules.step(state, joint, self._rng, None)
            turns += 1
        return turns

    # -- running -----------------------------------------------------------------------------------

    def run(self, n: int) -> int:
        """Makes up to `n` children; returns how many, fewer if the beam has ended."""
        done = 0
        while self.running:
            memory = self.settings.memory
            done += self._kernel(
                self.store, self._weights, self._rng, n - done, self.store.links.shape[0] < memory
            )
            if not self._grow():
                break
        return done

    def _grow(self) -> bool:
        """Makes room where the kernel ran out of it; chunking leaves no trace, since the kernel
        always stops at the same child.
        """
        s, (_, slots), links = self.scratch, layers_of(self.store), self.store.links.shape[0]
        if not self.running:
            return False
        if s.used[0] == slots:
            self.store = wider(self.store, 2 * slots)
        elif (
            s.slot[0] == s.combos[0]
            and s.at[0] == self._kept
            and s.linked[0] + s.used[0] > links < self.settings.memory
        ):
            self.store = longer(
                self.store, min(self.settings.memory, max(2 * links, links + int(s.used[0])))
            )
        else:
            return False
        self._look()
        return True

    @property
    def running(self) -> bool:
        """Whether more expansions would change anything."""
        return not self._over and int(self.scratch.status[0]) == RUNNING

    @property
    def status(self) -> int:
        """Why it stopped, as in `layout`."""
        return int(self.scratch.status[0])

    def follow(self, others: list[Beam]) -> None:
        """From now on the others are assumed to play their beams' best sequences."""
        self.store.plan[:] = PASS
        for other in others:
            line, own = other.sequence(), other.store.own
            for action in line[line[:, -1] < PLANNED]:
                self.store.plan[own, action[-1]] = action[: own.size]

    # -- reading -----------------------------------------------------------------------------------

    @property
    def expansions(self) -> int:
        """Children made."""
        return int(self.scratch.iterations[0])

    @property
    def turns(self) -> int:
        """Simulated turns."""
        return int(self.scratch.turns[0])

    @property
    def width(self) -> int:
        """Nodes that a layer may keep."""
        return int(self.scratch.width[0])

    @property
    def repeats(self) -> int:
        """Children that duplicated an earlier one in their layer."""
        return int(self.scratch.repeats[0])

    @property
    def depth(self) -> int:
        """Layers finished; in beam stack search the deepest."""
        return int(self.scratch.reached[0])

    @property
    def score(self) -> float:
        """Of the best sequence; -inf before the first layer is finished."""
        return float(self.scratch.best_score[0])

    @property
    def nodes(self) -> int:
        """Nodes kept in all layers."""
        return int(self.scratch.linked[0])

    @property
    def memory_bytes(self) -> int:
        """Of states, nodes and links in use."""
        store = self.store
        return int(
            store.states.nbytes
            + store.nodes.nbytes
            + self.nodes * store.links.dtype.itemsize
            + store.table.nbytes
        )

    @property
    def levels(self) -> tuple[Floats, Ints, Ints]:
        """Best score, kept nodes and duplicates of each finished depth, [D] each."""
        reached = slice(0, self.depth)
        return (
            self._levels.best[reached].copy(),
            self._levels.kept[reached].copy(),
            self._levels.repeats[reached].copy(),
        )

    @property
    def _kept(self) -> int:
        layers, _ = layers_of(self.store)
        return int(self.store.floors["kept"][int(self.scratch.depth[0]) % layers])

    def sequence(self) -> Ints:
        """The best sequence: the actions of the seat's agents, then the turn, [P, O + 1]."""
        return self.store.lines[BEST, : int(self.scratch.best_length[0])].copy()

    def last_layer(self) -> tuple[Ints, Floats, Ints]:
        """First joint action, score and link of each node of the last finished layer, [N]; the best
        ended sequence with link -1.
        """
        layers, _ = layers_of(self.store)
        start = int(self.store.floors["start"][int(self.scratch.depth[0]) % layers])
        links = np.arange(start, start + self._kept) if self.depth else np.arange(0)
        first, score = self._links["first"][links].astype(np.int64), self._links["score"][links]
        if self.scratch.ended_length[0]:
            first = np.append(first, self.scratch.ended_first[0])
            score = np.append(score, self.scratch.ended_score[0])
            links = np.append(links, -1)
        return first, score, links

    @property
    def layers(self) -> tuple[Any, Ints]:
        """The links of the root and of all finished layers, and the nodes of each layer, [D]."""
        return self._links, self._levels.kept[: int(self.scratch.depth[0])].copy()

    def plan(self, turns: int) -> Ints:
        """What the others are assumed to do in the first turns, PASS for rest; [turns, A]"""
        return self.store.plan[:, :turns].T.copy()

    @property
    def ended_behind(self) -> int:
        """The link whose child is the best sequence that ends the match; NOBODY if there is none,
        or if the link may be gone.
        """
        s = self.scratch
        known = s.ended_length[0] and not s.ended_fresh[0] and not s.by_stack[0]
        return int(s.ended_parent[0]) if known else NOBODY

    def actions(self, first: int | Ints) -> Ints:
        """The root's joint action with that number, [O], or those with these numbers, [., O]."""
        return self.store.roots[first, : self.store.own.size].copy()

    def firsts(self, column: int) -> Ints:
        """What the agent in that column does in each of the root's joint actions."""
        return self.store.roots[:, column]

    def line_behind(self, agent: int, action: int) -> Ints:
        """The agent's actions in the best sequence of the last finished layer that begins with
        `action`; empty if there is none.
        """
        column = self.own.index(agent)
        firsts, scores, links = self.last_layer()
        behind = np.flatnonzero(self.firsts(column)[firsts] == action)
        if not behind.size:
            return np.zeros(0, np.int64)
        link = int(links[behind[np.argmax(scores[behind])]])
        if link == NOBODY:
            return self.store.lines[ENDED, : int(self.scratch.ended_length[0]), column].copy()
        line = []
        while (parent := int(self._links["parent"][link])) != NOBODY:
            line.append(int(self._links["action"][link, column]))
            link = parent
        return np.array(line[::-1], np.int64)

    def early(self) -> int:
        """The best first joint action while the first layer is being made, NOBODY if none."""
        s, (_, begin) = self.scratch, layers_of(self.store)
        store, used = self.store, int(s.used[0])
        nodes = columns(store.nodes[store.order[begin : begin + used]])
        ended = int(s.ended_first[0]) if np.isfinite(s.ended_score[0]) else NOBODY
        if not used:
            return ended
        best = int(np.lexsort((nodes.born, -nodes.score))[0])
        return (
            ended
            if ended >= 0 and s.ended_score[0] >= nodes.score[best]
            else int(nodes.first[best])
        )

    @property
    def best_first(self) -> int:
        """The number of the joint action that begins the best sequence."""
        return int(self.scratch.best_first[0])
