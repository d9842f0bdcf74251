"""Names, fields and elements of a rule in C++."""

from __future__ import annotations

import ast
import inspect
import re
from dataclasses import replace
from types import ModuleType
from typing import Any

import numpy as np

from lab.export.cpp.kinds import (
    BOOL,
    INT,
    SHORT,
    UINT,
    UNKNOWN,
    Array,
    Bundle,
    Constant,
    Expression,
    Kind,
    Number,
    Record,
    Untranslated,
    array_of,
    kind_of,
    literal,
    number,
    plain,
    stored,
    told,
)
from lab.export.cpp.unit import Function, Unit

MISSING: Any = object()


class Unsettled(Exception):
    """A name whose kind is known after another round."""


def cpp_name(name: str) -> str:
    """A local name that no word of C++ has."""
    return f"{name}_"


class Values:
    """The values of one function, of which `kinds` are those of its variables so far."""

    def __init__(self, unit: Unit, function: Function) -> None:
        self.unit, self.function = unit, function
        self.kinds: dict[str, Kind] = {}
        self.alias: dict[str, Expression] = {}  # names that stand for other expressions
        self.signed = set(function.params)  # variables that may be below 0
        self.lines: list[str] = []
        self.depth = 1
        self.settled = True

    # -- help --------------------------------------------------------------------------------------

    def refuse(self, node: ast.AST, why: str) -> Untranslated:
        """An error that names the place."""
        return self.function.refusal(getattr(node, "lineno", 1), f"{why}: {short(node)}")

    def put(self, line: str) -> None:
        """Adds a line of code."""
        self.lines.append(" " * self.depth + line)

    def kept(self, node: ast.AST, found: Expression) -> Expression:
        """The same value in a variable of its own, where it is read more than once."""
        if found.value is not UNKNOWN or found.code.isidentifier():
            return found
        name = self.unit.fresh("t")
        if isinstance(found.kind, Number):
            self.put(f"const {found.kind.cpp} {name} = {found.code};")
        elif isinstance(found.kind, Bundle) and not found.parts:
            self.put(f"const auto {name} = {found.code};")
            return self.opened(replace(found, code=name))
        else:
            raise self.refuse(node, f"{told(found.kind)} cannot be kept")
        return replace(found, code=name)

    def opened(self, found: Expression) -> Expression:
        """A returned tuple with its parts."""
        assert isinstance(found.kind, Bundle)
        parts = [Expression(f"{found.code}.a{k}", kind) for k, kind in enumerate(found.kind.parts)]
        return replace(found, parts=tuple(parts))

    def cast(self, found: Expression, kind: Kind) -> str:
        """The code of a number as another kind."""
        if found.kind == kind or not isinstance(kind, Number):
            return found.code
        if found.value is not UNKNOWN and not (kind is UINT and found.value < 0):
            return literal(found.value, kind)
        return f"({kind.cpp})({found.code})"

    # -- values ------------------------------------------------------------------------------------

    def expression(self, node: ast.expr) -> Expression:
        """Any expression."""
        method = getattr(self, f"_{type(node).__name__.lower()}", None)
        if method is None:
            raise self.refuse(node, f"{type(node).__name__} has no translation")
        found: Expression = method(node)
        return found

    def number(self, node: ast.expr) -> Expression:
        """An expression that is a number."""
        found = self.expression(node)
        if not isinstance(found.kind, Number):
            raise self.refuse(node, f"a number is needed, not {told(found.kind)}")
        return found

    def truth(self, node: ast.expr) -> Expression:
        """An expression as a condition."""
        found = self.expression(node)
        if found.value is not UNKNOWN:
            return self.known(node, bool(found.value))
        if found.kind is BOOL:
            return found
        if not isinstance(found.kind, Number):
            raise self.refuse(node, f"{told(found.kind)} is no condition")
        return Expression(f"({found.code} != 0)", BOOL)

    def known(self, node: ast.AST, value: Any) -> Expression:
        """A value that is known when the code is written."""
        if (found := number(value)) is not None:
            return found
        if isinstance(value, np.ndarray):
            if value.dtype.kind not in "biufV":
                raise self.refuse(node, f"an array of {value.dtype} has no translation")
            if value.dtype.names is not None:
                self.unit.struct(plain(value.dtype))
            kind = replace(array_of(value.dtype, value.shape), fixed=True)
            return Expression(self.unit.constant(short(node), value), kind)
        if isinstance(value, tuple):
            parts = tuple(self.known(node, each) for each in value)
            names = getattr(value, "_fields", None)
            return Expression("", Bundle(tuple(p.kind for p in parts), names), parts)
        return Expression("", Constant(value), value=value)

    def _constant(self, node: ast.Constant) -> Expression:
        return self.known(node, node.value)

    def _name(self, node: ast.Name) -> Expression:
        if node.id in self.alias:
            return self.alias[node.id]
        if node.id in self.kinds:
            kind = self.kinds[node.id]
            code = cpp_name(node.id)
            if isinstance(kind, Record):
                return Expression(f"(*{code})", kind)
            if isinstance(kind, Bundle):
                parts = (Expression(f"{code}{k}_", each) for k, each in enumerate(kind.parts))
                return Expression("", kind, tuple(parts))
            natural = node.id not in self.signed
            return Expression(code, kind, (), f"{code}n" if _is_open(kind) else "", natural=natural)
        if node.id in self.function.stored_names:
            raise Unsettled
        value = self.function.named(node.id)
        if value is MISSING:
            raise self.refuse(node, "this name is unknown")
        return self.known(node, value)

    def static(self, node: ast.expr) -> Any:
        """The value of a name or of an attribute of a module; MISSING if it is neither."""
        if isinstance(node, ast.Name):
            if node.id in self.kinds or node.id in self.alias:
                return MISSING
            return (
                MISSING if node.id in self.function.stored_names else self.function.named(node.id)
            )
        if isinstance(node, ast.Attribute):
            owner = self.static(node.value)
            return getattr(owner, node.attr, MISSING) if isinstance(owner, ModuleType) else MISSING
        return MISSING

    def length(self, owner: Expression) -> Expression:
        """How many elements an array's first axis has."""
        assert isinstance(owner.kind, Array)
        size = owner.kind.shape[0]
        return Expression(owner.count, INT) if size is None else self.known(ast.Pass(), size)

    def field(self, owner: Expression, name: str) -> Expression:
        """What a field of a record holds."""
        assert isinstance(owner.kind, Record)
        self.unit.struct(owner.kind.dtype)
        dtype = owner.kind.dtype[name]
        code = f"{owner.code}.{name}_"
        if owner.code.startswith("(*"):
            code = f"{owner.code[2:-1]}->{name}_"
        if dtype.subdtype is not None:
            base, shape = dtype.subdtype
            return Expression(code, array_of(base, shape))
        return self.read(code, dtype)

    def read(self, code: str, dtype: np.dtype[Any]) -> Expression:
        """What is read from a place in memory."""
        if dtype.names is not None:
            self.unit.struct(dtype)
            return Expression(code, Record(dtype))
        kind, natural = kind_of(dtype), dtype.kind == "u"
        code = code if stored(dtype) == kind.cpp else f"({kind.cpp}){code}"
        return Expression(code, kind, natural=natural)

    def element(self, node: ast.AST, owner: Expression, places: list[Expression]) -> Expression:
        """The element of an array, or the row."""
        code, left = self.place(node, owner, places)
        if left is not None:
            return Expression(code, left)
        assert isinstance(owner.kind, Array)
        return self.read(code, owner.kind.element)

    def place(
        self, node: ast.AST, owner: Expression, places: list[Expression]
    ) -> tuple[str, Array | None]:
        """The code of an element's place, or of a row's pointer, and then its kind."""
        kind = owner.kind
        assert isinstance(kind, Array)
        if len(places) > len(kind.shape):
            raise self.refuse(node, "there are more places than axes")
        terms = list[str]()
        for place, step, size in zip(places, kind.steps, kind.shape, strict=False):
            code, end = place.code, self.length(owner).code if size is None else str(size)
            if place.value is not UNKNOWN and place.value < 0:
                code = f"({end} + {place.code})"
            elif place.value is UNKNOWN and place.kind in (INT, SHORT) and not place.natural:
                code = f"at({code}, {end})"  # as numba counts from the end
            elif place.kind not in (INT, UINT):
                code = f"(int64_t)({code})"
            terms.append(code if step == 1 else f"{bracketed(code)} * {step}")
        where = " + ".join(t for t in terms if t != "0") or "0"
        if len(places) == len(kind.shape):
            return f"{owner.code}[{where}]", None
        rest = slice(len(places), None)
        row = replace(kind, shape=kind.shape[rest], strides=kind.strides[rest])
        return f"({owner.code} + {where})", row


def short(node: ast.AST) -> str:
    """An expression in at most sixty characters."""
    try:
        return ast.unparse(node)[:60]
    except AttributeError:
        return ""


def _is_open(kind: Kind) -> bool:
    return isinstance(kind, Array) and kind.shape[0] is None


def bracketed(code: str) -> str:
    return code if re.fullmatch(r"\w+|\(.*", code) else f"({code})"


def is_function(value: Any) -> bool:
    """Whether it is a function of Python, jitted or not."""
    return inspect.isfunction(getattr(value, "py_func", value))
