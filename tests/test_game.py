"""The game as a machine: every act at its time, what it marks, when the game ends."""

from __future__ import annotations

from typing import Any

import pytest

import naive
from cribstat import CardError, Game, HandError, RuleError, variant
from cribstat.game import Action, advance, play_game, stacked_pack
from golden_files import cases
from known_deals import fill, lay_cards, lay_deal, say_goes, show_all

PACK = list(range(52))
SEATED = {"five": 2, "six": 2, "seven": 2, "eight": 2, "three": 3, "four": 4}


def told(text: str) -> dict[str, str]:
    """Read ``key=value; key=value``."""
    return dict(part.strip().split("=", 1) for part in text.split(";"))


def refuse(game: Game, act: str, *args: Any, match: str | None = None, **named: Any) -> None:
    before = game.position, game.events
    with pytest.raises((RuleError, CardError, HandError), match=match):
        getattr(game, act)(*args, **named)
    assert (game.position, game.events) == before


# -- the cut for the deal ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "row", [row for row in cases("e") if row["unit"] == "cut_for_deal"], ids=lambda r: r["id"]
)
def test_cut_cases(row: dict[str, str]) -> None:
    cards = told(row["input"])
    game = Game("six", players=list(cards))
    for player, card in enumerate(cards.values()):
        event = game.cut(player, card)
    again, *names = row["expected"].split()
    assert again == "recut"
    assert [game.players[player] for player in event.told["again"]] == names
    assert [action.player for action in game.actions()] == [0, 1]
    game.cut(1, "Kc")
    game.cut(0, "2c")
    assert (game.phase, game.dealer) == ("shuffle", 0)


def test_ace_is_low_and_the_lowest_deals() -> None:
    game = Game("six")
    game.cut(0, "Kd")
    assert game.cut(1, "Ac").told["dealer"] == 1
    highest = Game(variant("six", first_dealer="highest"))
    highest.cut(0, "Kd")
    highest.cut(1, "Ac")
    assert highest.dealer == 0


def test_a_second_card_shown_makes_a_player_cut_again() -> None:
    game = Game("six")
    game.cut(0, "2d", exposed="3d")
    assert [action.player for action in game.actions()] == [0, 1]
    game.cut(1, "5d")
    refuse(game, "cut", 0, "5d", match="5d is out")
    refuse(game, "cut", 0, "6d", exposed="6d", match="6d")
    refuse(game, "cut", 1, "7d", match="player 1 has cut already")
    refuse(game, "cut", 2, "7d", match="player of six")
    game.cut(0, "4d")
    assert game.dealer == 0
    refuse(game, "cut", 0, match="not due")


def test_only_ties_that_decide_are_cut_again() -> None:
    three = Game("three")
    for player, card in enumerate(["9c", "9d", "2c"]):
        three.cut(player, card)
    assert three.dealer == 2
    tied = Game("three")
    for player, card in enumerate(["2d", "9d", "2c"]):
        event = tied.cut(player, card)
    assert event.told["again"] == [0, 2]
    tied.cut(2, "9d")
    tied.cut(0, "Kd")
    assert tied.dealer == 2


