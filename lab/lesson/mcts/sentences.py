"""One iteration in words, made from its numbers."""

from __future__ import annotations

from dataclasses import dataclass

from engines.textbook import Textbook
from lab.lesson.mcts.positions import SmallPosition
from lab.lesson.mcts.steps import (
    BACKPROPAGATION,
    EXPANSION,
    LINES,
    PLAYOUT,
    RESULTS,
    ROOT_ONLY,
    SELECTION,
    MoveRow,
    NodeChange,
    TreeStep,
    Units,
    plain,
    points_of,
    rows_below,
)
from lab.words.numerals import capitalised, enumerated, plural, several
from search.tree import Tree
from search.uct.tracing import Trace, TracedChoice

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


@dataclass(frozen=True, eq=False)
class Story:
    """One iteration of a lesson; `names` are the moves that lead to the nodes."""

    position: SmallPosition
    number: int  # from 1
    c: float
    names: dict[int, str]
    trace: Trace
    after: Tree

    def steps(self) -> tuple[TreeStep, ...]:
        """The steps in order: each choice by bounds, expansion, playout, backpropagation."""
        return (*self._selection(), self._expansion(), self._playout(), self._backpropagation())

    # -- how values are counted --------------------------------------------------------------------

    def units(self, agent: int, after: bool = False) -> Units:
        """In which means are compared, before or after this iteration."""
        return RESULTS

    def summed(self, agent: int) -> Units:
        """In which backpropagation counts."""
        return RESULTS

    def _rows(self, node: int, agent: int) -> tuple[MoveRow, ...]:
        """The children of a node before the iteration; `agent` chooses among them."""
        return rows_below(self.trace.before, node, self.c, self.names, self.units(agent))

    def roots(self, after: bool = False) -> tuple[MoveRow, ...]:
        """The root's children before or after the iteration."""
        agent = self.trace.path[0].agent if self.trace.path else 0
        tree = self.after if after else self.trace.before
        return rows_below(tree, 0, self.c, self.names, self.units(agent, after))

    def _agent(self, agent: int) -> str:
        return self.position.game.agent_name(agent)

    def _move(self, chosen: TracedChoice) -> str:
        return f"{self._agent(chosen.agent)} {self.names[chosen.child]}"

    def _walked(self, choices: int) -> tuple[int, ...]:
        return (0, *(chosen.child for chosen in self.trace.path[:choices]))

    @property
    def _compared(self) -> int:
        """How many choices were made by bounds."""
        return sum(chosen.how != "untried" for chosen in self.trace.path)

    # -- 1. selection ------------------------------------------------------------------------------

    def _selection(self) -> tuple[TreeStep, ...]:
        if not self._compared:
            return (self._at_the_root(),)
        return tuple(self._choice(level) for level in range(self._compared))

    def _at_the_root(self) -> TreeStep:
        """The root has untried children: nothing is compared."""
        left = self.trace.path[0].among
        count = int(self.after.child_count[0])
        some = f"{in_words(left)} of {in_words(count)} moves {_are(left)} untried."
        every = (
            f"All {in_words(count, 'move')} are untried."
            if count > 1
            else "The only move is untried."
        )
        head = every if left == count else some
        why = "A move without visits goes before all others, so the walk ends at the root."
        made = self.trace.expanded == 0  # the root's children are made in this iteration
        rows = () if made else self._rows(0, self.trace.path[0].agent)
        brief = "the root has untried moves"
        return TreeStep(
            self.number, SELECTION, brief, capitalised(head), why, ROOT_ONLY, (0,), rows
        )

    def _choice(self, level: int) -> TreeStep:
        """One child chosen by its bound."""
        chosen = self.trace.path[level]
        rows = self._rows(chosen.node, chosen.agent)
        k = next(k for k, row in enumerate(rows) if row.node == chosen.child)
        best = max(row.mean for row in rows)
        surprise = rows[k].mean < best
        head = f"{self._agent(chosen.agent)} chooses {rows[k].move}: the highest bound, "
        why = [by_mean(rows, k, best), drawn_among(rows, k), self._then(level)]
        return TreeStep(
            self.number,
            SELECTION,
            f"{self._move(chosen)}, by its bound",
            f"{head}{rows[k].bound:.3f}.",
            " ".join(filter(None, why)),
            LINES[SELECTION],
            self._walked(level + 1),
            rows,
            k,
            by_bound=True,
            surprise=surprise,
        )

    def _then(self, level: int) -> str:
        """What comes after a choice."""
        if level + 1 == len(self.trace.path):
            return "The match is over there, so the walk ends."
        following = self.trace.path[level + 1]
        who = self._agent(following.agent)
        if following.how != "untried":
            return f"{who} has tried every move there, so the walk goes on."
        left = in_words(following.among, "move")
        return f"{who} has {left} untried there, so the walk ends."

    # -- 2. expansion ------------------------------------------------------------------------------

    def _expansion(self) -> TreeStep:
        path = self.trace.path
        if not path or path[-1].how != "untried":
            return self._nothing_to_add()
        return TreeStep(
            self.number,
            EXPANSION,
            f"{self._move(path[-1])} becomes a node",
            f"{self._move(path[-1])} joins the tree.",
            self._how_drawn(path[-1]),
            LINES[EXPANSION],
            self._walked(len(path)),
        )

    def _how_drawn(self, chosen: TracedChoice) -> str:
        """Where the new node comes from."""
        drawn = "It was the only untried move here."
        if chosen.among > 1:
            untried = in_words(chosen.among, "untried move")
            drawn = f"It was drawn from {untried}, each with the same chance."
        if self.trace.expanded != chosen.node:
            return drawn
        moves = in_words(int(self.after.child_count[chosen.node]), "move")
        made = f"First the search lists the {moves} of the root."
        if chosen.node:
            made = f"A node's moves are listed at its second visit: here {moves}."
        return f"{made} {drawn}"

    def _nothing_to_add(self) -> TreeStep:
        reason = self.position.game.reason(self.trace.end)
        return TreeStep(
            self.number,
            EXPANSION,
            "nothing to add",
            "Nothing joins the tree.",
            f"The match is over at this node: {reason}." if reason else "The walk ends here.",
            LINES[EXPANSION],
            self._walked(len(self.trace.path)),
        )

    # -- 3. playout --------------------------------------------------------------------------------

    @property
    def manner(self) -> str:
        """How the playout's moves were found."""
        return "random"

    @property
    def counted(self) -> str:
        """What goes back."""
        return "points"

    @property
    def playing(self) -> str:
        """Who plays the playout, how, and how far."""
        return "both sides play at random to the end"

    @property
    def without_playout(self) -> str:
        """Why there is none."""
        return "The match is over at the last node, so its result is known."

    @property
    def result_words(self) -> str:
        """How the match ended, as in "a draw"."""
        game, first = self.position.game, self.trace.values[0]
        if isinstance(game, Textbook):
            return game.reason(self.trace.end)
        return f"{self._agent(int(first < 0))} wins" if first else "a draw"

    def gained(self, agent: int) -> float:
        """The points of the agent for this result."""
        return self.summed(agent).points(self.trace.values[agent], 1)

    @property
    def shares(self) -> str:
        """Who gets how many points."""
        agents = range(self.position.game.agents)
        gains = [self.gained(agent) for agent in agents]
        if len(set(gains)) == 1:
            return f"{'both' if len(gains) == 2 else 'all'} get {points_in_words(gains[0])}"
        each = [f"{self._agent(agent)} gets {points_in_words(gains[agent])}" for agent in agents]
        return enumerated(each)

    def _playout(self) -> TreeStep:
        turns = len(self.trace.playout)
        over = not turns
        noun = f"{self.manner} {'turn' if self.position.game.simultaneous else 'move'}"
        brief = "no playout" if over else several(turns, noun)
        head = (
            f"No playout: {self.result_words}."
            if over
            else f"{in_words(turns, noun).capitalize()}: {self.result_words}."
        )
        why = self.without_playout if over else f"From the last node on {self.playing}."
        return TreeStep(
            self.number,
            PLAYOUT,
            f"{brief}, {self.result_words}",
            head,
            f"{why} {capitalised(self.shares)}.",
            LINES[PLAYOUT],
            self._walked(len(self.trace.path)),
        )

    # -- 4. backpropagation ------------------------------------------------------------------------

    def changes(self) -> tuple[NodeChange, ...]:
        """What happens to each node of the path, the last one first."""
        out = [self._change(chosen) for chosen in reversed(self.trace.path)]
        visits = int(self.trace.before.visits[0]), int(self.after.visits[0])
        return (*out, NodeChange(0, "root", "", 0.0, visits, (0.0, 0.0)))

    def _change(self, chosen: TracedChoice) -> NodeChange:
        node, fresh = chosen.child, self.after.visits[chosen.child] == 1
        known = not fresh and node < self.trace.before.size
        units = self.summed(chosen.agent)
        before = points_of(self.trace.before, node, units) if known else 0.0
        return NodeChange(
            node,
            f"{self.names[node]}{', new' if fresh else ''}",
            self._agent(chosen.agent),
            self.gained(chosen.agent),
            (int(self.after.visits[node]) - 1, int(self.after.visits[node])),
            (before, points_of(self.after, node, units)),
        )

    def _backpropagation(self) -> TreeStep:
        changes = self.changes()
        nodes = in_words(len(changes), "node")
        why = (
            f"Every node on the way gets one visit and the {self.counted} of the side that chose "
            f"it: {self.shares}."
        )
        return TreeStep(
            self.number,
            BACKPROPAGATION,
            f"{nodes} {'changes' if len(changes) == 1 else 'change'}",
            f"The result goes back up: {self.result_words}.",
            f"{why} {self._others()}",
            LINES[BACKPROPAGATION],
            self._walked(len(self.trace.path)),
            self.roots(after=True),
            changes=changes,
        )

    def _others(self) -> str:
        """What the result does not change."""
        rows = self.roots(after=True)
        others = len(rows) - 1
        if others < 1 or not all(row.visits for row in rows):
            return "Nothing else in the tree changes."
        if others == 1:
            return "The other move keeps its mean; its bonus grows a little."
        return f"The other {in_words(others)} moves keep their means; their bonuses grow a little."


