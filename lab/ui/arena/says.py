"""What the Arena page says about its records; no Qt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lab.batch.workplace import Workplace
from lab.experiments.arena.pool import NewArenaAsked, PlayAsked
from lab.experiments.arena.standing import CrossCell, StandingRow, TestBar
from lab.experiments.sequential import leaning
from lab.experiments.verdicts import OPEN, leads
from lab.ui.arena.records import ArenaForm, ArenaView, CellOf, LiveGame, ends_of
from lab.words import numerals
from lab.words.numerals import NOTHING, PLUS_MINUS, duration, signed, surely
from lab.words.values import number_words
from search.measure import SeatValue

NOBODY = "Nobody leads yet."
EARLY = "Looking early does not spoil it; only the last point counts."
EARLY_SHORT = "Looking early does not spoil it."
ENDING = "the running games are played to their end, then it stops"
ENDED = "ended since"  # this turn


def rating(row: StandingRow) -> str:
    """The rating with half of its interval: "+71 ± 14", or "at least +301"."""
    if row.rating is None or row.half is None:
        return NOTHING
    if row.bound:
        return f"{row.bound} {signed(row.rating, 0)}"
    return f"{signed(row.rating, 0)} {PLUS_MINUS} {row.half:.0f}"


def rating_alone(row: StandingRow) -> str:
    """The rating without its interval."""
    if row.rating is None or row.half is None:
        return NOTHING
    return f"{row.bound} {signed(row.rating, 0)}".strip()


def interval(row: StandingRow) -> str:
    """The 95 % interval: "+57 to +85"."""
    ends = ends_of(row)
    return "" if ends is None else " to ".join(signed(end, 0) for end in ends)


def row(view: ArenaView, k: int) -> str:
    """A line of the standing as a sentence."""
    bot = view.rows[k]
    said = f"{k + 1}. {bot.name}, {bot.role}: "
    said += "no rating yet" if bot.rating is None else f"rating {rating(bot)}"
    said += f", 95 % interval {interval(bot)}" if interval(bot) else ""
    if bot.better is not None and k + 1 < len(view.rows):
        said += f"; better than {view.rows[k + 1].name} with {surely(bot.better)} probability"
    said += f"; {bot.games:,} games, {numerals.several(bot.faults.late, 'late answer')}"
    said += f", {numerals.several(bot.faults.errors, 'bad answer')}" if bot.faults.errors else ""
    if bot.cpu_ms is not None:
        said += f"; {bot.cpu_ms:.3g} ms a decision"
    return f"{said}.\n{bot.player}"


def cell(view: ArenaView, at: CellOf) -> str:
    """A cell of the crosstable as a sentence."""
    own, other = (view.rows[k].name for k in at)
    if at[0] == at[1]:
        return f"{own} does not play against itself."
    found = view.cell(at)
    if found is None:
        return f"{own} and {other} have not met yet."
    games = f"{numerals.several(found.groups, view.group_word)}, {found.games:,} games"
    low, high = 100 * found.low, 100 * found.high
    score = f"{100 * found.points:.0f} % of the points, 95 % interval {low:.0f} to {high:.0f} %"
    return f"{own} against {other}: {score}; {games}."


def share(found: CrossCell) -> str:
    """The score in per cent: "54 ±4", "96 82–99"."""
    spread = numerals.uncertain(found.points, found.low, found.high)
    return f"{100 * found.points:.0f} {spread}"


def question(test: TestBar) -> str:
    """The question of a test."""
    return f"Is {test.candidate} better than {test.than}?"


def terms(test: TestBar) -> str:
    """What a test compares, and how sure it wants to be."""
    low, high, yes, no = (f"{100 * x:.3g} %" for x in (*test.bounds, *test.risks))
    return f"a score of {low} against {high}; risks {yes} and {no}"


def lean(test: TestBar) -> str:
    """Where a running test leans, or how it ended, in few words."""
    if test.word != OPEN:
        return test.sentence
    if not test.groups:
        return "Not begun."
    leans = leaning(test.ratio, (test.low, test.high))
    return "Undecided." if leans == OPEN else f"Probably {leans}, not settled."


def verdict(view: ArenaView) -> tuple[str, str]:
    """The sentence on mark: a bold beginning and the rest."""
    test = view.test
    return _leader(view) if test is None else (test.sentence, test.detail)


def _leader(view: ArenaView) -> tuple[str, str]:
    """Without a question the standing says who leads."""
    rated = [row for row in view.rows if row.rating is not None]
    playing = [row for row in view.rows if row.role != "retired"]
    if len(playing) == 1 and not view.games:
        return f"{playing[0].name} has nobody to play yet.", "Add another bot at the left."
    if len(rated) < 2:
        return "No game is finished yet." if not view.games else "Too few games to say.", ""
    first, second = rated[:2]
    sure = f"; better than {second.name} with {surely(first.better)} probability"
    said = f"{first.name} leads." if leads(first.better) else f"{NOBODY} {first.name} is first."
    return said, f"Rating {rating(first)}{sure if first.better else ''}."


def caption(view: ArenaView) -> str:
    """How much there is, and under which version of the rules."""
    return "; ".join(filter(None, (view.standing.note, view.standing.rules)))


def played(view: ArenaView) -> str:
    """What is played, and under which rules: "Ultimate Tic-Tac-Toe, 2 ms of CPU time a decision,
    after 2 to 4 random plies".
    """
    standing = view.standing
    what = f"{standing.title}, {standing.budget}" if standing.title else ""
    return "; ".join(filter(None, (what, standing.rules)))


def to_go(view: ArenaView) -> str:
    """How much is left: of a test the pairs that may settle it, else how far the arena is."""
    test = view.test
    if view.running and not view.preparing and test is not None and test.more:
        return f"about {numerals.several(test.more, view.group_word)} to go"
    return progress(view)


def met(view: ArenaView) -> str:
    """How many of the pairings have met."""
    names = [row.name for row in view.rows]
    pairs = [(a, b) for k, a in enumerate(names) for b in names[k + 1 :]]
    some = sum(pair in view.standing.crosstable for pair in pairs)
    return f"{some:,} of {numerals.several(len(pairs), 'pairing')} met"


def elo(test: TestBar) -> str:
    """The difference in Elo points: "+32 Elo (+4 to +59)"; "" before there is one."""
    if test.elo[0] is None:
        return ""
    mean, least, most = (_elo(x) for x in test.elo)
    return f"{mean} Elo ({least} to {most})"


def progress(view: ArenaView) -> str:
    """How far the arena is; games that were played for another question are told apart."""
    found = view.standing.progress
    if view.preparing:
        return view.preparing
    said = f"{view.games:,} games"
    if not view.running:
        said += "; all that were asked for are played" if view.complete else "; paused"
        return said if view.games else ""
    if found.total > found.done:
        said = f"{found.done:,} of {found.total:,} games"
        said += " asked for" if found.done != view.games else ""
    if found.per_minute > 0:
        said += f"; {found.per_minute:,.0f} a minute"
        said += f", {duration(found.left_s)} left" if found.left_s is not None else ""
    return said


def state(view: ArenaView, place: Workplace, games: int = 0) -> str:
    """What runs, for the status bar; `games` as `Workplace.running` has them."""
    if view.preparing:
        return view.preparing
    if not view.running:
        return ""
    running = place.running(view.standing.progress.per_minute, games)
    return f"{running}; all finished games are kept"


def command(form: ArenaForm) -> str:
    """The command line that makes a new arena, or plays one as its page does; "" without a name."""
    if not form.name:
        new = NewArenaAsked(form.new_name, form.game, form.budget, starts=form.starts)
        return new.command() if form.new_name else ""
    return PlayAsked(form.name, following=form.following).command(*form.workplace.words)


def numbers(view: ArenaView, test: TestBar) -> tuple[tuple[str, str], ...]:
    """Names and figures of a test."""
    found = []
    if test.score is not None:
        mean, low, high = (f"{100 * x:.1f}" for x in test.score)
        found.append(("Score", f"{mean} % ({low} to {high})"))
    if test.elo[0] is not None:
        found.append(("Difference", elo(test)))
    found.append((f"{view.group_word.capitalize()}s", f"{test.groups:,}"))
    own, other = test.cpu_ms
    if own is not None or other is not None:
        found.append(("CPU a decision", f"{_ms(own)}, {_ms(other)}"))
    return tuple(found)


def _elo(points: float | None) -> str:
    return NOTHING if points is None else signed(points, 0)


def _ms(time: float | None) -> str:
    return NOTHING if time is None else f"{time:.3g} ms"


def points(share: float, games: int) -> str:
    """The points of a group, in games: "0", "½", "1", "1½"."""
    halves = 2 * share * games
    whole, half = divmod(round(halves), 2)
    if abs(halves - round(halves)) > 1e-9:
        return numerals.short(share * games)
    return f"{whole or ''}½" if half else f"{whole}"


def watching(game: LiveGame) -> str:
    """What a click on a game does: it is searched again, or shown as it was played."""
    return "See its turns so far" if game.tape else "Watch it think"


def place(game: LiveGame) -> tuple[str, ...]:
    """The turn on a small board, which game it is of, and whether that has gone on to its end."""
    at, seed = f"{game.turn_word} {game.turn}", f"seed {game.seed}"
    return (at, seed, ENDED) if game.ended else (at, seed)


@dataclass(frozen=True)
class Leader:
    """The seat that is ahead, by how much of the way from an even game to a won one, and the
    highest value that is known in words; of two seats that may be the other's.
    """

    seat: int
    lead: float  # in [0, 1]
    words: str


def leader(values: Sequence[SeatValue]) -> Leader | None:
    """Who is ahead; None while nothing is known."""
    known = [(_share(value), -seat) for seat, value in enumerate(values) if value.known]
    if not known:
        return None
    share, seat = max(known)
    words = f"seat {1 - seat}: {number_words(values[-seat])}"
    lead = 2 * min(1.0, share) - 1
    if lead < 0 and len(values) == 2:  # who is behind alone is ahead of nobody
        return Leader(1 + seat, min(1.0, -lead), words)
    return Leader(-seat, max(0.0, lead), words)


def _share(value: SeatValue) -> float:
    return (value.number - value.low) / max(1e-9, value.high - value.low)
