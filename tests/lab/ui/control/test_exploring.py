"""The board, the player and the card follow the selected node of a tree."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from engines.game import PASS
from lab.match.node_line import Others
from lab.ui.controller import Controller
from lab.ui.trees import node_panel
from lab.ui.trees.explorer import TreePage
from search.base import generator
from tests.lab.ui.lab_window import hold_still, opened, until


@pytest.fixture
def lab(tmp_path: Path) -> Iterator[Controller]:
    """Two searches of a card game at rest on one position, their trees on show."""
    seats = ("smitsimax:c=0.4,budget=2000it", "smitsimax:c=1.5,budget=1500it")
    with opened(tmp_path, "goofspiel", *seats, speed=1.0) as lab:
        lab.do("tree")
        page = lab.window.trees.pages.tree
        hold_still(lab, lambda: len(page._trees) == 2 and _grown(page))
        yield lab


def _grown(page: TreePage) -> bool:
    return all(tree.part.iterations > 1000 for tree in page._trees)


def choose(lab: Controller, agent: int, plies: int) -> tuple[int, ...]:
    """Selects the node after so many of an agent's second best actions."""
    page = lab.window.trees.pages.tree
    tree = next(tree for tree in page._trees if tree.part.agent == agent)
    row = 0
    for _ in range(plies):
        below = tree.part.children(row)
        row = int(below[np.argsort(-tree.part.visits[below], kind="stable")[1]])
    path = tree.part.path(row)
    page._choose(agent, path)
    until(lab, lambda: page.chosen is not None and page.chosen.tree.ahead is not None)
    until(lab, lambda: page.chosen.tree.ahead.path == path)
    lab.exploring.show()
    return path


def test_the_board_shows_the_position_of_the_selected_node(lab: Controller) -> None:
    centre, game = lab.window.centre, lab.moment.game
    path = choose(lab, 1, 2)
    line = lab.window.trees.pages.tree.chosen.tree.ahead
    assert centre.node_board.isVisible() and centre.board.isHidden()
    state = lab.moment.frame.state.copy()
    others = next(s.pv for s in lab.moment.thoughts()[1].snapshot.agents if s.agent == 0)
    for turn in range(line.at):
        joint = np.full(2, PASS, np.int64)
        joint[0], joint[1] = others[turn], path[turn]
        game.rules.step(state, joint, generator(0), None)
    assert [joint[1] for joint in line.joints[: line.at]] == list(path)
    assert game.scene(state) == line.scenes[line.at] != line.scenes[0]
    assert centre.node.count.text().startswith(f"{line.at} of {len(line.joints)} ")
    assert "others play what seat 2's search likes best for them" in centre.node.caption.text()


def test_a_running_match_waits_once_a_node_is_selected_not_pointed_at(lab: Controller) -> None:
    lab.do("think")  # no longer
    until(lab, lambda: not lab.moment.status.holding)
    if not lab.moment.status.playing:
        lab.do("play")
    until(lab, lambda: lab.moment.status.playing and lab.moment.up_to_date)
    page = lab.window.trees.pages.tree
    until(lab, lambda: len(page._trees) == 2)
    path = page._trees[1].part.path(int(page._trees[1].part.children(0)[0]))
    page._hover(page._trees[1].part.agent, path)
    until(lab, lambda: page._under is not None)
    assert lab.moment.status.playing
    page._choose(page._trees[1].part.agent, path)
    until(lab, lambda: not lab.moment.status.playing)
    QTest.qWait(1500)  # one more turn, had it gone on
    assert page.chosen is not None and page.chosen.tree.part.path(page.chosen.row) == path


def test_knobs_of_a_player_that_has_just_gone_turn_nothing(lab: Controller) -> None:
    assert lab.exploring._knobs[:2] == (0, "smitsimax")
    lab.setup.choose(0, "greedy")
    spec = lab.setup.setup.seats[0]
    lab.window.centre.node.knob_changed.emit("depth", 3)
    assert lab.setup.setup.seats[0] is spec


def test_the_card_names_the_path_and_the_search_whose_tree_it_is(lab: Controller) -> None:
    panel = lab.window.centre.node
    choose(lab, 1, 2)
    chosen = lab.window.trees.pages.tree.chosen
    assert len(panel.path._steps) == 2 and panel.path._steps[1].agent == 1
    assert panel.path._steps[1].visits == int(chosen.tree.part.visits[chosen.row])
    assert panel.knobs_title.text().startswith("Seat 2")
    assert panel.knobs.rows["c"].value == 1.5
    panel.knobs.changed.emit("c", 0.7)
    assert lab.setup.setup.seats[1].params.c == 0.7 and lab.setup.setup.seats[0].params.c == 0.4
    assert lab.window.setup.seats[1].knobs.rows["c"].value == 0.7


