"""Branches that begin with a position set up by hand: a file keeps them, `verify` checks them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engines.game import State, same
from engines.knobs import KnobError
from lab.cli import OK, main
from lab.files.replay import Replay, load, save
from lab.files.tidy import copy_match
from lab.files.verify import verify
from lab.live.table import MatchTable
from lab.match.play import play as play_match
from lab.match.seats import make_setup, parse_game

SETUP = make_setup(parse_game("tictactoe"), ["uct:budget=20it", "random"], 1)


def edited(table: MatchTable, text: str) -> State:
    """The position of a text."""
    editing = table.game.editing()
    assert editing is not None
    return editing.read(table.head.state, text)


def branched(folder: Path) -> tuple[MatchTable, State]:
    """A match of searches, and after its second turn a position set up by hand that went on with a
    move.
    """
    played = folder / "played.jsonl"
    save(played, play_match("tictactoe", ["uct:budget=20it", "random"], seed=1))
    table = MatchTable(SETUP, folder, load(played))
    while not table.look():
        pass
    state = edited(table, "XX./OO./... X 1 1")
    table.set_up(2, state)
    turn = table._imagined(state, 3, (5, -1), table.head.values)
    table._add(turn, (None, None))
    return table, state


def written(table: MatchTable) -> Path:
    assert table.recorder.path is not None and not table.recorder.problem
    table.recorder.close()
    return table.recorder.path


def check(replay: Replay, state: State) -> None:
    """The set-up turn of the branch is there, and what was played from it."""
    whole = replay.tree
    assert [line.name for line in whole.tree.lines()] == ["", "A"]
    first, following = whole.tree.lines()[1].turns
    assert whole.tree.is_set_up(first) and not whole.tree.is_set_up(following)
    assert whole.tree.depth(first) == 3
    turn = whole.record(first).turn
    assert turn.joint == () and turn.turn == 3 and same(turn.state, state)
    assert whole.record(following).turn.joint == (5, -1)
    assert all(each is None for each in verify(replay))


def test_a_file_keeps_the_position_of_a_branch(tmp_path: Path) -> None:
    table, state = branched(tmp_path)
    stones = table.lines.rows[1].stones
    assert [stone.words for stone in stones] == ["set up", "1 2"]
    assert [stone.agent for stone in stones] == [-1, 0]
    path = written(table)
    check(load(path), state)
    copy_match(path, tmp_path / "tidy.jsonl")
    check(load(tmp_path / "tidy.jsonl"), state)


def test_a_match_with_such_a_branch_goes_on(tmp_path: Path) -> None:
    table, state = branched(tmp_path)
    replay = load(written(table))
    table = MatchTable(SETUP, tmp_path, replay)
    while not table.look():
        pass
    first = replay.tree.tree.lines()[1].turns[0]
    table.stand_at(first)
    assert same(table.head.state, state) and table.head.joint == () and table.last_joint is None
    table.set_up(2, state)  # the same again is no second branch
    assert len(table.history.tree.lines()) == 2 and table.history.tree.head == first
    table.set_up(2, edited(table, "X../OO./..X X 1 1"))
    assert [line.fork for line in table.history.tree.lines()[1:]] == [2, 2]
    table.recorder.close()


def test_an_impossible_position_changes_nothing(tmp_path: Path) -> None:
    table, state = branched(tmp_path)
    before = table.history.tree.changes, table.history.tree.head
    wrong = state.copy()
    wrong.marks[0] = wrong.marks[1]
    with pytest.raises(KnobError, match="cannot be a branch"):
        table.set_up(1, wrong)
    assert (table.history.tree.changes, table.history.tree.head) == before
    table.recorder.close()


@pytest.mark.parametrize("damage", ["field", "checksum", "joint"])
def test_a_damaged_position_is_not_read(tmp_path: Path, damage: str) -> None:
    table, _ = branched(tmp_path)
    path = tmp_path / "damaged.jsonl"
    copy_match(written(table), path)
    lines: list[dict[str, Any]] = [json.loads(line) for line in path.read_text().splitlines()]
    line = next(line for line in lines if "position" in line)
    if damage == "field":
        line["position"]["turn"] = 99
    elif damage == "checksum":
        line["state"] = "00000000"
    else:
        line["joint"] = [5, -1]
    path.write_text("".join(f"{json.dumps(each)}\n" for each in lines))
    replay = load(path)
    assert replay.damaged and not any("position" in each.line for each in replay.tree.played)


def test_the_command_line_shows_and_verifies_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table, _ = branched(tmp_path)
    path = written(table)
    assert main(["replay", str(path), "--branch", "A"]) == OK
    assert "position set up" in capsys.readouterr().out
    assert main(["replay", str(path), "--verify"]) == OK


def test_predictions_end_where_a_position_was_set_up(tmp_path: Path) -> None:
    """What a search expected of the turn after is about a position that is not there."""
    table, _ = branched(tmp_path)
    tally = table.history._of(table.history.tree.head).tally
    before = table.history._of(table.history.tree.path(table.history.tree.head)[1]).tally
    assert np.array_equal(tally, before)
    table.recorder.close()
