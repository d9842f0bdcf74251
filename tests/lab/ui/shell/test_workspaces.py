"""Workspaces: the switch, pages built when first shown, keys of the match that rest next to it, and
the end.
"""

from __future__ import annotations

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QToolButton

from lab.ui.shell.window import Window
from lab.ui.shell.workspaces import EXPERIMENTS, MATCH, WorkspacePage
from tests.lab.ui.lab_window import opened, until

pytestmark = pytest.mark.usefixtures("toy")


class Page(WorkspacePage):
    """A page that counts how often it was made and ended."""

    made = ended = 0

    def __init__(self) -> None:
        super().__init__()
        Page.made += 1

    def state_words(self) -> str:
        return "three plays"

    def command_line(self) -> str:
        return "smitsilab list"

    def end(self) -> None:
        Page.ended += 1


@pytest.fixture
def window(qtbot):
    Page.made = Page.ended = 0
    made = Window()
    qtbot.addWidget(made)
    made.show()
    return made


def test_a_page_is_built_when_it_is_first_shown_and_only_once(window):
    assert not window.actions_.by_name[EXPERIMENTS].isVisible()
    window.add_workspace(EXPERIMENTS, Page)
    assert (
        window.actions_.by_name[EXPERIMENTS].isVisible() and not Page.made and window.page is None
    )
    for _ in range(2):
        window.show_workspace(EXPERIMENTS)
        assert (
            isinstance(window.page, Page)
            and window.page.isVisible()
            and not window.centre.isVisible()
        )
        window.show_workspace(MATCH)
        assert window.page is None and window.centre.isVisible()
    window.close()
    assert (Page.made, Page.ended) == (1, 1)


def test_the_pages_there_are_lead_to_their_views(window, qtbot):
    window.add_workspace(EXPERIMENTS, Page)
    buttons = {
        b.text(): b for b in window.top_right.switch.findChildren(QToolButton) if b.isVisible()
    }
    assert list(buttons) == ["Match", "Experiments"]
    with qtbot.waitSignal(window.view_asked) as asked:
        buttons["Experiments"].click()
    assert asked.args == [EXPERIMENTS]
    window.show_workspace(EXPERIMENTS)
    assert window.top_right.switch.value() == EXPERIMENTS
    assert window.actions_.by_name[EXPERIMENTS].isChecked()


def test_keys_of_the_match_rest_beside_it(window):
    window.add_workspace(EXPERIMENTS, Page)
    actions = window.actions_
    actions.enable("undo", False)
    window.show_workspace(EXPERIMENTS)
    assert not actions.by_name["play"].isEnabled() and actions.by_name["dark"].isEnabled()
    actions.enable("undo", True)
    assert not actions.by_name["undo"].isEnabled()
    window.show_workspace(MATCH)
    assert actions.by_name["play"].isEnabled() and actions.by_name["undo"].isEnabled()


def test_the_status_bar_speaks_for_the_page_on_show(tmp_path):
    with opened(tmp_path, "matrix", "toy:budget=50it", "toy:budget=50it") as lab:
        lab.window.add_workspace(EXPERIMENTS, Page)
        lab.do(EXPERIMENTS)
        until(lab, lambda: lab.window.status.state.text() == "three plays")
        assert lab.window.status.command.text() == "smitsilab list"
        turn = lab.moment.head.turn
        lab.do(MATCH)
        until(
            lab,
            lambda: (
                lab.moment.head.turn > turn
                and "smitsilab match" in lab.window.status.command.toolTip()
            ),
        )
        QTest.qWait(0)


def test_what_grew_out_of_sight_is_laid_out_when_it_is_shown_again(tmp_path):
    with opened(tmp_path, "matrix", "toy:budget=50it", "toy:budget=50it") as lab:
        lab.window.add_workspace(EXPERIMENTS, Page)
        lab.do(EXPERIMENTS)
        until(lab, lambda: lab.moment.head.turn >= 2)
        lab.do(MATCH)
        lab.session.pause()
        bars, head = lab.window.trees.columns_page.bars, lab.window.centre.headline
        until(lab, lambda: bars.isVisible() and bars.height() >= bars.content_height() - 1 > 20)
        until(lab, lambda: head.width() >= head.minimumSizeHint().width())
