"""A replay of a game of somebody's own: the window asks for the file of the game, and loads what it
is given, nothing else.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from PySide6.QtWidgets import QFileDialog, QMessageBox, QWidget

from engines import games, own_files
from lab.files.replay import Replay, save
from lab.match.play import play
from lab.ui.control.files import FilesControl
from lab.ui.waiting import wait_until
from tests.lab.cli.test_own_names import BOUNDS, TOY

pytestmark = pytest.mark.usefixtures("uncompiled", "qapp")


def forget() -> None:
    """Nobody has given the file."""
    for name in [each for each in sys.modules if each.startswith("loaded_heaps")]:
        del sys.modules[name]


@pytest.fixture
def replay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A match of a game that is not loaded."""
    file = tmp_path / "heaps.py"
    file.write_text(TOY.read_text(encoding="utf-8") + BOUNDS, encoding="utf-8")
    monkeypatch.setenv(own_files.LOAD, "")
    own_files.give(file)
    save(tmp_path / "m.jsonl", play(games()["nim"](), ("random", "random"), seed=1))
    monkeypatch.setenv(own_files.LOAD, "")
    forget()
    yield tmp_path / "m.jsonl"
    forget()


class Files:
    """What the window does with a file, and what a person answers."""

    def __init__(self, answer: str, monkeypatch: pytest.MonkeyPatch) -> None:
        self.asked, self.told, self.opened = list[str](), list[str](), list[Replay]()

        def ask(parent: QWidget, title: str, *rest: str) -> tuple[str, str]:
            self.asked.append(title)
            return answer, ""

        monkeypatch.setattr(QFileDialog, "getOpenFileName", ask)
        self.window = QWidget()
        settings: Any = SimpleNamespace(folder="")
        moment: Any = None
        self.control = FilesControl(self.window, moment, settings)
        self.control.told.connect(self.told.append)
        self.control.opened.connect(self.opened.append)


def test_the_person_gives_the_file(replay: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files = Files(str(replay.with_name("heaps.py")), monkeypatch)
    files.control.open_file(replay)
    assert len(files.asked) == 1 and "heaps.py" in files.asked[0]
    assert wait_until(lambda: files.opened, 60)
    assert files.opened[0].game.name == "nim" and files.opened[0].turns
    files.control.open_file(replay)
    assert len(files.asked) == 1 and len(files.opened) == 2  # it is known now


def test_who_gives_nothing_loads_nothing(replay: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files = Files("", monkeypatch)
    files.control.open_file(replay)
    assert files.asked and not files.opened and "heaps.py" in files.told[-1]
    assert not own_files.given() and "nim" not in games()


def test_another_file_is_one_sentence(replay: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    other = replay.with_name("other.py")
    other.write_text("raise ValueError('no')\n", encoding="utf-8")
    files = Files(str(other), monkeypatch)
    files.control.open_file(replay)
    assert wait_until(lambda: "other.py cannot be loaded: line 1" in files.told[-1], 60)
    assert not files.opened


def test_a_long_match_asks_too(replay: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lab.ui.control.files.LARGE", 10)
    files = Files(str(replay.with_name("heaps.py")), monkeypatch)
    files.control.open_file(replay)
    assert wait_until(lambda: files.opened, 10.0) and len(files.asked) == 1


SHEETS = Path(__file__).parents[3] / "engines" / "gdl" / "sheets"


def lamps(folder: Path) -> Path:
    """A sheet of somebody's own."""
    file = folder / "lamps.kif"
    file.write_bytes((SHEETS / "buttons.kif").read_bytes())
    return file


def opened_sheet(path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[list[str], str]:
    """The games that the window opens of a sheet, and what it says last."""
    monkeypatch.setenv(own_files.LOAD, "")
    files, names = Files("", monkeypatch), list[str]()
    files.control.game_opened.connect(names.append)
    files.control.open_file(path)
    wait_until(lambda: bool(files.told) and not files.told[-1].endswith(" ..."), 60)
    return names, files.told[-1]


def test_a_sheet_is_made_ready_and_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = lamps(tmp_path)
    names, said = opened_sheet(file, monkeypatch)
    assert names == ["lamps"] and "ready" in said and "lamps" in games()


def test_a_bad_sheet_is_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "bad.kif"
    file.write_text("(role a)\n(init x)\n(legal a go) (terminal)\n(<= (next (f ?x)) (true x))\n")
    names, said = opened_sheet(file, monkeypatch)
    assert not names and said.startswith("bad.kif:4: ") and not own_files.given()


@pytest.mark.parametrize("agreed", [True, False])
def test_a_file_of_python_is_run_if_the_person_agrees(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, agreed: bool
) -> None:
    monkeypatch.setenv(own_files.LOAD, "")
    buttons, asked = QMessageBox.StandardButton, list[str]()

    def question(parent: QWidget, title: str, said: str, *rest: object) -> Any:
        asked.append(said)
        return buttons.Open if agreed else buttons.Cancel

    monkeypatch.setattr(QMessageBox, "question", question)
    file = tmp_path / "heaps.py"
    file.write_text(TOY.read_text(encoding="utf-8") + BOUNDS, encoding="utf-8")
    files, names = Files("", monkeypatch), list[str]()
    files.control.game_opened.connect(names.append)
    files.control.open_file(file)
    assert len(asked) == 1 and "heaps.py" in asked[0]
    if not agreed:
        assert not files.told and not own_files.given() and not names
        return
    assert wait_until(lambda: names, 60), files.told
    assert names == ["nim"] and own_files.given() == [file]
    files.control.open_file(file)
    assert len(asked) == 1  # it runs already
    assert wait_until(lambda: len(names) == 2, 60)
    forget()


def match_of(sheet: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A match of a sheet that nobody has given."""
    monkeypatch.setenv(own_files.LOAD, "")
    name = own_files.name_in(sheet)
    kind = games()[name]
    save(folder / "m.jsonl", play(kind(), ("random",) * kind().seats, seed=1))
    monkeypatch.setenv(own_files.LOAD, "")
    assert name not in games()
    return folder / "m.jsonl"


def test_a_match_of_a_sheet_asks_for_the_sheet(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = lamps(tmp_path)
    match = match_of(file, tmp_path, monkeypatch)
    files = Files(str(file), monkeypatch)
    files.control.open_file(match)
    assert wait_until(lambda: files.opened, 60) and files.opened[0].game.name == "lamps"
    assert len(files.asked) == 1 and "program" not in files.asked[0]


def test_a_match_of_a_sheet_of_the_lab_asks_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = lamps(tmp_path)
    match = match_of(file, tmp_path, monkeypatch)
    monkeypatch.setattr(own_files, "resource", lambda *parts: tmp_path)
    files = Files("", monkeypatch)
    files.control.open_file(match)
    assert wait_until(lambda: files.opened, 60) and not files.asked
