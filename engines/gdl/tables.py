"""Lays a net out as flat arrays for `engines.gdl.core`.

An atom's fan-out names what its flips act on: bodies [0, B), atoms of one literal directly
[B, B + N], facts whose next value it is [B + N + 1, ...), then legal moves as bits. A body that
alone decides a legal move belongs to no atom but to N + 1 + 2 * output + 1 if it forbids the move.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from engines.gdl import layout as at
from engines.gdl.net import CHANCE, FALSE, TRUE, LiteralNet
from engines.gdl.ordering import ranks

Ints = NDArray[np.int32]
KEY_SEED = 28
OWNED = 8  # bodies of one owner, or it has none
# ranks of levels: up to DOES before moves, up to GOALS with them, above for goals alone
DOES, GOALS = 1 << 30, 1 << 31


class _Packing:
    def __init__(self, net: LiteralNet) -> None:
        self.net = net
        inputs = np.array(net.inputs, np.int64)
        self.facts, self.does = len(net.facts), len(inputs) - len(net.facts)
        self.group = np.arange(net.count + 1)  # a member of each atom's cycle, or itself
        for each in net.cycles:
            self.group[each] = each[0]
        self.rank = self._ranks(inputs[self.facts :])
        self._place_moves()
        follow = np.setdiff1d(net.head, self.legal[self.shown] >> 1)
        follow = follow[np.argsort(self.rank[follow], kind="stable")]
        order = np.concatenate([inputs, follow])
        self.follow, self.atoms = follow, order.size
        self.number = np.zeros(net.count + 1, np.int32)  # of each atom in the tables
        self.number[order] = np.arange(self.atoms)
        self.number[net.count] = self.atoms
        lits = self.legal[self.shown]
        self.number[lits >> 1] = self.atoms + 1 + 2 * self.target[self.shown] + (lits & 1)
        self.bodies = int((net.size > 1).sum())
        self.fan: list[tuple[Ints, Ints]] = []  # atoms, and what their flips act on
        self.header = np.zeros(at.HEADER, np.int32)
        self.parts: dict[int, Any] = {}

    def _place_moves(self) -> None:
        """Finds a bit for each legal move, and which of them [M] are the only use of an atom that
        has one body: such a body shows by itself whether the move is legal, without the atom.
        """
        net, count = self.net, self.net.count + 1
        self.sizes = [len(each) for each in net.out.legal]
        self.words = np.cumsum([0, *(-(-size // at.BITS) for size in self.sizes)])
        index = np.concatenate([np.arange(size, dtype=np.int32) for size in self.sizes])
        word = np.repeat(self.words[:-1], self.sizes) + index // at.BITS
        self.target: Ints = (self.facts + 32 * word + index % at.BITS).astype(np.int32)  # [M]
        self.legal = np.array([lit for each in net.out.legal for lit in each], np.int64)  # [M]
        asked = np.concatenate([net.literals, [lit for lit in net.out.literals if lit >= 0]])
        uses = np.bincount(asked.astype(np.int64) >> 1, minlength=count)
        bodies = np.bincount(net.head, np.where(net.size > 1, 1, 2), count)
        circle = np.zeros(count, bool)
        circle[[atom for each in net.cycles for atom in each]] = True
        alone = (uses == 1) & (bodies == 1) & ~circle
        self.shown = (self.legal >= 0) & alone[self.legal >> 1]

    # -- levels ------------------------------------------------------------------------------------

    def _ranks(self, does: NDArray[np.int64]) -> NDArray[np.int64]:
        """A number for the phase and the level within it of each atom."""
        net, out = self.net, self.net.out
        asked = [*out.next, *(lit for each in out.legal for lit in each), out.terminal]
        main = net.links.reached(np.array([lit >> 1 for lit in asked if lit >= 0], np.int64))
        least = np.where(main, 0, DOES + 1)  # what needs moves has the higher ranks here
        least[net.inputs] = 0
        least[does] = GOALS
        found = ranks(net.links, self.group, least)
        return np.where(found > DOES, found ^ DOES ^ GOALS, found)

    # -- tables ------------------------------------------------------------------------------------

    def literal(self, lit: int) -> int:
        """A literal of the net as one of the tables; atom N always holds."""
        if lit in (TRUE, FALSE):
            return self.atoms * 2 + (lit == FALSE)
        return int(self.number[lit >> 1]) * 2 + (lit & 1)

    def _link(self, literals: NDArray[Any] | list[int], targets: Ints) -> None:
        """Has flips of literals act on targets, one each; constants never flip."""
        lits = np.asarray(literals, np.int64)
        kept = lits >= 0
        lits, targets = lits[kept], targets[kept]
        self.fan.append((self.number[lits >> 1], (targets * 2 + (lits & 1)).astype(np.int32)))

    def _owners(self) -> NDArray[np.int64]:
        """Of each body of several literals the place [L] of the one whose flips reach most bodies,
        if enough have the same one; -1 for the others. [B]
        """
        net = self.net
        atoms, many = net.literals >> 1, np.repeat(net.size > 1, net.size)
        degree = np.bincount(atoms[many], minlength=net.count + 1)
        body = np.repeat(np.arange(net.size.size), net.size)
        found = np.full(net.size.size, -1)
        order = np.flatnonzero(many)
        order = order[np.lexsort((atoms[order], degree[atoms[order]]))]
        found[body[order]] = order  # the last one stays
        some = found >= 0
        owned = np.bincount(atoms[found[some]], minlength=net.count + 1)
        found[some] = np.where(owned[atoms[found[some]]] >= OWNED, found[some], -1)
        return found

    def _link_bodies(self) -> tuple[Ints, Ints, tuple[NDArray[np.int64], Ints]]:
        """Links literals to bodies, but for those that own them, which are returned with their
        bodies; how many bodies of each atom hold, and what each lacks, where no atom is true.
        Bodies are in the order of what they belong to, behind those that have an owner, which are
        in its order.
        """
        net = self.net
        owner = self._owners()
        lits = net.literals[owner]
        by = np.where(owner >= 0, self.number[lits >> 1] * 2 + (lits & 1), 2 * self.atoms)
        order = np.lexsort((self.number[net.head], by))
        place = np.empty(order.size, np.int64)
        place[order] = np.arange(order.size)
        turned = np.argsort(np.repeat(place, net.size), kind="stable")
        flat, sizes = net.literals[turned], net.size[order]
        head = self.number[net.head[order]]
        many = sizes > 1
        target = np.where(many, np.cumsum(many) - 1, self.bodies + head).astype(np.int32)
        targets = np.repeat(target, sizes)
        mine = np.zeros(flat.size, bool)
        mine[owner[owner >= 0]] = True
        mine = mine[turned]
        self._link(flat[~mine], targets[~mine])
        body = np.repeat(np.arange(sizes.size), sizes)
        lack = np.bincount(body[flat & 1 == 0], minlength=sizes.size).astype(np.int32)
        held = np.bincount(head[(lack == 0) & (head < self.atoms)], minlength=self.atoms)
        self.holding = np.zeros(net.count + 1, bool)
        self.holding[net.head[order][lack == 0]] = True
        self.parts[at.HEAD] = head[many]
        return held.astype(np.int32), lack[many], (flat[mine], targets[mine])

    def _link_outputs(self) -> tuple[Ints, Ints]:
        """Links facts and moves to the literals that decide them; returns the legal moves where no
        atom is true, as words of bits, and how many each role has.
        """
        first = self.bodies + self.atoms + 1
        self._link(self.net.out.next, first + np.arange(self.facts, dtype=np.int32))
        self._link(self.legal[~self.shown], first + self.target[~self.shown])
        on = (self.legal == TRUE) | ((self.legal >= 0) & (self.legal & 1 == 1))
        on[self.shown] ^= self.holding[self.legal[self.shown] >> 1]
        word, bit = np.divmod(self.target - self.facts, 32)
        words = np.bincount(word, np.where(on, 1 << bit, 0), self.words[-1]).astype(np.int32)
        role = np.repeat(np.arange(len(self.sizes)), self.sizes)
        counts = np.bincount(role[on], minlength=len(self.sizes)).astype(np.int32)
        owner = np.repeat(np.arange(len(self.sizes)), np.diff(self.words))
        self.parts |= {at.WORD_OFF: self.words, at.WORD_ROLE: owner}
        self.header[at.WORDS] = self.words[-1]
        return words, counts

    def _fill_header(self) -> None:
        net, header = self.net, self.header
        levels, which, size = np.unique(
            self.rank[self.follow], return_inverse=True, return_counts=True
        )
        header[at.ATOMS], header[at.FACTS], header[at.BODIES] = self.atoms, self.facts, self.bodies
        header[at.LEVELS], header[at.TERMINAL] = levels.size, self.literal(net.out.terminal)
        header[at.END_STILL] = (levels <= DOES).sum()
        header[at.END_DOES] = (levels <= GOALS).sum()
        header[at.END_GOALS] = levels.size
        header[at.ROLES], header[at.CHANCE] = len(net.roles), net.roles[-1] == CHANCE
        level, cycle = (np.full(self.atoms, -1, np.int32) for _ in range(2))
        queues = self.atoms + 1 + np.cumsum([0, *(size + 1)])  # each behind its length
        level[self.facts + self.does :] = queues[which]
        self.parts[at.QUEUES] = queues
        members = [self.number[group] for group in net.cycles]
        for index, group in enumerate(members):
            cycle[group] = index
        sizes = [group.size for group in members]
        self.biggest = max(sizes, default=0)
        self.parts[at.LEVEL] = np.where(cycle >= 0, level | at.CYCLIC, level)
        self.parts[at.CYCLE], self.parts[at.CYCLE_OFF] = cycle, np.cumsum([0, *sizes])
        self.parts[at.MEMBERS] = np.concatenate([*members, np.zeros(0, np.int32)])

    def pack(self) -> tuple[Ints, Ints]:
        """The tables, and the working memory where no fact and no move is true."""
        net, out = self.net, self.net.out
        self._fill_header()
        held, lack, own = self._link_bodies()
        words, counts = self._link_outputs()
        self._link(*own)  # behind all others
        atoms, fans = (np.concatenate(each) for each in zip(*self.fan, strict=True))
        moves = [len(each) for each in net.moves]
        goals = [len(each) for each in out.goal]
        draw = np.random.default_rng(KEY_SEED)
        off = np.cumsum([0, *np.bincount(atoms, minlength=self.atoms)])
        owned = own[0][own[0] & 1 == 0], own[0][own[0] & 1 == 1]
        plain, negated = (np.bincount(self.number[e >> 1], minlength=self.atoms) for e in owned)
        self.parts |= {
            at.OFF: off,
            at.OWN: off[1:] - plain - negated,
            at.NEGATED: off[1:] - negated,
            at.FAN: fans[np.argsort(atoms, kind="stable")],
            at.NEXT: [self.literal(lit) for lit in out.next],
            at.MOVE_OFF: np.cumsum([0, *moves]),
            at.DOES: range(self.facts, self.facts + self.does),
            at.GOAL_OFF: np.cumsum([0, *goals]),
            at.GOALS: [self.literal(lit) for each in out.goal for lit, _ in each],
            at.POINTS: [points for each in out.goal for _, points in each],
            at.START: np.array(net.start, np.int32),
            at.KEYS: draw.integers(1, 1 << 31, 2 * self.facts),
        }
        size = at.HEADER
        for part, values in sorted(self.parts.items()):
            self.header[part] = size
            size += len(values)
        memory = self._memory(held, lack, words, counts)
        arrays = [np.asarray(values, np.int32) for _, values in sorted(self.parts.items())]
        return np.concatenate([self.header, *arrays]), memory

    def _memory(self, held: Ints, lack: Ints, words: Ints, counts: Ints) -> Ints:
        size, header = self.atoms + 1, self.header
        for part, length in (
            (at.W_QUEUE, self.follow.size + int(header[at.LEVELS])),
            (at.W_LACK, len(lack)),
            (at.W_MOVE, len(counts)),
            (at.W_ROOM, max(self.facts, 3 * self.biggest + 8)),
            (at.W_CHANGED, self.facts + 1),
            (at.W_LEGAL, len(words)),
            (at.W_COUNT, len(counts)),
        ):
            header[part] = size
            size += length
        header[at.SIZE] = size
        memory = np.zeros(size, np.int32)
        memory[: self.atoms] = held * 4
        memory[self.atoms] = 1
        for part, values in ((at.W_LACK, lack), (at.W_LEGAL, words), (at.W_COUNT, counts)):
            memory[header[part] : header[part] + len(values)] = values
        memory[header[at.W_MOVE] : header[at.W_MOVE] + len(counts)] = -1
        return memory


def pack(net: LiteralNet) -> tuple[Ints, Ints]:
    """The tables of a net, and the working memory of a position before any fact holds; see
    `engines.gdl.core.begin`.
    """
    return _Packing(net).pack()
