"""Searches without visits are not dressed in visits: heads, numbers, bands and legend."""

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from lab.match.records import Thought
from lab.ui.parts.painted import ColumnsView
from lab.ui.trees.heads import Heads, labels_of, lead_of, mean_words
from lab.ui.trees.numbers import NumberRows, numbers_for
from lab.ui.trees.pages import ColumnsPage
from lab.ui.trees.table import StatsTable
from lab.words.columns import Column, columns_of
from search.base import AgentStats
from search.measure import Kind
from tests.lab.ui import thoughts


def column(
    stats: AgentStats, word: str = "iteration", scalars: Mapping[str, float] | None = None
) -> Column:
    """A column with these statistics."""
    thought: Thought = thoughts.one_tree(stats.actions.size)
    agent = replace(thought.agents[0], stats=stats)
    told = replace(thought.snapshot, agents=(stats,), scalars=scalars or {}, reused=0)
    changed = replace(thought, agents=(agent,), snapshot=told, iteration_word=word)
    return columns_of((changed,), None)[0]


def given(kind: Kind, counted: str, **more: object) -> AgentStats:
    """Three actions, the first the best."""
    values = np.array([0.5, 0.25, -0.125])
    return AgentStats(
        agent=0,
        actions=np.arange(3),
        visits=np.array([60, 30, 10]),
        mean=values,
        highest=values + 0.25,
        kind=kind,
        counted=counted,
        **more,  # type: ignore[arg-type]
    )


NODES = given(Kind.LIMIT, "node", depth=np.array([3, 9, 27]))
PLANS = given(Kind.FITNESS, "sequence", nodes=3429, low=-0.25, high=0.75)
PLAYOUTS = given(Kind.SHARE, "playout", error=np.full(3, 0.001))


@pytest.mark.parametrize(
    ("stats", "word", "labels", "lead"),
    [
        (NODES, "node", ("Would play", "Share of nodes", "Best value"), "0.50"),
        (PLANS, "trial", ("Would play", "Share of sequences", "Best value"), "0.75"),
        (PLAYOUTS, "playout", ("Would play", "Share of playouts", "Lead"), ">100 std. err."),
    ],
)
def test_heads_name_what_is_counted(
    stats: AgentStats, word: str, labels: tuple[str, str, str], lead: str
) -> None:
    shown = column(stats, word)
    assert labels_of((shown,)) == labels and lead_of(shown, labels[2]) == lead


def test_under_a_lead_a_value_says_that_it_is_one() -> None:
    assert lead_of(column(NODES)) == "best 0.50"
    close = replace(PLAYOUTS, error=np.full(3, 0.2))
    assert lead_of(column(close)) == "undecided"


def test_numbers_are_those_that_mean_something() -> None:
    """Only a tree has nodes and a depth, only an arena can fill, only samples have a lead."""
    names = {
        name: [r.name for r in numbers_for((column(stats, word),), True)]
        for name, stats, word in (
            ("nodes", NODES, "node"),
            ("plans", PLANS, "trial"),
            ("playouts", PLAYOUTS, "playout"),
            ("arena", replace(PLAYOUTS, depth=np.array([3]), capacity=1024), "iteration"),
        )
    }
    assert names["nodes"][0] == "Nodes visited" and "Mean depth" in names["nodes"]
    assert names["plans"][0] == "Sequences tried"
    for name in ("nodes", "plans", "playouts"):
        assert "Share of memory" not in names[name]
    for name in ("plans", "playouts"):
        assert not {"Nodes", "Mean depth"} & set(names[name])
    assert {"Nodes", "Share of memory", "Mean depth"} <= set(names["arena"])
    assert "Lead" in names["playouts"] and "Lead" not in names["plans"] + names["nodes"]
    assert "Best value" in names["plans"] and "Last tenth" not in names["nodes"]


def test_what_an_algorithm_counts_begins_with_a_capital() -> None:
    rows = numbers_for((column(PLANS, "trial", {"best fitness": 0.75}),), False)
    assert rows[-1].name == "Best fitness" and rows[-1].read(column(PLANS, "trial")) == "–"


def test_a_head_in_words_says_no_visits(qtbot: QtBot) -> None:
    heads = Heads()
    qtbot.addWidget(heads)
    for stats, said in ((NODES, "60 % of the nodes, value 0.50."), (PLANS, "value 0.75.")):
        heads.set_view(heads.view.of((column(stats),), False))
        (line,) = heads.lines()
        assert line.endswith(said) and "visits" not in line and "lead" not in line


def test_only_trees_have_nodes_at_a_depth(qtbot: QtBot) -> None:
    page = ColumnsPage()
    qtbot.addWidget(page)
    for stats, counted, hidden in (
        (PLANS, "sequences", True),
        (NODES, "nodes", False),
        (PLAYOUTS, "playouts", True),
    ):
        page.set_view(page.view.of((column(stats),), False))
        assert page.nodes.isHidden() is hidden and page.visits.title.hint.startswith(counted)
    assert mean_words(page.view) == "expected score, a draw counts half"
    page.set_view(page.view.of((column(PLANS),), False))
    assert mean_words(page.view) == "mean fitness of its sequences, game's units, −0.25 to 0.75"


def test_the_table_names_what_is_counted(qtbot: QtBot) -> None:
    table = StatsTable()
    qtbot.addWidget(table)
    for stats, title in ((NODES, "Nodes"), (PLANS, "Sequences"), (PLAYOUTS, "Playouts")):
        table.set_view(ColumnsView(columns=(column(stats),)))
        assert table.model_.heads[1].startswith(title)


def test_what_is_the_searchs_own_is_told_once(qtbot: QtBot) -> None:
    """Two searches of two agents each: iterations twice, nodes four times."""
    page = ColumnsPage()
    qtbot.addWidget(page)
    page.set_view(page.view.of(columns_of((thoughts.pods(0), thoughts.pods(1)), None), False))
    rows = page.numbers.body
    assert isinstance(rows, NumberRows)
    said = dict(line.split(": ", 1) for line in rows.lines())
    assert said["Iterations"] == "seat 1 4,000, seat 2 4,000."
    assert [said["Nodes"].count(f"Pod {n}") for n in (1, 2, 3, 4)] == [1, 1, 1, 1]
