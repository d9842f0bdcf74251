"""Video files, written by ffmpeg: the one on the PATH, or the one that the extra `video` brings."""

from __future__ import annotations

import importlib
import importlib.util
import shutil
import subprocess
import tempfile
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from lab.export.formats import NoFormat

MP4, WEBM = ".mp4", ".webm"
NO_FFMPEG = "Video needs ffmpeg on the PATH, or: pip install 'smitsilab[video]'."
CODECS = {
    MP4: ("-c:v", "libx264", "-crf", "18", "-movflags", "+faststart", "-f", "mp4"),
    WEBM: ("-c:v", "libvpx-vp9", "-b:v", "0", "-crf", "30", "-f", "webm"),
}
PATIENCE_S = 60.0  # for the last frames to be written


def ffmpeg() -> str | None:
    """The program, None where there is none."""
    found = shutil.which("ffmpeg")
    if found is None and importlib.util.find_spec("imageio_ffmpeg") is not None:
        try:
            package: Any = importlib.import_module("imageio_ffmpeg")
            found = str(package.get_ffmpeg_exe())
        except RuntimeError:  # it brings none for this system
            return None
    return found


class Video:
    """A file that frames of `width` x `height` pixels, both even, are written into as RGB bytes; a
    context, at whose end the file is whole. An error inside ends ffmpeg.
    """

    def __init__(self, path: Path, ending: str, width: int, height: int, frames_per_s: float):
        program = ffmpeg()
        if program is None:
            raise NoFormat(NO_FFMPEG)
        self._said = tempfile.TemporaryFile()  # noqa: SIM115 - closed at the context's end
        given = ("-f", "rawvideo", "-pix_fmt", "rgb24", "-s", f"{width}x{height}")
        rate = ("-r", f"{frames_per_s:g}", "-i", "-", "-pix_fmt", "yuv420p")
        self._process = subprocess.Popen(
            [program, "-y", "-loglevel", "error", *given, *rate, *CODECS[ending], str(path)],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=self._said,
        )

    def add(self, frame: bytes) -> None:
        """Writes one frame; NoFormat if ffmpeg has ended."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(frame)
        except OSError:
            self._process.wait(PATIENCE_S)
            self._refuse()

    def _refuse(self) -> None:
        self._said.seek(0)
        lines = self._said.read().decode(errors="replace").strip().splitlines()
        raise NoFormat(f"ffmpeg could not write the video: {lines[-1] if lines else 'it ended'}.")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        assert self._process.stdin is not None
        try:
            if error is not None:
                self._process.kill()
            with suppress(OSError):  # it has ended before; its code says why
                self._process.stdin.close()
            code = self._process.wait(PATIENCE_S)
            if code and error is None:
                self._refuse()
        finally:
            self._said.close()
