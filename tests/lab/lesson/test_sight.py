"""The lesson of what a network sees: its numbers are those of the network's own file and of the
search that plays with it.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engines.game import Game, State
from engines.gdl.game import game_of as sheet_game
from engines.grid import lines_in
from engines.knobs import KnobError, make
from engines.tictactoe import TicTacToe
from lab.cli import main
from lab.lesson.network import SightLesson, SightQuestion, study, told
from lab.lesson.network.seeing import Seeing, calibration_of
from lab.lesson.network.study import rows_of
from resources import path
from search.base import generator
from search.network import HEAD, UNIT, Net, Network, features_digest, network_for
from search.uct.search import UCT

SMALL = ("X.O/.O./.X.", "4453426")
ENDS = "XX./OO./..."  # X can win at once


def by_hand(net: Net, rows: list[int]) -> float:
    """The value in numpy's own words."""
    sums = net.bias.astype(np.int64) + net.rows[rows].astype(np.int64).sum(axis=0)
    logit = (np.clip(sums, 0, UNIT) * net.head).sum() / (UNIT * HEAD) + sums[-1] / UNIT
    return float(np.tanh(logit / 2))


@pytest.mark.parametrize("text", SMALL)
def test_a_value_and_what_each_pattern_adds_are_those_of_the_tables(text: str) -> None:
    lesson = study(SightQuestion(text))
    (sight,) = lesson.sights
    net, rows = network_for(lesson.game).net, [each.row for each in sight.patterns]
    whole = by_hand(net, rows)
    assert sight.value == pytest.approx(whole, abs=0.003)  # of a table of values
    for each in sight.patterns:
        less = by_hand(net, [row for row in rows if row != each.row])
        assert each.adds == pytest.approx(whole - less, abs=0.005)
    sizes = [abs(each.adds) for each in sight.patterns]
    assert sizes == sorted(sizes, reverse=True) and sizes[0] > 0


@pytest.mark.usefixtures("uncompiled")
@pytest.mark.parametrize("text", (*SMALL, ENDS))
def test_moves_are_worth_what_the_search_begins_with(text: str) -> None:
    lesson = study(SightQuestion(text))
    knobs = {"evaluation": "network", "implicit": 0.5}
    search = UCT(lesson.game, make(UCT.Params, knobs), None, 1)
    search.start(lesson.state, lesson.seat)
    search.advance(1)
    (stats,) = search.snapshot().agents
    shown = {move.action: 0.5 + 0.5 * move.value for move in lesson.sights[0].moves}
    means = dict(zip(stats.actions.tolist(), stats.mean.tolist(), strict=True))
    looked = {action: mean for action, mean in means.items() if mean == mean}  # until one wins
    assert looked and set(shown) == set(means)
    assert {action: shown[action] for action in looked} == pytest.approx(looked, abs=1e-6)
    assert (len(looked) < len(shown)) == any(move.ends for move in lesson.sights[0].moves)
    values = [move.value for move in lesson.sights[0].moves]
    assert values == sorted(values, reverse=True)


