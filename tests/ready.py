"""How long sheets in GDL take until their board is shown and a bot can move, from nothing:

    python -m tests.ready FILE.kif ...

Each is read in a process of its own with an empty cache, and all is compiled that a match of UCT,
or of DUCT where roles move at once, needs. Seconds are of CPU time: those of reading, grounding,
the net and the board, and all. Memory is the most that was used.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

LATEST = 600  # seconds
ROW = "{sheet:<16} {rules:>9,} rules {read:>6.1f} s read {ready:>6.1f} s ready {mb:>6,} MB {search}"


def measured(path: Path) -> dict[str, object]:
    """The figures of a sheet, in this process."""
    from engines.gdl import unit
    from engines.own_files import name_in
    from lab.match.prepare import load
    from lab.match.seats import parse_game
    from search import algorithms

    begun = time.process_time()
    unit.link()
    linked = time.process_time()
    game: Any = parse_game(name_in(path))
    game.scene(game.initial(1))
    read = time.process_time() - linked
    search = "duct" if game.simultaneous else "uct"
    load(game, algorithms()[search])
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
    found = {"sheet": path.stem, "rules": game.sheet.instances, "read": read, "mb": peak}
    return found | {"ready": time.process_time() - begun, "search": search}


def main() -> None:
    """Prints a row for each file."""
    for name in sys.argv[1:]:
        with tempfile.TemporaryDirectory() as cache:
            command = [sys.executable, "-m", "tests.ready", "--one", name]
            environment = os.environ | {"SMITSILAB_CACHE": cache}
            try:
                found = subprocess.run(
                    command, env=environment, capture_output=True, text=True, timeout=LATEST
                )
            except subprocess.TimeoutExpired:
                print(f"{Path(name).stem:<16} not ready in {LATEST} s", flush=True)
                continue
        if found.returncode:
            print(f"{Path(name).stem:<16} {found.stderr.strip().splitlines()[-1]}", flush=True)
        else:
            print(ROW.format(**json.loads(found.stdout.splitlines()[-1])), flush=True)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--one"]:
        print(json.dumps(measured(Path(sys.argv[2]))))
    else:
        main()
