"""`smitsilab worker`: plays games for a Dask scheduler on this computer."""

from __future__ import annotations

import argparse
import shlex
import sys
from functools import cache, partial

from lab.batch.cluster.link import secure
from lab.batch.cluster.worker import run_workers
from lab.batch.computer import cores
from lab.cli import INTERRUPTED
from lab.cli.parser import whole
from lab.cli.playing import add_tls
from lab.cli.show import say
from lab.signals import end_in_order


def arguments(parser: argparse.ArgumentParser) -> None:
    """The command's arguments."""
    parser.add_argument("address", metavar="ADDRESS", help="the scheduler, as tcp://host:8786")
    parser.add_argument(
        "--processes",
        type=whole(1, 4096),
        default=cores(),
        help="how many play at the same time; default one for each core",
    )
    add_tls(parser)


def run(args: argparse.Namespace) -> int:
    """Works until Ctrl-C or a request to end."""
    end_in_order()
    if args.tls is not None:
        secure(args.tls)
    tell_once = cache(partial(_stopped, args))
    try:
        run_workers(args.address, args.processes, say, tell_once)
    except KeyboardInterrupt:
        tell_once()
        return INTERRUPTED


def _stopped(args: argparse.Namespace) -> None:
    """Says how to go on."""
    words = ["smitsilab", "worker", args.address, "--processes", str(args.processes)]
    words += ["--tls", str(args.tls)] if args.tls is not None else []
    said = "Stopped; other workers play what was being played here. This goes on:"
    say(f"{said}\n{shlex.join(words)}", file=sys.stderr, flush=True)
