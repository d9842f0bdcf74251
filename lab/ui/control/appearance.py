"""How the window looks: theme, text size, what the board shows, and each game's last view."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QApplication

from lab.live.pace import window_first
from lab.ui.parts import detail, theme
from lab.ui.shell.keys import KeysDialog
from lab.ui.shell.window import Window
from lab.words.settings import FULL, SIMPLE, SettingsStore

# the text size that a lecture begins with in percent, by the width of the window
LECTURE_AT = ((0, 150), (1500, 175), (1800, 200))


class AppearanceControl(QObject):
    """Changes looks and keeps them in the settings."""

    told = Signal(str)

    def __init__(self, window: Window, store: SettingsStore, parent: QObject) -> None:
        super().__init__(parent)
        self._window, self._store, self._settings = window, store, store.settings
        self.game = ""
        self._lecture_percent = 0  # the size of text in a lecture, 0 outside of one
        window.trees.fold_changed.connect(self._fold_changed)
        window.trees.view_changed.connect(lambda _mode: self.remember())
        window.widths_moved.connect(self.remember)
        self.show_paths(self._settings.paths)
        self.show_names(self._settings.names)
        window.actions_.set("detail", detail.is_full())
        window.actions_.set(
            self._settings.theme if self._settings.theme in theme.SCHEMES else "system", True
        )

    # -- theme and text ----------------------------------------------------------------------------

    def system(self) -> None:
        """The desktop's theme."""
        self.set_theme("system")

    def light(self) -> None:
        """The light theme."""
        self.set_theme("light")

    def dark(self) -> None:
        """The dark theme."""
        self.set_theme("dark")

    def set_theme(self, scheme: str) -> None:
        """Light, dark, or the system's choice."""
        self._settings.theme = scheme
        self._dress()
        self._window.actions_.set(scheme, True)

    def larger(self) -> None:
        """The next larger text."""
        self._step(1)

    def smaller(self) -> None:
        """The next smaller text."""
        self._step(-1)

    def usual(self) -> None:
        """Text at 100 %."""
        self.set_text(100)

    def _step(self, step: int) -> None:
        sizes = self._sizes
        near = min(range(len(sizes)), key=lambda i: abs(sizes[i] - self.percent))
        self.set_text(sizes[max(0, min(len(sizes) - 1, near + step))])

    @property
    def _sizes(self) -> tuple[int, ...]:
        return theme.LECTURE_SIZES if self._lecture_percent else theme.SIZES

    @property
    def percent(self) -> int:
        """The size of text on the screen."""
        return self._lecture_percent or self._settings.text_percent

    def set_text(self, percent: int) -> None:
        """Text at `percent` of its usual size; in a lecture that size is not remembered."""
        if self._lecture_percent:
            self._lecture_percent = percent
        else:
            self._settings.text_percent = percent
        self._dress()
        self.told.emit(f"Text at {percent} %")

    def set_lecture(self, on: bool) -> None:
        """Whether text has the size of a lecture, or the one that is remembered."""
        wide = self._window.screen().geometry().width()  # it is taken in a moment
        fitting = max(size for width, size in LECTURE_AT if width <= wide)
        self._lecture_percent = max(fitting, self._settings.text_percent) if on else 0
        self._dress()

    def _dress(self) -> None:
        app = QApplication.instance()
        if isinstance(app, QApplication):
            with window_first():
                theme.apply(app, self._settings.theme, self.percent, self._sizes[-1])

    # -- the board ---------------------------------------------------------------------------------

    def toggle_paths(self) -> None:
        """Shows or hides expected paths."""
        self.show_paths(not self._settings.paths)

    def toggle_names(self) -> None:
        """Shows or hides names."""
        self.show_names(not self._settings.names)

    def show_paths(self, on: bool) -> None:
        """Expected paths on the board."""
        self._settings.paths = on
        for board in (self._window.centre.board, self._window.centre.node_board):
            board.show_paths(on)
        self._window.actions_.set("paths", on)

    def show_names(self, on: bool) -> None:
        """Names on the board."""
        self._settings.names = on
        for board in (self._window.centre.board, self._window.centre.node_board):
            board.show_names(on)
        self._window.actions_.set("names", on)

    # -- detail ------------------------------------------------------------------------------------

    def toggle_detail(self) -> None:
        """Shows everything, or what a first look needs."""
        self._settings.detail = SIMPLE if detail.is_full() else FULL
        detail.set_full(self._settings.detail == FULL)
        self._window.actions_.set("detail", detail.is_full())
        self.told.emit(f"{self._settings.detail.capitalize()} detail")

    # -- regions -----------------------------------------------------------------------------------

    def toggle_setup(self) -> None:
        """Shows or hides Set-up."""
        self._window.toggle_setup(not self._window.setup_shown)

    def next_region(self) -> None:
        """The keys go to the next region: Set-up, board, Trees."""
        window, here = self._window, self._window.focusWidget()
        regions = (window.setup, window.centre, window.side)
        inside = [region for region in regions if here is not None and region.isAncestorOf(here)]
        at = regions.index(inside[0]) if inside else -1
        if (at + 1) % 3 == 2:
            window.trees.setFocus(Qt.FocusReason.TabFocusReason)
            window.trees.focusNextChild()
        elif (at + 1) % 3 == 0 and window.setup_shown:
            window.setup.game.setFocus(Qt.FocusReason.TabFocusReason)
        else:
            window.centre.board.setFocus(Qt.FocusReason.TabFocusReason)

    def toggle_sides(self) -> None:
        """Exchanges the sides of Set-up and Trees."""
        self._window.put_trees_left(self._window.actions_.by_name["trees_left"].isChecked())

    def show_keys(self) -> None:
        """The list of keys, that on the screen if there is one."""
        shown = [d for d in self._window.findChildren(KeysDialog) if d.isVisible()]
        dialog = shown[0] if shown else KeysDialog(self._window.actions_, self._window)
        if not shown:
            dialog.rebound.connect(self._rebound)
        dialog.show()
        dialog.raise_()
        dialog.activateWindow()

    def _rebound(self) -> None:
        self._settings.keys = self._window.actions_.changed_keys()
        self._store.save()

    # -- each game's view --------------------------------------------------------------------------

    def _view(self) -> dict[str, Any]:
        view: dict[str, Any] = self._settings.views.setdefault(self.game, {})
        return view

    def _fold_changed(self, name: str, is_open: bool) -> None:
        self._view().setdefault("folds", {})[name] = is_open

    def remember(self) -> None:
        """Keeps mode and widths for this game, unless a lecture changed them."""
        if self.game and not self._lecture_percent:
            self._view().update(mode=self._window.trees.view_mode(), widths=self._window.widths())

    def recall(self, game: str) -> None:
        """The view of a game as it was left."""
        if self.game and self.game != game:
            self.remember()
        self.game = game
        view = self._view()
        folds, mode, widths = view.get("folds"), view.get("mode"), view.get("widths")
        if isinstance(folds, dict):
            self._window.trees.set_folds({str(k): bool(v) for k, v in folds.items()})
        self._window.trees.set_view(str(mode or "graphs"))
        self._window.set_widths(
            [int(w) for w in widths]
            if isinstance(widths, list) and all(isinstance(w, int) for w in widths)
            else []
        )
