"""A search that is run again for a map, in a worker process: the question, and what it answers.

Shapes: [M] marks, numbers of iterations after which the search is asked what it would play.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cache
from typing import Any, ClassVar, Self

import numpy as np

from engines.game import Game, Joint, State
from lab.files.codec import decode_seat, decode_state, encode_seat, encode_state, rounded
from lab.match.decide import Player
from lab.match.prepare import load
from lab.match.seat import SearchSeat
from lab.match.seats import parse_algorithm, parse_game
from lab.words.values import UNITS
from search.base import Snapshot
from search.measure import SeatValue, ValueKind

FEWEST = 10  # iterations at the first mark
CHANCES = (ValueKind.PROBABILITY, ValueKind.SCORE)
ON_LINE = "On the joint line"  # what Smitsimax calls the share of iterations on it


@dataclass(frozen=True)
class MapsPlan:
    """What all questions of a run share."""

    worker: ClassVar[str] = "lab.maps.run"

    game: str  # as the command line writes it
    seed: int

    @property
    def line(self) -> dict[str, Any]:
        """The plan as JSON."""
        return {"game": self.game, "seed": self.seed}

    @classmethod
    def read(cls, line: Mapping[str, Any]) -> Self:
        """The plan from its JSON."""
        return cls(str(line["game"]), int(line["seed"]))


@dataclass(frozen=True, eq=False)
class MapQuestion:
    """What a player, searching a position from the beginning, would play at each of the marks, and
    what that would lose at those that are `judged`.
    """

    state: State
    turn: int
    last_joint: Joint | None
    seat: int
    spec: SearchSeat
    marks: tuple[int, ...]  # [M] increasing
    judged: tuple[int, ...] = ()  # numbers of marks

    def job(self, game: Game) -> dict[str, Any]:
        """The question as JSON."""
        return {
            "position": encode_state(self.state),
            "turn": self.turn,
            "last": None if self.last_joint is None else [int(a) for a in self.last_joint],
            "seat": self.seat,
            "player": encode_seat(game, self.spec),
            "marks": list(self.marks),
            "judged": list(self.judged),
        }

    @classmethod
    def read(cls, game: Game, job: Mapping[str, Any]) -> Self:
        """The question from its JSON."""
        spec, _ = decode_seat(game, job["player"])
        assert isinstance(spec, SearchSeat)  # nobody else is asked
        last = None if job["last"] is None else np.array(job["last"], np.int64)
        state = decode_state(game, job["position"])
        marks = tuple(int(mark) for mark in job["marks"])
        judged = tuple(int(mark) for mark in job["judged"])
        return cls(state, int(job["turn"]), last, int(job["seat"]), spec, marks, judged)


@dataclass(frozen=True)
class AgentAnswer:
    """What the search says of one agent at each mark: the action that it would play, in words and
    as the game's sign for small cells, and its share of the root's visits.
    """

    agent: int
    words: tuple[str, ...]  # [M]
    shares: tuple[float, ...]  # [M]
    signs: tuple[str, ...] = ()  # [M] "" where an action has none


@dataclass(frozen=True)
class MapAnswer:
    """What a search says at its marks; `on_line` is the share of iterations that played every
    agent's best root action, () for searches that do not count it. `lost` is what the seat would
    lose by playing as at each of the marks that the question judges: the value when bound to the
    last mark's actions less that when bound to the mark's, like with like; `unit` counts it.
    """

    agents: tuple[AgentAnswer, ...]
    on_line: tuple[float, ...] = ()  # [M]
    lost: tuple[float, ...] = ()  # NaN where a search has no value
    unit: str = ""

    @property
    def line(self) -> dict[str, Any]:
        """The answer as JSON."""
        return {
            "agents": [asdict(a) for a in self.agents],
            "on_line": list(self.on_line),
            "lost": [rounded(points) for points in self.lost],
            "unit": self.unit,
        }

    @classmethod
    def read(cls, line: Mapping[str, Any]) -> Self:
        """The answer from its JSON."""
        agents = tuple(
            AgentAnswer(
                int(a["agent"]),
                tuple(a["words"]),
                tuple(a["shares"]),
                tuple(a["signs"]),
            )
            for a in line["agents"]
        )
        lost = tuple(math.nan if each is None else float(each) for each in line["lost"])
        return cls(agents, tuple(line["on_line"]), lost, str(line["unit"]))

    def of(self, agent: int) -> AgentAnswer | None:
        """What it says of an agent."""
        return next((each for each in self.agents if each.agent == agent), None)


def marks_up_to(last: int, *wanted: int) -> tuple[int, ...]:
    """About three marks a decade up to `last`, and those that are `wanted`."""
    decades = [
        part * 10**power for power in range(1, 12) for part in (1, 2, 5) if part * 10**power < last
    ]
    return tuple(sorted({*decades, *(n for n in wanted if 0 < n < last), last}))


def answered(plan: MapsPlan, job: Mapping[str, Any]) -> dict[str, Any]:
    """Runs the search of a question from the beginning."""
    game = _prepared(plan.game, str(job["player"]["algorithm"]))
    question = MapQuestion.read(game, job)
    player = Player(game, question.seat, question.spec, plan.seed)
    player.begin(question.state, question.turn, question.last_joint)
    seen = []
    for mark in question.marks:
        player.advance(mark - player.iterations, player.iterations / question.marks[-1])
        seen.append(player.search.snapshot())
    answer = _answer(game, player.view, seen)
    if question.judged:
        lost, unit = _lost(game, question, plan.seed, seen)
        answer = replace(answer, lost=lost, unit=unit)
    return answer.line


Moves = tuple[tuple[int, int], ...]  # agents with their actions


def _lost(
    game: Game, question: MapQuestion, seed: int, seen: list[Snapshot]
) -> tuple[tuple[float, ...], str]:
    """What the seat loses by its moves at the judged marks, and what that is counted in: searches
    of the same position and budget, bound to either move.
    """
    own = game.agents_of(question.seat)
    moves = [_moves(seen[mark], own) for mark in (*question.judged, -1)]
    known: dict[Moves, SeatValue | None] = {}
    for move in moves:
        if move not in known:
            known[move] = _value(game, question, seed, move) if set(moves) != {move} else None
    best = known[moves[-1]]
    unit = "points" if best is None else UNITS.get(best.kind, "points")
    lost = (0.0 if move == moves[-1] else _less(known[move], best) for move in moves[:-1])
    return tuple(lost), unit


def _moves(snapshot: Snapshot, own: Sequence[int]) -> Moves:
    agents = (stats for stats in snapshot.agents if stats.agent in own)
    return tuple((stats.agent, int(stats.actions[stats.best])) for stats in agents)


def _value(game: Game, question: MapQuestion, seed: int, move: Moves) -> SeatValue | None:
    """What the position is worth for the seat, bound to a move."""
    player = Player(game, question.seat, question.spec, seed)
    only = {agent: np.array([action], np.int64) for agent, action in move}
    player.begin(question.state, question.turn, question.last_joint, only)
    player.advance(question.marks[-1], 0.0)
    value = player.search.snapshot().value
    return value.seen_by(question.seat) if value is not None and value.known else None


def _less(value: SeatValue | None, best: SeatValue | None) -> float:
    """By how much a value is below another, never less than nothing: in points of chance, or in
    the units of the evaluation.
    """
    if value is None or best is None:
        return math.nan
    scale = 100.0 if best.kind in CHANCES else 1.0
    return max(0.0, scale * (best.number - value.number))


@cache
def _prepared(game: str, algorithm: str) -> Game:
    """The game with the kernels of an algorithm, made once in a process."""
    found = parse_game(game)
    load(found, parse_algorithm(algorithm))
    return found


def _answer(game: Game, state: State, seen: list[Snapshot]) -> MapAnswer:
    agents = []
    for number, stats in enumerate(seen[-1].agents):
        each = [snapshot.agents[number] for snapshot in seen]
        words = tuple(game.label(state, stats.agent, int(s.actions[s.best])) for s in each)
        shares = tuple(round(float(np.nan_to_num(s.share[s.best])), 6) for s in each)
        signs = tuple(game.brief(state, stats.agent, int(s.actions[s.best])) for s in each)
        agents.append(AgentAnswer(stats.agent, words, shares, signs))
    counted = all(ON_LINE in snapshot.scalars for snapshot in seen)
    on_line = tuple(round(s.scalars[ON_LINE], 6) for s in seen) if counted else ()
    return MapAnswer(tuple(agents), on_line)
