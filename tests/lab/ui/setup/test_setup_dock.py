"""The Set-up dock: what a person changes goes out as signals, what is set comes in silently."""

from dataclasses import dataclass
from itertools import pairwise

import pytest
from PySide6.QtCore import QModelIndex, QPoint, Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSlider,
    QAbstractSpinBox,
    QComboBox,
    QLineEdit,
    QStyle,
    QStyleOptionComboBox,
    QWidget,
)

from engines import games
from engines.knobs import choice, integer, knobs, number, switch
from lab.ui.parts import theme
from lab.ui.parts.combos import NOTE, Entry
from lab.ui.parts.knob_row import TextRow
from lab.ui.setup.dock import PONDER, THOUGHTS, SetupDock
from lab.ui.setup.seat_panel import SeatPanel
from search import algorithms
from tests.lab.ui.lab_window import opened, until


@dataclass(frozen=True)
class Params:
    c: float = number(0.3, 0.01, 10, "Exploration", "Tries.", log=True, main=True)
    depth: int = integer(6, 1, 30, "Depth", "Looks ahead.", main=True)
    scaling: str = choice("running", {"running": "running", "fixed": "fixed"}, "Scaling", "How.")
    final: str = choice(
        "visits", {"visits": "most visits", "mean": "best mean"}, "Final choice", "Which."
    )
    keep: bool = switch(True, "Keep the tree", "Reuse.")


@dataclass(frozen=True)
class Weights:
    lead: float = number(1.0, 0, 2, "Lead", "Ahead.")


@dataclass(frozen=True)
class Options:
    tie: str = choice("most", {"most": "most boards", "draw": "draw"}, "Tie-break", "A full board.")


GAMES = (Entry("csb", "Coders Strike Back"), Entry("uttt", "Ultimate Tic-Tac-Toe"))
PLAYERS = (
    Entry("human", "Human"),
    Entry("uct", "UCT", "one tree"),
    Entry("joint", "Joint enumeration", "all", "2,401 joint actions, limit 1,000"),
)


@pytest.fixture
def dock(qtbot, qapp):
    theme.apply(qapp, "light", 100)
    made = SetupDock()
    qtbot.addWidget(made)
    made.set_games(GAMES[0], lambda: GAMES)
    made.set_position("Track 4 of 13, seed 4", 4)
    made.set_seats((0, 0, 1, 1))
    for panel in made.seats:
        panel.set_algorithms(PLAYERS[1], lambda: PLAYERS)
        panel.set_knobs(knobs(Params), {"c": 0.5}, knobs(Weights), {})
        panel.set_presets(["seed"], ["mine"])
    made.resize(256, 780)
    made.show()
    return made


def pick(combo: QComboBox, index: int) -> None:
    combo.showPopup()
    combo.hidePopup()
    combo.setCurrentIndex(index)
    combo.activated.emit(index)


def test_game_and_new(dock, qtbot):
    with qtbot.waitSignal(dock.game_chosen) as told:
        pick(dock.game, 1)
    assert told.args == ["uttt"]
    with qtbot.waitSignal(dock.new_asked):
        qtbot.mouseClick(dock.new_button, Qt.MouseButton.LeftButton)
    with qtbot.waitSignal(dock.copy_asked):
        qtbot.mouseClick(dock.copy_button, Qt.MouseButton.LeftButton)


def test_options_are_generated(dock, qtbot):
    dock.set_options(knobs(Options), {})
    with qtbot.waitSignal(dock.option_changed) as told:
        pick(dock.more.rows["tie"].combo, 1)
    assert told.args == ["tie", "draw"]


def test_parameters_and_weights_carry_their_seat(dock, qtbot):
    panel = dock.seats[1]
    with qtbot.waitSignal(dock.param_changed) as told:
        qtbot.keyClick(panel.knobs.rows["depth"].bar, Qt.Key.Key_Right)
    assert told.args == [1, "depth", 7]
    panel.fold.open(True)
    with qtbot.waitSignal(dock.param_changed) as told:
        panel.rest.rows["keep"].click()
    assert told.args == [1, "keep", False]
    with qtbot.waitSignal(dock.weight_changed) as told:
        qtbot.keyClick(panel.weights.rows["lead"].bar, Qt.Key.Key_End)
    assert told.args == [1, "lead", 2.0]


