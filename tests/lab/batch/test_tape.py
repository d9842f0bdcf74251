"""Tapes: the same positions again, and every damaged one refused before a rule sees it."""

from __future__ import annotations

import base64
import json
import zlib
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lab.batch.tape import Tape, TapeError, frames, packed, replayed, unpacked
from lab.match.play import fingerprint, play
from lab.match.seats import parse_game


@settings(max_examples=12)
@given(st.sampled_from(["tictactoe", "connect_four", "tron"]), st.integers(0, 1000))
def test_a_tape_gives_the_positions_of_the_game(name: str, seed: int) -> None:
    game = parse_game(name)
    result = play(game, ["random"] * game.seats, seed=seed, log_events=False)
    tape = unpacked(packed(result.turns))
    again = list(replayed(game, seed, tape))
    assert [fingerprint(t.state) for t in again] == [fingerprint(t.state) for t in result.turns]
    assert tape.joints == tuple(turn.joint for turn in result.turns)
    shown = list(frames(game, seed, tape))
    assert len(shown) == len(again) + 1 and shown[-1].outcome == result.outcome


def test_iterations_are_kept_by_seat() -> None:
    result = play("tictactoe", ["uct:budget=30it", "uct:budget=20it"], seed=1)
    tape = unpacked(packed(result.turns))
    assert tape.iterations[0] == (30, None) and tape.iterations[1] == (None, 20)


def test_a_tape_begins_at_its_start() -> None:
    game = parse_game("tictactoe")
    turns = play(game, ["random", "random"], seed=5).turns
    rest = Tape(tuple(t.joint for t in turns[2:]), tuple((None, None) for _ in turns[2:]))
    assert fingerprint(list(replayed(game, 5, rest, turns[1].state))[-1].state) == fingerprint(
        turns[-1].state
    )


def text(facts: Any) -> str:
    """A tape with these facts."""
    return base64.b64encode(zlib.compress(json.dumps(facts).encode())).decode()


@pytest.mark.parametrize(
    "damaged",
    [
        "",
        "no base64!",
        base64.b64encode(b"not zipped").decode(),
        text([]),
        text({"joint": [[0, -1]]}),
        text({"joint": [[0, -1]], "iterations": []}),
        text({"joint": [["x", -1]], "iterations": [[None, None]]}),
        text({"joint": 3, "iterations": 3}),
    ],
)
def test_what_is_no_tape_is_refused(damaged: str) -> None:
    with pytest.raises(TapeError, match="damaged"):
        unpacked(damaged)


@pytest.mark.parametrize(
    ("joints", "said"),
    [
        ([[9, -1]], "turn 1, the action 9 is not legal"),
        ([[0, -1], [-1, 0]], "turn 2, the action 0 is not legal"),
        ([[0, 1]], "turn 1, O is not to move"),
        ([[0]], "turn 1, 1 actions for 2 agents"),
        ([[1 << 70, -1]], "turn 1 has no valid actions"),
        ([[-1, -1]], "turn 1, X has no action"),
    ],
)
def test_actions_are_checked_before_the_rules_see_them(joints: list[list[int]], said: str) -> None:
    tape = unpacked(text({"joint": joints, "iterations": [[None, None] for _ in joints]}))
    with pytest.raises(TapeError, match=said):
        list(replayed(parse_game("tictactoe"), 1, tape))
