"""Pictures of the Experiments page, from games that were drawn with known strengths."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from lab.store.store import Store
from lab.ui.experiments.centre import ABOUT, RESULT
from lab.ui.experiments.page import ExperimentsPage
from lab.ui.shell.workspaces import EXPERIMENTS, MATCH
from lab.ui.studio import USUAL, Studio
from tests.lab.ui.experiments import played

SIZES = {"": USUAL, "-1280x800": (1280, 800), "-1920x1080": (1920, 1080), "-1080x700": (1080, 700)}


def experiments(made: Studio) -> None:
    """The result at every size, the games of a row, and a file being edited."""
    with tempfile.TemporaryDirectory(prefix="smitsilab-experiments-") as folder:
        os.environ["SMITSILAB_STORE"] = str(Path(folder) / "games.db")
        before = os.environ.get("SMITSILAB_DATA")
        os.environ["SMITSILAB_DATA"] = folder
        with Store() as store:
            played.fill(store, played.write())
        page = made.window.show_workspace(EXPERIMENTS)
        assert isinstance(page, ExperimentsPage)
        _views(made, page)
        made.controller.experiments.desk.end()
        os.environ.pop("SMITSILAB_STORE")
        os.environ.pop("SMITSILAB_DATA")
        if before is not None:
            os.environ["SMITSILAB_DATA"] = before
    made.window.show_workspace(MATCH)


def _views(made: Studio, page: ExperimentsPage) -> None:
    control = made.controller.experiments
    made.until(lambda: control.view is not None)
    made.until(lambda: set(control._entries) == set(control._seen))
    control.choose(played.NAME)
    made.until(lambda: control.view is not None and control.view.file.name == played.NAME)
    for name, size in SIZES.items():
        made.resize(size)
        made.settle()
        made.both(f"5-experiments{name}")
    page.centre.show_part(ABOUT)
    made.settle()
    made.shot("5-experiments-about-1080x700-light")
    made.resize(USUAL)
    page.list_games()
    made.until(lambda: page.centre.games.table.model_.count > 0)
    made.shot("5-experiments-games-light")
    page.centre.show_part(RESULT)
    control.files.copy()
    made.until(lambda: page.about.file.save.isEnabled())
    made.shot("5-experiments-edit-light")
    page.about.file.leave()
