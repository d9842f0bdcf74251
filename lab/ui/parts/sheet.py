"""The application's style sheet: radii, borders and segments on top of Fusion, made from a theme.

Widgets choose a variant by a dynamic property `look`:
- QLabel: "title" (15, region titles), "band" (12 semi-bold), "strong" (13 semi-bold), "soft"
  (ink2), "note" (12, ink2), "caption" (12, ink2), "clock" (20), "bubble" (on the accent),
  "readout" (12, framed);
- QPushButton and QToolButton: "primary" (the one thing to press), "flat", "fold", "tab" (a page or
  a view), "segment" with `place` = "first", "middle", "last" or "only";
- QSpinBox and QDoubleSpinBox: "value" (flat and semi-bold);
- QFrame: "hairline" and "upright" (between parts), "message", "error".
"""

from __future__ import annotations

import tempfile
from functools import cache
from pathlib import Path
from string import Template
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPixmap

from lab.ui.parts.glyphs import paint_glyph

if TYPE_CHECKING:
    from lab.ui.parts.theme import Theme

PICTURES = {  # file name: (glyph, colour role)
    "down": ("down", "ink"),
    "down_off": ("down", "ink3"),
    "up": ("up", "ink2"),
    "down2": ("down", "ink2"),
    "check": ("check", "on_accent"),
    "right": ("right", "ink2"),
}

