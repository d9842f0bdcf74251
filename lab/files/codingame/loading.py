"""Replays a recorded match through the lab's rules and compares every position that the file
contains.

Each answer goes through the game's `parse` and each turn through its `step`, as in a match between
programs. Frames in which a referee only moves its pictures are skipped. A seat that was asked and
did not answer forfeits.

Which game a recording of CodinGame's site is of; each game describes itself in its `Site`.
"""

from __future__ import annotations

import itertools
import shlex
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from engines import games
from engines.difference import Difference, Pair, first_difference
from engines.game import FORFEIT, PASS, Game, State
from engines.site import OddView, Recording, Round, Site
from lab.files.codec import UNREADABLE, OddLine, checksum, encode_turn, why
from lab.files.codingame.result import MODULE, read_recording
from lab.files.replay import NoReplay, Replay, ReplayError, begin, load
from lab.match.decide import Decision
from lab.match.play import Turn, deciding, joint_of, make_turn, outcome, step
from lab.match.program_player import made
from lab.match.records import Setup
from lab.match.seat import ProgramSeat
from lab.programs.spec import ELSEWHERE, Program, hears
from search.measure import SeatValue


def contest_of(recording: Recording) -> tuple[type[Game], Site] | None:
    """The game that fits most of the recorded answers; None if it is none of the lab's."""
    answers = [each.lines[0] for each in recording.rounds if each.lines]
    counted = [
        (sum(game.site.answer.fullmatch(line) is not None for line in answers), game, game.site)
        for game in games().values()
        if game.site is not None and len(recording.names) in game.site.players
    ]
    count, game, site = max(counted, key=lambda each: each[0], default=(0, Game, None))
    return (game, site) if site is not None and 2 * count > len(answers) else None


Shows = Callable[[Game, State, Round], Iterator[Pair]]
Scores = Callable[[State], Sequence[int]]
MOST_STARTS = 1000  # that are tried; a view with more numbers than a contest's gives many
_SEEDS = 1 << 64


@dataclass(frozen=True)
class Imported(Replay):
    """A match of a CodinGame file. `checked` says how much of the file was compared."""

    checked: str = ""


def open_replay(path: str | Path) -> Replay:
    """Reads a recorded match of any kind: a replay of ours, or CodinGame's JSON, which gives an
    `Imported`.

    ReplayError if nothing of it can be shown. A match that is cut short, or that the rules here
    play differently from some turn on, is shown up to that turn, and its `note` says so.
    """
    try:
        return load(path)
    except NoReplay:
        return load_recording(path)


def load_recording(path: str | Path) -> Imported:
    """Reads CodinGame's JSON of either kind."""
    recording = read_recording(Path(path))
    whole = recording.opening.module(MODULE, whole=True)
    if isinstance(whole, dict):
        return _best(path, recording, [_own_start(path, whole)], _own_shows, None)
    contest = contest_of(recording)
    if contest is None:
        answer = next((each.lines[0] for each in recording.rounds if each.lines), "")
        raise ReplayError(
            f"{path} is a match of a contest that is not in the lab; its first answer is "
            f"{answer[:40]!r}."
        )
    known, site = contest
    try:
        starts = [
            (game, state, _setup(game, recording))
            for game, state in itertools.islice(site.starts(known, recording), MOST_STARTS)
        ]
    except UNREADABLE as error:
        raise ReplayError(f"{path} has a start that cannot be read ({_why(error)}).") from error
    return _best(path, recording, starts, site.shows, site.scores)


