"""`python -m ironclad.api.cli`: the `ironclad` command of this very interpreter."""

from ironclad.api.cli import main

main()
