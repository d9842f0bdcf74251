"""Drawings of a page that share what repeats: light and dark are one drawing with two looks, a
shape that is drawn several times is written once, and what one step takes over from another is
one group.

Sequences with much in common are folded: neighbours that occur together again and again become one
item, and so do those, until nothing repeats that would save anything.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from html import escape
from itertools import pairwise
from xml.etree import ElementTree

LEAST_USES = 2  # uses from which on a rule is shorter than what it stands for

Rule = tuple[int, ...]
Pair = tuple[int, int]


@dataclass(frozen=True)
class Folded:
    """The sequences with rules in place of what repeats; a rule stands for several items, which may
    be rules again.
    """

    sequences: tuple[Rule, ...]
    rules: Mapping[int, Rule]

    def unfolded(self, items: Iterable[int]) -> list[int]:
        """The items that these stand for, without rules."""
        out: list[int] = []
        for item in items:
            out += self.unfolded(self.rules[item]) if item in self.rules else [item]
        return out


def fold(sequences: Sequence[Sequence[int]]) -> Folded:
    """The sequences [N] of items from 0, folded."""
    found = [list(each) for each in sequences]
    rules: dict[int, Rule] = {}
    fresh = 1 + max((item for each in found for item in each), default=-1)
    while True:
        counts = Counter(pair for each in found for pair in pairwise(each))
        often = {pair for pair, count in counts.items() if count >= LEAST_USES}
        if not often:
            break
        names = {pair: fresh + k for k, pair in enumerate(sorted(often))}
        fresh += len(names)
        rules |= {name: pair for pair, name in names.items()}
        found = [_joined(each, counts, names) for each in found]
    return _spared(found, rules)


def _joined(items: list[int], counts: Mapping[Pair, int], names: Mapping[Pair, int]) -> list[int]:
    """The items with pairs joined, the more frequent one of two that overlap."""
    out, k, pairs = list[int](), 0, list(pairwise(items))
    while k < len(items):
        pair = pairs[k] if k < len(pairs) else None
        rival = counts[pairs[k + 1]] if k + 1 < len(pairs) else 0
        if pair is not None and pair in names and counts[pair] >= rival:
            out.append(names[pair])
            k += 2
        else:
            out.append(items[k])
            k += 1
    return out


def _spared(sequences: list[list[int]], rules: dict[int, Rule]) -> Folded:
    """Without the rules that are used too seldom; the newest first, since they use older ones."""
    uses = Counter(item for each in (*sequences, *rules.values()) for item in each)
    seldom: set[int] = set()
    for name in sorted(rules, reverse=True):
        if uses[name] < LEAST_USES:
            seldom.add(name)
            for item in rules[name]:
                uses[item] += uses[name] - 1
    short: dict[int, Rule] = {}

    def spelt(items: Iterable[int]) -> Rule:
        out: list[int] = []
        for item in items:
            out += short[item] if item in seldom else (item,)
        return tuple(out)

    for name in sorted(rules):
        short[name] = spelt(rules[name])
    kept = {name: items for name, items in short.items() if name not in seldom}
    return Folded(tuple(map(spelt, sequences)), kept)


LOOKS = (
    *("fill", "fill-opacity", "fill-rule", "stroke", "stroke-opacity", "stroke-width"),
    *("stroke-linecap", "stroke-linejoin", "stroke-miterlimit", "stroke-dasharray"),
    *("stroke-dashoffset", "opacity", "font-family", "font-size", "font-weight", "font-style"),
)
# what Qt writes on every shape, whether it says anything or not
NOTHING = {
    "transform": "matrix(1,0,0,1,0,0)",
    "vector-effect": "none",
    "fill-opacity": "1",
    "stroke-opacity": "1",
}
SPACE = "{http://www.w3.org/XML/1998/namespace}space"
LINK = "{http://www.w3.org/1999/xlink}href"
REFERENCE = re.compile(r"(url\(|^)#([^)]+)")
WORDS = ("text", "tspan")  # the tags in which blanks count
PLACE = "\0"  # of a look in a shape
LEAST = 30  # letters from which on a shape that repeats is written once


@dataclass(frozen=True)
class Drawing:
    """One drawing in both looks, as SVG."""

    light: str
    dark: str


@dataclass(frozen=True)
class Shape:
    """One shape: its text with a place for each of its looks."""

    text: str
    looks: tuple[str, ...]


class Drawings:
    """Takes drawings one after the other; `written` are all of them, in that order, `shared` what
    stands before them in the page, and `sheet` and `dark_sheet` their looks.
    """

    def __init__(self) -> None:
        self._names: dict[tuple[str, str], str] = {}  # light and dark
        self._parts: dict[str, str] = {}  # patterns and such, under a name
        self._shapes: dict[str, int] = {}
        self._heads: list[str] = []
        self._drawn: list[list[int]] = []

    def add(self, drawing: Drawing) -> int:
        """Takes a drawing; returns its number."""
        (head, light), (_, dark) = (self._read(each) for each in (drawing.light, drawing.dark))
        self._heads.append(head)
        self._drawn.append([self._number(text) for text in self._paired(light, dark)])
        return len(self._drawn) - 1

    # -- reading -----------------------------------------------------------------------------------

    def _read(self, svg: str) -> tuple[str, list[Shape]]:
        """The opening tag of a drawing, and its shapes."""
        root = ElementTree.fromstring(svg)
        names: dict[str, str] = {}
        for part in [each for each in root.iter() if "id" in each.attrib]:
            own = part.attrib.pop("id")
            text = "".join(_written(part, names))
            names[own] = self._parts.setdefault(text, f"d{len(self._parts)}")
        box = root.get("viewBox", "")
        wide, high = box.split()[2:4] if box else (root.get("width"), root.get("height"))
        head = f'<svg viewBox="{box}" width="{wide}" height="{high}">'
        inner = [each for each in root if _tag(each) not in ("defs", "desc", "title")]
        found = (_shape(each, names) for part in inner for each in _blocks(part))
        return head, [shape for shape in found if shape is not None]

    def _paired(self, light: Sequence[Shape], dark: Sequence[Shape]) -> Iterator[str]:
        """The shapes with the names of both looks; those of one look alone in a group of theirs."""
        texts = [shape.text for shape in light], [shape.text for shape in dark]
        if texts[0] == texts[1]:
            yield from map(self._named, light, dark)
            return
        for kind, a, b, c, d in SequenceMatcher(None, *texts, autojunk=False).get_opcodes():
            if kind == "equal":
                yield from map(self._named, light[a:b], dark[c:d])
            else:
                for name, part in (("light", light[a:b]), ("dark", dark[c:d])):
                    for shape in part:
                        yield f'<g class="{name}">{self._named(shape, shape)}</g>'

    def _named(self, light: Shape, dark: Shape) -> str:
        pieces = light.text.split(PLACE)
        found = [pieces[0]]
        for pair, piece in zip(zip(light.looks, dark.looks, strict=True), pieces[1:], strict=True):
            name = self._names.setdefault(pair, f"s{len(self._names)}")
            found += [f' class="{name}"', piece]
        return "".join(found)

    def _number(self, text: str) -> int:
        return self._shapes.setdefault(text, len(self._shapes))

    # -- writing -----------------------------------------------------------------------------------

    @property
    def sheet(self) -> str:
        """The looks as a style sheet."""
        return "".join(f".{name}{{{light}}}" for (light, _), name in self._names.items())

    @property
    def dark_sheet(self) -> str:
        """The looks of the dark theme, where they are others."""
        found = ((dark, name) for (light, dark), name in self._names.items() if light != dark)
        return "".join(f".{name}{{{dark}}}" for dark, name in found)

    def write(self) -> tuple[str, list[str]]:
        """What stands before the drawings, and the drawings."""
        folded = fold(self._drawn)
        items = [*folded.sequences, *folded.rules.values()]
        uses = Counter(item for each in items for item in each)
        texts = list(self._shapes)
        shared = {k for k, text in enumerate(texts) if uses[k] > 1 and len(text) >= LEAST}
        shared |= folded.rules.keys()

        def spelt(items: Sequence[int]) -> str:
            return "".join(f'<use href="#b{k}"/>' if k in shared else texts[k] for k in items)

        parts = [_with_id(text, name) for text, name in self._parts.items()]
        parts += [_with_id(texts[k], f"b{k}") for k in sorted(shared - folded.rules.keys())]
        parts += [f'<g id="b{name}">{spelt(items)}</g>' for name, items in folded.rules.items()]
        drawn = zip(self._heads, folded.sequences, strict=True)
        return _hidden(parts), [f"{head}{spelt(items)}</svg>" for head, items in drawn]


def _hidden(parts: Sequence[str]) -> str:
    if not parts:
        return ""
    style = 'width="0" height="0" style="position:absolute" aria-hidden="true"'
    body = "\n".join(parts)
    return f"<svg {style}><defs>\n{body}\n</defs></svg>"


def _with_id(text: str, name: str) -> str:
    """The element with an identifier."""
    end = re.search(r"[\s/>]", text)
    assert end is not None
    return f'{text[: end.start()]} id="{name}"{text[end.start() :]}'


# -- elements --------------------------------------------------------------------------------------


def _tag(element: ElementTree.Element) -> str:
    return element.tag.rpartition("}")[2]


def _blocks(element: ElementTree.Element) -> Iterator[ElementTree.Element]:
    """The groups of a drawing: those in the one group that Qt puts around all of them."""
    inner = list(element)
    if _tag(element) == "g" and inner and all(_tag(each) == "g" for each in inner):
        for each in inner:
            for name in LOOKS:
                if name in element.attrib:
                    each.attrib.setdefault(name, element.attrib[name])
        yield from inner
    else:
        yield element


def _shape(element: ElementTree.Element, names: dict[str, str]) -> Shape | None:
    """The shape of a group; None where nothing is in it."""
    looks: list[str] = []
    text = "".join(_written(element, names, looks))
    return Shape(text, tuple(looks)) if text else None


def _written(
    element: ElementTree.Element, names: dict[str, str], looks: list[str] | None = None
) -> Iterator[str]:
    """An element as text; its looks go to `looks`, where that is given."""
    tag, given = _tag(element), dict(element.attrib)
    if tag == "g" and not len(element):
        return
    yield f"<{tag}"
    known = {name: value for name, value in given.items() if NOTHING.get(name) != value}
    if looks is not None:
        own = [f"{n}:{_referred(v, names)}{_unit(n)}" for n, v in known.items() if n in LOOKS]
        if own:
            yield PLACE
            looks.append(";".join(own))
        known = {name: value for name, value in known.items() if name not in LOOKS}
    for name, value in known.items():
        short = {SPACE: "xml:space", LINK: "href"}.get(name, name)
        yield f' {short}="{escape(_referred(" ".join(value.split()), names))}"'
    words = element.text or "" if tag in WORDS else ""
    inner = [piece for each in element for piece in _written(each, names, looks)]
    if words or inner:
        yield f">{escape(words, quote=False)}{''.join(inner)}</{tag}>"
    else:
        yield "/>"


def _unit(name: str) -> str:
    return "px" if name == "font-size" else ""


def _referred(value: str, names: dict[str, str]) -> str:
    """A value with the names under which the page has what it refers to."""
    return REFERENCE.sub(lambda m: f"{m[1]}#{names.get(m[2], m[2])}", value)
