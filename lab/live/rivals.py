"""Two players that search one position for a comparison, A and B, and what they have found."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engines.knobs import KnobError
from lab.live.running_program import ProgramWorker
from lab.live.worker import Worker
from lab.match.play import deciding
from lab.match.records import Contender, Contesting
from lab.match.seat import Person, SearchSeat, SeatSpec

if TYPE_CHECKING:
    from lab.live.table import MatchTable
    from lab.live.view import MatchView

OVER = "The match is over in this position: there is nothing to compare."


@dataclass(frozen=True)
class Rivals:
    """A and B, for the seat `seat` in the position after `turn` turns."""

    seat: int
    turn: int
    specs: tuple[Contesting, Contesting]

    def shares(self, other: Rivals, side: int) -> bool:
        """Whether one side is the same in another comparison, so that its search may go on."""
        same = (self.seat, self.turn) == (other.seat, other.turn)
        return same and self.specs[side] == other.specs[side]


def rivals_in(
    table: MatchTable, seat: int, turn: int | None, own: SeatSpec | None, spec: SeatSpec
) -> Rivals:
    """The comparison in a match; a seat that waits gives way to the one that moves. KnobError
    where there is nothing to compare.
    """
    frame = table.history.frame(table.head.turn if turn is None else turn)
    deciders = () if frame.outcome else deciding(table.game, frame.state)
    if not deciders:
        raise KnobError(OVER)
    seat = seat if seat in deciders else deciders[0]
    first = _searching(table, table.setup.seats[seat] if own is None else own)
    return Rivals(seat, frame.turn, (first, _searching(table, spec)))


def _searching(table: MatchTable, spec: SeatSpec) -> Contesting:
    table.check(spec)
    if isinstance(spec, Person):
        raise KnobError("A person has no search to compare with.")
    if isinstance(spec, SearchSeat) and not spec.searches:
        raise KnobError(f"{spec.title} does not search: there is nothing to compare.")
    return spec


def contenders(view: MatchView, kinds: tuple[str, str]) -> tuple[Contender, ...]:
    """A and B of the view's comparison, with the newest that they have found; () without one."""
    if view.rivals is None:
        return ()
    rivals, found = view.rivals, []
    for kind, spec in zip(kinds, rivals.specs, strict=True):
        found.append(_contender(rivals, spec, view.workers.get((rivals.seat, kind))))
    return tuple(found)


def _contender(rivals: Rivals, spec: Contesting, worker: Worker | None) -> Contender:
    if worker is None or worker.turn != rivals.turn:
        return Contender(spec, rivals.seat, rivals.turn)
    return Contender(
        spec,
        rivals.seat,
        rivals.turn,
        worker.thought,
        worker.answer if isinstance(worker, ProgramWorker) else (),
        worker.finished,
        worker.failure,
    )
