"""`smitsilab match`: several processes, CPU time, and what is said of programs."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path

import pytest

from lab.experiments.series import each_match
from lab.experiments.series_run import SeriesPlan, SeriesWorker, read
from lab.match.budget import Budget
from lab.match.play import play
from lab.match.seats import make_setup, parse_game
from tests.lab.cli.conftest import Run

MATCH = ("match", "tictactoe", "--seat", "uct:c=0.4", "--seat", "random", "--budget", "30it")
BOT = """
import sys
for line in sys.stdin:
    fields = line.split()
    if len(fields) == 1 and fields[0].isdigit():
        cells = [input() for _ in range(int(fields[0]))]
        print(cells[0], flush=True)
"""


def test_more_processes_play_the_same_matches(run: Run) -> None:
    words = (*MATCH, "--matches", 7, "--seed", 3, "--json")
    alone, apart = (run(*words, "--processes", n) for n in (1, 2))
    assert alone[0] == apart[0] == 0
    assert json.loads(alone[1]) == json.loads(apart[1])
    assert "match 1 of 7" in alone[2] and "7 of 7 matches" in apart[2]  # progress beside the object


def test_a_worker_plays_what_the_series_has_at_that_place() -> None:
    game = parse_game("tictactoe")
    setup = make_setup(game, ["uct:c=0.4", "random"], 3, Budget.parse("30it"))
    start = play("tictactoe", ["random", "random"], seed=9).turns[1].state
    for position in (None, start):
        plan = SeriesPlan.of(game, setup, 4, True, False, position)
        line = json.loads(json.dumps(plan.line))
        worker = SeriesWorker(SeriesPlan(**{**line, "seats": tuple(line["seats"])}))
        found = [read(json.loads(json.dumps(worker.answer({"match": k})))) for k in range(4)]
        assert found == list(each_match(game, setup, 4, start=position))
        assert worker.answer({"warm": 1}) == {}


def test_replays_are_written_by_one_process(run: Run, tmp_path: Path) -> None:
    code, _, errors = run(*MATCH, "--matches", 2, "--processes", 2, "--out", tmp_path / "m.jsonl")
    assert code == 2 and "leave one of the two away" in errors and not list(tmp_path.iterdir())


def test_budgets_may_be_cpu_time(run: Run) -> None:
    words = ("match", "tictactoe", "--seat", "uct", "--seat", "random", "--budget", "1ms", "--cpu")
    code, said, _ = run(*words)
    assert code == 0 and "1 ms of CPU time per move" in said


@pytest.mark.parametrize("as_json", [False, True])
def test_programs_are_timed(run: Run, tmp_path: Path, as_json: bool) -> None:
    (tmp_path / "bot.py").write_text(BOT)
    bot = f"cmd:{shlex.join([sys.executable, '-I', '-S', str(tmp_path / 'bot.py')])},patience=50"
    words = ("match", "tictactoe", "--seat", "random", "--seat", bot, "--matches", 2)
    code, said, _ = run(*words, *(["--json"] if as_json else []))
    assert code == 0
    if as_json:
        search, program = (side["answers"] for side in json.loads(said)["sides"])
        assert search is None and program["count"] >= 5
        assert 0 < program["mean_ms"] <= program["worst_ms"] <= program["total_ms"]
        assert program["margin_ms"] > 0
    else:
        line = next(each for each in said.splitlines() if each.startswith("Side 2, cmd:"))
        assert " answers: " in line and " ms at worst, at least " in line
        assert not any(each.startswith("Side 1,") for each in said.splitlines())


@pytest.mark.parametrize("processes", [1, 2])
def test_a_series_counts_what_spoiled_it(run: Run, processes: int) -> None:
    words = ("match", "tictactoe", "--seat", "random", "--seat", "cmd:true", "--matches", 2)
    words = (*words, "--processes", processes)
    _, said, _ = run(*words)
    assert "Side 2 spoiled 2 of 2 games by 2 bad answers" in said and "Side 1 spoiled" not in said
    sound, broken = (side["faults"] for side in json.loads(run(*words, "--json")[1])["sides"])
    assert (sound["games"], sound["spoiled"]) == (2, 0)
    assert (broken["games"], broken["spoiled"], broken["never"]) == (2, 2, 2) and broken["words"]


def test_ten_bad_answers_are_told_and_the_others_counted(run: Run) -> None:
    words = ("match", "tictactoe", "--seat", "cmd:cat", "--seat", "random", "--matches")
    for matches, told, more in ((4, 4, ""), (12, 10, "... and 2 more")):
        _, out, _ = run(*words, str(matches))
        lines = out.splitlines()
        said = [line for line in lines if line.startswith("seed ")]
        assert len(said) == told and all("is not a legal cell" in line for line in said)
        assert said == sorted(said, key=lambda line: int(line.split()[1].rstrip(":")))
        assert [line for line in lines if line.endswith(" more")] == [more] * bool(more)
