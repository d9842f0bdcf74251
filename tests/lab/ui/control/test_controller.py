"""The controller: a running match on the screen, scrubbed, held, turned, broken and replaced."""

from __future__ import annotations

import gc
import logging
import threading
import weakref
from dataclasses import dataclass

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtTest import QTest

from engines.knobs import number
from lab.match.records import FAILED, PERSON
from lab.match.seats import make_setup, parse_game
from lab.ui.board.overlay import BRANCH, EXPECTED, PREDICTED, SELECTED
from lab.ui.control.board import paths_of
from search import algorithms
from tests.lab.toys import Toy
from tests.lab.ui.lab_window import opened, until
from tests.lab.ui.thoughts import pods

pytestmark = pytest.mark.usefixtures("toy")


def test_a_match_runs_to_its_end_and_every_region_shows_it(tmp_path):
    with opened(tmp_path, "tictactoe", "toy:budget=200it", "toy:budget=200it") as lab:
        until(lab, lambda: lab.moment.head.outcome)
        QTest.qWait(150)
        window = lab.window
        assert window.windowTitle() == "Tic-tac-toe: Toy against Toy – Smitsilab"
        assert window.centre.headline.answer in ("Toy (seat 1) wins", "Toy (seat 2) wins", "A draw")
        assert window.status.state.text() == "The match is over"
        assert window.status.command.text().startswith(
            "smitsilab match tictactoe --seat toy --seat toy --budget 200it"
        )
        assert not window.centre.transport.play.isEnabled()
        assert list((tmp_path).glob("*tictactoe*.jsonl.gz"))


def test_scrubbing_pauses_shows_recorded_thoughts_and_the_end_goes_on(tmp_path):
    with opened(tmp_path, "matrix", "toy:budget=50it", "toy:budget=50it", speed=20.0) as lab:
        until(lab, lambda: lab.moment.head.turn >= 5)
        lab.transport.go_to(2)
        until(lab, lambda: not lab.moment.status.playing)
        QTest.qWait(120)
        thoughts = lab.moment.thoughts()
        assert lab.moment.frame.turn == 2 and all(t is not None and t.turn == 2 for t in thoughts)
        assert lab.moment.note() == "after round 2, recorded"
        head = lab.moment.head.turn
        lab.do("last")
        until(lab, lambda: lab.moment.head.turn > head)
        assert lab.moment.cursor is None


def test_thinking_on_runs_rests_steps_and_lets_go(tmp_path):
    with opened(tmp_path, "matrix", "toy:budget=50it", "toy:budget=50it", speed=4.0) as lab:
        until(lab, lambda: lab.moment.head.turn >= 1)
        lab.do("think")
        until(
            lab,
            lambda: (
                lab.moment.status.holding
                and all(t and t.snapshot.iterations > 100 for t in lab.moment.thoughts())
            ),
        )
        assert not lab.window.centre.think.isHidden()
        lab.do("run")
        QTest.qWait(300)
        before = lab.moment.session.thought(0).snapshot.iterations
        lab.do("one")
        until(lab, lambda: lab.moment.session.thought(0).snapshot.iterations == before + 1)
        lab.do("hundred")
        until(lab, lambda: lab.moment.session.thought(0).snapshot.iterations == before + 101)
        head = lab.moment.head.turn
        lab.do("think")
        until(lab, lambda: lab.moment.head.turn > head)
        assert lab.window.centre.think.isHidden()


def test_a_slider_acts_on_the_running_search(tmp_path):
    with opened(tmp_path, "matrix", "toy:budget=100000it", "toy:budget=100000it", speed=1.0) as lab:
        until(lab, lambda: all(t is not None for t in lab.moment.thoughts()))
        lab.window.setup.seats[0].param_changed.emit(0, "c", 2.5)
        until(lab, lambda: lab.moment.setup.seats[0].params.c == 2.5)
        until(
            lab,
            lambda: any(
                "c 0.5 to 2.5" in text for _, text in lab.session.thought(0).agents[0].trail.marks
            ),
        )
        assert "c=2.5" in lab.setup.command()


def test_a_search_that_breaks_is_told_and_begins_again(tmp_path):
    Toy.crash_at = 120
    with opened(tmp_path, "matrix", "toy:budget=500it", "random", speed=4.0) as lab:
        until(lab, lambda: lab.moment.status.activity == FAILED)
        bar = lab.window.trees.notes.error
        until(lab, lambda: not bar.isHidden())
        assert "stopped" in bar.title.text.text() and "The toy broke" in bar.sentence.text()
        Toy.crash_at = None
        bar.chosen.emit(0)
        until(lab, lambda: lab.moment.head.turn >= 1 and bar.isHidden())


