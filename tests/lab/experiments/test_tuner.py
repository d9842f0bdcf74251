"""Methods of tuning on problems with a known truth: what they recommend, and that their sequence
depends on the seed and the results alone.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from engines.knobs import KnobError
from lab.experiments.tuner.answer import answer
from lab.experiments.tuner.course import Hunt, Play, Steps, Sums, TrialGroup, TrialSequence, Tried
from lab.experiments.tuner.methods import METHODS, method_named
from lab.experiments.tuner.optuna_study import setting_of, written
from lab.experiments.tuner.space import Setting, Space
from tests.lab.experiments.tuner_problems import (
    Landscape,
    Results,
    Surrogate,
    Switches,
    number,
    play,
    switch,
)

SEEDS = 12
OPTUNA = {name for name in METHODS if name.startswith("optuna")}


@pytest.fixture(autouse=True)
def needs_optuna(request: pytest.FixtureRequest) -> None:
    """Its methods are an extra."""
    if "method" in request.fixturenames and request.getfixturevalue("method") in OPTUNA:
        pytest.importorskip("optuna")
        pytest.importorskip("cmaes")


def recommended(problem: Landscape, method: str, groups: int, seed: int) -> float:
    """The true win rate of what a method recommends."""
    hunt = Hunt(problem.space, groups, seed, even=frozenset([problem.space.usual]))
    course, done = play(METHODS[method].steps(hunt), lambda g: problem.play(g, seed), hands=4)
    found = answer(hunt, course.tried(done.get))
    assert found is not None
    return problem.truth(found.setting)


@pytest.mark.parametrize(
    ("method", "groups", "slopes", "switches"),
    [
        ("model", 120, 0.765, 0.545),
        ("race", 200, 0.789, 0.547),
        ("ntbea", 80, 0.812, 0.494),
        ("spsa", 200, 0.0, 0.522),
    ],
)
def test_what_is_recommended_is_good(
    method: str, groups: int, slopes: float, switches: float
) -> None:
    """The floors are three standard errors below what the method reached."""
    kept = 0 if method == "spsa" else 2
    if slopes:
        smooth = [recommended(Surrogate(), method, groups, seed) for seed in range(SEEDS)]
        assert np.mean(smooth) > slopes
    rough = [recommended(Switches(seed, kept), method, groups, seed) for seed in range(SEEDS)]
    assert np.mean(rough) > switches


def sequence(method: str, hands: int, known: Results | None = None) -> tuple[list[Play], Results]:
    """What a method asks of one problem."""
    problem = Switches(3, switches=0)
    steps = METHODS[method].steps(Hunt(problem.space, 90, 5))
    course, done = play(steps, lambda g: problem.play(g, 9), hands, known)
    return course.plays, done


@pytest.mark.parametrize("method", METHODS)
def test_the_sequence_is_the_same_for_any_number_of_processes_and_after_a_kill(method: str) -> None:
    """The newest game finishes first, so results come in another order for each number."""
    alone, done = sequence(method, 1)
    for hands in (2, 3, 16):
        assert sequence(method, hands)[0] == alone
    half = dict(list(done.items())[: len(done) // 2])
    assert sequence(method, 3, half)[0] == alone
    assert sequence(method, 3, done) == (alone, done)


@pytest.mark.parametrize("method", METHODS)
def test_other_results_lead_elsewhere(method: str) -> None:
    alone, done = sequence(method, 1)
    other = {group: 1 - points for group, points in done.items()}
    assert sequence(method, 1, other)[0] != alone


@pytest.mark.parametrize("method", METHODS)
def test_each_benchmark_is_met_equally_often(method: str) -> None:
    problem = Switches(3, switches=0)
    course, _ = play(METHODS[method].steps(Hunt(problem.space, 90, 5, pool=3)), lambda g: 0.5)
    counts = Counter(g.setting for g in course.trials if g.rival is None)
    assert counts and all(count % 3 == 0 for count in counts.values())


@pytest.mark.parametrize("method", METHODS)
def test_failed_groups_are_no_evidence(method: str) -> None:
    """A method that sees nothing but failures still ends, and nothing is recommended."""
    hunt = Hunt(Switches(3, switches=0).space, 60, 5)
    course, done = play(METHODS[method].steps(hunt), lambda g: math.nan)
    assert course.ended and answer(hunt, course.tried(done.get)) is None


def test_a_play_is_its_groups_in_order() -> None:
    """Groups against a rival are not those against the benchmark."""

    def steps() -> Steps:
        yield Play((1.0,), 0, 2, "a")
        yield Play((2.0,), 0, 1, "a")
        yield Play((1.0,), 2, 2, "b")
        yield Play((1.0,), 0, 1, "c", rival=(2.0,))

    course, done = play(steps(), lambda g: g.number / 4)
    first = [g.number for g in course.trials if g.setting == (1.0,) and g.rival is None]
    assert first == [0, 1, 2, 3]
    assert course.trials[-1] == TrialGroup((1.0,), 0, (2.0,))
    assert [t.total for t in course.tried(done.get)] == [0.25, 0.0, 1.25, 0.0]


def test_a_method_sees_the_results_that_it_waits_for_and_no_others() -> None:
    seen = list[int]()

    def steps() -> Steps:
        for _ in range(4):
            yield Play((1.0,), 0, 1, "a")
        seen.append(len((yield 2)))

    course = TrialSequence(steps())
    asked = [course.next(lambda g: None) for _ in range(5)]
    assert asked[4] is None and not seen
    known = {group: 0.5 for group in asked if group is not None}
    assert course.next(known.get) is None and seen == [2] and course.ended


def hunt_of(tried: dict[float, tuple[int, float]], usual: float) -> tuple[Hunt, list[Tried]]:
    """A hunt of one knob, and results by value: groups and their sum, each group a win or a
    loss.
    """
    space = Space((number("c", usual),))
    found = [
        Tried(Play((value,), 0, groups, "random"), groups, total, total)
        for value, (groups, total) in tried.items()
    ]
    return Hunt(space, 100), found


def test_the_luckiest_setting_is_not_recommended() -> None:
    """Two of two is 100 %, and 150 of 200 is the answer."""
    found = answer(*hunt_of({0.1: (2, 2.0), 0.5: (200, 150.0), 0.9: (40, 20.0)}, 0.9))
    assert found is not None and found.setting == (0.5,)
    assert found.alone.mean == 0.75 and found.groups == 200 and found.tried == 3
    assert found.both.low < found.both.mean < found.alone.mean  # drawn towards the others
    assert found.state == "better"


def test_what_may_be_said_depends_on_the_games() -> None:
    few = answer(*hunt_of({0.1: (2, 2.0), 0.5: (3, 2.0)}, 0.5))
    assert few is not None and few.sentence(Space((number("c", 0.5),))) == (
        "Too few games to say which setting is best."
    )
    alike = answer(*hunt_of({0.1: (40, 22.0), 0.5: (40, 20.0)}, 0.5))
    assert alike is not None and alike.state == "usual"
    hunt, tried = hunt_of({0.1: (200, 100.0), 0.5: (200, 140.0)}, 0.1)
    clear = answer(hunt, tried)
    assert clear is not None
    assert clear.sentence(hunt.space) == "Best by its lower bound: c 0.5."
    assert "The best of 2 looks better than it is: test it." in clear.detail()


def test_spsa_refuses_what_has_no_steps() -> None:
    hunt = Hunt(Space((number("c", 0.5), switch("solver"))), 100)
    with pytest.raises(KnobError, match="solver has separate values"):
        method_named("spsa").check(hunt)
    with pytest.raises(KnobError, match="did you mean model"):
        method_named("modle")


def test_earlier_games_are_kept() -> None:
    """They count as the first settings, and the answer may be one of them."""
    space = Space((number("c", 0.5),))
    earlier: dict[Setting, Sums] = {(0.3,): Sums(200, 170.0, 170.0)}
    hunt = Hunt(space, 40, earlier=earlier)
    course, done = play(METHODS["model"].steps(hunt), lambda g: 0.0)
    found = answer(hunt, course.tried(done.get))
    assert found is not None and found.setting == (0.3,)


def test_optunas_study_is_a_file_that_goes_on(tmp_path: Path) -> None:
    """Run again it adds what is new, with the points of each setting and its values in words."""
    optuna = pytest.importorskip("optuna")
    problem = Switches(3)
    hunt = Hunt(problem.space, 60, 5)
    course, done = play(METHODS["optuna:tpe"].steps(hunt), lambda g: problem.play(g, 9), hands=4)
    tried = course.tried(done.get)
    path, count = tmp_path / "study.db", sum(t.play.stage == "optuna" for t in tried)
    assert written(path, "tuning", problem.space, tried[:4]) == 4
    assert written(path, "tuning", problem.space, tried) == count > 4
    study = optuna.load_study(study_name="tuning", storage=f"sqlite:///{path}")
    assert len(study.trials) == count
    for trial, each in zip(study.trials, tried, strict=False):
        assert setting_of(problem.space, trial.params) == each.play.setting
        assert trial.value == each.mean


def test_without_optuna_a_sentence_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(KnobError, match=r"pip install 'smitsilab\[tune\]'"):
        METHODS["optuna:cma"].check(Hunt(Switches(3).space, 60))


@pytest.mark.parametrize("method", METHODS)
def test_no_group_is_asked_for_twice_and_a_race_is_on_common_seeds(method: str) -> None:
    problem = Switches(3, switches=0)
    steps = METHODS[method].steps(Hunt(problem.space, 90, 5, begin=7))
    course, _ = play(steps, lambda g: problem.play(g, 9))
    assert len(set(course.trials)) == len(course.trials) <= 90
    assert min(play.first for play in course.plays) == 7
    stages = {play.stage for play in course.plays}
    for stage in stages:
        firsts = [play.first for play in course.plays if play.stage == stage]
        assert len(set(firsts)) == (1 if stage.startswith("race") else len(firsts))


def test_the_benchmark_itself_is_the_answer_where_nothing_is_better() -> None:
    hunt, tried = hunt_of({0.1: (40, 8.0), 0.9: (40, 12.0)}, 0.5)
    found = answer(replace(hunt, even=frozenset([(0.5,)])), tried)
    assert found is not None and found.setting == (0.5,) and found.state == "usual"
    assert found.sentence(hunt.space) == "Best by its lower bound is the usual setting: c 0.5."
    assert found.detail() == "It is the benchmark itself, which scores 50 % against itself."
