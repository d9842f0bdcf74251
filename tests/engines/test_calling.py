"""An evaluation that is compiled apart and called by its address plays as one inside its kernels,
and those stay when it is edited.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from engines import games
from engines.calling import called_by, calling, compile_apart
from engines.game import Game
from engines.knobs import make
from engines.own_files import named_in, renew, version_of
from engines.standing_in import forfeits_lose
from engines.versions import version_in
from search import algorithms
from tests.race_file import TEXT, saved

BODY = "+ 0.02 * ahead(s, 1)", "+ 0.02 * ahead(s, 1) * ahead(s, 0)"
RULE = "s.at[mover] % 5 == 0", "s.at[mover] % 7 == 0"


def found_by(kind: type[Game], name: str, iterations: int) -> list[object]:
    """What a search finds from some positions, bit for bit."""
    game, rng = kind(), np.random.default_rng(5)
    found, state = [list[object]()], game.initial(1)
    for turn in range(3):
        kind_of = algorithms()[name]
        params = make(kind_of.Params, {"playout_depth": "2"} if name == "uct" else {})
        search = kind_of(game, params, seed=7 + turn)
        search.start(state, turn % 2)
        search.advance(iterations)
        agent = search.snapshot().agents[0]
        found.append([search.choice().tolist(), agent.visits.tolist(), agent.mean.tobytes()])
        joint = np.full(2, -1)
        joint[turn % 2] = rng.integers(3)
        game.rules.step(state, joint, None, None)
    return [*found]


def test_the_kernels_that_call_it_are_the_same_whatever_it_is(race_file: Path) -> None:
    old = version_of(games()["race"])
    kind = calling(games()["race"])
    assert old is not None and kind is not None and called_by(kind) is not None
    edited = version_of(saved(race_file, *BODY))
    again = calling(games()["race"])
    assert edited is not None and again is not None
    assert edited.rest == old.rest and edited.kernels != old.kernels
    assert again.__module__ == kind.__module__ != games()["race"].__module__
    assert version_in(race_file).rest == old.rest and version_in(race_file).code != old.code
    ruled = version_of(saved(race_file, *RULE))
    assert ruled is not None and ruled.rest != old.rest


def test_other_numbers_are_the_same_code(race_file: Path) -> None:
    old = version_in(race_file).code
    saved(race_file, "0.02 * ahead", "0.05 * ahead")
    assert version_in(race_file).code == old
    saved(race_file, "s.at[mover] -= 2", "s.at[mover] -= 3")
    assert version_in(race_file).code != old


@pytest.mark.usefixtures("uncompiled")
@pytest.mark.parametrize("name", ["uct", "minimax"])
def test_it_plays_the_same(race_file: Path, name: str) -> None:
    plays = []
    for edit in (("0.02", "0.02"), BODY):
        whole = saved(race_file, *edit)
        kind = calling(whole)
        assert kind is not None
        plays.append(found_by(whole, name, 40))
        assert found_by(kind, name, 40) == plays[-1]
    assert name == "minimax" or plays[0] != plays[1]  # the edit is of consequence


@pytest.mark.parametrize("compiles", [False, True])
def test_what_is_made_of_an_evaluation_is_in_the_kernels(
    race_file: Path, compiles: bool, request: pytest.FixtureRequest
) -> None:
    """As by `forfeits_lose`, which the file of `new game` calls."""
    if not compiles:
        request.getfixturevalue("uncompiled")
    text = TEXT.replace("= Rules(", "= forfeits_lose(Rules(").replace(
        "come, value)", "come, value))"
    )
    text = text.replace(
        "from engines.scene",
        f"from {forfeits_lose.__module__} import forfeits_lose\nfrom engines.scene",
    )
    race_file.write_text(text, encoding="utf-8")
    whole: type[Game] = named_in(renew(race_file))["race"]
    kind = calling(whole)
    assert kind is not None
    compile_apart(whole())
    for lost, worth in ((0, np.tanh(0.1 * 7 + 0.02 * 12)), (1, -1.0)):
        for game in (whole(), kind()):
            state, out = game.initial(1), np.zeros(2)
            state.at[0], state.lost = 7, lost
            game.rules.value(state, game.weights(), out)
            assert out.tolist() == pytest.approx([worth, -worth])


@pytest.mark.usefixtures("uncompiled")
def test_without_an_address_nothing_is_called(race_file: Path) -> None:
    kind = calling(games()["race"])
    assert kind is not None
    game, out = kind(), np.zeros(2)
    for weights in (np.array([0.1]), np.array([0.1, 0.02, 0.015]), np.array([1.0, 2.0, 3.0, 4.0])):
        out[:] = 0.0
        game.rules.value(game.initial(1), weights, out)
        assert np.isnan(out).all()
    game.rules.value(game.initial(1), game.weights(), out)
    assert np.isfinite(out).all()


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (
            "def place(agent",
            "def other(s: Any, w: Any) -> None:\n    value(s, w, w)\n\n\ndef place(agent",
        ),
        (
            "    def reason(",
            "    def asked(self) -> Any:\n        return self.rules.value\n\n    def reason(",
        ),
        (
            "    def reason(",
            "    def weights(self, p: Any = None) -> Any:\n        return [1.0]\n\n    def reason(",
        ),
    ],
)
def test_what_somebody_else_may_call_stays_inside(race_file: Path, old: str, new: str) -> None:
    assert calling(saved(race_file, old, new)) is None


@pytest.mark.long
@pytest.mark.parametrize("name", ["uct", "flat_mc", "minimax"])
def test_compiled_it_plays_the_same(race_file: Path, name: str) -> None:
    whole = saved(race_file, *BODY)
    kind = calling(whole)
    assert kind is not None
    assert found_by(kind, name, 3000) == found_by(whole, name, 3000)
    game, out = kind(), np.zeros(2)
    game.rules.value(game.initial(1), np.array([0.1, 0.02, 0.015]), out)
    assert np.isnan(out).all()
