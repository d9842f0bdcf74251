"""What spoils games: every kind of experiment counts it alike, tells it, and gives no verdict that
hangs on it.
"""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import Future
from dataclasses import replace
from pathlib import Path

import pytest

from lab.batch.errors import BatchError
from lab.batch.faults import Faults, told
from lab.batch.games import GameRecord, GroupJob, SeatRecord
from lab.experiments.arena.pool import add_bot, arena_named, ask, new_arena
from lab.experiments.arena.question import ArenaQuestion
from lab.experiments.arena.standing import Standing
from lab.experiments.arena.view import standing
from lab.experiments.better.plan import BetterPlan
from lab.experiments.better.question import BetterQuestion
from lab.experiments.better.result import bar, faults
from lab.experiments.claims.file import read
from lab.experiments.claims.question import ClaimQuestion
from lab.experiments.claims.result import ExperimentResult, parts
from lab.experiments.claims.rows import ExperimentTable
from lab.experiments.claims.verdicts import ClaimAnswer, RowFinding
from lab.experiments.keeping import HOPELESS
from lab.experiments.robin.plan import RobinPlan
from lab.experiments.robin.question import RobinQuestion
from lab.experiments.robin.result import RobinResult
from lab.experiments.running import Question, Run
from lab.experiments.sequential import SequentialTest, counted
from lab.experiments.sweep.plan import SweepPlan
from lab.experiments.sweep.question import SweepQuestion
from lab.experiments.sweep.result import SweepResult
from lab.experiments.tuner.plan import TunePlan
from lab.experiments.tuner.question import TuneQuestion
from lab.experiments.tuner.report import sentences
from lab.experiments.verdicts import BETTER, OPEN, leads
from lab.store.store import Store
from tests.lab.experiments.fake_hands import drawn
from tests.lab.experiments.instant import Instant
from tests.lab.ui.arena.filled import record

BROKEN, SOUND = "uct:c=2", "random"
WORDS = "Seat {seat} (./bot), turn 2: it exited. Last line on stderr: seed {seed}"


class Faulty(Instant):
    """Hands with which some games of a broken player are lost by a fault; `games` are all of them
    with who sat where.
    """

    def __init__(self, share: float = 0.3, never: float = 0.1) -> None:
        super().__init__(lambda text: 0.5)
        self.share, self.never = share, never
        self.games: list[tuple[tuple[str, ...], GameRecord]] = []

    def submit(self, job: GroupJob) -> Future[tuple[GameRecord, ...]]:
        """The games of the job."""
        games = tuple(self._broken(job, game) for game in super().submit(job).result())
        self.games += [(job.sides, game) for game in games]
        future: Future[tuple[GameRecord, ...]] = Future()
        future.set_result(games)
        return future

    def _broken(self, job: GroupJob, game: GameRecord) -> GameRecord:
        luck = drawn("fault", *job.sides, job.seed, game.seating)
        lost = [seat.seat for seat in game.seats if job.sides[seat.side].startswith("uct")]
        if luck > self.share or not lost:
            return game
        return replace(game, seats=tuple(self._seat(job, s, lost[0], luck) for s in game.seats))

    def _seat(self, job: GroupJob, seat: SeatRecord, lost: int, luck: float) -> SeatRecord:
        if seat.seat != lost:
            return replace(seat, outcome=1.0, points=1.0, place=1, decisions=4)
        late = int(100 * luck) % 2
        return replace(
            seat,
            outcome=-1.0,
            points=0.0,
            place=2,
            decisions=1 if luck < self.never else 4,
            late=late + 1,
            errors=1 - late,
            warned=1,
            fault=WORDS.format(seat=seat.seat + 1, seed=job.seed),
        )

    def counts(self) -> Faults:
        """What all players together did; which words are the last depends on the order."""
        each = (Faults.of(g.seats, side) for sides, g in self.games for side in range(len(sides)))
        return replace(sum(each, Faults()), words="")


def played(question: Question, hands: Faulty, store: Store, name: str) -> None:
    store.experiment(name, "test", "{}")
    Run(name, question, store, hands).play()


def together(found: Iterable[Faults]) -> Faults:
    return replace(sum(found, Faults()), words="")


def _tested(hands: Faulty, store: Store) -> tuple[Iterable[Faults], str]:
    question = BetterQuestion(BetterPlan("tictactoe", BROKEN, SOUND, budget="30it", most=12))
    played(question, hands, store, question.plan.name)
    return faults(question, (BROKEN, SOUND)).values(), bar(question, (BROKEN, SOUND)).detail


