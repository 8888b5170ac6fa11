"""`python -m api.cli`: the `ironclad` command of this very interpreter."""

from api.cli import main

main()
