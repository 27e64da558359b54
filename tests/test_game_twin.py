"""Whole games against other implementations on the same cards: a plain one; open-spiel where installed."""

from __future__ import annotations

import pytest

import naive
from cribstat import Game, variant
from cribstat.rules import Variant, changed_options
from naive_whole_game import SIZES, Deal, Told, tell
from random_games import random_game

GAMES = [
    ("five", {}),
    ("five", {"go_obligation": "may", "three_for_last": "no"}),
    ("six", {}),
    ("six", {"deal_packets": 3, "crib_flush": "hand_rule", "heels_out": "last_three_barred"}),
    ("six", {"stink_hole": True, "flush_in_play": True}),
    ("seven", {}),
    ("eight", {"deal_packets": 4}),
    ("three", {}),
    ("three", {"target": 121, "multi_go": "bicycle", "flush_in_play": True}),
    ("four", {}),
    ("four", {"target": 61, "series_leader": "next_eldest", "stink_hole": True}),
]


def told_of(game: Game) -> Told:
    """Tell a game to the twin: packs, cuts, discards and cards as they were, and the rules by name."""
    record, deals = game.variant, []
    for event in game.events:
        told = event.told
        if event.act == "shuffle":
            deals.append(Deal(naive.cards(told["pack"])))
        elif event.act == "cut_pack":
            deals[-1].lifted = told["number"]
        elif event.act == "lay_out":
            deals[-1].laid_out[told["player"]] = naive.cards(told["cards"])
        elif event.act == "cut_start":
            deals[-1].start_lifted = told["number"]
        elif event.act == "play":
            deals[-1].plays.append(naive.card(told["card"]))
        elif event.act == "go" and "last" in told:
            deals[-1].stops = True
    return Told(
        record.name,
        game.events[0].told["player"] if game.began.dealer is None else game.began.dealer,
        deals,
        record.target,
        three=record.three_for_last == "automatic",
        packet=record.deal_packets,
        crib_flush=record.crib_flush,
        flush_in_play=record.flush_in_play,
        bicycle=record.multi_go == "bicycle",
        next_eldest=record.series_leader == "next_eldest",
        stink_hole=record.stink_hole,
        may_stop=record.go_obligation == "may",
        heels_barred=record.heels_out == "last_three_barred",
    )


@pytest.mark.parametrize(("name", "options"), GAMES, ids=str)
def test_whole_games_as_the_twin_tells_them(name: str, options: dict[str, object]) -> None:
    record = variant(name, **options)
    for seed in range(2):
        game = random_game(record, seed, dealer=seed % record.players)
        marks, scores = tell(told_of(game))
        assert [tuple(mark) for event in game.events for mark in event.marks] == marks
        assert list(game.scores) == scores
        assert scores.count(record.target) == 1


def test_the_twin_knows_the_variants() -> None:
    for name, (players, sides, dealt, laid_out, from_pack, target) in SIZES.items():
        record = variant(name)
        assert changed_options(record) == {}
        assert (record.players, record.sides, record.dealt) == (players, sides, dealt)
        assert (record.laid_out, record.from_pack, record.target) == (laid_out, from_pack, target)


# -- open-spiel ----------------------------------------------------------------------------------------
#
# Left out, because its game (version 2.0.2) differs there: hands are shown by the number of the player, not
# from the dealer's left, and all of them though one is out already; it counts beyond 121. So the last deal is
# compared up to the end of its play. Four of a suit count in its crib without the start: hand_rule here.

PASS = 2756


class Spiel:
    """A game of open-spiel that follows one of ours."""

    def __init__(self, players: int) -> None:
        pyspiel = pytest.importorskip("pyspiel")
        parameters = {"players": players, "winner_bonus_reward": 0.0}
        self.state = pyspiel.load_game("cribbage", parameters).new_initial_state()

    @property
    def scores(self) -> list[int]:
        """Scores by player."""
        return [int(score) for score in self.state.returns()]

    def chance(self, *cards: int) -> None:
        """Deal cards."""
        for card in cards:
            self.state.apply_action(card % 4 * 13 + card // 4)

    def lay_out(self, cards: list[int]) -> None:
        """Lay out one card or two."""
        first, *others = [card % 4 * 13 + card // 4 for card in sorted(cards)]
        self.state.apply_action(52 + 52 * first + others[0] if others else first)

    def passes(self) -> None:
        """Say the goes that nobody can help."""
        while not self.state.is_terminal() and self.state.legal_actions() == [PASS]:
            self.state.apply_action(PASS)

    def play(self, player: int, card: int) -> None:
        """Lay a card for the player on turn."""
        assert self.state.current_player() == player
        self.state.apply_action(card % 4 * 13 + card // 4)
        self.passes()


def follow(game: Game, spiel: Spiel) -> int:
    """Follow a game deal by deal; return how often the scores were compared."""
    record, compared = game.variant, 0
    laid_out: dict[int, list[int]] = {}
    top = {event.deal: naive.cards(event.told["cards"]) for event in game.events if event.act == "from_pack"}
    laid = 0
    for event in game.events:
        told = event.told
        if event.act == "deal":
            for hand in told["hands"]:
                spiel.chance(*naive.cards(hand))
            spiel.chance(*top.get(event.deal, []))
            laid = 0
        elif event.act == "lay_out":
            laid_out[told["player"]] = naive.cards(told["cards"])
        elif event.act == "cut_start":
            for player in range(record.players):
                spiel.lay_out(laid_out[player])
            spiel.chance(naive.card(told["card"]))
        elif event.act == "play":
            laid += 1
            if event.deal == game.position.deal and laid == record.players * record.hand_size:
                break
            spiel.play(told["player"], naive.card(told["card"]))
        after_the_crib = event.act == "show" and told["part"] == "crib"
        on_the_way = event.act == "play" and laid < record.players * record.hand_size
        if event.act == "cut_start" or on_the_way or after_the_crib:
            by_player = [event.scores[game.side(player)] for player in range(record.players)]
            assert [min(score, 121) for score in spiel.scores] == by_player
            compared += 1
    return compared


def spiel_variant(players: int) -> Variant:
    """Return the rules of open-spiel's game."""
    name = {2: "six", 3: "three", 4: "four"}[players]
    options = {"target": 121} if name == "three" else {}
    return variant(name, crib_flush="hand_rule", **options)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_whole_games_as_open_spiel_plays_them(players: int) -> None:
    pytest.importorskip("pyspiel")
    for seed in range(3):
        game = random_game(spiel_variant(players), seed, dealer=0)
        assert follow(game, Spiel(players)) > 30
