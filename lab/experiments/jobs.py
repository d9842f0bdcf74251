"""Line-ups as workers take them and as people read them."""

from __future__ import annotations

import json
from collections.abc import Iterable
from concurrent.futures import CancelledError, Future

from engines.game import spec_of
from engines.knobs import make
from lab.batch.about import current_digest
from lab.batch.entrants import program_digest
from lab.batch.errors import ENDED, BatchError, CalledOff
from lab.batch.games import GameRecord, GroupJob, LineUp
from lab.match.seats import parse_kind
from lab.programs.spec import Program


def game_text(lineup: LineUp) -> str:
    """The game of a line-up as --game takes it."""
    condition = lineup.condition
    options = make(parse_kind(condition.game).Options, json.loads(condition.options))
    return spec_of(condition.game, options)


def job_of(lineup: LineUp, seed: int, seatings: tuple[int, ...], tape: bool = False) -> GroupJob:
    """The job that plays these seatings of a line-up on one seed, with this version of the sources
    and of the programs. Actions are kept if `tape` asks for them, and where searching again would
    not repeat the game.
    """
    programs = tuple(side.program_digest for side in lineup.sides)
    return GroupJob(
        game_text(lineup),
        tuple(side.text for side in lineup.sides),
        lineup.condition.clock,
        seed,
        seatings,
        start=lineup.condition.start_of(seed),
        expects=current_digest(),
        programs=programs,
        tape=tape or not lineup.repeats,
    )


def changed(lineup: LineUp) -> bool:
    """Whether the files of a program are not those that the line-up knows."""
    programs = [side for side in lineup.sides if side.kind == "program"]
    return any(program_digest(Program(side.program)) != side.program_digest for side in programs)


def words_of(lineup: LineUp) -> str:
    """Who plays: "uct:c=0.3 against scripted"."""
    return " against ".join(side.text for side in lineup.sides)


def records_of(
    future: Future[tuple[GameRecord, ...]], lineup: LineUp, seed: int, missing: Iterable[int]
) -> tuple[GameRecord, ...]:
    """The games of a job; where the job itself failed, failed games. CalledOff where it was ended,
    BatchError where a program is not the one that was asked for any more.
    """
    try:
        return future.result()
    except CancelledError:
        raise CalledOff(ENDED) from None
    except CalledOff:
        raise
    except BatchError as error:
        if changed(lineup):
            raise
        words = str(error)
    except Exception as error:
        words = f"{type(error).__name__}: {error}"
    return tuple(GameRecord(seed, k, error=words) for k in missing)
