"""A recorded decision searched again exactly, in a thread of its own: trees of past turns are not
kept, but their calls and changes are.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from lab.files.codec import checksum
from lab.files.replay import Replay, ReplayError, load
from lab.files.verify import UNWATCHED, DifferentSearch, Repetition
from lab.live.table import MatchTable
from lab.live.worker import SearchWorker, Task
from lab.match.budget import Budget
from lab.match.decide import Player
from lab.match.play import Turn
from lab.match.records import Thought
from lab.match.seat import SearchSeat
from search.forms import Form

OTHERWISE = "It was made by another version, or by other rules."
KEEPS = (Form.TREE, Form.LAYERS, Form.SEQUENCES)  # what there is to see of a repeated search


@dataclass(frozen=True)
class RecordedDecision:
    """A decision in a file, found by the turn that followed from it, and what is shown of it."""

    source: Path | Replay
    joint: tuple[int, ...]
    after: str  # checksum of the position that the turn led to
    thought: Thought


class RepetitionEnded(Exception):
    """Ends a repetition that is not wanted any more."""


class RepeatedSearch(SearchWorker):
    """Repeats a recorded decision, then rests and shows its trees together with the recorded
    numbers. What goes wrong is a note: the match goes on. A search that turns out differently is
    shown with its own numbers, and the note says so.
    """

    def __init__(
        self, player: Player, task: Task, recorded: RecordedDecision, report: Callable[[], None]
    ) -> None:
        super().__init__(player, task, report)
        self._recorded, self._differs = recorded, False

    def set_spec(self, spec: SearchSeat) -> None:
        """Nothing of a recorded search can be changed."""

    def set_budget(self, budget: Budget | None, spread_s: float) -> None:
        """Nor can its length."""

    def iterate(self, n: int) -> None:
        """Does nothing: all iterations are done."""

    def run_on(self) -> None:
        """Does nothing, for the same reason."""

    def pause(self, on: bool) -> None:
        """Does nothing: the repetition is soon over."""

    def _begin(self) -> None:
        self.load()
        source = self._recorded.source
        replay = source if isinstance(source, Replay) else load(source)
        again = Repetition(replay, self._beat)
        try:
            self.player, _ = again.watched(self._line(replay), self.player.seat, UNWATCHED)
        except DifferentSearch as error:
            self.player, self._differs = error.player, True
            self.note = f"{error} {OTHERWISE} These trees and numbers are of the repetition."
            self._report()
        self._wanted = self._taken = self.player.spec
        self.think()
        self._pace.took(0, 0.0, exhausted=True)
        self._dirty = True  # to be published once

    def _line(self, replay: Replay) -> int:
        """The number of the turn's line in the file."""
        turn, joint = self.turn + 1, list(self._recorded.joint)
        for number, played in enumerate(replay.tree.played, 1):
            line = played.line
            found = line["turn"], line["state"], list(line["joint"])
            if found == (turn, self._recorded.after, joint):
                return number
        raise ReplayError(f"Turn {turn} is not in the match's file.")

    def _beat(self) -> None:
        self._obey()
        if self._stopping:
            raise RepetitionEnded

    def _explore(self, wish: object) -> None:
        if self._thinker is None:
            self.task = replace(self.task, wish=wish)  # type: ignore[arg-type]  # a Wish or None
        else:
            super()._explore(wish)  # type: ignore[arg-type]  # likewise

    def shown(self, thought: Thought) -> Thought:
        """The recorded numbers with the repeated trees, where both are the same search."""
        if self._differs:
            return replace(thought, live=False)
        trees, node, kept = thought.trees, thought.node, thought.kept
        return replace(self._recorded.thought, trees=trees, node=node, kept=kept)

    def _fail(self, error: Exception) -> None:
        if not self._stopping:
            self.note = f"{error} {OTHERWISE}"
            self._report()


def recorded_in(table: MatchTable, turn: int) -> dict[int, RecordedDecision]:
    """The decisions after `turn` turns of the line on the board that can be repeated, by seat."""
    source = table.recorder.path or table.loaded
    if source is None or not 0 <= turn < table.head.turn:
        return {}
    played, after = table.history.turns[turn], table.history.frame(turn + 1)
    check = checksum(after.state)
    return {
        seat: RecordedDecision(source, played.joint, check, thought)
        for seat, thought in enumerate(after.thoughts)
        if thought is not None and seconds([played], 0, seat) is not None and thought.form in KEEPS
    }


def seconds(turns: Sequence[Turn], turn: int, seat: int) -> float | None:
    """CPU seconds of what has to be searched to repeat the seat's decision after `turn` turns: all
    since its search began anew. None where no search made it.
    """
    spent = 0.0
    for number in range(turn, -1, -1):
        decision = turns[number].decisions[seat]
        if decision is None or decision.of_program:
            if number == turn:
                return None
            continue
        spent += decision.cpu_s
        if decision.fresh:
            break
    return spent
