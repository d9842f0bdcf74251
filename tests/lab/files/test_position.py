"""Positions in files: read back as they were, refused in one sentence where they are damaged; the
shelf of kept ones; and matches that begin with one.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engines import games
from engines.editing import changed, used
from engines.game import Game, State, same
from engines.matrix import Matrix
from engines.matrix.editing import TableEditing
from lab.cli.running import run
from lab.files.position import KeptPosition, PositionError, Shelf, load_position, save_position
from lab.files.replay import load
from lab.files.verify import verify


def pods() -> tuple[Game, State]:
    """Four pods, of which the third is set back by hand."""
    game = games()["csb"].configure(shield=False)
    editing = game.editing()
    assert editing is not None
    return game, changed(editing, game.bench_position(), "pod2.place", (1000, 2000))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "position.json"
    game, state = pods()
    save_position(path, KeptPosition(game, state, "Set back", "turn 0", "a b"))
    return path


def test_a_position_comes_back_as_it_was(file: Path) -> None:
    game, state = pods()
    read = load_position(file)
    assert same(read.state, state) and read.game.spec == game.spec
    assert (read.name, read.note, read.text) == ("Set back", "turn 0", "a b")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"format": "another"}, "not a position of Smitsilab"),
        ({"version": 9}, "newer Smitsilab"),
        ({"game": "cbs"}, "no game cbs"),
        ({"game": 3}, "its game is no name"),
        ({"state": "00000000"}, "not the one that was kept"),
        ({"position": {}}, "other fields"),
        ({"options": {"shield": "perhaps"}}, "shield"),
    ],
)
def test_a_damaged_file_is_refused_in_a_sentence(file: Path, change: object, words: str) -> None:
    line = json.loads(file.read_text()) | change
    file.write_text(json.dumps(line))
    with pytest.raises(PositionError, match=words):
        load_position(file)


def test_an_impossible_position_is_refused(file: Path) -> None:
    line = json.loads(file.read_text())
    line["position"]["x"][0] = line["position"]["x"][2]
    line["position"]["y"][0] = line["position"]["y"][2]
    file.write_text(json.dumps(line))
    with pytest.raises(PositionError, match="Pod 1 and Pod 3 are 0 units apart"):
        load_position(file)


@pytest.mark.parametrize("text", ["", "[1]", "no json", '{"format": '])
def test_other_files_are_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "other.json"
    path.write_text(text)
    with pytest.raises(PositionError):
        load_position(path)
    with pytest.raises(PositionError, match="cannot be read"):
        load_position(tmp_path / "missing.json")


def test_the_shelf_keeps_equal_positions_once(tmp_path: Path) -> None:
    game, state = pods()
    shelf = Shelf(tmp_path, "csb")
    assert shelf.keep(KeptPosition(game, state, "One"))
    assert not shelf.keep(KeptPosition(game, state.copy(), "Two")) and shelf.problem
    other = state.copy()
    other.turn = 7
    assert shelf.keep(KeptPosition(game, other, "Three"))
    shelf.rename(0, "First")
    again = Shelf(tmp_path, "csb")
    assert [kept.name for kept in again.kept] == ["First", "Three"] and not again.problem
    gone = again.remove(0)
    again.put_back(0, gone)
    assert [kept.name for kept in Shelf(tmp_path, "csb").kept] == ["First", "Three"]


def test_turned_and_mirrored_boards_are_kept_once(tmp_path: Path) -> None:
    game = games()["tictactoe"]()
    editing, shelf = game.editing(), Shelf(tmp_path, "tictactoe")
    assert editing is not None
    state = editing.read(game.initial(1), "XO./.../..X O 2 2")
    assert shelf.keep(KeptPosition(game, state))
    for tools in (["rotate"], ["mirror"], ["rotate", "rotate", "mirror"]):
        image = state
        for tool in tools:
            image = used(editing, image, tool)
        assert not same(image, state) and not shelf.keep(KeptPosition(game, image))
    other = editing.read(state, "XO./.../X.. O 2 0")
    assert shelf.keep(KeptPosition(game, other))


def test_what_the_shelf_cannot_read_stays_in_the_file(tmp_path: Path) -> None:
    game, state = pods()
    shelf = Shelf(tmp_path, "csb")
    shelf.keep(KeptPosition(game, state, "One"))
    with shelf.path.open("a") as lines:
        lines.write('{"format": "smitsilab-position", "version": 7}\n')
    again = Shelf(tmp_path, "csb")
    assert [kept.name for kept in again.kept] == ["One"] and "1 position " in again.problem
    again.rename(0, "Uno")
    assert '"version": 7' in again.path.read_text() and "Uno" in again.path.read_text()


@pytest.mark.usefixtures("uncompiled")
def test_a_match_begins_with_the_position(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = file.with_name("match.jsonl")
    seats = ["--seat", "random", "--seat", "random", "--budget", "1it"]
    assert run(["match", "csb", *seats, "--from", str(file), "--out", str(out)]) == 0
    replay = load(out)
    assert same(replay.initial, pods()[1]) and replay.game.spec == pods()[0].spec
    assert not any(verify(replay))
    capsys.readouterr()
    assert run(["match", "uttt", *seats, "--from", str(file)]) == 2
    assert "Coders Strike Back, not of Ultimate" in capsys.readouterr().err


@pytest.mark.usefixtures("uncompiled")
def test_rules_are_measured_from_the_position(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    line = ["bench", "rules", "csb", "--playouts", "20", "--turns", "3", "--json"]
    signatures = []
    for more in ([], ["--from", str(file)], ["--from", str(file)]):
        assert run([*line, *more]) == 0
        signatures.append(json.loads(capsys.readouterr().out)["signature"])
    assert signatures[1] == signatures[2]


def test_a_match_begins_with_a_payoff_table(tmp_path: Path) -> None:
    game, file, out = Matrix.configure(matrix="own", rounds=2), tmp_path / "p", tmp_path / "m"
    state = TableEditing(game).read(game.initial(1), "4 -1 0.1; 0 2.5 -3")
    save_position(file, KeptPosition(game, state))
    seats = ["--seat", "random", "--seat", "random", "--budget", "1it"]
    assert run(["match", game.spec, *seats, "--from", str(file), "--out", str(out)]) == 0
    replay = load(out)
    assert same(replay.initial, state) and replay.game.spec == game.spec
    assert not any(verify(replay))
