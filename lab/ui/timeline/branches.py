"""The band Branches: the main line of a match and its branches as rows of stones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QEvent, QPoint, QSize, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QLineEdit, QMenu, QSizePolicy, QWidget

from lab.match.history import MatchLines, Stone
from lab.match.turn_tree import MOST_NAME, START
from lab.ui.parts import pictures, theme
from lab.ui.parts.guard import guarded
from lab.ui.parts.marks import Marks
from lab.ui.parts.painted import put
from lab.ui.parts.tips import show_tip
from lab.ui.timeline.branch_paint import (
    FOOT,
    ROW,
    TITLE,
    BranchLayout,
    BranchLook,
    name_box,
    paint_lines,
)
from lab.words.numerals import plural, several

OWN = (
    Qt.Key.Key_Left,
    Qt.Key.Key_Right,
    Qt.Key.Key_Up,
    Qt.Key.Key_Down,
    Qt.Key.Key_Home,
    Qt.Key.Key_End,
    Qt.Key.Key_Delete,
)
LEAST = 320  # pixels


class BranchBand(QWidget):
    """Takes lines; emits what a person wants of a turn, by its number in the tree."""

    chosen = Signal(int)
    promoted = Signal(int)
    deleted = Signal(int)
    named = Signal(int, str)
    commented = Signal(int)
    restored = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._layout = BranchLayout(MatchLines(), LEAST, 1.0)
        self._look = BranchLook()
        self._names: tuple[str, ...] = ()  # of agents
        self._turn_word, self._naming = "turn", START
        self.setAccessibleName("Branches")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.name_line = QLineEdit(self)
        self.name_line.setAccessibleName("Name of the branch")
        self.name_line.setMaxLength(MOST_NAME)
        self.name_line.hide()
        self.name_line.editingFinished.connect(self._name)
        theme.changed.connect(self._restyled)

    # -- setters -----------------------------------------------------------------------------------

    def set_cast(
        self, marks: Marks, kinds: Sequence[str], names: Sequence[str], turn_word: str
    ) -> None:
        """The agents' marks, their marks on the board ("cross", "ring" or ""), their names, and the
        game's word for a turn.
        """
        self._look = BranchLook(marks, tuple(kinds))
        self._names, self._turn_word = tuple(names), turn_word
        self._show(BranchLayout(MatchLines(), self.width(), theme.current().scale))

    def set_lines(self, lines: MatchLines, number: int, mistakes: Sequence[int]) -> None:
        """All lines, the turn on show, and turns to mark as mistakes."""
        look = replace(
            self._look, number=number, path=frozenset(lines.path), mistakes=frozenset(mistakes)
        )
        if lines is self._layout.lines and look == self._look:
            return
        moved = number != self._look.number
        self._look = look
        layout = replace(self._layout, lines=lines)
        if lines.rows and (moved or not self._layout.lines.rows):
            row, stone = layout.find(number)
            layout = replace(layout, top=layout.top_for(row))
            layout = replace(layout, first=layout.follow(stone.turn if stone else 0))
        self._show(layout)

    def set_room(self, folded: float, unfolded: float) -> None:
        """How high the band may be, in pixels; the main line and one branch always fit."""
        fitting = (
            (room / theme.current().scale - TITLE - FOOT) // ROW for room in (folded, unfolded)
        )
        rows, more = (max(2, int(count)) for count in fitting)
        if (rows, more) != (self._layout.rows, self._layout.more):
            self._show(replace(self._layout, rows=rows, more=more))

    def _show(self, layout: BranchLayout) -> None:
        last = max(0.0, layout.turns - layout.room)
        layout = replace(layout, first=min(max(0.0, layout.first), last))
        before, self._layout = self._layout.height, layout
        if before != layout.height:
            self.updateGeometry()
        self._speak()
        self.update()

    def _restyled(self) -> None:
        self._show(replace(self._layout, scale=theme.current().scale))
        self.updateGeometry()

    # -- words -------------------------------------------------------------------------------------

    def words_of(self, number: int) -> str:
        """A turn in words, with its comment."""
        row, stone = self._layout.find(number)
        if stone is None:
            return "The start of the match"
        line, played = self._layout.lines.rows[row], stone.words
        who = self._names[stone.agent] if 0 <= stone.agent < len(self._names) else ""
        said = f"{self._turn_word.capitalize()} {stone.turn}"
        said += f": {who} {played}" if who and played else ""
        said += f" {stone.note.mark}" if stone.note.mark else ""
        said += f", {'branch ' + line.name if line.name else 'main line'}"
        said += ", a mistake" if number in self._look.mistakes else ""
        return f"{said}\n{stone.note.text}" if stone.note.text else said

    def lines(self) -> list[str]:
        """Each line in words."""
        out = []
        for line in self._layout.lines.rows:
            count, word = len(line.stones), self._turn_word
            name = f"Branch {line.name} from {word} {line.fork + 1}" if line.name else "Main line"
            out.append(f"{name}: {several(count, word)}")
        return out

    def _speak(self) -> None:
        rows = self._layout.lines.rows
        text = "\n".join([self.words_of(self._look.number), *self.lines()]) if rows else ""
        if text != self.accessibleDescription():
            self.setAccessibleDescription(text)

    # -- painting ----------------------------------------------------------------------------------

    def sizeHint(self) -> QSize:
        high = self._layout.height if self._layout.lines.rows else TITLE
        return QSize(LEAST, theme.current().px(high))

    minimumSizeHint = sizeHint

    def resizeEvent(self, event: QResizeEvent) -> None:
        layout = replace(self._layout, width=self.width())
        _, stone = layout.find(self._look.number)
        if stone is not None:  # the turn on show stays in sight
            layout = replace(layout, first=layout.follow(stone.turn))
        self._show(layout)
        super().resizeEvent(event)

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        look = theme.current()
        with QPainter(self) as painter:
            painter.fillRect(0, 0, self.width(), 1, look.colour("line"))
            room = self.rect().adjusted(look.px(12), 0, -look.px(12), 0)
            room.setHeight(look.px(30))
            put(painter, room.toRectF(), "Branches", bold=True)
            if self.width() > look.px(430):
                left = room.toRectF().adjusted(look.px(80), 0, 0, 0)
                put(painter, left, self._summary(), theme.TABLE, "ink2", right=True)
            paint_lines(painter, self._layout, self._look)
            if self.hasFocus():
                painter.setPen(look.colour("ink"))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawRect(self.rect().adjusted(1, 2, -2, -2))

    def _summary(self) -> str:
        count = len(self._layout.lines.rows) - 1
        if count < 1:
            return "one line"
        branches = several(count, "branch")
        if self._layout.hidden:
            more = "click here for more" if self._layout.folded else "the wheel scrolls"
            return f"main line and {branches}, {len(self._layout.shown)} rows shown: {more}"
        return f"main line and {branches}; Delete takes one away (Ctrl+Z brings it back)"

    # -- people ------------------------------------------------------------------------------------

    def event(self, event: QEvent) -> bool:
        if (
            event.type() == QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and event.key() in OWN
            and not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        ):
            event.accept()
            return True
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            stone = self._stone_at(event.pos())
            words = self.words_of(stone.number) if stone is not None else ""
            show_tip(event.globalPos(), words, self)
            return True
        return super().event(event)

    def _stone_at(self, spot: QPoint) -> Stone | None:
        return self._layout.at(spot.x(), spot.y()) if self._layout.lines.rows else None

    def mousePressEvent(self, event: QMouseEvent) -> None:
        stone = self._stone_at(event.position().toPoint())
        if event.button() != Qt.MouseButton.LeftButton:
            return
        if stone is not None:
            self.chosen.emit(stone.number)
        elif self._layout.hidden or not self._layout.folded:
            self._fold(event.position().y())

    def _fold(self, y: float) -> None:
        """A click on the title shows more rows, or fewer."""
        if y < theme.current().px(TITLE - 14):
            layout = replace(self._layout, folded=not self._layout.folded)
            row, _ = layout.find(self._look.number)
            self._show(replace(layout, top=layout.top_for(row)))

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Scrolls rows where some are hidden, else turns."""
        step = -1 if event.angleDelta().y() > 0 else 1
        if self._layout.hidden and not event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            last = len(self._layout.lines.rows) - self._layout.most + 1
            self._show(replace(self._layout, top=max(1, min(self._layout.top + step, last))))
        else:
            self._show(replace(self._layout, first=self._layout.first + 3 * step))
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self._layout.lines.rows or event.key() not in OWN:
            super().keyPressEvent(event)
            return
        number, layout = self._look.number, self._layout
        match Qt.Key(event.key()):
            case Qt.Key.Key_Delete:
                self._delete(number)
                return
            case Qt.Key.Key_Up | Qt.Key.Key_Down:
                wanted = layout.across(number, -1 if event.key() == Qt.Key.Key_Up else 1)
            case Qt.Key.Key_Home | Qt.Key.Key_End:
                row, _ = layout.find(number)
                line = layout.lines.rows[row]
                turn = line.fork + (1 if event.key() == Qt.Key.Key_Home else len(line.stones))
                wanted = layout.turn_of(row, turn)
            case key:
                wanted = layout.beside(number, -1 if key == Qt.Key.Key_Left else 1)
        if wanted != number:
            self.chosen.emit(wanted)

    def _delete(self, number: int) -> None:
        """Deletes the whole branch of a turn; of the main line, what follows from this turn on."""
        row, stone = self._layout.find(number)
        if stone is not None:
            first = self._layout.lines.rows[row].stones[0]
            self.deleted.emit(first.number if row else number)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        by_mouse = event.reason() == QContextMenuEvent.Reason.Mouse
        stone = self._stone_at(event.pos()) if by_mouse else None
        menu = self.menu(stone.number if stone is not None else self._look.number)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(event.globalPos())

    def menu(self, number: int) -> QMenu:
        """What can be done with a turn."""
        menu = QMenu(self)
        row, stone = self._layout.find(number)
        menu.addAction("Go here").triggered.connect(lambda: self.chosen.emit(number))
        menu.addAction("Comment").triggered.connect(lambda: self.commented.emit(number))
        if stone is not None:
            main = menu.addAction("Make main line from here")
            main.triggered.connect(lambda: self.promoted.emit(number))
            main.setEnabled(row > 0)
            menu.addSeparator()
            name = menu.addAction("Name this branch")
            name.triggered.connect(lambda: self.ask_name(row))
            name.setEnabled(row > 0)
            whole = menu.addAction("Delete this branch")
            whole.triggered.connect(lambda: self._delete(number))
            whole.setEnabled(row > 0)
            rest = menu.addAction("Delete from this turn on")
            rest.triggered.connect(lambda: self.deleted.emit(number))
        gone = len(self._layout.lines.deleted)
        if gone:
            words = f"Bring back {gone} deleted {plural(gone, 'branch')}"
            menu.addAction(words).triggered.connect(self.restored)
        menu.addSeparator()
        pictures.add_entries(menu, self)
        return menu

    def ask_name(self, row: int) -> None:
        """A line to name a branch, in the place of its name."""
        line = self._layout.lines.rows[row]
        self._naming = line.stones[0].number
        box = name_box(self._layout, row).toRect()
        look = theme.current()
        self.name_line.setGeometry(
            min(box.x(), self.width() - look.px(150)), box.y() - 4, look.px(140), box.height() + 8
        )
        self.name_line.setText(line.name)
        self.name_line.show()
        self.name_line.selectAll()
        self.name_line.setFocus(Qt.FocusReason.PopupFocusReason)

    def _name(self) -> None:
        if self.name_line.isVisible():
            self.name_line.hide()
            self.named.emit(self._naming, self.name_line.text().strip())
            self.setFocus(Qt.FocusReason.OtherFocusReason)
