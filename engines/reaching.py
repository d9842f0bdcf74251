"""What of a file the kernels of its game can depend on: all of it but what provably concerns words,
pictures and texts alone.

It begins with the whole file and leaves out the methods of its games that no kernel asks, and then
what nothing else names. In doubt (a file that looks itself up, changes its constants from a method,
or has a base class from elsewhere) it is the whole file: kernels are kept under this text, and one
too many costs seconds, while one too few would be the rules of before.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable

from engines.changing import PURE, Function, SideEffects, word_of, words
from engines.syntax import parsed, walk

# methods that a game's words, pictures, texts and editor are made of
SHOWN = words(
    "label brief spoken explain standing score prompt reason agent_name seat_mark position_note "
    "scene position targets cell aim ahead events advantage editing contradiction bench_position "
    "intro view parse send answer_lines listen heard conform said known written"
)
# attributes of its class likewise
TOLD = words(
    "title best opens_with first_turn_ms turn_ms turn_word uneditable event_kinds dial defaults "
    "presets stub"
)
# they look up or change what has another name
_DYNAMIC = words(
    "globals locals vars exec eval compile setattr delattr __import__ __dict__ __class__ __bases__ "
    "__globals__ __code__ __defaults__ py_func modules"
)
_LOOKING = frozenset({"sys", "importlib", "inspect", "gc", "ctypes", "types", "builtins"})
_DECORATORS = frozenset({"rule", "inlined", "quick", "dataclass"})


def reached(tree: ast.Module) -> str:
    """The code of a file that a kernel of its game can depend on, as Python. `tree` is changed."""
    whole = ast.unparse(_without_words(tree))
    if _looks_itself_up(tree) or not _are_own(tree):
        return whole
    tree.body = [part for each in tree.body for part in _parts(each)]
    shown = _take_out(tree)
    if shown is None:
        return whole
    dropped = _unnamed(tree, shown)
    if any(_may_change(each, tree) for each in [*shown.values(), *dropped] if _is_code(each)):
        return whole
    tree.body = [each for each in tree.body if each not in dropped]
    asked = {n.attr for n in walk(tree) if isinstance(n, ast.Attribute)}
    for kind in _games(tree) if not asked & {"EvalParams", "weights"} else ():
        _reduce_weights(tree, kind)
    named = _names(each for each in tree.body if not isinstance(each, ast.ImportFrom))
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("engines."):
            node.names = [each for each in node.names if (each.asname or each.name) in named]
    tree.body = [each for each in tree.body if getattr(each, "names", True)]
    return ast.unparse(tree)


def _is_code(node: ast.stmt) -> bool:
    return isinstance(node, Function | ast.ClassDef)


def _without_words(tree: ast.Module) -> ast.Module:
    """The same without docstrings, in place."""
    for node in walk(tree):
        if isinstance(node, ast.Module | Function | ast.ClassDef):
            node.body = [each for each in node.body if not _is_text(each)] or [ast.Pass()]
    return tree


def _is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _names(nodes: Iterable[ast.AST]) -> set[str]:
    """All that these parts name: variables, attributes, and texts that are words."""
    found = set[str]()
    for node in nodes:
        for each in walk(node):
            if isinstance(each, ast.Name):
                found.add(each.id)
            elif isinstance(each, ast.Attribute):
                found.add(each.attr)
            elif isinstance(each, ast.Constant) and isinstance(each.value, str):
                found.update(each.value.split() if len(each.value) < 200 else ())
    return found


def _looks_itself_up(tree: ast.Module) -> bool:
    for node in walk(tree):
        match node:
            case ast.Name(id=name) | ast.Attribute(attr=name) if name in _DYNAMIC:
                return True
            case ast.Import(names=names) if any(
                each.name.partition(".")[0] in _LOOKING for each in names
            ):
                return True
            case ast.ImportFrom(module=module, names=names):
                if (module or "").partition(".")[0] in _LOOKING - {"types"}:
                    return True
                if any(each.name == "*" for each in names):
                    return True
            case ast.Global() | ast.Nonlocal():
                return True
    return False


# -- the classes of games --------------------------------------------------------------------------


def _games(tree: ast.Module) -> list[ast.ClassDef]:
    """The classes of the file that have a name on the command line."""
    found = [each for each in tree.body if isinstance(each, ast.ClassDef)]
    return [kind for kind in found if any("name" in _bound(each) for each in kind.body)]


def _are_own(tree: ast.Module) -> bool:
    """Whether nothing but this file and `engines` says what its games are."""
    known = set[str]()
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("engines."):
            known |= {each.asname or each.name for each in node.names}
    games = _games(tree)
    for kind in games:
        bases = {each.id for each in kind.bases if isinstance(each, ast.Name)}
        if len(bases) != len(kind.bases) or not bases <= known:
            return False
        if kind.keywords or kind.decorator_list:
            return False
        known.add(kind.name)
    return bool(games)


def _parts(node: ast.stmt) -> list[ast.stmt]:
    """`a, b = 1, 2` as two assignments, also in classes."""
    if isinstance(node, ast.ClassDef):
        node.body = [part for each in node.body for part in _parts(each)]
    match node:
        case ast.Assign(targets=[ast.Tuple(elts=names)], value=ast.Tuple(elts=values)):
            plain = all(isinstance(each, ast.Name) for each in names)
            if plain and len(names) == len(values) and not _names(names) & _names(values):
                pairs = zip(names, values, strict=True)
                return [ast.Assign([n], v, lineno=node.lineno) for n, v in pairs]
    return [node]


def _take_out(tree: ast.Module) -> dict[str, ast.stmt] | None:
    """Takes what is only shown out of the file's games, and returns it by name; what the rest of
    the file names stays. None if a name stands twice.
    """
    shown = dict[str, ast.stmt]()
    games = _games(tree)
    for kind in games:
        for each in list(kind.body):
            name = _shown_name(each)
            if not name:
                continue
            if f"{kind.name}.{name}" in shown:
                return None
            shown[f"{kind.name}.{name}"] = each
            kind.body.remove(each)
    while True:
        named = _names([each for each in tree.body if _is_kept_anyway(each)])
        named |= _names(_live(tree, named))
        back = [key for key in shown if key.partition(".")[2] in named]
        for key in back:
            home = next(each for each in games if each.name == key.partition(".")[0])
            home.body.append(shown.pop(key))
        if not back:
            break
    for kind in games:
        kind.body = kind.body or [ast.Pass()]
    return shown


def _shown_name(node: ast.stmt) -> str:
    """The name of a method or an attribute that is only shown; "" of others."""
    if isinstance(node, ast.FunctionDef) and node.name in SHOWN and not node.decorator_list:
        return "" if _calls(node.args) else node.name
    names = _bound(node)
    if len(names) == 1 and names <= TOLD and isinstance(node, ast.Assign | ast.AnnAssign):
        return "" if _calls(node.value) else next(iter(names))
    return ""


def _reduce_weights(tree: ast.Module, game: ast.ClassDef) -> None:
    """Of a class that is nothing but a game's weights, the names count: kernels are handed their
    values.
    """
    for each in game.body:
        match each:
            case ast.Assign(targets=[ast.Name(id="EvalParams")], value=ast.Name(id=name)):
                rest = [node for node in tree.body if name not in _bound(node)]
                used = [n for part in rest for n in walk(part) if isinstance(n, ast.Name)]
                for node in tree.body:
                    is_it = isinstance(node, ast.ClassDef) and node.name == name
                    if is_it and sum(n.id == name for n in used) == 1:
                        _keep_names(node)


def _keep_names(node: ast.stmt) -> None:
    assert isinstance(node, ast.ClassDef)
    if all(isinstance(each, ast.AnnAssign) for each in node.body):
        for each in node.body:
            if isinstance(each, ast.AnnAssign):
                each.value = None


# -- what nothing names ----------------------------------------------------------------------------


def _bound(node: ast.stmt) -> set[str]:
    """The names that a statement gives something to."""
    match node:
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            return {name}
        case ast.Assign(targets=targets):
            return {n.id for t in targets for n in walk(t) if isinstance(n, ast.Name)}
        case ast.AnnAssign(target=ast.Name(id=name)):
            return {name}
        case ast.Import(names=names):
            return {each.asname or each.name.partition(".")[0] for each in names}
        case ast.ImportFrom(names=names):
            return {each.asname or each.name for each in names}
    return set()


def bound_in(text: str) -> frozenset[str]:
    """The names that a file's text gives something to at its top."""
    return frozenset().union(*map(_bound, parsed(text).body))


