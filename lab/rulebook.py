"""What people read: each game's page of rules, the words of the lab, and the guide. No Qt.

A page is a text file next to the game's code: `rules.md` in a game's folder, `NAME.md` next to a
game of one file. It begins with `# Title` and a lead; `## Heading` begins a section of paragraphs
and of lists, whose lines begin with `- `.
"""

from __future__ import annotations

import re
import sys
import textwrap
from dataclasses import dataclass
from pathlib import Path

from engines.game import Game
from engines.own_files import file_of
from resources import path

IN_FOLDER = ("game", "__init__")  # files that a folder of their own belongs to


@dataclass(frozen=True)
class Passage:
    """A section: its heading, and paragraphs (str) and lists (tuples of str)."""

    title: str
    blocks: tuple[str | tuple[str, ...], ...]


@dataclass(frozen=True)
class ReadingPage:
    """A whole page."""

    title: str
    lead: str
    passages: tuple[Passage, ...]

    def passage(self, title: str) -> Passage:
        """The section with this heading, empty if there is none."""
        return next((p for p in self.passages if p.title == title), Passage(title, ()))


def rules_file(game: type[Game] | Game) -> Path:
    """Where the page of a game is, or would be."""
    kind = game if isinstance(game, type) else type(game)
    code = file_of(kind) or Path(sys.modules[kind.__module__].__file__ or "")
    return code.with_name("rules.md") if code.stem in IN_FOLDER else code.with_suffix(".md")


def rules_page(game: type[Game] | Game) -> ReadingPage:
    """The page of a game; where there is none, one sentence that says so."""
    file = rules_file(game)
    if not file.is_file():
        lead = getattr(game, "about", "") or (
            f"{game.title} has no page of rules: a file {file.name} next to its code would be one."
        )
        return ReadingPage(game.title, lead, ())
    return parsed(file.read_text(encoding="utf-8"))


def glossary() -> ReadingPage:
    """What the labels of the window mean."""
    return parsed(path("glossary.md").read_text(encoding="utf-8"))


@dataclass(frozen=True)
class GuidePage:
    """A page of `resources/docs`, as Markdown."""

    name: str
    title: str
    text: str


def guide() -> tuple[GuidePage, ...]:
    """The pages of the guide, in the order of its contents, but for how to install what runs."""
    names = re.findall(r"^[a-z-]+$", path("docs/index.md").read_text(encoding="utf-8"), re.M)
    files = [(name, path(f"docs/{name}.md")) for name in names]
    texts = [
        (name, file.read_text(encoding="utf-8"))
        for name, file in files
        if file.is_file() and name != "install"
    ]
    return tuple(
        GuidePage(name, text.partition("\n")[0].removeprefix("# "), text) for name, text in texts
    )


def parsed(text: str) -> ReadingPage:
    """A page from its text."""
    head, *sections = re.split(r"^## ", text, flags=re.M)
    title, _, lead = head.removeprefix("# ").partition("\n")
    return ReadingPage(title.strip(), " ".join(lead.split()), tuple(map(_passage, sections)))


def _passage(text: str) -> Passage:
    title, _, body = text.partition("\n")
    return Passage(title.strip(), tuple(map(_block, re.split(r"\n\s*\n", body.strip()))))


def _block(text: str) -> str | tuple[str, ...]:
    if not text.startswith("- "):
        return " ".join(text.split())
    return tuple(" ".join(item.split()) for item in re.split(r"^- ", text, flags=re.M) if item)


def written(page: ReadingPage, width: int) -> str:
    """A page as lines of text."""
    out = [page.title, *textwrap.wrap(page.lead, width)]
    for passage in page.passages:
        out += ["", passage.title]
        for block in passage.blocks:
            items = [block] if isinstance(block, str) else [f"- {item}" for item in block]
            for item in items:
                later = "  " if isinstance(block, str) else "    "
                out += textwrap.wrap(item, width, initial_indent="  ", subsequent_indent=later)
    return "\n".join(out)
