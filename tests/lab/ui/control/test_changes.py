"""Ctrl+Z takes back whatever the person did last, and Ctrl+Shift+Z makes it again."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from lab.match.records import PERSON, PREPARING
from lab.match.seat import SearchSeat
from lab.match.seats import format_seat, make_setup, parse_game
from lab.ui.controller import Controller
from lab.ui.setup.dock import PONDER, THOUGHTS
from search.only import legal_now
from tests.lab.ui.lab_window import opened, until

STEPS = 12


def settings(lab: Controller) -> dict[str, object]:
    """Everything that a person can set, as it is set now."""
    setup, kept = lab.setup.setup, lab.settings
    played = lab.moment.setup
    assert setup == played, "the window shows other settings than those of the match"
    return {
        "game": (setup.game, setup.options, setup.seed),
        "seats": [format_seat(spec, lab.setup.game) for spec in setup.seats],
        "budgets": [spec.budget for spec in setup.seats],
        "switches": (kept.ponder, kept.thoughts, kept.clocks.get(setup.game)),
        "command": lab.setup.command(),
    }


def settled(lab: Controller) -> bool:
    lab.tick()
    lab.moment.refresh()
    return lab.moment.up_to_date and lab.moment.setup.game == lab.setup.setup.game


class Person:
    """Changes something at random."""

    def __init__(self, lab: Controller, seed: int) -> None:
        self.lab, self.random = lab, random.Random(seed)

    def settle(self) -> None:
        until(self.lab, partial(settled, self.lab))

    def do(self) -> None:
        """One change, far enough from the one before to be a step of its own."""
        ways: list[Callable[[], None]] = [
            *(self.knob, self.player, self.budget, self.option, self.game),
            *(self.play, self.play, self.seed, self.swap, self.switch, self.restart),
        ]
        self.random.choice(ways)()
        self.settle()

    def search(self) -> tuple[int, SearchSeat] | None:
        seats = enumerate(self.lab.setup.setup.seats)
        found = [(k, s) for k, s in seats if isinstance(s, SearchSeat) and s.searches]
        return self.random.choice(found) if found else None

    def knob(self) -> None:
        if (found := self.search()) and found[1].kind is not None:
            value = round(self.random.uniform(0.1, 2.0), 3)
            if "c" in {knob.name for knob in found[1].kind.knobs(self.lab.setup.game)}:
                self.lab.window.setup.param_changed.emit(found[0], "c", value)

    def budget(self) -> None:
        if found := self.search():
            text = self.random.choice(("20it", "33it", "47it"))
            self.lab.window.setup.budget_changed.emit(found[0], text)

    def player(self) -> None:
        search = "uct" if self.lab.setup.setup.game == "tictactoe" else "duct"
        name = self.random.choice(("human", "random", search))
        self.lab.window.setup.seat_chosen.emit(self.random.randrange(2), name)

    def option(self) -> None:
        if self.lab.setup.setup.game == "matrix":
            self.lab.window.setup.option_changed.emit("rounds", self.random.randrange(5, 40))

    def game(self) -> None:
        self.lab.window.setup.game_chosen.emit(self.random.choice(("tictactoe", "matrix")))

    def seed(self) -> None:
        self.lab.setup.choose_seed(self.random.randrange(50))

    def swap(self) -> None:
        self.lab.do("swap")

    def restart(self) -> None:
        self.lab.do("restart")

    def switch(self) -> None:
        on = self.random.random() < 0.5
        self.lab.window.setup.person_changed.emit(self.random.choice((PONDER, THOUGHTS)), on)

    def play(self) -> None:
        """A turn, if it is a person's."""
        lab = self.lab
        if lab.moment.status.activity == PERSON and lab.person.agent is not None:
            agent = lab.person.agent
            legal = legal_now(lab.moment.game, lab.moment.head.state, agent)
            before = lab.moment.head.turn
            lab.person._send(int(self.random.choice(legal.tolist())))
            until(lab, lambda: settled(lab) and lab.moment.head.turn > before)


@pytest.mark.parametrize("seed", range(3))
def test_all_undone_is_the_start_and_all_redone_the_end(tmp_path: Path, seed: int) -> None:
    with opened(tmp_path, "tictactoe", "human", "uct:budget=20it") as lab:
        person = Person(lab, seed)
        person.settle()
        first = settings(lab)
        for _ in range(STEPS):
            person.do()
        last, steps = settings(lab), lab.changes._stack.count()
        assert steps > STEPS // 3
        for _ in range(steps):
            lab.do("undo")
            person.settle()
        assert not lab.changes.can_undo and settings(lab) == first
        assert lab.moment.head.turn == 0
        for _ in range(steps):
            lab.do("redo")
            person.settle()
        assert not lab.changes.can_redo and settings(lab) == last


