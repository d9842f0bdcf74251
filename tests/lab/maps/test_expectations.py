"""Where the seats expect each other, as numbers and words."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines import games
from lab.maps.expectations import (
    CELLS,
    HELD,
    UNITS,
    Cloud,
    expectations,
    headline,
    length,
    one_sided,
    placeless,
    reached,
    searched,
    spreads,
)
from lab.match.node_line import DrawnLines

LINES, TURNS = 5, 2


def drawn(seat: int, agents: int, shift: float, turns: int = TURNS) -> DrawnLines:
    """Lines in which agent a is at 100 a + shift, a little further in each turn and line."""
    places = np.full((LINES, TURNS + 1, agents, 2), np.nan)
    for line in range(LINES):
        for turn in range(turns + 1):
            for agent in range(agents):
                places[line, turn, agent] = 100 * agent + shift * turn + line, 7 * line
    done = 1000 * (seat + 1)
    return DrawnLines(seat, 1, done, tuple(range(agents)), places, np.full(LINES, turns, np.int64))


def test_an_agents_own_plan_is_that_of_its_own_seats_search() -> None:
    game = games()["csb"]()
    found = expectations(game, game.initial(0), [drawn(0, 4, 10.0), drawn(1, 4, -3.0)])
    assert found is not None and found.unit == UNITS and found.turns == TURNS
    assert [(a.agent, a.seat, a.viewer) for a in found.agents] == [
        (0, 0, 1),
        (1, 0, 1),
        (2, 1, 0),
        (3, 1, 0),
    ]
    for agent in found.agents:
        for turn in range(TURNS):
            own, other = agent.own[turn], agent.other[turn]
            assert own is not None and other is not None
            shift = {0: 10.0, 1: -3.0}
            assert own.middle == pytest.approx(
                (100 * agent.agent + shift[agent.seat] * (turn + 1) + 2, 14)
            )
            assert other.middle[0] == pytest.approx(
                100 * agent.agent + shift[1 - agent.seat] * (turn + 1) + 2
            )
            assert agent.apart(turn) == pytest.approx(13 * (turn + 1))
    assert searched(found) == "1,000 and 2,000 iterations"
    assert reached(found, 1) == "5 lines from each search"
    assert headline(found, 1, "turn") == (
        "Pod 1, turn +1: seat 2 expects it 26 units from where seat 1 plans it"
    )


def test_of_four_seats_one_looks_at_the_others() -> None:
    game = games()["kutulu"]()
    all_ = [drawn(seat, 4, float(seat)) for seat in range(4)]
    found = expectations(game, game.initial(0), all_, viewer=2)
    assert found is not None and found.unit == CELLS
    assert [a.viewer for a in found.agents] == [2, 2, None, 2]
    third = found.agents[2]
    assert third.other == (None, None) and math.isnan(third.apart(0))
    other = found.agents[3].other[1]
    assert other is not None and other.middle[0] == pytest.approx(300 + 2 * 2 + 2)


def test_a_turn_that_no_line_reaches_is_unknown_and_counted() -> None:
    game = games()["csb"]()
    found = expectations(game, game.initial(0), [drawn(0, 4, 1.0, turns=1), drawn(1, 4, 2.0)])
    assert found is not None and found.last == 1
    first, third = found.agents[0], found.agents[2]
    assert first.own[1] is None and first.other[1] is not None
    assert third.own[1] is not None and third.other[1] is None
    assert math.isnan(first.apart(1)) and not first.is_far(1)
    assert reached(found, 1) == "0 and 5 of 5 lines go so far"
    assert headline(found, 1, "turn") == ""
    assert spreads(first, 1, UNITS) == f"–, {length(math.hypot(1, 7) * math.sqrt(2), UNITS)}"


def test_one_search_alone_is_said_to_be_alone() -> None:
    tron, csb = games()["tron"](), games()["csb"]()
    alone = expectations(tron, tron.initial(0), [drawn(1, 2, 1.0)])
    assert alone is not None and [a.own[0] is None for a in alone.agents] == [True, False]
    assert one_sided(tron, alone).startswith("Players move in turn: only seat 2 searches")
    alone = expectations(csb, csb.initial(0), [None, drawn(1, 4, 1.0)])
    assert alone is not None and one_sided(csb, alone).startswith("Only seat 2 has a tree")
    both = expectations(csb, csb.initial(0), [drawn(0, 4, 1.0), drawn(1, 4, 1.0)])
    assert both is not None and one_sided(csb, both) == ""


@pytest.mark.parametrize(("game", "has"), [("uttt", False), ("goofspiel", False), ("tron", True)])
def test_games_without_places_say_so(game: str, has: bool) -> None:
    assert (placeless(games()[game]()) == "") == has


COORDINATE = st.floats(-1000, 1000, allow_nan=False).map(lambda x: round(x, 1))


@given(st.lists(st.tuples(COORDINATE, COORDINATE), min_size=1, max_size=60))
def test_an_ellipse_holds_its_share_of_the_places(points: list[tuple[float, float]]) -> None:
    cloud = Cloud(np.array(points), tuple(range(len(points))))
    x, y = (sum(p[k] for p in points) / len(points) for k in (0, 1))
    assert cloud.middle == pytest.approx((x, y), abs=1e-6)
    square = sum((p[0] - x) ** 2 + (p[1] - y) ** 2 for p in points) / len(points)
    assert cloud.spread == pytest.approx(math.sqrt(square), abs=1e-6)
    ellipse = cloud.ellipse
    if ellipse is None:
        assert cloud.spread < 1e-3
        return
    inside = [
        _within(ellipse.half, ellipse.angle_rad, px - x, py - y, grown)
        for grown in (1 + 1e-6, 1 - 1e-6)
        for px, py in points
    ]
    count = len(points)
    assert sum(inside[:count]) >= math.ceil(HELD * count)
    assert sum(inside[count:]) < math.ceil(HELD * count) or ellipse.half[1] < 1e-3
    assert ellipse.half[0] >= ellipse.half[1]


def _within(half: tuple[float, float], angle: float, dx: float, dy: float, grown: float) -> bool:
    along = dx * math.cos(angle) + dy * math.sin(angle)
    across = -dx * math.sin(angle) + dy * math.cos(angle)
    return (along / half[0]) ** 2 + (across / half[1]) ** 2 <= grown**2


def test_cells_hold_all_places_once() -> None:
    cloud = Cloud(np.array([[0.5, 1.5], [0.5, 1.5], [3.5, 0.5], [-0.5, 0.5]]), (0, 1, 2, 3))
    assert cloud.cells == {(0, 1): 0.5, (3, 0): 0.25, (-1, 0): 0.25}
