"""What one file of C++ is made of: functions for the kinds they are called with, structs, and
tables: short ones as they are, random ones by their generator, all others packed into one text.
"""

from __future__ import annotations

import ast
import base64
import inspect
import re
import textwrap
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType, ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engines.jit import Compiled
from engines.syntax import parsed
from lab.export.cpp.kinds import (
    Array,
    Bundle,
    Constant,
    Generator,
    Kind,
    Nothing,
    Number,
    Record,
    Untranslated,
    kind_of,
    literal,
    stored,
)
from lab.files.source import text_of
from search.network import LEVELS, VALUES
from search.tree import root_logs

SHORT = 320  # characters of a table that is written out
DRAWS = 1 << 15  # of a generator that are looked through
WIDE = 96  # characters of a line
# (function, part): code of `by_hand.hpp`, where a part is its body or its loop
_SECTIONS = re.split(
    r"^// -- (body|loop) of ([\w.]+)\n",
    text_of(Path(__file__).with_name("by_hand.hpp")),
    flags=re.M,
)
BY_HAND = {
    name: (part, code)
    for part, name, code in zip(_SECTIONS[1::3], _SECTIONS[2::3], _SECTIONS[3::3], strict=True)
}


class Function:
    """One function of Python for one list of kinds; `text` once it is translated."""

    def __init__(self, function: Any, kinds: tuple[Kind, ...], cpp: str) -> None:
        self.python = getattr(function, "py_func", function)
        options = function.targetoptions if isinstance(function, Compiled) else {}
        self.inlined = options.get("inline") == "always" or "forceinline" in options
        self.kinds, self.cpp, self.text = kinds, cpp, ""
        self.result: Kind = Nothing()
        self.calls: list[Function] = []
        self.path = inspect.getsourcefile(self.python) or "?"
        lines, self.line = inspect.getsourcelines(self.python)
        node = parsed(textwrap.dedent("".join(lines))).body[0]
        if not isinstance(node, ast.FunctionDef):
            raise Untranslated(f"{self.path}:{self.line}: this is no function with a name.")
        self.node = node
        self.params = [each.arg for each in node.args.args]
        self.gives = any(
            isinstance(each, ast.Return) and each.value is not None for each in ast.walk(node)
        )
        self.stored_names = {
            each.id
            for each in ast.walk(node)
            if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)
        }
        closure = self.python.__closure__ or ()
        self._free = dict(zip(self.python.__code__.co_freevars, closure, strict=False))

    def named(self, name: str) -> Any:
        """The value of a name from outside the function; `expressions.MISSING` if there is none."""
        from lab.export.cpp.values import MISSING

        if name in self._free:
            return self._free[name].cell_contents
        builtins = self.python.__builtins__
        return self.python.__globals__.get(name, builtins.get(name, MISSING))

    def refusal(self, line: int, why: str) -> Untranslated:
        """An error at a line of the function's source."""
        return Untranslated(f"{self.path}:{self.line + line - 1}: {why}.")


def _by_hand(made: Function) -> str:
    """The text of a function, with what is written by hand."""
    part, code = BY_HAND.get(f"{made.python.__module__}.{made.node.name}", ("", ""))
    if part == "body":
        return made.text.split("\n", 1)[0] + f"\n{code}"
    if part == "loop":
        before, loop = made.text.split("\n for ", 1)
        return f"{before}\n{code}" + loop.split("\n }\n", 1)[1]
    return made.text


