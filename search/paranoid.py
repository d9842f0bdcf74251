"""Paranoid search: alpha-beta for any number of seats, in which all the others play against the
searching one.

Seed: not described; the write-up on adversarial search has one agent against any number of
minimising ones, which is this.
Source: Sturtevant and Korf, "On pruning techniques for multi-player games" (2000).
Limits: the others rarely are one team, so it plays more carefully than it needs to. Simultaneous
turns are played one after the other, by default with the others knowing its choice. Hidden
information is taken as sampled.
"""

from __future__ import annotations

from search.depth_first.params import Cutting
from search.depth_first.search import BoundedSearch


class Paranoid(BoundedSearch):
    """Alpha-beta for any number of seats: all others are treated as one opponent that only wants to
    hurt it.

    With two seats whose gains cancel out it is alpha-beta.
    """

    name = "paranoid"
    title = "Paranoid"
    note = "all others are one opponent"
    Params = Cutting
    cuts = True
