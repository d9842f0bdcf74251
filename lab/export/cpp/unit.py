"""What one file of C++ is made of: functions for the kinds they are called with, structs, and
tables.
"""

from __future__ import annotations

import ast
import inspect
import re
import textwrap
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engines.jit import Compiled
from lab.export.cpp.kinds import (
    Array,
    Bundle,
    Generator,
    Kind,
    Known,
    Nothing,
    Number,
    Record,
    Untranslated,
    stored,
)


class Function:
    """One function of Python for one list of kinds; `text` once it is translated."""

    def __init__(self, function: Any, kinds: tuple[Kind, ...], cpp: str) -> None:
        self.python = getattr(function, "py_func", function)
        options = function.targetoptions if isinstance(function, Compiled) else {}
        self.inlined = options.get("inline") == "always"
        self.kinds, self.cpp, self.text = kinds, cpp, ""
        self.result: Kind = Nothing()
        self.calls: list[Function] = []
        self.path = inspect.getsourcefile(self.python) or "?"
        lines, self.line = inspect.getsourcelines(self.python)
        node = ast.parse(textwrap.dedent("".join(lines))).body[0]
        if not isinstance(node, ast.FunctionDef):
            raise Untranslated(f"{self.path}:{self.line}: this is no function with a name.")
        self.node = node
        self.params = [each.arg for each in node.args.args]
        self.stored_names = {
            each.id
            for each in ast.walk(node)
            if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)
        }
        closure = self.python.__closure__ or ()
        self._free = dict(zip(self.python.__code__.co_freevars, closure, strict=False))

    def named(self, name: str) -> Any:
        """The value of a name from outside the function; `expressions.MISSING` if there is none."""
        from lab.export.cpp.expressions import MISSING

        if name in self._free:
            return self._free[name].cell_contents
        builtins = self.python.__builtins__
        return self.python.__globals__.get(name, builtins.get(name, MISSING))

    def refusal(self, line: int, why: str) -> Untranslated:
        """An error at a line of the function's source."""
        return Untranslated(f"{self.path}:{self.line + line - 1}: {why}.")


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
        for field in sorted(dtype.names or (), key=lambda each: (dtype.fields or {})[each][1]):
            kind, offset = (dtype.fields or {})[field][:2]
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
        elif not isinstance(kind, Known):
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
            except BaseException:
                del self.functions[key]
                raise
            finally:
                self._open.pop()
        found = self.functions[key]
        if found in self._open:
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
