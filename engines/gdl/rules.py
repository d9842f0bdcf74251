"""The rules of all sheets: they read a sheet's tables at the address in the state. One set for each
way to play, whatever the sheet.

The state's fields, those that end in "_" being working memory, which no file holds: `facts`, bits
of those that hold; `turn`; `chosen` [A], what roles have chosen in a turn in which several have a
choice though the sheet takes turns; `lost`, who gave no legal answer; `over_`, `mover_`, `points_`
[A] of the end, `hash_`, `most_` turns, `zero_` if goals have one sum, `net_` and `size_` of the
tables, `w_`, and `used_`, how many bytes of the record are used.
"""

from __future__ import annotations

from dataclasses import fields, replace
from functools import cache
from typing import Any

import numpy as np

from engines import jit
from engines.addresses import tables_at
from engines.draws import draw_below
from engines.game import PASS, SIMULTANEOUS, Rules
from engines.gdl import core, moves, unit
from engines.gdl.layout import CHANCE, KEYS, MOVE_OFF, ROLES, W_COUNT, W_ROOM
from engines.standing_in import forfeits_lose

MODULE = __name__


@jit.inlined
def key_of(t: Any, fact: int) -> Any:
    """The Zobrist number of a fact, of 62 bits."""
    at = t[KEYS] + 2 * fact
    return np.uint64((np.int64(t[at]) << 31) | np.int64(t[at + 1]))


@jit.rule
def next_free(t: Any, s: Any, after: int) -> int:
    """The next player with a choice after a role, none having chosen yet; -1 if there is none."""
    for role in range(after + 1, t[ROLES] - t[CHANCE]):
        if s.w_[t[W_COUNT] + role] > 1:
            return role
    return -1


@jit.rule
def finish(t: Any, s: Any) -> None:
    """Works out who moves, or whether the match is over."""
    players, some = t[ROLES] - t[CHANCE], -1
    mover = next_free(t, s, -1)
    for role in range(players):
        if s.w_[t[W_COUNT] + role] > 0 and some < 0:
            some = role
    s.mover_ = mover if mover >= 0 else max(some, 0)
    s.over_ = core.is_terminal(t, s.w_) or s.turn >= s.most_ or some < 0
    if s.over_:
        unit.goals(t, s.w_, s.points_)
        s.mover_ = 0


@jit.rule
def turned(t: Any, s: Any) -> None:
    """The next position, once all roles chose."""
    room = t[W_ROOM]
    n = unit.advance(t, s.w_)
    for k in range(n):
        fact = s.w_[room + k]
        s.facts[fact >> 5] ^= np.uint32(1 << (fact & 31))
        s.hash_ ^= key_of(t, fact)
    unit.settle_position(t, s.w_)
    s.turn += 1
    finish(t, s)


