"""Two sides of a comparison made by hand, whose numbers all differ."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from engines import games
from lab.match.records import AgentThought, Contender, Ply, Thought, Trail
from lab.match.seat import SearchSeat
from lab.match.seats import parse_seat
from search.base import AgentStats, Snapshot
from search.measure import Kind

LABELS = {10: "left", 11: "ahead", 12: "right", 13: "shield"}


def agent(
    number: int,
    visits: dict[int, int],
    path: Sequence[tuple[float, float]] = (),
    plies: Sequence[str] = (),
    counted: str = "visit",
    kind: Kind = Kind.SCALED,
    shares: Sequence[Sequence[float]] = (),
    best: int = -1,
) -> AgentThought:
    """An agent of seat 0 whose actions have these visits, by their codes; means fall by 0.1."""
    actions = np.array(list(visits), np.int64)
    stats = AgentStats(
        number,
        actions,
        np.array(list(visits.values()), np.int64),
        0.9 - 0.1 * np.arange(actions.size),
        kind=kind,
        counted=counted,
        low=-3.0 if kind is Kind.FITNESS else -7.0 if kind is Kind.VALUE else 0.0,
        high=5.0 if kind is not Kind.SCALED else 1.0,
        best=best,
    )
    share = np.array(shares, np.float64).reshape(-1, actions.size) if len(shares) else stats.share
    trail = Trail(100 * np.arange(1, 1 + len(np.atleast_2d(share))), np.atleast_2d(share), share)
    labels = tuple(LABELS[code] for code in visits)
    line = tuple(Ply(number, words) for words in plies)
    return AgentThought(stats, f"Pod {number + 1}", 0, labels, line, trail, tuple(path))


def side(
    text: str, agents: Sequence[AgentThought], iterations: int, nodes: int, cpu_s: float
) -> Contender:
    """A finished side of Coders Strike Back for seat 0 after 7 turns."""
    spec = parse_seat(text, games()["csb"]())
    assert isinstance(spec, SearchSeat) and spec.kind is not None
    snapshot = Snapshot(1, 0, iterations, 6 * iterations, nodes, 0, tuple(a.stats for a in agents))
    word = spec.kind.iteration_word
    thought = Thought(0, 7, spec.title, snapshot, tuple(agents), cpu_s, False, iteration_word=word)
    return Contender(spec, 0, 7, thought, (), True)


def first() -> Contender:
    """A: two pods, four turns ahead."""
    pods = (
        agent(
            0,
            {10: 60, 11: 30, 12: 10},
            [(0, 0), (10, 0), (20, 0), (30, 0)],
            ("left", "right", "left"),
            shares=[(0.2, 0.5, 0.3), (0.5, 0.4, 0.1), (0.6, 0.3, 0.1)],
        ),
        agent(1, {10: 5, 11: 95}, [(5, 5), (6, 5)], ("ahead", "ahead")),
    )
    return side("smitsimax:c=1.5", pods, 4000, 900, 2.0)


def second() -> Contender:
    """B: the same pods, three turns ahead, with an action that A does not have."""
    pods = (
        agent(
            0,
            {11: 20, 13: 140, 10: 40},
            [(0, 0), (10, 0), (23, 4)],
            ("shield", "right"),
            shares=[(0.9, 0.05, 0.05), (0.1, 0.7, 0.2)],
        ),
        agent(1, {10: 1, 11: 3}, [(5, 5), (6, 5)], ("ahead", "ahead", "left")),
    )
    return side("duct:c=0.7", pods, 4000, 300, 5.0)


def depth_first() -> Contender:
    """A side that counts nodes, whose most searched move is not its best."""
    pod = agent(0, {10: 5, 11: 90, 12: 5}, (), ("left",), "node", Kind.VALUE, best=0)
    return side("genetic", (pod,), 100, 100, 1.0)


def empty(of: Contender) -> Contender:
    """The side before it has begun."""
    return replace(of, thought=None, finished=False)
