"""What a lesson says: a step's title, the rule with its numbers, and why, in plain sentences with
names of nodes, what their movers want, and windows in words.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from engines.textbook.tree import CHANCE, LEAF
from lab.lesson import code, words
from lab.lesson.watching import ABOVE, BELOW, LATER, OPEN, Board, NodeView, NullWindow
from lab.lesson.words import Weights
from lab.words.numerals import enumerated, figures

OPENS = "opens"
SEES = "sees"
TAKES = "takes"
STAYS = "stays"
AGAIN = "again"
NOTES = "notes"
WORTH = "worth"
STOPS = "stops"
ENDS = "ends"


@dataclass
class Draft:
    """A step in the making."""

    kind: str
    node: int
    child: int = -1
    seen: list[int] = field(default_factory=list)
    better: bool = False
    moved: bool = False  # whether α or β of the node changed
    found: float = math.nan  # by the child, before it returned its value
    cut: list[int] = field(default_factory=list)
    ended: bool = False  # what follows is a step of its own
    kept: dict[str, Any] = field(default_factory=dict)  # the board as it was then
    depth: int = 0  # of iterative deepening, 0 without
    sentence: str = ""  # why the search stops


@dataclass(frozen=True)
class StepText:
    """The words of one step; `brief` only where it is not the title."""

    title: str
    head: str
    why: str
    line: str
    note: str = ""
    brief: str = ""


class Sentences:
    """Words for drafts, on one board."""

    def __init__(self, board: Board, weights: Weights, hard: bool = False) -> None:
        self._board, self._tree, self._rules = board, board.tree, board.rules
        self._nodes: Sequence[NodeView] = ()  # of the step in words
        self._weights, self._hard = weights, hard

    def of(self, draft: Draft) -> StepText:
        """The words of a step."""
        self._nodes, self._moved = draft.kept["nodes"], draft.moved
        if draft.cut:
            return self._cut(draft)
        said: StepText = getattr(self, f"_{draft.kind}")(draft)
        return said

    # -- kinds of steps ----------------------------------------------------------------------------

    def _opens(self, draft: Draft) -> StepText:
        node, below = draft.node, draft.kept["open"][-1].node
        head = self._window(node) if self._rules.window else f"{self._title(node)} is opened."
        if self._tree.kind[node] == CHANCE:
            why = (
                "Chance decides here, so all its branches are looked at and weighted by their "
                "shares."
            )
        elif self._board.gathers(node):
            why = f"{self._who(node)}'s replies are weighted by their assumed probabilities."
        else:
            why = f"{self._who(node)} {self._goal(node)} of its branches."
        if node == 0 and self._rules.window:
            own, other = words.sides(self._tree, self._rules.seat, "the other players")
            why += (
                f" Nothing is known yet: α (what {own} is sure of) and β (what {other} is "
                "sure of) are still open."
            )
        if below != node:
            why += f" First it has to know what {self._name(below)} is worth."
        return StepText(f"{self._title(node)} opens", head, why, code.DEF)

    def _sees(self, draft: Draft) -> StepText:
        node, kids = draft.node, [words.shown(self._tree, n) for n in draft.seen]
        what, here = enumerated(kids), self._nodes[node]
        deep = [n for n in draft.seen if self._tree.kind[n] != LEAF]
        if deep:
            what = enumerated(
                [
                    f"{shown} as {self._value(n)}" if n in deep else shown
                    for n, shown in zip(draft.seen, kids, strict=True)
                ]
            )
        aside = (
            (
                " An inner node at the depth limit counts as 0; one found in the table is "
                "not opened again."
            )
            if deep
            else ""
        )
        if self._board.gathers(node):
            why = (
                "Its value is the weighted sum of all its branches, so they are kept until the "
                "last is known."
            )
            return StepText(
                f"{self._title(node)} sees {what}",
                f"{self._title(node)} sees {what}.",
                why + aside,
                code.LEAF,
            )
        if draft.better:
            return StepText(
                f"{self._title(node)} sees {what}",
                self._improved(node),
                self._meaning(node) + aside,
                self._taking(node),
            )
        worse = (
            "not better"
            if self._rules.vectors
            else "not higher"
            if self._board.rises(node)
            else "not lower"
        )
        head = f"{self._title(node)} stays at {words.numbers(here.value)}."
        title = f"{self._title(node)} sees {what}, stays at {words.numbers(here.value)}"
        return StepText(
            title,
            head,
            (
                f"{self._who(node)} {self._goal(node)}, and {what} "
                f"{'is' if len(kids) == 1 else 'are'} {worse}."
            )
            + aside,
            self._taking(node),
        )

    def _improved(self, node: int) -> str:
        """The bound that moves, or the best value."""
        rises, value, here = self._board.rises(node), self._value(node), self._nodes[node]
        if self._rules.window and not self._moved:
            return (
                f"The best here is {value}; {'α' if rises else 'β'} stays "
                f"{here.alpha_text if rises else here.beta_text}."
            )
        if self._rules.window:
            return f"{'α' if rises else 'β'} is now {value}."
        return f"{self._title(node)} has {value}."

    def _meaning(self, node: int) -> str:
        """What a new value of an open node means."""
        who, value = self._who(node), self._value(node)
        if self._rules.vectors:
            return (
                f"{who} would take this: "
                f"{figures(self._nodes[node].value[int(self._tree.kind[node])])} is the "
                f"most for {who} so far."
            )
        if self._rules.window and not self._moved:
            return self._unmoved(node)
        if not self._has_more(node):
            verb = "gets" if self._board.rises(node) else "holds this node to"
            return f"{who} {verb} {value}: no branch is left here."
        if self._board.rises(node):
            return f"{who} can get {value} here and will accept nothing lower from now on."
        return f"{who} can hold this node to {value} or less, whatever its other branches are."

    def _has_more(self, node: int) -> bool:
        """Whether a branch is still to be looked at."""
        return any(self._nodes[n].status in (LATER, OPEN) for n in self._tree.below(node))

    def _taking(self, node: int) -> str:
        """The line of code in which a node takes a value."""
        return code.HIGHEST if self._board.rises(node) else code.LOWEST

    def _summing(self) -> str:
        """The line of code that adds up weighted values."""
        return code.SUM if self._rules.weighs else code.CHANCE

    def _takes(self, draft: Draft) -> StepText:
        node, value = draft.node, self._value(draft.node)
        child = f"{words.branch(self._tree, draft.child)} branch"
        why = (
            f"The {child} is worth {self._nodes[draft.child].text or value}"
            f"{self._clamped(draft)}. {self._meaning(node)}{self._onward(draft)}"
        )
        return StepText(
            f"{self._title(node)} takes {value}", self._improved(node), why, self._taking(node)
        )

    def _stays(self, draft: Draft) -> StepText:
        node, value = draft.node, self._value(draft.node)
        gives = (
            f"the {words.branch(self._tree, draft.child)} branch gives "
            f"{self._nodes[draft.child].text}{self._clamped(draft)}, which changes nothing."
        )
        why = f"{self._who(node)} {self._goal(node)}; {gives}"
        return StepText(
            f"{self._title(node)} stays at {value}",
            f"{self._title(node)} stays at {value}.",
            why + self._onward(draft),
            self._taking(node),
        )

    def _again(self, draft: Draft) -> StepText:
        """A null window found something better: the child is searched once more."""
        node, child = draft.node, draft.child
        null, here = self._asked(draft), self._nodes[node]
        better = "higher" if self._board.rises(node) else "lower"
        head = (
            f"The null window {null.words} found {figures(draft.found)}: "
            f"{self._name(child)} is searched again."
        )
        why = (
            f"It only asks whether the branch is {better} than {figures(null.value)}; what it "
            f"found can be a bound. The value is inside α {here.alpha_text} and β "
            f"{here.beta_text}, so the exact one is needed."
        )
        title = f"{self._title(node)} searches {self._name(child)} again"
        return StepText(title, head, why, code.AGAIN)

    def _notes(self, draft: Draft) -> StepText:
        node, value = draft.node, self._value(draft.child)
        why = (
            f"The {words.branch(self._tree, draft.child)} branch is worth {value}; the sum "
            f"needs the others too.{self._onward(draft)}"
        )
        title = f"{self._title(node)} notes {value}"
        return StepText(title, f"{title}.", why, self._summing())

    def _worth(self, draft: Draft) -> StepText:
        """The weighted sum, written out."""
        node, kids = draft.node, list(self._tree.below(draft.node))
        values = [self._nodes[n].value[0] for n in kids]
        chance = self._tree.kind[node] == CHANCE
        shares = [float(self._tree.share[n]) for n in kids] if chance else self._weights.of(values)
        terms = (
            " + ".join(f"{figures(s)}·{figures(v)}" for s, v in zip(shares, values, strict=True))
            if len(self._nodes[node].value) == 1
            else ""
        )
        total = self._value(node)
        head = (
            f"{self._title(node)} is worth "
            f"{f'{terms} = {total}' if terms and terms != total else total}."
        )
        why = (
            "Each branch counts by its share."
            if chance
            else "Each reply counts by its assumed probability, not only the lowest."
        )
        return StepText(f"{self._title(node)} is worth {total}", head, why, self._summing())

    def _ends(self, draft: Draft) -> StepText:
        """The search is finished: the value of the root, and how it comes about."""
        value, line = self._value(0), [words.shown(self._tree, n) for n in self._board.best_line()]
        way = f" The best line goes from {' to '.join(line)}." if len(line) > 1 else ""
        gathered = self._board.gathers(0)
        returns = self._summing() if gathered else self._taking(0)
        return StepText(
            f"Root is worth {value}",
            f"Root = {value}.",
            f"Nothing is left to look at.{way}",
            code.RETURN if self._rules.window and not gathered else returns,
            f"root = {value}",
        )

    def _stops(self, draft: Draft) -> StepText:
        leaf = self._tree.words[draft.child]
        why = (
            "The search stops here, since this leaf decides what comes next. Enter its value "
            "below the tree to continue."
        )
        return StepText(
            f"Leaf {leaf} has no value",
            draft.sentence,
            why,
            code.LEAF,
            brief=f"leaf {leaf} has no value",
        )

    def _cut(self, draft: Draft) -> StepText:
        node, here, rises = draft.node, self._nodes[draft.node], self._board.rises(draft.node)
        rival, value = self._rival(node), self._value(node)
        bound = here.beta if rises else here.alpha
        limit = here.bound_text(bound)
        left = self._left(draft.cut)
        verb = (
            f"sees {enumerated([words.shown(self._tree, n) for n in draft.seen])}"
            if draft.seen
            else f"takes {value}"
        )
        pair = (
            f"α is {value} and β is {limit}",
            f"α {value} ≥ β {limit}: cut",
        )
        if not rises:
            pair = (
                f"β is {value} and α is {limit}",
                f"β {value} ≤ α {limit}: cut",
            )
        who, other = self._who(node), self._who(rival)
        held = (
            f"{other} can already {'get' if not rises else 'hold it to'} {figures(bound)} "
            f"{self._from(rival)}."
        )
        end = f"{other} has no reason to come this way."
        if here.null is not None and bound == here.null.edge:
            held = self._asks(node, here.null)
            end = "Nothing more is asked of this node."
        if self._hard and here.value[0] != bound:
            end += f" Fail-hard: it returns its bound, {limit}."
        here_can = (
            f"Here {who} can {'get' if rises else 'hold it to'} {value} or "
            f"{'more' if rises else 'less'}, whatever {left[1]}."
        )
        title = f"{self._title(node)} {verb}: cut {left[0]}"
        return StepText(
            title,
            f"{pair[0]}, so this node is cut.",
            f"{self._came(draft)}{held} {here_can} {end}",
            code.CUT,
            pair[1],
            self._brief(node),
        )

    # -- phrases -----------------------------------------------------------------------------------

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
            kids = enumerated([words.shown(self._tree, n) for n in nodes])
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
