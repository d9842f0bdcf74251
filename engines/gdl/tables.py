"""Lays a net out as flat arrays for `engines.gdl.core`.

An atom's fan-out names what its flips act on: bodies [0, B), atoms of one literal directly
[B, B + N], facts whose next value it is [B + N + 1, ...), then legal moves as bits.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engines.gdl import layout as at
from engines.gdl.net import CHANCE, FALSE, TRUE, LiteralNet

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
        self.bodies = sum(len(body) > 1 for each in net.bodies.values() for body in each)
        self.fan: dict[int, list[int]] = defaultdict(list)
        self.header = np.zeros(at.HEADER, np.int32)
        self.parts: dict[int, Any] = {}

    # -- levels ------------------------------------------------------------------------------------

    def _levels(self, does: set[int]) -> dict[int, tuple[int, int]]:
        """The phase and the level within it of each atom."""
        net, out = self.net, self.net.out
        asked = [*out.next, *(lit for each in out.legal for lit in each), out.terminal]
        main, todo = set[int](), [lit >> 1 for lit in asked if lit >= 0]
        while todo:
            atom = todo.pop()
            if atom not in main:
                main.add(atom)
                todo += [lit >> 1 for body in net.bodies.get(atom, ()) for lit in body]
        level: dict[int, tuple[int, int]] = {}
        acting = set(does)
        for group in _groups(net):
            needs = {lit >> 1 for a in group for body in net.bodies[a] for lit in body} - {*group}
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

    def _link(self, lit: int, target: int) -> None:
        if lit >= 0:
            self.fan[self.number[lit >> 1]].append(target * 2 + (lit & 1))

    def _link_bodies(self) -> tuple[Ints, list[int]]:
        """Links literals to bodies; returns how many bodies of each atom hold, and what each lacks,
        where no atom is true.
        """
        held = np.zeros(self.atoms, np.int32)
        head, lack = list[int](), list[int]()
        for atom in self.order:
            mine = self.number[atom]
            for body in self.net.bodies[atom]:
                target = self.bodies + mine
                if len(body) == 1:
                    held[mine] += body[0] & 1
                else:
                    target = len(head)
                    head.append(mine)
                    lack.append(sum(not lit & 1 for lit in body))
                    held[mine] += lack[-1] == 0
                for lit in body:
                    self._link(lit, target)
        self.parts[at.HEAD] = head
        return held, lack

    def _link_outputs(self) -> tuple[list[int], list[int]]:
        """Links facts and moves to the literals that decide them; returns the legal moves where no
        atom is true, as words of bits, and how many each role has.
        """
        out, first = self.net.out, self.bodies + self.atoms + 1
        for index, lit in enumerate(out.next):
            self._link(lit, first + index)
        first += self.facts
        words, counts, begins, owner = list[int](), list[int](), [0], list[int]()
        for role, literals in enumerate(out.legal):
            mine, base = [0] * -(-len(literals) // at.BITS), len(words)
            for index, lit in enumerate(literals):
                word, bit = divmod(index, at.BITS)
                self._link(lit, first + (base + word) * 32 + bit)
                if lit == TRUE or (lit >= 0 and lit & 1):
                    mine[word] |= 1 << bit
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
        fans = [self.fan[atom] for atom in range(self.atoms)]
        moves = [len(each) for each in net.moves]
        goals = [len(each) for each in out.goal]
        draw = np.random.default_rng(KEY_SEED)
        self.parts |= {
            at.OFF: np.cumsum([0, *map(len, fans)]),
            at.FAN: [each for fan in fans for each in fan],
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

    def _memory(self, held: Ints, lack: list[int], words: list[int], counts: list[int]) -> Ints:
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
