"""What cannot be played or kept."""

from __future__ import annotations

from engines.knobs import KnobError


class BatchError(KnobError):
    """Matches that cannot be played, or a file that cannot keep them; the text is one sentence for
    the user.
    """
