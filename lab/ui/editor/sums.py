"""Numbers as people type them into a field: sums such as "6879+50", with commas and units."""

from __future__ import annotations

import ast
import math
import operator
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

LONGEST = 80
BINARY: Mapping[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
}
UNARY: Mapping[type[ast.unaryop], Callable[[Any], Any]] = {
    ast.UAdd: operator.pos,
    ast.USub: operator.neg,
}


def value_of(text: str) -> float:
    """The number of a sum of +, -, *, / and brackets; ValueError with a sentence if it is none."""
    plain = text.replace(",", "").replace("°", "").replace("−", "-").strip()
    refusal = partial(ValueError, f"“{text.strip()[:LONGEST]}” is no number, nor a sum of numbers.")
    if not plain or len(plain) > LONGEST:
        raise refusal()
    try:
        found = _worth(ast.parse(plain, mode="eval").body)
    except (SyntaxError, ArithmeticError, TypeError, RecursionError, MemoryError, ValueError):
        raise refusal() from None
    if not math.isfinite(found):
        raise refusal()
    return found


def _worth(node: ast.expr) -> float:
    """The value of a part of a sum; TypeError for anything else that Python knows."""
    if isinstance(node, ast.Constant) and isinstance(node.value, int | float):
        return float(node.value)
    if isinstance(node, ast.BinOp) and type(node.op) in BINARY:
        return float(BINARY[type(node.op)](_worth(node.left), _worth(node.right)))
    if isinstance(node, ast.UnaryOp) and type(node.op) in UNARY:
        return float(UNARY[type(node.op)](_worth(node.operand)))
    raise TypeError
