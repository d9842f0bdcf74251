"""The Arena page in Simple, and where a new arena is made."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from lab.ui.arena.page import ArenaPage
from lab.ui.arena.records import ArenaForm
from lab.ui.arena.standing import MEAN
from lab.ui.parts import detail
from tests.lab.ui.arena.simulated import Simulated, live_games

RATING, COUNT = 2, 5  # columns


@pytest.fixture
def simple(page: ArenaPage) -> Iterator[ArenaPage]:
    """The page with what a first look needs."""
    detail.set_full(False)
    yield page
    detail.set_full(True)


def test_simple_hides_nothing_that_full_has_not(simple: ArenaPage, made: Simulated) -> None:
    """Fewer figures on show and one board of four; the clipboard has all columns, and what was
    opened stays so.
    """
    table, watching, panel = simple.centre.tables.standing, simple.watching, simple.panel
    shown = [k for k in range(7) if not table.isColumnHidden(k)]
    assert [table.model_.fields[k].name for k in shown] == ["", "Bot", MEAN[0], "Rating"]
    late = next(k for k, bot in enumerate(made.view.rows) if bot.faults.late)
    assert table._role(late) == f"{made.view.rows[late].faults.late} late answers"
    copied = table.data()
    assert copied is not None and all(len(row) == 7 for row in copied.rows)
    simple.set_live(live_games(), live=True)
    cards = watching.boards.cards
    assert [card.isVisible() for card in cards] == [True, False, False, False]
    assert cards[0].game is not None and cards[0].game.marked
    assert watching.boards.others.title.text() == "3 other games"
    watching.boards.others.title.click()
    assert all(card.isVisible() for card in cards)
    assert panel.settings.title.hint and not panel.settings.is_open and panel.bots.isHidden()
    panel.settings.title.click()
    detail.set_full(True)
    assert panel.bots.isVisible() and panel.settings.is_open
    assert not table.isColumnHidden(COUNT) and table.model_.fields[RATING].name == "Rating"
    detail.set_full(False)
    assert panel.settings.is_open and not panel.bots.is_open
    panel.settings.title.click()
    watching.boards.others.title.click()


def test_a_bot_is_changed_where_it_stands(simple: ArenaPage, made: Simulated) -> None:
    retired: list[tuple[str, bool]] = []
    simple.panel.retired.connect(lambda *said: retired.append(said))
    standing = simple.centre.tables.standing
    standing.setCurrentIndex(standing.model().index(3, 1))
    entries = {each.text().partition("\t")[0]: each for each in standing.menu.made().actions()}
    assert {"Rename", "Retire", "Delete …", "Add it with changes …"} <= {*entries}
    entries["Retire"].trigger()
    assert retired == [(made.view.rows[3].name, True)]
    entries["Rename"].trigger()
    assert simple.panel.bots.isVisible()  # where its name can be written
    simple.panel.pool.rows[0].line.leave()
    simple.panel.bots.set_open(False)


def test_a_new_arena_is_made_in_the_middle(page: ArenaPage) -> None:
    page.panel.show_form(ArenaForm(), ["night"])
    assert page.watching.isHidden() and page.panel.name.isVisible()
    assert page.own_views == () == page.own_actions
    page.panel.creates.click()
    assert page.panel.wrong.isVisible() and page.panel.wrong.text()
