"""Branches in replay files: what a table writes reads back the same, older files show what they
took back, and damage keeps whole lines.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.knobs import KnobError
from lab.cli import BAD_INPUT, OK, main
from lab.files import replay_reader
from lab.files.replay import Replay, ReplayError, ReplayWriter, load
from lab.files.tidy import copy_match
from lab.files.verify import verify
from lab.live import table as table_module
from lab.live.table import MatchTable
from lab.match.play import make_turn
from lab.match.play import play as play_match
from lab.match.seats import make_setup, parse_game
from lab.match.turn_tree import START, TurnNote, TurnTree

SETUP = make_setup(parse_game("tictactoe"), ["random", "random"], 1)


def opened(folder: Path, replay: Replay | None = None) -> MatchTable:
    """A match whose rules are read."""
    table = MatchTable(SETUP, folder, replay)
    while not table.look():
        pass
    return table


def joint(turn: int, cell: int) -> tuple[int, int]:
    """The mover of the turn after `turn` turns plays a cell."""
    return (cell, -1) if turn % 2 == 0 else (-1, cell)


def play(table: MatchTable, *cells: int) -> None:
    """Plays on from the head."""
    for cell in cells:
        head = table.head
        turn = table._imagined(head.state, head.turn, joint(head.turn, cell), head.values)
        table._add(turn, (None, None))


def saved(table: MatchTable) -> Replay:
    assert table.recorder.path is not None and not table.recorder.problem
    table.recorder.close()
    return load(table.recorder.path)


def words(tree: TurnTree) -> list[tuple[str, str]]:
    """Each line's name and all its cells."""
    ends = [line.turns[-1] if line.turns else START for line in tree.lines()]
    cells = ("".join(str(max(tree.joint(t))) for t in tree.path(end)) for end in ends)
    return list(zip((line.name for line in tree.lines()), cells, strict=True))


def facts(tree: TurnTree) -> tuple[Any, ...]:
    """All that a file keeps of a tree."""
    every = range(1, len(tree) + 1)
    moves = [(tree.before(t), tree.joint(t)) for t in every]
    return words(tree), moves, tree.head, tree.main, tree.notes, tree.names, tree.all_dropped


def test_what_a_match_took_back_and_branched_reads_back_and_plays_again(tmp_path: Path) -> None:
    table = opened(tmp_path)
    play(table, 4, 0, 8, 2, 1)
    table.back_to(3)
    play(table, 7)  # taken back and played otherwise: the main line
    table.add_branch(1, [joint(1, 2), joint(2, 6)])
    table.name(table.history.tree.head - 1, "Corner")
    table.note(2, TurnNote("the only one\nthat holds", "!"))
    replay = saved(table)
    assert words(replay.tree.tree) == [("", "4087"), ("A", "40821"), ("Corner", "426")]
    assert facts(replay.tree.tree) == facts(table.history.tree)
    assert [max(turn.joint) for turn in replay.turns] == [4, 0, 8, 7], "the main line"
    assert list(verify(replay)) == [None] * 8
    assert replay.tree.tree.notes == {2: TurnNote("the only one\nthat holds", "!")}


def test_an_older_file_shows_the_turns_that_it_took_back(tmp_path: Path) -> None:
    """As written until now: a line that returns is written again."""
    table = opened(tmp_path)
    play(table, 4, 0, 8, 2)
    table.recorder.close()
    assert table.recorder.path is not None
    again = load(table.recorder.path)
    header, *turns = _lines(table.recorder.path)
    table = opened(tmp_path / "b")
    play(table, 4, 5, 6)
    assert table.recorder.path is not None
    table.recorder.close()
    other = _lines(table.recorder.path)[2:]
    old = [header, *turns, {"back_to": 1}, *other, {"back_to": 1}, *turns[1:], {"back_to": 3}]
    file = tmp_path / "old.jsonl"
    file.write_text("".join(f"{json.dumps(line)}\n" for line in old))
    replay = load(file)
    assert words(replay.tree.tree) == [("", "4082"), ("A", "456")]
    assert [t.joint for t in replay.turns] == [t.joint for t in again.turns[:3]], "where it stops"
    assert list(verify(replay)) == [None] * 6
    table = opened(tmp_path / "c", replay)
    assert table.head.turn == 3 and table.history.can_redo
    assert [line.name for line in table.lines.rows] == ["", "A"]


