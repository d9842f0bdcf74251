"""The knobs for who says what a position is worth where a search stops."""

from __future__ import annotations

from typing import Any

from engines.knobs import RESTART, Value, choice, text

NETWORK = "network"
VALUED: dict[str, Value | tuple[Value, ...]] = {"evaluation": NETWORK}  # where knobs do nothing


def evaluation(usual: str = "game", words: str = "the game's") -> Any:
    """The knob for the evaluation of leaves; `usual` is what there is without a network."""
    says = (
        f"What says how good a position is where the search stops: {words}, or what a network "
        "learned."
    )
    return choice(
        usual,
        {usual: words, NETWORK: "a network"},
        "Evaluation",
        says,
        effect=RESTART,
        off=usual,
        idle_if={"game.network": False},
    )


def network_file() -> Any:
    """The knob for the file of a network."""
    words = "The file of a network; empty: the one that comes with the game."
    return text("", "Network", words, unsaid=True)
