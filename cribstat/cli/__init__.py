"""The command ``cribstat``: words in, words out; the only room that prints."""

from cribstat.cli.main import main

__all__ = ["main"]
