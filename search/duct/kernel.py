"""DUCT's iteration, compiled for one configured game.

Shapes: [A] agents, [S] seats, [D] turns on the path, [K] actions; nodes and slots as in
`search.duct.nodes`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from engines import jit
from engines.game import PASS, SIMULTANEOUS, Game
from engines.jit import rule
from search.base import Floats, Ints
from search.duct.blocks import build_blocks, fit
from search.duct.nodes import CODE, FREE, LARGE, LEAF, Nodes, entry_of
from search.duct.outcomes import build_digest
from search.duct.params import TO_THE_END
from search.duct.selection import UCB1, by_bound, choose, learn, seen, untried
from search.playout import build_chance, build_playout, build_script
from search.root import note_leader, note_pair, note_value, root_fields
from search.tree import LANES, LOGS, SLACK

DEEPEST = 4096  # turns on one path
LEVELS = 64  # depths that are counted apart
RESTLESS = 8  # turns that a playout may go beyond its depth until the game calls the position quiet


def scratch_dtype(game: Game) -> np.dtype[Any]:
    """What iterations write and keep between chunks, as one record: a kernel gets it by reference
    and counts no references inside.
    """
    agents = (game.agents,)
    actions = (game.agents, game.max_actions)
    path = min(DEEPEST, game.longest)
    return np.dtype(
        [
            ("used", np.int64),  # nodes and leaves in the arena
            ("inner", np.int64),  # nodes with blocks
            ("slots", np.int64),  # in all blocks
            ("cells", np.int64),  # in all joint tables
            ("priors", np.int64),  # whether the selection rule wants them
            ("iterations", np.int64),
            ("turns", np.int64),  # simulated
            ("depth", np.int64),  # sum over iterations of the turns inside the tree
            ("low", np.float64, agents),  # lowest value seen
            ("high", np.float64, agents),
            ("scale", np.float64, agents),  # what the selection divides by
            ("sums", np.float64, agents),  # of all values
            ("values", np.float64, agents),
            ("seat_values", np.float64, (game.seats,)),
            ("joint", np.int64, agents),
            ("path", np.int64, (path,)),  # nodes at which a choice was made
            # the slot that each agent chose there, -1 where it had none
            ("slot", np.int64, (path, game.agents)),
            # with which probability, where the rule draws
            ("chance", np.float64, (path, game.agents)),
            ("actions", np.int64, (game.max_actions,)),
            ("prior", np.float64, (game.max_actions,)),
            ("sigma", np.float64, (game.max_actions,)),  # the mixed strategy of the last choice
            # upper bounds of the actions compared last
            ("bounds", np.float32, (game.max_actions + LANES,)),
            ("wide_bounds", np.float64, (game.max_actions,)),
            # slots of the actions that are legal now, and their statistics
            ("where", np.int64, (game.max_actions,)),
            ("now_visits", np.int32, (game.max_actions + LANES,)),
            ("now_total", np.float64, (game.max_actions + LANES,)),
            ("now_memo", np.float64, (game.max_actions,)),
            ("mixed", np.float64, actions),  # for the joint table
            ("expected", np.float64, actions),
            ("usual", np.float64, agents),
            ("digit", np.int64, agents),
            ("touched", np.int64),  # keeps a read alive
            ("depth_nodes", np.int64, (LEVELS,)),  # nodes at each depth, deeper ones in the last
            *root_fields(*actions),  # the leader is the root slot with most visits
        ],
        align=True,
    )


class Settings(NamedTuple):
    """The knobs and the table of the two watched agents, as the kernel reads them."""

    c: float
    rule: int
    playout_depth: int
    scripted: bool
    table: int  # most joint actions of a node that keeps a joint table
    floor: float
    running: bool  # whether evaluations are put on the range seen so far
    by_outcome: bool
    resample: bool
    lowest: bool
    seat: int
    watched: tuple[int, int]  # -1: none
    rows: Ints
    columns: Ints
    met: Ints
    gain: Floats


def code_base(game: Game) -> int:
    """The radix of the number that stands for a joint action of slots; a large odd one where the
    plain number would not fit.
    """
    plain = game.max_actions + 1
    fits = not (game.chance or game.hidden) and plain**game.agents <= CODE
    return plain if fits else LARGE


@rule
def note_root(
    node: Any,
    visits: Any,
    action: Any,
    s: Any,
    watched: Any,
    rows: Ints,
    columns: Ints,
    met: Ints,
    gain: Floats,
) -> None:
    """Counts the root actions of the last iteration: spread, changes of the best one, and the two
    watched agents against each other.
    """
    row, column = -1, -1
    for a in range(s.joint.size):
        slot = s.slot[0, a]
        k, v = slot - node.first[a], s.values[a]
        if slot >= 0 and k < s.actions.size:
            note_value(s, a, k, v)
        leader = s.leader[a]
        if slot >= 0 and (
            leader < 0 or (k != leader and visits[slot] > visits[node.first[a] + leader])
        ):
            note_leader(s, a, k, s.iterations)
        if slot >= 0 and a == watched[0]:
            row = index_of(rows, action[slot], k)
        if slot >= 0 and a == watched[1]:
            column = index_of(columns, action[slot], k)
    note_pair(met, gain, row, column, s.values[watched[0]])


@rule
def index_of(actions: Ints, wanted: int, hint: int) -> int:
    """Where `wanted` stands, most likely at `hint`; -1 if nowhere."""
    found = hint if hint < actions.size and actions[hint] == wanted else -1
    if found < 0:
        for k in range(actions.size):
            if actions[k] == wanted:
                found = k
    return found


def build(game: Game) -> Callable[..., int]:
    """The iteration loop for one configured game, uncompiled."""
    agents, owner, rules = game.agents, np.array(game.owner), game.rules.filled()
    to_move, legal, step, is_over = rules.to_move, rules.legal, rules.step, rules.is_over
    value, outcome, longest = rules.value, rules.outcome, game.longest
    volatile = game.chance or game.hidden
    sample, samples = rules.sample, game.rules.sample is not None
    quiet, restless = rules.quiet, game.rules.quiet is not None
    base, deepest = code_base(game), min(DEEPEST, game.longest)

    make, digest = build_blocks(game), build_digest(game)
    by_chance, by_script = build_chance(game), build_script(game)
    random_playout = build_playout(game, by_chance)
    scripted_playout = build_playout(game, by_script)

    def iterate(
        arena: Nodes,
        room: Any,
        buffer: Any,
        content: Any,
        counted: Ints,
        root: Any,
        logs: Floats,
        w: Floats,
        rng: Any,
        n: int,
        may_grow: bool,
        knobs: Settings,
    ) -> int:
        """Runs up to `n` iterations in place; stops early, between iterations, when the arena
        should grow. Returns how many were run.
        """
        s = room[0]
        state = buffer[0]
        nodes, visits, total, action, memo, average, met, gain, entries = arena
        c, selection, lowest = knobs.c, knobs.rule, knobs.lowest
        to_end = knobs.playout_depth >= TO_THE_END
        most_slots = visits.size - SLACK - 2 * agents * s.actions.size
        for done in range(n):
            if may_grow and (
                s.used >= nodes.size or s.slots > most_slots or s.cells + knobs.table > met.size
            ):
                return done
            # 1. start at the root, with the hidden part drawn anew
            buffer[0] = root[0]
            if samples and knobs.resample:
                sample(state, knobs.seat, rng)
            at, turns, touched = 0, 0, 0
            if s.inner == 0 and not is_over(state):
                make(
                    visits, total, action, memo, average, met, gain, s, state, nodes[0], knobs.table
                )
                s.inner = 1
            while turns < deepest and not is_over(state):
                # 2. select: every agent for itself
                node = nodes[at]
                for a in range(agents):
                    # asks for the memory that step 2 ends with, while its statistics are on their
                    # way
                    touched += action[node.first[a]]
                mover, code = to_move(state), 0
                for a in range(agents):
                    s.joint[a] = PASS
                    s.slot[turns, a] = -1
                    if mover != SIMULTANEOUS and mover != a:
                        continue
                    if volatile:
                        count = fit(arena, s, node, a, legal(state, a, s.actions))
                        if count == 0:
                            s.joint[a] = by_chance(state, a, s.actions, rng)
                            continue
                    first = node.first[a]
                    if not volatile:
                        count = node.count[a]
                        if count == 0:
                            continue
                    k, chance, weight = 0, 1.0, 0.0
                    if count > 1:
                        if selection == UCB1 and volatile:
                            tried, here = seen(s.now_visits, count)
                            if tried < count:
                                k = untried(
                                    s.now_visits, 0, count, count - tried, lowest, rng.random()
                                )
                            else:
                                k = by_bound(
                                    s.now_visits,
                                    s.now_total,
                                    0,
                                    count,
                                    c * logs[min(here, LOGS)],
                                    1.0 / s.scale[a],
                                    lowest,
                                    s.bounds,
                                    rng.random(),
                                )
                        elif selection == UCB1:
                            here = node.visits
                            if here < count:
                                k = untried(
                                    visits, first, count, count - here, lowest, rng.random()
                                )
                            else:
                                k = by_bound(
                                    visits,
                                    total,
                                    first,
                                    count,
                                    c * logs[min(here, LOGS)],
                                    1.0 / s.scale[a],
                                    lowest,
                                    s.bounds,
                                    rng.random(),
                                )
                        elif volatile:
                            tried, here = seen(s.now_visits, count)
                            k, chance, weight = choose(
                                *(
                                    selection,
                                    s.now_visits,
                                    s.now_total,
                                    s.now_memo,
                                    0,
                                    count,
                                    here,
                                    c,
                                    knobs.floor,
                                    1.0 / s.scale[a],
                                    lowest,
                                    s,
                                    rng,
                                )
                            )
                        else:
                            k, chance, weight = choose(
                                *(
                                    selection,
                                    visits,
                                    total,
                                    memo,
                                    first,
                                    count,
                                    node.visits,
                                    c,
                                    knobs.floor,
                                    1.0 / s.scale[a],
                                    lowest,
                                    s,
                                    rng,
                                )
                            )
                        if weight > 0.0:
                            for i in range(count):
                                average[first + (s.where[i] if volatile else i)] += (
                                    weight * s.sigma[i]
                                )
                    if volatile:
                        k = s.where[k]
                    s.slot[turns, a] = first + k
                    s.chance[turns, a] = chance
                    s.joint[a] = action[first + k]
                    code = (code * base + int(k) + 1) & CODE
                # 3. every agent has chosen: play the turn
                s.path[turns] = at
                step(state, s.joint, rng, None)
                turns += 1
                if is_over(state):
                    break
                # 4. on to the child by this joint action: new, it becomes a leaf; a leaf, it
                # becomes a node
                if knobs.by_outcome:
                    code = (code * LARGE + digest(state, content, counted)) & CODE
                entry = entries[entry_of(entries, at, code)]
                if entry.node == FREE:
                    if s.used < nodes.size:
                        entry.code, entry.parent, entry.node = code, at, LEAF
                        s.used += 1
                        s.depth_nodes[min(turns - 1, LEVELS - 1)] += 1
                    break
                if entry.node == LEAF:
                    if s.slots > most_slots:
                        break
                    make(
                        visits,
                        total,
                        action,
                        memo,
                        average,
                        met,
                        gain,
                        s,
                        state,
                        nodes[s.inner],
                        knobs.table,
                    )
                    entry.node = s.inner
                    s.inner += 1
                at = entry.node
            # 5. play on below the tree
            s.depth += turns
            s.turns += turns
            left = longest if to_end else knobs.playout_depth
            if knobs.scripted:
                s.turns += scripted_playout(state, s.joint, s.actions, rng, left)
            else:
                s.turns += random_playout(state, s.joint, s.actions, rng, left)
            if restless and not to_end:
                for _ in range(RESTLESS):
                    if is_over(state) or quiet(state):
                        break
                    s.turns += scripted_playout(state, s.joint, s.actions, rng, 1)
            # 6. the result of the match, or the evaluation where the playout stopped
            if to_end:
                outcome(state, s.seat_values)
                for a in range(agents):
                    s.values[a] = s.seat_values[owner[a]]
            else:
                value(state, w, s.values)
            for a in range(agents):
                v = s.values[a]
                s.low[a] = min(s.low[a], v)
                s.high[a] = max(s.high[a], v)
                s.sums[a] += v
                if not to_end:
                    s.scale[a] = (
                        0.5 * (s.high[a] - s.low[a])
                        if knobs.running and s.high[a] > s.low[a]
                        else 1.0
                    )
            # 7. backpropagate: each agent's value into its own slots
            s.iterations += 1
            s.touched = touched
            for d in range(turns):
                node = nodes[s.path[d]]
                if selection != UCB1:
                    learn(selection, node, visits, total, memo, met, gain, d, to_end, s)
                node.visits += 1
                for a in range(agents):
                    slot = s.slot[d, a]
                    if slot >= 0:
                        visits[slot] += 1
                        total[slot] += s.values[a]
            if turns > 0:
                note_root(
                    nodes[0],
                    visits,
                    action,
                    s,
                    knobs.watched,
                    knobs.rows,
                    knobs.columns,
                    knobs.met,
                    knobs.gain,
                )
        return n

    return iterate


def compiled(game: Game) -> Callable[..., Any]:
    """The iteration loop, compiled; kept on disk for this configured game."""
    return jit.kernel(
        build(game),
        f"duct.{game.name}",
        (*game.kernel_key, "duct"),
        type(game).__module__,
        __name__,
    )
