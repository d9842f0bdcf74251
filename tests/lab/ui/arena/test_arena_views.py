"""The views of the Arena page, from an arena with nine bots: what they show is what the records
say, and nothing is cut off where there is little room.
"""

from __future__ import annotations

import math
from dataclasses import replace
from xml.etree import ElementTree

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QPushButton
from pytestqt.qtbot import QtBot

from lab.ui.app import application
from lab.ui.arena import says
from lab.ui.arena.centre import GAMES, LIVE, STANDING
from lab.ui.arena.games import GamesWanted
from lab.ui.arena.page import ArenaPage
from lab.ui.arena.records import ArenaView
from lab.ui.arena.report import html_of
from lab.ui.parts import theme
from lab.ui.parts.layout import SlimScroll
from lab.ui.parts.painted import text_width
from search.measure import SeatValue, ValueKind
from tests.lab.ui.arena.simulated import OTHER, OWN, Simulated, live_games

_, BOT, RATING, INTERVAL, BETTER, COUNT, _ = range(7)


def test_every_number_of_the_standing_is_in_its_table(page: ArenaPage, made: Simulated) -> None:
    """Ratings, games and order, counted from the games themselves."""
    model = page.centre.tables.standing.model()
    assert model.rowCount() == 9
    for k, bot in enumerate(made.view.rows):
        texts = [model.index(k, column).data() for column in range(model.columnCount())]
        played = sum(bot.name in game.bots for game in made.games)
        assert texts[BOT] == bot.name and texts[COUNT] == f"{played:,}"
        assert bot.rating is not None and bot.half is not None
        sign = "+" if bot.rating > 0 else "−"
        assert texts[RATING] == f"{sign}{abs(bot.rating):.0f} ± {bot.half:.0f}"
        low, high = (float(t.replace("−", "-")) for t in texts[INTERVAL].split(" to "))
        assert low < bot.rating < high and abs((low + high) / 2 - bot.rating) <= 1
        assert (texts[BETTER] == "") == (k == 8)
    ratings = [bot.rating or 0.0 for bot in made.view.rows]
    assert ratings == sorted(ratings, reverse=True)


def test_a_cell_is_what_the_row_scored_against_the_column(page: ArenaPage, made: Simulated) -> None:
    cross = page.centre.tables.cross
    model, names = cross.model(), [bot.name for bot in made.view.rows]
    for own, other in ((0, 8), (8, 0), (1, 4), (4, 1)):
        met = [g for g in made.games if set(g.bots) == {names[own], names[other]}]
        points = [(1 + g.outcome[g.bots.index(names[own])]) / 2 for g in met]
        share = 100 * sum(points) / len(points)
        text = model.index(own, other).data()
        assert text.partition(" ")[0] == f"{share:.0f}" and len(met) > 20
        said = model.index(own, other).data(Qt.ItemDataRole.ToolTipRole)
        number = text.partition(" ")[0]
        assert said.startswith(f"{names[own]} against {names[other]}: {number} % of the points")
    low, high = made.view.cell((8, 0)), made.view.cell((0, 8))
    assert low is not None and high is not None and low.points < 0.5 < high.points


def test_the_cell_of_the_test_and_the_row_of_the_candidate(made: Simulated) -> None:
    view = made.view
    assert view.tested is not None and view.test is not None
    assert [view.rows[k].name for k in view.tested] == ["mybot v7", "mybot v6"]
    assert view.rows[view.candidate].name == "mybot v7"
    other = replace(view.standing, verdict=replace(view.test, than="nobody"))
    assert replace(view, standing=other).tested is None


def test_a_click_on_a_cell_lists_its_games(page: ArenaPage, made: Simulated) -> None:
    asked: list[GamesWanted] = []
    page.games_wanted.connect(asked.append)
    cross = page.centre.tables.cross
    QTest.mouseClick(
        cross.viewport(),
        Qt.MouseButton.LeftButton,
        pos=cross.visualRect(cross.model().index(2, 5)).center(),
    )
    own, other = (made.view.rows[k].name for k in (2, 5))
    assert asked == [GamesWanted(own, other)] and page.centre.shown == GAMES
    assert (page.centre.games.bot.name, page.centre.games.than.name) == (own, other)
    QTest.keyClick(page.centre.games.table, Qt.Key.Key_Escape)
    assert page.centre.shown == STANDING
    standing = page.centre.tables.standing
    standing.setCurrentIndex(standing.model().index(4, 0))
    QTest.keyClick(standing, Qt.Key.Key_Return)
    assert asked[-1] == GamesWanted(made.view.rows[4].name)


