"""Runs the lesson's search, iteration by iteration, and explains each in steps."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from engines.game import Game
from engines.knobs import KnobError
from engines.scene import Scene
from lab.lesson.smitsimax.positions import (
    SharedPosition,
    position,
    position_from,
)
from lab.lesson.smitsimax.question import SharedQuestion
from lab.lesson.smitsimax.resonance import Resonance, compare_first_visits
from lab.lesson.smitsimax.sentences import SharedStory
from lab.lesson.smitsimax.steps import SharedStep
from lab.match.node_line import NodeLine, Others
from search.smitsimax.tracing import SmitsimaxTrace, TracedSmitsimax


@dataclass(frozen=True, eq=False)
class SharedIteration:
    """One iteration: its steps, and the positions of its turns."""

    number: int  # from 1
    steps: tuple[SharedStep, ...]
    line: NodeLine

    @property
    def turns(self) -> int:
        """Simulated turns."""
        return len(self.line.joints)


@dataclass(frozen=True, eq=False)
class SharedLesson:
    """All iterations of one search."""

    question: SharedQuestion
    position: SharedPosition
    iterations: tuple[SharedIteration, ...]
    resonance: Resonance

    @cached_property
    def steps(self) -> tuple[SharedStep, ...]:
        """The steps of all iterations, in order."""
        return tuple(step for each in self.iterations for step in each.steps)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The agents' names."""
        game = self.position.game
        return tuple(game.agent_name(agent) for agent in range(game.agents))

    def surprises(self, agent: int) -> list[int]:
        """The steps in which an agent's tree chooses an action that has not the best mean."""
        return [k for k, step in enumerate(self.steps) if step.surprises(agent)]


def study(question: SharedQuestion) -> SharedLesson:
    """Runs the search and explains it; KnobError where the position is wrong."""
    if question.params.untried != "first":
        raise KnobError("This lesson tries untried actions first: leave out untried.")
    start = question.start
    found = position_from(start) if start is not None else position(question.position)
    params, weights = question.params, question.seat.weights
    search = TracedSmitsimax(found.game, params, weights, seed=question.seed)
    search.start(found.state.copy(), found.seat)
    names: dict[int, str] = {}
    iterations = []
    for number in range(1, question.iterations + 1):
        trace = search.traced()
        if trace is None:
            break
        _name(found.game, trace, names)
        story = SharedStory(found, number, params, names, trace)
        iterations.append(SharedIteration(number, story.steps(), _line(found, trace)))
    resonance = compare_first_visits(found, params, weights, question.seed, question.iterations)
    return SharedLesson(question, found, tuple(iterations), resonance)


def _name(game: Game, trace: SmitsimaxTrace, names: dict[int, str]) -> None:
    """Adds the names of the actions at the nodes that were entered."""
    for turn in trace.turns:
        for pick in turn.picks:
            if pick.child < 0 or pick.child in names:
                continue
            first = int(trace.after.first_child[pick.node])
            for node in range(first, first + int(trace.after.child_count[pick.node])):
                action = int(trace.after.action[node])
                names[node] = game.label(turn.before, pick.agent, action)


def _line(found: SharedPosition, trace: SmitsimaxTrace) -> NodeLine:
    """The positions of the iteration for the board."""
    game = found.game
    states = (trace.turns[0].before, *(turn.after for turn in trace.turns))
    scenes: tuple[Scene, ...] = tuple(game.scene(state) for state in states)
    places = [[game.position(state, a) for state in states] for a in range(game.agents)]
    return NodeLine(
        -1,
        (),
        Others.BEST,
        tuple(tuple(pick.action for pick in turn.picks) for turn in trace.turns),
        tuple(
            tuple(
                game.label(turn.before, pick.agent, pick.action) if pick.how != "waits" else ""
                for pick in turn.picks
            )
            for turn in trace.turns
        ),
        scenes,
        tuple(tuple(p for p in each if p is not None) for each in places),
        len(trace.turns),
        True,
        len(trace.turns),
    )