def _tuned(hands: Faulty, store: Store) -> tuple[Iterable[Faults], str]:
    plan = TunePlan("tictactoe", "uct:c=5", (SOUND,), ("c=0.1:10:log",), games=40, budget="30it")
    question = TuneQuestion(plan)
    played(question, hands, store, plan.name)
    return question.faults.values(), sentences(question, question.answer)


def _swept(hands: Faulty, store: Store) -> tuple[Iterable[Faults], str]:
    plan = SweepPlan("tictactoe", "uct", ("c=1:2:2",), (SOUND,), 12, "30it", seed=1)
    question = SweepQuestion(plan)
    played(question, hands, store, question.name)
    result = SweepResult(question.grid, question.results)
    return result.faults.values(), result.sentence


def _tabled(hands: Faulty, store: Store) -> tuple[Iterable[Faults], str]:
    question = RobinQuestion(RobinPlan("tictactoe", (BROKEN, SOUND, "scripted"), 12, "30it", 1))
    played(question, hands, store, question.name)
    found = RobinResult(question.plan, question.met, question.failed).faults
    return found.values(), " ".join(told(found))


def _in_an_arena(hands: Faulty, store: Store) -> tuple[Iterable[Faults], str]:
    arena = new_arena(store, "a", "tictactoe", "30it")
    for name, seat in (("broken", BROKEN), ("sound", SOUND), ("scripted", "scripted")):
        add_bot(store, arena, name, seat, "benchmark")
    arena = arena_named(store, "a")
    played(ArenaQuestion(arena, games=36), hands, store, arena.experiment)
    found = standing(store, arena)
    return (row.faults for row in found.rows), " ".join(found.remarks)


def _experimented(hands: Faulty, store: Store) -> tuple[Iterable[Faults], str]:
    table = ExperimentTable(read("small", CLAIMS))
    played(ClaimQuestion(table, 10, list(parts(table))), hands, store, "small")
    found = ExperimentResult(table, store).faults
    return found.values(), " ".join(told(found))


def test_every_kind_of_experiment_counts_the_same_faults_and_tells_them(tmp_path: Path) -> None:
    """What a command says of the games that it has had played is what these games were."""
    said: dict[str, tuple[Faults, Faults, str]] = {}
    for kind in (_tested, _tuned, _swept, _tabled, _in_an_arena, _experimented):
        hands = Faulty()
        with Store(tmp_path / f"{kind.__name__}.db") as store:
            known, words = kind(hands, store)
        said[kind.__name__] = together(known), hands.counts(), words
    for kind, (known, true, words) in said.items():
        assert known == true, kind
        assert known.spoiled > 0 < known.late and known.errors > 0, kind
        assert "Last line on stderr: seed" in words, kind
    assert any(known.never for known, _, _ in said.values())


CLAIMS = """
[experiment]
question = "Who is stronger?"
kind = "test"
game = "tictactoe"
seat = "uct:c=2"
budget = ["35it"]
rivals = ["random"]
groups = 10
seed = 7
"""


def test_what_is_said_of_a_row_and_its_claim_does_not_hang_on_spoiled_groups(
    tmp_path: Path,
) -> None:
    """The two are equal: all that the row's player loses it loses by its faults."""
    text = CLAIMS.replace("groups = 10", "groups = 80").replace('["random"]', '["uct:c=2"]')
    text = text.replace('seat = "uct:c=2"', 'seat = "random"')
    table = ExperimentTable(read("small", text + '[claim."uct:c=2"]\nbelow = 0.4\nat = "35it"\n'))
    found = {}
    for share in (0.0, 0.8):
        hands = Faulty(share)
        with Store(tmp_path / f"{share}.db") as store:
            played(ClaimQuestion(table, 80, list(parts(table))), hands, store, "small")
            (found[share],) = ExperimentResult(table, store).cells
    assert found[0.0].hangs == 0 and "hangs on" not in found[0.0].verdict
    cell = found[0.8]
    assert cell.evidence.high < 0.4 and cell.looked == 80
    assert cell.hangs > 40 and f"hangs on {cell.hangs} spoiled groups" in cell.verdict
    assert not cell.settled and cell.finding is RowFinding.OPEN
    assert [said for _, said in cell.answers] == [ClaimAnswer.OPEN]


