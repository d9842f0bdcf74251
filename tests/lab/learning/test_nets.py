"""The list of the networks that come with games: what it says is what is there, and its commands
make them again.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from lab.learning.nets import NETS, Shipped, found, listed, remake
from search.network import MOST_BYTES


def test_the_list_says_what_is_there() -> None:
    every = listed()
    assert [found(each, NETS.parent) for each in every] == [*every]
    assert all(each.size <= MOST_BYTES for each in every)
    there = {place.name for place in NETS.parent.glob("*.npz")}
    assert there == {each.file for each in every}
    assert all(f"learn {each.game} --out {each.file} " in each.command for each in every)


def test_a_command_makes_its_network_again(tmp_path: Path) -> None:
    """Twice the same, in place of one that was not made by it."""
    words = "--generations 1 --positions 1000 --iterations 20 --least 4 --trials 2 --seed 7"
    said = f"smitsilab learn tictactoe --out tictactoe.npz {words}"
    old = Shipped("tictactoe", "0" * 16, 1, said)
    lines = tmp_path / "nets.txt"
    lines.write_text(old.line)
    made = remake(lines, tmp_path / "work")
    assert listed(lines) == made == (found(old, tmp_path),)
    assert made[0].command == said
    assert made[0].digest != old.digest
    assert remake(lines, tmp_path / "work") == made
    assert made[0] == replace(old, digest=made[0].digest, size=made[0].size)
