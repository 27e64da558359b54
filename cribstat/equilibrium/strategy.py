"""The strategy tables of two policies that meet, as text for ``data/solved/``."""

import csv
import io
import math
from collections.abc import Iterable, Sequence
from typing import Any

from cribstat.cards import RANK_LETTERS
from cribstat.policies.policy import Policy
from cribstat.policies.summary import crib_by_start, discard_summary, hand_by_start, keep_summary


def strategy_tables(dealer: Policy, pone: Policy, *, threads: int = 1) -> dict[str, str]:
    """Return the tables ``discards``, ``keeps`` and ``starts`` as CSV, numbers unrounded.

    Parameters
    ----------
    dealer, pone
        The policies that meet.
    threads
        Threads to work in; the tables do not depend on it.

    Notes
    -----
    Exact for the policies (see `cribstat.policies.summary`); some five minutes, most of them for the
    cribs by start.
    """
    discards: list[list[Any]] = []
    keeps: list[list[Any]] = []
    for policy, other in ((dealer, pone), (pone, dealer)):
        for row in discard_summary(policy, other, threads=threads):
            pair = RANK_LETTERS[row.low] + RANK_LETTERS[row.high]
            numbers = [row.laid, row.held, row.crib_laid, row.crib_held]
            discards.append([policy.role, pair, "suited" if row.suited else "", *map(_cell, numbers)])
        for keep in keep_summary(policy):
            ranks = "".join(RANK_LETTERS[rank] for rank in keep.ranks)
            keeps.append([policy.role, ranks, _cell(keep.share), _cell(keep.hand)])
    starts = zip(
        RANK_LETTERS,
        hand_by_start(dealer),
        hand_by_start(pone),
        crib_by_start(dealer, pone, threads=threads),
        strict=True,
    )
    return {
        "discards": _csv(("role", "pair", "suited", "laid", "held", "crib_laid", "crib_held"), discards),
        "keeps": _csv(("role", "keep", "share", "hand_ev"), keeps),
        "starts": _csv(
            ("start", "hand_dealer", "hand_pone", "crib"),
            [[letter, *map(_cell, numbers)] for letter, *numbers in starts],
        ),
    }


def _cell(value: float) -> str:
    """Write a number so that it is read back the same; nothing for nan."""
    return "" if math.isnan(value) else repr(float(value))


def _csv(header: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    """Write rows as CSV."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(header)
    writer.writerows(rows)
    return stream.getvalue()
