"""Numbers as people type them into a field: sums such as "6879+50", with commas and units."""

from __future__ import annotations

import ast
import math
import operator
import re
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from lab.words.typed import number

LONGEST = 80
NUMBER = re.compile(r"\d*(?:[.,' \u00a0\u2009\u202f]\d+)+")  # with a mark in it
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


def value_of(text: str, whole: bool = False) -> float:
    """The number of a sum of +, -, *, / and brackets, of `whole` numbers or others; ValueError with
    a sentence if it is none.
    """
    plain = text.replace("°", "").replace("−", "-").strip()
    refusal = partial(ValueError, f"“{text.strip()[:LONGEST]}” is not a number or a sum.")
    if not plain or len(plain) > LONGEST:
        raise refusal()
    plain = NUMBER.sub(partial(_plain, whole), plain)
    try:
        found = _worth(ast.parse(plain, mode="eval").body)
    except (SyntaxError, ArithmeticError, TypeError, RecursionError, MemoryError, ValueError):
        raise refusal() from None
    if not math.isfinite(found):
        raise refusal()
    return found


def _plain(whole: bool, found: re.Match[str]) -> str:
    """A number as Python writes it."""
    only_point = not set(found[0]) - set("0123456789.")
    return found[0] if only_point else f"{number(found[0], whole=whole):.17g}"


def _worth(node: ast.expr) -> float:
    """The value of a part of a sum; TypeError for anything else that Python knows."""
    if isinstance(node, ast.Constant) and isinstance(node.value, int | float):
        return float(node.value)
    if isinstance(node, ast.BinOp) and type(node.op) in BINARY:
        return float(BINARY[type(node.op)](_worth(node.left), _worth(node.right)))
    if isinstance(node, ast.UnaryOp) and type(node.op) in UNARY:
        return float(UNARY[type(node.op)](_worth(node.operand)))
    raise TypeError
