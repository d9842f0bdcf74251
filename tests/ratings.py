"""The tables of resources/strength.md and resources/docs/strength.md, written from the results in
resources/strength.

    python -m tests.ratings keep FILE ...   packs results of `smitsilab table` into that folder
    python -m tests.ratings write           writes both documents' tables

`short.jsonl` holds one line per game, of matches whose single results were not kept: per pair the
groups, and the sum and the sum of squares of the first player's means. The other files are packed
results of `smitsilab table GAME --budget 8ms --out F`; `smitsilab store import` takes them. Those
at an eighth, half and all of the contest's time (`turn_ms` of a game) fill the overview.
"""

from __future__ import annotations

import json
import sys
import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from engines import games
from lab.cli.table import as_markdown, described, rating_text
from lab.experiments.ratings import Meeting, Ratings, rate, turned
from lab.experiments.robin.question import HEAD, packed, read
from lab.experiments.robin.result import RobinResult
from lab.match.budget import Budget
from lab.match.seats import opening
from lab.words import numerals

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "resources" / "strength"
STRENGTH, PAGE = ROOT / "resources" / "strength.md", ROOT / "resources" / "docs" / "strength.md"
BEGIN, END = "<!-- python -m tests.ratings write: {} -->", "<!-- end -->"
ORDER = ("uttt", "brew", "tron", "csb", "xmasrush", "kutulu", "pacman", "connect_four", "goofspiel")
ALSO = ("tictactoe", "matrix", "marslander")  # solved, pure chance, and a game for one
SHOWN = 5  # players of each pool in the overview
COLUMNS = 100  # of a line of prose


@dataclass(frozen=True)
class Pool:
    """What is known of a game at one budget: the meetings, and per player the CPU milliseconds and
    iterations of a decision, and in a game for one the share not lost and the mean outcome then.
    """

    game: str
    budget: str
    meetings: tuple[Meeting, ...]
    used: Mapping[str, tuple[float, ...]]
    also: str = ""  # how the matches began, where the game alone does not say so

    @property
    def title(self) -> str:
        return games()[self.game].title

    @property
    def time(self) -> str:
        return Budget.parse(self.budget).words.removesuffix(" per move")

    @cached_property
    def ratings(self) -> Ratings:
        return rate(self.meetings)

    @property
    def leaders(self) -> str:
        """The best players, each with its distance from the first; bold where that is unsure."""
        if not self.meetings:
            ranked = sorted(self.used, key=lambda p: -self.used[p][2])[:SHOWN]
            return ", ".join(f"{p} {100 * self.used[p][2]:.0f} %" for p in ranked)
        first, *others = self.ratings.players[:SHOWN]
        words = [f"**{first}**"]
        for player in others:
            less, half = self.ratings.difference(player, first)
            name = f"**{player}**" if player in self.level else player
            words.append(f"{name} {numerals.signed(less, 0)} ±{half:.0f}")
        return ", ".join(words)

    @property
    def level(self) -> list[str]:
        """The first, and all who are not surely weaker."""
        found = []
        for player in self.ratings.players:
            less, half = self.ratings.difference(player, self.ratings.players[0])
            if -less <= half:
                found.append(player)
        return found

    @property
    def tables(self) -> str:
        """Standings, what the ratings miss, and row against column, as Markdown."""
        played = sorted({2 * m.groups for m in self.meetings})
        about = f"{self.time[0].upper()}{self.time[1:]} of CPU time a decision"
        if played:
            about += (
                f", {' to '.join(str(n) for n in {played[0]: 0, played[-1]: 0})} matches a pair"
            )
        about = ", ".join(filter(None, (about, self.also)))
        prose = textwrap.fill(f"{about}. {described(self.ratings)}".strip(), COLUMNS)
        parts = [prose, as_markdown(self._standings)]
        return "\n\n".join([*parts, as_markdown(self._cross)] if self.meetings else parts)

    @property
    def _standings(self) -> list[list[str]]:
        if not self.meetings:
            head = ["player", "not lost", "mean outcome then", "CPU ms a decision", "iterations"]
            ranked = sorted(self.used, key=lambda p: -self.used[p][2])
            return [head] + [
                [p, *(f"{100 * x:.0f} %" for x in self.used[p][2:]), *self._effort(p)]
                for p in ranked
            ]
        head = ["player", "rating, 95 % interval", "CPU ms a decision", "iterations"]
        return [head] + [
            [player, rating_text(self.ratings, player), *self._effort(player)]
            for player in self.ratings.players
        ]

    def _effort(self, player: str) -> tuple[str, str]:
        cpu_ms, iterations = self.used[player][:2]
        return f"{cpu_ms:.2f}", f"{iterations:,.0f}"

    @property
    def _cross(self) -> list[list[str]]:
        met = {(m.first, m.second): m for m in self.meetings}
        met |= {(m.second, m.first): turned(m) for m in self.meetings}
        players = self.ratings.players
        return [["%", *players]] + [
            [row, *(cell(met[row, column]) if (row, column) in met else "" for column in players)]
            for row in players
        ]


