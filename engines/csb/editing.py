"""Positions of Coders Strike Back changed by hand: pods with place, speed and heading, checkpoints,
and the race.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence

from engines.csb import text
from engines.csb.changes import (
    FASTEST,
    REACH_X,
    REACH_Y,
    SHOWN_TURNS,
    change_pod,
    coasting,
    degrees_of,
    follow,
    mirror,
    move_checkpoint,
    set_count,
    swap,
    take_line,
)
from engines.csb.check import CHECKPOINTS, LEAST_APART
from engines.csb.hearing import read_pod
from engines.csb.state import (
    CHECKPOINT_RADIUS,
    HEIGHT,
    LONGEST,
    OWNER,
    PATIENCE,
    POD_RADIUS,
    PODS,
    RUNNING,
    SHIELD_TURNS,
    WIDTH,
    line_up,
)
from engines.editing import (
    ERROR,
    NOTE,
    OK,
    EditError,
    Editing,
    Group,
    Handle,
    Parts,
    PartValue,
    Quantity,
    Remark,
    Tool,
    number_in,
)
from engines.game import State
from engines.reading import Reader
from engines.scene import Point

STEP, GRID = 10, 100  # units: of an arrow key, and of the grid to which pods can be dragged
HEADING_OFF = 560.0  # from a pod's centre to the handle of its heading
LEAST_CHECKPOINTS = 2
RACE = "Race"
TRACK = "Track"
SHIELDS = (
    (0, "down"),
    (1, "down, no thrust for 1 turn"),
    (2, "down, no thrust for 2 turns"),
    (SHIELD_TURNS - 1, f"up, {SHIELD_TURNS - 1} turns"),
)


class PodsEditing(Editing):
    """What can be changed: four pods, the track, and what the race counts."""

    tools = (
        Tool("mirror", "Mirror left, right"),
        Tool("swap", "Swap seats", "swap"),
        Tool("start", "Start position", "restart"),
    )
    text_title = "What a bot would read"
    text_note = "seat 1; edit here too"
    shakes = ("Place",)

    # -- parts -------------------------------------------------------------------------------------

    def parts(self, state: State) -> Parts:
        pods = tuple(Group(self.game.agent_name(p), p) for p in range(PODS))
        checkpoints = [Group(_checkpoint(k), apart=True) for k in range(int(state.count))]
        handles = [handle for p in range(PODS) for handle in _pod_handles(pods[p].name, state, p)]
        fields = [each for p in range(PODS) for each in _pod_fields(pods[p].name, state, p)]
        return Parts(
            (*pods, *checkpoints, Group(TRACK), Group(RACE)),
            handles=(*handles, *_checkpoints(state)),
            fields=(*fields, *_track_fields(state), *_race_fields(state)),
        )

    # -- changes -----------------------------------------------------------------------------------

    def change(self, state: State, part: str, value: PartValue) -> None:
        owner, _, what = part.partition(".")
        if owner.startswith("pod"):
            change_pod(state, int(owner[3:]), what, value)
        elif owner.startswith("checkpoint"):
            move_checkpoint(state, int(owner[10:]), what, value)
        elif part == "count":
            set_count(state, round(number_in(value)))
        elif owner == "patience":
            state.timeout[int(what)] = round(number_in(value))
        else:
            state.turn = round(number_in(value))
        follow(state)

    def use(self, state: State, tool: str) -> None:
        if tool == "mirror":
            mirror(state)
        elif tool == "swap":
            swap(state)
        else:
            line_up(state)
        follow(state)

    # -- words -------------------------------------------------------------------------------------

    def remarks(self, state: State) -> Sequence[Remark]:
        names = [self.game.agent_name(p) for p in range(PODS)]
        return (
            _on_the_field(state, names),
            _apart(state, names),
            _passes(state, names),
            *_shields(state, names),
            *_end(state, self.game.reason(state)),
        )

    def ahead(self, state: State) -> Sequence[tuple[int, tuple[Point, ...]]]:
        return tuple((p, tuple(coasting(state, p))) for p in range(PODS))

    def text(self, state: State) -> str:
        return "\n".join(text.view(self.game, state, 0))

    def read(self, state: State, text: str) -> State:
        after, lines = state.copy(), [line for line in text.splitlines() if line.strip()]
        if len(lines) != PODS:
            raise EditError(f"There are {PODS} lines, one for each pod, not {len(lines)}.")
        read = Reader(lines)
        for p in range(PODS):
            try:
                pod = read_pod(read, int(state.count))
            except ValueError as error:
                raise EditError(f"Line {p + 1}: {error}") from None
            take_line(after, p, pod, self.game.agent_name(p))
        follow(after)
        return after


# -- what there is ---------------------------------------------------------------------------------


def _pod_handles(name: str, s: State, p: int) -> Iterator[Handle]:
    """Where a pod is, where it coasts to, and which way it looks."""
    x, y, vx, vy = (float(s[field][p]) for field in ("x", "y", "vx", "vy"))
    turn = f"pod{p}.heading"
    words = f"at {x:,.0f}, {y:,.0f}"
    yield Handle(
        f"pod{p}.place", "Place", name, x, y, words, None, STEP, turn, radius=POD_RADIUS, grid=GRID
    )
    tip = (x + SHOWN_TURNS * vx, y + SHOWN_TURNS * vy)
    words = f"speed {math.hypot(vx, vy):,.0f} units/turn"
    yield Handle(
        f"pod{p}.speed", "Speed", name, *tip, words, (x, y), SHOWN_TURNS, turn, field=f"pod{p}.pace"
    )
    spot = x + HEADING_OFF * float(s.ca[p]), y + HEADING_OFF * float(s.sa[p])
    words = f"heading {degrees_of(float(s.angle[p])):.0f}°"
    yield Handle(f"pod{p}.look", "Heading", name, *spot, words, turn=turn, round=True, field=turn)


def _checkpoints(s: State) -> Iterator[Handle]:
    for k in range(int(s.count)):
        x, y = float(s.cx[k]), float(s.cy[k])
        words = f"checkpoint {k} at {x:,.0f}, {y:,.0f}"
        part, radius = f"checkpoint{k}", CHECKPOINT_RADIUS
        yield Handle(
            part, "Checkpoint", _checkpoint(k), x, y, words, step=STEP, radius=radius,
            field=f"{part}.x", grid=GRID,
        )  # fmt: skip


def _pod_fields(name: str, s: State, p: int) -> Iterator[Quantity]:
    """The numbers of a pod."""
    n, laps = int(s.count), int(s.goal) // int(s.count)
    vx, vy = float(s.vx[p]), float(s.vy[p])
    way = degrees_of(math.atan2(vy, vx))
    yield Quantity(f"pod{p}.x", "x", name, float(s.x[p]), *REACH_X, "0 to 16,000")
    yield Quantity(f"pod{p}.y", "y", name, float(s.y[p]), *REACH_Y, "0 to 9,000")
    speed = math.hypot(vx, vy)
    yield Quantity(f"pod{p}.pace", "Speed", name, speed, 0, FASTEST, "units/turn")
    yield Quantity(f"pod{p}.way", "Direction", name, way, -360, 360, "°")
    yield Quantity(
        f"pod{p}.heading", "Heading", name, degrees_of(float(s.angle[p])), -360, 360, "°"
    )
    coming = tuple((k, f"{k} of {n}") for k in range(n))
    yield Quantity(f"pod{p}.next", "Next checkpoint", name, int(s.next[p]), choices=coming)
    lap = min(int(s.passed[p]) // n, laps - 1)
    rounds = tuple((k, f"{k + 1} of {laps}") for k in range(laps))
    yield Quantity(f"pod{p}.lap", "Lap", name, lap, choices=rounds)
    shield = min(int(s.shield[p]), SHIELD_TURNS - 1)
    yield Quantity(f"pod{p}.shield", "Shield", name, shield, choices=SHIELDS)
    yield Quantity(f"pod{p}.boosted", "Boost is used", name, int(s.boosted[p]), switch=True)
    yield Quantity(f"pod{p}.rotated", "Has begun to turn", name, int(s.rotated[p]), switch=True)


def _checkpoint(k: int) -> str:
    """The group of a checkpoint's handle and fields."""
    return f"Checkpoint {k}"


