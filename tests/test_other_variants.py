"""Solved habits for seven, eight, three and four: against twins, against whole deals, and as they ship."""

from __future__ import annotations

import csv
import io
from itertools import product
from time import perf_counter

import numpy as np
import pytest

import naive
import naive_habits
from cribstat import rank_deals, rank_discards, tables, variant
from cribstat.crib import ModelError
from cribstat.crib.seats import Habit, Habits, set_sizes
from cribstat.equilibrium.variants import VariantSolution, check_seat, figures_csv, solve_variant
from cribstat.equilibrium.variants.solve import answers, take_sample
from cribstat.kernels import dealing, patterns, seats
from cribstat.policies.variants import habits_file, habits_from_csv, habits_to_csv, solved_model
from cribstat.rules import Variant
from cribstat.tables import TableError
from games import GAMES, game, row_of

SOLVED = [name for name in GAMES if name not in ("five", "six")]
SEATS = [(name, seat) for name in SOLVED for seat in GAMES[name][1]]
PACK = np.arange(52, dtype=np.uint8)


def random_habits(record: Variant, seed: int) -> tuple[Habit, ...]:
    """Make a habit for every seat that nobody would have."""
    rng = np.random.default_rng(seed)
    kinds = len(patterns.multisets(record.laid_out))
    return tuple(Habit(0.1 + rng.random(kinds), 0.5 + rng.random((kinds, 13))) for _ in range(record.players))


def plain(record: Variant, habit: Habit) -> naive_habits.Habit:
    kinds = map(tuple, patterns.multisets(record.laid_out).tolist())
    return dict(zip(kinds, zip(habit.weights.tolist(), habit.lifts.tolist(), strict=True), strict=True))


def shipped(name: str) -> Habits:
    model = solved_model(game(name))
    assert isinstance(model, Habits)
    return model


def sides(model: Habits) -> tuple[Habit, Habit]:
    """Give the habits of the others and of the owner's side: those of the first seat and of the last."""
    return model.by_seat[0], model.by_seat[-1]


def table(name: str, what: str) -> list[dict[str, str]]:
    file = habits_file(game(name)).removesuffix(".csv")
    return list(csv.DictReader(io.StringIO(tables.read_table(f"{file}_{what}.csv").decode())))


# -- the model against its twin ----------------------------------------------------------------------


@pytest.mark.parametrize(("name", "seat"), SEATS)
def test_means_equal_the_twin_on_a_short_pack(name: str, seat: int) -> None:
    """Dead cards leave ten unseen ones: every start, every set, every way to share it."""
    record = game(name)
    rng = np.random.default_rng(seat)
    cards = rng.permutation(52).tolist()
    deal, dead = cards[: record.dealt], cards[record.dealt + 10 :]
    habits = random_habits(record, seed=1)
    model = Habits(record, habits, "for a test")
    ranking = rank_discards(deal, variant=record, seat=seat, crib_model=model, dead=dead)
    discards = [away for away, _ in naive.discards(deal, record.laid_out)][:4]
    others = [plain(record, habit) for number, habit in enumerate(habits) if number != seat]
    expected = naive_habits.cribs(deal, discards, dead, others, record.laid_out, record.others_in_crib)
    for away, mean in zip(discards, expected, strict=True):
        assert row_of(ranking, naive.text(away)).crib_ev == pytest.approx(mean, abs=1e-12)


@pytest.mark.parametrize("name", ["three", "seven from_pack", "eight"])
def test_a_known_start_is_one_of_the_twins_starts(name: str) -> None:
    record = game(name)
    cards = np.random.default_rng(5).permutation(52).tolist()
    deal, start, dead = cards[: record.dealt], cards[record.dealt], cards[record.dealt + 12 :]
    habits = random_habits(record, seed=2)
    model = Habits(record, habits, "for a test")
    ranking = rank_discards(deal, "dealer", variant=record, crib_model=model, dead=dead, start=start)
    discards = [away for away, _ in naive.discards(deal, record.laid_out)][:2]
    others = [plain(record, habit) for habit in habits[:-1]]
    expected = naive_habits.cribs(
        deal, discards, dead, others, record.laid_out, record.others_in_crib, start=start
    )
    for away, mean in zip(discards, expected, strict=True):
        assert row_of(ranking, naive.text(away)).crib_ev == pytest.approx(mean, abs=1e-12)


