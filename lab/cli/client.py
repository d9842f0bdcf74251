"""A refereed match in a resident process: the client, which loads nothing but sockets.

Testers start `smitsilab referee` for every match, and loading numpy, numba and the rules takes a
second. So the first match of a run starts a resident process (`resident`), which has everything
loaded and forks a process for each match. The client hands over its arguments, environment, working
directory and standard streams, forwards signals, and ends with the match's exit code.

The socket is in a folder that only this user can open. Its name is derived from all that a program
inherits (limits, priority, processors, groups), so a resident process serves only clients whose
programs would have been started alike. If anything goes wrong before the match begins, it is played
in the client's own process, as on systems other than Linux and with SMITSILAB_RESIDENT=no.
"""

from __future__ import annotations

import os
import sys

from lab.again import environment
from lab.cli import FILES

if sys.platform == "linux":
    import fcntl
    import signal
    import socket
    import stat
    import zlib

SWITCH = "SMITSILAB_RESIDENT"
BEGUN = b"\1"  # the first byte of the answer; the second is the exit code
LENGTH = 8  # bytes of a section's length
TRIES = 2  # the first resident process may have been made of other sources
STARTING_S = 300  # until a resident process has compiled a game's rules
_ALONE = ("--load", "-h", "--help")  # words that need a process of their own
_INHERITED = frozenset(
    b"Umask Uid Gid Groups SigBlk SigIgn CapInh CapPrm CapEff CapBnd CapAmb NoNewPrivs Seccomp "
    b"Cpus_allowed Mems_allowed".split()
)
_SETTINGS = (b"PYTHON", b"NUMBA", b"SMITSILAB", b"LD_", b"LC_", b"LANG", b"XDG_", b"HOME")
_ENDED = "smitsilab: The process that refereed the match was ended from outside."


def refereed(words: list[str]) -> int | None:
    """Has the match of this command line played and returns its exit code; None if it should be
    played in this process.
    """
    if sys.platform != "linux" or not _may_be_served(words):
        return None
    try:
        own = likeness()
        path = os.path.join(_folder(), f"referee-{zlib.crc32(own):08x}")
        for _ in range(TRIES):
            with _connected(path) or _started(path) as connection:
                begun = _ask(connection, own, words)
                if begun:
                    return _code(connection)
    except OSError:
        pass  # the match is played here
    except KeyboardInterrupt:
        print("Stopped.", file=sys.stderr)
        return 128 + signal.SIGINT
    return None


def likeness() -> bytes:
    """All that a program inherits, and all settings that change how the lab plays."""
    me = "/proc/self/"
    status = [line for line in _lines(me + "status") if line.partition(b":")[0] in _INHERITED]
    spaces = [os.fsencode(os.readlink(f"{me}ns/{name}")) for name in sorted(os.listdir(me + "ns"))]
    settings = [b"=".join(item) for item in os.environb.items() if item[0].startswith(_SETTINGS)]
    order = f"{os.getpriority(os.PRIO_PROCESS, 0)} {os.sched_getscheduler(0)} {sys.flags}"
    files = [os.fsencode(path) for path in (sys.executable, os.path.abspath(__file__))]
    limits = [line for name in ("limits", "cgroup", "oom_score_adj") for line in _lines(me + name)]
    return b"\n".join([*status, *limits, *spaces, order.encode(), *files, *sorted(settings)])


def _may_be_served(words: list[str]) -> bool:
    if os.environ.get(SWITCH) == "no" or "SMITSILAB_LOAD" in os.environ or set(_ALONE) & {*words}:
        return False
    if any(word.partition(":")[0].endswith(FILES) for word in words[1:2]):  # a game of one's own
        return False
    return None not in (sys.stdin, sys.stdout, sys.stderr)


def _lines(path: str) -> list[bytes]:
    with open(path, "rb") as file:
        return file.read().splitlines()


def _folder() -> str:
    """The folder of the sockets; OSError if others could reach into it."""
    base = os.environ.get("XDG_RUNTIME_DIR", "")
    path = f"{base}/smitsilab" if os.path.isabs(base) else f"/tmp/smitsilab-{os.getuid()}"
    if not os.path.lexists(path):
        os.mkdir(path, 0o700)
    found = os.lstat(path)
    private = stat.S_ISDIR(found.st_mode) and not stat.S_IMODE(found.st_mode) & 0o077
    if not private or found.st_uid != os.geteuid():
        raise PermissionError(f"{path} is open to others")
    return path


def _connected(path: str) -> socket.socket | None:
    """A connection to the resident process, if there is one."""
    connection = socket.socket(socket.AF_UNIX)
    try:
        connection.connect(path)
    except (FileNotFoundError, ConnectionRefusedError):
        connection.close()
        return None
    return connection


def _started(path: str) -> socket.socket:
    """A connection to a new resident process, which accepts it as soon as it is ready. If it fails
    the connection ends.
    """
    with open(f"{path}.lock", "wb") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        found = _connected(path)  # another client may have been quicker
        if found is not None:
            return found
        if os.path.lexists(path):
            os.unlink(path)  # of one that was killed
        with socket.socket(socket.AF_UNIX) as listener:
            listener.bind(path)
            listener.listen(128)
            _spawn(listener)
            connection = _connected(path)
        if connection is None:
            raise ConnectionRefusedError(path)
        return connection


def _spawn(listener: socket.socket) -> None:
    """Starts the resident process with the listening socket as its standard input."""
    null = [(os.POSIX_SPAWN_OPEN, n, os.devnull, os.O_WRONLY, 0) for n in (1, 2)]
    os.posix_spawn(
        sys.executable,
        [sys.executable, "-P", "-m", "lab.cli.resident"],
        environment() | {"OPENBLAS_NUM_THREADS": "1"},
        file_actions=[(os.POSIX_SPAWN_DUP2, listener.fileno(), 0), *null],
        setsid=True,
    )


def _ask(connection: socket.socket, own: bytes, words: list[str]) -> bool:
    """Hands everything over; whether the match has begun."""
    variables = [b"=".join(item) for item in os.environb.items()]
    sections = [own, b"\0".join(map(os.fsencode, words)), b"\0".join(variables)]
    here = os.open(".", os.O_RDONLY | os.O_DIRECTORY)
    try:
        connection.settimeout(STARTING_S)
        socket.send_fds(connection, [b"\0"], [0, 1, 2, here])
        connection.sendall(b"".join(len(s).to_bytes(LENGTH, "big") + s for s in sections))
        return connection.recv(1) == BEGUN
    except ConnectionError:
        return False
    finally:
        os.close(here)


def _code(connection: socket.socket) -> int:
    """Waits for the end of the match and forwards signals meanwhile; its exit code."""

    def forward(number: int, _: object) -> None:
        try:
            connection.send(bytes([number]))
        except OSError:
            return  # the match has just ended

    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT):
        if signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, forward)
    connection.settimeout(None)
    try:
        code = connection.recv(1)
    except ConnectionError:
        code = b""
    if code:
        return code[0]
    print(_ENDED, file=sys.stderr)
    return 2
