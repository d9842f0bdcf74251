"""The match's set-up as a person changes it: games, options, players, budgets, knobs and presets.
The dock's knobs act at once, and each change has its way back.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication

from engines.game import Game, State
from engines.knobs import HasFields, KnobError, Value, knobs
from engines.knobs import replace as turn
from lab.files.replay import Replay
from lab.match.budget import Budget
from lab.match.records import Setup
from lab.match.seat import ProgramSeat, SearchSeat, SeatSpec
from lab.match.seats import format_seat, game_of
from lab.programs.spec import PROGRAM, parse_program
from lab.ui.control.changes import Changes, EarlierMatch
from lab.ui.control.moment import Moment
from lab.ui.control.setup_shown import ShownSetup, title_of
from lab.ui.parts.combos import Entry
from lab.ui.setup.dock import PONDER, SetupDock
from lab.ui.setup.usual import fresh, leave, left_position, levels, seated, usual_setup
from lab.words.settings import Settings


class SetupControl(ShownSetup):
    """Applies what a person changes in the set-up."""

    reseated = Signal()  # another player has taken a seat
    clock_chosen = Signal(str)
    told = Signal(str)  # a sentence for the status bar
    reopen = Signal(object)  # the Path of a match that was left, and comes back on the board

    def __init__(
        self,
        dock: SetupDock,
        moment: Moment,
        settings: Settings,
        clocks: Callable[[Game], list[Entry]],
        changes: Changes,
        parent: QObject,
    ) -> None:
        super().__init__(dock, moment, settings, clocks, parent)
        self._changes, self._trust = changes, moment.session.trust
        self._known: dict[tuple[str, int, str], SeatSpec] = {}
        self._own = True  # the match on the board is the person's, not one that is looked at
        self._start: State | None = None  # where it begins, if not in its seed's position
        self._returns: EarlierMatch | None = None  # is being read
        self._wire()
        self.show_all()

    def _wire(self) -> None:
        dock = self._dock
        dock.game_chosen.connect(self.choose_game)
        dock.option_changed.connect(self._option)
        dock.new_asked.connect(self.new_match)
        dock.seed_chosen.connect(self.choose_seed)
        dock.copy_asked.connect(self.copy)
        dock.seat_chosen.connect(self.choose)
        dock.param_changed.connect(self.turn_knob)
        dock.program_entered.connect(self._program)
        dock.weight_changed.connect(self._weight)
        dock.budget_changed.connect(self._budget)
        dock.clock_chosen.connect(self._clock)
        dock.strength_chosen.connect(self._strength)
        self._presets.chosen.connect(self._preset)
        self._presets.kept.connect(self._show_seats)
        self._presets.told.connect(self.told)
        dock.seat_copy_asked.connect(self._copy_seat)
        dock.person_changed.connect(self._person)

    def look(self) -> None:
        """Adopts differences in the session's set-up, once it has obeyed all commands: a seat that
        plays at random because preparing was cancelled, or a match that did not fit.
        """
        now = self._moment.setup
        if not self._moment.up_to_date:
            return
        if type(self.game) is not type(self._moment.game) and now.game == self.setup.game:
            self.setup, self.game = now, game_of(now)  # another version of its file
            self._show_again()
            return
        if (now.game, now.options) != (self.setup.game, self.setup.options):
            self._adopt(now)
            return
        for seat, spec in enumerate(now.seats):
            if spec.name != self.setup.seats[seat].name:
                self.setup = now
                self.show_seat(seat)
                self._show_switches()
                self.reseated.emit()

    # -- the match ---------------------------------------------------------------------------------

    @property
    def board(self) -> EarlierMatch:
        """The match on the board, to return to."""
        file = self._moment.session.file if self._moment.head.turn else None
        return EarlierMatch(self.setup, self._start, file, self._own)

    def begin_as_left(self) -> None:
        """Plays the match that the lab was left with, or waits in its position."""
        start = left_position(self.setup, self._settings)
        if start is None:
            self._moment.session.play()
        else:
            self._begin(EarlierMatch(self.setup, start))

    def begin(
        self, setup: Setup, start: State | None = None, text: str = "new match", own: bool = True
    ) -> None:
        """Begins another match and runs it; of a person's `own`, which is opened again at the next
        start of the lab, one that starts in the position `start` waits there.
        """
        before = self.board
        self._begin(EarlierMatch(setup, start, own=own))
        self._left(before, text)

    def _begin(self, board: EarlierMatch) -> None:
        setup, game = board.setup, game_of(board.setup)
        other = setup.game != self.setup.game or game.owner != self.game.owner
        self.setup, self.game, self._own = setup, game, board.own
        self._start = board.start
        self._moment.cursor = None
        self._moment.session.new(setup, board.start)
        if board.start is None or not board.own:
            self._moment.session.play()
        else:
            self._moment.session.pause()
        self._line.begin(pasted=board.start is not None)
        if other:
            self.show_all()
        else:
            self._show_again()
        self.remember()

    def _left(self, before: EarlierMatch, text: str) -> None:
        """Another match took the place of `before`: undo brings that back, redo this one."""
        boards = [before, before]

        def go(to: int) -> None:
            boards[1 - to] = self.board
            self._return_to(boards[to])

        self._changes.did(text, partial(go, 0), partial(go, 1))

    def _return_to(self, board: EarlierMatch) -> None:
        if board.file is None or not board.file.is_file():
            self._begin(board)
        else:
            self._returns = board
            self.reopen.emit(board.file)

    def open(self, replay: Replay, text: str = "opened match") -> None:
        """Puts a recorded match on the board, which is nobody's own; or one that comes back."""
        back, before = self._returns, self.board
        self._returns, self._own = None, back is not None and back.own
        self._moment.session.load(replay)
        self._adopt(replay.now, replay.initial if replay.starts_elsewhere else None)
        if back is not None:
            self.restore(back.setup)
        else:
            self._left(before, text)

    def _adopt(self, setup: Setup, start: State | None = None) -> None:
        """Shows a set-up that the session already has."""
        self._start = start
        self._line.begin(pasted=start is not None)
        self.setup, self.game = setup, game_of(setup)
        self.show_all()

    def choose_game(self, name: str) -> None:
        """The game's last match, from where it began, or its first."""
        self.remember()
        setup = usual_setup(name, self._settings)
        self._trust.confirm_seats(setup.seats)
        self.begin(setup, left_position(setup, self._settings), "game")

    def new_match(self) -> None:
        """The same players in the next position."""
        self.choose_seed(self.setup.seed + 1)

    def choose_seed(self, seed: int) -> None:
        """The same players in the position of a seed."""
        self.begin(replace(self.setup, seed=seed))

    def _option(self, name: str, value: Value) -> None:
        if self.setup.options is None:
            return
        try:
            setup = replace(self.setup, options=turn(self.setup.options, name, value))
            self.begin(seated(setup, game_of(setup)), text=title_of(self.setup.options, name))
        except KnobError as error:
            if not self._dock.refuse_option(name, str(error)):
                self.told.emit(str(error))

    def remember(self) -> None:
        """Saves the set-up for the next start, which trusts it: it must not contain a recorded
        command.
        """
        if self._own and self._trust.covers(self.setup.seats):
            leave(self.setup, self._start, self._settings)

    def command(self) -> str:
        """The command line of the match; "" if none can play it."""
        return self._line.text(self.setup)

    def changed_words(self) -> str:
        """Since when the match's settings differ from those of its command line; "" if they do
        not.
        """
        self._line.look(self._moment.view.turns, self.setup.seats)
        return self._line.words(self.game.turn_word)

    def copy(self, line: str = "") -> None:
        """Puts a command line into the clipboard, by default the match's."""
        if not line and not self.command():
            self.told.emit("No command line plays this match: save the replay to keep it.")
            return
        QGuiApplication.clipboard().setText(line or self.command())
        self.told.emit(
            "The command line is in the clipboard."
            if line
            else self._line.copied(self.game.turn_word, self._moment.session.file)
        )

    # -- seats -------------------------------------------------------------------------------------

    def _change(self, text: str, *seats: SeatSpec, same: Hashable = None) -> None:
        """The person gives the seats other players or settings."""
        before, after = self.setup, replace(self.setup, seats=seats)
        self._apply(after)
        go = self.restore
        self._changes.did(text, partial(go, before), partial(go, after), same)

    def _set(self, seat: int, spec: SeatSpec, text: str) -> None:
        """The person gives one seat another player, or other settings to the one it has."""
        seats, word = self.setup.seats, f"{text} of seat {seat + 1}"
        self._change(word, *seats[:seat], spec, *seats[seat + 1 :], same=(seat, text))
        self._show_strength(seat)

    def _apply(self, setup: Setup) -> bool:
        """Gives the seats of the match on the board the players and settings of `setup`; returns
        whether others play.
        """
        before, session = self.setup, self._moment.session
        self.setup = setup
        reseated = False
        for seat, (old, new) in enumerate(zip(before.seats, setup.seats, strict=True)):
            if old == new:
                continue
            if isinstance(old, SearchSeat) and isinstance(new, SearchSeat) and old.name == new.name:
                self._turned(seat, old, new)
            elif (
                isinstance(old, ProgramSeat)
                and isinstance(new, ProgramSeat)
                and old.program.command == new.program.command
            ):
                session.set_program(seat, new.program)
            else:
                self._known[self.game.name, seat, old.name] = old
                session.set_seat(seat, new)
                reseated = True
        return reseated

    def _turned(self, seat: int, old: SearchSeat, new: SearchSeat) -> None:
        """A search goes on with other settings."""
        session = self._moment.session
        if self._moment.status.searching:
            self._line.turn(self._moment.head.turn)
        if old.params != new.params:
            session.set_params(seat, new.settings(self.game)[0])
        if old.weights != new.weights:
            session.set_weights(seat, new.settings(self.game)[1])
        if old.budget != new.budget and new.budget is not None:
            session.set_budget(seat, new.budget)

    def restore(self, setup: Setup) -> None:
        """The players and settings of `setup` again, in the match on the board."""
        reseated = self._apply(setup)
        self._show_seats()
        self._show_switches()
        self.remember()
        if reseated:
            self.reseated.emit()

    def restarted(self) -> None:
        """The match begins from its start, with the settings of now."""
        self._line.begin(self._line.pasted)

    def choose(self, seat: int, name: str) -> None:
        """Another player for the seat, with the knobs it had here before; a program only once its
        command is written.
        """
        if name == PROGRAM and (self.game.name, seat, name) not in self._known:
            self._ask_program(seat)
            return
        if name == self.setup.seats[seat].name:
            self.show_seat(seat)
            return
        self._seat(seat, self._known.get((self.game.name, seat, name)) or fresh(name, self.game))

    def _seat(self, seat: int, spec: SeatSpec, text: str = "player") -> None:
        """Another player for the seat; the previous one is remembered."""
        with self._changes.together(f"{text} of seat {seat + 1}"):
            self._set(seat, spec, text)
            self._reseated()

    def _reseated(self) -> None:
        self._show_seats()
        self._show_switches()
        self.remember()
        self.reseated.emit()

    def _program(self, seat: int, words: str) -> None:
        """Seats the program that a person has written; the same one with other limits keeps
        running.
        """
        try:
            program = parse_program(words, self.game)
            program.check()
        except KnobError as error:
            self._dock.seats[seat].program.refuse(str(error))
            return
        before = self.setup.seats[seat]
        if isinstance(before, ProgramSeat) and before.program.command == program.command:
            self._set(seat, ProgramSeat(program), "time limit")
        else:
            self._trust.confirm(program.command)
            self._seat(seat, ProgramSeat(program))

    def swap(self) -> None:
        """The seats exchange their players."""
        specs = self.setup.seats
        self._change("swapped sides", *specs[1:], specs[0])
        self._reseated()

    def turn_knob(self, seat: int, name: str, value: Value) -> None:
        """Another value of a knob of the seat's search, at once."""
        params, _ = self._search(seat).settings(self.game)
        if name not in {knob.name for knob in knobs(type(params))}:
            return  # typed into a field of the search before, and left with it
        changed = replace(self._search(seat), params=turn(params, name, value))
        self._set(seat, changed, title_of(params, name))

    def _weight(self, seat: int, name: str, value: Value) -> None:
        _, before = self._search(seat).settings(self.game)
        changed = replace(self._search(seat), weights=turn(before, name, value))
        self._set(seat, changed, title_of(before, name))

    def _budget(self, seat: int, text: str) -> None:
        self._set(seat, replace(self._search(seat), budget=Budget.parse(text)), "budget")

    def _preset(self, seat: int, params: HasFields, weights: HasFields) -> None:
        self._set(seat, replace(self._search(seat), params=params, weights=weights), "preset")
        self.show_seat(seat)

    def _strength(self, seat: int, word: str) -> None:
        """Another strength for the seat; "custom" sets nothing."""
        if found := levels(self.game).get(word):
            self._seat(seat, found, "strength")

    def _clock(self, _seat: int, name: str) -> None:
        clocks, game = self._settings.clocks, self.game
        before = clocks.get(game.name, self._clocks(game)[0].name)

        def choose(name: str) -> None:
            clocks[game.name] = name
            self._show_seats()
            self.clock_chosen.emit(name)

        choose(name)
        self._changes.did("clock", partial(choose, before), partial(choose, name))

    def _person(self, which: str, on: bool) -> None:
        def switch(on: bool) -> None:
            if which == PONDER:
                self._settings.ponder = on
                self._moment.session.set_think_in_persons_time(on)
            else:
                self._settings.thoughts = on
            self._show_switches()
            self.reseated.emit()

        before = self._settings.ponder if which == PONDER else self._settings.thoughts
        switch(on)
        text = "thinking in your time" if which == PONDER else "thoughts on the board"
        self._changes.did(text, partial(switch, before), partial(switch, on))

    def _copy_seat(self, seat: int) -> None:
        text = format_seat(self.setup.seats[seat], self.game)
        QGuiApplication.clipboard().setText(f"--seat {text}")
        self.told.emit(f"Seat {seat + 1} is in the clipboard as a command line.")
