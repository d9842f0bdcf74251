"""What is reviewed: the turns of one line of a match, by one search, with a budget and a seed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from engines.game import Game
from engines.knobs import KnobError
from lab.files.codec import decode_state, encode_state
from lab.files.replay import Replay
from lab.files.review_lines import ReviewHead, decode_head, encode_head
from lab.match.budget import ITERATIONS, Budget
from lab.match.seat import SearchSeat
from lab.match.seats import make_seat, parse_game, suiting
from lab.review.positions import PlayedLine, follows_plainly
from search import algorithms

USUAL = Budget(ITERATIONS, 20_000)
SEED = 1
SOLVER = "uct"  # its values are chances with errors, and it proves what is certain


@dataclass(frozen=True, eq=False)
class ReviewPlan:
    """The question. `numbers` are the turns' in the tree of the match, `seats` those whose moves
    are judged, `turns` the turns (from 1) that are, all of them if it is None.
    """

    line: PlayedLine
    head: ReviewHead
    numbers: tuple[int, ...]
    seats: tuple[int, ...]
    turns: frozenset[int] | None = None

    worker: ClassVar[str] = "lab.review.run"

    @property
    def game(self) -> Game:
        """The configured game."""
        return self.line.game

    @property
    def as_line(self) -> dict[str, Any]:
        """What a worker has to know, as JSON."""
        return {
            "game": self.game.spec,
            "seed": self.line.seed,
            "initial": encode_state(self.line.initial),
            "joints": [list(joint) for joint in self.line.joints],
            "set_up": {str(turn): encode_state(state) for turn, state in self.line.set_up.items()},
            **encode_head(self.game, self.head),
        }


def read_plan(line: Mapping[str, Any]) -> ReviewPlan:
    """The plan as a worker reads it."""
    game = parse_game(line["game"])
    initial = decode_state(game, line["initial"])
    set_up = {int(turn): decode_state(game, state) for turn, state in line["set_up"].items()}
    played = PlayedLine(game, line["seed"], initial, tuple(map(tuple, line["joints"])), set_up)
    numbers = tuple(range(1, len(played.joints) + 1))
    return ReviewPlan(played, decode_head(game, line), numbers, tuple(range(game.seats)))


def plan_of(
    replay: Replay,
    spec: SearchSeat,
    seed: int = SEED,
    seats: Sequence[int] = (),
    turns: Sequence[int] | None = None,
) -> ReviewPlan:
    """The review of the line on show of a replay; all seats if none are named. KnobError if there
    is nothing to review or a turn does not exist.
    """
    game, joints = replay.game, tuple(turn.joint for turn in replay.turns)
    if not any(joints):
        raise KnobError("The match has no turns to review.")
    set_up = {turn.turn: turn.state for turn in replay.turns if not turn.joint}
    line = PlayedLine(game, replay.setup.seed, replay.initial, joints, set_up)
    _check_turns(line, turns or ())
    numbers = replay.tree.tree.path(replay.end)
    chosen = tuple(seats) or tuple(range(game.seats))
    wanted = frozenset(turns) if turns is not None else None
    return ReviewPlan(line, ReviewHead(whole(game, spec), seed), numbers, chosen, wanted)


def _check_turns(line: PlayedLine, turns: Sequence[int]) -> None:
    word, count = line.game.turn_word, len(line.joints)
    for turn in turns:
        if not 1 <= turn <= count:
            raise KnobError(f"The match has {count} {word}s; there is no {word} {turn}.")
        if not line.is_played(turn):
            raise KnobError(f"Nobody moved in {word} {turn}: its position was set up by hand.")


def whole(game: Game, spec: SearchSeat) -> SearchSeat:
    """The seat with every setting and a budget, so that equal reviews have equal heads."""
    return SearchSeat(spec.name, *spec.settings(game), spec.budget or USUAL)


def reviewer(game: Game, budget: Budget = USUAL) -> SearchSeat:
    """The search that reviews where none is named: UCT with its solver where moves follow one
    another in the open, else what suits the game. KnobError if nothing fits.
    """
    if follows_plainly(game) and algorithms()[SOLVER].supports(game) is None:
        return replace(make_seat(algorithms()[SOLVER], game, {"solver": True}), budget=budget)
    name = suiting(game)
    if not name:
        raise KnobError(f"No search of the lab plays {game.title}.")
    return make_seat(algorithms()[name], game, {}, budget)
