"""What the model says of each knob: its curve while the others are held, and its share of all that
the knobs do.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from engines.knobs import Value
from lab.experiments.stats import Z
from lab.experiments.tuner.gaussian import Model
from lab.experiments.tuner.space import Floats, Setting, Space, TunedKnob

STEPS, MAP_STEPS = 41, 21  # values of a curve, and of each side of a map
BASES, PLACES = 128, 11  # settings at random, and values of a knob, that a share is measured with
SEED = 1


@dataclass(frozen=True)
class Slice:
    """The points of a knob's values [V] with the ends of a 95 % band, the others held."""

    values: tuple[Value, ...]
    mean: Floats
    low: Floats
    high: Floats


def slice_of(model: Model, space: Space, knob: int, held: Setting) -> Slice:
    """The curve of one knob, the others at the values `held`."""
    values = values_of(space.knobs[knob], STEPS)
    settings = [(*held[:knob], value, *held[knob + 1 :]) for value in values]
    mean, deviation = model.predict(space.features(settings))
    return Slice(values, *band(mean, deviation))


@dataclass(frozen=True)
class KnobMap:
    """Two knobs, by their numbers, and the points of their values with the ends of a 95 % interval,
    all [U, A], the others held.
    """

    knobs: tuple[int, int]  # across, up
    across: tuple[Value, ...]
    up: tuple[Value, ...]
    mean: Floats
    low: Floats
    high: Floats


def map_of(model: Model, space: Space, knobs: tuple[int, int], held: Setting) -> KnobMap:
    """The map of two knobs, the others at the values `held`."""
    across, up = (values_of(space.knobs[knob], MAP_STEPS) for knob in knobs)
    settings = []
    for high in up:
        for wide in across:
            setting = list(held)
            setting[knobs[0]], setting[knobs[1]] = wide, high
            settings.append(tuple(setting))
    mean, deviation = (x.reshape(len(up), -1) for x in model.predict(space.features(settings)))
    return KnobMap(knobs, across, up, *band(mean, deviation))


def band(mean: Floats, deviation: Floats) -> tuple[Floats, Floats, Floats]:
    """Points with the ends of their 95 % interval, from 0 to 1 as points are: the model knows no
    ends.
    """
    low, high = mean - Z * deviation, mean + Z * deviation
    return np.clip(mean, 0.0, 1.0), np.clip(low, 0.0, 1.0), np.clip(high, 0.0, 1.0)


def values_of(knob: TunedKnob, most: int) -> tuple[Value, ...]:
    """All values of a choice, of others at most so many, evenly over the range."""
    count = len(knob.values) or most
    if knob.kind == "integer":
        count = min(most, int(knob.high - knob.low) + 1)
    places = (np.arange(count) + 0.5) / count if knob.values else np.linspace(0, 1, count)
    return tuple(dict.fromkeys(knob.at(float(place)) for place in places))


def shares(model: Model, space: Space) -> Floats:
    """The share [K] of the variance of the model's mean that each knob explains alone (Sobol's
    first-order index), over all settings evenly. They add up to 1 where knobs act one by one.
    """
    count = len(space.knobs)
    bases = np.random.default_rng(SEED).random((BASES, count))
    places = (np.arange(PLACES) + 0.5) / PLACES
    alone, everything = np.zeros(count), list[Floats]()
    for knob in range(count):
        points = np.repeat(bases[None], PLACES, axis=0)
        points[:, :, knob] = places[:, None]
        means, _ = model.predict(space.features_at(points.reshape(-1, count)))
        table = means.reshape(PLACES, BASES)
        alone[knob] = table.mean(1).var()
        everything.append(means)
    total = max(float(np.concatenate(everything).var()), float(alone.sum()))  # of one sample
    out: Floats = alone / total if total > 0 else alone
    return out
