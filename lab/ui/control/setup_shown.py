"""The set-up of the match as the Set-up dock shows it, with the presets of its searches, and as a
command line, which may not play exactly that match.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from engines.game import Game
from engines.knobs import HasFields, KnobError, Value, knobs
from lab.match.play import Turn
from lab.match.records import Setup
from lab.match.seat import Person, ProgramSeat, SearchSeat, SeatSpec
from lab.match.seats import command, game_of, make_seat, presets_of
from lab.programs.spec import PROGRAM, Program
from lab.ui.control.moment import Moment
from lab.ui.parts.combos import Entry
from lab.ui.setup.dock import SetupDock
from lab.ui.setup.seat_panel import SeatPanel
from lab.ui.setup.usual import game_entries, level_of, player, players, strength_entries
from lab.words.asked import values_of
from lab.words.idle import facts, weighing
from lab.words.printable import no_name
from lab.words.settings import Settings
from search import algorithms
from search.base import Search

WEIGHT = "w."  # before an evaluation weight's name, as on the command line


class PresetsControl(QObject):
    """Answers the preset menus of the seats; `chosen` carries a seat, its new parameters and
    its new evaluation weights.
    """

    chosen = Signal(int, object, object)
    kept = Signal()  # the presets of some algorithm have changed
    told = Signal(str)  # a sentence for the status bar

    def __init__(
        self,
        dock: SetupDock,
        settings: Settings,
        seated: Callable[[int], tuple[SearchSeat, Game]],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._settings, self._seated = settings, seated
        dock.preset_chosen.connect(self._choose)
        dock.preset_saved.connect(self._save)
        dock.preset_deleted.connect(self._delete)

    def own(self, kind: type[Search]) -> Mapping[str, Mapping[str, Value]]:
        """The user's own presets of an algorithm."""
        found: Mapping[str, Mapping[str, Value]] = self._settings.presets.get(kind.name, {})
        return found

    def _choose(self, seat: int, name: str) -> None:
        spec, game = self._seated(seat)
        kind = algorithms()[spec.name]
        values = {**presets_of(kind, game), **self.own(kind)}[name]
        known = {f"{WEIGHT}{knob.name}" for knob in knobs(game.EvalParams)}
        strange = [key for key in values if key.startswith(WEIGHT) and key not in known]
        try:
            made = make_seat(kind, game, {k: v for k, v in values.items() if k not in strange})
        except KnobError as error:
            self.told.emit(f"The preset {name} does not fit any more: {error}")
            return
        weights = made.weights if known & set(values) else spec.settings(game)[1]
        self.chosen.emit(seat, made.params, weights)
        if strange:
            names = ", ".join(key.removeprefix(WEIGHT) for key in strange)
            self.told.emit(f"{game.title} has no evaluation weight {names}: left out.")

    def _save(self, seat: int, name: str) -> None:
        if said := no_name(name):
            self.told.emit(f"The preset is not saved under this name: {said}.")
            return
        spec, game = self._seated(seat)
        self._settings.presets.setdefault(spec.name, {})[name] = spec.values(game)
        self.kept.emit()
        self.told.emit(f"The preset {name} is saved.")

    def _delete(self, seat: int, name: str) -> None:
        spec, _ = self._seated(seat)
        self._settings.presets.get(spec.name, {}).pop(name, None)
        self.kept.emit()
        self.told.emit(f"The preset {name} is deleted.")


class MatchCommand:
    """Makes the command line once for each set-up, and reads in the turns when the match first had
    other settings than at its start.
    """

    def __init__(self) -> None:
        self.pasted = False  # no command line leads to the match's start position
        self._changed: int | None = None  # turns played when a setting changed first
        self._turning: int | None = None  # turns played when a running search's knob was turned
        self._made_of: Setup | None = None
        self._made = ""

    def begin(self, pasted: bool = False) -> None:
        """Another match, or the same one from its start."""
        self.pasted, self._changed, self._turning = pasted, None, None

    def turn(self, turns: int) -> None:
        """A knob of a search that runs after `turns` turns was turned: no record says so yet."""
        self._turning = turns

    def look(self, turns: Sequence[Turn], now: tuple[SeatSpec, ...]) -> None:
        """Reads the turns of the line on the board, and the settings of now."""
        pending = len(turns) if self._turning == len(turns) else None
        found = changed_at(turns, now)
        self._changed = pending if found is None else found

    def text(self, setup: Setup) -> str:
        """The command line; "" if no command line can play the match.

        That is so after a pasted position, and if a seat's program played on the contest's site.
        """
        if self.pasted or any(
            isinstance(s, ProgramSeat) and s.program.is_elsewhere for s in setup.seats
        ):
            return ""
        if self._made_of is not setup:
            self._made_of, self._made = setup, command(setup)
        return self._made

    def words(self, turn_word: str) -> str:
        """Since when the match's settings are not those it began with; "" if they are."""
        return "" if self._changed is None else f"settings changed at {turn_word} {self._changed}"

    def copied(self, turn_word: str, file: Path | None) -> str:
        """What the command in the clipboard plays, and where the match itself is kept."""
        if self._changed is None:
            return "The command line is in the clipboard."
        kept = f"the replay {file.name} has the match as played" if file is not None else ""
        return (
            f"In the clipboard, with the settings of now: they changed at {turn_word} "
            f"{self._changed}; {kept or 'the replay has the match as played'} (Ctrl+S saves it)."
        )


def changed_at(turns: Sequence[Turn], now: tuple[SeatSpec, ...]) -> int | None:
    """How many turns were played before one with other settings than those that the match began
    with, or with a knob turned in mid-search; None if there is none.
    """
    first = turns[0].seats if turns else now
    for turn in turns:
        decisions = (d for d in turn.decisions if d is not None)
        if turn.seats != first or any(c.iteration >= 0 for d in decisions for c in d.changes):
            return turn.turn - 1
    return len(turns) if now != first else None


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

    def _show_again(self) -> None:
        """Shows the same game with other settings."""
        self._show_position()
        self._dock.set_options(knobs(self.game.Options), values_of(self.game.options))
        self._show_seats()
        self._show_switches()

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
        weighed = weighing(self.game) if kind.searches else ()
        panel.set_knobs(
            kind.knobs(self.game),
            values_of(spec.settings(self.game)[0]) | facts(self.game),
            weighed,
            values_of(spec.weights),
        )
        panel.set_presets(tuple(presets_of(kind, self.game)), tuple(self._presets.own(kind)))
        if spec.budget is not None:
            panel.set_budget(spec.budget.text)

    def _show_strength(self, seat: int) -> None:
        """The words for the strength of a search that a person plays against."""
        spec = self.setup.seats[seat]
        words = strength_entries(self.game) if self._people and spec.searches else ()
        self._dock.seats[seat].set_strength(words, level_of(spec, self.game))

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
