"""A shown page of a lesson for tests, ended whatever happens."""

from __future__ import annotations

from contextlib import contextmanager

from pytestqt.qtbot import QtBot

from tests.lab.ui.lab_window import HANG_S

LONG_MS = round(1000 * HANG_S)


@contextmanager
def begun(qtbot: QtBot, page):
    """The page, once it shows its first lesson."""
    qtbot.addWidget(page)
    page.resize(1280, 760)
    page.show()
    qtbot.waitUntil(lambda: page.lesson is not None, timeout=LONG_MS)
    try:
        yield page
    finally:
        page.end()


def asked(page, qtbot: QtBot) -> None:
    """Waits for the lesson of what is in Set-up."""
    page.ask()
    qtbot.waitUntil(
        lambda: page.lesson is not None and page.lesson.question == page.panel.question,
        timeout=LONG_MS,
    )


def heads_of(grid) -> tuple[str, ...]:
    """The heads of a table."""
    return tuple(field.name for field in grid.model_.fields)


def cells_of(grid) -> list[tuple[str, ...]]:
    """The texts of its rows."""
    return [row.cells for row in grid.model_.rows]
