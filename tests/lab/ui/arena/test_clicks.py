"""A click on a point, a bar or a curve lists its games."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from lab.experiments.arena.scores import HistoryPoint
from lab.ui.app import application
from lab.ui.arena import boards, says
from lab.ui.arena.centre import STANDING
from lab.ui.arena.games import GamesWanted
from lab.ui.arena.page import ArenaPage
from lab.ui.parts import theme
from lab.ui.parts.painted import text_width
from search.measure import SeatValue, ValueKind
from tests.lab.ui.arena.simulated import OTHER, OWN, Simulated, live_games


def test_a_click_on_a_point_of_the_test_lists_its_group(page: ArenaPage, made: Simulated) -> None:
    """The games that moved the ratio there: of the two bots, on the seed of that group."""
    asked: list[GamesWanted] = []
    page.games_wanted.connect(asked.append)
    course, test = page.watching.course, made.view.test
    assert test is not None and len(test.curve) > 90
    for number in (37, 90):
        spot = course.at(float(number), test.curve[number - 1]).toPoint()
        QTest.mouseClick(course, Qt.MouseButton.LeftButton, pos=spot)
        page.centre.show_part(STANDING)
    assert asked == [GamesWanted(OWN, OTHER, seeds=(k,)) for k in (37, 90)]
    page.list_games(asked[0])
    games = [game for game in made.games if set(game.bots) == {OWN, OTHER}][:2]
    page.centre.games.set_games(games)
    assert page.centre.games.words.text() == "2 games of seed 37"
    page.centre.games.late.click()  # another filter is of all seeds
    assert asked[-1] == GamesWanted(OWN, OTHER, late=True)


def test_the_hint_below_an_open_test_is_never_half_a_sentence(page: ArenaPage) -> None:
    hint, whole = page.watching.bar.hint, text_width(says.EARLY, theme.BODY)
    assert hint(whole + 1) == says.EARLY and hint(whole - 1) == says.EARLY_SHORT
    assert says.EARLY.startswith(says.EARLY_SHORT[:-1]) and hint(60) == ""


def test_names_of_agents_are_left_out_of_small_boards(page: ArenaPage) -> None:
    """They covered one another; the seats stand next to the board."""
    game = live_games("csb")[0]
    (words,) = {item.group for item in game.scene.items if getattr(item, "text", "") == "Pod 1"}
    assert words in boards.NAMES
    page.set_live([game], live=True)
    card = page.watching.boards.cards[0]
    with_names = card.grab().toImage()
    bare = replace(game.scene, items=[i for i in game.scene.items if i.group not in boards.NAMES])
    page.set_live([replace(game, scene=bare)], live=True)
    assert card.grab().toImage() == with_names


def test_a_low_card_has_the_value_beside_its_bar(page: ArenaPage) -> None:
    """Below the bar it was out of sight: the same lead in other words is another picture."""
    theme.apply(application(), "light", 150)
    card, first = boards.BoardCard(0), live_games()[0]
    card.resize(445, 150)
    images = []
    for kind in (ValueKind.SCORE, ValueKind.PROBABILITY):
        own = SeatValue(0.66, kind, view=0)
        card.set_game(replace(first, values=(own, own.mirrored())))
        images.append(card.grab().toImage())
    assert says.leader(first.values) is not None and images[0] != images[1]


def test_a_click_on_a_bar_lists_the_groups_with_so_many_points(
    page: ArenaPage, made: Simulated
) -> None:
    asked: list[GamesWanted] = []
    page.games_wanted.connect(asked.append)
    chart, test = page.watching.points, made.view.test
    assert test is not None
    counts = dict(test.bins)
    for k, (points, count) in enumerate(chart.bins, 1):
        spot = chart.at(float(k), count / 2).toPoint()
        QTest.mouseClick(chart, Qt.MouseButton.LeftButton, pos=spot)
        if not count:
            assert not asked
            continue
        (wanted,) = asked
        assert (wanted.bot, wanted.than) == (OWN, OTHER) and len(wanted.seeds) == counts[points]
        assert {test.values[seed - 1] for seed in wanted.seeds} == {points}
        asked.clear()
        page.centre.show_part(STANDING)


def test_a_click_on_the_rating_curve_lists_the_games_that_led_there(page: ArenaPage) -> None:
    """Those after the point before, by the order in which they were kept."""
    asked: list[GamesWanted] = []
    page.list_games(GamesWanted(OWN))
    page.games_wanted.connect(asked.append)
    games = page.centre.games
    numbers = (31, 77, 140)
    games.set_history(
        OWN, [HistoryPoint(9 * k, 5.0 * k, 30.0, n) for k, n in enumerate(numbers, 1)]
    )
    QTest.qWait(50)
    for place, first in ((9, 0), (27, 78)):
        spot = games.course.at(float(place), 5.0).toPoint()
        QTest.mouseClick(games.course, Qt.MouseButton.LeftButton, pos=spot)
        last = numbers[place // 9 - 1]
        assert asked.pop() == GamesWanted(OWN, numbers=(first, last)) and not asked
        assert games.course_band.isVisible()  # to click on the next one
    games.late.click()
    assert asked == [GamesWanted(OWN, late=True)]
