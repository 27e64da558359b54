"""Where the user's cache keeps a solved play, for those who make it and those who play by it."""

from cribstat.cache import Arrays, kept_arrays

KEY = "a solved play, form 1"  # to be changed with the form of what is kept
COMMAND = "cribstat solve play"  # what makes it


def play_entry(variant: str) -> str:
    """Name the cache's entry of a game."""
    return f"play-{variant}"


def kept_play_arrays(variant: str) -> Arrays | None:
    """Return the arrays of the solved play of a game, or None where the cache has none that is whole.

    See `cribstat.equilibrium.play.play_arrays` for what they are.
    """
    return kept_arrays(play_entry(variant), KEY)
