"""The view Tree of depth-first searches: nodes and values with their bounds, what is searched now,
and the words of the card.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor

from lab.match.nodes import NodeNames
from lab.ui.parts.marks import marks_of
from lab.ui.trees.icicle import Icicles
from lab.ui.trees.icicle_layout import open_rows
from lab.ui.trees.icicle_tints import strengths, tints
from lab.ui.trees.node_panel import NodePanel
from lab.ui.trees.node_words import node_words, open_nodes, spoken
from lab.ui.trees.outline import Outline
from lab.ui.trees.tree_parts import Tint, TreePart, TreesView
from search.alphabeta import AlphaBeta
from search.branches import CHANCE, Known, Wish
from search.expectimax import Expectimax
from search.minimax import Minimax
from tests.lab.ui.lab_window import hold_still, opened, until
from tests.search.test_depth_first import searched, tree
from tests.search.test_ledger import PLAIN, part

TEXT = "MAX(MIN(3, 5, 10), MIN(2, 8, 5), MIN(7, 6, 1))"


def shown(nodes: int | None = None, text: str = TEXT, seat: int = 0) -> TreePart:
    """The tree of alpha-beta after so many nodes, or at its end."""
    game, state = tree(text)
    search = AlphaBeta(game, AlphaBeta.Params(**PLAIN))
    search.start(state, seat)
    search.advance(1 << 40 if nodes is None else nodes)
    found = part(search)
    words = NodeNames(game, state).words(found, {}, wanted=10**6)
    return TreePart(found, words, "Depth 9", found.full_visits, seat)


def row_of(tree_part: TreePart, *path: int) -> int:
    return int(tree_part.part.along(path)[-1])


def test_the_card_speaks_of_nodes_bounds_and_cuts() -> None:
    found = shown()
    words = node_words(found, row_of(found, 1), "move")
    assert words.searched and words.mean == "at most 2.000 for seat 1"
    assert words.why.startswith("Cut after left: 2 replies were never looked at.")
    assert words.rank == "Third of 3 by nodes" and words.steps[0].counted == "nodes"
    assert (words.bound, words.formula) == ("", "")
    assert words.following == "left, = −2.000"
    other = node_words(found, row_of(found, 1, 0), "move")
    assert other.mean == "exactly −2.000 for seat 2" and len(other.steps) == 2
    assert node_words(found, 0, "move").title == "Depth 9, root"


def test_the_panel_has_no_bound_and_no_probability(qapp) -> None:
    found, panel = shown(), NodePanel()
    for path in ((0,), (1,), (1, 1), (2,)):
        panel.set_words(node_words(found, row_of(found, *path), "move"), marks_of((0, 1)), ())
        said = {name.text(): panel._values[key].text() for key, name in panel._names.items()}
        assert {"Value", "Best below"} <= set(said) and not said["Bound"]
        everything = " ".join(said.values()).lower()
        assert not any(word in everything for word in ("probab", "chance", "visit", "ucb", "√"))
        assert "nodes" in panel.path.accessibleDescription()
    panel.deleteLater()


def test_the_outline_has_the_columns_of_a_depth_first_search(qapp) -> None:
    found, outline = shown(), Outline()
    outline.set_tree(found, marks_of((0, 1)), (1, 0))
    lines = [line.split("\t") for line in outline.data().tabs.splitlines()]
    assert lines[0] == ["Action", "Nodes", "Share", "Value", "Replies cut"]
    at = {line[0]: line[1:] for line in lines[1:]}
    assert at["middle"] == ["2", "0.181818", "≤ 2.000000", "2"]
    assert at["left"] == ["4", "0.363636", "'= 3.000000", ""], "no formula"
    assert at["  middle"] == ["0", "0", "cut", ""]
    assert "exactly −2.000 for seat 2" in outline.words(outline.current)
    outline.deleteLater()


def test_what_is_searched_now_is_said_root_first() -> None:
    """MIN's second node after its first leaf of three, which does not cut."""
    found = shown(7, "MAX(MIN(3, 5, 10), MIN(4, 2, 5), 1)")
    nodes = open_nodes(found, "move")
    assert nodes.title.startswith("Searching now: depth ")
    assert [(s.where, s.mover, s.name, s.numbers) for s in nodes.steps] == [
        ("root", -1, "", ("2 of 3", "3.000", "+∞")),
        ("this move", 0, "middle", ("1 of 3", "3.000", "4.000")),
    ]
    assert open_rows(found, 6) == [0, row_of(found, 1)] and open_rows(found, 0) == [0]
    assert not open_nodes(shown(), "move").steps and not open_nodes(None, "move").title


def test_the_other_seats_search_has_its_own_window() -> None:
    """MIN as the searching seat: alpha is what MIN is sure of."""
    nodes = open_nodes(shown(7, "MAX(MIN(3, 5, 10), MIN(4, 2, 5), 1)", seat=1), "move")
    assert [step.numbers for step in nodes.steps] == [
        ("2 of 3", "−∞", "−3.000"),
        ("1 of 3", "−4.000", "−3.000"),
    ]


