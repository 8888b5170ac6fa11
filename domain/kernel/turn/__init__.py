"""Turns: the sequence of play and the decisions that are open in it.

`agenda` holds the open decisions and the place in the sequence as data in a position, `asking` opens and
closes decisions through events, `sequence` runs the steps of a turn.
"""
