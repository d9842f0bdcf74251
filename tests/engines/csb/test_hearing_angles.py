"""Headings as other referees than the contest's send them, -180 to 180, are the same headings."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from engines.csb import CodersStrikeBack
from engines.game import Heard
from engines.reading import Reader
from tests.matches import generator

TURNS = 30


def signed(line: str) -> str:
    """A pod's line with its heading in -180 to 180."""
    *front, degrees, following = line.split()
    turned = int(degrees) - 360 if int(degrees) > 180 else int(degrees)
    return " ".join([*front, str(turned), following])


def match(seed: int) -> list[tuple[np.record, np.ndarray]]:
    """Positions and joint actions of a match in which one pod of each seat turns in circles."""
    game, found = CodersStrikeBack(), []
    state = game.initial(seed)
    for turn in range(TURNS):
        rng = generator(seed, turn)
        joint = np.array([game.rules.policy(state, agent, rng) for agent in range(game.agents)])
        joint[[1, 2]] = [0, game.max_actions - 1]
        joint = np.array([game.resolve(state, a, int(x)) for a, x in enumerate(joint)])
        found.append((state, joint))
        state = state.copy()
        game.rules.step(state, joint, rng, None)
    return found


def heard(seat: int, texts: Sequence[Sequence[str]], joints: Sequence[np.ndarray]) -> list[Heard]:
    """What the seat knows turn by turn."""
    game, found = CodersStrikeBack(), list[Heard]()
    intro = game.intro(game.initial(3), seat)
    for text, last in zip(texts, [None, *joints], strict=False):
        sent = () if last is None else tuple(last[list(game.agents_of(seat))].tolist())
        found.append(game.heard(intro, Reader(text), found[-1] if found else None, sent))
    return found


@pytest.mark.parametrize("seat", [0, 1])
def test_headings_with_a_sign_are_the_same_headings(seat: int) -> None:
    game, played = CodersStrikeBack(), match(3)
    texts = [game.view(state, seat) for state, _ in played]
    others = [[signed(line) for line in text] for text in texts]
    assert any(" -1 " in line for line in others[0])  # no heading yet
    below = {int(line.split()[4]) for text in others[1:] for line in text}
    assert min(below) < -90 and any(-90 < degrees < 0 for degrees in below)
    joints = [joint for _, joint in played]
    for usual, other in zip(heard(seat, texts, joints), heard(seat, others, joints), strict=True):
        assert usual.state.tobytes() == other.state.tobytes()


def test_one_degree_below_nought_is_a_heading_once_a_pod_has_one() -> None:
    game = CodersStrikeBack()
    (start, joint), (then, _) = match(3)[:2]
    text = game.view(then, 0)
    for line in range(4):
        words = text[line].split()
        text[line] = " ".join([*words[:4], "-1", words[5]])
    first, second = heard(0, [game.view(start, 0), text], [joint])
    assert first.state.rotated.tolist() == [0, 0, 0, 0]
    assert second.state.rotated.tolist() == [1, 1, 0, 0]  # the rivals' first is not told apart
    assert np.degrees(second.state.angle[:2]) == pytest.approx([359, 359])
