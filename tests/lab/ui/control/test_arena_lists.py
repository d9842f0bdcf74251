"""The list of games on the Arena page: always of the arena on show, and as new as its standing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from engines import games
from lab.batch.frames import LiveFrame
from lab.batch.games import GroupJob
from lab.experiments.arena import pool
from lab.store.store import Store
from lab.ui.arena.boards import COUNT
from lab.ui.arena.centre import GAMES
from lab.ui.arena.games import GamesWanted
from lab.ui.arena.watching import LiveBoards
from search.measure import SeatValue, ValueKind
from tests.lab.ui.arena.filled import NAME, STRONG, fill, record
from tests.lab.ui.control.test_arena import Nine, arena_page
from tests.lab.ui.lab_window import until

FEW, OTHER = "few", "bot 0.7"  # another arena with a bot of the same name


@pytest.fixture
def two(qapp: object, tmp_path: Path) -> Iterator[Nine]:
    """Nine bots with 72 games, and two of the same names with three games in an arena of theirs."""
    with Store(tmp_path / "games.db") as store:
        few = pool.new_arena(store, FEW, "tictactoe", "30it")
        for name, text in ((STRONG, "uct:c=5"), (OTHER, "random")):
            pool.add_bot(store, few, name, text, "benchmark")
        few = pool.arena_named(store, FEW)
        games = [record(seed, k, 1.0, STRONG, OTHER) for seed, k in ((51, 0), (51, 1), (52, 0))]
        store.add(few.experiment, 0, few.lineup((STRONG, OTHER)), games)
        arena = fill(store, groups=1)
        with arena_page(tmp_path) as (lab, control, page):
            until(lab, lambda: page.view.standing.arena == NAME)
            yield Nine(lab, control, page, store, arena)


def test_another_arena_has_other_games(two: Nine) -> None:
    """Also where a bot of it has the name by which the list was narrowed."""
    page, games = two.page, two.page.centre.games
    table = games.table.model_
    page.list_games(GamesWanted(STRONG))
    until(two.lab, lambda: len(table.rows) == 16 and not games.course_band.isHidden())
    page.panel.arena_chosen.emit(FEW)
    until(two.lab, lambda: page.view.standing.arena == FEW and len(table.rows) == 3)
    assert {game.seed for game in table.rows} == {51, 52}
    assert games.words.text() == "3 games" and games.course_band.isHidden()
    assert page.centre.shown == GAMES and games.filter == GamesWanted() == GamesWanted(
        games.bot.name
    )
    page.panel.arena_chosen.emit("")
    assert not table.rows and games.words.text() == "No games yet."


def test_the_list_grows_with_the_standing(two: Nine) -> None:
    page, table = two.page, two.page.centre.games.table.model_
    page.list_games(GamesWanted(STRONG, OTHER))
    until(two.lab, lambda: len(table.rows) == 2)
    here = table.rows[0]
    page.centre.games.table.setCurrentIndex(table.index(0, 0))
    lineup = two.arena.lineup((OTHER, STRONG))
    more = [replace(record(7, k, -1.0, OTHER, STRONG), started=2.0e9) for k in (0, 1)]
    two.store.add(two.arena.experiment, 0, lineup, more)
    until(two.lab, lambda: len(table.rows) == 4)
    assert [game.seed for game in table.rows] == [7, 7, 1, 1]
    assert [table.texts(k)[2] for k in (0, 1)] == ["won", "won"]
    assert page.centre.games.table.current == here


def test_a_bot_with_another_name_is_no_longer_what_is_listed(two: Nine) -> None:
    page, table = two.page, two.page.centre.games.table.model_
    page.list_games(GamesWanted(STRONG, result="won"))
    until(two.lab, lambda: table.rows and page.centre.games.filter.bot == STRONG)
    page.panel.renamed.emit(STRONG, "best")
    until(two.lab, lambda: len(table.rows) == 72)
    assert page.centre.games.filter == GamesWanted()
    assert "best" in {name for game in table.rows for name in game.bots}
    assert STRONG not in {name for game in table.rows for name in game.bots}


def test_bots_that_a_command_line_adds_are_in_the_pool(two: Nine) -> None:
    """Those of the arena on show, with their roles; what is being written stays."""
    page, panel = two.page, two.page.panel
    panel.add.click()
    panel.lines.name.setText("mine")
    few = pool.arena_named(two.store, FEW)
    pool.add_bot(two.store, few, "elsewhere", "uct:c=4", "benchmark")
    arena = pool.arena_named(two.store, NAME)
    pool.add_bot(two.store, arena, "late one", "uct:c=3", "candidate")
    until(two.lab, lambda: "late one" in [bot.name for bot in panel.shown.pool])
    until(two.lab, lambda: len(page.view.rows) == 10 == len(panel.shown.pool))
    roles = {bot.name: bot.role for bot in panel.shown.pool}
    assert roles["late one"] == roles[STRONG] == "candidate" and "elsewhere" not in roles
    assert panel.lines.name.text() == "mine" and two.control.arena is not None
    assert [bot.name for bot in two.control.arena.playing][-1] == "late one"
    two.store.set_role(NAME, "late one", "retired")
    until(two.lab, lambda: "late one" not in panel.shown.playing)


def test_an_arena_that_is_deleted_elsewhere_makes_room_for_another(two: Nine) -> None:
    two.store.remove_arena(NAME)
    until(two.lab, lambda: two.page.view.standing.arena == FEW)
    assert two.page.panel.arena.shown == FEW == two.page.panel.shown.name
    assert [bot.name for bot in two.page.panel.shown.pool] == [STRONG, OTHER]


def test_an_arena_that_a_command_line_makes_can_be_chosen_at_once(two: Nine) -> None:
    """And is on show where there was none; what is typed for a new one stays."""
    page, box = two.page, two.page.panel.arena

    def names() -> list[str]:
        return [box.itemText(k) for k in range(box.count())]

    pool.new_arena(two.store, "third", "tictactoe", "20it")
    until(two.lab, lambda: "third" in names())
    assert page.panel.arena.shown == NAME == page.panel.shown.name
    for name in ("third", FEW, NAME):
        two.store.remove_arena(name)
    until(two.lab, lambda: page.panel.name.isVisible() and len(names()) == 1)
    page.panel.name.setText("typed")
    pool.new_arena(two.store, "fourth", "tictactoe", "20it")
    until(two.lab, lambda: "fourth" in names())
    assert page.panel.name.text() == "typed" and page.panel.shown.name == ""
    two.store.remove_arena("fourth")
    until(two.lab, lambda: len(names()) == 1)
    page.panel.name.clear()
    pool.new_arena(two.store, "fifth", "tictactoe", "20it")
    until(two.lab, lambda: page.panel.shown.name == "fifth" and page.panel.add.isVisible())


# -- boards ---------------------------------------------------------------------------------------


NAMES = {"uct:c=2": "old", "uct": "new", "random": "rand"}


def frame(seed: int, turn: int, *sides: str, seating: int = 0) -> LiveFrame:
    job = GroupJob("tictactoe", sides, "it", seed, (0, 1))
    own = SeatValue(0.25, ValueKind.SCORE, view=0)
    state = games()["tictactoe"]().initial(seed).tobytes()
    return LiveFrame(job, seating, turn, state, (own, own.mirrored()))


def test_who_sits_where_follows_from_the_seating() -> None:
    boards = LiveBoards(NAMES.__getitem__)
    boards.tested = ("new", "old")
    boards.seen(frame(7, 3, "uct:c=2", "uct", seating=1))
    boards.seen(frame(8, 5, "random", "uct"))
    first, second = boards.games()
    assert (first.seats, first.seed, first.turn) == (("new", "old"), 7, 3)
    assert (second.seats, second.marked, first.marked) == (("rand", "new"), False, True)
    assert [value.number for value in first.values] == [0.25, 0.75]


def test_a_game_on_show_stays_until_another_needs_its_place() -> None:
    """The test's games come first among the new ones; games that have ended say so."""
    boards = LiveBoards(NAMES.__getitem__)
    boards.tested = ("old", "new")
    frames = [frame(seed, seed, "random", "uct") for seed in range(1, 4)]
    for each in frames:
        boards.seen(each)
    tests = [frame(seed, 1, "uct:c=2", "uct") for seed in (11, 12, 13)]
    running = [frames[2].job, frame(9, 1, "random", "uct").job, *(each.job for each in tests)]
    chosen = boards.choose(running)
    assert chosen == (frames[2].job, *(each.job for each in tests)) and len(chosen) == COUNT
    assert [(g.seed, g.ended) for g in boards.games()] == [(1, True), (2, True), (3, False)]
    for each in tests:
        boards.seen(each)
    assert [(g.seed, g.ended) for g in boards.games()] == [
        (3, False),
        (11, False),
        (12, False),
        (13, False),
    ]


@pytest.mark.parametrize(
    ("side", "again"),
    [
        ("uct", True),
        ("uct:threads=2,parallel=root", True),
        ("uct:threads=2,parallel=tree", False),
        ("uct:parallel=tree", True),
        ("cmd:./bot", False),
    ],
)
def test_turns_are_taken_from_a_game_that_would_not_repeat(side: str, again: bool) -> None:
    boards = LiveBoards(str)
    boards.seen(replace(frame(7, 3, "random", side), tape="AAEC"))
    (game,) = boards.games()
    assert game.tape == ("" if again else "AAEC")
