"""A file is a name: wherever a command takes a game or a search it takes their file, what it prints
names the file, and no record of a match loads one.
"""

from __future__ import annotations

import json
import os
import shlex
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from engines import games, own_files
from engines.knobs import KnobError
from lab.cli import COMMANDS, main
from lab.files.codec import AbsentGame
from lab.files.replay import ReplayError, load
from lab.match.seats import parse_kind
from resources import path as resource
from search import algorithms

ROOT = Path(__file__).parents[3]
TOY = ROOT / "tests" / "engines" / "toys" / "nim.py"
BOUNDS = """
    def bounds(self):
        return {"heap": (0, self.options.heap), "mover": (0, 1), "lost": (0, 2)}
"""
RANDOM = ("--seat", "random", "--seat", "random")

Run = Callable[..., tuple[int, str, str]]
pytestmark = pytest.mark.usefixtures("uncompiled")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder with a game and a search, of which nothing stays loaded."""
    monkeypatch.setenv(own_files.LOAD, "")
    monkeypatch.setattr("lab.check.run.playable", lambda digest: True)  # what is loaded is sound
    monkeypatch.chdir(tmp_path)
    (tmp_path / "heaps.py").write_text(TOY.read_text(encoding="utf-8") + BOUNDS, encoding="utf-8")
    text = (ROOT / "search" / "flat_mc.py").read_text(encoding="utf-8")
    text = text.replace('name = "flat_mc"', 'name = "mine"').replace("Flat Monte Carlo", "Mine")
    (tmp_path / "mysearch.py").write_text(text, encoding="utf-8")
    before = set(sys.modules)
    yield tmp_path
    for name in set(sys.modules) - before:
        if name.startswith("loaded_"):
            del sys.modules[name]


def match(run: Run, *words: str) -> str:
    """The command line that a match says would play it again."""
    code, out, err = run("match", *words, "--json")
    assert code == 0, err
    return str(json.loads(out)["command"])


def test_a_file_stands_for_its_game_and_its_search(run: Run) -> None:
    words = ("heaps.py:heap=12", "--seat", "mysearch.py:c=1.5", "--seat", "random")
    again = shlex.split(match(run, *words, "--budget", "5it"))
    assert again[2] == "heaps.py:heap=12" and "mysearch.py:c=1.5" in again
    assert games()["nim"].title and algorithms()["mine"].title == "Mine"
    assert match(run, *again[2:]) == shlex.join(again)  # as it was printed


def test_the_printed_file_is_found_from_this_folder(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "sub").mkdir()
    assert "match heaps.py " in match(run, "./heaps.py", *RANDOM)
    monkeypatch.chdir(folder / "sub")
    assert f"match {folder / 'heaps.py'} " in match(run, "../heaps.py", *RANDOM)


def test_a_sheet_of_the_lab_is_named_wherever_one_is() -> None:
    assert own_files.name_for("breakthrough.kif") == "breakthrough"
    assert own_files.with_files(["breakthrough"]) == ["breakthrough.kif"]


def test_a_text_names_a_sheet_of_the_lab_and_no_other(folder: Path) -> None:
    """An experiment's game, say: what came from elsewhere is given by a person."""
    for sheet in Path(resource("games")).glob("*.kif"):
        assert parse_kind(sheet.name).name == sheet.stem
    mine = (resource("games") / "trails.kif").read_text(encoding="utf-8")
    (folder / "mine.kif").write_text(mine, encoding="utf-8")
    for name in ("mine.kif", "../games/hex.kif", "heaps.py", ".kif"):
        with pytest.raises(KnobError, match="There is no"):
            parse_kind(name)
    assert "mine" not in games()


def test_a_file_of_several_is_loaded_beside_the_names(run: Run, folder: Path) -> None:
    both = folder / "both.py"
    own = (folder / "heaps.py").read_text(encoding="utf-8")
    both.write_text(own + '\n\nclass Other(Nim):\n    name = "other"\n', encoding="utf-8")
    code, _, err = run("match", "both.py", *RANDOM)
    assert code == 2 and "nim, other" in err and "--load both.py" in err
    for words in (("--load", "both.py"), ("--load=both.py",)):
        again = match(run, *words, "other", *RANDOM)
        assert "match other " in again and again.endswith("--load both.py")


def test_two_files_of_one_name_in_two_folders(folder: Path) -> None:
    (folder / "a").mkdir()
    text = TOY.read_text(encoding="utf-8")
    (folder / "a" / "heaps.py").write_text(text.replace('"nim"', '"nam"'), encoding="utf-8")
    assert own_files.name_for("heaps.py:heap=4") == "nim:heap=4"
    assert own_files.name_for("a/heaps.py") == "nam"


