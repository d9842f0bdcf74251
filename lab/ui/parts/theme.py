"""Colours, type and sizes of the window, light and dark.

Widgets ask `current()` for a frozen Theme when they paint, and listen to `changed` to paint again.
Roles are those of `TOKENS`; the hues of agents depend on the game and come from lab.ui.parts.marks.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from types import MappingProxyType

from PySide6.QtCore import QEvent, QObject, QSize, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QColor, QFont, QFontDatabase, QFontMetricsF, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication, QStyleFactory, QWidget
from shiboken6 import isValid

from lab.ui.parts import sheet

SIZES = (90, 100, 115, 130, 150)  # text sizes in percent
LECTURE_SIZES = (*SIZES, 175, 200, 230)  # those of a lecture
SCHEMES = ("system", "light", "dark")
TABLE, BODY, TITLE, CLOCK = 12, 13, 15, 20  # text heights in pixels at 100 %

TOKENS = {
    # role: (light, dark)
    "chrome": ("#F1F1EE", "#26292D"),
    "title": ("#E7E7E3", "#1B1D20"),
    "panel": ("#FAFAF8", "#202326"),
    "field": ("#FFFFFF", "#17191B"),
    "control": ("#FFFFFF", "#2B2F33"),
    "line": ("#DEDEDA", "#33373B"),
    "line2": ("#C9C9C4", "#474C51"),
    "edge": ("#7E8286", "#7C8288"),
    "ink": ("#1C1F22", "#ECEDEE"),
    "ink2": ("#50555A", "#B6BBC0"),
    "ink3": ("#63686D", "#9CA2A8"),
    "accent": ("#2B3035", "#E3E5E7"),
    "on_accent": ("#FFFFFF", "#17191B"),
    "track": ("#E9E9E5", "#2E3236"),
    "mark": ("#FFF3B8", "#453D16"),
    "mark_edge": ("#7A6200", "#E8CF5A"),
    "cut": ("#8D9195", "#757A80"),
    "wall": ("#7E8286", "#7C8288"),
    "ok": ("#00664B", "#5CCBA5"),
    "warn": ("#8A5A00", "#E6B35A"),
    "error": ("#B3261E", "#FF8A80"),
    "hue0": ("#0072B2", "#56B4E9"),
    "hue1": ("#009E73", "#009E73"),
    "hue2": ("#D55E00", "#E8743B"),
    "hue3": ("#B8629A", "#CC79A7"),
    "hue4": ("#806000", "#E8CF5A"),
    "hue5": ("#3B3A9E", "#9A8CFF"),
    "hue6": ("#8E1440", "#D14562"),
    "hue7": ("#47545C", "#C6D0D6"),
    "heat_low": ("#D8A95B", "#D8A95B"),
    "heat_even": ("#F4F3EF", "#F4F3EF"),
    "heat_high": ("#4FB3A6", "#4FB3A6"),
    "heat_ink": ("#1C1F22", "#1C1F22"),
}
HUES = 4


@dataclass(frozen=True)
class Theme:
    """One look: a colour per role, fonts, and the text scale (0.9 to 1.5)."""

    name: str  # "light" or "dark"
    scale: float = 1.0
    colours: Mapping[str, QColor] = field(default_factory=dict, repr=False)

    def colour(self, role: str) -> QColor:
        """The colour of a role; "none" is transparent."""
        return self.colours[role]

    def font(self, size: float = BODY, bold: bool = False, figures: bool = True) -> QFont:
        """The text font at `size` pixels (at 100 %), Regular or SemiBold; `figures` makes digits
        (and the hyphen) equally wide.
        """
        return QFont(_font(size * self.scale, bold, figures))

    def fixed_font(self, size: float = TABLE) -> QFont:
        """The system's fixed font, for command lines."""
        font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        font.setPixelSize(round(size * self.scale))
        return font

    def px(self, length: float) -> int:
        """A length that grows with the text, in whole pixels."""
        return round(length * self.scale)

    @property
    def dark(self) -> bool:
        """Whether surfaces are darker than text."""
        return self.name == "dark"


@cache
def make(name: str, percent: int = 100) -> Theme:
    """The theme "light" or "dark" at a text size in percent."""
    column = ("light", "dark").index(name)
    colours = {role: QColor(pair[column]) for role, pair in TOKENS.items()}
    colours["none"] = QColor(Qt.GlobalColor.transparent)
    return Theme(name, percent / 100, MappingProxyType(colours))


