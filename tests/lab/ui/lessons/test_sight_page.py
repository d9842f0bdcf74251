"""The lesson of what a network sees in the window: the board's numbers are the lesson's, a pattern
can be looked at alone, and the position may be that of the match.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from engines.scene import Rect
from lab.lesson.network import PARTS
from lab.ui.lessons.network.page import SightPage, SightShown
from lab.ui.lessons.page import LessonsPage
from lab.ui.shell.workspaces import LESSONS
from tests.lab.ui.lab_window import opened, until


@pytest.fixture
def page(qtbot: QtBot) -> Iterator[SightPage]:
    """The page with its first lesson."""
    page = SightPage()
    qtbot.addWidget(page)
    page.resize(1200, 760)
    page.show()
    qtbot.waitUntil(lambda: page.lesson is not None, timeout=120_000)
    yield page
    page.end()


def test_the_board_shows_the_shares_and_one_pattern_alone(page: SightPage) -> None:
    lesson = page.lesson
    assert lesson is not None
    shares = lesson.sights[0].shares()
    shown = page.board.shown
    assert shown is not None
    assert [number for *_, number in shown.boxes] == [shares[cell] for cell in sorted(shares)]
    page.side.table.picked.emit(0)
    one, alone = lesson.sights[0].patterns[0], page.board.shown
    assert alone is not None
    assert [number for *_, number in alone.boxes] == [one.adds] * len(one.cells)


def test_a_tint_says_whom_it_favours(page: SightPage) -> None:
    assert page.lesson is not None
    for step in page.lesson.steps[:2]:
        shown = SightShown(page.lesson, step)
        before = page.lesson.game.scene(page.lesson.state).items
        tints = [each for each in shown.scene().items[len(before) :] if isinstance(each, Rect)]
        signs = [number > 0 for *_, number in shown.boxes]
        seat = page.lesson.seat
        assert [each.fill == f"seat{seat}" for each in tints] == signs
        assert any(signs) and not all(signs)
        assert max(each.alpha for each in tints) <= 0.5


def test_steps_go_through_the_parts_and_moves_have_their_values(page: SightPage) -> None:
    assert page.lesson is not None
    seen = [page.side.numbers.title.text()]
    for _ in range(2):
        page.steps.one_on()
        seen.append(page.side.numbers.title.text())
        if page.step.part == PARTS.index("Moves"):
            shown = page.board.shown
            assert shown is not None
            worth = sorted(number for *_, number in shown.boxes)
            assert worth == sorted(move.value for move in page.lesson.sights[0].moves)
    assert seen[:2] == list(PARTS[:2])


def test_a_position_that_no_network_sees_is_refused(page: SightPage, qtbot: QtBot) -> None:
    page.panel.set_position("csb@1")
    qtbot.waitUntil(lambda: "opposed" in page.panel.wrong.text.text(), timeout=60_000)


def test_the_position_of_the_match_is_seen(tmp_path: Path) -> None:
    seats = ("uct:budget=50it", "uct:budget=50it")
    with opened(tmp_path, "tictactoe", *seats) as lab:
        lab.session.pause()
        until(lab, lambda: not lab.moment.status.playing)
        lessons = lab.window.show_workspace(LESSONS)
        assert isinstance(lessons, LessonsPage)
        page = lessons.choose("network")
        assert isinstance(page, SightPage)
        lab.lessons.take("network")
        until(lab, lambda: page.lesson is not None and page.lesson.question.start is not None)
        lesson = page.lesson
        assert lesson is not None
        assert lab.moment.frame.state.tobytes() == lesson.state.tobytes()