class Unit:
    """Functions, structs and tables of one file."""

    def __init__(self) -> None:
        self.functions: dict[Any, Function] = {}
        self.tables: dict[Any, tuple[str, NDArray[Any]]] = {}
        self.structs: dict[str, tuple[str, str]] = {}
        self._names: set[str] = set()
        self._fresh = 0
        self._open: list[Function] = []
        self.roots: list[Function] = []

    def fresh(self, stem: str) -> str:
        """A name that nothing else has."""
        self._fresh += 1
        return f"{stem}{self._fresh}"

    def _name(self, stem: str) -> str:
        name, k = stem, 1
        while name in self._names:
            k += 1
            name = f"{stem}_{k}"
        self._names.add(name)
        return name

    def constant(self, stem: str, values: NDArray[Any]) -> str:
        """The name of a table with these values."""
        flat = np.ascontiguousarray(values)
        key = flat.tobytes(), flat.dtype.str
        if key not in self.tables:
            words = re.sub(r"\W+", "_", stem).strip("_").upper()[:24] or "TABLE"
            self.tables[key] = self._name(f"T_{words}"), flat
        return self.tables[key][0]

    def struct(self, dtype: np.dtype[Any]) -> str:
        """The name of the struct with numpy's layout of this dtype."""
        key = repr(dtype.descr if not dtype.isalignedstruct else (dtype.fields, dtype.itemsize))
        if key not in self.structs:
            name = self._name("State" if not self.structs else "Record")
            self.structs[key] = name, "\n".join(self._layout(name, dtype))
        return self.structs[key][0]

    def _layout(self, name: str, dtype: np.dtype[Any]) -> Iterator[str]:
        yield f"struct {name} {{"
        at = 0
        fields: Any = dtype.fields
        for field in sorted(fields, key=lambda each: fields[each][1]):
            kind, offset = fields[field][:2]
            if offset > at:
                yield f"  char pad_{at}[{offset - at}];"
            base, shape = kind.subdtype or (kind, ())
            count = int(np.prod(shape)) if shape else 0
            yield f"  {self.cell(base)} {field}_{f'[{count}]' if shape else ''};"
            at = offset + kind.itemsize
        if dtype.itemsize > at:
            yield f"  char pad_{at}[{dtype.itemsize - at}];"
        packed = "" if dtype.isalignedstruct else " __attribute__((packed))"
        yield f"}}{packed};"
        yield f'static_assert(sizeof({name}) == {dtype.itemsize}, "layout");'

    def cell(self, dtype: np.dtype[Any]) -> str:
        """The C++ type of an element."""
        return self.struct(dtype) if dtype.names is not None else stored(dtype)

    def returned(self, bundle: Bundle) -> str:
        """The name of the struct in which a tuple is returned."""
        key = repr(bundle.parts)
        if key not in self.structs:
            name = self._name("Tuple")
            if any(not isinstance(part, Number) for part in bundle.parts):
                raise TypeError("a tuple of other things than numbers is returned")
            fields = "".join(
                f" {part.cpp} a{k};"
                for k, part in enumerate(bundle.parts)
                if isinstance(part, Number)
            )
            self.structs[key] = name, f"struct {name} {{{fields} }};"
        return self.structs[key][0]

    def result(self, kind: Kind) -> str:
        """The C++ type that a function returns."""
        if isinstance(kind, Bundle):
            return self.returned(kind)
        return kind.cpp if isinstance(kind, Number) else "void"

    def parameters(self, kind: Kind, name: str) -> Iterator[str]:
        """The C++ parameters for one of Python, of which a tuple has several."""
        if isinstance(kind, Number):
            yield f"{kind.cpp} {name}"
        elif isinstance(kind, Record):
            yield f"{self.struct(kind.dtype)}* {name}"
        elif isinstance(kind, Generator):
            yield f"Random& {name}"
        elif isinstance(kind, Array):
            yield f"{'const ' * kind.fixed}{self.cell(kind.element)}* {name}"
            if kind.shape[0] is None:
                yield f"int64_t {name}n"
        elif isinstance(kind, Bundle):
            names = kind.names or tuple(map(str, range(len(kind.parts))))
            for part, its in zip(kind.parts, names, strict=True):
                yield from self.parameters(part, f"{name}{its}_")
        elif not isinstance(kind, Constant):
            raise TypeError("nothing is given to a function")

    def function(self, python: Any, kinds: tuple[Kind, ...]) -> Function:
        """The function for arguments of these kinds, translated."""
        from lab.export.cpp.statements import Statements

        key = id(getattr(python, "py_func", python)), kinds
        if key not in self.functions:
            stem = getattr(python, "__name__", "function").strip("_")
            made = Function(python, kinds, self._name(f"{stem}_f"))
            self._open.append(made)
            self.functions[key] = made
            try:
                Statements(self, made).translate()
                made.text = _by_hand(made)
            except BaseException:
                del self.functions[key]
                raise
            finally:
                self._open.pop()
        found = self.functions[key]
        if found in self._open[:-1] or (found in self._open and found.inlined):
            raise found.refusal(1, f"{found.node.name} calls itself, which has no translation")
        return found

    def rule(self, python: Callable[..., Any], *kinds: Kind) -> Function:
        """A function that the file needs, whoever calls it."""
        found = self.function(python, kinds)
        if found not in self.roots:
            self.roots.append(found)
        return found

    def needed(self) -> list[Function]:
        """The roots and what they call, each after what it calls."""
        found: dict[int, Function] = {}

        def add(each: Function) -> None:
            if id(each) not in found:
                for called in each.calls:
                    add(called)
                found[id(each)] = each

        for root in self.roots:
            add(root)
        return list(found.values())

    def code(self) -> str:
        """The functions that are needed."""
        return "\n".join(each.text for each in self.needed())


