"""Thought records as searches make them, from a small seeded model of a bandit search: for views,
not for judging searches.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from lab.match.records import AgentThought, Ply, Thought, Trail
from search.base import DRAW, LOSS, WIN, AgentStats, Curve, JointMap, Snapshot
from search.measure import Kind

MOVES = (
    "Left, full",
    "Left 9°, full",
    "Ahead, full",
    "Right 9°, full",
    "Right, full",
    "Ahead, coast",
    "Shield",
)
VISITS = (
    (47, 3666, 84, 68, 113, 15, 6),
    (103, 177, 3166, 258, 237, 46, 12),
    (451, 1669, 1403, 351, 79, 38, 8),
    (31, 3938, 8, 6, 5, 6, 5),
)
MEANS = (
    (0.41, 0.54, 0.44, 0.43, 0.45, 0.30, 0.19),
    (0.49, 0.51, 0.57, 0.52, 0.52, 0.45, 0.32),
    (0.712, 0.744, 0.740, 0.702, 0.614, 0.545, 0.256),
    (0.50, 0.75, 0.25, 0.13, 0.13, 0.14, 0.08),
)
DEPTHS = (
    (7, 45, 220, 330, 420, 799),
    (7, 60, 300, 790, 940, 949),
    (7, 47, 256, 1005, 1886, 0),
    (7, 40, 90, 240, 847, 0),
)


def trail(
    visits: np.ndarray, means: np.ndarray, samples: int = 160, iterations: int = 4000, seed: int = 0
) -> Trail:
    """A trail that ends at the given visits and means."""
    rng = np.random.default_rng(seed)
    at = np.unique(np.linspace(25, iterations, samples).astype(np.int64))
    even = np.full(visits.size, 1 / visits.size)
    pull = 1 - np.exp(-4 * np.linspace(0, 1, at.size))
    noise = (
        rng.normal(0, 0.05, (at.size, visits.size)).cumsum(0)
        / np.sqrt(np.arange(1, at.size + 1))[:, None]
        * (1 - pull)[:, None]
    )
    share = np.abs(even + (visits / visits.sum() - even) * pull[:, None] + noise)
    mean = means + noise
    return Trail(
        at,
        share / share.sum(1, keepdims=True),
        mean,
        ((1500, "c 0.3 to 0.5"),) if seed == 2 else (),
    )


def stats(
    agent: int,
    visits: np.ndarray,
    means: np.ndarray,
    depth: np.ndarray,
    *,
    capacity: int = 65_536,
    scale: float = 4808.0,
) -> AgentStats:
    """Root statistics with errors and bounds that follow from visits and means."""
    safe = np.maximum(visits, 1)
    bound = means + 0.05 * np.sqrt(np.log(visits.sum() + 1) / safe)
    return AgentStats(
        agent=agent,
        actions=np.arange(visits.size, dtype=np.int64),
        visits=visits,
        mean=means,
        error=0.2 / np.sqrt(safe),
        lowest=np.maximum(0.0, means - 0.5),
        highest=np.minimum(1.0, means + 0.35),
        bound=bound,
        best=int(np.argmax(visits)),
        pv=np.zeros(6, np.int64),
        depth=depth,
        nodes=int(depth.sum()),
        capacity=capacity,
        mean_depth=float((depth * np.arange(1, depth.size + 1)).sum() / max(1, depth.sum())),
        scale=scale,
        kind=Kind.SCALED,
        unsettled=0.12 if agent == 2 else 0.0,
    )


def agent(
    number: int,
    seat: int,
    visits: np.ndarray,
    means: np.ndarray,
    depth: np.ndarray,
    labels: tuple[str, ...],
    name: str,
    plies: int = 6,
) -> AgentThought:
    """One agent with labels in words and a line behind every root action."""
    s = stats(number, visits, means, depth, scale=4808.0 + 900 * number)
    rng = np.random.default_rng(number)
    lines = tuple(
        (
            Ply(number, label),
            *(Ply(number, labels[int(i)]) for i in rng.integers(0, len(labels), plies - 1)),
        )
        for label in labels
    )
    return AgentThought(
        s, name, seat, labels, lines[s.best], trail(visits, means, seed=number), lines=lines
    )


def snapshot(
    agents: tuple[AgentThought, ...], seat: int, iterations: int = 4000, **more: object
) -> Snapshot:
    """The snapshot that belongs to these agents."""
    rng = np.random.default_rng(7)
    trace = tuple(
        tuple(
            (int(rng.integers(0, a.stats.visits.size)), "random" if ply > 3 else "UCB")
            for a in agents
        )
        for ply in range(5)
    )
    facts: dict[str, object] = {
        "agreed": True,
        "trace": trace,
        "trace_values": (0.48, 0.57, 0.81, 0.75)[: len(agents)],
    }
    return Snapshot(
        1,
        seat,
        iterations,
        iterations * 6,
        1711,
        99_000,
        tuple(a.stats for a in agents),
        **(facts | more),
    )  # type: ignore[arg-type]


def pods(seat: int = 0, live: bool = True, iterations: int = 4000, **more: object) -> Thought:
    """One seat's Smitsimax search of four pods, with the numbers of the first picture."""
    agents = tuple(
        agent(
            i,
            i // 2,
            np.array(VISITS[i]),
            np.array(MEANS[i]),
            np.array(DEPTHS[i]),
            MOVES,
            f"Pod {i + 1}",
            6 if i < 2 else 5,
        )
        for i in range(4)
    )
    return Thought(
        seat,
        52,
        "Smitsimax",
        snapshot(agents, seat, iterations, **more),
        agents,
        0.00585,
        live,
        "4,000 iterations",
        foreseen=(0.41, 0.63),
    )


