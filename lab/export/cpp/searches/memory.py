"""A search in C++: its kernel for one configured game and its knobs, translated, in memory as the
search itself lays it out.

A search of the lab is started for each seat, and what it then gives to its kernel is what the C++
begins with: scalars are constants, records are copied, arrays are static blocks.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engines.game import Game
from engines.jit import plain as plain_python
from engines.knobs import KnobError
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

# by a name of its own, the array here, and which of several copies
Theirs = Callable[..., NDArray[Any]]
LARGE = 1 << 22  # bytes of a block from which large pages pay
FIXED = ("logs", "w", "net", "counted")  # arrays that no kernel writes to


def started(game: Game, spec: SearchSeat, seat: int) -> Any:
    """The search of the lab, begun for a seat in a first position."""
    search: Any = parse_algorithm(spec.name)(game, spec.params, spec.weights, 0)
    search.watch(0, 0)  # no table of two agents' root actions
    search.start(game.initial(1), seat)
    return search


def owner_of(array: NDArray[Any]) -> NDArray[Any]:
    """The array whose memory this one shows."""
    while isinstance(array.base, np.ndarray):
        array = array.base
    return array


def room_of(owner: NDArray[Any]) -> int:
    """The bytes of a block with this array; each of several begins at a line of the cache."""
    return max(64, -(-owner.nbytes // 64) * 64)


class SearchCode(ABC):
    """The C++ of one search, which the classes of algorithms complete."""

    def __init__(self, unit: Unit, game: Game, spec: SearchSeat) -> None:
        self.unit, self.spec = unit, spec
        with plain_python():  # nothing is worth being compiled for one position
            self.searches = [started(game, spec, seat) for seat in range(game.seats)]
        self.game: Game = self.searches[0].game  # where a network values positions, another one
        self.blocks: dict[int, tuple[str, NDArray[Any], int]] = {}  # their names, by `id`
        self.given: dict[str, Expression] = {}
        self._prepare()
        self._complete()

    def _prepare(self) -> None:
        """Translates the kernel for what the search gives to it."""
        kernel, given = self._captured()
        python = getattr(kernel, "py_func", kernel)
        names = python.__code__.co_varnames[: python.__code__.co_argcount]
        self.held = [dict(zip(names, each, strict=True)) for each in given]  # for each seat
        self._lay_out()
        self.given = {name: self._given(name, [each[name] for each in self.held]) for name in names}
        self.call = self.called(python, [self.given[name] for name in names])

    def _complete(self) -> None:  # noqa: B027 - only searches with a driver hold more
        """Adds what the bot holds besides the kernel's arguments to `given`."""

    @staticmethod
    def exported(params: Any) -> dict[str, Any]:
        """The knobs that are others in an exported bot."""
        return {}

    @staticmethod
    def refusal(params: Any) -> str:
        """Why a search with these knobs is not exported, in a sentence; "" if it is."""
        return ""

    def _kernel_name(self, search: Any) -> str:
        """The attribute of a search that is the kernel which its knobs need."""
        return "_kernel"

    def _lay_out(self) -> None:  # noqa: B027 - trees are where the search has them
        """Replaces arrays in `held` by those that the bot has."""

    def _enlarge(self, search: Any) -> None:  # noqa: B027 - arenas are made as large as they are
        """Gives a search all the memory that it may need."""

    def _captured(self) -> tuple[Any, list[tuple[Any, ...]]]:
        """The kernel, and what it is called with for each seat, with all its memory."""
        found, kernel = list[tuple[Any, ...]](), None
        for search in self.searches:
            self._enlarge(search)
            calls, name = list[tuple[Any, ...]](), self._kernel_name(search)
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
            inner = name if name in FIXED else ""
            parts = tuple(self._given(inner, list(each)) for each in zip(*values, strict=True))
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

    def _placed(self, array: NDArray[Any], copies: int = 1) -> tuple[str, Array]:
        """The code of an array's first element in its block, and its kind. Of several copies the
        code is that of number `r`.
        """
        owner = owner_of(array)
        if id(owner) not in self.blocks:
            self.blocks[id(owner)] = f"block{len(self.blocks)}", owner, copies
        offset = array.__array_interface__["data"][0] - owner.__array_interface__["data"][0]
        cell = self.unit.cell(plain(array.dtype))
        chosen = f" + r * {room_of(owner)}" if copies > 1 else ""
        code = f"(({cell}*)({self.blocks[id(owner)][0]} + {offset}{chosen}))"
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
        position = self._record("root")
        begun = [*self._recorded(), f"  {position.code} = position;", *self._emptied()]
        prepare, filled = self.game.rules.prepare, self.given["w"]
        if prepare is not None:
            begun.append(f"  {self.called(prepare, [position, filled])};")
        begun += self._readied()
        chosen = list(self._chosen())
        for name, owner, copies in self.blocks.values():
            yield f"alignas(64) static char {name}[{room_of(owner) * copies}];"
        yield "static void widen_blocks() {"
        for name, owner, copies in self.blocks.values():
            if room_of(owner) * copies >= LARGE:
                yield f"  widen({name}, sizeof {name});"
        yield "}"
        yield "static Random rng;"
        yield "[[maybe_unused]] static double spent;  // share of the decision's budget"
        yield "static int64_t seat;"
        yield "static uint64_t seed_of_decision;"
        owners = ", ".join(map(str, self.game.owner))
        yield f"static const int OWNER[] = {{{owners}}};"
        yield from self._driver()
        # `last` is the last joint action, or null where nobody told
        yield "static void begin(const State& position, int64_t for_seat, uint64_t seed,"
        yield "                  [[maybe_unused]] const int64_t* last) {"
        yield from self._kept()
        yield "  seat = for_seat, seed_of_decision = seed, rng = generator(seed);"
        yield from begun
        yield "}"
        yield from self._iterated()
        yield from chosen

    def _kept(self) -> Iterator[str]:
        """What is taken from the last decision, before `begin` overwrites it."""
        yield from ()

    def _recorded(self) -> Iterator[str]:
        """Writes the search's record as a decision begins with it, within `begin`."""
        room = self._record("room")
        image = np.stack([np.frombuffer(each["room"].tobytes(), np.uint8) for each in self.held])
        images, size = self.unit.constant("images", image), image.shape[1]
        yield f"  std::memcpy((void*)&{room.code}, {images} + seat * {size}, {size});"

    def _emptied(self) -> Iterator[str]:
        """Empties what the last decision has left, within `begin`."""
        yield from ()

    def _readied(self) -> Iterator[str]:
        """The end of `begin`, once the position is prepared."""
        yield from ()

    def _driver(self) -> Iterator[str]:
        """What `begin`, `iterate` and `choose` call, besides the kernel."""
        yield from ()

    def _iterated(self) -> Iterator[str]:
        """`iterate`, which returns fewer than it is asked for where more would change nothing."""
        yield f"static int64_t iterate(int64_t n) {{ return {self.call}; }}"

    @abstractmethod
    def _choosing(self) -> Iterator[str]:
        """The body of `choose`."""

    @abstractmethod
    def pairs(self, search: Any, theirs: Theirs) -> Iterator[tuple[str, Any, Any]]:
        """What the lab's search and the bot both know after a decision: its name, and both values;
        `theirs` gives the bot's memory where that of the search begun here is.
        """

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
        yield "static void choose(int64_t* out) {"
        yield from self._choosing()
        yield "}"
