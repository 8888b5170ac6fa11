"""Deciding: rulesets, commands to events, dice, citations, random play."""
