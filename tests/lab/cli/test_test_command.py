"""`smitsilab test`: words and exit codes, resuming, fresh seeds, programs and Ctrl-C."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections import Counter
from concurrent.futures import Future
from pathlib import Path

import pytest

from engines.records import packed
from lab.batch.games import GameRecord, GroupJob
from lab.cli import playing
from lab.files.position import starts_in
from lab.match.seats import parse_game
from lab.store.store import Store
from tests.lab.cli.conftest import ROOT, Run, program
from tests.lab.experiments.fake_hands import Here

PAIR = ("test", "tictactoe", "--seat", "uct", "--than", "random", "--budget", "30it")


@pytest.fixture
def hands(monkeypatch: pytest.MonkeyPatch) -> list[Here]:
    """Games are played in this process; the hands that commands have started."""
    started: list[Here] = []

    def start(*about: object) -> Here:
        started.append(Here(2))
        return started[-1]

    monkeypatch.setattr(playing, "LocalHands", start)
    return started


def test_yes_is_0_no_is_1_and_open_is_3(run: Run, hands: list[Here], tmp_path: Path) -> None:
    store = ("--store", tmp_path / "games.db")
    code, said, progress = run(*PAIR, *store)
    assert code == 0 and "uct is better than random. " in said and "over" in said
    assert " games; " in progress and "ratio" in progress
    swapped = ("test", "tictactoe", "--seat", "random", "--than", "uct", "--budget", "30it")
    code, said, _ = run(*swapped, *store, "--block")
    assert code == 1 and "random is not better than uct by 5 points. " in said
    assert "Ptnml(0-2): [" in said
    code, said, _ = run(*PAIR, *store, "--groups", 2)
    assert code == 3 and ("probably" in said or "undecided" in said) and "not settled" in said


def test_run_again_it_plays_nothing_and_says_the_same(
    run: Run, hands: list[Here], tmp_path: Path
) -> None:
    store = ("--store", tmp_path / "games.db", "--json")
    code, first, _ = run(*PAIR, *store)
    assert len(hands) == 1 and hands[0].jobs
    assert run(*PAIR, *store)[:2] == (code, first)
    assert len(hands) == 1  # no hands were needed
    swapped = ("test", "tictactoe", "--seat", "random", "--than", "uct", "--budget", "30it")
    _, other, _ = run(*swapped, *store)
    found, mirrored = json.loads(first), json.loads(other)
    shared = min(found["groups"], mirrored["groups"])
    fresh = {job.seed for each in hands[1:] for job in each.jobs}
    assert not fresh & set(range(1, shared + 1))  # the same games are played once


def test_the_course_is_a_table_with_a_line_for_each_group(
    run: Run, hands: list[Here], tmp_path: Path
) -> None:
    store = ("--store", tmp_path / "games.db", "--groups", 4)
    found = json.loads(run(*PAIR, *store, "--json")[1])
    heads, *rows = (line.split(",") for line in run(*PAIR, *store, "--csv")[1].splitlines())
    assert heads == ["group", "score", "ratio"] and len(rows) == found["groups"]
    assert float(rows[-1][2]) == pytest.approx(found["ratio"], rel=1e-5)
    mean = sum(float(row[1]) for row in rows) / len(rows)
    assert mean == pytest.approx(found["score"])


def test_scores_by_seat_are_those_of_the_games(run: Run, hands: list[Here], tmp_path: Path) -> None:
    """They are the score, apart by where the candidate sat."""
    store = tmp_path / "games.db"
    found = json.loads(run(*PAIR, "--store", store, "--groups", 5, "--json")[1])
    assert [each["seat"] for each in found["seats"]] == [1, 2]
    assert [each["games"] for each in found["seats"]] == [found["groups"]] * 2
    mean = sum(each["points"] for each in found["seats"]) / 2
    assert mean == pytest.approx(found["score"])
    with Store(store, writes=False) as kept:
        seats = [s for game in kept.listed(found["experiment"]) for s in game.record.seats]
        lineup = kept.listed(found["experiment"])[0].lineup
    own = next(k for k, side in enumerate(lineup.sides) if side.text.startswith("uct"))
    for each in found["seats"]:
        points = [s.points for s in seats if s.side == own and s.seat + 1 == each["seat"]]
        assert each["points"] == pytest.approx(sum(points[: found["groups"]]) / found["groups"])
    said = run(*PAIR, "--store", store, "--groups", 5)[1]
    assert f"{100 * found['seats'][1]['points']:.0f} % as seat 2" in said


def test_again_plays_seeds_that_are_new_to_the_pair(
    run: Run, hands: list[Here], tmp_path: Path
) -> None:
    store = ("--store", tmp_path / "games.db", "--groups", 3, "--json")
    run(*PAIR, *store)
    _, said, _ = run(*PAIR, *store, "--again")
    assert [job.seed for job in hands[0].jobs] == [1, 2, 3]
    assert [job.seed for job in hands[1].jobs] == [4, 5, 6]
    found = json.loads(said)
    assert found["seed"] == 4 and "--seed 4" in found["command"]


def test_players_without_chance_play_one_pair_for_ever(
    run: Run, hands: list[Here], tmp_path: Path
) -> None:
    words = ("--seat", "alphabeta:depth=1", "--than", "alphabeta:depth=2", "--budget", "100it")
    code, said, _ = run("test", "tictactoe", *words, "--store", tmp_path / "games.db")
    assert code == 3
    assert "Both play without chance: more games would repeat these two." in said
    assert "over 1 pair; not settled." in said


STARTS = """# after one or two moves
X../.../... O

