"""Moves that lead from one place to another, chosen place by place: first the piece, then where it
goes. The moves that nobody has to choose between are left as they are.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

from engines.scene import Point, Target


def target_at(targets: Iterable[Target], x: float, y: float) -> Target | None:
    """The cell that holds a world point."""
    return next((t for t in targets if t.x <= x < t.x + t.w and t.y <= y < t.y + t.h), None)


@dataclass(frozen=True)
class _Offer:
    """A place to choose: a move, or a part of several, which `target` names by a number below 0."""

    target: Target
    moves: tuple[Target, ...]
    cell: Point | None = None  # its middle, if it is a part of ways


class Hand:
    """What can be chosen of some moves, and what has been. A move's `way` are the middles of its
    cells, which are squares; where all begin at the place where the person's agent `stands`, there
    is no piece to choose.
    """

    def __init__(
        self,
        moves: Sequence[Target] = (),
        labels: Mapping[int, str] | None = None,
        stands: Point | None = None,
    ) -> None:
        self._moves, self._labels, self._stands = tuple(moves), labels or {}, stands
        self.in_parts = any(len(t.way) > 1 and t.way[0] != stands for t in moves)
        self.held: tuple[Point, ...] = ()  # the cells that were chosen
        self._offers = self._offered(self.held)

    # -- what can be chosen ------------------------------------------------------------------------

    @property
    def targets(self) -> tuple[Target, ...]:
        """The places that can be chosen now."""
        return tuple(offer.target for offer in self._offers.values())

    @property
    def labels(self) -> Mapping[int, str]:
        """Words for each of them: of a piece, what its moves have in common."""
        if not self.in_parts:
            return self._labels
        return {key: self._words(offer) for key, offer in self._offers.items()}

    @property
    def start(self) -> Point | None:
        """Where the keyboard's cursor begins."""
        return self.held[-1] if self.held else self._stands

    @property
    def marked(self) -> tuple[Target, ...]:
        """The places that were chosen."""
        going = next((t for t in self._moves if self.held and _goes_on(t, self.held)), None)
        return () if going is None else tuple(_square(going, cell) for cell in self.held)

    def key_of(self, action: int | None) -> int | None:
        """The place that an action is chosen by now."""
        return next(
            (k for k, offer in self._offers.items() for t in offer.moves if t.action == action),
            None,
        )

    def open(self, legal: Collection[int]) -> frozenset[int]:
        """The places by which a legal action can be chosen."""
        return frozenset(
            key for key, each in self._offers.items() if any(t.action in legal for t in each.moves)
        )

    def shares(self, of: Mapping[int, float]) -> Mapping[int, float]:
        """The shares of actions as those of the places they are chosen by."""
        if not self.in_parts:
            return of
        sums: dict[int, float] = defaultdict(float)
        for key, offer in self._offers.items():
            for known in (t.action for t in offer.moves if t.action in of):
                sums[key] += of[known]
        return sums

    # -- choosing ----------------------------------------------------------------------------------

    def choose(self, key: int) -> int | None:
        """Takes a place; the action, if that makes it one."""
        offer = self._offers[key]
        if offer.cell is None or key >= 0:
            return key
        self._hold((*self.held, offer.cell))
        return None

    def take(self, action: int) -> None:
        """Takes all of an action but its last place."""
        move = next((t for t in self._moves if t.action == action), None)
        if self.in_parts and move is not None:
            self._hold(move.way[:-1])

    def let_go(self) -> int | None:
        """Nothing is chosen any longer; the place that had been chosen first."""
        first = self.held[:1]
        self._hold(())
        return next((k for k, offer in self._offers.items() if (offer.cell,) == first), None)

    def at(self, x: float, y: float) -> int | None:
        """What a click means: a place, also that of another piece; None lets go."""
        found = target_at(self.targets, x, y)
        if found is None and self.held:
            pieces = (o for o in self._offered(()).values() if o.cell not in (None, self.held[0]))
            found = target_at((o.target for o in pieces if o.target.action < 0), x, y)
            if found is not None:
                self._hold(())
        return None if found is None else found.action

    def click(self, x: float, y: float) -> Point | None:
        """Takes what is there; the place that means the whole move, if that is one."""
        if not self.in_parts:
            return x, y
        key = self.at(x, y)
        action = self.let_go() if key is None else self.choose(key)
        return next((t.middle for t in self._moves if key is not None and t.action == action), None)

    def _hold(self, cells: tuple[Point, ...]) -> None:
        self.held = cells
        self._offers = self._offered(cells)

    # -- offers ------------------------------------------------------------------------------------

    def _offered(self, cells: tuple[Point, ...]) -> dict[int, _Offer]:
        """The places to choose after these cells."""
        if not self.in_parts:
            return {t.action: _Offer(t, (t,)) for t in self._moves}
        found = [] if cells else [_Offer(t, (t,)) for t in self._moves if not t.way]
        ways: dict[Point, list[Target]] = defaultdict(list)
        for move in self._moves:
            if move.way and _goes_on(move, cells):
                ways[(*move.way, move.way[-1])[len(cells)]].append(move)
        for cell, moves in ways.items():
            longer = [t for t in moves if len(t.way) > len(cells) + 1]
            if longer:
                place = replace(_square(longer[0], cell), taken=not cells, way=())
                key = -1 - min(t.action for t in moves)
                found.append(_Offer(replace(place, action=key), tuple(moves), cell))
            else:
                found += [_Offer(t, (t,), cell) for t in _strips(moves, cell)]
        return {offer.target.action: offer for offer in found}

    def _words(self, offer: _Offer) -> str:
        words = [self._labels.get(t.action, "") for t in offer.moves]
        if len(words) == 1 or offer.target.action >= 0:
            return words[0]
        columns = zip(*(text.split() for text in words), strict=False)
        common = " ".join(each[0] for each in takewhile(lambda c: len(set(c)) == 1, columns))
        return f"{common}, {len(words)} moves" if common else f"{len(words)} moves"


def _goes_on(move: Target, cells: tuple[Point, ...]) -> bool:
    """Whether a move begins with these cells."""
    return move.way[: len(cells)] == cells


def _square(move: Target, cell: Point) -> Target:
    side = move.h
    return replace(move, x=cell[0] - side / 2, y=cell[1] - side / 2, w=side)


def _strips(moves: Sequence[Target], cell: Point) -> Iterable[Target]:
    """Moves that no cell tells apart, side by side in their last one."""
    for k, move in enumerate(moves):
        place = _square(move, cell)
        yield replace(place, x=place.x + k * place.w / len(moves), w=place.w / len(moves))
