"""All lessons are prepared beforehand, told on every page, and stopped from there."""

from __future__ import annotations

from pathlib import Path

import pytest

from lab.lesson import AlphaBetaQuestion, desk
from lab.lesson.every import every_question
from lab.ui.controller import Controller
from lab.ui.lessons.page import MADE
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
