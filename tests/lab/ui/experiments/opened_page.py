"""A window that shows the Experiments page, and a store with drawn games behind it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from lab.experiments.claims import shelf
from lab.store.store import Store
from lab.ui.controller import Controller
from lab.ui.experiments.control import ExperimentsControl
from lab.ui.experiments.page import ExperimentsPage
from lab.ui.shell.workspaces import EXPERIMENTS
from tests.lab.ui.lab_window import opened, until


@dataclass(frozen=True)
class Shown:
    """A window that shows an experiment, and its store."""

    lab: Controller
    control: ExperimentsControl
    page: ExperimentsPage
    store: Store


@contextmanager
def own_store(folder: Path) -> Iterator[Store]:
    """A store in this folder, where the window finds it, and no experiments but those there."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SMITSILAB_STORE", str(folder / "games.db"))
        patch.setenv("SMITSILAB_DATA", str(folder))
        patch.setattr(shelf, "shipped_folder", lambda: folder / "none")
        with Store(folder / "games.db") as store:
            yield store


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
