"""Where the computer is busy, every command that has programs play games says so first."""

from __future__ import annotations

from pathlib import Path

import pytest

from lab.batch.workplace import Workplace
from lab.cli import playing
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