def test_the_list_says_results_for_its_bot(page: ArenaPage, made: Simulated) -> None:
    games = [g for g in made.games if set(g.bots) == {OWN, OTHER}]
    page.list_games(GamesWanted("mybot v6", "mybot v7"))
    page.centre.games.set_games(games)
    model = page.centre.games.table.model()
    for k, game in enumerate(games[:40]):
        word = {-1.0: "lost", 0.0: "drawn", 1.0: "won"}[game.outcome[game.bots.index(OTHER)]]
        assert model.index(k, 2).data() == word, k
        assert model.index(k, 0).data() == f"{game.seed}"
    assert page.centre.games.words.text() == f"{len(games)} games"
    page.centre.games.set_games(games[:50], more=True)
    assert page.centre.games.words.text() == "The latest 50 games"


def test_games_are_searched_and_sorted(page: ArenaPage, made: Simulated) -> None:
    """A click on a head sorts, a second one turns the order, a third one brings the latest up; the
    current game stays current, and newer games come to their places.
    """
    view = page.centre.games
    table, head = view.table, view.table.horizontalHeader()
    page.list_games(GamesWanted())
    view.set_games(made.games[:300])

    def click() -> list[int]:
        turns = next(k for k, text in enumerate(table.model_.heads) if text.startswith("Turns"))
        at = QPoint(head.sectionViewportPosition(turns) + 5, head.height() // 2)
        QTest.mouseClick(head.viewport(), Qt.MouseButton.LeftButton, pos=at)
        return [game.turns for game in table.model_.rows]

    table.setCurrentIndex(table.model_.index(30, 0))
    here = table.current
    rising, falling = click(), click()
    assert rising == falling[::-1] == sorted(game.turns for game in made.games[:300])
    assert table.current == here and rising[0] < rising[-1]
    QTest.keyClick(table, Qt.Key.Key_End)
    assert table.current == table.model_.rows[-1]
    view.set_games(made.games[:400])
    assert len(table.model_.rows) == 400 and table.model_.rows[0].turns == max(
        game.turns for game in made.games[:400]
    )
    QTest.keyClicks(view.search, OWN.upper())
    found = [game for game in made.games[:400] if OWN in game.bots]
    assert sorted(g.number for g in table.model_.rows) == sorted(g.number for g in found)
    assert 0 < len(found) < 400 and view.words.text() == f"{len(found)} found in 400 games"
    click()
    assert [g.number for g in table.model_.rows] == [g.number for g in found]
    QTest.keyClicks(view.search, "nobody")
    assert not table.model_.rows and not view.watch.isEnabled()
    page.list_games(GamesWanted(OWN))
    assert not view.search.text()


def test_enter_and_a_double_click_watch_the_current_game(page: ArenaPage, made: Simulated) -> None:
    watched: list[int] = []
    page.watch_asked.connect(watched.append)
    page.list_games(GamesWanted())
    page.centre.games.set_games(made.games[100:140])
    table = page.centre.games.table
    table.setCurrentIndex(table.model().index(7, 1))
    QTest.keyClick(table, Qt.Key.Key_Enter)
    spot = table.visualRect(table.model().index(3, 2)).center()
    QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=spot)
    QTest.mouseDClick(table.viewport(), Qt.MouseButton.LeftButton, pos=spot)
    assert watched == [108, 104]


def test_the_test_is_shown_as_it_was_counted(page: ArenaPage, made: Simulated) -> None:
    """Bars, their sum, the score and the last point of the course."""
    test = made.view.test
    assert test is not None
    met = [g for g in made.games if set(g.bots) == {OWN, OTHER}]
    own = sum((1 + g.outcome[g.bots.index(OWN)]) / 2 for g in met)
    data = page.watching.points.data()
    assert data is not None and [row[0] for row in data.rows] == ["0", "½", "1", "1½", "2"]
    assert sum(float(row[1] or 0) for row in data.rows) == len(met) / 2 == test.groups
    weighed = sum(k / 2 * float(row[1] or 0) for k, row in enumerate(data.rows))
    assert weighed == pytest.approx(own) and test.score is not None
    assert own / len(met) == pytest.approx(test.score[0])
    course = page.watching.course.data()
    assert course is not None and course.rows[-1] == (float(test.groups), test.ratio)
    figures = dict(page.watching.figures.data().rows)  # type: ignore[union-attr] # it is shown
    assert figures["Pairs"] == f"{test.groups}"
    assert str(figures["Score"]).startswith(f"{100 * own / len(met):.1f} %")
    assert page.watching.bar.place(test.low) < page.watching.bar.place(0.0)


