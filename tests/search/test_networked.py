"""Searches whose leaves a network values, against the same searches of a game whose own evaluation
is the network's definition, and against a minimax without any of their code.
"""

from __future__ import annotations

import contextlib
import copy
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engines import games
from engines.game import PASS, Game, State
from engines.jit import plain
from engines.knobs import Value, make
from search import algorithms
from search.base import Search
from search.network import MOST_BYTES, Network, NetworkError
from tests.matches import legal, movers, random_match
from tests.search.networks import random_network, value_of

VALUED: Mapping[str, Value] = {"evaluation": "network"}
SEARCHES: Mapping[str, Mapping[str, Value]] = {
    "minimax": {"depth": 2, "deepening": False},
    "alphabeta": {"depth": 3},
    "paranoid": {"depth": 2},
    "maxn": {"depth": 2},
    "expectimax": {"depth": 2},
    "duct": {"playout_depth": 0},
    "beam": {"width": 20, "depth": 3},
    "smitsimax": {"depth": 3},
}
NAMES = ("uttt", "connect_four")
PAIRS = [
    *((name, kind) for name in NAMES for kind in SEARCHES if kind != "smitsimax"),
    *(("goofspiel", kind) for kind in ("smitsimax", "duct", "alphabeta")),
    ("tron", "alphabeta"),
]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path


def kept(game: Game, folder: Path, seed: int = 1) -> tuple[Network, str]:
    """A network in a file."""
    network, place = random_network(game, seed), folder / f"{game.name}{seed}.npz"
    network.save(place)
    return network, str(place)


def made(name: str, game: Game, **knobs: Value) -> Search:
    kind = algorithms()[name]
    return kind(game, make(kind.Params, {**SEARCHES.get(name, {}), **knobs}), None, 1)


def own_value(game: Game, network: Network, state: State) -> float:
    """What a position is worth for seat 0, by the definition, in the numbers of the search."""
    if game.rules.is_over(state):
        out = np.zeros(game.seats)
        game.rules.outcome(state, out)
        return float(out[0])
    seats = movers(game, state)
    worths = [float(np.float32(value_of(game, network, state, seat))) for seat in seats]
    if len(worths) == 2:
        return 0.5 * (worths[0] - worths[1])
    return worths[0] if seats == (0,) else -worths[0]


def plainly(game: Game, network: Network) -> Game:
    """The game with that as its own evaluation."""

    def value(state: State, w: Any, out: Any) -> None:
        out[0] = own_value(game, network, state)
        out[1] = -out[0]

    found: Any = copy.copy(game)
    key = ("plainly", network.digest, *game.kernel_key)
    found.__class__ = type("Plainly", (type(game),), {"kernel_key": property(lambda self: key)})
    found.rules = replace(game.rules, value=value, after=None, prepare=None, lasting=None)
    return found  # type: ignore[no-any-return]


def position(game: Game, turns: int) -> State:
    return [game.initial(1), *(after for _, _, after in random_match(game, 4, turns))][-1]


def best_of(game: Game, network: Network, state: State, depth: int, seat: int) -> float:
    """Minimax as it is defined."""
    if depth == 0 or game.rules.is_over(state):
        return own_value(game, network, state) * (1 if seat == 0 else -1)
    mover, found = int(game.rules.to_move(state)), []
    for action in legal(game, state, mover):
        after, joint = state.copy(), np.full(game.agents, PASS, np.int64)
        joint[mover] = action
        game.rules.step(after, joint, None, None)
        found.append(best_of(game, network, after, depth - 1, seat))
    return max(found) if mover == seat else min(found)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("kind", ["minimax", "alphabeta", "paranoid", "maxn"])
def test_depth_first_searches_are_minimax_of_the_network(
    name: str, kind: str, folder: Path, uncompiled: Any
) -> None:
    game = games()[name]()
    network, file = kept(game, folder)
    for turns in (7, 8):  # both seats
        state = position(game, turns)
        seat = int(game.rules.to_move(state))
        depth = 2 if name == "uttt" else 3
        search = made(kind, game, network=file, depth=depth, **VALUED)
        search.start(state, seat)
        assert search.advance(1 << 30)
        known = search.snapshot().value
        assert known is not None
        assert known.number == pytest.approx(best_of(game, network, state, depth, seat), abs=1e-9)


