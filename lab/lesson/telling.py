"""A search's events as the steps of a lesson, each with a sentence that says why.

A step is what a reader would call one: a leaf that changes something, a run of leaves that change
nothing, a value handed up together with the nodes opened next, or a cut with the leaf that caused
it. The worked example of alpha-beta then has the eight steps of the write-up on adversarial search,
and one more with the result.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from numpy.typing import NDArray

from engines.textbook.tree import CHANCE, TextTree
from lab.lesson import words
from lab.lesson.sentences import (
    AGAIN,
    ENDS,
    NOTES,
    OPENS,
    SEES,
    STAYS,
    STOPS,
    TAKES,
    WORTH,
    Draft,
    Sentences,
)
from lab.lesson.watching import CUT, Board, NodeView
from search.depth_first import frames


@dataclass(frozen=True)
class Opened:
    """A line of the table of open nodes."""

    node: int
    name: str
    kind: str
    view: NodeView


@dataclass(frozen=True)
class LessonStep:
    """One step, and everything that is known after it."""

    title: str
    brief: str  # what happened, in lower case
    head: str  # the rule in one sentence, with its numbers
    why: str
    node: int  # where the step happens
    line: str  # of the code: a key of its lines
    alpha: float
    beta: float
    fresh: str  # the bound that changed: "α", "β" or ""
    note: str  # next to the node: "β 2 ≤ α 3: cut"
    nodes: tuple[NodeView, ...]  # [N]
    open: tuple[Opened, ...]  # root first
    leaves: tuple[int, ...]  # looked at in this step
    looked: int  # leaves so far
    again: int  # looks at leaves that were looked at before, so far
    cut: int  # leaves so far
    best: str  # for the root so far: "3, from the left"
    is_cut: bool = False
    best_line: tuple[int, ...] = ()  # in the last step, from the root

    @property
    def here(self) -> NodeView:
        """The node where the step happens."""
        return self.nodes[self.node]


class Teller:
    """Reads the events of one search."""

    def __init__(
        self,
        board: Board,
        searched: TextTree,
        places: Sequence[int],
        words_for: Sentences,
        deepens: bool,
    ) -> None:
        self.board, self.tree = board, board.tree
        self.steps: list[LessonStep] = []
        self._searched, self._places = searched, places
        self._sentences, self._deepens = words_for, deepens
        self._draft: Draft | None = None
        self._at: dict[int, int] = {}  # search node -> tree node
        self._lotteries: set[int] = set()
        self._depth = 0

    def tell(self, events: NDArray[Any]) -> None:
        """Adds the steps of these events."""
        for event in events:
            (self._open, self._see, self._cut, self._close)[event["kind"]](self._node(event), event)
        self._flush()

    def stop(self, leaf: int, sentence: str) -> None:
        """The search came to a leaf without a value."""
        self._flush()
        self._draft = Draft(
            STOPS, int(self.tree.parent[leaf]), leaf, seen=[leaf], sentence=sentence
        )
        self._keep()
        self._flush()

    def _node(self, event: Any) -> int:
        """The tree's node of an event. A CHANCE node is two nodes in the search: the mover that
        lets chance decide, then the outcomes.
        """
        number, parent = int(event["node"]), int(event["parent"])
        if number not in self._at:
            if parent == 0:
                self._at[number] = 0
            elif event["kind"] == frames.OPEN and event["agent"] == frames.CHANCE:
                self._at[number] = self._at[parent]
                self._lotteries.add(number)
            else:
                self._at[number] = int(self._searched.child[self._at[parent]]) + int(
                    event["action"]
                )
        return self._places[self._at[number]]

    # -- events ------------------------------------------------------------------------------------

    def _begin(self, draft: Draft) -> Draft:
        self._flush()
        self._draft = draft
        draft.depth = self._depth if self._deepens else 0
        return draft

    def _open(self, node: int, event: Any) -> None:
        if event["parent"] == 0:
            self._flush()
            self._draft = None
            self.board.clear()
            self._depth += 1
        draft, twice = self._draft, int(event["node"]) in self._lotteries
        self.board.opened(node, event)
        if not twice and (
            draft is None
            or draft.ended
            or draft.cut
            or draft.kind not in (OPENS, TAKES, STAYS, NOTES, AGAIN)
        ):
            self._begin(Draft(OPENS, node))
        self._keep()

    def _see(self, node: int, event: Any) -> None:
        parent, draft = int(self.tree.parent[node]), self._draft
        better = self.board.seen(node, event)
        joins = (
            draft is not None
            and draft.kind == SEES
            and draft.node == parent
            and not better
            and not draft.better
            and not draft.cut
        )
        if draft is None or not joins:
            draft = self._begin(Draft(SEES, parent, better=better, moved=self.board.moved))
        draft.seen.append(node)
        self._keep()

    def _cut(self, node: int, event: Any) -> None:
        left = self.board.cut(node)
        if self._draft is None or self._draft.node != node:
            self._begin(Draft(STAYS, node))
        if self._draft is not None:
            self._draft.cut = left
        self._keep()

    def _close(self, node: int, event: Any) -> None:
        parent = int(self.tree.parent[node])
        was_cut = self.board.status[node] == CUT
        if int(event["node"]) in self._lotteries:
            self._begin(Draft(WORTH, node))
            self.board.value[node] = (float(event["value"]) + 0.0,)
            self._keep()
            return
        if self.board.gathers(node) and self.tree.kind[node] != CHANCE:
            self._begin(Draft(WORTH, node))
            self.board.value[node] = (float(event["value"]) + 0.0,)
            self._keep()
        found = self.board.value[node][0]
        again = self.board.asks_again(node, event)
        better = self.board.closed(node, event)
        if node == 0:
            self._begin(Draft(ENDS, 0))
            self._keep()
            return
        if was_cut and not better and not again:
            if self._draft is not None:
                self._draft.ended = True
            return
        kind = AGAIN if again else TAKES if better else STAYS
        kind = NOTES if self.board.gathers(parent) else kind
        moved = self.board.moved
        self._begin(Draft(kind, parent, node, better=better, moved=moved, found=found))
        self._keep()

    # -- steps -------------------------------------------------------------------------------------

    def _keep(self) -> None:
        """Stores the present board with the step in the making."""
        board, draft = self.board, self._draft
        if draft is not None:
            names = () if draft.kind == ENDS else tuple(board.stack) or (0,)
            views = board.views()
            draft.kept = {
                "nodes": views,
                "open": tuple(
                    Opened(n, words.short(self.tree, n), self.tree.words[n], views[n])
                    for n in names
                ),
                "looked": board.looked,
                "again": board.again,
                "cut": board.cut_leaves,
                "best": self._best(),
            }

    def _best(self) -> str:
        child = self.board.best[0]
        return (
            f"{words.numbers(self.board.value[0])}, {words.way(self.tree, child)}"
            if child >= 0
            else "nothing yet"
        )

    def _flush(self) -> None:
        """Ends the step in the making."""
        draft, self._draft = self._draft, None
        if draft is None:
            return
        said, here = self._sentences.of(draft), draft.kept["nodes"][draft.node]
        rises = self.board.rises(draft.node)
        fresh = "" if not draft.moved else "α" if rises else "β"
        depth = (
            f"Depth {draft.depth}: "
            if draft.depth and draft.node == 0 and draft.kind == OPENS
            else ""
        )
        title = depth + said.title
        self.steps.append(
            LessonStep(
                title=title,
                brief=said.brief
                or said.title.replace(
                    words.title(self.tree, draft.node), words.name(self.tree, draft.node), 1
                ),
                head=said.head,
                why=said.why,
                node=draft.node,
                line=said.line,
                alpha=here.alpha,
                beta=here.beta,
                fresh=fresh,
                note=said.note,
                leaves=tuple(draft.seen),
                is_cut=bool(draft.cut),
                best_line=self.board.best_line() if draft.kind == ENDS else (),
                **draft.kept,
            )
        )
