"""GroundRules rules become a small net: atoms, each true if one of its bodies holds.

Literals are 2 * atom, and 1 more for its negation. One pass from the facts of a position upwards
takes out what is constant, what is the same as another literal and what is defined twice; a second
one writes atoms that few use into their users.

Shapes: [N] atoms in the order of their numbers: facts of a position, moves, then what follows.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from itertools import chain

from engines.gdl.grounding import GroundRules
from engines.gdl.joining import Fact
from engines.gdl.reading import SheetError, own_negation
from engines.gdl.terms import Term, order, quoted
from engines.knobs import digits

TRUE, FALSE = -2, -1  # constant literals; each is the other one's negation, as of all literals
MOST_ROLES = 8
CHANCE = "random"  # the role that draws its moves (GDL-II)
NEW, DONE = 0, -1
USES = 2  # an atom with one body is written into as many users
LONGEST = 12  # literals of a body that is written into others

Body = tuple[int, ...]
Bodies = dict[int, list[Body]]


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
        bodies = {atom: each for atom, each in ground.bodies.items() if atom not in inputs}
        work = _Reduction(bodies, inputs, len(ground.ids))
        if ground.doubts and any(
            lit & 1 and work.cycles.get(lit >> 1) == cycle
            for atom, cycle in work.cycles.items()
            for lit in chain.from_iterable(work.bodies[atom])
        ):
            raise own_negation(ground.doubts[0])
        work.sweep({})
        out = self._possible(ground, work)
        for _ in range(2):
            work.prune(out.literals)
            work.sweep(work.single(out.literals))
            out = self._possible(ground, work)
        work.prune(out.literals)
        self.out, self.bodies = out, work.bodies
        self.order, self.cycles = work.order, work.cycles
        if work.cycles:  # less may depend on itself
            self.order, self.cycles = components(self.bodies)
        self.order = [atom for atom in self.order if atom in self.bodies]

    @property
    def inputs(self) -> list[int]:
        """The atoms of facts, then those of moves, by role."""
        return [*self._true, *(each for moves in self._does for each in moves)]

    def _outputs(self, ground: GroundRules, work: _Reduction) -> Outputs:
        def literal(*fact: Term) -> int:
            if fact in ground.ids:
                return work.literal(ground.ids[fact] * 2)
            return TRUE if fact in ground.all and fact[0] not in ground.dynamic else FALSE

        legal = [
            [literal("legal", role, move) for move in moves]
            for role, moves in zip(self.roles, self.moves, strict=True)
        ]
        goals = [
            sorted(_points(fact) for fact in ground.by["goal"] if fact[1] == role)
            for role in self.roles
        ]
        goal = [[(literal(*fact), points) for points, fact in reversed(each)] for each in goals]
        return Outputs(
            [literal("next", fact) for fact in self.facts], legal, goal, literal("terminal")
        )

    def _possible(self, ground: GroundRules, work: _Reduction) -> Outputs:
        """The outputs, once moves that are never legal are left out and taken as never done."""
        while True:
            out, gone = self._outputs(ground, work), list[int]()
            for role, literals in enumerate(out.legal):
                kept = [index for index, lit in enumerate(literals) if lit != FALSE]
                gone += [self._does[role][k] for k, lit in enumerate(literals) if lit == FALSE]
                self.moves[role] = [self.moves[role][index] for index in kept]
                self._does[role] = [self._does[role][index] for index in kept]
                out.legal[role] = [literals[index] for index in kept]
            if not gone:
                return out
            work.drop(gone)
            work.sweep({})


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


class _Reduction:
    """Bodies by atom, and what atoms without bodies are the same as."""

    def __init__(self, bodies: dict[int, set[Body]], inputs: set[int], count: int) -> None:
        self.bodies: Bodies = {atom: list(each) for atom, each in bodies.items()}
        # literals that are constant or the same as another one
        self._same: dict[int, int] = {}
        self._gone: set[int] = set()  # those, and what is written into its users
        self.drop([atom for atom in range(count) if atom not in bodies and atom not in inputs])
        self.order, self.cycles = components(self.bodies)
        self._last = {self.cycles[atom]: atom for atom in self.order if atom in self.cycles}
        self._swept = False

    def literal(self, lit: int) -> int:
        """What a literal is the same as."""
        while lit in self._same:
            lit = self._same[lit]
        return lit

    def drop(self, atoms: list[int]) -> None:
        """Takes atoms without bodies as never true."""
        for atom in atoms:
            self._take(atom, FALSE)

    def _take(self, atom: int, lit: int) -> None:
        self._same[atom * 2], self._same[atom * 2 + 1] = lit, lit ^ 1
        self._gone |= {atom * 2, atom * 2 + 1}

    def sweep(self, inline: dict[int, Body]) -> None:
        """Simplifies each atom, those that it needs first; literals of `inline` are written into
        their users.
        """
        self._gone |= inline.keys()
        known: dict[Body | tuple[Body, ...], int] = {}
        waiting: dict[int, list[int]] = defaultdict(list)
        for atom in self.order:
            if atom not in self.bodies:
                continue
            if atom in self.cycles:
                waiting[self.cycles[atom]].append(atom)
                if atom != self._last[self.cycles[atom]]:
                    continue
                self._settle(waiting[self.cycles[atom]], inline)
                continue
            if not self._simplify(atom, inline):
                bodies = self.bodies[atom]
                twin = known.setdefault(bodies[0] if len(bodies) == 1 else tuple(bodies), atom)
                if twin != atom:
                    self._become(atom, twin * 2)
                elif atom * 2 in inline:
                    inline[atom * 2] = bodies[0]
        self._swept = True

    def _settle(self, atoms: list[int], inline: dict[int, Body]) -> None:
        """Atoms that need one another, until nothing changes."""
        changed = True
        while changed:
            changed = False
            for atom in atoms:
                if atom in self.bodies and self._simplify(atom, inline):
                    changed = True

    def _become(self, atom: int, lit: int) -> bool:
        self._take(atom, lit)
        del self.bodies[atom]
        return True

    def _simplify(self, atom: int, inline: dict[int, Body]) -> bool:
        """Whether an atom has become the same as another literal."""
        found: set[Body] = set()
        bodies, gone = self.bodies[atom], self._gone
        if self._swept and gone.isdisjoint(chain.from_iterable(bodies)):
            return False
        for body in bodies:
            made: Body | None = body
            if not gone.isdisjoint(body):
                made = self._body(atom, body, inline)
            elif atom * 2 in body:  # nothing follows from itself
                continue
            if made is not None:
                if not made:
                    return self._become(atom, TRUE)
                found.add(made)
        if not found:
            return self._become(atom, FALSE)
        if len(found) > 1:
            single = {body[0] for body in found if len(body) == 1}
            if single:
                if any(lit ^ 1 in single for lit in single):
                    return self._become(atom, TRUE)
                found = {b for b in found if len(b) == 1 or single.isdisjoint(b)}
        if len(found) == 1:
            (body,) = found
            if len(body) == 1:
                return self._become(atom, body[0])
        self.bodies[atom] = sorted(found)
        return False

    def _body(self, atom: int, body: Body, inline: dict[int, Body]) -> Body | None:
        """A body in terms of what is left; None if it never holds."""
        found: set[int] = set()
        for lit in body:
            lit = self.literal(lit)
            if lit in inline and lit != atom * 2:
                found.update(inline[lit])
            elif lit == FALSE:
                return None
            elif lit != TRUE:
                found.add(lit)
        for lit in found:
            if lit ^ 1 in found or lit == atom * 2:  # nothing follows from itself
                return None
        return tuple(sorted(found))

    def single(self, outputs: list[int]) -> dict[int, Body]:
        """Atoms with one short body that few use, and nobody's negation or output."""
        uses = Counter(chain.from_iterable(chain.from_iterable(self.bodies.values())))
        kept = {lit >> 1 for lit in outputs if lit >= 0}
        return {
            atom * 2: bodies[0]
            for atom, bodies in self.bodies.items()
            if len(bodies) == 1
            and len(bodies[0]) <= LONGEST
            and uses[atom * 2] <= USES
            and atom * 2 + 1 not in uses
            and atom not in kept
            and atom not in self.cycles
        }

    def prune(self, outputs: list[int]) -> None:
        """Leaves only what outputs need."""
        for atom in self.bodies.keys() - reached(self.bodies, outputs):
            del self.bodies[atom]


