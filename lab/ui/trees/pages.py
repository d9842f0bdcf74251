"""The two arrangements of the bands: agents in columns, and one agent or one common tree at
full width.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QShowEvent
from PySide6.QtWidgets import QBoxLayout, QSizePolicy, QWidget

from lab.ui.parts import detail, theme
from lab.ui.parts.band import Band
from lab.ui.parts.guard import guarded
from lab.ui.parts.layout import SIDE, column, row
from lab.ui.parts.messages import label
from lab.ui.parts.painted import ColumnsView, Painted, Pair
from lab.ui.trees.bars import ROW, ROW_SMALL, VisitBars
from lab.ui.trees.cover import Cover
from lab.ui.trees.extras import Extras, name_of
from lab.ui.trees.heads import Heads, legend_of, paint_legend
from lab.ui.trees.numbers import NumberRows
from lab.ui.trees.plot_row import Depth
from lab.ui.trees.shares import (
    ShareBars,
    certain_count,
    certainty_words,
    depth_words,
    iterations_words,
    speed_words,
)
from lab.ui.trees.table import StatsTable
from lab.ui.trees.title import BOTH, GRAPHS, TABLE
from lab.ui.trees.trails import HINT, Trails
from lab.ui.trees.variation import Lines, Variation, joint_words, liked_hint
from lab.ui.trees.wide import WideBars
from lab.words.columns import counted, has_tree

TRAILS = 110  # pixels at 100 %: the height of small curves in Simple
TITLES = {  # of bands, where they are not the names by which folds are remembered
    "Visits during this search": "Over time",
    "Mean during this search": "Mean over time",
    "Nodes at each depth": "How deep",
    "Principal variation": "Best lines",
}
EDGE = 6  # pixels beside the table: cells have as many more


class Page(QWidget):
    """Bands below one another. Subclasses fill `bands` and `painted`."""

    selected = Signal(int, int)
    hovered = Signal(int, int)
    clear_selection = Signal()
    agent_chosen = Signal(int)
    folded = Signal(str, bool)  # name of the band, open?

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.view, self.mode = ColumnsView(), ""
        self._fitted: tuple[object, ...] = ()
        self._legend: object = None  # that the title of the root actions was painted with
        self._height = 0  # that the page was last fitted into
        self._painted: list[Painted] = []
        self.bands: list[Band] = []
        self._actions = ""  # the title over the root actions, "" for the usual one
        self.variation: Band
        self.visits: Band
        self.nodes: Band
        self.numbers: Band
        self.shares: ShareBars
        self.table = StatsTable(self)
        self.table.chosen.connect(lambda row: self.selected.emit(*row.pair))
        self.column = column(of=self, gap=0)
        self.cover = Cover(self)
        self.sure = label("", "", self)
        self.sure.setContentsMargins(SIDE, 6, SIDE, 10)
        self.sure.setAlignment(Qt.AlignmentFlag.AlignTop)
        detail.changed.connect(self._change_detail)

    def add_band(
        self, name: str, body: QWidget, stretch: int = 0, into: QBoxLayout | None = None
    ) -> Band:
        """A band below the others, or into a row, remembered by its `name`; `stretch` gives it a
        share of the remaining height.
        """
        band = Band(TITLES.get(name, name), body, name, self)
        (self.column if into is None else into).addWidget(band, stretch)
        grows = (
            QSizePolicy.Policy.Expanding if stretch and into is None else QSizePolicy.Policy.Fixed
        )
        band.setSizePolicy(
            QSizePolicy.Policy.Expanding, grows if into is None else QSizePolicy.Policy.Expanding
        )
        band.toggled_by_hand.connect(lambda is_open: self._folded(name, is_open))
        self.bands.append(band)
        return band

    def _folded(self, name: str, is_open: bool) -> None:
        self._show_kind()
        self.folded.emit(name, is_open)

    def add_more(self) -> None:
        """The band for the charts that only some algorithms have."""
        self.extras = Extras(self)
        self.more = self.add_band("More", self.extras)
        self.more.hide()

    def _open_usual(self) -> None:
        """Bands that nobody touched are open in Full; in Simple only the first picture is."""
        for band in self.bands:
            if band.by_hand is None:
                band.set_open(detail.is_full() or band in (self.visits, self.nodes))

    def _change_detail(self) -> None:
        self._open_usual()
        self.arrange()
        self.set_actions_title(self._actions)
        self._fitted = ()
        self.fit(self._height)
        self.redraw()

    def show_first_look(self) -> None:
        """The shares and how sure the searches are, in Simple above the folds."""
        on = not detail.is_full() and self.mode == GRAPHS
        self.shares.setVisible(on)
        self.sure.setVisible(on and bool(self.sure.text()))

    def _answer(self, view: ColumnsView) -> None:
        """What the closed folds say."""
        words = certainty_words(view.columns)
        if words != self.sure.text():
            lines = 2 if len(view.columns) > 2 else 1  # of all sentences: nothing below moves
            margins = self.sure.contentsMargins()
            high = lines * self.sure.fontMetrics().lineSpacing() + margins.top() + margins.bottom()
            self.sure.setMinimumHeight(high)
            self.sure.setText(words)
            self.sure.setVisible(bool(words) and not self.shares.isHidden())
        figures = speed_words(view.columns), depth_words(view.columns, view.turn_word)
        hints = (
            (self.bands[0], certain_count(view.columns)),
            (self.numbers, ", ".join(filter(None, figures))),
            (self.visits, iterations_words(view.columns)),
        )
        for band, hint in hints:
            if not band.is_open:
                band.set_hint(hint)
            elif band is not self.visits:
                band.set_hint("")

    def show_more(self) -> None:
        """Shows that band if the searches on show have something for it."""
        self.more.setVisible(bool(self.extras.charts) and self.mode != TABLE)
        self.more.set_title(name_of(self.view.columns))

    def listen(self, bars: VisitBars) -> None:
        """Passes on the choices made in the bars."""
        bars.selected.connect(self.selected)
        bars.hovered.connect(self.hovered)
        bars.clear_selection.connect(self.clear_selection)

    def painted(self) -> Sequence[Painted]:
        """All painted bodies."""
        if not self._painted:
            self._painted = self.findChildren(Painted)
        return self._painted

    def set_view(self, view: ColumnsView) -> None:
        """Shows a view in all bands that are open; plots follow with `redraw`."""
        self.cover.lift()
        for body in self.painted():
            body.set_view(view)
        self._show_rest(view)

    def follow(self, view: ColumnsView) -> None:
        """Shows newer numbers of the same columns in all bands, plots included: no two of them may
        show different moments. Rows that have come make others smaller.
        """
        self.cover.turn(view)
        for body in self.painted():
            if not isinstance(body, (Trails, Depth)):
                body.set_view(view)
            elif body.isVisible():
                body.follow(view)
                body.redraw()
        self._show_rest(view)
        if self.needed() > self._height:
            self.fit(self._height)

    def _show_rest(self, view: ColumnsView) -> None:
        self.view = view
        words = liked_hint if view.common else joint_words
        self.variation.set_hint(words(view.columns))
        self._answer(view)
        self._show_kind()
        self.show_more()
        if (legend := (legend_of(view), view.marks)) != self._legend:
            self._legend = legend
            self.bands[0].title.update()
        if not self.table.isHidden():
            self.table.set_view(view)

    def _show_kind(self) -> None:
        """What these searches count; only where trees grow do nodes have a depth. Before a search
        begins, nothing moves.
        """
        if self.view.columns and all(c.empty for c in self.view.columns):
            return
        self.visits.set_hint(f"{counted(self.view.columns)}, {HINT}" if detail.is_full() else "")
        shown = detail.is_full() or self.numbers.is_open
        self.nodes.setVisible(shown and self.mode != TABLE and has_tree(self.view.columns))

    def set_hover(self, pair: Pair | None) -> None:
        """The previewed pair, in the bars."""
        self.cover.lift()
        self.view = replace(self.view, hover=pair)
        for body in self.painted():
            if isinstance(body, VisitBars):
                body.set_view(self.view)

    def set_actions_title(self, words: str) -> None:
        """The title over the root actions; "" for the usual one."""
        self._actions = words
        self.bands[0].set_title(
            (words or self.usual_title()) if detail.is_full() else "Means and errors"
        )

    def usual_title(self) -> str:
        """The title over the root actions."""
        return "Root actions"

    def forget(self) -> None:
        """Another game: nothing that was shown counts any more."""
        for body in self.painted():
            body.forget()

    def redraw(self) -> None:
        """Redraws the plots of open bands."""
        self.cover.lift()
        for body in self.painted():
            if isinstance(body, (Trails, Depth)) and body.isVisible():
                body.redraw()

    def speak(self) -> None:
        """Gives the numbers of all bands to the screen reader."""
        for body in self.painted():
            body.speak()

    def set_mode(self, mode: str) -> None:
        """Graphs, table, or both."""
        if mode != self.mode:
            self.mode = mode
            self.arrange()
            self.show_more()
            self.table.set_view(self.view)

    def arrange(self) -> None:
        """Shows and hides bands as the mode requires."""
        raise NotImplementedError

    def fit(self, height: int) -> None:
        """Makes rows smaller and folds Numbers where the height requires it; does nothing while the
        shape is unchanged.
        """
        self._height = height
        shape = (
            height,
            self.width(),
            self.mode,
            theme.current().scale,
            len(self.view.rows),
            self.view.shared,
            len(self.view.columns),
        )
        contents = (
            *(b.by_hand for b in self.bands),
            *(b.content_height() for b in self.painted() if not isinstance(b, VisitBars)),
        )
        if (*shape, *contents) != self._fitted:
            self._fitted = (*shape, *contents)
            self.refit(height)

    def refit(self, height: int) -> None:
        """Fits the page into `height` pixels."""
        raise NotImplementedError

    def showEvent(self, event: QShowEvent) -> None:
        """Measures again what was measured while hidden."""
        super().showEvent(event)
        QTimer.singleShot(0, self, self._measure_again)

    def _measure_again(self) -> None:
        if self._height:
            self._fitted = ()
            self.fit(self._height)
            self.column.activate()

    def needed(self) -> int:
        """The least height of everything shown, in pixels."""
        return self.column.minimumSize().height()

    def set_open(self, name: str, is_open: bool) -> None:
        """Opens or folds a band as the user left it."""
        for band in self.bands:
            if band.objectName() == name:
                band.by_hand = is_open
                band.set_open(is_open)

    def paint_legend(self, painter: QPainter, room: QRectF) -> None:
        """The legend of the root actions."""
        paint_legend(painter, room, self.view)


class ColumnsPage(Page):
    """Up to four agents side by side."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.heads = Heads(self)
        self.bars = VisitBars(self)
        self.shares = ShareBars(self)
        self.trails = Trails(parent=self)
        self.depths = Depth(parent=self)
        self.heads.agent_chosen.connect(self.agent_chosen)
        self.listen(self.bars)
        self.listen(self.shares)
        self.column.addWidget(self.heads)
        self.column.addWidget(self.shares)
        self.column.addWidget(self.sure)
        self.column.addLayout(row(self.table, margins=(EDGE, 0, EDGE, 0)))
        self.action_band = self.add_band("Root actions", self.bars)
        self.action_band.set_legend(self.paint_legend)
        self.visits = self.add_band("Visits during this search", self.trails, 3)
        self.nodes = self.add_band("Nodes at each depth", self.depths, 2)
        self.variation = self.add_band("Principal variation", Variation(self))
        self.add_more()
        self.numbers = self.add_band("Numbers", NumberRows(parent=self))
        self.column.addStretch(0)
        self._open_usual()
        self.set_mode(GRAPHS)

    def arrange(self) -> None:
        self.show_first_look()
        self.table.all_rows = True
        self.table.setVisible(self.mode == TABLE)
        for band in (self.action_band, self.visits):
            band.setVisible(self.mode != TABLE)
        self._show_kind()

    def refit(self, height: int) -> None:
        rows, scale = len(self.view.rows) or 1, theme.current().scale
        self.bars.set_row_height(ROW)
        full, px = detail.is_full(), theme.current().px
        self.trails.setMaximumHeight(260 if full else px(TRAILS))
        self.depths.setMaximumHeight(180 if full else px(TRAILS))
        if self.numbers.by_hand is None:
            self.numbers.set_open(detail.is_full())
        for band in self.bands:
            stretches = full and band in (self.visits, self.nodes) and band.is_open
            policy = QSizePolicy.Policy.Expanding if stretches else QSizePolicy.Policy.Fixed
            band.setSizePolicy(QSizePolicy.Policy.Expanding, policy)
        missing = self.needed() - height
        if missing > 0 and self.action_band.isVisibleTo(self):
            self.bars.set_row_height(max(ROW_SMALL, int(ROW - missing / rows / scale)))
        if self.needed() > height and self.numbers.by_hand is None:
            self.numbers.set_open(False)


