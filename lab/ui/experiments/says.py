"""What the Experiments page says about its records; no Qt."""

from __future__ import annotations

import math
import time
from collections import Counter

from lab.batch.faults import told
from lab.experiments.claims.file import ExperimentFile
from lab.experiments.claims.result import Cell
from lab.experiments.claims.rows import TREES, ExperimentTable
from lab.experiments.claims.verdicts import RowFinding, claims_words
from lab.experiments.claims.view import ExperimentView, OtherVersion, PlayedFacts, SideBySide
from lab.experiments.claims.words import budget_words, claim_words
from lab.words import numerals
from lab.words.numerals import NOTHING, several

OWN = " Each score is against the experiment's own full version."
APART = "{which} differs from this version's score for sure: the sources have changed since."


NARROW = 0.02  # an interval in whose whole percents a claim's mark could lie outside of it


def figure(x: float, file: ExperimentFile, digits: int = 0) -> str:
    """A score in percent, or a measure: "23 %", "1.88"."""
    return numerals.real(x, 2) if file.measure in TREES else f"{100 * x:.{digits}f} %"


def ticks(low: float, high: float, most: int, file: ExperimentFile) -> list[tuple[float, str]]:
    """At most so many parts of an axis of figures, each with as many digits as tell them apart."""
    step = numerals.nice_step(high - low, most)
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    values = [k * step for k in range(first, last + 1)]
    if file.measure in TREES:
        digits = max(2, numerals.step_digits(step))
        return [(x, numerals.real(x, digits)) for x in values]
    digits = numerals.step_digits(100 * step)
    return [(x, f"{100 * x:.{digits}f} %") for x in values]


def score(cell: Cell, file: ExperimentFile) -> str:
    """A row's score with its interval: "23 % (19 to 27)", "50.1 % (49.8 to 50.4)"."""
    evidence = cell.evidence
    if evidence.mean is None:
        return NOTHING
    digits = int(evidence.high - evidence.low < NARROW)
    mean = figure(evidence.mean, file, digits)
    if not math.isfinite(evidence.low):
        return mean
    ends = (figure(x, file, digits) for x in (evidence.low, evidence.high))
    low, high = (end.removesuffix(" %") for end in ends)
    return f"{mean} ({low} to {high})"


def row_names(cell: Cell, file: ExperimentFile) -> tuple[str, str]:
    """A row in words, and as the file has it: "Opponent model", "opponent=none"."""
    row = cell.part.row
    return (row.title, row.name) if row.title and row.title != row.name else (row.name, "")


def claim(cell: Cell, file: ExperimentFile) -> str:
    """What write-ups say of a row."""
    return ", ".join(claim_words(said, file) for said, _ in cell.answers) or NOTHING


def answers(cell: Cell) -> str:
    """What became of the claims of a row: "claim holds"."""
    found = [answer.value for _, answer in cell.answers]
    return f"claim {', '.join(found)}" if found else ""


def head(file: ExperimentFile) -> str:
    """What the rows have in common."""
    if file.kind == "ablation":
        return "Without" if not file.added else "With" if not file.without else "Changed"
    return {"sweep": "Setting", "test": "Player"}.get(file.kind, "Row")


def caption(view: ExperimentView) -> str:
    """The game, the full version and the budget."""
    seat = f"{view.file.seat}, " if view.file.seat else ""
    return f"{view.table.game.title}, {seat}{budget_words(view.file, view.budget)}"


def players(table: ExperimentTable) -> str:
    """The game and the full version."""
    return ", ".join(filter(None, (table.game.title, table.file.seat)))


def overlap(found: SideBySide) -> str:
    """What a comparison stands on."""
    own = "" if found.columns[0].table.measures else OWN
    return f"Rows differ where the intervals of two experiments do not overlap.{own}"


def to_play(view: ExperimentView) -> str:
    """How much there is to play at most: "3 rows, at most 12 seeds each"."""
    most = f"at most {several(view.file.groups, group_word(view))} each"
    return f"{several(len(view.cells), 'row')}, {most}"


def played(view: ExperimentView) -> str:
    """How much was played or measured."""
    many, what = view.facts.games, "seed" if view.table.measures else "game"
    return several(many, what) if many else "none yet"


def about(file: ExperimentFile) -> str:
    """What an experiment is about, in the words of its file."""
    return "\n\n".join(" ".join(each.split()) for each in file.about.split("\n\n"))


def verdict(view: ExperimentView) -> tuple[str, str]:
    """What is known, and what that stands on."""
    played = [cell for cell in view.cells if cell.evidence.mean is not None]
    known = claims_words(view.answers)
    if not played:
        return "Nothing is played yet.", f"{to_play(view)}; rows that settle stop earlier."
    worst = _most_worth(view)
    first = worst or known or _counted(view)
    counts = sorted({cell.evidence.count for cell in played})
    each = f"{counts[0]:,}" if len(counts) == 1 else f"{counts[0]:,} to {counts[-1]:,}"
    what = f"{several(len(played), 'row')} with {each} {group_word(view)}s each"
    second = f"{what}, simultaneous 95 % intervals."
    rest = known if worst else _counted(view) if known and not view.table.measures else ""
    return first, f"{second} {rest}".strip()


