"""How rankings look: columns, notes, and rich tables for the terminal."""

from collections.abc import Iterator, Sequence
from math import ceil
from typing import TYPE_CHECKING

from cribstat.cards import RANK_LETTERS
from cribstat.cli.output import cards_text
from cribstat.discards.aim import POINTS, WIN
from cribstat.discards.ranking import DiscardRow, Ranking, StartPoints
from cribstat.policies.shipped import PLAY_STATEMENT
from cribstat.rules import Variant, changed_options

if TYPE_CHECKING:
    from rich.console import RenderableType

HELPFUL_STARTS = 3
NEAR_TIE_NOTE = "~ marks a near-tie (0.05 or less)"
LEFT_OUT = "the others' hands, which no discard changes, are left out"
DECIMALS = 3
SPREAD = ("sd", "min", "max")


def title(ranking: Ranking) -> str:
    """Name the question: the deal, the role, the crib model."""
    known = f", start {ranking.start}" if ranking.start else ""
    dead = f", dead {' '.join(ranking.dead)}" if ranking.dead else ""
    seat = "" if ranking.role in ("dealer", "pone") else f" (seat {ranking.seat})"
    score = f" at {ranking.score[0]}-{ranking.score[1]}" if ranking.score else ""
    return f"{' '.join(ranking.deal)} as {ranking.role}{seat}{score}{known}{dead}"


def discard_notes(rankings: Sequence[Ranking]) -> list[str]:
    """Say what the numbers are, how exact, and what is left out."""
    ranking = rankings[0]
    exactness = f"hand: {ranking.method['hand_ev']}, over every unseen start"
    loss = f"loss is against the best{'' if ranking.by == POINTS else ' total'}"
    notes = [
        f"{exactness}. crib model {ranking.crib_model}: {ranking.method['crib_ev']}; {ranking.statement}.",
        f"{_total_note(ranking)}; sd, min, max are of the hand; {loss}; {NEAR_TIE_NOTE}.",
    ]
    if ranking.score is not None:
        notes.extend(_game_notes(rankings))
    elif ranking.method["play_ev"] is not None:
        notes.append(f"play: {ranking.method['play_ev']}; {PLAY_STATEMENT}.")
    if ranking.need is not None:
        notes.append(
            f"{ranking.need}+: the chance in percent that the hand has {ranking.need} points or more, exact."
        )
    if ranking.bare:
        notes.append("ranks only: means over the suits in which no keep holds a flush; nobs are counted.")
    return notes


def _game_notes(rankings: Sequence[Ranking]) -> list[str]:
    """Say what the chances of winning are, how exact, and who plays how."""
    ranking = rankings[0]
    policies = ranking.policies or {}
    rows = [row for one in rankings for row in one.rows]
    worst = max(row.win_prob_se or 0.0 for row in rows)
    errors = f"standard error {_least(100 * worst, 2)}"
    stake = ""
    if ranking.stakes not in (None, WIN):
        from cribstat.winprob import STAKES  # only where they are asked

        statement = STAKES[ranking.stakes or WIN].statement
        stake = f" stake: {statement}, standard error {_least(max(row.stake_se or 0.0 for row in rows), 4)}."
    method = ranking.method["win_prob"]
    later = f"discards {policies['later_discards']}, play {policies['later_play']}"
    exact = ranking.method["play_ev"]
    play = f"play: {exact} for the {policies['play']} player on both sides, every known card removed."
    win = f"win: the chance of winning in percent, {method}, {errors}; points counted as they fall.{stake}"
    here = f"other side: {policies['other_side']}"
    return [play, win, f"{here}; later deals: {later}; the score changes nothing but this discard."]


def _least(error: float, decimals: int) -> str:
    """Say how large errors are at most, rounded up, never as 0.00."""
    unit = 10.0**-decimals
    return f"{max(ceil(error / unit), 1) * unit:.{decimals}f} or less"


def _total_note(ranking: Ranking) -> str:
    """Say what a total is at this table."""
    if ranking.variant == "three":
        return (
            f"total is own points less the mean of the others' (a non-dealer loses half the crib); {LEFT_OUT}"
        )
    if ranking.variant == "four":
        return f"total is the side's points less the other side's; {LEFT_OUT}"
    play = "" if ranking.method["play_ev"] is None else " + play"
    return f"total is hand + crib{play} for the dealer, hand - crib{play} for pone"


