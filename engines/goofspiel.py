"""Goofspiel: two players bid equal hands of cards for prizes, at the same time.

Rules: each seat holds the cards 1 to n. Each round a prize, again 1 to n, is turned up; both bid
one card, the higher bid takes the prize's points, and both cards are gone. Equal bids discard the
prize (option `ties=split`: half of it for each). Prizes come in descending order as in OpenSpiel's
benchmark games, in ascending order, or at random: then the next one is drawn when it is turned up,
and nobody knows it before. After n rounds the higher sum wins (option `payoff=difference`: the lead
counts, as a share of all points). A bad or late bid loses.

An action is a card, 1 to n. The text protocol is the lab's own. Once: the seat, n, the order of the
prizes and what ties do. Each turn: the prize, the seat's own cards, the other's, both sums, and the
two last bids (0 0 at first), its own first. The answer is a card.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from engines.game import FORFEIT, SIMULTANEOUS, Game, Parsed, Rules, State
from engines.jit import inlined, rule
from engines.knobs import choice, integer
from engines.scene import AnyItem, Mark, Rect, Scene, Target, Text

MOST = 13  # cards a hand
STATE = np.dtype(
    [
        ("hash", np.uint64),  # the Zobrist key of hands and prizes, kept up to date
        ("hand", np.int32, (2,)),  # a mask per seat, bit c for card c
        ("left", np.int32),  # the prizes that are still to come, a mask
        ("points", np.int32, (2,)),  # in half points, so that a split prize stays whole
        ("total", np.int32),  # of all prizes, in half points
        ("won", np.int32, (2,)),  # the prizes each seat has taken alone, a mask
        ("prize", np.int16),  # what is bid for, 0 when all is over
        ("last", np.int16, (2,)),  # the bids of the last round, 0 at the start
        ("lost", np.int8),  # a bit for each seat that forfeited
        ("order", np.int8),  # of the prizes, an index of ORDERS
        ("split", np.int8),  # whether equal bids share the prize
        ("by_lead", np.int8),  # whether the result is the lead, else won or lost
    ],
    align=True,
)

ORDERS = {"descending": "from high to low", "ascending": "from low to high", "random": "at random"}
DESCENDING, ASCENDING, RANDOM = range(3)
WIDE, HIGH = 0.84, 1.26  # of a card, world units
ROWS = (4.2, 0.1)  # where each seat's hand lies
_HOLDS = np.arange(1 << MOST)[:, None] >> np.arange(MOST) & 1  # [mask >> 1, card - 1]
COUNT = _HOLDS.sum(1)
REAL_COUNT = COUNT.astype(np.float64)  # spares the playout a conversion
NTH = np.zeros((1 << MOST, 16), np.int32)  # [mask >> 1, n] the card that is the n-th of a hand
NTH[:, :MOST] = np.where(
    np.arange(MOST) < COUNT[:, None], np.argsort(-_HOLDS, axis=1, stable=True) + 1, 0
)
# [hand 0, hand 1, to come, prize; card]
ZOBRIST = np.random.Generator(np.random.SFC64(13)).integers(0, 2**64, (4, MOST + 1), np.uint64)
ZOBRIST_LEAD = np.random.Generator(np.random.SFC64(91)).integers(
    0, 2**64, 2 * MOST * (MOST + 1) + 1, np.uint64
)  # in half points, from the middle
ZOBRIST_LOST = np.random.Generator(np.random.SFC64(4)).integers(0, 2**64, 4, np.uint64)


@inlined
def to_move(s: Any) -> int:
    return SIMULTANEOUS


@inlined
def is_over(s: Any) -> bool:
    return s.prize == 0 or s.lost != 0


@inlined
def legal(s: Any, agent: int, out: Any) -> int:
    """Lists the seat's cards from low to high."""
    n = 0 if is_over(s) else COUNT[s.hand[agent] >> 1]
    for k in range(n):
        out[k] = NTH[s.hand[agent] >> 1, k]
    return n


@inlined
def is_legal(s: Any, agent: int, action: int) -> bool:
    return not is_over(s) and 1 <= action <= MOST and (s.hand[agent] >> action & 1) != 0


@inlined
def random_action(s: Any, agent: int, rng: Any) -> int:
    """A uniformly drawn card."""
    cards = s.hand[agent] >> 1
    return NTH[cards, int(rng.random() * REAL_COUNT[cards])]


