"""A match is reviewed by a process while the window goes on; its file keeps what was found."""

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication

from lab.files.replay import load
from lab.ui.controller import Controller
from tests.lab.ui.lab_window import opened, until


@pytest.fixture(scope="module")
def lab(qapp: QApplication, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Controller]:
    """A window with a whole match that was reviewed: stopped at once, and gone on with."""
    with opened(tmp_path_factory.mktemp("review"), "tictactoe", "random", "random") as controller:
        until(controller, lambda: controller.moment.head.outcome)
        controller.review.search.processes = 0  # its process searches itself: it starts sooner
        controller.do("review")
        runner = controller.review.search.runner
        controller.review.search.stop()
        until(controller, lambda: not runner.running)
        controller.review.search.stop()
        until(controller, lambda: not runner.running and len(rows(controller)) == turns(controller))
        yield controller


def turns(lab: Controller) -> int:
    return lab.moment.head.turn


def rows(lab: Controller) -> tuple[object, ...]:
    lab.review.look()
    return lab.review._view.rows if lab.review._view is not None else ()


def test_every_move_is_judged_and_kept(lab: Controller) -> None:
    assert lab.session.file is not None
    (review,) = load(lab.session.file).tree.reviews
    assert sorted(turn for turn, _ in review.moves) == list(range(1, turns(lab) + 1))
    assert lab.review.page.state_words().startswith(f"Review finished: {turns(lab)} moves")
    assert lab.review.page.command_line().startswith("smitsilab review ")


def test_keys_for_mistakes_stay_within_the_mistakes(lab: Controller) -> None:
    control = lab.review
    rows(lab)
    assert control._view is not None
    mistakes = [row.turn for row in control._view.mistakes]
    assert mistakes, "random players make them"
    control._go(0)
    seen = []
    for _ in mistakes:
        control._do("next mistake")
        seen.append(lab.moment.turn)
    assert seen == mistakes
    control._do("last mistake")
    assert lab.moment.turn == (mistakes[-2] if len(mistakes) > 1 else mistakes[-1])
    assert str(control._row.played) in control.page.verdict.head.text()  # type: ignore[union-attr]


def test_one_seat_and_other_thresholds(lab: Controller) -> None:
    control, page = lab.review, lab.review.page
    rows(lab)
    assert control._view is not None
    every = control._view
    page.seats._clicked(2)
    assert {row.move.seat for row in rows(lab)} == {1}  # type: ignore[attr-defined]
    assert len(rows(lab)) == turns(lab) // 2 and page.command_line().endswith("--seat 2")
    assert page.state_words().startswith("Review finished")
    own = next(row for row in every.rows if row.move.seat == 0)
    control._go(*own.key)
    assert page.verdict.head.text() == "Only the moves of seat 2 are shown."
    page.seats._clicked(0)
    assert len(rows(lab)) == turns(lab) and "--seat" not in page.command_line()
    page.limits.boxes["slip"].setValue(100)
    assert set(control._view.summaries[0].marks.values()) <= {0, 1, 2, 3, 4}
    marked = {row.mark for row in rows(lab)}  # type: ignore[attr-defined]
    assert marked <= {"", "blunder"}, "every grade begins at 100 points"
    assert lab.store.settings.mistake == 100
    page.limits.usual.click()
    assert [row.mark for row in rows(lab)] == [row.mark for row in every.rows]  # type: ignore[attr-defined]


def test_the_better_line_becomes_a_branch_with_values(lab: Controller) -> None:
    control = lab.review
    rows(lab)
    assert control._view is not None
    wrong = control._view.mistakes[0]
    control._go(*wrong.key)
    before = lab.moment.view.lines.path
    control._do("line")
    until(lab, lambda: len(lab.moment.view.lines.rows) == 2 and control._wanted is None)
    until(lab, lambda: not control.search.runner.running)
    assert lab.moment.view.lines.path == before and lab.moment.turn == wrong.turn
    branch = lab.moment.view.lines.rows[1]
    assert branch.stones[0].words == wrong.best
    until(lab, lambda: rows(lab) and any(c.name for c in control._view.curves))
    (curve,) = [c for c in control._view.curves if c.name]
    assert curve.name == branch.name and curve.turns[0] == wrong.turn


def test_a_move_that_is_tried_is_judged(lab: Controller) -> None:
    control = lab.review
    rows(lab)
    assert control._view is not None
    wrong = next(row for row in control._view.mistakes if control.trying.possible(row))
    control._go(*wrong.key)
    control._do("try")
    assert control.trying.hides and control.page.table.model_.rows == ()
    assert wrong.best not in control.page.verdict.head.text()
    agent = next(k for k, action in enumerate(lab.moment.frame.joint) if action >= 0)
    cells = {t.action: t for t in wrong.game.targets(wrong.state, agent)}
    cell = cells[wrong.move.best[0]]
    control.page.board.tried.emit(cell.x + cell.w / 2, cell.y + cell.h / 2)
    until(lab, lambda: not control.trying.hides)
    assert "is what the review would play" in control.page.verdict.head.text()
    assert wrong.played in control.page.verdict.body.text()
    control._go(*wrong.key)
    assert "lost" in control.page.verdict.head.text()


def test_escape_shows_the_answer_first_and_then_leaves(lab: Controller) -> None:
    control = lab.review
    control._go(*next(row for row in control._view.mistakes).key)  # type: ignore[union-attr]
    control._do("try")
    control._leave()
    assert not control.trying.hides and lab.window.workspaces.name == "review"
    control._leave()
    assert lab.window.workspaces.name == "match"
    lab.do("review")
    assert lab.window.workspaces.name == "review"
    assert not control.search.runner.running, "everything is reviewed already"


def test_what_is_found_of_another_match_is_not_kept(lab: Controller) -> None:
    search = lab.review.search
    rows(lab)
    before, found = lab.moment.view.reviews, search.found
    assert found.head is not None
    search._game = None  # another match is on the board
    search._judged(found.head, tuple(found.moves.values()))
    until(lab, lambda: lab.session.has_obeyed(lab.session.view))
    lab.moment.refresh()
    assert lab.moment.view.reviews is before


def test_playing_on_from_a_move_plays_and_undo_brings_the_line_back(lab: Controller) -> None:
    line, last = [frame.joint for frame in lab.moment.frames], turns(lab)
    lab.session.set_pace(1.0)  # slow enough to be seen to play
    lab.review._go(3)
    lab.review._do("play")
    until(lab, lambda: lab.moment.cursor is None and lab.moment.status.playing)
    until(lab, lambda: lab.moment.head.turn >= 3)
    assert lab.window.page is None and len(lab.moment.view.lines.rows) > 1
    lab.do("undo")
    until(lab, lambda: lab.moment.up_to_date and lab.moment.head.turn == last)
    assert [frame.joint for frame in lab.moment.frames] == line
