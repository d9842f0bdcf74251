"""`smitsilab check`: a sound game passes, and of each mistake it says the line."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engines import own_files
from engines.knobs import KnobError
from engines.versions import code_digest
from lab.check import confined, deadline, run
from lab.check.blame import Flaw, fails_in
from lab.check.plain import PlainCheck, outside
from lab.check.run import Checking, playable, remarks
from lab.cli import main
from lab.match import prepare
from lab.match.prepare import Kernels
from tests.games.broken import BASE, MISTAKES, Mistake

FEW = 5


@pytest.fixture(autouse=True)
def forget() -> Iterator[None]:
    """No module of a test's file stays."""
    before = set(sys.modules)
    yield
    for name in {name for name in set(sys.modules) - before if name.startswith("loaded_")}:
        del sys.modules[name]


def found(path: Path, seed: int = 1) -> list[Flaw]:
    """What the part in plain Python finds."""
    told: list[Flaw] = []
    PlainCheck(path, told.append).run(seed, FEW)
    return told


def file_of(mistake: Mistake, folder: Path) -> Path:
    """The file with a mistake."""
    path = folder / f"{mistake.name}.py"
    path.write_text(mistake.text, encoding="utf-8")
    return path


@pytest.mark.usefixtures("uncompiled")
@pytest.mark.parametrize("name", ["rows", "lines"])
def test_a_sound_game_passes(name: str, tmp_path: Path) -> None:
    """One of them has fields of its options, another a text that is declared."""
    path = tmp_path / f"{name}.py"
    path.write_text(BASE.with_name(path.name).read_text(encoding="utf-8"), encoding="utf-8")
    assert found(path) == []


@pytest.mark.usefixtures("uncompiled")
@pytest.mark.parametrize(
    "mistake", [m for m in MISTAKES if not m.compiled], ids=lambda mistake: mistake.name
)
def test_a_mistake_is_named_with_its_line(
    mistake: Mistake, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deadline, "CALL_S", 0.5)
    told = found(file_of(mistake, tmp_path), mistake.seed)
    assert any(each.line == mistake.number and mistake.said in each.said for each in told), told
    assert all(each.plays for each in told) == mistake.plays
    for each in told:
        assert each.file == f"{mistake.name}.py" and each.sentence.count("\n") == 0
        assert each.seed < 0 or each.turn < 0 or each.position


@pytest.mark.usefixtures("uncompiled")
def test_bounds_that_are_missing_are_proposed(tmp_path: Path) -> None:
    text = BASE.read_text(encoding="utf-8").replace("    def bounds(", "    def unused(")
    (tmp_path / "rows.py").write_text(text, encoding="utf-8")
    (told,) = found(tmp_path / "rows.py")
    assert told.plays and "bounds is missing" in told.said
    assert "'board': (0, 2)" in told.said and "'mover': (0, 1)" in told.said


def test_the_mistakes_are_many() -> None:
    assert len(MISTAKES) >= 20 and len({m.name for m in MISTAKES}) == len(MISTAKES)


