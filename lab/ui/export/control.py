"""Export: one dialog for pictures of every view, films of the match and of a search growing, and
tables. Files are written under a temporary name, in a thread where it takes long.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import cast

from PySide6.QtCore import QEvent, QObject, QStandardPaths, Qt, QTimer, Signal
from PySide6.QtGui import QContextMenuEvent, QGuiApplication, QImage
from PySide6.QtWidgets import QFileDialog, QMenu, QWidget
from shiboken6 import isValid

from lab.export import job as tables
from lab.export.formats import CSV, DOT, JSON_LINES, PARQUET, has_parquet
from lab.ui.control.moment import Moment
from lab.ui.export import encoders
from lab.ui.export.dialog import ExportDialog
from lab.ui.export.forms import GROWTH, HTML, LESSON, MATCH, PICTURE, TABLE, ExportChoice
from lab.ui.export.growth_film import GrowthFilm
from lab.ui.export.lesson_walk import (
    MOST_STEPS,
    NO_LESSON,
    LessonPages,
    LessonWalk,
    StepFilm,
    lesson_of,
    name_of,
    picture_of,
)
from lab.ui.export.match_film import LAST_MS, MatchFilm
from lab.ui.export.review_page import page_bytes
from lab.ui.export.sources import (
    NOTHING,
    ViewOnShow,
    first_rows,
    growth_film,
    job_of,
    match_film,
    recorded,
    storing,
    view_at,
    views_of,
    write_film,
    write_growth,
)
from lab.ui.export.work import ExportWork, Refusal, WorkDesk
from lab.ui.parts import pictures
from lab.ui.parts.combos import Entry
from lab.ui.shell.window import Window
from lab.words.numerals import plural
from lab.words.settings import Settings

LIVE_MS, REST = 400, 15  # between two pictures of a view; so many times longer than taking one
SETTLE_MS = 250  # after a choice, before a preview that takes long
PREVIEW_WIDTH, PREVIEW_FRAMES = 640, 16
NO_PAGE = "A page is of the review only."
PNG, SVG = ".png", ".svg"
AGAIN, READING = "Making the search again ...", "Reading the match ..."
PICTURES = (Entry(PNG, "PNG", "pixels"), Entry(SVG, "SVG", "shapes, sharp at any size"))


class ExportControl(QObject):
    """Fills the dialog from the window and the match, and writes what it asks for."""

    told = Signal(str)  # a sentence for the status bar

    def __init__(self, window: Window, moment: Moment, settings: Settings, parent: QObject) -> None:
        super().__init__(parent)
        self._window, self._moment, self._settings = window, moment, settings
        self.dialog: ExportDialog | None = None
        self.writing, self._looking = ExportWork(self), ExportWork(self)
        self._views: tuple[ViewOnShow, ...] = ()
        self._film: MatchFilm | GrowthFilm | None = None
        self._place = self._step = 0  # of the film in the preview
        self._path = Path()
        self._walk: LessonWalk | None = None
        self._timer, self._soon = QTimer(self), QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(SETTLE_MS)
        self._timer.timeout.connect(self._tick)
        self._soon.timeout.connect(self._look_closely)
        self.writing.done.connect(self._written)
        self.writing.progressed.connect(self._progressed)
        self._looking.done.connect(self._looked)
        pictures.desk.asked.connect(self._asked)
        window.installEventFilter(self)

    # -- menus -------------------------------------------------------------------------------------

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """A view without a menu of its own still has one for its picture."""
        if isinstance(event, QContextMenuEvent) and watched is self._window:
            self.offer(event)
            return True
        return False

    def offer(self, event: QContextMenuEvent) -> None:
        """The menu of the view under the pointer."""
        view = view_at(views_of(self._window), self._window.childAt(event.pos()))
        menu = QMenu(view.widget)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        pictures.add_entries(menu, view.widget)
        menu.popup(event.globalPos())

    def _asked(self, widget: QWidget) -> None:
        if widget.window() is self._window:
            self.open(PICTURE, widget)

    # -- the dialog --------------------------------------------------------------------------------

    def open(self, kind: str = "", asked: QWidget | None = None) -> None:
        """Shows the dialog with what was chosen last, or with a kind, or with a view."""
        if self.dialog is None:
            self._make()
        dialog = cast("ExportDialog", self.dialog)
        choice = ExportChoice.read(self._settings.export)
        self._views = views_of(self._window, asked)
        views = [Entry(v.name, v.title) for v in self._views]
        dialog.forms[PICTURE].set_entries("view", views)
        if asked is not None:
            choice = replace(choice, view=view_at(self._views, asked).name)
        if kind:
            choice = replace(choice, kind=kind)
        self._fill(dialog, choice)
        dialog.show()
        dialog.raise_()
        dialog.activateWindow()
        self._changed()

    def open_film(self) -> None:
        """Shows the dialog with the match as a film."""
        self.open(MATCH)

    def _make(self) -> None:
        dialog = self.dialog = ExportDialog(self._window)
        dialog.changed.connect(self._changed)
        dialog.save_asked.connect(self.ask)
        dialog.copy_asked.connect(self._copy)
        dialog.cancel_asked.connect(self._cancel)
        dialog.left.connect(self._left)
        films = [Entry(e, title, "", encoders.refusal(e)) for e, title in encoders.TITLES.items()]
        tables_as = [
            Entry(CSV, "CSV"),
            Entry(JSON_LINES, "JSON lines"),
            Entry(PARQUET, "Parquet", "", "" if has_parquet() else tables.NO_PARQUET),
            Entry(DOT, "DOT", "a drawing of one tree"),
            Entry(HTML, "HTML", "a review as a page"),
        ]
        dialog.forms[PICTURE].set_entries("picture", PICTURES)
        for kind in (MATCH, GROWTH):
            dialog.forms[kind].set_entries("film", films)
        pages = [Entry(HTML, "HTML", "one page, light and dark"), *films]
        dialog.forms[LESSON].set_entries("lesson", pages)
        dialog.forms[TABLE].set_entries("table", tables_as)

    def _fill(self, dialog: ExportDialog, choice: ExportChoice) -> None:
        """The match on the board in the forms."""
        moment, last = self._moment, self._moment.head.turn
        for form in dialog.forms.values():
            form.set_turns(last)
        has_places = moment.game.position(moment.frame.state, 0) is not None
        for name in ("names", "paths"):
            dialog.forms[MATCH].parts[name].setEnabled(has_places)
        seats = [
            Entry(str(seat), f"seat {seat + 1}", spec.title or "a person")
            for seat, spec in enumerate(moment.setup.seats)
        ]
        dialog.forms[GROWTH].set_entries("seat", seats)
        turn = min(max(1, moment.turn), max(1, last))
        decided = moment.frames[turn].thoughts if last else ()
        seat = next((t.seat for t in decided if t is not None), 0)
        dialog.set_choice(replace(choice, first=0, last=last, turn=turn, seat=seat))
        dialog.set_error("")

    def _left(self) -> None:
        self._timer.stop()
        self._soon.stop()
        self._looking.cancel()
        self._film = None
        if self.dialog is not None:
            self._settings.export = self.dialog.choice.kept()

    # -- preview -----------------------------------------------------------------------------------

    def _changed(self) -> None:
        """Another choice: shows it at once where that is quick, else soon."""
        dialog = cast("ExportDialog", self.dialog)
        self._looking.cancel()
        self._film, self._place, self._step = None, 0, 0
        choice = dialog.choice
        refused = self._refusal(choice)
        dialog.set_savable(not refused)
        dialog.set_note("")
        self._timer.stop()
        if refused:
            dialog.preview.show_words(refused)
        elif choice.kind == PICTURE or choice.kind == LESSON:
            self._timer.start(LIVE_MS)
            self._tick()
        elif choice.kind == MATCH:
            self._show_film(match_film(self._moment, choice, PREVIEW_WIDTH))
        else:
            dialog.preview.show_words(AGAIN if self._slow(choice) else READING)
            self._soon.start()

    def _slow(self, choice: ExportChoice) -> bool:
        return choice.kind == GROWTH or bool({"nodes", "growth"} & set(choice.chosen_tables))

    def _refusal(self, choice: ExportChoice) -> str:
        """Why there is nothing to write, a sentence; "" if there is something."""
        if choice.kind == PICTURE:
            return ""
        if choice.kind == LESSON:
            return "" if lesson_of(self._window.page) is not None else NO_LESSON
        if self._moment.head.turn == 0 or recorded(self._moment) is None:
            return NOTHING
        if choice.kind != TABLE:
            return ""
        if choice.table == HTML:
            return "" if choice.chosen_tables == ("review",) else NO_PAGE
        return tables.refusal(choice.chosen_tables, Path(f"table{choice.ending}"))

    def _look_closely(self) -> None:
        """A preview that has to be made in a thread."""
        dialog, source = cast("ExportDialog", self.dialog), recorded(self._moment)
        choice = dialog.choice
        if source is None or choice.kind not in (GROWTH, TABLE):
            return
        if choice.kind == TABLE:
            self._looking.start(lambda desk: first_rows(source, choice, desk))
        else:
            count = min(PREVIEW_FRAMES, choice.frames)
            self._looking.start(lambda desk: growth_film(source, choice, desk, count, choice.width))

    def _looked(self, found: object) -> None:
        preview = cast("ExportDialog", self.dialog).preview
        if isinstance(found, Refusal):
            preview.show_words(found.sentence)
        elif isinstance(found, GrowthFilm):
            self._show_film(found)
        elif isinstance(found, tuple):
            preview.show_rows(*found)

    def _show_film(self, film: MatchFilm | GrowthFilm) -> None:
        """Plays a film in the preview."""
        self._film, self._place = film, 0
        dialog = cast("ExportDialog", self.dialog)
        dialog.set_note(self._film_words(dialog.choice, film))
        self._timer.start(film.turn_ms if isinstance(film, MatchFilm) else film.image_ms)
        self._tick()

    @staticmethod
    def _film_words(choice: ExportChoice, film: MatchFilm | GrowthFilm) -> str:
        images = film.count if isinstance(film, MatchFilm) else choice.frames
        seconds = (images * film.image_ms + LAST_MS) / 1000
        return f"Up to {images:,} images, {seconds:.0f} s."

    def _tick(self) -> None:
        dialog = cast("ExportDialog", self.dialog)
        if (film := self._film) is not None:
            count = len(film.frames) if isinstance(film, MatchFilm) else film.count
            place = self._place % count
            self._place = place + 1
            dialog.preview.show_image(film.image(place))
        elif dialog.choice.kind == LESSON:
            self._show_lesson(dialog)
        elif dialog.choice.kind == PICTURE:
            began = time.perf_counter()
            dialog.preview.show_image(self._image(dialog.choice, 1.0))
            taken_ms = round(1000 * (time.perf_counter() - began))
            self._timer.setInterval(max(LIVE_MS, REST * taken_ms))
            size = self._widget(dialog.choice).size() * dialog.choice.scale
            drawn, form = dialog.choice.picture == SVG, dialog.forms[PICTURE]
            words = "" if drawn else f"{size.width()} × {size.height()} pixels"
            form.words.setText(words)
            form.parts["scale"].setEnabled(not drawn)

    def _show_lesson(self, dialog: ExportDialog) -> None:
        lesson = lesson_of(self._window.page)
        if lesson is not None:
            dialog.preview.show_image(pictures.image(picture_of(lesson), 1.0))
            count = min(lesson.steps.count, MOST_STEPS)
            dialog.set_note(f"{count:,} {plural(count, 'step')}, with words and reasons.")

    def _widget(self, choice: ExportChoice) -> QWidget:
        """The chosen view; the window if it is not there any more."""
        found = next((v.widget for v in self._views if v.name == choice.view), self._window)
        return found if isValid(found) and found.isVisible() else self._window

    def _image(self, choice: ExportChoice, scale: float) -> QImage:
        return pictures.image(self._widget(choice), scale)

    def _copy(self) -> None:
        choice = cast("ExportDialog", self.dialog).choice
        QGuiApplication.clipboard().setImage(self._image(choice, choice.scale))
        self.told.emit("The picture is on the clipboard.")

    # -- writing -----------------------------------------------------------------------------------

    def ask(self) -> None:
        """Asks for a name and writes."""
        choice = cast("ExportDialog", self.dialog).choice
        usual = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)
        folder = self._settings.folder or usual
        start = Path(folder) / name_of(choice, self._window.page, self._moment.setup)
        path, _ = QFileDialog.getSaveFileName(self.dialog, "Export", str(start), choice.pattern)
        if path:
            chosen = Path(path if Path(path).suffix else f"{path}{choice.ending}")
            self._settings.folder = str(chosen.parent)
            self.write(chosen)

    def write(self, path: Path) -> None:
        """Writes what is chosen into `path`; the status bar or the dialog says what came of it."""
        dialog = cast("ExportDialog", self.dialog)
        choice = dialog.choice
        self._settings.export, self._path = choice.kept(), path
        self._looking.cancel()
        dialog.set_busy(True)
        lesson = lesson_of(self._window.page)
        if choice.kind == LESSON and lesson is not None:
            self._walk_through(LessonWalk(lesson, choice.lesson == HTML, self), choice, path)
        else:
            self.writing.start(self._work(choice, path))

    def _walk_through(self, walk: LessonWalk, choice: ExportChoice, path: Path) -> None:
        """Takes every step of a lesson, one for each turn of the window's loop; then writes."""

        def write(taken: LessonPages) -> None:
            self._walk = None
            if choice.lesson == HTML:
                self.writing.start(lambda desk: storing(path, taken.html.encode())(desk))
            else:
                film = StepFilm(taken.images, choice.step_ms)
                self.writing.start(lambda desk: write_film(path, choice.lesson, film, desk))

        self._walk = walk
        self._walk.moved.connect(cast("ExportDialog", self.dialog).set_progress)
        self._walk.done.connect(write)
        self._walk.start()

    def _work(self, choice: ExportChoice, path: Path) -> Callable[[WorkDesk], object]:
        """What the thread is to do; pictures are taken here, films and tables there."""
        source = recorded(self._moment)
        if choice.kind == PICTURE:
            return storing(path, self._bytes(choice))
        if choice.kind == MATCH:
            film = match_film(self._moment, choice, choice.width)
            return lambda desk: write_film(path, choice.film, film, desk)
        assert source is not None
        if choice.kind == TABLE and choice.table == HTML:
            return lambda desk: storing(path, page_bytes(source.read(), self._settings))(desk)
        if choice.kind == GROWTH:
            return lambda desk: write_growth(path, source, choice, desk)
        return lambda desk: tables.export(path, source.read(), job_of(choice), desk.beat)

    def _bytes(self, choice: ExportChoice) -> bytes:
        if choice.picture == SVG:
            return pictures.drawing(self._widget(choice), "Smitsilab")
        return pictures.png(self._image(choice, choice.scale))

    def _cancel(self) -> None:
        if self._walk is not None:
            self._walk.cancel()
            self._walk = None
        self.writing.cancel()
        dialog = cast("ExportDialog", self.dialog)
        dialog.set_busy(False)
        self.told.emit(f"{self._path.name} was not written.")
        self._changed()

    def _progressed(self, done: int, total: int) -> None:
        if self.dialog is not None and self.writing.runs:
            self.dialog.set_progress(done, total)

    def _written(self, found: object) -> None:
        dialog = cast("ExportDialog", self.dialog)
        dialog.set_busy(False)
        if isinstance(found, Refusal):
            dialog.set_error(found.sentence)
            dialog.set_savable(True)
            return
        dialog.close()
        size = self._path.stat().st_size / 1e6
        self.told.emit(f"Exported as {self._path.name}, {size:,.1f} MB.")
        self._window.status.offer_folder(self._path)

    def end(self) -> None:
        """The window closes."""
        if self._walk is not None:
            self._walk.cancel()
        self.writing.end()
        self._looking.end()
