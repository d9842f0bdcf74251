"""A search growing, as a film: its trees, or bars of its root actions where it has none, at moments
of an exact repetition.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter

from engines.game import Game, State
from lab.export.job import Moments, decision_of, watched
from lab.export.match_rows import Part
from lab.files.replay import Replay
from lab.match.decide import Player
from lab.match.nodes import NodeNames
from lab.ui.export.encoders import Beat
from lab.ui.export.match_film import CAPTION, caption
from lab.ui.parts import theme
from lab.ui.parts.marks import marks_of
from lab.ui.parts.painted import fits, put, text_width
from lab.ui.trees.icicle_layout import FOOT, HEAD, ROOT, SMALL, TALL, IcicleLayout
from lab.ui.trees.icicle_paint import paint_icicles
from lab.ui.trees.tree_parts import TreePart, TreesView
from lab.words import numerals
from lab.words.icicle import Width, icicle
from search.base import AgentStats, Snapshot
from search.branches import Branches, Wish

GAP, TITLE, ROW, LEAST_ROW = 16, 26, 26, 16  # pixels at 100 %


def paint_root_bars(
    painter: QPainter,
    room: QRectF,
    game: Game,
    state: State,
    snapshot: Snapshot,
    agents: Sequence[int],
) -> None:
    """A column for each of the agents that the search chooses for."""
    columns = [stats for stats in snapshot.agents if stats.agent in agents and stats.actions.size]
    gap = theme.current().px(GAP)
    wide = (room.width() - gap) / max(1, len(columns))
    for place, stats in enumerate(columns):
        left = room.left() + gap + place * wide
        _column(painter, QRectF(left, room.top(), wide - gap, room.height()), game, state, stats)


def _column(painter: QPainter, room: QRectF, game: Game, state: State, stats: AgentStats) -> None:
    look = theme.current()
    head = QRectF(room.left(), room.top(), room.width(), look.px(TITLE))
    put(painter, head, game.agent_name(stats.agent), theme.TABLE, bold=True)
    put(painter, head, f"share of {stats.counted}s, mean", theme.TABLE, "ink2", right=True)
    rows = max(1, int((room.height() - look.px(TITLE)) // look.px(LEAST_ROW)))
    shown = np.sort(np.argsort(-stats.visits, kind="stable")[:rows])
    tall = min(look.px(ROW), (room.height() - look.px(TITLE)) / shown.size)
    share, colour = stats.share, marks_of(tuple(game.owner)).colour(look, stats.agent)
    for place, k in enumerate(shown.tolist()):
        line = QRectF(room.left(), head.bottom() + place * tall, room.width(), tall)
        numbers = f"{numerals.percent(float(share[k]))}  {numerals.value(float(stats.mean[k]))}"
        word = game.label(state, stats.agent, int(stats.actions[k]))
        name = QRectF(line.left(), line.top(), line.width() * 0.4, tall)
        put(painter, name, fits(word, name.width(), theme.TABLE), theme.TABLE, bold=k == stats.best)
        put(painter, line, numbers, theme.TABLE, "ink2", right=True)
        end = line.right() - text_width("100 %  -0.00", theme.TABLE) - look.px(8)
        bar = QRectF(name.right(), line.top() + 3, max(0.0, end - name.right()), tall - 6)
        painter.fillRect(bar, look.colour("track"))
        bar.setWidth(bar.width() * float(share[k]))
        painter.fillRect(bar, colour)


SIDE_BY_SIDE = 4  # trees
ROWS, NAMED = 500, 100  # of a tree: others are too thin, or too thin for new words
LEVELS = 6
LEAST_MS = 20


@dataclass(frozen=True)
class Growing:
    """The search at one moment."""

    iterations: int
    snapshot: Snapshot
    trees: TreesView


@dataclass(frozen=True)
class GrowthFilm:
    """What is filmed of whose search, and how."""

    game: Game
    state: State  # the position that is searched
    title: str  # "Turn 12, seat 1: Smitsimax"
    shots: tuple[Growing, ...]
    agents: tuple[int, ...]  # whose trees
    width: int = 960
    image_ms: int = 120

    @property
    def count(self) -> int:
        """How many images there are."""
        return len(self.shots)

    def images(self) -> Iterator[QImage]:
        """All images, in order."""
        return (self.image(place) for place in range(self.count))

    def image(self, place: int) -> QImage:
        """One moment."""
        look, shot = theme.current(), self.shots[place]
        tall = look.px(HEAD + ROOT + TALL * LEVELS + FOOT) // 2 * 2
        line = look.px(CAPTION) // 2 * 2
        image = QImage(self.width // 2 * 2, tall + line, QImage.Format.Format_RGB32)
        image.fill(look.colour("panel"))
        with QPainter(image) as painter:
            if shot.trees.trees:
                paint_icicles(painter, _layout(shot.trees, image.width(), tall))
            else:
                room = QRectF(0, 0, image.width(), tall)
                paint_root_bars(painter, room, self.game, self.state, shot.snapshot, self.agents)
            below = QRectF(0, tall, image.width(), line)
            done = f"{shot.iterations:,} of {self.shots[-1].iterations:,} iterations"
            caption(painter, below, look, look.scale, self.title, done)
        return image


def _layout(view: TreesView, width: int, tall: int) -> IcicleLayout:
    cells = tuple(icicle(tree.part, view.width, tree.line) for tree in view.trees)
    look = theme.current()
    levels = max(1, (tall - look.px(HEAD + ROOT + FOOT)) // look.px(SMALL))
    return IcicleLayout(width, tall, view, cells, min(LEVELS, levels))


def filmed(
    replay: Replay,
    part: Part,
    moments: Moments,
    width: int,
    image_ms: int,
    beat: Beat = lambda: None,
) -> GrowthFilm:
    """Repeats the first decision of that part and films it; ReplayError if it cannot be."""
    here, decision = decision_of(replay, part)
    game, seat = replay.game, decision.seat
    agents = _agents(game, seat, part.agent)
    camera = _Camera(game, agents, width)
    watched(replay, here, decision, moments, camera.look, beat)
    word, title = game.turn_word.capitalize(), here.seats[seat].title
    return GrowthFilm(
        game,
        here.before,
        f"{word} {here.turn.turn}, seat {seat + 1}: {title}",
        tuple(camera.shots),
        agents,
        width,
        max(LEAST_MS, image_ms),
    )


def _agents(game: Game, seat: int, alone: int | None) -> tuple[int, ...]:
    """Whose trees are on show: one agent's, or the seat's own and as many others as fit."""
    if alone is not None:
        return (alone,)
    own = game.agents_of(seat)
    others = [agent for agent in range(game.agents) if agent not in own]
    return tuple(sorted([*own, *others][:SIDE_BY_SIDE]))


class _Camera:
    """Looks at a search, with the names of its nodes."""

    def __init__(self, game: Game, agents: tuple[int, ...], width: int) -> None:
        self.shots: list[Growing] = []
        self._game, self._agents, self._width = game, agents, width
        self._names: NodeNames | None = None

    def look(self, player: Player) -> None:
        """Takes what the search knows now."""
        if self._names is None:
            self._names = NodeNames(self._game, player.view)
        snapshot = player.search.snapshot()
        parts = player.search.branches(Wish(self._agents, (), 1 / self._width, ROWS))
        lines = {stats.agent: tuple(stats.pv.tolist()) for stats in snapshot.agents}
        trees = tuple(self._tree(part, snapshot, lines, self._names) for part in parts)
        marks = marks_of(tuple(self._game.owner))
        view = TreesView(trees, Width.LINE, marks, self._game.turn_word, kinds=self._kinds())
        self.shots.append(Growing(player.iterations, snapshot, view))

    def _kinds(self) -> tuple[str, ...]:
        return tuple(self._game.seat_mark(seat) for seat in range(self._game.seats))

    def _tree(
        self,
        part: Branches,
        snapshot: Snapshot,
        lines: dict[int, tuple[int, ...]],
        names: NodeNames,
    ) -> TreePart:
        nodes = next((s.nodes for s in snapshot.agents if s.agent == part.agent), 0)
        name = "All agents" if part.common else self._game.agent_name(part.agent)
        return TreePart(part, names.words(part, lines, NAMED), name, nodes)
