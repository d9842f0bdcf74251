"""A painted part says what it shows, and nothing while it shows nothing."""

from __future__ import annotations

from pytestqt.qtbot import QtBot

from lab.ui.parts.figures import FigureList, NamedFigures


def test_a_part_says_the_record_that_it_shows(qtbot: QtBot) -> None:
    part = FigureList("Numbers")
    qtbot.addWidget(part)
    for rows, said in (
        ((("Games", "12"), ("Score", "54 %")), "Games: 12\nScore: 54 %"),
        ((("Games", "13"),), "Games: 13"),
    ):
        part.set_view(NamedFigures(rows))
        assert part.accessibleDescription() == said
    part.set_view(None)
    assert part.accessibleDescription() == ""
