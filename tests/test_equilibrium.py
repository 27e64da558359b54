"""The solver of the discards: toy packs against linear programmes, laws of what it returns, checkpoints."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

import naive_game
from cribstat.equilibrium import DiscardGame, TraceRow, exploitability, keep_constants, solve_discards
from cribstat.kernels import crib, patterns
from naive_policy import Deal

# Worth of a kept card by rank, for pone and dealer, on the toy packs.
WORTH = np.random.default_rng(3).random((2, 13)) * 3


@cache
def pack(dealt: int, ranks: int) -> crib.Pack:
    """Prepare a short pack once."""
    return crib.crib_pack(patterns.crib_table(2, 2), dealt, ranks)


def worth(seat: int, scale: float) -> Callable[[Deal, Deal], float]:
    """Return what a discard is worth apart from the crib: the cards kept, by rank."""

    def own(deal: Deal, discard: Deal) -> float:
        return scale * sum(float(WORTH[seat, card // 4]) for card in deal if card not in discard)

    return own


def toy(dealt: int, ranks: int, scale: float = 1.0) -> DiscardGame:
    """Return a toy game on a short pack."""
    deals = pack(dealt, ranks)
    own: list[NDArray[np.float64]] = []
    for seat in (0, 1):
        value = worth(seat, scale)
        rows = [
            [value(tuple(deal), (deal[a], deal[b])) for a, b in deals.positions.tolist()]
            for deal in deals.deals.tolist()
        ]
        own.append(np.array(rows))
    return DiscardGame(deals, (own[0], own[1]))


@pytest.mark.parametrize(("dealt", "ranks", "scale"), [(3, 3, 1.0), (3, 4, 1.0), (3, 4, 0.2), (4, 3, 0.5)])
def test_toy_games_against_a_linear_programme(dealt: int, ranks: int, scale: float) -> None:
    value = naive_game.game_value(range(4 * ranks), dealt, worth(1, scale), worth(0, scale))
    game = toy(dealt, ranks, scale)
    solution = solve_discards(game, target=1e-6, rounds=600, parts=1 << 18)
    result = solution.result
    assert result == min(solution.trace, key=lambda row: row.exploitability)
    assert -1e-12 < result.exploitability <= 1e-6
    assert abs(result.dealer_own + result.crib - result.pone_own - value) <= 1e-6
    recomputed = exploitability(game, solution.policies)
    assert recomputed[1:] == pytest.approx(result[1:], abs=1e-12)


def test_a_toy_game_that_needs_mixtures() -> None:
    game = toy(3, 3)
    pure = solve_discards(game, target=0.0, rounds=60, parts=1)
    mixed = solve_discards(game, target=1e-6, rounds=400, parts=1 << 18)
    assert pure.result.exploitability > 1e-3
    assert mixed.result.exploitability < 1e-6


def test_exploitability_is_what_best_responses_gain() -> None:
    game = toy(3, 4)
    first = game.pure(np.zeros(len(game.pack.deals), np.uint16))
    row = exploitability(game, (first, first))
    for seat, gain, own in ((0, row.pone_gain, row.pone_own), (1, row.dealer_gain, row.dealer_own)):
        sums = game.crib_sums(first) / (game.pack.answers * first[2])
        answer = game.pure(game.values(seat, sums).argmax(axis=1).astype(np.uint16))
        pair = (answer, first) if seat == 0 else (first, answer)
        better = exploitability(game, pair)
        reached = (better.pone_own, better.dealer_own)[seat]
        sign = (-1, 1)[seat]
        assert gain == pytest.approx(reached + sign * better.crib - own - sign * row.crib, abs=1e-12)
        assert (better.pone_gain, better.dealer_gain)[seat] == pytest.approx(0, abs=1e-12)
    assert row.exploitability == row.pone_gain + row.dealer_gain > 0.01


def test_best_answers_to_best_answers_are_not_exploitable() -> None:
    """Where the crib weighs nothing, the best own worth cannot be improved."""
    game = toy(3, 4)
    alone = DiscardGame(game.pack, game.own, crib_weight=0.0)
    solution = solve_discards(alone, target=1e-12, rounds=3)
    assert solution.result.exploitability == pytest.approx(0, abs=1e-12)


def test_policies_are_integers_over_their_denominator() -> None:
    game = toy(4, 3, 0.5)
    for codes, mix, whole in solve_discards(game, target=1e-3, rounds=50, parts=7).policies:
        assert whole == 7 * 12
        assert (mix.sum(axis=1) == whole).all()
        assert mix.min() >= 0
        assert codes.max() < len(game.pack.positions) + len(mix)


def test_threads_do_not_change_the_result() -> None:
    one = solve_discards(toy(4, 3), target=0.0, rounds=12, threads=1)
    three = solve_discards(toy(4, 3), target=0.0, rounds=12, threads=3)
    assert one.trace == three.trace
    assert one.result == three.result


def test_a_stopped_run_goes_on_as_if_it_had_not(tmp_path: Path) -> None:
    game, path = toy(4, 3), tmp_path / "state.npz"
    whole = solve_discards(game, target=0.0, rounds=14)
    solve_discards(game, target=0.0, rounds=9, checkpoint=path)
    seen: list[TraceRow] = []
    rest = solve_discards(game, target=0.0, rounds=14, checkpoint=path, progress=seen.append)
    assert [row.round for row in seen] == [10, 11, 12, 13, 14]
    assert rest.trace == whole.trace
    assert rest.result == whole.result
    for one, other in zip(rest.policies, whole.policies, strict=True):
        assert np.array_equal(one[0], other[0])
        assert np.array_equal(one[1], other[1])


def test_a_checkpoint_that_is_stale_or_damaged_is_named_and_the_run_begins_afresh(tmp_path: Path) -> None:
    path = tmp_path / "state.npz"
    solve_discards(toy(3, 3), target=0.0, rounds=2, checkpoint=path)
    fresh = solve_discards(toy(3, 4), target=0.0, rounds=2).trace
    said: list[str] = []

    def begun_afresh() -> bool:
        return (
            solve_discards(toy(3, 4), target=0.0, rounds=2, checkpoint=path, say=said.append).trace == fresh
        )

    assert begun_afresh()
    assert [f"'{path}' is of another run" in sentence for sentence in said] == [True]
    whole = path.read_bytes()
    for damaged in (whole[:500], whole[: len(whole) // 2] + bytes(9) + whole[len(whole) // 2 + 9 :], b""):
        path.write_bytes(damaged)
        said.clear()
        assert begun_afresh()
        assert [f"'{path}' is damaged" in sentence for sentence in said] == [True]
    path.write_bytes(whole)
    with pytest.warns(UserWarning, match="is of another run"):
        solve_discards(toy(3, 3), target=0.0, rounds=2, checkpoint=path)


def test_constants_by_the_ranks_kept() -> None:
    deals = pack(4, 5)
    values = np.arange(len(patterns.multisets(2)), dtype=np.float64)
    constants = keep_constants(deals, values)
    for deal, row in zip(deals.deals.tolist(), constants.tolist(), strict=True):
        for (a, b), constant in zip(deals.positions.tolist(), row, strict=True):
            kept = sorted(card // 4 for place, card in enumerate(deal) if place not in (a, b))
            assert patterns.multisets(2)[int(constant)].tolist() == kept