def cell(met: Meeting) -> str:
    """A score in percent and half the width of its interval."""
    low, high = met.interval
    return f"{100 * met.mean:.0f} ±{50 * (high - low):.0f}"


def short() -> dict[str, Pool]:
    """The pools of `short.jsonl`, by game."""
    found = {}
    for text in (FOLDER / "short.jsonl").read_text(encoding="utf-8").splitlines():
        line = json.loads(text)
        meetings = tuple(Meeting(*pair) for pair in line["pairs"])
        used = {player: tuple(values.values()) for player, values in line["players"].items()}
        found[line["game"]] = Pool(line["game"], line["budget"], meetings, used)
    return found


def long() -> dict[str, dict[str, Pool]]:
    """The pools of the packed results, by game and budget, the shortest first."""
    found: dict[str, dict[str, Pool]] = {}
    results = sorted(map(read, FOLDER.glob("*-*.jsonl")), key=_amount)
    for result in results:
        plan, game = result.plan, result.plan.configured
        used = {
            player: (*result.used(player), *(result.reached(player) or ()))
            for player in plan.players
        }
        meetings = () if game.seats == 1 else result.ratings.meetings
        starts = plan.openings.words if plan.openings else ""
        also = ", ".join(filter(None, (plan.game.partition(":")[2], starts)))
        pool = Pool(game.name, plan.budget, meetings, used, also)
        found.setdefault(game.name, {})[plan.budget] = pool
    return found


def _amount(result: RobinResult) -> float:
    return Budget.parse(result.plan.budget).amount


def keep(path: Path) -> None:
    """Packs a results file into the folder."""
    result = read(path)
    lines = [HEAD | result.plan.question, *packed(result.met)]
    text = "".join(json.dumps(line) + "\n" for line in lines)
    name = result.plan.configured.name
    (FOLDER / f"{name}-{result.plan.budget}.jsonl").write_text(text, encoding="utf-8")


def overview() -> str:
    """The overview: for each game the best of its pools at an eighth, half and all of the contest's
    time, and who sits in its first match.
    """
    more = long()
    rows = [["game", "contest's time / 8", "/ 2", "all of it", "opens with"], ["---"] * 5]
    for name in ORDER:
        game, pools = games()[name], more.get(name, {})
        times = [pools.get(f"{game.turn_ms // part}ms") for part in (8, 2, 1)]
        cells = [f"{pool.time}: {pool.leaders}" if pool else "not measured" for pool in times]
        rows.append([game.title, *cells, opening(game())])
    return "\n".join("| " + " | ".join(row) + " |" for row in rows)


def details() -> str:
    """All tables of resources/strength.md."""
    pools, more = short(), long()
    parts = []
    for name in ORDER + ALSO:
        parts.append(f"## {pools[name].title}")
        parts += [pool.tables for pool in (pools[name], *more.get(name, {}).values())]
    return "\n\n".join(["", *parts, ""])


def placed(document: str, name: str, text: str) -> str:
    """The document with `text` between the marks of that name."""
    begin = BEGIN.format(name)
    before, found, rest = document.partition(begin)
    _, ended, after = rest.partition(END)
    if not found or not ended:
        raise SystemExit(f"The mark {begin} is missing.")
    return f"{before}{begin}\n{text}\n{END}{after}"


def write() -> None:
    """Writes both documents."""
    for path, name, text in (
        (PAGE, "overview", overview()),
        (STRENGTH, "details", details()),
    ):
        path.write_text(placed(path.read_text(encoding="utf-8"), name, text), encoding="utf-8")


def main(words: Sequence[str]) -> None:
    """Runs one of the two commands."""
    if words[:1] == ["keep"] and len(words) > 1:
        for name in words[1:]:
            keep(Path(name))
    elif words == ["write"]:
        write()
    else:
        raise SystemExit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
