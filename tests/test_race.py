"""The race to the target: the table against plain enumeration and simulation of small games."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import naive_race
from cribstat.kernels.race import CRIB, HAND, HEELS, PLAY, SIZE, add_deal
from cribstat.tables import TableError
from cribstat.winprob import STAKES, RaceStatistic, prizes, solve_values, standard_errors
from cribstat.winprob.files import read_race, save_race
from cribstat.winprob.statistic import PHASES

# Each event is (phase, side, points), side 1 the dealer's; the last card of the play always counts.
TOY = (
    (30, ((PLAY, 0, 2), (PLAY, 1, 1), (PLAY, 1, 1), (HAND, 0, 4), (HAND, 1, 2), (CRIB, 1, 3))),
    (8, ((HEELS, 1, 2), (PLAY, 1, 2), (PLAY, 0, 1), (HAND, 0, 2), (HAND, 1, 6), (CRIB, 1, 0))),
    (20, ((PLAY, 0, 1), (PLAY, 0, 1), (PLAY, 1, 3), (HAND, 0, 0), (HAND, 1, 2), (CRIB, 1, 2))),
    (17, ((PLAY, 0, 1), (HAND, 0, 6), (HAND, 1, 0), (CRIB, 1, 4))),
    (13, ((PLAY, 1, 1), (HAND, 0, 2), (HAND, 1, 4), (CRIB, 1, 5))),
    (9, ((PLAY, 0, 3), (PLAY, 1, 6), (PLAY, 0, 12), (HAND, 0, 8), (HAND, 1, 0), (CRIB, 1, 0))),
    (3, ((PLAY, 0, 1), (HAND, 0, 0), (HAND, 1, 0), (CRIB, 1, 0))),
)
WEIGHTS = [weight for weight, _ in TOY]
DEALS = [tuple((side, points) for _, side, points in events) for _, events in TOY]
TARGETS = (5, 11, 31)
COUNTS = ("dealer_out", "pone_out", "totals")
BY_PHASE = ("dealer_phases", "pone_phases")


def unit_counts() -> list[tuple[np.ndarray, np.ndarray, np.ndarray]]:
    """Count each deal of the toy once."""
    made = []
    for _, events in TOY:
        counts = tuple(
            np.zeros(shape, np.int64) for shape in ((4, SIZE, SIZE), (4, SIZE, SIZE), (SIZE, SIZE))
        )
        phases, sides, points = (np.array(column, dtype=np.int64) for column in zip(*events, strict=True))
        add_deal(sides, phases, points, len(events), *counts)
        made.append(counts)
    return made


UNITS = unit_counts()


def statistic(numbers: np.ndarray) -> RaceStatistic:
    """Count so many deals of each kind; `numbers` is (batches, kinds)."""
    return RaceStatistic.counted(
        *(np.tensordot(numbers, np.array([unit[place] for unit in UNITS]), axes=1) for place in range(3))
    )


@pytest.fixture(scope="module")
def whole() -> RaceStatistic:
    """Give the toy's own distribution."""
    return statistic(np.array([WEIGHTS]))


@pytest.fixture(scope="module")
def sample() -> RaceStatistic:
    """Draw deals of the toy in batches."""
    drawn = np.random.default_rng(5).multinomial(2_000, np.array(WEIGHTS) / sum(WEIGHTS), size=60)
    return statistic(drawn)


def test_phases_have_the_numbers_of_the_kernels() -> None:
    assert [PHASES.index(name) for name in ("heels", "play", "hand", "crib")] == [HEELS, PLAY, HAND, CRIB]


def test_counts_of_one_deal() -> None:
    dealer_out, pone_out, totals = UNITS[1]
    assert totals[10, 3] == totals.sum() == 1
    assert np.argwhere(dealer_out).tolist() == [
        [HEELS, 1, 0], [HEELS, 2, 0], [PLAY, 3, 0], [PLAY, 4, 0],
        *([HAND, reached, 3] for reached in range(5, 11)),
    ]  # fmt: skip
    assert np.argwhere(pone_out).tolist() == [[PLAY, 1, 4], [HAND, 2, 4], [HAND, 3, 4]]


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("stakes", STAKES)
def test_small_games_agree_with_enumeration_everywhere(
    whole: RaceStatistic, target: int, stakes: str
) -> None:
    values = solve_values(whole.shares(), target, [stakes])[stakes]
    prize = prizes(stakes, target)
    won = naive_race.solver(DEALS, WEIGHTS, target, lambda score: int(prize[score]))
    exact = np.array([[won(a, b) for b in range(target)] for a in range(target)], dtype=np.float64)
    if not STAKES[stakes].own_only:
        exact = exact - exact[..., ::-1]
    np.testing.assert_allclose(values.dealer, exact[..., 0], atol=1e-12)
    np.testing.assert_allclose(values.pone, exact[..., 1], atol=1e-12)


def test_small_game_agrees_with_plain_simulation(whole: RaceStatistic) -> None:
    chance = solve_values(whole.shares(), 31, ["win"])["win"].dealer
    games = 6_000
    for seed, (dealer, pone) in enumerate([(0, 0), (0, 3), (12, 20), (30, 30), (25, 28), (20, 4)]):
        share = naive_race.simulate(DEALS, WEIGHTS, 31, dealer, pone, games, seed)
        error = np.sqrt(chance[dealer, pone] * (1 - chance[dealer, pone]) / games)
        assert abs(share - chance[dealer, pone]) < 4 * error


def test_one_side_wins_every_game(whole: RaceStatistic) -> None:
    values = solve_values(whole.shares(), 31, ["win", "skunk"])
    np.testing.assert_allclose(values["win"].dealer + values["win"].pone, 1.0, atol=1e-12)
    np.testing.assert_array_equal(values["skunk"].dealer, -values["skunk"].pone)