@inlined
def bid(s: Any, joint: Any) -> bool:
    """Plays both cards and pays the prize; False if a bid was illegal, which loses at once."""
    first, second = joint[0], joint[1]
    s.lost = (0 if is_legal(s, 0, first) else 1) | (0 if is_legal(s, 1, second) else 2)
    if s.lost != 0:
        return False
    s.hand[0] ^= 1 << first
    s.hand[1] ^= 1 << second
    s.hash ^= ZOBRIST[0, first] ^ ZOBRIST[1, second]
    s.last[0], s.last[1] = first, second
    if first > second:
        s.points[0] += 2 * s.prize
        s.won[0] |= 1 << s.prize
    elif second > first:
        s.points[1] += 2 * s.prize
        s.won[1] |= 1 << s.prize
    elif s.split != 0:
        s.points[0] += s.prize
        s.points[1] += s.prize
    return True


@inlined
def turn_up(s: Any, k: int) -> None:
    """Makes the k-th lowest of the prizes to come the next one; there is no next one after the
    last.
    """
    prize = NTH[s.left >> 1, k]
    s.hash ^= ZOBRIST[3, s.prize] ^ ZOBRIST[3, prize]
    if prize != 0:
        s.hash ^= ZOBRIST[2, prize]
        s.left ^= 1 << prize
    s.prize = prize


@inlined
def step(s: Any, joint: Any, rng: Any, log: Any) -> None:
    """Plays a round and turns up the next prize, drawn if their order is random."""
    if bid(s, joint):
        n = COUNT[s.left >> 1]
        if s.order == RANDOM and n > 0:
            turn_up(s, int(rng.random() * n))
        else:
            turn_up(s, n - 1 if s.order == DESCENDING and n > 0 else 0)


@rule
def chance(s: Any, joint: Any, probs: Any) -> int:
    """Which prize comes next: each that is left with the same chance where their order is
    random.
    """
    fine = is_legal(s, 0, joint[0]) and is_legal(s, 1, joint[1])
    n = COUNT[s.left >> 1] if fine and s.order == RANDOM and s.left != 0 else 1
    for k in range(n):
        probs[k] = 1.0 / n
    return n


@rule
def settle(s: Any, joint: Any, k: int) -> None:
    """`step` with the k-th lowest prize to come."""
    if bid(s, joint):
        n = COUNT[s.left >> 1]
        turn_up(s, n - 1 if s.order == DESCENDING and n > 0 else k)


@rule
def value(s: Any, w: Any, out: Any) -> None:
    """The result; while rounds are left, the lead as a share of all points."""
    lead = s.points[0] - s.points[1]
    out[0] = lead / s.total
    if s.lost != 0:
        out[0] = float((s.lost >> 1) - (s.lost & 1))
    elif s.prize == 0 and s.by_lead == 0:
        out[0] = 1.0 if lead > 0 else -1.0 if lead < 0 else 0.0
    out[1] = -out[0]


@rule
def outcome(s: Any, out: Any) -> None:
    """The result, 0 while rounds are left."""
    value(s, out, out)
    if not is_over(s):
        out[0] = 0.0
        out[1] = 0.0


@rule
def policy(s: Any, agent: int, rng: Any) -> int:
    """Bids the card that is nearest to the prize, of two as near the higher."""
    best, best_gap = 0, 100
    cards = s.hand[agent] >> 1
    for k in range(COUNT[cards]):
        gap = abs(NTH[cards, k] - s.prize)
        if gap <= best_gap:
            best, best_gap = NTH[cards, k], gap
    return best


