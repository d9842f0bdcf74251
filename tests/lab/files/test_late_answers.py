"""A match that a program lost by an answer that came too late opens again as it was played."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engines.game import FORFEIT
from lab.files.codingame import open_replay
from lab.files.codingame.result import game_result
from lab.files.replay import load, save
from lab.files.verify import verify
from lab.match.bot import scripted
from lab.match.decide import Decision
from lab.match.play import MatchResult, Turn, deciding, make_turn, outcome, resolved
from lab.match.program_player import made
from lab.match.records import Setup
from lab.match.seat import ProgramSeat
from lab.match.seats import parse_game
from lab.programs.spec import Program

LATE = 2  # turns before it


@pytest.fixture(params=["uttt", "csb", "pacman"])
def lost(request: pytest.FixtureRequest) -> MatchResult:
    """A match in which who is to move in the third turn answers well, but late."""
    game = parse_game(request.param)
    setup = Setup(
        game.name,
        game.options,
        tuple(ProgramSeat(Program(f"./bot{seat}")) for seat in range(game.seats)),
        5,
    )
    initial = state = game.initial(5)
    turns: list[Turn] = []
    while not game.rules.is_over(state):
        asked = deciding(game, state)
        chosen: dict[int, tuple[int, ...]] = {}
        decisions: list[Decision | None] = [None] * game.seats
        for seat in asked:
            actions = [scripted(game, state, a, 5) for a in game.agents_of(seat)]
            answer = game.send(state, seat, resolved(game, state, seat, actions))
            late = 0.25 if len(turns) == LATE and seat == asked[-1] else 0.0
            decision = decisions[seat] = made(game, state, seat, answer, late)
            chosen[seat] = decision.choice
        turns.append(make_turn(game, state, len(turns), decisions, chosen, 5))
        state = turns[-1].state
    return MatchResult(setup, initial, tuple(turns), outcome(game, state), game.reason(state))


def test_it_opens_as_a_log_of_the_contests_runner(lost: MatchResult, tmp_path: Path) -> None:
    assert len(lost.turns) == LATE + 1 and FORFEIT in lost.turns[-1].joint
    game = parse_game(lost.setup.game)
    file = tmp_path / "log.json"
    file.write_text(json.dumps(game_result(game, lost, ["a", "b"], 5)))
    again = open_replay(file)
    assert again.note == "" and again.outcome == lost.outcome
    assert [turn.joint for turn in again.turns] == [turn.joint for turn in lost.turns]


def test_it_opens_as_a_replay(lost: MatchResult, tmp_path: Path) -> None:
    """Only who was to move forfeits, not the other agents of the seat."""
    file = tmp_path / "match.jsonl"
    save(file, lost)
    again = load(file)
    assert again.note == "" and again.turns[-1].joint == lost.turns[-1].joint
    assert list(verify(again)) == [None] * len(lost.turns)
