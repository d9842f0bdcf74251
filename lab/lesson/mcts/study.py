"""Runs the lesson's search, iteration by iteration, and explains each in steps."""

from __future__ import annotations

import shlex
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from engines.game import PASS, Game, State
from engines.knobs import KnobError
from engines.scene import Line, Rect, Scene, Text
from lab.lesson.match_start import MatchStart, game_at, start_at
from lab.lesson.mcts.match_story import RAW, MatchStory, MatchWalks, searching
from lab.lesson.mcts.positions import EXAMPLES, SmallPosition, game_of, position
from lab.lesson.mcts.records import ROOT, Picture, TreeIteration, TreeNode
from lab.lesson.mcts.sentences import Story
from lab.lesson.mcts.steps import RESULTS, MoveRow, TreeStep, Units
from lab.match.seat import SearchSeat
from lab.match.seats import format_seat
from search.base import generator
from search.tree import NO_CHILDREN, Tree
from search.uct.params import TO_THE_END, Params
from search.uct.tracing import Trace

MOST_ITERATIONS = 200
NAME = "uct"


@dataclass(frozen=True)
class TreeQuestion:
    """What a lesson is about."""

    position: str = next(iter(EXAMPLES))
    iterations: int = 50
    seed: int = 5
    c: float = 1.0
    start: MatchStart | None = None  # in place of the position
    search: SearchSeat | None = None  # the knobs of its search but c

    def __post_init__(self) -> None:
        if not 1 <= self.iterations <= MOST_ITERATIONS:
            raise KnobError(f"iterations should be from 1 to {MOST_ITERATIONS}.")
        if not 0 < self.c <= 10:
            raise KnobError("c should be more than 0 and at most 10.")

    @property
    def game(self) -> Game:
        """The game, without calling its rules; KnobError if the text is about none."""
        if self.start is not None:
            return self.start.game
        return game_at(self.position) if self.is_of_a_game else game_of(self.position)

    @property
    def is_of_a_game(self) -> bool:
        """Whether the text names a position of any game, like "csb@1"."""
        return "@" in self.position

    @property
    def begins(self) -> MatchStart | None:
        """The position of a match or of any game, None for a small one."""
        if self.start is not None:
            return self.start
        return start_at(self.position) if self.is_of_a_game else None

    @property
    def params(self) -> Params:
        """The knobs of the search; it keeps nothing of an earlier one."""
        found = self.search.params if self.search is not None else None
        usual = found if isinstance(found, Params) else Params()
        return replace(usual, c=self.c, reuse=False)


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
    return TreeLesson(question, found, nodes, tuple(iterations), _command(question))


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
    return TreeLesson(question, found, walks.nodes(), tuple(iterations), _command(question))


def _traced(
    question: TreeQuestion, found: SmallPosition, seat: int | None = None
) -> tuple[list[Trace], list[Tree]]:
    """The iterations of the search, and the tree after each."""
    weights = question.search.weights if question.search is not None else None
    search = searching(found.game, question.params, weights, question.seed)
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


def _command(question: TreeQuestion) -> str:
    known = question.start is None or question.start.way
    return shlex.join(["smitsilab", "lesson", *arguments(question)]) if known else ""


def arguments(question: TreeQuestion) -> list[str]:
    """The words after `smitsilab lesson` that give this lesson."""
    start, search = question.start, question.search
    where = start.way if start is not None else ("--position", question.position)
    words = ["mcts", *where, "--iterations", str(question.iterations), "--seed", str(question.seed)]
    if search is not None:
        plain = replace(search, params=replace(question.params, c=Params().c, reuse=Params().reuse))
        others = format_seat(plain, question.game, with_budget=False)
        words += ["--search", others] if others != NAME else []
    return [*words, "--c", f"{question.c:g}"]


def preparing(question: TreeQuestion) -> list[str]:
    """The words after `smitsilab lesson` that compile what this lesson needs; a position of a match
    may be in no file yet, so one of the same game does.
    """
    if question.start is None:
        return arguments(question)
    return ["mcts", "--position", f"{question.game.spec}@1", "--iterations", "1"]


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
