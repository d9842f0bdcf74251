"""Names for the nodes of a tree, numbers as a lesson writes them, and how expectimax weights
replies.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from engines.textbook.picture import value_text
from engines.textbook.tree import CHANCE, LEAF, TextTree
from lab.words.numerals import capitalised, figures

SIDES = {1: ("only",), 2: ("left", "right"), 3: ("left", "middle", "right")}


def numbers(values: Sequence[float]) -> str:
    """One value, or one for each player in brackets."""
    return figures(values[0]) if len(values) == 1 else f"({', '.join(map(figures, values))})"


def ordinal(n: int) -> str:
    """1st, 2nd, 3rd, 4th ..."""
    ending = "th" if 10 <= n % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(n % 10, "th")
    return f"{n}{ending}"


def branch(tree: TextTree, node: int) -> str:
    """Which branch of its parent a node is: "left", "middle", "4th"."""
    parent = int(tree.parent[node])
    place, sides = node - int(tree.child[parent]), SIDES.get(int(tree.branches[parent]), ())
    return sides[place] if sides else ordinal(place + 1)


def way(tree: TextTree, node: int) -> str:
    """How to get there from the parent: "from the left", "from the 4th branch"."""
    side = branch(tree, node)
    return f"from the {side}" if side in ("left", "middle", "right") else f"from the {side} branch"


def name(tree: TextTree, node: int) -> str:
    """A node's name in the middle of a sentence: "the root", "the left MIN", deeper "MAX 1.2" by
    its branches.
    """
    path = tree.path(node)
    if len(path) == 1:
        return "the root"
    if len(path) == 2:
        return f"the {branch(tree, node)} {tree.words[node]}"
    return (
        f"{tree.words[node]} "
        f"{'.'.join(str(n - int(tree.child[tree.parent[n]]) + 1) for n in path[1:])}"
    )


def title(tree: TextTree, node: int) -> str:
    """The same at the beginning of a line: "Root", "Left MIN", "MAX 1.2"."""
    text = name(tree, node).removeprefix("the ")
    return capitalised(text)


def short(tree: TextTree, node: int) -> str:
    """The same for a table with a column of kinds: "Root", "Left", "1.2"."""
    return (
        title(tree, node)
        if node == 0
        else " ".join(word for word in title(tree, node).split() if word != tree.words[node])
    )


def shown(tree: TextTree, node: int) -> str:
    """A leaf by its number or letter, another node by its name."""
    if tree.kind[node] != LEAF:
        return name(tree, node)
    text = value_text(tree, node)
    return f"({text})" if "," in text else text


def sides(tree: TextTree, seat: int, many: str = "others") -> tuple[str, str]:
    """The names of the searching side and of the other; `many` if several players are on that
    one.
    """
    movers = {int(k): w for k, w in zip(tree.kind, tree.words, strict=True) if k < CHANCE}
    own = movers.pop(seat, "P1" if len(movers) > 1 else "MAX")
    others = list(movers.values()) or ["MIN"]
    return own, others[0] if len(others) == 1 else many


@dataclass(frozen=True)
class Weights:
    """How the replies of others are weighted, as in `search.depth_first.sums.weigh`."""

    model: str = "uniform"
    share: float = 1.0
    temperature: float = 0.2

    def of(self, values: list[float]) -> list[float]:
        """A weight for each value; they add up to 1."""
        n, low = len(values), min(range(len(values)), key=values.__getitem__)
        if self.model == "ranked" and n > 1:
            return [self.share if k == low else (1 - self.share) / (n - 1) for k in range(n)]
        if self.model == "softmax":
            mass = [math.exp((values[low] - v) / self.temperature) for v in values]
            return [m / sum(mass) for m in mass]
        return [1 / n] * n
