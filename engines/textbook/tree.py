"""A game tree from its text, as arrays.

    tree    = inner | leaf
    inner   = ("MAX" | "MIN" | "P1" .. "P4") "(" tree {"," tree} ")"
            | "CHANCE" "(" [share ":"] tree {"," [share ":"] tree} ")"
    leaf    = number | name | "(" number {"," number} ")"     last: a payoff for each player

MAX is the first player and MIN the second; a single number is what MAX gets and MIN loses. Shares
are divided by their sum; a branch of CHANCE without a share counts 1. A name (a, b, c2) is a leaf
whose value is not known, until a text such as `a=4, b=-1` gives it one. Shapes: [N] nodes, [P]
players. Nodes are numbered level by level, so a node's children are side by side.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import isfinite, nan

import numpy as np
from numpy.typing import NDArray

from engines.knobs import KnobError, read_number

NODES, BRANCHES, PLIES, PLAYERS = 256, 16, 24, 4  # the largest tree
DEEPEST = 100  # the most plies read; each takes a few nested Python calls
MOST_READ = 4096  # the most nodes read
CHANCE, LEAF = PLAYERS, PLAYERS + 1  # kinds of nodes; lower ones are the player who moves
KINDS = {"MAX": 0, "MIN": 1, "P1": 0, "P2": 1, "P3": 2, "P4": 3, "CHANCE": CHANCE}

_TOKEN = re.compile(
    r"\s*(?:(?P<number>[-+−]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+))|(?P<name>[A-Za-z_]\w*)|(?P<sign>[(),:]))"
)
_VALUE = re.compile(r"\s*(?P<name>[A-Za-z_]\w*)\s*=\s*(?P<value>\([^()]*\)|[^\s,()]+)\s*,?")


@dataclass(frozen=True)
class Node:
    """One node as it was read: `share` counts below CHANCE, `payoff` and `name` belong to
    leaves.
    """

    kind: int
    word: str = ""
    children: tuple[tuple[float, Node], ...] = ()  # with their shares
    payoff: tuple[float, ...] = ()
    name: str = ""


@dataclass(frozen=True, eq=False)
class TextTree:
    """A tree as arrays; `payoff` is NaN at leaves without a value."""

    kind: NDArray[np.int8]  # [N]
    parent: NDArray[np.int16]  # [N], -1 at the root
    child: NDArray[np.int16]  # [N] the first child
    branches: NDArray[np.int8]  # [N]
    # [N] the probability of the CHANCE branch that leads here, 1 elsewhere
    share: NDArray[np.float64]
    payoff: NDArray[np.float64]  # [N, P]
    words: tuple[str, ...]  # [N] MAX, CHANCE, P3 .., a leaf's name, or ""
    vectors: bool  # whether leaves have a payoff for each player

    @property
    def players(self) -> int:
        """The number of seats, at least two."""
        return int(self.payoff.shape[1])

    @property
    def leaves(self) -> list[int]:
        """The leaves' numbers from left to right."""
        return [node for node in self.walk() if self.kind[node] == LEAF]

    @property
    def unknown(self) -> tuple[str, ...]:
        """The names of leaves without a value, from left to right."""
        return tuple(
            dict.fromkeys(
                self.words[leaf] for leaf in self.leaves if np.isnan(self.payoff[leaf]).any()
            )
        )

    def walk(self, node: int = 0) -> Iterator[int]:
        """`node` and all nodes below it, depth first, from left to right."""
        yield node
        for child in self.below(node):
            yield from self.walk(child)

    def below(self, node: int) -> range:
        """The children of a node."""
        return range(self.child[node], self.child[node] + self.branches[node])

    def path(self, node: int) -> list[int]:
        """The nodes from the root to `node`."""
        return [*self.path(int(self.parent[node])), node] if node > 0 else [0]


def read(text: str, values: str = "") -> TextTree:
    """The tree written in `text`, its unknown leaves filled in from `values`; KnobError says what
    is wrong, and where.
    """
    return _laid(TreeReader(text).tree(), read_values(values))


