"""What `check` says about positions of Code of Kutulu in which one thing is wrong."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from engines import games
from engines.game import State
from engines.kutulu import state as k
from engines.kutulu.maps import MAPS
from tests.engines.test_check_moving_refusals import Cases, Edits, Position, after, plus, said, same


def start() -> Position:
    game = games()["kutulu"].configure(map="shelter_me")
    return game, game.initial(1)


def hunted() -> Position:
    """In mid-match, with wanderers and slashers."""
    game = games()["kutulu"]()
    return game, game.bench_position()


def spells() -> Position:
    """The first two are together: one has yelled at the other; the third has a light, the fourth
    a plan.
    """
    game, state = start()
    state.cell[1] = state.cell[0]
    return after(game, state, (k.YELL, k.WAIT, k.LIGHT, k.PLAN))


def small() -> Position:
    """In a league that knows neither plans nor yells."""
    game = games()["kutulu"].configure(league="1")
    return game, game.initial(1)


def placed(kind: int, mood: int) -> Callable[[State], int]:
    """The place in the list of the first minion of a kind and mood."""
    return lambda state: np.flatnonzero((state.m_kind == kind) & (state.m_mood == mood))[0]


def effect(kind: int) -> Callable[[State], int]:
    """The place in the list of the first effect of a kind."""
    return lambda state: state.e_kind.tolist().index(kind)


WALKER, COMING = placed(k.WANDERER, k.WANDERING), placed(k.WANDERER, k.SPAWNING)
STALKER, STUNNED = placed(k.SLASHER, k.STALKING), placed(k.SLASHER, k.STUNNED)
LIT, PLANNED, YELLED = effect(k.LIT), effect(k.PLANNED), effect(k.YELLED)
KUTULU: Cases = [
    (start, {"cells": 100}, "map 3 has 186 cells, not 100 from"),
    (start, {"offset": 0}, "map 3 has 186 cells, not 186 from 0"),
    (start, {("cell", 2): same("cells")}, "cell is 186, which is no cell of Shelter me"),
    (start, {("m_seen", 83): same("cells")}, "m_seen is 186"),
    (start, {("lit", 3): -1}, "cells are lit that Shelter me does not have"),
    (start, {("lit", 2): 1 << 58}, "cells are lit"),
    (start, {"over": k.NOBODY_LEFT}, "4 explorers are left"),
    (start, {"turn": 201}, "a match is over after 200 turns, not after 200"),
    (hunted, {"over": k.TIME_OVER}, "a match is over after 200 turns, not after 40"),
    (start, {("yelled", 0): 1}, "Explorer 1 cannot have yelled at itself"),
    (small, {("yelled", 0): 2}, "Explorer 1 cannot have been yelled at in league 1"),
    (hunted, {("alive", 2): 0}, "Explorer 3 cannot be out since turn 0"),
    (hunted, {("alive", 2): 0, ("sanity", 2): 0, ("gone", 2): 42}, "cannot be out since turn 42"),
    (hunted, {("alive", 2): 0, ("sanity", 2): 0, ("gone", 2): 9, ("score", 2): 8}, "score 8"),
    (start, {("sanity", 1): 0}, "Explorer 2 cannot be left with 0 sanity"),
    (start, {("score", 1): 300}, "Explorer 2 cannot be left with 250 sanity, score 300"),
    (hunted, {("gone", 3): 7}, "Explorer 4 cannot be left"),
    (hunted, {("m_mood", WALKER): k.STUNNED}, "cannot be in mood 4"),
    (hunted, {("m_mood", STUNNED): k.RECALLED}, "cannot be in mood 5"),
    (hunted, {("m_spawn", WALKER): 1}, "cannot have 1 turns until it moves"),
    (hunted, {("m_spawn", COMING): 0}, "cannot have 0 turns until it moves"),
    (hunted, {("m_spawn", COMING): 6}, "cannot have 6 turns until it moves"),
    (hunted, {("m_life", WALKER): 0}, "cannot have 0 turns to live"),
    (hunted, {("m_life", COMING): plus("life_time", by=-1)}, "turns to live"),
    (hunted, {("m_life", STALKER): 5}, "slasher 19 cannot have 5 turns to live"),
    (hunted, {("m_wait", STALKER): 3}, "slasher 19 cannot wait 3 turns in mood 2"),
    (hunted, {("m_wait", STUNNED): 0}, "cannot wait 0 turns in mood 4"),
    (hunted, {("m_wait", WALKER): 1}, "wanderer 9 cannot wait 1 turns in mood 1"),
    (hunted, {("m_seen", WALKER): 1}, "wanderer 9 notes where it saw somebody"),
    (hunted, {("m_id", 1): same("m_id", 0)}, "the minions' numbers"),
    (hunted, {"next_id": plus("next_id", by=-1)}, "do not rise from 4 to 25"),
    (hunted, {("m_id", 0): 3}, "the minions' numbers [3"),
    (hunted, {("m_life", WALKER): plus("m_life", WALKER)}, "cannot have come in turn"),
    (
        start,
        {
            "turn": 2,
            "minions": 1,
            "next_id": 9,
            ("m_id", 0): 5,
            **{("m_mood", 0): 1, ("m_life", 0): 1},
        },
        "cannot have come in turn",
    ),
    (hunted, {("m_kind", STUNNED): k.WANDERER}, "wanderer 16 cannot be in mood 4"),
    (hunted, {("hunted", 1): 0}, "there are 4 slashers, but 3 explorers are hunted"),
    (start, {("hunted", 1): 1}, "there are 0 slashers, but 1 explorers are hunted"),
    (spells, {("e_tick", LIT): 2}, "a light cannot last 2 turns more"),
    (spells, {("e_tick", PLANNED): 0}, "a plan cannot last 0 turns more"),
    (spells, {("e_tick", YELLED): 2}, "a yell cannot last 2 turns more"),
    (
        small,
        {"effects": 1, ("e_tick", 0): 1, ("e_caster", 0): 0},
        "a plan is not known in league 1",
    ),
    (spells, {("e_cell", LIT): 5}, "a light has a caster and no cell of its own"),
    (spells, {("e_caster", PLANNED): k.NOBODY}, "a plan has a caster"),
    (spells, {("e_receiver", LIT): 1}, "a light of Explorer 3 cannot be in play"),
    (spells, {("e_receiver", YELLED): 0}, "a yell of Explorer 1 is not noted"),
    (spells, {("yelled", 1): 0}, "a yell of Explorer 1 is not noted"),
    (spells, {("e_kind", LIT): k.SHELTERED}, "cell -1 has no shelter"),
    (spells, {("e_caster", LIT): 3}, "one explorer has two effects of a kind"),
]


def test_a_wave_is_no_larger_than_the_spawns() -> None:
    """Where it would be, the list of minions would overflow some turns later."""
    game, state = start()
    count = len(MAPS[int(state.map)].spawns)
    state.turn = 6
    for n in range(count + 1):
        assert game.check(state) == ""
        state.m_id[n], state.m_life[n], state.m_spawn[n] = (
            4 + n,
            state.life_time,
            state.spawn_time - 1,
        )
        state.minions, state.next_id = n + 1, 5 + n
    assert game.check(state) == f"{count + 1} wanderers cannot have come from {count} spawns"


@pytest.mark.parametrize(
    ("position", "edits", "words"),
    KUTULU,
    ids=lambda part: part.__name__ if callable(part) else None,
)
def test_what_is_wrong_is_said(position: Callable[[], Position], edits: Edits, words: str) -> None:
    answer = said(position(), edits)
    assert words in answer and not answer.endswith(".")
