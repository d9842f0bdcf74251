"""Tables that nobody wins, on the command line: payoffs in place of wins, a recording that opens
again, and a refusal by everything that counts wins.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engines.game import Game
from engines.knobs import KnobError
from engines.matrix import Matrix
from lab.batch.entrants import condition
from lab.cli import main
from lab.files.past import past_match
from lab.files.replay import load
from lab.match.seats import parse_contest

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
    assert "Nobody wins this table" in capsys.readouterr().err


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
