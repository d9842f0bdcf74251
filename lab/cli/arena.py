"""`smitsilab arena`: pools of bots that play one another, their ratings and verdicts; a finished
game in the window, as text, or as a replay.
"""

from __future__ import annotations

import argparse
import importlib
import sys
import tempfile
from pathlib import Path

from lab.batch.errors import BatchError
from lab.batch.games import REPEATS
from lab.cli import DIFFERENCE, OK, InputError
from lab.cli import arena_show as showing
from lab.cli.arena_live import play_on, watch_live
from lab.cli.options import add_options, asked_by, given
from lab.cli.parser import Parser, add_force, new_file, whole
from lab.cli.playing import (
    add_hands,
    add_permission,
    add_processes,
    add_store,
    ask_for_bots,
    hands_of,
    stored,
)
from lab.cli.show import say
from lab.cli.starting import starts_of
from lab.experiments.arena import pool
from lab.experiments.arena.pool import ArenaFile, NewArenaAsked, PlayAsked, arena_named
from lab.experiments.arena.rules import rules_of, write_replay
from lab.experiments.arena.standing import ROLES
from lab.experiments.arena.view import standing
from lab.experiments.pairing import CANDIDATE
from lab.experiments.sequential import SequentialTest
from lab.store.kept import KeptGame
from lab.store.place import replays_of, store_path
from lab.store.store import Store
from lab.words.numerals import several

QUESTION = ("bounds", "risks", "careful")  # of a sequential test


def arguments(parser: argparse.ArgumentParser) -> None:
    """The command's arguments: one parser for each thing that can be done."""
    acts = parser.add_subparsers(metavar="WHAT", required=True)

    def act(name: str, help: str, *words: str) -> argparse.ArgumentParser:
        found = acts.add_parser(name, help=help, description=f"{help.capitalize()}.")
        for word in words:
            found.add_argument(word.lower(), metavar=word)
        add_store(found)
        return found

    _new(act("new", "makes an arena"))
    _add(act("add", "adds a bot", "NAME", "BOT"))
    _play(act("play", "plays the games that are missing"))
    showing.arguments(act("show", "prints ratings, the table of pairs, or games", "NAME"))
    watch_arguments(act("watch", "shows a finished game, or games while they play", "NAME"))
    said = "makes a candidate a benchmark"
    act("promote", said, "NAME", "BOT").set_defaults(act=_set_role, role="benchmark")
    said = "takes a bot out of future games; those it has played stay"
    act("retire", said, "NAME", "BOT").set_defaults(act=_set_role, role="retired")
    renames = act("rename", "gives an arena or a bot another name", "NAME")
    renames.add_argument("bot", nargs="?", metavar="BOT", help="a bot of the arena")
    renames.add_argument("new", metavar="NEW", help="the new name")
    renames.set_defaults(act=_rename)
    said = "removes a bot or an arena, with the games that nobody else asked for"
    forgets = act("forget", said, "NAME")
    forgets.add_argument("bot", nargs="?", metavar="BOT", help="only this bot and its games")
    forgets.set_defaults(act=_forget)
    act("list", "lists the arenas of the store").set_defaults(act=_list)


def _new(parser: argparse.ArgumentParser) -> None:
    add_options(parser, NewArenaAsked)
    parser.set_defaults(act=_make)


def _add(parser: argparse.ArgumentParser) -> None:
    seat = "an algorithm as uct:c=0.3, or a program as 'cmd:./bot'"
    parser.add_argument("--seat", required=True, metavar="SPEC", help=seat)
    parser.add_argument("--role", choices=ROLES[:2], default="candidate", help="default candidate")
    parser.set_defaults(act=_add_bot)


def _play(parser: argparse.ArgumentParser) -> None:
    add_options(parser, PlayAsked)
    add_options(parser, ArenaFile, ("candidate", "than", *QUESTION))
    add_permission(parser, "an arena of another store")
    add_hands(parser)
    showing.add_formats(parser)
    parser.set_defaults(act=_play_games)


def run(args: argparse.Namespace) -> int:
    """Does one thing."""
    reads = args.act in (_list, showing.show) and store_path(args.store).is_file()
    with Store(args.store, writes=not reads) as store:
        return int(args.act(args, store))


def _make(args: argparse.Namespace, store: Store) -> int:
    asked = asked_by(args, NewArenaAsked)
    game = asked.game
    if asked.players is not None:
        game += f"{',' if ':' in game else ':'}players={asked.players}"
    starts = starts_of(asked.starts, game)
    arena = pool.new_arena(store, asked.name, game, asked.budget, asked.seatings, starts)
    say(f"The arena {arena.name}: {arena.game.title}, {showing.budget_words(arena)}.")
    return OK


def _add_bot(args: argparse.Namespace, store: Store) -> int:
    arena = pool.arena_named(store, args.name)
    pool.add_bot(store, arena, args.bot, args.seat, args.role)
    arena = pool.arena_named(store, arena.name)
    bots = several(len(arena.bots), "bot")
    say(
        f"{args.bot} is in {arena.name}, a {args.role}; {bots} now.{_repeat_words(arena, args.bot)}"
    )
    return OK


def _repeat_words(arena: pool.Arena, bot: str) -> str:
    """Whether games of a bot that has joined repeat, which is of interest where others' do."""
    if arena.kept.condition.clock not in REPEATS:
        return ""
    if all(each.entrant.repeats for each in arena.playing):
        return " Its games repeat exactly."
    player = arena.bot(bot).entrant
    if player.repeats:
        return ""
    why = "it is a program" if player.kind == "program" else "its threads grow one tree"
    return f" Its games do not repeat: {why}."


