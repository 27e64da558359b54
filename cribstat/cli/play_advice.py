"""``cribstat play-advice`` and ``cribstat lead``: which card to lay."""

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cribstat.cards import RANK_LETTERS, HandError, as_cards, format_card, is_bare, parse_ranks
from cribstat.cli.options import format_options
from cribstat.cli.output import OutputError, deliver, notice, refuse_existing, show, to_json
from cribstat.cli.strategy import variant_option
from cribstat.discards.ranking import NEAR_TIE
from cribstat.policies.shipped import DEALT
from cribstat.rules import RuleError

if TYPE_CHECKING:
    from cribstat.policies.leads import PlayAdvice

COPIES = 4  # of a rank in the pack
GO = "go"
MODEL = "the solved opponent knows ranks only and forgets his discards and the start"
SOURCES = {
    "table": "from the table of solved leads that ships",
    "stored": "from the solved play in the cache",
    "again": "the rest of the play solved again from who may hold what after the first cards; "
    "'cribstat solve play' keeps the whole play",
    "certain": "certain: nothing hidden matters, or nothing is to be chosen",
}
Named = list[tuple[int, str]]  # ranks, and cards as text


@click.command("play-advice")
@click.option("--hand", required=True, metavar="CARDS", help="The cards you still hold.")
@click.option(
    "--history",
    default="",
    metavar="CARDS",
    help='The cards laid, in order, with "go" where it was said; it may be left out where nothing else fits.',
)
@click.option("--dealer", is_flag=True, help="You are the dealer.")
@click.option("--pone", is_flag=True, help="You are the pone, who leads.")
@variant_option
@click.option("--threads", type=click.IntRange(1), default=None, help="Threads; all processors by default.")
@format_options("table", "json")
def command(
    hand: str,
    history: str,
    dealer: bool,
    pone: bool,
    variant: str,
    threads: int | None,
    form: str,
    output: Path | None,
    force: bool,
) -> None:
    """Rank the cards you may lay by what the rest of the play brings against the solved opponent.

    Such as --hand "4d 7h 9s" --history "4c 7d" --pone. Where no card comes in, it says go.
    """
    refuse_existing(output, force=force)
    if dealer == pone:
        raise RuleError("give --dealer or --pone, one of the two")
    if not hand.strip(" ,"):
        raise RuleError("--hand names no card")
    held, laid = _read(hand, history)
    from cribstat.play.history import read_history
    from cribstat.policies.kept_advice import SINGLE, ready_advice

    dealt = DEALT[variant]
    moment = read_history(
        [rank for rank, _ in laid],
        [rank for rank, _ in held],
        int(dealer),
        held=dealt - 2,
        single=SINGLE[dealt],
    )
    hand_ranks = [rank for rank, _ in held]
    advice = ready_advice(moment, hand_ranks, dealt)
    if advice is None:
        from cribstat.equilibrium.advice import play_advice

        notice("the solved play is not in the cache; the rest of it is solved again")
        advice = play_advice(moment, hand_ranks, dealt, threads=threads or os.cpu_count() or 1)
    head = {
        "variant": variant,
        "role": "dealer" if dealer else "pone",
        "hand": [text for _, text in held],
        "history": [text for _, text in laid],
        "count": sum(min(rank + 1, 10) for rank in moment.series),
    }
    write_advice(head, held, advice, form, output, force)


def write_advice(
    head: dict[str, Any], held: Named, advice: "PlayAdvice", form: str, output: Path | None, force: bool
) -> None:
    """Write an advice as a table or as JSON."""
    rows = _rows(held, advice)
    say = rows[0]["cards"][0] if rows else GO
    if form == "json":
        answer = {
            **head,
            "method": {"play_ev": "exact" if advice.source == "certain" else "approximate"},
            "source": advice.source,
            "exploitability": advice.exploitability,
            "margin": advice.margin,
            "say": say,
            "rows": rows,
        }
        deliver(to_json(answer), output, force=force)
        return
    from rich.text import Text

    from cribstat.cli.tables import NumberTable

    if not rows:
        show([Text("go: no card comes in")], output, force=force)
        return
    header = ["#", "card", "net", "loss"]
    cells = [
        [
            str(row["place"]),
            " ".join(row["cards"]),
            _points(row["play_ev"], advice.decimals),
            "~" * row["near_tie"] + _points(row["regret"], advice.decimals),
        ]
        for row in rows
    ]
    table = NumberTable(header, cells, f"{' '.join(head['hand'])} as {head['role']}", keys=2)
    show([table, *(Text(note, style="dim") for note in _notes(advice))], output, force=force)


