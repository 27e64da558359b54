"""The play: worked sequences, small real cases, options, random plays against the twin and an oracle."""

from __future__ import annotations

import random
from itertools import product

import numpy as np
import pytest

import naive
import naive_play
from cribstat import PlayState, RuleError, Variant, replay, variant
from cribstat.cards import format_cards
from cribstat.kernels.play import flush_points, legal_ranks, rank_points
from cribstat.play import PlayEvent, card_reasons, card_value, follow, peg
from golden_files import cases, golden

SEQUENCES = golden("play_sequences.csv")
LAID = golden("play_sequence_cards.csv")
CASES = cases("b")
GAMES = ("five", "six", "seven", "eight", "three", "four")


def numbers(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split()))


def split_hands(text: str) -> list[str]:
    return [hand.strip() for hand in text.split("/")] if text else []


def written(reasons: tuple[tuple[str, int], ...]) -> str:
    return "; ".join(f"{name} {points}" for name, points in reasons)


def deal_hands(record: Variant, rng: random.Random) -> list[list[int]]:
    """Deal hands; half of the time from a short pack, where pairs and runs are frequent."""
    needed = record.players * record.hand_size
    pack = list(naive.PACK) if rng.random() < 0.5 else list(range(4 * rng.randrange(3), 52))[: needed + 8]
    drawn = rng.sample(pack, needed)
    return [drawn[seat :: record.players] for seat in range(record.players)]


# -- worked sequences ------------------------------------------------------------------------------


def test_golden_files_are_whole() -> None:
    assert [row["id"] for row in SEQUENCES] == [f"P{number:02}" for number in range(1, 25)]
    assert {row["id"] for row in LAID} == {row["id"] for row in SEQUENCES}
    assert len(CASES) == 21


@pytest.mark.parametrize("row", SEQUENCES, ids=lambda row: row["id"])
def test_worked_sequence(row: dict[str, str]) -> None:
    laid = [card for card in LAID if card["id"] == row["id"]]
    scores = numbers(row["scores"]) or None
    state = follow(
        split_hands(row["hands"]), " ".join(card["card"] for card in laid), row["variant"], scores=scores
    )
    assert len(state.events) == len(laid)
    for event, card in zip(state.events, laid, strict=True):
        assert event.series == int(card["series"])
        assert event.seat == int(card["seat"])
        assert format_cards([event.card]).upper() == card["card"]
        assert event.count == int(card["count"])
        assert event.points == int(card["points"])
        assert written(event.reasons) == card["reasons"]
        assert (event.sides if scores is None else event.scores) == numbers(card["totals"])
        assert event.passed == numbers(card["passed"])
    assert state.over
    left = [format_cards(hand).upper() for hand in state.hands]
    assert left == (split_hands(row["not_played"]) or [""] * len(left))


def test_the_game_stops_on_the_winning_card() -> None:
    state = follow(["8c 7d 4h qs", "8d 9c 2h 3s"], "8c 8d", scores=(118, 119))
    assert state.winner == 1
    assert state.scores == (118, 121)
    before = state.copy()
    with pytest.raises(RuleError, match="side 1 has reached 121"):
        state.play("7d")
    with pytest.raises(RuleError, match="side 1 has reached 121"):
        state.go()
    assert state == before
    assert follow(["8c 7d 4h qs", "8d 9c 2h 3s"], "8c 8d 7d", scores=(118, 118)).winner is None


def test_scores_stop_at_the_target() -> None:
    state = follow(["6c 6d kh qs", "6h 6s tc 9d"], "6c 6h 6d 6s", scores=(0, 110))
    assert state.sides == (6, 15)
    assert state.scores == (6, 121)
    partners = follow(["3c kc 9d 8h", "3d qc 7d 6s", "3h jc 5d 4s", "3s tc 2d ah"], "3c 3d 3h", "four",
                      scores=(116, 0))  # fmt: skip
    assert partners.winner == 0
    assert partners.events[-1].totals == (0, 2, 6, 0)
    assert partners.events[-1].scores == (121, 2)


