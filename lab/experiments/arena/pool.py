"""An arena as people use it: a game with a budget, bots under names, and perhaps a question."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cached_property

from engines.game import Game
from engines.knobs import KnobError, did_you_mean
from lab.batch.entrants import clock_of, condition, entrant
from lab.batch.errors import BatchError
from lab.batch.games import Condition, Entrant, LineUp, canonical
from lab.experiments.better.plan import BetterPlan
from lab.experiments.pairing import CANDIDATE, HELPS, RULES, Rule
from lab.experiments.seatings import ROTATIONS, Seatings, orders
from lab.experiments.sequential import SequentialTest
from lab.match.budget import Budget
from lab.match.seats import parse_contest, parse_game, parse_seat
from lab.programs.spec import Program
from lab.store.arenas import experiment_of
from lab.store.kept import KeptArena, KeptBot, Role
from lab.store.store import Store
from lab.words.asked import GAME, CommandQuestion, asked_as, option, option_of
from lab.words.printable import no_name

BUDGET = "2ms"
STARTS = (
    "begin in the positions of F, in turn, each in every seating: one a line, as the editor shows "
    "or keeps it; or random:2-4, after two to four random plies, which are those of the seed in "
    "every seating"
)


@dataclass(frozen=True)
class ArenaFile:
    """What an arena is made of beside its bots, and its question: is `candidate` better than
    `than`, where they are names of bots. `rules` are earlier versions of the game under which it
    has games: the digest of the sources, and when it was replaced.
    """

    game: str  # as --game takes it
    budget: str = option("for each decision; milliseconds are CPU time", BUDGET)
    candidate: str = option("the bot in question: only its games are played", "", metavar="BOT")
    than: str = option("is the candidate better than this one?", "", metavar="BOT")
    bounds: tuple[float, float] = option_of(SequentialTest, "bounds")
    risks: tuple[float, float] = option_of(SequentialTest, "risks")
    careful: bool = option_of(SequentialTest, "careful")
    rules: tuple[tuple[str, float], ...] = ()
    seatings: Seatings = option_of(BetterPlan, "seatings")

    @property
    def text(self) -> str:
        """As the store keeps it."""
        return canonical({"arena": asdict(self)})

    @classmethod
    def read(cls, text: str) -> ArenaFile:
        """From its text."""
        found = json.loads(text)["arena"]
        pairs = {name: tuple(found[name]) for name in ("bounds", "risks")}
        rules = tuple((source, until) for source, until in found.get("rules", ()))
        return cls(**{**found, **pairs, "rules": rules})

    @property
    def test(self) -> SequentialTest:
        """The question's test."""
        return asked_as(SequentialTest, self)


@dataclass(frozen=True)
class NewArenaAsked(CommandQuestion):
    """What makes an arena."""

    kind = "arena new"

    name: str = option("of the arena", flag="", metavar="NAME")
    game: str = option(GAME, flag="", metavar="GAME")
    budget: str = option_of(ArenaFile, "budget")
    players: int | None = option(
        "how many play a game, where the game has this option", None, low=1, high=16, metavar="N"
    )
    seatings: Seatings = option_of(ArenaFile, "seatings")
    starts: str = option(STARTS, "", metavar="F")


@dataclass(frozen=True)
class PlayAsked(CommandQuestion):
    """How the games of an arena go on; its question is kept with it."""

    kind = "arena play"

    name: str = option("of the arena", flag="", metavar="NAME")
    games: int = option(
        "how many games the arena should have asked for in the end; default 40 groups a meeting, "
        "of positions in whole rounds",
        0,
        low=1,
        high=100_000_000,
        metavar="N",
    )
    following: Rule | None = option(
        f"who plays next; default {HELPS}, or {CANDIDATE} where one is named; "
        + "; ".join(f"{name}: {words}" for name, words in RULES.items()),
        None,
        flag="--next",
        choices=tuple(RULES),
    )


