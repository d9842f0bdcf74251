"""A search growing: what it knew at chosen moments, from an exact repetition."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from lab.export.match_rows import Part, PlayedHere, sampled, turns_of, whose
from lab.export.schema import Row
from lab.export.trees import repeated
from lab.files.replay import Replay, ReplayError
from lab.files.verify import Watch
from lab.match.decide import Decision, Player

EVENLY, POWERS = "evenly", "powers"
SPACINGS = (EVENLY, POWERS)
MOST_FRAMES = 2000


@dataclass(frozen=True)
class Moments:
    """When a growing search is looked at: `frames` times, `evenly` or by `powers` of a ratio."""

    frames: int = 60
    spacing: str = POWERS

    def of(self, iterations: int) -> tuple[int, ...]:
        """The iterations, the last one being that of the finished search; fewer in a short one."""
        if iterations < 1:
            return ()
        if self.spacing == EVENLY or self.frames == 1:
            places = np.linspace(0, iterations, self.frames + 1)[1:]
        else:
            places = np.geomspace(1, iterations, self.frames)
        whole = np.unique(np.maximum(1, np.rint(places))).astype(int)
        return (*(int(n) for n in whole if n < iterations), iterations)


def decision_of(replay: Replay, part: Part) -> tuple[PlayedHere, Decision]:
    """The first decision of a search in a part of the match; ReplayError if there is none."""
    for here in turns_of(replay, part):
        for decision in here.turn.decisions:
            if decision is not None and part.has(decision.seat) and decision.iterations:
                return here, decision
    raise ReplayError("No search decides in these turns.")


def watched(
    replay: Replay,
    here: PlayedHere,
    decision: Decision,
    moments: Moments,
    look: Callable[[Player], None],
    beat: Callable[[], None] = lambda: None,
) -> Decision:
    """Repeats a decision and looks at its search at each of the moments."""
    stops = frozenset(moments.of(decision.iterations))
    return repeated(replay, here, decision.seat, Watch(stops, look), beat)


def growth(
    replay: Replay, part: Part, moments: Moments, beat: Callable[[], None] = lambda: None
) -> Iterator[Row]:
    """A row for each root action of each agent at each moment of one decision."""
    here, decision = decision_of(replay, part)
    game, rows, frame = replay.game, list[Row](), 0

    def look(player: Player) -> None:
        nonlocal frame
        frame += 1
        for stats in player.search.snapshot().agents:
            if part.has_agent(stats.agent):
                head = whose(game, here.turn.turn, decision.seat, stats.agent)
                head |= {"frame": frame, "iterations": player.iterations}
                found = zip(sampled(game, here.before, stats), stats.bound.tolist(), strict=True)
                rows.extend({**head, **row, "bound": bound} for row, bound in found)

    watched(replay, here, decision, moments, look, beat)
    yield from rows
