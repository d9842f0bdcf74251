"""What a network sees of games that do not say what there is to see, against their states."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engines import games
from engines.game import Game, State
from lab.cli import main
from search.cells import FEW, fields_of
from search.network import NetworkError, network_for, refusal, sight
from tests.games.captures import Captures
from tests.games.rows import Rows
from tests.matches import random_match
from tests.process import said

PLAIN = [
    *(game for game in (kind() for kind in games().values()) if not refusal(game)),
    games()["pacman"].configure(ghosts=1),
    Captures(),
    Rows(),
]
UNSAID = [game for game in PLAIN if game.rules.features is None]
ROOT = Path(__file__).parents[2]
IDS = [game.spec for game in UNSAID]


def seen(game: Game, state: State, seat: int) -> list[int]:
    found = sight(game)
    out = np.full(found.most + 4, -7, np.int64)
    rows: list[int] = out[: found.features(state, seat, out)].tolist()
    assert out[found.most :].tolist() == [-7] * 4
    return rows


def cells(game: Game, state: State) -> dict[tuple[Any, ...], int]:
    """The rows of one seat by their meaning: a cell and the value it has, or the bit that is set,
    each read from the record by the rule as it is told.
    """
    found = dict[tuple[Any, ...], int]()
    for field in fields_of(game)[0]:
        values = np.asarray(state[field.name])
        for place, rows in zip(
            field.at.tolist(), np.atleast_2d(field.rows.T).T.tolist(), strict=True
        ):
            value = int(values[tuple(place)])
            if field.values:
                assert field.values <= FEW
                found[field.name, *place, value] = rows[0] + value - field.low
            else:
                for bit, row in enumerate(rows):
                    if row >= 0 and value >> bit & 1:
                        found[field.name, *place, "bit", bit] = row
    return found


def test_every_turn_game_of_two_is_seen() -> None:
    assert {"tron", "goofspiel", "pacman", "captures"} <= {game.name for game in UNSAID}


@pytest.mark.parametrize("game", UNSAID, ids=IDS)
def test_rows_are_the_cells_of_the_state(game: Game) -> None:
    rows = fields_of(game)[1]
    for _, _, state in islice(random_match(game, 5), 80):
        known = cells(game, state)
        assert len(set(known.values())) == len(known)
        for seat in (0, 1):
            assert seen(game, state, seat) == sorted(row + seat * rows for row in known.values())
    assert sight(game).rows == 2 * rows


@pytest.mark.parametrize("game", UNSAID, ids=IDS)
def test_no_two_positions_of_a_match_look_alike(game: Game) -> None:
    states = [game.initial(3), *(after for _, _, after in random_match(game, 3))]
    looks = [tuple(seen(game, state, 0)) for state in states]
    assert len(set(looks)) == len(looks)


def test_keys_and_what_never_changes_are_not_seen() -> None:
    names = {field.name for field in fields_of(games()["goofspiel"]())[0]}
    assert "hand" in names
    assert not names & {"hash", "order", "split", "total"}


def test_other_ways_to_begin_see_the_same() -> None:
    kind = games()["tron"]
    usual, other = sight(kind()), sight(kind.configure(starts="mirrored"))
    assert (usual.rows, usual.most) == (other.rows, other.most)


def test_what_cannot_be_learned_is_refused_in_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("pacman", "brew", "kutulu", "textbook", "matrix"):
        with pytest.raises(NetworkError, match=r"^[^\n]*\.$"):
            network_for(games()[name]())
        assert main(["learn", name, "--out", str(tmp_path / "net.npz")]) == 2
        assert "cannot be learned" in capsys.readouterr().err


@pytest.mark.long
def test_a_game_of_ones_own_is_learned(tmp_path: Path) -> None:
    out, file = str(tmp_path / "own.npz"), str(ROOT / "tests/games/rows.py")
    words = ["--generations=1", "--positions=1000", "--iterations=40", "--least=4", "--trials=2"]
    assert "Generation 1 (" in said("-m", "lab", "learn", file, "--out", out, *words)
    assert network_for(Rows(), out).about["game"] == "rows"
