"""What the rules of every game must do, as checks of one game; BrokenLaw says what does not."""

from __future__ import annotations

import importlib.util
import math
from collections.abc import Iterator, Sequence

import numpy as np

from engines.game import FORFEIT, PASS, SIMULTANEOUS, Game, Joint, State
from engines.knobs import knobs
from engines.own_files import file_of
from lab.check.law import law
from lab.check.matches import (
    content,
    finished,
    generator,
    legal,
    movers,
    outcome,
    random_joint,
    random_match,
    stepped,
)


def check_facts(game: Game) -> None:
    """Facts agree with one another, and no state field is hidden by a method of numpy's records."""
    law(game.name.isidentifier(), "name", f"the name {game.name!r} is not a word like snakes")
    law(not _is_ours(game), "name", f"the lab has a game of the name {game.name}: choose another")
    law(game.title, "title", "the title is empty")
    law(
        len(game.owner) == game.agents and set(game.owner) == set(range(game.seats)),
        "owner",
        f"owner is {game.owner}: it names a seat for each of {game.agents} agents, from 0 on",
    )
    law(game.max_actions >= 1, "max_actions", "max_actions should be 1 or more")
    law(game.longest >= 1, "longest", "longest should be 1 or more")
    names = {game.agent_name(a) for a in range(game.agents)}
    law(len(names) == game.agents, "agent_name", "two agents have the same name")
    check_fields(game)
    options = {k.name: getattr(game.options, k.name) for k in knobs(game.options)}
    law(type(game).configure(**options).options == game.options, "Options", "options are lost")
    law(game.weights().size == max(1, len(knobs(game.EvalParams))), "EvalParams")


def _is_ours(game: Game) -> bool:
    """Whether a game of a file has the name of one that comes with the lab."""
    name = f"engines.{game.name}"
    if file_of(type(game)) is None or importlib.util.find_spec(name) is None:
        return False
    kinds = vars(importlib.import_module(name)).values()
    return any(getattr(each, "name", "") == game.name for each in kinds if isinstance(each, type))


def check_fields(game: Game) -> None:
    """Each field of the state holds numbers, under a name that is free."""
    for name in game.dtype.names or ():
        kind = game.dtype[name].base
        law(
            kind.kind in "biuf",
            name,
            f"the field {name} of the state is of type {kind}, and only numbers and bool can be "
            "in a rule",
        )
        law(
            name not in dir(np.record),
            name,
            f"the field {name} of the state has the name of something that numpy's records have: "
            "choose another one",
        )
    law(game.dtype.names, "dtype", "the state has no fields")


def check_match(game: Game, seed: int) -> None:
    """A random match: every question has an answer, every listed action is legal, it ends in time
    with a fair result.
    """
    turns, last, rng = 0, game.initial(seed), generator(seed)
    for before, joint, after in random_match(game, seed):
        check_actions(game, before, rng)
        check_turn(joint)
        turns, last = turns + 1, after
    check_end(game, last, turns)


def check_turn(joint: Joint) -> None:
    """Somebody acts."""
    law((joint != PASS).any(), "legal", "the match goes on, but nobody has an action")


def check_end(game: Game, last: State, turns: int) -> None:
    """A match that is over took as long as it may, and nobody acts any more."""
    law(turns > 0, "is_over", "a match is over before its first turn")
    most = game.most_turns
    law(turns <= most, "longest", f"a match took {turns} turns, longest is {most}")
    for agent in range(game.agents):
        law(legal(game, last, agent) == [], "legal", "actions are listed after the match is over")
    check_result(game, last)


def check_actions(game: Game, state: State, rng: np.random.Generator) -> None:
    """The lists of all agents, and the two ways to draw from them."""
    asked, rules = movers(game, state), game.rules
    law(all(0 <= a < game.agents for a in asked), "to_move", f"to_move names agent {asked[0]}")
    at_once = int(rules.to_move(state)) == SIMULTANEOUS
    law(
        game.simultaneous == at_once,
        "simultaneous",
        f"simultaneous is {game.simultaneous}, and to_move says {'' if at_once else 'not '}so",
    )
    for agent in range(game.agents):
        actions = legal(game, state, agent)
        law(len(set(actions)) == len(actions), "legal", f"legal lists an action twice: {actions}")
        for action in actions:
            law(
                rules.is_legal(state, agent, action),
                "is_legal",
                f"legal lists action {action} of agent {agent}, and is_legal refuses it",
            )
        for word, action in (("PASS", PASS), ("FORFEIT", FORFEIT)):
            law(
                not rules.is_legal(state, agent, action),
                "is_legal",
                f"is_legal allows {word} ({action})",
            )
        law(
            agent in asked or not actions,
            "legal",
            f"legal lists actions for agent {agent}, who is not to move",
        )
        if actions and rules.random_action is not None:
            drawn = rules.random_action(state, agent, rng)
            law(drawn in actions, "random_action", f"random_action draws {drawn}, which is no move")
        if actions and rules.policy is not None:
            chosen = rules.policy(state, agent, rng)
            law(
                rules.is_legal(state, agent, chosen),
                "policy",
                f"policy chooses {chosen}, which is_legal refuses",
            )


