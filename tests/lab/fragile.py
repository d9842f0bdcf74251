"""A random player to load with --load: it can be slow, and with some values it raises an error or
takes its process along.
"""

from __future__ import annotations

import os
import signal
import time
from dataclasses import dataclass

from engines.game import Joint, State
from engines.knobs import choice, number
from search.random import Random

FATES = {"plays": "plays on", "raises": "raises an error", "dies": "is killed"}


@dataclass(frozen=True)
class Params:
    """What can be varied."""

    pause_ms: float = number(0.0, 0.0, 100.0, "Pause", "Waits so long in every turn.")
    skill: float = number(1.0, 0.1, 10.0, "Skill", "Nothing.", log=True)
    fate: str = choice("plays", FATES, "Fate", "What becomes of it.")


class Fragile(Random):
    """Plays at random while it lasts."""

    name = "fragile"
    title = "Fragile"
    Params = Params

    def start(self, state: State, seat: int, last_joint: Joint | None = None) -> None:
        super().start(state, seat, last_joint)
        time.sleep(self.params.pause_ms / 1000)
        if self.params.fate == "raises":
            raise ArithmeticError("a value became infinite")
        if self.params.fate == "dies":
            os.kill(os.getpid(), signal.SIGKILL)
