"""A page in one file: sections with words and drawings, light or dark as the reader's system is."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape

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
  .light { display: none; } .dark { display: block; }
}
@media print { section { break-inside: avoid; } }
"""
IDS = re.compile(r'\bid="([^"]+)"')


@dataclass(frozen=True)
class Drawing:
    """One drawing in both looks, as SVG."""

    light: str
    dark: str


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
    styles = Styles()
    numbered = enumerate(sections, 1)
    body = [line for number, each in numbered for line in _section(number, each, styles)]
    return "\n".join((*_head(title, note, STYLE + styles.sheet), *body, "</body></html>", ""))


def _head(title: str, note: str, style: str) -> Iterator[str]:
    yield "<!DOCTYPE html>"
    yield '<html lang="en"><head><meta charset="utf-8">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield f"<title>{escape(title)}</title><style>{style}</style></head><body>"
    yield f"<h1>{escape(title)}</h1>"
    if note:
        yield f'<p class="note">{escape(note)}</p>'


def _section(number: int, section: Section, styles: Styles) -> Iterator[str]:
    yield f'<section id="step-{number}"><h2>{escape(section.title)}</h2>'
    if section.note:
        yield f'<p class="note">{escape(section.note)}</p>'
    for k, drawing in enumerate(section.drawings):
        for look, text in (("light", drawing.light), ("dark", drawing.dark)):
            body = styles.inline(text, f"{look}-{number}-{k}-")
            yield f'<div class="{look}">{body}</div>'
    if section.rule or section.why:
        yield f'<div class="why"><p><b>{escape(section.rule)}</b></p>'
        yield f"<p>{escape(section.why)}</p></div>"
    yield "</section>"


class Styles:
    """The looks of shapes, each under a short name: drawings repeat the same ones all the time."""

    def __init__(self) -> None:
        self._names: dict[str, str] = {}

    def name(self, look: str) -> str:
        """The name of a look."""
        return self._names.setdefault(look, f"s{len(self._names)}")

    @property
    def sheet(self) -> str:
        """All of them as a style sheet."""
        return "".join(f".{name}{{{look}}}" for look, name in self._names.items())

    def inline(self, svg: str, prefix: str) -> str:
        """The drawing for use inside a page: without the head of a file, with identifiers of its
        own, and looks by their names.
        """
        body = svg[svg.index("<svg") :]
        for found in dict.fromkeys(IDS.findall(body)):
            body = body.replace(f'id="{found}"', f'id="{prefix}{found}"')
            body = body.replace(f"#{found})", f"#{prefix}{found})")
            body = body.replace(f'href="#{found}"', f'href="#{prefix}{found}"')
        body = NOTHING.sub("", body)
        while (fewer := EMPTY.sub("", body)) != body:
            body = fewer
        return BLANK.sub("\n", SHAPE.sub(self._named, body))

    def _named(self, tag: re.Match[str]) -> str:
        """The tag with a name in place of its looks."""
        looks: list[str] = []

        def take(found: re.Match[str]) -> str:
            unit = "px" if found[1] == "font-size" else ""
            looks.append(f"{found[1]}:{found[2]}{unit}")
            return ""

        rest = " ".join(LOOKS.sub(take, tag[2]).split())
        named = f' class="{self.name(";".join(looks))}"' if looks else ""
        return f"<{tag[1]}{named}{' ' if rest else ''}{rest}>"


# what Qt writes on every shape, whether it says anything or not
NOTHING = re.compile(
    r'transform="matrix\(1,0,0,1,0,0\)"|vector-effect="none"|(?:fill|stroke)-opacity="1"'
    r"|<desc>.*?</desc>|<defs>\s*</defs>"
)
EMPTY = re.compile(r"<g[^>]*>\s*</g>")
BLANK = re.compile(r"\s*\n\s*")
SHAPE = re.compile(r"<(g|text|path|rect|polyline|polygon|circle|ellipse|line)\b([^>]*?)>")
LOOKS = re.compile(
    r"\b(?<![-\w])(fill|fill-opacity|fill-rule|stroke|stroke-opacity|stroke-width|stroke-linecap"
    r"|stroke-linejoin|stroke-miterlimit|stroke-dasharray|stroke-dashoffset|opacity|font-family"
    r'|font-size|font-weight|font-style)="([^"]*)"'
)
