"""The lessons of the page, each a choice of the others."""

from __future__ import annotations

import pytest

from lab.ui.lessons.docks import ALPHABETA
from lab.ui.lessons.page import MADE, LessonsPage


@pytest.mark.parametrize("lesson", [name for name in MADE if name != ALPHABETA])
def test_a_lesson_is_among_the_choices(qtbot, lesson: str) -> None:
    page = LessonsPage()
    qtbot.addWidget(page)
    page.lesson(ALPHABETA).panel.choice.combo.picked.emit(lesson)
    assert page.stack.currentWidget() is page.lesson(lesson)
    assert isinstance(page.lesson(lesson), MADE[lesson])
    page.end()
