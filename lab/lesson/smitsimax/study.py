"""Runs the lesson's search, iteration by iteration, and explains each in steps."""

from __future__ import annotations

import shlex
from dataclasses import dataclass, replace
from functools import cached_property

from engines.game import Game
from engines.knobs import KnobError
from engines.scene import Scene
from lab.lesson.match_start import MatchStart
from lab.lesson.smitsimax.positions import (
    EXAMPLES,
    SharedPosition,
    game_of,
    position,
    position_from,
)
from lab.lesson.smitsimax.resonance import Resonance, compare_first_visits
from lab.lesson.smitsimax.sentences import SharedStory
from lab.lesson.smitsimax.steps import SharedStep
from lab.match.node_line import NodeLine, Others
from lab.match.seat import SearchSeat
from lab.match.seats import format_seat
from search.smitsimax.params import DEEPEST, Params
from search.smitsimax.tracing import SmitsimaxTrace, TracedSmitsimax

MOST_ITERATIONS = 200
NAME = "smitsimax"
USUAL = SearchSeat(NAME, Params(depth=4))
SHORT = ("c", "depth", "random_visits")  # knobs with an option of their own


@dataclass(frozen=True)
class SharedQuestion:
    """What a lesson is about."""

    position: str = next(iter(EXAMPLES))
    iterations: int = 40
    seed: int = 5
    search: SearchSeat = USUAL
    start: MatchStart | None = None  # in place of the position

    def __post_init__(self) -> None:
        if not 1 <= self.iterations <= MOST_ITERATIONS:
            raise KnobError(f"iterations should be from 1 to {MOST_ITERATIONS}.")
        if not 1 <= self.params.depth <= DEEPEST:
            raise KnobError(f"depth should be from 1 to {DEEPEST}.")
        if self.params.untried != "first":
            raise KnobError("This lesson tries untried actions first: leave out untried.")

    @property
    def params(self) -> Params:
        """The knobs of the search."""
        params = self.search.params
        assert isinstance(params, Params)
        return params

    @property
    def game(self) -> Game:
        """The game, without calling its rules; KnobError if Smitsimax does not play it."""
        return self.start.game if self.start is not None else game_of(self.position)


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
    command: str

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
    start = question.start
    found = position_from(start) if start is not None else position(question.position)
    params, weights = question.params, question.search.weights
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
    known = start is None or start.way
    command = shlex.join(["smitsilab", "lesson", *arguments(question)]) if known else ""
    return SharedLesson(question, found, tuple(iterations), resonance, command)


def arguments(question: SharedQuestion) -> list[str]:
    """The words after `smitsilab lesson` that give this lesson."""
    start, params = question.start, question.params
    where = start.way if start is not None else ("--position", question.position)
    words = [NAME, *where, "--iterations", str(question.iterations), "--seed", str(question.seed)]
    usual = {name: getattr(Params(), name) for name in SHORT}
    rest = replace(question.search, params=replace(params, **usual))
    others = format_seat(rest, question.game, with_budget=False)
    words += ["--search", others] if others != NAME else []
    words += ["--c", f"{params.c:g}", "--depth", str(params.depth)]
    return [*words, "--random-visits", str(params.random_visits)]


def preparing(question: SharedQuestion) -> list[str]:
    """The words after `smitsilab lesson` that compile what this lesson needs: a position of a match
    may be in no file yet.
    """
    return arguments(replace(question, position=question.game.spec, start=None, iterations=1))


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
