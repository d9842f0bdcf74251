"""The statements of a rule in C++. Kinds of variables are found by going through the function until
nothing changes.
"""

from __future__ import annotations

import ast

from lab.export.cpp.assignments import Assignments, only_numbers
from lab.export.cpp.calls import Calls
from lab.export.cpp.kinds import (
    INT,
    UINT,
    UNKNOWN,
    Array,
    Bundle,
    Constant,
    Expression,
    Kind,
    Nothing,
    Number,
    Record,
    Untranslated,
    joined,
    number,
    told,
)
from lab.export.cpp.values import Unsettled, cpp_name

ROUNDS = 12
UNROLLED = 8  # most turns of a loop that is written out


class Statements(Calls, Assignments):
    """Translates one function."""

    def translate(self) -> None:
        """Writes the function's text."""
        function = self.function
        if len(function.kinds) != len(function.params):
            raise self.function.refusal(1, f"{function.node.name} is called with other arguments")
        for _ in range(ROUNDS):
            self._round()
            if self.settled:
                break
        else:
            raise self.unsettled or function.refusal(1, "the kinds of its variables do not settle")
        params = list[str]()
        for name, kind in zip(function.params, function.kinds, strict=True):
            stem = f"given_{name}_" if name in self._shadowed else cpp_name(name)
            params += self.unit.parameters(kind, stem)
        inline = "HOT" if function.inlined else "static"
        head = (
            f"{inline} {self.unit.result(function.result)} {function.cpp}({', '.join(params)}) {{"
        )
        declared = [line for name in self.kinds for line in self._declaration(name)]
        function.text = "\n".join([head, *declared, *self.stores, *self.lines, "}"])

    def _round(self) -> None:
        function = self.function
        self.lines, self.depth, self.settled = [], 1, True
        self.unsettled: Untranslated | None = None
        self.alias, self.stores, function.calls = {}, [], []
        self._shadowed = set[str]()
        self._begun = dict[str, str]()  # parameters that are known, and are written to
        for name, kind in zip(function.params, function.kinds, strict=True):
            known = number(kind.value) if isinstance(kind, Constant) else None
            if known is not None and name in function.stored_names:
                self._begun[name] = known.code
                self._note(function.node, name, known.kind)
                continue
            shadows = isinstance(kind, Number) or (isinstance(kind, Bundle) and only_numbers(kind))
            shadows = shadows and name in function.stored_names
            if isinstance(kind, Bundle | Constant) and not shadows:
                self.alias[name] = self._given(kind, cpp_name(name))
            elif shadows:
                self._shadowed.add(name)
                self._note(function.node, name, kind)
            else:
                self._note(function.node, name, kind)
        self.block(function.node.body, deeper=False)

    def _given(self, kind: Kind, name: str) -> Expression:
        """A parameter's value."""
        if isinstance(kind, Constant):
            return number(kind.value) or Expression("", kind, value=kind.value)
        if isinstance(kind, Bundle):
            names = kind.names or tuple(map(str, range(len(kind.parts))))
            parts = zip(kind.parts, names, strict=True)
            return Expression("", kind, tuple(self._given(k, f"{name}{n}_") for k, n in parts))
        if isinstance(kind, Record):
            return Expression(f"(*{name})", kind)
        is_open = isinstance(kind, Array) and kind.shape[0] is None
        return Expression(name, kind, count=f"{name}n" if is_open else "")

    def _declaration(self, name: str) -> list[str]:
        kind, code = self.kinds[name], cpp_name(name)
        if name in self.function.params and name not in {*self._shadowed, *self._begun}:
            return []
        if isinstance(kind, Number):
            begin = f"given_{name}_" if name in self._shadowed else self._begun.get(name, "0")
            return [f" {kind.cpp} {code} = {begin};"]
        if isinstance(kind, Bundle):
            begin = f"given_{name}_" if name in self._shadowed else ""
            values = [f"{begin}{k}_" if begin else "0" for k in range(len(kind.parts))]
            pairs = zip(kind.parts, values, strict=True)
            return [
                f" {part.cpp} {code}{k}_ = {value};"
                for k, (part, value) in enumerate(pairs)
                if isinstance(part, Number)
            ]
        if isinstance(kind, Record):
            return [f" {self.unit.struct(kind.dtype)}* {code} = nullptr;"]
        if isinstance(kind, Array):
            cell = f"{'const ' * kind.fixed}{self.unit.cell(kind.element)}"
            count = [f" int64_t {code}n = 0;"] if kind.shape[0] is None else []
            return [f" {cell}* {code} = nullptr;", *count]
        return []

    # -- statements --------------------------------------------------------------------------------

    def block(self, body: list[ast.stmt], deeper: bool = True) -> None:
        """Translates statements in order."""
        self.depth += deeper
        for node in body:
            method = getattr(self, f"do_{type(node).__name__.lower()}", None)
            if method is None:
                raise self.refuse(node, f"{type(node).__name__} has no translation")
            try:
                if method(node):
                    break  # what follows is never reached
            except Unsettled:
                self.settled = False
                self.unsettled = self.refuse(node, "a name is read before it has a value")
            except TypeError as error:
                raise self.refuse(node, str(error)) from error
        self.depth -= deeper

    def do_pass(self, node: ast.Pass) -> None:
        """Nothing."""

    def do_expr(self, node: ast.Expr) -> None:
        """A call; docstrings are left out."""
        if not isinstance(node.value, ast.Constant):
            code = self.expression(node.value).code
            if code:
                self.put(f"{code};")

    def do_break(self, node: ast.Break) -> None:
        """Break"""
        self.put("break;")

    def do_continue(self, node: ast.Continue) -> None:
        """Continue"""
        self.put("continue;")

    def do_return(self, node: ast.Return) -> bool:
        """A result, which may be a tuple of numbers."""
        found = None if node.value is None else self.expression(node.value)
        if found is None or (isinstance(found.kind, Constant) and found.value is None):
            self.put("return;")
            return True
        if isinstance(found.kind, Nothing):
            self.put(f"{found.code};")
            self.put("return;")
            return True
        kind = joined(self.function.result, found.kind)
        if kind != self.function.result:
            self.function.result, self.settled = kind, False
        if isinstance(kind, Bundle):
            self.unit.returned(kind)
            found = self.kept(node, found) if not found.parts else found
            pairs = zip(found.parts, kind.parts, strict=True)
            self.put(f"return {{{', '.join(self.cast(*pair) for pair in pairs)}}};")
        elif isinstance(kind, Number):
            self.put(f"return {self.cast(found, kind)};")
        else:
            raise self.refuse(node, f"{told(kind)} is returned")
        return True

    def do_if(self, node: ast.If) -> bool:
        """if, of which a branch that is never taken is left out."""
        test = self.truth(node.test)
        if test.value is not UNKNOWN:
            self.block(node.body if test.value else node.orelse, deeper=False)
            taken = node.body if test.value else node.orelse
            return bool(taken) and isinstance(taken[-1], ast.Return | ast.Break | ast.Continue)
        self.put(f"if ({test.code}) {{")
        self.block(node.body)
        if node.orelse:
            self.put("} else {")
            self.block(node.orelse)
        self.put("}")
        return False

    def do_while(self, node: ast.While) -> None:
        """While"""
        before = len(self.lines)
        self.depth += 1
        test = self.truth(node.test)
        self.depth -= 1
        first, self.lines = self.lines[before:], self.lines[:before]
        if test.value is False:
            return
        if first:  # the condition needs statements of its own
            self.put("while (true) {")
            self.lines += [*first, f"{' ' * (self.depth + 1)}if (!({test.code})) break;"]
        else:
            self.put(f"while ({test.code}) {{")
        self.block(node.body)
        self.put("}")
        self._no_else(node)

    def _no_else(self, node: ast.While | ast.For) -> None:
        if node.orelse:
            raise self.refuse(node.orelse[0], "else after a loop has no translation")

    def do_for(self, node: ast.For) -> None:
        """A loop over a range, a tuple or an array."""
        self._no_else(node)
        called = self.static(node.iter.func) if isinstance(node.iter, ast.Call) else None
        if called is range:
            assert isinstance(node.iter, ast.Call)
            self._for_range(node, [self.number(each) for each in node.iter.args])
            return
        among, k = self.expression(node.iter), self.unit.fresh("k")
        if isinstance(among.kind, Array):
            place = Expression(k, INT, natural=True)
            self.put(f"for (int64_t {k} = 0; {k} < {self.length(among).code}; {k}++) {{")
            self.depth += 1
            self.assign(node.target, self.element(node, among, [place]))
            self.depth -= 1
        elif among.parts and all(isinstance(p.kind, Number) for p in among.parts):
            kind = among.parts[0].kind
            for part in among.parts:
                kind = joined(kind, part.kind)
            assert isinstance(kind, Number)
            values = ", ".join(self.cast(part, kind) for part in among.parts)
            self.put(f"for ({kind.cpp} {k} : std::initializer_list<{kind.cpp}>{{{values}}}) {{")
            self.depth += 1
            self.assign(node.target, Expression(k, kind))
            self.depth -= 1
        else:
            raise self.refuse(node.iter, f"{told(among.kind)} cannot be gone through")
        self.block(node.body)
        self.put("}")

    def _unrolled(self, node: ast.For, begin: Expression, end: Expression, step: int) -> None:
        """Asks for a short loop without loops of its own to be written out: g++ finds too seldom
        that it pays, above all where a function with a loop is called.
        """
        inner = {type(each) for part in node.body for each in ast.walk(part)}
        if UNKNOWN not in (begin.value, end.value) and not inner & {ast.For, ast.While}:
            turns = len(range(begin.value, end.value, step))
            if 1 < turns <= UNROLLED:
                self.put(f"#pragma GCC unroll {turns}")

    def _for_range(self, node: ast.For, given: list[Expression]) -> None:
        zero = self.known(node, 0)
        begin, end = (zero, given[0]) if len(given) == 1 else (given[0], given[1])
        step = given[2].value if len(given) == 3 else 1
        if step is UNKNOWN or step == 0:
            raise self.refuse(node.iter, "the step of a range has to be known")
        kind = UINT if UINT in (begin.kind, end.kind) else INT
        k, last = self.unit.fresh("k"), self.unit.fresh("e")
        sign, by = (">", f"{k} -= {-step}") if step < 0 else ("<", f"{k} += {step}")
        first, beyond = self.cast(begin, kind), self.cast(end, kind)
        at = f"{kind.cpp} {k} = {first}, {last} = {beyond}"
        self._unrolled(node, begin, end, step)
        self.put(f"for ({at}; {k} {sign} {last}; {by}) {{")
        self.depth += 1
        self.assign(node.target, Expression(k, kind, natural=begin.natural and step > 0))
        self.depth -= 1
        self.block(node.body)
        self.put("}")
