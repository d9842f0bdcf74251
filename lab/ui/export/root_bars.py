"""The root actions of a search as bars: share of visits and mean, for a film of a search that has
no tree to show.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from engines.game import Game, State
from lab.ui.parts import theme
from lab.ui.parts.marks import marks_of
from lab.ui.parts.painted import fits, put, text_width
from lab.words import numerals
from search.base import AgentStats, Snapshot

GAP, HEAD, ROW, LEAST_ROW = 16, 26, 26, 16  # pixels at 100 %


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
    head = QRectF(room.left(), room.top(), room.width(), look.px(HEAD))
    put(painter, head, game.agent_name(stats.agent), theme.TABLE, bold=True)
    put(painter, head, f"share of {stats.counted}s, mean", theme.AXIS, "ink2", right=True)
    rows = max(1, int((room.height() - look.px(HEAD)) // look.px(LEAST_ROW)))
    shown = np.sort(np.argsort(-stats.visits, kind="stable")[:rows])
    tall = min(look.px(ROW), (room.height() - look.px(HEAD)) / shown.size)
    share, colour = stats.share, marks_of(tuple(game.owner)).colour(look, stats.agent)
    for place, k in enumerate(shown.tolist()):
        line = QRectF(room.left(), head.bottom() + place * tall, room.width(), tall)
        numbers = f"{numerals.percent(float(share[k]))}  {numerals.value(float(stats.mean[k]))}"
        word = game.label(state, stats.agent, int(stats.actions[k]))
        name = QRectF(line.left(), line.top(), line.width() * 0.4, tall)
        put(painter, name, fits(word, name.width(), theme.AXIS), theme.AXIS, bold=k == stats.best)
        put(painter, line, numbers, theme.AXIS, "ink2", right=True)
        end = line.right() - text_width("100 %  -0.00", theme.AXIS) - look.px(8)
        bar = QRectF(name.right(), line.top() + 3, max(0.0, end - name.right()), tall - 6)
        painter.fillRect(bar, look.colour("track"))
        bar.setWidth(bar.width() * float(share[k]))
        painter.fillRect(bar, colour)
