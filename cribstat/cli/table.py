"""``cribstat table``: strategy tables."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from cribstat.cards import RANK_LETTERS
from cribstat.cli import play_tables, strategy, variants, winprob
from cribstat.cli.deals import deals
from cribstat.cli.options import format_options
from cribstat.cli.output import deliver, refuse_existing, show, to_csv, to_json, to_markdown
from cribstat.crib import DEFAULT_CRIB_MODEL, CribModel, crib_model
from cribstat.crib.means import PairMean, crib_means
from cribstat.discards.question import seat_of
from cribstat.policies.shipped import NO_PLAY, SOLVED
from cribstat.rules import variant as variant_record

if TYPE_CHECKING:
    from rich.console import RenderableType

SUITS_NOTE = "below and on the diagonal two suits, above it one suit."
UNKNOWN = {None: "", True: "suited", False: "unsuited"}


@click.group("table")
def command() -> None:
    """Print strategy tables of the solved games."""


for _table in (
    strategy.discards,
    strategy.keeps,
    strategy.starts,
    play_tables.play,
    play_tables.leads,
    play_tables.replies,
    play_tables.worth,
    deals,
    winprob.table,
    variants.variants,
):
    command.add_command(_table)


@command.command("crib", short_help="What a crib is worth by the pair laid away.")
@click.option("--role", type=click.Choice(("dealer", "pone")), required=True, help="Who lays the pair away.")
@click.option(
    "--crib-model",
    "name",
    default=DEFAULT_CRIB_MODEL,
    show_default=True,
    metavar="MODEL",
    help="solved, solved-no-play, uniform, hessel, schell, rasmussen, or a file of weights (.csv, .json).",
)
@strategy.variant_option
@format_options()
def crib(role: str, name: str, variant: str, form: str, output: Path | None, force: bool) -> None:
    """Mean crib by the ranks of the two cards laid away (and by suit, where the model tells)."""
    refuse_existing(output, force=force)
    if name in (SOLVED, NO_PLAY):
        _solved_crib(role, name, variant, form, output, force)
        return
    model, record = crib_model(name), variant_record(variant)
    means = crib_means(model, seat_of(record, role, None), record)
    notes = _crib_notes(role, model, means)
    if form == "json":
        deliver(to_json(_crib_answer(variant, role, model, means)), output, force=force)
    elif form == "csv":
        rows = [[_pair(mean), UNKNOWN[mean.suited], mean.crib_ev] for mean in means]
        deliver(to_csv(["pair", "suited", "crib_ev"], rows), output, force=force)
    else:
        _write_squares([("", *_square(means))], notes, form, output, force)


def _solved_crib(role: str, name: str, variant: str, form: str, output: Path | None, force: bool) -> None:
    """Print the mean cribs of the solved game: over the deals that lay a pair away, and that hold it."""
    rows = strategy.role_rows("discards", role, name, variant)
    whose = "his own crib" if role == "dealer" else "the other's crib"
    what = f"mean crib in points when the {role} lays a pair away to {whose}"
    notes = [f"{what}; {strategy.solved_note(name)}.", SUITS_NOTE]
    if form in ("table", "markdown"):
        _write_squares(strategy.solved_squares(role, name, variant), notes, form, output, force)
        return
    cells = [
        {
            "pair": list(row["pair"]) if form == "json" else "-".join(row["pair"]),
            "suited": row["suited"] if form == "json" else UNKNOWN[row["suited"]],
            "crib_ev": row["crib_laid"],
            "crib_held": row["crib_held"],
        }
        for row in rows
    ]
    if form == "json":
        head = {"variant": variant, "role": role, "crib_model": name, "method": {"crib_ev": "exact"}}
        deliver(to_json({**head, "rows": cells}), output, force=force)
    else:
        deliver(to_csv(list(cells[0]), [list(row.values()) for row in cells]), output, force=force)


def _crib_answer(variant: str, role: str, model: CribModel, means: list[PairMean]) -> dict[str, object]:
    """Return the table as plain values."""
    rows = [
        {
            "pair": [RANK_LETTERS[mean.low], RANK_LETTERS[mean.high]],
            "suited": mean.suited,
            "crib_ev": mean.crib_ev,
        }
        for mean in means
    ]
    return {
        "variant": variant,
        "role": role,
        "crib_model": model.name,
        "method": {"crib_ev": model.exactness},
        "rows": rows,
    }


def _pair(mean: PairMean) -> str:
    """Write a pair of ranks."""
    return f"{RANK_LETTERS[mean.low]}-{RANK_LETTERS[mean.high]}"


def _crib_notes(role: str, model: CribModel, means: list[PairMean]) -> list[str]:
    """Say what the table holds."""
    whose = "his own crib" if role == "dealer" else "the other's crib"
    what = f"mean crib in points when the {role} lays a pair away to {whose}"
    notes = [f"{what}; crib model {model.name}: {model.exactness}; {model.statement}."]
    if means[0].suited is not None:
        notes.append(SUITS_NOTE)
    return notes


def _square(means: list[PairMean]) -> tuple[list[str], list[list[str]]]:
    """Lay pairs out in a square of ranks: unsuited below, suited above the diagonal."""
    cells = [["" for _ in RANK_LETTERS] for _ in RANK_LETTERS]
    for mean in means:
        text = f"{mean.crib_ev:.2f}"
        if mean.suited in (None, False):
            cells[mean.high][mean.low] = text
        if mean.suited in (None, True):
            cells[mean.low][mean.high] = text
    return ["", *RANK_LETTERS], [[letter, *row] for letter, row in zip(RANK_LETTERS, cells, strict=True)]


def _write_squares(
    squares: list[tuple[str, list[str], list[list[str]]]],
    notes: list[str],
    form: str,
    output: Path | None,
    force: bool,
) -> None:
    """Write squares of ranks, each under its title, as tables or Markdown."""
    if form == "markdown":
        parts = [f"{title}\n\n" * bool(title) + to_markdown(header, rows) for title, header, rows in squares]
        deliver("\n".join([*parts, "".join(f"{note}\n" for note in notes)]), output, force=force)
        return
    from rich.text import Text

    from cribstat.cli.tables import NumberTable

    lines: list[RenderableType] = [
        NumberTable(header, rows, title or None) for title, header, rows in squares
    ]
    lines += [Text(note, style="dim") for note in notes]
    show(lines, output, force=force)
