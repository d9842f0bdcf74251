"""Texts and files from outside, mutated: each reader takes one or refuses it in a sentence.

`python -m tests.readers --inputs 100000` tries that many and counts them by reader; inputs are
numbered, and `--first N --inputs 1` repeats one. `--replays 5000` reads so many mutated replays
with branches, comments, positions set up by hand and reviews.
"""

from __future__ import annotations

import argparse
import json
import random
import tempfile
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path

import resources
from engines import games
from engines.editing import EditError
from engines.knobs import KnobError, digits
from lab.experiments.arena.pool import ArenaFile
from lab.experiments.claims.file import read
from lab.files.codec import UNREADABLE
from lab.files.position import KeptPosition, PositionError, encoded, load_position
from lab.files.replay import ReplayError, load
from lab.files.source import OddLine, parsed, text_of
from lab.files.verify import verify
from lab.match.budget import Budget
from lab.match.seats import parse_game, parse_seat
from lab.words import numerals as typed
from lab.words.printable import markdown, named, no_name, printable, whole_text
from tests.matches import option_sets

SIGNS = "²①٣\u0000\u001b\u202e\ud83d\udcff\U0001f600é\"'\\/<>&|,:;=+-()[]{}0123456789 eE.\t\r\n"
WORDS = ("9" * 5000, "1e999", "nan", "-0", "null", "[" * 5000, "{}", "true", "x" * 500, "=cmd")
Reader = Callable[[str], object]


def mutated(text: str, draw: random.Random) -> str:
    """The text with some characters or words put in, taken out, doubled or exchanged."""
    for _ in range(draw.choice((1, 1, 1, 2, 5, 20))):
        at, long = draw.randrange(len(text) + 1), draw.choice((1, 1, 2, 8, 60))
        put = draw.choice((draw.choice(SIGNS), draw.choice(SIGNS), "", draw.choice(WORDS)))
        put = draw.choice((put, put, text[at : at + long] * 2, str(draw.randrange(-9, 99))))
        text = text[:at] + put + text[at + draw.choice((0, 0, 1, long)) :]
    return text


def _positions() -> Iterator[tuple[str, Reader, type[Exception], str]]:
    for name, kind in games().items():
        for options in option_sets(kind)[:2]:
            game = kind.configure(**options)
            editing = game.editing()
            if editing is None:
                continue
            state = game.initial(1)

            read = partial(editing.read, state.copy())
            yield f"text of {name}", read, EditError, editing.text(state)


@cache
def readers() -> tuple[tuple[str, Reader, tuple[type[Exception], ...], str], ...]:
    """Each reader by name, with what it may raise, and a text that it takes."""
    found: list[tuple[str, Reader, tuple[type[Exception], ...], str]] = [
        (name, reader, (error,), text) for name, reader, error, text in _positions()
    ]
    for path in sorted(resources.path("experiments").glob("*.toml"))[:6]:
        found.append(("experiment", _experiment, (KnobError,), path.read_text("utf-8")))
    arena = ArenaFile("tictactoe", "2it").text
    game, seat = parse_game("tictactoe"), "uct:c=0.3,budget=20ms"
    position = json.dumps(encoded(KeptPosition(game, game.initial(1), "mine")))
    found += [
        ("JSON", parsed, (ValueError,), position),
        ("arena", ArenaFile.read, UNREADABLE, arena),
        ("position", _as_file(load_position), (PositionError,), position),
        ("text file", _as_file(text_of), (OddLine,), position),
        ("game", parse_game, (KnobError,), "tictactoe:rows=4,k=3"),
        ("seat", lambda text: parse_seat(text, game), (KnobError,), seat),
        ("budget", Budget.parse, (KnobError,), "20ms"),
        ("number", typed.number, (ValueError,), "1 234,5"),
        ("digits", digits, (), "123"),
        ("name", _shown, (), "my bot (2)"),
    ]
    return tuple(found)


def _experiment(text: str) -> object:
    return read("mine", text)


def _shown(text: str) -> None:
    """What is shown of a name can be written and stays on its line."""
    for shown in (whole_text(text), named(text), markdown(text), printable(text)):
        shown.encode()
    assert "\n" not in named(text) + markdown(text)
    assert no_name(named(text) or "a") == "" or named(text) != named(text).strip()


def _as_file(reader: Callable[[Path], object]) -> Reader:
    path = Path(tempfile.mkdtemp(), "file")

    def act(text: str) -> object:
        path.write_bytes(text.encode("utf-8", "surrogatepass"))
        return reader(path)

    return act


def attempt(number: int) -> tuple[str, bool, str]:
    """The reader of an input, whether it took it, and what it said otherwise; what it may not raise
    passes through.
    """
    draw = random.Random(number)
    name, reader, errors, text = readers()[number % len(readers())]
    try:
        reader(mutated(text, draw))
    except errors as error:
        return name, False, str(error)
    return name, True, ""


def replays(folder: Path) -> tuple[Path, ...]:
    """Whole files with all that a replay can hold."""
    return tuple(sorted(folder.glob("*.jsonl")))


def damaged(path: Path, number: int, folder: Path) -> str:
    """Reads a mutated copy of a replay; "" or the sentence of the refusal."""
    draw = random.Random(number)
    lines = path.read_text("utf-8").splitlines(keepends=True)
    for _ in range(draw.choice((1, 1, 2, 4))):
        at = draw.randrange(len(lines))
        other = lines[draw.randrange(len(lines))]
        lines[at] = draw.choice((mutated(lines[at], draw), lines[at] * 2, "", other))
    copy = folder / "mutated.jsonl"
    copy.write_bytes("".join(lines).encode("utf-8", "surrogatepass"))
    try:
        replay = load(copy)
    except ReplayError as error:
        return str(error)
    try:
        for line in replay.tree.tree.lines():
            for turn in line.turns:
                _ = replay.tree.record(turn).turn
        list(verify(replay))
    except ReplayError as error:
        return str(error)
    return replay.note


def main() -> int:
    """Tries inputs and counts them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--inputs", type=int, default=1000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--replays", type=int, default=0)
    parser.add_argument("--folder", type=Path, default=Path("tests/traces"))
    args = parser.parse_args()
    taken, refused, bad = Counter[str](), Counter[str](), 0
    for number in range(args.first, args.first + args.inputs):
        try:
            name, took, _ = attempt(number)
            (taken if took else refused)[name] += 1
        except Exception:
            bad += 1
            print(f"input {number}:")
            traceback.print_exc()
    for name in sorted(taken | refused):
        print(f"{name}: {taken[name]:,} taken, {refused[name]:,} refused")
    with tempfile.TemporaryDirectory() as folder:
        for number in range(args.replays):
            files = replays(args.folder)
            try:
                refused["replay"] += damaged(files[number % len(files)], number, Path(folder)) != ""
            except Exception:
                bad += 1
                print(f"replay {number} of {files[number % len(files)]}:")
                traceback.print_exc()
    print(
        f"{args.inputs:,} inputs, {args.replays:,} replays ({refused['replay']:,} told), {bad} bad"
    )
    return bool(bad)


if __name__ == "__main__":
    raise SystemExit(main())