def read_values(text: str) -> dict[str, tuple[float, ...]]:
    """Parses `a=4, b=-1`, or `a=(1, 2, 3)` for more than two players."""
    found, at = {}, 0
    while text[at:].strip():
        match = _VALUE.match(text, at)
        if match is None:
            raise KnobError(f"The values should read a=4, b=-1; {text[at:].strip()} does not.")
        found[match["name"]] = tuple(
            _number(part) for part in match["value"].strip("()").split(",")
        )
        at = match.end()
    return found


class TreeReader:
    """Reads one text from left to right."""

    def __init__(self, text: str) -> None:
        self._text, self._at, self._depth, self._nodes = text, 0, 0, 0

    def tree(self) -> Node:
        """The whole text as one node."""
        root = self._node()
        if root.kind == LEAF:
            raise KnobError("The tree should begin with MAX(, MIN(, CHANCE( or P1(.")
        if self._text[self._at :].strip():
            raise self._error("nothing more, since the first bracket is closed")
        return root

    def _node(self) -> Node:
        self._nodes += 1
        if self._nodes > MOST_READ:
            raise KnobError(f"The tree has more than {MOST_READ:,} nodes; there may be {NODES}.")
        kind, word = self._next("a number, a letter, MAX(, MIN(, CHANCE( or P1(")
        if kind == "number":
            return Node(LEAF, payoff=(_number(word),))
        if kind == "name" and self._peek() == "(":
            if word.upper() not in KINDS:
                raise KnobError(f"{word} is not a node. Use MAX, MIN, CHANCE or P1 to P4.")
            return self._inner(word.upper())
        if kind == "name":
            return Node(LEAF, name=word)
        if word == "(":
            return Node(LEAF, payoff=tuple(self._numbers()))
        raise self._error("a number, a letter or a node", len(word))

    def _inner(self, word: str) -> Node:
        self._depth += 1
        if self._depth > DEEPEST:
            raise KnobError(f"The tree has more than {DEEPEST} plies; there may be {PLIES}.")
        self._take("(")
        children = [self._branch(word)]
        while self._peek() == ",":
            self._take(",")
            children.append(self._branch(word))
        self._take(")")
        self._depth -= 1
        if len(children) > BRANCHES:
            raise KnobError(
                f"A node has at most {BRANCHES} branches; {word} in the tree has {len(children)}."
            )
        return Node(KINDS[word], word, tuple(children))

    def _branch(self, word: str) -> tuple[float, Node]:
        node = self._node()
        if self._peek() != ":":
            return 1.0, node
        if word != "CHANCE" or len(node.payoff) != 1:
            raise self._error("no colon: only branches of CHANCE have a share, a number")
        self._take(":")
        if node.payoff[0] <= 0:
            raise KnobError(f"The share {node.payoff[0]:g} in the tree should be above 0.")
        return node.payoff[0], self._node()

    def _numbers(self) -> Iterator[float]:
        """The payoffs up to the closing bracket."""
        sign = ","
        while sign == ",":
            kind, word = self._next("a number")
            if kind != "number":
                raise self._error("a number", len(word))
            yield _number(word)
            _, sign = self._next(") or a comma")
        if sign != ")":
            raise self._error(") or a comma", len(sign))

    def _peek(self) -> str:
        match = _TOKEN.match(self._text, self._at)
        return (match["sign"] or "") if match else ""

    def _take(self, sign: str) -> None:
        if self._peek() != sign:
            raise self._error(f"{sign} or a comma" if sign == ")" else sign)
        self._next(sign)

    def _next(self, wanted: str) -> tuple[str, str]:
        match = _TOKEN.match(self._text, self._at)
        if match is None or match.lastgroup is None:
            raise self._error(wanted)
        self._at = match.end()
        return match.lastgroup, match[match.lastgroup]

    def _error(self, wanted: str, back: int = 0) -> KnobError:
        at = self._at - back
        rest = self._text[at:].strip()
        return KnobError(
            f"The tree should have {wanted} "
            f"{f'where it reads {rest[:12]}' if rest else 'at its end'}."
        )


