"""Fitting a network to positions with values: stochastic gradient descent, one position at a time.

The loss is the cross-entropy between the network's chance to win and the wanted one. Steps are
Adagrad's (Duchi, Hazan, Singer 2011), with one sum of squared gradients for each row, since a row
is used rarely or often as a whole. Symmetric positions take turns at random. Additions are in a
fixed order, so one seed gives one network. Shapes: [N] positions, [R] rows, [H] hidden units, [T]
symmetries.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from engines.draws import draw_below
from engines.game import Game
from engines.jit import borrowed, settled
from lab.files.codec import encode_state
from lab.learning.selfplay import HARVESTED, Harvest
from search.base import Floats, Ints, generator
from search.kernels import kernel_for
from search.network import BIN, HEAD, HIDDEN, UNIT, Net, sight

Singles = NDArray[np.float32]
LAST = HIDDEN - 1
HELD_OUT = 20  # one match in so many is not learned from
PARTS = 16  # of a pass, each with its own rate
FARTHEST = 12.0  # logits beyond are cut
SMALL = np.float32(1e-6)
WORST, AWAY = 8, 0.5  # misjudged positions that are kept, and how far off they are at least
NEWTON, SURE, SCALES = 40, 0.99999, (0.1, 10.0)  # steps; of values; of the scale


class Weights(NamedTuple):
    """The network as it learns, and its sums of squared gradients."""

    rows: Singles  # [R, H]
    bias: Singles  # [H]
    head: Singles  # [H]
    row_sums: Singles  # [R]
    bias_sum: Singles  # [1]
    head_sums: Singles  # [H]

    def rounded(self) -> Net:
        """The network that plays."""
        pairs = ((self.rows, UNIT), (self.bias, UNIT), (self.head, HEAD))
        most = np.iinfo(np.int16).max
        return Net(*(np.clip(np.rint(x * s), -most, most).astype(np.int16) for x, s in pairs))


def fresh(rows: int, seed: int) -> Weights:
    """Small random rows, with units in the middle of their range."""
    rng = generator(seed)
    table = rng.normal(0.0, 0.05, (rows, HIDDEN)).astype(np.float32)
    bias = rng.uniform(0.2, 0.8, HIDDEN).astype(np.float32)
    head = rng.normal(0.0, 0.5 / math.sqrt(HIDDEN), HIDDEN).astype(np.float32)
    table[:, LAST], bias[LAST], head[LAST] = 0.0, 0.0, 0.0
    return Weights(table, bias, head, *_sums(rows))


def weights_of(net: Net) -> Weights:
    """The weights of a network that plays."""
    rows, bias = (np.float32(1.0 / UNIT) * part for part in (net.rows, net.bias))
    return Weights(rows, bias, np.float32(1.0 / HEAD) * net.head, *_sums(len(rows)))


def _sums(rows: int) -> tuple[Singles, Singles, Singles]:
    return np.zeros(rows, np.float32), np.zeros(1, np.float32), np.zeros(HIDDEN, np.float32)


@dataclass(frozen=True)
class Schedule:
    """How one generation learns."""

    first: float = 0.02  # the rate at the begin, falling geometrically
    last: float = 0.001
    searched: float = 0.3  # weight of the search's value beside the result, of a match's positions
    repeated: int = 4  # how often positions of a match count, those of trees once


@dataclass(frozen=True)
class Misjudged:
    """A position whose match ended otherwise than the network had said, for the seat to move."""

    value: float  # of the network
    result: float  # of the match
    match: int
    position: Mapping[str, Any]  # field by field


@dataclass(frozen=True)
class Fit:
    """How well a network fits matches that it did not learn from."""

    positions: int
    loss: float
    error: float  # mean squared, of values in [-1, 1]
    # (lowest value, positions, their mean value, their mean result) of each part of the range
    calibration: tuple[tuple[float, int, float, float], ...]
    scale: float = 1.0  # by which logits would have to be multiplied to fit best
    worst: tuple[Misjudged, ...] = ()  # one of each match, the farthest from its result first

    @classmethod
    def read(cls, line: Mapping[str, Any]) -> Self:
        """A fit from its JSON."""
        bins = tuple((float(a), int(b), float(c), float(d)) for a, b, c, d in line["calibration"])
        worst = tuple(Misjudged(**each) for each in line.get("worst", ()))
        return cls(**(dict(line) | {"calibration": bins, "worst": worst}))


def build_pass(game: Game) -> Callable[..., None]:
    """The pass over positions, uncompiled."""
    features, to_move, at_once = sight(game).features, game.rules.to_move, game.simultaneous

    def run(
        states: Any,
        wanted: Singles,
        order: Ints,
        turned: Any,
        net: Weights,
        room: Any,
        active: Ints,
        rate: float,
        learns: bool,
        rng: Any,
        out: Any,
    ) -> None:
        """Visits positions in `order`; writes the sum of losses to out[0] and of squared errors to
        out[1], and the values to `out` from 2 on unless it learns. `room` [2, H] and `active` [K]
        are scratch.
        """
        states, wanted, order, turned = borrowed((states, wanted, order, turned))
        net, room, active, out = borrowed((net, room, active, out))
        rows, bias, head, row_sums, bias_sum, head_sums = net
        hidden, slope = room[0], room[1]
        for k in range(order.size):
            i = order[k]
            way = draw_below(rng, len(turned)) if learns else 0
            seat, goal = to_move(states[i]), 0.5 + 0.5 * wanted[i]
            if at_once:  # each seat sees half of the positions
                seat = draw_below(rng, 2) if learns else 0
                goal = goal if seat == 0 else 1.0 - goal
            count = features(states[i], seat, active)
            for j in range(HIDDEN):
                hidden[j] = bias[j]
            for a in range(count):
                active[a] = turned[way, active[a]]
                row = np.uint64(active[a])
                for j in range(HIDDEN):
                    hidden[j] += rows[row, j]
            logit = hidden[LAST]
            for j in range(LAST):
                logit += head[j] * min(max(hidden[j], np.float32(0.0)), np.float32(1.0))
            logit = min(max(logit, np.float32(-FARTHEST)), np.float32(FARTHEST))
            chance = 1.0 / (1.0 + math.exp(-logit))
            out[0] -= goal * math.log(chance) + (1.0 - goal) * math.log(1.0 - chance)
            out[1] += (2.0 * (chance - goal)) ** 2
            if not learns:
                out[2 + k] = 2.0 * chance - 1.0
                continue
            g, square = np.float32(chance - goal), np.float32(0.0)
            for j in range(LAST):
                inside = np.float32((hidden[j] > 0.0) & (hidden[j] < 1.0))
                slope[j] = g * head[j] * inside
            slope[LAST] = g
            for j in range(HIDDEN):
                square += slope[j] * slope[j]
            square /= np.float32(HIDDEN)
            step = np.float32(rate)
            for j in range(LAST):
                change = g * min(max(hidden[j], np.float32(0.0)), np.float32(1.0))
                head_sums[j] += change * change
                head[j] -= step * change / np.sqrt(head_sums[j] + SMALL)
            bias_sum[0] += square
            size = step / np.sqrt(bias_sum[0] + SMALL)
            for j in range(HIDDEN):
                bias[j] -= size * slope[j]
            for a in range(count):
                row = np.uint64(active[a])
                row_sums[row] += square
                size = step / np.sqrt(row_sums[row] + SMALL)
                for j in range(HIDDEN):
                    rows[row, j] -= size * slope[j]

    return run


def scale_of(values: Floats, results: Floats) -> float:
    """The factor of the logits of values [N] with which they foretell results [N] best, by Newton's
    method; below 1 they promise too much.
    """
    logits = 2.0 * np.arctanh(np.clip(values, -SURE, SURE))
    goals, scale = 0.5 + 0.5 * results, 1.0
    for _ in range(NEWTON if logits.any() else 0):
        chances = 1.0 / (1.0 + np.exp(-scale * logits))
        slope = float(((chances - goals) * logits).sum())
        bend = float((chances * (1.0 - chances) * logits**2).sum())
        step = slope / max(bend, 1e-9)
        scale = min(max(scale - min(max(step, -0.5), 0.5), SCALES[0]), SCALES[1])
    return scale


def _farthest(away: Floats, matches: NDArray[np.int32]) -> list[int]:
    """The indices of the positions farthest from their results, AWAY at least: one of each match,
    WORST at most.
    """
    found = dict[int, int]()
    for k in np.argsort(-away, kind="stable").tolist():
        if away[k] >= AWAY and len(found) < WORST:
            found.setdefault(int(matches[k]), k)
    return [*found.values()]


class Training:
    """Fits networks of one game."""

    def __init__(self, game: Game) -> None:
        self.game, self._pass = game, settled(kernel_for(game, "learn", build_pass))
        self._turned = sight(game).turned
        self._room = np.zeros((2, HIDDEN), np.float32)
        self._active = np.zeros(sight(game).most, np.int64)

    def learn(
        self, weights: Weights, data: Sequence[Harvest], schedule: Schedule, seed: int
    ) -> Weights:
        """One pass over all positions but those of matches held out, in place, with new sums of
        squared gradients.
        """
        states, wanted, order = self._shuffled(data, schedule, generator(seed, 1))
        net = weights._replace(
            **dict(zip(Weights._fields[3:], _sums(len(weights.rows)), strict=True))
        )
        rng, out, fall = generator(seed, 2), np.zeros(2), schedule.last / schedule.first
        for k, part in enumerate(np.array_split(order, PARTS)):
            rate = schedule.first * fall ** ((k + 0.5) / PARTS)
            self._visit(states, wanted, part, net, rate, True, rng, out)
        return net

    def _shuffled(
        self, data: Sequence[Harvest], schedule: Schedule, rng: np.random.Generator
    ) -> tuple[Any, Singles, Ints]:
        states = np.concatenate([each.states for each in data])
        values = np.concatenate([each.values for each in data])
        results = np.concatenate([each.results for each in data])
        learned = np.concatenate([each.matches for each in data]) % HELD_OUT != 0
        played = results != HARVESTED
        share = schedule.searched
        wanted = np.where(played, share * values + (1 - share) * results, values)
        again = np.flatnonzero(learned & played)
        order = np.concatenate([np.flatnonzero(learned), *[again] * (schedule.repeated - 1)])
        rng.shuffle(order)
        return states, wanted.astype(np.float32), order

    def fit(self, net: Net, data: Sequence[Harvest]) -> Fit:
        """How well the network foretells the results of the matches held out."""
        kept = [(each.matches % HELD_OUT == 0) & (each.results != HARVESTED) for each in data]
        states = np.concatenate([each.states[k] for each, k in zip(data, kept, strict=True)])
        wanted = np.concatenate([each.results[k] for each, k in zip(data, kept, strict=True)])
        out, order = np.zeros(2 + len(states)), np.arange(len(states))
        single = wanted.astype(np.float32)
        self._visit(states, single, order, weights_of(net), 0.0, False, generator(0), out)
        values, many = out[2:], max(1, len(states))
        bins = []
        for low in np.arange(-1.0, 1.0, BIN):
            inside = (values >= low) & (values < low + BIN)
            if inside.any():
                means = float(values[inside].mean()), float(wanted[inside].mean())
                bins.append((float(low), int(inside.sum()), *means))
        losses = float(out[0]) / many, float(out[1]) / many
        matches = np.concatenate([each.matches[k] for each, k in zip(data, kept, strict=True)])
        worst = tuple(
            Misjudged(float(values[k]), float(wanted[k]), int(matches[k]), encode_state(states[k]))
            for k in _farthest(np.abs(values - wanted), matches)
        )
        return Fit(len(states), *losses, tuple(bins), scale_of(values, wanted), worst)

    def _visit(
        self,
        states: Any,
        wanted: Singles,
        order: Ints,
        net: Weights,
        rate: float,
        learns: bool,
        rng: Any,
        out: Floats,
    ) -> None:
        scratch = self._room, self._active
        self._pass(states, wanted, order, self._turned, net, *scratch, rate, learns, rng, out)
