"""The position editor as a page in place of the match: board, tools and shelf at the left, numbers,
checks, text and the ways to end at the right.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from engines.editing import ERROR, EditError, Handle, PartValue
from lab.ui.board.overlay import Path
from lab.ui.editor.board import EditorBoard
from lab.ui.editor.draft import EditedPosition
from lab.ui.editor.palette import PUT_BACK, REDO, UNDO, PaintColumn, ToolRow
from lab.ui.editor.panel import DISCARD, ENDINGS, EditorPanel
from lab.ui.editor.shelf import ShelfRow
from lab.ui.parts import theme
from lab.ui.parts.choices import Choices
from lab.ui.parts.headline import Headline, HeadRow
from lab.ui.parts.layout import SlimScroll, hairline, row
from lab.ui.parts.messages import label
from lab.ui.parts.segments import Choice, Segments
from lab.ui.shell.workspaces import WorkspacePage

PANEL, WIDE_PANEL = 400, 460  # pixels at 100 %, in a narrow and in a wide window
WIDE = 1400
LEAST_BOARD = 160  # what is beside it scrolls where there is less
KEYS = {"Ctrl+Z": UNDO, "Ctrl+Shift+Z": REDO, "Ctrl+Y": REDO}


class EditorPage(WorkspacePage):
    """Shows an `EditedPosition` and changes it. `ended` carries the name of an ending, `tool_asked`
    that of a tool which needs more than the position; `changed` comes with each other position.
    """

    own_keys = ("tree",)
    ended = Signal(str)
    told = Signal(str)
    tool_asked = Signal(str)
    changed = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAccessibleName("Position editor")
        self.draft: EditedPosition | None = None
        self.removed = False  # undo brings back the kept position that was removed last
        self.line = ""
        self.board, self.panel = EditorBoard(self), EditorPanel(self)
        self.paints, self.tools, self.shelf = PaintColumn(self), ToolRow(self), ShelfRow(self)
        self.headline = Headline(self)
        self.kinds = Segments("What keys move", parent=self)
        self.grid, self.ahead = QCheckBox("Grid", self), QCheckBox("Where they go next", self)
        self.help = label("", "note", self)
        self._group = ""
        self._lay_out()
        self._connect()
        theme.changed.connect(self._fit)

    # -- building ----------------------------------------------------------------------------------

    def _lay_out(self) -> None:
        self.grid.setChecked(True)
        self.ahead.setChecked(True)
        side = QWidget()
        middle, left = QHBoxLayout(), QVBoxLayout(side)
        switches = Choices(self.grid, self.ahead)
        self.choices = (switches,)
        chosen = QWidget()
        row(self.kinds, switches, of=chosen, margins=0, gap=10)
        middle.setContentsMargins(0, 0, 12, 0)
        middle.setSpacing(8)
        middle.addWidget(self.paints)
        expands, rest = QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Ignored
        self.board.setSizePolicy(expands, rest)  # it has what the others leave
        middle.addWidget(self.board, 1)
        self._middle = middle
        self.help.setContentsMargins(12, 0, 12, 0)
        left.setContentsMargins(0, 0, 0, 0)
        left.setSpacing(6)
        left.addWidget(HeadRow(self.headline, chosen))
        left.addLayout(middle, 1)
        left.addWidget(self.help)
        left.addWidget(self.tools)
        left.addWidget(hairline())
        left.addWidget(self.shelf)
        row((SlimScroll(side, whole=True), 1), hairline(upright=True), self.panel, of=self, gap=0)
        self._fit()

    def _connect(self) -> None:
        board, panel = self.board, self.panel
        board.chosen.connect(lambda _part: self.refresh())
        board.dragged.connect(lambda part, x, y: self._say(self._try(part, (x, y), f"drag {part}")))
        board.released.connect(self._release)
        board.nudged.connect(self._nudge)
        board.turned.connect(self._turn)
        board.painted.connect(self._paint)
        board.moved.connect(self._move)
        panel.changed.connect(self._set)
        panel.typed.connect(self._read)
        panel.grouped.connect(lambda name: self._choose_handle(name, str(self.kinds.value())))
        panel.ended.connect(self.ended)
        self.paints.chosen.connect(board.set_paint)
        self.kinds.chosen.connect(lambda kind: self._choose_handle(self._group, str(kind)))
        self.grid.toggled.connect(self._snap)
        self.ahead.toggled.connect(self.refresh)
        self.tools.used.connect(self._use)
        for key, name in KEYS.items():
            self._shortcut(key, partial(self._use, name))
        for ending in ENDINGS:
            for key in ("Return", "Enter") if ending.key == "Enter" else (ending.key,):
                self._shortcut(key, self.panel.buttons[ending.name].click)
        self._shortcut("E", self.panel.buttons[DISCARD].click)  # as it was entered

    def _shortcut(self, key: str, does: Callable[[], object]) -> None:
        shortcut = QShortcut(QKeySequence(key), self)
        shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        shortcut.activated.connect(does)

    def _fit(self) -> None:
        look = theme.current()
        wide = self.width() / look.scale >= WIDE
        self.panel.setFixedWidth(look.px(WIDE_PANEL if wide else PANEL))
        self.board.setMinimumHeight(look.px(LEAST_BOARD))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    # -- showing -----------------------------------------------------------------------------------

    def begin(self, draft: EditedPosition) -> None:
        """Edits a position."""
        self.draft = draft
        self.removed = False
        parts = draft.parts
        kinds = dict.fromkeys(handle.kind for handle in parts.handles)
        self._group = parts.groups[0].name
        self.kinds.set_choices([Choice(kind, kind) for kind in kinds])
        self.kinds.setVisible(len(kinds) > 1)
        self.board.set_owner(draft.game.owner)
        self.board.choose(parts.handles[0].part if parts.handles else "")
        self.paints.set_paints(parts.paints, draft.game.owner)
        self.paints.setVisible(bool(parts.paints))
        self._middle.setContentsMargins(0 if parts.paints else 12, 0, 12, 0)
        self.board.set_paint(self.paints.value)
        gridded = next((handle.grid for handle in parts.handles if handle.grid), 0.0)
        self.grid.setText(f"Grid {gridded:,.0f}")
        self.grid.setVisible(bool(gridded))
        self._snap(self.grid.isChecked())
        self.ahead.setVisible(bool(draft.editing.ahead(draft.state)))
        self.shelf.set_note(bool(draft.editing.alike))
        self.help.setText(draft.editing.help or _help(parts.handles, bool(parts.cells)))
        self.panel.set_branch("" if draft.turn is None else f"{draft.game.turn_word} {draft.turn}")
        self.tools.set_tools(draft.editing.tools, bool(draft.editing.shakes))
        self.refresh()
        self.board.setFocus(Qt.FocusReason.OtherFocusReason)

    def refresh(self, _on: bool = False) -> None:
        """Shows the position as it is now."""
        draft = self.draft
        if draft is None:
            return
        self.board.set_scene(draft.game.scene(draft.state), smooth=False)
        self.board.set_parts(draft.parts)
        self._show_ahead(draft)
        handle = draft.parts.handle(self.board.part)
        if handle is not None:
            self._group = handle.group
            self.kinds.set_value(handle.kind)
        elif self._group not in [group.name for group in draft.parts.groups]:
            self._group = draft.parts.groups[0].name
        marked = handle.field if handle is not None else ""
        self.panel.set_parts(draft.parts, self._group, marked, draft.game.owner)
        self.panel.set_remarks(draft.remarks, draft.playable)
        wrong = next((remark.text for remark in draft.remarks if remark.level == ERROR), "")
        self.headline.set_words(wrong or "A legal position", f"set up {draft.origin}")
        editing = draft.editing
        text = editing.text(draft.state) if editing.text_title else ""
        self.panel.set_text(editing.text_title, editing.text_note, text)
        self.tools.set_able(draft.can_undo or self.removed, draft.can_redo)
        self.changed.emit()

    def _show_ahead(self, draft: EditedPosition) -> None:
        on = self.ahead.isChecked()
        lines = draft.editing.ahead(draft.state) if on else ()
        self.board.set_paths([Path(agent, points) for agent, points in lines])

    def give_way(self) -> None:
        self.ended.emit(DISCARD)

    def state_words(self) -> str:
        """What goes on, and what is chosen."""
        words = self.board.words
        return f"Position editor: nothing is played until you say so    {words}".rstrip()

    def command_line(self) -> str:
        """How the position would be played without the window; "" until it is kept in a file."""
        return self.line

    # -- choosing ----------------------------------------------------------------------------------

    def _choose_handle(self, group: str, kind: str) -> None:
        if self.draft is None:
            return
        handles = self.draft.parts.handles
        fits = [h for h in handles if h.group == group and h.kind == kind]
        fits += [h for h in handles if h.kind == kind] if not fits else []
        self._group = group
        self.board.choose(fits[0].part if fits else "")
        self.refresh()

    def _snap(self, on: bool) -> None:
        self.board.snaps = on

    # -- changing ----------------------------------------------------------------------------------

    def _try(self, part: str, value: PartValue, stroke: str = "") -> str:
        """Changes a part; returns why it cannot be."""
        if self.draft is None:
            return ""
        try:
            self.draft.change(part, value, stroke)
        except EditError as error:
            return str(error)
        self.removed = False
        self.refresh()
        return ""

    def _say(self, sentence: str) -> None:
        if sentence:
            self.told.emit(sentence)

    def _release(self) -> None:
        if self.draft is not None:
            self.draft.rest()

    def _nudge(self, part: str, dx: int, dy: int) -> None:
        handle = self.draft.parts.handle(part) if self.draft is not None else None
        if handle is not None:
            place = (handle.x + dx * handle.step, handle.y + dy * handle.step)
            self._say(self._try(part, place, f"keys {part}"))

    def _turn(self, part: str, steps: int) -> None:
        """Turns what the handle belongs to by whole degrees."""
        if self.draft is None:
            return
        handle = self.draft.parts.handle(part)
        turned = self.draft.parts.field(handle.turn) if handle is not None else None
        if turned is not None:
            angle = (round(turned.value) + steps) % 360
            self._say(self._try(turned.part, angle, f"turn {part}"))

    def _paint(self, part: str, value: int) -> None:
        strokes = not any(paint.mark for paint in self.board.paints)
        sentence = self._try(part, value, "paint" if strokes else "")
        self._say(sentence)
        if not sentence:
            self.paints.follow(value)
            self.board.set_paint(self.paints.value)

    def _move(self, part: str, other: str) -> None:
        """Takes what is in one cell to another."""
        cell = self.draft.parts.cell(part) if self.draft is not None else None
        if self.draft is None or cell is None:
            return
        clear = self.draft.parts.paints[-1].value
        if cell.paint != clear:
            stroke = f"move {part}"
            self._say(self._try(part, clear, stroke) or self._try(other, cell.paint, stroke))
            self.draft.rest()

    def _set(self, part: str, value: float) -> None:
        sentence = self._try(part, value)
        if sentence:
            self.panel.refuse(part, sentence)

    def _read(self, text: str) -> None:
        if self.draft is None:
            return
        try:
            self.draft.read(text, "text")
        except EditError as error:
            self.panel.text.refuse(str(error))
        else:
            self.refresh()

    def _use(self, name: str) -> None:
        """Undo, redo, and the tools of the game."""
        if self.draft is None:
            return
        if name == UNDO and self.removed:
            self.tool_asked.emit(PUT_BACK)
            return
        self.removed = False
        if name == UNDO:
            self.draft.undo()
        elif name == REDO:
            self.draft.redo()
        elif name in [tool.name for tool in self.draft.editing.tools]:
            self.draft.use(name)
        else:
            self.tool_asked.emit(name)
            return
        self.refresh()


def _help(handles: Sequence[Handle], cells: bool) -> str:
    """What mouse and keys do here."""
    if cells and handles:
        return "Drag a head; a click or a stroke paints what is chosen, a right click clears."
    if cells:
        return (
            "A click puts what is chosen, a right click the other mark; a second click or Delete "
            "clears. Drag moves a mark; arrows move the cursor."
        )
    step = handles[0].step if handles else 1
    return (
        "Drag the rings: places, speeds (shown three turns long), headings. Arrows move by "
        f"{step:,.0f}, with Shift by {10 * step:,.0f}; Alt turns by 1°, with Shift by 10°; Tab "
        "goes on."
    )