def _lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in gzip.decompress(path.read_bytes()).splitlines()]


NAMES = "play play play branch back redo go drop restore main name note reopen"
COMMANDS = st.lists(
    st.tuples(st.sampled_from(NAMES.split(" ")), st.integers(0, 40), st.integers(0, 8)),
    max_size=25,
)


def obey(table: MatchTable, name: str, number: int, cell: int, folder: Path) -> MatchTable:
    """One command; KnobError if the rules do not allow it."""
    tree = table.history.tree
    kept = [t for t in range(len(tree) + 1) if tree.is_kept(t)]
    turn, depth = kept[number % len(kept)], number % (table.head.turn + 1)
    match name:
        case "play":
            play(table, cell)
        case "branch":
            table.add_branch(depth, [joint(depth, cell)])
        case "back":
            table.back_to(depth)
        case "redo":
            table.redo()
        case "go":
            table.stand_at(tree.leaf(turn))
        case "drop" if turn != START:
            table.drop(turn)
        case "restore" if tree.dropped:
            table.restore(tree.dropped[number % len(tree.dropped)])
        case "main" if turn != START:
            table.promote(turn)
        case "name" if turn != START:
            table.name(turn, "" if cell < 3 else f"N{cell}")
        case "note" if len(tree):
            table.note(turn, TurnNote(f"{cell}", ("", "!", "?!")[cell % 3]))
        case "reopen" if table.recorder.path is not None:
            return opened(folder, saved(table))
    return table


@given(COMMANDS)
@settings(deadline=None, max_examples=60)
def test_whatever_people_do_the_file_has_the_same_tree(
    commands: list[tuple[str, int, int]],
) -> None:
    with TemporaryDirectory() as folder:
        table = opened(Path(folder))
        for name, number, cell in commands:
            with suppress(KnobError):
                table = obey(table, name, number, cell, Path(folder))
            frames, history = table.history.frames, table.history
            path = (START, *history.tree.path(history.tree.head))
            assert [f.turn for f in frames] == list(range(len(path)))
            assert all(f.state is history.state(t) for f, t in zip(frames, path, strict=True))
        if table.recorder.path is None:
            return
        replay = saved(table)
        assert facts(replay.tree.tree) == facts(table.history.tree) and not replay.damaged
        assert list(verify(replay)) == [None] * len(replay.tree.played)


@pytest.mark.parametrize(
    "line",
    [
        {"back_to": 1, "at": 2},
        {"back_to": 2, "at": 99},
        {"back_to": 2, "at": True},
        {"main": 99},
        {"main": "x"},
        {"note": 1, "text": "x" * 4001},
        {"note": 1, "text": 5},
        {"note": 1, "text": "x", "mark": "nonsense"},
        {"note": -1, "text": "x"},
        {"name": 1, "text": "x" * 41},
        {"name": 0, "text": "x"},
        {"drop": 0},
        {"drop": None},
        {"restore": [1]},
    ],
)
def test_a_wrong_line_about_the_tree_keeps_the_turns_before_it(
    lines: list[dict[str, Any]], written: Callable[..., Path], line: dict[str, Any]
) -> None:
    replay = load(written([*lines[:3], line, *lines[3:]]))
    assert replay.damaged and len(replay.turns) == 2
    assert replay.note.startswith("The line after turn 2 cannot be read (")
    assert not any(word in replay.note for word in ("None", "object", "list", "another kind"))


