"""Run the command: ``python -m cribstat``."""

from cribstat.cli import main

if __name__ == "__main__":
    main(prog_name="cribstat")
