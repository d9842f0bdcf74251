"""A window that shows the Experiments page."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from lab.ui.control.controller import Controller
from lab.ui.control.experiments import ExperimentsControl
from lab.ui.experiments.page import ExperimentsPage
from lab.ui.shell.workspaces import EXPERIMENTS
from tests.lab.ui.lab_window import opened, until


@contextmanager
def page_of(folder: Path) -> Iterator[tuple[Controller, ExperimentsControl, ExperimentsPage]]:
    """A window that shows the page, with a store and own files in this folder."""
    with opened(folder) as lab:
        lab.session.pause()
        page = lab.window.show_workspace(EXPERIMENTS)
        assert isinstance(page, ExperimentsPage)
        yield lab, lab.experiments, page


def choose(lab: Controller, name: str) -> None:
    """Shows an experiment."""
    control = lab.experiments
    control.choose(name)
    until(lab, lambda: named(control) == name)


def named(control: ExperimentsControl) -> str:
    """The experiment on show, "" for none."""
    return control.view.file.name if control.view is not None else ""
