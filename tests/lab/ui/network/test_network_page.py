"""A network that learns in the window: the same as on the command line, stopped and gone on with by
either, and what the page says of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPointF
from pytestqt.qtbot import QtBot

from engines.game import same
from lab.cli import main
from lab.files.codec import decode_state
from lab.learning.question import LearnQuestion
from lab.learning.run import LearnedGeneration, Learning, kept_run
from lab.learning.training import Fit, Misjudged
from lab.learning.trial import TrialScore
from lab.ui.controller import Controller
from lab.ui.network import says
from lab.ui.network.control import usual_question
from lab.ui.network.page import CALIBRATED, COURSE, NetworkPage
from lab.ui.network.says import LearnView
from lab.ui.shell.workspaces import NETWORK
from lab.words.asked import options
from tests.lab.ui.lab_window import opened, until

SMALL = {"positions": 3000, "iterations": 60, "least": 4, "trials": 4}
QUESTION = LearnQuestion("tictactoe", "net.npz", generations=3, **SMALL)


def made(number: int, low: float, mean: float, high: float, **more: object) -> LearnedGeneration:
    """A generation with a score."""
    bins = ((-0.5, 30, -0.4, -0.2), (0.25, 10, 0.3, 0.9))
    fit = Fit(40, 0.6 - 0.05 * number, 0.3, bins, **more)  # type: ignore[arg-type] # of the test
    score = TrialScore(60, 60 - number, mean, low, high)
    return LearnedGeneration(number, 900, 41, fit, score, mean >= 0.5, f"digest{number}", 2.0)


# -- words and charts ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("low", "mean", "high", "verdict"),
    [
        (0.52, 0.6, 0.7, "stronger than generation 1"),
        (0.4, 0.5, 0.6, "cannot be told from generation 1"),
        (0.45, 0.55, 0.66, "cannot be told from generation 1"),
        (0.42, 0.49, 0.58, "cannot be told from generation 1"),
        (0.2, 0.3, 0.45, "weaker than generation 1"),
    ],
)
def test_the_headline_says_what_the_interval_carries(
    low: float, mean: float, high: float, verdict: str
) -> None:
    both = made(1, 0.7, 0.8, 0.9), made(2, low, mean, high)
    answer, support = says.headline(LearnView(QUESTION, both))
    assert verdict in answer
    assert ("not kept" in support) == (mean < 0.5)
    assert "58 different" in support
    assert "stronger than playouts" in says.headline(LearnView(QUESTION, both[:1]))[0]


def test_a_generation_is_measured_against_the_last_one_kept() -> None:
    three = made(1, 0.7, 0.8, 0.9), made(2, 0.2, 0.3, 0.45), made(3, 0.52, 0.6, 0.7)
    assert says.rival(three, three[2]) == "generation 1"


@pytest.mark.parametrize(("scale", "word"), [(0.5, "much"), (2.0, "little"), (1.02, "")])
def test_values_that_promise_too_much_are_named(scale: float, word: str) -> None:
    said = says.scale(scale)
    assert (f"too {word}" in said and "2.00" in said) if word else not said


def test_the_charts_show_every_generation_and_every_part_of_the_range(qtbot: QtBot) -> None:
    page = NetworkPage(QUESTION)
    qtbot.addWidget(page)
    page.resize(1200, 700)
    page.show()
    three = made(1, 0.7, 0.8, 0.9), made(2, 0.2, 0.3, 0.45), made(3, 0.52, 0.6, 0.7)
    page.set_view(LearnView(QUESTION, three))
    centre = page.centre
    for chart, heights in ((centre.loss, (0.55, 0.5, 0.45)), (centre.strength, (80, 30, 60))):
        found = chart.data()
        assert found is not None
        assert [row[:2] for row in found.rows] == [
            (k + 1.0, pytest.approx(y)) for k, y in enumerate(heights)
        ]
        low, high = chart.whole[1]
        assert all(low <= height <= high for height in heights)
    calibration = centre.calibration.data()
    assert calibration is not None
    assert [row[1:] for row in calibration.rows] == [(30.0, -0.4, -0.2), (10.0, 0.3, 0.9)]
    with qtbot.waitSignal(page.generation_picked) as told:
        centre.loss.clicked(QPointF(centre.loss.at(2.1, 0.5)))
    assert told.args == [2]
    page.set_view(LearnView(QUESTION, three, chosen=2))
    assert "generation 2" in centre.calibrated.title.hint
    assert [choice.value for choice in page.own_views][:2] == [COURSE, CALIBRATED]


def test_the_form_has_a_box_for_every_number_of_the_question(qtbot: QtBot) -> None:
    page = NetworkPage(replace(QUESTION, seed=(1 << 40) - 7))
    qtbot.addWidget(page)
    asked = page.panel.numbers.values
    whole = [each for each in options(LearnQuestion) if each.kind == "whole"]
    assert asked == {each.name: getattr(page.panel.question, each.name) for each in whole}
    for each in whole:
        box = page.panel.numbers.boxes[each.name]
        assert (box.minimum(), box.maximum()) == (each.low, each.high)
        assert each.help.split()[0].lower() in box.toolTip().lower()
        with qtbot.waitSignal(page.panel.changed) as told:
            box.setValue(each.low + 1)
        assert getattr(told.args[0], each.name) == each.low + 1


# -- in the window ---------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Controller]:
    """A window with a paused match."""
    with opened(tmp_path_factory.mktemp("network"), "tictactoe", "uct:budget=50it") as lab:
        lab.session.pause()
        yield lab


def test_a_run_is_learned_stopped_and_gone_on_with_here_and_there(
    lab: Controller, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page, control = lab.window.show_workspace(NETWORK), lab.network
    assert isinstance(page, NetworkPage)
    question = replace(QUESTION, out=str(tmp_path / "own" / "net.npz"))
    control._ask(question)
    control.start()
    until(lab, lambda: bool(control.view.generations))
    control.pause()
    until(lab, lambda: not control.play.running)
    known = len(kept_run(question))
    assert known >= 1
    words = question.command().split()[1:]
    assert page.command_line() == question.command()
    assert main([*words[: words.index("--generations")], *_small("2")]) == 0
    until(lab, lambda: len(control.view.generations) >= 2)  # by the command line
    control.start()
    until(lab, lambda: control.view.complete and not control.play.running)
    straight = Learning(replace(question, out=str(tmp_path / "straight.npz")))
    while not straight.ended:
        straight.step()
    ours = [each.digest for each in control.view.generations]
    assert ours == [each.digest for each in straight.generations]
    assert not page.panel.start.isEnabled()
    capsys.readouterr()


def _small(generations: str) -> list[str]:
    numbers = [word for name, value in SMALL.items() for word in (f"--{name}", str(value))]
    return [*numbers, "--generations", generations]


def test_a_misjudged_position_comes_onto_the_board(lab: Controller) -> None:
    game = lab.setup.game
    state, joint = game.initial(1), np.array([4, -1], np.int64)
    game.rules.step(state, joint, None, None)
    fields = {name: state[name].tolist() for name in state.dtype.names}
    lab.network._ask(usual_question("tictactoe"))
    lab.network.put_on_board(Misjudged(0.9, -1.0, 3, fields))
    until(lab, lambda: same(lab.moment.head.state, decode_state(game, fields)))
    assert not lab.session.view.status.playing
    before = lab.moment.head.state
    lab.network.put_on_board(Misjudged(0.9, -1.0, 3, fields | {"turn": 5}))
    assert same(lab.moment.head.state, before)


def test_a_file_of_another_network_is_not_written_over(lab: Controller, tmp_path: Path) -> None:
    there = tmp_path / "there.npz"
    there.write_text("mine")
    lab.window.show_workspace(NETWORK)
    lab.network._ask(replace(QUESTION, out=str(there)))
    lab.network.start()
    until(lab, lambda: "is there already" in lab.network.page.panel.problem.text())
    assert there.read_text() == "mine"
    assert not lab.network.play.running


def test_another_game_has_a_file_of_its_own_and_the_page_says_what_is_wrong(
    lab: Controller, tmp_path: Path
) -> None:
    lab.window.show_workspace(NETWORK)
    control, panel = lab.network, lab.network.page.panel
    control._ask(usual_question("tictactoe"))
    control._edited(replace(panel.question, game="connect_four"))
    assert Path(control.view.question.out).name == "connect_four.npz"
    question = replace(QUESTION, out=str(tmp_path / "net.npz"))
    question.folder.mkdir()
    (question.folder / "run.json").write_text("[]")
    control._ask(question)
    until(lab, lambda: "holds no run" in panel.problem.text())
