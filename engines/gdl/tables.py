"""Lays a net out as flat arrays for `engines.gdl.core`.

An atom's fan-out names what its flips act on: bodies [0, B), atoms of one literal directly
[B, B + N], facts whose next value it is [B + N + 1, ...), then legal moves as bits.
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
        follow = np.unique(net.head)
        follow = follow[np.argsort(self.rank[follow], kind="stable")]
        order = np.concatenate([inputs, follow])
        self.follow, self.atoms = follow, order.size
        self.number = np.zeros(net.count + 1, np.int32)  # of each atom in the tables
        self.number[order] = np.arange(self.atoms)
        self.number[net.count] = self.atoms
        self.bodies = int((net.size > 1).sum())
        self.fan: list[tuple[Ints, Ints]] = []  # atoms, and what their flips act on
        self.header = np.zeros(at.HEADER, np.int32)
        self.parts: dict[int, Any] = {}

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

    def _link_bodies(self) -> tuple[Ints, Ints]:
        """Links literals to bodies; returns how many bodies of each atom hold, and what each lacks,
        where no atom is true.
        """
        net = self.net
        order = np.argsort(self.number[net.head], kind="stable")
        place = np.empty(order.size, np.int64)  # bodies in the order of what they belong to
        place[order] = np.arange(order.size)
        turned = np.argsort(np.repeat(place, net.size), kind="stable")
        flat, sizes = net.literals[turned], net.size[order]
        head = self.number[net.head[order]]
        many = sizes > 1
        target = np.where(many, np.cumsum(many) - 1, self.bodies + head).astype(np.int32)
        self._link(flat, np.repeat(target, sizes))
        body = np.repeat(np.arange(sizes.size), sizes)
        lack = np.bincount(body[flat & 1 == 0], minlength=sizes.size).astype(np.int32)
        held = np.bincount(head[lack == 0], minlength=self.atoms).astype(np.int32)
        self.parts[at.HEAD] = head[many]
        return held, lack[many]

    def _link_outputs(self) -> tuple[list[int], list[int]]:
        """Links facts and moves to the literals that decide them; returns the legal moves where no
        atom is true, as words of bits, and how many each role has.
        """
        out, first = self.net.out, self.bodies + self.atoms + 1
        self._link(out.next, first + np.arange(self.facts, dtype=np.int32))
        first += self.facts
        words, counts, begins, owner = list[int](), list[int](), [0], list[int]()
        for role, literals in enumerate(out.legal):
            mine, base = [0] * -(-len(literals) // at.BITS), len(words)
            word, bit = np.divmod(np.arange(len(literals), dtype=np.int32), at.BITS)
            self._link(literals, first + (base + word) * 32 + bit)
            for index, lit in enumerate(literals):
                if lit == TRUE or (lit >= 0 and lit & 1):
                    mine[index // at.BITS] |= 1 << index % at.BITS
            words += mine
            owner += [role] * len(mine)
            begins.append(len(words))
            counts.append(sum(word.bit_count() for word in mine))
        self.parts |= {at.WORD_OFF: begins, at.WORD_ROLE: owner}
        self.header[at.WORDS] = len(words)
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
        level[self.facts + self.does :] = which
        self.parts[at.QUEUES] = np.cumsum([0, *size])
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
        held, lack = self._link_bodies()
        words, counts = self._link_outputs()
        atoms, fans = (np.concatenate(each) for each in zip(*self.fan, strict=True))
        moves = [len(each) for each in net.moves]
        goals = [len(each) for each in out.goal]
        draw = np.random.default_rng(KEY_SEED)
        self.parts |= {
            at.OFF: np.cumsum([0, *np.bincount(atoms, minlength=self.atoms)]),
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

    def _memory(self, held: Ints, lack: Ints, words: list[int], counts: list[int]) -> Ints:
        size, header = self.atoms + 1, self.header
        for part, length in (
            (at.W_QUEUE, self.atoms),
            (at.W_LENGTH, int(header[at.LEVELS])),
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
