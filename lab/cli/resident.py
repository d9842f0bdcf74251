"""The resident process behind `smitsilab referee`: it has everything loaded and forks a process for
each match, so that matches are as separate as if each had been started alone.

Started by `client` with its listening socket as standard input. It ends after some idle minutes, or
when a file it was loaded from has changed. A match whose client is gone is ended.
"""

from __future__ import annotations

import argparse
import contextlib
import gc
import os
import signal
import socket
import sys
import threading
import traceback
from typing import NamedTuple, NoReturn

from lab.cli import referee
from lab.cli.client import BEGUN, LENGTH
from lab.cli.running import run
from lab.match.prepare import load
from lab.match.seats import parse_game
from lab.programs.process import end_all
from lab.signals import CTRL_C, HANG_UP, KILL, QUIT, handle
from search.random import Random

IDLE_S = 300.0
PATIENCE_S = 10.0  # for a client's request
_MOST = 1 << 26  # bytes of a section


class Request(NamedTuple):
    """What a client hands over."""

    likeness: bytes
    words: list[str]
    environment: dict[bytes, bytes]
    files: list[int]  # standard input, output, error, and the working directory


class Resident:
    """Serves one socket."""

    def __init__(self, listener: socket.socket, idle_s: float = IDLE_S) -> None:
        self._listener = listener
        self._path = str(listener.getsockname())
        self._own = os.stat(self._path).st_ino
        self._likeness: bytes | None = None  # the first client's
        self._matches = set[int]()  # process ids
        self._loaded = {path: _stamp(path) for path in _sources()}
        listener.settimeout(idle_s)

    def serve(self) -> None:
        """Answers clients until none has come for a while."""
        while self._accept() or self._has_matches():
            pass
        self._leave()
        self._listener.settimeout(0)
        while self._accept():  # they came just before the socket was gone
            pass

    def _accept(self) -> bool:
        """Serves one client; False if none came, or the sources have changed."""
        try:
            connection, _ = self._listener.accept()
        except (TimeoutError, BlockingIOError):
            return False
        self._has_matches()  # those that have ended are no longer kept
        with connection:
            if any(_stamp(path) != stamp for path, stamp in self._loaded.items()):
                self._leave()
                return False
            with contextlib.suppress(OSError, ValueError):
                self._serve(connection)
        return True

    def _serve(self, connection: socket.socket) -> None:
        connection.settimeout(PATIENCE_S)
        request = received(connection)
        try:
            self._likeness = self._likeness or request.likeness
            if request.likeness != self._likeness:
                return
            prepare(request.words)
            self._loaded = {path: _stamp(path) for path in _sources()} | self._loaded
            gc.freeze()  # shared pages stay shared
            match = os.fork()
            if not match:
                self._listener.close()
                play(connection, request)
            self._matches.add(match)
        finally:
            for file in request.files:
                os.close(file)

    def _has_matches(self) -> bool:
        """Collects the processes of matches that have ended; whether others are still running."""
        self._matches = {each for each in self._matches if not os.waitpid(each, os.WNOHANG)[0]}
        return bool(self._matches)

    def _leave(self) -> None:
        """Removes the socket, unless another resident process has replaced it."""
        with contextlib.suppress(OSError):
            if os.stat(self._path).st_ino == self._own:
                os.unlink(self._path)


def received(connection: socket.socket) -> Request:
    """A client's request; ValueError or OSError if it is none."""
    _, files, _, _ = socket.recv_fds(connection, 1, 4)
    try:
        likeness, words, variables = (_section(connection) for _ in range(3))
        pairs = (each.partition(b"=") for each in variables.split(b"\0") if each)
        environment = {name: value for name, _, value in pairs}
        return Request(
            likeness, [os.fsdecode(word) for word in words.split(b"\0")], environment, files
        )
    except (OSError, ValueError):
        for file in files:
            os.close(file)
        raise