@pytest.mark.parametrize(
    ("scores", "named"), [((0,), "2 scores"), ((0, 121), "121"), ((-1, 0), "-1"), ((1, 2, 3), "3")]
)
def test_impossible_scores(scores: tuple[int, ...], named: str) -> None:
    with pytest.raises(RuleError, match=named):
        PlayState(["8c 7d 4h qs", "8d 9c 2h 3s"], scores=scores)


# -- small real cases ------------------------------------------------------------------------------


def fields_of(text: str) -> dict[str, str]:
    return dict(part.strip().split("=") for part in text.split(";"))


def position(row: dict[str, str]) -> tuple[PlayState, list[str], dict[str, str]]:
    """Set the table of a case: seats by name."""
    given = fields_of(row["input"])
    seats = given["seats"].split(",")
    first = given.get("lead", given.get("turn"))
    state = PlayState(
        [given[seat] for seat in seats],
        "three" if row["variant"] == "three-player" else "six",
        series=given.get("series", ""),
        turn=None if first is None else seats.index(first),
        last=seats.index(given["last"]) if "last" in given else None,
    )
    return state, seats, given


@pytest.mark.parametrize(
    "row", [row for row in CASES if row["unit"] == "peg_points_list"], ids=lambda row: row["id"]
)
def test_points_card_by_card(row: dict[str, str]) -> None:
    assert tuple(event.points for event in peg(row["input"])) == numbers(row["expected"])


@pytest.mark.parametrize(
    "row", [row for row in CASES if row["unit"] == "legal_cards"], ids=lambda row: row["id"]
)
def test_which_cards_come_in(row: dict[str, str]) -> None:
    given = fields_of(row["input"])
    state = PlayState([given["hand"], "AC"], series=given["series"], last=1)
    assert state.turn == 0
    assert format_cards(state.legal()).upper() == row["expected"].replace("none", "")
    assert state.may_go() == (row["expected"] == "none")


@pytest.mark.parametrize("row", [r for r in CASES if r["unit"] == "peg_totals"], ids=lambda row: row["id"])
def test_totals(row: dict[str, str]) -> None:
    state, seats, given = position(row)
    for card in given["plays"].split():
        while not state.legal():
            state.go()
        state.play(card)
    assert state.over
    wanted = dict(part.split("=") for part in row["expected"].split())
    assert state.totals == tuple(int(wanted[seat]) for seat in seats)


@pytest.mark.parametrize("row", [r for r in CASES if r["unit"] == "next_player"], ids=lambda row: row["id"])
def test_who_leads_next(row: dict[str, str]) -> None:
    state, seats, _ = position(row)
    assert state.turn is not None
    assert row["expected"] == f"{seats[state.turn]} leads"
    assert state.series == ()
    assert state.totals == (0, 0)


def test_every_case_is_used() -> None:
    assert {row["unit"] for row in CASES} == {"peg_points_list", "legal_cards", "peg_totals", "next_player"}


# -- points of a card: rules, kernel and twin -----------------------------------------------------


def test_every_short_series_counts_like_the_twin() -> None:
    for length in range(1, 4):
        for ranks in product(range(13), repeat=length):
            series = [4 * rank + place for place, rank in enumerate(ranks)]
            if sum(map(card_value, series)) > 31:
                continue
            wanted = naive_play.points_of(series)
            assert dict(card_reasons(series)) == wanted
            laid = np.array(ranks, dtype=np.uint8)
            count = naive_play.value_of(series[:-1])
            assert rank_points(laid, length - 1, count, ranks[-1]) == sum(wanted.values())


def test_long_series_count_like_the_twin() -> None:
    rng = random.Random(4)
    longest = 0
    for _ in range(500):
        pack = rng.sample(range(32 if rng.random() < 0.8 else 52), 20)
        series: list[int] = []
        for card in pack:
            if naive_play.value_of([*series, card]) > 31:
                continue
            series.append(card)
            plain = naive_play.points_of(series)
            suited = naive_play.points_of(series, flush=True)
            assert dict(card_reasons(series)) == plain
            assert dict(card_reasons(series, flush_in_play=True)) == suited
            cards = np.array(series, dtype=np.uint8)
            count = naive_play.value_of(series[:-1])
            assert rank_points(cards >> 2, len(series) - 1, count, card >> 2) == sum(plain.values())
            assert flush_points(cards, len(series) - 1, card) == suited.get("flush", 0)
        longest = max(longest, len(series))
    assert longest >= 9


