"""What `check` says about positions of Tron, Pac-Man, Mars Lander and Coders Strike Back in which
one thing is wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engines import games
from engines.csb import state as c
from engines.game import FORFEIT, Game, State
from engines.marslander import rules as m
from engines.marslander.maps import MOST_POINTS, ways
from engines.pacman import rules as p
from engines.tron.rules import FULL_ROW
from tests.engines.test_hearing import played
from tests.matches import generator

# by field, or by one place of a field: (field, index ...); the new value. Indices and values may be
# made of the position
Edits = Mapping[Any, Any]
Position = tuple[Game, State]
Cases = list[tuple[Callable[[], Position], Edits, str]]


def said(position: Position, edits: Edits) -> str:
    """What is said about a position that passed, after these edits."""
    game, before = position
    assert game.check(before) == ""
    state = before.copy()
    for where, value in edits.items():
        field, *indices = where if isinstance(where, tuple) else (where,)
        values = np.array(state[field])
        values[at(before, indices)] = value(before) if callable(value) else value
        state[field] = values
    return game.check(state)


def at(state: State, indices: Sequence[Any]) -> tuple[Any, ...]:
    """The indices of a place in a field."""
    return tuple(index(state) if callable(index) else index for index in indices)


def plus(field: str, *indices: Any, by: float = 1) -> Callable[[State], Any]:
    """The value at a place and a little more."""
    return lambda state: np.asarray(state[field])[at(state, indices)] + by


def same(field: str, *indices: Any) -> Callable[[State], Any]:
    """The value at another place."""
    return plus(field, *indices, by=0)


def after(game: Game, state: State, *joints: tuple[int, ...]) -> Position:
    """The position after these joint actions."""
    for joint in joints:
        game.rules.step(state, np.array(joint, np.int64), generator(1), None)
    return game, state


# -- Tron ------------------------------------------------------------------------------------------


def tron() -> Position:
    """Four on the grid, of whom the second went out with its first move; the first rider moves
    next.
    """
    game = games()["tron"].configure(players=4)
    state = next(state for state, _ in played(game, 3, 1))
    for way in (None, FORFEIT, None, None, None, None, None):
        ways = np.zeros(4, np.int64)
        game.rules.legal(state, int(state.mover), ways)
        game.rules.step(state, np.full(4, ways[0] if way is None else way), generator(1), None)
    assert state.mover == 0 and state.place.tolist() == [0, 4, 0, 0]
    return game, state


def three() -> Position:
    game = games()["tron"].configure(players=3)
    return game, game.initial(1)


def head(state: State) -> int:
    """The bit of the first rider's head in its row."""
    return 1 << int(state.x[0]) + 1


def row(state: State) -> int:
    """The row of bits in which it is."""
    return int(state.y[0]) + 1


TRON: Cases = [
    (tron, {"alive": 2}, "2 are said to ride, but 3 have no place"),
    (tron, {("place", 1): 3}, "places"),
    (tron, {("place", 0): 3, "alive": 2}, "the move of Player 1, who is out"),
    (tron, {"mover": 1}, "the move of Player 2, who is out"),
    (tron, {("x", 0): lambda s: (int(s.x[0]) + 9) % 30}, "the head of Player 1"),
    (tron, {("x", 0): -1}, "the head of Player 1 at -1"),
    (tron, {("y", 3): -1}, "the head of Player 4"),
    (tron, {("start_y", 2): lambda s: (int(s.start_y[2]) + 9) % 20}, "the start of Player 3"),
    (tron, {("x", 1): 5}, "Player 2 does not ride, but is on the grid"),
    (tron, {("ribbon", 1, 5): 8}, "Player 2 does not ride, but is on the grid"),
    (three, {("ribbon", 3, 5): 8}, "Player 4 does not ride, but is on the grid"),
    (three, {("place", 3): 1}, "Player 4 does not ride, but is on the grid"),
    (
        tron,
        {("ribbon", 2, row): lambda s: s.ribbon[2, row(s)] | head(s)},
        "two ribbons share a cell",
    ),
    (tron, {("ribbon", 0, 0): 4}, "on the border"),
    (tron, {("ribbon", 0, row): lambda s: s.ribbon[0, row(s)] | 1}, "on the border"),
    (tron, {("taken", row): FULL_ROW}, "the taken cells of row"),
    (tron, {("taken", row): lambda s: s.taken[row(s)] & ~head(s)}, "the taken cells of row"),
    (tron, {("way", 1, 0): 2}, "directions are noted in row -1 where no ribbon is"),
    (tron, {("way", 0, row): FULL_ROW >> 1 & ~1}, "where no ribbon is"),
    (tron, {"turn": 300}, "after 300 moves a ribbon is longer than"),
]

