"""The workspaces that explain: the pages about algorithms, and the estimators."""

from __future__ import annotations

import math

import numpy as np
import pytest
from PySide6.QtTest import QTest

from lab.ui.algorithms.page import AlgorithmsPage
from lab.ui.estimators.funnel import digits, estimate, interval, span
from lab.ui.estimators.page import EstimatorsPage
from lab.ui.shell.workspaces import ALGORITHMS, ESTIMATORS, MATCH
from search import algorithms
from search.estimators.base import EstimatedNumber, SampleHistory
from tests.lab.ui.lab_window import opened, until

pytestmark = pytest.mark.usefixtures("toy")


def test_an_algorithm_is_read_about_and_put_into_a_seat(tmp_path):
    with opened(tmp_path, "matrix", "toy:budget=50it", "toy:budget=50it") as lab:
        lab.do("explain")
        page = lab.window.page
        assert (
            isinstance(page, AlgorithmsPage)
            and page.name == "toy"
            and len(page.list.entries) == len(algorithms())
        )
        until(lab, lambda: lab.window.status.command.text() == "smitsilab list toy")
        page.show_algorithm("smitsimax")
        text = page.text.toPlainText()
        assert all(
            word in text
            for word in (
                "Limits",
                "Settings",
                "Exploration",
                "Papers",
                "smitsilab list smitsimax",
                "Tic-tac-toe",
            )
        )
        assert [page.seat.itemText(i) for i in range(2)] == [
            "Seat 1, now Toy",
            "Seat 2, now Toy",
        ] and page.put.isEnabled()
        page.show_algorithm("random")
        page.seat.choose("1")
        page.put.click()
        assert lab.window.workspaces.name == MATCH
        until(lab, lambda: lab.moment.setup.seats[1].name == "random")


def test_what_does_not_fit_the_game_cannot_be_put_into_a_seat(tmp_path):
    with opened(tmp_path, "tictactoe", "toy:budget=50it", "toy:budget=50it") as lab:
        page = lab.window.show_workspace(ALGORITHMS)
        assert isinstance(page, AlgorithmsPage)
        page.show_algorithm("smitsimax")
        assert (
            not page.put.isEnabled()
            and page.why.text() == "Does not fit Tic-tac-toe"
            and "Legal actions" in page.put.toolTip()
        )
        for scheme in ("dark", "light"):
            lab.appearance.set_theme(scheme)
            assert page.text.toPlainText()


def test_samples_are_drawn_watched_and_left_alone_out_of_sight(tmp_path):
    with opened(tmp_path, "matrix", "toy:budget=50it", "toy:budget=50it") as lab:
        page = lab.window.show_workspace(ESTIMATORS)
        assert isinstance(page, EstimatorsPage) and page.sampler is not None
        sampler = page.sampler
        page.one.click()
        until(lab, lambda: sampler.snapshot is not None and sampler.snapshot.n == 1)
        page.speed.take(2000.0)
        page.play.click()
        until(lab, lambda: sampler.snapshot.n > 300 and "±" in page.result.text())
        assert (
            "95 % interval" in page.sure.text()
            and page.play.text() == "Pause"
            and not page.one.isEnabled()
        )
        assert not page.funnel.grab().isNull() and not page.picture.grab().isNull()
        lab.do(MATCH)
        until(lab, lambda: not sampler.running)
        lab.do(ESTIMATORS)
        until(lab, lambda: sampler.running)
        page.anew.click()
        until(lab, lambda: page.command_line().endswith("--seed 2"))
    QTest.qWait(0)
    assert not sampler.is_alive()


def quantity(value: float, half: float, exact: float | None = None) -> EstimatedNumber:
    n = np.array([10, 100, 1000])
    history = SampleHistory(
        n, np.full(3, value), value - half * np.sqrt(1000 / n), value + half * np.sqrt(1000 / n)
    )
    return EstimatedNumber("π", value, half / 1.96, value - half, value + half, exact, history)


def test_estimates_have_as_many_digits_as_they_deserve():
    assert [digits(half) for half in (30.0, 1.2, 0.0123, 0.0, math.nan)] == [0, 1, 3, 9, 9]
    assert estimate(quantity(3.14159, 0.0123)) == "π 3.142 ± 0.012"
    assert (
        interval(quantity(3.14159, 0.0123, math.pi))
        == "95 % interval 3.129 to 3.154; the true value 3.1416 is inside"
    )
    assert "as in 1 of 20 runs at a sample number fixed beforehand" in interval(
        quantity(3.0, 0.01, math.pi)
    )
    low, high = span([quantity(3.14159, 0.0123)], 1000.0)
    assert low <= 3.14159 - 0.0123 and high >= 3.14159 + 0.0123 and high - low < 1
