"""What the programs of a match received and said in the turn on show: the answer, its time against
the limit, what was wrong, and either the standard error stream or the text they were sent.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QGuiApplication, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QLabel, QPlainTextEdit, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from lab.match.records import ProgramSaid
from lab.ui.parts import theme
from lab.ui.parts.band import Band
from lab.ui.parts.guard import guarded
from lab.ui.parts.layout import column, row
from lab.ui.parts.messages import ErrorTitle, label, one_line
from lab.ui.parts.segments import Choice, Segments
from lab.ui.parts.tips import plain
from lab.words import numerals

LEAST_LINES = 4  # of a stream
ERRORS, RECEIVED = "stderr", "received"
STREAMS = (
    Choice(ERRORS, "Standard error", "What it wrote to its standard error since its last answer."),
    Choice(RECEIVED, "Received", "The lines that it was sent for this answer."),
)


@dataclass(frozen=True)
class Report:
    """One seat's program in the turn on show. `said` is its latest answer up to that turn;
    `figures` are those of the whole match.
    """

    seat: int
    name: str
    said: ProgramSaid | None
    asked: bool = False  # its answer is awaited
    note: str = ""
    figures: str = ""
    unknown: bool = False  # it has answered, but what is not in the record


class TimeBar(QWidget):
    """The time that an answer took, against the limit."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._share, self._over = 0.0, False
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def set_time(self, seconds: float, limit_ms: float) -> None:
        """The time taken and the limit."""
        self._share = min(1.0, seconds * 1000 / limit_ms) if limit_ms > 0 else 0.0
        self._over = limit_ms > 0 and seconds * 1000 > limit_ms
        self.setVisible(limit_ms > 0)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(60, theme.current().px(8))

    minimumSizeHint = sizeHint

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        look = theme.current()
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), look.colour("track"))
            part = QRectF(0, 0, self.width() * self._share, self.height())
            painter.fillRect(part, look.colour("error" if self._over else "edge"))


