"""The Arena page where the game's rules have changed: which version is shown, and older ones."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtTest import QTest

from lab.experiments.arena import rules as versions
from lab.experiments.arena.pool import arena_named
from lab.experiments.arena.rules import renewed
from lab.store.store import Store
from lab.ui.app import application
from lab.ui.arena.games import GamesWanted
from lab.ui.arena.page import ArenaPage
from lab.ui.parts import theme
from lab.ui.parts.combos import Entry
from lab.ui.shell.workspaces import ARENA
from tests.lab.ui.arena.filled import NAME, STRONG, fill, record
from tests.lab.ui.lab_window import opened, until

OLD, GROUPS, GAMES = "0dd5eed", 4, 36 * 2 * 4


def test_the_standing_of_each_version_can_be_shown(
    qapp: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SMITSILAB_STORE", str(tmp_path / "games.db"))
    monkeypatch.setattr(versions, "SETTLE_S", 0.0)
    with Store(tmp_path / "games.db") as store:
        old = fill(store, GROUPS, source=OLD)
        with opened(tmp_path) as lab:
            lab.session.pause()
            page = lab.window.show_workspace(ARENA)
            assert isinstance(page, ArenaPage)
            centre = page.centre
            until(lab, lambda: len(page.view.rows) == 9)
            assert centre.rules.isHidden() and page.view.games == GAMES  # there is one version yet
            arena = renewed(store, arena_named(store, NAME))
            met = [record(seed, k, 1.0, STRONG, "bot 2") for seed in (1, 2) for k in (0, 1)]
            store.add(arena.experiment, 0, arena.lineup((STRONG, "bot 2")), met)
            lab.arena.choose(NAME)
            until(lab, lambda: page.view.games == 4)
            now = arena.kept.condition.source
            assert not centre.rules.isHidden() and centre.rules.name == now
            assert f"version 2 of the rules ({now[:7]})" in centre.caption.text()
            lab.arena.watcher.choose_rules(OLD)
            centre.rules.choose(OLD)
            until(lab, lambda: page.view.games == GAMES)
            assert "version 1 of the rules (0dd5eed, until 20" in centre.caption.text()
            page.list_games(GamesWanted(STRONG))
            until(lab, lambda: centre.games.table.model_.rows)
            assert len(centre.games.table.model_.rows) == 8 * 2 * GROUPS
            lab.arena.watcher.choose_rules(now)
            until(lab, lambda: page.view.games == 4)
            until(lab, lambda: len(centre.games.table.model_.rows) == 4)
            assert old.kept.condition == replace(arena.kept.condition, source=OLD)


@pytest.mark.parametrize("percent", [100, 150])
@pytest.mark.parametrize("width", [1080, 1280, 1600])
def test_the_box_of_versions_shows_its_words(qapp: object, width: int, percent: int) -> None:
    """It said "Versio..." at every size."""
    page = ArenaPage()
    try:
        theme.apply(application(), "light", percent)
        page.resize(width, 745)
        page.show()
        page.centre.set_rules(
            [Entry("a", "Version 1", "until 2026-11-12"), Entry("b", "Version 12")]
        )
        QTest.qWait(0)
        box = page.centre.rules
        for name in ("a", "b"):
            box.choose(name)
            assert box.width() >= box.needs
        right = box.mapTo(page.centre, box.rect().topRight()).x()
        switch = page.centre.switch
        assert right < switch.mapTo(page.centre, switch.rect().topLeft()).x()
    finally:
        page.close()
        page.deleteLater()
        theme.apply(application(), "light")
