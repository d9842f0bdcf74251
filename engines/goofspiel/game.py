"""Goofspiel: two players bid equal hands of cards for prizes, at the same time.

Rules: each seat holds the cards 1 to n. Each round a prize, again 1 to n, is turned up; both bid
one card, the higher bid takes the prize's points, and both cards are gone. Equal bids discard the
prize (option `ties=split`: half of it for each). Prizes come in descending order as in OpenSpiel's
benchmark games, in ascending order, or at random: then each is drawn only when it is turned up, so
nobody knows it in advance. After n rounds the higher sum wins (option `payoff=difference`: the lead
counts, as a share of all points). A bad or late bid loses.

An action is a card, 1 to n. The text protocol is the lab's own. Once: the seat, n, the order of the
prizes and what ties do. Each turn: the prize, the seat's own cards, the other's, both sums, and the
two last bids (0 0 at first), its own first. The answer is a card.

Validates positions of Goofspiel: everything except the winning bids follows from the hands, the
prizes to come and who took which.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from engines.checking import WORD, Bounds, members, only
from engines.draws import draw_below
from engines.game import FORFEIT, Game, Parsed, Rules, State
from engines.goofspiel import picture
from engines.goofspiel import rules as r
from engines.goofspiel.editing import CardsEditing
from engines.goofspiel.rules import ASCENDING, MOST, RANDOM, STATE, hash_of
from engines.knobs import choice, integer
from engines.scene import Scene, Target


def bounds(start: State, n: int) -> Bounds:
    """The bounds of each field in a match that began at `start`, with n cards per hand."""
    deck, total = (2 << n) - 2, int(start.total)
    return only(start, "total", "order", "split", "by_lead") | {
        "hash": WORD,
        "hand": (0, deck),
        "left": (0, deck),
        "points": (0, total),
        "won": (0, deck),
        "prize": (0, n),
        "last": (0, n),
        "lost": (0, 3),
    }


def contradictions(s: State, n: int) -> Iterator[str]:
    """What is wrong with a position whose fields are within `bounds`; each check relies on the ones
    before it.
    """
    masks = (*s.hand.tolist(), int(s.left), *s.won.tolist())
    if any(mask & 1 for mask in masks):
        yield "there is no card 0"
    first, second, left, *won = (members(mask) for mask in masks)
    if len(first) != len(second):
        yield f"seat 1 holds {len(first)} cards and seat 2 holds {len(second)}"
    yield from _prizes(s, n, left, n - len(first))
    yield from _points(s, n, left, won)
    yield from _bids(s, n, (first, second))
    if s.lost and not s.prize:
        yield "a seat forfeited after the last round"
    if s.hash != hash_of(s):
        yield "the key is not that of the cards and prizes"


def _prizes(s: State, n: int, left: list[int], played: int) -> Iterator[str]:
    """Checks the current prize and those to come after `played` rounds."""
    prize = int(s.prize)
    if (prize == 0) != (played == n):
        yield f"after {played} of {n} rounds the prize is {prize}"
    if prize in left:
        yield f"prize {prize} is bid for and still to come"
    if len(left) != max(0, n - played - 1):
        yield f"{len(left)} prizes are to come, but {n - played} cards are in each hand"
    due = range(played + 1, n + 1) if s.order == ASCENDING else range(n - played, 0, -1)
    if s.order != RANDOM and prize and (prize != due[0] or left != sorted(due[1:])):
        yield f"prize {prize} and those to come are not in their order"


def _points(s: State, n: int, left: list[int], won: list[list[int]]) -> Iterator[str]:
    """Checks the prizes taken, and their worth in half points."""
    gone = {*range(1, n + 1)} - {*left, int(s.prize)}
    both = {*won[0]} & {*won[1]}
    if both:
        yield f"both seats have won prize {min(both)}"
    early = {*won[0], *won[1]} - gone
    if early:
        yield f"prize {min(early)} is won before it was bid for"
    shared = sum(gone - {*won[0], *won[1]}) if s.split else 0
    for seat, own in enumerate(won):
        if s.points[seat] != 2 * sum(own) + shared:
            yield (
                f"seat {seat + 1} has {s.points[seat] / 2:g} points, but its prizes are worth "
                f"{sum(own) + shared / 2:g}"
            )


def _bids(s: State, n: int, hands: tuple[list[int], ...]) -> Iterator[str]:
    """Checks the last bids: cards that both hands held and no longer hold."""
    for seat, hand in enumerate(hands):
        card = int(s.last[seat])
        if (card == 0) != (len(hand) == n):
            yield f"seat {seat + 1} has played {n - len(hand)} cards, the last one a {card}"
        if card in hand:
            yield f"seat {seat + 1} still holds card {card}, its last bid"


ORDERS = {"descending": "from high to low", "ascending": "from low to high", "random": "at random"}


@dataclass(frozen=True)
class Options:
    """How many cards, and what a prize is."""

    cards: int = integer(
        6, 2, MOST, "Cards", "How many cards each hand has, and prizes there are.", main=True
    )
    prizes: str = choice(
        "descending", ORDERS, "Prizes", "The order in which the prizes are turned up.", main=True
    )
    ties: str = choice(
        "discard",
        {"discard": "discard the prize", "split": "split the prize"},
        "Equal bids",
        "What two equal bids do.",
    )
    payoff: str = choice(
        "win",
        {"win": "win or loss", "difference": "the lead"},
        "Result",
        "What a match is played for.",
    )


class Goofspiel(Game):
    """Goofspiel, the game of pure strategy."""

    name = "goofspiel"
    title = "Goofspiel"
    Options = Options
    dtype = STATE
    simultaneous = True
    legal_depends_on_others = False
    turn_word = "round"
    opens_with = "duct:preset=equilibrium"
    rules = Rules(
        r.to_move,
        r.legal,
        r.is_legal,
        r.step,
        r.is_over,
        r.outcome,
        r.value,
        random_action=r.random_action,
        policy=r.policy,
        key=r.key,
        chance=r.chance,
        settle=r.settle,
    )

    def __init__(self, options: Any = None) -> None:
        super().__init__(options)
        self.cards: int = self.options.cards
        self.max_actions = self.longest = self.cards
        self.graded = self.options.payoff == "difference"
        self.chance = self.options.prizes == "random"
        self.max_outcomes = self.cards - 1 if self.chance else 1
        self.keep_rules()

    @property
    def kernel_key(self) -> tuple[object, ...]:
        return (self.name, self.cards, self.chance)  # the other options are in the state

    def initial(self, seed: int) -> State:
        state, n = self.blank(), self.cards
        state.order = list(ORDERS).index(self.options.prizes)
        state.split = self.options.ties == "split"
        state.by_lead = self.options.payoff == "difference"
        state.hand[:] = (2 << n) - 2
        state.total = n * (n + 1)
        drawn = draw_below(np.random.Generator(np.random.SFC64(seed)), n) + 1
        state.prize = (n, 1, drawn)[state.order]
        state.left = int(state.hand[0]) ^ 1 << int(state.prize)
        state.hash = r.hash_of(state)
        return state

    def bounds(self) -> Bounds:
        return bounds(self.initial(0), self.cards)

    def contradiction(self, state: State) -> str:
        return next(contradictions(state, self.cards), "")

    def editing(self) -> CardsEditing:
        return CardsEditing(self)

    def worth(self, state: State) -> float:
        return int(state.total) / 2

    # -- words -------------------------------------------------------------------------------------

    def position_note(self, seed: int) -> str:
        return f"{self.cards} cards, prizes {ORDERS[self.options.prizes]}"

    def label(self, state: State, agent: int, action: int) -> str:
        return str(action)

    def explain(self, state: State, agent: int, action: int) -> str:
        if self.rules.is_legal(state, agent, action):
            return ""
        if self.rules.is_over(state):
            return "The match is over."
        return (
            f"The {action} is not in this hand any more."
            if 1 <= action <= self.cards
            else f"Choose a card from 1 to {self.cards}."
        )

    def standing(self, state: State, seat: int) -> str:
        points = state.points[seat] / 2
        return f"{points:g} {'point' if points == 1 else 'points'}"

    def score(self, state: State) -> tuple[float, ...]:
        return tuple(points / 2 for points in map(float, state.points))

    def prompt(self, state: State, seat: int) -> str:
        return f"bid a card for the {int(state.prize)}"

    def reason(self, state: State) -> str:
        if not self.rules.is_over(state):
            return ""
        if state.lost:
            return (
                " and ".join(self.agent_name(seat) for seat in (0, 1) if state.lost >> seat & 1)
                + " made an illegal bid"
            )
        mine, theirs = (f"{p / 2:g}" for p in sorted(state.points, reverse=True))
        if mine == theirs:
            return f"a draw, {mine} points each"
        return (
            f"{self.agent_name(int(np.argmax(state.points)))} has more points, {mine} to {theirs}"
        )

    # -- pictures ----------------------------------------------------------------------------------

    def scene(self, state: State) -> Scene:
        return picture.scene(state, self.cards)

    def targets(self, state: State, agent: int) -> Sequence[Target]:
        held = [c for c in range(1, self.cards + 1) if self.rules.is_legal(state, agent, c)]
        return [Target(c, *picture.place(self.cards, agent, c), taken=True) for c in held]

    def cell(self, state: State, agent: int, x: float, y: float) -> int | None:
        return picture.card_at(self.cards, agent, x, y)

    # -- the lab's own text ------------------------------------------------------------------------

    def intro(self, state: State, seat: int) -> list[str]:
        return [f"{seat} {self.cards} {self.options.prizes} {self.options.ties}"]

    def view(self, state: State, seat: int) -> list[str]:
        hands = [
            " ".join(str(c) for c in range(1, self.cards + 1) if state.hand[who] >> c & 1) or "-"
            for who in (seat, 1 - seat)
        ]
        points = " ".join(f"{state.points[who] / 2:g}" for who in (seat, 1 - seat))
        return [
            str(int(state.prize)),
            *hands,
            points,
            f"{int(state.last[seat])} {int(state.last[1 - seat])}",
        ]

    def parse(self, state: State, seat: int, lines: Sequence[str]) -> Parsed:
        line = lines[0] if lines else ""
        found = re.fullmatch(r"([0-9]{1,2})(?: (.*))?", line)
        if found is None:
            return Parsed((FORFEIT,), f"expected a card, got {line!r}" if lines else "no answer")
        if not self.rules.is_legal(state, seat, int(found[1])):
            return Parsed((FORFEIT,), f"{found[1]} is not a card of this hand")
        return Parsed((int(found[1]),), message=found[2] or "")

    def send(self, state: State, seat: int, actions: Sequence[int]) -> list[str]:
        return [str(int(actions[0]))]