@pytest.mark.parametrize(
    ("cuts", "again", "seating", "dealer"),
    [
        (["2c", "9c", "5c", "Kc"], [], (0, 1, 2, 3), 0),
        (["Kc", "9c", "5c", "2c"], [], (0, 3, 1, 2), 3),
        (["5c", "9c", "5d", "2c"], [0, 2], None, None),
        (["2d", "9c", "Kd", "2c"], [0, 3], None, None),
        (["2d", "Kc", "Kd", "3c"], [], (0, 1, 3, 2), 0),
    ],
)
def test_the_two_lowest_of_four_play_the_two_highest(
    cuts: list[str], again: list[int], seating: tuple[int, ...] | None, dealer: int | None
) -> None:
    game = Game("four")
    for player, card in enumerate(cuts):
        event = game.cut(player, card)
    assert event.told.get("again", []) == again
    if seating is not None:
        assert (game.position.seating, game.dealer) == (seating, dealer)
        ranks = sorted(range(4), key=lambda player: naive.card(cuts[player]) // 4)
        assert game.side(ranks[0]) == game.side(ranks[1]) != game.side(ranks[2]) == game.side(ranks[3])


# -- three for last ----------------------------------------------------------------------------------


def test_three_for_last_are_due_before_the_first_deal() -> None:
    game = Game("five", dealer=0)
    refuse(game, "shuffle", PACK, match="three_for_last")
    assert game.three_for_last().marks == ((1, 3, "three for last"),)
    refuse(game, "three_for_last", match="not due")
    refuse(Game("six", dealer=0), "three_for_last", match="not due")


def test_w6_three_for_last_deferred_win_at_any_moment() -> None:
    game = Game(variant("five", three_for_last="deferred"), dealer=0, scores=[10, 58])
    lay_deal(game, ["7s 8d 6h", "th 5s tc"], "qh 9c ah 4d", "qc")
    game.play("7s")
    assert game.actions()[-1] == Action("three_for_last", 1)
    game.three_for_last()
    assert (game.winner, game.scores, game.actions()) == (1, (10, 61), ())


def test_three_for_last_deferred_are_marked_once_and_outside_a_dispute() -> None:
    game = Game(variant("five", three_for_last="deferred"))
    refuse(game, "three_for_last", match="not due")
    game.cut(0, "2c")
    game.cut(1, "3c")
    lay_deal(game, ["7s 8d 6h", "th 5s tc"], "qh 9c ah 4d", "qc")
    lay_cards(game, "7s th 8d 5s")
    game.show(marked=3)
    refuse(game, "three_for_last", match="dispute")
    assert [action.act for action in game.actions()] == ["show"]
    game.show()
    game.three_for_last()
    refuse(game, "three_for_last", match="once")
    assert game.scores == (9, 6)


# -- cards -------------------------------------------------------------------------------------------


def test_packets_of_the_cuts() -> None:
    game = Game("six", dealer=1)
    refuse(game, "cut_pack", 20, match="not due")
    refuse(game, "shuffle", PACK[:-1])
    refuse(game, "shuffle", [*PACK[:-1], 0])
    refuse(game, "shuffle", match="no seed")
    game.shuffle(PACK)
    for number in (5, 47, -1, 0, 52):
        refuse(game, "cut_pack", number, match="6 to 46")
    game.cut_pack(46)
    assert game.position.pack == (46, 47, 48, 49, 50, 51, *range(46))
    game.deal()
    for player in (0, 1):
        game.lay_out(player, game.position.hands[player][:2])
    for number in (3, 37):
        refuse(game, "cut_start", number, match="4 to 36")
    few = variant("six", min_cut_deal=4, min_cut_start=3)
    other = Game(few, dealer=1)
    other.shuffle(PACK)
    other.cut_pack(4)
    other.deal()
    for player in (0, 1):
        other.lay_out(player, other.position.hands[player][:2])
    assert other.actions() == (Action("cut_start", 0, numbers=range(3, 38)),)


@pytest.mark.parametrize("name", SEATED)
def test_cards_go_round_from_the_left_of_the_dealer(name: str) -> None:
    record, players = variant(name), SEATED[name]
    game = Game(record, dealer=1)
    if game.phase == "three_for_last":
        game.three_for_last()
    game.shuffle(PACK)
    game.cut_pack(52 - 6)
    game.deal()
    top = [*range(46, 52), *range(46)]
    for seat in range(players):
        player = (2 + seat) % players
        assert game.position.hands[player] == tuple(sorted(top[seat : record.dealt * players : players]))
    assert game.position.pack == tuple(top[record.dealt * players :])


@pytest.mark.parametrize(
    "row", [row for row in cases("e") if row["unit"] == "deal_order"], ids=lambda r: r["id"]
)
def test_order_of_the_deal(row: dict[str, str]) -> None:
    names = told(row["input"])["seats"].split(",")
    game = Game("six", players=names, dealer=names.index(told(row["input"])["dealer"]))
    game.shuffle(PACK)
    game.cut_pack(46)
    hands = dict(zip(names, game.deal().told["hands"], strict=True))
    first, second = row["expected"].split()
    assert (naive.text([46]) in hands[first], naive.text([47]) in hands[second]) == (True, True)


@pytest.mark.parametrize(("name", "packets"), [("six", 3), ("eight", 4)])
def test_packets_of_the_deal(name: str, packets: int) -> None:
    game = Game(variant(name, deal_packets=packets), dealer=1)
    game.shuffle(PACK)
    game.cut_pack(6)
    game.deal()
    assert game.position.hands[0][:packets] == tuple(range(6, 6 + packets))


def test_a_misdeal_stops_the_laying_out() -> None:
    game = Game("six", dealer=1)
    game.shuffle(PACK)
    game.cut_pack(6)
    for counts in ([6], [6, -1], [6, "6"], [30, 30], [6, 6, 6]):
        refuse(game, "deal", counts=counts)
    lawless = Game(variant("six", law_profile="off"), dealer=1)
    lawless.shuffle(PACK)
    lawless.cut_pack(6)
    refuse(lawless, "deal", counts=[7, 6], match="law profile")
    game.deal(counts=[7, 6])
    assert [len(hand) for hand in game.position.hands] == [7, 6]
    assert game.actions() == ()
    refuse(game, "lay_out", 1, game.position.hands[1][:2], match="misdeal")
    with pytest.raises(RuleError, match="the deal is wrong"):
        advance(game)


def test_laying_out() -> None:
    game = Game("six", dealer=1)
    game.shuffle(stacked_pack(game.variant, ["4c 4d 7h 9s 2c 2d", "7d js 5c 8h kc kd"], "qh"))
    game.cut_pack(6)
    game.deal()
    refuse(game, "lay_out", 0, "2c")
    refuse(game, "lay_out", 0, "2c kc", match="does not hold Kc")
    refuse(game, "lay_out", 0, "2c 2c")
    refuse(game, "lay_out", 2, "2c 2d")
    refuse(game, "play", "4c", match="not due")
    game.lay_out(1, "kc kd")
    refuse(game, "lay_out", 1, "7d js", match="already")
    game.lay_out(0, "2d 2c")
    assert game.position.crib == tuple(naive.cards("2c 2d kc kd"))
    assert game.cut_start(4).told["card"] == "Qh"
    refuse(game, "play", "2c", match="does not hold 2c")
    refuse(game, "play", "4c", 1, match="due from player 0")
    refuse(game, "go", match="may not say go")
    game.play("4c", 0)


def test_a_card_of_the_pack_joins_the_crib_of_three() -> None:
    game = Game("three", dealer=2)
    lay_deal(game, ["5c tc 3d 7h", "5d js 4h 8s", "5h kc 2d 9s"], "ah ad qc 6c", "qs")
    assert naive.text(game.position.crib) == naive.text(sorted(naive.cards("ah ad qc 6c")))
    assert [event.told["cards"] for event in game.events if event.act == "from_pack"] == ["6c"]
    seven = Game(variant("seven", from_pack=1), dealer=1)
    lay_deal(seven, ["5c tc 3d 7h 8h", "5d js 4h 8s 8d"], "ah ad qc 6c 6d", "qs")
    assert len(seven.position.crib) == 5


# -- start, play, show, end --------------------------------------------------------------------------


@pytest.mark.parametrize(
    "row", [row for row in cases("e") if row["unit"] == "heels_points"], ids=lambda r: r["id"]
)
def test_heels_cases(row: dict[str, str]) -> None:
    game = Game("six", dealer=1)
    lay_deal(game, ["4c 4d 7h 9s", "7d js 5c 8h"], "2c 2d kc kd", row["start"])
    assert game.scores == (0, int(row["expected"]))


DEAL_RESULTS = [row for kind in "eg" for row in cases(kind) if row["unit"] == "deal_result"]


@pytest.mark.parametrize("row", DEAL_RESULTS, ids=lambda row: row["id"])
def test_deals_told_by_others(row: dict[str, str]) -> None:
    deal, wanted = told(row["input"]), told(row["expected"].replace(" ", ";"))
    game = Game("six", dealer=1, scores=[int(deal["pone"]), int(deal["dealer"])])
    groups: dict[str, str] = {"start": deal["start"]}
    for name in ("pone_hand", "dealer_hand", "crib"):
        groups[name] = fill(deal.get(name, ""), 4, " ".join(groups.values()))
    lay_deal(game, [groups["pone_hand"], groups["dealer_hand"]], groups["crib"], groups["start"])
    if not game.over:
        lay_cards(game, deal.get("plays", ""))
    if "plays" in deal and deal.get("stop") != "after_play":
        show_all(game)
    assert game.scores == (int(wanted["pone"]), int(wanted["dealer"]))
    assert game.winner == {"none": None, "pone": 0, "dealer": 1}[wanted["winner"]]


def test_the_model_deals_of_hoffmann() -> None:
    game = Game("five", dealer=1)
    lay_deal(game, ["7s 8d 6h", "th 5s tc"], "qh 9c ah 4d", "qc")
    lay_cards(game, "7s th 8d 5s")
    show_all(game)
    assert game.scores == (8, 15)
    lay_deal(game, ["8h 7s 8d", "th 3s 5d"], "kh 3c 6c 9d", "6d")
    lay_cards(game, "8h th 8d 5d")
    show_all(game)
    assert game.scores == (20, 27)
    assert (game.dealer, game.phase) == (1, "shuffle")


QUIET = (["2c 2d 2h 2s", "4c 6c 4d 6d"], "2c 4c 2d 6c 2h 4d 2s 6d")  # nothing but one for last, to the dealer

QUIET_GO = ["2c 3c 8h ks", "4c 6c 4d 6d"]


@pytest.mark.parametrize(
    ("scores", "keeps", "crib", "start", "plays", "end"),
    [
        pytest.param([116, 119], QUIET_GO, "9c td qd kc", "qh", "8h 4c ks 6c 2c 6d 3c 4d",
                     (121, 120), id="W1"),
        pytest.param([60, 119], QUIET[0], "9c td qh kc", "js", "", (60, 121), id="W2"),
        pytest.param([120, 120], QUIET[0], "9c td qh kc", "9s", QUIET[1], (120, 121), id="W4"),
    ],
)  # fmt: skip
def test_order_of_marking_near_the_end(
    scores: list[int], keeps: list[str], crib: str, start: str, plays: str, end: tuple[int, int]
) -> None:
    game = Game("six", dealer=1, scores=scores)
    lay_deal(game, keeps, crib, start)
    lay_cards(game, plays)
    show_all(game)
    assert game.scores == end
    assert game.winner == end.index(121)
    assert game.actions() == ()
    for act in ("shuffle", "go", "show"):
        refuse(game, act, match="has won")


def test_w3_pone_shows_first_at_five() -> None:
    game = Game("five", dealer=1, scores=[57, 59])
    lay_deal(game, ["2c 9c kd", "7h 8s kh"], "3c 9d th 3d", "qh")
    assert game.scores == (60, 59)
    lay_cards(game, "kd 8s 2c kh")
    assert game.scores == (60, 60)
    game.show()
    assert game.scores == (60, 60)
    game.show()
    assert (game.scores, game.winner) == ((60, 61), 1)


def test_w5_the_crib_counts_when_nobody_was_out_before() -> None:
    game = Game("six", dealer=1, scores=[20, 109])
    lay_deal(game, QUIET[0], "6h 7h 8h 9h", "9s")
    lay_cards(game, QUIET[1])
    game.show()
    hand = game.show()
    assert hand.told["part"] == "hand"
    assert game.winner is None
    assert game.show().told["part"] == "crib"
    assert (game.winner, game.scores[1]) == (1, 121)


def test_heels_barred_in_the_last_three_holes() -> None:
    record = variant("six", heels_out="last_three_barred")
    for before, after in ((117, 119), (118, 118), (120, 120)):
        game = Game(record, dealer=1, scores=[0, before])
        lay_deal(game, QUIET[0], "9c td qh kc", "js")
        assert game.scores == (0, after)


@pytest.mark.parametrize(("on", "score"), [(False, 121), (True, 120)])
def test_stink_hole(on: bool, score: int) -> None:
    game = Game(variant("six", stink_hole=on), dealer=1, scores=[0, 120])
    lay_deal(game, QUIET[0], "9c td qh kc", "9s")
    lay_cards(game, QUIET[1])
    assert game.scores == (0, score)


def test_a_go_by_choice_gives_the_point_for_last() -> None:
    game = Game(variant("five", go_obligation="may"), dealer=1, scores=[0, 0])
    lay_deal(game, ["kc qd 8h", "kd 9s ac"], "3c 9d th 3d", "qh")
    lay_cards(game, "kc kd 8h")
    assert [action.act for action in game.actions()] == ["play"]
    game.play("ac")
    assert game.phase == "show"
    other = Game(variant("five", go_obligation="may"), dealer=1)
    lay_deal(other, ["tc jd qh", "9s ac ad"], "3c 9d th 3d", "4h")
    lay_cards(other, "tc 9s jd ac")
    assert [action.act for action in other.actions()] == ["play", "go"]
    event = other.go()
    assert (event.player, event.marks, event.told["last"]) == (1, ((1, 1, "play"),), 1)
    assert other.phase == "show"


def test_more_or_less_than_due_may_be_marked() -> None:
    game = Game("six", dealer=1)
    lay_deal(game, ["7h 8h ks 2c", "4c 6c 4d 6d"], "9c td qh kc", "9s")
    lay_cards(game, "7h 6d 8h 4c 2c 4d ks 6c")
    start = game.scores[0]
    event = game.show(marked=2)
    assert (event.told["due"], event.told["marked"], game.scores[0]) == (5, 2, start + 2)
    assert game.position.marking is not None
    event = game.show(marked=30)
    assert event.marks == ((1, 30, "hand"),)
    for marked in (-1, "3", 1.5, True):
        refuse(game, "show", marked=marked, match="points marked|whole number")
    assert "due" not in game.show().told


def test_the_deal_passes_to_the_left() -> None:
    for name, players in SEATED.items():
        game = Game(name, seed=3, dealer=0)
        while game.position.deal < 3 and not game.over:
            advance(game)
            for action in game.actions()[:1]:
                game.do(action.act, **choice(action))
        dealers = [event.player for event in game.events if event.act == "shuffle"]
        assert dealers == [0, 1, 2 % players][: len(dealers)]
        assert len(dealers) > 1


def choice(action: Action) -> dict[str, Any]:
    """Take the first of what there is to choose from."""
    if action.act == "play":
        return {"card": action.cards[0]}
    return {"player": action.player, "cards": action.cards[: action.count]}


@pytest.mark.parametrize("name", SEATED)
def test_partners_mark_together_and_others_for_themselves(name: str) -> None:
    game = Game(name, dealer=0)
    sides = [game.side(player) for player in range(SEATED[name])]
    assert sides == {2: [0, 1], 3: [0, 1, 2], 4: [0, 1, 0, 1]}[SEATED[name]]


# -- what a game begins with -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("named", "match"),
    [
        ({"dealer": 2}, "player of six"),
        ({"dealer": True}, "player of six"),
        ({"scores": [0]}, "board"),
        ({"scores": [0, 0, 0]}, "2 scores"),
        ({"scores": [0, 121]}, "target"),
        ({"scores": [0, -1]}, "-1"),
        ({"seed": -1}, "seed"),
        ({"seed": 1 << 64}, "seed"),
        ({"seed": 1.5}, "seed"),
        ({"players": ["A"]}, "2 players"),
        ({"players": ["A", "A"]}, "2 players"),
        ({"seating": [1, 0]}, "seating"),
        ({"seating": [0, 0]}, "seating"),
    ],
)
def test_a_game_is_refused(named: dict[str, Any], match: str) -> None:
    with pytest.raises(RuleError, match=match):
        Game("six", **named)


