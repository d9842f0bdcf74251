"""Replays of searches with networks: repeated with the same one, refused with another."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engines import games
from engines.knobs import KnobError
from lab.cli import main
from lab.files.replay import load, save
from lab.files.verify import verify
from lab.match.play import play
from lab.match.seats import parse_seat
from search.network import network_for
from tests.search.networks import random_network

SEATS = ["uct:preset=network,budget=60it", "uct:budget=60it"]


@pytest.fixture(scope="module")
def replay(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("networks") / "match.jsonl"
    save(path, play("tictactoe", SEATS, seed=3))
    return path


@pytest.mark.usefixtures("uncompiled")
def test_it_is_searched_again_bit_for_bit(replay: Path) -> None:
    game = games()["tictactoe"]()
    head = json.loads(replay.read_text().splitlines()[0])
    assert head["seats"][0]["needs"] == {"network": network_for(game).digest}
    assert "needs" not in head["seats"][1]
    found = load(replay)
    assert found.repeatable
    assert not [each for each in verify(found) if each is not None]


@pytest.mark.long
def test_a_network_at_the_leaves_of_other_searches_is_named_and_repeated(tmp_path: Path) -> None:
    path, game = tmp_path / "leaves.jsonl", games()["tictactoe"]()
    seats = [f"{kind}:evaluation=network,budget=60it" for kind in ("alphabeta", "duct")]
    save(path, play("tictactoe", seats, seed=3))
    head = json.loads(path.read_text().splitlines()[0])
    needed = {"network": network_for(game).digest}
    assert [seat["needs"] for seat in head["seats"]] == [needed, needed]
    found = load(path)
    assert found.repeatable
    assert not [each for each in verify(found) if each is not None]


def test_with_another_network_it_is_refused(
    replay: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = replay.read_text().splitlines()
    head = json.loads(lines[0])
    head["seats"][0]["needs"]["network"] = "0123456789abcdef"
    other = tmp_path / "other.jsonl"
    other.write_text("\n".join([json.dumps(head), *lines[1:]]) + "\n")
    found = load(other)
    assert not found.repeatable
    assert "it played with the network 0123456789abcdef" in found.note
    assert len(found.turns) == len(lines) - 2
    main(["replay", str(other), "--verify"])
    said = capsys.readouterr()
    assert "0123456789abcdef" in said.out + said.err


def test_a_file_is_a_player_too_and_a_bad_one_is_refused(tmp_path: Path) -> None:
    game = games()["tictactoe"]()
    file = tmp_path / "mine.npz"
    random_network(game).save(file)
    seat = parse_seat(f"uct:preset=network,network={file}", game)
    save(tmp_path / "mine.jsonl", play("tictactoe", [seat, "random"], seed=1))
    head = json.loads((tmp_path / "mine.jsonl").read_text().splitlines()[0])
    assert head["seats"][0]["needs"] == {"network": random_network(game).digest}
    file.write_bytes(b"nothing")
    with pytest.raises(KnobError, match="is no network"):
        parse_seat(f"uct:preset=network,network={file}", game)
    assert not load(tmp_path / "mine.jsonl").repeatable
