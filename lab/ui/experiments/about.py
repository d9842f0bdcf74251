"""The right of the page: what the file asks, what was played, earlier versions, earlier runs,
notes, and what can be done with the chosen row. Where the height is short, bands fold from the
bottom up.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSignalBlocker, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QMenu,
    QPlainTextEdit,
    QPushButton,
    QSizePolicy,
    QToolButton,
    QWidget,
)

from lab.experiments.claims.view import ExperimentView, OtherVersion
from lab.experiments.claims.words import file_words
from lab.ui.experiments import says
from lab.ui.experiments.run_options import FileBox
from lab.ui.parts import detail, theme
from lab.ui.parts.band import Band
from lab.ui.parts.fields import Field
from lab.ui.parts.figures import FigureList, NamedFigures
from lab.ui.parts.layout import column, hairline, row
from lab.ui.parts.messages import label
from lab.ui.parts.table import FieldTable
from lab.ui.setup.dock import RING, TITLE_LINE
from lab.words.numerals import several

MOST = 4  # rows without scrolling


class VersionsTable(FieldTable[OtherVersion]):
    """Runs that are apart from today's for sure are in the colour of warnings."""

    def __init__(self) -> None:
        self._word = ""
        super().__init__("Earlier runs")

    def set_view(self, view: ExperimentView | None) -> None:
        """Shows newer records."""
        self._word = says.group_word(view) if view is not None else ""
        self.set_rows(view.versions if view is not None else ())

    def fields(self) -> Sequence[Field[OtherVersion]]:
        def field(title: str, at: int) -> Field[OtherVersion]:
            return Field(
                title,
                lambda run: says.version_texts(run, self._word)[at],
                right=title == "Played",
                role=lambda run: "warn" if run.apart else "ink",
                rest=title == "Score",
            )

        return tuple(map(field, ("Last game", "Version", "Score", "Played"), range(4)))

    def words(self, row: OtherVersion) -> str:
        day, version, score, count = says.version_texts(row, self._word)
        return f"{day}, version {version}: {score} in {count}."

    def is_marked(self, row: OtherVersion) -> bool:
        return False

    def fit(self) -> None:
        super().fit()
        rows = min(MOST, len(self.model_.rows)) * theme.current().px(self.high)
        self.setFixedHeight(rows + self.horizontalHeader().sizeHint().height() + 2)


NOTED = 40  # letters of a note that are said while it is folded
PAUSE_MS = 600  # between the last letter of a note and its way into the store
DELETE, FORGET = "Delete …", "Forget …"
DELETE_TIP = "Deletes this experiment of yours, after a question\nKey: Delete"
FORGET_TIP = "Removes its games, after a question; the experiment stays\nKey: Delete"
NOTES, FILE = 64, 130  # least heights, pixels at 100 %
FIXED, GROWS = QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding


class AboutPanel(QWidget):
    """Signals go out, setters come in. `noted` carries the name of an experiment and its note."""

    edit_asked = Signal()
    noted = Signal(str, str)
    load_asked = Signal()
    report_asked = Signal()
    delete_asked = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName("About the experiment")
        self.view: ExperimentView | None = None
        self.title, self.edit = QLabel("About"), QPushButton("Edit …")
        self.game, self.words = label("", "note", self), label("", "", self)
        self.more = QToolButton()  # in Simple in place of the buttons
        self.also: tuple[QPushButton, ...] = ()  # other buttons that it stands for
        self.file, self.played = FileBox(), FigureList("Played")
        self.versions, self.warning = VersionsTable(), label("", "note", self)
        self.note = QPlainTextEdit()
        self.load, self.report = QPushButton("Play it as seat 1"), QPushButton("Report …")
        self.delete = QPushButton(DELETE)
        self.name = ""  # of the experiment on show, also of one whose file is none
        self._noted_of = ""
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(PAUSE_MS)
        self._lay_out()
        self._connect()
        for changed in (theme.changed, detail.changed):
            changed.connect(self._redress)
        self._redress()

    def _lay_out(self) -> None:
        self.top, older, notes = QWidget(), QWidget(), QWidget()
        foot = QHBoxLayout()
        self.title.setProperty("look", "title")
        row((self.title, 1), self.more, self.edit, of=self.top, margins=(12, 6, 12, 0))
        column(self.versions, self.warning, of=older, margins=(6, 0, 6, 6))
        self.warning.setContentsMargins(6, 0, 6, 0)
        column(self.note, of=notes, margins=(12, 2, 12, 6))
        self.note.setAccessibleName("Notes")
        self.note.setTabChangesFocus(True)
        self.file_band = Band("What it asks", self.file, "file")
        self.played_band = Band("Played", self.played, "played")
        self.versions_band = Band("Earlier runs", older, "versions")
        self.notes_band = Band("Notes", notes, "notes")
        self.notes_band.set_hint("kept with the experiment")
        self.bands = (self.file_band, self.played_band, self.versions_band, self.notes_band)
        for each in (self.game, self.words):
            each.setContentsMargins(12, 0, 12, 4)
        box = column(self.top, self.game, self.words, of=self, gap=4)
        for band in self.bands:
            grows = band is self.file_band
            band.setSizePolicy(GROWS, GROWS if grows else FIXED)
            box.addWidget(band, 100 if grows else 0)
            band.toggled_by_hand.connect(self.fit)
        box.addStretch(1)
        self.foot = QWidget()
        box.addWidget(self.foot)
        foot.setContentsMargins(12, 6, 12, 10)
        foot.setSpacing(8)
        self.load.setToolTip("Begins a match with the chosen row's player in seat 1")
        self.report.setToolTip("Writes tables, pictures and verdicts into one file\nKey: R")
        for button in (self.load, self.report, self.delete):
            foot.addWidget(button)
        foot.addStretch(1)
        column(hairline(), foot, of=self.foot, gap=0)
        menu = QMenu(self)
        self.more.setText("More")
        self.more.setToolTip("What can be done with this experiment")
        self.more.setProperty("look", "flat")
        self.more.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.more.setMenu(menu)
        menu.aboutToShow.connect(self._fill_more)

    def _fill_more(self) -> None:
        menu = self.more.menu()
        menu.clear()
        for button in (self.edit, *self.also, self.load, self.report, self.delete):
            menu.addAction(button.text(), button.click).setEnabled(button.isEnabled())

    def _connect(self) -> None:
        self.edit.clicked.connect(lambda: self.edit_asked.emit())
        self.load.clicked.connect(lambda: self.load_asked.emit())
        self.report.clicked.connect(lambda: self.report_asked.emit())
        self.delete.clicked.connect(lambda: self.delete_asked.emit())
        self.note.textChanged.connect(self._typed)
        self._pause.timeout.connect(self._note_now)
        self.file.left.connect(self._left)

    def _redress(self) -> None:
        look = theme.current()
        edge, field = look.colour("edge").name(), look.colour("field").name()
        self.note.setStyleSheet(
            f"QPlainTextEdit {{ border: 1px solid {edge}; border-radius: 4px; background: {field};"
            f" color: {look.colour('ink').name()}; font-size: {look.px(theme.TABLE)}px; }}"
        )
        self.note.setFixedHeight(look.px(NOTES))
        self.warning.setStyleSheet(f"color: {look.colour('warn').name()};")
        self.top.setFixedHeight(look.px(TITLE_LINE) + RING)
        full = detail.is_full()
        for part in (self.edit, self.foot):
            part.setVisible(full)
        for part in (self.more, self.words):
            part.setVisible(not full)
        self.fit()

    # -- setters -----------------------------------------------------------------------------------

    def set_view(self, view: ExperimentView) -> None:
        """Shows newer records; a note that is being written stays."""
        name = view.file.name
        if name != self._noted_of:
            self.keep_note()
            self._show_note(view.note)
            self._noted_of = name
        elif not self._pause.isActive() and not self.note.hasFocus():
            self._show_note(view.note)
        self.view, self.name = view, name
        self.game.setText(says.caption(view))
        self.words.setText(says.about(view.file))
        self.file.show_file(file_words(view.file))
        if not self.file.edits:
            self.file_band.set_hint(f"{name}.toml")
        self.played_band.set_answer(says.played(view))
        self.versions_band.set_answer(several(len(view.versions), "run"))
        self.notes_band.set_answer(next(iter(view.note.split("\n")), "")[:NOTED] or "none")
        self.played.set_view(NamedFigures(says.facts(view.facts, view.table.measures)))
        self.versions.set_view(view)
        self.versions_band.setVisible(bool(view.versions))
        self.versions_band.set_hint("score of the chosen row")
        self.warning.setText(says.warning(view))
        self.warning.setVisible(any(run.apart for run in view.versions))
        self._enable()
        self.edit.setToolTip(
            "Edits a copy of your own" if view.file.shipped else "Edits this experiment"
        )
        self.fit()

    def clear(self, unreadable: str = "") -> None:
        """Nothing is known of what is on show; its name if that is an experiment of the user's own
        whose file is none.
        """
        self.keep_note()
        self.view, self._noted_of, self.name = None, "", unreadable
        self._show_note("")
        self.game.clear()
        self.words.clear()
        self.file.show_file("")
        self.file_band.set_hint("")
        self.played.set_view(None)
        self.versions.set_view(None)
        self.versions_band.hide()
        self._enable()

    def _enable(self) -> None:
        """Without an experiment there is nothing to do."""
        known = self.view is not None
        for part in (self.note, self.load, self.report):
            part.setEnabled(known)
        self.edit.setEnabled(bool(self.name) and not self.file.edits)
        shipped = self.view is not None and self.view.file.shipped
        self.delete.setText(FORGET if shipped else DELETE)
        self.delete.setToolTip(FORGET_TIP if shipped else DELETE_TIP)
        some = self.view is not None and self.view.asked > 0
        self.delete.setEnabled(some if shipped else bool(self.name))

    def begin_edit(self, name: str, text: str, new: bool) -> None:
        """Edits a text."""
        self.file_band.set_open(True)
        self.file_band.set_hint("yours")
        self.file.edit(name, text, new)
        self._enable()
        self.fit()

    def _left(self) -> None:
        self._enable()
        if self.view is not None:
            self.file_band.set_hint(f"{self.view.file.name}.toml")
        self.fit()

    # -- notes -------------------------------------------------------------------------------------

    def _show_note(self, text: str) -> None:
        if self.note.toPlainText() != text:
            with QSignalBlocker(self.note):
                self.note.setPlainText(text)

    def _typed(self) -> None:
        if self._noted_of:
            self._pause.start()

    def keep_note(self) -> None:
        """What was written goes into the store."""
        if self._pause.isActive():
            self._pause.stop()
            self._note_now()

    def _note_now(self) -> None:
        self.noted.emit(self._noted_of, self.note.toPlainText())

    # -- room --------------------------------------------------------------------------------------

    def fit(self, _event: object = None) -> None:
        """Folds bands from the bottom up until the rest fits, except what was opened by hand."""
        look = theme.current()
        full = detail.is_full()
        foot = self.load.sizeHint().height() + 24 if full else 0
        room = self.height() - foot - (0 if self.top.isHidden() else self.top.height())
        room -= 0 if full else self.words.heightForWidth(self.width())
        bands = [band for band in self.bands if not band.isHidden()]
        titles = sum(band.title.sizeHint().height() + 6 for band in bands)
        titles += self.game.heightForWidth(self.width()) + 4
        room -= titles
        least = self.file.sizeHint().height() if self.file.edits else look.px(FILE)
        for band in bands:
            need = least if band is self.file_band else band.body.sizeHint().height()
            forced = True if band is self.file_band and self.file.edits else band.by_hand
            on = full and room >= need if forced is None else forced
            if band.is_open != on:
                band.set_open(on)
            room -= need if on else 0
        grows = self.file_band.is_open
        self.file_band.setSizePolicy(GROWS, GROWS if grows else FIXED)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()