# -- Pac-Man ---------------------------------------------------------------------------------------


def pacman() -> Position:
    game = games()["pacman"]()
    return game, game.initial(1)


def eaten() -> Position:
    """Later, in the move of Pac-Man."""
    game = games()["pacman"]()
    return game, next(s for s, _ in played(game, 1, 90) if s.turn > 60 and s.mover == 0)


PACMAN: Cases = [
    (pacman, {("wall", 3): 0}, "wall is not that of the layout"),
    (pacman, {("wall", 19): 0}, "wall is not that of the layout"),
    (pacman, {("home_x", 1): 1}, "home_x is not that of the layout"),
    (pacman, {("home_y", 5): 1}, "home_y is not that of the layout"),
    (pacman, {("food", 0): 1}, "there is food where the layout has none"),
    (pacman, {("pellet", 19): 1}, "there is pellet where the layout has none"),
    (eaten, {"left": plus("left")}, "food is said to be left"),
    (eaten, {("x", 0): 0}, "Pac-Man is at 0 "),
    (eaten, {("x", 2): 0, ("y", 2): 0}, "ghost 2 is at 0 0, to where no way leads"),
    (eaten, {("x", 5): 3}, "only 2 ghosts take part"),
    (eaten, {("way", 8): p.UP}, "only 2 ghosts take part"),
    (eaten, {("scared", 0): 5}, "Pac-Man is scared"),
    (pacman, {"mover": 1}, "agent 1 cannot be the one to move after 0 moves"),
    (pacman, {"status": p.BAD_PACMAN}, "agent 0 cannot be the one to move after 0 moves"),
    (eaten, {"turn": 900}, "is over after 900 moves"),
    (eaten, {"status": p.TIME_OVER}, "is over after 900 moves"),
    (eaten, {"status": p.WON}, "food is left"),
    (
        eaten,
        {"status": p.BAD_GHOST, "turn": plus("turn")},
        "a bad answer was sent by somebody else",
    ),
    (pacman, {"status": p.CAUGHT}, "no ghost is on his cell"),
    (
        pacman,
        {"status": p.CAUGHT, ("x", 1): same("x", 0), ("y", 1): same("y", 0), ("scared", 1): 3},
        "no ghost is on his cell",
    ),
    (eaten, {"score": plus("score")}, "a score of"),
    (pacman, {"score": -200}, "a score of -200 does not follow"),
    (pacman, {"score": 200}, "1 ghosts went home and 0 are scared, but only 0"),
    (pacman, {("scared", 1): 4}, "0 ghosts went home and 1 are scared"),
]

# -- Mars Lander -----------------------------------------------------------------------------------


def lander() -> Position:
    """Over an easy ground: segment 4, at 150 m, is where to land."""
    game = games()["marslander"].configure(map="easy")
    return game, game.initial(1)


NOTHING = [[0, 100]] * 2 + [[0, 0]] * (MOST_POINTS - 2)  # a ground of two points at one place
MARSLANDER: Cases = [
    (lander, {("ground", 1, 1): 500.5}, "the ground is not 7 points of whole metres"),
    (lander, {("ground", 20, 0): 5}, "the ground is not 7 points"),
    (lander, {"points": 6}, "the ground is not 6 points"),
    (lander, {"pad": 0}, "segment 0 of the ground is not the widest flat one"),
    (lander, {("ground", 4, 1): 151}, "not the widest flat one"),
    (
        lander,
        {"points": 2, "pad": 0, "ground": NOTHING},
        "no flat part to land on",
    ),
    (lander, {("way", 5, 5): plus("way", 5, 5)}, "the map of ways does not belong to the ground"),
    (lander, {("ground", 1, 0): 900}, "the map of ways does not belong to the ground"),
    (lander, {"fuel": 100.5}, "whole units"),
    (lander, {"fuel": plus("tank")}, "551 units of fuel are left of 550"),
    (lander, {"x": -5.0}, "outside the zone"),
    (lander, {"x": 7000.5}, "outside the zone"),
    (lander, {"y": -1.0}, "outside the zone"),
    (lander, {"y": 3001.0}, "outside the zone"),
    (lander, {"status": m.LANDED}, "where or as no landing holds"),
    (lander, {"status": m.LANDED, "x": 4500.0, "y": 150.0, "vs": -41.0}, "no landing holds"),
    (lander, {"status": m.LANDED, "x": 4500.0, "y": 150.0, "rotate": 1}, "no landing holds"),
]

