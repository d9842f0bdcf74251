"""Arenas whose games begin in the positions of a file: everybody plays each of them in every
seating, and it is said.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from engines.records import packed
from lab.batch.games import GroupJob
from lab.cli import playing
from lab.experiments.arena.pool import add_bot, arena_named, new_arena
from lab.experiments.arena.question import ArenaQuestion
from lab.experiments.arena.rules import renewed_rules, rules_of
from lab.experiments.arena.scores import history, scores
from lab.experiments.arena.view import standing
from lab.experiments.running import Run as Playing
from lab.files.position import packed_starts, starts_in
from lab.files.replay import load
from lab.match.openings import Openings
from lab.match.seats import parse_game
from lab.store.store import Store
from tests.lab.cli.conftest import Run
from tests.lab.experiments.fake_hands import Here

TEXT = "# three\nX../.../... O\n\n.O./.X./... X\nX../.../..O X\n"
GAME = parse_game("tictactoe")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A file with three positions."""
    path = tmp_path / "starts.txt"
    path.write_text(TEXT)
    return path


def played(
    store: Store, starts: tuple[str, ...], bots: tuple[str, ...], games: int
) -> list[GroupJob]:
    """The jobs of an arena of these bots, named after their seats."""
    new_arena(store, "a", "tictactoe", "60n", starts=starts)
    for seat in bots:
        add_bot(store, arena_named(store, "a"), seat, seat, "benchmark")
    arena, hands = arena_named(store, "a"), Here(1)
    Playing(arena.experiment, ArenaQuestion(arena, "evenly", games), store, hands).play()
    return hands.jobs


def test_every_two_bots_play_each_position_as_often_in_each_seating(
    tmp_path: Path, file: Path
) -> None:
    starts = packed_starts(str(file), GAME)
    with Store(tmp_path / "games.db") as store:
        jobs = played(store, starts, ("random", "uct:c=1", "uct:c=2"), 36)
        count = Counter((*sorted(j.sides), j.start, k) for j in jobs for k in j.seatings)
        assert len(count) == 3 * 3 * 2 and set(count.values()) == {2}
        assert all(job.start == starts[(job.seed - 1) % 3] for job in jobs)
        arena = arena_named(store, "a")
        assert scores(store, arena).total == 36
        assert {row.games for row in standing(store, arena).rows} == {24}
        assert [row.faults.games for row in standing(store, arena).rows] == [24] * 3


def test_without_a_number_of_games_positions_are_played_in_whole_rounds(file: Path) -> None:
    with Store(file.parent / "games.db") as store:
        played(store, packed_starts(str(file), GAME), ("random", "uct"), 2)
        question = ArenaQuestion(arena_named(store, "a"))
        assert question.total == 2 * 42


def test_players_without_chance_say_something_once_in_each_position(file: Path) -> None:
    """However many rounds were played, in the table and in the course of a rating."""
    starts = packed_starts(str(file), GAME)
    with Store(file.parent / "games.db") as store:
        jobs = played(store, starts, ("alphabeta:depth=6", "alphabeta:depth=1"), 200)
        seeds = len({job.seed for job in jobs})
        assert 5 <= seeds < 100  # it is known after five, and thirty may be on their way by then
        arena = arena_named(store, "a")
        met = scores(store, arena).meeting(*(bot.name for bot in arena.bots))
        assert met is not None and met.groups == 3
        shown = standing(store, arena)
        assert any("without chance" in said for said in shown.remarks)
        for row in shown.rows:
            last = history(store, arena, row.name)[-1]
            assert (last.rating, last.half) == (pytest.approx(row.rating), pytest.approx(row.half))


def test_positions_stay_with_the_arena_when_the_rules_change(file: Path) -> None:
    starts = packed_starts(str(file), GAME)
    with Store(file.parent / "games.db") as store:
        played(store, starts, ("random", "uct"), 4)
        arena = arena_named(store, "a")
        store.set_condition("a", replace(arena.kept.condition, source="0dd5eed" + "0" * 57))
        before = arena_named(store, "a")
        assert before.outdated
        after = renewed_rules(store, before, lambda said: None)
        assert not after.outdated and after.kept.condition.starts == starts
        assert {version.condition.starts for version in rules_of(after)} == {starts}


def test_the_command_reads_shows_and_brings_back(
    run: Run,
    file: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(playing, "LocalHands", lambda *about: Here(2))
    kept = ("--store", file.parent / "games.db")
    code, said, _ = run(
        "arena", "new", "a", "tictactoe", "--budget", "20it", "--starts", file, *kept
    )
    assert code == 0 and "from 3 positions" in said
    run("arena", "add", "a", "v1", "--seat", "uct", *kept)
    run("arena", "add", "a", "v2", "--seat", "random", *kept)
    assert "from 3 positions" in run("arena", "play", "a", "--games", 12, *kept)[1]
    found = json.loads(run("arena", "show", "a", "--json", *kept)[1])
    editing = GAME.editing()
    assert editing is not None
    states = [editing.read(GAME.initial(1), text) for text in found["starts"]]
    wanted = [packed(state) for state in starts_in(file, GAME)]
    assert [packed(state) for state in states] == wanted
    rows = json.loads(run("arena", "show", "a", "--games", "--json", *kept)[1])
    for row in rows[:3]:
        out = file.parent / f"{row['number']}.jsonl"
        assert run("arena", "watch", "a", row["number"], "--out", out, *kept)[0] == 0
        assert packed(load(out).initial) == wanted[(row["seed"] - 1) % 3]


@pytest.mark.parametrize("text", ["", "X../.../... O\nXX./.../... O", "{"])
def test_a_file_that_has_none_makes_no_arena(run: Run, file: Path, text: str) -> None:
    """In the words of `test`."""
    file.write_text(text)
    kept = ("--starts", file, "--store", file.parent / "games.db")
    code, _, errors = run("arena", "new", "a", "tictactoe", *kept)
    pair = ("--seat", "uct:c=1", "--than", "uct:c=2")
    assert code == 2 and errors == run("test", "tictactoe", *pair, *kept)[2]
    assert "There is no arena" in run("arena", "list", *kept[2:])[1]


def test_replays_begin_with_the_opening_of_their_seed(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In both seatings, played again and from the tape of a program's game."""
    monkeypatch.setattr(playing, "LocalHands", lambda *about: Here(2))
    kept = ("--store", tmp_path / "games.db")
    said = run("arena", "new", "a", "tictactoe", "--budget", "20it", "--starts", "random:2", *kept)
    assert said[0] == 0 and "after 2 random plies" in said[1]
    for name, seat in (("v1", "uct"), ("v2", "random")):
        run("arena", "add", "a", name, "--seat", seat, *kept)
    assert "after 2 random plies" in run("arena", "play", "a", "--games", 8, *kept)[1]
    assert not json.loads(run("arena", "show", "a", "--json", *kept)[1])["starts"]
    rows = json.loads(run("arena", "show", "a", "--games", "--json", *kept)[1])
    for row in rows:
        out = tmp_path / f"{row['number']}.jsonl"
        assert run("arena", "watch", "a", row["number"], "--out", out, *kept)[0] == 0
        wanted = Openings(2, 2).position(GAME, row["seed"])
        assert packed(load(out).initial) == packed(wanted)
        assert run("replay", out, "--verify")[0] == 0
        assert f"{row['turns']}" in run("arena", "watch", "a", row["number"], "--live", *kept)[1]
    assert len({row["seed"] for row in rows}) == len(rows) // 2 == 4