.O./.X./... X
X../.../..O X
"""


def test_each_position_of_a_file_is_played_as_often_in_each_seating(
    run: Run, hands: list[Here], tmp_path: Path
) -> None:
    (tmp_path / "starts.txt").write_text(STARTS)
    words = ("--starts", tmp_path / "starts.txt", "--store", tmp_path / "games.db", "--json")
    _, said, _ = run(*PAIR, *words, "--groups", 6, "--bounds", "50:51")
    game = parse_game("tictactoe")
    states = [packed(state).hex() for state in starts_in(tmp_path / "starts.txt", game)]
    assert len(set(states)) == 3
    jobs = hands[0].jobs
    assert {job.seed: job.start for job in jobs} == {k + 1: states[k % 3] for k in range(6)}
    count = Counter((job.start, seating) for job in jobs for seating in job.seatings)
    assert len(count) == 6 and set(count.values()) == {2}
    found = json.loads(said)
    assert found["groups"] == 6 and found["games"] == 12
    assert "--starts" in found["command"] and "from 3 positions" in found["experiment"]
    run(*PAIR, *words, "--groups", 6, "--bounds", "50:51", "--again")
    assert [job.seed for job in hands[1].jobs] == [*range(7, 13)]
    assert [job.start for job in hands[1].jobs] == 2 * states


def test_positions_that_repeat_are_one_round_of_evidence(
    run: Run, hands: list[Here], tmp_path: Path
) -> None:
    """Two players without chance play each position once."""
    (tmp_path / "starts.txt").write_text(STARTS)
    words = ("--seat", "alphabeta:depth=1", "--than", "alphabeta:depth=3", "--budget", "1000it")
    words = (*words, "--starts", tmp_path / "starts.txt", "--store", tmp_path / "games.db")
    code, said, _ = run("test", "tictactoe", *words, "--json", "--bounds", "50:51")
    found = json.loads(said)
    assert code == 3 and "play without chance" in found["stopped"] and found["groups"] == 3


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "has no positions"),
        ("X../.../... O\n\nXX./.../... O", "line 3: "),
        ("OOO/XX./X.. X", "line 1: "),
        ("{", "line 1: "),
        ('{"format": "smitsilab-position", "version": 1, "game": "uttt"}', "line 1: "),
        ("\0", "line 1: "),
    ],
)
def test_a_line_that_is_no_position_is_named(
    run: Run, tmp_path: Path, text: str, said: str
) -> None:
    (tmp_path / "starts.txt").write_text(text)
    words = ("--starts", tmp_path / "starts.txt", "--store", tmp_path / "games.db")
    code, _, errors = run(*PAIR, *words)
    assert code == 2 and said in errors and errors.count("\n") == 1
    assert run(*PAIR, "--starts", tmp_path / "none.txt", *words[2:])[0] == 2


def test_only_pairs_have_the_block_of_fastchess(
    run: Run, hands: list[Here], tmp_path: Path
) -> None:
    words = ("--pool", tmp_path / "pool.txt", "--store", tmp_path / "games.db", "--groups", 1)
    (tmp_path / "pool.txt").write_text("# who else plays\n\nuct:c=2\n")
    code, _, errors = run(*PAIR, *words, "--block")
    assert code == 2 and "--block prints pairs of games" in errors and not hands
    code, said, _ = run(*PAIR, *words)
    assert code == 3 and "over 1 group" in said
    code, _, errors = run(*PAIR, "--pool", "nobody", "--store", tmp_path / "games.db")
    assert code == 2 and "neither a file nor an arena nobody" in errors


def test_programs_are_tested_like_algorithms(run: Run, hands: list[Here], tmp_path: Path) -> None:
    first, last = program(tmp_path / "first.py", 0), program(tmp_path / "last.py", -1)
    words = ("--seat", first, "--than", last, "--store", tmp_path / "games.db", "--json")
    code, said, _ = run("test", "tictactoe", *words)
    found = json.loads(said)
    assert code == 3 and found["stopped"] and not found["failures"], found
    assert not any(each["spoiled"] for each in found["faults"].values()) and found["games"] == 2
    (tmp_path / "first.py").write_text((tmp_path / "first.py").read_text() + "# v2\n")
    run("test", "tictactoe", *words)
    assert len(hands) == 2  # another program: its games are its own


def test_a_program_that_is_changed_while_it_plays_stops_the_test_with_a_sentence(
    run: Run, hands: list[Here], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot, other = program(tmp_path / "bot.py", 0), "random"
    words = ("--seat", bot, "--than", other, "--budget", "10it", "--bounds", "50:51", "--json")
    submit, edited = Here.submit, tmp_path / "bot.py"

    def submitted(self: Here, job: GroupJob) -> Future[tuple[GameRecord, ...]]:
        if len(self.jobs) == 8:
            edited.write_text(edited.read_text() + "# v2\n")
        return submit(self, job)

    monkeypatch.setattr(Here, "submit", submitted)
    code, said, errors = run("test", "tictactoe", *words, "--store", tmp_path / "games.db")
    assert code == 2 and "its files have changed" in errors
    found = json.loads(said)
    assert found["verdict"] == "open" and 0 < found["groups"] <= 8
    with Store(tmp_path / "games.db") as store:
        seeds = {game.record.seed for game in store.asked(found["experiment"])}
    assert seeds <= set(range(1, 9))  # what was played by the new version is not kept


def test_ctrl_c_says_what_is_known_even_where_a_script_started_it_in_the_background(
    tmp_path: Path,
) -> None:
    words = ["--seat", "uct:c=0.5", "--than", "uct:c=0.51", "--bounds", "50:50.1"]
    command = [sys.executable, "-m", "lab", "test", "tictactoe", *words, "--budget", "3000it"]
    started = subprocess.Popen(
        [*command, "--store", str(tmp_path / "games.db"), "--processes", "1"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN),
    )
    assert started.stderr is not None
    while "ratio" not in (line := started.stderr.readline()):
        assert line, started.wait()
    started.send_signal(signal.SIGINT)
    said, errors = started.communicate()
    assert started.returncode == 130
    assert "not settled" in said and "over" in said
    assert "all finished ones are kept" in errors
    assert errors.rstrip().endswith(
        "smitsilab test tictactoe --seat uct:c=0.5 --than uct:c=0.51 --budget 3000it "
        f"--bounds 50:50.1 --store {tmp_path / 'games.db'}"
    )
    assert "The running games are finished" in errors
    with Store(tmp_path / "games.db", writes=False) as store:
        assert store.experiments()[0].games > 0


def test_players_without_chance_play_other_games_after_random_openings(
    run: Run, hands: list[Here], tmp_path: Path
) -> None:
    store = ("--store", tmp_path / "games.db")
    pair = ("--seat", "alphabeta:depth=2", "--than", "alphabeta:depth=1", "--budget", "60n")
    asked = ("test", "tictactoe", *pair, "--groups", 40)
    said = run(*asked, *store)[1]
    assert "play without chance" in said
    starts = ("--starts", "random:2-4")
    _, said, _ = run(*asked, *starts, *store)
    assert "after 2 to 4 random plies" in said and "without chance" not in said
    found = json.loads(run(*asked, *starts, *store, "--json")[1])
    assert 20 < found["distinct"] <= found["games"] and "--starts random:2-4" in found["command"]
    assert (f"Only {found['distinct']} of" in said) == (found["distinct"] < found["games"])
    jobs = [job for each in hands for job in each.jobs if job.start]
    assert {job.start for job in jobs} == {"random:2-4"}
    assert run(*asked, "--starts", "random:9", *store)[0] == 2
