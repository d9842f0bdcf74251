"""`smitsilab arena watch --live`: turns of games while they are played, here or elsewhere."""

from __future__ import annotations

import re
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest

from lab.batch import work
from lab.batch.errors import BatchError
from lab.batch.frames import FRAME_S, Choose, LiveFrame, OnFrame
from lab.batch.games import GameRecord, GroupJob
from lab.batch.tape import packed
from lab.cli import playing
from lab.cli.arena_live import LivePrinter, OneByOne, watch_other
from lab.experiments.arena import question
from lab.experiments.arena.pool import arena_named
from lab.match.play import Turn
from lab.store.store import Store
from tests.lab.cli.conftest import Run
from tests.lab.experiments.fake_hands import Here

JOB = GroupJob("tictactoe", ("uct:budget=20it", "random"), "it", 5, (1,), tape=True)
NAMES = {"uct:budget=20it": "v7", "random": "dice"}


def played(job: GroupJob) -> tuple[GameRecord, ...]:
    return tuple(GameRecord.read(line) for line in work.play(job.line)["games"])


def frames_of(job: GroupJob) -> list[LiveFrame]:
    """What a worker could show of a job with one game: a frame after each turn."""
    found, turns = list[LiveFrame](), list[Turn]()

    def see(seating: int, turn: Turn) -> None:
        turns.append(turn)
        state, tape = turn.state.tobytes(), packed(turns)
        found.append(LiveFrame(job, seating, turn.turn, state, turn.values, tape))

    work.play(job.line, see, lambda: True)
    return found