def test_a_cut_file_keeps_every_whole_line(tmp_path: Path) -> None:
    table = opened(tmp_path)
    play(table, 4, 0, 8)
    table.add_branch(1, [joint(1, 2), joint(2, 6)])
    table.recorder.close()
    assert table.recorder.path is not None
    text = gzip.decompress(table.recorder.path.read_bytes())
    for end in range(len(text) // 2, len(text), 29):
        file = tmp_path / "cut.jsonl"
        file.write_bytes(text[:end])
        whole = text[:end].count(b"\n") + (text[end : end + 1] == b"\n")
        kept = [json.loads(line) for line in text.splitlines()[:whole]]
        assert len(load(file).tree.tree) == sum("turn" in line for line in kept)


def test_a_tidy_copy_has_no_deleted_branch_and_the_main_line_last(tmp_path: Path) -> None:
    table = opened(tmp_path)
    play(table, 4, 0, 8, 2)
    table.add_branch(2, [joint(2, 6)])  # A
    table.add_branch(1, [joint(1, 5), joint(2, 3)])  # B
    table.add_branch(0, [joint(0, 1)])  # C
    table.note(5, TurnNote("here", "?"))
    table.drop(table.history.tree.head)
    table.recorder.close()
    assert table.recorder.path is not None
    copy_match(table.recorder.path, tmp_path / "tidy.jsonl")
    tidy = load(tmp_path / "tidy.jsonl")
    assert words(tidy.tree.tree) == words(table.history.tree)
    assert words(tidy.tree.tree) == [("", "4082"), ("A", "406"), ("B", "453")]
    assert [note.text for note in tidy.tree.tree.notes.values()] == ["here"]
    assert list(verify(tidy)) == [None] * 7 and len(tidy.turns) == 4
    lines = [json.loads(line) for line in (tmp_path / "tidy.jsonl").read_text().splitlines()]
    shown: list[int] = []  # as a reader shows it that knows no branches
    for line in lines:
        shown = shown[: line["back_to"]] if "back_to" in line else shown
        shown += [max(line["joint"])] if "turn" in line else []
    assert shown == [4, 0, 8, 2] and not any("at" in line or "drop" in line for line in lines)


@given(COMMANDS)
@settings(deadline=None, max_examples=30)
def test_a_tidy_copy_shows_the_same_lines(commands: list[tuple[str, int, int]]) -> None:
    with TemporaryDirectory() as name:
        folder = Path(name)
        table = opened(folder)
        for command, number, cell in commands:
            with suppress(KnobError):
                table = obey(table, command, number, cell, folder)
        if table.recorder.path is None:
            return
        table.recorder.close()
        copy_match(table.recorder.path, folder / "tidy.jsonl")
        tidy = load(folder / "tidy.jsonl")
        assert sorted(words(tidy.tree.tree)) == sorted(words(table.history.tree))
        assert not tidy.damaged and list(verify(tidy)) == [None] * len(tidy.tree.played)


@pytest.mark.parametrize("options", [[], ["--branch", "b"], ["--branch", "Corner"]])
def test_the_command_line_prints_and_verifies_branches(
    options: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = opened(tmp_path)
    play(table, 4, 0, 8, 2)
    table.add_branch(2, [joint(2, 6)])
    table.add_branch(1, [joint(1, 5), joint(2, 3)])
    table.note(1, TurnNote("\x1b[2Jcentre\n first", "!"))
    table.name(5, "Corner")
    table.recorder.close()
    file = str(table.recorder.path)
    assert main(["replay", file, *options]) == OK
    said = capsys.readouterr().out
    assert "\x1b" not in said and "move 1: ! \\x1b[2Jcentre first" in said
    assert "  Corner: from move 3, 1 move\n  B: from move 2, 2 moves" in said
    places = {"": "0 0", "b": "1 2", "Corner": "0 0"}
    second = next(line for line in said.splitlines() if line.startswith("   2"))
    assert places[options[-1] if options else ""] in second
    assert main(["replay", file, "--verify", *options]) == OK
    assert "7/7 turns played again the same." in capsys.readouterr().out


def test_a_branch_that_is_not_there_is_refused_with_those_that_are(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = opened(tmp_path)
    play(table, 4, 0, 8)
    table.add_branch(1, [joint(1, 5)])
    table.recorder.close()
    assert main(["replay", str(table.recorder.path), "--branch", "Z"]) == BAD_INPUT
    assert "There is no branch Z. Branches of this match: A." in capsys.readouterr().err


def test_searches_that_kept_their_tree_play_again_the_same_after_a_branch(tmp_path: Path) -> None:
    """The main line is written around a branch: its search goes on with the tree from before."""
    result = play_match("uttt", ["uct", "uct:c=2"], budget="600it", seed=4)
    turns = result.turns[:8]
    for turn in turns[4:6]:  # each seat's next decision
        assert any(d is not None and not d.fresh and d.snapshot.reused for d in turn.decisions)
    file = tmp_path / "match.jsonl"
    with ReplayWriter(file, result.setup, result.initial) as writer:
        for turn in turns[:4]:
            writer.turn(turn)
        state = turns[3].state
        out = np.zeros(81, np.int64)
        game = parse_game("uttt")
        mover = int(game.rules.to_move(state))
        moves = out[: game.rules.legal(state, mover, out)]
        other = next(int(m) for m in moves if m != max(turns[4].joint))
        writer.turn(make_turn(game, state, 4, [None, None], {mover: (other,)}, 4))
        writer.back_to(4)
        for turn in turns[4:]:
            writer.turn(turn)
    replay = load(file)
    assert len(replay.turns) == 8 and list(verify(replay)) == [None] * 9
    first = replay.along(replay.tree.tree.path(5)[-1])
    assert list(verify(first)) == [None] * 9, "in whatever order they are played"


def two_lines(folder: Path, spoilt: int) -> Path:
    """A file with the cells 4, 0, 8 and, from the start on, the branch 1, `spoilt`, 5; turn 2 of
    the branch cannot have been played where `spoilt` is 1.
    """
    table = opened(folder)
    play(table, 4, 0, 8)
    table.back_to(0)
    table.beside = True
    play(table, 1, 7, 5)
    table.stand_at(3)
    table.promote(3)
    assert table.recorder.path is not None
    table.recorder.close()
    lines = gzip.decompress(table.recorder.path.read_bytes()).decode().splitlines()
    wrong = next(k for k, line in enumerate(lines) if '"joint":[-1,7]' in line)
    lines[wrong] = lines[wrong].replace("[-1,7]", f"[-1,{spoilt}]")
    path = folder / "two.jsonl"
    path.write_text("\n".join(lines) + "\n")
    return path


def test_a_long_file_is_read_line_by_line_of_turns(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = two_lines(tmp_path, 1)
    monkeypatch.setattr(replay_reader, "USUAL", 0)
    monkeypatch.setattr(table_module, "USUAL", 0)
    replay = load(path)
    assert not replay.damaged and [turn.joint[0] for turn in replay.turns] == [4, -1, 8]
    table = opened(tmp_path, replay)
    assert table.head.turn == 3 and table.history.tree.path(5) == (4, 5)
    assert table.history.words(3) != "" == table.history.words(4)  # not read yet
    table.stand_at(4)
    assert table.head.joint == (1, -1) and table.history.words(4) != ""
    before = table.head
    for turn in (5, 6):
        with pytest.raises(KnobError, match=r"Turn 2 of this line cannot be read \(.*1 is not"):
            table.stand_at(turn)
    assert table.head == before and not table.history.can_redo and table.history.ahead is None
    table.redo()
    assert table.head == before
    with pytest.raises(ReplayError, match="Turn 2 of this line"):
        list(verify(replay))


def test_a_usual_file_is_checked_whole(tmp_path: Path) -> None:
    assert load(two_lines(tmp_path, 1)).damaged
    good = load(two_lines(tmp_path, 7))
    assert not good.damaged and list(verify(good)) == [None] * 6


def test_a_long_file_whose_own_line_is_wrong_keeps_the_turns_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(replay_reader, "USUAL", 0)
    path = two_lines(tmp_path, 1)
    lines = path.read_text().splitlines()
    last = next(k for k, line in enumerate(lines) if '"joint":[5,-1]' in line)
    path.write_text("\n".join(x for x in lines[: last + 1] if '"main"' not in x) + "\n")
    replay = load(path)
    assert replay.damaged and "The line after turn 1 cannot be read" in replay.note
    assert [turn.joint for turn in replay.turns] == [(1, -1)]
    assert len(replay.tree.tree) == 4
