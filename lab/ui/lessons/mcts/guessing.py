"""Guess first: which steps were guessed, and how often the guess was right."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Protocol

from lab.lesson.mcts import MoveRow


class Guessable(Protocol):
    """A choice by bounds, which a person could foretell."""

    @property
    def is_guess(self) -> bool:
        """Whether there is anything to guess."""

    @property
    def rows(self) -> tuple[MoveRow, ...]:
        """The children to choose from."""

    @property
    def chosen(self) -> int:
        """Of the rows."""


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

    def asks(self, k: Hashable, step: Guessable) -> bool:
        """Whether choice `k` waits for a guess."""
        return self.on and step.is_guess and k not in self._seen

    def reveal(self, k: Hashable) -> None:
        """The answer is shown without a guess."""
        self._seen.add(k)

    def answer(self, k: Hashable, step: Guessable, node: int) -> bool:
        """Takes a guess; False if the node is none of the children."""
        rows = {row.node: row for row in step.rows}
        if node not in rows:
            return False
        self._seen.add(k)
        guess, chosen = rows[node], step.rows[step.chosen]
        # of equal bounds one is drawn, and nobody can know which
        self._right[k] = guess.highest
        numbers = f"{guess.move} has {guess.bound:.3f}"
        if guess is chosen:
            self._words[k] = f"Right: {numbers}, the highest bound."
        elif guess.highest:
            self._words[k] = f"Right: {numbers}, and so has {chosen.move}, which was drawn."
        else:
            self._words[k] = f"Not this one: {numbers}, {chosen.move} {chosen.bound:.3f}."
        return True

    def words(self, k: Hashable) -> str:
        """What is said about the guess of choice `k`, "" where there was none."""
        return self._words.get(k, "")

    @property
    def score(self) -> tuple[int, int]:
        """Right guesses, and all."""
        return sum(self._right.values()), len(self._right)
