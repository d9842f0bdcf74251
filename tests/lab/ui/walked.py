"""A walk through the window: each page, each lesson and each view of the match on show in turn, and
the controls that are on show there.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractScrollArea,
    QAbstractSlider,
    QAbstractSpinBox,
    QComboBox,
    QHeaderView,
    QLineEdit,
    QPlainTextEdit,
    QScrollBar,
    QWidget,
)

from lab.ui.controller import Controller
from lab.ui.lessons.page import MADE, LessonsPage
from tests.lab.ui.lab_window import opened, until

CONTROLS = (
    *(QAbstractButton, QComboBox, QAbstractSpinBox, QAbstractSlider, QLineEdit, QPlainTextEdit),
    QAbstractItemView,
)
PAGES = (
    *("match", "arena", "experiments", "explore", "tuner", "network"),
    *("lessons", "algorithms", "estimators"),
)
VIEWS = ("edit", "review", "compare", "maps", "tree", "joint", "setup")
PLACES = tuple(
    (each, what)
    for each, names in zip(("page", "lesson", "view"), (PAGES, MADE, VIEWS), strict=True)
    for what in names
)


@contextmanager
def paused_match(folder: object, **kept: object) -> Iterator[Controller]:
    """A match of two searches with the same knobs, after its first move."""
    seats = ("uct:budget=50it", "uct:budget=60it")
    with opened(folder, "tictactoe", *seats, **kept) as lab:  # type: ignore[arg-type]
        lab.session.step()
        until(lab, lambda: lab.moment.head.turn >= 1 and all(lab.moment.thoughts()))
        lab.session.pause()
        yield lab


@contextmanager
def on_show(lab: Controller, kind: str, name: str) -> Iterator[None]:
    """One of `PLACES`; afterwards the match is as it was."""
    lab.do("lessons" if kind == "lesson" else name)
    page = lab.window.page
    if kind == "lesson":
        assert isinstance(page, LessonsPage)
        page.choose(name)
        until(lab, lambda: page.stack.currentWidget().isVisible())
    elif kind == "page":
        until(lab, lambda: (lab.window.page is not None) == (name != "match"))
    yield
    if kind == "view":
        lab.do(name)
    lab.window.show_workspace("match")
    lab.window.cover(None)


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
