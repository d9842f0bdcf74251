"""The connection to a Dask scheduler. Nothing of Dask is loaded before one is made."""

from __future__ import annotations

import contextlib
import importlib
import importlib.util
import logging
import socket
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from lab.batch.errors import BatchError

T = TypeVar("T")
CONNECT_S, LEAVE_S = 10.0, 1.0
TLS_FILES = "ca.pem, cert.pem and key.pem"
NO_CLUSTER = (
    "A cluster needs dask.distributed, which is not installed: pip install 'smitsilab[cluster]'."
)


class LinkLost(Exception):
    """The scheduler no longer answers."""


@dataclass(frozen=True)
class LinkedWorker:
    """A worker as the scheduler knows it."""

    address: str
    name: str
    threads: int


def dask_parts() -> Any:
    """The package `distributed`; BatchError with a sentence if it is not installed."""
    if importlib.util.find_spec("distributed") is None:
        raise BatchError(NO_CLUSTER)
    package = importlib.import_module("distributed")
    for name in list(logging.root.manager.loggerDict):
        if name.partition(".")[0] == "distributed":  # what it logs is said here in sentences
            logging.getLogger(name).setLevel(logging.CRITICAL)
    return package


def secure(folder: Path) -> None:
    """Has this process and its workers talk only to who has a certificate of the same authority:
    `ca.pem`, and `cert.pem` with `key.pem` of one's own. BatchError if one is missing.
    """
    files = {name: folder / f"{name}.pem" for name in ("ca", "cert", "key")}
    missing = [str(file) for file in files.values() if not file.is_file()]
    if missing:
        raise BatchError(f"There is no {missing[0]}; --tls names a folder with {TLS_FILES}.")
    ca, cert, key = (str(file.resolve()) for file in files.values())
    dask_parts()
    settings: dict[str, object] = {"require-encryption": True, "tls.ca-file": ca}
    for role in ("client", "worker"):
        settings |= {f"tls.{role}.cert": cert, f"tls.{role}.key": key}
    importlib.import_module("dask").config.set(
        {f"distributed.comm.{name}": value for name, value in settings.items()}
    )


def open_to_all(address: str) -> str:
    """A warning about a scheduler that others in the network reach, in a sentence; "" where it asks
    for certificates or is on this computer.
    """
    protocol, _, _ = address.rpartition("://")
    if protocol == "tls" or interface_to(address) in ("127.0.0.1", "::1"):
        return ""
    return (
        f"Everyone who reaches the scheduler at {address} can run programs on this computer and on "
        "its workers; --tls lets in those with a certificate only."
    )


def interface_to(address: str) -> str:
    """The address of this computer from which it reaches a scheduler; "" if it does not."""
    host, port = dask_parts().comm.get_address_host_port(address)
    try:
        with socket.create_connection((host, port), CONNECT_S) as connection:
            return str(connection.getsockname()[0])
    except OSError:
        return ""


class Link:
    """A client of a scheduler; BatchError if none answers within so many seconds."""

    def __init__(self, address: str, within_s: float = CONNECT_S) -> None:
        distributed = dask_parts()
        try:
            self._client = distributed.Client(address, timeout=within_s, set_as_default=False)
        except (OSError, ValueError, TypeError) as error:
            raise BatchError(
                f"No Dask scheduler answered at {address} within {within_s:.0f} s "
                f"({type(error).__name__}). Start one with: dask scheduler"
            ) from None
        self._executor = self._client.get_executor(pure=False, retries=0)

    def workers(self) -> list[LinkedWorker]:
        """The workers that are connected now; LinkLost if the scheduler does not answer."""
        if self._client.status != "running":
            raise LinkLost
        try:
            found = self._client.scheduler_info(n_workers=-1)["workers"]
        except Exception:
            raise LinkLost from None
        return [
            LinkedWorker(address, str(facts["name"]), int(facts["nthreads"]))
            for address, facts in found.items()
        ]

    def ask(self, worker: str, function: Callable[..., T], *words: Any) -> Future[T]:
        """Runs an importable function on the worker with that address, and on no other."""
        try:
            future: Future[T] = self._executor.submit(
                function, *words, workers=[worker], allow_other_workers=False
            )
        except Exception:
            raise LinkLost from None
        return future

    def look(self, workers: Sequence[str], function: Callable[..., T], within_s: float) -> list[T]:
        """What the function says on each of these workers, at once, whatever they are doing;
        nothing where that takes too long.
        """
        asking = {"workers": list(workers), "on_error": "ignore", "callback_timeout": within_s}
        try:
            return list(self._client.sync(self._client.run, function, **asking).values())
        except Exception:  # it is only for show
            return []

    def close(self) -> None:
        """Forgets what still runs, and leaves."""
        with contextlib.suppress(Exception):
            self._executor.shutdown(wait=False)
        with contextlib.suppress(Exception):
            self._client.close(LEAVE_S)
