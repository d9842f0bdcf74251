"""The timeline as a chart: whose curve is whose, zoom on turns, what the pointer reads, and the
data; the strip of figures with it.
"""

import math

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from pytestqt.qtbot import QtBot

from engines.scene import Event
from lab.match.program_data import DataSeries
from lab.match.records import Frame
from lab.ui.parts import theme
from lab.ui.parts.chart.axis import BOTTOM
from lab.ui.parts.marks import marks_of
from lab.ui.parts.painted import text_width
from lab.ui.timeline.figures import FiguresStrip
from lab.ui.timeline.lanes import Cast
from lab.ui.timeline.timeline import Timeline
from search.measure import SeatValue, ValueKind
from tests.lab.ui import wheel
from tests.lab.ui.timeline.test_timeline import CAST

RISE, FALL = 0.01, 0.02  # of seat 1's evaluation and of seat 2's expected score, a turn
LAST = 40
TOP = 0.4  # where the axis of evaluations ends then
SERIES = (
    DataSeries("depth", 0, (1, 2, 30), (4.0, 6.0, 9.0)),
    DataSeries("depth", 1, (2, 31), (12.0, 3.0)),
    DataSeries("nodes", 0, (1,), (100.0,)),
)


def rising(turn: int) -> float:
    """Seat 1's evaluation."""
    return turn * RISE


def falling(turn: int) -> float:
    """Seat 2's expected score; none in turn 3."""
    return math.nan if turn == 3 else 0.9 - turn * FALL


def course(turns: int = LAST) -> list[Frame]:
    """Two seats whose values are not each other's mirror, not even of one kind."""
    frames = []
    for turn in range(turns + 1):
        values = (
            SeatValue(rising(turn), ValueKind.EVALUATION, -1.0, 1.0, 0),
            SeatValue(falling(turn), ValueKind.SCORE, 0.0, 1.0, 1),
        )
        events = (Event("shield", 2, "shield"),) if turn in (11, 30) else ()
        frames.append(Frame(turn, None, None, values=values, events=events))  # type: ignore[arg-type] # no scene is drawn
    return frames


pytestmark = pytest.mark.usefixtures("light")


@pytest.fixture
def timeline(qtbot: QtBot) -> Timeline:
    line = Timeline()
    qtbot.addWidget(line)
    line.resize(620, 380)
    line.set_cast(CAST)
    line.set_frames(course())
    line.set_cursor(LAST)
    with qtbot.waitExposed(line):
        line.show()
    return line


@pytest.fixture
def strip(qtbot: QtBot) -> FiguresStrip:
    out = FiguresStrip()
    qtbot.addWidget(out)
    out.resize(620, 100)
    out.set_cast(marks_of((0, 1)), (), "turn", 500)
    out.set_series(SERIES, LAST)
    with qtbot.waitExposed(out):
        out.show()
    return out


def test_each_seat_has_its_own_curve_in_its_own_colour(timeline: Timeline) -> None:
    held = {c.opts["pen"].color().name(): c.yData[20] for c in timeline.items.curves}
    colour = CAST.marks.seat_colour
    assert held == {
        colour(theme.current(), 0).name(): pytest.approx(rising(20) / TOP),
        colour(theme.current(), 1).name(): pytest.approx(2 * falling(20) - 1),
    }
    assert [c.xData[20] for c in timeline.items.curves] == [20.0, 20.0]


def test_the_wheel_zooms_on_turns_and_leaves_values_alone(timeline: Timeline, qtbot: QtBot) -> None:
    spot = QPointF(timeline.x_of(20), timeline.frame.center().y())
    wheel.turn(timeline, spot, 3)
    (low, high), values = timeline.shown
    assert high - low == pytest.approx(60 * 0.8**3) and values == timeline.whole[1]
    assert timeline.turn_at(spot.x()) == 20
    qtbot.mouseDClick(timeline, Qt.MouseButton.LeftButton, pos=spot.toPoint())
    assert not timeline.zoomed
    wheel.turn(timeline, spot, 99)
    assert timeline.shown[0][1] - timeline.shown[0][0] == pytest.approx(8.0), "a few turns remain"


def test_a_zoomed_timeline_still_scrubs_and_shift_moves_it(
    timeline: Timeline, qtbot: QtBot
) -> None:
    timeline.zoom_to((10.0, 30.0))
    y, seen = round(timeline.frame.center().y()), list[int]()
    timeline.scrubbed.connect(seen.append)
    qtbot.mousePress(timeline, Qt.MouseButton.LeftButton, pos=QPoint(round(timeline.x_of(12)), y))
    qtbot.mouseMove(timeline, QPoint(round(timeline.x_of(25)), y))
    qtbot.mouseRelease(timeline, Qt.MouseButton.LeftButton, pos=QPoint(round(timeline.x_of(25)), y))
    assert (seen[0], seen[-1]) == (12, 25) and timeline.shown[0] == (10.0, 30.0)
    start = QPoint(round(timeline.x_of(20)), y)
    shift = Qt.KeyboardModifier.ShiftModifier
    qtbot.mousePress(timeline, Qt.MouseButton.LeftButton, shift, start)
    qtbot.mouseMove(timeline, start + QPoint(60, 0))
    qtbot.mouseRelease(timeline, Qt.MouseButton.LeftButton, shift, start + QPoint(60, 0))
    moved = 60 * 20 / timeline.frame.width()
    assert timeline.shown[0] == pytest.approx((10 - moved, 30 - moved)) and seen[-1] == 25


