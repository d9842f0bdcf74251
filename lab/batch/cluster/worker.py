"""Worker processes for a Dask scheduler, started the right way: one thread each, lowest priority,
and the memory settings of our own workers.
"""

from __future__ import annotations

import asyncio
import contextlib
import importlib
import logging
import os
import platform
import time
from collections.abc import Callable
from typing import Any, NoReturn

from lab.batch.cluster.link import Link, dask_parts, interface_to, open_to_all
from lab.batch.errors import BatchError
from lab.batch.processes import MEMORY, THREADS, playing
from lab.batch.serve import come_last
from lab.words.numerals import several

RETRY_S = 2.0  # between two tries to reach a scheduler that is gone

Tell = Callable[[str], object]


def run_workers(
    address: str, processes: int, tell: Tell, on_stop: Callable[[], object] = lambda: None
) -> NoReturn:
    """Serves the scheduler with so many processes until it is interrupted; waits for one that is
    gone. `on_stop` is called before they are ended, which takes a while. BatchError if no scheduler
    answers at first.
    """
    distributed = dask_parts()
    Link(address).close()
    _settle_in()
    if warning := open_to_all(address):
        tell(warning)
    while True:
        tell(f"{several(processes, 'process')} for the scheduler at {address}.")
        asyncio.run(_work(distributed, address, processes, on_stop))
        tell(f"The scheduler at {address} is gone; trying again until Ctrl-C.")
        _await_scheduler(address)


def _settle_in() -> None:
    """Makes this process and its children good neighbours."""
    come_last()
    os.environ.update(playing())
    spawned = dict.fromkeys(THREADS, "1") | MEMORY
    importlib.import_module("dask").config.set(
        {
            "distributed.nanny.pre-spawn-environ": spawned,
            "distributed.worker.profile.enabled": False,
            "distributed.logging": {"distributed": "critical"},
        }
    )


async def _work(
    distributed: Any, address: str, processes: int, on_stop: Callable[[], object]
) -> None:
    """Runs worker processes until the scheduler is gone. They listen where they reach it, and
    nowhere else.
    """
    host = interface_to(address)
    if not host:
        return
    async with contextlib.AsyncExitStack() as stack:
        nannies = [
            distributed.Nanny(
                address,
                host=host,
                nthreads=1,
                name=f"{platform.node()}-{os.getpid()}-{number + 1}",
                memory_limit=0,  # a search's tree is no leak
                silence_logs=logging.CRITICAL,
                dashboard=False,
            )
            for number in range(processes)
        ]
        try:
            for nanny in nannies:
                await stack.enter_async_context(nanny)
            await asyncio.gather(*(nanny.finished() for nanny in nannies))
        except asyncio.CancelledError:  # how Ctrl-C arrives here
            on_stop()
            raise


def _await_scheduler(address: str) -> None:
    while True:
        with contextlib.suppress(BatchError):
            Link(address, RETRY_S).close()
            return
        time.sleep(RETRY_S)
