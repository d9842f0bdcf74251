"""No collecting of garbage while numba is loaded or compiles: it makes millions of objects that
stay until it is done, and to look through them takes a tenth to a sixth of the time.
"""

from __future__ import annotations

import gc
import threading
from collections.abc import Iterator
from contextlib import contextmanager

_lock = threading.Lock()
_inside = 0  # threads
_was_on = False


@contextmanager
def uncollected() -> Iterator[None]:
    """Collects nothing meanwhile, in any thread; afterwards as before."""
    global _inside, _was_on
    with _lock:
        if not _inside:
            _was_on = gc.isenabled()
            gc.disable()
        _inside += 1
    try:
        yield
    finally:
        with _lock:
            _inside -= 1
            if _was_on and not _inside:
                gc.enable()
