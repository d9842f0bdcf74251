"""The list of past matches, read without rules."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engines import games
from lab.batch.entrants import lineup
from lab.files.past import bring_back, found, past_match, put_aside
from lab.files.replay import ReplayError, load, save
from lab.files.verify import UNWATCHED, Repetition, can_repeat, unrepeated, verify
from lab.match.decide import Change
from lab.match.play import play
from lab.match.seat import SearchSeat
from lab.store.rows import shared

Lines = list[dict[str, Any]]
Written = Callable[[Lines], Path]


@pytest.mark.parametrize("name", ["a.jsonl", "a.jsonl.gz"])
def test_a_file_says_who_played_what_and_how_it_ended(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    save(path, play("tictactoe", ["uct", "random"], budget="20it", seed=3))
    os.utime(path, (1000.0, 1000.0))
    match, replay = past_match(path), load(path)
    assert match is not None
    assert (match.game, match.players, match.when) == ("Tic-tac-toe", ("UCT", "Random"), 1000.0)
    assert match.turns == len(replay.turns) and replay.reason in match.result
    assert match.result.startswith(" : ".join(f"{(x + 1) / 2:g}" for x in replay.outcome))


def test_branches_comments_people_and_programs_are_told(lines: Lines, written: Written) -> None:
    first = lines[0]["seats"][0]
    lines[0]["seats"] = [
        {**first, "algorithm": "human"},
        {**first, "algorithm": "cmd", "params": {"command": "/x/y/bot\n --deep"}},
    ]
    lines[3:3] = [{"back_to": 1}, lines[2] | {"joint": [7, -1]}, {"note": 1, "text": "x"}]
    match = past_match(written(lines[:-2]))
    assert match is not None
    assert match.players == ("a person", "bot --deep") and match.result == ""
    assert (match.branches, match.comments) == (1, 1)


@pytest.mark.parametrize("text", ["", "{}", "[]", "nonsense", '{"format": "smitsilab-replay"}'])
def test_what_is_no_replay_is_left_out(tmp_path: Path, text: str) -> None:
    (tmp_path / "a.jsonl").write_text(text)
    assert past_match(tmp_path / "a.jsonl") is None
    assert past_match(tmp_path / "missing.jsonl") is None


def test_a_damaged_file_counts_up_to_the_damage(lines: Lines, written: Written) -> None:
    path = written(lines[:4])
    path.write_text(path.read_text() + '{"turn": 4, "joi\n' + json.dumps({"end": True}))
    match = past_match(path)
    assert match is not None and match.turns == 3 and match.result == ""


def test_the_newest_file_comes_first_and_a_deleted_one_can_come_back(tmp_path: Path) -> None:
    for age, name in enumerate(("c.jsonl", "a.jsonl.gz", "b.jsonl", "note.txt")):
        (tmp_path / name).write_text(name)
        os.utime(tmp_path / name, (1000.0 - age, 1000.0 - age))
    assert [path.name for path in found(tmp_path)] == ["c.jsonl", "a.jsonl.gz", "b.jsonl"]
    aside = [put_aside(tmp_path / "c.jsonl")]
    (tmp_path / "c.jsonl").write_text("another")
    aside.append(put_aside(tmp_path / "c.jsonl"))
    assert [path.name for path in found(tmp_path)] == ["a.jsonl.gz", "b.jsonl"]
    bring_back(aside[0], tmp_path / "c.jsonl")
    assert (tmp_path / "c.jsonl").read_text() == "c.jsonl" and aside[1].read_text() == "another"


# -- threads --------------------------------------------------------------------------------------


SEATS = ("uct:threads=3,parallel=tree,budget=30it", "uct:threads=3,parallel=root,budget=30it")


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A match of a shared tree against trees of their own."""
    path = tmp_path_factory.mktemp("threads") / "match.jsonl"
    save(path, play("tictactoe", list(SEATS), seed=3))
    return path


def test_one_tree_is_played_as_recorded_and_single_trees_are_repeated(file: Path) -> None:
    replay = load(file)
    assert list(verify(replay)) == [None] * len(replay.turns)
    assert unrepeated(replay) == (0,)
    again = Repetition(replay)
    with pytest.raises(ReplayError, match="seat 1 grew one tree"):
        again.watched(1, 0, UNWATCHED)
    player, _ = again.watched(2, 1, UNWATCHED)
    assert player.search.snapshot().iterations == 30


def test_a_knob_turned_in_mid_search_counts(file: Path) -> None:
    game = games()["tictactoe"]()
    spec = load(file).setup.seats[1]
    decision = load(file).turns[1].decisions[1]
    assert isinstance(spec, SearchSeat) and decision is not None
    assert can_repeat(game, spec, decision)
    turned = replace(decision, changes=(Change(10, {"parallel": "tree"}),))
    assert not can_repeat(game, spec, turned)
    one = replace(decision, changes=(Change(10, {"threads": 1}), Change(20, {"parallel": "tree"})))
    assert can_repeat(game, spec, one)


@pytest.mark.parametrize(
    ("seat", "alike"),
    [
        ("uct", True),
        ("uct:threads=4", True),
        ("uct:parallel=tree", True),
        ("uct:threads=2,parallel=tree", False),
    ],
)
def test_only_games_that_repeat_are_anybodys(seat: str, alike: bool) -> None:
    found = lineup(games()["tictactoe"](), (seat, "random"), "it")
    assert found.repeats is alike and shared(found) is alike
    assert not lineup(games()["tictactoe"](), (seat, "random"), "cpu").repeats
