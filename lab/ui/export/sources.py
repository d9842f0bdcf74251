"""What there is to export: the views on show, the match on the board as a film, and its replay; and
how films are written, with their progress.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtWidgets import QWidget

from lab.export.cells import written
from lab.export.job import Job, Moments, rows_of
from lab.export.match_rows import Part
from lab.export.schema import columns_of
from lab.files.placing import Place
from lab.files.replay import Replay, ReplayError, load
from lab.match.turn_tree import START
from lab.ui.control.moment import Moment
from lab.ui.export import encoders
from lab.ui.export.forms import ExportChoice
from lab.ui.export.growth_film import GrowthFilm, filmed
from lab.ui.export.lesson_walk import StepFilm
from lab.ui.export.match_film import LAST_MS, WAKE, MatchFilm
from lab.ui.export.work import WorkDesk
from lab.ui.parts import theme

LEAST = 48  # pixels of a view that is worth a picture
CONTROLS = "lab.ui.parts."  # widgets to set something, unless they are
VIEWS = ("lab.ui.parts.band", "lab.ui.parts.chart")  # of these rooms
ROWS = 40  # of a table in the preview
NOTHING = "There is nothing to export yet: the match has no turn."


@dataclass(frozen=True)
class ViewOnShow:
    """A widget that can be exported, by a name that is the same in the next match."""

    name: str
    title: str
    widget: QWidget


def views_of(window: QWidget, asked: QWidget | None = None) -> tuple[ViewOnShow, ...]:
    """The whole window and every view in it that is on show, from the top down; `asked` is one of
    them whatever it is.
    """
    found = [ViewOnShow("window", "Whole window", window)]
    known: set[str] = set()
    for widget in window.findChildren(QWidget):
        name = widget.accessibleName()
        if widget is asked and not name:
            name = "This view"
        if name in known or not (widget is asked or _is_view(widget, name)):
            continue
        known.add(name)
        found.append(ViewOnShow(name, _title(widget, name, found), widget))
    return tuple(found)


def _is_view(widget: QWidget, name: str) -> bool:
    if not name or not widget.isVisible() or min(widget.width(), widget.height()) < LEAST:
        return False
    room = type(widget).__module__
    own = room.startswith("lab.ui.") and not room.startswith(CONTROLS)
    return own or room.startswith(VIEWS)


def _title(widget: QWidget, name: str, above: list[ViewOnShow]) -> str:
    """The name, after that of the view around it."""
    around = [view for view in above[1:] if view.widget.isAncestorOf(widget)]
    return f"{around[-1].title}: {name}" if around else name


def view_at(views: tuple[ViewOnShow, ...], widget: QWidget | None) -> ViewOnShow:
    """The innermost view around a widget, else the whole window."""
    while widget is not None:
        for view in views:
            if view.widget is widget:
                return view
        widget = widget.parentWidget()
    return views[0]


# -- films -----------------------------------------------------------------------------------------


def match_film(moment: Moment, choice: ExportChoice, width: int) -> MatchFilm:
    """The chosen turns of the match on the board."""
    frames, lines = moment.frames, moment.view.lines
    first, last = min(choice.first, len(frames) - 1), min(choice.last, len(frames) - 1)
    notes = {turn: lines.note(turn) for turn in range(first, last + 1)} if choice.notes else {}
    return MatchFilm(
        moment.game,
        frames[first : last + 1],
        theme.current(),
        width,
        choice.turn_ms,
        names=choice.names,
        paths=choice.paths,
        values=choice.values,
        notes=notes,
        before=frames[max(0, first - WAKE) : first],
        after=frames[last + 1] if last + 1 < len(frames) else None,
    )


@dataclass(frozen=True)
class Recorded:
    """The file of the match on the board, and its line there."""

    path: Path
    joints: tuple[tuple[int, ...], ...]

    def read(self) -> Replay:
        """The replay along that line, as far as it is in the file."""
        replay = load(self.path)
        tree, turn = replay.tree.tree, START
        for joint in self.joints:
            following = [t for t in tree.after(turn) if tree.joint(t) == joint]
            if not following:
                break
            turn = following[0]
        return replay.along(turn)


def recorded(moment: Moment) -> Recorded | None:
    """What is recorded of the match on the board; None before its first turn."""
    path = moment.session.file
    if path is None or moment.head.turn == 0:
        return None
    return Recorded(path, tuple(frame.joint for frame in moment.frames[1:]))


def growth_film(
    source: Recorded, choice: ExportChoice, desk: WorkDesk, frames: int, width: int
) -> GrowthFilm:
    """The chosen search, repeated."""
    part = Part(choice.turn, choice.turn, choice.seat)
    moments = Moments(frames, choice.spacing)
    return filmed(source.read(), part, moments, width, choice.image_ms, desk.beat)


# -- tables ----------------------------------------------------------------------------------------


def job_of(choice: ExportChoice) -> Job:
    """The chosen tables."""
    part = Part(max(1, choice.first), max(1, choice.last))
    return Job(choice.chosen_tables, part, choice.least)


def first_rows(
    source: Recorded, choice: ExportChoice, desk: WorkDesk
) -> tuple[list[str], list[list[str]]]:
    """The heads and the first rows of the chosen tables."""
    job = job_of(choice)
    if not job.tables:
        raise ReplayError("No rows are chosen.")
    heads = [column.name for column in columns_of(job.tables)]
    found: list[list[str]] = []
    for row in rows_of(source.read(), job, desk.beat):
        found.append([written(row.get(name)) for name in heads])
        if len(found) == ROWS:
            break
    return heads, found


Film = MatchFilm | GrowthFilm | StepFilm


def storing(path: Path, data: bytes) -> Callable[[WorkDesk], object]:
    """Writes bytes."""

    def store(_desk: WorkDesk) -> None:
        with Place(path, replaces=True) as place:
            place.draft.write_bytes(data)

    return store


def write_film(path: Path, ending: str, film: Film, desk: WorkDesk) -> None:
    """Writes a film, with progress."""
    total, done = film.count, 0

    def beat() -> None:
        nonlocal done
        desk.beat()
        desk.tell(done, total)
        done += 1

    with Place(path, replaces=True) as place:
        encoders.write(place.draft, ending, film.images(), film.image_ms, LAST_MS, beat)
        desk.beat()


def write_growth(path: Path, source: Recorded, choice: ExportChoice, desk: WorkDesk) -> None:
    """Repeats a search and writes its film."""
    film = growth_film(source, choice, desk, choice.frames, choice.width)
    write_film(path, choice.film, film, desk)