@pytest.mark.parametrize("kind", ["test", "tune"])
def test_a_run_whose_games_all_end_before_the_first_valid_move_stops_and_says_why(
    kind: str, tmp_path: Path
) -> None:
    hands = Faulty(share=1.0, never=1.0)
    question: BetterQuestion | TuneQuestion = (
        BetterQuestion(BetterPlan("tictactoe", BROKEN, SOUND, budget="30it"))
        if kind == "test"
        else TuneQuestion(
            TunePlan("tictactoe", "uct:c=5", (SOUND,), ("c=0.1:10:log",), games=400, budget="31it")
        )
    )
    with Store(tmp_path / "games.db") as store, pytest.raises(BatchError, match="on stderr: seed"):
        played(question, hands, store, question.plan.name)
    assert HOPELESS <= len(hands.games) <= 3 * HOPELESS


def test_one_good_game_keeps_a_run_going(tmp_path: Path) -> None:
    hands = Faulty(share=0.8, never=1.0)
    question = BetterQuestion(BetterPlan("tictactoe", BROKEN, SOUND, budget="30it", most=20))
    with Store(tmp_path / "games.db") as store:
        played(question, hands, store, question.plan.name)
    assert len(question.values) == 20 or question.ended


def test_the_words_are_those_of_the_last_spoiled_game() -> None:
    first, last = (Faults(1, 1, words=words) for words in ("no move", "it exited"))
    assert (first + last + Faults(games=1)).words == "it exited"


def test_a_verdict_that_falls_without_the_spoiled_groups_is_none() -> None:
    test = SequentialTest()
    level = [1.0, 0.0] * 40
    values = [*level, *[1.0] * 60]
    spoiled = [False] * len(level) + [True] * 60
    assert test.of(counted(values)).word == BETTER
    evidence = test.of(counted(values), 2, {1.0: 60})
    said = " ".join(evidence.sentence("v2", "v1"))
    assert evidence.word == OPEN and "v2 is better" not in said and "60 pairs spoiled" in said
    few = test.of(counted(values), 2, {0.5: 0})
    assert few.word == BETTER
    assert test.ended(values, spoiled) is not None


def test_a_test_ends_where_its_evidence_ends_with_and_without_spoiled_groups() -> None:
    test = SequentialTest()
    ends = set()
    for seed in range(30):
        lead, share = drawn("lead", seed), 0.6 * drawn("share", seed)
        values = [round(2 * (0.3 * lead + drawn("x", seed, k))) / 2 for k in range(250)]
        values = [min(1.0, x) for x in values]
        spoiled = [drawn("bad", seed, k) < share for k in range(250)]
        each = (
            k
            for k in range(1, 251)
            if test.of(
                counted(values[:k]),
                2,
                counted(x for x, b in zip(values[:k], spoiled, strict=False) if b),
            ).ended
        )
        first = next(each, None)
        assert test.ended(values, spoiled) == first
        assert first is None or test.ended(values[: first - 1], spoiled[: first - 1]) is None
        ends.add(first is None)
    assert False in ends


def _arena_of(store: Store, won: dict[str, int], spoiled: int) -> Standing:
    """The standing of an arena where SOUND beats BROKEN in all of `spoiled` groups, which BROKEN
    spoiled; of as many others each player won as many as `won` says.
    """
    arena = new_arena(store, "a", "tictactoe", "30it")
    for name in won:
        add_bot(store, arena, name, name, "benchmark")
    arena = arena_named(store, "a")
    lineup = arena.lineup((SOUND, BROKEN))
    ends = [*[True] * won[SOUND], *[False] * won[BROKEN], *[True] * spoiled]
    for seed, first in enumerate(ends, 1):
        for seating in (0, 1):
            game = record(seed, seating, 1.0 if first else -1.0)
            fault = WORDS if seed > len(ends) - spoiled else ""
            seats = [
                replace(s, errors=1, fault=fault) if s.side and fault else s for s in game.seats
            ]
            store.add(arena.experiment, 0, lineup, [replace(game, seats=tuple(seats))])
    ask(store, arena, SOUND, BROKEN, SequentialTest())
    return standing(store, arena_named(store, "a"))


@pytest.mark.parametrize("wins", [40, 20])
def test_who_is_better_does_not_hang_on_spoiled_games(wins: int, tmp_path: Path) -> None:
    """Who leads and who is better in the arena's question says so with and without them."""
    with Store(tmp_path / "games.db") as store:
        found = _arena_of(store, {SOUND: wins, BROKEN: 40 - wins + 1}, 60)
    first, verdict = found.rows[0], found.verdict
    assert first.name == SOUND and first.rating is not None and verdict is not None
    assert found.rows[1].faults.spoiled == 120
    assert (leads(first.better), verdict.word == BETTER) == (wins == 40, wins == 40)
    hangs = [said for said in found.remarks if "hangs on" in said]
    assert bool(hangs) == (wins == 20)
