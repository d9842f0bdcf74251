"""What a kernel gets in place of a rule that a game lacks."""

from __future__ import annotations

import inspect
from dataclasses import fields
from typing import Any

import numpy as np
import pytest

from engines.game import Game, Rules
from engines.rules import FilledRules
from tests.matches import configured

GAMES = pytest.mark.parametrize("game", configured(), ids=lambda game: game.spec)
OPTIONAL = [f.name for f in fields(Rules) if f.default is None]


def parameters(function: Any) -> int:
    return len(inspect.signature(getattr(function, "py_func", function)).parameters)


@GAMES
def test_filled_keeps_what_a_game_has_and_lacks_nothing(game: Game) -> None:
    filled = game.rules.filled()
    for field in fields(Rules):
        own = getattr(game.rules, field.name)
        assert getattr(filled, field.name) is (
            own if own is not None else getattr(FilledRules, field.name)
        )


@GAMES
def test_a_stand_in_is_called_like_the_rule(game: Game) -> None:
    for name in OPTIONAL:
        if (own := getattr(game.rules, name)) is not None:
            assert parameters(own) == parameters(getattr(FilledRules, name)), name


def test_every_optional_rule_has_a_stand_in() -> None:
    assert OPTIONAL and all(getattr(FilledRules, name) is not None for name in OPTIONAL)


def test_without_a_place_an_action_touches_itself() -> None:
    state: Any = np.zeros(1)
    assert [FilledRules.place(state, 1, action) for action in (0, 7)] == [0, 7]
