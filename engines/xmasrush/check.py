"""Validates positions of Xmas Rush.

The tiles and their places determine all paths and items; the deck and the open quests determine who
has done which. A player may know less: cards that nobody has turned up are blank, and a player that
reads the contest's text from mid-match knows of fewer items than there were at the start.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engines.checking import Bounds, members
from engines.game import State
from engines.xmasrush.state import (
    ALL_QUESTS,
    BLANK,
    CELLS,
    DEADLOCK,
    DISQUALIFIED,
    LEAGUES,
    LONGEST,
    MAX_TURNS,
    NAMES,
    NO_CARDS,
    NOTHING,
    PATIENCE,
    RUNNING,
    TILES,
    Options,
)

ITEMS = len(NAMES)
CARDS = 16  # places of the deck


def bounds(options: Options) -> Bounds:
    """The bounds of each field with these options."""
    league, patience = LEAGUES[options.league], PATIENCE if options.deadlock else 0
    quests, shown, tries = league.quests, league.shown, options.tries
    return {
        "roads": (0, (1 << CELLS) - 1),
        "deck": (-(1 << 63), NO_CARDS),
        "open": (0, (1 << ITEMS) - 1),
        "turn": (0, LONGEST),
        "tile": (0, TILES - 1),
        "where": (0, TILES - 1),
        "kind": (3, 15),
        "carried": (NOTHING, 2 * ITEMS - 1),
        "home": (NOTHING, TILES - 1),
        "sent": (NOTHING, 2 * ITEMS - 1),
        "pos": (0, CELLS - 1),
        "score": (-1, quests),
        "seen": (shown, quests),
        "quests": (quests, quests),
        "shown": (shown, shown),
        "clashes": (0, patience or LONGEST // 2),
        "patience": (patience, patience),
        "tries": (tries, tries),
        "lost": (0, 3),
        "over": (RUNNING, DISQUALIFIED),
    }


def contradictions(s: State) -> Iterator[str]:
    """Yields what is wrong with a position within `bounds`; each check relies on the ones before
    it.
    """
    yield from _tiles(s)
    yield from _items(s)
    cards = [int(s.deck) >> 4 * k & 15 for k in range(CARDS)]
    yield from _deck(s, cards)
    for p in (0, 1):
        yield from _player(s, p, cards)
    if s.clashes > (s.turn + 1) // 2:
        yield f"there cannot be {s.clashes} clashes in {s.turn} turns"
    ended = _ended(s)
    if s.over != ended or (s.lost and s.turn == 0):
        yield f"over is {s.over}, but by turns, clashes, quests and answers it is {ended}"


def _ended(s: State) -> int:
    """How the match ended, RUNNING if it did not."""
    if s.lost:
        return DISQUALIFIED
    if s.turn == LONGEST:
        return MAX_TURNS
    if s.patience and s.clashes == s.patience:
        return DEADLOCK
    return ALL_QUESTS if s.quests in s.score else RUNNING


def _tiles(s: State) -> Iterator[str]:
    """Each tile is in one place, and the roads are those of the tiles on the board."""
    tile, where, kind = s.tile.tolist(), s.where.tolist(), s.kind.tolist()
    for place in range(TILES):
        if where[tile[place]] != place:
            yield f"tile {tile[place]} is at place {place} and at place {where[tile[place]]}"
    for way, road in enumerate(s.roads.tolist()):
        if road != sum((kind[tile[cell]] >> way & 1) << cell for cell in range(CELLS)):
            yield f"roads {way} are not those of the tiles"


def _items(s: State) -> Iterator[str]:
    """Each item is where its tile says, and is in the list of the protocol."""
    homes, sent = s.home.ravel().tolist(), s.sent.tolist()
    carried = {item: tile for tile, item in enumerate(s.carried.tolist()) if item != NOTHING}
    if (s.carried != NOTHING).sum() != len(carried):
        yield "an item lies on two tiles"
    for item, home in enumerate(homes):
        if carried.get(item, NOTHING) != home:
            yield f"{_word(item)} lies on tile {carried.get(item, NOTHING)}, not on {home}"
    listed = [item for item in sent if item != NOTHING]
    if len({*listed}) < len(listed) or sent[: len(listed)] != listed:
        yield "the list of items has gaps, or one item twice"
    missing = {*carried} - {*listed}
    if missing:
        yield f"{_word(min(missing))} is not in the list of items"


def _word(item: int) -> str:
    """An item in words."""
    return f"the {NAMES[item % ITEMS].lower()} of player {item // ITEMS + 1}"


def _deck(s: State, cards: Sequence[int]) -> Iterator[str]:
    """The names in play: known cards first, the others all blank or all known."""
    quests, known = int(s.quests), int(s.seen.max())
    names = [card for card in cards[:quests] if card != BLANK]
    if {*cards[quests:]} != {BLANK} or len(names) not in (known, quests) or BLANK in cards[:known]:
        yield "a card is blank that was turned up, or there are more than quests"
    if len({*names}) < len(names) or max(names) >= ITEMS:
        yield "a card is there twice, or none of the items"
    present = {item % ITEMS for item in s.carried.tolist() if item != NOTHING}
    if len({*names} | present) != quests:
        yield f"the cards and items have {len({*names} | present)} names; there are {quests} quests"
    if {int(item) % ITEMS for item in s.sent if item != NOTHING} - {*names} - present:
        yield "an item is listed that is in no quest"


def _player(s: State, p: int, cards: Sequence[int]) -> Iterator[str]:
    """A player's open quests, what it has done, and its score."""
    seen, quests, table = int(s.seen[p]), int(s.quests), {*members(int(s.open[p]))}
    early = table - {*cards[:seen]}
    if early:
        yield f"player {p + 1} has {NAMES[min(early)].lower()} open, a card not turned up"
    done = {*cards[:seen]} - table
    there = {name for name in range(ITEMS) if s.home[p, name] != NOTHING}
    if done & there:
        yield f"{_word(ITEMS * p + min(done & there))} is collected and is still there"
    if len(there) != quests - len(done):
        yield f"player {p + 1} has {len(there)} items left for {quests - len(done)} quests"
    most = min(int(s.shown), quests - len(done))
    fewer_known = seen < quests and cards[seen] == BLANK
    if len(table) > most or (len(table) < most and s.over == RUNNING and not fewer_known):
        yield f"player {p + 1} has {len(table)} quests open, not {most}"
    score, out = int(s.score[p]), s.lost >> p & 1
    if score != len(done) if not out else score >= min(1, len(done)):
        yield f"player {p + 1} has done {len(done)} quests, but its score is {score}"
