"""In the smallest window with the largest text no page loses a menu, a control or a part of one."""

from __future__ import annotations

import time
from collections.abc import Iterator
from itertools import combinations

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractScrollArea,
    QLayout,
    QPushButton,
    QStackedLayout,
    QToolButton,
    QWidget,
)

from lab.ui.controller import Controller
from lab.ui.shell.workspaces import Room
from tests.lab.ui.walked import PLACES, controls, on_show, paused_match

PERCENT, SIZE = 150, (1024, 700)
SETTLES_S = 5.0
OFF = Qt.ScrollBarPolicy.ScrollBarAlwaysOff


def frame(widget: QWidget) -> QWidget:
    """What shows the widget: the view that it scrolls in, or else the window."""
    inside: QWidget | None = widget.parentWidget()
    while inside is not None and not isinstance(inside, QAbstractScrollArea):
        inside = inside.parentWidget()
    return inside or widget.window()


def is_lost(widget: QWidget) -> bool:
    """Whether a part of it, from left to right, can be brought on show in no way."""
    shows = frame(widget)
    if isinstance(shows, Room):
        shows = shows.widget()
    elif isinstance(shows, QAbstractScrollArea):
        if shows.horizontalScrollBarPolicy() != OFF:
            return False
        shows = shows.viewport()
    place = QRect(widget.mapTo(shows, QPoint()), widget.size())
    room = shows.rect().adjusted(-1, 0, 1, 0)
    narrow = isinstance(widget, QPushButton) and widget.width() < widget.minimumSizeHint().width()
    return place.left() < room.left() or place.right() > room.right() or narrow


def laid_out(layout: QLayout) -> Iterator[QWidget]:
    """The widgets on show that a layout and those in it place."""
    for k in range(layout.count()):
        item = layout.itemAt(k)
        widget, inner = item.widget(), item.layout()
        if widget is not None and widget.isVisible():
            yield widget
        elif inner is not None:
            yield from laid_out(inner)


def crossing(top: QWidget) -> list[str]:
    """Parts that one layout places and that lie over each other; pages of a stack do by nature."""
    found = list[str]()
    for parent in top.findChildren(QWidget):
        layout = parent.layout()
        if layout is None or isinstance(layout, QStackedLayout) or not parent.isVisible():
            continue
        for one, other in combinations(laid_out(layout), 2):
            if one.geometry().intersects(other.geometry()):
                names = " over ".join(type(each).__name__ for each in (one, other))
                found.append(f"{type(parent).__name__}: {names}")
    return found


def lost(lab: Controller) -> list[str]:
    """The menus and controls of the page on show that are lost, and parts that lie over others,
    once it has settled.
    """
    found, ends = [""], time.monotonic() + SETTLES_S
    while found and time.monotonic() < ends:
        QTest.qWait(50)
        found = [*lost_now(lab), *crossing(lab.window)]
    return found


def lost_now(lab: Controller) -> list[str]:
    """What is lost at this moment."""
    window = lab.window
    bar = window.menuBar()
    assert (window.width(), window.height()) == SIZE
    more = [b for b in bar.findChildren(QToolButton, "qt_menubar_ext_button") if b.isVisible()]
    names = [f"{type(w).__name__} {w.accessibleName()!r}" for w in controls(window) if is_lost(w)]
    return [*("the menus" for _ in more), *names]


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Controller]:
    """The smallest window with the largest text."""
    with paused_match(tmp_path_factory.mktemp("large"), text_percent=PERCENT) as lab:
        lab.window.resize(*SIZE)
        yield lab
        lab.do("usual")


@pytest.mark.parametrize(("kind", "name"), PLACES)
def test_nothing_is_lost(lab: Controller, kind: str, name: str) -> None:
    with on_show(lab, kind, name):
        assert lost(lab) == []
