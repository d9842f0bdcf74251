"""A network in place of a game's own evaluation, for every search that asks `value` at its leaves.

Kernels hand the weights `w` of an evaluation on to the rules and never look at them. So a search
gets the same game with a `value` that asks a network, and in place of the weights what this takes:
the tables, which kernels borrow, and scratch, which each call has on its own stack, since threads
share the rest. Shapes: [A] agents, [H] hidden units, [K] rows.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engines import jit
from engines.game import SIMULTANEOUS, Game
from engines.jit import own_copy, rule
from engines.knobs import HasFields, Value
from engines.records import records
from search.base import Search
from search.evaluation import NETWORK
from search.network import (
    HIDDEN,
    Net,
    Network,
    NetworkError,
    build_worth,
    network_for,
    sight,
    worth_of,
)


class Judge(NamedTuple):
    """What `value` is given in place of evaluation weights."""

    net: Net
    scratch: NDArray[Any]  # one record of `hidden` [H] and `rows` [K], copied before it is written


class Judged(Game):
    """A game whose positions a network values; made by `judged`."""

    plain: Game
    judge: Judge

    def weights(self, params: HasFields | None = None) -> Any:
        return self.judge

    @property
    def kernel_key(self) -> tuple[object, ...]:
        return (*super().kernel_key, NETWORK, jit.digest((), __name__))


def build_value(game: Game) -> Any:
    """The rule `value` that asks a network: of the seat that moves, or where both move at once half
    of what one sees more than the other.
    """
    (look, _), rules = build_worth(game), game.rules
    to_move, is_over, outcome = rules.to_move, rules.is_over, rules.outcome

    @rule
    def value(state: Any, w: Any, out: Any) -> None:
        if is_over(state):
            outcome(state, out)  # each seat has one agent
        else:
            own, mover = own_copy(w.scratch[0]), to_move(state)
            first = max(0, mover)
            look(state, first, w.net, own.rows, own.hidden)
            found = np.float64(worth_of(own.hidden, w.net.head))  # float() would keep 32 bits
            if mover == SIMULTANEOUS:
                look(state, 1, w.net, own.rows, own.hidden)
                found = 0.5 * (found - np.float64(worth_of(own.hidden, w.net.head)))
            out[first], out[1 - first] = found, -found

    return value


@lru_cache(maxsize=16)
def judged(game: Game, network: Network) -> Game:
    """The same game, valued by the network."""
    found: Any = copy.copy(game)
    kind = type(game)
    found.__class__ = type(kind.__name__, (Judged, kind), {"__module__": kind.__module__})
    scratch = [("hidden", np.int16, (HIDDEN,)), ("rows", np.int64, (sight(game).most,))]
    found.plain, found.judge = game, Judge(network.net, records(1, np.dtype(scratch)))
    found.value_range, found.unknown = (-1.0, 1.0), ()
    value = build_value(game)
    found.rules = replace(game.rules, value=value, prepare=None, lasting=None, after=None)
    key = (*found.kernel_key, "value")
    jit.keep(value, f"{game.name}.network.value", key, kind.__module__, __name__)
    return found


def valued(game: Game, params: Any, lent: Network | None = None) -> Game:
    """The game as these knobs have it valued; NetworkError where there is no such network. `lent`
    is taken in place of the one that they name.
    """
    plain = game.plain if isinstance(game, Judged) else game
    if params.evaluation != NETWORK:
        return plain
    return judged(plain, lent or network_for(plain, params.network))


class NetworkSearch(Search):
    """A search whose leaves a network values where the knob `evaluation` asks for it."""

    apart: ClassVar[Mapping[str, Mapping[str, Value]]] = {NETWORK: {"evaluation": NETWORK}}

    _lent: Network | None = None  # one that `use` gave

    def __init__(
        self,
        game: Game,
        params: HasFields | None = None,
        eval_params: HasFields | None = None,
        seed: int = 0,
    ) -> None:
        made = params if params is not None else self.usual(game)
        self._eval_params = eval_params
        super().__init__(valued(game, made), made, eval_params, seed)
        self._compile()

    def use(self, network: Network, params: HasFields) -> None:
        """Has this network value its leaves, whatever file the knobs name."""
        self._lent = network
        self.update(params)

    def _compile(self) -> None:
        """Takes the kernels of the game as it is valued now."""

    @classmethod
    def needs(cls, game: Game, params: Any) -> Mapping[str, str]:
        if params.evaluation != NETWORK:
            return super().needs(game, params)
        return {"network": network_for(game, params.network).digest}

    @classmethod
    def apart_for(cls, params: HasFields | None) -> str:
        asks = getattr(params, "evaluation", "") == NETWORK
        return NETWORK if asks else super().apart_for(params)

    def weigh(self, eval_params: HasFields) -> None:
        self._eval_params = eval_params
        super().weigh(eval_params)

    def _take_network(self, params: Any) -> str:
        """Has leaves valued as these knobs ask, the first thing of each update; why that cannot be,
        in a sentence, or "".
        """
        try:
            game = valued(self.game, params, self._lent)
        except NetworkError as error:
            return str(error)
        if game is not self.game:
            self.game, self.weights = game, game.weights(self._eval_params)
            self._compile()
        return ""
