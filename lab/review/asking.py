"""Which searches a move needs, and what it lost once they are answered.

Where the position after a move says all about it, the search of that position is also the first one
of the next turn. Elsewhere (agents move at once, chance or hidden information) the same position is
searched again, bound to the best move and to the played one; what happened in the turn then counts
only as hindsight or luck.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from engines.game import FORFEIT, PASS
from lab.files.review_lines import FORFEITED, ONE_MOVE, UNKNOWN, Estimate, ReviewedMove
from lab.match.seats import parse_algorithm
from lab.review.judging import gained, points_lost
from lab.review.positions import ReviewPlan, follows_plainly
from lab.review.searching import Finding, SearchQuestion, seen_by
from search.base import LOSS, WIN

Answer = Callable[[SearchQuestion], Finding | None]  # None: not known yet
Needs = Iterator[SearchQuestion]


class MoveAsked:
    """One move of a plan: turn `turn` (from 1) of `seat`. `other` is judged in place of the played
    one.
    """

    def __init__(self, plan: ReviewPlan, turn: int, seat: int, other: tuple[int, ...] = ()) -> None:
        self.plan, self.turn, self.seat = plan, turn, seat
        self.played = other or plan.line.played(turn, seat)
        self.is_other = bool(other) and other != plan.line.played(turn, seat)
        self.plain = follows_plainly(plan.game)
        self.position = SearchQuestion(turn - 1, seat)

    @property
    def skipped(self) -> str:
        """Why the move is not judged; "" if it is."""
        if FORFEIT in self.played:
            return FORFEITED
        return "" if self.plan.line.has_choice(self.turn - 1, self.seat) else ONE_MOVE

    # -- questions ---------------------------------------------------------------------------------

    def needs(self, known: Answer) -> Needs:
        """The questions that can be asked now; those that follow depend on their answers."""
        if self.skipped:
            yield from (self._next(),) if self.plain else ()
            return
        yield self.position
        first = known(self.position)
        if self.plain:
            yield from self._needs_plainly(first, known)
        elif first is not None:
            yield from self._needs_bound(first)

    def _needs_plainly(self, first: Finding | None, known: Answer) -> Needs:
        after = self._after_played()
        yield after
        played = known(after)
        if first is not None and played is not None and not self._settled(first, played):
            yield self._after_best(first)

    def _needs_bound(self, first: Finding) -> Needs:
        if not self._agrees(first) and self._listed(first):
            yield self._bound(first.choice)
            yield self._bound(self._listed(first))
            yield from self._in_hindsight(first)
        yield from self._for_luck()

    def _settled(self, first: Finding, played: Finding) -> bool:
        """Whether there is nothing to compare: the best move was played, or none can matter."""
        before, after = _proven(first.estimate), _proven(self._seen(played, self._after_played()))
        return self._agrees(first) or before == LOSS or after == WIN

    def _agrees(self, first: Finding) -> bool:
        return first.agrees if not self.is_other else first.sent == self.played

    def _listed(self, first: Finding) -> tuple[int, ...]:
        """The move as the search lists it, or the one nearest to it; () where there is none."""
        return self.played if self.is_other else first.listed

    def _joint(self, move: tuple[int, ...]) -> tuple[int, ...]:
        """The turn's joint action with another move of the seat."""
        agents, joint = self.plan.game.agents_of(self.seat), self.plan.line.joints[self.turn - 1]
        mine = dict(zip(agents, move, strict=True))
        if self.plain:
            return tuple(mine.get(agent, PASS) for agent in range(self.plan.game.agents))
        return tuple(mine.get(agent, action) for agent, action in enumerate(joint))

    def _after_played(self) -> SearchQuestion:
        if self.is_other:
            return SearchQuestion(self.turn - 1, self.seat, self._joint(self.played))
        return self._next()

    def _next(self) -> SearchQuestion:
        """The search of the position that the turn led to."""
        deciders = self.plan.line.deciders(self.turn)
        seat = self.seat if self.seat in deciders or not deciders else deciders[0]
        return SearchQuestion(self.turn, seat)

    def _after_best(self, first: Finding) -> SearchQuestion:
        return SearchQuestion(self.turn - 1, self.seat, self._joint(first.sent))

    def _bound(self, move: tuple[int, ...]) -> SearchQuestion:
        agents = self.plan.game.agents_of(self.seat)
        only = ((a, x) for a, x in zip(agents, move, strict=True) if x != PASS)
        return SearchQuestion(self.turn - 1, self.seat, (), tuple(only))

    def _in_hindsight(self, first: Finding) -> Needs:
        """The positions that the turn leads to, with the others' actions as they were."""
        if self.plan.game.simultaneous and self._can_follow:
            yield self._after_best(first)
            yield self._after_played()

    @property
    def _can_follow(self) -> bool:
        """Whether the seat also chooses in the next position, or the match is over there."""
        deciders = self.plan.line.deciders(self.turn)
        return not deciders or self.seat in deciders

    def _for_luck(self) -> Needs:
        """With dice: every action bound, before they fell; and the position after they did."""
        bound = self._all_bound()
        if bound is not None and not self.is_other:
            yield bound
            yield self._after_played()

    def _all_bound(self) -> SearchQuestion | None:
        game = self.plan.game
        search = parse_algorithm(self.plan.head.spec.name)
        line, turn = self.plan.line, self.turn
        if not game.chance or (game.simultaneous and not self._can_follow):
            return None
        mine, others = self._bound(self.played), line.others(turn, self.seat)
        if any(action not in line.listed(turn - 1, a) for a, action in mine.only):
            return None
        if not others:
            return mine
        unlisted = any(action not in line.listed(turn - 1, a) for a, action in others.items())
        if game.hidden or not search.everyone or unlisted:
            return None
        return replace(mine, only=tuple(sorted((*mine.only, *others.items()))))

    # -- the answer --------------------------------------------------------------------------------

    def _seen(self, finding: Finding | None, question: SearchQuestion) -> Estimate | None:
        if finding is None:
            return None
        return seen_by(self.plan.game, finding.estimate, question.seat, self.seat)

    def move(self, known: Answer) -> ReviewedMove:
        """What the review says, once every question is answered."""
        number = self.plan.numbers[self.turn - 1]
        if self.skipped:
            after = self._seen(known(self._next()), self._next()) if self.plain else None
            made = ReviewedMove(number, self.seat, self.played, skipped=self.skipped)
            return replace(made, after_played=after)
        first = known(self.position)
        assert first is not None
        move = ReviewedMove(
            number,
            self.seat,
            self.played,
            first.choice,
            self._agrees(first),
            self._shares(first),
            first.estimate,
            line=first.line,
            nearest=() if self.is_other or first.exact else first.listed,
            iterations=first.iterations,
        )
        judged = self._plainly(move, first, known) if self.plain else self._bound_move(move, known)
        return judged if judged.is_judged else replace(judged, skipped=UNKNOWN)

    def _shares(self, first: Finding) -> tuple[tuple[float, float], ...]:
        agents = self.plan.game.agents_of(self.seat)
        listed = self._listed(first) or self.played
        moves = zip(agents, listed, first.choice, strict=True)
        return tuple(
            (first.shares[agent].get(played, 0.0), first.shares[agent].get(best, 0.0))
            for agent, played, best in moves
            if agent in first.shares
        )

    def _plainly(self, move: ReviewedMove, first: Finding, known: Answer) -> ReviewedMove:
        after = self._after_played()
        found = known(after)
        played = self._seen(found, after)
        if found is None or self._settled(first, found):
            lost = 0.0 if played is not None else float("nan")
            return replace(move, after_best=played, after_played=played, lost=lost, error=0.0)
        answer = known(self._after_best(first))
        best = answer.estimate if answer is not None else None
        lost, error = points_lost(best, played)
        line = (self._joint(first.sent), *(answer.line if answer is not None else ()))
        return replace(
            move, after_best=best, after_played=played, lost=lost, error=error, line=line
        )

    def _bound_move(self, move: ReviewedMove, known: Answer) -> ReviewedMove:
        first = known(self.position)
        assert first is not None
        luck = self._luck(known)
        if self._agrees(first):
            same = first.estimate
            lost = 0.0 if same is not None else float("nan")
            return replace(
                move, after_best=same, after_played=same, lost=lost, error=0.0, luck=luck
            )
        if not self._listed(first):
            return replace(move, luck=luck)
        best, played = (known(self._bound(each)) for each in (first.choice, self._listed(first)))
        after_best = best.estimate if best is not None else None
        after_played = played.estimate if played is not None else None
        lost, error = points_lost(after_best, after_played)
        hindsight, hindsight_error = self._hindsight(first, known)
        return replace(
            move,
            after_best=after_best,
            after_played=after_played,
            lost=lost,
            error=error,
            hindsight=hindsight,
            hindsight_error=hindsight_error,
            luck=luck,
            line=best.line if best is not None and best.line else move.line,
        )

    def _hindsight(self, first: Finding, known: Answer) -> tuple[float, float]:
        asked = tuple(self._in_hindsight(first))
        if not asked:
            return float("nan"), float("nan")
        best, played = (self._seen(known(question), question) for question in asked)
        return points_lost(best, played)

    def _luck(self, known: Answer) -> float:
        asked = tuple(self._for_luck())
        if not asked:
            return float("nan")
        before, after = (self._seen(known(question), question) for question in asked)
        return gained(after, before)


def _proven(estimate: Estimate | None) -> str:
    return estimate.value.settled if estimate is not None else ""
