"""A process that waits for new evaluations of a game's file: it checks each as plain Python and
compiles it apart, in less time than a process takes to start.

`python -m lab.check.evaluator FILE TRACE` reads the name and the options of a game from each
line of its input, behind them the `rest` and `kernels` of the version before if it is to answer for
another evaluation alone, and answers with a line, all of them JSON: {"digest": of the file} of what
it has compiled, "" of what it has not, or what is wrong with it.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
import time
from dataclasses import asdict
from pathlib import Path
from typing import Any

from engines import jit
from engines.calling import compile_apart, rehearse_apart
from engines.game import Game, State
from engines.knobs import KnobError, Value, make
from engines.own_files import loaded, named_in, renew, version_of
from engines.records import plain
from lab.check import laws
from lab.check.blame import Flaw, blamed
from lab.check.confined import confine, leave
from lab.check.deadline import CALL_S, within
from lab.check.matches import generator, random_joint, stepped

MATCHES = 8
PLAY_S, LOOK_S = 0.1, 0.1  # CPU seconds after which no further position is made, and looked at
# those that were made, by the rest of the file and the options: the next evaluation is of the same
_positions: dict[tuple[str, object], list[tuple[int, int, State]]] = {}


def answer(
    path: Path, name: str, options: dict[str, Value], rest: str = "", kernels: str = ""
) -> dict[str, Any]:
    """Checks and compiles the evaluation of a file as it is now."""
    try:
        with within(CALL_S):
            kind = named_in(renew(path)).get(name)
        if kind is None or not issubclass(kind, Game):
            raise KnobError(f"{path.name} holds no game {name} any more.")
        game = kind(make(kind.Options, options))
    except KnobError as error:
        return {"unreadable": str(error)}
    version = version_of(kind)
    assert version is not None  # it comes from a file
    if rest and (version.rest != rest or version.kernels == kernels):
        return {"digest": ""}
    with jit.plain():
        flaw = _flaw(game, path)
    if flaw is not None:
        return {"found": asdict(flaw)}
    try:
        compile_apart(game)
    except Exception as error:
        line, said = blamed(error, path, game, "value")
        said = said if line > 1 else f"value cannot be compiled: {type(error).__name__}"
        return {"found": asdict(Flaw(path.name, line, said))}
    return {"digest": version.digest}


def _flaw(game: Game, path: Path) -> Flaw | None:
    """What is wrong with its values in positions of random matches."""
    version = version_of(type(game))
    assert version is not None
    played = version.rest, game.kernel_key
    if played not in _positions or not played[0]:
        _positions.clear()
        _positions[played] = _played(game, path)
    began = time.process_time()
    for seed, turn, state in _positions[played]:
        if time.process_time() - began > LOOK_S:
            break
        try:
            with within(CALL_S):
                laws.check_range(game, state)
        except BaseException as error:
            line, said = blamed(error, path, game, "value")
            return Flaw(path.name, line, said, seed, turn)
    return None


def _played(game: Game, path: Path) -> list[tuple[int, int, State]]:
    """Positions of random matches, with their seeds and turns."""
    found, began = list[tuple[int, int, State]](), time.process_time()
    for seed in range(1, MATCHES + 1):
        rng, state, turn = generator(seed), plain(game.initial(seed)), 0
        while time.process_time() - began < PLAY_S:
            found.append((seed, turn, state))
            if game.rules.is_over(state) or turn >= game.most_turns:
                break
            state, turn = stepped(game, state, random_joint(game, state, rng)), turn + 1
    return found


def main(file: str, trace: str) -> None:
    """Answers until its input ends."""
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    confine(Path(trace))
    for number, line in enumerate(sys.stdin):
        asked = json.loads(line)
        print(json.dumps(answer(Path(file), *asked)), file=out, flush=True)
        if not number:
            rehearse(Path(file), *asked[:2])


def rehearse(path: Path, name: str, options: dict[str, Value]) -> None:
    """Compiles an evaluation that may have come from disk: the first one takes numba half a second
    more, which nobody waits for now.
    """
    with contextlib.suppress(Exception):  # the next answer says what is wrong
        kind = named_in(loaded(path))[name]
        rehearse_apart(kind(make(kind.Options, options)))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
    leave()
