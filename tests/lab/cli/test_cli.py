"""The command line: what it prints, its exit codes, one sentence for every error, and no Qt."""

import gzip
import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engines import games
from lab.cli import COMMANDS
from lab.cli.match import replay_path
from lab.files.replay import load, save
from lab.match.play import play
from search import algorithms

ROOT = Path(__file__).parents[3]
TRACES = ROOT / "tests" / "traces"

Run = Callable[..., tuple[int, str, str]]


def test_match_prints_a_table_with_intervals(run: Run) -> None:
    code, out, err = run(
        "match",
        "uttt",
        "--seat",
        "uct:c=0.5",
        "--seat",
        "random",
        "--budget",
        "40it",
        "--matches",
        4,
        "--seed",
        3,
    )
    assert code == 0 and err.startswith("match 1 of 4, move 1\n")
    assert "Ultimate Tic-Tac-Toe, 4 matches, seeds 3 to 4, 40 iterations" in out
    assert "side  player     wins  draws  losses  score, 95 % interval" in out
    assert "1     uct:c=0.5" in out and out.rstrip().endswith("Too few matches to say.")


def test_one_match_tells_how_it_ended(run: Run) -> None:
    code, out, _ = run("match", "tictactoe", "--seat", "random", "--seat", "random")
    assert (
        code == 0
        and "1 match, seed 1" in out
        and "after" in out
        and "Too few matches to say." in out
    )


def test_match_as_json_is_one_object_without_nan(run: Run) -> None:
    code, out, _ = run(
        "match", "tictactoe", "--seat", "random", "--seat", "random", "--matches", 6, "--json"
    )
    found = json.loads(out, parse_constant=lambda word: pytest.fail(word))
    assert code == 0 and len(found["matches"]) == 6
    assert {
        "seat",
        "score",
        "low",
        "high",
        "elo",
        "elo_low",
        "elo_high",
        "wins",
        "draws",
        "losses",
    } <= set(found["sides"][0])
    assert (
        found["command"]
        == "smitsilab match tictactoe --seat random --seat random --budget 2000it --seed 1"
    )


def test_the_same_command_plays_the_same_matches(run: Run) -> None:
    words = (
        "match",
        "uttt",
        "--seat",
        "uct",
        "--seat",
        "random",
        "--budget",
        "30it",
        "--matches",
        2,
        "--json",
    )
    assert run(*words) == run(*words)


def test_match_writes_a_replay_for_each_match(run: Run, tmp_path: Path) -> None:
    words = ("match", "tictactoe", "--seat", "uct", "--seat", "random", "--budget", "30it")
    assert run(*words, "--out", tmp_path / "one.jsonl")[0] == 0
    code, out, _ = run(*words, "--matches", 3, "--out", tmp_path / "many.jsonl.gz")
    assert code == 0 and "many-1.jsonl.gz" in out
    assert sorted(p.name for p in tmp_path.iterdir()) == [
        "many-1.jsonl.gz",
        "many-2.jsonl.gz",
        "many-3.jsonl.gz",
        "one.jsonl",
    ]
    assert [load(tmp_path / f"many-{k}.jsonl.gz").setup.seed for k in (1, 2, 3)] == [1, 1, 2]
    for name in ("one.jsonl", "many-2.jsonl.gz"):
        code, out, _ = run("replay", tmp_path / name, "--verify")
        assert code == 0 and "turns played again the same." in out


def test_numbers_in_names_sort_as_they_were_played() -> None:
    assert replay_path(Path("a/b.jsonl"), 4, 120) == Path("a/b-005.jsonl")
    assert replay_path(Path("b"), 0, 1) == Path("b")


def test_replay_prints_the_turns(run: Run, tmp_path: Path) -> None:
    result = play("csb", ["scripted", "smitsimax:depth=2"], budget="20it", seed=2)
    save(tmp_path / "match.jsonl", result)
    code, out, _ = run("replay", tmp_path / "match.jsonl")
    lines = out.splitlines()
    assert (
        code == 0
        and lines[0].startswith("Coders Strike Back (csb)")
        and "seat 2: smitsimax:depth=2" in lines[2]
    )
    assert len([line for line in lines if line[:5].strip().isdigit()]) == len(result.turns)


