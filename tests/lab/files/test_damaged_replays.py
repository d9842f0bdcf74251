"""Replays that are cut, damaged or wrong: one sentence, and what is whole before it is kept."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engines.game import PASS
from engines.tictactoe import TicTacToe
from lab.files.codec import encode_state
from lab.files.replay import ReplayError, load, save
from lab.match.play import play, step
from tests.lab.files.test_replay import differences


@pytest.mark.parametrize("name", ["whole.jsonl", "whole.jsonl.gz"])
def test_a_file_cut_anywhere_keeps_its_whole_lines(tmp_path: Path, name: str) -> None:
    result = play("tictactoe", ["uct", "random"], budget="20it", seed=3)
    save(tmp_path / name, result)
    data = (tmp_path / name).read_bytes()
    kept = []
    for size in range(0, len(data), 97):
        (tmp_path / "cut").write_bytes(data[:size])
        try:
            replay = load(tmp_path / "cut")
        except ReplayError as error:
            assert str(error).endswith(".") and not kept
            continue
        assert replay.note.endswith(".") and "\n" not in replay.note
        kept.append(len(replay.turns))
    assert kept == sorted(kept) and kept[-1] >= len(result.turns) - 1


def test_damage_in_the_middle_keeps_what_is_before(
    tmp_path: Path, lines: list[dict[str, Any]], written: Callable[..., Path]
) -> None:
    path = written(lines)
    text = path.read_text().splitlines()
    text[3] = text[3][:40] + "\x00\x01" + text[3][45:]
    path.write_text("\n".join(text))
    replay = load(path)
    assert (
        len(replay.turns) == 2
        and replay.note == "Line 4 is damaged or cut; everything before it was read."
    )


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"format": "other"}, "not a replay"),
        ({"version": 3}, "newer Smitsilab"),
        ({"version": "one"}, "newer Smitsilab"),
        ({"game": "tictacto"}, "did you mean tictactoe"),
        ({"options": {"size": 4}}, "no parameter size"),
        ({"seats": [{"algorithm": "random"}]}, "2 seats, the file names 1"),
        ({"initial": {"marks": [0, 0]}}, "other fields"),
        (
            {"initial": {**dict.fromkeys(TicTacToe.dtype.names or (), 0), "marks": [0, 0, 0]}},
            "another size",
        ),
        ({"seed": None}, "a value is of another kind than it should be"),
        ({"seed": float("inf")}, "a value is of another kind than it should be"),
        ({"seed": -5}, "the seed -5 should be 0 or more"),
        ({"seed": 1 << 64}, "and of 64 bits"),
        ({"seats": None}, "a value is of another kind than it should be"),
        ({"seats": [{"algorithm": None}, {"algorithm": None}]}, "a seat's algorithm is no name"),
        ({"game": None}, "its game is no name"),
        ({"options": None}, "a value is of another kind than it should be"),
        ({"initial": None}, "other fields"),
        (
            {"initial": {**dict.fromkeys(TicTacToe.dtype.names or (), 0), "marks": [10**30, 0]}},
            "a value is of another kind",
        ),
        (
            {"initial": {**dict.fromkeys(TicTacToe.dtype.names or (), 77), "marks": [-1, 1 << 40]}},
            r"cannot be read: its start position is impossible \(marks is ",
        ),
    ],
)
def test_a_wrong_header_is_one_sentence(
    lines: list[dict[str, Any]], written: Callable[..., Path], change: dict[str, Any], said: str
) -> None:
    path = written([lines[0] | change, *lines[1:]])
    with pytest.raises(ReplayError, match=said) as caught:
        load(path)
    assert str(caught.value).startswith(str(path)) and str(caught.value).count("\n") == 0


def test_a_start_without_a_checksum_is_the_one_of_its_seed(
    lines: list[dict[str, Any]], written: Callable[..., Path]
) -> None:
    del lines[0]["state"]
    assert load(written(lines)).note == ""
    lines[0]["seed"] += 1  # tic-tac-toe deals nothing
    game = TicTacToe()
    begun, _ = step(game, game.initial(3), np.array([4, PASS]), 3, 0)
    lines[0]["initial"] = encode_state(begun)
    with pytest.raises(ReplayError, match="not the one that was recorded"):
        load(written(lines))


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"hello",
        b"[1, 2]\n",
        b"null",
        b"[" * 100_000,
        b'{"format": 3}\n',
        b"\x1f\x8bnonsense",
        bytes(range(256)),
    ],
)
def test_what_is_no_replay_says_so(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "file").write_bytes(content)
    with pytest.raises(ReplayError, match="is not a replay"):
        load(tmp_path / "file")


def test_a_missing_file_says_so(tmp_path: Path) -> None:
    with pytest.raises(ReplayError, match="No such file"):
        load(tmp_path / "nothing")


@pytest.mark.parametrize(
    "change",
    [
        {"joint": [77, -1]},
        {"joint": [0]},
        {"joint": [10**30, -1]},
        {"turn": 9},
        {"joint": "x"},
        {"decisions": [{}]},
        {"decisions": None},
        {"values": ["x"]},
        {"values": []},
        {"state": None},
    ],
)
def test_a_wrong_turn_keeps_the_turns_before_it(
    lines: list[dict[str, Any]], written: Callable[..., Path], change: dict[str, Any]
) -> None:
    replay = load(written([*lines[:3], lines[3] | change, *lines[4:]]))
    assert len(replay.turns) >= 2 and replay.note.endswith(".")
    assert not any(word in replay.note for word in ("None", "object", "literal", "convert"))


@pytest.mark.parametrize(
    "line", [{"seats": []}, {"seats": None}, {"back_to": -4}, {"back_to": "x"}]
)
def test_a_wrong_line_between_turns_keeps_the_turns_before_it(
    lines: list[dict[str, Any]], written: Callable[..., Path], line: dict[str, Any]
) -> None:
    replay = load(written([*lines[:3], line, *lines[3:]]))
    assert len(replay.turns) == 2 and replay.note.startswith(
        "The line after turn 2 cannot be read ("
    )
    assert not any(differences(replay))


@pytest.mark.parametrize("results", [None, "x", [1.0], ["a", "b"]])
def test_a_wrong_end_is_that_of_the_last_position(
    lines: list[dict[str, Any]], written: Callable[..., Path], results: Any
) -> None:
    replay = load(written([*lines[:-1], lines[-1] | {"outcome": results}]))
    assert (
        len(replay.turns) == len(lines) - 2
        and len(replay.outcome) == 2
        and "cannot be read" in replay.note
    )


@pytest.mark.parametrize(
    "change",
    [
        {"kind": "truth"},
        {"view": 2},
        {"view": "us"},
        {"proven": "maybe"},
        {"low": 1.0, "high": 0.0},
        {"low": None},
        {"number": "much"},
    ],
)
def test_a_value_that_says_nonsense_ends_the_reading(
    lines: list[dict[str, Any]], written: Callable[..., Path], change: dict[str, Any]
) -> None:
    lines[2]["values"][1] |= change
    replay = load(written(lines))
    assert replay.damaged and len(replay.turns) == 1 and replay.note.endswith("before it was.")
