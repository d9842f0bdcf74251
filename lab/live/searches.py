"""What the searches of one position know at one moment. Everything that shows a search shows this
record, so that no two views show different moments.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from engines.game import Game
from lab.live.crew import AGAIN, AHEAD, ASIDE, HINT, MATCH
from lab.live.view import MatchView
from lab.live.worker import Worker
from lab.match.records import AgentThought, Thought, Trail
from search.base import AgentStats, Snapshot
from search.forms import Form

BACK = 2  # turns: an older search is not shown in place of one that has not begun


@dataclass(frozen=True, eq=False)
class Searches:
    """The searches of the position after `turn` turns. All thoughts are of that turn, except a
    hint, which is of the match's latest one.

    `thoughts` are per seat; in games of alternating moves there is one, which covers both sides.
    `awaited` are searches that have begun and have nothing to show yet: agents without actions.
    """

    turn: int = 0
    thoughts: tuple[Thought | None, ...] = ()
    awaited: tuple[Thought, ...] = ()
    recorded: bool = False  # none of them runs any more
    hint: Thought | None = None
    count: int = 0  # how many searches there are, running or at rest
    again: bool = False  # recorded, and searched again exactly
    ahead: bool = False  # of a position that is only thought of

    def is_as(self, other: Searches) -> bool:
        """Whether the other record shows the very same thoughts."""
        mine, others = (
            (s.turn, s.recorded, s.ahead, s.count, *(id(t) for t in (*s.thoughts, s.hint)))
            for s in (self, other)
        )
        return mine == others and [t.seat for t in self.awaited] == [t.seat for t in other.awaited]


def read(view: MatchView, turn: int) -> Searches:
    """The searches of the position after `turn` turns: those that run or rest there; else those
    that were recorded; else those of the turn before, until the position's own have begun.
    """
    game, there = view.game, _workers(view, turn)
    count = sum(bool(workers) for workers in there.values())  # one that a limit replaces rests
    own = {seat: _telling(workers[0].thought) for seat, workers in there.items() if workers}
    hint = _thought(view, HINT, view.frames[-1].turn)
    if ahead := {s: w for (s, kind), w in view.workers.items() if kind == AHEAD}:
        return _beside(view, ahead, hint)
    earlier = None if own and all(own.values()) else _recorded(view, turn)
    if earlier is not None:
        at = next(t.turn for t in earlier if t is not None)
        again = [_of_kind(view, seat, AGAIN, at) for seat in range(game.seats)]
        shown = [new or old for new, old in zip(again, earlier, strict=True)]
        return Searches(at, _of(game, shown), (), True, hint, count, any(again))
    thoughts = _of(game, [own.get(seat) for seat in range(game.seats)])
    awaited = tuple(_begun(view, seat, turn) for seat, found in own.items() if found is None)
    return Searches(turn, thoughts, awaited if any(thoughts) else (), False, hint, count)


def _beside(view: MatchView, ahead: Mapping[int, Worker], hint: Thought | None) -> Searches:
    """The searches of a position that is only thought of."""
    turn, found = next(w.turn for w in ahead.values()), {s: w.thought for s, w in ahead.items()}
    thoughts = _of(view.game, [found.get(seat) for seat in range(view.game.seats)])
    awaited = tuple(_begun(view, seat, turn) for seat, each in found.items() if each is None)
    return Searches(turn, thoughts, awaited, hint=hint, count=len(found), ahead=True)


def _telling(thought: Thought | None) -> Thought | None:
    """A thought that has something to show: while a search plans for other seats it has not."""
    return None if thought is not None and thought.live and not thought.agents else thought


def _workers(view: MatchView, turn: int) -> dict[int, list[Worker]]:
    """The searches of that position for each seat's move; one that failed only if it had found
    something.
    """
    return {
        seat: [
            worker
            for kind in (ASIDE, MATCH)
            if (worker := view.workers.get((seat, kind))) is not None
            and worker.searches
            and worker.turn == turn
            and (worker.failure is None or worker.thought is not None)
        ]
        for seat in range(view.game.seats)
    }


def _thought(view: MatchView, kind: str, turn: int) -> Thought | None:
    """What the one search of that kind has found at that turn."""
    return next(
        (w.thought for (_, of), w in view.workers.items() if of == kind and w.turn == turn), None
    )


def _of_kind(view: MatchView, seat: int, kind: str, turn: int) -> Thought | None:
    """What a seat's search of that kind has found at that turn."""
    worker = view.workers.get((seat, kind))
    return worker.thought if worker is not None and worker.turn == turn else None


def _recorded(view: MatchView, turn: int) -> tuple[Thought | None, ...] | None:
    """The finished searches of that turn, also of one that was taken back, or of the latest turn
    before it that had any; None where there are none.
    """
    frames = view.frames
    after = frames[turn + 1] if turn + 1 < len(frames) else view.ahead
    past = (frames[t] for t in range(turn, max(0, turn - BACK), -1))
    found = (frame.thoughts for frame in (after, *past) if frame is not None)
    return next((thoughts for thoughts in found if any(thoughts)), None)


def _of(game: Game, thoughts: Sequence[Thought | None]) -> tuple[Thought | None, ...]:
    if game.simultaneous or len(thoughts) < 2:
        return tuple(thoughts)
    return (next((t for t in thoughts if t is not None), None),)


def _begun(view: MatchView, seat: int, turn: int) -> Thought:
    """The place of a search that has nothing to show yet."""
    game, none = view.game, np.zeros(0, np.int64)
    empty = np.zeros(0)
    trail = Trail(none, np.zeros((0, 0)), np.zeros((0, 0)))
    agents = tuple(
        AgentThought(AgentStats(a, none, none, empty), game.agent_name(a), seat, (), (), trail)
        for a in game.agents_of(seat)
    )
    snapshot = Snapshot(0, seat, 0, 0, 0, 0, tuple(a.stats for a in agents))
    spec = view.setup.seats[seat]
    word, form = "iteration", Form.NONE
    if spec.kind is not None:
        word, form = spec.kind.iteration_word, spec.kind.form
    return Thought(
        seat, turn, spec.title, snapshot, agents, 0.0, True, iteration_word=word, form=form
    )
