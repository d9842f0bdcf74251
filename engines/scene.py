"""A Scene: what a position looks like, as plain data in world units. No Qt here; one painter in
lab/ui draws any Scene.

Colours are named roles, never RGB values: "seat0", "seat1", "agent0" .. (the agent's own hue),
"ink", "ink2", "ink3", "line", "line2", "edge", "field", "panel", "track", "mark", "mark_edge",
"wall", "accent", "none". Widths and text sizes are in pixels at 100 % text size unless a name says
`world`; positions and radii are world units. Items with the same non-empty `id` in two Scenes are
moved smoothly from one to the other.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

Point = tuple[float, float]


@dataclass(frozen=True)
class Item:
    """Common to all primitives: a stable id for tweening, an opacity, and whether the "names" or
    "paths" toggle controls it.
    """

    id: str = field(default="", kw_only=True)
    alpha: float = field(default=1.0, kw_only=True)
    group: str = field(default="", kw_only=True)


@dataclass(frozen=True)
class Circle(Item):
    x: float
    y: float
    radius: float
    fill: str = "none"
    stroke: str = "ink"
    width: float = 1.0


@dataclass(frozen=True)
class Rect(Item):
    x: float
    y: float
    w: float
    h: float
    fill: str = "none"
    stroke: str = "none"
    width: float = 1.0
    rounding: float = 0.0  # pixels


@dataclass(frozen=True)
class Line(Item):
    points: tuple[Point, ...]
    stroke: str = "ink"
    width: float = 1.0
    dash: bool = False
    closed: bool = False
    fill: str = "none"


@dataclass(frozen=True)
class Text(Item):
    x: float
    y: float
    text: str
    role: str = "ink"
    size: float = 12.0  # pixels, or world units when `world` is set
    bold: bool = False
    anchor: str = "centre"  # centre, left, right, above, below
    world: bool = False


@dataclass(frozen=True)
class Mark(Item):
    """An agent's own shape (circle, square, triangle, diamond) in its hue, with an optional ring of
    `radius` and heading arrow.
    """

    x: float
    y: float
    agent: int
    radius: float = 0.0  # world units: the ring around the shape, 0 for none
    heading_rad: float | None = None
    size: float = 14.0  # pixels
    hollow: bool = False
    widest: float = math.inf  # world units: where larger text would let it cover its neighbours


@dataclass(frozen=True)
class Glyph(Item):
    """A board mark that fills its cell: "cross" or "ring"; `size` is the cell's side in world
    units.
    """

    x: float
    y: float
    kind: str
    role: str
    size: float
    width: float = 2.5


AnyItem = Circle | Rect | Line | Text | Mark | Glyph


@dataclass(frozen=True)
class Scene:
    """A view of the world rectangle (x, y, width, height) with items painted in order; `still`
    items never move and may be cached.
    """

    x: float
    y: float
    width: float
    height: float
    still: tuple[AnyItem, ...] = ()
    items: tuple[AnyItem, ...] = ()
    scale_bar: tuple[float, str] | None = None  # world length and its label


@dataclass(frozen=True)
class Target:
    """A place a person can choose: the rectangle (x, y, w, h) in world units for one action of an
    agent.

    `taken`: something is drawn there, so the action's figures go to the lower edge. `way`: points
    of a line that shows where the action leads, drawn while hovering.
    """

    action: int
    x: float
    y: float
    w: float
    h: float
    taken: bool = False
    way: tuple[Point, ...] = ()

    @property
    def middle(self) -> Point:
        """The centre of the rectangle."""
        return self.x + self.w / 2, self.y + self.h / 2


@dataclass(frozen=True)
class Event:
    """Something that happened in a turn, for the timeline: `kind` is one of the game's
    `event_kinds`; `label` is drawn inside the mark. `repeats` if an action of the turn or another
    event already says it: the row of last moves leaves it out.
    """

    kind: str
    agent: int
    text: str
    label: str = ""
    repeats: bool = False


@dataclass(frozen=True)
class EventKind:
    """How a kind of event is drawn and named in the legend; `shape` is "number", "cross",
    "hexagon", "up", "dot".
    """

    kind: str
    shape: str
    title: str


@dataclass(frozen=True)
class Dial:
    """A quantity a person sets with the wheel when playing by hand (CSB: thrust)."""

    title: str
    low: int
    high: int
    step: int
    default: int
    keys: tuple[tuple[str, str], ...] = ()  # (key, action name), such as ("S", "shield")
