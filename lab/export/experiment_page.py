"""An experiment as Markdown, as one page of HTML without scripts, and as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from typing import Any

from lab.batch.faults import told
from lab.experiments.claims.result import Cell, ExperimentResult
from lab.experiments.claims.verdicts import ClaimAnswer
from lab.experiments.claims.words import (
    RunAsked,
    budget_words,
    claim_words,
    earlier,
    effort,
    figure,
    score,
    table_at,
)
from lab.export.page import STYLE
from lab.match.budget import Budget
from lab.words.printable import markdown

TABLE_STYLE = """
table { border-collapse: collapse; margin: 8px 0; } td, th { padding: 3px 10px; text-align: left; }
th { font-weight: 600; border-bottom: 1px solid #DEDEDA; } td.number { text-align: right; }
svg text { font: 13px Inter, system-ui, sans-serif; fill: currentColor; }
.band { fill: currentColor; opacity: 0.08; } .axis { stroke: currentColor; opacity: 0.4; }
.known { stroke: currentColor; stroke-width: 2; } .mean { fill: currentColor; }
.claim { fill: none; stroke: #C2410C; stroke-width: 2; } code { font-size: 14px; }
"""
GROUPS = 2  # the column of a table that is a number
LEFT, WIDE, HIGH = 260, 420, 24  # of the forest, in pixels: names, axis, a row


def markdown_of(result: ExperimentResult) -> str:
    """A heading, what is known, a table for each budget, and the command."""
    parts = [f"# {markdown(result.file.question)}", f"{markdown(about(result))}"]
    parts.append(f"**{markdown(result.sentence)}**")
    for budget in played(result):
        heads, *rows = table_at(result, budget)
        rule = ["---:" if k == GROUPS else "---" for k in range(len(heads))]
        cells = (heads, rule, *([markdown(cell) for cell in row] for row in rows))
        lines = "\n".join(f"| {' | '.join(row)} |" for row in cells)
        parts.append(f"## {head(result, budget)}\n\n{lines}")
    listed = "\n".join(f"- {markdown(line)}" for line in remarks(result))
    return "\n\n".join(
        (*parts, *filter(None, [listed]), f"    {RunAsked(result.file.name).command()}\n")
    )


def claims_of(results: Sequence[ExperimentResult]) -> str:
    """Every claim that was played, as one table in Markdown, and a line with the others."""
    rows, idle = [], []
    for result in results:
        for cell, claim, found in result.answers:
            said = f"{claim.row}: {claim_words(claim, result.file)} at {claim.at}"
            if found is ClaimAnswer.NONE:
                idle.append(f"{result.file.name} ({said})")
                continue
            facts = (score(cell, result.file), f"{cell.evidence.count:,}", found.value)
            run = RunAsked(result.file.name, claims=True).command()
            rows.append((said, claim.source, *facts, f"`{run}`"))
    heads = ("Claim", "Source", "Score", "Groups", "Verdict", "Command")
    cells = [heads, ("---",) * len(heads), *(tuple(map(_cell, row)) for row in rows)]
    lines = "\n".join(f"| {' | '.join(row)} |" for row in cells)
    return f"{lines}\n\nNot played: {', '.join(map(markdown, idle))}." if idle else lines


def html_of(result: ExperimentResult) -> str:
    """One file: what is known, a forest and a table for each budget, versions and the command."""
    title = escape(result.file.question)
    body = [f"<p>{escape(about(result))}</p>", f"<p><b>{escape(result.sentence)}</b></p>"]
    for budget in played(result):
        body.append(f"<section><h2>{escape(head(result, budget))}</h2>")
        body += [_forest(result, budget), _html_table(table_at(result, budget)), "</section>"]
    body += [f"<p>{escape(line)}</p>" for line in remarks(result)]
    body += [
        f"<p><code>{escape(RunAsked(result.file.name).command())}</code></p>",
        _versions(result),
    ]
    return "\n".join(
        (
            '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">',
            f"<title>{title}</title><style>{STYLE}{TABLE_STYLE}</style></head>",
            f"<body><h1>{title}</h1>",
            *body,
            "</body></html>\n",
        )
    )


def as_json(result: ExperimentResult) -> dict[str, Any]:
    """Everything as one object."""
    file = result.file
    return {
        "name": file.name,
        "question": file.question,
        "kind": file.kind,
        "game": file.game,
        "seat": file.seat,
        "measure": file.measure,
        "shipped": file.shipped,
        "sentence": result.sentence,
        "games": result.played,
        "command": RunAsked(file.name).command(),
        "faults": {name: each.line for name, each in result.faults.items()},
        "rows": [_row_json(result, cell) for cell in result.cells],
    }


def _row_json(result: ExperimentResult, cell: Cell) -> dict[str, Any]:
    evidence = cell.evidence
    known = evidence.mean is not None
    claims = [
        {**{"says": c.says, "value": c.value, "source": c.source}, "result": found.value}
        for c, found in cell.answers
    ]
    return {
        "row": cell.part.row.name,
        "budget": cell.part.budget.text,
        "seat": cell.part.lineup.sides[0].text,
        "score": evidence.mean,
        "low": evidence.low if known and evidence.count > 1 else None,
        "high": evidence.high if known and evidence.count > 1 else None,
        "groups": evidence.count,
        "games": evidence.games,
        "verdict": cell.words,
        "looked": cell.looked,
        "next_look": cell.next_look or None,
        "note": cell.note,
        "claims": claims,
        "earlier": [earlier(run, result.file) for run in result.earlier(cell)],
    }


def about(result: ExperimentResult) -> str:
    """What it is of: its name, game, seat and first seed."""
    file = result.file
    who = f", {file.seat}" if file.seat else ""
    return f"{file.name}: {result.table.game.title}{who}, seeds from {file.seed}"


def head(result: ExperimentResult, budget: Budget) -> str:
    """A budget, and what the full version had of it."""
    had = effort(result, budget)
    return budget_words(result.file, budget) + (f" ({had})" if had else "")


def played(result: ExperimentResult) -> list[Budget]:
    """The budgets of which anything is known, or all where nothing is."""
    budgets = result.table.budgets
    known = [b for b in budgets if any(cell.evidence.games for cell in result.at(b))]
    return known or list(budgets)


def remarks(result: ExperimentResult) -> Iterator[str]:
    """Who spoiled games, claims with their sources, notes on rows, and runs of other versions."""
    yield from told(result.faults)
    for _, claim, found in result.answers:
        said = f"{claim.row} at {claim.at}: {claim_words(claim, result.file)} claimed"
        yield f"{said} ({claim.source}): {found.value}."
    for cell in result.cells:
        where = f"{cell.part.row.name} at {cell.part.budget.text}"
        if cell.note:
            yield f"{where}: {cell.note}"
        for run in result.earlier(cell):
            yield f"{where}, earlier run of another version: {earlier(run, result.file)}."


def _html_table(rows: list[list[str]]) -> str:
    heads, *body = rows
    lines = ["<table><tr>", *(f"<th>{escape(name)}</th>" for name in heads), "</tr>"]
    for row in body:
        looks = [' class="number"' * (k == GROUPS) for k in range(len(row))]
        cells = (f"<td{look}>{escape(c)}</td>" for look, c in zip(looks, row, strict=True))
        lines.append(f"<tr>{''.join(cells)}</tr>")
    return "".join((*lines, "</table>"))


def _forest(result: ExperimentResult, budget: Budget) -> str:
    """Each row's interval on a common axis, with the band that counts as equal and a diamond where
    the claim is.
    """
    cells = [cell for cell in result.at(budget) if cell.evidence.mean is not None]
    if not cells:
        return ""
    measures = result.table.measures
    ends = [x for cell in cells for x in (cell.evidence.low, cell.evidence.high) if abs(x) < 1e6]
    ends += [claim.value for cell in cells for claim, _ in cell.answers]
    low, high = (min(0.0, *ends), max(1.0, *ends)) if measures else (0.0, 1.0)

    def x(value: float) -> float:
        return LEFT + WIDE * (min(high, max(low, value)) - low) / (high - low)

    height = HIGH * (len(cells) + 1)
    shapes = []
    if not measures:
        equal = result.file.equal
        shapes.append(
            f'<rect class="band" x="{x(0.5 - equal):.1f}" y="0" width="{WIDE * 2 * equal:.1f}" '
            f'height="{height}"/>'
            f'<line class="axis" x1="{x(0.5):.1f}" x2="{x(0.5):.1f}" y1="0" y2="{height}"/>'
        )
    shapes += [_forest_row(cell, result, x, HIGH * (k + 0.5)) for k, cell in enumerate(cells)]
    axis = "".join(
        f'<text x="{x(at):.1f}" y="{height - 6}" text-anchor="middle">'
        f"{escape(figure(at, result.file))}</text>"
        for at in (low, (low + high) / 2, high)
    )
    size = f'width="{LEFT + WIDE + 40}" height="{height}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img">{"".join(shapes)}{axis}</svg>'
    )


def _forest_row(cell: Cell, result: ExperimentResult, x: Any, y: float) -> str:
    evidence = cell.evidence
    assert evidence.mean is not None
    name = escape(cell.part.row.name)
    found = (
        f'<text x="0" y="{y + 4:.1f}">{name}</text>'
        f'<line class="known" x1="{x(evidence.low):.1f}" x2="{x(evidence.high):.1f}" '
        f'y1="{y:.1f}" y2="{y:.1f}"/>'
        f'<circle class="mean" cx="{x(evidence.mean):.1f}" cy="{y:.1f}" r="4">'
        f"<title>{escape(score(cell, result.file))}</title></circle>"
    )
    for claim, _ in cell.answers:
        at = x(claim.value)
        found += (
            f'<path class="claim" d="M{at:.1f} {y - 6:.1f}l6 6l-6 6l-6 -6z">'
            f"<title>{escape(claim_words(claim, result.file))}</title></path>"
        )
    return found


def _versions(result: ExperimentResult) -> str:
    """The digests of the sources that the games were played with."""
    cells = [cell.part.lineup for cell in result.cells]
    game = cells[0].condition.source[:12]
    players = sorted({side.source[:12] for lineup in cells for side in lineup.sides})
    return f'<p class="note">Sources: game {game}, players {", ".join(players)}.</p>'


def _cell(text: str) -> str:
    """A cell of a table; code stays as it is."""
    return text if text.startswith("`") else markdown(text)
