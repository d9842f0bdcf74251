"""One match in progress: its players, who has to choose now, what persons have chosen, and the
turns so far.

Belongs to the conductor's thread. Rules are called only once their kernels are ready (`look`).
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from engines.game import PASS, SIMULTANEOUS, Joint, State
from engines.knobs import KnobError
from lab.files.replay import Replay, ReplayError
from lab.files.replay_reader import USUAL, PlayedTree
from lab.files.review_lines import ReviewedMove, ReviewHead, joined
from lab.live.recorder import Recorder
from lab.match.decide import Decision, ended, seen
from lab.match.history import MatchHistory, MatchLines, UnreadTurn, lines_of
from lab.match.play import (
    Turn,
    deciding,
    first_frame,
    impossible,
    make_turn,
    resolved,
    set_up,
    thinkers_of,
)
from lab.match.records import Frame, Setup, Thought
from lab.match.seat import Person, ProgramSeat, SearchSeat, SeatSpec
from lab.match.seats import game_of, parse_algorithm
from lab.match.thinking import Thinker
from lab.match.turn_tree import START, TurnNote
from lab.programs.spec import parse_program
from search.forms import Form
from search.measure import SeatValue

MOST_CALLS = 500  # of one decision in a replay
SLICE_S = 0.1  # longest time that commands wait while a recorded match is being read in


class MatchTable:
    """A match, from `start` if given; `setup` holds the current players and knobs."""

    def __init__(
        self, setup: Setup, folder: Path, replay: Replay | None = None, start: State | None = None
    ) -> None:
        self.game = game_of(setup)
        self.setup = setup if replay is None else replay.now
        # where the match starts, if not at its seed's position
        self.start = start if replay is None else replay.initial
        state = self.start.copy() if self.start is not None else self.game.initial(setup.seed)
        first = Frame(0, state, self.game.scene(state))
        self.history = MatchHistory(self.game, first, self._recalled)
        tree, settings = lambda: self.history.tree, lambda: self.setup.seats
        self.recorder = Recorder(folder, setup, state, tree, settings, replay)
        self._reading = self._read(replay.tree) if replay is not None else None
        self._lines: tuple[int, MatchLines] | None = None  # after so many changes
        self.loaded = replay
        # what was found out about its moves
        self.reviews = replay.tree.reviews if replay is not None else ()
        self.beside = False  # the next turn is a branch, not the main line
        self._thinkers: tuple[int, ...] = ()  # of the start's values
        self.players: tuple[SeatSpec, ...] = ()  # those who played the first turn
        self.by_hand, self.versions = False, 0  # tried out or set up; edits of the game's file
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
        return bool(self.head.outcome) or self.head.turn >= self.game.most_turns

    @property
    def last_joint(self) -> Joint | None:
        """The joint action that led here, [A]."""
        return np.array(self.head.joint, np.int64) if self.head.joint else None

    def look(self, slice_s: float = SLICE_S) -> bool:
        """Evaluates the position by the rules, once; False while a recorded match is still being
        read in, of which this reads one turn at least, and for `slice_s`.
        """
        history, thinkers = self.history, thinkers_of((self.loaded or self).setup.seats)
        if not history.first.values or (thinkers != self._thinkers and not len(history.tree)):
            history.first = first_frame(self.game, history.first.state, thinkers)
            self._thinkers = thinkers
        ends = time.monotonic() + slice_s
        while self._reading is not None:
            if next(self._reading, None) is None:
                self._reading = None
            if time.monotonic() >= ends:
                break
        if self.deciders is None and self._reading is None:
            self.deciders = () if self.over else deciding(self.game, self.head.state)
        return self._reading is None

    def _read(self, whole: PlayedTree) -> Iterator[int]:
        """Shows the line that the file opens with, turn by turn. The other turns of a usual match
        are read too; those of a longer one when they are needed.
        """

        def turn(number: int) -> Turn:
            try:
                return whole.record(number).turn
            except ReplayError as error:
                raise UnreadTurn(str(error)) from error

        self.history.adopt(whole.tree, turn)
        for number in whole.tree.path(whole.tip):
            self.history.go_to(number)
            yield number
        for number in range(1, len(whole.tree) + 1 if len(whole.tree) <= USUAL else 1):
            self.history.is_readable(number)
            yield number

    def _recalled(self, before: Frame, turn: Turn) -> tuple[Thought | None, ...]:
        """What can be shown of searches that ran when the match was recorded."""
        pairs = zip(turn.decisions, turn.seats or self.setup.seats, strict=True)
        return tuple(self._recorded(before, *pair) for pair in pairs)

    def _recorded(self, before: Frame, decision: Decision | None, spec: SeatSpec) -> Thought | None:
        if decision is None or not decision.snapshot.agents:
            return None
        view = seen(self.game, before.state, decision.seat, self.setup.seed, before.turn)
        thinker = Thinker(
            self.game,
            view,
            decision.seat,
            before.turn,
            spec.title,
            spec.budget.words if spec.budget is not None else "",
            form=spec.kind.form if spec.kind is not None else Form.NONE,
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
    def has_person(self) -> bool:
        """Whether any person plays."""
        return any(map(self.is_person, range(self.game.seats)))

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
                kind = parse_algorithm(name)
                refusal = kind.supports(self.game)
                if refusal:
                    raise KnobError(refusal)
                kind.needs(self.game, spec.settings(self.game)[0])
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
        self._add(turn, thoughts)
        self.clear()

    def _add(self, turn: Turn, thoughts: Sequence[Thought | None]) -> None:
        history, turn = self.history, replace(turn, seats=self.setup.seats)
        before, main = history.tree.head, history.tree.main
        self.players = self.players or self.setup.seats
        beside = self.beside and history.can_redo
        history.add(turn, thoughts, beside)
        self.recorder.turn(before, history.tree.head, turn)
        if beside or history.tree.main not in (main, history.tree.head):
            self.recorder.main(history.tree.main)
        self.beside = False
        if self.over:
            self.recorder.end(self.head.outcome, self.head.reason)

    def add_branch(self, turn: int, joints: Sequence[Sequence[int]]) -> None:
        """Plays these joint actions after `turn` turns, as a branch. KnobError if the rules do not
        allow one; nothing is then changed.
        """
        self.by_hand = True
        before, turns = self.history.frame(turn), list[Turn]()
        state, values = before.state, before.values
        for number, joint in enumerate(joints, before.turn):
            turns.append(self._imagined(state, number, joint, values))
            state, values = turns[-1].state, turns[-1].values
        self.back_to(turn)
        for each in turns:
            self.beside = True
            self._add(each, [None] * self.game.seats)

    def set_up(self, turn: int, state: State) -> None:
        """Puts a position that was set up by hand after `turn` turns, as a branch. KnobError if it
        cannot be; nothing is then changed.
        """
        if refusal := self.game.check(state) or ended(self.game, turn):
            raise KnobError(f"This position cannot be a branch: {refusal}.")
        self.by_hand = True
        self.back_to(turn)
        self.beside = True
        self._add(set_up(self.game, state, self.head.turn), [None] * self.game.seats)
        self.clear()

    def _imagined(
        self, state: State, number: int, joint: Sequence[int], values: Sequence[SeatValue]
    ) -> Turn:
        """A turn that nobody decided, after `number` turns."""
        game, chosen = self.game, np.array(joint, np.int64)
        if refusal := impossible(game, state, chosen) or ended(game, number):
            raise KnobError(f"This line cannot be played here: {refusal}.")
        asked = deciding(game, state)
        actions = {s: tuple(int(chosen[a]) for a in game.agents_of(s)) for s in asked}
        none = [None] * game.seats
        return make_turn(game, state, number, none, actions, self.setup.seed, values)

    def back_to(self, turn: int) -> None:
        """Takes back all turns after the first `turn`."""
        if turn < self.head.turn:
            self.history.cut(turn)
        self._moved()

    def redo(self) -> None:
        """Replays what was taken back: one turn, or up to a person's next move."""
        while self.history.redo():
            if not self.has_person or self.waits_for_person(self.head):
                break
        self._moved()

    def stand_at(self, turn: int) -> None:
        """Puts a turn of the tree on the board; KnobError if there is no such turn."""
        try:
            self.history.go_to(turn)
        except UnreadTurn as error:
            raise KnobError(str(error)) from error
        except LookupError:
            raise KnobError("This turn is not in the match any more.") from None
        self._moved()

    def other_line(self) -> None:
        """Puts the next of all lines on the board, at its end."""
        tree = self.history.tree
        ends = [line.turns[-1] if line.turns else START for line in tree.lines()]
        at = next((k for k, end in enumerate(ends) if tree.leads_to(tree.head, end)), 0)
        self.stand_at(ends[(at + 1) % len(ends)])

    @property
    def lines(self) -> MatchLines:
        """All lines, as a view draws them."""
        if self._lines is None or self._lines[0] != self.history.tree.changes:
            self._lines = (self.history.tree.changes, lines_of(self.history))
        return self._lines[1]

    def _moved(self) -> None:
        """Another turn is on the board."""
        self.recorder.back_to(self.history.tree.head)
        self.beside = False
        self.clear()

    def drop(self, turn: int) -> None:
        """Deletes a branch; KnobError for the start."""
        if turn == START or not self.history.tree.is_kept(turn):
            raise KnobError("Only a turn that was played can be deleted.")
        main = self.history.tree.main
        self.recorder.drop(turn)
        self.history.drop(turn)
        self._note_main(main)
        self.clear()

    def _note_main(self, before: int) -> None:
        if self.history.tree.main != before:
            self.recorder.main(self.history.tree.main)

    def restore(self, turn: int) -> None:
        """Brings a deleted branch back."""
        main = self.history.tree.main
        self.history.tree.restore(turn)
        self.recorder.restore(turn)
        self._note_main(main)

    def promote(self, turn: int) -> None:
        """Makes the line through a turn the main line."""
        self.history.tree.promote(turn)
        self.recorder.main(self.history.tree.main)

    def name(self, turn: int, text: str) -> None:
        """Names the branch that begins with a turn."""
        self.history.tree.name(turn, text)
        self.recorder.name(turn, text)

    def note(self, turn: int, note: TurnNote) -> None:
        """Keeps a person's comment about a turn."""
        self.history.tree.note(turn, note)
        self.recorder.note(turn, note)

    def review(self, head: ReviewHead, moves: Sequence[ReviewedMove]) -> None:
        """Keeps what a review says of some moves."""
        self.reviews = joined(self.reviews, head, *moves)
        self.recorder.review(head, moves)

    def edited(self) -> None:
        """Another version of the game's file plays from now on: no result counts."""
        self.by_hand, self.versions = True, self.versions + 1
        self.recorder.edited(type(self.game))

    def before(self) -> int:
        """How many turns `undo` keeps: up to the latest position in which a person had to choose;
        without persons, all but one.
        """
        turn = self.head.turn - 1
        while turn > 0 and self.has_person and not self.waits_for_person(self.history.frame(turn)):
            turn -= 1
        return max(0, turn)
