"""What a search without a tree keeps while it runs, as a view shows it: the layers of a beam, the
sequences of a population.

Shapes: [D] finished layers, [F] first joint actions, [O] agents of the seat, [A] agents of the
game, [P] actions of a sequence, [R] sequences.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

SPREAD = (0.0, 0.25, 0.5, 0.75, 1.0)  # quantiles of the scores of a layer


class Form(StrEnum):
    """What there is to see of a search besides the statistics of its root actions."""

    TREE = "tree"  # `Search.branches`
    LAYERS = "layers"  # `Search.kept` gives `Layers`
    SEQUENCES = "sequences"  # `Search.kept` gives `Sequences`
    JOINT = "joint"  # one table of joint actions
    FLAT = "flat"  # it looks one turn ahead: the root actions are all there is
    NONE = "none"  # it looks further, but keeps nothing of that


@dataclass(frozen=True, eq=False)
class Layers:
    """The finished layers of a beam without the root, and one sequence through them.

    A band is the nodes of a layer whose sequences begin with the same joint action of the seat.
    """

    agents: tuple[int, ...]  # [O] of the seat
    generation: int
    iterations: int
    width: int  # nodes that a layer may keep
    firsts: Ints  # [F, O] the joint actions that survived the first layer; PASS: the agent waits
    kept: Ints  # [D, F] nodes of each band
    best: Floats  # [D, F] the highest score of each band; NaN where it has died out
    spread: Floats  # [D, 5] of the scores of each layer: the quantiles of `SPREAD`
    chosen: int  # the place in `firsts` of what it would play now; -1 before it knows
    band: tuple[int, int] | None  # (layer from 0, place in `firsts`) of `line`; None: the best one
    line: Ints  # [P, O] the best sequence that ends in the band, or of all
    # [P] of each node of `line`; NaN where it is in no layer, since it ends the match
    scores: Floats
    places: Ints  # [P] how many nodes of its layer have a higher score; -1 where the score is NaN
    turns: Ints  # [P] turns between the root and each action
    plan: Ints  # [., A] what the others are taken to do in these turns; PASS: they rest

    @property
    def nodes(self) -> Ints:
        """Nodes of each layer; [D]"""
        return self.kept.sum(axis=1)


@dataclass(frozen=True, eq=False)
class Sequences:
    """The sequences of actions that a search over sequences keeps, at most `MOST_SEQUENCES`: first
    the one that it would play, then the others, best first, and last those not tried yet.
    """

    agents: tuple[int, ...]  # of the seat
    generation: int
    iterations: int
    actions: Ints  # [R, P, A] joint actions with what the others are taken to do; PASS: waits
    lengths: Ints  # [R] turns of each
    fitness: Floats  # [R] NaN for one that has not been tried
    names: tuple[str, ...]  # [R] "best", "current", "" for one of many
    title: str  # what is kept, in words: "Population of 50, generation 12"
    total: int  # sequences kept besides the best, with those that are not listed


MOST_SEQUENCES = 64
