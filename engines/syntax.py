"""Python's syntax trees, made and compiled by one thread at a time: Python 3.11 counts how deep a
tree is for all threads together, and gives up where another one came in between ("AST constructor
recursion depth mismatch", CPython issue 106905).
"""

from __future__ import annotations

import ast
import threading
from collections.abc import Iterator
from types import CodeType

_one = threading.RLock()


def parsed(source: str | bytes, name: str = "<unknown>") -> ast.Module:
    """The tree of a module; what `ast.parse` raises."""
    with _one:
        return ast.parse(source, name)


def parsed_expression(source: str) -> ast.expr:
    """The tree of an expression; what `ast.parse` raises."""
    with _one:
        return ast.parse(source, mode="eval").body


def compiled(tree: ast.Module, name: str) -> CodeType:
    """What `compile` makes of a module's tree, and raises."""
    with _one:
        return compile(tree, name, "exec", dont_inherit=True)


def walk(tree: ast.AST) -> Iterator[ast.AST]:
    """A node and all below it in the order of `ast.walk`, which takes twice as long."""
    todo = [tree]
    for each in todo:
        for name in each._fields:
            value = getattr(each, name, None)
            if isinstance(value, list):
                todo += [part for part in value if isinstance(part, ast.AST)]
            elif isinstance(value, ast.AST):
                todo.append(value)
        yield each
