"""The picture over the bands of Trees: newer numbers are drawn behind it and come into view
together, pixel by pixel those that would be painted at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtGui import QImage, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from lab.match.records import Thought
from lab.ui.parts import pictures, theme
from lab.ui.parts.painted import Painted
from lab.ui.trees.dock import TreesDock
from tests.lab.ui import thoughts
from tests.lab.ui.trees.test_trees_dock import FOUR, open_dock, settle

BEFORE = (thoughts.pods(0), thoughts.pods(1))


pytestmark = pytest.mark.usefixtures("light")


@pytest.fixture
def dock(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> TreesDock:
    """Two searches of four pods, with nobody pointing at them."""
    out = open_dock(qtbot)
    out.set_game(FOUR, 2)
    out.set_thoughts(BEFORE, True, "live")
    settle(out)
    monkeypatch.setattr(out.columns_page, "underMouse", lambda: False)
    QTest.qWait(0)
    return out


def later(seat: int, more: int) -> Thought:
    """The same search after more visits of its least visited actions: other bars, bests, curves."""
    before = thoughts.pods(seat, iterations=4000 + more)
    agents = tuple(
        replace(
            a,
            stats=replace(
                a.stats,
                visits=a.stats.visits[::-1] + more,
                best=len(a.labels) - 1 - a.stats.best,
                depth=a.stats.depth * (2 + seat),
            ),
            trail=replace(
                a.trail,
                iterations=np.append(a.trail.iterations, 4000 + 40 * more),
                share=np.vstack([a.trail.share, a.trail.share[-1][::-1]]),
                mean=np.vstack([a.trail.mean, a.trail.mean[-1]]),
            ),
        )
        for a in before.agents
    )
    return replace(before, agents=agents)


def of_other_names(thought: Thought) -> Thought:
    """The same search, with names of its own for the root actions of its first agent."""
    first, *others = thought.agents
    named = replace(first, labels=tuple(f"{label} now" for label in first.labels))
    return replace(thought, agents=(named, *others))


def prepared(dock: TreesDock, coming: Sequence[Thought]) -> int:
    """Calls until all is drawn."""
    calls = 1
    while not dock.prepare(coming):
        calls += 1
        assert calls < 100
    return calls


def show(dock: TreesDock, thoughts: Sequence[Thought]) -> None:
    """As the controller does once all is drawn."""
    dock.set_thoughts(thoughts, True, "live")
    dock.tick(20.0)
    QTest.qWait(0)


def difference(one: QImage, other: QImage) -> int:
    """How many pixels differ."""
    assert one.size() == other.size()
    a, b = (i.convertToFormat(QImage.Format.Format_RGB32) for i in (one, other))
    # the pixels are in the images' own memory, so these have to stay
    x, y = (np.frombuffer(i.constBits(), np.uint32) for i in (a, b))
    return int((x != y).sum())


def picture(dock: TreesDock) -> QImage:
    """The bands as they are on the screen."""
    return dock.columns_page.grab().toImage()


def words(dock: TreesDock) -> list[list[str]]:
    return [band.lines() for band in dock.columns_page.findChildren(Painted)]


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> None:
    """One part at each call."""
    monkeypatch.setattr("lab.ui.trees.cover.STEP_S", 0.0)


@pytest.mark.usefixtures("slow")
def test_newer_numbers_come_into_view_together(dock: TreesDock) -> None:
    said, seen = words(dock), picture(dock)
    coming = (later(0, 120), later(1, 75))
    calls = 0
    while not dock.prepare(coming):
        calls += 1
        assert words(dock) == said
        assert picture(dock) == seen, "also before the first picture is complete"
    assert calls > 10, "heads, bars, two rows of four charts, lines and numbers"
    show(dock, coming)
    assert dock.columns_page.cover.isVisible()
    assert words(dock) != said
    said, seen = words(dock), picture(dock)
    last = (later(0, 190), later(1, 310))
    while not dock.prepare(last):
        assert words(dock) == said
        assert picture(dock) == seen, "the older record stays whole until the newer one is"
    show(dock, last)
    assert picture(dock) != seen


def test_each_tick_draws_as_much_as_any_other(
    dock: TreesDock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Heads, the bars' gutter and columns, lines and numbers, two rows of charts with a gutter: in
    five ticks, and none is left for the one in which the views turn to them.
    """
    cover, drawn = dock.columns_page.cover, list[str]()
    monkeypatch.setattr("lab.ui.trees.cover.STEP_S", 100.0)
    draw = cover._draw
    monkeypatch.setattr(
        cover, "_draw", lambda band, part: (drawn.append(band.accessibleName()), draw(band, part))
    )
    coming, counts = (later(0, 120), later(1, 75)), list[int]()
    for _ in range(6):
        before = len(drawn)
        arrives = dock.prepare(coming)
        counts.append(len(drawn) - before)
        assert arrives == (len(counts) == 6)
    assert counts == [2, 4, 4, 4, 4, 0]
    assert drawn.count("Root actions") == 5, "a part for each agent, and one for the labels"


