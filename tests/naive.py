"""Slow twins written from the rule book, with nothing of cribstat in them.

Every function here goes the long way round: subsets are listed one by one, starts and crib cards
are laid down card by card, suits are assigned one after the other. Cards are ``4*rank + suit``;
ranks 0..12 are ace to king, suits 0..3 are clubs, diamonds, hearts, spades.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from math import lcm, sqrt

RANKS = "A23456789TJQK"
SUITS = "CDHS"
JACK = RANKS.index("J")
PACK = tuple(range(52))


def card(text: str) -> int:
    """Read one card such as ``5H`` or ``TD``."""
    rank, suit = text.upper()
    return 4 * RANKS.index(rank) + SUITS.index(suit)


def cards(text: str) -> list[int]:
    """Read cards parted by blanks."""
    return [card(word) for word in text.split()]


def ranks(text: str) -> list[int]:
    """Read bare ranks parted by blanks or dashes; ten is ``T`` or ``10``."""
    return [RANKS.index(word.replace("10", "T")) for word in text.replace("-", " ").split()]


def text(ids: Iterable[int]) -> str:
    """Write cards the way cribstat prints them."""
    return " ".join(RANKS[c // 4] + SUITS[c % 4].lower() for c in ids)


# -- points ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Parts:
    """Points of shown cards, part by part."""

    fifteens: int
    pairs: int
    runs: int
    flush: int
    nobs: int

    @property
    def points(self) -> int:
        """Add the parts up."""
        return self.fifteens + self.pairs + self.runs + self.flush + self.nobs


def value(rank: int) -> int:
    """Give the value for adding: court cards count ten."""
    return min(rank + 1, 10)


def subset_sums(values: Iterable[int]) -> list[int]:
    """List the sum of every subset, one entry a subset."""
    sums = [0]
    for number in values:
        sums += [total + number for total in sums]
    return sums


def runs_from(chain: tuple[int, ...], shown: tuple[int, ...]) -> Iterator[int]:
    """Lay one card after the other to a chain of neighbours; give the length of each chain at its end."""
    longer = [rank for rank in shown if rank == chain[-1] + 1]
    if not longer:
        yield len(chain)
    for rank in longer:
        yield from runs_from((*chain, rank), shown)


@cache
def rank_parts(shown: tuple[int, ...]) -> tuple[int, int, int]:
    """Count fifteens, pairs and runs in ascending ranks: subset by subset, pair by pair, run by run."""
    fifteens = 2 * subset_sums(map(value, shown)).count(15)
    pairs = 2 * sum(one == two for one, two in combinations(shown, 2))
    firsts = [rank for rank in shown if rank - 1 not in shown]
    runs = sum(length for rank in firsts for length in runs_from((rank,), shown) if length >= 3)
    return fifteens, pairs, runs


def flush_points(held: Sequence[int], start: int | None, crib: bool, crib_flush: str) -> int:
    """Count the flush of cards held with a start, or of the cards alone without one."""
    if len({c % 4 for c in held}) != 1:
        return 0
    if start is not None and start % 4 == held[0] % 4:
        return len(held) + 1
    return 0 if crib and crib_flush == "all_agree" else len(held)


def parts(
    held: Sequence[int], start: int | None = None, *, crib: bool = False, crib_flush: str = "all_agree"
) -> Parts:
    """Count cards held (any number) with the start, or alone when there is none."""
    shown = list(held) if start is None else [*held, start]
    fifteens, pairs, runs = rank_parts(tuple(sorted(c // 4 for c in shown)))
    flush = flush_points(held, start, crib, crib_flush)
    nobs = int(start is not None and any(c // 4 == JACK and c % 4 == start % 4 for c in held))
    return Parts(fifteens, pairs, runs, flush, nobs)


def points(
    held: Sequence[int], start: int | None = None, *, crib: bool = False, crib_flush: str = "all_agree"
) -> int:
    """Count cards held with the start in one number."""
    return parts(held, start, crib=crib, crib_flush=crib_flush).points


# -- discards --------------------------------------------------------------------------------------


@dataclass
class Moments:
    """Weighted mean, spread of the population and extremes of a list of results."""

    weight: Fraction = Fraction(0)
    total: Fraction = Fraction(0)
    squares: Fraction = Fraction(0)
    least: Fraction | None = None
    most: Fraction | None = None

    def add(self, result: Fraction | int, weight: Fraction | int = 1) -> None:
        """Take one more result in."""
        self.weight += weight
        self.total += weight * result
        self.squares += weight * result * result
        self.least = Fraction(result) if self.least is None else min(self.least, Fraction(result))
        self.most = Fraction(result) if self.most is None else max(self.most, Fraction(result))

    def join(self, other: Moments) -> None:
        """Take the results of another list in as well."""
        for result in (other.least, other.most):
            if result is not None:
                self.add(result, 0)
        self.weight += other.weight
        self.total += other.total
        self.squares += other.squares

    @property
    def mean(self) -> Fraction:
        """Give the weighted mean."""
        return self.total / self.weight

    @property
    def sd(self) -> float:
        """Give the standard deviation of the population."""
        return sqrt(self.squares / self.weight - self.mean**2)


def tally(counts: Mapping[Fraction | int, Fraction | int]) -> Moments:
    """Sum up results given as how often each occurs."""
    moments = Moments()
    for result, weight in counts.items():
        moments.add(result, weight)
    return moments


def others(*seen: Iterable[int]) -> list[int]:
    """List the cards of the pack that are in none of the groups."""
    gone = {c for group in seen for c in group}
    return [c for c in PACK if c not in gone]


def discards(deal: Sequence[int], laid_out: int) -> list[tuple[list[int], list[int]]]:
    """List (discard, keep) in lexicographic order of positions in the deal."""
    return [
        ([deal[i] for i in places], [c for i, c in enumerate(deal) if i not in places])
        for places in combinations(range(len(deal)), laid_out)
    ]


def hand(keep: Sequence[int], discard: Sequence[int], dead: Sequence[int] = ()) -> Moments:
    """Count a keep with every unseen start."""
    moments = Moments()
    for start in others(keep, discard, dead):
        moments.add(points(keep, start))
    return moments


@dataclass(frozen=True)
class Show:
    """Hand, crib and their sum or difference of one discard."""

    hand: Moments
    crib: Moments
    total: Moments


def show(
    keep: Sequence[int],
    discard: Sequence[int],
    *,
    unknown: int = 2,
    share: Fraction | int = 1,
    dead: Sequence[int] = (),
    start: int | None = None,
    crib_flush: str = "all_agree",
    weigh: Callable[[tuple[int, ...]], int] | None = None,
) -> Show:
    """Lay down every start and every set of unknown crib cards.

    Parameters
    ----------
    unknown : int
        How many crib cards come from elsewhere.
    share : Fraction or int
        What the crib counts in the total: 1 for the owner, -1 for the other of two, -1/2 for a
        non-dealer of three.
    weigh : callable, optional
        The weight of a set of crib cards; the cards the start may be are all those still unseen.
    """
    starts = others(keep, discard, dead) if start is None else [start]
    hands: dict[int, Fraction | int] = {}
    cribs: dict[int, Fraction | int] = {}
    totals: dict[Fraction | int, Fraction | int] = {}
    for turned in starts:
        own = points(keep, turned)
        for laid in combinations(others(keep, discard, dead, [turned]), unknown):
            weight = 1 if weigh is None else weigh(laid)
            if not weight:
                continue
            box = points([*discard, *laid], turned, crib=True, crib_flush=crib_flush)
            hands[own] = hands.get(own, 0) + weight
            cribs[box] = cribs.get(box, 0) + weight
            both = own + share * box
            totals[both] = totals.get(both, 0) + weight
    return Show(tally(hands), tally(cribs), tally(totals))


def pair_class(pair: Sequence[int], split_suits: bool) -> tuple[int, int, str]:
    """Name the class of a pair of cards: its ranks, and whether suited where that is told apart."""
    low, high = sorted(c // 4 for c in pair)
    suited = "suited" if pair[0] % 4 == pair[1] % 4 else "unsuited"
    return low, high, suited if split_suits and low != high else ""


def own_weights(
    table: Mapping[tuple[int, int, str], Fraction], split_suits: bool
) -> Callable[[tuple[int, ...]], int]:
    """Spread the weight of every class evenly over its pairs in the full pack, in whole numbers."""
    sizes: dict[tuple[int, int, str], int] = {}
    for pair in combinations(PACK, 2):
        key = pair_class(pair, split_suits)
        sizes[key] = sizes.get(key, 0) + 1
    each = {key: Fraction(table.get(key, 0)) / size for key, size in sizes.items()}
    scale = lcm(*(weight.denominator for weight in each.values()))
    whole = {key: int(weight * scale) for key, weight in each.items()}
    return lambda laid: whole[pair_class(laid, split_suits)]


# -- deals of bare ranks ---------------------------------------------------------------------------


def suit_assignments(deal: Sequence[int], hand_size: int) -> list[list[int]]:
    """List the deals with these ranks in which no ``hand_size`` cards are of one suit."""
    found = {}
    for suits in product(range(4), repeat=len(deal)):
        ids = [4 * rank + suit for rank, suit in zip(deal, suits, strict=True)]
        ordered = all(ids[i] < ids[j] for i, j in combinations(range(len(ids)), 2) if deal[i] == deal[j])
        if ordered and max(suits.count(s) for s in range(4)) < hand_size:
            found[tuple(sorted(ids))] = ids
    return list(found.values())


def bare_hand(keep: Sequence[int], discard: Sequence[int]) -> Moments:
    """Count a keep of bare ranks over suit assignments and starts together."""
    moments = Moments()
    for ids in suit_assignments([*keep, *discard], len(keep)):
        kept = ids[: len(keep)]
        for start in others(ids):
            moments.add(points(kept, start))
    return moments


def bare_show(
    keep: Sequence[int], discard: Sequence[int], *, unknown: int = 2, share: Fraction | int = 1
) -> Show:
    """Lay down everything for a keep of bare ranks, one suit assignment after the other."""
    every = Show(Moments(), Moments(), Moments())
    for ids in suit_assignments([*keep, *discard], len(keep)):
        one = show(ids[: len(keep)], ids[len(keep) :], unknown=unknown, share=share)
        every.hand.join(one.hand)
        every.crib.join(one.crib)
        every.total.join(one.total)
    return every


# -- sizes -----------------------------------------------------------------------------------------


def rank_multisets(size: int) -> Iterator[tuple[int, ...]]:
    """List sorted ranks of ``size`` cards of one pack, at most four of a rank."""

    def extend(chosen: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        if len(chosen) == size:
            yield chosen
            return
        for rank in range(chosen[-1] if chosen else 0, 13):
            if chosen.count(rank) < 4:
                yield from extend((*chosen, rank))

    yield from extend(())
