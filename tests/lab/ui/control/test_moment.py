"""One moment: whatever the window shows of the searches is of one record, and of the turn that it
is labelled with.

Two seats search differently: the numbers of each tell its seat, the turn it was started in and its
iterations, so that no band can show another's, or an older one's, unseen.
"""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtTest import QTest

from lab.match.records import OVER
from lab.ui.controller import Controller
from lab.words import numerals
from search import algorithms
from search.base import AgentStats, Snapshot
from tests.lab.programs.test_program import FIRST_CELL
from tests.lab.toys import Toy
from tests.lab.ui.control.test_programs import folder, seat
from tests.lab.ui.lab_window import opened, until

pytestmark = pytest.mark.usefixtures("toy", "witnesses")
__all__ = ["folder"]  # a fixture


class Witness(Toy):
    """What it likes changes with each iteration, so an older head or line is another one. `shift`
    makes two of them differ.
    """

    name, title, shift = "witness", "Witness", 0

    def best(self, actions):
        return (self.done + self.shift) % actions.size

    def stats(self, agent):
        known: AgentStats = super().stats(agent)
        count, best = known.actions.size, self.best(known.actions)
        visits = np.full(count, self.done // (2 * count))
        visits[best] += self.done - visits.sum()
        line = np.append(known.actions[best], np.delete(known.actions, best))
        return replace(known, visits=visits, best=best, pv=line)

    def snapshot(self):
        known: Snapshot = super().snapshot()
        names = self.state.dtype.names
        turn = self.state["turn" if "turn" in names else "played"]
        seen = {"Seat": self.seat + 1.0, "Turn": float(turn), "Kind": float(self.shift)}
        return replace(known, scalars=seen)


class Other(Witness):
    """The other seat's."""

    name, title, shift = "other", "Other", 5


@pytest.fixture
def witnesses(monkeypatch: pytest.MonkeyPatch) -> None:
    for each in (Witness, Other):
        monkeypatch.setitem(algorithms(), each.name, each)


def number(text: str) -> int:
    return int(text.replace(",", ""))


def numbers(lines: list[str], name: str, agent: str) -> int:
    """A number of one agent in the band Numbers."""
    line = next(line for line in lines if line.startswith(f"{name}:"))
    found = re.search(rf"{re.escape(agent)} ([\d,]+)(?=[,.]|$)", line.rstrip("."))
    assert found is not None, line
    return number(found[1].rstrip(","))


def bar_visits(lines: list[str], agent: str) -> dict[str, int]:
    """The visits of an agent's root actions in the band of bars."""
    found = (re.match(rf"{re.escape(agent)}, (.+): ([\d,]+) visits?", line) for line in lines)
    return {each[1]: number(each[2]) for each in found if each is not None}


class Eye:
    """Looks at the window after every tick, and keeps what it saw."""

    def __init__(self, lab: Controller) -> None:
        self.lab, self.looks, self.live, self.turns = lab, 0, 0, set[int]()
        self.wrong = ""
        self.cells = 0  # looks at which the board had shares in its cells
        self.columns: list[int] = []
        lab.timer.timeout.connect(self.look)

    def look(self) -> None:
        if self.wrong:
            self.looks += 1  # the first failure says enough
            return
        try:
            self._look()
        except AssertionError as error:
            self.wrong = str(error) or "wrong"
            raise

    def _look(self) -> None:
        trees = self.lab.window.trees
        page = trees._page()
        if trees.pages.currentWidget() is trees.pages.empty or not page.view.columns:
            return
        self.looks += 1
        self.columns.append(len(page.view.columns))
        for column in page.view.columns:
            if not column.empty:
                self._look_at(page, column.agent.name, column.agent.seat, column.caption)
        self._look_at_board(page)

    def _look_at(self, page, agent: str, seat: int, search: str) -> None:
        """All bands of one agent tell the same iterations, action, seat and turn."""
        told = page.numbers.body.lines()
        visits = bar_visits(page.bars.lines(), agent)
        iterations = numbers(told, "Iterations", search)
        assert sum(visits.values()) == iterations
        best = max(visits, key=lambda label: visits[label])
        if hasattr(page, "heads"):
            head = next(line for line in page.heads.lines() if line.startswith(f"{agent},"))
            assert f"would play {best if iterations else '–'}," in head
        lines = page.variation.body.lines()
        own = next((line for line in lines if line.startswith(f"{agent}: ")), lines[0])
        assert re.split(r"[;.]", own.partition(": ")[2])[0] == best, (best, lines)
        turn, kind = numbers(told, "Turn", search), numbers(told, "Kind", search)
        searching = numbers(told, "Seat", search) - 1
        assert kind == self._kinds()[searching]
        assert searching == seat or not self.lab.moment.game.simultaneous
        self._look_at_label(turn)

    def _kinds(self) -> list[int]:
        return [{"witness": 0, "other": 5}.get(s.name, -1) for s in self.lab.moment.setup.seats]

    def _look_at_label(self, turn: int) -> None:
        """A search of another turn than the board's is labelled with its own."""
        moment, word = self.lab.moment, self.lab.window.trees.head.word.text()
        self.turns.add(turn)
        labelled = numerals.after(turn, moment.game.turn_word)
        assert word.startswith(labelled) or turn == moment.turn, (word, turn, moment.turn)
        assert word.startswith(labelled) or word in ("live", "paused", "idle"), word
        self.live += word == "live"

    def _look_at_board(self, page) -> None:
        """Shares in the cells are those of the bars, and none are there at another turn."""
        board = self.lab.window.centre.board
        if not board._shares:
            return
        self.cells += 1
        (column,) = page.view.columns
        assert column.thought.turn == self.lab.moment.turn
        shown = {int(a): s for a, s in board._shares.items()}
        visits = bar_visits(page.bars.lines(), column.agent.name)
        total = sum(visits.values())
        labels = dict(zip(column.agent.labels, column.agent.stats.actions.tolist(), strict=True))
        assert {labels[k]: pytest.approx(v / max(1, total)) for k, v in visits.items()} == shown


@pytest.mark.parametrize("speed", [0.0, 8.0])
def test_all_bands_of_both_seats_tell_of_one_moment(tmp_path, speed):
    """Live, at two speeds, while scrubbing, and after the end."""
    seats = ("witness:budget=4000it", "other:budget=2600it")
    with opened(tmp_path, "matrix", *seats, speed=speed) as lab:
        eye = Eye(lab)
        until(lab, lambda: lab.moment.head.turn >= 6 and eye.looks > 30)
        assert set(eye.columns) == {2}, "no column comes or goes between turns"
        assert len(eye.turns) > 1
        for turn in (2, 4, 0):
            lab.transport.go_to(turn)
            word, said = lab.window.trees.head.word, f"{numerals.after(turn, 'round')}, recorded"
            until(lab, lambda word=word, said=said: word.text() == said)
            assert lab.moment.searches.turn == turn


def test_a_held_position_and_single_iterations_are_one_moment(tmp_path):
    seats = ("witness:budget=400it", "other:budget=260it")
    with opened(tmp_path, "matrix", *seats, speed=4.0) as lab:
        eye = Eye(lab)
        until(lab, lambda: lab.moment.head.turn >= 2)
        lab.do("think")
        until(lab, lambda: lab.moment.status.holding and eye.live > 20)
        assert "2 searches thinking on" in lab.moment.state_words()
        lab.do("run")
        before = eye.looks
        until(lab, lambda: eye.looks > before + 20)
        assert "2 searches paused" in lab.moment.state_words()
        lab.do("hundred")
        until(lab, lambda: eye.looks > before + 40)
        assert eye.live


def test_the_status_bar_has_the_numbers_that_trees_shows(tmp_path):
    seats = ("witness:budget=400it", "other:budget=260it")
    with opened(tmp_path, "matrix", *seats, speed=4.0) as lab:
        lab.do("think")
        until(lab, lambda: lab.moment.status.holding and all(lab.moment.thoughts()))
        lab.selection.choose(0, 1)
        lab.timer.stop()
        said = set()

        def looked():
            lab._ticks = 0  # a tick that shows thoughts
            lab._draw()
            words = lab.window.trees.selection_words()
            assert lab.window.status.chosen.text() == words
            said.add(words)
            return len(said) > 5

        until(lab, looked)


def test_moves_in_turn_show_one_tree_and_the_cells_its_shares(tmp_path):
    """A person plays the second seat; the search thinks along in the person's time."""
    with opened(tmp_path, "tictactoe", "witness:budget=400it", "human") as lab:
        eye = Eye(lab)
        for _ in range(2):
            until(lab, lambda: lab.person.agent is not None)
            before, turn = eye.cells, lab.moment.turn
            until(lab, lambda before=before: eye.cells > before + 10)
            lab.person._send(min(lab.window.centre.board._shares))
            until(lab, lambda turn=turn: lab.moment.turn > turn)
        lab.do("undo")
        until(lab, lambda: lab.person.agent is not None and lab.moment.turn == 3)
        before = eye.cells
        until(lab, lambda: eye.cells > before + 10)


def test_after_undo_the_tree_is_that_of_the_position(tmp_path):
    """The position's own search is kept with the turn that was taken back."""
    seats = ("witness:budget=400it", "other:budget=260it")
    with opened(tmp_path, "matrix", *seats, speed=20.0) as lab:
        eye = Eye(lab)
        until(lab, lambda: lab.moment.head.turn >= 3)
        lab.do("play")
        until(lab, lambda: not lab.moment.status.playing)
        head = lab.moment.head.turn
        lab.do("undo")
        until(lab, lambda: lab.moment.head.turn == head - 1)
        until(lab, lambda: lab.window.trees.head.word.text() == f"after round {head - 1}, recorded")
        before = eye.looks
        until(lab, lambda: eye.looks > before + 10)
        assert lab.moment.searches.turn == head - 1 and lab.moment.searches.recorded


def test_after_the_end_the_last_search_is_labelled_with_its_turn(tmp_path):
    with opened(tmp_path, "tictactoe", "witness:budget=50it", "other:budget=70it") as lab:
        eye = Eye(lab)
        until(lab, lambda: lab.moment.status.activity == OVER)
        last = lab.moment.head.turn - 1
        word = lab.window.trees.head.word
        until(lab, lambda: word.text() == f"after move {last}, the last search")
        before = eye.looks
        until(lab, lambda: eye.looks > before + 10)
        assert not lab.window.centre.board.lines[1], "no path of it on the final position"


def test_in_a_programs_turn_the_search_before_is_labelled(folder, tmp_path):
    """A program has no tree; the search's own turns show its tree, the program's that it was."""
    seats = ("witness:budget=900it", seat(folder, FIRST_CELL))
    with opened(tmp_path, "tictactoe", *seats, speed=6.0) as lab:
        eye = Eye(lab)
        until(lab, lambda: lab.moment.status.activity == OVER)
        assert eye.turns and all(turn % 2 == 0 for turn in eye.turns)


def test_a_frozen_moment_is_frozen_everywhere(tmp_path):
    seats = ("witness:budget=4000it", "human")
    with opened(tmp_path, "tictactoe", *seats) as lab:
        until(lab, lambda: lab.person.agent is not None and lab.window.centre.board._shares)
        lab.do("freeze")
        kept, shares = lab.moment.searches, dict(lab.window.centre.board._shares)
        QTest.qWait(200)
        assert lab.moment.searches is kept and lab.window.centre.board._shares == shares
        lab.do("freeze")
        until(lab, lambda: lab.moment.searches is not kept)


def test_a_recorded_match_stays_at_its_start_while_its_turns_are_loading(tmp_path, monkeypatch):
    """It was followed to its end when the window looked before the first turn was there."""
    with opened(tmp_path, "tictactoe", "random", "random") as lab:
        until(lab, lambda: lab.moment.status.activity == OVER)
        lab.timer.stop()
        whole = lab.session.view
        for turns, count in (((0,), 0), (range(len(whole.frames)), 0), ((0,), 5)):
            begun = replace(whole, frames=tuple(whole.frames[turn] for turn in turns))
            with monkeypatch.context() as only:
                only.setattr(type(lab.session), "view", property(lambda session, view=begun: view))
                lab.moment.cursor = count
                lab.moment.refresh()
            assert lab.moment.cursor == (None if count else 0)
