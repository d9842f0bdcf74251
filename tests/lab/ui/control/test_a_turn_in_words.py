"""What the row below the board says of a turn: everything once, in whole sentences."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import ArrayLike

from engines import games
from engines.game import PASS, Game, State
from engines.kutulu.state import LIGHT, WAIT, YELL
from engines.scene import Event
from lab.cli import main
from lab.cli import match as cli_match
from lab.match.records import Frame
from lab.ui.control.event_words import is_out, moves_words, position_words
from tests.engines.test_kutulu import meeting
from tests.lab.ui.control.test_by_hand import SCENE, START, moment
from tests.lab.ui.lab_window import opened, until


def after(game: Game, state: State, joint: ArrayLike) -> Frame:
    """The frame of one more turn."""
    before, log, actions = state.copy(), game.new_log(), np.array(joint, np.int64)
    rng = np.random.Generator(np.random.SFC64(3))
    labels = tuple(game.label(state, a, int(action)) for a, action in enumerate(actions))
    game.rules.step(state, actions, rng, log)
    return Frame(1, state, SCENE, labels=labels, events=tuple(game.events(before, state, log)))


def legal(game: Game, state: State, agent: int, label: str) -> int:
    """The agent's legal action whose label begins so."""
    out = np.zeros(game.max_actions, np.int64)
    listed = out[: game.rules.legal(state, agent, out)].tolist()
    return next(a for a in listed if game.label(state, agent, a).startswith(label))


def test_a_spell_that_was_learnt_is_named_once():
    game = games()["brew"]()
    state = game.initial(1)
    turn = after(game, state, [legal(game, state, 0, "Learn"), legal(game, state, 1, "Cast −1")])
    assert turn.events, "the timeline marks it"
    words = moves_words(moment("brew", ("human", "beam"), START, turn))
    assert words == f"Turn 1. You: {turn.labels[0]}. Beam search: Cast −1 +1 0 0."


@pytest.mark.usefixtures("uncompiled")
def test_a_yell_names_everyone_it_holds_and_a_light_is_told_once():
    game, state = games()["kutulu"](), meeting()
    state.cell[2] = state.cell[1]
    turn = after(game, state, [YELL, WAIT, WAIT, LIGHT])
    kinds = [event.kind for event in turn.events]
    assert kinds.count("yell") == 1 and "light" in kinds
    words = moves_words(moment("kutulu", ("human", "uct", "random", "greedy"), START, turn))
    assert words.endswith(
        "You: Yell. UCT: Wait. Random: Wait. Greedy: Light. "
        "Explorer 1 yells at Explorer 2 and Explorer 3."
    )


def test_two_pods_that_meet_are_told_once_and_a_shield_too():
    game = games()["csb"]()
    state = game.initial(4)
    state.x[:], state.y[:] = (4000, 4700, 9000, 12000), 4500
    state.vx[:] = (400, -400, 0, 0)
    shield = legal(game, state, 0, "Shield")
    turn = after(game, state, [shield, *(legal(game, state, a, "Ahead, coast") for a in (1, 2, 3))])
    assert [event.kind for event in turn.events] == ["shield", "collision", "collision"]
    words = moves_words(moment("csb", ("human", "smitsimax"), START, turn))
    assert words.count("hit") == 1 and words.lower().count("shield") == 1
    assert words.endswith("Pod 1 hit Pod 2.")


def test_an_event_is_a_sentence_and_told_where_no_action_says_it():
    slasher = Event("spawn", 0, "a slasher appears")
    learnt = Event("learn", 0, "Witch 1 learnt it", repeats=True)
    turn = replace(START, turn=1, labels=("Rest", "Rest"), events=(slasher, learnt))
    seats = ("human", "beam")
    assert moves_words(moment("brew", seats, START, turn)).endswith("Rest. A slasher appears.")
    silent = replace(turn, labels=())
    assert moves_words(moment("brew", seats, START, silent)).endswith("Witch 1 learnt it.")


def test_who_is_out_of_a_match_that_goes_on_is_told_so():
    state = meeting()
    now = moment("kutulu", ("human", "uct", "uct", "uct"), replace(START, state=state))
    now.head = now.frame
    assert [is_out(now, seat) for seat in range(4)] == [False] * 4
    state.alive[0], state.score[0] = 0, 7
    assert [is_out(now, seat) for seat in range(4)] == [True, False, False, False]
    now.head = replace(now.frame, outcome=(-1.0, 1.0, 0.0, 0.0))
    assert not is_out(now, 0), "the result says it"
    turns = moment("tictactoe", ("human", "uct"), START)
    turns.head = replace(START, state=games()["tictactoe"]().initial(1))
    assert not is_out(turns, 1), "it waits for its turn"


@pytest.mark.usefixtures("uncompiled")
def test_a_match_is_said_to_be_as_long_as_it_can_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Sheets of one class of sizes share `longest`, and each has turns of its own."""
    kind, told = games()["tictactoe"], list[float]()
    monkeypatch.setattr(kind, "most_turns", 7)
    monkeypatch.setattr(cli_match.Progress, "update", lambda bar, done, note: told.append(done))
    played = ["match", "tictactoe", "--seat", "random", "--seat", "random", "--seed", "1"]
    assert main(["list", "tictactoe"]) == 0 and main(played) == 0
    assert "at most 7 moves" in capsys.readouterr().out and told[0] == 1 / 7
    with opened(tmp_path, "tictactoe", "random", "random", speed=0.5) as lab:
        centre = lab.window.centre
        assert centre.timeline._last == centre.figures._last == 7
        until(lab, lambda: "of 7" in centre.headline.accessibleDescription())
    monkeypatch.setattr(kind, "most_turns", 107)
    first = after(kind(), kind().initial(1), [4, PASS])
    words = position_words(moment("tictactoe", ("random", "random"), START, first))
    assert "has played" not in words, "a match as long as this is not read out"
