"""Skeletons of bots read, in their own language, what the declaration reads."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engines import games
from engines.reading import Reader
from engines.stub import Stub, read
from lab.cli import BAD_INPUT, OK, main
from lab.export.skeleton import cpp_name, python_name, skeleton
from tests.engines.test_stub import STUBS
from tests.matches import generator, random_joint

LINES = Path(__file__).parents[2] / "games" / "lines.py"
HARD = """
    read class:int new:bool for:word(9)
    read pi:float
    gameloop
    read line:string(80)
    read n:int intro:string(80)
    loop n loopline 2 x:int turn:long
    loop n loop 2 read words:word(5) in:int
    answer GO x:int"""
TEXT = ["3 1 of", "-2.5", "  a line ", "2 and the rest", "1 2 3 4", "5 6 7 -9"]
TEXT += ["a 1", "b 2", "c 3", "d 4"]


def flat(value: Any) -> Iterator[str]:
    """The numbers and words of nested lists, as both languages print them here."""
    if isinstance(value, list):
        for each in value:
            yield from flat(each)
    else:
        yield str(int(value)) if isinstance(value, bool) else f"{value}".strip()


def printed(stub: Stub, language: str, lines: list[str], folder: Path) -> list[str]:
    """What the skeleton has read of a text with one turn, variable by variable."""
    code = skeleton(stub, language)
    if language == "python":
        names = [f"game.{python_name(each.name)}" for each in stub.variables]
        show = (
            "def flat(v):\n    return [w for e in v for w in flat(e)] if isinstance(v, list) else "
        )
        show += "[str(int(v)) if isinstance(v, bool) else str(v).strip()]\n"
        tail = "".join(f"    print(' '.join(flat({name})))\n" for name in names)
        code = show + code.replace('    print("', '    #("') + tail
        (folder / "bot.py").write_text(code, encoding="utf-8")
        command = [sys.executable, str(folder / "bot.py")]
    else:
        show = (
            "template<class T> void put(const T& v) { ostringstream o; o << v; string s = o.str();"
            " size_t b = s.find_first_not_of(' '); size_t e = s.find_last_not_of(' ');"
            ' cout << (b == string::npos ? "" : s.substr(b, e - b + 1)) << " "; }\n'
            "template<class T> void put(const vector<T>& v) { for (auto& e : v) put(e); }\n"
        )
        tail = "".join(f"put(in.{cpp_name(each.name)}); cout << endl; " for each in stub.variables)
        head, body = code.split("int main()")
        body = body.replace("    cout <<", f"    {tail} //", 1)
        (folder / "bot.cpp").write_text(head + show + "int main()" + body, encoding="utf-8")
        program = folder / "bot"
        build = ["g++", "-std=c++17", "-Wall", "-Werror", "-o", str(program)]
        subprocess.run([*build, str(folder / "bot.cpp")], check=True)
        command = [str(program)]
    done = subprocess.run(
        command, input="\n".join(lines) + "\n", capture_output=True, text=True, check=True
    )
    return [line.strip() for line in done.stdout.splitlines()]


LANGUAGES = ["python", *(["cpp"] if shutil.which("g++") else [])]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", [*STUBS, "hard"])
def test_a_skeleton_reads_what_the_declaration_reads(name, language, tmp_path) -> None:
    if name == "hard":
        stub, lines = Stub.of(HARD), TEXT
    else:
        game, rng = games()[name](), generator(5)
        state = game.initial(5)
        for _ in range(3):
            game.rules.step(state, random_joint(game, state, rng), rng, None)
        seat = game.seats - 1
        stub, lines = Stub.of(STUBS[name]), game.intro(state, seat) + game.view(state, seat)
    line = Reader(lines)
    values = read(stub.turn, line, read(stub.intro, line))
    expected = [" ".join(flat(values[each.name])).strip() for each in stub.variables]
    assert line.at == len(lines)
    assert printed(stub, language, lines, tmp_path) == expected


def test_the_command_writes_a_bot_that_answers(tmp_path, capsys) -> None:
    assert main(["skeleton", str(LINES), "--language", "python", "--out", f"{tmp_path}/b.py"]) == OK
    text = "X\n-1 -1\n...\n...\n...\n1\n0 0\n"
    done = subprocess.run(
        [sys.executable, f"{tmp_path}/b.py"], input=text, capture_output=True, text=True, check=True
    )
    assert done.stdout == "PLAY 0 0\n"
    words = ["skeleton", str(LINES), "--out", f"{tmp_path}/b.py"]
    assert main(words) == BAD_INPUT and "--force" in capsys.readouterr().err
    assert Path(words[-1]).read_text(encoding="utf-8").startswith("class Input")
    assert main([*words, "--force"]) == OK
    assert main(["skeleton", "tictactoe"]) == BAD_INPUT
    assert "stub" in capsys.readouterr().err
