"""Recordings of real referees, which the traces hold line by line, written as CodinGame's two kinds
of JSON.

The site's kind follows public replays (`tests/codingame`), the runner's the class GameResult of
CodinGame/codingame-game-engine, the views of Witch's Brew Serializer.java of
CodinGame/FallChallenge2020. Kutulu's and Xmas Rush's views are pictures only and left empty.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

Record = Mapping[str, Any]
TRACES = Path(__file__).parents[2] / "traces"


class Asked(NamedTuple):
    """One question: to whom, the lines of the answer (None: too late), what is shown after it."""

    seat: int
    lines: Sequence[str] | None
    view: str = ""
    said: str = ""


class Match(NamedTuple):
    """A match on its way into a file."""

    params: Sequence[str]
    opening: Asked
    asked: Sequence[Asked]
    scores: Sequence[float]


def trace(name: str) -> list[Record]:
    """The records of a trace, "csb/csb_1036"."""
    with gzip.open(TRACES / f"{name}.jsonl.gz", "rt") as file:
        return [json.loads(line) for line in file]


def match_of(name: str) -> Match:
    """A trace as a match."""
    return MAKERS[name.partition("/")[0]](trace(name))


def site(match: Match) -> dict[str, Any]:
    """As the site gives it out."""
    frames: list[dict[str, Any]] = []
    for k, each in enumerate([match.opening, *match.asked]):
        frame = {
            "gameInformation": each.said,
            "view": each.view or f" {k}\n",
            "keyframe": bool(each.view),
            "agentId": each.seat,
        }
        frames.append(
            frame
            | (
                {"stdout": "".join(f"{line}\n" for line in each.lines)}
                if each.lines is not None
                else {}
            )
        )
    ranks = [sum(other > score for other in match.scores) for score in match.scores]
    agents = [
        {"index": k, "agentId": 77 + k, "codingamer": {"pseudo": f"it's {k}"}}
        for k in range(len(ranks))
    ]
    told = "".join(f"{line}\n" for line in match.params)
    return {
        "frames": frames,
        "gameId": 1,
        "refereeInput": told,
        "scores": match.scores,
        "ranks": ranks,
        "tooltips": [],
        "agents": agents,
    }


def runner(match: Match) -> dict[str, Any]:
    """As the game engine's runner writes it."""
    seats = range(len(match.scores))
    outputs: dict[str, list[Any]] = {"referee": [], **{str(seat): [None] for seat in seats}}
    for each in match.asked:
        for seat in seats:
            mine = seat == each.seat and each.lines is not None
            outputs[str(seat)].append(
                "".join(f"{line}\n" for line in each.lines or ()) if mine else None
            )
    views = [
        each.view or f"INTERMEDIATE_FRAME {k}\n"
        for k, each in enumerate([match.opening, *match.asked])
    ]
    scores = {str(k): score for k, score in enumerate(match.scores)}
    return {
        "outputs": outputs,
        "errors": {},
        "views": views,
        "scores": scores,
        "uinput": list(match.params),
        "failCause": None,
    }


def _csb(records: Sequence[Record]) -> Match:
    init, end = records[0], records[-1]
    starts = [line.split()[:2] for line in records[1]["in"]["0"]]
    flat = " ".join(f"{x} {y}" for x, y in init["checkpoints"])
    still = [f'{x}.0 {y}.0 0 0 0 0 null null null 0 1 1\n""' for x, y in starts]
    pods = " ".join(f"{k // 2} {x}.0 {y}.0" for k, (x, y) in enumerate(starts))
    opening = "\n".join(
        [
            " 0",
            "CodersStrikeBack",
            "16000 9000 400 600 4 0.3141592653589793",
            flat,
            pods,
            *still,
            "1:100 1:100",
            "",
        ]
    )
    asked = []
    for record in records[1:-1]:
        for seat, lines in sorted(record["out"].items()):
            view = (
                _csb_view(record, len(init["checkpoints"]))
                if seat == "1" and record["state"]
                else ""
            )
            asked.append(Asked(int(seat), lines, view))
    scores = [2.0 if end["winner"] == seat else 0.0 for seat in (0, 1)]
    if end["reason"] == "checkpoint_timeout_both":
        scores = [0.0, 0.0]
    return Match(
        [f"seed={init['seed']}", f"map={flat}", "pod_per_player=2"],
        Asked(-1, None, opening),
        asked,
        scores,
    )


def _csb_view(record: Record, count: int) -> str:
    pods = []
    for pod in record["state"]["pods"]:
        angle = pod["angle"] if pod["rotated"] else "null"
        pods.append(
            f"{pod['x']}.0 {pod['y']}.0 {pod['vx']} {pod['vy']} 200 0 1 1 {angle} 0 "
            f'{pod["next"] % count} 1\n""'
        )
    first, second = record["state"]["timeout"]
    return "\n".join(
        [
            f" {2 * record['turn']}",
            *pods,
            f"1:{first} 2:{second}",
            "34 0.25 3 2347 6538 1 2015 7266 1023.8 28 189",
            "",
        ]
    )


