"""Sliders made from knobs."""

import math
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, Qt

from engines.knobs import NEXT, RESTART, integer, knobs, number
from lab.ui.parts import theme
from lab.ui.parts.slider import ParamSlider, tooltip, unit_text
from lab.words.scale import Scale


@dataclass(frozen=True)
class Sample:
    c: float = number(
        0.3,
        0.01,
        10,
        "Exploration",
        "How often the search tries actions that look worse.",
        log=True,
        main=True,
    )
    depth: int = integer(
        6, 1, 30, "Depth", "How far the search looks ahead.", unit="turns", effect=RESTART
    )
    memory: int = integer(
        65536, 4096, 4194304, "Memory", "How many nodes fit.", unit="nodes", log=True, effect=NEXT
    )
    playout: int = integer(
        81, 0, 81, "Playout depth", "How long playouts are.", unit="plies", top="to the end"
    )
    weight: float = number(1.0, -2, 2, "Weight", "How much it counts.", step=0.05)


KNOBS = {k.name: k for k in knobs(Sample)}


@pytest.fixture
def make(qtbot, qapp):
    theme.apply(qapp, "light", 100)

    def made(name: str) -> ParamSlider:
        slider = ParamSlider(KNOBS[name])
        qtbot.addWidget(slider)
        slider.resize(232, 56)
        slider.show()
        return slider

    return made


@pytest.mark.parametrize("name", list(KNOBS))
@given(t=st.floats(0, 1))
def test_places_and_values_agree(name, t):
    scale = Scale(KNOBS[name])
    value = scale.value(t)
    assert KNOBS[name].check(value) == value
    coarse = (
        1 / scale.positions
        if not scale.log or scale.octaves
        else 0.06 / math.log10(scale.high / scale.low)
    )
    assert abs(scale.t(value) - t) <= coarse


@pytest.mark.parametrize("name", list(KNOBS))
def test_every_step_moves_until_the_end(name):
    scale = Scale(KNOBS[name])
    value, steps = scale.low, 0
    while value < scale.high:
        after = scale.stepped(value, 1)
        assert after > value
        value, steps = after, steps + 1
    assert 8 <= steps <= 100
    assert scale.stepped(scale.high, 1) == scale.high and scale.stepped(scale.low, -1) == scale.low


def test_values_are_written_as_people_read_them():
    texts = {name: Scale(KNOBS[name]).text for name in KNOBS}
    assert [texts["c"](v) for v in (0.011, 0.3, 10.0)] == ["0.011", "0.30", "10.00"]
    assert texts["memory"](65536) == "64 k" and texts["memory"](4194304) == "4 M"
    assert texts["playout"](81) == "to the end" and texts["playout"](80) == "80"
    assert texts["weight"](-0.35) == "\N{MINUS SIGN}0.35"


def test_values_are_read_as_people_type_them():
    assert Scale(KNOBS["memory"]).parse("128 k") == 131072
    assert Scale(KNOBS["playout"]).parse("to the end") == 81
    assert Scale(KNOBS["weight"]).parse("\N{MINUS SIGN}1.5") == -1.5
    for text in ("much", "inf"):
        with pytest.raises(ValueError, match=text):
            Scale(KNOBS["c"]).parse(text)


def labels(name: str, room: float = 216) -> list[str]:
    return [tick.label for tick in Scale(KNOBS[name]).ticks(room) if tick.label]


def test_ticks_stand_at_round_places():
    assert labels("c") == ["0.01", "0.1", "1", "10"]
    assert labels("depth") == ["1", "10", "20", "30"]
    assert labels("memory") == ["4 k", "64 k", "1 M", "4 M"]
    assert labels("weight") == ["\N{MINUS SIGN}2", "\N{MINUS SIGN}1", "0", "1", "2"]
    assert all(0 <= tick.t <= 1 for name in KNOBS for tick in Scale(KNOBS[name]).ticks(100))