def discard_columns(ranking: Ranking, count: int) -> tuple[list[str], list[list[str]]]:
    """Return the header and the first `count` rows of a ranking as text."""
    need = f"{ranking.need}+"
    total = "total, no play" if ranking.method["play_ev"] is None else "total"
    header = [
        "#",
        "discard",
        "keep",
        "win",
        "stake",
        need,
        "hand",
        "crib",
        "play",
        total,
        "loss",
        "sd",
        "min",
        "max",
    ]
    rows = [_cells(row) for row in ranking.rows[:count]]
    known = {
        "win": ranking.score,
        "stake": ranking.rows[0].stake_ev,
        "play": ranking.method["play_ev"],
        need: ranking.need,
    }
    left_out = {name for name, value in known.items() if value is None}
    chosen = [place for place, name in enumerate(header) if name not in left_out]
    return [header[place] for place in chosen], [[row[place] for place in chosen] for row in rows]


def _cells(row: DiscardRow) -> list[str]:
    """Write one row, a tilde before a near-tie's loss."""
    return [
        str(row.place),
        " ".join(row.discard),
        " ".join(row.keep),
        "" if row.win_prob is None else f"{100 * row.win_prob:.2f}",
        "" if row.stake_ev is None else f"{row.stake_ev:.4f}",
        "" if row.need_prob is None else f"{100 * row.need_prob:.1f}",
        f"{row.hand_ev:.{DECIMALS}f}",
        f"{row.crib_ev:.{DECIMALS}f}",
        "" if row.play_ev is None else f"{row.play_ev:.{DECIMALS}f}",
        f"{row.total_ev:.{DECIMALS}f}",
        f"{'~' if row.near_tie else ''}{row.regret:.{DECIMALS}f}",
        f"{row.hand_sd:.2f}",
        str(row.hand_min),
        str(row.hand_max),
    ]


def discard_tables(
    variant: Variant, rankings: Sequence[Ranking], count: int, explained: int
) -> Iterator["RenderableType"]:
    """Yield what is printed for rankings: two side by side, others below each other, then notes."""
    from rich.text import Text

    from cribstat.cli.tables import Beside, NumberTable

    changed = ", ".join(f"{key}={value}" for key, value in changed_options(variant).items())
    if variant.name != "six" or changed:
        yield Text(
            f"{variant.name}-card cribbage" if variant.players == 2 else f"{variant.name}-handed cribbage"
        )
    if changed:
        yield Text(f"with {changed}")
    if len(rankings) == 2:
        yield cards_text(title(rankings[0]).split(" as ")[0])
        roles = [title(ranking).partition(" as ")[2] for ranking in rankings]
        first, second = [
            NumberTable(*discard_columns(ranking, count), f"as {role}", keys=2, together=SPREAD)
            for ranking, role in zip(rankings, roles, strict=True)
        ]
        yield Beside(first, second)
    else:
        for ranking in rankings:
            yield NumberTable(*discard_columns(ranking, count), title(ranking), keys=2, together=SPREAD)
    for ranking in rankings:
        if explained:
            heading = f"points by start, as {ranking.role}"
            yield NumberTable(*explained_rows(ranking, explained), heading, keys=2)
            for points in ranking.starts[:explained]:
                yield _helpful(points)
    for note in discard_notes(rankings):
        yield Text(note, style="dim")


def explained_rows(ranking: Ranking, explained: int) -> tuple[list[str], list[list[str]]]:
    """Return points by start rank for the best discards: hand, and hand with crib where it is known."""
    header = ["discard", "points"]
    ranks = ranking.starts[0].ranks
    header += [RANK_LETTERS[rank] for rank in ranks]
    rows: list[list[str]] = []
    for points in ranking.starts[:explained]:
        discard = " ".join(points.discard)
        rows.append([discard, "hand", *[f"{value:.1f}" for value in points.hand]])
        if points.crib is not None:
            rows.append(["", "crib", *[f"{value:.1f}" for value in points.crib]])
    return header, rows


def _helpful(points: StartPoints) -> "RenderableType":
    """Name the starts that help a keep most."""
    from rich.text import Text

    mean = sum(c * h for c, h in zip(points.counts, points.hand, strict=True)) / sum(points.counts)
    order = sorted(range(len(points.ranks)), key=lambda place: -points.hand[place])[:HELPFUL_STARTS]
    helpful = ", ".join(
        f"{RANK_LETTERS[points.ranks[place]]} ({points.hand[place] - mean:+.1f})" for place in order
    )
    return Text.assemble("  keep ", cards_text(points.keep), f" is helped most by {helpful}")
