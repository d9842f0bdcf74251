"""Runs the lesson's search, iteration by iteration, and explains each in steps."""

from __future__ import annotations

import shlex
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from engines.game import PASS, State
from engines.knobs import KnobError
from engines.scene import Line, Rect, Scene, Text
from lab.lesson.mcts.positions import EXAMPLES, SmallPosition, position
from lab.lesson.mcts.sentences import Story
from lab.lesson.mcts.steps import MoveRow, TreeStep, rows_below
from search.base import generator
from search.tree import NO_CHILDREN, Tree
from search.uct.params import Params
from search.uct.tracing import Trace, TracedUCT

MOST_ITERATIONS = 200
ROOT = -1  # the mover of a root
Picture = Scene | str  # a board, or what is written in a node of a tree


@dataclass(frozen=True)
class TreeQuestion:
    """What a lesson is about."""

    position: str = next(iter(EXAMPLES))
    iterations: int = 50
    seed: int = 5
    c: float = 1.0

    def __post_init__(self) -> None:
        if not 1 <= self.iterations <= MOST_ITERATIONS:
            raise KnobError(f"iterations should be from 1 to {MOST_ITERATIONS}.")
        if not 0 < self.c <= 10:
            raise KnobError("c should be more than 0 and at most 10.")


@dataclass(frozen=True, eq=False)
class TreeNode:
    """A node and the position that it stands for."""

    parent: int  # -1 for the root
    agent: int  # who chose the action that leads here, ROOT for the root
    move: str
    state: State
    picture: Picture
    mover: str  # who moves here, "" where the match is over


@dataclass(frozen=True, eq=False)
class TreeIteration:
    """One iteration: the trees around it, its steps, and the positions of its playout."""

    number: int  # from 1
    before: Tree
    after: Tree
    path: tuple[int, ...]  # root first
    steps: tuple[TreeStep, ...]
    played: tuple[tuple[str, Picture], ...]  # the playout: who played what, and the position then
    result: str
    shares: str  # "both get ½"

    @property
    def fresh(self) -> int:
        """The node that had no visit before, -1 for none."""
        last = self.path[-1]
        return last if int(self.after.visits[last]) == 1 else -1


@dataclass(frozen=True, eq=False)
class TreeLesson:
    """All iterations of one search."""

    question: TreeQuestion
    position: SmallPosition
    nodes: dict[int, TreeNode]
    iterations: tuple[TreeIteration, ...]
    command: str

    @cached_property
    def steps(self) -> tuple[TreeStep, ...]:
        """The steps of all iterations, in order."""
        return tuple(step for each in self.iterations for step in each.steps)

    @property
    def surprises(self) -> list[int]:
        """The steps that choose a child which has not the best mean, from 0."""
        return [k for k, step in enumerate(self.steps) if step.surprise]

    @cached_property
    def names(self) -> dict[int, str]:
        """The moves that lead to the nodes."""
        return {number: node.move for number, node in self.nodes.items()}

    def root_rows(self, iteration: TreeIteration, after: bool) -> tuple[MoveRow, ...]:
        """The root's children before or after an iteration."""
        tree = iteration.after if after else iteration.before
        return rows_below(tree, 0, self.question.c, self.names)


def study(question: TreeQuestion) -> TreeLesson:
    """Runs the search and explains it; KnobError where the text is wrong."""
    found = position(question.position)
    search = TracedUCT(found.game, Params(c=question.c, reuse=False), seed=question.seed)
    search.start(found.state.copy(), int(found.game.rules.to_move(found.state)))
    traces = [trace for _ in range(question.iterations) if (trace := search.traced()) is not None]
    last = search.copied()
    nodes = _nodes(found, last)
    names = {number: node.move for number, node in nodes.items()}
    afters = [*(trace.before for trace in traces[1:]), last]
    iterations = []
    for k, (trace, after) in enumerate(zip(traces, afters, strict=True), 1):
        story = Story(found, k, question.c, names, trace, after)
        path = (0, *(chosen.child for chosen in trace.path))
        played, words = _played(found, trace), story.result_words
        parts = trace.before, after, path, story.steps(), played, words, story.shares
        iterations.append(TreeIteration(k, *parts))
    command = shlex.join(["smitsilab", "lesson", *arguments(question)])
    return TreeLesson(question, found, nodes, tuple(iterations), command)


def arguments(question: TreeQuestion) -> list[str]:
    """The words after `smitsilab lesson` that give this lesson."""
    numbers = "--iterations", str(question.iterations), "--seed", str(question.seed)
    return ["mcts", "--position", question.position, *numbers, "--c", f"{question.c:g}"]


def _nodes(found: SmallPosition, tree: Tree) -> dict[int, TreeNode]:
    """Every node of the last tree with its position; numbers stay the same while a tree grows."""
    game, rules = found.game, found.game.rules
    nodes = {0: _node(found, -1, ROOT, "", found.state)}
    waiting = [0]
    while waiting:
        parent = waiting.pop()
        first, above = int(tree.first_child[parent]), nodes[parent].state
        if first == NO_CHILDREN:
            continue
        agent = int(rules.to_move(above))
        for child in range(first, first + int(tree.child_count[parent])):
            action, state = int(tree.action[child]), above.copy()
            joint = np.full(game.agents, PASS, np.int64)
            joint[agent] = action
            rules.step(state, joint, generator(0), None)
            nodes[child] = _node(found, parent, agent, found.words(above, agent, action), state)
            waiting.append(child)
    return nodes


def _node(found: SmallPosition, parent: int, agent: int, move: str, state: State) -> TreeNode:
    over = bool(found.game.rules.is_over(state))
    mover = "" if over else found.game.agent_name(int(found.game.rules.to_move(state)))
    return TreeNode(parent, agent, move, state, _picture(found, state), mover)


def _played(found: SmallPosition, trace: Trace) -> tuple[tuple[str, Picture], ...]:
    """The positions of a playout, the new node's first."""
    game, state = found.game, trace.leaf.copy()
    out = [("", _picture(found, state))]
    for joint in trace.playout:
        agent = int(game.rules.to_move(state))
        words = f"{game.agent_name(agent)} {found.words(state, agent, int(joint[agent]))}"
        game.rules.step(state, joint, generator(0), None)
        out.append((words, _picture(found, state)))
    return tuple(out)


def _picture(found: SmallPosition, state: State) -> Picture:
    return found.face(state) if found.is_tree else small(found.game.scene(state))


def small(scene: Scene) -> Scene:
    """A scene without the writing around its board."""
    still = tuple(item for item in scene.still if not isinstance(item, Text))
    corners = [point for item in still if isinstance(item, Line) for point in item.points]
    for item in still:
        if isinstance(item, Rect):
            corners += [(item.x, item.y), (item.x + item.w, item.y + item.h)]
    if not corners:
        return scene
    (left, right), (top, bottom) = (
        (min(p[axis] for p in corners), max(p[axis] for p in corners)) for axis in (0, 1)
    )
    return replace(scene, x=left, y=top, width=right - left, height=bottom - top, still=still)
