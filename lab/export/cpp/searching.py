"""A search in C++: its kernel for one configured game and its knobs, translated, in memory as the
search itself lays it out.

A search of the lab is started for each seat, and what it then gives to its kernel is what the C++
begins with: scalars are constants, records are copied, arrays are static blocks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engines.game import Game
from engines.jit import plain as plain_python
from engines.knobs import KnobError, replace
from lab.export.cpp.calls import arguments, as_given
from lab.export.cpp.kinds import (
    GENERATOR,
    INT,
    Array,
    Bundle,
    Constant,
    Expression,
    Record,
    array_of,
    kind_of,
    number,
    plain,
)
from lab.export.cpp.unit import Unit
from lab.match.seat import SearchSeat
from lab.match.seats import parse_algorithm
from search.tree import best_mean, most_visited, plant
from search.uct.growth import features
from search.uct.line import LONGEST_LINE, build_follow

MOST_NODES = 1 << 19  # in an exported arena, which is claimed as it is used
LARGEST_TABLE = 1 << 20  # entries of DUCT's hash table, twice as many
FIXED = ("logs", "w", "counted")  # arrays that no kernel writes to


def kernel_name(search: Any) -> str:
    """The attribute of a search that is the kernel which its knobs need."""
    if search.name == "uct":
        return "_grown" if features(search.game, search.params).grown else "_plain"
    return "_kernel"


SEARCHES = ("uct", "duct", "smitsimax")


def refusal(spec: SearchSeat) -> str:
    """Why this search is not exported, in a sentence; "" if it is."""
    p: Any = spec.params
    if spec.name not in SEARCHES:
        return f"{spec.name} is not exported; {', '.join(SEARCHES)} are."
    if getattr(p, "evaluation", "") == "network":
        return "A network is not exported; choose another evaluation."
    if p.threads > 1:
        return "An exported bot has one thread: threads=1."
    if getattr(p, "final", "") == "sample":
        return "An exported bot draws no move from its shares: final=visits or final=mean."
    return ""


def exported(spec: SearchSeat) -> SearchSeat:
    """The seat as it is exported: each decision begins with an empty tree of a fixed size."""
    values: dict[str, Any] = {"memory": min(MOST_NODES, int(getattr(spec.params, "memory", 0)))}
    if hasattr(spec.params, "reuse"):
        values["reuse"] = False
    params = spec.params
    for name, value in values.items():
        params = replace(params, name, value) if params is not None else params
    return SearchSeat(spec.name, params, spec.weights, spec.budget)


def started(game: Game, spec: SearchSeat, seat: int) -> Any:
    """The search of the lab, begun for a seat in a first position."""
    search: Any = parse_algorithm(spec.name)(game, spec.params, spec.weights, 0)
    search.watch(0, 0)  # no table of two agents' root actions
    search.start(game.initial(1), seat)
    return search


class SearchCode:
    """The C++ of one search."""

    def __init__(self, unit: Unit, game: Game, spec: SearchSeat) -> None:
        self.unit, self.game, self.spec = unit, game, spec
        with plain_python():  # nothing is worth being compiled for one position
            self.searches = [started(game, spec, seat) for seat in range(game.seats)]
        self.blocks: dict[int, tuple[str, NDArray[Any]]] = {}
        self.by_seat: list[str] = []
        kernel, given = self._captured()
        self.rooms = [args[1] for args in given]  # as a decision of each seat begins
        python = getattr(kernel, "py_func", kernel)
        names = python.__code__.co_varnames[: python.__code__.co_argcount]
        self.given = {
            name: self._given(name, [each[k] for each in given]) for k, name in enumerate(names)
        }
        self.call = self.called(python, [self.given[name] for name in names])

    def _captured(self) -> tuple[Any, list[tuple[Any, ...]]]:
        """The kernel, and what it is called with for each seat, with all its memory."""
        found, kernel = list[tuple[Any, ...]](), None
        for search in self.searches:
            if search.name == "duct":
                size = 1 << (2 * int(search.params.memory) - 1).bit_length()
                entries = np.zeros(size, search.tree.entries.dtype)
                search.tree = search.tree._replace(entries=entries)
            calls, name = list[tuple[Any, ...]](), kernel_name(search)
            kernel = getattr(search, name)

            def noted(*args: Any, calls: list[tuple[Any, ...]] = calls) -> int:
                calls.append(args)
                return len(calls) - 1  # a search that got nothing done makes its arena larger

            setattr(search, name, noted)
            search.advance(1)
            setattr(search, name, kernel)
            found.append(calls[-1])
        return kernel, found

    def _given(self, name: str, values: Sequence[Any]) -> Expression:
        """One argument of the kernel, by its value for each seat."""
        first = values[0]
        if name == "n":
            return Expression("n", INT)
        if isinstance(first, np.random.Generator):
            return Expression("rng", GENERATOR)
        if isinstance(first, np.ndarray):
            if name in FIXED:
                kind = array_of(first.dtype, first.shape)
                code = self.unit.constant(name, first)
                return Expression(code, Array(kind.element, kind.shape, kind.strides, fixed=True))
            return Expression(*self._placed(first))
        if isinstance(first, tuple):
            parts = tuple(self._given("", list(each)) for each in zip(*values, strict=True))
            names = getattr(first, "_fields", None)
            return Expression("", Bundle(tuple(as_given(p) for p in parts), names), parts)
        found = number(first)
        if found is None:
            raise KnobError(f"This search is not exported: its {name} has no translation.")
        if all(value == first for value in values):
            return Expression(found.code, Constant(first), value=first)
        table = np.array([value for value in values])
        code = self.unit.constant("by_seat", table)
        return Expression(f"{code}[seat]", kind_of(table.dtype))

    def _placed(self, array: NDArray[Any]) -> tuple[str, Array]:
        """The code of an array's first element in its block, and its kind."""
        owner = array
        while isinstance(owner.base, np.ndarray):
            owner = owner.base
        if id(owner) not in self.blocks:
            self.blocks[id(owner)] = f"block{len(self.blocks)}", owner
        offset = array.__array_interface__["data"][0] - owner.__array_interface__["data"][0]
        cell = self.unit.cell(plain(array.dtype))
        code = f"(({cell}*)({self.blocks[id(owner)][0]} + {offset}))"
        return code, array_of(array.dtype, array.shape, array.strides)

    def called(self, python: Any, given: Sequence[Expression]) -> str:
        """The call of a function that is translated for it."""
        function = self.unit.rule(python, *map(as_given, given))
        return f"{function.cpp}({', '.join(c for each in given for c in arguments(each))})"

    def _record(self, name: str) -> Expression:
        """The only record of an array."""
        array = self.given[name]
        assert isinstance(array.kind, Array)
        return Expression(f"{array.code}[0]", Record(array.kind.element))

    def code(self) -> Iterator[str]:
        """The functions `begin`, `iterate` and `choose`."""
        room, position = self._record("room"), self._record("root")
        image = np.stack([np.frombuffer(room.tobytes(), np.uint8) for room in self.rooms])
        images = self.unit.constant("images", image)
        begun = list(self._planted())
        prepare, filled = self.game.rules.prepare, self.given["w"]
        if prepare is not None:
            begun.append(f"  {self.called(prepare, [position, filled])};")
        rules = self.game.rules
        if getattr(self.spec.params, "hidden", "") == "each" and rules.sample and rules.observe:
            # every iteration draws the hidden part again
            begun.append(f"  {self.called(rules.observe, [position, Expression('seat', INT)])};")
        chosen = list(self._chosen())
        for name, owner in self.blocks.values():
            yield f"alignas(64) static char {name}[{max(64, owner.nbytes)}];"
        yield "static Random rng;"
        yield "static int64_t seat;"
        yield "static uint64_t seed_of_decision;"
        yield "static void begin(const State& position, int64_t for_seat, uint64_t seed) {"
        yield "  seat = for_seat, seed_of_decision = seed, rng = generator(seed);"
        yield f"  std::memcpy((void*)&{room.code}, {images} + seat * {image.shape[1]}, "
        yield f"    {image.shape[1]});"
        yield f"  {position.code} = position;"
        yield from begun
        yield "}"
        yield f"static int64_t iterate(int64_t n) {{ return {self.call}; }}"
        yield from chosen

    def _planted(self) -> Iterator[str]:
        """Empties the arena, and what playouts learned."""
        if "moves" in self.given:
            head, key = (self.given["moves"].part(name) for name in ("head", "key"))
            assert head is not None and key is not None and isinstance(key.kind, Array)
            known = self.searches[0]._moves
            for name in ("kind", "greedy", "heat", "epsilon"):
                yield f"  {head.code}[0].{name}_ = {known.head[0][name]};"
            yield f"  std::memset((void*){key.code}, 0, {known.key.nbytes});"
        if self.spec.name == "duct":
            entries = self.given["arena"].part("entries")
            assert entries is not None and isinstance(entries.kind, Array)
            size = (entries.kind.shape[0] or 0) * entries.kind.element.itemsize
            yield f"  std::memset((void*){entries.code}, 0, {size});"
            return
        roots = self.game.agents if self.spec.name == "smitsimax" else 1
        for root in range(roots):
            yield f"  {self.called(plant, [self.given['tree'], Expression(str(root), INT)])};"
        if self.spec.name == "uct":
            growth = self.given["growth"]
            proof, played = growth.part("proof"), growth.part("played")
            assert proof is not None and played is not None and isinstance(played.kind, Array)
            yield f"  {proof.code}[0] = 0;"
            count = int(np.prod([each or 0 for each in played.kind.shape]))
            yield f"  for (int64_t k = 0; k < {count}; k++) {played.code}[k] = -1;"

    # -- the choice --------------------------------------------------------------------------------

    def _chosen(self) -> Iterator[str]:
        """`choose`, which writes an action for each agent of the seat, and what it needs."""
        game, position = self.game, self._record("root")
        actions = Expression("out", array_of(np.dtype(np.int64), (game.max_actions,)))
        legal = self.called(game.rules.legal, [position, Expression("agent", INT), actions])
        over = self.called(game.rules.is_over, [position])
        mover = self.called(game.rules.to_move, [position])
        yield "static int64_t legal_now(int64_t agent, int64_t* out) {"
        yield f"  int64_t mover = {over} ? -2 : {mover};"
        yield f"  return mover == -1 || mover == agent ? {legal} : 0;"
        yield "}"
        yield "static int64_t any_action(int64_t agent) {"
        yield f"  int64_t out[{game.max_actions}], count = legal_now(agent, out);"
        yield "  Random drawing = generator(seed_of_decision, agent);"
        yield "  return count ? out[drawing.below(count)] : -1;"
        yield "}"
        method: dict[str, Callable[[], Iterator[str]]] = {
            "uct": self._chosen_by_line,
            "duct": self._chosen_slots,
            "smitsimax": self._chosen_children,
        }
        owners = ", ".join(map(str, game.owner))
        yield f"static const int OWNER[] = {{{owners}}};"
        yield "static void choose(int64_t* out) {"
        yield from method[self.spec.name]()
        yield "}"

    def _chosen_by_line(self) -> Iterator[str]:
        """UCT's: the best path down the tree for the agents of the first turn."""
        game, p = self.game, self.spec.params
        line = Expression("line", array_of(np.dtype(np.int64), (LONGEST_LINE, 2)))
        by_mean = Expression("", Constant(p.final == "mean"), value=p.final == "mean")  # type: ignore[union-attr]
        given = [self.given[name] for name in ("tree", "room", "buffer", "root")]
        walked = [*given, Expression("walking", GENERATOR), by_mean, self.given["growth"], line]
        call = self.called(build_follow(game), walked)
        yield f"  int64_t line[{2 * LONGEST_LINE}], first[{game.agents}];"
        yield "  bool known = false;"
        yield "  Random walking = generator(seed_of_decision);"
        yield f"  for (int a = 0; a < {game.agents}; a++) first[a] = INT64_MIN;"
        yield f"  int64_t plies = {call};"
        again = "" if game.simultaneous else " || known"
        yield f"  for (int64_t k = 0; k < plies && !(first[line[2 * k]] != INT64_MIN{again}); k++)"
        yield "    first[line[2 * k]] = line[2 * k + 1], known = true;"
        yield f"  for (int a = 0; a < {game.agents}; a++)"
        yield "    if (OWNER[a] == seat) *out++ = first[a] != INT64_MIN ? first[a] : any_action(a);"

    def _chosen_children(self) -> Iterator[str]:
        """Smitsimax's: each agent's best root action."""
        final = best_mean if self.spec.params.final == "mean" else most_visited  # type: ignore[union-attr]
        tree = self.given["tree"]
        call, action = self.called(final, [tree, Expression("a", INT)]), tree.part("action")
        assert action is not None and isinstance(action.kind, Array)
        yield f"  for (int64_t a = 0; a < {self.game.agents}; a++) {{"
        yield "    if (OWNER[a] != seat) continue;"
        yield f"    int64_t child = {call};"
        step = action.kind.steps[0]
        yield f"    *out++ = child >= 0 ? {action.code}[child * {step}] : any_action(a);"
        yield "  }"

    def _chosen_slots(self) -> Iterator[str]:
        """DUCT's: each agent's best legal root action, the last of equal ones by visits, the first
        by mean.
        """
        arena = self.given["arena"]
        node, visits, total, action = (
            part.code
            for name in ("node", "visits", "total", "action")
            if (part := arena.part(name)) is not None
        )
        by_mean = self.spec.params.final == "mean"  # type: ignore[union-attr]
        room = self._record("room").code
        better = "mean > top" if by_mean else "n > most || (n == most && mean >= top)"
        yield f"  for (int64_t a = 0; a < {self.game.agents}; a++) {{"
        yield "    if (OWNER[a] != seat) continue;"
        yield f"    int64_t legal[{self.game.max_actions}], count = legal_now(a, legal), most = -1;"
        yield "    int64_t best = INT64_MIN;"
        yield "    double top = -INFINITY;"
        yield f"    for (int64_t k = 0; {room}.inner_ && k < {node}[0].count_[a]; k++) {{"
        yield f"      int64_t slot = {node}[0].first_[a] + k, n = {visits}[slot];"
        yield "      bool allowed = false;"
        yield f"      for (int64_t j = 0; j < count; j++) allowed |= legal[j] == {action}[slot];"
        yield f"      double mean = {total}[slot] / n;"
        yield f"      if (!allowed || n == 0 || !({better})) continue;"
        yield f"      best = {action}[slot], most = n, top = mean;"
        yield "    }"
        yield "    *out++ = best != INT64_MIN ? best : any_action(a);"
        yield "  }"