def _most_worth(view: ExperimentView) -> str:
    """The part that is worth most, where anything is taken away and missed."""
    missed = [
        cell
        for cell in view.cells
        if cell.part.row.role == "without" and cell.finding is RowFinding.LOWER
    ]
    if not missed:
        return ""
    cell = min(missed, key=lambda each: each.evidence.mean or 0.0)
    title, name = row_names(cell, view.file)
    kind = view.file.seat.partition(":")[0]
    shown = f"{title} ({name})" if name else title
    return f"{shown} is worth most: without it {kind} scores {score(cell, view.file)}."


def _counted(view: ExperimentView) -> str:
    """The verdicts of the rows: "3 rows about equal, 1 not settled"."""
    counts = Counter(cell.words for cell in view.cells)
    words = ", ".join(f"{n} {word}" for word, n in counts.most_common())
    return f"Of {several(len(view.cells), 'row')}: {words}."


def budgets(view: ExperimentView) -> str:
    """At how many other budgets the chosen row has the same verdict."""
    others = [cell for cell in view.others if cell.part.budget != view.budget]
    played = [cell for cell in others if cell.evidence.count]
    if not others:
        return "there is one budget"
    if not played:
        return "none is played"
    same = sum(cell.words == view.cell.words for cell in played)
    return f"{same} of {len(played)} alike"


def group_word(view: ExperimentView) -> str:
    """What one seed is: a pair of games, a group of more, or a seed of a measure."""
    if view.table.measures:
        return "seed"
    return "pair" if view.cells[0].part.lineup.seatings == 2 else "group"


def row_said(view: ExperimentView, cell: Cell) -> str:
    """A row as a sentence."""
    title, name = row_names(cell, view.file)
    shown = f"{title} ({name})" if name else title
    said = f"{shown}: {score(cell, view.file)}"
    said += f" in {several(cell.evidence.count, group_word(view))}; {cell.words}."
    for each, answer in cell.answers:
        source = f" ({each.source})" if each.source else ""
        said += f" Claimed: {claim_words(each, view.file)}{source}: {answer.value}."
    if cell.next_look:
        said += f" The next look is at {several(cell.next_look, group_word(view))}."
    return f"{said} {cell.note}".strip()


def course_title(view: ExperimentView) -> str:
    """The chosen row over its games, or the seeds of a measure."""
    title, name = row_names(view.cell, view.file)
    same = [cell for cell in view.cells if row_names(cell, view.file)[0] == title]
    title = name if len(same) > 1 and name else title
    without = view.cell.part.row.role == "without"
    return f"{'Without: ' * without}{title}, as {_played(view.table.measures)} came in"


def _played(measures: bool) -> str:
    return "seeds" if measures else "games"


def day(at: float) -> str:
    """A day: "today", "12 Nov", "12 Nov 2024"."""
    then, now = time.localtime(at), time.localtime()
    if then[:3] == now[:3]:
        return "today"
    words = f"{then.tm_mday} {time.strftime('%b', then)}"
    return words if then.tm_year == now.tm_year else f"{words} {then.tm_year}"


def facts(found: PlayedFacts, measures: bool = False) -> tuple[tuple[str, str], ...]:
    """What was played or measured, by name."""
    each, last = ("Measured", "Last one") if measures else ("Games", "Last game")
    if not found.games:
        lost = (("Failed", several(found.failed, "game")),) if found.failed else ()
        return ((each, "none yet"), *lost, ("Version", found.version or NOTHING))
    failed = several(found.failed, "failed one") if found.failed else "none failed"
    count = sum(each.late for each in found.faults.values())
    late = f", {several(count, 'late answer')}" if count else ""
    spoiled = [("Spoiled", said) for said in told(found.faults)]
    seeds = found.seeds or (0, 0)
    hosts = f" on {found.hosts} machines" if found.hosts > 1 else ""
    at = time.strftime("%H:%M", time.localtime(found.last))
    return (
        (each, f"{found.games:,}; {failed}{late}"),
        *spoiled,
        ("Seeds", f"{seeds[0]:,} to {seeds[1]:,}"),
        ("Time", f"{numerals.duration(found.cpu_s)} of CPU{hosts}"),
        ("Version", found.version or NOTHING),
        (last, f"{day(found.last)}, {at}"),
    )


def version_texts(run: OtherVersion, word: str) -> tuple[str, ...]:
    """Day, version, score and groups of an earlier run."""
    ends = f"({100 * run.low:.0f} to {100 * run.high:.0f})"
    return day(run.last), run.version, f"{100 * run.mean:.0f} % {ends}", several(run.groups, word)


def warning(view: ExperimentView) -> str:
    """Which earlier runs differ for sure; "" for none."""
    apart = [f"the run of {day(run.last)} ({run.version})" for run in view.versions if run.apart]
    return APART.format(which=f"T{' and '.join(apart)[1:]}") if apart else ""
