"""One search in a thread: budgets, live knobs, single iterations, errors."""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable, Iterator

import pytest

from engines import games
from engines.knobs import replace
from lab.live import pace
from lab.live.pace import CATCH_UP, making_room, window_first
from lab.live.worker import SearchWorker, Task
from lab.match.budget import ITERATIONS, NODES, TIME, Budget
from lab.match.decide import Player
from lab.match.seat import SearchSeat
from search import algorithms
from tests.lab.toys import HANG_S, Params, Toy


@pytest.fixture(autouse=True)
def toy(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setitem(algorithms(), "toy", Toy)
    monkeypatch.setattr(Toy, "crash_at", None)
    Toy.chunks.clear()
    yield
    assert not [t for t in threading.enumerate() if isinstance(t, SearchWorker)], (
        "a worker outlived its test"
    )


def test_searches_wait_while_the_window_takes_the_lock_again_and_again() -> None:
    with Driver(None) as driver:
        driver.until(lambda: len(Toy.chunks) > 0)
        with window_first():
            time.sleep(0.1)  # for the chunk that is under way
            before = len(Toy.chunks)
            time.sleep(0.1)
            assert len(Toy.chunks) == before
        driver.until(lambda: len(Toy.chunks) > before)


def test_searches_rest_after_each_chunk_while_an_edit_is_on_its_way(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(pace, "RESTS", 1e9)
    monkeypatch.setattr(pace, "LONGEST_S", 0.05)
    with Driver(None) as driver:
        driver.until(lambda: len(Toy.chunks) > 0)
        with making_room():
            time.sleep(0.1)  # for the chunk that is under way
            before, began = len(Toy.chunks), time.monotonic()
            driver.until(lambda: len(Toy.chunks) > before + 2)
            assert time.monotonic() - began > 0.05
        driver.until(lambda: len(Toy.chunks) > before + 9)


class Driver:
    """A worker, and waiting for what it does."""

    def __init__(self, budget: Budget | None, spread_s: float = 0.0, seed: int = 0) -> None:
        game = games()["tictactoe"]()
        self.player = Player(game, 0, SearchSeat("toy", Params()), seed)
        self.news = threading.Event()
        self.worker = SearchWorker(
            self.player, Task(game.initial(0), 0, budget, spread_s=spread_s), self.news.set
        )
        self.rests = 0
        self.worker._rest = self._counted(self.worker._rest)  # type: ignore[method-assign]
        self.worker.start()

    def __enter__(self) -> Driver:
        return self

    def __exit__(self, *_: object) -> None:
        self.worker.stop()
        self.worker.join(HANG_S)

    def until(self, condition: Callable[[], object]) -> None:
        ends = time.monotonic() + HANG_S
        while not condition():
            assert time.monotonic() < ends, self.worker.failure
            time.sleep(0.002)

    def finished(self) -> None:
        self.until(lambda: self.worker.finding is not None)

    def _counted(self, rest: Callable[[], None]) -> Callable[[], None]:
        def counted() -> None:
            self.rests += 1
            rest()

        return counted

    def rest(self) -> int:
        """Waits until the search has done all that it was asked to, and has told where it is;
        its iterations.
        """
        begun: list[int] = []
        self.worker._inbox.put(lambda: begun.append(self.rests))
        self.until(lambda: begun and self.rests > begun[0])
        self.until(lambda: self.iterations == self.player.iterations)
        return self.iterations

    @property
    def iterations(self) -> int:
        return self.worker.thought.snapshot.iterations if self.worker.thought is not None else 0


@pytest.mark.parametrize("count", [1, 7, 250, 4000])
def test_an_iteration_budget_is_kept_exactly(count: int) -> None:
    with Driver(Budget(ITERATIONS, count)) as driver:
        driver.finished()
        assert driver.player.iterations == driver.iterations == count
        assert driver.worker.thought is not None and not driver.worker.thought.live
        assert driver.news.is_set()


def test_a_spread_budget_takes_its_time_in_a_hundred_steps() -> None:
    began = time.monotonic()
    with Driver(Budget(ITERATIONS, 500), spread_s=0.3) as driver:
        driver.finished()
        assert time.monotonic() - began >= 0.25  # not earlier; later is the machine's affair
        assert driver.iterations == 500
        assert max(Toy.chunks) <= CATCH_UP * 5
        assert driver.worker.thought is not None
        assert driver.worker.thought.agents[0].trail.iterations.size >= 20


def test_a_time_budget_ends_and_counts_its_overrun() -> None:
    with Driver(Budget(TIME, 30)) as driver:
        driver.finished()
        finding = driver.worker.finding
        assert finding is not None and finding.overrun_ms >= 0 and driver.iterations > 0


def test_a_node_budget_ends() -> None:
    with Driver(Budget(NODES, 300)) as driver:
        driver.finished()
        assert driver.iterations >= 300


def test_knobs_act_between_chunks_and_are_remembered() -> None:
    with Driver(None) as driver:
        driver.until(lambda: driver.iterations > 100)
        turned = SearchSeat("toy", replace(Params(), "c", 2.0))
        driver.worker.set_spec(turned)
        driver.until(
            lambda: (
                driver.worker.thought is not None and driver.worker.thought.agents[0].trail.marks
            )
        )
        driver.worker.set_spec(SearchSeat("toy", replace(turned.params or Params(), "depth", 9)))
        driver.until(
            lambda: (
                driver.worker.thought is not None and driver.worker.thought.snapshot.generation == 2
            )
        )
        thought = driver.worker.thought
        assert thought is not None and thought.agents[0].trail.marks == ((0, "depth 3 to 9"),)
    first, second = driver.player.decide().changes
    assert (dict(first.values), dict(second.values)) == ({"c": 2.0}, {"depth": 9})
    assert 0 < first.iteration <= second.iteration


def test_a_restart_gives_the_new_tree_the_whole_budget() -> None:
    with Driver(Budget(ITERATIONS, 2000), spread_s=0.4) as driver:
        driver.until(lambda: driver.iterations > 200)
        driver.worker.set_spec(SearchSeat("toy", replace(Params(), "depth", 9)))
        driver.finished()
        assert driver.iterations == 2000 < driver.player.iterations


def test_a_knob_turned_after_the_end_asks_for_the_choice_again() -> None:
    with Driver(Budget(ITERATIONS, 50)) as driver:
        driver.finished()
        before = driver.worker.finding
        driver.worker.set_spec(SearchSeat("toy", replace(Params(), "depth", 4)))
        driver.until(lambda: driver.worker.finding not in (None, before))
        assert driver.player.iterations == 100


def test_single_iterations_add_up() -> None:
    with Driver(None) as driver:
        driver.until(lambda: driver.iterations > 0)
        driver.worker.iterate(1)
        start = driver.rest()
        for _ in range(3):
            driver.worker.iterate(1)
        driver.worker.iterate(100)
        driver.until(lambda: driver.iterations == start + 103)
        assert driver.rest() == start + 103
        driver.worker.run_on()
        driver.until(lambda: driver.iterations > start + 103)


def test_pausing_rests_and_goes_on() -> None:
    with Driver(Budget(ITERATIONS, 100_000)) as driver:
        driver.until(lambda: driver.iterations > 0)
        driver.worker.pause(True)
        rests = driver.rest()
        driver.worker.pause(False)
        driver.until(lambda: driver.iterations > rests)


def test_a_finished_search_goes_on_when_the_limit_is_lifted() -> None:
    with Driver(Budget(ITERATIONS, 100)) as driver:
        driver.finished()
        driver.worker.set_budget(None, 0.0)
        driver.until(lambda: driver.iterations > 500)
        assert driver.worker.finding is None
        driver.worker.set_budget(Budget(ITERATIONS, 100), 0.0)
        driver.finished()


def test_an_error_is_a_failure_with_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Toy, "crash_at", 60)
    with Driver(Budget(ITERATIONS, 1000)) as driver:
        driver.until(lambda: driver.worker.failure is not None)
        failure = driver.worker.failure
        assert failure is not None
        assert failure.sentence == "Toy stopped: the toy broke"
        assert "RuntimeError" in failure.details and failure.seat == 0 and failure.iteration < 1000


@pytest.mark.skipif(sys.platform != "linux", reason="single threads have policies on Linux only")
def test_workers_let_the_window_go_first_but_keep_their_share() -> None:
    with Driver(None) as driver:
        driver.until(lambda: driver.iterations > 0)
        native = driver.worker.native_id
        assert native is not None
        assert os.sched_getscheduler(native) == os.SCHED_BATCH
        # whoever can hold Python's lock is never of a lower priority than who waits for it
        assert os.getpriority(os.PRIO_PROCESS, native) == os.getpriority(os.PRIO_PROCESS, 0)
