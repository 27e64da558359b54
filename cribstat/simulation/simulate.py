"""Simulate deals and whole games between policies."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from cribstat.game.stakes import LONG_GAME, loss_of
from cribstat.kernels.simulation.games import tally_deals
from cribstat.policies import Policy
from cribstat.policies.by_score import BY_SCORE
from cribstat.policies.shipped import SOLVED
from cribstat.rules import RuleError, Variant
from cribstat.rules import variant as variant_record
from cribstat.simulation.by_score import TablesByScore, seated_table
from cribstat.simulation.chunks import Progress, Sums, add_parts
from cribstat.simulation.figures import Figure, Spread, figure, share, spread
from cribstat.simulation.games import DEALS_A_GAME, Games, no_points, play_games
from cribstat.simulation.plays import Play
from cribstat.simulation.table import Table

EXPECTATION = "expectation"
PARTS = ("heels", "play", "hand", "crib", "total")
GAMES_A_PART, DEALS_A_PART = 4096, 8192
KINDS = ("lurch", "skunk", "double skunk")
MOST = 1 << 40  # games or deals; the numbers of the last must fit 63 bits
Integers = NDArray[np.int64]
Choice = str | Path | Policy
Points = dict[str, Spread]
T = TypeVar("T")


@dataclass(frozen=True)
class GameFigures:
    """What whole games came to.

    Attributes
    ----------
    games
        How many there were.
    first_dealer_wins
        Share of games that the first dealer (with four: his side) won.
    wins
        The same for every side, the first dealer's first.
    deals_a_game
        Deals begun in a game.
    margin
        The target less the best score of the others.
    lurches, skunks, double_skunks
        Losers a game who were lurched, were 31 holes behind or more, and 61; None where there is no such rule
        or the target is too near.
    lengths
        How many games took 0, 1, 2, ... deals, int64.
    losing_scores
        How many losers stood at 0, 1, ... when the game ended, int64, (target,).
    """

    games: int
    first_dealer_wins: Figure
    wins: tuple[Figure, ...]
    deals_a_game: Figure
    margin: Figure
    lurches: Figure | None
    skunks: Figure | None
    double_skunks: Figure | None
    lengths: Integers
    losing_scores: Integers


@dataclass(frozen=True)
class Simulation:
    """What a simulation came to.

    Attributes
    ----------
    variant
        The game with its options.
    seed
        The seed.
    policies, play
        Who laid away, by role (by seat with three and four), and who played.
    deals
        How many deals there were.
    roles
        Points a deal by role (or seat) and part: ``heels``, ``play``, ``hand``, ``crib``, ``total``.
    sides
        The same for the ``dealer`` and his partner, and for the ``others`` together.
    lead
        What the dealer's side makes in a deal more than the mean of the other sides, by part.
    games
        What the games came to; None where single deals were asked for.
    scores
        The scores by side that games began at, the first dealer's first; None for their beginning.

    Notes
    -----
    **Estimated**, with standard errors. All deals count in full, the last of a game as if it had been played
    out.
    """

    variant: Variant
    seed: int
    policies: dict[str, str]
    play: str
    deals: int
    roles: dict[str, Points]
    sides: dict[str, Points]
    lead: Points
    games: GameFigures | None
    scores: tuple[int, ...] | None = None


def simulate(
    variant: str | Variant = "six",
    games: int | None = None,
    *,
    deals: int | None = None,
    policies: Mapping[str, Choice] | Choice = SOLVED,
    play: str | Play = EXPECTATION,
    scores: Sequence[int] | None = None,
    seed: int = 7,
    threads: int = 1,
    progress: Progress | None = None,
) -> Simulation:
    """Play whole games, or single deals, between policies.

    Parameters
    ----------
    variant
        The game: a name, or a record with options.
    games, deals
        How many games from 0 to 0, or how many single deals; one of the two.
    policies
        Who lays away: one for all, or by role, ``dealer`` and ``pone`` (by seat, ``"0"`` to the dealer's,
        with three and four players); a role without one plays ``solved``. A policy is a `Policy`, the name
        of one or a file of policies: ``solved`` and ``best-hand`` in every game, ``solved-no-play`` with five
        and six cards, ``hessel``, ``schell`` and ``rasmussen`` with six, and in games of six cards
        ``by-score`` (see `compare`).
    play
        Who plays: ``expectation``, ``greedy``, ``random``, or a play made beforehand, such as
        `stored_play` of a solved one.
    scores
        Scores by side to begin games at, the first dealer's first, then on from his left; by default the
        beginning of a game. So the chance of each side is told from any scores, for three players too.
    seed
        The seed of all random numbers, 0 or more.
    threads
        Threads to work in; no result depends on it.
    progress
        Told from time to time how many games or deals are done, and of how many.

    Returns
    -------
    Simulation

    Raises
    ------
    RuleError
        An unknown variant or player, an option that no player can follow, an unknown role, or numbers out
        of range.
    PolicyError, ModelError, TableError
        A policy that is unknown, does not fit the game, or is damaged.

    Notes
    -----
    **Estimated**, with standard errors. Random numbers are keyed by seed, game and deal: the same cards fall
    whatever the policies.

    Examples
    --------
    >>> found = simulate("five", deals=1000)
    >>> found.deals, found.roles["pone"]["crib"].mean
    (1000, 0.0)
    """
    record = variant_record(variant)
    total, whole = one_number(games, deals)
    checked_number(seed, "the seed", 0)
    start = None if scores is None else _checked_scores(record, scores, whole=whole)
    table = _seat(record, seated_policies(record, policies), play, games=whole)
    task = (
        partial(_deal_sums, table, seed)
        if isinstance(table, Table) and not whole
        else partial(_game_sums, [table], seed, start)
    )
    size = GAMES_A_PART if whole else DEALS_A_PART
    points, *counts = add_parts(task, total, size, threads=threads, progress=progress)
    number = int(counts[0][1]) if whole else total
    return Simulation(
        record,
        seed,
        _by_role(record, [table.policy(seat) for seat in range(record.players)]),
        table.player,
        number,
        *_points(record, points, number),
        game_figures(record, *counts) if whole else None,
        start,
    )


def _seat(
    variant: Variant, policies: list[Choice], play: str | Play, *, games: bool
) -> Table | TablesByScore:
    """Seat policies and one kind of player."""
    if BY_SCORE not in policies:
        return Table.named(variant, policies, play)
    return seated_table(variant, policies, [play if isinstance(play, str) else play.name] * 2, games=games)


def role_names(variant: Variant) -> list[str]:
    """Return what the seats are called in answers, in their order."""
    if variant.players == 2:
        return ["pone", "dealer"]
    return [str(seat) for seat in range(variant.players)]


def seated_policies(variant: Variant, policies: Mapping[str, Choice] | Choice) -> list[Choice]:
    """Return the policy of every seat; see `simulate`.

    Raises
    ------
    RuleError
        There is no such role.
    """
    names = role_names(variant)
    if not isinstance(policies, Mapping):
        return [policies] * variant.players
    for role in policies:
        if role not in names:
            raise RuleError(f"'{role}' is no role in {variant.name}: {', '.join(names)}")
    return [policies.get(role, SOLVED) for role in names]


def one_number(games: int | None, deals: int | None) -> tuple[int, bool]:
    """Return how many games or deals are asked for, and whether it is games.

    Raises
    ------
    RuleError
        Neither or both are given, or the number is out of range.
    """
    if (games is None) == (deals is None):
        raise RuleError("give a number of games or of deals, one of the two")
    if games is not None:
        return checked_number(games, "the number of games", 1), True
    return checked_number(deals or 0, "the number of deals", 1), False


def checked_number(number: int, what: str, least: int) -> int:
    """Return a number that is in range.

    Raises
    ------
    RuleError
        It is below the least, or 2**40 and more.
    """
    if not least <= number < MOST:
        raise RuleError(f"{what} may be {least} or more, below 2**40, not {number}")
    return number


def _deal_sums(table: Table, seed: int, first: int, count: int) -> Sums:
    """Add up the points of single deals."""
    variant = table.variant
    points = no_points(variant.players)
    tally_deals(table.deal(seed, np.arange(first, first + count)).deals, variant.sides, points)
    return (points,)


def _checked_scores(variant: Variant, scores: Sequence[int], *, whole: bool) -> tuple[int, ...]:
    """Return scores to begin at that a game can have."""
    if not whole:
        raise RuleError("scores to begin at belong to games, not to single deals")
    if len(scores) != variant.sides:
        raise RuleError(f"{variant.name} has the scores of {variant.sides} sides, not of {len(scores)}")
    for score in scores:
        if not 0 <= score < variant.target:
            raise RuleError(f"a score to begin at is 0 to {variant.target - 1} here, not {score}")
    return tuple(scores)


def _game_sums(
    tables: list[Table | TablesByScore], seed: int, start: tuple[int, ...] | None, first: int, count: int
) -> Sums:
    """Add up points, and what became of games."""
    played = play_games(tables, seed, first, count, start)
    return (played.points, *count_games(tables[0].variant, played))


def count_games(variant: Variant, played: Games) -> Sums:
    """Count games: number, deals and squares; wins; margins; losses by kind; lengths; losers' scores."""
    winners, scores, lengths, _ = played
    lost = np.arange(variant.sides) != winners[:, None]
    losers = scores[lost].reshape(len(winners), -1)
    margins = variant.target - losers.max(axis=1)
    kinds = loss_kinds(variant)[:, losers].sum(axis=2)
    return (
        np.array([len(winners), lengths.sum(), (lengths**2).sum()]),
        np.bincount(winners, minlength=variant.sides),
        np.array([margins.sum(), (margins**2).sum()]),
        np.stack([kinds.sum(axis=1), (kinds**2).sum(axis=1)], axis=1),
        np.bincount(lengths, minlength=DEALS_A_GAME),
        np.bincount(losers.ravel(), minlength=variant.target),
    )


