"""What the eye meets on each page of the window: controls, words, numbers, filled buttons, left
edges, cut texts. `python -m tests.measures window` prints the table.

Controls are counted among the widgets that are shown; the rest is read from an SVG drawing of the
window, so that what views paint counts like what labels say.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSlider,
    QAbstractSpinBox,
    QComboBox,
    QLineEdit,
    QMainWindow,
    QMenuBar,
    QPlainTextEdit,
    QScrollBar,
    QWidget,
)

from lab.ui.parts import pictures, theme
from lab.ui.parts.slider import ParamSlider
from lab.ui.shell.workspaces import PAGES
from tests.lab.ui.lab_window import opened

CONTROLS = (
    QAbstractButton,
    QAbstractSlider,
    QAbstractSpinBox,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
)
SVG = "{http://www.w3.org/2000/svg}"
NAMES = re.compile(r"\b(Pod|Seat) \d+")
CUT = re.compile(r"\S…$")  # " …" is that of a dialog
LEAST_FILL = 20  # pixels each way of a fill that counts as a button: marks of moves are smaller
SETTLED_MS = 2500


@dataclass(frozen=True)
class Text:
    """A text as it is drawn: its left end and baseline, size in pixels, weight, and words."""

    x: float
    y: float
    size: float
    weight: int
    words: str


@dataclass(frozen=True)
class Rank:
    """The counts of one page."""

    controls: int
    words: int
    numbers: int
    fills: int  # buttons in the accent's ink
    edges: int  # different left ends of texts
    cut: tuple[str, ...]  # texts that end in an ellipsis
    sizes: tuple[int, ...]


def controls(window: QMainWindow) -> list[QWidget]:
    """Everything on show that can be pressed, dragged or typed into, once each."""
    found = [w for w in window.findChildren(QWidget) if w.isVisible() and _is_control(w)]
    return [w for w in found if not any(p in found for p in _parents(w))]


def _is_control(widget: QWidget) -> bool:
    if isinstance(widget, QScrollBar) or not widget.visibleRegion():
        return False
    if widget.testAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents):
        return False
    return isinstance(widget, (*CONTROLS, ParamSlider))


def _parents(widget: QWidget) -> Iterator[QWidget]:
    parent = widget.parentWidget()
    while parent is not None:
        yield parent
        parent = parent.parentWidget()


def measure(window: QMainWindow) -> Rank:
    """The counts of what is on show."""
    texts, fills = read(pictures.drawing(window, "page"))
    said = [NAMES.sub("", text.words) for text in texts]  # the 2 of Pod 2 is no figure
    words = [word for each in said for word in each.split()]
    menus = sum(len(bar.actions()) for bar in window.findChildren(QMenuBar) if bar.isVisible())
    return Rank(
        controls=len(controls(window)) + menus,
        words=sum(any(c.isalpha() for c in word) for word in words),
        numbers=sum(bool(re.search(r"\d", word)) for word in words),
        fills=fills,
        edges=len({round(text.x) for text in texts}),
        cut=tuple(text.words for text in texts if CUT.search(text.words)),
        sizes=tuple(sorted({round(text.size) for text in texts})),
    )


def read(svg: bytes) -> tuple[list[Text], int]:
    """The texts of a drawing, and how many buttons it fills with the accent."""
    texts, fills = [], 0
    accent = theme.current().colour("accent").name()
    for group in ElementTree.fromstring(svg).iter(f"{SVG}g"):
        moved = re.match(r"matrix\(([^)]*)\)", group.get("transform", ""))
        a, _, _, d, e, f = map(float, moved[1].split(",")) if moved else (1, 0, 0, 1, 0, 0)
        for each in group:
            if each.tag == f"{SVG}text" and (words := (each.text or "").strip()):
                x, y = float(each.get("x", 0)), float(each.get("y", 0))
                size, weight = float(each.get("font-size", 0)), int(each.get("font-weight", 400))
                texts.append(Text(a * x + e, d * y + f, d * size, weight, words))
            elif each.tag in (f"{SVG}path", f"{SVG}rect") and group.get("fill") == accent:
                fills += group.get("fill-opacity") == "1" and _is_button(each)
    return texts, fills


def _is_button(shape: ElementTree.Element) -> bool:
    if shape.tag == f"{SVG}rect":
        wide, tall = float(shape.get("width", 0)), float(shape.get("height", 0))
    else:
        at = [
            tuple(map(float, p.split(",")))
            for p in re.findall(r"[-\d.]+,[-\d.]+", shape.get("d", ""))
        ]
        xs, ys = zip(*at, strict=True) if at else ((0.0,), (0.0,))
        wide, tall = max(xs) - min(xs), max(ys) - min(ys)
    return min(wide, tall) >= LEAST_FILL


def table() -> str:
    """The counts of each view of a new window, in Simple and in Full, as text."""
    rows = [f"{'':24}controls  words  numbers  fills  left edges  cut  sizes"]
    for how in ("simple", "full"):
        with (
            tempfile.TemporaryDirectory() as folder,
            opened(Path(folder), "csb", speed=5.0, detail=how) as lab,
        ):
            lab.window.resize(1440, 900)
            for page in PAGES:
                for view in page.views:
                    lab.window.view_asked.emit(view)
                    QTest.qWait(SETTLED_MS)
                    rank = measure(lab.window)
                    rows.append(
                        f"{view + ', ' + how:24}{rank.controls:8}{rank.words:7}{rank.numbers:9}"
                        f"{rank.fills:7}{rank.edges:12}{len(rank.cut):5}  "
                        f"{', '.join(map(str, rank.sizes))}"
                    )
    return "\n".join(rows)
