"""Saving the words beside the sheet on the board."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from PySide6.QtWidgets import QWidget

from engines import games, own_files
from engines.game import Game
from lab.live.edited import show_as
from lab.live.table import MatchTable
from lab.match.records import Setup
from lab.match.seat import SearchSeat
from lab.ui.board.file_note import FileNote
from lab.ui.control.own_file import OwnFileControl
from lab.ui.waiting import wait_until

SHEET = Path(__file__).parents[3] / "engines" / "gdl" / "sheets" / "three.kif"

pytestmark = pytest.mark.usefixtures("uncompiled", "qapp")


class Sheet:
    """A window with a match of a sheet, as far as its control sees it."""

    def __init__(self, file: Path) -> None:
        self.file, self.told = file, list[str]()
        game = games()[own_files.name_in(file)]()
        seats = tuple(SearchSeat("random") for _ in range(game.agents))
        self.table = MatchTable(Setup(game.name, game.options, seats, 1), file.parent)
        self.moment: Any = SimpleNamespace(
            game=self.table.game,
            setup=self.table.setup,
            session=SimpleNamespace(renew=self.renew),
        )
        self._keep = QWidget()
        self.note = FileNote(self._keep)
        centre = SimpleNamespace(file_note=self.note, show_part=lambda part, on: None)
        window: Any = SimpleNamespace(centre=centre)
        self.control = OwnFileControl(window, self.moment)
        self.control.told.connect(self.told.append)
        self.control.set_game()

    def renew(self, kind: type[Game]) -> None:
        assert not show_as(self.table, kind)  # the searches go on
        assert self.table.game is self.moment.game

    def save(self, text: str) -> None:
        self.file.with_suffix(".toml").write_text(text, encoding="utf-8")

    @property
    def name(self) -> str:
        return self.table.game.agent_name(0)


@pytest.fixture
def sheet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Sheet]:
    monkeypatch.setenv(own_files.LOAD, "")
    file = tmp_path / "stones.kif"
    file.write_bytes(SHEET.read_bytes())
    own_files.give(file)
    found = Sheet(file)
    yield found
    found.control.close()


def test_words_are_taken_whenever_they_are_saved(sheet: Sheet) -> None:
    assert sheet.name == "A"
    for said, name in (('a = "Zoe"', "Zoe"), ('a = "Eve"', "Eve"), ("", "A")):
        sheet.save(f"[roles]\n{said}\n")
        assert wait_until(lambda name=name: sheet.name == name, 20.0), name  # type: ignore[misc]
    assert len(sheet.told) == 3 and not sheet.note.text
    sheet.save('title = "Heaps"\n')
    assert wait_until(lambda: sheet.table.game.title == "Heaps", 20.0)
    sheet.file.with_suffix(".toml").unlink()
    assert wait_until(lambda: sheet.table.game.title == "Stones", 20.0)


def test_wrong_words_change_nothing_and_are_said(sheet: Sheet) -> None:
    sheet.save('[roles]\na = "Zoe"\n')
    assert wait_until(lambda: sheet.name == "Zoe", 20.0)
    sheet.save('[roles]\nnobody = "Eve"\n')
    assert wait_until(lambda: "stones.toml:2: " in sheet.note.text, 20.0)
    assert "stay as they were" in sheet.note.text and sheet.name == "Zoe"
    sheet.save('[roles]\na = "Eve"\n')
    assert wait_until(lambda: sheet.name == "Eve", 20.0) and not sheet.note.text


def test_a_sheet_that_was_saved_too_is_not_taken_with_its_words(sheet: Sheet) -> None:
    sheet.file.write_text(SHEET.read_text() + "(init odd)\n")
    sheet.save('[roles]\na = "Zoe"\n')
    assert not wait_until(lambda: sheet.name != "A", 1.0)
    assert games()["stones"] is type(sheet.table.game)
