"""`smitsilab replay`: prints a recorded match turn by turn, or replays and compares it."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

from engines.game import FORFEIT, PASS
from lab.cli import BAD_INPUT, DIFFERENCE, INTERRUPTED, OK, InputError
from lab.cli.parser import add_force, check_free
from lab.cli.show import Progress, say, table
from lab.files.codingame import Imported, open_replay
from lab.files.placing import Place, holds_something
from lab.files.replay import Replay, save
from lab.files.replay_position import through
from lab.files.verify import NEVER, unrepeated, verify
from lab.match.program_data import data_of
from lab.match.seats import format_seat
from lab.match.turn_tree import START
from lab.words import numerals
from lab.words.numerals import capitalised, several
from lab.words.scored import score_words
from lab.words.values import meaning, number_words

_MOST_ERRORS = 10


def arguments(parser: argparse.ArgumentParser) -> None:
    """The command's arguments."""
    parser.add_argument(
        "file",
        type=Path,
        help="a replay written by match --out or by the window, or a match in CodinGame's JSON",
    )
    parser.add_argument(
        "--verify",
        action="store_true",
        help=(
            "play it again with the same iterations and changes, and compare every turn of every "
            "branch; this takes as long as the searches took, and Ctrl-C ends it"
        ),
    )
    parser.add_argument(
        "--branch",
        metavar="NAME",
        help="the line through a branch, by its letter or name, in place of the main line",
    )
    parser.add_argument(
        "--save", type=Path, metavar="F", help="write this line as a replay of ours; .gz compresses"
    )
    parser.add_argument(
        "--stderr", action="store_true", help="also print what programs wrote to standard error"
    )
    add_force(parser)


def run(args: argparse.Namespace) -> int:
    """Prints or verifies; for a damaged file, or a CodinGame match that differs, everything that is
    good, and exit code 2.
    """
    if args.save is not None:
        check_free(args.save, "--save", args.force)
    replay = open_replay(args.file)
    if args.branch is not None:
        replay = through(replay, args.branch)
    if args.verify:
        code = _verify(args.file, replay)
        if code != INTERRUPTED:
            _save(args.save, replay, code)
        return code
    _save(args.save, replay, BAD_INPUT if replay.damaged else OK)
    _show(replay, args.stderr)
    return _tell_damage(args.file, replay, replay.damaged)


def _show(replay: Replay, stderr: bool) -> None:
    """Prints the match, with all standard error if `stderr`."""
    say(_head(replay))
    say(table(_rows(replay), right=(0,)))
    say("\n" + "\n".join(_meanings(replay)))
    if replay.outcome:
        say(f"\n{capitalised(replay.reason)}. {_result(replay)}")
    said = (_faults(replay), _data(replay), _stderr(replay, stderr), _notes(replay))
    for line in chain(*said, _branches(replay)):
        say(line)
    if isinstance(replay, Imported):
        say(f"\n{replay.checked}")
    elif replay.note and not replay.damaged:
        say(f"\n{replay.note}")


def _result(replay: Replay) -> str:
    """Who scored what, and in graded games what that paid."""
    game, outcome = replay.game, replay.outcome
    worth = game.worth(replay.initial)
    paid = " : ".join(numerals.short(worth * x) for x in outcome)
    if not game.has_winner:
        return f"Payoffs: {paid}"
    if len(outcome) == 1:
        return f"Payoff: {paid}" if game.graded else f"Result: {score_words(outcome)[0]}"
    result = f"Result: {' : '.join(score_words(outcome))}"
    return f"{result}, payoffs {paid}" if game.graded else result


def _branches(replay: Replay) -> Iterator[str]:
    """Which branches there are, and how to see one."""
    tree, word = replay.tree.tree, replay.game.turn_word
    lines = tree.lines()[1:]
    if lines:
        yield "\nBranches of this match, which --branch NAME prints:"
    for line in lines:
        count = len(line.turns)
        first = tree.depth(line.turns[0])
        yield f"  {line.name}: from {word} {first}, {several(count, word)}"


def _notes(replay: Replay) -> Iterator[str]:
    """What a person noted about the turns of this line."""
    tree, word = replay.tree.tree, replay.game.turn_word
    path = (START, *tree.path(replay.end))
    noted = [(turn, tree.notes[turn]) for turn in path if turn in tree.notes]
    if noted:
        yield "\nComments:"
    for turn, note in noted:
        said = " ".join(filter(None, (note.mark, *note.text.split())))
        yield f"  {word} {tree.depth(turn)}: {said}"


def _meanings(replay: Replay) -> Iterator[str]:
    """What the values of each seat are, in the order in which they first occur."""
    names = [seat.title or "a person" for seat in replay.setup.seats]
    for k in range(replay.game.seats):
        kinds = dict.fromkeys(meaning(turn.values[k], names) for turn in replay.turns)
        said = [words for words in kinds if words]
        if said:
            yield f"Value {k + 1}: {'; then '.join(said)}."


