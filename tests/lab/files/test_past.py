"""The list of past matches, read without rules."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from lab.files.past import bring_back, found, past_match, put_aside
from lab.files.replay import load, save
from lab.match.play import play

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
