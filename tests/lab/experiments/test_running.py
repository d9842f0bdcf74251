"""The loop that plays every experiment: one sequence whatever the processes and interruptions."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from typing import Any

import pytest

from lab.batch.errors import ENDED, BatchError, CalledOff, SeatRefused
from lab.experiments import running
from lab.experiments.keeping import RunStep
from lab.experiments.running import LAG, Ask, Course, Run
from tests.lab.experiments.fake_hands import MemoryStore, Shuffled, bot, drawn, meeting

TOTAL = 90


class Chooser:
    """Asks for TOTAL groups of three meetings; which one depends on results LAG groups back."""

    total, note = 2 * TOTAL, ""

    def __init__(self) -> None:
        self.meetings = [meeting("a", "b"), meeting("a", "c"), meeting("b", "c")]
        self._seen, self._points, self._asked = 0, 0.0, [0, 0, 0]
        self.ended = False

    def next(self, course: Course) -> Ask | None:
        """A choice that changes with every result that it may see."""
        self.ended = len(course.groups) == TOTAL
        until = course.until()
        if until is None or len(course.asks) == TOTAL:
            return None
        for group in course.groups[self._seen : until]:
            self._points += group.points() * (1 + group.ask.part)
        self._seen = max(self._seen, until)
        part = int(drawn(self._points, len(course.asks)) * 3)
        self._asked[part] += 1
        return Ask(part, self.meetings[part], self._asked[part])


class Killed(Exception):
    """The process ends here."""


def stepping(hands: Shuffled, also: Callable[[RunStep], object]) -> Callable[[RunStep], None]:
    """At each step of a run `also`, and one job ends."""

    def on_step(step: RunStep) -> None:
        also(step)
        hands.step()

    return on_step


def run(size: int, seed: int, store: MemoryStore, until: int = 10**9) -> Run:
    """A run over hands of `size` processes that is killed after `until` steps."""
    hands, steps = Shuffled(size, seed), 0

    def on_step(step: RunStep) -> None:
        nonlocal steps
        steps += 1
        if steps > until:
            raise Killed
        hands.step()

    found = Run("duel", Chooser(), store, hands, on_step)
    with contextlib.suppress(Killed):
        found.play()
    return found


def sequence(found: Run) -> list[tuple[Ask, float]]:
    return [(group.ask, group.points()) for group in found.course.groups]


def test_any_number_of_processes_and_any_kill_gives_the_same_groups_in_the_same_order() -> None:
    plain = sequence(run(1, 1, MemoryStore()))
    assert len(plain) == TOTAL and len({ask.part for ask, _ in plain}) == 3
    for size, seed in ((1, 2), (2, 3), (3, 4), (16, 5)):
        store = MemoryStore()
        run(size, seed, store, until=3 + int(150 * drawn("kill", seed)))
        killed = {(lineup, x.seed, x.seating) for lineup in store.kept for x in store.kept[lineup]}
        assert killed  # something was finished when it was killed
        assert sequence(run(size, seed + 50, store)) == plain


def test_a_run_that_stops_does_not_call_off_what_is_being_written() -> None:
    """Games that had been played were lost where the store had not begun to write them."""

    class SlowStore(MemoryStore):
        def add_later(self, *about: Any) -> Future[None]:
            super().add_later(*about)
            writing.append(Future())
            return writing[-1]

    writing = list[Future[None]]()
    run(2, 1, SlowStore(), until=6)
    assert writing and not any(each.cancelled() for each in writing)


@pytest.mark.parametrize("cancelled", [False, True], ids=["ended", "cancelled"])
def test_games_that_were_called_off_are_not_kept_as_failed(cancelled: bool) -> None:
    """Else the groups that were running when a window closed would be left out afterwards."""

    class Closing(Shuffled):
        def step(self) -> None:
            if len(self.jobs) > 9:
                while self._waiting:
                    _, future = self._waiting.pop()
                    future.cancel() if cancelled else future.set_exception(CalledOff(ENDED))
            super().step()

    store, hands = MemoryStore(), Closing(3, 1)
    with pytest.raises(CalledOff, match="were ended before they were finished"):
        Run("duel", Chooser(), store, hands, lambda step: hands.step()).play()
    kept = [game for games in store.kept.values() for game in games]
    assert kept and not any(game.error for game in kept)


def test_nothing_that_is_kept_is_played_again() -> None:
    store = MemoryStore()
    run(2, 7, store, until=60)
    before = sum(map(len, store.kept.values()))
    assert 0 < before < 2 * TOTAL
    run(3, 8, store)
    everything = [(line, x.seed, x.seating) for line in store.kept for x in store.kept[line]]
    assert len(everything) == len(set(everything))
    assert len(store.adopted) == len(set(store.adopted)) == before // 2


def test_half_a_group_is_completed_by_its_other_game() -> None:
    store, whole = MemoryStore(), MemoryStore()
    plain = sequence(run(1, 1, whole))
    line, seed = plain[5][0].meeting
    store.kept[line] = [x for x in whole.kept[line] if x.seed == seed and x.seating == 1]
    hands = Shuffled(1, 1)
    Run("duel", Chooser(), store, hands, lambda step: hands.step()).play()
    texts = tuple(side.text for side in line.sides)
    assert [job.seatings for job in hands.jobs if (job.sides, job.seed) == (texts, seed)] == [(0,)]
    assert sum(len(job.seatings) == 2 for job in hands.jobs) == TOTAL - 1


class Fixed:
    """Asks for one meeting on the seeds 1 to `groups`."""

    note = ""

    def __init__(self, groups: int, names: tuple[str, ...] = ("a", "b")) -> None:
        self.groups, self.total, self.ended = groups, 2 * groups, False
        self._lineup = meeting(*names)

    def next(self, course: Course) -> Ask | None:
        """The next seed."""
        at = len(course.asks)
        return Ask(0, self._lineup, at + 1) if at < self.groups else None


def test_a_failed_game_is_tried_twice_then_set_aside_and_tried_again_in_the_next_run() -> None:
    store, hands = MemoryStore(), Shuffled(2, 1, fails=lambda job: job.seed == 3)
    told: list[str] = []
    found = Run("x", Fixed(5), store, hands, stepping(hands, lambda s: told.append(s.told)))
    found.play()
    assert [job.seed for job in hands.jobs].count(3) == 2
    failed = [group for group in found.course.groups if group.failed]
    assert [group.ask.seed for group in failed] == [3] and not failed[0].games
    assert found.done == 8  # both games of the failed group are no evidence
    said = [text for text in told if text]
    assert "A game of a against b, seed 3, failed (its process was killed by signal 9)." in said[0]
    well = Shuffled(2, 1)
    again = Run("x", Fixed(5), store, well, lambda s: well.step())
    again.play()
    assert [job.seed for job in well.jobs] == [3] and again.done == 10


def test_who_cannot_be_prepared_does_not_keep_others_from_playing() -> None:
    class Picky(Shuffled):
        def prepare(self, game: str, seats: Sequence[str], tell: Callable[[str], object]) -> None:
            super().prepare(game, seats, tell)
            if "b" in seats:
                raise BatchError("b cannot play: it has no rules.")

    hands, told = Picky(1, 1), list[str]()
    found = Run("duel", Chooser(), MemoryStore(), hands)
    found._on_step = stepping(hands, lambda step: told.append(step.told))
    found.play()
    assert len(found.course.groups) == TOTAL and sorted(hands.prepared) == ["a", "b", "c"]
    assert told.count("b cannot play: it has no rules.") == 1


def test_who_can_be_played_nowhere_is_refused_in_one_sentence() -> None:
    """Its groups end without a game, and no game of theirs is kept as failed."""

    class Far(Shuffled):
        def prepare(self, game: str, seats: Sequence[str], tell: Callable[[str], object]) -> None:
            super().prepare(game, seats, tell)
            if "b" in seats:
                raise SeatRefused("b cannot play on any machine: it is not there.")

    class Mixed(Fixed):
        def next(self, course: Course) -> Ask | None:
            at = len(course.asks)
            return Ask(0, meeting("a", "bc"[at % 2]), at + 1) if at < self.groups else None

    hands, told = Far(1, 1), list[str]()
    found = Run("duel", Mixed(40), MemoryStore(), hands)
    found._on_step = stepping(hands, lambda step: told.append(step.told))
    found.play()
    refused = [group for group in found.course.groups if group.failed]
    assert len(refused) == 20 and {group.failed for group in refused} == set(found.failures)
    assert all(bot("b") in group.ask.lineup.sides for group in refused)
    assert [set(job.sides) for job in hands.jobs] == [{"a", "c"}] * 20
    assert [text for text in told if text] == ["b cannot play on any machine: it is not there."]
    endless = Fixed(10**6)
    endless.total = 0
    for question in (Fixed(3), endless):
        with pytest.raises(BatchError, match=r"^b cannot play on any machine: it is not"):
            Run("x", question, MemoryStore(), Far(1, 1)).play()


def test_eight_failures_without_a_finished_game_stop_the_run_with_the_last_sentence() -> None:
    hands = Shuffled(2, 1, fails=lambda job: True)
    with pytest.raises(BatchError, match=r"first 8 matches all failed.*killed by signal 9"):
        Run("x", Fixed(50), MemoryStore(), hands, lambda s: hands.step()).play()


def test_a_run_without_an_end_stops_when_nothing_can_be_finished_any_more() -> None:
    class Endless(Fixed):
        def __init__(self) -> None:
            super().__init__(10**6)
            self.total = 0

    hands = Shuffled(1, 1, fails=lambda job: job.seed > 5)
    found = Run("x", Endless(), MemoryStore(), hands, lambda s: hands.step())
    with pytest.raises(BatchError, match=r"last 8 matches all failed.*killed by signal 9"):
        found.play()
    assert found.done == 10
    limited = Shuffled(1, 1, fails=lambda job: job.seed > 5)
    found = Run("x", Fixed(20), MemoryStore(), limited, lambda s: limited.step())
    found.play()  # it ends by itself
    assert found.done == 10 and found.course.pending == 0


def test_at_most_two_jobs_for_each_process_are_ahead() -> None:
    most, store = 0, MemoryStore()
    hands = Shuffled(3, 1)
    found = Run("x", Fixed(40), store, hands)

    def on_step(step: RunStep) -> None:
        nonlocal most
        most = max(most, len(hands.jobs) - len(found.course.groups))
        hands.step()

    found._on_step = on_step
    found.play()
    assert most > 3 and found.course.pending == 0 and len(found.course.groups) == 40
    assert len(hands.jobs) == 40


def test_groups_in_the_store_do_not_run_ahead_of_one_that_is_being_played() -> None:
    store, hands = MemoryStore(), Shuffled(1, 1)
    Run("x", Fixed(200), store, hands, lambda s: hands.step()).play()
    line = meeting("a", "b")
    store.kept[line] = [game for game in store.kept[line] if game.seed != 1]
    slow = Shuffled(1, 1)
    ahead: list[int] = []
    found = Run("x", Fixed(200), store, slow)
    found._on_step = stepping(slow, lambda s: ahead.append(found.course.pending))
    found.play()
    assert max(ahead) == LAG and len(found.course.groups) == 200


def test_two_parts_that_want_one_meeting_get_one_game_each() -> None:
    class Twice(Fixed):
        def next(self, course: Course) -> Ask | None:
            at = len(course.asks)
            return Ask(at % 2, self._lineup, at // 2 + 1) if at < 2 * self.groups else None

    store, hands = MemoryStore(), Shuffled(4, 1)
    found = Run("x", Twice(6), store, hands, lambda s: hands.step())
    found.play()
    assert len(hands.jobs) == 6 and len(found.course.groups) == 12
    assert [group.ask.part for group in found.course.groups] == [0, 1] * 6


def test_a_run_that_is_interrupted_was_stopped_and_one_that_is_over_has_ended() -> None:
    store, hands = MemoryStore(), Shuffled(1, 1)

    def interrupt(step: RunStep) -> None:
        hands.step()
        if step.done == 4:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Run("x", Fixed(5), store, hands, interrupt).play()
    Run("x", Fixed(5), store, hands, stepping(hands, lambda step: None)).play()
    assert [what for _, what in store.events] == ["started", "stopped", "started", "ended"]


def test_the_end_is_an_event_and_the_steps_say_how_many_games_there_are(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(running, "RATED_S", 0.0)
    store, hands = MemoryStore(), Shuffled(1, 1)
    steps: list[RunStep] = []
    Run("x", Fixed(3), store, hands, stepping(hands, steps.append)).play()
    assert store.events == [("x", "started"), ("x", "ended")]
    assert steps[0].note == "preparing a" and hands.prepared == ["a", "b"]
    assert steps[-1].done == steps[-1].total == 6
    assert steps[-1].note.startswith("6 of 6 games, ")
