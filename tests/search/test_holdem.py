"""Texas Hold'em odds: every hand against a plain evaluation, exact shares, and invalid input."""

from __future__ import annotations

import itertools
from collections import Counter
from typing import Any

import numpy as np
import pytest

from engines.jit import rule
from engines.knobs import KnobError, make
from search.base import generator
from search.estimators.base import Samples
from search.estimators.holdem import Holdem
from search.estimators.holdem.cards import RANKS, cards, deck, rank_table, strength, words

# by kind, high card first
SEVEN = [
    23_294_460,
    58_627_800,
    31_433_400,
    6_461_620,
    6_180_020,
    4_047_644,
    3_473_184,
    224_848,
    41_584,
]


def odds(hand: str, board: str = "", samples: int = 100, seed: int = 1) -> Holdem:
    return Holdem(make(Samples, {"samples": samples}), seed, {"hand": hand, "board": board})


def exact(hand: str, board: str = "") -> list[float]:
    found = [q.exact for q in odds(hand, board).snapshot().quantities]
    assert None not in found and sum(x for x in found if x is not None) == pytest.approx(1.0)
    return [x for x in found if x is not None]


# -- how strong five of seven are ------------------------------------------------------------------


@rule
def kinds(cards: Any, table: Any, found: Any) -> None:
    """Counts the kinds of all sets of seven cards into `found` [9]."""
    n = cards.size
    for a in range(n):
        for b in range(a + 1, n):
            for c in range(b + 1, n):
                for d in range(c + 1, n):
                    four = cards[a] | cards[b] | cards[c] | cards[d]
                    for e in range(d + 1, n):
                        for f in range(e + 1, n):
                            for g in range(f + 1, n):
                                found[
                                    strength(four | cards[e] | cards[f] | cards[g], table) >> 26
                                ] += 1


def test_every_kind_of_hand_is_as_frequent_as_it_should_be() -> None:
    """Over all 133,784,560 sets of seven cards."""
    found = np.zeros(9, np.int64)
    kinds(np.array(deck(), np.int64), rank_table(), found)
    assert found.tolist() == SEVEN


def plain(held: list[str]) -> tuple[int, list[int]]:
    """The category of five cards and the tie-breaks within it, straight from the rules."""
    ranks = sorted((RANKS.index(card[0]) for card in held), reverse=True)
    groups = sorted(Counter(ranks).items(), key=lambda item: (-item[1], -item[0]))
    counts, order = [n for _, n in groups], [rank for rank, _ in groups]
    flush = len({card[1] for card in held}) == 1
    if ranks == [12, 3, 2, 1, 0]:
        order = [3]
    straight = order == [3] or (len(order) == 5 and order[0] - order[4] == 4)
    shapes = {(4, 1): 7, (3, 2): 6, (3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1}
    kind = (
        8 if straight and flush else 5 if flush else 4 if straight else shapes.get(tuple(counts), 0)
    )
    return kind, order


def best(held: list[str]) -> tuple[int, list[int]]:
    return max(plain(list(five)) for five in itertools.combinations(held, 5))


def test_seven_cards_are_ordered_as_by_the_rules() -> None:
    rng, names = generator(4), [rank + suit for rank in RANKS for suit in "cdhs"]
    for _ in range(400):
        drawn = [names[int(k)] for k in rng.permutation(52)[:9]]
        first, second = drawn[:7], drawn[2:]
        values = [strength(sum(cards("".join(seven))), rank_table()) for seven in (first, second)]
        ours = int(values[0] > values[1]) - int(values[0] < values[1])
        theirs = int(best(first) > best(second)) - int(best(first) < best(second))
        assert ours == theirs and values[0] >> 26 == best(first)[0]


# -- shares ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "share"),
    [("AsAh KdKc", 0.812555), ("AsAh KsKc", 0.819461), ("AsAh KsKh", 0.826366), ("AsKs AdKd", 0.5)],
)
def test_shares_before_the_flop(hand: str, share: float) -> None:
    """All 1,712,304 boards: aces beat kings in 81.95 % with one suit in common, as in the published
    tables, which is also the mean.
    """
    assert odds(hand).deals == 1_712_304
    assert exact(hand)[0] == pytest.approx(share, abs=2e-6)


