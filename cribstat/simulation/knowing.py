"""What it is worth to know the score: the race solved again for players who choose their rate by it.

Each side plays a deal at one of the rates of `cribstat.policies.rates`. How the deals of every pair of rates
move both sides is counted, on the same cards for all. Half of the deals tell which rate wins a player most
often at each pair of scores against one who does not know the score (rate 1 to 1). With the other half the
race is solved again for players who choose so; so the worth is no product of luck in the choice.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cribstat.cache import file_sha256, write_beside
from cribstat.policies.by_score import BOTH, BY_SCORE_FILE, NOBODY, ONE, PARTS
from cribstat.policies.rates import EVEN, RATES, Rate, rate_name
from cribstat.rules import SIX
from cribstat.simulation.by_score import rate_table
from cribstat.simulation.chunks import Progress
from cribstat.simulation.races import count_table
from cribstat.winprob import RaceStatistic, RaceValues, Shares
from cribstat.winprob.race import Kinds, choose_kinds, solve_kinds

Entry = dict[str, Any]
Pair = tuple[Rate, Rate]  # pone's rate and the dealer's
PAIRS: tuple[Pair, ...] = tuple((pone, dealer) for pone in RATES for dealer in RATES)


class Knowing(NamedTuple):
    """Chances of winning from every pair of scores, by who knows the score.

    Attributes
    ----------
    pone_rates, dealer_rates
        The place in `RATES` that who knows the score chooses, int64, (121, 121), at [dealer's, pone's].
    values
        Chances by who knows: ``nobody``, the ``one`` whose chance it is, or ``both``.
    gain_se
        Standard errors of the differences from ``nobody``: of ``one`` and ``both``.
    """

    pone_rates: Kinds
    dealer_rates: Kinds
    values: dict[str, RaceValues]
    gain_se: dict[str, RaceValues]


def knowing_worth(
    deals: int,
    seed: int,
    *,
    batches: int = 24,
    threads: int = 1,
    progress: Callable[[str], Progress | None] | None = None,
) -> Knowing:
    """Solve the six-card race for players who know the score and for others.

    Parameters
    ----------
    deals
        Deals of each pair of rates, a multiple of `batches`; the first half tells the choice.
    seed
        The seed; all pairs are dealt the same cards.
    batches
        Batches of deals, an even number, 4 or more.
    threads
        Threads to work in; no result depends on it.
    progress
        Takes the name of a pair of rates and returns what is told of it.

    Raises
    ------
    RuleError
        Numbers that do not fit.
    TableError
        A table is missing or damaged.

    Notes
    -----
    **Estimated**; standard errors are delete-one jackknives over the batches of the second half, of the
    differences. Both play by expectation.
    """
    counted = {}
    for pair in PAIRS:
        told = progress(f"{rate_name(pair[0])} {rate_name(pair[1])}") if progress else None
        table = rate_table(SIX, pair)
        counted[pair] = count_table(table, deals, seed, batches=batches, threads=threads, progress=told)
    half = batches // 2
    first, second = (
        {pair: RaceStatistic.counted(*(part[of] for part in counts)) for pair, counts in counted.items()}
        for of in (slice(None, half), slice(half, None))
    )
    pone, dealer = _choices({pair: statistic.shares() for pair, statistic in first.items()})
    values = _solved({pair: statistic.shares() for pair, statistic in second.items()}, pone, dealer)
    without = [
        _solved({pair: statistic.shares_without(batch) for pair, statistic in second.items()}, pone, dealer)
        for batch in range(batches - half)
    ]
    errors = {who: _jackknife([_gains(each, who) for each in without]) for who in (ONE, BOTH)}
    return Knowing(pone, dealer, values, errors)


def _choices(shares: dict[Pair, Shares]) -> tuple[Kinds, Kinds]:
    """Return the rates that win most often against who does not know the score, pone's and the dealer's."""
    dealing = _stack([shares[EVEN, rate] for rate in RATES])
    leading = _stack([shares[rate, EVEN] for rate in RATES])
    dealer, pone = choose_kinds(dealing, leading, SIX.target)
    return pone, dealer


def _solved(shares: dict[Pair, Shares], pone: Kinds, dealer: Kinds) -> dict[str, RaceValues]:
    """Solve the race for nobody, one and both."""
    every = _stack([shares[pair] for pair in PAIRS])
    even, step = RATES.index(EVEN), len(RATES)
    nobody, alone, against = np.full_like(pone, even * step + even), even * step + dealer, pone * step + even
    both = pone * step + dealer
    return {
        NOBODY: solve_kinds(every, every, (nobody, nobody)),
        ONE: solve_kinds(every, every, (alone, against)),
        BOTH: solve_kinds(every, every, (both, both)),
    }


def _gains(values: dict[str, RaceValues], who: str) -> NDArray[np.float64]:
    """Return what knowing adds, (2, 121, 121), as dealer and as pone."""
    gains: NDArray[np.float64] = np.array(values[who]) - np.array(values[NOBODY])
    return gains


def _jackknife(gains: list[NDArray[np.float64]]) -> RaceValues:
    """Return standard errors of what every batch was left out of in turn."""
    apart = np.array(gains) - np.mean(gains, axis=0)
    dealer, pone = np.sqrt((len(gains) - 1) / len(gains) * (apart**2).sum(axis=0))
    return RaceValues(dealer, pone)


def _stack(kinds: list[Shares]) -> Shares:
    """Put the shares of all kinds into arrays of one shape."""
    stacked = []
    for parts in zip(*kinds, strict=True):
        rows, columns = np.max([part.shape for part in parts], axis=0)
        whole = np.zeros((len(parts), rows, columns))
        for place, part in enumerate(parts):
            whole[place, : part.shape[0], : part.shape[1]] = part
        stacked.append(whole)
    return Shares(*stacked)


def solved_by_score(
    data: Path,
    *,
    deals: int = 240_000,
    seed: int = 7,
    threads: int = 1,
    progress: Callable[[str], Progress | None] | None = None,
) -> dict[str, Entry]:
    """Write the rates that the scores ask for, and the race solved again for who goes by them.

    Parameters
    ----------
    data
        The folder of tables.
    deals, seed, threads, progress
        As in `knowing_worth`.

    Returns
    -------
    dict
        The entry of the manifest by path below `data`.

    Notes
    -----
    Two minutes of processor time. Chances are rounded to 0.00001, standard errors up.
    """
    found = knowing_worth(deals, seed, threads=threads, progress=progress)
    arrays = {
        "pone_rates": found.pone_rates.astype(np.uint8),
        "dealer_rates": found.dealer_rates.astype(np.uint8),
    }
    for who, values in found.values.items():
        for role, chances in values._asdict().items():
            arrays[f"{role}_{who}"] = np.rint(chances * PARTS).astype(np.int32)
    for who, errors in found.gain_se.items():
        for role, each in errors._asdict().items():
            arrays[f"{role}_{who}_se"] = np.ceil(each * PARTS).astype(np.int32)
    path = data / BY_SCORE_FILE
    with write_beside(path) as file:
        np.savez_compressed(file, allow_pickle=False, **arrays)
    entry = {
        "sha256": file_sha256(path),
        "method": "estimated",
        "content": "rates of exchange by six-card scores, and the chance of winning of who goes by them",
        "sources": ["cribstat.simulation.knowing"],
        "recipe": f"cribstat.recipes.solved_by_score(data, deals={deals}, seed={seed})",
        "cost": f"{len(PAIRS) * deals} deals",
        "seed": str(seed),
        "discards": "rate-1-2, rate-2-3, solved, rate-3-2 or rate-2-1 by the score",
        "play": "expectation, at the same rates",
        "assumes": "half of the deals choose, half are solved; gains against discards for plain points",
    }
    return {BY_SCORE_FILE: entry}
