"""The file of a network and its gate, and features against their changes."""

from __future__ import annotations

import zipfile
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines import games
from engines.game import PASS, Game
from search.network import (
    MOST_BYTES,
    NetworkError,
    features_digest,
    network_for,
    read,
    refusal,
    shipped,
    sight,
)
from tests.matches import random_match
from tests.search.networks import random_network

SEEN = [name for name, kind in games().items() if not refusal(kind())]
LEARNED = [name for name in SEEN if shipped(games()[name]()).is_file()]


@pytest.fixture
def game() -> Game:
    return games()["uttt"]()


@pytest.fixture
def file(game: Game, tmp_path: Path) -> Path:
    place = tmp_path / "one.npz"
    random_network(game).save(place)
    return place


def test_what_is_read_is_what_was_written(game: Game, file: Path, tmp_path: Path) -> None:
    known, again = random_network(game), read(file, game)
    assert again.digest == known.digest
    assert dict(again.about) == dict(known.about)
    assert all(np.array_equal(a, b) for a, b in zip(again.net, known.net, strict=True))
    again.save(tmp_path / "two.npz")
    assert (tmp_path / "two.npz").read_bytes() == file.read_bytes()
    assert random_network(game, 2).digest != known.digest


@settings(deadline=None, max_examples=25)
@given(data=st.data())
def test_a_damaged_file_is_refused_or_another_network(data: st.DataObject) -> None:
    """Whatever bytes are changed or missing, the gate says so in one sentence."""
    game = games()["uttt"]()
    with TemporaryDirectory() as folder:
        place = Path(folder) / "damaged.npz"
        random_network(game).save(place)
        content = bytearray(place.read_bytes())
        at = data.draw(st.integers(0, len(content) - 1))
        if data.draw(st.booleans()):
            content = content[:at]
        else:
            content[at : at + 4] = data.draw(st.binary(min_size=4, max_size=4))
        place.write_bytes(content)
        try:
            found = read(place, game)
        except NetworkError as error:
            assert "\n" not in str(error)
            assert str(error).endswith(".")
        else:
            assert found.net.rows.shape == (game.feature_rows, 64)


def test_the_gate_refuses_in_a_sentence(game: Game, file: Path, tmp_path: Path) -> None:
    with pytest.raises(NetworkError, match="There is no network"):
        read(tmp_path, game)
    large = tmp_path / "large.npz"
    large.write_bytes(bytes(MOST_BYTES + 1))
    with pytest.raises(NetworkError, match="larger than a network may be"):
        read(large, game)
    bomb = tmp_path / "bomb.npz"
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as packed:
        for name in ("rows", "bias", "head", "about"):
            packed.writestr(f"{name}.npy", bytes(1 << 24))
    with pytest.raises(NetworkError, match="unpacks to more"):
        read(bomb, game)
    pickled = tmp_path / "pickled.npz"
    values = dict.fromkeys(("rows", "bias", "head", "about"), np.array([{}], object))
    np.savez(pickled, **values)  # type: ignore[arg-type]
    with pytest.raises(NetworkError, match="is no network, or damaged"):
        read(pickled, game)
    with pytest.raises(NetworkError, match="a network of uttt, not "):
        read(file, next(games()[name]() for name in games() if name != "uttt"))


def test_one_that_learned_other_features_is_refused(
    game: Game, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("search.network.features_digest", lambda game: "another")
    with pytest.raises(NetworkError, match="learned other features"):
        read(file, game)


def test_games_that_cannot_be_learned_say_why() -> None:
    for kind in games().values():
        game = kind()
        sentence = refusal(game)
        assert bool(sentence) == (game.name not in SEEN)
        if sentence:
            assert sentence.endswith(".")
            with pytest.raises(NetworkError):
                network_for(game)


@pytest.mark.parametrize("name", LEARNED)
def test_the_network_of_a_game_passes_the_gate(name: str) -> None:
    game = games()[name]()
    found = network_for(game)
    assert shipped(game).stat().st_size <= MOST_BYTES
    assert found.about["game"] == name
    assert found.about["features"] == features_digest(game)
    assert f"smitsilab learn {name}" in str(found.about["command"])


@settings(deadline=None, max_examples=25)
@given(name=st.sampled_from(SEEN), seed=st.integers(0, 1 << 30))
def test_changes_are_what_features_change_by(name: str, seed: int) -> None:
    game = games()[name]()
    found, rules = sight(game), game.rules
    out = np.zeros(found.most, np.int64)
    for before, joint, after in random_match(game, seed):
        if rules.is_over(after):
            break
        seat = max(0, int(rules.to_move(after)))
        seen = out[: found.features(after, seat, out)].tolist()
        assert len(seen) == len(set(seen)) <= found.most
        assert all(0 <= row < found.rows for row in seen)
        if found.changes is None or game.simultaneous:
            continue
        rows = Counter(out[: found.features(before, seat, out)].tolist())
        action = int(max(joint[joint != PASS]))
        for change in out[: found.changes(before, after, action, out)].tolist():
            rows[abs(change) - 1] += 1 if change > 0 else -1
        assert +rows == Counter(seen)
        assert not -rows


@settings(deadline=None, max_examples=20)
@given(name=st.sampled_from(SEEN), seed=st.integers(0, 1 << 30))
def test_symmetries_are_permutations_that_leave_the_first_as_it_is(name: str, seed: int) -> None:
    game = games()[name]()
    turned = sight(game).turned
    assert np.array_equal(turned[0], np.arange(sight(game).rows))
    assert all(np.array_equal(np.sort(way), turned[0]) for way in turned)
