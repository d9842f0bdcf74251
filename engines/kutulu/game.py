"""Code of Kutulu: four explorers in a maze, hunted by wanderers and slashers, try to stay sane
longer than the others.

Rules: all act at once. Everybody loses sanity each turn, less within two cells of another explorer,
and 20 when a minion strikes; the last one alive loses 50 a turn. Wanderers come every fifth turn
from the spawns farthest from everybody, one slasher for each explorer whose sanity falls below 200.
PLAN heals near explorers, LIGHT makes paths longer for minions, YELL holds neighbours in place for
two turns, shelters heal from turn 50 on. The score is the turn of death; survivors of turn 200 add
their sanity. A bad or late answer eliminates the explorer with score -1. Leagues introduce these
rules step by step. Random numbers come from java.util.Random as in the contest: its state is part
of the record and hidden from every seat, as is everything that the text does not tell about
departed explorers.

Doubtful in the sources, and decided: turns count from 1 (option `first_turn`; from 0, as the
published referee ran, survivors of all turns have score 0 and lose to the dead); a confused slasher
is not stunned, as in the referee, unlike the statement; when all explorers answer badly at once the
match ends there. Actions: 0 up, 1 right, 2 down, 3 left, 4 wait, 5 plan, 6 light, 7 yell. Searches
and people choose only actions that have an effect; a program may send any, and an impossible one is
waiting.

Code of Kutulu as the site records it: answers and scores; its views hold pictures only.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from engines.checking import Bounds
from engines.game import Game, Rules, State
from engines.knobs import Value, choice
from engines.kutulu import check, hearing, picture, text
from engines.kutulu import rules as r
from engines.kutulu.conform import replay
from engines.kutulu.editing import ExplorersEditing
from engines.kutulu.evaluation import TUNED, WARY, EvalParams, policy, prepare, value
from engines.kutulu.maps import DX, DY, FINGERPRINT, MAPS, SPELLINGS
from engines.kutulu.state import (
    LEFT,
    LIGHT,
    NOBODY_LEFT,
    PLAN,
    PLAYERS,
    SLASHER,
    STATE,
    TURNS,
    WAIT,
    YELL,
    YELL_TURNS,
    YELLED,
    draw_match,
    line_up,
    seed_with,
)
from engines.kutulu.unseen import observe, sample
from engines.scene import Event, EventKind, Point, Scene, Target
from engines.site import Recording, Site, seeded, written_scores


def starts(game: type[Game], recording: Recording) -> Iterator[tuple[Game, State]]:
    """A map may be forced, and the engine's versions count turns from 0 or from 1."""
    forced = next(
        (option for option, title in SPELLINGS.items() if title in recording.params.values()),
        "seed",
    )
    choices = (
        {"map": forced, "league": league, "first_turn": first}
        for league in ("4", "3", "2", "1")
        for first in ("1", "0")
    )
    return seeded(game, recording, *choices)


SITE = Site(
    re.compile(r"(MOVE \d+ \d+|WAIT|PLAN|LIGHT|YELL)\b.*"),
    (PLAYERS,),
    starts,
    scores=written_scores,
)


LABELS = ("Up", "Right", "Down", "Left", "Wait", "Plan", "Light", "Yell")
LEAGUES = {
    "1": "wood 3: wanderers",
    "2": "wood 2: plan, light",
    "3": "wood 1: everything",
    "4": "bronze and above: more maps",
}


@dataclass(frozen=True)
class Options:
    """The league, the maze, and how turns are counted."""

    map: str = choice(
        "seed",
        {"seed": "by the seed", **SPELLINGS},
        "Map",
        "The maze; by the seed: drawn from the league's maps.",
        main=True,
    )
    league: str = choice(
        "4", LEAGUES, "League", "What is in play, and which maps are drawn.", main=True
    )
    first_turn: str = choice(
        "1",
        {"1": "from 1", "0": "from 0"},
        "Turns count",
        "From 0, the first wanderers come at once, and who survives all 200 turns gets no points.",
    )


