"""Searches over sequences in the view Tree: rows, their words, and what a click selects."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from engines.game import PASS
from lab.match.lines import KeptNames
from lab.ui.trees.sequences_view import initials
from search.base import generator
from search.branches import Wish
from tests.lab.ui.trees.forms_desk import desk

REST = {"opponent": "rest"}
SEATS = ("genetic", 260, REST | {"population": 20}), ("annealing", 300, REST)


def test_each_seat_has_the_sequences_of_its_own_search(qtbot):
    with desk("csb", *SEATS) as shown:
        for seat, agents in ((0, (0, 1)), (1, (2, 3))):
            page, search = shown.page_of(seat), shown.searches[seat]
            kept = page.view.named.sequences
            assert kept.agents == agents and kept.fitness[0] == search.scratch.best_fitness[0]
            assert page.view._strips == tuple((agent,) for agent in agents)
            labels = [
                shown.game.label(search._root[0], agent, int(action))
                for agent, action in zip(agents, search.choice(), strict=True)
            ]
            assert page.head.plays == f"Would play {' · '.join(labels)}"
        assert "Population of 20, generation 14: 0 tried" in shown.page_of(0).head.kept
        assert "current" in shown.page_of(1).head.kept


def test_words_are_those_of_the_positions_that_the_sequence_leads_to(qtbot):
    with desk("csb", *SEATS) as shown:
        named = shown.page_of(1).view.named
        for row in range(2):
            state = shown.game.bench_position()
            for turn in range(int(named.sequences.lengths[row])):
                joint = named.sequences.actions[row, turn]
                for agent, action in enumerate(joint.tolist()):
                    words = shown.game.label(state, agent, action) if action != PASS else ""
                    assert named.words[row][turn][agent] == words
                shown.game.rules.step(state, joint, generator(0), None)


def test_words_are_made_for_so_many_turns_at_a_time_best_first(qtbot):
    with desk("csb", *SEATS) as shown:
        names = KeptNames(shown.game, shown.game.bench_position())
        kept = shown.searches[0].kept(Wish(()))
        first = names.sequences(kept, wanted=6).words
        assert all(first[0][turn][0] for turn in range(6)) and not first[-1][-1][0]
        for _ in range(30):
            last = names.sequences(kept, wanted=6).words
        assert all(words[agent] for row in last for words in row for agent in (0, 1))


def test_a_click_selects_the_row_and_its_first_action(qtbot):
    with desk("csb", *SEATS) as shown:
        page, selected = shown.page_of(0), []
        shown.page.selected.connect(lambda *pair: selected.append(pair))
        row = page.view.shown - 1
        spot = page.view.cell(row, 1, 2).center().toPoint()
        QTest.mouseClick(page.view, Qt.MouseButton.LeftButton, pos=spot)
        assert page.view.selected == row and f"Number {row}, not tried" in page.words.text()
        kept, (stats, *_) = page.view.named.sequences, shown.searches[0].snapshot().agents
        assert selected == [(0, stats.actions.tolist().index(int(kept.actions[row, 0, 0])))]
        page.view.setFocus()
        QTest.keyClick(page.view, Qt.Key.Key_Up)
        assert page.view.selected == row - 1


def test_in_a_game_of_turns_one_strip_holds_everybodys_actions(qtbot):
    with desk("connect_four", ("annealing", 300, REST)) as shown:
        view = shown.page_of(0).view
        assert view._strips == ((0, 1),)
        movers = [
            (joint != PASS).nonzero()[0].tolist() for joint in view.named.sequences.actions[0]
        ]
        assert movers[:2] in ([[0], [1]], [[1], [0]])


def test_initials_leave_numbers_out_unless_there_is_nothing_else():
    assert (initials("Left, full"), initials("Shield"), initials("3 0")) == ("Lf", "S", "3 0")
