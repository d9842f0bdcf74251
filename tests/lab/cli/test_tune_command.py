"""`smitsilab tune`: what it says, going on with wider ranges, pools, programs and the test."""

from __future__ import annotations

import json
import shlex
from collections import Counter
from pathlib import Path

import pytest

from lab.cli import playing
from lab.store.store import Store
from tests.lab.cli.conftest import Run
from tests.lab.experiments.instant import Instant

TUNE = ("tune", "tictactoe", "--seat", "uct:c=5", "--against", "uct:c=5", "--budget", "30it")
C = ("--knob", "c=0.1:10:log")


@pytest.fixture
def hands(monkeypatch: pytest.MonkeyPatch) -> list[Instant]:
    """Games end at once; the hands that commands have started."""
    started: list[Instant] = []

    def start(*about: object) -> Instant:
        started.append(Instant())
        return started[-1]

    monkeypatch.setattr(playing, "LocalHands", start)
    return started


def test_it_finds_the_best_and_says_how_to_test_it(
    run: Run, hands: list[Instant], tmp_path: Path
) -> None:
    store = ("--store", tmp_path / "games.db")
    code, said, progress = run(*TUNE, *C, "--games", 240, *store)
    assert code == 0 and "of 240 games" in progress and "race 4" in progress
    assert "Best by its lower bound: Exploration " in said
    assert "looks better than it is: test it." in said
    test = said.split("Test it:\n")[1].strip()
    words = shlex.split(test)
    assert words[:3] == ["smitsilab", "test", "tictactoe"]
    value = float(words[words.index("--seat") + 1].removeprefix("uct:c="))
    assert 0.3 < value < 3
    played = {job.seed for each in hands for job in each.jobs}
    assert int(words[words.index("--seed") + 1]) > max(played)
    code, said, _ = run(*words[1:])
    assert code == 0 and "is better than uct:c=5" in said


def test_run_again_it_plays_nothing_and_says_the_same(
    run: Run, hands: list[Instant], tmp_path: Path
) -> None:
    words = (*TUNE, *C, "--games", 100, "--store", tmp_path / "games.db", "--json")
    _, first, _ = run(*words)
    assert run(*words)[1] == first and len(hands) == 1
    found = json.loads(first)
    assert found["played"] == 100 == 2 * len(hands[0].jobs) and found["finished"]
    assert sum(each["groups"] for each in found["settings"]) == 50
    assert found["knobs"][0]["share"] == pytest.approx(1)
    assert {stage["name"] for stage in found["stages"]} >= {"random", "model", "race 1"}
    assert found["course"][-1]["score"] == pytest.approx(found["both"]["score"], abs=0.03)


def test_a_wider_range_keeps_every_game_and_plays_none_twice(
    run: Run, hands: list[Instant], tmp_path: Path
) -> None:
    store = ("--store", tmp_path / "games.db", "--json")
    run(*TUNE, "--knob", "c=3:10:log", "--games", 80, *store)
    _, said, _ = run(*TUNE, *C, "--games", 160, *store)
    found = json.loads(said)
    assert found["played"] == 160 and sum(len(each.jobs) for each in hands) == 80
    meetings = Counter((j.sides, j.seed, j.seatings) for each in hands for j in each.jobs)
    assert max(meetings.values()) == 1
    assert sum(each["groups"] for each in found["settings"]) == 80
    assert 0.3 < found["values"]["c"] < 3
    assert json.loads(run(*TUNE, *C, "--games", 160, *store)[1])["played"] == 160
    assert len(hands) == 2
    with Store(tmp_path / "games.db", writes=False) as kept:
        experiment = kept.experiments()[0]
        assert experiment.games == 160
        details = [event.detail for event in kept.events(experiment.name)]
    assert "c 3 to 10, log, now 0.1 to 10, log; 160 games" in details
    code, _, errors = run(*TUNE, *C, "--games", 160, "--method", "race", *store)
    assert code == 2 and "160 games are too few: 160 have been played already" in errors


def test_a_pool_is_met_equally_often_and_test_plays_against_it(
    run: Run, hands: list[Instant], tmp_path: Path
) -> None:
    words = (*TUNE, "--against", "uct:c=8", *C, "--games", 120, "--store", tmp_path / "games.db")
    _, said, _ = run(*words)
    seats = Counter(job.sides[1] for each in hands for job in each.jobs)
    assert len(seats) == 2 and len(set(seats.values())) == 1
    command = said.split("Test it:\n")[1].strip()
    assert "smitsilab tune" in command and "--test" in command
    _, said, _ = run(*shlex.split(command)[1:])
    assert "is better than uct:c=5" in said
    rivals = {side for job in hands[-1].jobs for side in job.sides[1:]}
    assert rivals == set(seats)


def test_a_programs_arguments_are_tuned(run: Run, hands: list[Instant], tmp_path: Path) -> None:
    bot = "cmd:python3 bot.py --rate {rate} --c {c}"
    words = ("tune", "tictactoe", "--seat", bot, "--against", "uct:c=5,budget=50ms")
    knobs = ("--knob", "rate=1:4", "--knob", "c=0.5:2")
    code, _, errors = run(*words, *knobs, "--games", 8, "--store", tmp_path / "games.db")
    assert code == 0, errors
    texts = {job.sides[0] for each in hands for job in each.jobs}
    assert all("{" not in text for text in texts)
    assert {text.split("--rate ")[1].split()[0] for text in texts} <= {"1", "2", "3", "4"}


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (("--knob", "cc=1:2"), "has no parameter cc; did you mean c?"),
        ((), "Name at least one knob to tune"),
        ((*C, "--method", "tree"), "There is no method tree"),
        ((*C, "--knob", "solver", "--method", "spsa"), "solver has separate values"),
        ((*C, "--games", "1"), "1 games are too few"),
    ],
)
def test_what_is_wrong_is_said_in_one_sentence(
    run: Run, tmp_path: Path, words: tuple[str, ...], error: str
) -> None:
    code, _, errors = run(*TUNE, *words, "--store", tmp_path / "games.db")
    assert code == 2 and error in errors
