"""The page Maps: what the searches of one position expect and what their choice hangs on, or how
the choices of the whole match formed.

Of expectations: the board or boards, on one with cells the share of the drawn lines in each, the
turn ahead, how far apart the middles are, and who misjudges whom.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QLabel, QStackedWidget, QWidget

from engines.knobs import Knob
from engines.scene import AnyItem
from lab.maps.expectations import (
    CELLS,
    AgentExpectation,
    ahead,
    headline,
    length,
    misjudged,
    reached,
    sentence,
    spreads,
)
from lab.match.node_line import TURNS
from lab.ui.board.painter import ItemPainter
from lab.ui.board.scene_view import SceneView
from lab.ui.maps.agent_map import ForeseenBars
from lab.ui.maps.cloud_board import DOTS, LINES, RINGS, CloudBoard
from lab.ui.maps.convergence import MatchPanel
from lab.ui.maps.expect_view import ExpectView, background
from lab.ui.maps.hanging import HangPanel
from lab.ui.maps.part import MARGIN, put_shape
from lab.ui.parts import detail, theme
from lab.ui.parts.band import Band
from lab.ui.parts.choices import Choices
from lab.ui.parts.headline import Headline, HeadRow
from lab.ui.parts.layout import SlimScroll, Splitter, column, row
from lab.ui.parts.messages import Empty
from lab.ui.parts.painted import put, text_line, text_width
from lab.ui.parts.part import ViewPart
from lab.ui.parts.segments import Choice, Segments
from lab.ui.parts.slider import ParamSlider
from lab.ui.parts.spoken import describe
from lab.ui.shell.workspaces import WorkspacePage
from lab.words import numerals

NAME, SEEN, SPREAD = 84, 96, 116  # widths, pixels at 100 %


class DistanceTable(ViewPart[ExpectView]):
    """One row for each agent, one column for each turn ahead."""

    def __init__(self) -> None:
        super().__init__("How far apart the middles are")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def content_height(self) -> float:
        rows = len(self.view.found.agents) if self.view is not None else 1
        return (rows + 1) * text_line(theme.TABLE, 7) + theme.current().px(6)

    def lines(self) -> list[str]:
        view = self.view
        if view is None:
            return []
        unit, word = view.found.unit, view.word
        return [
            f"{sentence(agent, turn, unit, word)}."
            for agent in view.found.agents
            for turn in range(view.found.turns)
        ]

    def _columns(self, turns: int) -> list[float]:
        """The right end of each turn's column, then of the spreads'."""
        look = theme.current()
        left, end = look.px(MARGIN + NAME + SEEN), self.width() - look.px(MARGIN)
        wide = max(look.px(40), (end - look.px(SPREAD) - left) / max(1, turns))
        return [left + (turn + 1) * wide for turn in range(turns)] + [end]

    def paint_view(self, painter: QPainter, view: ExpectView) -> None:
        look, line = theme.current(), text_line(theme.TABLE, 7)
        ends = self._columns(view.found.turns)
        heads = [f"this {view.word}", *(f"+{turn}" for turn in range(1, view.found.turns))]
        for turn, (head, end) in enumerate(zip(heads, ends, strict=False)):
            box = QRectF(end - look.px(90), 0, look.px(90), line)
            put(painter, box, head, theme.TABLE, bold=turn == view.turn, right=True)
        box = QRectF(ends[-1] - look.px(SPREAD), 0, look.px(SPREAD), line)
        put(painter, box, "Spread own, other", theme.TABLE, "ink2", right=True)
        rule = QRectF(look.px(MARGIN), line - 1, self.width() - look.px(2 * MARGIN), 1)
        painter.fillRect(rule, look.colour("line2"))
        for at, agent in enumerate(view.found.agents):
            self._row(painter, view, agent, (at + 1) * line + look.px(2), ends)

    def _row(
        self,
        painter: QPainter,
        view: ExpectView,
        agent: AgentExpectation,
        y: float,
        ends: list[float],
    ) -> None:
        look, line = theme.current(), text_line(theme.TABLE, 7)
        left = look.px(MARGIN)
        put_shape(painter, view.marks, agent.agent, left + look.px(6), y + line / 2)
        box = QRectF(left + look.px(18), y, look.px(NAME - 18), line)
        put(painter, box, agent.name, bold=True)
        if agent.viewer is not None:
            box = QRectF(left + look.px(NAME), y, look.px(SEEN), line)
            put(painter, box, f"seen by seat {agent.viewer + 1}", theme.TABLE, "ink2")
        wide = min(look.px(56), ends[1] - ends[0] - look.px(10))
        for turn, end in enumerate(ends[:-1]):
            far = agent.is_far(turn)
            box = QRectF(end - wide, y, wide, line)
            if far:
                painter.fillRect(box.adjusted(0, 2, look.px(5), -2), look.colour("track"))
            role = "ink2" if math.isnan(agent.apart(turn)) else "ink"
            text = length(agent.apart(turn), view.found.unit)
            put(painter, box, text, theme.TABLE, role, bold=far, right=True)
        box = QRectF(ends[-1] - look.px(SPREAD), y, look.px(SPREAD), line)
        text = spreads(agent, view.turn, view.found.unit)
        put(painter, box, text, theme.TABLE, "ink2", right=True)


LEAST_ALPHA, MOST_ALPHA = 0.12, 0.8  # of a cell that is hardly, and always, entered


class CellBoard(SceneView):
    """One of the two heat maps: the plans of the agents' own seats, or what others expect."""

    def __init__(self, name: str, own: bool) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self._own = own
        self._given: ExpectView | None = None

    def set_given(self, view: ExpectView | None) -> None:
        """Shows newer expectations."""
        self._given = view
        if view is not None:
            self.set_scene(background(view.scene, view.found), smooth=False)
        self.update()

    def _paint_choice(self, brush: ItemPainter, items: Sequence[AnyItem]) -> None:
        view = self._given
        if view is None:
            return
        for agent in view.found.agents:
            cloud = (agent.own if self._own else agent.other)[view.turn]
            hue = view.marks.colour(brush.theme, agent.agent)
            for (x, y), share in cloud.cells.items() if cloud is not None else ():
                _cell(brush, brush.view.rect(x, y, 1, 1), hue, share)