def test_compiling_finds_what_python_does_not(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    mistake = next(m for m in MISTAKES if m.compiled)
    path = file_of(mistake, tmp_path)
    assert main(["check", str(path), "--json"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert [each["line"] for each in told["findings"]] == [mistake.number]
    assert "unify" in told["findings"][0]["said"] and not passed(path)


def passed(path: Path) -> bool:
    """Whether the file as it is now has passed."""
    return playable(code_digest(path)) and not remarks(code_digest(path))


def test_what_passes_is_known_until_it_is_changed(tmp_path: Path) -> None:
    path = tmp_path / "rows.py"
    text = BASE.read_text(encoding="utf-8")
    path.write_text(f"{text}A = 1\n", encoding="utf-8")
    report = Checking(path).run()
    assert report.passed and report.playable and passed(path), report.findings
    assert report.matches > FEW and report.positions > report.matches
    path.write_text(f"{text}A = 1  # words\n", encoding="utf-8")
    assert passed(path)
    path.write_text(f"{text}A = {path.stat().st_mtime_ns}\n", encoding="utf-8")
    assert not passed(path)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("def (", "line 1"),
        ("x = 1\nraise RuntimeError('boom')", "line 2: RuntimeError: boom"),
        ("x = 1\n", "holds no game"),
        ("import os\nos._exit(3)\n", "line 2 ends the program"),
    ],
)
def test_what_cannot_be_read_is_one_sentence(
    text: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "odd.py"
    path.write_text(text, encoding="utf-8")
    code = main(["check", str(path)])
    told = capsys.readouterr()
    assert code == 2 and said in told.out + told.err
    assert main(["check", str(tmp_path / "gone.py")]) == 2


def test_a_file_that_never_ends_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(confined, "CALL_S", 0.3)
    (tmp_path / "odd.py").write_text("x = 1\nwhile True: x = 2\n", encoding="utf-8")
    with pytest.raises(KnobError, match="line 2: Endless"):
        found(tmp_path / "odd.py")


def test_rules_are_written_in_a_part_of_python() -> None:
    text = """
def free():
    return [str(x) for x in "abc"]

@rule
def plain(s: dict[str, int]) -> int:
    return s.x + max(1, 2)

@jit.inlined
def odd(s):
    with s:
        return lambda: f"{s}"
"""
    told = list(outside(text))
    assert [line for line, _ in told] == [11, 12, 12]
    assert all("the rule odd" in said for _, said in told)


def test_an_error_of_a_game_of_one_s_own_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mistake = next(m for m in MISTAKES if m.name == "scene")
    monkeypatch.setenv(own_files.LOAD, "")
    kind = own_files.named_in(own_files.give(file_of(mistake, tmp_path)))["scene"]
    game: Any = kind()
    state = game.initial(1)
    state.turn = 3
    with pytest.raises(AssertionError) as error:
        game.scene(state)
    said = fails_in(error.value)
    assert said.startswith(f"scene.py:{mistake.number}: the picture (scene) fails")


@pytest.mark.parametrize("name", ["most", "outside", "field"])
def test_a_match_of_a_broken_game_is_a_sentence(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    mistake = next(m for m in MISTAKES if m.name == name)
    monkeypatch.setenv(own_files.LOAD, "")
    path = str(file_of(mistake, tmp_path))
    assert main(["match", path, *2 * ("--seat", "uct"), "--budget", "20it"]) == 2
    told = capsys.readouterr()
    last = told.err.splitlines()[-1]
    assert last.startswith(f"smitsilab: {name}.py:{mistake.number}: ") and mistake.said in last
    assert "Traceback" not in told.err and not told.out


@pytest.mark.usefixtures("uncompiled")
def test_what_is_wrong_with_a_match_that_plays_is_said_each_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "rows.py"
    path.write_text(BASE.read_text(encoding="utf-8"), encoding="utf-8")
    monkeypatch.setattr(run, "playable", lambda digest: True)
    monkeypatch.setattr(run, "remarks", lambda digest: ["rows.py:7: a remark."])
    for _ in range(2):
        monkeypatch.setenv(own_files.LOAD, "")
        assert main(["match", str(path), *2 * ("--seat", "random")]) == 0
        assert "rows.py:7: a remark.\n" in capsys.readouterr().err


def test_a_window_compiles_nothing_of_a_broken_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its check is what prepares the first search, in a process of its own."""
    mistake = next(m for m in MISTAKES if m.name == "most")
    monkeypatch.setenv(own_files.LOAD, "")
    kind = own_files.named_in(own_files.give(file_of(mistake, tmp_path)))["most"]
    kernels = Kernels(kind())
    assert not kernels.has("random") and not kernels.load_rules()
    began = time.monotonic()
    with pytest.raises(KnobError, match=rf"^most.py:{mistake.number}: .*{mistake.said}"):
        while time.monotonic() - began < 120.0:
            assert not kernels.ready(["uct"])
            time.sleep(0.05)
    assert not kernels.has("random") and not kernels.rules_ready
    monkeypatch.setattr(prepare, "playable", lambda digest: digest == own_files.digest_of(kind))
    monkeypatch.setattr(prepare, "remarks", lambda digest: ["most.py:1: a remark."])
    monkeypatch.setattr(prepare, "is_ready", lambda *_: True)
    assert kernels.has("random") and kernels.note == "most.py:1: a remark."
