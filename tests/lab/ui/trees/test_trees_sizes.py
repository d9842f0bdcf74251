"""The Trees dock where room is scarce: rows shrink, bands fold, agents come in groups."""

from dataclasses import replace
from itertools import pairwise

import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QAbstractButton, QApplication, QWidget
from pytestqt.qtbot import QtBot

from lab.ui.parts import detail, theme
from lab.ui.parts.marks import marks_of
from lab.ui.trees import pages, wide
from lab.ui.trees.bars import ROW, ROW_SMALL
from lab.ui.trees.explorer import TreePage
from lab.words.icicle import Width
from tests.lab.ui import thoughts
from tests.lab.ui.trees.test_trees_dock import FOUR, open_dock

pytestmark = pytest.mark.usefixtures("light")


@pytest.mark.parametrize(
    ("height", "numbers", "rows"), [(848, True, None), (748, False, ROW_SMALL), (1100, True, ROW)]
)
def test_rows_shrink_then_numbers_fold_and_nothing_is_cut(
    qtbot: QtBot, height: int, numbers: bool, rows: int | None
) -> None:
    dock = open_dock(qtbot, 524, height)
    dock.set_game(FOUR, 2)
    dock.set_thoughts((thoughts.pods(0), thoughts.pods(1)), True, "live")
    dock.tick(0.0)
    QApplication.processEvents()
    page = dock.columns_page
    assert page.numbers.is_open == numbers
    assert rows is None or page.bars.row_height == rows
    assert page.needed() <= dock.pages.height()
    for band in page.bands:
        assert band.height() >= band.minimumSizeHint().height()


@pytest.mark.parametrize("height", range(800, 861, 12))
def test_rows_that_come_later_make_others_smaller(qtbot: QtBot, height: int) -> None:
    """What the others foresaw is known only after some turns."""
    dock = open_dock(qtbot, 564, height)
    dock.set_game(FOUR, 2)
    for scalars in ({}, {"first": 1.0, "second": 2.0, "third": 3.0}):
        searches = [thoughts.pods(seat) for seat in (0, 1)]
        searches = [
            replace(t, snapshot=replace(t.snapshot, scalars=scalars, reused=0)) for t in searches
        ]
        dock.set_thoughts(tuple(searches), True, "live")
        dock.tick(0.0)
        for _ in range(3):
            QApplication.processEvents()
        assert dock.columns_page.needed() <= dock.pages.height()


