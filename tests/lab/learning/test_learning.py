"""A run of `smitsilab learn` on tic-tac-toe: one seed one result, stopped and resumed, and better
than it was.
"""

from __future__ import annotations

import json
import shutil
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from engines import games
from engines.knobs import KnobError
from engines.records import packed
from lab.batch.errors import BatchError
from lab.cli import main
from lab.experiments.keeping import RunStep
from lab.files.codec import decode_state
from lab.files.placing import Place
from lab.learning.question import LearnQuestion
from lab.learning.run import (
    Learning,
    decoded,
    first_schedule,
    kept_question,
    kept_run,
    later_schedule,
)
from lab.learning.selfplay import HARVESTED, Habits, SelfPlay
from lab.learning.training import HELD_OUT, Schedule, Training, fresh, scale_of, weights_of
from lab.learning.trial import trial
from lab.learning.work import learn
from lab.lesson.network.seeing import calibration_of
from search.network import read, sight

SMALL = {"positions": 3000, "iterations": 60, "least": 4, "trials": 4}


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Learning:
    """Two generations in one go."""
    out = tmp_path_factory.mktemp("learn") / "net.npz"
    learning = Learning(LearnQuestion("tictactoe", str(out), generations=2, **SMALL))
    while not learning.ended:
        learning.step()
    return learning


def test_a_run_that_was_stopped_goes_on_to_the_same_network(run: Learning, tmp_path: Path) -> None:
    question = replace(run.question, out=str(tmp_path / "net.npz"))
    first = Learning(replace(question, generations=1))
    first.step()
    assert first.ended
    second = Learning(question)
    assert [each.number for each in second.generations] == [1]
    second.step()
    assert second.ended
    pairs = zip(run.generations, second.generations, strict=True)
    for one, other in pairs:
        assert replace(one, cpu_s=0.0) == replace(other, cpu_s=0.0)
    assert second.network is not None
    assert run.network is not None
    assert second.network.digest == run.network.digest
    assert read(question.out, run.game).digest == run.network.digest


def test_two_that_learn_in_one_folder_do_not_meet(tmp_path: Path) -> None:
    question = LearnQuestion("tictactoe", str(tmp_path / "net.npz"), generations=2, **SMALL)
    question = replace(question, positions=900)
    one, other = Learning(question), Learning(question)
    refused: list[str] = []

    def meanwhile(what: str, _done: int, _of: int) -> None:
        if what == "learns":
            with pytest.raises(KnobError, match="Another process learns in") as caught:
                other.step()
            refused.append(str(caught.value))

    one.step(meanwhile)
    assert len(refused) == 1
    with pytest.raises(KnobError, match="has learned in"):  # from where it began
        other.step()
    assert Learning(question).step().number == 2


def test_another_question_is_another_run(run: Learning) -> None:
    with pytest.raises(KnobError, match="was asked otherwise"):
        Learning(replace(run.question, seed=2))


def test_a_run_from_before_an_option_goes_on(run: Learning, tmp_path: Path) -> None:
    """What its question does not say is the default."""
    question = replace(run.question, out=str(tmp_path / "net.npz"))
    shutil.copytree(run.folder, question.folder)
    told = json.loads((question.folder / "run.json").read_text())
    del told["asked"]["opening"], told["asked"]["rate"]
    (question.folder / "run.json").write_text(json.dumps(told))
    assert kept_run(question) == run.generations
    with pytest.raises(KnobError, match="was asked otherwise"):
        kept_run(replace(question, opening=20))


def test_the_rate_falls_from_what_was_asked() -> None:
    assert first_schedule(20) == Schedule(0.03, 0.002)
    assert later_schedule(20) == Schedule(0.02, 0.001)
    assert later_schedule(100) == Schedule(0.1, 0.005)


def test_a_generation_survives_its_line(run: Learning) -> None:
    for made in run.generations:
        assert decoded(json.loads(json.dumps(made.line()))) == made
        assert 0.0 <= made.score.low <= made.score.mean <= made.score.high <= 1.0
        assert made.score.distinct <= made.score.matches
        assert sum(count for _, count, _, _ in made.fit.calibration) == made.fit.positions


