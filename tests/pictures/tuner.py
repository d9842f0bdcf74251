"""Pictures of the tuner's page, from games that were drawn from a known landscape."""

from __future__ import annotations

import os
import tempfile
from dataclasses import replace
from pathlib import Path

from lab.batch.workplace import Workplace
from lab.experiments.arena.standing import GameRow
from lab.experiments.tuner.shown import Happened
from lab.ui.explore.players import player_entries
from lab.ui.shell.workspaces import MATCH, TUNER
from lab.ui.studio import USUAL, Studio
from lab.ui.tuner import records as says
from lab.ui.tuner import work
from lab.ui.tuner.centre import ASIDE, CURVES, GAMES, MAP, SETTINGS
from lab.ui.tuner.page import TunerPage
from tests.lab.ui.tuner.simulated_tuning import BEGAN, SimulatedTuning, simulated_tuning

SIZES = {"": USUAL, "-1280x800": (1280, 800), "-1920x1080": (1920, 1080), "-1080x700": (1080, 700)}
GAMES_PLAYED = 1860
EVENTS = ((0.0, "started"), (1260.0, "changed: depth 3 to 8, now 3 to 12"), (2640.0, "race began"))


def tuner(made: Studio) -> None:
    """A page without games, a tuning at every size, its settings and games, and large text."""
    with tempfile.TemporaryDirectory(prefix="smitsilab-store-") as folder:
        os.environ["SMITSILAB_STORE"] = str(Path(folder) / "games.db")
        page = made.window.show_workspace(TUNER)
        assert isinstance(page, TunerPage)
        control = made.controller.tuning
        made.until(lambda: control.question is not None)
        made.settle()
        made.both("5-tuner-empty")
        control.store.end()  # what is shown now comes from here
        found = simulated_tuning(GAMES_PLAYED)
        _fill(page, found)
        _views(made, page, found)
        os.environ.pop("SMITSILAB_STORE")
    made.window.show_workspace(MATCH)


def _fill(page: TunerPage, found: SimulatedTuning) -> None:
    plan = found.question.plan
    page.panel.show_form(work.form_of(plan, Workplace(2)), *player_entries(plan.configured), False)
    page.panel.set_knobs(work.tunable(plan.configured, plan.seat), plan.space.knobs, {})
    history = tuple(Happened(BEGAN + at, words) for at, words in EVENTS)
    page.set_view(replace(found.view, history=history))
    page.set_state("", found.view.command)


def _views(made: Studio, page: TunerPage, found: SimulatedTuning) -> None:
    for suffix, size in SIZES.items():
        made.resize(size)
        made.both(f"5-tuner{suffix}")
    page.centre.show_part(ASIDE)
    made.settle(0.3)
    made.shot("5-tuner-1080x700-race-light")
    made.resize(USUAL)
    page.aside.parallel.brush(0, 0.4, 0.6)
    page.centre.show_part(SETTINGS)
    made.settle(0.3)
    made.both("5-tuner-settings")
    page.aside.parallel.clear()
    page.centre.show_part(MAP)
    made.settle(0.3)
    made.both("5-tuner-map")
    best = page.aside.race.model_.rows[0]
    page.centre.show_part(GAMES)
    page.centre.games.set_games(says.tried(found.view, best), _games(best.groups), work.BEST)
    made.settle(0.3)
    made.shot("5-tuner-games-light")
    made.controller.appearance.set_text(150)
    made.resize((1280, 800))
    for part in (CURVES, SETTINGS, MAP, ASIDE):
        page.centre.show_part(part)
        made.settle(0.3)
        made.shot(f"5-tuner-text-150-{part}-light")
    page.centre.show_part(CURVES)
    made.controller.appearance.set_text(100)
    made.resize(USUAL)


def _games(groups: int) -> list[GameRow]:
    """Games of a setting: it wins two of three."""
    found = []
    for k in range(2 * groups):
        bots = (work.BEST, "smitsimax") if k % 2 == 0 else ("smitsimax", work.BEST)
        own = 1.0 if k % 3 else -1.0
        outcome = (own, -own) if k % 2 == 0 else (-own, own)
        reason, turns = "all checkpoints", 120 + 7 * k % 60
        found.append(GameRow(k + 1, 1 + k // 2, k % 2, bots, outcome, reason, turns, BEGAN, 1.0))
    return found