def test_the_head_stays_in_sight_while_it_runs(timeline: Timeline) -> None:
    timeline.set_cursor(20)
    timeline.zoom_to((10.0, 22.0))
    timeline.set_cursor(23)
    low, high = timeline.shown[0]
    assert low < 23 < high and high - low == pytest.approx(12.0)
    timeline.zoom_to((0.0, 10.0))
    timeline.set_cursor(24)
    assert timeline.shown[0] == (0.0, 10.0), "whoever looks elsewhere is left there"


def test_events_outside_the_zoomed_turns_are_not_marked(timeline: Timeline) -> None:
    assert [m.turn for m in timeline.marks_of_lane(2)] == [11, 30]
    timeline.zoom_to((20.0, 40.0))
    assert [m.turn for m in timeline.marks_of_lane(2)] == [30]
    assert timeline.tip_at(timeline.x_of(30), timeline.lane_top(2) + 8) == "turn 30: shield"


def test_a_new_match_is_shown_whole(timeline: Timeline) -> None:
    timeline.zoom_to((10.0, 30.0))
    timeline.set_cast(CAST)
    assert not timeline.zoomed


def test_the_pointer_reads_the_turn_under_it(timeline: Timeline, qtbot: QtBot) -> None:
    read = timeline.read_at(QPointF(timeline.x_of(20), timeline.frame.center().y()))
    assert read is not None and read.words == "turn 20: Seat 1 +0.200, Seat 2 0.50"
    assert read.x == 20.0
    assert read.spots == ((20.0, pytest.approx(0.5)), (20.0, pytest.approx(0.0)))
    gap = timeline.read_at(QPointF(timeline.x_of(3), timeline.frame.center().y()))
    assert gap is not None and len(gap.spots) == 1
    assert gap.words == "turn 3: Seat 1 +0.030, Seat 2 –"
    lane = timeline.read_at(QPointF(timeline.x_of(11), timeline.lane_top(2) + 8))
    assert lane is not None and (lane.words, lane.x) == ("turn 11: shield", None)


def test_the_data_are_each_seats_values_in_its_own_unit(timeline: Timeline) -> None:
    data = timeline.data()
    assert data is not None and data.heads == (
        "turn",
        "Seat 1: Evaluation (game units)",
        "Seat 2: Expected score (a draw counts half)",
        "events",
    )
    assert data.rows[11] == (11.0, rising(11), falling(11), "shield")
    assert data.csv.splitlines()[4] == "3,0.03,,"


def test_the_word_for_turns_keeps_clear_of_the_last_number(qtbot: QtBot) -> None:
    line = Timeline()
    qtbot.addWidget(line)
    line.resize(620, 380)
    line.set_cast(Cast(("X",), ("X",), marks_of((0,)), longest=100, turn_word="move"))
    line.set_frames(course(100))
    box, text, _ = line.axes[BOTTOM].labels()[-1]
    assert text == "100" and box.left() + text_width(text, theme.TABLE) + 6 <= line.word_left()


def test_marks_at_both_ends_are_inside_the_field(timeline: Timeline) -> None:
    half = theme.current().px(4)
    assert timeline.y_of(1.0) - half > timeline.frame.top()
    assert timeline.y_of(-1.0) + half < timeline.frame.bottom()


def test_a_chosen_figure_is_drawn_for_each_seat(strip: FiguresStrip) -> None:
    held = {
        c.opts["pen"].color().name(): (c.xData.tolist(), c.yData.tolist())
        for c in strip.items.curves
    }
    marks, look = marks_of((0, 1)), theme.current()
    assert held == {
        marks.seat_colour(look, 0).name(): ([1.0, 2.0, 30.0], [4.0, 6.0, 9.0]),
        marks.seat_colour(look, 1).name(): ([2.0, 31.0], [12.0, 3.0]),
    }
    data = strip.data()
    assert data is not None and data.csv == (
        "turn,Seat 1: depth,Seat 2: depth\n1,4,\n2,6,12\n30,9,\n31,,3\n"
    )
    read = strip.read_at(QPointF(strip.x_of(31), strip.frame.center().y()))
    assert read is not None and read.words == "turn 31: depth, Seat 1 9, Seat 2 3"


def test_figures_and_timeline_show_the_same_turns(timeline: Timeline, strip: FiguresStrip) -> None:
    timeline.turns_shown.connect(strip.show_turns)
    strip.turns_shown.connect(timeline.show_turns)
    timeline.zoom_to((20.0, 32.0))
    assert strip.shown[0] == (20.0, 32.0)
    wheel.turn(strip, strip.frame.center(), -1)
    assert strip.shown[0] == pytest.approx(timeline.shown[0])
    strip.back()
    assert not timeline.zoomed
