"""Laws of one tree that several threads have grown, whatever each of them did and when.

Lost updates, children that two threads made, and loans that were never given back break them. As a
program, with NUMBA_DISABLE_JIT=1, it has threads interrupt one another after every few
instructions, and prints what is wrong as JSON.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from threading import Barrier
from typing import Any

import numpy as np

from engines import games
from engines.game import Game
from engines.knobs import make
from search import algorithms
from search.base import Search
from search.duct import search as duct
from search.duct.nodes import new_nodes
from search.duct.shared import Links, links_of
from search.duct.shared import claimed as leaf_claimed
from search.parallel.hands import USED
from search.parallel.opening import claimed
from search.tree import NO_CHILDREN, new_tree
from tests.search.shared_blocks import broken_blocks

TRIALS: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("tictactoe", "uct", {}),
    ("connect_four", "uct", {"memory": 4096, "playout_depth": 0}),
    ("goofspiel", "uct", {"playout": "scripted"}),
    ("csb", "uct", {"playout_depth": 1}),
    ("goofspiel", "smitsimax", {}),
    ("csb", "smitsimax", {"depth": 3, "untried": "ucb"}),
    ("csb", "smitsimax", {"depth": 4, "expansion": "one", "memory": 4096}),
    ("goofspiel", "duct", {}),
    ("tron", "duct", {"playout_depth": 3}),
    ("connect_four", "duct", {"memory": 4096, "playout_depth": 0}),
)
THREADS = 5
SLOW_TRIALS = (("tictactoe", "uct"), ("goofspiel", "smitsimax"), ("goofspiel", "duct"))


def grown(game: Game, name: str, threads: int, n: int, slow: bool = False, **params: Any) -> Search:
    """A search of the game's start with this many threads and one tree, after `n` iterations; in
    plain Python its arrays may be `slow`.
    """
    kind = algorithms()[name]
    search = kind(game, make(kind.Params, params | {"threads": threads, "parallel": "tree"}))
    search.start(game.initial(1), 0)
    if slow:
        slowed(search)
    search.advance(n // 2)
    search.advance(n - n // 2)
    return search


class Slow(np.ndarray[Any, Any]):
    """An array of which each element that is read lets other threads run, so that whoever writes
    what it has read before loses what they wrote.
    """

    def __getitem__(self, index: Any) -> Any:
        found = super().__getitem__(index)
        if not isinstance(found, np.ndarray):
            time.sleep(0)
        return found


def slowed(search: Any) -> None:
    """Has the threads of a search that has begun share slow arrays."""
    tree = search.tree
    names = ("visits", "total", "first_child")
    shared = {name: getattr(tree, name) for name in names if hasattr(tree, name)}
    search.tree = tree._replace(**{name: array.view(Slow) for name, array in shared.items()})
    if search.name == "duct":
        duct.links_of = lambda arena: Links(*(each.view(Slow) for each in links_of(arena)))
    search._hands.counters = search._hands.counters.view(Slow)


def broken(search: Any, n: int) -> Iterator[str]:
    """Which laws the tree of a search breaks after `n` iterations, in words."""
    if search.name == "duct":
        yield from broken_blocks(search, n)
        return
    s, tree, used = search.scratch, search.tree, int(search.scratch.used[0])
    roots, nodes = search._roots, used - search._waiting
    if search.counts().nodes != nodes:
        yield "it says another number of nodes"
    visits, total = tree.visits[:used], tree.total[:used]
    first, count = tree.first_child[:used], tree.child_count[:used]
    inner = reachable(tree, roots)
    children = [np.arange(first[node], first[node] + count[node]) for node in inner]
    if not (visits[:roots] == n).all():
        yield f"its roots have {visits[:roots]} visits"
    if used > search.params.memory:
        yield f"it has {used} nodes"
    if (first[inner] < 0).any():
        yield "a node was never opened"
    found = np.concatenate(children)
    if np.unique(found).size != found.size or found.size != nodes - roots:
        yield "a node is no child, or that of two"
    if any(visits[node] < visits[below].sum() for node, below in zip(inner, children, strict=True)):
        yield "a node has fewer visits than its children"
    if int(visits[found].sum()) != entered(search):
        yield "visits and nodes entered differ"
    if int(s.depth_nodes.sum()) != nodes - roots:
        yield "nodes and their depths differ"
    yield from wrong_at_the_root(search, total)


def reachable(tree: Any, roots: int) -> list[int]:
    """The nodes that have children. Between them are others that wait for the thread that has taken
    them.
    """
    found, todo = list[int](), list(range(roots))
    while todo:
        node = todo.pop()
        first = int(tree.first_child[node])
        if first:
            found.append(node)
            todo += range(first, first + int(tree.child_count[node])) if first > 0 else ()
    return found


def entered(search: Any) -> int:
    """Nodes that all iterations together have entered."""
    s = search.scratch
    return int(s.plies[0]) if search.name == "uct" else int(s.leaf_depth.sum())


def wrong_at_the_root(search: Any, total: Any) -> Iterator[str]:
    """Compares the root's children with what the threads have counted apart from the tree."""
    s, tree = search.scratch, search.tree
    if search.name == "smitsimax":
        for agent in range(search._roots):
            first, count = int(tree.first_child[agent]), int(tree.child_count[agent])
            below = slice(first, first + count)
            # a thread that comes while another one makes the root's children goes without them
            all_went = tree.visits[below].sum() == tree.visits[agent]
            if all_went and not np.isclose(total[below].sum(), total[agent], rtol=1e-9, atol=1e-3):
                yield f"the root of agent {agent} has another total than its children"
        return
    first, count = int(tree.first_child[0]), int(tree.child_count[0])
    agent = int(search.growth.chooser[0])
    if not np.array_equal(tree.visits[first : first + count], s.visits[agent, :count]):
        yield "the root's visits differ from those counted"
    if not np.allclose(total[first : first + count], s.total[agent, :count], atol=1e-6):
        yield "the root's totals differ from those counted"