class StreamText(QPlainTextEdit):
    """A stream's text, with its own scroll bar; it asks for few lines and takes the room there
    is.
    """

    def __init__(self, name: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setReadOnly(True)
        self.setTabChangesFocus(True)
        self.setAccessibleName(name)

    def sizeHint(self) -> QSize:
        return QSize(200, LEAST_LINES * self.fontMetrics().lineSpacing() + 12)

    minimumSizeHint = sizeHint


class Block(QWidget):
    """One program."""

    def __init__(self, seat: int) -> None:
        super().__init__()
        self.bar, self.time, self.answer = TimeBar(self), one_line("", "note", self), QLabel(self)
        self.error = ErrorTitle(self)
        self.note = label("", "note", self)
        self.figures = label("", "note", self)
        self.text = StreamText(f"Standard error of seat {seat + 1}", self)
        self.received = StreamText(f"Text that seat {seat + 1} received", self)
        self.stream = Segments(f"Stream of seat {seat + 1}", STREAMS, parent=self)
        self.copy = QPushButton("Copy", self)
        self.answer.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.answer.setTextFormat(Qt.TextFormat.PlainText)
        self.answer.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.copy.setAccessibleName(f"Copy the shown text of seat {seat + 1}")
        self.copy.setToolTip("Put the text below into the clipboard, to run the program on it.")
        self.copy.clicked.connect(self._copy)
        self.stream.chosen.connect(self._choose)
        self._lay_out()
        self._report: Report | None = None
        theme.follow(self._redress)
        self.received.hide()
        self.copy.setEnabled(False)

    def _lay_out(self) -> None:
        box = column(
            row((self.bar, 1), self.time, gap=10),
            self.answer,
            self.error,
            self.note,
            self.figures,
            row(self.stream, 1, self.copy),
            of=self,
            margins=(12, 0, 12, 8),
            gap=6,
        )
        for text in (self.text, self.received):
            box.addWidget(text, 1)

    def _choose(self, stream: object) -> None:
        self.text.setVisible(stream == ERRORS)
        self.received.setVisible(stream == RECEIVED)
        self._show_copy()

    def _copy(self) -> None:
        shown = self.received if self.stream.value() == RECEIVED else self.text
        QGuiApplication.clipboard().setText(shown.toPlainText())

    def _show_copy(self) -> None:
        shown = self.received if self.stream.value() == RECEIVED else self.text
        self.copy.setEnabled(bool(shown.toPlainText()))

    def _redress(self) -> None:
        look = theme.current()
        for part in (self.text, self.received, self.answer):
            part.setFont(look.fixed_font(theme.TABLE))
            part.updateGeometry()

    def show_report(self, report: Report) -> None:
        """Shows what it said."""
        if report == self._report:
            return
        before, self._report, said = self._report, report, report.said
        self.bar.set_time(said.seconds if said else 0.0, said.limit_ms if said else 0.0)
        self.time.setText("" if said is None else time_words(said))
        self.time.setVisible(bool(self.time.text()))
        self._show_answer()
        self.error.text.setText(said.error if said else "")
        self.error.setVisible(bool(said and said.error))
        for part, text in ((self.note, report.note), (self.figures, report.figures)):
            part.setText(text)
            part.setVisible(bool(text))
        if before is None or (before.said, before.unknown) != (said, report.unknown):
            self._show_streams(said, report.unknown)

    def _show_streams(self, said: ProgramSaid | None, lost: bool) -> None:
        """Both texts, and why one is empty."""
        asked = "The record has only its moves." if lost else "It has not been asked yet."
        silent = "It wrote nothing to standard error in this turn."
        unknown = "What it was sent is not known."
        self.text.setPlainText(said.stderr.rstrip("\n") if said else "")
        self.text.setPlaceholderText(asked if said is None else silent)
        self.received.setPlainText("".join(f"{line}\n" for line in said.received) if said else "")
        self.received.setPlaceholderText(asked if said is None else unknown)
        self._show_copy()

    def _show_answer(self) -> None:
        said = self._report.said if self._report is not None else None
        text = "  |  ".join(said.lines) if said else ""
        shown = self.answer.fontMetrics().elidedText(
            text, Qt.TextElideMode.ElideRight, max(0, self.width() - 26)
        )
        self.answer.setText(shown)
        self.answer.setToolTip(plain("\n".join(said.lines) if said and shown != text else ""))
        self.answer.setVisible(bool(text))

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._show_answer()


def time_words(said: ProgramSaid) -> str:
    """The time an answer took, out of its limit: "43 of 100 ms"."""
    used = f"{numerals.count(round(said.seconds * 1000))}"
    if not said.seconds:
        return ""  # a recording without times
    return f"{used} of {numerals.count(round(said.limit_ms))} ms" if said.limit_ms else f"{used} ms"


class SaidPanel(QWidget):
    """A foldable block for each program, one below the other; empty and hidden if there is
    none.
    """

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAccessibleName("Programs")
        self.bands: dict[int, Band] = {}
        self.blocks: dict[int, Block] = {}
        self._word = "turn"
        column(of=self, gap=0)
        self.hide()

    def set_turn_word(self, word: str) -> None:
        """The game's word for a turn."""
        self._word = word

    def set_reports(self, reports: Sequence[Report]) -> None:
        """The report of each program, by seat."""
        if tuple(self.blocks) != tuple(r.seat for r in reports):
            self._rebuild([r.seat for r in reports])
        for report in reports:
            band = self.bands[report.seat]
            band.set_title(f"Seat {report.seat + 1}: {report.name}")
            when = f"{self._word} {report.said.turn}" if report.said else ""
            band.set_hint(
                f"{when}, asked again"
                if report.asked and when
                else "asked"
                if report.asked
                else when
            )
            self.blocks[report.seat].show_report(report)
        self.setVisible(bool(reports))

    def _rebuild(self, seats: Sequence[int]) -> None:
        layout = self.layout()
        assert isinstance(layout, QVBoxLayout)
        while (item := layout.takeAt(0)) is not None:
            old = item.widget()
            if old is not None:
                old.hide()
                old.deleteLater()
        self.blocks = {seat: Block(seat) for seat in seats}
        self.bands = {
            seat: Band(f"Seat {seat + 1}", self.blocks[seat], parent=self) for seat in seats
        }
        for band in self.bands.values():
            layout.addWidget(band, 1)
            band.toggled_by_hand.connect(self._stretch)

    def _stretch(self, _open: bool) -> None:
        """Gives the room of folded blocks to the others."""
        layout = self.layout()
        assert isinstance(layout, QVBoxLayout)
        for band in self.bands.values():
            layout.setStretchFactor(band, 1 if band.is_open else 0)