def reached(bodies: Bodies, literals: list[int]) -> set[int]:
    """The atoms that literals need."""
    found, met = set[int](), set(literals) - {TRUE, FALSE}
    todo = [*met]
    while todo:
        atom = todo.pop() >> 1
        if atom not in found:
            found.add(atom)
            more = set(chain.from_iterable(bodies.get(atom, ()))) - met
            met |= more
            todo += more
    return found


def components(bodies: Bodies) -> tuple[list[int], dict[int, int]]:
    """All atoms, each after those that it needs, and the number of the cycle of each that is in one
    (Tarjan 1972).
    """
    needs = {atom: chain.from_iterable(each) for atom, each in bodies.items()}
    literals = chain.from_iterable(chain.from_iterable(bodies.values()))
    last = max(max(literals, default=0) >> 1, max(bodies, default=0)) + 1
    state = [DONE] * last  # or the place of what is on the stack
    for atom in bodies:
        state[atom] = NEW
    low = [0] * last
    stack: list[int] = []
    found: list[int] = []
    cycles: dict[int, int] = {}
    met = 0
    for root in bodies:
        path = [root] if state[root] == NEW else []
        while path:
            atom = path[-1]
            if state[atom] == NEW:
                met += 1
                state[atom] = low[atom] = met
                stack.append(atom)
            least = low[atom]
            for lit in needs[atom]:
                place = state[lit >> 1]
                if place == NEW:
                    path.append(lit >> 1)
                    break
                if DONE != place < least:
                    least = place
            low[atom] = least
            if path[-1] != atom:
                continue
            path.pop()
            if path:
                low[path[-1]] = min(low[path[-1]], least)
            if least == state[atom]:
                size = len(found)
                while True:
                    other = stack.pop()
                    state[other] = DONE
                    found.append(other)
                    if other == atom:
                        break
                if len(found) - size > 1:
                    cycles.update(dict.fromkeys(found[size:], atom))
    return found, cycles
