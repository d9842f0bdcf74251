"""What is below the board while trees are looked into: the caption of the position ahead, its
player, what the others do, the card of the node, and the main knobs of the search.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QStyle,
    QWidget,
)

from engines.knobs import Knob, Value
from lab.match.node_line import Others
from lab.ui.parts import detail, theme
from lab.ui.parts.band import Fold
from lab.ui.parts.guard import guarded
from lab.ui.parts.knob_list import KnobList
from lab.ui.parts.layout import column
from lab.ui.parts.marks import Marks, marks_of
from lab.ui.parts.painted import put, text_width
from lab.ui.parts.segments import Choice, GlyphButton, KeyButton, Segments
from lab.ui.parts.tips import plain
from lab.ui.trees.node_words import NodeWords, OpenRows, Step
from lab.ui.trees.tree_parts import paint_agent
from lab.words import numerals

STEP_MS = 400  # of each turn that is played out
IN_FULL = ("Bound", "Rank", "Next")  # numbers that Simple leaves out
LINE = 21  # pixels at 100 %
TIPS = {
    Others.BEST: "Each other agent plays the line that its own tree likes best.",
    Others.TRIED: "The others' lines are drawn at random, each action by its share of visits.",
    Others.HELD: "The others rest, so that this agent's line can be seen alone.",
}
EMPTY = "Select a node: the board shows its position, and this card its numbers."
ACTIONS = {
    "Play on from here": "The actions of this path are played as a branch of the match, those of "
    "the others as the board shows them; then the match plays on.\nUndo brings the line back.",
    "Search from here": "The node's position gets a search of its own next to the match, which "
    "stays as it is.",
    "Comment": "The same branch, with a comment on its last position.\nKey: M",
}


SHORT = {"Play on from here": "Play on", "Search from here": "Search"}  # where there is no room


class PathRows(QWidget):
    """The path to a node, one action a line, with visits and share."""

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName("Path to the node")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._steps: tuple[Step, ...] = ()
        self._marks, self._kinds = marks_of((0, 1)), tuple[str, ...]()
        theme.changed.connect(self.updateGeometry)

    def set_steps(self, steps: tuple[Step, ...], marks: Marks, kinds: tuple[str, ...]) -> None:
        """Another path, or newer numbers."""
        if len(steps) != len(self._steps):
            self.updateGeometry()
        self._steps, self._marks, self._kinds = steps, marks, kinds
        self.setVisible(bool(steps))
        self.setAccessibleDescription("; ".join(map(_spoken, steps)))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(200, theme.current().px(LINE) * len(self._steps))

    minimumSizeHint = sizeHint

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        look = theme.current()
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            high = look.px(LINE)
            ahead = max((text_width(step.ahead) for step in self._steps), default=0.0)
            for place, step in enumerate(self._steps):
                last, top = place == len(self._steps) - 1, place * high
                bar = QRectF(0, top + 2, look.px(2), high - 4)
                painter.fillRect(bar, look.colour("mark_edge" if last else "line2"))
                line = QRectF(look.px(12), top, self.width() - look.px(12), high)
                put(painter, line, step.ahead, theme.TABLE, "ink2")
                numbers = f"{step.visits:,} {step.counted}, {numerals.percent(step.share)}"
                put(painter, line, numbers, theme.TABLE, "ink2", right=True)
                x = line.left() + ahead + look.px(18)
                paint_agent(
                    painter, self._marks, self._kinds, step.agent, QPointF(x, top + high / 2)
                )
                x += look.px(11)
                room = line.right() - text_width(numbers) - look.px(8) - x
                put(painter, QRectF(x, top, room, high), step.name, theme.TABLE, bold=last)


class NodePanel(QWidget):
    """Setters in, signals out. The player counts turns from the position that is searched."""

    stepped = Signal(int)  # the turn ahead to show
    others_chosen = Signal(object)  # Others
    knob_changed = Signal(str, object)
    asked = Signal(str)  # one of ACTIONS

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName("Node")
        self._turns = self._step = 0
        self._turn_word = "turn"
        self._timer = QTimer(self)
        self._timer.setInterval(STEP_MS)
        self._timer.timeout.connect(self._play_on)
        self.caption, self.count = QLabel(), QLabel()
        self.first = GlyphButton("first", "Position that is searched", "", self)
        self.back = GlyphButton("back", "One turn back on the line", "", self)
        tip = "One turn after the other, to the end."
        self.play = KeyButton("Play it out", "play", "Enter", tip, self)
        self.play.other = "Stop"
        self.on = GlyphButton("step", "One turn further on the line", "", self)
        self.last = GlyphButton("last", "End of the line", "", self)
        self.others = Segments(
            "The others play", [Choice(each, each.value, tip) for each, tip in TIPS.items()]
        )
        self._others_row, self._player, self._buttons = QWidget(), QWidget(), QWidget()
        self.actions_ = {name: QPushButton(name) for name in ACTIONS}
        self.title, self.empty = QLabel("This node"), QLabel(EMPTY)
        self.path, self.knobs, self.knobs_title = PathRows(), KnobList(), QLabel()
        self._settings, self._has_knobs = QWidget(), False
        self._settings_opened = self._has_node = self._nodeless = False
        self.fold = Fold(self._settings)
        self.open = OpenRows()
        self._values = {name: QLabel() for name in ("Mean", "Bound", "Why", "Rank", "Next")}
        self._names = {name: QLabel(name) for name in self._values}
        self._lay_out()
        self._connect()
        self.set_line("", 0, 0)
        self.set_refusal("")
        self.set_words(None, marks_of((0, 1)), ())
        self._show_detail()

    def _lay_out(self) -> None:
        for label in (self.caption, self.count, self.empty, *self._names.values()):
            label.setProperty("look", "note")
        for label in (self.caption, self.empty, *self._values.values()):
            label.setWordWrap(True)
        for label in (self.title, self.knobs_title):
            label.setProperty("look", "band")
        self.play.setProperty("look", "primary")
        self.play.set_compact(no_key=True, no_text=False)
        player = QHBoxLayout(self._player)
        for part in (self.first, self.back, self.play, self.on, self.last):
            player.addWidget(part)
        player.addStretch(1)
        player.addWidget(self.count)
        others = QHBoxLayout(self._others_row)
        self._others_name = QLabel("The others play")
        others.addWidget(self._others_name)
        others.addWidget(self.others)
        others.addStretch(1)
        for line in (player, others):
            line.setContentsMargins(0, 0, 0, 0)
            line.setSpacing(4)
            line.setSizeConstraint(QHBoxLayout.SizeConstraint.SetNoConstraint)
        buttons = QHBoxLayout(self._buttons)
        buttons.setContentsMargins(0, 2, 0, 2)
        buttons.setSizeConstraint(QHBoxLayout.SizeConstraint.SetNoConstraint)
        for button in self.actions_.values():
            buttons.addWidget(button)
        buttons.addStretch(1)
        for each in (self._player, self._others_row, self._buttons):
            each.setMinimumWidth(1)  # they fit themselves: see `_fit`
        column(self.knobs, of=self._settings, gap=0)
        grid = QGridLayout()
        grid.setContentsMargins(0, 2, 0, 2)
        grid.setVerticalSpacing(3)
        grid.setColumnStretch(1, 1)
        for k, name in enumerate(self._values):
            grid.addWidget(self._names[name], k, 0, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(self._values[name], k, 1)
        column(
            self.caption,
            self._player,
            self._others_row,
            self.title,
            self.empty,
            self.path,
            grid,
            self._buttons,
            self.open,
            self.knobs_title,
            self.fold,
            self._settings,
            1,
            of=self,
            margins=(12, 6, 12, 8),
            gap=6,
        )

    def _connect(self) -> None:
        self.first.clicked.connect(lambda: self._go(0))
        self.back.clicked.connect(lambda: self._go(self._step - 1))
        self.on.clicked.connect(lambda: self._go(self._step + 1))
        self.last.clicked.connect(lambda: self._go(self._turns))
        self.play.clicked.connect(self.toggle_play)
        self.others.chosen.connect(self.others_chosen)
        self.knobs.changed.connect(self.knob_changed)
        self.fold.folded.connect(self._folded)
        detail.changed.connect(self._show_detail)
        for name, button in self.actions_.items():
            button.clicked.connect(partial(self.asked.emit, name))

    def _folded(self, is_open: bool) -> None:
        self._settings_opened = is_open
        self._show_detail()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Fewer words where there is no room for all."""
        room = self.width() - 24
        self._others_name.show()
        self._others_name.setVisible(self._others_row.sizeHint().width() <= room)
        for name, button in self.actions_.items():
            button.setText(name)
            button.setAccessibleName(name)
        if self._buttons.sizeHint().width() > room:
            for name, short in SHORT.items():
                self.actions_[name].setText(short)

    # -- setters -----------------------------------------------------------------------------------

    def set_line(
        self, caption: str, step: int, turns: int, turn_word: str = "turn", choice: bool = False
    ) -> None:
        """The caption of the board, the turn ahead on show of all `turns` of the line, and whether
        the others' play can be chosen.
        """
        self._step, self._turns, self._turn_word = step, turns, turn_word
        if self.caption.text() != caption:
            self.caption.setText(caption)
        self.caption.setVisible(bool(caption))
        self._player.setVisible(turns > 0)
        self._others_row.setVisible(choice and turns > 0)
        self.count.setText(f"{step} of {turns} {turn_word}{'s' * (turns != 1)} ahead")
        for button in (self.first, self.back):
            button.setEnabled(step > 0)
        for button in (self.on, self.last):
            button.setEnabled(step < turns)
        if step >= turns:
            self._stop()

    def set_words(self, words: NodeWords | None, marks: Marks, kinds: tuple[str, ...]) -> None:
        """The card of the selected node; None without one."""
        self.empty.setVisible(words is None)
        self._has_node = words is not None
        self._buttons.setVisible(not self._nodeless and (self._has_node or detail.is_full()))
        self.title.setText(f"This node: {words.title}" if words else "This node")
        self.path.set_steps(words.steps if words else (), marks, kinds)
        mean = f"<b>{words.mean}</b>&nbsp; {words.unit}" if words and words.mean else ""
        bound = f"<b>{words.bound}</b>&nbsp; = {words.formula}" if words and words.bound else ""
        shown = {
            "Mean": mean,
            "Bound": bound,
            "Why": words.why if words else "",
            "Rank": words.rank if words else "",
            "Next": words.following if words else "",
        }
        searched = words is not None and words.searched
        self._names["Mean"].setText("Value" if searched else "Mean")
        self._names["Next"].setText("Best below" if searched else "Next")
        for name, text in shown.items():
            self._values[name].setText(text)
            for label in (self._names[name], self._values[name]):
                label.setVisible(bool(text) and (detail.is_full() or name not in IN_FULL))

    def set_refusal(self, reason: str) -> None:
        """Why nothing can be done from the node, "" where it can."""
        for name, button in self.actions_.items():
            button.setEnabled(not reason)
            button.setToolTip(plain(f"{name}\n{reason or ACTIONS[name]}"))

    def set_without_nodes(self, without: bool) -> None:
        """Whether the search on show keeps no nodes that could be selected."""
        self._nodeless = without
        self.title.setVisible(not without)
        self._buttons.setVisible(not without and (self._has_node or detail.is_full()))
        if without:
            self.empty.hide()

    def set_knobs(self, title: str, knobs: Sequence[Knob], values: Mapping[str, Value]) -> None:
        """The knobs of the search whose tree is on show, of which the main ones are shown, with
        their values and the facts that they ask about; none hides them.
        """
        self.knobs_title.setText(title)
        self.fold.set_captions(f"Settings of {title}", f"Settings of {title}")
        main = [knob for knob in knobs if knob.main]
        self._has_knobs = bool(main)
        self._show_detail()
        self.knobs.set_subject(title)
        self.knobs.set_knobs(main, values, knobs)

    def _show_detail(self) -> None:
        """Simple folds the settings, and keeps of the numbers what one looks at first."""
        full = detail.is_full()
        self._buttons.setVisible(not self._nodeless and (self._has_node or full))
        self.knobs_title.setVisible(self._has_knobs and full)
        self.fold.setVisible(self._has_knobs and not full)
        self._settings.setVisible(self._has_knobs and (full or self._settings_opened))
        for name in IN_FULL:
            for label in (self._names[name], self._values[name]):
                label.setVisible(full and bool(self._values[name].text()))

    # -- the player --------------------------------------------------------------------------------

    @property
    def plays(self) -> bool:
        """Whether the line is being played out."""
        return self._timer.isActive()

    def toggle_play(self) -> None:
        """Plays the line out from here, at its end from the start; a second time stops it. Without
        motion it goes to the end at once.
        """
        if self.plays:
            self._stop()
        elif not moves(self):
            self._go(self._turns)
        elif self._turns:
            if self._step >= self._turns:
                self.stepped.emit(0)
            self._timer.start()
            self.play.set_face("Stop", "pause")

    def _play_on(self) -> None:
        if self._step < self._turns:
            self.stepped.emit(self._step + 1)
        else:
            self._stop()

    def _stop(self) -> None:
        self._timer.stop()
        self.play.set_face("Play it out", "play")

    def _go(self, step: int) -> None:
        self._stop()
        self.stepped.emit(max(0, min(self._turns, step)))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self._turns:
            self.toggle_play()
        else:
            super().keyPressEvent(event)

    def hideEvent(self, event: object) -> None:
        self._stop()


def moves(widget: QWidget) -> bool:
    """Whether the desktop wants things to move."""
    return widget.style().styleHint(QStyle.StyleHint.SH_Widget_Animation_Duration) > 0


def _spoken(step: Step) -> str:
    numbers = f"{step.visits:,} {step.counted}, {numerals.percent(step.share)}"
    return f"{step.ahead} {step.name}, {numbers}"
