"""The knobs of Smitsimax, with the defaults that measured play chose."""

from __future__ import annotations

from dataclasses import dataclass

from engines.knobs import NEXT, RESCALE, RESTART, choice, integer, number
from search.arena import exploration, final_choice, memory
from search.evaluation import evaluation, network_file
from search.learned_moves import KINDS, Idle, epsilon, heat, pick, policy
from search.parallel.crew import parallel, threads

DEEPEST = 30  # turns ahead
FULL: Idle = {"expansion": "full"}  # nobody plays below the trees
UNLEARNED: Idle = FULL | {"playout": "random"}
SETTLED = 2000  # iterations after which the trees may grow deeper


@dataclass(frozen=True)
class Params:
    """Smitsimax's knobs."""

    c: float = exploration(0.3)
    depth: int = integer(
        6,
        1,
        DEEPEST,
        "Depth",
        (
            "How many turns ahead each iteration plays before it is evaluated; Deeper later adds "
            "to it. Low: sees little, sure of it. High: sees far, never converges."
        ),
        unit="turns",
        effect=RESTART,
        main=True,
    )
    deeper: int = integer(
        0,
        0,
        DEEPEST,
        "Deeper later",
        (
            f"How many turns more each iteration plays once {SETTLED:,} are done, up to {DEEPEST} "
            "in all. By then the first turns are settled; before, a greater depth only blurs them."
        ),
        unit="turns",
        effect=RESTART,
        off=0,
        unsaid=True,
    )
    random_visits: int = integer(
        10,
        0,
        50,
        "Random visits",
        (
            "How many first visits of a node choose at random. They keep bad moves of all "
            "agents from confirming one another."
        ),
        unit="per node",
        main=True,
    )
    untried: str = choice(
        "first",
        {"first": "before all others", "ucb": "by UCB1"},
        "Untried actions",
        (
            "Whether untried actions of a node go before all others, or are chosen at random on "
            "the random visits and then by UCB1, each as if it had once had its node's mean."
        ),
    )
    scaling: str = choice(
        "running",
        {"running": "running range", "fixed": "fixed"},
        "Scaling",
        (
            "What scores are divided by before c is added: the range of all scores seen so far, "
            "or a value that stays."
        ),
        effect=RESCALE,
    )
    scale: float = number(
        0.0,
        0.0,
        100_000.0,
        "Fixed scale",
        (
            "The divisor when scaling is fixed, in the game's units. 0: the range seen in the "
            "first 256 iterations."
        ),
        step=10.0,
        effect=RESCALE,
        idle_if={"scaling": "running"},
    )
    expansion: str = choice(
        "full",
        {"full": "to full depth", "one": "one node, then playout"},
        "Expansion",
        (
            "Grow the trees down to full depth in every iteration, or by one node each and play "
            "on at random (RoboStac's variant)."
        ),
        effect=RESTART,
    )
    actions: str = choice(
        "first",
        {"first": "as first reached", "now": "legal now"},
        "Actions of a node",
        (
            "In games of chance an agent's own actions may leave it others to choose from each "
            "time. A node keeps those of its first visit, or compares the ones legal now."
        ),
        effect=RESTART,
        off="first",
        idle_if={"game.chance": False},
    )
    playout: str = policy(FULL, {})
    playout_pick: str = pick(UNLEARNED)
    playout_heat: float = heat(UNLEARNED)
    playout_epsilon: float = epsilon(UNLEARNED)
    evaluation: str = evaluation()
    network: str = network_file()
    final: str = final_choice()
    memory: int = memory(NEXT, 1 << 26)
    threads: int = threads()
    parallel: str = parallel("Where nodes compare the actions legal now, each has its own.")

    @property
    def learns(self) -> bool:
        """Whether playouts choose by statistics of moves."""
        return self.expansion == "one" and self.playout in KINDS


def depth_after(iterations: int, depth: int, deeper: int) -> int:
    """How many turns ahead the next iteration plays, after so many."""
    return min(DEEPEST, depth + deeper) if iterations >= SETTLED else depth
