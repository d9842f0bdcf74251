"""The rows of a recorded match: its turns, the decisions of its searches, their root actions, and
what its reviews say of each move.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from engines.game import FORFEIT, PASS, Game, State
from engines.knobs import written
from lab.export.cells import Cell
from lab.export.schema import Row
from lab.files.replay import Replay
from lab.files.review_lines import ReviewedMove, ReviewHead
from lab.match.decide import Decision
from lab.match.play import Turn
from lab.match.seat import SeatSpec
from lab.match.seats import format_seat
from lab.review.judging import USUAL, Thresholds, mark_of, ruler_of
from search.base import AgentStats
from search.equilibrium import EXPLOITABILITY
from search.measure import SeatValue
from search.nash import NASH_CONV


@dataclass(frozen=True)
class PlayedHere:
    """One turn of the match with the position before it, who played it, its number in the tree of
    turns, and that of its line in the file.
    """

    place: int
    number: int
    turn: Turn
    before: State
    seats: tuple[SeatSpec, ...]


@dataclass(frozen=True)
class Part:
    """Which part of a match is wanted: turns `first` to `last`, of one seat or all (None)."""

    first: int = 1
    last: int | None = None
    seat: int | None = None
    agent: int | None = None

    def has(self, seat: int) -> bool:
        """Whether rows of that seat are wanted."""
        return self.seat in (None, seat)

    def has_agent(self, agent: int) -> bool:
        """Whether rows of that agent are wanted."""
        return self.agent in (None, agent)


def turns_of(replay: Replay, part: Part) -> Iterator[PlayedHere]:
    """The wanted turns of the line on show."""
    whole, before = replay.tree, replay.initial
    for place in whole.tree.path(replay.end):
        number = whole.newest[place - 1]
        played = whole.played[number - 1]
        if part.first <= played.turn.turn <= (part.last or played.turn.turn):
            yield PlayedHere(place, number, played.turn, before, played.seats)
        before = played.turn.state


def turns(replay: Replay, part: Part) -> Iterator[Row]:
    """A row for each agent and turn."""
    game = replay.game
    for here in turns_of(replay, part):
        last = here.turn.turn == len(replay.turns)
        for agent, action in enumerate(here.turn.joint):
            seat = game.owner[agent]
            if part.has(seat) and part.has_agent(agent):
                yield {
                    **whose(game, here.turn.turn, seat, agent),
                    **sent(game, here.before, agent, action),
                    **value_cells(here.turn.values[seat]),
                    "outcome": replay.outcome[seat] if last and replay.outcome else None,
                    "events": "; ".join(event.text for event in here.turn.events) or None,
                    "errors": " ".join(here.turn.errors) or None,
                }


def whose(game: Game, turn: int, seat: int, agent: int) -> dict[str, Cell]:
    """The columns that say of whom a row is."""
    name = game.agent_name(agent)
    return {"turn": turn, "seat": seat + 1, "agent": agent + 1, "agent_name": name}


def sent(game: Game, before: State, agent: int, action: int) -> dict[str, Cell]:
    """What an agent sent, in words too; nothing where it waits."""
    if action == PASS:
        return {}
    if action == FORFEIT:
        return {"valid": False}
    return {"action": action, "words": game.label(before, agent, action), "valid": True}


def value_cells(value: SeatValue | None) -> dict[str, Cell]:
    """The columns of a seat's value; nothing where it is not known."""
    if value is None or not value.known:
        return {}
    return {
        "value": value.number,
        "value_kind": value.kind.value,
        "value_low": value.low,
        "value_high": value.high,
        "value_of_search": None if value.view is None else value.view + 1,
        "proven": value.proven or None,
    }


def decisions(replay: Replay, part: Part) -> Iterator[Row]:
    """A row for each decision of a search or a program."""
    for here in turns_of(replay, part):
        for decision in here.turn.decisions:
            if decision is not None and part.has(decision.seat):
                yield _decision(replay.game, here, decision)


def _decision(game: Game, here: PlayedHere, decision: Decision) -> dict[str, Cell]:
    spec, found = here.seats[decision.seat], decision.snapshot
    row: dict[str, Cell] = {
        "turn": here.turn.turn,
        "seat": decision.seat + 1,
        "algorithm": spec.title or "a person",
        "settings": format_seat(spec, game, with_budget=False),
        "budget": spec.budget.words if spec.budget is not None else None,
        "fresh": decision.fresh,
        "changes": _changes(decision),
        "cpu_s": decision.cpu_s,
        "wall_s": decision.seconds,
        "overrun_ms": decision.overrun_ms,
    }
    if decision.of_program:
        return row | {"cpu_s": None}
    return row | {
        "iterations": decision.iterations,
        "simulated_turns": found.turns,
        "nodes": found.nodes,
        "memory_bytes": found.memory_bytes,
        "reused_visits": found.reused,
        "memory_full": found.full,
        "exploitability": found.scalars.get(EXPLOITABILITY),
        "nash_conv": found.scalars.get(NASH_CONV),
        **value_cells(found.value),
    }