def check_result(game: Game, state: State) -> None:
    """Outcomes are in [-1, 1]; values are numbers, or a sentence says what is missing."""
    law(game.rules.is_over(state), "is_over", "is_over says no in a match that has ended")
    law(game.reason(state), "reason", "reason is empty in a match that is over")
    result = outcome(game, state)
    law(all(-1.0 <= x <= 1.0 for x in result), "outcome", f"outcome gives {result}, beyond -1 to 1")
    law(
        not game.zero_sum or math.isclose(sum(result), 0.0, abs_tol=1e-12),
        "outcome",
        f"outcome gives {result}, which is not 0 in sum (zero_sum is True)",
    )
    shown = [game.advantage(state, seat) for seat in range(game.seats)]
    law(shown == result, "advantage", f"advantage says {shown} at the end, and outcome {result}")
    values = check_value(game, state)
    law(
        np.isfinite(values).all() == (game.unvalued(state) == ""),
        "unvalued",
        "unvalued does not say where value is no number",
    )


def check_value(game: Game, state: State) -> list[float]:
    """The values of a position are numbers, but where the game is not known whole."""
    values = np.full(game.agents, np.nan)
    game.rules.value(state, game.weights(), values)
    found: list[float] = values.tolist()
    law(
        game.unknown or np.isfinite(values).all(),
        "value",
        f"value gives {found}, and not a number for each agent",
    )
    return found


def check_range(game: Game, state: State) -> None:
    """Values are in the range that the game promises."""
    low, high = game.value_range
    values = [x for x in check_value(game, state) if math.isfinite(x)]
    law(
        all(low <= x <= high for x in values),
        "value",
        f"value gives {values}, beyond value_range, {low} to {high}",
    )


def check_repeats(game: Game, seed: int) -> None:
    """Same seed, same match; a saved state plays on as if never saved. Only chance draws."""
    first = [
        (content(before), joint.tolist(), content(after))
        for before, joint, after in random_match(game, seed)
    ]
    for turn, (before, joint, after) in enumerate(random_match(game, seed)):
        law(
            (content(before), joint.tolist(), content(after)) == first[turn],
            "step",
            f"two matches of the same seed differ in turn {turn + 1}",
        )
        loaded = game.load(before.tobytes())
        rng = generator(seed, turn)
        undrawn = repr(rng.bit_generator.state)
        game.rules.step(loaded, joint, rng, None)
        law(
            content(loaded) == content(after),
            "step",
            f"a saved position plays on differently in turn {turn + 1}",
        )
        law(
            game.chance or repr(rng.bit_generator.state) == undrawn,
            "step",
            "step draws random numbers, and chance is False",
        )
        if game.rules.key is not None:
            law(
                game.rules.key(loaded) == game.rules.key(after) != game.rules.key(before),
                "key",
                f"key does not follow the position in turn {turn + 1}",
            )


def check_key(game: Game, seed: int) -> None:
    """Transpositions share a key; positions with the same key agree on movers, legal actions and
    value.
    """
    key = game.rules.key
    if key is None:
        return
    seen: dict[int, tuple[object, ...]] = {}
    for met in _meeting(game, seed):
        facts = [_facts(game, state) for state in met]
        for state, fact in zip(met, facts, strict=True):
            law(
                seen.setdefault(int(key(state)), fact) == fact,
                "key",
                "two positions that differ in movers, actions or value have the same key",
            )
        if len(met) == 2 and _same_but_history(*met):
            law(key(met[0]) == key(met[1]), "key", "a position has two keys by the way to it")


def _meeting(game: Game, seed: int) -> Iterator[list[State]]:
    """The positions of a random match, each with the one reached by its last moves in another
    order, where legal.
    """
    turns = list(random_match(game, seed))
    apart = 1 if game.simultaneous else game.agents
    for k, (_, _, after) in enumerate(turns):
        joints = [joint for _, joint, _ in turns[max(0, k - apart) : k + 1]]
        joints[0], joints[-1] = joints[-1], joints[0]
        state = turns[max(0, k - apart)][0].copy()
        for at, joint in enumerate(joints):
            if not all(
                game.rules.is_legal(state, a, int(joint[a]))
                for a in range(game.agents)
                if joint[a] != PASS
            ):
                break
            game.rules.step(state, joint, generator(seed, at), None)
        else:
            yield [after, state]
            continue
        yield [after]


