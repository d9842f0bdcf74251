"""Guess first: which steps were guessed, and how often the guess was right."""

from __future__ import annotations

from lab.lesson.mcts import TreeStep


class Guesses:
    """The person's guesses of one lesson, by step."""

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

    def asks(self, k: int, step: TreeStep) -> bool:
        """Whether step `k` waits for a guess."""
        return self.on and step.is_guess and k not in self._seen

    def reveal(self, k: int) -> None:
        """The answer is shown without a guess."""
        self._seen.add(k)

    def answer(self, k: int, step: TreeStep, node: int) -> bool:
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

    def words(self, k: int) -> str:
        """What is said about the guess of step `k`, "" where there was none."""
        return self._words.get(k, "")

    @property
    def score(self) -> tuple[int, int]:
        """Right guesses, and all."""
        return sum(self._right.values()), len(self._right)
