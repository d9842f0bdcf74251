"""The Explore page: a prepared file of results, what a person does with it, and an experiment that
is really played.
"""

import json
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from lab.experiments.sweep import SweepPlan, SweepResult
from lab.experiments.sweep.grid import parse_axis
from lab.experiments.sweep.store import Results, SweepStore, read
from lab.match.seats import parse_game
from lab.ui.app import application
from lab.ui.control.setup import SetupControl
from lab.ui.explore.heat import colour, ends, reach
from lab.ui.explore.page import TABLE, ExplorePage
from lab.ui.explore.panel import SweepPanel
from lab.ui.explore.players import axes_of
from lab.ui.explore.runner import file_of, latest
from lab.ui.explore.says import progress
from lab.ui.parts import theme
from lab.ui.setup.hands_box import CLUSTER
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


def prepared(plan: SweepPlan, path: Path, better: int = 2) -> Path:
    """Results in which one point wins four of five matches, and the others every second one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    SweepStore(plan, path).close()
    with open(path, "a", encoding="utf-8") as file:
        for point in plan.grid.played:
            for match in range(60 if point == better else 20):
                won = float(match % 5 > 0 if point == better else match % 4 in (0, 3))
                line = {
                    "point": point,
                    "match": match,
                    "seed": 1 + match // 2,
                    "sides": [0, 1],
                    "points": [won, 1 - won],
                    "turns": 7,
                    "reason": "",
                }
                file.write(json.dumps(line) + "\n")
    return path


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SMITSILAB_DATA", str(tmp_path))
    return tmp_path


@pytest.fixture
def page(data: Path, qtbot: QtBot) -> Iterator[ExplorePage]:
    """A page with the prepared map."""
    theme.apply(application(), "light")
    prepared(MAP, data / "explore" / "map.jsonl")
    made = ExplorePage("tictactoe")
    made.resize(1100, 760)
    qtbot.addWidget(made)
    made.show()
    yield made
    made.end()


def cell(page: ExplorePage, point: int) -> QPoint:
    assert page.result is not None
    lay = page.map.layout_of(page.result)
    return lay.box(*divmod(point, lay.rows)).center().toPoint()


def test_the_last_experiment_is_there_again(page: ExplorePage) -> None:
    assert page.result is not None and page.result.plan == MAP == page.panel.plan()
    assert page.stack.currentWidget() is page.map and page.panel.start.text() == "Continue"
    assert page.best.accessibleName() == (
        "Best so far: c 0.3, final visits. 80 % (66 to 87 %) over 30 pairs. The best of 7 looks "
        "better than it is: test it."
    )
    assert page.progress.text() == "90 pairs played of at most 280; paused"
    assert page.command_line().startswith(
        "smitsilab sweep tictactoe --seat uct --vary 'c=0.1|0.3|0.5|1'"
    )


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
    page.switch.set_value(TABLE)
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


def test_a_growing_file_is_shown_and_a_foreign_one_refused(page: ExplorePage, data: Path) -> None:
    with SweepStore(MAP, data / "explore" / "map.jsonl") as store:
        store.add({"point": 0, "match": 20, "seed": 11, "error": "it broke"})
    page.runner.look()
    assert "1 match failed" in page.progress.text()
    (data / "other.jsonl").write_text("hello\n")
    page.open(data / "other.jsonl")
    assert (
        page.error.isVisible()
        and "does not begin like the results of a sweep" in page.error.sentence.text()
    )
    assert page.result is not None and page.result.plan == MAP


def test_one_parameter_is_a_curve(page: ExplorePage, data: Path) -> None:
    page.open(prepared(CURVE, data / "curve.jsonl", better=1))
    assert page.stack.currentWidget() is page.curve and page.result is not None
    assert [c.text for c in page.switch._choices] == ["Curve", "Table"]
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
    page.open(prepared(CURVE, data / "curve.jsonl"))
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


def test_an_impossible_experiment_says_what_is_wrong(page: ExplorePage) -> None:
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
    data: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    monkeypatch.setenv("SMITSILAB_LOAD", str(Path(fragile.__file__)))
    monkeypatch.setitem(algorithms(), "fragile", fragile.Fragile)
    page = ExplorePage("tictactoe")
    qtbot.addWidget(page)
    page.show()
    assert page.result is None and page.stack.currentWidget() is page.empty
    page.panel.show_plan(slow(400))
    page.start()
    assert (
        page.runner.running
        and page.panel.start.text() == "Pause"
        and not page.panel.game.isEnabled()
    )
    try:
        qtbot.waitUntil(
            lambda: page.result is not None and page.result.matches > 3,
            timeout=round(2000 * HANG_S),
        )
    finally:
        page.end()
    assert not page.runner.running and not page.runner.failure
    path = file_of(slow(400))
    done = len(read(path).played)
    assert 3 < done < 800 and latest() == path and page.panel.start.text() == "Continue"
    again = ExplorePage("tictactoe")
    qtbot.addWidget(again)
    assert again.result is not None and again.result.matches == done
    again.panel.show_plan(slow(2 * (done // 4 + 2)))
    again.start()
    try:
        qtbot.waitUntil(lambda: not again.runner.running, timeout=round(2000 * HANG_S))
    finally:
        again.end()
    assert (
        again.result is not None
        and again.result.finished
        and again.progress.text().endswith("finished")
    )
    assert again.runner.failure == "" and again.error.isHidden()
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    keys = [(line["point"], line["match"]) for line in lines if "point" in line]
    assert len(keys) == len(set(keys)) >= done


def test_a_point_is_loaded_into_the_match(data: Path, tmp_path: Path) -> None:
    prepared(MAP, data / "explore" / "map.jsonl")
    with opened(tmp_path, "tictactoe", "random", "random") as controller:
        controller.do("explore")
        page = controller.experiments.explore.page
        assert controller.window.workspaces.name == EXPERIMENTS and page.isVisible()
        until(
            controller,
            lambda: controller.window.status.command.text().startswith("smitsilab sweep"),
        )
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
        facts = {"seed": 1, "sides": [0, 1], "points": [1.0, 0.0], "turns": 7, "reason": ""}
        results.take({"point": 0, "match": match} | facts)
    assert progress(SweepResult(grid, results), False, 0.0).startswith("1 pair played of")
    page.map.resize(1600, 800)
    lay = page.map.layout_of(page.result)
    assert lay.wide * lay.columns > 0.5 * page.map.width()


def test_a_sweep_is_played_on_a_cluster(page: ExplorePage, qtbot: QtBot) -> None:
    hands, address = page.panel.hands, "tcp://127.0.0.1:9"
    assert "--cluster" not in page.command_line() and hands.line.isHidden()
    hands.place.choose(CLUSTER)
    hands.place.picked.emit(CLUSTER)
    hands.line.setText(address)
    hands.line.editingFinished.emit()
    assert hands.line.isVisibleTo(page) and not hands.count.isVisibleTo(page)
    assert page.command_line().endswith(f"--cluster {address}")
    page.start()
    process = page.runner._process
    assert process is not None and not hands.isEnabled()
    assert process.arguments()[-3:] == ["--cluster", address, "--end-with-input"]
    assert page.state_words() == f"games running on {address}"
    process.kill()
    qtbot.waitUntil(lambda: not page.runner.running, timeout=round(1000 * HANG_S))
    assert hands.isEnabled() and page.result is not None and page.result.matches == 180