def _faults(replay: Replay) -> Iterator[str]:
    """Why moves were no valid ones."""
    errors = [error for turn in replay.turns for error in turn.errors]
    if errors:
        yield "\nWhat went wrong:"
    yield from (f"  {error}" for error in errors[:_MOST_ERRORS])
    if len(errors) > _MOST_ERRORS:
        yield f"  ... and {len(errors) - _MOST_ERRORS} more"


def _stderr(replay: Replay, whole: bool) -> Iterator[str]:
    """What programs wrote to standard error, or, unless `whole`, how to see it."""
    made = [(turn.turn, d) for turn in replay.turns for d in turn.decisions if d is not None]
    spoken = [(turn, d) for turn, d in made if d.stderr.strip()]
    if spoken and not whole:
        count, word = len({turn for turn, _ in spoken}), replay.game.turn_word
        yield f"\nPrograms wrote to standard error in {several(count, word)}; --stderr prints it."
        return
    for turn, decision in spoken:
        yield f"\nStandard error of seat {decision.seat + 1}, {replay.game.turn_word} {turn}:"
        yield from (f"  {line}" for line in decision.stderr.rstrip("\n").splitlines())


def _data(replay: Replay) -> Iterator[str]:
    """What the programs reported themselves."""
    data = data_of(replay.turns)
    if data.series or data.figures:
        yield "\nReported by the programs:"
    for each in data.series:
        values = each.values
        spread = (
            f"first {values[0]:g}, last {values[-1]:g}, mean {sum(values) / len(values):.4g}, "
            f"{min(values):g} to {max(values):g}"
        )
        yield (
            f"  {_who(each.seat)} {each.name}: {spread} "
            f"({several(len(values), replay.game.turn_word)})"
        )
    for figure in data.figures:
        yield f"  {_who(figure.seat)} {figure.name}: {figure.text}"


def _who(seat: int | None) -> str:
    return "match," if seat is None else f"seat {seat + 1},"


def _tell_damage(file: Path, replay: Replay, wrong: bool) -> int:
    """Prints what is wrong with the file and returns the exit code."""
    if not wrong:
        return OK
    say(f"smitsilab: {file}: {replay.note}", file=sys.stderr)
    return BAD_INPUT


def _save(path: Path | None, replay: Replay, code: int) -> None:
    """Writes the replay if requested; one that is damaged or differs never replaces an existing
    file.
    """
    if path is None:
        return
    if code != OK and holds_something(path):
        what = "damaged" if replay.damaged else "played otherwise here"
        raise InputError(f"{path} stays as it was: the match is {what}; name a file that is new.")
    with Place(path, replaces=True) as place:
        save(place.draft, replay.result)


def _verify(file: Path, replay: Replay) -> int:
    count, total = 0, len(replay.tree.played)
    with Progress(total, lines=True) as bar:
        try:
            for found in verify(replay):
                if found is not None:
                    say(
                        f"{file}, turn {found.turn}, {found.field}: expected {found.expected}, "
                        f"got {found.got}"
                    )
                    return DIFFERENCE
                count += 1
                bar.update(count, f"turn {count} of {total}{bar.left(count)}")
        except KeyboardInterrupt:
            say(f"Stopped; {count}/{total} turns played again the same.")
            return INTERRUPTED
    wrong = replay.damaged or not replay.repeatable
    more = replay.checked if isinstance(replay, Imported) else "" if wrong else replay.note
    say(f"{count}/{total} turns played again the same.{f' {more}' if more else ''}")
    for seat in unrepeated(replay):
        say(f"Seat {seat + 1} played as recorded: its threads grew one tree, and {NEVER}")
    return _tell_damage(file, replay, wrong)


def _head(replay: Replay) -> str:
    setup = replay.setup
    seats = [
        f"seat {k + 1}: {format_seat(seat, replay.game)}" for k, seat in enumerate(setup.seats)
    ]
    # a contest's seed is meaningless here
    start = "" if isinstance(replay, Imported) else f", {replay.game.position_note(setup.seed)}"
    return "\n".join([f"{replay.game.title} ({replay.game.spec}){start}", *seats, ""])


def _rows(replay: Replay) -> list[list[str]]:
    """A row per turn: the actions in words, each search's iterations, and the seats' values."""
    game, before = replay.game, replay.initial
    names = [game.agent_name(a) for a in range(game.agents)]
    values = [f"value {k + 1}" for k in range(game.seats)]
    rows = [
        [
            game.turn_word,
            *names,
            *(f"iterations {k + 1}" for k in range(game.seats)),
            *values,
            "events",
        ]
    ]
    for turn in replay.turns:
        actions = [
            "" if a == PASS else "no valid move" if a == FORFEIT else game.label(before, k, a)
            for k, a in enumerate(turn.joint)
        ]
        said = [*(e.text for e in turn.events), *["position set up"] * (not turn.joint)]
        actions += [""] * (game.agents - len(actions))
        done = [
            f"{d.iterations:,}" if d is not None and d.iterations else "" for d in turn.decisions
        ]
        shown = [number_words(v) for v in turn.values]
        rows.append([str(turn.turn), *actions, *done, *shown, "; ".join(said)])
        before = turn.state
    return rows
