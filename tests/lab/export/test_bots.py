"""Exported bots: what a rule computes in C++ is what it computes in Python, and a bot's search is
the lab's own.
"""

from __future__ import annotations

import ctypes
import math
import shutil
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engines import games, own_files
from engines.game import PASS
from engines.jit import rule
from engines.knobs import KnobError
from lab.check.matches import legal
from lab.cli import BAD_INPUT, OK, main
from lab.export.cpp.bot import MOST, OWN, TOKENS, bot_code, reader
from lab.export.cpp.kinds import DOUBLE, INT, UINT, Number, Untranslated
from lab.export.cpp.proving import (
    COMPILERS,
    NotEqual,
    built,
    compare_matches,
    compare_rules,
    program,
    proved,
)
from lab.export.cpp.searching import SEARCHES
from lab.export.cpp.unit import Unit, written
from lab.match.budget import Budget
from lab.match.decide import Player, think
from lab.match.seats import parse_search
from search import algorithms
from search.base import generator
from tests.perft import perft

has_compiler = pytest.mark.skipif(
    not any(map(shutil.which, COMPILERS)), reason="needs a compiler of C++"
)
WIDE = np.arange(5000, dtype=np.int64) * 7919 % 1009  # packed
DRAWN = np.random.Generator(np.random.SFC64(77)).integers(0, 2**64, 64, np.uint64)


@rule
def whole(a: int, b: int) -> int:
    total = a // b * 1000 + a % b
    total ^= (a & 255) << 3 | abs(b)
    total += WIDE[-(a & 7)] + WIDE[min(b, 0) - 1]  # from the end
    total += a // 8 * 100 + a % 16 + b // 1 + b % 1 + abs(a) // 7 + (b & 63) % 7  # by what is known
    for k in range(6, -2, -3):
        total += 3 * k % 4
    for k in range(9, 0, -2):
        if k in (3, 5):
            continue
        total += k * WIDE[(a + k) % 5000]
    low, high = (a, b) if a < b else (b, a)
    while low < high and low < 40:
        low, high = low + 3, high - 1
    return total + max(low, high, 2) - min(low, -1) + (a > b) + ~a


@rule
def floats(a: float, b: float) -> float:
    x = math.floor(a) + a % b + a // b
    x += float(np.float32(a) * np.float32(b)) + math.sqrt(abs(a)) ** 2
    x += np.sign(a) / 8 + np.sign(math.floor(b)) / 16
    return x + (1.0 if a < b < 3.0 or not a > 0.0 else -0.5) + np.hypot(a, b)


@rule
def bits(a: Any, n: int) -> Any:
    return (a ^ DRAWN[n]) >> np.uint64(3) | a << np.uint64(7)


@rule
def unknown(a: int) -> int:
    return len({a})


@has_compiler
def test_operators_give_what_they_give_in_python(tmp_path: Path) -> None:
    unit, lines = Unit(), ['extern "C" {']
    kinds: dict[Any, tuple[Number, ...]] = {
        whole: (INT, INT),
        floats: (DOUBLE, DOUBLE),
        bits: (UINT, INT),
    }
    for function, taken in kinds.items():
        made = unit.rule(function, *taken)
        name, result = made.node.name, made.result
        assert isinstance(result, Number)
        lines.append(
            f"{result.cpp} try_{name}({taken[0].cpp} a, {taken[1].cpp} b)"
            f" {{ return {made.cpp}(a, b); }}"
        )
    runtime = (Path(written.__code__.co_filename).with_name("runtime.hpp")).read_text()
    import tests.lab.export.test_bots as own

    declared, filling = written(unit, [own])
    tables = [*declared, *filling]
    assert any("PACKED" in line for line in tables) and any("drawn(" in line for line in tables)
    begun = "void try_tables() { make_tables(); }\n}\n"
    text = "\n".join([runtime, *tables, unit.code(), *lines, begun])
    (tmp_path / "a.cpp").write_text(text)
    command = ["g++", "-std=c++17", "-O1", "-shared", "-fPIC", "-o", str(tmp_path / "a.so")]
    subprocess.run([*command, str(tmp_path / "a.cpp")], check=True)
    found = ctypes.CDLL(str(tmp_path / "a.so"))
    found.try_tables()
    found.try_whole.restype, found.try_whole.argtypes = ctypes.c_int64, [ctypes.c_int64] * 2
    found.try_floats.restype, found.try_floats.argtypes = ctypes.c_double, [ctypes.c_double] * 2
    found.try_bits.restype = ctypes.c_uint64
    found.try_bits.argtypes = [ctypes.c_uint64, ctypes.c_int64]
    plain = [getattr(f, "py_func", f) for f in (whole, floats, bits)]
    for a in (-17, -1, 3, 50, 4999):
        for b in (-5, 2, 7, 60):
            assert found.try_whole(a, b) == plain[0](a, b)
            assert found.try_floats(a / 3, b / 7) == plain[1](a / 3, b / 7)
            assert found.try_bits(a % 2**64, abs(b) % 64) == plain[2](
                np.uint64(a % 2**64), abs(b) % 64
            )