# -- Coders Strike Back ----------------------------------------------------------------------------


def race() -> Position:
    """The second turn of a match: all four have their headings."""
    game = games()["csb"].configure(track=4)  # three checkpoints
    return game, next(islice((state for state, _ in played(game, 1, 3)), 2, None))


CSB: Cases = [
    (race, {("cx", 0): plus("cx", 0, by=0.5)}, "not at whole coordinates"),
    (race, {("cx", 1): same("cx", 0), ("cy", 1): same("cy", 0)}, "3 checkpoints at different"),
    (race, {("cx", 7): 5}, "the track has not 3 checkpoints"),
    (race, {"count": 2}, "the track has not 2 checkpoints"),
    (race, {"count": 4}, "9 passes are no whole laps of 4"),
    (race, {"goal": 10}, "10 passes are no whole laps"),
    (race, {"goal": 303}, "303 passes are no whole laps"),
    (race, {("along", 1): plus("along", 1)}, "the lengths of the lap"),
    (race, {("along", 5): 7}, "the lengths of the lap"),
    (race, {("next", 0): 2}, "Pod 1 has passed 0 checkpoints and cannot be on its way to 2"),
    (race, {("passed", 3): 18, "over": c.FINISH}, "Pod 4 has passed 18"),
    (race, {("passed", 2): 9}, "Pod 3 has passed all 9 checkpoints, but the match goes on"),
    (race, {("x", 0): plus("x", 0, by=0.5)}, "the place and speed of Pod 1 are not whole"),
    (race, {("vy", 3): 0.25}, "the place and speed of Pod 4 are not whole"),
    (race, {("angle", 1): plus("angle", 1, by=0.01)}, "Pod 2 heads elsewhere"),
    (race, {("ca", 2): 0.0, ("sa", 2): 0.0}, "Pod 3 heads elsewhere"),
    (race, {("x", 3): plus("x", 0, by=790), ("y", 3): same("y", 0)}, "Pod 1 and Pod 4 are 790"),
    (race, {("x", 2): same("x", 1), ("y", 2): same("y", 1)}, "Pod 2 and Pod 3 are 0 units apart"),
    (race, {"runner": (2, 0)}, "the pods [2, 0] cannot race"),
    (race, {"runner": (1, 1)}, "the pods [1, 1] cannot race"),
    (race, {("timeout", 1): -1}, "patience of"),
    (race, {"over": c.TIMEOUT}, "patience of"),
    (race, {"over": c.FINISH}, "no pod has"),
    (race, {"winner": 1}, "seat 2 is said to have won"),
    (race, {"turn": 500}, "a match is over after 500 turns, not after 500"),
    (race, {"over": c.MAX_TURNS}, "a match is over after 500 turns, not after 2"),
]


def test_a_ghost_stays_where_it_can_get_to(tmp_path: Path) -> None:
    """In a closed-off cell it would have no move."""
    path = tmp_path / "island.txt"
    path.write_text("%%%%%%%\n%P.G% %\n%%%%%%%\n", encoding="utf-8")
    game = games()["pacman"].configure(file=str(path))
    edits = {("x", 1): 5}
    assert (
        said((game, game.initial(1)), edits)
        == "ghost 1 is at 5 1, to where no way leads from its start"
    )


def test_where_the_zone_is_open_above_a_flight_goes_on_there() -> None:
    game = games()["marslander"].configure(map="easy", ceiling="open")
    assert said((game, game.initial(1)), {"y": 3001.0}) == ""


def test_a_ground_of_another_contest_passes() -> None:
    """A text may tell any ground that has a flat part."""
    game, state = lander()
    assert said((game, state), {("ground", 1, 0): 900, "way": lambda s: ways(_moved(s))}) == ""


def _moved(state: State) -> tuple[tuple[int, int], ...]:
    points = [(int(x), int(y)) for x, y in state.ground[: state.points]]
    return (points[0], (900, points[1][1]), *points[2:])


def test_the_last_bits_of_lengths_may_differ() -> None:
    """They do from one machine to another."""
    game, state = race()
    assert said((game, state), {("along", 0): np.nextafter(state.along[0], 0.0)}) == ""


@pytest.mark.parametrize(
    ("position", "edits", "words"),
    [*TRON, *PACMAN, *MARSLANDER, *CSB],
    ids=lambda part: part.__name__ if callable(part) else None,
)
def test_what_is_wrong_is_said(position: Callable[[], Position], edits: Edits, words: str) -> None:
    answer = said(position(), edits)
    assert words in answer and not answer.endswith(".")
