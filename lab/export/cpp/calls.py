"""The calls of a rule in C++: other rules, and what Python, math and numpy give."""

from __future__ import annotations

import ast
import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from engines.draws import draw_below
from engines.jit import borrowed, own_copy, prefetch
from lab.export.cpp.expressions import Expressions
from lab.export.cpp.kinds import (
    BOOL,
    DOUBLE,
    FLOAT,
    INT,
    SHORT,
    UNKNOWN,
    Array,
    Bundle,
    Constant,
    Expression,
    Generator,
    Kind,
    Nothing,
    Number,
    Record,
    array_of,
    joined,
    kind_of,
    stored,
    told,
)
from lab.export.cpp.values import MISSING, Unsettled, is_function

SAME_NAME = "sqrt tanh floor ceil trunc fmod hypot copysign atan2 sin cos exp log pow nextafter"
WHOLE = {math.floor, math.ceil, math.trunc}
ARRAYS = {np.zeros, np.empty}


class Calls(Expressions):
    """Calls."""

    stores: list[str]  # declarations of arrays and records that the function itself holds

    def _call(self, node: ast.Call) -> Expression:
        if node.keywords:
            raise self.refuse(node, "arguments with names have no translation")
        called = self.static(node.func)
        if called is MISSING and isinstance(node.func, ast.Attribute):
            return self._method(node, node.func)
        if called is MISSING:
            found = self.expression(node.func)
            called = found.value
        if called is borrowed:
            return self.expression(node.args[0])
        if called is prefetch:
            return self._prefetched(node)
        if called is own_copy:
            return self._copied(node, self.expression(node.args[0]))
        if called is draw_below:
            rng, most = self.expression(node.args[0]), self.number(node.args[1])
            return Expression(f"{rng.code}.below({most.code})", INT, natural=True)
        if is_function(called):
            return self.applied(node, called, self.several(node.args))
        return self._builtin(node, called)

    def _prefetched(self, node: ast.Call) -> Expression:
        values, index = self.expression(node.args[0]), self.number(node.args[1])
        code, _ = self.place(node, values, [index])
        return Expression(f"__builtin_prefetch(&{code})", Nothing())

    def _copied(self, node: ast.AST, found: Expression) -> Expression:
        name = self.unit.fresh("copy")
        if isinstance(found.kind, Array) and None not in found.kind.shape:
            cell, size = self.unit.cell(found.kind.element), int(np.prod(found.kind.shape))  # type: ignore[arg-type]
            self.stores.append(f"  {cell} {name}[{size}];")
            self.put(f"std::memcpy({name}, {found.code}, sizeof {name});")
            return Expression(name, replace(found.kind, fixed=False))
        if not isinstance(found.kind, Record):
            raise self.refuse(node, f"{told(found.kind)} cannot be copied")
        self.stores.append(f"  {self.unit.struct(found.kind.dtype)} {name};")
        self.put(f"{name} = {found.code};")
        return Expression(name, found.kind)

    def _method(self, node: ast.Call, func: ast.Attribute) -> Expression:
        owner = self.expression(func.value)
        part = owner.part(func.attr)
        if part is not None and is_function(part.value):
            return self.applied(node, part.value, self.several(node.args))
        if isinstance(owner.kind, Generator) and func.attr == "random" and not node.args:
            return Expression(f"{owner.code}.random()", DOUBLE)
        if func.attr == "copy" and isinstance(owner.kind, Record):
            return self._copied(node, owner)
        if func.attr == "view" and owner.kind is FLOAT and self.static(node.args[0]) is np.int32:
            return Expression(f"bits_of({owner.code})", SHORT)
        if func.attr == "sum" and not node.args and _is_row(owner.kind):
            return self._sum(owner)
        raise self.refuse(node, f"the method {func.attr} of {told(owner.kind)} has no translation")

    def _sum(self, row: Expression) -> Expression:
        total, k = self.unit.fresh("t"), self.unit.fresh("k")
        count = self.length(row).code
        self.put(f"double {total} = 0;")
        self.put(f"for (int64_t {k} = 0; {k} < {count}; {k}++) {total} += {row.code}[{k}];")
        return Expression(total, DOUBLE)

    def applied(self, node: ast.AST, python: Any, given: list[Expression]) -> Expression:
        """The call of another function, which is translated for these kinds."""
        of_search = getattr(python, "py_func", python).__module__.startswith("search.")
        given = [settled(each) if of_search else each for each in given]  # knobs
        function = self.unit.function(python, tuple(as_given(each) for each in given))
        if function is self.function:
            if function.gives and isinstance(function.result, Nothing):
                raise Unsettled  # what it returns elsewhere is known after another round
        elif function not in self.function.calls:
            self.function.calls.append(function)
        given = [
            self.kept(node, each) if isinstance(each.kind, Bundle) and not each.parts else each
            for each in given
        ]
        codes = [code for each in given for code in arguments(each)]
        code = f"{function.cpp}({', '.join(codes)})"
        return Expression(code, function.result)

    def _builtin(self, node: ast.Call, called: Any) -> Expression:
        plain: dict[Any, Callable[[ast.Call], Expression]] = {
            min: self._least,
            max: self._most,
            abs: lambda call: self._of_size(call, "absolute"),
            np.sign: lambda call: self._of_size(call, "sign"),
            len: lambda call: self._length(call),
            np.count_nonzero: self._counted,
            np.isnan: lambda call: Expression(f"(bool)std::isnan({self._float(call)})", BOOL),
            math.isnan: lambda call: Expression(f"(bool)std::isnan({self._float(call)})", BOOL),
            math.degrees: lambda call: Expression(
                f"(({self._float(call)}) * (180.0 / M_PI))", DOUBLE
            ),
        }
        if called in ARRAYS:
            return self._array(node)
        name = getattr(called, "__name__", "")
        for kind in (int, float, bool):
            if called is kind:
                return self._converted(node, np.dtype(kind))
        if isinstance(called, type) and issubclass(called, np.generic):
            return self._converted(node, np.dtype(called))
        if called in plain:
            return plain[called](node)
        if name in SAME_NAME.split() and getattr(called, "__module__", "math") in ("math", None):
            return self._of_floats(node, name, called in WHOLE)
        if isinstance(called, np.ufunc) and name in SAME_NAME.split():
            return self._of_floats(node, name, False)
        raise self.refuse(node, "this call has no translation")

    def _float(self, node: ast.Call) -> str:
        return self.cast(self.number(node.args[0]), DOUBLE)

    def _of_floats(self, node: ast.Call, name: str, whole: bool) -> Expression:
        given = [self.number(each) for each in node.args]
        kind = FLOAT if all(each.kind is FLOAT for each in given) else DOUBLE
        code = f"std::{name}({', '.join(self.cast(each, kind) for each in given)})"
        return Expression(f"(int64_t){code}", INT) if whole else Expression(code, kind)

    def _converted(self, node: ast.Call, dtype: np.dtype[Any]) -> Expression:
        found = self.number(node.args[0])
        kind = kind_of(dtype)
        if found.value is not UNKNOWN:
            return self.known(node, dtype.type(found.value))
        if kind is BOOL:
            return Expression(f"({found.code} != 0)", BOOL)
        code = f"({stored(dtype)})({found.code})"
        code = code if stored(dtype) == kind.cpp else f"({kind.cpp}){code}"
        return Expression(code, kind, natural=found.natural and kind is INT)

    def _counted(self, node: ast.Call) -> Expression:
        row = self.expression(node.args[0])
        if not isinstance(row.kind, Array) or len(row.kind.shape) > 1:
            raise self.refuse(node, "counted is what an array with one axis holds")
        total, k, step = self.unit.fresh("t"), self.unit.fresh("k"), row.kind.steps[0]
        self.put(f"int64_t {total} = 0;")
        loop = f"for (int64_t {k} = 0; {k} < {self.length(row).code}; {k}++)"
        self.put(f"{loop} {total} += {row.code}[{k} * {step}] != 0;")
        return Expression(total, INT, natural=True)

    def _length(self, node: ast.Call) -> Expression:
        found = self.expression(node.args[0])
        if isinstance(found.kind, Bundle):
            return self.known(node, len(found.kind.parts))
        if not isinstance(found.kind, Array):
            raise self.refuse(node, f"{told(found.kind)} has no length")
        return self.length(found)

    def _least(self, node: ast.Call) -> Expression:
        return self._extreme(node, "least")

    def _most(self, node: ast.Call) -> Expression:
        return self._extreme(node, "most")

    def _extreme(self, node: ast.Call, name: str) -> Expression:
        given = self.several(node.args)
        kind: Kind = given[0].kind
        for each in given:
            kind = joined(kind, each.kind)
        assert isinstance(kind, Number)
        code = self.cast(given[0], kind)
        for each in given[1:]:
            code = f"{name}<{kind.cpp}>({code}, {self.cast(each, kind)})"
        some = all if name == "least" else any
        return Expression(code, kind, natural=some(each.natural for each in given))

    def _of_size(self, node: ast.Call, name: str) -> Expression:
        found = self.number(node.args[0])
        kind = INT if found.kind in (BOOL, SHORT) else found.kind
        assert isinstance(kind, Number)
        return Expression(f"{name}<{kind.cpp}>({found.code})", kind)

    def _array(self, node: ast.Call) -> Expression:
        """A new array of a known shape, which the function holds."""
        shape = self.expression(node.args[0])
        sizes = [part.value for part in shape.parts] if shape.parts else [shape.value]
        dtype = np.dtype(self.static(node.args[1]) if len(node.args) > 1 else np.float64)
        if sizes == [UNKNOWN] and isinstance(shape.kind, Number):
            name, cell = self.unit.fresh("array"), self.unit.cell(dtype)
            self.stores.append(f"  std::vector<{cell}> {name};")
            self.put(f"{name}.assign({shape.code}, {cell}());")
            kind = replace(array_of(dtype, (0,)), shape=(None,))
            return Expression(f"{name}.data()", kind, count=f"(int64_t){name}.size()")
        if any(size is UNKNOWN for size in sizes):
            raise self.refuse(node, "the shape of a new array has to be known")
        name, count = self.unit.fresh("array"), int(np.prod(sizes))
        self.stores.append(f"  {self.unit.cell(dtype)} {name}[{count}];")
        self.put(f"std::memset({name}, 0, sizeof {name});")
        return Expression(name, array_of(dtype, tuple(sizes)))


