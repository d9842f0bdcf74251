"""What the Arena page does while games report: how often its parts are painted, and how much is
asked of the store.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from lab.batch.frames import LiveFrame
from lab.experiments.keeping import RunStep
from lab.store.store import Store
from lab.ui.arena.boards import COUNT, BoardCard
from lab.ui.control.game_run import GameRun
from tests.lab.ui.arena.filled import STRONG, fill, record
from tests.lab.ui.control.test_arena import Nine, arena_page
from tests.lab.ui.control.test_arena_lists import frame
from tests.lab.ui.lab_window import until

ROUNDS = 6  # in which each of four games reports once
# what is behind a board, of which the same spot is painted, without a look of its own
CONTAINERS = ("Boards", "Watching", "ArenaPage", "QWidget")


class Painted(QObject):
    """Counts paint events of the parts of a page."""

    def __init__(self, page: QWidget) -> None:
        super().__init__()
        self._page = page
        self.counts: Counter[QWidget] = Counter()

    def eventFilter(self, target: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint and isinstance(target, QWidget):
            own = target is self._page or self._page.isAncestorOf(target)
            self.counts[target] += own
        return False


@contextmanager
def painted(page: QWidget) -> Iterator[Counter[QWidget]]:
    """How often each part of the page is painted meanwhile."""
    app, filter_ = QApplication.instance(), Painted(page)
    assert app is not None
    app.installEventFilter(filter_)
    yield filter_.counts
    app.removeEventFilter(filter_)
    filter_.counts = +filter_.counts


@pytest.fixture
def nine(qapp: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Nine]:
    """An arena on show as if it were being played; the page looks when it is told to."""
    with Store(tmp_path / "games.db") as store:
        arena = fill(store, groups=30)
        with arena_page(tmp_path) as (lab, control, page):
            until(lab, lambda: page.centre.tables.standing.model().rowCount() == 9)
            control._timer.stop()
            with monkeypatch.context() as patch:
                patch.setattr(GameRun, "running", property(lambda play: True))
                control.play.step = RunStep(40, 2000, "", "", 90.0, 60.0)
                look(Nine(lab, control, page, store, arena))
                yield Nine(lab, control, page, store, arena)


def look(nine: Nine) -> None:
    """What the page does each half second, to its end."""
    nine.control.tick()
    until(nine.lab, lambda: not nine.control.looks.busy)
    QTest.qWait(30)


def asked(nine: Nine) -> list[str]:
    """The list to which each question to the store is added from now on."""
    questions, ready = list[str](), list[bool]()

    def trace(store: Store) -> None:
        with store._reader.moment() as db:
            db.set_trace_callback(questions.append)

    nine.control.store.look(trace, then=lambda _: ready.append(True))
    until(nine.lab, lambda: ready)
    questions.clear()
    return questions


def reports(turn: int) -> list[LiveFrame]:
    """A newer position of each of four games."""
    return [frame(seed, turn, "uct:c=1", "uct:c=2") for seed in range(1, COUNT + 1)]


def test_a_report_paints_the_board_of_its_game_and_asks_the_store_nothing(nine: Nine) -> None:
    for each in reports(1):
        nine.control.boards.seen(each)
    look(nine)
    questions = asked(nine)
    with painted(nine.page) as counts:
        for turn in range(2, 2 + ROUNDS):
            for each in reports(turn):
                nine.control.boards.seen(each)
            look(nine)
    cards = [card for card in nine.page.watching.boards.cards if card.game is not None]
    assert len(cards) == COUNT and {card.game.turn for card in cards if card.game} == {ROUNDS + 1}
    assert [counts.pop(card) for card in cards] == [ROUNDS] * COUNT
    assert {type(part).__name__ for part in +counts} <= {*CONTAINERS}, +counts
    assert not [each for each in questions if each.startswith("SELECT")]
    with painted(nine.page) as counts:
        nine.control.boards.seen(reports(99)[2])
        look(nine)
    assert [type(part) for part in +counts if isinstance(part, BoardCard)] == [BoardCard]


def test_finished_groups_are_read_and_painted_at_once(nine: Nine) -> None:
    """However many games there are, and however many of them end at once."""
    look(nine)
    questions, found = asked(nine), list[int]()
    for count in (1, 4):
        games = [
            record(1000 * count + k, seating, 1.0, STRONG, "bot 2")
            for k in range(count)
            for seating in (0, 1)
        ]
        nine.store.add(nine.arena.experiment, 0, nine.arena.lineup((STRONG, "bot 2")), games)
        before = nine.page.view.games
        with painted(nine.page) as counts:
            look(nine)
        assert nine.page.view.games == before + 2 * count
        tables = nine.page.centre.tables
        for part in (tables.standing.viewport(), tables.cross.viewport()):
            assert 1 <= counts[part] <= 2, (part, counts[part])  # twice where a column grows
        found.append(sum(each.startswith("SELECT") for each in questions))
        questions.clear()
    assert found[0] == found[1] > 0
    look(nine)  # nothing was written
    assert not [each for each in questions if each.startswith("SELECT")]
