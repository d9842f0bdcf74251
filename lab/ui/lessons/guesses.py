"""Guess first: what was guessed, and how often the guess was right."""

from __future__ import annotations

from collections.abc import Hashable


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
