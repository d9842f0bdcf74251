"""Controls in a fold: made when it opens, at the values that the knobs have by then."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from engines.knobs import Knob, integer, knobs, switch
from lab.ui.parts.band import Fold
from lab.ui.parts.knob_list import KnobList


@dataclass(frozen=True)
class Params:
    """Two knobs."""

    depth: int = integer(5, 1, 9, "Depth", "Plies.")
    careful: bool = switch(False, "Careful", "Care.")


def children(part: QWidget) -> int:
    return len(part.findChildren(QWidget))


def folded(qtbot: QtBot) -> tuple[KnobList, tuple[Knob, ...]]:
    part = KnobList(folded=True)
    qtbot.addWidget(part)
    own = knobs(Params)
    part.set_knobs(own, {"depth": 3})
    return part, own


def test_a_folded_list_makes_its_controls_when_it_opens(qtbot: QtBot) -> None:
    part, own = folded(qtbot)
    assert children(part) == 0 and part.has_slider
    part.set_value("depth", 7)
    part.set_value("width", 2)  # which is elsewhere
    fold = Fold(part)
    qtbot.addWidget(fold)
    fold.opening.connect(part.make)
    fold.open(True)
    assert {name: row.value for name, row in part.rows.items()} == {"depth": 7, "careful": False}
    part.set_knobs(own[:1], {"depth": 2})  # open: made at once
    assert part.rows["depth"].value == 2 and list(part.rows) == ["depth"]
    assert children(part) > 0


def test_a_control_made_late_reports_what_a_person_does(qtbot: QtBot) -> None:
    part, _ = folded(qtbot)
    with qtbot.waitSignal(part.changed) as told:
        part.rows["depth"].reset()
    assert told.args == ["depth", 5]
