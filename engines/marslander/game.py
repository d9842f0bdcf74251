"""Mars Lander, the optimisation puzzle: land upright and slowly on the flat ground with as much
fuel left as possible.

Rules: a zone of 7000 x 3000 m, gravity 3.711 m/s². Each second the lander may turn by up to 15
degrees (positive is to the left) and change its power, 0 to 4, by 1; power is acceleration and fuel
used. A landing succeeds on the flat ground with angle 0, at most 40 m/s down and 20 m/s across. The
law of flight is certain; how touchdown is judged is not documented; here the straight path of the
turn must meet the ground, and the angle after the turn and the unrounded speeds at its end count.
Doubtful too: leaving the zone at the top ends the flight (option `ceiling=open`: it does not);
shown halves are rounded away from zero; without fuel the power is 0.

Mars Lander as the site records it: the game information holds the flight rounded, `X=2500m,
Y=2700m, HSpeed=0m/s VSpeed=0m/s` and so on.

The ground is not in it, so the known ones are tried, those with the recorded start first. The turn
of touchdown is not compared: what the site does then is not known.

Recorded flights against the rules: the lines read, the requests applied, and every number of
every turn in flight.

Of the touchdown turn only the input is compared: the recordings stop at the instant of contact,
which the contest may not do.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from engines.checking import Bounds
from engines.difference import Difference, Pair, first_difference
from engines.game import Game, Rules, State
from engines.knobs import Value, choice, switch
from engines.marslander import check, hearing, picture, text
from engines.marslander import rules as r
from engines.marslander.editing import FlightEditing
from engines.marslander.evaluation import EvalParams, policy, value
from engines.marslander.maps import HEIGHT, MAPS, MarsMap, landing, random_map, ways
from engines.marslander.rules import MOST_POWER, POWERS, STATE, STRAIGHT
from engines.scene import Dial, Event, EventKind, Point, Scene
from engines.site import Recording, Round, Site

CLOSE = 1e-9  # metres and metres a second


def replay(game: Any, records: Sequence[Mapping[str, Any]]) -> Iterator[Difference | None]:
    """Replays a recording; one result per turn."""
    header = records[0]
    surface = tuple((x, y) for x, y in header["surface"])
    state = game.checked(game.set_out(MarsMap(header["test"], surface, tuple(header["start"]))))
    difference = first_difference(0, [("in", header["in"], game.intro(state, 0))])
    if difference is not None:
        yield difference
        return
    for record in records[1:-1]:
        difference = first_difference(record["turn"], _turn(game, state, record))
        yield difference
        if difference is not None:
            return


def _turn(game: Game, state: State, record: Mapping[str, Any]) -> Iterator[Pair]:
    """Compares what was read, what was applied, and where the turn led; plays the turn in
    between.
    """
    yield "in", record["in"], game.view(state, 0)
    game.rules.step(
        state, np.array(game.parse(state, 0, record["out"]).actions, np.int64), None, None
    )
    yield "applied", record["applied"], [int(state.rotate), int(state.power)]
    if record["status"] != "flying":
        return
    for name, wanted in record["state"].items():
        got = float(state[name])
        yield name, wanted, wanted if abs(got - wanted) <= CLOSE else got
    yield "status", "flying", int(state.status) or "flying"


FIELDS = ("X", "Y", "HSpeed", "VSpeed", "Fuel", "Angle", "Power")


def starts(game: Any, recording: Recording) -> Iterator[tuple[Game, State]]:
    """The recorded start over each known ground; each map's own start if none is recorded."""
    flight = _flight(recording.opening)
    start = [flight[field] for field in FIELDS] if len(flight) == len(FIELDS) else None
    for name, each in sorted(MAPS.items(), key=lambda item: list(item[1].start) != start):
        configured = game.configure(map=name)
        state = configured.set_out(each)
        if start is not None:
            state.x, state.y, state.hs, state.vs, state.fuel, state.rotate, state.power = start
            state.tank = state.fuel
        yield configured, state


def shows(game: Game, state: State, shown: Round) -> Iterator[Pair]:
    """Position, speed, fuel, angle and power in flight, rounded as the site writes them."""
    if state.status:
        return
    numbers = dict(zip(FIELDS, map(int, game.view(state, 0)[0].split()), strict=True))
    for field, number in _flight(shown).items():
        yield field, number, numbers[field]


def _flight(shown: Round) -> dict[str, int]:
    found = (
        (field, re.search(rf"\b{field}\s*=\s*(-?\d+)", shown.said, re.IGNORECASE))
        for field in FIELDS
    )
    return {field: int(match[1]) for field, match in found if match is not None}


SITE = Site(re.compile(r"-?\d+(\.\d+)? -?\d+(\.\d+)?"), (1,), starts, shows)


ENDS = {
    r.LANDED: "landed with {fuel} units of fuel left",
    r.CRASHED: "crashed at {vs} m/s down and {hs} m/s across, turned by {rotate} degrees",
    r.LOST: "left the zone",
    r.INVALID: "sent a bad answer or none",
}

AHEAD = 800.0  # metres above the lander to which it is aimed at first


@dataclass(frozen=True)
class Options:
    """Where the flight begins."""

    map: str = choice(
        "seed",
        {
            "seed": "by the seed",
            **{name: each.title for name, each in MAPS.items()},
            "random": "random terrain",
        },
        "Ground",
        (
            "Which of the known tests is flown. By the seed: one after the other. Random "
            "terrain: another one for each seed."
        ),
        main=True,
    )
    fine: bool = switch(
        True, "Fine turns", "Whether searches may turn by 5 degrees too, not only by 15."
    )
    ceiling: str = choice(
        "lost",
        {"lost": "ends the flight", "open": "does nothing"},
        "Above the zone",
        "What leaving at the top does.",
    )