@pytest.mark.usefixtures("slow")
def test_a_slow_machine_takes_more_ticks_and_draws_every_part_once(
    dock: TreesDock, monkeypatch: pytest.MonkeyPatch
) -> None:
    cover, drawn = dock.columns_page.cover, list[object]()
    draw = cover._draw
    monkeypatch.setattr(cover, "_draw", lambda band, part: (drawn.append(part), draw(band, part)))
    assert prepared(dock, (later(0, 120), later(1, 75))) == 19
    assert len(drawn) == len(set(map(id, drawn))) == 18


@pytest.mark.parametrize("chosen", ["none", "selected", "hovered", "own labels"])
def test_the_picture_is_what_would_be_painted_at_once(dock: TreesDock, chosen: str) -> None:
    """Bars are drawn column by column, and a selection reaches over several of them."""
    coming = (later(0, 120), later(1, 75))
    if chosen == "selected":
        dock.set_selection(2, 3)
    elif chosen == "hovered":
        dock.set_hover(1, 2)
    elif chosen == "own labels":
        coming = (of_other_names(coming[0]), coming[1])
        dock.set_thoughts((of_other_names(BEFORE[0]), BEFORE[1]), True, "live")
        settle(dock)
        QTest.qWait(0)  # its labels need more room
    prepared(dock, coming)
    show(dock, coming)
    cover = dock.columns_page.cover
    assert cover.isVisible()
    drawn = picture(dock)
    cover.lift()
    assert not cover.isVisible()
    bare = picture(dock)
    assert difference(drawn, bare) == 0