SHEET = """
QToolTip { background: $control; color: $ink; border: 1px solid $edge; border-radius: 4px;
    padding: 8px; }
QMenuBar { background: $chrome; padding: 0 8px; }
QMenuBar::item { padding: ${p12}px 10px; background: transparent; border-radius: 4px; }
QMenuBar::item:selected { background: $track; }
QMenu { background: $control; border: 1px solid $edge; border-radius: 4px; padding: 4px; }
QMenu::item { padding: 5px 24px 5px 12px; border-radius: 4px; }
QMenu::item:selected { background: $accent; color: $on_accent; }
QMenu::item:disabled { color: $ink3; background: transparent; }
QMenu::separator { height: 1px; background: $line; margin: 4px 8px; }
QStatusBar { background: $chrome; border-top: 1px solid $line; color: $ink2; }
QStatusBar::item { border: none; }
QSplitter::handle, QMainWindow::separator { background: $line2; width: 1px; height: 1px; }
QDockWidget { border: none; }

QLabel[look="title"] { font-size: ${f15}px; font-weight: 600; }
QLabel[look="band"] { font-size: ${f12}px; font-weight: 600; }
QLabel[look="strong"] { font-weight: 600; }
QLabel[look="soft"] { color: $ink2; }
QLabel[look="note"] { font-size: ${f12}px; color: $ink2; }
QLabel[look="caption"] { font-size: ${f12}px; color: $ink2; }
QLabel[look="clock"] { font-size: ${f20}px; font-weight: 600; }
QLabel[look="bubble"] { background: $accent; color: $on_accent; border-radius: 4px;
    padding: 8px 12px; }
QLabel[look="readout"] { background: $control; color: $ink; border: 1px solid $edge;
    border-radius: 4px; font-size: ${f12}px; padding: 4px 8px; }
QLabel:disabled { color: $ink3; }

QPushButton, QComboBox, QLineEdit, QSpinBox, QDoubleSpinBox, QToolButton {
    background: $control; color: $ink; border: 1px solid $edge; border-radius: 4px;
    min-height: ${h26}px; }
QPushButton { padding: 0 11px; }
QPushButton:hover, QComboBox:hover, QToolButton:hover { background: $panel; }
QPushButton:pressed, QToolButton:pressed { background: $track; }
QPushButton:focus, QComboBox:focus, QLineEdit:focus, QSpinBox:focus, QDoubleSpinBox:focus,
QToolButton:focus {
    border: 1px solid $ink; outline: none; }
QPushButton:disabled, QComboBox:disabled, QLineEdit:disabled, QAbstractSpinBox:disabled,
QToolButton:disabled {
    color: $ink3; border-color: $line2; background: $panel; }
QPushButton:checked, QToolButton:checked {
    background: $track; color: $ink; border-color: $edge; font-weight: 600; }
QPushButton[look="primary"], QToolButton[look="primary"] {
    background: $accent; color: $on_accent; border-color: $accent; font-weight: 600; }
QPushButton[look="primary"]:hover, QToolButton[look="primary"]:hover { background: $accent; }
QPushButton[look="primary"]:disabled { background: $track; color: $ink3; border-color: $track; }
QPushButton[look="flat"], QToolButton[look="flat"], QPushButton[look="fold"],
QToolButton[look="fold"] {
    background: transparent; border: 1px solid transparent; }
QPushButton[look="flat"]:hover, QToolButton[look="flat"]:hover { background: $track; }
QPushButton[look="fold"], QToolButton[look="fold"] {
    color: $ink2; font-size: ${f12}px; text-align: left; padding: 0 4px 0 0; min-height: ${h20}px; }
QPushButton[look="fold"][strong="true"] { color: $ink; font-weight: 600; }
QToolButton[look="fold"]:checked { background: transparent; color: $ink2;
    border-color: transparent; font-weight: 400; }
QPushButton[look="flat"]:focus, QToolButton[look="flat"]:focus, QPushButton[look="fold"]:focus,
QToolButton[look="fold"]:focus {
    border: 1px solid $ink; }
QToolButton { padding: 0 4px; }
QToolButton::menu-indicator { image: none; }
QToolButton[look="segment"] { border-radius: 0; border-left-width: 0; min-height: ${h24}px;
    padding: 0 10px; font-size: ${f12}px; }
QToolButton[look="segment"][place="first"] {
    border-left-width: 1px; border-top-left-radius: 4px; border-bottom-left-radius: 4px; }
QToolButton[look="segment"][place="last"] { border-top-right-radius: 4px;
    border-bottom-right-radius: 4px; }
QToolButton[look="segment"][place="only"] { border-left-width: 1px; border-radius: 4px; }
QToolButton[look="tab"], QToolButton[look="tab"]:hover, QToolButton[look="tab"]:checked {
    background: transparent; border: 1px solid transparent; border-radius: 0; }
QToolButton[look="tab"]:focus { border-color: $ink; }

QComboBox { padding: 0 2px 0 8px; combobox-popup: 0; }
QComboBox::drop-down { border: none; width: ${p20}px; }
QComboBox::down-arrow { image: url($pictures/down.png); width: ${p16}px; height: ${p16}px; }
QComboBox::down-arrow:disabled { image: url($pictures/down_off.png); }
QComboBox QAbstractItemView { background: $control; border: 1px solid $edge; border-radius: 4px;
    padding: 2px; outline: none;
    selection-background-color: $accent; selection-color: $on_accent; }
QSpinBox, QDoubleSpinBox { padding: 0 0 0 4px; }
QAbstractSpinBox QLineEdit { background: transparent; border: none; padding: 0; min-height: 0; }
QAbstractSpinBox::up-button, QAbstractSpinBox::down-button { border: none;
    background: transparent; width: ${p16}px; }
QAbstractSpinBox::up-button { subcontrol-origin: border; subcontrol-position: top right;
    margin: 4px 2px 0 0; }
QAbstractSpinBox::down-button { subcontrol-origin: border; subcontrol-position: bottom right;
    margin: 0 2px 4px 0; }
QAbstractSpinBox::up-arrow { image: url($pictures/up.png); width: ${p12}px; height: ${p12}px; }
QAbstractSpinBox::down-arrow { image: url($pictures/down2.png); width: ${p12}px; height: ${p12}px; }
QDoubleSpinBox[look="value"], QSpinBox[look="value"] {
    background: transparent; border: 1px solid transparent; padding: 0; font-weight: 600;
    min-height: ${h18}px; }
QDoubleSpinBox[look="value"]::up-button, QDoubleSpinBox[look="value"]::down-button { width: 0;
    height: 0; margin: 0; }
QDoubleSpinBox[look="value"]:hover { border-bottom-color: $line2; }
QDoubleSpinBox[look="value"]:focus { border-color: $ink; background: $control; }

QCheckBox { spacing: 8px; min-height: ${h20}px; }
QCheckBox::indicator { width: ${p14}px; height: ${p14}px; border: 1px solid $edge;
    border-radius: 4px; background: $control; }
QCheckBox::indicator:checked { background: $accent; border-color: $accent;
    image: url($pictures/check.png); }
QCheckBox::indicator:focus { border: 1px solid $ink; }
QCheckBox:disabled { color: $ink3; }
QProgressBar { background: $track; border: none; border-radius: 4px; max-height: 8px;
    min-height: 8px; }
QProgressBar::chunk { background: $accent; border-radius: 4px; }

QFrame[look="hairline"] { background: $line; border: none; max-height: 1px; min-height: 1px; }
QFrame[look="upright"] { background: $line2; border: none; max-width: 1px; min-width: 1px; }
QFrame[look="message"] { background: $track; border: none; border-radius: 4px; }
QFrame[look="error"] { background: $chrome; border: none; border-left: 4px solid $error;
    border-radius: 0; }
QScrollArea, QScrollArea > QWidget > QWidget[look="page"] { background: $panel; border: none; }
QScrollBar:vertical { background: transparent; width: 8px; margin: 0; }
QScrollBar:horizontal { background: transparent; height: 8px; margin: 0; }
QScrollBar::handle { background: $line2; border-radius: 3px; min-height: 24px; min-width: 24px;
    margin: 1px; }
QScrollBar::handle:hover { background: $edge; }
QScrollBar::add-line, QScrollBar::sub-line, QScrollBar::add-page, QScrollBar::sub-page {
    background: none; border: none; width: 0; height: 0; }
QTableView { background: $panel; border: none; gridline-color: $line; font-size: ${f12}px;
    selection-background-color: $mark; selection-color: $ink; outline: none; }
QHeaderView::section {
    background: $panel; color: $ink2; border: none; border-bottom: 1px solid $line2;
    padding: 3px 6px; font-size: ${f12}px; }
"""


