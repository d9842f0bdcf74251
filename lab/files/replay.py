"""Replay files: a match as JSON lines, written while it is played and checked by replaying it.

Each line is one JSON object; a name that ends in `.gz` is compressed. Format 2:

* The header: `format` "smitsilab-replay", `version` 2, `game`, `options`, `seed`, `seats` (each
  `algorithm`, all `params` and `weights`, and `budget` as on the command line), `initial`, the
  start position field by field, and `state`, its checksum.
* One line per turn: `turn` (from 1), `joint` (an action per agent as sent; -1 waits, -2
  forfeits), `state` (a checksum of the position after it), `values` per seat, each with `number`,
  `kind` ("probability", "score" or "evaluation"), its range from `low` to `high`, `view`, the seat
  whose search says so (null: the game itself), and `proven` ("win", "loss", "draw" or ""; in format
  1 bare numbers from -1 to 1 that do not say what they are), `errors` if any, and
  `decisions`, one per seat that searched: `seat`, `choice`, `iterations`, `calls` ([iterations,
  share of the budget spent] of each call), `changes` ([iteration, {parameter: value}], -1 = before
  the search began), `fresh` (a new search), `cpu_s`, `seconds`, `overrun_ms`, and `search`, its
  summary: `iterations`, `turns` (simulated), `nodes`, `memory_bytes`, `value`, and per agent
  `actions`, `visits`, `mean`, `error`, `best`, `pv`, `depth`, `kind` (what means measure; older
  files have its words as `unit`), `counted` (what a visit is), `low` and `high` (the ends of their
  axis, null where there are none) and what else `AgentStats` holds. A program's seat is `algorithm`
  "cmd" with `params` `command` and `patience`; its decisions also have `lines`, its answer
  verbatim, `limit_ms`, its time limit, `stderr`, what it wrote there since the last one, and
  `error`, a sentence if the answer was bad.
* `{"seats": [...]}` if a seat has another player from the next turn on; `{"back_to": n}` if the
  turns after n were taken back.
* The end: `{"end": true, "outcome": [...], "reason": "..."}`. A file without it was interrupted;
  its complete lines still count.

Numbers are rounded to six digits, missing numbers are null. Readers skip unknown keys.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, Self, cast

import numpy as np

from engines import games
from engines.game import Game, State
from engines.knobs import did_you_mean
from lab.files.codec import (
    UNREADABLE,
    OddLine,
    checksum,
    decode_decision,
    decode_seat,
    decode_state,
    decode_value,
    encode_seat,
    encode_state,
    encode_turn,
    is_known,
    values_of,
    why,
)
from lab.files.source import MOST_LINES, contents, parsed
from lab.match.decide import Decision
from lab.match.play import MatchResult, Turn, deciding, impossible, outcome, step
from lab.match.records import Setup
from lab.match.seat import SeatSpec
from lab.match.seats import game_of
from search.base import AgentStats

FORMAT, VERSION = "smitsilab-replay", 2
MOST_SEED = (1 << 64) - 1


class ReplayError(ValueError):
    """A file that cannot be read as a replay; the text is one sentence for a person."""


class NoReplay(ReplayError):
    """A file that is not a replay at all."""


@dataclass(frozen=True)
class Replay:
    """A match read from a file. `note` is a sentence if something is missing or different, "" if
    the file is whole.
    """

    setup: Setup
    game: Game
    initial: State
    turns: tuple[Turn, ...]
    outcome: tuple[float, ...]  # () if the match was not finished
    reason: str
    note: str = ""
    # whether the file is cut off, unreadable in part, or plays differently here
    damaged: bool = False
    lines: tuple[Mapping[str, Any], ...] = ()  # the turns as in the file
    # the seats after that many turns, where they changed
    seats: tuple[tuple[int, tuple[SeatSpec, ...]], ...] = ()

    @property
    def repeatable(self) -> bool:
        """Whether every search that played is known here, with its parameters."""
        later = (seat for _, seats in self.seats for seat in seats)
        return all(is_known(seat) for seat in (*self.setup.seats, *later))

    @property
    def result(self) -> MatchResult:
        """The match as `play` returns it."""
        return MatchResult(self.setup, self.initial, self.turns, self.outcome, self.reason)


class ReplayWriter:
    """Writes a match line by line, each flushed to disk at once, so that an interrupted match keeps
    its turns.
    """

    def __init__(self, path: str | Path, setup: Setup, initial: State) -> None:
        plain = open(path, "wb")  # noqa: SIM115 - closed by close()
        self._file: BinaryIO = (
            cast(BinaryIO, gzip.GzipFile("", "wb", fileobj=plain, mtime=0))
            if str(path).endswith(".gz")
            else plain
        )
        self._plain, self._game = plain, game_of(setup)
        self._write(header(setup, initial))

    def turn(self, turn: Turn) -> None:
        """Appends a turn."""
        self._write(encode_turn(turn))

    def seats(self, seats: Sequence[SeatSpec]) -> None:
        """Notes the players from the next turn on."""
        self._write({"seats": [encode_seat(self._game, s) for s in seats]})

    def back_to(self, turns: int) -> None:
        """Notes that all turns after the first `turns` were taken back."""
        self._write({"back_to": turns})

    def end(self, outcome: Sequence[float], reason: str) -> None:
        """Notes how the match ended."""
        self._write({"end": True, "outcome": list(outcome), "reason": reason})

    def close(self) -> None:
        """Closes the file; does nothing if it is already closed."""
        self._file.close()
        self._plain.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _write(self, line: Mapping[str, Any]) -> None:
        self._file.write(json.dumps(line, separators=(",", ":"), allow_nan=False).encode() + b"\n")
        self._file.flush()


def save(path: str | Path, result: MatchResult) -> None:
    """Writes a finished match."""
    with ReplayWriter(path, result.setup, result.initial) as writer:
        for turn in result.turns:
            writer.turn(turn)
        writer.end(result.outcome, result.reason)


def header(setup: Setup, initial: State) -> dict[str, Any]:
    """The first line of a replay."""
    game = game_of(setup)
    return {
        "format": FORMAT,
        "version": VERSION,
        "game": setup.game,
        "options": values_of(setup.options),
        "seed": setup.seed,
        "seats": [encode_seat(game, s) for s in setup.seats],
        "initial": encode_state(initial),
        "state": checksum(initial),
    }


def begin(first: Mapping[str, Any]) -> tuple[Game, State, Setup]:
    """The start of a match from a header; raises one of UNREADABLE if it is not a header."""
    reader = _Reader(first, "")
    return reader.game, reader.initial, reader.setup


def load(path: str | Path) -> Replay:
    """Reads a replay; a cut or damaged file gives the turns up to there and a note; ReplayError if
    it is not a replay.
    """
    lines, note = _lines(Path(path))
    if not lines or lines[0].get("format") != FORMAT:
        raise NoReplay(f"{path} is not a replay of Smitsilab.")
    if not isinstance(lines[0].get("version"), int) or lines[0]["version"] > VERSION:
        raise ReplayError(
            f"{path} was written by a newer Smitsilab (format {lines[0].get('version')}; "
            f"this one reads up to {VERSION})."
        )
    try:
        return _Reader(lines[0], note).read(lines[1:])
    except UNREADABLE as error:
        reason = why(error)
        raise ReplayError(
            f"{path} cannot be read: {reason}{'' if reason.endswith('?') else '.'}"
        ) from error


def file_contents(path: Path) -> tuple[bytes, bool]:
    """The file's bytes and whether they are complete, as `source.contents`; ReplayError if there
    are none.
    """
    try:
        return contents(path)
    except OSError as error:
        raise ReplayError(f"{path} cannot be read: {error.strerror or error}.") from error
    except OddLine as error:
        raise ReplayError(f"{path} cannot be read: {error}.") from error


def _lines(path: Path) -> tuple[list[dict[str, Any]], str]:
    """The whole lines of a file, and a sentence if there is a broken one after them."""
    text, whole = file_contents(path)
    lines: list[dict[str, Any]] = []
    for number, line in enumerate(text.split(b"\n"), 1):
        try:
            found = parsed(line) if line.strip() else None
        except ValueError:
            found = number
        if found is not None and not isinstance(found, dict):
            return lines, f"Line {number} is damaged or cut; everything before it was read."
        if found is not None and len(lines) == MOST_LINES:
            return lines, f"There are more than {MOST_LINES:,} lines; the first ones were read."
        if found is not None:
            lines.append(found)
    return lines, "" if whole else "The file is cut; everything before the cut was read."


class _Reader:
    """Replays a file's turns without searching, and stops at the first that cannot be played."""

    def __init__(self, first: Mapping[str, Any], note: str) -> None:
        if not isinstance(first["game"], str):
            raise OddLine("its game is no name")
        known = games().get(first["game"])
        if known is None:
            raise OddLine(f"there is no game {first['game']}{did_you_mean(first['game'], games())}")
        self.game = known.configure(**first.get("options", {}))
        self.notes, self.damaged = [note] if note else [], bool(note)
        self.setup = Setup(
            self.game.name, self.game.options, self._seats(first["seats"]), int(first["seed"])
        )
        if not 0 <= self.setup.seed <= MOST_SEED:
            raise OddLine(f"the seed {self.setup.seed} should be 0 or more, and of 64 bits")
        self.initial = self._start(first)
        self.turns: list[Turn] = []
        self.lines: list[Mapping[str, Any]] = []
        self.seats: list[tuple[int, tuple[SeatSpec, ...]]] = []
        self.end: tuple[tuple[float, ...], str] | None = None  # outcome and reason

    def _start(self, first: Mapping[str, Any]) -> State:
        """The recorded position, or if it has no checksum, the one that the seed deals."""
        state = decode_state(self.game, first["initial"])
        if checksum(state) != (
            first["state"] if "state" in first else checksum(self.game.initial(self.setup.seed))
        ):
            raise OddLine("its start position is not the one that was recorded")
        return state

    def _seats(self, lines: Sequence[Mapping[str, Any]]) -> tuple[SeatSpec, ...]:
        pairs = [decode_seat(self.game, line) for line in lines]
        if len(pairs) != self.game.seats:
            raise OddLine(
                f"{self.game.title} has {self.game.seats} seats, the file names {len(pairs)}"
            )
        self.notes += [note for _, note in pairs if note]
        return tuple(seat for seat, _ in pairs)

    def read(self, lines: Sequence[Mapping[str, Any]]) -> Replay:
        """The match as far as it can be read."""
        for line in lines:
            try:
                self._line(line)
            except UNREADABLE as error:
                self.damaged = True
                self.notes.append(
                    f"The line after turn {len(self.turns)} cannot be read ({why(error)}); "
                    "everything before it was."
                )
                break
        if self.end is None and not self.notes:
            self.notes.append(f"The match was interrupted after turn {len(self.turns)}.")
        results, reason = self.end or ((), "")
        last = self.turns[-1].state if self.turns else self.initial
        return Replay(
            setup=self.setup,
            game=self.game,
            initial=self.initial,
            turns=tuple(self.turns),
            outcome=results or outcome(self.game, last),
            reason=reason or self.game.reason(last),
            note=" ".join(self.notes),
            damaged=self.damaged,
            lines=tuple(self.lines),
            seats=tuple(self.seats),
        )

    def _line(self, line: Mapping[str, Any]) -> None:
        self.end = self._end(line) if "end" in line else None
        if "turn" in line:
            self._turn(line)
        elif "back_to" in line:
            kept = int(line["back_to"])
            if not 0 <= kept <= len(self.turns):
                raise OddLine(f"there is no turn {kept} to go back to")
            del self.turns[kept:], self.lines[kept:]
            self.seats = [(turns, seats) for turns, seats in self.seats if turns <= kept]
        elif "seats" in line:
            self.seats.append((len(self.turns), self._seats(line["seats"])))

    def _end(self, line: Mapping[str, Any]) -> tuple[tuple[float, ...], str]:
        results = tuple(float(x) for x in line.get("outcome", ()))
        if len(results) not in (0, self.game.seats):
            raise OddLine(f"{len(results)} results for {self.game.seats} seats")
        return results, str(line.get("reason") or "")

    def _turn(self, line: Mapping[str, Any]) -> None:
        number = len(self.turns)
        if line["turn"] != number + 1:
            raise OddLine(f"turn {number + 1} is missing")
        if number >= self.game.longest:
            raise OddLine(f"a match has {self.game.longest} turns at most")
        state = self.turns[-1].state if self.turns else self.initial
        joint = np.array(line["joint"], np.int64)
        refusal = impossible(self.game, state, joint)
        if refusal:
            raise OddLine(refusal)
        decisions = self._decisions(state, line["decisions"])
        after, events = step(self.game, state, joint, self.setup.seed, number)
        if checksum(after) != line["state"] and not any("differ" in note for note in self.notes):
            self.notes.append(
                f"From turn {number + 1} on positions differ from the recorded ones: the "
                "rules have changed since."
            )
        values = tuple(decode_value(v, self.game.seats) for v in line["values"])
        if len(values) != self.game.seats:
            raise OddLine(f"{len(values)} values for {self.game.seats} seats")
        sent = tuple(int(a) for a in joint)
        self.turns.append(
            Turn(
                number + 1,
                after,
                sent,
                decisions,
                values,
                events,
                tuple(str(error) for error in line.get("errors", ())),
            )
        )
        self.lines.append(line)

    def _decisions(
        self, state: State, lines: Sequence[Mapping[str, Any]]
    ) -> tuple[Decision | None, ...]:
        """The decisions by seat; only a seat that has a choice can have made one."""
        decisions: list[Decision | None] = [None] * self.game.seats
        asked = deciding(self.game, state)
        for decision in map(decode_decision, lines):
            seat = decision.seat
            if seat not in asked or decisions[seat] is not None:
                raise OddLine(f"seat {seat + 1} has no choice to make")
            if len(decision.choice) != len(self.game.agents_of(seat)):
                raise OddLine(f"{len(decision.choice)} actions chosen by seat {seat + 1}")
            self._look(state, decision)
            decisions[seat] = decision
        return tuple(decisions)

    def _look(self, state: State, decision: Decision) -> None:
        """Checks that a search's statistics fit this game's agents and number of actions."""
        for stats in decision.snapshot.agents:
            noted = (stats.visits, stats.mean, stats.error)
            if not 0 <= stats.agent < self.game.agents or not 0 <= stats.best < stats.actions.size:
                raise OddLine("a search notes what is not in this game")
            if any(each.shape != stats.actions.shape for each in noted) or stats.pv.ndim != 1:
                raise OddLine("a search's notes are of different lengths")
            self._name(state, stats)

    def _name(self, state: State, stats: AgentStats) -> None:
        """Names each root action, as a view of the search will."""
        for action in stats.actions.tolist():
            try:
                self.game.label(state, stats.agent, action)
            except UNREADABLE:
                raise OddLine(f"a search notes the action {action}, which is no action") from None
