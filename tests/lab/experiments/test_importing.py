"""Results of older files in the store: the same tables as from the files, never pooled with new
games.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from lab.batch.entrants import lineup
from lab.batch.errors import BatchError
from lab.experiments.importing.files import ledger_lines, table_results, take_file
from lab.experiments.robin.question import read as read_table
from lab.experiments.sweep.question import HEAD, known, read
from lab.experiments.sweep.result import Results, SweepResult
from lab.match.budget import Budget
from lab.match.seats import parse_game
from lab.store.listing import GameFilter
from lab.store.store import Store

RESOURCES = Path(__file__).parents[3] / "resources"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "games.db") as found:
        yield found
        assert found.check().problems == ()


@pytest.mark.parametrize("name", ["csb-c-depth", "uttt-c"])
def test_a_sweep_says_the_same_from_the_store(store: Store, name: str) -> None:
    path = RESOURCES / "sweeps" / f"{name}.jsonl"
    file = read(path)
    taken = take_file(store, path)
    assert (taken.experiment, taken.games, taken.new) == (name, len(file.played), len(file.played))
    kept = Results(file.plan, known(store, taken.experiment, file.plan))
    assert {k: replace(each, faults=()) for k, each in kept.played.items()} == file.played
    assert {each.lineup.condition.clock for each in store.asked(name)} == {"it"}
    shown = [SweepResult(file.plan.grid, each) for each in (file, kept)]
    assert shown[0].points == shown[1].points and shown[0].sentence == shown[1].sentence


@pytest.mark.parametrize("name", ["kutulu-8ms", "tron-8ms", "uttt-50ms"])
def test_a_table_says_the_same_from_the_store(store: Store, name: str) -> None:
    path = RESOURCES / "strength" / f"{name}.jsonl"
    file = read_table(path)
    taken = take_file(store, path)
    assert taken.new == taken.games == len(file.met)
    (experiment,) = store.experiments(taken.experiment)
    kept = table_results(store, experiment)
    assert kept.met == file.met and kept.plan.question == file.plan.question
    conditions = {each.lineup.condition for each in store.asked(name)}
    assert {(each.clock, each.start) for each in conditions} == {("cpu", file.plan.start)}
    assert kept.order == file.order
    assert all(kept.used(player) == file.used(player) for player in file.plan.players)


def test_a_file_that_is_taken_twice_adds_only_what_is_new(store: Store, tmp_path: Path) -> None:
    path = tmp_path / "mine.jsonl"
    path.write_text(_sweep(2), encoding="utf-8")
    assert take_file(store, path).new == 1
    again = take_file(store, path)
    assert (again.experiment, again.games, again.new, again.failed) == ("mine", 1, 0, 1)
    assert len(store.listed("mine")) == len(store.listed("mine", GameFilter(failed=True))) == 1
    path.write_text(_sweep(3), encoding="utf-8")
    grown = take_file(store, path)
    assert (grown.games, grown.new, grown.failed) == (2, 1, 0)
    part = store.asked("mine")[0]
    assert store.failures(part.lineup, "mine") == []
    assert store.tally(part.lineup, 0, "mine") == {360: 1}


def _sweep(lines: int) -> str:
    """The first lines of a sweep in which a match failed first and was played later."""
    plan = {"game": "tictactoe", "seat": "uct", "vary": ["c=0.5|1"], "against": ["uct:c=2"]}
    plan |= {"budget": "9it", "seed": 5, "matches": 2, "rule": "even"}
    result = {"point": 1, "seed": 5, "points": [1.0, 0.0], "turns": 7, "reason": "X won"}
    found = [
        HEAD | {"plan": plan},
        result | {"match": 0, "sides": [0, 1]},
        {"point": 1, "match": 1, "seed": 5, "error": "its process was killed"},
        result | {"match": 1, "sides": [1, 0], "points": [0.0, 1.0]},
    ]
    return "".join(f"{json.dumps(line)}\n" for line in found[: lines + 1])


@pytest.mark.parametrize("name", ["sweeps/uttt-c", "strength/tron-8ms"])
def test_what_is_written_as_a_ledger_is_the_same_when_it_is_taken_again(
    store: Store, tmp_path: Path, name: str
) -> None:
    first = take_file(store, RESOURCES / f"{name}.jsonl")
    path = tmp_path / "again.jsonl"
    lines = ledger_lines(store, first.experiment)
    path.write_text("".join(f"{json.dumps(line)}\n" for line in lines), encoding="utf-8")
    again = take_file(store, path)
    assert (again.experiment, again.games, again.new) == ("again", first.games, first.games)
    one, two = (store.asked(each.experiment) for each in (first, again))
    assert len(one) == first.games > 100
    facts = [{(g.part, g.lineup, g.record) for g in each} for each in (one, two)]
    assert facts[0] == facts[1]
    with pytest.raises(BatchError, match="no sweep and no table of the name other"):
        ledger_lines(store, "other")


def test_another_file_of_that_name_is_another_experiment(store: Store, tmp_path: Path) -> None:
    path = tmp_path / "mine.jsonl"
    path.write_text(_sweep(3), encoding="utf-8")
    take_file(store, path)
    path.write_text(_sweep(3).replace("c=0.5|1", "c=0.5|4"), encoding="utf-8")
    taken = take_file(store, path)
    assert (taken.experiment, taken.new) == ("mine-2", 2)


def test_old_games_are_never_pooled_with_new_ones(store: Store, tmp_path: Path) -> None:
    path = tmp_path / "mine.jsonl"
    path.write_text(_sweep(3), encoding="utf-8")
    take_file(store, path)
    game = parse_game("tictactoe")
    today = lineup(game, ("uct:c=1", "uct:c=2"), "it", Budget.parse("9it"))
    assert store.games(today, experiment="mine") == []
    (earlier,) = store.other_versions(today)
    assert earlier.meetings.tally == {0: {360: 1}, 1: {360: 1}}
    assert earlier.meetings.lineup.condition.source == ""


def _league(**changes: object) -> str:
    line = {
        "players": ["v2", "v1"],
        "ranks": [0, 1],
        "errors": [0, 1],
        "test_data": {"seed": 77},
        "player_data": [{"depth": "6"}, {"note": "none"}],
    }
    return f"{json.dumps(line | changes)}\n"


def test_the_games_of_a_psyleague(store: Store, tmp_path: Path) -> None:
    path = tmp_path / "psyleague.games"
    draw = _league(players=["v1", "v2"], ranks=[0, 0], errors=[0, 0])
    path.write_text(_league() + draw + _league(), encoding="utf-8")
    taken = take_file(store, path, "uttt")
    assert (taken.experiment, taken.games) == ("psyleague", 3)
    kept = store.asked("psyleague")
    (first, second) = kept[0].lineup.sides
    assert (first.text, second.text) == ("cmd:v1", "cmd:v2")
    won = next(each.record for each in kept if each.record.seating == 1)
    # v2 has the first seat, and won; the loser's program failed
    assert [(seat.side, seat.points, seat.errors) for seat in won.seats] == [(1, 1, 0), (0, 0, 1)]
    assert won.metrics == ((None, "seed", 77.0), (0, "depth", 6.0))
    assert store.tally(kept[0].lineup, 0, "psyleague") == {180: 1}


def test_a_psyleague_of_three(store: Store, tmp_path: Path) -> None:
    path = tmp_path / "three.games"
    rotated = [["c", "a", "b"], ["a", "b", "c"], ["b", "c", "a"]]
    more = {"errors": [0, 0, 0], "player_data": [{}, {}, {}]}
    # the first seat wins, the others share the second place
    lines = [
        _league(players=names, ranks=[0, 1, 1], test_data={"seed": number}, **more)
        for number, names in enumerate(rotated)
    ]
    path.write_text("".join(lines), encoding="utf-8")
    take_file(store, path, "tron:players=3")
    kept = store.asked("three")
    assert [side.text for side in kept[0].lineup.sides] == ["cmd:a", "cmd:b", "cmd:c"]
    seedings = [(each.record.metrics[0][2], each.record.seating) for each in kept]
    assert sorted(seedings) == [(0, 2), (1, 0), (2, 1)]
    found = {each.record.seating: each.record.seats for each in kept}
    # in seating 1 the first seat is that of side 1, which is b
    assert [seat.side for seat in found[1]] == [1, 2, 0]
    assert [(seat.outcome, seat.place) for seat in found[1]] == [(1, 1), (-0.5, 2), (-0.5, 2)]
    assert store.tally(kept[0].lineup, 0, "three") == {360: 1}


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("f.games", _league(ranks=[0]), "Line 1 of .* is not a game of 2 players"),
        ("f.games", "{", "Line 1 of .* is not a game"),
        ("f.jsonl", '{"format": "smitsilab-replay"}\n', "holds no results"),
        ("f.jsonl", "", "holds no results"),
        ("f.jsonl", '{"format": "smitsilab-table", "version": 1}\n', "holds no games yet"),
        ("f.jsonl", '{"format": "smitsilab-sweep", "version": 9}\n', "newer Smitsilab"),
    ],
)
def test_files_that_cannot_be_taken(
    store: Store, tmp_path: Path, name: str, text: str, said: str
) -> None:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BatchError, match=said):
        take_file(store, path, "uttt")
    assert store.experiments() == []


def test_a_psyleague_needs_the_name_of_its_game(store: Store, tmp_path: Path) -> None:
    path = tmp_path / "f.games"
    path.write_text(_league(), encoding="utf-8")
    with pytest.raises(BatchError, match="--game"):
        take_file(store, path)
