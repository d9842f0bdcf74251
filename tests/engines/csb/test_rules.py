"""Rules of Coders Strike Back: moves, physics at the edges, options, ends, hidden information, the
evaluation.
"""

from __future__ import annotations

import math
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engines.csb import CodersStrikeBack
from engines.csb.moves import BOOST, SHIELD, pack, unpack
from engines.csb.state import (
    DRAW,
    FINISH,
    INVALID,
    LAPS,
    MAX_TURNS,
    TIMEOUT_BOTH,
    TRACKS,
    TURN_RAD,
    draw_track,
)
from engines.csb.trigonometry import arc_tangent, cos_sin
from engines.game import FORFEIT

ROOT = Path(__file__).parents[3]
GAME = CodersStrikeBack()
OTHER = CodersStrikeBack.configure(
    both_finished="draw", both_timed_out="second", radius="inside", shielded_boost="kept"
)
IDLE = 4  # ahead, coast


def rng(seed: int = 1) -> np.random.Generator:
    return np.random.Generator(np.random.SFC64(seed))


def play(game: CodersStrikeBack, state: Any, *actions: int, log: Any = None) -> None:
    game.rules.step(state, np.array(actions, np.int64), rng(), log)


def alone(game: CodersStrikeBack = GAME) -> Any:
    """Pod 0 at the origin heading east, everything else far away."""
    s = game.initial(1)
    s.cx[:], s.cy[:] = -90000, 90000
    for p in range(4):
        s.x[p], s.y[p], s.ca[p], s.rotated[p] = 50000 * p, 0, 1, 1
    return s


def test_thrust_friction_and_rounding() -> None:
    s = alone()
    seen = []
    for _ in range(3):
        play(GAME, s, 1, IDLE, IDLE, IDLE)
        seen.append((int(s.x[0]), int(s.vx[0])))
    assert seen == [(200, 170), (570, 314), (1084, 436)]


def test_equal_pods_swap_speeds() -> None:
    s = alone()
    s.vx[0], s.x[1], s.vx[1] = 400, 1000, -400
    log = GAME.new_log()
    play(GAME, s, *[IDLE] * 4, log=log)
    assert [int(v) for v in s.vx[:2]] == [-340, 340]
    assert [int(v) for v in s.x[:2]] == [-200, 1200]
    assert log.hits[0] == 1 and log.time[0] == 0.25


def test_a_shielded_pod_weighs_ten() -> None:
    s = alone()
    s.x[1], s.vx[1] = 1000, -1000
    play(GAME, s, 6, IDLE, IDLE, IDLE)
    assert abs(10 * s.vx[0] + s.vx[1] + 850) < 12
    speed = float(s.vx[0])
    for _ in range(3):
        play(GAME, s, 1, IDLE, IDLE, IDLE)
        assert abs(s.vx[0]) < abs(speed)
        speed = float(s.vx[0])
    play(GAME, s, 1, IDLE, IDLE, IDLE)
    assert s.vx[0] > speed


def test_commands_turn_by_at_most_18_degrees_and_boost_once() -> None:
    s = alone()
    play(GAME, s, pack(0, 5000, BOOST), IDLE, IDLE, IDLE)
    assert s.angle[0] == TURN_RAD and s.boosted[0] == 1
    assert s.vx[0] == math.trunc(650 * math.cos(TURN_RAD) * 0.85)
    speed = float(np.hypot(s.vx[0], s.vy[0]))
    play(
        GAME,
        s,
        pack(int(s.x[0] + 10**6 * s.ca[0]), int(s.y[0] + 10**6 * s.sa[0]), BOOST),
        IDLE,
        IDLE,
        IDLE,
    )
    assert np.hypot(s.vx[0], s.vy[0]) == pytest.approx((speed + 200) * 0.85, abs=3)


