"""From a node of a tree on: its line as a branch of the match, searched and commented."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from lab.ui.trees.node_words import next_words, node_words
from lab.ui.trees.tree_parts import TreePart
from tests.lab.ui.lab_window import hold_still, opened, until
from tests.lab.ui.trees.test_trees_explorer import part_of

UCT = ("uct:budget=400it", "uct:budget=400it")


def chosen_line(lab, depth: int = 2):
    """Selects a node so many plies down that is not on the principal variation; its line."""
    page = lab.window.trees.pages.tree
    hold_still(lab, lambda: _has(page, depth) and page._trees[0].turn == lab.moment.turn)
    tree = page._trees[0]
    path = next(
        tree.part.path(row)
        for row in range(len(tree.part))
        if tree.part.depth[row] == depth and tree.part.path(row)[:1] != tree.line[:1]
    )
    page._choose(tree.part.agent, path)
    until(lab, lambda: (c := page.chosen) and c.tree.ahead and c.tree.ahead.path == path)
    lab.node_actions.show()
    return page.chosen.tree.ahead


def _has(page, depth: int) -> bool:
    """Whether the tree on show has nodes so far down, besides those of its principal variation."""
    if not page._trees:
        return False
    tree = page._trees[0]
    rows = [row for row in range(len(tree.part)) if tree.part.depth[row] == depth]
    return any(tree.part.path(row)[:1] != tree.line[:1] for row in rows)


def buttons(lab):
    return lab.window.centre.node.actions_


def test_the_line_to_a_node_is_played_as_a_branch(tmp_path):
    with opened(tmp_path, "tictactoe", *UCT, speed=1.0) as lab:
        lab.do("tree")
        until(lab, lambda: lab.moment.head.turn >= 2)
        lab.session.pause()
        line = chosen_line(lab)
        before, turn = lab.moment.view.lines, lab.moment.turn
        assert all(button.isEnabled() for button in buttons(lab).values())
        QTest.mouseClick(buttons(lab)["Play on from here"], Qt.MouseButton.LeftButton)
        until(lab, lambda: lab.moment.head.turn > turn + 2 or lab.moment.head.outcome)
        played = [frame.joint for frame in lab.moment.frames[turn + 1 : turn + 3]]
        assert played == list(line.joints[:2]) and not lab.moment.status.holding
        assert len(before.rows) <= len(lab.moment.view.lines.rows)
        lab.do("undo")
        until(lab, lambda: lab.moment.head.turn == turn)
        assert not lab.moment.status.playing


def test_the_position_of_a_node_is_searched_beside_the_match(tmp_path):
    with opened(tmp_path, "tictactoe", *UCT, speed=1.0) as lab:
        lab.do("tree")
        line = chosen_line(lab)
        turn, lines = lab.moment.turn, lab.moment.view.lines.rows
        QTest.mouseClick(buttons(lab)["Search from here"], Qt.MouseButton.LeftButton)
        page, board = lab.window.trees.pages.tree, lab.window.centre.node_board
        until(lab, lambda: page._trees and page._trees[0].turn == turn + 2)
        assert (lab.moment.turn, lab.moment.view.lines.rows) == (turn, lines), "the line stays"
        taken = {max(joint) for joint in line.joints[:2]}
        part = page._trees[0].part
        assert not taken & set(part.action[part.children(0)].tolist())
        until(
            lab, lambda: page.again.words.text() == f"Move {turn + 2} is searched beside the match."
        )
        assert board.isVisible() and lab.moment.note() == f"after move {turn + 2}, from here"
        until(lab, lambda: page._trees[0].part.iterations > 500)
        page._choose(part.agent, (int(part.action[part.children(0)][0]),))
        until(lab, lambda: (c := page.chosen) and c.tree.ahead and len(c.tree.ahead.path) == 1)
        joints = page.chosen.tree.ahead.joints[:1]
        until(lab, lambda: buttons(lab)["Play on from here"].isEnabled())
        QTest.mouseClick(buttons(lab)["Play on from here"], Qt.MouseButton.LeftButton)
        until(lab, lambda: lab.moment.head.turn >= turn + 3 and lab.moment.up_to_date)
        played = [frame.joint for frame in lab.moment.frames[turn + 1 : turn + 4]]
        assert played == [*line.joints[:2], *joints]
        assert lab.moment.ahead is None


def test_back_to_the_searches_of_the_match(tmp_path):
    with opened(tmp_path, "tictactoe", *UCT, speed=1.0) as lab:
        lab.do("tree")
        chosen_line(lab, 1)
        turn, page = lab.moment.turn, lab.window.trees.pages.tree
        QTest.mouseClick(buttons(lab)["Search from here"], Qt.MouseButton.LeftButton)
        until(lab, lambda: page._trees and page._trees[0].turn == turn + 1)
        until(lab, lambda: page.again.button.isVisible())
        QTest.mouseClick(page.again.button, Qt.MouseButton.LeftButton)
        until(lab, lambda: page._trees and page._trees[0].turn == turn)
        assert not lab.moment.searches.ahead and page.again.isHidden()


def test_a_node_is_commented_on_by_its_key(tmp_path):
    with opened(tmp_path, "tictactoe", *UCT, speed=1.0) as lab:
        lab.do("tree")
        chosen_line(lab, 1)
        turn, box = lab.moment.turn, lab.window.centre.comment
        lab.do("comment")
        until(lab, lambda: lab.moment.head.turn == turn + 1 and box.isVisible())
        box.text.setPlainText("worth a look")
        box.keep()
        until(lab, lambda: lab.moment.view.lines.note(turn + 1).text == "worth a look")


def test_what_cannot_be_done_says_why(tmp_path):
    with opened(tmp_path, "tictactoe", *UCT, speed=1.0) as lab:
        lab.do("tree")
        page = lab.window.trees.pages.tree
        hold_still(lab, lambda: page._trees and len(page._trees[0].part) > 5)
        lab.node_actions.show()
        for button in buttons(lab).values():
            assert not button.isEnabled() and "Select a node first." in button.toolTip()


def test_a_lead_too_small_to_write_is_said_as_such() -> None:
    for lead, said in ((3e-9, "less than 0.000001"), (0.0, "nothing: a tie"), (0.25, "0.250")):
        tree = TreePart(part_of([50, 50], [0.5 + lead, 0.5]), {(0,): "left", (1,): "right"}, "X")
        assert next_words(tree, 0).endswith(f"ahead of right by {said}."), lead
    assert "0.000000" not in node_words(tree, 1, "turn").rank
