"""The equilibrium of a payoff table in words."""

from __future__ import annotations

from collections.abc import Sequence

from lab.words import numerals
from search.base import Floats
from search.equilibrium import solve_zero_sum
from search.nash import MOST, equilibria

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


def nash_words(
    gains: Floats, agents: Sequence[str], labels: Sequence[Sequence[str]]
) -> tuple[str, tuple[str, ...]]:
    """How many Nash equilibria were found of what both agents gain [2, rows, columns], and each:
    its kind, how both play, and what that is worth to each.
    """
    found = equilibria(gains)
    if found is None:
        return f"Nash equilibria are looked for in tables of up to {MOST} rows and columns", ()
    names = [
        [label.removeprefix(f"{who} ") for label in own]
        for who, own in zip(agents, labels, strict=True)
    ]
    count = len(found.found)
    head = f"{count} Nash equilibri{'um' if count == 1 else 'a'}"
    more = ", and there may be more: some actions are equally good there" if found.several else ""
    said = []
    for each in found.found:
        sides = [
            f"{who} {own[int(mixture.argmax())] if each.pure else _shares(own, mixture)}"
            for who, own, mixture in zip(agents, names, each[:2], strict=True)
        ]
        kind = "Pure" if each.pure else "Mixed"
        worth = " and ".join(
            f"{numerals.value(paid)} to {who}" for who, paid in zip(agents, each.worth, strict=True)
        )
        said.append(f"{kind}: {'; '.join(sides)}: worth {worth}.")
    return head + more, tuple(said)


def _shares(names: Sequence[str], mixture: Floats) -> str:
    """The actions that are played, and how often."""
    played = [
        f"{name} {numerals.percent(share, 1)}"
        for name, share in zip(names, mixture.tolist(), strict=True)
        if share >= LEAST
    ]
    return ", ".join(played)
