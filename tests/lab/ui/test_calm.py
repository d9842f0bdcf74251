"""What holds on every view of the window: one black button, counts of controls and numbers, text in
four sizes that is not cut.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtTest import QTest

from lab.ui.controller import Controller
from lab.ui.parts import theme
from tests.lab.ui.lab_window import opened, until
from tests.ranks import Rank, measure

SIZES = {theme.TABLE, theme.BODY, theme.TITLE, theme.CLOCK}
SETTLED_MS = 400


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Controller]:
    """A newcomer's window in a match of several turns."""
    folder = tmp_path_factory.mktemp("calm")
    seats = ("smitsimax:budget=300it", "smitsimax:budget=300it")
    with opened(folder, "csb", *seats, detail="simple") as lab:
        lab.window.resize(1440, 900)
        until(lab, lambda: lab.moment.head.turn >= 3)
        yield lab


def looked_at(lab: Controller, view: str) -> Rank:
    """A view, once it is drawn."""
    lab.show_view(view)
    QTest.qWait(SETTLED_MS)
    return measure(lab.window)


MOST = {"match": (40, 40), "tree": (25, 80)}  # controls, numbers


@pytest.mark.parametrize("view", MOST)
def test_a_newcomer_meets_few_things(lab: Controller, view: str) -> None:
    rank = looked_at(lab, view)
    controls, numbers = MOST[view]
    assert rank.controls <= controls and rank.numbers <= numbers, rank
    assert rank.fills <= 1 and not rank.cut, rank
