"""Beam search in the view Tree: whose layers, which numbers, and what a click on a band shows."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest

from lab.ui.parts.marks import marks_of
from tests.lab.ui.lab_window import opened, until
from tests.lab.ui.trees.forms_desk import desk

MARKS = marks_of((0, 1))

SEATS = ("beam", 3000, {"width": 9}), ("beam", 3000, {"width": 30})


def click(view, layer: int, first: int) -> None:
    spot = view.cell(layer, first).center().toPoint()
    QTest.mouseClick(view, Qt.MouseButton.LeftButton, pos=spot)


def test_each_seat_has_the_layers_of_its_own_beam(qtbot):
    with desk("brew", *SEATS) as shown:
        for seat, search in enumerate(shown.searches):
            page = shown.page_of(seat)
            layers = page.view.named.layers
            assert layers.agents == (seat,) and layers.width == (9, 30)[seat]
            assert layers.firsts[layers.chosen].tolist() == search.choice().tolist()
            assert page.view.named.line[0] == page.view.named.firsts[layers.chosen]
            assert f"of up to {layers.width}" in page.head.kept
            assert page.view.named.firsts[layers.chosen] in page.head.plays


def test_a_click_on_a_band_shows_the_best_sequence_that_ends_there(qtbot):
    with desk("brew", *SEATS) as shown:
        page, selected = shown.page_of(1), []
        shown.page.selected.connect(lambda *pair: selected.append(pair))
        layers = page.view.named.layers
        last = [int(k) for k in layers.kept[0].nonzero()[0]][-1]
        click(page.view, 0, last)
        named = page.view.named
        assert named.layers.band == (0, last) and named.line == (named.firsts[last],)
        assert named.firsts[last] in page.words.text()
        assert named.layers.scores.tolist() == [layers.best[0, last]]
        assert shown.page_of(0).view.named.layers.band is None, "the other seat's is as it was"
        (stats,) = shown.searches[1].snapshot().agents[:1]
        assert stats.agent == 1
        assert selected == [(1, stats.actions.tolist().index(int(layers.firsts[last, 0])))]


def test_arrow_keys_walk_to_the_next_band_that_lives(qtbot):
    with desk("brew", *SEATS) as shown:
        page = shown.page_of(1)
        page.view.setFocus()
        QTest.keyClick(page.view, Qt.Key.Key_Right)
        chosen = page.view.named.layers.chosen
        assert page.view.named.layers.band == (0, chosen), "what it would play comes first"
        QTest.keyClick(page.view, Qt.Key.Key_Right)
        assert page.view.named.layers.band == (1, chosen)
        alive = page.view.named.layers.kept[1].nonzero()[0].tolist()
        QTest.keyClick(page.view, Qt.Key.Key_Down)
        place = alive.index(chosen) + 1
        assert page.view.named.layers.band == (1, alive[min(place, len(alive) - 1)])


def test_the_bands_of_a_layer_fill_its_column_in_the_order_of_the_first_actions(qtbot):
    with desk("brew", *SEATS) as shown:
        view = shown.page_of(0).view
        kept = view.named.layers.kept
        for layer in range(len(kept)):
            cells = [view.cell(layer, k) for k in range(kept.shape[1])]
            whole = sum(cell.height() for cell in cells)
            for k, cell in enumerate(cells):
                assert abs(cell.height() - whole * kept[layer, k] / kept[layer].sum()) < 1e-6
                if kept[layer, k]:
                    assert view.at(cell.center()) == (layer, k)


def test_a_layer_that_keeps_nothing_has_no_band(qtbot):
    with desk("brew", *SEATS) as shown:
        page, told = shown.page_of(1), []
        named, column = page.view.named, page.view.cell(1, 0)
        spot = QPointF(column.left() + 1, page.view.height() / 3)
        kept = named.layers.kept.copy()
        kept[1] = 0
        page.view.set_layers(replace(named, layers=replace(named.layers, kept=kept)), MARKS)
        page.banded.connect(lambda *band: told.append(band))
        assert page.view.at(spot) is None
        QTest.mouseClick(page.view, Qt.MouseButton.LeftButton, pos=spot.toPoint())
        assert told == [(1, None)], "the best sequence of all"
        layers = replace(named.layers, kept=kept, band=(1, 0))
        page.view.set_layers(replace(named, layers=layers), MARKS)
        QTest.keyClick(page.view, Qt.Key.Key_Down)
        assert told[1:] == [(1, None)], "there is none below it"


def test_a_tree_and_a_beam_are_side_by_side(qtbot):
    with desk("csb", ("smitsimax", 500, {}), ("beam", 500, {})) as shown:
        assert shown.page.tree._trees and shown.page.tree._trees[0].part.iterations == 500
        assert not shown.page.tree.isHidden() and not shown.page_of(1).isHidden()
        assert shown.page_of(1).view.named.layers.agents == (2, 3)


def test_layers_are_counted_only_while_they_are_on_show(tmp_path):
    seats = ("beam:width=9,budget=3000it", "beam:width=30,budget=3000it")
    with opened(tmp_path, "brew", *seats, speed=4.0) as lab:
        until(lab, lambda: any(lab.moment.thoughts()))
        assert not any(t.kept for t in lab.moment.thoughts() if t)
        lab.do("tree")
        until(lab, lambda: any(t.kept for t in lab.moment.thoughts() if t))
        lab.do("tree")
        lab.session.restart()
        until(lab, lambda: any(t and not t.kept for t in lab.moment.thoughts()))
