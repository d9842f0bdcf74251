"""The timeline: axis, lanes, merged marks, scrubbing."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, QPoint, QRectF, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolTip
from pytestqt.qtbot import QtBot

from engines.scene import Event, EventKind
from lab.match.records import Frame
from lab.ui.parts import theme
from lab.ui.parts.marks import marks_of
from lab.ui.parts.painted import text_width
from lab.ui.timeline.lanes import Cast, apart, last_turn, merged, ticks
from lab.ui.timeline.timeline import Timeline
from search.measure import SeatValue, ValueKind

KINDS = (
    EventKind("checkpoint", "number", "checkpoint passed"),
    EventKind("shield", "hexagon", "shield"),
)
CAST = Cast(
    ("Pod 1", "Pod 2", "Pod 3", "Pod 4"), ("Seat 1", "Seat 2"), marks_of((0, 0, 1, 1)), (), KINDS
)


def frames(turns: int) -> list[Frame]:
    """A match whose first seat's evaluation rises by 0.01 a turn, while the second's expected score
    falls by 0.005; pod 1 passes a checkpoint every tenth turn.
    """
    out = []
    for turn in range(turns + 1):
        events = (
            (Event("checkpoint", 0, f"passes checkpoint {turn // 10}", str(turn // 10)),)
            if turn and turn % 10 == 0
            else ()
        )
        values = (
            SeatValue(turn / 100, ValueKind.EVALUATION, -1.0, 1.0, 0),
            SeatValue(0.5 - turn / 200, ValueKind.SCORE, 0.0, 1.0, 1),
        )
        out.append(Frame(turn, None, None, values=values, events=events))  # type: ignore[arg-type] # no scene is drawn
    return out


pytestmark = pytest.mark.usefixtures("light")


@pytest.fixture
def timeline(qtbot: QtBot) -> Timeline:
    """52 turns, the head at the end."""
    line = Timeline()
    qtbot.addWidget(line)
    line.resize(620, 380)
    line.set_cast(CAST)
    line.set_frames(frames(52))
    line.set_cursor(52)
    with qtbot.waitExposed(line):
        line.show()
    return line


def test_each_seats_number_is_next_to_its_name(
    timeline: Timeline, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Seat 1's evaluation is 0.3 in turn 30, seat 2's expected score 0.35, of a name and a number
    in one line each.
    """
    painted: dict[float, list[str]] = {}

    def note(_painter: object, box: QRectF, text: str, *_: object, **__: object) -> None:
        painted.setdefault(box.top(), []).append(text)

    timeline.set_cursor(30)
    monkeypatch.setattr("lab.ui.timeline.timeline.put", note)
    timeline.grab()
    lines = {texts[0]: texts[-1] for texts in painted.values() if texts[0] in CAST.seats}
    assert lines.keys() == set(CAST.seats)
    assert float(lines["Seat 1"]) == 0.3 and float(lines["Seat 2"]) == 0.35


@pytest.fixture
def placed(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, QRectF]]:
    """Every text of the timeline with its box, as it is painted."""
    found: list[tuple[str, QRectF]] = []

    def note(_painter: object, box: QRectF, text: str, *_: object, **__: object) -> None:
        found.append((text, QRectF(box)))

    monkeypatch.setattr("lab.ui.timeline.timeline.put", note)
    return found


def test_a_pointer_rests_while_another_match_comes(timeline: Timeline) -> None:
    spot = timeline.field().center()
    QTest.mouseMove(timeline, spot)
    assert timeline.reading is not None
    timeline.set_cast(CAST)  # nothing is known of it yet
    assert timeline.tip_at(spot.x(), spot.y()) == "" and timeline.reading is None


