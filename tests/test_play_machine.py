"""Play at random, legally and not: no illegal act changes anything, and the points add up."""

from __future__ import annotations

from itertools import zip_longest

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

import naive_play
from cribstat import PlayState, RuleError, variant

ENDS = {"go", "last", "thirty-one"}
NAMES = {"fifteen", "thirty-one", "pair", "pair royal", "double pair royal", "run", "flush", "go", "last"}


class PlayMachine(RuleBasedStateMachine):
    """A play of any variant with any options."""

    state: PlayState

    @initialize(data=st.data(), name=st.sampled_from(["five", "six", "seven", "eight", "three", "four"]))
    def deal(self, data: st.DataObject, name: str) -> None:
        options: dict[str, object] = {"flush_in_play": data.draw(st.booleans())}
        if name == "five":
            options["go_obligation"] = data.draw(st.sampled_from(["must", "may"]))
        if name in ("three", "four"):
            options["multi_go"] = data.draw(st.sampled_from(["all", "bicycle"]))
            options["series_leader"] = data.draw(st.sampled_from(["left_of_last", "next_eldest"]))
        record = variant(name, **options)
        needed = record.players * record.hand_size
        pack = range(data.draw(st.sampled_from([needed, 24, 52])))
        cards = data.draw(st.permutations(pack))[:needed]
        self.scored = data.draw(st.booleans())
        start = [data.draw(st.integers(record.target - 15, record.target - 1)) for _ in range(record.sides)]
        self.state = PlayState(
            [cards[seat :: record.players] for seat in range(record.players)],
            record,
            scores=start if self.scored else None,
        )

    def refuse(self, act: str, *args: int) -> None:
        """Try something that is not allowed."""
        before = self.state.copy()
        with pytest.raises(RuleError):
            getattr(self.state, act)(*args)
        assert self.state == before

    @precondition(lambda self: self.state.legal())
    @rule(data=st.data())
    def play_a_card_that_comes_in(self, data: st.DataObject) -> None:
        before = self.state.copy()
        card = data.draw(st.sampled_from(self.state.legal()))
        event = self.state.play(card)
        assert event == self.state.events[-1]
        assert self.state.events[:-1] == before.events
        assert (event.seat, event.card, event.series) == (before.turn, card, before.number)
        assert event.count == before.count + naive_play.value_of([card])

    @precondition(lambda self: self.state.may_go())
    @rule()
    def say_go(self) -> None:
        seat, choice = self.state.turn, bool(self.state.legal())
        self.state.go()
        assert self.state.over == choice
        assert seat in self.state.gone

    @precondition(lambda self: not self.state.may_go())
    @rule()
    def say_go_against_the_rules(self) -> None:
        self.refuse("go")

    @rule(card=st.integers(0, 51))
    def play_any_card_that_is_not_legal(self, card: int) -> None:
        if card not in self.state.legal():
            self.refuse("play", card)

    @precondition(lambda self: any(self.state.hands))
    @rule(data=st.data())
    def play_a_held_card_out_of_turn_or_past_31(self, data: st.DataObject) -> None:
        held = [card for hand in self.state.hands for card in hand if card not in self.state.legal()]
        if held:
            self.refuse("play", data.draw(st.sampled_from(held)))

    @invariant()
    def the_points_add_up(self) -> None:
        if not hasattr(self, "state"):
            return
        state = self.state
        assert state.count <= 31
        for event in state.events:
            assert event.points == sum(points for _, points in event.reasons)
            assert {name for name, _ in event.reasons} <= NAMES
        for seat in range(state.variant.players):
            assert state.totals[seat] == sum(event.points for event in state.events if event.seat == seat)
        assert sum(state.sides) == sum(state.totals)
        if state.events:
            assert (state.events[-1].totals, state.events[-1].sides) == (state.totals, state.sides)

    @invariant()
    def every_series_but_the_one_on_the_table_is_closed(self) -> None:
        if not hasattr(self, "state") or self.state.winner is not None:
            return
        open_series = None if self.state.over else self.state.number
        for event, following in zip_longest(self.state.events, self.state.events[1:]):
            closes = following is None or following.series != event.series
            ends = {name for name, _ in event.reasons} & ENDS
            assert len(ends) == int(closes and event.series != open_series)

    @invariant()
    def a_game_stops_at_the_target(self) -> None:
        if not hasattr(self, "state") or self.state.scores is None:
            return
        state = self.state
        assert state.scores is not None
        assert max(state.scores) <= state.variant.target
        assert (state.winner is not None) == (max(state.scores) == state.variant.target)
        assert state.winner is None or state.over

    def teardown(self) -> None:
        """Play to the end: somebody has scored, and all cards are laid where they have to be."""
        if not hasattr(self, "state"):
            return
        state = self.state
        while not state.over:
            if state.legal():
                state.play(state.legal()[-1])
            else:
                state.go()
        self.the_points_add_up()
        self.every_series_but_the_one_on_the_table_is_closed()
        assert sum(state.totals) >= 1
        if state.winner is None and not state.variant.single_series:
            assert not any(state.hands)
            assert "last" in dict(state.events[-1].reasons) or state.events[-1].count == 31


TestPlayMachine = PlayMachine.TestCase
TestPlayMachine.settings = settings(max_examples=60, stateful_step_count=40)