def _cell(brush: ItemPainter, box: QRectF, hue: QColor, share: float) -> None:
    """A tinted cell, with its share where there is room."""
    colour = QColor(hue)
    colour.setAlphaF(LEAST_ALPHA + (MOST_ALPHA - LEAST_ALPHA) * share)
    brush.painter.fillRect(box.adjusted(1, 1, -1, -1), colour)
    words = numerals.percent(share).removesuffix(" %")
    if text_width(words, theme.TABLE) <= box.width() and text_line(theme.TABLE) <= box.height():
        brush.painter.setFont(theme.current().font(theme.TABLE))
        brush.painter.setPen(theme.current().colour("ink"))
        brush.words(box.center(), words)


STYLES = (
    Choice(DOTS, "dots", "Every drawn line's place"),
    Choice(RINGS, "ellipses", "The ellipses alone"),
    Choice(LINES, "lines", "The ways there"),
)
KEY = "●  what an agent's own seat plans     ×  what the other seat expects of it"
AHEAD = Knob(
    "ahead",
    "integer",
    TURNS - 1,
    "Turns ahead",
    "0 is the position after this turn, 1 after the next one.",
    high=TURNS - 1,
)
EXPECTS = "Where they expect each other"
HOLDS = "an ellipse holds 86 % of its places"