def test_setters_are_silent(dock, qtbot):
    panel = dock.seats[0]
    with (
        qtbot.assertNotEmitted(dock.param_changed),
        qtbot.assertNotEmitted(dock.budget_changed),
        qtbot.assertNotEmitted(dock.seat_chosen),
    ):
        panel.set_value("depth", 12)
        panel.set_value("scaling", "fixed")
        panel.weights.set_value("lead", 0.5)
        panel.set_budget("20ms")
        panel.set_algorithm("human")
    assert panel.knobs.rows["depth"].value == 12 and panel.rest.rows["scaling"].value == "fixed"
    assert (panel.amount.value(), panel.unit.name, panel.algorithm.name) == (20, "ms", "human")


def test_the_same_knobs_keep_their_controls(dock):
    panel = dock.seats[0]
    before = panel.knobs.rows["c"]
    panel.set_knobs(knobs(Params), {"c": 2.0}, knobs(Weights), {})
    assert panel.knobs.rows["c"] is before and before.value == 2.0


def test_the_rest_is_folded_and_named(dock, qtbot):
    panel = dock.seats[0]
    assert panel.fold.accessibleName() == "Seat 1, All settings"
    assert not panel.rest.rows["keep"].isVisible()
    qtbot.mouseClick(panel.fold, Qt.MouseButton.LeftButton)
    assert panel.rest.rows["keep"].isVisible() and panel.weights.rows["lead"].isVisible()


def test_what_does_not_fit_is_grey_with_its_reason(dock):
    combo = dock.seats[0].algorithm
    combo.showPopup()
    index = combo.model().index(2, 0, QModelIndex())
    assert not index.flags() & Qt.ItemFlag.ItemIsEnabled
    assert (
        index.data(NOTE)
        == index.data(Qt.ItemDataRole.ToolTipRole)
        == "2,401 joint actions, limit 1,000"
    )
    combo.view().grab()
    combo.hidePopup()


def test_a_player_is_chosen(dock, qtbot):
    with qtbot.waitSignal(dock.seat_chosen) as told:
        pick(dock.seats[1].algorithm, 0)
    assert told.args == [1, "human"]


def test_budgets_are_told_as_text(dock, qtbot):
    panel = dock.seats[0]
    with qtbot.waitSignal(dock.budget_changed) as told:
        panel.amount.setValue(2000)
    assert told.args == [0, "2000it"]
    with qtbot.waitSignal(dock.budget_changed) as told:
        pick(panel.unit, 1)
    assert told.args == [0, "100ms"]
    with qtbot.waitSignal(dock.budget_changed) as told:
        pick(panel.unit, 0)
    assert told.args == [0, "2000it"]


@pytest.mark.parametrize(
    "word", sorted({a.iteration_word for a in algorithms().values() if a.searches})
)
@pytest.mark.parametrize("turn", sorted({g.turn_word for g in games().values()}))
def test_kinds_of_budget_are_readable_in_full(dock, qtbot, word, turn):
    panel = SeatPanel(0, (0,), turn_word=turn)
    qtbot.addWidget(panel)
    panel.resize(dock.width(), 300)
    panel.set_counted(word)
    panel.show()
    qtbot.waitUntil(lambda: panel.algorithm.width() < panel.width())
    option = QStyleOptionComboBox()
    panel.unit.initStyleOption(option)
    style = panel.unit.style()
    room = style.subControlRect(
        QStyle.ComplexControl.CC_ComboBox,
        option,
        QStyle.SubControl.SC_ComboBoxEditField,
        panel.unit,
    ).width()
    for row in range(panel.unit.count()):
        assert panel.unit.fontMetrics().horizontalAdvance(panel.unit.itemText(row)) <= room, (
            panel.unit.itemText(row)
        )


def test_where_an_iteration_is_a_node_both_budgets_are_one(dock):
    panel = dock.seats[0]
    panel.set_counted("node")
    panel.set_budget("50000n")
    assert [panel.unit.itemText(row) for row in range(panel.unit.count())] == ["nodes", "ms a turn"]
    assert (panel.unit.name, panel.amount.value()) == ("it", 50_000)