def joint_map(rows: int = 7, columns: int = 7, agents: tuple[int, int] = (0, 2)) -> JointMap:
    """Root actions of two agents against each other: a hill of visits, means from 0 to 1, one pair
    never seen.
    """
    r, c = np.arange(rows)[:, None], np.arange(columns)[None, :]
    visits = (
        1400 * np.exp(-((r - rows / 7) ** 2) / rows - (c - columns / 3.5) ** 2 / columns)
    ).astype(np.int64)
    visits[-1, -1] = 0
    mean = np.where(visits > 0, 0.5 + 0.4 * np.sin(r - 0.7 * c), np.nan)
    return JointMap(
        agents,
        np.arange(rows),
        np.arange(columns),
        visits,
        mean,
        Kind.SCALED,
        equilibrium="UCB1 does not converge to an equilibrium.",
    )


def kinds(seat: int = 0, word: str = "iteration") -> Thought:
    """A search that shows every kind of thing: curves, bars, numbers, proofs, a mixed strategy and
    a joint-action map.
    """
    base = pods(seat)
    steps = np.arange(1.0, 41.0)
    series = {
        "Best score": Curve(steps, 100 * (1 - np.exp(-steps / 12)) - 20 * seat, "depth", "score"),
        "Kept": Curve(steps, np.minimum(350.0, 4 * steps**2), "depth", "states"),
    }
    bars = {
        "Duplicates removed": Curve(
            np.arange(1.0, 13.0),
            np.array([0, 0, 3, 9, 31, 60, 84, 90, 72, 55, 31, 12.0]),
            "depth",
            "states",
        )
    }
    scalars = {"Exploitability": 0.0312, "Cuts": 12_345.0}
    agents = tuple(
        replace(
            a,
            stats=replace(
                a.stats,
                policy=np.array([0.05, 0.4, 0.3, 0.15, 0.1, 0.0, 0.0]),
                proven=(WIN, "", LOSS, "", DRAW, "", "") if a.stats.agent == 0 else (),
            ),
        )
        for a in base.agents
    )
    told = snapshot(
        agents, seat, series=series, histograms=bars, scalars=scalars, joint=joint_map()
    )
    return replace(base, snapshot=told, agents=agents, iteration_word=word)


def many(count: int = 8) -> Thought:
    """A search with one agent for each of `count` seats."""
    agents = tuple(
        agent(
            i,
            i,
            np.array(VISITS[i % 4]),
            np.array(MEANS[i % 4]),
            np.array(DEPTHS[i % 4]),
            MOVES,
            f"Player {i + 1}",
        )
        for i in range(count)
    )
    return Thought(
        0, 9, "Smitsimax", snapshot(agents, 0, trace=(), trace_values=()), agents, 0.01, True
    )


def one_tree(actions: int = 81) -> Thought:
    """A common tree of two seats with many root actions, as UCT has on an open board."""
    rng = np.random.default_rng(3)
    visits = np.sort((10_448 * np.exp(-0.55 * np.arange(actions)) + 3).astype(np.int64))[
        ::-1
    ].copy()
    means = 0.52 - 0.012 * np.arange(actions) + rng.normal(0, 0.004, actions)
    depth = np.array([9, 60, 420, 1500, 3300, 4700, 5677, 4500, 2000, 400, 90])
    labels = tuple(f"{i // 9} {i % 9}" for i in rng.permutation(actions))
    base = agent(0, 0, visits, np.clip(means, 0, 1), depth, labels, "X")
    lines = tuple(
        tuple(Ply(ply % 2, each.words) for ply, each in enumerate(line)) for line in base.lines
    )
    s = stats(0, visits, np.clip(means, 0, 1), depth, capacity=262_144, scale=1.0)
    only = AgentThought(
        s,
        "X",
        0,
        labels,
        lines[s.best],
        trail(visits, means, iterations=20_000),
        lines=lines,
        shared=True,
    )
    return Thought(
        1,
        30,
        "UCT",
        snapshot((only,), 1, 20_000, agreed=None, trace=(), trace_values=()),
        (only,),
        0.039,
        True,
    )