@pytest.mark.parametrize(("name", "kind"), PAIRS)
def test_it_is_the_search_of_a_game_with_that_evaluation(
    name: str, kind: str, folder: Path, uncompiled: Any
) -> None:
    game = games()[name]()
    network, file = kept(game, folder)
    state = position(game, min(9, game.longest // 3))
    seat = max(0, int(game.rules.to_move(state)))
    valued = made(kind, game, network=file, **VALUED)
    own = made(kind, plainly(game, network))
    for search in (valued, own):
        search.start(state, seat)
        search.advance(150)
    assert valued.choice().tolist() == own.choice().tolist()
    one, other = valued.snapshot().agents[0], own.snapshot().agents[0]
    assert one.visits.tolist() == other.visits.tolist()
    assert one.mean.tolist() == other.mean.tolist()
    assert len(set(one.mean[np.isfinite(one.mean)].tolist())) > 1


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("tictactoe", "alphabeta"),
        *(pytest.param(n, "duct", marks=pytest.mark.long) for n in ("tictactoe", "goofspiel")),
    ],
)
def test_compiled_it_is_the_same(name: str, kind: str, folder: Path) -> None:
    game = games()[name]()
    _, file = kept(game, folder)
    state, found = position(game, 2), []
    for where in (plain, contextlib.nullcontext):
        with where(), np.errstate(all="ignore"):
            search = made(kind, game, network=file, **VALUED)
            search.start(state, 0)
            search.advance(200)
            found.append(search.snapshot().agents[0])
    assert found[0].visits.tolist() == found[1].visits.tolist()
    assert np.array_equal(found[0].mean, found[1].mean, equal_nan=True)


def test_threads_share_the_tables_and_nothing_else(folder: Path) -> None:
    """Two trees at once find what they find one after the other."""
    game = games()["tictactoe"]()
    _, file = kept(game, folder)
    state, found = position(game, 2), []
    for _ in range(2):
        search = made("uct", game, network=file, threads=2, **VALUED)
        search.start(state, 0)
        search.advance(4000)
        found.append(search.snapshot().agents[0])
    assert found[0].visits.tolist() == found[1].visits.tolist()
    assert found[0].mean.tolist() == found[1].mean.tolist()


@pytest.mark.parametrize("kind", ["alphabeta", "duct", "beam"])
def test_another_network_is_taken_when_the_knob_is_turned(
    kind: str, folder: Path, uncompiled: Any
) -> None:
    game = games()["connect_four"]()
    files = [kept(game, folder, seed)[1] for seed in (1, 2)]
    settings: list[dict[str, Value]] = [{}, {**VALUED, "network": files[0]}]
    settings += [{**VALUED, "network": files[1]}, {}]
    state = position(game, 9)
    seat = int(game.rules.to_move(state))
    search, numbers = made(kind, game), list[tuple[float, ...]]()
    for knobs in settings:
        assert search.update(made(kind, game, **knobs).params) is None
        fresh = made(kind, game, **knobs)
        fresh.start(state, seat)
        if not numbers:
            search.start(state, seat)
        for each in (search, fresh):
            each.advance(80)
        one, other = (each.snapshot().agents[0].mean for each in (search, fresh))
        assert np.array_equal(one, other, equal_nan=True)
        numbers.append(tuple(one.tolist()))
    assert numbers[0] == numbers[3]
    assert len(set(numbers)) == 3
    assert search.generation == len(settings)
    said = search.update(made(kind, game, network=files[0], **VALUED).params)
    assert said is None
    (folder / "connect_four2.npz").write_bytes(b"")
    asked = replace(search.params, network=files[1])
    said = search.update(asked)
    assert said is not None
    assert said.endswith(".")
    assert search.params.network == files[0]


@pytest.mark.parametrize("kind", ["alphabeta", "duct", "beam", "uct"])
def test_what_is_no_network_of_the_game_is_refused_in_a_sentence(kind: str, folder: Path) -> None:
    game, other = games()["connect_four"](), games()["tictactoe"]()
    _, foreign = kept(other, folder)
    (folder / "damaged.npz").write_bytes(Path(foreign).read_bytes()[:-40])
    (folder / "large.npz").write_bytes(bytes(MOST_BYTES + 1))
    for file in (foreign, *(str(folder / name) for name in ("damaged.npz", "large.npz", "none"))):
        with pytest.raises(NetworkError) as caught:
            algorithms()[kind].needs(game, made(kind, game, network=file, **VALUED).params)
        said = str(caught.value)
        assert said.endswith(".")
        assert "\n" not in said


def test_needs_name_the_network_only_where_it_is_used(folder: Path) -> None:
    game = games()["connect_four"]()
    network, file = kept(game, folder)
    kind = algorithms()["alphabeta"]
    asks = make(kind.Params, {**VALUED, "network": file})
    assert kind.needs(game, asks) == {"network": network.digest}
    assert kind.apart_for(asks) == "network"
    assert not kind.needs(game, make(kind.Params, {"network": file}))
