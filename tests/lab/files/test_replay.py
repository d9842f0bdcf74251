"""Replays: written as they are played, read back and played again; files of format 1 too."""

import gzip
import json
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engines.game import Difference
from lab.files.codec import (
    checksum,
    decode_snapshot,
    decode_state,
    encode_snapshot,
    encode_state,
    rounded,
)
from lab.files.replay import Replay, ReplayWriter, load, save
from lab.files.verify import verify
from lab.match.decide import Player
from lab.match.play import MatchResult, Turn, make_turn, play, resolved
from lab.match.seats import make_setup, parse_game
from search.measure import Kind, ValueKind
from tests import clock

MATCHES = {
    "uttt": ("uttt:tie_break=draw", ["uct:c=1.2", "random"], "60it"),
    "timed": ("uttt", ["uct", "uct:playout_depth=3,budget=1ms"], "50n"),
    "csb": ("csb", ["smitsimax:depth=3,w.lead=0.5", "scripted"], "30it"),
    "tictactoe": ("tictactoe", ["uct", "random"], "20it"),
}


@pytest.fixture(scope="module", params=MATCHES)
def result(request: pytest.FixtureRequest) -> MatchResult:
    game, seats, budget = MATCHES[request.param]
    with pytest.MonkeyPatch.context() as patch:
        clock.given(patch, 3e-5)
        return play(game, seats, budget=budget, seed=7)


def differences(replay: Replay) -> list[Difference]:
    return [found for found in verify(replay) if found is not None]


@pytest.mark.parametrize("name", ["match.jsonl", "match.jsonl.gz"])
def test_a_match_comes_back_and_plays_again_the_same(
    result: MatchResult, tmp_path: Path, name: str
) -> None:
    save(tmp_path / name, result)
    replay = load(tmp_path / name)
    assert replay.note == ""
    assert (replay.setup, replay.outcome, replay.reason) == (
        result.setup,
        result.outcome,
        result.reason,
    )
    assert [t.joint for t in replay.turns] == [t.joint for t in result.turns]
    assert [checksum(t.state) for t in replay.turns] == [checksum(t.state) for t in result.turns]
    found = list(verify(replay))
    assert found == [None] * len(result.turns)


def test_summaries_come_back_to_six_digits(result: MatchResult, tmp_path: Path) -> None:
    save(tmp_path / "match.jsonl", result)
    for old, new in zip(result.turns, load(tmp_path / "match.jsonl").turns, strict=True):
        for before, after in zip(old.decisions, new.decisions, strict=True):
            if before is None or after is None:
                assert before is after
                continue
            for name in ("choice", "iterations", "calls", "fresh"):
                assert getattr(after, name) == getattr(before, name)
            for a, b in zip(before.snapshot.agents, after.snapshot.agents, strict=True):
                assert (
                    b.visits.tolist() == a.visits.tolist()
                    and b.pv.tolist() == a.pv.tolist()
                    and b.kind is a.kind
                )
                assert (b.low, b.high) == pytest.approx((a.low, a.high), nan_ok=True)
                assert b.mean == pytest.approx(a.mean, rel=1e-5, nan_ok=True)


@pytest.mark.parametrize(
    ("unit", "kind", "ends"),
    [
        ("share of the match won", Kind.SHARE, (0.0, 1.0)),
        ("0 worst to 1 best seen", Kind.SCALED, (0.0, 1.0)),
        (
            "the game's own value; a move that was cut shows the most it can be worth",
            Kind.LIMIT,
            (math.nan, math.nan),
        ),
        ("minus the opponent's value", Kind.SPOILED, (math.nan, math.nan)),
        ("of a search that is not known here", Kind.VALUE, (math.nan, math.nan)),
    ],
)
def test_older_files_name_the_unit_in_words(
    result: MatchResult, unit: str, kind: Kind, ends: tuple[float, float]
) -> None:
    decision = next(d for d in result.turns[0].decisions if d is not None)
    line = encode_snapshot(decision.snapshot)
    for agent in line["agents"]:
        for name in ("kind", "low", "high"):
            del agent[name]
        agent["unit"] = unit
    for stats in decode_snapshot(line, 0).agents:
        assert stats.kind is kind and (stats.low, stats.high) == pytest.approx(ends, nan_ok=True)


