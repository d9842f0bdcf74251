"""Runs the lesson's search, iteration by iteration, and explains each in steps."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass
from functools import cached_property

from engines.game import Game
from engines.knobs import KnobError
from engines.scene import Scene
from lab.lesson.mcts.sentences import by_mean, drawn_among, in_words
from lab.lesson.mcts.steps import MoveRow, Units, rows_below
from lab.lesson.smitsimax.positions import SharedPosition, SharedQuestion, position, position_from
from lab.lesson.smitsimax.resonance import Resonance, compare_first_visits
from lab.lesson.smitsimax.steps import (
    BACKPROPAGATION,
    EVALUATION,
    LINES,
    RULE_LINES,
    SCALING,
    SELECTION,
    TURN,
    RangeChange,
    SharedStep,
    TreeChange,
    TreeChoice,
    number,
)
from lab.match.node_line import NodeLine, Others
from lab.words.numerals import capitalised, enumerated
from search.smitsimax.params import Params
from search.smitsimax.tracing import Pick, SmitsimaxTrace, TracedSmitsimax

ORDER = ("UCB", "random", "untried", "playout", "waits")
COUNTED = {
    "UCB": "by UCB",
    "random": "at random",
    "untried": "untried",
    "playout": "below the tree",
    "waits": "waiting",
}


@dataclass(frozen=True, eq=False)
class SharedStory:
    """One iteration of a lesson; `names` are the actions that lead to the nodes."""

    position: SharedPosition
    number: int  # from 1
    params: Params
    names: dict[int, str]
    trace: SmitsimaxTrace

    def steps(self) -> tuple[SharedStep, ...]:
        """The steps in order: each simulated turn, evaluation, scaling, backpropagation."""
        turns = tuple(self._turn(turn) for turn in range(len(self.trace.turns)))
        return (*turns, self._evaluation(), self._scaling(), self._backpropagation())

    def units(self, agent: int, after: bool = False) -> Units:
        """How the agent's values are scaled before or after this iteration."""
        ranges = self.trace.ranges[after]
        low = float(ranges.low[agent])
        zero = 0.0 if self.params.scaling == "fixed" or not math.isfinite(low) else low
        return Units(zero, float(ranges.scale[agent]))

    def _agent(self, agent: int) -> str:
        return self.position.game.agent_name(agent)

    # -- 1. selection ------------------------------------------------------------------------------

    def _turn(self, turn: int) -> SharedStep:
        picks = tuple(self._choice(turn, pick) for pick in self.trace.turns[turn].picks)
        counts = Counter(pick.how for pick in picks)
        parts = [f"{in_words(counts[how])} {COUNTED[how]}" for how in ORDER if counts[how]]
        used = [RULE_LINES[how] for how in RULE_LINES if counts[how]]
        return SharedStep(
            self.number,
            SELECTION,
            f"turn {turn + 1}, {enumerated(parts)}",
            f"Turn {turn + 1}: {enumerated(parts)}.",
            "All agents have chosen, so the turn is played.",
            (*TURN, *(line for lines in used for line in lines)),
            turn + 1,
            picks,
        )

    def _choice(self, turn: int, pick: Pick) -> TreeChoice:
        """One agent's choice with the actions it had."""
        name, rows = self._agent(pick.agent), self._rows(pick)
        chosen = next((k for k, row in enumerate(rows) if row.node == pick.child), -1)
        if pick.child >= 0:
            move = self.names[pick.child]
        elif pick.how == "waits":
            move = ""
        else:
            before = self.trace.turns[turn].before
            move = self.position.game.label(before, pick.agent, pick.action)
        why = self._why(pick, name, move, rows, chosen)
        return TreeChoice(pick.agent, name, pick.how, move, pick.among, rows, chosen, why)

    def _rows(self, pick: Pick) -> tuple[MoveRow, ...]:
        """The actions at the node with their numbers before this iteration."""
        if pick.child < 0:
            return ()
        return rows_at(self.trace, pick.node, self.names, self.params.c, self.units(pick.agent))

    def _why(self, pick: Pick, name: str, move: str, rows: tuple[MoveRow, ...], chosen: int) -> str:
        """Which rule chose, with its numbers."""
        if pick.how == "waits":
            return f"{name} has nothing to choose in this turn."
        if pick.how == "playout":
            drawn = f"{move} was drawn from {in_words(pick.among, 'action')}."
            how = "prefers what did well" if self.params.learns else "plays at random"
            return f"{name} is below its tree, where it {how}: {drawn}"
        if pick.how == "untried":
            return self._untried(pick, name, move)
        visits = rows[0].parent_visits
        if pick.how == "random":
            first = f"The first {self.params.random_visits} visits of a node choose at random"
            drawn = f"{move} was drawn from all {in_words(pick.among)}, whatever their means."
            return f"{first}; this one has had {visits}. For {name} {drawn}"
        best = max(row.mean for row in rows)
        bound = f"{name} chooses {move}: the highest bound, {rows[chosen].bound:.3f}."
        sums = f"Mean {rows[chosen].mean:.3f} plus bonus {rows[chosen].bonus_words}."
        words = (bound, sums, by_mean(rows, chosen, best), drawn_among(rows, chosen))
        return " ".join(filter(None, words))

    def _untried(self, pick: Pick, name: str, move: str) -> str:
        made = ""
        if pick.node >= self.trace.used or not self.trace.before.child_count[pick.node]:
            made = f"{name} comes to this node for the first time, so its actions are listed. "
        if pick.among == 1:
            return f"{made}{move} is {name}'s only untried action here, and untried ones go first."
        drawn = f"{move} was drawn from {in_words(pick.among, 'untried action')} of {name}"
        return capitalised(f"{made}{drawn}, each with the same chance. Untried actions go first.")

    # -- 2. evaluation -----------------------------------------------------------------------------

    def _evaluation(self) -> SharedStep:
        turns = len(self.trace.turns)
        over = bool(self.position.game.rules.is_over(self.trace.turns[-1].after))
        end = "The match is over there. " if over else ""
        agents = len(self.trace.values)
        same = len(set(self.trace.values)) == 1 < agents
        whose = (
            "The agents differ in what they want, so each gets a value of its own."
            if not same
            else "This position is worth the same to all."
        )
        words = [f"{self._agent(a)} {number(v)}" for a, v in enumerate(self.trace.values)]
        return SharedStep(
            self.number,
            EVALUATION,
            ", ".join(words),
            f"After {in_words(turns, 'turn')} the position is evaluated for each agent.",
            f"{end}{whose} There is no playout." if agents > 1 else f"{end}There is no playout.",
            LINES[EVALUATION],
            turns,
            ranges=self._ranges(),
        )

    def _ranges(self) -> tuple[RangeChange, ...]:
        before, after = self.trace.ranges
        return tuple(
            RangeChange(
                agent,
                self._agent(agent),
                value,
                (float(before.low[agent]), float(after.low[agent])),
                (float(before.high[agent]), float(after.high[agent])),
                (float(before.scale[agent]), float(after.scale[agent])),
            )
            for agent, value in enumerate(self.trace.values)
        )

    # -- 3. scaling --------------------------------------------------------------------------------

    def _scaling(self) -> SharedStep:
        ranges = self._ranges()
        changed = [each for each in ranges if each.scale[0] != each.scale[1]]
        if self.params.scaling == "fixed" and not changed:
            head, why = "The scale is fixed.", "Means are divided by it before the bonus is added."
        elif self.number == 1:
            head = "The first values: lowest and highest are the same."
            why = "While they are, means are divided by 1."
        elif not changed:
            head = "No range changes."
            why = "Every value is between the lowest and the highest that its agent has seen."
        else:
            head = f"The range of {enumerated([each.name for each in changed])} grows."
            why = " ".join(_grown(each) for each in changed)
        end = (
            "Divided by the range, means are between 0, the worst value seen, and 1, the best, so "
            "that one c suits all agents."
        )
        end = end if self.params.scaling == "running" else ""
        brief = "no range changes" if not changed else ", ".join(each.name for each in changed)
        parts = self.number, SCALING, brief, head, f"{why} {end}".strip()
        return SharedStep(*parts, LINES[SCALING], len(self.trace.turns), ranges=ranges)

    # -- 4. backpropagation ------------------------------------------------------------------------

    def changes(self) -> tuple[TreeChange, ...]:
        """What the values change: for each agent the nodes that it entered, its root first."""
        out = []
        for agent, value in enumerate(self.trace.values):
            out.append(self._change(agent, agent, "root", value))
            for turn, each in enumerate(self.trace.turns, 1):
                child = each.picks[agent].child
                if child >= 0:
                    name = f"turn {turn}: {self.names[child]}"
                    out.append(self._change(agent, child, name, value))
        return tuple(out)

    def _change(self, agent: int, node: int, name: str, value: float) -> TreeChange:
        before, after = self.trace.before, self.trace.after
        known = node < self.trace.used
        visits = int(before.visits[node]) if known else 0
        total = float(before.total[node]) if known else 0.0
        numbers = (visits, int(after.visits[node])), (total, float(after.total[node]))
        return TreeChange(agent, node, name, value, *numbers)

    def _backpropagation(self) -> SharedStep:
        changes, agents = self.changes(), range(len(self.trace.values))
        roots = tuple(
            rows_below(self.trace.after, a, self.params.c, self.names, self.units(a, True))
            for a in agents
        )
        each = "Every tree learns from its own agent's value."
        why = (
            "Every node that an agent entered gets one visit and that agent's value. A node is a "
            "sequence of its agent's own actions: what the others do there differs each time."
        )
        brief = f"{in_words(len(changes), 'node')} in {in_words(len(agents), 'tree')}"
        parts = self.number, BACKPROPAGATION, brief, each, why
        return SharedStep(
            *parts, LINES[BACKPROPAGATION], len(self.trace.turns), changes=changes, roots=roots
        )


