"""Films: every format holds the images it should; without ffmpeg there is no video, in words."""

from __future__ import annotations

import stat
import sys
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from PySide6.QtGui import QColor, QImage

from lab.export import video
from lab.export.formats import NoFormat
from lab.export.job import EVENLY, Moments, decision_of
from lab.export.match_rows import Part
from lab.export.video import MP4, NO_FFMPEG, Video
from lab.files.replay import Replay
from lab.match.turn_tree import TurnNote
from lab.ui.export import encoders
from lab.ui.export.growth_film import filmed
from lab.ui.export.match_film import MatchFilm
from lab.ui.parts import theme
from lab.words.values import BRIEF
from tests.lab.export import matches

COLOURS = ("#d00000", "#00a000", "#0000d0")


def images(count: int = 3) -> list[QImage]:
    """Images of one colour each."""
    found = []
    for k in range(count):
        image = QImage(16, 8, QImage.Format.Format_RGB32)
        image.fill(QColor(COLOURS[k % 3]))
        found.append(image)
    return found


@pytest.mark.parametrize("ending", [encoders.GIF, encoders.WEBP, encoders.APNG])
def test_an_animation_has_its_images_and_times(qapp: object, tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"a{ending}"
    encoders.write(path, ending, iter(images()), 120, 500, lambda: None)
    with Image.open(path) as found:
        assert found.n_frames == 3 and found.size == (16, 8)
        times, colours = [], []
        for k in range(3):
            found.seek(k)
            found.load()
            times.append(round(found.info["duration"]))
            colours.append(np.array(found.convert("RGB"))[4, 8])
    assert times == [120, 120, 500]
    expected = [[c.red(), c.green(), c.blue()] for c in map(QColor, COLOURS)]
    assert np.abs(np.array(colours, int) - expected).max() < 12


class Stopped(Exception):
    """Somebody cancelled."""


def test_cancelling_ends_between_two_images(qapp: object, tmp_path: Path) -> None:
    drawn: list[QImage] = []

    def beat() -> None:
        if len(drawn) == 2:
            raise Stopped

    def drawing() -> object:
        for image in images():
            drawn.append(image)
            yield image

    with pytest.raises(Stopped):
        encoders.write(tmp_path / "a.gif", encoders.GIF, drawing(), 50, 50, beat)  # type: ignore[arg-type]  # a generator
    assert len(drawn) == 2 and not (tmp_path / "a.gif").exists()


# -- video -----------------------------------------------------------------------------------------


def program(folder: Path, text: str) -> str:
    """A program in place of ffmpeg; its last argument is the file."""
    path = folder / "ffmpeg"
    path.write_text(f"#!{sys.executable} -IS\nimport sys\n{text}")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return str(path)


def test_without_ffmpeg_other_formats_work(
    qapp: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(encoders, "ffmpeg", lambda: None)
    monkeypatch.setattr(video, "ffmpeg", lambda: None)
    refused = {ending: encoders.refusal(ending) for ending in encoders.TITLES}
    assert [e for e, why in refused.items() if why] == [".mp4", ".webm"]
    assert refused[MP4] == NO_FFMPEG
    with pytest.raises(NoFormat, match="needs ffmpeg on the PATH"):
        encoders.write(tmp_path / "a.mp4", MP4, iter(images()), 50, 50, lambda: None)
    assert not list(tmp_path.iterdir())


@pytest.mark.skipif(sys.platform == "win32", reason="needs a script that can be executed")
def test_ffmpeg_is_given_every_image_and_the_last_one_longer(
    qapp: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copies = "open(sys.argv[-1], 'wb').write(sys.stdin.buffer.read())"
    monkeypatch.setattr(video, "ffmpeg", lambda: program(tmp_path, copies))
    path = tmp_path / "a.mp4"
    encoders.write(path, MP4, iter(images()), 50, 150, lambda: None)
    frames = np.frombuffer(path.read_bytes(), np.uint8).reshape(-1, 8, 16, 3)
    expected = [encoders.rgb(image) for image in (*images(), *images()[2:] * 2)]
    assert [frame.tobytes() for frame in frames] == expected


@pytest.mark.skipif(sys.platform == "win32", reason="needs a script that can be executed")
@pytest.mark.parametrize("reads", ["", "sys.stdin.buffer.read()\n"])
def test_what_ffmpeg_cannot_do_is_one_sentence(
    qapp: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, reads: str
) -> None:
    fails = f"{reads}print('Unknown encoder', file=sys.stderr)\nsys.exit(3)"
    monkeypatch.setattr(video, "ffmpeg", lambda: program(tmp_path, fails))
    with pytest.raises(NoFormat, match=r"could not write the video: Unknown encoder\.$"):
        encoders.write(tmp_path / "a.mp4", MP4, iter(images() * 200), 50, 50, lambda: None)


@pytest.mark.skipif(sys.platform == "win32", reason="needs a script that can be executed")
def test_a_cancelled_video_ends_ffmpeg(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(video, "ffmpeg", lambda: program(tmp_path, "sys.stdin.buffer.read()"))
    with pytest.raises(Stopped), Video(tmp_path / "a.mp4", MP4, 16, 8, 20) as made:
        made.add(b"\0" * 384)
        raise Stopped
    assert made._process.returncode is not None


# -- what is drawn ---------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def race(tmp_path_factory: pytest.TempPathFactory) -> Replay:
    return matches.csb(tmp_path_factory.mktemp("race"))


@pytest.fixture(scope="module")
def board(tmp_path_factory: pytest.TempPathFactory) -> Replay:
    return matches.tictactoe(tmp_path_factory.mktemp("board"))


def test_a_part_of_a_match_with_what_is_asked_for(qapp: object, race: Replay) -> None:
    frames = race.result.frames()
    plain = MatchFilm(race.game, frames[2:5], theme.make("light"), 480, steps=2, names=False)
    drawn = list(plain.images())
    assert len(drawn) == plain.count == 5 and plain.image_ms == 100
    assert {(image.width() % 2, image.height() % 2) for image in drawn} == {(0, 0)}
    assert len({encoders.rgb(image) for image in drawn}) == 5
    again = MatchFilm(race.game, frames[2:5], theme.make("light"), 480, steps=2, names=False)
    assert again.image(1, 2) == drawn[2]
    for more in ({"names": True}, {"values": True}, {"notes": {3: TurnNote("a slip", "?")}}):
        other = MatchFilm(
            race.game, frames[2:5], theme.make("light"), 480, **({"names": False} | more)
        )
        assert other.image(1) != plain.image(1), more


def test_words_and_values_below_the_board(qapp: object, board: Replay) -> None:
    frames = board.result.frames()
    note = {len(frames) - 1: TurnNote("well\nplayed", "!")}
    film = MatchFilm(board.game, frames, theme.make("light"), values=True, notes=note)
    assert film._words(frames[1]) == "Move 1"
    assert film._words(frames[-1]) == f"Move {len(frames) - 1}: {board.reason} · ! well played"
    kinds = {BRIEF[value.kind] for value in frames[1].values if value.known}
    assert kinds and all(kind in film._numbers(frames[1]) for kind in kinds), film._numbers(
        frames[1]
    )
    assert film._numbers(frames[-1]) in ("won : lost", "lost : won", "drawn : drawn")


@pytest.mark.parametrize("turn", [1, 3])
def test_a_film_of_a_search_ends_in_the_recorded_statistics(
    qapp: object, board: Replay, race: Replay, turn: int
) -> None:
    for replay in (board, race):
        part = Part(turn, turn, seat=0)
        _, decision = decision_of(replay, part)
        film = filmed(replay, part, Moments(4, EVENLY), 480, 50)
        last = film.shots[-1]
        assert film.count == 4 and last.iterations == decision.iterations
        for found, stats in zip(last.snapshot.agents, decision.snapshot.agents, strict=True):
            assert found.visits.tolist() == stats.visits.tolist()
        for tree in last.trees.trees:
            stats = next(s for s in decision.snapshot.agents if s.agent == tree.part.agent)
            rows = tree.part.children(0)
            known = dict(zip(stats.actions.tolist(), stats.visits.tolist(), strict=True))
            assert all(tree.part.visits[r] == known[int(tree.part.action[r])] for r in rows)
        assert len({encoders.rgb(image) for image in film.images()}) == 4


def test_a_search_without_a_tree_shows_its_root_actions(qapp: object, board: Replay) -> None:
    film = filmed(board, Part(2, 2), Moments(2), 480, 50)
    assert not film.shots[-1].trees.trees
    image = film.image(film.count - 1)
    colours = {image.pixelColor(x, y).name() for x in range(0, 480, 3) for y in range(30, 120, 3)}
    assert theme.current().colour("track").name() in colours and len(colours) > 3