@pytest.mark.parametrize(("name", "seat"), SEATS)
def test_bulk_equals_one_by_one(name: str, seat: int) -> None:
    record = game(name)
    model = Habits(record, random_habits(record, seed=3), "for a test")
    rng = np.random.default_rng(seat + 10)
    deals = np.array([rng.permutation(52)[: record.dealt] for _ in range(6)])
    one_suit = np.arange(12, 12 + 4 * record.dealt, 4)  # fours to jacks and beyond, of clubs
    four_alike = np.array([40, 41, 42, 43, 16, 17, 20, 21])[: record.dealt]
    deals = np.concatenate([deals, [one_suit, four_alike]])
    hands, cribs = rank_deals(deals, variant=record, seat=seat, crib_model=model)
    for deal, hand, crib in zip(deals.tolist(), hands, cribs, strict=True):
        ranking = rank_discards(deal, variant=record, seat=seat, crib_model=model)
        for column, (away, _) in enumerate(naive.discards(deal, record.laid_out)):
            row = row_of(ranking, naive.text(away))
            assert (hand[column], crib[column]) == pytest.approx((row.hand_ev, row.crib_ev), abs=1e-11)


@pytest.mark.parametrize("name", SOLVED)
def test_habits_without_preference_are_uniform(name: str) -> None:
    record = game(name)
    kinds = len(patterns.multisets(record.laid_out))
    habits = (Habit(np.ones(kinds), np.ones((kinds, 13))),) * record.players
    deals = [np.random.default_rng(1).permutation(52)[: record.dealt]]
    model = Habits(record, habits, "for a test")
    _, cribs = rank_deals(deals, "dealer", variant=record, crib_model=model)
    _, uniform = rank_deals(deals, "dealer", variant=record, crib_model="uniform")
    assert cribs == pytest.approx(uniform, abs=1e-11)


def test_the_start_stays_any_unseen_card() -> None:
    """Means of the total are means of hand and crib: no start is likelier for what is laid away."""
    model = shipped("three")
    ranking = rank_discards("5h 5d Js Qc 6c", "dealer", variant="three", crib_model=model)
    found = model.other_cards(model.variant, 2, np.arange(5, 52, dtype=np.uint8), np.arange(5, 52))
    assert found.size == 3
    for row in ranking.rows:
        assert row.total_ev == pytest.approx(row.hand_ev + row.crib_ev)
        assert row.total_min <= row.total_ev <= row.total_max


# -- dealing and counting ----------------------------------------------------------------------------


def test_a_deal_depends_on_its_number_alone() -> None:
    every, some = np.empty((50, 8), np.uint8), np.empty((20, 8), np.uint8)
    dealing.deal_cards(7, 0, PACK, every)
    dealing.deal_cards(7, 30, PACK, some)
    assert (every[30:] == some).all()
    assert all(len(set(row)) == 8 for row in every.tolist())
    other = np.empty_like(every)
    dealing.deal_cards(8, 0, PACK, other)
    assert (other != every).any(axis=1).all()


def test_cards_are_dealt_evenly() -> None:
    """Counts of each card in each place, and of pairs of cards: chi-squared within six deviations."""
    deals = np.empty((200_000, 3), np.uint8)
    dealing.deal_cards(3, 0, PACK[:40], deals)
    for place in range(3):
        counts = np.bincount(deals[:, place], minlength=40)
        assert len(counts) == 40
        chi = ((counts - 5000.0) ** 2 / 5000).sum()
        assert abs(chi - 39) < 6 * np.sqrt(2 * 39)
    pairs = np.bincount(deals[:, 0].astype(int) * 40 + deals[:, 2], minlength=1600).reshape(40, 40)
    assert np.trace(pairs) == 0
    expected = 200_000 / (40 * 39)
    chi = ((pairs[~np.eye(40, dtype=bool)] - expected) ** 2 / expected).sum()
    assert abs(chi - 1559) < 6 * np.sqrt(2 * 1559)


