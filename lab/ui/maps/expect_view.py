"""What the parts of "Where they expect each other" show, and the part of the picture they need."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from engines.scene import AnyItem, Mark, Scene
from lab.maps.expectations import Expectations
from lab.ui.parts.marks import Marks, marks_of

PALE = 0.3  # opacity of where the agents are now
MARGIN, LEAST = 0.06, 0.25  # of the map: around the places, and the least part that is shown


@dataclass(frozen=True, eq=False)
class ExpectView:
    """Expectations after `turn` further turns, on the picture of the position."""

    found: Expectations
    scene: Scene
    turn: int
    owner: tuple[int, ...]  # the seat of each agent
    word: str = "turn"

    @property
    def marks(self) -> Marks:
        """How the agents are drawn."""
        return marks_of(self.owner)


def background(scene: Scene, found: Expectations) -> Scene:
    """The picture with its agents pale; of a map the part where the agents may be."""
    items: tuple[AnyItem, ...] = tuple(
        replace(item, alpha=PALE * item.alpha) if isinstance(item, Mark) else item
        for item in scene.items
    )
    return _near(replace(scene, items=items), found)


def _near(scene: Scene, found: Expectations) -> Scene:
    """The part of a map that holds all places, in the map's proportions; a board stays whole."""
    places = [d.places.reshape(-1, 2) for d in found.drawn if d is not None]
    if scene.scale_bar is None or not places:
        return scene
    known = np.concatenate(places)
    low, high = np.nanmin(known, axis=0), np.nanmax(known, axis=0)
    wide, tall = (high - low) / (scene.width, scene.height) + 2 * MARGIN
    share = max(LEAST, float(wide), float(tall))
    if share >= 1:
        return scene
    width, height = share * scene.width, share * scene.height
    x, y = ((low + high) - (width, height)) / 2
    return replace(
        scene,
        x=min(max(float(x), scene.x), scene.x + scene.width - width),
        y=min(max(float(y), scene.y), scene.y + scene.height - height),
        width=width,
        height=height,
    )
