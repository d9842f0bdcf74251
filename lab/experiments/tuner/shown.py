"""A tuning as it is shown: plain records for the window, the table and JSON."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from engines.knobs import Value
from lab.experiments.tuner.answer import (
    BOUND,
    Belief,
    KnobMap,
    Slice,
    TuningAnswer,
    alone,
    belief,
    fitted_model,
    map_of,
    shares,
    slice_of,
)
from lab.experiments.tuner.course import Book, TrialGroup
from lab.experiments.tuner.gaussian import Model, Smoothness
from lab.experiments.tuner.question import TuneQuestion
from lab.experiments.tuner.space import Setting

CHECKS = 60  # points of the course
STAGES = {"random": "settings at random", "model": "the model chooses"}  # others as they are
TOP = 0.1  # of all settings are shown dark


@dataclass(frozen=True)
class CoursePoint:
    """After so many games: the best setting by its lower bound, by model and games together, and
    the mean points of the luckiest single setting, which are to be seen and not believed.
    """

    games: int
    best: Belief
    luckiest: float


@dataclass(frozen=True)
class Stage:
    """Where a part of the method begins: "random", "model", "race 1"."""

    games: int
    name: str


@dataclass(frozen=True)
class KnobShown:
    """One knob: its range, the usual and the best value, its curve with the others at the best
    setting, and its share of all that the knobs do.
    """

    name: str
    title: str
    range: str
    unit: str
    log: bool
    usual: Value
    best: Value
    share: float
    slice: Slice


@dataclass(frozen=True)
class SettingShown:
    """One setting that was tried, by the places of its values in their ranges [K]. `alone` are its
    own games, `both` model and games together; `ended` is the last round of the race in which it
    was, 0 without any; `top` is one of the best tenth.
    """

    setting: Setting
    places: tuple[float, ...]
    alone: Belief
    both: Belief
    groups: int
    ended: int
    top: bool
    best: bool


@dataclass(frozen=True)
class Happened:
    """One line of the history; `at` in seconds since 1970."""

    at: float
    words: str


@dataclass(frozen=True)
class TuningShown:
    """Everything. `parallel` has the settings in the order in which they were asked for, `race`
    those of the race from the best down.
    """

    answer: TuningAnswer
    course: tuple[CoursePoint, ...]
    stages: tuple[Stage, ...]
    knobs: tuple[KnobShown, ...]
    parallel: tuple[SettingShown, ...]
    map: KnobMap | None = None  # of the two weightiest knobs

    @property
    def race(self) -> tuple[SettingShown, ...]:
        """The settings of the race: those that came farthest first, then by model and games."""
        racing = [each for each in self.parallel if each.ended]
        return tuple(sorted(racing, key=lambda each: (-each.ended, -each.both.mean)))


def shown(question: TuneQuestion) -> TuningShown | None:
    """The tuning so far; None before anything is known."""
    answer, hunt = question.answer, question.plan.hunt
    if answer is None:
        return None
    book = hunt.book(question.tried)
    model = fitted_model(hunt, book)
    found = knobs(question, model, answer)
    return TuningShown(
        answer=answer,
        course=course(question, model.shape),
        stages=stages(question),
        knobs=found,
        parallel=settings(question, book, model, answer),
        map=weightiest(question, model, answer, found),
    )


def knobs(question: TuneQuestion, model: Model, answer: TuningAnswer) -> tuple[KnobShown, ...]:
    """The knobs with their curves."""
    space = question.plan.space
    return tuple(
        KnobShown(
            name=knob.name,
            title=knob.title,
            range=knob.range_text,
            unit=knob.unit,
            log=knob.log,
            usual=knob.usual,
            best=answer.setting[k],
            share=0.0 if answer.state == "same" else float(share),
            slice=slice_of(model, space, k, answer.setting),
        )
        for k, (knob, share) in enumerate(zip(space.knobs, shares(model, space), strict=True))
    )


def weightiest(
    question: TuneQuestion, model: Model, answer: TuningAnswer, found: Sequence[KnobShown]
) -> KnobMap | None:
    """The map of the two knobs that do most; None where there is one."""
    if len(found) < 2:
        return None
    across, up = sorted(range(len(found)), key=lambda k: -found[k].share)[:2]
    return map_of(model, question.plan.space, (across, up), answer.setting)


def settings(
    question: TuneQuestion, book: Book, model: Model, answer: TuningAnswer
) -> tuple[SettingShown, ...]:
    """All settings that the model looks at."""
    means, deviations = model.played
    bar = float(np.quantile(means, 1 - TOP))
    rounds = last_rounds(question)
    even = question.plan.even
    found = []
    for (setting, sums), mean, spread in zip(book.items(), means, deviations, strict=True):
        both = belief(mean, spread)
        found.append(
            SettingShown(
                setting=setting,
                places=tuple(question.plan.space.shares(setting).tolist()),
                alone=both if setting in even else alone(sums),
                both=both,
                groups=0 if setting in even else sums.groups,
                ended=rounds.get(setting, 0),
                top=bool(mean >= bar),
                best=setting == answer.setting,
            )
        )
    return tuple(found)


def last_rounds(question: TuneQuestion) -> dict[Setting, int]:
    """The last round of the race in which each setting is."""
    found = {}
    for play in question.sequence.plays:
        name, _, number = play.stage.partition(" ")
        if name == "race" and number:
            found[play.setting] = int(number)
    return found


def stages(question: TuneQuestion) -> tuple[Stage, ...]:
    """Where each part of the method begins."""
    found, names, games = list[Stage](), set[str](), question.plan.past.groups
    for play in question.sequence.plays:
        if play.stage not in names:
            names.add(play.stage)
            found.append(Stage(games * question.plan.seatings, play.stage))
        games += play.groups * (play.setting not in question.plan.even)
    return tuple(found)


def course(question: TuneQuestion, shape: Smoothness) -> tuple[CoursePoint, ...]:
    """The best setting as games came in, by the model of the present smoothness."""
    hunt, tried = question.plan.hunt, list(question.tried)
    count = len(tried)
    found = []
    for end in sorted({math.ceil(count * k / CHECKS) for k in range(1, CHECKS + 1)}):
        book = hunt.book(tried[:end])
        if book:
            played = sum(t.groups for t in tried[:end] if t.play.setting not in question.plan.even)
            games = question.plan.seatings * (question.plan.past.groups + played)
            found.append(_point(question, book, shape, games))
    return tuple(found)


def _point(question: TuneQuestion, book: Book, shape: Smoothness, games: int) -> CoursePoint:
    hunt = question.plan.hunt
    means, deviations = Model(hunt.data(book), shape, hunt.space.widths).played
    best = int(np.argmax(means - BOUND * deviations))
    luckiest = max(sums.mean for sums in book.values())
    return CoursePoint(games, belief(means[best], deviations[best]), luckiest)


def history(question: TuneQuestion, events: Iterable[tuple[float, str, str]]) -> list[Happened]:
    """What happened, the earliest first; `events` are those of the store: time, what, detail."""
    found = [Happened(at, f"{what}: {detail}" if detail else what) for at, what, detail in events]
    names = set[str]()
    for play, group in _firsts(question):
        if play not in names and question.began.get(group):
            names.add(play)
            stage, _, number = play.partition(" ")
            words = f"{STAGES.get(stage, stage)}{f', round {number}' if number else ''}"
            found.append(Happened(question.began[group], words))
    return sorted(found, key=lambda each: each.at)


def _firsts(question: TuneQuestion) -> Sequence[tuple[str, TrialGroup]]:
    """The stage of each play with its first group, if it was not stopped before that."""
    sequence = question.sequence
    starts = [0, *sequence.stops]
    return [
        (play.stage, sequence.trials[start])
        for play, start in zip(sequence.plays, starts, strict=False)
        if start < len(sequence.trials)
    ]
