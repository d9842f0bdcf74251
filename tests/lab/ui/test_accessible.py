"""What a screen reader is given of every control on every page: a name that says what it is for, a
role, and the value in words.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractScrollArea,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QSlider,
    QWidget,
)

from lab.ui.controller import Controller
from lab.ui.parts.band import Fold
from lab.ui.parts.slider import SliderBar
from tests.lab.ui.walked import PLACES, controls, on_show, paused_match

MUTE = {QAccessible.Role.Client, QAccessible.Role.NoRole, QAccessible.Role.Pane}
DIALOGS = ("export", "keys", "palette", "past")


def faults(widget: QWidget) -> list[str]:
    """What is wrong with what is told of a control."""
    told = QAccessible.queryAccessibleInterface(widget)
    name, value = (told.text(kind) for kind in (QAccessible.Text.Name, QAccessible.Text.Value))
    found = []
    if not name.strip() or "<" in name or "&" in name:
        found.append(f"its name is {name!r}")
    if isinstance(widget, QComboBox):
        if name == widget.currentText() or value != widget.currentText():
            found.append(f"a list named {name!r} with the value {value!r}")
    elif isinstance(widget, QAbstractSpinBox) and value != widget.text():
        found.append(f"it shows {widget.text()!r} and tells {value!r}")
    elif isinstance(widget, SliderBar) and not value.startswith(widget.owner.box.text()):
        found.append(f"it shows {widget.owner.box.text()!r} and tells {value!r}")
    elif isinstance(widget, QSlider) and not isinstance(widget, SliderBar) and value.isdecimal():
        found.append(f"its value is {value!r}, the place of the handle")
    one_of = isinstance(widget, QAbstractButton) and widget.group() is not None
    if one_of and widget.group().exclusive() and told.role() != QAccessible.Role.RadioButton:  # type: ignore[attr-defined]
        found.append("one of several, told as a switch")
    if isinstance(widget, Fold) and not told.state().expandable:  # type: ignore[attr-defined]
        found.append("a fold that is not expandable")
    if told.role() in MUTE and not isinstance(widget, QAbstractScrollArea):
        found.append(f"its role is {told.role().name}")
    return found


def told_of(top: QWidget) -> list[str]:
    """Every fault of a page."""
    found, names = [], Counter[tuple[object, str]]()
    for widget in controls(top):
        told = QAccessible.queryAccessibleInterface(widget)
        names[told.role(), told.text(QAccessible.Text.Name)] += 1
        found += [f"{type(widget).__name__}: {fault}" for fault in faults(widget)]
    return [*found, *(f"{n} times {role}, {name!r}" for (role, name), n in names.items() if n > 1)]


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Controller]:
    with paused_match(tmp_path_factory.mktemp("lab")) as lab:
        yield lab


@pytest.mark.parametrize(("kind", "name"), PLACES)
def test_every_control_is_told(lab: Controller, kind: str, name: str) -> None:
    with on_show(lab, kind, name):
        assert told_of(lab.window) == []


def undressed(top: QWidget) -> list[str]:
    """Controls that have no style sheet above them."""

    def dressed(widget: QWidget | None) -> bool:
        return widget is not None and (bool(widget.styleSheet()) or dressed(widget.parentWidget()))

    return [type(widget).__name__ for widget in controls(top) if not dressed(widget.parentWidget())]


@pytest.mark.parametrize(("kind", "name"), PLACES)
def test_every_control_wears_the_style_sheet(lab: Controller, kind: str, name: str) -> None:
    with on_show(lab, kind, name):
        assert undressed(lab.window) == []


@pytest.mark.parametrize("command", DIALOGS)
def test_every_control_of_a_dialog_is_told(lab: Controller, command: str) -> None:
    lab.window.show_workspace("match")
    lab.do(command)
    shown = [w for w in QApplication.topLevelWidgets() if w.isVisible() and w is not lab.window]
    for top in shown or [lab.window]:
        assert told_of(top) == [] and undressed(top) == []
    for top in shown:
        top.close()