def test_legal_ranks_are_those_that_come_in() -> None:
    rng = np.random.default_rng(5)
    for count in range(32):
        for _ in range(20):
            held = rng.integers(0, 3, 13).astype(np.uint8)
            wanted = {r for r in range(13) if held[r] and count + naive_play.value_of([4 * r]) <= 31}
            bits = int(legal_ranks(held, count))
            assert {rank for rank in range(13) if bits >> rank & 1} == wanted


# -- random whole plays against the twin -----------------------------------------------------------


def options_of(record: Variant, rng: random.Random) -> Variant:
    """Change every option of the play at random."""
    options: dict[str, object] = {"flush_in_play": rng.random() < 0.5}
    if record.players > 2:
        options["multi_go"] = rng.choice(["all", "bicycle"])
        options["series_leader"] = rng.choice(["left_of_last", "next_eldest"])
    if record.name == "five":
        options["go_obligation"] = rng.choice(["must", "may"])
    return variant(record, **options)


def twin_of(record: Variant, hands: list[list[int]], rng: random.Random) -> list[naive_play.Row]:
    return naive_play.Table(
        [list(hand) for hand in hands],
        rng.choice,
        single_series=record.single_series,
        bicycle=record.multi_go == "bicycle",
        next_eldest=record.series_leader == "next_eldest",
        flush=record.flush_in_play,
        stops=(lambda: rng.random() < 0.5) if record.go_obligation == "may" else None,
    ).play_out()


def follow_twin(record: Variant, hands: list[list[int]], rows: list[naive_play.Row]) -> PlayState:
    """Lay the twin's cards, comparing what may be laid and what was earned."""
    state = PlayState(hands, record)
    for row in rows:
        while not state.legal():
            state.go()
        assert (state.number, state.turn) == (row.series, row.seat)
        assert sorted(state.legal()) == sorted(row.fitting)
        state.play(row.card)
        if row.stopped:
            while not state.legal():
                state.go()
            assert state.may_go()
            state.go()
    for event, row in zip(state.events, rows, strict=True):
        assert (event.series, event.seat, event.card, event.count) == (
            row.series, row.seat, row.card, row.count)  # fmt: skip
        assert dict(event.reasons) == row.earned
        assert event.points == row.points
    assert state.over
    return state


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("changed", [False, True], ids=["default", "options"])
def test_random_plays_go_like_the_twin(game: str, changed: bool) -> None:
    rng = random.Random(f"{game} {changed}")
    seen: set[str] = set()
    for _ in range(80):
        record = options_of(variant(game), rng) if changed else variant(game)
        hands = deal_hands(record, rng)
        rows = twin_of(record, hands, rng)
        state = follow_twin(record, hands, rows)
        for seat in range(record.players):
            assert state.totals[seat] == sum(row.points for row in rows if row.seat == seat)
        spoken: list[int | str] = []
        for row in rows:
            spoken += [row.card, "go"] if row.stopped else [row.card]
        assert tuple(replay(hands, spoken, record)) == state.events
        seen |= {name for row in rows for name in row.earned}
    assert {"fifteen", "thirty-one", "pair", "pair royal", "run", "last"} <= seen
    assert ("go" in seen) == (game != "five")
    assert ("flush" in seen) == changed


# -- against an independent program ----------------------------------------------------------------


SPIEL_PASS = 2756


