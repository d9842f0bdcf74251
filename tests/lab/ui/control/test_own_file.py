"""Saving the file of the game on the board: what the window makes of it, and what stands beside the
board.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from PySide6.QtWidgets import QWidget

from engines import games, own_files
from engines.game import Game
from lab.check.run import Checking
from lab.live import behind
from lab.live.renewal import Renewal
from lab.match.play import first_frame
from lab.match.prepare import Kernels
from lab.match.records import Setup
from lab.match.seat import SearchSeat
from lab.ui.board.file_note import FileNote
from lab.ui.control.own_file import OwnFileControl
from lab.ui.waiting import wait_until

TOY = Path(__file__).parents[3] / "engines" / "toys" / "race.py"
TEXT = TOY.read_text(encoding="utf-8")

pytestmark = pytest.mark.usefixtures("uncompiled", "qapp")


class Board:
    """A window with a match of a file, as far as its control sees it."""

    def __init__(self, file: Path) -> None:
        self.file, self.renewed, self.told = file, list[type[Game]](), list[str]()
        self.game: Any = games()["race"]()
        first = first_frame(self.game, self.game.initial(1))
        setup = Setup("race", self.game.options, (SearchSeat("uct"), SearchSeat("random")), 1)
        centre = QWidget()
        self.note = FileNote(centre)
        shown: Any = SimpleNamespace(
            file_note=self.note, show_part=lambda part, on: part.setVisible(on)
        )
        self.moment: Any = SimpleNamespace(
            game=self.game,
            setup=setup,
            frames=(first,),
            head=first,
            view=SimpleNamespace(turns=()),
            session=SimpleNamespace(renew=self.renew),
        )
        self._keep = centre
        window: Any = SimpleNamespace(centre=shown)
        self.control = OwnFileControl(window, self.moment)
        self.control.told.connect(self.told.append)
        self.control.set_game()

    def renew(self, kind: type[Game]) -> None:
        self.renewed.append(kind)
        self.game.__class__ = kind

    def save(self, old: str, new: str, text: str = TEXT) -> None:
        assert old in text
        self.file.write_text(text.replace(old, new, 1), encoding="utf-8")

    def waits_for(self, words: str) -> bool:
        return wait_until(lambda: words in self.note.text, 20.0)


@pytest.fixture
def board(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Board]:
    monkeypatch.setenv(own_files.LOAD, "")
    monkeypatch.setattr(Renewal, "_first", lambda self: None)  # nothing is compiled
    monkeypatch.setattr(Kernels, "ready", lambda self, names: True)
    monkeypatch.setattr(Checking, "run", lambda self: self.report)  # passes
    before, path = set(sys.modules), tmp_path / "race.py"
    path.write_text(TEXT, encoding="utf-8")
    own_files.give(path)
    found = Board(path)
    yield found
    found.control.close()
    for name in {each for each in set(sys.modules) - before if each.startswith("loaded_")}:
        del sys.modules[name]


def test_saving_a_word_takes_the_version(board: Board) -> None:
    board.save("WORDS[action].title()", "WORDS[action].upper()")
    assert wait_until(lambda: board.renewed, 20.0) and not board.note.text
    assert board.game.label(board.game.initial(1), 0, 0) == "ONE"
    assert "race.py" in board.told[-1]


def test_an_editor_that_replaces_the_file_is_seen_each_time(board: Board) -> None:
    for number, word in enumerate(("upper", "lower", "title"), 1):
        other = board.file.with_name("race.py~")
        other.write_text(TEXT.replace(".title()", f".{word}()  #"), encoding="utf-8")
        os.replace(other, board.file)
        assert wait_until(lambda n=number: len(board.renewed) == n, 20.0), word  # type: ignore[misc]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("s.turn += 1", "s.turn += (", "race.py:"),
        ("SIZE, fill", "SIZES, fill", "the picture (scene) fails: NameError"),
        ("WORDS = {", "WORDS = 1 / 0, {", "ZeroDivisionError"),
    ],
)
def test_an_error_stands_beside_the_board_until_it_is_mended(
    board: Board, old: str, new: str, said: str
) -> None:
    kind = type(board.game)
    board.save(old, new)
    assert board.waits_for(said), board.note.text
    assert not board.renewed and games()["race"] is kind
    board.save("WORDS", "WORDS")
    assert wait_until(lambda: not board.note.text, 20.0) and not board.renewed


def test_what_goes_on_behind_says_nothing_of_a_file_that_is_another_one(
    race_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(behind, "is_disabled", lambda: False)
    monkeypatch.setattr(Kernels, "has", lambda self, name: True)
    nobody: Any = None
    work = behind.Behind(games()["race"](), ["uct"], nobody)
    race_file.write_text(TEXT.replace("s.turn += 1", "s.trn += 1"), encoding="utf-8")
    work.start()
    work._thread.join(60.0)
    assert not work.error and not work.ready


def test_a_rule_is_checked_first(board: Board) -> None:
    board.save("s.at[mover] % 5 == 0", "s.at[mover] % 7 == 0")
    assert wait_until(lambda: board.renewed, 20.0)
    assert not board.note.isVisible() or not board.note.text


def test_numbers_are_written_back(board: Board) -> None:
    turned = type(board.game).EvalParams(number_1=0.05)  # type: ignore[call-arg]  # of the file
    seats = board.moment.setup.seats
    board.moment.setup = replace(
        board.moment.setup, seats=(replace(seats[0], weights=turned), *seats[1:])
    )
    assert board.waits_for("other numbers")
    board.note.button.click()
    assert board.file.read_text(encoding="utf-8") == TEXT.replace("0.02 * ahead", "0.05 * ahead")
    assert wait_until(lambda: board.renewed, 20.0)
    assert board.game.weights().tolist() == [0.1, 0.05, 0.015]


def test_a_file_that_has_gone_is_said(board: Board) -> None:
    board.file.unlink()
    assert board.waits_for("race.py is gone")
    board.save("WORDS[action].title()", "WORDS[action].upper()")
    assert wait_until(lambda: board.renewed, 20.0)
