"""Where the computer is busy, every command that has programs play games says so first."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engines.game import Game
from engines.knobs import KnobError
from engines.matrix import Matrix
from lab.batch.entrants import condition
from lab.batch.workplace import Workplace
from lab.cli import main, playing
from lab.files.past import past_match
from lab.files.replay import load
from lab.match.seats import parse_contest
from tests.lab.cli.conftest import Run, program
from tests.lab.experiments.instant import Instant

EXPERIMENT = """
[experiment]
question = "Who is stronger?"
kind = "test"
game = "tictactoe"
seat = "uct"
budget = ["20it"]
rivals = ["{bot}"]
groups = 1
"""
PLAYS = """
test tictactoe --seat uct --than BOT --groups 1
tune tictactoe --seat uct --against BOT --knob c=0.1:1 --games 8
sweep tictactoe --seat uct --vary c=0.1|0.2 --against BOT --matches 2
arena play duel --games 2 --allow-programs
experiment run busy --allow-programs
"""


@pytest.mark.parametrize("line", PLAYS.split("\n")[1:-1])
def test_a_busy_computer_is_told_of(
    line: str, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot = program(tmp_path / "bot.py", 0)
    monkeypatch.setenv("SMITSILAB_DATA", str(tmp_path))
    monkeypatch.setattr(playing, "LocalHands", lambda *about: Instant())
    store = ("--store", tmp_path / "games.db")
    if "duel" in line:
        run("arena", "new", "duel", "tictactoe", "--budget", "20it", *store)
        run("arena", "add", "duel", "mine", "--seat", bot, *store)
        run("arena", "add", "duel", "dice", "--seat", "random", *store)
    (tmp_path / "experiments").mkdir()
    (tmp_path / "experiments" / "busy.toml").write_text(EXPERIMENT.format(bot=bot))

    def told(self: Workplace, players: object) -> str:
        kinds = [each.kind for each in players]  # type: ignore[attr-defined]
        return "It is busy." if "program" in kinds else ""

    monkeypatch.setattr(Workplace, "crowded", told)
    words = [bot if word == "BOT" else word for word in line.split()]
    assert "It is busy." in run(*words, *store)[2]


# -- games whose points are no sum ----------------------------------------------------------------


TABLE = "matrix:matrix=own,payoffs=4/1 -1/7; 0/-8 2.5/0"
PLAYERS = ["--seat", "scripted", "--seat", "random", "--budget", "1it"]


def test_a_match_has_payoffs_and_nobody_wins(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "match.jsonl"
    words = ["match", TABLE, *PLAYERS, "--out", str(file)]
    assert main(words) == 0
    said = capsys.readouterr().out
    assert "Nobody wins here" in said and "Elo" not in said and "wins  " not in said
    again = load(file)
    row, column = again.turns[0].joint
    paid = again.game.gains(again.initial)[:, row, column]  # type: ignore[attr-defined]
    assert [8 * x for x in again.outcome] == paid.tolist()
    assert main(["replay", str(file), "--verify"]) == 0
    capsys.readouterr()
    assert main(["replay", str(file)]) == 0
    told = f"Payoffs: {paid[0]:g} : {paid[1]:g}".replace("-", "−")
    assert told in capsys.readouterr().out
    past = past_match(file)
    assert past is not None and past.result == again.reason


def test_the_data_of_a_match_count_no_wins(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["match", TABLE, *PLAYERS, "--matches", "4", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["verdict"] == ""
    for side in found["sides"]:
        nothing = ("wins", "draws", "losses", "score", "low", "high", "elo", "elo_low", "elo_high")
        assert [side[name] for name in nothing] == [None] * len(nothing)
        assert -8 <= side["payoff"]["mean"] <= 8


@pytest.mark.parametrize(
    "words",
    [
        ["test", "--seat", "scripted", "--than", "random"],
        ["table"],
        ["sweep", "--seat", "duct", "--vary", "c=1,2"],
        ["tune", "--seat", "duct", "--knob", "c"],
    ],
    ids=lambda words: str(words[0]),
)
def test_what_counts_wins_refuses(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main([words[0], TABLE, *words[1:], "--budget", "1it"]) == 2
    assert "Nobody wins Matrix game" in capsys.readouterr().err


def test_a_contest_is_a_game_that_can_be_won() -> None:
    assert parse_contest("matrix").zero_sum
    with pytest.raises(KnobError, match="Nobody wins"):
        parse_contest("matrix:matrix=chicken")


@pytest.mark.parametrize("options", [{}, {"matrix": "two_killers", "size": 5}, {"matrix": "own"}])
def test_what_was_kept_of_zero_sum_tables_stays_the_same(options: dict[str, str | int]) -> None:
    """The option for payoffs is written only where there are any."""
    usual = {"largest": 100, "matrix": "rps", "rounds": 1, "size": 8}
    assert json.loads(condition(Matrix.configure(**options), "it").options) == usual | options
    given: Game = Matrix.configure(matrix="own", payoffs="3 -1; 0 2")
    assert json.loads(condition(given, "it").options)["payoffs"] == "3 -1; 0 2"
