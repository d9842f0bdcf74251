"""The Set-up dock and the match's set-up: games, options, players, budgets, knobs and presets. The
dock's knobs act at once.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication

from engines.game import Game, State
from engines.knobs import HasFields, KnobError, Value, knobs
from engines.knobs import replace as turn
from lab.files.codec import values_of
from lab.match.budget import Budget
from lab.match.records import Setup
from lab.match.seat import Person, ProgramSeat, SearchSeat, SeatSpec
from lab.match.seats import format_seat, game_of, presets_of
from lab.programs.spec import PROGRAM, Program, parse_program
from lab.ui.control.command_line import MatchCommand
from lab.ui.control.moment import Moment
from lab.ui.control.presets import PresetsControl
from lab.ui.parts.combos import Entry
from lab.ui.setup import strength
from lab.ui.setup.dock import PONDER, SetupDock
from lab.ui.setup.seat_panel import SeatPanel
from lab.ui.setup.usual import fresh, game_entries, player, players, seated, usual_setup
from lab.words.settings import Settings
from search.base import Search


class SetupControl(QObject):
    """Shows the set-up and applies what a person changes in it."""

    reseated = Signal()  # another player has taken a seat
    clock_chosen = Signal(str)
    told = Signal(str)  # a sentence for the status bar

    def __init__(
        self,
        dock: SetupDock,
        moment: Moment,
        settings: Settings,
        clocks: Callable[[Game], list[Entry]],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._dock, self._moment, self._settings, self._clocks = dock, moment, settings, clocks
        self.setup = moment.setup
        self.game = game_of(self.setup)
        self._trust = moment.session.trust
        self._line = MatchCommand()
        self._presets = PresetsControl(dock, settings, lambda s: (self._search(s), self.game), self)
        self._known: dict[tuple[str, int, str], SeatSpec] = {}
        self._wire()
        self.show_all()

    def _wire(self) -> None:
        dock = self._dock
        dock.game_chosen.connect(self.choose_game)
        dock.option_changed.connect(self._option)
        dock.new_asked.connect(self.new_match)
        dock.copy_asked.connect(self.copy)
        dock.seat_chosen.connect(self.choose)
        dock.param_changed.connect(self._param)
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

    # -- showing -----------------------------------------------------------------------------------

    def show_all(self) -> None:
        """Rebuilds the whole dock, for another game."""
        dock, game = self._dock, self.game
        dock.set_games(Entry(game.name, game.title), game_entries)
        dock.set_options(knobs(game.Options), values_of(game.options))
        self._show_position()
        dock.set_seats(game.owner, [game.seat_mark(s) for s in range(game.seats)], game.turn_word)
        for panel in dock.seats:
            spec = self.setup.seats[panel.seat]
            panel.set_algorithms(player(spec.name, game), partial(players, game))
            self.show_seat(panel.seat)
        self._show_switches()

    def _show_position(self) -> None:
        seed = self.setup.seed
        pasted = self._line.pasted
        self._dock.set_position("a pasted position" if pasted else self.game.position_note(seed))

    @property
    def _people(self) -> bool:
        return any(isinstance(s, Person) for s in self.setup.seats)

    def _show_seats(self) -> None:
        for seat in range(self.game.seats):
            self.show_seat(seat)

    def _show_switches(self) -> None:
        people = self._people
        self._dock.show_person(people, self._settings.ponder, self._settings.thoughts)

    def show_seat(self, seat: int) -> None:
        """One seat's block."""
        panel, spec = self._dock.seats[seat], self.setup.seats[seat]
        panel.set_algorithm(spec.name)
        panel.show_budget(spec.searches)
        panel.set_counted(spec.kind.iteration_word if spec.kind is not None else "iteration")
        panel.show_clock(isinstance(spec, Person))
        self._show_strength(seat)
        self._show_program(panel, spec)
        entries = self._clocks(self.game)
        panel.set_clocks(entries, self._settings.clocks.get(self.game.name, entries[0].name))
        if isinstance(spec, SearchSeat) and spec.kind is not None:
            self._show_search(panel, spec, spec.kind)
        else:
            panel.set_knobs((), {})

    def _show_search(self, panel: SeatPanel, spec: SearchSeat, kind: type[Search]) -> None:
        """The knobs, the presets and the budget of an algorithm."""
        weighed = knobs(self.game.EvalParams) if kind.searches else ()
        panel.set_knobs(
            kind.knobs(self.game),
            values_of(spec.settings(self.game)[0]),
            weighed,
            values_of(spec.weights),
        )
        panel.set_presets(tuple(presets_of(kind, self.game)), tuple(self._presets.own(kind)))
        if spec.budget is not None:
            panel.set_budget(spec.budget.text)

    def _show_strength(self, seat: int) -> None:
        """The words for the strength of a search that a person plays against."""
        spec = self.setup.seats[seat]
        words = strength.entries(self.game) if self._people and spec.searches else ()
        self._dock.seats[seat].set_strength(words, strength.level_of(spec, self.game))

    def _show_program(self, panel: SeatPanel, spec: SeatSpec) -> None:
        """The block of a program, even before its command is written."""
        if isinstance(spec, ProgramSeat):
            panel.program.set_program(
                spec.program, self.game.first_turn_ms, self.game.turn_ms, self.game.turn_word
            )
        panel.program.setVisible(isinstance(spec, ProgramSeat))

    def look(self) -> None:
        """Adopts differences in the session's set-up, once it has obeyed all commands: a seat that
        plays at random because preparing was cancelled, or a match that did not fit.
        """
        now = self._moment.setup
        if not self._moment.up_to_date:
            return
        if (now.game, now.options) != (self.setup.game, self.setup.options):
            self.take(now)
            return
        for seat, spec in enumerate(now.seats):
            if spec.name != self.setup.seats[seat].name:
                self.setup = now
                self.show_seat(seat)
                self._show_switches()
                self.reseated.emit()

    # -- the match ---------------------------------------------------------------------------------

    def begin(self, setup: Setup, start: State | None = None) -> None:
        """Begins another match and runs it; one that starts in the position `start` waits there."""
        game = game_of(setup)
        other = setup.game != self.setup.game or game.owner != self.game.owner
        self.setup, self.game = setup, game
        self._moment.cursor = None
        self._moment.session.new(setup, start)
        if start is None:
            self._moment.session.play()
        else:
            self._moment.session.pause()
        self._line.begin(pasted=start is not None)
        if other:
            self.show_all()
        else:
            self._show_position()
            self._dock.set_options(knobs(self.game.Options), values_of(self.game.options))
            self._show_seats()
            self._show_switches()
        self.remember()

    def take(self, setup: Setup, pasted: bool = False) -> None:
        """Shows a set-up that the session already has, from a file."""
        self._line.begin(pasted)
        self.setup, self.game = setup, game_of(setup)
        self.show_all()

    def choose_game(self, name: str) -> None:
        """The game's last match, or its first."""
        self.remember()
        setup = usual_setup(name, self._settings)
        self._trust.confirm_seats(setup.seats)
        self.begin(setup)

    def new_match(self) -> None:
        """The same players in the next position."""
        self.begin(replace(self.setup, seed=self.setup.seed + 1))

    def _option(self, name: str, value: Value) -> None:
        if self.setup.options is None:
            return
        try:
            setup = replace(self.setup, options=turn(self.setup.options, name, value))
            self.begin(seated(setup, game_of(setup)))
        except KnobError as error:
            if not self._dock.refuse_option(name, str(error)):
                self.told.emit(str(error))

    def remember(self) -> None:
        """Saves the set-up for the next start, which trusts it: it must not contain a recorded
        command.
        """
        if not self._trust.covers(self.setup.seats):
            return
        self._settings.game = self.setup.game
        self._settings.matches[self.setup.game] = {
            "options": values_of(self.setup.options),
            "seats": [format_seat(spec, self.game) for spec in self.setup.seats],
            "seed": self.setup.seed,
        }

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

    def _set(self, seat: int, spec: SeatSpec) -> None:
        if self._moment.status.searching and self.setup.seats[seat].name == spec.name:
            self._line.turn(self._moment.head.turn)
        seats = self.setup.seats
        self.setup = replace(self.setup, seats=(*seats[:seat], spec, *seats[seat + 1 :]))

    def restarted(self) -> None:
        """The match begins from its start, with the settings of now."""
        self._line.begin(self._line.pasted)

    def _search(self, seat: int) -> SearchSeat:
        """The spec of a seat whose knobs are shown, which an algorithm therefore plays."""
        spec = self.setup.seats[seat]
        assert isinstance(spec, SearchSeat)
        return spec

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

    def _seat(self, seat: int, spec: SeatSpec) -> None:
        """Another player for the seat; the previous one is remembered."""
        before = self.setup.seats[seat]
        self._known[self.game.name, seat, before.name] = before
        self._set(seat, spec)
        self._moment.session.set_seat(seat, self.setup.seats[seat])
        self._show_seats()
        self._show_switches()
        self.remember()
        self.reseated.emit()

    def _ask_program(self, seat: int) -> None:
        """Lets a person write a command; the previous player continues until then."""
        panel = self._dock.seats[seat]
        panel.set_algorithm(PROGRAM)
        panel.show_budget(False)
        panel.show_clock(False)
        panel.set_knobs((), {})
        self._show_program(panel, ProgramSeat(Program()))
        self._dock.show_part(panel)
        panel.program.ask(
            "Until its command is written, "
            f"{self.setup.seats[seat].title or 'the person'} plays on."
        )

    def _program(self, seat: int, command: str, patience: float) -> None:
        """Seats the program that a person has written; the same one with a different patience keeps
        running.
        """
        try:
            program = replace(parse_program(command, self.game), patience=patience)
            program.check()
        except KnobError as error:
            self._dock.seats[seat].program.refuse(str(error))
            return
        before = self.setup.seats[seat]
        if isinstance(before, ProgramSeat) and before.program.command == command:
            self._set(seat, ProgramSeat(program))
            self._moment.session.set_program(seat, program)
        else:
            self._trust.confirm(program.command)
            self._seat(seat, ProgramSeat(program))

    def swap(self) -> None:
        """The seats exchange their players."""
        specs = self.setup.seats
        self.setup = replace(self.setup, seats=(*specs[1:], specs[0]))
        self._moment.session.swap()
        self._show_seats()
        self.remember()
        self.reseated.emit()

    def _param(self, seat: int, name: str, value: Value) -> None:
        params, _ = self._search(seat).settings(self.game)
        self.set_params(seat, turn(params, name, value))

    def set_params(self, seat: int, params: HasFields) -> None:
        """Other parameters, at once."""
        self._set(seat, replace(self._search(seat), params=params))
        self._moment.session.set_params(seat, params)
        self._show_strength(seat)

    def _weight(self, seat: int, name: str, value: Value) -> None:
        _, before = self._search(seat).settings(self.game)
        self._set_weights(seat, turn(before, name, value))

    def _set_weights(self, seat: int, weights: HasFields) -> None:
        self._set(seat, replace(self._search(seat), weights=weights))
        self._moment.session.set_weights(seat, weights)
        self._show_strength(seat)

    def _budget(self, seat: int, text: str) -> None:
        budget = Budget.parse(text)
        self._set(seat, replace(self._search(seat), budget=budget))
        self._moment.session.set_budget(seat, budget)
        self._show_strength(seat)

    def _preset(self, seat: int, params: HasFields, weights: HasFields) -> None:
        self.set_params(seat, params)
        self._set_weights(seat, weights)
        self.show_seat(seat)

    def _strength(self, seat: int, word: str) -> None:
        """Another strength for the seat; "custom" sets nothing."""
        if found := strength.levels(self.game).get(word):
            self._seat(seat, found)

    def _clock(self, _seat: int, name: str) -> None:
        self._settings.clocks[self.game.name] = name
        self.clock_chosen.emit(name)

    def _person(self, which: str, on: bool) -> None:
        if which == PONDER:
            self._settings.ponder = on
            self._moment.session.set_think_in_persons_time(on)
        else:
            self._settings.thoughts = on
        self.reseated.emit()

    def _copy_seat(self, seat: int) -> None:
        text = format_seat(self.setup.seats[seat], self.game)
        QGuiApplication.clipboard().setText(f"--seat {text}")
        self.told.emit(f"Seat {seat + 1} is in the clipboard as a command line.")
