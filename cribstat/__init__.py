"""Analyse cribbage: exact values of every discard."""

__version__ = "0.1.0"
