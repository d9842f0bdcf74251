"""Files that would take a window down, opened in one that stays: each is a sentence, and another
game plays after it.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QMessageBox

from engines import own_files
from lab.check.endless import CallWatch
from lab.ui.controller import Controller
from tests.games.broken import MISTAKES, Mistake
from tests.games.harmful import AT_LOADING, IN_CHECK, IN_PLAY
from tests.lab.ui.lab_window import opened, until

QUICKLY = ("exits", "scene_exits")
ALL = (*AT_LOADING, *IN_CHECK, *IN_PLAY, *MISTAKES)


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Controller]:
    """A window whose person agrees to everything, with what it says in `said`."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(own_files.LOAD, "")
        patch.setattr(own_files, "_followers", [])
        patch.setattr(QMessageBox, "question", lambda *_: QMessageBox.StandardButton.Open)
        own_files.follow(CallWatch().follow)
        before = set(sys.modules)
        with opened(tmp_path_factory.mktemp("harm"), "tictactoe", "random", "random") as lab:
            yield lab
        for name in {name for name in set(sys.modules) - before if name.startswith("loaded_")}:
            del sys.modules[name]


@pytest.mark.usefixtures("uncompiled_module")
@pytest.mark.parametrize(
    "mistake",
    [
        pytest.param(each, marks=() if each.name in QUICKLY else pytest.mark.long, id=each.name)
        for each in ALL
    ],
)
def test_the_window_lives(mistake: Mistake, lab: Controller, tmp_path: Path) -> None:
    path = tmp_path / f"{mistake.name}.py"
    path.write_text(mistake.text, encoding="utf-8")
    said = list[str]()
    lab.files.told.connect(said.append)
    lab.files.open_file(path)
    until(lab, lambda: said and not said[-1].endswith(" ..."))
    lab.files.told.disconnect(said.append)
    if lab.moment.game.name == mistake.name:  # it can begin
        until(lab, lambda: len(lab.moment.frames) > 1 or lab.moment.status.failure)
        told = f"{said[-1]} {lab.moment.status.failure}"
    else:
        told = said[-1]
    assert path.name in told
    lab.setup.choose_game("tictactoe")
    until(lab, lambda: lab.moment.game.name == "tictactoe" and len(lab.moment.frames) > 2)
