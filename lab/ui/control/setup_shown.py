"""The set-up of the match as the Set-up dock shows it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject

from engines.game import Game
from engines.knobs import HasFields, knobs
from lab.files.codec import values_of
from lab.match.seat import Person, ProgramSeat, SearchSeat, SeatSpec
from lab.match.seats import game_of, presets_of
from lab.programs.spec import PROGRAM, Program
from lab.ui.control.command_line import MatchCommand
from lab.ui.control.moment import Moment
from lab.ui.control.presets import PresetsControl
from lab.ui.parts.combos import Entry
from lab.ui.setup import strength
from lab.ui.setup.dock import SetupDock
from lab.ui.setup.seat_panel import SeatPanel
from lab.ui.setup.usual import game_entries, player, players
from lab.words.settings import Settings
from search.base import Search


class ShownSetup(QObject):
    """Knows the set-up and shows it."""

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
        self._line = MatchCommand()
        self._presets = PresetsControl(dock, settings, lambda s: (self._search(s), self.game), self)

    def _search(self, seat: int) -> SearchSeat:
        """The spec of a seat whose knobs are shown, which an algorithm therefore plays."""
        spec = self.setup.seats[seat]
        assert isinstance(spec, SearchSeat)
        return spec

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
        note = "a pasted position" if pasted else self.game.position_note(seed)
        self._dock.set_position(note, seed)

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


def title_of(settings: HasFields, name: str) -> str:
    """What a knob of these settings is called."""
    return next(knob.title for knob in knobs(type(settings)) if knob.name == name)