def _number(text: str) -> float:
    try:
        number = read_number(text.strip().replace("−", "-"))
    except ValueError:
        number = nan
    if not isfinite(number):
        raise KnobError(f"{text.strip()} is not a number that a leaf could be worth.")
    return number


def _laid(root: Node, values: Mapping[str, Sequence[float]]) -> TextTree:
    """Numbers the nodes level by level."""
    nodes, parents, shares, depth = [root], [-1], [1.0], [0]
    child = []
    for at, node in enumerate(nodes):  # grows during iteration
        child.append(len(nodes) if node.children else 0)
        whole = sum(share for share, _ in node.children)
        for share, below in node.children:
            nodes.append(below)
            parents.append(at)
            shares.append(share / whole if node.kind == CHANCE else 1.0)
            depth.append(depth[at] + 1)
    if len(nodes) > NODES or depth[-1] > PLIES:
        raise KnobError(
            f"The tree has {len(nodes)} nodes and {depth[-1]} plies; there may be {NODES} "
            f"and {PLIES}."
        )
    players = max([2, *(1 + node.kind for node in nodes if node.kind < CHANCE)])
    vectors = players > 2 or any(len(node.payoff) > 1 for node in nodes)
    return TextTree(
        np.array([node.kind for node in nodes], np.int8),
        np.array(parents, np.int16),
        np.array(child, np.int16),
        np.array([len(node.children) for node in nodes], np.int8),
        np.array(shares),
        np.array([_payoff(node, players, vectors, values) for node in nodes]),
        tuple(node.word or node.name for node in nodes),
        vectors,
    )


def _payoff(
    node: Node, players: int, vectors: bool, values: Mapping[str, Sequence[float]]
) -> tuple[float, ...]:
    """The payoffs of a leaf, one for each player."""
    if node.kind != LEAF:
        return (0.0,) * players
    payoff = tuple(values.get(node.name, ())) if node.name else node.payoff
    if not payoff:
        return (nan,) * players
    if len(payoff) != (players if vectors else 1):
        shown = f"{node.name}=" * bool(node.name) + ", ".join(f"{x:g}" for x in payoff)
        raise KnobError(
            f"The leaf {shown} should have "
            f"{f'{players} numbers in brackets, one a player' if vectors else 'one number'}."
        )
    return payoff if vectors else (payoff[0], -payoff[0])


def ordered(
    plies: int, branches: int, best_first: bool, value: int = 5, maximise: bool = True
) -> str:
    """The text of a full tree in which the best branch is always the first, or always the last; the
    others are 1, 2 .. worse.
    """
    if plies == 0:
        return str(value)
    worse = [value + (-k if maximise else k) for k in range(branches)]
    parts = [
        ordered(plies - 1, branches, best_first, v, not maximise)
        for v in (worse if best_first else reversed(worse))
    ]
    return f"{'MAX' if maximise else 'MIN'}({', '.join(parts)})"


EXAMPLES = {
    "MAX(MIN(3, 5, 10), MIN(2, a, b), MIN(7, 2, 3))": "Worked alpha-beta example",
    "MAX(CHANCE(0.5: MIN(8, 6), 0.5: MIN(4, 9)), "
    "CHANCE(0.25: 12, 0.75: MIN(3, 5)), 4)": "A tree with chance",
    ordered(6, 2, True): "Deep and narrow",
    ordered(3, 3, True): "Best order first",
    ordered(3, 3, False): "Worst order first",
    (
        "P1(P2(P3((1, 2, 6), (4, 3, 3)), P3((6, 1, 2), (7, 4, 1))), P2(P3((5, 1, 1), (1, 5, "
        "2)), P3((7, 7, 1), (5, 4, 5))))"
    ): "Three players",
}  # text -> what people call it
