"""Searches of the page Maps in worker processes, and what the choice hangs on: which search is
varied, and what the panel shows of its runs.
"""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QObject, Signal

from engines.knobs import Knob
from lab.maps.question import MapsPlan, marks_up_to
from lab.maps.run import MapsRun
from lab.maps.settings import SettingsAnswers, SettingsGrid, questions, settings_grid, varied
from lab.match.play import deciding
from lab.match.seat import SearchSeat
from lab.ui.control.moment import Moment
from lab.ui.maps.agent_map import AgentMapView
from lab.ui.maps.hanging import HangPanel
from lab.words import numerals

MOST = 4000  # iterations of each search, unless another number is chosen
OVER = "The match is over in this position: there is no choice left."
NOBODY = "No search plays a seat that moves in this position, so there is no setting to vary."
FIXED = "This algorithm has fewer than two parameters that can be varied."
COVERED = "Fair play covers this search until you have moved."


class MapSearches(QObject):
    """Searches for one half of the page, in worker processes that run while it is on show; a
    subclass begins them, and shows what they have found.
    """

    def __init__(self, moment: Moment, parent: QObject) -> None:
        super().__init__(parent)
        self._moment = moment
        self._run: MapsRun | None = None
        self._seat = 0
        self._shown: tuple[object, ...] = ()

    @property
    def done(self) -> bool:
        """Whether every search has answered."""
        return self._run is not None and len(self._run.answers) == self._run.total

    def begin(self) -> None:
        """Searches what is on show."""
        raise NotImplementedError

    def stop(self) -> None:
        """Ends the searches; what they have found stays."""
        if self._run is not None:
            self._run.stop()

    def end(self) -> None:
        """Ends the searches and waits for their processes."""
        if self._run is not None:
            self._run.close()

    def toggle(self) -> None:
        """Ends the searches, or begins them again."""
        if self._run is not None and self._run.running:
            self.stop()
        else:
            self.begin()


