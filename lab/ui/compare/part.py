"""What all parts of the page share: the comparison they paint, the marks of its agents, and words
for a screen reader.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter

from engines.game import Game
from engines.scene import Target
from lab.compare.facts import AgentComparison, Comparison
from lab.ui.parts import theme
from lab.ui.parts.marks import Marks, marks_of, paint_glyph, paint_mark
from lab.ui.parts.part import ViewPart

MARGIN, GUTTER, PAD = 12, 116, 8  # pixels at 100 %: outer margin, gutter of labels, of a column
MOST_AGENTS = 4


@dataclass(frozen=True, eq=False)
class CompareView:
    """What the parts show: the comparison in a game, and how its agents are marked."""

    comparison: Comparison
    game: Game
    marks: Marks = field(default_factory=lambda: marks_of((0, 1)))
    # (side, agent, its move's cell), where moves have cells
    cells: tuple[tuple[int, int, Target], ...] = ()

    @property
    def agents(self) -> tuple[AgentComparison, ...]:
        """The agents that have room side by side, the seat's own among them."""
        agents = self.comparison.agents
        if len(agents) <= MOST_AGENTS:
            return agents
        seat = self.comparison.seat
        kept = sorted(agents, key=lambda a: a.seat != seat)[:MOST_AGENTS]
        return tuple(a for a in agents if a in kept)


class ComparePart(ViewPart[CompareView]):
    """A part that Tab goes to."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    @property
    def agents(self) -> tuple[AgentComparison, ...]:
        """The agents on show."""
        return self.view.agents if self.view is not None else ()


def put_agent(
    painter: QPainter, view: CompareView, agent: AgentComparison, x: float, y: float
) -> None:
    """An agent's mark around (x, y): its board mark if it has one, else its shape."""
    look = theme.current()
    kind = view.game.seat_mark(agent.seat)
    size = 11.0 * look.scale
    colour = view.marks.colour(look, agent.agent)
    if kind:
        paint_glyph(painter, kind, QPointF(x, y), size - 1, colour, 2.0 * look.scale)
    else:
        paint_mark(painter, view.marks.agent(agent.agent), QPointF(x, y), size, colour)