def test_keys_step_page_and_reset(make, qtbot):
    slider, told = make("depth"), []
    slider.changed.connect(lambda name, value: told.append((name, value)))
    for key in (
        Qt.Key.Key_Right,
        Qt.Key.Key_Left,
        Qt.Key.Key_PageUp,
        Qt.Key.Key_Home,
        Qt.Key.Key_End,
        Qt.Key.Key_Delete,
    ):
        qtbot.keyClick(slider.bar, key)
    assert told == [("depth", v) for v in (7, 6, 16, 1, 30, 6)]
    assert all(isinstance(value, int) for _, value in told)


def test_the_mouse_sets_and_drags(make, qtbot):
    slider, told = make("c"), []
    slider.changed.connect(lambda name, value: told.append(value))
    left, right, _ = slider.bar._groove()
    middle = round((left + right) / 2)
    qtbot.mousePress(slider.bar, Qt.MouseButton.LeftButton, pos=QPoint(middle, 10))
    qtbot.mouseMove(slider.bar, QPoint(round(right), 10))
    qtbot.mouseRelease(slider.bar, Qt.MouseButton.LeftButton, pos=QPoint(round(right), 10))
    assert told[0] == pytest.approx(0.316, rel=0.05) and told[-1] == 10.0
    qtbot.mouseMove(slider.bar, QPoint(10, 10))
    assert slider.value == 10.0


def test_a_double_click_on_the_name_resets(make, qtbot):
    slider = make("c")
    slider.set_value(2.0)
    with qtbot.waitSignal(slider.changed) as told:
        qtbot.mouseDClick(slider.name, Qt.MouseButton.LeftButton)
    assert told.args == ["c", 0.3]


def test_a_typed_value_is_taken(make, qtbot):
    slider = make("memory")
    slider.box.selectAll()
    qtbot.keyClicks(slider.box, "128 k")
    with qtbot.waitSignal(slider.changed) as told:
        qtbot.keyClick(slider.box, Qt.Key.Key_Return)
    assert told.args == ["memory", 131072] and slider.box.text() == "128 k"


def test_nonsense_stays_to_be_corrected(make, qtbot):
    slider = make("depth")
    slider.box.selectAll()
    qtbot.keyClicks(slider.box, "many")
    with qtbot.assertNotEmitted(slider.changed):
        qtbot.keyClick(slider.box, Qt.Key.Key_Return)
    assert slider.value == 6 and slider.box.text() == "many"
    slider.box.clearFocus()
    assert slider.value == 6


def test_setting_is_silent_and_shown_everywhere(make, qtbot):
    slider = make("playout")
    with qtbot.assertNotEmitted(slider.changed):
        slider.set_value(40)
    assert (slider.box.text(), slider.unit.text()) == ("40", "plies") and slider.unit.isVisible()
    slider.set_value(81)
    assert slider.box.text() == "to the end" and not slider.unit.isVisible()


def test_what_waits_says_so(make):
    assert unit_text(KNOBS["memory"]) == "nodes, next turn" and unit_text(KNOBS["c"]) == ""


def test_names_and_tooltips(make):
    slider = make("c")
    assert slider.bar.accessibleName() == "Exploration" and slider.name.buddy() is slider.bar
    text = tooltip(KNOBS["c"])
    for words in (
        "Exploration",
        "tries actions",
        "0.01 to 10, log scale.",
        "Default 0.30.",
        "Acts at once.",
    ):
        assert words in text
    assert slider.bar.height() >= 24


def test_the_slider_grows_with_the_text(make, qapp, qtbot):
    slider = make("c")
    before = slider.sizeHint().height()
    theme.apply(qapp, "dark", 150)
    qtbot.waitUntil(lambda: slider.sizeHint().height() > 1.4 * before)
    theme.apply(qapp, "light", 100)


def test_one_turn_is_no_turns(make):
    slider = make("depth")
    assert slider.unit.text() == "turns"
    slider.set_value(1)
    assert slider.unit.text() == "turn"
    slider.set_value(2)
    assert slider.unit.text() == "turns"
