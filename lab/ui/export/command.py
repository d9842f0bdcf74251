"""The films and pages that `smitsilab export` writes, drawn without a screen."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QApplication

from lab.export.formats import NoFormat
from lab.export.job import Moments
from lab.export.match_rows import Part
from lab.files.placing import Place
from lab.files.replay import Replay
from lab.ui.export import encoders, growth_film, match_film
from lab.ui.export.review_page import review_page
from lab.ui.parts import theme

WIDTH, TURN_MS, IMAGE_MS = 960, 200, 120


def film_match(path: Path, replay: Replay, part: Part, beat: encoders.Beat) -> int:
    """Writes the turns of a part of the match; returns the number of images."""
    _prepare(path)
    frames = replay.result.frames()
    last = len(frames) - 1 if part.last is None else part.last
    film = match_film.MatchFilm(
        replay.game,
        frames[part.first - 1 : last + 1],
        theme.current(),
        WIDTH,
        TURN_MS,
        values=True,
    )
    with Place(path, replaces=True) as place:
        match_film.write(place.draft, path.suffix.lower(), film, beat)
    return film.count


def film_growth(
    path: Path, replay: Replay, part: Part, moments: Moments, beat: encoders.Beat
) -> int:
    """Writes a search growing; returns the number of images."""
    _prepare(path)
    film = growth_film.filmed(replay, part, moments, WIDTH, IMAGE_MS, beat)
    with Place(path, replaces=True) as place:
        ending, last_ms = path.suffix.lower(), match_film.LAST_MS
        encoders.write(place.draft, ending, film.images(), film.image_ms, last_ms, beat)
    return film.count


def write_review(path: Path, replay: Replay) -> None:
    """Writes the page of a review."""
    _begin()
    text = review_page(replay)
    with Place(path, replaces=True) as place:
        place.draft.write_text(text, encoding="utf-8")


def _prepare(path: Path) -> None:
    if said := encoders.refusal(path.suffix.lower()):
        raise NoFormat(said)
    _begin()


def _begin() -> None:
    if QApplication.instance() is None:
        _kept.append(QApplication([]))
        theme.apply(_kept[0], "light")


_kept: list[QApplication] = []  # it lives as long as the process
