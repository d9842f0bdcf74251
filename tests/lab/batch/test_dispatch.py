"""Which worker plays what: nobody's job is lost or played twice, and one culprit costs one job."""

from __future__ import annotations

from concurrent.futures import Future
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from lab.batch.about import Host
from lab.batch.cluster.dispatch import AHEAD, Batch, Dispatch, Station, Ticket
from lab.batch.cluster.site import Chore, ClusterSite, mixed, speeds
from tests.lab.batch.playing import JOB

HOST = Host("lab1", "cpu", 2, "3.11", "0.6", "abc")


def everywhere(station: Station, job: object) -> bool:
    return True


def made(stations: int, jobs: int) -> Dispatch:
    """So many workers and waiting jobs."""
    dispatch = Dispatch()
    for number in range(stations):
        address = f"tcp://{number}"
        dispatch.stations[address] = Station(address, str(number), "lab1")
    dispatch.waiting.extend(Ticket(replace(JOB, seed=seed), Future()) for seed in range(jobs))
    return dispatch


def seeds(batch: Batch) -> list[int]:
    return [ticket.job.seed for ticket in batch]


def handed(dispatch: Dispatch) -> list[tuple[str, list[int]]]:
    """Hands out what can be: (worker, seeds)."""
    found = []
    while (each := dispatch.next(everywhere)) is not None:
        found.append((each[0].name, seeds(each[1])))
    return found


def test_every_worker_has_two_tasks_and_the_rest_waits() -> None:
    dispatch = made(2, 7)
    assert handed(dispatch) == [("0", [0]), ("1", [1]), ("0", [2]), ("1", [3])]
    assert dispatch.flying == 4 and len(dispatch.waiting) == 3
    station = dispatch.stations["tcp://1"]
    dispatch.done(station, station.batches[0], 5.0)
    assert handed(dispatch) == [("1", [4])]


def test_a_late_worker_gets_what_waits() -> None:
    dispatch = made(1, 4)
    handed(dispatch)
    dispatch.stations["tcp://late"] = Station("tcp://late", "late", "lab2")
    assert handed(dispatch) == [("late", [2]), ("late", [3])]


def test_short_jobs_share_a_task_and_long_ones_do_not() -> None:
    for seconds, most in ((0.03, 10), (0.2, 1)):
        dispatch = made(1, 60)
        _, batch = dispatch.next(everywhere) or (None, ())
        dispatch.done(dispatch.stations["tcp://0"], batch, seconds)
        assert [len(found) for _, found in handed(dispatch)] == [most] * AHEAD


def test_shared_tasks_leave_something_for_every_worker() -> None:
    dispatch = made(4, 12)
    station, batch = dispatch.next(everywhere) or (None, ())
    assert station is not None
    dispatch.done(station, batch, 0.001)
    assert {name for name, _ in handed(dispatch)} == {"0", "1", "2", "3"}


def test_suspects_play_alone_and_first_and_are_given_up_after_two_losses() -> None:
    dispatch = made(2, 6)
    handed(dispatch)
    assert dispatch.lose("tcp://0") == []
    assert [t.job.seed for t in dispatch.waiting] == [0, 2, 4, 5]
    # the other worker still has two tasks: nothing is added, so that it gets free
    assert handed(dispatch) == []
    station = dispatch.stations["tcp://1"]
    for batch in list(station.batches):
        dispatch.done(station, batch, 1.0)
    assert handed(dispatch) == [("1", [0])]
    (culprit,) = dispatch.lose("tcp://1")
    assert culprit.job.seed == 0 and culprit.losses == 2
    assert [t.job.seed for t in dispatch.waiting] == [2, 4, 5]


def test_a_lost_scheduler_is_nobodys_fault() -> None:
    dispatch = made(2, 5)
    handed(dispatch)
    dispatch.part()
    assert not dispatch.stations and all(t.losses == 0 for t in dispatch.waiting)
    assert sorted(t.job.seed for t in dispatch.waiting) == [0, 1, 2, 3, 4]


def test_cancelled_jobs_are_not_handed_out() -> None:
    dispatch = made(1, 4)
    waiting = list(dispatch.waiting)
    assert waiting[0].future.cancel() and waiting[2].future.cancel()
    assert handed(dispatch) == [("0", [1]), ("0", [3])]
    assert not waiting[1].future.cancel() and not dispatch.waiting


def test_a_job_waits_for_a_worker_that_can_play_it() -> None:
    dispatch = made(2, 2)
    able = lambda station, job: station.name == "1" or job.seed == 1  # noqa: E731
    found = [dispatch.next(able) for _ in range(3)]
    assert [(each[0].name, seeds(each[1])) for each in found if each] == [("1", [0]), ("0", [1])]


