"""DUCT's iteration, compiled for one configured game.

Shapes: [A] agents, [D] turns on the path, [K] actions; nodes and slots as in `search.duct.nodes`.

DUCT's blocks: an agent's actions at one node, made at its second visit and updated where actions
differ between visits.

With chance or hidden information one node sees many positions. Statistics then belong to action
codes: legal actions are looked up in the block, new ones are appended, and only legal ones are
compared.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engines.game import PASS, SIMULTANEOUS, Game
from engines.jit import borrowed, inlined, prefetch, rule, settled
from search.base import Floats, Ints
from search.duct.layout import DEEPEST, LEVELS, DuctSettings, code_base
from search.duct.learning import learn
from search.duct.nodes import CODE, FREE, LARGE, LEAF, NOWHERE, Nodes, entry_of
from search.duct.outcomes import build_digest
from search.duct.params import TO_THE_END
from search.duct.parts import build_learned_play_on, build_play_on, measure
from search.duct.selection import UCB1, by_bound, by_ucb1_now, choose, choose_now, untried
from search.kernels import kernel_for
from search.learned_moves import LearnedMoves, begin, credit, told
from search.only import confined
from search.playout import build_chance, build_evaluate
from search.root import note_leader, note_pair, note_value
from search.tree import LOGS, SLACK


def build_blocks(game: Game) -> Callable[..., None]:
    """The jitted function that makes a node's blocks, one for each agent that chooses there, and
    its joint table.
    """
    agents, has_prior = game.agents, game.rules.prior is not None
    rules = game.rules.filled()
    to_move, legal, prior = rules.to_move, rules.legal, rules.prior

    @rule
    def make(arena: Any, s: Any, state: Any, node: Any, table: int, root: bool) -> None:
        """Makes the blocks from slot `s.slots` on, for which there must be room; the table only
        where there is room. The root's are limited to the lists of `search.only`.
        """
        _, visits, total, action, memo, average, met, gain, _ = arena
        mover, joint_actions, first = to_move(state), 1, s.slots
        for a in range(agents):
            count = legal(state, a, s.actions) if mover in (SIMULTANEOUS, a) else 0
            if root and count > 0:
                count = confined(s, a, s.actions, count)
            node.first[a], node.count[a], node.space[a] = first, count, count
            if has_prior and s.priors != 0 and count > 0:
                prior(state, a, s.actions, count, s.prior)
            for k in range(count):
                visits[first + k] = 0
                total[first + k] = 0.0
                action[first + k] = s.actions[k]
            for k in range(count if s.learns != 0 else 0):
                memo[first + k] = 0.0 if s.priors == 0 else s.prior[k] if has_prior else 1.0 / count
                average[first + k] = 0.0
            first += count
            joint_actions = min(joint_actions * max(1, count), 1 << 20)
        s.slots = first
        node.cells = NOWHERE
        if joint_actions <= table and s.cells + joint_actions <= met.size:
            node.cells = s.cells
            for cell in range(s.cells, s.cells + joint_actions):
                met[cell] = 0
                for a in range(agents):
                    gain[cell, a] = 0.0
            s.cells += joint_actions
        node.visits = 0

    return make


@rule
def fit(arena: Any, s: Any, node: Any, a: int, count: int) -> int:
    """Finds the first `count` of `s.actions` in the agent's block, appending new ones; copies their
    statistics contiguously into `s.now_*`.

    Returns how many were found or appended; `s.where` has their places in the block.
    """
    _, visits, total, action, memo, _, _, _, _ = arena
    known = 0
    for k in range(count):
        first, here = node.first[a], node.count[a]
        at = k if k < here and action[first + k] == s.actions[k] else 0
        while at < here and action[first + at] != s.actions[k]:
            at += 1
        if at == here and not append(arena, s, node, a, s.actions[k], 1.0 / count):
            continue
        slot = node.first[a] + at
        s.where[known] = at
        s.now_visits[known] = visits[slot]
        s.now_total[known] = total[slot]
        s.now_memo[known] = memo[slot]
        known += 1
    return known


@rule
def append(arena: Any, s: Any, node: Any, a: int, new: int, share: float) -> bool:
    """Adds an action to the agent's block, which moves to twice the space when full; False where
    the arena has no room.

    A joint table would no longer fit, so the node continues without one. Under PUCT a late action's
    prior is `share`, else its memory is empty.
    """
    _, visits, total, action, memo, average, _, _, _ = arena
    first, count = node.first[a], node.count[a]
    if count == node.space[a]:
        space = 2 * count + 2
        if s.slots + space > visits.size - SLACK:
            return False
        for k in range(count):
            visits[s.slots + k] = visits[first + k]
            total[s.slots + k] = total[first + k]
            action[s.slots + k] = action[first + k]
        for k in range(count if s.learns != 0 else 0):
            memo[s.slots + k] = memo[first + k]
            average[s.slots + k] = average[first + k]
        first = s.slots
        node.first[a], node.space[a] = first, space
        s.slots += space
    slot = first + count
    visits[slot] = 0
    total[slot] = 0.0
    action[slot] = new
    if s.learns != 0:
        memo[slot] = share if s.priors != 0 else 0.0
        average[slot] = 0.0
    node.count[a] = count + 1
    node.cells = NOWHERE
    return True


@inlined
def add_leaf(s: Any, entry: Any, parent: int, code: int, turns: int) -> None:
    """Makes a free entry the child of node `parent` by the joint action `code`."""
    entry.code, entry.parent, entry.node = code, parent, LEAF
    s.used += 1
    s.depth_nodes[min(turns - 1, LEVELS - 1)] += 1


@inlined
def note_root(node: Any, visits: Any, action: Any, s: Any, knobs: Any, moves: bool) -> None:
    """Counts the root actions of the last iteration: spread, changes of the best action, and the
    watched agents' joint table. `moves`: whether an action's place may differ from that in the
    table.
    """
    first, second = knobs.watched
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
        if slot >= 0 and a == first:
            row = index_of(knobs.rows, action[slot], k) if moves else k
        if slot >= 0 and a == second:
            column = index_of(knobs.columns, action[slot], k) if moves else k
    note_pair(knobs.met, knobs.gain, row, column, s.values[first])


@rule
def index_of(actions: Ints, wanted: int, hint: int) -> int:
    """Where `wanted` is, most likely at `hint`; -1 if nowhere."""
    found = hint if hint < actions.size and actions[hint] == wanted else -1
    if found < 0:
        for k in range(actions.size):
            if actions[k] == wanted:
                found = k
    return found


def build(game: Game, learns: bool, ruled: bool) -> Callable[..., int]:
    """The iteration loop for one configured game, uncompiled. `learns`: playouts are by moves that
    did well. `ruled`: there are other selection rules than UCB1.
    """
    agents, rules = game.agents, game.rules.filled()
    to_move, legal, step, is_over = rules.to_move, rules.legal, rules.step, rules.is_over
    volatile = game.chance or game.hidden
    sample, samples = rules.sample, game.rules.sample is not None
    base, deepest = code_base(game), min(DEEPEST, game.longest)

    make, digest = build_blocks(game), build_digest(game)
    play_on, evaluate, by_chance = build_play_on(game), build_evaluate(game), build_chance(game)
    learned_play_on, simultaneous = build_learned_play_on(game), game.simultaneous

    @inlined
    def prefer(
        arena: Nodes, s: Any, node: Any, a: int, count: int, logs: Floats, rng: Any, knobs: Any
    ) -> tuple[int, float, float]:
        """One of the agent's `count` actions by the selection rule: its place, its probability, and
        the weight of `s.sigma` in the average strategy.
        """
        _, visits, total, _, memo, _, _, _, _ = arena
        first, selection, here = node.first[a], knobs.rule, node.visits
        if ruled and volatile and selection != UCB1:
            return choose_now(s, a, count, selection, rng)
        if volatile:
            return by_ucb1_now(s, a, count, logs, knobs.lowest, rng), 1.0, 0.0
        if ruled and selection != UCB1:
            return choose(selection, visits, total, memo, first, count, here, a, s, rng)
        if here < count:
            return untried(visits, first, count, count - here, knobs.lowest, rng), 1.0, 0.0
        root_log, inverse = knobs.c * logs[min(here, LOGS)], 1.0 / s.scale[a]
        k = by_bound(visits, total, first, count, root_log, inverse, knobs.lowest, s.bounds, rng)
        return k, 1.0, 0.0

    @inlined
    def select(
        arena: Nodes,
        s: Any,
        state: Any,
        node: Any,
        turns: int,
        logs: Floats,
        rng: Any,
        knobs: Any,
    ) -> int:
        """Every agent chooses for itself, into `s.joint` and `s.slot`; returns the joint action's
        code.
        """
        action, average, mover, code = arena.action, arena.average, to_move(state), 0
        for a in range(agents):
            s.joint[a], s.slot[turns, a] = PASS, -1
            if mover != SIMULTANEOUS and mover != a:
                continue
            count = node.count[a]
            if volatile:
                count = legal(state, a, s.actions)
                if turns == 0 and count > 0:
                    count = confined(s, a, s.actions, count)
                count = fit(arena, s, node, a, count)
                if count == 0:
                    s.joint[a] = by_chance(state, a, s.actions, rng)
            if count == 0:
                continue
            k, chance, weight = 0, 1.0, 0.0
            if count > 1:
                k, chance, weight = prefer(arena, s, node, a, count, logs, rng, knobs)
            first = node.first[a]
            if ruled and weight > 0.0:
                for i in range(count):
                    average[first + (s.where[i] if volatile else i)] += weight * s.sigma[i]
            if volatile:
                k = s.where[k]
            s.slot[turns, a], s.chance[turns, a] = first + k, chance
            s.joint[a] = action[first + k]
            code = (code * base + int(k) + 1) & CODE
        return code

    @inlined
    def backpropagate(arena: Nodes, s: Any, turns: int, selection: int, to_end: bool) -> None:
        """Adds each agent's value to its own slots on the path."""
        nodes, visits, total, _, memo, _, met, gain, _ = arena
        for d in range(turns):
            node = nodes[s.path[d]]
            if ruled and selection != UCB1:
                learn(selection, node, visits, total, memo, met, gain, d, to_end, s)
            node.visits += 1
            for a in range(agents):
                slot = s.slot[d, a]
                if slot >= 0:
                    visits[slot] += 1
                    total[slot] += s.values[a]

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
        knobs: DuctSettings,
        moves: LearnedMoves,
    ) -> int:
        """Runs up to `n` iterations in place; stops early, between iterations, when the arena
        should grow. Returns how many were run.
        """
        arena, knobs, logs, w, rng, moves = borrowed((arena, knobs, logs, w, rng, moves))
        room, buffer, content, counted, root = borrowed((room, buffer, content, counted, root))
        s, state = room[0], buffer[0]
        nodes, visits, _, action, _, _, met, _, entries = arena
        to_end = knobs.playout_depth >= TO_THE_END
        most_slots = visits.size - SLACK - 2 * agents * s.actions.size
        s.c, s.floor, s.ties = knobs.c, knobs.floor, knobs.lowest
        for done in range(n):
            cramped = s.slots > most_slots or s.cells + knobs.table > met.size
            sparse = s.used >= nodes.size or 2 * s.used < entries.size
            if (may_grow and (s.used >= nodes.size or cramped)) or not sparse:
                return done
            # 1. start at the root, with the hidden part redrawn
            buffer[0] = root[0]
            if samples and knobs.resample:
                sample(state, knobs.seat, rng)
            if s.inner == 0 and not is_over(state):
                make(arena, s, state, nodes[0], knobs.table, True)
                s.inner = 1
            at, turns = 0, 0
            if learns:
                begin(moves)
            while turns < deepest and not is_over(state):
                # 2. select: every agent for itself
                node = nodes[at]
                for a in range(agents):
                    prefetch(action, node.first[a])  # step 2 ends with it
                code = select(arena, s, state, node, turns, logs, rng, knobs)
                # 3. every agent has chosen: play the turn
                s.path[turns] = at
                if learns:
                    for a in range(agents):
                        if s.joint[a] != PASS:
                            told(moves, a, s.joint[a], a if simultaneous else 0)
                step(state, s.joint, rng, None)
                turns += 1
                if is_over(state):
                    break
                # 4. on to the child: new, it becomes a leaf; a leaf, it becomes a node
                if knobs.by_outcome:
                    code = (code * LARGE + digest(state, content, counted)) & CODE
                entry = entries[entry_of(entries, at, code)]
                if entry.node == FREE:
                    if s.used < nodes.size:
                        add_leaf(s, entry, at, code, turns)
                    break
                if entry.node == LEAF:
                    if s.slots > most_slots:
                        break
                    make(arena, s, state, nodes[s.inner], knobs.table, False)
                    entry.node = s.inner
                    s.inner += 1
                at = entry.node
            # 5. play on below the tree
            if learns:
                below = learned_play_on(state, s, moves, knobs.playout_depth, to_end, rng)
            else:
                below = play_on(state, s, knobs.playout_depth, knobs.scripted, to_end, rng)
            # 6. the result of the match, or the evaluation where the playout stopped
            evaluate(state, s, w, to_end)
            measure(s, agents, to_end, knobs.running)
            # 7. backpropagate: each agent's value into its own slots
            s.depth, s.turns = s.depth + turns, s.turns + turns + below
            s.iterations += 1
            backpropagate(arena, s, turns, knobs.rule, to_end)
            if learns:
                credit(moves, s.values)
            if turns > 0:
                note_root(nodes[0], visits, action, s, knobs, volatile)
        return n

    return iterate


def compiled(game: Game, learns: bool, ruled: bool) -> Callable[..., Any]:
    """The iteration loop, compiled; kept on disk for this configured game."""
    name = f"duct{'.learns' * learns}{'.ruled' * ruled}"
    return settled(kernel_for(game, name, build, learns, ruled))
