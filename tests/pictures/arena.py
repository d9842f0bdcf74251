"""Pictures of the Arena page, from games that were drawn with known strengths."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from lab.batch.workplace import Workplace
from lab.ui.arena import says
from lab.ui.arena.centre import GAMES, LIVE, STANDING
from lab.ui.arena.games import GamesWanted
from lab.ui.arena.page import ArenaPage
from lab.ui.shell.workspaces import ARENA, MATCH
from lab.ui.studio import USUAL, Studio
from tests.lab.ui.arena.simulated import OTHER, OWN, live_games, simulated

SIZES = {"": USUAL, "-1280x800": (1280, 800), "-1920x1080": (1920, 1080), "-1080x700": (1080, 700)}


def arena(made: Studio) -> None:
    """The standing with boards and test at every size, its games, large text, and an empty page."""
    with tempfile.TemporaryDirectory(prefix="smitsilab-store-") as folder:
        os.environ["SMITSILAB_STORE"] = str(Path(folder) / "games.db")
        page = made.window.show_workspace(ARENA)
        assert isinstance(page, ArenaPage)
        control = made.controller.arena
        made.until(lambda: control.store.opened is not None)
        made.settle()
        made.both("5-arena-empty")
        control._timer.stop()  # what is shown now comes from here
        _fill(page)
        _views(made, page)
        control.store.end()
        os.environ.pop("SMITSILAB_STORE")
    made.window.show_workspace(MATCH)


def _fill(page: ArenaPage) -> None:
    found = simulated()
    page.panel.show_form(found.form, [found.form.name])
    page.set_view(found.view)
    page.set_live(live_games("uttt", moves=True), live=True)
    page.set_state(says.state(found.view, Workplace()), "smitsilab arena play uttt-contest")


def _views(made: Studio, page: ArenaPage) -> None:
    for suffix, size in SIZES.items():
        made.resize(size)
        made.both(f"5-arena{suffix}")
    page.centre.show_part(LIVE)
    made.settle(0.3)
    made.shot("5-arena-1080x700-live-light")
    made.resize(USUAL)
    met = [game for game in simulated().games if set(game.bots) == {OWN, OTHER}]
    page.list_games(GamesWanted(OWN, OTHER))
    page.centre.games.set_games(met)
    made.settle(0.3)
    made.both("5-arena-games")
    page.centre.show_part(STANDING)
    made.controller.appearance.set_text(150)
    made.resize((1280, 800))
    for part in (STANDING, GAMES, LIVE):
        page.centre.show_part(part)
        made.settle(0.3)
        made.shot(f"5-arena-text-150-{part}-light")
    page.centre.show_part(STANDING)
    made.controller.appearance.set_text(100)
    made.resize(USUAL)