def test_the_own_place_as_target_does_nothing() -> None:
    s = alone()
    s.rotated[0] = 0
    play(GAME, s, pack(0, 0, 200), IDLE, IDLE, IDLE)
    assert (s.vx[0], s.x[0], s.rotated[0]) == (0, 0, 0)


@pytest.mark.parametrize("action", range(7))
@pytest.mark.parametrize("turned", [False, True])
def test_resolved_moves_do_the_same(action: int, turned: bool) -> None:
    s = GAME.initial(5)
    if turned:
        play(GAME, s, 0, 1, 2, 0)
    t = s.copy()
    play(GAME, s, *[action] * 4)
    play(GAME, t, *[GAME.resolve(t, p, action) for p in range(4)])
    for field in ("x", "y", "vx", "vy", "next", "shield", "timeout"):
        assert (s[field] == t[field]).all()
    assert s.angle == pytest.approx(t.angle, abs=1e-6)


@pytest.mark.usefixtures("uncompiled")
def test_tables_follow_the_options() -> None:
    game = CodersStrikeBack.configure(thrusts="full_half_coast", shield=False, boost=True, track=2)
    labels = [game.label(game.initial(1), 0, k) for k in range(game.max_actions)]
    assert labels[:4] == ["Left, full", "Ahead, full", "Right, full", "Left, half"]
    assert labels[-1] == "Boost" and len(labels) == 10
    s = game.initial(1)
    play(game, s, *[9] * 4)
    assert (s.boosted == 1).all() and np.hypot(s.vx[0], s.vy[0]) == pytest.approx(650 * 0.85, abs=3)
    assert game.kernel_key != GAME.kernel_key
    assert CodersStrikeBack.configure(track=2).kernel_key == GAME.kernel_key


def test_trigonometry_is_right_to_the_last_bits() -> None:
    draw = rng(2)
    for a, b in draw.uniform(-200, 200, (2000, 2)):
        assert cos_sin(a) == pytest.approx((math.cos(a), math.sin(a)), abs=5e-16)
        assert arc_tangent(a, b) == pytest.approx(math.atan2(a, b), abs=1e-15)
    assert (arc_tangent(0.0, -1.0), arc_tangent(0.0, 1.0), arc_tangent(-2.0, 0.0)) == (
        math.pi,
        0.0,
        -math.pi / 2,
    )


def near_finish(game: CodersStrikeBack) -> Any:
    """Pods 0 and 2 one turn before the finish, pod 2 farther behind it after that turn."""
    s = game.initial(4)
    s.x[1], s.x[3] = 90000, -90000
    for p, y in ((0, 300), (2, -300)):
        s.passed[p], s.next[p] = s.goal - 1, 0
        s.x[p], s.y[p] = s.cx[0] - 1000, s.cy[0] + y * 1.6
        s.ca[p], s.sa[p], s.rotated[p] = 1, 0, 1
        s.vx[p] = 700 + p * 100
    s.cx[1], s.cy[1] = s.cx[0] + 9000, s.cy[0]
    return s


FARTHER = CodersStrikeBack.configure(both_finished="farther")


@pytest.mark.usefixtures("uncompiled")
@pytest.mark.parametrize(
    ("game", "winner"), [(GAME, 0), (OTHER, DRAW), (FARTHER, 1)], ids=["first", "draw", "farther"]
)
def test_both_finish(game: CodersStrikeBack, winner: int) -> None:
    s = near_finish(game)
    play(game, s, *[IDLE] * 4)
    assert (s.over, s.winner) == (FINISH, winner)
    assert "Pod 1 and Pod 3 finished" in game.reason(s)


@pytest.mark.parametrize(("game", "winner"), [(GAME, DRAW), (OTHER, 1)], ids=["draw", "second"])
def test_both_time_out(game: CodersStrikeBack, winner: int) -> None:
    s = game.initial(4)
    for _ in range(101):
        assert not s.over
        play(game, s, *[IDLE] * 4)
    assert (s.turn, s.over, s.winner) == (101, TIMEOUT_BOTH, winner)


