"""Options that several commands share."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from cribstat.cli.output import FORMATS
from cribstat.rules import SHOW_OPTIONS, VARIANTS, RuleError, Variant, parse_option
from cribstat.rules import variant as variant_record

F = TypeVar("F", bound=Callable[..., Any])


def format_options(*formats: str) -> Callable[[F], F]:
    """Add ``--format``, ``--output`` and ``--force``."""

    def add(function: F) -> F:
        function = click.option("--force", is_flag=True, help="Overwrite the file.")(function)
        function = click.option(
            "--output", type=click.Path(path_type=Path), metavar="FILE", help="Write to a file instead."
        )(function)
        return click.option(
            "--format", "form", type=click.Choice(formats or FORMATS), default="table", show_default=True
        )(function)

    return add


def seat_options(function: F) -> F:
    """Add ``--dealer``, ``--pone`` and ``--seat``."""
    function = click.option(
        "--seat", type=int, metavar="N", help="The place in the order of play: 0 leads, the last deals."
    )(function)
    function = click.option("--pone", is_flag=True, help="The crib is the other player's.")(function)
    return click.option(
        "--dealer", is_flag=True, help="The crib is yours. Without a role, all are answered."
    )(function)


def variant_options(function: F) -> F:
    """Add ``--variant`` and ``--rule``."""
    function = click.option(
        "--rule",
        "rules",
        multiple=True,
        metavar="KEY=VALUE",
        help="A house option; an unknown key lists those of the variant.",
    )(function)
    return click.option(
        "--variant",
        "name",
        default="six",
        show_default=True,
        metavar="NAME",
        help=f"One of {', '.join(VARIANTS)}.",
    )(function)


def read_variant(
    name: str, rules: tuple[str, ...], what: str, matters: frozenset[str] = SHOW_OPTIONS
) -> Variant:
    """Read a variant and its options; only those that change `what`, which are `matters`, are taken.

    Raises
    ------
    RuleError
        An unknown variant or option, one given twice, or one that changes nothing here.
    """
    variant_record(name)
    options: dict[str, Any] = {}
    for text in rules:
        key, value = parse_option(name, text)
        if key not in matters:
            raise RuleError(f"the option '{key}' has no effect on {what}")
        if key in options:
            raise RuleError(f"the option '{key}' is given twice")
        options[key] = value
    return variant_record(name, **options)


def asked_seats(variant: Variant, dealer: bool, pone: bool, seat: int | None) -> list[int]:
    """Return the seats that are asked about: the dealer first when no role is given to two players.

    Raises
    ------
    RuleError
        A role and a seat are both given, or pone among more than two players.
    """
    if seat is not None and (dealer or pone):
        raise RuleError("--seat has no effect beside --dealer or --pone: give one of them")
    if pone and variant.players > 2:
        raise RuleError(f"--pone is for two players: {variant.name} has --seat 0 to {variant.players - 1}")
    if seat is not None:
        return [seat]
    if dealer != pone:
        return [variant.dealer_seat if dealer else 0]
    return [1, 0] if variant.players == 2 else list(range(variant.players))


def read_score(text: str) -> tuple[int, int]:
    """Read a score such as 96-101, own score first.

    Raises
    ------
    RuleError
        It is no score.
    """
    parts = text.split("-")
    if len(parts) != 2 or not all(part.strip().isdecimal() for part in parts):
        raise RuleError(f"a score is written own-other, such as 96-101, not '{text}'")
    return int(parts[0]), int(parts[1])
