"""The Explore page: prepared results, what a person does with them, and an experiment that is
really played.
"""

import time
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from lab.batch.games import GameRecord, SeatRecord, canonical
from lab.experiments.ledger import write_lines
from lab.experiments.series import Played
from lab.experiments.sweep import SweepPlan, SweepResult
from lab.experiments.sweep.grid import parse_axis
from lab.experiments.sweep.question import SweepQuestion, known, lines_of
from lab.experiments.sweep.result import Results
from lab.match.seats import parse_game
from lab.store.store import Store
from lab.ui.app import application
from lab.ui.control.setup import SetupControl
from lab.ui.control.sweep_run import kept_sweeps
from lab.ui.explore.control import ExploreControl
from lab.ui.explore.heat import colour, ends, progress, reach
from lab.ui.explore.page import TABLE, ExplorePage
from lab.ui.explore.panel import SweepPanel
from lab.ui.explore.players import axes_of
from lab.ui.parts import theme
from lab.ui.setup.side_panel import CLUSTER
from lab.ui.shell.workspaces import EXPERIMENTS, MATCH
from search import algorithms
from tests.lab import fragile
from tests.lab.ui.lab_window import HANG_S, opened, until

MAP = SweepPlan(
    "tictactoe",
    "uct",
    ("c=0.1|0.3|0.5|1", "final=visits|mean"),
    ("uct:c=0.5",),
    matches=80,
    budget="40it",
)
CURVE = SweepPlan(
    "tictactoe", "uct", ("c=0.1:2:4:log",), ("random",), matches=24, budget="40it", rule="even"
)


