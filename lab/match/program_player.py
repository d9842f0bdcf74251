"""A program as a player: it is started once per match, receives the contest's input, and its
answers are judged as in the contest.

The clock runs from when the text is sent (in the first turn: from when it is read, since a program
has to start) until the last line of the answer arrives. A late answer gets the same time again, so
that the delay can be reported. A program that is late, exits, or floods its output is stopped and
forfeits from then on; one with warnings may be late so often.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol

from engines.game import FORFEIT, PASS, Game, Joint, Parsed, State
from engines.reading import quoted
from lab.match.decide import Decision, movers
from lab.programs.hints import cause
from lab.programs.process import MOST_UNREAD, Process, ProgramLine
from lab.programs.spec import Program
from search.base import Snapshot

_MOST_QUOTED = 200  # characters of a program's output quoted in a sentence


class Talker(Protocol):
    """Receives the contest's text and answers: a `Process`, or a program that another party
    runs.
    """

    flooded: bool
    ended: bool

    def say(self, lines: Sequence[str]) -> None:
        """Sends lines."""

    def hear(self, count: int, until: float) -> list[ProgramLine]:
        """The next `count` lines, fewer if they do not arrive."""

    def reading(self, since: float) -> float:
        """The time from which the answer to the first text, sent at `since`, is timed."""

    def unfinished(self) -> str:
        """Output after the last newline."""

    def take_stderr(self) -> str:
        """Its standard error since the last call."""

    def how_it_ended(self) -> str:
        """How it ended, once it has ended."""

    def close(self) -> None:
        """Ends the program."""


class ProgramPlayer:
    """One seat's program through a match; started here unless a `talker` is given. The caller must
    `close` it. `program` may be replaced by the same program with a different patience.
    """

    def __init__(
        self, game: Game, seat: int, program: Program, talker: Talker | None = None
    ) -> None:
        self.game, self.seat, self.program = game, seat, program
        self._process: Talker = talker if talker is not None else Process(program.start_words)
        self._fresh, self._stopped, self._why, self._warned = True, 0, "", 0
        self._last = ""  # what it wrote to standard error when it last wrote

    def begin(self, state: State, turn: int, last_joint: Joint | None = None) -> None:
        """Sends the program its input in `state`, after `turn` played turns."""
        self.state, self._turn = state, turn + 1
        self._limit_ms = self.program.limit_ms(self.game, self._fresh)
        text = question(self.game, state, self.seat, self._fresh)
        self._began = time.perf_counter()
        if not self._stopped:
            self._process.say(text)

    def decide(self) -> Decision:
        """Waits for the answer and judges it."""
        if self._fresh and not self._stopped:
            self._began = self._process.reading(self._began)
        due, came = self.game.answer_lines(self.state, self.seat), self._began
        lines: list[ProgramLine] = []
        if not self._stopped:
            lines = self._process.hear(due, self._began + 2 * self._limit_ms / 1000)
            lines = [] if self._process.flooded else lines
            came = lines[-1].at if len(lines) == due else time.perf_counter()
        seconds = max(0.0, came - self._began)
        over = max(0.0, seconds * 1000 - self._limit_ms)
        fault = self._fault(len(lines), due, over)
        warning = ""
        if len(lines) == due and over and not self._stopped and self._may_be_late:
            self._warned += 1
            count = f"warning {self._warned} of {self.program.warnings}"
            warning, fault = self._says(f"{fault}: {count}, and it counts"), ""
        counted_late = 0.0 if warning else over
        texts = [line.text for line in lines]
        decision = made(self.game, self.state, self.seat, texts, counted_late)
        if not fault and decision.error:
            bad = 1 + next((k for k, action in enumerate(decision.choice) if action == FORFEIT), 0)
            fault = self._says(f"line {min(bad, due)}: {decision.error}")
        elif fault:
            fault = self._stopped_for(fault, over)
        fresh, self._fresh = self._fresh, False
        stderr = self._process.take_stderr()
        if stderr.strip():
            self._last = stderr
        if self._stopped == self._turn and self._last:
            fault += f" Last line on stderr: {plain(cause(self._last))[:_MOST_QUOTED]}"
            stderr = stderr if stderr.strip() else self._last  # written after its last answer
        return replace(
            decision,
            seconds=seconds,
            overrun_ms=over,
            error=fault,
            warning=warning,
            stderr=stderr,
            fresh=fresh,
            limit_ms=self._limit_ms,
        )

    @property
    def stopped(self) -> bool:
        """Whether it was stopped for a fault, and forfeits from then on."""
        return self._stopped > 0

    @property
    def _may_be_late(self) -> bool:
        return self._warned < self.program.warnings

    def close(self) -> None:
        """Ends the program."""
        self._process.close()

    def _fault(self, lines: int, due: int, over: float) -> str:
        """What went wrong before the answer could be read; "" if nothing."""
        limit = f"the limit of {self._limit_ms:,.0f} ms"
        if self._stopped:
            return f"it was stopped in turn {self._stopped}, because {self._why}"
        if self._process.flooded:
            return f"it wrote more than {MOST_UNREAD:,} bytes that nobody had asked for"
        if lines < due and self._process.ended:
            return f"it {self._process.how_it_ended()} before line {lines + 1} of its answer"
        if lines < due:
            begun = self._process.unfinished()
            what = f", {quoted(begun)}, had no line end" if begun else " had not come"
            return f"line {lines + 1} of its answer{what} {over:,.0f} ms after {limit}"
        return f"line {due} of its answer came {over:,.1f} ms after {limit}" if over else ""

    def _says(self, what: str) -> str:
        return (
            f"Seat {self.seat + 1} ({self.program.command}), turn {self._turn}: "
            f"{what.rstrip('.')[:_MOST_QUOTED]}."
        )

    def _stopped_for(self, fault: str, over: float) -> str:
        """The sentence about a fault that stops the program, unless it was stopped before."""
        if self._stopped:
            return self._says(fault)
        late = over > 0 and not self._process.ended
        self._stopped, self._why = self._turn, fault
        self._process.close()
        if not late:
            return self._says(fault)
        self._last = ""  # of earlier turns: nothing has ended it
        return (
            f"{self._says(fault)} Time limit × {2 * self.program.patience:g} would allow twice as "
            "long."
        )


def question(game: Game, state: State, seat: int, first: bool) -> tuple[str, ...]:
    """The lines that a seat's program is sent in this state, with those that come once if it is
    its first.
    """
    return (*(game.intro(state, seat) if first else ()), *game.view(state, seat))


def plain(text: str) -> str:
    """A line without terminal control characters (cursor movement, colours)."""
    return "".join(
        sign if sign.isprintable() else sign.encode("unicode_escape").decode() for sign in text
    )


def made(game: Game, state: State, seat: int, lines: Sequence[str], overrun_ms: float) -> Decision:
    """The decision that these answer lines express: a late or incomplete answer forfeits."""
    if overrun_ms > 0 or len(lines) < game.answer_lines(state, seat):
        asked = movers(game, state)
        parsed = Parsed(tuple(FORFEIT if a in asked else PASS for a in game.agents_of(seat)))
    else:
        parsed = game.parse(state, seat, lines)
    nothing = Snapshot(generation=0, seat=seat, iterations=0, turns=0, nodes=0, memory_bytes=0)
    return Decision(
        seat=seat,
        choice=parsed.actions,
        iterations=0,
        calls=(),
        changes=(),
        snapshot=nothing,
        cpu_s=0.0,
        seconds=0.0,
        overrun_ms=overrun_ms,
        lines=tuple(lines),
        error=parsed.error,
    )
