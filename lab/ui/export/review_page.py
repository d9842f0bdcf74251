"""A review as one page: how each seat played, the values over the match, and every marked move with
its board, the largest loss first.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import pairwise

from PySide6.QtCore import QBuffer, QPointF, QRect, QRectF
from PySide6.QtGui import QPainter, QPen
from PySide6.QtSvg import QSvgGenerator

from engines.game import Game
from engines.scene import Scene
from lab.export.drawings import Drawing
from lab.export.page import Section, page
from lab.files.replay import Replay, ReplayError
from lab.match.records import Frame
from lab.review.judging import USUAL, Thresholds, mark_of, ruler_of, set_in, summary_of
from lab.review.matches import MergedReview, Numbered, by_loss, merged
from lab.review.words import body, headline, lost_words, move_words, seat_lines
from lab.ui.board.scene_view import draw, size_of
from lab.ui.parts import theme
from lab.ui.parts.marks import marks_of, paint_mark
from lab.ui.parts.painted import put
from lab.ui.parts.theme import Theme
from lab.words.settings import Settings

WIDE, TALL, BOARD = 1000, 220, 360  # of the graph, and the width of a board
GUTTER, LINE, NAME = 24, 1.8, 90
MOST = 200  # moves
NO_REVIEW = "The match has no review yet: smitsilab review makes one."
Paint = Callable[[QPainter, Theme], None]


def review_page(replay: Replay, usual: Thresholds = USUAL) -> str:
    """The page with moves marked by these thresholds; ReplayError if there is no review."""
    found = merged(replay.tree.reviews)
    if found.head is None:
        raise ReplayError(NO_REVIEW)
    path = replay.tree.tree.path(replay.end)
    turns = {place: turn for turn, place in enumerate(path, 1)}
    moves = [(turns[m.turn], m) for m in found.moves.values() if m.turn in turns]
    frames = replay.result.frames()
    limits = ruler_of(found.moves.values()).thresholds(usual)
    marked = [pair for pair in by_loss(moves) if mark_of(pair[1], limits)][:MOST]
    spec = found.head.spec
    budget = f", {spec.budget.words} a search" if spec.budget is not None else ""
    return page(
        f"{replay.game.title}: review",
        f"Reviewed by {spec.title}{budget}.",
        [
            _summary(replay, moves, frames, limits),
            *(_move(replay, found, frames, pair, limits) for pair in marked),
        ],
    )


def page_bytes(replay: Replay, settings: Settings) -> bytes:
    """The page as the window writes it, with the thresholds that are set there."""
    return review_page(replay, set_in(settings)).encode()


def _summary(
    replay: Replay, moves: Sequence[Numbered], frames: Sequence[Frame], limits: Thresholds
) -> Section:
    said = []
    for seat, spec in enumerate(replay.setup.seats):
        words = seat_lines(summary_of(moves, seat, len(replay.turns), limits))
        name, played = spec.title or "a person", "; ".join(filter(None, words))
        said.append(f"Seat {seat + 1}, {name}: {played}.")
    game = replay.game

    def paint(painter: QPainter, look: Theme) -> None:
        _paint_values(painter, look, frames, game)

    graph = _drawn(WIDE, TALL, paint)
    return Section("The match", " ".join(said), drawings=(graph,))


def _move(
    replay: Replay,
    found: MergedReview,
    frames: Sequence[Frame],
    numbered: Numbered,
    limits: Thresholds,
) -> Section:
    turn, move = numbered
    game, before = replay.game, frames[turn - 1]
    head = found.heads[(move.turn, move.seat)]
    best = move_words(game, before.state, move.seat, move.best)
    decision = replay.turns[turn - 1].decisions[move.seat]
    return Section(
        f"{game.turn_word.capitalize()} {turn}, seat {move.seat + 1}: {mark_of(move, limits)}",
        f"Lost {lost_words(move)}. The review would play {best}.",
        headline(game, before.state, move),
        body(game, before.state, move, head, decision, limits),
        (_board(before.scene, tuple(game.owner)),),
    )


def _board(scene: Scene, owner: tuple[int, ...]) -> Drawing:
    size = size_of(scene, BOARD)
    room = QRectF(0, 0, size.width(), size.height())

    def paint(painter: QPainter, look: Theme) -> None:
        draw(painter, scene, room, look, marks_of(owner))

    return _drawn(size.width(), size.height(), paint)


def _paint_values(painter: QPainter, look: Theme, frames: Sequence[Frame], game: Game) -> None:
    """Each seat's value over the turns, from the lowest to the highest that it can be."""
    field = QRectF(GUTTER, 8, WIDE - 2 * GUTTER, TALL - 32)
    painter.fillRect(field, look.colour("field"))
    for share in (0.0, 0.5, 1.0):
        y = field.bottom() - share * field.height()
        painter.fillRect(QRectF(field.left(), y, field.width(), 1), look.colour("line"))
    marks, last = marks_of(tuple(game.owner)), max(1, len(frames) - 1)
    for seat, agent in enumerate(marks.leaders):
        painter.setPen(QPen(marks.colour(look, agent), LINE))
        spots = [_spot(frame, seat, field, last) for frame in frames]
        for before, after in pairwise(spots):
            if before is not None and after is not None:
                painter.drawLine(before, after)
    below = QRectF(field.left(), field.bottom(), field.width(), 20)
    put(painter, below, "0", theme.TABLE, "ink2")
    for seat, agent in enumerate(marks.leaders):
        left = below.center().x() + (seat - len(marks.leaders) / 2) * NAME
        middle = QPointF(left, below.center().y())
        paint_mark(painter, marks.agent(agent), middle, 9, marks.colour(look, agent))
        words = QRectF(left + 10, below.top(), NAME, below.height())
        put(painter, words, f"Seat {seat + 1}", theme.TABLE, "ink2")
    put(painter, below, f"{game.turn_word} {last}", theme.TABLE, "ink2", right=True)


def _spot(frame: Frame, seat: int, field: QRectF, last: int) -> QPointF | None:
    value = frame.values[seat] if seat < len(frame.values) else None
    if value is None or not math.isfinite(value.number):
        return None
    share = min(1.0, max(0.0, (value.number - value.low) / (value.high - value.low)))
    x = field.left() + field.width() * frame.turn / last
    return QPointF(x, field.bottom() - share * field.height())


def _drawn(width: int, height: int, paint: Paint) -> Drawing:
    """A drawing in both looks."""
    looks = []
    for name in ("light", "dark"):
        generator, buffer = QSvgGenerator(), QBuffer()
        generator.setOutputDevice(buffer)
        generator.setViewBox(QRect(0, 0, width, height))
        generator.setResolution(96)
        generator.setSize(QRect(0, 0, width, height).size())
        with theme.as_if(name) as look, QPainter(generator) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.fillRect(QRect(0, 0, width, height), look.colour("panel"))
            paint(painter, look)
        looks.append(bytes(buffer.data().data()).decode())
    return Drawing(*looks)
