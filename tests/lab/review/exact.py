"""Exact outcomes of tic-tac-toe and of Connect Four endings, in plain Python and without the
lab's rules, and reviewed matches to hold against them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

from engines.game import Game
from lab.files.replay import Replay
from lab.files.review_lines import ReviewedMove
from lab.match.budget import Budget
from lab.match.play import play
from lab.match.seats import parse_game, parse_search
from lab.review.matches import moves_of
from lab.review.positions import ReviewPlan, plan_of, reviewer
from lab.review.run import Known, ReviewRun

Moves = tuple[int, ...]
ROWS = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


def replayed(game: Game, seed: int) -> Replay:
    """A random match, as if it had been read from a file."""
    found = play(game, ["random", "random"], seed=seed)
    lines = tuple({} for _ in found.turns)
    return Replay(found.setup, game, found.initial, found.turns, found.outcome, "", lines=lines)


def planned(
    replay: Replay,
    search: str = "",
    budget: str = "20000it",
    seats: Sequence[int] = (),
    turns: Sequence[int] | None = None,
) -> ReviewPlan:
    """The review of a replay by a search, by the usual one where none is named."""
    limit = Budget.parse(budget)
    spec = parse_search(search, replay.game, limit) if search else reviewer(replay.game, limit)
    return plan_of(replay, spec, seats=seats, turns=turns)


def reviewed(
    plan: ReviewPlan, known: Known | None = None, most: int = 10_000
) -> list[ReviewedMove]:
    """The moves as a run in this process judges them, `most` of them and then it is stopped."""
    found: list[ReviewedMove] = []
    for step in ReviewRun(plan, known or {}, 0).steps():
        found += step.moves
        if len(found) >= most:
            break
    return found


def numbered(plan: ReviewPlan, moves: Sequence[ReviewedMove]) -> list[tuple[int, ReviewedMove]]:
    """The moves with their turns, in order."""
    from lab.files.review_lines import Review

    return moves_of(Review(plan.head).with_moves(moves), plan.numbers)


# -- exact outcomes --------------------------------------------------------------------------------


@cache
def tictactoe(played: Moves) -> float:
    """The result for who moves after these cells: 1 won, 0.5 drawn, 0 lost."""
    last = set(played[len(played) - 1 :: -2]) if played else set()
    if any(set(row) <= last for row in ROWS):
        return 0.0
    free = [cell for cell in range(9) if cell not in played]
    return max((1 - tictactoe((*played, cell)) for cell in free), default=0.5)


@cache
def connect_four(played: Moves) -> float:
    """The same after discs in these columns, of seven by six."""
    heights, discs = [0] * 7, dict[tuple[int, int], int]()
    for k, column in enumerate(played):
        discs[column, heights[column]] = k % 2
        heights[column] += 1
    if _four(discs, 1 - len(played) % 2):
        return 0.0
    free = [column for column in range(7) if heights[column] < 6]
    return max((1 - connect_four((*played, column)) for column in free), default=0.5)


def _four(discs: dict[tuple[int, int], int], who: int) -> bool:
    own = {place for place, owner in discs.items() if owner == who}
    ways = ((1, 0), (0, 1), (1, 1), (1, -1))
    return any(
        all((x + k * dx, y + k * dy) in own for k in range(4)) for x, y in own for dx, dy in ways
    )


EXACT: dict[str, Callable[[Moves], float]] = {
    "tictactoe": tictactoe,
    "connect_four": connect_four,
}


def worse(name: str, replay: Replay, turn: int) -> float:
    """By how much the played move of a turn changed the outcome for who moved: 0, 0.5 or 1."""
    moves = tuple(max(each.joint) for each in replay.turns)
    return EXACT[name](moves[: turn - 1]) - (1 - EXACT[name](moves[:turn]))


def game_named(name: str) -> Game:
    """The game with its usual options."""
    return parse_game(name)