def by_mean(rows: tuple[MoveRow, ...], k: int, best: float) -> str:
    """How the chosen child's mean compares with the best one."""
    own = rows[k]
    if len(rows) == 1:
        return "It is the only move."
    if own.mean == best:
        return f"Its mean, {own.mean:.3f}, is the highest as well."
    top = next(row for row in rows if row.mean == best)
    visits = "once" if own.visits == 1 else f"{own.visits} times"
    return (
        f"Its mean, {own.mean:.3f}, is not the best: {top.move} has {top.mean:.3f}. But it was "
        f"visited only {visits}, so its bonus is larger."
    )


def drawn_among(rows: tuple[MoveRow, ...], k: int) -> str:
    """The other children with the same bound."""
    equal = [row.move for j, row in enumerate(rows) if row.highest and j != k]
    if not equal:
        return ""
    verb = "has" if len(equal) == 1 else "have"
    drawn = f"one of the {in_words(len(equal) + 1)} was drawn."
    return capitalised(f"{enumerated(equal)} {verb} the same bound: {drawn}")


def in_words(n: int, noun: str = "") -> str:
    """A small number in words, with its noun."""
    word = NUMBERS[n] if n < len(NUMBERS) else str(n)
    return f"{word} {plural(n, noun)}" if noun else word


def _are(n: int) -> str:
    return "is" if n == 1 else "are"


def points_in_words(x: float) -> str:
    """A gain, as in "half a point"."""
    return {1.0: "one point", 0.5: "half a point", 0.0: "nothing"}.get(x, f"{plain(x)} points")
