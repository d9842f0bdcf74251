"""The transport, the clocks, and the panel that thinks on."""

import math
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox
from pytestqt.qtbot import QtBot

from lab.ui.board.clocks import Clocks, PlayerCard
from lab.ui.parts import theme
from lab.ui.parts.marks import marks_of
from lab.ui.timeline.transport import SPEEDS, Transport, speed_words
from lab.ui.trees.think import ThinkPanel
from tests.lab.ui import thoughts

pytestmark = pytest.mark.usefixtures("light")


@pytest.fixture
def transport(qtbot: QtBot) -> Transport:
    """The transport of a match between algorithms."""
    bar = Transport()
    qtbot.addWidget(bar)
    bar.resize(620, 44)
    bar.show()
    return bar


@pytest.mark.parametrize(
    ("speed", "text"),
    [
        (4, "4 turns a second"),
        (1, "1 turn a second"),
        (0.5, "0.5 turns a second"),
        (math.inf, "fastest"),
    ],
)
def test_a_pace_in_words(speed: float, text: str) -> None:
    assert speed_words(speed) == text


@pytest.mark.parametrize(
    ("button", "signal"),
    [
        ("to_first", "first"),
        ("to_back", "back"),
        ("play", "play_toggled"),
        ("to_on", "forward"),
        ("to_last", "last"),
    ],
)
def test_each_button_asks_for_its_own(
    transport: Transport, qtbot: QtBot, button: str, signal: str
) -> None:
    transport.set_position(5, 9)
    with qtbot.waitSignal(getattr(transport, signal)):
        qtbot.mouseClick(getattr(transport, button), Qt.MouseButton.LeftButton)


def test_play_becomes_pause(transport: Transport) -> None:
    transport.set_playing(True)
    assert transport.play.text() == "Pause"
    transport.set_playing(False)
    assert transport.play.text() == "Play"
    assert transport.play.accessibleName() == "Play"


def test_no_button_moves_when_play_becomes_pause(transport: Transport, qtbot: QtBot) -> None:
    transport.resize(900, 40)
    transport.show()
    qtbot.waitExposed(transport)
    buttons = transport.findChildren(QAbstractButton)

    def places() -> list[tuple[int, int]]:
        QApplication.processEvents()
        return [(button.x(), button.width()) for button in buttons]

    before = places()
    transport.set_playing(True)
    assert places() == before
    need = theme.metrics(theme.BODY, True).horizontalAdvance("Pause")
    assert transport.play.width() > need + theme.current().px(24)


def test_there_is_nothing_before_the_first_turn_nor_after_the_last(transport: Transport) -> None:
    transport.set_position(0, 4)
    assert not transport.to_first.isEnabled() and not transport.to_back.isEnabled()
    assert transport.to_last.isEnabled()
    transport.set_position(4, 4)
    assert transport.to_back.isEnabled() and not transport.to_last.isEnabled()


def test_speed_is_chosen_from_a_list(transport: Transport, qtbot: QtBot) -> None:
    box = transport.findChild(QComboBox)
    assert box is not None
    box.setFocus()
    with qtbot.waitSignal(transport.speed_changed) as asked:
        qtbot.keyClick(box, Qt.Key.Key_Down)
    assert asked.args == [2.0]
    for speed in SPEEDS:
        transport.set_speed(speed)
        assert transport.speed() == speed


def test_thinking_on_hides_the_speed(transport: Transport, qtbot: QtBot) -> None:
    with qtbot.waitSignal(transport.think_toggled) as asked:
        qtbot.mouseClick(transport.think, Qt.MouseButton.LeftButton)
    assert asked.args == [True]
    transport.set_holding(True)
    box = transport.findChild(QComboBox)
    assert box is not None and not box.isVisible()


def test_a_person_gets_hint_and_undo_instead_of_play(transport: Transport, qtbot: QtBot) -> None:
    transport.set_human(True, can_undo=False)
    assert not transport.play.isVisible() and transport.hint.isVisible()
    assert not transport.take_back.isEnabled()
    transport.set_human(True, can_undo=True)
    with qtbot.waitSignal(transport.undo):
        qtbot.mouseClick(transport.take_back, Qt.MouseButton.LeftButton)
    with qtbot.waitSignal(transport.hint_wanted):
        qtbot.mouseClick(transport.hint, Qt.MouseButton.LeftButton)
    transport.set_human(False)
    assert transport.play.isVisible() and not transport.hint.isVisible()


