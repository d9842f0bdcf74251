"""What searches record about their root actions, and the statistics derived from it.

Kernels call `note_value`, `note_leader` and `note_pair`; `root_stats` reads what they wrote.
Shapes: [A] agents, [K] root actions of one agent, [R] and [C] those of the two watched agents.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np

from engines.jit import inlined
from search.base import AgentStats, Floats, Ints
from search.measure import Axis
from search.tree import LOGS, standard_error

CHANGES = 64  # changes of the best root action that are remembered


def root_fields(agents: int, actions: int) -> list[tuple[Any, ...]]:
    """The fields of a scratch record that the functions of this module read and write."""
    each = (agents, actions)
    return [
        ("squares", np.float64, each),  # sum of squared values
        ("lowest", np.float64, each),
        ("highest", np.float64, each),
        ("leader", np.int64, (agents,)),  # the best root action as the kernel numbers it, -1: none
        # ring of (iteration, root action) at which the leader changed
        ("changes", np.int64, (agents, CHANGES, 2)),
        ("changed", np.int64, (agents,)),  # how many changes so far
    ]


def count_fields(agents: int, actions: int) -> list[tuple[Any, ...]]:
    """Further fields, where no tree counts the visits of root actions."""
    each = (agents, actions)
    return [("visits", np.int64, each), ("total", np.float64, each)]


def clear_root(s: SimpleNamespace) -> None:
    """Empties the fields of `root_fields`."""
    s.squares[:], s.lowest[:], s.highest[:] = 0.0, np.inf, -np.inf
    s.leader[:], s.changed[:] = -1, 0


@inlined
def note_value(s: Any, a: int, k: int, v: float) -> None:
    """Notes the value `v` of an iteration that began with agent `a`'s root action `k`."""
    s.squares[a, k] += v * v
    s.lowest[a, k] = min(s.lowest[a, k], v)
    s.highest[a, k] = max(s.highest[a, k], v)


@inlined
def count_value(s: Any, a: int, k: int, v: float) -> None:
    """The same, and counts it in the fields of `count_fields`."""
    s.visits[a, k] += 1
    s.total[a, k] += v
    note_value(s, a, k, v)


@inlined
def note_leader(s: Any, a: int, leader: int, now: int) -> None:
    """Makes `leader` agent `a`'s best root action from iteration `now` on."""
    slot = s.changed[a] % CHANGES
    s.changes[a, slot, 0] = now
    s.changes[a, slot, 1] = leader
    s.leader[a] = leader
    s.changed[a] += 1


@inlined
def note_pair(met: Any, gain: Any, row: int, column: int, v: float) -> None:
    """Counts root actions of the two watched agents against each other in `met` and `gain` [R, C];
    -1 where an agent had none.
    """
    if row >= 0 and column >= 0:
        met[row, column] += 1
        gain[row, column] += v


def root_stats(
    s: SimpleNamespace,
    agent: int,
    actions: Ints,
    visits: Ints,
    total: Floats,
    axis: Axis,
    now: int,
    fresh: tuple[Ints, Floats] | None = None,
) -> AgentStats:
    """The agent's root actions after `now` iterations by visits, summed values and the noted
    fields `s`.

    `fresh` are visits and sums without those of an earlier decision, whose squares are not known.
    Actions beyond the noted ones have no spread.
    """
    new, gained = fresh if fresh is not None else (visits, total)
    kept = slice(0, min(actions.size, s.squares.shape[1]))
    error, lowest, highest = (np.full(actions.size, np.nan) for _ in range(3))
    with np.errstate(divide="ignore", invalid="ignore"):
        mean = (total / np.where(visits > 0, visits, np.nan) - axis.zero) / axis.scale
        n = np.where(new > 0, new, np.nan)[kept]
        error[kept] = (
            standard_error(new[kept], gained[kept] / n, s.squares[agent, kept]) / axis.scale
        )
        for seen, shown in ((s.lowest, lowest), (s.highest, highest)):
            values = (seen[agent, kept] - axis.zero) / axis.scale
            shown[kept] = np.where(new[kept] > 0, values, np.nan)
    low, high = axis.ends
    return AgentStats(
        agent,
        actions,
        visits,
        mean,
        error,
        lowest,
        highest,
        kind=axis.kind,
        low=low,
        high=high,
        unsettled=unsettled(s.changes[agent], int(s.changed[agent]), int(s.leader[agent]), now),
    )


def ucb_bonus(c: float, n: int, visits: Ints, capped: bool = True) -> Floats:
    """The exploration term of UCB1 for each action after `n` visits of the root, NaN below one
    visit; [K]. `capped` as in the kernels whose table of logarithms ends at `LOGS`.
    """
    log = np.log(max(1, min(n, LOGS) if capped else n))
    return np.asarray(c * np.sqrt(log / np.where(visits > 0, visits, np.nan)))


def unsettled(changes: Ints, changed: int, leader: int, now: int) -> float:
    """Share of the last tenth of `now` iterations during which a root action other than `leader`
    was best.

    `changes` [CHANGES, 2] is a ring of (iteration, root action) at which the best changed,
    `changed` how many changes there were.
    """
    begin = now - max(1, now // 10)
    away, until = 0, now
    for k in range(changed - 1, max(-1, changed - 1 - CHANGES), -1):
        since, child = (int(x) for x in changes[k % CHANGES])
        if child != leader:
            away += max(0, until - max(since, begin))
        until = since
        if since <= begin:
            break
    return away / max(1, now - begin)


def levels(depth_nodes: Ints) -> Ints:
    """The node counts at each depth, down to the deepest that has any; [D]."""
    return depth_nodes[: 1 + int(np.flatnonzero(depth_nodes).max(initial=0))].copy()
