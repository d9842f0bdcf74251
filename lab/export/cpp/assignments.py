"""The assignments of a rule in C++."""

from __future__ import annotations

import ast
from dataclasses import replace

import numpy as np

from lab.export.cpp.expressions import Expressions
from lab.export.cpp.kinds import (
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
    joined,
    told,
)
from lab.export.cpp.values import cpp_name, short


class Assignments(Expressions):
    """Assignments."""

    def _note(self, node: ast.AST, name: str, kind: Kind) -> Kind:
        """Notes what a variable holds, and returns what it holds in all."""
        try:
            both = joined(self.kinds.get(name), kind)
        except TypeError as error:
            raise self.refuse(node, f"{name} changes its kind, {error}") from error
        if both != self.kinds.get(name):
            self.kinds[name] = both
            self.settled = False
        return both

    def do_annassign(self, node: ast.AnnAssign) -> None:
        """name: kind = value"""
        if node.value is not None:
            self.assign(node.target, self.expression(node.value))

    def do_assign(self, node: ast.Assign) -> None:
        """One or more targets, which may be tuples."""
        found = self.expression(node.value)
        if len(node.targets) > 1 and isinstance(found.kind, Number):
            found = self.kept(node, found)
        for target in node.targets:
            self.assign(target, found)

    def do_augassign(self, node: ast.AugAssign) -> None:
        """An operator and an assignment in one."""
        if isinstance(node.target, ast.Attribute | ast.Subscript | ast.Name):
            loaded = ast.copy_location(_loaded(node.target), node.target)
            op, value = type(node.op).__name__, self.number(node.value)
            self.assign(node.target, self.binary(node, op, self.number(loaded), value))

    def assign(self, target: ast.expr, found: Expression) -> None:
        """Writes a value to a name, a place, a field, or the parts of a tuple to several."""
        if isinstance(found.kind, Nothing):
            raise self.refuse(target, "a function without a result gives a value")
        if isinstance(target, ast.Tuple):
            self._unpack(target, found)
        elif isinstance(target, ast.Name):
            self._name_it(target, found)
        elif isinstance(target, ast.Attribute):
            owner = self.expression(target.value)
            if not isinstance(owner.kind, Record):
                raise self.refuse(target, f"{told(owner.kind)} has no fields to write")
            dtype = owner.kind.dtype[target.attr]
            if dtype.subdtype is not None:
                raise self.refuse(target, "a whole array is written; write [:]")
            place = self.field(owner, target.attr).code
            self.put(f"{_bare(place)} = ({self.unit.cell(dtype)})({found.code});")
        elif isinstance(target, ast.Subscript):
            self._write(target, found)
        else:
            raise self.refuse(target, "this cannot be written to")

    def _unpack(self, target: ast.Tuple, found: Expression) -> None:
        if isinstance(found.kind, Array) and found.kind.shape[0] == len(target.elts):
            places = [self.known(target, k) for k in range(len(target.elts))]
            parts = tuple(self.element(target, found, [place]) for place in places)
            found = Expression("", Bundle(tuple(p.kind for p in parts)), parts)
        if not isinstance(found.kind, Bundle):
            raise self.refuse(target, f"{told(found.kind)} has no parts")
        if not found.parts:
            found = self.kept(target, found)
        if len(found.parts) != len(target.elts):
            raise self.refuse(target, "there are other names than parts")
        several = [p for p in found.parts if isinstance(p.kind, Number)]
        parts = found.parts
        if len(several) > 1:  # all are computed before one is written
            parts = tuple(
                self.kept(target, p) if isinstance(p.kind, Number) and _may_change(p) else p
                for p in parts
            )
        for each, part in zip(target.elts, parts, strict=True):
            self.assign(each, part)

    def _name_it(self, target: ast.Name, found: Expression) -> None:
        name, kind = target.id, found.kind
        if name == "_" and "_" not in self._read:
            return
        if isinstance(kind, Bundle | Constant | Generator):
            if isinstance(kind, Bundle) and not found.parts:
                found = self.kept(target, found)
            if isinstance(kind, Bundle) and only_numbers(kind) and not self._names_once(name):
                self._name_parts(target, found)
            elif name not in self.kinds:
                self.alias[name] = found
            return
        if found.value is not UNKNOWN and self._names_once(name):
            self.alias[name] = found
            return
        if name in self.alias:
            raise self.refuse(target, f"{name} changes its kind")
        if isinstance(kind, Array) and found.count:
            kind = replace(kind, shape=(None, *kind.shape[1:]))
        both, code = self._note(target, name, kind), cpp_name(name)
        if not found.natural and name not in self.signed:
            self.signed.add(name)
            self.settled = False
        if isinstance(both, Record):
            value = found.code[2:-1] if found.code.startswith("(*") else f"&{found.code}"
        elif isinstance(both, Array):
            value = found.code
            if both.shape[0] is None:
                self.put(f"{code}n = {self.length(found).code};")
        else:
            value = self.cast(found, both)
        if value != code:
            self.put(f"{code} = {value};")

    def _name_parts(self, target: ast.Name, found: Expression) -> None:
        """A variable that holds a tuple of numbers: one for each part."""
        both, code = self._note(target, target.id, found.kind), cpp_name(target.id)
        assert isinstance(both, Bundle)
        parts = [self.kept(target, part) for part in found.parts]
        for k, (part, kind) in enumerate(zip(parts, both.parts, strict=True)):
            self.put(f"{code}{k}_ = {self.cast(part, kind)};")

    @property
    def _read(self) -> set[str]:
        """The names that are read."""
        return {
            each.id
            for each in ast.walk(self.function.node)
            if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Load)
        }

    def _names_once(self, name: str) -> bool:
        """Whether nothing else is ever written to this name."""
        if name in self.function.params:
            return False
        found = [
            each
            for each in ast.walk(self.function.node)
            if isinstance(each, ast.Name) and each.id == name and isinstance(each.ctx, ast.Store)
        ]
        return len(found) == 1

    def _write(self, target: ast.Subscript, found: Expression) -> None:
        owner = self.expression(target.value)
        if not isinstance(owner.kind, Array):
            raise self.refuse(target, f"{told(owner.kind)} has no places")
        if isinstance(target.slice, ast.Slice):
            self._fill(target, self.expression(_loaded(target)), found)
            return
        places = target.slice.elts if isinstance(target.slice, ast.Tuple) else [target.slice]
        code, row = self.place(target, owner, [self.number(each) for each in places])
        if row is not None:
            self._fill(target, Expression(code, row), found)
        elif isinstance(found.kind, Record):
            self.put(f"{code} = {found.code};")
        else:
            self.put(f"{code} = ({self.unit.cell(owner.kind.element)})({found.code});")

    def _fill(self, target: ast.expr, row: Expression, found: Expression) -> None:
        """Writes a number, or the elements of another array, to every place of an array."""
        assert isinstance(row.kind, Array)
        inner = int(np.prod([n or 0 for n in row.kind.shape[1:]]))
        if row.kind.strides[-1] != row.kind.element.itemsize:
            raise self.refuse(target, "an array with gaps is filled")
        k, count = self.unit.fresh("k"), self.length(row).code
        total = count if inner == 1 else f"{count} * {inner}"
        value = f"{found.code}[{k}]" if isinstance(found.kind, Array) else found.code
        cell = self.unit.cell(row.kind.element)
        self.put(
            f"for (int64_t {k} = 0; {k} < {total}; {k}++) {row.code}[{k}] = ({cell})({value});"
        )


def _loaded(target: ast.expr) -> ast.expr:
    """The same place, to be read."""
    if isinstance(target, ast.Name):
        made: ast.expr = ast.Name(target.id, ast.Load())
    elif isinstance(target, ast.Attribute):
        made = ast.Attribute(target.value, target.attr, ast.Load())
    elif isinstance(target, ast.Subscript):
        made = ast.Subscript(target.value, target.slice, ast.Load())
    else:
        raise TypeError(f"{short(target)} cannot be written to")
    return ast.copy_location(made, target)


def only_numbers(kind: Bundle) -> bool:
    """Whether all parts of a tuple are numbers."""
    return all(isinstance(part, Number) for part in kind.parts)


def _bare(place: str) -> str:
    """A place without the cast with which it is read."""
    return place.split(")", 1)[1] if place.startswith("(") and not place.startswith("(*") else place


def _may_change(found: Expression) -> bool:
    return found.value is UNKNOWN
