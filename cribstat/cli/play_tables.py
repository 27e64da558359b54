"""The tables of the solved play: what keeps bring, what is led, what the dealer replies."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from cribstat.cards import RANK_LETTERS
from cribstat.cli.options import format_options
from cribstat.cli.output import OutputError, refuse_existing
from cribstat.cli.strategy import (
    ROLES,
    Column,
    hyphenated,
    percent,
    points,
    top_rows,
    variant_option,
    write_rows,
)
from cribstat.policies.shipped import DEALT, lead_table, reply_nets, reply_table
from cribstat.tables import strategy_table

COPIES = 4  # of a rank in the pack
LEAST = 0.005  # share that is printed in whole percent
MODEL = (
    "exact for the play as solved, which is a model: ranks only, own discards and the start left out, "
    "0.1 % of keeps made at random"
)
WHO = {"dealer": "the dealer", "pone": "pone"}
NET = "net: own points less the other's in the whole play"


def whole_percent(value: float) -> str:
    """Print a share in whole percent, nothing for less than half of one."""
    return "" if value < LEAST else f"{100 * value:.0f}"


def fine_points(value: float) -> str:
    """Print points to four decimals."""
    return f"{value:.4f}"


KEEPS = (
    Column("keep", "keep", hyphenated),
    Column("share", "share %", percent),
    Column("own_ev", "own", points),
    Column("other_ev", "other's", points),
    Column("play_ev", "net", points),
)
MEANS = (Column("lead", "lead", str), *KEEPS[1:])
LEADS = (
    Column("keep", "keep", hyphenated),
    Column("lead", "lead", str),
    Column("share", "share %", percent),
    Column("play_ev", "net", points),
)
REPLIES = (
    Column("lead", "lead", str),
    Column("keep", "keep", hyphenated),
    Column("reply", "reply", str),
    Column("share", "share %", percent),
    Column("play_ev", "net", points),
)
REPLY_MEANS = (Column("lead", "lead", str), *(Column(rank, rank, whole_percent) for rank in RANK_LETTERS))
WORTH = (
    Column("role", "role", str),
    Column("changed", "changed %", percent),
    Column("loss", "loss", fine_points),
)
WORTH_DEALS = (
    Column("role", "role", str),
    Column("deal", "deal", str),
    Column("best", "best", str),
    Column("without_play", "without play", str),
    Column("loss", "loss", points),
)


@click.command("play", short_help="What each keep brings in the play.")
@click.option("--role", type=click.Choice(ROLES), required=True, help="Who keeps.")
@click.option("--top", type=int, metavar="N", help="The N keeps held most often.")
@variant_option
@format_options()
def play(role: str, top: int | None, variant: str, form: str, output: Path | None, force: bool) -> None:
    """Tell what the solved play brings to each keep: own points, the other's, and the difference."""
    refuse_existing(output, force=force)
    rows = [
        _with_net(
            {
                "keep": row["keep"].replace(" ", ""),
                "share": float(row[f"{role}_share"]),
                "own_ev": float(row[f"{role}_own"]),
                "other_ev": float(row[f"{role}_other"]),
            }
        )
        for row in strategy_table(f"play_{variant}")
    ]
    notes = [
        f"mean points in the play when {WHO[role]} holds these ranks; share of deals, random ones counted.",
        f"{NET}.",
        f"{MODEL}.",
    ]
    head = {"variant": variant, "role": role, "method": {"play_ev": "approximate"}}
    write_rows(head, KEEPS, top_rows(rows, "share", top), notes, form, output, force=force)


@click.command("leads", short_help="What pone leads, and what leads are worth.")
@click.option("--keep", metavar="RANKS", help='The leads of one keep, such as "4 4 7 9".')
@click.option("--keeps", is_flag=True, help="The leads of every keep.")
@variant_option
@format_options()
def leads(keep: str | None, keeps: bool, variant: str, form: str, output: Path | None, force: bool) -> None:
    """Tell what pone leads in the solved play: means by rank, or the leads of keeps and their worth."""
    refuse_existing(output, force=force)
    head = {"variant": variant, "method": {"play_ev": "approximate"}}
    if keep is None and not keeps:
        rows = [
            _with_net(
                {
                    "lead": row["lead"],
                    "share": float(row["share"]),
                    "own_ev": float(row["pone_own"]),
                    "other_ev": float(row["dealer_own"]),
                }
            )
            for row in strategy_table(f"lead_means_{variant}")
        ]
        notes = [
            "share of deals in which pone leads the rank; mean points of pone and dealer in the play then.",
            f"{NET}; who leads low holds a good keep for it, so they do not tell what a lead is worth.",
            f"{MODEL}.",
        ]
        write_rows(head, MEANS, rows, notes, form, output, force=force)
        return
    rows = list(_lead_rows(variant, keep))
    notes = [
        "share: how often pone leads the rank from the keep.",
        f"{NET} after that lead, if pone goes on in the best way.",
        f"{MODEL}.",
    ]
    write_rows(head, LEADS, rows, notes, form, output, force=force)


