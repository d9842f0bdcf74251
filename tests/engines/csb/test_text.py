"""The contest's text, the words and the pictures of Coders Strike Back."""

from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from engines.csb import CodersStrikeBack
from engines.csb.moves import BOOST, FARTHEST, SHIELD, command, pack, unpack
from engines.game import FORFEIT
from engines.scene import Circle, Mark, Text

GAME = CodersStrikeBack()
START = GAME.initial(4)

coordinates = st.integers(-FARTHEST, FARTHEST)
orders = st.integers(0, BOOST)


@given(coordinates, coordinates, orders)
def test_codes_keep_target_and_order(x: int, y: int, order: int) -> None:
    assert unpack(pack(x, y, order)) == (x, y, order)


@given(
    st.lists(st.tuples(coordinates, coordinates, orders), min_size=2, max_size=2), st.integers(0, 1)
)
def test_send_and_parse(commands: list[tuple[int, int, int]], seat: int) -> None:
    actions = tuple(pack(*c) for c in commands)
    parsed = GAME.parse(START, seat, GAME.send(START, seat, actions))
    assert parsed.actions == actions and not parsed.error


@given(st.lists(st.text(), max_size=4))
def test_any_text_is_answered(lines: list[str]) -> None:
    parsed = GAME.parse(START, 0, lines)
    assert len(parsed.actions) == 2
    assert bool(parsed.error) == (FORFEIT in parsed.actions)


@given(
    st.from_regex(
        r"[-+]?[0-9]{1,30} -?[0-9.e]{1,30} ([-+]?[0-9]{1,12}|SHIELD|BOOST|shield)( .*)?",
        fullmatch=True,
    )
)
def test_almost_orders(line: str) -> None:
    action = GAME.parse(START, 1, [line, "0 0 0"]).actions[0]
    assert action == FORFEIT or GAME.rules.is_legal(START, 2, action)


def test_bad_answers_are_explained() -> None:
    cases = {
        "": "no answer for pod 1",
        "8000 4500": "expected `x y thrust`",
        "8000 4500 201": "201 is not a thrust",
        "8000 4500 -1": "-1 is not a thrust",
        "8000 4500 boost": "boost is not a thrust",
        "8000.5 4500 100": "expected `x y thrust`",
        "٣ ٤ 100": "expected `x y thrust`",
        "9" * 400 + " 0 100": "expected `x y thrust`",
    }
    for line, reason in cases.items():
        parsed = GAME.parse(START, 0, [line, "1 2 SHIELD shields up"])
        assert parsed.actions[0] == FORFEIT and reason in parsed.error
        assert unpack(parsed.actions[1]) == (1, 2, SHIELD) and parsed.message == "shields up"


@given(st.integers(-(10**18), 10**18), st.integers(-(10**18), 10**18))
def test_far_targets_keep_their_direction(x: int, y: int) -> None:
    px, py = 8000.0, 4500.0
    tx, ty, _ = unpack(command(x, y, 100, px, py))
    assert max(abs(tx), abs(ty)) <= FARTHEST
    if max(abs(x), abs(y)) > FARTHEST:
        turned = (x - px) * (ty - py) - (y - py) * (tx - px)
        assert abs(turned) <= 3e-8 * np.hypot(x - px, y - py) * np.hypot(tx - px, ty - py)


def after(turns: int) -> tuple[Any, Any, Any]:
    """A state, the one after it, and the turn's log, `turns` into a scripted match."""
    s, log = GAME.initial(6), GAME.new_log()
    rng = np.random.Generator(np.random.SFC64(1))
    before = s.copy()
    for turn in range(turns):
        before = s.copy()
        joint = np.array([GAME.rules.policy(s, p, rng) for p in range(4)])  # type: ignore[misc]
        if turn == turns - 1:
            joint[2] = pack(0, 0, SHIELD)
            joint[3] = pack(0, 0, BOOST)
        GAME.rules.step(s, joint, rng, log)
    return before, s, log


def test_labels() -> None:
    assert GAME.label(START, 0, pack(8000, 4500, 200)) == "to 8000 4500, 200"
    assert GAME.label(START, 0, pack(-80, 45, SHIELD)) == "to -80 45, shield"
    _, s, _ = after(9)
    words = [
        "Left, full",
        "Ahead, full",
        "Right, full",
        "Left, coast",
        "Ahead, coast",
        "Right, coast",
        "Shield",
    ]
    assert [GAME.label(s, 1, k) for k in range(7)] == words
    assert [GAME.label(s, 1, GAME.resolve(s, 1, k)) for k in range(6)] == words[:6]


def test_events_and_standing() -> None:
    kinds = {}
    for turns in range(1, 60):
        before, s, log = after(turns)
        for event in GAME.events(before, s, log):
            kinds[event.kind] = event
    assert set(kinds) == {k.kind for k in GAME.event_kinds}
    assert kinds["shield"].text == "Pod 3 raised its shield"
    assert kinds["checkpoint"].label in kinds["checkpoint"].text
    assert GAME.events(before, s, None) is not None
    best = max(int(p) for p in s.passed[:2])
    assert (
        GAME.standing(s, 0)
        == f"lap {best // int(s.count) + 1} of 3, {best} checkpoint{'s' * (best != 1)}"
    )


def test_scene_shows_track_and_pods() -> None:
    _, s, _ = after(30)
    scene = GAME.scene(s)
    assert [i.text for i in scene.still if isinstance(i, Text)] == [
        str(k) for k in range(int(s.count))
    ]
    rings = [i for i in scene.items if isinstance(i, Mark) and i.radius]
    assert [(i.x, i.y) for i in rings] == [GAME.position(s, p) for p in range(4)]
    assert len([i for i in scene.items if isinstance(i, Mark) and not i.radius]) == 4
    assert [i.text for i in scene.items if i.group == "names" and isinstance(i, Text)] == [
        "Pod 1",
        "Pod 2",
        "Pod 3",
        "Pod 4",
    ]
    shield = [i for i in scene.items if isinstance(i, Circle)]
    assert [i.stroke for i in shield] == ["agent2"]


def test_advantage_is_smooth_and_ends_at_the_outcome() -> None:
    s = START.copy()
    assert abs(GAME.advantage(s, 0)) < 0.3
    assert GAME.advantage(s, 0) == -GAME.advantage(s, 1)
    s.over, s.winner = 1, 1
    assert (GAME.advantage(s, 0), GAME.advantage(s, 1)) == (-1.0, 1.0)


def test_aiming_by_hand() -> None:
    assert unpack(GAME.aim(START, 0, 812.4, 99.6, 130) or 0) == (812, 100, 130)
    assert unpack(GAME.aim(START, 0, 812, 99, 130, "S") or 0)[2] == SHIELD
    assert unpack(GAME.aim(START, 0, 812, 99, 130, "B") or 0)[2] == BOOST