class Arena:
    """One arena of a store, as it was when it was read; its past under earlier rules is about
    `kept`, while it is played under those of `now`.
    """

    def __init__(self, kept: KeptArena, file: ArenaFile, now: KeptArena | None = None) -> None:
        self.kept, self.file, self.now = kept, file, now or kept

    @property
    def name(self) -> str:
        """Its name."""
        return self.kept.name

    @property
    def experiment(self) -> str:
        """The name under which it asks for games."""
        return experiment_of(self.kept.name)

    @cached_property
    def game(self) -> Game:
        """The game."""
        return parse_game(self.file.game)

    @property
    def bots(self) -> tuple[KeptBot, ...]:
        """All bots, the oldest first."""
        return self.kept.bots

    @property
    def playing(self) -> tuple[KeptBot, ...]:
        """Those that are not retired."""
        return tuple(bot for bot in self.bots if bot.role != "retired")

    def bot(self, name: str) -> KeptBot:
        """The bot of that name; KnobError with the nearest name if there is none."""
        names = [bot.name for bot in self.bots]
        if name not in names:
            guess = did_you_mean(name, names) if names else "."
            raise KnobError(f"There is no bot {name} in {self.name}{guess}")
        return self.bots[names.index(name)]

    def lineup(self, names: Sequence[str]) -> LineUp:
        """These bots by side."""
        return LineUp(self.kept.condition, tuple(self.bot(name).entrant for name in names))

    def lineups(self, names: Sequence[str]) -> tuple[LineUp, ...]:
        """What these bots play on each seed: line-ups whose games together are one group."""
        return tuple(map(self.lineup, orders(names, self.game.seats, self.file.seatings)))

    def changed(self, bot: KeptBot) -> bool:
        """Whether what the bot is made of is not what it was when it joined."""
        return (
            entrant_of(self.game, bot.entrant.text, self.file.budget).digest != bot.entrant.digest
        )

    @property
    def any_changed(self) -> bool:
        """Whether that holds for one that plays."""
        return any(map(self.changed, self.playing))

    @property
    def outdated(self) -> bool:
        """Whether the rules of the game are not those under which the arena has played."""
        kept = self.kept.condition
        return condition_of(self.game, self.file.budget, kept.start) != kept


def condition_of(game: Game, budget: str, start: str = "") -> Condition:
    """The condition of an arena; milliseconds are CPU time."""
    return condition(game, clock_of(Budget.parse(budget), by_cpu=True), start)


def entrant_of(game: Game, text: str, budget: str) -> Entrant:
    """The player of a bot; KnobError where its budget is of another kind than the arena's."""
    common = Budget.parse(budget)
    found = entrant(game, parse_seat(text, game, common))
    if found.budget and Budget.parse(found.budget).kind != common.kind:
        raise KnobError(
            f"{text} has a budget of another kind than this arena ({common.words}): their games "
            "could not be compared."
        )
    return found


def new_arena(
    store: Store,
    name: str,
    game: str,
    budget: str = BUDGET,
    seatings: Seatings = ROTATIONS,
    starts: Sequence[str] = (),
) -> Arena:
    """Makes an arena without bots, whose games begin in these positions if there are any."""
    _check_name(name, "An arena")
    file = ArenaFile(parse_contest(game).spec, Budget.parse(budget).text, seatings=seatings)
    played = condition_of(parse_game(file.game), file.budget, " ".join(starts))
    with store.together():
        kept = store.new_arena(name, played)
        store.experiment(experiment_of(name), "arena", file.text)
    return Arena(kept, file)


def arena_named(store: Store, name: str) -> Arena:
    """The arena of that name; BatchError with the nearest name if there is none."""
    found = store.arenas(name)
    if not found:
        names = [arena.name for arena in store.arenas()]
        guess = did_you_mean(name, names) if names else "; make one with arena new."
        raise BatchError(f"There is no arena {name}{guess}")
    return Arena(found[0], _file_of(store, name))


def _file_of(store: Store, name: str) -> ArenaFile:
    """What the store keeps of an arena's game and question."""
    kept = store.experiments(experiment_of(name))
    try:
        return ArenaFile.read(kept[0].file)
    except (IndexError, KeyError, TypeError, ValueError):
        raise BatchError(
            f"The arena {name} is not whole: its game is not in the store. `smitsilab store check "
            "--repair` takes away what cannot be used."
        ) from None


def add_bot(store: Store, arena: Arena, name: str, seat: str, role: Role) -> None:
    """Adds a bot; StoreError where its name or its player is there already."""
    _check_name(name, "A bot")
    player = entrant_of(arena.game, seat, arena.file.budget)
    if player.kind == "program":
        Program(player.program).check()
    with store.together():
        store.add_bot(arena.name, name, player, role)
        store.event(arena.experiment, "added", name)


