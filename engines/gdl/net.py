"""Ground rules become a small net: atoms, each true if one of its bodies holds.

Literals are 2 * atom, and 1 more for its negation. What is constant, what is the same as another
literal and what is defined twice is taken out, and atoms that few use are written into their users.
All bodies are looked at at once, as flat arrays: large sheets have more than a million.

Shapes: [N] atoms by number, [B] bodies, [L] literals of all bodies, in the order of the bodies.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from engines.gdl.grounding import GroundRules
from engines.gdl.joining import Fact
from engines.gdl.ordering import AtomLinks, core, cycles
from engines.gdl.reading import SheetError, own_negation
from engines.gdl.terms import Term, order, quoted
from engines.knobs import digits

TRUE, FALSE = -2, -1  # constant literals; each is the other one's negation, as of all literals
MOST_ROLES = 8
CHANCE = "random"  # the role that draws its moves (GDL-II)
USES = 2  # an atom with one body is written into as many users
LONGEST = 12  # literals of a body that is written into others
JUMPS = 64  # steps of two to the power of as many are taken along what is the same

Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]


class Reduction:
    """Bodies by atom, and what atoms without bodies are the same as. Atom N always holds."""

    def __init__(self, head: Ints, size: Ints, lits: Ints, inputs: set[int], count: int) -> None:
        """Literals of a body are sorted and different, and none is another one's negation."""
        self.head, self.size, self.lits = head, size, lits  # [B], [B], [L]
        self.count, self.true, self.false = count, 2 * count, 2 * count + 1
        draw = np.random.default_rng(count)
        self._mix = draw.integers(0, 1 << 64, 2 * count + 2, np.uint64, endpoint=False)
        self._hash = self._hashes(self.lits, self.size)  # [B], of what is in a body
        self.same: Ints = np.arange(2 * count + 2)
        self._live = np.zeros(count, bool)
        self._live[head] = True
        known = self._live.copy()
        known[list(inputs)] = True
        self._alias(np.flatnonzero(~known), self.false)
        self._keep(~self._any(self.lits == np.repeat(2 * self.head, self.size)))
        self._settle(self._stale(), known)

    def _hashes(self, lits: Ints, size: Ints) -> NDArray[np.uint64]:
        sums = np.concatenate([np.zeros(1, np.uint64), np.cumsum(self._mix[lits])])
        ends = np.cumsum(size)
        return sums[ends] - sums[ends - size]

    def literals(self, lits: Ints) -> list[int]:
        """What literals are the same as; -2 if one always holds, -1 if never."""
        found = self.same[lits]
        return list(np.where(found >= self.true, found - self.true - 2, found).tolist())

    def drop(self, atoms: list[int]) -> None:
        """Takes inputs as never true."""
        self._alias(np.array(atoms, np.int64), self.false)
        self._settle(self._stale())

    # -- settling ----------------------------------------------------------------------------------

    def _alias(self, atoms: Ints, lits: Ints | int) -> None:
        """Takes atoms as the same as literals; those that only support one another never hold."""
        now = self.same
        now[2 * atoms], now[2 * atoms + 1] = lits, np.bitwise_xor(lits, 1)
        self._live[atoms] = False
        for _ in range(JUMPS):
            after = now[now]
            if np.array_equal(after, now):
                break
            now = after
        circles = self.same[now] != now
        now[circles] = self.false - (now[circles] & 1)
        self.same = now

    def _stale(self) -> Flags:
        """Bodies [B] with a literal that is the same as another one."""
        moved = self.same != np.arange(self.same.size)
        return self._any(moved[self.lits])

    def _any(self, flags: Flags) -> Flags:
        """Bodies [B] of which a literal is flagged [L]."""
        found = np.zeros(self.size.size, bool)
        found[np.repeat(np.arange(self.size.size), self.size)[flags]] = True
        return found

    def _keep(self, kept: Flags) -> None:
        """Leaves out all other bodies."""
        if not kept.all():
            self.lits = self.lits[np.repeat(kept, self.size)]
            self.head, self.size = self.head[kept], self.size[kept]
            self._hash = self._hash[kept]

    def _settle(self, stale: Flags, touched: Flags | None = None) -> None:
        """Simplifies until nothing changes; `stale` bodies [B] are to be looked at, and `touched`
        atoms [N].
        """
        while True:
            touched = np.zeros(self.count, bool) if touched is None else touched
            touched[self.head[stale]] = True
            self._rewrite(stale)
            atoms, lits = self._found(touched)
            if not atoms.size:
                atoms, lits = self._twins()
                if not atoms.size:
                    return
            self._alias(atoms, lits)
            self._keep(self._live[self.head])
            stale, touched = self._stale(), None

    def _rewrite(self, stale: Flags) -> None:
        """Writes some bodies anew, sorted, in terms of what is left; those that never hold go."""
        if not stale.any():
            return
        head, size = self.head[stale], self.size[stale]
        lits = self.same[self.lits[np.repeat(stale, self.size)]]
        body = np.repeat(np.arange(head.size), size)
        dead = np.zeros(head.size, bool)
        dead[body[(lits == self.false) | (lits == 2 * head[body])]] = True
        width = self.same.size
        key = np.sort((body * width + lits)[lits != self.true])
        key = key[np.diff(key, prepend=-1) != 0]
        clash = np.flatnonzero(key[:-1] ^ 1 == key[1:])
        dead[key[clash] // width] = True
        body = key // width
        key, body = key[~dead[body]], body[~dead[body]]
        size = np.bincount(body, minlength=head.size)[~dead]
        self._keep(~stale)
        self.head = np.concatenate([self.head, head[~dead]])
        self.lits = np.concatenate([self.lits, key % width])
        self._hash = np.concatenate([self._hash, self._hashes(key % width, size)])
        self.size = np.concatenate([self.size, size])

    def _found(self, touched: Flags) -> tuple[Ints, Ints]:
        """What touched atoms [N] have turned out to be the same as."""
        self._unify(touched)
        of = touched[self.head]
        count = np.bincount(self.head, minlength=self.count)
        lone = of & (self.size == 1)
        first = np.cumsum(self.size) - self.size
        key = np.sort(self.head[lone] * self.same.size + self.lits[first[lone]])
        both = key[:-1][key[:-1] ^ 1 == key[1:]] // self.same.size
        found = np.full(self.count, -1)
        alone = lone & (count[self.head] == 1)
        found[self.head[alone]] = self.lits[first[alone]]
        found[both] = self.true
        found[self.head[of & (self.size == 0)]] = self.true
        found[touched & self._live & (count == 0)] = self.false
        self._absorb(of & (self.size > 1) & (np.isin(self.head, self.head[lone])), key)
        atoms = np.flatnonzero(found >= 0)
        return atoms, found[atoms]

    def _unify(self, touched: Flags) -> None:
        """Leaves one of equal bodies of an atom."""
        places = np.flatnonzero(touched[self.head])
        key = self._hash[places] ^ (self._mix[2 * self.head[places]] << np.uint64(1))
        _, first = np.unique(key, return_index=True)
        kept = ~touched[self.head]
        kept[places[first]] = True
        self._keep(kept)

    def _absorb(self, bodies: Flags, key: Ints) -> None:
        """Leaves out bodies [B] with a literal that is a body by itself, by atom and literal."""
        if not bodies.any() or not key.size:
            return
        chosen = np.repeat(bodies, self.size)
        pairs = np.repeat(self.head, self.size)[chosen] * self.same.size + self.lits[chosen]
        place = np.minimum(np.searchsorted(key, pairs), key.size - 1)
        flags = np.zeros(self.lits.size, bool)
        flags[chosen] = key[place] == pairs
        self._keep(~self._any(flags))

    def _twins(self) -> tuple[Ints, Ints]:
        """Atoms with the same bodies as others, and those."""
        each = self._hash * np.uint64(0x9E3779B97F4A7C15)
        each ^= each >> np.uint64(29)
        each *= np.uint64(0xBF58476D1CE4E5B9)
        sums = np.zeros(self.count, np.uint64)
        np.add.at(sums, self.head, each)
        atoms = np.flatnonzero(self._live)
        _, first, which = np.unique(sums[atoms], return_index=True, return_inverse=True)
        twin = atoms[first[which]]
        later = twin != atoms
        return atoms[later], 2 * twin[later]

    # -- what is left ------------------------------------------------------------------------------

    def links(self) -> AtomLinks:
        """What atoms need."""
        return AtomLinks(np.repeat(self.head, self.size), self.lits >> 1, self.count + 1)

    def prune(self, outputs: Iterable[int]) -> None:
        """Leaves only what outputs need."""
        lits = [lit for lit in outputs if lit >= 0]
        needed = self.links().reached(np.array(lits, np.int64) >> 1)[: self.count]
        self._keep(needed[self.head])
        self._live &= needed

    def inline(self, outputs: Iterable[int]) -> None:
        """Writes atoms with one short body that few use, and nobody's negation or output, into
        their users.
        """
        uses = np.bincount(self.lits, minlength=2 * self.count + 2)
        count = np.bincount(self.head, minlength=self.count)
        fits = (uses[: self.true : 2] <= USES) & (uses[1 : self.true : 2] == 0) & (count == 1)
        fits[[lit >> 1 for lit in outputs if lit >= 0]] = False
        fits &= ~core(self.links())[: self.count]
        place = np.full(self.same.size, -1)  # of each literal, the body that it stands for
        short = (self.size <= LONGEST) & fits[self.head]
        place[2 * self.head[short]] = np.flatnonzero(short)
        if not short.any():
            return
        changed = np.zeros(self.size.size, bool)
        while (which := self._any(place[self.lits] >= 0)).any():
            self._expand(place)
            changed |= which
        self._live[self.head[short]] = False
        changed = changed[~short]
        self._keep(~short)
        self._settle(changed)

    def _expand(self, place: Ints) -> None:
        """Writes bodies in for literals; the bodies keep their numbers."""
        first = np.cumsum(self.size) - self.size
        body = place[self.lits]
        parts = np.where(body >= 0, self.size[body], 1)
        start = np.where(body >= 0, first[body], np.arange(self.lits.size))
        ends = np.cumsum(parts)
        source = np.repeat(start - ends + parts, parts) + np.arange(int(ends[-1]))
        owner = np.repeat(np.arange(self.size.size), self.size)
        self.size = np.bincount(np.repeat(owner, parts), minlength=self.size.size)
        self.lits = self.lits[source]


@dataclass
class Outputs:
    """The literals that a match asks for."""

    next: list[int] = field(default_factory=list)
    legal: list[list[int]] = field(default_factory=list)  # of each role's moves
    goal: list[list[tuple[int, int]]] = field(default_factory=list)  # and its points
    terminal: int = FALSE

    @property
    def literals(self) -> list[int]:
        """All of them."""
        legal = [lit for each in self.legal for lit in each]
        return [*self.next, *legal, *(lit for each in self.goal for lit, _ in each), self.terminal]


class LiteralNet:
    """The net of a sheet. `facts` are those of positions, `roles` those that move, the one that
    draws last; `moves` are the moves of each role.
    """

    def __init__(self, ground: GroundRules) -> None:
        self.instances = ground.count
        self.roles = _roles(ground)
        self.facts: list[Term] = sorted((fact[1] for fact in ground.by["true"]), key=order)
        does = {role: [f[2] for f in ground.by["does"] if f[1] == role] for role in self.roles}
        self.moves: list[list[Term]] = [sorted(does[role], key=order) for role in self.roles]
        starts = {fact[1] for fact in ground.by["init"]}
        self.start = [fact in starts for fact in self.facts]
        number = ground.number
        self._true = [number(("true", fact)) for fact in self.facts]
        self._does = [
            [number(("does", role, move)) for move in moves]
            for role, moves in zip(self.roles, self.moves, strict=True)
        ]
        inputs = {*self._true, *(each for moves in self._does for each in moves)}
        bodies = _flat(ground, inputs)
        if ground.doubts and _own_negations(*bodies, len(ground.ids)):
            raise own_negation(ground.doubts[0])
        work = Reduction(*bodies, inputs, len(ground.ids))
        self._next = self._asked(ground, work, [("next", fact) for fact in self.facts])
        self._legal = [
            self._asked(ground, work, [("legal", role, move) for move in moves])
            for role, moves in zip(self.roles, self.moves, strict=True)
        ]
        out = self._possible(ground, work)
        for _ in range(2):
            work.prune(out.literals)
            work.inline(out.literals)
            out = self._possible(ground, work)
        work.prune(out.literals)
        self.out, self.count, self.links = out, work.count, work.links()
        # [B] what bodies belong to and how many literals they have, [L] those
        self.head, self.size, self.literals = work.head, work.size, work.lits
        self.cycles = cycles(self.links, core(self.links))

    @property
    def inputs(self) -> list[int]:
        """The atoms of facts, then those of moves, by role."""
        return [*self._true, *(each for moves in self._does for each in moves)]

    def _asked(self, ground: GroundRules, work: Reduction, facts: list[Fact]) -> Ints:
        """The literals of facts that a match asks for, as they are numbered before any is taken
        out.
        """

        def literal(fact: Fact) -> int:
            number = ground.ids.get(fact)
            if number is not None:
                return number * 2
            still = fact in ground.all and fact[0] not in ground.dynamic
            return work.true if still else work.false

        return np.fromiter(map(literal, facts), np.int64, len(facts))

    def _outputs(self, ground: GroundRules, work: Reduction) -> Outputs:
        goal = []
        for role in self.roles:
            each = sorted((_points(f) for f in ground.by["goal"] if f[1] == role), reverse=True)
            lits = work.literals(self._asked(ground, work, [fact for _, fact in each]))
            goal.append([(lit, points) for lit, (points, _) in zip(lits, each, strict=True)])
        legal = [work.literals(lits) for lits in self._legal]
        (end,) = work.literals(self._asked(ground, work, [("terminal",)]))
        return Outputs(work.literals(self._next), legal, goal, end)

    def _possible(self, ground: GroundRules, work: Reduction) -> Outputs:
        """The outputs, once moves that are never legal are left out and taken as never done."""
        while True:
            out, gone = self._outputs(ground, work), list[int]()
            for role, literals in enumerate(out.legal):
                if FALSE in literals:
                    kept = [index for index, lit in enumerate(literals) if lit != FALSE]
                    gone += [self._does[role][k] for k, lit in enumerate(literals) if lit == FALSE]
                    self.moves[role] = [self.moves[role][index] for index in kept]
                    self._does[role] = [self._does[role][index] for index in kept]
                    self._legal[role] = self._legal[role][kept]
                    out.legal[role] = [literals[index] for index in kept]
            if not gone:
                return out
            work.drop(gone)


def _roles(ground: GroundRules) -> list[Term]:
    """Those that move, the one that draws last."""
    roles = sorted(ground.roles, key=lambda role: role == CHANCE)
    players = len(roles) - (CHANCE in roles)
    if not 1 <= players <= MOST_ROLES:
        raise SheetError(f"the sheet has {players} roles, and not 1 to {MOST_ROLES}")
    return roles


def _points(fact: Fact) -> tuple[int, Fact]:
    points = digits(fact[2]) if isinstance(fact[2], str) else None
    if points is None:
        raise SheetError(f"a goal is no number from 0 to 100: {quoted(tuple(fact))}")
    return min(points, 100), fact  # what is found to be possible may never happen


def _flat(ground: GroundRules, inputs: set[int]) -> tuple[Ints, Ints, Ints]:
    """What bodies belong to [B], how many literals they have [B], and those of all of them [L]; but
    for the bodies of inputs.
    """
    long, short = ground.bodies, np.fromiter(ground.short, np.int64, len(ground.short))
    size = np.fromiter(map(len, long), np.int64, len(long))
    flat = np.fromiter(chain.from_iterable(long), np.int64, int(size.sum()))
    ends = np.cumsum(size)
    lits, some = (short & 0xFFFFFFFF) - 1, short & 0xFFFFFFFF != 0
    head = np.concatenate([flat[ends - size], short >> 32])
    first = np.concatenate([ends - size + 1, flat.size + np.arange(short.size)])
    size, flat = np.concatenate([size - 1, some]), np.concatenate([flat, lits])
    given = np.zeros(len(ground.ids), bool)
    given[list(inputs)] = True
    order = np.argsort(head, kind="stable")  # an atom's side by side
    order = order[~given[head[order]]]
    head, first, size = head[order], first[order], size[order]
    place = np.repeat(first - np.cumsum(size) + size, size) + np.arange(size.sum())
    return head, size, flat[place]


def _own_negations(head: Ints, size: Ints, lits: Ints, count: int) -> bool:
    """Whether an atom needs its own negation, over whatever others."""
    source = np.repeat(head, size)
    links = AtomLinks(source, lits >> 1, count)
    group = np.arange(count)
    for each in cycles(links, core(links)):
        group[each] = each[0]
    negated = (lits & 1) == 1
    return bool((negated & (group[source] == group[lits >> 1])).any())
