"""A running match, driven without a window."""

from __future__ import annotations

import gc
import time
from dataclasses import replace
from pathlib import Path

import pytest

from engines.knobs import replace as turn
from lab.files.replay import load
from lab.files.verify import verify
from lab.live.crew import Crew
from lab.live.searches import read
from lab.live.session import Session
from lab.live.worker import SearchWorker, Worker
from lab.match.budget import ITERATIONS, Budget
from lab.match.play import play_setup
from lab.match.records import FAILED, PERSON, SEARCHING, WAITING, Thought
from lab.match.seats import parse_seat
from tests.lab.toys import Open, Params, Toy, joints, over, play_out, settled, setup, until


def test_a_match_is_played_to_its_end(opened: Open) -> None:
    session = opened("toy", "random")
    assert session.frames[0].turn == 0 and session.status.activity == WAITING
    play_out(session)
    last = session.frames[-1]
    assert len(last.outcome) == 2 and last.reason and len(last.values) == 2
    assert [f.turn for f in session.frames] == list(range(len(session.frames)))
    thought = session.frames[1].thoughts[0]
    assert (
        thought is not None
        and thought.snapshot.iterations == 50
        and not thought.live
        and thought.turn == 0
    )
    assert session.frames[1].thoughts[1] is None


def test_a_session_plays_what_a_match_without_one_plays(opened: Open) -> None:
    session = opened("toy", "random")
    play_out(session)
    assert joints(session) == [t.joint for t in play_setup(setup("toy", "random")).turns]


