"""The textbook as a game: an explicit tree, written as text, played from its root down to a leaf.

Rules: at a MAX node the first player chooses a branch, at MIN the second; P1 .. P4 are players by
number; at a CHANCE node the first player is asked, whose only action draws a branch according to
the shares. A leaf ends the match and pays its number to MAX, minus it to MIN; with more than two
players, or where their interests are not opposed, a leaf lists a payoff for each. A bad answer
loses.

`value` is the payoff itself, so that a search reads the numbers of the text. Inner nodes have no
value of their own: where a search with a depth limit stops above the leaves, it reads 0. A letter
is a leaf whose value is unknown until the option `values` gives it one: `value` is NaN there,
`unknown` lists the letters and `unvalued` says which one was met. A match that ends at such a leaf
is a draw. `outcome` is the payoff as a share of the largest in the tree.

The tree is in the state, so a new text needs no recompilation. `longest` and `max_actions` are
therefore those of any tree.

The text protocol is the lab's own. Once: the seat, the tree, the values (`-` if none). Each turn:
the branches taken so far (`-` at the root), numbered from 1, and how many there are to choose from.
The answer is a branch's number; at a CHANCE node, 1.

Validates positions of a textbook tree: the tree in the state is that of the options, so only the
node and a forfeit can vary.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from engines.checking import Bounds, only
from engines.game import FORFEIT, Game, Parsed, Rules, State
from engines.knobs import text
from engines.scene import Scene, Target
from engines.textbook import rules as r
from engines.textbook.picture import TIP, draw, layout, value_text
from engines.textbook.tree import BRANCHES, CHANCE, EXAMPLES, LEAF, NODES, PLIES, TextTree, read

TREE = ("kind", "branches", "child", "share", "payoff", "unknown")  # fields, a row for each node


def bounds(tree: TextTree, start: State) -> Bounds:
    """The bounds of each field in a match on the tree in `start`."""
    largest = float(start.largest)
    return only(start, "largest", "seats") | {
        "node": (0, tree.kind.size - 1),
        "lost": (0, tree.players),
        "kind": (0, LEAF),
        "branches": (0, BRANCHES),
        "child": (0, NODES - 1),
        "share": (0, 1),
        "payoff": (-largest, largest),
        "unknown": (0, 1),
    }


def contradictions(s: State, start: State) -> Iterator[str]:
    """Yields what is wrong with a position within `bounds`."""
    for name in TREE:
        rows = s[name].reshape(NODES, -1) != start[name].reshape(NODES, -1)
        if rows.any():
            yield f"{name} of node {np.flatnonzero(rows.any(axis=1))[0]} is not that of the tree"
    kind = int(start.kind[s.node])
    mover = kind if kind < CHANCE else 0
    if s.lost and (kind == LEAF or s.lost != mover + 1):
        yield f"player {s.lost} forfeited without having to move"


_NAMES = {1: ("down",), 2: ("left", "right"), 3: ("left", "middle", "right")}


@dataclass(frozen=True)
class Options:
    """The tree and the values of its letters."""

    tree: str = text(
        next(iter(EXAMPLES)),
        "Tree as text",
        "MAX, MIN, CHANCE or P1 to P4 with branches in brackets.",
        examples=EXAMPLES,
        main=True,
    )
    values: str = text(
        "",
        "Letters",
        "What the letters stand for, such as a=4, b=-1.",
        examples={"a=4, b=-1": "a is 4, b is −1"},
        main=True,
    )


class Textbook(Game):
    """An explicit tree of choices, numbers and chances."""

    name = "textbook"
    title = "Textbook tree"
    Options = Options
    dtype = r.STATE
    max_actions = BRANCHES
    longest = PLIES
    turn_word = "move"
    graded = True
    uneditable = "trees written as text are edited as text, in Set-up"
    rules = Rules(
        r.to_move,
        r.legal,
        r.is_legal,
        r.step,
        r.is_over,
        r.outcome,
        r.value,
        random_action=r.random_action,
        policy=r.policy,
        key=r.key,
        chance=r.chance,
        settle=r.settle,
    )

    def __init__(self, options: Any = None) -> None:
        super().__init__(options)
        self.tree = read(self.options.tree, self.options.values)
        self.agents = self.tree.players
        self.owner = tuple(range(self.agents))
        self.chance = bool((self.tree.kind == CHANCE).any())
        self.max_outcomes = BRANCHES
        self.zero_sum = self.agents == 2 and not self.tree.vectors
        self.unknown = self.tree.unknown
        self._largest = float(np.nanmax(np.abs(self.tree.payoff), initial=0.0)) or 1.0
        self.value_range = (-self._largest, self._largest)
        self.keep_rules()

    @property
    def kernel_key(self) -> tuple[object, ...]:
        return (self.name, self.agents)

    def initial(self, seed: int) -> State:
        state, tree = self.blank(), self.tree
        n = tree.kind.size
        state.largest, state.seats = self._largest, self.agents
        state.kind[:n], state.branches[:n], state.child[:n], state.share[:n] = (
            tree.kind,
            tree.branches,
            tree.child,
            tree.share,
        )
        state.payoff[:n, : self.agents] = np.nan_to_num(tree.payoff)
        state.unknown[:n] = np.isnan(tree.payoff).any(axis=1)
        return state

    def bounds(self) -> Bounds:
        return bounds(self.tree, self.initial(0))

    def contradiction(self, state: State) -> str:
        return next(contradictions(state, self.initial(0)), "")

    def worth(self, state: State) -> float:
        return self._largest

    # -- words -------------------------------------------------------------------------------------

    def agent_name(self, agent: int) -> str:
        return f"P{agent + 1}" if self.tree.vectors else ("MAX", "MIN")[agent]

    def position_note(self, seed: int) -> str:
        leaves, nodes = len(self.tree.leaves), self.tree.kind.size
        return f"{_count(nodes - leaves, 'inner node')}, {_count(leaves, 'leaf', 'leaves')}"

    def label(self, state: State, agent: int, action: int) -> str:
        if state.kind[state.node] == CHANCE:
            return "let chance decide"
        names = _NAMES.get(int(state.branches[state.node]), ())
        return names[action] if action < len(names) else f"branch {action + 1}"

    def explain(self, state: State, agent: int, action: int) -> str:
        if self.rules.is_legal(state, agent, action):
            return ""
        if self.rules.is_over(state):
            return "The match is over."
        mover = int(self.rules.to_move(state))
        if agent != mover:
            return f"It is {self.agent_name(mover)}'s move."
        return (
            f"Choose one of {_count(int(state.branches[state.node]), 'branch', 'branches')} "
            "below this node."
        )

    def standing(self, state: State, seat: int) -> str:
        if not self.rules.is_over(state) or state.lost or self.unvalued(state):
            return ""
        return f"gets {state.payoff[state.node, seat] + 0.0:g}".replace("-", "−")

    def prompt(self, state: State, seat: int) -> str:
        if state.kind[state.node] == CHANCE:
            return "let chance decide"
        return f"choose one of {_count(int(state.branches[state.node]), 'branch', 'branches')}"

    def reason(self, state: State) -> str:
        if not self.rules.is_over(state):
            return ""
        if state.lost:
            return f"{self.agent_name(int(state.lost) - 1)} gave no legal answer"
        shown = value_text(self.tree, int(state.node))
        return (
            f"leaf {shown} has no value" if self.unvalued(state) else f"the leaf is worth {shown}"
        )

    def unvalued(self, state: State) -> str:
        node = int(state.node)
        if state.lost or not state.unknown[node]:
            return ""
        name = self.tree.words[node]
        value = "(1, 2, 3, 4)"[: 3 * self.agents - 1] + ")" if self.tree.vectors else "4"
        return f"Leaf {name} has no value; give it one, for example {name}={value}."

    # -- pictures ----------------------------------------------------------------------------------

    def scene(self, state: State) -> Scene:
        return draw(self.tree, int(state.node))

    def targets(self, state: State, agent: int) -> Sequence[Target]:
        """The children; at a CHANCE node, itself."""
        out = np.zeros(BRANCHES, np.int64)
        legal = [int(a) for a in out[: self.rules.legal(state, agent, out)]]
        chance, plan = state.kind[state.node] == CHANCE, layout(self.tree)
        nodes = [int(state.node) if chance else self.tree.below(int(state.node))[a] for a in legal]
        sides = [(plan.places[n], 1.2 * TIP * plan.scale[n]) for n in nodes]
        return [
            Target(a, x - half, y - half, 2 * half, 2 * half)
            for a, ((x, y), half) in zip(legal, sides, strict=True)
        ]

    def cell(self, state: State, agent: int, x: float, y: float) -> int | None:
        hit = (
            t.action
            for t in self.targets(state, agent)
            if t.x <= x <= t.x + t.w and t.y <= y <= t.y + t.h
        )
        return next(hit, None)

    # -- the lab's own text ------------------------------------------------------------------------

    def intro(self, state: State, seat: int) -> list[str]:
        return [str(seat), self.options.tree, self.options.values or "-"]

    def view(self, state: State, seat: int) -> list[str]:
        path, kind = self.tree.path(int(state.node)), int(state.kind[state.node])
        taken = " ".join(str(b - int(self.tree.child[a]) + 1) for a, b in pairwise(path))
        return [
            taken or "-",
            str(1 if kind == CHANCE else 0 if kind == LEAF else int(state.branches[state.node])),
        ]

    def parse(self, state: State, seat: int, lines: Sequence[str]) -> Parsed:
        line = lines[0] if lines else ""
        found = re.fullmatch(r"([0-9]{1,3})(?: (.*))?", line)
        if found is None:
            return Parsed(
                (FORFEIT,), f"expected a branch's number, got {line!r}" if lines else "no answer"
            )
        if not self.rules.is_legal(state, seat, int(found[1]) - 1):
            return Parsed((FORFEIT,), f"there is no branch {found[1]} here")
        return Parsed((int(found[1]) - 1,), message=found[2] or "")

    def send(self, state: State, seat: int, actions: Sequence[int]) -> list[str]:
        return [str(int(actions[0]) + 1)]


def _count(n: int, one: str, more: str = "") -> str:
    """A number with its noun."""
    return f"{n} {one if n == 1 else more or one + 's'}"