def test_what_stands_below_who_is_sure_stays_in_its_place(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In Simple, where a sentence of four agents takes one line or two."""
    detail.set_full(False)
    try:
        dock, places = open_dock(qtbot, 524, 848), set[int]()
        dock.set_game(FOUR, 2)
        for words in (
            "All are sure.",
            "Pod 1 and Pod 3 are sure. Pod 2 is leaning. Pod 4 is undecided, and has been so "
            "since the match began.",
        ):
            monkeypatch.setattr(pages, "certainty_words", lambda _columns, said=words: said)
            dock.set_thoughts((thoughts.pods(0), thoughts.pods(1)), True, "live")
            dock.tick(0.0)
            for _ in range(3):
                QApplication.processEvents()
            assert dock.columns_page.sure.text() == words and dock.columns_page.sure.isVisible()
            places.add(dock.columns_page.bands[0].y())
        assert len(places) == 1
    finally:
        detail.set_full(True)


def test_too_much_text_scrolls(qtbot: QtBot, qapp: QApplication) -> None:
    theme.apply(qapp, "light", 150)
    dock = open_dock(qtbot, 800, 600)
    dock.set_game(FOUR, 2)
    dock.set_thoughts((thoughts.pods(0), thoughts.pods(1)), True, "live")
    dock.tick(0.0)
    QApplication.processEvents()
    scroll = dock.pages.scrolls[dock.columns_page]
    assert scroll.verticalScrollBar().maximum() > 0
    assert dock.columns_page.width() == scroll.viewport().width()


def test_a_narrow_dock_shows_one_agent_and_tabs(qtbot: QtBot) -> None:
    dock = open_dock(qtbot, 360, 748)
    dock.set_game(FOUR, 2)
    dock.set_thoughts((thoughts.pods(0), thoughts.pods(1)), True, "live")
    dock.tick(0.0)
    assert [c.agent.name for c in dock._shown()] == ["Pod 1"]
    tabs = [b.text() for b in dock.head.tabs.findChildren(QAbstractButton)]
    assert tabs == ["1", "2", "3", "4"]  # with their marks; there is no room for the names
    assert all(
        b.toolTip().startswith(f"Pod {i + 1} alone")
        for i, b in enumerate(dock.head.tabs.findChildren(QAbstractButton))
    )


@pytest.mark.parametrize("percent", [100, 150])
@pytest.mark.parametrize("width", [320, 360, 524, 564])
def test_no_choice_makes_the_dock_wider(
    qtbot: QtBot, qapp: QApplication, width: int, percent: int
) -> None:
    theme.apply(qapp, "light", percent)
    dock = open_dock(qtbot, round(width * percent / 100), 700)
    dock.set_game(FOUR, 2)
    dock.set_thoughts((thoughts.pods(0), thoughts.pods(1)), True, "live")
    dock.tick(0.0)
    for agent, mode in ((2, "both"), (-1, "table"), (-1, "graphs")):
        dock.set_agent(agent)
        dock.set_view(mode)
        QApplication.processEvents()
        assert dock.width() == round(width * percent / 100)
        for button in dock.head.findChildren(QAbstractButton):
            assert button.isHidden() or button.geometry().right() <= dock.width()


@pytest.mark.parametrize(
    ("width", "percent"), [(440, 100), (524, 100), (564, 100), (640, 150), (740, 150)]
)
@pytest.mark.parametrize("note", ["idle", "turn 480"])
def test_the_moment_is_written_in_full(
    qtbot: QtBot, qapp: QApplication, width: int, percent: int, note: str
) -> None:
    """A search with a joint map and a tree to look into fills the row with choices."""
    theme.apply(qapp, "light", percent)
    dock = open_dock(qtbot, width, 700)
    dock.set_game(FOUR, 2)
    seats = [thoughts.pods(seat) for seat in (0, 1)]
    seats = [replace(t, snapshot=replace(t.snapshot, joint=thoughts.joint_map())) for t in seats]
    dock.set_thoughts(tuple(seats), False, note)
    dock.tick(0.0)
    QApplication.processEvents()
    head = dock.head
    assert head.word.width() >= head.word.sizeHint().width() and head.word.text() == note
    assert head.whose.isVisible() and head.whose.width() >= head.whose.sizeHint().width()
    assert head.view.width() >= head.view.sizeHint().width()


def test_eight_agents_come_in_groups(qtbot: QtBot) -> None:
    dock = open_dock(qtbot)
    dock.set_game(marks_of(tuple(range(8))), 8)
    dock.set_whose(0)
    dock.set_thought(thoughts.many(8), True, "live")
    dock.tick(0.0)
    assert len(dock._shown()) == 4
    second = next(
        b for b in dock.head.tabs.findChildren(QAbstractButton) if b.text() == "Player 5 to 8"
    )
    qtbot.mouseClick(second, Qt.MouseButton.LeftButton)
    assert [c.number for c in dock._shown()] == [4, 5, 6, 7]


def test_narrow_trees_have_short_names_for_their_widths(qtbot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    page = TreePage(window)
    window.show()
    for width, names in ((900, ("visits", "softened", "along the line")),
                         (400, ("visits", "soft", "line"))):  # fmt: skip
        page.resize(width, 500)
        assert tuple(choice.text for choice in page.widths._choices) == names
        page._show()
        assert page.icicles.view.width is Width.LINE


@pytest.mark.parametrize("percent", [100, 150])
@pytest.mark.parametrize("width", [380, 440, 524, 800])
@pytest.mark.parametrize("times", [1, 40, 3000])
def test_no_two_labels_of_an_axis_touch(
    qtbot: QtBot,
    qapp: QApplication,
    monkeypatch: pytest.MonkeyPatch,
    width: int,
    percent: int,
    times: int,
) -> None:
    theme.apply(qapp, "light", percent)
    dock = open_dock(qtbot, round(width * percent / 100), 700)
    dock.set_game(FOUR, 2)
    dock.set_agent(2)
    dock.set_view("both")
    many = [[n * times for n in visits] for visits in thoughts.VISITS]
    monkeypatch.setattr(thoughts, "VISITS", many)
    dock.set_thoughts((thoughts.pods(0), thoughts.pods(1)), True, "live")
    dock.tick(0.0)
    rows: dict[float, list[QRectF]] = {}

    def put(painter: QPainter, box: QRectF, text: str, *how: object, **more: object) -> None:
        rows.setdefault(box.top(), []).append(box)

    monkeypatch.setattr(wide, "put", put)
    dock.grab()
    axis = sorted(rows[max(rows)], key=QRectF.left)
    assert len(axis) >= 4
    assert all(a.right() + 4 <= b.left() for a, b in pairwise(axis))
