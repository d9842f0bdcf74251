"""`smitsilab arena`: bots join, play, are shown, promoted, renamed and watched."""

from __future__ import annotations

import csv
import io
import json
import re
from pathlib import Path

import pytest

from lab.cli import playing
from lab.files.replay import load
from tests.lab.cli.conftest import Run
from tests.lab.experiments.fake_hands import Here


@pytest.fixture
def arena(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """`smitsilab arena` on a store of its own with the arena "duel" of three bots."""
    monkeypatch.setattr(playing, "LocalHands", lambda *about: Here(2))

    def arena(what: str, *words: object) -> tuple[int, str, str]:
        return run("arena", what, *words, "--store", tmp_path / "games.db")

    arena("new", "duel", "tictactoe", "--budget", "20it")
    arena("add", "duel", "v6", "--seat", "uct:c=0.5", "--role", "benchmark")
    arena("add", "duel", "v7", "--seat", "uct:c=2")
    arena("add", "duel", "dice", "--seat", "random")
    return arena


def test_an_arena_without_games_and_one_with_one_bot(run: Run, arena: Run) -> None:
    code, said, _ = arena("new", "tempo", "tron", "--players", 4)
    assert code == 0 and "2 ms of CPU time a decision" in said
    code, said, _ = arena("show", "tempo")
    assert code == 0 and "0 bots, no games yet" in said
    assert "nobody to play in tempo" in arena("play", "tempo")[2]
    arena("add", "tempo", "only", "--seat", "random")
    code, _, errors = arena("play", "tempo")
    assert code == 2 and "only only to play in tempo" in errors
    code, said, _ = arena("list")
    assert re.search(r"duel +tictactoe +3 +0\n", said) and "tron:players=4" in said


def test_play_shows_the_standing_and_goes_on_where_it_stopped(arena: Run) -> None:
    code, said, progress = arena("play", "duel", "--games", 12, "--crosstable")
    assert code == 0 and "12 of 12 games" in progress
    assert "3 bots, 12 games; 0 is the mean of all" in said
    order = re.findall(r"^(v6|v7|dice) .*?([+−]\d+ ±\d+)", said, re.M)
    assert len(order) == 3 and order[-1][0] == "dice"
    _, again, progress = arena("play", "duel", "--games", 12, "--crosstable")
    assert again == said
    _, said, _ = arena("play", "duel", "--games", 18, "--json")
    found = json.loads(said)
    assert [row["games"] for row in found["rows"]] == [12, 12, 12]
    cells = {(cell["bot"], cell["against"]): cell for cell in found["crosstable"]}
    assert len(cells) == 6 and cells["v6", "dice"]["games"] == 6
    both = cells["v6", "dice"]["points"] + cells["dice", "v6"]["points"]
    assert both == 1.0 and cells["v6", "dice"]["points"] > 0.5


def test_the_question_is_kept_with_the_arena_and_answered_by_its_games(arena: Run) -> None:
    code, said, _ = arena(
        "play", "duel", "--candidate", "v7", "--than", "dice", "--games", 80, "--block"
    )
    assert code == 0 and "v7 is better than dice. " in said and "Results of v7 vs dice" in said
    assert "v7 is better than dice. " in arena("show", "duel")[1]
    arena("rename", "duel", "v7", "v7b")
    assert "v7b is better than dice. " in arena("show", "duel")[1]
    _, _, errors = arena("play", "duel", "--candidate", "v9")
    assert "There is no bot v9 in duel" in errors


def test_a_bot_with_equal_values_is_refused_by_the_name_of_the_other(arena: Run) -> None:
    code, _, errors = arena("add", "duel", "v8", "--seat", "uct:c=0.5,budget=20it")
    assert code == 2 and "would play exactly as v6 does" in errors
    code, _, errors = arena("add", "duel", "slow", "--seat", "uct:budget=3ms")
    assert code == 2 and "budget of another kind" in errors
    code, _, errors = arena("add", "duel", "v6", "--seat", "uct:c=9")
    assert code == 2 and "a bot v6" in errors


def test_roles_change_once_and_who_is_retired_keeps_its_games(arena: Run) -> None:
    arena("play", "duel", "--games", 12)
    assert arena("promote", "duel", "v7")[1] == "v7 is a benchmark now, and was a candidate.\n"
    assert arena("promote", "duel", "v7")[0] == 2
    assert arena("retire", "duel", "dice")[1] == "dice is retired now, and was a candidate.\n"
    before = arena("show", "duel", "--games", "--bot", "dice", "--csv")[1]
    _, said, _ = arena("play", "duel", "--games", 12)
    assert arena("show", "duel", "--games", "--bot", "dice", "--csv")[1] == before
    assert re.search(r"dice +retired +[+−]\d+", said)


def test_games_are_listed_by_bot_and_result_and_one_is_watched(arena: Run, tmp_path: Path) -> None:
    arena("play", "duel", "--games", 12)
    _, said, _ = arena("show", "duel", "--games", "--csv", "--last", 100)
    games = list(csv.DictReader(io.StringIO(said)))
    assert len(games) == 12
    _, said, _ = arena("show", "duel", "--games", "--bot", "dice", "--lost", "--json")
    lost = json.loads(said)
    assert lost and all(row["outcome"][row["bots"].index("dice")] == -1 for row in lost)
    code, _, errors = arena("show", "duel", "--lost")
    assert code == 2 and "add --games" in errors
    number, kept = lost[0]["number"], tmp_path / "game.jsonl"
    code, said, _ = arena("watch", "duel", number, "--out", kept)
    assert code == 0 and str(kept) in said
    replay = load(kept)
    assert list(replay.outcome) == lost[0]["outcome"] and len(replay.turns) == lost[0]["turns"]
    dice = lost[0]["bots"].index("dice")
    assert replay.setup.seats[dice].name == "random"
    code, said, _ = arena("watch", "duel", number, "--live")
    assert code == 0 and "Result: " in said
    assert arena("watch", "duel", 999)[0] == 2


def test_a_program_that_changed_since_it_joined_does_not_play(arena: Run, tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text("v1")
    arena("add", "duel", "mine", "--seat", f"cmd:python {bot}")
    bot.write_text("version 2")
    code, said, errors = arena("play", "duel", "--games", 6)
    assert code == 0 and "mine has changed since it joined, so it does not play" in errors
    assert re.search(r"mine +candidate +0", said) and "4 bots, 6 games" in said
