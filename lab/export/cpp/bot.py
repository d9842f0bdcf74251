"""A bot as one self-contained file of C++17: the rules of a game, a search, and the text."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from importlib import resources
from types import ModuleType
from typing import Any

import numpy as np

from engines.game import Game
from engines.knobs import KnobError
from engines.rules import Rules
from lab.export.cpp.kinds import (
    BOOL,
    GENERATOR,
    INT,
    Array,
    Expression,
    Known,
    Nothing,
    Record,
    array_of,
)
from lab.export.cpp.searching import SearchCode, exported, refusal
from lab.export.cpp.tables import written
from lab.export.cpp.unit import Unit
from lab.match.seat import SearchSeat

MOST = 100_000  # characters that a contest takes
PRAGMAS = (
    '#pragma GCC optimize("O3,wrapv,omit-frame-pointer,inline")',
    '#pragma GCC target("avx2,bmi,bmi2,lzcnt,popcnt")',
)
STEP = 2  # the stream of random numbers of a search: `lab.match.decide.SEARCH`


def rule_kinds(game: Game, weights: Array) -> dict[str, tuple[Any, ...]]:
    """The kinds of the arguments of each rule that a file always has."""
    whole, real = np.dtype(np.int64), np.dtype(np.float64)
    state, joint = Record(game.dtype), array_of(whole, (game.agents,))
    actions = array_of(whole, (game.max_actions,))
    return {
        "to_move": (state,),
        "legal": (state, INT, actions),
        "is_legal": (state, INT, INT),
        "step": (state, joint, GENERATOR, Known(None)),
        "is_over": (state,),
        "outcome": (state, array_of(real, (game.seats,))),
        "value": (state, weights, array_of(real, (game.agents,))),
    }


class BotCode:
    """The C++ of one game with one search."""

    def __init__(self, game: Game, spec: SearchSeat, milliseconds: float, seed: int) -> None:
        if said := refusal(spec):
            raise KnobError(said)
        self.game, self.spec, self.unit = game, exported(spec), Unit()
        self.milliseconds, self.seed = milliseconds, seed
        self.unit.struct(game.dtype)
        self.search = SearchCode(self.unit, game, self.spec)

    def text(self, trial: bool = False) -> str:
        """The file; for a trial with functions that the lab calls, and without `main`."""
        searching = list(self.search.code())
        trying = list(self._trial()) if trial else []
        code, functions = self.unit.code(), self.unit.needed()
        modules = {sys.modules[each.python.__module__] for each in functions}
        tables = list(written(self.unit, _with_imports(modules)))
        runtime = resources.files("lab.export.cpp").joinpath("runtime.hpp").read_text("utf-8")
        structs = [text for _, text in self.unit.structs.values()]
        parts = [*self._head(), *PRAGMAS, runtime, *structs, *tables, code, *searching]
        return "\n".join([*parts, *(trying if trial else self._main())]) + "\n"

    def _head(self) -> Iterator[str]:
        from lab.match.seats import format_seat

        yield f"// {self.game.title}: {format_seat(self.spec, self.game)}"
        yield "// Made by smitsilab export-bot from the lab's own rules and search. C++17."

    def _trial(self) -> Iterator[str]:
        """What the lab calls to compare."""
        weights = self.search.given["w"]
        assert isinstance(weights.kind, Array)
        names = {
            "state": "*s", "agent": "agent", "action": "action", "joint": "joint",
            "actions": "out", "results": "results",
        }  # fmt: skip
        yield 'extern "C" {'
        rules: Rules = self.game.rules
        for name, kinds in rule_kinds(self.game, weights.kind).items():
            taken, given, doubles, wholes = list[str](), list[Expression](), 0, 0
            for kind in kinds:
                if isinstance(kind, Record):
                    taken.append("State* s")
                    given.append(Expression("(*s)", kind))
                elif kind is INT:
                    wholes += 1
                    taken.append(f"int64_t n{wholes}")
                    given.append(Expression(f"n{wholes}", kind))
                elif kind is GENERATOR:
                    given.append(Expression("rng", kind))
                elif isinstance(kind, Known):
                    given.append(Expression("", kind, value=kind.value))
                elif kind == weights.kind:
                    given.append(weights)
                else:
                    doubles += 1
                    cell = "double" if kind.element.kind == "f" else "int64_t"
                    taken.append(f"{cell}* a{doubles}")
                    given.append(Expression(f"a{doubles}", kind))
            call = self.search.called(getattr(rules, name), given)
            result = "void" if name in ("step", "outcome", "value") else "int64_t"
            body = f"{call};" if result == "void" else f"return {call};"
            yield f"{result} trial_{name}({', '.join(taken)}) {{ {body} }}"
        yield "void trial_tables() { make_tables(); }"
        yield "void trial_seed(uint64_t seed) { rng = generator(seed); }"
        yield "void trial_begin(State* s, int64_t seat, uint64_t seed) { begin(*s, seat, seed); }"
        yield "int64_t trial_iterate(int64_t n) { return iterate(n); }"
        yield "void trial_choose(int64_t* out) { choose(out); }"
        yield "void* trial_block(int64_t k) {"
        yield f"  void* blocks[] = {{{', '.join(n for n, _ in self.search.blocks.values())}}};"
        yield "  return blocks[k];"
        yield "}"
        yield "}"
        assert names is not None

    def _main(self) -> Iterator[str]:
        """The loop over turns."""
        yield from ()


def _with_imports(modules: Iterable[ModuleType]) -> set[ModuleType]:
    """The modules, and those of engines whose names they hold."""
    found = set(modules)
    for module in list(found):
        for value in vars(module).values():
            name = getattr(value, "__module__", None) or getattr(value, "__name__", None)
            if isinstance(name, str) and name.startswith("engines.") and name in sys.modules:
                found.add(sys.modules[name])
    return {each for each in found if not each.__name__.startswith(("numpy", "lab."))}


__all__ = ["BOOL", "MOST", "BotCode", "Nothing"]
