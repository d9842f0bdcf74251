"""Guess first: which steps were guessed, and how often the guess was right."""

from __future__ import annotations


class Guesses:
    """The person's guesses of one lesson, by step; a page judges them."""

    def __init__(self) -> None:
        self.on = False
        self._seen: set[int] = set()  # steps whose answer is known
        self._right: dict[int, bool] = {}
        self._words: dict[int, str] = {}

    def begin(self) -> None:
        """Another lesson: nothing is known."""
        self._seen.clear()
        self._right.clear()
        self._words.clear()

    def waits(self, k: int, is_guess: bool) -> bool:
        """Whether step `k`, which can be guessed or not, waits for a guess."""
        return self.on and is_guess and k not in self._seen

    def reveal(self, k: int) -> None:
        """The answer is shown without a guess."""
        self._seen.add(k)

    def judge(self, k: int, right: bool, words: str) -> None:
        """Notes a guess and what is said about it."""
        self._seen.add(k)
        self._right[k], self._words[k] = right, words

    def words(self, k: int) -> str:
        """What is said about the guess of step `k`, "" where there was none."""
        return self._words.get(k, "")

    @property
    def score(self) -> tuple[int, int]:
        """Right guesses, and all."""
        return sum(self._right.values()), len(self._right)
