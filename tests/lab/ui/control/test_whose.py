"""Whose number the window shows: two seats with different searches and different values, so that
nothing can be exchanged unseen.
"""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from engines import games
from engines.scene import Scene
from lab.match.records import Frame
from lab.ui.board.overlay import BRANCH, EXPECTED, PREDICTED
from lab.ui.control.board import BoardControl, mistakes, paths_of, shares_of
from lab.ui.control.hinting import why
from search import algorithms
from search.base import AgentStats
from search.measure import SeatValue, ValueKind
from tests.lab.toys import Toy
from tests.lab.ui.lab_window import opened, until
from tests.lab.ui.thoughts import pods

pytestmark = pytest.mark.usefixtures("toy")

FOCUS = 2  # a pod of the second seat


def line(seat, agent, branch=0):
    """A path that tells whose it is by where it goes."""
    return ((0.0, 0.0), (100.0 * seat + 10.0 * agent + branch, 1.0))


def thought(seat):
    """The seat's thought, whose paths end where no other seat's do."""
    base = pods(seat)
    agents = tuple(
        replace(
            a,
            path=line(seat, a.stats.agent),
            branches=tuple(line(seat, a.stats.agent, k) for k in range(7)),
        )
        for a in base.agents
    )
    return replace(base, agents=agents)


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_each_agent_has_its_own_seats_prediction_and_the_others_expectation(order):
    """Pod 3 is of seat 2: its own line is seat 2's, what is expected of it seat 1's."""
    found = paths_of([thought(seat) for seat in order], None, None, FOCUS)
    own = {p.agent: p.points for p in found if p.kind == PREDICTED}
    assert own == {agent: line(agent // 2, agent) for agent in range(4)}
    expected = [(p.agent, p.points) for p in found if p.kind == EXPECTED]
    assert expected == [(FOCUS, line(0, FOCUS))]
    branches = {p.points for p in found if p.kind == BRANCH}
    best = thought(1).agents[FOCUS].stats.best
    assert branches == {line(1, FOCUS, k) for k in range(7) if k != best}


def frames(*values, movers):
    """Tic-tac-toe's frames with these values per seat; `movers` say who moved before each."""
    found = []
    for turn, value in enumerate(values):
        labels = tuple("1 1" if turn and movers[turn - 1] == seat else "" for seat in (0, 1))
        values = tuple(SeatValue((x + 1) / 2, ValueKind.SCORE, view=0) for x in value)
        found.append(Frame(turn, None, Scene(0.0, 0.0, 1.0, 1.0), labels=labels, values=values))
    return found


def test_a_mistake_is_a_move_after_which_its_own_seat_lost_much():
    """The person is seat 2. Its first move costs 0.3 and its second gains 0.5; seat 1's own losses
    are not the person's mistakes.
    """
    values = [(0.0, 0.0), (0.0, 0.0), (0.3, -0.3), (0.3, -0.3), (-0.2, 0.2), (-0.25, 0.25)]
    given = frames(*values, movers=(0, 1, 0, 1, 0))
    moment = SimpleNamespace(game=games()["tictactoe"](), people=(1,), frames=given)
    found, legend = mistakes(moment)
    assert found == (2,) and legend == "your move lost 0.09 or more"
    moment.people = (0,)
    assert mistakes(moment)[0] == (3,), "seat 1 moved, and in the position it made fell by 0.5"


def drag_weight(lab, seat, name):
    """Moves the seat's slider to its right end."""
    panel = lab.window.setup.seats[seat]
    panel.fold.open(True)
    row = panel.weights.rows[name]
    row.bar.setFocus()
    QTest.keyClick(row.bar, Qt.Key.Key_End)
    assert row.value == row.knob.high


def test_a_weight_goes_to_its_own_seat(tmp_path):
    """Both seats begin with weights of their own; one slider changes one number of one seat, in the
    set-up, in the session and in the search that runs.
    """
    seats = ("toy:w.threat=0.3,w.centre=0.1", "toy:w.threat=0.6,w.centre=0.02")
    with opened(tmp_path, "connect_four", *seats) as lab:
        lab.session.pause()
        drag_weight(lab, 1, "threat")
        until(lab, lambda: lab.session.setup.seats[1].weights.threat == 2.0)
        for setup in (lab.setup.setup, lab.session.setup):
            numbers = [(s.weights.threat, s.weights.centre) for s in setup.seats]
            assert numbers == [(0.3, 0.1), (2.0, 0.02)]
        drag_weight(lab, 0, "centre")
        until(lab, lambda: lab.session.setup.seats[0].weights.centre == 1.0)
        numbers = [(s.weights.threat, s.weights.centre) for s in lab.session.setup.seats]
        assert numbers == [(0.3, 1.0), (2.0, 0.02)]


def test_knobs_budgets_and_copies_are_the_seats_own(tmp_path):
    """Seat 2's depth and budget change; seat 1's stay, and its command line is its own."""
    seats = ("toy:c=0.2,depth=2,budget=30it", "toy:c=0.9,depth=5,budget=70it")
    with opened(tmp_path, "tictactoe", *seats) as lab:
        lab.session.pause()
        dock = lab.window.setup
        dock.param_changed.emit(1, "depth", 9)
        dock.budget_changed.emit(1, "80it")
        until(lab, lambda: lab.session.setup.seats[1].budget.text == "80it")
        for setup in (lab.setup.setup, lab.session.setup):
            found = [(s.params.c, s.params.depth, s.budget.text) for s in setup.seats]
            assert found == [(0.2, 2, "30it"), (0.9, 9, "80it")]
        dock.seat_copy_asked.emit(0)
        assert "c=0.2,depth=2,budget=30it" in QGuiApplication.clipboard().text()


def test_wakes_and_scores_are_of_each_pod_and_seat(tmp_path):
    """Four pods go four ways; each wake ends where its own pod is, each score line is its seat's
    own.
    """
    with opened(tmp_path, "csb", "scripted", "random", speed=0.0) as lab:
        until(lab, lambda: lab.moment.head.turn >= 60)
        lab.transport.go_to(55)
        until(lab, lambda: lab.moment.frame.turn == 55)
        state, frame = lab.moment.frame.state, lab.moment.frame
        wakes = BoardControl._wakes(lab.board, lab.moment)
        ends = [(wake.agent, wake.points[-1]) for wake in wakes]
        assert ends == [(p, (float(state.x[p]), float(state.y[p]))) for p in range(4)]
        assert len({end for _, end in ends}) == 4
        until(lab, lambda: lab.window.centre.score._sides[0].standing == frame.standings[0])
        shown = [(side.seat, side.standing) for side in lab.window.centre.score._sides]
        assert shown == list(enumerate(frame.standings)) and len(set(frame.standings)) == 2


class Judge(Toy):
    """Likes the fourth of its actions most, and says so in visits and means."""

    name = "judge"

    def best(self, actions):
        return min(3, actions.size - 1)

    def stats(self, agent):
        known: AgentStats = super().stats(agent)
        count, best = known.actions.size, self.best(known.actions)
        visits, mean = np.full(count, 10), np.linspace(0.1, 0.2, count)
        visits[best], mean[best] = 130, 0.75
        return replace(known, visits=visits, mean=mean)


def test_a_hint_names_the_best_action_with_its_own_numbers(tmp_path, monkeypatch):
    """Of nine cells the fourth, with 130 of 210 visits and a mean of 0.75."""
    monkeypatch.setitem(algorithms(), "judge", Judge)
    with opened(tmp_path, "tictactoe", "human", "judge:budget=50it") as lab:
        until(lab, lambda: lab.person.agent is not None)
        lab.do("hint")
        hint = lab.window.centre.messages.hint
        until(lab, lambda: "of its visits" in hint._why.text())
        assert hint._move.text() == "Hint: 1 0."
        assert "62 % of its visits" in hint._why.text() and "0.75" in hint._why.text()


def test_why_a_hint_is_given_is_about_the_seat_that_asks():
    """The four pods' trees say different things; a seat reads of its own two pods."""
    first, second = why(pods(0), 0), why(pods(0), 1)
    assert first == "Smitsimax gives them 92 % and 79 % of their visits."
    assert second == "Smitsimax gives them 42 % and 98 % of their visits."


def test_shares_in_the_cells_are_those_of_the_agent_and_the_position():
    given = [pods(0), replace(pods(1), turn=51)]
    assert shares_of(given, 1, 52)[2] == pytest.approx(3166 / 3999)
    assert shares_of([given[1]], 1, 52) == {}
