"""Laws called on running games: the worked cases, every code at least once, and what is refused."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cribstat.cards import format_cards
from cribstat.game import Game, advance, stacked_pack
from cribstat.game.acts import ACTS
from cribstat.game.board import Pegs
from cribstat.game.position import PHASES
from cribstat.rules import LAW_PROFILES, RuleError, Variant, variant
from cribstat.rules.laws import laws

# A deal of six whose cards are known: pone's hand counts 8 with this start.
PONE, DEALER = "3c 3d 9h ks qh qd", "2c 2d 7h 9s qs jd"
AWAY = {0: "qh qd", 1: "qs jd"}
START, HAND = "2h", 8
A, B = 0, 1  # B deals: A is pone


def game_at(phase: str, game: str | Variant = "six", scores: tuple[int, ...] | None = None) -> Game:
    """Play a game of two, dealer B, up to a phase, the known cards dealt."""
    record = variant(game)
    at = Game(record, seed=5, dealer=B, scores=scores)
    if record.name == "six":
        at.shuffle(stacked_pack(record, [PONE, DEALER], START))
    if at.phase == "three_for_last":
        at.three_for_last()
    steps: dict[str, Callable[[], Any]] = {
        "shuffle": at.shuffle,
        "cut_pack": lambda: at.cut_pack(6),
        "deal": at.deal,
        "lay_out": lambda: [at.lay_out(player, _away(at, player)) for player in (A, B)],
        "from_pack": at.from_pack,
        "cut_start": lambda: at.cut_start(4),
        "play": lambda: _play_out(at),
        "show": lambda: [at.show() for _ in range(3)],
    }
    while at.phase != phase:
        steps[at.phase]()
    return at


def _away(game: Game, player: int) -> str:
    if game.variant.name == "six":
        return AWAY[player]
    return format_cards(game.position.hands[player][: game.variant.laid_out])


def _play_out(game: Game) -> None:
    while game.phase == "play":
        game.play(game.actions()[0].cards[0])
        advance(game) if game.phase == "play" and game.actions()[0].act == "go" else None


def miscounted(counts: tuple[int, int], profile: str = "foster") -> Game:
    """Deal wrong numbers, A being pone."""
    game = game_at("deal", variant("six", law_profile=profile))
    game.deal(counts=counts)
    return game


def at_show(game: str | Variant = "six", score: int = 20) -> Game:
    """Play a game to the show, where pone stands at a score and the other at 30."""
    pegged = game_at("show", game).scores
    return game_at("show", game, (score - pegged[A], 30 - pegged[B]))


def reloaded(game: Game, path: Path) -> Game:
    """Save a game and read it again."""
    game.save(path / "game.jsonl")
    return Game.load(path / "game.jsonl")


def refuse(game: Game, named: str, code: str, **told: Any) -> None:
    """Expect a call to be refused with words, and to change nothing."""
    before = (game.position, game.events)
    with pytest.raises(RuleError, match=named):
        game.irregularity(code, **told)
    assert (game.position, game.events) == before


# The worked cases of the books.


@pytest.mark.parametrize(
    ("rule", "adversary"),
    [("put_back_and_take", 4), ("put_back_and_two", 2), ("put_back", 0)],
)
def test_twelve_marked_for_a_hand_of_eight(rule: str, adversary: int, tmp_path: Path) -> None:
    game = at_show(variant("six", overcount=rule))
    game.show(marked=12)
    assert game.scores == (32, 30)
    event = game.irregularity("SCORE-OVER")
    assert game.scores == (28, 30 + adversary)
    assert event.told == {"code": "SCORE-OVER", "player": A, "by": B, "points": 4}
    assert game.board.pegs[A] == Pegs(121, 28, 20)
    refuse(game, "none", "SCORE-OVER")
    assert reloaded(game, tmp_path) == game


def test_own_front_peg_taken_out(tmp_path: Path) -> None:
    game = at_show()
    game.show()
    assert game.board.pegs[A] == Pegs(121, 28, 20)
    game.irregularity("PEG-FRONT", A)
    assert game.board.pegs[A] == Pegs(121, 20, 19)
    assert game.events[-1].marks == ((A, -8, "PEG-FRONT"),)
    assert reloaded(game, tmp_path) == game


@pytest.mark.parametrize(("muggins", "taken"), [(False, 0), (True, 2)])
def test_six_marked_for_a_hand_of_eight(muggins: bool, taken: int, tmp_path: Path) -> None:
    game = at_show(variant("six", muggins=muggins))
    game.show(marked=6)
    if not muggins:
        refuse(game, "option muggins", "SCORE-UNDER", points=2)
    game.irregularity("SCORE-UNDER", points=2 if muggins else None)
    assert game.scores == (26, 30 + taken)
    refuse(game, "none", "SCORE-UNDER")
    assert reloaded(game, tmp_path) == game


@pytest.mark.parametrize(("claimed", "taken"), [(1, 1), (2, 2), (5, 2)])
def test_muggins_takes_the_smaller_of_what_is_claimed_and_missed(claimed: int, taken: int) -> None:
    game = at_show(variant("six", muggins=True))
    game.show(marked=6)
    game.irregularity("SCORE-UNDER", points=claimed)
    assert game.scores == (26, 30 + taken)


def test_points_not_claimed_before_the_next_act_are_lost() -> None:
    game = game_at("show", variant("six", muggins=True))
    game.show(marked=6)
    game.show()
    refuse(game, "nothing is left unmarked", "SCORE-UNDER", points=2)


def test_muggins_is_not_for_heels() -> None:
    game = Game(variant("six", muggins=True), dealer=B)
    game.shuffle(stacked_pack(game.variant, [PONE, DEALER], "js"))
    game.cut_pack(6)
    game.deal()
    for player in (A, B):
        game.lay_out(player, AWAY[player])
    game.cut_start(4, marked=0)
    refuse(game, "heels", "SCORE-UNDER", points=2)
    game.irregularity("SCORE-UNDER")
    assert game.scores == (0, 0)


def test_cut_forgotten_and_the_deal_stands(tmp_path: Path) -> None:
    game = game_at("cut_pack")
    pack = game.position.pack
    game.irregularity("DEAL-UNCUT", choice="STAND")
    assert (game.scores, game.phase, game.position.pack) == ((2, 0), "deal", pack)
    game.deal()
    assert reloaded(game, tmp_path) == game


def test_pone_finds_seven_cards_after_lifting_them() -> None:
    game = miscounted((7, 6))
    refuse(
        game, "FRESH once the cards are lifted, not 'STAND'", "DEAL-COUNT-PONE", choice="STAND", lifted=True
    )
    game.irregularity("DEAL-COUNT-PONE", lifted=True)
    assert (game.scores, game.phase, game.dealer) == ((2, 0), "shuffle", B)


def test_dealer_has_seven_cards_and_pone_draws_one(tmp_path: Path) -> None:
    game = miscounted((6, 7))
    held, below = game.position.hands[B], game.position.pack
    refuse(game, "comes after", "FIX-DEALER-OVER")
    game.irregularity("DEAL-COUNT", choice="STAND")
    assert game.scores == (2, 0)
    game.irregularity("FIX-DEALER-OVER", lifted=True)
    assert game.events[-1].told["pone_may_look"]
    position = game.position
    drawn = position.pack[0]
    assert position.pack[1:] == below
    assert sorted((*position.hands[B], drawn)) == list(held)
    assert game.events[-1].told["drawn"]
    refuse(game, "called already", "DEAL-COUNT", choice="STAND")
    game.lay_out(B, format_cards(position.hands[B][:2]))
    assert reloaded(game, tmp_path) == game


@pytest.mark.parametrize("late", [False, True])
def test_deal_out_of_turn(late: bool, tmp_path: Path) -> None:
    game = game_at("lay_out")
    game.irregularity("DEAL-TURN", A, lifted=late)
    if late:
        assert (game.scores, game.phase, game.dealer) == ((0, 0), "lay_out", A)
    else:
        assert (game.scores, game.phase, game.dealer) == ((0, 2), "shuffle", B)
    assert reloaded(game, tmp_path) == game


def test_pone_shuffles_the_pack_after_the_deal() -> None:
    game = game_at("lay_out")
    game.irregularity("PACK-MEDDLE", A)
    assert game.scores == (0, 2)


@pytest.mark.parametrize("muggins", [False, True])
def test_hand_packed_unmarked(muggins: bool, tmp_path: Path) -> None:
    game = at_show(variant("six", muggins=muggins))
    event = game.irregularity("PACK-UNSCORED", A)
    assert (event.told["part"], event.told["due"], game.scores) == ("hand", HAND, (20, 30))
    if muggins:
        game.irregularity("SCORE-UNDER", points=HAND)
        assert game.scores == (20, 38)
    else:
        refuse(game, "option muggins", "SCORE-UNDER", points=HAND)
        game.show()
        assert game.scores[A] == 20
    assert reloaded(game, tmp_path) == game


def laid_by(game: Game, player: int) -> None:
    """Let one player lay out, so that he has lifted his cards."""
    game.lay_out(player, format_cards(game.position.hands[player][: game.variant.laid_out]))


@pytest.mark.parametrize(
    ("name", "laid", "late"),
    [("six", 0, False), ("six", 1, True), ("four", 2, False), ("four", 3, True), ("three", 2, True)],
)
def test_a_deal_out_of_turn_is_stopped_until_an_adversary_lifts_his_cards(
    name: str, laid: int, late: bool
) -> None:
    game = Game(name, seed=5, dealer=B)
    while game.phase != "lay_out":
        game.do(game.actions()[0].act)
    laid_by(game, laid)
    game.irregularity("DEAL-TURN", A)
    assert (game.dealer, game.phase) == ((A, "lay_out") if late else (B, "shuffle"))
    assert sum(game.scores) == (0 if late else 2 * (game.variant.sides - 1))


def test_pone_who_has_looked_may_not_keep_a_wrong_hand_of_his_own() -> None:
    game = miscounted((7, 7))
    refuse(game, "own hand is wrong too.*DEAL-COUNT-PONE", "DEAL-COUNT", choice="STAND")
    refuse(game, "once the cards are lifted", "DEAL-COUNT", choice="STAND", lifted=True)
    refuse(game, "once the cards are lifted", "DEAL-COUNT-PONE", choice="STAND", lifted=True)
    game.irregularity("DEAL-COUNT-PONE", choice="STAND")
    game.irregularity("FIX-PONE-OVER", cards=format_cards(game.position.hands[A][:1]))
    game.irregularity("FIX-DEALER-OVER")
    assert [len(hand) for hand in game.position.hands] == [6, 6]


def test_pone_may_look_at_a_right_hand_and_let_the_deal_stand() -> None:
    game = miscounted((6, 7))
    game.irregularity("DEAL-COUNT", choice="STAND", lifted=True)
    assert (game.scores, game.phase) == ((2, 0), "lay_out")


@pytest.mark.parametrize(
    ("counts", "code", "by"),
    [
        ((5, 6, 5), "DEAL-COUNT-PONE", 1),
        ((5, 6, 5), "DEAL-COUNT", 0),
        ((6, 5, 5), "DEAL-COUNT-PONE", 0),
        ((6, 5, 5), "DEAL-COUNT", 1),
    ],
)
def test_a_wrong_hand_of_any_non_dealer_is_found(counts: tuple[int, ...], code: str, by: int) -> None:
    game = Game("three", seed=5, dealer=2)
    game.shuffle(), game.cut_pack()
    game.deal(counts=counts)
    assert game.irregularity(code, choice="FRESH").told["by"] == by


def test_pegs_are_touched_to_mark_the_three_for_last() -> None:
    game = Game("five", dealer=B)
    refuse(game, "three for last to mark", "PEG-TOUCH", player=A)
    game.irregularity("PEG-TOUCH", player=B)
    game.three_for_last()
    game.irregularity("PEG-TOUCH", player=A)
    assert game.scores == (5, 2)


@pytest.mark.parametrize(("choice", "phase"), [("STAND", "lay_out"), ("FRESH", "shuffle")])
def test_an_uncut_pack_is_noticed_after_the_deal(choice: str, phase: str, tmp_path: Path) -> None:
    game = game_at("cut_pack")
    game.deal(uncut=True)
    game.irregularity("DEAL-UNCUT", choice=choice)
    assert (game.scores, game.phase) == ((2, 0), phase)
    if choice == "STAND":
        refuse(game, "called already", "DEAL-UNCUT", choice=choice)
    assert reloaded(game, tmp_path) == game


def test_an_uncut_pack_is_noticed_too_late_for_a_fresh_deal() -> None:
    game = game_at("cut_pack")
    game.deal(uncut=True)
    laid_by(game, A)
    refuse(game, "leaves STAND", "DEAL-UNCUT", choice="FRESH")


def test_a_pack_that_was_cut_is_not_called_uncut() -> None:
    refuse(game_at("lay_out"), "was cut", "DEAL-UNCUT", choice="FRESH")
    with pytest.raises(RuleError, match="not due"):
        game_at("deal").deal(uncut=True)


@pytest.mark.parametrize("code", ["DEAL-FACED", "PACK-IMPERFECT"])
@pytest.mark.parametrize("phase", ["shuffle", "cut_pack", "deal", "lay_out", "cut_start", "play", "show"])
def test_a_bad_pack_is_found_at_any_time(code: str, phase: str) -> None:
    game = game_at(phase)
    before = (game.scores, game.dealer)
    game.irregularity(code)
    assert (game.phase, (game.scores, game.dealer)) == ("shuffle", before)


def test_a_bad_pack_leaves_the_cut_for_the_deal_as_it_is() -> None:
    game = Game("six", seed=2)
    game.cut(0, "2c")
    refuse(game, "no deal is going on", "PACK-IMPERFECT", choice="FRESH")
    game.irregularity("PACK-IMPERFECT")
    game.cut(1, "9d")
    assert (game.dealer, game.phase) == (0, "shuffle")


@pytest.mark.parametrize("phase", ["cut_pack", "deal"])
def test_nobody_has_lifted_cards_that_were_not_dealt(phase: str) -> None:
    code = {"cut_pack": "DEAL-UNCUT", "deal": "DEAL-MISPLACED"}[phase]
    refuse(game_at(phase), "no cards have been dealt", code, choice="STAND", lifted=True)


def test_overcounts_may_be_the_whole_marking() -> None:
    game = at_show(variant("six", overcount_of="marking"))
    game.show(marked=12)
    game.irregularity("SCORE-OVER", points=12)
    assert game.scores == (20, 42)


def test_a_false_claim_of_the_game_by_tournament_rules(tmp_path: Path) -> None:
    game = at_show(variant("six", law_profile="acc"), score=110)
    game.show(marked=11)
    assert game.winner == A
    game.irregularity("X-FALSE-WIN")
    assert (game.scores, game.winner) == ((118 - 15, 33), None)
    assert reloaded(game, tmp_path) == game


def test_three_for_last_are_refused_in_plain_words() -> None:
    game = Game(variant("five", three_for_last="deferred"), seed=3, dealer=B)
    game.three_for_last()
    with pytest.raises(RuleError, match="^three for last are marked only once$"):
        game.three_for_last()


def test_three_for_last_are_marked_late_and_win() -> None:
    game = Game(variant("five", three_for_last="deferred"), seed=3, dealer=B, scores=(58, 20))
    advance(game)
    game.three_for_last()
    assert (game.scores, game.winner, game.phase) == ((61, 20), A, "over")


# Every code in every profile that has it: how the game comes there, what is told, and what it changes.

NOTHING = (0, 0)
TO_A, TO_B = (2, 0), (0, 2)
Case = tuple[str, dict[str, Any], tuple[int, int], str]
STANDS, FRESHLY = {"choice": "STAND"}, {"choice": "FRESH"}
OF_A = {"player": A}
CASES: dict[str, Case] = {
    "CUT-PACKET": ("cut_pack", {}, NOTHING, "cut_pack"),
    "DEAL-FACED": ("lay_out", {}, NOTHING, "shuffle"),
    "PACK-IMPERFECT": ("show", {}, NOTHING, "shuffle"),
    "DEAL-TURN": ("cut_pack", OF_A, TO_B, "shuffle"),
    "DEAL-UNCUT": ("cut_pack", FRESHLY, TO_A, "shuffle"),
    "DEAL-EXPOSE": ("lay_out", STANDS, TO_A, "lay_out"),
    "DEAL-EXPOSE-ADV": ("lay_out", FRESHLY, TO_A, "shuffle"),
    "DEAL-SHOW-OWN": ("deal", STANDS, TO_A, "deal"),
    "DEAL-MISPLACED": ("deal", FRESHLY, TO_A, "shuffle"),
    "PACK-MEDDLE": ("cut_start", {"player": B}, TO_A, "cut_start"),
    "PEG-TOUCH": ("play", OF_A, TO_B, "play"),
    "BYSTANDER": ("show", {}, NOTHING, "show"),
    "X-PONE-EXPOSE": ("lay_out", FRESHLY, NOTHING, "shuffle"),
    "X-CUT-TOUCH": ("cut_start", {}, TO_B, "cut_start"),
    "X-START-PACKET": ("cut_start", {}, NOTHING, "cut_start"),
    "X-CRIB-RECALL": ("cut_start", OF_A, NOTHING, "cut_start"),
    "X-CRIB-MIX": ("play", OF_A, (0, 3), "play"),
    "X-CRIB-PEEP": ("play", OF_A, TO_B, "play"),
    "X-BOTTOM": ("cut_start", OF_A, TO_B, "cut_start"),
    "X-ASSIST": ("show", OF_A, NOTHING, "show"),
    "X-AMEND": ("show", OF_A, NOTHING, "show"),
    "X-PEG-ADV": ("play", OF_A, TO_B, "play"),
    "X-SCORE-LATE": ("show", OF_A, NOTHING, "show"),
    "X-RESIGN": ("show", OF_A, NOTHING, "over"),
    "X-RENEGE": ("play", OF_A, TO_B, "play"),
    "X-PACK-MIX": ("show", OF_A, NOTHING, "over"),
    "X-HAND-LATE": ("play", OF_A | STANDS, TO_B, "play"),
    "X-CRIB-LATE": ("show", {}, TO_A, "show"),
    "X-START-TWO": ("play", {}, NOTHING, "play"),
    "X-START-MIXED": ("play", OF_A, TO_B, "play"),
}
# What the books change; the phase and what is told stay.
IN_PROFILE: dict[tuple[str, str], tuple[dict[str, Any], tuple[int, int], str]] = {
    ("DEAL-EXPOSE", "enquire"): ({}, NOTHING, "shuffle"),
    ("DEAL-EXPOSE-ADV", "enquire"): ({}, NOTHING, "shuffle"),
    ("DEAL-SHOW-OWN", "enquire"): ({}, NOTHING, "shuffle"),
    ("DEAL-SHOW-OWN", "newhoyle"): ({}, NOTHING, "deal"),
    ("DEAL-SHOW-OWN", "modern"): ({}, NOTHING, "deal"),
    ("PEG-TOUCH", "enquire"): (OF_A, NOTHING, "play"),
    ("DEAL-SHOW-OWN", "acc"): ({}, NOTHING, "deal"),
    ("X-CRIB-RECALL", "modern"): (OF_A, TO_B, "cut_start"),
    ("X-CRIB-MIX", "modern"): (OF_A, TO_B, "play"),
    ("X-CRIB-RECALL", "acc"): (OF_A, TO_B, "cut_start"),
    ("X-CRIB-MIX", "acc"): (OF_A, TO_B, "play"),
}
# Those that need more than a phase have tests of their own.
ELSEWHERE = {
    "CUT-EXPOSE",
    "DEAL-COUNT",
    "DEAL-COUNT-PONE",
    "FIX-PONE-OVER",
    "FIX-DEALER-OVER",
    "FIX-UNDER",
    "SCORE-OVER",
    "SCORE-UNDER",
    "PEG-FRONT",
    "PACK-UNSCORED",
    "MUGGINS-FALSE",
    "X-HEELS-LATE",
    "X-FALSE-WIN",
}
EVERY = [(profile, row.code) for profile in LAW_PROFILES for row in laws(profile) if row.code in CASES]


def test_every_code_has_a_case() -> None:
    assert {row.code for row in laws()} == {*CASES, *ELSEWHERE}
    assert {word for row in laws() for word in row.when} <= set(PHASES)


@pytest.mark.parametrize(("profile", "code"), EVERY)
def test_law(profile: str, code: str, tmp_path: Path) -> None:
    phase, told, gained, after = CASES[code]
    told, gained, after = IN_PROFILE.get((code, profile), (told, gained, after))
    game = game_at(phase, variant("six", law_profile=profile))
    before = game.scores
    event = game.irregularity(code, **told)
    assert tuple(now - then for now, then in zip(game.scores, before, strict=True)) == gained
    assert game.phase == after
    assert event.told["code"] == code
    assert sum(points for _, points, _ in event.marks) == sum(gained)
    if after == "over":
        assert game.winner == B
    assert reloaded(game, tmp_path) == game


@pytest.mark.parametrize(("forfeit", "scores"), [("adversary_gains", (9, 2)), ("offender_loses", (7, 0))])
def test_forfeits(forfeit: str, scores: tuple[int, int]) -> None:
    record = variant("six", law_profile="enquire", forfeit=forfeit)
    game = game_at("cut_start", record, scores=(9, 0))
    game.irregularity("X-CUT-TOUCH")
    assert game.scores == scores


def test_more_than_one_card_shown_in_cutting(tmp_path: Path) -> None:
    game = Game("six", seed=1)
    game.cut(A, "ac")
    game.irregularity("CUT-EXPOSE", A)
    assert {action.player for action in game.actions()} == {A, B}
    game.irregularity("CUT-EXPOSE", B)
    game.cut(B, "kc")
    game.cut(A, "qc")
    assert game.dealer == A
    assert reloaded(game, tmp_path) == game


def test_pone_puts_back_a_card_of_his_choice(tmp_path: Path) -> None:
    game = miscounted((8, 6))
    pack = game.position.pack
    game.irregularity("DEAL-COUNT-PONE", choice="STAND")
    back = game.position.hands[A][3:5]
    refuse(game, "the 2 cards that go back", "FIX-PONE-OVER")
    refuse(game, "not in the hand", "FIX-PONE-OVER", cards=format_cards(game.position.hands[B][:2]))
    game.irregularity("FIX-PONE-OVER", cards=format_cards(back))
    assert game.position.pack == (*back, *pack)
    assert not set(back) & set(game.position.hands[A])
    assert [len(hand) for hand in game.position.hands] == [6, 6]
    assert reloaded(game, tmp_path) == game


def test_short_hands_are_made_up_from_the_top_of_the_pack(tmp_path: Path) -> None:
    game = miscounted((4, 5))
    top = game.position.pack[:3]
    game.irregularity("DEAL-COUNT-PONE", choice="STAND")
    game.irregularity("FIX-UNDER")
    assert set(top[:2]) <= set(game.position.hands[A])
    game.irregularity("FIX-UNDER", B)
    assert top[2] in game.position.hands[B]
    refuse(game, "no such hand", "FIX-UNDER")
    assert game.actions()[0].act == "lay_out"
    assert reloaded(game, tmp_path) == game


def test_a_miscount_by_a_book_that_knows_no_choice() -> None:
    game = miscounted((6, 7), "enquire")
    refuse(game, "FRESH, not 'STAND'", "DEAL-COUNT", choice="STAND")
    game.irregularity("DEAL-COUNT")
    assert (game.scores, game.phase) == ((2, 0), "shuffle")


def test_overcount_in_the_play_and_for_heels() -> None:
    game = game_at("play")
    game.play("3c", marked=2)
    game.irregularity("SCORE-OVER")
    assert game.scores == (0, 2)
    game.play("2c")
    refuse(game, "nothing is marked too many", "SCORE-OVER")


def test_a_penalty_can_win() -> None:
    game = game_at("lay_out", scores=(119, 3))
    game.irregularity("DEAL-EXPOSE", choice="FRESH")
    assert (game.winner, game.scores, game.phase) == (A, (121, 3), "over")


def test_a_game_marked_too_far_goes_on(tmp_path: Path) -> None:
    game = at_show(score=109)
    game.show(marked=30)
    assert (game.scores, game.over) == ((121, 30), True)
    game.irregularity("SCORE-OVER")
    assert (game.scores, game.phase) == ((117, 34), "show")
    assert reloaded(game, tmp_path) == game


def test_a_game_marked_as_won_falsely_is_lost(tmp_path: Path) -> None:
    game = at_show(variant("six", law_profile="enquire"), score=109)
    game.show(marked=30)
    game.irregularity("X-FALSE-WIN")
    assert (game.winner, game.scores) == (B, (117, 30))
    assert reloaded(game, tmp_path) == game


def test_a_game_won_rightly_is_not_lost() -> None:
    game = at_show(variant("six", law_profile="enquire"), score=113)
    game.show(marked=30)
    refuse(game, "nothing is marked too many", "X-FALSE-WIN")
    assert game.winner == A


def test_muggins_called_where_nothing_was_missed(tmp_path: Path) -> None:
    game = at_show(variant("six", muggins=True))
    game.show()
    refuse(game, "himself", "MUGGINS-FALSE", player=A, points=3)
    game.irregularity("MUGGINS-FALSE", B, points=3)
    assert game.scores == (31, 30)
    assert reloaded(game, tmp_path) == game


@pytest.mark.parametrize("profile", ["enquire", "modern"])
def test_heels_forgotten(profile: str) -> None:
    game = Game(variant("six", law_profile=profile), dealer=B)
    game.shuffle(stacked_pack(game.variant, [PONE, DEALER], "js"))
    game.cut_pack(6)
    game.deal()
    for player in (A, B):
        game.lay_out(player, AWAY[player])
    game.cut_start(4, marked=0)
    game.play("3c")
    refuse(game, "has not played", "X-HEELS-LATE")
    game.play("2c")
    game.irregularity("X-HEELS-LATE")
    assert game.scores == (0, 0)


def test_heels_are_not_forgotten_without_a_knave() -> None:
    game = game_at("play", variant("six", law_profile="modern"))
    refuse(game, "no knave", "X-HEELS-LATE")


def test_a_late_hand_may_be_dealt_again() -> None:
    game = game_at("play", variant("six", law_profile="enquire"))
    game.irregularity("X-HAND-LATE", A, choice="FRESH")
    assert (game.scores, game.phase) == (NOTHING, "shuffle")


def test_a_blind_choice_is_lost_when_the_cards_are_lifted() -> None:
    game = game_at("lay_out")
    refuse(game, "STAND once the cards are lifted", "DEAL-EXPOSE", choice="FRESH", lifted=True)
    game.lay_out(A, AWAY[A])
    refuse(game, "STAND once the cards are lifted", "DEAL-EXPOSE", choice="FRESH")
    game.irregularity("DEAL-EXPOSE", choice="STAND")
    assert game.scores == TO_A


@pytest.mark.parametrize(("name", "gained"), [("three", (0, 2, 2)), ("four", (0, 2))])
def test_each_other_side_gains(name: str, gained: tuple[int, ...]) -> None:
    game = Game(name, seed=2, dealer=2)
    while game.phase != "lay_out":
        game.do(game.actions()[0].act)
    game.irregularity("PEG-TOUCH", 0)
    assert game.scores == gained
    game.irregularity("DEAL-EXPOSE", choice="STAND")
    assert game.scores[0] == (2 if name == "three" else 0)


def test_the_one_who_calls_in_three_gains() -> None:
    game = Game(variant("three", muggins=True), seed=2, dealer=2)
    while game.phase != "cut_start":
        action = game.actions()[0]
        told = {"player": action.player, "cards": format_cards(action.cards[:1])} if action.cards else {}
        game.do(action.act, **told)
    game.cut_start(4)
    card = game.actions()[0].cards[0]
    before = game.scores
    game.play(card, marked=4)
    game.irregularity("SCORE-OVER", by=2)
    assert game.scores == (before[0], before[1], before[2] + 4)


# What is refused, with nothing changed.


@pytest.mark.parametrize(
    ("phase", "code", "told", "named"),
    [
        ("play", "PEG-TUCH", OF_A, "PEG-TUCH.*PEG-TOUCH"),
        ("play", "DEAL-EXPOSE", STANDS, "deal, lay_out.*'play'"),
        ("play", "X-CRIB-MIX", OF_A, "foster"),
        ("play", "PEG-TOUCH", {}, "player"),
        ("play", "PEG-TOUCH", {"player": 2}, "2"),
        ("play", "PEG-TOUCH", OF_A | {"points": 2}, "points"),
        ("play", "PEG-TOUCH", OF_A | STANDS, "choice"),
        ("play", "PEG-TOUCH", OF_A | {"lifted": True}, "lifted"),
        ("play", "PEG-TOUCH", OF_A | {"cards": "5h"}, "cards"),
        ("play", "PEG-TOUCH", OF_A | {"by": B}, "'by'"),
        ("play", "PEG-FRONT", OF_A, "no front peg"),
        ("play", "BYSTANDER", OF_A, "no player's fault"),
        ("play", "MUGGINS-FALSE", {"player": A, "points": 2}, "option muggins"),
        ("lay_out", "DEAL-EXPOSE", {}, "FRESH or STAND, not nothing"),
        ("lay_out", "DEAL-EXPOSE", {"choice": "fresh"}, "fresh"),
        ("lay_out", "DEAL-EXPOSE", OF_A | STANDS, "dealer's fault"),
        ("lay_out", "DEAL-EXPOSE", STANDS | {"lifted": 1}, "1"),
        ("lay_out", "DEAL-EXPOSE", STANDS | {"by": B}, "no adversary"),
        ("lay_out", "DEAL-COUNT", STANDS, "right number"),
        ("lay_out", "DEAL-COUNT-PONE", STANDS, "right number"),
        ("lay_out", "DEAL-TURN", {"player": B}, "in turn"),
        ("lay_out", "DEAL-FACED", STANDS, "FRESH, not 'STAND'"),
        ("cut_pack", "DEAL-TURN", OF_A | {"lifted": True}, "dealt"),
        ("show", "SCORE-OVER", OF_A, "marked last"),
        ("show", "SCORE-UNDER", {"points": 0}, "0"),
        ("show", "PACK-UNSCORED", {"player": B}, "player 0"),
    ],
)
def test_what_is_refused_changes_nothing(phase: str, code: str, told: dict[str, Any], named: str) -> None:
    refuse(game_at(phase), named, code, **told)


def test_no_law_holds_with_off() -> None:
    for row in laws():
        refuse(game_at("play", variant("six", law_profile="off")), "off", row.code, **OF_A)


def test_nothing_is_called_when_the_game_is_over() -> None:
    game = at_show(score=115)
    game.show()
    assert game.over
    refuse(game, "over", "PEG-TOUCH", player=A)
    refuse(game, "nothing is marked too many", "SCORE-OVER")


CALLS = st.fixed_dictionaries(
    {"code": st.sampled_from([row.code for row in laws()]), "player": st.sampled_from([None, 0, 1, 2])},
    optional={
        "choice": st.sampled_from(["FRESH", "STAND"]),
        "points": st.integers(0, 9),
        "lifted": st.booleans(),
        "by": st.integers(0, 2),
    },
)


@settings(max_examples=30, deadline=None)
@given(
    st.sampled_from(["five", "six", "three", "four"]),
    st.sampled_from(LAW_PROFILES),
    st.lists(st.one_of(st.integers(0, 9), CALLS), max_size=60),
)
def test_random_calls_keep_the_board_in_order(name: str, profile: str, acts: list[Any]) -> None:
    game = Game(variant(name, law_profile=profile, muggins=True), seed=11)
    for act in acts:
        before = (game.position, game.events)
        try:
            if isinstance(act, dict):
                game.irregularity(**act)
            elif game.actions():
                _do_something(game, act)
        except RuleError:
            assert (game.position, game.events) == before
        for pegs in game.board.pegs:
            assert 0 <= pegs.back < pegs.front <= game.variant.target or pegs.front == pegs.back == 0
    again = Game(game.variant, seed=11)
    for event in game.events:
        told = {name: event.told[name] for name in ACTS[event.act].arguments if name in event.told}
        again.do(event.act, **told)
    assert (again.position.hands, again.board) == (game.position.hands, game.board)


def _do_something(game: Game, number: int) -> None:
    """Do one of the acts that are due, chosen by a number; sometimes mark wrongly."""
    actions = game.actions()
    action = actions[number % len(actions)]
    told: dict[str, Any] = {}
    if action.act in ("cut", "lay_out"):
        told["player"] = action.player
    if action.act == "lay_out":
        told["cards"] = format_cards(action.cards[: action.count])
    elif action.act == "play":
        told["card"] = action.cards[number % len(action.cards)]
    if action.act in ("cut_start", "play", "show") and number > 6:
        told["marked"] = number - 7
    game.do(action.act, **told)


@pytest.mark.parametrize(("rule", "taken"), [("excess", 4), ("marking", 12)])
def test_an_overcount_is_put_back_after_a_penalty_came_between(rule: str, taken: int) -> None:
    game = at_show(variant("six", overcount_of=rule))
    game.show(marked=12)
    game.irregularity("PEG-TOUCH", B)
    game.irregularity("SCORE-OVER")
    assert game.scores == (20 + 12 + 2 - taken, 30 + taken)


@pytest.mark.parametrize(("rule", "taken"), [("excess", 4), ("marking", 12)])
def test_an_overcount_is_put_back_where_a_penalty_ended_the_game(rule: str, taken: int) -> None:
    game = at_show(variant("six", overcount_of=rule), score=107)
    game.show(marked=12)
    game.irregularity("PEG-TOUCH", B)
    assert game.winner == A
    game.irregularity("SCORE-OVER")
    assert (game.scores, game.winner) == ((121 - taken, 30 + taken), None)


def test_points_stay_with_their_players_when_the_seats_are_chosen() -> None:
    game = Game("three", seed=1, scores=(5, 0, 0))
    for player, card in enumerate(("ah", "5h", "2h")):
        game.cut(player, card)
    game.irregularity("PEG-TOUCH", 2)
    before = {player: game.scores[game.side(player)] for player in range(3)}
    assert before == {0: 7, 1: 2, 2: 0}
    game.choose_seats((0, 2, 1))
    assert {player: game.scores[game.side(player)] for player in range(3)} == before
    assert game.events[-1].scores == (7, 0, 2)


@pytest.mark.parametrize("code", ["DEAL-COUNT", "DEAL-COUNT-PONE"])
def test_a_wrong_number_costs_nothing_by_tournament_rules(code: str) -> None:
    game = miscounted((7, 7), "acc")
    refuse(game, "leaves FRESH", code, choice="STAND")
    game.irregularity(code)
    assert (game.scores, game.phase, game.dealer) == ((0, 0), "shuffle", B)


def test_nobody_marks_before_partners_are_cut_for() -> None:
    game = Game("four", seed=1)
    refuse(game, "cut for partners is not over", "PEG-TOUCH", player=0)
    three = Game("three", seed=1)
    three.irregularity("PEG-TOUCH", 0)
    assert three.scores == (0, 2, 2)
