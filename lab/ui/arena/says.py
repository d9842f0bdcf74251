"""What the Arena page says about its records; no Qt."""

from __future__ import annotations

from lab.ui.arena.records import ArenaView, BotRow, CellOf, Encounter, GameLine, QuestionView
from lab.words import numerals
from lab.words.numerals import PLUS_MINUS, duration, signed

SURE = 0.995  # from which on a probability is "over 99 %"
EARLY = "Looking early does not spoil it; only the last point counts."
LEADS, TRAILS = 0.5, -0.5  # of the way to a bound, where the test leans


def caption(view: ArenaView) -> str:
    """Bots and games, right of the title."""
    bots = numerals.several(len(view.rows), "bot")
    of = f" of {view.asked:,}" if view.asked > view.games else ""
    return f"{bots}, {view.games:,} games{of}; 0 is the mean of all"


def rating(row: BotRow) -> str:
    """The rating with half of its interval: "+71 ± 14", or "at least +301"."""
    if row.bound:
        return f"{row.bound} {signed(row.rating, 0)}"
    return f"{signed(row.rating, 0)} {PLUS_MINUS} {row.half:.0f}"


def better(chance: float | None) -> str:
    """The probability of being better than the next one."""
    if chance is None:
        return ""
    if chance > SURE:
        return "over 99 %"
    return "under 1 %" if chance < 1 - SURE else f"{100 * chance:.0f} %"


def row(view: ArenaView, k: int) -> str:
    """A line of the standing as a sentence."""
    bot = view.rows[k]
    role = f", {bot.role}" if bot.role else ""
    low, high = (signed(end, 0) for end in bot.ends)
    said = f"{k + 1}. {bot.name}{role}: rating {rating(bot)}"
    said += "" if bot.bound else f", 95 % interval {low} to {high}"
    if bot.better is not None and k + 1 < len(view.rows):
        said += f"; better than {view.rows[k + 1].name} with {better(bot.better)} probability"
    return f"{said}; {bot.games:,} games, {bot.late:,} late."


def cell(view: ArenaView, at: CellOf) -> str:
    """A cell of the crosstable as a sentence."""
    own, other = (view.rows[k].name for k in at)
    if at[0] == at[1]:
        return f"{own} does not play against itself."
    found = view.cells.get(at)
    if found is None:
        return f"{own} and {other} have not met yet."
    games = f"{numerals.several(found.groups, view.group_word)}, {found.games:,} games"
    return f"{own} against {other}: {share(found)} % of the points, 95 % interval; {games}."


def share(found: Encounter) -> str:
    """The score in per cent: "54 ± 4"."""
    return f"{100 * found.score:.0f} {PLUS_MINUS} {100 * found.half:.0f}"


def question(test: QuestionView) -> str:
    """The question of a test."""
    return f"Is {test.candidate} better than {test.than}?"


def terms(test: QuestionView) -> str:
    """What a test compares, and how sure it wants to be."""
    (low, high), (yes, no) = test.bounds, test.risks
    return (
        f"a score of {_percent(low)} % against {_percent(high)} %; "
        f"risks {_percent(yes)} % and {_percent(no)} %"
    )


def _percent(share: float) -> str:
    return f"{100 * share:.3g}"


def lean(test: QuestionView) -> str:
    """Where a running test leans, or how it ended, in few words."""
    if test.settled:
        return f"{test.verdict[0].upper()}{test.verdict[1:]}."
    if not test.groups:
        return "Not begun."
    low, high = test.stops
    place = test.llr / (high if test.llr > 0 else -low)
    if place >= LEADS:
        return "Leaning to yes, not settled."
    return "Leaning to no, not settled." if place <= TRAILS else "Open."


def verdict(view: ArenaView) -> tuple[str, str]:
    """The sentence on mark: a bold beginning and the rest."""
    test = view.test
    if test is None:
        return _leader(view)
    mean, low, high = test.score
    over = numerals.several(test.groups, view.group_word)
    rest = f"{_whole(mean)} % ({_whole(low)} to {_whole(high)} %) over {over}"
    if not test.groups:
        return f"{test.candidate} against {test.than}:", "no game is finished yet."
    if test.settled:
        return f"{question(test)} {lean(test)}", f"{rest}."
    leads = "leads" if mean > 0.5 else "trails" if mean < 0.5 else "is level with"
    ends = "" if test.left is None else f"; about {test.left:,} more may settle it"
    return f"{test.candidate} {leads} {test.than}, not settled.", f"{rest}{ends}."


def _whole(share: float) -> str:
    return f"{100 * share:.0f}"


def _leader(view: ArenaView) -> tuple[str, str]:
    """Without a question the standing says who leads."""
    if not view.games or len(view.rows) < 2:
        return "No game is finished yet.", ""
    first, second = view.rows[:2]
    sure = better(first.better)
    return (
        f"{first.name} leads.",
        f"Rating {rating(first)}; better than {second.name} with {sure} probability.",
    )


def progress(view: ArenaView) -> str:
    """How far the arena is."""
    if view.preparing:
        return view.preparing
    of = f" of {view.asked:,}" if view.asked > view.games else ""
    said = f"{view.games:,}{of} games"
    if not view.running:
        return f"{said}; paused" if view.games else said
    if view.per_minute <= 0:
        return said
    said += f"; {view.per_minute:,.0f} a minute"
    if view.asked > view.games:
        said += f", {duration(60 * (view.asked - view.games) / view.per_minute)} left"
    return said


def numbers(view: ArenaView, test: QuestionView) -> tuple[tuple[str, str], ...]:
    """Names and figures of a test."""
    mean, low, high = (f"{100 * x:.1f}" for x in test.score)
    elo, least, most = (signed(x, 0) for x in test.elo)
    found = [
        ("Score", f"{mean} % ({low} to {high})"),
        ("Difference", f"{elo} Elo ({least} to {most})"),
        (f"{view.group_word.capitalize()}s", f"{test.groups:,}"),
    ]
    if test.cpu_ms is not None:
        own, other = (f"{ms:.3g} ms" for ms in test.cpu_ms)
        found.append(("CPU a decision", f"{own}, {other}"))
    return tuple(found)


def points(share: float, games: int) -> str:
    """The points of a group, in games: "0", "½", "1", "1½"."""
    whole, half = divmod(round(2 * share * games), 2)
    if abs(2 * share * games - round(2 * share * games)) > 1e-9:
        return numerals.short(share * games)
    return f"{whole or ''}½" if half else f"{whole}"


def result(game: GameLine, bot: str = "") -> str:
    """How a game ended, for a bot or for its first seat."""
    if game.error:
        return "failed"
    own = [p for name, p in zip(game.seats, game.points, strict=True) if bot in ("", name)]
    if not bot:
        return " : ".join(numerals.short(p) for p in game.points)
    mean = sum(own) / max(1, len(own))
    if len(game.seats) > 2 and mean not in (0.0, 0.5, 1.0):
        return f"{_whole(mean)} %"
    return "won" if mean > 0.5 else "lost" if mean < 0.5 else "drawn"


def ahead(values: tuple[float | None, ...]) -> tuple[int, str] | None:
    """The seat that is ahead and its value; None while nothing is known."""
    known = [(value, -seat) for seat, value in enumerate(values) if value is not None]
    if not known:
        return None
    value, seat = max(known)
    return -seat, f"seat {1 - seat} {signed(value)}"
