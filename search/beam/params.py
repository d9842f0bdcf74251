"""The knobs of beam search; the defaults are the seed's."""

from __future__ import annotations

from dataclasses import dataclass

from engines.knobs import CONTINUE, NEXT, RESTART, Value, choice, integer, number, switch
from search.arena import memory
from search.evaluation import evaluation, network_file

OPEN = 200  # the depth that means no limit
UNLIMITED = 1 << 17  # the width that means no limit
# where knobs do nothing
NOTHING_LASTS = {"game.lasting": False}
NO_BEAM_FOR_OTHERS: dict[str, Value | tuple[Value, ...]] = {
    "opponent": ("none", "scripted", "greedy"),
    "game.alone": True,
}


@dataclass(frozen=True)
class Params:
    """Beam search's knobs."""

    width: int = integer(
        350,
        1,
        UNLIMITED,
        "Beam width",
        "How many sequences of each length live on. Wider misses less and gets less deep.",
        log=True,
        unit="nodes",
        top="all",
        effect=RESTART,
        main=True,
    )
    depth: int = integer(
        OPEN,
        1,
        OPEN,
        "Depth",
        (
            "How many own turns are looked ahead. At the right end the search goes deeper until "
            "its time is over."
        ),
        unit="turns",
        top="open",
        effect=CONTINUE,
        main=True,
    )
    discount: float = number(
        0.98,
        0.5,
        1.0,
        "Discount",
        (
            "What a gain is still worth for each turn that it comes later. Low: hurries. 1: "
            "does not care when."
        ),
        step=0.005,
        effect=RESTART,
        main=True,
        off=1.0,
    )
    lasting_discounted: float = number(
        0.1,
        0.0,
        1.0,
        "Lasting, discounted",
        "Share of a lasting gain that loses worth with time, as all others do.",
        effect=RESTART,
        with_={"lasting_kept": 1.0},
        idle_if=NOTHING_LASTS,
    )
    lasting_kept: float = number(
        0.9,
        0.0,
        1.0,
        "Lasting, kept",
        "Share of a lasting gain that does not.",
        effect=RESTART,
        with_={"lasting_discounted": 1.0},
        idle_if=NOTHING_LASTS,
    )
    opponent: str = choice(
        "beam",
        {
            "none": "rests",
            "scripted": "the game's script",
            "greedy": "best next value",
            "beam": "its own beam",
        },
        "Opponent",
        "What the others are assumed to do while this seat follows its plan.",
        effect=RESTART,
        main=True,
        off="none",
        idle_if={"game.alone": True},
    )
    opponent_share: float = number(
        0.25,
        0.01,
        0.9,
        "Opponent's share",
        (
            "Share of the budget for the others' beams. Without a limit they and the own beam "
            "take turns, in rounds that double."
        ),
        effect=RESTART,
        idle_if=NO_BEAM_FOR_OTHERS,
    )
    opponent_width: int = integer(
        150,
        1,
        10_000,
        "Opponent's width",
        "Beam width for each opponent.",
        log=True,
        unit="nodes",
        effect=RESTART,
        idle_if=NO_BEAM_FOR_OTHERS,
    )
    opponent_depth: int = integer(
        15,
        1,
        100,
        "Opponent's depth",
        "Depth for each opponent.",
        unit="turns",
        effect=RESTART,
        idle_if=NO_BEAM_FOR_OTHERS,
    )
    variant: str = choice(
        "plain",
        {
            "plain": "one beam",
            "first": "a beam for each first action",
            "stack": "beam stack search",
        },
        "Variant",
        (
            "Beams of full width for each first action keep moves alive that start poorly. Beam "
            "stack search goes back to what was cut."
        ),
        effect=RESTART,
        off="plain",
    )
    stack_depth: int = integer(
        12,
        1,
        60,
        "Stack depth",
        "How deep beam stack search goes before it turns back, if the depth is not lower.",
        unit="turns",
        effect=RESTART,
        idle_if={"variant": ("plain", "first")},
    )
    vote: int = integer(
        1,
        1,
        1000,
        "Vote",
        (
            "How many of the best sequences vote on the action to play. 1: the best sequence "
            "alone decides."
        ),
        log=True,
        unit="sequences",
        off=1,
    )
    duplicates: bool = switch(
        True,
        "Remove duplicates",
        "Keep a position once, by the better sequence that leads to it.",
        effect=RESTART,
    )
    stop: bool = switch(True, "Stop at a win", "Stop at the depth at which a won match is found.")
    joint: int = integer(
        256,
        1,
        4096,
        "Joint actions",
        (
            "A seat with several agents tries at most so many combinations of their actions, "
            "spread evenly."
        ),
        log=True,
        effect=RESTART,
        idle_if={"game.teams": False},
    )
    evaluation: str = evaluation()
    network: str = network_file()
    memory: int = memory(NEXT)