def test_the_network_says_where_it_comes_from(run: Learning) -> None:
    assert run.network is not None
    about = read(run.file, run.game).about
    assert about["game"] == "tictactoe"
    assert about["seed"] == 1
    assert "smitsilab learn tictactoe" in about["command"]
    made = run.generations[run.best - 1]
    assert calibration_of(read(run.file, run.game)) == made.fit.calibration


def test_harvested_positions_are_worth_what_the_rules_allow() -> None:
    """Every position goes on, values are in range, and results are those of the match."""
    game = games()["tictactoe"]()
    found = SelfPlay(game, None, Habits(60, 4), 3).play(400)
    assert not any(game.rules.is_over(state) for state in found.states)
    assert not any(game.check(state) for state in found.states)
    assert (np.abs(found.values) <= 1).all()
    assert set(found.results.tolist()) <= {-1, 0, 1, HARVESTED}
    again = SelfPlay(game, None, Habits(60, 4), 3).play(400)
    assert [*map(packed, found.states)] == [*map(packed, again.states)]
    assert found.values.tolist() == again.values.tolist()


def test_learning_fits_better_and_rounding_changes_little() -> None:
    game = games()["tictactoe"]()
    data = [SelfPlay(game, None, Habits(60, 4), 5).play(4000)]
    training, start = Training(game), fresh(game.feature_rows, 1)
    before = training.fit(start.rounded(), data)
    net = training.learn(start, data, Schedule(first=0.05), 1).rounded()
    assert training.fit(net, data).loss < before.loss
    again = weights_of(net).rounded()
    assert all(np.array_equal(a, b) for a, b in zip(net, again, strict=True))


@pytest.mark.long
def test_agents_that_move_at_once_learn_too(tmp_path: Path) -> None:
    """Both seats see what their own rows learn, and one seed gives one network."""
    found = []
    for name in ("one.npz", "two.npz"):
        question = LearnQuestion("goofspiel", str(tmp_path / name), generations=1, **SMALL)
        learning = Learning(replace(question, positions=1000, iterations=30))
        while not learning.ended:
            learning.step()
        assert learning.network is not None
        found.append(learning.network)
    assert found[0].digest == found[1].digest
    rows = sight(games()["goofspiel"]()).rows // 2
    before = fresh(2 * rows, 1).rounded()
    changed = (found[0].net.rows != before.rows).any(axis=1)
    assert changed[:rows].sum() > 0.5 * rows
    assert abs(int(changed[:rows].sum()) - int(changed[rows:].sum())) < 0.2 * rows


def test_a_trial_against_itself_is_even() -> None:
    game = games()["tictactoe"]()
    score = trial(game, None, None, 40, 4, 1)
    assert score.matches == 40
    assert score.low <= score.mean <= score.high
    assert score.mean == 0.5, "a win of X counts once for one, once for the other"


def test_the_command_refuses_in_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["learn", "pacman", "--out", str(tmp_path / "net.npz")]) == 2
    assert "cannot be learned" in capsys.readouterr().err
    (tmp_path / "there.npz").write_text("something")
    assert main(["learn", "tictactoe", "--out", str(tmp_path / "there.npz")]) == 2
    assert "is there already" in capsys.readouterr().err