def test_an_error_in_a_view_is_told_and_the_lab_goes_on(tmp_path, monkeypatch):
    with opened(tmp_path, "matrix", "toy:budget=50it", "toy:budget=50it", speed=10.0) as lab:
        until(lab, lambda: lab.moment.head.turn >= 1)

        def broken(*_):
            raise ValueError("a bad picture")

        with monkeypatch.context() as patched:
            patched.setattr(lab.board, "show_frame", broken)
            until(lab, lambda: "a bad picture" in lab.window.status.state.text())
        head = lab.moment.head.turn
        until(lab, lambda: lab.moment.head.turn > head)


def test_another_game_other_players_and_options(tmp_path):
    with opened(tmp_path, "tictactoe", "toy:budget=50it", "random", speed=10.0) as lab:
        lab.setup.choose_game("matrix")
        until(lab, lambda: lab.moment.setup.game == "matrix")
        lab.setup.choose(0, "random")
        lab.setup.choose(1, "random")
        until(lab, lambda: all(s.name == "random" for s in lab.moment.setup.seats))
        lab.session.restart()
        until(lab, lambda: lab.window.trees.pages.currentWidget() is lab.window.trees.pages.empty)
        lab._help()
        until(lab, lambda: lab.moment.setup.seats[0].name != "random")
        lab.setup.swap()
        until(lab, lambda: lab.moment.setup.seats[0].name == "random")
        lab.setup.choose_game("tictactoe")
        until(lab, lambda: lab.moment.setup.game == "tictactoe")
        assert [s.name for s in lab.setup.setup.seats] == ["toy", "random"]


def test_what_is_asked_for_while_the_match_is_busy_is_shown_and_stays(tmp_path, caplog):
    with opened(tmp_path, "tron", "random", "random", speed=4.0) as lab:
        dock, shown, gate = lab.window.setup, set(), threading.Event()
        dock.option_changed.emit("players", 4)
        until(lab, lambda: len(lab.moment.setup.seats) == 4 and lab.moment.frames)
        lab.session._loop.post(gate.wait)  # no command is obeyed until the gate opens
        try:
            dock.option_changed.emit("players", 2)
            dock.seat_chosen.emit(1, "toy")
            lab.timer.timeout.connect(
                lambda: shown.add(tuple(panel.algorithm.name for panel in dock.seats))
            )
            ticks = lab._ticks
            until(lab, lambda: lab._ticks > ticks + 60)
            assert len(lab.moment.setup.seats) == 4
        finally:
            gate.set()
        until(lab, lambda: [s.name for s in lab.moment.setup.seats] == ["random", "toy"])
        until(lab, lambda: lab.moment.head.turn >= 2)
        assert shown == {("random", "toy")}
        assert not [r for r in caplog.records if r.levelno >= logging.ERROR]


def test_a_replay_is_opened_at_its_start_and_what_is_none_is_told(tmp_path):
    with opened(tmp_path, "tictactoe", "toy:budget=50it", "toy:budget=50it") as lab:
        until(lab, lambda: lab.moment.head.outcome)
        turns, copy = lab.moment.head.turn, tmp_path / "copy.jsonl.gz"
        lab.files.save_file(copy)
        lab.files.open_file(copy)
        until(lab, lambda: lab.moment.cursor == 0)
        assert lab.moment.head.turn == turns
        bad = tmp_path / "bad.jsonl"
        bad.write_text("hello", encoding="utf-8")
        lab.files.open_file(bad)
        assert "bad.jsonl" in lab.window.status.state.text()
        assert lab.moment.head.turn == turns


def test_a_match_that_is_over_is_played_again_turn_by_turn(tmp_path):
    with opened(tmp_path, "tictactoe", "toy:budget=50it", "toy:budget=50it") as lab:
        until(lab, lambda: lab.moment.head.outcome)
        turns, seen = lab.moment.head.turn, set()
        lab.transport.set_speed(20.0)
        lab.do("first")
        lab.do("play")
        until(lab, lambda: lab.window.centre.transport.play.text() == "Pause")
        until(lab, lambda: lab.moment.turn == 2)
        lab.do("play")
        until(lab, lambda: lab.window.centre.transport.play.text() == "Play")
        QTest.qWait(150)
        assert lab.moment.turn == 2
        lab.do("play")
        until(lab, lambda: seen.add(lab.moment.turn) or lab.moment.cursor is None)
        assert seen >= set(range(3, turns)) and not lab.transport.walks


