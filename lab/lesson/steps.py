"""What the steps of all lessons in rounds share; a layer, a generation, an iteration is a round."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class RoundStep:
    """One step of one round, in words."""

    round: int  # from 1
    part: int  # of the lesson's PARTS
    brief: str  # what happened, in a few words
    head: str
    why: str
    lines: tuple[int, ...]  # of the listing
