"""Another program locks the store: the window goes on. It never asks a store in its own thread, so
it cannot wait for one; what a person has asked for is done once the file is free.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtTest import QTest

from lab.experiments.claims import shelf
from lab.store.opening import StoreReader
from lab.store.store import Store
from lab.store.writer import StoreWriter
from tests.lab.ui.control.test_experiments_playing import SMALL
from tests.lab.ui.control.test_tuning import FORM, tuner_page
from tests.lab.ui.experiments.opened_page import choose, page_of
from tests.lab.ui.lab_window import until

TICKS_MS = 300  # some ticks of the window


@pytest.fixture
def asking(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The threads that opened a store, asked one, or had it written, one name each time."""
    names = list[str]()

    def noted(real: Callable[..., Any]) -> Callable[..., Any]:
        def noting(*args: Any, **more: Any) -> Any:
            names.append(threading.current_thread().name)
            return real(*args, **more)

        return noting

    for owner, name in ((Store, "__init__"), (StoreReader, "moment"), (StoreWriter, "put")):
        monkeypatch.setattr(owner, name, noted(getattr(owner, name)))
    return names


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Another program writes and writes."""
    with closing(sqlite3.connect(path)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.rollback()


def test_experiments_do_not_wait(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, asking: list[str]
) -> None:
    path, main = tmp_path / "games.db", threading.main_thread().name
    monkeypatch.setenv("SMITSILAB_STORE", str(path))
    monkeypatch.setenv("SMITSILAB_DATA", str(tmp_path))
    monkeypatch.setattr(shelf, "shipped_folder", lambda: tmp_path / "none")
    shelf.create("small", SMALL.format(groups=4, seed=5))
    with page_of(tmp_path) as (lab, control, page):
        choose(lab, "small")
        until(lab, path.exists)
        before = len(asking)
        with locked(path):
            page.panel.run.click()
            QTest.qWait(TICKS_MS)
            assert control.playing == "small" and len(asking) > before
            assert page.panel.run.text() == "Pause"
        until(lab, lambda: not control.playing)
        until(lab, lambda: control.view is not None and control.view.facts.games == 8)
    assert asking and main not in asking


@pytest.mark.long
def test_the_tuner_does_not_wait(tmp_path: Path, asking: list[str]) -> None:
    path, main = tmp_path / "games.db", threading.main_thread().name
    with tuner_page(tmp_path) as (lab, control, page):
        control._show_form(replace(FORM, games=8))
        page.panel._edited()
        until(lab, lambda: control.question is not None and path.exists())
        before = len(asking)
        with locked(path):
            control.start()
            QTest.qWait(TICKS_MS)
            assert len(asking) > before and control.view.played == 0
        until(lab, lambda: not control.play.running and control.view.played == 8)
    assert asking and main not in asking
