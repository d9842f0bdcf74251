"""What a tuning may say: the setting with the highest lower bound of model and games together,
never the luckiest one.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from lab.experiments.stats import ENOUGH, Z, interval_of
from lab.experiments.tuner.book import Book, Sums
from lab.experiments.tuner.course import Tried
from lab.experiments.tuner.effects import band
from lab.experiments.tuner.gaussian import Model
from lab.experiments.tuner.hunt import Hunt
from lab.experiments.tuner.space import Setting, Space

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
        count = f"{self.groups:,} {group}{'' if self.groups == 1 else 's'}"
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