def test_a_long_name_ends_before_its_number(
    timeline: Timeline, placed: list[tuple[str, QRectF]]
) -> None:
    name = "Simulated annealing"
    timeline.set_cast(replace(CAST, seats=("You", name)))
    timeline.set_frames(frames(52))
    timeline.set_cursor(30)
    timeline.grab()
    boxes = dict(placed)
    assert boxes[name].right() <= boxes["0.35"].right() - text_width("0.35", theme.TABLE)
    assert boxes[name].width() > 60 and name in timeline.accessibleDescription()


def test_a_seats_name_stays_where_its_curve_ended(
    timeline: Timeline, placed: list[tuple[str, QRectF]]
) -> None:
    """A result is on no evaluation's axis; the names stay apart as they were."""
    low = SeatValue(-0.8, ValueKind.EVALUATION, -1.0, 1.0, 0)
    high = SeatValue(0.6, ValueKind.EVALUATION, -1.0, 1.0, 1)
    won = SeatValue(1.0, ValueKind.SCORE, proven="win")
    lost = SeatValue(0.0, ValueKind.SCORE, proven="loss")
    ends = [(low, high)] * 3 + [(lost, won)]
    timeline.set_frames([Frame(t, None, None, values=v) for t, v in enumerate(ends)])  # type: ignore[arg-type] # no scene is drawn
    heights = []
    for turn in (2, 3):
        placed.clear()
        timeline.set_cursor(turn)
        timeline.grab()
        heights.append({t: box.center().y() for t, box in placed if t in CAST.seats})
    assert heights[0] == heights[1] and heights[1]["Seat 1"] > heights[1]["Seat 2"] + 60
    assert {"won", "lost"} <= {text for text, _ in placed}


def test_the_axis_grows_in_steps_of_twenty() -> None:
    assert [last_turn(t, 500) for t in (0, 1, 60, 61, 80, 101)] == [60, 60, 60, 80, 80, 120]
    assert (
        [last_turn(t, 81) for t in (0, 61, 80)] == [60, 80, 80]
        and last_turn(0, 6) == 6
        and last_turn(9, 6) == 9
    )
    assert ticks(0, 60, 480, 48) == [0, 10, 20, 30, 40, 50, 60]
    assert ticks(0, 500, 200, 48)[:2] == [0, 200]


def test_marks_closer_than_twelve_pixels_become_one_with_a_count() -> None:
    shield = Event("shield", 0, "shield")
    events = [(10, shield), (11, shield), (30, shield)]
    assert [(m.turn, len(m.events)) for m in merged(events, 8.0)] == [(10, 2), (30, 1)]
    assert [len(m.events) for m in merged(events, 12.0)] == [1, 1, 1]
    assert merged(events, 8.0)[0].text("turn") == "turn 10: shield\nturn 11: shield"
    assert merged([], 8.0) == []


@pytest.mark.parametrize(
    "wanted", [[10.0, 12.0], [12.0, 10.0], [95.0, 99.0], [0.0, 0.0, 0.0], [50.0]]
)
def test_labels_keep_their_distance_and_their_order(wanted: list[float]) -> None:
    placed = apart(wanted, 17.0, 0.0, 100.0)
    ordered = [p for _, p in sorted(zip(wanted, placed, strict=True), key=lambda pair: pair)]
    assert all(
        b - a >= 17.0 - 1e-9 for a, b in zip(sorted(ordered), sorted(ordered)[1:], strict=False)
    )
    assert all(0.0 <= p <= 100.0 for p in placed)
    assert apart([], 17.0, 0.0, 100.0) == []


def test_a_click_goes_to_the_turn_under_it(timeline: Timeline, qtbot: QtBot) -> None:
    at = QPoint(round(timeline.x_of(20)), timeline.field().center().y())
    with qtbot.waitSignal(timeline.scrubbed) as asked:
        qtbot.mouseClick(timeline, Qt.MouseButton.LeftButton, pos=at)
    assert asked.args == [20]