@dataclass
class _Again:
    """A recording on its way through the rules, from one start."""

    recording: Recording
    game: Game
    state: State
    setup: Setup
    shows: Shows
    scores: Scores | None
    number: int = 0  # rounds read
    positions: int = 0  # positions compared and found equal
    problem: str = ""

    def __post_init__(self) -> None:
        self.initial = self.state
        self.turns: list[Turn] = []
        self.values: tuple[SeatValue, ...] = ()

    def play(self) -> None:
        """Plays until the end of the match or of the file, or the first difference."""
        shown = self.shows(self.game, self.state, self.recording.opening)
        self.problem = _says(first_difference(0, shown))
        while (
            not self.problem
            and not self.game.rules.is_over(self.state)
            and len(self.turns) < self.game.most_turns
        ):
            self._turn()
        if not self.problem:
            self._end()

    def _turn(self) -> None:
        decisions: list[Decision | None] = [None] * self.game.seats
        actions: dict[int, Sequence[int]] = {}
        for seat in deciding(self.game, self.state):
            answer = self._answer(seat)
            if answer is None and self._is_ended_by(actions):
                actions[seat] = (PASS,) * len(self.game.agents_of(seat))
                continue
            if answer is None:
                self.problem = self._ends_early()
                return
            decisions[seat] = decision = self._decision(seat, answer)
            actions[seat] = decision.choice
        turn = make_turn(
            self.game, self.state, len(self.turns), decisions, actions, self.setup.seed, self.values
        )
        shown = self.recording.rounds[self.number - 1] if self.number else self.recording.opening
        pairs = list(self.shows(self.game, turn.state, shown))
        self.problem = _says(first_difference(turn.turn, pairs))
        if self.problem:
            return
        self.positions += bool(pairs)
        self.turns.append(turn)
        self.state, self.values = turn.state, turn.values

    def _is_ended_by(self, actions: Mapping[int, Sequence[int]]) -> bool:
        """Whether a bad answer among these ends the match, so that no other seat is asked: it is
        over even if the others play legal actions.
        """
        if not any(FORFEIT in chosen for chosen in actions.values()):
            return False
        out, legal = np.zeros(self.game.max_actions, np.int64), self.game.rules.legal
        joint, _ = joint_of(self.game, self.state, actions)
        for agent in np.flatnonzero(joint == PASS):
            joint[agent] = out[0] if legal(self.state, agent, out) else PASS
        after, _ = step(self.game, self.state, joint, self.setup.seed, len(self.turns))
        return bool(self.game.rules.is_over(after))

    def _ends_early(self) -> str:
        after = f"after turn {len(self.turns)}" if self.turns else "at once"
        return (
            f"The file ends {after}, but by the rules here the match goes on: it was cut short or "
            "played by other rules."
        )

    def _answer(self, seat: int) -> Round | None:
        """The seat's answer, a round without lines if it gave none, None where the file ends."""
        rounds, begin = self.recording.rounds, self.number
        spoken = next(
            (k for k in range(begin, len(rounds)) if rounds[k].lines is not None), len(rounds)
        )
        if spoken < len(rounds) and rounds[spoken].seat == seat:
            self.number = spoken + 1
            return rounds[spoken]
        silent = next((k for k in range(begin, spoken) if rounds[k].seat in (seat, None)), None)
        if silent is not None:
            self.number = silent + 1
            return rounds[silent]
        return Round(seat, None) if spoken < len(rounds) else None

    def _decision(self, seat: int, answer: Round) -> Decision:
        decision = made(self.game, self.state, seat, answer.lines or (), 0.0)
        error = decision.error or ("it gave no answer" if FORFEIT in decision.choice else "")
        if error:
            error = (
                f"Seat {seat + 1} ({self.recording.names[seat]}), turn {len(self.turns) + 1}: "
                f"{error.rstrip('.')}."
            )
        return replace(decision, stderr=answer.stderr, error=error, fresh=not self.turns)

    def _end(self) -> None:
        """Whether the file ends with the match, and with the same places."""
        ended = outcome(self.game, self.state) or (0.0,) * self.game.seats
        if any(each.lines is not None for each in self.recording.rounds[self.number :]):
            self.problem = (
                f"By the rules here the match is over after turn {len(self.turns)}, but the "
                "file goes on: it was played by other rules."
            )
            return
        scores = (
            list(self.scores(self.state))
            if self.scores is not None and self.recording.scores
            else []
        )
        if scores != [round(score) for score in self.recording.scores][: len(scores)]:
            self.problem = (
                f"The file ends with the scores {_listed(self.recording.scores)}, by the rules "
                f"here they are {_listed(scores)}."
            )
            return
        places = self.recording.places
        pairs = [
            (a, b) for a in range(len(places)) for b in range(len(places)) if places[a] < places[b]
        ]
        wrong = next(((a, b) for a, b in pairs if a < len(ended) > b and ended[a] < ended[b]), None)
        if wrong is not None:
            a, b = wrong
            self.problem = (
                f"The file puts {self.recording.names[a]} before {self.recording.names[b]}; by "
                "the rules here it is the other way round."
            )

    def imported(self) -> Imported:
        """The match as far as it was played."""
        turns = len(self.turns)
        compared = (
            f"{self.positions} of {turns} positions"
            if self.positions
            else "each answer (the file has no positions)"
        )
        places = " and the places" if self.recording.places and not self.problem else ""
        places += (
            " and scores" if places and self.scores is not None and self.recording.scores else ""
        )
        return Imported(
            setup=self.setup,
            game=self.game,
            initial=self.initial,
            turns=tuple(self.turns),
            outcome=outcome(self.game, self.state),
            reason=self.game.reason(self.state),
            note=self.problem,
            damaged=bool(self.problem),
            lines=tuple(encode_turn(turn) for turn in self.turns),
            checked=f"{turns} turns played again; checked: {compared}{places}.",
        )


