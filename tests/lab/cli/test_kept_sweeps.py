"""Sweeps and tables without a file: kept in the store, resumed, and the same as with a file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from lab.cli import InputError, playing
from lab.cli.batch import check_out
from lab.cli.sweep import as_json
from lab.cli.table import as_json as table_json
from lab.experiments.robin import RobinPlan, robin
from lab.experiments.sweep import SweepPlan, sweep
from lab.store.store import Store
from tests.lab.cli.conftest import Run
from tests.lab.experiments.fake_hands import Here

SWEEP = (
    *("sweep", "tictactoe", "--seat", "uct", "--vary", "c=0.1|2", "--against", "uct:budget=10it"),
    *("--matches", "12", "--budget", "30it", "--seed", "5"),
)
TABLE = (
    *("table", "tictactoe", "--player", "random", "--player", "scripted", "--player", "uct"),
    *("--budget", "20it", "--matches", "4"),
)


@pytest.fixture
def hands(monkeypatch: pytest.MonkeyPatch) -> list[Here]:
    """Games are played in this process; the hands that commands have started."""
    started: list[Here] = []

    def start(*about: object) -> Here:
        started.append(Here(3))
        return started[-1]

    monkeypatch.setattr(playing, "LocalHands", start)
    return started


def test_a_sweep_in_the_store_is_the_one_in_a_file(
    run: Run, hands: list[Here], tmp_path: Path
) -> None:
    plan = SweepPlan(
        "tictactoe", "uct", ("c=0.1|2",), ("uct:budget=10it",), 12, budget="30it", seed=5
    )
    words = (*SWEEP, "--store", tmp_path / "games.db", "--json")
    code, said, progress = run(*words)
    assert code == 0 and json.loads(said) == json.loads(json.dumps(as_json(sweep(plan, None, 1))))
    assert "24 of 24 games" in progress
    assert run(*words)[1] == said and len(hands) == 1  # nothing is played again
    run(*words, "--plan", "even")
    with Store(tmp_path / "games.db") as store:
        assert len(store.experiments()) == 1  # the rule is no other experiment


def test_a_table_in_the_store_is_the_one_in_a_file(
    run: Run, hands: list[Here], tmp_path: Path
) -> None:
    words = (*TABLE, "--store", tmp_path / "games.db", "--json")
    code, said, _ = run(*words)
    plan = RobinPlan("tictactoe", ("random", "scripted", "uct"), 4, "20it")
    found, other = json.loads(said), json.loads(json.dumps(table_json(robin(plan, None, 1))))
    for player in (*found["players"], *other["players"]):
        assert player.pop("cpu_ms") > 0  # the only thing that does not repeat
    assert code == 0 and found == other and found["played"] == 12
    run(*words, "--matches", "6")
    assert {job.seed for job in hands[1].jobs} == {3}
    _, shown, _ = run(*words, "--matches", "8", "--show")
    assert json.loads(shown)["played"] == 18 and len(hands) == 2


def test_a_sweep_from_a_position_begins_every_game_there(
    run: Run, hands: list[Here], tmp_path: Path
) -> None:
    replay = tmp_path / "match.jsonl"
    run("match", "tictactoe", "--seat", "random", "--seat", "random", "--out", replay)
    words = (*SWEEP, "--store", tmp_path / "games.db", "--from", replay, "--turn", 2)
    assert run(*words)[0] == 0
    assert len({job.start for job in hands[0].jobs}) == 1 and hands[0].jobs[0].start
    with Store(tmp_path / "games.db") as store:
        games = store.asked(store.experiments()[0].name)
    assert max(game.record.turns for game in games) <= 7


@pytest.mark.parametrize("words", [SWEEP, TABLE])
def test_a_file_is_written_at_the_end_and_none_is_lost(
    run: Run, hands: list[Here], tmp_path: Path, words: tuple[str, ...]
) -> None:
    file, here = tmp_path / "mine.jsonl", ("--store", tmp_path / "games.db")
    code, said, _ = run(*words, *here, "--out", file, "--json")
    assert code == 0 and len(hands) == 1
    with Store(tmp_path / "games.db") as store:
        (kept,) = store.experiments()
    exported = run("experiment", "export", kept.name, "--jsonl", *here)[1]
    written, again = (
        [json.loads(x) for x in text.splitlines()] for text in (_text(file), exported)
    )
    assert written[0] == again[0] and len(written) == kept.games + 1
    assert [line for line in written if line not in again] == []
    whole = _text(file)
    assert run(*words, *here, "--out", file, "--json")[:2] == (0, said) and _text(file) == whole
    other = ("--store", tmp_path / "other.db", "--out", file)
    code, _, told = run(*words, *other)
    assert code == 2 and f"has {kept.games} matches that the store does not have" in told
    assert _text(file) == whole and len(hands) == 1


def test_a_file_of_another_start_is_another_one(tmp_path: Path) -> None:
    usual = {"game": "tictactoe", "vary": ["c=1|2"]}
    started = usual | {"from": "match.jsonl"}
    (tmp_path / "f").write_text("some")
    for held, wanted in ((usual, started), (started, usual)):
        with pytest.raises(InputError, match=r"holds another one \(from"):
            check_out(tmp_path / "f", wanted, lambda path, held=held: (held, {}), {})
    check_out(tmp_path / "f", started, lambda path: (started, {}), {})


def _text(file: Path) -> str:
    return file.read_text(encoding="utf-8")


def test_a_pair_that_plays_without_chance_counts_once(
    run: Run, hands: list[Here], tmp_path: Path
) -> None:
    """With one that guesses every match is another."""
    players = ("alphabeta:depth=6", "alphabeta:depth=1", "random")
    words = ["table", "tictactoe", *(w for each in players for w in ("--player", each))]
    words += ["--budget", "60n", "--matches", "8", "--store", str(tmp_path / "games.db")]
    found = json.loads(run(*words, "--json")[1])
    deep, flat, _ = players
    assert found["played"] == 24 and found["repeating"] == [sorted((deep, flat))]
    against = {each["player"]: each["against"] for each in found["players"]}
    assert against[deep][flat]["matches"] == against[flat][deep]["matches"] == 2
    assert against[deep]["random"]["matches"] == 8
    once = json.loads(run(*words, "--json", "--show")[1])
    assert {each["player"]: each["against"] for each in once["players"]} == against
    assert once["repeating"] == found["repeating"] and len(hands) == 1
    said = run(*words)[1]
    both = " and ".join(sorted((deep, flat)))
    assert f"{both} play without chance: more games would repeat these two, which" in said