class ExpectPanel(QWidget):
    """Setters are silent; `turn_chosen` carries how far ahead, `viewer_chosen` the seat whose
    expectations are shown in games of more than two seats.
    """

    turn_chosen = Signal(int)
    viewer_chosen = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.headline = Headline()
        self._say_nothing()
        self.style_, self.viewers = Segments("Drawn as", STYLES), Segments("Expected by")
        self.style_.set_value(DOTS)
        self.empty = Empty()
        self.clouds = CloudBoard()
        self.plans = CellBoard("What each seat plans", True)
        self.guesses = CellBoard("What the other seat expects", False)
        self.plan_words, self.guess_words = QLabel(), QLabel()
        self.legend, self.sentence = QLabel(), QLabel()
        for label in (self.plan_words, self.guess_words, self.legend, self.sentence):
            label.setProperty("look", "caption")
            label.setWordWrap(True)
        self.slider = ParamSlider(AHEAD)
        self.distances, self.foreseen = DistanceTable(), ForeseenBars()
        self._view: ExpectView | None = None
        self._build()
        self.style_.chosen.connect(lambda style: self.clouds.set_style(str(style)))
        self.slider.changed.connect(lambda _name, turn: self.turn_chosen.emit(int(turn)))
        self.viewers.chosen.connect(self.viewer_chosen)
        self.show_words("")

    def _build(self) -> None:
        self.choices = Choices(self.viewers, self.style_)
        box = column(
            HeadRow(self.headline, self.choices),
            of=self,
            gap=0,
        )
        self._boards = QWidget()
        boards = row((self.clouds, 1), of=self._boards, margins=0, gap=12)
        self._cells = QWidget()
        cells = row(of=self._cells, gap=12)
        for board, words in ((self.plans, self.plan_words), (self.guesses, self.guess_words)):
            cells.addLayout(column(words, (board, 1)), 1)
        boards.addWidget(self._cells, 1)
        box.addWidget(self._boards, 1)
        box.addWidget(self.empty, 1)
        self._below = QWidget()
        self._apart = Band("How far apart the middles are", self.distances)
        column(
            row(self.legend, margins=4, gap=10),
            row(self.slider, margins=0, gap=10),
            row(self.sentence, margins=2, gap=10),
            self._apart,
            of=self._below,
            gap=0,
        )
        box.addWidget(self._below)
        judged = Band("Who misjudges whom, over the match", self.foreseen)
        judged.set_hint("share of the turns in which the expected action was played")
        box.addWidget(judged)
        for band in (self._apart, judged):
            band.follow_detail()

    def set_view(self, view: ExpectView, moment: str, remark: str) -> None:
        """Shows expectations, the moment they are of, and a remark on what is missing."""
        self._show_parts(True)
        self._view = view
        cells = view.found.unit == CELLS
        self.clouds.setVisible(not cells)
        self._cells.setVisible(cells)
        for part, on in ((self.clouds, not cells), (self.plans, cells), (self.guesses, cells)):
            part.set_owner(view.owner)
            part.set_given(view if on else None)
        self.style_.setVisible(not cells)
        self.slider.set_value(view.turn)
        self.distances.set_view(view)
        self._say(view, moment, remark, cells)

    def _say(self, view: ExpectView, moment: str, remark: str, cells: bool) -> None:
        when = ahead(view.turn, view.word)
        answer = misjudged(view.found, view.turn)
        self.headline.set_words(answer or EXPECTS, f"{moment}, {when}")
        self.plan_words.setText(f"What each seat plans, {when}: % of the lines in each cell")
        self.guess_words.setText(f"What the other seat expects, {when}")
        self.legend.setText("" if cells else f"{KEY}     {HOLDS}")
        self.legend.setVisible(not cells)
        worst = headline(view.found, view.turn, view.word)
        self.sentence.setText(remark or worst)
        for board in (self.clouds, self.plans, self.guesses):
            describe(board, f"{when}. {remark or worst}")
        unit = view.found.unit
        marked = "marked: beyond the own spread"
        self._apart.set_hint(f"{unit}; {marked}; {reached(view.found, view.turn)}")

    def show_words(self, why: str, help: str = "") -> None:
        """Says why there is nothing to show."""
        self._show_parts(False)
        self._say_nothing()
        self.empty.set_words(why, help)

    def _say_nothing(self) -> None:
        self.headline.set_words(EXPECTS)

    def _show_parts(self, on: bool) -> None:
        self.empty.setVisible(not on)
        self._boards.setVisible(on)
        self._below.setVisible(on)
        self.style_.setVisible(on)

    def set_viewers(self, seats: int, viewer: int) -> None:
        """Whose expectations are shown; two seats need no choice."""
        self.viewers.setVisible(seats > 2)
        if seats > 2:
            self.viewers.set_choices([Choice(s, f"by seat {s + 1}") for s in range(seats)])
            self.viewers.set_value(viewer)


