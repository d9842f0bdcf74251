"""Flights of Mars Lander changed by hand: the lander with its speed and its turn, and the points of
the ground. The picture's y goes down, the state's goes up.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence

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
    lines_of,
    number_in,
    place_in,
)
from engines.game import State, same
from engines.marslander import hearing, text
from engines.marslander.check import MOST_FUEL
from engines.marslander.maps import (
    FLAT,
    HEIGHT,
    MOST_POINTS,
    WIDTH,
    Points,
    above_ground,
    landing,
    ways,
)
from engines.marslander.rules import ACROSS, FLYING, GRAVITY, MOST_POWER, STRAIGHT, UP
from engines.reading import Reader
from engines.scene import Point

LANDER, GROUND, TANK = "Lander", "Ground", "Ground and tank"
SHOWN_TURNS = 10  # of the arrow of the speed
LOOK_OFF = 320.0  # metres from the lander to the handle of its turn
STEP, GRID = 10, 50  # metres: of an arrow key, and of the grid to which things can be dragged
FASTEST = 500  # m/s at the start of a flight, as the contest says
AHEAD = 15  # turns shown of the flight with the same thrust
NUMBERS = ("x", "y", "hs", "vs", "fuel", "rotate", "power")


class FlightEditing(Editing):
    """One lander, and a ground of 2 to 30 points. A changed flight begins with its turn 0."""

    tools = (Tool("mirror", "Mirror left, right"), Tool("upright", "Upright, at rest"))
    text_title = "What a bot would read"
    text_note = "ground, then the lander; edit here too"
    shakes = ("Place",)
    reach = 200.0
    help = (
        "Drag the lander, the end of its speed (10 s long), its thrust, or a point of the ground. "
        "Arrows move by 10 m, with Shift by 100; Alt turns by 1°; Tab goes on."
    )

    # -- parts -------------------------------------------------------------------------------------

    def parts(self, state: State) -> Parts:
        count = int(state.points)
        points = [Group(f"Point {k + 1} of {count}", apart=True) for k in range(count)]
        fields = itertools.chain(_lander_fields(state), _ground_fields(state, points))
        handles = itertools.chain(_lander_handles(state), _ground_handles(state, points))
        groups = (Group(LANDER, 0), *points, Group(TANK))
        return Parts(groups, handles=tuple(handles), fields=tuple(fields))

    # -- changes -----------------------------------------------------------------------------------

    def change(self, state: State, part: str, value: PartValue) -> None:
        before = state.copy()
        self._change(state, part, value)
        if not same(state, before):
            _follow(state, part)

    def _change(self, state: State, part: str, value: PartValue) -> None:
        """Changes the part alone."""
        if part.startswith("point"):
            k, _, axis = part[5:].partition(".")
            _move_point(state, int(k), _moved(state.ground[int(k)].tolist(), axis, value))
        elif part == "place":
            x, y = place_in(value)
            state.x, state.y = round(x), round(HEIGHT - y)
        elif part == "speed":
            x, y = place_in(value)
            across, up = (x - state.x) / SHOWN_TURNS, (HEIGHT - y - state.y) / SHOWN_TURNS
            state.hs, state.vs = _within(round(across), FASTEST), _within(round(up), FASTEST)
        elif part == "look":
            x, y = place_in(value)
            across, up = x - float(state.x), HEIGHT - y - float(state.y)
            state.rotate = round(_within(math.degrees(math.atan2(-across, up)), 90))
        elif part == "count":
            _set_count(state, round(number_in(value)))
        elif part in ("rotate", "power", "fuel", "tank"):
            state[part] = round(number_in(value))
        else:
            state[part] = number_in(value)

    def use(self, state: State, tool: str) -> None:
        if tool == "mirror":
            count = int(state.points)
            ground = state.ground[:count][::-1].copy()
            state.ground[:count] = [(WIDTH - 1 - x, y) for x, y in ground.tolist()]
            state.x, state.hs, state.rotate = WIDTH - 1 - state.x, -state.hs, -state.rotate
        else:
            state.hs = state.vs = state.rotate = state.power = 0
        _follow(state, tool)

    # -- words -------------------------------------------------------------------------------------

    def remarks(self, state: State) -> Sequence[Remark]:
        return (_above(state), _fuel(state), *_landing(state), *_too_fast(state))

    def ahead(self, state: State) -> Sequence[tuple[int, tuple[Point, ...]]]:
        return ((0, tuple(_thrusting(state))),)

    def text(self, state: State) -> str:
        return "\n".join([*text.intro(self.game, state, 0), *text.view(self.game, state, 0)])

    def read(self, state: State, text: str) -> State:
        lines = lines_of(text)
        read = Reader(lines)
        try:
            intro = hearing.listen(self.game, read)  # type: ignore[arg-type]  # a game of this room
            found = hearing.heard(self.game, intro, read).state  # type: ignore[arg-type]  # likewise
        except (ValueError, EOFError) as error:
            raise EditError(str(error)) from None
        if read.at < len(lines):
            raise EditError(f"Nothing follows the lander's line, but there is {lines[read.at]!r}.")
        if lines == lines_of(self.text(state)):
            return state.copy()
        for name in NUMBERS:  # the text rounds: equal numbers stay exact
            if found[name] == round(float(state[name])):
                found[name] = state[name]
        found.tank = max(state.tank, found.fuel)
        return found


# -- what there is ---------------------------------------------------------------------------------


def _lander_handles(s: State) -> Iterator[Handle]:
    x, y = float(s.x), HEIGHT - float(s.y)
    words = f"at {x:,.0f}, {float(s.y):,.0f}"
    yield Handle(
        "place", "Place", LANDER, x, y, words, step=STEP, turn="rotate", radius=90.0, grid=GRID
    )
    hs, vs = float(s.hs), float(s.vs)
    tip = x + SHOWN_TURNS * hs, y - SHOWN_TURNS * vs
    words = f"{hs:+.0f} m/s across, {vs:+.0f} m/s up".replace("-", "−")
    yield Handle("speed", "Speed", LANDER, *tip, words, (x, y), SHOWN_TURNS, field="hs")
    angle = math.radians(float(s.rotate))
    spot = x - LOOK_OFF * math.sin(angle), y - LOOK_OFF * math.cos(angle)
    words = f"turned by {int(s.rotate)}°"
    yield Handle("look", "Thrust", LANDER, *spot, words, turn="rotate", round=True, field="rotate")


def _ground_handles(s: State, points: Sequence[Group]) -> Iterator[Handle]:
    for k, group in enumerate(points):
        x, y = s.ground[k].tolist()
        words = f"ground at {x:,.0f}, {y:,.0f}"
        yield Handle(
            f"point{k}", GROUND, group.name, x, HEIGHT - y, words, step=STEP, grid=GRID,
            field=f"point{k}.x",
        )  # fmt: skip


def _lander_fields(s: State) -> Iterator[Quantity]:
    yield Quantity("x", "x", LANDER, float(s.x), 0, WIDTH, "0 to 7,000 m")
    yield Quantity("y", "y, up", LANDER, float(s.y), 0, HEIGHT, "0 to 3,000 m")
    yield Quantity("hs", "Speed across", LANDER, float(s.hs), -FASTEST, FASTEST, "m/s")
    yield Quantity("vs", "Speed up", LANDER, float(s.vs), -FASTEST, FASTEST, "m/s")
    yield Quantity("rotate", "Turned, to the left", LANDER, int(s.rotate), -90, 90, "°")
    powers = tuple((k, str(k)) for k in range(MOST_POWER + 1))
    yield Quantity("power", "Power", LANDER, int(s.power), choices=powers)
    yield Quantity("fuel", "Fuel", LANDER, float(s.fuel), 0, MOST_FUEL, "0 to 2,000")


def _ground_fields(s: State, points: Sequence[Group]) -> Iterator[Quantity]:
    for k, group in enumerate(points):
        x, y = s.ground[k].tolist()
        yield Quantity(f"point{k}.x", "x", group.name, x, 0, WIDTH - 1, "0 to 6,999 m")
        yield Quantity(f"point{k}.y", "y, up", group.name, y, 0, HEIGHT - 1, "0 to 2,999 m")
    yield Quantity("count", "Ground points", TANK, int(s.points), 2, MOST_POINTS, "2 to 30")
    yield Quantity("tank", "Fuel at the start", TANK, float(s.tank), 1, MOST_FUEL, "1 to 2,000")


def _thrusting(s: State) -> Iterator[Point]:
    """The flight with the same turn and power, up to the ground or out of the zone."""
    across = float(ACROSS[s.rotate + STRAIGHT])
    up = float(UP[s.rotate + STRAIGHT])
    x, y, hs, vs, fuel = (float(s[name]) for name in NUMBERS[:5])
    ground = _points(s)
    yield x, HEIGHT - y
    for _ in range(AHEAD):
        power = min(int(s.power), int(fuel))
        x, y = x + hs + across * power / 2, y + vs + (up * power - GRAVITY) / 2
        hs, vs, fuel = hs + across * power, vs + up * power - GRAVITY, fuel - power
        yield x, HEIGHT - y
        if not (0 <= x < WIDTH and above_ground(ground, x, y)):
            return


def _points(s: State) -> Points:
    """The ground."""
    return tuple((int(x), int(y)) for x, y in s.ground[: s.points].tolist())


# -- changes ---------------------------------------------------------------------------------------


def _within(number: float, most: float) -> float:
    return max(-most, min(most, number))


def _moved(before: Sequence[float], axis: str, value: PartValue) -> tuple[int, int]:
    """Where a point of the ground is put, in whole metres within the zone."""
    if not axis:
        x, down = place_in(value)
        y = HEIGHT - down
    else:
        x = number_in(value) if axis == "x" else before[0]
        y = number_in(value) if axis == "y" else before[1]
    return round(max(0, min(WIDTH - 1, x))), round(max(0, min(HEIGHT - 1, y)))


def _move_point(s: State, k: int, place: tuple[int, int]) -> None:
    """Moves a point; the landing ground stays flat, so both its ends have one height."""
    pad = int(s.pad)
    s.ground[k] = place
    if k in (pad, pad + 1):
        s.ground[[pad, pad + 1], 1] = place[1]


def _set_count(s: State, count: int) -> None:
    """Adds points in the middle of the widest slopes, or takes away the last that are none of the
    landing ground.
    """
    points = list(_points(s))
    while len(points) < count:
        pad = landing(tuple(points))
        widths = [abs(b[0] - a[0]) for a, b in itertools.pairwise(points)]
        if len(widths) > 1:
            widths[pad] = -1
        k = widths.index(max(widths))
        (ax, ay), (bx, by) = points[k : k + 2]
        points.insert(k + 1, ((ax + bx) // 2, (ay + by) // 2))
    while len(points) > count:
        pad = landing(tuple(points))
        points.pop(len(points) - 1 if pad + 1 < len(points) - 1 else 0)
    s.ground[:] = 0
    s.ground[:count], s.points = points, count


def _follow(s: State, part: str) -> None:
    """Brings up to date what follows: the landing ground, the map of ways, the tank; the flight
    goes on.
    """
    ground = _points(s)
    s.pad, s.status, s.turn = landing(ground), FLYING, 0
    if _is_flat(s):
        s.way[:] = ways(ground)
    if s.fuel > s.tank:
        s.fuel, s.tank = (s.tank, s.tank) if part == "tank" else (s.fuel, s.fuel)


def _is_flat(s: State) -> bool:
    """Whether there is a ground to land on."""
    (ax, ay), (bx, by) = s.ground[s.pad : s.pad + 2].tolist()
    return bool(ay == by and ax != bx)


# -- remarks ---------------------------------------------------------------------------------------


def _above(s: State) -> Remark:
    x, y = float(s.x), float(s.y)
    if not (0 <= x <= WIDTH and y >= 0 and (y <= HEIGHT or not s.ceiling)):
        return Remark(ERROR, "The lander is outside the zone", "No flight goes on there.")
    if not above_ground(_points(s), x, y):
        return Remark(ERROR, "The lander is inside the ground")
    return Remark(OK, "The lander is in the air, within the zone")


def _fuel(s: State) -> Remark:
    if s.fuel != int(s.fuel):
        return Remark(ERROR, "Fuel is burnt in whole units")
    if not s.fuel:
        return Remark(NOTE, "The tank is empty", "The engine gives no thrust.")
    return Remark(OK, f"{int(s.fuel)} of {int(s.tank)} units of fuel are left")


def _landing(s: State) -> Iterator[Remark]:
    if not _is_flat(s):
        yield Remark(
            ERROR, "There is no flat ground to land on", "Give two neighbouring points one height."
        )
        return
    ends = sorted(s.ground[s.pad : s.pad + 2, 0].tolist())
    words = f"The landing ground is {ends[1] - ends[0]:,.0f} m wide"
    if ends[1] - ends[0] < FLAT:
        yield Remark(NOTE, words, f"The contest's are at least {FLAT:,} m wide.")
    else:
        yield Remark(OK, words)


def _too_fast(s: State) -> Iterator[Remark]:
    """A lander that its engine cannot stop above the landing ground."""
    down, room = -float(s.vs), float(s.y) - float(s.ground[s.pad, 1])
    if down > 0 and room > 0 and down**2 > 2 * room * (MOST_POWER - GRAVITY) + 40**2:
        yield Remark(
            NOTE,
            "Full thrust does not slow the fall to 40 m/s above the landing ground",
            "Turning does not help either: it takes thrust from the fall.",
        )