def _is_kept_anyway(node: ast.stmt) -> bool:
    """Whether a statement may do something besides giving things names."""
    match node:
        case ast.FunctionDef(args=args, decorator_list=decorators, returns=returns):
            odd = any(word_of(each) not in _DECORATORS for each in decorators)
            return odd or bool(_calls(args) or _calls(returns))
        case ast.ClassDef(body=body, decorator_list=decorators, keywords=keywords):
            if any("name" in _bound(each) for each in body):
                return True
            odd = any(word_of(each) not in _DECORATORS for each in decorators)
            return odd or bool(keywords) or any(map(_is_kept_anyway, body))
        case ast.Assign(targets=targets, value=value):
            plain = all(isinstance(each, ast.Name | ast.Tuple) for each in targets)
            plain &= all(
                isinstance(n, ast.Name | ast.Tuple | ast.expr_context)
                for t in targets
                for n in walk(t)
            )
            return not plain or _calls(value)
        case ast.AnnAssign(target=target, value=value):
            return not isinstance(target, ast.Name) or _calls(value)
        case ast.Import() | ast.ImportFrom() | ast.Pass():
            return isinstance(node, ast.ImportFrom) and node.module == "__future__"
    return True


def _calls(node: ast.AST | None) -> bool:
    """Whether an expression may change something."""
    for each in walk(node) if node is not None else ():
        if isinstance(each, ast.Call) and word_of(each.func) not in PURE:
            return True
        if isinstance(each, ast.NamedExpr | ast.Await | ast.Yield | ast.YieldFrom):
            return True
    return False