def test_the_turn_limit_ranks_the_best_pod() -> None:
    s = GAME.initial(4)
    s.turn, s.passed[3], s.next[3] = 499, 1, 2
    play(GAME, s, *[IDLE] * 4)
    assert (s.over, s.winner) == (MAX_TURNS, 1)
    assert "seat 2 is farther" in GAME.reason(s)


@pytest.mark.parametrize(("game", "passed"), [(GAME, 1), (OTHER, 0)], ids=["touch", "inside"])
def test_a_path_at_the_radius(game: CodersStrikeBack, passed: int) -> None:
    s = alone(game)
    s.cx[1], s.cy[1] = 200, 600
    s.vx[0] = 400
    play(game, s, *[IDLE] * 4)
    assert s.passed[0] == passed


@pytest.mark.parametrize(("game", "boosted"), [(GAME, 1), (OTHER, 0)], ids=["used", "kept"])
def test_a_boost_under_the_shield(game: CodersStrikeBack, boosted: int) -> None:
    s = alone(game)
    play(game, s, 6, IDLE, IDLE, IDLE)
    play(game, s, pack(9000, 0, BOOST), IDLE, IDLE, IDLE)
    assert (s.boosted[0], s.vx[0]) == (boosted, 0)


@pytest.mark.parametrize("bad", [FORFEIT, -1, 7, 10**9, pack(0, 0, 203)])
def test_a_bad_answer_loses(bad: int) -> None:
    s = GAME.initial(4)
    assert not GAME.rules.is_legal(s, 2, bad)
    assert GAME.explain(s, 2, bad)
    out = np.zeros(2)
    play(GAME, s, 1, 1, bad, 1)
    GAME.rules.outcome(s, out)
    assert s.over == INVALID and list(out) == [1, -1]
    assert GAME.reason(s) == "seat 2 sent a bad answer or none"
    both = GAME.initial(4)
    play(GAME, both, bad, 1, bad, 1)
    assert both.over == INVALID and both.winner == DRAW


def scripted(game: CodersStrikeBack, state: Any) -> list[int]:
    return [game.rules.policy(state, p, rng()) for p in range(4)]  # type: ignore[misc]


@pytest.mark.parametrize("track", range(1, len(TRACKS) + 1))
def test_scripted_finishes(track: int) -> None:
    game = CodersStrikeBack(CodersStrikeBack.Options(track=track))
    s = game.initial(track)
    while not s.over:
        play(game, s, *scripted(game, s))
    assert s.over == FINISH
    assert s.passed.max() == LAPS * s.count


def test_a_seed_draws_a_rotated_track_with_jitter() -> None:
    for seed in range(40):
        number, points = draw_track(0, seed)
        base = TRACKS[number - 1]
        turns = [base[k:] + base[:k] for k in range(len(base))]
        assert any(
            all(
                abs(a - c) <= 30 and abs(b - d) <= 30
                for (a, b), (c, d) in zip(points, t, strict=True)
            )
            for t in turns
        )
        assert GAME.position_note(seed) == f"Track {number} of 13, seed {seed}"
    assert len({draw_track(0, seed)[0] for seed in range(200)}) == 13


def middle_of_a_match(turns: int = 60) -> Any:
    s = GAME.initial(11)
    for turn in range(turns):
        actions = scripted(GAME, s)
        play(
            GAME,
            s,
            *[pack(*unpack(a)[:2], SHIELD) if turn % 17 == p else a for p, a in enumerate(actions)],
        )
    return s


