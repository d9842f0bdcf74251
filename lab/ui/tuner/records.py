"""What the tuner's page shows and asks for: plain records, and their words and figures."""

from __future__ import annotations

import time
from dataclasses import dataclass, field

from engines.knobs import Value
from lab.batch.workplace import Workplace
from lab.experiments.arena.standing import TestBar
from lab.experiments.sweep.grid import word
from lab.experiments.tuner.answer import Belief
from lab.experiments.tuner.plan import TuneAsked
from lab.experiments.tuner.shown import Happened, KnobShown, SettingShown, TuningShown
from lab.experiments.tuner.space import TunedKnob
from lab.words import numerals
from lab.words.asked import option_of
from lab.words.numerals import several

LONG = 64  # letters of an answer that still fit a line


@dataclass(frozen=True)
class TunerForm(TuneAsked):
    """Everything in the boxes; players and knobs as the command line takes them."""

    game: str = option_of(TuneAsked, "game", "")
    seat: str = option_of(TuneAsked, "seat", "")
    budget: str = option_of(TuneAsked, "budget", "1000it")
    workplace: Workplace = field(default_factory=Workplace)


@dataclass(frozen=True)
class TunerView:
    """One moment of a tuning. `command` goes on with it, `test_command` tests what it found, ""
    where that makes no sense; `test` is that test where it was played.
    """

    found: TuningShown | None = None
    knobs: tuple[TunedKnob, ...] = ()  # with the ranges that are searched
    sentence: str = ""
    detail: str = ""
    unit: str = "pair"
    note: str = ""  # the conditions
    played: int = 0  # games
    total: int = 0
    stage: str = ""  # what the method is doing
    running: bool = False
    testing: bool = False
    tested: int = 0  # games of the test
    preparing: str = ""
    per_minute: float = 0.0
    left_s: float | None = None
    history: tuple[Happened, ...] = ()
    command: str = ""
    test_command: str = ""
    test: TestBar | None = None

    @property
    def tried(self) -> tuple[SettingShown, ...]:
        """All settings, in the order in which they were asked for."""
        return self.found.parallel if self.found is not None else ()

    @property
    def race(self) -> tuple[SettingShown, ...]:
        """The settings of the race; before it, the best by their lower bounds."""
        if self.found is None:
            return ()
        return self.found.race or tuple(sorted(self.tried, key=lambda each: -each.both.low))

    @property
    def shown_knobs(self) -> tuple[KnobShown, ...]:
        """The knobs with their curves."""
        return self.found.knobs if self.found is not None else ()

    @property
    def weighty(self) -> tuple[int, ...]:
        """The numbers of the knobs, the weightiest first."""
        shares = [knob.share for knob in self.shown_knobs]
        return tuple(sorted(range(len(shares)), key=lambda k: -shares[k]))


def headline(view: TunerView) -> tuple[str, str]:
    """The verdict, and the numbers behind it; a long setting stands with them."""
    answer, _, values = view.sentence.partition(": ")
    if len(view.sentence) <= LONG:
        return view.sentence or "No tuning yet", view.detail
    return answer, f"{values} {view.detail}".strip()


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