def test_a_panel_shows_budgets_as_the_command_line_writes_them(dock):
    panel, shown = dock.seats[0], []
    for text in ("4000it", "2s", "1.5s", "50_000n"):
        panel.set_budget(text)
        shown.append((panel.amount.value(), panel.unit.name))
    assert shown == [(4000, "it"), (2000, "ms"), (1500, "ms"), (50_000, "n")]


def chosen(dock: SetupDock, title: str) -> None:
    menu = dock.seats[0].menu
    menu.aboutToShow.emit()
    actions = {a.text(): a for a in menu.actions()}
    for sub in [a.menu() for a in menu.actions() if a.menu()]:
        actions |= {f"delete {a.text()}": a for a in sub.actions()}
    menu.triggered.emit(actions[title])


def test_presets(dock, qtbot):
    with qtbot.waitSignal(dock.preset_chosen) as told:
        chosen(dock, "seed")
    assert told.args == [0, "seed"]
    with qtbot.waitSignal(dock.preset_deleted) as told:
        chosen(dock, "delete mine")
    assert told.args == [0, "mine"]
    with qtbot.waitSignal(dock.seat_copy_asked):
        chosen(dock, "Copy as a command line")
    with qtbot.waitSignal(dock.param_changed) as told:
        chosen(dock, "Back to the defaults")
    assert told.args == [0, "c", 0.3]


def test_a_preset_is_saved_under_a_name(dock, qtbot):
    chosen(dock, "Save as a preset ...")
    line = dock.seats[0].name_line
    assert line.isVisible()
    qtbot.keyClick(line.text, Qt.Key.Key_Return)
    assert line.isVisible()
    qtbot.keyClicks(line.text, " brave ")
    with qtbot.waitSignal(dock.preset_saved) as told:
        qtbot.keyClick(line.text, Qt.Key.Key_Return)
    assert told.args == [0, "brave"] and not line.isVisible()


def test_a_person_has_a_clock_and_two_switches(dock, qtbot):
    dock.set_seats((0, 1), ("cross", "ring"), "move")
    panel = dock.seats[0]
    panel.set_knobs((), {})
    panel.set_clocks([Entry("none", "no clock"), Entry("5", "5 minutes")], "5")
    panel.show_clock(True)
    dock.show_person(True, ponder=False)
    qtbot.waitUntil(panel.clock.isVisible)
    assert not panel.amount.isVisible() and not panel.fold.isVisible()
    with qtbot.waitSignal(dock.clock_chosen) as told:
        pick(panel.clock, 0)
    assert told.args == [0, "none"]
    for box, name in ((dock.ponder, PONDER), (dock.thoughts, THOUGHTS)):
        with qtbot.waitSignal(dock.person_changed) as told:
            box.click()
        assert told.args[0] == name


def controls(widget: QWidget) -> list[QWidget]:
    kinds = (QAbstractButton, QAbstractSlider, QAbstractSpinBox, QComboBox, QLineEdit)
    return [
        w
        for w in widget.findChildren(QWidget)
        if isinstance(w, kinds) and w.focusPolicy() & Qt.FocusPolicy.TabFocus and w.isVisible()
    ]


def test_every_control_has_a_name_and_a_tooltip(dock):
    dock.seats[0].fold.open(True)
    for control in controls(dock):
        if isinstance(control.parent(), QAbstractSpinBox):
            continue
        assert control.accessibleName() or (
            isinstance(control, QAbstractButton) and control.text()
        ), control


def test_tab_goes_in_reading_order(dock):
    dock.seats[0].set_knobs((), {})
    dock.seats[0].set_knobs(knobs(Params), {})
    chain, widget = [], dock.copy_button.nextInFocusChain()
    wanted = set(controls(dock))
    while widget is not dock.copy_button:
        if widget in wanted and not isinstance(widget.parent(), QAbstractSpinBox):
            chain.append(widget)
        widget = widget.nextInFocusChain()
    tops = [w.mapTo(dock, w.rect().center()).y() for w in chain]
    assert len(chain) > 12
    assert all(after >= before - 16 for before, after in pairwise(tops)), tops


