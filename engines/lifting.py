"""The numbers that are written in a game's rule `value`, as weights: `0.02` in its body becomes
`w[k]`, so that a slider turns it while the kernel stays; and the rule as a call of one that is
compiled apart (`engines.called_value`).
"""

from __future__ import annotations

import ast
import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from engines.knobs import HasFields, knobs, number
from engines.syntax import walk

FIXED = (0.0, 1.0)  # they are no weights
CALLED = "called_value"  # what calls an evaluation, in the module of that name
MOST = 24  # of a rule with more, all stay as they are written


@dataclass(frozen=True)
class LiftedNumber:
    """A number in a file: where it stands, counted as `ast` does, and the weight it has become."""

    value: float
    line: int
    column: int
    end: int

    @property
    def title(self) -> str:
        """What people call it: "0.02 in line 182"."""
        return f"{self.value:g} in line {self.line}"


def lift(tree: ast.Module) -> tuple[str, list[LiftedNumber]]:
    """The class of the one game whose numbers were lifted, in place, and the numbers in their order
    in the file; ("", []) where something else reads `value` or its weights, or there are none.
    """
    found = evaluation_in(tree)
    if found is None:
        return "", []
    kind, function = found
    lifting = _Lifting(function.args.args[1].arg, _weights(tree, kind))
    if not 0 < len(lifting.look(function)) <= MOST:
        return "", []
    lifting.visit(function)
    return kind.name, lifting.found


def evaluation_in(tree: ast.Module) -> tuple[ast.ClassDef, ast.FunctionDef] | None:
    """The class of the one game and the function that is its rule `value`; None where something
    else in the file may call it or read its weights.
    """
    kinds = [each for each in tree.body if isinstance(each, ast.ClassDef)]
    games = [(each, rule) for each in kinds if (rule := _value_of(each))]
    if len(games) != 1:
        return None
    kind, rule = games[0]
    functions = [e for e in tree.body if isinstance(e, ast.FunctionDef) and e.name == rule]
    if len(functions) != 1 or not _alone(tree, functions[0]) or _weights(tree, kind) < 0:
        return None
    return kind, functions[0]


def call_value(tree: ast.Module) -> str:
    """Has the evaluation of a file's game be that of the address, in place, and returns the name of
    its function; "" where something else in the file may call it.
    """
    found = evaluation_in(tree)
    names = {n.id for n in walk(tree) if isinstance(n, ast.Name)}
    if found is None or CALLED in names:
        return ""
    rule = found[1]
    given = [ast.Name(each.arg, ast.Load()) for each in rule.args.args]
    call = ast.Call(ast.Name(CALLED, ast.Load()), list[ast.expr](given), [])
    rule.body = [ast.copy_location(ast.Expr(call), rule)]
    named = ast.ImportFrom(f"engines.{CALLED}", [ast.alias(CALLED)], 0)
    tree.body.insert(tree.body.index(rule), ast.copy_location(named, rule))
    ast.fix_missing_locations(tree)
    return rule.name


def with_numbers(params: type[Any], numbers: list[LiftedNumber]) -> type[HasFields]:
    """The same weights, and a knob for each of the numbers behind them."""
    taken = {each.name for each in knobs(params)}
    fields = [
        (name, float, _knob(each))
        for k, each in enumerate(numbers, 1)
        if (name := f"number_{k}") not in taken
    ]
    frozen = params.__dataclass_params__.frozen
    space = {"__doc__": params.__doc__}
    name = params.__name__
    made = dataclasses.make_dataclass(name, fields, bases=(params,), frozen=frozen, namespace=space)
    made.__module__ = params.__module__
    return made


def _knob(literal: LiftedNumber) -> Any:
    low, high = sorted((0.0, 4.0 * literal.value))
    said = f"The number {literal.value:g} in line {literal.line} of the file."
    return number(literal.value, low, high, literal.title, said)


