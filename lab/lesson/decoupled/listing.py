"""Each selection rule in a few lines of code, in the words of the lesson's tables: what a side
compares, or draws by, before each round. A test runs the text on the numbers that are shown.
"""

from __future__ import annotations

UCB1 = (
    "def bound(mean, visits):   # the highest is played",
    "    # an untried action comes first",
    "    return mean + c * largest * sqrt(log(N) / visits)",
)
TUNED = (
    "def bound(mean, visits, dev):   # the highest is played",
    "    # an untried action comes first",
    "    V = (dev / largest)**2 + 4 * sqrt(2 * log(N) / visits)",
    "    bonus = sqrt(log(N) / visits * min(1, V))",
    "    return mean + c * largest * bonus",
)
PUCT = (
    "def bound(mean, visits):   # the highest is played",
    "    # untried: the mean of all rounds; K actions",
    "    bonus = sqrt(N) / K / (1 + visits)",
    "    return mean + c * largest * bonus",
)
EXP3 = (
    "def draw(gains):",
    "    K = len(gains)",
    "    γ = min(1, sqrt(K * log(K) / ((e - 1) * N)))",
    "    w = [exp(γ / K * (g - max(gains))) for g in gains]",
    "    return [(1 - γ) * x / sum(w) + γ / K for x in w]",
    "",
    "def learn(gain, result, chance):   # of what was drawn",
    "    return gain + (result / largest + 1) / 2 / chance",
)
REGRET = (
    "def mixture(regrets):",
    "    all, K = sum(regrets), len(regrets)",
    "    return [r / all if all else 1 / K for r in regrets]",
    "",
    "def draw(regrets):",
    "    K, ε = len(regrets), max(0.005, N**(-1/3))",
    "    return [(1 - ε) * p + ε / K for p in mixture(regrets)]",
    "",
    "def learn(regrets, means):  # against the other's mixture",
    "    usual = sum(p * m for p, m in zip(mixture(regrets), means))",
    "    return [max(0, r + m - usual) for r, m in zip(regrets, means)]",
)
LISTINGS = {"ucb1": UCB1, "ucb1_tuned": TUNED, "puct": PUCT, "exp3": EXP3, "regret": REGRET}
