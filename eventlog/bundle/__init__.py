"""Bundles: a game's record in one file, to be verified with no server and no database. See docs/bundle.md."""