def prepared(plan: SweepPlan, better: int = 2) -> SweepResult:
    """Results in which one point wins four of five matches, and the others every second one."""
    results = Results(plan)
    for point in plan.grid.played:
        for match in range(60 if point == better else 20):
            won = float(match % 5 > 0 if point == better else match % 4 in (0, 3))
            sides = (match % 2, 1 - match % 2)
            results.played[point, match] = Played(1 + match // 2, sides, (won, 1 - won), 7, "")
    return SweepResult(plan.grid, results)


def put(plan: SweepPlan, better: int = 2) -> None:
    """Puts them into the store."""
    question = SweepQuestion(plan)
    with Store() as store:
        store.experiment(question.name, "sweep", canonical(plan.line))
        for (point, match), each in prepared(plan, better)._played_matches.items():
            seats = [
                SeatRecord(seat, side, 2 * each.points[side] - 1, each.points[side], 1)
                for seat, side in enumerate(each.sides)
            ]
            record = GameRecord(each.seed, match % 2, tuple(seats), turns=each.turns)
            store.add(question.name, point, question.lineup(point, match), [record])


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SMITSILAB_DATA", str(tmp_path))
    return tmp_path


@pytest.fixture
def page(data: Path, qtbot: QtBot) -> Iterator[ExplorePage]:
    """A page with the prepared map."""
    theme.apply(application(), "light")
    made = ExplorePage("tictactoe")
    made.resize(1100, 760)
    qtbot.addWidget(made)
    made.panel.show_plan(MAP)
    made.set_state(prepared(MAP), False, 0.0)
    made.show()
    yield made


@pytest.fixture
def explore(data: Path) -> Iterator[ExploreControl]:
    """The page in the window, with the prepared map in the store."""
    put(MAP)
    with opened(data, "tictactoe", "random", "random") as lab:
        lab.do("explore")
        found = lab.experiments.explore
        until(lab, lambda: found.run.result is not None)
        yield found


def cell(page: ExplorePage, point: int) -> QPoint:
    assert page.result is not None
    lay = page.map.layout_of(page.result)
    return lay.box(*divmod(point, lay.rows)).center().toPoint()


def test_the_last_experiment_is_there_again(explore: ExploreControl) -> None:
    page = explore.page
    assert page.result is not None and page.result.plan == MAP == page.panel.plan()
    assert page.stack.currentWidget() is page.map and page.panel.start.text() == "Run"
    assert ". ".join((page.headline.answer, page.headline.support)) == (
        "Best so far: c 0.3, final visits. 80 % (66 to 87 %) over 30 pairs. The best of 7 looks "
        "better than it is: test it."
    )
    assert page.progress.text() == "90 pairs played of at most 280; paused"
    assert page.command_line().startswith(
        "smitsilab sweep tictactoe --seat uct --vary 'c=0.1|0.3|0.5|1'"
    )


@pytest.mark.parametrize("file", ["", "[]", '{"plan": {}}'])
def test_a_sweep_of_another_version_is_left_out_of_the_list(data: Path, file: str) -> None:
    put(MAP)
    with Store() as store:
        first = store.asked(SweepQuestion(MAP).name)[0]
        store.experiment("odd", "sweep", file)
        store.add("odd", 0, first.lineup, [first.record])
        assert {each.name for each in store.experiments() if each.games} > {"odd"}
        assert [each.name for each in kept_sweeps(store)] == [SweepQuestion(MAP).name]


def test_a_cell_is_chosen_and_loaded(page: ExplorePage, qtbot: QtBot) -> None:
    QTest.mouseMove(page.map, cell(page, 2))
    assert page.map.reading is not None
    assert page.map.reading.words.splitlines()[0] == "c 0.3, final visits"
    QTest.mouseClick(page.map, Qt.MouseButton.LeftButton, pos=cell(page, 2))
    assert page.selected == page.map.selected == 2 and page.chosen.text().startswith(
        "c 0.3, final visits: 80 % ("
    )
    assert (
        page.command_line()
        == "smitsilab match tictactoe --seat uct:c=0.3 --seat uct:c=0.5 --budget 40it --seed 1"
    )
    with qtbot.waitSignal(page.load_asked) as asked:
        page.load(1)
    game, seat, spec = asked.args
    assert (game.name, seat, spec.params.c) == ("tictactoe", 1, 0.3)
    for key, point in (
        (Qt.Key.Key_Right, 4),
        (Qt.Key.Key_Up, 5),
        (Qt.Key.Key_Up, 5),
        (Qt.Key.Key_Left, 3),
        (Qt.Key.Key_Down, 2),
    ):
        QTest.keyClick(page.map, key)
        assert page.selected == point
    page.select(page.result.grid.points.index((0.5, "visits")) if page.result else -1)
    assert "itself" in page.chosen.text()


def test_the_table_has_the_same_numbers(page: ExplorePage) -> None:
    page.choose_view(TABLE)
    page.show_result()
    model = page.listing.model()
    assert page.stack.currentWidget() is page.listing and model.rowCount() == 8
    texts = [model.index(2, column).data() for column in range(model.columnCount())]
    assert texts == [
        "0.3",
        "visits",
        "80.0 %",
        "66 to 87 %",
        "60",
        "48",
        "0",
        "12",
        "best by its lower bound",
    ]
    page.listing.selectRow(5)
    assert page.selected == 5


def test_a_file_is_taken_and_a_foreign_one_refused(explore: ExploreControl, data: Path) -> None:
    page = explore.page
    (data / "other.jsonl").write_text("hello\n")
    explore.open(data / "other.jsonl")
    waited(lambda: page.error.isVisible())
    assert "holds no results of a sweep" in page.error.sentence.text()
    assert page.result is not None and page.result.plan == MAP
    held = prepared(CURVE, 1)
    write_lines(data / "curve.jsonl", lines_of(Results(CURVE, dict(held._played_matches))))
    explore.open(data / "curve.jsonl")
    waited(lambda: page.result is not None and page.result.plan == CURVE)
    assert page.result.points == held.points and page.panel.plan() == CURVE
    assert page.error.isHidden()


def waited(condition: Callable[[], object]) -> None:
    """Waits, with the window alive, for a condition."""
    ends = time.monotonic() + HANG_S
    while not condition():
        QTest.qWait(5)
        assert time.monotonic() < ends


def test_one_parameter_is_a_curve(page: ExplorePage, data: Path) -> None:
    page.set_state(prepared(CURVE, better=1), False, 0.0)
    assert page.stack.currentWidget() is page.curve and page.result is not None
    assert [c.text for c in page.own_views] == ["Curve", "Table"]
    spots = page.curve.spots(page.result)
    assert all(b.x() > a.x() for a, b in pairwise(spots)) and spots[1].y() < spots[0].y()
    QTest.mouseClick(page.curve, Qt.MouseButton.LeftButton, pos=spots[1].toPoint())
    assert page.selected == 1


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_view_can_be_painted(page: ExplorePage, data: Path, scheme: str) -> None:
    theme.apply(application(), scheme)
    for width, height in ((760, 560), (1700, 1000)):
        page.resize(width, height)
        assert not page.grab().isNull()
    page.set_state(prepared(CURVE), False, 0.0)
    assert not page.grab().isNull()
    theme.apply(application(), "light")


def test_the_wider_the_interval_the_paler(page: ExplorePage) -> None:
    even = theme.current().colour("heat_even")
    distances = [abs(colour(0.6, half, 0.1).red() - even.red()) for half in (0.03, 0.09, 0.3)]
    assert distances[0] > distances[1] > distances[2] > 0
    assert (
        page.result is not None
        and reach(page.result) == 0.1
        and ends(page.result) == ("40 %", "≥ 60 %")
    )


def test_the_panel_makes_plans_of_every_parameter(qtbot: QtBot) -> None:
    panel = SweepPanel()
    qtbot.addWidget(panel)
    for name, algorithm in (("tictactoe", "uct"), ("csb", "smitsimax")):
        panel.show_game(name)
        panel.player.choose(algorithm)
        panel._show_axes()
        for knob, _ in axes_of(parse_game(name), algorithm):
            panel.across.choose(knob)
            assert (
                parse_axis(panel.across.text, algorithms()[algorithm], parse_game(name)).name
                == knob
            )
    panel.show_plan(CURVE)
    assert panel.plan() == CURVE
    panel._edited()
    assert panel.plan() == CURVE


def test_an_impossible_experiment_says_what_is_wrong(explore: ExploreControl) -> None:
    page = explore.page
    page.panel.player.line.setText("deep=3")
    page.panel.changed.emit()
    page.panel._edited()
    assert (
        "There is no parameter deep" in page.panel.problem.text()
        and not page.panel.start.isEnabled()
    )
    page.panel.player.line.setText("")
    page.panel._edited()
    assert page.panel.problem.isHidden() and page.panel.start.isEnabled()


def slow(matches: int) -> SweepPlan:
    """An experiment whose player needs no kernels of its own, and a while for every match."""
    return SweepPlan(
        "tictactoe",
        "fragile:pause_ms=5",
        ("skill=1|2",),
        ("random",),
        matches=matches,
        budget="2it",
    )


def test_an_experiment_is_played_paused_and_gone_on_with(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SMITSILAB_LOAD", str(Path(fragile.__file__)))
    monkeypatch.setitem(algorithms(), "fragile", fragile.Fragile)
    name = SweepQuestion(slow(400)).name
    with opened(data, "tictactoe", "random", "random") as lab:
        lab.do("explore")
        explore, page = lab.experiments.explore, lab.experiments.explore.page
        assert page.result is None and page.stack.currentWidget() is page.empty
        page.panel.show_plan(slow(400))
        explore.start()
        assert page.running and page.panel.start.text() == "Pause"
        assert not page.panel.game.isEnabled()
        until(lab, lambda: page.result is not None and page.result.matches > 3)
        explore.run.stop()
        until(lab, lambda: not page.running)
        assert not explore.run.failure and page.panel.start.text() == "Run"
    with Store() as store:
        done = len(known(store, name, slow(400)))
        numbers = {each.number for each in store.asked(name)}
    assert 3 < done < 800
    with opened(data, "tictactoe", "random", "random") as lab:
        lab.do("explore")
        explore, page = lab.experiments.explore, lab.experiments.explore.page
        until(lab, lambda: page.result is not None and page.result.matches == done)
        page.panel.show_plan(slow(2 * (done // 4 + 2)))
        explore.start()
        until(lab, lambda: not page.running)
        assert page.result is not None and page.result.finished
        assert page.progress.text().endswith("finished")
        assert explore.run.failure == "" and page.error.isHidden()
    with Store() as store:
        games = store.asked(name)
        assert numbers <= {each.number for each in games}, "nothing is played again"
        assert len(games) == len({(g.part, g.record.seed, g.record.seating) for g in games})


def test_a_point_is_loaded_into_the_match(data: Path, tmp_path: Path) -> None:
    put(MAP)
    with opened(tmp_path, "tictactoe", "random", "random") as controller:
        controller.do("explore")
        page = controller.experiments.explore.page
        assert controller.window.workspaces.name == EXPERIMENTS and page.isVisible()
        until(
            controller,
            lambda: controller.window.status.command.text().startswith("smitsilab sweep"),
        )
        until(controller, lambda: page.result is not None)
        page.select(2)
        page.load(0)
        seating: SetupControl = controller.setup
        assert controller.window.workspaces.name == MATCH
        assert seating.setup.seats[0].name == "uct" and seating.setup.seats[1].name == "random"
        assert getattr(seating.setup.seats[0].params, "c", None) == 0.3
        until(controller, lambda: controller.moment.setup.seats[0].name == "uct")


def test_one_pair_is_one_pair_and_a_wide_page_has_a_wide_map(page: ExplorePage) -> None:
    assert page.result is not None
    grid, results = page.result.grid, Results(page.result.plan)
    assert progress(SweepResult(grid, results), False, 0.0).startswith("0 pairs played of")
    for match in (0, 1):
        results.played[0, match] = Played(1, (0, 1), (1.0, 0.0), 7, "")
    assert progress(SweepResult(grid, results), False, 0.0).startswith("1 pair played of")
    page.map.resize(1600, 800)
    lay = page.map.layout_of(page.result)
    assert lay.wide * lay.columns > 0.5 * page.map.width()


def test_a_sweep_is_played_on_a_cluster(
    explore: ExploreControl, monkeypatch: pytest.MonkeyPatch
) -> None:
    page, address = explore.page, "tcp://127.0.0.1:9"
    hands = page.panel.hands
    assert "--cluster" not in page.command_line() and hands.line.isHidden()
    hands.place.choose(CLUSTER)
    hands.place.picked.emit(CLUSTER)
    hands.line.setText(address)
    hands.line.editingFinished.emit()
    assert hands.line.isVisibleTo(page) and not hands.count.isVisibleTo(page)
    assert page.command_line().endswith(f"--cluster {address}")
    monkeypatch.setattr(explore.run.play, "begin", lambda work: None)
    explore.start()
    assert not hands.isEnabled() and page.state_words() == f"games running on {address}"
    explore.run.stop()
    assert hands.isEnabled() and page.result is not None and page.result.matches == 180
