"""A knob that does nothing is grey and says why, wherever the settings of a player are shown."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from engines import games
from engines.game import Game
from engines.knobs import Knob, Value, knobs
from lab.match.seats import parse_search
from lab.ui.compare.side_card import KnobSheet
from lab.ui.parts.knob_list import KnobList
from lab.ui.parts.knob_row import Row
from lab.ui.setup.seat_panel import SeatPanel
from lab.words.asked import values_of
from lab.words.idle import facts, weighing
from search import algorithms

IDLING = sorted(
    name for name, kind in algorithms().items() if any(k.idle_if for k in knobs(kind.Params))
)


def game_for(name: str) -> Game:
    """The game that leaves most of an algorithm's knobs something to do."""
    kind, known = algorithms()[name], [game() for game in games().values()]
    fits = [game for game in known if kind.supports(game) is None]
    return max(fits, key=lambda game: sum(not k.is_idle(facts(game)) for k in kind.knobs(game)))


def other(knob: Knob) -> Value:
    """A value that is not the default."""
    if knob.kind == "switch":
        return not knob.default
    if knob.kind == "choice":
        return next(value for value in knob.choices if value != knob.default)
    return "x" if knob.kind == "text" else knob.low if knob.default != knob.low else knob.high


def check(rows: dict[str, Row], known: dict[str, Value], titles: dict[str, str]) -> None:
    """Grey is what does nothing by its declaration, and it says because of what."""
    for name, row in rows.items():
        causes = [n for n in row.knob.idle_if if row.knob.is_idle({n: known.get(n, "")})]
        assert row.isEnabled() == (not causes), name
        said = row.toolTip() or row.name.toolTip()  # type: ignore[union-attr] # or a switch
        assert ("Does nothing" in said) == bool(causes), name
        assert not causes or causes[0] not in titles or titles[causes[0]] in row.idle


@pytest.mark.parametrize("name", IDLING)
def test_what_does_nothing_is_grey_in_a_seat_whichever_knob_is_turned(
    qtbot: QtBot, name: str
) -> None:
    game, kind = game_for(name), algorithms()[name]
    panel, own = SeatPanel(0, (0, 1)), kind.knobs(game)
    qtbot.addWidget(panel)
    known: dict[str, Value] = {k.name: k.default for k in own} | facts(game)
    panel.set_knobs(own, known)
    rows, titles = panel.knobs.rows | panel.rest.rows, {k.name: k.title for k in own}
    check(rows, known, titles)
    causes = {cause for knob in own for cause in knob.idle_if if cause in rows}
    for cause in sorted(causes):
        wanted = [v for k in own for v in _all(k.idle_if.get(cause, ()))]
        for value in (*wanted, other(rows[cause].knob), rows[cause].knob.default):
            known[cause] = rows[cause].knob.check(value)
            rows[cause].set_value(value)
            rows[cause].changed.emit(cause, known[cause])  # as by a person
            check(rows, known, titles)


def _all(values: Value | tuple[Value, ...]) -> tuple[Value, ...]:
    return values if isinstance(values, tuple) else (values,)


def test_a_person_who_chooses_a_network_sees_what_it_idles(qtbot: QtBot) -> None:
    game = games()["uttt"]()
    panel, own = SeatPanel(0, (0, 1)), algorithms()["uct"].knobs(game)
    qtbot.addWidget(panel)
    panel.set_knobs(own, {k.name: k.default for k in own} | facts(game))
    depth = panel.knobs.rows["playout_depth"]
    assert depth.isEnabled() and not panel.fold.opened
    panel.set_value("evaluation", "network")  # below a fold that nobody has opened
    assert not depth.isEnabled() and "Evaluation: a network" in depth.idle
    before = depth.value
    panel.set_value("evaluation", "playouts")
    assert depth.isEnabled() and depth.value == before and "nothing" not in depth.toolTip()


def test_a_fact_of_the_game_idles_too(qtbot: QtBot) -> None:
    sheet = KnobSheet("A", None)  # type: ignore[arg-type] # a window of its own
    qtbot.addWidget(sheet)
    enabled = []
    for name in ("csb", "uttt"):
        game = games()[name]()
        sheet.show_spec(parse_search("uct", game), game)
        rows = sheet.params.rows
        enabled.append((rows["second"].isEnabled(), rows["evaluation"].isEnabled()))
        assert all(bool(row.idle) != row.isEnabled() for row in rows.values())
    assert enabled == [(True, False), (False, True)]


def test_weights_idle_each_other(qtbot: QtBot) -> None:
    game = games()["tron"]()
    part, own = KnobList(), knobs(game.EvalParams)
    qtbot.addWidget(part)
    part.set_knobs(own, values_of(game.EvalParams()))
    idling = [k for k in own if k.idle_if]
    for value, idle in ((0.0, True), (0.5, False)):
        part.rows["rooms"].take(value)  # type: ignore[union-attr] # a slider
        assert [not part.rows[k.name].isEnabled() for k in idling] == [idle] * len(idling)
    assert idling


def test_weights_do_nothing_where_a_network_evaluates(qtbot: QtBot) -> None:
    game, kind = games()["uttt"](), algorithms()["alphabeta"]
    panel, own, weighed = SeatPanel(0, (0, 1)), kind.knobs(game), weighing(game)
    qtbot.addWidget(panel)
    panel.set_knobs(own, values_of(kind.Params()) | facts(game), weighed)
    sheet = KnobSheet("A", None)  # type: ignore[arg-type] # a window of its own
    qtbot.addWidget(sheet)
    sheet.show_spec(parse_search("alphabeta", game), game)
    for choice, idle in (("network", True), ("game", False)):
        panel.set_value("evaluation", choice)
        sheet.params.rows["evaluation"].set_value(choice)
        sheet.params.rows["evaluation"].changed.emit("evaluation", choice)  # as by a person
        for rows in (panel.weights.rows, sheet.weights.rows):
            assert rows
            assert all(row.isEnabled() != idle for row in rows.values())
            assert all(("Evaluation: a network" in row.idle) == idle for row in rows.values())
