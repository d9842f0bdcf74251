"""The first steps with an arena: what the page says and offers before there are games."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from engines import games
from lab.experiments.arena.standing import ArenaProgress, Standing, StandingRow
from lab.ui.arena.page import ArenaPage
from lab.ui.arena.records import BENCHMARK, CANDIDATE, ArenaForm, ArenaView, PoolBot
from lab.ui.setup.usual import players

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


def test_a_bot_that_is_being_written_stays_until_it_is_in_the_pool(page: ArenaPage) -> None:
    """Whatever else changes meanwhile; then the keys are where the next one is added."""
    panel, lines = page.panel, page.panel.lines
    panel.show_form(ArenaForm("night", GAME, pool=BOTS), ["night"])
    panel.add.click()
    lines.name.setText("new")
    lines.settings.setText("c=0.3")
    retired = (BOTS[0], PoolBot("two", "retired", "uct"))
    panel.show_form(ArenaForm("night", GAME, pool=retired), ["night"])
    assert (lines.isVisible(), lines.name.text(), lines.settings.text()) == (True, "new", "c=0.3")
    lines.add.click()
    more = (*BOTS, PoolBot("new", CANDIDATE, "uct:c=0.3"))
    panel.show_form(ArenaForm("night", GAME, pool=more), ["night"])
    assert lines.isHidden() and not lines.name.text() and panel.add.hasFocus()
    panel.add.click()
    lines.name.setText("for another arena")
    panel.show_form(ArenaForm("day", GAME, pool=BOTS), ["night", "day"])
    assert lines.isHidden() and not lines.name.text()


def test_a_new_bot_is_a_player_of_the_game(page: ArenaPage) -> None:
    """The one chosen before stays where it can play, and there only."""
    lines = page.panel.lines
    for game, usual, chosen in (("csb", "smitsimax", ""), ("uttt", "uct", ""), ("csb", "", "uct")):
        able = players(games()[game]())
        lines.set_players(able, usual or "smitsimax", CANDIDATE)
        assert lines.player.name == (chosen or usual)
        assert not next(e for e in able if e.name == lines.player.name).reason


def test_a_new_arena_begins_without_the_name_of_the_last_one(page: ArenaPage) -> None:
    panel, asked = page.panel, list[str]()
    panel.name.setText("night")
    panel.creates.click()
    panel.show_form(ArenaForm("night", GAME), ["night"])
    assert not panel.game.isVisible()
    panel.arena_chosen.connect(asked.append)
    panel.arena_chosen.connect(lambda name: panel.show_form(ArenaForm(name, GAME), ["night"]))
    panel.arena.choose("\n")
    panel.arena.picked.emit("\n")
    assert asked == [""] and not panel.name.text() and panel.name.hasFocus()
    assert panel.game.isVisible() and page.watching.isHidden()


def test_one_bot_alone_is_told_what_it_needs(page: ArenaPage) -> None:
    """And nothing is reported before there are games."""
    page.panel.show_form(ArenaForm("night", GAME, pool=BOTS[:1]), ["night"])
    row = StandingRow(1, "one", "benchmark", "uct")
    page.set_view(ArenaView(Standing("night", GAME, "", "", (row,), note="1 bot, no games yet")))
    assert page.centre.headline.answer == "one has nobody to play yet"
    assert not page.panel.report.isEnabled()
    rows = (row, StandingRow(2, "two", "benchmark", "random"))
    page.set_view(
        ArenaView(Standing("night", GAME, "", "", rows, progress=ArenaProgress(played=2)))
    )
    assert page.panel.report.isEnabled()


def test_only_a_version_is_named_on_the_button_that_promotes_it(page: ArenaPage) -> None:
    panel = page.panel
    for name, words in (("mybot v7", "v7"), ("uct c 0.3", ""), ("duct", ""), ("beam v12", "v12")):
        pool = (*BOTS, PoolBot(name, CANDIDATE, "uct"))
        panel.show_form(ArenaForm("night", GAME, pool=pool), ["night"])
        assert panel.promote.text() == f"Promote {words}".strip()
        assert name in panel.promote.toolTip()
        assert panel.count.text() == "2 benchmarks, 1 candidate"
    panel.show_form(ArenaForm("night", GAME, pool=pool[2:]), ["night"])
    assert panel.count.text() == "1 candidate"
