"""What tests of the window's parts have in common."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication

from lab.ui.parts import theme


@pytest.fixture
def light(qapp: QApplication) -> Iterator[None]:
    """The light theme, at 100 %, before and after."""
    theme.apply(qapp, "light")
    yield
    theme.apply(qapp, "light")
