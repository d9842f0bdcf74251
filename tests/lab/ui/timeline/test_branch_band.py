"""The band Branches: places of stones, keys, clicks, the menu, names, words for screen readers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from lab.match.history import MatchLines, Stone, StoneLine
from lab.match.turn_tree import START, TurnNote
from lab.ui.parts import theme
from lab.ui.parts.marks import marks_of
from lab.ui.timeline.branch_paint import BranchLayout
from lab.ui.timeline.branches import BranchBand


def row(name: str, of: int, fork: int, numbers: range, note: TurnNote | None = None) -> StoneLine:
    """A line of alternating moves; the first stone has the note."""
    stones = [
        Stone(n, fork + k + 1, (fork + k) % 2, f"{n % 9} {k % 9}", TurnNote())
        for k, n in enumerate(numbers)
    ]
    if note is not None:
        first = stones[0]
        stones[0] = Stone(first.number, first.turn, first.agent, first.words, note)
    return StoneLine(name, of, fork, tuple(stones))


# the main line of 12 turns; B leaves it after turn 8, C leaves B after turn 10, A after turn 3
ROWS = (
    row("", 0, 0, range(1, 13)),
    row("B", 0, 8, range(20, 24), TurnNote("look <b>here</b>", "?!")),
    row("C", 1, 10, range(30, 32)),
    row("A", 0, 3, range(40, 45)),
)
LINES = MatchLines((1, 2, 3, 4, 5, 6, 7, 8, 20, 21, 22, 23), ROWS)


@pytest.fixture
def band(qtbot: QtBot, qapp: QApplication) -> Iterator[BranchBand]:
    """The band with its lines, turn 9 of branch B on show."""
    theme.apply(qapp, "light")
    band = BranchBand()
    qtbot.addWidget(band)
    band.resize(620, 240)
    band.set_cast(marks_of((0, 1)), ("cross", "ring"), ("X", "O"), "move")
    band.set_lines(LINES, 20, [20])
    band.show()
    qtbot.waitExposed(band)
    yield band


def heard(band: BranchBand) -> list[tuple[str, Any]]:
    """All that the band will emit."""
    out: list[tuple[str, Any]] = []
    band.chosen.connect(lambda number: out.append(("chosen", number)))
    band.deleted.connect(lambda number: out.append(("deleted", number)))
    band.promoted.connect(lambda number: out.append(("promoted", number)))
    band.named.connect(lambda number, text: out.append((text, number)))
    band.restored.connect(lambda: out.append(("restored", 0)))
    return out


def test_turns_have_their_column_and_lines_their_row() -> None:
    layout = BranchLayout(LINES, 620, 1.0)
    assert layout.x(9) - layout.x(8) == layout.pitch and layout.shown == (0, 1, 2, 3)
    assert layout.at(layout.x(9), layout.y(1)) == ROWS[1].stones[0]
    assert layout.at(layout.x(9), layout.y(0)) == ROWS[0].stones[8]
    assert layout.at(layout.x(9), layout.y(2)) is None, "C begins later"


@pytest.mark.parametrize(
    ("number", "before", "after"),
    [(1, START, 2), (20, 8, 21), (30, 21, 31), (31, 30, 31), (40, 3, 41), (12, 11, 12)],
)
def test_left_and_right_walk_along_a_line_and_into_the_one_it_leaves(
    number: int, before: int, after: int
) -> None:
    layout = BranchLayout(LINES, 620, 1.0)
    assert (layout.beside(number, -1), layout.beside(number, 1)) == (before, after)
    assert [layout.turn_of(2, turn) for turn in (0, 4, 9, 11, 99)] == [START, 4, 20, 30, 31]


@pytest.mark.parametrize(
    ("number", "above", "below"), [(9, 9, 20), (2, 2, 20), (12, 12, 23), (30, 22, 44), (44, 30, 44)]
)
def test_up_and_down_go_to_the_nearest_turn_of_the_next_row(
    number: int, above: int, below: int
) -> None:
    layout = BranchLayout(LINES, 620, 1.0)
    assert (layout.across(number, -1), layout.across(number, 1)) == (above, below)


def test_more_than_six_rows_fold_and_the_row_on_show_stays_in_sight() -> None:
    rows = (ROWS[0], *(row(chr(65 + k), 0, 2, range(50 + k, 51 + k)) for k in range(10)))
    layout = BranchLayout(MatchLines((), rows), 620, 1.0)
    assert layout.shown == (0, 1, 2, 3, 4, 5) and layout.hidden == 5
    for seen in range(11):
        top = layout.top_for(seen)
        shown = BranchLayout(layout.lines, 620, 1.0, top=top).shown
        assert seen in shown and len(shown) == 6
    assert len(BranchLayout(layout.lines, 620, 1.0, folded=False).shown) == 11
    assert BranchLayout(layout.lines, 620, 1.0, rows=3).shown == (0, 1, 2)


def test_a_long_line_scrolls_with_the_turn_on_show() -> None:
    lines = MatchLines((), (row("", 0, 0, range(1, 201)),))
    layout = BranchLayout(lines, 620, 1.0)
    assert layout.pitch == 28
    for turn in (1, 60, 199, 200):
        first = layout.follow(turn)
        x = BranchLayout(lines, 620, 1.0, first=first).x(turn)
        assert 0 < x < 620


def test_clicks_and_keys_choose_turns(band: BranchBand) -> None:
    out, layout = heard(band), band._layout
    spot = QPoint(round(layout.x(5)), round(layout.y(3)))
    QTest.mouseClick(band, Qt.MouseButton.LeftButton, pos=spot)
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Left, Qt.Key.Key_Up, Qt.Key.Key_Down):
        QTest.keyClick(band, key)
    QTest.keyClick(band, Qt.Key.Key_Home)  # it is there already
    QTest.keyClick(band, Qt.Key.Key_End)
    assert out == [("chosen", n) for n in (41, 21, 8, 9, 30, 23)]


def test_delete_takes_the_branch_or_the_rest_of_the_main_line(band: BranchBand) -> None:
    out = heard(band)
    band.set_lines(LINES, 22, [])
    QTest.keyClick(band, Qt.Key.Key_Delete)
    band.set_lines(LINES, 5, [])
    QTest.keyClick(band, Qt.Key.Key_Delete)
    assert out == [("deleted", 20), ("deleted", 5)]


def named(band: BranchBand, turn: int, text: str) -> QAction:
    """A command of a turn's menu."""
    return next(action for action in band.menu(turn).actions() if action.text() == text)