@cache
def _folder() -> tempfile.TemporaryDirectory[str]:
    """Where the style sheet's small pictures are kept while the program runs."""
    return tempfile.TemporaryDirectory(prefix="smitsilab-")


def _pictures(theme: Theme) -> str:
    """Paints the arrows and ticks of a theme, at 1x and 2x, and returns their folder."""
    folder, side = Path(_folder().name) / f"{theme.name}{theme.px(100)}", theme.px(16)
    if not folder.exists():
        folder.mkdir()
        for name, (glyph, role) in PICTURES.items():
            for scale, suffix in ((1, ""), (2, "@2x")):
                pixmap = QPixmap(side * scale, side * scale)
                pixmap.fill(Qt.GlobalColor.transparent)
                with QPainter(pixmap) as painter:
                    paint_glyph(painter, QRectF(pixmap.rect()), glyph, theme.colour(role))
                pixmap.save(str(folder / f"{name}{suffix}.png"))
    return folder.as_posix()


def style_sheet(theme: Theme) -> str:
    """The whole style sheet in a theme's colours and sizes."""
    words = {role: colour.name() for role, colour in theme.colours.items() if role != "none"}
    words |= {f"f{size}": str(theme.px(size)) for size in (12, 13, 15, 20)}
    words |= {f"p{size}": str(theme.px(size)) for size in (12, 14, 16, 20)}
    words |= {f"h{size}": str(theme.px(size)) for size in (18, 20, 24, 26)}
    return Template(SHEET).substitute(words, pictures=_pictures(theme))
