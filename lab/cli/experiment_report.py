"""An experiment as text for a terminal."""

from __future__ import annotations

from lab.cli.show import table
from lab.experiments.claims.result import ExperimentResult
from lab.experiments.claims.words import table_at
from lab.export.experiment_page import GROUPS, about, head, played, remarks


def text_of(result: ExperimentResult) -> str:
    """For a terminal."""
    parts = ["\n".join((result.file.question, about(result), result.sentence))]
    for budget in played(result):
        parts.append(f"{head(result, budget)}\n{table(table_at(result, budget), (GROUPS,))}")
    return "\n\n".join((*parts, *filter(None, ["\n".join(remarks(result))])))
