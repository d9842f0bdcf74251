"""Pictures give each seat's pieces its own colour, where its own move put them."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from engines import games
from engines.game import PASS, Game, State
from engines.scene import AnyItem, Circle, Glyph, Line, Rect, Target
from tests.matches import generator, legal, movers

PLACED = ("connect_four", "goofspiel", "tictactoe", "tron", "uttt")  # moves that leave a piece


def roles_at(game: Game, state: State, target: Target) -> Iterator[str]:
    """The seats' roles of the items whose middle is in the rectangle."""
    for item in game.scene(state).items:
        for x, y, role in marks(item):
            inside = target.x <= x <= target.x + target.w and target.y <= y <= target.y + target.h
            if inside and role.startswith("seat"):
                yield role


def marks(item: AnyItem) -> Iterator[tuple[float, float, str]]:
    """The middle of an item, of a line its end, with each of its roles."""
    if isinstance(item, Glyph):
        yield item.x, item.y, item.role
    elif isinstance(item, Circle):
        yield from ((item.x, item.y, role) for role in (item.fill, item.stroke))
    elif isinstance(item, Rect):
        middle = item.x + item.w / 2, item.y + item.h / 2
        yield from ((*middle, role) for role in (item.fill, item.stroke))
    elif isinstance(item, Line):
        yield (*item.points[-1], item.stroke)


def where(game: Game, state: State, agent: int, action: int) -> Target:
    """Where the action is clicked."""
    return next(t for t in game.targets(state, agent) if t.action == action)


@pytest.mark.parametrize("name", PLACED)
def test_a_piece_has_the_colour_of_its_seat(name: str) -> None:
    """Each seat moves once, first the first; a card shows its colour in the hand already."""
    game = games()[name]()
    state, rng = game.initial(1), generator(1)
    seen: set[int] = set()
    while seen != {0, 1}:
        joint = np.full(game.agents, PASS, np.int64)
        asked = movers(game, state)
        for agent in asked:
            actions = legal(game, state, agent)
            joint[agent] = actions[len(actions) // 2 - agent]
        targets = {a: where(game, state, a, int(joint[a])) for a in asked}
        before = {a: set(roles_at(game, state, t)) for a, t in targets.items()}
        game.rules.step(state, joint, rng, None)
        for agent, target in targets.items():
            own = before[agent] | set(roles_at(game, state, target))
            assert own == {f"seat{game.owner[agent]}"}, (agent, target)
            seen.add(game.owner[agent])
