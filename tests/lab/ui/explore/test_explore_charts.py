"""Sweep curve and map as charts: what the items hold, the read-out, zoom, and the data."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from engines.knobs import KnobError
from lab.batch.serve import warm
from lab.experiments.sweep import SweepPlan, SweepResult
from lab.match.seats import parse_game, parse_seat
from lab.programs.spec import PROGRAM
from lab.ui.explore.chart import ScoreCurve, score_ticks, scores_data
from lab.ui.explore.map import SweepMap
from lab.ui.explore.panel import SweepPanel
from tests.lab.programs.test_program import HEAD
from tests.lab.ui import wheel
from tests.lab.ui.explore.test_explore import CURVE, MAP, prepared
from tests.lab.ui.lab_window import opened, until

pytestmark = pytest.mark.usefixtures("light")


@pytest.fixture
def line() -> SweepResult:
    """Four values of one parameter; the second scores 80 %, the others 50 %."""
    return prepared(CURVE, better=1)


@pytest.fixture
def curve(line: SweepResult, qtbot: QtBot) -> ScoreCurve:
    out = ScoreCurve("Curve of scores")
    qtbot.addWidget(out)
    out.resize(800, 560)
    out.set_result(line)
    with qtbot.waitExposed(out):
        out.show()
    return out


@pytest.fixture
def field(qtbot: QtBot) -> SweepMap:
    """Four by two cells; cell 2 is the best."""
    out = SweepMap("Map of scores")
    qtbot.addWidget(out)
    out.resize(800, 560)
    out.set_result(prepared(MAP))
    with qtbot.waitExposed(out):
        out.show()
    return out


def test_the_items_hold_scores_and_intervals(curve: ScoreCurve, line: SweepResult) -> None:
    scores = [p.score for p in line.points]
    means = [s.mean for s in scores]
    assert means == [0.5, 0.8, 0.5, 0.5]
    x, y = curve.items.points[0].getData()
    assert y.tolist() == means and curve.items.curves[0].yData.tolist() == means
    assert (10**x).tolist() == pytest.approx([0.1, 0.27, 0.74, 2.0], rel=0.02)
    held = curve.items.intervals.opts
    assert (held["y"] + held["top"]).tolist() == pytest.approx([s.high for s in scores])
    assert (held["y"] - held["bottom"]).tolist() == pytest.approx([s.low for s in scores])


def test_a_score_of_nothing_is_drawn_at_nothing(curve: ScoreCurve, line: SweepResult) -> None:
    object.__setattr__(line.points[2].score, "mean", 0.0)
    curve.set_result(line)
    assert curve.items.points[0].getData()[1].tolist() == [0.5, 0.8, 0.0, 0.5]


def test_the_pointer_reads_the_nearest_point(curve: ScoreCurve, line: SweepResult) -> None:
    second = curve.spots(line)[1]
    read_out = curve.read_at(second)
    assert read_out is not None
    assert read_out.words.splitlines()[0] == "c 0.27" and "80" in read_out.words.splitlines()[1]


def test_a_zoomed_curve_keeps_its_points_where_they_are(
    curve: ScoreCurve, line: SweepResult, qtbot: QtBot
) -> None:
    second = curve.spots(line)[1]
    wheel.turn(curve, second, 5)
    again = curve.spots(line)[1]
    assert curve.zoomed and (again - second).manhattanLength() < 1
    with qtbot.waitSignal(curve.picked) as picked:
        qtbot.mouseClick(curve, Qt.MouseButton.LeftButton, pos=again.toPoint())
    assert picked.args == [1]
    qtbot.mouseDClick(curve, Qt.MouseButton.LeftButton, pos=again.toPoint())
    assert not curve.zoomed


def test_a_zoomed_map_finds_the_cell_under_the_pointer(field: SweepMap) -> None:
    assert field.result is not None
    best = field.layout_of(field.result).box(1, 0).center()
    assert field.point_at(best) == 2
    wheel.turn(field, best, 3)
    lay = field.layout_of(field.result)
    assert field.point_at(best) == 2 and lay.wide > field.frame.width() / 4 + 1
    QTest.mouseMove(field, best.toPoint())
    assert field.reading is not None
    assert field.reading.words.splitlines()[0] == "c 0.3, final visits"
    outside = lay.box(3, 1).center()
    assert not field.frame.contains(outside) and field.point_at(outside) == -1
    assert field.back() and field.shown == ((0.0, 4.0), (0.0, 2.0))


def test_axes_carry_the_values_that_were_tried(field: SweepMap) -> None:
    held = {side: [text for _, text in axis.ticks] for side, axis in field.axes.items()}
    assert held == {"bottom": ["0.1", "0.3", "0.5", "1"], "left": ["visits", "mean"]}


def test_the_data_have_values_scores_and_counts(curve: ScoreCurve, line: SweepResult) -> None:
    rows = scores_data(line).csv.splitlines()
    assert rows[0] == (
        "Exploration (log scale),score (0 to 1),95 % low,95 % high,matches,won,drawn,lost,note"
    )
    first, score = rows[2].split(","), line.points[1].score
    assert float(first[1]) == 0.8 and [float(v) for v in first[2:4]] == [score.low, score.high]
    assert first[4:8] == [str(v) for v in (score.matches, score.wins, score.draws, score.losses)]
    data = curve.data()
    assert data is not None and data.csv.splitlines() == rows


def test_scores_near_each_other_get_finer_ticks() -> None:
    assert next(text for _, text in score_ticks(0.3, 0.7, 300.0)) == "30 %"
    assert "50.5 %" in [text for _, text in score_ticks(0.49, 0.51, 300.0)]


# -- programs -------------------------------------------------------------------------------------


# takes the first of the free cells, or the last one where its argument is above 0.5
BOT = """
which = -1 if float(sys.argv[1]) > 0.5 else 0
while True:
    say(hear()[which])
