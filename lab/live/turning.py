"""Knobs that are turned while a search runs: what changes, and what a search refuses."""

from __future__ import annotations

from engines.knobs import KnobError, Value, knobs, shown
from lab.match.decide import Player
from lab.match.seat import SearchSeat


def turn_to(player: Player, wanted: SearchSeat) -> tuple[str, str]:
    """Sets the player's knobs to those of `wanted`; returns what changed ("c 0.3 to 0.5"; "" for
    nothing), and why it was refused or "".
    """
    turned = differences(player, wanted)
    if not turned:
        return "", ""
    try:
        refusal = player.change({name: new for name, _, new in turned})
    except KnobError as error:
        refusal = str(error)
    if refusal:
        return "", refusal
    return ", ".join(
        f"{name.removeprefix('w.')} {shown(old)} to {shown(new)}" for name, old, new in turned
    ), ""


def differences(player: Player, wanted: SearchSeat) -> list[tuple[str, Value, Value]]:
    """(name, old, new) of every knob in which the player's parameters and weights differ from those
    of `wanted`.
    """
    before, after = player.spec.settings(player.game), wanted.settings(player.game)
    found: list[tuple[str, Value, Value]] = []
    for old, new, prefix in zip(before, after, ("", "w."), strict=True):
        pairs = ((k.name, getattr(old, k.name), getattr(new, k.name)) for k in knobs(old))
        found += [(prefix + name, a, b) for name, a, b in pairs if a != b]
    return found
