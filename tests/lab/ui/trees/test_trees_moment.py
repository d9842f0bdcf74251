"""What the bands do while a search has nothing to show yet, when another one comes, and where there
is little room.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from lab.live.searches import _begun
from lab.match.records import Ply, Thought
from lab.ui.parts import detail, theme
from lab.ui.parts.marks import marks_of
from lab.ui.parts.painted import text_width
from lab.ui.parts.table import SIDE
from lab.ui.trees.dock import TreesDock
from lab.words import numerals
from search.base import AgentStats
from tests.lab.ui import thoughts

FOUR = marks_of((0, 0, 1, 1))


pytestmark = pytest.mark.usefixtures("light")


def open_dock(
    qtbot: QtBot, width: int = 564, marks=FOUR, kinds=(), word: str = "turn"
) -> TreesDock:
    dock = TreesDock()
    qtbot.addWidget(dock)
    dock.resize(width, 848)
    dock.set_game(marks, 2, kinds, word)
    with qtbot.waitExposed(dock):
        dock.show()
    return dock


def show(dock: TreesDock, *found: Thought | None, note: str = "live") -> None:
    dock.set_thoughts(found, True, note)
    for i in range(4):
        dock.tick(float(i))
    QApplication.processEvents()


def begun(thought: Thought) -> Thought:
    """The same search before it has anything to show."""
    none = np.zeros(0, np.int64)
    agents = tuple(
        replace(
            a, stats=AgentStats(a.stats.agent, none, none, np.zeros(0)), labels=(), pv=(), lines=()
        )
        for a in thought.agents
        if a.seat == thought.seat
    )
    snapshot = replace(thought.snapshot, iterations=0, agents=tuple(a.stats for a in agents))
    return replace(thought, agents=agents, snapshot=snapshot)


def test_a_search_without_a_tree_keeps_its_columns_and_every_height(qtbot: QtBot) -> None:
    """Seat 2's search has just begun: its two columns are there, empty, and nothing moves."""
    dock = open_dock(qtbot)
    first, second = thoughts.pods(0), thoughts.pods(1)
    show(dock, first, second)
    page = dock.columns_page
    before = [band.geometry() for band in page.bands]
    rows = page.view.rows
    show(dock, first, begun(second))
    assert [band.geometry() for band in page.bands] == before and page.view.rows == rows
    assert [c.empty for c in page.view.columns] == [False, False, True, True]
    heads, numbers = page.heads.lines(), page.numbers.body.lines()
    assert heads[2] == "Pod 3, seat 2: nothing yet."
    assert numbers[0] == "Iterations: seat 1 4,000."
    assert not dock.grab().isNull()


def test_an_empty_place_has_the_seats_agents_and_no_numbers() -> None:
    from types import SimpleNamespace

    from engines import games
    from lab.match.seat import SearchSeat

    view = SimpleNamespace(
        game=games()["csb"](), setup=SimpleNamespace(seats=(SearchSeat("uct"), SearchSeat("beam")))
    )
    place = _begun(view, 1, 31)
    assert [a.name for a in place.agents] == ["Pod 3", "Pod 4"] and place.turn == 31
    assert all(not a.labels and a.seat == 1 for a in place.agents)


def test_different_actions_leave_every_row_its_name(qtbot: QtBot) -> None:
    """Heads, plies and numbers are named at the left, whether or not the actions are the same."""
    dock = open_dock(qtbot)
    thought = thoughts.pods(0)
    own = tuple(
        replace(a, labels=tuple(f"{a.name} {text}" for text in a.labels)) for a in thought.agents
    )
    show(dock, replace(thought, agents=own))
    page = dock.columns_page
    assert not page.view.shared
    for band in (page.heads, page.bars, page.numbers.body, page.variation.body):
        assert band.geometry_of_columns.start > text_width("Share of visits", theme.TABLE)
    assert page.bars.pair_at(20.0, 5.0) is None, "a label of no row"


def test_another_game_forgets_how_long_lines_were(qtbot: QtBot) -> None:
    """A game of one round has one ply, whatever was shown before of the same agents."""
    dock = open_dock(qtbot)
    show(dock, thoughts.pods(0), thoughts.pods(1))
    page = dock.columns_page
    assert page.variation.body._plies == 6
    dock.set_game(FOUR, 2, (), "round")
    short = [
        replace(t, agents=tuple(replace(a, pv=a.pv[:1]) for a in t.agents))
        for t in (thoughts.pods(0), thoughts.pods(1))
    ]
    show(dock, *short)
    assert page.variation.body._plies == 1


