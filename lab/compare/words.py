"""A comparison as text, as JSON and as a command line, for terminal, window and screen readers."""

from __future__ import annotations

import math
import string
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engines.game import Game
from engines.knobs import NoParams, changed, knobs, shown
from lab.compare.facts import LETTERS, ActionFacts, AgentComparison, Comparison, SharedRow
from lab.compare.numbers import numbers
from lab.match.history import MatchLines
from lab.match.records import Contender, Contesting
from lab.match.seat import ProgramSeat, SearchSeat
from lab.match.seats import format_seat
from lab.words import numerals
from lab.words.asked import GAME, CommandQuestion, option
from lab.words.columns import Column, mean_words
from lab.words.numerals import several

NOT_LISTED = "not in its list"
MANY = 3  # main knobs named where nothing differs from the defaults


def side_words(side: Contender, game: Game) -> str:
    """A side in one line: "Smitsimax, c 1.50, depth 6, 20,000 iterations"."""
    settings = settings_words(side.spec, game)
    return ", ".join(filter(None, (side.spec.title, settings, budget_words(side))))


def settings_words(spec: ProgramSeat | SearchSeat, game: Game) -> str:
    """The knobs that people look at first: "c 1.50, depth 6"."""
    if isinstance(spec, ProgramSeat):
        return "a program, at the contest's time limits"
    params, weights = spec.settings(game)
    usual = game.defaults.get(spec.name)
    other = {**changed(params, usual), **{f"w.{k}": v for k, v in changed(weights).items()}}
    main = [k for k in knobs(params) if k.main][:MANY] if not isinstance(params, NoParams) else []
    values = {k.name: getattr(params, k.name) for k in main} | other
    return ", ".join(f"{name.replace('_', ' ')} {shown(v, 3)}" for name, v in values.items())


def budget_words(side: Contender) -> str:
    """Its budget; milliseconds are CPU time."""
    budget = side.spec.budget
    return "" if budget is None else budget.words.replace(" per move", " of CPU time")


def differ_words(comparison: Comparison) -> str:
    """How far A and B differ: "They differ on 3 of 4 pods", "They agree on Left"; "" while one of
    them has no move.
    """
    own = comparison.agents
    differ = [agent for agent in own if agent.same is False]
    if not own or any(agent.same is None for agent in own):
        return ""
    if len(own) == 1:
        first, second = own[0].moves
        return f"They differ: {first} or {second}" if differ else f"They agree on {first}"
    kinds = {agent.name.rstrip(string.digits + " ").lower() for agent in own}
    kind = f"{kinds.pop()}s" if len(kinds) == 1 else "players"
    return f"They {f'differ on {len(differ)} of' if differ else 'agree on all'} {len(own)} {kind}"


def apart_words(agent: AgentComparison) -> str:
    """How far apart its expected places are: "369 units", "0 units"."""
    if not math.isfinite(agent.apart):
        return numerals.NOTHING
    digits = 0 if agent.apart >= 10 or agent.apart == int(agent.apart) else 1
    number = f"{agent.apart:,.{digits}f}"
    return f"{number} unit{'' if number == '1' else 's'}"


def verdict(comparison: Comparison, game: Game) -> str:
    """The difference in one or two sentences."""
    known = [a for a in comparison.agents if a.same is not None]
    if not known:
        return "Both have to find a move first."
    alike = sum(bool(a.same) for a in known)
    said = [_alike(alike, len(known), known[0].name)]
    after = max((a.apart_after for a in known), default=0)
    if after:
        turns = several(after, game.turn_word)
        said.append(f"Paths are compared {turns} ahead, where the shorter line ends.")
    names = [a.name for a in known if not a.same and a.apart == 0]
    if names:
        whose = "its two moves lead" if len(names) == 1 else "their two moves lead"
        said.append(f"{' and '.join(names)}: {whose} to the same place.")
    return " ".join(said)


def _alike(alike: int, count: int, name: str) -> str:
    if count == 1:
        return f"The same move for {name}." if alike else f"Different moves for {name}."
    if alike == count:
        return f"The same moves for {_all(count)}."
    if not alike:
        return f"Different moves for {_all(count)}."
    return f"The same move for {alike} of {count}."


def _all(count: int) -> str:
    return "both" if count == 2 else f"all {count}"


def share_words(facts: ActionFacts | None) -> str:
    """A side's share of an action: "23 %"; a side that counts no visits has none."""
    if facts is None:
        return NOT_LISTED
    return numerals.percent(facts.share)


def value_of(column: Column | None, facts: ActionFacts | None, ends: tuple[float, float]) -> str:
    """The mean, or the value, as its side writes it."""
    if column is None or facts is None or not math.isfinite(facts.mean):
        return numerals.NOTHING
    return mean_words(column, facts.mean, ends)


def row_words(agent: AgentComparison, row: SharedRow) -> str:
    """One action as both see it: "Pod 1, Shield: A 22 %, mean 0.41; B 40 %, mean 0.38"."""
    sides = []
    for letter, column, facts, ends in zip(
        LETTERS, agent.columns, row.sides, agent.ends, strict=True
    ):
        if facts is None:
            sides.append(f"{letter} {NOT_LISTED if column is not None else 'says nothing of it'}")
            continue
        share = f"{numerals.percent(facts.share)}, " if math.isfinite(facts.share) else ""
        word = "mean" if column is not None and column.agent.stats.sampled else "value"
        sides.append(f"{letter} {share}{word} {value_of(column, facts, ends)}")
    return f"{agent.name}, {row.label}: {'; '.join(sides)}"


