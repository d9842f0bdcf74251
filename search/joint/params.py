"""The knobs of joint enumeration."""

from __future__ import annotations

from dataclasses import dataclass

from engines.knobs import RESTART, choice, integer

DEEPEST = 4  # turns
AVERAGE, CAREFUL, SPOIL, HOPEFUL, MIXED = range(5)
RULES = {
    "average": "best average",
    "careful": "best worst result",
    "spoil": "lowest best result of the opponent",
    "hopeful": "best best result",
    "mixed": "mixed maximin",
}
SAME, REST, SCRIPTED, RANDOM = range(4)
BELOW = {
    "rule": "the same rule",
    "rest": "everybody rests",
    "scripted": "played by script",
    "random": "played at random",
}


@dataclass(frozen=True)
class Params:
    """Joint enumeration's knobs."""

    rule: str = choice(
        "careful",
        RULES,
        "Rule",
        "How an action is judged by its results against everything the others may do: by "
        "their mean, by the worst, by the best that they "
        "leave the opponent, or by the best; or a mixture of actions is looked for that "
        "nothing can exploit.",
        effect=RESTART,
        main=True,
    )
    depth: int = integer(
        1,
        1,
        DEEPEST,
        "Depth",
        "After how many turns results are evaluated.",
        unit="turns",
        effect=RESTART,
        main=True,
    )
    below: str = choice(
        "rule",
        BELOW,
        "Later turns",
        "What happens between the first turn and the evaluation: every combination again, "
        "judged by the same rule, or one line of play. "
        "Where a game has no rest or no script, the next in the list is used.",
        effect=RESTART,
        idle_if={"depth": 1},
    )
    unknown: str = choice(
        "each",
        {"each": "drawn for each table", "once": "drawn once"},
        "Hidden things",
        (
            "Whether what the seat cannot see is drawn again each time the table is gone "
            "through, or once for the whole decision."
        ),
        effect=RESTART,
        idle_if={"game.hidden": False},
    )
