"""The expressions of a rule in C++, with the results that numba's compiled code has."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from lab.export.cpp.kinds import (
    BOOL,
    DOUBLE,
    FLOAT,
    INT,
    SHORT,
    UINT,
    UNKNOWN,
    Array,
    Bundle,
    Constant,
    Expression,
    Number,
    Record,
    joined,
    told,
)
from lab.export.cpp.values import MISSING, Values, bracketed

COMPARED = {"Eq": "==", "NotEq": "!=", "Lt": "<", "LtE": "<=", "Gt": ">", "GtE": ">="}
BITS = {"BitAnd": "&", "BitOr": "|", "BitXor": "^"}
NATURAL = ("Add", "Mult", "BitOr", "BitXor", "FloorDiv")  # of numbers from 0 on, others of them
SUMS = {"Add": "+", "Sub": "-", "Mult": "*"}


class Expressions(Values):
    """Expressions."""

    # -- parts -------------------------------------------------------------------------------------

    def _attribute(self, node: ast.Attribute) -> Expression:
        value = self.static(node)
        if value is not MISSING:
            return self.known(node, value)
        owner = self.expression(node.value)
        kind = owner.kind
        if isinstance(kind, Bundle) and (part := owner.part(node.attr)) is not None:
            return part
        if isinstance(kind, Record) and node.attr in (kind.dtype.names or ()):
            return self.field(owner, node.attr)
        if isinstance(kind, Array) and node.attr == "size":
            return self.length(owner) if len(kind.shape) == 1 else self._product(node, owner)
        if isinstance(kind, Array) and node.attr == "shape":
            first = self.length(owner)
            parts = (first, *(self.known(node, n) for n in kind.shape[1:]))
            return Expression("", Bundle(tuple(p.kind for p in parts)), parts)
        raise self.refuse(node, f"{told(kind)} has no {node.attr}")

    def _product(self, node: ast.AST, owner: Expression) -> Expression:
        assert isinstance(owner.kind, Array)
        inner = self.known(node, int(np.prod([n or 0 for n in owner.kind.shape[1:]])))
        return self.binary(node, "Mult", self.length(owner), inner)

    def _subscript(self, node: ast.Subscript) -> Expression:
        owner = self.expression(node.value)
        if isinstance(owner.kind, Bundle):
            owner = owner if owner.parts else self.kept(node, owner)
            if isinstance(node.slice, ast.Slice):
                return self._some(node, owner, node.slice)
            place = self.number(node.slice)
            if place.value is not UNKNOWN:
                part: Expression = owner.parts[place.value]
                return part
            kind = owner.parts[0].kind
            for part in owner.parts:
                kind = joined(kind, part.kind)
            if not isinstance(kind, Number):
                raise self.refuse(node, "a tuple of such parts needs a known place")
            values = ", ".join(self.cast(part, kind) for part in owner.parts)
            return Expression(f"((const {kind.cpp}[]){{{values}}})[{place.code}]", kind)
        if isinstance(owner.kind, Record):
            named = self.expression(node.slice).value
            if isinstance(named, str) and named in (owner.kind.dtype.names or ()):
                return self.field(owner, named)
        if not isinstance(owner.kind, Array):
            raise self.refuse(node, f"{told(owner.kind)} has no places")
        if isinstance(node.slice, ast.Slice):
            return self._cut(node, owner, node.slice)
        places = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        return self.element(node, owner, [self.number(each) for each in places])

    def _some(self, node: ast.AST, owner: Expression, cut: ast.Slice) -> Expression:
        """A part of a tuple."""
        ends = [None if each is None else self.number(each) for each in (cut.lower, cut.upper)]
        if cut.step is not None or any(e is not None and e.value is UNKNOWN for e in ends):
            raise self.refuse(node, "the ends of a tuple's slice have to be known")
        low, high = (None if each is None else each.value for each in ends)
        parts = owner.parts[low:high]
        return Expression("", Bundle(tuple(p.kind for p in parts)), parts)

    def _cut(self, node: ast.AST, owner: Expression, cut: ast.Slice) -> Expression:
        assert isinstance(owner.kind, Array)
        if cut.step is not None:
            raise self.refuse(node, "a slice with a step has no translation")
        begin = self.number(cut.lower) if cut.lower else self.known(node, 0)
        end = self.number(cut.upper) if cut.upper else self.length(owner)
        if any(each.value is not UNKNOWN and each.value < 0 for each in (begin, end)):
            raise self.refuse(node, "a slice counted from the end has no translation")
        begin, step = self.kept(node, begin), owner.kind.steps[0]
        code = f"({owner.code} + {bracketed(begin.code)} * {step})"
        count = self.kept(node, self.binary(node, "Sub", end, begin))
        kind = replace(owner.kind, shape=(None, *owner.kind.shape[1:]))
        return Expression(code, kind, count=count.code)

    # -- operators ---------------------------------------------------------------------------------

    def _binop(self, node: ast.BinOp) -> Expression:
        op = type(node.op).__name__
        return self.binary(node, op, self.number(node.left), self.number(node.right))

    def binary(self, node: ast.AST, op: str, a: Expression, b: Expression) -> Expression:
        """An operator between two numbers."""
        either, both = a.natural or b.natural, a.natural and b.natural
        natural = {"BitAnd": either, "Mod": b.natural, "RShift": a.natural}.get(op, False)
        found = self._between(node, op, a, b)
        return replace(found, natural=found.natural or natural or (op in NATURAL and both))

    def _between(self, node: ast.AST, op: str, a: Expression, b: Expression) -> Expression:
        if a.value is not UNKNOWN and b.value is not UNKNOWN and UINT not in (a.kind, b.kind):
            folded = _folded(op, a.value, b.value)
            if folded is not None:
                return self.known(node, folded)
        kind = joined(a.kind, b.kind)
        assert isinstance(kind, Number)
        mixed = UINT in (a.kind, b.kind) and not {INT, SHORT}.isdisjoint((a.kind, b.kind))
        if op in BITS:
            if mixed:
                kind = UINT
            one, other = self.cast(a, kind), self.cast(b, kind)
            return Expression(f"({one} {BITS[op]} {other})", kind)
        if op in ("LShift", "RShift"):
            kind = UINT if a.kind is UINT else INT
            if op == "RShift" and a.kind is SHORT:
                kind = SHORT
            one = f"({kind.cpp}){a.code}" if a.value is not UNKNOWN else self.cast(a, kind)
            return Expression(f"({one} {'<<' if op == 'LShift' else '>>'} {b.code})", kind)
        if op == "Div":
            kind = FLOAT if kind is FLOAT else DOUBLE
            return Expression(f"({self.cast(a, kind)} / {self.cast(b, kind)})", kind)
        if kind in (BOOL, SHORT):
            kind = INT
        if mixed:
            whole = b if a.kind is UINT else a
            if whole.value is UNKNOWN or whole.value < 0:
                raise self.refuse(node, "a uint64 and an int64 together are a float64 in numba")
            kind = UINT
        if op == "Pow":
            return self._power(node, a, b, kind)
        one, other = self.cast(a, kind), self.cast(b, kind)
        if op in SUMS:
            return Expression(f"({one} {SUMS[op]} {other})", kind)
        if op in ("FloorDiv", "Mod"):
            name, sign = ("floor_divided", "/") if op == "FloorDiv" else ("modulo", "%")
            by = int(b.value) if kind is INT and b.value is not UNKNOWN else 0
            if by > 0 and by & (by - 1) == 0:  # exact below 0 too
                low = f">> {by.bit_length() - 1}" if sign == "/" else f"& {by - 1}"
                return Expression(f"({one} {low})", kind)
            if kind is UINT or (by > 0 and a.natural):
                return Expression(f"({one} {sign} {other})", kind)
            return Expression(f"{name}({_wide(one, kind)}, {_wide(other, kind)})", kind)
        raise self.refuse(node, f"{op} has no translation")

    def _power(self, node: ast.AST, a: Expression, b: Expression, kind: Number) -> Expression:
        if isinstance(b.value, int) and not isinstance(b.value, bool) and b.kind is INT:
            if b.value == 2:
                return Expression(f"squared<{kind.cpp}>({self.cast(a, kind)})", kind)
            raise self.refuse(node, "a power is known for the square alone")
        if kind is INT:
            raise self.refuse(node, "a whole power has no translation")
        return Expression(f"pow({self.cast(a, DOUBLE)}, {self.cast(b, DOUBLE)})", DOUBLE)

    def _unaryop(self, node: ast.UnaryOp) -> Expression:
        if isinstance(node.op, ast.Not):
            found = self.truth(node.operand)
            if found.value is not UNKNOWN:
                return self.known(node, not found.value)
            return Expression(f"!{found.code}", BOOL)
        found = self.number(node.operand)
        if found.value is not UNKNOWN and found.kind is not UINT:
            x = found.value
            inverted = isinstance(node.op, ast.Invert)
            signed = -x if isinstance(node.op, ast.USub) else +x
            return self.known(node, ~int(x) if inverted else signed)
        kind = INT if found.kind in (BOOL, SHORT) else found.kind
        sign = {ast.USub: "-", ast.UAdd: "+", ast.Invert: "~"}[type(node.op)]
        return Expression(f"({sign}{self.cast(found, kind)})", kind)

    def _boolop(self, node: ast.BoolOp) -> Expression:
        stops = isinstance(node.op, ast.Or)
        parts = list[str]()
        for each in node.values:
            found = self.truth(each)
            if found.value is UNKNOWN:
                parts.append(found.code)
            elif bool(found.value) == stops:
                if not parts:
                    return self.known(node, stops)
                parts.append(found.code)
                break
        if not parts:
            return self.known(node, not stops)
        return Expression(f"({(' || ' if stops else ' && ').join(parts)})", BOOL)

    def _compare(self, node: ast.Compare) -> Expression:
        items, parts = [node.left, *node.comparators], list[Expression]()
        for left, op, right in zip(items, node.ops, items[1:], strict=False):
            parts.append(self._compared(node, left, op, right))
        unknown = [each.code for each in parts if each.value is UNKNOWN]
        if any(each.value is False for each in parts):
            return self.known(node, False)
        return Expression(f"({' && '.join(unknown)})", BOOL) if unknown else self.known(node, True)

    def _compared(
        self, node: ast.AST, left: ast.expr, op: ast.cmpop, right: ast.expr
    ) -> Expression:
        if isinstance(op, ast.Is | ast.IsNot):
            found, other = self.expression(left), self.expression(right)
            same = isinstance(found.kind, Constant) and found.value is other.value
            return self.known(node, same == isinstance(op, ast.Is))
        if isinstance(op, ast.In | ast.NotIn):
            found, among = self.number(left), self.expression(right)
            if not among.parts:
                raise self.refuse(node, "in needs a tuple")
            sign = "" if isinstance(op, ast.In) else "!"
            codes = ", ".join(self.cast(each, found.kind) for each in among.parts)
            return Expression(f"{sign}one_of({found.code}, {codes})", BOOL)
        return self._pair(node, type(op).__name__, self.number(left), self.number(right))

    def _pair(self, node: ast.AST, op: str, a: Expression, b: Expression) -> Expression:
        if a.value is not UNKNOWN and b.value is not UNKNOWN:
            return self.known(node, _folded(op, a.value, b.value))
        if UINT in (a.kind, b.kind) and not {a.kind, b.kind} & {FLOAT, DOUBLE}:
            a, b = (replace(x, code=self.cast(x, UINT), kind=UINT) for x in (a, b))
        return Expression(f"({a.code} {COMPARED[op]} {b.code})", BOOL)

    def _ifexp(self, node: ast.IfExp) -> Expression:
        test = self.truth(node.test)
        if test.value is not UNKNOWN:
            return self.expression(node.body if test.value else node.orelse)
        one, other = self.expression(node.body), self.expression(node.orelse)
        if one.parts and len(one.parts) == len(other.parts):
            pairs = zip(one.parts, other.parts, strict=True)
            parts = tuple(self._either(node, test, *pair) for pair in pairs)
            return Expression("", Bundle(tuple(p.kind for p in parts)), parts)
        return self._either(node, test, one, other)

    def _either(
        self, node: ast.AST, test: Expression, one: Expression, other: Expression
    ) -> Expression:
        kind = joined(one.kind, other.kind)
        if not isinstance(kind, Number | Array):
            raise self.refuse(node, f"one of two is chosen, and {told(kind)} cannot be")
        code = f"({test.code} ? {self.cast(one, kind)} : {self.cast(other, kind)})"
        return Expression(code, kind, natural=one.natural and other.natural)

    def several(self, nodes: list[ast.expr]) -> list[Expression]:
        """Expressions in a row, of which one with a star is its parts."""
        found = list[Expression]()
        for node in nodes:
            if isinstance(node, ast.Starred):
                given = self.expression(node.value)
                if isinstance(given.kind, Bundle) and not given.parts:
                    given = self.kept(node, given)
                found += given.parts
            else:
                found.append(self.expression(node))
        return found

    def _tuple(self, node: ast.Tuple) -> Expression:
        parts = tuple(self.several(node.elts))
        return Expression("", Bundle(tuple(p.kind for p in parts)), parts)


def _wide(code: str, kind: Number) -> str:
    """A whole literal is wide where a function is chosen by it."""
    return f"(int64_t){code}" if kind is INT and re.fullmatch(r"\(?-?[0-9]+\)?", code) else code


def _folded(op: str, a: Any, b: Any) -> Any:
    """An operator between known values; None where it is left to C++."""
    plain: dict[str, Callable[[], Any]] = {
        "Add": lambda: a + b, "Sub": lambda: a - b, "Mult": lambda: a * b,
        "Eq": lambda: a == b, "NotEq": lambda: a != b, "Lt": lambda: a < b,
        "LtE": lambda: a <= b, "Gt": lambda: a > b, "GtE": lambda: a >= b,
        "BitAnd": lambda: a & b, "BitOr": lambda: a | b, "BitXor": lambda: a ^ b,
        "LShift": lambda: a << b, "RShift": lambda: a >> b,
        "FloorDiv": lambda: a // b if b else None, "Mod": lambda: a % b if b else None,
        "Div": lambda: a / b if b else None,
        "Pow": lambda: a**b if isinstance(a, int) and isinstance(b, int) and b >= 0 else None,
    }  # fmt: skip
    found = plain[op]() if op in plain else None
    return found if not isinstance(found, int) or abs(found) < 2**63 else None
