"""A replay that keeps its review: a copy of the match to which each judged move is added."""

from __future__ import annotations

import gzip
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, Self, cast

from engines.game import Game
from lab.files.codingame import Imported
from lab.files.replay import Replay, file_contents, save
from lab.files.review_lines import ReviewedMove, ReviewHead, encode_head, encode_move


class ReviewFile:
    """Writes a copy of a match and then each move as it is judged, flushed at once, so that a
    review that is stopped keeps what is done. The draft becomes the file when the caller says so.
    """

    def __init__(self, source: Path, draft: Path, replay: Replay, head: ReviewHead) -> None:
        self._game: Game = replay.game
        self._newest = replay.tree.newest
        packed = draft.name.endswith(".gz")
        text = _text(source, draft, replay)
        self._plain = open(draft, "wb")  # noqa: SIM115 - closed by __exit__
        self._file: BinaryIO = (
            cast("BinaryIO", gzip.GzipFile("", "wb", fileobj=self._plain, mtime=0))
            if packed
            else self._plain
        )
        self._file.write(text)
        self._write(encode_head(self._game, head))

    def add(self, moves: Sequence[ReviewedMove]) -> None:
        """Appends judged moves."""
        for move in moves:
            self._write(encode_move(move, self._newest[move.turn - 1]))

    def _write(self, line: Mapping[str, Any]) -> None:
        self._file.write(json.dumps(line, separators=(",", ":"), allow_nan=False).encode() + b"\n")
        self._file.flush()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._file.close()
        self._plain.close()


def _text(source: Path, draft: Path, replay: Replay) -> bytes:
    """The whole lines of a replay of ours; of a contest's recording, the match as one of ours."""
    if isinstance(replay, Imported):
        save(draft, replay.result)
        source = draft
    text, _ = file_contents(source)
    return text[: text.rfind(b"\n") + 1]
