"""Programs in a running match: asked without waiting, kept through pauses, told the past after
going back, and always ended.
"""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from engines.game import FORFEIT
from lab.files.replay import load
from lab.live import wanted_searches
from lab.match.play import play_setup
from lab.match.records import FAILED, OVER, SEARCHING, Failure
from lab.match.seats import parse_seat
from tests.lab.programs.test_program import FIRST_CELL, HEAD, alive
from tests.lab.toys import Open, joints, over, play_out, settled, setup, until

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="processes are counted in /proc")

Write = Callable[..., str]
SLOW = (
    "while True:\n    cells = hear()\n    while not os.path.exists({!r}): time.sleep(0.01)\n"
    "    say(cells[0])"
)
COUNTING = (
    "\nfor n in range(99):\n    cells = hear()\n    print('turn', n, file=sys.stderr, "
    "flush=True)\n    say(cells[0])"
)


@pytest.fixture
def program(tmp_path: Path) -> Iterator[Write]:
    """Writes a program and gives its seat. Asked for before `opened`, so that sessions are closed
    when processes are counted.
    """
    folder = tmp_path / "programs"
    folder.mkdir()

    def write(body: str, patience: float = 50.0) -> str:
        path = folder / f"bot{len(list(folder.iterdir()))}.py"
        path.write_text(HEAD + body)
        return f"cmd:{shlex.join([sys.executable, '-I', '-S', str(path)])},patience={patience}"

    yield write
    assert alive(folder) == []


def test_a_program_plays_as_it_does_on_the_command_line(program: Write, opened: Open) -> None:
    seats = (program(FIRST_CELL), program("while True: say(hear()[-1])"))
    session = opened(*seats)
    play_out(session)
    assert joints(session) == [t.joint for t in play_setup(setup(*seats)).turns]
    said = session.frames[1].said
    assert (
        said[0].lines == ("0 0",)
        and said[1] is None
        and said[0].limit_ms == 50_000
        and session.frames[3].said[0].limit_ms == 5_000
    )


def test_no_program_outlives_the_match(program: Write, opened: Open, tmp_path: Path) -> None:
    session = opened(program(FIRST_CELL), "random")
    play_out(session)
    until(session, lambda: not alive(tmp_path / "programs"))
    session.undo()
    play_out(session)


def test_stderr_belongs_to_its_turn_and_is_kept_in_the_replay(program: Write, opened: Open) -> None:
    session = opened(program(COUNTING), "random")
    play_out(session)
    said = [f.said[0].stderr for f in session.frames[1:] if f.said and f.said[0]]
    assert said == [f"turn {n}\n" for n in range(len(said))]
    session.close()
    again = opened("random", "random")
    again.load(load(session.file))
    until(again, lambda: len(again.frames) == len(session.frames))
    kept = [
        [(s.turn, s.lines, s.stderr, round(s.seconds, 4), s.limit_ms) for s in f.said if s]
        for f in again.frames
    ]
    assert kept == [
        [(s.turn, s.lines, s.stderr, round(s.seconds, 4), s.limit_ms) for s in f.said if s]
        for f in session.frames
    ]


def test_a_slow_program_stops_nothing_else(program: Write, opened: Open, tmp_path: Path) -> None:
    """It is asked to pause while the program thinks, and does so before that answers."""
    session = opened(program(SLOW.format(str(tmp_path / "answer"))), "toy")
    session.play()
    until(session, lambda: session.status.activity == SEARCHING)
    session.pause()
    until(session, lambda: not session.status.playing)
    assert session.frames[-1].turn == 0
    (tmp_path / "answer").touch()
    assert settled(session) == 0
    session.play()
    until(session, lambda: session.frames[-1].turn >= 2)


def test_after_going_back_it_is_told_the_turns_so_far(program: Write, opened: Open) -> None:
    session = opened(program(COUNTING), "toy")
    play_out(session)
    first = joints(session)
    session.play_from(2)
    until(session, lambda: session.frames[-1].turn == 3)
    assert session.frames[3].said[0].stderr == "turn 1\n" and joints(session)[:3] == first[:3]
    until(session, over(session))
    assert joints(session) == first and not session.status.program_notes[0]


def test_another_memory_is_told(program: Write, opened: Open) -> None:
    session = opened(program("while True: say(hear()[-1])"), "toy")
    session.step()
    until(session, lambda: session.frames[-1].turn == 1)
    session.step()
    until(session, lambda: session.frames[-1].turn == 2)
    other = parse_seat(program(FIRST_CELL), session.game)
    session.trust.confirm_seats([other])
    session.set_seat(0, other)
    play_out(session)
    assert "answered move 1 differently from the record" in session.status.program_notes[0]


