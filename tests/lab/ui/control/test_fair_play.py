"""Fair play in games of simultaneous moves: nothing of a search's choice can be read before the
person has decided, and the search knows nothing of the person's choice.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from PySide6.QtWidgets import QWidget

from engines import games
from engines.game import same
from lab.match.decide import seen
from lab.match.records import PERSON
from lab.ui.controller import Controller
from search import algorithms
from tests.lab.toys import Toy
from tests.lab.ui.lab_window import opened, until

pytestmark = pytest.mark.usefixtures("toy")

MARK = "zebra"  # a word in the labels of the search's actions, and nowhere else


class Spy(Toy):
    """A toy that keeps what it was given."""

    name = "spy"
    given: list[tuple[object, object]] = []  # noqa: RUF012  # one list for all searches of a test

    def start(self, state, seat, last_joint=None):
        Spy.given.append((state.copy(), None if last_joint is None else last_joint.copy()))
        super().start(state, seat, last_joint)


@pytest.fixture(autouse=True)
def spied(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(algorithms(), "spy", Spy)
    monkeypatch.setattr(Spy, "given", [])


def marked(monkeypatch: pytest.MonkeyPatch, name: str, agent: int) -> None:
    """Names the actions of one agent so that no other text is taken for them."""
    kind = games()[name]
    usual = kind.label

    def label(self, state, of, action):
        return f"{MARK} {action}" if of == agent else usual(self, state, of, action)

    monkeypatch.setattr(kind, "label", label)


def texts(widget: QWidget) -> Iterator[str]:
    """Everything that a window says now: texts, tool tips, names and descriptions."""
    for part in filter(QWidget.isVisible, (widget, *widget.findChildren(QWidget))):
        yield from (part.accessibleName(), part.accessibleDescription(), part.toolTip())
        text = getattr(part, "text", None)
        if callable(text):
            yield str(text())


def said(lab: Controller) -> bool:
    """Whether any text of the window names an action of the search."""
    return any(MARK in text for text in texts(lab.window))


def shows(lab: Controller) -> bool:
    """Whether bars, curves, table, board or texts show anything of the search."""
    lab.window.trees.tick(1e9 + lab._ticks)  # all that is due, texts for screen readers as well
    board = lab.window.centre.board
    return bool(lab.window.trees.contents.columns or board._shares or board.lines[1] or said(lab))


def deciding(lab: Controller, turn: int = 0) -> None:
    """Waits until a person is asked and the search has finished its own decision."""
    until(
        lab,
        lambda: (
            lab.moment.status.activity == PERSON
            and lab.moment.head.turn == turn
            and lab.person.agent is not None
            and lab.session.thought(1 - lab.moment.people[0]) is not None
            and not lab.moment.status.searching
        ),
    )


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("game", ["goofspiel", "matrix"])
def test_a_choice_stays_covered_until_the_person_has_decided(game, seat, tmp_path, monkeypatch):
    marked(monkeypatch, game, 1 - seat)
    seats = ["spy:budget=50it", "spy:budget=50it"]
    seats[seat] = "human"
    with opened(tmp_path, game, *seats) as lab:
        deciding(lab)
        lab.tick()
        lab.tick()
        assert not shows(lab) and lab.window.trees.selection_words() == ""
        assert "until you have decided" in lab.window.trees.pages.empty._why.text()
        lab.do("think")  # also while the position is held
        until(lab, lambda: lab.moment.status.holding)
        lab.tick()
        assert not shows(lab)
        lab.do("think")
        lab.do("uncover")
        until(lab, lambda: shows(lab) and said(lab))
        lab.do("uncover")
        until(lab, lambda: not shows(lab))
        lab.window.trees.pages.empty.wanted.emit()  # its button
        until(lab, lambda: shows(lab))


def test_the_curve_of_values_ends_with_the_last_decision(tmp_path):
    """The value of a seat on the timeline belongs to a turn that has been played."""
    with opened(tmp_path, "goofspiel", "human", "spy:budget=50it") as lab:
        deciding(lab)
        assert lab.moment.head.turn == 0 and lab.moment.head.thoughts == ()
        lab.person._send(3)
        deciding(lab, 1)
        assert len(lab.moment.frames) == 2
        # until the new search is there, what was decided in turn 0 is on show, which is open
        until(lab, lambda: not shows(lab))
        lab.do("first")
        until(lab, lambda: shows(lab))


def test_the_search_does_not_know_what_the_person_chose(tmp_path):
    """It chooses the same whatever the person does, and is given the position before the turn."""
    chosen = []
    for number, bid in enumerate((1, 6)):
        Spy.given.clear()
        with opened(tmp_path / str(number), "goofspiel", "human", "spy:budget=50it") as lab:
            deciding(lab)
            lab.person._send(bid)
            deciding(lab, 1)
            chosen.append(lab.moment.frames[1].joint)
            state, last = Spy.given[0]
            start, seed = lab.moment.frames[0].state, lab.moment.setup.seed
            assert same(state, seen(lab.moment.game, start, 1, seed, 0)) and last is None
            assert np.array_equal(Spy.given[-1][1], lab.moment.frames[1].joint)
    assert [joint[0] for joint in chosen] == [1, 6] and chosen[0][1] == chosen[1][1]


def test_nothing_is_covered_where_players_take_turns(tmp_path):
    with opened(tmp_path, "tictactoe", "human", "spy:budget=50it") as lab:
        until(lab, lambda: lab.moment.status.activity == PERSON and lab.moment.thoughts()[0])
        until(lab, lambda: shows(lab))


def test_another_game_is_not_covered(tmp_path):
    with opened(tmp_path, "goofspiel", "human", "spy:budget=50it") as lab:
        deciding(lab)
        empty = lab.window.trees.pages.empty
        until(lab, lambda: "until you have decided" in empty._why.text())
        lab.setup.choose_game("tictactoe")
        until(lab, lambda: lab.moment.game.name == "tictactoe" and not lab.moment.is_covered)
        lab.tick()
        assert "until you have decided" not in empty._why.text()
