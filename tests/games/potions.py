"""A potion solitaire: turn ingredients into one another by spells and brew five orders; a test game
for beam search.

Rules: four tiers of ingredients, ten at most. Twelve spells, each exhausted by its use until a
rest; those from the fifth on that consume something can be cast up to five times at once. An order
pays its price once. The match ends when all orders are brewed or after `LONGEST` turns. An action
is a spell (8 times its number plus how often), an order (ORDER plus its number) or REST. A bad
answer ends the match.

The 256 problems come from the generator of the speed baseline, so that both can be compared. A
state is one packed number: ingredients in bits 0 to 15, spells that can be cast in 16 to 27, open
orders in 28 to 32, turns in 33 to 40, a forfeit in 41.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from engines.game import FORFEIT, Game, Parsed, Rules, State
from engines.jit import rule
from engines.scene import Circle, Scene

STATE = np.dtype([("bits", np.int64), ("problem", np.uint64)], align=True)
SPELLS, ORDERS, PROBLEMS = 12, 5, 256
MOST = 10  # ingredients
LONGEST = 100
REPEAT = 5
ORDER, REST = 100, 120
CASTABLE = 0xFFF << 16
OPEN = 31 << 28
TURN = 1 << 33
LOST = 1 << 41
START = 3 | CASTABLE | OPEN
WORTH = (0.5, 1.0, 1.5, 2.0)  # of an ingredient of each tier


class _Random:
    """The baseline's generator: xorshift64*."""

    def __init__(self, seed: int) -> None:
        self.s = seed

    def below(self, n: int) -> int:
        self.s ^= self.s >> 12
        self.s = (self.s ^ self.s << 25) & (1 << 64) - 1
        self.s ^= self.s >> 27
        return ((self.s * 0x2545F4914F6CDD1D & (1 << 64) - 1) >> 32) * n >> 32


def problem(seed: int) -> tuple[list[list[int]], list[list[int]]]:
    """Spells as four changes each, orders as four costs and a price."""
    random = _Random(seed * 0x9E3779B97F4A7C15 + 5 & (1 << 64) - 1)
    spells = [[2, 0, 0, 0], [-1, 1, 0, 0], [0, -1, 1, 0], [0, 0, -1, 1]]
    while len(spells) < SPELLS:
        changes = [random.below(6) - 3 for _ in range(4)]
        if (
            1 <= sum((k + 1) * x for k, x in enumerate(changes)) <= 3
            and sum(x != 0 for x in changes) >= 2
        ):
            spells.append(changes)
    orders = []
    for _ in range(ORDERS):
        cost = [0] * 4
        for _ in range(3 + random.below(3)):
            cost[random.below(4)] += 1
        orders.append([*cost, 3 + cost[0] + 2 * cost[1] + 3 * cost[2] + 4 * cost[3]])
    return spells, orders


_problems = [problem(seed) for seed in range(PROBLEMS)]
CHANGE = np.array([spells for spells, _ in _problems])  # [PROBLEMS, SPELLS, 4]
# [PROBLEMS, ORDERS, 4]
COST = np.array([[order[:4] for order in orders] for _, orders in _problems])
PRICE = np.array([[order[4] for order in orders] for _, orders in _problems])  # [PROBLEMS, ORDERS]
PACKED = (CHANGE << [0, 4, 8, 12]).sum(axis=2)  # what is added to the bits of a state
PAID = (COST << [0, 4, 8, 12]).sum(axis=2)
# Eight bits for each tier and for the room for more, and above each of these a guard that is gone
# when the number below it would be negative: one addition changes and checks all five.
GUARDS = 0x8080808080
# [PROBLEMS, SPELLS] and [PROBLEMS, ORDERS] what is added to that
TURNED = (CHANGE << [0, 8, 16, 24]).sum(axis=2) - (CHANGE.sum(axis=2) << 32)
SPENT = (COST.sum(axis=2) << 32) - (COST << [0, 8, 16, 24]).sum(axis=2)
TIMES = np.where((CHANGE < 0).any(axis=2) & (np.arange(SPELLS) >= 4), REPEAT, 1)
# by open orders
EARNED = np.array(
    [[sum(p[k] for k in range(ORDERS) if not mask >> k & 1) for mask in range(32)] for p in PRICE]
)


@rule
def to_move(s: Any) -> int:
    return 0


@rule
def is_over(s: Any) -> bool:
    return s.bits & OPEN == 0 or s.bits >= LONGEST * TURN


@rule
def guarded(bits: int) -> int:
    """The ingredients of a state and the room for more, each beneath its guard."""
    tiers = bits & 0xFFFF
    tiers = (tiers | tiers << 8) & 0x00FF00FF
    tiers = (tiers | tiers << 4) & 0x0F0F0F0F
    room = MOST - (tiers * 0x01010101 >> 24 & 0xFF)
    return tiers | room << 32 | GUARDS