def _grown(each: RangeChange) -> str:
    """How an agent's range has grown."""
    low, high = each.low, each.high
    side, end = ("lowest", low[1]) if low[0] != low[1] else ("highest", high[1])
    if low[0] == low[1] and high[0] == high[1]:
        return f"{each.name}'s means are now divided by {number(each.scale[1])}."
    scale = f"from {number(each.scale[0])} to {number(each.scale[1])}"
    return f"{each.name}'s value {number(end)} is its {side} so far: its range goes {scale}."


def rows_at(
    trace: SmitsimaxTrace, node: int, names: dict[int, str], c: float, units: Units
) -> tuple[MoveRow, ...]:
    """The children of a node before the iteration; those that it made have no visits."""
    first, count = int(trace.after.first_child[node]), int(trace.after.child_count[node])
    if first < trace.used:
        return rows_below(trace.before, node, c, names, units)
    visits = int(trace.before.visits[node]) if node < trace.used else 0
    return tuple(MoveRow(n, names[n], 0, 0.0, visits, c) for n in range(first, first + count))


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
    for k in range(1, question.iterations + 1):
        trace = search.traced()
        if trace is None:
            break
        _name(found.game, trace, names)
        story = SharedStory(found, k, params, names, trace)
        iterations.append(SharedIteration(k, story.steps(), _line(found, trace)))
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
