"""An experiment's table in words, shared by window and command line."""

from __future__ import annotations

from dataclasses import dataclass

from lab.experiments.claims.file import MOST_GROUPS, Claim, ExperimentFile
from lab.experiments.claims.result import Cell, ExperimentResult, ResultRow, chosen_parts
from lab.experiments.claims.rows import TREES, ExperimentTable
from lab.match.budget import Budget
from lab.store.kept import EarlierRun
from lab.store.schema import PARTS
from lab.words import numerals
from lab.words.asked import CommandQuestion, option

HEADS = ("Row", "Score", "Groups", "Verdict", "Claim", "Result")
FIXED = 4  # heads that are there without claims


def figure(x: float, file: ExperimentFile) -> str:
    """A score or a figure of the file's measure: "47.9 %", "1.88"."""
    return numerals.real(x, 2) if file.measure in TREES else f"{100 * x:.1f} %"


def score(cell: Cell, file: ExperimentFile) -> str:
    """A row's score with the interval that holds for all rows together."""
    evidence = cell.evidence
    if evidence.mean is None:
        return numerals.NOTHING
    low, high = (figure(x, file) for x in (evidence.low, evidence.high))
    return f"{figure(evidence.mean, file)} ({low.removesuffix(' %')} to {high})"


def claim_words(claim: Claim, file: ExperimentFile) -> str:
    """What is claimed: "below 40 %", "20 %", "equal"."""
    if claim.says == "equal":
        return "equal"
    number = figure(claim.value, file).replace(".0 %", " %")
    return f"{claim.says} {number}" if claim.says in ("below", "above") else number


def table_at(result: ExperimentResult, budget: Budget) -> list[list[str]]:
    """The rows at one budget, after their heads, with what is claimed of them at this budget."""
    file = result.file
    cells = result.at(budget)
    rows = [["Row", "Measured", "Seeds", *HEADS[3:]] if file.measure else list(HEADS)]
    for cell in cells:
        said = [(claim_words(c, file), a.value) for c, a in cell.answers] or [("", "")]
        row = [cell.part.row.name, score(cell, file), f"{cell.evidence.count:,}", cell.verdict]
        rows += [[*(row if k == 0 else [""] * FIXED), *each] for k, each in enumerate(said)]
    heads = len(HEADS) if any(cell.answers for cell in cells) else FIXED
    return [row[:heads] for row in rows]


def budget_words(file: ExperimentFile, budget: Budget) -> str:
    """A column: "4,000 iterations"; the budget of a measure of trees counts leaves."""
    return f"{budget.amount:,.0f} leaves" if file.measure in TREES else budget.words


def file_words(file: ExperimentFile) -> str:
    """What an experiment asks, in words, a line for each fact."""
    budgets = [budget_words(file, Budget.parse(text)) for text in file.budget]
    limit = "seeds" if file.measure else "groups"
    facts = {
        "Game": file.game,
        "Full version": file.seat,
        "Measured": file.measure,
        "Players": ", ".join(file.players),
        "Without": ", ".join(file.without),
        "With": ", ".join(file.added),
        "Rivals": ", ".join(file.rivals),
        "Varied": ", ".join(file.vary),
        "Budget": "; ".join(budgets),
        "Length": f"at most {file.groups:,} {limit} a row, from seed {file.seed:,}",
        "Equal": f"within {figure(file.equal, file)}",
    }
    lines = [f"{name}: {said}" for name, said in facts.items() if said]
    claims = [_claimed(claim, file) for claim in file.claims]
    about = "\n\n".join(" ".join(each.split()) for each in file.about.split("\n\n"))
    parts = file.question, about, "\n".join(lines), "\n".join(claims)
    return "\n\n".join(filter(None, parts))


def _claimed(claim: Claim, file: ExperimentFile) -> str:
    at = budget_words(file, Budget.parse(claim.at))
    source = f" ({claim.source})" if claim.source else ""
    return f"Claimed of {claim.row} at {at}: {claim_words(claim, file)}{source}."


def effort(result: ExperimentResult, budget: Budget) -> str:
    """How many iterations the full version really had for a decision, where that is known."""
    known = [cell.effort[1] for cell in result.at(budget) if cell.effort[1]]
    if not known:
        return ""
    mean = sum(known) / len(known)
    return f"{numerals.count(mean)} iterations a decision"


def earlier(run: EarlierRun, file: ExperimentFile) -> str:
    """A run of other sources: "47.0 % in 80 games"; of a measure only how many seeds it has."""
    meetings = run.meetings
    parts = meetings.tally.get(0, {})
    if file.measure:
        return numerals.several(meetings.games, "seed")
    if not meetings.groups:
        return numerals.several(meetings.games, "game")
    mean = sum(part * n for part, n in parts.items()) / PARTS / meetings.groups
    return f"{100 * mean:.1f} % in {meetings.games:,} games"


@dataclass(frozen=True)
class RunAsked(CommandQuestion):
    """How much of an experiment is played."""

    kind = "experiment run"

    name: str = option("of an experiment (smitsilab experiment list), or a .toml file", flag="")
    quick: bool = option("the first budget only", False)
    budget: str = option("this one of its budgets only", "", metavar="B")
    claims: bool = option("only the rows and budgets that claims are about", False)
    groups: int = option(
        "at most so many seeds of each row", 0, usual="what the file says", low=1, high=MOST_GROUPS
    )

    def wanted(self, table: ExperimentTable) -> tuple[ResultRow, ...]:
        """The parts that are played; KnobError where there are none."""
        budget = Budget.parse(self.budget) if self.budget else None
        return chosen_parts(table, table.budgets[0] if self.quick else budget, self.claims)
