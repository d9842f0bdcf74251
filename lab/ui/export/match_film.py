"""A match as a film: the board turn by turn, with movement between turns and a line of words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path as File

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QImage, QPainter

from engines.game import Game
from engines.scene import Scene
from lab.match.records import Frame
from lab.match.turn_tree import TurnNote
from lab.ui.board.overlay import Path, Wake
from lab.ui.board.painter import EVERYTHING, Tween
from lab.ui.board.scene_view import DRAWN_FOR, draw, size_of
from lab.ui.export import encoders
from lab.ui.export.encoders import Beat
from lab.ui.parts.marks import marks_of
from lab.ui.parts.theme import BODY, Theme
from lab.words.values import caption_words

WAKE = 30  # turns covered by a wake
STEPS = 4  # images of a turn, so that agents are seen to move
LEAST_MS = 20  # of one image: viewers show shorter ones slowly
LAST_MS = 2000  # of the last turn
CAPTION = 24  # height of the line below the board, pixels at DRAWN_FOR
LARGEST = 8_000_000  # bytes of a GIF for a page
NO_TURNS = "There are no turns to draw yet; play a match first."


@dataclass(frozen=True)
class MatchFilm:
    """The turns `frames` of a match, `width` pixels wide. `before` are the turns that come before
    the first of them, for its wakes, and `after` what the searches of the last position chose.
    """

    game: Game
    frames: Sequence[Frame]
    theme: Theme
    width: int = 640
    turn_ms: int = 200
    steps: int = STEPS
    names: bool = True
    paths: bool = False
    values: bool = False
    notes: Mapping[int, TurnNote] = field(default_factory=dict)  # by turn; {}: without comments
    before: Sequence[Frame] = ()
    after: Frame | None = None

    @property
    def image_ms(self) -> int:
        """How long one image is on show."""
        return max(LEAST_MS, self.turn_ms // self.steps)

    @property
    def count(self) -> int:
        """How many images there are."""
        return 1 + (len(self.frames) - 1) * self.steps

    def images(self) -> Iterator[QImage]:
        """All images, in order."""
        yield self.image(0)
        for place in range(1, len(self.frames)):
            yield from (self.image(place, step) for step in range(1, self.steps + 1))

    def image(self, place: int, step: int = 0) -> QImage:
        """The image of a turn; a `step` before the last one is on the way to it."""
        frame, moving = self.frames[place], 0 < step < self.steps
        scene = frame.scene
        if moving:
            scene = Tween(self.frames[place - 1].scene, scene).scene(step / self.steps)
        paths = () if moving or not self.paths else self._paths(place)
        return self._drawn(scene, self._wakes(place), paths, frame)

    def _wakes(self, place: int) -> list[Wake]:
        passed = [*self.before, *self.frames[: place + 1]][-WAKE - 1 :]
        found = []
        for agent in range(self.game.agents):
            points = [self.game.position(frame.state, agent) for frame in passed]
            known = tuple(point for point in points if point is not None)
            if len(known) > 1:
                found.append(Wake(agent, known))
        return found

    def _paths(self, place: int) -> tuple[Path, ...]:
        """Where the searches of this position expected their own agents: those that chose the next
        turn.
        """
        later = self.frames[place + 1] if place + 1 < len(self.frames) else self.after
        thoughts = later.thoughts if later is not None else ()
        return tuple(
            Path(tree.stats.agent, tree.path)
            for thought in thoughts
            if thought is not None
            for tree in thought.agents
            if tree.seat == thought.seat and len(tree.path) > 1
        )

    def _drawn(
        self, scene: Scene, wakes: Sequence[Wake], paths: Sequence[Path], frame: Frame
    ) -> QImage:
        size, zoom = size_of(scene, self.width), self.width / DRAWN_FOR
        line = round(CAPTION * zoom / 2) * 2
        image = QImage(size.width(), size.height() + line, QImage.Format.Format_RGB32)
        hidden = EVERYTHING if self.names else frozenset({"names"})
        with QPainter(image) as painter:
            board = QRectF(0, 0, size.width(), size.height())
            marks = marks_of(tuple(self.game.owner))
            draw(painter, scene, board, self.theme, marks, wakes, paths, hidden)
            room = QRectF(0, size.height(), size.width(), line)
            caption(painter, room, self.theme, zoom, self._words(frame), self._numbers(frame))
        return image

    def _words(self, frame: Frame) -> str:
        """The turn, how the match ended, and what a person noted."""
        text = f"{self.game.turn_word.capitalize()} {frame.turn}"
        note = self.notes.get(frame.turn)
        said = " ".join(filter(None, (note.mark, *note.text.split()))) if note else ""
        return ": ".join(filter(None, (text, " · ".join(filter(None, (frame.reason, said))))))

    def _numbers(self, frame: Frame) -> str:
        if not self.values or not any(value.known for value in frame.values):
            return ""
        return caption_words(frame.values)


def caption(
    painter: QPainter, room: QRectF, theme: Theme, zoom: float, words: str, numbers: str = ""
) -> None:
    """A line of words below a picture; `numbers` are at its right end."""
    painter.fillRect(room, theme.colour("panel"))
    painter.setFont(theme.font(BODY * zoom / theme.scale))
    inner, middle = room.adjusted(8 * zoom, 0, -8 * zoom, 0), Qt.AlignmentFlag.AlignVCenter
    painter.setPen(theme.colour("ink2"))
    painter.drawText(inner, middle | Qt.AlignmentFlag.AlignRight, numbers)
    metrics = painter.fontMetrics()
    if numbers:
        inner.setRight(inner.right() - metrics.horizontalAdvance(numbers) - 12 * zoom)
    painter.setPen(theme.colour("ink"))
    shown = metrics.elidedText(words, Qt.TextElideMode.ElideRight, int(inner.width()))
    painter.drawText(inner, middle | Qt.AlignmentFlag.AlignLeft, shown)


def write(path: File, ending: str, film: MatchFilm, beat: Beat = lambda: None) -> None:
    """Writes the film; ValueError if it has no turns."""
    if not film.frames:
        raise ValueError(NO_TURNS)
    encoders.write(path, ending, film.images(), film.image_ms, LAST_MS, beat)


def write_gif(
    path: File,
    game: Game,
    frames: Sequence[Frame],
    theme: Theme,
    width: int = 640,
    turn_ms: int = 200,
    largest: int = LARGEST,
) -> int:
    """Writes a match as GIF and returns its bytes. A file above `largest` bytes is written again
    without steps between turns, then with every second turn, and so on.
    """
    steps, stride = STEPS, 1
    while True:
        film = MatchFilm(game, frames[::stride], theme, width, turn_ms, steps)
        write(path, encoders.GIF, film)
        size = path.stat().st_size
        if size <= largest or len(film.frames) == 1:
            return size
        steps, stride = (1, stride) if steps > 1 else (1, 2 * stride)