def test_values_of_older_files_are_of_no_known_kind(
    lines: list[dict[str, Any]], written: Callable[..., Path]
) -> None:
    """Format 1 had bare numbers from -1 to 1 per turn and per search, some of them missing."""
    lines[0]["version"] = 1
    lines[1]["values"], lines[2]["values"] = [0.25, -0.5], [None, 1.0]
    lines[1]["decisions"][0]["search"]["value"] = 0.4
    for agent in lines[1]["decisions"][0]["search"]["agents"]:
        del agent["counted"]
    replay = load(written(lines))
    assert not replay.damaged
    first, second = (replay.turns[k].values for k in range(2))
    assert [(v.number, v.kind, v.low, v.high) for v in first] == [
        (0.25, ValueKind.UNKNOWN, -1.0, 1.0),
        (-0.5, ValueKind.UNKNOWN, -1.0, 1.0),
    ]
    assert not second[0].known and second[1].number == 1.0
    decision = replay.turns[0].decisions[0]
    assert decision is not None and decision.snapshot.value is not None
    assert decision.snapshot.value.kind is ValueKind.UNKNOWN
    assert decision.snapshot.agents[0].counted == "visit"


def test_compressed_files_are_known_by_their_content(tmp_path: Path) -> None:
    save(tmp_path / "match.jsonl.gz", play("tictactoe", ["random", "random"]))
    assert gzip.decompress((tmp_path / "match.jsonl.gz").read_bytes()).startswith(
        b'{"format":"smitsilab-replay"'
    )
    (tmp_path / "match.jsonl.gz").rename(tmp_path / "renamed")
    assert load(tmp_path / "renamed").note == ""


def test_the_header_holds_every_parameter(lines: list[dict[str, Any]]) -> None:
    head = lines[0]
    assert (head["format"], head["version"], head["game"], head["seed"]) == (
        "smitsilab-replay",
        2,
        "tictactoe",
        3,
    )
    assert head["seats"][0]["algorithm"] == "uct" and {"c", "playout_depth", "final"} <= set(
        head["seats"][0]["params"]
    )
    assert head["seats"][0]["budget"] == "20it"


@pytest.mark.parametrize("name", ["csb", "uttt", "tictactoe", "matrix"])
def test_positions_come_back_bit_for_bit(name: str) -> None:
    game = parse_game(name)
    state = game.bench_position()
    again = decode_state(game, json.loads(json.dumps(encode_state(state))))
    assert checksum(again) == checksum(state) and again.tobytes() == state.tobytes()


def test_an_interrupted_match_keeps_its_turns(tmp_path: Path) -> None:
    class Stop(Exception):
        pass

    for name in ("cut.jsonl", "cut.jsonl.gz"):
        setup = make_setup(parse_game("uttt"), ["random", "random"], 1)
        writer = ReplayWriter(tmp_path / name, setup, parse_game("uttt").initial(1))

        def on_turn(turn: Turn, writer: ReplayWriter = writer) -> None:
            writer.turn(turn)
            if turn.turn == 9:
                raise Stop

        with pytest.raises(Stop):
            play("uttt", ["random", "random"], seed=1, on_turn=on_turn)
        replay = load(tmp_path / name)  # while the writer still holds the file open
        assert len(replay.turns) == 9 and replay.outcome == ()
        assert replay.note in (
            "The match was interrupted after turn 9.",
            "The file is cut; everything before the cut was read.",
        )
        writer.close()


