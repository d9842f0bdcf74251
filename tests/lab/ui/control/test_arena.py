"""The Arena page in the window: a store with nine bots, and an arena that is really played."""

from __future__ import annotations

import shlex
import sqlite3
import sys
import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from engines import records
from lab.batch.games import GameRecord, GroupJob
from lab.batch.tape import packed
from lab.experiments.arena import rules as versions
from lab.experiments.arena.pool import Arena, add_bot, arena_named
from lab.experiments.arena.question import ArenaQuestion
from lab.experiments.running import Run
from lab.files.position import packed_starts
from lab.match.play import play_setup
from lab.match.seats import format_seat
from lab.store.opening import StoreReader
from lab.store.store import Store
from lab.ui.arena import says, work
from lab.ui.arena.centre import STANDING
from lab.ui.arena.control import ArenaControl
from lab.ui.arena.games import GamesWanted
from lab.ui.arena.page import ArenaPage
from lab.ui.arena.records import NewBot
from lab.ui.control.watched_games import AGAIN, SO_FAR, match_of
from lab.ui.controller import Controller
from lab.ui.shell.workspaces import ARENA, MATCH
from tests.lab.experiments.fake_hands import Here
from tests.lab.ui.arena.filled import BOTS, LATE, NAME, STRONG, fill
from tests.lab.ui.lab_window import opened, until


