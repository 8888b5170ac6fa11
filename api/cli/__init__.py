"""The command line: `ironclad`.

Exit status 0: done, 1: it did not hold (and which), 2: unusable arguments.
"""

from ironclad.api.cli.main import main

__all__ = ["main"]