@inlined
def key(s: Any) -> int:
    """The Zobrist key: hands, prizes, the lead, and who forfeited; who won which prize decides
    nothing more.
    """
    return (
        s.hash ^ ZOBRIST_LEAD[s.points[0] - s.points[1] + MOST * (MOST + 1)] ^ ZOBRIST_LOST[s.lost]
    )


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
    rules = Rules(
        to_move,
        legal,
        is_legal,
        step,
        is_over,
        outcome,
        value,
        random_action=random_action,
        policy=policy,
        key=key,
        chance=chance,
        settle=settle,
    )

    def __init__(self, options: Any = None) -> None:
        super().__init__(options)
        self.cards: int = self.options.cards
        self.max_actions = self.longest = self.cards
        self.chance = self.options.prizes == "random"
        self.max_outcomes = self.cards - 1 if self.chance else 1
        self.keep_rules()

    @property
    def kernel_key(self) -> tuple[object, ...]:
        return (self.name, self.cards, self.chance)  # the other options lie in the state

    def initial(self, seed: int) -> State:
        state, n = self.blank(), self.cards
        state.order = list(ORDERS).index(self.options.prizes)
        state.split = self.options.ties == "split"
        state.by_lead = self.options.payoff == "difference"
        state.hand[:] = (2 << n) - 2
        state.total = n * (n + 1)
        drawn = int(np.random.Generator(np.random.SFC64(seed)).random() * n) + 1
        state.prize = (n, 1, drawn)[state.order]
        state.left = int(state.hand[0]) ^ 1 << int(state.prize)
        state.hash = ZOBRIST[3, state.prize]
        for card in range(1, n + 1):
            state.hash ^= (
                ZOBRIST[0, card]
                ^ ZOBRIST[1, card]
                ^ (ZOBRIST[2, card] if card != state.prize else np.uint64(0))
            )
        return state

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
        wide, middle = self._width, self._width / 2
        still: list[AnyItem] = [
            Rect(-1.5, 1.75, wide + 1.7, 2.1, fill="field", stroke="line", rounding=6)
        ]
        still += [
            Text(-1.2, 2.05, "last bids", "ink2", 11, anchor="left"),
            Text(wide - 0.1, 2.05, "to come", "ink2", 11, anchor="right"),
        ]
        items: list[AnyItem] = []
        for seat in (0, 1):
            y = ROWS[seat] + HIGH / 2
            still.append(Mark(-1.1, y, seat, size=16))
            items.append(
                Text(
                    -0.5,
                    y,
                    f"{state.points[seat] / 2:g}",
                    "ink",
                    0.42,
                    True,
                    world=True,
                    id=f"points{seat}",
                )
            )
            items += self._hand(state, seat)
        small = [c for c in range(1, self.cards + 1) if state.left >> c & 1]
        if self.options.prizes == "descending":
            small.reverse()  # as they come
        for at, prize in enumerate(small):
            x = wide - 0.1 - (len(small) - at) * min(0.5, (middle - 1.0) / max(1, len(small)))
            items += _card(x, 2.5, 0.42, 0.64, prize, "mark", "mark_edge", f"prize{prize}")
        for seat in (0, 1):
            # it flies to its winner and is gone
            for prize in (c for c in range(1, self.cards + 1) if state.won[seat] >> c & 1):
                items += _card(
                    -0.8,
                    ROWS[seat] + 0.3,
                    0.42,
                    0.64,
                    prize,
                    "mark",
                    "mark_edge",
                    f"prize{prize}",
                    0.0,
                )
        if state.prize:
            items += _card(
                middle - 0.6,
                1.9,
                1.2,
                1.8,
                int(state.prize),
                "mark",
                "mark_edge",
                f"prize{int(state.prize)}",
            )
        return Scene(
            -1.7, -0.2, wide + 2.1, ROWS[0] + HIGH + 0.4, still=tuple(still), items=tuple(items)
        )

    @property
    def _width(self) -> float:
        return max(7.0, float(self.cards))

    def _left(self, card: int) -> float:
        """The left edge of a card's place in the hands."""
        return (self._width - self.cards) / 2 + card - 1 + (1 - WIDE) / 2

    def _hand(self, state: State, seat: int) -> list[AnyItem]:
        """A seat's cards: those bid before are faint in their places, the last one lies on the
        table.
        """
        found: list[AnyItem] = []
        for card in range(1, self.cards + 1):
            held, last = bool(state.hand[seat] >> card & 1), card == state.last[seat]
            x, y = (seat - 1.05, 2.35) if last else (self._left(card), ROWS[seat])
            found += _card(
                x,
                y,
                WIDE,
                HIGH,
                card,
                "field",
                f"seat{seat}",
                f"card{seat}.{card}",
                1.0 if held or last else 0.18,
            )
        return found

    def targets(self, state: State, agent: int) -> Sequence[Target]:
        held = [c for c in range(1, self.cards + 1) if self.rules.is_legal(state, agent, c)]
        return [Target(c, self._left(c), ROWS[agent], WIDE, HIGH, taken=True) for c in held]

    def cell(self, state: State, agent: int, x: float, y: float) -> int | None:
        card = int(x - self._left(1)) + 1 if x >= self._left(1) else 0
        return card if 1 <= card <= self.cards and ROWS[agent] <= y <= ROWS[agent] + HIGH else None

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


def _card(
    x: float,
    y: float,
    w: float,
    h: float,
    number: int,
    fill: str,
    stroke: str,
    name: str,
    alpha: float = 1.0,
) -> list[AnyItem]:
    """A card with its number."""
    card = Rect(x, y, w, h, fill=fill, stroke=stroke, width=1.8, rounding=5, id=name, alpha=alpha)
    return [
        card,
        Text(
            x + w / 2,
            y + h / 2,
            str(number),
            "ink",
            0.5 * w,
            True,
            world=True,
            id=f"{name}.text",
            alpha=alpha,
        ),
    ]
