"""What cannot be played or kept."""

from __future__ import annotations

from engines.knobs import KnobError

ENDED = "The games were ended before they were finished."


class BatchError(KnobError):
    """Matches that cannot be played, or a file that cannot keep them; the text is one sentence for
    the user.
    """


class CalledOff(BatchError):
    """Games that were ended before they were finished: nothing can be said of them, not even that
    they failed.
    """


class SeatRefused(BatchError):
    """A player that nobody here can play, as a program that no computer of a cluster has."""
