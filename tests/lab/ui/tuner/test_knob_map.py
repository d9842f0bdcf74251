"""The map of two knobs: several best cells are not told as one."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from pytestqt.qtbot import QtBot

from lab.ui.tuner.knob_map import KnobMapChart
from tests.lab.ui.tuner.simulated_tuning import simulated_tuning


def test_cells_of_equal_score_are_not_told_as_one_best(qtbot: QtBot) -> None:
    """Equal as shown: whole per cent."""
    view, chart = simulated_tuning().view, KnobMapChart()
    qtbot.addWidget(chart)
    assert view.found is not None and view.found.map is not None
    mean = np.full(view.found.map.mean.shape, 0.5)
    for cells, words in (({(1, 2): 0.7}, ""), ({(0, 3): 0.7, (2, 2): 0.699}, "3 cells are equal")):
        for cell, score in cells.items():
            mean[cell] = score
        found = replace(view.found, map=replace(view.found.map, mean=mean.copy()))
        chart.set_view(replace(view, found=found))
        up, across = next(iter(cells))
        said = chart.accessibleDescription()
        assert said.endswith(chart._said(across, up)) and said.startswith(words)
        assert words or said == chart._said(across, up)