def test_dragging_scrubs_and_stops_at_the_last_turn(timeline: Timeline, qtbot: QtBot) -> None:
    seen: list[int] = []
    timeline.scrubbed.connect(seen.append)
    y = timeline.field().center().y()
    qtbot.mousePress(timeline, Qt.MouseButton.LeftButton, pos=QPoint(round(timeline.x_of(10)), y))
    qtbot.mouseMove(timeline, QPoint(round(timeline.x_of(30)), y))
    qtbot.mouseMove(timeline, QPoint(timeline.width() - 2, y))
    qtbot.mouseRelease(timeline, Qt.MouseButton.LeftButton, pos=QPoint(timeline.width() - 2, y))
    assert seen[0] == 10 and seen[-1] == 52


@pytest.mark.parametrize(
    ("key", "shift", "turn"),
    [
        (Qt.Key.Key_Left, False, 29),
        (Qt.Key.Key_Right, True, 40),
        (Qt.Key.Key_Home, False, 0),
        (Qt.Key.Key_End, False, 52),
    ],
)
def test_keys_scrub_too(
    timeline: Timeline, qtbot: QtBot, key: Qt.Key, shift: bool, turn: int
) -> None:
    timeline.set_cursor(30)
    with qtbot.waitSignal(timeline.scrubbed) as asked:
        qtbot.keyClick(
            timeline,
            key,
            Qt.KeyboardModifier.ShiftModifier if shift else Qt.KeyboardModifier.NoModifier,
        )
    assert asked.args == [turn]


def test_the_pointer_learns_what_happened(timeline: Timeline) -> None:
    y = timeline.lane_top(0) + 8
    assert timeline.tip_at(timeline.x_of(20), y) == "turn 20: passes checkpoint 2"
    assert timeline.tip_at(timeline.x_of(25), y) == ""
    timeline.set_players(["Genetic", "UCT"])
    assert timeline.tip_at(timeline.x_of(50), timeline.field().center().y()).split("\n") == [
        "turn 50: Seat 1 +0.500, Seat 2 0.25",
        "Seat 1: +0.500, evaluation in the game's units, −1 to 1, as Genetic sees it",
        "Seat 2: 0.25, expected score (a draw counts half), as UCT sees it",
    ]


def test_words_of_a_resting_pointer_follow_the_match(timeline: Timeline) -> None:
    """The axis grows below the pointer, which is then at another turn."""
    spot = QPoint(round(timeline.x_of(50)), timeline.field().center().y())
    help = QHelpEvent(QEvent.Type.ToolTip, spot, timeline.mapToGlobal(spot))
    QApplication.sendEvent(timeline, help)
    assert QToolTip.text().startswith("turn 50:")
    timeline.set_frames(frames(119))
    assert timeline.turn_at(spot.x()) == 100 and QToolTip.text().startswith("turn 100:")
    QToolTip.hideText()


def test_the_present_turn_is_told_in_words(timeline: Timeline) -> None:
    timeline.set_cursor(32)
    assert timeline.accessibleDescription() == "turn 32: Seat 1 +0.320, Seat 2 0.34"


def test_lanes_give_way_before_the_plot_does(timeline: Timeline) -> None:
    assert timeline.lanes_shown()
    timeline.resize(620, 170)
    assert not timeline.lanes_shown()
    assert timeline.field().height() >= 60
    timeline.resize(620, 380)
    timeline.set_lanes_visible(False)
    assert not timeline.lanes_shown()


def test_frames_without_values_and_no_frames_are_no_trouble(timeline: Timeline) -> None:
    timeline.set_frames([Frame(t, None, None) for t in range(3)])  # type: ignore[arg-type] # no scene is drawn
    timeline.grab()
    assert timeline.accessibleDescription() == "turn 2: Seat 1 –, Seat 2 –"
    timeline.set_frames([])
    timeline.set_cursor(7)
    timeline.grab()
    assert timeline.turn_at(400.0) == 0


def test_shorter_matches_pull_the_head_back(timeline: Timeline, qtbot: QtBot) -> None:
    timeline.set_frames(frames(10))
    assert timeline.accessibleDescription().startswith("turn 10:")