def loss_kinds(variant: Variant) -> Integers:
    """Tell by the loser's score whether it is a lurch, a skunk, a double skunk, (3, target), 0 or 1."""
    scores = range(variant.target)
    by_rule = {
        rule: [loss_of(replace(variant, stake_rule=rule), score).name for score in scores]
        for rule in ("lurch", "skunk")
    }
    lurched = [name == "lurch" for name in by_rule["lurch"]]
    skunked = [name != "plain" for name in by_rule["skunk"]]
    twice = [name == "double skunk" for name in by_rule["skunk"]]
    return np.array([lurched, skunked, twice], dtype=np.int64)


def game_figures(
    variant: Variant,
    counts: Integers,
    wins: Integers,
    margins: Integers,
    kinds: Integers,
    lengths: Integers,
    losing_scores: Integers,
) -> GameFigures:
    """Turn what `count_games` counted into figures."""
    games, deals, squares = (int(number) for number in counts)
    shares = tuple(share(games, int(won)) for won in wins)
    lurches, skunks, double_skunks = (figure(games, *found.tolist()) for found in kinds)
    return GameFigures(
        games,
        shares[0],
        shares,
        figure(games, deals, squares),
        figure(games, *margins.tolist()),
        lurches if variant.lurch_rule != "off" else None,
        skunks,
        double_skunks if variant.target >= LONG_GAME else None,
        np.trim_zeros(lengths, "b"),
        losing_scores,
    )


def _points(
    variant: Variant, points: Integers, number: int
) -> tuple[dict[str, Points], dict[str, Points], Points]:
    """Turn sums of points into figures by role, by side, and for the lead of the dealer's side."""
    rows = [
        {
            part: spread(number, total, squares, variant.sides - 1 if row == len(points) - 1 else 1)
            for part, (total, squares) in zip(PARTS, columns.tolist(), strict=True)
        }
        for row, columns in enumerate(points)
    ]
    roles = _by_role(variant, rows[: variant.players])
    return roles, {"dealer": rows[-2], "others": rows[-3]}, rows[-1]


def _by_role(variant: Variant, by_seat: list[T]) -> dict[str, T]:
    """Name what belongs to the seats: the dealer first of two, else by seat."""
    named = list(zip(role_names(variant), by_seat, strict=True))
    return dict(named[::-1] if variant.players == 2 else named)
