"""Laws about what comes from outside: numbers, names and texts pass one gate each."""

from __future__ import annotations

import argparse
import ast
import csv
import importlib
import io
import os
import random
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest
from PySide6.QtGui import QTextDocument

from engines.knobs import KnobError, digits
from lab.cli import COMMANDS, main
from lab.cli.parser import Parser
from lab.cli.running import MODULES
from lab.cli.table import as_markdown
from lab.experiments.claims import shelf
from lab.experiments.claims.file import MOST_TEXTS
from lab.export.cells import Cell, lines
from lab.store.store import Store
from lab.ui.parts.tips import plain
from lab.words.printable import LONGEST_NAME, named, no_name, whole_text

ROOT = Path(__file__).parents[1]
SIGNS = (
    "isdigit",
    "isnumeric",
    "isdecimal",
)  # true for signs that `int` refuses, or for Arabic ones


@cache
def _attributes() -> dict[str, set[str]]:
    """By attribute the modules that have it."""
    found = defaultdict(set)
    for room in ("engines", "search", "lab"):
        for path in (ROOT / room).rglob("*.py"):
            for name in re.findall(r"\.(\w+)", path.read_text(encoding="utf-8")):
                found[name].add(path.relative_to(ROOT).as_posix())
    return found


def calls(*names: str) -> set[str]:
    """The modules that call a method of one of these names."""
    return set().union(*(_attributes()[name] for name in names))


def test_one_function_says_what_a_whole_number_is() -> None:
    assert calls(*SIGNS) == {"engines/knobs.py"}


@pytest.mark.parametrize("word", ["", "²", "①", "٣", "1_0", "+1", "-1", " 1", "1 ", "9" * 5000])
def test_what_is_no_whole_number(word: str) -> None:
    assert digits(word) is None


def test_a_whole_number() -> None:
    assert [digits(word) for word in ("0", "007", "999999999")] == [0, 7, 999_999_999]


@pytest.mark.parametrize(
    "name", ["", " a", "a ", "a\nb", "a\x1b[31m", "\u202ea", "a\0", "\ud83d", "\u2028", "x" * 81]
)
def test_what_is_no_name(name: str) -> None:
    assert no_name(name) and no_name(named(name) or "a") == ""


def test_names() -> None:
    for name in ("a", "my bot (2)", "Änne|x", "日本", "x" * LONGEST_NAME):
        assert no_name(name) == "" and named(name) == name


def test_halves_of_pairs_become_one_sign_each_and_whole_pairs_stay() -> None:
    """Against Python's own reading of UTF-16, on random texts."""
    draw = random.Random(1)
    for _ in range(500):
        text = "".join(draw.choice("aé\ud83d\ude00\ud801😀") for _ in range(draw.randrange(6)))
        shown = whole_text(text)
        shown.encode()
        assert shown == text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    assert whole_text("a\ud83db") == "a\ufffdb" and whole_text("\ud83d\ude00") == "😀"


# -- files -----------------------------------------------------------------------------------------

OURS = """
engines/jit.py engines/kutulu/maps.py engines/own_files.py engines/pacman/layouts.py
lab/batch/about.py lab/batch/computer.py lab/check/confined.py lab/check/run.py lab/cli/new.py
lab/experiments/arena/rules.py lab/experiments/claims/shelf.py lab/match/prepare.py
lab/preflight.py lab/rulebook.py lab/ui/experiments/work.py lab/ui/parts/theme.py
lab/words/settings.py engines/versions.py
"""  # read their own files, which no stranger gives


def test_files_from_outside_are_read_through_the_gate() -> None:
    """No module but these reads a whole file by itself; `lab/files/source.py` has the limits."""
    assert calls("read_text", "read_bytes") == set(OURS.split())


HEAD = """[experiment]
question = "Who?"
kind = "test"
game = "tictactoe"
seat = "random"
budget = ["2it"]
"""
SCRIPTED = 'rivals = ["scripted"]'
TEXTS = {
    "deep": f"{HEAD}rivals = {'[' * 20_000}{']' * 20_000}",
    "big number": f"{HEAD}{SCRIPTED}\nseed = {'9' * 5000}",
    "many rivals": f"{HEAD}rivals = {[f'uct:c={k}' for k in range(20_000)]}",
    "escape": HEAD.replace("Who?", "\\u001b]0;x\\u0007") + SCRIPTED,
    "long": HEAD.replace("Who?", "x" * 5000) + SCRIPTED,
    "latin": f'{HEAD}rivals = ["\xe9"]',
    "large": f"{HEAD}{SCRIPTED}\n# {'x' * (1 << 22)}",
}