def _best(
    path: str | Path,
    recording: Recording,
    starts: Iterable[tuple[Game, State, Setup]],
    shows: Shows,
    scores: Scores | None,
) -> Imported:
    """The match from the first start from which all of it can be played, else from the one that
    gets farthest.
    """
    best: _Again | None = None
    refusal = ""
    for game, state, setup in starts:
        wrong = game.check(state)
        if wrong:
            refusal = f"its start cannot be one of {game.title} ({wrong})"
            continue
        again = _Again(recording, game, state, setup, shows, scores)
        try:
            again.play()
        except UNREADABLE as error:
            again.problem = (
                f"What the file says after turn {len(again.turns)} cannot be read ({_why(error)})."
            )
        if best is None or (not again.problem, len(again.turns)) > (
            not best.problem,
            len(best.turns),
        ):
            best = again
        if not best.problem:
            break
    if best is None and refusal:
        raise ReplayError(f"{path} cannot be played again: {refusal}.")
    if best is None:
        raise ReplayError(f"{path} does not say how its match began, so it cannot be played again.")
    if not best.turns:
        raise ReplayError(f"{path} cannot be played again. {best.problem}")
    return best.imported()


def _setup(game: Game, recording: Recording) -> Setup:
    seats = tuple(
        ProgramSeat(Program(f"{ELSEWHERE} {shlex.quote(name)}")) for name in recording.names
    )
    return Setup(game.name, game.options, seats, (recording.seed or 0) % _SEEDS)


def _own_start(path: str | Path, header: Mapping[str, Any]) -> tuple[Game, State, Setup]:
    """The start that our own referee has written into the first view."""
    try:
        game, state, setup = begin(header)
        if not hears(game):
            raise OddLine(f"{game.title} has no text that a program could have answered")
        return game, state, setup
    except UNREADABLE as error:
        raise ReplayError(
            f"{path} was written by another Smitsilab and cannot be played again ({why(error)})."
        ) from error


def _own_shows(game: Game, state: State, shown: Round) -> Iterator[Pair]:
    written = shown.module(MODULE)
    if written is not None:
        yield "position", written, checksum(state)


def _listed(scores: Sequence[float]) -> str:
    return ", ".join(f"{score:g}" for score in scores)


def _says(found: Difference | None) -> str:
    if found is None:
        return ""
    where = f"After turn {found.turn}" if found.turn else "At the start"
    return (
        f"{where} the file has another position ({found.field}: {found.expected}, here "
        f"{found.got}): it was played by other rules."
    )


def _why(error: Exception) -> str:
    """What is wrong in the file, as a clause for use within a sentence."""
    return str(error) if isinstance(error, OddView) else why(error)
