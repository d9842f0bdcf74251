"""Files that would take down whoever loads or plays them: `rows.py` with a change, each of a kind
of its own. What a person is told is data here, as in `broken.py`.
"""

from __future__ import annotations

from tests.games.broken import Mistake

TOP = "COUNT = [0]\n"
LABEL = "        return f\"{'abcd'[action % W]}{action // W + 1}\"\n"
PLACES = {
    "scene": "        discs = [\n",
    "label": LABEL,
    "view": '        rows = ["".join(',
    "standing": '        return f"{int(',
    "parse": "        word = lines[0].strip()",
    "targets": "        out = np.zeros(CELLS, np.int64)\n",
}


def loads(name: str, code: str, said: str, line: str = "", plays: bool = False) -> Mistake:
    """Code that runs when the file is loaded; the line that is named is its last."""
    last = code.splitlines()[-1].strip()
    return Mistake(name, TOP, f"{TOP}{code}\n", said, line or last, plays)


def meets(place: str, name: str, code: str, said: str, plays: bool = False) -> Mistake:
    """Code that runs in a method, in turn 3."""
    new = f"        if state.turn == 3:\n            {code}\n{PLACES[place]}"
    return Mistake(f"{place}_{name}", PLACES[place], new, said, code, plays)


# what a process that loads it would not survive
AT_LOADING = (
    loads("exits", "import sys\nsys.exit(3)", "ends the program"),
    loads("leaves", "import os\nos._exit(3)", "ends the program"),
    loads("crashes", "import ctypes\nctypes.string_at(0)", "brought its process down"),
    loads("aborts", "import os\nos.abort()", "brought its process down"),
    loads("interrupts", "raise KeyboardInterrupt", "ends the program"),
    loads("recurses", "def deep():\n    deep()\ndeep()", "RecursionError", "deep()"),
    loads("asks", "input()", "EOFError"),
    loads("closes", "import sys\nsys.stdout.close()", "closes the output", "?"),
    loads(
        "threads",
        "import threading, time\nthreading.Thread(target=time.sleep, args=(9,)).start()",
        "starts a thread",
        "?",
    ),
    loads("hoards", "HELD = []\nwhile True: HELD.append(bytearray(1 << 28))", "MemoryError"),
    loads("circles", "while True: pass", "did not come back"),
    loads("sleeps", "import time\ntime.sleep(3600)", "waited"),
)
# what plain Python finds, in a process that has to survive it
IN_PLAY = (
    *(meets(place, "exits", "raise SystemExit(3)", "SystemExit") for place in PLACES),
    *(meets(place, "circles", "while True: pass", "come back") for place in PLACES),
    meets("scene", "sleeps", "import time; time.sleep(3600)", "waited"),
    meets("label", "recurses", "f = lambda f: f(f); f(f)", "RecursionError", plays=True),
    meets("parse", "fails", "raise ValueError('no')", "the text (parse)", plays=True),
    Mistake("begins", "        return self.blank()\n", "        while True: pass\n", "come back"),
    Mistake("made", "        self.keep_rules()\n", "        raise SystemExit(0)\n", "SystemExit"),
    Mistake(
        "no_scene",
        "        return Scene(0, 0, W, H",
        "        return None and Scene(0, 0, W, H",
        "gives no Scene",
        "def scene",
    ),
    Mistake("number", LABEL, "        return action\n", "gives no text", "def label"),
    Mistake(
        "no_list",
        "        return [Target(int(c)",
        "        return None and [Target(int(c)",
        "gives no list",
        "def targets",
    ),
    Mistake(
        "nobody_moves",
        "    return s.mover\n",
        "    return None\n",
        "the rule to_move gives what cannot be used",
        "def to_move",
    ),
    Mistake("result", "    out[0] = lead\n", "    out[0] = np.nan\n", "nan", "def outcome"),
)
# what only a process of its own survives
IN_CHECK = (
    meets("scene", "leaves", "import os; os._exit(3)", "SystemExit"),
    meets("view", "crashes", "import ctypes; ctypes.string_at(0)", "brought its process down"),
    meets("label", "hoards", "while True: COUNT.append(bytearray(1 << 28))", "MemoryError"),
)
