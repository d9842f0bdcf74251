"""What is exported of a match and into which file, the same for the command line and the window:
tables, and a search growing, what it knew at chosen moments, from an exact repetition.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from lab.export.formats import DOT, PARQUET, TABLES_AS, has_parquet, write
from lab.export.formats import NO_PARQUET as NO_PARQUET
from lab.export.formats import NoFormat as NoFormat
from lab.export.match_rows import FROM_FILE, Part, PlayedHere, review, sampled, turns_of, whose
from lab.export.schema import TABLES, Row
from lab.export.trees import LEAST, dot, nodes, repeated, trees
from lab.files.placing import Place
from lab.files.replay import Replay, ReplayError
from lab.files.verify import Watch
from lab.match.decide import Decision, Player
from lab.words.asked import option

EVENLY, POWERS = "evenly", "powers"
SPACINGS = (EVENLY, POWERS)
MOST_FRAMES = 2000


@dataclass(frozen=True)
class Moments:
    """When a growing search is looked at: `frames` times, `evenly` or by `powers` of a ratio."""

    frames: int = option("moments of growth", 60, low=1, high=MOST_FRAMES)
    spacing: str = option("of the moments", POWERS, choices=SPACINGS)

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


Beat = Callable[[], None]  # called now and then; an exception ends the work


def _idle() -> None:
    """Nobody waits."""


@dataclass(frozen=True)
class Job:
    """The tables, of which part of the match; `least` visits of a node, `moments` of a growing
    search.
    """

    tables: tuple[str, ...]
    part: Part = field(default_factory=Part)
    least: int = LEAST
    moments: Moments = field(default_factory=Moments)


def rows_of(replay: Replay, job: Job, beat: Beat = _idle) -> Iterator[Row]:
    """All rows, table by table; ReplayError if a search cannot be repeated."""
    for table in job.tables:
        for row in _table(replay, job, table, beat):
            beat()
            yield {"table": table, **row}


def _table(replay: Replay, job: Job, table: str, beat: Beat) -> Iterator[Row]:
    if table in FROM_FILE:
        return FROM_FILE[table](replay, job.part)
    if table == "review":
        return review(replay, job.part)
    if table == "growth":
        return growth(replay, job.part, job.moments, beat)
    whole = trees(replay, job.part, job.least, beat)
    return (row for tree in whole for row in nodes(tree))


def refusal(tables: Sequence[str], path: Path) -> str:
    """Why these tables cannot be written into that file, as a sentence; "" if they can."""
    unknown = [table for table in tables if table not in TABLES]
    if unknown or not tables:
        return (
            f"There is no table {' or '.join(unknown) or 'named'}; there are {', '.join(TABLES)}."
        )
    ending = path.suffix.lower()
    if ending == DOT and tuple(tables) != ("nodes",):
        return "A drawing in DOT is of nodes only."
    if ending not in (*TABLES_AS, DOT):
        return f"The name {path.name} should end in {', '.join(TABLES_AS)}, or {DOT} for nodes."
    return NO_PARQUET if ending == PARQUET and not has_parquet() else ""


def export(path: Path, replay: Replay, job: Job, beat: Beat = _idle) -> int:
    """Writes the tables into `path`, which is replaced only by a whole file; returns the number of
    rows. NoFormat, ReplayError or OSError if it cannot be written.
    """
    if said := refusal(job.tables, path):
        raise NoFormat(said)
    with Place(path, replaces=True) as place:
        if path.suffix.lower() == DOT:
            return _drawing(place.draft, replay, job, beat)
        return write(place.draft, job.tables, rows_of(replay, job, beat), path.suffix.lower())


def _drawing(path: Path, replay: Replay, job: Job, beat: Beat) -> int:
    found = list(trees(replay, job.part, job.least, beat))
    if len(found) > 1:
        raise NoFormat(
            f"These turns have {len(found)} trees, a drawing has one: choose a turn, a seat and "
            "an agent."
        )
    path.write_text(dot(found[0]), encoding="utf-8")
    return len(found[0].part)
