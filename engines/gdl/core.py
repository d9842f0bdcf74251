"""Evaluation by what changes: a flip of an atom is passed to the bodies it stands in, level by
level, and only what flips in turn is looked at.

`t` are a sheet's tables, `w` the working memory of one position (`engines.gdl.layout`). An atom's
word is 4 * bodies that hold + 2 if it waits in a queue + 1 if it is true; of a fact, 2 says that
its next value may differ. Atoms in a cycle are worked out anew whenever one of them has lost a
body: a circle would go on supporting itself.

Three phases: atoms that depend on the facts alone, those that depend on moves too, those that only
goals need, which are settled where a match ends.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engines.gdl.layout import (
    ATOMS,
    BODIES,
    CYCLE,
    CYCLE_OFF,
    CYCLIC,
    DOES,
    END_DOES,
    END_GOALS,
    END_STILL,
    FACTS,
    FAN,
    GOAL_OFF,
    GOALS,
    HEAD,
    LEVEL,
    MEMBERS,
    MOVE_OFF,
    NEGATED,
    NEXT,
    OFF,
    OWN,
    POINTS,
    QUEUES,
    ROLES,
    TERMINAL,
    W_CHANGED,
    W_COUNT,
    W_LACK,
    W_LEGAL,
    W_MOVE,
    W_ROOM,
    WORD_ROLE,
)
from engines.gdl.moves import holds, ones
from engines.jit import inlined, rule

BLOCK = 32  # bodies that are counted together
MANY = 12  # of them are found one after the other


@rule
def touch(t: Any, w: Any, a: int) -> None:
    """Has an atom looked at when its level is settled."""
    x = w[a]
    if x & 2 == 0:
        w[a] = x | 2
        queue = t[t[LEVEL] + a] & (CYCLIC - 1)
        n = w[queue] + 1
        w[queue] = n
        w[queue + n] = a


@rule
def show(t: Any, w: Any, target: int, on: int) -> None:
    """Passes a flip to an output, counted from the first fact on."""
    facts = t[FACTS]
    if target < facts:
        x = w[target]
        if x & 2 == 0:
            w[target] = x | 2
            k = t[W_CHANGED]
            w[k] += 1
            w[k + w[k]] = target
        return
    word = (target - facts) >> 5
    w[t[W_LEGAL] + word] ^= 1 << ((target - facts) & 31)
    w[t[W_COUNT] + t[t[WORD_ROLE] + word]] += 2 * on - 1


@inlined
def support(t: Any, w: Any, h: int, up: int) -> None:
    """An atom has one more body that holds (`up` 1) or one less (0); or a move, its only one."""
    k = h - t[ATOMS] - 1
    if k >= 0:
        show(t, w, k >> 1, (up ^ k) & 1)
    elif up:
        x = w[h] + 4
        w[h] = x
        if x >> 2 == 1 and x & 2 == 0:
            touch(t, w, h)
    else:
        x = w[h] - 4
        w[h] = x
        if x & 2 == 0 and (x >> 2 == 0 or t[t[LEVEL] + h] & CYCLIC):
            touch(t, w, h)


@rule
def spread(t: Any, w: Any, first: int, last: int, up: int) -> None:
    """One literal more or less holds of each body in a row; `first` and `last` are places where
    those are counted that a body lacks. Blocks are counted in vectors, which takes no longer than a
    few bodies one by one, and give a bit for each body that holds as a whole since then, or no
    longer does: most often there are few.
    """
    shift = t[HEAD] - t[W_LACK]
    while first < last:
        begin, size = np.uint64(first), np.uint64(min(BLOCK, last - first))  # as vectors need it
        found = np.uint32(0)
        if up:
            for k in range(size):
                x = np.int32(w[begin + k] - np.int32(1))
                w[begin + k] = x
                found |= np.uint32(x == 0) << np.uint32(k)
        else:
            for k in range(size):
                x = w[begin + k]
                w[begin + k] = np.int32(x + np.int32(1))
                found |= np.uint32(x == 0) << np.uint32(k)
        left, place = np.int64(found), shift + first
        if ones(left) > MANY:
            while left != 0:
                if left & 1:
                    support(t, w, t[place], up)
                left >>= 1
                place += 1
        while left != 0:
            support(t, w, t[place + ones((left & -left) - 1)], up)
            left &= left - 1
        first += BLOCK


@rule
def flow(t: Any, w: Any, a: int, on: int) -> None:
    """Passes the flip of an atom on."""
    o, bodies, head, lack = t[OFF] + a, t[BODIES], t[HEAD], t[W_LACK]
    fan, outputs = t[FAN], t[BODIES] + t[ATOMS] + 1
    own, last = fan + t[t[OWN] + a], fan + t[o + 1]
    for i in range(fan + t[o], own):
        e = t[i]
        b = e >> 1
        up = (on ^ e) & 1
        if b < bodies:
            if up:
                x = w[lack + b] - 1
                w[lack + b] = x
                if x != 0:
                    continue
            else:
                x = w[lack + b]
                w[lack + b] = x + 1
                if x != 0:
                    continue
            support(t, w, t[head + b], up)
        elif b < outputs:
            support(t, w, b - bodies, up)
        else:
            show(t, w, b - outputs, up)
    if own < last:
        first = lack + (t[own] >> 1)
        negated, end = first + fan + t[t[NEGATED] + a] - own, first + last - own
        spread(t, w, first, negated, on)
        spread(t, w, negated, end, 1 - on)


@inlined
def turned(w: Any, place: int, up: int) -> bool:
    """One more literal of a body holds (`up` 1) or one less (0); whether the body as a whole does
    since then, or no longer does. `place` is where those that it lacks are counted. Cycles are
    rare, `flow` has this written out.
    """
    w[place] += 1 - 2 * up
    return w[place] == 1 - up


@rule
def within(t: Any, w: Any, a: int, on: int, cycle: int, top: int) -> int:
    """Passes a flip on to atoms of the same cycle; those that come to hold are put on the stack."""
    o, bodies, head, lack, of = t[OFF] + a, t[BODIES], t[HEAD], t[W_LACK], t[CYCLE]
    fan, atoms, outputs, stack = t[FAN], t[ATOMS], t[BODIES] + t[ATOMS] + 1, t[W_ROOM]
    for i in range(fan + t[o], fan + t[o + 1]):
        e = t[i]
        b = e >> 1
        if b >= outputs:
            continue
        h = b - bodies if b >= bodies else t[head + b]
        up = (on ^ e) & 1
        if h > atoms or t[of + h] != cycle or (b < bodies and not turned(w, lack + b, up)):
            continue
        w[h] += 8 * up - 4
        if up and w[h] >> 2 == 1:
            w[stack + top] = h
            top += 1
    return top


@rule
def beyond(t: Any, w: Any, a: int, on: int, cycle: int) -> None:
    """Passes a flip on to all that is not of the same cycle."""
    o, bodies, head, lack, of = t[OFF] + a, t[BODIES], t[HEAD], t[W_LACK], t[CYCLE]
    fan, atoms, outputs = t[FAN], t[ATOMS], t[BODIES] + t[ATOMS] + 1
    for i in range(fan + t[o], fan + t[o + 1]):
        e = t[i]
        b, up = e >> 1, (on ^ e) & 1
        if b >= outputs:
            show(t, w, b - outputs, up)
            continue
        h = b - bodies if b >= bodies else t[head + b]
        inside = h <= atoms and t[of + h] == cycle
        if not inside and (b >= bodies or turned(w, lack + b, up)):
            support(t, w, h, up)


@rule
def renew(t: Any, w: Any, cycle: int) -> None:
    """Works a cycle out anew; its members stay marked until their level is done."""
    first = t[MEMBERS] + t[t[CYCLE_OFF] + cycle]
    size, room = t[MEMBERS] + t[t[CYCLE_OFF] + cycle + 1] - first, t[W_ROOM]
    for i in range(size):
        w[room + i] = w[t[first + i]] & 1
    for i in range(size):
        m = t[first + i]
        w[m] |= 2
        if w[m] & 1:
            w[m] -= 1
            within(t, w, m, 0, cycle, size)
    top = size
    for i in range(size):
        m = t[first + i]
        if w[m] >> 2 > 0:
            w[room + top] = m
            top += 1
    while top > size:
        top -= 1
        m = w[room + top]
        if w[m] & 1 == 0:
            w[m] |= 1
            top = within(t, w, m, 1, cycle, top)
    for i in range(size):
        m = t[first + i]
        if w[room + i] != w[m] & 1:
            beyond(t, w, m, w[m] & 1, cycle)


@rule
def settle_cycles(t: Any, w: Any, queue: int, count: int) -> None:
    """The atoms of a level that are in cycles."""
    of = t[CYCLE]
    for k in range(count):
        cycle = t[of + w[queue + k]]
        seen = cycle < 0
        for i in range(k):
            if t[of + w[queue + i]] == cycle:
                seen = True
                break
        if not seen:
            renew(t, w, cycle)
    for k in range(count):
        cycle = t[of + w[queue + k]]
        if cycle >= 0:
            first = t[MEMBERS]
            for j in range(first + t[t[CYCLE_OFF] + cycle], first + t[t[CYCLE_OFF] + cycle + 1]):
                w[t[j]] &= ~2


@rule
def settle(t: Any, w: Any, first: int, last: int) -> None:
    """Brings the atoms of some levels up to date, lowest first."""
    queues = t[QUEUES]
    for level in range(first, last):
        queue, cyclic = t[queues + level], False
        count = w[queue]
        for k in range(queue + 1, queue + 1 + count):
            a = w[k]
            if t[t[LEVEL] + a] & CYCLIC:
                cyclic = True
                continue
            x = w[a] & ~2
            on = 1 if x >> 2 > 0 else 0
            if on != x & 1:
                w[a] = x ^ 1
                flow(t, w, a, on)
            else:
                w[a] = x
        if cyclic:
            settle_cycles(t, w, queue + 1, count)
        w[queue] = 0


@rule
def flip(t: Any, w: Any, a: int) -> None:
    """Changes a fact or a move."""
    w[a] ^= 1
    flow(t, w, a, w[a] & 1)


@rule
def begin(t: Any, w: Any, facts: Any) -> None:
    """Makes of the memory before any fact holds that of a position; `facts` [F] is not 0 where a
    fact holds.
    """
    changed = t[W_CHANGED]
    for i in range(t[FACTS]):  # each may differ from its next value
        w[i] |= 2
        w[changed + 1 + i] = i
    w[changed] = t[FACTS]
    for i in range(t[FACTS]):
        if facts[i]:
            flip(t, w, i)
    for a in range(t[FACTS], t[ATOMS]):
        if t[t[LEVEL] + a] >= 0 and (w[a] >> 2 > 0 or t[t[CYCLE] + a] >= 0):
            touch(t, w, a)
    settle(t, w, 0, t[END_STILL])


@rule
def is_terminal(t: Any, w: Any) -> bool:
    """Whether the match is over."""
    return holds(w, t[TERMINAL]) == 1


@rule
def choose(t: Any, w: Any, role: int, move: int) -> None:
    """A role does a move; nothing if it is -1."""
    does = t[t[DOES] + t[t[MOVE_OFF] + role] + move] if move >= 0 else -1
    now = t[W_MOVE] + role
    before = w[now]
    if before != does:
        if before >= 0:
            flip(t, w, before)
        if does >= 0:
            flip(t, w, does)
        w[now] = does


@rule
def advance(t: Any, w: Any) -> int:
    """The next position, once all roles chose; how many facts changed, which are then in the room
    for a list.
    """
    settle(t, w, t[END_STILL], t[END_DOES])
    room, nexts, changed, n = t[W_ROOM], t[NEXT], t[W_CHANGED], 0
    count = w[changed]
    for k in range(changed + 1, changed + 1 + count):
        i = w[k]
        w[i] &= ~2
        lit = t[nexts + i]
        if ((w[lit >> 1] ^ lit) ^ w[i]) & 1:
            w[room + n] = i
            n += 1
    w[changed] = 0
    for k in range(n):
        flip(t, w, w[room + k])
    return n


@rule
def settle_position(t: Any, w: Any) -> None:
    """Brings what depends on facts up to date, after `advance`."""
    settle(t, w, 0, t[END_STILL])


@rule
def goals(t: Any, w: Any, out: Any) -> None:
    """The most points that a role's goals give it here; -1 where none holds."""
    settle(t, w, t[END_DOES], t[END_GOALS])
    for role in range(t[ROLES]):
        out[role] = -1
        for i in range(t[t[GOAL_OFF] + role], t[t[GOAL_OFF] + role + 1]):
            if holds(w, t[t[GOALS] + i]):
                out[role] = t[t[POINTS] + i]
                break
