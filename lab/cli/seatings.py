"""How the players of a group of games change seats, for the commands that play groups."""

from __future__ import annotations

import argparse

from lab.experiments.seatings import ROTATIONS, SEATINGS


def add_seatings(parser: argparse.ArgumentParser) -> None:
    """How the players of a group change seats."""
    words = "; ".join(f"{name}: {said}" for name, said in SEATINGS.items())
    parser.add_argument(
        "--seatings",
        choices=tuple(SEATINGS),
        default=ROTATIONS,
        help=f"of each seed in games of three and four; default {ROTATIONS}; {words}",
    )
