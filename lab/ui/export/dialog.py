"""The dialog Export: what, how, and a preview of it: an image, or the first rows of a table. It
knows no match.
"""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QRectF, QSize, QSizeF, Qt, Signal
from PySide6.QtGui import QHideEvent, QImage, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QHeaderView,
    QProgressBar,
    QPushButton,
    QStackedWidget,
    QTableWidget,
    QVBoxLayout,
    QWidget,
)

from lab.ui.export.forms import (
    GROWTH,
    KINDS,
    LESSON,
    MATCH,
    PICTURE,
    TABLE,
    ExportChoice,
    ExportForm,
)
from lab.ui.parts import spoken, theme
from lab.ui.parts.guard import guarded
from lab.ui.parts.layout import SlimScroll, column, row
from lab.ui.parts.messages import ErrorTitle, label
from lab.ui.parts.segments import Choice, Segments

EDGE = 12  # pixels at 100 % around the image


class _Picture(QWidget):
    """An image as large as it fits, with its edge; or words while there is none."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.image, self.words = QImage(), ""
        self.setAccessibleName("Preview")

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        look = theme.current()
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), look.colour("track"))
            room = QRectF(self.rect()).adjusted(*(look.px(e) for e in (EDGE, EDGE, -EDGE, -EDGE)))
            if self.image.isNull():
                painter.setPen(look.colour("ink2"))
                painter.setFont(look.font(theme.TABLE))
                middle = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
                painter.drawText(room, middle, self.words)
            else:
                painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
                painter.drawImage(self._place(room), self.image)

    def _place(self, room: QRectF) -> QRectF:
        """The middle of the room; an image that fits keeps its size."""
        size = QSizeF(self.image.size())
        if size.width() > room.width() or size.height() > room.height():
            size.scale(room.size(), Qt.AspectRatioMode.KeepAspectRatio)
        place = QRectF(0, 0, size.width(), size.height())
        place.moveCenter(room.center())
        return place


class Preview(QStackedWidget):
    """Setters in; words in place of a picture that takes a while, or cannot be."""

    def __init__(self) -> None:
        super().__init__()
        self._picture, self.table = _Picture(self), QTableWidget(self)
        self.table.setAccessibleName("First rows of the table")
        self.table.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
        self.table.verticalHeader().hide()
        self.table.setShowGrid(False)
        header = self.table.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        for page in (self._picture, self.table):
            self.addWidget(page)

    @property
    def image(self) -> QImage:
        """The image on show; null for words and tables."""
        return self._picture.image if self.currentWidget() is self._picture else QImage()

    @property
    def words(self) -> str:
        """The words on show, "" for images and tables."""
        return self._picture.words if self.currentWidget() is self._picture else ""

    def show_image(self, image: QImage) -> None:
        """An image; its pixels count, not those of the screen that it was taken from."""
        image.setDevicePixelRatio(1.0)
        self._picture.image, self._picture.words = image, ""
        self._put(self._picture)

    def show_words(self, words: str) -> None:
        """A sentence."""
        self._picture.image, self._picture.words = QImage(), words
        self._picture.setAccessibleDescription(words)
        self._put(self._picture)

    def show_rows(self, heads: list[str], rows: list[list[str]]) -> None:
        """The first rows of a table."""
        self.table.clear()
        self.table.setColumnCount(len(heads))
        self.table.setRowCount(len(rows))
        self.table.setHorizontalHeaderLabels(heads)
        model = self.table.model()  # makes its items itself: see EntryModel
        for place, line in enumerate(rows):
            for each, text in enumerate(line):
                model.setData(model.index(place, each), text)
        self.table.resizeRowsToContents()
        self._put(self.table)

    def _put(self, page: QWidget) -> None:
        self.setCurrentWidget(page)
        page.update()


TIPS = {
    PICTURE: "A view, a band, a dock or the whole window",
    MATCH: "The match on the board as a film",
    GROWTH: "A search growing, as a film",
    LESSON: "All steps of the lesson on show, as one page or as a film",
    TABLE: "Turns, decisions, root actions and trees for other programs",
}
SIZE, FORM = (1040, 600), 440  # pixels at 100 %
ROOM = 0.92  # of the window that the dialog may cover


class ExportDialog(QDialog):
    """Setters in; `changed` after each of the user's choices, `save_asked`, `copy_asked` and
    `cancel_asked` from the buttons, `left` when it is closed.
    """

    changed = Signal()
    save_asked = Signal()
    copy_asked = Signal()
    cancel_asked = Signal()
    left = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        theme.wear(self)
        self.setWindowTitle("Export")
        self._choice = ExportChoice()
        self.kinds = Segments("What", [Choice(*each, TIPS[each[0]]) for each in KINDS.items()])
        self.forms = {kind: ExportForm(kind) for kind in KINDS}
        self.preview, self.error, self.progress = Preview(), ErrorTitle(), QProgressBar()
        self.note = label("", "note")
        self.save, self.copy = QPushButton("Save ..."), QPushButton("Copy")
        self.cancel, self.away = QPushButton("Cancel"), QPushButton("Close")
        self._stack = QStackedWidget()
        self._lay_out()
        self._wire()
        theme.follow(self._redress)
        self.set_busy(False)
        self.error.hide()

    def _lay_out(self) -> None:
        side, buttons = QVBoxLayout(), QHBoxLayout()
        self._side = QWidget(self)
        self._side.setLayout(side)
        row((self.preview, 1), self._side, of=self, gap=0)
        side.setContentsMargins(16, 14, 16, 14)
        side.setSpacing(12)
        for form in self.forms.values():
            page = QWidget()
            column(form, 1, of=page, margins=(0, 0, 4, 0))
            self._stack.addWidget(SlimScroll(page))
        side.addWidget(self.kinds)
        side.addWidget(self._stack, 1)
        for part in (self.note, self.error, self.progress):
            side.addWidget(part)
        buttons.addWidget(self.copy)
        buttons.addStretch(1)
        for button in (self.cancel, self.away, self.save):
            buttons.addWidget(button)
        side.addLayout(buttons)
        self.save.setProperty("look", "primary")
        self.save.setDefault(True)
        self.copy.setToolTip("Copy the picture to the clipboard")
        self.progress.setTextVisible(False)
        self.progress.setAccessibleName("How much is written")

    def _wire(self) -> None:
        self.kinds.chosen.connect(self._kind_chosen)
        for form in self.forms.values():
            form.changed.connect(self._told)
        self.save.clicked.connect(self.save_asked)
        self.copy.clicked.connect(self.copy_asked)
        self.cancel.clicked.connect(self.cancel_asked)
        self.away.clicked.connect(self.close)

    def _redress(self) -> None:
        look = theme.current()
        self._side.setFixedWidth(look.px(FORM))
        around = self.parentWidget()
        most = around.window().size() * ROOM if around is not None else QSize(*SIZE)
        self.resize(QSize(look.px(SIZE[0]), look.px(SIZE[1])).boundedTo(most))

    # -- setters -----------------------------------------------------------------------------------

    def set_choice(self, choice: ExportChoice) -> None:
        """Shows a choice in every form."""
        self._choice = choice
        self.kinds.set_value(choice.kind)
        for form in self.forms.values():
            form.show_choice(choice)
        self._show_kind()

    @property
    def choice(self) -> ExportChoice:
        """What the user has chosen."""
        found = replace(self._choice, kind=str(self.kinds.value()))
        return self.forms[found.kind].taken(found)

    def set_note(self, text: str) -> None:
        """A sentence about the file, below the choices."""
        self.note.setText(text)
        self.note.setVisible(bool(text))

    def set_error(self, text: str) -> None:
        """Why nothing was written; "" for nothing wrong."""
        self.error.text.setText(text)
        self.error.setVisible(bool(text))
        if text:
            spoken.announce(self, text)

    def set_busy(self, busy: bool) -> None:
        """Whether a file is being written."""
        self.progress.setVisible(busy)
        self.cancel.setVisible(busy)
        for part in (self.away, self.kinds, self._stack):
            part.setEnabled(not busy)
        self.copy.setVisible(not busy and self.kinds.value() == PICTURE)
        self.set_savable(not busy)
        if busy:
            self.set_error("")
            self.set_progress(0, 0)
            self.cancel.setFocus(Qt.FocusReason.OtherFocusReason)

    def set_savable(self, on: bool) -> None:
        """Whether there is anything to write."""
        self.save.setEnabled(on and self.cancel.isHidden())

    def set_progress(self, done: int, total: int) -> None:
        """How much is done; a `total` of 0 is not known."""
        self.progress.setRange(0, total)
        self.progress.setValue(done)

    # -- answers -----------------------------------------------------------------------------------

    def _kind_chosen(self, _value: object) -> None:
        self._choice = replace(self._choice, kind=str(self.kinds.value()))
        self._show_kind()
        self._told()

    def _show_kind(self) -> None:
        self._stack.setCurrentIndex(list(KINDS).index(str(self.kinds.value())))
        self.copy.setVisible(self.kinds.value() == PICTURE and self.cancel.isHidden())

    def _told(self) -> None:
        self._choice = self.choice
        self.set_error("")
        self.changed.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            if self.cancel.isHidden():
                self.close()
            else:
                self.cancel_asked.emit()
        else:
            super().keyPressEvent(event)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.left.emit()
