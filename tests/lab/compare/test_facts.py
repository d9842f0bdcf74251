"""Where two players differ, against numbers worked out by hand; exchanged sides are noticed."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from engines import games
from lab.compare.facts import MOST_ROWS, compare
from lab.compare.numbers import numbers
from lab.compare.words import apart_words, as_json, axis_words, line_words, row_words, verdict
from lab.match.records import Ply
from lab.match.seats import parse_seat
from search.measure import Kind
from tests.lab.compare.sides import LABELS, agent, depth_first, empty, first, second, side

GAME = games()["csb"]()


def test_each_side_has_its_own_numbers() -> None:
    pod = compare(first(), second()).agents[0]
    assert pod.moves == ("left", "shield") and pod.same is False
    assert pod.overlap == pytest.approx(min(0.6, 0.2) + min(0.3, 0.1))
    # the shorter line ends after two turns: (20, 0) and (23, 4) are five apart
    assert (pod.apart, pod.apart_after) == (5.0, 2)
    assert pod.split == 0
    assert [ply.words for ply in pod.lines[0]] == ["left", "right", "left"]
    assert line_words(pod, 1) == "[shield], then right"


def test_rows_are_the_union_and_say_what_is_in_no_list() -> None:
    pod = compare(first(), second()).agents[0]
    assert [row.label for row in pod.rows] == ["left", "ahead", "right", "shield"]
    rows = {row.label: row.sides for row in pod.rows}
    a, b = rows["left"]
    assert a is not None and b is not None
    assert (a.share, a.mean, a.chosen) == (0.6, 0.9, True)
    assert (b.share, b.mean, b.chosen) == (0.2, pytest.approx(0.7), False)
    assert rows["shield"][0] is None and rows["right"][1] is None
    shield = next(row for row in pod.rows if row.label == "shield")
    assert row_words(pod, shield) == "Pod 1, shield: A not in its list; B 70 %, mean 0.80"


def test_the_favourites_changed_where_the_trail_says() -> None:
    a, b = compare(first(), second()).agents[0].favourites
    assert a.share.tolist() == [0.2, 0.5, 0.6] and a.changes == (200,)
    assert b.share.tolist() == [0.05, 0.7] and b.changes == (200,)


def test_exchanged_sides_are_the_mirror_image() -> None:
    plain, turned = compare(first(), second()), compare(second(), first())
    for x, y in zip(plain.agents, turned.agents, strict=True):
        assert x.moves == y.moves[::-1] and x.lines == y.lines[::-1] and x.ends == y.ends[::-1]
        assert (x.overlap, x.apart, x.split, x.same) == (y.overlap, y.apart, y.split, y.same)
        mine = {row.label: repr(row.sides) for row in x.rows}
        assert mine == {row.label: repr(row.sides[::-1]) for row in y.rows}
        assert x.favourites[0].changes == y.favourites[1].changes
    assert as_json(plain, GAME)["a"] == as_json(turned, GAME)["b"] != as_json(plain, GAME)["b"]


def test_the_same_place_by_two_names_is_zero_units() -> None:
    here = [(1.0, 1.0), (2.0, 2.0)]
    a = side("smitsimax", (agent(0, {10: 9, 12: 1}, here, ("left",)),), 10, 1, 1.0)
    b = side("duct", (agent(0, {10: 1, 12: 9}, here, ("right",)),), 10, 1, 1.0)
    found = compare(a, b)
    assert apart_words(found.agents[0]) == "0 units"
    assert verdict(found, GAME) == (
        "Different moves for Pod 1. Paths are compared 1 turn ahead, where the shorter line ends. "
        "Pod 1: its two moves lead to the same place."
    )


def test_what_is_counted_in_nodes_is_no_share() -> None:
    found = compare(first(), depth_first())
    pod = found.agents[0]
    assert pod.moves[1] == "left" and math.isnan(pod.overlap)
    sides = {row.label: row.sides for row in pod.rows}
    assert sides["ahead"][1] is not None and math.isnan(sides["ahead"][1].share)
    assert pod.favourites[1].share.size == 0 and not pod.favourites[1].changes
    assert "B: no shares, dot: value" in axis_words(found)
    assert pod.ends[0] != pod.ends[1]
    ahead = next(row for row in pod.rows if row.label == "ahead")
    assert "B value 0.80" in row_words(pod, ahead)


def test_sides_that_measure_the_same_share_an_axis() -> None:
    a = side("smitsimax", (agent(0, {10: 9}, kind=Kind.FITNESS),), 10, 1, 1.0)
    both = compare(a, a).agents[0]
    assert both.ends[0] == both.ends[1] == (-3.0, 5.0)


def test_many_actions_leave_those_that_either_likes(monkeypatch: pytest.MonkeyPatch) -> None:
    many = {code: 100 - code for code in range(30, 60)}
    for code in many:
        monkeypatch.setitem(LABELS, code, f"cell {code}")
    liked = {**dict.fromkeys(many, 0), 58: 7, 59: 3}
    a = side("smitsimax", (agent(0, many),), 10, 1, 1.0)
    b = side("duct", (agent(0, liked),), 10, 1, 1.0)
    pod = compare(a, b).agents[0]
    assert len(pod.rows) == MOST_ROWS and pod.rows[-1].others == 30 - MOST_ROWS + 1
    assert {"cell 30", "cell 58", "cell 59"} <= {row.label for row in pod.rows}
    for k in range(2):
        shares = [row.sides[k].share for row in pod.rows if row.sides[k] is not None]
        assert sum(shares) == pytest.approx(1.0), "no visit is lost"


def test_a_side_that_has_not_begun_has_no_move() -> None:
    found = compare(first(), empty(second()))
    pod = found.agents[0]
    assert pod.moves == ("left", "–") and pod.same is None and math.isnan(pod.apart)
    assert "find a move first" in verdict(found, GAME)


def test_a_program_has_its_answer_alone() -> None:
    program = replace(
        second(),
        spec=parse_seat("cmd:./mybot", GAME),
        thought=None,
        answer=(Ply(0, "right"), Ply(1, "ahead")),
    )
    found = compare(first(), program, ("Pod 1", "Pod 2", "Pod 3", "Pod 4"))
    assert [a.moves for a in found.agents] == [("left", "right"), ("ahead", "ahead")]
    assert [a.same for a in found.agents] == [False, True]
    rows = {row.name: row for row in numbers(found, GAME)}
    assert rows["Iterations"].second == "–" and "nothing but its move" in rows["Iterations"].words


def test_numbers_belong_to_their_side() -> None:
    rows = {row.name: row for row in numbers(compare(first(), second()), GAME)}
    assert (rows["Iterations/s"].first, rows["Iterations/s"].second) == ("2,000", "800")
    assert rows["Iterations/s"].words == "a second of CPU time; B is 2.5 times slower"
    assert rows["Iterations"].words == "in 2.00 s and 5.00 s of CPU time"
    turned = {row.name: row for row in numbers(compare(second(), first()), GAME)}
    assert turned["Iterations/s"].words == "a second of CPU time; A is 2.5 times slower"
    counted = {row.name: row for row in numbers(compare(first(), depth_first()), GAME)}
    assert counted["Iterations"].second == "100 trials"
    assert counted["Iterations"].words == "they count different things"
