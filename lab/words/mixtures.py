"""The equilibrium of a payoff table in words."""

from __future__ import annotations

from collections.abc import Sequence

from lab.words import numerals
from search.base import Floats
from search.equilibrium import solve_zero_sum

LEAST = 0.0005  # a smaller share is not named


def equilibrium_words(
    table: Floats, agents: Sequence[str], labels: Sequence[Sequence[str]]
) -> tuple[str, str]:
    """What the table [rows, columns] is worth to the row agent, and how often each side should play
    what; `agents` and `labels` are those of rows and columns.
    """
    *mixtures, worth = solve_zero_sum(table)
    sides = [
        f"{who}: {_shares(names, mixture)}"
        for who, names, mixture in zip(agents, labels, mixtures, strict=True)
    ]
    return f"worth {numerals.value(worth)} to {agents[0]}", f"{'. '.join(sides)}."


def _shares(names: Sequence[str], mixture: Floats) -> str:
    """The actions that are played, and how often."""
    played = [
        f"{name} {numerals.percent(share, 1)}"
        for name, share in zip(names, mixture.tolist(), strict=True)
        if share >= LEAST
    ]
    return ", ".join(played)
