"""Lecture mode: only what is taught, in large text; keys work; afterwards all is as it was."""

from __future__ import annotations

from collections import Counter

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractScrollArea, QApplication, QScrollBar, QWidget

from lab.ui.control import lecture
from lab.ui.parts import theme
from lab.ui.parts.focus_ring import Ring
from lab.ui.shell.workspaces import ALGORITHMS, LESSONS, MATCH
from tests.lab.ui.lab_window import opened, until

KEY = Qt.Key


@pytest.fixture(scope="module")
def shared(tmp_path_factory, qapp):
    """One window for all tests: a lecture leaves everything as it was."""
    folder = tmp_path_factory.mktemp("lecture")
    with opened(folder, "tictactoe", "uct", "random", text_percent=115) as made:
        until(made, lambda: made.moment.frames)
        made.do("play")  # a match that rests, so that nothing else moves
        yield made
    theme.apply(QApplication.instance(), "light", 100)


@pytest.fixture
def lab(shared):
    shared.window.show_workspace(MATCH)
    yield shared
    shared.lecture.leave()
    if shared.appearance.percent != 115:
        shared.appearance.set_text(115)


def looks(lab) -> dict[str, object]:
    """All that a lecture could change: every part on show with its place, sizes, settings."""
    window = lab.window
    window.centre.layout().activate()
    QTest.qWait(0)
    match = (window.setup, window.centre, window.side, window.centre.board)
    page = window.page
    bars = (window.status, window.menuBar(), window.view_row)
    parts = (*(match if page is None else ()), *bars)
    return {
        "parts": [part.geometry().getRect() for part in parts],
        "shown": Counter(
            (type(each).__name__, each.objectName())
            for each in window.findChildren(QWidget)
            if each.isVisible()
            and not any(part.isAncestorOf(each) for part in (window.side, window.status))  # live
            and not isinstance(each.parent(), QAbstractScrollArea)
            and not isinstance(each, QScrollBar | Ring)
        ),
        "size": window.size().toTuple(),
        "text": (theme.current().scale, lab.appearance.percent),
        "setting": lab.store.settings.text_percent,
        "widths": window.widths() if page is None else [],
        "page": page,
        "drawer": window.is_drawer,
        "checked": window.actions_.by_name["lecture"].isChecked(),
    }


def test_the_match_without_docks_and_bars_and_all_comes_back(lab):
    window = lab.window
    before = looks(lab)
    lab.do("lecture")
    for part in (window.menuBar(), window.view_row, window.status, window.setup):
        assert not part.isVisible()
    centre = window.centre
    for part in (centre.timeline, centre.transport, centre.score, centre.branches):
        assert not part.isVisible()
    assert centre.board.isVisible() and window.side.isVisible()
    assert theme.current().scale >= 1.5 and lab.store.settings.text_percent == 115
    assert window.isFullScreen()
    lab.do("lecture")
    assert looks(lab) == before and not window.isFullScreen()


def test_chosen_widths_and_a_hidden_set_up_come_back(lab):
    window = lab.window
    window.set_widths([300, window.width() - 302 - 400, 400])
    before = looks(lab)
    lab.do("lecture")
    lab.appearance.remember()
    window.show_workspace(ALGORITHMS)
    lab.do("lecture")
    assert window.widths()  # as the settings keep them
    window.show_workspace(MATCH)
    assert looks(lab) == before and before["widths"]
    lab.do("setup")
    hidden = looks(lab)
    window.show_workspace(ALGORITHMS)
    lab.do("lecture")
    lab.do("lecture")
    window.show_workspace(MATCH)
    assert looks(lab) == hidden and not window.setup_shown
    lab.do("setup")
    window.set_widths([])


def test_text_size_in_a_lecture_is_not_remembered(lab):
    lab.do("lecture")
    scale = theme.current().scale
    lab.do("larger")
    assert theme.current().scale > scale and lab.store.settings.text_percent == 115
    lab.do("smaller")
    assert theme.current().scale == scale
    lab.do("lecture")
    assert (theme.current().scale, lab.store.settings.text_percent) == (1.15, 115)
    lab.do("larger")
    assert lab.store.settings.text_percent == 130 == lab.appearance.percent


def test_esc_leaves_once_and_keys_of_the_match_work(lab):
    window = lab.window
    window.activateWindow()
    window.centre.board.setFocus()
    lab.do("lecture")
    assert window.actions_.by_name["back"].isEnabled()
    assert {"F11"} == set(window.actions_.keys("lecture"))
    QTest.keyClick(window.centre.board, KEY.Key_Escape)
    assert not lab.lecture.is_on and window.menuBar().isVisible()
    QTest.keyClick(window.centre.board, KEY.Key_Escape)
    assert not lab.lecture.is_on


def test_the_trees_fill_the_window(lab):
    window = lab.window
    lab.do("tree")
    until(lab, lambda: window.explores)
    before = looks(lab)
    lab.do("lecture")
    assert window.explores and window.side.isVisible() and not window.status.isVisible()
    lab.do("tree")
    until(lab, lambda: not window.explores)
    assert not window.centre.timeline.isVisible()
    lab.do("tree")
    until(lab, lambda: window.explores)
    lab.do("lecture")
    after = looks(lab)
    assert {k: after[k] for k in ("text", "size", "widths")} == {
        k: before[k] for k in ("text", "size", "widths")
    }
    lab.do("tree")
    until(lab, lambda: not window.explores)
    assert window.centre.timeline.isVisible() and window.setup.isVisible()


