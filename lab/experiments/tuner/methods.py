"""The methods of tuning by name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engines.knobs import KnobError, did_you_mean
from lab.experiments.tuner.course import Steps
from lab.experiments.tuner.hunt import Hunt
from lab.experiments.tuner.ntbea import ntbea
from lab.experiments.tuner.optuna_study import installed, study_with
from lab.experiments.tuner.racing import halving, model_then_race
from lab.experiments.tuner.spsa import refuse, spsa


@dataclass(frozen=True)
class TuningMethod:
    """A way to tune: its title, what it is good for, and its steps; `check` says with KnobError
    what it cannot tune.
    """

    title: str
    help: str
    steps: Callable[[Hunt], Steps]
    check: Callable[[Hunt], None] = lambda hunt: None


METHODS = {
    "model": TuningMethod(
        "model, then race",
        "a model of the knobs proposes settings, and the best of them race",
        model_then_race,
    ),
    "race": TuningMethod("race", "random settings race: the better half goes on", halving),
    "spsa": TuningMethod("SPSA", "all numbers move at once, for many smooth knobs", spsa, refuse),
    "ntbea": TuningMethod("NTBEA", "an evolution on a grid of eight values a knob", ntbea),
    "optuna:tpe": TuningMethod(
        "Optuna TPE, then race",
        "Optuna's usual sampler (extra: tune)",
        study_with("tpe"),
        installed("tpe"),
    ),
    "optuna:cma": TuningMethod(
        "Optuna CMA-ES, then race",
        "Optuna's evolution of numbers (extra: tune)",
        study_with("cma"),
        installed("cma"),
    ),
}
USUAL_METHOD = "model"


def method_named(name: str) -> TuningMethod:
    """The method of that name; KnobError with the nearest name if there is none."""
    if name not in METHODS:
        raise KnobError(f"There is no method {name}{did_you_mean(name, METHODS)}")
    return METHODS[name]
