"""Match, Export as a bot: what is asked, written and told."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from PySide6.QtWidgets import QFileDialog, QWidget

from lab.match.seats import make_setup, parse_game
from lab.ui.control.bots import NO_SEARCH, BotControl
from lab.ui.waiting import wait_until

pytestmark = pytest.mark.usefixtures("qapp")


def told(monkeypatch: pytest.MonkeyPatch, path: Path | str, *seats: str) -> tuple[str, list[str]]:
    """The title of the dialog, "" for none, and what was told."""
    game, asked, said, parent = parse_game("tictactoe"), list[str](), list[str](), QWidget()

    def choose(_parent: object, title: str, *_: str) -> tuple[str, str]:
        asked.append(title)
        return str(path), ""

    monkeypatch.setattr(QFileDialog, "getSaveFileName", choose)
    moment: Any = SimpleNamespace(setup=make_setup(game, seats, 1, "100it"))
    control = BotControl(parent, moment)
    control.told.connect(said.append)
    control.export()
    if asked and path:
        assert wait_until(lambda: len(said) > 1, 60.0)
    return "".join(asked), said


def test_the_first_seat_that_searches_is_written(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "bot.cpp"
    title, said = told(monkeypatch, file, "random", "uct:c=0.4,budget=300it")
    assert "UCT of seat 2" in title and "UCT of seat 2" in said[0]
    text = file.read_text(encoding="utf-8")
    assert "uct:c=0.4" in text and "int main(" in text
    assert f"bot.cpp: {len(text):,} characters" in said[1] and str(tmp_path) not in said[1]


def test_a_search_by_depth_is_written_too(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    title, said = told(monkeypatch, tmp_path / "bot.cpp", "alphabeta", "random")
    assert "Alpha-beta of seat 1" in title and "characters" in said[1]


def test_what_is_not_exported_is_told_and_nothing_written(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    _, said = told(monkeypatch, tmp_path / "bot.cpp", "greedy", "random")
    assert "greedy is not exported" in said[1] and not [*tmp_path.iterdir()]
    assert told(monkeypatch, tmp_path / "bot.cpp", "random", "human") == ("", [NO_SEARCH])
    title, said = told(monkeypatch, "", "uct", "random")
    assert title and not said