def test_a_replay_that_differs_gives_exit_code_1(run: Run, tmp_path: Path) -> None:
    save(tmp_path / "match.jsonl", play("tictactoe", ["uct", "random"], budget="30it"))
    text = (tmp_path / "match.jsonl").read_text().replace('"seed":0', '"seed":1')
    (tmp_path / "match.jsonl").write_text(text)
    code, out, _ = run("replay", tmp_path / "match.jsonl", "--verify")
    assert code == 1 and "expected" in out and "turn 1" in out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("mach", "did you mean match?"),
        ("match", "Missing: game"),
        ("match utt", "did you mean uttt?"),
        ("match uttt", "name who plays with --seat"),
        ("match uttt --seat uct", "2 seats, but 1 is given"),
        ("match marslander --seat random --seat random", "Mars Lander has 1 seat, but 2 are given"),
        ("match uttt --seat uctt --seat uct", "did you mean uct?"),
        ("match uttt --seat uct:c=99 --seat uct", "0.01 to 10"),
        ("match uttt --seat uct:cc=1 --seat uct", "There is no parameter cc"),
        ("match uttt --seat smitsimax --seat uct", "does not fit"),
        ("match uttt --seat human --seat uct", "window"),
        (
            "match uttt --seat uct:w.x=1 --seat uct",
            "Ultimate Tic-Tac-Toe has no evaluation weight w.x",
        ),
        ("match uttt --seat uct --seat", "--seat: it needs a value"),
        ("match uttt --seat uct --seat uct --seed " + "1" * 5000, "1111 should be a whole number"),
        ("match uttt --seat uct --seat uct --budget " + "1" * 5000 + "it", "is outside its range"),
        ("--verison", "did you mean --version?"),
        ("match uttt --seat uct --seat uct --budget 3", "write 20ms"),
        ("match uttt --seat uct --seat uct --matches 0", "whole number, 1 to"),
        ("match uttt --seat uct --seat uct --seed -1", "whole number, 0 to"),
        ("match uttt --seat uct --seat uct --nonsense", "--nonsense"),
        ("match uttt --seat uct --seat uct --out /nowhere/at/all", "does not exist"),
        ("match uttt:tie=draw --seat uct --seat uct", "tie_break"),
        (
            "sweep uttt --seat uct --vary c=0.1:1:2 --against cmd:/no/such/bot",
            "/no/such/bot cannot be started",
        ),
        (
            "sweep uttt --seat uct --vary c=0.1:1:2 --against random --out tests",
            "tests for --out is a folder",
        ),
        ("table uttt --show --out /nowhere/at/all", "/nowhere/at/all is no file"),
        (
            "--load README.md list",
            "a Python file (.py) or a sheet (.kif), not README.md.",
        ),
        ("replay /nowhere/at/all", "No such file"),
        ("replay README.md", "is not a replay"),
        ("list smitsmax", "did you mean smitsimax?"),
        ("conform uttt /nowhere/at/all", "There is no folder"),
        ("conform uttt lab", "no recording"),
        ("conform tictactoe tests/traces/uttt", "reads no recordings"),
        (
            "conform uttt tests/traces/csb",
            "csb_1003.jsonl.gz is not from a recording of Ultimate Tic-Tac-Toe.",
        ),
        ("bench", "rules|search|growth|decision|gui"),
        ("bench search uttt random", "does not search"),
        ("bench search uttt smitsimax", "does not fit"),
        ("bench search uttt uct --set c", "NAME=VALUE"),
        ("bench search uttt uct --set depth=3", "There is no parameter depth"),
        ("warm uttt --algorithm smitsimax", "None of these algorithms fits"),
        ("warm chess", "There is no game chess"),
        ("warm uttt --algorithm human", "There is no algorithm human; "),
        ("bench search uttt uct --set c=1,", "--set c=1, should read NAME=VALUE"),
        ("bot tictactoe --algorithm random", "those that have one are brew, csb, "),
        (
            "lesson alphabeta --search alphabeta:depht=3",
            "There is no parameter depht; did you mean depth?",
        ),
        ("lesson alphabeta --search alphabeta:depth", "depth should read KEY=VALUE"),
    ],
)
def test_every_error_is_one_sentence_and_exit_code_2(
    run: Run, words: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    code, out, err = run(*words.split())
    assert (code, out) == (2, "")
    assert (
        said in err
        and err.startswith("smitsilab: ")
        and err.count("\n") == 1
        and err.rstrip().endswith((".", "?", ")."))
    )


@pytest.mark.parametrize(
    "words", [["--help"], ["-h"], ["--version"], *[[name, "--help"] for name in COMMANDS]]
)
def test_help_is_there(run: Run, words: list[str]) -> None:
    code, out, err = run(*words)
    assert code == 0 and "smitsilab" in out and not err


def test_the_matrix_tells_every_pair_and_why_some_do_not_fit(run: Run) -> None:
    text = run("list", "--matrix")[1]
    head, *rows = [line.split() for line in text.split("\n\n")[0].splitlines()[1:]]
    assert head == sorted(games())
    for name, *marks in rows:
        assert len(marks) == len(head)
        for game, mark in zip(head, marks, strict=True):
            reason = algorithms()[name].supports(games()[game]())
            assert (mark == "x") == (reason is None)
            assert reason is None or f"  {mark}  {reason}" in text
    assert [row[0] for row in rows] == sorted(algorithms())
    page = (ROOT / "resources" / "docs" / "games.md").read_text(encoding="utf-8")
    assert all(f"    {line}\n" in page for line in text.splitlines() if line), (
        "the document shows another table"
    )


def test_list_shows_ranges_and_why_pairs_do_not_fit(run: Run) -> None:
    out = run("list")[1]
    assert (
        "smitsimax with uttt" in out and "Coders Strike Back" in out and " 1 seat, in turn" in out
    )
    out = run("list", "smitsimax")[1]
    assert (
        "depth  1 to 30 turns, default 6." in out
        and "Restarts the search of this turn." in out
        and "preset=NAME" in out
    )
    out = run("list", "csb")[1]
    assert "Options, as csb:NAME=VALUE" in out and "w.NAME" in out
    assert "matrix" in run("list", "games")[1] and "UCT" in run("list", "algorithms")[1]


@pytest.mark.parametrize("what", ["", "games", "algorithms", "uttt", "uct"])
def test_list_as_json(run: Run, what: str) -> None:
    found = json.loads(run("list", *filter(None, [what]), "--json")[1])
    assert found
    if what == "uct":
        assert found["parameters"]["c"]["low"] == 0.01 and found["parameters"]["c"]["high"] == 10


@pytest.mark.parametrize("game", ["csb", "uttt"])
def test_recorded_matches_conform(run: Run, game: str) -> None:
    files = [*(TRACES / game).glob("*.jsonl"), *(TRACES / game).glob("*.jsonl.gz")]
    code, out, _ = run("conform", game, TRACES / game)
    assert code == 0 and out.startswith(f"{len(files)}/{len(files)} matches, ")
    assert len(files) >= 12


def test_a_recording_that_differs_is_named(run: Run, tmp_path: Path) -> None:
    whole = sorted((TRACES / "uttt").glob("*.jsonl.gz"))[:2]
    for path in whole:
        shutil.copy(path, tmp_path)
    lines = gzip.decompress(whole[1].read_bytes()).decode().splitlines()
    turn = json.loads(lines[3])
    turn["state"]["boards_won"] = [9, 9]
    lines[3] = json.dumps(turn)
    (tmp_path / whole[1].name).write_bytes(gzip.compress("\n".join(lines).encode()))
    code, out, _ = run("conform", "uttt", tmp_path)
    assert (
        code == 1
        and out.startswith("1/2 matches")
        and whole[1].name in out
        and "expected" in out
        and "got" in out
    )


def test_bench_search_is_repeatable_and_its_signature_follows_play(run: Run) -> None:
    def measured(*more: str) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(
            run("bench", "search", "csb", "smitsimax", "--iterations", 300, "--json", *more)[1]
        )
        return found

    one, again, other = measured(), measured(), measured("--set", "depth=4,w.lead=0")
    keys = (
        "iterations cpu_s iterations_per_s turns_per_s nodes nodes_per_s bytes_per_node signature"
    )
    assert set(keys.split()) <= set(one)
    assert one["signature"] == again["signature"] != other["signature"]
    assert (
        one["iterations"] == 300 and one["bytes_per_node"] <= 32 and other["params"]["depth"] == 4
    )


def test_bench_tells_of_a_depth_first_search_as_json(run: Run) -> None:
    found = json.loads(
        run("bench", "search", "tictactoe", "alphabeta", "--iterations", 30, "--json")[1]
    )
    assert found["nodes"] == 30 and found["turns"] > 20


@pytest.mark.usefixtures("uncompiled")
def test_bench_of_a_decision_divides_its_cpu_time(run: Run) -> None:
    bench = ("bench", "decision", "goofspiel:cards=3", "duct", "--set", "c=1.5")
    found = json.loads(run(*bench, "--iterations", 30, "--matches", 2, "--json")[1])
    assert found["decisions"] == 2 * 3 * 2 and found["params"]["c"] == 1.5
    assert found["cpu_us"] > 0 and found["iterations_us"] > 0  # measured one after the other
    assert found["around_us"] == pytest.approx(found["cpu_us"] - found["iterations_us"])
    assert "cannot be measured here" in run("bench", "decision", "tictactoe", "random")[2]


def test_bench_of_growth_has_a_row_for_each_mark(run: Run) -> None:
    bench = ["bench", "growth", "tictactoe", "uct", "--set", "c=1"]
    found = json.loads(run(*bench, "--nodes", 10_000, "--json")[1])
    nodes = [row["nodes"] for row in found["growth"]]
    assert len(nodes) == 2 and 1000 <= nodes[0] < 1100 and 10_000 <= nodes[1] < 11_000
    assert found["growth"][0]["iterations"] < found["growth"][1]["iterations"]
    assert found["params"]["memory"] == 12_500


@pytest.mark.usefixtures("uncompiled")
def test_bench_counts_all_positions_together(run: Run) -> None:
    bench = ("bench", "search", "goofspiel", "uct", "--json", "--set", "c=0.7")
    count = ("--iterations", "40", "--positions")
    two, again, three = (json.loads(run(*bench, *count, n)[1]) for n in (2, 2, 3))
    assert two["positions"] == 2 and (two["iterations"], three["iterations"]) == (80, 120)
    assert two["signature"] == again["signature"] != three["signature"]
    assert three["nodes"] > two["nodes"] and three["bytes_per_node"] < 100


def test_bench_rules_is_repeatable(run: Run) -> None:
    words = ("bench", "rules", "uttt", "--playouts", 50, "--json")
    one, again = (json.loads(run(*words)[1]) for _ in range(2))
    other = json.loads(run(*words, "--seed", 2)[1])
    assert one["signature"] == again["signature"] != other["signature"]
    assert one["iterations"] == 50 and one["turns"] > 50 * 17
    short = json.loads(run(*words, "--turns", 3)[1])
    assert short["turns"] == 150


def test_bench_prints_words(run: Run) -> None:
    code, out, _ = run("bench", "rules", "tictactoe", "--playouts", 10)
    assert code == 0 and "simulated turns/s" in out


def test_csb_is_measured_in_traffic() -> None:
    import numpy as np

    from lab.match.seats import parse_game
    from search.base import generator

    game = parse_game("csb")
    rules, rng, log, contacts, turns = game.rules, generator(1), game.new_log(), 0, 0
    for _ in range(300):
        state = game.bench_position()
        for _ in range(6):
            joint = np.array([rules.random_action(state, a, rng) for a in range(4)])  # type: ignore[misc]
            rules.step(state, joint, rng, log)
            contacts += len([e for e in game.events(state, state, log) if e.kind == "collision"])
            turns += 1
    assert turns == 1800 and 0.2 < contacts / turns < 1.0


def test_warm_tells_its_progress_as_json_lines(run: Run) -> None:
    code, out, _ = run(
        "warm", "tictactoe", "--algorithm", "random", "--algorithm", "uct", "--json-lines"
    )
    lines = [json.loads(line) for line in out.splitlines()]
    assert (
        code == 0
        and [line["done"] for line in lines] == [0, 1, 2]
        and {line["of"] for line in lines} == {2}
    )
    assert run("warm", "tictactoe", "--algorithm", "uct")[1].splitlines() == [
        "1/1  UCT for Tic-tac-toe"
    ]