@cache
def rules_for(in_turn: bool, chance: bool, few: bool) -> Rules:
    """The rules of sheets of a kind; `few` says that what chance draws can be listed."""

    @jit.inlined
    def tables(s: Any) -> Any:
        return tables_at(s.net_, s.size_)

    @jit.rule
    def to_move(s: Any) -> int:
        return int(s.mover_) if in_turn else SIMULTANEOUS

    @jit.rule
    def asked(t: Any, s: Any, agent: int) -> bool:
        """Whether an agent is asked: in turn the mover, else whoever has a choice; all of them
        where nobody has.
        """
        if in_turn:
            return bool(s.mover_ == agent)
        return s.w_[t[W_COUNT] + agent] > 1 or next_free(t, s, -1) < 0

    @jit.rule
    def legal(s: Any, agent: int, out: Any) -> int:
        t = tables(s)
        return moves.legal_moves(t, s.w_, agent, out) if asked(t, s, agent) else 0

    @jit.rule
    def is_legal(s: Any, agent: int, action: int) -> bool:
        t = tables(s)
        count = t[t[MOVE_OFF] + agent + 1] - t[t[MOVE_OFF] + agent]
        if action < 0 or action >= count or not asked(t, s, agent):
            return False
        return moves.may_do(t, s.w_, agent, action)

    @jit.rule
    def decide(t: Any, s: Any, joint: Any) -> bool:
        """Has the players do what they chose; False if another one still has to choose."""
        players = t[ROLES] - t[CHANCE]
        if in_turn:
            s.chosen[s.mover_] = joint[s.mover_]
            waiting = next_free(t, s, s.mover_)
            if waiting >= 0:
                s.mover_ = waiting
                s.turn += 1
                s.over_ = s.turn >= s.most_
                if s.over_:
                    unit.goals(t, s.w_, s.points_)
                return False
        for role in range(players):
            move = s.chosen[role] if in_turn else joint[role]
            if move < 0:
                move = moves.kth_move(t, s.w_, role, 0)
            unit.choose(t, s.w_, role, move)
            s.chosen[role] = PASS
        return True

    @jit.rule
    def step(s: Any, joint: Any, rng: Any, log: Any) -> None:
        t = tables(s)
        if decide(t, s, joint):
            if chance:
                role = t[ROLES] - 1
                count = s.w_[t[W_COUNT] + role]
                drawn = draw_below(rng, count) if count > 1 else 0
                unit.choose(t, s.w_, role, moves.kth_move(t, s.w_, role, drawn))
            turned(t, s)

    @jit.rule
    def is_over(s: Any) -> bool:
        return s.over_ != 0

    @jit.rule
    def outcome(s: Any, out: Any) -> None:
        total = 0
        for agent in range(out.size):
            total += max(0, s.points_[agent])
        for agent in range(out.size):
            points = max(0, s.points_[agent])
            if s.over_ == 0:
                out[agent] = 0.0
            elif s.zero_ != 0:
                mean = total / out.size
                out[agent] = (points - mean) / max(mean, 100.0 - mean)
            else:
                out[agent] = points / 50.0 - 1.0

    @jit.rule
    def value(s: Any, w: Any, out: Any) -> None:
        outcome(s, out)

    @jit.rule
    def random_action(s: Any, agent: int, rng: Any) -> int:
        t = tables(s)
        count = s.w_[t[W_COUNT] + agent]
        if count == 0 or not asked(t, s, agent):
            return PASS
        return moves.kth_move(t, s.w_, agent, draw_below(rng, count) if count > 1 else 0)

    @jit.rule
    def key(s: Any) -> Any:
        found = s.hash_ ^ (np.uint64(s.turn) << np.uint64(40))  # facts may be those of before
        for agent in range(s.chosen.size):
            if s.chosen[agent] >= 0:
                found ^= np.uint64((s.chosen[agent] + 1) << (5 * agent + 8))
        return found

    @jit.rule
    def outcomes(s: Any, joint: Any, probs: Any) -> int:
        t = tables(s)
        count = max(1, s.w_[t[W_COUNT] + t[ROLES] - 1])
        if in_turn and next_free(t, s, s.mover_) >= 0:
            count = 1
        for k in range(count):
            probs[k] = 1.0 / count
        return count

    @jit.rule
    def settle(s: Any, joint: Any, k: int) -> None:
        t = tables(s)
        if decide(t, s, joint):
            role = t[ROLES] - 1
            unit.choose(t, s.w_, role, moves.kth_move(t, s.w_, role, k))
            turned(t, s)

    @jit.rule
    def features(s: Any, seat: int, out: Any) -> int:
        """The facts that hold are rows; each seat has its own. Nothing but `facts` is read."""
        start, n = 32 * s.facts.size * seat, 0
        for place in range(s.facts.size):
            word = s.facts[place]
            for bit in range(32 if word != 0 else 0):
                if (word >> bit) & 1:
                    out[n] = start + 32 * place + bit
                    n += 1
        return n

    @jit.rule
    def changes(before: Any, after: Any, action: int, out: Any) -> int:
        start, n = 32 * after.facts.size * to_move(after), 0
        for place in range(after.facts.size):
            word = before.facts[place] ^ after.facts[place]
            for bit in range(32 if word != 0 else 0):
                if (word >> bit) & 1:
                    row = 1 + start + 32 * place + bit
                    out[n] = row if (after.facts[place] >> bit) & 1 else -row
                    n += 1
        return n

    made = Rules(to_move, legal, is_legal, step, is_over, outcome, value, random_action, key=key)
    made = replace(made, features=features, changes=changes)
    if chance and few:
        made = replace(made, chance=outcomes, settle=settle)
    made = forfeits_lose(made)
    shared_outcome = made.outcome

    @jit.rule
    def whole_outcome(s: Any, out: Any) -> None:
        shared_outcome(s, out)
        if s.lost != 0 and out.size == 1:  # there is nobody to share the loss with
            out[0] = -1.0

    @jit.rule
    def whole_value(s: Any, w: Any, out: Any) -> None:
        whole_outcome(s, out)

    made = replace(made, outcome=whole_outcome, value=whole_value)
    for each in fields(made):
        rule = getattr(made, each.name)
        jit.hold(rule)
        jit.keep(rule, f"gdl.{each.name}", (in_turn, chance, few, each.name), MODULE)
    return made