def test_unknown_acts_and_arguments() -> None:
    game = Game("six", seed=1)
    refuse(game, "do", "castle", match="castle")
    refuse(game, "do", "cut", colour="red", match="colour")
    assert "six" in repr(game)
    assert game == Game("six", seed=1)
    assert game != Game("six", seed=2)
    assert game != 1


def test_play_game_walks_to_the_end() -> None:
    def lays_out(game: Game, player: int) -> tuple[int, ...]:
        return game.position.hands[player][: game.variant.laid_out]

    def plays(game: Game, player: int) -> int | None:
        state = game.position.play
        assert state is not None
        assert game.position.player(state.turn or 0) == player
        return state.legal()[0] if len(state.series) < 5 else None

    record = variant("five", three_for_last="deferred", go_obligation="may")
    game = play_game(lays_out, plays, record, seed=11, dealer=1)
    assert max(game.scores) == 61
    acts = [event.act for event in game.events]
    assert acts.index("three_for_last") < acts.index("lay_out")
    assert play_game(lays_out, plays, record, seed=11, dealer=1) == game


def test_stacked_packs_are_checked() -> None:
    record = variant("three")
    deals = ["5c tc 3d 7h ah", "5d js 4h 8s ad", "5h kc 2d 9s qc"]
    with pytest.raises(HandError):
        stacked_pack(record, deals, "qs")
    with pytest.raises(HandError):
        stacked_pack(record, deals, "5c", from_pack="6c")
    pack = stacked_pack(record, deals, "qs", from_pack="6c", lifted=10, start_lifted=7)
    assert sorted(pack) == PACK
    game = Game(record, dealer=2)
    game.shuffle(pack)
    game.cut_pack(10)
    game.deal()
    for seat, card in enumerate(["ah", "ad", "qc"]):
        game.lay_out(seat, card)
    say_goes(game)
    assert game.from_pack().told["cards"] == "6c"
    assert game.cut_start(7).told["card"] == "Qs"
