"""Recorded decisions searched again exactly: their trees are those of the match."""

from __future__ import annotations

import gzip
from pathlib import Path

import numpy as np

from engines import games
from lab.files.replay import load
from lab.live.crew import AGAIN
from lab.live.searches import read
from lab.live.session import Session
from lab.match import prepare
from search import algorithms
from search.branches import Wish
from tests.lab.toys import Open, play_out, until

TURN = 3


def played(opened: Open, *seats: str) -> Session:
    """A match of tic-tac-toe whose searches keep their trees; paused at its end."""
    prepare.load(games()["tictactoe"](), algorithms()["uct"])
    session = opened(*(seats or ("uct:c=0.5", "uct:c=2")), budget="300it", game="tictactoe", seed=4)
    play_out(session)
    return session


def found(session: Session, turn: int):  # type: ignore[no-untyped-def]
    return next(t for t in read(session.view, turn).thoughts if t is not None)


def check(session: Session, turn: int) -> None:
    """The repeated tree of that turn has the recorded numbers at its root."""
    session.explore(Wish((0, 1)))
    session.search_again(turn)
    until(session, lambda: read(session.view, turn).again and found(session, turn).trees)
    thought = found(session, turn)
    part, stats = thought.trees[0].part, thought.agents[0].stats
    first = part.children(0)
    assert len(part) > 20 and (thought.seat, thought.turn) == (turn % 2, turn)
    assert part.action[first].tolist() == stats.actions.tolist()
    assert part.visits[first].tolist() == stats.visits.tolist()
    np.testing.assert_allclose(part.mean[first], stats.mean, rtol=1e-5)  # six digits in files
    assert session.status.failure is None


def test_a_kept_tree_is_repeated_from_where_it_began(opened: Open) -> None:
    session = played(opened)
    decision = session.turns[TURN].decisions[1]
    assert decision is not None and not decision.fresh, "else it would say nothing"
    check(session, TURN)
    check(session, TURN - 1)
    session.search_again(None)
    until(session, lambda: not any(kind == AGAIN for _, kind in session.view.workers))
    assert not read(session.view, TURN).again


def test_an_opened_replay_repeats_too(opened: Open) -> None:
    first = played(opened)
    first.close()
    assert first.file is not None
    session = opened("random", "random", game="tictactoe")
    session.load(load(first.file))
    until(session, lambda: len(session.frames) == len(first.frames) and session.turns)
    check(session, TURN)


def test_what_was_made_by_another_version_says_so(opened: Open, tmp_path: Path) -> None:
    """A recorded visit more than there was."""
    first = played(opened)
    first.close()
    assert first.file is not None
    text = gzip.decompress(first.file.read_bytes()).decode()
    visits = first.turns[TURN].decisions[1].snapshot.agents[0].visits.tolist()  # type: ignore[union-attr]
    before = str(visits).replace(" ", "")
    after = str([visits[0] + 1, *visits[1:]]).replace(" ", "")
    assert text.count(before) == 1
    file = tmp_path / "other.jsonl"
    file.write_text(text.replace(before, after), encoding="utf-8")
    session = opened("random", "random", game="tictactoe")
    session.load(load(file))
    until(session, lambda: len(session.frames) == len(first.frames) and session.turns)
    session.search_again(TURN)
    until(session, lambda: any("another version" in note for note in session.status.notes))
    said = next(note for note in session.status.notes if "another version" in note)
    assert "visits" in said and session.status.failure is None
    assert "These trees and numbers are of the repetition." in said
    until(session, lambda: read(session.view, TURN).again)
    (thought,) = (each for each in read(session.view, TURN).thoughts if each is not None)
    assert thought.agents[0].stats.visits.tolist() == visits, "not those of the file"