def _value_of(kind: ast.ClassDef) -> str:
    """The name of the function that is the rule `value` of a game's class; "" of other classes."""
    for each in walk(kind):
        if isinstance(each, ast.Call) and getattr(each.func, "id", "") == "Rules":
            named = {k.arg: k.value for k in each.keywords}
            value = each.args[6] if len(each.args) > 6 else named.get("value")
            return value.id if isinstance(value, ast.Name) else ""
    return ""


def _alone(tree: ast.Module, function: ast.FunctionDef) -> bool:
    """Whether the rule is called by nothing in the file, and reads its weights only by numbers: who
    else calls it may hand it an array of another length.
    """
    nodes = list(walk(tree))
    named = [n for n in nodes if isinstance(n, ast.Name) and n.id == function.name]
    asked = [n for n in nodes if isinstance(n, ast.Attribute) and n.attr == "value"]
    arguments = function.args.args
    if len(named) != 1 or asked or len(arguments) != 3 or function.args.defaults:
        return False
    name = arguments[1].arg
    inner = [n for each in function.body for n in walk(each)]
    used = [n for n in inner if isinstance(n, ast.Name) and n.id == name]
    read = [n for n in inner if isinstance(n, ast.Subscript) and _is_number(n.slice)]
    return len(used) == sum(getattr(n.value, "id", "") == name for n in read)


def _is_number(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, int) and node.value >= 0


def _weights(tree: ast.Module, kind: ast.ClassDef) -> int:
    """How many weights a game has of its own; -1 where the file does not say."""
    if any(isinstance(n, ast.FunctionDef) and n.name == "weights" for n in kind.body):
        return -1
    named = [
        each.value
        for each in kind.body
        if isinstance(each, ast.Assign) and getattr(each.targets[0], "id", "") == "EvalParams"
    ]
    if not named:
        return 0
    name = getattr(named[0], "id", "")
    found = [e for e in tree.body if isinstance(e, ast.ClassDef) and e.name == name]
    if len(named) != 1 or len(found) != 1 or found[0].bases:
        return -1
    fields = [each for each in found[0].body if isinstance(each, ast.AnnAssign)]
    rest = [each for each in found[0].body if each not in fields and not _is_text(each)]
    return -1 if rest else len(fields)


def _is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


class _Lifting(ast.NodeTransformer):
    """Has the numbers read from the weights `name`, from index `first` on."""

    def __init__(self, name: str, first: int) -> None:
        self.name, self.first = name, first
        self.found: list[LiftedNumber] = []

    def look(self, function: ast.FunctionDef) -> list[float]:
        """The numbers that would be lifted."""
        return [n.value for n in walk(function) if self._is_lifted(n)]  # type: ignore[attr-defined]

    @staticmethod
    def _is_lifted(node: ast.AST) -> bool:
        is_one = isinstance(node, ast.Constant) and isinstance(node.value, float)
        return is_one and node.value not in FIXED and node.value < 1e9  # type: ignore[attr-defined]

    def visit_Constant(self, node: ast.Constant) -> ast.expr:
        if not self._is_lifted(node):
            return node
        assert isinstance(node.value, float)
        place = node.lineno, node.col_offset, node.end_col_offset or 0
        self.found.append(LiftedNumber(node.value, *place))
        index = ast.Constant(self.first + len(self.found) - 1)
        made = ast.Subscript(ast.Name(self.name, ast.Load()), index, ast.Load())
        return ast.fix_missing_locations(ast.copy_location(made, node))


def written_back(source: str, numbers: Sequence[LiftedNumber], values: Sequence[float]) -> str:
    """The file's text with other numbers in their places; ValueError if they do not stand there any
    more.
    """
    lines = source.encode().splitlines(keepends=True)
    for each, value in sorted(
        zip(numbers, values, strict=True), key=lambda pair: (-pair[0].line, -pair[0].column)
    ):
        row = lines[each.line - 1] if each.line <= len(lines) else b""
        try:
            stands = float(row[each.column : each.end].decode()) == each.value
        except ValueError:
            stands = False
        if not stands:
            raise ValueError(f"{each.title} is not there any more.")
        if value != each.value:
            text = repr(float(f"{value:.6g}")).encode()
            lines[each.line - 1] = row[: each.column] + text + row[each.end :]
    return b"".join(lines).decode()
