"""A run that is killed and resumed, with real processes, a real store and a sequential test."""

from __future__ import annotations

import random
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import closing
from pathlib import Path

from lab.batch.games import GameRecord, GroupJob
from lab.batch.local import LocalHands
from lab.experiments.better.plan import BetterPlan
from lab.experiments.better.question import BetterQuestion
from lab.experiments.running import PlaysGames, Run
from lab.store.store import Store
from tests.lab.experiments.fake_hands import Here

PLAN = BetterPlan("tictactoe", "uct:c=0.5", "uct:c=1.5,playout_depth=1", budget="30it", most=12)

# kills itself in the middle: games are being played and written
KILLED = """
import os, signal, sys
from lab.batch.local import LocalHands
from lab.experiments.better.question import BetterQuestion
from lab.experiments.running import Run
from lab.store.store import Store
from tests.lab.experiments.test_killed_runs import PLAN

store = Store(sys.argv[1])
store.experiment(PLAN.name, "test", PLAN.file)
def on_step(step):
    if step.done >= int(sys.argv[2]):
        os.kill(os.getpid(), signal.SIGKILL)
Run(PLAN.name, BetterQuestion(PLAN), store, LocalHands(1), on_step).play()
"""


class Fewer:
    """Larger hands that are given as many jobs as these."""

    def __init__(self, hands: LocalHands, size: int) -> None:
        self.size, self._hands = size, hands

    def submit(self, job: GroupJob) -> Future[tuple[GameRecord, ...]]:
        return self._hands.submit(job)

    def prepare(self, game: str, seats: Sequence[str], tell: Callable[[str], object]) -> None:
        self._hands.prepare(game, seats, tell)


def run(path: Path, hands: PlaysGames) -> tuple[object, ...]:
    """Games in order with their results, points, and the verdict."""
    question = BetterQuestion(PLAN)
    with closing(Store(path)) as store:
        store.experiment(PLAN.name, "test", PLAN.file)
        Run(PLAN.name, question, store, hands).play()
        kept = {game.record.seed for game in store.asked(PLAN.name)}
    games = [
        (group.ask.seed, x.seating, x.turns, [seat.outcome for seat in x.seats])
        for group in question.counting
        for x in group.games
    ]
    assert {seed for seed, *_ in games} <= kept
    return games, question.values, question.evidence.words, question.evidence.ratio


def test_killed_and_resumed_gives_the_same_games_order_and_verdict(tmp_path: Path) -> None:
    plain = run(tmp_path / "plain.db", Here())
    after = random.Random(15).randrange(4, 16)
    command = [sys.executable, "-c", KILLED, str(tmp_path / "killed.db"), str(after)]
    ended = subprocess.run(command, capture_output=True, text=True, cwd=Path(__file__).parents[3])
    assert ended.returncode == -9, ended.stderr
    with closing(Store(tmp_path / "killed.db", writes=False)) as store:
        kept = len(store.asked(PLAN.name))
    assert after <= kept < 24
    with closing(LocalHands(3)) as hands:
        players: dict[int, PlaysGames] = {1: Here(), 2: Fewer(hands, 2), 3: Fewer(hands, 3)}
        for size, each in players.items():
            again = tmp_path / f"again-{size}.db"
            for file in tmp_path.glob("killed.db*"):  # what is not in the file yet is in its log
                shutil.copy(file, tmp_path / file.name.replace("killed", f"again-{size}"))
            assert run(again, each) == plain
