"""What is on the page at one step: the iteration, the tree that is looked at, and the lanes."""

from __future__ import annotations

from dataclasses import dataclass, replace

from lab.lesson.smitsimax import SharedIteration, SharedLesson, SharedStep, TreeChoice
from lab.lesson.smitsimax.steps import BACKPROPAGATION, RULES, SELECTION
from lab.match.node_line import NodeLine
from lab.ui.lessons.lanes import Lane, LaneCell, LanesShown


@dataclass(frozen=True, eq=False)
class SharedShown:
    """A step, or the question what the tree of `agent` chooses next."""

    lesson: SharedLesson
    iteration: SharedIteration
    step: SharedStep
    agent: int
    asks: bool = False  # the person is to guess, so nothing gives the answer away

    @property
    def pick(self) -> TreeChoice | None:
        """What the agent's tree chooses in this step."""
        return self.step.picks[self.agent] if self.step.picks else None

    @property
    def turns(self) -> int:
        """How many turns of the iteration are on the board."""
        return self.step.turn - int(self.asks)

    @property
    def line(self) -> NodeLine:
        """The positions of the iteration, the agent's own line on a band."""
        return replace(self.iteration.line, agent=self.agent)

    @property
    def lanes(self) -> LanesShown:
        """The walks through all trees as far as they are known in this step."""
        turns = [step for step in self.iteration.steps if step.part == SELECTION]
        names = self.lesson.names
        lanes = tuple(
            Lane(name, agent, tuple(self._cell(step, agent) for step in turns))
            for agent, name in enumerate(names)
        )
        heads = tuple(f"Turn {step.turn}" for step in turns)
        column = self.step.turn - 1 if self.step.part == SELECTION else -1
        return LanesShown(lanes, heads, self.agent, column)

    def _cell(self, step: SharedStep, agent: int) -> LaneCell:
        pick, here = step.picks[agent], step is self.step
        asks = here and self.asks
        done = step.turn <= self.step.turn and (not asks or agent == self.agent)
        if self.step.part == BACKPROPAGATION:
            rule = self._learned(step, agent)
        else:
            rule = RULES[pick.how]
            rule += f" {pick.rows[pick.chosen].bound:.2f}" if pick.by_bound else ""
        if asks:
            rule = ""
        return LaneCell(pick.move or "–", rule, pick.rows, pick.chosen, done, asks)

    def _learned(self, step: SharedStep, agent: int) -> str:
        """What the chosen node learns, "4 → 5 visits"."""
        pick = step.picks[agent]
        if pick.chosen < 0:
            return ""
        node = pick.rows[pick.chosen].node
        change = next(each for each in self.step.changes if each.node == node)
        return f"{change.visits[0]} → {change.visits[1]} visits"
