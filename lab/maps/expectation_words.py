"""Expectations in words: why there are none, what the most misjudged agent is, one row for each
agent.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

from engines.game import Game
from lab.maps.expectations import CELLS, AgentExpectation, Expectations
from lab.match.node_line import LINES
from lab.words import numerals


def length(distance: float, unit: str) -> str:
    """A distance in the game's units, "" where it is unknown."""
    if math.isnan(distance):
        return numerals.NOTHING
    return numerals.real(distance, 1) if unit == CELLS else f"{distance:,.0f}"


def placeless(game: Game) -> str:
    """Why a game has no such map; "" for one that has."""
    state = game.initial(0)
    if all(game.position(state, agent) is None for agent in range(game.agents)):
        return f"In {game.title} nothing moves from place to place, so there is nothing to expect."
    return ""


def treeless(game: Game) -> str:
    """What to say where no search of the position has trees to draw from."""
    return (
        "No search of this position keeps a tree of actions: Smitsimax, Decoupled UCT and UCT do. "
        f"Seat one of them in {game.title}."
    )


def one_sided(game: Game, found: Expectations) -> str:
    """Why only one seat's lines are on show; "" where there are two."""
    seats = [drawn.seat + 1 for drawn in found.drawn if drawn is not None]
    if len(seats) != 1 or game.seats == 1:
        return ""
    if not game.simultaneous:
        return (
            f"Players move in turn: only seat {seats[0]} searches this position. Its own plan, "
            "and what it expects of the others."
        )
    return f"Only seat {seats[0]} has a tree: its own plan, and what it expects of the others."


def ahead(turn: int, word: str) -> str:
    """How far ahead: "after this turn", "after turn +2"."""
    return f"after {numerals.ahead(turn, word)}"


def headline(found: Expectations, turn: int, word: str) -> str:
    """The agent that is misjudged most, in a sentence; "" where no two middles are known."""
    known = [a for a in found.agents if not math.isnan(a.apart(turn))]
    if not known:
        return ""
    worst = max(known, key=lambda agent: agent.apart(turn))
    return sentence(worst, turn, found.unit, word)


def sentence(agent: AgentExpectation, turn: int, unit: str, word: str) -> str:
    """One agent's middles in a sentence."""
    viewer = agent.viewer
    when = f"{agent.name}, {numerals.ahead(turn, word)}"
    if viewer is None or math.isnan(agent.apart(turn)):
        return f"{when}: no other seat's expectation is known"
    apart = length(agent.apart(turn), unit)
    return (
        f"{when}: seat {viewer + 1} expects it {apart} {unit} from where "
        f"seat {agent.seat + 1} plans it"
    )


def reached(found: Expectations, turn: int) -> str:
    """How many of the lines reach that turn: "400 lines", "of 400 lines 312 and 398 go so far"."""
    counts = [int((d.turns > turn).sum()) for d in found.drawn if d is not None]
    drawn = [len(d.turns) for d in found.drawn if d is not None]
    if counts == drawn:
        return f"{max(drawn, default=LINES)} lines from each search"
    return f"{listed(map(str, counts))} of {max(drawn)} lines go so far"


def searched(found: Expectations) -> str:
    """How far the searches were when the lines were drawn: "4,000 and 3,900 iterations"."""
    done = [numerals.count(drawn.iterations) for drawn in found.drawn if drawn is not None]
    return f"{listed(done)} iterations"


def listed(words: Iterable[str]) -> str:
    """Words with commas and a last "and"."""
    *first, last = words
    return f"{', '.join(first)} and {last}" if first else last


def spreads(agent: AgentExpectation, turn: int, unit: str) -> str:
    """Both spreads: "355, 357"."""
    clouds = (agent.own[turn], agent.other[turn])
    return ", ".join(length(c.spread if c is not None else math.nan, unit) for c in clouds)
