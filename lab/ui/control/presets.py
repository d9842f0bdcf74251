"""Presets of a seat's search: chosen, saved and deleted."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import QObject, Signal

from engines.game import Game
from engines.knobs import KnobError, Value, knobs
from lab.files.codec import values_of
from lab.match.seat import SearchSeat
from lab.match.seats import make_seat, presets_of
from lab.ui.setup.dock import SetupDock
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
        parent: QObject | None = None,
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
        params, weights = spec.settings(game)
        own = {f"{WEIGHT}{key}": value for key, value in values_of(weights).items()}
        self._settings.presets.setdefault(spec.name, {})[name] = values_of(params) | own
        self.kept.emit()
        self.told.emit(f"The preset {name} is saved.")

    def _delete(self, seat: int, name: str) -> None:
        spec, _ = self._seated(seat)
        self._settings.presets.get(spec.name, {}).pop(name, None)
        self.kept.emit()
        self.told.emit(f"The preset {name} is deleted.")
