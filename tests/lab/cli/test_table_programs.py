"""Programs in tables, and scripts that are not there."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engines.knobs import KnobError
from lab.cli import playing
from lab.programs.spec import written
from tests.lab.cli.conftest import Run, program
from tests.lab.experiments.fake_hands import Here


def test_programs_play_in_tables(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playing, "LocalHands", lambda *about: Here(1))
    first, last = program(tmp_path / "first.py", 0), program(tmp_path / "last.py", -1)
    words = ["table", "tictactoe", "--matches", 2, "--budget", "20it"]
    for player in (first, last, "random"):
        words += ["--player", player]
    store = ("--store", tmp_path / "games.db")
    code, said, _ = run(*words, *store, "--json")
    found = json.loads(said)
    assert code == 0 and sorted(row["player"] for row in found["players"]) == sorted(
        [first, last, "random"]
    )
    assert "programs by the contest's limits" in run(*words, *store)[1]
    code, _, errors = run(*words, *store, "--out", tmp_path / "t.jsonl")
    assert code == 2 and "--out" in errors and not (tmp_path / "t.jsonl").exists()


@pytest.mark.parametrize(
    "words",
    [
        "python3 gone.py",
        "python3 -u gone.py --deep",
        "node gone.js",
        "bash gone.sh",
        "sh ./gone.sh",
    ],
)
def test_a_script_that_is_not_there_is_refused(
    words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("shutil.which", lambda name: name)
    with pytest.raises(KnobError, match="gone"):
        written(words).check()
    for name in ("gone.py", "gone.js", "gone.sh"):
        (tmp_path / name).touch()
    written(words).check()


@pytest.mark.parametrize(
    "words", ["python3 -c pass out.py", "./bot out.py", "python3 {bot}.py", "python3 -m bot x.py"]
)
def test_what_may_be_no_script_is_let_through(
    words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("shutil.which", lambda name: name)
    written(words).check()
