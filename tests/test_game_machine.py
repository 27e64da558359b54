"""Walk games at random, by the rules and against them: no illegal act changes anything, the points add up."""

from __future__ import annotations

import random
from copy import copy
from typing import Any

import pytest
from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from cribstat import CardError, Game, HandError, RuleError, variant
from cribstat.game.acts import ACTS
from cribstat.rules import options_of
from random_games import random_told

WALKED = (
    "cut",
    "three_for_last",
    "shuffle",
    "cut_pack",
    "deal",
    "lay_out",
    "from_pack",
    "cut_start",
    "play",
    "go",
    "show",
)
PARTS = {"three for last", "heels", "play", "hand", "crib"}
WRONG = st.fixed_dictionaries(
    {},
    optional={
        "player": st.one_of(st.integers(-1, 4), st.just("0"), st.none()),
        "card": st.one_of(st.integers(-1, 52), st.sampled_from(["5h", "", "zz", "5h 5d"])),
        "cards": st.one_of(st.lists(st.integers(0, 51), max_size=3), st.just("5h 5h")),
        "exposed": st.lists(st.integers(0, 51), max_size=2),
        "pack": st.one_of(st.permutations(range(52)), st.lists(st.integers(0, 51), max_size=3)),
        "number": st.one_of(st.integers(-1, 52), st.just(2.5), st.just("9")),
        "counts": st.lists(st.integers(-1, 30), max_size=4),
        "marked": st.one_of(st.integers(-3, -1), st.just(True), st.just("2")),
    },
)


class GameMachine(RuleBasedStateMachine):
    """A game of any variant with any options."""

    game: Game

    @initialize(
        data=st.data(),
        name=st.sampled_from(["five", "six", "seven", "eight", "three", "four"]),
        seed=st.integers(0, 2**64 - 1),
    )
    def begin(self, data: st.DataObject, name: str, seed: int) -> None:
        options = {key: data.draw(st.sampled_from(values)) for key, values in options_of(name).items()}
        record = variant(name, **options)
        lowest = data.draw(st.sampled_from([0, record.target - 20]))
        scores = [data.draw(st.integers(lowest, record.target - 1)) for _ in range(record.sides)]
        dealer = data.draw(st.one_of(st.none(), st.integers(0, record.players - 1)))
        self.game = Game(record, seed=seed, dealer=dealer, scores=scores)
        self.sums = list(scores)
        self.choices = random.Random(seed)

    @precondition(lambda self: self.game.actions())
    @rule(steps=st.integers(1, 12))
    def walk(self, steps: int) -> None:
        """Do what is allowed, one thing after the other."""
        for _ in range(steps):
            actions = self.game.actions()
            if not actions:
                return
            action, before = self.choices.choice(actions), len(self.game.events)
            event = self.game.do(action.act, **random_told(action, self.choices))
            assert self.game.events[-1] is event
            assert len(self.game.events) == event.number == before + 1
            self.check(event)

    @precondition(lambda self: self.game.phase in ("play", "show", "cut_start"))
    @rule(change=st.integers(-4, 4))
    def mark_more_or_less(self, change: int) -> None:
        """Mark what is not due."""
        action = self.game.actions()[0]
        if action.act not in ("play", "show", "cut_start"):
            return
        probe = copy(self.game)
        told = random_told(action, self.choices)
        probe.do(action.act, **told)
        marking = probe.position.marking
        assert marking is not None
        event = self.game.do(action.act, **told, marked=max(marking.due + change, 0))
        self.check(event)

    @rule(act=st.sampled_from(WALKED), told=WRONG)
    def do_something_wrong(self, act: str, told: dict[str, Any]) -> None:
        """Do what is not allowed; where it happens to be, it is an event like any other."""
        before = copy(self.game)
        named = {key: value for key, value in told.items() if key in ACTS[act].arguments}
        try:
            event = self.game.do(act, **named)
        except (CardError, HandError, RuleError):
            assert self.game == before
        else:
            assert act in {action.act for action in before.actions()}
            self.check(event)

    @precondition(lambda self: self.game.actions())
    @rule(act=st.sampled_from(WALKED))
    def do_what_is_not_due(self, act: str) -> None:
        """Do an act whose time it is not."""
        if act in {action.act for action in self.game.actions()}:
            return
        needed = {"cut": ["player"], "lay_out": ["player", "cards"], "play": ["card"]}.get(act, [])
        told = {"player": 0, "card": "5h", "cards": "5h 5d"}
        before = copy(self.game)
        with pytest.raises(RuleError, match="not due|too late|after|may not say go"):
            self.game.do(act, **{key: told[key] for key in needed})
        assert self.game == before

    def check(self, event: Any) -> None:
        """Add up what an event marked."""
        for side, points, part in event.marks:
            assert part in PARTS
            assert points > 0
            self.sums[side] += points
        assert event.scores == self.game.scores

    @invariant()
    def the_points_add_up_and_the_game_stops_at_the_target(self) -> None:
        if not hasattr(self, "game"):
            return
        game, target = self.game, self.game.variant.target
        assert game.scores == tuple(min(points, target) for points in self.sums)
        assert sum(points >= target for points in self.sums) == (game.winner is not None)
        assert (game.phase == "over") == game.over == (max(game.scores) == target)
        assert game.over == (not game.actions()) or game.phase == "lay_out"

    @invariant()
    def the_pegs_stay_in_order(self) -> None:
        if not hasattr(self, "game"):
            return
        for front, back in zip(self.game.board.scores, self.game.board.backs, strict=True):
            assert front == back == 0 or 0 <= back < front <= self.game.variant.target

    @invariant()
    def no_card_is_in_two_places(self) -> None:
        if not hasattr(self, "game"):
            return
        position = self.game.position
        if position.pack:
            cards = [*position.pack, *position.crib, *(card for hand in position.hands for card in hand)]
            assert sorted(cards) == list(range(52))


TestGameMachine = GameMachine.TestCase
# Not shrunk: five minutes made a failing walk hardly shorter.
TestGameMachine.settings = settings(
    max_examples=20, stateful_step_count=25, phases=(Phase.explicit, Phase.reuse, Phase.generate)
)