def written(
    unit: Unit, modules: Iterable[ModuleType], computed: Mapping[str, str] = MappingProxyType({})
) -> tuple[list[str], list[str]]:
    """The declarations of all tables, and `make_tables`, which fills those that are not written
    out. `modules` are where their generators are named; `computed` are calls that fill a table.
    """
    streams, fills, packed = _streams(modules), list[str](), list[tuple[str, bytes]]()
    declared = list[str]()
    for name, values in unit.tables.values():
        size = max(1, values.size)
        if values.dtype.names is not None:
            declared.append(f"static {unit.cell(values.dtype)} {name}[{size}];")
            if any(values.tobytes()):
                packed.append((name, values.tobytes()))
            continue
        text = _listed(values)
        if len(text) <= SHORT:
            declared.append(f"static const {stored(values.dtype)} {name}[{size}] = {{{text}}};")
            continue
        declared.append(f"static {stored(values.dtype)} {name}[{size}];")
        if values.size == 1 << 16 and np.array_equal(values, root_logs()):
            fills.append(
                f"  for (int k = 2; k < {size}; k++) {name}[k] = (float)std::sqrt(log(k));"
            )
        elif values.dtype == np.float32 and np.array_equal(values, VALUES):
            fills.append(
                f"  for (int k = 0; k < {size}; k++)"
                f" {name}[k] = (float)std::tanh((k - {LEVELS // 2}) / 512.0);"
            )
        elif name in computed:
            continue
        elif (found := _drawn(values, streams)) is not None:
            seed, skipped = found
            fills.append(f"  drawn({name}, {size}, {seed}, {skipped});")
        elif any(values.tobytes()):
            packed.append((name, values.tobytes()))
    fills += [f"  {call};" for call in computed.values()]
    return declared, list(_packed(packed, fills))


def _listed(values: NDArray[Any]) -> str:
    kind = kind_of(values.dtype)
    return ", ".join(literal(each, kind) for each in values.reshape(-1)[: SHORT + 1])


def _packed(tables: Sequence[tuple[str, bytes]], fills: Sequence[str]) -> Iterator[str]:
    content = b"".join(data for _, data in tables)
    if content:
        squeezed = zlib.compressobj(9, zlib.DEFLATED, -15)
        text = base64.b85encode(squeezed.compress(content) + squeezed.flush(), pad=True).decode()
        yield "static const char PACKED[] ="
        for k in range(0, len(text), WIDE):
            yield f'  "{text[k : k + WIDE]}"'
        yield "  ;"
    yield "static void make_tables() {"
    if content:
        yield f"  static unsigned char bytes[{len(content)}];"
        yield "  unpack(PACKED, sizeof PACKED - 1, bytes);"
    at = 0
    for name, data in tables:
        yield f"  std::memcpy({name}, bytes + {at}, {len(data)});"
        at += len(data)
    yield from fills  # some are computed from others
    yield "}"


def _streams(modules: Iterable[ModuleType]) -> dict[int, bytes]:
    """What the generators draw that the modules make with a number as their seed."""
    seeds = set[int]()
    for module in modules:
        for node in ast.walk(parsed(inspect.getsource(module))):
            if (
                isinstance(node, ast.Call)
                and ast.unparse(node.func).endswith("SFC64")
                and node.args
                and isinstance(node.args[0], ast.Constant)
                and isinstance(node.args[0].value, int)
            ):
                seeds.add(node.args[0].value)
    return {seed: np.random.SFC64(seed).random_raw(DRAWS).tobytes() for seed in sorted(seeds)}


def _drawn(values: NDArray[Any], streams: dict[int, bytes]) -> tuple[int, int] | None:
    """The seed of the generator that draws these numbers, and how many it draws before."""
    if values.dtype == np.uint64:
        for seed, draws in streams.items():
            at = draws.find(values.tobytes())
            if at >= 0 and at % 8 == 0:
                return seed, at // 8
    return None
