"""Witch's Brew as its referee deals and shows it: both decks follow from the seed, and every turn's
view holds the position.

The decks are shuffled by Java's `Collections.shuffle` with one `java.util.Random`, the tome first.
The module "graphics" tells, a line each unless said otherwise: the number of events and three lines
for each, both scores, the number of players and each one's spells, the tome, the orders, the number
of inventories and each of them, the spells that can be cast, the tax on spells of the tome as
`spell tax` pairs, the bonuses, the messages (Serializer.java in CodinGame/FallChallenge2020).
"""

from __future__ import annotations

from collections.abc import Iterator

from engines import games
from engines.brew.cards import DECKS, TOME
from engines.brew.conform import told as position
from engines.brew.rules import final_score
from engines.brew.state import NO_SPELLS, SEATS, set_out
from engines.game import Game, State
from engines.java import JavaRandom
from lab.files.codingame.recording import Recording, Round
from lab.files.codingame.told import Found, module


def starts(recording: Recording) -> Iterator[tuple[Game, State]]:
    """The deal of the seed in each league, the whole game first."""
    for league in (3, 2, 1):
        if recording.seed is not None:
            game = games()["brew"].configure(league=league)
            state, random = game.blank(), JavaRandom(recording.seed)
            tome, orders = list(range(len(TOME))), list(DECKS[league == NO_SPELLS])
            random.shuffle(tome)
            random.shuffle(orders)
            set_out(state, league, tome, orders)
            yield game, state


def told(state: State, shown: Round) -> Iterator[Found]:
    """Scores, spells, tome, orders, ingredients, which spells are exhausted, and the tax."""
    text = module(shown, "graphics")
    if not isinstance(text, str):
        return
    lines = iter(text.split("\n"))
    for _ in range(3 * int(next(lines))):
        next(lines)
    ours = position(state)
    players = ours["players"]
    yield Found("scores", _numbers(next(lines)), [player["score"] for player in players])
    spells = [_numbers(next(lines)) for _ in range(int(next(lines)))]
    yield Found("spells", spells, [[row[0] for row in player["spells"]] for player in players])
    yield Found("tome", _numbers(next(lines)), [spell for spell, _ in ours["tome"]])
    yield Found("orders", _numbers(next(lines)), ours["orders"])
    bags = [_numbers(next(lines)) for _ in range(int(next(lines)))]
    yield Found("ingredients", bags, [player["inv"] for player in players])
    ready = [row[0] for player in players for row in player["spells"] if row[-1]]
    yield Found("spells that can be cast", sorted(_numbers(next(lines))), sorted(ready))
    tax = _numbers(next(lines))
    yield Found(
        "tax",
        dict(zip(tax[::2], tax[1::2], strict=True)),
        {spell: n for spell, n in ours["tome"] if n},
    )


def scores(state: State) -> list[int]:
    """The final scores."""
    return [int(final_score(state, seat)) for seat in range(SEATS)]


def _numbers(line: str) -> list[int]:
    return [int(number) for number in line.split()]
