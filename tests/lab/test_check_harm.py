"""Files that would take down whoever loads or plays them: a sentence, and the lab goes on."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from engines import own_files
from lab.check import deadline
from lab.check.blame import Flaw
from lab.check.plain import PlainCheck
from lab.check.run import Checking, demand_startable
from lab.cli import main
from tests.games.broken import Mistake
from tests.games.harmful import AT_LOADING, IN_CHECK, IN_PLAY

QUICKLY = ("crashes", "exits")  # of those that a process of its own has to survive
CROWD = [*AT_LOADING, *IN_CHECK]


@pytest.fixture(autouse=True)
def forget(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No module of a test's file stays, and nothing is given."""
    monkeypatch.setenv(own_files.LOAD, "")
    before = set(sys.modules)
    yield
    for name in {name for name in set(sys.modules) - before if name.startswith("loaded_")}:
        del sys.modules[name]


def file_of(mistake: Mistake, folder: Path) -> Path:
    path = folder / f"{mistake.name}.py"
    path.write_text(mistake.text, encoding="utf-8")
    return path


@pytest.mark.usefixtures("uncompiled")
@pytest.mark.parametrize("mistake", IN_PLAY, ids=lambda mistake: mistake.name)
def test_what_would_end_or_stop_a_process_is_named_with_its_line(
    mistake: Mistake, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deadline, "CALL_S", 0.1)
    monkeypatch.setattr(deadline, "WAIT_S", 0.3)
    monkeypatch.setattr(deadline, "BUSY", 0.9)
    told: list[Flaw] = []
    PlainCheck(file_of(mistake, tmp_path), told.append).run(1, 5)
    assert any(each.line == mistake.number and mistake.said in each.said for each in told), told
    assert all(each.plays for each in told) == mistake.plays
    graves = [each for each in told if each.grave]
    assert not graves or told == graves[:1]  # it ends the check: all else would do the same


@pytest.mark.parametrize(
    "mistake",
    [
        pytest.param(each, marks=() if each.name in QUICKLY else pytest.mark.long, id=each.name)
        for each in CROWD
    ],
)
def test_a_match_of_such_a_file_is_a_sentence(
    mistake: Mistake, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = file_of(mistake, tmp_path)
    assert main(["match", str(path), *2 * ("--seat", "random")]) == 2
    told = capsys.readouterr()
    last = told.err.splitlines()[-1]
    assert last.startswith("smitsilab: ") and mistake.said in last and path.name in last
    assert "Traceback" not in told.err and not told.out
    if mistake.line != "?":
        assert f":{mistake.number}: " in last or f"line {mistake.number}" in last


@pytest.mark.parametrize(
    "mistake",
    [
        pytest.param(each, marks=() if each.name == "scene_exits" else pytest.mark.long)
        for each in (*CROWD, *IN_PLAY)
    ],
    ids=lambda mistake: mistake.name,
)
def test_a_window_does_not_begin_with_what_would_take_it_down(
    mistake: Mistake, tmp_path: Path
) -> None:
    path = file_of(mistake, tmp_path)
    report = Checking(path).run()
    assert mistake.said in report.refusal or any(
        mistake.said in each.said for each in report.findings
    )
    graves = [each for each in report.findings if each.grave]
    if graves or report.unreadable:
        with pytest.raises(Exception, match=path.name):
            demand_startable(path)
            own_files.give(path)
    else:
        demand_startable(path)


def test_a_game_has_a_name_of_its_own(tmp_path: Path) -> None:
    path = tmp_path / "rows.py"
    text = Path(__file__).parents[1].joinpath("games", "rows.py").read_text(encoding="utf-8")
    path.write_text(text.replace('name = "rows"', 'name = "uttt"'), encoding="utf-8")
    told: list[Flaw] = []
    PlainCheck(path, told.append).run(1, 1)
    assert [each.said for each in told] == ["the lab has a game of the name uttt: choose another"]
    assert not told[0].plays
