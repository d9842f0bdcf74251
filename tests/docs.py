"""The pages of `resources/docs` as a site that also works from a disk, without a network:

    python -m tests.docs out/docs

To the written pages come those that follow from the code: each command's help, each game's rules,
each algorithm's page, the glossary.
"""

from __future__ import annotations

import argparse
import importlib
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from engines import games
from lab.cli import COMMANDS
from lab.cli.parser import Parser
from lab.cli.running import MODULES
from lab.handbook import Chapter, chapter
from lab.rulebook import rules_file
from search import algorithms

ROOT = Path(__file__).parents[1]
WIDE = 96  # columns of a command's help
CONF = """project = "Smitsilab"
extensions = ["myst_parser"]
html_theme = "furo"
master_doc = "docs/index"
exclude_patterns = ["pacman/**"]
suppress_warnings = ["myst.header", "myst.xref_missing"]
myst_heading_anchors = 3
"""


def parsers() -> dict[str, Parser]:
    """The parser of each command, by its name."""
    found = {}
    for name, about in COMMANDS.items():
        module = importlib.import_module(f"lab.cli.{MODULES.get(name, name)}")
        found[name] = Parser(prog=f"smitsilab {name}", description=f"{about.capitalize()}.")
        module.arguments(found[name])
    return found


def below(parser: argparse.ArgumentParser) -> Iterator[argparse.ArgumentParser]:
    """A parser and those of its own commands."""
    yield parser
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for each in dict.fromkeys(action.choices.values()):
                yield from below(each)


def commands() -> str:
    """The page of all commands."""
    parts = ["# All commands\n"]
    for parser in parsers().values():
        for level, each in enumerate(below(parser)):
            each.formatter_class = lambda prog: argparse.HelpFormatter(prog, width=WIDE)
            mark = "##" if not level else "###"
            parts.append(f"{mark} {each.prog}\n\n```text\n{each.format_help().strip()}\n```\n")
    return "\n".join(parts)


def algorithm_page(found: Chapter) -> str:
    """The page of an algorithm."""
    lines = [f"# {found.title}", found.lead, *found.about]
    lines += [
        f"{title}: {text}" for title, text in (("Seed", found.seed), ("Limits", found.limits))
    ]
    lines += [f"Source: {found.source}"] if found.source else []
    lines += ["## Knobs", "| knob | what it does | range | default |\n|---|---|---|---|"]
    lines[-1] += "".join(
        f"\n| `{knob.name}` | {knob.help} | {knob.range} | {knob.default} |" for knob in found.knobs
    )
    lines += ["## Games", "Fits " + ", ".join(found.fits) + "."]
    lines += [f"Not {titles}: {why}" for titles, why in found.misfits]
    return "\n\n".join(line for line in lines if not line.endswith(": ")) + "\n"


def gather(source: Path) -> None:
    """All pages, written and made, in one folder."""
    kept = ("docs", "pictures")
    for name in kept:
        shutil.copytree(ROOT / "resources" / name, source / name, dirs_exist_ok=True)
    for name in ("strength.md", "experiments.md", "glossary.md"):
        shutil.copy(ROOT / "resources" / name, source / name)
    (source / "docs" / "commands.md").write_text(commands(), encoding="utf-8")
    for name, game in games().items():
        if rules_file(game).is_file():
            _put(source / "rules" / f"{name}.md", rules_file(game).read_text(encoding="utf-8"))
    for name, algorithm in algorithms().items():
        _put(source / "algorithms" / f"{name}.md", algorithm_page(chapter(algorithm)))
    for folder, title in (("rules", "Rules of the games"), ("algorithms", "Algorithms")):
        names = "\n".join(sorted(path.stem for path in (source / folder).glob("*.md")))
        tree = f"# {title}\n\n```{{toctree}}\n:maxdepth: 1\n\n{names}\n```\n"
        _put(source / folder / "index.md", tree)
    (source / "conf.py").write_text(CONF, encoding="utf-8")


def _put(path: Path, text: str) -> None:
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8")


def build(out: Path) -> int:
    """Makes the site; its first page is `docs/index.html`."""
    with tempfile.TemporaryDirectory() as name:
        gather(Path(name))
        words = ["-m", "sphinx", "--quiet", "-W", "--keep-going", "-b", "html", name, str(out)]
        return subprocess.run([sys.executable, *words], check=False).returncode


def main() -> int:
    """Reads the folder and makes the site there."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    return build(parser.parse_args().folder)


if __name__ == "__main__":
    raise SystemExit(main())
