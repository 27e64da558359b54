"""Run the command: ``python -m cribstat``."""

import sys

from cribstat.cli import main

if __name__ == "__main__":
    sys.exit(main())
