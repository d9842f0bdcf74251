"""A sheet as it is played: its tables, its moves and what random matches have shown. Made once for
each text, and kept on disk, since large sheets take seconds.
"""

from __future__ import annotations

import contextlib
import gc
import hashlib
import json
import os
import tempfile
import threading
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engines import jit
from engines.cache_folder import cache_folder, distrusted
from engines.gdl import unit
from engines.gdl.grounding import Tell, ground
from engines.gdl.net import CHANCE, LiteralNet
from engines.gdl.reading import Note, SheetError, rules_of
from engines.gdl.survey import Survey, survey
from engines.gdl.tables import pack
from engines.gdl.terms import Term, quoted

FORMAT = 8  # of what is kept on disk
KEPT = 16  # sheets in memory
MOST_NOTES = 5
ARRAYS = ("tables", "blank", "start", "samples")  # of what is kept on disk
# what reading a stored sheet may raise; each array of the file has a checksum
DAMAGED = (OSError, ValueError, LookupError, TypeError, EOFError, zipfile.BadZipFile, zlib.error)
LARGEST = 64_000_000  # numbers of a position's memory
_sheets: dict[str, Sheet] = {}
_making = threading.RLock()


@dataclass(frozen=True, eq=False)
class Sheet:
    """What is known of a sheet. Shapes: [F] facts of positions, [T] tables, [W] working memory."""

    digest: str
    roles: tuple[Term, ...]  # the one that draws its moves last
    moves: tuple[tuple[Term, ...], ...]  # of each role
    facts: tuple[Term, ...]  # [F]
    tables: NDArray[np.int32]  # [T]
    blank: NDArray[np.int32]  # [W] where no fact holds
    start: NDArray[np.int32]  # [W]
    samples: NDArray[np.uint8]  # [S, F] positions of random matches
    instances: int
    survey: Survey
    notes: tuple[Note, ...]  # what the standard forbids

    @property
    def chance(self) -> bool:
        """Whether the last role draws its moves."""
        return self.roles[-1] == CHANCE

    @property
    def players(self) -> tuple[Term, ...]:
        """The roles that choose their moves."""
        return self.roles[:-1] if self.chance else self.roles

    @property
    def remarks(self) -> tuple[Note, ...]:
        """What is odd, and does not keep it from being played; what is of no rule is of line 1."""
        seen, found = self.survey, list[str]()
        if not (self.start[: len(self.facts)] & 1).any():
            found.append("no fact holds at the start (init)")
        if seen.stuck >= 0:
            role = quoted(self.roles[seen.stuck])
            found.append(f"after {seen.stuck_turn} random turns {role} has no legal move")
        if seen.no_goal >= 0:
            role = quoted(self.roles[seen.no_goal])
            found.append(f"a match ends in which {role} has no goal")
        if not seen.ended:
            found.append(f"no random match ended within {seen.longest:,} turns")
        return (*self.notes, *((1, said) for said in found))


def digest_of_text(text: str) -> str:
    """What a sheet's text is known by."""
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:16]


def sheet_of(text: str, tell: Tell = str) -> Sheet:
    """The sheet of a text; SheetError says why it cannot be played. `tell` hears what is done."""
    digest = digest_of_text(text)
    with _making:
        unit.link()
        known = _sheets.get(digest) or _stored(digest)
        if known is None:
            known = _made(text, digest, tell)
            _store(known)
        _sheets.pop(digest, None)
        _sheets[digest] = known
        while len(_sheets) > KEPT:  # games that are played keep theirs
            del _sheets[next(iter(_sheets))]
    return known


@contextlib.contextmanager
def _no_collection() -> Iterator[None]:
    """Millions of tuples, and none in a circle, are not searched for garbage."""
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()


def _made(text: str, digest: str, tell: Tell) -> Sheet:
    notes: dict[Note, None] = {}  # each once
    try:
        tell("reading the sheet")
        rules = rules_of(text, notes.setdefault)
        tell("making its rules ground")
        with _no_collection():
            grounded = ground(rules, tell)
            tell(f"making a net of {grounded.count:,} ground rules")
            net = LiteralNet(grounded)
            tables, blank = pack(net)
    except RecursionError as error:
        raise SheetError("terms are too deep") from error
    except MemoryError as error:
        raise SheetError("the sheet needs more memory than there is") from error
    if tables.size + blank.size > LARGEST:
        raise SheetError("the sheet needs too much memory")
    start = memory_of(tables, blank, np.array(net.start, np.uint8))
    if unit.is_terminal(tables, start):
        raise SheetError("the match is over before its first turn (terminal)")
    tell("playing random matches")
    seen, samples = survey(tables, start)
    moves = tuple(map(tuple, net.moves))
    known = (digest, tuple(net.roles), moves, tuple(net.facts), tables, blank, start, samples)
    return Sheet(*known, net.instances, seen, tuple(notes)[:MOST_NOTES])


def memory_of(
    tables: NDArray[np.int32], blank: NDArray[np.int32], facts: NDArray[np.uint8]
) -> NDArray[np.int32]:
    """The working memory of a position whose facts are not 0 in `facts` [F]."""
    made = blank.copy()
    unit.begin(tables, made, facts.astype(np.int32))
    return made


# -- on disk ---------------------------------------------------------------------------------------


def _place(digest: str) -> Path:
    return cache_folder() / "sheets" / f"{digest}-{FORMAT}{'p' * jit.is_disabled()}.npz"


def _store(sheet: Sheet) -> None:
    told = {
        "roles": sheet.roles,
        "moves": sheet.moves,
        "facts": sheet.facts,
        "instances": sheet.instances,
        "survey": asdict(sheet.survey),
        "notes": sheet.notes,
    }
    text = np.frombuffer(json.dumps(told).encode(), np.uint8)
    place = _place(sheet.digest)
    with contextlib.suppress(OSError):  # it is made again
        place.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=place.parent, suffix=".npz", delete=False) as file:
            np.savez(file, told=text, **{name: getattr(sheet, name) for name in ARRAYS})
        os.replace(file.name, place)


def _stored(digest: str) -> Sheet | None:
    place = _place(digest)
    if not place.is_file() or distrusted(place.parent) or distrusted(cache_folder()):
        return None
    try:
        with place.open("rb") as file, np.load(file, allow_pickle=False) as found:
            told = json.loads(found["told"].tobytes())
            tables, blank, start, samples = (found[name] for name in ARRAYS)
        moves = tuple(tuple(map(_term, each)) for each in told["moves"])
        roles, facts = (tuple(map(_term, told[name])) for name in ("roles", "facts"))
        known = (digest, roles, moves, facts, tables, blank, start, samples)
        notes = tuple((int(line), str(said)) for line, said in told["notes"])
        return Sheet(*known, told["instances"], Survey(**told["survey"]), notes)
    except DAMAGED:
        return None


def _term(found: Any) -> Term:
    return found if isinstance(found, str) else tuple(map(_term, found))
