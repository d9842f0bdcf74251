"""`--replays all`: every game that is played is written as a replay too, beside the store."""

from __future__ import annotations

import gzip
import os
import time
from pathlib import Path

import pytest

from lab.cli import playing
from lab.files.replay import load
from lab.store.place import replays_of
from lab.store.store import Store
from lab.store.tidying import FRESH_S
from tests.lab.cli.conftest import Run
from tests.lab.experiments.fake_hands import Here


@pytest.fixture(autouse=True)
def hands(monkeypatch: pytest.MonkeyPatch) -> None:
    """All games are played in this process."""
    monkeypatch.setattr(playing, "LocalHands", Here)


@pytest.mark.parametrize(
    ("command", "budget"),
    [
        ("test tictactoe --seat uct --than random --groups 2", "20it"),
        ("table tictactoe --player uct --player random --matches 4", "1ms"),
    ],
)
def test_every_game_opens_and_ends_as_the_store_says(
    run: Run, tmp_path: Path, command: str, budget: str
) -> None:
    path = tmp_path / "games.db"
    words = (*command.split(), "--budget", budget, "--store", path)
    assert run(*words, "--replays", "all")[0] in (0, 3)
    with Store(path, writes=False) as store:
        games = store.asked(store.experiments()[0].name)
    assert len(games) == 4 == len({each.record.replay for each in games})
    for each in games:
        replay, record = load(replays_of(path) / each.record.replay), each.record
        assert replay.setup.seed == record.seed and len(replay.turns) == record.turns
        assert list(replay.outcome) == [seat.outcome for seat in record.seats]
        assert replay.reason == record.reason
        searching = [seat.side for seat in record.seats].index(
            [side.algorithm for side in each.lineup.sides].index("uct")
        )
        made = [turn.decisions[searching] for turn in replay.turns]
        assert sum(d.iterations for d in made if d) == record.seats[searching].iterations
    files = sorted(replays_of(path).iterdir())
    assert run(*words, "--replays", "all")[0] in (0, 3)  # all games are there already
    assert sorted(replays_of(path).iterdir()) == files and len(files) == 4


def test_a_game_is_watched_from_its_replay_and_goes_with_its_experiment(
    run: Run, tmp_path: Path
) -> None:
    path = tmp_path / "games.db"
    more = ("--store", path)
    run("arena", "new", "mine", "tictactoe", "--budget", "1ms", *more)
    for name in ("uct", "random"):
        run("arena", "add", "mine", name, "--seat", name, *more)
    assert run("arena", "play", "mine", "--games", 2, "--replays", "all", *more)[0] == 0
    (first, second) = sorted(replays_of(path).iterdir())
    out = tmp_path / "out.jsonl"
    assert run("arena", "watch", "mine", 2, "--out", out, *more)[0] == 0
    assert out.read_text() in {load_text(first), load_text(second)}
    assert run("store", "forget", "arena mine", *more)[0] == 0
    old = time.time() - FRESH_S - 60
    os.utime(first, (old, old))
    assert run("store", "compact", *more)[0] == 0
    assert sorted(replays_of(path).iterdir()) == [second]  # its game might not be kept yet


def load_text(path: Path) -> str:
    return gzip.decompress(path.read_bytes()).decode()


def test_replays_are_written_where_the_games_are_played(run: Run, tmp_path: Path) -> None:
    words = ("test", "tictactoe", "--seat", "uct", "--than", "random", "--replays", "all")
    code, _, said = run(*words, "--store", tmp_path / "g.db", "--cluster", "tcp://nowhere:1")
    assert code == 2 and "--replays writes to this computer" in said
