"""The first steps with an arena: what the page says and offers before there are games."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from lab.ui.arena.form import BENCHMARK, CANDIDATE, ArenaForm, PoolBot
from lab.ui.arena.page import ArenaPage

GAME = "uttt"
BOTS = tuple(PoolBot(name, BENCHMARK, "uct") for name in ("one", "two"))


@pytest.fixture
def page(qtbot: QtBot) -> ArenaPage:
    out = ArenaPage()
    qtbot.addWidget(out)
    out.resize(1440, 845)
    with qtbot.waitExposed(out):
        out.show()
    return out


def test_an_arena_without_a_name_is_not_asked_for(page: ArenaPage) -> None:
    asked: list[ArenaForm] = []
    panel = page.panel
    panel.created.connect(asked.append)
    panel.creates.click()
    assert not asked and panel.problem.text() == "Name the arena first."
    panel.name.setText("night")
    panel.creates.click()
    assert [form.name for form in asked] == ["night"]


def test_games_start_with_two_bots(page: ArenaPage) -> None:
    """And only then there is a question to ask."""
    panel = page.panel
    for bots in ((), BOTS[:1], BOTS):
        panel.show_form(ArenaForm("night", GAME, pool=bots), ["night"])
        two = len(bots) == 2
        assert panel.start.isEnabled() == two == panel.question.isVisible()
        assert panel.add.isVisible() and ("first" in panel.start.toolTip()) != two
    retired = (BOTS[0], PoolBot("two", "retired", "uct"))
    panel.show_form(ArenaForm("night", GAME, pool=retired), ["night"])
    assert not panel.start.isEnabled() and page.watching.none.isHidden()


def test_a_candidate_is_compared_with_another_bot(page: ArenaPage) -> None:
    panel, asked = page.panel, list[tuple[str, str]]()
    pool = (*BOTS, PoolBot("new", CANDIDATE, "uct"))
    panel.show_form(ArenaForm("night", GAME, pool=pool), ["night"])
    panel.changed.connect(lambda form: asked.append((form.candidate, form.than)))
    box = panel.question
    assert not box.than.isEnabled() and box.candidate.isEnabled()
    for candidate in ("new", "one"):
        box.candidate.choose(candidate)
        box.candidate.picked.emit(candidate)
    box.than.choose("new")
    box.than.picked.emit("new")
    box.candidate.choose("new")
    box.candidate.picked.emit("new")
    assert asked == [("new", "one"), ("one", "two"), ("one", "new"), ("new", "one")]
    assert box.than.isEnabled()
