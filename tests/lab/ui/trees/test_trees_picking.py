"""Root moves that are marked in the view Tree and searched alone."""

from __future__ import annotations

from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest

from tests.lab.ui.lab_window import hold_still, opened, until

UCT = ("uct:budget=400it", "uct:budget=400it")


def root_actions(lab) -> list[int]:
    trees = lab.window.trees.pages.tree._trees
    part = trees[0].part if trees else None
    return [] if part is None else sorted(part.action[part.children(0)].tolist())


def test_marked_moves_are_searched_alone_and_all_of_them_again(tmp_path):
    with opened(tmp_path, "tictactoe", *UCT, speed=1.0) as lab:
        lab.do("tree")
        page = lab.window.trees.pages.tree
        hold_still(lab, lambda: len(root_actions(lab)) == 9)
        tree, row = page._trees[0], page.picking.row
        assert row.isHidden() and not lab.window.actions_.by_name["all_moves"].isEnabled()
        ctrl = Qt.KeyboardModifier.ControlModifier
        cells = {int(r): page.icicles.layout_.cell(0, int(r)) for r in tree.part.children(0)}
        wide, narrow, *_ = sorted(cells, key=lambda r: -cells[r].width())
        clicked = QPointF(cells[wide].center()).toPoint()
        QTest.mouseClick(page.icicles, Qt.MouseButton.LeftButton, ctrl, clicked)
        agent, first = tree.part.agent, tree.part.path(wide)
        assert page.picking.marked == {(agent, first)} and page._selected is None
        other = tree.part.path(narrow)
        page._choose(agent, other)
        page.outline.setFocus()
        QTest.keyClick(page.outline, Qt.Key.Key_X)
        assert page.picking.marked == {(agent, first), (agent, other)}
        assert row.words.text() == f"Marked: {tree.words[first]}, {tree.words[other]}."
        lab.do("only")
        wanted = sorted((first[0], other[0]))
        until(lab, lambda: root_actions(lab) == wanted and lab.moment.running_on)
        until(lab, lambda: lab.window.trees.head.word.text() == "live, 2 of 9 moves")
        assert row.words.text() == "Only 2 of 9 moves searched." and not page.picking.marked
        until(lab, lambda: lab.window.actions_.by_name["all_moves"].isEnabled())
        QTest.mouseClick(row.every, Qt.MouseButton.LeftButton)
        until(lab, lambda: root_actions(lab) == list(range(9)) and row.isHidden())


def test_the_selected_move_is_searched_alone_and_holds_the_position_for_it(tmp_path):
    """Without marks; with two searches, that of the agent whose tree it is."""
    seats = ("smitsimax:budget=300it", "smitsimax:budget=900it,c=2")
    with opened(tmp_path, "goofspiel", *seats, speed=0.5) as lab:
        lab.do("tree")
        page = lab.window.trees.pages.tree
        until(lab, lambda: len(page._trees) == 2 and len(page._trees[1].part) > 3)
        lab.session.pause()
        until(lab, lambda: not lab.moment.status.playing and len(page._trees) == 2)
        part = page._trees[1].part
        page._choose(part.agent, part.path(int(part.children(0)[1])))
        action = page._selected[1][0]
        lab.do("only")
        until(lab, lambda: lab.moment.status.holding and page._trees[1:] and page._trees[1].limits)
        assert [tree.limits for tree in page._trees] == [(), ((1, 1, part.children(0).size),)]
        assert page._trees[1].part.action[1] == action
        assert len(page._trees[0].part.children(0)) > 1


def test_without_moves_to_search_the_command_says_how(tmp_path):
    with opened(tmp_path, "tictactoe", *UCT, speed=1.0) as lab:
        said = []
        lab.node_actions.told.connect(said.append)
        lab.do("only")
        assert len(said) == 1 and said[0].startswith("Mark root moves")
        assert not lab.moment.status.holding
