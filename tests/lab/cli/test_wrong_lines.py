"""Command lines that nobody means: whatever is typed ends in one sentence, never in a traceback."""

import io
import random
import sys
from pathlib import Path

import pytest

from lab.cli import main

# every word but the first may be exchanged; what is right as it is ends quickly, or in a
# sentence
LINES = (
    "match tictactoe --seat random --seat uct:c=0.5 --budget 3it --seed 2 --matches 2",
    "match textbook:tree=MAX(1,2) --seat minimax --seat cmd:/no/such/bot --budget 1ms",
    "sweep tictactoe --seat uct --vary c=0.1:2:3:log --against cmd:/no/such/bot --matches 4",
    "table tictactoe --player random --budget 1ms --matches 2 --show --out /no/such/file",
    "bot uttt --algorithm random --budget 3it --seed 2",
    "referee uttt -d seed=3 -league 1 --patience 2 --start 0",
    "replay /no/such/file --verify --save /no/such/folder/file",
    "list uct --json",
    "conform tictactoe /no/such/folder",
    "estimate holdem --hand AsAh --hand KdKc --samples 100 --seed 1",
    "lesson alphabeta MAX(3,MIN(2,a)) --values a=1 --search alphabeta:depth=2 --order best",
    "lesson mcts --position X.O/.O./.X. --iterations 3 --seed 5 --c 1",
    "bench search tictactoe uct --iterations 5 --set c=1 --seed 1",
    "bench rules tictactoe --playouts 2 --turns 3 --json",
    "warm tictactoe --algorithm random",
    "--load /no/such/file list",
)
WORDS = (
    "",
    " ",
    "-",
    "--",
    "=",
    ":",
    ",",
    "(",
    "))",
    '"',
    "'",
    "\n",
    "\t\x1b[31m",
    "\udc80\udcff",
    "ü−∞",
    "１２",
    "٣it",
    "1_0",
    "1__0",
    "1__0it",
    "_1",
    "+1",
    "-0",
    "nan",
    "inf",
    "1e999",
    "1e-999",
    "0x10",
    "9" * 5000,
    "x" * 5000,
    "(" * 5000,
    "1," * 5000,
    "__class__",
    "%s{0}",
    "../..",
)


SWEEP = ("sweep", "uttt", "--seat", "uct", "--against", "random", "--vary")


def mutated(rng: random.Random) -> list[str]:
    """A line with one to three of its words, or of the parts of its words, exchanged."""
    words = rng.choice(LINES).split()
    for _ in range(rng.randint(1, 3)):
        at, strange = rng.randrange(1, len(words)), rng.choice(WORDS)
        cut = rng.choice(["", "", "=", ":", ","])
        parts = words[at].partition if rng.random() < 0.5 else words[at].rpartition
        head, sign, _ = parts(cut) if cut else ("", "", "")
        words[at] = (
            f"{head}{sign}{strange}"
            if sign
            else f"{words[at]}={strange}"
            if words[at].startswith("--") and rng.random() < 0.5
            else f"{words[at]}{strange}"
            if rng.random() < 0.2
            else strange
        )
    return words


def stdin(data: bytes) -> io.TextIOWrapper:
    return io.TextIOWrapper(io.BytesIO(data), encoding="ascii")


def check(
    words: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> str:
    """Runs a line: what was said on standard error, one sentence if it is wrong."""
    capsys.readouterr()
    code = main(words)
    lines = capsys.readouterr().err.splitlines(keepends=True)
    errors = "".join(line for line in lines if not line.startswith("Compiling "))
    assert code in (0, 1, 2), words
    if code == 2:
        assert errors.startswith("smitsilab: "), (words, errors)
        # a bot goes on after a line that it does not understand
        assert errors.count("\n") == 1 or words[0] == "bot", (words, errors)
        assert len(errors) < 2000, words
    return errors


@pytest.mark.parametrize("seed", range(12))
def test_no_line_ends_in_a_traceback(
    seed: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    rng = random.Random(seed)
    for _ in range(30):
        monkeypatch.setattr(sys, "stdin", stdin(rng.randbytes(40)))
        check(mutated(rng), monkeypatch, capsys)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["match", "uttt", "--seat", "uct", "--seat", "uct", "--budget", "1__0it"], "write 20ms"),
        (["match", "uttt", "--seat", "uct", "--seat", "uct", "--seed=--"], "-- is no value"),
        (["referee", "uttt", "-l--"], "-- is no value"),
        (
            [*SWEEP, "c=0.1:2:" + "9" * 5000],
            "is not understood: write NAME=LOW:HIGH:COUNT",
        ),
        (["match", "uttt", "--seat", "uct:c=１", "--seat", "uct"], "c=１ is not a number"),
        (["match", "uttt", "--seat", "uct", "--seat", "uct", "--budget", "２０it"], "write 20ms"),
        (["match", "uttt", "--seat", "uct", "--seat", "uct", "--seed", "１２"], "a whole number"),
        ([*SWEEP, "c=0.1:2:３"], "is not understood"),
        (["lesson", "alphabeta", "MAX(1,２)"], "where it reads ２"),
        (["lesson", "alphabeta", "MAX(1,a)", "--values", "a=２"], "２ is not a number"),
        (["referee", "uttt", "-seed", "１２"], "write seed=N"),
        (["referee", "uttt", "-league", "１"], "There is no league １"),
        (["referee", "uttt", "--patience", "１"], "should be a number"),
    ],
)
def test_known_ones(
    words: list[str],
    said: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    players = ["-p1", "python3", "-p2", "python3"] if words[0] == "referee" else []
    assert said in check([*words, *players], monkeypatch, capsys)


def test_a_tester_that_says_every_byte(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", stdin(bytes(range(256))))
    assert "Expected ###Seed N or ###Start P" in check(["referee", "uttt"], monkeypatch, capsys)
    monkeypatch.setattr(sys, "stdin", stdin("###Start ２\n".encode()))
    assert "Expected ###Seed N or ###Start P" in check(["referee", "uttt"], monkeypatch, capsys)


def test_a_replay_of_every_byte(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "bytes").write_bytes(bytes(range(256)))
    assert "is not a replay" in check(["replay", str(tmp_path / "bytes")], monkeypatch, capsys)


def test_a_tree_that_is_too_large_is_refused_at_its_first_node_too_many(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    tree = f"textbook:tree=MAX({','.join(map(str, range(100_000)))})"
    words = ["match", tree, "--seat", "minimax", "--seat", "minimax"]
    assert "more than 4,096 nodes; there may be 256" in check(words, monkeypatch, capsys)