def wrong_loans(name: str) -> Iterator[str]:
    """What is wrong with the loans that choices at the root have while their result is awaited, in
    iterations that come one after another.
    """
    game, found = games()["goofspiel"](), list[str]()
    result = "value" if name == "smitsimax" else "outcome"

    def awaiting(*given: Any) -> None:
        rule(*given)
        for agent, (visits, total, low) in before.items():
            now, lent = sums_at_the_root(search, agent)
            if (now, lent) != (visits + 1, total + low):
                found.append(f"agent {agent} has {now} visits after {visits} and lent {low}")

    rule, before = getattr(game.rules, result), dict[int, tuple[int, float, float]]()
    game.rules = replace(game.rules, **{result: awaiting})
    search = grown(game, name, 2, 1)
    for _ in range(60):
        for agent in (0,) if name == "uct" else (0, 1):
            low = float(search.scratch.low[agent]) if name == "smitsimax" else -1.0
            before[agent] = (*sums_at_the_root(search, agent), low)
        search.advance(1)
    yield from found


def wrong_claims() -> Iterator[str]:
    """What is wrong where several threads want to make the same children, or the same leaf."""
    lots, actions = np.zeros(48, np.int64), np.arange(3)
    with ThreadPoolExecutor(THREADS) as pool:
        for _ in range(30):
            tree, counters, gate = new_tree(99), np.zeros(48, np.int64), Barrier(THREADS)
            tree.first_child[:] = NO_CHILDREN
            tree = tree._replace(first_child=tree.first_child.view(Slow))
            arena = new_nodes(99, 2, 3, False)
            link = arena.entries["node"].view(Slow)

            def both(_: int, at: Any = (tree, arena, link, counters, gate)) -> tuple[bool, bool]:
                tree, arena, link, counters, gate = at
                gate.wait()
                children = claimed(tree, counters, lots, 5, actions, 3) != NO_CHILDREN
                gate.wait()
                return children, leaf_claimed(arena.entries, link, counters, lots, 7, 0, 1, 99)

            counters[USED] = 1
            made = list(pool.map(both, range(THREADS)))
            if np.sum(made, axis=0).tolist() != [1, 1] or counters[USED] != 1 + 3 + 1:
                yield f"{made} of the threads were first, {counters[USED]} nodes"


def sums_at_the_root(search: Any, agent: int) -> tuple[int, float]:
    """Visits and total of all root actions of an agent that chooses there."""
    if search.name == "duct":
        _, visits, total = search.block(agent)
    else:
        tree = search.tree
        first = int(tree.first_child[agent])
        below = slice(first, first + int(tree.child_count[agent]))
        visits, total = tree.visits[below], tree.total[below]
    return int(visits.sum()), float(total.sum())


def main() -> None:
    """Prints the laws that are broken in each trial."""
    sys.setswitchinterval(1e-6)
    found: dict[str, list[str]] = {}
    for game, name, params in TRIALS:
        n = 1500 if params.get("playout_depth") == 0 else 200
        with np.errstate(all="ignore"):
            search = grown(games()[game](), name, THREADS, n, **params)
        found[f"{game} {name} {params}"] = list(broken(search, n))
    for game, name in SLOW_TRIALS:
        with np.errstate(all="ignore"):
            search = grown(games()[game](), name, THREADS, 300, slow=True)
        found[f"{game} {name} on slow arrays"] = list(broken(search, 300))
    found["claims"] = list(wrong_claims())
    for name in ("uct", "smitsimax", "duct"):
        found[f"loans of {name}"] = list(wrong_loans(name))
    print(json.dumps(found))


if __name__ == "__main__":
    main()
