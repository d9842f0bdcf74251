"""The parts of the review page: whose numbers, in which order, and what keys and pointer do."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engines.scene import Target
from lab.review.judging import Thresholds
from lab.ui.board.hand import Hand
from lab.ui.review.board import ReviewBoard
from lab.ui.review.graph import ReviewGraph
from lab.ui.review.limits import Summaries
from lab.ui.review.page import ALL, MOVES, ReviewPage
from lab.ui.review.table import ReviewTable
from lab.ui.review.view import ReviewView, shown_move
from tests.lab.ui.review.reviews import GAME, LOST, view, with_luck


@pytest.fixture
def table(qapp: QApplication, qtbot: QtBot) -> ReviewTable:
    part = ReviewTable()
    qtbot.addWidget(part)
    part.resize(1000, 400)
    part.set_view(view())
    part.show()
    return part


def test_the_largest_loss_is_first_or_the_first_turn(qapp: QApplication) -> None:
    assert [row.turn for row in view().rows] == [7, 3, 5, 8, 4, 2, 1, 6, 9]
    assert [row.turn for row in view(by_turn=True).rows] == list(range(1, 10))


def test_mistakes_are_in_the_order_of_play(qapp: QApplication) -> None:
    assert [row.turn for row in view().mistakes] == [3, 5, 7, 8]
    assert [row.mark for row in view(by_turn=True).rows] == [
        *("", "", "blunder", "slip", "mistake", "", "blunder", "mistake", "")
    ]


def test_the_curve_is_of_the_first_seat(qapp: QApplication) -> None:
    (curve,) = view().curves
    assert curve.turns.tolist() == list(range(10))
    assert curve.shares.tolist() == pytest.approx([0.5, *([0.3, 0.7] * 4), 0.3])


def test_arrows_go_along_the_order_on_show(table: ReviewTable) -> None:
    went: list[tuple[int, int]] = []
    table.went.connect(lambda turn, seat: went.append((turn, seat)))
    QTest.keyClick(table, Qt.Key.Key_Down)
    QTest.keyClick(table, Qt.Key.Key_Up)
    assert went == [(5, 0), (3, 0)]


def test_a_click_goes_to_its_move_and_heads_sort(table: ReviewTable) -> None:
    went, orders = list[int](), list[bool]()
    table.went.connect(lambda turn, _seat: went.append(turn))
    table.ordered.connect(orders.append)
    spot = table.visualRect(table.model_.index(3, 1)).center()
    QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=spot)
    head = table.horizontalHeader()
    for column in (0, 1, table.model_.heads.index("Lost")):
        spot = QPoint(head.sectionViewportPosition(column) + 9, head.height() // 2)
        QTest.mouseClick(head.viewport(), Qt.MouseButton.LeftButton, pos=spot)
    assert (went, orders) == ([8], [True, False])


def test_what_is_said_of_a_row(table: ReviewTable) -> None:
    said = {row.turn: table.words(row) for row in view().rows}
    assert said[3].startswith("3, seat 1, ") and "lost 25 ± 1 points, blunder; best was" in said[3]
    assert said[1].endswith(": the best move") and said[9].endswith(": one legal move")
    assert table.accessibleDescription() == said[3]


def test_nothing_is_given_away_while_a_move_is_tried(table: ReviewTable, qtbot: QtBot) -> None:
    table.set_view(view(hides=True))
    assert table.model_.rows == () and "lost" not in table.accessibleDescription()
    graph = ReviewGraph()
    qtbot.addWidget(graph)
    graph.set_view(view(hides=True))
    assert not any(curve.isVisible() for curve in graph.items.curves)


def test_each_seat_has_its_own_numbers(qapp: QApplication, qtbot: QtBot) -> None:
    part = Summaries()
    qtbot.addWidget(part)
    part.set_view(view())
    first, second = part.accessibleDescription().splitlines()
    own = [lost for turn, lost in enumerate(LOST, 1) if turn % 2 == 1 and turn != 9]
    assert f"Seat 1, UCT, 400 it: lost {sum(own) / len(own):.1f} points a move" in first
    assert "2 blunders, 1 mistake, 0 slips" in first and "1 mistake, 1 slip" in second
    assert "as the review in 25 % of moves" in first and "a person" in second


def test_the_graph_goes_to_the_turn_that_is_clicked(qapp: QApplication, qtbot: QtBot) -> None:
    graph, went = ReviewGraph(), list[int]()
    qtbot.addWidget(graph)
    graph.resize(600, 250)
    graph.set_view(view())
    graph.chosen.connect(went.append)
    spot = graph.at(4, 0.5).toPoint()
    QTest.mouseClick(graph, Qt.MouseButton.LeftButton, pos=spot)
    assert went == [4]
    reading = graph.read_at(graph.at(8, 0.5))
    assert reading is not None and "seat 2" in reading.words and "mistake" in reading.words


def test_the_data_are_those_of_the_table(qapp: QApplication, qtbot: QtBot) -> None:
    graph = ReviewGraph()
    qtbot.addWidget(graph)
    graph.set_view(view())
    data = graph.data()
    assert data is not None
    assert [row[4] for row in data.rows] == list(LOST)


@pytest.fixture
def page(qapp: QApplication, qtbot: QtBot) -> ReviewPage:
    made = ReviewPage()
    qtbot.addWidget(made)
    made.resize(1400, 800)
    show(made, view())
    made.show()
    return made


def show(page: ReviewPage, shown: ReviewView) -> None:
    scene = GAME.scene(view().rows[0].state)
    page.set_position("Move 3", "X played", scene, GAME.owner)
    page.set_view(shown, shown_move(GAME, shown.selected))


def test_keys_go_to_mistakes_and_turns(page: ReviewPage) -> None:
    asked: list[object] = []
    page.wanted.connect(asked.append)
    page.stepped.connect(asked.append)
    for key in ("[", "]"):
        QTest.keyClicks(page, key)
    for code in (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Home, Qt.Key.Key_End):
        QTest.keyClick(page, code)
    assert asked == ["last mistake", "next mistake", -1, 1, "first", "last"]


def test_the_count_names_the_mistake_on_the_board(page: ReviewPage) -> None:
    assert page.count.text() == "1 of 4"
    show(page, view(turn=8))
    assert page.count.text() == "4 of 4"
    show(page, view(turn=1))
    assert page.count.text().endswith("of 4") and page.count.text() != "1 of 4"


def test_the_board_shows_both_moves(qapp: QApplication) -> None:
    row = view().selected
    assert row is not None
    move = shown_move(GAME, row)
    assert move.played is not None and move.best is not None and move.role == "error"
    assert (move.played.action,) == row.move.played and (move.best.action,) == row.move.best
    agreed = shown_move(GAME, view(turn=1).selected)
    assert agreed.best is None and agreed.played is not None


def test_graph_or_moves_alone(page: ReviewPage) -> None:
    page.shown.set_value(MOVES)
    page._arrange()
    assert not page.graph.isVisible() and page.table.isVisible()


def test_hindsight_and_luck_have_columns_where_they_are_known(table: ReviewTable) -> None:
    extra = ["In hindsight", "Luck"]
    assert not set(table.model_.heads) & set(extra)
    table.set_view(with_luck())
    titles = list(table.model_.heads)
    assert titles[titles.index("Lost") + 1 :][:2] == extra
    said = {row.turn: table.words(row) for row in table.model_.rows}
    assert said[3].endswith("; in hindsight 5 ± 2, read them well; luck +6")
    assert said[5].endswith("; in hindsight 13 ± 1; luck −2")
    assert said[7].endswith("; in hindsight 58 ± 1, bad luck")
    assert "hindsight" not in said[1] and "luck" not in said[1]


def test_thresholds_are_set_in_the_page(page: ReviewPage) -> None:
    found: list[Thresholds] = []
    page.limits.changed.connect(found.append)
    page.limits.set_value(Thresholds())
    assert not page.limits.isVisible()
    page.marks.click()
    assert page.limits.isVisible() and not page.limits.usual.isEnabled()
    page.limits.boxes["mistake"].setValue(25)
    page.limits.boxes["blunder"].setValue(2)
    page.limits.usual.click()
    assert found == [Thresholds(4, 25, 25), Thresholds(2, 2, 2), Thresholds()]


def test_one_seat_s_moves(qapp: QApplication, page: ReviewPage) -> None:
    """The table and the keys for mistakes keep to the seat; the summaries are of both."""
    one = view(turn=8, only=1)
    assert [row.turn for row in one.rows] == [8, 4, 2, 6]
    assert [row.turn for row in one.mistakes] == [8]
    assert [summary.moves for summary in one.summaries] == [4, 4]
    chosen: list[object] = []
    page.seats.chosen.connect(chosen.append)
    page.set_seats(2, ALL)
    page.seats._clicked(2)
    page.set_seats(1, ALL)
    assert chosen == [1] and not page.seats.isVisible()


def test_a_move_from_cell_to_cell_is_tried_with_two_clicks(
    qapp: QApplication, qtbot: QtBot
) -> None:
    """What is told is the place that means the whole move."""
    board = ReviewBoard()
    qtbot.addWidget(board)
    board.resize(320, 180)
    board.show()
    board.set_trying(Hand((Target(4, 2.0, 1.0, 0.5, 1.0, way=((1.5, 1.5), (2.5, 1.5))),)))
    clicks = [board.view.point(x, 1.5).toPoint() for x in (2.5, 1.5, 2.5)]
    told: list[tuple[float, float]] = []
    board.tried.connect(lambda x, y: told.append((x, y)))
    for count, spot in zip((0, 0, 1), clicks, strict=True):
        QTest.mouseClick(board, Qt.MouseButton.LeftButton, pos=spot)
        assert len(told) == count
    assert told == [(2.25, 1.5)]
