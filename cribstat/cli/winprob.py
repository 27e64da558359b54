"""``cribstat winprob``: the chance of winning from a pair of scores; ``table winprob``: from all of them."""

from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click
import numpy as np

from cribstat.cli.options import format_options, read_variant, variant_options
from cribstat.cli.output import (
    OutputError,
    deliver,
    refuse_existing,
    show,
    to_csv,
    to_json,
    to_markdown,
)
from cribstat.rules import RuleError, Variant, options_of
from cribstat.rules import variant as variant_record
from cribstat.winprob.stakes import STAKES
from cribstat.winprob.tables import NEUTRAL, WinProb, race_policies, value_tables, win_prob

if TYPE_CHECKING:
    from rich.console import RenderableType

F = TypeVar("F", bound=Callable[..., Any])
SUBJECT = "the chance of winning"
TEN_HOLES = 10
DECIDED = "estimated; both sides lay away and play for points and do not look at the score"


def score_options(function: F) -> F:
    """Add the two scores and who deals."""
    function = click.option("--pone", is_flag=True, help="The other side deals next.")(function)
    function = click.option("--dealer", is_flag=True, help="The own side deals next.")(function)
    function = click.argument("other", type=int)(function)
    return click.argument("own", type=int)(function)


def asked_role(dealer: bool, pone: bool) -> str:
    """Return the role that is asked about.

    Raises
    ------
    RuleError
        Both or none.
    """
    if dealer == pone:
        raise RuleError("say who deals next: --dealer if your side does, --pone if the other does")
    return "dealer" if dealer else "pone"


def raced_variant(name: str, rules: tuple[str, ...]) -> Variant:
    """Read a variant; the only option that matters to a race and is known to it is the target.

    Raises
    ------
    RuleError
        An unknown variant or option, or one that changes nothing here.
    """
    variant_record(name)
    matters = (frozenset(options_of(name)) - NEUTRAL) | {"target"}
    return read_variant(name, rules, SUBJECT, matters)


def policies_note(policies: dict[str, str]) -> str:
    """Say who plays."""
    return f"discards {policies['discards']}, play {policies['play']}; {DECIDED}."


@click.command("winprob")
@score_options
@variant_options
@click.option(
    "--stakes",
    "chosen",
    type=click.Choice([name for name in STAKES if name != "win"]),
    multiple=True,
    help="Stakes to tell besides the chance; all of them by default.",
)
@format_options()
def command(
    own: int,
    other: int,
    dealer: bool,
    pone: bool,
    name: str,
    rules: tuple[str, ...],
    chosen: tuple[str, ...],
    form: str,
    output: Path | None,
    force: bool,
) -> None:
    """Tell the chance of winning from a pair of scores before a deal, the own score first."""
    refuse_existing(output, force=force)
    answer = win_prob(own, other, asked_role(dealer, pone), raced_variant(name, rules))
    stakes = {key: value for key, value in answer.stakes.items() if not chosen or key in chosen}
    rows = [("win", answer.win_prob, answer.win_prob_se), *((key, *pair) for key, pair in stakes.items())]
    if form == "json":
        whole = asdict(answer)
        whole["stakes"] = {key: value._asdict() for key, value in stakes.items()}
        deliver(to_json(whole), output, force=force)
    elif form == "csv":
        head = [answer.variant, answer.own, answer.other, answer.role]
        names = ["variant", "own", "other", "role", "stakes", "value", "se"]
        deliver(to_csv(names, [[*head, *row] for row in rows]), output, force=force)
    else:
        _write_answer(answer, rows, form, output, force)


def _write_answer(
    answer: WinProb, rows: list[tuple[str, float, float]], form: str, output: Path | None, force: bool
) -> None:
    """Write an answer as a table or Markdown."""
    header = ["stakes", "value", "se", "meaning"]
    cells = [[key, f"{value:.5f}", f"{se:.5f}", STAKES[key].statement] for key, value, se in rows]
    title = f"{answer.variant}: {answer.own} against {answer.other}, you are {answer.role}"
    chance = f"chance of winning {answer.win_prob:.2%} (standard error {answer.win_prob_se:.2%})"
    note = policies_note(answer.policies)
    if form == "markdown":
        deliver(f"{title}: {chance}\n\n{to_markdown(header, cells)}\n{note}\n", output, force=force)
        return
    from rich.text import Text

    from cribstat.cli.tables import NumberTable

    table = NumberTable(header, cells, left=("stakes",), text=("meaning",))
    show([Text(title), Text(chance, style="bold"), table, Text(note, style="dim")], output, force=force)


