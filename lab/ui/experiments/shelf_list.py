"""The list of experiments: a sign and in Full a sentence each; Tuner, Sweep, Network, Questions and
Mine.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView

from lab.experiments.claims.view import NOTHING_PLAYED, ListedExperiment
from lab.ui.parts import detail, theme
from lab.ui.parts.fields import Field
from lab.ui.parts.glyphs import paint_glyph
from lab.ui.parts.painted import put
from lab.ui.parts.table import FieldTable

SWEEP, TUNER, NETWORK = "sweep", "tuner", "network"
SIGNS = {"holds": "check", "fails": "close", "run": "play"}
ROLES = {"holds": "ok", "fails": "error", "open": "warn"}
WORDS = {"holds": "holds", "fails": "fails", "open": "open", "none": "not played", "run": "running"}
SIGN = 15  # width, pixels at 100 %
SECTION, LOW = 26, 28  # heights, pixels at 100 %, of a section and of a line without a sentence


@dataclass(frozen=True)
class ShelfLine:
    """A line of the list: a section without a name, or an entry with what it says."""

    title: str
    name: str = ""
    symbol: str = ""
    sentence: str = ""
    aside: str = ""
    share: float | None = None  # of its games, while they are played
    runs: bool = False  # or waits for that


class ShelfList(FieldTable[ShelfLine]):
    """`picked` carries the name of an experiment or of another page; sections cannot be chosen."""

    picked = Signal(str)
    high = 41

    def __init__(self) -> None:
        self._all: tuple[ListedExperiment, ...] = ()
        self._wanted, self._name = "", ""
        self._sought = False  # whether to scroll to the marked entry
        self._running: Mapping[str, tuple[str, float | None]] = {}
        super().__init__("Experiments")
        self.horizontalHeader().hide()
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)  # whole entries
        self.chosen.connect(self._pick)
        detail.changed.connect(self.fit)

    # -- what is shown -----------------------------------------------------------------------------

    def set_entries(
        self,
        entries: Sequence[ListedExperiment],
        running: Mapping[str, tuple[str, float | None]],
    ) -> None:
        """Shows the experiments; those that run or wait with a sentence and a share of games."""
        self._all, self._running = tuple(entries), running
        self._show()

    def set_filter(self, text: str) -> None:
        """Shows only those whose name, question or sentence has these words."""
        self._wanted = text.strip().lower()
        self._show()

    def choose(self, name: str) -> None:
        """Marks an entry, without a signal, and scrolls to it once it is there."""
        self._sought = self._sought or name != self._name
        self._name = name
        self._mark()

    def _show(self) -> None:
        self.set_rows(self._rows())
        self._mark()

    def _mark(self) -> None:
        names = [row.name for row in self.model_.rows]
        at = names.index(self._name) if self._name in names else -1
        self._silent = True
        self.setCurrentIndex(self.model_.index(at, 0))  # none for -1
        self._silent = False
        if self._sought and at >= 0:
            self.updateGeometries()  # rows that came just now
            self.scrollTo(self.currentIndex())
            self._sought = False

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The marked entry stays whole in a lower list."""
        chosen, before = self.currentIndex(), event.oldSize().height()
        box = self.visualRect(chosen)
        super().resizeEvent(event)
        if chosen.isValid() and box.top() >= 0 and box.bottom() <= before:
            self.updateGeometries()
            self.scrollTo(chosen)

    def fit(self) -> None:
        super().fit()
        look = theme.current()
        for k, row in enumerate(self.model_.rows):
            high = look.px(SECTION if not row.name else LOW)
            self.setRowHeight(k, high + (self._sentence_height(row) if self._says(row) else 0))

    def _sentence_height(self, row: ShelfLine) -> int:
        """The room of a sentence, which wraps, and of what is below it."""
        look = theme.current()
        wide = self.viewport().width() - look.px(16 + SIGN + 8)
        metrics = theme.metrics(theme.TABLE, False, look.scale)
        room = QRectF(0, 0, max(60, wide), 1000)
        found = metrics.boundingRect(room, Qt.TextFlag.TextWordWrap, row.sentence.rstrip("."))
        return round(found.height()) + look.px(2)

    @staticmethod
    def _says(row: ShelfLine) -> bool:
        """Whether there is a sentence below the name: in Simple only of what runs or waits."""
        return detail.is_full() or row.runs

    def _rows(self) -> list[ShelfLine]:
        sweep = ShelfLine("Sweep", SWEEP, "sweep", "scores over one or two settings, as a map")
        tuner = ShelfLine("Tuner", TUNER, SWEEP, "a player's best settings, with few games")
        network = ShelfLine("Network", NETWORK, SWEEP, "a game learned by self-play")
        known = (
            (tuner, "tuner tune knobs"),
            (sweep, "sweep map explore"),
            (network, "network learn"),
        )
        rows = [row for row, words in known if self._fits(words, row.sentence)]
        sections = (("Questions", "claims of write-ups", True), ("Mine", "", False))
        for title, aside, shipped in sections:
            own = [self._row(each) for each in self._all if self._has(each, shipped)]
            if own:
                rows += [ShelfLine(title, aside=aside), *own]
        return rows

    def _has(self, each: ListedExperiment, shipped: bool) -> bool:
        return each.shipped == shipped and self._fits(each.name, each.sentence, each.question)

    def _fits(self, *texts: str) -> bool:
        return self._wanted in " ".join(texts).lower()

    def _row(self, each: ListedExperiment) -> ShelfLine:
        if each.name in self._running:
            words, share = self._running[each.name]
            symbol = "none" if share is None else "run"
            return ShelfLine(each.name, each.name, symbol, words, share=share, runs=True)
        unplayed = each.sentence == NOTHING_PLAYED and bool(each.question)
        said = each.question if unplayed else each.sentence
        return ShelfLine(each.name, each.name, each.symbol, said)

    def _pick(self, row: ShelfLine) -> None:
        if row.name != self._name:
            self._name = row.name
            self.picked.emit(row.name)

    def fields(self) -> Sequence[Field[ShelfLine]]:
        return (Field("Experiment", lambda row: row.title, paint=self._paint, rest=True),)

    def key(self, row: ShelfLine) -> str:
        return row.name or row.title

    def can_choose(self, row: ShelfLine) -> bool:
        return bool(row.name)

    def words(self, row: ShelfLine) -> str:
        said = (row.title, WORDS.get(row.symbol, ""), row.sentence)
        return ". ".join(text.rstrip(".") for text in said if text)

    # -- painting ----------------------------------------------------------------------------------

    def is_marked(self, row: ShelfLine) -> bool:
        return False

    def _paint(self, painter: QPainter, box: QRectF, shown: ShelfLine) -> None:
        look = theme.current()
        inner = box.adjusted(look.px(8), 0, -look.px(8), 0)
        if not shown.name:
            put(painter, inner, shown.title, theme.TABLE, "ink2", bold=True)
            put(painter, inner, shown.aside, theme.TABLE, "ink2", right=True)
            return
        if shown.name == self._name:
            painter.fillRect(box.adjusted(look.px(2), 0, -look.px(2), 0), look.colour("mark"))
        side, says, line = look.px(SIGN), self._says(shown), look.px(LOW) - look.px(6)
        sign = QRectF(inner.left(), box.top() + look.px(5), side, side)
        self._paint_sign(painter, sign, shown.symbol)
        words = inner.adjusted(side + look.px(8), 0, 0, 0)
        top = QRectF(words.left(), box.top() + look.px(2), words.width(), line)
        if shown.share is not None:
            self._paint_share(painter, top, shown.share)
            top.setWidth(top.width() - look.px(66))
        put(painter, top, shown.title, theme.TABLE, bold=shown.name == self._name)
        if not says:
            return
        foot = QRectF(words.left(), top.bottom(), words.width(), box.bottom() - top.bottom())
        painter.setFont(look.font(theme.TABLE))
        painter.setPen(look.colour("ink2"))
        painter.drawText(foot, Qt.TextFlag.TextWordWrap, shown.sentence.rstrip("."))

    @staticmethod
    def _paint_sign(painter: QPainter, box: QRectF, symbol: str) -> None:
        look = theme.current()
        if symbol in SIGNS:
            paint_glyph(painter, box, SIGNS[symbol], look.colour(ROLES.get(symbol, "ink")))
        elif symbol == "open":
            put(painter, box.adjusted(4, 0, 4, 0), "?", theme.BODY, "warn", bold=True)
        elif symbol == SWEEP:
            paint_glyph(painter, box, "bars", look.colour("ink2"))
        else:
            painter.setPen(look.colour("ink2"))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            away = box.width() * 0.28
            painter.drawEllipse(box.adjusted(away, away, -away, -away))

    @staticmethod
    def _paint_share(painter: QPainter, box: QRectF, share: float) -> None:
        look: Any = theme.current()
        bar = QRectF(box.right() - look.px(58), box.center().y() - look.px(2), look.px(58), 5)
        for part, role in ((1.0, "line2"), (share, "ink")):
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(look.colour(role))
            painter.drawRoundedRect(QRectF(bar.left(), bar.top(), part * bar.width(), 5), 2, 2)
