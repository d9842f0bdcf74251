"""A tree's branches in another order, best or worst first, and the leaves a search then
looks at.
"""

from __future__ import annotations

import math

from engines.textbook.picture import value_text
from engines.textbook.tree import CHANCE, LEAF, TextTree, read

WRITTEN, BEST, WORST, LEARNED = "written", "best", "worst", "learned"


def reordered(tree: TextTree, values: str, order: str) -> tuple[str, TextTree, tuple[int, ...]]:
    """The tree with its branches in another order: its text, the tree, and for each of its nodes
    the node of the given tree.
    """
    sort = {BEST: 1, WORST: -1}.get(order, 0)
    children = {node: _sorted(tree, node, sort) for node in range(tree.kind.size)}
    text = written(tree, children)
    found = read(text, values)
    places = [0] * found.kind.size
    for node in range(found.kind.size):  # children are numbered after their parent
        for mine, theirs in zip(found.below(node), children[places[node]], strict=True):
            places[mine] = theirs
    return text, found, tuple(places)


def written(tree: TextTree, children: dict[int, list[int]], node: int = 0) -> str:
    """The text of a tree with each node's children in the order given."""
    if tree.kind[node] == LEAF:
        if tree.words[node]:
            return tree.words[node]
        shown = value_text(tree, node)
        return f"({shown})" if tree.vectors else shown
    parts = [written(tree, children, n) for n in children[node]]
    if tree.kind[node] == CHANCE:
        parts = [
            f"{tree.share[n]:.9g}: {part}" for n, part in zip(children[node], parts, strict=True)
        ]
    return f"{tree.words[node]}({', '.join(parts)})"


def _sorted(tree: TextTree, node: int, sort: int) -> list[int]:
    """A node's children sorted by value for its mover; unknown values come last, and chance keeps
    its order.
    """
    kids = list(tree.below(node))
    if not sort or tree.kind[node] >= CHANCE or tree.vectors:
        return kids
    sign = sort if tree.kind[node] == 0 else -sort
    return sorted(kids, key=lambda n: (math.isnan(worth(tree, n)), -sign * worth(tree, n)))


def worth(tree: TextTree, node: int) -> float:
    """The minimax value for MAX of what is known below a node; NaN where nothing is."""
    if tree.kind[node] == LEAF:
        return float(tree.payoff[node, 0])
    kids = [(worth(tree, n), float(tree.share[n])) for n in tree.below(node)]
    known = [v for v, _ in kids if not math.isnan(v)]
    if not known:
        return math.nan
    if tree.kind[node] == CHANCE:
        return sum(v * share for v, share in kids)
    return max(known) if tree.kind[node] == 0 else min(known)


def is_uniform(tree: TextTree) -> bool:
    """Whether every inner node has the same number of branches, all leaves are equally deep, and
    MAX and MIN alternate.
    """
    inner = [n for n in range(tree.kind.size) if tree.kind[n] != LEAF]
    depths = {len(tree.path(leaf)) for leaf in tree.leaves}
    turns = all(tree.kind[n] != tree.kind[tree.parent[n]] < CHANCE for n in inner[1:])
    return (
        len({int(tree.branches[n]) for n in inner}) == 1
        and len(depths) == 1
        and turns
        and bool((tree.kind != CHANCE).all())
    )


def fewest(tree: TextTree) -> int:
    """The leaves that any search has to look at in a uniform tree: b^ceil(d/2) + b^floor(d/2) - 1
    (Slagle and Dixon 1969).
    """
    b, d = int(tree.branches[0]), len(tree.path(tree.leaves[0])) - 1
    return int(b ** -(-d // 2) + b ** (d // 2) - 1)