def _uttt(records: Sequence[Record]) -> Match:
    asked = [Asked(r["player"], None if r["timeout"] else [r["out"]]) for r in records[1:-1]]
    return Match([f"seed={records[0]['seed']}"], Asked(-1, None), asked, records[-1]["scores"])


def _tron(records: Sequence[Record]) -> Match:
    init = records[0]
    cells = "".join(f"{x} {y}\n" for x, y in init["start"].values())
    moves = [move for record in records[1:-1] for move in record["moves"] if not move["after_end"]]
    ranking = records[-1]["ranking"]
    scores = [len(ranking) - ranking.index(player) for player in range(init["players"])]
    opening = Asked(-1, None, f" 0\nTron\n30 20 {init['players']}\n{cells}")
    return Match(
        [f"seed={init['seed']}"], opening, [Asked(move["p"], move["out"]) for move in moves], scores
    )


def _xmasrush(records: Sequence[Record]) -> Match:
    """After each turn come frames in which the referee only moves its pictures: it then asks the
    first player for nothing.
    """
    asked = []
    for record in records[1:-1]:
        asked += [Asked(seat, player["output"]) for seat, player in enumerate(record["players"])]
        asked += [Asked(0, None)] * (len(record["frames"]) - 1)
    return Match(
        [f"seed={records[0]['seed']}"], Asked(-1, None), asked, records[-1]["final_scores"]
    )


def _brew(records: Sequence[Record]) -> Match:
    asked = []
    for number, record in enumerate(records[1:-1], 1):
        frame = json.dumps({"duration": 1000, "graphics": _brew_view(record["state"])})
        first, second = (player["output"] for player in record["players"])
        asked += [Asked(0, first), Asked(1, second, f"KEY_FRAME {number}\n{frame}")]
    begin = json.dumps(
        {"global": {"graphics": ""}, "frame": {"graphics": _brew_view(records[0]["state"])}}
    )
    return Match(
        [f"seed={records[0]['seed']}"],
        Asked(-1, None, f"KEY_FRAME 0\n{begin}"),
        asked,
        records[-1]["final_scores"],
    )


def _brew_view(state: Record) -> str:
    def line(numbers: Iterator[Any]) -> str:
        return " ".join(map(str, numbers))

    players = state["players"]
    spells = [line(row[0] for row in player["spells"]) for player in players]
    bags = [line(iter(player["inv"])) for player in players]
    active = line(row[0] for player in players for row in player["spells"] if row[-1])
    tax = line(f"{spell} {n}" for spell, n in state["tome"] if n)
    bonus = line(
        f"{k} {left},{value}"
        for k, (left, value) in enumerate(
            zip(state["bonus_left"], state["bonus_value"], strict=True)
        )
        if left
    )
    event = ["1", "0 0 _ _ 0 0 0", "0", "0"]
    shared = [line(row[0] for row in state["tome"]), line(iter(state["orders"]))]
    scores = line(player["score"] for player in players)
    return "\n".join(
        [*event, scores, "2", *spells, *shared, "2", *bags, active, tax, bonus, "0 hello"]
    )


def _kutulu(records: Sequence[Record]) -> Match:
    asked = []
    for record in records[1:-1]:
        for seat, (heard, said) in enumerate(zip(record["in"], record["out"], strict=True)):
            if heard is not None:
                asked.append(Asked(seat, None if said is None else [said]))
    forced = [f"map={records[0]['map_param']}"] if records[0]["map_param"] else []
    return Match(
        [f"seed={records[0]['seed']}", *forced], Asked(-1, None), asked, records[-1]["scores"]
    )


def _marslander(records: Sequence[Record]) -> Match:
    def flight(line: str) -> str:
        x, y, hs, vs, fuel, rotate, power = line.split()
        return (
            f"X={x}m, Y={y}m, HSpeed={hs}m/s VSpeed={vs}m/s\nFuel={fuel}l, Angle={rotate}°, "
            f"Power={power} ({power}.0m/s2)\n"
        )

    turns = records[1:-1]
    after = [flight(record["in"][0]) for record in turns[1:]] + [""]
    asked = [Asked(0, record["out"], said=said) for record, said in zip(turns, after, strict=True)]
    return Match(
        [],
        Asked(-1, None, said="Landing phase starting\n" + flight(turns[0]["in"][0])),
        asked,
        [0.0],
    )


MAKERS = {
    "csb": _csb,
    "uttt": _uttt,
    "tron": _tron,
    "xmasrush": _xmasrush,
    "brew": _brew,
    "kutulu": _kutulu,
    "marslander": _marslander,
}
