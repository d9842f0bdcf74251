"""The knobs of DUCT."""

from __future__ import annotations

from dataclasses import dataclass

from engines.knobs import CONTINUE, NEXT, RESCALE, RESTART, choice, integer, number
from search.arena import exploration, memory
from search.duct.nodes import NODE_BYTES
from search.duct.selection import RULES
from search.evaluation import NETWORK, VALUED, evaluation, network_file
from search.learned_moves import KINDS, epsilon, heat, pick, policy
from search.parallel.crew import parallel, threads

TO_THE_END = 200  # the playout depth that means no limit
NO_REGRET = {"rule": ("ucb1", "ucb1_tuned", "puct", "exp3")}


@dataclass(frozen=True)
class Params:
    """DUCT's knobs."""

    c: float = exploration(0.3, idle_if={"rule": ("exp3", "regret")})
    rule: str = choice(
        "ucb1",
        RULES,
        "Selection",
        (
            "How each agent chooses at a node. UCB1, UCB1-Tuned and PUCT look for one best "
            "action; Exp3 and regret matching learn how to mix. The mixture is played only "
            "if the final choice is drawn from it, as in the preset “equilibrium”."
        ),
        effect=RESTART,
        main=True,
    )
    evaluation: str = evaluation("playouts", "playouts")
    network: str = network_file()
    playout_depth: int = integer(
        TO_THE_END,
        0,
        TO_THE_END,
        "Playout depth",
        "How many turns are played at random below the tree before the position is "
        "evaluated. At the right end playouts go to the end of "
        "the match and its result counts.",
        unit="turns",
        top="to the end",
        effect=RESTART,
        main=True,
        idle_if=VALUED,
    )
    playout: str = policy()
    playout_pick: str = pick()
    playout_heat: float = heat()
    playout_epsilon: float = epsilon()
    table: int = integer(
        64,
        0,
        1024,
        "Joint table",
        "Regret matching: nodes with at most this many joint actions learn from the table "
        "of their mean results, which needs far fewer "
        "iterations than single samples. 0: never.",
        unit="joint actions",
        effect=RESTART,
        idle_if=NO_REGRET,
    )
    floor: float = number(
        0.005,
        0.0,
        1.0,
        "Least exploration",
        (
            "Regret matching: the share of random choices falls with the cube root of the "
            "visits, but not below this."
        ),
        step=0.005,
        idle_if=NO_REGRET,
    )
    scaling: str = choice(
        "running",
        {"running": "running range", "own": "game's own units"},
        "Scaling",
        (
            "What evaluations are put on before c is added: the range seen so far as -1 to 1, "
            "or nothing. Results of matches are never scaled."
        ),
        effect=RESCALE,
        idle_if={"playout_depth": TO_THE_END},
    )
    children: str = choice(
        "open",
        {"open": "one for each joint action", "outcome": "one for each outcome"},
        "Chance",
        (
            "In games of chance: one node sees many outcomes of the same joint action, or every "
            "outcome gets a node of its own."
        ),
        effect=RESTART,
        off="open",
        idle_if={"game.chance": False},
    )
    hidden: str = choice(
        "each",
        {"each": "a new sample each iteration", "one": "one sample"},
        "Hidden things",
        "What a seat may not see is drawn again in each iteration, or once for the whole decision.",
        effect=RESTART,
        idle_if={"game.hidden": False},
    )
    ties: str = choice(
        "random",
        {"random": "at random", "lowest": "lowest index"},
        "Ties",
        (
            "Which of equally good or untried actions is chosen. Lowest index shows a failure: "
            "players of a symmetric game walk in lock-step."
        ),
        effect=CONTINUE,
    )
    final: str = choice(
        "visits",
        {"visits": "most visits", "mean": "best mean", "sample": "drawn from the mixed strategy"},
        "Final choice",
        (
            "Which root action is played when the budget is used. Where bluffing matters, only "
            "a drawn one cannot be exploited."
        ),
    )
    memory: int = memory(NEXT, 1 << 26, NODE_BYTES)
    threads: int = threads()
    parallel: str = parallel(
        "With another selection than UCB1, and in games of chance or hidden information, each has "
        "its own."
    )

    @property
    def turns_below(self) -> int:
        """How many turns are played out below the tree: none where a network values its leaves."""
        return 0 if self.evaluation == NETWORK else self.playout_depth

    @property
    def learns(self) -> bool:
        """Whether playouts are by moves that did well."""
        return self.playout in KINDS and self.evaluation != NETWORK
