"""Figures that programs tell on their standard error: the lines, whose turn they belong to, and
that a replay keeps them.

The lines are those that psyleague and CG Arena read: [TDATA] and [PDATA], a turn in brackets, `name
= value`.
"""

import shlex
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lab.cli import main
from lab.files.replay import load, save
from lab.match.decide import Decision
from lab.match.play import Turn, play
from lab.match.program_data import Data, DataSeries, Datum, Figure, data_of, read_data
from search.base import Snapshot

NOTHING = Snapshot(generation=0, seat=0, iterations=0, turns=0, nodes=0, memory_bytes=0)

BOT = """
import sys
turn = 0
while True:
    input()
    cells = [input() for _ in range(int(input()))]
    data = f"[PDATA][{turn}] open = {len(cells)}\\n[PDATA+] asked = 1\\nthinking aloud"
    print(data, file=sys.stderr, flush=True)
    if turn == 0:
        print("[TDATA] opening = middle", file=sys.stderr, flush=True)
    print(cells[0], flush=True)
    turn += 1
"""


def turns(*texts: tuple[int, int, str]) -> list[Turn]:
    """A match in which seat `s` wrote `text` in turn `t`: (t, s, text)."""
    return [
        Turn(
            turn,
            np.zeros(1),
            (0, 0),
            (Decision(seat, (0,), 0, (), (), NOTHING, 0.0, 0.0, stderr=text),),
            (0.0, 0.0),
        )
        for turn, seat, text in texts
    ]


@pytest.mark.parametrize(
    ("line", "datum"),
    [
        ("[PDATA][12] depth = 7", Datum(False, False, 12, "depth", "7")),
        ("  [tdata] map_size = 3  ", Datum(True, False, None, "map_size", "3")),
        ("[TDATA][0] lead=-1.5e3", Datum(True, False, 0, "lead", "-1.5e3")),
        ("[PDATA+] nodes = 100", Datum(False, True, None, "nodes", "100")),
        (
            "[PDATA] plan = push the left tower",
            Datum(False, False, None, "plan", "push the left tower"),
        ),
    ],
)
def test_a_line_is_read(line: str, datum: Datum) -> None:
    assert read_data(f"noise\n{line}\nmore noise") == (datum,)


@pytest.mark.parametrize(
    "line",
    [
        "PDATA depth = 7",
        "[PDATA]depth = 7",
        "[PDATA] depth",
        "[PDATA][x] a = 1",
        "[XDATA] a = 1",
        "[PDATA] = 1",
        "[PDATA] a =",
    ],
)
def test_other_lines_are_no_data(line: str) -> None:
    assert read_data(line) == ()


@given(st.text())
def test_any_text_can_be_read(text: str) -> None:
    assert isinstance(data_of(turns((1, 0, text))), Data)


def test_a_program_counts_its_own_turns_from_0_or_1() -> None:
    for first in (0, 1):
        told = turns(*((2 * k + 1, 0, f"[PDATA][{k + first}] score = {k}") for k in range(4)))
        assert data_of(told).series == (DataSeries("score", 0, (1, 3, 5, 7), (0.0, 1.0, 2.0, 3.0)),)


def test_a_late_line_belongs_to_its_turn_and_another_count_where_it_came() -> None:
    late = turns(
        (1, 0, "[PDATA][1] a = 1"), (2, 0, ""), (3, 0, "[PDATA][2] a = 2\n[PDATA][3] a = 3")
    )
    assert data_of(late).series[0].turns == (1, 2, 3)
    begun_late = turns((1, 0, ""), (2, 0, "[PDATA][0] a = 1\n[PDATA][1] a = 2"))
    assert data_of(begun_late).series[0].turns == (1, 2)
    plies = turns(*((2 * k + 2, 1, f"[PDATA][{2 * k + 2}] a = {k}") for k in range(3)))
    assert data_of(plies).series[0].turns == (2, 4, 6)


def test_figures_of_the_match_and_sums() -> None:
    told = turns(
        (1, 0, "[PDATA+] n = 2\n[PDATA] plan = left\n[TDATA] size = 3"),
        (2, 1, "[PDATA+] n = 5"),
        (3, 0, "[PDATA+] n = 0.5\n[PDATA] plan = right"),
    )
    assert data_of(told).figures == (
        Figure("n", 0, "2.5"),
        Figure("plan", 0, "right"),
        Figure("size", None, "3"),
        Figure("n", 1, "5"),
    )


def test_what_is_no_number_makes_no_series_and_the_last_line_counts() -> None:
    told = turns(
        (1, 0, "[PDATA][1] a = high\n[PDATA][1] b = nan\n[PDATA][1] c = 1\n[PDATA][1] c = 2")
    )
    assert data_of(told).series == (DataSeries("c", 0, (1,), (2.0,)),)


@pytest.mark.skipif(
    sys.platform == "win32", reason="programs are tested where processes can be counted"
)
def test_a_match_and_its_replay_have_the_same_series(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "bot.py").write_text(BOT)
    seat = f"cmd:{shlex.join([sys.executable, '-I', '-S', str(tmp_path / 'bot.py')])},patience=200"
    result = play("tictactoe", [seat, "random"], budget="1it", seed=3)
    data = data_of(result.turns)
    (cells,) = data.series
    assert (cells.name, cells.seat) == ("open", 0) and set(cells.turns) <= {1, 3, 5, 7, 9}
    assert (
        all(value == 10 - turn for turn, value in zip(cells.turns, cells.values, strict=True))
        and cells.values
    )
    assert Figure("opening", None, "middle") in data.figures
    save(tmp_path / "match.jsonl.gz", result)
    assert data_of(load(tmp_path / "match.jsonl.gz").turns) == data
    assert main(["replay", str(tmp_path / "match.jsonl.gz")]) == 0
    told = capsys.readouterr().out
    assert "seat 1, open: first 9, last" in told and "match, opening: middle" in told