class PairedColumns(QWidget):
    """Two bands side by side; one below the other when there is no room for two."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.row = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self.row.setContentsMargins(0, 0, 0, 0)
        self.row.setSpacing(0)

    def set_narrow(self, narrow: bool) -> None:
        """Stacks them instead."""
        self.row.setDirection(
            QBoxLayout.Direction.TopToBottom if narrow else QBoxLayout.Direction.LeftToRight
        )


class WidePage(Page):
    """One agent, or one common tree, at full width."""

    NARROW = 400  # pixels at 100 % below which pairs are stacked

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.bars, self.lines = WideBars(parent=self), Lines(self)
        self.shares = ShareBars(self)
        self.listen(self.bars)
        self.listen(self.shares)
        self.column.addWidget(self.shares)
        self.column.addWidget(self.sure)
        self.action_band = self.add_band("Root actions", self.bars)
        self.column.addLayout(row(self.table, margins=(EDGE, 0, EDGE, 0)))
        self.upper_pair, self.lower_pair = PairedColumns(self), PairedColumns(self)
        self.column.addWidget(self.upper_pair, 3)
        self.visits = self.add_band(
            "Visits during this search", Trails("share", True, self), 1, self.upper_pair.row
        )
        self.means = self.add_band(
            "Mean during this search", Trails("mean", True, self), 1, self.upper_pair.row
        )
        self.column.addWidget(self.lower_pair, 2)
        self.nodes = self.add_band("Nodes at each depth", Depth(True, self), 1, self.lower_pair.row)
        self.numbers = self.add_band("Numbers", NumberRows(True, self), 1, self.lower_pair.row)
        self.variation = self.add_band("Principal variation", self.lines)
        self.add_more()
        self.column.addStretch(0)
        self._open_usual()
        self.set_mode(GRAPHS)

    def arrange(self) -> None:
        self.show_first_look()
        mode = self.mode
        self.table.all_rows = mode == TABLE
        self.table.setVisible(mode != GRAPHS)
        self.bars.set_axes(mode == BOTH)
        self.action_band.set_legend(self.paint_legend if mode == GRAPHS else None)
        self.action_band.set_hint("dot: mean   line: up to its bound")
        for band in (self.action_band, self.visits):
            band.setVisible(mode != TABLE)
        self._show_kind()
        self.means.setVisible(mode == BOTH)

    def usual_title(self) -> str:
        """Names the agent: there are no heads in this view."""
        columns = self.view.columns
        return f"Root actions of {columns[0].agent.name}" if columns else "Root actions"

    def set_view(self, view: ColumnsView) -> None:
        super().set_view(view)
        common = view.common
        if (self.column.indexOf(self.variation) < self.column.indexOf(self.lower_pair)) != common:
            self.column.removeWidget(self.variation)
            self.column.insertWidget(
                self.column.indexOf(self.lower_pair) if common else self.column.count() - 1,
                self.variation,
            )

    def refit(self, height: int) -> None:
        rows, scale = len(self.view.rows) or 1, theme.current().scale
        narrow = self.width() < self.NARROW * scale
        for pair, share in ((self.upper_pair, 3), (self.lower_pair, 2)):
            pair.set_narrow(narrow)
            self.column.setStretchFactor(pair, share if detail.is_full() else 0)
        self.bars.set_row_height(ROW)
        if self.numbers.by_hand is None:
            self.numbers.set_open(detail.is_full())
        missing = self.needed() - height
        if missing > 0 and self.action_band.isVisibleTo(self):
            self.bars.set_row_height(max(ROW_SMALL, int(ROW - missing / rows / scale)))

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        if not self.table.isHidden():
            with QPainter(self) as painter:
                painter.fillRect(0, self.table.y(), self.width(), 1, theme.current().colour("line"))
