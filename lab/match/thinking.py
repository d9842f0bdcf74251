"""Building Thought records from snapshots: labels, trails, predicted lines and where the lines
lead.

A Thinker belongs to one search of one position and is used in that search's thread. Its results are
frozen and share no array with it. Shapes: [T] samples, [K] root actions of one agent, [P] plies.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from engines.game import Game, State
from lab.match.joint_lines import draw_lines
from lab.match.lines import ExpectedLine, KeptNames, common, follow
from lab.match.node_line import DrawnLines, DrawWish, LineWish, NodeLine
from lab.match.node_walk import NodeWalks
from lab.match.nodes import NodeNames
from lab.match.records import (
    AgentThought,
    NamedBranches,
    NamedLayers,
    NamedSequences,
    Ply,
    Thought,
    Trail,
)
from search.base import AgentStats, Floats, Ints, Search, Snapshot
from search.branches import Branches, Wish
from search.forms import Form, Layers

MOST_SAMPLES = 200
OLD_SAMPLES = 25  # samples that a trail keeps after its turn
MOST_MARKS = 200
MOST_BRANCHES = 12  # root actions of the agent in focus that are followed
LIKED = 3  # the same without focus, where one tree's lines are shown in words


class TrailSampler:
    """One agent's growing trail: the latest sample of every `stride` iterations. When it is full,
    the stride at least doubles.
    """

    def __init__(self, stats: AgentStats, stride: int) -> None:
        k = stats.actions.size
        self.actions = stats.actions
        self.stride = max(1, stride)
        self.count = 0
        self.iterations: Ints = np.zeros(MOST_SAMPLES, np.int64)
        self.share: Floats = np.zeros((MOST_SAMPLES, k))
        self.mean: Floats = np.zeros((MOST_SAMPLES, k))

    def add(self, iteration: int, stats: AgentStats) -> None:
        """Keeps the first sample in every stride."""
        if self.count and self._place(iteration) == self._place(self.iterations[self.count - 1]):
            return
        if self.count == MOST_SAMPLES:
            self._thin()
        t = self.count
        self.iterations[t], self.share[t], self.mean[t] = iteration, stats.share, stats.mean
        self.count += 1

    def _place(self, iteration: Ints | int) -> Any:
        """The strides before an iteration."""
        return (iteration - 1) // self.stride

    def _thin(self) -> None:
        """Keeps the last sample of every longer stride: where samples are dense, most go; where
        they are far apart, all stay.
        """
        self.stride = max(2 * self.stride, -int(-self.iterations[-1] // (MOST_SAMPLES // 2)))
        places = self._place(self.iterations)
        kept = np.flatnonzero(np.append(np.diff(places) > 0, True))
        for column in (self.iterations, self.share, self.mean):
            column[: kept.size] = column[kept]
        self.count = kept.size

    def trail(self, iteration: int, stats: AgentStats, marks: tuple[tuple[int, str], ...]) -> Trail:
        """The samples so far, ending with the newest statistics."""
        t = self.count
        if t and self.iterations[t - 1] == iteration:
            t -= 1
        return Trail(
            np.append(self.iterations[:t], iteration),
            np.vstack([self.share[:t], stats.share]),
            np.vstack([self.mean[:t], stats.mean]),
            marks,
        )


class Thinker:
    """Turns the snapshots of one search into Thoughts.

    `state` is what the seat sees, `stride` the iterations between two samples, `line` gives
    the best line known after a root action, `search` is asked for parts of its trees, or for what
    it keeps instead.
    """

    def __init__(
        self,
        game: Game,
        state: State,
        seat: int,
        turn: int,
        algorithm: str,
        budget: str = "",
        stride: int = 1,
        line: Callable[[int, int], Ints] = lambda agent, action: np.array([action], np.int64),
        iteration_word: str = "iteration",
        search: Search | None = None,
        form: Form = Form.NONE,
    ) -> None:
        self.game, self.state, self.seat, self.turn = game, state, seat, turn
        self.algorithm, self.budget, self.stride, self.line = algorithm, budget, stride, line
        self.iteration_word = iteration_word
        self.foreseen: tuple[float, ...] = ()
        self.wish: Wish | None = None  # which part of the trees is wanted
        self.limits: tuple[tuple[int, int, int], ...] = ()  # as in `Thought`
        self._search, self._form = search, form
        self._names, self._kept_names = NodeNames(game, state), KeptNames(game, state)
        self._walks = NodeWalks(game, state)
        self._marks: list[tuple[int, str]] = []
        self._samplers: dict[int, TrailSampler] = {}
        self._labels: dict[int, tuple[Ints, tuple[str, ...]]] = {}
        self._generation = -1

    def mark(self, iteration: int, what: str) -> None:
        """Notes on every trail that a knob was turned."""
        if what:
            self._marks = [*self._marks[-MOST_MARKS:], (iteration, what)]

    def sample(self, snapshot: Snapshot) -> None:
        """Adds to the trails; a tree that was started again starts its trails again."""
        if snapshot.generation != self._generation:
            self._generation = snapshot.generation
            self._samplers.clear()
            self._marks = [(0, what) for _, what in self._marks[-1:]]
        for stats in snapshot.agents:
            known = self._samplers.get(stats.agent)
            if known is None or not np.array_equal(known.actions, stats.actions):
                known = self._samplers[stats.agent] = TrailSampler(stats, self.stride)
            known.add(snapshot.iterations, stats)

    def thought(
        self,
        snapshot: Snapshot,
        cpu_s: float,
        live: bool,
        overrun_ms: float = 0.0,
        focus: int | None = None,
    ) -> Thought:
        """The record for this snapshot: its statistics, its predicted line, and, for the agent in
        focus, the line after each of its root actions.

        Must be called in the search's thread, with the newest snapshot.
        """
        line = follow(self.game, self.state, snapshot.agents)
        agents = tuple(self._agent(stats, snapshot, line, focus) for stats in snapshot.agents)
        return Thought(
            seat=self.seat,
            turn=self.turn,
            algorithm=self.algorithm,
            snapshot=snapshot,
            agents=agents,
            cpu_s=cpu_s,
            live=live,
            budget=self.budget,
            overrun_ms=overrun_ms,
            foreseen=self.foreseen,
            iteration_word=self.iteration_word,
            form=self._form,
            trees=self._trees(snapshot),
            node=self._node(snapshot),
            kept=self._kept(),
            drawn=self._drawn(snapshot),
            limits=self.limits,
        )

    def _trees(self, snapshot: Snapshot) -> tuple[NamedBranches, ...]:
        """The wanted parts of the trees, with words."""
        if self.wish is None or self._search is None or isinstance(self.wish, DrawWish):
            return ()
        lines = {stats.agent: tuple(stats.pv.tolist()) for stats in snapshot.agents}
        return tuple(self._named(part, lines) for part in self._search.branches(self.wish))

    def _named(self, part: Branches, lines: Mapping[int, tuple[int, ...]]) -> NamedBranches:
        words = self._names.words(part, lines)
        return NamedBranches(part, words, self._names.briefs(words))

    def _drawn(self, snapshot: Snapshot) -> DrawnLines | None:
        """Joint lines drawn down the trees as they are, where visits are samples."""
        sampled = any(stats.sampled for stats in snapshot.agents)
        if not isinstance(self.wish, DrawWish) or self._search is None or not sampled:
            return None
        return draw_lines(self.game, self.state, self.seat, self.wish, self._search.branches)

    def _kept(self) -> NamedLayers | NamedSequences | None:
        """The layers or the sequences that it keeps, with words."""
        if self.wish is None or self._search is None:
            return None
        kept = self._search.kept(self.wish)
        if isinstance(kept, Layers):
            return self._kept_names.layers(kept)
        return self._kept_names.sequences(kept) if kept is not None else None

    def _node(self, snapshot: Snapshot) -> NodeLine | None:
        """The line to the node whose position is wanted."""
        if not isinstance(self.wish, LineWish) or self._search is None:
            return None
        return self._walks.line(self.wish, self._search.branches, snapshot)

    def _agent(
        self, stats: AgentStats, snapshot: Snapshot, line: ExpectedLine, focus: int | None
    ) -> AgentThought:
        game, agent = self.game, stats.agent
        sampler = self._samplers.get(agent) or TrailSampler(stats, self.stride)
        branches = self._branches(stats, snapshot, line, focus)
        return AgentThought(
            stats,
            game.agent_name(agent),
            game.owner[agent],
            self._words(stats),
            line.plies.get(agent, ()),
            sampler.trail(snapshot.iterations, stats, tuple(self._marks)),
            line.path(game, agent),
            tuple(each.path(game, agent) for each in branches),
            tuple(each.plies.get(agent, ()) for each in branches),
            common(game, snapshot.agents),
        )

    def _branches(
        self, stats: AgentStats, snapshot: Snapshot, line: ExpectedLine, focus: int | None
    ) -> list[ExpectedLine]:
        """The line after each root action, where such lines are shown; else none."""
        in_focus = stats.agent == focus
        if not in_focus and not common(self.game, snapshot.agents):
            return []
        most = MOST_BRANCHES if in_focus else LIKED
        return [
            line if k == stats.best else self._branch(snapshot, stats, k, most)
            for k in range(stats.actions.size)
        ]

    def _branch(self, snapshot: Snapshot, stats: AgentStats, k: int, most: int) -> ExpectedLine:
        """The line after root action `k`; the action alone if it is not among the `most`
        visited.
        """
        if np.count_nonzero(stats.visits > stats.visits[k]) >= most:
            alone = (Ply(stats.agent, self._words(stats)[k]),)
            return ExpectedLine((self.state,), plies={stats.agent: alone})
        return follow(
            self.game,
            self.state,
            snapshot.agents,
            (stats.agent, self.line(stats.agent, int(stats.actions[k]))),
        )

    def _words(self, stats: AgentStats) -> tuple[str, ...]:
        known = self._labels.get(stats.agent)
        if known is None or not np.array_equal(known[0], stats.actions):
            words = tuple(
                self.game.label(self.state, stats.agent, int(action)) for action in stats.actions
            )
            known = self._labels[stats.agent] = (stats.actions, words)
        return known[1]


def slim(thought: Thought | None) -> Thought | None:
    """The thought as an old turn keeps it: root statistics, paths and a thinned trail, without
    branches and traces.
    """
    if thought is None:
        return None
    agents = tuple(
        replace(a, branches=(), lines=(), trail=_thinned(a.trail)) for a in thought.agents
    )
    return replace(
        thought,
        agents=agents,
        trees=(),
        node=None,
        kept=None,
        drawn=None,
        snapshot=replace(thought.snapshot, agents=tuple(a.stats for a in agents), trace=()),
        live=False,
    )


def _thinned(trail: Trail) -> Trail:
    count = trail.iterations.size
    if count <= OLD_SAMPLES:
        return trail
    even = np.linspace(trail.iterations[0], trail.iterations[-1], OLD_SAMPLES)
    kept = np.unique(np.searchsorted(trail.iterations, even))
    return Trail(trail.iterations[kept], trail.share[kept], trail.mean[kept], trail.marks)
