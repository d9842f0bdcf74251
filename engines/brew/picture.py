"""What Witch's Brew looks like."""

from __future__ import annotations

from engines.game import State
from engines.scene import Scene, Target


def scene(s: State) -> Scene:
    return Scene(0, 0, 32, 24)


def places(s: State, agent: int) -> list[Target]:
    return []
