"""`smitsilab new`: what it writes plays at once, is short, and passes the check."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engines import games, own_files
from engines.game import FORFEIT
from engines.reading import Reader
from lab.check.blame import Flaw
from lab.check.plain import PlainCheck
from lab.cli.export_bot import spoken
from lab.export.cpp.bot import bot_code
from lab.files.position import KeptPosition, load_position, save_position
from lab.match.play import play
from search import algorithms

Run = Callable[..., tuple[int, str, str]]
MOST = 70  # lines that are not empty
pytestmark = pytest.mark.usefixtures("uncompiled")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty folder, of which nothing stays loaded."""
    monkeypatch.setenv(own_files.LOAD, "")
    monkeypatch.chdir(tmp_path)
    before = set(sys.modules)
    yield tmp_path
    for name in {each for each in set(sys.modules) - before if each.startswith("loaded_")}:
        del sys.modules[name]


def made(run: Run, *words: str) -> Path:
    """The new file."""
    code, out, err = run("new", *words)
    assert (code, err) == (0, "") and f"{words[-1]}.py" in out
    path = Path(f"{words[-1]}.py").resolve()
    lines = path.read_text(encoding="utf-8").splitlines()
    assert len([line for line in lines if line.strip()]) <= MOST and max(map(len, lines)) <= 100
    compile(Path(f"test_{words[-1]}.py").read_text(encoding="utf-8"), "test", "exec")
    return path


@pytest.mark.parametrize("order", ["--turns", "--at-once"])
def test_a_new_game_passes_and_plays(run: Run, order: str) -> None:
    path = made(run, "game", order, "snow_fight")
    told: list[Flaw] = []
    PlainCheck(path, told.append).run(1, 5)
    assert told == []
    own_files.give(path)
    game: Any = games()["snow_fight"]()
    assert game.title == "Snow fight" and game.simultaneous == (order == "--at-once")
    result = play(game, ("uct" if order == "--turns" else "duct", "random"), budget="10it", seed=3)
    assert result.reason and len(result.turns) <= game.longest


def test_a_position_of_a_new_game_is_kept_and_read(run: Run, folder: Path) -> None:
    own_files.give(made(run, "game", "ladder"))
    game = games()["ladder"]()
    state = game.initial(1)
    game.rules.step(state, np.array([6, -1]), np.random.default_rng(1), None)
    save_position(folder / "p.json", KeptPosition(game, state, "", "", ""))
    assert load_position(folder / "p.json").state.board[1, 2] == 1
    state.board[0, 0] = 7
    assert "board is 7" in game.check(state)


def test_who_gives_no_answer_loses(run: Run) -> None:
    own_files.give(made(run, "game", "--at-once", "paint"))
    game = games()["paint"]()
    for joint, expected in (([FORFEIT, 1], [-1, 1]), ([1, FORFEIT], [1, -1]), ([-2, -2], [0, 0])):
        state, out = game.initial(1), np.zeros(2)
        game.rules.step(state, np.array(joint), np.random.default_rng(1), None)
        game.rules.outcome(state, out)
        assert game.rules.is_over(state) and out.tolist() == expected
        assert game.rules.legal(state, 0, np.zeros(4, np.int64)) == 0


def test_a_click_is_a_cell_and_a_text_is_read_back(run: Run) -> None:
    own_files.give(made(run, "game", "ladder"))
    game = games()["ladder"]()
    state = game.initial(1)
    assert game.label(state, 0, 6) == "c2" and game.cell(state, 0, 2.5, 1.5) == 6
    assert game.cell(state, 0, 4.5, 1.5) is None
    assert game.parse(state, 0, ["c2"]).actions == (6,)
    assert game.parse(state, 0, ["z9"]).error and game.parse(state, 0, []).actions == (FORFEIT,)
    assert game.view(state, 1)[:2] == ["1", "0 0 0 0"]
    assert len(game.targets(state, 0)) == 16 and not game.targets(state, 1)


