"""A lesson step by step, for a page or a film: its own page is led through the steps, one for each
tick, and is then where it was.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QWidget

from lab.export.drawings import Drawing
from lab.export.page import Section, page
from lab.match.records import Setup
from lab.ui.export.forms import LESSON, ExportChoice
from lab.ui.parts import pictures, theme
from lab.ui.parts.chart.canvas import ChartCanvas
from lab.ui.parts.messages import Preparing

if TYPE_CHECKING:  # lessons are loaded when they are first shown
    from lab.ui.lessons.lesson_page import LessonPage

MOST_STEPS = 400
NO_LESSON = "No lesson is on show: Lessons (Ctrl+4) has them."


@dataclass(frozen=True)
class LessonPages:
    """What was taken of a lesson: its steps as sections of a page, or images."""

    title: str
    note: str
    sections: tuple[Section, ...]
    images: tuple[QImage, ...]

    @property
    def html(self) -> str:
        """The page; long ones take a second."""
        return page(self.title, self.note, self.sections, stepped=True)


@dataclass(frozen=True)
class StepFilm:
    """The steps of a lesson as a film; its images have even sizes, as videos need them."""

    taken: tuple[QImage, ...]
    image_ms: int

    @property
    def count(self) -> int:
        """How many images there are."""
        return len(self.taken)

    def images(self) -> Iterator[QImage]:
        """All images, in order, as large as the first one."""
        wide, high = self.taken[0].width() // 2 * 2, self.taken[0].height() // 2 * 2
        return (image.copy(0, 0, wide, high) for image in self.taken)


def lesson_of(widget: QWidget | None) -> LessonPage | None:
    """The lesson on show on the page of lessons, once it has steps."""
    from lab.ui.lessons.page import LessonsPage

    if not isinstance(widget, LessonsPage) or not widget.shown.steps.count:
        return None
    return widget.shown


def name_of(choice: ExportChoice, widget: QWidget | None, match: Setup) -> str:
    """The name of a file with the lesson on show, or with what is of the match."""
    lesson = lesson_of(widget) if choice.kind == LESSON else None
    stem = f"lesson-{lesson.panel.choice.own}" if lesson else f"{match.game}-{match.seed}"
    return f"{stem}{choice.ending}"


def picture_of(lesson: LessonPage) -> QWidget:
    """The middle of a lesson: its title line, its picture and its steps."""
    found = lesson.inner.parentWidget()
    assert found is not None  # layouts of a page are in a widget
    return found


def views_of(lesson: LessonPage) -> list[QWidget]:
    """What a lesson's picture is made of, from the top down."""
    from lab.ui.lessons.transport import Steps

    around = picture_of(lesson)
    found = [view for view in around.findChildren(QWidget) if lesson.inner.indexOf(view) >= 0]
    found.sort(key=lesson.inner.indexOf)
    shown = (view for view in found if view.isVisible())
    return [view for view in shown if not isinstance(view, Steps | Preparing)]


class LessonWalk(QObject):
    """Leads a lesson through its steps. `moved` carries how many are done and how many there are,
    `done` the LessonPages.
    """

    moved = Signal(int, int)
    done = Signal(object)

    def __init__(self, lesson: LessonPage, drawn: bool, parent: QObject) -> None:
        super().__init__(parent)
        self._lesson, self._drawn, self._back = lesson, drawn, lesson.steps.step
        self._count = min(lesson.steps.count, MOST_STEPS)
        self._sections: list[Section] = []
        self._images: list[QImage] = []
        self._at = 0
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._tick)

    def start(self) -> None:
        """Begins with the first step."""
        self._lesson.steps.pause()
        self._timer.start(0)

    def cancel(self) -> None:
        """Ends, and shows the step that was on show."""
        self._timer.stop()
        self._lesson.steps.go(self._back)

    def _tick(self) -> None:
        lesson = self._lesson
        lesson.steps.go(self._at)
        if self._drawn:
            self._sections.append(section_of(lesson))
        else:
            self._images.append(pictures.image(picture_of(lesson)))
        self._at += 1
        self.moved.emit(self._at, self._count)
        if self._at >= min(self._count, lesson.steps.count):
            self.cancel()
            name, note = lesson.panel.choice.combo.currentText(), lesson.command_line()
            sections, images = tuple(self._sections), tuple(self._images)
            self.done.emit(LessonPages(name, note, sections, images))


def section_of(lesson: LessonPage) -> Section:
    """The step on show: its words, and its drawings in both looks."""
    why = lesson.side.why
    return Section(
        lesson.headline.answer,
        lesson.headline.support,
        why.head.text(),
        why.text.text(),
        tuple(_drawing(view) for view in views_of(lesson)),
    )


def _drawing(view: QWidget) -> Drawing:
    """Both looks; a chart, whose series have their colours, is as on the screen in either."""
    charted = isinstance(view, ChartCanvas) or view.findChildren(ChartCanvas)
    here = theme.current().name
    looks = []
    for name in (here, here) if charted else ("light", "dark"):
        with theme.as_if(name):
            looks.append(pictures.drawing(view, "", alone=True).decode())
    return Drawing(*looks)
