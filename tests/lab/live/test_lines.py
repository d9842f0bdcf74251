"""The lines of a match: what is left by playing on from an earlier turn is not lost."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from engines import games
from lab.files.replay import load
from lab.files.tidy import copy_match
from lab.match.decide import Decision
from lab.match.history import MatchHistory
from lab.match.play import first_frame, make_turn
from tests.lab.toys import Open, joints, over, play_out, until


def moved(history: MatchHistory, cell: int) -> None:
    """The mover plays a cell."""
    game, state = history.game, history.head.state
    mover = int(game.rules.to_move(state))
    none: list[Decision | None] = [None, None]
    turn = make_turn(game, state, history.head.turn, none, {mover: (cell,)}, 1)
    history.add(turn, (None, None))


def cells(history: MatchHistory) -> list[int]:
    return [max(turn.joint) for turn in history.turns]


def branches(history: MatchHistory) -> int:
    return len(history.tree.lines()) - 1


def test_frames_follow_the_line_on_the_board() -> None:
    game = games()["tictactoe"]()
    history = MatchHistory(game, first_frame(game, game.initial(1)))
    for cell in (4, 0, 8, 2):
        moved(history, cell)
    pictures = [frame.scene for frame in history.frames]
    history.cut(2)
    moved(history, 8)  # the same move: nothing is left
    assert (branches(history), cells(history)) == (0, [4, 0, 8])
    history.cut(1)
    moved(history, 5)
    moved(history, 6)
    history.cut(1)
    moved(history, 7)
    assert (branches(history), cells(history)) == (2, [4, 7])
    history.go_to(4)  # the last turn of the first line
    assert cells(history) == [4, 0, 8, 2] and not history.can_redo
    assert [frame.scene for frame in history.frames] == pictures
    assert [frame.labels for frame in history.frames][1:3] == [("1 1", ""), ("", "0 0")]
    history.drop(3)
    assert cells(history) == [4, 0] and branches(history) == 2
    history.tree.restore(3)
    assert history.redo() and history.redo() and cells(history) == [4, 0, 8, 2]


def played_from(opened: Open, turn: int) -> tuple:
    """A match to its end, left after `turn` turns by another player."""
    session = opened("random", "random")
    play_out(session)
    line = joints(session)
    session.set_seat(turn % 2, session.setup.seats[0].__class__("scripted"))
    session.play_from(turn)
    until(session, lambda: len(session.lines.rows) > 1 and over(session)())
    assert joints(session)[:turn] == line[:turn] and joints(session) != line
    return session, line


def test_undo_brings_the_line_back_that_play_on_from_here_left(opened: Open) -> None:
    session, line = played_from(opened, 2)
    branch = joints(session)
    assert session.brings_back
    session.undo()
    until(session, lambda: joints(session) == line)
    assert not session.brings_back and not session.status.playing
    assert session.file is not None
    saved = load(session.file)
    assert [turn.joint for turn in saved.turns] == line and saved.outcome
    session.other_line()
    until(session, lambda: joints(session) == branch)
    session.undo()  # now as ever: one turn
    until(session, lambda: len(joints(session)) == len(branch) - 1)


@pytest.mark.parametrize("name", ["match.jsonl", "match.jsonl.gz"])
def test_a_copy_made_in_mid_match_is_whole_and_of_the_kind_its_name_says(
    opened: Open, tmp_path: Path, name: str
) -> None:
    session = opened("human", "random")
    session.play()
    until(session, lambda: session.status.to_move)
    assert session.act(0, 4) == ""
    until(session, lambda: session.frames[-1].turn == 2 and session.status.to_move)
    assert session.file is not None
    copy_match(session.file, tmp_path / name)
    data = (tmp_path / name).read_bytes()
    text = gzip.decompress(data) if name.endswith(".gz") else data  # EOFError for a cut file
    lines = [json.loads(line) for line in text.splitlines()]
    assert lines[0]["game"] == "tictactoe" and [line["turn"] for line in lines[1:]] == [1, 2]
    assert not load(tmp_path / name).damaged
    until(session, lambda: session.status.to_move)
    free = next(cell for cell in range(9) if not session.act(0, cell))
    until(session, lambda: session.frames[-1].turn >= 3 or over(session)())
    assert joints(session)[2][0] == free and len(load(tmp_path / name).turns) == 2


def test_a_copy_takes_the_place_of_an_older_file_only_when_it_is_complete(tmp_path: Path) -> None:
    old = tmp_path / "old.jsonl"
    old.write_text("kept")
    with pytest.raises(OSError):
        copy_match(tmp_path / "nothing.jsonl.gz", old)
    assert old.read_text() == "kept"


def test_a_line_of_given_moves_is_a_branch_or_refused_as_a_whole(opened: Open) -> None:
    session = opened("random", "random")
    play_out(session)
    line = joints(session)
    free = [c for c in range(9) if c not in (max(line[0]), max(line[1]))]
    moves = [(free[0], -1), (-1, free[1])]
    if line[2] == moves[0]:
        moves = [(free[1], -1), (-1, free[0])]
    session.add_branch(2, [*moves, (max(line[0]), -1)])
    until(session, lambda: session.status.notes)
    assert "This line cannot be played here: the action" in session.status.notes[0]
    assert joints(session) == line and not session.lines.rows
    session.add_branch(2, moves)
    until(session, lambda: joints(session) == [*line[:2], *moves])
    assert not session.status.playing and session.brings_back
    branch, main = session.lines.rows[1], session.lines.rows[0]
    assert (branch.name, branch.fork, [s.turn for s in branch.stones]) == ("A", 2, [3, 4])
    assert len(main.stones) == len(line), "the main line is the old one"
    session.undo()
    until(session, lambda: joints(session) == line)
    session.go_to_line(branch.stones[0].number)
    until(session, lambda: joints(session) == [*line[:2], *moves])
    session.go_to_line(99)
    until(session, lambda: "not in the match" in " ".join(session.status.notes))
    assert joints(session) == [*line[:2], *moves]
    session.drop_branch(main.stones[2].number)
    until(session, lambda: not session.lines.rows)
    session.undo()
    until(session, lambda: len(session.lines.rows) == 2)
    assert [s.number for s in session.lines.rows[0].stones] == [s.number for s in main.stones]


def test_a_person_who_takes_a_move_back_and_plays_another_goes_on_with_the_match(
    opened: Open,
) -> None:
    session = opened("human", "random")
    session.play()
    until(session, lambda: session.status.to_move)
    assert session.act(0, 4) == ""
    until(session, lambda: session.frames[-1].turn == 2 and session.status.to_move)
    before = joints(session)
    session.undo()
    until(session, lambda: session.frames[-1].turn == 0 and session.status.to_move)
    assert session.act(0, 0) == ""
    until(session, lambda: session.frames[-1].turn == 2 and session.status.to_move)
    rows = session.lines.rows
    assert [(row.name, row.fork, len(row.stones)) for row in rows] == [("", 0, 2), ("A", 0, 2)]
    assert session.file is not None
    saved = load(session.file)
    assert [t.joint for t in saved.turns] == joints(session) != before


def test_undo_brings_back_the_end_that_turns_were_added_to(opened: Open) -> None:
    session = opened("random", "random", game="tictactoe", seed=3)
    session.add_branch(0, [(4, -1)])
    until(session, lambda: len(session.frames) == 2)
    session.add_branch(1, [(-1, 0), (8, -1)])
    until(session, lambda: len(session.frames) == 4)
    session.undo()
    until(session, lambda: len(session.frames) == 2)
    session.redo()
    until(session, lambda: len(session.frames) > 2)