@pytest.mark.parametrize(("name", "percent"), [("dark", 100), ("light", 150)])
def test_so_are_those_of_later_records_in_another_look(
    dock: TreesDock, qapp: QApplication, name: str, percent: int
) -> None:
    """Charts keep the pixels of what a record does not change."""
    for look, size, more in (("light", 100, 0), (name, percent, 40), (name, percent, 900)):
        theme.apply(qapp, look, size)
        dock.resize(564 * size // 100, 848 * size // 100)
        QTest.qWait(0)
        settle(dock)
        coming = (later(0, 120 + more), later(1, 75 + more))
        prepared(dock, coming)
        show(dock, coming)
        assert dock.columns_page.cover.isVisible()
        drawn = picture(dock)
        dock.columns_page.cover.lift()
        assert difference(drawn, picture(dock)) == 0


@pytest.mark.usefixtures("slow")
def test_what_is_asked_for_while_a_picture_is_drawn_is_of_what_was_on_show(
    dock: TreesDock,
) -> None:
    bare = picture(dock)
    coming = (later(0, 120), later(1, 75))
    for _ in range(7):
        assert not dock.prepare(coming)
    dock.columns_page.cover.lift()
    assert difference(picture(dock), bare) == 0
    assert dock.columns_page.view.columns[0].thought is BEFORE[0]
    assert dock.prepare(coming), "they are shown at once then"
    show(dock, coming)
    assert dock.columns_page.view.columns[0].thought is coming[0]


def test_a_picture_that_is_taken_away_while_it_is_drawn_lives_until_its_painter_ends(
    dock: TreesDock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An error in a view, reported while it paints, may lay the bands out anew. A painter whose
    picture is gone ends the process; Qt warns, and a warning fails a test.
    """
    cover, heads = dock.columns_page.cover, dock.columns_page.heads

    def draw_into(painter: QPainter) -> None:
        type(heads).draw_into(heads, painter)
        cover.lift()

    monkeypatch.setattr(heads, "draw_into", draw_into)
    monkeypatch.setattr("lab.ui.trees.cover.STEP_S", 100.0)
    coming = (later(0, 120), later(1, 75))
    assert prepared(dock, coming) < 20
    show(dock, coming)
    assert not cover.isVisible()


def test_nothing_is_prepared_for_those_who_point_at_it(
    dock: TreesDock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dock.columns_page, "underMouse", lambda: True)
    coming = (later(0, 120), later(1, 75))
    assert dock.prepare(coming)
    show(dock, coming)
    assert not dock.columns_page.cover.isVisible()
    assert dock.columns_page.view.columns[0].thought is coming[0]


def test_another_arrangement_is_not_prepared(dock: TreesDock) -> None:
    assert dock.prepare((later(0, 120), None))
    dock.set_view("tree")
    assert dock.prepare((later(0, 120), later(1, 75)))


def test_bands_that_are_laid_out_anew_for_a_picture_keep_no_old_pixels(dock: TreesDock) -> None:
    """To show it gives the labels of before the room they wait for, which takes it away."""
    cover = dock.columns_page.cover
    dock.set_thoughts((of_other_names(BEFORE[0]), BEFORE[1]), True, "live")
    settle(dock)
    coming = (of_other_names(later(0, 120)), later(1, 75))
    while not dock.prepare(coming):
        assert cover.isVisible() == (cover._shown is not None)
    show(dock, coming)
    seen = picture(dock)
    cover.lift()
    QTest.qWait(0)
    assert not cover.isVisible()
    assert difference(seen, picture(dock)) == 0


def test_a_fold_takes_the_picture_away(dock: TreesDock) -> None:
    coming = (later(0, 120), later(1, 75))
    prepared(dock, coming)
    show(dock, coming)
    dock.columns_page.nodes.title.click()
    assert not dock.columns_page.cover.isVisible()


def test_another_look_takes_the_picture_away(dock: TreesDock, qapp: QApplication) -> None:
    """A picture in the colours or with the text of before would stay as long as searches rest."""
    for theme_name, percent in (("dark", 100), ("light", 150)):
        coming = (later(0, 120 + percent), later(1, 75))
        prepared(dock, coming)
        show(dock, coming)
        assert dock.columns_page.cover.isVisible()
        theme.apply(qapp, theme_name, percent)
        QTest.qWait(0)
        assert not dock.columns_page.cover.isVisible()
        settle(dock)


def test_pictures_are_taken_of_what_is_below(dock: TreesDock) -> None:
    """A drawing is made of shapes, and a large picture is no blown up one."""
    plain = pictures.drawing(dock.columns_page, "")
    large = pictures.image(dock.columns_page, 2.0)
    coming = (later(0, 120), later(1, 75))
    prepared(dock, coming)
    show(dock, coming)
    assert dock.columns_page.cover.isVisible()
    drawn = pictures.drawing(dock.columns_page, "")
    assert drawn.count(b"<image") == plain.count(b"<image")
    assert not dock.columns_page.cover.isVisible()
    coming = (later(0, 190), later(1, 310))
    prepared(dock, coming)
    show(dock, coming)
    assert dock.columns_page.cover.isVisible()
    assert pictures.image(dock.columns_page, 2.0) != large
    assert not dock.columns_page.cover.isVisible()
