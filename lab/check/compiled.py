"""A game's rules as they are compiled: typed one by one, then played with every access checked.

A rule that never returns, or that brings the process down, ends it; whoever started it knows from
the last line which rule that was. `python -m lab.check.compiled PART FILE SEED TRACE` runs a part
of a check.
"""

from __future__ import annotations

import json
import os
import re
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any

import numpy as np

from engines import jit
from engines.game import PASS, Game
from engines.knobs import KnobError
from engines.records import stay_plain
from lab.check import laws, shown
from lab.check.blame import Endless, Flaw, blamed, fields_of, line_of
from lab.check.confined import confine, leave, try_loading
from lab.check.deadline import CALL_S, end_after
from lab.check.matches import SPARE, generator, random_joint
from lab.check.plain import FEW, PlainCheck, game_in
from lab.check.sheets import check_sheet

COMPILE_S = 60.0  # CPU seconds for one rule
PLAY_S = 3.0
MATCHES = 20
_LINE = re.compile(r'File "([^"]+)", line (\d+)|defined at (\S+) \((\d+)\)')
_NOISE = re.compile(
    r"^(Failed in .*|During: .*|File \".*|.*<source elided>.*|\^|-+|>+ .*|There are \d+ cand.*|"
    r"This error .*|For more information.*|To see .*|- (argument|Resolution).*|\s*)$"
)

Tell = Callable[[Flaw], object]
Say = Callable[[str], object]


class CompiledCheck:
    """The check of one file, in a process of its own. `say` hears what is about to run."""

    def __init__(self, path: Path, tell: Tell, say: Say) -> None:
        self.path, self._tell, self._say = path.resolve(), tell, say
        self.matches = self.positions = 0

    def run(self, seed: int) -> None:
        """Types the rules, and plays if all can be compiled."""
        game = game_in(self.path)()
        if self._types(game):
            self._plays(game, seed)
        end_after(0)

    def _types(self, game: Game) -> bool:
        good = True
        for name, args in arguments(game):
            rule = getattr(game.rules, name)
            if not isinstance(rule, jit.Compiled):
                continue
            self._say(f"compiling {name}")
            end_after(COMPILE_S)
            try:
                rule.dispatcher.compile(tuple(map(rule.dispatcher.typeof_pyval, args)))
            except Exception as error:
                good = False
                line, said = self._typing(error, line_of(game, name, self.path))
                self._tell(Flaw(self.path.name, line, f"{name} cannot be compiled: {said}"))
        return good

    def _typing(self, error: Exception, line: int) -> tuple[int, str]:
        """The last line of the file that numba names, and the sentence that says most."""
        text = re.sub(r"\x1b\[[0-9;]*m", "", str(error))
        found = [
            int(first or second)
            for file, first, other, second in _LINE.findall(text)
            if Path(file or other).name == self.path.name
        ]
        known = getattr(getattr(error, "loc", None), "line", None)
        words = [each.strip() for each in text.splitlines() if not _NOISE.match(each.strip())]
        said = next((each for each in words if not each.endswith(":")), "") or (
            words[0] if words else type(error).__name__
        )
        if isinstance(error, KeyError):
            said = f"there is no {error}"
        said = re.sub(r", defined at .*", "", said).rstrip(".")
        return (found[-1] if found else known or line), said

    def _plays(self, game: Game, seed: int) -> None:
        began = time.process_time()
        for number in range(MATCHES):
            if number and time.process_time() - began > PLAY_S:
                return
            if not self._match(game, seed + number):
                return
            self.matches += 1

    def _match(self, game: Game, seed: int) -> bool:
        rng, state, turn = generator(seed), game.initial(seed), 0
        try:
            while not game.rules.is_over(state) and turn <= game.most_turns:
                self._say(f"playing seed {seed} turn {turn}")
                end_after(10 * CALL_S)
                self.positions += 1
                laws.check_actions(game, state, rng)
                laws.check_value(game, state)
                shown.check_position(game, state)
                joint = random_joint(game, state, rng)
                if turn % 5 == 0:
                    laws.check_forfeit(game, state)
                game.rules.step(state, joint, generator(seed, turn), None)
                turn += 1
        except BaseException as error:
            line, said = blamed(error, self.path, game)
            self._tell(Flaw(self.path.name, line, said, seed, turn, fields_of(state)))
            return False
        return True


def arguments(game: Game) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """What each rule of a game is called with."""
    state, rng = game.initial(1), generator(1)
    whole, w = np.zeros(game.max_actions + SPARE, np.int64), game.weights()
    joint, values = np.full(game.agents, PASS, np.int64), np.zeros(game.agents)
    probs, likely = np.zeros(game.max_outcomes + SPARE), np.zeros(game.max_actions)
    known: dict[str, tuple[Any, ...]] = {
        **dict.fromkeys(("to_move", "is_over", "key", "quiet"), (state,)),
        "legal": (state, 0, whole),
        **dict.fromkeys(("is_legal", "order", "place", "move"), (state, 0, 0)),
        "step": (state, joint, rng, None),
        "outcome": (state, np.zeros(game.seats)),
        **dict.fromkeys(("value", "lasting"), (state, w, values)),
        **dict.fromkeys(("random_action", "policy", "sample"), (state, 0, rng)),
        **dict.fromkeys(("observe", "rest"), (state, 0)),
        "prepare": (state, w),
        "prior": (state, 0, whole, 1, likely),
        "chance": (state, joint, probs),
        "settle": (state, joint, 0),
        "after": (state, 0, 0, w, values),
    }
    for each in fields(game.rules):
        if each.name in known and getattr(game.rules, each.name) is not None:
            yield each.name, known[each.name]


def main(part: str, file: str, seed: int, trace: str) -> None:
    """Runs a part in a process of its own and prints JSON lines: findings, what is about to run,
    and the counts at its end. The file's own prints go to standard error, and where a signal ends
    it to `trace`.
    """
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)

    def write(**line: Any) -> None:
        print(json.dumps(line), file=out, flush=True)

    path = Path(file)
    confine(Path(trace))
    try:
        if part == "load":
            try_loading(path)
            write(matches=0, positions=0)
        elif part == "sheet":
            matches, positions = check_sheet(
                path, lambda found: write(found=asdict(found)), lambda now: write(now=now)
            )
            write(matches=matches, positions=positions)
        elif part in ("plain", "quick"):
            stay_plain()
            plain = PlainCheck(path, lambda found: write(found=asdict(found)))
            plain.run(seed, **({"matches": FEW} if part == "quick" else {}))
            write(matches=plain.matches, positions=plain.positions)
        else:
            compiled = CompiledCheck(
                path, lambda found: write(found=asdict(found)), lambda now: write(now=now)
            )
            compiled.run(seed)
            write(matches=compiled.matches, positions=compiled.positions)
    except (KnobError, ValueError) as error:
        write(unreadable=str(error))
    except Endless as error:
        line, said = blamed(error, path.resolve())
        write(unreadable=f"{path} cannot be loaded: line {line} {said.partition(' ')[2]}.")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4])
    leave()
