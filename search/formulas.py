"""The formulas behind the knobs, each with its source, as the code computes them; an algorithm
lists those that it uses, and its page shows them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

LETTERS = "N: visits of a node; n: visits of one of its K actions; x: the mean of that action."
AUER_2002 = (
    "Auer, Cesa-Bianchi and Fischer, “Finite-time analysis of the multiarmed bandit problem” (2002)"
)
GELLY_2011 = (
    "Gelly and Silver, “Monte-Carlo tree search and rapid action value estimation in computer Go” "
    "(2011)"
)


@dataclass(frozen=True)
class Formula:
    """One formula: `knob` is the parameter that it belongs to, `value` the choice for which it
    holds, "" where the knob is a number or a switch.
    """

    title: str
    text: str
    words: str  # what the letters are, and what differs from the source
    source: str  # authors, title, year
    knob: str = ""
    value: str = ""

    def at(self, knob: str, value: str = "", words: str = "") -> Formula:
        """The same formula at another knob, with more words."""
        said = f"{self.words} {words}".strip()
        return replace(self, knob=knob, value=value, words=said)


UCB1 = Formula(
    "UCB1",
    "x + c √(ln N / n)",
    "The action with the highest bound is tried next.",
    AUER_2002,
    "c",
)
UNIT = "x is on a scale from 0 to 1, on which UCB1 as published has c = √2 ≈ 1.41."
SPREAD = (
    "x is on a scale from −1 to 1, twice as long as in the source, whose c = √2 is 2√2 here; with "
    "scaling in the game's own units, evaluations are taken as they are."
)
CAPPED = "From N = 65,535 on, ln N no longer grows."
TUNED = Formula(
    "UCB1-Tuned",
    "x + 2 c √(ln N / n · min(¼, V)), V = s² + √(2 ln N / n)",
    "s² is the variance of the action's results on a scale from 0 to 1. The source has no c; the "
    "factor 2 makes it UCB1 where the variance is as large as it can be.",
    AUER_2002,
)
TUNED_SPREAD = Formula(
    "UCB1-Tuned",
    "x + c √(ln N / n · min(1, V)), V = s² + 4 √(2 ln N / n)",
    "s² is the variance of the action's results. The source has results from 0 to 1, ¼ for the 1, "
    "and no 4 and no c; this is the same on a scale from −1 to 1.",
    AUER_2002,
)
PUCT = Formula(
    "PUCT",
    "x + c P √N / (1 + n)",
    "P is the prior: the game's own guess of how good the action is, or 1 / K where a game has "
    "none. An untried action has the node's mean.",
    "Rosin, “Multi-armed bandits with episode context” (2011); in this form Silver et al., "
    "“Mastering the game of Go without human knowledge” (2017)",
)
EXP3 = Formula(
    "Exp3",
    "p = (1 − γ) w / Σw + γ / K, w = exp(γ G / K), γ = min(1, √(K ln K / ((e − 1) N)))",
    "G is the sum of the action's results, each on a scale from 0 to 1 and divided by the "
    "probability with which the action was drawn. The source fixes γ for a known number of "
    "rounds; here it falls as N grows.",
    "Auer, Cesa-Bianchi, Freund and Schapire, “Gambling in a rigged casino: the adversarial "
    "multi-armed bandit problem” (1995)",
)
REGRET = Formula(
    "Regret matching",
    "p = (1 − ε) R / ΣR + ε / K, ε = max(floor, N^(−1/3))",
    "R is what the action would have gained over what was played, summed over the visits and never "
    "below 0 (regret matching plus). In the average strategy later visits count for more, in "
    "proportion to their number.",
    "Hart and Mas-Colell, “A simple adaptive procedure leading to correlated equilibrium” (2000); "
    "Tammelin, “Solving large imperfect information games using CFR+” (2014)",
)
SOLVER = Formula(
    "MCTS-Solver",
    "won if one action is won; lost if all are lost; drawn if all are known and the best is a draw",
    "Results that are certain are backed up as the means are; lost actions are no longer tried.",
    "Winands, Björnsson and Saito, “Monte-Carlo tree search solver” (2008)",
    "solver",
)
IMPLICIT = Formula(
    "Implicit minimax",
    "(1 − α) x + α v",
    "v is the evaluation of the positions below, backed up by minimax; α is the knob.",
    "Lanctot, Winands, Pepels and Sturtevant, “Monte Carlo tree search with heuristic evaluations "
    "using implicit minimax backups” (2014)",
    "implicit",
)
RISING = Formula(
    "Rising exploration",
    "c (1 + ln(1 + N / b)) in place of c",
    "b is the knob. The source adds the logarithm to its constant.",
    "Silver et al., “A general reinforcement learning algorithm that masters chess, shogi, and Go "
    "through self-play” (2018)",
    "rising",
)
RAVE = Formula(
    "RAVE",
    "(1 − β) x + β y, β = √(k / (3 N + k))",
    "y is the mean of all iterations in which the same agent played the action here or later (all "
    "moves as first); k is the knob, the visits at which both count alike.",
    f"Gelly and Silver, “Combining online and offline knowledge in UCT” (2007); {GELLY_2011}",
    "rave",
)
FIRST_PLAY = Formula(
    "First-play urgency",
    "untried: u instead of ∞",
    "u is the assumed value. With RAVE, an untried action that was played later has its mean there "
    "and the bonus of one visit.",
    "Gelly and Wang, “Exploration exploitation in Go: UCT for Monte-Carlo Go” (2006)",
    "first_play",
)
WIDENING = Formula(
    "Progressive widening",
    "⌈C N^a⌉ actions are allowed",
    "C is the factor and a the power. Actions are allowed in the game's order, else by its prior, "
    "else at random.",
    "Coulom, “Computing Elo ratings of move patterns in the game of Go” (2007), for the idea; "
    "Couëtoux, Hoock, Sokolovska, Teytaud and Bonnard, “Continuous upper confidence trees” (2011), "
    "for the power",
    "widening",
)
UCT_OPTIONS = SOLVER, IMPLICIT, RISING, RAVE, FIRST_PLAY, WIDENING
_ADVERSARIAL = "the write-up on adversarial search"
_MATRIX = "M has a row for each own action and a column for each combination of the others."
_NEUMANN = "von Neumann, “Zur Theorie der Gesellschaftsspiele” (1928)"
_WRITE_UP = "MSmits, “Smitsimax” (CodinGame playground)"
JOINT_RULES = (
    Formula(
        "Best average",
        "max over i of mean over j of M[i, j]",
        _MATRIX,
        _WRITE_UP,
        "rule",
        "average",
    ),
    Formula(
        "Best worst result",
        "max over i of min over j of M[i, j]",
        _MATRIX,
        _NEUMANN,
        "rule",
        "careful",
    ),
    Formula(
        "Lowest best result of the opponent",
        "min over i of max over j of O[i, j]",
        "O is what the opponent gets; with several, the one who gets most.",
        _WRITE_UP,
        "rule",
        "spoil",
    ),
    Formula(
        "Best best result",
        "max over i of max over j of M[i, j]",
        _MATRIX,
        _WRITE_UP,
        "rule",
        "hopeful",
    ),
    Formula(
        "Mixed maximin",
        "max over p of min over j of Σ p[i] M[i, j]",
        "p is a probability for each own action. Up to 10,000 cells this is solved exactly as a "
        "linear program, beyond that by regret matching.",
        f"{_NEUMANN}; Dantzig, “A proof of the equivalence of the programming problem and the game "
        "problem” (1951)",
        "rule",
        "mixed",
    ),
)
REPLIES = (
    Formula(
        "All alike",
        "Σ v / K",
        "v are the values of the K replies.",
        _ADVERSARIAL,
        "weights",
        "uniform",
    ),
    Formula(
        "The best reply apart",
        "s v₁ + (1 − s) Σ v / (K − 1)",
        "v₁ is the reply that hurts most, the sum goes over the others, s is its weight.",
        _ADVERSARIAL,
        "weights",
        "ranked",
    ),
    Formula(
        "The better, the likelier",
        "Σ v exp(−v / T) / Σ exp(−v / T)",
        "A quantal response; T is the temperature.",
        "McKelvey and Palfrey, “Quantal response equilibria for normal form games” (1995)",
        "weights",
        "softmax",
    ),
)
METROPOLIS = Formula(
    "Acceptance and cooling",
    "exp(Δ / T), T = range · hot (cold / hot)^(t / cooling)",
    "A sequence that is worse by −Δ is accepted with this probability; t counts the trials of one "
    "cooling, and the range is that of the fitness seen.",
    "Metropolis, Rosenbluth, Rosenbluth, Teller and Teller, “Equation of state calculations by "
    "fast computing machines” (1953); Kirkpatrick, Gelatt and Vecchi, “Optimization by simulated "
    "annealing” (1983)",
    "hot",
)
BEAM_SCORE = Formula(
    "Score of a sequence",
    "Σ γ^d g + Σ (a γ^d + b) l",
    "g is what turn d adds to the evaluation without its lasting part, l what it adds to that; γ "
    "is the discount, a and b are the shares of lasting gains.",
    "“Agade Fall 2020 Challenge Postmortem” (CodinGame)",
    "discount",
)
