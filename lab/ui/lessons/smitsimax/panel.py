"""The left dock of the lesson: the position, the search's knobs, what to try, and guessing."""

from __future__ import annotations

from dataclasses import replace

from engines.knobs import knobs
from lab.lesson.match_start import MatchStart
from lab.lesson.smitsimax import (
    EXAMPLES,
    MOST_ITERATIONS,
    SHORT,
    USUAL,
    SharedLesson,
    SharedQuestion,
)
from lab.match.seat import SearchSeat
from lab.ui.lessons.choice import SMITSIMAX
from lab.ui.lessons.position import C_ACTS, PositionSetup, SearchRuns
from lab.ui.parts.messages import label
from lab.ui.parts.slider import ParamSlider

FIRST = SharedQuestion()
TRY = (
    "Resonance, at the top right, runs the same seed without random first visits. Set c to 0.1, "
    "Random visits to 50 and Iterations to 200: then they make a difference."
)
GUESS = "Click the action that the tree on show will choose, or press its number."


class SharedPanel(PositionSetup):
    """The position and the knobs of the search."""

    def __init__(self) -> None:
        runs = SearchRuns(FIRST.iterations, MOST_ITERATIONS, FIRST.seed)
        super().__init__(SMITSIMAX, EXAMPLES, "Another game or seed", FIRST.position, runs)
        self.facts, self._search = label("", "note"), USUAL
        own = {knob.name: knob for knob in knobs(USUAL.params or FIRST.params)}
        self.sliders = {name: ParamSlider(own[name]) for name in SHORT}
        for name, slider in self.sliders.items():
            slider.set_value(getattr(FIRST.params, name))
            slider.changed.connect(self.report)
        self.position_block(self.facts)
        self.block(*self.sliders.values(), self.iterations, self.seed)
        self.finish(TRY, GUESS)

    def take(self, start: MatchStart, search: SearchSeat) -> None:
        self._search = replace(search, budget=None)
        for name, slider in self.sliders.items():
            slider.set_value(getattr(search.params, name))
        super().take(start, search)

    def let_go(self) -> None:
        super().let_go()
        self._search = USUAL

    def show_lesson(self, lesson: SharedLesson) -> None:
        """Shows what the text turned out to be."""
        game = lesson.position.game
        trees = f"{game.title}: {game.agents} agents, a tree for each"
        scaled = lesson.question.params.scaling != "fixed"
        self.facts.setText("\n".join([trees, *([C_ACTS] if scaled else [])]))
        self.wrong.hide()

    @property
    def question(self) -> SharedQuestion:
        """The lesson to ask for."""
        values = {name: slider.value for name, slider in self.sliders.items()}
        assert self._search.params is not None
        params = replace(self._search.params, **values)
        search = replace(self._search, params=params)
        numbers = int(self.iterations.value), int(self.seed.value)
        return SharedQuestion(self.position_text, *numbers, search, self.match.start)
