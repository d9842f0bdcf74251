"""What holds on every view of the window: one black button, text in few sizes that is not cut; and
how few things a newcomer meets.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtTest import QTest

from lab.ui.controller import Controller
from lab.ui.parts import detail
from lab.ui.shell.workspaces import PAGES
from tests.lab.ui.lab_window import opened, until
from tests.ranks import Rank, measure

SETTLED_MS = 500
VIEWS = [view for page in PAGES for view in page.views]
MOST = {"match": (40, 40), "tree": (25, 120)}  # controls, numbers in Simple


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Controller]:
    """A newcomer's window in a match of several turns."""
    folder = tmp_path_factory.mktemp("calm")
    seats = ("smitsimax:budget=300it", "smitsimax:budget=300it")
    with opened(folder, "csb", *seats, detail="simple") as lab:
        until(lab, lambda: lab.moment.head.turn >= 3)
        lab.session.pause()
        yield lab


def looked_at(lab: Controller, view: str, full: bool) -> Rank:
    """A view, once it is drawn."""
    detail.set_full(full)
    lab.window.resize(1280, 800)
    lab.window.view_asked.emit(view)
    QTest.qWait(SETTLED_MS)
    return measure(lab.window)


@pytest.mark.parametrize("view", MOST)
def test_a_newcomer_meets_few_things(lab: Controller, view: str) -> None:
    rank = looked_at(lab, view, False)
    controls, numbers = MOST[view]
    assert rank.controls <= controls and rank.numbers <= numbers, rank


@pytest.mark.parametrize("full", [False, True])
@pytest.mark.parametrize("view", VIEWS)
def test_each_view_has_one_thing_to_press(lab: Controller, view: str, full: bool) -> None:
    rank = looked_at(lab, view, full)
    assert rank.fills <= 1, rank


@pytest.mark.parametrize("view", VIEWS)
def test_no_text_is_cut(lab: Controller, view: str) -> None:
    rank = looked_at(lab, view, False)
    assert not rank.cut, rank
