"""What `check` says about positions of Witch's Brew and Xmas Rush in which one thing is wrong."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from engines.brew.actions import BREW, CAST, LEARN, NUMBER, REST
from engines.brew.state import EMPTY
from engines.game import FORFEIT, State
from engines.xmasrush.state import BLANK, NOTHING
from tests.engines.test_check_refusals import Edits, after, first, put, says

LEARNT = 84  # places of the list of learnt spells


def bits(mask: int) -> list[int]:
    return [bit for bit in range(46) if mask >> bit & 1]


def busy(s: State) -> bool:
    """Both witches have brewed and exhausted spells, and there are ingredients on the tome."""
    tired = s.owned & ~s.ready
    return bool(s.orders_dealt > 5 and tired.all() and s.tax.sum() and s.brewed.all())


@pytest.mark.parametrize(
    ("edits", "words"),
    [
        ({"league": 2}, "league is 2, not 3"),
        ({"orders_all": 30}, "orders_all is 30, not 36"),
        ({"learnings": 85}, "learnings is 85, not 0 to 84"),
        ({"urgent": [-1, 4]}, "urgent is -1, not 0 to 4"),
        (put("learnt", (1, 0)), "the spells that have left the tome are not those"),
        ({"learnt": lambda s: [s.learnt[0]] * LEARNT}, "a witch has learnt a spell twice"),
        (put("learnt", (0, 50)), "a witch has learnt a spell twice, or one that is none"),
        (put("learnt", (83, 5)), "more spells are listed as learnt than"),
        (
            {"spell_deck": lambda s: s.spell_deck[[1, 1, *range(2, 42)]]},
            "one spell was dealt twice",
        ),
        (put("order_deck", (0, EMPTY)), "one order was dealt twice, or is none of the deck"),
        (put("order_deck", (0, 5)), "one order was dealt twice, or is none of the deck"),
        (put("spell_deck", (41, EMPTY)), "the spells still to be dealt are not those"),
        ({"order_deck": lambda s: s.order_deck[[*range(35), 34]]}, "the orders still to be dealt"),
        ({"tome": lambda s: s.tome[[1, 0, 2, 3, 4, 5]]}, "the spells that lie open are none of"),
        ({"orders": lambda s: s.orders[[0, 0, 2, 3, 4]]}, "the orders that lie open are none of"),
        (put("orders", (4, EMPTY)), "a place for one order is empty, but there are more"),
        (put("tome", (0, EMPTY)), "a place for one spell is empty, but there are more"),
        ({"brewed": [0, 0], "score": [0, 0]}, "orders are gone, but 0 were brewed"),
        ({"owned": lambda s: s.owned ^ 1}, "witch 1 owns other spells than the basic ones"),
        ({"ready": lambda s: s.ready | ~s.owned & 1023}, "witch 1 can cast spell"),
        ({"repeatable": lambda s: s.repeatable + [1, 0]}, "witch 1 has learnt"),
        (
            {"inv": [[4, 3, 2, 2], [0, 0, 0, 0]]},
            "witch 1 holds 11 ingredients; there is room for 10",
        ),
        ({"score": lambda s: [s.score[0], 5]}, "witch 2 has 5 rupees for"),
        ({"score": lambda s: [139, s.score[1]]}, "score is 139, not -1 to 138"),
        ({"score": lambda s: [-1, s.score[1]]}, "witch 1 has -1 rupees for"),
        ({"out": 2, "over": 3}, "rupees for 1 orders and is out"),
        ({"turn": 5}, "witch 1 has done more than 5 turns allow"),
        ({"used": lambda s: [s.used[0], 0]}, "the key of exhausted spells of witch 2"),
        ({"last": CAST | 45 << NUMBER | 9}, "witch 1 cannot have done"),
        ({"last": CAST | 46 << NUMBER | 1}, "last is 17121"),
        ({"last": REST}, "witch 1 cannot have done"),
        ({"last": lambda s: [BREW | int(s.orders[0]) << NUMBER, 0]}, "witch 1 cannot have done"),
        ({"last": lambda s: [LEARN | int(s.tome[0]) << NUMBER, 0]}, "witch 1 cannot have done"),
        ({"tax": lambda s: s.tax + 60}, "ingredients lie on one spell, but"),
        ({"moved": 1}, "with moved 1"),
        ({"urgent": [0, 4]}, "the bonuses are left 0 and 4 times, with moved 0"),
        ({"over": 1}, "over is 1, but by outs, orders and turns it is 0"),
        ({"turn": 100}, "over is 0, but by outs, orders and turns it is 2"),
        ({"hash": 1}, "the key is not that of the spells learnt and orders brewed"),
    ],
)
def test_witchs_brew(edits: Edits, words: str) -> None:
    assert words in says(*first("brew", busy), edits)


def test_a_witch_that_is_out_has_no_rupees() -> None:
    game, state = after("brew", (FORFEIT, 0))
    assert "witch 1 has 0 rupees for 0 orders and is out" in says(game, state, {"score": 0})
    assert "over is 0, but by outs, orders and turns it is 3" in says(game, state, {"over": 0})


def test_without_a_tome_nothing_is_learnt() -> None:
    game, state = after("brew", (0, 0), league=2)
    assert "spells_dealt is 1, not 0" in says(game, state, {"spells_dealt": 1})
    assert "the spells that lie open are none of those dealt" in says(game, state, {"tome": 3})
    assert "witch 1 owns other spells" in says(game, state, {"owned": 1})


def deck(s: State) -> list[int]:
    """The cards of Xmas Rush, the first one first."""
    return [int(s.deck) >> 4 * k & 15 for k in range(16)]


def card(at: int, name: int) -> Edits:
    """A deck in which that card is another one."""
    return {"deck": lambda s: int(s.deck) & ~(15 << 4 * at) | name << 4 * at}


def table(p: int, *change: int) -> Callable[[State], Any]:
    """What is open when a player has all these cards on its table, counted in the deck."""

    def made(s: State) -> Any:
        names = [deck(s)[at] for at in change]
        return [sum({1 << name for name in names}) if q == p else s.open[q] for q in (0, 1)]

    return made


def rushed(s: State) -> bool:
    """Both players have done one quest and turned up a fourth card; the next turn is a push."""
    return bool((s.score == 1).all() and (s.seen == 4).all() and s.turn % 2 == 0)


def item_of(s: State, owner: int) -> int:
    """A tile on which an item of that player is."""
    return int(s.home[owner].max())


def empty_tile(s: State) -> int:
    return int(np.flatnonzero(s.carried == NOTHING)[0])


def doubled(s: State) -> Any:
    carried = s.carried.copy()
    carried[empty_tile(s)] = carried[item_of(s, 0)]
    return carried


def moved(s: State) -> Any:
    carried = doubled(s)
    carried[item_of(s, 0)] = NOTHING
    return carried


def gone(field: str) -> Callable[[State], Any]:
    """That field when an item of player 2, of a quest that is not open, has vanished."""

    def made(s: State) -> Any:
        item = next(12 + n for n in range(12) if s.home[1, n] != NOTHING and not s.open[1] >> n & 1)
        values = s[field].copy()
        if field == "home":
            values[1, item - 12] = NOTHING
        else:
            values[s.home[1, item - 12]] = NOTHING
        return values

    return made


def listed(keep: bool) -> Callable[[State], Any]:
    """The list of items without its first one that lies somewhere, closed up or not."""

    def made(s: State) -> Any:
        sent = s.sent.tolist()
        at = next(k for k, item in enumerate(sent) if s.home.ravel()[item] != NOTHING)
        return [*sent[:at], NOTHING, *sent[at + 1 :]] if keep else [*sent[:at], *sent[at + 1 :], -1]

    return made


@pytest.mark.parametrize(
    ("edits", "words"),
    [
        ({"pos": [0, 49]}, "pos is 49, not 0 to 48"),
        ({"tries": 29}, "tries is 29, not 5"),
        ({"shown": 1}, "shown is 1, not 3"),
        ({"deck": 5}, "deck is 5"),
        ({"kind": 0}, "kind is 0"),
        ({"tile": lambda s: s.tile[[1, *range(1, 51)]]}, "at place 0 and at place 1"),
        ({"roads": lambda s: s.roads ^ [0, 1, 0, 0]}, "roads 1 are not those of the tiles"),
        ({"carried": doubled}, "an item lies on two tiles"),
        ({"carried": moved}, "of player 1 lies on tile"),
        ({"carried": gone("carried")}, "of player 2 lies on tile -1, not on"),
        ({"sent": listed(True)}, "the list of items has gaps"),
        ({"sent": lambda s: s.sent[[0, 0, *range(2, 24)]]}, "or one item twice"),
        ({"sent": listed(False)}, "is not in the list of items"),
        (card(0, BLANK), "a card is blank that was turned up"),
        (card(11, BLANK), "a card is blank that was turned up"),
        (card(12, 3), "or there are more than quests"),
        (card(1, 4), "a card is there twice"),
        (card(11, 13), "or none of the items"),
        ({"carried": gone("carried"), "home": gone("home")}, "player 2 has 10 items left for 11"),
        ({"open": table(0, 11)}, "open, a card not turned up"),
        ({"open": table(1, 0, 1, 2, 3)}, "player 2 has 11 items left for 12 quests"),
        ({"open": lambda s: s.open & (s.open - 1)}, "is collected and is still there"),
        ({"score": lambda s: s.score - [1, 0]}, "but its score is"),
        ({"clashes": 9, "turn": 2}, "there cannot be 9 clashes in 2 turns"),
        ({"over": 3}, "over is 3, but by turns, clashes, quests and answers it is 0"),
        ({"lost": 1, "score": lambda s: [-1, s.score[1]]}, "it is 4"),
        ({"turn": 150}, "over is 0, but by turns, clashes, quests and answers it is 1"),
    ],
)
def test_xmas_rush(edits: Edits, words: str) -> None:
    assert words in says(*first("xmasrush", rushed), edits)


def test_a_disqualified_player_scores_at_most_nothing() -> None:
    game, state = after("xmasrush", (FORFEIT, 10))
    said = says(game, state, put("score", (0, 0)))
    assert "player 1 has done 0 quests, but its score is 0" in said


def test_the_table_holds_as_many_quests_as_it_can() -> None:
    """Fewer are open only where the match is over or the next card is not known."""
    game, state = first("xmasrush", rushed)
    last = deck(state)[int(state.seen[0]) - 1]
    fewer = {
        "seen": lambda s: s.seen - [1, 0],
        "open": lambda s: s.open & ~np.array([1 << last, 0]),
    }
    assert state.open[0] >> last & 1
    assert "player 1 has 2 quests open, not 3" in says(game, state, fewer)
    assert says(game, state, {**fewer, "turn": 150, "over": 1}) == ""
    more = deck(state)[int(state.seen[0])]
    added = {"seen": lambda s: s.seen + [1, 0], "open": lambda s: s.open | [1 << more, 0]}
    assert "player 1 has 4 quests open, not 3" in says(game, state, added)
    blind = state.copy()
    blind.deck |= -1 << 4 * (int(state.seen[0]) - 1)
    blind.seen[:], blind.open[:] = state.seen - [1, 1], state.open & ~(1 << last)
    assert game.check(blind) == ""