def test_a_new_algorithm_plays(run: Run) -> None:
    own_files.give(made(run, "algorithm", "mine"))
    game = games()["tictactoe"]()
    search = algorithms()["mine"](game)
    search.start(game.initial(1), 0)
    search.advance(30)
    once = search.snapshot()
    assert once.iterations == 30 and int(once.agents[0].visits.sum()) == 30
    search.start(game.initial(1), 0)
    search.advance(11)
    search.advance(19)
    assert search.snapshot().agents[0].visits.tolist() == once.agents[0].visits.tolist()
    assert search.choice()[0] == once.agents[0].actions[np.argmax(once.agents[0].mean)]


@pytest.mark.parametrize("name", ["Snakes", "my game", "class", "../x", "9", "", "é"])
def test_a_name_is_a_word(run: Run, folder: Path, name: str) -> None:
    code, out, err = run("new", "game", name)
    assert code == 2 and not out and err.count("\n") == 1 and not list(folder.iterdir())


def test_a_file_that_is_there_is_kept(run: Run, folder: Path) -> None:
    (folder / "ladder.py").write_text("mine", encoding="utf-8")
    assert run("new", "game", "ladder")[0] == 2
    assert (folder / "ladder.py").read_text(encoding="utf-8") == "mine"
    assert run("new", "game", "ladder", "--force")[0] == 0


STUB = """read width:int height:int
loop height read row:word(15)
gameloop
read turn:int NAME:word(3)
loopline 2 points:int
loop turn loopline 2 x:float
answer MOVE x:int y:int | WAIT [text:string] | SAY "" word:word(3)
"""


@pytest.mark.parametrize("order", [[], ["--at-once"]])
def test_a_game_whose_text_is_declared(run: Run, folder: Path, order: list[str]) -> None:
    """It passes, and each seat hears the position that it was told."""
    (folder / "s.txt").write_text(STUB, encoding="utf-8")
    code, out, err = run("new", "game", *order, "--stub", "s.txt", "frost")
    assert (code, err) == (0, "") and "frost.py" in out
    path = (folder / "frost.py").resolve()
    own = [line for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
    assert len(own) <= MOST and all(
        line in "\n".join(own).replace("\\", "") for line in STUB.split("\n")
    )
    told: list[Flaw] = []
    PlainCheck(path, told.append).run(1, 5)
    assert told == []
    own_files.give(path)
    game: Any = games()["frost"]()
    assert game.stub.strip() == STUB.strip() and game.simultaneous == bool(order)
    state, rng = game.initial(1), np.random.default_rng(1)
    for turn in range(6):
        seat = turn % 2
        lines = [*game.intro(state, seat), *game.view(state, seat)]
        heard = game.heard(game.listen(Reader(lines[:1])), Reader(lines[1:]))
        assert heard.turn == turn and heard.state.points.tolist() == state.points.tolist()
        assert lines[1] == f"{turn} -" and len(lines) == 3 + turn
        parsed = game.parse(state, seat, ["MOVE 0 0"])
        assert parsed.actions == (0,)
        game.rules.step(state, np.array([0, 0]), rng, None)


@pytest.mark.parametrize("words", [["--turns"], ["--at-once"], ["--stub", "s.txt"]])
def test_a_new_game_can_be_exported(run: Run, folder: Path, words: list[str]) -> None:
    (folder / "s.txt").write_text(STUB, encoding="utf-8")
    own_files.give(made(run, "game", *words, "frost"))
    game = games()["frost"]()
    for kind in ("uct", "duct") if words == ["--turns"] else ("duct",):
        code = bot_code(game, kind, None, 1)
        assert "int main" in code.text() and "frost.hpp" in spoken(code)


def test_a_stub_without_an_answer_is_one_sentence(run: Run, folder: Path) -> None:
    (folder / "s.txt").write_text("read n:int\n", encoding="utf-8")
    code, _, err = run("new", "game", "frost", "--stub", "s.txt")
    assert code != 0 and "answer MOVE" in err and not (folder / "frost.py").exists()
    (folder / "s.txt").write_text("read n\n", encoding="utf-8")
    code, _, err = run("new", "game", "frost", "--stub", "s.txt")
    assert code != 0 and "Line 1 of the stub" in err
