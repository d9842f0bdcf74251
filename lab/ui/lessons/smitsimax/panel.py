"""The left dock of the lesson: the position, the search's settings, what to try, and guessing."""

from __future__ import annotations

from lab.lesson.smitsimax import SharedLesson, SharedQuestion
from lab.ui.lessons.position import C_ACTS, PositionSetup
from lab.ui.parts.messages import label

TRY = (
    "Resonance, at the top right, runs the same seed without random first visits. Set c to 0.1, "
    "Random visits to 50 and Iterations to 200: then they make a difference."
)
GUESS = "Click the action that the tree on show will choose, or press its number."


class SharedPanel(PositionSetup):
    """The position and the settings of the search."""

    def __init__(self) -> None:
        super().__init__(SharedQuestion, "Another game or seed")
        self.facts = label("", "note")
        self.lay_out(self.facts, tries=TRY, guesses=GUESS)

    def show_lesson(self, lesson: SharedLesson) -> None:
        """Shows what the text turned out to be."""
        game = lesson.position.game
        trees = f"{game.title}: {game.agents} agents, a tree for each"
        scaled = lesson.question.params.scaling != "fixed"
        self.facts.setText("\n".join([trees, *([C_ACTS] if scaled else [])]))
        self.wrong.hide()