def test_a_row_is_of_the_cells_of_its_line() -> None:
    lesson = study(SightQuestion(SMALL[0]))
    lines = lines_in(3, 3, 3).tolist()
    for each in lesson.sights[0].patterns:
        assert list(each.cells) == sorted(lines[each.row // 27])
    total = sum(each.adds for each in lesson.sights[0].patterns)
    assert sum(lesson.sights[0].shares().values()) == pytest.approx(total)


def made(game: Game, seed: int, **about: Any) -> Network:
    """A network of random numbers."""
    rng, facts = np.random.default_rng(seed), {"game": game.name}
    rows = rng.integers(-400, 400, (game.feature_rows, 64)).astype(np.int16)
    head = rng.integers(-900, 900, 64).astype(np.int16)
    head[-1] = 0
    net = Net(rows, rng.integers(0, UNIT, 64).astype(np.int16), head)
    return Network(net, facts | {"features": features_digest(game)} | about)


def test_generations_beside_a_network_see_the_position_one_after_the_other(tmp_path: Path) -> None:
    game, file = TicTacToe(), tmp_path / "net.npz"
    folder = tmp_path / "net.learning"
    folder.mkdir()
    for number in (2, 10, 1):
        made(game, number).save(folder / f"network{number}.npz")
    (folder / "networkx.npz").write_text("none")
    made(game, 3).save(file)
    lesson = study(SightQuestion(SMALL[0], network=str(file)))
    assert [s.name for s in lesson.sights] == ["generation 1", "generation 2", "generation 10"]
    assert len(lesson.steps) == 9
    best = [sight.moves[0].action for sight in lesson.sights]
    turned = [k for k in (1, 2) if best[k] != best[k - 1]]
    assert lesson.surprises == [3 * k + 1 for k in turned]
    alone = tmp_path / "alone.npz"
    made(game, 3).save(alone)
    (sight,) = study(SightQuestion(SMALL[0], network=str(alone))).sights
    assert sight.name == "alone.npz"


BINS = ((-0.5, 30, -0.4, -0.2), (0.25, 10, 0.3, 0.9))


@pytest.mark.parametrize(
    "found",
    [3, "x", [[1]], [[0.0, "a", 0, 0]], [[5.0, 3, 0, 0]], [[0.0, -3, 0, 0]], [[float("nan")] * 4]],
)
def test_a_calibration_that_cannot_be_is_none(found: Any) -> None:
    game = TicTacToe()
    assert calibration_of(made(game, 1, calibration=found)) == ()
    assert calibration_of(made(game, 1)) == ()
    assert calibration_of(made(game, 1, calibration=[list(each) for each in BINS])) == BINS


def test_a_calibration_says_what_such_values_came_to() -> None:
    game, state = TicTacToe(), _after(4)
    network = made(game, 1)
    value = Seeing(game, state).see("", network).value
    low = np.floor(4 * value) / 4
    bins = [[low, 12, value, -0.25], [low - 0.25 if low > -1 else low + 0.25, 3, 0.0, 0.0]]
    sight = Seeing(game, state).see("", made(game, 1, calibration=bins))
    assert sight.bin is not None
    assert sight.bin[1:] == (12, pytest.approx(value), -0.25)


def _after(*cells: int) -> State:
    game, joint = TicTacToe(), np.full(2, -1, np.int64)
    state = game.initial(1)
    for k, cell in enumerate(cells):
        joint[:] = -1
        joint[k % 2] = cell
        game.rules.step(state, joint, generator(0), None)
    return state


@pytest.mark.parametrize(
    ("position", "network", "sentence"),
    [
        ("csb@1", "", "opposed interests"),
        ("OOO/XX./X..", "", "over"),
        (SMALL[0], "/nowhere/net.npz", "There is no network"),
        ("tron@1", "", "No network comes with"),
    ],
)
def test_what_cannot_be_seen_is_refused_in_a_sentence(
    position: str, network: str, sentence: str
) -> None:
    with pytest.raises(KnobError, match=sentence):
        study(SightQuestion(position, network=network))


def test_the_command_tells_it_and_writes_the_numbers(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lesson", "network", "--position", SMALL[0]]) == 0
    assert "X is to move" in capsys.readouterr().out
    assert main(["lesson", "network", "--position", SMALL[0], "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    lesson = study(SightQuestion(SMALL[0]))
    (network,) = data["networks"]
    assert network["value"] == lesson.sights[0].value
    assert len(network["moves"]) == 5
    rows = rows_of(lesson, lesson.steps[0])
    assert next(len(table) for _, table in told(lesson)) == 1 + len(rows)


@pytest.mark.usefixtures("uncompiled")
def test_the_patterns_of_a_sheet_are_its_facts_each_in_its_cell() -> None:
    file = path("games", "breakthrough.kif")
    sheet = sheet_game(file.read_text(), file, "loaded_test")()
    state = sheet.initial(1)
    sight = Seeing(sheet, state).see("own", network_for(sheet))
    lesson = SightLesson(SightQuestion(), sheet, state, 0, (sight,))
    placed = {lesson.words(each): [*map(lesson.corner, each.cells)] for each in sight.patterns}
    assert placed.pop("turn white") == []
    (origin,) = placed["cell 1 1 white"]  # below, on the left
    assert len(placed) == 32
    for words, (corner,) in placed.items():
        _, column, row, side = words.split()
        assert side == ("white" if int(row) < 5 else "black")
        expected = origin[0] + int(column) - 1, origin[1] + 1 - int(row)
        assert corner == pytest.approx(expected)
    assert "stands in the cell" in lesson.steps[0].why
    assert set(sight.shares().values()) == {each.adds for each in sight.patterns if each.cells}
