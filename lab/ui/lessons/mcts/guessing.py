"""Iterations in which children are chosen by their bounds: their steps, and guessing first which
has the highest.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Protocol

from lab.lesson.mcts import MoveRow
from lab.ui.lessons.guesses import Guesses
from lab.ui.lessons.rounds import RoundSteps
from lab.ui.lessons.transport import surprise


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
