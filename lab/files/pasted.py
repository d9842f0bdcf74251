"""A position from a contest's input to a player: pasted from a browser, a log, or a file of inputs.

The text may begin with the initial input and continue with one or more turns; a turn alone is read
with the initial input of the match on the board. What the text cannot contain (items not revealed
yet, the others' secrets) is drawn at random, as for a search.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engines import games
from engines.game import Game, Heard, State
from engines.knobs import KnobError
from engines.reading import Reader
from lab.match.decide import seen


class Position(NamedTuple):
    """Where the text ends: the game as the text configures it, the seat that the text is for, the
    turns played, the whole position.
    """

    game: Game
    seat: int
    turn: int
    state: State


def listeners() -> list[Game]:
    """The games whose contest's text can be read, with their usual options."""
    return [kind() for kind in games().values() if kind.heard is not Game.heard]


def position(
    text: str, candidates: Sequence[Game], board: tuple[Game, State] | None = None, seed: int = 0
) -> Position:
    """The position in which the text ends, in the first of the games that it fits; `board` is the
    match on the board and its start.

    KnobError with a sentence if it fits none: the error of the game that read the most lines of it.
    """
    lines = {
        number: line.strip()
        for number, line in enumerate(text.lstrip("\ufeff").splitlines(), 1)
        if line.strip()
    }
    if not lines:
        raise KnobError("There is no text yet: paste what the contest sent to your program.")
    refusals = []
    for game in candidates:
        for intro in (None, *_known(game, board)):
            read = Reader(lines.values())
            try:
                return _whole(_last(game, intro, read, len(lines)), seed)
            except EOFError:
                refusals.append(
                    (
                        read.at,
                        game,
                        f"the text ends after line {max(lines)} in the middle of a turn.",
                    )
                )
            except ValueError as error:
                refusals.append((read.at - 1, game, f"line {[*lines][read.at - 1]}: {error}"))
    if not refusals:
        raise KnobError("There is no game here whose text could be read.")
    _, game, sentence = max(refusals, key=lambda refusal: refusal[0])
    where = f"As a text of {game.title}: " if len(candidates) > 1 else ""
    unknown = "No contest the lab knows sends this text. " if len(candidates) > 1 else ""
    raise KnobError(f"{unknown}{where}{sentence}")


def _known(game: Game, board: tuple[Game, State] | None) -> list[list[str]]:
    """The initial input of the match on the board, if it is of this game."""
    if board is None or board[0].name != game.name:
        return []
    return [game.intro(board[1], seat) for seat in range(board[0].seats)]


def _whole(heard: Heard, seed: int) -> Position:
    return Position(
        heard.game,
        heard.seat,
        heard.turn,
        seen(heard.game, heard.state, heard.seat, seed, heard.turn),
    )


def _last(game: Game, intro: Sequence[str] | None, read: Reader, lines: int) -> Heard:
    """The last turn's content, after an intro or with one; ValueError or EOFError if this is not a
    text of the game.
    """
    told, heard = game.listen(read) if intro is None else intro, None
    while heard is None or read.at < lines:
        heard = (heard.game if heard is not None else game).heard(told, read, heard, ())
        refusal = heard.game.check(heard.state)
        if refusal:
            raise ValueError(f"The position that it completes is impossible ({refusal}).")
    return heard
