"""A page in one file: sections with words and drawings, light or dark as the reader's system is.

One that is `stepped` shows a section at a time, with Back and Next, where scripts may run; printed,
and without scripts, it has all of them.
"""

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
STEPPED = """
nav { position: sticky; top: 0; display: flex; gap: 8px; align-items: center; padding: 8px 0;
  background: inherit; }
nav button { font: inherit; padding: 4px 14px; }
@media screen { .one section { display: none; } .one section.shown { display: block; } }
@media print { nav { display: none; } }
"""
SCRIPT = """
const steps = [...document.querySelectorAll("section")], bar = document.createElement("nav");
bar.innerHTML = "<button>Back</button><button>Next</button><button></button>" +
  "<span aria-live='polite'></span>";
const [back, next, all] = bar.querySelectorAll("button"), count = bar.querySelector("span");
let at = 0, one = true;
function show(step) {
  at = Math.min(Math.max(step, 0), steps.length - 1);
  document.body.className = one ? "one" : "";
  steps.forEach((each, k) => { each.className = k === at ? "shown" : ""; });
  back.disabled = at === 0;
  next.disabled = at === steps.length - 1;
  all.textContent = one ? "Show all" : "One at a time";
  count.textContent = `${at + 1} of ${steps.length}`;
  if (!one) steps[at].scrollIntoView();
}
back.onclick = () => show(at - 1);
next.onclick = () => show(at + 1);
all.onclick = () => { one = !one; show(at); };
document.onkeydown = event => {
  const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (by) show(at + by);
};
window.onhashchange = () => show(steps.findIndex(each => "#" + each.id === location.hash));
document.body.insertBefore(bar, steps[0]);
show(steps.findIndex(each => "#" + each.id === location.hash));
"""


@dataclass(frozen=True)
class Section:
    """A heading, a line about it, a reason with its rule, and drawings."""

    title: str
    note: str = ""
    rule: str = ""
    why: str = ""
    drawings: tuple[Drawing, ...] = ()


def page(title: str, note: str, sections: Sequence[Section], stepped: bool = False) -> str:
    """The whole page."""
    drawings = Drawings()
    places = [[drawings.add(drawing) for drawing in each.drawings] for each in sections]
    shared, drawn = drawings.write()
    dark = f"@media (prefers-color-scheme: dark) {{{drawings.dark_sheet}}}"
    style = STYLE + (STEPPED if stepped else "")
    lines = [*_head(title, note, style + drawings.sheet + dark), shared]
    for number, (each, own) in enumerate(zip(sections, places, strict=True), 1):
        lines += _section(number, each, [drawn[place] for place in own])
    script = f"<script>{SCRIPT}</script>" if stepped and sections else ""
    return "\n".join((*filter(None, (*lines, script)), "</body></html>", ""))


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
