"""The knobs that searches over sequences share."""

from __future__ import annotations

from typing import Any

from engines.knobs import RESTART, choice, integer
from search.sequences.trial import LONGEST


def horizon(default: int) -> Any:
    """The knob for the length of the sequences."""
    words = (
        "How many turns a sequence looks ahead. Longer ones see more, and fewer of them are tried."
    )
    return integer(default, 1, LONGEST, "Horizon", words, unit="turns", effect=RESTART, main=True)


def opponent(default: str = "search") -> Any:
    """The knob for the model of the other seats."""
    words = (
        "What the others are taken to do: the best that a short search of their own found "
        "first, their script, nothing, or anything."
    )
    models = {
        "search": "its own search first",
        "scripted": "scripted",
        "rest": "rest",
        "random": "random",
    }
    return choice(
        default,
        models,
        "Others play",
        words,
        effect=RESTART,
        off="rest",
        idle_if={"game.alone": True},
    )


def opponent_trials() -> Any:
    """The knob for the effort of the other seats' own searches."""
    words = (
        "Sequences tried for each other seat before the own search begins; all of them together "
        "take 30 % of a budget at most."
    )
    return integer(
        200,
        10,
        20_000,
        "Others' trials",
        words,
        log=True,
        unit="trials",
        effect=RESTART,
        idle_if={"opponent": ("scripted", "rest", "random"), "game.alone": True},
    )


def repeats() -> Any:
    """The knob for playing a sequence more than once where chance is at play."""
    words = "In games with chance: how often each sequence is played; its fitness is the mean."
    return integer(
        1,
        1,
        64,
        "Plays a sequence",
        words,
        log=True,
        effect=RESTART,
        off=1,
        idle_if={"game.chance": False},
    )
