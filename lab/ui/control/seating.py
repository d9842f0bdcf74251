"""The Set-up dock and the match's set-up: games, options, players, budgets, knobs and presets. The dock's knobs act at once."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import replace

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication

from engines import games
from engines.game import Game
from engines.knobs import HasFields, KnobError, Value, knobs, make
from engines.knobs import replace as turn
from lab.codec import values_of
from lab.frames import SeatSpec, Setup
from lab.seats import HUMAN, Budget, command, format_seat, game_of, parse_seat
from lab.ui.combos import Entry
from lab.ui.control.showing import Showing
from lab.ui.settings import Settings
from lab.ui.setup_dock import PONDER, SetupDock
from search import algorithms
from search.base import Search

FIRST_GAME, FIRST_SEED = "csb", 4
FIRST_SEATS = {"csb": ("smitsimax:c=0.3,depth=6,budget=4000it", "smitsimax:c=0.5,depth=5,budget=4000it")}
SUITING = ("smitsimax", "uct")  # for simultaneous games, for games of turns
AMOUNTS = {"node": "200000it", "expansion": "20000it"}  # what is counted costs less than an iteration that plays a match on
SETTLE_S = 0.7  # the session's answer to what was asked is not taken for a change of its own within this time


def players(game: Game) -> list[Entry]:
    """Who can play a seat: a person, the searches, then the others; what does not fit carries the reason."""
    found = sorted(algorithms().values(), key=lambda a: (not a.searches, a.name != best_for(game), a.title))
    return [Entry(HUMAN, "Human"), *(Entry(a.name, a.title, a.note, a.supports(game) or "") for a in found)]


def best_for(game: Game) -> str:
    """The search that suits a game, the first that fits otherwise."""
    wanted = SUITING if game.simultaneous else SUITING[::-1]
    fitting = [name for name in (*wanted, *algorithms()) if name in algorithms() and algorithms()[name].supports(game) is None]
    return fitting[0] if fitting else HUMAN


def usual_budget(algorithm: type[Search] | None) -> Budget:
    """What a seat may think where nothing was said."""
    if algorithm is None:
        return Budget.parse("4000it")
    return Budget.parse("20000it" if algorithm.name == "uct" else AMOUNTS.get(algorithm.iteration_word, "4000it"))


def usual_setup(name: str, settings: Settings) -> Setup:
    """The match that a game opens with: as it was left, else its own first one."""
    kept = settings.matches.get(name, {})
    try:
        game = games()[name](make(games()[name].Options, kept.get("options", {})))
        texts = kept.get("seats") or FIRST_SEATS.get(name) or (best_for(game),) * game.seats
        seats = tuple(parse_seat(str(t), game) for t in texts)
        if len(seats) != game.seats:
            raise KnobError("The number of seats has changed.")
        seed = int(kept.get("seed", FIRST_SEED if name == FIRST_GAME else 1))
    except (KnobError, TypeError, ValueError, AttributeError):
        game = games()[name]()
        texts = FIRST_SEATS.get(name) or (best_for(game),) * game.seats
        seats, seed = tuple(parse_seat(t, game) for t in texts), 1
    return Setup(name, game.options, tuple(filled(s) for s in seats), max(0, seed))


def filled(spec: SeatSpec) -> SeatSpec:
    """The seat with a budget, unless a person plays it."""
    if spec.algorithm == HUMAN or spec.budget is not None:
        return spec
    return replace(spec, budget=usual_budget(algorithms().get(spec.algorithm)))


def first_setup(settings: Settings) -> Setup:
    """The match that the lab opens with."""
    return usual_setup(settings.game if settings.game in games() else FIRST_GAME, settings)


def seated(setup: Setup, game: Game) -> Setup:
    """The set-up with as many seats as the game now has: the last player also takes the new ones."""
    seats = (*setup.seats, *(setup.seats[-1:] * game.seats))[: game.seats]
    fitting = tuple(s if _fits(s.algorithm, game) else filled(SeatSpec(best_for(game))) for s in seats)
    return replace(setup, seats=fitting)


def _fits(name: str, game: Game) -> bool:
    return name not in algorithms() or algorithms()[name].supports(game) is None


class Seating(QObject):
    """Shows the set-up and takes what a person turns there."""

    reseated = Signal()  # another player sits at the board
    clock_chosen = Signal(str)
    told = Signal(str)  # a sentence for the status bar

    def __init__(self, dock: SetupDock, showing: Showing, settings: Settings, clocks: list[Entry], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._dock, self._showing, self._settings, self._clocks = dock, showing, settings, clocks
        self.setup = showing.setup
        self.game = game_of(self.setup)
        self._asked_at = 0.0
        self._told_of: Setup | None = None
        self._command = ""
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
        dock.weight_changed.connect(self._weight)
        dock.budget_changed.connect(self._budget)
        dock.clock_chosen.connect(self._clock)
        dock.preset_chosen.connect(self._preset)
        dock.preset_saved.connect(self._save_preset)
        dock.preset_deleted.connect(self._delete_preset)
        dock.seat_copy_asked.connect(self._copy_seat)
        dock.person_changed.connect(self._person)

    # -- showing -----------------------------------------------------------------------------------------------------

    def show_all(self) -> None:
        """The whole dock anew: another game."""
        dock, game = self._dock, self.game
        dock.set_games([Entry(name, kind.title) for name, kind in games().items()], game.name)
        dock.set_options(knobs(game.Options), values_of(game.options))
        dock.set_position(game.position_note(self.setup.seed))
        dock.set_seats(game.owner, [game.seat_mark(s) for s in range(game.seats)], game.turn_word)
        for panel in dock.seats:
            panel.set_algorithms(players(game))
            self.show_seat(panel.seat)
        self._show_switches()

    def _show_switches(self) -> None:
        people = any(s.algorithm == HUMAN for s in self.setup.seats)
        self._dock.show_person(people, self._settings.ponder, self._settings.thoughts)

    def show_seat(self, seat: int) -> None:
        """One seat's block."""
        panel, spec = self._dock.seats[seat], self.setup.seats[seat]
        panel.set_algorithm(spec.algorithm)
        person = spec.algorithm == HUMAN
        kind = algorithms().get(spec.algorithm)
        panel.show_budget(kind is not None and kind.searches)
        panel.set_counted(kind.iteration_word if kind is not None else "iteration")
        panel.show_clock(person)
        panel.set_clocks(self._clocks, self._settings.clock or self._clocks[0].name)
        if kind is None:
            panel.set_knobs((), {})
            return
        weighed = knobs(self.game.EvalParams) if kind.searches else ()
        panel.set_knobs(kind.knobs(self.game), values_of(spec.params or kind.usual(self.game)), weighed, values_of(spec.weights))
        panel.set_presets(tuple(kind.presets), tuple(self._settings.presets.get(kind.name, {})))
        if spec.budget is not None:
            panel.set_budget(spec.budget.text)

    def look(self) -> None:
        """Takes up what the session changed by itself: a seat that plays at random because preparing was cancelled."""
        now = self._showing.setup
        if now.game != self.setup.game or time.monotonic() - self._asked_at < SETTLE_S:
            return
        for seat, spec in enumerate(now.seats):
            if spec.algorithm != self.setup.seats[seat].algorithm:
                self.setup = now
                self.show_seat(seat)
                self._show_switches()
                self.reseated.emit()

    # -- the match ---------------------------------------------------------------------------------------------------

    def begin(self, setup: Setup) -> None:
        """Another match, running."""
        game = game_of(setup)
        other = setup.game != self.setup.game or game.owner != self.game.owner
        self.setup, self.game = setup, game
        self._asked_at = time.monotonic()
        self._showing.cursor = None
        self._showing.session.new(setup)
        self._showing.session.play()
        if other:
            self.show_all()
        else:
            self._dock.set_position(self.game.position_note(setup.seed))
            self._dock.set_options(knobs(self.game.Options), values_of(self.game.options))
            for seat in range(self.game.seats):
                self.show_seat(seat)
            self._show_switches()
        self.remember()

    def take(self, setup: Setup) -> None:
        """Shows a set-up that the session has taken up already."""
        self.setup, self.game = setup, game_of(setup)
        self._asked_at = time.monotonic()
        self.show_all()

    def choose_game(self, name: str) -> None:
        """The game's last match, or its first."""
        self.remember()
        self.begin(usual_setup(name, self._settings))

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
        """Keeps the set-up for the next start."""
        self._settings.game = self.setup.game
        self._settings.matches[self.setup.game] = {
            "options": values_of(self.setup.options),
            "seats": [format_seat(spec, self.game) for spec in self.setup.seats],
            "seed": self.setup.seed,
        }

    def command(self) -> str:
        """The command line of the match; made once for each set-up."""
        if self._told_of is not self.setup:
            self._told_of, self._command = self.setup, command(self.setup)
        return self._command

    def copy(self, line: str = "") -> None:
        """Puts a command line into the clipboard, by default the match's."""
        QGuiApplication.clipboard().setText(line or self.command())
        self.told.emit("The command line is in the clipboard.")

    # -- seats -------------------------------------------------------------------------------------------------------

    def _set(self, seat: int, spec: SeatSpec) -> None:
        seats = list(self.setup.seats)
        seats[seat] = spec
        self.setup = replace(self.setup, seats=tuple(seats))
        self._asked_at = time.monotonic()

    def choose(self, seat: int, name: str) -> None:
        """Another player for the seat, with the knobs it had here before."""
        self._known[self.game.name, seat, self.setup.seats[seat].algorithm] = self.setup.seats[seat]
        kind = algorithms().get(name)
        fresh = SeatSpec(name) if kind is None else SeatSpec(name, kind.usual(self.game), self.game.EvalParams(), usual_budget(kind))
        self._set(seat, self._known.get((self.game.name, seat, name), fresh))
        self._showing.session.set_seat(seat, self.setup.seats[seat])
        self.show_seat(seat)
        self._show_switches()
        self.remember()
        self.reseated.emit()

    def swap(self) -> None:
        """The seats exchange their players."""
        specs = self.setup.seats
        self.setup = replace(self.setup, seats=(*specs[1:], specs[0]))
        self._asked_at = time.monotonic()
        self._showing.session.swap()
        for seat in range(self.game.seats):
            self.show_seat(seat)
        self.remember()
        self.reseated.emit()

    def _param(self, seat: int, name: str, value: Value) -> None:
        spec = self.setup.seats[seat]
        params = spec.params or algorithms()[spec.algorithm].usual(self.game)
        self.set_params(seat, turn(params, name, value))

    def set_params(self, seat: int, params: HasFields) -> None:
        """Other parameters, at once."""
        self._set(seat, replace(self.setup.seats[seat], params=params))
        self._showing.session.set_params(seat, params)

    def _weight(self, seat: int, name: str, value: Value) -> None:
        weights = turn(self.setup.seats[seat].weights or self.game.EvalParams(), name, value)
        self._set(seat, replace(self.setup.seats[seat], weights=weights))
        self._showing.session.set_weights(seat, weights)

    def _budget(self, seat: int, text: str) -> None:
        budget = Budget.parse(text)
        self._set(seat, replace(self.setup.seats[seat], budget=budget))
        self._showing.session.set_budget(seat, budget)

    def _clock(self, _seat: int, name: str) -> None:
        self._settings.clock = name
        self.clock_chosen.emit(name)

    def _person(self, which: str, on: bool) -> None:
        if which == PONDER:
            self._settings.ponder = on
            self._showing.session.set_think_in_persons_time(on)
        else:
            self._settings.thoughts = on
        self.reseated.emit()

    # -- presets -----------------------------------------------------------------------------------------------------

    def _presets(self, seat: int) -> Mapping[str, Mapping[str, Value]]:
        kind = algorithms()[self.setup.seats[seat].algorithm]
        return {**kind.presets, **self._settings.presets.get(kind.name, {})}

    def _preset(self, seat: int, name: str) -> None:
        kind = algorithms()[self.setup.seats[seat].algorithm]
        try:
            params = make(kind.Params, {**self.game.defaults.get(kind.name, {}), **self._presets(seat)[name]})
        except KnobError as error:
            self.told.emit(f"The preset {name} does not fit any more: {error}")
            return
        self.set_params(seat, params)
        self.show_seat(seat)

    def _save_preset(self, seat: int, name: str) -> None:
        spec = self.setup.seats[seat]
        self._settings.presets.setdefault(spec.algorithm, {})[name] = values_of(spec.params)
        self._refresh_presets()
        self.told.emit(f"The preset {name} is saved.")

    def _delete_preset(self, seat: int, name: str) -> None:
        self._settings.presets.get(self.setup.seats[seat].algorithm, {}).pop(name, None)
        self._refresh_presets()
        self.told.emit(f"The preset {name} is deleted.")

    def _refresh_presets(self) -> None:
        for seat in range(self.game.seats):
            self.show_seat(seat)

    def _copy_seat(self, seat: int) -> None:
        QGuiApplication.clipboard().setText(f"--seat {format_seat(self.setup.seats[seat], self.game)}")
        self.told.emit(f"Seat {seat + 1} is in the clipboard as a command line.")