@pytest.mark.parametrize("kind", TEXTS)
def test_an_odd_experiment_is_refused_in_a_sentence(
    kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "odd.toml"
    path.write_text(TEXTS[kind], encoding="latin-1")
    assert main(["experiment", "show", str(path)]) == 2
    out = capsys.readouterr()
    assert out.out == "" and len(out.err) < 400 and out.err.count("\n") == 1


def test_as_many_rivals_as_can_be_played(tmp_path: Path) -> None:
    path = tmp_path / "many.toml"
    path.write_text(f"{HEAD}rivals = {[f'uct:c={1 + k / 1000}' for k in range(MOST_TEXTS)]}")
    assert len(shelf.load(str(path)).rivals) == MOST_TEXTS


@pytest.mark.parametrize("name", ["con", "aux", "nul", "com1", "lpt9"])
def test_a_device_is_no_experiment(name: str, tmp_path: Path) -> None:
    with pytest.MonkeyPatch.context() as patch, pytest.raises(KnobError):
        patch.setattr(shelf, "own_folder", lambda: tmp_path)
        shelf.create(name, HEAD + SCRIPTED)


LINES = """
experiment show PATH.toml
store import PATH --store STORE
store import PATH.games --game uttt --store STORE
replay PATH
review PATH
export PATH --what turns --out STORE.csv
conform uttt PATH
match tictactoe --seat random --seat random --from PATH
test tictactoe --seat random --than scripted --pool PATH --store STORE
table tictactoe --player random --player scripted --out PATH --store STORE
"""


@pytest.mark.skipif(sys.platform == "win32", reason="needs pipes and devices")
def test_pipes_and_devices_are_refused_and_nobody_waits(tmp_path: Path) -> None:
    """All lines in one process, which is killed if it waits."""
    lines: list[list[str]] = []
    for line in LINES.split("\n")[1:-1]:
        for target in ("pipe", "/dev/zero"):
            ending = "".join(re.findall(r"PATH(\S*)", line))
            path = tmp_path / f"{len(lines)}{ending}"
            if target == "pipe":
                os.mkfifo(path)
            else:
                path.symlink_to(target)
            words = line.replace(f"PATH{ending}", str(path))
            lines.append(words.replace("STORE", str(tmp_path / "games.db")).split())
    program = (
        "import sys; from lab.cli import main; "
        f"sys.exit([line for line in {lines!r} if main(line) != 2] != [])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stderr.count("smitsilab: ") == len(lines)


BAD = "x\udcff"


@pytest.mark.parametrize(
    "line",
    [
        f"arena new {BAD} tictactoe",
        f"arena add a {BAD} --seat random",
        f"store forget {BAD}",
        f"test tictactoe --seat random --than scripted --pool {BAD}",
        f"match tictactoe --seat {BAD} --seat random",
        f"replay {BAD}",
        f"arena list --store {BAD}",
        "arena list --store x\0",
        BAD,
    ],
)
def test_words_that_are_no_text_are_refused(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(line.split(" ")) == 2
    assert capsys.readouterr().err.count("\n") == 1


# -- what others read ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text", ["=1+cmd|' /C calc'!A0", "+f(1)", "-2+A1", "@SUM(A1)", "\t=x", "\r=x"]
)
def test_no_text_is_run_by_a_spreadsheet(text: str) -> None:
    for delimiter in ",\t":
        (row,) = csv.reader(
            io.StringIO(lines([[text, 1]], delimiter), newline=""), delimiter=delimiter
        )
        assert row == [f"'{text}".replace("\r", "\n"), "1"]


@pytest.mark.parametrize("cell", [-1, -0.5, 1e-9, "-15 3", "+35 ± 12", "−0.48", "a=b", ""])
def test_numbers_and_actions_stay_as_they_are(cell: Cell) -> None:
    assert lines([[cell, 1]]).strip() == f"{cell},1"


def test_every_table_of_commas_is_written_by_the_cells() -> None:
    assert calls("DictWriter", "writerow", "writerows") == {"lab/export/cells.py"}


def test_markdown_shows_a_name_as_it_is_on_its_line() -> None:
    table = as_markdown([["bot", "a|b"], ["x\ny", "<img src=x>"]])
    assert table.count("\n") == 2 and "a\\|b" in table and "\\<img" in table


# -- programs --------------------------------------------------------------------------------------

GONE = "cmd:/nonexistent/bot --fast"
PLAYS = """
match uttt --seat random --seat GONE
test uttt --seat GONE --than random --budget 5it
test uttt --seat random --than GONE --budget 5it
test uttt --seat random --than scripted --budget 5it --pool POOL
tune uttt --seat uct --against GONE
tune uttt --seat GONE --against random
arena add duel dead --seat GONE
sweep uttt --seat uct --vary c=0.1|0.2 --against GONE
sweep uttt --seat GONE --vary c=0.1|0.2 --against random
export-bot uttt --seat GONE --out bot.cpp
table uttt --player GONE --player random
compare uttt --a uct --b GONE
compare uttt --a GONE --b uct
experiment run EXPERIMENT
experiment run EXPERIMENT --allow-programs
review REPLAY --with GONE
experiment new dead --game uttt --seat GONE
lesson mcts --search GONE
lesson smitsimax --search GONE
lesson network --search GONE
bot uttt --algorithm GONE
"""


@pytest.mark.parametrize("line", PLAYS.split("\n")[1:-1])
def test_a_program_that_is_not_there_is_refused_at_once(
    line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Before anything is compiled, started or kept."""
    monkeypatch.setenv("SMITSILAB_STORE", str(tmp_path / "games.db"))
    monkeypatch.setenv("SMITSILAB_DATA", str(tmp_path))
    assert main(["arena", "new", "duel", "uttt", "--budget", "5it"]) == 0
    (tmp_path / "pool.txt").write_text(f"uct\n{GONE}\n")
    (tmp_path / "dead.toml").write_text(
        HEAD.replace("tictactoe", "uttt") + f'rivals = ["{GONE}"]', encoding="utf-8"
    )
    (tmp_path / "match.jsonl").write_text("")
    paths = {"POOL": "pool.txt", "EXPERIMENT": "dead.toml", "REPLAY": "match.jsonl"}
    names = {name: str(tmp_path / path) for name, path in paths.items()} | {"GONE": GONE}
    capsys.readouterr()
    assert main([names.get(word, word) for word in line.split()]) == 2
    out = capsys.readouterr()
    assert out.out == "" and "/nonexistent/bot" in out.err and out.err.count("\n") == 1
    with Store(tmp_path / "games.db") as store:
        assert store.arenas("duel")[0].bots == () and store.check().games == 0
        assert [each.name for each in store.experiments()] == ["arena duel"]


def players(parser: argparse.ArgumentParser, words: str) -> Iterator[tuple[str, str]]:
    """Each option of a command that takes a player, with the command."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for name, inner in action.choices.items():
                yield from players(inner, f"{words} {name}")
        elif action.metavar == "SPEC" or "cmd:" in str(action.help):
            yield words, action.option_strings[0]


def test_every_option_that_takes_a_player_is_in_these_lines() -> None:
    for command in COMMANDS:
        parser = Parser(prog=command)
        importlib.import_module(f"lab.cli.{MODULES.get(command, command)}").arguments(parser)
        for words, option in players(parser, command):
            lines = [line.split() for line in PLAYS.split("\n") if line.startswith(words)]
            named = {a for line in lines for a, b in pairwise(line) if b == "GONE"}
            assert option in named, (words, option)


# -- tool tips -------------------------------------------------------------------------------------

OUR_WORDS = """
editor/palette.py estimators/page.py experiments/page.py explore/page.py explore/players.py
export/forms.py parts/segments.py parts/slider.py setup/side_panel.py
shell/actions.py timeline/comment.py trees/node_words.py trees/picking.py
"""  # say nothing that comes from outside, or escape it where they write it


def is_ours(node: ast.expr) -> bool:
    """Whether an expression is made of texts that the sources hold, or passes the gate."""
    match node:
        case ast.Constant():
            return True
        case ast.Name(name) | ast.Attribute(attr=name):
            return name.isupper()
        case ast.IfExp(body=one, orelse=other) | ast.BinOp(left=one, right=other):
            return is_ours(one) and is_ours(other)
        case ast.JoinedStr(parts) | ast.BoolOp(values=parts):
            return all(map(is_ours, parts))
        case ast.FormattedValue(value) | ast.Subscript(value):
            return is_ours(value)
        case ast.Call(ast.Name(name)):
            return name in ("plain", "tooltip")
    return False


def test_a_tool_tip_shows_a_name_from_outside_as_it_is() -> None:
    """Qt would take a name with a tag in it for a document."""
    found = set()
    ui = ROOT / "lab" / "ui"
    for path in ui.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(text)) if "setToolTip" in text else ():
            match node:
                case ast.Call(ast.Attribute(attr="setToolTip"), [*_, said]) if not is_ours(said):
                    found.add(path.relative_to(ui).as_posix())
    assert found == set(OUR_WORDS.split())


def test_every_other_way_to_a_tool_tip_passes_the_gate() -> None:
    """What a view tells where the pointer rests, and what a table tells of a cell."""
    sources = {path: path.read_text(encoding="utf-8") for path in (ROOT / "lab/ui").rglob("*.py")}
    opened = [path.name for path, text in sources.items() if "QToolTip.showText" in text]
    assert opened == ["tips.py"]
    for path, text in sources.items():
        for node in ast.walk(ast.parse(text)) if "ToolTipRole" in text else ():
            if isinstance(node, ast.FunctionDef) and node.name == "data":
                said = ast.unparse(node)
                assert "ToolTipRole" not in said or "plain(" in said, path


@pytest.mark.parametrize("text", ["<img src=x>\nb", "a <b>c</b>", "uct:c=0.5 < 3", "a & b", ""])
def test_a_plain_tip(text: str) -> None:
    """Read back as a document, or shown as it is, it says the text."""
    shown = plain(text)
    if "<" in shown:
        document = QTextDocument()
        document.setHtml(shown)
        shown = document.toPlainText()
    assert shown == text
