"""Replays a match, search by search, and compares: the same iterations and changes must give the
same tree and the same turn.

A program is not restarted: its recorded answers are parsed again. A search that this version does
not know, at least not with these parameters, is not repeated, nor is one whose threads grew one
tree: its choice is played as recorded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from engines.difference import Difference, Pair, first_difference
from engines.game import Game, Joint, State
from engines.knobs import KnobError
from lab.files.codec import encode_decision, encode_turn, is_known, why
from lab.files.replay import Replay, ReplayError
from lab.match.decide import Decision, Player, turned
from lab.match.play import Turn, make_turn, resolved
from lab.match.program_player import made
from lab.match.seat import Person, ProgramSeat, SearchSeat
from search.parallel.crew import repeats

MOST_AT_ONCE = 100_000  # iterations


@dataclass(frozen=True)
class Watch:
    """Who looks at a search while it is repeated: `look` is called when the decision has done one
    of the `stops`, in iterations, and `beat` now and then; an exception ends the repetition.
    """

    stops: frozenset[int] = frozenset()
    look: Callable[[Player], None] = lambda player: None
    beat: Callable[[], None] = lambda: None


UNWATCHED = Watch()
NEVER = "no search like that does the same again."


class DifferentSearch(ReplayError):
    """A repeated search did something else than was recorded; `player` has it."""

    def __init__(self, words: str, player: Player) -> None:
        super().__init__(words)
        self.player = player


def verify(replay: Replay) -> Iterator[Difference | None]:
    """Yields None for every turn that matches the recording, first the line on show, then all other
    turns that were ever played; else the first difference, and stops. ReplayError if the file asks
    for something no search here does.
    """
    again = Repetition(replay)
    for number in again.order():
        recorded = again.played[number - 1]
        try:
            found = compare(recorded.line, encode_turn(again.turn(number)), recorded.turn.turn)
        except (KnobError, LookupError) as error:
            raise ReplayError(
                f"Turn {recorded.turn.turn} cannot be played again: {why(error)}."
            ) from error
        yield found
        if found is not None:
            return


class Repetition:
    """Plays the turn lines of a replay again, each in the position that its line was played in."""

    def __init__(self, replay: Replay, beat: Callable[[], None] = lambda: None) -> None:
        self.replay, self.played = replay, replay.tree.played
        self._beat = beat
        self._players: dict[int, Player] = {}  # by seat, as they are after line `_at`
        self._at = 0

    def order(self) -> list[int]:
        """The lines of the match on show, then the others as they are in the file."""
        whole = self.replay.tree
        shown = [whole.newest[turn - 1] for turn in whole.tree.path(self.replay.end)]
        on_show = set(shown)
        return [*shown, *(n for n in range(1, len(self.played) + 1) if n not in on_show)]

    def turn(self, number: int) -> Turn:
        """Plays line `number` again. Searches that kept their tree have to be where they were."""
        game, recorded = self.replay.game, self.played[number - 1]
        if recorded.before != self._at:
            self._players.clear()
        if not recorded.turn.joint:  # reading it has checked that it is a position, and which
            self._at = number
            return recorded.turn
        decisions: list[Decision | None] = [None] * game.seats
        actions = {
            seat: tuple(recorded.turn.joint[a] for a in game.agents_of(seat))
            for seat in range(game.seats)
        }
        for decision in recorded.turn.decisions:
            if decision is not None:
                made_again, sent = self._decide(number, decision)
                decisions[decision.seat], actions[decision.seat] = made_again, sent
        before = self.played[recorded.before - 1].turn if recorded.before else None
        values = before.values if before is not None else ()
        state, turns, seed = self._state(number), recorded.turn.turn - 1, self.replay.setup.seed
        self._at = number
        return make_turn(game, state, turns, decisions, actions, seed, values)

    def _state(self, number: int) -> State:
        """The position in which line `number` was played."""
        before = self.played[number - 1].before
        return self.played[before - 1].turn.state if before else self.replay.initial

    def _decide(self, number: int, recorded: Decision) -> tuple[Decision, tuple[int, ...]]:
        """The decision made again, and the actions as sent."""
        game, seat = self.replay.game, recorded.seat
        sent = tuple(self.played[number - 1].turn.joint[a] for a in game.agents_of(seat))
        match self.played[number - 1].seats[seat]:
            case ProgramSeat():
                late = 0.0 if recorded.warning else recorded.overrun_ms
                again = made(game, self._state(number), seat, recorded.lines, late)
                return again, again.choice
            case SearchSeat() as spec if can_repeat(game, spec, recorded):
                again = self._search(number, recorded, spec)
                view = self._players[seat].view
                return again, resolved(game, view, seat, again.choice)
            case SearchSeat():
                return recorded, sent
            case Person():
                raise KnobError(f"Seat {seat + 1} is a person's, but has a recorded search.")

    def watched(self, number: int, seat: int, watch: Watch) -> tuple[Player, Decision]:
        """The search that made the decision of line `number`, repeated, with what it decided;
        ReplayError if it cannot be repeated, DifferentSearch if it decides otherwise here.
        """
        played = self.played[number - 1]
        turn, recorded, spec = played.turn.turn, played.turn.decisions[seat], played.seats[seat]
        if recorded is None or not isinstance(spec, SearchSeat) or recorded.of_program:
            raise ReplayError(f"In turn {turn} seat {seat + 1} did not search.")
        if is_known(spec) and not can_repeat(self.replay.game, spec, recorded):
            raise ReplayError(f"The threads of seat {seat + 1} grew one tree: {NEVER}")
        if not is_known(spec):
            raise ReplayError(f"The search of seat {seat + 1} cannot be repeated here.")
        try:
            again = self._search(number, recorded, spec, watch)
        except (KnobError, LookupError) as error:
            raise ReplayError(f"Turn {turn} cannot be played again: {why(error)}.") from error
        pairs = _deciding(encode_decision(recorded), encode_decision(again))
        found = first_difference(turn, pairs)
        if found is not None:
            raise DifferentSearch(
                f"The search of turn {turn} cannot be repeated exactly: {found.field}, expected "
                f"{found.expected}, got {found.got}.",
                self._players[seat],
            )
        return self._players[seat], again

    def _search(
        self, number: int, recorded: Decision, spec: SearchSeat, watch: Watch = UNWATCHED
    ) -> Decision:
        seat, played = recorded.seat, self.played[number - 1]
        if not recorded.fresh and seat not in self._players:
            self._catch_up(played.before, seat)
        if recorded.fresh or seat not in self._players:
            self._players[seat] = Player(self.replay.game, seat, spec, self.replay.setup.seed)
        last = None
        if played.before:
            joint = self.played[played.before - 1].turn.joint
            last = np.array(joint, np.int64) if joint else None
        player, turns = self._players[seat], played.turn.turn - 1
        own = replace(watch, beat=self._beat)
        return repeat(player, recorded, self._state(number), turns, last, own)

    def _catch_up(self, number: int, seat: int) -> None:
        """Repeats what the seat searched up to line `number` since it last began with a new
        search: another line was repeated in between.
        """
        earlier = []
        while number:
            played = self.played[number - 1]
            decision, spec = played.turn.decisions[seat], played.seats[seat]
            if (
                decision is not None
                and isinstance(spec, SearchSeat)
                and can_repeat(self.replay.game, spec, decision)
            ):
                earlier.append((number, decision, spec))
                if decision.fresh:
                    break
            number = played.before
        for line, decision, spec in reversed(earlier):
            self._search(line, decision, spec)


def can_repeat(game: Game, spec: SearchSeat, decision: Decision) -> bool:
    """Whether a recorded decision can be made again: its search is known, and with none of its
    knobs' settings threads grew one tree.
    """
    if not is_known(spec) or not repeats(spec.params):
        return False
    for change in decision.changes:
        spec = turned(game, spec, change.values)
        if not repeats(spec.params):
            return False
    return True


def unrepeated(replay: Replay) -> tuple[int, ...]:
    """The seats with a search that is known, but whose threads grew one tree."""
    return tuple(
        seat
        for seat in range(replay.game.seats)
        if any(
            isinstance(spec := played.seats[seat], SearchSeat)
            and is_known(spec)
            and (decision := played.turn.decisions[seat]) is not None
            and not can_repeat(replay.game, spec, decision)
            for played in replay.tree.played
            if played.turn.joint
        )
    )


def compare(expected: Mapping[str, Any], got: Mapping[str, Any], turn: int) -> Difference | None:
    """The first difference between two encoded turns in decisions, joint action or position."""
    return first_difference(turn, _repeating(expected, got))


def _repeating(expected: Mapping[str, Any], got: Mapping[str, Any]) -> Iterator[Pair]:
    for old, new in zip(expected["decisions"], got["decisions"], strict=True):
        yield from _deciding(old, new)
    for key in ("joint", "state"):
        yield key, expected[key], got[key]


def _deciding(old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[Pair]:
    where = f"seat {old['seat'] + 1}"
    for key in ("choice", "iterations"):
        yield f"{where}, {key}", old[key], new[key]
    for a, b in zip(old["search"]["agents"], new["search"]["agents"], strict=False):
        for key in ("actions", "visits", "mean", "best", "pv"):
            yield f"{where}, tree of agent {a['agent'] + 1}, {key}", a[key], b[key]


def repeat(
    player: Player,
    recorded: Decision,
    state: State,
    number: int,
    last: Joint | None,
    watch: Watch = UNWATCHED,
) -> Decision:
    """Makes a recorded decision again: the same calls, the same changes at the same iterations."""
    changes = list(recorded.changes)
    while changes and changes[0].iteration < 0:
        player.change(changes.pop(0).values)
    player.begin(state, number, last)
    for n, spent in recorded.calls or ((recorded.iterations, 0.0),):
        while changes and changes[0].iteration < player.iterations + n:
            first = changes[0].iteration - player.iterations
            if first > 0:
                _advance(player, first, spent, watch)
                n -= first
            player.change(changes.pop(0).values)
        _advance(player, n, spent, watch)
    for change in changes:
        player.change(change.values)
    return player.decide()


def _advance(player: Player, n: int, spent: float, watch: Watch) -> None:
    """Runs the iterations in pieces, so that Ctrl-C can interrupt a file that asks for hours, and
    each of the stops is the end of a piece.
    """
    here = player.iterations
    own = {stop - here for stop in watch.stops if 0 < stop - here < n}
    ends = [*sorted(own.union(range(MOST_AT_ONCE, n, MOST_AT_ONCE))), n]
    for start, end in zip([0, *ends], ends, strict=False):
        player.advance(end - start, spent)
        watch.beat()
        if here + end in watch.stops:
            watch.look(player)