@click.command("replies", short_help="What the dealer replies to a lead.")
@click.option("--lead", metavar="RANK", help="The replies of every keep to one lead.")
@click.option("--keep", metavar="RANKS", help='The replies of one keep, such as "5 6 T J".')
@variant_option
@format_options()
def replies(
    lead: str | None, keep: str | None, variant: str, form: str, output: Path | None, force: bool
) -> None:
    """Tell what the dealer replies in the solved play: by rank led, or by his keep, with its worth."""
    refuse_existing(output, force=force)
    head = {"variant": variant, "method": {"play_ev": "approximate"}}
    if lead is None and keep is None:
        means = [
            {"lead": row["lead"], **{rank: float(row[rank]) for rank in RANK_LETTERS}}
            for row in strategy_table(f"reply_means_{variant}")
        ]
        what = "how often the dealer replies with each rank, in percent of the deals with the lead"
        notes = [f"{what}; less than half of one is left out.", f"{MODEL}."]
        write_rows({"variant": variant}, REPLY_MEANS, means, notes, form, output, force=force)
        return
    led = RANK_LETTERS if lead is None else _ranks(lead, 1, "lead")
    rows = list(_reply_rows(variant, led, keep))
    if not rows:
        raise OutputError(f"the dealer cannot hold '{keep}' beside a lead of {lead}")
    notes = [
        "share: how often the dealer replies with the rank.",
        f"{NET} after that reply, if he goes on in the best way.",
        f"{MODEL}.",
    ]
    write_rows(head, REPLIES, rows, notes, form, output, force=force)


@click.command("play-worth", short_help="What counting the play changes in the discard.")
@click.option("--deals", is_flag=True, help="The deals in which leaving the play out loses most.")
@variant_option
@format_options()
def worth(deals: bool, variant: str, form: str, output: Path | None, force: bool) -> None:
    """Tell how often the best discard changes when the play is counted, and what leaving it out loses."""
    refuse_existing(output, force=force)
    table, columns = ("play_worth_deals", WORTH_DEALS) if deals else ("play_worth", WORTH)
    rows = [
        {key: float(text) if key in ("changed", "loss") else text for key, text in row.items()}
        for row in strategy_table(table)
        if row["variant"] == variant
    ]
    notes = [
        "changed: share of deals in which another discard is best with the play than without.",
        "loss: points a deal of one who lays away what is best for hand and crib alone.",
    ]
    if deals:
        notes = ["loss: points of one who lays away what is best for hand and crib alone."]
    notes.append("against the policies 'solved'. hand and crib are exact; the play is a model: ranks only.")
    head = {"variant": variant, "method": {"loss": "approximate"}}
    write_rows(head, columns, rows, notes, form, output, force=force)


def _with_net(row: dict[str, Any]) -> dict[str, Any]:
    """Add own points less the other's."""
    return row | {"play_ev": row["own_ev"] - row["other_ev"]}


def _lead_rows(variant: str, keep: str | None) -> Iterator[dict[str, Any]]:
    """Yield the leads of one keep or of all."""
    shares, nets = lead_table(DEALT[variant])
    for place, held in _keeps(variant, keep):
        for rank, letter in enumerate(RANK_LETTERS):
            if letter in held:
                share, net = float(shares[place, rank]), float(nets[place, rank])
                yield {"keep": held, "lead": letter, "share": share, "play_ev": net}


def _reply_rows(variant: str, led: str, keep: str | None) -> Iterator[dict[str, Any]]:
    """Yield the replies to some leads."""
    shares, nets = reply_table(DEALT[variant]), reply_nets(DEALT[variant])
    for lead in led:
        of = RANK_LETTERS.index(lead)
        for place, held in _keeps(variant, keep):
            if held.count(lead) == COPIES:
                continue
            for rank, letter in enumerate(RANK_LETTERS):
                if letter in held:
                    share, net = float(shares[of, place, rank]), float(nets[of, place, rank])
                    yield {"lead": lead, "keep": held, "reply": letter, "share": share, "play_ev": net}


def _keeps(variant: str, keep: str | None) -> Iterator[tuple[int, str]]:
    """Yield the places and ranks of one keep or of all."""
    from cribstat.kernels.patterns import multisets

    size = DEALT[variant] - 2
    asked = None if keep is None else _ranks(keep, size, "keep")
    for place, ranks in enumerate(multisets(size).tolist()):
        held = "".join(RANK_LETTERS[rank] for rank in ranks)
        if asked in (None, held):
            yield place, held


def _ranks(text: str, count: int, what: str) -> str:
    """Read bare ranks, ascending."""
    from cribstat.cards import parse_ranks

    ranks = sorted(parse_ranks(text).tolist())
    if len(ranks) != count:
        raise OutputError(f"a {what} is {count} rank{'s' * (count > 1)}, not '{text}'")
    return "".join(RANK_LETTERS[rank] for rank in ranks)
