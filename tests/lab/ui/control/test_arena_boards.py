"""Small boards from the frames of games that are being played."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engines import games
from lab.batch.frames import LiveFrame
from lab.batch.games import GroupJob
from lab.ui.arena.boards import COUNT
from lab.ui.arena.watching import LiveBoards
from search.measure import SeatValue, ValueKind

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