def test_a_board_keeps_its_card_while_its_game_is_played(page: ArenaPage) -> None:
    games = live_games()
    page.set_live(games, live=True)
    cards = page.watching.boards.cards
    assert [card.game for card in cards] == list(games)
    newer = replace(games[3], turn=37)
    page.set_live([newer, games[1]], live=True)
    assert [card.game for card in cards] == [None, games[1], None, newer]
    asked: list[object] = []
    page.live_asked.connect(asked.append)
    QTest.mouseClick(cards[3], Qt.MouseButton.LeftButton, pos=QPoint(20, 20))
    QTest.keyClick(cards[1], Qt.Key.Key_Return)
    QTest.mouseClick(cards[0], Qt.MouseButton.LeftButton, pos=QPoint(20, 20))
    assert asked == [games[3].key, games[1].key]
    assert cards[3].accessibleDescription().split("; ") == ["turn 37", "seed 877", "seat 1: 0.84"]
    assert cards[1].accessibleDescription().endswith("seat 2: 0.70")


def test_keys_start_pause_and_ask(page: ArenaPage, made: Simulated, qtbot: QtBot) -> None:
    page.centre.tables.standing.setFocus()
    with qtbot.waitSignal(page.panel.pause_asked):
        QTest.keyClick(page.centre.tables.standing, Qt.Key.Key_Space)
    page.set_view(replace(made.view, running=False))
    assert page.panel.start.text() == "Run"
    with qtbot.waitSignal(page.panel.start_asked):
        QTest.keyClick(page.centre.tables.cross, Qt.Key.Key_Space)
    with qtbot.waitSignal(page.panel.report_asked):
        QTest.keyClick(page.centre.tables.cross, Qt.Key.Key_R)
    asked: list[tuple[str, str]] = []
    page.test_asked.connect(lambda own, other: asked.append((own, other)))
    standing = page.centre.tables.standing
    standing.setCurrentIndex(standing.model().index(5, 0))
    QTest.keyClick(standing, Qt.Key.Key_T)
    names = [bot.name for bot in made.view.rows]
    assert asked == [(names[5], names[6])]


