"""Reviews in replay files: what is written reads back the same, damage loses nothing else."""

import json
import math
from dataclasses import fields, replace
from pathlib import Path

import pytest

from lab.files.replay import ReplayWriter, load, save
from lab.files.review_lines import (
    Estimate,
    Review,
    ReviewedMove,
    ReviewHead,
    decode_head,
    decode_move,
    encode_head,
    encode_move,
)
from lab.files.tidy import copy_match
from lab.files.verify import verify
from lab.match.budget import Budget
from lab.match.play import play
from lab.match.seat import SearchSeat
from lab.match.seats import make_setup, parse_game, parse_search
from search.measure import SeatValue, ValueKind

GAME = parse_game("tictactoe")


def head(budget: str = "300it", seed: int = 1) -> ReviewHead:
    spec = parse_search("uct:c=0.5,solver=yes", GAME, Budget.parse(budget))
    return ReviewHead(SearchSeat(spec.name, *spec.settings(GAME), spec.budget), seed)


def move(turn: int, seat: int, played: int, lost: float = 12.5) -> ReviewedMove:
    value = Estimate(SeatValue(0.25, ValueKind.SCORE, view=seat), 0.0125)
    sure = Estimate(SeatValue(0.5, ValueKind.SCORE, proven="draw"))
    return ReviewedMove(
        turn,
        seat,
        (played,),
        (8,),
        False,
        ((0.02, 0.5),),
        value,
        sure,
        value,
        lost,
        1.5,
        line=((8, -1), (-1, 7)),
        iterations=300,
    )


def test_a_move_reads_back_the_same() -> None:
    whole = replace(move(3, 1, 4), hindsight=3.25, hindsight_error=0.5, luck=-7.0, nearest=(5,))
    bare = ReviewedMove(2, 0, (-2,), skipped="forfeit")
    for each in (whole, bare):
        line = json.loads(json.dumps(encode_move(each, 9)))
        again = decode_move(GAME, line, each.turn)
        for field in fields(ReviewedMove):
            old, new = getattr(each, field.name), getattr(again, field.name)
            assert old == new or (math.isnan(old) and math.isnan(new)), field.name
    assert decode_head(GAME, json.loads(json.dumps(encode_head(GAME, head())))) == head()


@pytest.fixture
def reviewed(tmp_path: Path) -> Path:
    """A match of nine turns with two reviews."""
    path = tmp_path / "match.jsonl"
    result = play(GAME, ["random", "random"], seed=1)
    assert len(result.turns) == 9
    joints = [max(turn.joint) for turn in result.turns]
    with ReplayWriter(path, result.setup, result.initial) as writer:
        for turn in result.turns:
            writer.turn(turn)
        writer.end(result.outcome, result.reason)
        writer.review(head())
        writer.reviewed(9, move(9, 0, joints[8], 2.0))
        writer.reviewed(8, move(8, 1, joints[7]))
        writer.review(head("900it"))
        writer.reviewed(8, move(8, 1, joints[7], 9.0))
        writer.review(head())
        writer.reviewed(9, move(9, 0, joints[8], 4.0))
    return path


def lost(reviews: tuple[Review, ...]) -> list[tuple[ReviewHead, dict[tuple[int, int], float]]]:
    return [(each.head, {key: m.lost for key, m in each.moves.items()}) for each in reviews]


def test_later_lines_replace_earlier_ones_of_the_same_search(reviewed: Path) -> None:
    replay = load(reviewed)
    assert replay.note == ""
    assert lost(replay.tree.reviews) == [
        (head("900it"), {(8, 1): 9.0}),
        (head(), {(9, 0): 4.0, (8, 1): 12.5}),
    ]
    assert list(verify(replay)) == [None] * 9


@pytest.mark.parametrize(
    "damage",
    [
        ('"reviewed":8', '"reviewed":80'),
        ('"reviewed":8', '"reviewed":"x"'),
        ('"seat":1,"played"', '"seat":2,"played"'),
        ('"shares":[[0.02', '"shares":[["a"'),
        ('"line":[[8,-1]', '"line":[[8]'),
        ('"best":[8]', '"best":[8,8]'),
        ('"lost":12.5', '"lost":"much"'),
        ('"kind":"score"', '"kind":"luck"'),
    ],
)
def test_a_damaged_line_loses_only_itself(reviewed: Path, damage: tuple[str, str]) -> None:
    lines = reviewed.read_text().splitlines(keepends=True)
    at = next(k for k, line in enumerate(lines) if '"lost":12.5' in line)
    assert damage[0] in lines[at]
    reviewed.write_text("".join([*lines[:at], lines[at].replace(*damage), *lines[at + 1 :]]))
    replay = load(reviewed)
    assert lost(replay.tree.reviews)[1] == (head(), {(9, 0): 4.0})
    assert len(replay.turns) == 9 and not replay.damaged
    assert replay.note.startswith("A line of a review cannot be read")


def test_a_review_by_an_unknown_search_is_left_out(reviewed: Path) -> None:
    text = reviewed.read_text().replace(
        '{"review":{"algorithm":"uct"', '{"review":{"algorithm":"no"'
    )
    reviewed.write_text(text)
    replay = load(reviewed)
    assert replay.tree.reviews == () and len(replay.turns) == 9


def test_a_tidy_copy_keeps_the_review_of_turns_that_have_other_numbers(tmp_path: Path) -> None:
    setup = make_setup(GAME, ["random", "random"], 1)
    first, second = (play(GAME, ["random", "random"], seed=seed) for seed in (1, 2))
    path, copy = tmp_path / "two.jsonl", tmp_path / "tidy.jsonl"
    with ReplayWriter(path, setup, first.initial) as writer:
        for turn in first.turns[:3]:
            writer.turn(turn)
        writer.back_to(0)
        for turn in second.turns[:2]:
            writer.turn(turn)
        writer.main(3)
        writer.review(head())
        writer.reviewed(5, move(5, 1, max(second.turns[1].joint), 5.0))
        writer.reviewed(3, move(3, 0, max(first.turns[2].joint), 3.0))
    copy_match(path, copy)
    replay = load(copy)
    (review,) = replay.tree.reviews
    tree = replay.tree.tree
    found = {tree.joint(turn): m.lost for (turn, _), m in review.moves.items()}
    assert found == {second.turns[1].joint: 5.0, first.turns[2].joint: 3.0}
    assert all(max(tree.joint(m.turn)) == m.played[0] for m in review.moves.values())


def test_a_saved_match_without_a_review_has_none(tmp_path: Path) -> None:
    path = tmp_path / "plain.jsonl"
    save(path, play(GAME, ["random", "random"], seed=1))
    assert load(path).tree.reviews == ()
