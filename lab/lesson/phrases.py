"""Parts of a lesson's sentences: names of nodes, what their movers want, windows in words."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from engines.textbook.tree import CHANCE, LEAF
from lab.lesson import words
from lab.lesson.watching import ABOVE, BELOW, LATER, OPEN, Board, NodeView, NullWindow
from lab.words.numerals import figures

if TYPE_CHECKING:
    from lab.lesson.sentences import Draft


class Phrases:
    """Words for the nodes of one board."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._tree = board.tree
        self._rules = board.rules
        self._nodes: Sequence[NodeView] = ()  # of the step in words

    def _who(self, node: int) -> str:
        return self._tree.words[node]

    def _name(self, node: int) -> str:
        return words.name(self._tree, node)

    def _title(self, node: int) -> str:
        return words.title(self._tree, node)

    def _value(self, node: int) -> str:
        return words.numbers(self._nodes[node].value)

    def _goal(self, node: int) -> str:
        """What the mover of a node wants."""
        if self._rules.vectors:
            return f"takes what is best for {self._who(node)}"
        return "takes the highest" if self._board.rises(node) else "takes the lowest"

    def _rival(self, node: int) -> int:
        """The nearest node above whose bound cuts here: one that wants the opposite."""
        rises = self._board.rises(node)
        above = [
            n
            for n in reversed(self._tree.path(node)[:-1])
            if self._tree.kind[n] != CHANCE and self._board.rises(n) != rises
        ]
        bound = self._nodes[node].alpha if not self._board.rises(node) else self._nodes[node].beta
        return next(
            (n for n in above if self._nodes[n].value[0] == bound), above[0] if above else 0
        )

    def _from(self, node: int) -> str:
        """Where a node's value comes from."""
        kids = [
            n
            for n in self._tree.below(node)
            if self._nodes[n].order or self._nodes[n].status not in (LATER, OPEN)
        ]
        best = next((n for n in kids if self._nodes[n].value == self._nodes[node].value), -1)
        return words.way(self._tree, best) if best >= 0 else "elsewhere"

    def _window(self, node: int) -> str:
        """The window in words, where there is one."""
        here = self._nodes[node]
        known = f"α is {here.alpha_text} and β is {here.beta_text}"
        return f"{known}." if here.null is None else f"{known}: a null window {here.null.words}."

    def _asks(self, node: int, null: NullWindow) -> str:
        """The question of the null window in which a node is searched."""
        narrow = [n for n in self._tree.path(node) if self._nodes[n].null == null]
        more = "more" if null.side == ABOVE else "less"
        asked = f"{self._name(narrow[0])} is worth {more} than {figures(null.value)}"
        return f"The null window only asks whether {asked}."

    def _unmoved(self, node: int) -> str:
        """Why a node's new value moves no bound."""
        here, rises = self._nodes[node], self._board.rises(node)
        bound = here.alpha if rises else here.beta
        if here.null is not None and bound == here.null.edge:
            return f"The null window ends at {here.null.edge_text}, so no bound moves."
        held = "has {} elsewhere" if rises else "holds it {} elsewhere"
        how = (
            ("as much" if rises else "as low")
            if here.value[0] == bound
            else ("more" if rises else "lower")
        )
        return f"{self._who(node)} already {held.format(how)}, so no bound moves."

    def _clamped(self, draft: Draft) -> str:
        """That a child returned its bound, where it found another value."""
        found, returned = draft.found, self._nodes[draft.child].value[0]
        if math.isnan(found) or found == returned or self._rules.vectors:
            return ""
        return f" (it found {figures(found)}, outside its window, and returns the bound)"

    def _came(self, draft: Draft) -> str:
        """Where the value that cuts came from, if its node found another one."""
        clamped = self._clamped(draft) if draft.child >= 0 else ""
        child = f"The {words.branch(self._tree, draft.child)} branch" if clamped else ""
        return f"{child} is worth {self._nodes[draft.child].text}{clamped}. " if clamped else ""

    def _asked(self, draft: Draft) -> NullWindow:
        """The null window with which the child of a step was asked."""
        above = self._nodes[draft.node]
        if self._board.rises(draft.node):
            return NullWindow(ABOVE, above.alpha, math.nextafter(above.alpha, math.inf))
        return NullWindow(BELOW, above.beta, math.nextafter(above.beta, -math.inf))

    def _onward(self, draft: Draft) -> str:
        """Where the search goes after this step."""
        last = draft.kept["open"][-1].node
        if last == draft.node:
            return ""
        null = self._nodes[last].null
        how = f", with a null window {null.words}" if null is not None else ""
        return f" The search goes on with {self._name(last)}{how}."

    def _brief(self, node: int) -> str:
        name = self._name(node)
        return f"{name} node is cut" if name.startswith("the ") and node else f"{name} is cut"

    def _left(self, nodes: list[int]) -> tuple[str, str]:
        """The branches that are cut: for the title, and at the end of "whatever ..."."""
        if all(self._tree.kind[n] == LEAF for n in nodes) and len(nodes) <= 4:
            kids = words.listed([words.shown(self._tree, n) for n in nodes])
            letters = any(
                self._nodes[n].value[0] != self._nodes[n].value[0] and self._tree.words[n]
                for n in nodes
            )
            if letters:
                return kids, f"{kids} {'is' if len(nodes) == 1 else 'are'}"
            return kids, "the next leaf is" if len(nodes) == 1 else "the other leaves are"
        if len(nodes) == 1:
            return words.shown(self._tree, nodes[0]), "the last branch is worth"
        return f"{len(nodes)} branches", f"the other {len(nodes)} branches are worth"