def test_the_command_prints_each_generation(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = [f"--{name}={value}" for name, value in SMALL.items()]
    out = ["--out", str(tmp_path / "net.npz"), "--generations", "1"]
    assert main(["learn", "tictactoe", *words, *out, "--json"]) == 0
    lines = capsys.readouterr().out
    assert json.loads(lines)["number"] == 1
    assert main(["learn", "tictactoe", *words, *out]) == 0
    assert "Generation 1 (" in capsys.readouterr().out


class Killed(BaseException):
    """The process is gone."""


@pytest.fixture(scope="module")
def half(run: Learning, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the same run after its first generation."""
    out = tmp_path_factory.mktemp("half") / "net.npz"
    Learning(replace(run.question, out=str(out))).step()
    return out.parent


@pytest.mark.parametrize("writes", range(1, 6))
def test_a_run_that_is_killed_while_it_writes_goes_on_to_the_same_network(
    run: Learning, half: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, writes: int
) -> None:
    """Wherever between two files the second generation ends."""
    shutil.copytree(half, tmp_path, dirs_exist_ok=True)
    question, left = replace(run.question, out=str(tmp_path / "net.npz")), writes

    def dies(place: Place) -> Place:
        nonlocal left
        left -= 1
        if not left:
            raise Killed
        return enter(place)

    enter, first = Place.__enter__, Learning(question)
    with monkeypatch.context() as patched:
        patched.setattr(Place, "__enter__", dies)
        with suppress(Killed):
            first.step()
    second = Learning(question)
    while not second.ended:
        second.step()
    assert run.network is not None
    assert read(question.out, run.game).digest == run.network.digest
    assert [each.digest for each in second.generations] == [e.digest for e in run.generations]


def test_a_misjudged_position_is_one_of_the_game_and_of_a_match_held_out(run: Learning) -> None:
    for made in run.generations:
        worst = made.fit.worst
        away = [abs(each.value - each.result) for each in worst]
        assert away == sorted(away, reverse=True)
        assert worst
        assert len({each.match for each in worst}) == len(worst)
        assert {each.match % HELD_OUT for each in worst} == {0}
        for each in worst:
            assert not run.game.rules.is_over(decode_state(run.game, each.position))


@pytest.mark.parametrize("true", [0.4, 1.0, 2.5])
def test_the_scale_of_logits_that_promise_too_much_or_too_little_is_found(true: float) -> None:
    rng = np.random.default_rng(4)
    logits = rng.normal(0.2, 1.5, 40_000)
    won = rng.random(40_000) < 1 / (1 + np.exp(-true * logits))
    found = scale_of(np.tanh(logits / 2), np.where(won, 1.0, -1.0))
    assert found == pytest.approx(true, rel=0.05)


def test_another_process_learns_the_same_and_can_be_ended(run: Learning, tmp_path: Path) -> None:
    """It is ended in its first generation, and another one goes on."""

    class Enough(Exception):
        """Somebody has stopped it."""

    def stop(step: RunStep) -> None:
        if step.done:
            raise Enough

    question, seen = replace(run.question, out=str(tmp_path / "net.npz")), set[int]()
    with suppress(Enough):
        learn(question, stop)
    learn(question, lambda step: seen.add(step.done))
    assert [e.digest for e in kept_run(question)] == [e.digest for e in run.generations]
    assert kept_question(Path(question.out)) == replace(
        question, generations=LearnQuestion("", "").generations, trials=60
    )
    assert all(0 <= done <= 2000 for done in seen)


def test_a_refusal_in_another_process_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(BatchError, match="cannot be learned"):
        learn(LearnQuestion("pacman", str(tmp_path / "net.npz")), lambda step: None)


def test_a_run_of_a_game_that_is_not_loaded_names_its_file(run: Learning, tmp_path: Path) -> None:
    question = replace(run.question, game="mine", out=str(tmp_path / "net.npz"))
    question.folder.mkdir()
    told = json.loads((run.folder / "run.json").read_text())
    assert "files" not in told  # of a game that the lab comes with
    told["asked"]["game"], told["files"] = "mine", {"mine": {"file": "mine.py", "digest": "1"}}
    (question.folder / "run.json").write_text(json.dumps(told))
    assert len(kept_run(question)) == 2  # to be looked at all the same
    with pytest.raises(KnobError, match=r"There is no game mine, which was in mine\.py"):
        Learning(question)


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"asked": 3, "generations": []}', "x" * 99])
def test_a_damaged_run_is_refused_in_a_sentence(run: Learning, tmp_path: Path, text: str) -> None:
    question = replace(run.question, out=str(tmp_path / "net.npz"))
    question.folder.mkdir()
    (question.folder / "run.json").write_text(text)
    for ask in (kept_run, Learning, lambda q: kept_question(Path(q.out))):
        with pytest.raises(KnobError, match="holds no run that can go on"):
            ask(question)
