"""Answers one question of a review with one search: what is a position worth for a seat, and what
would be played there?
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from engines.game import FORFEIT, PASS, Game, State
from lab.files.codec import decode_value, encode_value, rounded
from lab.files.review_lines import MOST_PLIES, Estimate
from lab.match.decide import Player, think
from lab.match.lines import follow
from lab.match.play import deciding, outcome, resolved
from lab.review.judging import CHANCES
from lab.review.positions import USUAL, PlayedLine, ReviewPlan
from search.base import AgentStats
from search.measure import Kind, SeatValue, final_value


@dataclass(frozen=True)
class SearchQuestion:
    """One search: for `seat`, in the position after `turn` turns; where `joint` is given, in the
    position that it leads to; `only` are actions that agents are bound to.
    """

    turn: int
    seat: int
    joint: tuple[int, ...] = ()
    only: tuple[tuple[int, int], ...] = ()

    @property
    def job(self) -> dict[str, Any]:
        """The question as JSON."""
        return {
            "turn": self.turn,
            "seat": self.seat,
            "joint": list(self.joint),
            "only": [list(pair) for pair in self.only],
        }


def question_of(job: Mapping[str, Any]) -> SearchQuestion:
    """The question that a job asks."""
    only = tuple((int(agent), int(action)) for agent, action in job["only"])
    return SearchQuestion(job["turn"], job["seat"], tuple(job["joint"]), only)


@dataclass(frozen=True)
class Finding:
    """The answer. `choice` has the search's action for each agent of the seat, `sent` what would be
    sent for it; `shares` are the shares of the visits of each agent's root actions. `listed` is
    what was played as the search lists it, `exact` whether that is the same and not only the
    nearest; `agrees` is whether the choice was played.
    """

    estimate: Estimate | None
    choice: tuple[int, ...] = ()
    sent: tuple[int, ...] = ()
    shares: Mapping[int, Mapping[int, float]] = field(default_factory=dict)
    line: tuple[tuple[int, ...], ...] = ()
    listed: tuple[int, ...] = ()
    exact: bool = True
    agrees: bool = False
    iterations: int = 0

    @property
    def as_line(self) -> dict[str, Any]:
        """The finding as JSON, with numbers as a file keeps them."""
        found = self.estimate
        return {
            "value": encode_value(found.value) if found is not None else None,
            "standard_error": rounded(found.error) if found is not None else None,
            "choice": list(self.choice),
            "sent": list(self.sent),
            "shares": [
                [agent, [[action, rounded(share)] for action, share in each.items()]]
                for agent, each in self.shares.items()
            ],
            "line": [list(joint) for joint in self.line],
            "listed": list(self.listed),
            "exact": self.exact,
            "agrees": self.agrees,
            "iterations": self.iterations,
        }


def finding_of(line: Mapping[str, Any], seats: int) -> Finding:
    """The finding from JSON."""
    value = line["value"]
    error = float(line["standard_error"] or 0.0)
    return Finding(
        Estimate(decode_value(value, seats), error) if value else None,
        tuple(line["choice"]),
        tuple(line["sent"]),
        {int(agent): {int(a): float(x) for a, x in pairs} for agent, pairs in line["shares"]},
        tuple(map(tuple, line["line"])),
        tuple(line["listed"]),
        bool(line["exact"]),
        bool(line["agrees"]),
        int(line["iterations"]),
    )


def find(plan: ReviewPlan, question: SearchQuestion) -> Finding:
    """Searches; a position in which the match is over needs no search."""
    line, seat = plan.line, question.seat
    state, turn = line.states[question.turn], question.turn
    if question.joint:
        state, turn = line.after(state, question.joint, turn), turn + 1
    ended = outcome(plan.game, state)
    if ended:
        return Finding(Estimate(final_value(plan.game, state, ended[seat])))
    thinker = seat if seat in deciding(plan.game, state) else deciding(plan.game, state)[0]
    player = Player(plan.game, thinker, plan.head.spec, plan.head.seed)
    only = {agent: np.array([action], np.int64) for agent, action in question.only}
    player.begin(state, turn, None, only or None)
    think(player, plan.head.spec.budget or USUAL)
    found = _found(line, question, player)
    return replace(found, estimate=seen_by(plan.game, found.estimate, thinker, seat))


def seen_by(game: Game, estimate: Estimate | None, thinker: int, seat: int) -> Estimate | None:
    """What the thinker's search says, for a seat; None where one seat's value says nothing of
    another's.
    """
    if estimate is None or thinker == seat:
        return estimate
    if game.seats != 2 or not game.zero_sum:
        return None
    return Estimate(estimate.value.mirrored(), estimate.error)


def _found(line: PlayedLine, question: SearchQuestion, player: Player) -> Finding:
    game, snapshot = line.game, player.search.snapshot()
    choice = tuple(int(action) for action in player.search.choice())
    own = [a for a in snapshot.agents if a.agent in game.agents_of(player.seat)]
    sent = resolved(game, player.view, player.seat, choice)
    known = snapshot.value
    estimate = None
    if known is not None and known.known:
        estimate = Estimate(known.seen_by(player.seat), error_of(own, known))
    asks = not question.joint and not question.only and line.is_played(question.turn + 1)
    played = line.played(question.turn + 1, player.seat) if asks else ()
    listed, exact = _as_listed(line, question.turn, player, played) if asks else ((), True)
    return Finding(
        estimate,
        choice,
        sent,
        {a.agent: dict(zip(a.actions.tolist(), a.share.tolist(), strict=True)) for a in own},
        follow(game, player.view, snapshot.agents).joints[:MOST_PLIES],
        listed,
        exact,
        bool(played) and _agree(game, player, sent, played),
        snapshot.iterations,
    )


def error_of(own: list[AgentStats], value: SeatValue) -> float:
    """The standard error of a seat's value in its units; 0 where it is proved or no sample."""
    errors = [_error(stats, value) for stats in own if stats.sampled and stats.error.size]
    known = [error for error in errors if math.isfinite(error)]
    if value.settled or not known:
        return 0.0
    return math.sqrt(sum(error * error for error in known)) / len(known)