@pytest.mark.parametrize("human", [True, False])
def test_nothing_is_cut_in_the_narrowest_centre(transport: Transport, human: bool) -> None:
    transport.set_human(human)
    transport.resize(480, 44)
    QApplication.processEvents()
    assert transport.minimumSizeHint().width() <= 480
    for button in transport.findChildren(QAbstractButton):
        assert button.accessibleName()
        if button.isVisible():
            assert button.geometry().right() < transport.width()


def test_clocks_frame_who_moves_and_tell_it(qtbot: QtBot) -> None:
    clocks = Clocks()
    qtbot.addWidget(clocks)
    players = (
        PlayerCard("You", "Seat 1", 0, 252.0, True, "cross"),
        PlayerCard("UCT", "Seat 2, thinks in your time", 1, 297.0, False, "ring"),
    )
    clocks.set_players(players, marks_of((0, 1)))
    clocks.resize(600, 52)
    assert clocks.accessibleDescription().splitlines()[0] == "You, Seat 1: 4:12, to move"
    clocks.set_times((9.5, None), (1,))
    assert clocks.accessibleDescription().splitlines() == [
        "You, Seat 1: 0:09.5",
        "UCT, Seat 2, thinks in your time: no clock, to move",
    ]
    clocks.grab()


def test_one_iteration_a_hundred_or_run_on(qtbot: QtBot) -> None:
    panel = ThinkPanel()
    qtbot.addWidget(panel)
    panel.set_thought(thoughts.pods(1), running=False)
    panel.resize(620, 300)
    panel.show()
    for button, count in ((panel.bar.one, 1), (panel.bar.hundred, 100)):
        with qtbot.waitSignal(panel.step) as asked:
            qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
        assert asked.args == [count]
    with qtbot.waitSignal(panel.run_toggled):
        qtbot.mouseClick(panel.bar.run, Qt.MouseButton.LeftButton)
    panel.set_thought(thoughts.pods(1), running=True)
    assert panel.bar.run.text() == "Pause" and not panel.bar.one.isEnabled()


def test_the_last_iteration_is_told_turn_by_turn(qtbot: QtBot) -> None:
    panel = ThinkPanel()
    qtbot.addWidget(panel)
    thought = thoughts.pods(1)
    panel.set_thought(thought, running=False)
    action, how = thought.snapshot.trace[0][0]
    assert panel.table.cell(0, 0) == (thoughts.MOVES[action], how)
    assert len(panel.table.lines()) == len(thought.snapshot.trace) + 1
    assert panel.table.lines()[-1] == "Value: Pod 1 0.48, Pod 2 0.57, Pod 3 0.81, Pod 4 0.75."
    strange = replace(
        thought,
        snapshot=replace(
            thought.snapshot, trace=(((99, "random"), (-1, ""), (0, "UCB"), (0, "UCB")),)
        ),
    )
    panel.set_thought(strange, False, label=lambda agent, a: f"agent {agent} does {a}")
    assert panel.table.cell(0, 0) == ("agent 0 does 99", "random")
    assert panel.table.cell(0, 1) == ("–", "")
    panel.set_thought(None, False)
    panel.grab()
    assert panel.band.isHidden()


@pytest.mark.parametrize("human", [False, True])
def test_every_button_is_whole_in_the_narrowest_centre_at_150_percent(
    transport: Transport, qapp: QApplication, human: bool
) -> None:
    theme.apply(qapp, "light", 150)
    transport.set_human(human)
    transport.resize(470, 66)
    qapp.processEvents()
    shown = [b for b in transport.findChildren(QAbstractButton) if b.isVisible()]
    assert len(shown) == (8 if human else 6)
    assert all(b.width() >= b.sizeHint().width() for b in shown)
    assert max(b.geometry().right() for b in shown) < transport.width()
