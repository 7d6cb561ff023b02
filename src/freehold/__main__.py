"""`python -m freehold`: the `freehold` command, if it is not on the path."""

import sys

from freehold.cli import main

if __name__ == "__main__":
    sys.exit(main())
