"""`smitsilab arena`: bots join, play, are shown, promoted, renamed and watched."""

from __future__ import annotations

import csv
import io
import json
import re
import shlex
import sqlite3
import sys
from concurrent.futures import Future, wait
from pathlib import Path

import pytest

from lab.batch.games import GameRecord, GroupJob
from lab.cli import playing
from lab.experiments.arena import rules as versions
from lab.files.replay import load
from lab.store.store import Store
from tests.lab.cli.conftest import Run, program
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
    for row in found["rows"]:
        own = [cell["points"] for cell in found["crosstable"] if cell["bot"] == row["name"]]
        assert [(each["seat"], each["games"]) for each in row["seats"]] == [(1, 6), (2, 6)]
        mean = sum(each["points"] for each in row["seats"]) / 2
        assert mean == pytest.approx(sum(own) / len(own))


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


def test_the_programs_of_another_store_start_only_when_told(
    run: Run, arena: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever made the store has chosen them; those of the user's own store joined here."""
    bot = program(tmp_path / "bot.py", 0)
    arena("add", "duel", "mine", "--seat", bot)
    store = tmp_path / "games.db"
    pool = tmp_path / "pool.txt"
    pool.write_text(f"random\n{bot}\n")
    test = ("test", "tictactoe", "--seat", "uct", "--than", "random", "--groups", 1, "--pool")
    strange = [
        ("arena", "play", "duel", "--games", 2, "--store", store),
        ("arena", "watch", "duel", "--live", "--store", store),
        (*test, "duel", "--store", store),
        (*test, pool),
    ]
    for words in strange:
        code, _, errors = run(*words)
        assert code == 2 and "bot.py" in errors and "--allow-programs" in errors, words
        with Store(store) as kept:
            assert not kept.listed("arena duel")
    assert run(*strange[0], "--allow-programs")[0] == 0
    monkeypatch.setenv("SMITSILAB_STORE", str(store))
    assert run("arena", "play", "duel", "--games", 2)[0] == 0
    assert run("arena", "play", "duel", "--games", 2, "--store", store)[0] == 0


def test_a_program_that_changed_since_it_joined_plays_as_a_new_version(
    arena: Run, tmp_path: Path
) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text("v1")
    arena("add", "duel", "mine", "--seat", f"cmd:{shlex.join([sys.executable, str(bot)])}")
    bot.write_text("version 2")
    assert (
        "name it with --candidate"
        in arena("play", "duel", "--next", "candidate", "--allow-programs")[2]
    )
    code, said, errors = arena("play", "duel", "--games", 1, "--allow-programs")
    assert code == 0 and "mine has changed on disk: from now on it plays as mine (2)" in errors
    assert re.search(r"mine +retired +0", said) and re.search(r"mine \(2\) +candidate +0", said)


def test_a_program_that_changes_while_it_plays_goes_on_as_a_new_version(
    arena: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The third job finds another file: the games before are the old version's, the test stops,
    and the rest of the meetings are the new one's.
    """
    bot, before = tmp_path / "bot.py", list[Future[tuple[GameRecord, ...]]]()
    command = program(bot, 0)

    class Edited(Here):
        def submit(self, job: GroupJob) -> Future[tuple[GameRecord, ...]]:
            if "cmd" in "".join(job.sides):
                if len(before) == 2:
                    wait(before)
                    bot.write_text(f"{bot.read_text()}# changed")
                before.append(super().submit(job))
                return before[-1]
            return super().submit(job)

    monkeypatch.setattr(playing, "LocalHands", lambda *about: Edited(1))
    monkeypatch.setattr(versions, "SETTLE_S", 0.0)
    arena("add", "duel", "mine", "--seat", command)
    arena("retire", "duel", "v6")
    arena("retire", "duel", "v7")
    words = ("--candidate", "mine", "--than", "dice", "--games", 8)
    code, said, errors = arena("play", "duel", *words, "--allow-programs")
    assert code == 0 and "the test whether mine is better than dice has stopped" in errors.lower()
    _, said, _ = arena("show", "duel", "--json")
    rows = {row["name"]: row for row in json.loads(said)["rows"]}
    assert rows["mine"]["role"] == "retired" and rows["mine"]["games"] == 4
    assert rows["mine (2)"]["role"] == "candidate" and rows["mine (2)"]["games"] == 8


def test_a_bot_is_forgotten_with_its_games_and_its_question(arena: Run, run: Run) -> None:
    arena("play", "duel", "--candidate", "v7", "--than", "dice", "--games", 8)
    arena("play", "duel", "--next", "evenly", "--games", 12)
    others = arena("show", "duel", "--games", "--bot", "v6", "--json")[1]
    code, said, _ = arena("forget", "duel", "v7")
    assert code == 0 and re.search(r"v7 of duel is forgotten, with \d+ games that no other", said)
    _, said, _ = arena("show", "duel", "--json")
    found = json.loads(said)
    assert {row["name"] for row in found["rows"]} == {"v6", "dice"} and found["verdict"] is None
    left = json.loads(arena("show", "duel", "--games", "--json")[1])
    assert left == [game for game in json.loads(others) if "v7" not in game["bots"]]
    assert left and "no bot v7 in duel" in arena("forget", "duel", "v7")[2]


def test_an_arena_is_forgotten_and_its_name_is_free(arena: Run, tmp_path: Path, run: Run) -> None:
    arena("play", "duel", "--games", 6)
    code, said, _ = arena("forget", "duel")
    assert code == 0 and "The arena duel is forgotten, with 6 games" in said
    assert "no arena duel" in arena("show", "duel")[2]
    assert arena("new", "duel", "connect_four")[0] == 0
    assert "0 bots, no games yet" in arena("show", "duel")[1]
    code, said, _ = run("store", "check", "--store", tmp_path / "games.db")
    assert code == 0 and "0 games of 1 experiment" in said


def test_an_arena_has_its_games_under_another_name(arena: Run) -> None:
    arena("play", "duel", "--games", 6)
    before = json.loads(arena("show", "duel", "--json")[1])
    code, said, _ = arena("rename", "duel", "night")
    assert code == 0 and said == "The arena duel is called night now; its games stay its own.\n"
    assert json.loads(arena("show", "night", "--json")[1]) == before | {"arena": "night"}
    assert "games" not in arena("play", "night", "--games", 6)[2]  # none is played again
    arena("new", "day", "connect_four")
    assert "an arena day already" in arena("rename", "night", "day")[2]
    assert "spaces around" in arena("rename", "night", " day")[2]
    assert arena("rename", "night", "v6", "v6b")[0] == 0


def test_only_games_that_do_repeat_are_said_to(arena: Run, tmp_path: Path) -> None:
    """Not those of programs, and of threads that grow one tree; nor any by the clock."""
    (tmp_path / "bot.py").touch()
    exactly, tree = "Its games repeat exactly.", "do not repeat: its threads grow one tree."
    assert "repeat" not in arena("new", "other", "tictactoe", "--budget", "20it")[1]
    seats = {
        "plain": ("uct", exactly),
        "roots": ("uct:threads=2,parallel=root", exactly),
        "tree": ("uct:threads=2,parallel=tree", tree),
        "after": ("uct:c=3", ""),  # against some bots they do, against others not
        "program": (
            f"cmd:{shlex.join([sys.executable, str(tmp_path / 'bot.py')])}",
            "do not repeat: it is a program.",
        ),
    }
    for name, (seat, words) in seats.items():
        said = arena("add", "other", name, "--seat", seat)[1]
        assert words in said and ("repeat" in said) == bool(words), name
    arena("new", "quick", "tictactoe", "--budget", "1ms")
    assert "repeat" not in arena("add", "quick", "plain", "--seat", "uct")[1]


def test_each_version_of_the_rules_has_a_standing(arena: Run, tmp_path: Path) -> None:
    """The games of before are shown with --version; play goes on under the rules of today."""
    arena("play", "duel", "--games", 30)
    before = json.loads(arena("show", "duel", "--json")[1])
    with Store(tmp_path / "games.db") as store:  # as if another version had played them
        rules = store.arenas("duel")[0].condition
        with sqlite3.connect(tmp_path / "games.db") as db:
            db.execute(
                "UPDATE source SET digest = 'a1d' || digest WHERE digest = ?", (rules.source,)
            )
    assert arena("show", "duel")[1].endswith("the next games are under the new ones.\n")
    _, said, errors = arena("play", "duel", "--games", 6)
    assert "duel goes on under version 2" in errors and "version 1 (a1d" in errors
    assert f"version 2 of the rules ({rules.source[:7]}): 3 bots, 6 games" in said
    for name in ("1", f"a1d{rules.source[:2]}"):
        code, said, _ = arena("show", "duel", "--version", name, "--json")
        found = json.loads(said)
        assert code == 0 and found.pop("rules").startswith("version 1 of the rules (a1d")
        assert found | {"rules": ""} == before
    shows = [
        arena("show", "duel", *words, "--games", "--json") for words in ((), ("--version", "1"))
    ]
    listed = [json.loads(said) for _, said, _ in shows]
    assert [len(games) for games in listed] == [6, 30]
    code, _, errors = arena("show", "duel", "--version", "3")
    assert code == 2 and "duel has 2 versions of the rules: 1 (a1d" in errors
    number = max(game["number"] for game in listed[1] if game["seed"] > 3)  # without its actions
    assert "earlier version of the rules" in arena("watch", "duel", number, "--live")[2]