@click.command("winprob")
@variant_options
@click.option(
    "--stakes",
    type=click.Choice(tuple(STAKES)),
    default="win",
    show_default=True,
    help="What the summary shows; CSV and JSON hold all.",
)
@click.option(
    "--step",
    type=click.IntRange(1),
    default=TEN_HOLES,
    show_default=True,
    metavar="HOLES",
    help="Holes between the rows and columns of the summary.",
)
@format_options()
def table(
    name: str, rules: tuple[str, ...], stakes: str, step: int, form: str, output: Path | None, force: bool
) -> None:
    """Tell the chance of winning from every pair of scores.

    CSV and JSON hold all states with their standard errors, tables and Markdown a summary.
    """
    refuse_existing(output, force=force)
    record = raced_variant(name, rules)
    if form in ("csv", "json"):
        columns = state_columns(record)
        rows = [list(row) for row in zip(*(column.tolist() for column in columns.values()), strict=True)]
        if form == "csv":
            deliver(to_csv(list(columns), rows), output, force=force)
        else:
            head = {"variant": record.name, "target": record.target, "policies": race_policies(record.name)}
            whole = head | {"method": "estimated", "columns": list(columns), "rows": rows}
            deliver(to_json(whole), output, force=force)
        return
    _write_summary(record, stakes, step, form, output, force)


def state_columns(record: Variant) -> dict[str, np.ndarray[Any, Any]]:
    """Return all states as columns: both scores, then value and standard error under each of the stakes."""
    dealer, pone = (grid.ravel() for grid in np.indices((record.target, record.target)))
    columns: dict[str, np.ndarray[Any, Any]] = {"dealer": dealer, "pone": pone}
    for key, stake in STAKES.items():
        found = value_tables(record, key)
        label = "win_prob" if key == "win" else key
        columns[label], columns[f"{label}_se"] = found.dealer.ravel(), found.dealer_se.ravel()
        if stake.own_only and key != "win":
            columns[f"{label}_pone"], columns[f"{label}_pone_se"] = found.pone.ravel(), found.pone_se.ravel()
    return columns


def _write_summary(
    record: Variant, stakes: str, step: int, form: str, output: Path | None, force: bool
) -> None:
    """Write every so many holes of the dealer's values."""
    if step >= record.target:
        raise OutputError(f"--step may be 1 to {record.target - 1} here, not {step}")
    found = value_tables(record, stakes)
    scores = range(0, record.target, step)
    share = stakes == "win"
    header = ["dealer \\ pone", *map(str, scores)]
    cells = [
        [str(row), *(_cell(float(found.dealer[row, column]), share) for column in scores)] for row in scores
    ]
    largest = max(found.dealer_se.max(), found.pone_se.max())
    error = f"{largest:.3%}" if share else f"{largest:.5f}"
    what = (
        "the dealer's chance of winning in percent" if share else f"the dealer's: {STAKES[stakes].statement}"
    )
    notes = [
        f"{record.name} to {record.target}: {what}, by both scores before the deal.",
        f"largest standard error {error}; {policies_note(race_policies(record.name))}",
        "--format csv holds every pair of scores with its standard error.",
    ]
    if form == "markdown":
        text = to_markdown(header, cells) + "\n" + "".join(f"{note}\n" for note in notes)
        deliver(text, output, force=force)
        return
    from rich.text import Text

    from cribstat.cli.tables import NumberTable

    lines: list[RenderableType] = [NumberTable(header, cells), *(Text(note, style="dim") for note in notes)]
    show(lines, output, force=force)


def _cell(value: float, share: bool) -> str:
    """Write a value: a chance in percent, stakes as they are."""
    return f"{100 * value:.1f}" if share else f"{value:+.2f}"
