"""A tester between us and the programs: it starts them, and relays our lines and their answers over
our standard input and output.

This is the older protocol of cg-brutaltester (its wiki page "How to create an old referee"). The
tester sends `###Seed N` if it wants a specific match, then `###Start P` for P players. We send
`###Input I` and lines for player I (from 0), `###Output I K` to ask for K lines of its answer, and
`###End` with the players from the first place on, tied players written together. No other line may
begin with ###: after an unknown one the tester relays nothing more.
"""

from __future__ import annotations

import re
import time
from collections.abc import Sequence
from typing import IO

from lab.programs.process import ProgramLine


class HungUp(ValueError):
    """The tester has gone, or has violated the protocol; carries a sentence."""


class Wire:
    """Both directions between us and the tester."""

    def __init__(self, hears: IO[str], says: IO[str]) -> None:
        self._hears, self._says = hears, says

    def start(self) -> tuple[int, int | None] | None:
        """Waits for a match: how many players and the seed if there is one; None when the tester is
        done.
        """
        seed: int | None = None
        for line in self._hears:
            word, _, number = line.strip().partition(" ")
            if word in ("###Seed", "###Start") and re.fullmatch(r"-?[0-9]{1,19}", number):
                if word == "###Start":
                    return int(number), seed
                seed = int(number)
            elif line.strip():
                said = line.strip()[:80]
                raise HungUp(
                    f"Expected ###Seed N or ###Start P, got {said} (programs to be started "
                    "here are named with -p1 and so on)."
                )
        return None

    def say(self, lines: Sequence[str]) -> None:
        """Sends lines."""
        self._says.write("".join(f"{line}\n" for line in lines))
        self._says.flush()

    def hear(self) -> str:
        """The next line."""
        line = self._hears.readline()
        if not line:
            raise HungUp("The tester closed its side before the match was over.")
        return line.rstrip("\r\n")

    def end(self, outcome: Sequence[float]) -> None:
        """Sends the final places."""
        places = sorted(set(outcome), reverse=True)
        groups = (
            "".join(str(seat) for seat, x in enumerate(outcome) if x == place) for place in places
        )
        self.say([f"###End {' '.join(groups)}"])


class Relayed:
    """One seat's program behind the tester. There is no time limit for its answer, since a late
    line could not be told apart from the next answer.
    """

    def __init__(self, wire: Wire, seat: int) -> None:
        self._wire, self._seat = wire, seat
        self.flooded = self.ended = False

    def say(self, lines: Sequence[str]) -> None:
        """Sends lines to the program."""
        self._wire.say([f"###Input {self._seat}", *lines])

    def hear(self, count: int, until: float) -> list[ProgramLine]:
        """The next `count` lines of the program's answer."""
        self._wire.say([f"###Output {self._seat} {count}"])
        return [ProgramLine(self._wire.hear(), time.perf_counter()) for _ in range(count)]

    def reading(self, since: float) -> float:
        """The tester started the program long ago."""
        return since

    def unfinished(self) -> str:
        """Never known here: only whole lines are relayed."""
        return ""

    def take_stderr(self) -> str:
        """The tester keeps the program's standard error."""
        return ""

    def how_it_ended(self) -> str:
        """Never known here: the tester hangs up when a program ends."""
        return "ended"

    def close(self) -> None:
        """The tester ends its programs."""
