"""Pictures of programs as players: one against a search, two against each other, a fault, and a
position pasted as text.
"""

from __future__ import annotations

import shlex
import sys
import tempfile
from pathlib import Path

from lab.match.records import FAILED
from lab.ui.studio import USUAL, Studio

SMALL = (1280, 800)
LATE = 20  # the turn after which the program answers nonsense
BOT = """
import random, sys

random.seed(3)
for turn in range(1, 99):
    last, cells = input(), [input() for _ in range(int(input()))]
    corners = [cell for cell in cells if sum(map(int, cell.split())) & 1 == 0]
    print(f"they played {last}, {len(cells)} cells are open", file=sys.stderr)
    print(f"{len(corners)} of them suit me: {', '.join(corners)}", file=sys.stderr)
    print(f"[PDATA][{turn}] open = {len(cells)}", file=sys.stderr, flush=True)
    print(random.choice(corners or cells) if turn < %d else "9 9", flush=True)
"""
TEXT = "4 4\n3\n3 3\n3 4\n5 5\n"


def programs(made: Studio) -> None:
    """The program is a real one, written for the picture."""
    with tempfile.TemporaryDirectory(prefix="smitsilab-bot-") as folder:
        path = Path(folder) / "corners.py"
        path.write_text(BOT % (LATE // 2))
        seat = f"cmd:{shlex.join([sys.executable, str(path)])},patience=20"
        _match(made, seat, "uct:budget=2000it")
        made.controller.transport.go_to(12)
        made.settle()
        made.both("8-program")
        made.resize(SMALL)
        made.both("8b-1280x800-program")
        made.resize(USUAL)
        _match(made, seat, seat)
        made.both("8-programs-fault")
        made.controller.positions.start(TEXT, "uttt")
        made.until(
            lambda: made.controller.moment.status.holding and any(made.controller.moment.thoughts())
        )
        made.settle(1.5)
        made.shot("8-pasted")
        made.controller.setup.choose(0, "random")
        made.controller.setup.choose(1, "random")


def _match(made: Studio, *seats: str) -> None:
    """A match in which the program has made its mistake."""
    moment = made.controller.moment
    made.begin("uttt", *seats)
    moment.session.trust.confirm_seats(made.controller.setup.setup.seats)
    if moment.status.activity == FAILED:
        moment.session.retry()
    made.controller.transport.set_speed(float("inf"))
    moment.session.play()
    made.until(lambda: moment.head.turn > 2 and moment.head.outcome)
    made.settle(1.0)
