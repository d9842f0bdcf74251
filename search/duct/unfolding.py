"""DUCT's tree as one in which the agents of a turn choose one after another: the first agent's
actions, below each of them the second agent's, and so on; below the last one the next turn.

A node's children can be found by hash only. They are looked for by the joint actions of what its
agents have tried, from the root down and only where a view shows them, so iterations keep no links.
What the first agent of a turn does has that agent's own statistics. Below it are the visits of the
joint actions, without those that end the match, which have no child. Shapes: [A] agents, [N] nodes
of the unfolded tree, [W] nodes of the wanted paths.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Protocol

import numpy as np

from engines.jit import keep, rule
from engines.records import columns, records
from search.base import Ints
from search.branches import Branches, Path, Wish
from search.duct.nodes import CODE, FREE, LEAF, Nodes, entry_of
from search.harvest import Shown, branches_of
from search.tree import NO_CHILDREN, new_tree

ROOM = 40_000  # nodes unfolded at a time
DEAREST = 1 << 14  # joint actions looked for below one action; beyond, it has no children on show


class Numbers:
    """Numbers for the nodes of the unfolded tree, the same each time it is unfolded."""

    def __init__(self) -> None:
        self._generation = -1
        self._known: dict[tuple[int, int], int] = {}

    def given(self, part: Branches) -> Branches:
        """The part with these numbers; new nodes come after older siblings."""
        if part.generation != self._generation:
            self._generation = part.generation
            self._known.clear()
        number = np.zeros(len(part), np.int32)
        for action in part.focus:
            number[0] = self._of(int(number[0]), action)
        for row in np.argsort(part.node, kind="stable").tolist():
            if row:
                number[row] = self._of(int(number[part.parent[row]]), int(part.action[row]))
        return replace(part, node=number)

    def _of(self, parent: int, action: int) -> int:
        return self._known.setdefault((parent, action), 1 + len(self._known))


class Opener(Protocol):
    """A sum of trees, whose nodes have children once they are opened."""

    @property
    def arena(self) -> Nodes: ...

    def closed(self, nodes: Ints) -> Ints:
        """Those of `nodes` that are not opened."""

    def open(self, nodes: Ints) -> None:
        """Opens `nodes`."""


def unfolded(
    arena: Nodes,
    base: int,
    shown: Shown,
    wish: Wish,
    generation: int,
    iterations: int,
    summed: Opener | None = None,
) -> Branches:
    """The wanted part of the tree, or of a sum, of which all that is wanted is opened. `base` is
    the radix of a joint action's number.
    """
    focus = wish.focus_of(0)
    parent, action, focused = wanted((focus, shown.line, *wish.keep_of(0)), len(focus))
    tree, chooser = new_tree(ROOM), np.zeros(ROOM, np.int8)
    where = records(ROOM, WHERE)
    digits = np.zeros(arena.node["first"].shape[1], np.int64)
    paths = parent, action, focused
    used = unfold(arena, base, wish.least, *paths, tree, chooser, where, digits)
    while summed is not None:
        reached = columns(where[:used])
        closed = summed.closed(_expanded(reached, tree.visits[:used], focused, wish.least))
        if not closed.size:
            break
        summed.open(closed)
        used = unfold(summed.arena, base, wish.least, *paths, tree, chooser, where, digits)
    return branches_of(tree, shown._replace(chooser=chooser), wish, 0, generation, iterations)


def wanted(paths: Iterable[Path], focus: int) -> tuple[Ints, Ints, int]:
    """The paths as one tree, the parent and the action of each node, [W] each; and the node `focus`
    actions down the first path.
    """
    known: dict[Path, int] = {(): 0}
    parents, actions = [-1], [-1]
    first: Path | None = None
    for path in paths:
        first = path if first is None else first
        for length in range(1, len(path) + 1):
            if path[:length] not in known:
                known[path[:length]] = len(parents)
                parents.append(known[path[: length - 1]])
                actions.append(path[length - 1])
    return np.array(parents), np.array(actions), known[(first or ())[:focus]]


def _expanded(where: Any, visits: Any, focus: int, share: float) -> Ints:
    """The nodes at which a turn begins whose children `unfold` adds."""
    at = np.flatnonzero(where.mark == focus)
    least = max(1.0, share * visits[at[0]]) if at.size else np.inf
    wanted = (where.mark >= 0) | ((where.inside != 0) & (visits >= least))
    found: Ints = where.node[wanted & (where.level == 0) & (where.node >= 0)].astype(np.int64)
    return found


WHERE = np.dtype(
    [
        ("node", np.int32),  # in the arena; -1 for one without blocks
        ("level", np.int32),  # how many agents have chosen in this turn
        ("code", np.int64),  # what they have chosen
        ("mark", np.int32),  # of the wanted paths; -1 for none
        ("inside", np.int32),  # whether it is the focus or below it
    ]
)


@rule
def unfold(
    arena: Any,
    base: int,
    share: float,
    parent: Ints,
    wish: Ints,
    focus: int,
    tree: Any,
    chooser: Any,
    where: Any,
    digits: Ints,
) -> int:
    """Writes the nodes level by level: the children of all nodes on the wanted paths, and of those
    below the focus with `share` of its visits. Returns how many there are.
    """
    visits, total, action, first_child, child_count = tree
    visits[0], total[0], action[0] = arena.node[0].visits, np.nan, -1
    first_child[0], child_count[0] = NO_CHILDREN, 0
    where[0].inside = 1 if focus == 0 else 0
    used, least, i = 1, 1.0, 0
    while i < used:
        here = where[i]
        if here.mark == focus:
            here.inside = 1
            least = max(1.0, share * visits[i])
        if here.node >= 0 and (here.mark >= 0 or (here.inside != 0 and visits[i] >= least)):
            used = expand(arena, base, parent, wish, tree, chooser, where, digits, i, used)
        i += 1
    return used


@rule
def expand(
    arena: Any,
    base: int,
    parent: Ints,
    wish: Ints,
    tree: Any,
    chooser: Any,
    where: Any,
    digits: Ints,
    i: int,
    used: int,
) -> int:
    """Adds the actions of the agent that chooses next; returns the nodes used."""
    visits, total, action, first_child, child_count = tree
    here, node = where[i], arena.node[where[i].node]
    # 1. who chooses, and how many joint actions there are of those after it
    agent, chosen, below, later = -1, 0, 1, 0
    for a in range(digits.size):
        if node.count[a] > 0:
            if chosen == here.level:
                agent = a
            elif chosen > here.level:
                below *= min(node.count[a], DEAREST)
                below = min(below, DEAREST + 1)
                later += 1
            chosen += 1
    if agent < 0 or below > DEAREST or used + node.count[agent] > chooser.size:
        return used
    # 2. its actions, those that were tried together with the ones before
    chooser[i], first, begin = agent, node.first[agent], used
    for k in range(node.count[agent]):
        slot, code = first + k, (here.code * base + k + 1) & CODE
        n, child, known, gained = 0, -1, 0, np.nan
        if here.level > 0 or later == 0:
            n, child, known, gained = together(arena, base, here.node, agent, code, digits)
        if here.level == 0:
            n, gained, known = arena.visits[slot], arena.total[slot], arena.visits[slot]
        elif n == 0:
            continue
        new = where[used]
        visits[used], action[used] = n, arena.action[slot]
        total[used] = gained * (n / known) if known > 0 else np.nan
        first_child[used], child_count[used] = NO_CHILDREN, 0
        new.node, new.level, new.code = child, 0, 0
        if later > 0:
            new.node, new.level, new.code = here.node, here.level + 1, code
        # 3. whether it is on a wanted path
        new.inside, new.mark = here.inside, -1
        for w in range(parent.size):
            if here.mark >= 0 and parent[w] == here.mark and wish[w] == action[used]:
                new.mark = w
        used += 1
    if used > begin:
        first_child[i], child_count[i] = begin, used - begin
    return used


@rule
def together(
    arena: Any, base: int, at: int, agent: int, code: int, digits: Ints
) -> tuple[Any, int, Any, float]:
    """Of the joint actions at node `at` that begin with `code`: their visits, the last child found,
    and from their children's own statistics the visits and the summed values of `agent`.
    """
    node, visits, known, gained, child = arena.node[at], 0, 0, 0.0, -1
    digits[:] = 0
    while True:
        # 1. the number of this joint action, if all of its actions were tried
        whole, tried = code, True
        for a in range(agent + 1, digits.size):
            if node.count[a] > 0:
                whole = (whole * base + digits[a] + 1) & CODE
                tried = tried and arena.visits[node.first[a] + digits[a]] > 0
        # 2. its child
        if tried:
            found = arena.entries[entry_of(arena.entries, at, whole)].node
            if found == LEAF:
                visits += 1
            elif found != FREE:
                child = found
                below = arena.node[found]
                visits += below.visits + 1
                for slot in range(below.first[agent], below.first[agent] + below.count[agent]):
                    known += arena.visits[slot]
                    gained += arena.total[slot]
        # 3. the next joint action
        a = digits.size - 1
        while a > agent:
            if digits[a] + 1 < node.count[a]:
                digits[a] += 1
                break
            digits[a] = 0
            a -= 1
        if a == agent:
            return visits, child, known, gained


# called from Python, so each has a kernel file of its own on disk
keep(unfold, "duct.unfold", ("duct", "unfold"), __name__)
