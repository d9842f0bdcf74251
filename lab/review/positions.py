"""What is reviewed: the turns of one line of a match, by one search, with a budget and a seed; the
line's positions, who chose in them, and what was played.

And the positions that the line after a better move leads through, as far as the rules allow it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from engines.game import FORFEIT, PASS, Game, State
from engines.knobs import KnobError
from lab.files.codec import decode_state, encode_state
from lab.files.replay import Replay
from lab.files.review_lines import ReviewedMove, ReviewHead, decode_head, encode_head
from lab.match.budget import ITERATIONS, Budget
from lab.match.decide import movers
from lab.match.play import deciding, impossible, step
from lab.match.seat import SearchSeat
from lab.match.seats import make_seat, parse_game, suiting
from lab.words.asked import CommandQuestion, option
from search import algorithms

USUAL = Budget(ITERATIONS, 20_000)
SEED = 1
SOLVER = "uct"  # its values are chances with errors, and it proves what is certain


@dataclass(frozen=True)
class ReviewAsked(CommandQuestion):
    """A review as its command asks for it: a file, the search with its budget, and which moves of
    which line are judged, or how good a `move` would have been.
    """

    kind = "review"

    file: Path = option("a replay of ours, or a match in CodinGame's JSON", flag="", read=Path)
    search: str = option(
        "the search that reviews, as in match --seat; by default UCT with its solver where moves "
        "follow one another in the open, else the one that suits the game",
        "",
        flag="--with",
        metavar="SPEC",
    )
    budget: str = option(
        "for each search, of which a move needs two or three: 20ms, 2s, 20000it or 50000n (nodes)",
        USUAL.text,
        always=True,
    )
    seed: int = option("of the searches", SEED, high=1 << 62, always=True)
    seat: int | None = option("judge only this seat's moves", None, low=1, high=100)
    turns: str = option("judge only these turns: 12,30,41", "", metavar="LIST")
    branch: str = option("the line through a branch, in place of the main line", "", metavar="NAME")
    through: int | None = option("", None, low=1, high=100_000)
    move: str = option(
        'judge this move in place of the played one, in the one turn of --turns: "4 3"',
        "",
        metavar="WORDS",
    )
    processes: int | None = option(
        "by default one for each core; 0: searches in this process", None, high=64
    )


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


class PlayedLine:
    """A line of turns from a start; `joints` are the joint actions as sent, `seed` the match's. In
    a turn whose joint action is () nobody moved: `set_up` has the position that was set up in it.
    """

    def __init__(
        self,
        game: Game,
        seed: int,
        initial: State,
        joints: Sequence[tuple[int, ...]],
        set_up: Mapping[int, State] | None = None,
    ) -> None:
        self.game, self.seed, self.initial = game, seed, initial
        self.joints, self.set_up = tuple(joints), dict(set_up or {})

    @cached_property
    def states(self) -> tuple[State, ...]:
        """The position after each number of turns, the start first."""
        found = [self.initial]
        for turn, joint in enumerate(self.joints):
            found.append(self.after(found[-1], joint, turn) if joint else self.set_up[turn + 1])
        return tuple(found)

    def after(self, state: State, joint: Sequence[int], turn: int) -> State:
        """The position after a joint action in that after `turn` turns, with the match's dice."""
        sent = np.array(joint, np.int64)
        return step(self.game, state, sent, self.seed, turn, log_events=False)[0]

    def is_played(self, turn: int) -> bool:
        """Whether anybody moved in turn `turn`, which is counted from 1."""
        return turn <= len(self.joints) and bool(self.joints[turn - 1])

    def deciders(self, turn: int) -> tuple[int, ...]:
        """The seats that choose after `turn` turns; () where the match is over."""
        state = self.states[turn]
        return () if self.game.rules.is_over(state) else deciding(self.game, state)

    def played(self, turn: int, seat: int) -> tuple[int, ...]:
        """What the seat's agents sent in turn `turn`, which is counted from 1."""
        return tuple(self.joints[turn - 1][agent] for agent in self.game.agents_of(seat))

    def others(self, turn: int, seat: int) -> dict[int, int]:
        """What the agents of other seats played in turn `turn`, as far as it was a move."""
        joint, mine = self.joints[turn - 1], self.game.agents_of(seat)
        return {a: x for a, x in enumerate(joint) if a not in mine and x not in (PASS, FORFEIT)}

    def listed(self, turn: int, agent: int) -> list[int]:
        """The actions that a search lists for an agent after `turn` turns; none where it waits."""
        game, state = self.game, self.states[turn]
        if agent not in movers(game, state):
            return []
        out = np.zeros(game.max_actions, np.int64)
        return [int(action) for action in out[: game.rules.legal(state, agent, out)]]

    def has_choice(self, turn: int, seat: int) -> bool:
        """Whether the seat has more than one listed move after `turn` turns."""
        return any(len(self.listed(turn, agent)) > 1 for agent in self.game.agents_of(seat))

    def moves(self, turn: int, seat: int) -> list[tuple[int, ...]]:
        """The listed moves of the seat's agents after `turn` turns, PASS for one that waits."""
        lists = (self.listed(turn, agent) or [PASS] for agent in self.game.agents_of(seat))
        return list(product(*lists))


def follows_plainly(game: Game) -> bool:
    """Whether the position after a move says all about the move: agents move in turn, nothing is
    hidden or drawn, and what one of two seats gains the other loses.
    """
    alone = game.seats == 1 or (game.seats == 2 and game.zero_sum)
    return alone and not (game.simultaneous or game.hidden or game.chance)


def states_of(game: Game, state: State, move: ReviewedMove, seed: int, turn: int) -> list[State]:
    """The position before the move and those that its line leads to, `turn` turns having been
    played before; the line ends where an action is not legal.
    """
    states = [state]
    for joint in move.line:
        sent = np.array(joint, np.int64)
        if impossible(game, states[-1], sent):
            break
        states.append(step(game, states[-1], sent, seed, turn + len(states) - 1, False)[0])
    return states
