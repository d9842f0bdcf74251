"""The jitted rules of Coders Strike Back, built for one set of options.

A turn: all commands from the state at its start, then the movement (`physics`), then timeouts,
finishes and the turn limit. A bad answer loses at once, before anything moves; two at once are a
draw. Seats that run out of patience are eliminated before finishes are checked.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from engines.csb.evaluation import hypotenuse, root, value
from engines.csb.moves import BOOST, COMMAND, SHIELD, packed, table, unpacked
from engines.csb.physics import build_move
from engines.csb.state import (
    BOOST_THRUST,
    DRAW,
    FINISH,
    FULL_CIRCLE,
    FULL_THRUST,
    INVALID,
    LONGEST,
    MAX_TURNS,
    RUNNING,
    SHIELD_TURNS,
    TIMEOUT,
    TIMEOUT_BOTH,
    TURN_RAD,
    Options,
    whole_degrees,
)
from engines.csb.trigonometry import arc_tangent, cos_sin
from engines.draws import draw_below
from engines.game import SIMULTANEOUS, Rules
from engines.jit import rule

DEGREE = math.pi / 180.0
DRIFT = 3.0  # the scripted player aims this many turns of its speed short of the checkpoint
# degrees that the text shows as 360: the middle of that range, since 360 itself would be shown as 0
ALMOST_ROUND = 359.75

shown_degrees = rule(whole_degrees)


def build(options: Options) -> Rules:
    """The rules for these options."""
    step = build_step(options)
    size = table(options).size

    @rule
    def legal(s: Any, agent: int, out: Any) -> int:
        """Lists the moves of the search table."""
        if s.over != RUNNING:
            return 0
        for k in range(size):
            out[k] = k
        return size

    @rule
    def is_legal(s: Any, agent: int, action: int) -> bool:
        return s.over == RUNNING and is_order(action, size)

    @rule
    def random_action(s: Any, agent: int, rng: Any) -> int:
        """A uniformly drawn move of the table."""
        return draw_below(rng, size)

    return Rules(
        to_move,
        legal,
        is_legal,
        step,
        is_over,
        outcome,
        value,
        random_action=random_action,
        policy=policy,
        observe=observe,
        sample=sample,
        prepare=root,
    )


@rule
def to_move(s: Any) -> int:
    return SIMULTANEOUS


@rule
def is_over(s: Any) -> bool:
    return s.over != RUNNING


@rule
def outcome(s: Any, out: Any) -> None:
    out[0] = 0.0 if s.winner == DRAW else 1.0 - 2.0 * s.winner
    out[1] = -out[0]


@rule
def is_order(action: int, size: int) -> bool:
    """Whether the code is a move of the table or a command."""
    return 0 <= action < size or (action >= COMMAND and (action >> 54 & 255) <= BOOST)


def build_step(options: Options) -> Any:
    """The jitted `step(s, joint, rng, log)`."""
    moves = table(options)
    size = moves.size
    rudder_cos = np.where(moves.rudder == 0, 1.0, math.cos(TURN_RAD))
    rudder_sin = moves.rudder * math.sin(TURN_RAD)
    rudder_rad = moves.rudder * TURN_RAD
    thrusts = np.where(moves.order <= FULL_THRUST, moves.order, 0).astype(np.float64)
    shields = moves.order == SHIELD
    boosts = moves.order == BOOST
    with_boost = options.boost
    uses_boost = options.shielded_boost == "used"
    move = build_move(options.radius == "touch")
    end = build_end(options)

    @rule
    def play_table(s: Any, p: int, action: int) -> None:
        """Plays a move of the table: the heading vector is rotated by a constant, so no
        trigonometry is needed.
        """
        if s.rotated[p] == 0:
            face_checkpoint(s, p)
        c = rudder_cos[action]
        d = rudder_sin[action]
        ca = s.ca[p] * c - s.sa[p] * d
        sa = s.sa[p] * c + s.ca[p] * d
        s.ca[p] = ca
        s.sa[p] = sa
        s.angle[p] += rudder_rad[action]
        if shields[action]:
            s.shield[p] = SHIELD_TURNS
        thrust = thrusts[action]
        if with_boost and boosts[action]:
            thrust = boost(s, p, uses_boost)
        if s.shield[p] > 0:
            thrust = 0.0
        s.vx[p] += ca * thrust
        s.vy[p] += sa * thrust

    @rule
    def play_command(s: Any, p: int, action: int) -> None:
        """Plays a contest command."""
        x, y, order = unpacked(action)
        thrust = float(order)
        if order == SHIELD:
            s.shield[p] = SHIELD_TURNS
        elif order == BOOST:
            thrust = boost(s, p, uses_boost)
        if s.shield[p] > 0:
            thrust = 0.0
        dx = x - s.x[p]
        dy = y - s.y[p]
        if dx != 0.0 or dy != 0.0:
            steer(s, p, arc_tangent(dy, dx))
            s.vx[p] += s.ca[p] * thrust
            s.vy[p] += s.sa[p] * thrust

    @rule
    def step(s: Any, joint: Any, rng: Any, log: Any) -> None:
        """Plays one turn; does nothing to a finished match. Modified in place."""
        if s.over != RUNNING:
            return
        if log is not None:
            log.hits[0] = 0
        for p in range(4):
            action = joint[p]
            if 0 <= action < size:
                play_table(s, p, action)
            elif is_order(action, size):
                play_command(s, p, action)
            else:
                forfeit(s, joint, size)
                return
        s.timeout[0] -= 1
        s.timeout[1] -= 1
        s.turn += 1
        move(s, log)
        if s.over != RUNNING or s.timeout[0] < 0 or s.timeout[1] < 0 or s.turn >= LONGEST:
            end(s)

    return step


@rule
def boost(s: Any, p: int, uses_boost: bool) -> float:
    """The thrust of a boost: the full boost once per pod and match."""
    if s.boosted[p] != 0:
        return float(FULL_THRUST)
    if uses_boost or s.shield[p] == 0:
        s.boosted[p] = 1
    return float(BOOST_THRUST)


@rule
def face_checkpoint(s: Any, p: int) -> None:
    """Turns a pod that has not had a command yet towards its next checkpoint."""
    k = s.next[p]
    s.angle[p] = arc_tangent(s.cy[k] - s.y[p], s.cx[k] - s.x[p])
    s.ca[p], s.sa[p] = cos_sin(s.angle[p])
    s.rotated[p] = 1


@rule
def steer(s: Any, p: int, desired: float) -> None:
    """Turns towards the desired angle, by at most 18 degrees after the first command."""
    if s.rotated[p] == 0:
        s.rotated[p] = 1
        s.angle[p] = desired
    else:
        turn = np.fmod(desired - s.angle[p], FULL_CIRCLE)
        turn = np.fmod(2.0 * turn, FULL_CIRCLE) - turn
        if turn < -TURN_RAD:
            s.angle[p] -= TURN_RAD
        elif turn > TURN_RAD:
            s.angle[p] += TURN_RAD
        else:
            s.angle[p] = desired
    s.ca[p], s.sa[p] = cos_sin(s.angle[p])


@rule
def forfeit(s: Any, joint: Any, size: int) -> None:
    """Ends the match against the player that sent an invalid order."""
    first = not (is_order(joint[0], size) and is_order(joint[1], size))
    second = not (is_order(joint[2], size) and is_order(joint[3], size))
    s.over = INVALID
    s.winner = DRAW if first and second else 1 if first else 0


def build_end(options: Options) -> Any:
    """The jitted `end(s)`, which names the winner of a match that may be over."""
    timed_out = {"draw": DRAW, "second": 1}[options.both_timed_out]
    finished = {"draw": DRAW, "first": 0, "farther": 2}[options.both_finished]

    @rule
    def end(s: Any) -> None:
        if s.timeout[0] < 0 and s.timeout[1] < 0:
            s.over = TIMEOUT_BOTH
            s.winner = timed_out
        elif s.timeout[0] < 0 or s.timeout[1] < 0:
            s.over = TIMEOUT
            s.winner = 1 if s.timeout[0] < 0 else 0
        elif s.over == FINISH:
            first = s.passed[0] >= s.goal or s.passed[1] >= s.goal
            second = s.passed[2] >= s.goal or s.passed[3] >= s.goal
            s.winner = finished if first and second else 0 if first else 1
            if s.winner == 2:
                s.winner = farther(s)
        elif s.turn >= LONGEST:
            s.over = MAX_TURNS
            s.winner = farther(s)

    return end


@rule
def farther(s: Any) -> int:
    """The seat of the best single pod: more checkpoints, then nearer to its next one; DRAW if
    equal.
    """
    best0 = max(rank(s, 0), rank(s, 1))
    best1 = max(rank(s, 2), rank(s, 3))
    return DRAW if best0 == best1 else 0 if best0 > best1 else 1


@rule
def rank(s: Any, p: int) -> float:
    k = s.next[p]
    return s.passed[p] * 1e6 - hypotenuse(s.x[p] - s.cx[k], s.y[p] - s.cy[k])


@rule
def policy(s: Any, agent: int, rng: Any) -> int:
    """Steers to the next checkpoint against drift: the target is moved back by some turns of the
    pod's speed, and thrust is reduced when the target is off to the side.
    """
    k = s.next[agent]
    tx = s.cx[k] - DRIFT * s.vx[agent]
    ty = s.cy[k] - DRIFT * s.vy[agent]
    dx = tx - s.x[agent]
    dy = ty - s.y[agent]
    ahead = 1.0
    if s.rotated[agent] != 0:
        ahead = (s.ca[agent] * dx + s.sa[agent] * dy) / max(1.0, hypotenuse(dx, dy))
    thrust = 200 if ahead > 0.5 else 100 if ahead > 0.0 else 0
    return packed(int(np.floor(tx)), int(np.floor(ty)), thrust)


@rule
def observe(s: Any, seat: int) -> None:
    """Blanks what the contest's text hides: the rival's exact angles, shield counters and boosts;
    traces of collisions, signs of zero.
    """
    for p in range(4):
        s.from_x[p] = s.from_y[p] = 0.0
        s.vx[p] += 0.0
        s.vy[p] += 0.0
    for p in range(2 - 2 * seat, 4 - 2 * seat):
        if s.rotated[p] != 0:
            shown = shown_degrees(s.angle[p])
            s.angle[p] = (shown if shown < 360 else ALMOST_ROUND) * DEGREE
            s.ca[p], s.sa[p] = cos_sin(s.angle[p])
        s.shield[p] = 0
        s.boosted[p] = 0


@rule
def sample(s: Any, seat: int, rng: Any) -> None:
    """The default completion of hidden values, already in place: the shown degree, no shield up, no
    boost used.
    """
