"""All lessons are prepared beforehand, told on every page, and stopped from there."""

from __future__ import annotations

from pathlib import Path

import pytest

from lab.lesson import AlphaBetaQuestion, desk
from lab.lesson.every import every_question
from lab.lesson.match_start import OVER
from lab.lesson.mcts.study import RAW
from lab.ui.controller import Controller
from lab.ui.lessons.mcts.walk_view import MatchWalk
from lab.ui.lessons.page import MADE
from search.uct import UCT, Params
from tests.lab.ui.lab_window import opened, until

NAME = "the preparation of all lessons"
TREES = ("MAX(MIN(3, 5), MIN(2, 9))", "MAX(1, 2)")


@pytest.fixture
def two(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """Two lessons that are not prepared, and the files that will say that they are."""
    stamps = {tree: tmp_path / f"ready-{k}" for k, tree in enumerate(TREES)}
    monkeypatch.setattr(desk, "every_question", lambda: map(AlphaBetaQuestion, TREES))
    monkeypatch.setattr(desk, "_stamp", lambda q: stamps.get(getattr(q, "tree", ""), tmp_path))
    return [*stamps.values()]


def prepared(lab: Controller) -> list[str]:
    """Begins to prepare, and all that is told until it ends."""
    told: list[str] = []
    lab.lessons.told.connect(told.append)
    lab.do("prepare")
    until(lab, lambda: NAME in lab.window.status.running.accessibleName())
    return told


@pytest.mark.parametrize("lesson", MADE)
def test_what_a_lesson_begins_with_is_among_all(lesson: str, qapp: object) -> None:
    stamps = {desk._stamp(question) for question in every_question()}
    assert desk._stamp(MADE[lesson]().question) in stamps


def test_all_lessons_are_prepared_while_other_pages_are_used(
    tmp_path: Path, two: list[Path]
) -> None:
    with opened(tmp_path, "tictactoe", "human", "random") as lab:
        told = prepared(lab)
        lab.do("estimators")
        assert lab.window.page is not None and not all(stamp.exists() for stamp in two)
        until(lab, lambda: not lab.lessons.prepares and len(told) == 3)
        assert all(stamp.exists() for stamp in two)
        assert "1 of 2" in told[0] and "2 of 2" in told[1] and "are prepared" in told[2]
        lab.do("prepare")  # there is nothing left to do
        until(lab, lambda: not lab.lessons.prepares and len(told) == 4)
        assert told[3] == told[2]


def test_preparing_is_stopped_where_it_is_told(tmp_path: Path, two: list[Path]) -> None:
    with opened(tmp_path, "tictactoe", "human", "random") as lab:
        told = prepared(lab)
        until(lab, lambda: told)
        lab.window.status.running.stopped.emit(NAME)
        until(lab, lambda: not lab.lessons.prepares)
        until(lab, lambda: "stopped" in told[-1])
        assert not two[-1].exists()


# -- from a match ---------------------------------------------------------------------------------


def begun(lab):
    """A paused match after two turns."""
    until(lab, lambda: lab.moment.head.turn >= 2)
    lab.session.pause()
    until(lab, lambda: lab.moment.up_to_date and not lab.moment.status.playing)
    lab.moment.go_to(2)


def test_uct_of_the_second_seat_is_followed_on_the_board(qapp, tmp_path):
    with opened(tmp_path, "tictactoe", "random", "uct:c=0.5,playout_depth=3") as lab:
        begun(lab)
        lab.do("step_through")
        page = lab.window.page.choose("mcts")
        start = page.panel.question.start
        assert start is not None and (start.seat, start.turn) == (1, 2)
        until(lab, lambda: page.lesson is not None and page.lesson.question.start is start)
        lesson = page.lesson
        assert lesson.question.params == Params(c=0.5, playout_depth=3, reuse=False)
        assert page.panel.rows["c"].value == 0.5 and "Tic-tac-toe, move 2: UCT of seat 2" in (
            page.panel.match.note.text()
        )
        assert lesson.position.state == lab.moment.frames[2].state
        plain = UCT(lesson.position.game, lesson.question.params, seed=5)
        plain.start(lesson.position.state.copy(), 1)
        plain.advance(50)
        stats = plain.snapshot().agents[0]
        rows = lesson.root_rows(lesson.iterations[-1], True)
        assert [row.visits for row in rows] == stats.visits.tolist()
        # playouts of three turns are evaluated: means are shares of the range seen
        assert [row.mean for row in rows] == pytest.approx(stats.mean.tolist())
        assert lesson.counting == RAW
        assert isinstance(page.view, MatchWalk) and not lesson.is_small
        assert "--turn 2" in lesson.question.command and "--seat 2" in lesson.question.command
        flags = lesson.question.command.split(" --")
        assert {"search uct:playout_depth=3", "c 0.5"} <= set(flags)
        for k in range(0, page.steps.count, 23):
            page.steps.go(k)
            step = lesson.steps[k]
            iteration = lesson.iterations[step.round - 1]
            line, at = iteration.line, iteration.turns[iteration.steps.index(step)]
            assert len(line.scenes) > at
            assert page.side.why.head.text() == step.head
        assert page.walk.board.accessibleDescription().startswith("The position after ")
        page.panel.set_position("X.O/.O./.X.")
        assert page.panel.question.start is None and page.panel.question.search is None
        until(lab, lambda: page.lesson is not None and page.lesson.is_small)
        assert page.view is page.tree
        page.panel.match.button.click()
        assert page.panel.question.start == start


def test_a_finished_match_has_nothing_to_step_through(qapp, tmp_path):
    with opened(tmp_path, "tictactoe", "random", "random") as lab:
        until(lab, lambda: lab.moment.ended)
        said = []
        lab.lessons.told.connect(said.append)
        lab.do("step_through")
        assert said == [OVER]
