"""The columns of all exported tables, in long form: one table for each thing that rows are of, and
the same column name for the same thing in each of them.

`turn`, `seat` and `agent` count from 1, as in the window. What a value or a mean is measured in
differs from search to search, so it has a column of its own, `value_kind` and `mean_kind`
(`search.measure`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from lab.export.cells import Cell

Row = Mapping[str, Cell]  # by column; a missing column is a missing value


@dataclass(frozen=True)
class TableColumn:
    """One column: `kind` is the type of its values, `says` what it holds."""

    name: str
    kind: type[int] | type[float] | type[str] | type[bool]
    says: str


COLUMNS = (
    TableColumn("table", str, "the table that the row is of"),
    TableColumn("turn", int, "turns played, including this one"),
    TableColumn("seat", int, "the seat; of a search, the one that it decides for"),
    TableColumn("frame", int, "of growth: the moments of the search, in order, from 1"),
    TableColumn("agent", int, "the agent; of a tree, the one whose tree it is"),
    TableColumn("agent_name", str, "what the game calls the agent"),
    TableColumn("id", int, "the node, numbered from 0 for the root"),
    TableColumn("parent", int, "the id of the node above"),
    TableColumn("depth", int, "actions from the root"),
    TableColumn("mover", int, "the agent that chose the action"),
    TableColumn("action", int, "the action's code in the game's rules"),
    TableColumn("words", str, "the action in words"),
    TableColumn("best_action", int, "of a review: what it would play"),
    TableColumn("best_words", str, "the same in words"),
    TableColumn("valid", bool, "whether the agent sent a valid action"),
    TableColumn("algorithm", str, "the player"),
    TableColumn("settings", str, "the player as the command line writes it"),
    TableColumn("budget", str, "what a decision may take"),
    TableColumn("iterations", int, "iterations done in the decision so far"),
    TableColumn("simulated_turns", int, "turns played inside the search"),
    TableColumn("nodes", int, "nodes of its trees"),
    TableColumn("memory_bytes", int, "memory of its trees"),
    TableColumn("reused_visits", int, "visits kept from the last decision's tree"),
    TableColumn("memory_full", bool, "whether the search went on without new nodes"),
    TableColumn("fresh", bool, "whether nothing was kept from an earlier turn"),
    TableColumn("changes", str, "knobs that were turned, each with its iteration"),
    TableColumn("cpu_s", float, "CPU time of the search"),
    TableColumn("wall_s", float, "time that passed"),
    TableColumn("overrun_ms", float, "time beyond the budget"),
    TableColumn("visits", int, "how often it was looked at; `counted` says what was counted"),
    TableColumn("counted", str, "what one of the visits is"),
    TableColumn("share", float, "of the visits of all root actions, 0 to 1"),
    TableColumn("best_share", float, "of the visits, of what the review would play, 0 to 1"),
    TableColumn("mixed", float, "how often the mixed strategy plays it, 0 to 1; not `share`"),
    TableColumn("exploitability", float, "of the mixed strategies by the root's table of means"),
    TableColumn("nash_conv", float, "what both players gain by best replies, in payoffs"),
    TableColumn("mean", float, "the mean of what came back; `mean_kind` says what it measures"),
    TableColumn("mean_error", float, "standard error of the mean"),
    TableColumn("bound", float, "what the selection rule compares, in the unit of the mean"),
    TableColumn("mean_kind", str, "what the mean measures"),
    TableColumn("mean_seat", int, "of a depth-first search: the seat whose value the mean is"),
    TableColumn("known", str, "of a depth-first search: how well it knows the value"),
    TableColumn("proven", str, "win, loss or draw where that is proved"),
    TableColumn("best", bool, "whether the search would play it"),
    TableColumn("played", bool, "whether it was played in this turn"),
    TableColumn("value", float, "the position for the seat; `value_kind` says what it measures"),
    TableColumn("value_kind", str, "probability, score, payoff, evaluation or unknown"),
    TableColumn("value_low", float, "the lowest value of this kind"),
    TableColumn("value_high", float, "the highest value of this kind"),
    TableColumn("value_of_search", int, "the seat whose search says so; none: the rules"),
    TableColumn("mark", str, "slip, mistake or blunder"),
    TableColumn("agrees", bool, "whether the review would have played it"),
    TableColumn("lost_points", float, "what the move lost; hundredths of the range of values"),
    TableColumn("lost_error_points", float, "its standard error"),
    TableColumn("hindsight_points", float, "lost, given what the others really played"),
    TableColumn("hindsight_error_points", float, "its standard error"),
    TableColumn("luck_points", float, "what chance added"),
    TableColumn("skipped", str, "why the move is not judged"),
    TableColumn("outcome", float, "of the finished match, -1 worst to 1 best result"),
    TableColumn("events", str, "what happened in the turn"),
    TableColumn("errors", str, "what was wrong with the actions sent"),
)

_WHO = ("turn", "seat")
_WHOSE = (*_WHO, "agent", "agent_name")
_VALUE = ("value", "value_kind", "value_low", "value_high", "value_of_search", "proven")
_SAMPLED = ("visits", "counted", "share", "mean", "mean_error", "mean_kind", "best", "mixed")

TABLES: Mapping[str, frozenset[str]] = {
    "turns": frozenset(
        (*_WHOSE, "action", "words", "valid", *_VALUE, "outcome", "events", "errors")
    ),
    "decisions": frozenset(
        (
            *(*_WHO, "algorithm", "settings", "budget", "iterations", "simulated_turns", "nodes"),
            *("memory_bytes", "reused_visits", "memory_full", "fresh", "changes"),
            *("cpu_s", "wall_s", "overrun_ms", "exploitability", "nash_conv", *_VALUE),
        )
    ),
    "actions": frozenset((*_WHOSE, "action", "words", *_SAMPLED, "played")),
    "nodes": frozenset(
        (
            *(*_WHOSE, "id", "parent", "depth", "mover", "action", "words", "visits"),
            *("counted", "mean", "bound", "mean_kind", "mean_seat", "known", "proven"),
        )
    ),
    "review": frozenset(
        (
            *(*_WHOSE, "action", "words", "valid", "best_action", "best_words", "algorithm"),
            *("settings", "budget", "iterations", "share", "best_share", "mark", "agrees"),
            *("lost_points", "lost_error_points", "hindsight_points", "hindsight_error_points"),
            *("luck_points", "skipped", *_VALUE),
        )
    ),
    "growth": frozenset((*_WHOSE, "frame", "iterations", "action", "words", *_SAMPLED, "bound")),
}


def columns_of(tables: Sequence[str]) -> tuple[TableColumn, ...]:
    """The columns of a file with these tables; `table` says which, if there are several."""
    wanted = frozenset(("table",) if len(tables) > 1 else ()).union(*(TABLES[t] for t in tables))
    return tuple(column for column in COLUMNS if column.name in wanted)