def test_a_fault_is_in_the_frame_and_in_the_notes(program: Write, opened: Open) -> None:
    session = opened(program("say(hear()[0]); hear(); say('9 9')"), "random")
    play_out(session)
    frame = session.frames[3]
    assert (
        "turn 3: line 1: 9 9 is not a legal cell." in frame.said[0].error
        and frame.errors[0] == frame.said[0].error
    )
    assert frame.joint[0] == FORFEIT and frame.errors[0] in session.status.notes


def test_closing_does_not_wait_for_an_answer(program: Write, opened: Open, tmp_path: Path) -> None:
    """There will be none: who waited for it would wait for ever."""
    never = "signal.signal(signal.SIGTERM, signal.SIG_IGN)\nhear()\nwhile True: time.sleep(99)"
    session = opened(program(never, patience=9999), "toy")
    session.play()
    until(session, lambda: session.status.searching == (0,))
    session.close()
    assert not alive(tmp_path / "programs")


@pytest.mark.parametrize("leave", ["new", "set_seat", "restart"])
def test_leaving_ends_the_program(program: Write, opened: Open, tmp_path: Path, leave: str) -> None:
    session = opened(program(FIRST_CELL), "toy")
    session.step()
    until(session, lambda: session.frames[-1].turn == 1)
    assert len(alive(tmp_path / "programs")) == 1
    arguments = {"new": (setup("toy", "toy"),), "set_seat": (0, parse_seat("toy", session.game))}
    getattr(session, leave)(*arguments.get(leave, ()))
    until(session, lambda: not alive(tmp_path / "programs"))


def test_what_cannot_be_started_holds_the_match_with_a_sentence(
    program: Write, opened: Open
) -> None:
    session = opened("cmd:/no/such/bot", "toy")
    session.play()
    until(session, lambda: session.status.activity == FAILED)
    assert "/no/such/bot cannot be started: no such file" in session.status.failure.sentence
    other = parse_seat(program(FIRST_CELL), session.game)
    session.trust.confirm_seats([other])
    session.set_seat(0, other)
    until(session, over(session))


def is_another(failure: Failure | None, held: Failure | None) -> bool:
    return failure is not None and failure is not held


def test_a_recorded_command_is_not_started_unasked(program: Write, opened: Open) -> None:
    session = opened(program(FIRST_CELL), "toy")
    session.step()
    until(session, lambda: session.frames[-1].turn == 1)
    session.close()
    again = opened("random", "random")
    again.load(load(session.file))
    until(again, lambda: len(again.frames) == 2)
    again.play()
    until(again, lambda: again.status.activity == FAILED)
    failure = again.status.failure
    assert "not started unasked" in failure.sentence
    assert failure.asks == session.setup.seats[0].program.command
    for way in (again.retry, lambda: again.set_seat(0, session.setup.seats[0])):
        held = again.status.failure
        way()
        until(again, lambda held=held: is_another(again.status.failure, held))
        assert again.status.failure == failure
    again.trust.confirm(failure.asks)
    again.retry()
    until(again, lambda: again.status.activity == OVER)


def test_where_nobody_searches_a_search_is_lent_for_thinking_on(
    program: Write, opened: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wanted_searches, "suiting", lambda game: "toy")
    session = opened(program(FIRST_CELL), "human", game="tictactoe")
    session.step()
    until(session, lambda: session.frames[-1].turn == 1)
    session.hold(True, 0)
    until(session, lambda: session.thought(0) is not None and session.thought(0).live)
    assert session.thought(0).turn == 0 and session.thought(0).algorithm == "Toy"


def test_a_program_is_compared_only_once_it_may_be_started(program: Write, opened: Open) -> None:
    session = opened("random", "random")
    last = parse_seat(program("while True: say(hear()[-1])"), session.game)
    own = parse_seat("minimax:budget=300it", session.game)
    session.compare(last, 0, own)
    until(session, lambda: len(session.compared) == 2 and session.compared[1].failure)
    failure = session.compared[1].failure
    assert failure is not None and failure.asks == last.program.command
    session.trust.confirm(failure.asks)
    session.compare(last, 0, own)
    until(session, lambda: all(side.finished for side in session.compared))
    assert [(ply.agent, ply.words) for ply in session.compared[1].answer] == [(0, "2 2")]
    assert session.compared[0].answer == () and session.compared[1].thought is None
    session.compare(None, 0)
    until(session, lambda: not session.compared)


def test_a_compared_program_is_sent_the_turns_before(program: Write, opened: Open) -> None:
    session = opened("random", "random")
    play_out(session)
    counting = parse_seat(program(COUNTING), session.game)
    session.trust.confirm(counting.program.command)
    session.compare(counting, 0, parse_seat("minimax:budget=300it", session.game), 4)
    until(session, lambda: len(session.compared) == 2 and session.compared[1].finished)
    assert session.compared[1].turn == 4 and session.compared[1].answer
    assert joints(session) and session.status.activity == OVER
