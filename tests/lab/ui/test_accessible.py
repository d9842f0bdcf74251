"""What a screen reader is given of every control on every page: a name that says what it is for, a
role, and the value in words.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractScrollArea,
    QAbstractSlider,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QHeaderView,
    QLineEdit,
    QPlainTextEdit,
    QScrollBar,
    QSlider,
    QWidget,
)

from lab.ui.control.controller import Controller
from lab.ui.lessons.page import MADE, LessonsPage
from lab.ui.parts.fold import Fold
from lab.ui.parts.slider import SliderBar
from tests.lab.ui.lab_window import opened, until

CONTROLS = (
    *(QAbstractButton, QComboBox, QAbstractSpinBox, QAbstractSlider, QLineEdit, QPlainTextEdit),
    QAbstractItemView,
)
MUTE = {QAccessible.Role.Client, QAccessible.Role.NoRole, QAccessible.Role.Pane}
PAGES = ("match", "arena", "experiments", "explore", "tuner", "lessons", "algorithms", "estimators")
COMMANDS = ("edit", "review", "compare", "maps", "tree", "setup")
DIALOGS = ("export", "keys", "palette", "past")


def controls(top: QWidget) -> Iterator[QWidget]:
    """Everything on show that a person can act on, or bring the keys to."""
    for widget in (top, *top.findChildren(QWidget)):
        parent = widget.parentWidget()
        inside = isinstance(parent, QAbstractSpinBox | QComboBox) or (
            isinstance(parent, QAbstractScrollArea) and parent.viewport() is widget
        )
        acts = isinstance(widget, CONTROLS) or widget.focusPolicy() & Qt.FocusPolicy.TabFocus
        left_out = isinstance(widget, QScrollBar | QHeaderView) or inside
        if acts and widget.isVisible() and not left_out:
            yield widget


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
    """A match of two searches with the same knobs, paused."""
    folder = tmp_path_factory.mktemp("lab")
    with opened(folder, "tictactoe", "uct:budget=50it", "uct:budget=60it") as lab:
        lab.session.step()
        until(lab, lambda: lab.moment.head.turn >= 1 and all(lab.moment.thoughts()))
        lab.session.pause()
        yield lab


@pytest.mark.parametrize("page", PAGES)
def test_every_control_of_a_page_is_told(lab: Controller, page: str) -> None:
    shown = lab.window.show_workspace(page) if page != "explore" else None
    if shown is None:
        lab.do(page)
    until(lab, lambda: lab.window.page is not None or page == "match")
    assert told_of(lab.window) == []
    lab.window.show_workspace("match")


@pytest.mark.parametrize("lesson", MADE)
def test_every_control_of_a_lesson_is_told(lab: Controller, lesson: str) -> None:
    page = lab.window.show_workspace("lessons")
    assert isinstance(page, LessonsPage)
    page.choose(lesson)
    until(lab, lambda: page.stack.currentWidget().isVisible())
    assert told_of(page) == []
    lab.window.show_workspace("match")


@pytest.mark.parametrize("command", COMMANDS)
def test_every_control_of_the_match_is_told(lab: Controller, command: str) -> None:
    lab.window.show_workspace("match")
    lab.do(command)
    assert told_of(lab.window) == []
    lab.do(command)


@pytest.mark.parametrize("command", DIALOGS)
def test_every_control_of_a_dialog_is_told(lab: Controller, command: str) -> None:
    lab.window.show_workspace("match")
    lab.do(command)
    shown = [w for w in QApplication.topLevelWidgets() if w.isVisible() and w is not lab.window]
    for top in shown or [lab.window]:
        assert told_of(top) == []
    for top in shown:
        top.close()