"""


def bot(folder: Path) -> str:
    path = folder / "bot.py"
    path.write_text(HEAD + BOT)
    return shlex.join([sys.executable, "-I", "-S", str(path)])


def plan(command: str, benchmark: str = "random") -> SweepPlan:
    return SweepPlan(
        "tictactoe", f"cmd:{command} {{skill}}", ("skill=0:1:3",), (benchmark,), 4, "2it"
    )


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SMITSILAB_DATA", str(tmp_path))
    return tmp_path


def test_each_point_starts_the_command_with_its_own_value() -> None:
    grid = plan("./bot --depth {depth}").grid
    assert [axis.name for axis in grid.axes] == ["skill"]
    assert [seat.program.command for seat in grid.seats] == [
        f"./bot --depth {{depth}} {value}" for value in ("0", "0.5", "1")
    ]
    with pytest.raises(KnobError, match=r"has no \{depth\}"):
        SweepPlan("tictactoe", "cmd:./bot", ("depth=1:3:3",), ("random",), 4).grid  # noqa: B018 - it raises
    words = SweepPlan("tictactoe", "cmd:./bot {how}", ("how=fast|slow",), ("random",), 4).grid
    assert [seat.program.words[-1] for seat in words.seats] == ["fast", "slow"]


def test_only_searches_are_warmed() -> None:
    game = parse_game("tictactoe")
    warm(game, parse_seat("cmd:/no/such/bot", game), 1)


def test_lists_offer_programs_where_the_game_has_a_text(qtbot: QtBot) -> None:
    panel = SweepPanel()
    qtbot.addWidget(panel)
    panel.show_game("tictactoe")
    assert panel.player.combo.has(PROGRAM) and panel.benchmark.combo.has(PROGRAM)
    panel.player.combo.choose(PROGRAM)
    panel.player._picked(PROGRAM)
    assert panel.player.line.placeholderText() == "./mybot {depth}"
    qtbot.keyClicks(panel.player.line, "./mybot {depth} {width}")
    assert [panel.across.knob.name, panel.up.knob.name] == ["depth", ""]
    panel.across.choose("width")
    panel.across.set_range(1, 5, 3, False)
    made = panel.plan()
    assert (made.seat, made.vary) == ("cmd:./mybot {depth} {width}", ("width=1:5:3",))
    assert panel.typed


def test_a_typed_program_is_swept(data: Path) -> None:
    command = bot(data)  # written once: a program whose file changes is not played
    with opened(data, "tictactoe", "random", "random") as lab:
        lab.do("explore")
        explore, page = lab.experiments.explore, lab.experiments.explore.page
        page.panel.player.combo.choose(PROGRAM)
        page.panel.player._picked(PROGRAM)
        page.panel.player.line.setText(f"{command} {{skill}}")
        page.panel.player._edited("")
        page.panel.benchmark.choose("random", "")
        page.panel.across.set_range(0, 1, 2, False)
        page.panel.pairs.setValue(2)
        explore.start()
        assert explore.run.running and lab.session.trust.knows(f"{command} 1")
        until(lab, lambda: not explore.run.running)
        result = explore.run.result
        assert result is not None
        assert result.finished, (explore.run.failure, result.matches, result.failed)
        assert not explore.run.failure
        assert not result.failed


@pytest.mark.parametrize("role", ["player", "benchmark"])
def test_a_recorded_program_is_started_only_when_confirmed(
    data: Path, monkeypatch: pytest.MonkeyPatch, role: str
) -> None:
    strange = (
        plan("/no/such/strange")
        if role == "player"
        else SweepPlan("tictactoe", "uct", ("c=0.1|1",), ("cmd:/no/such/strange",), 4, "2it")
    )
    with opened(data, "tictactoe", "random", "random") as lab:
        lab.do("explore")
        explore, page = lab.experiments.explore, lab.experiments.explore.page
        started = list[SweepPlan]()
        monkeypatch.setattr(explore.run, "start", lambda plan, _: started.append(plan))
        page.panel.show_plan(strange)
        explore.start()
        assert not started and not page.error.isHidden()
        assert "/no/such/strange" in page.error.sentence.text()
        page.panel.pairs.setValue(3)  # another edit does not make the command one's own
        explore.start()
        assert not started
        page.error.chosen.emit(0)
        assert len(started) == 1
        assert lab.session.trust.covers(strange.grid.seats + strange.grid.against)
