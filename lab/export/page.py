"""A page in one file: sections with words and drawings, light or dark as the reader's system is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape

from lab.export.drawings import Drawing, Drawings

STYLE = """
:root { color-scheme: light dark; }
body { margin: 0 auto; max-width: 1100px; padding: 16px; line-height: 1.5;
  font-family: Inter, system-ui, sans-serif; background: #FAFAF8; color: #1C1F22; }
h1 { font-size: 22px; } h2 { font-size: 16px; margin: 0; }
section { border-top: 1px solid #DEDEDA; padding: 16px 0; }
p { margin: 4px 0; } .note { color: #50555A; }
.why { background: #FFF3B8; border-radius: 4px; padding: 10px 12px; margin: 8px 0; }
svg { max-width: 100%; height: auto; display: block; }
.dark { display: none; }
@media (prefers-color-scheme: dark) {
  body { background: #202326; color: #ECEDEE; }
  section { border-color: #33373B; } .note { color: #B6BBC0; }
  .why { background: #453D16; }
  .light { display: none; } .dark { display: inline; }
}
@media print { section { break-inside: avoid; } }
"""


@dataclass(frozen=True)
class Section:
    """A heading, a line about it, a reason with its rule, and drawings."""

    title: str
    note: str = ""
    rule: str = ""
    why: str = ""
    drawings: tuple[Drawing, ...] = ()


def page(title: str, note: str, sections: Sequence[Section]) -> str:
    """The whole page."""
    drawings = Drawings()
    places = [[drawings.add(drawing) for drawing in each.drawings] for each in sections]
    shared, drawn = drawings.write()
    dark = f"@media (prefers-color-scheme: dark) {{{drawings.dark_sheet}}}"
    lines = [*_head(title, note, STYLE + drawings.sheet + dark), shared]
    for number, (each, own) in enumerate(zip(sections, places, strict=True), 1):
        lines += _section(number, each, [drawn[place] for place in own])
    return "\n".join((*filter(None, lines), "</body></html>", ""))


def _head(title: str, note: str, style: str) -> Iterator[str]:
    yield "<!DOCTYPE html>"
    yield '<html lang="en"><head><meta charset="utf-8">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield f"<title>{escape(title)}</title><style>{style}</style></head><body>"
    yield f"<h1>{escape(title)}</h1>"
    if note:
        yield f'<p class="note">{escape(note)}</p>'


def _section(number: int, section: Section, drawings: Sequence[str]) -> Iterator[str]:
    yield f'<section id="step-{number}"><h2>{escape(section.title)}</h2>'
    if section.note:
        yield f'<p class="note">{escape(section.note)}</p>'
    yield from drawings
    if section.rule or section.why:
        yield f'<div class="why"><p><b>{escape(section.rule)}</b></p>'
        yield f"<p>{escape(section.why)}</p></div>"
    yield "</section>"
