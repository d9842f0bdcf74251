"""Games of files whose evaluation is compiled apart and called by its address, so that their
kernels stay when somebody edits it. Which rules they are then made of, `engines.lifting` knows.

Shapes: [W] weights.
"""

from __future__ import annotations

import importlib
import itertools
import sys
from collections.abc import Callable
from types import FunctionType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engines import jit
from engines.called_value import PLAIN
from engines.game import Game
from engines.knobs import HasFields, KnobError
from engines.own_files import load_calling, named_in, version_of

# for each rest of a file, the names in the first version here that calls its evaluation: a process
# that loads what is compiled knows that module too
_first: dict[str, dict[str, Any]] = {}
_numbers = itertools.count(1)  # in place of addresses where nothing is compiled


def calling(whole: type[Game]) -> type[Game] | None:
    """The game of a file whose kernels call its evaluation by its address, so that they are the
    same whatever that is; None where it has to be in them. KnobError as `own_files.loaded` has it,
    also if the file is another one by now.
    """
    version = version_of(whole)
    if version is None or not version.rest:
        return None
    kind: type[Game] | None = named_in(load_calling(version.path)).get(whole.name)
    found = version_of(kind)
    if kind is None or found is None or found.digest != version.digest:
        raise KnobError(f"{version.path.name} has changed meanwhile.")
    if not _known(version.rest):
        _first[version.rest] = vars(sys.modules[kind.__module__])
    Called(whole).take(kind)
    return kind


def compile_apart(game: Game) -> None:
    """Has the evaluation of a game of a file on disk; KnobError as `calling` has it."""
    version = version_of(type(game))
    if version is not None and not _known(version.rest):
        calling(type(game))
    if not jit.is_disabled():
        _compiling().have_compiled(_made(game), game.dtype)


def rehearse_apart(game: Game) -> None:
    """Compiles that evaluation for nothing, as the next one will be."""
    if not jit.is_disabled():
        _compiling().have_compiled(jit.rule(_sharing(game)), game.dtype)


def with_calls(game: Game) -> Game:
    """The same game with such kernels; KnobError if there is none."""
    kind = calling(type(game))
    if kind is None:
        raise KnobError(f"The evaluation of {game.title} cannot be compiled apart.")
    return kind(game.options)


class Called:
    """Where the evaluation of `whole`, a version of a game as its file has it, is in this process,
    for each of its options. It is compiled, or loaded, when it is asked for first.
    """

    def __init__(self, whole: type[Game]) -> None:
        self.whole = whole
        self._addresses: dict[tuple[object, ...], int] = {}

    def address(self, game: Game) -> int:
        """The place of the evaluation for a game's options."""
        found = self._addresses.get(game.kernel_key)
        if found is None:
            found = self._addresses[game.kernel_key] = _address(self.whole(game.options))
        return found

    def weights(self, game: Game, own: NDArray[np.float64]) -> NDArray[np.float64]:
        """A game's own weights [W], and the address behind them [W + 2]."""
        address = float(self.address(game))
        return np.append(own, (-address, address))

    def take(self, kind: type[Game]) -> None:
        """Has a game whose evaluation is called call this one."""
        own = kind.weights

        def weights(game: Game, params: HasFields | None = None) -> NDArray[np.float64]:
            return self.weights(game, own(game, params))

        for name, each in {"weights": weights, "called": self}.items():
            setattr(kind, name, each)


def called_by(kind: type[Game]) -> Called | None:
    """The evaluation that a game calls by its address; None of others."""
    found = getattr(kind, "called", None)
    return found if isinstance(found, Called) else None


def _address(game: Game) -> int:
    rule = _own_value(game)
    if jit.is_disabled():
        address = next(_numbers)
    else:
        address = _compiling().address_of(_made(game), game.dtype)
    PLAIN[address] = rule
    return address


def _compiling() -> Any:
    """What needs numba."""
    return importlib.import_module("engines.compiling.called_value")


def _made(game: Game) -> Callable[..., Any]:
    """The evaluation, kept on disk under all that it depends on."""
    key, module = (*game.kernel_key, "apart"), type(game).__module__
    return jit.kernel(lambda: _sharing(game), f"{game.name}.apart", key, module, __name__)


def _known(rest: str) -> dict[str, Any]:
    """The names in the first version of a rest; none where its module has gone."""
    found = _first.get(rest, {})
    return found if found.get("__name__") in sys.modules else {}


def _own_value(game: Game) -> Any:
    """The evaluation as it stands in the file: kernels have what that has made of it, as of one
    that whoever has forfeited has lost.
    """
    version = version_of(type(game))
    return vars(sys.modules[type(game).__module__])[version.value if version is not None else ""]


def _sharing(game: Game) -> Callable[..., Any]:
    """The evaluation, which calls the other rules where an earlier version may have them compiled
    here: they are the same.
    """
    rule = _own_value(game)
    function, version = rule.py_func, version_of(type(game))
    space = dict(function.__globals__)
    if version is not None and version.rest:
        first = _known(version.rest)
        known = {name: first[name] for name in version.names & first.keys()}
        space |= {name: each for name, each in known.items() if isinstance(each, jit.Compiled)}
        space[function.__name__] = rule
    made = FunctionType(function.__code__, space, function.__name__)
    made.__module__ = function.__module__
    return made