@contextmanager
def arena_page(folder: Path) -> Iterator[tuple[Controller, ArenaControl, ArenaPage]]:
    """A window that shows the page, with a store in this folder."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SMITSILAB_STORE", str(folder / "games.db"))
        with opened(folder) as lab:
            lab.session.pause()
            page = lab.window.show_workspace(ARENA)
            assert isinstance(page, ArenaPage)
            yield lab, lab.arena, page


@dataclass(frozen=True)
class Nine:
    """A window that shows the arena with nine bots and ten thousand games, and its store."""

    lab: Controller
    control: ArenaControl
    page: ArenaPage
    store: Store
    arena: Arena

    def games(self, first: str, second: str) -> list[GameRecord]:
        """All games of two bots; the first one is side 0."""
        return self.store.games(self.arena.lineup((first, second)), None, self.arena.experiment)


@pytest.fixture(scope="module")
def shown(qapp: object, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Nine]:
    folder = tmp_path_factory.mktemp("nine")
    with Store(folder / "games.db") as store:
        arena = fill(store)
        with arena_page(folder) as (lab, control, page):
            until(lab, lambda: page.centre.tables.standing.model().rowCount() == 9)
            yield Nine(lab, control, page, store, arena)


@pytest.fixture
def nine(shown: Nine) -> Nine:
    shown.lab.window.show_workspace(ARENA)
    shown.page.centre.show_part(STANDING)
    return shown


def points_of(games: list[GameRecord], side: int) -> float:
    return sum(game.points(side) for game in games) / len(games)


def test_the_page_shows_what_the_store_has(nine: Nine) -> None:
    """The figures are counted again from the records."""
    page, view = nine.page, nine.page.view
    names = [row.name for row in view.rows]
    assert names[0] == STRONG and sorted(names) == sorted(BOTS)
    assert view.standing.note.startswith("9 bots, 10,080 games")
    cross = page.centre.tables.cross.model()
    for a, b in ((STRONG, "bot 2"), ("bot 0.1", STRONG), ("bot 0.1", "bot 2")):
        games = nine.games(a, b)
        for own, other, side in ((a, b, 0), (b, a, 1)):
            text = cross.index(names.index(own), names.index(other)).data()
            assert text.partition(" ")[0] == f"{100 * points_of(games, side):.0f}"
    late = sum((seed + seating) % LATE == 0 for seed in range(1, 141) for seating in (0, 1))
    standing = page.centre.tables.standing.model()
    assert standing.index(0, 6).data() == f"{8 * late}" and standing.index(1, 6).data() == "0"
    assert [standing.index(k, 5).data() for k in range(9)] == ["2,240"] * 9
    assert page.panel.start.text() == "Run" and not nine.control.play.running
    assert page.command_line().startswith(f"smitsilab arena play {NAME}")


def test_lists_are_of_the_bots_and_results_asked_for(nine: Nine) -> None:
    page, table = nine.page, nine.page.centre.games.table.model_
    lost = [(g.seed, g.seating) for g in nine.games("bot 0.2", STRONG) if g.points(1) == 0]
    page.list_games(GamesWanted(STRONG, "bot 0.2", "lost"))
    until(nine.lab, lambda: table.rows)
    assert sorted((g.seed, g.seating) for g in table.rows) == sorted(lost)
    assert all(set(game.bots) == {STRONG, "bot 0.2"} for game in table.rows)
    assert {table.texts(k)[2] for k in range(len(table.rows))} == {"lost"}
    course = page.centre.games.course
    assert page.centre.games.course_band.isHidden()  # it is of one bot, whoever it met
    page.list_games(GamesWanted(STRONG))
    until(nine.lab, lambda: course.bot == STRONG)
    row = page.view.rows[0]
    assert row.rating is not None and course.points_shown[-1].games == row.games
    assert course.points_shown[-1].rating == pytest.approx(row.rating)
    assert not page.centre.games.course_band.isHidden()
    page.list_games(GamesWanted(STRONG, "bot 2", late=True))
    assert page.centre.games.course_band.isHidden()
    until(nine.lab, lambda: all(set(game.bots) == {STRONG, "bot 2"} for game in table.rows))
    late = [
        (g.seed, g.seating) for g in nine.games(STRONG, "bot 2") if any(s.late for s in g.seats)
    ]
    assert sorted((g.seed, g.seating) for g in table.rows) == sorted(late)
    assert all(game.late[game.bots.index(STRONG)] == 1 for game in table.rows)


def test_a_question_is_kept_with_its_arena(nine: Nine) -> None:
    """Asked by a key in the crosstable: the row is the candidate, and the test is counted."""
    page, names = nine.page, [row.name for row in nine.page.view.rows]
    cross = page.centre.tables.cross
    cross.setFocus()
    cross.setCurrentIndex(cross.model().index(2, 5))
    QTest.keyClick(cross, Qt.Key.Key_T)
    until(nine.lab, lambda: page.view.test is not None)
    test = page.view.test
    assert test is not None and (test.candidate, test.than) == (names[2], names[5])
    assert page.panel.question.candidate.name == names[2]
    assert page.watching.test_band.title.text() == f"Is {names[2]} better than {names[5]}?"
    file = arena_named(nine.store, NAME).file
    assert (file.candidate, file.than) == (names[2], names[5])
    counted = [g for g in nine.games(names[2], names[5]) if g.seed <= test.groups]
    assert test.score is not None and test.score[0] == pytest.approx(points_of(counted, 0))


def test_games_of_another_run_show_up_by_themselves(nine: Nine) -> None:
    """Two windows, or a window and the command line, share an arena."""
    page = nine.page
    names = [row.name for row in page.view.rows]
    a, b = names[7], names[8]
    before = page.view.cell((7, 8))
    assert before is not None
    lineup = nine.arena.lineup((a, b))
    first, second = nine.games(a, b)[:2]
    more = [replace(game, seed=977) for game in (first, second)]
    nine.store.add(nine.arena.experiment, 0, lineup, more)
    until(nine.lab, lambda: page.view.standing.crosstable[a, b].groups > before.groups)
    assert page.view.standing.crosstable[b, a].groups == before.groups + 1


def test_a_game_of_the_list_is_searched_again_on_the_board(nine: Nine) -> None:
    """The seats of that game, with its seed and their budgets: whose seat is whose follows from
    the seating.
    """
    game = next(
        each
        for each in nine.store.listed(nine.arena.experiment)
        if each.record.seating == 1 and each.record.seed == 140
    )
    first, second = (side.text for side in game.lineup.sides)
    games = nine.control.games
    games.rows, _ = work.listed(nine.store, nine.arena, GamesWanted())
    bots = next(row.bots for row in games.rows if row.number == game.number)
    games.watch(game.number)
    until(nine.lab, lambda: nine.lab.window.workspaces.name == MATCH)
    setup = nine.lab.setup.setup
    assert setup.seed == 140 and setup.game == "tictactoe"
    found = tuple(format_seat(seat, nine.lab.setup.game) for seat in setup.seats)
    assert found == (second, first) and first != second
    button = nine.lab.window.centre.way_back
    until(nine.lab, button.isVisible)
    sides = nine.lab.window.centre.score._sides
    assert tuple(side.name for side in sides) == bots and len(set(bots)) == 2
    assert all(bot in nine.lab.window.windowTitle() for bot in bots)
    button.click()
    assert nine.lab.window.workspaces.name == ARENA
    nine.lab.do("new")
    until(nine.lab, button.isHidden)
    assert not set(bots) & {side.name for side in nine.lab.window.centre.score._sides}


def test_a_live_game_that_would_not_repeat_is_shown_as_it_was_played(nine: Nine) -> None:
    """By CPU time or of a program: its turns so far, and no other game under its name."""
    job = GroupJob("tictactoe", ("uct:budget=20it", "random"), "cpu", 5, (0, 1), tape=True)
    setup, _ = match_of(job, 1)
    assert [seat.name for seat in setup.seats] == ["random", "uct"]  # type: ignore[union-attr]
    turns = play_setup(setup).turns[:3]
    said: list[str] = []
    nine.control.games.told.connect(said.append)
    nine.control.games.watch_live((job, 1), packed(turns))
    until(nine.lab, lambda: len(nine.lab.session.turns) == 3)
    assert [turn.joint for turn in nine.lab.session.turns] == [turn.joint for turn in turns]
    assert said == [SO_FAR] and nine.lab.window.workspaces.name == MATCH
    nine.control.games.watch_live((job, 1), "")
    assert said == [SO_FAR, AGAIN] and nine.lab.setup.setup.seed == 5


def test_an_arena_begins_in_the_positions_of_a_file(tmp_path: Path) -> None:
    """The command says so before it is made, a line that is no position is named, and a game of it
    is watched from where it began.
    """
    file = tmp_path / "starts.txt"
    file.write_text("X../.../... O\nnothing")
    with arena_page(tmp_path) as (lab, control, page):
        until(lab, lambda: control.store.opened is not None)
        panel = page.panel
        panel.game.choose("tictactoe")
        panel.amount.setValue(20)
        QTest.keyClicks(panel.name, "small")
        panel.starts.choose_file(str(file))
        control.tick()
        words = ["smitsilab", "arena", "new", "small", "tictactoe", "--budget", "20it"]
        assert page.command_line() == shlex.join([*words, "--starts", str(file)])
        panel.creates.click()
        until(lab, lambda: "starts.txt, line 2" in panel.problem.text())
        assert not panel.shown.name and panel.starts.path == str(file)
        file.write_text("X../.../... O\n.O./.X./... X")
        panel.creates.click()
        until(lab, lambda: panel.shown.name == "small")
        assert panel.starts.line.text() == "2 positions" and not panel.starts.line.isEnabled()
        store = control.store.opened
        assert store is not None
        for seat in ("random", "uct"):
            add_bot(store, arena_named(store, "small"), seat, seat, "benchmark")
        arena = arena_named(store, "small")
        Run(arena.experiment, ArenaQuestion(arena, games=4), store, Here(1)).play()
        for kept in store.listed(arena.experiment):
            control.games.watch(kept.number)
            start = packed_starts(str(file), arena.game)[kept.record.seed - 1]
            until(lab, lambda s=start: records.packed(lab.session.frames[0].state).hex() == s)


def test_an_arena_may_begin_with_random_plies(tmp_path: Path) -> None:
    with arena_page(tmp_path) as (lab, control, page):
        until(lab, lambda: control.store.opened is not None)
        panel = page.panel
        panel.game.choose("tictactoe")
        QTest.keyClicks(panel.name, "opened")
        QTest.keyClicks(panel.starts.line, "random:2-4")
        panel.creates.click()
        until(lab, lambda: panel.shown.name == "opened")
        until(lab, lambda: panel.about.text().endswith(", after 2 to 4 random plies"))
        store = control.store.opened
        assert store is not None
        assert arena_named(store, "opened").kept.condition.start == "random:2-4"


def test_an_arena_is_made_played_paused_and_closed_while_it_plays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing finished is lost, nothing is played twice, and no process is left."""
    monkeypatch.setattr(versions, "SETTLE_S", 0.0)
    with arena_page(tmp_path) as (lab, control, page):
        until(lab, lambda: control.store.opened is not None)
        panel = page.panel
        panel.game.choose("tictactoe")
        panel.amount.setValue(20)
        panel.name.setText("small")
        panel.creates.click()
        until(lab, lambda: panel.shown.name == "small")
        assert not panel.start.isEnabled()
        control.start()
        until(lab, lambda: "nobody to play" in panel.problem.text())
        bot = tmp_path / "bot.py"
        bot.write_text("one")
        panel.bot_added.emit(NewBot("mine", f"cmd:{bot}", "benchmark"))
        assert "may not be run" in panel.lines.problem.text() and not panel.shown.pool
        panel.bot_added.emit(NewBot("mine", f"cmd:{sys.executable} {bot}", "benchmark"))
        until(lab, lambda: panel.shown.pool)
        bot.write_text("another")
        control.start()
        until(lab, lambda: "only mine (2) to play" in panel.problem.text())
        assert panel.problem.text().startswith("mine has changed on disk")
        assert [(b.name, b.role) for b in panel.shown.pool] == [
            ("mine", "retired"),
            ("mine (2)", "benchmark"),
        ]
        panel.retired.emit("mine (2)", True)
        until(lab, lambda: not panel.shown.playing)
        assert (panel.lines.player.name, panel.lines.role.name) == ("uct", "benchmark")
        for name, text, role in (("old", "uct:c=2", "benchmark"), ("new", "uct", "candidate")):
            panel.bot_added.emit(NewBot(name, text, role))
            until(lab, lambda n=name: n in [bot.name for bot in panel.shown.pool])
        panel.bot_added.emit(NewBot("twin", "uct:c=2", "benchmark"))
        until(lab, lambda: "would play exactly as old does" in panel.lines.problem.text())
        assert (panel.shown.candidate, panel.shown.than) == ("new", "old")
        row = panel.pool.rows[2]
        assert row.box.text() == "old" and row.line.isHidden()
        for typed, key in (("gone", Qt.Key.Key_Escape), ("older", Qt.Key.Key_Return)):
            QTest.keyClick(row.box, Qt.Key.Key_F2)
            assert row.line.text() == "old" and row.box.isHidden()
            row.line.setText(typed)
            QTest.keyClick(row.line, key)
        until(lab, lambda: panel.shown.than == "older" and row.box.text() == "older")
        assert row.line.isHidden() and panel.shown.candidate == "new"
        panel.hands.count.setValue(1)
        panel.start.click()
        until(lab, lambda: page.view.games >= 4 and page.view.running)
        assert panel.start.text() == "Pause" and not panel.finish.isHidden()
        assert page.state_words().endswith("all finished games are kept")
        QTest.keyClick(page.centre.tables.standing, Qt.Key.Key_Space)
        until(lab, lambda: not control.play.running and not page.view.running)
        assert panel.start.text() == "Run"
        with Store(tmp_path / "games.db", writes=False) as kept:
            before = {g.number for g in kept.asked("arena small")}
            assert len(before) >= page.view.games
        assert panel.finish.isHidden()
        panel.start.click()
        until(lab, lambda: control.play.jobs() and control.play.step.done > len(before))
        panel.finish.click()
        assert page.state_words() == says.ENDING and not panel.finish.isEnabled()
        until(lab, lambda: not control.play.running and panel.finish.isHidden())
        assert panel.start.text() == "Run"
        panel.start.click()
        button = lab.window.status.running
        until(lab, lambda: control.play.jobs() and "the arena" in button.accessibleName())
        (ends,) = (a for a in button.menu().actions() if a.text().startswith("Finish"))
        ends.trigger()
        assert control.play.finishing
        lab.running.look()
        assert not any(a.text().startswith("Finish") for a in button.menu().actions())
        until(lab, lambda: not control.play.running and panel.finish.isHidden())
        panel.start.click()
        until(lab, lambda: control.play.jobs() and panel.finish.isEnabled())
        processes = [worker._process for worker in control.play._hands._processes._workers]  # type: ignore[union-attr] # it plays
        assert processes
    assert all(process.poll() is not None for process in processes)
    assert not control.play.running
    with Store(tmp_path / "games.db") as kept:
        games = kept.asked("arena small")
        assert before < {game.number for game in games}
        played = [(g.lineup, g.record.seed, g.record.seating) for g in games]
        assert len(set(played)) == len(played)
        assert not kept.check().problems


def test_the_window_never_waits_for_the_store(nine: Nine, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever grows with the games happens in other threads."""
    real, asked = StoreReader.moment, list[str]()

    def moment(reader: StoreReader) -> AbstractContextManager[sqlite3.Connection]:
        asked.append(threading.current_thread().name)
        return real(reader)

    monkeypatch.setattr(StoreReader, "moment", moment)
    table = nine.page.centre.games.table.model_
    nine.lab.window.show_workspace(MATCH)
    nine.lab.window.show_workspace(ARENA)
    nine.page.list_games(GamesWanted("bot 0.3", "bot 1", "won"))
    until(nine.lab, lambda: table.rows and {"bot 0.3", "bot 1"} == set(table.rows[0].bots))
    nine.store.event(nine.arena.experiment, "note")
    count = len(asked)
    until(nine.lab, lambda: len(asked) > count)  # the page has seen that something was written
    assert asked and threading.main_thread().name not in asked
