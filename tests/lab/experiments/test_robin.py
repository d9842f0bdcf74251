"""Round robins: who meets whom from which seats, the results file, what the scores mean, equal
time, and the command line.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engines.game import Joint, State
from engines.knobs import KnobError
from lab.batch.errors import BatchError
from lab.batch.faults import Faults
from lab.cli import main
from lab.cli.table import as_json, cross, described, rating_text, standings
from lab.experiments.ledger import write_lines
from lab.experiments.robin import RobinPlan, RobinResult, robin
from lab.experiments.robin.plan import usual_players
from lab.experiments.robin.question import HEAD, RobinQuestion, lines_of, packed, read, table_points
from lab.experiments.robin.result import Met
from lab.match.budget import Budget
from lab.match.decide import Player, think
from lab.match.seat import SearchSeat
from lab.match.seats import parse_game
from search import algorithms
from search.random import Random
from tests import clock
from tests.clock import Clock
from tests.lab import fragile

PLAN = RobinPlan("tictactoe", ("random", "scripted", "greedy"), matches=4, budget="1ms")
LINE = {
    "seed": 1,
    "sides": [0, 1],
    "points": [1.0, 0.0],
    "turns": 5,
    "reason": "",
    "cpu_ms": [1.0, 2.0],
    "iterations": [3.0, 4.0],
}


def met(*points: float) -> Met:
    return Met(1, points, 5, "", (1.0,) * len(points), (10.0,) * len(points))


def test_every_pair_meets_from_both_sides_those_of_the_script_first() -> None:
    schedule = list(PLAN.schedule())
    assert len(schedule) == PLAN.total == 12 and len(set(schedule)) == 12
    assert all("scripted" in pair for pair, _ in schedule[:8])
    assert sorted(schedule) == sorted(
        RobinPlan("tictactoe", ("scripted", "greedy", "random"), matches=4).schedule()
    )
    setups = [PLAN.setup((("random", "greedy"), match)) for match in range(4)]
    assert [[seat.name for seat in setup.seats] for setup, _ in setups] == [
        ["random", "greedy"],
        ["greedy", "random"],
    ] * 2
    assert [(setup.seed, sides) for setup, sides in setups] == [
        (1, (0, 1)),
        (1, (1, 0)),
        (2, (0, 1)),
        (2, (1, 0)),
    ]


def test_two_players_share_four_seats_and_one_seat_is_for_each_alone() -> None:
    four = RobinPlan("tron:players=4", ("random", "scripted"), matches=2)
    assert [four.setup((("random", "scripted"), match))[1] for match in (0, 1)] == [
        (0, 1, 0, 1),
        (1, 0, 1, 0),
    ]
    alone = RobinPlan("marslander", ("random", "scripted"), matches=3)
    assert alone.pairs == [("random",), ("scripted",)] and alone.total == 6
    assert [alone.setup((("random",), match))[0].seed for match in range(3)] == [1, 2, 3]


@pytest.mark.parametrize(
    ("values", "part"),
    [
        ({"players": ("random",)}, "at least two players"),
        ({"players": ("random", "random")}, "each named once"),
        ({"players": ("random", "human")}, "A person cannot play"),
        ({"players": ("random", "joint")}, "does not fit"),
        ({"matches": 3}, r"\(3\) should be even"),
        ({"budget": "fast"}, "not understood"),
    ],
)
def test_wrong_plans_are_refused_with_a_sentence(values: dict[str, Any], part: str) -> None:
    with pytest.raises(KnobError, match=part):
        RobinPlan(**({"game": "tictactoe", "players": ("random", "scripted")} | values))


def test_a_plan_is_read_as_it_is_written() -> None:
    assert RobinPlan.read(json.loads(json.dumps(PLAN.line))) == PLAN
    words = PLAN.command("--out", "f").split()
    assert words[:3] == ["smitsilab", "table", "tictactoe"] and words.count("--player") == 3
    assert (
        "--player"
        not in RobinPlan("tictactoe", tuple(usual_players(parse_game("tictactoe")))).command()
    )


def test_scores_count_pairs_of_matches_and_mirror_each_other() -> None:
    pair = ("random", "scripted")
    found = RobinResult(
        PLAN, {(pair, 0): met(1.0, 0.0), (pair, 1): met(0.5, 0.5), (pair, 2): met(1.0, 0.0)}, {}
    )
    mine, theirs = found.score(*pair), found.score(*pair[::-1])
    # the second seed was played from one side only
    assert (mine.mean, mine.matches, mine.count) == (0.75, 2, 1)
    assert (theirs.mean, theirs.low) == (0.25, pytest.approx(1 - mine.high))
    assert found.mean("random") is None  # it has not met everybody
    assert found.order == ["random", "scripted", "greedy"] and found.used("random") == (1.0, 10.0)
    assert cross(found) == [] and [row[0] for row in standings(found)] == ["player", *found.order]
    assert standings(found)[-1][-2:] == ["", ""]  # greedy has not played


def test_time_and_iterations_are_each_players_own() -> None:
    """Whichever place a player has in a pair."""
    met_ms = Met(1, (1.0, 0.0), 5, "", cpu_ms=(2.0, 8.0), iterations=(20.0, 80.0))
    other = Met(1, (1.0, 0.0), 5, "", cpu_ms=(32.0, 4.0), iterations=(320.0, 40.0))
    found = RobinResult(
        PLAN, {(("random", "scripted"), 0): met_ms, (("greedy", "random"), 0): other}, {}
    )
    assert found.used("random") == (3.0, 30.0)
    assert found.used("scripted") == (8.0, 80.0) and found.used("greedy") == (32.0, 320.0)


def test_a_whole_table_is_ordered_by_the_mean_against_all() -> None:
    points = {("random", "scripted"): 1.0, ("greedy", "random"): 1.0, ("greedy", "scripted"): 0.5}
    found = RobinResult(
        PLAN, {(pair, match): met(x, 1 - x) for pair, x in points.items() for match in range(4)}, {}
    )
    assert [found.mean(player) for player in PLAN.players] == [0.5, 0.25, 0.75]
    assert found.order == ["greedy", "random", "scripted"]
    assert [row[0] for row in cross(found)] == ["%", *found.order] and cross(found)[1][
        2
    ].startswith("100 ")


def test_a_rating_counts_who_was_met() -> None:
    """Greedy scored 75 % against a strong player, random 75 % against a weak one: equal means."""
    points = {("greedy", "scripted"): 0.75, ("random", "uct"): 0.75, ("scripted", "uct"): 1.0}
    met_: dict[Any, Met] = {}
    for pair, x in points.items():
        met_ |= {(pair, match): met(x, 1 - x) for match in range(4)}
    plan = RobinPlan("tictactoe", ("greedy", "random", "scripted", "uct"), matches=4)
    found = RobinResult(plan, met_, {})
    assert found.order == ["greedy", "scripted", "random", "uct"]
    ratings = found.ratings
    assert ratings.rating("greedy") - ratings.rating("scripted") > 50
    assert standings(found)[0][1] == "rating, 95 % interval"
    row = next(row for row in standings(found) if row[0] == "greedy")
    assert row[1] == f"+{ratings.rating('greedy'):.0f} ±{ratings.half_width('greedy'):.0f}"
    about = as_json(found)["players"][1]
    assert (about["player"], about["rating"]) == ("scripted", ratings.rating("scripted"))


def test_the_words_name_the_pair_that_the_ratings_predict_wrongly() -> None:
    points = {("random", "scripted"): 1.0, ("greedy", "random"): 1.0, ("greedy", "scripted"): 0.0}
    plan = RobinPlan("tictactoe", PLAN.players, matches=40)
    found = RobinResult(
        plan,
        {(pair, match): met(x, 1 - x) for pair, x in points.items() for match in range(40)},
        {},
    )
    words = described(found.ratings)
    assert "scores of 0 of 3 pairs" in words
    assert "random scored 100 % against scripted, 50 % expected" in words
    assert "scripted scored 100 % against greedy, 50 % expected" in words
    assert described(RobinResult(plan, {}, {}).ratings) == ""
    swept = RobinResult(plan, {(("random", "scripted"), m): met(1.0, 0.0) for m in range(2)}, {})
    assert rating_text(swept.ratings, "random").startswith("at least +")
    assert rating_text(swept.ratings, "scripted").startswith("at most −")
    assert rating_text(swept.ratings, "greedy") == "" and swept.order[-1] == "greedy"


def test_a_packed_table_says_the_same_and_is_gone_on_with(tmp_path: Path) -> None:
    pair, other = ("random", "scripted"), ("greedy", "random")
    plan = RobinPlan("tictactoe", PLAN.players, matches=6, budget="1ms")
    whole = {
        (pair, 0): Met(1, (1.0, 0.0), 5, "", (1.0, 3.0), (10.0, 20.0)),
        (pair, 1): Met(1, (0.5, 0.5), 9, "", (2.0, 3.0), (20.0, 20.0)),
        (pair, 3): Met(2, (0.0, 1.0), 9, "", (3.0, 6.0), (60.0, 50.0)),  # its seed is half played
        (other, 0): met(0.5, 0.5),
        (other, 1): met(1.0, 0.0),
    }
    path = tmp_path / "f"
    write_lines(path, [HEAD | plan.question, *packed(whole)])
    assert path.read_bytes().count(b"\n") == 3  # the head and two pairs
    found = read(path)
    assert set(found.met) == set(whole) and found.plan.matches == 4
    assert [found.met[key].seed for key in whole] == [1, 1, 2, 1, 1]
    one, same = RobinResult(plan, whole, {}), RobinResult(plan, found.met, {})
    assert one.score(*pair) == same.score(*pair) and one.used("random") == same.used("random")
    np.testing.assert_array_equal(one.ratings.covariance, same.ratings.covariance)
    assert packed(found.met) == packed(whole)
    with open(path, "a", encoding="utf-8") as file:
        file.write(json.dumps({"pair": pair, "match": 2} | LINE) + "\n")
    assert packed(read(path).met)[1]["points"] == [1.0, 0.5, 1.0, 0.0]


def test_in_a_game_for_one_matches_are_packed_too(tmp_path: Path) -> None:
    plan = RobinPlan("marslander", ("random", "scripted"), matches=3)
    whole = {(("random",), k): met(x) for k, x in enumerate((0.0, 0.75))}
    whole[("scripted",), 0] = met(0.5)
    write_lines(tmp_path / "f", [HEAD | plan.question, *packed(whole)])
    found = read(tmp_path / "f")
    assert [m.points for m in found.met.values()] == [(0.0,), (0.75,), (0.5,)]
    assert found.reached("random") == (0.5, 0.5) and found.ratings.players == ()
    assert standings(found)[0][1] == "against scripted, 95 % interval"


def test_in_a_game_for_one_players_are_compared_seed_by_seed() -> None:
    plan = RobinPlan("marslander", ("random", "scripted"), matches=3)
    points = {"random": (0.0, 0.6, 0.7), "scripted": (0.8, 0.6, 0.6)}
    found = RobinResult(
        plan, {((name,), k): met(x) for name, row in points.items() for k, x in enumerate(row)}, {}
    )
    assert found.score("scripted", "random").mean == 0.5  # one won, one drawn, one lost
    assert found.reached("random") == (pytest.approx(2 / 3), pytest.approx(0.3))


def test_points_of_two_sides_with_more_seats_add_up_to_one() -> None:
    assert table_points((1.0, -1.0, 1 / 3, -1 / 3), (0, 1, 0, 1)) == pytest.approx([5 / 6, 1 / 6])
    assert table_points((1.0, -1.0), (1, 0)) == (0.0, 1.0)


@pytest.mark.parametrize("starts", ["", "random:2-3"])
def test_a_table_is_read_back_as_it_was_written(tmp_path: Path, starts: str) -> None:
    pair, faults = ("random", "scripted"), (Faults(1, 1, late=2, words="late"), Faults(games=1))
    played = {
        (pair, 0): Met(1, (1.0, 0.0), 5, "a row", (1.0, 2.0), (3.0, 4.0)),
        (pair, 3): Met(2, (0.5, 0.5), 9, "", (1.0, 2.0), (3.0, 4.0), faults),
    }
    plan = RobinPlan("tictactoe", pair, 4, "1ms", starts=starts)
    given = RobinResult(plan, played, {(pair, 1): "broken"})
    write_lines(tmp_path / "f", lines_of(given))
    with open(tmp_path / "f", "ab") as file:
        file.write(b'{"pair": ["random", "gre')
    found = read(tmp_path / "f")
    assert (found.plan, found.met, found.failed) == (given.plan, played, {(pair, 1): "broken"})


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("hello\n", "does not begin like"),
        ('{"format": "smitsilab-sweep", "version": 1}\n', "does not begin like"),
        ('{"format": "smitsilab-table", "version": 9}\n', "newer Smitsilab"),
        (
            (
                '{"format": "smitsilab-table", "version": 1, "game": "tictactoe", "budget": '
                '"2ms", "seed": 1}\n'
            ),
            "holds no games yet",
        ),
        (
            (
                '{"format": "smitsilab-table", "version": 1, "game": "tictactoe", "budget": '
                '"1ms", "seed": 1}\n{}\n'
            ),
            "does not begin like",
        ),
    ],
)
def test_files_that_cannot_be_read(tmp_path: Path, text: str, part: str) -> None:
    (tmp_path / "f").write_text(text)
    with pytest.raises(BatchError, match=part):
        read(tmp_path / "f")


def test_a_table_on_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Played in two parts; the scripted player loses to nobody who plays blindly."""
    words = [
        "table",
        "tictactoe",
        "--player",
        "random",
        "--player",
        "scripted",
        "--budget",
        "1ms",
        "--processes",
        "1",
    ]
    words += ["--out", str(tmp_path / "f")]
    assert main([*words, "--matches", "4"]) == 0
    assert "scripted" in capsys.readouterr().out
    before = read(tmp_path / "f").met
    assert main([*words, "--matches", "12", "--json"]) == 0
    after = read(tmp_path / "f").met
    assert len(after) == 12 and before.items() <= after.items(), "nothing is played again"
    about = json.loads(capsys.readouterr().out)
    assert about["played"] == about["at_most"] == 12 and [
        p["player"] for p in about["players"]
    ] == ["scripted", "random"]
    assert main([*words, "--matches", "12", "--markdown"]) == 0
    assert "| scripted |" in capsys.readouterr().out
    assert main([*words, "--show"]) == 0
    assert "12 of 40 played" in capsys.readouterr().out
    assert main([*words, "--without", "uct"]) == 2
    assert "uct would not play anyway" in capsys.readouterr().err