def test_hidden_things_change_neither_view_nor_observation() -> None:
    s = middle_of_a_match()
    for seat in range(2):
        rivals = GAME.agents_of(1 - seat)
        changed = s.copy()
        for p in rivals:
            whole = math.radians(round(math.degrees(float(s.angle[p])) % 360))
            changed.angle[p] = s.angle[p] = whole + 0.002
            changed.angle[p] += 0.004
            changed.shield[p], changed.boosted[p] = 2, 1
        assert GAME.view(s, seat) == GAME.view(changed, seat)
        a, b = s.copy(), changed.copy()
        for state in (a, b):
            GAME.rules.observe(state, seat)  # type: ignore[misc]
            GAME.rules.sample(state, seat, rng())  # type: ignore[misc]
        assert a.tobytes() == b.tobytes()
        for p in GAME.agents_of(seat):
            assert (a.angle[p], a.shield[p], a.ca[p]) == (s.angle[p], s.shield[p], s.ca[p])


def values(s: Any) -> Any:
    out = np.zeros(4)
    GAME.rules.value(s, GAME.weights(), out)
    return out


def test_values_are_smooth_and_prefer_short_wins() -> None:
    s = GAME.initial(11)
    GAME.rules.prepare(s, GAME.weights())  # type: ignore[misc]
    before = values(s)
    for _ in range(100):
        play(GAME, s, *scripted(GAME, s))
        now = values(s)
        assert np.abs(now - before).max() < 0.25
        before = now
    late = near_finish(GAME)
    play(GAME, late, *[IDLE] * 4)
    early = late.copy()
    early.turn -= 1
    assert values(early)[0] > values(late)[0]
    assert values(late)[1] > values(late)[3]


def test_roles_go_to_the_pod_that_is_farther() -> None:
    s = GAME.initial(11)
    s.passed[1], s.next[1] = 1, 2
    GAME.rules.prepare(s, GAME.weights())  # type: ignore[misc]
    assert list(s.runner) == [1, 2] or list(s.runner) == [1, 3]


def test_plain_python_plays_the_same() -> None:
    """Jitted rules and the same functions without numba agree on 40 turns with contacts."""
    code = (
        "import sys; sys.path.insert(0, sys.argv[1])\n"
        "import numpy as np\nfrom engines.csb import CodersStrikeBack\n"
        "g = CodersStrikeBack(); r = np.random.Generator(np.random.SFC64(3)); s = "
        "g.bench_position()\n"
        "for t in range(40):\n"
        "    j = np.array([g.rules.policy(s, p, r) if t % 3 == 0 else "
        "g.rules.random_action(s, p, r) for p in range(4)])\n"
        "    g.rules.step(s, j, r, None)\n"
        "w, out = g.weights(), np.zeros(4)\n"
        "g.rules.prepare(s, w); g.rules.observe(s, 0); g.rules.value(s, w, out)\n"
        "print(s.tobytes().hex(), out.tobytes().hex())\n"
    )
    outputs = []
    for disabled in ("0", "1"):
        environment = os.environ | {"NUMBA_DISABLE_JIT": disabled}
        done = subprocess.run(
            [sys.executable, "-c", code, str(ROOT)],
            capture_output=True,
            text=True,
            env=environment,
            check=True,
        )
        outputs.append(done.stdout)
    assert outputs[0] == outputs[1]


def test_an_angle_shown_as_360_is_still_shown_so_when_the_rest_is_hidden() -> None:
    """A little to the left of straight on, which the text rounds up to the full circle."""
    state = GAME.initial(1)
    state.rotated[2], state.angle[2] = 1, -0.0062
    shown = GAME.view(state, 0)
    assert shown[2].split()[4] == "360"
    assert GAME.rules.observe is not None
    GAME.rules.observe(state, 0)
    assert GAME.view(state, 0) == shown


def test_no_trace_of_a_collision_is_seen() -> None:
    """Where the pods touched in the turn is in no text, nor whether a pod is still with a speed
    of minus zero.
    """
    state = GAME.bench_position()
    for _ in range(20):
        play(GAME, state, *scripted(GAME, state))
    state.from_x[0], state.vx[1] = 4321.5, -0.0
    assert GAME.rules.observe is not None
    GAME.rules.observe(state, 0)
    assert not state.from_x.any() and not state.from_y.any() and not np.signbit(state.vx[1])
