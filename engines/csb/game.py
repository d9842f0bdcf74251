"""Coders Strike Back as a Game: facts, words and pictures around the rules of this folder.

Coders Strike Back as the site records it: its views show the track, and after each turn every
pod and both timeouts.

The first view is a number, `CodersStrikeBack`, the field, the checkpoints, the starts; then, as in
every view after both have answered, for each pod a line `x y vx vy thrust out targetX targetY angle
shield next rank` and a line with its message, then `rank:timeout` of each player, then the
collisions. The angle is in radians, null before the first command. Seen in public replays of 2025
and 2026.
"""

from __future__ import annotations

import dataclasses
import itertools
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

from engines.checking import Bounds
from engines.csb import check, hearing, picture, text
from engines.csb.conform import replay, same_angle
from engines.csb.editing import PodsEditing
from engines.csb.evaluation import RANGE, EvalParams, way
from engines.csb.moves import BOOST, COMMAND, SHIELD, command, contest_command, table, unpack
from engines.csb.rules import build
from engines.csb.state import (
    DRAW,
    FINISH,
    FULL_CIRCLE,
    FULL_THRUST,
    INVALID,
    LAPS,
    LONGEST,
    MAX_TURNS,
    OWNER,
    PATIENCE,
    PODS,
    STATE,
    TIMEOUT,
    TIMEOUT_BOTH,
    TRACKS,
    TURN_RAD,
    Options,
    PodsLog,
    draw_track,
    lay_track,
    line_up,
    new_log,
    traffic,
)
from engines.difference import Pair
from engines.game import Game, State
from engines.knobs import Value
from engines.scene import Dial, Event, Point, Scene
from engines.site import OddView, Recording, Round, Site

NAME = "CodersStrikeBack"
_NUMBER = r"-?\d+(?:\.\d+)?(?:[eE]-?\d+)?"
_POD = re.compile(
    rf"({_NUMBER}) ({_NUMBER}) ({_NUMBER}) ({_NUMBER}) \S+ \S+ \S+ \S+ (null|{_NUMBER}) \S+ "
    r"(\d+) \S+"
)
_TIMEOUTS = re.compile(r"\d+:(-?\d+) \d+:(-?\d+)")


def starts(game: type[Game], recording: Recording) -> Iterator[tuple[Game, State]]:
    """The start that the first view shows, with two pods per player."""
    lines = recording.opening.view.split("\n")
    pods = _pods(recording.opening)
    if (
        len(lines) < 4
        or lines[1] != NAME
        or len(pods) != PODS
        or recording.params.get("pod_per_player", "2") != "2"
    ):
        return
    numbers = [int(number) for number in lines[3].split()]
    if len(numbers) < 4:
        raise OddView("fewer than two checkpoints")
    configured = game()
    state = configured.blank()
    lay_track(state, tuple(zip(numbers[::2], numbers[1::2], strict=True)))
    line_up(state)
    for p, pod in enumerate(pods):
        state.x[p], state.y[p] = int(float(pod[1])), int(float(pod[2]))
    yield configured, state


def shows(game: Game, state: State, shown: Round) -> Iterator[Pair]:
    """Each pod and the timeouts; nothing after a bad answer, with which a match ends."""
    if state.over == INVALID:
        return
    for p, pod in enumerate(_pods(shown)):
        yield from _pod(state, p, pod)
    found = (_TIMEOUTS.fullmatch(line) for line in shown.view.split("\n"))
    timeouts = next((each for each in found if each is not None), None)
    if timeouts is not None:
        ours = tuple(int(t) for t in state.timeout)
        yield "timeouts", tuple(map(int, timeouts.groups())), ours


def _pod(s: State, p: int, pod: re.Match[str]) -> Iterator[Pair]:
    x, y, vx, vy, angle, following = pod.groups()
    theirs = tuple(int(float(v)) for v in (x, y, vx, vy))
    ours = tuple(int(v) for v in (s.x[p], s.y[p], s.vx[p], s.vy[p]))
    yield f"x, y, vx and vy of pod {p + 1}", theirs, ours
    if s.passed[p] < s.goal:  # what a view shows of a finished pod is unknown
        yield f"next checkpoint of pod {p + 1}", int(following) % int(s.count), int(s.next[p])
    if angle != "null":
        radians = float(angle)
        got = same_angle(radians, float(s.angle[p])) if math.isfinite(radians) else None
        yield f"angle of pod {p + 1}", radians, got


def _pods(shown: Round) -> list[re.Match[str]]:
    """The lines of the pods: those before a message, since a line of six checkpoints has as many
    numbers.
    """
    lines = shown.view.split("\n")
    return [
        found
        for line, after in itertools.pairwise(lines)
        if after.startswith('"') and (found := _POD.fullmatch(line))
    ]