def _is_row(kind: Kind) -> bool:
    """Whether it is an array of floats with one axis and no gaps."""
    return isinstance(kind, Array) and kind.element == np.float64 and kind.steps == (1,)


def settled(given: Expression) -> Expression:
    """A number that is known as a constant, so that what it excludes is left out."""
    is_number = given.kind is INT and given.value is not UNKNOWN
    return replace(given, kind=Constant(given.value)) if is_number else given


def arguments(given: Expression) -> list[str]:
    """What is written for one argument, of which a tuple has several."""
    kind = given.kind
    if isinstance(kind, Constant) or (kind is BOOL and given.value is not UNKNOWN):
        return []
    if isinstance(kind, Bundle):
        return [code for part in given.parts for code in arguments(part)]
    if isinstance(kind, Record):
        return [given.code[2:-1] if given.code.startswith("(*") else f"&{given.code}"]
    if isinstance(kind, Array) and kind.shape[0] is None:
        return [given.code, given.count]
    return [given.code]


def as_given(given: Expression) -> Kind:
    """Its kind as a parameter: parts of a tuple by what they are."""
    if isinstance(given.kind, Bundle) and given.parts:
        return Bundle(tuple(map(as_given, given.parts)), given.kind.names)
    if given.kind is BOOL and given.value is not UNKNOWN:
        return Constant(given.value)  # a branch that is never taken is left out
    if given.kind is SHORT:
        return INT
    return given.kind