def test_points_help_their_owner(whole: RaceStatistic) -> None:
    chance = solve_values(whole.shares(), 31, ["win"])["win"].dealer
    assert (np.diff(chance, axis=0) >= -1e-12).all()
    assert (np.diff(chance, axis=1) <= 1e-12).all()


def test_estimates_lie_within_their_errors_everywhere(whole: RaceStatistic, sample: RaceStatistic) -> None:
    for target in TARGETS:
        exact = solve_values(whole.shares(), target, list(STAKES))
        found = solve_values(sample.shares(), target, list(STAKES))
        errors = standard_errors(sample, target, list(STAKES))
        for name in STAKES:
            for side in ("dealer", "pone"):
                apart = getattr(found[name], side) - getattr(exact[name], side)
                assert (np.abs(apart) <= 4.5 * getattr(errors[name], side) + 1e-12).all()


@pytest.mark.parametrize("target", TARGETS)
def test_jackknife_agrees_with_the_influence_of_each_deal(sample: RaceStatistic, target: int) -> None:
    errors = standard_errors(sample, target, ["win"])["win"]
    known = naive_race.variances(DEALS, WEIGHTS, target)
    expected = np.sqrt(np.array([[known[a, b] for b in range(target)] for a in range(target)]) / sample.deals)
    unsure = expected > 1e-9
    ratio = errors.dealer[unsure] / expected[unsure]
    spread = 1 / np.sqrt(2 * (sample.batches - 1))
    assert (np.abs(ratio - 1) < 4.5 * spread).all()
    assert abs(ratio.mean() - 1) < 3 * spread
    np.testing.assert_allclose(errors.pone, errors.dealer, atol=1e-12)


def test_batches_in_parts_and_together(sample: RaceStatistic) -> None:
    assert sample.batches == 60
    assert sample.deals == 120_000
    first, rest = sample.shares(slice(0, 1)), sample.shares_without(0)
    for name in COUNTS:
        share = (getattr(first, name) + 59 * getattr(rest, name)) / 60
        np.testing.assert_allclose(share, getattr(sample.shares(), name), atol=1e-15)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"totals": lambda counts: counts[1:]}, "different numbers of batches"),
        ({"totals": lambda counts: counts * np.arange(1, 61)[:, None, None]}, "equally many deals"),
        ({"totals": lambda counts: np.roll(counts, -1, axis=2)}, "gets a point"),
        (dict.fromkeys(COUNTS, lambda counts: counts[:0]), "one or more"),
        ({"pone_phases": lambda counts: counts[1:]}, "4 phases"),
        ({"dealer_phases": lambda counts: counts + 1}, "add up"),
    ],
)
def test_impossible_counts_are_refused(sample: RaceStatistic, change: dict, message: str) -> None:
    counts = {name: getattr(sample, name) for name in (*COUNTS, *BY_PHASE)}
    with pytest.raises(ValueError, match=message):
        RaceStatistic(**(counts | {name: alter(counts[name]) for name, alter in change.items()}))


def test_batches_are_merged(sample: RaceStatistic) -> None:
    merged = sample.merged(12)
    assert (merged.batches, merged.deals) == (5, sample.deals)
    np.testing.assert_array_equal(merged.totals[1], sample.totals[12:24].sum(axis=0))
    # Five batches tell the errors roughly.
    few, many = (standard_errors(each, 31, ["win"])["win"].dealer.mean() for each in (merged, sample))
    assert 0.4 < few / many < 2


def test_a_race_is_read_as_it_was_written(sample: RaceStatistic, tmp_path: Path) -> None:
    path = tmp_path / "race.npz"
    errors = standard_errors(sample, 11, ["win", "tournament"])
    save_race(path, sample, errors)
    found, kept = read_race(path.read_bytes(), "race.npz")
    for name in (*COUNTS, *BY_PHASE):
        np.testing.assert_array_equal(getattr(found, name), getattr(sample, name))
    assert list(kept) == ["win", "tournament"]
    for name, pair in errors.items():
        for rounded, error in zip(kept[name], pair, strict=True):
            assert (rounded >= error - 1e-9 * np.max(pair)).all()
            assert (rounded <= error + np.max(pair) / 100 + 1e-12).all()


@pytest.mark.parametrize("damage", [b"", b"no race", b"PK\x03\x04"])
def test_another_file_is_refused(damage: bytes) -> None:
    with pytest.raises(TableError, match="'mine.npz' holds no race"):
        read_race(damage, "mine.npz")


def test_mistakes_are_named(whole: RaceStatistic) -> None:
    with pytest.raises(ValueError, match="unknown stakes 'double': win, lurch"):
        solve_values(whole.shares(), 31, ["double"])
    with pytest.raises(ValueError, match="not 0"):
        solve_values(whole.shares(), 0, ["win"])
    with pytest.raises(ValueError, match="two batches"):
        standard_errors(whole, 31, ["win"])


def test_prizes_at_the_limits() -> None:
    assert prizes("lurch", 121)[[60, 61]].tolist() == [2, 1]
    assert prizes("lurch", 181)[[90, 91]].tolist() == [2, 1]
    assert prizes("skunk4", 121)[[0, 60, 61, 90, 91, 120]].tolist() == [4, 4, 2, 2, 1, 1]
    assert prizes("skunk", 61)[[0, 30, 31]].tolist() == [2, 2, 1]
    assert prizes("tournament", 121)[[60, 90, 91]].tolist() == [3, 3, 2]
    assert prizes("win", 61).tolist() == [1] * 61