def test_the_player_steps_along_the_line_and_plays_it_out(
    lab: Controller, monkeypatch: pytest.MonkeyPatch
) -> None:
    centre, panel = lab.window.centre, lab.window.centre.node
    choose(lab, 0, 2)
    line = lab.window.trees.pages.tree.chosen.tree.ahead
    QTest.mouseClick(panel.first, Qt.MouseButton.LeftButton)
    assert panel.count.text().startswith("0 of") and not panel.back.isEnabled()
    assert centre.node_board.scene.items[: len(line.scenes[0].items)] == line.scenes[0].items
    QTest.mouseClick(panel.last, Qt.MouseButton.LeftButton)
    assert panel.count.text().startswith(f"{len(line.joints)} of") and not panel.on.isEnabled()
    panel._timer.setInterval(1)
    shown: list[int] = []
    panel.stepped.connect(shown.append)
    icicles = lab.window.trees.pages.tree.icicles
    icicles.setFocus()
    QTest.keyClick(icicles, Qt.Key.Key_Return)
    assert not lab.moment.running_on, "the search is not run on"
    until(lab, lambda: not panel.plays)
    assert shown == list(range(len(line.joints) + 1))
    monkeypatch.setattr(node_panel, "moves", lambda widget: False)
    QTest.mouseClick(panel.first, Qt.MouseButton.LeftButton)
    shown.clear()
    panel.toggle_play()
    assert shown == [len(line.joints)] and not panel.plays, "at once without motion"


def test_what_the_others_do_is_asked_for_and_said(lab: Controller) -> None:
    page, panel = lab.window.trees.pages.tree, lab.window.centre.node
    choose(lab, 0, 1)
    for others, said in ((Others.HELD, "the others rest"), (Others.TRIED, "24 draws")):
        panel.others_chosen.emit(others)
        until(lab, lambda others=others: page.chosen.tree.ahead.others is others)
        lab.exploring.show()
        assert said in panel.caption.text()


def test_without_a_node_the_match_is_on_the_board_and_the_view_can_be_left(lab: Controller) -> None:
    centre, window = lab.window.centre, lab.window
    choose(lab, 0, 1)
    lab.do("let_go")
    assert centre.board.isVisible() and centre.node_board.isHidden()
    assert centre.node.isVisible() and window.is_drawer and centre.timeline.isHidden()
    lab.do("tree")
    lab.exploring.show()
    assert centre.timeline.isVisible() and not centre.node.isVisible() and not window.is_drawer


def test_a_turn_that_follows_the_selected_path_brings_the_node_nearer(lab: Controller) -> None:
    page = lab.window.trees.pages.tree
    path = choose(lab, 0, 2)
    page.turn_on((0, 1), (path[0], 10**6))
    assert page._selected == (0, path[1:])
    page.turn_on((0, 1), (10**6, path[1]))
    assert page._selected is None, "another card was played"


def test_where_the_pointer_rests_the_board_shows_that_node_until_it_leaves(lab: Controller) -> None:
    page, panel = lab.window.trees.pages.tree, lab.window.centre.node
    path = choose(lab, 0, 1)
    other = next(tree.part for tree in page._trees if tree.part.agent == 1)
    page._rest.setInterval(0)
    page.icicles.hovered.emit(1, other.path(1))
    until(lab, lambda: page.chosen.tree.ahead is not None and page.chosen.tree.part.agent == 1)
    lab.exploring.show()
    assert panel.path._steps[0].agent == 1 and page._selected == (0, path)
    page.icicles.hovered.emit(-1, ())
    until(lab, lambda: page.chosen.tree.ahead is not None and page.chosen.tree.part.agent == 0)
    lab.exploring.show()
    assert panel.path._steps[0].agent == 0


def test_what_the_others_play_is_framed_in_their_trees(lab: Controller) -> None:
    page = lab.window.trees.pages.tree
    choose(lab, 0, 2)
    line = page.chosen.tree.ahead
    played = page.icicles.view.played
    assert played == ((1, tuple(joint[1] for joint in line.joints[: line.at])),)


def test_a_tree_that_has_not_reached_the_selected_node_again_shows_the_part_it_has(
    lab: Controller,
) -> None:
    page = lab.window.trees.pages.tree
    path = choose(lab, 0, 2)
    said: list[str] = []
    lab.exploring.told.connect(said.append)
    page._selected = (0, (*path, 10**6))  # as after a restart, which forgets the deepest nodes
    page.ask()
    until(lab, lambda: page.chosen.missing == 1)
    for _ in range(3):
        lab.exploring.show()
    assert said == [
        "The tree was started again and has 2 of the 3 actions to the selected node so far."
    ]
    assert len(lab.window.centre.node.path._steps) == 2
    page._selected = (0, path)
    page.ask()
    lab.exploring.show()
    assert page.chosen.missing == 0 and len(said) == 1, "found again by its path"


def test_zooming_beyond_the_selected_node_selects_the_focus(lab: Controller) -> None:
    page = lab.window.trees.pages.tree
    choose(lab, 0, 2)
    other = next(tree.part for tree in page._trees if tree.part.agent == 0)
    away = next(
        other.path(row) for row in other.children(0) if other.path(row) != page._selected[1][:1]
    )
    page.icicles.zoomed.emit(0, away)
    assert page._selected == (0, away)
    until(lab, lambda: page._trees[0].part.focus == away)
    assert page.chosen is not None and page.chosen.missing == 0
