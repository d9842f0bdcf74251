"""`smitsilab compare`: the same comparison as text and as JSON, from any position."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.lab.cli.conftest import Run

BOTH = ("--a", "uct:c=0.4", "--b", "minimax")


@pytest.fixture
def replay(run: Run, tmp_path: Path) -> Path:
    """A recorded match between random players."""
    path = tmp_path / "match.jsonl"
    seats = ("--seat", "random", "--seat", "random")
    assert run("match", "tictactoe", *seats, "--seed", 2, "--out", path)[0] == 0
    return path


def compared(run: Run, *words: object) -> dict[str, object]:
    code, out, err = run("compare", "tictactoe", *words, "--json")
    assert code == 0, err
    found = json.loads(out)
    assert isinstance(found, dict)
    return found


def test_both_get_exactly_the_budget_and_it_repeats(run: Run) -> None:
    first = compared(run, *BOTH, "--budget", "700it")
    assert [first[side]["iterations"] for side in "ab"] == [700, 700]
    again = compared(run, *BOTH, "--budget", "700it")
    for found in (first, again):
        del found["numbers"]  # rates of the machine
        for side in "ab":
            del found[side]["cpu_s"]
    assert first == again


def test_exchanged_players_exchange_all_that_is_said(run: Run) -> None:
    plain = compared(run, *BOTH, "--budget", "300it")
    turned = compared(run, "--a", "minimax", "--b", "uct:c=0.4", "--budget", "300it")
    assert (plain["a"]["player"], plain["b"]["player"]) == (
        "uct:c=0.4,budget=300it",
        "minimax:budget=300it",
    )
    mine, theirs = plain["agents"][0], turned["agents"][0]
    assert (mine["a"], mine["b"]) == (theirs["b"], theirs["a"])
    assert mine["lines"]["a"] == theirs["lines"]["b"]
    share = {row["action"]: row["a"]["share"] for row in mine["actions"]}
    assert share == {row["action"]: row["b"]["share"] for row in theirs["actions"]}
    assert all(row["b"]["share"] is None for row in mine["actions"]), "minimax has no shares"


def test_budgets_of_their_own(run: Run) -> None:
    words = ("--a", "uct:budget=90it", "--b", "uct", "--budget", "400it")
    found = compared(run, *words)
    assert [found[side]["iterations"] for side in "ab"] == [90, 400]


def test_a_position_of_a_replay_is_compared_for_who_moves(run: Run, replay: Path) -> None:
    place = ("--from", replay, "--turn", 3, "--budget", "200it")
    found = compared(run, *BOTH, *place)
    assert (found["turn"], found["seat"]) == (3, 2)
    assert len(found["agents"][0]["actions"]) == 6, "three cells are taken"


def test_the_text_says_where_they_differ(run: Run, replay: Path) -> None:
    code, out, _ = run("compare", "tictactoe", *BOTH, "--budget", "300it", "--from", replay)
    assert code == 2 and not out, "the match is over there"
    place = ("--from", replay, "--turn", 2)
    code, out, _ = run("compare", "tictactoe", *BOTH, "--budget", "300it", *place)
    assert code == 0
    heads = ("Where they differ", "Best lines", "Root actions", "Numbers")
    assert all(head in out for head in heads)
    assert "Tic-tac-toe, move 2, for seat 1\nA  UCT, c 0.4, playout depth 200, 300 iter" in out
    assert "B  Minimax, depth 100" in out and "chance" not in out and "probab" not in out


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ((*BOTH, "--turn", 3), "--turn counts the turns of a replay"),
        ((*BOTH, "--seat", 2), "Seat 2 has nothing to choose"),
        (("--a", "uct", "--b", "random"), "random does not search"),
        (("--a", "human", "--b", "uct"), "human does not search"),
        (("--a", "uct", "--b", "uct", "--budget", "3kg"), "3kg is not understood"),
        ((*BOTH, "--from", "nothing.jsonl"), "nothing.jsonl cannot be read"),
    ],
)
def test_a_wrong_wish_is_one_sentence(run: Run, words: tuple[object, ...], sentence: str) -> None:
    code, out, err = run("compare", "tictactoe", *words)
    assert code == 2 and not out and sentence in err and err.count("\n") == 1