def test_whose_search_falls_back_where_a_seat_has_none(tmp_path):
    with opened(tmp_path, "matrix", "human", "toy:budget=50it") as lab:
        until(lab, lambda: any(lab.moment.searches.thoughts))
        assert not any(lab.moment.thoughts()), "covered until the person has decided"
        lab.do("uncover")
        until(lab, lambda: any(lab.moment.thoughts()))
        lab.window.trees.set_whose(0)
        until(lab, lambda: lab.window.trees.head.whose.isVisible())
        assert lab.window.trees.head.whose.value() == "own"


def test_setups_and_views_are_remembered(tmp_path):
    with opened(tmp_path, "matrix", "toy:budget=50it", "toy:budget=50it", speed=10.0) as lab:
        lab.window.setup.seats[1].budget_changed.emit(1, "77it")
        lab.appearance.set_theme("dark")
        lab.selecting.next_mode()
    assert '"mode": "table"' in lab.store.path.read_text(encoding="utf-8")
    with opened(tmp_path, "matrix") as again:
        assert again.setup.setup.seats[1].budget.amount == 77
        assert again.window.trees.view_mode() == "table"


def test_paths_of_one_agent_its_actions_and_what_the_other_seat_expects():
    thought = pods()
    line = ((0.0, 0.0), (10.0, 5.0))
    with_paths = [
        a.__class__(**{**a.__dict__, "path": line, "branches": (line,) * 7}) for a in thought.agents
    ]
    own = thought.__class__(**{**thought.__dict__, "agents": tuple(with_paths)})
    other = own.__class__(**{**own.__dict__, "seat": 1})
    kinds = [p.kind for p in paths_of((own, other), None, None, -1)]
    assert kinds == [PREDICTED] * 4
    focused = paths_of((own, other), 2, 3, 2)
    counts = {
        kind: sum(p.kind == kind for p in focused)
        for kind in (PREDICTED, BRANCH, SELECTED, EXPECTED)
    }
    assert counts == {PREDICTED: 3, BRANCH: 6, SELECTED: 1, EXPECTED: 1}


def test_selection_is_one_pair_shown_everywhere(tmp_path):
    with opened(tmp_path, "matrix", "toy:budget=50it", "toy:budget=50it", speed=2.0) as lab:
        until(
            lab,
            lambda: lab.selecting.thoughts and all(t is not None for t in lab.selecting.thoughts),
        )
        lab.window.trees.selected.emit(0, 1)
        assert lab.selection.pair == (0, 1)
        QTest.qWait(120)
        assert lab.window.status.chosen.text().startswith("Row, ")
        QTest.keyClick(lab.window, Qt.Key.Key_Escape)
        assert lab.selection.pair is None


@dataclass(frozen=True)
class Longer:
    """A knob more than another algorithm has."""

    width: float = number(1.0, 0.0, 5.0, "Width", "Nothing.")


def test_a_new_algorithm_appears_with_its_knobs(tmp_path):
    class Other(Toy):
        name, title, Params = "other", "Another one", Longer

    algorithms()["other"] = Other
    try:
        with opened(tmp_path, "matrix", "toy", "toy") as lab:
            menu = lab.window.setup.seats[0].algorithm
            menu.showPopup()
            menu.hidePopup()
            titles = [e.title for e in menu._entries]
            assert titles[0] == "Human" and "Another one" in titles
            lab.setup.choose(0, "other")
            assert "width" in {
                **lab.window.setup.seats[0].knobs.rows,
                **lab.window.setup.seats[0].rest.rows,
            }
    finally:
        del algorithms()["other"]


def test_windows_are_freed_and_matches_leave_nothing(tmp_path, qapp):
    gone = []
    for _ in range(2):
        with opened(tmp_path, "tictactoe", "toy:budget=50it", "toy:budget=50it") as lab:
            until(lab, lambda lab=lab: lab.moment.head.outcome)
            lab.setup.begin(make_setup(parse_game("tictactoe"), ("toy", "toy"), 2, "50it"))
            until(lab, lambda lab=lab: lab.moment.setup.seed == 2 and lab.moment.head.outcome)
            gone += [weakref.ref(lab), weakref.ref(lab.window)]
        del lab
    qapp.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    gc.collect()
    assert [ref() for ref in gone] == [None] * 4


def test_a_person_is_asked(tmp_path):
    with opened(tmp_path, "tictactoe", "human", "toy:budget=50it") as lab:
        until(lab, lambda: lab.moment.status.activity == PERSON)
        assert lab.window.windowTitle() == "Tic-tac-toe: you against Toy – Smitsilab"