@pytest.mark.parametrize(
    ("text", "said"),
    [("x = 1\n", "holds no game"), ("x = (\n", "cannot be loaded"), ("1 / 0\n", "line 1")],
)
def test_a_file_that_is_no_name_is_one_sentence(
    run: Run, folder: Path, text: str, said: str
) -> None:
    (folder / "empty.py").write_text(text, encoding="utf-8")
    code, out, err = run("match", "empty.py", *RANDOM)
    assert (code, out) == (2, "") and said in err and err.count("\n") == 1


def test_a_game_that_is_a_file_here_is_said(run: Run, folder: Path) -> None:
    assert "write heaps.py" in run("match", "heaps", *RANDOM)[2]
    assert "no file gone.py" in run("match", "gone.py", *RANDOM)[2]


def played(run: Run, folder: Path) -> Path:
    """A replay whose game nothing knows any more."""
    assert run("match", "heaps.py", *RANDOM, "--out", "m.jsonl")[0] == 0
    forget()
    return folder / "m.jsonl"


def forget() -> None:
    os.environ[own_files.LOAD] = ""
    for name in [each for each in sys.modules if each.startswith("loaded_heaps")]:
        del sys.modules[name]


def test_a_replay_names_the_file_and_never_loads_it(run: Run, folder: Path) -> None:
    file = played(run, folder)
    head = json.loads(file.read_text(encoding="utf-8").splitlines()[0])
    assert head["files"]["nim"]["file"] == "heaps.py"  # no folder: others read it
    with pytest.raises(ReplayError) as refused:
        load(file)
    assert isinstance(refused.value.__cause__, AbsentGame)
    assert refused.value.__cause__.file == "heaps.py" and "nim" not in games()
    code, _, err = run("replay", str(file))
    assert code == 2 and "--load heaps.py" in err and err.count("\n") == 1
    assert run("replay", str(file), "--verify", "--load", "heaps.py")[0] == 0


def test_a_replay_says_that_the_rules_have_changed(run: Run, folder: Path) -> None:
    file, game = played(run, folder), folder / "heaps.py"
    text = game.read_text(encoding="utf-8")
    game.write_text(text + "# a comment is no change\n", encoding="utf-8")
    own_files.give(game)
    assert load(file).note == ""
    forget()
    game.write_text(text + "MORE = 1\n", encoding="utf-8")
    own_files.give(game)
    assert "heaps.py has changed" in load(file).note


def test_a_replay_that_names_a_path_loads_nothing(run: Run, folder: Path) -> None:
    file = played(run, folder)
    line, *rest = file.read_text(encoding="utf-8").splitlines()
    for name in ("heaps.py", str(folder / "heaps.py"), "heaps.py:heap=3"):
        head = json.loads(line) | {"game": name}
        file.write_text("\n".join([json.dumps(head), *rest]), encoding="utf-8")
        with pytest.raises(ReplayError):
            load(file)
        assert not own_files.given() and "nim" not in games()
    for files in (None, 3, {"nim": 3}, {"nim": {"file": 3}}, {"nim": {}}):
        head = json.loads(line) | {"files": files}
        file.write_text("\n".join([json.dumps(head), *rest]), encoding="utf-8")
        with pytest.raises(ReplayError, match="there is no game nim"):
            load(file)


def test_a_tester_s_program_may_be_a_file_of_python(folder: Path, run: Run) -> None:
    """It is no search, whatever it holds."""
    run("referee", "tictactoe", "-p1", "./mysearch.py", "-p2", "./mysearch.py", "-seed", "1")
    assert not own_files.given()


def test_every_help_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    for command in COMMANDS:
        assert main([command, "--help"]) == 0
        assert "--load FILE.py" in " ".join(capsys.readouterr().out.split()), command


def test_the_window_opens_on_a_game(
    monkeypatch: pytest.MonkeyPatch, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    opened: list[str] = []
    monkeypatch.setattr("lab.cli.window.open_window", lambda game="": opened.append(game) or 0)
    assert main(["heaps.py:heap=12"]) == main(["--load", "heaps.py"]) == 0
    assert main(["uttt"]) == main(["tron:players=3"]) == main([]) == 0
    assert opened == ["nim:heap=12", "nim", "uttt", "tron:players=3", "nim"]
    wrong = {
        ("mysearch.py",): "holds no game",
        ("gone.py",): "no file gone.py",
        ("utt",): "did you mean uttt",
        ("uttt", "--seat", "uct"): "smitsilab match uttt --seat uct",
    }
    for words, said in wrong.items():
        assert main(list(words)) == 2 and said in capsys.readouterr().err
    assert len(opened) == 5


def test_only_what_was_given_is_loaded(folder: Path) -> None:
    assert "nim" not in games()
    with pytest.raises(KnobError, match="not a Python file"):
        own_files.give(folder / "gone.py")
    own_files.give(folder / "heaps.py")
    assert "nim" in games()