def test_tables_are_copied(page: ArenaPage, made: Simulated) -> None:
    for table, cells in ((page.centre.tables.standing, 7), (page.centre.tables.cross, 9)):
        QTest.keyClick(table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
        lines = QGuiApplication.clipboard().text().strip("\n").split("\n")
        assert len(lines) == 10 and all(len(line.split("\t")) == cells for line in lines)


@pytest.mark.parametrize("size", [(1280, 745, 100), (1280, 745, 150), (1080, 700, 100)])
def test_nothing_is_cut_off_where_there_is_little_room(
    page: ArenaPage, made: Simulated, size: tuple[int, int, int]
) -> None:
    width, height, percent = size
    theme.apply(application(), "light", percent)
    page.resize(width, height)
    page.set_live(live_games(), live=True)
    for part in (STANDING, GAMES, LIVE) if width / percent < 10.81 else (STANDING, GAMES):
        page.centre.show_part(part)
        QTest.qWait(20)
        assert page.centre.shown == part
        for label in page.findChildren(QLabel):
            if label.isVisible() and not label.wordWrap() and label.text():
                assert label.width() >= label.sizeHint().width(), (part, label.text())
        for button in page.findChildren(QPushButton):
            if button.isVisible() and button.text() and button.property("look") != "fold":
                assert button.width() >= button.minimumSizeHint().width(), button.text()
        for child in (page.panel, page.centre):
            assert child.minimumSizeHint().width() <= child.width()
        for scroll in page.panel.findChildren(SlimScroll):
            assert scroll.widget().minimumSizeHint().width() <= scroll.viewport().width()
    standing = page.centre.tables.standing
    header = standing.horizontalHeader()
    for column in range(header.count()):
        if not standing.isColumnHidden(column):
            assert header.sectionSize(column) >= text_width(standing.model_.heads[column]) + 8, (
                column
            )
    assert header.length() <= standing.viewport().width()


def test_bands_fold_from_the_bottom_up(page: ArenaPage) -> None:
    watching, opened = page.watching, []
    page.set_live(live_games(), live=True)
    for height in (845, 620, 520, 440):
        page.resize(1440, height)
        QTest.qWait(10)
        opened.append([band.is_open for band in watching.bands])
    assert opened[0] == [True] * 3 and opened[-1] == [False, False, True]
    counts = [sum(each) for each in opened]
    assert counts == sorted(counts, reverse=True)
    for numbers, course, test in opened:
        assert (not numbers or course) and (not course or test)


def test_an_arena_without_bots_says_what_to_do(page: ArenaPage) -> None:
    page.centre.set_empty("No bots yet.", "Add two.")
    page.set_view(ArenaView())
    assert page.centre.stack.currentWidget() is page.centre.empty
    assert (page.centre.headline.answer, page.centre.headline.support) == (
        "No bots yet",
        "Add two.",
    )
    assert page.watching.none.isHidden() and page.watching.test_band.isHidden()


def test_the_report_has_the_page_s_figures(made: Simulated) -> None:
    """One file without scripts, well formed, with names as they are."""
    other = replace(made.view.rows[0], name="a <b> & c")
    rows = (other, *made.view.rows[1:])
    view = replace(made.view, standing=replace(made.view.standing, rows=rows))
    page = html_of(view, "smitsilab arena show uttt-contest")
    ElementTree.fromstring(
        page.removeprefix("<!DOCTYPE html>\n").replace('<meta charset="utf-8">', "")
    )
    assert "<script" not in page and "a &lt;b&gt; &amp; c" in page
    for k, row in enumerate(made.view.rows):
        assert says.rating(row) in page and f"{row.games:,}" in page, k
    test = made.view.test
    assert test is not None and says.question(test) in page
    assert all(figure in page for _, figure in says.numbers(made.view, test))


def test_games_of_another_question_are_no_part_of_what_is_asked_for_now(made: Simulated) -> None:
    """The page said "40 of 480 games" below "610 games"."""
    progress = replace(made.view.standing.progress, done=40, total=480, left_s=32.0, played=610)
    view = replace(made.view, standing=replace(made.view.standing, progress=progress))
    assert says.progress(view) == "40 of 480 games asked for; 41 a minute, 32 s left"
    endless = replace(progress, done=40, total=0, left_s=None)
    view = replace(view, standing=replace(view.standing, progress=endless))
    assert says.progress(view) == "610 games; 41 a minute"
    assert says.progress(replace(view, running=False)) == "610 games; paused"
    assert says.progress(made.view).startswith(f"{len(made.games):,} of 11,200 games; 41 a minute")


def test_a_bot_that_lost_everything_leaves_the_others_room(
    page: ArenaPage, made: Simulated
) -> None:
    """Its bound is far out, and has no interval: the axis is that of the others."""
    table = page.centre.tables.standing
    before = table.axis
    last = replace(made.view.rows[-1], name="last", rating=-722.0, half=400.0, bound="at most")
    rows = (*made.view.rows, last)
    page.set_view(replace(made.view, standing=replace(made.view.standing, rows=rows)))
    assert table.axis == before and before[0] > -722.0
    image = table.grab().toImage()
    assert not image.isNull()
    alone = tuple(replace(row, bound="at least") for row in made.view.rows[:2])
    page.set_view(replace(made.view, standing=replace(made.view.standing, rows=alone)))
    assert table.axis[0] < 0 < (alone[0].rating or 0.0) < table.axis[1]


def test_the_bar_of_a_board_points_to_the_seat_that_is_ahead() -> None:
    """Where only the one behind has a value too, as against a program."""
    own = SeatValue(0.8, ValueKind.SCORE, view=0)
    unknown = SeatValue(math.nan)
    behind = SeatValue(-0.4, ValueKind.EVALUATION, low=-1.0, high=1.0)
    assert says.leader((unknown, unknown)) is None
    for values, seat, lead, words in (
        ((own, own.mirrored()), 0, 0.6, "seat 1: 0.80"),
        ((own.mirrored(), own), 1, 0.6, "seat 2: 0.80"),
        ((unknown, behind), 0, 0.4, "seat 2: −0.400"),
        ((behind, unknown), 1, 0.4, "seat 1: −0.400"),
        ((unknown, unknown, behind), 2, 0.0, "seat 3: −0.400"),
    ):
        found = says.leader(values)
        assert found is not None and (found.seat, found.words) == (seat, words)
        assert found.lead == pytest.approx(lead)


def test_a_game_that_has_ended_since_is_said_in_full(page: ArenaPage) -> None:
    """In the narrow window its words were cut off; the value was that of an earlier turn."""
    page.resize(1280, 745)
    games = [replace(game, turn=113, ended=k == 1) for k, game in enumerate(live_games("csb"))]
    page.set_live(games, live=True)
    card = page.watching.boards.cards[1]
    assert card.lines() == ["turn 113", "seed 612", "ended since"]
    room = card.width() - card.board_room().right() - theme.current().px(12) - 4
    for words in card.lines():
        assert text_width(words, theme.TABLE) <= room, words
    assert page.watching.boards.cards[0].lines()[-1] == "seat 1: 0.66"
    page.resize(1440, 845)
