"""Which searches are exported, and as which C++."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from engines.game import Game
from engines.knobs import replace
from lab.export.cpp.searches.beam import BeamCode
from lab.export.cpp.searches.depth_first import DepthFirstCode, UncutCode
from lab.export.cpp.searches.memory import SearchCode
from lab.export.cpp.searches.trees import DuctCode, SmitsimaxCode, UctCode
from lab.export.cpp.unit import Unit
from lab.match.seat import SearchSeat

SEARCHES: Mapping[str, type[SearchCode]] = MappingProxyType(
    {
        "uct": UctCode,
        "duct": DuctCode,
        "smitsimax": SmitsimaxCode,
        "alphabeta": DepthFirstCode,
        "minimax": DepthFirstCode,
        "paranoid": DepthFirstCode,
        "expectimax": UncutCode,
        "maxn": UncutCode,
        "beam": BeamCode,
    }
)


def refusal(spec: SearchSeat) -> str:
    """Why this search is not exported, in a sentence; "" if it is."""
    if spec.name not in SEARCHES:
        return f"{spec.name} is not exported; {', '.join(SEARCHES)} are."
    return SEARCHES[spec.name].refusal(spec.params)


def exported(spec: SearchSeat) -> SearchSeat:
    """The seat as it is exported."""
    params: Any = spec.params
    for name, value in SEARCHES[spec.name].exported(params).items():
        params = replace(params, name, value)
    return SearchSeat(spec.name, params, spec.weights, spec.budget)


def search_code(unit: Unit, game: Game, spec: SearchSeat) -> SearchCode:
    """The C++ of the search of this seat."""
    return SEARCHES[spec.name](unit, game, spec)