def test_what_has_no_translation_is_named_with_its_line() -> None:
    with pytest.raises(Untranslated) as refused:
        Unit().rule(unknown, INT)
    code = getattr(unknown, "py_func", unknown).__code__
    assert f"{code.co_filename}:{code.co_firstlineno + 2}:" in str(refused.value)


@pytest.mark.parametrize("name", list(games()))
def test_every_game_is_translated(name: str) -> None:
    game = games()[name]()
    fitting = [each for each in SEARCHES if algorithms()[each].supports(game) is None]
    for each in fitting[:1]:
        text = bot_code(game, each, None, 1).text()
        assert "int main(" in text
        assert len(text) < MOST


def test_what_is_too_long_for_a_site_is_written_with_short_names() -> None:
    text = bot_code(games()["kutulu"](), "duct:playout=mast,rule=regret", None, 1).text()
    assert len(text) < MOST < len(text) * 1.3
    names = TOKENS.findall(text)
    assert not any(OWN.fullmatch(name) for name in names)


@has_compiler
def test_a_bot_is_its_search(tmp_path: Path) -> None:
    code = bot_code(games()["tictactoe"](), "uct:c=0.5,solver=yes", None, 1)
    proof = proved(code, 30, 1, 100, tmp_path)
    assert proof.turns > 100 and proof.decisions > 4


@has_compiler
@pytest.mark.parametrize("seat", ["uct", pytest.param("uct:reuse=no", marks=pytest.mark.long)])
def test_a_bot_keeps_its_tree_if_it_is_told_the_last_moves(seat: str, tmp_path: Path) -> None:
    game, kept = games()["tictactoe"](), list[int]()
    made = program(bot_code(game, seat, None, 1), tmp_path)
    state, turn, last, text, expected = game.initial(1), 0, None, "", list[int]()
    player = Player(game, 0, parse_search(seat, game), 7)
    while not game.rules.is_over(state):
        joint = np.full(2, PASS, np.int64)
        if turn % 2:
            joint[1] = legal(game, state, 1)[-1]
        else:
            player.begin(state, turn, last)
            kept.append(player.search.snapshot().reused)
            think(player, Budget.parse("200it"))
            joint[0] = player.decide().choice[0]
            expected.append(int(joint[0]))
            told = "" if last is None else " ".join(map(str, ["", *last]))
            text += f"0 {turn} {state.tobytes().hex()}{told}\n"
        game.rules.step(state, joint, generator(1), None)
        turn, last = turn + 1, joint
    done = subprocess.run(
        [made, "200", "7"], input=text, capture_output=True, text=True, check=True
    )
    assert list(map(int, done.stdout.split())) == expected
    assert any(kept) == (seat == "uct")