def set_role(store: Store, arena: Arena, name: str, role: Role) -> None:
    """Gives a bot another role."""
    with store.together():
        store.set_role(arena.name, name, role)
        store.event(arena.experiment, role, name)


def ask(store: Store, arena: Arena, candidate: str, than: str, test: SequentialTest) -> Arena:
    """Gives the arena the question whether one bot is better than another; "" takes it away."""
    for name in filter(None, (candidate, than)):
        if arena.bot(name).role == "retired":
            raise KnobError(f"{name} is retired; arena promote brings it back.")
    if candidate == than and candidate:
        raise KnobError(f"{candidate} cannot be better than itself.")
    file = replace(arena.file, candidate=candidate, than=than, **asdict(test))
    store.experiment(arena.experiment, "arena", file.text)
    return Arena(arena.kept, file)


def rename_bot(store: Store, arena: Arena, name: str, new: str) -> None:
    """Gives a bot another name, also in the arena's question."""
    _check_name(new, "A bot")
    file, moved = arena.file, {name: new}
    candidate, than = (moved.get(each, each) for each in (file.candidate, file.than))
    file = replace(file, candidate=candidate, than=than)
    with store.together():
        store.rename_bot(arena.name, name, new)
        store.event(arena.experiment, "renamed", f"{name} to {new}")
        store.experiment(arena.experiment, "arena", file.text)


def rename_arena(store: Store, arena: Arena, new: str) -> Arena:
    """Gives an arena another name; its games stay its own."""
    _check_name(new, "An arena")
    store.rename_arena(arena.name, new)
    return arena_named(store, new)


@dataclass(frozen=True)
class RemovedBot:
    """A bot that was taken out of an arena, with the arena's question of then."""

    arena: str
    bot: KeptBot
    file: ArenaFile


def remove_bot(store: Store, arena: Arena, name: str) -> RemovedBot:
    """Takes a bot out of its arena, and a question about it too; its games stay until
    `Store.forget_player`.
    """
    arena.bot(name)
    with store.together():
        removed = RemovedBot(arena.name, store.remove_bot(arena.name, name), arena.file)
        if name in (arena.file.candidate, arena.file.than):
            file = replace(arena.file, candidate="", than="")
            store.experiment(arena.experiment, "arena", file.text)
    return removed


def forget_bot(store: Store, arena: Arena, name: str) -> int:
    """Takes a bot out of its arena with the games that nobody else asked for; returns how many."""
    with store.together():
        removed = remove_bot(store, arena, name)
        return store.forget_player(arena.name, removed.bot.entrant)


def restore_bot(store: Store, removed: RemovedBot) -> None:
    """Brings a bot back, with its question unless the arena has another one by now."""
    with store.together():
        store.restore_bot(removed.arena, removed.bot)
        arena = arena_named(store, removed.arena)
        asked = {removed.file.candidate, removed.file.than}
        known = {"", *(bot.name for bot in arena.bots)}
        if not arena.file.candidate and removed.bot.name in asked and asked <= known:
            file = replace(arena.file, candidate=removed.file.candidate, than=removed.file.than)
            store.experiment(arena.experiment, "arena", file.text)


def _check_name(name: str, what: str) -> None:
    if said := no_name(name):
        raise KnobError(f"{what} needs another name: {said}.")


def fit_to_play(arena: Arena, tell: Callable[[str], object]) -> Arena:
    """The arena with those bots that are here as they joined; `tell` gets a sentence about each
    other one. BatchError where nobody can play.
    """
    if arena.outdated:
        raise BatchError(
            f"The rules of {arena.game.title} have changed since {arena.name} was opened; its "
            "next run goes on under the new ones."
        )
    changed = [bot for bot in arena.playing if arena.changed(bot)]
    for bot in changed:
        tell(f"{bot.name} does not play: its program is not there ({bot.entrant.program}).")
    bots = tuple(bot for bot in arena.bots if bot not in changed)
    fit = Arena(replace(arena.kept, bots=bots), arena.file)
    names = {"", *(bot.name for bot in fit.playing)}
    if not {arena.file.candidate, arena.file.than} <= names:  # one of them cannot play
        fit = Arena(fit.kept, replace(arena.file, candidate="", than=""))
    if len(fit.playing) < 2 and fit.game.seats > 1:
        count = "nobody" if not fit.playing else f"only {fit.playing[0].name}"
        raise BatchError(f"There is {count} to play in {arena.name}; add bots with arena add.")
    return fit
