"""What a tuning may say of the best setting, and the model of each knob: the setting with the
highest lower bound of model and games together, never the luckiest one.

Of each knob: its curve while the others are held, and its share of all that the knobs do.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from engines.knobs import Value
from lab.experiments.stats import ENOUGH, Z, interval_of
from lab.experiments.tuner.course import Book, Hunt, Sums, Tried
from lab.experiments.tuner.gaussian import Model
from lab.experiments.tuner.space import Floats, Setting, Space, TunedKnob
from lab.words.numerals import plural

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


BOUND = 1.0  # standard deviations from the mean to the lower bound that settings are ranked by

# "few": too few games; "same": all settings played the same games; "usual": nothing is surely
# better than the usual setting; "better"; "spoiled": it would be another without spoiled games
State = Literal["few", "same", "usual", "better", "spoiled"]


@dataclass(frozen=True)
class Belief:
    """Points in [0, 1] with the ends of a 95 % interval."""

    mean: float
    low: float
    high: float

    @property
    def text(self) -> str:
        """For people: "66 % (58 to 74 %)"."""
        low, high = 100 * self.low, 100 * self.high
        return f"{100 * self.mean:.0f} % ({low:.0f} to {high:.0f} %)"


@dataclass(frozen=True)
class TuningAnswer:
    """The setting of the highest lower bound among `tried` settings: by model and games together
    (`both`), and its games alone; no `groups` where it is the benchmark itself.
    """

    setting: Setting
    both: Belief
    alone: Belief
    groups: int
    tried: int
    state: State

    @property
    def settled_nothing(self) -> bool:
        """Whether no setting can be named."""
        return self.state in ("few", "same", "spoiled")

    def sentence(self, space: Space) -> str:
        """What may be said of the settings."""
        if self.state == "few":
            return "Too few games to say which setting is best."
        if self.state == "spoiled":
            return "No setting can be named: it would hang on games that were spoiled."
        if self.state == "same":
            return (
                "The ranges make no difference: on every seed all settings that were tried "
                "played the same games."
            )
        words = space.words(self.setting)
        if self.setting == space.usual:
            return f"Best by its lower bound is the usual setting: {words}."
        if self.state == "usual":
            return f"No setting is better than the usual one for sure. Ahead so far: {words}."
        return f"Best by its lower bound: {words}."

    def detail(self, group: str = "pair") -> str:
        """The numbers behind it; `group` is what one group of games is called."""
        if not self.groups:
            return "It is the benchmark itself, which scores 50 % against itself."
        count = f"{self.groups:,} {plural(self.groups, group)}"
        return (
            f"{self.both.text} by model and games together; alone {self.alone.text} over {count}. "
            f"The best of {self.tried:,} looks better than it is: test it."
        )


def answer(hunt: Hunt, tried: Sequence[Tried]) -> TuningAnswer | None:
    """The answer so far; None without any finished group against a benchmark."""
    book = hunt.book(tried)
    if not book:
        return None
    model = fitted_model(hunt, book)
    means, deviations = model.played
    best = int(np.argmax(means - BOUND * deviations))
    setting = list(book)[best]
    both = belief(means[best], deviations[best])
    state = _state(hunt, book, model, best)
    count = len(hunt.everything(tried))
    if setting in hunt.even:
        return TuningAnswer(setting, both, both, 0, count, state)
    return TuningAnswer(setting, both, alone(book[setting]), book[setting].groups, count, state)


def belief(mean: float, deviation: float) -> Belief:
    """What the model says, within 0 and 1."""
    return Belief(*(float(x) for x in band(np.array(mean), np.array(deviation))))


def fitted_model(hunt: Hunt, book: Book) -> Model:
    """The model of all that is known."""
    data, shape = hunt.model(book)
    return Model(data, shape, hunt.space.widths)


def alone(score: Sums) -> Belief:
    """What the games of one setting say without any model."""
    low, high = interval_of(score.groups, score.total, score.squares)
    return Belief(score.mean, low, high)


def _state(hunt: Hunt, book: Book, model: Model, best: int) -> State:
    settings = list(book)
    if max(_groups(hunt, book, s) for s in settings) < ENOUGH or len(settings) < 2:
        return "few"
    if settings[best] in hunt.even:
        return "usual"
    if book[settings[best]].groups < ENOUGH:
        return "few"
    if hunt.space.usual not in book:
        return "better"
    lead, deviation = model.lead(best, settings.index(hunt.space.usual))
    return "better" if lead > Z * deviation and not math.isnan(lead) else "usual"


def _groups(hunt: Hunt, book: Book, setting: Setting) -> int:
    return 0 if setting in hunt.even else book[setting].groups
