"""Settings that a sampler of Optuna proposes (Akiba, Sano, Yanase, Ohta and Koyama, "Optuna", KDD
2019), by its ask and tell; then the best race, as after our own model.

The study is in memory while it plays: with the same seed and results it asks the same, so nothing
of it has to be kept. `written` copies it to a file that optuna-dashboard opens.
"""

from __future__ import annotations

import importlib
import importlib.util
import math
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from engines.knobs import KnobError, Value
from lab.experiments.sweep.grid import word
from lab.experiments.tuner.course import Asking, Hunt, Play, Steps, Tried
from lab.experiments.tuner.racing import race
from lab.experiments.tuner.space import Setting, Space, TunedKnob

STAGE = "optuna"
GROUPS = 4  # of a setting
PROPOSED = 0.7  # of all groups; the others are for the race
LAG = 8  # settings in progress
NEEDS = {"tpe": ("optuna",), "cma": ("optuna", "cmaes")}


def study_with(sampler: str) -> Callable[[Hunt], Steps]:
    """The method with a sampler, "tpe" or "cma"."""

    def steps(hunt: Hunt) -> Asking[None]:
        tried = yield from _propose(hunt, sampler)
        yield from race(hunt, tried, sum(t.play.groups for t in tried))

    return steps


def installed(sampler: str) -> Callable[[Hunt], None]:
    """Raises KnobError where Optuna is missing."""

    def check(hunt: Hunt) -> None:
        if not all(importlib.util.find_spec(name) for name in NEEDS[sampler]):
            raise KnobError("Optuna is missing: pip install 'smitsilab[tune]'.")

    return check


def _propose(hunt: Hunt, sampler: str) -> Asking[Sequence[Tried]]:
    study, scales = _study(hunt.seed, sampler), scales_of(hunt.space)
    study.enqueue_trial(params_of(hunt.space, hunt.space.usual))
    groups = hunt.whole(GROUPS)
    count = max(1, int(PROPOSED * hunt.groups) // groups)
    asked = list[Any]()
    read = 0
    for number in range(count):
        tried = yield number - LAG + 1
        for result in tried[read:]:
            _tell(study, asked[read], result)
            read += 1
        asked.append(study.ask(scales))
        setting = setting_of(hunt.space, asked[-1].params)
        yield Play(setting, hunt.begin + number * groups, groups, STAGE)
    return (yield count)


def _optuna() -> Any:
    found = importlib.import_module("optuna")
    found.logging.set_verbosity(found.logging.ERROR)
    return found


def _study(seed: int, sampler: str) -> Any:
    samplers = _optuna().samplers
    if sampler == "cma":
        kind = samplers.CmaEsSampler(seed=seed, warn_independent_sampling=False)
    else:
        kind = samplers.TPESampler(seed=seed)
    return _optuna().create_study(direction="maximize", sampler=kind)


def _tell(study: Any, trial: Any, result: Tried) -> None:
    if math.isnan(result.mean):
        study.tell(trial, state=_optuna().trial.TrialState.FAIL)
    else:
        study.tell(trial, result.mean)


def scales_of(space: Space) -> dict[str, Any]:
    """The ranges as Optuna has them; values of choices are their texts."""
    return {knob.name: _scale(knob) for knob in space.knobs}


def _scale(knob: TunedKnob) -> Any:
    kinds = _optuna().distributions
    if knob.kind == "values":
        return kinds.CategoricalDistribution([word(value) for value in knob.values])
    if knob.kind == "integer":
        return kinds.IntDistribution(int(knob.low), int(knob.high), log=knob.log)
    return kinds.FloatDistribution(knob.low, knob.high, log=knob.log)


def setting_of(space: Space, params: dict[str, Any]) -> Setting:
    """The setting that Optuna's values mean, rounded as every setting is."""
    return tuple(_value(knob, params[knob.name]) for knob in space.knobs)


def _value(knob: TunedKnob, value: Any) -> Value:
    if knob.kind == "values":
        return next(each for each in knob.values if word(each) == value)
    return knob.at(knob.share(value))


def params_of(space: Space, setting: Setting) -> dict[str, Any]:
    """A setting as Optuna's values."""
    pairs = zip(space.knobs, setting, strict=True)
    return {knob.name: word(v) if knob.kind == "values" else v for knob, v in pairs}


def written(path: Path, name: str, space: Space, tried: Sequence[Tried]) -> int:
    """Copies the finished settings of a study into the file that optuna-dashboard opens; returns
    how many there are in it. Those that it has already stay.
    """
    optuna = _optuna()
    done = [t for t in tried if t.play.stage == STAGE and t.groups == t.play.groups]
    study = optuna.create_study(
        study_name=name,
        storage=f"sqlite:///{path}",
        direction="maximize",
        load_if_exists=True,
    )
    scales = scales_of(space)
    for each in done[len(study.get_trials(deepcopy=False)) :]:
        params = params_of(space, each.play.setting)
        study.add_trial(
            optuna.trial.create_trial(params=params, distributions=scales, value=each.mean)
        )
    return len(done)
