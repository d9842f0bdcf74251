"""What lessons share in which a choice can be guessed before it is shown: the box that asks for it
in Set-up, and the keys.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox

from lab.lesson.asked import LessonQuestion
from lab.ui.lessons.asking import AskingPage
from lab.ui.lessons.docks import LessonReasons, LessonSetup
from lab.ui.lessons.guesses import Guesses
from lab.ui.lessons.rounds import RoundSteps
from lab.ui.parts.messages import label

# what Shift and the full stop write on two keyboards; "Shift+." as well would make it ambiguous
TEN = ": >"
MOST = 9  # choices that have a key


class GuessingSetup(LessonSetup):
    """Set-up with what to try and with guessing; `guessing` reports whether the person wants to
    guess.
    """

    guessing = Signal(bool)

    def __init__(self, asked: type[LessonQuestion], asks: str, own: Iterable[str] = ()) -> None:
        super().__init__(asked, own)
        self.guess, self.score = QCheckBox(asks), label("", "strong")
        self.guess.toggled.connect(self.guessing)
        self.score.hide()

    def finish(self, tries: str, how: str) -> None:
        """Adds what to try, and how guesses are made."""
        texts = label("Try it", "strong"), label(tries, "note"), label("Guess first", "strong")
        self.block(*texts, self.guess, label(how, "note"), self.score)

    def show_score(self, right: int, asked: int) -> None:
        """How many guesses were right; nothing while there was none."""
        self.score.setVisible(asked > 0)
        self.score.setText(f"{right} of {asked} right")


class GuessingPage(AskingPage):
    """A lesson in rounds; a step that waits for a guess is shown without its answer."""

    panel: GuessingSetup
    steps: RoundSteps

    def __init__(
        self,
        name: str,
        panel: GuessingSetup,
        steps: RoundSteps,
        side: LessonReasons,
        guesses: Guesses,
    ) -> None:
        super().__init__(name, panel, steps, side)
        self.guesses = guesses

    def wire(self, number: Callable[[int], None]) -> None:
        """Connects steps, keys and guesses; `number` takes the place, from 0, of a choice that is
        guessed by its key.
        """
        self.panel.guessing.connect(self._follow)
        self.steps.moved.connect(self.show_step)
        choices = {str(k + 1): partial(number, k) for k in range(MOST)}
        rounds = {".": self.steps.one_round, TEN: self.steps.ten_rounds}
        self.bind({"Right": self._on} | rounds | choices)

    def start(self) -> None:
        """Another lesson: nothing was guessed."""
        self.forget()
        self.guesses.begin()
        self.panel.show_score(*self.guesses.score)

    # -- what a page gives -------------------------------------------------------------------------

    @abstractmethod
    def show_step(self, k: int) -> None:
        """Shows step `k` of the lesson, from 0, or asks for it first."""

    @property
    @abstractmethod
    def asking(self) -> bool:
        """Whether the step on show waits for a guess."""

    def give_away(self) -> None:
        """Notes that the answer of the step on show is known."""
        self.guesses.reveal(self.steps.step)

    # -- guessing ----------------------------------------------------------------------------------

    def set_hiding(self, on: bool) -> None:
        super().set_hiding(on)
        self._follow()

    def _follow(self, _on: bool = False) -> None:
        """A lecture that hides answers asks for every choice, as a person may want to be asked."""
        on = self.panel.guess.isChecked() or self._hides
        if on != self.guesses.on:
            self.guesses.on = on
            if self.lesson is not None:
                self.reveal()

    def reveal(self) -> None:
        """Shows the answer."""
        self.give_away()
        self._told.add(self.steps.step)
        self.show_step(self.steps.step)

    def judge(self) -> None:
        """Shows the answer after a guess, and the score."""
        self.panel.show_score(*self.guesses.score)
        self.reveal()

    def _on(self) -> None:
        """The next step; where a guess is awaited, its answer."""
        if self.asking:
            self.reveal()
        else:
            self.steps.one_on()

    @property
    def place(self) -> str:
        return self.steps.words
