"""A law of games, and what is said when a game breaks it."""

from __future__ import annotations


class BrokenLaw(AssertionError):
    """What a game does that none may, as a sentence without its full stop; `at` names the rule, the
    method or the fact of the game that does it.
    """

    def __init__(self, at: str, said: str) -> None:
        super().__init__(said)
        self.at, self.said = at, said


class WrongKind(BrokenLaw):
    """What it gives is nothing that could be shown or played."""


def law(holds: object, at: str, said: str = "") -> None:
    """BrokenLaw unless it holds."""
    if not holds:
        raise BrokenLaw(at, said or f"{at} breaks a law of games")


def of_kind(value: object, kind: type, at: str, said: str) -> None:
    """WrongKind unless the value is of the kind."""
    if not isinstance(value, kind):
        raise WrongKind(at, f"{at} gives no {said}, but {value!r:.60}")
