"""What the tuner's page asks of the tuner: moments of a tuning that is being played, and the knobs
of a player.
"""

from __future__ import annotations

from collections import Counter
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest

from engines import games
from lab.batch.games import GameRecord, GroupJob, LineUp
from lab.batch.workplace import Workplace
from lab.experiments.keeping import RunStep
from lab.experiments.running import Run
from lab.experiments.tuner.plan import TunePlan
from lab.experiments.tuner.question import TuneQuestion
from lab.experiments.tuner.shown import shown
from lab.experiments.tuner.space import Setting, knobs_of
from lab.store.store import Store
from lab.ui.control.run_page import LockedQuestion
from lab.ui.tuner import work
from lab.ui.tuner.records import TunerForm
from search import algorithms
from tests.lab.experiments.fake_hands import MemoryStore
from tests.lab.experiments.instant import Instant

PLAN = TunePlan(
    "tictactoe", "uct:c=5", ("uct:c=5",), ("c=0.1:10:log", "solver"), games=60, budget="30it"
)


def test_a_moment_stays_as_it_was_while_the_tuning_goes_on() -> None:
    question = TuneQuestion(PLAN)
    watched, moments = LockedQuestion(question), list[tuple[TuneQuestion, int]]()

    def step(_step: RunStep) -> None:
        moments.append((watched.moment, len(question.began)))

    Run(PLAN.name, watched, MemoryStore(), Instant(), step).play()
    assert watched.ended and len({groups for _, groups in moments}) > 10
    for moment, groups in moments[:: len(moments) // 6]:
        view = work.view_of(moment)
        assert view.played == 2 * groups and sum(e.groups for e in view.tried) == groups
    last = work.view_of(watched.moment).found
    whole = shown(question)
    assert last is not None and whole is not None and last.answer == whole.answer


def test_before_the_first_game_nothing_is_shown() -> None:
    """The usual setting is the benchmark, whose score is known without a game."""
    view = work.view_of(TuneQuestion(PLAN))
    assert view.found is None and view.sentence == "" and view.total == 60
    assert [knob.name for knob in view.knobs] == ["c", "solver"]


def test_the_knobs_of_a_player_begin_at_its_own_values() -> None:
    game = games()["csb"]()
    knobs = {knob.name: knob for knob in work.tunable(game, "smitsimax:depth=9,w.lead=0.7")}
    assert knobs["depth"].usual == 9 and knobs["w.lead"].usual == 0.7
    assert "memory" not in knobs
    found = knobs_of(game, "smitsimax:depth=9", ("depth=3:12", "c=0.05:2:log"))
    assert [(k.name, k.usual, k.text) for k in found] == [
        ("depth", 9, "depth=3:12"),
        ("c", knobs["c"].usual, "c=0.05:2:log"),
    ]


def test_a_program_s_knobs_are_the_names_in_its_command() -> None:
    seat = "cmd:./mybot {depth} --w {weight}"
    found = work.tunable(games()["uttt"](), seat)
    assert [knob.name for knob in found] == ["depth", "weight"]
    assert work.arguments_of(seat) == ["depth", "weight"]
    assert work.arguments_of("uct:c=1") == []


def test_a_form_and_its_plan_are_the_same() -> None:
    form = TunerForm(
        *("tictactoe", "uct", ("uct", "random"), ("c=0.1:2",), 400, "race", "20it", 7),
        starts="random:2-4",
        workplace=Workplace(2),
    )
    assert work.form_of(work.plan_of(form), form.workplace) == form


def test_a_kept_tuning_makes_each_player_once_and_reads_each_line_up_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many groups they have: the first look at the page waits for it."""
    with Store(tmp_path / "games.db") as store:
        store.experiment(PLAN.name, "tune", PLAN.file)
        Run(PLAN.name, TuneQuestion(PLAN), store, Instant()).play()
        made, read = Counter[str](), Counter[object]()
        real, groups = TunePlan.seat_text, store.groups

        def text(plan: TunePlan, setting: Setting) -> str:
            made[repr(setting)] += 1
            return real(plan, setting)

        def found(lineup: LineUp, *rest: Any) -> Any:
            read[lineup] += 1
            return groups(lineup, *rest)

        monkeypatch.setattr(TunePlan, "seat_text", text)
        monkeypatch.setattr(store, "groups", found)
        view = work.opened(store, "", Workplace()).view
    assert view.played == 60 and view.found is not None
    assert read and set(read.values()) == {1}
    command = 1  # that tests the answer
    assert len(made) < 60 // 2 and sum(made.values()) <= len(made) + command


class Late(Instant):
    """Hands that keep the first of every few games for later."""

    def submit(self, job: GroupJob) -> Future[tuple[GameRecord, ...]]:
        ready = super().submit(job)
        return Future() if len(self.jobs) % 5 == 0 else ready


def test_a_tuning_that_was_stopped_counts_the_games_that_its_history_says(tmp_path: Path) -> None:
    """Groups that were finished while one before them was being played count too."""
    with Store(tmp_path / "games.db") as store:
        store.experiment(PLAN.name, "tune", PLAN.file)
        question = TuneQuestion(PLAN)

        def step(_step: RunStep) -> None:
            if run.done >= 20:
                raise KeyboardInterrupt

        run = Run(PLAN.name, question, store, Late(size=4), step)
        with pytest.raises(KeyboardInterrupt):
            run.play()
        assert question.played < run.done  # one group keeps the others waiting
        found, view = work.left(store, question)
        (said,) = [each.words for each in view.history if each.words.startswith("stopped")]
        assert said == f"stopped: {view.played} games" and view.played == found.played == run.done


def test_a_first_tuning_begins_with_knobs_of_strength() -> None:
    """Who is assumed to move second says how careful a search is."""
    for name, kind in games().items():
        for algorithm, search in algorithms().items():
            if search.supports(kind()) is None:
                form = work.new_form(kind(), algorithm, Workplace())
                assert not any(text.partition("=")[0] == "second" for text in form.knobs), name
