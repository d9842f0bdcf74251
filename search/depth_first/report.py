"""The snapshot of a depth-first search.

Shapes: [K] root actions, [D] depths, [P] plies of a line.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from engines.game import SIMULTANEOUS, State
from search.base import DRAW, LOSS, WIN, AgentStats, Curve, Floats, Ints, Snapshot
from search.depth_first.frames import AT_MOST, EXACT, UNSEEN
from search.depth_first.tables import TABLE
from search.measure import Kind, SeatValue, evaluation

if TYPE_CHECKING:
    from search.depth_first.search import DepthFirst


def counted(search: DepthFirst, s: Any) -> Snapshot:
    """The counts of a search, which are in the fields `s`."""
    nodes, turns = int(s.nodes[0]), int(s.turns[0])
    return Snapshot(
        generation=search.generation,
        seat=search.seat,
        iterations=nodes,
        turns=turns or max(0, nodes - len(search.finished) - int(s.top[0] >= 0)),
        nodes=nodes,
        memory_bytes=int(s.filled[0]) * TABLE.itemsize,
    )


def report(search: DepthFirst, s: Any, root: State) -> Snapshot:
    """The snapshot of a search whose counts are in `s`."""
    stats = _stats(search, s, root, search.variation())
    leader = stats[0] if stats else None
    return replace(
        search.counts(),
        agents=stats,
        value=_seat_value(leader, search) if leader is not None else None,
        scalars=_scalars(search, s),
        series=_series(search),
    )


def _stats(
    search: DepthFirst, s: Any, root: State, line: list[tuple[int, int]]
) -> tuple[AgentStats, ...]:
    """The agent whose actions are the root's, then the other agents of a simultaneous first turn,
    with only the best line known.
    """
    if not s.root_count:
        return ()
    rules, game = search.game.rules, search.game
    mover = int(rules.to_move(root))
    leader = (
        next(int(a) for a in s.order if search.choices(int(a)).size)
        if mover == SIMULTANEOUS
        else mover
    )
    values, marks, exact = _root_values(search, s)
    visits = np.where(marks == UNSEEN, 0, s.root_nodes[: values.size])
    found = [
        _agent(
            search,
            s,
            leader,
            s.root_action[: values.size].copy(),
            visits,
            values,
            marks,
            exact,
            line,
        )
    ]
    for agent in range(game.agents if mover == SIMULTANEOUS else 0):
        actions = search.choices(agent)
        if agent != leader and actions.size:
            nothing = np.zeros(actions.size, np.int64)
            found.append(
                _agent(
                    search,
                    s,
                    agent,
                    actions,
                    nothing,
                    np.full(actions.size, np.nan),
                    nothing,
                    nothing > 0,
                    line,
                )
            )
    return tuple(found)


def _root_values(search: DepthFirst, s: Any) -> tuple[Floats, Ints, NDArray[np.bool_]]:
    """Values, marks and exactness of the root actions, [K] each: of the last finished depth, or of
    the current one if it already has an answer.
    """
    k = int(s.root_count)
    if search.finished and not search.unfinished:
        last = search.finished[-1]
        return last.values, last.marks, last.exact
    return s.root_value[:k].copy(), s.root_mark[:k].copy(), s.root_open[:k] == 0


def _agent(
    search: DepthFirst,
    s: Any,
    agent: int,
    actions: Ints,
    visits: Ints,
    values: Floats,
    marks: Ints,
    exact: NDArray[np.bool_],
    line: list[tuple[int, int]],
) -> AgentStats:
    seen = np.where(marks == UNSEEN, np.nan, values) + 0.0
    mine = np.array([action for who, action in line if who == agent], np.int64)
    found = np.flatnonzero(actions == mine[0]) if mine.size else np.zeros(0, np.int64)
    levels = s.depth_nodes[1 : 1 + int(np.flatnonzero(s.depth_nodes).max(initial=0))].copy()
    return AgentStats(
        agent=agent,
        actions=actions,
        visits=visits.astype(np.int64),
        mean=seen,
        lowest=np.where(marks == EXACT, seen, np.nan),
        highest=seen,
        bound=seen,
        best=int(found[0]) if found.size else 0,
        pv=mine if search.game.simultaneous else np.array([action for _, action in line], np.int64),
        depth=levels,
        nodes=int(s.nodes),
        kind=Kind.LIMIT if search.cuts else Kind.VALUE,
        counted="node",
        proven=_proven(search, seen, marks, exact),
    )


def _proven(
    search: DepthFirst, values: Floats, marks: Ints, exact: NDArray[np.bool_]
) -> tuple[str, ...]:
    """The proven result of each root action where it was searched to the end of the match; the sign
    of the value is the result.
    """
    game = search.game
    if (
        not search.proves
        or game.simultaneous
        or game.chance
        or game.hidden
        or not game.zero_sum
        or game.seats != 2
        or not exact.any()
    ):
        return ()
    words = []
    for value, mark, sure in zip(values, marks, exact, strict=True):
        if not sure or mark == UNSEEN or (mark == AT_MOST and value >= 0):
            words.append("")
        else:
            words.append(WIN if value > 0 else LOSS if value < 0 else DRAW)
    return tuple(words)


def _seat_value(leader: AgentStats, search: DepthFirst) -> SeatValue | None:
    """The seat's value of the action it would play, with what is proved of it; of the last finished
    depth while another seat moves first.
    """
    proven = leader.proven[leader.best] if leader.proven else ""
    if search.game.owner[leader.agent] == search.seat:
        known = float(leader.mean[leader.best]) if leader.visits[leader.best] else float("nan")
    else:
        known = search.finished[-1].value if search.finished else float("nan")
        proven = {WIN: LOSS, LOSS: WIN}.get(proven, proven)
    return evaluation(search.game, known, proven) if np.isfinite(known) else None


def _scalars(search: DepthFirst, s: Any) -> Mapping[str, float]:
    found = {
        "Depth finished": float(search.finished[-1].depth if search.finished else 0),
        "Selective depth": float(s.deepest),
    }
    if search.cuts:
        found |= {
            "Cuts": float(s.cuts),
            "Cuts by the first action": float(s.firsts / s.cuts) if s.cuts else float("nan"),
        }
    if s.mask >= 0:
        found |= {"Table fill": float(s.filled / (s.mask + 1)), "Table hits": float(s.hits)}
    spent = _by_depth(search)
    if len(spent) > 1 and search.finished[-1].depth == search.finished[-2].depth + 1:
        found["Branching factor"] = float(spent[-1] / spent[-2])
    elif spent and spent[-1] > 1:
        found["Branching factor"] = float(spent[-1] ** (1 / search.finished[-1].depth))
    return found


def _by_depth(search: DepthFirst) -> list[int]:
    """Nodes visited for each finished depth."""
    totals = [0, *(f.nodes for f in search.finished)]
    return [after - before for before, after in itertools.pairwise(totals)]


def _series(search: DepthFirst) -> Mapping[str, Curve]:
    if not search.finished:
        return {}
    depth = np.array([f.depth for f in search.finished], np.float64)
    nodes = np.array(_by_depth(search), np.float64)
    value = np.array([f.value for f in search.finished])
    turns = f"depth finished in {search.game.turn_word}s"
    return {
        "Nodes by depth finished": Curve(depth, nodes, turns, "nodes"),
        "Value by depth finished": Curve(depth, value, turns, "the seat's value"),
    }
