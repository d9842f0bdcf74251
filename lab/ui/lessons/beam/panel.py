"""The left dock of the lesson: the maze, and the settings of the beam."""

from __future__ import annotations

from engines.knobs import Knob
from lab.lesson.beam import MOST_DEPTH, MOST_WIDTH, BeamQuestion
from lab.ui.lessons.choice import BEAM
from lab.ui.lessons.plans.panel import MazePanel
from lab.ui.parts.slider import ParamSlider

USUAL = BeamQuestion()
WIDTH = Knob(
    "width",
    "integer",
    USUAL.width,
    "Beam width",
    "How many children of a layer survive.",
    low=1,
    high=MOST_WIDTH,
)
DEPTH = Knob("depth", "integer", USUAL.depth, "Depth", "Layers.", low=1, high=MOST_DEPTH)
DISCOUNT = Knob(
    "discount",
    "number",
    USUAL.discount,
    "Discount",
    "What a gain is worth a turn later.",
    low=0.5,
    high=1.0,
    step=0.01,
)
TRY = (
    "At width 3 the best plan dies out in layer 3, by a little. Width 4 finds it. In The far feast "
    "even 8 are too few."
)
GUESS = "Before each cut: click the child that is the last to survive, or press its number."


class BeamPanel(MazePanel):
    """The maze and the numbers of the beam."""

    def __init__(self) -> None:
        super().__init__(BEAM, USUAL.maze)
        self.width_knob, self.depth_knob = ParamSlider(WIDTH), ParamSlider(DEPTH)
        self.discount = ParamSlider(DISCOUNT)
        knobs = (self.width_knob, self.depth_knob, self.discount)
        self.block(*knobs)
        self.finish(TRY, GUESS)
        for knob in knobs:
            knob.changed.connect(self.report)

    @property
    def question(self) -> BeamQuestion:
        """The lesson to ask for."""
        numbers = int(self.width_knob.value), int(self.depth_knob.value)
        return BeamQuestion(self.mazes.name, *numbers, round(float(self.discount.value), 3))

    def set_width(self, width: int) -> None:
        """Sets the width, as if the user had."""
        self.width_knob.set_value(width)
        self.changed.emit()
