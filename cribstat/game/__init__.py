"""Whole games: marks on the board, and what is done when a law is broken."""

from cribstat.game.board import Board, Coins, Hole, Pegs, hole_of

__all__ = ["Board", "Coins", "Hole", "Pegs", "hole_of"]