POSITION, MATCH_VIEW = "position", "match"
EXPECT, DECIDES = HALVES = "expect", "decides"  # of the maps of a position
SIMPLE_VIEWS = (
    Choice(EXPECT, "Expected places", "Where the seats expect each other"),
    Choice(DECIDES, "What decides", "What the choice hangs on"),
    Choice(MATCH_VIEW, "Whole match", "How the choices formed, turn by turn"),
)
VIEWS = (
    Choice(POSITION, "This position", "What is expected here, and what the choice hangs on"),
    Choice(MATCH_VIEW, "The whole match", "How the choices formed, turn by turn"),
)
LEFT_SHARE = 0.54  # of the width, for expectations


class MapsPage(WorkspacePage):
    """Setters are silent; `stepped` carries how many turns to go, `left` that the match is wanted
    back, `ended` that the window closes.
    """

    stepped = Signal(int)
    left = Signal()
    view_chosen = Signal(str)
    ended = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName("Maps")
        self._state = ""
        self.expecting = ExpectPanel()
        self.hanging = HangPanel()
        self._splitter = Splitter(Qt.Orientation.Horizontal, self)
        self._splitter.setHandleWidth(1)
        self._splitter.setChildrenCollapsible(False)
        self._half, self._scrolls = EXPECT, list[SlimScroll]()
        for part, share in ((self.expecting, 11), (self.hanging, 9)):
            self._scrolls.append(SlimScroll(part, self, whole=True))
            self._splitter.addWidget(self._scrolls[-1])
            self._splitter.setStretchFactor(self._splitter.count() - 1, share)
        self.match = MatchPanel()
        self.view = POSITION
        self._stack = QStackedWidget()
        self._stack.addWidget(self._splitter)
        self._stack.addWidget(SlimScroll(self.match, self, whole=True))
        self.choices = (self.expecting.choices, self.hanging.choices)
        column((self._stack, 1), of=self, gap=0)
        detail.changed.connect(self._show_halves)
        self._show_halves()

    @property
    def own_views(self) -> tuple[Choice, ...]:
        return VIEWS if detail.is_full() else SIMPLE_VIEWS

    @property
    def own_view(self) -> str:
        halved = self.view == POSITION and not detail.is_full()
        return self._half if halved else self.view

    def choose_view(self, name: str) -> None:
        if name in HALVES:
            self._half = name
            self._show_halves()
        self.show_view(POSITION if name in HALVES else name)

    def _show_halves(self) -> None:
        """Simple shows one half of the maps of a position at a time."""
        for name, half in zip(HALVES, self._scrolls, strict=True):
            half.setVisible(detail.is_full() or name == self._half)
        self.views_changed.emit()

    def show_view(self, view: str) -> None:
        """Shows the maps of the position, or of the whole match: POSITION or MATCH_VIEW."""
        self.view = view
        self._stack.setCurrentIndex([choice.value for choice in VIEWS].index(view))
        self.views_changed.emit()
        self.view_chosen.emit(view)

    def set_state(self, state: str) -> None:
        """What is going on, for the status bar."""
        self._state = state

    def state_words(self) -> str:
        return self._state

    def end(self) -> None:
        self.ended.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        left = round(self.width() * LEFT_SHARE)
        self._splitter.setSizes([left, self.width() - left])

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setFocus(Qt.FocusReason.OtherFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()), 0)
        if step:
            self.stepped.emit(step)
        elif event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)
