"""The knobs of UCT, with the defaults that measured play chose."""

from __future__ import annotations

from dataclasses import dataclass

from engines.knobs import NEXT, RESTART, choice, integer, switch
from search.arena import exploration, final_choice, memory

TO_THE_END = 200  # the playout depth that stands for no limit


@dataclass(frozen=True)
class Params:
    """UCT's knobs."""

    c: float = exploration(0.7)
    playout_depth: int = integer(
        TO_THE_END,
        0,
        TO_THE_END,
        "Playout depth",
        "How many turns are played at random below the tree before the position is evaluated. At the right end playouts go to the end of "
        "the match and its result counts.",
        unit="turns",
        top="to the end",
        effect=RESTART,
        main=True,
    )
    playout: str = choice(
        "random",
        {"random": "random", "scripted": "scripted"},
        "Playout moves",
        "Who plays below the tree: chance, or the game's own script.",
    )
    second: str = choice(
        "others",
        {"others": "the others", "own": "the own seat"},
        "Moves second",
        "In simultaneous games one side has to choose first; the other then knows its choice. The others second is the careful assumption.",
        effect=RESTART,
    )
    final: str = final_choice()
    reuse: bool = switch(
        True, "Keep the tree between moves", "Begin with the part of the last tree that still fits the match.", effect=NEXT
    )
    memory: int = memory(NEXT)