def test_undo_takes_back_the_knob_and_leaves_the_match_alone(tmp_path: Path) -> None:
    with opened(tmp_path, "tictactoe", "random", "uct:budget=20it") as lab:
        lab.session.pause()
        until(lab, lambda: settled(lab) and lab.moment.status.activity != PREPARING)
        start = lab.moment.head.turn  # it may have begun before it paused
        lab.session.step()
        until(lab, lambda: settled(lab) and lab.moment.head.turn == start + 1)
        before, dock = settings(lab), lab.window.setup
        for value in (0.5, 0.6, 0.9):  # a drag
            dock.param_changed.emit(1, "c", value)
        until(lab, partial(settled, lab))
        assert settings(lab) != before
        lab.do("undo")
        until(lab, partial(settled, lab))
        assert settings(lab) == before and lab.moment.head.turn == start + 1
        lab.do("undo")  # nothing else was changed: a turn, as ever
        until(lab, lambda: settled(lab) and lab.moment.head.turn == start)
        lab.do("redo")
        until(lab, lambda: settled(lab) and lab.moment.head.turn == start + 1)
        lab.do("redo")
        until(lab, partial(settled, lab))
        assert settings(lab) != before


def test_a_value_left_in_a_field_of_the_search_before_is_nothing(tmp_path: Path) -> None:
    with opened(tmp_path, "tictactoe", "uct:c=0.5,budget=20it", "random") as lab:
        before = settings(lab)
        lab.setup.turn_knob(0, "rule", "exp3")  # of DUCT
        assert settings(lab) == before
        lab.setup.turn_knob(0, "c", 0.9)
        assert "c=0.9" in lab.setup.command()


def test_a_seed_begins_its_match_and_is_in_the_command_line(tmp_path: Path) -> None:
    with opened(tmp_path, "csb", "random", "random") as lab:
        until(lab, partial(settled, lab))
        before, box = settings(lab), lab.window.setup.seed
        box.setValue(20)
        until(lab, partial(settled, lab))
        assert lab.moment.setup.seed == 20 and "--seed 20" in lab.setup.command()
        lab.do("undo")
        until(lab, partial(settled, lab))
        assert settings(lab) == before and box.value() == lab.setup.setup.seed


@pytest.mark.parametrize("by", ["mouse", "key", "command"])
def test_a_swap_leaves_the_keys_where_they_were(tmp_path: Path, by: str) -> None:
    with opened(tmp_path, "tictactoe", "human", "uct:budget=20it") as lab:
        until(lab, lambda: settled(lab) and lab.person.agent is not None)
        button = lab.window.centre.transport.swap_sides
        holder = button if by == "key" else lab.window.centre.board
        lab.window.activateWindow()
        holder.setFocus()
        until(lab, lambda: QApplication.focusWidget() is holder)  # the window becomes active
        for person in (1, 0, 1):
            if by == "mouse":
                QTest.mouseClick(button, Qt.MouseButton.LeftButton)
            elif by == "key":
                QTest.keyClick(button, Qt.Key.Key_Space)
            else:
                lab.window.actions_.by_name["swap"].trigger()
            until(lab, lambda person=person: settled(lab) and lab.moment.people == (person,))
            until(lab, lambda: lab.person.agent is not None)
            assert QApplication.focusWidget() is holder


def test_another_player_leaves_a_paused_match_paused(tmp_path: Path) -> None:
    with opened(tmp_path, "tictactoe", "random", "random", speed=1.0) as lab:
        lab.session.pause()
        until(lab, partial(settled, lab))
        lab.window.setup.seat_chosen.emit(0, "uct")
        until(lab, partial(settled, lab))
        assert not lab.moment.status.playing


def test_a_match_that_is_looked_at_takes_nobodys_set_up_away(tmp_path: Path) -> None:
    with opened(tmp_path, "tictactoe", "human", "uct:budget=20it") as lab:
        until(lab, partial(settled, lab))
        before = settings(lab)
        other = make_setup(parse_game("matrix"), ("random", "random"), 9)
        lab.setup.begin(other, text="watched game", own=False)
        until(lab, partial(settled, lab))
        lab.setup.remember()
        assert lab.settings.game == "tictactoe" and "matrix" not in lab.settings.matches
        lab.do("undo")
        until(lab, partial(settled, lab))
        assert settings(lab) == before
