"""Laws of editing in every game: what random edits leave and the checks let pass plays on, is what
its text says, and is undone to the start.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from engines import games
from engines.editing import (
    ERROR,
    EditError,
    Editing,
    Handle,
    PartValue,
    judged,
    nearby,
    playable,
    used,
)
from engines.game import Game, State, same
from lab.check.laws import check_actions, check_result
from lab.ui.editor.draft import EditedPosition
from tests.matches import generator, random_joint, random_match

SEEDS, EDITS, TURNS = 3, 8, 200
VARIANTS = {
    "brew": {"league": 1},
    "kutulu": {"league": "2"},
    "goofspiel": {"prizes": "random"},
    "matrix": {"matrix": "own", "rounds": 4},
}
PAIRS = games()["matrix"].configure(matrix="own", rounds=4, payoffs="3/3 0/5 1/2; 5/0 1/1 0/9")
GAMES = [
    game
    for name, kind in games().items()
    for options in ({}, VARIANTS.get(name))
    if options is not None and (game := kind.configure(**options)).editing() is not None
] + [PAIRS]
each = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.spec)


def editor(game: Game) -> Editing:
    found = game.editing()
    assert found is not None
    return found


def start(game: Game, rng: np.random.Generator) -> State:
    """A position of a random match."""
    states = [game.initial(1), *(after for _, _, after in random_match(game, 1, 40))]
    return states[rng.integers(len(states))]


def edited(game: Game, rng: np.random.Generator) -> EditedPosition:
    """A position after random changes and tools, those that are refused left out."""
    draft = EditedPosition(game, editor(game), start(game, rng))
    for _ in range(EDITS):
        parts, tools = draft.parts, [tool.name for tool in draft.editing.tools]
        kinds = [kind for kind in (parts.handles, parts.cells, parts.fields, tools) if kind]
        kind = kinds[rng.integers(len(kinds))]
        what = kind[rng.integers(len(kind))]
        try:
            if isinstance(what, str):
                draft.use(what)
            else:
                draft.change(what.part, value(draft, what, rng))
        except EditError as error:
            assert str(error).endswith(".")
        draft.rest()
    return draft


def value(draft: EditedPosition, part: Any, rng: np.random.Generator) -> PartValue:
    """A value that the part can have, for a place one on the board or near it."""
    if isinstance(part, Handle):
        scene = draft.game.scene(draft.state)
        across, down = rng.uniform(-0.1, 1.1, 2)
        return scene.x + across * scene.width, scene.y + down * scene.height
    if part in draft.parts.cells:
        return draft.parts.paints[rng.integers(len(draft.parts.paints))].value
    if part.choices:
        return part.choices[rng.integers(len(part.choices))][0]
    return float(rng.integers(round(part.low), round(part.high), endpoint=True))


@each
def test_what_passes_the_checks_keeps_every_law(game: Game) -> None:
    passed = 0
    for seed in range(SEEDS):
        rng = generator(seed)
        draft = edited(game, rng)
        while not draft.playable and draft.can_undo:
            draft.undo()
        if not draft.playable:
            continue
        passed += 1
        check_text(draft.editing, draft.state)
        state = draft.state.copy()
        assert not game.rules.is_over(state)
        check_actions(game, state, rng)
        play_on(game, state)
    assert passed


def check_text(editing: Editing, state: State) -> None:
    """The text of a position means that position; from another one, it says the same again."""
    if not editing.text_title:
        return
    text = editing.text(state)
    assert same(editing.read(state, text), state)
    try:
        other = editing.read(editing.game.initial(2), text)
    except EditError as error:
        assert str(error).endswith(".")
    else:
        assert editing.text(other) == text
        judged(editing, other)


def play_on(game: Game, state: State) -> None:
    """Random turns, in which the position stays one of the game."""
    for turn in range(TURNS):
        if game.rules.is_over(state):
            check_result(game, state)
            break
        game.rules.step(state, random_joint(game, state, generator(turn)), generator(turn), None)
        assert turn % 20 or game.check(state) == "", turn
    assert game.check(state) == ""


@each
def test_a_tool_leaves_a_position_that_can_be_played_or_says_why(game: Game) -> None:
    state = start(game, generator(3))
    for tool in editor(game).tools:
        after = used(editor(game), state, tool.name)
        said = editor(game).remarks(after)
        assert not game.check(after) or any(remark.level == ERROR for remark in said), tool.name


@each
def test_undo_leads_back_to_the_start(game: Game) -> None:
    draft = edited(game, generator(7))
    first, last = draft.start.copy(), draft.state.copy()
    while draft.can_undo:
        draft.undo()
    assert same(draft.state, first)
    while draft.can_redo:
        draft.redo()
    assert same(draft.state, last)


@each
def test_a_shaken_position_is_another_one_and_can_be_played(game: Game) -> None:
    editing = editor(game)
    if not editing.shakes:
        return
    state = game.bench_position()
    found = nearby(editing, state, 3)
    assert len(found) == 3 and not any(same(each, state) for each in found)
    assert all(playable(judged(editing, each)) for each in found)
    assert all(same(a, b) for a, b in zip(found, nearby(editing, state, 3), strict=True))
