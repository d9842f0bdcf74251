"""One Arena page with simulated games, for the tests of its parts."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtTest import QTest

from lab.ui.app import application
from lab.ui.arena.centre import STANDING
from lab.ui.arena.page import ArenaPage
from lab.ui.parts import theme
from tests.lab.ui.arena.simulated import Simulated, simulated


@pytest.fixture(scope="module")
def made(qapp: object) -> Simulated:
    return simulated()


@pytest.fixture(scope="module")
def only(qapp: object) -> Iterator[ArenaPage]:
    """One page for all tests: making it takes a while."""
    out = ArenaPage()
    out.show()
    yield out
    out.close()
    out.deleteLater()
    QTest.qWait(0)


@pytest.fixture
def page(only: ArenaPage, made: Simulated) -> Iterator[ArenaPage]:
    theme.apply(application(), "light")
    only.resize(1440, 845)
    only.panel.show_form(made.form, ["other", made.form.name])
    only.set_view(made.view)
    only.set_live((), live=False)
    only.centre.show_part(STANDING)
    yield only
    theme.apply(application(), "light")