def test_the_lesson_alone_with_its_reason_and_a_presenters_keys(lab):
    window = lab.window
    page = window.show_workspace(LESSONS)
    shown = page.lesson("alphabeta")
    until(lab, lambda: shown.lesson is not None)
    before = looks(lab)
    lab.do("lecture")
    assert not shown.panel.isVisible() and not shown.side.isVisible()
    assert shown.view.isVisible() and shown.side.why.isVisible() and shown.steps.isVisible()
    step = shown.steps.step
    for key in (KEY.Key_PageDown, KEY.Key_Space, KEY.Key_Right):
        QTest.keyClick(shown.view, key)
    assert shown.steps.step == step + 3 and not shown.steps.playing
    assert shown.side.why.head.text() == shown.lesson.steps[step + 3].head
    QTest.keyClick(shown.view, KEY.Key_PageUp)
    assert shown.steps.step == step + 2
    QTest.keyClick(shown.view, KEY.Key_Escape)
    assert not lab.lecture.is_on and shown.panel.isVisible()
    shown.steps.go(step)
    assert looks(lab) == before and shown.side.isAncestorOf(shown.side.why)
    QTest.keyClick(shown.view, KEY.Key_Space)
    assert shown.steps.playing
    shown.steps.pause()


def test_answers_are_hidden_until_they_are_asked_for(lab):
    page = lab.window.show_workspace(LESSONS)
    shown = page.lesson("alphabeta")
    until(lab, lambda: shown.lesson is not None)
    shown.steps.go(0)
    before = looks(lab)
    lab.do("quiz")
    assert lab.lecture.is_on and lab.window.actions_.by_name["quiz"].isChecked()
    why, steps = shown.side.why, shown.lesson.steps
    assert why.head.text() == steps[0].head, "what was on show stays"
    QTest.keyClick(shown.view, KEY.Key_PageDown)
    assert shown.steps.step == 1 and why.is_covered
    said = (why.head.text(), why.text.text(), why.accessibleName(), shown.headline.support)
    assert not any(steps[1].head in each or steps[1].brief in each for each in said)
    QTest.keyClick(shown.view, KEY.Key_Space)
    assert shown.steps.step == 1 and why.head.text() == steps[1].head
    assert shown.headline.support == steps[1].brief
    QTest.keyClick(shown.view, KEY.Key_Space)
    QTest.mouseClick(why, Qt.MouseButton.LeftButton)
    assert shown.steps.step == 2 and why.head.text() == steps[2].head
    QTest.keyClick(shown.view, KEY.Key_PageUp)
    assert not why.is_covered, "it was told before"
    shown.steps.go(3)
    assert why.is_covered
    lab.do("quiz")
    assert lab.lecture.is_on and why.head.text() == steps[3].head
    lab.do("quiz")
    shown.steps.go(4)
    lab.do("lecture")
    assert why.head.text() == steps[4].head and not lab.lecture.hides
    shown.steps.go(0)
    assert looks(lab) == before


def test_a_lecture_that_hides_answers_asks_for_every_choice(lab):
    page = lab.window.show_workspace(LESSONS)
    shown = page.choose("beam")
    until(lab, lambda: shown.lesson is not None)
    choice = next(k for k, step in enumerate(shown.lesson.steps) if step.is_guess)
    shown.steps.go(choice - 1)
    lab.do("quiz")
    shown.steps.go(choice)
    assert shown.asking and not shown.panel.guess.isChecked() and not shown.side.why.is_covered
    QTest.keyClick(shown.view, KEY.Key_Space)
    assert shown.steps.step == choice and not shown.asking
    assert shown.side.why.head.text() == shown.lesson.steps[choice].head
    lab.do("quiz")
    later = [k for k, step in enumerate(shown.lesson.steps) if step.is_guess and k > choice]
    shown.steps.go(later[0])
    assert not shown.asking and shown.side.why.head.text() == shown.lesson.steps[later[0]].head
    page.choose("alphabeta")


def test_keys_leave_a_dock_that_is_hidden(lab):
    page = lab.window.show_workspace(LESSONS)
    page.lesson("alphabeta").panel.choice.combo.setFocus()
    lab.do("lecture")
    assert lab.window.focusWidget() is page.shown.view


def test_pages_opened_during_a_lecture_take_part_and_come_back(lab):
    window = lab.window
    lab.do("lecture")
    page = window.show_workspace(LESSONS)
    page.choose("decoupled")
    shown = page.choose("decoupled")
    assert not shown.panel.isVisible() and shown.round.isVisible()
    window.show_workspace(ALGORITHMS)
    assert not window.menuBar().isVisible()
    window.show_workspace(MATCH)
    assert not window.centre.transport.isVisible()
    lab.do("lecture")
    window.show_workspace(LESSONS)
    assert shown.panel.isVisible() and page.lesson("alphabeta").panel is not None
    assert window.menuBar().isVisible() and not page.lesson("alphabeta")._lectures


def test_it_says_once_how_to_leave(lab, monkeypatch):
    said = []
    monkeypatch.setattr(lecture, "announce", lambda _widget, words: said.append(words))
    lab.do("lecture")
    assert said == ["Lecture mode. Esc or F11 leaves it."]
    assert lab.lecture._bubble.text() == said[0] and lab.lecture._bubble.isVisible()
    lab.do("lecture")
    assert len(said) == 1 and not lab.lecture._bubble.isVisible()


def test_a_window_closed_in_a_lecture_keeps_its_settings(lab):  # the last one: it closes
    lab.do("lecture")
    lab.window.close()
    assert lab.store.settings.text_percent == 115 and not lab.lecture.is_on
