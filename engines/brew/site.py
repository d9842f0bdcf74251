"""Witch's Brew as the site records it: both decks follow from the seed, and every turn's view shows
the position.

The decks are shuffled by Java's `Collections.shuffle` with one `java.util.Random`, the tome first.
The module "graphics" holds, a line each unless said otherwise: the number of events and three lines
for each, both scores, the number of players and each one's spells, the tome, the orders, the number
of inventories and each of them, the spells that can be cast, the tax on spells of the tome as
`spell tax` pairs, the bonuses, the messages (Serializer.java in CodinGame/FallChallenge2020).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from engines.brew.cards import DECKS, TOME
from engines.brew.conform import told
from engines.brew.rules import final_score
from engines.brew.state import NO_SPELLS, SEATS, set_out
from engines.difference import Pair, fields
from engines.game import Game, State
from engines.java import JavaRandom
from engines.site import OddView, Recording, Round, Site


def starts(game: type[Game], recording: Recording) -> Iterator[tuple[Game, State]]:
    """The deal of the seed in each league, the whole game first."""
    for league in (3, 2, 1):
        if recording.seed is not None:
            configured = game.configure(league=league)
            state, random = configured.blank(), JavaRandom(recording.seed)
            tome, orders = list(range(len(TOME))), list(DECKS[league == NO_SPELLS])
            random.shuffle(tome)
            random.shuffle(orders)
            set_out(state, league, tome, orders)
            yield configured, state


def shows(game: Game, state: State, shown: Round) -> Iterator[Pair]:
    """Scores, spells, tome, orders, ingredients, which spells are exhausted, and the tax."""
    text = shown.module("graphics")
    return fields(_read(text), _held(state)) if isinstance(text, str) else iter(())


def _read(text: str) -> dict[str, object]:
    """Parses the module's text, field by field."""
    lines = iter(text.split("\n"))

    def line() -> str:
        found = next(lines, None)
        if found is None:
            raise OddView("a view ends early")
        return found

    def numbers() -> list[int]:
        return [int(number) for number in line().split()]

    def rows() -> list[list[int]]:
        return [numbers() for _ in range(numbers()[0])]

    for _ in range(3 * numbers()[0]):
        line()
    found = {
        "scores": numbers(),
        "spells": rows(),
        "tome": numbers(),
        "orders": numbers(),
        "ingredients": rows(),
        "spells that can be cast": sorted(numbers()),
    }
    tax = numbers()
    return found | {"tax": dict(zip(tax[::2], tax[1::2], strict=True))}


def _held(s: State) -> dict[str, object]:
    """The same fields of the state."""
    ours = told(s)
    players = ours["players"]
    return {
        "scores": [player["score"] for player in players],
        "spells": [[row[0] for row in player["spells"]] for player in players],
        "tome": [spell for spell, _ in ours["tome"]],
        "orders": ours["orders"],
        "ingredients": [player["inv"] for player in players],
        "spells that can be cast": sorted(
            row[0] for player in players for row in player["spells"] if row[-1]
        ),
        "tax": {spell: n for spell, n in ours["tome"] if n},
    }


def scores(state: State) -> list[int]:
    """The final scores."""
    return [int(final_score(state, seat)) for seat in range(SEATS)]


SITE = Site(
    re.compile(r"(BREW \d+|CAST \d+|LEARN \d+|REST|WAIT)\b.*"), (SEATS,), starts, shows, scores
)