def test_outcomes_of_chance_are_grey(qapp) -> None:
    game, state = tree("MAX(CHANCE(0.5: 8, 0.5: MIN(4, 9)), 5)")
    found = part(searched(Expectimax, game, state, 0))
    colours = tints(TreePart(found, {}, ""), marks_of((0, 1)))
    chroma = np.array([np.ptp(colour.getRgb()[:3]) for colour in colours])
    assert (found.mover == CHANCE).sum() == 2
    assert chroma[found.mover == CHANCE].max() < 12 < 30 < chroma[found.mover >= 0].max()


def test_unknown_values_have_no_tint_and_leave_the_others_theirs() -> None:
    found = shown(7)
    for tint in (Tint.MEAN, Tint.GAIN):
        strong = strengths(found, tint)
        assert np.isfinite(strong).all()
        assert strong[row_of(found, 0)] > 0 == strong[row_of(found, 2)]


def test_refuted_cells_are_dashed_and_the_path_is_a_line(qapp) -> None:
    """Drawn once as it is, once without what only depth-first searches have."""
    found = shown(10, "MAX(MIN(3, 5, 10), MIN(2, 8, 5), MIN(MAX(4, 6), 7, 9))")
    ledger = found.part.ledger
    assert ledger is not None and len(ledger.open) >= 2
    assert Known.AT_MOST in ledger.known
    plain = replace(found, part=replace(found.part, ledger=None))
    pictures = []
    for each in (found, plain):
        icicles = Icicles()
        icicles.resize(900, 320)
        icicles.set_view(TreesView((each,), turn_word="move"))
        pictures.append(icicles.grab().toImage())
        refuted = icicles.layout_.cell(0, row_of(found, 1))
        exact = icicles.layout_.cell(0, row_of(found, 0, 0))
        icicles.deleteLater()
    assert differ(pictures, refuted) and not differ(pictures, exact.adjusted(2, 2, -2, -20))


def differ(pictures, cell: QRectF) -> bool:
    """Whether the frames of a cell differ."""
    box = cell.toRect().adjusted(1, 1, -2, -2)
    return any(
        QColor(pictures[0].pixel(x, y)) != QColor(pictures[1].pixel(x, y))
        for x in range(box.left(), box.right())
        for y in (box.top(), box.bottom())
    )


def test_a_window_shows_the_depth_of_its_bars_and_what_is_searched(tmp_path) -> None:
    with opened(tmp_path, "tictactoe", "alphabeta", "alphabeta:depth=3", speed=1.0) as lab:
        lab.do("tree")
        page, panel = lab.window.trees.pages.tree, lab.window.centre.node
        hold_still(lab, lambda: page._trees and len(page._trees[0].part) > 20)
        (found,) = page._trees
        ledger, thought = found.part.ledger, lab.moment.thoughts()[0]
        stats = thought.agents[0].stats
        assert ledger is not None and found.part.iterations == thought.snapshot.iterations
        rows = found.part.children(0)
        known = np.isin(ledger.known[rows], (Known.EXACT, Known.AT_MOST))
        by_action = dict(zip(stats.actions.tolist(), stats.mean.tolist(), strict=True))
        for row in rows[known]:
            assert found.part.mean[row] == by_action[int(found.part.action[row])]
        assert found.name == f"Depth {ledger.depth}" + " so far" * (not ledger.finished)
        assert next(c.text for c in page.widths._choices) == "nodes"
        assert panel.open.isHidden() == (not ledger.open)
        page._choose(found.part.agent, found.part.path(int(rows[0])))
        until(lab, lambda: panel.title.text().startswith("This node: Depth"))
        assert "nodes" in page.icicles.sentence(0, int(rows[0]))


def test_looking_changes_no_game(tmp_path) -> None:
    """The same wish again and again between two chunks: the answer of an unobserved search."""
    game, state = tree(TEXT)
    ends = []
    for looks in (0, 1):
        search = AlphaBeta(game, AlphaBeta.Params(ordering="learned", table=0))
        search.start(state, 0)
        while not search.advance(1):
            for _ in range(looks):
                search.branches(Wish((0,), keep=(((0,), (1,)),)))
        ends.append(repr(search.snapshot()))
    assert ends[0] == ends[1]


def test_a_search_without_windows_shows_none() -> None:
    game, state = tree(TEXT)
    search = Minimax(game, Minimax.Params(deepening=False))
    search.start(state, 0)
    search.advance(7)
    nodes = open_nodes(TreePart(part(search), {}, ""), "move")
    assert [step.numbers for step in nodes.steps] == [("2 of 3",), ("1 of 3",)]
    assert spoken(nodes.steps[1]) == "this move 1: child 1 of 3" and not nodes.tip
    other = open_nodes(shown(7, "MAX(MIN(3, 5, 10), MIN(4, 2, 5), 1)", seat=1), "move")
    assert "α: what seat 2 is sure of" in other.tip
    assert spoken(other.steps[0]) == "root: child 2 of 3, alpha −∞, beta −3.000"
