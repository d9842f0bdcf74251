"""The expansion loop of beam search, compiled for one configured game.

One expansion makes one child: a kept state, one joint action of the seat's agents, the others'
replies. Shapes as in `layout`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from engines.game import PASS, Game
from engines.jit import borrowed, inlined, own_copy, rule
from search.base import Floats, Ints
from search.beam.layers import SPARE, cut, finish_layer
from search.beam.layers import close as close_group
from search.beam.layout import AT_DEPTH, DEEPEST, FULL, RUNNING, LayerStore, seat_agents
from search.beam.model import GREEDY, build_reply, build_rest
from search.beam.ranking import digest, enter, probe
from search.kernels import kernel_for
from search.only import confined

WIN = 1.0 - 1e-9  # the best outcome there is
LIGHT = 64  # most bytes of a state that is worth copying twice


def build(game: Game) -> Callable[..., int]:
    """The loop for one configured game, uncompiled."""
    rules, simultaneous = game.rules, game.simultaneous
    single, alone = seat_agents(game) == 1, game.agents == 1
    step = rules.step
    is_over = rules.is_over
    outcome = rules.outcome
    to_move = rules.to_move
    owner = np.array(game.owner)
    draws = uses_chance(game)
    light = has_light_state(game)
    judge = build_judge(game)
    open_node = build_open(game)
    others_turns = build_others(game)
    key = build_key(game)

    def expand(store: LayerStore, w: Floats, rng: Any, n: int, may_grow: bool) -> int:
        """Makes up to `n` children in place; stops early, between two children, when room runs out
        or the search has ended. Returns how many were made.
        """
        store, w, rng = borrowed((store, w, rng))
        room, states, words, masks, nodes, order, floors, table = store[:8]
        links, levels, lines, roots, own, mine, plan, buffer = store[8:16]
        memory, streams, factors = store[16:]
        s, layers, done = room[0], floors.shape[0], 0
        size = order.shape[0] // layers
        me, owned = 0 if alone else own[0], 1 if single else own.shape[0]
        if s.stale != 0:
            lower = (s.depth + 1) % layers * size
            enter(table, nodes, order, lower + s.closed, lower + s.used, s.epoch)
            s.stale = 0
        upper, lower, floor, layer = 0, 0, floors[0], -1
        while s.status == RUNNING:
            if layer != s.depth:  # a division for each parent would cost as much as a child
                layer = s.depth
                upper, lower = layer % layers * size, (layer + 1) % layers * size
                floor = floors[layer % layers]
            # 1. a layer ends with the last child of its last parent
            if s.slot == s.combos:
                if layer >= s.deepest or layer == DEEPEST:
                    s.status = AT_DEPTH
                    return done
                if s.at == floor.kept:
                    if s.linked + s.used > links.shape[0]:
                        if not may_grow:
                            s.status = FULL
                        return done
                    finish_layer(s, nodes, order, floors, links, levels, lines, factors)
                    layer = -1
                    continue
                if done == n:
                    return done
                # 2. open the next parent: the seat's joint actions, and what the others do
                opened = order[upper + s.at]
                if s.by_first != 0 and layer > 0 and nodes[opened].first != s.group:
                    close_group(s, nodes, order, lower)
                    s.group = nodes[opened].first
                if draws:
                    rewind(memory, streams, layer)
                open_node(states, opened, nodes[opened].when, plan, s, buffer, own, mine, w, rng)
                s.at += 1
            if done == n or s.used == size:
                return done
            # 3. make its children one after the other, each in the next free place
            parent, link = np.uint64(order[upper + s.at - 1]), floor.start + s.at - 1
            before, used, slot = nodes[parent], s.used, s.slot
            born, end = s.born - slot, min(s.combos, slot + n - done)
            while slot < end and used < size:
                child = np.uint64(order[np.uint64(lower + used)])
                node = nodes[child]
                if light:
                    state = own_copy(states[parent])
                else:
                    states[child] = states[parent]
                    state = states[child]
                if single:
                    s.joint[me] = s.lists[0, slot]
                else:
                    pick_joint(s, slot, own)
                for k in range(owned):
                    node.action[k] = s.joint[me if single else own[k]]
                    if layer == 0:
                        roots[slot, k] = node.action[k]
                if draws:
                    rewind(memory, streams, layer)
                step(state, s.joint, rng, None)
                turns = 1
                if not simultaneous and not mine[to_move(state)] and not is_over(state):
                    turns += others_turns(states, child, before.when, plan, s, buffer, mine, w, rng)
                # 4. score it
                slot += 1
                node.value, node.lasting = judge(state, w, s, own)
                node.parent, node.when, node.born = link, before.when + turns, born + slot - 1
                node.first = slot - 1 if layer == 0 else before.first
                score = scored(s, node, before)
                node.score = score
                s.turns += turns
                # 5. an ended match leaves the beam, and so does what is worse than the worst kept
                if is_over(state):
                    outcome(state, s.seat_values)
                    if s.seat_values[owner[own[0]]] >= WIN:
                        s.won = 1
                    if score > s.ended_score:
                        remember(s, node, before.when)
                    continue
                if score <= s.bound:
                    s.dropped = 1
                    continue
                if s.by_stack != 0 and explored(floors[(layer + 1) % layers], node):
                    continue
                # 6. of two equal states the better sequence is kept
                if s.distinct != 0:
                    node.key = key(state, words, masks, child)
                    k = probe(table, node.key, s.epoch)
                    if table[k].epoch == s.epoch:
                        s.repeats += 1
                        s.layer_repeats += 1
                        other = np.uint64(table[k].node)
                        if score > nodes[other].score:
                            states[other] = state
                            nodes[other] = node
                        continue
                    table[k].key, table[k].epoch, table[k].node = node.key, s.epoch, child
                if light:
                    states[child] = state
                used += 1
                # 7. too many children: keep only the best
                if used - s.closed == s.cap + max(s.cap, SPARE):
                    s.used = used
                    cut(s, nodes, order, table, lower)
                    used = s.used
            s.iterations, s.born = s.iterations + slot - s.slot, born + slot
            done += slot - s.slot
            s.used, s.slot = used, slot
        return done

    return expand


def uses_chance(game: Game) -> bool:
    """Whether an expansion may draw random numbers."""
    return game.chance or game.rules.policy is not None


def has_light_state(game: Game) -> bool:
    """Whether a child's state is made in registers and written only if it is kept: it is small, and
    neither its key nor the others' turns need it in memory.
    """
    apart = game.simultaneous or game.agents == 1
    return apart and game.rules.key is not None and game.dtype.itemsize <= LIGHT


@rule
def rewind(memory: Any, streams: Any, depth: int) -> None:
    """Sets the generator to the stream of a depth: common random numbers for all its children."""
    row = depth % streams.shape[0]
    for k in range(4):
        memory[k] = streams[row, k]


@inlined
def scored(s: Any, node: Any, before: Any) -> float:
    """The score of a child of `before`: what the turn gained, discounted; the lasting part less
    so.
    """
    stays = node.lasting - before.lasting
    gained = s.factor * (node.value - before.value - stays)
    return before.score + gained + (s.discounted * s.factor + s.kept) * stays


@inlined
def explored(floor: Any, node: Any) -> bool:
    """Whether beam stack search already explored the node in an earlier slice of its layer."""
    return node.score > floor.above_score or (
        node.score == floor.above_score and node.born <= floor.above_born
    )


@rule
def remember(s: Any, node: Any, when: int) -> None:
    """Notes the sequence that ends the match best, until its layer is finished."""
    s.ended_score, s.ended_first, s.ended_parent = node.score, node.first, node.parent
    s.ended_when = when
    s.ended_fresh = 1
    for k in range(node.action.shape[0]):
        s.ended_action[k] = node.action[k]


@rule
def pick_joint(s: Any, slot: int, own: Ints) -> None:
    """Puts a joint action of the seat's agents into `s.joint`: a mixed-radix number whose digits
    index their lists.
    """
    number = slot * s.stride % s.product
    for k in range(own.shape[0]):
        if s.counts[k] > 0:
            s.joint[own[k]] = s.lists[k, number % s.counts[k]]
            number //= s.counts[k]


@rule
def spread(count: int) -> int:
    """A stride near the golden section that visits every number below `count` once, with the first
    few far apart.
    """
    stride = int(count * 0.618)
    while True:
        a, b = stride, count
        while b > 0:
            a, b = b, a % b
        if a == 1:
            return stride
        stride += 1


def build_key(game: Game) -> Any:
    """The jitted (state, words, masks, index) -> uint64 that is equal for states with the same
    future.
    """
    has_key, key_of = game.rules.key is not None, game.rules.filled().key

    @inlined
    def key(state: Any, words: Any, masks: Any, index: int) -> Any:
        return np.uint64(key_of(state)) if has_key else digest(words, masks, index)

    return key


def build_judge(game: Game) -> Any:
    """The jitted (state, w, s, own) -> (value, its lasting part), for a seat the mean over its
    agents.
    """
    rules, lasts = game.rules.filled(), game.rules.lasting is not None
    value, lasting = rules.value, rules.lasting
    single, alone = seat_agents(game) == 1, game.agents == 1

    @inlined
    def mean(values: Floats, own: Ints) -> float:
        if single:
            return values[0 if alone else own[0]]
        total = 0.0
        for k in range(own.shape[0]):
            total += values[own[k]]
        return total / own.shape[0]

    @inlined
    def judge(state: Any, w: Floats, s: Any, own: Ints) -> tuple[float, float]:
        value(state, w, s.values)
        worth = mean(s.values, own)
        if not lasts:
            return worth, 0.0
        lasting(state, w, s.values)
        return worth, mean(s.values, own)

    return judge


def build_open(game: Game) -> Any:
    """The jitted function that lists a parent's joint actions and, where all move at once, asks the
    model for the others' actions.
    """
    agents = game.agents
    legal = game.rules.legal
    to_move = game.rules.to_move
    simultaneous = game.simultaneous
    reply, rest_of = build_reply(game), build_rest(game)

    @rule
    def open_node(
        states: Any,
        index: int,
        when: int,
        plan: Ints,
        s: Any,
        buffer: Any,
        own: Ints,
        mine: Any,
        w: Floats,
        rng: Any,
    ) -> None:
        if simultaneous:
            for a in range(agents):
                s.trial[a] = (
                    PASS
                    if mine[a] and s.mode != GREEDY
                    else rest_of(states[index], a, s.actions, rng)
                )
            for a in range(agents):
                s.values[a] = 0.0
                if not mine[a]:
                    s.guess[a] = reply(states, index, a, when, plan, s, buffer, w, rng)
        for a in range(agents):
            s.joint[a] = s.guess[a] if simultaneous and not mine[a] else PASS
        s.slot = 0
        s.product = 1
        for k in range(own.shape[0]):
            waits = not simultaneous and to_move(states[index]) != own[k]
            s.counts[k] = 0 if waits else legal(states[index], own[k], s.lists[k])
            if s.depth == 0 and s.counts[k] > 0:
                s.counts[k] = confined(s, own[k], s.lists[k], s.counts[k])
            s.product *= max(1, s.counts[k])
        s.combos = min(s.product, s.most)
        s.stride = 1 if s.combos == s.product else spread(s.product)

    return open_node


def build_others(game: Game) -> Any:
    """The jitted function that plays the others' turns in place until the seat has to move; returns
    how many.
    """
    rules, reply, rest_of = game.rules, build_reply(game), build_rest(game)
    to_move, step, is_over, agents = rules.to_move, rules.step, rules.is_over, game.agents

    @rule
    def others_turns(
        states: Any,
        index: int,
        when: int,
        plan: Ints,
        s: Any,
        buffer: Any,
        mine: Any,
        w: Floats,
        rng: Any,
    ) -> int:
        turns = 0
        for a in range(agents):
            s.trial[a] = PASS
        while not is_over(states[index]) and not mine[to_move(states[index])]:
            mover = to_move(states[index])
            s.trial[mover] = rest_of(states[index], mover, s.actions, rng)
            action = reply(states, index, mover, when + 1 + turns, plan, s, buffer, w, rng)
            s.trial[mover] = PASS
            for a in range(agents):
                s.joint[a] = action if a == mover else PASS
            step(states[index], s.joint, rng, None)
            turns += 1
        for a in range(agents):
            s.joint[a] = PASS
        return turns

    return others_turns


def compiled(game: Game) -> Callable[..., Any]:
    """The loop, compiled; kept on disk for this configured game."""
    return kernel_for(game, "beam", build)