SITE = Site(re.compile(r"-?\d+ -?\d+ (\d+|SHIELD|BOOST)\b.*"), (2,), starts, shows)


RUDDER = {-1: "Left", 0: "Ahead", 1: "Right"}
SHARPEST = round(math.degrees(TURN_RAD))  # a turn so sharp is not counted in degrees
THRUST = {200: "full", 100: "half", 0: "coast"}
ARROW, LESS = {-1: "↖", 0: "↑", 1: "↗"}, {200: "", 100: "½", 0: "0"}  # in cells of a tree
ORDER = {SHIELD: "shield", BOOST: "boost"}
KEYS = {"S": SHIELD, "B": BOOST}
FAR = 1_000_000  # targets farther away only give a direction
LEAD_SCALE = 5000.0


class CodersStrikeBack(Game):
    """Two seats race two pods each over three laps."""

    name = "csb"
    title = "Coders Strike Back"
    contest = "CodinGame"
    first_turn_ms = 1000
    turn_ms = 75
    Options = Options
    EvalParams = EvalParams
    dtype = STATE
    agents = PODS
    owner = OWNER
    simultaneous = True
    hidden = True
    legal_depends_on_others = False
    longest = LONGEST
    value_range = RANGE
    best = "smitsimax"
    defaults: ClassVar[Mapping[str, Mapping[str, Value]]] = {  # a match has hundreds of turns
        "uct": {"c": 0.3, "playout_depth": 6},
        "duct": {"playout_depth": 6},
        "flat_mc": {"playout_depth": 6},
        "smitsimax": {"deeper": 3},  # 9 turns; 10 to 12 are no better
    }
    # tuned with 3,000 games, better in tests on other seeds (resources/experiments.md)
    presets: ClassVar[Mapping[str, Mapping[str, Mapping[str, Value]]]] = {
        "smitsimax": {
            "tuned": {
                "c": 0.267,
                "depth": 7,
                "deeper": 2,
                "random_visits": 5,
                "w.lead": 0.396,
                "w.hinder": 1.407,
                "w.station": 0.437,
                "w.mate": 0.0,
            },
            # for 16,000 iterations against fewer; level with the usual knobs at as many
            "long": {"untried": "ucb", "random_visits": 3},
            # one tree of 64,000 believes its own prediction and is no stronger than one of 16,000:
            # eight vote (with 16,000 take four)
            "trees": {"untried": "ucb", "random_visits": 3, "threads": 8, "memory": 1 << 22},
        }
    }
    opens_with = "smitsimax:preset=tuned"
    event_kinds = picture.EVENT_KINDS
    dial = Dial("Thrust", 0, FULL_THRUST, 10, FULL_THRUST, keys=(("S", "shield"), ("B", "boost")))

    def __init__(self, options: Any = None) -> None:
        super().__init__(options)
        self.table = table(self.options)
        self.max_actions = self.table.size
        self.names = tuple(self.agent_name(p) for p in range(PODS))
        self.rules = build(self.options)
        self.keep_rules()

    @property
    def kernel_key(self) -> tuple[object, ...]:
        """The track is stored in the state; kernels depend on the other options only."""
        return (
            self.name,
            tuple(v for k, v in sorted(dataclasses.asdict(self.options).items()) if k != "track"),
        )

    def initial(self, seed: int) -> State:
        s = self.blank()
        lay_track(s, draw_track(self.options.track, seed)[1])
        line_up(s)
        return s

    def bench_position(self) -> State:
        """Four pods in traffic on track 1, without jitter."""
        s = self.blank()
        lay_track(s, TRACKS[0])
        line_up(s)
        traffic(s)
        return s

    def new_log(self) -> PodsLog:
        return new_log()

    def resolve(self, state: State, agent: int, action: int) -> int:
        return contest_command(state, agent, self.table, action) if action < COMMAND else action

    def bounds(self) -> Bounds:
        return check.bounds()

    def contradiction(self, state: State) -> str:
        return next(check.contradictions(self, state), "")

    def editing(self) -> PodsEditing:
        return PodsEditing(self)

    # -- words -------------------------------------------------------------------------------------

    def agent_name(self, agent: int) -> str:
        return f"Pod {agent + 1}"

    def label(self, state: State, agent: int, action: int) -> str:
        if action >= COMMAND:
            return self.command_label(state, agent, int(action))
        order = int(self.table.order[action])
        if order in ORDER:
            return ORDER[order].capitalize()
        return f"{RUDDER[int(self.table.rudder[action])]}, {THRUST[order]}"

    def brief(self, state: State, agent: int, action: int) -> str:
        if action >= COMMAND:
            return ""
        order = int(self.table.order[action])
        if order in ORDER:
            return ORDER[order][0].upper()
        return ARROW[int(self.table.rudder[action])] + LESS[order]

    def command_label(self, state: State, agent: int, action: int) -> str:
        """A command in words: its target, or only its direction where the target is far outside the
        field; that of a first command is measured from the next checkpoint's.
        """
        x, y, order = unpack(action)
        dx, dy = x - float(state.x[agent]), y - float(state.y[agent])
        if math.hypot(dx, dy) < FAR:
            return f"to {x} {y}, {ORDER.get(order, order)}"
        k, most = int(state.next[agent]), TURN_RAD if state.rotated[agent] else math.pi
        ahead = (
            float(state.angle[agent])
            if state.rotated[agent]
            else math.atan2(state.cy[k] - state.y[agent], state.cx[k] - state.x[agent])
        )
        aside = math.remainder(math.atan2(dy, dx) - ahead, FULL_CIRCLE)
        degrees = round(math.degrees(min(abs(aside), most)))
        sharp = "" if degrees == SHARPEST else f" {degrees}°"
        rudder = f"{'Left' if aside < 0 else 'Right'}{sharp}" if degrees else "Ahead"
        return f"{rudder}, {ORDER.get(order, THRUST.get(order, order))}"

    def spoken(self, label: str) -> str:
        return super().spoken(label) + (" thrust" if label.endswith(("full", "half")) else "")

    def explain(self, state: State, agent: int, action: int) -> str:
        if state.over:
            return "The match is over."
        if 0 <= action < self.table.size or (action >= COMMAND and unpack(int(action))[2] <= BOOST):
            return ""
        return (
            "This is no order: give a target and a thrust from 0 to 200, the shield or the boost."
        )

    def standing(self, state: State, seat: int) -> str:
        best = max(int(state.passed[p]) for p in self.agents_of(seat))
        lap = min(best // int(state.count) + 1, LAPS)
        return f"lap {lap} of {LAPS}, {best} checkpoint{'s' * (best != 1)}"

    def score(self, state: State) -> tuple[float, ...]:
        return tuple(
            max(float(state.passed[p]) for p in self.agents_of(seat)) for seat in range(self.seats)
        )

    def prompt(self, state: State, seat: int) -> str:
        return "click its target"

    def position_note(self, seed: int) -> str:
        return f"Track {draw_track(self.options.track, seed)[0]} of {len(TRACKS)}, seed {seed}"

    def reason(self, state: State) -> str:
        over, winner = int(state.over), int(state.winner)
        loser = f"seat {2 - winner}" if winner != DRAW else "both seats"
        if over == FINISH:
            done = [self.agent_name(p) for p in range(PODS) if state.passed[p] >= state.goal]
            return f"{' and '.join(done)} finished the last lap"
        if over == MAX_TURNS:
            return f"{LONGEST} turns are over" + (
                f"; seat {winner + 1} is farther" if winner != DRAW else ", both are equally far"
            )
        return {
            TIMEOUT: f"{loser} passed no checkpoint in {PATIENCE} turns",
            TIMEOUT_BOTH: f"both seats passed no checkpoint in {PATIENCE} turns",
            INVALID: f"{loser} sent a bad answer or none",
        }.get(over, "")

    def advantage(self, state: State, seat: int) -> float:
        """The lead of the seat's best pod on a soft scale, about 0.5 for half a leg; the outcome of
        a finished match.
        """
        if state.over:
            winner = int(state.winner)
            return 0.0 if winner == DRAW else 1.0 if winner == seat else -1.0
        best = [max(way(state, p, 0.0) for p in self.agents_of(k)) for k in range(2)]
        return math.tanh(float(best[seat] - best[1 - seat]) / LEAD_SCALE)

    # -- pictures ----------------------------------------------------------------------------------

    def scene(self, state: State) -> Scene:
        return picture.scene(state, self.names)

    def position(self, state: State, agent: int) -> Point | None:
        return float(state.x[agent]), float(state.y[agent])

    def events(self, before: State, after: State, log: Any) -> Sequence[Event]:
        return tuple(picture.events(before, after, log, self.names))

    def ahead(self, state: State, agent: int) -> Point | None:
        """The next checkpoint."""
        k = int(state.next[agent])
        return float(state.cx[k]), float(state.cy[k])

    def aim(
        self, state: State, agent: int, x: float, y: float, dial: int, key: str = ""
    ) -> int | None:
        order = KEYS.get(key.upper(), min(max(int(dial), 0), FULL_THRUST))
        return command(round(x), round(y), order, float(state.x[agent]), float(state.y[agent]))

    # -- the contest's text ------------------------------------------------------------------------

    site = SITE
    intro = text.intro
    view = text.view
    parse = text.parse
    send = text.send
    listen = hearing.listen
    heard = hearing.heard
    conform = replay
