"""A tree as a Scene: triangles up for MAX, down for MIN, circles for CHANCE, boxes for other
players and leaves.

World units: leaves are 1 apart, y grows downwards. Items are named by their node, `node4`, `edge4`,
so that a search can be drawn over them.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from math import hypot
from typing import NamedTuple

from engines.scene import AnyItem, Circle, Line, Point, Rect, Scene, Text
from engines.textbook.tree import CHANCE, LEAF, TextTree

FAINT = 0.35  # opacity of what can no longer be reached
SIZE = 0.3  # half the side of a leaf's box
# of a triangle: from its place to its tip and to its foot, and half its width
TIP, FOOT, HALF = 0.48, 0.34, 0.52
RADIUS = 0.36  # of a CHANCE node
ROWS = {
    "MAX": "takes the highest",
    "MIN": "takes the lowest",
    "CHANCE": "draws by the shares",
    "leaf": "value given",
}


class TreeLayout(NamedTuple):
    """Where each node is and how large it is drawn; leaves side by side, every other node centred
    above its children.
    """

    places: tuple[Point, ...]  # [N]
    scale: tuple[float, ...]  # [N] of the shapes, 1 for leaves
    gutter: float  # to the left of the leaves, for the names of the rows
    width: float
    height: float


@lru_cache(maxsize=8)
def layout(tree: TextTree) -> TreeLayout:
    """The layout of a tree, about as wide as a board; where there are many leaves, the nodes above
    them are drawn larger.
    """
    leaves, n = tree.leaves, tree.kind.size
    level = [len(tree.path(node)) - 1 for node in range(n)]
    gutter = max(2.0, 0.2 * len(leaves))
    width = len(leaves) + gutter
    x = {leaf: k + 0.5 for k, leaf in enumerate(leaves)}
    for node in reversed(range(n)):  # children are numbered after their parent
        if tree.below(node):
            x[node] = (x[tree.below(node)[0]] + x[tree.below(node)[-1]]) / 2
    scale = [1.0] * n
    for row in range(level[-1]):
        inner = [node for node in range(n) if level[node] == row and tree.below(node)]
        gap = min((x[b] - x[a] for a, b in pairwise(inner)), default=width)
        for node in inner:
            scale[node] = max(1.0, min(width / 14, 0.8 * gap))
    high = max(0.55 * width / level[-1], 1.5)
    top = 0.5 + TIP * scale[0]
    places = tuple((x[node], top + high * level[node]) for node in range(n))
    return TreeLayout(
        places, tuple(scale), gutter, width, top + high * level[-1] + max(0.8, 0.06 * width)
    )


def draw(tree: TextTree, node: int) -> Scene:
    """The whole tree; the path to `node` and what can still be reached are drawn clearly, the rest
    faintly.
    """
    plan, path = layout(tree), tree.path(node)
    alive = {*path, *tree.walk(node)}
    items: list[AnyItem] = []
    for n in range(1, tree.kind.size):
        ends = _foot(tree, plan, int(tree.parent[n]), n), _head(tree, plan, n)
        stroke, width = ("ink", 2.2) if n in path else ("edge", 1.0)
        items.append(Line(ends, stroke, width, id=f"edge{n}", alpha=1.0 if n in alive else FAINT))
    for n in range(tree.kind.size):
        items += _node(tree, plan, n, n == node, 1.0 if n in alive else FAINT)
    return Scene(
        -plan.gutter,
        0.0,
        plan.width + 0.2,
        plan.height,
        still=tuple(_rows(tree, plan)),
        items=tuple(items),
    )


def _rows(tree: TextTree, plan: TreeLayout) -> list[AnyItem]:
    """The names of the rows whose nodes are all of one kind, not counting leaves among inner
    nodes.
    """
    named: list[AnyItem] = []
    for y in sorted({y for _, y in plan.places}):
        row = [n for n, place in enumerate(plan.places) if place[1] == y]
        words = {tree.words[n] for n in row if tree.kind[n] != LEAF} or {"leaf"}
        if len(words) == 1:
            word = words.pop()
            named.append(
                Text(
                    -plan.gutter + 0.02 * plan.width,
                    y,
                    word.capitalize() if word == "leaf" else word,
                    "ink",
                    13,
                    True,
                    "left",
                )
            )
            under = y + 0.033 * plan.width
            named.append(
                Text(
                    -plan.gutter + 0.02 * plan.width,
                    under,
                    ROWS.get(word, "takes most for itself"),
                    "ink2",
                    11,
                    anchor="left",
                )
            )
    return named


def _foot(tree: TextTree, plan: TreeLayout, node: int, child: int) -> Point:
    """Where the edge to `child` leaves a node."""
    (x, y), (to_x, to_y) = plan.places[node], plan.places[child]
    if tree.words[node] == "MIN":
        return x, y + TIP * plan.scale[node]
    down = {"MAX": FOOT, "CHANCE": RADIUS}.get(tree.words[node], SIZE) * plan.scale[node]
    if tree.words[node] == "CHANCE":
        down *= (to_y - y) / hypot(to_x - x, to_y - y)
    side = plan.scale[node] * (HALF if tree.words[node] == "MAX" else SIZE)
    return x + min(max((to_x - x) * down / (to_y - y), -side), side), y + down


def _head(tree: TextTree, plan: TreeLayout, node: int) -> Point:
    """Where the edge from above meets a node."""
    x, y = plan.places[node]
    up = {"MAX": TIP, "MIN": FOOT, "CHANCE": RADIUS}.get(tree.words[node], SIZE)
    return x, y - up * plan.scale[node]


def _node(tree: TextTree, plan: TreeLayout, node: int, here: bool, alpha: float) -> list[AnyItem]:
    """The node's shape, its text, and below CHANCE its share."""
    (x, y), scale, word = plan.places[node], plan.scale[node], tree.words[node]
    leaf, name = tree.kind[node] == LEAF, f"node{node}"
    fill, width = ("mark", 2.2) if here else ("field", 1.4)
    shown = value_text(tree, node) if leaf else word if word[0] == "P" else ""
    items: list[AnyItem] = []
    if word == "CHANCE":
        items.append(
            Circle(x, y, RADIUS * scale, fill=fill, stroke="ink", width=width, id=name, alpha=alpha)
        )
    elif word in ("MAX", "MIN"):
        up = scale if word == "MAX" else -scale
        corners = (
            (x, y - TIP * up),
            (x + HALF * up, y + FOOT * up),
            (x - HALF * up, y + FOOT * up),
        )
        items.append(Line(corners, "ink", width, closed=True, fill=fill, id=name, alpha=alpha))
    else:
        wide, high = max(SIZE, min(0.47, 0.1 * len(shown))) * scale, SIZE * scale
        items.append(
            Rect(
                x - wide,
                y - high,
                2 * wide,
                2 * high,
                fill=fill,
                stroke="ink",
                width=width,
                rounding=3,
                id=name,
                alpha=alpha,
            )
        )
    if shown:
        size = scale * min(0.3, 1.55 / len(shown))
        role = "ink" if leaf and shown != word else "ink2"
        items.append(
            Text(
                x,
                y,
                shown,
                role,
                size,
                bold=role == "ink",
                world=True,
                id=f"text{node}",
                alpha=alpha,
            )
        )
    if node > 0 and tree.kind[tree.parent[node]] == CHANCE:
        at = _head(tree, plan, node)
        items.append(
            Text(
                at[0] - 0.1,
                at[1] - 0.2,
                f"{tree.share[node]:.3g}",
                "ink2",
                11,
                anchor="right",
                id=f"share{node}",
                alpha=alpha,
            )
        )
    return items


def value_text(tree: TextTree, leaf: int) -> str:
    """The text in a leaf: its name while it has no value, else its payoff."""
    paid = tree.payoff[leaf]
    if paid[0] != paid[0]:
        return tree.words[leaf]
    return ", ".join(
        f"{x + 0.0:.6g}".replace("-", "−") for x in (paid if tree.vectors else paid[:1])
    )