def test_the_hint_goes_first_where_room_is_scarce(dock, qtbot):
    qtbot.waitUntil(lambda: dock._hint.isVisible())
    dock.resize(256, 500)
    qtbot.waitUntil(lambda: not dock._hint.isVisible())


@pytest.mark.parametrize(("width", "percent"), [(232, 100), (256, 100), (348, 150)])
def test_nothing_is_cut_at_the_side(dock, qapp, qtbot, width, percent):
    theme.apply(qapp, "light", percent)
    dock.seats[0].fold.open(True)
    dock.show_person(True)
    dock.resize(width, 700)
    qtbot.waitUntil(lambda: dock._page.width() == dock.width())
    for control in controls(dock):
        qtbot.waitUntil(lambda c=control: c.mapTo(dock, c.rect().topRight()).x() < dock.width())
    assert dock._page.minimumSizeHint().width() <= dock.width()
    theme.apply(qapp, "light", 100)


def test_a_text_is_taken_refused_in_place_and_given_back(qtbot):
    knob = knobs(games()["textbook"].Options)[0]
    row = TextRow(knob)
    qtbot.addWidget(row)
    row.show()
    said: list[object] = []
    row.changed.connect(lambda name, value: said.append((name, value)))
    row.edit.setPlainText("MAX(1,\n  2)")
    qtbot.keyClick(row.edit, Qt.Key.Key_Return)
    assert (
        said == [("tree", "MAX(1, 2)")] and row.value == "MAX(1, 2)" and row.examples.name == "own"
    )
    row.changed.connect(lambda name, value: row.refuse("This is no tree."))
    row.edit.setPlainText("MAX(")
    qtbot.keyClick(row.edit, Qt.Key.Key_Return)
    assert (
        row.error.isVisible()
        and row.error.text.text() == "This is no tree."
        and row.value == "MAX(1, 2)"
    )
    qtbot.keyClick(row.edit, Qt.Key.Key_Escape)
    assert row.edit.toPlainText() == "MAX(1, 2)" and not row.error.isVisible()


def test_a_bad_tree_is_refused_where_it_was_written_and_the_match_goes_on(toy, tmp_path):
    with opened(tmp_path, "textbook", "random", "random") as lab:
        dock, setup = lab.window.setup, lab.setup.setup
        row = dock.options.rows["tree"]
        assert isinstance(row, TextRow)
        row._offer("MAX(1, ")
        assert (
            not row.error.isHidden()
            and row.error.text.text().endswith(".")
            and lab.setup.setup == setup
        )
        row._offer("P1(P2((1, 2, 3), (4, 5, 6)), P3((7, 8, 9), (1, 1, 1)))")
        until(
            lab,
            lambda: (
                len(lab.moment.setup.seats) == lab.moment.game.seats == 3
                and lab.moment.head.turn >= 1
            ),
        )
        assert row.error.isHidden() and len(dock.seats) == 3


def test_a_long_name_has_a_line_of_its_own(dock, qtbot):
    panel = dock.seats[1]
    long = Entry("long", "Simulated annealing of sequences")
    panel.set_algorithms(PLAYERS[1], lambda: [*PLAYERS, long])
    top = panel.algorithm.mapTo(panel, panel.algorithm.rect().topLeft())
    panel.set_algorithm("long")
    qtbot.waitUntil(lambda: panel.algorithm.mapTo(panel, QPoint(0, 0)).y() > top.y())
    qtbot.waitUntil(lambda: panel.algorithm.width() >= panel.width() - 24)
    panel.set_algorithm("uct")
    qtbot.waitUntil(lambda: panel.algorithm.mapTo(panel, QPoint(0, 0)) == top)


def test_the_hint_about_sliders_needs_a_slider(dock, qtbot):
    qtbot.waitUntil(lambda: dock._hint.isVisible())
    for panel in dock.seats:
        panel.set_knobs((), {})
    dock.resize(257, 900)
    qtbot.waitUntil(lambda: not dock._hint.isVisible())


def test_games_are_listed_by_their_names(tmp_path):
    with opened(tmp_path, "tictactoe", "random", "random") as lab:
        box = lab.window.setup.game
        box.showPopup()
        box.hidePopup()
        titles = [box.itemText(row) for row in range(box.count())]
        assert titles == sorted(titles) and len(titles) == len(games())
