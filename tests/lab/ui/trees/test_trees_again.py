"""Trees of past turns come from searching them again exactly."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from lab.live import wanted_searches
from lab.match.budget import Budget
from lab.ui.control import trees as control
from tests.lab.ui.lab_window import opened, until

UCT = ("uct:budget=300it,c=0.5", "uct:budget=300it,c=2")


def to_turn(lab, turn: int) -> None:
    """A finished match, looked at in view Tree."""
    lab.do("tree")
    until(lab, lambda: lab.moment.head.outcome)
    lab.transport.go_to(turn)
    until(lab, lambda: lab.moment.searches.turn == turn and lab.moment.searches.recorded)


def test_a_short_search_is_repeated_unasked_with_its_recorded_numbers(tmp_path, monkeypatch):
    monkeypatch.setattr(control, "UNASKED_S", 1e9)
    with opened(tmp_path, "tictactoe", *UCT) as lab:
        to_turn(lab, 2)
        page = lab.window.trees.pages.tree
        until(lab, lambda: page._trees and page._trees[0].turn == 2)
        tree, frame = page._trees[0], lab.moment.frames[3]
        stats = next(t for t in frame.thoughts if t is not None).agents[0].stats
        first = tree.part.children(0)
        assert tree.part.visits[first].tolist() == stats.visits.tolist()
        until(lab, lambda: page.again.words.text().startswith("Searched again exactly"))
        assert page.again.button.isHidden()
        until(lab, lambda: lab.window.trees.head.word.text() == "after move 2, searched again")
        lab.transport.go_to(1)
        until(lab, lambda: page._trees and page._trees[0].turn == 1)


def test_a_long_search_waits_for_the_button(tmp_path, monkeypatch):
    monkeypatch.setattr(control, "UNASKED_S", -1.0)
    with opened(tmp_path, "tictactoe", *UCT) as lab:
        to_turn(lab, 2)
        page = lab.window.trees.pages.tree
        until(lab, lambda: not page.again.button.isHidden())
        assert not page._trees and page.again.words.text().startswith("Its search took")
        assert not page.icicles.view.empty, "said once"
        QTest.mouseClick(page.again.button, Qt.MouseButton.LeftButton)
        until(lab, lambda: page._trees and page._trees[0].turn == 2)
        lab.do("tree")  # the graphs: nothing has to be repeated for them
        until(lab, lambda: not lab.session.view.workers)


def test_while_the_match_is_played_nothing_is_repeated(tmp_path, monkeypatch):
    monkeypatch.setattr(control, "UNASKED_S", 1e9)
    with opened(tmp_path, "tictactoe", *UCT, speed=1.0) as lab:
        lab.do("tree")
        asked = []
        monkeypatch.setattr(lab.session, "search_again", asked.append)
        until(lab, lambda: lab.moment.head.turn >= 2)
        assert not asked and lab.window.trees.pages.tree.again.isHidden()


def test_a_knob_turned_while_nothing_is_searched_offers_to_think_again(tmp_path, monkeypatch):
    """The title says of which settings the trees are until they are searched again."""
    monkeypatch.setattr(wanted_searches, "PONDER", Budget.parse("200it"))
    with opened(tmp_path, "tictactoe", "human", "uct:budget=300it,c=0.5", ponder=True) as lab:
        row, word = lab.window.trees.pages.tree.again, lab.window.trees.head.word
        lab.do("tree")
        until(lab, lambda: lab.moment.is_idle and word.text() == "idle")
        until(lab, lambda: (seen := lab.moment.thoughts()[0]) and seen.snapshot.iterations == 200)
        for value in (2.0, 9.0):
            lab.window.setup.param_changed.emit(1, "c", value)
            until(lab, lambda: word.text() == "idle, of c 0.5" and row.button.isVisible())
        assert lab.moment.thoughts()[0].snapshot.iterations == 200
        lab.window.setup.param_changed.emit(1, "c", 0.5)
        until(lab, lambda: word.text() == "idle" and row.isHidden())
        lab.window.setup.param_changed.emit(1, "c", 9.0)
        until(lab, row.button.isVisible)
        QTest.mouseClick(row.button, Qt.MouseButton.LeftButton)
        until(lab, lambda: (seen := lab.moment.thoughts()[0]) and not seen.agents[0].trail.marks)
        until(lab, lambda: lab.moment.is_idle and word.text() == "idle" and row.isHidden())
