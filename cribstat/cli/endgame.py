"""``cribstat endgame``: what the coming deal decides near the end."""

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cribstat.cli.options import format_options, variant_options
from cribstat.cli.output import deliver, refuse_existing, show, to_csv, to_json, to_markdown
from cribstat.cli.winprob import asked_role, policies_note, raced_variant, score_options
from cribstat.winprob.endgame import Endgame, endgame

if TYPE_CHECKING:
    from rich.console import RenderableType

HEADER = ["phase", "whose", "ends the game %", "would reach %", "mean points"]


@click.command("endgame")
@score_options
@variant_options
@format_options()
def command(
    own: int,
    other: int,
    dealer: bool,
    pone: bool,
    name: str,
    rules: tuple[str, ...],
    form: str,
    output: Path | None,
    force: bool,
) -> None:
    """Tell what the coming deal decides: who counts first, who gets out where, what follows if nobody does.

    The own score comes first.
    """
    refuse_existing(output, force=force)
    answer = endgame(own, other, asked_role(dealer, pone), raced_variant(name, rules))
    if form == "json":
        deliver(to_json(asdict(answer)), output, force=force)
    elif form == "csv":
        rows = [asdict(row) for row in answer.phases]
        deliver(to_csv(list(rows[0]), [list(row.values()) for row in rows]), output, force=force)
    else:
        _write(answer, form, output, force)


def _write(answer: Endgame, form: str, output: Path | None, force: bool) -> None:
    """Write an answer as a table or Markdown."""
    cells = [
        [
            row.phase,
            "yours" if row.role == answer.role else "theirs",
            f"{100 * row.out_prob:.2f}",
            f"{100 * row.alone_prob:.2f}",
            f"{row.points_ev:.2f}",
        ]
        for row in answer.phases
    ]
    titles, notes = _titles(answer), _notes(answer)
    if form == "markdown":
        text = "\n".join([*titles, "", to_markdown(HEADER, cells), *notes, ""])
        deliver(text, output, force=force)
        return
    from rich.text import Text

    from cribstat.cli.tables import NumberTable

    table = NumberTable(HEADER, cells, keys=2, left=HEADER[:2])
    lines: list[RenderableType] = [*map(Text, titles), table, *(Text(note, style="dim") for note in notes)]
    show(lines, output, force=force)


def _titles(answer: Endgame) -> list[str]:
    """Say what is asked, what the chance is, and what it turns on."""
    first = "you count" if answer.role == answer.counts_first else "the other side counts"
    reach = (
        f"this deal brings you as far in {answer.own_reach_prob:.2%}, the other side in "
        f"{answer.other_reach_prob:.2%}, both in {answer.both_reach_prob:.2%}: then the order decides"
    )
    titles = [
        f"{answer.variant}: {answer.own} against {answer.other}, you are {answer.role}",
        f"chance of winning {answer.win_prob:.2%} (standard error {answer.win_prob_se:.2%})",
        f"you need {answer.own_needs}, the other side {answer.other_needs}; after the play {first} first",
        reach,
    ]
    if answer.goes_on_win_prob is not None:
        after = f"{answer.goes_on_win_prob:.2%}"
        titles.append(f"nobody gets out in {answer.goes_on_prob:.2%} of deals; you then win {after}")
    own, other = f"{answer.own_point:+.2%}", f"{answer.other_point:+.2%}"
    titles.append(f"one point more is worth {own} to you if it is yours, {other} if it is theirs")
    return titles


def _notes(answer: Endgame) -> list[str]:
    """Say what the columns are, and who plays."""
    return [
        "ends the game: the side gets out in this phase; would reach: if the other could not win before.",
        policies_note(answer.policies),
    ]