class MarsLander(Game):
    """Land on Mars with as much fuel left as possible."""

    name = "marslander"
    title = "Mars Lander"
    Options = Options
    EvalParams = EvalParams
    dtype = STATE
    contest = "CodinGame"
    best = "genetic"
    # random flights crash, so playouts are cut off and evaluated earlier
    defaults: ClassVar[Mapping[str, Mapping[str, Value]]] = {
        "uct": {"c": 0.3, "playout_depth": 20},
        "duct": {"playout_depth": 20},
        "flat_mc": {"playout_depth": 30},
        "smitsimax": {"depth": 30},
        "genetic": {"depth": 60},
        "annealing": {"depth": 40},
        "shooting": {"depth": 40},
    }
    agents = 1
    owner = (0,)
    zero_sum = False
    graded = True
    legal_depends_on_others = False
    max_actions = 15
    longest = 720  # 2000 units of fuel and 500 m/s hold off gravity no longer
    event_kinds = (EventKind("landed", "up", "landed"), EventKind("lost", "cross", "lost"))
    dial = Dial("Power", 0, MOST_POWER, 1, MOST_POWER)
    rules = Rules(
        r.to_move, r.legal, r.is_legal, r.step, r.is_over, r.outcome, value,
        random_action=r.random_action, policy=policy
    )  # fmt: skip

    def __init__(self, options: Any = None) -> None:
        super().__init__(options)
        self.keep_rules()

    @property
    def kernel_key(self) -> tuple[object, ...]:
        """All options are stored in the state."""
        return (self.name,)

    def initial(self, seed: int) -> State:
        return self.set_out(self._map(seed))

    def set_out(self, chosen: MarsMap) -> State:
        """The start of a flight over this ground."""
        s = self.blank()
        s.x, s.y, s.hs, s.vs, s.fuel, s.rotate, s.power = chosen.start
        s.tank, s.points, s.pad = max(1, s.fuel), len(chosen.ground), landing(chosen.ground)
        s.ground[: s.points] = chosen.ground
        s.way[:] = ways(chosen.ground)
        s.fine, s.ceiling = self.options.fine, self.options.ceiling == "lost"
        return s

    def _map(self, seed: int) -> MarsMap:
        if self.options.map == "random":
            return random_map(seed)
        return (
            list(MAPS.values())[seed % len(MAPS)]
            if self.options.map == "seed"
            else MAPS[self.options.map]
        )

    def bounds(self) -> Bounds:
        return check.bounds(self)

    def contradiction(self, state: State) -> str:
        return next(check.contradictions(state), "")

    def editing(self) -> FlightEditing:
        return FlightEditing(self)

    # -- words -------------------------------------------------------------------------------------

    def agent_name(self, agent: int) -> str:
        return "Lander"

    def position_note(self, seed: int) -> str:
        return self._map(seed).title

    def label(self, state: State, agent: int, action: int) -> str:
        return picture.words(action)

    def explain(self, state: State, agent: int, action: int) -> str:
        if self.rules.is_legal(state, agent, action):
            return ""
        return (
            "The flight is over."
            if self.rules.is_over(state)
            else "Turn between -90 and 90 degrees with a power of 0 to 4."
        )

    def prompt(self, state: State, seat: int) -> str:
        return "point where the thrust should push, and set the power"

    def standing(self, state: State, seat: int) -> str:
        return (
            f"{int(state.fuel)} of {int(state.tank)} units of fuel, "
            f"{max(0, round(float(state.y - state.ground[state.pad, 1])))} m up"
        )

    def reason(self, state: State) -> str:
        numbers = {name: round(abs(float(state[name]))) for name in ("fuel", "vs", "hs", "rotate")}
        return ENDS[int(state.status)].format(**numbers) if state.status else ""

    def events(self, before: State, after: State, log: Any) -> Sequence[Event]:
        if not after.status or before.status:
            return ()
        return [
            Event(
                "landed" if after.status == r.LANDED else "lost",
                0,
                f"The lander {self.reason(after)}",
            )
        ]

    # -- pictures ----------------------------------------------------------------------------------

    def scene(self, state: State) -> Scene:
        return picture.scene(state)

    def position(self, state: State, agent: int) -> Point | None:
        return float(state.x), HEIGHT - float(state.y)

    def ahead(self, state: State, agent: int) -> Point | None:
        """Straight up."""
        return float(state.x), HEIGHT - float(state.y) - AHEAD

    def aim(
        self, state: State, agent: int, x: float, y: float, dial: int, key: str = ""
    ) -> int | None:
        """The thrust pushes towards the point; the dial is the power."""
        if self.rules.is_over(state):
            return None
        dx, dy = x - float(state.x), HEIGHT - y - float(state.y)
        rotate = (
            round(min(90.0, max(-90.0, math.degrees(math.atan2(-dx, dy)))))
            if (dx, dy) != (0.0, 0.0)
            else 0
        )
        return (rotate + STRAIGHT) * POWERS + min(MOST_POWER, max(0, dial))

    # -- the contest's text ------------------------------------------------------------------------

    site = SITE
    intro = text.intro
    view = text.view
    parse = text.parse
    send = text.send
    listen = hearing.listen
    heard = hearing.heard
    conform = replay