def _changes(decision: Decision) -> str | None:
    return (
        "; ".join(
            f"{max(0, change.iteration)}: {name}={written(value)}"
            for change in decision.changes
            for name, value in change.values.items()
        )
        or None
    )


def actions(replay: Replay, part: Part) -> Iterator[Row]:
    """A row for each root action of each agent in each search."""
    for here in turns_of(replay, part):
        for decision in here.turn.decisions:
            if decision is None or not part.has(decision.seat):
                continue
            for stats in decision.snapshot.agents:
                if part.has_agent(stats.agent):
                    yield from _actions(replay.game, here, decision, stats)


def _actions(game: Game, here: PlayedHere, decision: Decision, stats: AgentStats) -> Iterator[Row]:
    own = dict(zip(game.agents_of(decision.seat), decision.choice, strict=True))
    played = own.get(stats.agent, here.turn.joint[stats.agent])
    names = whose(game, here.turn.turn, decision.seat, stats.agent)
    for row in sampled(game, here.before, stats):
        yield {**names, **row, "played": row["action"] == played}


def sampled(game: Game, state: State, stats: AgentStats) -> Iterator[dict[str, Cell]]:
    """What a search knows of each of an agent's root actions."""
    share = stats.share
    for k, action in enumerate(stats.actions.tolist()):
        yield {
            "action": action,
            "words": game.label(state, stats.agent, action),
            "visits": int(stats.visits[k]),
            "counted": stats.counted,
            "share": float(share[k]),
            "mean": float(stats.mean[k]),
            "mean_error": float(stats.error[k]),
            "mean_kind": stats.kind.value,
            "best": k == stats.best,
            "mixed": None if stats.policy is None else float(stats.policy[k]),
        }


FROM_FILE: Mapping[str, Callable[[Replay, Part], Iterator[Row]]] = {
    "turns": turns,
    "decisions": decisions,
    "actions": actions,
}


def review(replay: Replay, part: Part) -> Iterator[Row]:
    """A row for each agent of each reviewed move, review by review."""
    here = {each.place: each for each in turns_of(replay, part)}
    for each in replay.tree.reviews:
        limits = ruler_of(each.moves.values()).thresholds(USUAL)
        found = (move for move in each.moves.values() if move.turn in here)
        for move in sorted(found, key=lambda m: (here[m.turn].turn.turn, m.seat)):
            if part.has(move.seat):
                yield from _rows(replay, part, each.head, move, here[move.turn], limits)


def _rows(
    replay: Replay,
    part: Part,
    head: ReviewHead,
    move: ReviewedMove,
    here: PlayedHere,
    limits: Thresholds,
) -> Iterator[Row]:
    game, spec = replay.game, head.spec
    common: dict[str, Cell] = {
        "algorithm": spec.title,
        "settings": format_seat(spec, game, with_budget=False),
        "budget": spec.budget.words if spec.budget is not None else None,
        "iterations": move.iterations,
        "mark": mark_of(move, limits) or None,
        "agrees": move.agrees,
        "lost_points": move.lost,
        "lost_error_points": move.error,
        "hindsight_points": move.hindsight,
        "hindsight_error_points": move.hindsight_error,
        "luck_points": move.luck,
        "skipped": move.skipped or None,
        **value_cells(move.value.value if move.value is not None else None),
    }
    for k, agent in enumerate(game.agents_of(move.seat)):
        if part.has_agent(agent):
            names = whose(game, here.turn.turn, move.seat, agent)
            yield {**names, **common, **_tried(replay, move, here, k, agent)}


def _tried(
    replay: Replay, move: ReviewedMove, here: PlayedHere, k: int, agent: int
) -> dict[str, Cell]:
    """What the agent played, and what the review would have."""
    row = sent(replay.game, here.before, agent, move.played[k])
    if move.best:
        best = sent(replay.game, here.before, agent, move.best[k])
        row |= {"best_action": best.get("action"), "best_words": best.get("words")}
    if k < len(move.shares):
        row["share"], row["best_share"] = move.shares[k]
    return row
