"""Coders Strike Back as a Game: facts, words and pictures around the rules of this folder."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from engines.csb import text
from engines.csb.conform import conform
from engines.csb.evaluation import EvalParams
from engines.csb.moves import BOOST, COMMAND, SHIELD, contest_command, table, unpack
from engines.csb.rules import build
from engines.csb.state import LONGEST, OWNER, PODS, STATE, Log, Options, draw_track, lay_track, line_up, new_log
from engines.game import Difference, Game, Parsed, State

RUDDER = {-1: "Left 18°", 0: "Ahead", 1: "Right 18°"}
THRUST = {200: "full", 100: "half", 0: "coast"}
ORDER = {SHIELD: "shield", BOOST: "boost"}


class CodersStrikeBack(Game):
    """Two seats with two pods each race three laps."""

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

    def __init__(self, options: Any = None) -> None:
        super().__init__(options)
        self.table = table(self.options)
        self.max_actions = self.table.size
        self.rules = build(self.options)
        self.keep_rules()

    def initial(self, seed: int) -> State:
        s = self.blank()
        lay_track(s, draw_track(self.options.track, seed)[1])
        line_up(s)
        return s

    def agent_name(self, agent: int) -> str:
        return f"Pod {agent + 1}"

    def label(self, state: State, agent: int, action: int) -> str:
        if action >= COMMAND:
            x, y, order = unpack(int(action))
            return f"to {x} {y}, {ORDER.get(order, order)}"
        order = int(self.table.order[action])
        if order in ORDER:
            return ORDER[order].capitalize()
        return f"{RUDDER[int(self.table.rudder[action])]}, {THRUST[order]}"

    def new_log(self) -> Log:
        return new_log()

    def resolve(self, state: State, agent: int, action: int) -> int:
        return contest_command(state, agent, self.table, action) if action < COMMAND else action

    # -- the contest's text ------------------------------------------------------------------------------------------

    def intro(self, state: State, seat: int) -> list[str]:
        return text.intro(state)

    def view(self, state: State, seat: int) -> list[str]:
        return text.view(state, seat)

    def parse(self, state: State, seat: int, lines: Sequence[str]) -> Parsed:
        return text.parse(state, seat, lines)

    def send(self, state: State, seat: int, actions: Sequence[int]) -> list[str]:
        return text.send([self.resolve(state, agent, a) for agent, a in zip(self.agents_of(seat), actions, strict=True)])

    def conform(self, records: Sequence[Mapping[str, Any]]) -> Iterator[Difference | None]:
        return conform(self, records)
