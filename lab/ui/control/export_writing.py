"""What an export writes in its thread: bytes, a film with its progress, a search made again."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from lab.files.placing import Place
from lab.ui.control.export_lesson import StepFilm
from lab.ui.control.export_sources import Recorded, growth_film
from lab.ui.control.export_work import Desk
from lab.ui.export import encoders
from lab.ui.export.choice import ExportChoice
from lab.ui.export.growth_film import GrowthFilm
from lab.ui.export.match_film import LAST_MS, MatchFilm

Film = MatchFilm | GrowthFilm | StepFilm


def storing(path: Path, data: bytes) -> Callable[[Desk], object]:
    """Writes bytes."""

    def store(_desk: Desk) -> None:
        with Place(path, replaces=True) as place:
            place.draft.write_bytes(data)

    return store


def write_film(path: Path, ending: str, film: Film, desk: Desk) -> None:
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


def write_growth(path: Path, source: Recorded, choice: ExportChoice, desk: Desk) -> None:
    """Repeats a search and writes its film."""
    film = growth_film(source, choice, desk, choice.frames, choice.width)
    write_film(path, choice.film, film, desk)
