"""Ctrl-C while something is compiled: answered at once, and never in the middle of the compiler."""

from __future__ import annotations

import gc
import signal
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from numba.core import event

from engines.compiling.apart import apart
from engines.jit import is_disabled, rule
from tests.waiting import HANG_S, until

ENDS = pytest.mark.skipif(sys.platform == "win32", reason="signals")


@pytest.fixture
def answering() -> Iterator[None]:
    """Ctrl-C raises KeyboardInterrupt, whoever started the tests."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@ENDS
def test_the_one_who_waits_is_interrupted_and_the_work_is_not(answering: None) -> None:
    going_on, ended = threading.Event(), list[str]()

    def work(name: str) -> None:
        signal.raise_signal(signal.SIGINT)  # Python hands it to the main thread
        assert going_on.wait(HANG_S)
        ended.append(f"{name} in {threading.current_thread().name}")

    with pytest.raises(KeyboardInterrupt):
        apart(work)("kernel")
    assert not ended
    going_on.set()
    until(lambda: ended == ["kernel in compiler"])


def test_what_comes_out_is_passed_on(answering: None) -> None:
    def work(a: int, b: int) -> int:
        return a // b

    assert apart(work)(7, 2) == 3
    with pytest.raises(ZeroDivisionError):
        apart(work)(7, 0)


def test_who_cannot_be_interrupted_compiles_itself(answering: None) -> None:
    """Workers ignore Ctrl-C, and no other thread than the main one hears of it."""
    names = list[str]()

    def work() -> None:
        names.append(threading.current_thread().name)

    other = threading.Thread(target=apart(work), name="other")
    other.start()
    other.join()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    apart(work)()
    assert names == ["other", threading.main_thread().name]


@pytest.mark.skipif(is_disabled(), reason="nothing is compiled")
def test_rules_are_compiled_apart(answering: None, tmp_path: Path) -> None:
    @rule
    def tripled(x: int) -> int:
        return 3 * x

    names = set[str]()

    class Listener(event.Listener):  # type: ignore[misc]  # numba has no types
        def on_start(self, _: event.Event) -> None:
            names.add(threading.current_thread().name)

        def on_end(self, _: event.Event) -> None:
            pass

    with event.install_listener("numba:compile", Listener()):
        assert tripled(14) == 42
    assert names == {"compiler"}


@pytest.mark.parametrize("was_on", [True, False])
def test_garbage_waits_for_the_last_that_compiles(was_on: bool) -> None:
    """Two threads that overlap: the first to end must not switch it on for the other."""
    inside, may_end, seen = threading.Event(), threading.Event(), list[bool]()

    def first() -> None:
        inside.set()
        assert may_end.wait(HANG_S)

    (gc.enable if was_on else gc.disable)()
    try:
        thread = threading.Thread(target=apart(first))
        thread.start()
        assert inside.wait(HANG_S)
        apart(lambda: seen.append(gc.isenabled()))()
        seen.append(gc.isenabled())
        may_end.set()
        thread.join()
        assert seen == [False, False]
        assert gc.isenabled() == was_on
    finally:
        gc.enable()