@given(st.lists(st.tuples(st.sampled_from("doldc"), st.integers(0, 9)), max_size=60))
def test_every_job_ends_once_whatever_happens(events: list[tuple[str, int]]) -> None:
    dispatch = made(2, 0)
    tickets: list[Ticket] = []
    ended: list[Ticket] = []
    for number, (what, which) in enumerate(events):
        addresses = sorted(dispatch.stations)
        if what == "o":
            tickets += [Ticket(replace(JOB, seed=100 * number + k), Future()) for k in range(3)]
            dispatch.waiting.extend(tickets[-3:])
        elif what == "c" and tickets:
            ticket = tickets[which % len(tickets)]
            ended += [ticket] * (not ticket.future.cancelled() and ticket.future.cancel())
        elif what == "l" and addresses:
            ended += dispatch.lose(addresses[which % len(addresses)])
            dispatch.stations[f"new{number}"] = Station(f"new{number}", "new", "lab1")
        elif what == "d":
            busy = [s for s in dispatch.stations.values() if s.batches]
            if busy:
                station = busy[which % len(busy)]
                ended += station.batches[0]
                dispatch.done(station, station.batches[0], which / 100)
        handed(dispatch)
        for station in dispatch.stations.values():
            assert len(station.batches) <= AHEAD
            if station.has_suspect:
                assert [len(batch) for batch in station.batches] == [1]
    flying = [t for s in dispatch.stations.values() for batch in s.batches for t in batch]
    left = [t for t in dispatch.waiting if not t.future.cancelled()]
    everyone = [*ended, *flying, *left]
    assert len(everyone) == len(set(map(id, everyone))) == len(tickets)


def test_machines_of_different_speed_are_named() -> None:
    sites = [
        ClusterSite(replace(HOST, name=name), cpu_s=cpu_s)
        for name, cpu_s in [("a", 2.0), ("b", 1.4)]
    ]
    assert [(host.name, host.speed) for host in speeds(sites)] == [("a", 0.7), ("b", 1.0)]
    assert mixed(speeds(sites)).startswith("These 2 machines have speeds 1.00, 0.70: ")
    assert mixed(speeds(sites[:1])) == "" == mixed([HOST]) == mixed([])
    sites[0].cpu_s = 1.5
    assert mixed(speeds(sites)) == ""


def test_a_site_that_prepares_other_things_cannot_play_them() -> None:
    site = ClusterSite(HOST)
    same = Chore("tictactoe", "uct", "d", (("rules", "1"), ("player", "2")))
    other = Chore("tictactoe", "cmd:./bot", "d", (("rules", "1"), ("player", "3")))
    assert site.finish(same, {"rules": "1", "player": "2"}) == "" and site.plays(JOB)
    assert "its rules are not the same" in site.finish(same, {"rules": "3", "player": "2"})
    assert site.finish(same, {"rules": "1", "player": "2"}) == "" and site.plays(JOB)
    assert "the program is not there" in site.finish(other, {"rules": "1", "player": "4"})
    assert not site.plays(replace(JOB, sides=("uct", "cmd:./bot")))
    assert site.plays(replace(JOB, sides=("uct", "random"))) and site.done == {same, other}


def test_a_program_is_compared_again_and_newer_files_replace_older_ones() -> None:
    site, job = ClusterSite(HOST), replace(JOB, sides=("uct", "cmd:./bot"))
    search, program = Chore("tictactoe", "uct", "d"), Chore("tictactoe", "cmd:./bot", "d")
    speed = Chore("tictactoe", "uct", measures=True)
    assert not site.forget(job)
    for chore in (search, program, speed):
        site.finish(chore, {})
    assert site.forget(job) and site.done == {speed}
    site.finish(program, {"error": "no"})
    assert not site.plays(job)
    newer = replace(program, own=(("player", "4"),))
    assert newer.replaces(program) and not newer.replaces(search) and not search.replaces(speed)
    assert site.finish(newer, {"player": "4"}) == "" and site.plays(job)


def test_a_chore_that_kills_two_workers_is_given_up() -> None:
    site, chore = ClusterSite(HOST), Chore("tictactoe", "uct", "d")
    site.at = "tcp://1"
    site.lose("tcp://2", chore)
    assert site.at == "tcp://1"
    site.lose("tcp://1", chore)
    assert site.at == "" and chore not in site.done
    site.at = "tcp://3"
    site.lose("tcp://3", chore)
    assert chore in site.done and not site.plays(replace(JOB, sides=("uct", "random")))
