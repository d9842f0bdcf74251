"""Presets of a seat's search: chosen, saved and deleted."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import QObject, Signal

from engines.game import Game
from engines.knobs import HasFields, KnobError, Value, make
from lab.files.codec import values_of
from lab.match.seat import SearchSeat
from lab.ui.setup.dock import SetupDock
from lab.words.settings import Settings
from search import algorithms
from search.base import Search


class PresetsControl(QObject):
    """Answers the preset menus of the seats; `chosen` carries a seat and its new parameters."""

    chosen = Signal(int, object)
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
        values = {**kind.presets, **self.own(kind)}[name]
        try:
            params: HasFields = make(kind.Params, {**game.defaults.get(kind.name, {}), **values})
        except KnobError as error:
            self.told.emit(f"The preset {name} does not fit any more: {error}")
            return
        self.chosen.emit(seat, params)

    def _save(self, seat: int, name: str) -> None:
        spec, _ = self._seated(seat)
        self._settings.presets.setdefault(spec.name, {})[name] = values_of(spec.params)
        self.kept.emit()
        self.told.emit(f"The preset {name} is saved.")

    def _delete(self, seat: int, name: str) -> None:
        spec, _ = self._seated(seat)
        self._settings.presets.get(spec.name, {}).pop(name, None)
        self.kept.emit()
        self.told.emit(f"The preset {name} is deleted.")