class _State(QObject):
    """The theme and choice in force; `changed` carries the new Theme."""

    changed = Signal(object)
    dressing = Signal(object)  # before that: who wears the style sheet themselves

    def __init__(self) -> None:
        super().__init__()
        self.wearers = 0
        self.theme = make("light")
        self.scheme = "system"
        self.percent = 100
        self.most = SIZES[-1]

    @Slot()
    def follow_system(self) -> None:
        """Switches between light and dark with the desktop while the choice is "system"."""
        app = QApplication.instance()
        if (
            isinstance(app, QApplication)
            and self.scheme == "system"
            and _resolve("system") != self.theme.name
        ):
            apply(app, "system", self.percent, self.most)


_state = _State()


class _Listener(QObject):
    """A widget's slot for changes of theme, called at once while the widget is on the screen, else
    when it is shown next: dressing what nobody sees would hold the window up.
    """

    heard = Signal(object)

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self._late = False

    @Slot(object)
    def hear(self, theme: Theme) -> None:
        """Passes a change on, now or later."""
        widget = self.parent()
        assert isinstance(widget, QWidget)
        if widget.isVisible():
            self.heard.emit(theme)
        elif not self._late:
            self._late = True
            widget.installEventFilter(self)

    def eventFilter(self, widget: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Show:
            self._late = False
            widget.removeEventFilter(self)
            self.heard.emit(_state.theme)
        return False


class _Wearer(_Listener):
    """Keeps a widget's own style sheet that of the theme."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self.heard.connect(self._wear)
        _state.dressing.connect(self.hear)
        self._wear(_state.theme)

    @Slot(object)
    def _wear(self, theme: Theme) -> None:
        widget = self.parent()
        assert isinstance(widget, QWidget)
        widget.setStyleSheet(sheet.style_sheet(theme))


def wear(widget: QWidget) -> None:
    """Has a widget, with all in it, wear the style sheet itself. As long as there is such a widget
    the application wears none: a new one there restyles every widget, also those that nobody sees.
    """
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    if app.styleSheet():
        app.setStyleSheet("")
    _state.wearers += 1
    widget.destroyed.connect(_undressed)
    _Wearer(widget)


def _undressed() -> None:
    _state.wearers -= 1
    if not _state.wearers and isValid(_state):  # not at once: the program may be ending
        QTimer.singleShot(0, _state, _dress_application)


def _dress_application() -> None:
    app = QApplication.instance()
    if not _state.wearers and isinstance(app, QApplication):
        app.setStyleSheet(sheet.style_sheet(_state.theme))


class _Changed:
    """What carries the new Theme to those who listen."""

    def connect(self, slot: Callable[..., object]) -> None:
        """Has a slot called after each change; a hidden widget's when it is shown."""
        owner = getattr(slot, "__self__", None)
        if isinstance(owner, QWidget):
            listener = _Listener(owner)
            listener.heard.connect(slot)
            _state.changed.connect(listener.hear)
        else:
            _state.changed.connect(slot)


changed = _Changed()


def follow(dress: Callable[[], object]) -> None:
    """Calls a slot now, and after each change."""
    changed.connect(dress)
    dress()


def set_look(widget: QWidget, look: str) -> None:
    """Sets the look by which the style sheet finds a widget that is on show already."""
    if widget.property("look") != look:
        widget.setProperty("look", look)
        widget.style().unpolish(widget)
        widget.style().polish(widget)


def sized(wide: int, high: int) -> Callable[[QWidget], QSize]:
    """A widget's size hint, in pixels at 100 %."""
    return lambda widget: QSize(current().px(wide), current().px(high))


def current() -> Theme:
    """The theme on screen, or inside `as_if` that one."""
    return _instead.theme or _state.theme


class _Instead(threading.local):
    """The theme that a thread paints in at the moment, if it is not that on the screen."""

    theme: Theme | None = None


_instead = _Instead()


@contextmanager
def as_if(name: str) -> Iterator[Theme]:
    """What this thread paints inside has the colours of the theme `name`; nothing on the screen
    changes.
    """
    before, made = _instead.theme, make(name, _state.percent)
    _instead.theme = made
    try:
        yield made
    finally:
        _instead.theme = before


def scheme() -> str:
    """What was chosen: "system", "light" or "dark"."""
    return _state.scheme


def apply(
    app: QApplication, scheme: str = "system", percent: int = 100, most: int = SIZES[-1]
) -> Theme:
    """Applies style, palette, font and style sheet to the application, then emits `changed`. Text
    has `most` percent at most.
    """
    if scheme not in SCHEMES:
        raise ValueError(f"The theme {scheme} is not one of: {', '.join(SCHEMES)}.")
    _state.scheme, _state.most = scheme, most
    _state.percent = max(SIZES[0], min(percent, most))
    theme = make(_resolve(scheme), _state.percent)
    _state.theme = theme
    dress = sheet.style_sheet(theme)
    if _state.wearers:
        app.setPalette(palette(theme))
        app.setFont(theme.font(figures=False))
        _state.dressing.emit(theme)
    elif app.styleSheet() != dress:  # restyling every widget takes a while
        if not app.styleSheet():  # else the style is Fusion within one that reads the sheet
            app.setStyle(QStyleFactory.create("Fusion"))
        app.setStyleSheet("")  # else Qt styles each widget once for each of its ancestors
        app.setPalette(palette(theme))
        app.setFont(theme.font(figures=False))
        app.setStyleSheet(dress)
    app.styleHints().colorSchemeChanged.connect(
        _state.follow_system, Qt.ConnectionType.UniqueConnection
    )
    _state.changed.emit(theme)
    return theme


def _resolve(scheme: str) -> str:
    if scheme != "system":
        return scheme
    return "dark" if QGuiApplication.styleHints().colorScheme() == Qt.ColorScheme.Dark else "light"


def palette(theme: Theme) -> QPalette:
    """The QPalette of a theme, for everything the style sheet leaves to Fusion."""
    role = QPalette.ColorRole
    colours = {
        role.Window: "panel",
        role.WindowText: "ink",
        role.Base: "field",
        role.AlternateBase: "panel",
        role.Text: "ink",
        role.Button: "control",
        role.ButtonText: "ink",
        role.BrightText: "error",
        role.Highlight: "accent",
        role.HighlightedText: "on_accent",
        role.Accent: "accent",
        role.Link: "ink",
        role.LinkVisited: "ink2",
        role.ToolTipBase: "control",
        role.ToolTipText: "ink",
        role.PlaceholderText: "ink3",
        role.Light: "line",
        role.Midlight: "line",
        role.Mid: "line2",
        role.Dark: "edge",
        role.Shadow: "line2",
    }
    out = QPalette()
    for which, name in colours.items():
        out.setColor(which, theme.colour(name))
    for which in (role.WindowText, role.Text, role.ButtonText):
        out.setColor(QPalette.ColorGroup.Disabled, which, theme.colour("ink3"))
    return out


@cache
def _family() -> str:
    """The bundled text family, loaded once; "" where there is none and the system's font is
    used.
    """
    for entry in sorted(_font_files(), key=lambda e: "Regular" not in e[0]):
        number = QFontDatabase.addApplicationFontFromData(entry[1])
        families = QFontDatabase.applicationFontFamilies(number)
        if families:
            _loaded.append(families[0])
    return _loaded[0] if _loaded else ""


_loaded: list[str] = []


def _font_files() -> list[tuple[str, bytes]]:
    try:
        folder = resources.files("resources").joinpath("fonts")
        return [
            (e.name, e.read_bytes())
            for e in folder.iterdir()
            if e.name.lower().endswith((".ttf", ".otf"))
        ]
    except (ModuleNotFoundError, FileNotFoundError, NotADirectoryError):
        return []


@cache
def _font(pixels: float, bold: bool, figures: bool) -> QFont:
    family = _family()
    font = (
        QFont(family) if family else QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont)
    )
    font.setPixelSize(max(1, round(pixels)))
    font.setWeight(QFont.Weight.DemiBold if bold else QFont.Weight.Normal)
    if figures:
        font.setFeature(QFont.Tag("tnum"), 1)
    # whole-pixel advances space letters unevenly at these sizes
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    return font


@cache
def metrics(size: float = BODY, bold: bool = False, scale: float = 1.0) -> QFontMetricsF:
    """Font metrics, cached; `scale` is the theme's."""
    return QFontMetricsF(_font(size * scale, bold, True))