class CodeOfKutulu(Game):
    """Stay sane longer than three other explorers."""

    name = "kutulu"
    title = "Code of Kutulu"
    contest = "CodinGame"
    first_turn_ms = 1000
    turn_ms = 50
    Options = Options
    EvalParams = EvalParams
    dtype = STATE
    agents = PLAYERS
    owner = tuple(range(PLAYERS))
    simultaneous = True
    chance = True
    hidden = True
    legal_depends_on_others = False
    max_actions = YELL + 1
    longest = TURNS
    best = "uct"
    opens_with = "duct:preset=tuned"
    presets: ClassVar[Mapping[str, Mapping[str, Mapping[str, Value]]]] = {
        "uct": {"wary": {"c": 0.2, "playout_depth": 1, **WARY}},
        "duct": {"wary": {"playout_depth": 1, **WARY}, "tuned": {"playout_depth": 0, **TUNED}},
        "smitsimax": {"wary": {"depth": 3, "actions": "now", **WARY}},
    }
    # explorers who walk at random run into every wanderer, and matches are long
    defaults: ClassVar[Mapping[str, Mapping[str, Value]]] = {
        "duct": {"playout_depth": 5, "playout": "scripted"},
        "uct": {"playout_depth": 5, "playout": "scripted"},
        "flat_mc": {"playout_depth": 8, "playout": "scripted"},
    }
    event_kinds = (
        EventKind("out", "cross", "gone mad"),
        EventKind("plan", "up", "plan"),
        EventKind("light", "hexagon", "light"),
        EventKind("yell", "dot", "yell"),
        EventKind("spawn", "number", "minions appear"),
    )
    rules = Rules(
        r.to_move,
        r.legal,
        r.is_legal,
        r.step,
        r.is_over,
        r.outcome,
        value,
        random_action=r.random_action,
        policy=policy,
        prepare=prepare,
        observe=observe,
        sample=sample,
        rest=r.rest,
    )

    def __init__(self, options: Any = None) -> None:
        super().__init__(options)
        self.names = tuple(self.agent_name(a) for a in range(PLAYERS))
        self.keep_rules()

    @property
    def kernel_key(self) -> tuple[object, ...]:
        """All options are stored in the state; kernels contain the maps."""
        return (self.name, FINGERPRINT)

    def initial(self, seed: int) -> State:
        s = self.blank()
        seed_with(s, seed)
        named = [each.name for each in MAPS]
        given = None if self.options.map == "seed" else named.index(SPELLINGS[self.options.map])
        line_up(s, draw_match(s, int(self.options.league), given), int(self.options.first_turn))
        return s

    def bench_position(self) -> State:
        """After forty turns of the scripts."""
        s, rng = self.initial(1), np.random.Generator(np.random.SFC64(1))
        for _ in range(40):
            joint = np.array([policy(s, a, rng) for a in range(PLAYERS)], np.int64)
            self.rules.step(s, joint, rng, None)
        return s

    def bounds(self) -> Bounds:
        return check.bounds(self)

    def contradiction(self, state: State) -> str:
        return next(check.contradictions(self, state), "")

    def editing(self) -> ExplorersEditing:
        return ExplorersEditing(self)

    # -- words -------------------------------------------------------------------------------------

    def agent_name(self, agent: int) -> str:
        return f"Explorer {agent + 1}"

    def position_note(self, seed: int) -> str:
        return f"{MAPS[int(self.initial(seed).map)].name}, seed {seed}"

    def label(self, state: State, agent: int, action: int) -> str:
        return LABELS[action]

    def explain(self, state: State, agent: int, action: int) -> str:
        if self.rules.is_legal(state, agent, action):
            return ""
        if self.rules.is_over(state):
            return "The match is over."
        if not state.alive[agent]:
            return f"{self.agent_name(agent)} is out."
        if not 0 <= action <= YELL:
            return "Choose a neighbouring cell, to wait, PLAN, LIGHT or YELL."
        if r.held(state) >> agent & 1:
            return f"A yell holds {self.agent_name(agent)}, who can only wait."
        return self._refusal(state, agent, action)

    def _refusal(self, state: State, agent: int, action: int) -> str:
        """Why an explorer who is free to act cannot do this."""
        if action <= LEFT:
            return "There is a wall."
        if state.league < (3 if action == YELL else 2):
            return f"{LABELS[action].upper()} is not known in this league."
        if action == YELL:
            return (
                "Nobody within one cell is left to yell at; each other explorer can be yelled "
                "at once."
            )
        if not (state.plans if action == PLAN else state.lights)[agent]:
            return f"No {LABELS[action].upper()} is left."
        return "Another effect of this explorer is still in play."

    def prompt(self, state: State, seat: int) -> str:
        if r.held(state) >> seat & 1:
            return "a yell holds you; wait"
        out = np.zeros(self.max_actions, np.int64)
        listed = out[: self.rules.legal(state, seat, out)].tolist()
        *all_but_last, last = ["move", "wait", *(LABELS[a].lower() for a in listed if a > WAIT)]
        return f"{', '.join(all_but_last)} or {last}"

    def standing(self, state: State, seat: int) -> str:
        if not state.alive[seat]:
            return (
                "answered badly"
                if state.score[seat] < 0
                else f"mad in turn {int(state.score[seat])}"
            )
        return (
            f"{int(state.sanity[seat])} sanity, {int(state.plans[seat])} PLAN, "
            f"{int(state.lights[seat])} LIGHT"
        )

    def reason(self, state: State) -> str:
        if not state.over:
            return ""
        best = [self.agent_name(a) for a in range(PLAYERS) if state.score[a] == max(state.score)]
        if max(state.score) < 0:
            return "all explorers sent a bad answer or none"
        if state.over == NOBODY_LEFT:
            return f"{' and '.join(best)} stayed sane longest, until turn {int(max(state.score))}"
        return (
            f"{TURNS} turns are over; {' and '.join(best)} {'is' if len(best) == 1 else 'are'} "
            "first"
        )

    def events(self, before: State, after: State, log: Any) -> Sequence[Event]:
        found = []
        for a in range(PLAYERS):
            if before.alive[a] and not after.alive[a]:
                how = "has" if after.score[a] >= 0 else "answered badly and has"
                found.append(Event("out", a, f"{self.names[a]} {how} gone mad"))
        for a in range(PLAYERS):
            found += (
                [Event("plan", a, f"{self.names[a]} has a plan", repeats=True)]
                if after.plans[a] < before.plans[a]
                else []
            )
            found += (
                [Event("light", a, f"{self.names[a]} makes light", repeats=True)]
                if after.lights[a] < before.lights[a]
                else []
            )
        found += self._yells(after)
        new = [k for k in range(int(after.minions)) if after.m_id[k] >= before.next_id]
        slashers = [k for k in new if after.m_kind[k] == SLASHER]
        found += [
            Event("spawn", int(after.m_target[k]), "a slasher appears", "S") for k in slashers
        ]
        count = len(new) - len(slashers)
        return (
            [
                *found,
                Event(
                    "spawn",
                    -1,
                    f"{count} wanderer{'s appear' if count > 1 else ' appears'}",
                    str(count),
                ),
            ]
            if count
            else found
        )

    def _yells(self, after: State) -> Iterator[Event]:
        """One event for each explorer who has just yelled, with everyone it holds."""
        for caster in range(PLAYERS):
            held = [
                self.names[int(after.e_receiver[k])]
                for k in range(int(after.effects))
                if after.e_kind[k] == YELLED
                and after.e_tick[k] == YELL_TURNS - 1
                and after.e_caster[k] == caster
            ]
            if held:
                at = " and ".join(part for part in (", ".join(held[:-1]), held[-1]) if part)
                yield Event("yell", caster, f"{self.names[caster]} yells at {at}")

    # -- pictures ----------------------------------------------------------------------------------

    def scene(self, state: State) -> Scene:
        return picture.scene(state, self.names)

    def position(self, state: State, agent: int) -> Point | None:
        x, y = text.place(state, state.cell[agent])
        return (x + 0.5, y + 0.5) if state.alive[agent] else None

    def targets(self, state: State, agent: int) -> Sequence[Target]:
        out = np.zeros(self.max_actions, np.int64)
        return [
            self._target(state, agent, action)
            for action in out[: self.rules.legal(state, agent, out)].tolist()
        ]

    def _target(self, state: State, agent: int, action: int) -> Target:
        if action > WAIT:
            return Target(action, *picture.button(state, agent, action), taken=True)
        x, y = text.place(state, state.cell[agent])
        return Target(action, x + (*DX, 0)[action], y + (*DY, 0)[action], 1, 1)

    def cell(self, state: State, agent: int, x: float, y: float) -> int | None:
        """A click on the maze is a step towards it, on the explorer's own cell it is waiting; the
        panel has buttons for the rest.
        """
        for action in (PLAN, LIGHT, YELL):
            left, top, wide, high = picture.button(state, agent, action)
            if left <= x < left + wide and top <= y < top + high:
                return action
        here = MAPS[int(state.map)]
        if not (0 <= x < here.width and 0 <= y < here.height):
            return None
        own_x, own_y = text.place(state, state.cell[agent])
        if (int(x), int(y)) == (own_x, own_y):
            return WAIT
        action = text.step_towards(state, agent, int(x), int(y))
        if action != WAIT:
            return action
        dx, dy = x - own_x - 0.5, y - own_y - 0.5
        return (1 if dx > 0 else 3) if abs(dx) > abs(dy) else (2 if dy > 0 else 0)

    # -- the contest's text ------------------------------------------------------------------------

    site = SITE
    intro = text.intro
    view = text.view
    parse = text.parse
    send = text.send
    listen = hearing.listen
    heard = hearing.heard
    conform = replay
