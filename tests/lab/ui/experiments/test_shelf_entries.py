"""Which entry of the list is read next."""

from __future__ import annotations

from lab.experiments.claims.view import ListedExperiment
from lab.ui.experiments.work import ShelfEntries


def made(*names: str) -> ShelfEntries:
    """Entries known by their names."""
    entries = ShelfEntries()
    entries.set_names([ListedExperiment(name, True) for name in names])
    return entries


def test_only_those_with_games_are_read_and_once(qapp: object) -> None:
    entries = made("empty", "few", "many")
    entries.take((), {"few": 4, "many": 900})
    assert entries.stale() == "few" and entries.stale(("few",)) == "many"
    entries.take([ListedExperiment("few", True, "open", "1 of 2")], {"few": 4, "many": 900})
    assert entries.stale() == "many" and entries.by_name["few"].sentence == "1 of 2"
    entries.take([ListedExperiment("many", True, "holds")], {"few": 4, "many": 900})
    assert entries.stale() == ""
    entries.take((), {"few": 4, "many": 902, "elsewhere": 7})
    assert entries.stale() == "many"


def test_forgotten_games_and_new_files_are_read_again(qapp: object) -> None:
    entries = made("one", "two")
    entries.take([ListedExperiment("one", True, "holds")], {"one": 8})
    entries.take((), {})
    assert entries.stale() == "one"
    entries.take([ListedExperiment("one", True, "none")], {})
    entries.again("two")
    assert entries.stale() == "" and list(entries.by_name) == ["one"]
    entries.take((), {"one": 2})
    entries.skip("one")
    assert entries.stale() == ""


def test_what_is_known_stays_where_names_come_again(qapp: object) -> None:
    entries = made("one")
    entries.take([ListedExperiment("one", True, "holds", "2 of 2")], {"one": 8})
    entries.set_names([ListedExperiment("one", True), ListedExperiment("new", False)])
    assert [e.symbol for e in entries.by_name.values()] == ["holds", "none"]
