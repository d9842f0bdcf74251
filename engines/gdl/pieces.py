"""What stands in the cells of a sheet's boards: whose a piece is, and what is drawn for it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engines.gdl.boards import initials, is_empty
from engines.gdl.sheet import Sheet
from engines.gdl.terms import Term, spoken
from engines.gdl.words import SHORT, SheetWords
from engines.scene import AnyItem, Circle, Glyph, Mark, Point, Rect, Text

DISCS = 2  # roles that are told apart by discs; more have shapes of their own
MOST_TOLD = 6  # short texts that are explained
CROSSES, RINGS = ("x", "cross"), ("o", "nought", "circle")
TRAIL, POINTER = "trail", "pointer"  # kinds of marks beside pieces


class SheetPieces:
    """The pieces of a sheet; `marks` are what its facts say of cells, by number."""

    def __init__(
        self, sheet: Sheet, words: SheetWords, marks: Mapping[int, Sequence[Term]]
    ) -> None:
        self._words, self._roles = words, [spoken(role) for role in sheet.players]
        self.letters = initials(marks.values(), sheet.roles)
        full = {k: mark for k, mark in marks.items() if not is_empty(mark, self.letters)}
        found = dict.fromkeys(self.owner(mark) for mark in full.values())
        first = {self.owner(mark) for k, mark in full.items() if sheet.start[k] & 1}
        kinds = {text for seat, text in first if seat >= 0} - set(words.pieces)
        self._usual = kinds.pop() if len(kinds) == 1 else ""  # needs no word
        texts = {text for seat, text in found if text and not self._is_plain(seat, text)}
        self._short = _shortened(sorted(texts), words.pieces)
        # of the one kind of thing that is nobody's, such as walls
        loose = {text for seat, text in found if seat < 0 and text in texts}
        alone = len(loose) == 1 and not loose & set(words.pieces)
        self._block = loose.pop() if alone else ""

    def owner(self, mark: Sequence[Term]) -> tuple[int, str]:
        """Whose a mark is, -1 if nobody's, and what is left to say of it."""
        words = [spoken(part if isinstance(part, str) else part[1:]) for part in mark]
        for k, word in enumerate(words):
            if word in self._roles:
                return self._roles.index(word), " ".join(words[:k] + words[k + 1 :])
        first = [role[:1] for role in self._roles]
        text = " ".join(words)
        if len(set(first)) == len(first) and text[:1] in first and len(text) <= 3:
            return first.index(text[:1]), text
        for seat, role in enumerate(self._roles):
            if len(text) > 1 and text.startswith(role):
                return seat, text[len(role) :].strip("_- ")
        return -1, text

    def _is_plain(self, seat: int, text: str) -> bool:
        """Whether a text says no more than whose the piece is."""
        return seat >= 0 and text in (self._roles[seat][: len(text)], self._usual)

    @property
    def told(self) -> str:
        """What the short texts stand for, in a line; "" where that is clear or too much."""
        short = {text: each for text, each in self._short.items() if text != self._block}
        cut = [(each, text) for text, each in short.items() if each != text]
        cut = [] if any(" " in text for _, text in cut) else cut
        return ", ".join(f"{each} {text}" for each, text in cut) if len(cut) <= MOST_TOLD else ""

    def items(
        self, at: Point, mark: Sequence[Term], name: str, kind: str = ""
    ) -> Iterator[AnyItem]:
        """What is drawn around the middle of a cell; `name` is the fact's."""
        (x, y), (seat, text) = at, self.owner(mark)
        roles = len(self._roles)
        own = self._words.colour(text or spoken(tuple(mark)), roles)
        seat = 0 if seat < 0 and not text and roles == 1 else seat
        role = own or (f"seat{seat}" if seat >= 0 else "ink")
        plain = not text or self._is_plain(seat, text)
        if kind == POINTER:
            yield Rect(x - 0.47, y - 0.47, 0.94, 0.94, "mark", "mark_edge", id=name)
        elif kind == TRAIL and not text:
            fill = role if own or seat >= 0 else "wall"
            yield Rect(x - 0.4, y - 0.4, 0.8, 0.8, fill=fill, alpha=0.4, id=name)
        elif text in CROSSES and text not in self._words.pieces:
            yield Glyph(x, y, "cross", role, 0.9, id=name)
        elif text in RINGS and text not in self._words.pieces:
            yield Glyph(x, y, "ring", role, 0.9, id=name)
        elif seat < 0 and text and text == self._block:
            yield Rect(x - 0.34, y - 0.34, 0.68, 0.68, fill=own or "wall", id=name)
        elif plain and seat >= 0 and not own and roles > DISCS:
            yield Mark(x, y, seat, size=1e4, widest=0.76, id=name)
        elif plain and text not in self._words.pieces:
            fill = role if own or seat >= 0 else "mark"
            yield Circle(x, y, 0.36, fill=fill, stroke="edge", id=name)
        else:
            yield from self._worded(at, (seat, text), role, name)

    def _worded(self, at: Point, owner: tuple[int, str], role: str, name: str) -> Iterator[AnyItem]:
        """A short text, on the owner's colour."""
        (x, y), (seat, text) = at, owner
        if seat >= 0:
            yield Circle(
                x, y, 0.42, fill=role, alpha=0.3, stroke=role, width=1.5, id=f"{name} disc"
            )
        short = self._short.get(text) or self._words.pieces.get(text) or text[:SHORT]
        ink = "ink" if seat >= 0 else role
        size = min(0.5, 1.1 / max(2, len(short)))
        yield Text(x, y, short, ink, size, bold=seat >= 0, world=True, id=name)


def _shortened(texts: Sequence[str], said: Mapping[str, str]) -> dict[str, str]:
    """A text of at most four characters for each, different ones where that can be."""
    made = {text: said[text] for text in texts if said.get(text)}
    for text in texts:
        if text not in made:
            made[text] = next((s for s in _ways(text) if s not in made.values()), text[:SHORT])
    return made


def _ways(text: str) -> Iterator[str]:
    """How a text can be shortened, the best first."""
    if len(text) <= 2:
        yield text
    elif " " in text:
        yield "".join(word[:1] for word in text.split())[:SHORT]
    else:
        yield text[:1].upper()
        yield from (text[:1].upper() + text[1:k] for k in range(2, SHORT + 1))