def test_a_search_whose_knob_is_turned_as_its_move_is_taken_looks_again(
    opened: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    release, turned = Crew.release, list[int]()

    def late(crew: Crew, seat: int) -> Worker:
        worker = release(crew, seat)
        if len(turned) < 3:
            turned.append(seat)
            assert isinstance(worker, SearchWorker)
            worker.finding = None  # what a knob does that the thread has taken meanwhile
        return worker

    monkeypatch.setattr(Crew, "release", late)
    session = opened("toy", "toy")
    play_out(session)
    assert session.status.failure is None and turned == [0, 0, 0]
    assert joints(session) == [t.joint for t in play_setup(setup("toy", "toy")).turns]


def test_a_step_is_exactly_one_turn(opened: Open) -> None:
    session = opened("toy", "toy")
    for count in (1, 2, 3):
        session.step()
        until(session, lambda count=count: session.frames[-1].turn == count)
        assert settled(session) == count
    assert not session.status.playing


def test_pausing_rests_in_the_middle_of_a_search(opened: Open) -> None:
    session = opened("toy", "toy", budget="100000it")
    session.play()
    until(session, lambda: session.thought(0) is not None)
    assert session.status.activity == SEARCHING and session.status.searching == (0,)
    session.pause()
    assert settled(session) == 0
    resting = session.thought(0)
    time.sleep(0.05)
    assert session.thought(0) is resting and resting is not None
    session.set_budget(0, Budget(ITERATIONS, 200))
    session.play()
    until(session, lambda: session.frames[-1].turn == 1)


def test_a_pace_holds_turns_back(opened: Open) -> None:
    session = opened("random", "random", pace_s=1000.0)
    session.play()
    until(session, lambda: session.status.playing)
    assert settled(session) == 0
    session.set_pace(0.0)
    until(session, over(session))


def test_a_person_moves_and_is_answered(opened: Open) -> None:
    session = opened("human", "toy")
    session.play()
    until(session, lambda: session.status.to_move == (0,))
    assert session.status.activity == PERSON
    assert session.act(1, 0) == "O is not to move."
    assert session.act(0, 77)
    assert session.act(0, 4) == ""
    until(session, lambda: session.frames[-1].turn == 2 and session.status.to_move)
    assert session.frames[1].joint == (4, -1)
    assert session.act(0, 4) == "This cell is taken."


def test_a_move_while_paused_lets_the_match_go_on(opened: Open) -> None:
    session = opened("human", "toy")
    until(session, lambda: session.status.to_move)
    assert session.act(0, 0) == ""
    until(session, lambda: session.frames[-1].turn == 2)


def test_undo_goes_back_to_the_persons_move_and_redo_returns(opened: Open) -> None:
    session = opened("human", "toy")
    for cell, turns in ((4, 2), (0, 4)):
        until(session, lambda: session.status.to_move)
        if session.act(0, cell):
            assert session.act(0, 8) == ""
        until(session, lambda turns=turns: session.frames[-1].turn == turns)
    line = joints(session)
    session.undo()
    until(session, lambda: session.frames[-1].turn == 2)
    assert session.can_redo and session.status.to_move == (0,)
    session.undo()
    until(session, lambda: session.frames[-1].turn == 0)
    session.redo()
    until(session, lambda: session.frames[-1].turn == 2)
    session.redo()
    until(session, lambda: session.frames[-1].turn == 4)
    assert joints(session) == line and not session.can_redo


def test_without_persons_undo_takes_back_one_turn_and_rests(opened: Open) -> None:
    session = opened("toy", "random")
    play_out(session)
    turns = session.frames[-1].turn
    session.undo()
    until(session, lambda: session.frames[-1].turn == turns - 1)
    assert settled(session) == turns - 1 and not session.status.playing


def test_playing_from_a_turn_repeats_the_line(opened: Open) -> None:
    session = opened("random", "random")
    play_out(session)
    line = joints(session)
    for again in (lambda: session.play_from(2), session.restart):
        before = session.frames[-1]
        again()
        until(session, lambda was=before: session.frames[-1] is not was and over(session)())
        assert joints(session) == line


def test_swapping_and_another_player_act_from_the_next_decision(opened: Open) -> None:
    session = opened("human", "random")
    until(session, lambda: session.status.to_move == (0,))
    for seat, spec in enumerate(reversed(session.setup.seats)):
        session.set_seat(seat, spec)
    until(session, lambda: [s.name for s in session.setup.seats] == ["random", "human"])
    session.play()
    until(session, lambda: session.status.to_move == (1,))
    session.set_seat(1, parse_seat("toy", session.game, Budget(ITERATIONS, 20)))
    until(session, over(session))


def test_thinking_on_goes_beyond_the_budget_and_lets_go(opened: Open) -> None:
    session = opened("toy", "random")
    session.hold(True)
    until(session, lambda: (t := session.thought(0)) is not None and t.snapshot.iterations > 200)
    assert session.status.holding and session.frames[-1].turn == 0
    session.iterate(1)
    assert settled(session) == 0
    first = session.thought(0)
    session.iterate(100)
    assert first is not None
    until(
        session,
        lambda: (
            (t := session.thought(0)) is not None
            and t.snapshot.iterations == first.snapshot.iterations + 100
        ),
    )
    session.run_on()
    session.step()
    until(session, lambda: session.frames[-1].turn == 1)
    chosen = session.frames[-1].thoughts[0]
    assert chosen is not None and chosen.snapshot.iterations > 200 and not session.status.holding


def test_an_earlier_position_can_be_held_without_changing_the_match(opened: Open) -> None:
    session = opened("toy", "random")
    play_out(session)
    line = joints(session)
    session.hold(True, 2)
    until(
        session,
        lambda: (
            (t := session.thought(0)) is not None and t.turn == 2 and t.snapshot.iterations > 200
        ),
    )
    session.hold(False)
    until(session, over(session))
    assert joints(session) == line


def test_knobs_act_live_and_a_replay_repeats_them(opened: Open) -> None:
    session = opened("toy", "random", budget="1000000000it")  # it still runs when a knob is turned
    session.step()
    until(session, lambda: (t := session.thought(0)) is not None and t.snapshot.iterations > 200)
    session.set_params(0, turn(Params(), "depth", 7))
    session.set_budget(0, Budget(ITERATIONS, 3000))
    until(session, lambda: session.frames[-1].turn == 1)
    session.set_params(0, turn(turn(Params(), "depth", 7), "c", 2.0))
    play_out(session)
    thought = session.frames[1].thoughts[0]
    assert thought is not None and thought.agents[0].trail.marks == ((0, "depth 3 to 7"),)
    session.close()
    assert session.file is not None
    replay = load(session.file)
    decision = replay.turns[0].decisions[0]
    assert decision is not None and [dict(c.values) for c in decision.changes] == [{"depth": 7}]
    assert replay.outcome == session.frames[-1].outcome and not replay.note
    assert list(verify(load(session.file))) == [None] * len(replay.turns)


def test_what_was_taken_back_is_taken_back_in_the_file(opened: Open) -> None:
    session = opened("toy", "random")
    play_out(session)
    session.undo()
    until(session, lambda: not over(session)())
    session.set_seat(0, parse_seat("random", session.game))
    play_out(session)
    session.close()
    assert session.file is not None
    assert [t.joint for t in load(session.file).turns] == joints(session)
    assert set(verify(load(session.file))) == {None}


def test_an_error_in_a_search_holds_the_match_until_it_is_started_again(
    opened: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Toy, "crash_at", 30)
    session = opened("random", "toy")
    session.play()
    until(session, lambda: session.status.activity == FAILED)
    failure = session.status.failure
    assert (
        failure is not None
        and (failure.seat, failure.turn) == (1, 1)
        and failure.sentence == "Toy stopped: the toy broke"
    )
    monkeypatch.setattr(Toy, "crash_at", None)
    session.retry()
    until(session, over(session))
    assert session.status.failure is None


def test_another_player_gets_past_an_error(opened: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Toy, "crash_at", 1)
    session = opened("random", "toy")
    session.play()
    until(session, lambda: session.status.activity == FAILED)
    session.set_seat(1, parse_seat("random", session.game))
    until(session, over(session))


def test_a_hint_is_a_thought_for_the_person(opened: Open) -> None:
    session = opened("human", "toy")
    until(session, lambda: session.status.to_move)

    def hinted() -> Thought | None:
        return read(session.view, session.frames[-1].turn).hint

    assert hinted() is None
    session.ask_hint(0)
    until(session, lambda: hinted() is not None)
    hint = hinted()
    assert hint is not None and hint.seat == 0 and hint.agents[0].labels
    assert session.act(0, 4) == ""
    until(session, lambda: session.frames[-1].turn == 2)
    assert hinted() is None


def test_a_bot_shows_thoughts_in_a_persons_time(opened: Open) -> None:
    session = opened("human", "toy")
    session.play()
    until(session, lambda: session.thought(1) is not None)
    assert session.status.activity == PERSON and session.status.to_move == (0,)
    session.set_think_in_persons_time(False)
    until(session, lambda: session.status.searching == ())


def test_old_thoughts_are_slim(opened: Open) -> None:
    session = opened("toy", "toy", budget="10000it")
    play_out(session)
    thoughts = [next(t for t in f.thoughts if t is not None) for f in session.frames[1:]]
    sizes = [t.agents[0].trail.iterations.size for t in thoughts]
    assert max(sizes[:-1]) <= 25 < sizes[-1]
    assert not any(t.agents[0].lines for t in thoughts[:-1])


def test_the_next_match_begins_in_the_same_session_and_nothing_piles_up(opened: Open) -> None:
    session = opened("toy", "random", budget="5it")

    def thoughts_after(matches: int) -> int:
        for seed in range(matches):
            session.new(replace(setup("toy", "random", budget="5it"), seed=seed))
            until(
                session,
                lambda seed=seed: session.setup.seed == seed and session.frames[-1].turn == 0,
            )
            play_out(session)
            session.pause()
        gc.collect()
        # isinstance would wake dead proxies
        return sum(type(o) is Thought for o in gc.get_objects())

    assert thoughts_after(8) <= thoughts_after(3) + 5


def test_another_game_in_the_same_session(opened: Open) -> None:
    session = opened("random", "random")
    session.new(setup("random", "random", game="uttt"))
    until(session, lambda: session.game.name == "uttt")
    play_out(session)


@pytest.mark.parametrize("act", ["nothing", "play", "hold", "pause"])
def test_closing_ends_everything_at_any_moment(opened: Open, act: str) -> None:
    session = opened("toy", "toy", budget="1000000000it", pace_s=0.5)
    if act != "nothing":
        session.play()
        until(session, lambda: session.thought(0) is not None)
        getattr(session, act)(*[True] if act == "hold" else [])
    session.close()  # the search itself would take hours
    session.close()


def test_an_unwritable_folder_is_a_note_and_no_more(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    session = Session(setup("random", "random"), pace_s=0.0, save_folder=blocked)
    play_out(session)
    assert any("not being saved" in note for note in session.status.notes)
    session.close()