def _track_fields(s: State) -> Iterator[Quantity]:
    n = int(s.count)
    for k in range(n):
        group, part = _checkpoint(k), f"checkpoint{k}"
        yield Quantity(f"{part}.x", "x", group, float(s.cx[k]), *REACH_X, "0 to 16,000")
        yield Quantity(f"{part}.y", "y", group, float(s.cy[k]), *REACH_Y, "0 to 9,000")
    yield Quantity("count", "Checkpoints", TRACK, n, LEAST_CHECKPOINTS, CHECKPOINTS, "2 to 8")


def _race_fields(s: State) -> Iterator[Quantity]:
    """What counts for both seats."""
    yield Quantity("turn", "Turns played", RACE, int(s.turn), 0, LONGEST - 1)
    for seat in range(2):
        title = f"Turns left, seat {seat + 1}"
        left = max(0, int(s.timeout[seat]))
        yield Quantity(f"patience.{seat}", title, RACE, left, 0, PATIENCE)


# -- remarks ---------------------------------------------------------------------------------------


def _on_the_field(s: State, names: Sequence[str]) -> Remark:
    off = [names[p] for p in range(PODS) if not (0 <= s.x[p] <= WIDTH and 0 <= s.y[p] <= HEIGHT)]
    if off:
        return Remark(NOTE, f"{_listed(off)} outside the field", "The rules allow that.")
    return Remark(OK, "All pods are on the field")