class HangControl(MapSearches):
    """`opened` carries the seat, its player and a cell's player."""

    opened = Signal(int, object, object)

    def __init__(self, panel: HangPanel, moment: Moment, parent: QObject) -> None:
        super().__init__(moment, parent)
        self._panel = panel
        self._grid: SettingsGrid | None = None
        self._marks: tuple[int, ...] = ()
        self._names: dict[str, tuple[str, str]] = {}  # the chosen parameters, by algorithm
        self._most, self._mark = MOST, -1  # the mark on show, -1 the last
        panel.asked.connect(self.toggle)
        panel.axes_chosen.connect(self._choose_axes)
        panel.most_chosen.connect(self._choose_most)
        panel.mark_chosen.connect(self._choose_mark)
        panel.seat_chosen.connect(self._choose_seat)
        panel.picked.connect(self._open)

    @property
    def answers(self) -> SettingsAnswers | None:
        """What is known so far."""
        if self._run is None or self._grid is None:
            return None
        return SettingsAnswers(self._grid, self._marks, self._run.answers)

    # -- running -----------------------------------------------------------------------------------

    def begin(self) -> None:
        """Searches the position on show."""
        self.stop()
        self._grid, self._shown = None, ()
        moment, panel = self._moment, self._panel
        seats = self._seats()
        panel.set_seats(seats, self._seat)
        why = self._why_not(seats)
        if why:
            panel.show_words(why)
            panel.set_state("", None, False)
            return
        if self._seat not in seats:
            self._seat = seats[0]
            panel.set_seats(seats, self._seat)
        game, spec, frame = moment.game, self._spec(), moment.frame
        across, up = self._axes(spec)
        self._grid = settings_grid(spec, game, across, up)
        self._marks = marks_up_to(self._most)
        panel.set_choices(varied(spec, game), (across.name, up.name), self._most)
        last = np.array(frame.joint, np.int64) if frame.joint else None
        place = (frame.state, frame.turn, last)
        plan = MapsPlan(game.spec, moment.setup.seed)
        asked = questions(self._grid, game, self._seat, place, self._marks)
        self._run = MapsRun(plan, game, asked)
        self.look()

    def _seats(self) -> list[int]:
        """The seats whose search may be varied."""
        moment, specs = self._moment, self._moment.setup.seats
        if moment.ended:
            return []
        deciders = deciding(moment.game, moment.frame.state)
        return [s for s in deciders if isinstance(specs[s], SearchSeat) and specs[s].searches]

    def _why_not(self, seats: list[int]) -> str:
        if self._moment.ended:
            return OVER
        if not seats:
            return NOBODY
        if self._moment.is_covered:
            return COVERED
        seat = self._seat if self._seat in seats else seats[0]
        spec = self._moment.setup.seats[seat]
        assert isinstance(spec, SearchSeat)  # `_seats` has no others
        return FIXED if len(varied(spec, self._moment.game)) < 2 else ""

    def _spec(self) -> SearchSeat:
        spec = self._moment.setup.seats[self._seat]
        assert isinstance(spec, SearchSeat)  # one of `_seats`
        return spec

    def _axes(self, spec: SearchSeat) -> tuple[Knob, Knob]:
        """The two parameters: those that were chosen for this algorithm, else the first two."""
        known = varied(spec, self._moment.game)
        names = self._names.get(spec.name, (known[0].name, known[1].name))
        by_name: dict[str, Knob] = {knob.name: knob for knob in known}
        return by_name[names[0]], by_name[names[1]]

    # -- choices -----------------------------------------------------------------------------------

    def _choose_axes(self, across: str, up: str) -> None:
        self._names[self._spec().name] = (across, up)
        self.begin()

    def _choose_most(self, most: int) -> None:
        self._most, self._mark = most, -1
        self.begin()

    def _choose_mark(self, mark: int) -> None:
        self._mark = mark
        self._shown = ()
        self.look()

    def _choose_seat(self, seat: int) -> None:
        self._seat = seat
        self.begin()

    def _open(self, column: int, row: int) -> None:
        """A cell against the own setting, as a comparison."""
        if self._grid is not None:
            other = self._grid.spec_of(self._moment.game, (column, row))
            self.opened.emit(self._seat, self._grid.spec, other)

    # -- showing -----------------------------------------------------------------------------------

    def look(self) -> None:
        """Shows what has been answered by now."""
        answers, run, panel = self.answers, self._run, self._panel
        if answers is None or run is None:
            return
        shown = (len(answers.known), run.running, run.failure, self._mark)
        if shown == self._shown:
            return
        self._shown = shown
        mark = self._mark if self._mark >= 0 else len(self._marks) - 1
        panel.set_answers(
            [self._view(a, answers, mark) for a in self._agents(answers)], self._marks, mark
        )
        panel.set_state(self._state(run), answers, run.running)
        if not answers.known:
            panel.empty.set_words(run.failure or "The first search has not answered yet.")

    def _agents(self, answers: SettingsAnswers) -> list[int]:
        """The own agents first."""
        owner = self._moment.game.owner
        return sorted(answers.agents, key=lambda agent: (owner[agent] != self._seat, agent))

    def _view(self, agent: int, answers: SettingsAnswers, mark: int) -> AgentMapView:
        game = self._moment.game
        foreign = game.owner[agent] != self._seat
        note = (
            f" Seat {game.owner[agent] + 1}'s, as seat {self._seat + 1} expects it."
            if foreign
            else ""
        )
        return AgentMapView(agent, game.agent_name(agent), answers, mark, tuple(game.owner), note)

    def _state(self, run: MapsRun) -> str:
        game, done = self._moment.game, len(run.answers)
        spec = self._spec()
        word = spec.kind.iteration_word if spec.kind is not None else "iteration"
        where = f"{game.turn_word} {self._moment.turn}, {numerals.count(self._most)} {word}s each"
        if run.failure:
            return f"{where}; {run.failure}"
        return where if done == run.total else f"{where}, {done} of {run.total}"
