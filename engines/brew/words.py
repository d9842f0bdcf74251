"""Witch's Brew in words: actions, why they are refused, the prompt, and the events of a turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engines.brew.actions import BREW, CAST, KIND, LEARN, NUMBER, REST, WAIT, affords, place_of
from engines.brew.cards import DELTA, FIRST_ORDER, LAST_ORDER, NEED, PRICE, REPEATABLE, ROOM, SPELLS
from engines.brew.rules import bonus
from engines.brew.state import SEATS
from engines.game import State
from engines.scene import Event

SHAPES = ("circle", "square", "triangle", "diamond")  # of the tiers on the board


def parts(action: int) -> tuple[int, int, int]:
    """Kind, number and times of an action."""
    return int(action) >> KIND << KIND, int(action) >> NUMBER & 255, int(action) & 15


def formula(spell: int) -> str:
    """What a spell changes: "+2 0 0 −1"."""
    return " ".join(signed(n) if n else "0" for n in DELTA[spell].tolist())


def signed(number: int) -> str:
    """A number with its sign, a true minus."""
    return f"{number:+d}".replace("-", "−")


def label(s: State, action: int) -> str:
    kind, number, times = parts(action)
    if kind == BREW:
        place = int(place_of(s.orders, number))
        return (
            f"Brew order {number}: "
            f"{int(PRICE[number]) + (int(bonus(s, place)) if place >= 0 else 0)} rupees"
        )
    if kind == LEARN:
        return f"Learn spell {number}: {formula(number)}"
    if kind == CAST:
        return f"Cast {formula(number)}" + (f" ×{times}" if times > 1 else "")
    return "Rest" if kind == REST else "Wait"


def missing(held: Sequence[int], needed: Sequence[int]) -> str:
    """What is missing, by the shapes on the board: "2 squares, 1 diamond"."""
    return ", ".join(
        ingredients(n - h, tier)
        for tier, (h, n) in enumerate(zip(held, needed, strict=True))
        if n > h
    )


def ingredients(count: int, tier: int) -> str:
    """Ingredients of a tier by their shape: "2 squares"."""
    return f"{count} {SHAPES[tier]}{'' if count == 1 else 's'}"


def refusal(s: State, agent: int, action: int) -> str:
    """Why an illegal action is illegal."""
    kind, number, times = parts(action) if action >= 0 else (-1, 0, 0)
    held = s.inv[agent].tolist()
    if s.over:
        return "The match is over."
    if kind == BREW and FIRST_ORDER <= number < LAST_ORDER and number in s.orders:
        return f"Order {number} needs {missing(held, NEED[int(s.easy), number].tolist())} more."
    if kind == LEARN and number in s.tome:
        place = s.tome.tolist().index(number)
        return f"This spell costs {ingredients(place, 0)}, and you hold {held[0]}."
    if kind == CAST and number < SPELLS:
        return _no_cast(s, agent, number, times)
    if kind == REST:
        return "No spell is exhausted."
    return "Choose a card that is there."


def _no_cast(s: State, agent: int, spell: int, times: int) -> str:
    after = s.inv[agent] + times * DELTA[spell]
    if not int(s.owned[agent]) >> spell & 1:
        return "You have not learnt this spell."
    if not int(s.ready[agent]) >> spell & 1:
        return "This spell is exhausted: rest first."
    if times > 1 and not REPEATABLE[spell]:
        return "This spell can be cast only once a turn."
    if after.min() < 0:
        return (
            f"This needs {missing(s.inv[agent].tolist(), (-times * DELTA[spell]).tolist())} more."
        )
    return f"There is room for {ROOM} ingredients; these would be {int(after.sum())}."


def prompt(s: State, seat: int) -> str:
    """What a person is prompted to do."""
    brews = [int(n) for n in s.orders if affords(s, seat, int(n))]
    tired = int(s.owned[seat] & ~s.ready[seat]).bit_count()
    if brews:
        return f"brew order {' or '.join(map(str, brews))}, or prepare another"
    if not s.owned[seat]:
        return "nothing can be brewed: wait"
    return "cast or learn a spell" + (
        f", or rest: {tired} {'is' if tired == 1 else 'are'} exhausted" if tired else ""
    )


def events(before: State, after: State, names: Sequence[str]) -> Iterator[Event]:
    """What was brewed and learnt in a turn, and who was disqualified."""
    for p in range(SEATS):
        if after.out >> p & 1 and not before.out >> p & 1:
            yield Event("out", p, f"{names[p]} is out")
            continue
        kind, number, _ = parts(after.last[p])
        if kind == BREW:
            earned = int(after.score[p] - before.score[p])
            said = f"{names[p]} brewed order {number} for {earned} rupees"
            yield Event("brew", p, said, str(earned), repeats=True)
        elif kind == LEARN:
            yield Event("learn", p, f"{names[p]} learnt {formula(number)}", repeats=True)


def done(s: State, seat: int) -> str:
    """What a seat did in the last turn, in brief."""
    kind, number, times = parts(s.last[seat])
    if not s.turn or s.out >> seat & 1:
        return "out" if s.out >> seat & 1 else ""
    if kind == BREW:
        return f"brewed order {number}"
    if kind == LEARN:
        return f"learnt {formula(number)}"
    if kind == CAST:
        return f"cast {formula(number)}" + (f" ×{times}" if times > 1 else "")
    return {REST: "rested", WAIT: "waited"}[kind]
