"""Reviews as a table and as a page: every move with the numbers of the file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lab.export.drawings import LEAST_USES, fold
from lab.export.job import Job, rows_of
from lab.export.match_rows import Part
from lab.files.replay import Replay, ReplayError, load
from lab.files.review_lines import Estimate, ReviewedMove, ReviewHead, encode_head, encode_move
from lab.match.seats import parse_search
from lab.ui.export.review_page import review_page
from search.measure import SeatValue, ValueKind
from tests.lab.export import matches


def estimate(number: float) -> Estimate:
    return Estimate(SeatValue(number, ValueKind.SCORE, view=0), 0.02)


@pytest.fixture(scope="module")
def reviewed(tmp_path_factory: pytest.TempPathFactory) -> Replay:
    """A match in which the first move is a blunder, and the second one has no value."""
    folder = tmp_path_factory.mktemp("reviewed")
    replay = matches.tictactoe(folder)
    first, second = replay.turns[:2]
    best = next(a for a in range(9) if a not in (first.joint[0], second.joint[1]))
    head = ReviewHead(parse_search("uct:budget=50it", replay.game), 3)
    moves = [
        ReviewedMove(
            turn=1,
            seat=0,
            played=(first.joint[0],),
            best=(best,),
            shares=((0.125, 0.75),),
            value=estimate(0.75),
            after_best=estimate(0.7),
            after_played=estimate(0.4),
            lost=30.0,
            error=2.5,
            iterations=50,
        ),
        ReviewedMove(turn=2, seat=1, played=(second.joint[1],), skipped="no value"),
    ]
    path = folder / "tictactoe.jsonl"
    lines = [encode_head(replay.game, head), *(encode_move(move, move.turn) for move in moves)]
    with path.open("a") as file:
        file.write("".join(json.dumps(line) + "\n" for line in lines))
    found = load(path)
    assert not found.note and found.tree.reviews
    return found


def test_a_row_for_each_reviewed_move(reviewed: Replay) -> None:
    rows = list(rows_of(reviewed, Job(("review",))))
    assert [(row["turn"], row["seat"], row["agent"]) for row in rows] == [(1, 1, 1), (2, 2, 2)]
    first, second = rows
    expected = {
        "action": reviewed.turns[0].joint[0],
        "algorithm": "UCT",
        "iterations": 50,
        "mark": "blunder",
        "agrees": False,
        "lost_points": 30.0,
        "lost_error_points": 2.5,
        "share": 0.125,
        "best_share": 0.75,
        "value": 0.75,
        "value_kind": "score",
    }
    assert {name: first[name] for name in expected} == expected
    assert first["best_action"] != first["action"] and first["best_words"]
    assert second["skipped"] == "no value" and second["mark"] is None
    assert "best_action" not in second and "value" not in second
    assert not list(rows_of(reviewed, Job(("review",), Part(2, 2, seat=0))))


def test_a_page_has_every_marked_move_with_its_board(qapp: object, reviewed: Replay) -> None:
    html = review_page(reviewed)
    assert "Move 1, seat 1: blunder" in html and "Move 2" not in html
    _, *sections = html.split("<section")
    assert [section.count("</svg>") for section in sections] == [1, 1]
    assert "@media (prefers-color-scheme: dark)" in html
    assert "30 points" in html and "Reviewed by UCT, 50 iterations a search." in html


def test_without_a_review_there_is_no_page(
    qapp: object, tmp_path_factory: pytest.TempPathFactory
) -> None:
    replay = matches.tictactoe(Path(tmp_path_factory.mktemp("plain")))
    assert not list(rows_of(replay, Job(("review",))))
    with pytest.raises(ReplayError, match="has no review yet"):
        review_page(replay)


# -- folding --------------------------------------------------------------------------------------


SEQUENCES = st.lists(st.lists(st.integers(0, 4), max_size=30), max_size=8)


@given(SEQUENCES)
def test_unfolded_it_is_the_same(sequences: list[list[int]]) -> None:
    folded = fold(sequences)
    assert [folded.unfolded(each) for each in folded.sequences] == sequences


@given(SEQUENCES)
def test_every_rule_is_used_and_refers_to_earlier_ones(sequences: list[list[int]]) -> None:
    folded = fold(sequences)
    items = [*folded.sequences, *folded.rules.values()]
    for name, rule in folded.rules.items():
        assert sum(each.count(name) for each in items) >= LEAST_USES and len(rule) >= 2
        assert all(item < name for item in rule)


def test_what_steps_have_in_common_is_one_item() -> None:
    """Steps that each change one of forty shapes."""
    steps = [[*range(k), 100 + k, *range(k + 1, 40)] for k in range(40)]
    folded = fold(steps)
    assert sum(map(len, folded.sequences)) + sum(map(len, folded.rules.values())) < 400