def axis_words(comparison: Comparison) -> str:
    """What bars and dots measure, for both sides."""
    units = []
    for side in range(2):
        columns = (a.columns[side] for a in comparison.agents)
        stats = next((c.agent.stats for c in columns if c is not None), None)
        if stats is not None:
            bar = f"share of {stats.counted}s" if stats.sampled else "no shares"
            units.append((bar, f"{'mean' if stats.sampled else 'value'}, {stats.unit}"))
    if not units:
        return ""
    if len(set(units)) == 1:
        return f"bars: {units[0][0]}   dot: {units[0][1]}"
    named = (f"{x}: {bar}, dot: {dot}" for x, (bar, dot) in zip(LETTERS, units, strict=False))
    return "   ".join(named)


def line_words(agent: AgentComparison, side: int) -> str:
    """A side's line with the first difference in brackets: "Ahead, [Shield], Left"."""
    words = [ply.words for ply in agent.lines[side]]
    if agent.split is not None:
        words[agent.split] = f"[{words[agent.split]}]"
    return ", then ".join(words) or "no line"


def as_json(comparison: Comparison, game: Game) -> dict[str, Any]:
    """Everything as one object; what is missing is null."""
    return {
        "game": game.spec,
        "turn": comparison.turn,
        "seat": comparison.seat + 1,
        "a": _side_json(comparison.sides[0], game),
        "b": _side_json(comparison.sides[1], game),
        "agents": [_agent_json(agent) for agent in comparison.agents],
        "numbers": [
            {"name": row.name, "a": row.first, "b": row.second, "words": row.words}
            for row in numbers(comparison, game)
        ],
    }


def _side_json(side: Contender, game: Game) -> dict[str, Any]:
    found: dict[str, Any] = {"player": format_seat(side.spec, game)}
    if side.thought is not None:
        snapshot = side.thought.snapshot
        found |= {
            "iterations": snapshot.iterations,
            "unit": side.thought.iteration_word,
            "nodes": snapshot.nodes,
            "cpu_s": round(side.thought.cpu_s, 4),
        }
    return found


def _agent_json(agent: AgentComparison) -> dict[str, Any]:
    return {
        "agent": agent.name,
        "seat": agent.seat + 1,
        "a": agent.moves[0],
        "b": agent.moves[1],
        "same": agent.same,
        "overlap": _number(agent.overlap),
        "apart": _number(agent.apart),
        "apart_after": agent.apart_after,
        "first_difference": agent.split,
        "lines": {
            letter.lower(): [[ply.agent, ply.words] for ply in line]
            for letter, line in zip(LETTERS, agent.lines, strict=True)
        },
        "changes": {
            letter.lower(): list(favourite.changes)
            for letter, favourite in zip(LETTERS, agent.favourites, strict=True)
        },
        "actions": [
            {"action": row.label, "a": _facts_json(row.sides[0]), "b": _facts_json(row.sides[1])}
            for row in agent.rows
        ],
    }


def _facts_json(facts: ActionFacts | None) -> dict[str, Any] | None:
    if facts is None:
        return None
    return {
        "share": _number(facts.share),
        "mean": _number(facts.mean),
        "error": _number(facts.error),
        "chosen": facts.chosen,
    }


def _number(x: float) -> float | None:
    return round(x, 6) if math.isfinite(x) else None


def branch_of(lines: MatchLines, turn: int) -> str:
    """The branch that the board's position after `turn` turns is on, "" for the main line."""
    number = lines.number(turn)
    rows = (row for row in lines.rows if any(stone.number == number for stone in row.stones))
    return next((row.name for row in rows), "")


PLAYER = "smitsimax:c=0.3,depth=6,budget=20ms, or a program: cmd:./mybot"


@dataclass(frozen=True)
class CompareAsked(CommandQuestion):
    """A comparison as its command asks for it: two players, and the position of a file's line or
    the game's start.
    """

    kind = "compare"

    game: str = option(GAME, flag="")
    a: str = option(f"player A: {PLAYER}", metavar="SPEC")
    b: str = option(f"player B: {PLAYER}", metavar="SPEC")
    budget: str = option(
        "for both, where a player names none: 20ms of CPU time, 2s, 20000it or 50000n (nodes)",
        "20000it",
        always=True,
    )
    start: Path | None = option(
        "a replay: the position after its last turn, or after --turn; or a position that the "
        "editor keeps; without it the game's start",
        None,
        flag="--from",
        read=Path,
        metavar="FILE",
    )
    turn: int | None = option("turns played before the position", None, high=100_000)
    branch: str = option("of the replay, in place of its main line", "", metavar="NAME")
    seat: int | None = option(
        "who both think for; by default the first to move", None, low=1, high=100
    )
    seed: int = option("of the start and the searches", 1, high=1 << 62, always=True)


def asked_of(
    game: Game, sides: tuple[Contesting, Contesting], seat: int, seed: int
) -> CompareAsked:
    """What the command asks of two players from the start; budgets are named once where they are
    the same.
    """
    budgets = [side.budget for side in sides if side.budget is not None]
    same = len(set(budgets)) == 1
    first, second = (format_seat(side, game, with_budget=not same) for side in sides)
    budget, own = budgets[0].text if same else "", seat + 1 if game.simultaneous else None
    return CompareAsked(game.spec, first, second, budget, seat=own, seed=seed)
