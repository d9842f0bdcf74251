"""The knobs that the depth-first searches share; each uses those that apply to it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engines.knobs import RESTART, choice, integer, switch
from search.evaluation import evaluation, network_file

TO_THE_END = 100  # the depth that means no limit
TABLE_STEP = 1 << 16


def depth() -> Any:
    """The knob for the depth limit."""
    words = (
        "How far the search looks ahead. At the right end to the end of the match; with "
        "deepening it gets as deep as the budget allows."
    )
    return integer(
        TO_THE_END, 1, TO_THE_END, "Depth", words, top="to the end", effect=RESTART, main=True
    )


def unit() -> Any:
    """The knob for the unit of depth."""
    words = (
        "A ply is one agent's move; a round is one move of every agent. Simultaneous turns are "
        "always completed."
    )
    return choice(
        "plies",
        {"plies": "plies", "rounds": "rounds"},
        "Depth counts",
        words,
        effect=RESTART,
        main=True,
    )


def deepening() -> Any:
    """The knob for iterative deepening."""
    words = (
        "Search to depth 1, then 2, and so on: there is always an answer, and each depth shows "
        "the next one what to try first."
    )
    return switch(True, "Iterative deepening", words, effect=RESTART)


def second() -> Any:
    """The knob for who chooses last in simultaneous turns."""
    words = (
        "In simultaneous games one side has to choose first; the other then knows its choice. "
        "The others second is the careful assumption."
    )
    return choice(
        "others",
        {"others": "the others", "own": "its own seat"},
        "Moves second",
        words,
        effect=RESTART,
        idle_if={"game.simultaneous": False},
    )


def ordering(default: str, learned: bool) -> Any:
    """The knob for the order in which actions are tried."""
    known = {"listed": "as listed", "game": "the game's"}
    words = (
        "Which actions are tried first. As listed: in the game's list. The game's: its own idea "
        "of what is good, after the table's move."
    )
    if learned:
        known["learned"] = "learned"
        words += " Learned: the table's move, then killers and the history of good cuts."
    return choice(default, known, "Move order", words, effect=RESTART, off="listed")


@dataclass(frozen=True)
class Plain:
    """What every depth-first search has."""

    depth: int = depth()
    unit: str = unit()
    deepening: bool = deepening()
    second: str = second()
    ordering: str = ordering("listed", learned=False)
    evaluation: str = evaluation()
    network: str = network_file()


@dataclass(frozen=True)
class Cutting:
    """The same with cuts and a transposition table."""

    depth: int = depth()
    unit: str = unit()
    deepening: bool = deepening()
    ordering: str = ordering("learned", learned=True)
    table: int = integer(
        1 << 20,
        0,
        1 << 24,
        "Transposition table",
        (
            "How many positions it remembers, rounded down to a power of two; 0 switches it "
            "off. Only in games that have position keys."
        ),
        step=TABLE_STEP,
        unit="entries",
        effect=RESTART,
        idle_if={"game.key": False},
    )
    scout: bool = switch(
        True,
        "Principal variation search",
        (
            "After a node's first action it only asks whether another one is better, and "
            "searches that one again if so. Needs the table."
        ),
        effect=RESTART,
        idle_if={"table": 0, "game.key": False},
    )
    quiescence: int = integer(
        0,
        0,
        30,
        "Quiescence",
        (
            "How many turns below the depth limit it still looks while the game calls a "
            "position unquiet; 0 switches it off."
        ),
        unit="turns",
        effect=RESTART,
        idle_if={"game.quiet": False},
    )
    second: str = second()
    evaluation: str = evaluation()
    network: str = network_file()
