"""An algorithm's chapter as a page of rich text, in the colours and sizes of a theme."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from lab.handbook import Chapter, KnobLine, formula_knob, formula_letters
from lab.ui.parts.theme import BODY, CLOCK, TABLE, TITLE, Theme
from lab.words.numerals import capitalised

MORE = "more"  # the link to the other settings
FIRST = 150  # pixels at 100 %: the first column of a table


def page(chapter: Chapter, look: Theme, most: int | None = None) -> str:
    """The whole page; with at most so many settings, and a link to the others."""
    body = [f'<p class="lead">{escape(chapter.lead)}</p>', *_paragraphs(chapter.about)]
    body += _section("Limits", _paragraphs([chapter.limits]) if chapter.limits else [])
    body += [_games(chapter, look)]
    knobs = chapter.knobs if most is None else chapter.knobs[:most]
    body += _section("Settings", [_knobs(knobs, look)] if knobs else ["<p>None.</p>"])
    if left := len(chapter.knobs) - len(knobs):
        ink = look.colour("ink").name()
        body.append(f'<p><a style="color: {ink}" href="{MORE}">{left} more settings</a></p>')
    body += _section("Formulas", [_formulas(chapter, look)] if chapter.formulas else [])
    body += _section("Presets", [_pairs(chapter.presets, look, True)] if chapter.presets else [])
    body += _section(
        "Defaults for particular games",
        [_pairs(chapter.usual, look, True)] if chapter.usual else [],
    )
    body += _section(
        "Presets for particular games", [_pairs(chapter.found, look, True)] if chapter.found else []
    )
    body += _section("The write-up behind it", _paragraphs([chapter.seed]) if chapter.seed else [])
    body += _section("Papers", _paragraphs(chapter.source.split("; ")) if chapter.source else [])
    body += _section(
        "On the command line",
        [f'<p><span class="code">{escape(line)}</span></p>' for line in chapter.commands],
    )
    return styled("".join(body), look)


def styled(body: str, look: Theme) -> str:
    """A document in the style of the theme."""
    return f"<html><head><style>{_style(look)}</style></head><body>{body}</body></html>"


def _style(look: Theme) -> str:
    ink = look.colour("ink").name()
    ink2 = look.colour("ink2").name()
    family = look.fixed_font().family()
    return (
        f"body {{ color: {ink}; font-size: {look.px(BODY)}px; }}"
        f"p {{ margin-top: 0; margin-bottom: {look.px(8)}px; line-height: 140%; }}"
        f".big {{ font-size: {look.px(CLOCK)}px; font-weight: 600; }}"
        f"ul {{ margin-top: 0; margin-bottom: {look.px(8)}px; margin-left: {look.px(16)}px; "
        f"-qt-list-indent: 0; }}"
        f"li {{ margin-bottom: {look.px(4)}px; line-height: 140%; }}"
        f".lead {{ font-weight: 600; margin-bottom: {look.px(10)}px; }}"
        f".head {{ font-size: {look.px(TITLE)}px; font-weight: 600; margin-top: "
        f"{look.px(18)}px; margin-bottom: {look.px(6)}px; }}"
        ".name { font-weight: 600; }"
        f"td {{ padding-bottom: {look.px(8)}px; padding-right: {look.px(16)}px; "
        f"vertical-align: top; line-height: 130%; }}"
        f".soft {{ color: {ink2}; font-size: {look.px(TABLE)}px; }}"
        f".code {{ font-family: '{family}'; font-size: {look.px(TABLE)}px; }}"
        f".small {{ color: {ink2}; font-family: '{family}'; font-size: {look.px(TABLE)}px; }}"
    )


def _paragraphs(texts: Sequence[str]) -> list[str]:
    return [f"<p>{escape(capitalised(text))}</p>" for text in texts]


def _section(title: str, body: list[str]) -> list[str]:
    return [f'<p class="head">{escape(title)}</p>', *body] if body else []


def _games(chapter: Chapter, look: Theme) -> str:
    fits = ", ".join(escape(title) for title in chapter.fits) or "no game of the lab"
    rows = [
        ("Fits", fits),
        *(
            ("Does not fit", f"{escape(titles)}.<br>{escape(why)}")
            for titles, why in chapter.misfits
        ),
    ]
    cells = "".join(
        (
            f'<tr><td width="{look.px(FIRST)}"><span '
            f'class="soft">{escape(a)}</span></td><td>{b}</td></tr>'
        )
        for a, b in rows
    )
    return f'<p class="head">Games</p><table cellspacing="0" width="100%">{cells}</table>'


def _knobs(lines: Sequence[KnobLine], look: Theme) -> str:
    return (
        '<table cellspacing="0" '
        f'width="100%">{"".join(_knob(line, look) for line in lines)}</table>'
    )


def _knob(line: KnobLine, look: Theme) -> str:
    values = "; ".join(
        f"{escape(words)} (<span class='small'>{escape(value)}</span>)"
        for value, words in line.choices
    )
    facts = (
        f"{values}. Default: {escape(line.default)}."
        if values
        else f"{escape(line.range)}, default {escape(line.default)}."
    )
    name = (
        f'<span class="name">{escape(line.title)}</span><br><span '
        f'class="small">{escape(line.name)}</span>'
    )
    text = f'{escape(line.help)}<br><span class="soft">{facts} {escape(line.effect)}</span>'
    return f'<tr><td width="{look.px(FIRST)}">{name}</td><td>{text}</td></tr>'


def _formulas(chapter: Chapter, look: Theme) -> str:
    rows = []
    for each in chapter.formulas:
        knob = formula_knob(each, chapter.knobs)
        name = f'<span class="name">{escape(each.title)}</span>'
        if knob and knob != each.title:
            name += f'<br><span class="soft">{escape(knob)}</span>'
        text = f'{escape(each.text)}<br><span class="soft">{escape(each.words)}<br>'
        text += f"{escape(capitalised(each.source))}.</span>"
        rows.append(f'<tr><td width="{look.px(FIRST)}">{name}</td><td>{text}</td></tr>')
    letters = formula_letters(chapter.formulas)
    note = f'<p class="soft">{escape(letters)}</p>' if letters else ""
    return f'{note}<table cellspacing="0" width="100%">{"".join(rows)}</table>'


def _pairs(pairs: Sequence[tuple[str, str]], look: Theme, code: bool) -> str:
    kind = "code" if code else "soft"
    rows = "".join(
        (
            f'<tr><td width="{look.px(FIRST)}"><span '
            f'class="name">{escape(a)}</span></td><td><span '
            f'class="{kind}">{escape(b)}</span></td></tr>'
        )
        for a, b in pairs
    )
    return f'<table cellspacing="0" width="100%">{rows}</table>'
