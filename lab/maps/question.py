"""A search that is run again for a map, in a worker process: the question, and what it answers.

Shapes: [M] marks, numbers of iterations after which the search is asked what it would play.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from typing import Any, ClassVar, Self

import numpy as np

from engines.game import Game, Joint, State
from lab.files.codec import decode_seat, decode_state, encode_seat, encode_state
from lab.match.decide import Player
from lab.match.prepare import load
from lab.match.seat import SearchSeat
from lab.match.seats import parse_algorithm, parse_game
from search.base import AgentStats, Snapshot

FEWEST = 10  # iterations at the first mark
ON_LINE = "On the joint line"  # what Smitsimax calls the share of iterations on it


@dataclass(frozen=True)
class MapsPlan:
    """What all questions of a run share."""

    worker: ClassVar[str] = "lab.maps.worker"

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
    """What a player, searching a position from the beginning, would play at each of the marks."""

    state: State
    turn: int
    last_joint: Joint | None
    seat: int
    spec: SearchSeat
    marks: tuple[int, ...]  # [M] increasing

    def job(self, game: Game) -> dict[str, Any]:
        """The question as JSON."""
        return {
            "position": encode_state(self.state),
            "turn": self.turn,
            "last": None if self.last_joint is None else [int(a) for a in self.last_joint],
            "seat": self.seat,
            "player": encode_seat(game, self.spec),
            "marks": list(self.marks),
        }

    @classmethod
    def read(cls, game: Game, job: Mapping[str, Any]) -> Self:
        """The question from its JSON."""
        spec, _ = decode_seat(game, job["player"])
        assert isinstance(spec, SearchSeat)  # nobody else is asked
        last = None if job["last"] is None else np.array(job["last"], np.int64)
        state = decode_state(game, job["position"])
        marks = tuple(int(mark) for mark in job["marks"])
        return cls(state, int(job["turn"]), last, int(job["seat"]), spec, marks)


@dataclass(frozen=True)
class AgentAnswer:
    """What the search says of one agent at each mark: the action that it would play, in words, and
    its share of the root's visits. `lower`: by how much the mean of that action is below that of
    the last mark's in the end, on the axis of means.
    """

    agent: int
    words: tuple[str, ...]  # [M]
    shares: tuple[float, ...]  # [M]
    lower: tuple[float, ...] = ()  # [M]
    unit: str = ""  # what a mean measures


@dataclass(frozen=True)
class MapAnswer:
    """What a search says at its marks; `on_line` is the share of iterations that played every
    agent's best root action, () for searches that do not count it.
    """

    agents: tuple[AgentAnswer, ...]
    on_line: tuple[float, ...] = ()  # [M]

    @property
    def line(self) -> dict[str, Any]:
        """The answer as JSON."""
        return {"agents": [asdict(a) for a in self.agents], "on_line": list(self.on_line)}

    @classmethod
    def read(cls, line: Mapping[str, Any]) -> Self:
        """The answer from its JSON."""
        agents = tuple(
            AgentAnswer(
                int(a["agent"]),
                tuple(a["words"]),
                tuple(a["shares"]),
                tuple(a["lower"]),
                str(a["unit"]),
            )
            for a in line["agents"]
        )
        return cls(agents, tuple(line["on_line"]))

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
    return _answer(game, player.view, seen).line


@cache
def _prepared(game: str, algorithm: str) -> Game:
    """The game with the kernels of an algorithm, made once in a process."""
    found = parse_game(game)
    load(found, parse_algorithm(algorithm))
    return found


def _lower(each: Sequence[AgentStats]) -> tuple[float, ...]:
    """By how much each mark's action has a lower mean in the end than the last mark's; [M]"""
    last = each[-1]
    means = dict(zip(last.actions.tolist(), np.nan_to_num(last.mean).tolist(), strict=True))
    best = means[int(last.actions[last.best])]
    return tuple(round(best - means[int(s.actions[s.best])], 6) for s in each)


def _answer(game: Game, state: State, seen: list[Snapshot]) -> MapAnswer:
    agents = []
    for number, stats in enumerate(seen[-1].agents):
        each = [snapshot.agents[number] for snapshot in seen]
        words = tuple(game.label(state, stats.agent, int(s.actions[s.best])) for s in each)
        shares = tuple(round(float(np.nan_to_num(s.share[s.best])), 6) for s in each)
        agents.append(AgentAnswer(stats.agent, words, shares, _lower(each), stats.unit))
    counted = all(ON_LINE in snapshot.scalars for snapshot in seen)
    on_line = tuple(round(s.scalars[ON_LINE], 6) for s in seen) if counted else ()
    return MapAnswer(tuple(agents), on_line)
