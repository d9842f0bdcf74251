"""Trees of recorded decisions: made again exactly, and written as the arena has them."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from lab.export.job import EVENLY, POWERS, Job, Moments, NoFormat, decision_of, export, rows_of
from lab.export.match_rows import Part
from lab.export.schema import Row
from lab.export.trees import MOST, WholeTree, dot, trees
from lab.files.replay import Replay, ReplayError, header, load, save
from lab.files.verify import UNWATCHED, Repetition
from lab.match.play import play
from tests.lab.export import matches


@pytest.fixture(scope="module")
def race(tmp_path_factory: pytest.TempPathFactory) -> Replay:
    return matches.csb(tmp_path_factory.mktemp("race"))


@pytest.fixture(scope="module")
def board(tmp_path_factory: pytest.TempPathFactory) -> Replay:
    return matches.tictactoe(tmp_path_factory.mktemp("board"))


def test_root_actions_are_as_recorded_in_every_turn(board: Replay, race: Replay) -> None:
    """Also where a search kept its tree from turns before."""
    for replay, turns in ((board, (1, 3, 5)), (race, (1, 4))):
        for turn in turns:
            decision = replay.turns[turn - 1].decisions[0]
            assert decision is not None and (turn == 1 or replay is race or not decision.fresh)
            for tree in trees(replay, Part(turn, turn, seat=0), least=1):
                stats = next(s for s in decision.snapshot.agents if s.agent == tree.part.agent)
                below = np.flatnonzero(tree.part.parent == 0)
                found = dict(
                    zip(tree.part.action[below], tree.part.visits[below].tolist(), strict=True)
                )
                expected = dict(zip(stats.actions, stats.visits.tolist(), strict=True))
                assert found == {action: n for action, n in expected.items() if n >= 1}


@pytest.mark.parametrize("least", [1, 2, 7])
def test_nodes_are_all_of_the_arena_with_enough_visits(race: Replay, least: int) -> None:
    player, _ = Repetition(race).watched(2, 0, UNWATCHED)
    arena = player.search.tree  # type: ignore[attr-defined]  # of Smitsimax: one for all agents
    used = player.search.used  # type: ignore[attr-defined]
    found = Counter[int]()
    roots = race.game.agents
    for tree in trees(race, Part(2, 2), least):
        found.update(tree.part.visits[1:].tolist())
    visits = arena.visits[roots:used]
    assert found == Counter(visits[visits >= least].tolist())


def test_rows_of_nodes(race: Replay) -> None:
    rows = list(rows_of(race, Job(("nodes",), Part(3, 3, agent=2), least=2)))
    by_id = {row["id"]: row for row in rows}
    assert {row["agent"] for row in rows} == {3} and {row["seat"] for row in rows} == {1}
    assert rows[0].get("parent") is None and rows[0].get("mean") is None
    for row in rows[1:]:
        above = by_id[row["parent"]]
        assert number(row, "depth") == number(above, "depth") + 1
        assert number(row, "visits") <= number(above, "visits")
        assert row["mover"] == 3 and row["words"]


def number(row: Row, name: str) -> float:
    return float(str(row[name]))


def test_agents_of_a_common_tree_are_told_apart(board: Replay) -> None:
    rows = list(rows_of(board, Job(("nodes",), Part(3, 3, seat=0), least=5)))[1:]
    assert {(number(row, "depth") % 2, row["mover"]) for row in rows} == {(1, 1), (0, 2)}


def test_a_search_that_comes_out_otherwise_is_not_passed_off_as_the_recorded_one(
    board: Replay, tmp_path: Path
) -> None:
    path = tmp_path / "changed.jsonl"
    lines = [json.loads(json.dumps(line)) for line in board.lines]
    lines[0]["decisions"][0]["search"]["agents"][0]["visits"][0] += 1
    whole = (header(board.setup, board.initial), *lines)
    path.write_text("".join(json.dumps(line) + "\n" for line in whole))
    with pytest.raises(ReplayError, match="turn 1 cannot be repeated exactly: seat 1, tree of"):
        export(tmp_path / "n.csv", load(path), Job(("nodes",)))
    assert not (tmp_path / "n.csv").exists()


# -- drawings --------------------------------------------------------------------------------------


def one(replay: Replay, least: int) -> WholeTree:
    return next(trees(replay, Part(1, 1, seat=0), least))


def test_a_drawing_has_every_node_and_edge(board: Replay, tmp_path: Path) -> None:
    wanted = Job(("nodes",), Part(1, 1, seat=0), least=8)
    count = export(tmp_path / "n.dot", board, wanted)
    lines = (tmp_path / "n.dot").read_text().splitlines()
    tree = one(board, 8)
    edges = {line.strip(" ;") for line in lines if " -> " in line}
    assert edges == {f"{int(tree.part.parent[row])} -> {row}" for row in range(1, count)}
    assert sum("[label=" in line for line in lines) == count
    assert lines[0] == "digraph tree {" and lines[-1] == "}"


def test_a_tree_too_large_to_draw_says_what_would_fit(
    board: Replay, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("lab.export.trees.MOST", 12)
    with pytest.raises(ReplayError, match="at most 12") as caught:
        dot(one(board, 1))
    least = int(str(caught.value).rsplit(" ", 1)[1].rstrip("."))
    assert len(one(board, least).part) <= 12 < len(one(board, least - 1).part)
    assert MOST == 500


def test_a_drawing_of_several_trees_asks_which(race: Replay, tmp_path: Path) -> None:
    with pytest.raises(NoFormat, match="have 4 trees"):
        export(tmp_path / "n.dot", race, Job(("nodes",), Part(1, 1)))
    assert not list(tmp_path.iterdir())


# -- growth ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("spacing", [EVENLY, POWERS])
@pytest.mark.parametrize("iterations", [1, 2, 60, 61, 1000])
def test_moments_grow_and_end_with_the_search(spacing: str, iterations: int) -> None:
    stops = Moments(7, spacing).of(iterations)
    assert stops[-1] == iterations and list(stops) == sorted(set(stops)) and stops[0] >= 1
    assert len(stops) == min(7, iterations) or (spacing == POWERS and len(stops) <= 7)


def test_evenly_means_equal_steps() -> None:
    assert Moments(6, EVENLY).of(60) == (10, 20, 30, 40, 50, 60)
    assert Moments(4, POWERS).of(1000) == (1, 10, 100, 1000)
    assert Moments(5).of(0) == () and Moments(1).of(9) == (9,)


@pytest.mark.parametrize("turn", [1, 3])
def test_growth_ends_in_the_recorded_statistics(board: Replay, race: Replay, turn: int) -> None:
    for replay in (board, race):
        part = Part(turn, turn, seat=0)
        _, decision = decision_of(replay, part)
        rows = list(rows_of(replay, Job(("growth",), part, moments=Moments(5, EVENLY))))
        last = [row for row in rows if row["frame"] == 5]
        for stats in decision.snapshot.agents:
            own = [row for row in last if row["agent"] == stats.agent + 1]
            assert [row["visits"] for row in own] == stats.visits.tolist()
            assert [row["mean"] for row in own] == pytest.approx(
                stats.mean.tolist(), rel=1e-5, nan_ok=True
            )
        assert {row["iterations"] for row in last} == {decision.iterations}
        sums = [
            sum(
                int(number(row, "visits"))
                for row in rows
                if row["frame"] == n and row["agent"] == 1
            )
            for n in range(1, 6)
        ]
        assert sums == sorted(set(sums))


def test_nodes_of_a_depth_first_search_say_how_well_they_are_known(tmp_path: Path) -> None:
    path = tmp_path / "alphabeta.jsonl"
    save(path, play("tictactoe", ["alphabeta:depth=3", "random"], budget="500it", seed=2))
    rows = list(rows_of(load(path), Job(("nodes",), Part(3, 3), least=1)))
    assert {row["counted"] for row in rows} == {"node"} and "known" not in rows[0]
    below = rows[1:]
    known = {str(row["known"]) for row in below}
    assert "exact" in known and known & {"at most", "at least"}
    assert all(row["mean_seat"] in (1, 2) for row in below)
    assert {(int(str(row["depth"])) % 2, row["mover"]) for row in below} == {(1, 1), (0, 2)}
