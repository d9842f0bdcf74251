"""Whether a function may change something besides what it makes: its file's constants, or its game.
In doubt it may.
"""

from __future__ import annotations

import ast

from engines.syntax import walk


def words(text: str) -> frozenset[str]:
    """The words of a text, as a set."""
    return frozenset(text.split())


# calls that change nothing
PURE = words(
    "array zeros ones full arange linspace dtype tuple list dict set frozenset range len str int "
    "float bool abs min max sum sorted zip enumerate round number integer choice switch text "
    "field"
)
# methods that change what they are called on
_CHANGING = words(
    "fill sort put itemset resize setflags partition byteswap append extend insert update pop "
    "popitem remove clear setdefault add discard reverse setfield copyto place putmask "
    "put_along_axis fill_diagonal shuffle setitem delitem __setattr__ __setitem__"
)
# methods whose result is nothing that was there before
_FRESH = words("copy blank initial load astype tolist tobytes zeros ones empty full")

Function = ast.FunctionDef | ast.AsyncFunctionDef


def word_of(node: ast.expr) -> str:
    """The last name of `dataclass`, `jit.rule` or `dataclass(frozen=True)`."""
    node = node.func if isinstance(node, ast.Call) else node
    return str(getattr(node, "id", getattr(node, "attr", "")))


class SideEffects:
    """Whether a function may change what is `far`: constants of the file, or its game."""

    def __init__(self, function: Function, far: set[str], called: set[str]) -> None:
        self._called = called
        arguments = [each.arg for each in function.args.args]
        self._self = set(arguments[:1]) & {"self", "cls"}
        stored = {n.id for n in walk(function) if _is_stored(n) and isinstance(n, ast.Name)}
        self._far = (far - stored - set(arguments)) | self._self
        while more := self._also(function) - self._far:
            self._far |= more
        self.found = any(map(self._does, walk(function)))

    def _also(self, function: Function) -> set[str]:
        """The variables that may be another name of something far."""
        found = set[str]()
        for node in walk(function):
            match node:
                case ast.Assign(targets=targets, value=value) if self._is(value):
                    found |= {n for each in targets for n in _variables(each)}
                case ast.AnnAssign(target=target, value=ast.expr() as value) if self._is(value):
                    found |= _variables(target)
                case ast.For(target=target, iter=value) if self._is(value):
                    found |= _variables(target)
                case ast.comprehension(target=target, iter=value) if self._is(value):
                    found |= _variables(target)
                case ast.withitem(context_expr=value, optional_vars=ast.expr() as target):
                    found |= _variables(target) if self._is(value) else set()
        return found

    def _is(self, node: ast.expr) -> bool:
        """Whether a value may be something far, or a part of it."""
        match node:
            case ast.Name(id=name):
                return name in self._far
            case ast.Attribute(value=value) | ast.Subscript(value=value) | ast.Starred(value=value):
                return self._is(value)
            case ast.Call(func=ast.Attribute(attr=name, value=value)) if name in _FRESH:
                return not isinstance(value, ast.Name | ast.Attribute)
            case ast.Call(func=ast.Name(id=name)) if name in PURE - {"list", "tuple", "zip"}:
                return False
            case ast.Call(func=func, args=args, keywords=keywords):
                given = [*args, *(each.value for each in keywords)]
                return any(map(self._is, given)) or self._is(func) or word_of(func) in self._called
            case ast.Constant() | ast.BinOp() | ast.UnaryOp() | ast.Compare() | ast.JoinedStr():
                return False
        return any(
            self._is(each) for each in ast.iter_child_nodes(node) if isinstance(each, ast.expr)
        )

    def _does(self, node: ast.AST) -> bool:
        if isinstance(node, ast.Attribute | ast.Subscript) and _is_stored(node):
            return self._is(node)
        if not isinstance(node, ast.Call):
            return False
        given = [*node.args, *(each.value for each in node.keywords)]
        if word_of(node.func) in _CHANGING:
            return any(map(self._is, [node.func, *given]))
        others = [each for each in given if not self._is_self(each)]
        own = word_of(node.func) in self._called or self._is_self(node.func)
        late = [*node.args[2:], *(each.value for each in node.keywords if each.arg == "out")]
        return any(map(self._is, others if own else late))

    def _is_self(self, node: ast.expr) -> bool:
        """Whether it is the game, or one of its methods or facts."""
        while isinstance(node, ast.Attribute):
            node = node.value
        return isinstance(node, ast.Name) and node.id in self._self


def _is_stored(node: ast.AST) -> bool:
    return isinstance(getattr(node, "ctx", None), ast.Store | ast.Del)


def _variables(node: ast.expr) -> set[str]:
    return {each.id for each in walk(node) if isinstance(each, ast.Name)}
