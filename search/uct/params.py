"""The knobs of UCT, with the defaults that measured play chose."""

from __future__ import annotations

from dataclasses import dataclass

from engines.knobs import NEXT, RESTART, choice, integer, number, switch
from search.arena import exploration, final_choice, memory
from search.evaluation import VALUED, network_file
from search.learned_moves import KINDS, epsilon, heat, pick, policy
from search.parallel.crew import parallel, threads

TO_THE_END = 200  # the playout depth that means no limit


@dataclass(frozen=True)
class Params:
    """UCT's knobs."""

    c: float = exploration(0.7)
    evaluation: str = choice(
        "playouts",
        {"playouts": "playouts", "network": "a network"},
        "Evaluation",
        (
            "What a new position is worth: the result of a playout, or what a network learned. "
            "With a network every move of a position is valued at once, results that are certain "
            "are kept, and implicit minimax weighs the network's values."
        ),
        effect=RESTART,
        off="playouts",
        idle_if={"game.network": False},
    )
    network: str = network_file()
    rising: int = integer(
        0,
        0,
        1 << 15,
        "Rising exploration",
        (
            "With a network, exploration doubles until a position has about twice so many visits, "
            "and goes on rising. 0: off."
        ),
        step=500,
        unit="visits",
        idle_if={"evaluation": "playouts"},
        unsaid=True,
    )
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
    second: str = choice(
        "others",
        {"others": "the others", "own": "its own seat"},
        "Moves second",
        (
            "In simultaneous games one side has to choose first; the other then knows its "
            "choice. The others second is the careful assumption."
        ),
        effect=RESTART,
        idle_if={"game.simultaneous": False},
    )
    solver: bool = switch(
        False,
        "Solver",
        (
            "Keep wins, losses and draws that are certain. Lost moves are no longer tried, and "
            "the search ends when the position is solved."
        ),
        effect=RESTART,
        idle_if=VALUED,
    )
    implicit: float = number(
        0.0,
        0.0,
        1.0,
        "Implicit minimax",
        "Weight of the evaluation, backed up by minimax, next to the mean of the playouts. 0: off.",
        effect=RESTART,
    )
    rave: int = integer(
        0,
        0,
        10_000,
        "RAVE equivalence",
        (
            "A move also learns from iterations that played it later. High: this counts for "
            "long. 0: off."
        ),
        step=50,
        unit="visits",
        effect=RESTART,
        idle_if=VALUED,
    )
    first_play: bool = switch(
        False,
        "First-play urgency",
        "An untried move waits until its assumed value leads, instead of going before all others.",
        effect=RESTART,
        idle_if=VALUED,
    )
    urgency: float = number(
        1.0,
        0.0,
        2.0,
        "Assumed value",
        "What first-play urgency takes an untried move for; 1 is a sure win.",
        idle_if=VALUED | {"first_play": False},
    )
    widening: bool = switch(
        False,
        "Progressive widening",
        (
            "Begin with few moves of each position and allow more as visits grow, likely ones "
            "first where the game knows which."
        ),
        effect=RESTART,
        idle_if=VALUED,
    )
    widen_factor: float = number(
        2.0,
        0.1,
        100.0,
        "Widening factor",
        "Moves allowed after n visits: factor times n to the power.",
        log=True,
        idle_if=VALUED | {"widening": False},
    )
    widen_power: float = number(
        0.5,
        0.0,
        1.0,
        "Widening power",
        "How fast more moves are allowed as visits grow. 0: never.",
        idle_if=VALUED | {"widening": False},
    )
    selection: str = choice(
        "ucb1",
        {"ucb1": "UCB1", "tuned": "UCB1-Tuned"},
        "Selection",
        "UCB1 explores all moves alike, UCB1-Tuned less where the results vary little.",
        effect=RESTART,
        off="ucb1",
        idle_if=VALUED,
    )
    final: str = final_choice()
    reuse: bool = switch(
        True,
        "Keep the tree between moves",
        "Begin with the part of the last tree that still fits the match.",
        effect=NEXT,
    )
    memory: int = memory(NEXT, 1 << 26)
    threads: int = threads()
    parallel: str = parallel("With RAVE, the solver or another option, each has its own.")

    @property
    def learns(self) -> bool:
        """Whether playouts choose by statistics of moves."""
        return self.playout in KINDS and self.playout_depth > 0

    @property
    def grows(self) -> bool:
        """Whether an option asks for more than visits and means, in games that it fits."""
        weights = self.rave > 0, self.implicit > 0, self.selection == "tuned", self.learns
        return self.solver or self.first_play or self.widening or any(weights)
