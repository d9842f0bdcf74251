"""Runs the lesson's search, iteration by iteration, and explains each in steps."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from engines.game import PASS, State
from engines.scene import Line, Rect, Scene, Text
from lab.lesson.match_start import MatchStart
from lab.lesson.mcts.match_story import RAW, MatchStory, MatchWalks, searching
from lab.lesson.mcts.positions import SmallPosition, position
from lab.lesson.mcts.question import TreeQuestion
from lab.lesson.mcts.records import ROOT, Picture, TreeIteration, TreeNode
from lab.lesson.mcts.sentences import Story
from lab.lesson.mcts.steps import RESULTS, MoveRow, TreeStep, Units
from search.base import generator
from search.tree import NO_CHILDREN, Tree
from search.uct.params import TO_THE_END
from search.uct.tracing import Trace


@dataclass(frozen=True, eq=False)
class TreeLesson:
    """All iterations of one search."""

    question: TreeQuestion
    position: SmallPosition
    nodes: dict[int, TreeNode]
    iterations: tuple[TreeIteration, ...]

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

    @property
    def is_small(self) -> bool:
        """Whether every node has a board of its own; one from a match has one board."""
        return all(each.line is None for each in self.iterations)

    @property
    def counting(self) -> Units:
        """In which the points of nodes are counted."""
        return RESULTS if self.question.params.playout_depth >= TO_THE_END else RAW

    def root_rows(self, iteration: TreeIteration, after: bool) -> tuple[MoveRow, ...]:
        """The root's children before or after an iteration."""
        return iteration.roots[after]


def study(question: TreeQuestion) -> TreeLesson:
    """Runs the search and explains it; KnobError where the position is wrong."""
    start = question.begins
    if start is not None:
        return _study_match(question, start)
    found = position(question.position)
    traces, afters = _traced(question, found)
    nodes = _nodes(found, afters[-1])
    names = {number: node.move for number, node in nodes.items()}
    iterations = []
    for k, (trace, after) in enumerate(zip(traces, afters, strict=True), 1):
        story = Story(found, k, question.c, names, trace, after)
        iterations.append(_iteration(story, _played(found, trace)))
    return TreeLesson(question, found, nodes, tuple(iterations))


def _study_match(question: TreeQuestion, start: MatchStart) -> TreeLesson:
    """The same on a position of a match."""
    found = SmallPosition(start.words, start.game, start.view())
    traces, afters = _traced(question, found, start.seat)
    walks, iterations = MatchWalks(found), []
    for k, (trace, after) in enumerate(zip(traces, afters, strict=True), 1):
        walks.add(trace, after)
        story = MatchStory(found, k, question.c, walks.names, trace, after, question.params)
        each = _iteration(story, walks.played(trace))
        turns = tuple(story.turns(step) for step in each.steps)
        iterations.append(replace(each, line=walks.line(trace, after), turns=turns))
    return TreeLesson(question, found, walks.nodes(), tuple(iterations))


def _traced(
    question: TreeQuestion, found: SmallPosition, seat: int | None = None
) -> tuple[list[Trace], list[Tree]]:
    """The iterations of the search, and the tree after each."""
    search = searching(found.game, question.params, question.seat.weights, question.seed)
    mover = int(found.game.rules.to_move(found.state))
    search.start(found.state.copy(), mover if seat is None else seat)
    traces = [trace for _ in range(question.iterations) if (trace := search.traced()) is not None]
    return traces, [*(trace.before for trace in traces[1:]), search.copied()]


def _iteration(story: Story, played: tuple[tuple[str, Picture], ...]) -> TreeIteration:
    trace = story.trace
    path = (0, *(chosen.child for chosen in trace.path))
    parts = trace.before, story.after, path, story.steps(), played
    roots = story.roots(), story.roots(after=True)
    return TreeIteration(story.number, *parts, story.result_words, story.shares, roots)


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
