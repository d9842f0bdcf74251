"""The lesson of the search on the board: position, knobs and seat are the match's."""

from __future__ import annotations

import pytest

from lab.lesson.match_start import OVER
from lab.lesson.mcts.study import RAW
from lab.ui.lessons.mcts.walk_view import MatchWalk
from search.uct import UCT, Params
from tests.lab.ui.lab_window import opened, until


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