def _section(connection: socket.socket) -> bytes:
    return _exactly(connection, int.from_bytes(_exactly(connection, LENGTH), "big"))


def _exactly(connection: socket.socket, count: int) -> bytes:
    if count > _MOST:
        raise ValueError("a section is too long")
    got = bytearray()
    while len(got) < count:
        piece = connection.recv(count - len(got))
        if not piece:
            raise ValueError("the client is gone")
        got += piece
    return bytes(got)


def prepare(words: list[str]) -> None:
    """Loads the rules that a command line asks for; a wrong one is left to its own process, which
    explains it.
    """
    parser = argparse.ArgumentParser(exit_on_error=False)
    parser.error = _refuse  # type: ignore[method-assign]  # exit_on_error lets some errors exit
    referee.arguments(parser)
    with contextlib.suppress(Exception):
        args = parser.parse_args(words[1:])
        players = len(referee.commands(args)) or parse_game(args.game).seats
        load(referee.keep_game(args.game, players, args.league), Random)


def _refuse(message: str) -> NoReturn:
    raise ValueError(message)


def play(connection: socket.socket, request: Request) -> NoReturn:
    """Plays one match in this process, which was forked for it, and ends it."""
    try:
        code = _exit_code(connection, request)
        _end_programs()
        connection.sendall(bytes([code & 255]))
    finally:
        with contextlib.suppress(BaseException):
            _end_programs()  # one more signal may have come before the first call
        os._exit(1)  # the client knows the right one


def _end_programs() -> None:
    handle(signal.SIG_IGN, CTRL_C, KILL, HANG_UP, QUIT)  # we end now in any case
    end_all()


def _exit_code(connection: socket.socket, request: Request) -> int:
    try:
        _become(request)
        connection.settimeout(None)
        connection.sendall(BEGUN)
        threading.Thread(target=_watch, args=(connection,), daemon=True).start()
        return run(request.words)
    except SystemExit as asked:
        return asked.code if isinstance(asked.code, int) else 1
    except BaseException:
        traceback.print_exc()
        return 1
    finally:
        for stream in (sys.stdout, sys.stderr):
            with contextlib.suppress(OSError, ValueError):
                stream.flush()


def _become(request: Request) -> None:
    """Takes over the client's streams, working directory and environment."""
    *streams, folder = request.files
    for number, file in enumerate(streams):
        os.dup2(file, number)
    os.fchdir(folder)
    for file in request.files:
        os.close(file)
    os.environ.clear()
    os.environb.update(request.environment)
    # new ones, since they remember what kind of file they write to
    sys.stdin = open(0, closefd=False)  # noqa: SIM115 - as long as the process
    sys.stdout = open(1, "w", 1 if os.isatty(1) else -1, closefd=False)  # noqa: SIM115 - likewise
    sys.stderr = open(2, "w", 1, errors="backslashreplace", closefd=False)  # noqa: SIM115 - likewise


def _watch(connection: socket.socket) -> None:
    """Passes on the client's signals; a client that is gone asks us to end."""
    main = threading.main_thread().ident or 0
    while True:
        try:
            got = connection.recv(1)
        except OSError:
            got = b""
        signal.pthread_kill(main, got[0] if got else signal.SIGTERM)
        if not got:
            return


def _sources() -> set[str]:
    """The files that were loaded, and their folders, which change when a file is added."""
    files = {f for m in list(sys.modules.values()) if (f := getattr(m, "__file__", None))}
    return files | {os.path.dirname(file) for file in files}


def _stamp(path: str) -> tuple[int, int] | None:
    """When a file was changed, and its size; None if it is gone."""
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size


def main() -> None:
    """Serves the socket that is our standard input."""
    listener = socket.socket(fileno=os.dup(0))
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.chdir("/")
    signal.signal(signal.SIGINT, signal.default_int_handler)
    Resident(listener).serve()


if __name__ == "__main__":
    main()
