"""The bar of a held search fits into any width."""

from __future__ import annotations

import pytest

from lab.ui.trees.think import IterationBar


@pytest.mark.parametrize("width", [900, 420, 340])
def test_the_count_is_never_cut(qtbot, width: int) -> None:
    """The word "running" goes first, then the word of the count."""
    bar = IterationBar()
    qtbot.addWidget(bar)
    bar.resize(width, 40)
    bar.show()
    bar.set_state(2_387_007, running=True)
    bar.layout().activate()
    assert bar._count.text().endswith("2.39 M")
    assert bar._count.width() >= bar._count.sizeHint().width()
    assert bar._state.isHidden() or bar._state.width() >= bar._state.sizeHint().width()
    assert width < 900 or not bar._state.isHidden()
