"""Pictures of the Experiments page, from games that were drawn with known strengths."""

from __future__ import annotations

import os
import tempfile
from functools import partial
from pathlib import Path

from lab.store.store import Store
from lab.ui.experiments.centre import ABOUT, COMPARE, RESULT
from lab.ui.experiments.compare import ComparisonPart
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
            played.fill_other(store, played.write(played.OTHER_TEXT, played.OTHER))
        page = made.window.show_workspace(EXPERIMENTS)
        assert isinstance(page, ExperimentsPage)
        _views(made, page)
        made.controller.experiments.store.end()
        os.environ.pop("SMITSILAB_STORE")
        os.environ.pop("SMITSILAB_DATA")
        if before is not None:
            os.environ["SMITSILAB_DATA"] = before
    made.window.show_workspace(MATCH)


def _views(made: Studio, page: ExperimentsPage) -> None:
    control = made.controller.experiments
    made.until(lambda: control.view is not None)
    made.until(lambda: not control.entries.stale())
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
    made.until(lambda: page.centre.games.table.model_.rowCount() > 0)
    made.shot("5-experiments-games-light")
    _compare(made, page)
    page.centre.show_part(RESULT)
    control.files.copy()
    made.until(lambda: page.about.file.save.isEnabled())
    made.shot("5-experiments-edit-light")
    page.about.file.leave()


def _compares(part: ComparisonPart, count: int) -> bool:
    return part.found is not None and len(part.found.columns) == count


def _compare(made: Studio, page: ExperimentsPage) -> None:
    """Both experiments, and one of them at another budget."""
    part = page.centre.compare
    page.centre.show_part(COMPARE)
    for count, name in enumerate((played.OTHER, played.NAME), 2):
        part.add(name)
        made.until(partial(_compares, part, count))
    part.lines[2].budget_picked.emit("20it")
    made.until(lambda: part.found is not None and part.found.columns[2].budget.text == "20it")
    for suffix, size in SIZES.items():
        made.resize(size)
        made.settle()
        made.both(f"5-experiments-compare{suffix}")
    made.controller.appearance.set_text(150)
    made.resize((1280, 800))
    made.settle()
    made.shot("5-experiments-compare-text-150-light")
    made.controller.appearance.set_text(100)
    made.resize(USUAL)
