"""The group of commands, and one plain line for every mistake."""

import os
import sys
from collections.abc import Sequence
from importlib import import_module

import click

from cribstat import __version__
from cribstat.cards import CardError, HandError
from cribstat.cli.output import OutputError
from cribstat.crib import ModelError
from cribstat.rules import RuleError
from cribstat.tables import TableError

MISTAKES = (CardError, HandError, RuleError, ModelError, OutputError)
USAGE_ERROR = 2
BROKEN_PIPE = 141

# Commands are loaded when they are asked for: a person waits for the start.
_COMMANDS = {
    "board": "draw scores on a board, by pegs and by coins",
    "cache": "build, list or clear what is kept for speed",
    "discard": "rank the discards of a deal",
    "distribution": "tell how likely hand and crib reach how many points",
    "endgame": "tell what the coming deal decides near the end",
    "exploit": "tell what a best responder gains against a policy",
    "game": "keep whole games in files: begin, act, show, settle",
    "laws": "tell what is done when a law is broken",
    "lead": "rank the leads of a keep",
    "learn-policy": "learn a policy from a log of deals and discards",
    "peg": "count one series of the play, card by card",
    "play-advice": "rank the cards to lay in the play",
    "replay": "follow the play of a deal and count it",
    "rules": "print the rules of a variant on one page",
    "score": "count a hand or crib",
    "simulate": "play games and deals by the million between policies",
    "solve": "solve the discards, the play or both, with their exploitability",
    "table": "print strategy tables",
    "winprob": "tell the chance of winning from a pair of scores",
}


class _LazyGroup(click.Group):
    """A group whose commands are imported on use."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """Name the commands."""
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """Import a command."""
        if cmd_name not in _COMMANDS:
            return None
        command: click.Command = import_module(f"cribstat.cli.{cmd_name.replace('-', '_')}").command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """List the commands with their one-line help, importing none of them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(_COMMANDS.items()))


@click.group(cls=_LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="cribstat", message="%(prog)s %(version)s")
def group() -> None:
    """Answer questions about cribbage: the best discard, the points of a hand, strategy tables."""


def main(args: Sequence[str] | None = None, prog_name: str = "cribstat") -> int:
    """Run the command and return its exit code: 2 for a user's mistake, told in one line."""
    try:
        result = group.main(args=args, prog_name=prog_name, standalone_mode=False)
        sys.stdout.flush()
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message(), err=True)
        return USAGE_ERROR
    except click.ClickException as error:
        return _complain(error.format_message(), error.exit_code if error.exit_code != 1 else USAGE_ERROR)
    except MISTAKES as error:
        return _complain(str(error), USAGE_ERROR)
    except TableError as error:
        return _complain(str(error), 1)
    except click.exceptions.Abort:
        return _complain("interrupted", 130)
    except BrokenPipeError:
        _give_up_output()
        return BROKEN_PIPE
    except OSError as error:
        _give_up_output()
        return _complain(_system_words(error), 1)
    return int(result) if isinstance(result, int) else 0


def _give_up_output() -> None:
    """Send what is still to be printed nowhere, for where it was to go takes nothing more."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _system_words(error: OSError) -> str:
    """Say in one line what the system refused; without a name it is the output that it refused."""
    reason = error.strerror or str(error)
    if error.filename is None:
        return f"the output cannot be written: {reason}"
    return f"'{error.filename}' cannot be used: {reason}"


def _complain(message: str, code: int) -> int:
    """Print one plain line on standard error."""
    click.echo("cribstat: " + " ".join(message.split()), err=True)
    return code
