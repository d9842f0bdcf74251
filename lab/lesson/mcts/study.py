"""Runs the lesson's search, iteration by iteration, and explains each in steps.

A position of a match may be of any game that UCT plays, with the knobs of its search there. Trees
are too wide for small boards then, so an iteration has the positions of its walk for one board.
Playouts that end in an evaluation are counted in the game's units; means are shares of the range of
all values that the agent has seen.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from engines.game import PASS, Game, State
from engines.knobs import HasFields, KnobError
from engines.scene import Line, Rect, Scene, Target, Text
from lab.lesson.match_start import MatchStart
from lab.lesson.mcts.positions import SmallPosition, TreeQuestion, position
from lab.lesson.mcts.sentences import Story, points_in_words
from lab.lesson.mcts.steps import (
    PLAYOUT,
    RESULTS,
    ROOT,
    SELECTION,
    MoveRow,
    Picture,
    TreeIteration,
    TreeNode,
    TreeStep,
    Units,
)
from lab.match.node_line import NodeLine, Others
from lab.words import numerals
from lab.words.numerals import enumerated
from search.base import generator
from search.tree import NO_CHILDREN, Tree
from search.uct import UCT
from search.uct.params import TO_THE_END, Params
from search.uct.tracing import ONLY_PLAIN, Trace, TracedUCT

MANY = 4  # agents whose values are listed
RAW = Units(0.0, 1.0)  # the game's units


def searching(game: Game, params: Params, weights: HasFields | None, seed: int) -> TracedUCT:
    """The lesson's search; KnobError where it cannot be followed."""
    refusal = UCT.supports(game)
    if refusal:
        raise KnobError(f"UCT does not fit {game.title}: {refusal}")
    search = TracedUCT(game, params, weights, seed=seed)
    if not search.is_plain:
        raise KnobError(ONLY_PLAIN)
    return search


@dataclass(frozen=True, eq=False)
class MatchStory(Story):
    """One iteration on a position of a match."""

    search: Params = field(default_factory=Params)

    @property
    def to_end(self) -> bool:
        """Whether playouts go to the end of the match, so that its result counts."""
        return self.search.playout_depth >= TO_THE_END

    def units(self, agent: int, after: bool = False) -> Units:
        low, scale = self.trace.ranges[after][agent]
        return Units(float(low), float(scale))

    def summed(self, agent: int) -> Units:
        return RESULTS if self.to_end else RAW

    @property
    def manner(self) -> str:
        """How the playout's moves were found."""
        return "scripted" if self.search.playout == "scripted" else "random"

    @property
    def counted(self) -> str:
        """What goes back."""
        return "points" if self.to_end else "value"

    @property
    def playing(self) -> str:
        how = "by the game's script" if self.search.playout == "scripted" else "at random"
        far = "to the end" if self.to_end else f"for at most {self.search.playout_depth} more turns"
        return f"all play {how} {far}"

    @property
    def _is_over(self) -> bool:
        return bool(self.position.game.rules.is_over(self.trace.end))

    @property
    def without_playout(self) -> str:
        return super().without_playout if self._is_over else "The playout depth is 0."

    @property
    def result_words(self) -> str:
        over = self.position.game.reason(self.trace.end) or "the match is over"
        return over if self._is_over else "the position is evaluated"

    @property
    def shares(self) -> str:
        game = self.position.game
        each = [
            f"{game.agent_name(agent)} gets {_gain(self.gained(agent), self.to_end)}"
            for agent in range(game.agents)
        ]
        return enumerated(each) if len(each) <= MANY else f"{', '.join(each[:MANY])} and so on"

    def turns(self, step: TreeStep) -> int:
        """How many turns are on the board in a step."""
        inside = len(self.trace.walked) - 1
        if step.part >= PLAYOUT:
            return inside + len(self.trace.played)
        chosen = self.trace.path[len(step.walked) - 2] if len(step.walked) > 1 else None
        if chosen is None:
            return 0
        # in a simultaneous turn the others may still have to choose
        following = self.trace.path[len(step.walked) - 1 :]
        waits = step.part == SELECTION and following and following[0].turn == chosen.turn
        return min(inside, chosen.turn + (0 if waits else 1))


def _gain(x: float, points: bool) -> str:
    return points_in_words(x) if points else numerals.real(x, 3)


class MatchWalks:
    """The names of the nodes that were reached, and the positions of each iteration."""

    def __init__(self, found: SmallPosition) -> None:
        self._found, self.names = found, dict[int, str]()
        self._parents, self._movers = dict[int, tuple[int, int]](), dict[int, str]()

    def add(self, trace: Trace, after: Tree) -> None:
        """Names the actions at the nodes of a walk."""
        game = self._found.game
        for chosen in trace.path:
            self._movers[chosen.node] = game.agent_name(chosen.agent)
            first, state = int(after.first_child[chosen.node]), trace.walked[chosen.turn]
            for node in range(first, first + int(after.child_count[chosen.node])):
                if node not in self.names:
                    action = int(after.action[node])
                    self.names[node] = game.label(state, chosen.agent, action)
                    self._parents[node] = chosen.node, chosen.agent

    def nodes(self) -> dict[int, TreeNode]:
        """The nodes that were reached and their siblings; they have no boards of their own."""
        state = self._found.state
        out = {0: TreeNode(-1, ROOT, "", state, "", self._movers.get(0, ""))}
        for node, (parent, agent) in self._parents.items():
            mover = self._movers.get(node, "")
            out[node] = TreeNode(parent, agent, self.names[node], state, "", mover)
        return out

    def played(self, trace: Trace) -> tuple[tuple[str, Picture], ...]:
        """The playout in words, the last node first."""
        game, out = self._found.game, [("", "")]
        states = (trace.leaf, *trace.played)
        for before, joint in zip(states, trace.playout, strict=False):
            words = [
                f"{game.agent_name(agent)} {game.label(before, agent, int(action))}"
                for agent, action in enumerate(joint)
                if action >= 0
            ]
            out.append((", ".join(words), ""))
        return tuple(out)

    def line(self, trace: Trace, after: Tree) -> NodeLine:
        """The positions of the walk and of the playout, for the board."""
        game = self._found.game
        states = (*trace.walked, *trace.played)
        places = [[game.position(state, a) for state in states] for a in range(game.agents)]
        paths = tuple(tuple(p for p in each if p is not None) for each in places)
        turns = len(states) - 1
        cells = () if any(paths) else self._cells(trace, after, turns)
        scenes = tuple(game.scene(state) for state in states)
        nothing = ((),) * turns
        return NodeLine(-1, (), Others.BEST, nothing, nothing, scenes, paths, turns, True, 0, cells)

    def _cells(self, trace: Trace, after: Tree, turns: int) -> tuple[Target | None, ...]:
        """The cells of the actions in the tree, where each is a turn of its own."""
        game, out = self._found.game, list[Target | None]([None] * turns)
        if not game.simultaneous:
            for chosen, state in zip(trace.path, trace.walked, strict=False):
                if chosen.turn < turns:
                    targets = game.targets(state, chosen.agent)
                    action = int(after.action[chosen.child])
                    found = (target for target in targets if target.action == action)
                    out[chosen.turn] = next(found, None)
        return tuple(out)


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
