"""`smitsilab review`: as text and as JSON, kept in a file, stopped and gone on with."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from lab.files.replay import load
from tests.lab.cli.conftest import TRACES, Run

HERE = ("--processes", "0", "--budget", "200it")


@pytest.fixture
def replay(run: Run, tmp_path: Path) -> Path:
    """A recorded match between random players, of eight turns."""
    path = tmp_path / "match.jsonl"
    seats = ("--seat", "random", "--seat", "random")
    assert run("match", "tictactoe", *seats, "--seed", 3, "--out", path)[0] == 0
    return path


def as_json(run: Run, *words: object) -> dict:
    code, out, err = run("review", *words, *HERE, "--json")
    assert code == 0, err
    return json.loads(out)


def test_the_text_names_what_was_lost(run: Run, replay: Path) -> None:
    code, out, err = run("review", replay, *HERE)
    assert code == 0, err
    found = as_json(run, replay)
    worst = max(found["moves"], key=lambda move: move["lost"] or 0.0)
    first = next(line for line in out.splitlines() if line.strip().startswith(str(worst["turn"])))
    assert first.split()[1] == str(worst["seat"] + 1) and worst["mark"] in first
    assert worst["played_words"] in first and worst["best_words"] in first
    assert "Seat 1, Random: lost" in out and "Seat 2, Random: lost" in out


def test_markdown_is_a_table_of_the_same_moves(run: Run, replay: Path) -> None:
    code, out, err = run("review", replay, *HERE, "--markdown", "--by", "turn")
    assert code == 0, err
    lines = out.splitlines()
    assert lines[0] == "# Tic-tac-toe: review" and lines[2].startswith("Reviewed by uct")
    assert [line[:11] for line in lines if line.startswith("- ")] == ["- **Seat 1,", "- **Seat 2,"]
    head, rule, *rows = [line.split(" | ") for line in lines if line.startswith("|")]
    moves = as_json(run, replay)["moves"]
    assert {len(row) for row in (rule, *rows)} == {len(head)} and len(rows) == len(moves)
    for row, move in zip(rows, moves, strict=True):
        assert row[:2] == [f"| {move['turn']}", str(move["seat"] + 1)]
        assert (row[2], row[5]) == (move["played_words"], move["mark"] or row[5])
    assert rule[0] == "| ---:" and rule[2] == "---"


def test_one_seat_and_some_turns(run: Run, replay: Path) -> None:
    found = as_json(run, replay, "--seat", 2, "--turns", "2,4,5")
    assert [(move["turn"], move["seat"]) for move in found["moves"]] == [(2, 1), (4, 1)]
    assert [seat["seat"] for seat in found["seats"]] == [1]


def test_a_file_keeps_the_review_and_is_not_reviewed_twice(
    run: Run, replay: Path, tmp_path: Path
) -> None:
    out = tmp_path / "reviewed.jsonl.gz"
    whole = as_json(run, replay, "--out", out)
    kept = load(out)
    (review,) = kept.tree.reviews
    assert len(review.moves) == len(whole["moves"]) == len(kept.turns)
    again = run("review", out, *HERE, "--follow")[1]
    assert [json.loads(line).get("reviewed") for line in again.splitlines()] == [None, None]
    assert as_json(run, out) == whole


def test_goes_on_with_what_is_there(run: Run, replay: Path, tmp_path: Path) -> None:
    part, whole = tmp_path / "part.jsonl", tmp_path / "whole.jsonl"
    as_json(run, replay, "--out", whole)
    as_json(run, replay, "--out", part, "--turns", "6,7,8")
    as_json(run, replay, "--out", part)
    assert part.read_text() == whole.read_text()


def test_another_file_is_not_replaced(run: Run, replay: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.txt"
    other.write_text("mine")
    code, _, err = run("review", replay, *HERE, "--out", other)
    assert code == 2 and "--force" in err and other.read_text() == "mine"


def test_another_move_is_judged(run: Run, replay: Path) -> None:
    (move,) = as_json(run, replay, "--turns", 4)["moves"]
    words = ("--turns", 4, "--move", move["played_words"], *HERE)
    line = json.loads(run("review", replay, *words)[1])
    assert (line["lost"], line["lost_error"]) == (move["lost"], move["lost_error"])
    code, _, err = run("review", replay, "--turns", 4, "--move", "9 9", *HERE)
    assert code == 2 and "There is no move 9 9 here" in err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--seat", 3), "there is no seat 3"),
        (("--turns", 99), "there is no"),
        (("--turns", "a"), "are not understood"),
        (("--with", "random"), "does not search"),
        (("--budget", "many"), "The budget many is not understood"),
        (("--move", "0 0"), "--move needs --turns"),
    ],
)
def test_wrong_input_is_one_sentence(
    run: Run, replay: Path, words: tuple[object, ...], said: str
) -> None:
    code, out, err = run("review", replay, "--processes", 0, *words)
    assert (code, out) == (2, "") and said in err and err.count("\n") == 1


def test_a_match_of_the_contest_s_site(run: Run, tmp_path: Path) -> None:
    """Commands that are not in the search's list stand next to one that is."""
    source, out = TRACES.parent / "codingame", tmp_path / "site.jsonl"
    (path,) = source.glob("csb_*.json")
    words = ("--processes", 0, "--budget", "30it", "--turns", "2,3", "--out", out)
    code, _, err = run("review", path, *words)
    assert code == 0, err
    (review,) = load(out).tree.reviews
    assert sorted(review.moves) == [(2, 0), (2, 1), (3, 0), (3, 1)]
    assert all(move.nearest and move.is_judged for move in review.moves.values())
