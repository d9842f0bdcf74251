"""Measuring the window: the real one with two searches at full speed, as `smitsilab bench gui`
prints it.
"""

from __future__ import annotations

import gc
import os
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from PySide6.QtCore import QElapsedTimer, QObject

from engines.knobs import knobs
from lab.experiments.bench import bench_search
from lab.match.records import PREPARING
from lab.match.seat import SearchSeat
from lab.match.seats import game_of
from lab.preflight import has_screen
from lab.ui.app import application, open_lab
from lab.ui.controller import Controller
from lab.ui.waiting import wait, wait_until
from lab.words.asked import values_of
from lab.words.settings import FULL, SettingsStore

WARM_S = 1.5  # warm-up: windows open, caches fill
TRIES = 12  # slider moves
PATIENCE_S = 180.0
HEADLESS = 60_000  # iterations


class TickTimes(QObject):
    """Notes the time between the ticks of the controller's timer."""

    def __init__(self, controller: Controller) -> None:
        super().__init__(controller)
        self._clock, self.intervals = QElapsedTimer(), list[float]()
        self._clock.start()
        self._last = self._clock.nsecsElapsed()
        controller.timer.timeout.connect(self._tick)

    def _tick(self) -> None:
        now = self._clock.nsecsElapsed()
        self.intervals.append((now - self._last) / 1e6)
        self._last = now

    def begin(self) -> None:
        """Resets the counts."""
        self.intervals.clear()


def run(seconds: float) -> dict[str, Any]:
    """Frame intervals in ms, the delay from a slider to its search in ms, and the searches' speed
    against one without a window.
    """
    if not has_screen():
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
    app = application()
    with tempfile.TemporaryDirectory(prefix="smitsilab-bench-") as home:
        store = SettingsStore(Path(home))
        store.settings.detail, store.settings.first_steps = FULL, False
        window, controller = open_lab(store, Path(home))
        window.resize(1440, 900)
        window.show()
        try:
            found = _measure(controller, seconds)
        finally:
            window.close()
            controller.close()
    platform = app.platformName()
    alone = _headless(controller)
    share = found["iterations_per_cpu_s"] / alone if alone else None
    cores = os.cpu_count()
    return {
        "bench": "gui",
        "platform": platform,
        "cores": cores,
        **found,
        "headless_iterations_per_cpu_s": alone,
        "of_headless": share,
    }


def _measure(controller: Controller, seconds: float) -> dict[str, Any]:
    moment = controller.moment
    _until(
        lambda: (
            moment.status.activity != PREPARING
            and len(controller.selecting.thoughts) > 1
            and all(controller.selecting.thoughts)
        )
    )
    controller.transport.think_on(True)
    wait(WARM_S)
    gc.freeze()
    watch, before, began = TickTimes(controller), _work(controller), time.monotonic()
    cpu = time.process_time()
    wait(seconds)
    passed, after = time.monotonic() - began, _work(controller)
    intervals = np.array(watch.intervals)
    counted = {f"frame_ms_p{p}": round(float(np.percentile(intervals, p)), 2) for p in (50, 95, 99)}
    iterations, cpu_s = after[0] - before[0], after[1] - before[1]
    return {
        "seconds": round(passed, 2),
        "frames": intervals.size,
        **counted,
        "frame_ms_max": round(float(intervals.max()), 2),
        "process_cpu_share": round((time.process_time() - cpu) / passed, 2),
        "iterations": iterations,
        "iterations_per_s": iterations / passed,
        "iterations_per_cpu_s": iterations / cpu_s if cpu_s > 0 else 0.0,
        **_delays(controller),
    }


def _work(controller: Controller) -> tuple[int, float]:
    """Iterations and CPU seconds of the running searches so far."""
    found = [t for t in controller.moment.thoughts() if t is not None]
    return sum(t.snapshot.iterations for t in found), sum(t.cpu_s for t in found)


def _delays(controller: Controller) -> dict[str, float]:
    """From the slider's signal to the first thought that carries its mark on the trail."""
    seat, delays = 0, []
    for i in range(TRIES):
        spec = controller.setup.setup.seats[seat]
        knob = (
            next(k for k in knobs(spec.params) if k.kind == "number")
            if isinstance(spec, SearchSeat) and spec.params is not None
            else None
        )
        if knob is None:
            break
        marks = _marks(controller, seat)
        began = time.perf_counter()
        panel = controller.window.setup.seats[seat]
        panel.param_changed.emit(
            seat, knob.name, knob.default if i % 2 else turned(float(knob.default), knob.high)
        )
        _until(partial(_is_marked, controller, seat, marks), 2)
        delays.append(1000 * (time.perf_counter() - began))
    if not delays:
        return {}
    return {
        "slider_ms_p50": round(float(np.median(delays)), 1),
        "slider_ms_max": round(max(delays), 1),
    }


def turned(value: float, high: float) -> float:
    """Another value for a knob."""
    return min(high, value * 2 or high / 2)


def _marks(controller: Controller, seat: int) -> int:
    thought = controller.session.thought(seat)
    return len(thought.agents[0].trail.marks) if thought is not None and thought.agents else 0


def _is_marked(controller: Controller, seat: int, before: int) -> bool:
    return _marks(controller, seat) > before


def _headless(controller: Controller) -> float:
    """Iterations per CPU second of the same search in the same position, without a window."""
    spec, state = controller.setup.setup.seats[0], controller.moment.head.state
    game = game_of(controller.setup.setup)
    game.bench_position = lambda: state.copy()  # type: ignore[method-assign]  # the bench runs from this position
    assert isinstance(spec, SearchSeat) and spec.kind is not None  # the first match's
    result = bench_search(game, spec.kind, values_of(spec.params), HEADLESS)
    return float(result["iterations_per_s"] or 0.0)


def _until(condition: Callable[[], object], seconds: float = PATIENCE_S) -> None:
    if not wait_until(condition, seconds):
        raise TimeoutError("The match did not begin; is the machine very busy?")