class Clock:
    """A clock that is set by hand."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def printer() -> tuple[LivePrinter, list[str], Clock]:
    said, clock = list[str](), Clock()
    return LivePrinter(NAMES.__getitem__, said.append, clock), said, clock


def test_a_game_is_followed_turn_by_turn_to_its_result() -> None:
    """Each turn once, though every frame has all of them; the values are those of the frame."""
    (record,), shown = played(JOB), frames_of(JOB)
    live, said, _ = printer()
    live.seen(shown[0])
    assert said[0] == "Tic-tac-toe, seed 5: seat 1 dice, seat 2 v7" and len(said) == 2
    assert said[1].startswith("move 1  X: ")
    live.seen(shown[2])
    live.seen(shown[2])
    assert len(said) == 4 and live.choose((replace(JOB, seed=6),)) == (JOB,)
    assert not re.search(r"expects", said[2]) and re.search(r"; .*seat 2 expects \d", said[3])
    live.ended(JOB, record)
    turns = [line for line in said if line.startswith("move ")]
    assert [line.split()[1] for line in turns] == [str(k + 1) for k in range(record.turns)]
    first, second = ((seat.outcome + 1) / 2 for seat in record.seats)
    assert said[-1] == f"Result: dice {first:g}, v7 {second:g}; {record.reason}.\n"


def test_another_game_is_followed_when_one_has_ended() -> None:
    """Not the same one again, whose last frame may come late; one that failed says why."""
    other = replace(JOB, seed=6)
    live, said, _ = printer()
    assert live.choose((JOB, other)) == (JOB,)
    live.seen(frames_of(JOB)[0])
    live.seen(frames_of(other)[0])
    assert not any("seed 6" in line for line in said)
    live.ended(JOB, GameRecord(5, 1, error="its process was killed."))
    assert said[-1] == "The game was not finished: its process was killed.\n"
    live.seen(frames_of(JOB)[1])
    assert live.choose((other,)) == (other,) and len(said) == 3
    live.seen(frames_of(other)[0])
    assert said[3] == "Tic-tac-toe, seed 6: seat 1 dice, seat 2 v7"
    live.ended(other, None)  # the run was stopped
    assert live.choose((JOB,)) == (JOB,)


def test_short_games_are_printed_whole_and_not_more_than_anybody_reads() -> None:
    live, said, clock = printer()
    for seed, now in ((5, 0.1), (6, FRAME_S + 0.1), (7, FRAME_S + 0.2), (8, 3.0)):
        clock.now = now
        job = replace(JOB, seed=seed)
        live.ended(job, played(job)[0])
    assert [line.split()[2] for line in said if line.startswith("Tic")] == ["6:", "8:"]
    assert sum(line.startswith("Result: ") for line in said) == 2


def test_every_game_of_a_job_is_played_by_itself_and_with_its_turns() -> None:
    came = list[tuple[GroupJob, GameRecord | None]]()
    here = Here(3)
    hands = OneByOne(here, lambda job, game: came.append((job, game)))
    both = replace(JOB, seatings=(0, 1), tape=False)
    games = hands.submit(both).result()
    assert [game.seating for game in games] == [0, 1] and hands.size == 3
    assert [(job.seatings, job.tape) for job in here.jobs] == [((0,), True), ((1,), True)]
    assert [game for _, game in came] == list(games) and all(game.tape for game in games)
    assert [job for job, _ in came] == here.jobs


def test_a_part_that_goes_wrong_speaks_for_its_job() -> None:
    class Waits(Here):
        def __init__(self) -> None:
            super().__init__()
            self.given = list[Future[tuple[GameRecord, ...]]]()

        def submit(self, job: GroupJob) -> Future[tuple[GameRecord, ...]]:
            self.given.append(Future())
            return self.given[-1]

    here, came = Waits(), list[GameRecord | None]()
    hands = OneByOne(here, lambda job, game: came.append(game))
    whole = hands.submit(replace(JOB, seatings=(0, 1)))
    here.given[1].set_exception(BatchError("no such file"))
    assert came == [None] and not whole.done()
    here.given[0].set_result(played(JOB))
    with pytest.raises(BatchError, match="no such file"):
        whole.result()
    stopped = hands.submit(replace(JOB, seatings=(0, 1)))
    for each in here.given[2:]:
        each.cancel()
    assert stopped.cancelled()


class Seen(Here):
    """Hands that show each game that is wanted after every turn."""

    def watch(self, choose: Choose, on_frame: OnFrame) -> None:
        self._choose, self._on_frame = choose, on_frame

    def submit(self, job: GroupJob) -> Future[tuple[GameRecord, ...]]:
        if job in self._choose((job,)):
            for frame in frames_of(job):
                self._on_frame(frame)
        return super().submit(job)


@pytest.fixture
def arena(run: Run, tmp_path: Path) -> Callable[..., tuple[int, str, str]]:
    """`smitsilab arena` on a store of its own with the arena "duel" of two bots."""

    def arena(what: str, *words: object) -> tuple[int, str, str]:
        return run("arena", what, *words, "--store", tmp_path / "games.db")

    arena("new", "duel", "tictactoe", "--budget", "20it")
    arena("add", "duel", "v7", "--seat", "uct:c=2")
    arena("add", "duel", "dice", "--seat", "random")
    return arena


def test_watching_plays_the_arena(arena: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playing, "LocalHands", lambda *about: Seen(2))
    monkeypatch.setattr(question, "USUAL", 6)
    code, said, errors = arena("watch", "duel", "--live")
    assert code == 0 and "12 games" in said.splitlines()[-1] and errors == ""
    games = said.split("\n\n")[:-1]
    assert len(games) == 12
    for text in games:
        first, *turns, last = text.splitlines()
        assert re.fullmatch(
            r"Tic-tac-toe, seed \d+: seat 1 (v7, seat 2 dice|dice, seat 2 v7)", first
        )
        assert re.fullmatch(r"Result: (v7|dice) [01].*\.", last) and len(turns) >= 5
        assert [turn.split()[1] for turn in turns] == [str(k + 1) for k in range(len(turns))]
    assert "2 bots, 12 games" in arena("show", "duel")[1]
    assert arena("watch", "duel", "--live")[1].startswith("All 12 games that were asked for are")


def test_games_of_another_process_are_printed_as_they_finish(
    arena: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    games = played(replace(JOB, sides=("uct:c=2,budget=20it", "random"), seatings=(0, 1)))
    with Store(tmp_path / "games.db") as store, ExitStack() as playing_there:
        duel = arena_named(store, "duel")
        lineup = duel.lineup(("v7", "dice"))
        store.add(duel.experiment, 0, lineup, games[:1])
        assert not store.is_played(duel.experiment)
        playing_there.enter_context(store.playing(duel.experiment))
        assert store.is_played(duel.experiment) and not store.is_played("arena other")
        waited = list[float]()

        def wait(seconds: float) -> None:
            waited.append(seconds)
            if len(waited) == 2:
                store.add(duel.experiment, 0, lineup, games[1:])
                playing_there.close()

        capsys.readouterr()
        assert watch_other(store, duel, wait) == 0
        out = capsys.readouterr()
        assert "Another process plays duel" in out.err and len(waited) == 2
        line, last = out.out.splitlines()
        assert re.fullmatch(r"game \d+, seed 5: dice [\d.]+, v7 [\d.]+; .*, \d turns", line)
        assert last == "That run has ended."
        assert not list(tmp_path.glob("*playing*"))


def test_a_mark_is_that_of_the_first_and_others_play_without(tmp_path: Path) -> None:
    with Store(tmp_path / "games.db") as store:
        with store.playing("arena duel"):
            with store.playing("arena duel"):
                assert store.is_played("arena duel")
            assert store.is_played("arena duel")
        assert not store.is_played("arena duel")
