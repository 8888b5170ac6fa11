"""Walks by docs/operations.md alone: the commands that the page prints are run as they are there."""
