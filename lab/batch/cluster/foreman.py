"""The thread that runs a cluster's games: twice a second it looks at the workers and takes in new
ones; it has each computer prepared by one of its workers, hands out jobs and takes their games.
"""

from __future__ import annotations

import contextlib
import queue
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import Future
from dataclasses import replace
from functools import partial
from typing import Any

from lab.batch.about import Host, current_digest
from lab.batch.cluster.dispatch import Batch, Dispatch, Station, Ticket
from lab.batch.cluster.link import Link, LinkedWorker, LinkLost
from lab.batch.cluster.site import (
    Chore,
    ClusterSite,
    about,
    chores_of,
    mixed,
    played,
    shown,
    speeds,
)
from lab.batch.errors import ENDED, BatchError, CalledOff
from lab.batch.frames import FRAME_S
from lab.batch.games import GroupJob
from lab.batch.hands import failed, games_of
from lab.batch.serve import clause

LOOK_S = 0.5  # between two looks at the workers
RETRY_S = 2.0  # between two tries to reach a lost scheduler

Tell = Callable[[str], object]


class Foreman:
    """Everything about a cluster's games; its methods without an underscore may be called from any
    thread. `broken` is the sentence with which it has ended by itself.
    """

    def __init__(self, address: str, tell: Tell, mixed_speeds: bool, patience_s: float) -> None:
        self._address, self._tell = address, tell
        self._mixed, self._patience_s = mixed_speeds, patience_s
        self._link = Link(address)
        self.dispatch, self.sites = Dispatch(), dict[str, ClusterSite]()
        self.broken = ""
        self.looked = False  # at the workers, at least once
        self.asked: set[str] = set()  # addresses of workers that have not said yet what they are
        self._seen: set[str] = set()  # addresses of all workers, also of those left out
        self._calls: dict[Batch, Future[Any]] = {}  # of batches that workers have
        self._chores: list[Chore] = []
        self._say: Tell = lambda said: None  # what is being prepared
        self._inbox: queue.SimpleQueue[Callable[[], object]] = queue.SimpleQueue()
        self._news, self._changed = threading.Event(), threading.Condition()
        self._looked_at, self._alive_at = 0.0, time.monotonic()
        self._closing = self._ended = False
        self._thread = threading.Thread(target=self._run, name="cluster", daemon=True)
        self._thread.start()

    # -- from other threads ------------------------------------------------------------------------

    def post(self, message: Callable[[], object]) -> None:
        """Has the thread call `message`."""
        self._inbox.put(message)
        self._news.set()

    def wait(self, condition: Callable[[], bool], seconds: float | None = None) -> None:
        """Waits until something holds, it has ended, or takes too long."""
        with self._changed:
            self._changed.wait_for(lambda: condition() or bool(self.broken), seconds)

    def take(self, ticket: Ticket) -> None:
        """Adds a job; CalledOff if it has ended."""
        if self.broken or self._closing:
            raise CalledOff(self.broken or ENDED)
        self.post(partial(self.dispatch.waiting.append, ticket))

    def need(self, chores: Iterable[Chore], tell: Tell) -> None:
        """Has each computer do these chores before it plays; `tell` gets each in words."""
        self.post(partial(self._add_chores, list(chores), tell))

    def has_done(self, chores: Iterable[Chore]) -> bool:
        """Whether every computer has done its part of these, or it has ended."""
        sites, needed = list(self.sites.values()), set(chores) & set(self._chores)
        done = bool(sites and needed) and all(needed <= site.done for site in sites)
        return done or bool(self.broken)

    def frames(self, most: int) -> list[dict[str, Any]]:
        """What up to so many workers are playing now."""
        busy = [each.address for each in list(self.dispatch.stations.values()) if each.batches]
        found = self._link.look(busy[:most], shown, FRAME_S) if busy else []
        return [frame for frame in found if frame is not None]

    def close(self, patience_s: float) -> None:
        """Cancels what waits, gives running games some time, and leaves."""
        self._closing = True
        self._news.set()
        self.wait(lambda: not self.dispatch.flying, patience_s)
        self._ended = True
        self._news.set()
        self._thread.join()
        self._link.close()

    # -- the thread --------------------------------------------------------------------------------

    def _run(self) -> None:
        try:
            while not (self._ended or self.broken):
                try:
                    self._step()
                except LinkLost:
                    self._reconnect()
                with self._changed:
                    self._changed.notify_all()
                self._news.wait(LOOK_S)
                self._news.clear()
        except Exception as error:  # it must not leave anybody waiting
            self._break(f"{clause(error)}.")
        self._obey()
        if self._closing:
            self.dispatch.cancel()
        self._give_up(self.dispatch.drain(), self.broken or ENDED)
        with self._changed:
            self._changed.notify_all()

    def _step(self) -> None:
        self._obey()
        if time.monotonic() - self._looked_at >= LOOK_S:
            self._look()
        if self._closing:
            self.dispatch.cancel()
            return
        self._refuse()
        self._have_prepared()
        while (found := self.dispatch.next(self._able)) is not None:
            self._hand_out(*found)

    def _obey(self) -> None:
        with contextlib.suppress(queue.Empty):
            while True:
                self._inbox.get_nowait()()

    def _give_up(self, tickets: Iterable[Ticket], why: str) -> None:
        for ticket in tickets:
            if ticket.begin():
                ticket.future.set_exception(CalledOff(why))

    def _break(self, why: str) -> None:
        self.broken = why

    # -- workers -----------------------------------------------------------------------------------

    def _look(self) -> None:
        """Notes which workers came and which are gone."""
        found = {worker.address: worker for worker in self._link.workers()}
        for address in self._seen - found.keys():
            self._lose(address)
        for address in found.keys() - self._seen:
            self._meet(found[address])
        self._seen = set(found)
        self._looked_at, self.looked = time.monotonic(), True
        if self.dispatch.stations:
            self._alive_at = self._looked_at
        elif self._looked_at - self._alive_at > self._patience_s:
            self._break(f"The cluster at {self._address} has no worker left that can play.")

    def _meet(self, worker: LinkedWorker) -> None:
        if worker.threads > 1:
            self._tell(
                f"The worker {worker.name} is left out: it has {worker.threads} threads, which "
                f"share time and caches. Start it with: smitsilab worker {self._address}"
            )
            return
        self.asked.add(worker.address)
        self._ask(worker.address, partial(self._met, worker), about)

    def _met(self, worker: LinkedWorker, answer: Future[dict[str, Any]]) -> None:
        """Takes a worker in, if it is one of ours."""
        self.asked.discard(worker.address)
        if answer.cancelled() or worker.address not in self._seen:
            return
        error = answer.exception()
        if error is not None:
            self._tell(f"The worker {worker.name} is left out: it has no Smitsilab ({error}).")
            return
        facts = answer.result()
        folder = str(facts.pop("folder"))
        host = Host(**facts)
        if host.digest != current_digest():
            self._tell(
                f"The worker {worker.name} is left out: it has other sources "
                f"({host.digest[:7]}, not {current_digest()[:7]}). Install the same version there."
            )
            return
        name = self._site_name(host.name, folder)
        self.sites.setdefault(name, ClusterSite(replace(host, name=name), folder=folder))
        self.dispatch.stations[worker.address] = Station(worker.address, worker.name, name)

    def _site_name(self, name: str, folder: str) -> str:
        """The computer's name; with the folder where workers of two folders are on one computer,
        since commands and caches may be others there.
        """
        known = self.sites.get(name)
        return name if known is None or known.folder == folder else f"{name} {folder}"

    def _lose(self, address: str) -> None:
        self.asked.discard(address)
        station = self.dispatch.stations.get(address)
        if station is None:
            return
        self._tell(f"The worker {station.name} is lost; its games are played again.")
        for batch in station.batches:
            self._calls.pop(batch).cancel()
        for ticket in self.dispatch.lose(address):
            why = "Two workers were lost while they played it."
            ticket.future.set_result(failed(ticket.job, why, station.host))
        site = self.sites[station.host]
        site.lose(address, self._missing(site))
        if not any(each.host == station.host for each in self.dispatch.stations.values()):
            del self.sites[station.host]

    def _ask(
        self,
        address: str,
        answered: Callable[[Future[Any]], object],
        function: Callable[..., Any],
        *words: Any,
    ) -> Future[Any]:
        """Has a worker run a function; the thread then calls `answered`."""
        future = self._link.ask(address, function, *words)
        future.add_done_callback(lambda done: self.post(partial(answered, done)))
        return future

    def _reconnect(self) -> None:
        """The scheduler is lost: tries to reach it again, with all workers and games as new."""
        self._tell(f"The scheduler at {self._address} does not answer; trying again.")
        until = time.monotonic() + self._patience_s
        self._link.close()
        self.dispatch.part()
        for known in (self.asked, self._seen, self.sites, self._calls):
            known.clear()
        while not (self._closing or self._ended):
            with contextlib.suppress(BatchError):
                self._link = Link(self._address, RETRY_S)
                self._alive_at = time.monotonic()
                return
            if time.monotonic() > until:
                break
            self._news.wait(RETRY_S)
            self._news.clear()
        self._break(
            f"The scheduler at {self._address} has not answered for {self._patience_s:.0f} s. What "
            "is finished is kept; the same command goes on."
        )

    # -- chores ------------------------------------------------------------------------------------

    def _add_chores(self, chores: list[Chore], tell: Tell) -> None:
        """Adds those that are new; the speed is measured only once."""
        measured = any(chore.measures for chore in self._chores)
        new = [c for c in chores if c not in self._chores and not (c.measures and measured)]
        kept = [c for c in self._chores if not any(each.replaces(c) for each in new)]
        self._chores = [*kept, *new]
        self._say = tell

    def _missing(self, site: ClusterSite) -> Chore | None:
        return next((chore for chore in self._chores if chore not in site.done), None)

    def _have_prepared(self) -> None:
        """Gives each computer its next chore, done by one of its workers that is free."""
        for name, site in self.sites.items():
            chore = self._missing(site)
            free = (s for s in self.dispatch.stations.values() if s.host == name and not s.batches)
            station = next(free, None)
            if chore is None or site.at or station is None:
                continue
            site.at = station.address
            number = self._chores.index(chore) + 1
            self._say(f"preparing {name}: {chore.words} ({number} of {len(self._chores)})")
            function, words = chore.call
            self._ask(station.address, partial(self._prepared, site, chore), function, *words)

    def _prepared(self, site: ClusterSite, chore: Chore, answer: Future[dict[str, Any]]) -> None:
        if answer.cancelled() or self.sites.get(site.host.name) is not site:
            return
        error = answer.exception()
        result = answer.result() if error is None else {"error": str(error)}
        why = site.finish(chore, result)
        if why:
            self._tell(f"{site.host.name} is left out of games of {chore.seat}: {why}.")

    # -- games -------------------------------------------------------------------------------------

    def _able(self, station: Station, job: GroupJob) -> bool:
        site = self.sites[station.host]
        return self._missing(site) is None and site.plays(job)

    def _refuse(self) -> None:
        """Ends jobs that nobody may play."""
        for ticket in list(self.dispatch.waiting):
            why = self._refusal(ticket.job)
            if why and ticket.begin():
                self.dispatch.waiting.remove(ticket)
                ticket.future.set_exception(BatchError(why))

    def _refusal(self, job: GroupJob) -> str:
        if job.clock == "wall":
            return (
                "Games by the clock are not played on a cluster: nobody knows what else its "
                "machines do. Use a budget of iterations, of nodes or of CPU time."
            )
        if job.clock == "cpu" and not self._mixed:
            if not any(chore.measures for chore in self._chores):
                self._add_chores(chores_of(job.game, job.sides), self._say)
            return mixed(speeds(list(self.sites.values())))
        if self.sites and not any(site.plays(job) for site in self.sites.values()):
            return "No machine can play all sides of these games."
        return ""

    def _hand_out(self, station: Station, batch: Batch) -> None:
        self._calls[batch] = self._ask(
            station.address,
            partial(self._played, station, batch, time.monotonic()),
            played,
            [ticket.job.line for ticket in batch],
            station.address,
        )

    def _played(
        self, station: Station, batch: Batch, begun: float, answer: Future[list[dict[str, Any]]]
    ) -> None:
        if batch not in station.batches:
            return  # its worker was given up; it plays elsewhere
        if answer.cancelled():
            raise LinkLost
        del self._calls[batch]
        self.dispatch.done(station, batch, time.monotonic() - begun)
        error = answer.exception()
        for index, ticket in enumerate(batch):
            if error is not None:
                why = f"It could not be played on {station.name} ({type(error).__name__}: {error})."
                ticket.future.set_result(failed(ticket.job, why, station.host))
            elif not self._doubts(station, ticket, answer.result()[index]):
                _settle(ticket, answer.result()[index])

    def _doubts(self, station: Station, ticket: Ticket, answer: Mapping[str, Any]) -> bool:
        """Whether a job is refused because a program has changed on that computer since it was
        prepared: then it waits until all is compared again.
        """
        if "error" not in answer or not any(ticket.job.programs) or ticket.doubted:
            return False
        ticket.doubted = self.sites[station.host].forget(ticket.job)
        if ticket.doubted:
            self.dispatch.again(ticket)
        return ticket.doubted


def _settle(ticket: Ticket, answer: dict[str, Any]) -> None:
    try:
        ticket.future.set_result(games_of(ticket.job, answer))
    except BatchError as refusal:
        ticket.future.set_exception(refusal)