def test_an_unknown_algorithm_can_be_looked_at_but_not_repeated(
    lines: list[dict[str, Any]], written: Callable[..., Path]
) -> None:
    head = lines[0] | {
        "seats": [lines[0]["seats"][0] | {"algorithm": "uctt"}, lines[0]["seats"][1]]
    }
    replay = load(written([head, *lines[1:]]))
    assert len(replay.turns) == len(lines) - 2 and "did you mean uct" in replay.note


def test_a_changed_visit_count_is_found(
    lines: list[dict[str, Any]], written: Callable[..., Path]
) -> None:
    lines[3]["decisions"][0]["search"]["agents"][0]["visits"][1] += 1
    (found,) = differences(load(written(lines)))
    assert found.turn == 3 and found.field == "seat 1, tree of agent 1, visits"


def test_fewer_iterations_are_found(
    lines: list[dict[str, Any]], written: Callable[..., Path]
) -> None:
    lines[1]["decisions"][0]["calls"] = [[19, 0.0]]
    assert [d.turn for d in differences(load(written(lines)))] == [1]


def test_a_position_that_differs_is_noted_and_found(
    lines: list[dict[str, Any]], written: Callable[..., Path]
) -> None:
    lines[2]["state"] = "00000000"
    replay = load(written(lines))
    assert (
        replay.note
        == "From turn 2 on positions differ from the recorded ones: the rules have changed since."
    )
    assert [(d.turn, d.field) for d in differences(replay)] == [(2, "state")]


def test_changes_moves_taken_back_and_new_seats_play_again_the_same(tmp_path: Path) -> None:
    game = parse_game("uttt")
    setup = make_setup(game, ["uct", "random"], 1, "100it")
    other = make_setup(game, ["random", "uct:c=2"], 1, "50it")
    state, last, number = game.initial(1), None, 0
    players = [Player(game, seat, spec, 1) for seat, spec in enumerate(setup.seats)]
    with ReplayWriter(tmp_path / "live.jsonl", setup, state) as writer:
        states = [state]
        for step in range(12):
            if step == 6:  # two turns are taken back, then the seats change hands
                writer.back_to(4)
                state, number, last = states[4], 4, None
                players = [Player(game, seat, spec, 1) for seat, spec in enumerate(setup.seats)]
            if step == 9:
                writer.seats(other.seats)
                players = [Player(game, seat, spec, 1) for seat, spec in enumerate(other.seats)]
            seat = number % 2
            player = players[seat]
            if step == 8:
                player.change({"c": 0.1}) if player.search.searches else None
            player.begin(state, number, last)
            for n in (30, 20):
                player.advance(n, 0.25)
                if step in (2, 7) and player.search.searches and n == 30:
                    player.change({"c": 1.5, "playout_depth": 4})
            decision = player.decide()
            actions = {seat: resolved(game, player.view, seat, decision.choice)}
            turn = make_turn(
                game, state, number, [decision if s == seat else None for s in range(2)], actions, 1
            )
            writer.turn(turn)
            state, number, last = turn.state, number + 1, np.array(turn.joint, np.int64)
            del states[number:]
            states.append(state)
    replay = load(tmp_path / "live.jsonl")
    assert (
        replay.note == f"The match was interrupted after turn {number}."
        and len(replay.turns) == number
    )
    assert any(d is not None and d.changes for t in replay.turns for d in t.decisions)
    # the line on show, and what was taken back
    assert list(verify(replay)) == [None] * 12 and number == 10


def test_calls_may_be_missing(lines: list[dict[str, Any]], written: Callable[..., Path]) -> None:
    for line in lines[1:-1]:
        for decision in line["decisions"]:
            del decision["calls"]
    assert not differences(load(written(lines)))


def test_numbers_of_numpy_are_written_as_plain_ones():
    written = [
        rounded(x)
        for x in (np.int64(3), np.float64(0.123456789), np.float64("nan"), np.bool_(True), 7, None)
    ]
    assert written == [3, 0.123457, None, True, 7, None] and not any(
        isinstance(x, np.generic) for x in written
    )
