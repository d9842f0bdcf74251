"""What one step of the lesson shows: its words and its numbers.

Every agent has a tree of its own, with values in the game's units. Selection compares

    bound = mean + bonus,   mean = (total / visits - lowest) / range,   bonus = c sqrt(ln N / n)

with N visits of the node and n of the child. Lowest and range are those of the values that the
agent has seen; the kernel leaves the lowest out, which is the same for all children.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from lab.lesson.mcts.steps import HEADS, MoveRow
from lab.lesson.steps import RoundStep
from lab.words import numerals

SELECTION, EVALUATION, SCALING, BACKPROPAGATION = range(4)
# the code, in the words of the tables' heads; a step names its lines, and a test runs it
LISTING = (
    "def iteration(agents, state):",
    "    for turn in range(depth):",
    "        for agent in agents:",
    "            agent.path.append(choose(agent))",
    "        state = play(state, actions(agents))",
    "    for agent, value in evaluation(agents, state):",
    "        agent.lowest = min(agent.lowest, value)",
    "        agent.highest = max(agent.highest, value)",
    "        for node in agent.path:",
    "            node.visits += 1",
    "            node.total += value",
    "",
    "def choose(agent):",
    "    node = agent.path[-1]",
    "    if untried(node):",
    "        return chance(untried(node))",
    "    if node.visits < random_visits:",
    "        return chance(children(node))",
    "    return max(children(node), key=bound)",
)
TURN = (1, 2, 3, 4)
RULE_LINES = {"untried": (14, 15), "random": (16, 17), "UCB": (18,)}
# the lines of the other parts
LINES = {EVALUATION: (5,), SCALING: (6, 7), BACKPROPAGATION: (8, 9, 10)}
PARTS = ("Selection", "Evaluation", "Scaling", "Backpropagation")
ROW_HEADS = ("Action", *HEADS[1:])
PICK_HEADS = ("Agent", "Action", "Rule", "Mean", "Bonus", "Bound")
VALUE_HEADS = ("Agent", "Value")
RANGE_HEADS = ("Agent", "Value", "Lowest", "Highest", "Range")
CHANGE_HEADS = ("Node", "Visits", "Total", "Mean")
DIGITS = 3
RULES = {
    "untried": "untried",
    "random": "random",
    "UCB": "UCB",
    "playout": "playout",
    "waits": "waits",
}


@dataclass(frozen=True)
class TreeChoice:
    """What one agent's tree chose in one simulated turn, and from what."""

    agent: int
    name: str  # the agent's
    how: str  # of RULES
    move: str  # "" for one that waits
    among: int  # how many actions it was drawn from
    rows: tuple[MoveRow, ...] = ()  # the actions at its node, before this iteration
    chosen: int = -1  # of the rows
    why: str = ""

    @property
    def by_bound(self) -> bool:
        """Whether the rows' bounds decided."""
        return self.how == "UCB"

    @property
    def surprise(self) -> bool:
        """Whether another action of the node has a better mean."""
        best = max((row.mean for row in self.rows), default=0.0)
        return self.by_bound and self.rows[self.chosen].mean < best

    @property
    def is_guess(self) -> bool:
        """Whether a person could say beforehand which action is chosen."""
        return self.by_bound and sum(row.highest for row in self.rows) < len(self.rows)

    @property
    def cells(self) -> tuple[str, ...]:
        """The row under PICK_HEADS."""
        numbers = ("", "", "")
        if self.by_bound:
            _, _, *rest = self.rows[self.chosen].cells
            numbers = rest[0], rest[1], rest[2]
        return self.name, self.move or "–", RULES[self.how], *numbers


@dataclass(frozen=True)
class RangeChange:
    """The values that an agent has seen, before and after an evaluation; game's units."""

    agent: int
    name: str
    value: float
    low: tuple[float, float]  # before, after; not finite before the first iteration
    high: tuple[float, float]
    scale: tuple[float, float]  # what selection divides by

    @property
    def grew(self) -> bool:
        """Whether the value is outside of what was seen."""
        return self.low[0] != self.low[1] or self.high[0] != self.high[1]

    @property
    def cells(self) -> tuple[str, ...]:
        """The row under RANGE_HEADS."""
        pairs = (self.low, self.high, self.scale)
        return self.name, number(self.value), *(_change(*pair) for pair in pairs)


@dataclass(frozen=True)
class TreeChange:
    """What backpropagation does to one node; game's units."""

    agent: int
    node: int
    name: str
    gained: float
    visits: tuple[int, int]  # before, after
    total: tuple[float, float]

    @property
    def mean(self) -> float:
        """Total per visit afterwards."""
        return self.total[1] / self.visits[1]

    @property
    def cells(self) -> tuple[str, ...]:
        """The row under CHANGE_HEADS."""
        visits = f"{self.visits[0]} → {self.visits[1]}"
        total = f"{number(self.total[0])} → {number(self.total[1])}"
        return self.name, visits, total, number(self.mean)


@dataclass(frozen=True)
class SharedStep(RoundStep):
    """One step of one iteration, and everything that is shown with it."""

    turn: int  # how many turns have been simulated
    picks: tuple[TreeChoice, ...] = ()  # of this turn, by agent
    ranges: tuple[RangeChange, ...] = ()
    changes: tuple[TreeChange, ...] = ()
    # after backpropagation the actions at each root, by agent
    roots: tuple[tuple[MoveRow, ...], ...] = field(default=())

    def why_of(self, agent: int) -> str:
        """The reason, in a choice that of the agent's tree."""
        return self.picks[agent].why if self.picks else self.why

    def surprises(self, agent: int) -> bool:
        """Whether the agent's tree chose an action that has not the best mean."""
        return bool(self.picks) and self.picks[agent].surprise


def number(x: float) -> str:
    """A value in the game's units."""
    return numerals.real(x, DIGITS)


def _change(before: float, after: float) -> str:
    old, new = number(before), number(after)
    return new if old == new else f"{old} → {new}"
