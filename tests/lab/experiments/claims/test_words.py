"""The words of an experiment's table."""

from __future__ import annotations

from pathlib import Path

import pytest

from lab.batch.games import Condition, Entrant, LineUp
from lab.experiments.claims import shelf
from lab.experiments.claims.file import Claim, ExperimentFile, read
from lab.experiments.claims.result import parts
from lab.experiments.claims.view import view_of
from lab.experiments.claims.words import RunAsked, claim_words, earlier, figure, file_words
from lab.store.kept import EarlierRun, Meetings
from lab.store.schema import PARTS
from lab.store.store import Store
from tests.lab.store.facts import game, lineup
from tests.lab.ui.experiments import played

TEXT = """
[experiment]
question = "?"
kind = "claim"
game = "textbook"
measure = "depth"
players = ["best"]
budget = ["64n"]
"""


def file(text: str = TEXT) -> ExperimentFile:
    return read("small", text)


SHARE = file(TEXT.replace('"depth"', '"visits-share"'))
SCORE = file(TEXT.replace('measure = "depth"', 'seat = "uct"').replace("players", "rivals"))


def test_scores_are_in_percent_and_depths_are_not() -> None:
    assert figure(0.479, SHARE) == "47.9 %" and figure(1.8777, file()) == "1.88"
    assert claim_words(Claim("best", "score", 2.0, "64n", ""), file()) == "2.00"
    assert claim_words(Claim("best", "below", 0.4, "64n", ""), SCORE) == "below 40 %"
    assert claim_words(Claim("best", "above", 0.555, "64n", ""), SCORE) == "above 55.5 %"
    assert claim_words(Claim("best", "equal", 0.5, "64n", ""), SCORE) == "equal"
    assert claim_words(Claim("best", "half", 0.5, "64n", ""), SHARE) == "50 %"


def test_an_earlier_run_of_a_measure_has_no_score() -> None:
    """Its records carry no points that mean anything."""
    lineup = LineUp(Condition("textbook", "{}", "old", "nodes"), (Entrant("search", "uct"),) * 2)
    tally = {0: {PARTS // 4: 3, PARTS // 2: 1}, 1: {}}
    run = EarlierRun(Meetings(lineup, tally, 8), 0.0, 1.0)
    assert earlier(run, SCORE) == "31.2 % in 8 games"
    assert earlier(run, SHARE) == "8 seeds"
    assert earlier(EarlierRun(Meetings(lineup, {}, 1), 0.0, 1.0), SCORE) == "1 game"


def test_commands_name_what_was_asked_for() -> None:
    assert RunAsked(SCORE.name).command() == "smitsilab experiment run small"
    found = RunAsked(SCORE.name, quick=True).command("--store", "my games.db")
    assert found == "smitsilab experiment run small --quick --store 'my games.db'"


def test_what_a_file_asks_is_said_in_words() -> None:
    """Whatever a shipped one names is there, and nothing is written as in the file."""
    for path in sorted(shelf.shipped_folder().glob("*.toml")):
        found = read(path.stem, path.read_text(encoding="utf-8"))
        said = file_words(found)
        named = (found.game, found.seat, found.measure, *found.players, *found.rivals, *found.vary)
        sources = (claim.source for claim in found.claims)
        assert said.startswith(found.question), path
        for each in (*named, *found.without, *found.added, *sources, *found.about.split()):
            assert each in said, path
        assert not {"[experiment]", '"""', " = "} & set(said.split("\n")), path
        assert said.count("Claimed of ") == len(found.claims)


# -- reading --------------------------------------------------------------------------------------


def asked(store: Store) -> list[str]:
    """What a look asks of the store."""
    questions = list[str]()
    with store._reader.moment() as db:
        db.set_trace_callback(questions.append)
    view_of(store, played.table())
    with store._reader.moment() as db:
        db.set_trace_callback(None)
    return [each for each in questions if each.startswith("SELECT")]


def test_a_look_asks_for_each_line_up_once_however_many_games_it_has(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SMITSILAB_DATA", str(tmp_path))
    monkeypatch.setattr(shelf, "shipped_folder", lambda: tmp_path / "none")
    table, found = played.table(), []
    for groups in (9, 120):
        with Store(tmp_path / f"{groups}.db") as store:
            played.fill(store, table, groups)
            found.append(asked(store))
    few, many = found
    assert few and len(many) == len(few)
    rows = len(parts(table))
    assert 0 < sum("JOIN seat" in each for each in many) <= rows
    assert 0 < sum("JOIN host" in each for each in many) <= 2 * rows  # games, and failed ones


def test_seeds_with_gaps_are_read_as_they_were_asked_for(tmp_path: Path) -> None:
    with Store(tmp_path / "games.db") as store:
        store.experiment("mine", "table")
        pair = lineup("b", "a")
        store.add("mine", 0, pair, [game(seed, k) for seed in (1, 2, 3, 7, 9) for k in (0, 1)])
        for seeds, there in (
            ([9, 2, 3, 2], [2, 3, 9]),
            (range(2, 8), [2, 3, 7]),
            ([], []),
            (None, [1, 2, 3, 7, 9]),
        ):
            assert list(store.groups(pair, seeds)) == there
        (first, second) = store.groups(pair, [7])[7]
        assert [first, second] == [game(7, 0), game(7, 1)]