def _error(stats: AgentStats, value: SeatValue) -> float:
    error = float(stats.error[stats.best])
    if stats.kind is Kind.SCALED:
        return error * stats.scale
    return error / 2 if stats.kind is Kind.OUTCOME and value.kind in CHANCES else error


def _agree(game: Game, player: Player, sent: tuple[int, ...], played: tuple[int, ...]) -> bool:
    """Whether two moves are the same, as sent or in words."""
    pairs = zip(game.agents_of(player.seat), sent, played, strict=True)
    return all(a == b or _same_words(game, player.state, agent, a, b) for agent, a, b in pairs)


def _same_words(game: Game, state: State, agent: int, first: int, second: int) -> bool:
    if min(first, second) < 0:
        return False
    return game.label(state, agent, first) == game.label(state, agent, second)


def _as_listed(
    line: PlayedLine, turn: int, player: Player, played: tuple[int, ...]
) -> tuple[tuple[int, ...], bool]:
    """The played actions as the search lists them, and whether these are the same; an action
    outside its list stands for the one that leads nearest to where it led. () where there is none.
    """
    found, exact = list(played), True
    for place, agent in enumerate(line.game.agents_of(player.seat)):
        listed = line.listed(turn, agent)
        if not listed or played[place] in (PASS, FORFEIT, *listed):
            continue
        same = [a for a in listed if _same_action(line.game, player, agent, a, played[place])]
        near = same[0] if same else _nearest(line, turn, agent, listed)
        if near is None:
            return (), False
        found[place], exact = near, exact and bool(same)
    return tuple(found), exact


def _same_action(game: Game, player: Player, agent: int, listed: int, sent: int) -> bool:
    resolves = int(game.resolve(player.view, agent, listed)) == sent
    return resolves or _same_words(game, player.state, agent, listed, sent)


def _nearest(line: PlayedLine, turn: int, agent: int, listed: list[int]) -> int | None:
    game, state, joint = line.game, line.states[turn], line.joints[turn]
    goal = game.position(line.states[turn + 1], agent)
    ways = []
    for action in listed:
        sent = int(game.resolve(state, agent, action))
        other = (*joint[:agent], sent, *joint[agent + 1 :])
        place = game.position(line.after(state, other, turn), agent)
        if goal is None or place is None:
            return None
        ways.append((math.dist(place, goal), action))
    return min(ways)[1]
