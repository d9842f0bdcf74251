"""Beam search one layer at a time, with a record of every child.

The plain kernel makes the children, one in each call, so the layers are the plain layers; after
each call the record reads what the kernel wrote, and computes nothing again.
"""

from __future__ import annotations

from dataclasses import dataclass

from engines.game import State
from search.base import Ints
from search.beam.layout import RUNNING, LayerStore, layers_of
from search.beam.search import BeamSearch

NOBODY = -1


class NoRecord(ArithmeticError):
    """The layers are larger than those that can be recorded."""


@dataclass(frozen=True, eq=False)
class Child:
    """One child as the kernel made it."""

    number: int  # in its layer, in the order in which they were made
    parent: int  # place among the survivors of the layer above, from 0
    action: Ints  # [O] of the seat's agents
    first: int  # which joint action of the root its sequence begins with
    score: float
    value: float  # the evaluation there
    state: State
    over: bool  # its match has ended, so it leaves the beam
    same: int = (
        NOBODY  # an earlier child with the same position, whose score is the other's or more
    )
    beats: int = NOBODY  # an earlier child with the same position, which it replaces


@dataclass(frozen=True, eq=False)
class TracedLayer:
    """All children of one layer, and those that survive."""

    depth: int  # from 1
    factor: float  # what a gain counts in this layer: discount^depth
    children: tuple[Child, ...]
    kept: tuple[int, ...]  # numbers of the survivors, best first
    start: int  # the link of the first survivor


class TracedBeam(BeamSearch):
    """Beam search that runs and records single layers; without beams of opponents."""

    def traced(self) -> TracedLayer | None:
        """Runs one layer; None where the search has ended."""
        if self._rivals or self.params.variant == "stack":
            raise NoRecord("Only one beam that goes forward can be followed step by step.")
        own, s = self.own, self.own.scratch
        depth, factor = int(s.depth[0]), float(s.factor[0])
        recorder = _Recorder(self, depth)
        while own.running and int(s.depth[0]) == depth and recorder.one_more():
            pass
        if not recorder.children:
            return None
        kept, start = recorder.survivors()
        return TracedLayer(depth + 1, factor, tuple(recorder.children), kept, start)

    @property
    def root_value(self) -> float:
        """The evaluation of the first position."""
        return float(self.own.root_value)

    @property
    def score(self) -> float:
        """Of the best sequence."""
        return self.own.score

    def sequence(self) -> Ints:
        """The best sequence: the actions of the seat's agents in each turn, [P, O]."""
        return self.own.sequence()[:, :-1]


class _Recorder:
    """Makes the children of one layer and reads each."""

    def __init__(self, search: TracedBeam, depth: int) -> None:
        self.search, self.depth = search, depth
        self.children: list[Child] = []
        self._children_at: dict[int, int] = {}  # the child at each node of the layer
        self._keys: dict[int, int] = {}  # the child that holds each position
        self._above = int(self.store.floors[depth % 2].start)
        self._size = layers_of(self.store)[1]
        self._begin = (depth + 1) % 2 * self._size

    @property
    def store(self) -> LayerStore:
        return self.search.own.store

    def one_more(self) -> bool:
        """Makes one child; False where the layer has no more."""
        s, store = self.search.own.scratch, self.store
        made, repeats, used = int(s.iterations[0]), int(s.repeats[0]), int(s.used[0])
        place = int(store.order[self._begin + used])
        self.search.advance(1)
        if int(s.iterations[0]) == made:
            return False
        if self.store is not store:
            raise NoRecord("The layers are too large to be followed step by step.")
        self._read(place, int(s.repeats[0]) > repeats)
        return True

    def _read(self, place: int, repeated: bool) -> None:
        store, number = self.store, len(self.children)
        node, state = store.nodes[place], store.states[place].copy()
        key, same, beats = int(node.key), NOBODY, NOBODY
        if repeated:
            other = self._keys[key]
            held = next(k for k, child in self._children_at.items() if child == other)
            if int(store.nodes[held].born) == int(node.born):
                beats, self._children_at[held], self._keys[key] = other, number, number
            else:
                same = other
        over = bool(self.search.game.rules.is_over(state))
        if not repeated and not over:
            self._children_at[place], self._keys[key] = number, number
        parts = int(node.parent) - self._above, node.action.copy(), int(node.first)
        numbers = float(node.score), float(node.value)
        self.children.append(Child(number, *parts, *numbers, state, over, same, beats))

    def survivors(self) -> tuple[tuple[int, ...], int]:
        """The children that the kernel kept, best first, and the link of the first."""
        floor, store = self.store.floors[(self.depth + 1) % 2], self.store
        if (
            int(self.search.own.scratch.depth[0]) == self.depth
            and self.search.own.status == RUNNING
        ):
            raise NoRecord("The layer has not ended.")
        places = store.order[self._begin : self._begin + int(floor.kept)]
        return tuple(self._children_at[int(place)] for place in places), int(floor.start)