@pytest.mark.parametrize("name", SOLVED)
def test_dealt_cribs_are_counted_by_the_rules(name: str) -> None:
    record = game(name)
    rng = np.random.default_rng(4)
    away, _ = patterns.split_positions(record.dealt, record.laid_out)
    deals = [rng.permutation(52) for _ in range(4)]
    one_suit = np.concatenate([np.arange(0, 52, 4), np.arange(1, 52, 4), np.arange(2, 52, 4)])
    for cards in [*deals, one_suit]:
        deal = np.sort(cards[: record.dealt]).astype(np.uint8)
        gone = cards[record.dealt : record.dealt + 9].astype(np.uint8)[None]
        others = np.ascontiguousarray(gone[:, : record.others_in_crib])
        points = patterns.show_table(record.crib_size)
        found = seats.mean_cribs(deal, away.astype(np.int64), others, gone, points, patterns.CHOOSE)
        starts = naive.others(deal.tolist(), gone[0].tolist())
        for way in (0, len(away) // 2, len(away) - 1):
            crib = [*deal[away[way]].tolist(), *others[0].tolist()]
            shown = [naive.points(crib, start, crib=True) for start in starts]
            assert found[0, way] == pytest.approx(sum(shown) / len(shown))


# -- the solver --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["seven", "eight laid_out"])
def test_the_first_answers_make_the_habits_of_the_twin(name: str) -> None:
    """Everybody first meets cards laid away at random, so the answers are the best ones of `uniform`."""
    record = game(name)
    solution = solve_variant(record, rounds=1, deals=150, seed=5)
    deals = take_sample(record, 150, seed=5).deals
    for habit, role in zip(solution.habits, ("pone", "dealer"), strict=True):
        share = 1 if role == "dealer" else -1
        hands, cribs = rank_deals(deals, role, variant=record, crib_model="uniform")
        best = np.round(hands + share * cribs, 9).argmax(axis=1)
        laid = [
            naive.discards(deal, record.laid_out)[way]
            for deal, way in zip(deals.tolist(), best.tolist(), strict=True)
        ]
        for kind, (weight, lifts) in naive_habits.habit_of(laid).items():
            index = int(patterns.multiset_index(np.array(kind)))
            # One in a million is laid away at random.
            assert habit.weights[index] == pytest.approx(weight, rel=1e-3)
            assert habit.lifts[index] == pytest.approx(np.array(lifts), abs=1e-3)


def test_more_rounds_change_less() -> None:
    trace = solve_variant(game("seven"), rounds=6, deals=4000, seed=2).trace
    assert [row.round for row in trace] == [1, 2, 3, 4, 5, 6]
    assert trace[0].change_own > 0.2
    assert trace[-1].change_own < trace[1].change_own / 2
    assert trace[-1].change_other < trace[1].change_other / 2


@pytest.fixture(scope="module")
def five_cards() -> VariantSolution:
    """Solve the five-card game by habits, though it can be solved by whole deals."""
    return solve_variant(variant("five"), rounds=4)


def test_the_method_comes_near_the_exact_solution_of_five_cards(five_cards: VariantSolution) -> None:
    exact, last = tables.manifest()["solved/five_no_play.npz"], five_cards.trace[-1]
    assert last.hand_own == pytest.approx(exact["dealer_hand"], abs=0.01)
    assert last.hand_other == pytest.approx(exact["pone_hand"], abs=0.01)
    assert last.crib_own == pytest.approx(exact["crib"], abs=0.03)
    assert last.crib_other == pytest.approx(exact["crib"], abs=0.03)


def test_the_crib_as_dealt_is_the_exact_crib_of_five_cards(five_cards: VariantSolution) -> None:
    figures = check_seat(variant("five"), five_cards.habits, 0, own_deals=200, dealings=1000)
    exact = tables.manifest()["solved/five_no_play.npz"]["crib"]
    assert figures.crib_se < 0.01
    assert figures.crib_ev == pytest.approx(exact, abs=0.005 + 4 * figures.crib_se)
    assert figures.gain_low + 3 * figures.gain_low_se < 0.02
    assert figures.hand_se == 0


def test_the_check_sees_a_mistaken_player() -> None:
    """Who thinks that the other side lays away fives leaves much to a responder."""
    with_five = (patterns.multisets(2) == 4).any(axis=1)
    mistaken = Habit(1.0 + 100.0 * with_five, np.ones((91, 13)))
    figures = check_seat(variant("five"), (mistaken, mistaken), 1, own_deals=60, dealings=600)
    assert figures.gain_low - 3 * figures.gain_low_se > 0.02
    assert figures.crib_error > 1


# -- as they ship ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SOLVED)
def test_a_best_responder_gains_next_to_nothing(name: str) -> None:
    """The bound that is too high in the mean, and two standard errors more, stay below 0.02 points a deal."""
    rows = table(name, "figures")
    assert [int(row["seat"]) for row in rows] == list(GAMES[name][1])
    for row in rows:
        assert float(row["gain_high"]) + 2 * float(row["gain_high_se"]) <= 0.02
        assert float(row["gain_low"]) <= float(row["gain_high"])
        assert float(row["gain_high_se"]) > 0


@pytest.mark.parametrize("name", SOLVED)
def test_all_seats_see_the_same_crib(name: str) -> None:
    """As dealt, the mean crib is one number whoever looks; and the habits come near it."""
    rows = table(name, "figures")
    means = [float(row["crib_ev"]) for row in rows]
    errors = [float(row["crib_se"]) for row in rows]
    assert max(means) - min(means) <= 4 * max(errors)
    assert max(abs(float(row["crib_error"])) for row in rows) < 0.01 * means[0]


@pytest.mark.parametrize("name", SOLVED)
def test_the_last_rounds_change_little(name: str) -> None:
    last = table(name, "trace")[-1]
    assert max(float(last["change_other"]), float(last["change_own"])) < 0.02


def test_seats_of_one_side_differ_by_position_only() -> None:
    """Points of discards are alike for the two others of three, for partners and for the others of four."""
    rng = np.random.default_rng(6)
    deals = np.array([rng.permutation(52)[:5] for _ in range(20)])
    for name, pairs in (("three", [(0, 1)]), ("four", [(0, 2), (1, 3)])):
        cribs = [
            rank_deals(deals, variant=name, seat=seat, crib_model=shipped(name))[1]
            for seat in range(game(name).players)
        ]
        for one, other in pairs:
            assert cribs[one] == pytest.approx(cribs[other], abs=1e-12)
        assert (np.abs(cribs[0] - cribs[-1]) > 0.01).any()


def test_habits_of_three_answer_themselves() -> None:
    """Over all deals, the best answers to the shipped habits lay away what the habits say."""
    model, sample = shipped("three"), take_sample(game("three"))
    means = []
    for seat in (0, 2):
        best, _, cribs = answers(sample, model.variant, seat, sides(model))
        laid = sample.laid[np.arange(len(best)), best]
        shares = np.bincount(laid, sample.mass, 13)
        assert np.abs(shares - model.by_seat[seat].weights * set_sizes(1)).sum() / 2 < 0.002
        means.append(float(sample.mass @ cribs))
    assert means[0] == pytest.approx(means[1], abs=0.001)


def test_files_are_read_as_they_were_written() -> None:
    for name in SOLVED:
        text = tables.read_table(habits_file(game(name))).decode()
        assert habits_to_csv(game(name), habits_from_csv(game(name), text)) == text


def test_foreign_habits_are_refused() -> None:
    text = tables.read_table(habits_file(game("four"))).decode()
    for wrong in (
        text.replace("own,A", "own,B"),
        text.replace("other,A,", "other,A,-"),
        text[: len(text) // 2],
    ):
        with pytest.raises(TableError, match="four"):
            habits_from_csv(game("four"), wrong)


def test_solved_deal_by_deal_has_no_habits() -> None:
    assert solved_model(variant("six")) is None
    assert solved_model(variant("five")) is None


def test_another_flush_is_refused_in_one_line() -> None:
    record = variant("three", crib_flush="hand_rule")
    model = solved_model(record)
    with pytest.raises(ModelError, match=r"^[^\n]*solved for three, not for three with crib_flush=hand_rule"):
        rank_discards("5h 5d Js Qc 6c", "dealer", variant=record, crib_model=model)
    with pytest.raises(ModelError, match="solved for three, not for four"):
        rank_discards("5h 5d Js Qc 6c", "dealer", variant="four", crib_model=model)


def test_options_that_leave_the_crib_alone_share_habits() -> None:
    assert solved_model(variant("three", target=121)) is solved_model(variant("three"))
    assert habits_file(variant("four", target=61)) == habits_file(variant("four"))
    assert habits_file(variant("eight", laid_out=3)) != habits_file(variant("eight"))


@pytest.mark.parametrize("name", SOLVED)
def test_one_question_takes_no_time(name: str) -> None:
    """Well under half a second, without a compiler; measured on the second question."""
    record, model = game(name), shipped(name)
    deal = np.random.default_rng(8).permutation(52)[: record.dealt]
    seconds = []
    for seat in (0, record.dealer_seat):
        begin = perf_counter()
        ranking = rank_discards(deal, variant=record, seat=seat, crib_model=model)
        seconds.append(perf_counter() - begin)
    assert ranking.method["crib_ev"] == "approximate"
    assert min(seconds) < 0.25


@pytest.mark.exhaustive
def test_without_lifts_the_crib_comes_out_too_low() -> None:
    """Who forgets that what is kept leaves fitting starts misses a tenth of a point."""
    record = game("three")
    blunt = tuple(Habit(habit.weights, np.ones_like(habit.lifts)) for habit in sides(shipped("three")))
    figures = check_seat(record, (blunt[0], blunt[1]), 0, own_deals=200, dealings=1000)
    assert -0.2 < figures.crib_error < -0.05


@pytest.mark.exhaustive
@pytest.mark.parametrize(("name", "seat"), list(product(("seven", "four"), (0, 1))))
def test_dealing_again_agrees_with_the_figures(name: str, seat: int) -> None:
    """Other random numbers: the same means and bounds, within what the errors allow."""
    again = check_seat(game(name), sides(shipped(name)), seat, own_deals=400, dealings=2000, seed=5000)
    kept = table(name, "figures")[seat]
    for what in ("hand", "crib", "crib_error"):
        value = f"{what}_ev" if what != "crib_error" else what
        error = np.hypot(getattr(again, f"{what}_se"), float(kept[f"{what}_se"]))
        assert abs(getattr(again, value) - float(kept[value])) <= 4 * error + 1e-4
    assert again.gain_low - 3 * again.gain_low_se <= 0.02
    assert figures_csv([again]).splitlines()[0].split(",") == list(kept)