class Spiel:
    """One deal of open-spiel's cribbage up to the play; its player 0 deals and is our last seat."""

    def __init__(self, record: Variant, hands: list[list[int]], crib: list[list[int]], start: int) -> None:
        pyspiel = pytest.importorskip("pyspiel")
        self.players = record.players
        self.state = pyspiel.load_game(f"cribbage(players={self.players})").new_initial_state()
        self.cards = {self.state.action_to_string(-1, action).split()[-1]: action for action in range(52)}
        dealt = [[*hands[self.seat(p)], *crib[self.seat(p)]] for p in range(self.players)]
        extra = crib[self.players : self.players + 1]
        for card in [card for hand in [*dealt, *extra] for card in hand]:
            self.state.apply_action(self.action(card))
        for player in range(self.players):
            self._lay_out([naive.text([card]) for card in crib[self.seat(player)]])
        self.state.apply_action(self.action(start))

    def seat(self, player: int) -> int:
        """Return our seat of a player."""
        return (player - 1) % self.players

    def action(self, card: int) -> int:
        """Return their number of a card."""
        return self.cards[naive.text([card]).upper()]

    def _lay_out(self, words: list[str]) -> None:
        wanted = sorted(word.upper() for word in words)
        player = self.state.current_player()
        for action in self.state.legal_actions():
            if sorted(self.state.action_to_string(player, action).split()[1:]) == wanted:
                self.state.apply_action(action)
                return
        raise AssertionError(f"no discard {wanted}")

    def pass_to(self, seat: int | None) -> None:
        """Let everybody pass who can do nothing else, up to the seat on turn (None: to the end)."""
        while "Phase: Play" in str(self.state) and self.state.legal_actions() == [SPIEL_PASS]:
            self.state.apply_action(SPIEL_PASS)
        if seat is not None:
            assert self.seat(self.state.current_player()) == seat

    def scores(self) -> list[int]:
        """Return the scores by our seats."""
        line = next(line for line in str(self.state).splitlines() if line.startswith("Scores:"))
        read = [int(word) for word in line.split()[1:]]
        return [read[(seat + 1) % self.players] for seat in range(self.players)]


def by_side(points: list[int], record: Variant) -> list[int]:
    """Give every seat what its side has."""
    return [sum(points[seat % record.sides :: record.sides]) for seat in range(record.players)]


def end_point(event: PlayEvent) -> int:
    """Return the point for go or last, which open-spiel marks only after everybody has passed."""
    return sum(points for name, points in event.reasons if name in ("go", "last"))


@pytest.mark.parametrize("game", ["six", "three", "four"])
def test_random_plays_go_like_open_spiel(game: str) -> None:
    """Compare card by card: turns, legal cards, points; and at the end with the show, which follows there.

    Left out: five-, seven- and eight-card games and all options, which it lacks, and heels (the start is no
    jack here). A flush of four counts in its crib, so the crib is counted by that rule.
    """
    pytest.importorskip("pyspiel")
    rng = random.Random(game)
    record = variant(game)
    for _ in range(60):
        drawn = rng.sample(naive.PACK, 52)
        start = drawn.pop(next(i for i, card in enumerate(drawn) if card // 4 != naive.JACK))
        hands = [[drawn.pop() for _ in range(record.hand_size)] for _ in range(record.players)]
        crib = [[drawn.pop() for _ in range(record.laid_out)] for _ in range(record.players)]
        crib += [[drawn.pop()]] if record.from_pack else []
        spiel = Spiel(record, hands, crib, start)
        state = PlayState(hands, record)
        while not state.over:
            while not state.legal():
                state.go()
            spiel.pass_to(state.turn)
            assert sorted(spiel.state.legal_actions()) == sorted(map(spiel.action, state.legal()))
            card = rng.choice(state.legal())
            owner = state.turn
            assert owner is not None
            event = state.play(card)
            spiel.state.apply_action(spiel.action(card))
            totals = list(event.totals)
            totals[owner] -= end_point(event)
            if not state.over:
                assert spiel.scores() == by_side(totals, record)
        spiel.pass_to(None)
        assert "Phase: Play" not in str(spiel.state)
        shown = [naive.points(hand, start) for hand in hands]
        shown[-1] += naive.points(
            [card for away in crib for card in away], start, crib=True, crib_flush="hand_rule"
        )
        assert spiel.scores() == by_side([a + b for a, b in zip(state.totals, shown, strict=True)], record)
