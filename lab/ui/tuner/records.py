"""What the tuner's page shows and asks for, as plain records."""

from __future__ import annotations

from dataclasses import dataclass, field

from lab.batch.workplace import Workplace
from lab.experiments.arena.standing import TestBar
from lab.experiments.tuner.methods import USUAL_METHOD
from lab.experiments.tuner.plan import GAMES
from lab.experiments.tuner.shown import Happened, KnobShown, SettingShown, TuningShown
from lab.experiments.tuner.space import TunedKnob


@dataclass(frozen=True)
class TunerForm:
    """Everything in the boxes; players and knobs as the command line takes them."""

    game: str = ""
    seat: str = ""
    against: tuple[str, ...] = ()
    knobs: tuple[str, ...] = ()
    games: int = GAMES
    method: str = USUAL_METHOD
    budget: str = "1000it"
    seed: int = 1
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
