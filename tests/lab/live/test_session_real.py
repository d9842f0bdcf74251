"""Real searches and recorded matches in a session."""

from __future__ import annotations

from pathlib import Path

import pytest

from engines import games
from engines.knobs import replace as turn
from lab.files.replay import load, save
from lab.files.verify import verify
from lab.match import prepare
from lab.match.play import play_setup
from lab.match.records import OVER
from search import algorithms
from tests.lab.toys import Open, joints, over, play_out, setup, until


def test_pods_show_where_they_would_go(opened: Open) -> None:
    prepare.load(games()["csb"](), algorithms()["smitsimax"])
    session = opened("smitsimax", "smitsimax:c=1", budget="300it", game="csb", seed=4)
    session.set_focus(2)
    session.play()
    until(session, lambda: session.frames[-1].turn >= 5)
    session.hold(True)
    until(
        session, lambda: (t := session.thought(0)) is not None and t.live and t.agents[2].branches
    )
    thought = session.thought(0)
    assert thought is not None and [a.agent for a in thought.snapshot.agents] == [0, 1, 2, 3]
    for agent in thought.agents:
        assert len(agent.path) == len(agent.pv) + 1 > 2
        assert len(agent.labels) == agent.stats.actions.size and not agent.shared
    focused = thought.agents[2]
    assert len(focused.branches) == len(focused.lines) == focused.stats.actions.size
    assert focused.branches[focused.stats.best] == focused.path and not thought.agents[1].branches
    assert len({branch[1:] for branch in focused.branches}) > 1
    past = session.frames[4].thoughts[1]
    assert (
        past is not None
        and len(past.foreseen) == 2
        and all(0 <= share <= 1 for share in past.foreseen)
    )
    assert all(v.low <= v.number <= v.high for frame in session.frames[1:] for v in frame.values)


def test_a_saved_match_of_real_searches_repeats(opened: Open) -> None:
    prepare.load(games()["uttt"](), algorithms()["uct"])
    session = opened("uct:c=0.5", "uct", budget="200it", game="uttt")
    session.play()
    until(session, lambda: session.frames[-1].turn >= 3)
    session.set_params(0, turn(algorithms()["uct"].Params(), "c", 1.5))
    until(session, over(session))
    session.close()
    assert session.file is not None
    assert set(verify(load(session.file))) == {None}
    thought = next(t for t in session.frames[-2].thoughts if t is not None)
    movers = tuple(ply.agent for ply in thought.agents[0].pv[:2])
    assert thought.agents[0].shared and movers in ((0, 1), (1, 0), (0,), (1,))


def test_a_recorded_match_is_shown_and_played_on(opened: Open, tmp_path: Path) -> None:
    played = play_setup(setup("toy:depth=5", "random"))
    save(tmp_path / "match.jsonl", played)
    session = opened("random", "random", seed=9)
    session.load(load(tmp_path / "match.jsonl"))
    until(
        session,
        lambda: session.frames[-1].outcome == played.outcome and session.status.activity == OVER,
    )
    assert joints(session) == [t.joint for t in played.turns]
    thought = session.frames[1].thoughts[0]
    assert (
        thought is not None
        and thought.algorithm == "Toy"
        and thought.agents[0].labels
        and not thought.live
    )
    session.play_from(2)
    until(session, lambda: session.status.activity == OVER and session.status.playing)
    assert joints(session)[:2] == [t.joint for t in played.turns[:2]]
    session.close()
    assert session.file is not None
    assert [t.joint for t in load(session.file).turns] == joints(session)
    assert set(verify(load(session.file))) == {None}


def test_a_recorded_match_is_shown_before_its_searches_are_prepared(
    opened: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = opened("toy", "random")
    play_out(session)
    assert session.file is not None
    replay, turns = load(session.file), session.frames[-1].turn
    monkeypatch.setattr(prepare.Kernels, "ready", lambda kernels, names: False)
    other = opened("random", "random")
    other.load(replay)
    until(other, lambda: other.frames[-1].turn == turns and other.frames[-1].outcome)
    assert joints(other) == [turn.joint for turn in replay.turns]
