"""Pictures of the Explore page, from experiments that were really played."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

from lab.ui.explore.control import ExploreControl
from lab.ui.explore.page import CHART, TABLE
from lab.ui.shell.workspaces import MATCH
from lab.ui.studio import USUAL, Studio


def explore(made: Studio) -> None:
    """The map of two parameters with its best point chosen, its table, the curve of one, and a
    narrow window.
    """
    made.controller.do("explore")
    control = made.controller.experiments.explore
    for name, words in (("csb-c-depth", "map"), ("uttt-c", "curve")):
        with resources.as_file(resources.files("resources") / "sweeps" / f"{name}.jsonl") as path:
            _views(made, control, path, words)
    made.window.show_workspace(MATCH)


def _views(made: Studio, control: ExploreControl, path: Path, words: str) -> None:
    page, before = control.page, control.run.result
    control.open(path)
    made.until(lambda: control.run.result is not before)
    if page.result is not None and page.result.best is not None:
        page.select(page.result.best.point)
    made.settle()
    made.both(f"5-explore-{words}")
    for view, name in ((TABLE, "table"), (CHART, "1280x800")):
        page.choose_view(view)
        page.show_result()
        if name == "1280x800":
            made.resize((1280, 800))
        made.settle(0.3)
        made.shot(f"5-explore-{words}-{name}-light")
    made.resize(USUAL)
