"""`smitsilab learn`: a network that learns a game from matches against itself, generation by
generation, each tested against the last one.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from lab.cli import INTERRUPTED, OK, InputError
from lab.cli.options import add_options, asked_by
from lab.cli.parser import add_force, check_free
from lab.cli.show import Progress, say, show_json
from lab.learning.question import LearnQuestion
from lab.learning.run import LearnedGeneration, Learning


def arguments(parser: argparse.ArgumentParser) -> None:
    """The command's arguments."""
    add_options(parser, LearnQuestion)
    add_force(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object a generation")


def run(args: argparse.Namespace) -> int:
    """Learns what is missing; after Ctrl-C the last whole generation is there."""
    question = asked_by(args, LearnQuestion)
    if not question.folder.is_dir():
        check_free(Path(question.out), "--out", args.force)
    learning = Learning(question)
    if not args.json:
        for known in learning.generations:
            say(sentence(known))
    try:
        while not learning.ended:
            with Progress(100, lines=True) as bar:
                made = learning.step(
                    lambda what, done, of: bar.update(
                        min(100, 100 * done // max(1, of)),
                        f"generation {len(learning.generations) + 1} {what}: {done:,} of {of:,}",
                    )
                )
            show_json(made.line()) if args.json else say(sentence(made))
    except KeyboardInterrupt:
        print(f"Stopped. This goes on:\n{question.command()}", file=sys.stderr)
        return INTERRUPTED
    if learning.network is None:
        raise InputError("Nothing was learned.")
    return OK


def sentence(made: LearnedGeneration) -> str:
    """A generation in a sentence or two."""
    score, against = made.score, "the last one" if made.number > 1 else "playouts"
    return (
        f"Generation {made.number} ({made.positions:,} positions of {made.matches:,} matches, "
        f"{made.cpu_s:.0f} s): loss {made.fit.loss:.4f}, error {made.fit.error:.4f}; "
        f"{100 * score.mean:.0f} % against {against} ({100 * score.low:.0f} to "
        f"{100 * score.high:.0f} %, {score.matches} matches, {score.distinct} distinct), "
        f"{'kept' if made.kept else 'not kept'}: {made.digest}"
    )