def test_a_player_that_cannot_play_ends_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SMITSILAB_LOAD", str(Path(fragile.__file__)))
    monkeypatch.setitem(algorithms(), "fragile", fragile.Fragile)
    plan = RobinPlan("tictactoe", ("random", "fragile:fate=raises"), matches=8)
    with pytest.raises(BatchError, match=r"The first 8 matches all failed.*ArithmeticError"):
        robin(plan, processes=1)


class Waiting(Random):
    """Waits without working, twenty times; preparing costs it more than its budget."""

    clock: Clock

    def start(self, state: State, seat: int, last_joint: Joint | None = None) -> None:
        super().start(state, seat, last_joint)
        self.done = 0
        self.clock.work(0.01)

    def advance(self, n: int, spent: float = 0.0) -> bool:
        self.clock.wait(0.002)
        self.done += 1
        return self.done >= 20


@pytest.mark.parametrize("by_cpu", [True, False])
def test_cpu_time_counts_neither_waiting_nor_preparing(
    by_cpu: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = parse_game("tictactoe")
    player, search = Player(game, 0, SearchSeat("random"), 1, by_cpu), Waiting(game)
    player.search, search.clock = search, clock.given(monkeypatch, iteration_s=0.0)
    player.begin(game.initial(1), 0)
    think(player, Budget.parse("5ms"))
    assert search.done == (20 if by_cpu else 1)
    assert player.decide().cpu_s == pytest.approx(0.01)


def test_a_table_from_random_openings_has_one_for_each_seed() -> None:
    opened = RobinPlan("tictactoe", ("random", "greedy"), matches=4, starts="random:2-3")
    lineup = RobinQuestion(opened).lineup(("greedy", "random"))
    assert [lineup.condition.start_of(seed) for seed in (1, 2)] == ["random:2-3"] * 2
    assert RobinPlan.read(opened.line) == opened and "--starts random:2-3" in opened.command()
    plain = RobinPlan("tictactoe", ("random", "greedy"), matches=4)
    assert "starts" not in plain.question != opened.question
    assert RobinQuestion(opened).name.endswith(", after 2 to 3 random plies")
    with pytest.raises(KnobError, match="should read random:2-4"):
        RobinPlan("tictactoe", ("random", "greedy"), matches=4, starts="starts.txt")
