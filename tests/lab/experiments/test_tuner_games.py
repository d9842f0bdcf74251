"""A tuning played through the loop of all experiments, and what is shown of it."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from engines.knobs import KnobError
from lab.batch.games import GameRecord, GroupJob
from lab.experiments.running import Ask, Run
from lab.experiments.tuner.answer import fitted_model, map_of, shares, slice_of
from lab.experiments.tuner.plan import FRESH, TunePlan
from lab.experiments.tuner.question import TuneQuestion, changes, finished_in, known, reopened
from lab.experiments.tuner.report import as_json, details, worth_testing
from lab.experiments.tuner.shown import history, shown
from lab.store.store import Store
from tests.lab.experiments.fake_hands import Here, MemoryStore
from tests.lab.experiments.instant import Instant

PLAN = TunePlan(
    "tictactoe", "uct:c=5", ("uct:c=5",), ("c=0.1:10:log", "solver"), games=120, budget="30it"
)


class Cut(Instant):
    """Hands that are interrupted after some jobs."""

    def __init__(self, jobs: int) -> None:
        super().__init__(size=3)
        self.most = jobs

    def submit(self, job):  # type: ignore[no-untyped-def]
        """Plays, or is interrupted."""
        if len(self.jobs) == self.most:
            raise KeyboardInterrupt
        return super().submit(job)


def played(
    plan: TunePlan = PLAN, store: MemoryStore | None = None, hands: Instant | Here | None = None
) -> tuple[TuneQuestion, list[Ask]]:
    """The question after a run, and what it asked for."""
    question = TuneQuestion(plan)
    run = Run(plan.name, question, store or MemoryStore(), hands or Instant())
    try:
        run.play()
    except KeyboardInterrupt:
        assert not question.ended
    return question, run.course.asks


def test_a_range_without_any_effect_is_said_to_have_none() -> None:
    """At 20 iterations no tree needs the memory that one may have."""
    plan = replace(PLAN, against=("uct:c=0.3",), knobs=("memory=5000:9000",), games=48)
    question, _ = played(replace(plan, budget="20it"), hands=Here())
    answer, found = question.answer, as_json(question, shown(question))
    assert answer is not None and answer.state == "same" and not worth_testing(question, answer)
    assert "make no difference" in found["sentence"] and found["test"] is None
    assert [knob["share"] for knob in found["knobs"]] == [0.0]
    other, _ = played(replace(plan, knobs=("c=0.1:2",), budget="20it"), hands=Here())
    assert other.answer is not None and other.answer.state != "same"


def test_the_same_games_for_any_number_of_processes_and_after_an_interruption() -> None:
    question, asks = played()
    assert question.ended and 2 * len(asks) == 120 == question.total
    for size in (1, 5):
        assert played(hands=Instant(size=size))[1] == asks
    store, more = MemoryStore(), Instant()
    played(store=store, hands=Cut(23))
    again, rest = played(store=store, hands=more)
    assert rest == asks and len(more.jobs) < len(asks) - 12
    assert again.points == question.points


class Failing(Instant):
    """Hands that never finish a game of seed 2."""

    def _play(self, job: GroupJob, seating: int) -> GameRecord:
        if job.seed == 2:
            return GameRecord(job.seed, seating, error="its process was killed by signal 9")
        return super()._play(job, seating)


def test_a_group_that_failed_is_no_evidence() -> None:
    question, asks = played(hands=Failing())
    failed = [group for group, points in question.points.items() if math.isnan(points)]
    assert failed and {group.number for group in failed} == {1}
    found = shown(question)
    assert question.ended and found is not None
    assert sum(each.groups for each in found.parallel) == len(asks) - len(failed)
    assert question.played == 2 * (len(asks) - len(failed))
    assert as_json(question, found)["played"] == question.played


def test_the_usual_setting_is_the_benchmark_and_is_not_played() -> None:
    question, asks = played()
    assert PLAN.even == {PLAN.space.usual} and PLAN.space.usual == (5.0, False)
    usual = PLAN.player(PLAN.space.usual).digest
    assert all(ask.lineup.sides[0].digest != usual for ask in asks)
    found = shown(question)
    assert found is not None
    own = next(each for each in found.parallel if each.setting == PLAN.space.usual)
    assert own.groups == 0 and own.both.mean == pytest.approx(0.5, abs=1e-3)
    assert own.both.high - own.both.low < 0.01


def test_seeds_of_a_tuning_are_not_those_of_its_test() -> None:
    _, asks = played()
    assert {ask.seed for ask in asks} <= set(range(1, 61)) and FRESH > 61


def test_what_is_shown_is_what_was_played() -> None:
    question, asks = played()
    found = shown(question)
    assert found is not None
    assert sum(each.groups for each in found.parallel) == len(asks)
    assert [each.best for each in found.parallel].count(True) == 1
    best = next(each for each in found.parallel if each.best)
    assert best.setting == found.answer.setting and best.both == found.answer.both
    assert found.race[0].ended == 4 and found.race[0].both.mean >= found.race[1].both.mean
    assert found.course[-1].games == 120 and found.course[-1].luckiest >= best.alone.mean
    games = [point.games for point in found.course]
    assert games == sorted(games)
    assert [stage.name for stage in found.stages][:2] == ["random", "model"]
    assert json.loads(json.dumps(as_json(question, found)))["played"] == 120


def test_the_knob_that_matters_has_the_share_and_a_curve() -> None:
    """`near_c` looks at c alone and is best at 1."""
    question, _ = played()
    model = fitted_model(PLAN.hunt, PLAN.hunt.book(question.tried))
    found = shares(model, PLAN.space)
    assert found[0] > 0.7 and found[1] < 0.1 and found.sum() < 1 + 1e-9
    curve = slice_of(model, PLAN.space, 0, (5.0, False))
    assert len(curve.values) == len(curve.mean) == 41 and curve.values[0] == 0.1
    highest = curve.mean == curve.mean.max()  # a plateau where the score cannot be higher
    assert 0.3 < float(np.exp(np.log(np.array(curve.values, float))[highest].mean())) < 3
    assert (curve.low <= curve.mean).all() and (curve.mean <= curve.high).all()
    assert (curve.low < curve.high).all() and curve.low.min() >= 0 and curve.high.max() <= 1
    assert slice_of(model, PLAN.space, 1, (1.0, False)).values == (False, True)
    found = map_of(model, PLAN.space, (1, 0), (5.0, False))
    assert found.across == (False, True) and set(found.up) <= set(curve.values)
    for k, off in enumerate(found.across):
        own = slice_of(model, PLAN.space, 0, (5.0, off))
        rows = [own.values.index(value) for value in found.up]
        for part in ("mean", "low", "high"):
            assert getattr(found, part)[:, k] == pytest.approx(getattr(own, part)[rows])


def test_an_answer_at_the_end_of_its_range_and_shares_that_leave_something_say_so() -> None:
    question, _ = played(replace(PLAN, knobs=("c=2:5", "solver")))
    found = shown(question)
    assert found is not None and PLAN.space.at_edge((0.1, False)) == ["Exploration"]
    assert PLAN.space.at_edge((0.5, False)) == []
    for share, rest in ((0.4, "30 % of the effect"), (0.7, "")):
        knobs = tuple(replace(k, share=x) for k, x in zip(found.knobs, (share, 0.3), strict=True))
        for value in (2.0, 3.0):
            answer = replace(found.answer, setting=(value, False), state="better")
            said = " ".join(details(question, replace(found, answer=answer, knobs=knobs)))
            assert ("Exploration is at an end of its range" in said) == (value == 2.0)
            assert ("of settings together" in said) == bool(rest) and rest in said


def test_more_games_and_other_ranges_go_on_with_what_is_known() -> None:
    store = MemoryStore()
    _, asks = played(store=store)
    wanted = replace(PLAN, games=200, knobs=("c=0.05:10:log", "solver"))
    by_seed = {
        lineup: {
            game.seed: (game, other) for game, other in zip(games[::2], games[1::2], strict=True)
        }
        for lineup, games in store.kept.items()
    }
    plan, words = reopened(wanted, PLAN.file, lambda lineup: by_seed.get(lineup, {}))
    assert words == "c 0.1 to 10, log, now 0.05 to 10, log; 200 games"
    assert plan.past.groups == len(asks) and plan.groups == 100 - len(asks)
    same, words = reopened(plan, plan.file, lambda lineup: {})
    assert same.file == plan.file and same.past == plan.past and not words
    question, more = played(plan, store)
    assert not {ask.meeting for ask in more} & {ask.meeting for ask in asks}
    assert 2 * (len(asks) + len(more)) == 200
    lines = history(question, [(0.5, "started", ""), (0.6, "changed", "c wider")])
    assert [line.words for line in lines[:3]] == [
        "started",
        "changed: c wider",
        "settings at random",
    ]


def test_another_version_of_the_player_knows_nothing() -> None:
    line = json.loads(PLAN.file)
    line["sources"][0] = "other"
    assert reopened(PLAN, json.dumps(line), lambda lineup: {}) == (PLAN, "")


def test_what_is_known_counts_games_behind_a_gap() -> None:
    store = MemoryStore()
    _, asks = played(store=store)
    gone = asks[1].meeting

    def finished(lineup):  # type: ignore[no-untyped-def]
        games = store.kept.get(lineup, [])
        pairs = zip(games[::2], games[1::2], strict=True)
        return {a.seed: (a, b) for a, b in pairs if (lineup, a.seed) != gone}

    question = known(PLAN, finished)
    assert asks[1].meeting == gone and len(question.began) > 2


def test_what_is_known_goes_on_behind_a_group_that_failed(tmp_path: Path) -> None:
    with Store(tmp_path / "games.db") as store:
        store.experiment(PLAN.name, "tune", PLAN.file)
        question = TuneQuestion(PLAN)
        run = Run(PLAN.name, question, store, Failing())
        run.play()
        again = known(PLAN, finished_in(store, PLAN.name))
    failed = [group for group, points in again.points.items() if math.isnan(points)]
    assert len(failed) == 1 and len(run.course.asks) > 32
    assert repr(again.points) == repr(question.points)
    assert again.sequence.trials == question.sequence.trials


def test_the_test_is_on_fresh_seeds_against_the_player_as_it_is() -> None:
    test = PLAN.test((1.25, True))
    assert (test.seat, test.than, test.pool) == ("uct:c=1.25,solver=yes", "uct:c=5", ())
    assert test.seed == 1 + FRESH and test.budget == "30it"
    other = replace(PLAN, against=("random", "uct:c=9")).test((1.25, True))
    assert other.pool == ("random", "uct:c=9") and other.than == "uct:c=5"
    assert not replace(PLAN, against=("random",)).even


def test_changes_in_words() -> None:
    other = replace(PLAN, knobs=("c=0.1:10:log", "rave"), method="race")
    assert changes(PLAN, other) == "solver left out; rave 0 to 10000 added; method race"


def test_openings_and_every_benchmark_go_on_into_the_test_of_the_answer() -> None:
    plan = replace(PLAN, against=("uct:c=5", "random"), starts="random:2-4", games=80)
    question, asks = played(plan, hands=Here())
    assert {ask.lineup.condition.start for ask in asks} == {"random:2-4"}
    assert "after 2 to 4 random plies" in plan.name and TunePlan.read(json.loads(plan.file)) == plan
    answer, found = question.answer, shown(question)
    assert answer is not None and found is not None
    test = plan.test(answer.setting)
    assert test.each and test.starts == ("random:2-4",) and test.pool == plan.against
    said = " ".join(details(question, found))
    assert "against uct:c=5 and" in said and "against random. The test asks about each" in said
    differ, games = question.distinct(answer.setting)
    assert ("are distinct" in said) == (differ < games) and games == 2 * answer.groups
    assert not replace(plan, against=("uct:c=5",)).test(answer.setting).each
    with pytest.raises(KnobError, match="should read random:2-4"):
        replace(plan, starts="starts.txt")
