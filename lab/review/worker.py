"""The process that searches for a review: `{"warm": 0}` compiles what is needed, every other job is
a question.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from lab.batch.serve import serve, warm
from lab.review.plan import ReviewPlan, read_plan
from lab.review.searching import find, question_of


def answer(plan: ReviewPlan, job: Mapping[str, Any]) -> dict[str, Any]:
    """Does one job."""
    if "warm" in job:
        warm(plan.game, plan.head.spec, plan.head.seed)
        return {}
    return find(plan, question_of(job)).as_line


if __name__ == "__main__":
    serve(lambda line: partial(answer, read_plan(line)))