@rule
def legal(s: Any, agent: int, out: Any) -> int:
    """Lists orders that can be paid, spells as often as ingredients and room allow, and rest where
    something is exhausted.
    """
    bits, p = s.bits, s.problem
    if bits & OPEN == 0 or bits >= LONGEST * TURN:
        return 0
    have, n = guarded(bits), 0
    for k in range(ORDERS):
        out[n] = ORDER + k
        n += (bits >> (28 + k) & 1 != 0) & ((have + SPENT[p, k]) & GUARDS == GUARDS)
    for k in range(SPELLS):
        if bits >> (16 + k) & 1:
            left = have
            for times in range(1, TIMES[p, k] + 1):
                left += TURNED[p, k]
                if left & GUARDS != GUARDS:
                    break
                out[n] = k * 8 + times
                n += 1
    if bits & CASTABLE != CASTABLE or n == 0:
        out[n] = REST
        n += 1
    return n


@rule
def is_legal(s: Any, agent: int, action: int) -> bool:
    if is_over(s) or agent != 0:
        return False
    if action == REST:
        return True
    if ORDER <= action < ORDER + ORDERS:
        return s.bits >> (28 + action - ORDER) & 1 != 0 and fits(s, COST, action - ORDER, -1)
    spell, times = action >> 3, action & 7
    known = 0 <= spell < SPELLS and 1 <= times <= TIMES[s.problem, spell]
    return known and s.bits >> (16 + spell) & 1 != 0 and fits(s, CHANGE, spell, times)


@rule
def fits(s: Any, table: Any, row: int, times: int) -> bool:
    """Whether the ingredients stay between none and MOST."""
    total = 0
    for k in range(4):
        left = (s.bits >> 4 * k & 15) + times * table[s.problem, row, k]
        if left < 0:
            return False
        total += left
    return total <= MOST


@rule
def step(s: Any, joint: Any, rng: Any, log: Any) -> None:
    """Casts, brews or rests; a bad answer ends the match."""
    action = joint[0]
    if action < 0:
        s.bits |= LOST
    elif action < ORDER:
        spell = action >> 3
        s.bits = ((s.bits + (action & 7) * PACKED[s.problem, spell]) & ~(1 << (16 + spell))) + TURN
    elif action < REST:
        order = action - ORDER
        s.bits = (s.bits - PAID[s.problem, order] & ~(1 << (28 + order))) + TURN
    else:
        s.bits = (s.bits | CASTABLE) + TURN


@rule
def outcome(s: Any, out: Any) -> None:
    """1 when all is brewed, else by the share of all prices earned."""
    share = EARNED[s.problem, s.bits >> 28 & 31] / EARNED[s.problem, 0]
    out[0] = -1.0 if s.bits >= LOST else 2.0 * share - 1.0


@rule
def value(s: Any, w: Any, out: Any) -> None:
    """Prices earned and the worth of the ingredients."""
    lasting(s, w, out)
    out[0] += EARNED[s.problem, s.bits >> 28 & 31]


@rule
def lasting(s: Any, w: Any, out: Any) -> None:
    """The worth of the ingredients."""
    bits = s.bits
    out[0] = (
        (bits & 15) * WORTH[0]
        + (bits >> 4 & 15) * WORTH[1]
        + (bits >> 8 & 15) * WORTH[2]
        + (bits >> 12 & 15) * WORTH[3]
    )


@rule
def key(s: Any) -> int:
    return s.bits


@rule
def rest(s: Any, agent: int) -> int:
    return REST


class Potions(Game):
    """Spells turn ingredients into one another, orders turn them into gold."""

    name = "potions"
    title = "Potions"
    dtype = STATE
    agents = 1
    owner = (0,)
    zero_sum = False
    legal_depends_on_others = False
    max_actions = ORDERS + 8 * REPEAT + SPELLS + 1
    longest = LONGEST
    value_range = (0.0, 150.0)
    rules = Rules(
        to_move, legal, is_legal, step, is_over, outcome, value, key=key, lasting=lasting, rest=rest
    )

    def __init__(self, options: Any = None) -> None:
        super().__init__(options)
        self.keep_rules()

    def initial(self, seed: int) -> State:
        state = self.blank()
        state.bits, state.problem = START, seed % PROBLEMS
        return state

    def label(self, state: State, agent: int, action: int) -> str:
        if action >= ORDER:
            return "rest" if action == REST else f"brew {action - ORDER + 1}"
        return f"cast {action // 8 + 1} x{action % 8}"

    def reason(self, state: State) -> str:
        return "the last turn is over" if self.rules.is_over(state) else ""

    def advantage(self, state: State, seat: int) -> float:
        result = np.zeros(1)
        self.rules.outcome(state, result)
        return float(result[0])

    def scene(self, state: State) -> Scene:
        items = [
            Circle(tier + 0.5, k + 0.5, 0.4, fill="ink", id=f"{tier}.{k}")
            for tier in range(4)
            for k in range(state.bits >> 4 * tier & 15)
        ]
        return Scene(0, 0, 4, MOST, items=tuple(items))

    def view(self, state: State, seat: int) -> list[str]:
        return [str(int(state.problem)), str(int(state.bits))]

    def parse(self, state: State, seat: int, lines: Sequence[str]) -> Parsed:
        word = lines[0] if lines else ""
        if word.isdecimal() and len(word) < 4 and self.rules.is_legal(state, seat, int(word)):
            return Parsed((int(word),))
        return Parsed((FORFEIT,), f"{word!r} is not a legal action")

    def send(self, state: State, seat: int, actions: Sequence[int]) -> list[str]:
        return [str(int(actions[0]))]