def _set_role(args: argparse.Namespace, store: Store) -> int:
    arena = pool.arena_named(store, args.name)
    was = arena.bot(args.bot).role
    if was == args.role:
        raise InputError(f"{args.bot} is {_role(was)} already.")
    pool.set_role(store, arena, args.bot, args.role)
    say(f"{args.bot} is {_role(args.role)} now, and was {_role(was)}.")
    return OK


def _role(role: str) -> str:
    return role if role == "retired" else f"a {role}"


def _rename(args: argparse.Namespace, store: Store) -> int:
    arena = pool.arena_named(store, args.name)
    if args.bot is None:
        pool.rename_arena(store, arena, args.new)
        say(f"The arena {args.name} is called {args.new} now; its games stay its own.")
        return OK
    arena.bot(args.bot)
    pool.rename_bot(store, arena, args.bot, args.new)
    say(f"{args.bot} is called {args.new} now; its games stay its own.")
    return OK


def _forget(args: argparse.Namespace, store: Store) -> int:
    arena = pool.arena_named(store, args.name)
    if args.bot is None:
        what, gone = f"The arena {args.name}", store.forget(arena.experiment)
    else:
        what, gone = f"{args.bot} of {args.name}", pool.forget_bot(store, arena, args.bot)
    say(
        f"{what} is forgotten, with {several(gone, 'game')} that no other experiment asked for. "
        "`smitsilab store compact` gives their space back to the disk."
    )
    return OK


def _list(args: argparse.Namespace, store: Store) -> int:
    rows, code = [["arena", "game", "bots", "games"]], OK
    for kept in store.arenas():
        try:
            arena = pool.arena_named(store, kept.name)
        except BatchError as error:  # others stay usable
            say(str(error), file=sys.stderr)
            code = DIFFERENCE
            continue
        games = store.experiments(arena.experiment)[0].games
        rows.append([kept.name, arena.file.game, str(len(kept.bots)), f"{games:,}"])
    say(showing.aligned(rows) if rows[1:] else "There is no arena yet; make one with arena new.")
    return code


def _play_games(args: argparse.Namespace, store: Store) -> int:
    arena = _asked(args, store, pool.arena_named(store, args.name))
    ask_for_bots(args, arena.name, arena.playing)
    asked = asked_by(args, PlayAsked)
    if asked.following == CANDIDATE and not arena.file.candidate:
        raise InputError("--next candidate needs the bot in question: name it with --candidate.")
    with hands_of(args) as hands:
        question, playing = play_on(store, arena, hands, asked.following, asked.games)
        arena = pool.arena_named(store, args.name)
        showing.tell(args, standing(store, arena, question))
        sys.stdout.flush()
        code = DIFFERENCE if playing.run.failures else OK
        return playing.code(code, asked.command(*stored(args)))


def _asked(args: argparse.Namespace, store: Store, arena: pool.Arena) -> pool.Arena:
    """The arena with the question of this call, or else with its own."""
    if args.than and not (args.candidate or arena.file.candidate):
        raise InputError("--than names the other one: name the bot in question with --candidate.")
    if not args.candidate and not args.than:
        return arena
    test = SequentialTest(**given(args, ArenaFile, QUESTION))
    candidate = args.candidate or arena.file.candidate
    return pool.ask(store, arena, candidate, args.than or "", test)


def watch_arguments(parser: argparse.ArgumentParser) -> None:
    """Which game, and where it is shown."""
    number = "as arena show --games lists it; default the latest one"
    parser.add_argument("number", nargs="?", type=whole(1, 1 << 62), metavar="GAME", help=number)
    live = "print turns, without a window: of that game, or without GAME of those that are played"
    parser.add_argument("--live", action="store_true", help=live)
    parser.add_argument("--out", type=Path, metavar="F", help="only write it as a replay")
    add_force(parser)
    add_permission(parser, "an arena of another store")
    add_processes(parser)
    parser.set_defaults(act=watch)


def watch(args: argparse.Namespace, store: Store) -> int:
    """Brings the game back and shows it, or shows games while they are played."""
    if args.live and args.number is None and args.out is None:
        return watch_live(args, store)
    kept = _game(args, store)
    if args.out is not None:
        with new_file(args.out, "--out", args.force) as place:
            write_replay(kept, place.draft, replays_of(store.path))
        say(f"Game {kept.number} is in {args.out}.")
        return OK
    with tempfile.TemporaryDirectory(prefix="smitsilab-") as folder:
        path = Path(folder) / f"{args.name} {kept.number}.jsonl"
        write_replay(kept, path, replays_of(store.path))
        if args.live:
            return _print(path)
        store.close()  # the window has a store of its own
        return int(importlib.import_module("lab.cli.window").open_window(path))


def _game(args: argparse.Namespace, store: Store) -> KeptGame:
    """The game of the number, or the arena's latest one."""
    arena = arena_named(store, args.name)
    if args.number is None:
        latest = store.listed(arena.experiment, last=1)
        if not latest:
            raise InputError(f"{arena.name} has no finished game yet.")
        return latest[0]
    found = store.game(args.number)
    conditions = [version.condition for version in rules_of(arena)]
    if found is None or found.lineup.condition not in conditions:
        raise InputError(
            f"{arena.name} has no game {args.number}; smitsilab arena show {arena.name} --games "
            "lists them."
        )
    return found


def _print(path: Path) -> int:
    """Prints a replay as `smitsilab replay` does."""
    replay = importlib.import_module("lab.cli.replay")
    parser = Parser(prog="smitsilab replay")
    replay.arguments(parser)
    return int(replay.run(parser.parse_args([str(path)])))
