"""Recorded matches whose two seats differ in everything."""

from contextlib import suppress
from pathlib import Path

from lab.files.replay import Replay, ReplayWriter, load, save
from lab.match.play import Turn, play, play_setup
from lab.match.seats import make_setup, parse_game


class Enough(Exception):
    """Ends a match early."""


def tictactoe(folder: Path) -> Replay:
    """UCT, which keeps its tree from turn to turn, against one that looks one move ahead."""
    path = folder / "tictactoe.jsonl"
    save(path, play("tictactoe", ["uct:c=0.9", "greedy"], budget="200it", seed=2))
    return load(path)


def csb(folder: Path) -> Replay:
    """Smitsimax, which has a tree for each pod, against a script; the first six turns."""
    path, game = folder / "csb.jsonl", parse_game("csb")
    setup = make_setup(game, ["smitsimax:depth=3,w.lead=0.5,budget=60it", "scripted"], 1)
    with ReplayWriter(path, setup, game.initial(1)) as writer, suppress(Enough):

        def on_turn(turn: Turn) -> None:
            writer.turn(turn)
            if turn.turn == 6:
                raise Enough

        play_setup(setup, on_turn=on_turn)
    return load(path)
