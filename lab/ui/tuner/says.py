"""The words and figures of the tuner's page."""

from __future__ import annotations

import time

from engines.knobs import Value
from lab.batch.workplace import Workplace
from lab.experiments.sweep.grid import word
from lab.experiments.tuner.answer import Belief
from lab.experiments.tuner.shown import SettingShown
from lab.experiments.tuner.space import TunedKnob
from lab.ui.tuner.records import TunerView
from lab.words import numerals
from lab.words.numerals import several


def percent(share: float) -> str:
    """A share of the points: "66 %"."""
    return f"{100 * share:.0f} %"


def interval(belief: Belief) -> str:
    """The ends of an interval: "58 to 74 %"."""
    return f"{100 * belief.low:.0f} to {100 * belief.high:.0f} %"


def setting(knobs: tuple[TunedKnob, ...], values: tuple[Value, ...]) -> str:
    """A setting: "c 0.3, depth 7"."""
    return ", ".join(f"{knob.name} {word(v)}" for knob, v in zip(knobs, values, strict=True))


def tried(view: TunerView, each: SettingShown) -> str:
    """A setting with all that is known of it."""
    games = f"alone {each.alone.text} over {several(each.groups, view.unit)}"
    if not each.groups:
        games = "not played: it is the benchmark itself"
    raced = f"; in the race up to round {each.ended}" if each.ended else ""
    return f"{setting(view.knobs, each.setting)}: {each.both.text} with the model, {games}{raced}"


def race_title(view: TunerView) -> tuple[str, str]:
    """The title of the race and how it goes."""
    if view.found is None or not view.found.race:
        return "The best so far", "by the lower bound of model and games"
    rounds = max(each.ended for each in view.found.race)
    return "Race of the best", f"{several(rounds, 'round')}, the better half goes on"


def progress(view: TunerView) -> str:
    """How far it has come."""
    if view.preparing:
        return view.preparing
    words = f"{view.played:,} of {view.total:,} games" if view.total else ""
    if not view.running:
        return words
    words = words if not view.testing else f"{view.tested:,} games of the test"
    words += f"; {view.per_minute:,.0f} a minute" if view.per_minute else ""
    if view.left_s is not None:
        words += f", {numerals.duration(view.left_s)} left"
    return words


def state(view: TunerView, place: Workplace) -> str:
    """What runs, for the status bar."""
    return (view.preparing or place.running(view.per_minute)) if view.running else ""


def clock(at: float) -> str:
    """A time of day, with the day where it is not today."""
    then, now = time.localtime(at), time.localtime()
    today = then[:3] == now[:3]
    return time.strftime("%H:%M" if today else "%d %b", then)


def stages(view: TunerView) -> list[tuple[float, str]]:
    """Where the parts of the method begin, in games, with a word for each; the rounds of a race
    are one part.
    """
    words = {"random": "at random", "model": "model chooses"}
    found: list[tuple[float, str]] = []
    for stage in view.found.stages if view.found is not None else ():
        name = stage.name.partition(" ")[0]
        text = f"race of {len(view.race)}" if name == "race" else words.get(name, name)
        if not any(said == text for _, said in found):
            found.append((float(stage.games), text))
    return found
