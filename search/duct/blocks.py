"""DUCT's blocks: an agent's actions at one node, made at its second visit and updated where actions
differ between visits.

With chance or hidden information one node sees many positions. Statistics then belong to action
codes: legal actions are looked up in the block, new ones are appended, and only legal ones are
compared.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engines.game import SIMULTANEOUS, Game
from engines.jit import rule
from search.duct.nodes import NOWHERE
from search.only import confined
from search.tree import SLACK


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