def _rows(held: Named, advice: "PlayAdvice") -> list[dict[str, Any]]:
    """Return a row for each rank that comes in, best first; equal ones, as printed, share a place."""
    best = next(iter(advice.values.values()), None)
    rows: list[dict[str, Any]] = []
    before: float | None = None
    for index, (rank, value) in enumerate(advice.values.items()):
        lost = None if value is None or best is None else best - value
        shown = None if value is None else round(value, advice.decimals)
        equal = bool(rows) and shown == before
        rows.append(
            {
                "place": rows[-1]["place"] if equal else index + 1,
                "cards": [text for own, text in held if own == rank],
                "play_ev": value,
                "regret": lost,
                "near_tie": index > 0 and lost is not None and lost <= max(NEAR_TIE, advice.margin or 0.0),
            }
        )
        before = shown
    return rows


def _notes(advice: "PlayAdvice") -> list[str]:
    """Say what the numbers are, and how many of their digits the solution earns."""
    source = SOURCES[advice.source]
    if advice.source == "certain":
        return [f"net: own points less the other's in the rest of the play; {source}."]
    notes = [
        "net: own points less the other's in the rest of the play, with the best play on.",
        f"approximate: {MODEL}.",
        f"{source}.",
    ]
    if advice.exploitability is not None:
        notes.append(
            f"exploitability {advice.exploitability:.2g} points; equally good solutions may differ by "
            f"{advice.margin:.2g} in a value, so no digit beyond that is printed."
        )
    near = f"{max(NEAR_TIE, advice.margin or 0.0):.2g}"
    return [*notes, f"~ marks a near-tie ({near} or less); equal in all digits shown share a place."]


def _points(value: float | None, decimals: int) -> str:
    """Print points to so many decimals; nothing where there are none."""
    return "" if value is None else f"{value:.{decimals}f}"


def _read(hand: str, history: str) -> tuple[Named, Named]:
    """Read the cards held and laid, all with suits or all as ranks alone; a go is rank -1."""
    parts = re.split(r"\bgo\b", history, flags=re.IGNORECASE)
    everything = " ".join([hand, *parts])
    bare = is_bare(everything)
    named = _named(everything, bare=bare)
    held = named[: len(_named(hand, bare=bare))]
    rest = iter(named[len(held) :])
    laid: Named = []
    for number, part in enumerate(parts):
        laid += [(-1, GO)] if number else []
        laid += [next(rest) for _ in range(len(_named(part, bare=bare)))]
    return held, laid


def _named(text: str, *, bare: bool) -> Named:
    """Read cards, or ranks alone of which the pack has four."""
    if not text.strip(" ,"):
        return []
    if not bare:
        return [(card >> 2, format_card(card)) for card in as_cards(text).tolist()]
    ranks = parse_ranks(text).tolist()
    for rank in ranks:
        if ranks.count(rank) > COPIES:
            raise HandError(f"'{text}' has more than four of {RANK_LETTERS[rank]}")
    return [(rank, RANK_LETTERS[rank]) for rank in ranks]


def read_keep(text: str, count: int) -> Named:
    """Read the cards or ranks of a whole keep.

    Raises
    ------
    OutputError
        Another number of cards.
    """
    held = _named(text, bare=is_bare(text))
    if len(held) != count:
        raise OutputError(f"a keep has {count} cards, not {len(held)}: '{text}'")
    return held