def test_the_menu_offers_what_can_be_done_there(band: BranchBand) -> None:
    out = heard(band)
    texts = {a.text(): a for a in band.menu(30).actions() if a.text()}
    assert all(action.isEnabled() for action in texts.values())
    for text in ("Go here", "Make main line from here", "Delete this branch"):
        texts[text].trigger()
    named(band, 31, "Delete from this turn on").trigger()
    assert out == [("chosen", 30), ("promoted", 30), ("deleted", 30), ("deleted", 31)]
    disabled = {a.text() for a in band.menu(3).actions() if not a.isEnabled() and a.text()}
    assert disabled == {"Make main line from here", "Name this branch", "Delete this branch"}
    band.set_lines(MatchLines(LINES.path, ROWS, {}, (60, 70)), 20, [])
    named(band, START, "Bring back 2 deleted branches").trigger()
    assert out[-1] == ("restored", 0)


def test_a_branch_is_named_in_its_place(band: BranchBand) -> None:
    out = heard(band)
    band.ask_name(3)
    assert band.name_line.isVisible() and band.name_line.text() == "A"
    band.name_line.setText("Corner ")
    band.name_line.editingFinished.emit()
    assert out == [("Corner", 40)] and not band.name_line.isVisible()


def test_screen_readers_hear_the_turn_on_show_and_all_lines(band: BranchBand) -> None:
    said = band.accessibleDescription().splitlines()
    assert said[0] == "Move 9: X 2 0 ?!, branch B, a mistake"
    assert said[1:] == [
        "look <b>here</b>",
        "Main line: 12 moves",
        "Branch B from move 9: 4 moves",
        "Branch C from move 11: 2 moves",
        "Branch A from move 4: 5 moves",
    ]


@pytest.mark.parametrize(("scheme", "percent"), [("light", 100), ("dark", 150)])
def test_the_turn_on_show_is_marked_and_every_row_painted(
    band: BranchBand, qapp: QApplication, scheme: str, percent: int
) -> None:
    look = theme.apply(qapp, scheme, percent)
    band.resize(980, band.sizeHint().height())
    picture, layout = band.grab().toImage(), band._layout
    mark = look.colour("mark")
    half = round(12 * look.scale)
    near = [
        picture.pixelColor(round(layout.x(t)) - half, round(layout.y(r)) - half + 2)
        for t, r in ((9, 1), (9, 0), (5, 3))
    ]
    assert [colour == mark for colour in near] == [True, False, False]
    theme.apply(qapp, "light", 100)
