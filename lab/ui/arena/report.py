"""An arena as one page of HTML without scripts: verdict, standing, crosstable, the test with its
course, and the command that goes on; no Qt.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from lab.experiments.arena.standing import TestBar
from lab.export.page import STYLE
from lab.ui.arena.records import ArenaView
from lab.ui.arena.says import (
    caption,
    interval,
    lean,
    numbers,
    question,
    rating,
    share,
    terms,
    verdict,
)
from lab.words.numerals import signed, surely

TABLE_STYLE = """
table { border-collapse: collapse; margin: 8px 0 20px; } td, th { padding: 3px 10px; }
th { font-weight: 600; border-bottom: 1px solid #DEDEDA; } td { text-align: right; }
td:nth-child(2), th:nth-child(2) { text-align: left; } code { font-size: 14px; }
svg text { font: 12px Inter, system-ui, sans-serif; fill: currentColor; }
.end { stroke: currentColor; stroke-dasharray: 4 3; opacity: 0.6; }
.zero { stroke: currentColor; opacity: 0.3; }
.course { fill: none; stroke: currentColor; stroke-width: 1.4; }
"""
HEADS = ("", "Bot", "Role", "Rating", "95 % interval", "Better than next", "Games", "Late")
LEFT, WIDE, HIGH, MARGIN = 60, 560, 160, 14  # of the course, in pixels
MOST = 2000  # points of its line


def html_of(view: ArenaView, command: str) -> str:
    """The whole page."""
    standing = view.standing
    title = escape(f"Arena {standing.arena}")
    first, rest = verdict(view)
    about = f"{standing.title}, {standing.budget}. {caption(view)}."
    body = [
        f"<p>{escape(about)}</p>",
        f"<p><b>{escape(first)}</b> {escape(rest)}</p>",
        "<h2>Standing</h2>",
        _table([HEADS, *_standing(view)]),
        "<h2>Each against each, % of the points of the row</h2>",
        _table(_crosstable(view)),
        *(f"<p>{escape(line)}</p>" for line in standing.remarks),
        *(_test(view, view.test) if view.test is not None else ()),
        "<h2>The bots</h2>",
        _table([("", "Bot", "Player"), *((f"{r.place}", r.name, r.player) for r in view.rows)]),
        *(_starts(standing.starts) if standing.starts else ()),
        f"<p><code>{escape(command)}</code></p>",
    ]
    head = f"<title>{title}</title><style>{STYLE}{TABLE_STYLE}</style>"
    top = f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">{head}</head>'
    return "\n".join((top, f"<body><h1>{title}</h1>", *body, "</body></html>\n"))


def _standing(view: ArenaView) -> list[Sequence[str]]:
    return [
        (
            f"{row.place}",
            row.name,
            row.role,
            rating(row),
            interval(row),
            surely(row.better),
            f"{row.games:,}",
            f"{row.faults.late:,}",
        )
        for row in view.rows
    ]


def _crosstable(view: ArenaView) -> list[Sequence[str]]:
    many = range(len(view.rows))
    cells = [[view.cell((row, column)) for column in many] for row in many]
    texts = [[share(cell) if cell is not None else "" for cell in row] for row in cells]
    rows = zip(view.rows, texts, strict=True)
    head = ("", "Bot", *(f"{k + 1}" for k in many))
    return [head, *((f"{bot.place}", bot.name, *found) for bot, found in rows)]


def _table(rows: Sequence[Sequence[str]]) -> str:
    head, *body = rows
    lines = ["<table><tr>", *(f"<th>{escape(name)}</th>" for name in head), "</tr>"]
    for row in body:
        lines.append(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>")
    return "".join((*lines, "</table>"))


def _starts(starts: Sequence[str]) -> list[str]:
    """The positions that games begin in."""
    lines = "".join(f"<li><code>{escape(text)}</code></li>" for text in starts)
    said = "Seed 1 begins in the first, seed 2 in the second, and so on in turn."
    return ["<h2>The positions</h2>", f"<p>{said}</p><ol>{lines}</ol>"]


def _test(view: ArenaView, test: TestBar) -> list[str]:
    figures = "; ".join(f"{name}: {figure}" for name, figure in numbers(view, test))
    return [
        f"<h2>{escape(question(test))}</h2>",
        f"<p>{escape(terms(test))}. {escape(lean(test))}</p>",
        _course(test),
        f"<p>{escape(figures)}.</p>",
    ]


def _course(test: TestBar) -> str:
    """The log-likelihood ratio after each group, between its two ends."""
    curve = (0.0, *test.curve)
    low, high = min(test.low, *curve), max(test.high, *curve)
    last = max(1, len(curve) - 1)
    step = max(1, len(curve) // MOST)

    def y(value: float) -> float:
        return MARGIN + (high - value) / (high - low) * HIGH

    points = [*range(0, len(curve), step), len(curve) - 1]
    line = " ".join(f"{LEFT + k / last * WIDE:.1f},{y(curve[k]):.1f}" for k in points)
    ends = "".join(
        f'<line class="{look}" x1="{LEFT}" x2="{LEFT + WIDE}" y1="{y(at):.1f}" y2="{y(at):.1f}"/>'
        f'<text x="{LEFT - 6}" y="{y(at) + 4:.1f}" text-anchor="end">{signed(at)}</text>'
        for at, look in ((test.low, "end"), (0.0, "zero"), (test.high, "end"))
    )
    size = f'width="{LEFT + WIDE + 80}" height="{HIGH + 2 * MARGIN}"'
    words = "".join(
        f'<text x="{LEFT + WIDE + 6}" y="{y(at) + 4:.1f}">{word}</text>'
        for at, word in ((test.low, "not better"), (test.high, "better"))
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img">{ends}{words}'
        f'<polyline class="course" points="{line}"/></svg>'
    )