def test_each_ply_has_the_mark_of_who_plays_it(qtbot: QtBot) -> None:
    """The last lines of a match: the best ends at once, another one goes on with both players."""
    dock = open_dock(qtbot, 440, marks_of((0, 1)), ("cross", "ring"), "move")
    base = thoughts.one_tree(3)
    (tree,) = base.agents
    lines = (
        (Ply(1, "a"),),
        (Ply(1, "b"), Ply(0, "c"), Ply(1, "d")),
        (Ply(1, "e"), Ply(1, "f"), Ply(0, "g")),  # not always in turn: who passed is left out
    )
    last = replace(tree, pv=lines[0], lines=lines, stats=replace(tree.stats, agent=1), seat=1)
    show(dock, replace(base, agents=(last,)))
    body = dock.wide_page.lines
    painted: list[int] = []
    body._paint_mover = lambda painter, agent, x, y: painted.append(agent)  # type: ignore[method-assign]
    body.grab()
    order = np.argsort(-last.stats.visits, kind="stable")
    assert painted == [ply.agent for k in order for ply in lines[int(k)]]


def test_the_legend_has_the_colour_of_its_bars(qtbot: QtBot) -> None:
    """X's tree, then O's, as in a fast game of alternating moves."""
    dock = open_dock(qtbot, 440, marks_of((0, 1)), ("cross", "ring"), "move")
    base = thoughts.one_tree(9)
    (tree,) = base.agents
    other = replace(tree, stats=replace(tree.stats, agent=1), name="O", seat=1)
    title = dock.wide_page.action_band.title
    for thought, agent in ((base, 0), (replace(base, agents=(other,)), 1)):
        show(dock, thought)
        image = title.grab().toImage()
        seen = {
            image.pixelColor(x, y).name()
            for x in range(image.width())
            for y in range(image.height())
        }
        hues = [marks_of((0, 1)).colour(theme.current(), a).name() for a in (0, 1)]
        assert hues[agent] in seen and hues[1 - agent] not in seen
        assert title.text() == f"Root actions of {'XO'[agent]}"


def test_the_legend_is_painted_again_only_where_it_says_something_else(qtbot: QtBot) -> None:
    """Newer numbers of the same search leave it as it is; another unit or a mixed strategy do
    not.
    """
    dock = open_dock(qtbot, 564)
    pods = [thoughts.pods(seat) for seat in (0, 1)]
    show(dock, *pods)
    title, painted = dock.columns_page.action_band.title, list[int]()
    title.legend = lambda painter, room: painted.append(1)
    qtbot.wait(20)
    painted.clear()
    later = [thoughts.pods(seat, iterations=5000) for seat in (0, 1)]
    show(dock, *later)
    qtbot.wait(20)
    assert not painted
    agents = tuple(
        replace(a, stats=replace(a.stats, policy=a.stats.share)) for a in later[0].agents
    )
    show(dock, replace(later[0], agents=agents), later[1])
    qtbot.wait(20)
    assert painted


@pytest.mark.parametrize("percent", [100, 150])
@pytest.mark.parametrize(("width", "alone"), [(360, -1), (440, -1), (440, 2), (564, -1), (564, 2)])
def test_the_table_cuts_no_number(qtbot: QtBot, qapp: QApplication, width, percent, alone) -> None:
    theme.apply(qapp, "light", percent)
    dock = open_dock(qtbot, round(width * percent / 100))
    dock.set_view("table")
    show(dock, thoughts.pods(0), thoughts.pods(1))
    dock.set_agent(alone)
    QApplication.processEvents()
    table = dock._page().table
    fields = table.model_.fields
    shown = [i for i in range(len(fields)) if not table.isColumnHidden(i)]
    assert {"Visits", "Mean", "Bound"} <= {fields[i].name for i in shown}
    for i in shown[2:] if alone < 0 else shown[1:]:
        texts = [str(table.model().index(row, i).data()) for row in range(table.model().rowCount())]
        texts.append(str(table.model().headerData(i, table.horizontalHeader().orientation())))
        pad = theme.current().px(2 * SIDE)
        assert max(text_width(t) for t in texts) + pad <= table.columnWidth(i)
    assert sum(table.columnWidth(i) for i in shown) <= table.viewport().width()
    assert len(fields) == (9 if len(dock._page().view.columns) > 1 else 8)


def test_lines_in_words_say_nothing_yet(qtbot: QtBot) -> None:
    dock = open_dock(qtbot)
    show(dock, begun(thoughts.pods(0)), thoughts.pods(1))
    lines = dock.columns_page.variation.body.lines()
    assert lines[0] == "Pod 1: nothing yet." and lines[2].startswith("Pod 3: ")
    assert dock.columns_page.view.columns[0].would_play == numerals.NOTHING


@pytest.mark.parametrize("full", [True, False])
def test_one_agent_alone_whose_search_has_just_begun_is_painted(qtbot: QtBot, full: bool) -> None:
    """Its numbers have no action to tell of yet."""
    dock = open_dock(qtbot)
    detail.set_full(full)
    try:
        show(dock, begun(thoughts.pods(0)), begun(thoughts.pods(1)))
        dock.set_agent(0)
        dock.wide_page.numbers.set_open(True)
        picture = QImage(400, 400, QImage.Format.Format_RGB32)
        with QPainter(picture) as painter:
            dock.wide_page.numbers.body.paint(painter)
        assert dock.wide_page.view.columns[0].empty
    finally:
        detail.set_full(True)
