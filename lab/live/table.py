"""One match in progress: its players, who has to choose now, what persons have chosen, and the
turns so far.

Belongs to the conductor's thread. Rules are called only once their kernels are ready (`look`).
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import numpy as np

from engines.game import PASS, SIMULTANEOUS, Joint, State
from engines.knobs import KnobError
from lab.files.replay import Replay
from lab.live.recorder import Recorder
from lab.match.decide import Decision, seen
from lab.match.history import MatchHistory
from lab.match.play import deciding, first_frame, make_turn, resolved
from lab.match.records import Frame, Setup, Thought
from lab.match.seat import Person, ProgramSeat, SearchSeat, SeatSpec
from lab.match.seats import game_of, parse_algorithm
from lab.match.thinking import Thinker
from lab.programs.spec import parse_program
from search.forms import Form

MOST_CALLS = 500  # of one decision in a replay
SLICE_S = 0.1  # longest time that commands wait while a recorded match is being read in


class MatchTable:
    """A match, from `start` if given; `setup` holds the current players and knobs."""

    def __init__(
        self, setup: Setup, folder: Path, replay: Replay | None = None, start: State | None = None
    ) -> None:
        self.game = game_of(setup)
        self.setup = (
            replace(setup, seats=replay.seats[-1][1])
            if replay is not None and replay.seats
            else setup
        )
        # where the match starts, if not at its seed's position
        self.start = start if replay is None else replay.initial
        state = self.start.copy() if self.start is not None else self.game.initial(setup.seed)
        self.history = MatchHistory(self.game, Frame(0, state, self.game.scene(state)))
        self.recorder = Recorder(folder, setup, state, replay)
        # recorded turns that are not shown yet
        self._waiting = list(replay.turns) if replay is not None else []
        self.sent: dict[int, int] = {}  # what persons have chosen for this turn, by agent
        # the seats that have a choice to make; None: not looked at yet
        self.deciders: tuple[int, ...] | None = None

    @property
    def head(self) -> Frame:
        """The latest frame."""
        return self.history.head

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return bool(self.head.outcome) or self.head.turn >= self.game.longest

    @property
    def last_joint(self) -> Joint | None:
        """The joint action that led here, [A]."""
        return np.array(self.head.joint, np.int64) if self.head.joint else None

    def look(self) -> bool:
        """Evaluates the position by the rules, once; False while a recorded match is still being
        read in.
        """
        if not self.history.first.values:
            self.history.first = first_frame(self.game, self.history.first.state)
        ends = time.monotonic() + SLICE_S
        while self._waiting and time.monotonic() < ends:
            turn = self._waiting.pop(0)
            self.history.add(turn, [self._recorded(d) for d in turn.decisions])
        if self.deciders is None and not self._waiting:
            self.deciders = () if self.over else deciding(self.game, self.head.state)
        return not self._waiting

    def _recorded(self, decision: Decision | None) -> Thought | None:
        """What can be shown of a search that ran when the match was recorded."""
        if decision is None or not decision.snapshot.agents:
            return None
        view = seen(self.game, self.head.state, decision.seat, self.setup.seed, self.head.turn)
        spec = self.setup.seats[decision.seat]
        thinker = Thinker(
            self.game,
            view,
            decision.seat,
            self.head.turn,
            spec.title,
            spec.budget.words if spec.budget is not None else "",
            form=spec.kind.form if spec.kind is not None else Form.FLAT,
        )
        thinker.sample(decision.snapshot)
        return thinker.thought(decision.snapshot, decision.cpu_s, False, decision.overrun_ms)

    def asked(self) -> tuple[int, ...]:
        """The agents for which a person still has to choose."""
        state, rules = self.head.state, self.game.rules
        people = [s for s in self.deciders or () if self.is_person(s)]
        if self.over or not people:
            return ()
        mover, out = int(rules.to_move(state)), np.zeros(self.game.max_actions, np.int64)
        agents = [
            a
            for s in people
            for a in self.game.agents_of(s)
            if mover in (SIMULTANEOUS, a) and rules.legal(state, a, out)
        ]
        return tuple(a for a in agents if a not in self.sent)

    def is_person(self, seat: int) -> bool:
        """Whether a person plays the seat."""
        return isinstance(self.setup.seats[seat], Person)

    @property
    def people(self) -> list[int]:
        """The seats that persons play."""
        return [seat for seat in range(self.game.seats) if self.is_person(seat)]

    @property
    def has_person(self) -> bool:
        """Whether any person plays."""
        return bool(self.people)

    def waits_for_person(self, frame: Frame) -> bool:
        """Whether a person has to choose in that position."""
        return not frame.outcome and any(
            self.is_person(s) for s in deciding(self.game, frame.state)
        )

    def searchers(self, seats: Iterable[int] | None = None) -> dict[int, SearchSeat]:
        """Those of the seats (all of them if None) that a search plays, with its settings."""
        chosen = range(self.game.seats) if seats is None else seats
        specs = ((s, self.setup.seats[s]) for s in chosen)
        return {s: spec for s, spec in specs if isinstance(spec, SearchSeat) and spec.searches}

    def programs(self, seats: Iterable[int]) -> dict[int, ProgramSeat]:
        """Those of the seats that a program plays, with the program."""
        specs = ((s, self.setup.seats[s]) for s in seats)
        return {s: spec for s, spec in specs if isinstance(spec, ProgramSeat)}

    def check(self, spec: SeatSpec) -> None:
        """KnobError if no player here fits."""
        match spec:
            case ProgramSeat(program):
                parse_program(program.text, self.game)
            case SearchSeat(name):
                refusal = parse_algorithm(name).supports(self.game)
                if refusal:
                    raise KnobError(refusal)
            case Person():
                pass

    def respec(self, seat: int, spec: SeatSpec) -> None:
        """Gives a seat another spec."""
        seats = list(self.setup.seats)
        seats[seat] = spec
        self.setup = replace(self.setup, seats=tuple(seats))

    def clear(self) -> None:
        """Forgets what belonged to another position."""
        self.sent, self.deciders = {}, None

    def play(self, decisions: list[Decision | None], thoughts: list[Thought | None]) -> None:
        """Plays the turn that everyone has chosen."""
        game, head = self.game, self.head
        actions: dict[int, tuple[int, ...]] = {}
        for seat in self.deciders or ():
            decision = decisions[seat]
            if decision is None:
                actions[seat] = tuple(self.sent.get(a, PASS) for a in game.agents_of(seat))
            else:
                program = decision.view is None  # its answer is sent as it is
                actions[seat] = (
                    decision.choice
                    if program
                    else resolved(game, decision.view, seat, decision.choice)
                )
        short = [
            replace(d, calls=d.calls if len(d.calls) <= MOST_CALLS else ())
            if d is not None
            else None
            for d in decisions
        ]
        turn = make_turn(
            game,
            head.state,
            head.turn,
            short,
            actions,
            self.setup.seed,
            head.values,
            thinkers=tuple(self.searchers()),
        )
        added = self.history.add(turn, thoughts)
        self.recorder.turn(turn)
        if self.over:
            self.recorder.end(added.outcome, added.reason)
        self.clear()

    def back_to(self, turn: int) -> None:
        """Takes back all turns after the first `turn`."""
        if turn < self.head.turn:
            self.history.cut(turn)
            self.recorder.back_to(turn)
        self.clear()

    def redo(self) -> None:
        """Replays what was taken back: one turn, or up to a person's next move."""
        while self.history.redo():
            self.recorder.turn(self.history.turns[-1])
            if not self.has_person or self.waits_for_person(self.head):
                break
        self.clear()

    def former_line(self) -> None:
        """Brings back the turns that were taken back last, even if others have been played."""
        if not self.history.can_redo:
            self.other_line()
        while self.history.redo():
            self.recorder.turn(self.history.turns[-1])
        self.clear()

    def other_line(self) -> None:
        """Exchanges the line on the board for the newest earlier one."""
        shared = self.history.other_line()
        self.recorder.back_to(shared)
        for turn in self.history.turns[shared:]:
            self.recorder.turn(turn)
        if self.over:
            self.recorder.end(self.head.outcome, self.head.reason)
        self.clear()

    def before(self) -> int:
        """How many turns `undo` keeps: up to the latest position in which a person had to choose;
        without persons, all but one.
        """
        turn = self.head.turn - 1
        while turn > 0 and self.has_person and not self.waits_for_person(self.history.frame(turn)):
            turn -= 1
        return max(0, turn)