def _live(tree: ast.Module, named: set[str]) -> list[ast.stmt]:
    """The statements that give something to what is named, by others of them too."""
    live = list[ast.stmt]()
    rest = [each for each in tree.body if not _is_kept_anyway(each)]
    while found := [each for each in rest if _bound(each) & named]:
        live += found
        rest = [each for each in rest if each not in found]
        named = named | _names(found)
    return live


def _unnamed(tree: ast.Module, shown: dict[str, ast.stmt]) -> list[ast.stmt]:
    """The statements that nothing needs which stays."""
    named = _names([each for each in tree.body if _is_kept_anyway(each)])
    live = _live(tree, named)
    return [each for each in tree.body if not _is_kept_anyway(each) and each not in live]


def _may_change(node: ast.stmt, tree: ast.Module) -> bool:
    """Whether code that is left out may change something that stays."""
    constants = [each for each in tree.body if isinstance(each, ast.Assign | ast.AnnAssign)]
    far = {name for each in constants if not _is_fixed(each.value) for name in _bound(each)}
    called = {n for each in tree.body if isinstance(each, Function) for n in _bound(each)}
    functions = [each for each in walk(node) if isinstance(each, Function)]
    return any(SideEffects(each, far, called).found for each in functions)


def _is_fixed(node: ast.expr | None) -> bool:
    """Whether a constant is a number or a text, or a tuple of such."""
    parts = walk(node) if node is not None else ()
    kinds = ast.Constant | ast.Tuple | ast.BinOp | ast.UnaryOp | ast.Name | ast.Compare
    rest = ast.operator | ast.unaryop | ast.expr_context | ast.cmpop
    plain = all(isinstance(each, kinds | rest) for each in parts)
    return plain and not isinstance(node, ast.Name)
