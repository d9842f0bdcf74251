"""What lessons share in which a choice can be guessed before it is shown: what was guessed and how
often it was right, the box that asks for it in Set-up, the keys, and choices by bounds.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import partial
from typing import Any, ClassVar, Protocol

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox

from lab.lesson.asked import LessonQuestion
from lab.lesson.mcts import MoveRow
from lab.ui.lessons.docks import LessonSetup
from lab.ui.lessons.lesson_page import LessonPage
from lab.ui.lessons.rounds import RoundSide, RoundSteps
from lab.ui.lessons.transport import surprise
from lab.ui.parts.messages import label


class Guesses:
    """The person's guesses of one lesson, by choice: a step's number, or any other key."""

    def __init__(self) -> None:
        self.on = False
        self._seen: set[Hashable] = set()  # choices whose answer is known
        self._right: dict[Hashable, bool] = {}
        self._words: dict[Hashable, str] = {}

    def begin(self) -> None:
        """Another lesson: nothing is known."""
        self._seen.clear()
        self._right.clear()
        self._words.clear()

    def waits(self, k: Hashable, is_guess: bool) -> bool:
        """Whether choice `k`, which can be guessed or not, waits for a guess."""
        return self.on and is_guess and k not in self._seen

    def reveal(self, k: Hashable) -> None:
        """The answer is shown without a guess."""
        self._seen.add(k)

    def judge(self, k: Hashable, right: bool, words: str) -> None:
        """Notes a guess and what is said about it."""
        self._seen.add(k)
        self._right[k], self._words[k] = right, words

    def words(self, k: Hashable) -> str:
        """What is said about the guess of choice `k`, "" where there was none."""
        return self._words.get(k, "")

    @property
    def score(self) -> tuple[int, int]:
        """Right guesses, and all."""
        return sum(self._right.values()), len(self._right)


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


class GuessingPage(LessonPage):
    """A lesson in rounds; a step that waits for a guess is shown without its answer."""

    parts: ClassVar[Sequence[str]]  # of a round
    panel: GuessingSetup
    steps: RoundSteps
    side: RoundSide

    def __init__(
        self,
        panel: GuessingSetup,
        steps: RoundSteps,
        side: RoundSide,
        guesses: Guesses,
    ) -> None:
        super().__init__(panel, steps, side)
        self.guesses = guesses
        side.picked.connect(steps.to_row)
        panel.guessing.connect(self._follow)

    def wire(self, number: Callable[[int], None]) -> None:
        """Sets the keys; `number` takes the place, from 0, of a choice that is guessed by its
        key.
        """
        choices = {str(k + 1): partial(number, k) for k in range(MOST)}
        rounds = {".": self.steps.one_round, TEN: self.steps.ten_rounds}
        self.bind({"Right": self._on} | rounds | choices)

    def forget(self) -> None:
        super().forget()
        self.guesses.begin()
        self.panel.show_score(*self.guesses.score)

    # -- what a page gives -------------------------------------------------------------------------

    @property
    def choice(self) -> Any:
        """What there is to guess at the step on show, None for nothing."""
        return self.step

    @property
    def key(self) -> Hashable:
        """Its name among the guesses."""
        return self.steps.step

    @abstractmethod
    def asked_words(self, step: Any) -> tuple[str, str]:
        """The question, and how it is answered."""

    def reason(self, step: Any) -> str:
        """Why a step happened."""
        return str(step.why)

    def give_away(self) -> None:
        """Notes that the answer of the step on show is known."""
        self.guesses.reveal(self.key)

    def begin_lesson(self, lesson: Any) -> None:
        self.steps.set_rounds(lesson.steps, lesson.surprises)

    def show_nothing(self) -> None:
        self.steps.set_rounds((), [])

    # -- showing -----------------------------------------------------------------------------------

    @property
    def asking(self) -> bool:
        choice = self.choice
        return choice is not None and self.guesses.waits(self.key, choice.is_guess)

    def titled(self, step: Any) -> str:
        return f"{self.steps.counted} {step.round}"

    def words_of(self, step: Any, asks: bool) -> tuple[str, str, str, str]:
        part = self.parts[step.part].lower()
        if asks:
            return ("your guess", *self.asked_words(step), part)
        reasons = self.guesses.words(self.key), self.reason(step)
        return step.brief, step.head, " ".join(filter(None, reasons)), part

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
        self.show_step()

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


class Guessable(Protocol):
    """A choice by bounds, which a person could foretell."""

    @property
    def rows(self) -> tuple[MoveRow, ...]:
        """The children to choose from."""

    @property
    def chosen(self) -> int:
        """Of the rows."""


class BoundGuesses(Guesses):
    """The person's guesses of one lesson."""

    def answer(self, k: Hashable, step: Guessable, node: int) -> bool:
        """Takes a guess; False if the node is none of the children."""
        rows = {row.node: row for row in step.rows}
        if node not in rows:
            return False
        guess, chosen = rows[node], step.rows[step.chosen]
        numbers = f"{guess.move} has {guess.bound:.3f}"
        if guess is chosen:
            words = f"Right: {numbers}, the highest bound."
        elif guess.highest:
            words = f"Right: {numbers}, and so has {chosen.move}, which was drawn."
        else:
            words = f"Not this one: {numbers}, {chosen.move} {chosen.bound:.3f}."
        # of equal bounds one is drawn, and nobody can know which
        self.judge(k, guess.highest, words)
        return True


def iteration_steps(parts: Sequence[str]) -> RoundSteps:
    """The steps of all iterations, each of these parts."""
    tip = "The next iteration whose choice has not the best mean."
    return RoundSteps("Iteration", parts, surprise(tip))
