"""Lessons as pages and films: every step with its words, light and dark, and the page is then where
it was.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from PIL import Image

from lab.ui.controller import Controller
from lab.ui.export.forms import HTML, LESSON
from lab.ui.export.lesson_walk import NO_LESSON, lesson_of, name_of
from lab.ui.parts import theme
from tests.lab.ui.lab_window import opened, until


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> object:
    with opened(tmp_path_factory.mktemp("lab"), "tictactoe", "random", "random") as lab:
        yield lab


def written(lab: Controller, path: Path, ending: str) -> None:
    lab.export.open(LESSON)
    dialog = lab.export.dialog
    assert dialog is not None
    dialog.forms[LESSON].parts["lesson"].choose(ending)
    lab.export.write(path)
    until(lab, lambda: lab.export._walk is None)
    if lab.export.writing._thread is not None:
        lab.export.writing._thread.join()
    until(lab, lambda: not lab.export.writing.runs)


def test_there_has_to_be_a_lesson(lab: Controller) -> None:
    lab.window.show_workspace("match")
    lab.export.open(LESSON)
    dialog = lab.export.dialog
    assert dialog is not None
    assert dialog.preview.words == NO_LESSON and not dialog.save.isEnabled()
    dialog.close()


def test_all_steps_as_a_page_and_as_a_film(lab: Controller, tmp_path: Path) -> None:
    page = lab.window.show_workspace("lessons")
    until(lab, lambda: lesson_of(page) is not None)
    lesson = page.shown  # type: ignore[attr-defined]  # a LessonsPage
    steps = [(step.brief, step.head, step.why) for step in lesson.lesson.steps]
    lesson.steps.go(3)
    look = theme.current()
    written(lab, tmp_path / "a.html", HTML)
    assert lesson.steps.step == 3 and theme.current() is look
    html = (tmp_path / "a.html").read_text("utf-8")
    sections = re.findall(r"<section.*?</section>", html, re.DOTALL)
    assert len(sections) == len(steps)
    plain = [section.replace("&lt;", "<").replace("&gt;", ">") for section in sections]
    for k, (brief, head, why) in enumerate(steps):
        said = plain[k].replace("&#x27;", "'").replace("&quot;", '"').replace("&amp;", "&")
        assert f"Step {k + 1} of {len(steps)}" in said
        assert brief in said and head in said and why in said
    assert all(section.count("<svg ") >= 1 for section in sections)
    sheet, dark = html[: html.index("</style>")].rsplit("@media (prefers-color-scheme: dark)", 1)
    for name, rules in (("light", sheet), ("dark", dark)):
        assert f"{{fill:{theme.make(name).colour('panel').name()};" in rules
    assert len(html) < 12_000 * len(steps), "what steps have in common is written once"
    dialog = lab.export.dialog
    assert dialog is not None
    name = name_of(dialog.choice, page, lab.moment.setup)
    assert name == "lesson-alphabeta.html"
    written(lab, tmp_path / "a.gif", ".gif")
    with Image.open(tmp_path / "a.gif") as film:
        assert film.n_frames == len(steps) and film.info["duration"] == 1500


def test_cancel_leaves_the_lesson_where_it_was(lab: Controller, tmp_path: Path) -> None:
    page = lab.window.show_workspace("lessons")
    until(lab, lambda: lesson_of(page) is not None)
    lesson = page.shown  # type: ignore[attr-defined]  # a LessonsPage
    lesson.steps.go(2)
    lab.export.open(LESSON)
    lab.export.write(tmp_path / "a.html")
    assert lab.export._walk is not None
    lab.export._walk._tick()
    lab.export._cancel()
    assert lesson.steps.step == 2 and not list(tmp_path.iterdir())
    assert lab.export.dialog is not None and lab.export.dialog.save.isEnabled()
    lab.export.dialog.close()
