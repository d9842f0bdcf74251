"""Lays a net out as flat arrays for `engines.gdl.core`.

An atom's fan-out names what its flips act on: bodies [0, B), atoms of one literal directly
[B, B + N], facts whose next value it is [B + N + 1, ...), then legal moves as bits.
"""

from __future__ import annotations

from collections import defaultdict
from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engines.gdl import layout as at
from engines.gdl.net import CHANCE, FALSE, TRUE, LiteralNet, reached

Ints = NDArray[np.int32]
KEY_SEED = 28
STILL, DOES, GOALS = 0, 1, 2  # phases: before moves, with them, only for goals


class _Packing:
    def __init__(self, net: LiteralNet) -> None:
        self.net = net
        inputs = net.inputs
        self.facts, self.does = len(net.facts), len(inputs) - len(net.facts)
        self.level = self._levels(set(inputs[self.facts :]))
        order = sorted(net.order, key=lambda atom: self.level[atom])
        self.number = {atom: index for index, atom in enumerate([*inputs, *order])}
        self.order, self.atoms = order, len(self.number)
        self.index = np.zeros(max(self.number, default=0) + 1, np.int32)  # the same as an array
        self.index[list(self.number)] = np.arange(self.atoms)
        self.bodies = sum(len(body) > 1 for each in net.bodies.values() for body in each)
        self.fan: list[tuple[Ints, Ints]] = []  # atoms, and what their flips act on
        self.header = np.zeros(at.HEADER, np.int32)
        self.parts: dict[int, Any] = {}

    # -- levels ------------------------------------------------------------------------------------

    def _levels(self, does: set[int]) -> dict[int, tuple[int, int]]:
        """The phase and the level within it of each atom."""
        net, out = self.net, self.net.out
        asked = [*out.next, *(lit for each in out.legal for lit in each), out.terminal]
        main = reached(net.bodies, asked)
        level: dict[int, tuple[int, int]] = {}
        acting = set(does)
        for group in _groups(net):
            literals = set(chain.from_iterable(body for a in group for body in net.bodies[a]))
            needs = {lit >> 1 for lit in literals} - {*group}
            phase = STILL if group[0] in main else GOALS
            if not acting.isdisjoint(needs):
                acting.update(group)
                phase = DOES
            below = [level[a][1] for a in needs if a in level and level[a][0] == phase]
            level.update(dict.fromkeys(group, (phase, max(below, default=-1) + 1)))
        return level

    # -- tables ------------------------------------------------------------------------------------

    def literal(self, lit: int) -> int:
        """A literal of the net as one of the tables; atom N always holds."""
        if lit in (TRUE, FALSE):
            return self.atoms * 2 + (lit == FALSE)
        return self.number[lit >> 1] * 2 + (lit & 1)

    def _link(self, literals: Ints | list[int], targets: Ints) -> None:
        """Has flips of literals act on targets, one each; constants never flip."""
        lits = np.asarray(literals, np.int32)
        kept = lits >= 0
        lits, targets = lits[kept], targets[kept]
        self.fan.append((self.index[lits >> 1], targets * 2 + (lits & 1)))

    def _link_bodies(self) -> tuple[Ints, Ints]:
        """Links literals to bodies; returns how many bodies of each atom hold, and what each lacks,
        where no atom is true.
        """
        each = [self.net.bodies[atom] for atom in self.order]
        bodies = list(chain.from_iterable(each))
        first = self.atoms - len(each)
        head = np.repeat(np.arange(first, self.atoms, dtype=np.int32), [len(own) for own in each])
        sizes = np.fromiter(map(len, bodies), np.int32, len(bodies))
        many = sizes > 1
        target = np.where(many, np.cumsum(many, dtype=np.int32) - 1, self.bodies + head)
        flat = np.fromiter(chain.from_iterable(bodies), np.int32, sizes.sum())
        self._link(flat, np.repeat(target, sizes).astype(np.int32))
        body = np.repeat(np.arange(len(bodies)), sizes)
        lack = np.bincount(body[flat & 1 == 0], minlength=len(bodies)).astype(np.int32)
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
        phases = sorted(set(self.level.values()))
        header[at.ATOMS], header[at.FACTS], header[at.BODIES] = self.atoms, self.facts, self.bodies
        header[at.LEVELS], header[at.TERMINAL] = len(phases), self.literal(net.out.terminal)
        header[at.END_STILL] = sum(phase == STILL for phase, _ in phases)
        header[at.END_DOES] = sum(phase <= DOES for phase, _ in phases)
        header[at.END_GOALS] = len(phases)
        header[at.ROLES], header[at.CHANCE] = len(net.roles), net.roles[-1] == CHANCE
        rank = {each: index for index, each in enumerate(phases)}
        level, size = np.full(self.atoms, -1, np.int32), np.zeros(len(phases) + 1, np.int32)
        for atom in self.order:
            level[self.number[atom]] = rank[self.level[atom]]
            size[rank[self.level[atom]] + 1] += 1
        self.parts[at.QUEUES] = np.cumsum(size)
        members: dict[int, list[int]] = defaultdict(list)
        cycle = np.full(self.atoms, -1, np.int32)
        for atom, name in net.cycles.items():
            members[name].append(self.number[atom])
        for index, group in enumerate(members.values()):
            cycle[group] = index
        sizes = [len(group) for group in members.values()]
        self.biggest = max(sizes, default=0)
        self.parts[at.LEVEL] = np.where(cycle >= 0, level | at.CYCLIC, level)
        self.parts[at.CYCLE], self.parts[at.CYCLE_OFF] = cycle, np.cumsum([0, *sizes])
        self.parts[at.MEMBERS] = [each for group in members.values() for each in group]

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


def _groups(net: LiteralNet) -> list[list[int]]:
    """The atoms in their order, those of a cycle together."""
    found: list[list[int]] = []
    last = -1
    for atom in net.order:
        cycle = net.cycles.get(atom, -1)
        if cycle >= 0 and cycle == last:
            found[-1].append(atom)
        else:
            found.append([atom])
        last = cycle
    return found


def pack(net: LiteralNet) -> tuple[Ints, Ints]:
    """The tables of a net, and the working memory of a position before any fact holds; see
    `engines.gdl.core.begin`.
    """
    return _Packing(net).pack()
