"""What a file's code may not do to the process that checks it: take all memory, end it, or bring it
down without a trace.
"""

from __future__ import annotations

import contextlib
import faulthandler
import os
import re
import sys
import threading
from pathlib import Path
from typing import NoReturn

from engines.knobs import KnobError
from engines.own_files import loaded
from lab.check.blame import blamed, part_of
from lab.check.deadline import CALL_S, within

MEMORY = 4 << 30  # bytes of addresses
_FRAME = re.compile(r'File "(.+)", line (\d+) in (.+)')
_leave = os._exit


def confine(trace: Path) -> None:
    """From now on an allocation beyond MEMORY fails, os._exit is an exception, and where the
    process was when a signal ended it is in `trace`.
    """
    faulthandler.enable(trace.open("w", encoding="utf-8"), all_threads=False)
    os._exit = _exit
    if sys.platform == "linux":
        limit_memory("RLIMIT_AS", MEMORY)


def limit_memory(name: str, most: int) -> None:
    """So many bytes are the limit of this process from now on, if the system can say so."""
    with contextlib.suppress(ImportError, OSError, ValueError):  # less is allowed
        import resource

        which = getattr(resource, name)
        resource.setrlimit(which, (most, resource.getrlimit(which)[1]))


def _exit(status: int) -> NoReturn:
    raise SystemExit(status)


def leave(code: int = 0) -> NoReturn:
    """Ends the process, whatever threads a file has started."""
    _leave(code)


def traced(trace: Path, file: Path) -> tuple[int, str]:
    """The line of the file in which a process was ended, and the part of the game; 0 and "" if
    nothing is known.
    """
    with contextlib.suppress(OSError):
        frames = _FRAME.findall(trace.read_text(encoding="utf-8", errors="replace"))
        own = [(int(line), name) for path, line, name in frames if path == str(file)]
        if own:
            return own[0][0], part_of([name for _, name in reversed(own)])
    return 0, ""


def load_alone(path: Path) -> None:
    """Loads a file; KnobError also where it ends the program."""
    try:
        with within(CALL_S):
            loaded(path)
    except Exception:
        raise
    except BaseException as error:
        line, _ = blamed(error, path.resolve())
        raise KnobError(
            f"{path} cannot be loaded: line {line} ends the program ({type(error).__name__})."
        ) from error


def try_loading(path: Path) -> None:
    """As `load_alone`, in a process that has no other thread; KnobError also where the file leaves
    a thread behind, or no output.
    """
    load_alone(path)
    if threading.active_count() > 1:
        raise KnobError(f"{path} cannot be loaded: it starts a thread.")
    if any(stream is None or stream.closed for stream in (sys.stdout, sys.stderr)):
        raise KnobError(f"{path} cannot be loaded: it closes the output of the program.")