def test_shares_on_a_flop_are_those_of_a_plain_count() -> None:
    hands, flop = [["As", "Kd"], ["7h", "6h"]], ["Ah", "5h", "2c"]
    left = [r + s for r in RANKS for s in "cdhs" if r + s not in [*hands[0], *hands[1], *flop]]
    won = 0.0
    for two in itertools.combinations(left, 2):
        first, second = (best([*hand, *flop, *two]) for hand in hands)
        won += 1.0 if first > second else 0.5 if first == second else 0.0
    assert exact("AsKd 7h6h", "Ah5h2c")[0] == pytest.approx(won / 990)


def test_an_unknown_hand_is_counted_once_the_flop_lies() -> None:
    assert odds("AsAh ??", "Ad2c2d").deals == 1_070_190
    assert exact("AsAh ??", "Ad2c2d")[0] > 0.99 and odds("AsAh").snapshot().exact is None
    assert exact("?? 3c4c", "AsKsQsJsTs") == [0.5, 0.5], "the board plays"


@pytest.mark.parametrize(
    ("hand", "board"),
    [("AsAh KdKc", ""), ("AsKs QhQd 7c7d", ""), ("9c8c ??", "TcJd2h"), ("AsKs AdKd", "")],
)
def test_samples_tend_to_the_exact_shares(hand: str, board: str) -> None:
    estimator = odds(hand, board, 100_000)
    estimator.advance(100_000)
    for each in estimator.snapshot().quantities:
        assert each.exact is not None and abs(each.value - each.exact) < 4 * each.error


def test_unknown_hands_are_alike() -> None:
    estimator = odds("?? ?? ?? ?? ?? ?? ?? ?? ??", samples=100_000)
    estimator.advance(100_000)
    found = estimator.snapshot().quantities
    assert sum(q.value for q in found) == pytest.approx(1.0) and all(
        abs(q.value - 1 / 9) < 5 * q.error for q in found
    )


def test_the_last_deal_is_drawn() -> None:
    estimator = odds("AsAh ??", "2c7dTh")
    before = estimator.snapshot().scene
    estimator.advance(100)
    scene = estimator.snapshot().scene
    assert before is not None and scene is not None
    faces = [item.text for item in scene.items if hasattr(item, "text")]
    assert len(set(faces)) == 9 and {"A♠", "A♥", "2♣", "7♦", "T♥"} <= set(faces)
    assert [item.text for item in before.items if hasattr(item, "text")].count("?") == 2


# -- what is read ----------------------------------------------------------------------------------


def test_cards_are_read_in_many_spellings() -> None:
    assert cards("As, 10h tD2c") == [1 << 60, 1 << 40, 1 << 24, 1]
    assert [words(card) for card in cards("As10hTd2c")] == ["A♠", "T♥", "T♦", "2♣"]
    assert [q.name for q in odds("As Ah ?? Kd,Kc").snapshot().quantities] == [
        "A♠ A♥",
        "any hand 2",
        "K♦ K♣",
    ]


@pytest.mark.parametrize(
    ("hand", "board", "sentence"),
    [
        ("AsAx", "", "Ax is not a card"),
        ("AsAhKd", "", "A hand has two cards"),
        ("AsAh AsKd", "", "A♠ is there twice."),
        ("AsAh", "Ah2c3c", "A♥ is there twice."),
        ("AsAh", "2c", "none, 3, 4 or 5 cards, not 1"),
        ("", "", "1 to 9 hands, not 0"),
        ("??" * 10, "", "1 to 9 hands, not 10"),
        ("A", "", "A is not a card"),
    ],
)
def test_what_cannot_be_read_is_one_sentence(hand: str, board: str, sentence: str) -> None:
    with pytest.raises(KnobError, match="^[^.]*" + sentence.replace("?", r"\?")) as caught:
        odds(hand, board)
    assert str(caught.value).endswith(".")
