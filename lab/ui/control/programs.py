"""Shows the programs' output up to the turn on show, next to the match and in the strip of figures
below the timeline.
"""

from __future__ import annotations

from collections.abc import Sequence

from engines.game import PASS
from lab.match.play import Turn
from lab.match.program_data import Data, data_of
from lab.match.records import Frame, ProgramSaid, Thought
from lab.match.seat import ProgramSeat
from lab.ui.control.moment import Moment
from lab.ui.parts.marks import marks_of
from lab.ui.shell.centre import Centre
from lab.ui.shell.side import SideRegion
from lab.ui.trees.said import Report


class ProgramsControl:
    """Follows a match turn by turn."""

    def __init__(self, side: SideRegion, centre: Centre) -> None:
        self._side, self._centre = side, centre
        self._turns: Sequence[Turn] | None = None
        self._data = Data()

    def set_game(self, moment: Moment) -> None:
        """Another game or match."""
        self._turns = None
        self._side.said.set_turn_word(moment.game.turn_word)
        kinds = [moment.game.seat_mark(seat) for seat in range(moment.game.seats)]
        self._centre.figures.set_cast(
            marks_of(moment.game.owner), kinds, moment.game.turn_word, moment.game.most_turns
        )

    def show(self, moment: Moment, thoughts: Sequence[Thought | None]) -> None:
        """Shows the reports of all programs that play or have answered in this match."""
        turns = moment.session.turns
        if turns is not self._turns:
            self._turns, self._data = turns, data_of(turns)
            self._centre.figures.set_series(self._data.series, len(turns))
            self._centre.show_figures(bool(self._data.series))
        self._centre.figures.set_cursor(moment.turn)
        reports = [self._report(moment, seat) for seat in range(moment.game.seats)]
        searches = any(s.searches for s in moment.setup.seats)
        self._side.set_reports(
            [r for r in reports if r is not None], not searches and not any(thoughts)
        )

    def _report(self, moment: Moment, seat: int) -> Report | None:
        spec, status = moment.setup.seats[seat], moment.status
        said, turns = latest(moment.frames, moment.turn, seat), moment.view.turns[: moment.turn]
        if not isinstance(spec, ProgramSeat) and said is None:
            return None
        note = status.program_notes[seat] if seat < len(status.program_notes) else ""
        figures = [f"{f.name} {f.text}" for f in self._data.figures if f.seat == seat]
        name = moment.player(seat) if isinstance(spec, ProgramSeat) else "an earlier program"
        asked = seat in status.searching and moment.cursor is None
        moved = said is None and any(_moved(moment, turn, seat) for turn in turns)
        return Report(seat, name, said, asked, note, ", ".join(figures), moved)


def _moved(moment: Moment, turn: Turn, seat: int) -> bool:
    agents = moment.game.agents_of(seat) if turn.joint else ()
    return any(turn.joint[agent] != PASS for agent in agents)


def latest(frames: Sequence[Frame], turn: int, seat: int) -> ProgramSaid | None:
    """The last output of the seat's program, up to the position after `turn` turns."""
    for frame in reversed(frames[: turn + 1]):
        if frame.said and frame.said[seat] is not None:
            return frame.said[seat]
    return None
