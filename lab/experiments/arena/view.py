"""An arena at one moment, from what its store holds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import count, pairwise, takewhile

from lab.batch.faults import Faults, told
from lab.experiments.arena.pool import Arena
from lab.experiments.arena.question import ArenaQuestion
from lab.experiments.arena.rules import shown_rules
from lab.experiments.arena.scores import ArenaScores, scores, whole_groups
from lab.experiments.arena.standing import ArenaProgress, CrossCell, Standing, StandingRow, TestBar
from lab.experiments.better.question import value_of
from lab.experiments.better.result import cpu_ms, made_bar
from lab.experiments.keeping import RunStep
from lab.experiments.ratings import Ratings
from lab.experiments.running import Answered, Ask
from lab.experiments.seatings import ALL, games_of
from lab.experiments.sequential import counted
from lab.experiments.verdicts import (
    EVEN,
    NEVER_DIFFERED,
    OPEN,
    distinct,
    distinct_words,
    leads,
    says_nothing,
    spoils,
    without_chance,
)
from lab.files.position import start_texts
from lab.match.budget import Budget
from lab.store.kept import KeptBot
from lab.store.reading import Used
from lab.store.store import Store
from lab.words import numerals
from lab.words.numerals import enumerated


def standing(
    store: Store,
    arena: Arena,
    question: ArenaQuestion | None = None,
    step: RunStep | None = None,
) -> Standing:
    """The arena now; `question` and `step` are those of a run that is playing it."""
    known = scores(store, arena)
    players = [bot.entrant for bot in arena.bots]
    used = store.used(arena.kept.condition, players, arena.experiment)
    spoilers = {
        bot.name
        for bot in arena.bots
        if (own := used.get(bot.entrant.digest)) and own.faults.spoiled
    }
    sound = scores(store, arena, spoilers).ratings if spoilers else known.ratings
    rows = _rows(arena, known, used, sound)
    return Standing(
        arena=arena.name,
        game=arena.game.spec,
        title=arena.game.title,
        budget=budget_words(arena),
        starts=start_texts(arena.game, arena.kept.condition.starts),
        rows=tuple(rows),
        crosstable=_crosstable(rows, known),
        note=_note(arena, known.total),
        rules=shown_rules(arena).words if arena.file.rules else "",
        remarks=(
            *remarks(known.ratings, sound),
            *_hanging(known.ratings, sound),
            *_repeated(arena, known),
            *_faults(rows),
        ),
        next=question.next_meeting if question is not None else None,
        verdict=verdict(store, arena),
        progress=_progress(step, known.total),
    )


def budget_words(arena: Arena) -> str:
    """For people: "2 ms of CPU time a decision, from 3 positions"."""
    words = Budget.parse(arena.file.budget).words.replace("per move", "of CPU time a decision")
    return words + arena.kept.condition.origin


def _progress(step: RunStep | None, played: int) -> ArenaProgress:
    if step is None:
        return ArenaProgress(played, played=played)
    return ArenaProgress(step.done, step.total, step.per_minute, step.left_s, step.note, played)


def _note(arena: Arena, games: int) -> str:
    bots = numerals.several(len(arena.bots), "bot")
    if not games:
        return f"{bots}, no games yet"
    how = " in all seatings" if arena.file.seatings == ALL and arena.game.seats > 2 else ""
    return f"{bots}, {numerals.several(games, 'game')}{how}; 0 is the mean of all"


def _rows(
    arena: Arena, known: ArenaScores, used: dict[str, Used], sound: Ratings
) -> list[StandingRow]:
    ratings = known.ratings
    rated = list(ratings.players)
    unrated = [bot.name for bot in arena.bots if bot.name not in ratings]
    bots = {bot.name: bot for bot in arena.bots}
    return [
        _row(bots[name], place, known, used.get(bots[name].entrant.digest), sound)
        for place, name in enumerate([*rated, *unrated], 1)
    ]


def _row(
    bot: KeptBot, place: int, known: ArenaScores, used: Used | None, sound: Ratings
) -> StandingRow:
    ratings, name = known.ratings, bot.name
    rated = name in ratings
    return StandingRow(
        place=place,
        name=name,
        role=bot.role,
        player=bot.entrant.text,
        rating=ratings.rating(name) if rated else None,
        half=ratings.half_width(name) if rated else None,
        bound=ratings.bound(name) if rated else "",
        better=_better(ratings, sound, name) if rated else None,
        games=known.games.get(name, 0),
        faults=used.faults if used else Faults(),
        cpu_ms=used.cpu_ms if used else None,
        worst_ms=used.worst_ms if used else None,
        seats=used.seats if used else (),
    )


def _better(ratings: Ratings, sound: Ratings, name: str) -> float | None:
    """How probable it is that a bot is better than the next one; the lower one with all games, and
    with those that nobody spoiled.
    """
    found, other = ratings.better_than_next(name), _soundly(ratings, sound, name)
    return found if found is None or other is None else min(found, other)


def _soundly(ratings: Ratings, sound: Ratings, name: str) -> float | None:
    """The same with the games that nobody spoiled; even where these do not compare the two."""
    place = ratings.players.index(name) + 1
    if place == len(ratings.players):
        return None
    other = ratings.players[place]
    return sound.better(name, other) if name in sound and other in sound else EVEN


def _hanging(ratings: Ratings, sound: Ratings) -> list[str]:
    """Who would lead the next one by games that were spoiled, and not by the others."""
    found = []
    for name, other in pairwise(ratings.players):
        every, rest = ratings.better(name, other), _soundly(ratings, sound, name)
        if leads(every) and not leads(rest):
            share = "an even chance" if rest is None else f"{100 * rest:.0f} %"
            found.append(
                f"Whether {name} is better than {other} hangs on games that late or bad answers "
                f"spoiled: {share} without them."
            )
    return found


def _crosstable(
    rows: Sequence[StandingRow], known: ArenaScores
) -> dict[tuple[str, str], CrossCell]:
    found = {}
    for row in rows:
        for other in rows:
            met = known.meeting(row.name, other.name)
            if met is not None:
                low, high = met.interval
                games = known.played.get((min(row.name, other.name), max(row.name, other.name)), 0)
                cell = CrossCell(met.mean, low, high, met.groups, games)
                found[row.name, other.name] = cell
    return found


def remarks(ratings: Ratings, sound: Ratings) -> list[str]:
    """Bots that beat a higher one for sure, also in the games that nobody spoiled."""
    also = {(each.first, each.second) for each in sound.upsets}
    return [
        f"{each.first} beats {each.second} ({100 * each.mean:.0f} %) though it is rated lower."
        for each in ratings.upsets
        if (each.first, each.second) in also
    ]


def _repeated(arena: Arena, known: ArenaScores) -> list[str]:
    """Whose games are the same on every seed."""
    seats, how = arena.game.seats, arena.file.seatings
    return [_same_games(names, games_of(len(names), seats, how)) for names in known.repeating]


def _same_games(names: Sequence[str], games: int) -> str:
    if len(names) == 1:
        return f"{names[0]} plays without chance: every seed is the same game."
    return f"{enumerated(names)} {without_chance(games, 'both' if len(names) == 2 else 'all')}."


def _faults(rows: Sequence[StandingRow]) -> list[str]:
    """Who spoiled games: a program may be broken, or the computer too busy for its limit."""
    return told({row.name: row.faults for row in rows if row.role != "retired"})


def verdict(store: Store, arena: Arena) -> TestBar | None:
    """How far the arena's question has come: its groups in order of seeds, from the first one to
    the one before the first that is missing. None without a question.
    """
    file, test = arena.file, arena.file.test
    if not file.than:
        return None
    names = file.candidate, file.than
    lineup = arena.lineup(names)
    groups = whole_groups(store, arena, arena.lineups(names))
    first = [groups[seed] for seed in takewhile(groups.__contains__, count(1))]
    answers = [Answered(Ask(0, lineup, k), games) for k, games in enumerate(first, 1)]
    values = [value_of([answer]) for answer in answers]
    once = arena.kept.condition.round
    idle = says_nothing([answer.games for answer in answers], once)
    spoiled = [spoils(games) for games in first]
    enough = once if idle else test.ended(values, spoiled)  # groups that repeat say it once
    counting, values = answers[:enough], values[:enough]
    bad = counted(x for x, each in zip(values, spoiled, strict=False) if each)
    evidence = test.of(counted(values), games_of(2, arena.game.seats, file.seatings), bad)
    seats = [seat for each in counting for game in each.games for seat in game.seats]
    used = [cpu_ms(seat for seat in seats if seat.side == side) for side in (0, 1)]
    said = _with_rest(arena, evidence.sentence(*names), evidence.word)
    if idle:
        said = said[0], f"{_why(idle, names)} {said[1]}"
    elif lines := distinct_words(_distinct(counting)):
        said = said[0], f"{said[1]} {lines}"
    if len(groups) > len(counting):
        unit = "pair" if arena.game.seats == 2 else "group"
        rest = f"The test counts the first {len(counting):,}"
        said = said[0], f"{said[1]} {rest}, the table all {numerals.several(len(groups), unit)}."
    bar = made_bar(evidence, values, names, said, (used[0], used[1]))
    if arena.game.seats != 2:
        return bar
    wins = sum(game.points(0) > 0.5 for each in counting for game in each.games)
    how = f"{arena.file.budget}, {arena.game.title}"
    return replace(bar, block=evidence.block(*names, how, wins))


def _distinct(groups: Sequence[Answered]) -> tuple[int, int]:
    return distinct((0, game.moves) for each in groups for game in each.games)


def _why(idle: str, names: tuple[str, str]) -> str:
    if idle == NEVER_DIFFERED:
        return f"{names[0]} and {names[1]} {idle}: they played the same moves."
    return f"{idle[0].upper()}{idle[1:]}."


def _with_rest(arena: Arena, said: tuple[str, str], word: str) -> tuple[str, str]:
    """A verdict that is still open although one of the two is retired says that it stays so."""
    resting = [bot.name for bot in arena.bots if bot.role == "retired"]
    names = [name for name in (arena.file.candidate, arena.file.than) if name in resting]
    if word != OPEN or not names:
        return said
    are = "is" if len(names) == 1 else "are"
    return said[0], f"{said[1]} The test has stopped: {' and '.join(names)} {are} retired.".strip()