def _facts(game: Game, state: State) -> tuple[object, ...]:
    values = np.zeros(game.agents)
    game.rules.value(state, game.weights(), values)
    over = bool(game.rules.is_over(state))
    actions = [sorted(legal(game, state, a)) for a in range(game.agents)]
    return repr(values.tolist()), over, None if over else movers(game, state), actions


def _same_but_history(state: State, other: State) -> bool:
    """Whether two states differ only in the last move, or in the key itself."""
    return all(
        np.array_equal(state[name], other[name])
        for name in state.dtype.names
        if name not in ("hash", "last", "won")
    )


def check_chance(game: Game, state: State, seed: int) -> None:
    """Outcomes that can be counted: their probabilities sum to 1, and `step` never does what
    `settle` cannot.
    """
    chance, settle = game.rules.chance, game.rules.settle
    law((chance is None) == (settle is None), "rules", "chance and settle go together")
    if chance is None or settle is None:
        return
    joint = random_joint(game, state, generator(seed))
    probs = np.full(game.max_outcomes + 8, np.nan)
    count = int(chance(state, joint, probs))
    law(
        1 <= count <= game.max_outcomes and (game.chance or count == 1),
        "chance",
        f"chance lists {count} outcomes, and max_outcomes is {game.max_outcomes}",
    )
    law(
        (probs[:count] > 0).all()
        and math.isclose(probs[:count].sum(), 1.0)
        and np.isnan(probs[count:]).all(),
        "chance",
        f"chance gives the probabilities {probs[:count].tolist()}, which are not 1 in sum",
    )
    settled = []
    for k in range(count):
        after = state.copy()
        settle(after, joint, k)
        settled.append(content(after))
    law(len(set(settled)) == count, "settle", "settle makes the same position of two outcomes")
    for draw in range(6):
        after = state.copy()
        game.rules.step(after, joint, generator(seed, draw), None)
        law(content(after) in settled, "step", "step does what settle does not")


def check_hooks(game: Game, state: State) -> None:
    """The optional hints of a game to searches are numbers about legal actions."""
    rules, lasting = game.rules, np.full(game.agents, np.nan)
    if rules.lasting is not None:
        rules.lasting(state, game.weights(), lasting)
        law(np.isfinite(lasting).all(), "lasting", f"lasting gives {lasting.tolist()}")
    if rules.quiet is not None:
        law(rules.quiet(state) in (True, False), "quiet", "quiet says neither yes nor no")
    for agent in range(game.agents):
        actions = legal(game, state, agent)
        if not actions:
            continue
        if rules.rest is not None:
            rest = int(rules.rest(state, agent))
            law(rules.is_legal(state, agent, rest), "rest", f"rest is {rest}, which is no move")
        if rules.order is not None:
            for a in actions:
                found = rules.order(state, agent, a)
                law(int(found) == found, "order", f"order gives {found}, which is not whole")
        if rules.prior is not None:
            _check_prior(game, state, agent, actions)


def _check_prior(game: Game, state: State, agent: int, actions: Sequence[int]) -> None:
    likely, count = np.full(game.max_actions, np.nan), len(actions)
    if game.rules.prior is not None:
        game.rules.prior(state, agent, np.array(actions, np.int64), count, likely)
    law(
        (likely[:count] >= 0).all() and math.isclose(likely[:count].sum(), 1.0),
        "prior",
        f"prior gives {likely[:count].tolist()}, which are not 1 in sum",
    )
    law(np.isnan(likely[count:]).all(), "prior", "prior writes behind the actions")


def check_forfeit(game: Game, state: State) -> None:
    """A seat that answers badly does not win, and loses if that ends the match; if all do, there is
    still a result.
    """
    for agent in movers(game, state):
        joint = random_joint(game, state, generator(2))
        if joint[agent] == PASS:
            continue
        joint[agent] = FORFEIT
        after = stepped(game, state, joint)
        at_once = bool(game.rules.is_over(after))
        law(
            at_once or game.seats > 2,
            "step",
            f"the match goes on after agent {agent} gave no legal answer (FORFEIT): somebody is "
            "left to play on",
        )
        result = outcome(game, after if at_once else finished(game, after))
        own = result[game.owner[agent]]
        law(
            own == -1.0 if game.seats == 1 else own < max(result),
            "outcome",
            f"agent {agent} gave no legal answer (FORFEIT) and does not lose: outcome is {result}",
        )
        law(
            own == min(result) or game.seats > 2,
            "outcome",
            f"agent {agent} gave no legal answer (FORFEIT) and is not last: outcome is {result}",
        )
    everybody = np.where(random_joint(game, state, generator(2)) == PASS, PASS, FORFEIT)
    after = stepped(game, state, everybody)
    check_result(game, after if game.rules.is_over(after) else finished(game, after))
