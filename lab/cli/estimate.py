"""`smitsilab estimate`: a quantity from random samples, with its 95 % interval shrinking as they
are drawn.
"""

from __future__ import annotations

import argparse
import sys
import time
from typing import Any

from engines.knobs import make
from lab.cli import INTERRUPTED, OK, InputError
from lab.cli.parser import whole
from lab.cli.show import Progress, show_json, table
from lab.experiments.estimate import as_json, finish, parse_estimator
from search.estimators import estimators
from search.estimators.base import EstimatedNumber, EstimateSnapshot, Estimator, Input


def arguments(parser: argparse.ArgumentParser) -> None:
    """The command's arguments."""
    parser.add_argument("what", metavar="|".join(estimators()), help="what is estimated")
    parser.add_argument("--samples", help="how many are drawn; default 1000000")
    parser.add_argument("--seed", type=whole(0, 1 << 62), default=1, help="default 1")
    for each in _inputs():
        parser.add_argument(
            f"--{each.name}",
            nargs="+",
            action="extend" if each.many else "store",
            metavar="TEXT",
            help=each.help,
        )
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(args: argparse.Namespace) -> int:
    """Draws the samples and prints the estimate, after Ctrl-C that of the samples up to then."""
    estimator = _estimator(args)
    # compiles first, so that the seconds below measure only sampling
    _estimator(args).advance(1)
    began = time.process_time()
    code = OK
    with Progress(estimator.goal, lines=True) as bar:
        try:
            finish(estimator, lambda now: bar.update(now.n, f"{_note(now)}{bar.left(now.n)}"))
        except KeyboardInterrupt:
            code = INTERRUPTED
    cpu_s, last = time.process_time() - began, estimator.snapshot()
    if args.json:
        show_json(as_json(estimator, last, cpu_s))
    else:
        print(_text(estimator, last))
    if code == INTERRUPTED:
        print("Stopped; this is the estimate up to then.", file=sys.stderr)
    return code


def _inputs() -> list[Input]:
    """The texts that any estimator reads, each name once."""
    return list(
        {each.name: each for kind in estimators().values() for each in kind.inputs}.values()
    )


def _estimator(args: argparse.Namespace) -> Estimator:
    kind = parse_estimator(args.what)
    own = {each.name for each in kind.inputs}
    given: dict[str, Any] = {
        each.name: getattr(args, each.name)
        for each in _inputs()
        if getattr(args, each.name) is not None
    }
    for name in given:
        if name not in own:
            raise InputError(f"{kind.title} does not read --{name}.")
    texts = {name: " ".join(words) for name, words in given.items()}
    return kind(
        make(kind.Params, {"samples": args.samples} if args.samples is not None else {}),
        args.seed,
        texts,
    )


def _note(snapshot: EstimateSnapshot) -> str:
    """The line that shrinks: samples, and each estimate with its interval."""
    return f"{snapshot.n:,} samples: " + "; ".join(_words(each) for each in snapshot.quantities)


def _words(quantity: EstimatedNumber) -> str:
    return f"{quantity.name} {quantity.value:.6g} ({quantity.low:.6g} to {quantity.high:.6g})"


def _text(estimator: Estimator, snapshot: EstimateSnapshot) -> str:
    head = [
        "",
        "estimate",
        "95 % interval",
        "standard error",
        *(["exact"] if snapshot.exact is not None else []),
    ]
    rows = [_row(each) for each in snapshot.quantities]
    cases = "all cases counted" if snapshot.exhausted else f"seed {estimator.seed}"
    return (
        f"{estimator.title}, {snapshot.n:,} samples, {cases}\n\n{table([head, *rows], indent='  ')}"
    )


def _row(quantity: EstimatedNumber) -> list[str]:
    known = [f"{quantity.exact:.8g}"] if quantity.exact is not None else []
    return [
        quantity.name,
        f"{quantity.value:.8g}",
        f"{quantity.low:.8g} to {quantity.high:.8g}",
        f"{quantity.error:.2g}",
        *known,
    ]