def _apart(s: State, names: Sequence[str]) -> Remark:
    for a, b in itertools.combinations(range(PODS), 2):
        apart = math.dist((s.x[a], s.y[a]), (s.x[b], s.y[b]))
        if apart < LEAST_APART:
            return Remark(
                ERROR,
                f"{names[a]} is inside {names[b]}",
                f"Their middles are {apart:,.0f} units apart; they need {2 * POD_RADIUS}.",
            )
    return Remark(OK, "No pod is inside another")


def _passes(s: State, names: Sequence[str]) -> Remark:
    wrong = [names[p] for p in range(PODS) if s.next[p] != (s.passed[p] + 1) % s.count]
    if wrong:
        return Remark(ERROR, f"The checkpoints passed by {wrong[0]} do not fit its next one")
    return Remark(OK, "Checkpoints passed fit lap and next")


def _shields(s: State, names: Sequence[str]) -> Iterator[Remark]:
    for p in range(PODS):
        turns = int(s.shield[p])
        if turns:
            up = "shield is up" if turns >= SHIELD_TURNS - 1 else "shield was up"
            yield Remark(
                NOTE,
                f"{names[p]}'s {up}: no thrust for {turns} turn{'s' * (turns != 1)}",
                "Every thrust coasts until then. The search knows.",
            )


def _end(s: State, reason: str) -> Iterator[Remark]:
    if s.over != RUNNING:
        yield Remark(ERROR, f"The match is over: {reason}", "There is nothing left to play.")
        return
    short = [seat for seat in range(2) if s.timeout[seat] == 0]
    for seat in short:
        racing = " and ".join(str(p + 1) for p in range(PODS) if OWNER[p] == seat)
        yield Remark(
            NOTE,
            f"Seat {seat + 1} is out unless pod {racing} passes a checkpoint at once",
        )


def _listed(names: Sequence[str]) -> str:
    return f"{' and '.join(names)} {'is' if len(names) == 1 else 'are'}"