@has_compiler
@pytest.mark.parametrize(
    ("seat", "most"),
    [("alphabeta", 20_000), pytest.param("beam:width=20", 2_000, marks=pytest.mark.long)],
)
def test_a_bot_does_what_the_lab_does_around_a_kernel(
    seat: str, most: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("lab.export.cpp.bot.MOST", 0)  # as what is too long is written
    code = bot_code(games()["tictactoe"](), seat, None, 1)
    bot = built(code, tmp_path)
    for iterations in (1, 7, 150, most):  # within a depth, between two, and to the end
        compare_matches(code, bot, 1, iterations)


@has_compiler
def test_a_difference_is_found(tmp_path: Path) -> None:
    code = bot_code(games()["tictactoe"](), "uct:c=0.5", None, 1)
    bot = built(code, tmp_path)
    other = bot_code(games()["tictactoe"](), "uct:c=0.6", None, 1)
    with pytest.raises(NotEqual):
        compare_matches(other, bot, 1, 100)
    other.game.rules.step.__class__  # noqa: B018 - the same rules
    assert compare_rules(other, bot, 3) > 9


@pytest.mark.parametrize(
    "seat",
    ["greedy", "uct:threads=2", "duct:final=sample", "uct:budget=5n"],
)
def test_what_is_not_exported_is_said(seat: str) -> None:
    with pytest.raises(KnobError):
        bot_code(games()["tictactoe"](), seat, None, 1)


def test_a_network_that_is_too_long_for_a_site_is_refused() -> None:
    with pytest.raises(KnobError, match="characters"):
        bot_code(games()["connect_four"](), "alphabeta:evaluation=network", None, 1).text()
    small = bot_code(games()["tictactoe"](), "alphabeta:evaluation=network", None, 1).text()
    assert len(small) < MOST


def test_the_command_writes_one_file(tmp_path: Path) -> None:
    words = ["export-bot", "tictactoe", "--out", f"{tmp_path}/bot.cpp", "--seat"]
    assert main([*words, "uct", "--budget", "200it"]) == OK
    assert "ITERATIONS = 200" in (tmp_path / "bot.cpp").read_text()
    assert main([*words, "uct"]) == BAD_INPUT  # it is there already
    assert main([*words, "uct:threads=2", "--force"]) == BAD_INPUT
    assert "ITERATIONS = 200" in (tmp_path / "bot.cpp").read_text()


PROVED = [
    "uttt/uct", "csb/smitsimax", "csb/duct", "tron/uct", "tron:players=3/uct", "xmasrush/duct",
    "brew/uct", "kutulu/uct", "marslander/smitsimax", "goofspiel/duct", "pacman/uct",
    "connect_four/uct:solver=yes,rave=300", "matrix/duct:rule=regret", "uttt/uct:widening=yes",
    "uttt/uct:reuse=no", "goofspiel/uct", "marslander/uct", "uttt/uct:rave=100,selection=tuned",
    "connect_four/uct:implicit=0.3,first_play=yes", "uttt/uct:playout=mast", "kutulu/duct",
    "brew:league=2/uct", "brew:league=1/uct", "xmasrush:league=2/duct",
    "connect_four/alphabeta", "connect_four/alphabeta:table=0,ordering=listed", "uttt/alphabeta",
    "tron/alphabeta", "uttt/alphabeta:depth=3,deepening=no,scout=no", "goofspiel/alphabeta",
    "xmasrush/alphabeta", "csb/alphabeta", "pacman/alphabeta", "uttt/minimax", "brew/paranoid",
    "tron:players=3/paranoid", "marslander/paranoid", "tron/expectimax", "brew/maxn",
    "goofspiel/expectimax:weights=softmax", "brew/beam", "marslander/beam", "csb/beam", "uttt/beam",
    "kutulu/beam", "tron/beam", "xmasrush/beam", "csb/beam:opponent=greedy,joint=64",
    "connect_four/beam:variant=stack,width=20,stack_depth=6", "connect_four/beam:variant=first",
    "brew/beam:opponent=none,vote=10", "csb/beam:opponent=scripted", "pacman/beam",
    "tictactoe/alphabeta:evaluation=network", "tictactoe/uct:evaluation=network,rising=9",
    "tictactoe/duct:evaluation=network", "tictactoe/beam:evaluation=network",
]  # fmt: skip


@has_compiler
@pytest.mark.long
@pytest.mark.parametrize("asked", PROVED)
def test_every_bot_is_its_search(asked: str, tmp_path: Path) -> None:
    from lab.match.seats import parse_game

    name, seat = asked.split("/")
    code = bot_code(parse_game(name), seat, None, 1)
    proof = proved(code, 100, 2, 300, tmp_path)
    assert (proof.answers > 0) == (reader(code.game) is not None)


OTHELLO = Path(__file__).parents[2] / "games" / "othello.py"


@has_compiler
@pytest.mark.long
@pytest.mark.parametrize("seat", ["uct", "uct:rave=300,solver=yes", "duct", "alphabeta", "beam"])
def test_a_game_of_one_s_own_is_exported_too(
    seat: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(own_files.LOAD, "")
    game: Any = own_files.named_in(own_files.give(OTHELLO))["othello"]
    assert perft(game(), 6) == [4, 12, 56, 244, 1396, 8200]  # as published
    proof = proved(bot_code(game(), seat, None, 1), 50, 2, 300, tmp_path)
    assert proof.turns > 50 * 50 and proof.decisions > 100
