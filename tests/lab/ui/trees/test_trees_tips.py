"""A tool tip over Trees says what is on show, also while numbers change below it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import ClassVar

import pytest
from PySide6.QtCore import QEvent, QPoint, QRect
from PySide6.QtGui import QCursor, QHelpEvent
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from lab.ui.parts import theme, tips
from lab.ui.parts.marks import marks_of
from lab.ui.trees.bars import VisitBars
from lab.ui.trees.dock import TreesDock
from lab.ui.trees.icicle import Icicles
from lab.ui.trees.outline import Outline
from lab.ui.trees.outline_lines import error_words
from lab.ui.trees.sequences_view import SequencesView
from lab.ui.trees.tree_parts import TreePart, TreesView
from tests.lab.ui import thoughts
from tests.lab.ui.trees.forms_desk import desk
from tests.lab.ui.trees.test_cover import later
from tests.lab.ui.trees.test_trees_dock import FOUR, bar_point, open_dock, settle
from tests.lab.ui.trees.test_trees_explorer import part_of


class Tips:
    """Tool tips that stay open: the application closes real ones for reasons of its own."""

    told: ClassVar[list[str]] = []

    @staticmethod
    def isVisible() -> bool:
        return bool(Tips.told)

    @staticmethod
    def showText(_at: QPoint, words: str, _widget: QWidget, _room: QRect) -> None:
        Tips.told.append(words)


@pytest.fixture(autouse=True)
def look(qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    theme.apply(qapp, "light")
    Tips.told.clear()
    monkeypatch.setattr(tips, "QToolTip", Tips)
    yield
    theme.apply(qapp, "light")


def test_an_open_tip_follows_the_numbers(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    dock: TreesDock = open_dock(qtbot)
    dock.set_game(FOUR, 2)
    monkeypatch.setattr(VisitBars, "underMouse", lambda self: False)
    dock.set_thoughts((thoughts.pods(0), thoughts.pods(1)), True, "live")
    settle(dock)
    shown, spot = dock.columns_page.bars, bar_point(dock, 3, 1)  # the second row of pod 4
    at = shown.mapToGlobal(spot)
    QApplication.sendEvent(shown, QHelpEvent(QEvent.Type.ToolTip, spot, at))
    assert len(Tips.told) == 1 and Tips.told[0].startswith("Pod 4: ")
    dock.set_thoughts((later(0, 120), later(1, 75)), True, "live")
    settle(dock, 20.0)
    assert len(Tips.told) == 1, "the pointer has gone"
    monkeypatch.setattr(VisitBars, "underMouse", lambda self: True)
    monkeypatch.setattr(tips, "QCursor", type("Pointer", (QCursor,), {"pos": lambda: at}))
    dock.set_thoughts((later(0, 190), later(1, 310)), True, "live")
    settle(dock, 30.0)
    pair = shown.pair_at(spot.x(), spot.y())
    assert pair is not None and pair[0] == 3
    visits = int(later(1, 310).agents[pair[0]].stats.visits[pair[1]])
    assert Tips.told[-1].startswith("Pod 4: ") and f"{visits:,} visits" in Tips.told[-1]


NAMES = {(0,): "left", (1,): "ahead"}


def tree(visits: list[int], error: float) -> TreePart:
    """Two root actions; the error is that of the second one's mean."""
    errors = ((0, 0.5), (1, error))
    return TreePart(part_of(visits, [0.2, 0.7]), NAMES, "Pod 1", errors=errors)


@pytest.fixture
def hover(monkeypatch: pytest.MonkeyPatch) -> Callable[[QWidget, QPoint], None]:
    """Opens the tool tip at a spot and leaves the pointer there."""

    def over(widget: QWidget, spot: QPoint) -> None:
        at = widget.mapToGlobal(spot)
        monkeypatch.setattr(QWidget, "underMouse", lambda self: True)
        monkeypatch.setattr(tips, "QCursor", type("Pointer", (QCursor,), {"pos": lambda: at}))
        QApplication.sendEvent(widget, QHelpEvent(QEvent.Type.ToolTip, spot, at))

    return over


def test_a_tip_over_an_icicle_follows(
    qtbot: QtBot, hover: Callable[[QWidget, QPoint], None]
) -> None:
    shown = Icicles()
    qtbot.addWidget(shown)
    shown.resize(700, 260)
    shown.set_view(TreesView((tree([80, 20], 0.1),)))
    hover(shown, shown.layout_.cell(0, 1).center().toPoint())
    assert "left: 80 " in Tips.told[-1]
    shown.set_view(TreesView((tree([93, 31], 0.1),)))
    assert "left: 93 " in Tips.told[-1]


def test_a_tip_over_the_outline_follows(
    qtbot: QtBot, hover: Callable[[QWidget, QPoint], None]
) -> None:
    shown = Outline()
    qtbot.addWidget(shown)
    shown.resize(900, 160)
    first, second = tree([80, 20], 0.125), tree([80, 20], 0.0625)
    shown.set_tree(first, marks_of((0, 1)), None)
    mean = next(k for k, field in enumerate(shown.model_.fields) if field.name == "Mean")
    second_row = next(k for k, line in enumerate(shown.model_.rows) if line.row == 2)
    hover(shown.viewport(), shown.visualRect(shown.model_.index(second_row, mean)).center())
    assert Tips.told[-1] == error_words(first, 2)
    shown.set_tree(second, marks_of((0, 1)), None)
    assert Tips.told[-1] == error_words(second, 2) != error_words(first, 2)


def test_a_tip_over_layers_follows(hover: Callable[[QWidget, QPoint], None]) -> None:
    with desk("brew", ("beam", 3000, {"width": 9})) as made:
        shown = made.page_of(0).view
        named = shown.named
        first = int(named.layers.kept[0].nonzero()[0][0])
        hover(shown, shown.cell(0, first).center().toPoint())
        assert Tips.told[-1] == shown.sentence(0, first)
        before = Tips.told[-1]
        better = replace(named.layers, best=named.layers.best + 64)
        shown.set_layers(replace(named, layers=better), marks_of((0, 1)))
        assert Tips.told[-1] == shown.sentence(0, first) != before


def test_a_tip_over_sequences_follows(hover: Callable[[QWidget, QPoint], None]) -> None:
    with desk("csb", ("genetic", 300, {})) as made:
        shown = made.page_of(0).view
        named = shown.named
        hover(shown, row_spot(shown))
        before = Tips.told[-1]
        assert before == shown.sentence(0)
        worse = replace(named.sequences, fitness=named.sequences.fitness - 64)
        shown.set_sequences(replace(named, sequences=worse), marks_of((0, 1)), "turn", True)
        assert Tips.told[-1] == shown.sentence(0) != before


def row_spot(shown: SequencesView) -> QPoint:
    """A spot of the first row."""
    return next(QPoint(40, y) for y in range(shown.height()) if shown.row_at(y) == 0)
